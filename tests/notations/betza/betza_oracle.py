"""A slow reader of Betza's notation, written from the text of its decisions alone: another answer
to compare with.

It knows definitions without errors, of the letters that `betza_generated.py` makes. A leg is walked
square by square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations

from betza_angles import Leg, angle, chained_steps, every, first_steps, turned_steps

from wazir.piece.board import SquareBoard
from wazir.piece.motion.results import Position

Square = tuple[int, int]
Result = tuple[
    Square | None, tuple[Square, ...], tuple[tuple[Square, Square], ...], tuple[str, ...]
]

EMPTY, FRIEND, FOE, EDGE, BLOCKED = "empty", "friend", "foe", "edge", "blocked"


@dataclass(frozen=True)
class State:
    """What a path has come to."""

    at: Square
    board: dict[Square, tuple[str, Square]]
    """Who stands on a square, and from where; nothing on empty squares."""
    heading: tuple[int, int] | None = None
    hand: tuple[tuple[str, Square], ...] = ()
    takes: frozenset[Square] = frozenset()
    length: int | None = None
    labels: frozenset[str] = frozenset()
    blocked: Square | None = None


@dataclass(frozen=True)
class Walk:
    """How a leg is walked, once its steps are known."""

    least: int
    most: int
    lame: str = ""
    """`n` or `j`, and `1` where only one path counts."""
    skips: bool = False
    wraps: bool = False
    bend: str = ""


@dataclass
class Oracle:
    """Reads and plays definitions of one dialect in one position."""

    dialect: str
    position: Position
    results: set[Result] = field(default_factory=set)

    def __post_init__(self) -> None:
        board = self.position.board
        assert isinstance(board, SquareBoard)
        self.board = board

    # The board

    def to_board(self, square: Square, vector: tuple[int, int], wraps: bool) -> Square:
        sign = 1 if self.position.white else -1
        file, rank = square[0] + sign * vector[0], square[1] + sign * vector[1]
        return (file % self.board.files if wraps or self.board.cylinder else file, rank)

    def holds(self, state: State, square: Square) -> str:
        if square == state.blocked:
            return BLOCKED
        if square not in self.board:
            return EDGE
        return state.board[square][0] if square in state.board else EMPTY

    def ways_between(self, vector: tuple[int, int], lame: str) -> Iterator[list[tuple[int, int]]]:
        """B18, B22: for each path of a leap the squares between."""
        x, y = vector
        sx, sy = (x > 0) - (x < 0), (y > 0) - (y < 0)
        diagonals, longest = min(abs(x), abs(y)), max(abs(x), abs(y))
        straight = (sx, 0) if abs(x) > abs(y) else (0, sy)
        parts = [straight] * (longest - diagonals) + [(sx, sy)] * diagonals
        for order in {tuple(parts)} if "1" in lame else set(permutations(parts)):
            at, passed = (0, 0), []
            for step in order[:-1]:
                at = (at[0] + step[0], at[1] + step[1])
                passed.append(at)
            yield passed

    def lets_pass(self, state: State, square: Square, vector: tuple[int, int], walk: Walk) -> bool:
        if not walk.lame:
            return True
        for passed in self.ways_between(vector, walk.lame):
            kinds = [self.holds(state, self.to_board(square, at, walk.wraps)) for at in passed]
            pieces = sum(kind in (FRIEND, FOE) for kind in kinds)
            if pieces + kinds.count(EMPTY) == len(kinds) and pieces == (
                1 if "j" in walk.lame else 0
            ):
                return True
        return False

    def rides(
        self, state: State, first: tuple[int, int], walk: Walk
    ) -> Iterator[list[tuple[Square, tuple[int, int]]]]:
        """The squares of a ride with the steps to them, as long as the leaps can pass; coming back
        ends it.
        """
        for bends in (1, -1) if walk.bend else (0,):
            square, way = state.at, first
            taken: list[tuple[Square, tuple[int, int]]] = []
            for count in range(walk.most):
                if count and walk.bend == "z":
                    way = (
                        (way[1], -way[0]) if (count % 2 == 1) == (bends == 1) else (-way[1], way[0])
                    )
                elif count and walk.bend == "q":
                    way = self.eighth(way, bends)
                entered = self.to_board(square, way, walk.wraps)
                if not self.lets_pass(state, square, way, walk):
                    break
                square = entered
                taken.append((square, way))
                yield list(taken)
                if square == state.at or self.holds(state, square) in (EDGE, BLOCKED):
                    break

    def eighth(self, way: tuple[int, int], side: int) -> tuple[int, int]:
        near, far = sorted(map(abs, way))
        leaps = [(0, far), (far, far)] if near in (0, far) else [(near, far)]
        return next(leap for leap in every(leaps) if angle(leap) == (angle(way) + 45 * side) % 360)

    def ends(self, state: State, steps: list[tuple[int, int]], walk: Walk) -> Iterator[State]:
        """The states on each square where a plain ride may end, whatever stands there."""
        for first in steps:
            for taken in self.rides(state, first, walk):
                before = taken[:-1][1:] if walk.skips else taken[:-1]
                skipped = taken[:-1][:1] if walk.skips else []
                if any(self.holds(state, square) != EMPTY for square, _ in before):
                    continue
                if any(
                    self.holds(state, square) not in (EMPTY, FRIEND, FOE) for square, _ in skipped
                ):
                    continue
                if taken[-1][0] == state.at:  # M7
                    continue
                if len(taken) >= walk.least and not (walk.skips and len(taken) == 1):
                    yield replace(state, at=taken[-1][0], heading=taken[-1][1], length=len(taken))

    def hops(
        self, state: State, steps: list[tuple[int, int]], walk: Walk, kind: str
    ) -> Iterator[State]:
        """B8: over exactly one piece; for `g` it is the last before the end."""
        for first in steps:
            for taken in self.rides(state, first, walk):
                passed = [self.holds(state, square) for square, _ in taken[:-1]]
                pieces = [kind in (FRIEND, FOE) for kind in passed]
                if (
                    len(taken) < walk.least
                    or sum(pieces) != 1
                    or pieces.count(False) != passed.count(EMPTY)
                ):
                    continue
                is_back = taken[-1][0] == state.at  # M7
                if not is_back and (kind == "p" or pieces[-1]):
                    yield replace(state, at=taken[-1][0], heading=taken[-1][1], length=None)

    # What happens on a square

    def act(self, state: State, mode: str, fresh: str = "") -> Iterator[State]:
        """B13: what a mode does where a leg ends; *fresh* are the modes that take only what has not
        moved.
        """
        occupant = self.holds(state, state.at)
        if occupant in {"m": (EMPTY,), "p": (FRIEND, FOE), "t": (FRIEND,), "o": (EDGE,)}.get(
            mode, ()
        ):
            yield state
        elif (mode == "c" and occupant == FOE) or (mode == "d" and occupant == FRIEND):
            yield from self.take(state, mode in fresh)
        elif mode == "u" and state.hand and occupant in (EMPTY, FRIEND, FOE):
            below = replace(state, hand=state.hand[:-1])
            for after in [below] if occupant == EMPTY else self.take(below, False):
                yield replace(after, board={**after.board, state.at: state.hand[-1]})

    def take(self, state: State, fresh: bool) -> Iterator[State]:
        side, origin = state.board[state.at]
        if fresh and origin in self.position.moved:
            return
        board = {square: piece for square, piece in state.board.items() if square != state.at}
        yield replace(
            state, board=board, hand=(*state.hand, (side, origin)), takes=state.takes | {origin}
        )

    def acts(self, state: State, modes: str, fresh: str = "") -> Iterator[State]:
        for mode in modes:
            yield from self.act(state, mode, fresh)

    # Legs

    def walk_of(self, leg: Leg, toggled: bool = False) -> Walk:
        least, most = leg.bounds()
        if toggled:
            least, most = 1, 99 if most == 1 else 1
        bend = next((letter for letter in "zq" if leg.has(letter)), "")
        if bend and self.dialect == "xbetza" and not leg.is_ranged:
            most = 99
        lame = next((letter for letter in "nj" if leg.has(letter)), "")
        skips = self.dialect == "xbetza" and lame == "j" and leg.steps_one and most > 1
        number = "1" if self.dialect == "xbetza" else ""
        return Walk(
            least, most, "" if skips or not lame else lame + number, skips, leg.has("o"), bend
        )

    @staticmethod
    def fresh(leg: Leg, first: bool) -> str:
        """B6: the modes whose victims must not have moved."""
        signs = leg.signs[1:] if first and leg.signs.startswith("i") else leg.signs
        match = re.search("i(cd|dc|c|d)", signs)
        return match[1] if match else ""

    def inner(
        self, state: State, leg: Leg, steps: list[tuple[int, int]], first: bool
    ) -> Iterator[State]:
        """B13: a leg of a chain that is not its last."""
        modes = "".join(mode for mode in "mcdptuo" if leg.has(mode)) or "m"
        walk = replace(self.walk_of(leg), wraps=False)
        if leg.has("g"):
            for over in self.measured(leg, state, self.ends(state, steps, walk)):
                for _ in self.act(over, "p"):
                    step_walk = replace(over, length=None)
                    for end in self.ends(
                        step_walk, [over.heading or (0, 0)], replace(walk, least=1, most=1)
                    ):
                        yield from self.acts(
                            replace(end, length=over.length), modes, self.fresh(leg, first)
                        )
            return
        for end in self.measured(leg, state, self.ends(state, steps, walk)):
            yield from self.acts(end, modes, self.fresh(leg, first))

    def measured(self, leg: Leg, before: State, ends: Iterator[State]) -> Iterator[State]:
        """B16: how far ranged legs went, in king steps; `e` goes as far as the last one."""
        for end in ends:
            covered = (end.length or 0) * max(map(abs, end.heading or (0, 0)))
            if leg.has("e") and covered != before.length:
                continue
            yield replace(end, length=covered if leg.is_ranged else before.length)

    def last(
        self, state: State, leg: Leg, steps: list[tuple[int, int]], first: bool
    ) -> Iterator[State]:
        """B14: the last leg of a chain."""
        modes = "".join(mode for mode in "mcd" if leg.has(mode))
        walk, fresh = self.walk_of(leg), self.fresh(leg, first)
        hops = [kind for kind in "pg" if leg.has(kind)]
        if not hops:
            for end in self.measured(leg, state, self.ends(state, steps, walk)):
                yield from self.acts(end, modes or "mc", fresh)
        for kind in hops:
            onward = walk if kind == "p" else replace(walk, least=1, most=1)
            for over in self.measured(leg, state, self.ends(state, steps, walk)):
                for _ in self.act(over, "p"):
                    for end in self.ends(over, [over.heading or (0, 0)], onward):
                        yield from self.acts(end, modes or ("c" if kind == "p" else "mc"), fresh)

    def plain(
        self, state: State, leg: Leg, steps: list[tuple[int, int]], first: bool, toggled: bool
    ) -> Iterator[State]:
        """B8, B22: the last leg in the original dialect and in xbetza."""
        modes = "".join(mode for mode in "mcd" if leg.has(mode))
        walk, fresh = self.walk_of(leg, toggled), self.fresh(leg, first)
        passing = self.dialect == "xbetza" and leg.has("e")
        if passing and modes == "m":
            return
        hops = [kind for kind in "pg" if leg.has(kind)]
        ends = [end for kind in hops for end in self.hops(state, steps, walk, kind)]
        for end in ends if hops else self.ends(state, steps, walk):
            for mode in modes or ("" if passing else "mc"):
                for after in self.act(end, mode, fresh):
                    spared = mode in "cd" and leg.has("t")
                    yield replace(after, labels=after.labels | {"not royal"}) if spared else after
            if passing:
                for after in self.act(end, "m"):
                    yield replace(after, labels=after.labels | {"en passant"})

    def turning(
        self, state: State, leg: Leg, steps: list[tuple[int, int]], first: bool, toggled: bool
    ) -> Iterator[State]:
        """B20: a leg of a chain of xbetza that is not its last."""
        modes = (
            "".join(mode for mode in "mcdptu" if leg.has(mode) or (mode == "p" and leg.has("g")))
            or "m"
        )
        for end in self.ends(state, steps, self.walk_of(leg, toggled)):
            yield from self.acts(end, modes, self.fresh(leg, first))

    # Paths

    def play(self, moves: str, square: Square) -> set[Result]:
        """All results of a definition."""
        stands = {at: (FRIEND, at) for at in self.position.friends} | {
            at: (FOE, at) for at in self.position.foes
        }
        stands.pop(square, None)
        start = State(square, stands)
        burning: dict[str, list[tuple[State, list[Leg], bool]]] = {}
        for path, chained in paths(moves, self.dialect):
            if path[0].signs.startswith("i") and not self.position.virgin:
                continue
            if not chained:
                for end in self.turned_path(start, path):
                    self.note(end, end)
                continue
            cut = next((number for number, leg in enumerate(path) if leg.has("x")), None)
            for end in self.chained_path(start, path[:cut]):
                if cut is None:
                    self.note(end, end)
                else:
                    burning.setdefault(repr(path[:cut]) + repr(end), []).append(
                        (end, path[cut:], cut == 0)
                    )
        for burns in burning.values():
            self.burn(burns)
        without = {result[:3] for result in self.results if not result[3]}
        return {result for result in self.results if not result[3] or result[:3] not in without}

    def burn(self, burns: list[tuple[State, list[Leg], bool]]) -> None:
        """B17: all fragments at once, each seeing the board as it was."""
        end = burns[0][0]
        takes, board = set(end.takes), dict(end.board)
        for begun, rest, stays in burns:
            fragment = replace(begun, blocked=begun.at, hand=(), takes=frozenset())
            for after in self.chained_path(fragment, rest, is_first=stays):
                takes |= after.takes
                for square in end.board.keys() | after.board.keys():
                    if after.board.get(square) != end.board.get(square):
                        board.pop(square, None)
                        if square in after.board:
                            board[square] = after.board[square]
        vanishes = burns[0][1][0].signs.count("x") > 1
        self.note(end, replace(end, takes=frozenset(takes), board=board), vanishes)

    def chained_path(self, state: State, path: list[Leg], is_first: bool = True) -> Iterator[State]:
        if not path:
            yield state
            return
        leg, rest = path[0], path[1:]
        steps = (
            first_steps(leg, self.dialect)
            if is_first
            else chained_steps(leg, state.heading or (0, 1))
        )
        if not rest:
            yield from self.last(state, leg, steps, is_first)
            return
        for after in self.inner(state, leg, steps, is_first):
            yield from self.chained_path(after, rest, is_first=False)

    def turned_path(
        self, state: State, path: list[Leg], is_first: bool = True, toggled: bool = False
    ) -> Iterator[State]:
        leg, rest = path[0], path[1:]
        steps = (
            first_steps(leg, self.dialect)
            if is_first
            else turned_steps(leg, state.heading or (0, 1))
        )
        if not rest:
            yield from self.plain(state, leg, steps, is_first, toggled)
            return
        for after in self.turning(state, leg, steps, is_first, toggled):
            changes = leg.has("y") or leg.has("g")
            yield from self.turned_path(after, rest, is_first=False, toggled=toggled != changes)

    def note(self, end: State, after: State, vanishes: bool = False) -> None:
        if end.at not in self.board:
            return
        puts = tuple(
            sorted((at, origin) for at, (_, origin) in after.board.items() if origin in after.takes)
        )
        to = None if vanishes else end.at
        self.results.add((to, tuple(sorted(after.takes)), puts, tuple(sorted(after.labels))))


# Reading

_LEG = re.compile(r"([a-z]*)(\(\d+,\d+\)|([A-Z])\3|[A-Z][XY]*)(\d*)")


def read_leg(text: str, at: int) -> tuple[Leg, int]:
    match = _LEG.match(text, at)
    assert match, text[at:]
    return Leg(match[1], match[2], match[4]), match.end()


def paths(moves: str, dialect: str) -> list[tuple[list[Leg], bool]]:
    """The paths of a definition, and whether they are chains (B10, B11, B20, B21)."""
    listed, at = [], 0
    while at < len(moves):
        if moves[at] == "[":
            end = moves.index("]", at)
            parts = re.split("([-?])", moves[at + 1 : end])
            legs = [read_leg(part, 0)[0] for part in parts[::2]]
            listed += [(legs[:n], True) for n, sign in enumerate(parts[1::2], 1) if sign == "?"]
            listed.append((legs, True))
            at = end + 1
        elif dialect == "extended":
            chain, at = read_chain(moves, at)
            listed += [(path, True) for path in chain]
        else:
            leg, at = read_leg(moves, at)
            by_a = leg.signs.split("a") if dialect == "xbetza" else [leg.signs]
            for turned in turns(by_a):
                listed.append(([replace(leg, signs=part) for part in turned], False))
    return listed


def turns(legs: list[str], side: str = "", *, is_first: bool = True) -> list[list[str]]:
    """D3, D5: `z` and `q` of a later leg are the other and the same side as the last `l` or `r`,
    and either side without one; `s` before them is both sides, each with its own turns.
    """
    if not legs:
        return [[]]
    signs, rest = legs[0], legs[1:]
    turn = "" if is_first else next((sign for sign in signs if sign in "zq"), "")
    sides = [side] if side or not turn else ["l", "r"]
    ways = []
    for given in sides:
        text = signs
        if turn:
            text = signs.replace("q", given).replace("z", "r" if given == "l" else "l")
        forks = any(set("zq") & set(leg) for leg in rest) and "s" in text
        for fork in [text.replace("s", "l"), text.replace("s", "r")] if forks else [text]:
            last = next((sign for sign in reversed(fork) if sign in "lr"), given)
            ways += [[fork, *each] for each in turns(rest, last, is_first=False)]
    return ways


def read_chain(text: str, at: int) -> tuple[list[list[Leg]], int]:
    chains: list[list[Leg]] = [[]]
    while True:
        if text[at] == "(" and not _LEG.match(text, at):
            unit, at = [], at + 1
            while text[at] != ")":
                more, at = read_chain(text, at)
                unit += more
            at += 1
        else:
            leg, at = read_leg(text, at)
            unit = [[leg]]
        chains = [before + after for before in chains for after in unit]
        if at >= len(text) or text[at] != "-":
            return chains, at
        at += 1
