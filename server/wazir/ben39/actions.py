"""Actions (G20): differences of states. Their spelling (G21), games, and how pieces move by
themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, partial
from itertools import accumulate, chain
from typing import Final, NamedTuple

from wazir.ben39.board import (
    DIAGONAL,
    INTERSECTIONS,
    KNIGHT,
    ORTHOGONAL,
    ROWS,
    SQUARES,
    Step,
    mask,
    places,
    way,
)
from wazir.ben39.position import ENDED, LETTERS, SIDES, TURN, Piece, Side, State, bits, stored


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
    """An action of one side. Places are numbers of squares or of intersections, depending on the
    kind.
    """

    change: int
    """The difference that it adds to a state."""
    kind: Kind
    piece: Piece
    """The piece that moves or is dropped; the wizard or spider of a teleport or rotation; a king
    for a movable square.
    """
    origin: int
    """The origin; -1 for drops. Of a rotation, the place of the spider."""
    target: int
    """The target. Of a rotation, 1 for clockwise and -1 for counterclockwise; -1 for a teleport to
    the hand.
    """
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
    """The difference of a piece that comes to the hand of *owner* (G8). A captured king ends the
    game.
    """
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
    side: int,
    piece: Piece,
    origin: int,
    target: int,
    victim: Piece | None = None,
    *,
    promotes: bool = True,
) -> Action:
    """A move of a piece on squares, by which a pawn *promotes* or not."""
    becomes = arrived(side, piece, target) if promotes else piece
    change = PASS_TURN[side] - bits(side, piece, origin) + bits(side, becomes, target)
    if victim is not None:
        change += pocketed(side, victim) - bits(1 - side, victim, target)
    taken = () if victim is None else (victim,)
    return Action(
        change=change,
        kind=Kind.MOVE,
        piece=piece,
        origin=origin,
        target=target,
        taken=taken,
        promotes=becomes is not piece,
    )


@cache
def slide(side: int, piece: Piece, becomes: Piece, origin: int, target: int) -> Action:
    """A move of a piece on intersections. The next step of a castle alternates (G14)."""
    change = PASS_TURN[side] - bits(side, piece, origin) + bits(side, becomes, target)
    return Action(change, Kind.LINE, piece, origin=origin, target=target)


@cache
def drop(side: int, piece: Piece, target: int) -> Action:
    """A drop from the hand or the reserve."""
    change = PASS_TURN[side] - stored(side, piece.letter) + bits(side, piece, target)
    return Action(
        change,
        kind=Kind.DROP if piece.on_squares else Kind.ENTER,
        piece=piece,
        origin=-1,
        target=target,
    )


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
        """The last action; None before the first."""
        return self.actions[-1] if self.actions else None


_DIRECTIONS = {1: ">", -1: "<"}


def spell(action: Action) -> str:
    """The spelling of an action."""
    match action.kind:
        case Kind.MOVE:
            sign = "x" if action.taken else "-"
            promotion = "=Q" if action.promotes else ""
            origin, target = SQUARES[action.origin], SQUARES[action.target]
            return f"{action.piece.letter}{origin}{sign}{target}{promotion}"
        case Kind.LINE:
            origin, target = INTERSECTIONS[action.origin], INTERSECTIONS[action.target]
            return f"{action.piece.letter}{origin}-{target}"
        case Kind.DROP | Kind.ENTER:
            return f"{LETTERS[action.piece]}@{action.kind.names[action.target]}"
        case Kind.TELEPORT:
            goal = "" if action.manner == "*" else SQUARES[action.target]
            return f"W{INTERSECTIONS[action.wizard]}:{SQUARES[action.origin]}{action.manner}{goal}"
        case Kind.ROTATE:
            return f"Z{INTERSECTIONS[action.origin]}{_DIRECTIONS[action.target]}"
        case Kind.SQUARE:
            along = ",".join(sorted(INTERSECTIONS[place] for place in places(action.travellers)))
            return f"#{SQUARES[action.origin]}-{SQUARES[action.target]}" + (
                f"({along})" if along else ""
            )


def number(ply: int) -> str:
    """The number of an action by ply, White's first at 0: `2.`, or `2...` for Black."""
    return f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"


# How pieces move by themselves: move patterns (G6, G12, G14)


ALL = ORTHOGONAL + DIAGONAL
ONCE, FAR = 1, ROWS


class Reach(dict[int, tuple[tuple[Action, ...], int, int]]):
    """The result for an occupancy of a line: the actions to open places, the set of first blocked
    places, and the set of places where the piece captures.

    The last set includes open places. Both sets are empty for pieces that do not capture. Results
    are computed on demand; there are few, because a line has at most seven places.
    """

    def __init__(
        self, ways: tuple[tuple[int, ...], ...], goes: Callable[[int], Action] | None, takes: bool
    ) -> None:
        super().__init__()
        self._ways, self._goes, self.takes = ways, goes, takes

    def __missing__(self, blocked: int) -> tuple[tuple[Action, ...], int, int]:
        open_places: list[int] = []
        stops = 0
        for way_places in self._ways:
            for place in way_places:
                if blocked >> place & 1:
                    stops |= 1 << place
                    break
                open_places.append(place)
        goes = self._goes
        result = self[blocked] = (
            tuple(map(goes, open_places)) if goes else (),
            stops if self.takes else 0,
            stops | mask(open_places) if self.takes else 0,
        )
        return result


