"""Variants that differ from another one in a single setting: each rule with each kind of value."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.document import Document
from wazir.features.variants import built_in, variants
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.effects import is_rule
from wazir.notations.engine_files.variants_ini.view import View
from wazir.notations.engine_files.variants_ini.vocabulary import VariantKey, keys

VARIANTS = by_name("fairy-variants")
VALUES = {
    "bool": ("true", "false"),
    "int": ("0", "1", "2", "4"),
    "rank": ("1", "2", "3"),
    "file": ("a", "c", "f"),
    "squares": ("-", "*3", "a1 b2"),
    "pieces": ("-", "*", "q", "np"),
    "numbers": ("q:1",),
    "promotions": ("n:q", "p:-"),
    "castling": ("-", "KQkq", "Kk"),
}
"""Valid values by the type of a key."""
PARENTS = (
    "chess",
    "crazyhouse",
    "atomic",
    "shogi",
    "xiangqi",
    "makruk",
    "seirawan",
    "ataxx",
    "janggi",
    "duck",
    "racingkings",
    "placement",
    "kyotoshogi",
    "antichess",
    "breakthrough",
    "3check",
    "spartan",
    "sittuyin",
    "bughouse",
    "amazons",
    "cambodian",
    "shatar",
    "flipello",
    "petrified",
    "atomar",
    "threekings",
    "capablanca",
    "courier",
    "grand",
    "dobutsu",
    "horde",
    *(
        "torpedo",
        "kinglet",
        "koedem",
        "chigorin",
        "knightmate",
        "extinction",
        "wolf",
        "hoppelpoppel",
    ),
    "shatranj",
)
"""Forty built-in variants that have each rule on and off."""


def view_of(text: str) -> View:
    """The last variant of a file."""
    return View(list(variants(Document.open(VARIANTS, text)))[-1].variant)


def parent(name: str) -> View:
    """A built-in variant."""
    found = built_in(name)
    assert found
    return View(found.variant)


def values(key: VariantKey) -> tuple[str, ...]:
    """Valid values of a key."""
    return key.values or VALUES.get(key.type, ())


def settings() -> Iterator[tuple[str, str]]:
    """Each rule with each of its values."""
    for key in keys().values():
        if key.type != "piece" and not key.instead and is_rule(key.name):
            yield from ((key.name, value) for value in values(key))
