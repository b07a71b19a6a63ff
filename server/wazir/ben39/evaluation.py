"""The facts of a position, its static evaluation (G26), and the order in which a search tries
actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from wazir.ben39.actions import ALL, CAPTURE_PATTERNS, ONCE, Action, Kind
from wazir.ben39.board import RING, ROWS, SQUARES, around, crossings, mask, places, way
from wazir.ben39.carrying import Control, balance, control, sent
from wazir.ben39.position import (
    ARMY,
    COUNT,
    HAND,
    IN_HAND,
    KING,
    LINE_PIECES,
    MAX_IN_STORE,
    PIECE_OF,
    SPIDER,
    STORE,
    WIZARD,
    Piece,
    Side,
    State,
    count,
    slot,
    turn,
)
from wazir.ben39.rules import (
    Status,
    actions,
    checking,
    immobilized,
    king_takers,
    legal,
    legal_captures,
    status,
)
from wazir.ben39.side_view import Layout, SideView, opposite, partial_view, side_view

WORTH: Mapping[Piece, int] = {
    Piece.QUEEN: 900,
    Piece.ROOK: 500,
    Piece.NIGHTRIDER: 450,
    Piece.BISHOP: 400,
    Piece.GOLD: 300,
    Piece.SILVER: 250,
    Piece.PAWN: 100,
}
"""The nominal values of pieces in centipawns, by which material and captures are compared; games
measure `PLACED`.
"""


@dataclass(frozen=True)
class Facts:
    """A summary of a position."""

    turn: Side
    status: Status
    winner: Side | None
    """The side that took the king, or mated."""
    takers: tuple[Action, ...]
    """The actions by which the opponent could take the king of the side to move."""
    threats: tuple[Action, ...]
    """The actions by which the side to move can take the king."""
    immobilized: tuple[str, ...]
    """The squares with pieces that cannot move."""
    control: Mapping[str, Control]
    """The control of each movable square."""
    kinds: Mapping[Kind, int]
    """The number of legal actions of each kind, including kinds without any."""
    material: tuple[int, int]
    """The material of White and of Black on squares and in hand, in centipawns."""

    @property
    def actions(self) -> int:
        """The number of legal actions."""
        return sum(self.kinds.values())


def facts(state: State) -> Facts:
    """The facts of a position."""
    side = turn(state)
    current = status(state)
    seen = side_view(state)
    legal = actions(state)
    counted = Counter(action.kind for action in legal)
    return Facts(
        turn=side,
        status=current,
        winner=side.other if current in (Status.ENDED, Status.MATE) else None,
        takers=tuple(king_takers(state, side.other)),
        threats=tuple(action for action in legal if Piece.KING in action.taken),
        immobilized=tuple(SQUARES[square] for square in places(immobilized(state))),
        control={
            SQUARES[square]: control(seen, square)
            for square in RING
            if seen.layout.movable >> square & 1
        },
        kinds={kind: counted[kind] for kind in Kind},
        material=(material(state, Side.WHITE), material(state, Side.BLACK)),
    )


def material(state: State, side: Side) -> int:
    """The material of a side on squares and in hand, in centipawns. A queen in hand is a pawn
    (G8).
    """
    words = side_view(state, side).mine
    on_board = sum(worth * words[piece].bit_count() for piece, worth in WORTH.items())
    return on_board + sum(WORTH[PIECE_OF[letter]] * count(words[STORE], letter) for letter in HAND)


# Terms of the evaluation, in centipawns: the weights that predict results best
# (docs/development/search.md)

PLACED = {
    Piece.ROOK: 45,
    Piece.BISHOP: 111,
    Piece.NIGHTRIDER: 118,
    Piece.GOLD: 215,
    Piece.SILVER: 75,
    Piece.PAWN: 90,
    Piece.QUEEN: 318,
}
"""For each piece on a square, besides what it attacks."""
HELD = {
    Piece.ROOK: 341,
    Piece.BISHOP: 301,
    Piece.NIGHTRIDER: 345,
    Piece.GOLD: 346,
    Piece.SILVER: 93,
    Piece.PAWN: 156,
}
"""For each piece in hand, which can be dropped anywhere."""
WORKING = {
    Piece.CHAD_ROOK: -41,
    Piece.IMMOBILIZER: 183,
    Piece.WIZARD: -116,
    Piece.SPIDER: -138,
    Piece.CASTLE_STRAIGHT: -105,
    Piece.CASTLE_DIAGONAL: -72,
    Piece.CASTLE_EITHER: -90,
}
"""For each piece on an intersection, compared with the reserve, besides what it does there."""
FREEDOM: Final = 10
"""For each square on which a piece can capture."""
SIEGE: Final = 36
"""For each such square on or next to the enemy king."""
GUARD: Final = 25
"""For each such square on or next to the own king."""
CHECK: Final = 76
"""For each move of a piece that gives check."""
DROP_CHECK: Final = 39
"""For each drop that gives check."""
FROZEN: Final = 62
"""An immobilized piece loses this, and its squares."""
CASTLED: Final = 225
"""For a king that touches an own castle."""
REFUGE: Final = 44
"""For each empty square to which the king can step, by its castles (G10)."""
CONTROL: Final = 36
"""For each movable square that the side controls (G17)."""
CARRIED = {Piece.SPIDER: 73, Piece.WIZARD: 22}
"""For each own piece next to a spider, or next to one of two wizards, which can move it."""
NEAR: Final = 206
"""For each wizard beside a square on or next to the enemy king."""
GRIP: Final = 234
"""For each spider beside the enemy king."""
LANDING: Final = 359
"""For each own piece that a teleport can bring next to the enemy king, or onto it."""


def evaluate(state: State) -> int:
    """The evaluation of a position for the side to move."""
    seen = side_view(state)
    return judge(seen, opposite(seen))


def judge(seen: SideView, other: SideView) -> int:
    """The evaluation of a view for the side to move."""
    layout = seen.layout
    squares = seen.squares.boards & layout.movable_boards
    lines = seen.lines.boards & layout.corner_boards
    return _own(seen) - _own(other) + CONTROL * _controlled(seen.side, squares, lines, layout)


def _own(seen: SideView) -> int:
    """The terms of one side."""
    mine, king = seen.mine, seen.mine[KING]
    score = _working(seen.lines.kinds[seen.side])
    pieces = seen.squares.kinds[seen.side]
    hand = mine[STORE] & IN_HAND
    frozen = seen.frozen & seen.own
    score += _fighting(seen.side, pieces, hand, seen.theirs[KING], seen.enemy, seen.layout, frozen)
    if mine[SPIDER] | mine[WIZARD]:
        score += _carrying(mine[SPIDER], mine[WIZARD], seen.own, seen.theirs[KING])
    if king & seen.castled:
        score += CASTLED + REFUGE * (_beside(king) & seen.castled & ~seen.blocked).bit_count()
    return score


_SLOTS = {piece: slot(piece.letter) if piece in HELD else COUNT * len(HAND) for piece in PLACED}
"""The first bits of the counts of pieces in hand. The count of a queen, which is never in hand, is
beyond the hand.
"""


@lru_cache(maxsize=8192)
def _fighting(  # noqa: PLR0917 - a cache is faster by position
    side: Side,
    pieces: tuple[int, ...],
    hand: int,
    enemy_king: int,
    enemies: int,
    layout: Layout,
    frozen: int,
) -> int:
    """The terms of the pieces on squares and in hand: values, attacked squares and checks."""
    siege, guard = _beside(enemy_king), _beside(pieces[KING])
    board = layout.squares
    blocked = layout.no_squares | sum(pieces) | enemies
    empty = board & ~blocked
    score = 0
    for piece, worth in PLACED.items():
        standing = pieces[piece]
        held = hand >> _SLOTS[piece] & MAX_IN_STORE
        if not (held or standing):
            continue
        checks = checking(side, piece, enemy_king, blocked=blocked)
        if held:
            score += HELD[piece] * held + DROP_CHECK * (checks & empty).bit_count()
        checks &= enemies if piece is Piece.PAWN else enemies | empty
        patterns = CAPTURE_PATTERNS[side][piece]
        for place in places(standing):
            score += worth
            if frozen >> place & 1:
                score -= FROZEN
                continue
            takes = 0
            for ways, reach in patterns[place]:
                takes |= reach[ways & blocked][2]
            takes &= board
            score += FREEDOM * takes.bit_count() + CHECK * (takes & checks).bit_count()
            score += SIEGE * (takes & siege).bit_count() + GUARD * (takes & guard).bit_count()
    return score


@lru_cache(maxsize=4096)
def _carrying(spiders: int, wizards: int, own: int, enemy_king: int) -> int:
    """The terms of spiders and wizards: the pieces that they can move, and those near the enemy
    king.
    """
    siege = _beside(enemy_king)
    score = CARRIED[Piece.SPIDER] * (around(spiders) & own).bit_count()
    score += (
        GRIP * (spiders & crossings(enemy_king)).bit_count()
        + NEAR * (wizards & crossings(siege)).bit_count()
    )
    if wizards.bit_count() == ARMY["W"]:
        score += CARRIED[Piece.WIZARD] * (around(wizards) & own).bit_count()
        first, second = places(wizards)
        for near, far in ((first, second), (second, first)):
            score += LANDING * (sent(own, near, far) & siege).bit_count()
    return score


@lru_cache(maxsize=8192)
def _controlled(side: Side, squares: int, lines: int, layout: Layout) -> int:
    """The number of controlled movable squares, less those of the opponent, by the pieces on them
    and their corners.
    """
    seen = partial_view(side, squares, lines, layout=layout)
    ahead = [balance(seen, square) for square in places(layout.movable)]
    return sum((difference > 0) - (difference < 0) for difference in ahead)


@lru_cache(maxsize=4096)
def _beside(kings: int) -> int:
    """The squares on and next to each king."""
    squares = kings
    for king in places(kings):
        for step in ALL:
            squares |= mask(way(king, step, ROWS, most=ONCE))
    return squares


@lru_cache(maxsize=8192)
def _working(words: tuple[int, ...]) -> int:
    return sum(
        WORKING[piece] * word.bit_count() for piece, word in zip(LINE_PIECES, words, strict=False)
    )


# The order in which a search tries actions, and what captures gain


_PRIOR: Final = {**dict.fromkeys(Kind, 3), Kind.MOVE: 4, Kind.LINE: 1, Kind.ENTER: 0}
"""The order of kinds of actions without other information."""
_KNOWN = 50_000
_KILLERS = 2
_PLACES: Final = 6
"""The bits of a place."""
_HINT: Final = 1 << 60
_GAIN: Final = 1 << 32
_KILLER: Final = 1 << 31
"""What counts in the order of actions, each more than all that follow. One number is compared
faster than several.
"""


class Ordering:
    """Move ordering by history and killer heuristics."""

    def __init__(self) -> None:
        self._history: dict[int, int] = {}
        """The history score of each change; deep subtrees count more."""
        self._played: set[int] = set()
        """The pieces of these actions with their targets. Of a swap only one spelling is here
        (G15).
        """
        self._killers: dict[int, list[int]] = {}
        """The killer actions by ply."""

    def good(self, action: Action, depth: int, ply: int) -> None:
        """Record a quiet action that caused a cutoff."""
        change = action.change
        if len(self._history) > _KNOWN:
            self._history.clear()
            self._played.clear()
        self._played.add(action.piece << _PLACES | action.target)
        self._history[change] = self._history.get(change, 0) + depth * depth
        killers = self._killers.setdefault(ply, [])
        if change not in killers:
            self._killers[ply] = [change, *killers[: _KILLERS - 1]]

    def staged(
        self, state: State, seen: SideView, hint: Action | None, ply: int, *, loud: bool
    ) -> Iterator[Action]:
        """All actions, or if *loud* the captures, best first, in stages that are generated on
        demand.
        """
        if hint and (hint.taken or not loud):
            yield hint
        tried = hint.change if hint else 0
        for action in sorted(legal_captures(state, seen), key=gain, reverse=True):
            if action.change != tried:
                yield action
        if not loud:
            actions = legal(state, seen)
            quiet = [action for action in actions if not action.taken and action.change != tried]
            yield from self.sorted(quiet, None, ply)

    def sorted(self, actions: list[Action], hint: Action | None, ply: int) -> list[Action]:
        """Actions by their expected value, best first."""
        killers = self._killers.get(ply, ())
        history = self._history
        played = self._played

        def promise(action: Action) -> int:
            value = _PRIOR[action.kind]
            if action.piece << _PLACES | action.target in played and (
                known := history.get(action.change)
            ):
                value += known + (action.change in killers) * _KILLER
            if action.taken:
                value += gain(action) * _GAIN
            return value + _HINT if hint and action.change == hint.change else value

        return sorted(actions, key=promise, reverse=True)


def gain(action: Action) -> int:
    """The expected gain of a capture: most valuable victim, then least valuable attacker; 0 for
    quiet actions.
    """
    if not action.taken:
        return 0
    return sum(16 * WORTH.get(piece, 0) - WORTH.get(action.piece, 0) for piece in action.taken)


def prize(action: Action) -> int:
    """The maximum gain of a capture: the loss of the victim and a piece in the hand."""
    return sum(
        WORTH[piece] + HELD[Piece.PAWN if piece is Piece.QUEEN else piece] for piece in action.taken
    )