class Pattern(NamedTuple):
    """A set of lines from a place."""

    mask: int
    """All places on the lines."""
    reach: Reach


class Part(NamedTuple):
    """A part of a piece's move: its steps for each side, their maximum number, and its purpose."""

    steps: tuple[tuple[Step, ...], tuple[Step, ...]]
    most: int = ONCE
    goes: bool = True
    takes: bool = True


def _both(steps: tuple[Step, ...], most: int, **rest: bool) -> Part:
    return Part((steps, steps), most, **rest)


PARTS: dict[Piece, tuple[Part, ...]] = {
    Piece.KING: (_both(ALL, ONCE),),
    Piece.ROOK: (_both(ORTHOGONAL, FAR),),
    Piece.BISHOP: (_both(DIAGONAL, FAR), _both(ORTHOGONAL, ONCE, takes=False)),
    Piece.NIGHTRIDER: (_both(KNIGHT, FAR),),
    Piece.GOLD: (Part(((*ORTHOGONAL, (1, 1), (-1, 1)), (*ORTHOGONAL, (1, -1), (-1, -1)))),),
    Piece.SILVER: (Part(((*DIAGONAL, (0, 1)), (*DIAGONAL, (0, -1)))),),
    Piece.PAWN: (
        Part((((0, 1),), ((0, -1),)), takes=False),
        Part((((1, 1), (-1, 1)), ((1, -1), (-1, -1))), goes=False),
    ),
    Piece.QUEEN: (_both(ALL, FAR),),
    Piece.CHAD_ROOK: (_both(ORTHOGONAL, FAR, takes=False),),
    Piece.IMMOBILIZER: (_both(ALL, FAR, takes=False),),
    Piece.WIZARD: (_both(ALL, ONCE, takes=False),),
    Piece.SPIDER: (_both(KNIGHT, ONCE, takes=False),),
    Piece.CASTLE_STRAIGHT: (_both(ORTHOGONAL, ONCE, takes=False),),
    Piece.CASTLE_DIAGONAL: (_both(DIAGONAL, ONCE, takes=False),),
    Piece.CASTLE_EITHER: (_both(ORTHOGONAL, ONCE, takes=False), _both(DIAGONAL, ONCE, takes=False)),
}
"""The parts of each piece's move."""


class MovePatterns(dict[int, tuple[Pattern, ...]]):
    """The move patterns of a piece by place, computed on demand.

    Opposite directions share one, to limit the number of occupancies.
    """

    def __init__(self, side: Side, piece: Piece) -> None:
        super().__init__()
        self._side, self._piece = side, piece

    def __missing__(self, place: int) -> tuple[Pattern, ...]:
        side, piece = self._side, self._piece
        patterns: list[Pattern] = []
        for part in PARTS[piece]:
            for steps in _lines(part.steps[side]) if part.most == FAR else (part.steps[side],):
                ways = tuple(way(place, step, piece.width, most=part.most) for step in steps)
                goes = partial(_action, side, piece, place, steps[0]) if part.goes else None
                patterns.append(
                    Pattern(mask(chain.from_iterable(ways)), Reach(ways, goes, part.takes))
                )
        result = self[place] = tuple(pattern for pattern in patterns if pattern.mask)
        return result


class CapturePatterns(dict[int, tuple[Pattern, ...]]):
    """The move patterns of a piece that capture, by place, computed on demand."""

    def __init__(self, side: Side, piece: Piece) -> None:
        super().__init__()
        self._moves = MOVE_PATTERNS[side][piece]

    def __missing__(self, place: int) -> tuple[Pattern, ...]:
        result = self[place] = tuple(
            pattern for pattern in self._moves[place] if pattern.reach.takes
        )
        return result


MOVE_PATTERNS: Final = tuple(tuple(MovePatterns(side, piece) for piece in Piece) for side in SIDES)
CAPTURE_PATTERNS: Final = tuple(
    tuple(CapturePatterns(side, piece) for piece in Piece) for side in SIDES
)
"""The move patterns and the capture patterns, by side, piece and place."""


def _lines(steps: tuple[Step, ...]) -> tuple[tuple[Step, ...], ...]:
    """Pairs of opposite directions."""
    return tuple((step, (-step[0], -step[1])) for step in steps if step > (0, 0))


def _action(side: int, piece: Piece, origin: int, step: Step, target: int) -> Action:
    if piece.on_squares:
        return move(side, piece, origin, target)
    becomes = piece
    if piece >= Piece.CASTLE_STRAIGHT:
        becomes = Piece.CASTLE_DIAGONAL if 0 in step else Piece.CASTLE_STRAIGHT
    return slide(side, piece, becomes, origin, target)


@cache
def attacks(side: int, piece: Piece) -> tuple[int, ...]:
    """The squares from which a leaper of a side attacks each square."""
    steps_back = [
        (-right, -up) for part in PARTS[piece] if part.takes for right, up in part.steps[side]
    ]
    origins = [
        [way(square, step, ROWS, most=ONCE) for step in steps_back] for square in range(ROWS * ROWS)
    ]
    return tuple(mask(chain.from_iterable(ways)) for ways in origins)
