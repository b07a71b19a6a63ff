"""A second player by the rules of Ben39: slow, plain, and written from the rules alone (G1 to G21,
G27).

It imports nothing of the program. Places are names, sets are sets, and each paragraph of the rules
is a function. What the engine finds is compared with what this finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

WHITE, BLACK = "w", "b"
FILES = "abcdefghijklmno"
ORTHOGONAL = [(0, 2), (2, 0), (0, -2), (-2, 0)]
DIAGONAL = [(2, 2), (2, -2), (-2, -2), (-2, 2)]
ALL = ORTHOGONAL + DIAGONAL
KNIGHT = [
    (files * x, ranks * y) for files, ranks in ((2, 4), (4, 2)) for x in (1, -1) for y in (1, -1)
]
AROUND = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
"""From an intersection to the places for squares around it, clockwise from the north-west (G16)."""

RING = ["d14", "l14", "n12", "n4", "l2", "d2", "b4", "b12"]
RANKS = {2: "fhj", 4: "dfhjl", 6: "bdfhjln", 8: "bdfhjln", 10: "bdfhjln", 12: "dfhjl", 14: "fhj"}
FIXED = [f"{file}{rank}" for rank, files in RANKS.items() for file in files]
HAND = "RBNGSP"


@cache
def shift(place: str, files: int, ranks: int) -> str:
    """The name so many files and ranks away; no name at all beyond `a` to `o` and 1 to 15."""
    file, rank = FILES.index(place[0]) + files, int(place[1:]) + ranks
    return f"{FILES[file]}{rank}" if 0 <= file < 15 and 1 <= rank <= 15 else ""


def other(side: str) -> str:
    return BLACK if side == WHITE else WHITE


def owner(piece: str) -> str:
    """Capitals are White's."""
    return WHITE if piece[0].isupper() else BLACK


def kind(piece: str) -> str:
    """The capital letter of a piece, without the sign of a castle."""
    return piece[0].upper()


def owned(side: str, piece: str) -> str:
    """A piece as *side* has it: only the letter is made small, not the sign of a castle."""
    return piece if side == WHITE else piece[0].lower() + piece[1:]


@dataclass
class Position:
    """A position by names."""

    squares: dict[str, str] = field(default_factory=dict)
    """`h2`: `K`, or `k` for a black one."""
    crossings: dict[str, str] = field(default_factory=dict)
    """`g3`: `X`; castles have their next step behind them, `C+`, `cx`, `c?`."""
    movable: list[str] = field(default_factory=list)
    turn: str = WHITE
    hands: dict[str, str] = field(default_factory=lambda: {WHITE: "", BLACK: ""})
    reserves: dict[str, str] = field(default_factory=lambda: {WHITE: "", BLACK: ""})
    ended: bool = False
    rules: tuple[str, ...] = ()
    """The rules that are not the usual ones, by the names that a file has for them."""

    def copy(self) -> Position:
        return Position(
            dict(self.squares),
            dict(self.crossings),
            list(self.movable),
            self.turn,
            dict(self.hands),
            dict(self.reserves),
            self.ended,
            self.rules,
        )


@dataclass
class Action:
    """A legal action."""

    text: str
    kind: str
    after: Position
    taken: list[str] = field(default_factory=list)


def board(position: Position) -> set[str]:
    """The squares that are on the board."""
    return _board(tuple(position.movable))


def crossings(position: Position) -> set[str]:
    """The intersections that exist."""
    return _crossings(tuple(position.movable))


@cache
def _board(movable: tuple[str, ...]) -> set[str]:
    return {*FIXED, *movable}


@cache
def _crossings(movable: tuple[str, ...]) -> set[str]:
    return {corner for square in _board(movable) for corner in corners(square)}


@cache
def corners(square: str) -> list[str]:
    return [shift(square, *step) for step in AROUND]


def forward(side: str) -> int:
    return 2 if side == WHITE else -2


