"""Pieces, moves and legs, what every notation compiles to (M1, M4 to M6, M9); and what moves depend
on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, Flag, auto
from itertools import chain
from typing import NamedTuple

from wazir.piece import conditions
from wazir.piece.board import Content as Content
from wazir.piece.board import Lattice as Lattice
from wazir.piece.board import PlayingBoard
from wazir.piece.board import Square as Square
from wazir.piece.board import Vector as Vector
from wazir.piece.conditions import Guard, Test, Who

EN_PASSANT = "en passant"
"""The label of a move to an empty square that captures en passant."""
NOT_ROYAL = "not royal"
"""The label of a capture of any piece but a royal one, which gives no check."""

Way = tuple[Vector, ...]
"""The repeated steps of a ride: one vector is straight, two are crooked, eight circular."""

Ways = tuple[tuple[Vector | None, tuple[Way, ...]], ...]
"""The ways of a leg by heading, the last step before it. None is the default and the first leg."""


class Act(Flag):
    """The events on the last square of a leg (M5). Several acts of a leg are alternatives."""

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    STOP = auto()
    """The square is empty."""
    CAPTURE = auto()
    """A foe is taken."""
    DESTROY = auto()
    """A friend is taken."""
    HOP = auto()
    """A piece of either side is there and stays."""
    PASS_FRIEND = auto()
    """A friend is there and stays."""
    PASS_FOE = auto()
    """A foe is there and stays."""
    UNLOAD = auto()
    """The piece taken last is put down; a piece on the square is taken instead (B15)."""
    CROSS = auto()
    """The leg ends off the board, and the path continues from there (B13)."""


class Count(Enum):
    """What the minimum and maximum number of steps of a leg count (M4)."""

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    OWN = auto()
    """The steps of this leg."""
    SHARED = auto()
    """The steps of this leg and the previous one."""
    AS_LONG = auto()
    """The steps of this leg, which also covers as many king steps as the last ranged leg (B16)."""


class Over(Enum):
    """The required contents of the squares that a single step passes (B18, B22)."""

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    ANYTHING = auto()
    """Anything."""
    CLEAR = auto()
    """All squares of some shortest path are empty (`n`)."""
    CLEAR_STRAIGHT_FIRST = auto()
    """All squares of the path with straight steps first are empty (`n` in xbetza)."""
    ONE = auto()
    """Some shortest path has exactly one piece (`j`)."""
    ONE_STRAIGHT_FIRST = auto()
    """The path with straight steps first has exactly one piece (`j` in xbetza)."""
    CLEAR_HALFWAY = auto()
    """The square halfway, rounded towards the start, is empty; the start of the move counts as
    occupied (X12).
    """
    ONE_HALFWAY = auto()
    """The square halfway holds a piece; the start of the move counts as one (X12)."""


_OWN, _ANYTHING = Count.OWN, Over.ANYTHING
"""Bound, because Python 3.11 takes long to find members of enumerations."""

CLEARS = frozenset({Over.CLEAR, Over.CLEAR_STRAIGHT_FIRST, Over.CLEAR_HALFWAY})
JUMPS = frozenset({Over.ONE, Over.ONE_STRAIGHT_FIRST, Over.ONE_HALFWAY})


class Towards(Flag):
    """The direction of a leg relative to the start of the move.

    It is the sign of the inner product of its first step with the path so far. At the start every
    step counts as both (L9).
    """

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    OUTWARD = auto()
    INWARD = auto()
    ASIDE = auto()
    """At a right angle."""


@dataclass(frozen=True, slots=True)
class Victim:
    """The pieces that a leg may take, if not all."""

    who: Who
    label: str
    """The condition in words, for a piece with an unknown name."""


class Leg(NamedTuple):
    """A leg of a path: a step, or a ride of several steps, and the acts on its last square.

    The squares between the steps of a ride must be empty. A ride never returns to the start of its
    leg.
    """

    ways: Ways
    least: int = 1
    most: int | None = 1
    """The maximum number of steps; None is unlimited."""
    acts: Act = Act.STOP | Act.CAPTURE
    counts: Count = Count.OWN
    """What the numbers of steps count."""
    ranged: bool = False
    """Whether it has an explicit range, which a later leg may copy (B16)."""
    over: Over = Over.ANYTHING
    skips: int = 0
    """The number of squares at the start of the ride that may hold anything (`j` on a ride in
    xbetza).
    """
    wraps: bool = False
    """The side edges of the board are joined for this leg (`o`)."""
    anywhere: bool = False
    """It leaps to any other square of the board and has no ways (`U`)."""
    back: int = 0
    """The number of legs back to the origin of its steps; 0 is the current square."""
    stays: bool = False
    """The mover stays; the acts happen at a distance (rifle)."""
    keeps_heading: bool = False
    """It does not change the heading."""
    again: bool = False
    """It may be repeated."""
    towards: Towards | None = None
    """The allowed directions; None is all, an empty set only the start of the move."""
    on_edge_file: bool = False
    """It must end on the first or last file (castling)."""
    mover_virgin: bool = False
    victim_virgin: bool = False
    victim: Victim | None = None
    guards: tuple[Guard, ...] = ()
    """Conditions at its start."""
    squares: Guard | None = None
    """The condition on its last square."""
    elsewhere: bool = False
    """It may not end where the move began."""
    leaves_standing: bool = False
    """A captured piece stays until the end of the move (X13)."""
    continues: bool = False
    """It continues the ride of the leg before, which is one leg of the notation and never enters
    its start (M7).
    """
    circles: bool = False
    """On joined edges a ride meets the mover itself; without obstacles it never ends (X13, X18)."""

    def after(self, heading: Vector | None) -> tuple[Way, ...]:
        """Its ways after a heading."""
        table = dict(self.ways)
        return table.get(heading, table.get(None, ()))

    @property
    def all_ways(self) -> tuple[Way, ...]:
        """Its ways after all headings."""
        return tuple(way for _, ways in self.ways for way in ways)

    @property
    def is_leap(self) -> bool:
        """Whether it is one step that passes nothing and counts for no other leg."""
        is_single = self.most == 1 and self.least <= 1 and self.counts is _OWN
        return is_single and self.over is _ANYTHING and not (self.ranged or self.skips)

    @property
    def is_ordinary(self) -> bool:
        """Whether it is no part of a path that only one notation has, and is under no condition."""
        odd = self.skips or self.wraps or self.anywhere or self.back or self.stays or self.again
        return not (odd or self.on_edge_file or self.victim or self.guards or self.squares)


@dataclass(frozen=True, slots=True)
class Move:
    """A path of legs."""

    legs: tuple[Leg, ...]
    """Empty if the mover stays."""
    fragments: tuple[tuple[Leg, ...], ...] = ()
    """Paths from the end of the mover that burn: all their ways are walked at once, and each
    captures (B17).
    """
    vanishes: bool = False
    """The mover is removed at the end."""
    becomes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Conditions that are not evaluated (M9)."""
    guards: tuple[Guard, ...] = ()
    """Conditions before the move, on the mover's square."""
    deeds: tuple[tuple[str, str], ...] = ()
    """The labels that tell what happens at the end, not when; each with a phrase around it:
    "captures {}".
    """

    @property
    def all_legs(self) -> tuple[Leg, ...]:
        """Its legs and those of its fragments."""
        return (*self.legs, *(leg for fragment in self.fragments for leg in fragment))

    @property
    def is_path(self) -> bool:
        """Whether it is its legs alone, under no condition that is evaluated."""
        return not (self.fragments or self.vanishes or self.becomes or self.guards)

    @property
    def is_first(self) -> bool:
        """Whether only an unmoved mover can make it."""
        return any(leg.mover_virgin for leg in self.all_legs)


