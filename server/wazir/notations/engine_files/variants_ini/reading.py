"""The rules of a section as the engine reads them: typed values, each with the section that sets it
(V3, V4).

Keys of older versions are read as the settings that replace them (F8). The engine still reads the
deprecated ones, as its `parser.cpp` does; the removed ones are from its history.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from wazir.notations.engine_files.variants_ini.vocabulary import (
    MAX_FILES,
    MAX_RANKS,
    VariantKey,
    key_of,
    keys,
    pieces,
)
from wazir.piece.model import Square

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.meaning import SectionReading, Variant
    from wazir.notations.engine_files.variants_ini.syntax import IniSetting

Squares: TypeAlias = frozenset[Square]
Value: TypeAlias = Any
"""By the type of the key: `bool`; a number for `int`, `rank` and `file`, from 1; `squares` of the
largest board; the keys of `pieces`, the main one last, `*` for all; pairs for `numbers` and
`promotions`; else a text. Pieces are keys, because a section below may change their letters.
"""

ALL_SQUARES: Squares = frozenset(
    (file, rank) for file in range(MAX_FILES) for rank in range(MAX_RANKS)
)
BOTH = ("White", "Black")


class Rule(NamedTuple):
    """The value of a key in a variant."""

    value: Value
    section: str | None = None
    """The section that sets it; None for the engine's default."""
    key: str = ""
    """The key that sets it there: itself, one for both sides, or one that it replaces."""


RulesByKey: TypeAlias = Mapping[str, Rule]
"""By the keys that are not short for others."""


@cache
def aliases() -> Mapping[str, tuple[str, ...]]:
    """The keys that stand for others, with those."""
    both = {key: (f"{key}White", f"{key}Black") for key in keys() if f"{key}White" in keys()}
    pawns = ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")
    return {
        **both,
        "pawnTypes": tuple(f"{key}{side}" for key in pawns for side in BOTH),
        "castlingRookPiece": both["castlingRookPieces"],
    }


SIZES = ("maxRank", "maxFile")
_DEFAULT_LETTERS = {"p": "pawn", "k": "king", "r": "rook"}
"""The pieces of defaults. Those that pawns become are not among them, because a section without a
parent has none.
"""
_DEFAULTS_IN_WORDS: Mapping[str, Value] = {"all squares": ALL_SQUARES, "the last file": MAX_FILES}


@cache
def defaults() -> RulesByKey:
    """The rules of a section without a parent that sets none of them."""
    return {key.name: Rule(_default(key)) for key in keys().values() if _is_rule(key)}


def _is_rule(key: VariantKey) -> bool:
    return key.type != "piece" and not key.instead and key.name not in aliases()


def _default(key: VariantKey) -> Value:
    if key.name == "connectPieceTypes":
        return tuple(pieces())  # where `*` would be no piece
    return _DEFAULTS_IN_WORDS.get(key.default) or read_value(
        key, key.default, _DEFAULT_LETTERS, inherited=()
    )


# Values


def read_value(key: VariantKey, text: str, by_letter: Mapping[str, str], inherited: Value) -> Value:
    """The value of a key, as the engine reads a text.

    Args:
        key: The key.
        text: All that stands behind the `=`.
        by_letter: The keys of the pieces by their letters, in lower case.
        inherited: The inherited value, which lists of pairs change.
    """
    match key.type:
        case "bool":
            return text == "true"
        case "int" | "rank":
            return number(text)
        case "file":
            return file_number(text)
        case "squares":
            return _squares(text)
        case "pieces":
            return _pieces(key, text, by_letter)
        case "numbers" | "promotions":
            return _pairs(key.type, text, by_letter, inherited=inherited)
        case "enum" | "result":
            return text if text in (*key.values, *UNLISTED.get(key.name, ())) else "none"
        case "castling":
            return "".join(right for right in "KQkq" if right in text.partition("-")[0]) or "-"
    return text


UNLISTED = {"countingRule": ("cambodian",)}
"""Words that `check` reports although the engine understands them, by key."""
_NUMBER = re.compile(r"\s*([+-]?\d{1,9})", re.ASCII)