@cache
def steps(piece: str) -> list[tuple[int, int, bool, bool, bool]]:
    """Files, ranks, whether again and again, whether without capture, whether with capture."""
    up = forward(owner(piece))
    once = {
        "K": ALL,
        "G": [*ORTHOGONAL, (2, up), (-2, up)],
        "S": [*DIAGONAL, (0, up)],
        "W": ALL,
        "Z": KNIGHT,
        "C+": ORTHOGONAL,
        "Cx": DIAGONAL,
        "C?": ALL,
    }
    often = {"R": ORTHOGONAL, "B": DIAGONAL, "N": KNIGHT, "Q": ALL, "X": ORTHOGONAL, "I": ALL}
    quiet = {"B": ORTHOGONAL, "P": [(0, up)]}
    taking = {"P": [(2, up), (-2, up)]}
    letter = piece[0].upper() + piece[1:]
    return [
        (files, ranks, again, goes, takes)
        for table, again, goes, takes in (
            (once, False, True, True),
            (often, True, True, True),
            (quiet, False, True, False),
            (taking, False, False, True),
        )
        for files, ranks in table.get(letter, [])
    ]


def targets(piece: str, origin: str, rooms: set[str], standing: dict[str, str]) -> Iterator[str]:
    """The places that a piece can go to, and the enemies that it reaches."""
    for files, ranks, again, goes, takes in steps(piece):
        place = shift(origin, files, ranks)
        while place in rooms:
            if place in standing:
                if takes and owner(standing[place]) != owner(piece):
                    yield place
                break
            if goes:
                yield place
            if not again:
                break
            place = shift(place, files, ranks)


def arrive(position: Position, square: str, piece: str, *, itself: bool = False) -> None:
    """A piece comes to a square, by itself or not; a pawn may become a queen there (G7)."""
    last = "14" if owner(piece) == WHITE else "2"
    if (
        kind(piece) == "P"
        and square[1:] == last
        and (itself or "own-promotion" not in position.rules)
    ):
        piece = owned(owner(piece), "Q")
    position.squares[square] = piece


def to_hand(position: Position, side: str, piece: str) -> None:
    """A piece comes to a hand; a queen is a pawn there (G8)."""
    letter = "P" if kind(piece) == "Q" else kind(piece)
    position.hands[side] = "".join(sorted(position.hands[side] + letter, key=HAND.index))


def take(position: Position, side: str, pieces: list[str]) -> None:
    """*side* captures pieces that have left the board; a king ends the game (G8, G11)."""
    for piece in pieces:
        if kind(piece) == "K":
            position.ended = True
        else:
            to_hand(position, side, piece)


def has_castle(position: Position, side: str, square: str) -> bool:
    standing = [position.crossings.get(corner) for corner in corners(square)]
    return any(piece and kind(piece) == "C" and owner(piece) == side for piece in standing)


def king_rule(before: Position, after: Position, moved: list[tuple[str, str, str]]) -> bool:
    """Whether the kings among the moved pieces (piece, from, to) leave castles and come to castles
    (G10).
    """
    return all(
        has_castle(before, owner(piece), origin) and has_castle(after, owner(piece), target)
        for piece, origin, target in moved
        if kind(piece) == "K"
    )


@cache
def squares_around(crossing: str) -> list[str]:
    return [shift(crossing, *step) for step in AROUND]


def immobilized(position: Position) -> set[str]:
    """The squares with pieces that an enemy immobilizer stands beside (G13)."""
    return {
        square
        for crossing, piece in position.crossings.items()
        if kind(piece) == "I"
        for square in squares_around(crossing)
        if square in position.squares and owner(position.squares[square]) != owner(piece)
    }


def moves(position: Position, side: str) -> Iterator[Action]:
    """Moves of pieces on squares (G6)."""
    held = immobilized(position)
    for origin, piece in position.squares.items():
        if owner(piece) != side or origin in held:
            continue
        for target in targets(piece, origin, board(position), position.squares):
            after = position.copy()
            taken = [after.squares.pop(target)] if target in after.squares else []
            arrive(after, target, after.squares.pop(origin), itself=True)
            take(after, side, taken)
            if king_rule(position, after, [(piece, origin, target)]):
                promotion = "=Q" if after.squares[target] != piece else ""
                text = f"{kind(piece)}{origin}{'x' if taken else '-'}{target}{promotion}"
                yield Action(text, "move", after, taken)


def drops(position: Position, side: str) -> Iterator[Action]:
    """Drops from the hand (G9)."""
    for letter in set(position.hands[side]):
        for square in board(position) - set(position.squares):
            piece = owned(side, letter)
            if any(shift(square, step[0], step[1]) in board(position) for step in steps(piece)):
                after = position.copy()
                after.squares[square] = piece
                after.hands[side] = after.hands[side].replace(letter, "", 1)
                yield Action(f"{letter}@{square}", "drop", after)


