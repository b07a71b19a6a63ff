"""Writes `built_in.ini` from the answers of the program and from documented rules, and tries each
rule.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wazir_dev.environment import ROOT
from wazir_dev.variants.asking import Answer, kept
from wazir_dev.variants.deriving import Settings, derived

RULES = Path(__file__).parent / "rules.toml"
BUILT_IN = (
    ROOT / "server" / "wazir" / "notations" / "engine_files" / "variants_ini" / "built_in.ini"
)

HEAD = """\
# The variants that Fairy-Stockfish knows, each with all its rules: facts from the answers of the
# program, and rules that it does not say. `python -m wazir_dev variants` writes this file.
# No setting says that pieces are dropped from nowhere in ataxx, that the general of janggi follows
# diagonal lines, and what further letters stand for horses and elephants.
"""


@dataclass(frozen=True)
class Rule:
    """A documented rule."""

    text: str
    variants: frozenset[str]
    settings: Settings
    common: str
    """The letter of a piece that is not royal though it could be a king; empty for none."""


@cache
def rules() -> tuple[Rule, ...]:
    """The documented rules."""
    table = tomllib.loads(RULES.read_text("utf-8"))
    families: Mapping[str, list[str]] = table["families"]

    def expanded(names: Iterable[str]) -> Iterator[str]:
        for name in names:
            yield from expanded(families[name[1:]]) if name.startswith("@") else [name]

    return tuple(
        Rule(
            text=row["text"],
            variants=frozenset(expanded(row["variants"])),
            settings=row.get("set", {}),
            common=row.get("common", ""),
        )
        for row in table["rule"]
    )


@cache
def sources() -> Mapping[str, str]:
    """The addresses where the variants are described, by name."""
    table = tomllib.loads(RULES.read_text("utf-8"))["sources"]
    return {name: address for address, names in table.items() for name in names}


def settings_of(answer: Answer) -> Settings:
    """All settings of a variant."""
    own = [rule for rule in rules() if answer.name in rule.variants]
    common = {rule.common for rule in own}
    settings = derived(answer, common)
    stated: Settings = {}
    for rule in own:
        stated |= rule.settings
    if {"pawn", "pawnTypes", "promotionPawnTypes"} & (settings.keys() | stated.keys()):
        promoted = _promotions(answer, common)
        settings |= {"promotionPieceTypes": promoted} if promoted else {}
    settings |= stated
    for side in ("White", "Black"):  # those of one side are not those of both
        if f"promotionPieceTypes{side}" in settings:
            settings.pop("promotionPieceTypes", None)
    return settings


def _promotions(answer: Answer, common: Set[str]) -> str:
    """The letters of all pieces but the pawn and the king, which a pawn becomes if no rule says
    something else.
    """
    return "".join(
        letter.lower()
        for letter in answer.pieces
        if not letter.startswith("+") and letter.lower() not in {"p", "k", *common}
    )


def text() -> str:
    """The file."""
    return HEAD + "".join(map(_section, kept().values()))


def _section(answer: Answer) -> str:
    settings = settings_of(answer)
    order = sorted(
        settings,
        key=lambda key: (not key.startswith(("startFen", "max")), key not in _piece_keys(), key),
    )
    lines = [f"{key} = {settings[key]}\n" for key in order]
    return f"\n[{answer.name}]\n{''.join(lines)}"


@cache
def _piece_keys() -> frozenset[str]:
    file = BUILT_IN.with_name("keys.jsonl")
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    custom = {f"customPiece{number}" for number in range(1, 26)}
    return frozenset(row["name"] for row in rows if row["type"] == "piece") | custom
