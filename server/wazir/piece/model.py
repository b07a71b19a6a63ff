"""Pieces, moves and legs: what every notation compiles to (M1, M4 to M6, M9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from typing import NamedTuple

from wazir.piece.conditions import Guard, Who
from wazir.piece.squares import Content as Content
from wazir.piece.squares import Lattice as Lattice
from wazir.piece.squares import Square as Square
from wazir.piece.squares import Vector as Vector

Way = tuple[Vector, ...]
"""The steps of one ride in turn, over and over: one vector is straight, two are crooked, eight circular."""

Ways = tuple[tuple[Vector | None, tuple[Way, ...]], ...]
"""The ways of a leg by the heading, the last step before it; under None, those for any other and for a first leg."""


class Act(Flag):
    """What may happen on the square where a leg ends (M5). Several acts on one leg are alternatives."""

    STOP = auto()
    """The square is empty; nothing happens."""
    CAPTURE = auto()
    """A foe is taken."""
    DESTROY = auto()
    """A friend is taken."""
    HOP = auto()
    """A piece of either side stands there and is left alone."""
    PASS_FRIEND = auto()
    """A friend stands there and is left alone."""
    PASS_FOE = auto()
    """A foe stands there and is left alone."""
    UNLOAD = auto()
    """The piece taken last is put down; one that stands there is taken instead (B15)."""
    CROSS = auto()
    """The leg ends off the board; the path goes on from there (B13)."""


class Count(Enum):
    """To what the least and the most number of steps of a leg apply (M4)."""

    OWN = auto()
    """To this leg alone."""
    SHARED = auto()
    """To this leg and the one before it together."""
    AS_LONG = auto()
    """To this leg, which besides covers as many king steps as the last ranged leg before it (B16)."""


class Over(Enum):
    """What the squares that a single step passes must hold (B18, B22)."""

    ANYTHING = auto()
    """It leaps."""
    CLEAR = auto()
    """All squares of some shortest path are empty (`n`)."""
    CLEAR_STRAIGHT_FIRST = auto()
    """The same, of the one path that goes straight first, then diagonally (`n` in xbetza)."""
    ONE = auto()
    """Some shortest path has exactly one piece (`j`)."""
    ONE_STRAIGHT_FIRST = auto()
    """The same, of the one path that goes straight first (`j` in xbetza)."""
    CLEAR_HALFWAY = auto()
    """The one square at half the step, rounded towards its start, is empty; where the move began it is not (X12)."""
    ONE_HALFWAY = auto()
    """That square holds a piece; where the move began it does (X12)."""


CLEARS = frozenset({Over.CLEAR, Over.CLEAR_STRAIGHT_FIRST, Over.CLEAR_HALFWAY})
JUMPS = frozenset({Over.ONE, Over.ONE_STRAIGHT_FIRST, Over.ONE_HALFWAY})


class Towards(Flag):
    """Which way a leg leads, seen from where the move began.

    It is told by the sign of the inner product of its first step with the way made so far; where no way is made yet,
    every step leads both ways (L9).
    """

    OUTWARD = auto()
    INWARD = auto()
    ASIDE = auto()
    """Neither: at a right angle."""


@dataclass(frozen=True, slots=True)
class Victim:
    """What a leg may take, where that is not every piece."""

    who: Who
    label: str
    """The condition in words, for a piece of which nobody knows the name."""


class Leg(NamedTuple):
    """One leg of a path: a step, or a ride of several, and what happens where it ends.

    The squares between the steps of a ride must be empty. A ride never enters the square from which its leg began.
    """

    ways: Ways
    least: int = 1
    most: int | None = 1
    """The largest number of steps; None is unlimited."""
    acts: Act = Act.STOP | Act.CAPTURE
    counts: Count = Count.OWN
    """To what the numbers of steps apply."""
    ranged: bool = False
    """Whether it has a range of its own, so that a later leg may be as long as this one (B16)."""
    over: Over = Over.ANYTHING
    skips: int = 0
    """So many squares at the beginning of the ride are passed whatever stands there (`j` on a ride in xbetza)."""
    wraps: bool = False
    """The side edges of the board are joined for this leg (`o`)."""
    anywhere: bool = False
    """It leaps to any other square of the board; then it has no ways (`U`)."""
    back: int = 0
    """Its steps count from where the mover stood so many legs before; 0 is where it stands."""
    stays: bool = False
    """The mover stays where it was: what the leg comes to is done from afar (rifle)."""
    keeps_heading: bool = False
    """The heading behind it is the one before it."""
    again: bool = False
    """It may be walked several times, one after another."""
    towards: Towards | None = None
    """Which of its steps lead on; None is all of them, an empty set those alone that begin where the move did."""
    on_edge_file: bool = False
    """It may end only on the first or the last file (castling)."""
    mover_virgin: bool = False
    victim_virgin: bool = False
    victim: Victim | None = None
    guards: tuple[Guard, ...] = ()
    """What must hold where it begins."""
    squares: Guard | None = None
    """What must hold of the square where it ends."""
    elsewhere: bool = False
    """It may not end where the move began."""
    leaves_standing: bool = False
    """What it takes stands there to the end of the move, for later legs to meet (X13)."""
    circles: bool = False
    """A ride round joined edges meets the mover itself, and where it meets nothing it never ends (X13, X18)."""


@dataclass(frozen=True, slots=True)
class Move:
    """A path of legs that the mover walks."""

    legs: tuple[Leg, ...]
    """None at all where the mover stays."""
    fragments: tuple[tuple[Leg, ...], ...] = ()
    """Paths from where the mover ends that burn: all their ways are walked at once, each taking what it meets (B17)."""
    vanishes: bool = False
    """The mover is removed in the end."""
    becomes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Conditions that are not evaluated, in words (M9)."""
    guards: tuple[Guard, ...] = ()
    """What must hold before the move, of the square where the mover stands."""

    @property
    def is_first(self) -> bool:
        """Whether only a mover that has not moved can make it."""
        return any(leg.mover_virgin for legs in (self.legs, *self.fragments) for leg in legs)


