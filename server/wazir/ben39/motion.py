"""How pieces move: move patterns (G6, G12, G14), and the actions that move others (G15 to G19)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import NamedTuple, TypeAlias

from wazir.ben39.actions import PASS_TURN, Action, Kind, arrived, move, pocketed, slide
from wazir.ben39.board import (
    AROUND,
    AROUND_MASKS,
    CORNER_MASKS,
    DIAGONAL,
    KNIGHT,
    ORTHOGONAL,
    RING,
    ROWS,
    Step,
    crossings,
    mask,
    places,
    way,
)
from wazir.ben39.position import (
    BOARD,
    IMMOBILIZER,
    KING,
    LINE_PIECES,
    SPIDER,
    WIZARD,
    WORD,
    Piece,
    Rule,
    Scene,
    Side,
    bit,
    castles,
    piece_on,
)

ALL = ORTHOGONAL + DIAGONAL
ONCE, FAR = 1, ROWS


class Reach(dict[int, tuple[tuple[Action, ...], int, int]]):
    """The result for an occupancy of a line: the actions to open places, the set of first blocked places, and the set
    of places where the piece captures.

    The last set includes open places. Both sets are empty for pieces that do not capture. Results are computed on
    demand; there are few, because a line has at most seven places.
    """

    def __init__(self, ways: tuple[tuple[int, ...], ...], goes: Callable[[int], Action] | None, takes: bool) -> None:
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
        found = self[blocked] = (
            tuple(map(goes, open_places)) if goes else (),
            stops if self.takes else 0,
            stops | mask(open_places) if self.takes else 0,
        )
        return found


class Pattern(NamedTuple):
    """A set of lines from a place."""

    mask: int
    """All places on the lines."""
    reach: Reach


Patterns: TypeAlias = tuple[Pattern, ...]

_FORWARD = ((0, 1), (0, -1))
_GOLD = tuple((*ORTHOGONAL, (1, up), (-1, up)) for up in (1, -1))
_SILVER = tuple((*DIAGONAL, (0, up)) for up in (1, -1))


class _Part(NamedTuple):
    """A part of a piece's move: its steps for each side, their maximum number, and its purpose."""

    steps: tuple[tuple[Step, ...], tuple[Step, ...]]
    most: int = ONCE
    goes: bool = True
    takes: bool = True


def _both(steps: tuple[Step, ...], most: int, **rest: bool) -> _Part:
    return _Part((steps, steps), most, **rest)


