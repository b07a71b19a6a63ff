"""Variants of Fairy-Stockfish: a value has the colours of the type of its key, moves those of
Betza's notation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generating.textmate import Language, Rule, Rules, configuration, either
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.vocabulary import COLOURS, keys
from wazir.notations.results import TokenType

_FAIRY_VARIANTS = by_name("fairy-variants")
_MOVES: Rule = {"include": "source.betza"}


def language() -> Language:
    """What editors need to know of it."""
    rules = Rules(_FAIRY_VARIANTS.name)
    grammar: list[Rule] = [
        rules.match(TokenType.COMMENT, "^[#;].*$"),
        rules.parts(
            r"^(\[)([^\]:]*)(?:(:)([^\]]*))?(\])?",
            *(COLOURS[kind] for kind in ("bracket", "section", "bracket", "parent", "bracket")),
        ),
        rules.parts(
            r"^(customPiece[0-9]+|king) *(=)[ \t]*([^\s#;])(?:([^#;])[ \t]*([^#;]*))?",
            *(COLOURS[kind] for kind in ("piece key", "sign", "letter", "sign")),
            [_MOVES],
        ),
        *_settings(rules),
    ]
    return Language(grammar, configuration("#", (("[", "]"),), r"[\p{L}\p{N}]+"), {})


def _settings(rules: Rules) -> list[Rule]:
    """The keys of each type, with what may follow them."""
    by_type: dict[str, list[str]] = {}
    for key in keys().values():
        if key.name != "king" and not key.is_custom:
            by_type.setdefault("startFen" if key.name == "startFen" else key.type, []).append(
                key.name
            )
    matched = []
    for type_, values in _values(rules).items():
        kind = COLOURS["piece key" if type_ == "piece" else "key"]
        words, after = either(by_type[type_]), r"\S" if type_ == "piece" else "[^#;]*"
        matched.append(
            rules.parts(rf"^({words}) *(=)[ \t]*({after})", kind, COLOURS["sign"], values)
        )
    mobility = (COLOURS["key"], COLOURS["sign"], _squares(rules))
    return [*matched, rules.parts(r"^(mobilityRegion\w+) *(=)[ \t]*([^#;]*)", *mobility)]


def _squares(rules: Rules) -> list[Rule]:
    return [rules.match(COLOURS["squares"], r"\S+")]


def _values(rules: Rules) -> Mapping[str, Sequence[Rule]]:
    """What may be the value of a key, by its type."""
    words = [rules.match(COLOURS["word"], r"\S+")]
    numbers = [rules.match(COLOURS["number"], r"\S+")]
    texts = [rules.match(COLOURS["text"], r"\S+")]
    lists = [
        rules.match(COLOURS["number"], "[0-9]+"),
        rules.match(COLOURS["letter"], "[A-Za-z*-]"),
        rules.match(COLOURS["sign"], r"\S"),
    ]
    position = [
        rules.match(
            COLOURS["text"], r"(?<=[^\s=][ \t]|[^\s=][ \t]{2})\S+"
        ),  # a word after the board
        rules.match(COLOURS["white"], "[A-Z]+"),
        rules.match(COLOURS["black"], "[a-z]+"),
        rules.match(COLOURS["number"], "[0-9]+"),
        rules.match(COLOURS["sign"], r"\S"),
    ]
    letter = [rules.match(COLOURS["letter"], r"[^\s#;]")]
    return {
        "piece": letter,
        "bool": words,
        "enum": words,
        "result": words,
        "int": numbers,
        "rank": numbers,
        "squares": _squares(rules),
        "pieces": lists,
        "numbers": lists,
        "promotions": lists,
        "castling": lists,
        "file": lists,
        "startFen": position,
        "text": texts,
    }
