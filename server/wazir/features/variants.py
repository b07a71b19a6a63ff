"""The variants of a document: all that they inherit, what differs, and their rules in words (V1 to
V8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.document import Document, Placed
from wazir.features.definitions import Json
from wazir.notations import REGISTRY
from wazir.notations.variant import (
    ResolvedPiece,
    ResolvedRule,
    ResolvedVariant,
    RuleValue,
    VariantRules,
)
from wazir.notations.wording import join_words
from wazir.piece.words import number_word
from wazir.text import Span

_FIELDS = {"promotes_to": "promotesTo"}
SCHEMA = 1
"""The version of the JSON form."""


class DefinedVariant(NamedTuple):
    """A variant, with the document and the chunk that define it."""

    document: Document
    placed: Placed
    variant: ResolvedVariant


def variants(document: Document) -> Iterator[DefinedVariant]:
    """The variants of a document, in order."""
    for placed in document.chunks():
        if variant := variant_of(document, placed):
            yield DefinedVariant(document, placed, variant)


def variant_of(document: Document, placed: Placed) -> ResolvedVariant | None:
    """The variant that a chunk defines; None if it defines none."""
    capability = document.notation.variants
    if capability is None:
        return None
    return capability.resolve(document.analysis(placed), partial(line_in, document, placed))


def rules_at(document: Document, placed: Placed) -> VariantRules | None:
    """The rules of the variant that a chunk defines, in words; None if it defines none."""
    capability = document.notation.variants
    return capability.rules(document.analysis(placed)) if capability else None


def line_in(document: Document, placed: Placed, name: str, offset: int) -> int:
    """The line of an offset in the chunk that defines a name, or in a chunk if the name is
    empty.
    """
    chunk = document.chunk_at(next(document.definitions_named(name)).start) if name else placed
    return document.region.position(chunk.start + offset).line + 1


def built_in(name: str) -> DefinedVariant | None:
    """A built-in variant, or None."""
    for notation in REGISTRY:
        if notation.variants and (source := notation.library(name)):
            return next(variants(Document.open(notation, source.text, source.context)))
    return None


def built_in_names() -> tuple[str, ...]:
    """The names of all built-in variants."""
    return tuple(
        name for notation in REGISTRY if notation.variants for name in notation.library_names()
    )


def diagnostics_of(document: Document, placed: Placed) -> tuple[Diagnostic, ...]:
    """The diagnostics of a section."""
    return tuple(
        document.diagnostics(Span(0, max(len(placed.chunk.text) - 1, 0)).moved(placed.start))
    )


def engine_diagnostics(document: Document, messages: Iterable[str]) -> list[Diagnostic]:
    """The messages of an engine that has checked a document, at their lines."""
    capability = document.notation.variants
    if capability is None:
        return []
    sections = [(placed.start, document.analysis(placed)) for placed in document.chunks()]
    return list(capability.engine_diagnostics(sections, messages))


def as_json(variant: ResolvedVariant, diagnostics: list[Json]) -> Json:
    """A variant as plain data, with the diagnostics of its section."""
    return {
        "schema": SCHEMA,
        "name": variant.name,
        "parent": variant.parent,
        "lineage": list(variant.lineage),
        "engine": {"name": variant.engine, "version": variant.engine_version},
        "board": dict(zip(("files", "ranks"), variant.size, strict=True)),
        "startFen": variant.start_fen,
        "pieces": list(map(_piece, variant.pieces)),
        "rules": {key: _rule(rule) for key, rule in variant.rules.items()},
        "diagnostics": diagnostics,
    }


def _piece(piece: ResolvedPiece) -> Json:
    fields = asdict(piece)
    del fields["is_named"]
    return {_FIELDS.get(name, name): _plain(value) for name, value in fields.items()}


def _rule(rule: ResolvedRule) -> Json:
    return {
        "value": _plain(rule.value),
        "origin": rule.origin and asdict(rule.origin),
        "inherited": rule.inherited,
    }


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


# Wins from the start


MAX_WIN = 2
"""The longest wins that are searched, in moves."""


def wins_in_words(wins: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The shortest wins from a start in sentences.

    Args:
        wins: For each side, the side to move first, `searched` and `wins`, as an engine has them.
    """
    if len(wins) == 2 and not any(map(_may_win, wins.values())):
        yield "Neither side can win in one or two moves."
        return
    turn = next(iter(wins), "")
    for side, found in wins.items():
        verb = "can win" if side == turn else "threatens to win"
        yield _win_in_words(side, verb, found)