def number(text: str) -> int:
    """The number at the beginning of a text, or zero."""
    match = _NUMBER.match(text)
    return int(match[1]) if match else 0


def file_number(text: str) -> int:
    """A file by its letter or its number."""
    start = text.lstrip()[:1]
    return ord(start) - ord("a") + 1 if start.isascii() and start.islower() else number(text)


def file_name(number: int) -> str | None:
    """The letter of a file; None if no board has a file of this number."""
    return chr(ord("a") + number - 1) if 1 <= number <= 26 else None


_WORD = re.compile(r"(?P<file>[A-Za-z]|\*)(?:(?P<all>\*)|\s*(?P<rank>\+?\d{1,9}).*)")


def _squares(text: str) -> Squares:
    """Squares, ranks and files, up to the first word that is something else."""
    squares = set[Square]()
    for word in text.split():
        match = _WORD.fullmatch(word)
        file = ord(match["file"].lower()) - ord("a") if match and match["file"] != "*" else None
        rank = int(match["rank"]) - 1 if match and match["rank"] else None
        is_on_board = (file or 0) < MAX_FILES and 0 <= (rank or 0) < MAX_RANKS
        if file is rank is None or not is_on_board:
            break
        squares |= {
            square
            for square in ALL_SQUARES
            if file in (None, square[0]) and rank in (None, square[1])
        }
    return frozenset(squares)


def _pieces(key: VariantKey, text: str, by_letter: Mapping[str, str]) -> tuple[str, ...]:
    """The pieces of a list, up to the first letter without a piece; the last one last."""
    listed = (
        "*" if letter == "*" else by_letter.get(letter.lower(), "")
        for letter in "".join(text.split())
    )
    chosen = list(takewhile(bool, listed))
    if key.is_one_piece:
        chosen = chosen[-1:] if chosen and chosen[-1] != "*" else []
        return tuple(chosen or (["*"] if key.default == "*" else []))
    return tuple(reversed(dict.fromkeys(reversed(chosen))))


_ITEMS = {
    "numbers": re.compile(r"\s*(?P<letter>\S)\s*\S\s*(?P<other>[+-]?\d{1,9})"),
    "promotions": re.compile(r"\s*(?P<letter>\S)\s*\S\s*(?P<other>\S)"),
}


def _pairs(type_: str, text: str, by_letter: Mapping[str, str], inherited: Value) -> Value:
    """Pieces with numbers, or with what they become, which change inherited ones; by their order in
    the engine.
    """
    pairs, at = dict[str, Any](inherited), 0
    while match := _ITEMS[type_].match(text, at):
        piece = by_letter.get(match["letter"].lower())
        other = match["other"]
        at = match.end()
        if type_ == "numbers":
            value: Any = int(other)
        else:
            value = "" if other == "-" else by_letter.get(other.lower())
        if piece is None or value is None:
            break
        pairs[piece] = value
    return tuple((piece, pairs[piece]) for piece in pieces() if pairs.get(piece))


