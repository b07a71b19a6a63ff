"""Actions (G20): differences of states. Their spelling (G21), and games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from itertools import accumulate

from wazir.ben39.board import INTERSECTIONS, ROWS, SQUARES, mask, places
from wazir.ben39.position import ENDED, LETTERS, TURN, Piece, State, bits, stored


class Kind(StrEnum):
    """The kinds of actions."""

    MOVE = "move"
    """A piece on squares moves."""
    DROP = "drop"
    """A piece is dropped from the hand."""
    LINE = "line"
    """A piece on intersections moves."""
    ENTER = "enter"
    """A piece enters from the reserve."""
    TELEPORT = "teleport"
    ROTATE = "rotate"
    SQUARE = "square"
    """A movable square moves."""

    @property
    def on_squares(self) -> bool:
        """Whether its places are squares, not intersections."""
        return self in (Kind.MOVE, Kind.DROP, Kind.TELEPORT, Kind.SQUARE)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the squares or of the intersections."""
        return SQUARES if self.on_squares else INTERSECTIONS


@dataclass(frozen=True, slots=True)
class Action:
    """An action of one side. Places are numbers of squares or of intersections, depending on the kind."""

    change: int
    """The difference that it adds to a state."""
    kind: Kind
    piece: Piece
    """The piece that moves or is dropped; the wizard or spider of a teleport or rotation; a king for a movable square.
    """
    origin: int
    """The origin; -1 for drops. Of a rotation, the place of the spider."""
    target: int
    """The target. Of a rotation, 1 for clockwise and -1 for counterclockwise; -1 for a teleport to the hand."""
    taken: tuple[Piece, ...] = ()
    """The captured pieces."""
    promotes: bool = False
    """A pawn is promoted to a queen."""
    manner: str = "-"
    """The kind of a teleport: `-` to an empty square, `x` capture, `/` swap, `*` to the hand."""
    wizard: int = -1
    """The place of the wizard that teleports."""
    travellers: int = 0
    """The own intersection pieces that could stay or travel with a movable square, and travel."""


PASS_TURN = (1 << TURN, -(1 << TURN))
"""The difference of a change of turn, by side."""
LAST_ROWS = (ROWS - 1, 0)
"""The promotion rows of each side."""
LAST_ROW_MASKS = tuple(mask(range(row * ROWS, (row + 1) * ROWS)) for row in LAST_ROWS)
"""The squares of those rows."""


def arrived(side: int, piece: Piece, square: int) -> Piece:
    """The piece after it arrives on a square (G7)."""
    return Piece.QUEEN if piece is Piece.PAWN and square // ROWS == LAST_ROWS[side] else piece


def pocketed(owner: int, piece: Piece) -> int:
    """The difference of a piece that comes to the hand of *owner* (G8). A captured king ends the game."""
    if piece is Piece.KING:
        return 1 << ENDED
    return stored(owner, Piece.PAWN.letter if piece is Piece.QUEEN else piece.letter)


def after(state: State, action: Action) -> State:
    """The state after an action; *before* undoes it."""
    return State(state + action.change)


def before(state: State, action: Action) -> State:
    """The state before an action."""
    return State(state - action.change)


@cache
def move(
    side: int, piece: Piece, origin: int, target: int, victim: Piece | None = None, promotes: bool = True
) -> Action:
    """A move of a piece on squares, by which a pawn *promotes* or not."""
    becomes = arrived(side, piece, target) if promotes else piece
    change = PASS_TURN[side] - bits(side, piece, origin) + bits(side, becomes, target)
    if victim is None:
        return Action(change, Kind.MOVE, piece, origin, target, (), becomes is not piece)
    change += pocketed(side, victim) - bits(1 - side, victim, target)
    return Action(change, Kind.MOVE, piece, origin, target, (victim,), becomes is not piece)


@cache
def slide(side: int, piece: Piece, becomes: Piece, origin: int, target: int) -> Action:
    """A move of a piece on intersections. The next step of a castle alternates (G14)."""
    change = PASS_TURN[side] - bits(side, piece, origin) + bits(side, becomes, target)
    return Action(change, Kind.LINE, piece, origin, target)


@cache
def drop(side: int, piece: Piece, target: int) -> Action:
    """A drop from the hand or the reserve."""
    change = PASS_TURN[side] - stored(side, piece.letter) + bits(side, piece, target)
    return Action(change, Kind.DROP if piece.on_squares else Kind.ENTER, piece, -1, target)


@dataclass(frozen=True)
class Game:
    """A position and legal actions from it."""

    start: State
    actions: tuple[Action, ...] = ()

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The first position, and the position after each action."""
        return tuple(accumulate(self.actions, after, initial=self.start))

    @property
    def state(self) -> State:
        """The position after the last action."""
        return self.states[-1]

    @property
    def repetitions(self) -> int:
        """How many times the last position has occurred before."""
        return self.states.count(self.state) - 1

    @property
    def last(self) -> Action | None:
        """The last action."""
        return self.actions[-1] if self.actions else None


_DIRECTIONS = {1: ">", -1: "<"}


def spell(action: Action) -> str:
    """The spelling of an action."""
    match action.kind:
        case Kind.MOVE:
            sign = "x" if action.taken else "-"
            promotion = "=Q" if action.promotes else ""
            return f"{action.piece.letter}{SQUARES[action.origin]}{sign}{SQUARES[action.target]}{promotion}"
        case Kind.LINE:
            return f"{action.piece.letter}{INTERSECTIONS[action.origin]}-{INTERSECTIONS[action.target]}"
        case Kind.DROP | Kind.ENTER:
            return f"{LETTERS[action.piece]}@{action.kind.names[action.target]}"
        case Kind.TELEPORT:
            goal = "" if action.manner == "*" else SQUARES[action.target]
            return f"W{INTERSECTIONS[action.wizard]}:{SQUARES[action.origin]}{action.manner}{goal}"
        case Kind.ROTATE:
            return f"Z{INTERSECTIONS[action.origin]}{_DIRECTIONS[action.target]}"
        case Kind.SQUARE:
            along = ",".join(sorted(INTERSECTIONS[place] for place in places(action.travellers)))
            return f"#{SQUARES[action.origin]}-{SQUARES[action.target]}" + (f"({along})" if along else "")


def number(ply: int) -> str:
    """The number of an action by ply, White's first at 0: `2.`, or `2...` for Black."""
    return f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"
