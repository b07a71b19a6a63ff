"""The limits of a search, checks and answers to them without trying all legal actions, and forced
wins.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cache
from itertools import product
from math import gcd
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from wazir.ben39 import rules
from wazir.ben39.actions import CAPTURE_PATTERNS, LAST_ROW_MASKS, Action, after
from wazir.ben39.board import ROWS, around, crossings, mask, places, union
from wazir.ben39.carrying import rotations, sent, shifts, teleports, turned
from wazir.ben39.position import (
    ARMY,
    BISHOP,
    CASTLES,
    HAND,
    IMMOBILIZER,
    KING,
    NIGHTRIDER,
    QUEEN,
    ROOK,
    SPIDER,
    SQUARE_PIECES,
    STORE,
    WIZARD,
    Piece,
    State,
    count,
    counts,
    turn,
)
from wazir.ben39.side_view import SideView, castles, opposite, side_view

Value = TypeVar("Value")

_PAUSE = 16
"""The number of nodes between two pauses, a few milliseconds."""


class SpentError(Exception):
    """The node limit is reached."""


class Budget:
    """Counts the visited positions."""

    def __init__(self, limit: int | None = None) -> None:
        self.nodes = 0
        self._limit = limit

    def spend(self) -> bool:
        """Count one node. Returns whether to pause.

        Raises:
            SpentError: The limit is reached.
        """
        if self.nodes == self._limit:
            raise SpentError
        self.nodes += 1
        return not self.nodes % _PAUSE


class Memory(Generic[Value]):
    """A bounded cache of positions, which drops the least recently used ones.

    It has two dictionaries: when the new one is full, it replaces the old one. Unlike a table
    indexed by hash remainder, its content depends only on the sequence of requests.
    """

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._new: dict[int, Value] = {}
        self._old: dict[int, Value] = {}

    def get(self, key: int) -> Value | None:
        """The cached value of a position, or None."""
        value = self._new.get(key)
        if value is None and (value := self._old.get(key)) is not None:
            self.put(key, value)
        return value

    def put(self, key: int, value: Value) -> None:
        """Cache the value of a position."""
        if len(self._new) >= self._half:
            self._old, self._new = self._new, {}
        self._new[key] = value


_ROOM = 9
"""The number of empty intersections that no single action can remove: a square has four, and one
can be entered.
"""
_TAKES_NO_ROOM: Final = counts("XWZC")
"""The reserve pieces whose entry never exposes the own king."""
_DROPPED_ANYWHERE: Final = counts(HAND) & ~counts("P")


def answers(seen: SideView, other: SideView) -> list[Action]:
    """The legal actions that can answer a check, or take the enemy king.

    Other actions do not change the enemy's pieces on squares or what blocks them. Of the
    intersection pieces only an immobilizer stops them, and it may not be dropped where it does
    (G13).
    """
    kings = places(seen.mine[KING])
    attacks = (
        (attacker, king) for king in kings for attacker in places(rules.attackers(other, king))
    )
    attacker, king = next(attacks, (None, None))
    goals = corners = -1
    if attacker is not None and king is not None:
        goals = _between(attacker, king) | seen.theirs[KING]
        corners = crossings(1 << attacker)
    possible: list[Action] = []
    rules.moves(seen, possible, (-1, *(goals,) * (len(SQUARE_PIECES) - 1)))
    rules.drops(seen, possible, (goals,) * len(SQUARE_PIECES))
    possible += teleports(seen)
    possible += rotations(seen)
    possible += shifts(seen, goals | seen.mine[KING], seen.mine[IMMOBILIZER])
    rules.slides(seen, possible, (Piece.IMMOBILIZER,), onto=corners)
    return possible


@cache
def _between(attacker: int, king: int) -> int:
    """The squares on which an attack on a king can be stopped: that of the attacker, and those
    between.
    """
    row, column = divmod(attacker, ROWS)
    up, right = king // ROWS - row, king % ROWS - column
    steps = gcd(up, right)
    return mask(
        (row + up // steps * step) * ROWS + column + right // steps * step for step in range(steps)
    )


def threats(seen: SideView) -> list[Action]:
    """The legal actions after which a side can take the king, if it cannot yet, and few others.

    Moves and drops are such if the piece then attacks the king, comes where it can be carried on,
    or leaves a line of a rider to the king. Of intersection pieces, a spider next to the enemy
    king, a second wizard, and castles that let the own king capture.
    """
    mine = seen.mine
    king = seen.theirs[KING]
    own = seen.own
    blocked = seen.blocked
    corners = crossings(king)
    wizards = mine[WIZARD]
    sources = union(turned(king, spider) for spider in places(mine[SPIDER] & corners))
    if wizards.bit_count() == ARMY["W"]:
        first, second = places(wizards)
        sources |= sent(king, first, second) | sent(king, second, first)
    onto = [
        rules.checking(seen.side, piece, king, blocked=blocked) & ~seen.frozen | sources
        for piece in SQUARE_PIECES
    ]
    onto[Piece.PAWN] |= LAST_ROW_MASKS[seen.side]
    carried = around(mine[SPIDER] & corners)
    if mine[KING] & carried:  # the king rule may forbid a rotation while the king is there
        onto[KING] = -1
    lines = _lines(seen)
    possible: list[Action] = []
    rules.moves(seen, possible, tuple(onto), leaving=lines)
    rules.drops(seen, possible, tuple(onto))
    possible += teleports(seen)
    possible += rotations(seen)
    carriers = mine[SPIDER] | wizards | castles(mine)
    possible += shifts(seen, lines | own | king, carriers | seen.theirs[IMMOBILIZER])
    goals = mask(corner for corner in places(corners) if turned(king, corner) & own)
    rules.slides(seen, possible, (Piece.SPIDER,), onto=goals)
    rules.entries(seen, possible, "Z", onto=goals)
    possible += _wizard_threats(seen, king, corners)
    if mine[KING] & (around(corners) | carried | sources):
        castled = crossings(king | mine[KING] | carried)
        rules.slides(seen, possible, CASTLES, onto=castled)
        rules.entries(seen, possible, "C", onto=castled)
    return possible


def _wizard_threats(seen: SideView, king: int, corners: int) -> Iterator[Action]:
    """The actions after which two wizards can send a piece to the square of the enemy king."""
    wizards = seen.mine[WIZARD]
    if wizards.bit_count() + bool(count(seen.mine[STORE], "W")) < ARMY["W"]:
        return
    goals = -1 if wizards & corners else corners
    arriving: list[Action] = []
    rules.slides(seen, arriving, (Piece.WIZARD,), onto=goals)
    rules.entries(seen, arriving, "W", onto=goals)
    for action, other in product(arriving, places(wizards)):
        if other == action.origin:
            continue
        there, back = sent(seen.own, other, action.target), sent(seen.own, action.target, other)
        if (there | back) & king:
            yield action


def _lines(seen: SideView) -> int:
    """The squares on lines of riders to the enemy king, up to the first piece before it."""
    mine, squares = seen.mine, 0
    for place in places(seen.theirs[KING]):
        for piece, riders in (
            (Piece.ROOK, mine[ROOK] | mine[QUEEN]),
            (Piece.BISHOP, mine[BISHOP] | mine[QUEEN]),
            (Piece.NIGHTRIDER, mine[NIGHTRIDER]),
        ):
            if not riders:
                continue
            for ways, reach in CAPTURE_PATTERNS[seen.side][piece][place]:
                if ways & riders & ~seen.frozen:
                    squares |= reach[ways & seen.blocked][2]
    return squares


def has_tempo(seen: SideView) -> bool:
    """Whether a side that is not in check certainly has a quiet action, now and after one of the
    enemy.

    That is a drop, which cannot expose the own king. False means unknown.
    """
    store = seen.mine[STORE]
    if store & _TAKES_NO_ROOM:
        return (seen.layout.crossings & ~seen.line_blocked).bit_count() >= _ROOM
    if store & _DROPPED_ANYWHERE:
        return (seen.layout.squares & ~seen.blocked).bit_count() > 1
    return False


_REMEMBERED = 20_000


class Win(NamedTuple):
    """A forced win."""

    own: int
    """The number of own actions, including the capture of the king."""
    line: tuple[Action, ...]
    """The actions of both sides, up to the capture or to the position without an action."""


Proof: TypeAlias = Generator[None, None, Win | None]
"""A proof with pauses; its result is None if there is no win of that length."""


class Prover:
    """Proves forced wins, with a cache.

    It finds the shortest win if there is one. It skips only what cannot matter: an action before
    the last that gives no check while the enemy has a harmless action, and an answer that cannot
    lift a check.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._wins: Memory[Win] = Memory(_REMEMBERED)
        self._denied: Memory[int] = Memory(_REMEMBERED)
        self._refuters: dict[int, int] = {}
        """The last refutation by the number of remaining actions."""

    def win(self, state: State, most: int) -> Proof:
        """The shortest win of the side to move within a number of own actions."""
        if (known := self._wins.get(state)) is not None:
            return known if known.own <= most else None
        if self._budget.spend():
            yield
        denied = self._denied.get(state) or 0
        if denied >= most:
            return None
        seen = side_view(state)
        for own in range(denied + 1, most + 1):
            for action in candidates(state, seen, own):
                win = yield from self.wins_by(state, action, own)
                if win:
                    self._wins.put(state, win)
                    return win
            self._denied.put(state, own)
        return None

    def wins_by(self, state: State, action: Action, own: int) -> Proof:
        """The win in a number of own actions that begins with an action."""
        if own == 1:
            return Win(1, (action,))
        lost = yield from self._loses(after(state, action), own - 1)
        return lost and Win(own, (action, *lost.line))

    def _loses(self, state: State, own: int) -> Proof:
        """The opponent's win against the best defence; None if it takes more than a number of his
        actions.
        """
        if self._budget.spend():
            yield
        seen = side_view(state)
        other = opposite(seen)
        checked = rules.takes_king(other)
        if (not checked and own == 1 and has_tempo(seen)) or rules.takes_king(seen):
            return None
        longest: Win | None = None
        if checked:
            replies = rules.permitted(state, seen, answers(seen, other))
        else:
            replies = rules.legal(state, seen)
        refuter = self._refuters.get(own)
        first = [reply for reply in replies if reply.change == refuter]
        if not checked:
            first += replies[-1:]  # a quiet action
        for reply in (*first, *replies):
            win = yield from self.win(after(state, reply), own)
            if not win:
                self._refuters[own] = reply.change
                return None
            if not longest or longest.own < win.own:
                longest = Win(win.own, (reply, *win.line))
        return longest or (Win(1, helpless(state)) if checked else None)


def candidates(state: State, seen: SideView, own: int) -> list[Action]:
    """The first actions of possible wins of exactly this length, checks first."""
    at_once = rules.takes_king(seen)
    if own == 1:
        return rules.king_takers(state, seen.side) if at_once else []
    first = threats(seen)
    if own == 2 and not at_once and has_tempo(opposite(seen)):
        return first
    known = {action.change for action in first}
    return first + [action for action in rules.legal(state, seen) if action.change not in known]


def helpless(state: State) -> tuple[Action, ...]:
    """The rest of a line when no action answers a check."""
    for action in rules.actions(state):
        there = after(state, action)
        return action, rules.king_takers(there, turn(there))[0]
    return ()