@dataclass(frozen=True, slots=True)
class Promotion:
    """The promotion after a move that satisfies a condition."""

    guard: Guard
    """Evaluated at the end of the move."""
    becomes: tuple[str, ...]
    unnamed: tuple[tuple[str, Piece], ...] = field(default=(), compare=False)
    """The pieces of *becomes* that are given by their moves."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A set of moves, with properties in words (royal, promotion; M4)."""

    moves: tuple[Move, ...]
    properties: tuple[str, ...] = ()
    promotions: tuple[Promotion, ...] = ()
    freezes: tuple[Move, ...] = ()
    """The squares where these end are immobilized. They are not moves."""
    lattice: Lattice = Lattice.SQUARE

    def after_first_move(self) -> Piece:
        """The piece after its first move."""
        return replace(self, moves=tuple(move for move in self.moves if not move.is_first))


@dataclass(frozen=True, slots=True, order=True)
class Result:
    """One result of a piece in a position (M6). Paths do not matter for equality."""

    to: Square | None
    """The end of the mover: its own square if it stays, None if it is removed."""
    takes: tuple[Square, ...] = ()
    """The squares of the captured pieces before the move, in order."""
    puts: tuple[tuple[Square, Square], ...] = ()
    """(target, origin) of each piece that is put down, in order."""
    becomes: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    """The labels of conditions that were not evaluated, sorted."""
    path: tuple[Square, ...] = field(default=(), compare=False)
    """The squares of the path, the start first, for drawing."""


