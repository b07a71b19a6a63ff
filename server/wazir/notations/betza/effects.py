"""Whether one more modifier changes a piece, as far as its leg alone tells: most often nothing else is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from wazir.diagnostics import Diagnostic, Severity
from wazir.notations.betza import rules
from wazir.notations.betza.directions import headings_of
from wazir.notations.betza.legs import Path, Written
from wazir.notations.betza.lowering import Alternative
from wazir.notations.betza.meaning import Lowering, Read
from wazir.notations.kit import Report
from wazir.piece.equivalence.normal import over_of, single_acts
from wazir.piece.model import Lattice, Leg, Move, Piece
from wazir.syntax import Node

_OF_PATHS = {True: frozenset("x"), False: frozenset("egxy")}
"""The modifiers that change how other legs are read, in a chain or not."""
_NO_LEAPS = frozenset("IO")
_NOT_OF_LEGS = frozenset({rules.E_WITHOUT_RANGE.id, rules.NO_EFFECT.id})
"""Diagnostics that depend on other legs, or say that there is no path."""

Errors = Counter[tuple[str, str]]


class Reading(NamedTuple):
    """What matters about a text."""

    errors: Errors
    """The diagnostics that rule out a completion."""
    piece: Piece


def errors(found: Iterable[Diagnostic]) -> Errors:
    """The diagnostics that rule out a completion which brings them."""
    return Counter(
        [(one.code.id, one.message) for one in found if one.code.severity <= Severity.WARNING or one.code.tags]
    )


@dataclass(frozen=True, slots=True)
class Role:
    """A leg in the only path of its chain."""

    lowering: Lowering
    path: Path
    before: tuple[Read, ...]
    legs_before: tuple[Leg, ...]
    """The legs of the model before it."""
    leg: Read
    own: Alternative
    errors: Errors
    """Those of the leg."""
    after: tuple[Read, ...]
    """The legs after it."""
    others: tuple[Move, ...]
    """The moves of the other chains."""

    def is_changed(self, written: Written, added: str) -> bool | None:
        """Whether the leg as *written*, which has one more character, has no new error and changes the piece.

        None is unknown.
        """
        if not _OF_PATHS[self.path.chained].isdisjoint(added):
            return None
        made, wrong = _read_again(self.lowering, self.path, self.before, self.leg, written, self.legs_before)
        if made == [self.own]:
            return False
        own = self.errors
        if len(made) == 1 and not self._ends_like(made[0]) and any(leg.words.runs for leg in self.after):
            wrong, own = wrong + self._errors_after(made[0]), own + self._errors_after(self.own)
        if not wrong <= own:
            return False
        return (len(made) == 1 and self._differs(made[0].legs)) or None

    def _errors_after(self, leg: Alternative) -> Errors:
        """The errors of the legs after a leg."""
        self.lowering.report = report = Report()
        self.lowering.together(self.after, (*self.legs_before, *leg.legs), self.path.chained)
        return errors(report.diagnostics())

    def _ends_like(self, made: Alternative) -> bool:
        """Whether the legs after it have the same headings to turn from."""
        return {*headings_of(made.legs[-1].ways)} == {*headings_of(self.own.legs[-1].ways)}

    def _differs(self, legs: tuple[Leg, ...]) -> bool:
        """Whether the piece certainly differs if these are the legs of the model."""
        if len(legs) != len(self.own.legs) or legs[0].mover_virgin != self.own.legs[0].mover_virgin:
            return not self.others
        for number, (leg, old) in enumerate(zip(legs, self.own.legs, strict=True), len(self.legs_before)):
            if [heading for heading, _ in leg.ways] != [heading for heading, _ in old.ways]:
                return False
            known = [_steps(move.legs[number]) for move in self.others if number < len(move.legs)]
            if (_steps(leg) ^ _steps(old)).difference(*known):
                return True
        return False


def role(lowering: Lowering, path: Path, node: Node, reading: Reading, others: tuple[Move, ...]) -> Role | None:
    """The role of a leg in its path, which means *reading*; None if the leg does not tell enough."""
    lowering.report = Report()
    legs = lowering.read(path) or []
    number = next((number for number, leg in enumerate(legs) if leg.written.node is node), None)
    if number is None or any("x" in leg.words or leg.atom.letter in _NO_LEAPS for leg in legs):
        return None
    if any(code in _NOT_OF_LEGS for code, _ in reading.errors) or not _has_paths(reading.piece):
        return None
    leg, read = legs[number], tuple(legs[:number])
    before = lowering.together(read, (), path.chained)
    if len(before) != 1:
        return None
    own, wrong = _read_again(lowering, path, read, leg, leg.written, before[0].legs)
    if len(own) != 1:
        return None
    return Role(lowering, path, read, before[0].legs, leg, own[0], wrong, tuple(legs[number + 1 :]), others)


def _read_again(
    lowering: Lowering, path: Path, before: tuple[Read, ...], leg: Read, written: Written, legs: tuple[Leg, ...]
) -> tuple[list[Alternative], Errors]:
    """Every way to read a leg as *written* after some legs of the path, and its errors."""
    lowering.report = report = Report()
    return lowering.read_again(path, before, leg, written, legs), errors(report.diagnostics())


def _has_paths(piece: Piece) -> bool:
    """Whether a piece has a move, and each way of its legs goes on."""
    return piece.moves != () and all(ways for move in piece.moves for leg in move.legs for _, ways in leg.ways)


def _steps(leg: Leg) -> frozenset[object]:
    """The ways with the acts of a leg, and what else each of its paths has."""
    acts = [act for act, _ in single_acts(leg.acts)]
    return frozenset(
        [
            (heading, way, act, over_of(leg.over, way, Lattice.SQUARE), leg.wraps)
            for heading, ways in leg.ways
            for way in ways
            for act in acts
        ]
    )