def _may_win(found: Mapping[str, Any]) -> bool:
    """Whether a side wins, or the search was not finished."""
    return bool(found["wins"]) or found["searched"] < MAX_WIN


def _win_in_words(side: str, verb: str, found: Mapping[str, Any]) -> str:
    searched, first = found["searched"], found["wins"]
    if first:
        length = "one move" if searched == 1 else f"{number_word(searched)} moves"
        return f"{side} {verb} in {length}: {join_words(first, 'or')}."
    if searched == MAX_WIN:
        return f"{side} cannot win in one or two moves."
    cannot = f"{side} cannot win in one move. " if searched else ""
    unknown = "two moves" if searched else "one move"
    return f"{cannot}The search for a win of {side} in {unknown} was too long."


# Comparison


PERFT_DEPTH = 2


def compared_as_json(a: ResolvedVariant, b: ResolvedVariant, perft: tuple[int, int] | None) -> Json:
    """The comparison of two variants as plain data. A rule of both sides is told once where it can
    be.
    """
    first, second = (
        {
            piece.letter: (piece.betza or piece.key) + ", royal" * piece.royal
            for piece in variant.pieces
        }
        for variant in (a, b)
    )
    name_a, name_b = ({piece.letter: piece.name for piece in each.pieces} for each in (a, b))
    pieces = [
        {**row, "names": {"a": name_a.get(letter), "b": name_b.get(letter)}}
        for letter in {**first, **second}
        for row in _differences([(letter, first.get(letter), second.get(letter))])
    ]
    rules = _differences(_rules_of_both(a, b))
    return {
        "a": a.name,
        "b": b.name,
        "same": not (pieces or rules) and (perft is None or perft[0] == perft[1]),
        "pieces": pieces,
        "rules": rules,
        "perft": None if perft is None else {"depth": PERFT_DEPTH, "a": perft[0], "b": perft[1]},
    }


def differing_rules(a: ResolvedVariant, b: ResolvedVariant) -> list[str]:
    """The keys of the rules in which two variants differ."""
    return [key for key, first, second in _rules_of_both(a, b) if first != second]


def _rules_of_both(
    a: ResolvedVariant, b: ResolvedVariant
) -> Iterator[tuple[str, RuleValue, RuleValue]]:
    """The keys of the rules, each with its value in both variants."""
    for key in dict.fromkeys((*a.rules, *b.rules)):
        if not _is_told_by_another(key, a, b):
            yield key, _value(a, key), _value(b, key)


def _differences(rows: Iterable[tuple[str, RuleValue, RuleValue]]) -> list[Json]:
    """The letters of pieces or the keys of rules, each with its value in both variants, where these
    differ.
    """
    return [{"key": key, "a": _plain(a), "b": _plain(b)} for key, a, b in rows if a != b]


def _value(variant: ResolvedVariant, key: str) -> RuleValue:
    """The value of a key; squares are as in a setting, so that different boards can be compared."""
    value = variant.rules[key].value if key in variant.rules else None
    if not isinstance(value, tuple):
        return value
    if all(len(name) <= 1 for name in value):
        return "all pieces" if {*value} == {piece.letter for piece in variant.pieces} else value
    ranks = Counter(name[1:] for name in value)
    whole = [rank for rank, count in ranks.items() if count == variant.files]
    rest = [name for name in value if name[1:] not in whole]
    if len(whole) == variant.ranks:
        return "all squares"
    return " ".join([*(f"*{rank}" for rank in whole), *rest])


def _is_told_by_another(key: str, a: ResolvedVariant, b: ResolvedVariant) -> bool:
    """Whether a key is short for others that tell more, or another key that is short for it tells
    its value.
    """
    if key in _SHORT or any(
        key in variant.rules and variant.rules[key].value is None for variant in (a, b)
    ):
        return True
    both = key.removesuffix("White").removesuffix("Black")
    whole = (variant.rules.get(both) for variant in (a, b))
    return both != key and all(rule and rule.value is not None for rule in whole)


_SHORT = ("castlingRookPiece", "pawnTypes")
"""Keys that are short for several others."""


# The rules in words


def rules_of(document: Document) -> Iterator[VariantRules]:
    """The rules of the variants of a document, in order."""
    every = (rules_at(document, placed) for placed in document.chunks())
    return (rules for rules in every if rules)
