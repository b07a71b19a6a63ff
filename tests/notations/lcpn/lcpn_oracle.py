"""A slow reader of the Lisp style of LCPN on a square board, from L5 to L13 alone: another answer
to compare with.

An expression is a word with what it is of. It gives *plays*, whole ways of moving with all that
they pass, among which functions choose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from wazir.piece.motion.results import Position

Square = tuple[int, int]
Step = tuple[int, int]
Result = tuple[Square, tuple[Square, ...]]


@dataclass(frozen=True)
class Expression:
    """An expression: `array` of two numbers; `/`, `=>`, `->`, a function, of expressions; `:`, with
    its words.
    """

    word: str
    parts: tuple[Expression, ...] = ()
    numbers: Step = (0, 0)
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.word == "array":
            return f"({self.numbers[0]} {self.numbers[1]})"
        inner = " ".join(map(str, self.parts))
        return (
            f"({inner} {' '.join(f':{word}' for word in self.words)})"
            if self.word == ":"
            else f"({self.word} {inner})"
        )


@dataclass(frozen=True)
class Play:
    """A way of moving so far."""

    at: Square
    board: frozenset[tuple[Square, str]]
    takes: tuple[tuple[Square, str], ...] = ()
    """What was taken, and whose it was."""
    passed: tuple[bool, ...] = ()
    """Of every square stepped on before the last, whether a piece stands there that is left
    alone.
    """
    leaves: bool = False
    """It has come to a piece that it leaves alone."""
    took_last: str = ""
    """Whose piece its last part took."""

    def holds(self, square: Square) -> str:
        return next((side for at, side in self.board if at == square), "")


@dataclass(frozen=True)
class Around:
    """What holds around an expression."""

    directions: tuple[tuple[str, ...], ...] = ()
    radial: tuple[tuple[str, ...], ...] = ()
    is_right: bool = False
    is_literal: bool = False
    range: tuple[int, int, bool] | None = None
    """The least and the most steps, and whether numbers gave them."""
    is_lame: bool = False
    counts_jumps: bool = False
    destroys: bool = False


FAR = 99
RADIAL = ("outward", "inward", "any")
WHOLE = ("move", "capture", "destroy", "igui")
END, FREE, OVER, HOP = "end", "free", "over", "hop"
"""How a part may end: as the last; on an empty square; on any square; on an empty one or on a piece
that is jumped.
"""


def toward(word: str, step: Step) -> int:
    """L10: how far a step goes some way."""
    right, ahead = step
    if "-" in word:
        return min(toward(part, step) for part in word.split("-"))
    parts = {
        "forward": ahead,
        "backward": -ahead,
        "left": -right,
        "right": right,
        "sideways": abs(right),
        "vertical": abs(ahead),
        "diagonal": abs(right) == abs(ahead),
        "orthogonal": 0 in step,
        "narrow": abs(ahead) - abs(right),
        "wide": abs(right) - abs(ahead),
    }
    return int(parts[word])


def chosen(word: str, steps: set[Step]) -> set[Step]:
    """The steps of an array that a direction takes."""
    side, _, pick = word.rpartition("-")
    if pick not in ("most", "shallow"):
        return {step for step in steps if toward(word, step) > 0}
    parts = [toward(side, step) for step in steps if toward(side, step) > 0]
    wanted = (max if pick == "most" else min)(parts, default=0)
    return {step for step in steps if parts and toward(side, step) == wanted}


class Oracle:
    """Plays expressions in one position."""

    def __init__(self, position: Position, start: Square) -> None:
        self.position, self.start = position, start
        self.sign = 1 if position.white else -1

    def results(self, expression: Expression) -> set[Result]:
        pieces = [(at, "friend") for at in self.position.friends] + [
            (at, "foe") for at in self.position.foes
        ]
        begin = Play(self.start, frozenset(piece for piece in pieces if piece[0] != self.start))
        ends = self.plays(expression, Around(), begin, END)
        return {(end.at, tuple(sorted(at for at, _ in end.takes))) for end in ends}

    def plays(self, expression: Expression, around: Around, play: Play, how: str) -> Iterator[Play]:
        if expression.word == "array":
            for step in self.steps(expression.numbers, around, play):
                yield from self.ride(step, around, play, how)
        elif expression.word == "/":
            for part in expression.parts:
                yield from self.plays(part, around, play, how)
        elif expression.word == ":":
            yield from self.plays(
                expression.parts[0], restricted(around, expression.words), play, how
            )
        elif expression.word in ("=>", "->"):
            yield from self.chain(
                expression.word,
                expression.parts,
                replace(around, is_literal=False, range=None),
                play,
                how,
            )
        else:
            yield from self.called(expression.word, expression.parts[0], around, play, how)

    def steps(self, numbers: Step, around: Around, play: Play) -> list[Step]:
        """L5, L6, L9."""
        every = {(a * x, b * y) for x, y in permutations(numbers) for a in (1, -1) for b in (1, -1)}
        every = {numbers} if around.is_literal else every
        left = set(every)
        for words in around.directions:
            left &= {step for word in words for step in chosen(word, every)}
        asked = around.radial or ((("outward",),) if around.is_right else ())
        made = [self.sign * (now - there) for now, there in zip(play.at, self.start, strict=True)]
        if made != [0, 0]:
            for words in asked:
                products = {step: made[0] * step[0] + made[1] * step[1] for step in left}
                left = {step for step in left if any(leads(word, products[step]) for word in words)}
        return sorted(left)

    def ride(self, step: Step, around: Around, play: Play, how: str) -> Iterator[Play]:
        least, most, _ = around.range or (1, 1, True)
        square, passed = play.at, play.passed
        for count in range(1, most + 1):
            if around.is_lame and not self.is_free(play, square, step):
                return
            square = (square[0] + self.sign * step[0], square[1] + self.sign * step[1])
            if square == play.at or square not in self.position.board:
                return
            occupant = play.holds(square)
            if count >= least:
                yield from arrivals(
                    replace(play, at=square, passed=passed, leaves=False, took_last=""),
                    occupant,
                    around,
                    how,
                )
            if occupant and (not around.counts_jumps or any(passed)):
                return
            passed = (*passed, bool(occupant))

    def is_free(self, play: Play, square: Square, step: Step) -> bool:
        """L12, `no-jump`: some order of the diagonal and the straight steps meets nothing."""
        x, y = step
        slanted = ((x > 0) - (x < 0), (y > 0) - (y < 0))
        straight = (slanted[0], 0) if abs(x) > abs(y) else (0, slanted[1])
        diagonals = min(abs(x), abs(y))
        for order in set(
            permutations([slanted] * diagonals + [straight] * (max(abs(x), abs(y)) - diagonals))
        ):
            at, met = square, False
            for part in order[:-1]:
                at = (at[0] + self.sign * part[0], at[1] + self.sign * part[1])
                met = met or bool(play.holds(at))
            if not met:
                return True
        return False

    def chain(
        self, sign: str, parts: tuple[Expression, ...], around: Around, play: Play, how: str
    ) -> Iterator[Play]:
        """L8."""
        left, rest = parts[0], parts[1:]
        if not rest:
            yield from self.plays(left, around, play, how)
            return
        if sign == "->":
            yield from self.plays(left, around, play, how)
        joint = OVER if sign == "->" else HOP if around.counts_jumps else FREE
        for before in self.plays(left, replace(around, destroys=False), play, joint):
            if around.counts_jumps and before.leaves and any(before.passed):
                continue
            at_joint = replace(before, passed=(*before.passed, before.leaves))
            yield from self.chain(sign, rest, replace(around, is_right=True), at_joint, how)

    def called(
        self, function: str, of: Expression, around: Around, play: Play, how: str
    ) -> Iterator[Play]:
        """L12: functions choose among whole results."""
        if function == "initial" and not self.position.virgin:
            return
        counts = function in ("cannon", "grasshopper")
        inner = replace(
            around,
            is_lame=around.is_lame or function == "no-jump",
            destroys=around.destroys or function == "destroy",
            counts_jumps=around.counts_jumps or counts,
        )
        begins_to_count = counts and not around.counts_jumps
        begin = replace(play, takes=(), passed=() if begins_to_count else play.passed)
        for end in self.plays(of, inner, begin, END if function in WHOLE else how):
            taken = [side for _, side in end.takes]
            fits = {
                "move": not taken,
                "capture": "foe" in taken,
                "destroy": end.took_last == "friend",
                "igui": bool(taken) and not end.holds(play.at),
                "cannon": sum(end.passed) == 1,
                "grasshopper": sum(end.passed) == 1 and end.passed[-1],
            }
            if fits.get(function, True):
                after = replace(
                    end, takes=play.takes + end.takes, at=play.at if function == "igui" else end.at
                )
                yield replace(after, passed=()) if begins_to_count else after


def leads(word: str, product: int) -> bool:
    return {"outward": product > 0, "inward": product < 0, "any": True}[word]


def restricted(around: Around, words: tuple[str, ...]) -> Around:
    """L6, L7."""
    numbers = [word for word in words if word.isdigit() or word == "*"]
    radial = tuple(word for word in words if word in RADIAL)
    directions = tuple(word for word in words if word not in (*RADIAL, *numbers, "rider", "only"))
    steps = around.range
    if steps is None or not steps[2]:
        if numbers:
            least = int(numbers[0]) if len(numbers) == 2 else 1
            steps = (least, FAR if numbers[-1] == "*" else int(numbers[-1]), True)
        elif "rider" in words:
            steps = (1, FAR, False)
    return replace(
        around,
        directions=(*around.directions, directions) if directions else around.directions,
        radial=(*around.radial, radial) if radial else around.radial,
        is_literal=around.is_literal or "only" in words,
        range=steps,
    )


def arrivals(play: Play, occupant: str, around: Around, how: str) -> Iterator[Play]:
    """What may happen on the last square of a step or a ride, where a piece of some side stands or
    none.
    """
    board = frozenset(piece for piece in play.board if piece[0] != play.at)
    taken = replace(play, board=board, takes=(*play.takes, (play.at, occupant)), took_last=occupant)
    if how == END and around.destroys:
        yield from [taken] if occupant == "friend" else []
    elif not occupant:
        yield play
    else:
        if occupant == "foe" and how in (END, OVER):
            yield taken
        if how in (OVER, HOP):
            yield replace(play, leaves=True)
