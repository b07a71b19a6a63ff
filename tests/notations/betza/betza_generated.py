"""Definitions in Betza's notation that chance makes up: all that `betza_oracle.py` knows."""

from __future__ import annotations

import random

ONE = ("f", "b", "l", "r", "v", "s")
TWO = (
    "fl",
    "fr",
    "rf",
    "lb",
    "bl",
    "fs",
    "bs",
    "lv",
    "rv",
    "fh",
    "rh",
    "bh",
    "lh",
    "ff",
    "rr",
    "rl",
    "lr",
    "fb",
)
DIRECTIONS = ("", "", "", *ONE, *TWO, "frl", "rlb", "fbl", "lrf")
TURNS = ("", "", "", *ONE, "fs", "fr", "fl", "br", "bs", "rl", "frl", "lv", "fh")
ATOMS = "WFDNAHGLCJZKRBQWFKNRQBWFK"


def some(letters: str, chance: float, rng: random.Random) -> str:
    """Some of the letters, in any order."""
    chosen = [letter for letter in letters if rng.random() < chance]
    rng.shuffle(chosen)
    return "".join(chosen)


def fresh(modes: str, rng: random.Random) -> str:
    """Modes that may ask for a victim that has not moved."""
    places = [at for at, mode in enumerate(modes) if mode in "cd"]
    if not places or rng.random() > 0.1:
        return modes
    return modes[: places[0]] + "i" + modes[places[0] :]


def ranged(chance: float, rng: random.Random) -> str:
    return rng.choice(("0", "2", "3", "02", "03", "4")) if rng.random() < chance else ""


def atom(dialect: str, rng: random.Random) -> str:
    if dialect != "original" and rng.random() < 0.08:
        return f"({rng.randint(0, 3)},{rng.randint(1, 4)})"
    letter = rng.choice(ATOMS)
    return (
        letter + rng.choice("XY")
        if dialect == "xbetza" and letter in "WFDNA" and rng.random() < 0.08
        else letter
    )


def original(rng: random.Random) -> str:
    """B8."""
    more = rng.choice(("", "", "", *["g", "p", "n", "j", "z", "o", "zg", "zp", "op", "og", "zo"]))
    modes = some("mc", 0.25, rng)
    first = "i" if rng.random() < 0.1 else ""
    return first + rng.choice(DIRECTIONS) + modes + more + atom("original", rng) + ranged(0.4, rng)


def leg(first: bool, last: bool, burns: bool, rng: random.Random) -> str:
    """A leg of a chain (B12 to B14)."""
    modes = some("mcdptuo" if not last and rng.random() < 0.5 else "mcd", 0.25, rng)
    modes += "u" if last and burns and rng.random() < 0.2 else ""
    chance = rng.random()
    more = rng.choice("pg") if chance < 0.15 else rng.choice("nj") if chance < 0.3 else ""
    more += "o" if last and rng.random() < 0.1 else ""
    before = "i" if first and rng.random() < 0.15 else ""
    turned = rng.choice((*DIRECTIONS, "a"))
    return before + turned + fresh(modes, rng) + more + atom("extended", rng) + ranged(0.3, rng)


def extended(rng: random.Random) -> str:
    """Chains with forks and fragments (B10 to B17)."""
    count = rng.choice((1, 1, 2, 2, 3, 3, 4))
    burns = rng.randrange(count) if rng.random() < 0.15 else count
    units: list[str] = []
    for number in range(count):
        first, last = number == 0, number in (count - 1, burns - 1)
        unit = leg(first, last, number >= burns, rng)
        if number == burns:
            x = "x" if rng.random() < 0.7 else "xx"
            unit = f"i{x}{unit[1:]}" if unit.startswith("i") else x + unit
        elif rng.random() < 0.12:
            unit = f"({unit}{leg(first, last, number >= burns, rng)})"
        elif (
            units
            and not set("pg") & set(unit)
            and units[-1][-1:] in "023RBQ"
            and rng.random() < 0.3
        ):
            unit = "e" + unit
        units.append(unit)
    return "-".join(units)


def xbetza(rng: random.Random) -> str:
    """Legs between which stands `a`, and chains in brackets (B20 to B22)."""
    count = rng.choice((1, 1, 2, 2, 3, 4))
    if rng.random() < 0.2 and count > 1:
        legs = [leg(number == 0, number == count - 1, False, rng) for number in range(count)]
        return f"[{legs[0]}{''.join(rng.choice('-?') + part for part in legs[1:])}]"
    parts = []
    for number in range(count):
        last = number == count - 1
        modes = some("mcd", 0.25, rng) if last else some("mcdptu", 0.2, rng)
        more = rng.choice("yg") if not last and rng.random() < 0.2 else ""
        more += "o" if rng.random() < 0.12 else ""
        chance = rng.random()
        more += (
            rng.choice("nj") if chance < 0.2 else rng.choice("pg") if last and chance < 0.35 else ""
        )
        more += rng.choice("zq") if rng.random() < 0.1 else ""
        more += rng.choice("et") if last and rng.random() < 0.1 else ""
        first = "i" if number == 0 and rng.random() < 0.1 else ""
        parts.append(
            first
            + rng.choice(TURNS if number else (*DIRECTIONS, "hl", "hr"))
            + fresh(modes, rng)
            + more
        )
    return "a".join(parts) + atom("xbetza", rng) + ranged(0.2, rng)


MADE = {"original": original, "extended": extended, "xbetza": xbetza}
"""Makes a definition of each dialect."""
