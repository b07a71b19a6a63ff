"""The limits of a search, checks and answers to them without trying all legal actions, and forced wins."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import cache
from math import gcd
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from wazir.ben39.actions import Action, Kind, after
from wazir.ben39.board import AROUND_MASKS, CORNER_MASKS, ROWS, around, crossings, mask, places
from wazir.ben39.motion import move_patterns, sent, turned
from wazir.ben39.position import (
    ARMY,
    CASTLES,
    HAND,
    SQUARE_PIECES,
    STORE,
    Piece,
    Scene,
    State,
    castles,
    count,
    opposite,
    scene,
    turn,
)
from wazir.ben39.rules import (
    actions,
    attackers,
    checking,
    drops,
    entries,
    king_takers,
    on_squares,
    permitted,
    slides,
    takes_king,
)

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

    It has two dictionaries: when the new one is full, it replaces the old one. Unlike a table indexed by hash
    remainder, its content depends only on the sequence of requests.
    """

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._new: dict[int, Value] = {}
        self._old: dict[int, Value] = {}

    def get(self, key: int) -> Value | None:
        """The cached value of a position."""
        found = self._new.get(key)
        if found is None and (found := self._old.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: int, value: Value) -> None:
        """Cache the value of a position."""
        if len(self._new) >= self._half:
            self._old, self._new = self._new, {}
        self._new[key] = value


_ROOM = 9
"""The number of empty intersections that no single action can remove: a square has four, and one can be entered."""
_TAKES_NO_ROOM = "XWZC"
"""The reserve pieces whose entry never exposes the own king."""


def answers(seen: Scene, other: Scene) -> list[Action]:
    """The legal actions that can answer a check, or take the enemy king.

    Other actions do not change the enemy's pieces on squares or what blocks them. Of the intersection pieces only an
    immobilizer stops them, and it may not be dropped where it does (G13).
    """
    found: list[Action] = []
    on_squares(seen, found)
    drops(seen, found)
    slides(seen, found, (Piece.IMMOBILIZER,))
    for king in places(seen.mine[Piece.KING]):
        for attacker in places(attackers(other, king)):
            goals = _between(attacker, king) | seen.theirs[Piece.KING]
            return [action for action in found if _may_parry(action, goals, attacker)]
    return found


def _may_parry(action: Action, goals: int, attacker: int) -> bool:
    """Whether an action may stop an attack on the king: a move or drop to one of some squares does, for one."""
    if action.kind is Kind.LINE:
        return bool(AROUND_MASKS[action.target] >> attacker & 1)
    if action.kind is Kind.DROP or (action.kind is Kind.MOVE and action.piece is not Piece.KING):
        return bool(goals >> action.target & 1)
    return True


