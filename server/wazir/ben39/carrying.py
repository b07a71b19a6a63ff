"""How pieces on intersections and movable squares move others (G15 to G19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from wazir.ben39.actions import PASS_TURN, Action, Kind, arrived, move, pocketed
from wazir.ben39.board import (
    AROUND,
    AROUND_MASKS,
    CORNER_MASKS,
    RING,
    ROWS,
    crossings,
    mask,
    places,
)
from wazir.ben39.position import (
    BOARD,
    IMMOBILIZER,
    KING,
    LINE_PIECES,
    SPIDER,
    WIZARD,
    Piece,
    Rule,
    Side,
    bits,
    on_boards,
)
from wazir.ben39.side_view import Layout, SideView, castles, partial_view, piece_on

Carried: TypeAlias = tuple[int, int | None]
"""The origin and target of a carried piece; None if it leaves the board."""

_WIZARDS = 2
"""The number of wizards that a teleport needs."""


class _Exchange(NamedTuple):
    """The result of moving several own pieces at once."""

    change: int
    taken: tuple[Piece, ...]
    promotes: bool


def _exchange(side_view: SideView, carried: Iterable[Carried]) -> _Exchange | None:
    """The result of moving own pieces at once, with captures; None if the king rule forbids it
    (G10).
    """
    side, rules = side_view.side, side_view.layout.rules
    change, promotes = PASS_TURN[side], False
    taken: tuple[Piece, ...] = ()
    for origin, target in carried:
        if Rule.FIRM_HOLD in rules and side_view.frozen >> origin & 1:
            return None
        piece = piece_on(side_view, origin)
        castled = side_view.castled
        if piece is Piece.KING and (
            target is None or not castled >> origin & 1 or not castled >> target & 1
        ):
            return None
        if target is None:
            change += pocketed(side, piece) - bits(side, piece, origin)
            continue
        victim = piece_on(side_view, target) if side_view.enemy >> target & 1 else None
        may_promote = carried_promotes(side_view)
        alone = move(side, piece, origin, target, victim, promotes=may_promote)
        change += alone.change - PASS_TURN[side]
        taken += alone.taken
        promotes |= alone.promotes
    if Rule.MUST_CHANGE in rules and change == PASS_TURN[side]:
        return None
    return _Exchange(change, taken, promotes)


def carried_promotes(side_view: SideView) -> bool:
    """Whether a pawn that others bring to its last rank becomes a queen (G7)."""
    return Rule.OWN_PROMOTION not in side_view.layout.rules


_REMEMBERED: Final = 16_384
"""The number of remembered lists of actions. Each depends on few places, which most actions do not
change.
"""


def _around(side_view: SideView, squares: int) -> tuple[Side, int, int, Layout]:
    """What decides which pieces on some squares can be moved: these, and for a king or by a rule,
    the pieces beside.
    """
    lines = 0
    if side_view.mine[KING] & squares or side_view.layout.rules:
        lines = side_view.lines.boards & on_boards(crossings(squares))
    return side_view.side, side_view.squares.boards & on_boards(squares), lines, side_view.layout


# Wizards


def teleports(side_view: SideView, onto: int | None = None) -> Iterable[Action]:
    """All teleports of a side, or those onto a set of squares.

    Each of its two wizards sends a neighbouring piece to the other (G15).
    """
    wizards = places(side_view.mine[WIZARD])
    if len(wizards) != _WIZARDS:
        return ()
    first, second = wizards
    if (
        onto is not None
        and not (sent(side_view.own, first, second) | sent(side_view.own, second, first)) & onto
    ):
        return ()
    possible = _teleports(
        *_around(side_view, AROUND_MASKS[first] | AROUND_MASKS[second]), first, second
    )
    if onto is None:
        return possible
    return [action for action in possible if action.target >= 0 and onto >> action.target & 1]


@lru_cache(maxsize=_REMEMBERED)
def _teleports(  # noqa: PLR0917 - a cache is faster by position
    side: Side, squares: int, lines: int, layout: Layout, first: int, second: int
) -> tuple[Action, ...]:
    """The teleports between two wizards."""
    side_view = partial_view(side, squares, lines, layout=layout)
    possible = []
    for near, far in ((first, second), (second, first)):
        for origin, target in zip(AROUND[near], AROUND[far], strict=True):
            if origin is not None and side_view.own >> origin & 1:
                possible.append(_teleport(side_view, near, origin=origin, target=target))
    return tuple(action for action in possible if action)


def sent(squares: int, near: int, far: int) -> int:
    """The squares to which teleports bring the squares of a set around the wizard *near*: those
    around *far*.
    """
    offset = far - near - far // (ROWS + 1) + near // (ROWS + 1)
    return _shifted(squares & AROUND_MASKS[near], offset) & AROUND_MASKS[far]


def _teleport(side_view: SideView, wizard: int, origin: int, target: int | None) -> Action | None:
    """The teleport of a piece next to a wizard, to the hand if its target is not on the board."""
    if target is not None and not side_view.layout.squares >> target & 1:
        target = None
    carried: list[Carried] = [(origin, target)]
    manner = "*" if target is None else "-"
    if target is not None and side_view.own >> target & 1:
        carried.append((target, origin))
        manner = "/"
    exchange = _exchange(side_view, carried)
    if exchange is None:
        return None
    change, taken, promotes = exchange
    goal = -1 if target is None else target
    manner = "x" if taken else manner
    return Action(
        change=change,
        kind=Kind.TELEPORT,
        piece=Piece.WIZARD,
        origin=origin,
        target=goal,
        taken=taken,
        promotes=promotes,
        manner=manner,
        wizard=wizard,
    )


# Spiders


def rotations(side_view: SideView, beside: int = -1) -> list[Action]:
    """All rotations of a side (G16), or those of spiders on some intersections."""
    actions: list[Action] = []
    for spider in places(side_view.mine[SPIDER] & beside):
        if side_view.own & AROUND_MASKS[spider]:
            actions += _rotations(*_around(side_view, AROUND_MASKS[spider]), spider)
    return actions


@lru_cache(maxsize=_REMEMBERED)
def _rotations(
    side: Side, squares: int, lines: int, layout: Layout, spider: int
) -> tuple[Action, ...]:
    """The rotations of a spider."""
    side_view = partial_view(side, squares, lines, layout=layout)
    turns = (
        (direction, _exchange(side_view, rotated(side_view, spider, direction)))
        for direction in (1, -1)
    )
    return tuple(
        Action(
            change=exchange.change,
            kind=Kind.ROTATE,
            piece=Piece.SPIDER,
            origin=spider,
            target=direction,
            taken=exchange.taken,
            promotes=exchange.promotes,
        )
        for direction, exchange in turns
        if exchange
    )


def turned(squares: int, spider: int) -> int:
    """The squares to which the two rotations of a spider bring the squares of a set around it."""
    touching = AROUND_MASKS[spider]
    return (
        _rotated(squares & touching, touching, spider, 1)[1]
        | _rotated(squares & touching, touching, spider, -1)[1]
    )


def rotated(side_view: SideView, spider: int, direction: int) -> tuple[Carried, ...]:
    """The own pieces that a rotation moves, with their targets; clockwise is 1."""
    touching = AROUND_MASKS[spider]
    return _rotated(
        side_view.own & touching, side_view.layout.squares & touching, spider, direction
    )[0]


@cache
def _rotated(
    held: int, squares: int, spider: int, direction: int
) -> tuple[tuple[Carried, ...], int]:
    """The pieces on some squares around a spider with their targets, and the set of these
    targets.
    """
    ring = AROUND[spider]
    carried: list[Carried] = []
    for number, square in enumerate(ring):
        if square is not None and held >> square & 1:
            target = ring[(number + direction) % len(ring)]
            carried.append(
                (square, target if target is not None and squares >> target & 1 else None)
            )
    return tuple(carried), mask(target for _, target in carried if target is not None)


def captured(side_view: SideView, action: Action) -> tuple[int, ...]:
    """The squares of the pieces that an action of a side captures."""
    if action.kind is not Kind.ROTATE:
        return (action.target,) if action.taken else ()
    goals = mask(
        goal for _, goal in rotated(side_view, action.origin, action.target) if goal is not None
    )
    return places(goals & side_view.enemy)


# Movable squares


class Control(NamedTuple):
    """The control of a movable square (G17)."""

    side: Side | None
    counts: tuple[int, int]
    """The numbers of counted pieces of White and of Black."""
    left_out: int
    """The set of the square itself, if an immobilized piece on it does not count."""


def control(side_view: SideView, square: int) -> Control:
    """The control of a movable square."""
    own, enemy = _counted(side_view, square)
    white, black = (own, enemy) if side_view.side is Side.WHITE else (enemy, own)
    if white == black:
        winner = None
    elif white > black:
        winner = Side.WHITE
    else:
        winner = Side.BLACK
    occupied = (side_view.own | side_view.enemy) & 1 << square
    others = side_view.theirs if side_view.own & occupied else side_view.mine
    left_out = occupied if others[IMMOBILIZER] & CORNER_MASKS[square] else 0
    return Control(winner, (white, black), left_out)


def balance(side_view: SideView, square: int) -> int:
    """The number of pieces by which a side is ahead on a movable square; it controls the square if
    this is positive.
    """
    own, enemy = _counted(side_view, square)
    return own - enemy


def _counted(side_view: SideView, square: int) -> tuple[int, int]:
    """The numbers of own and of enemy pieces that count: those on the corners, and one on the
    square that is free.
    """
    itself, corners = 1 << square, CORNER_MASKS[square]
    own = (side_view.own_lines & corners).bit_count()
    enemy = (side_view.enemy_lines & corners).bit_count()
    if side_view.own & itself and not side_view.theirs[IMMOBILIZER] & corners:
        own += 1
    elif side_view.enemy & itself and not side_view.mine[IMMOBILIZER] & corners:
        enemy += 1
    return own, enemy


_BESIDE = {
    square: (RING[(number + 1) % len(RING)], RING[number - 1]) for number, square in enumerate(RING)
}
"""The neighbours of each location in the ring: clockwise, then counterclockwise."""


def goals(side_view: SideView, square: int) -> tuple[int, ...]:
    """The locations to which a movable square may go, whether or not the other one is there
    (G18).
    """
    beside, movable = _BESIDE[square], side_view.layout.movable
    if Rule.PASS_OVER not in side_view.layout.rules:
        return beside
    return tuple(
        _BESIDE[goal][way] if movable >> goal & 1 else goal for way, goal in enumerate(beside)
    )


def shifts(side_view: SideView, near: int = -1, along: int = 0) -> list[Action]:
    """The shifts of movable squares (G18, G19): all, or those that come from or to some squares, or
    move some pieces on intersections *along*.
    """
    actions: list[Action] = []
    movable = side_view.layout.movable
    for square in places(movable):
        if balance(side_view, square) <= 0:
            continue
        squares = side_view.squares.boards & on_boards(1 << square)
        beside = near >> square & 1 or along & CORNER_MASKS[square]
        for goal in goals(side_view, square):
            if not movable >> goal & 1 and (beside or near >> goal & 1):
                lines = side_view.lines.boards & on_boards(
                    CORNER_MASKS[square] | CORNER_MASKS[goal]
                )
                actions += _shifts(side_view.side, squares, lines, side_view.layout, square, goal)
    return actions


@lru_cache(maxsize=_REMEMBERED)
def _shifts(  # noqa: PLR0917 - a cache is faster by position
    side: Side, squares: int, lines: int, layout: Layout, square: int, goal: int
) -> tuple[Action, ...]:
    """The shifts of a square to a location, one for each choice of travelling pieces on shared
    corners.
    """
    side_view = partial_view(side, squares, lines, layout=layout)
    actions: list[Action] = []
    carried = carry(side_view, square, goal)
    for chosen in _subsets(shared_corners(layout, square) & side_view.own_lines):
        corners = travelling_corners(layout, square, chosen)
        change = travel(side_view, square, goal, corners=corners)
        if change is None or not king_is_safe(side_view, square, goal, corners=corners):
            continue
        board = (1 << goal) - (1 << square) << BOARD
        change += PASS_TURN[side] + board + carried
        actions.append(
            Action(change, Kind.SQUARE, Piece.KING, origin=square, target=goal, travellers=chosen)
        )
    return tuple(actions)


def shared_corners(layout: Layout, square: int) -> int:
    """The corners of a movable square that other squares of the board share."""
    return CORNER_MASKS[square] & crossings(layout.squares & ~(1 << square))


def travelling_corners(layout: Layout, square: int, chosen: int) -> int:
    """The corners whose pieces travel: those that are not shared, and the *chosen* ones (G19)."""
    return CORNER_MASKS[square] & ~shared_corners(layout, square) | chosen


def _subsets(members: int) -> Iterator[int]:
    """All subsets of a set, the empty one first."""
    subset = 0
    while True:
        yield subset
        subset = (subset - members) & members
        if not subset:
            return


def _offset(square: int, goal: int) -> int:
    """The difference between the corner numbers of a square at its new and old location."""
    return (goal // ROWS - square // ROWS) * (ROWS + 1) + goal % ROWS - square % ROWS


def _shifted(members: int, offset: int) -> int:
    return members << offset if offset >= 0 else members >> -offset


def carry(side_view: SideView, square: int, goal: int) -> int:
    """The difference of the piece on a square that moves along (G18)."""
    for side, held in ((side_view.side, side_view.own), (side_view.side.other, side_view.enemy)):
        if held >> square & 1:
            piece = piece_on(side_view, square)
            becomes = arrived(side, piece, goal) if carried_promotes(side_view) else piece
            return bits(side, becomes, goal) - bits(side, piece, square)
    return 0


def travel(side_view: SideView, square: int, goal: int, corners: int) -> int | None:
    """The difference of the pieces that travel on some corners; None if two would share an
    intersection.
    """
    offset = _offset(square, goal)
    standing = side_view.own_lines | side_view.enemy_lines
    if not standing & corners:
        return 0
    if _shifted(standing & corners, offset) & standing & ~corners:
        return None
    change = 0
    for side, words in ((side_view.side, side_view.mine), (side_view.side.other, side_view.theirs)):
        for piece in LINE_PIECES:
            if moved := words[piece] & corners:
                change += (_shifted(moved, offset) - moved) * bits(side, piece, 0)
    return change


def king_is_safe(side_view: SideView, square: int, goal: int, corners: int) -> bool:
    """Whether a king on a movable square may move along, by its castles before and after (G10,
    G19).
    """
    king_square = 1 << square
    owner = next(
        (words for words in (side_view.mine, side_view.theirs) if words[KING] & king_square), None
    )
    if owner is None:
        return True
    held = castles(owner)
    settled = (held & ~corners) | _shifted(held & corners, _offset(square, goal))
    return bool(held & CORNER_MASKS[square] and settled & CORNER_MASKS[goal])