@dataclass(frozen=True, slots=True)
class Results:
    """All results of a piece, sorted."""

    all: tuple[Result, ...]
    incomplete: bool = False
    """The limit of states was reached (M10)."""
    endless: bool = False
    """A ride circles for ever, so an engine would hang (X18)."""


class Kind(Flag):
    """The ways to reach a square (M8). QUIET, CAPTURE and DESTROY are effects; the others are
    qualifiers.
    """

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    QUIET = auto()
    CAPTURE = auto()
    DESTROY = auto()
    RIFLE = auto()
    """A capture at a distance or on the way."""
    HOP = auto()
    """Only over a piece."""
    FIRST = auto()
    """Only as a first move."""
    CONDITION = auto()
    """Only under a condition that is not evaluated."""
    FREEZE = auto()
    """Pieces are immobilized."""


def freest(kinds: Iterable[Kind]) -> frozenset[Kind]:
    """The kinds without those that a less qualified one makes redundant."""
    kinds = frozenset(kinds)
    return frozenset(
        kind
        for kind in kinds
        if not any(other != kind and other & kind == other for other in kinds)
    )


@dataclass(frozen=True, slots=True)
class Arrival:
    """A way to reach a square, with its shortest path."""

    square: Square
    """(right, forward) from the mover; (0, 0) is its own square."""
    kind: Kind
    """Exactly one of QUIET, CAPTURE, DESTROY, RIFLE, FREEZE, with any of HOP, FIRST, CONDITION."""
    path: tuple[Square, ...] = field(default=(), compare=False)
    """The squares of the path, (0, 0) first."""
    needs: tuple[tuple[Square, Content], ...] = field(default=(), compare=False)
    """The required contents of squares on the way: hurdles, victims."""
    rides: bool = False
    """Its last leg is an unlimited ride, drawn with an arrow beyond the edge."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The squares that a piece can reach if all others hold what the move needs (M8)."""

    arrivals: tuple[Arrival, ...]
    leap: int = 0
    """The maximum distance without unlimited rides, in king steps (M12)."""
    rides: bool = False
    """A leg is unlimited."""
    labels: tuple[str, ...] = ()
    """The labels of conditions, and properties, sorted."""
    crosses_edge: tuple[Square, ...] = ()
    """Squares, relative to the mover, that must be off the board for some leg."""
    incomplete: bool = False
    lattice: Lattice = Lattice.SQUARE


# What the moves of a piece depend on


def all_tests(piece: Piece) -> Iterator[Test]:
    """All simple conditions of a piece, and those by side."""
    guards = chain(
        (promotion.guard for promotion in piece.promotions), *map(guards_of, piece.moves)
    )
    return conditions.simple_tests(*(guard.test for guard in guards))