@cache
def _between(attacker: int, king: int) -> int:
    """The squares on which an attack on a king can be stopped: that of the attacker, and those between."""
    row, column = divmod(attacker, ROWS)
    up, right = king // ROWS - row, king % ROWS - column
    steps = gcd(up, right)
    return mask((row + up // steps * one) * ROWS + column + right // steps * one for one in range(steps))


def threats(seen: Scene) -> list[Action]:
    """The legal actions after which a side can take the king, if it cannot yet, and few others.

    Besides those of pieces on squares: a spider next to the enemy king, a second wizard, and castles that let the own
    king capture.
    """
    mine, king = seen.mine, seen.theirs[Piece.KING]
    aims, corners = _aims(seen), crossings(king)
    found: list[Action] = []
    on_squares(seen, found)
    drops(seen, found)
    found = [action for action in found if _may_check(action, seen, aims)]
    found += _arriving(seen, (Piece.SPIDER,), mask(at for at in places(corners) if turned(king, at) & seen.own))
    wizards = mine[Piece.WIZARD]
    if wizards.bit_count() + bool(count(mine[STORE], "W")) >= ARMY["W"]:
        found += (
            action
            for action in _arriving(seen, (Piece.WIZARD,), -1 if wizards & corners else corners)
            for here in places(wizards)
            if here != action.origin
            and (sent(seen.own, here, action.target) | sent(seen.own, action.target, here)) & king
        )
    if mine[Piece.KING] & (around(corners) | aims.carried | aims.sources):
        found += _arriving(seen, CASTLES, crossings(king | mine[Piece.KING] | aims.carried))
    return found


class _Aims(NamedTuple):
    """What may give check, as sets of squares."""

    direct: tuple[int, ...]
    """For each kind of piece, where it attacks the king."""
    lines: int
    """Where a piece may stand between a rider and the king."""
    sources: int
    """From where a wizard or spider brings a piece onto the king."""
    carried: int
    """The squares around spiders that touch the king."""


def _aims(seen: Scene) -> _Aims:
    mine, king, blocked = seen.mine, seen.theirs[Piece.KING], seen.blocked
    direct = tuple(checking(seen.side, piece, king, blocked) & ~seen.frozen for piece in SQUARE_PIECES)
    lines = sources = 0
    for place in places(king):
        for piece, riders in (
            (Piece.ROOK, mine[Piece.ROOK] | mine[Piece.QUEEN]),
            (Piece.BISHOP, mine[Piece.BISHOP] | mine[Piece.QUEEN]),
            (Piece.NIGHTRIDER, mine[Piece.NIGHTRIDER]),
        ):
            for ways, reach in move_patterns(seen.side, piece, place):
                if ways & riders & ~seen.frozen:
                    lines |= reach[ways & blocked][2]
    spiders = mine[Piece.SPIDER] & crossings(king)
    for spider in places(spiders):
        sources |= turned(king, spider)
    if mine[Piece.WIZARD].bit_count() == ARMY["W"]:
        first, second = places(mine[Piece.WIZARD])
        sources |= sent(king, first, second) | sent(king, second, first)
    return _Aims(direct, lines, sources, around(spiders))


def _may_check(action: Action, seen: Scene, aims: _Aims) -> bool:
    """Whether an action of pieces on squares may give check.

    A move or drop does if the piece then attacks the king, comes where it can be carried on, leaves a line of a rider
    to the king, or is a king that kept a spider from turning. A square does if it changes a line or carries something.
    """
    kind, piece = action.kind, action.piece
    if kind is Kind.TELEPORT or kind is Kind.ROTATE:
        return True
    king, target = seen.theirs[Piece.KING], 1 << action.target
    if kind is Kind.DROP:
        return bool((aims.direct[piece] | aims.sources) & target)
    origin = 1 << action.origin
    if kind is Kind.SQUARE:
        along = seen.mine[Piece.SPIDER] | seen.mine[Piece.WIZARD] | castles(seen.mine) | seen.theirs[Piece.IMMOBILIZER]
        return bool((aims.lines | seen.own | king) & (origin | target) or along & CORNER_MASKS[action.origin])
    if action.promotes and checking(seen.side, Piece.QUEEN, king, seen.blocked & ~origin) & target:
        return True
    held = aims.lines | aims.carried * (piece is Piece.KING)
    return bool((aims.direct[piece] | aims.sources) & target or held & origin)


def _arriving(seen: Scene, pieces: tuple[Piece, ...], goals: int) -> list[Action]:
    """The moves and drops of intersection pieces to some intersections."""
    found: list[Action] = []
    slides(seen, found, pieces)
    entries(seen, found, pieces[0].letter)
    return [action for action in found if goals >> action.target & 1]


def has_tempo(seen: Scene) -> bool:
    """Whether a side that is not in check certainly has a quiet action, now and after one of the enemy.

    That is a drop, which cannot expose the own king. False means unknown.
    """
    store = seen.mine[STORE]
    if any(count(store, letter) for letter in _TAKES_NO_ROOM):
        return (seen.layout.crossings & ~seen.line_blocked).bit_count() >= _ROOM
    if any(count(store, letter) for letter in HAND if letter != "P"):
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

    It finds the shortest win if there is one. It skips only what cannot matter: an action before the last that gives no
    check while the enemy has a harmless action, and an answer that cannot lift a check.
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
        for own in range((self._denied.get(state) or 0) + 1, most + 1):
            for action in candidates(state, own):
                found = yield from self.wins_by(state, action, own)
                if found:
                    self._wins.put(state, found)
                    return found
            self._denied.put(state, own)
        return None

    def wins_by(self, state: State, action: Action, own: int) -> Proof:
        """The win in a number of own actions that begins with an action."""
        if own == 1:
            return Win(1, (action,))
        lost = yield from self._loses(after(state, action), own - 1)
        return lost and Win(own, (action, *lost.line))

    def _loses(self, state: State, own: int) -> Proof:
        """Whether the side to move loses within a number of actions of the opponent."""
        if self._budget.spend():
            yield
        seen = scene(state)
        other = opposite(seen)
        checked = takes_king(other)
        if (not checked and own == 1 and has_tempo(seen)) or takes_king(seen):
            return None
        longest: Win | None = None
        for reply in self._replies(state, seen, other if checked else None, own):
            found = yield from self.win(after(state, reply), own)
            if not found:
                self._refuters[own] = reply.change
                return None
            if not longest or longest.own < found.own:
                longest = Win(found.own, (reply, *found.line))
        return longest or (Win(1, _helpless(state)) if checked else None)

    def _replies(self, state: State, seen: Scene, checker: Scene | None, own: int) -> Iterable[Action]:
        """The defences: the last refutation first, then a quiet action."""
        replies = permitted(state, seen, answers(seen, checker)) if checker else actions(state)
        refuter = self._refuters.get(own)
        first = [reply for reply in replies if reply.change == refuter]
        if not checker and replies:
            first.append(replies[-1])
        return (*first, *replies)


def candidates(state: State, own: int) -> list[Action]:
    """The first actions of possible wins of exactly this length, checks first."""
    seen = scene(state)
    at_once = takes_king(seen)
    if own == 1:
        return king_takers(state, seen.side) if at_once else []
    first = threats(seen)
    if own == 2 and not at_once and has_tempo(opposite(seen)):
        return first
    known = {action.change for action in first}
    return first + [action for action in actions(state) if action.change not in known]


def _helpless(state: State) -> tuple[Action, ...]:
    """The rest of a line when no action answers a check."""
    for action in actions(state)[:1]:
        there = after(state, action)
        return action, king_takers(there, turn(there))[0]
    return ()