def line_moves(position: Position, side: str) -> Iterator[Action]:
    """Moves of pieces on intersections (G12, G14)."""
    for origin, piece in position.crossings.items():
        if owner(piece) != side:
            continue
        for target in targets(piece, origin, crossings(position), position.crossings):
            if target in position.crossings:
                continue
            after = position.copy()
            gone = after.crossings.pop(origin)
            if kind(piece) == "C":
                straight = origin[0] == target[0] or origin[1:] == target[1:]
                gone = gone[0] + ("x" if straight else "+")
            after.crossings[target] = gone
            yield Action(f"{kind(piece)}{origin}-{target}", "line", after)


def enters(position: Position, side: str) -> Iterator[Action]:
    """Drops from the reserve (G13, G14)."""
    for letter in set(position.reserves[side]):
        for piece in ("C+", "Cx") if letter == "C" else (letter,):
            for crossing in crossings(position) - set(position.crossings):
                after = position.copy()
                after.crossings[crossing] = owned(side, piece)
                after.reserves[side] = after.reserves[side].replace(letter, "", 1)
                around = [position.squares.get(square) for square in squares_around(crossing)]
                if letter == "I" and any(
                    neighbour and owner(neighbour) != side for neighbour in around
                ):
                    continue
                yield Action(f"{piece}@{crossing}", "enter", after)


def teleports(position: Position, side: str) -> Iterator[Action]:
    """What a wizard does to the pieces beside it (G15)."""
    wizards = [place for place, piece in position.crossings.items() if piece == owned(side, "W")]
    if len(wizards) != 2:
        return
    for wizard, there in (wizards, wizards[::-1]):
        for step in AROUND:
            origin, target = shift(wizard, *step), shift(there, *step)
            piece = position.squares.get(origin)
            if piece is None or owner(piece) != side:
                continue
            teleport = _teleport(position, side, wizard, origin, target)
            if teleport:
                yield teleport


def is_held(position: Position, squares: list[str]) -> bool:
    """Whether a rule forbids to move one of the pieces because it is immobilized (G13)."""
    return "firm-hold" in position.rules and not immobilized(position).isdisjoint(squares)


def is_idle(before: Position, after: Position) -> bool:
    """Whether a rule forbids an action after which everything is as it was (G20)."""
    return "must-change" in before.rules and before == after


def _teleport(
    position: Position, side: str, wizard: str, origin: str, target: str
) -> Action | None:
    swapped = owner(position.squares.get(target, owned(other(side), "P"))) == side
    if is_held(position, [origin, target] if swapped else [origin]):
        return None
    after = position.copy()
    piece = after.squares.pop(origin)
    if target not in board(position):
        if kind(piece) == "K":
            return None
        to_hand(after, side, piece)
        return Action(f"W{wizard}:{origin}*", "teleport", after)
    there = after.squares.pop(target, None)
    taken = []
    moved = [(piece, origin, target)]
    if there is None:
        sign = "-"
    elif owner(there) == side:
        sign = "/"
        arrive(after, origin, there)
        moved.append((there, target, origin))
    else:
        sign = "x"
        taken = [there]
        take(after, side, taken)
    arrive(after, target, piece)
    if not king_rule(position, after, moved) or is_idle(position, after):
        return None
    return Action(f"W{wizard}:{origin}{sign}{target}", "teleport", after, taken)


def rotations(position: Position, side: str) -> Iterator[Action]:
    """What a spider does to the pieces around it (G16)."""
    for spider, letter in position.crossings.items():
        around = squares_around(spider)
        friends = [
            index
            for index, square in enumerate(around)
            if square in position.squares and owner(position.squares[square]) == side
        ]
        if letter != owned(side, "Z") or not friends:
            continue
        for sign, by in ((">", 1), ("<", -1)):
            moved = [
                (position.squares[around[index]], around[index], around[(index + by) % 4])
                for index in friends
            ]
            rotation = _rotation(position, side, moved)
            if rotation:
                rotation.text = f"Z{spider}{sign}"
                yield rotation


def _rotation(position: Position, side: str, moved: list[tuple[str, str, str]]) -> Action | None:
    if is_held(position, [origin for _, origin, _ in moved]):
        return None
    after = position.copy()
    for _, origin, _ in moved:
        del after.squares[origin]
    taken = []
    for piece, _, target in moved:
        if target not in board(position):
            if kind(piece) == "K":
                return None
            to_hand(after, side, piece)
            continue
        if target in after.squares:
            taken.append(after.squares[target])
        arrive(after, target, piece)
    take(after, side, taken)
    if not king_rule(position, after, moved) or is_idle(position, after):
        return None
    return Action("", "rotate", after, taken)