@dataclass(frozen=True, slots=True)
class Promotion:
    """What the piece becomes after any of its moves that makes something true."""

    guard: Guard
    """Looked at where the move ends."""
    becomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A set of moves, with properties in words (royal, promotion; M4)."""

    moves: tuple[Move, ...]
    properties: tuple[str, ...] = ()
    promotions: tuple[Promotion, ...] = ()
    freezes: tuple[Move, ...] = ()
    """Where these end, pieces cannot move; they are no moves."""
    lattice: Lattice = Lattice.SQUARE


@dataclass(frozen=True, slots=True, order=True)
class Result:
    """One thing that a piece can do in a position (M6). Two results are equal if nothing but the path differs."""

    to: Square | None
    """Where the mover ends; its own square if it stays; None if it is removed."""
    takes: tuple[Square, ...] = ()
    """Where the pieces taken stood before the move, in order."""
    puts: tuple[tuple[Square, Square], ...] = ()
    """(square, the square from which the piece put down there was taken), in order."""
    becomes: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    """Labels of conditions that were not evaluated, sorted."""
    path: tuple[Square, ...] = field(default=(), compare=False)
    """Every square stepped on, the start first, for drawing."""


@dataclass(frozen=True, slots=True)
class Results:
    """All results of a piece, in order."""

    found: tuple[Result, ...]
    incomplete: bool = False
    """The bound on states was reached (M10): there may be more."""
    endless: bool = False
    """A ride goes round the board for ever, so that the program that plays it hangs (X18)."""


class Kind(Flag):
    """A way in which a square can be reached (M8). QUIET, CAPTURE and DESTROY are what happens there; the rest, how."""

    QUIET = auto()
    CAPTURE = auto()
    DESTROY = auto()
    RIFLE = auto()
    """Something there is taken from afar, or on the way, without the mover ending there."""
    HOP = auto()
    """Only over a piece."""
    FIRST = auto()
    """Only as the mover's first move."""
    CONDITION = auto()
    """Only under a condition that is not evaluated."""
    FREEZE = auto()
    """Pieces there cannot move."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One way of reaching a square, with the shortest path that does it."""

    square: Square
    """Relative to the mover, (right, forward); may be the mover's own, (0, 0)."""
    kind: Kind
    """Exactly one of QUIET, CAPTURE, DESTROY, RIFLE, FREEZE, with any of HOP, FIRST, CONDITION."""
    path: tuple[Square, ...] = field(default=(), compare=False)
    """The squares stepped on, (0, 0) first."""
    needs: tuple[tuple[Square, Content], ...] = field(default=(), compare=False)
    """The squares on the way that must hold something, and what: hurdles, victims."""
    rides: bool = False
    """Its last leg is an unlimited ride, so that an arrow goes on beyond the edge of a diagram."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a piece can go when every other square holds just what the move needs (M8)."""

    arrivals: tuple[Arrival, ...]
    leap: int = 0
    """The largest distance, in king steps, that the piece covers without an unlimited ride (M12)."""
    rides: bool = False
    """Some leg is unlimited."""
    labels: tuple[str, ...] = ()
    """All labels of conditions, and properties, sorted."""
    crosses_edge: tuple[Square, ...] = ()
    """Squares, relative to the mover, that some leg needs to lie off the board."""
    incomplete: bool = False
    lattice: Lattice = Lattice.SQUARE
