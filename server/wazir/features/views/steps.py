"""A path leg by leg: what each asks of the squares, in words, and where the text says it."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.features.views.parts import Part
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.model import Act, Leg, Move, Over, Square
from wazir.piece.motion.walk import Step
from wazir.piece.words.plain import listed
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class StepView:
    """One leg of a path."""

    squares: tuple[str, ...]
    """The squares stepped on, in order; places over the edge are `-`."""
    act: str
    """What happens on the last: `stop`, `capture`, `destroy`, `hop`, `passFriend`, `passFoe`, `unload`, `cross`."""
    stays: bool
    """The mover stays where it was: it acts from afar."""
    words: str
    """What it asks of the squares, as a sentence."""
    span: Span | None
    """Where the text says it; null where that is not clear."""


OVER_EDGE = "-"
_ACTS = {
    Act.STOP: ("stop", "which must be empty"),
    Act.CAPTURE: ("capture", "where a foe is taken"),
    Act.DESTROY: ("destroy", "where a friend is taken"),
    Act.HOP: ("hop", "where a piece is passed"),
    Act.PASS_FRIEND: ("passFriend", "where a friend is passed"),
    Act.PASS_FOE: ("passFoe", "where a foe is passed"),
    Act.UNLOAD: ("unload", "where what was taken is put down"),
    Act.CROSS: ("cross", "which must lie over the edge"),
}
_BETWEEN = {
    Over.CLEAR: "the squares between must be empty",
    Over.CLEAR_STRAIGHT_FIRST: "the squares between must be empty, going straight first",
    Over.ONE: "exactly one piece must stand between",
    Over.ONE_STRAIGHT_FIRST: "exactly one piece must stand between, going straight first",
    Over.CLEAR_HALFWAY: "the square halfway must be empty",
    Over.ONE_HALFWAY: "a piece must stand halfway",
}


def view(step: Step, move: Move, board: PlayingBoard, part: Part | None, start: int) -> StepView:
    """A step of a move.

    Args:
        step: The step.
        move: Its move.
        board: Where it is walked.
        part: The part of the text that makes the move.
        start: From where the spans of that part count.
    """
    leg = move.legs[step.number]
    names = tuple(named(square, board) for square in step.squares)
    span = part.leg(step.number, len(move.legs)) if part else None
    return StepView(names, _ACTS[step.act][0], leg.stays, _words(names, leg, step), span.moved(start) if span else None)


def named(square: Square, board: PlayingBoard) -> str:
    """The name of a square, or the sign for a place over the edge."""
    return square_name(square, board) if square in board else OVER_EDGE


def _words(names: tuple[str, ...], leg: Leg, step: Step) -> str:
    *passed, last = ("a place over the edge" if name == OVER_EDGE else name for name in names)
    skipped = [f"over {' and '.join(passed[: leg.skips])}, whatever stands there,"] if passed[: leg.skips] else []
    passed = passed[leg.skips :]
    through = [f"through {listed(passed, ' and ')}, which must be empty,"] if passed else []
    between = [f"; {_BETWEEN[leg.over]}"] if leg.over in _BETWEEN else []
    words = " ".join((*skipped, *through, f"to {last}, {_ACTS[step.act][1]}")) + "".join(between)
    return f"{'From afar ' * leg.stays}{words if leg.stays else words[:1].upper() + words[1:]}."
