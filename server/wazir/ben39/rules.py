"""The rules: legal actions, check and results (G6 to G20), and perft (G27)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

from wazir.ben39 import carrying
from wazir.ben39.actions import (
    CAPTURE_PATTERNS,
    MOVE_PATTERNS,
    PARTS,
    Action,
    Pattern,
    after,
    attacks,
    drop,
    move,
)
from wazir.ben39.board import ROWS, crossings, places, union, way
from wazir.ben39.position import (
    BISHOP,
    CASTLES,
    GOLD,
    HAND,
    IN_HAND,
    KING,
    LINE_PIECES,
    MAX_IN_STORE,
    NIGHTRIDER,
    PAWN,
    PIECE_OF,
    QUEEN,
    RESERVE,
    ROOK,
    SILVER,
    SPIDER,
    SQUARE_PIECES,
    STORE,
    WIZARD,
    Piece,
    Pieces,
    Rule,
    Side,
    State,
    is_ended,
    slot,
    turn,
)
from wazir.ben39.side_view import Layout, SideView, opposite, piece_on, side_view


class Status(StrEnum):
    """The status of a game for the side to move (G11)."""

    NONE = "none"
    CHECK = "check"
    MATE = "mate"
    STALEMATE = "stalemate"
    ENDED = "ended"
    """The king was taken; the side to move has lost."""


def actions(state: State) -> list[Action]:
    """All legal actions of the side to move, in a deterministic order."""
    return [] if is_ended(state) else legal(state, side_view(state))


def legal(state: State, seen: SideView) -> list[Action]:
    """All legal actions of a side in a side view."""
    possible: list[Action] = []
    moves(seen, possible)
    possible += carrying.teleports(seen)
    possible += carrying.rotations(seen)
    possible += carrying.shifts(seen)
    slides(seen, possible)
    drops(seen, possible)
    entries(seen, possible)
    return permitted(state, seen, possible)


def permitted(state: State, seen: SideView, possible: list[Action]) -> list[Action]:
    """The actions that leave the king where it cannot be taken, if a rule demands that (G11)."""
    if Rule.ANSWER_CHECK in seen.layout.rules and seen.side is turn(state):
        return [action for action in possible if is_safe(state, action)]
    return possible


def captures(state: State, side: Side | None = None) -> list[Action]:
    """The legal captures of the side to move, or of *side* as if it were to move."""
    return [] if is_ended(state) else legal_captures(state, side_view(state, side))


def legal_captures(state: State, seen: SideView) -> list[Action]:
    """The legal captures of a side in a side view."""
    possible: list[Action] = []
    takes(seen, possible)
    possible += carrying.teleports(seen, onto=seen.enemy)
    possible += [action for action in carrying.rotations(seen) if action.taken]
    return permitted(state, seen, possible)


# Pieces on squares


ANYWHERE = (-1,) * len(SQUARE_PIECES)
"""For each kind of piece, all squares."""


def moves(
    seen: SideView, possible: list[Action], onto: tuple[int, ...] = ANYWHERE, leaving: int = 0
) -> None:
    """Add the moves of pieces on squares (G6, G7, G10, G13).

    They are those *onto* a set of squares for each kind of piece or *leaving* others.
    """
    free = ~seen.frozen
    blocked = seen.blocked
    enemy = seen.enemy
    side = seen.side
    patterns = MOVE_PATTERNS[side]
    _king_moves(seen, possible, onto[KING], leaving=leaving)
    for piece, standing, there in zip(SQUARE_PIECES[1:], seen.mine[1:], onto[1:], strict=False):
        for origin in places(standing & free):
            goals = -1 if leaving >> origin & 1 else there
            for ways, reach in patterns[piece][origin]:
                if not ways & goals:
                    continue
                quiet, stops, _ = reach[ways & blocked]
                possible += (
                    quiet
                    if goals == -1
                    else [action for action in quiet if goals >> action.target & 1]
                )
                stops &= enemy & goals
                if stops:
                    for target in places(stops):
                        possible.append(move(side, piece, origin, target, piece_on(seen, target)))


def _king_moves(seen: SideView, possible: list[Action], onto: int, leaving: int) -> None:
    """Add the moves of the king, which moves only between squares that an own castle touches
    (G10).
    """
    for origin in places(seen.mine[KING] & ~seen.frozen & seen.castled):
        for pattern in MOVE_PATTERNS[seen.side][KING][origin]:
            goals = -1 if leaving >> origin & 1 else onto
            if not pattern.mask & goals:
                continue
            quiet, stops, _ = pattern.reach[pattern.mask & (seen.blocked | ~seen.castled)]
            possible += (
                quiet if goals == -1 else [action for action in quiet if goals >> action.target & 1]
            )
            for target in places(stops & seen.enemy & seen.castled & goals):
                possible.append(move(seen.side, Piece.KING, origin, target, piece_on(seen, target)))


def takes(seen: SideView, possible: list[Action]) -> None:
    """Add the captures by pieces on squares."""
    side, blocked, free = seen.side, seen.blocked, ~seen.frozen
    patterns = CAPTURE_PATTERNS[side]
    allowed = seen.castled
    for piece, standing in zip(SQUARE_PIECES, seen.mine, strict=False):
        goals = seen.enemy & allowed
        for origin in places(standing & free & allowed):
            for ways, reach in patterns[piece][origin]:
                if ways & goals and (stops := reach[ways & blocked][1] & goals):
                    for target in places(stops):
                        possible.append(move(side, piece, origin, target, piece_on(seen, target)))
        allowed = -1  # only the king needs castles


# Pieces on intersections


def slides(
    seen: SideView, possible: list[Action], pieces: tuple[Piece, ...] = LINE_PIECES, onto: int = -1
) -> None:
    """Add the moves of pieces on intersections *onto* a set of them."""
    patterns = MOVE_PATTERNS[seen.side]
    for piece in pieces:
        for origin in places(seen.mine[piece]):
            for ways, reach in patterns[piece][origin]:
                goes = reach[ways & seen.line_blocked][0]
                possible += (
                    goes if onto == -1 else [action for action in goes if onto >> action.target & 1]
                )


# Drops


@cache
def _stored_pieces(letters: str) -> tuple[tuple[int, Piece], ...]:
    """For each piece of some letters, the bit of its count in a hand or reserve."""
    return tuple(
        (slot(letter), piece)
        for letter in letters
        for piece in (CASTLES[:2] if letter == "C" else (PIECE_OF[letter],))
    )


@lru_cache(maxsize=8192)
def _dropped(side: Side, piece: Piece, room: int) -> tuple[Action, ...]:
    """The drops of a piece onto a set of places."""
    return tuple([drop(side, piece, place) for place in places(room)])


def drops(seen: SideView, possible: list[Action], onto: tuple[int, ...] = ANYWHERE) -> None:
    """Add the drops from the hand (G9) *onto* a set of squares for each kind of piece."""
    store = seen.mine[STORE]
    if not store & IN_HAND:
        return
    empty = seen.layout.squares & ~seen.blocked
    for first, piece in _stored_pieces(HAND):
        if store >> first & MAX_IN_STORE:
            room = empty & ~barren(seen.side, seen.layout.squares) if piece is Piece.PAWN else empty
            possible += _dropped(seen.side, piece, room & onto[piece])


@lru_cache(maxsize=64)
def barren(side: Side, squares: int) -> int:
    """The squares on which a pawn could never move, so it cannot be dropped there (G9)."""
    steps = [step for part in PARTS[Piece.PAWN] for step in part.steps[side]]
    squares_without_moves = 0
    for square in places(squares):
        if not any(
            squares >> target & 1 for step in steps for target in way(square, step, ROWS, most=1)
        ):
            squares_without_moves |= 1 << square
    return squares_without_moves


def entries(seen: SideView, possible: list[Action], letters: str = RESERVE, onto: int = -1) -> None:
    """Add the drops from the reserve *onto* a set of intersections."""
    store = seen.mine[STORE]
    if store <= IN_HAND:
        return
    empty = seen.layout.crossings & ~seen.line_blocked & onto
    for first, piece in _stored_pieces(letters):
        if store >> first & MAX_IN_STORE:
            room = empty & ~crossings(seen.enemy) if piece is Piece.IMMOBILIZER else empty
            possible += _dropped(seen.side, piece, room)


# Check and mate


def in_check(state: State, side: Side | None = None) -> bool:
    """Whether the king of the side to move, or of *side*, could be taken by the opponent (G11)."""
    return not is_ended(state) and takes_king(opposite(side_view(state, side)))


def takes_king(seen: SideView) -> bool:
    """Whether a side can take the enemy king."""
    kings = seen.theirs[KING]
    for square in places(kings):
        if attackers(seen, square):
            return True
    wizards, spiders = seen.mine[WIZARD], seen.mine[SPIDER]
    if not wizards | spiders:
        return False
    beside = crossings(kings)
    if wizards & beside and any(carrying.teleports(seen, onto=kings)):
        return True
    return bool(spiders & beside) and any(
        Piece.KING in action.taken for action in carrying.rotations(seen, beside)
    )


_LEAPERS: Final = tuple(
    tuple(attacks(side, piece) for piece in (Piece.GOLD, Piece.SILVER, Piece.PAWN)) for side in Side
)
_KINGS: Final = attacks(Side.WHITE, Piece.KING)


def attackers(seen: SideView, square: int) -> int:
    """The squares of own pieces that attack a square."""
    attacking = _attackers(seen.squares, seen.layout, seen.side, square)
    if seen.castled >> square & 1:
        attacking |= seen.mine[KING] & _KINGS[square] & seen.castled
    return attacking & ~seen.frozen


@lru_cache(maxsize=8192)
def _attackers(squares: Pieces, layout: Layout, side: Side, square: int) -> int:
    """The squares of pieces of a side, except its king, that attack a square if nothing immobilizes
    them.
    """
    mine = squares.kinds[side]
    blocked = squares.occupied | layout.no_squares
    gold, silver, pawn = _LEAPERS[side]
    attacking = (
        mine[GOLD] & gold[square] | mine[SILVER] & silver[square] | mine[PAWN] & pawn[square]
    )
    queens = mine[QUEEN]
    rooks = mine[ROOK] | queens
    bishops = mine[BISHOP] | queens
    nightriders = mine[NIGHTRIDER]
    rook, bishop, nightrider = _riders(square)
    for (reached, lines), riders in ((rook, rooks), (bishop, bishops), (nightrider, nightriders)):
        if reached & riders:
            for ways, reach in lines:
                attacking |= reach[ways & blocked][1] & riders
    return attacking


@cache
def _riders(square: int) -> tuple[tuple[int, tuple[Pattern, ...]], ...]:
    """For rooks, bishops and nightriders, the squares from which one attacks a square of an empty
    board, by lines.
    """
    riders = (Piece.ROOK, Piece.BISHOP, Piece.NIGHTRIDER)
    by_piece = [CAPTURE_PATTERNS[Side.WHITE][piece][square] for piece in riders]
    return tuple((union(pattern.mask for pattern in lines), lines) for lines in by_piece)


def checking(side: int, piece: Piece, kings: int, blocked: int) -> int:
    """The squares from which a piece attacks a king: those that an enemy piece of the kind attacks
    from there.
    """
    origins = 0
    for king in places(kings):
        for ways, reach in CAPTURE_PATTERNS[1 - side][piece][king]:
            origins |= reach[ways & blocked][2]
    return origins


def king_takers(state: State, by: Side) -> list[Action]:
    """The actions by which a side could take the enemy king on its turn."""
    return [action for action in captures(state, by) if Piece.KING in action.taken]


def escapes(state: State) -> list[Action]:
    """The legal actions that take the enemy king or leave the own king safe."""
    return [action for action in actions(state) if is_safe(state, action)]


def is_safe(state: State, action: Action) -> bool:
    """Whether an action takes the enemy king or leaves the own king safe."""
    return Piece.KING in action.taken or not takes_king(side_view(after(state, action)))


def status(state: State) -> Status:
    """The status of the game for the side to move."""
    if is_ended(state):
        return Status.ENDED
    if in_check(state):
        if any(is_safe(state, action) for action in actions(state)):
            return Status.CHECK
        return Status.MATE
    return Status.NONE if actions(state) else Status.STALEMATE


def immobilized(state: State) -> int:
    """The squares with pieces that an enemy immobilizer affects (G13)."""
    mine, theirs = side_view(state, Side.WHITE), side_view(state, Side.BLACK)
    return mine.own & mine.frozen | theirs.own & theirs.frozen


def control(state: State, square: int) -> carrying.Control:
    """The controller of a movable square, with the counts (G17)."""
    return carrying.control(side_view(state), square)


_AT_ONCE = 2
"""The depth up to which perft does not pause."""


def perft(state: State, depth: int, bulk: bool = False) -> int:
    """The number of lines of *depth* actions. Lines that end earlier with a captured king do not
    count.

    With *bulk* the last action of each line is counted, but not made.
    """
    if depth == 0:
        return 1
    possible = actions(state)
    if depth == 1:
        return len(possible if bulk else [state + action.change for action in possible])
    return sum(perft(after(state, action), depth - 1, bulk) for action in possible)


def parts(state: State, depth: int, bulk: bool = False) -> Iterator[int]:
    """Partial counts that add up to the total, each fast."""
    if depth <= _AT_ONCE:
        yield perft(state, depth, bulk)
        return
    for action in actions(state):
        yield from parts(after(state, action), depth - 1, bulk)


def divide(state: State, depth: int, bulk: bool = False) -> Iterator[tuple[Action, Iterator[int]]]:
    """The first actions with the number of lines that begin with each."""
    return ((action, parts(after(state, action), depth - 1, bulk)) for action in actions(state))
