"""Finds the shortest texts of pieces that reach given squares (Q18).

A notation spells groups of steps. This module finds the groups that fit, and the cheapest set that
covers all squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product
from math import gcd
from typing import NamedTuple

from wazir.budget import MAX_SETS_TRIED
from wazir.piece.board import PlayingBoard
from wazir.piece.figures import bits
from wazir.piece.model import Piece, Square, Vector
from wazir.piece.motion.reach import reached_from

WAZIR, FERZ = (0, 1), (1, 1)


@dataclass(frozen=True)
class Wanted:
    """The squares that a piece should reach on an empty board."""

    board: PlayingBoard
    square: Square
    """The square of the piece."""
    quiet: frozenset[Square]
    """The targets of moves without capture."""
    capture: frozenset[Square]
    """The targets of captures."""
    on: frozenset[Square] | None = None
    """The squares at the edge of the drawing where rides continue; None to ignore that."""

    @cached_property
    def bits(self) -> Mapping[tuple[str, Square], int]:
        """A bit for each wanted target."""
        quiet = (("m", at) for at in sorted(self.quiet))
        capture = (("c", at) for at in sorted(self.capture))
        on = (("on", at) for at in sorted(self.on or ()))
        return {each: 1 << number for number, each in enumerate((*quiet, *capture, *on))}


class Leaps(NamedTuple):
    """Steps of one length, or those of a king, with the targets of each."""

    leaps: tuple[Vector, ...]
    """(1, 2) for a knight; two leaps for a king."""
    most: int | None
    """The maximum number of steps; None is unlimited."""
    modes: str
    """`m` moves, `c` captures, `mc` both."""
    fit: Mapping[Vector, int]
    """The bits of each step that reaches only wanted targets; 0 if it leaves the board at once."""


class Term(NamedTuple):
    """A part of a text with its targets."""

    text: str
    covers: int


def choices(
    wanted: Wanted, spelled: Callable[[Leaps], Iterable[Term]]
) -> Iterator[tuple[Term, ...]]:
    """The cheapest terms that a notation spells: of all steps, without continued rides, and of
    leaps alone.
    """
    usable = list(_usable(wanted))
    ranges = [steps for steps in usable if steps.most is not None]
    leaps = [steps for steps in ranges if steps.most == 1]
    for some in (usable, ranges, leaps):
        if terms := cheapest(
            (1 << len(wanted.bits)) - 1, (term for steps in some for term in spelled(steps))
        ):
            yield terms


def _usable(wanted: Wanted) -> Iterator[Leaps]:
    """All usable steps. Of ranges with equal targets only the shortest and the unlimited one."""
    fitting: dict[tuple[Vector, int | None, str], dict[Vector, int]] = {}
    for leap in _leaps(wanted):
        for modes in ("mc", "m", "c"):
            last: dict[Vector, int] | None = None
            for most in (*range(1, wanted.board.longest), None):
                reached = {step: _reached(wanted, step, most, modes=modes) for step in turned(leap)}
                fit = {step: bits for step, bits in reached.items() if bits is not None}
                if any(fit.values()) and (most is None or fit != last):
                    fitting[leap, most, modes] = fit
                    yield Leaps((leap,), most, modes, fit=fit)
                last = fit
    for (leap, most, modes), fit in fitting.items():
        if leap == WAZIR and (FERZ, most, modes) in fitting:
            yield Leaps((WAZIR, FERZ), most, modes, fit={**fit, **fitting[FERZ, most, modes]})


def _leaps(wanted: Wanted) -> list[Vector]:
    """The lengths of all steps that lead to a wanted square, directly or repeatedly."""
    x, y = wanted.square
    targets = (sorted((abs(at[0] - x), abs(at[1] - y))) for at in wanted.quiet | wanted.capture)
    leaps = {
        (near // n, far // n)
        for near, far in targets
        for n in range(1, far + 1)
        if gcd(near, far) % n == 0
    }
    return sorted(leaps, key=lambda leap: leap[::-1])


def turned(leap: Vector) -> tuple[Vector, ...]:
    """All steps of a length."""
    near, far = leap
    sizes, signs = ((near, far), (far, near)), (1, -1)
    return tuple(
        dict.fromkeys(
            (x * across, y * along) for x, y in sizes for across, along in product(signs, signs)
        )
    )


def _reached(wanted: Wanted, step: Vector, most: int | None, modes: str) -> int | None:
    """The targets of a ride as bits; None if it reaches an unwanted square."""
    reached, at = 0, wanted.square
    for number in count(1):
        before, at = at, (at[0] + step[0], at[1] + step[1])
        if at not in wanted.board:
            if most is None and number > 1 and wanted.on is not None:
                bit = wanted.bits.get(("on", before))
                return None if bit is None else reached | bit
            return reached
        for mode in modes:
            bit = wanted.bits.get((mode, at))
            if bit is None:
                return None
            reached |= bit
        if number == most:
            return reached
    raise AssertionError


def cheapest(wanted: int, terms: Iterable[Term]) -> tuple[Term, ...] | None:
    """The terms that cover all targets with the fewest characters; None if no terms do."""
    worthwhile: list[Term] = []  # without those that a shorter or equal one covers
    for term in sorted(
        dict.fromkeys(terms), key=lambda term: (len(term.text), -term.covers.bit_count())
    ):
        if not any(term.covers | other.covers == other.covers for other in worthwhile):
            worthwhile.append(term)
    parts = _parts(worthwhile)
    if sum(parts) != wanted:
        return None
    covers = (
        _cheapest_cover(part, [term for term in worthwhile if term.covers & part]) for part in parts
    )
    return tuple(term for cover in covers for term in cover)


def _parts(terms: list[Term]) -> list[int]:
    """The targets, split into parts that share no term."""
    parts: list[int] = []
    for term in terms:
        joined = term.covers
        for part in [part for part in parts if part & term.covers]:
            parts.remove(part)
            joined |= part
        parts.append(joined)
    return parts


def _cheapest_cover(wanted: int, terms: list[Term]) -> tuple[Term, ...]:
    """The cheapest terms that cover all bits; a greedy choice if the search is cut off first."""
    share: dict[int, float] = {}  # a lower bound of the cost of each bit
    for term in terms:
        each = len(term.text) / term.covers.bit_count()
        share |= {bit: min(each, share.get(bit, each)) for bit in bits(term.covers)}
    best, left, tried = list[Term](), wanted, 0
    while left:
        best.append(
            min(terms, key=lambda term: len(term.text) / ((term.covers & left).bit_count() or 1e-9))
        )
        left &= ~best[-1].covers
    lowest = sum(len(term.text) for term in best)
    stack = [(wanted, list[Term](), 0)]
    while stack:
        left, chosen, cost = stack.pop()
        tried += 1
        if not left and cost < lowest:
            best, lowest = chosen, cost
        needed = list(bits(left))
        if (
            not needed
            or tried > MAX_SETS_TRIED
            or cost + sum(share[bit] for bit in needed) > lowest - 1 + 1e-9
        ):
            continue
        # branch on the target with the fewest terms
        fewest = min(
            ([term for term in terms if term.covers >> bit & 1] for bit in needed), key=len
        )
        fewest.sort(key=lambda term: len(term.text) / (term.covers & left).bit_count())
        stack += [
            (left & ~term.covers, [*chosen, term], cost + len(term.text))
            for term in reversed(fewest)
        ]
    return tuple(best)


def reaches_exactly(piece: Piece, wanted: Wanted) -> bool:
    """Whether a piece that has moved reaches exactly the wanted squares (M8)."""
    reached = reached_from(piece, wanted.board, wanted.square)
    return reached == {(at, (), ()) for at in wanted.quiet} | {
        (at, (at,), ()) for at in wanted.capture
    }
