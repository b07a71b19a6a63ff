"""Features of editors: functions from a document and an offset to plain values.

No notation is named here, and no protocol. The modules are:

- `hover`, `completion`: what a part of the text means, what can be written there, and signature
  help
- `actions`, `formatting`, `edits`: fixes, refactorings and comments that ignore diagnostics;
  layout; edits of texts
- `conversion`, `written`: files and pieces in other notations and dialects
- `names`, `definitions`: definitions and uses of names, renaming; definitions and diagnostics as
  plain data
- `structure`: symbols, call hierarchy, folds, selection ranges, semantic tokens, inlay hints
- `subject`: a piece or a position to show, as a picture, as text and in a sentence
- `gallery`, `sheet`, `rules_page`, `markup`: pages, pictures and blocks of text
- `known`: names of pieces among well-known ones, and pieces that a file defines twice
- `requests`, `questions`: answers to scripts
- `views`: a piece to play with beside the text, its figures and its readings
- `game`: boards, pages, lenses, evaluation, analysis, and a position to play with
"""

from collections.abc import Sequence


class RequestError(ValueError):
    """A request that cannot be answered; the message is a sentence with the reason."""

    def __init__(self, why: str, diagnostics: Sequence[dict[str, object]] = ()) -> None:
        super().__init__(why)
        self.diagnostics = list(diagnostics)
        """The diagnostics of the source that are the reason."""
