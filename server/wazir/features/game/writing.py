"""What is played or set up on a board, or found by an analysis, written into its record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wazir.ben39.actions import spell
from wazir.document import Document
from wazir.features.game.analysis import ActionVerdict
from wazir.features.game.view import LineOfPlay, Reached, reached
from wazir.features.requests import RequestError
from wazir.text import BLANKS, Edit, Span, difference, line_end, line_start, without_end


@dataclass(frozen=True, slots=True)
class Written:
    """Edits of a document."""

    edits: tuple[Edit, ...]
    lost: int
    """The number of actions of the record that the edits remove."""


def write(document: Document, offset: int, line: LineOfPlay) -> Written | None:
    """Write the actions of a line of play, or the position that it sets up, into the record at an offset.

    Raises:
        RequestError: There is nothing to write, or it is not legal.
    """
    place = reached(document, offset, line)
    if place is None:
        return None
    if place.refused:
        raise RequestError(place.refused.reason)
    edits = _position(document, place) if line.fen is not None else _moves(document, place)
    return Written(edits, place.length - place.at)


def _number(document: Document, place: Reached) -> int:
    """The number of the record in its chunk."""
    return document.analysis(place.placed).definitions.index(place.definition)


def _moves(document: Document, place: Reached) -> tuple[Edit, ...]:
    writes = document.notation.write_moves
    actions = [spell(action) for action in place.game.actions[place.at :]]
    if not actions or not writes:
        raise RequestError("No moves were played.")
    edit = writes(document.analysis(place.placed), _number(document, place), place.at, actions)
    return (edit.moved(place.placed.start),)


def _position(document: Document, place: Reached) -> tuple[Edit, ...]:
    writes = document.notation.write_position
    if not writes:
        return ()
    chunk = document.analysis(place.placed)
    after = writes(chunk, _number(document, place), place.game.state)
    return tuple(edit.moved(place.placed.start) for edit in difference(chunk.text, after))


# Verdicts as comments


EVALUATION = re.compile(r"\[%eval [^\]\r\n]*\]")
"""The part of a comment that an analysis has written. Files of chess games have the same form."""
_BEFORE = "  "


def evaluation(verdict: ActionVerdict) -> str:
    """A verdict as a part of a comment: `[%eval -3.10,4 blunder, better Rj4xj8]`."""
    depth = f",{verdict.depth}" if verdict.score else ""
    return f"[%eval {verdict.score_text}{depth}{' ' * bool(verdict.mark)}{verdict.words}]"


def comments(text: str, plays: Sequence[Span], verdicts: Sequence[ActionVerdict], mark: str) -> Iterator[Edit]:
    """The edits that write verdicts after the actions of a record, each of which ends its line then.

    They replace those of an earlier analysis.

    Args:
        text: The text of the record.
        plays: The spans of its actions.
        found: The verdicts about the first of them.
        mark: What begins a comment.
    """
    ends = next((end for end in ("\r\n", "\n", "\r") if end in text), "\n")
    for play, verdict in zip(plays, verdicts, strict=False):
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