PARTS: dict[Piece, tuple[_Part, ...]] = {
    Piece.KING: (_both(ALL, ONCE),),
    Piece.ROOK: (_both(ORTHOGONAL, FAR),),
    Piece.BISHOP: (_both(DIAGONAL, FAR), _both(ORTHOGONAL, ONCE, takes=False)),
    Piece.NIGHTRIDER: (_both(KNIGHT, FAR),),
    Piece.GOLD: (_Part((_GOLD[0], _GOLD[1])),),
    Piece.SILVER: (_Part((_SILVER[0], _SILVER[1])),),
    Piece.PAWN: (
        _Part(((_FORWARD[0],), (_FORWARD[1],)), takes=False),
        _Part((((1, 1), (-1, 1)), ((1, -1), (-1, -1))), goes=False),
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


@cache
def move_patterns(side: int, piece: Piece, place: int) -> Patterns:
    """The move patterns of a piece on a place. Opposite directions share one, to limit the number of occupancies."""
    found: list[Pattern] = []
    width = ROWS if piece.on_squares else ROWS + 1
    for part in PARTS[piece]:
        for steps in _lines(part.steps[side]) if part.most == FAR else (part.steps[side],):
            ways = tuple(way(place, step, width, part.most) for step in steps)
            goes = partial(_action, side, piece, place, steps[0]) if part.goes else None
            found.append(Pattern(mask(one for places in ways for one in places), Reach(ways, goes, part.takes)))
    return tuple(pattern for pattern in found if pattern.mask)


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
    takers = [0] * (ROWS * ROWS)
    for square in range(ROWS * ROWS):
        for part in PARTS[piece]:
            for step in part.steps[side] if part.takes else ():
                for target in way(square, step, ROWS, ONCE):
                    takers[target] |= 1 << square
    return tuple(takers)


Carried: TypeAlias = tuple[int, int | None]
"""The origin and target of a carried piece; None if it leaves the board."""

_WIZARDS = 2
"""The number of wizards that a teleport needs."""


class _Exchange(NamedTuple):
    """The result of moving several own pieces at once."""

    change: int
    taken: tuple[Piece, ...]
    promotes: bool


def _exchange(scene: Scene, carried: Iterable[Carried]) -> _Exchange | None:
    """The result of moving own pieces at once, with captures; None if the king rule forbids it (G10)."""
    side, rules = scene.side, scene.layout.rules
    change, promotes = PASS_TURN[side], False
    taken: tuple[Piece, ...] = ()
    for origin, target in carried:
        if rules and Rule.FIRM_HOLD in rules and scene.frozen >> origin & 1:
            return None
        piece = piece_on(scene.mine, origin)
        if piece is Piece.KING and not _may_carry_king(scene, origin, target):
            return None
        if target is None:
            change += pocketed(side, piece) - bit(side, piece, origin)
            continue
        victim = piece_on(scene.theirs, target) if scene.enemy >> target & 1 else None
        alone = move(side, piece, origin, target, victim, carried_promotes(scene))
        change += alone.change - PASS_TURN[side]
        taken += alone.taken
        promotes |= alone.promotes
    if rules and Rule.MUST_CHANGE in rules and change == PASS_TURN[side]:
        return None
    return _Exchange(change, taken, promotes)


def carried_promotes(scene: Scene) -> bool:
    """Whether a pawn that others bring to its last rank becomes a queen (G7)."""
    return Rule.OWN_PROMOTION not in scene.layout.rules


def _may_carry_king(scene: Scene, origin: int, target: int | None) -> bool:
    return target is not None and bool(scene.castled >> origin & 1 and scene.castled >> target & 1)


def _on_board(scene: Scene, square: int | None) -> int | None:
    return square if square is not None and scene.layout.squares >> square & 1 else None


# Wizards


def teleports(scene: Scene, onto: int | None = None) -> Iterator[Action]:
    """All teleports of a side, or those onto a set of squares.

    Each of its two wizards sends a neighbouring piece to the other (G15).
    """
    wizards = places(scene.mine[WIZARD])
    if len(wizards) != _WIZARDS:
        return
    for here, there in (wizards, wizards[::-1]):
        if onto is not None and not sent(scene.own, here, there) & onto:
            continue
        for origin, target in zip(AROUND[here], AROUND[there], strict=True):
            if origin is None or not scene.own >> origin & 1:
                continue
            if onto is None or (target is not None and onto >> target & 1):
                action = _teleport(scene, here, origin, _on_board(scene, target))
                if action:
                    yield action


def sent(squares: int, here: int, there: int) -> int:
    """Where the members of a set of squares that touch the wizard *here* come by the one *there*."""
    offset = there - here - there // (ROWS + 1) + here // (ROWS + 1)
    return _shifted(squares & AROUND_MASKS[here], offset) & AROUND_MASKS[there]


def _teleport(scene: Scene, wizard: int, origin: int, target: int | None) -> Action | None:
    carried: list[Carried] = [(origin, target)]
    manner = "*" if target is None else "-"
    if target is not None and scene.own >> target & 1:
        carried.append((target, origin))
        manner = "/"
    found = _exchange(scene, carried)
    if found is None:
        return None
    if found.taken:
        manner = "x"
    return Action(
        found.change,
        Kind.TELEPORT,
        Piece.WIZARD,
        origin,
        -1 if target is None else target,
        found.taken,
        found.promotes,
        manner,
        wizard,
    )


# Spiders


def rotations(scene: Scene, beside: int = -1, onto: int = -1) -> Iterator[Action]:
    """All rotations of a side (G16), or those of spiders on some intersections that bring a piece onto some squares."""
    own, squares = scene.own, scene.layout.squares
    for spider in places(scene.mine[SPIDER] & beside):
        here = AROUND_MASKS[spider]
        for direction in (1, -1):
            carried, reached = _rotated(own & here, squares & here, spider, direction)
            if reached & onto or (carried and onto == -1):
                found = _exchange(scene, carried)
                if found:
                    yield Action(
                        found.change, Kind.ROTATE, Piece.SPIDER, spider, direction, found.taken, found.promotes
                    )  # fmt: skip


def turned(squares: int, spider: int) -> int:
    """Where the members of a set of squares that touch a spider come by its two rotations."""
    here = AROUND_MASKS[spider]
    return _rotated(squares & here, here, spider, 1)[1] | _rotated(squares & here, here, spider, -1)[1]


def rotated(scene: Scene, spider: int, direction: int) -> tuple[Carried, ...]:
    """The own pieces that a rotation moves, with their targets; clockwise is 1."""
    here = AROUND_MASKS[spider]
    return _rotated(scene.own & here, scene.layout.squares & here, spider, direction)[0]


@cache
def _rotated(held: int, squares: int, spider: int, direction: int) -> tuple[tuple[Carried, ...], int]:
    """The pieces on some squares around a spider with their targets, and the set of these."""
    ring = AROUND[spider]
    carried: list[Carried] = []
    for number, square in enumerate(ring):
        if square is not None and held >> square & 1:
            target = ring[(number + direction) % len(ring)]
            carried.append((square, target if target is not None and squares >> target & 1 else None))
    return tuple(carried), mask(target for _, target in carried if target is not None)


# Movable squares


class Control(NamedTuple):
    """The control of a movable square (G17)."""

    side: Side | None
    counts: tuple[int, int]
    """The numbers of counted pieces of White and of Black."""
    left_out: int
    """The set of the square itself, if an immobilized piece on it does not count."""


def control(scene: Scene, square: int) -> Control:
    """The control of a movable square."""
    own, enemy = _counted(scene, square)
    white, black = (own, enemy) if scene.side is Side.WHITE else (enemy, own)
    winner = None if white == black else Side.WHITE if white > black else Side.BLACK
    here = (scene.own | scene.enemy) & 1 << square
    owner, others = (scene.own, scene.theirs) if scene.own & here else (scene.enemy, scene.mine)
    left_out = here if owner & here and others[IMMOBILIZER] & CORNER_MASKS[square] else 0
    return Control(winner, (white, black), left_out)


def balance(scene: Scene, square: int) -> int:
    """The number of pieces by which a side is ahead on a movable square; it controls the square if this is positive."""
    own, enemy = _counted(scene, square)
    return own - enemy


def _counted(scene: Scene, square: int) -> tuple[int, int]:
    """The numbers of own and of enemy pieces that count: those on the corners, and one on the square that is free."""
    here, corners = 1 << square, CORNER_MASKS[square]
    own, enemy = (scene.own_lines & corners).bit_count(), (scene.enemy_lines & corners).bit_count()
    if scene.own & here and not scene.theirs[IMMOBILIZER] & corners:
        own += 1
    elif scene.enemy & here and not scene.mine[IMMOBILIZER] & corners:
        enemy += 1
    return own, enemy


def next_in_ring(square: int) -> tuple[int, int]:
    """The neighbouring locations in the ring: clockwise, then counterclockwise."""
    number = RING.index(square)
    return RING[(number + 1) % len(RING)], RING[number - 1]


def goals(scene: Scene, square: int) -> tuple[int, ...]:
    """The locations to which a movable square may go, whether or not the other one is there (G18)."""
    beside = next_in_ring(square)
    if Rule.PASS_OVER not in scene.layout.rules:
        return beside
    number = RING.index(square)
    return tuple(
        RING[(number + 2 * way) % len(RING)] if scene.movable >> goal & 1 else goal
        for goal, way in zip(beside, (1, -1), strict=True)
    )


def shifts(scene: Scene, near: int = -1, along: int = 0) -> Iterator[Action]:
    """The shifts of movable squares (G18, G19): all, or those that come from or to some squares, or move some pieces
    on intersections *along*.
    """
    for square in places(scene.movable):
        if balance(scene, square) <= 0:
            continue
        beside = near >> square & 1 or along & CORNER_MASKS[square]
        for goal in goals(scene, square):
            if not scene.movable >> goal & 1 and (beside or near >> goal & 1):
                yield from _shifts(scene, square, goal)


def _shifts(scene: Scene, square: int, goal: int) -> Iterator[Action]:
    """The shifts of a square to a location, one for each choice of travelling pieces on shared corners."""
    corners = CORNER_MASKS[square]
    shared = corners & crossings(scene.layout.squares & ~(1 << square))
    carried = carry(scene, square, goal)
    for chosen in _subsets(shared & scene.own_lines):
        change = travel(scene, square, goal, (corners & ~shared) | chosen)
        if change is None or not king_is_safe(scene, square, goal, (corners & ~shared) | chosen):
            continue
        board = (1 << goal) - (1 << square) << (BOARD * WORD)
        yield Action(
            PASS_TURN[scene.side] + board + carried + change, Kind.SQUARE, Piece.KING, square, goal, travellers=chosen
        )


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


def carry(scene: Scene, square: int, goal: int) -> int:
    """The difference of the piece on a square that moves along (G18)."""
    for side, words, held in (
        (scene.side, scene.mine, scene.own),
        (scene.side.other, scene.theirs, scene.enemy),
    ):
        if held >> square & 1:
            piece = piece_on(words, square)
            becomes = arrived(side, piece, goal) if carried_promotes(scene) else piece
            return bit(side, becomes, goal) - bit(side, piece, square)
    return 0


def travel(scene: Scene, square: int, goal: int, corners: int) -> int | None:
    """The difference of the pieces that travel on some corners; None if two would share an intersection."""
    offset = _offset(square, goal)
    standing = scene.own_lines | scene.enemy_lines
    if not standing & corners:
        return 0
    if _shifted(standing & corners, offset) & standing & ~corners:
        return None
    change = 0
    for side, words in ((scene.side, scene.mine), (scene.side.other, scene.theirs)):
        for piece in LINE_PIECES:
            if moved := words[piece] & corners:
                change += (_shifted(moved, offset) - moved) * bit(side, piece, 0)
    return change


def king_is_safe(scene: Scene, square: int, goal: int, corners: int) -> bool:
    """Whether a king on a movable square may move along, by its castles before and after (G10, G19)."""
    here = 1 << square
    owner = next((words for words in (scene.mine, scene.theirs) if words[KING] & here), None)
    if owner is None:
        return True
    held = castles(owner)
    settled = (held & ~corners) | _shifted(held & corners, _offset(square, goal))
    return bool(held & CORNER_MASKS[square] and settled & CORNER_MASKS[goal])