def control(position: Position) -> dict[str, tuple[str | None, int, int]]:
    """For each movable square: who controls it, and how many pieces of White and of Black count
    (G17).
    """
    controlled: dict[str, tuple[str | None, int, int]] = {}
    for square in position.movable:
        pieces = [
            position.crossings[corner] for corner in corners(square) if corner in position.crossings
        ]
        if square in position.squares and square not in immobilized(position):
            pieces.append(position.squares[square])
        white = sum(owner(piece) == WHITE for piece in pieces)
        black = len(pieces) - white
        controlled[square] = (
            None if white == black else WHITE if white > black else BLACK,
            white,
            black,
        )
    return controlled


def square_moves(position: Position, side: str) -> Iterator[Action]:
    """Moves of movable squares (G18, G19)."""
    for origin, (by, _, _) in control(position).items():
        if by != side:
            continue
        rest = [square for square in board(position) if square != origin]
        shared = {corner for square in rest for corner in corners(square)}
        own = sorted(
            corner
            for corner in corners(origin)
            if corner in shared
            and corner in position.crossings
            and owner(position.crossings[corner]) == side
        )
        for step in (1, -1):
            target = RING[(RING.index(origin) + step) % 8]
            if target in position.movable and "pass-over" in position.rules:
                target = RING[(RING.index(target) + step) % 8]
            if target in position.movable:
                continue
            for count in range(len(own) + 1):
                for chosen in combinations(own, count):
                    travels = [
                        corner
                        for corner in corners(origin)
                        if corner not in shared or corner in chosen
                    ]
                    after = _carried(position, origin, target, travels)
                    if after:
                        choice = f"({','.join(chosen)})" if chosen else ""
                        yield Action(f"#{origin}-{target}{choice}", "square", after)


def _carried(position: Position, origin: str, target: str, travels: list[str]) -> Position | None:
    after = position.copy()
    after.movable = [
        place for place in RING if place == target or (place in after.movable and place != origin)
    ]
    arrivals = {
        corners(target)[corners(origin).index(corner)]: after.crossings.pop(corner)
        for corner in travels
        if corner in after.crossings
    }
    if any(place in after.crossings for place in arrivals):
        return None
    after.crossings.update(arrivals)
    piece = after.squares.pop(origin, None)
    if piece:
        arrive(after, target, piece)
        if not king_rule(position, after, [(piece, origin, target)]):
            return None
    return after


KINDS: dict[str, Callable[[Position, str], Iterator[Action]]] = {
    "move": moves,
    "drop": drops,
    "line": line_moves,
    "enter": enters,
    "teleport": teleports,
    "rotate": rotations,
    "square": square_moves,
}
CAPTURING = ("move", "teleport", "rotate")


def actions(position: Position, kinds: tuple[str, ...] = tuple(KINDS)) -> list[Action]:
    """All legal actions of the side to move, in no order."""
    if position.ended:
        return []
    listed = [action for name in kinds for action in KINDS[name](position, position.turn)]
    for action in listed:
        action.after.turn = other(position.turn)
    if "answer-check" in position.rules and kinds == tuple(KINDS):
        return [
            action_
            for action_ in listed
            if action_.after.ended or not king_takers(action_.after, action_.after.turn)
        ]
    return listed


def king_takers(position: Position, by: str) -> list[Action]:
    """The actions of *by*, were it its turn, that take the enemy king."""
    captures = actions(replace(position, turn=by), CAPTURING)
    return [action for action in captures if any(kind(piece) == "K" for piece in action.taken)]


def escapes(position: Position) -> Iterator[str]:
    """The actions that take the enemy king, or after which the own king cannot be taken."""
    for action in actions(position):
        if action.after.ended or not king_takers(action.after, action.after.turn):
            yield action.text


def in_check(position: Position) -> bool:
    return bool(king_takers(position, other(position.turn)))


def status(position: Position) -> str:
    """`none`, `check`, `mate` or `stalemate` (G11); `ended` when a king was taken."""
    if position.ended:
        return "ended"
    if in_check(position):
        return "check" if any(escapes(position)) else "mate"
    return "none" if actions(position) else "stalemate"


def perft(position: Position, depth: int) -> int:
    """The number of lines of that length (G27)."""
    if depth == 0:
        return 1
    return sum(perft(action.after, depth - 1) for action in actions(position))
