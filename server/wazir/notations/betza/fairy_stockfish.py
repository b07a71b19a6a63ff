"""What Fairy-Stockfish plays for a string of Betza notation, faults included
(docs/notations/engines.md, E1 to E16).

The engine keeps a piece as a table of offsets and moves it by bitboards: a move is a square that
some entry of the table names and some way of moving reaches, not necessarily the same one's. Here
the moves are told as leaps, and as rides with the counts of steps at which they may stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from enum import Enum, auto
from itertools import groupby, product
from typing import NamedTuple

from wazir.notations.betza.directions import SIGNS, Shape
from wazir.notations.betza.legs import LEAPS, STEPS
from wazir.notations.betza.lowering import EN_PASSANT, over_one, right_behind
from wazir.piece.conditions import Axis, BySide, Compare, Coordinate, Guard
from wazir.piece.model import Act, Leg, Move, Over, Piece, Vector

FILES = 12
"""The largest board of the engine is so wide (E15)."""

_ATOMS = {letter: leaps for letter, leaps in LEAPS.items() if letter not in "UOI"}
_DIGITS = frozenset("0123456789")
LONG_WAYS, SIDE_WAYS = frozenset("fbvh"), frozenset("lrsh")
_Turns = Mapping[tuple[bool, int, int], frozenset[str]]
TURNS: _Turns = {
    turn: frozenset(
        2 * sign if len(sign) == 1 else sign
        for sign, places in SIGNS[Shape.OBLIQUE].items()
        if at in places and sign not in ("a", "lr", "rl")
    )
    for turn, at in zip(
        product((True, False), (1, -1), (1, -1)), (1, 15, 7, 9, 3, 13, 5, 11), strict=True
    )
}
"""The pairs of signs that choose each turn of a leap: steep or flat, forward or backward, right or
left (E7).
"""
_EARLY_TURNS: _Turns = {
    **TURNS,
    (False, 1, -1): TURNS[False, 1, -1] - {"lh"} | {"rh"},
    (False, -1, 1): TURNS[False, -1, 1] - {"rh"} | {"lh"},
}
"""The same up to version 14.0.1."""

_UNLIMITED, _LAME, _ADJACENT = 0, -1, 1
"""Limits of entries: of rides and hops without one, of leaps that can be blocked, and of
grasshoppers.
"""


class _Way(Enum):
    """The ways of moving of the engine."""

    LEAP = auto()
    LAME = auto()
    RIDE = auto()
    HOP = auto()
    """Over exactly one piece, and on to any square behind."""
    GRASSHOPPER = auto()
    """Over a piece, to the square right behind."""


_LIMITED = {(_Way.LEAP, _LAME): _Way.LAME, (_Way.HOP, _ADJACENT): _Way.GRASSHOPPER}
"""Some leaps are lame by their limit, and some hops are grasshopper hops."""
_Entries = dict[tuple[_Way, Vector], int]
"""The limit of each entry of leaps, rides or hops; a later one replaces an earlier one (E10)."""


class _Table(NamedTuple):
    """A piece as the engine keeps it."""

    quiet: _Entries
    capture: _Entries
    from_region: _Entries
    """Quiet moves that are there only in the double-step region (E13)."""


_BOARD_RANK = Coordinate(Axis.BOARD_RANK)
REGION = Guard(BySide(Compare(_BOARD_RANK, "=", 2), Compare(_BOARD_RANK, "=", 7)))
"""The squares on which a pawn may make a double step (E13)."""


def read(text: str, *, is_early: bool = False) -> Piece:
    """The piece that Fairy-Stockfish plays. Every text is one; what has no meaning is dropped in
    silence (E1).

    In versions up to 14.0.1 `n` and a range hold for all atoms behind them too (V13).
    """
    table = _table(text, is_early)
    moves = [Move(legs) for legs in _paths({Act.STOP: table.quiet, Act.CAPTURE: table.capture})]
    moves += (Move(legs, guards=(REGION,)) for legs in _paths({Act.STOP: table.from_region}))
    if "e" in text:
        moves += (Move(legs, labels=(EN_PASSANT,)) for legs in _paths({Act.STOP: table.capture}))
    return Piece(tuple(moves))


def _table(text: str, is_early: bool) -> _Table:
    """The entries of a text, read once from the left (E1 to E5)."""
    table = _Table({}, {}, {})
    signs: list[str] = []
    turns = _EARLY_TURNS if is_early else TURNS
    letters, limit, at = "", _UNLIMITED, 0
    while at < len(text):
        letter, following = text[at], text[at + 1 : at + 2]
        at += 1
        if letter in _ATOMS:
            rides = letter in STEPS
            if following == letter or following in _DIGITS:
                rides, at = True, at + 1
                limit = int(following) if following in _DIGITS else limit
            if "n" in letters and not rides:
                limit = _LAME
            if "p" in letters or "g" in letters:
                kind = _Way.HOP
            elif rides:
                kind = _Way.RIDE
            else:
                kind = _Way.LEAP
            made = {
                (kind, offset): limit
                for leap in _ATOMS[letter]
                for offset in _offsets(leap, signs, letter, turns=turns)
            }
            for entries in _chosen(table, letters):
                entries |= made
            signs = []
            letters, limit = ("n" * ("n" in letters), limit) if is_early else ("", _UNLIMITED)
        elif letter in LONG_WAYS | SIDE_WAYS:
            pairs = following == letter or crosses(letter, following)
            signs.append(letter + (following if pairs else letter))
            at += pairs
        elif letter in "mcpgni":
            letters += letter
            limit = _ADJACENT if letter == "g" else limit
    return table


def crosses(sign: str, other: str) -> bool:
    """Whether one of two signs is a long way and the other a side way (E6)."""
    return any(
        long in LONG_WAYS and side in SIDE_WAYS for long, side in ((sign, other), (other, sign))
    )


def _chosen(table: _Table, letters: str) -> Iterator[_Entries]:
    """The entries that the modes choose; captures of moves from the region are dropped (E5,
    E13).
    """
    both = ("m" in letters) == ("c" in letters)
    if both or "m" in letters:
        yield table.from_region if "i" in letters else table.quiet
    if (both or "c" in letters) and "i" not in letters:
        yield table.capture


def _offsets(leap: Vector, signs: Iterable[str], letter: str, turns: _Turns) -> Iterator[Vector]:
    """The turns of a leap that signs choose; those of W, D, H and R are split in their letters
    first (E7, E8).
    """
    single = len(_ATOMS[letter]) == 1 and leap[0] == 0
    chosen = {
        pair for sign in signs for pair in ((2 * sign[0], 2 * sign[1]) if single else (sign,))
    }
    return chosen_turns(leap, chosen, turns)


def chosen_turns(leap: Vector, chosen: Set[str], turns: _Turns = TURNS) -> Iterator[Vector]:
    """The turns of a leap that pairs of signs choose; all without any, and all flat ones for `h`
    alone.
    """
    near, far = leap
    for (steep, forward, right), pairs in turns.items():
        if not chosen or chosen & pairs or ("h" in chosen and not steep):
            yield (right * near, forward * far) if steep else (right * far, forward * near)


class _Ray(NamedTuple):
    """Moves in one direction."""

    way: _Way
    step: Vector
    least: int = 1
    most: int | None = 1


_LINES: tuple[tuple[Vector, ...], ...] = (
    ((0, 1), (0, -1)),
    ((1, 0), (-1, 0)),
    ((1, 1), (1, -1), (-1, -1), (-1, 1)),
    tuple((x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y)),
)
_LINE_OF = {step: line for line in _LINES for step in line}
"""The steps of the lines on which the engine rides: vertical, horizontal, diagonal and oblique
(E11).
"""
_OBLIQUE = frozenset(_LINES[-1])
_LAME_SIZES = frozenset({(0, 2), (1, 2), (2, 2), (2, 3)})
"""The leaps that the engine has a lame form of (E9)."""
_FARTHEST, _MAX_STEPS_RIDDEN = FILES - 1, 2
"""The length of a move on the largest board, and the longest repeated step (E12)."""


def _paths(entries: Mapping[Act, _Entries]) -> Iterator[tuple[Leg, ...]]:
    """The paths of entries by what happens at their end; equal ones are made one."""
    acts: dict[_Ray, Act] = {}
    for act, own in entries.items():
        for part in _parts(own):
            acts[part] = acts.get(part, Act(0)) | act
    together: dict[tuple[_Way, int, int | None, Act], list[Vector]] = {}
    for part, ends in acts.items():
        together.setdefault((part.way, part.least, part.most, ends), []).append(part.step)
    for (way, least, most, ends), steps in together.items():
        leg = Leg(((None, tuple((step,) for step in steps)),), least, most, acts=ends)
        match way:
            case _Way.LEAP | _Way.RIDE:
                yield (leg,)
            case _Way.LAME:
                yield (leg._replace(over=Over.CLEAR_STRAIGHT_FIRST),)
            case _Way.HOP:
                yield from over_one(leg)
            case _Way.GRASSHOPPER:
                yield from right_behind(leg)


def _parts(entries: _Entries) -> Iterator[_Ray]:
    """What the ways of moving that entries have reach of the squares that entries name (E12)."""
    steps: dict[_Way, dict[Vector, None]] = {way: {} for way in _Way}
    for (kind, step), limit in entries.items():
        way = _LIMITED.get((kind, limit), kind)
        steps[way].update(dict.fromkeys((step,) if kind is _Way.LEAP else _LINE_OF.get(step, ())))
    named = frozenset(
        square for (kind, step), limit in entries.items() for square in _named(kind, step, limit)
    )
    rides = [part for step in steps[_Way.RIDE] for part in _stops(_Way.RIDE, step, named)]
    yield from rides
    yield from (_Ray(_Way.LEAP, step) for step in steps[_Way.LEAP] if step not in steps[_Way.RIDE])
    lame = {_size(step) for step in steps[_Way.LAME]} & _LAME_SIZES
    reached = {*steps[_Way.LEAP], *(square for part in rides for square in _squares(part))}
    yield from (_Ray(_Way.LAME, step) for step in sorted(named - reached) if _size(step) in lame)
    hops = [step for step in steps[_Way.HOP] if step not in _OBLIQUE]
    behind = [step for step in steps[_Way.GRASSHOPPER] if step not in _OBLIQUE and step not in hops]
    for way, directions in ((_Way.HOP, hops), (_Way.GRASSHOPPER, behind)):
        yield from (
            part for step in directions for part in _stops(way, step, named) if part.most != 1
        )


def _size(step: Vector) -> tuple[int, int]:
    near, far = sorted(map(abs, step))
    return near, far


def _named(kind: _Way, step: Vector, limit: int) -> Iterable[Vector]:
    """The squares that an entry names on an empty board."""
    if kind is _Way.LEAP:
        return (step,)
    far = max(map(abs, step))
    if far > _MAX_STEPS_RIDDEN:
        return ()
    unlimited = limit == _UNLIMITED or (kind is _Way.HOP and limit == _ADJACENT)
    most = _FARTHEST // far
    return _multiples(step, 1, most if unlimited else min(max(limit, 1), most))


def _multiples(step: Vector, least: int, most: int) -> Iterable[Vector]:
    return ((step[0] * count, step[1] * count) for count in range(least, most + 1))


def _stops(way: _Way, step: Vector, named: Set[Vector]) -> Iterator[_Ray]:
    """The runs of counts of a step that lead to squares that are named."""
    most = _FARTHEST // max(map(abs, step))
    counts = [count for count, square in enumerate(_multiples(step, 1, most), 1) if square in named]
    for _, run in groupby(enumerate(counts), lambda numbered: numbered[1] - numbered[0]):
        ends = [count for _, count in run]
        yield _Ray(way, step, least=ends[0], most=None if ends[-1] == most else ends[-1])


def _squares(part: _Ray) -> Iterable[Vector]:
    """The squares on which a ride may stop on an empty board."""
    return _multiples(part.step, part.least, part.most or _FARTHEST // max(map(abs, part.step)))
