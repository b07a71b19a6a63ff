"""The results of an analysis as comments after the actions of a record. They replace those of an earlier one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wazir.features.game.analysis import Verdict
from wazir.text import BLANKS, Edit, Span, line_end, line_start, without_end

EVALUATION = re.compile(r"\[%eval [^\]\r\n]*\]")
"""The part of a comment that an analysis has written. Files of chess games have the same form."""
_BEFORE = "  "


def evaluation(verdict: Verdict) -> str:
    """A verdict as a part of a comment: `[%eval -3.10,4 blunder, better Rj4xj8]`."""
    depth = f",{verdict.depth}" if verdict.score else ""
    return f"[%eval {verdict.score_text}{depth}{' ' * bool(verdict.mark)}{verdict.words}]"


def comments(text: str, plays: Sequence[Span], found: Sequence[Verdict], mark: str) -> Iterator[Edit]:
    """The edits that write verdicts after the actions of a record, each of which ends its line then.

    Args:
        text: The text of the record.
        plays: The spans of its actions.
        found: The verdicts about the first of them.
        mark: What begins a comment.
    """
    ends = next((end for end in ("\r\n", "\n", "\r") if end in text), "\n")
    for play, verdict in zip(plays, found, strict=False):
        rest = without_end(text[play.end : line_end(text, play.end)])
        following, stop = rest.lstrip(BLANKS), play.end + len(rest)
        evaluated = evaluation(verdict)
        if following.startswith(mark):
            start = stop - len(following)
            yield Edit(Span(start, stop), _with(following, evaluated))
        elif following:
            line = text[line_start(text, play.start) : stop]
            indent = line[: len(line) - len(line.lstrip(BLANKS))]
            yield Edit(Span(play.end, stop - len(following)), f"{_BEFORE}{mark} {evaluated}{ends}{indent}")
        else:
            yield Edit(Span(play.end, stop), f"{_BEFORE}{mark} {evaluated}")


def _with(comment: str, evaluated: str) -> str:
    """A comment with an evaluation, in the place of its own or at its end."""
    first, *others = EVALUATION.split(comment)
    if not others:
        return f"{comment.rstrip(BLANKS)} {evaluated}"
    return f"{first}{evaluated}{''.join(others)}"
