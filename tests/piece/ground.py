"""How sentences tell numbers, distances and directions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token, Transformer, v_args

from piece.bearings import (
    EVERYWHERE,
    HALVES,
    Choose,
    Directions,
    Size,
    always,
    apart,
    both,
    cross,
    dot,
    family,
    octant,
    octants,
    on_side,
)
from piece.told import Noun, Pace
from wazir.piece.model import Towards, Vector

NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


@v_args(inline=True)
class Ground(Transformer[Token, Any]):
    """Turns the nouns of a parsed sentence into ways of covering ground."""

    # Numbers

    def number(self, word: Token) -> int:
        return NUMBERS.index(word) if word in NUMBERS else int(word)

    def unlimited(self) -> tuple[int, int | None]:
        return 1, None

    def up_to(self, number: int) -> tuple[int, int | None]:
        return 1, number

    def exactly(self, number: int) -> tuple[int, int | None]:
        return number, number

    def between(self, least: int, most: int) -> tuple[int, int | None]:
        return least, most

    def at_least(self, least: int) -> tuple[int, int | None]:
        return least, None

    # Paces

    def one_step(self) -> Pace:
        return Pace((0, 1))

    def any_distance(self) -> Pace:
        return Pace((0, 1), 1, None)

    def as_far(self, before: Token) -> Pace:
        return Pace((0, 1), 1, None, str(before))

    def steps(self, count: tuple[int, int | None]) -> Pace:
        return Pace((0, 1), *count)

    def squares_leap(self, number: int) -> Pace:
        return Pace((0, number))

    def squares_ride(self, count: tuple[int, int | None], number: int) -> Pace:
        return Pace((0, number), *count)

    def size_leap(self, size: Token) -> Pace:
        near, far = sorted(map(int, size[1:-1].split(",")))
        return Pace((near, far))

    def any_size_leaps(self, size: Token) -> Pace:
        return replace(self.size_leap(size), most=None)

    def any_squares_leaps(self, number: int) -> Pace:
        return Pace((0, number), most=None)

    def size_ride(self, count: tuple[int, int | None], size: Token) -> Pace:
        return replace(self.size_leap(size), least=count[0], most=count[1])

    # Directions

    def every(self) -> Choose:
        return always(family)

    def orthogonal(self) -> Choose:
        return always(lambda size: {v for v in family(size) if 0 in v})

    def diagonal(self) -> Choose:
        return always(lambda size: {v for v in family(size) if 0 not in v})

    def three(self, half: Token) -> Choose:
        sign = 1 if half == "forward" else -1
        return always(lambda size: {v for v in family(size) if v[1] * sign > 0})

    def half(self, half: Token) -> Choose:
        return HALVES[half]

    def sideways(self) -> Choose:
        return both(HALVES["to the right"], HALVES["to the left"])

    def diagonal_half(self, half: Token) -> Choose:
        axis = 1 if half in ("forward", "backward") else 0
        sign = 1 if half in ("forward", "to the right") else -1
        return always(lambda size: {v for v in family(size) if 0 not in v and v[axis] * sign > 0})

    def corner(self, corner: Token) -> Choose:
        ahead, side = corner.split()
        x, y = (1 if side == "right" else -1), (1 if ahead == "forward" else -1)
        return always(lambda size: {v for v in family(size) if v[0] * x > 0 and v[1] * y > 0})

    def one_way(self, word: Token) -> tuple[int, tuple[int, ...]]:
        return (1 if word in ("forward", "backward") else 0), (
            (1,) if word in ("forward", "to the right") else (-1,)
        )

    def either_aside(self) -> tuple[int, tuple[int, ...]]:
        return 0, (1, -1)

    def either_ahead(self) -> tuple[int, tuple[int, ...]]:
        return 1, (1, -1)

    def two_parts(self, a: int, first: Any, b: int, second: Any) -> Choose:
        wanted = {
            first[0]: {a * sign for sign in first[1]},
            second[0]: {b * sign for sign in second[1]},
        }
        return always(
            lambda size: {
                v for v in family(size) if all(v[axis] in wanted[axis] for axis in (0, 1))
            }
        )

    def directions(self, *choices: Choose) -> Directions:
        return Directions(both(*choices))

    def any_but(self, *choices: Choose) -> Directions:
        missing = both(*choices)
        return Directions(always(lambda size: family(size) - missing(None, size)))

    def outward(self) -> Towards:
        return Towards.OUTWARD

    def inward(self) -> Towards:
        return Towards.INWARD

    def both_towards(self) -> Towards:
        return Towards.OUTWARD | Towards.INWARD

    def aside(self) -> Towards:
        return Towards.ASIDE

    def not_inward(self) -> Towards:
        return Towards.OUTWARD | Towards.ASIDE

    def not_outward(self) -> Towards:
        return Towards.INWARD | Towards.ASIDE

    def from_start_only(self) -> Towards:
        return Towards(0)

    def towards(self, directions: Directions, towards: Towards) -> Directions:
        return replace(directions, towards=towards)

    def merely_towards(self, towards: Towards) -> Directions:
        return replace(EVERYWHERE, towards=towards)

    # Turns

    def all_but_back(self) -> Directions:
        back = self.back()
        return Directions(lambda heading, size: family(size) - back(heading, size), relative=True)

    def turns(self, *choices: Choose) -> Directions:
        return Directions(both(*choices), relative=True)

    def turns_from_long_side(self, *choices: Choose) -> Directions:
        return Directions(both(*choices), relative=True, long_side=True)

    def on(self) -> Choose:
        return lambda h, size: {v for v in family(size) if h and cross(h, v) == 0 and dot(h, v) > 0}

    def back(self) -> Choose:
        return lambda h, size: {v for v in family(size) if h and cross(h, v) == 0 and dot(h, v) < 0}

    def side(self, words: Token) -> str:
        return words.split()[-1] if words != "either side" else "either"

    def right_angle(self, side: str = "either") -> Choose:
        return lambda h, size: (
            on_side(h, {v for v in family(size) if dot(h, v) == 0}, side) if h else set()
        )

    def turned(self, angle: Token, side: str) -> Choose:
        wanted = int(angle[:-1])
        return lambda h, size: (
            on_side(h, {v for v in family(size) if abs(apart(h, v) - wanted) < 1e-6}, side)
            if h
            else set()
        )

    def _round(self, by: int, side: str) -> Choose:
        signs = {"right": (1,), "left": (-1,), "either": (1, -1)}[side]
        return lambda h, size: (
            {octants(size)[(octant(h) + sign * by) % 8] for sign in signs} if h else set()
        )

    def turned_about(self, angle: Token, side: str) -> Choose:
        return self._round(int(angle[:-1]) // 45, side)

    def nearly_on(self) -> Choose:
        return self._round(0, "right")

    def nearly_back(self) -> Choose:
        return self._round(4, "right")

    def along(self, *ways: Token) -> tuple[int, ...]:
        return tuple(1 if way == "ahead" else -1 for way in ways)

    def more_along(self, signs: tuple[int, ...], across: Token) -> Choose:
        return self._octants(signs, across, lambda along, aside: along > aside)

    def more_across(self, across: Token, signs: tuple[int, ...]) -> Choose:
        return self._octants(signs, across, lambda along, aside: along < aside)

    def _octants(
        self, signs: tuple[int, ...], across: Token, compare: Callable[[int, int], bool]
    ) -> Choose:
        side = "either" if across == "sideways" else across.split()[-1]

        def choose(heading: Vector | None, size: Size) -> set[Vector]:
            assert heading
            chosen = {
                v
                for v in family(size)
                if compare(abs(dot(heading, v)), abs(cross(heading, v)))
                and any(dot(heading, v) * sign > 0 for sign in signs)
            }
            return on_side(heading, chosen, side)

        return choose

    # Nouns

    def zigzag(self) -> str:
        return "zigzag"

    def circle(self) -> str:
        return "circle"

    def like(self) -> None:
        return None

    def noun(self, pace: Pace, directions: Directions | None = None, *_: Any) -> Noun:
        return Noun(pace, directions or EVERYWHERE)

    def bent_noun(
        self, pace: Pace, bend: str, directions: Directions | None = None, *_: Any
    ) -> Noun:
        return Noun(pace, directions or EVERYWHERE, bend)

    def anywhere(self) -> Noun:
        return Noun(Pace((0, 1)), anywhere=True)

    def lengths(self, *numbers: int) -> tuple[int, ...]:
        return numbers

    def leaps_together(self, numbers: tuple[int, ...], directions: Directions) -> list[Noun]:
        return [Noun(Pace((0, number)), directions) for number in numbers]

    def nouns(self, *nouns: Noun | list[Noun]) -> list[Noun]:
        lists = (noun if isinstance(noun, list) else [noun] for noun in nouns)
        return [noun for some in lists for noun in some]
