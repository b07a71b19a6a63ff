"""What XBoard plays for a string of Betza notation, faults included (docs/notations/engines.md, X1
to X18).

Directions are places on a ring of eight, clockwise from 0, straight forward; of oblique leaps 0 is
the steep one forward to the right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from wazir.budget import MAX_MOVES
from wazir.notations.betza.directions import SIGNS, Shape, straight
from wazir.notations.betza.legs import LEAPS, STEPS
from wazir.notations.betza.lowering import EN_PASSANT, acts_of, castling, over_one, right_behind
from wazir.piece.board import place
from wazir.piece.conditions import FALSE, TRUE, BySide, Guard, Moved, No
from wazir.piece.model import Act, Count, Leg, Move, Over, Piece, Vector, Ways

MAX_LETTERS_KEPT = 79
"""The number of characters after a leg that the program keeps."""
AHEAD = "one rank ahead of a start square of its kind"

_Places = frozenset[int]
_STRAIGHT, _DIAGONAL = frozenset({0, 2, 4, 6}), frozenset({1, 3, 5, 7})
_ALL = _STRAIGHT | _DIAGONAL
_BACK = frozenset({4})

_Signs = Mapping[str, _Places]
"""What a sign chooses, of one or two letters; two that are here together are one sign."""


def _signs_of(shape: Shape, without: str, empty: str = "") -> _Signs:
    """The signs of Betza's notation, without some, and with others that choose nothing here."""
    known = SIGNS[shape].keys() - without.split()
    signs = {sign: frozenset(at // 2 for at in SIGNS[shape][sign]) for sign in known}
    return {**signs, **dict.fromkeys(empty.split(), frozenset[int]())}


_OF_STRAIGHT = _signs_of(Shape.ORTHOGONAL, "a rl lr")
"""Signs of W, D, H and R, each for itself (X5)."""
_OF_DIAGONAL = _signs_of(
    Shape.DIAGONAL, "a ff rr bb ll rl lr", "v s h vs sv fs sf bs sb lv vl rv vr"
)
"""Signs of F, A, G and B (X6)."""
_OF_OBLIQUE = {**_signs_of(Shape.OBLIQUE, "a rl lr hl hr", "vv ss hh vh sh"), "h": _ALL}
"""Signs of oblique atoms after the first one (X7)."""
_OF_EIGHT = {**_signs_of(Shape.EIGHT, "a ff rr bb ll rl lr fh rh bh lh"), "h": _ALL}
"""Signs of K and Q, and of all later legs (X8)."""


class _XBoardAtom(NamedTuple):
    leap: Vector
    signs: _Signs
    places: _Places
    """The parts of a first leg."""
    rides: bool = False
    """Without a number."""


def _atom(letter: str, leap: Vector) -> _XBoardAtom:
    near, far = leap
    if letter in "KQ":
        return _XBoardAtom(leap, _OF_EIGHT, _ALL, rides=letter == "Q")
    if 0 < near < far:
        return _XBoardAtom(leap, _OF_OBLIQUE, _ALL)
    signs, places = (_OF_STRAIGHT, _STRAIGHT) if near == 0 else (_OF_DIAGONAL, _DIAGONAL)
    return _XBoardAtom(leap, signs, places, rides=letter in STEPS)


_LEAPS = {letter: leaps[0] for letter, leaps in LEAPS.items() if leaps} | {
    "J": (1, 3),
    "L": (2, 3),
    "O": (0, 0),
}
"""The leaps of XBoard, which means others by `J` and `L`."""
_ATOMS = {letter: _atom(letter, leap) for letter, leap in _LEAPS.items()}
_TURNED = {"B": "F", "F": "B", "K": "Q", "Q": "K", "R": "W", "W": "R"}
"""What `g` and `y` make of the atom of the following leg (X10)."""


class _XBoardLeg(NamedTuple):
    """A leg as the program reads it."""

    letter: str
    atom: _XBoardAtom
    starts: int
    """The number of `i` at its start."""
    places: _Places
    modes: str
    number: int | None
    rest: str | None
    """The legs after it; None where it is the last."""
    end: int
    """The offset of the next move."""

    @property
    def most(self) -> int | None:
        """The largest number of steps; None is unlimited."""
        return self.number or (None if self.atom.rides or self.number == 0 else 1)

    @property
    def jumps(self) -> int:
        """1 or more with `j`; -1 where the leap is lame."""
        return self.modes.count("j") - self.modes.count("n")


_LEG = re.compile(r"(i*)([a-z]*)([A-Z]?)([0-9]*)")
_MODES = re.compile(r"(m?c?d?e?t?p?g?o?y?n?j*)(a?)")


def read(text: str) -> Piece:
    """The piece that XBoard plays.

    Raises:
        ValueError: with a sentence, where the program hangs or reads beside what it keeps.
    """
    moves: dict[Move, None] = {}
    at = 0
    while (first := _leg(text, at, is_first=True)) is not None:
        for move in _moves(first):
            moves[move] = None
            if len(moves) > MAX_MOVES:
                raise ValueError(f"These are more than {MAX_MOVES:,} moves for XBoard.")
        at = first.end
    return Piece(tuple(moves))


def _leg(text: str, at: int, *, is_first: bool) -> _XBoardLeg | None:
    """The leg that begins at an offset; None where reading stops (X1 to X4)."""
    match = _LEG.match(text, at)
    if match is None or (atom := _ATOMS.get(match[3])) is None:
        return None
    if not is_first and len(match[2]) >= MAX_LETTERS_KEPT:
        raise ValueError(
            f"XBoard keeps {MAX_LETTERS_KEPT} characters of the legs after an `a`; here are more."
        )
    places, after = _signs(text, match.end(1), atom, is_first=is_first)
    modes = _MODES.match(text, after)
    if modes is None:
        return None
    digits = match[4].lstrip("0")[:6]
    number, read = None, 0
    if match[4]:
        number = int(f"0{digits}")
        read = 1 if number < 10 else 2
    return _XBoardLeg(
        letter=match[3],
        atom=atom,
        starts=len(match[1]),
        places=places,
        modes=modes[1],
        number=number,
        rest=text[modes.end() :] if modes[2] else None,
        end=match.start(4) + read,
    )


def _signs(text: str, at: int, atom: _XBoardAtom, *, is_first: bool) -> tuple[_Places, int]:
    """The places that signs choose, else those of an atom without any, and the offset after them
    (X5 to X8, X15).
    """
    if is_first and atom.signs is _OF_OBLIQUE and text[at] == "h":
        return (_STRAIGHT if text[at + 1 : at + 2] == "r" else _DIAGONAL), at + 2
    signs = atom.signs if is_first else _OF_EIGHT
    places: _Places = frozenset()
    while text[at] in signs:
        sign = text[at : at + 2] if text[at : at + 2] in signs else text[at]
        places, at = places | signs[sign], at + len(sign)
    if is_first:
        return places or atom.places, at
    return places or (_ALL - _BACK if atom.places == _ALL else frozenset({0, 2, 6})), at


def _chain(first: _XBoardLeg) -> list[_XBoardLeg] | None:
    """A leg with those after it; None where one of them cannot be read."""
    legs = [first]
    while (rest := legs[-1].rest) is not None:
        if set("gy") & set(legs[-1].modes) and (match := _LEG.match(rest)):
            # The atom of the following leg changes, and loses its number (X10).
            number = "0" if legs[-1].most == 1 else ""
            rest = rest[: match.start(3)] + _TURNED.get(match[3], match[3]) + number
        leg = _leg(rest, 0, is_first=False)
        if leg is None:
            return None
        legs.append(leg)
    return legs


def _moves(first: _XBoardLeg) -> Iterator[Move]:
    """The moves of a leg with those after it."""
    legs = _chain(first)
    if legs is None:
        return
    if first.letter == "O":
        yield from _on_the_spot(legs)
        return
    labels = (AHEAD,) if any(leg.starts == 2 for leg in legs) else ()
    for places, guards in _sides(first):
        for path, more in _paths(legs, places):
            yield Move(path, labels=(*labels, *more), guards=guards)


def _on_the_spot(legs: list[_XBoardLeg]) -> Iterator[Move]:
    """A pass, or castling (X17)."""
    first = legs[0]
    if any(leg.number == 0 for leg in legs):
        raise ValueError("XBoard hangs on `O0`.")
    if first.number is not None:
        squares = [side * first.number for at, side in ((2, 1), (6, -1)) if at in first.places]
        yield from (castling(each, bool(first.starts)) for each in squares if len(legs) == 1)
    elif all(
        leg.jumps >= 0 and Act.STOP in _acts(leg) and not set("pg") & set(leg.modes) for leg in legs
    ):
        yield Move((), guards=(Guard(No(Moved())),) if any(leg.starts for leg in legs) else ())


def _sides(first: _XBoardLeg) -> Iterator[tuple[_Places, tuple[Guard, ...]]]:
    """The places of a first leg, apart where a side has its own.

    Black's K and Q with both straight and diagonal signs turn the straight ones alone (X8).
    """
    diagonal = first.places & _DIAGONAL
    turned = frozenset((at + 4) % 8 for at in diagonal)
    if first.atom.signs is not _OF_EIGHT or diagonal == first.places or diagonal == turned:
        yield first.places, ()
        return
    yield first.places - (diagonal - turned), ()
    yield diagonal - turned, (Guard(BySide(TRUE, FALSE)),)
    yield turned - diagonal, (Guard(BySide(FALSE, TRUE)),)


def _paths(
    legs: list[_XBoardLeg], places: _Places
) -> Iterator[tuple[tuple[Leg, ...], tuple[str, ...]]]:
    """Every way to walk the legs, with what is not evaluated; *places* are those of the first."""
    before: list[Leg] = []
    for written in legs:
        leg = _lowered(written, before, places)
        if leg is None:
            return
        before.append(leg)
    *inner, last = before
    for end in _ends(legs[-1], last):
        yield from (((*begun, *end), ()) for begun in _with_captures(inner, at_most=2))
    if "e" in legs[-1].modes:
        for end in _ends(legs[-1], last._replace(acts=Act.STOP, elsewhere=True)):
            yield from (
                ((*begun, *end), (EN_PASSANT,)) for begun in _with_captures(inner, at_most=0)
            )


def _lowered(written: _XBoardLeg, before: list[Leg], places: _Places) -> Leg | None:
    """A leg of the model; None if it leads nowhere."""
    ways = _ways(written, before, places)
    far, jumps = max(written.atom.leap), written.jumps
    if far == 1 and jumps < 0:
        if (
            "o" in written.modes
            and written.most is None
            and any(not way[0][1] for _, some in ways for way in some)
        ):
            raise ValueError("XBoard hangs: with `on` this ride goes round the board for ever.")
        return None
    as_long = written.starts not in (0, 2) and any(leg.ranged for leg in before)
    if as_long and written.rest is None and set("pg") & set(written.modes):
        return None
    if jumps < 0:
        lame = Over.CLEAR_HALFWAY
    elif jumps:
        lame = Over.ONE_HALFWAY
    else:
        lame = Over.ANYTHING
    return Leg(
        ways=ways,
        most=written.most,
        acts=_acts(written),
        counts=Count.AS_LONG if as_long else Count.OWN,
        ranged=written.most != 1,
        over=lame if far > 1 else Over.ANYTHING,
        skips=jumps if far == 1 else 0,
        wraps="o" in written.modes,
        circles="o" in written.modes,
        leaves_standing=written.rest is not None,
        mover_virgin=written.starts not in (0, 2) and not as_long,
    )


def _ways(written: _XBoardLeg, before: list[Leg], places: _Places) -> Ways:
    """The ways of a leg; of a later one by the heading (X15)."""
    leap = written.atom.leap
    if not before:
        eight = written.atom.signs is _OF_EIGHT
        return ((None, straight(_step(leap, at, eight=eight) for at in sorted(places))),)
    headings = dict.fromkeys(way[0] for _, ways in before[-1].ways for way in ways)
    turns = {
        heading: sorted((at + place(heading) // 2) % 8 for at in written.places)
        for heading in headings
    }
    return tuple(
        (heading, straight(_step(leap, at, eight=True) for at in turns[heading]))
        for heading in headings
    )


def _step(leap: Vector, at: int, *, eight: bool) -> Vector:
    """The step of a leap at a place; of an atom that has all *eight*, straight or diagonal by its
    longer part.
    """
    near, far = leap
    if eight:
        near = far if at % 2 else 0
    x, y = (far, near) if at % 2 else (near, far)
    for _ in range(at // 2):
        x, y = y, -x
    return x, y


_TAKES = Act.CAPTURE | Act.DESTROY


def _acts(written: _XBoardLeg) -> Act:
    """What happens at the end of a leg (X9, X10); without what `e` adds."""
    acts = acts_of("".join(mode for mode in "mcd" if mode in written.modes), Act(0))
    if written.rest is None:
        return acts if acts or "e" in written.modes else Act.STOP | Act.CAPTURE
    if "y" in written.modes:
        acts ^= Act.STOP
    elif set("pg") & set(written.modes):
        acts |= Act.PASS_FRIEND if "t" in written.modes else Act.HOP
    return acts if acts or "e" in written.modes else Act.STOP


def _with_captures(legs: list[Leg], at_most: int) -> Iterator[tuple[Leg, ...]]:
    """The legs before the last, of which only a limited number captures (X14)."""
    taking = [number for number, leg in enumerate(legs) if leg.acts & _TAKES]
    if len(taking) <= at_most:
        yield tuple(legs)
        return
    for count in range(at_most + 1):
        for chosen in combinations(taking, count):
            some = [
                leg._replace(acts=leg.acts & (_TAKES if number in chosen else ~_TAKES))
                for number, leg in enumerate(legs)
            ]
            if all(leg.acts for leg in some):
                yield tuple(some)


def _ends(written: _XBoardLeg, leg: Leg) -> Iterable[tuple[Leg, ...]]:
    """The last leg in every way (X11)."""
    if not leg.acts:
        return ()
    if not set("pg") & set(written.modes):
        return ((leg,),)
    if leg.most == 1:
        return ()
    return right_behind(leg) if "g" in written.modes else over_one(leg)
