"""Which rules of a variant can be met in a game, and which of them differ from those of another
variant (V15).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from wazir.notations.engine_files.variants_ini.facts.castling import wings
from wazir.notations.engine_files.variants_ini.facts.repeating import progress_pieces
from wazir.notations.engine_files.variants_ini.reading import BOTH, aliases
from wazir.notations.engine_files.variants_ini.view import ALSO_PAWNS, View, of_side
from wazir.notations.engine_files.variants_ini.vocabulary import key_of
from wazir.notations.variant import ResolvedVariant
from wazir.notations.vocabulary import packaged

NOT_RULES = frozenset(
    (
        "maxFile",
        "maxRank",
        "pieceToCharTable",
        "pieceValueEg",
        "pieceValueMg",
        "pocketSize",
        "startFen",
        "variantTemplate",
    )
)
"""Keys of the board and its position, which other sentences tell, and those for programs around the
engine.
"""
OFF = "off"
"""The state of a rule that cannot be met."""


@cache
def _table() -> Mapping[str, Any]:
    return packaged(__package__, "effects")


def needs(rule: str) -> tuple[str, ...]:
    """The conditions of a rule, as `effects.toml` has them."""
    return tuple(_table()["needs"].get(rule, ()))


def lack(condition: str) -> Mapping[str, Any]:
    """What is missing where a condition does not hold."""
    found: Mapping[str, Any] = _table()["lacks"][condition]
    return found


def rule_of(key: str) -> str:
    """A key without its side: the name of its rule."""
    for side in BOTH:
        stem = key.replace(side, "", 1)
        if side in key and of_side(stem, side) == key:
            return stem
    return key


def is_rule(key: str) -> bool:
    """Whether a key of a resolved variant is a rule of its own."""
    return key not in NOT_RULES and key not in aliases()


def lacking(rule: str, view: View) -> str | None:
    """The first condition of a rule that does not hold; None if all hold."""
    if rule.startswith("mobilityRegion"):
        piece = rule.removeprefix("mobilityRegion")
        return None if view.has(piece[0].lower() + piece[1:]) else "@piece"
    return next((condition for condition in needs(rule) if not view.holds(condition)), None)


def is_off(rule: str, value: object) -> bool:
    """Whether a value switches a rule off."""
    off: Collection[object] = _table()["off"].get(rule, (False, 0, "none", "-", None, (), {}))
    return value in off


def is_met(rule: str, view: View) -> bool:
    """Whether the conditions of a rule hold, for both sides those of one of them."""
    views = [view] if view.side else [view, *map(view.of, BOTH)]
    return not all(lacking(rule, each) for each in views)


def state(rule: str, view: View) -> object:
    """What a side meets of a rule; *OFF* if it never meets it."""
    if not is_met(rule, view):
        return OFF
    value = view.value(rule)
    if rule in _LIMITS:
        return _squares(rule, view)
    if is_off(rule, value) and rule not in ALSO_PAWNS:
        return OFF
    return _met(rule, value, view)


def _met(rule: str, value: Any, view: View) -> object:
    """The part of a value that a side can meet."""
    match rule:
        case "castling":
            return wings(view)
        case "enclosingDrop":
            return "ataxx" if value == "quadwrangle" else value  # one rule for drops
        case "connectPieceTypes":
            return view.in_play <= {*value} or frozenset(view.pieces(rule))
        case "nMoveRuleTypes":
            return frozenset(piece.letter for piece in progress_pieces(view)) or OFF
        case "promotionLimit" | "promotedPieceType":
            return {
                letter: other for letter, other in value.items() if letter in view.in_play
            } or OFF
        case "castlingRookKingsideFile":
            last = chr(ord("a") + view.variant.files - 1)
            return OFF if value is None or value >= last else value
        case "castlingRookQueensideFile":
            return OFF if value == "a" else value
    known = key_of(rule) or key_of(of_side(rule, "White"))
    if known and known.type == "pieces":
        return frozenset(view.pieces(rule)) or OFF
    if known and known.type == "squares":
        return _squares(rule, view)
    return value


_LIMITS = ("dropRegion", "wallingRegion")
"""Regions that are the whole board unless they are set."""


def _squares(rule: str, view: View) -> object:
    squares = view.squares(rule)
    if rule in _LIMITS or rule.startswith("mobilityRegion"):
        is_whole = len(squares) == view.variant.files * view.variant.ranks
        return OFF if is_whole else squares
    return squares or OFF


def rules_of(*variants: ResolvedVariant) -> tuple[str, ...]:
    """The rules of variants, each once, in the order of the engine."""
    keys = dict.fromkeys(key for variant in variants for key in variant.rules if is_rule(key))
    return tuple(dict.fromkeys(map(rule_of, keys)))


def states(rule: str, view: View) -> tuple[object, ...]:
    """What each side meets of a rule."""
    if rule.startswith("mobilityRegion") and of_side(rule, "White") not in view.variant.rules:
        return (OFF, OFF)
    is_sided = rule == "castling" or of_side(rule, "White") in view.variant.rules
    return tuple(state(rule, view.of(side)) for side in (BOTH if is_sided else ("",)))


def differences(view: View, before: View) -> Iterator[str]:
    """The rules that a variant and its parent do not have in common, as far as a game can meet
    them.
    """
    for rule in rules_of(view.variant, before.variant):
        if states(rule, view) != states(rule, before):
            yield rule