def as_text(value: Value, letters: Mapping[str, str]) -> str:
    """A value as a setting has it. Pieces without a letter are left out.

    Args:
        value: The value.
        letters: The letters of the pieces, by their keys.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case frozenset():
            return " ".join(_region(value)) or "-"
        case ((_, _), *_):
            items = ((letters.get(piece), letters.get(other, other)) for piece, other in value)
            return " ".join(f"{letter}:{other}" for letter, other in items if letter)
        case tuple():
            return (
                "".join("*" if piece == "*" else letters.get(piece, "") for piece in value) or "-"
            )
    return str(value)


def _region(squares: Squares) -> Iterator[str]:
    """Whole ranks of the largest board, and the other squares."""
    for rank in range(MAX_RANKS):
        held = [file for file in range(MAX_FILES) if (file, rank) in squares]
        names = (f"{chr(ord('a') + file)}{rank + 1}" for file in held)
        yield from [f"*{rank + 1}"] if len(held) == MAX_FILES else names


# Sections


def rules_of(reading: SectionReading, base: RulesByKey, removed: Set[str]) -> dict[str, Rule]:
    """The rules of a section on top of those that it inherits, but for the size of its board.

    Args:
        reading: The section with its pieces.
        base: The rules of its parent.
        removed: The keys of pieces that it removes, also of those that it adds again: the
            promotions to them go (F10).
    """
    section, result = reading.section, dict(base)
    last = section.last
    by_letter = {piece.letter: piece.key for piece in reading.variant.pieces}
    own = [piece.setting.key for piece in section.pieces if piece.letter]
    custom = [key for key in own if key.startswith("custom") and "e" in last[key].read[2:]]
    for side in BOTH:
        promotions = f"promotionPieceTypes{side}"
        passing = f"enPassantTypes{side}"
        kept = tuple(piece for piece in result[promotions].value if piece not in removed)
        result[promotions] = result[promotions]._replace(value=kept)
        for key in custom:
            if key not in result[passing].value:
                result[passing] = Rule((*result[passing].value, key), section.name, key)
    for name in sorted(last, key=lambda name: _places().get(name, -1)):
        known = key_of(name)
        if known is None or known.type == "piece" or name in SIZES:
            continue
        settings = {name: last[name].read}
        if known.instead:
            settings = dict(replacements(last[name], reading) or {})
        for new, text in settings.items():
            for target in aliases().get(new, (new,)):
                before = result[target].value if target in result else ALL_SQUARES
                value = read_value(key_of(new) or known, text, by_letter, inherited=before)
                result[target] = Rule(value, section.name, name)
                if target.startswith("mobilityRegion") and not value:
                    del result[target]
    # No double step has no regions, and the other way round.
    on = result["doubleStep"]
    regions = [f"doubleStepRegion{side}" for side in BOTH]
    if not on.value:
        result.update({key: on._replace(value=frozenset()) for key in regions if result[key].value})
    elif not any(result[key].value for key in regions):
        result["doubleStep"] = result[regions[0]]._replace(value=False)
    return result


@cache
def _places() -> Mapping[str, int]:
    """The places of the keys in the order in which the engine reads them; it begins with those of
    mobility.
    """
    return {name: place for place, name in enumerate(keys())}


# Keys of older versions, with the settings that replace them (F8)


Settings: TypeAlias = Mapping[str, str]
_Replace: TypeAlias = "Callable[[str, SectionReading], Settings | None]"
"""Returns the settings in place of a value in a section; None if nothing says the same."""


def _renamed(key: str) -> _Replace:
    return lambda value, _: {key: value}


def _if_true(**settings: str) -> _Replace:
    return lambda value, _: settings if value == "true" else {}


# Ranks of a player


def _rank(value: str, variant: Variant) -> int:
    """A rank of the board; zero for another number."""
    rank = number(value) if re.fullmatch("[0-9]+", value) else 0
    return rank if rank <= variant.ranks else 0


def _regions(key: str, ranks: Iterable[int], variant: Variant) -> Settings:
    """The regions of both sides, from ranks that each counts from itself."""
    own = list(ranks)
    return {
        f"{key}White": " ".join(f"*{rank}" for rank in own) or "-",
        f"{key}Black": " ".join(f"*{variant.ranks + 1 - rank}" for rank in own) or "-",
    }


def _promotion_rank(value: str, reading: SectionReading) -> Settings | None:
    variant = reading.variant
    rank = _rank(value, variant)
    return _regions("promotionRegion", range(rank, variant.ranks + 1), variant) if rank else None


def _double_step_rank(value: str, reading: SectionReading) -> Settings | None:
    rank = _rank(value, reading.variant)
    return _regions("doubleStepRegion", range(2, rank + 1), reading.variant) if rank else None


def _double_step_rank_min(value: str, reading: SectionReading) -> Settings | None:
    last = reading.section.last.get("doubleStepRank")
    if last and _rank(last.value, reading.variant):  # the engine reads only the first of the two
        return {}
    rank = _rank(value, reading.variant)
    return _regions("doubleStepRegion", range(rank, 3), reading.variant) if rank else None


def _first_rank_double_steps(value: str, reading: SectionReading) -> Settings:
    return _regions("doubleStepRegion", (1, 2), reading.variant) if value == "true" else {}


# Pieces


def _king(moves: str, reading: SectionReading) -> Settings | None:
    """The king with other moves; None if the section sets it already."""
    letter = reading.variant.letter_of.get("king")
    return {"king": f"{letter}:{moves}"} if letter and "king" not in reading.section.last else None


def _king_type(value: str, reading: SectionReading) -> Settings | None:
    piece = reading.variant.by_letter.get(value[:1].lower())
    return _king(piece.moves, reading) if piece else None


def _general(value: str, reading: SectionReading) -> Settings | None:
    return _king("W", reading) if value == "true" else {}


def _doubled_pawn(value: str, reading: SectionReading) -> Settings | None:
    pawn = "-" if value == "true" else reading.variant.letter_of.get("shogiPawn")
    return {"dropNoDoubled": pawn} if pawn else None


def _petrify(value: str, reading: SectionReading) -> Settings:
    officers = (piece.letter for piece in reading.variant.pieces if piece.key != "pawn")
    return {"petrifyOnCaptureTypes": "".join(officers)} if value == "true" else {}


# Results


def _bare_king(value: str, _: SectionReading) -> Settings:
    if value not in ("win", "loss", "draw"):
        return {}
    return {"extinctionValue": value, "extinctionPieceTypes": "*", "extinctionPieceCount": "1"}


def _bikjang(value: str, _: SectionReading) -> Settings:
    if value not in ("win", "loss", "draw"):
        return {}
    return {"bikjangRule": "true"} | ({} if value == "draw" else {"materialCounting": "janggi"})


DEPRECATED: Mapping[str, _Replace] = {
    "promotionRank": _promotion_rank,
    "doubleStepRank": _double_step_rank,
    "doubleStepRankMin": _double_step_rank_min,
    "whiteFlag": _renamed("flagRegionWhite"),
    "blackFlag": _renamed("flagRegionBlack"),
    "whiteDropRegion": _renamed("dropRegionWhite"),
    "blackDropRegion": _renamed("dropRegionBlack"),
    "dropOnTop": _if_true(enclosingDrop="top"),
}
REMOVED: Mapping[str, _Replace] = {
    **{
        f"{rule}{word}": _if_true(wallingRule=rule)
        for rule in ("arrow", "duck", "past", "static")
        for word in ("Gating", "Walling")
    },
    "bareKingMove": _if_true(extinctionClaim="true", extinctionOpponentPieceCount="2"),
    "bareKingValue": _bare_king,
    "bikjangValue": _bikjang,
    "endgameEval": lambda _value, _section: {},  # the engine finds it out
    "firstRankDoubleSteps": _first_rank_double_steps,
    "firstRankDrops": _renamed("firstRankPawnDrops"),
    "kingPass": _renamed("pass"),
    "kingPassOnStalemate": _renamed("passOnStalemate"),
    "kingType": _king_type,
    "petrifyOnCapture": _petrify,
    "shogiDoubledPawn": _doubled_pawn,
    "staticGatingRegion": _renamed("wallingRegion"),
    "xiangqiGeneral": _general,
    "xiangqiSoldier": lambda value, _: {"soldierPromotionRank": "6" if value == "true" else "1"},
}


def replacements(setting: IniSetting, reading: SectionReading) -> Settings | None:
    """The settings that replace that of an old key; None if it is not old, or if nothing says the
    same.

    Settings that override the old one are left out, so that there may be none.
    """
    replace = DEPRECATED.get(setting.key) or REMOVED.get(setting.key)
    settings = replace(setting.read, reading) if replace else None
    if settings is None:
        return None
    last = reading.section.last
    both = {key: key.removesuffix("White").removesuffix("Black") for key in settings}
    return {
        key: value for key, value in settings.items() if key not in last and both[key] not in last
    }