def guards_of(move: Move) -> Iterator[Guard]:
    """The conditions of a move and of its legs."""
    yield from move.guards
    for leg in move.all_legs:
        yield from leg.guards
        if leg.squares:
            yield leg.squares


def asks_own_virginity(piece: Piece) -> bool:
    """Whether the piece's own first move matters."""
    return any(move.is_first for move in piece.moves) or any(
        isinstance(test, conditions.Moved) for test in all_tests(piece)
    )


def virginities(*pieces: Piece) -> tuple[bool, ...]:
    """Whether pieces that are compared have not moved: both cases, where their own first moves
    matter.
    """
    return (True, False) if any(map(asks_own_virginity, pieces)) else (True,)


def asks_virginity(piece: Piece) -> bool:
    """Whether the first moves of other pieces matter."""
    return any(leg.victim_virgin for move in piece.moves for leg in move.all_legs)


def asked_names(piece: Piece) -> frozenset[str]:
    """The names of other pieces in its conditions."""
    victims = (leg.victim.who for move in piece.moves for leg in move.all_legs if leg.victim)
    return frozenset(who.name for who in (*victims, *_asked(piece)) if who.name)


def has_separate_paths(piece: Piece) -> bool:
    """Whether a path depends only on its own squares: nothing is burnt or put down, and pieces off
    it do not matter.
    """
    return not any(_asked(piece)) and not any(
        move.fragments or any(leg.acts & Act.UNLOAD for leg in move.legs) for move in piece.moves
    )


def _asked(piece: Piece) -> Iterator[Who]:
    """The pieces off its path that its conditions look for."""
    for test in all_tests(piece):
        match test:
            case conditions.Exists(_, _, who):
                yield who or Who()
            case conditions.Compare(left, _, right):
                numbers = (
                    number for number in (left, right) if isinstance(number, conditions.Coordinate)
                )
                yield from (number.of for number in numbers if number.of)


def is_uniform(piece: Piece, board: PlayingBoard) -> bool:
    """Whether the piece moves the same from every square, as far as the board allows."""
    if any(isinstance(test, conditions.Compare) for test in all_tests(piece)):
        return False
    legs = [leg for move in piece.moves for leg in move.all_legs]
    if any(leg.anywhere or leg.on_edge_file or Act.CROSS in leg.acts for leg in legs):
        return False
    return board.cylinder or not any(leg.wraps for leg in legs)


def always_wraps(piece: Piece) -> bool:
    """Whether side edges are joined for all its legs, as they are on a cylinder."""
    return all(leg.wraps for move in piece.moves for leg in move.all_legs)


def test_of(move: Move) -> Test:
    """The condition before a move."""
    return conditions.All(tuple(guard.test for guard in move.guards))


def without_branches(moves: Iterable[Move]) -> Iterator[Move]:
    """The moves. Those that differ only in conditions of which one always holds are one without
    condition.
    """
    for alike, some in by_branch(moves).items():
        yield from (
            (alike,) if conditions.is_always(conditions.Some(tuple(map(test_of, some)))) else some
        )


def by_branch(moves: Iterable[Move]) -> dict[Move, list[Move]]:
    """The moves without their conditions, each with those that have them; without those that are
    never made.
    """
    moves = tuple(moves)
    if any(move.guards for move in moves):
        moves = tuple(single for move in moves for single in _single_ways(move))
    branches: dict[Move, list[Move]] = {}
    for move in moves:
        if not (move.guards and conditions.is_always(conditions.No(test_of(move)))):
            branches.setdefault(replace(move, guards=()), []).append(move)
    return branches


def _single_ways(move: Move) -> Iterator[Move]:
    """The moves of one way each that a move of one leg consists of; a move of several legs
    itself.
    """
    if len(move.legs) != 1 or move.fragments:
        yield move
        return
    (leg,) = move.legs
    for way in leg.after(None):
        yield replace(move, legs=(leg._replace(ways=((None, (way,)),)),))
    if leg.anywhere:
        yield move
