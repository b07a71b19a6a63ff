"""Legs of Betza's notation as written, and their directions as angles: for `betza_oracle.py`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations, product

LEAPS = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "N": (1, 2),
    "A": (2, 2),
    "H": (0, 3),
    "G": (3, 3),
    "L": (1, 3),
}
LEAPS |= {"C": (1, 3), "J": (2, 3), "Z": (2, 3)}
SEVERAL = {"K": "WF", "Q": "WF", "R": "W", "B": "F"}


@dataclass(frozen=True)
class Leg:
    """One leg as written: its modifiers, its atom, its range."""

    signs: str
    atom: str
    range: str

    @property
    def directions(self) -> list[str]:
        return re.findall("[fblrvsha]+", self.signs)

    def has(self, letter: str) -> bool:
        return letter in self.signs

    @property
    def leaps(self) -> list[tuple[int, int]]:
        if self.atom[0] == "(":
            near, far = map(int, self.atom[1:-1].split(","))
            return [(min(near, far), max(near, far))]
        letter = self.atom[0]
        near, far = 0, 0
        for suffix in self.atom[1:] if len(set(self.atom)) > 1 else "":
            near, far = (near, far + 3) if suffix == "X" else (near + 2, far + 2)
        return [
            (LEAPS[atom][0] + near, LEAPS[atom][1] + far) for atom in SEVERAL.get(letter, letter)
        ]

    @property
    def rides(self) -> bool:
        return self.atom in ("Q", "R", "B") or (
            len(self.atom) == 2 and self.atom[0] == self.atom[1]
        )

    def bounds(self) -> tuple[int, int]:
        """B4: the least and the most steps; 99 is any number."""
        if not self.range:
            return 1, 99 if self.rides else 1
        if self.range == "0":
            return 1, 99
        return (int(self.range), int(self.range)) if self.range[0] == "0" else (1, int(self.range))

    @property
    def is_ranged(self) -> bool:
        return bool(self.range) or self.rides

    @property
    def steps_one(self) -> bool:
        return all(max(leap) == 1 for leap in self.leaps)


def angle(vector: tuple[int, int]) -> float:
    """The direction of a step: straight, diagonal, or halfway between."""
    x, y = vector
    exact = math.degrees(math.atan2(x, y)) % 360
    return exact if exact % 45 == 0 else exact // 45 * 45 + 22.5


def every(leaps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    turned = {
        (sx * x, sy * y)
        for a in leaps
        for x, y in permutations(a)
        for sx in (1, -1)
        for sy in (1, -1)
    }
    return sorted(turned)


Picture = Callable[[float, float], bool]
"""Whether a sign takes the step that leads so far right and so far ahead."""

SIDES: dict[str, Picture] = {
    "f": lambda x, y: y > 0,
    "b": lambda x, y: y < 0,
    "l": lambda x, y: x < 0,
    "r": lambda x, y: x > 0,
}
OTHER = {"f": "b", "l": "r"}


def steep(x: float, y: float) -> bool:
    return abs(y) > abs(x) + 0.01


def flat(x: float, y: float) -> bool:
    return abs(x) > abs(y) + 0.01


def straight(x: float, y: float) -> bool:
    return abs(abs(x) - abs(y)) > 0.9


def both(*parts: Picture) -> Picture:
    return lambda x, y: all(part(x, y) for part in parts)


def either(*parts: Picture) -> Picture:
    return lambda x, y: any(part(x, y) for part in parts)


ALONG = {"f": steep, "b": steep, "l": flat, "r": flat}
"""Which of the oblique leaps go rather this way than aside."""


def table(kind: str) -> dict[str, Picture]:
    """B5: the signs of four orthogonal, four diagonal, eight oblique or eight neighbouring ways."""
    single: dict[str, Picture] = dict(SIDES)
    if kind == "oblique":
        single = {sign: both(SIDES[sign], ALONG[sign]) for sign in "fblr"}
    elif kind != "diagonal":
        single = {sign: both(SIDES[sign], straight) for sign in "fblr"}
    pictures = dict(single)
    pictures["v"], pictures["s"] = (
        either(single["f"], single["b"]),
        either(single["l"], single["r"]),
    )
    pictures["rl"] = pictures["lr"] = pictures["s"]
    pictures["a"] = lambda x, y: True
    return (
        pictures
        if kind == "orthogonal"
        else pictures | {sign * 2: single[sign] for sign in "fblr"} | pairs(kind)
    )


def pairs(kind: str) -> dict[str, Picture]:
    """The signs of two letters that are of different sides."""
    pictures: dict[str, Picture] = {}
    for ahead, aside in product("fb", "lr"):
        corner = both(SIDES[ahead], SIDES[aside])
        if kind == "oblique":
            pictures[aside + ahead], pictures[ahead + aside] = (
                both(corner, steep),
                both(corner, flat),
            )
        else:
            pictures[aside + ahead] = pictures[ahead + aside] = both(
                corner, lambda x, y: abs(abs(x) - abs(y)) < 0.1
            )
    if kind == "oblique":
        pictures |= {sign + "s": both(SIDES[sign], flat) for sign in "fb"}
        pictures |= {sign + "v": both(SIDES[sign], steep) for sign in "lr"}
    else:
        pictures |= {
            sign + "s": either(pictures[sign + "l"], pictures[sign + "r"]) for sign in "fb"
        }
        pictures |= {
            sign + "v": either(pictures[sign + "f"], pictures[sign + "b"]) for sign in "lr"
        }
    return (
        pictures if kind == "diagonal" else pictures | {sign + "h": SIDES[sign] for sign in "fblr"}
    )


CHIRAL = {"hr": 22.5, "hl": 67.5}


def chosen(runs: list[str], kind: str, relative: float, chiral: bool = False) -> bool:
    """Whether some sign takes the step at an angle from the heading."""
    signs = table(kind)
    x, y = math.sin(math.radians(relative)), math.cos(math.radians(relative))
    for run in runs:
        at = 0
        while at < len(run):
            pair = run[at : at + 2]
            is_pair = len(pair) == 2 and (
                pair in signs or (chiral and kind == "oblique" and pair in CHIRAL)
            )
            sign = pair if is_pair else run[at]
            at += len(sign)
            if sign in CHIRAL and sign not in signs:
                if relative % 90 == CHIRAL[sign]:
                    return True
            elif signs[sign](round(x, 6), round(y, 6)):
                return True
    return False


def kind_of(angles: set[float]) -> str:
    kinds = {degrees % 90 for degrees in angles}
    if kinds == {0.0}:
        return "orthogonal"
    if kinds == {45.0}:
        return "diagonal"
    return "oblique" if kinds <= {22.5, 67.5} else "eight"


def first_steps(leg: Leg, dialect: str) -> list[tuple[int, int]]:
    """B5: the steps of a first leg; in the original dialect each part of K and Q by itself."""
    parts = [[leap] for leap in leg.leaps] if dialect == "original" else [leg.leaps]
    steps = []
    for part in parts:
        kind = kind_of({angle(step) for step in every(part)})
        runs = leg.directions
        chiral = dialect == "xbetza"
        steps += [
            step for step in every(part) if not runs or chosen(runs, kind, angle(step), chiral)
        ]
    return steps


def chained_steps(leg: Leg, heading: tuple[int, int]) -> list[tuple[int, int]]:
    """B12: directions from the heading; `f` by default."""
    steps = every(leg.leaps)
    ahead = angle(heading)
    if kind_of({angle(step) for step in steps}) != "oblique" and ahead % 45:
        ahead = round(ahead / 90) * 90 % 360
    relative = {step: (angle(step) - ahead) % 360 for step in steps}
    kind = kind_of(set(relative.values()))
    return [step for step in steps if chosen(leg.directions or ["f"], kind, relative[step])]


def turned_steps(leg: Leg, heading: tuple[int, int]) -> list[tuple[int, int]]:
    """B20: eighths of a turn, by the table of the eight neighbours; by default every way but
    straight back.
    """
    leaps = leg.leaps
    oblique = leaps[0][0] not in (0, leaps[0][1])
    if len(leaps) == 1 and not oblique:
        far = max(leaps[0])
        leaps = [(0, far), (far, far)]
    steps = []
    for step in every(leaps):
        relative = (angle(step) - angle(heading)) % 360
        if leg.directions:
            fits = chosen(leg.directions, "eight", relative)
        else:
            fits = (
                relative in (0, 90, 270) if len(leg.leaps) == 1 and not oblique else relative != 180
            )
        if fits:
            steps.append(step)
    return steps
