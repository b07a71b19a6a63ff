"""The languages: one line for each notation, and the files that are made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generating import (
    ben39,
    bensahas,
    betza,
    fairy_variants,
    interactive_diagram,
    lcpn,
    markdown,
    xboard,
)
from generating.textmate import Language
from wazir.notations import REGISTRY
from wazir.notations.notation import Notation

LANGUAGES: Mapping[str, Callable[[], Language]] = {
    "betza": betza.language,
    "lcpn": lcpn.language,
    "bensahas": bensahas.language,
    "ben39": ben39.language,
    "fairy-variants": fairy_variants.language,
    "xboard": xboard.language,
    "interactive-diagram": interactive_diagram.language,
}
"""What makes the language of each notation."""

EMBEDDED: Mapping[str, Mapping[str, str]] = {
    "lcpn": {lcpn.embedded(style): f"lcpn-{style}" for style in lcpn.STYLES[1:]},
}
"""Scopes whose texts have the configuration of another language, which no file is in."""


def grammar_files() -> dict[str, Any]:
    """The grammars of colours, and the language configurations, by the names of their files."""
    made: dict[str, Any] = {}
    for notation in REGISTRY:
        if notation.name not in LANGUAGES:
            raise SystemExit(
                f"{notation.title} has no colours. Add `{notation.name}` to LANGUAGES in "
                f"{__file__}."
            )
        language = LANGUAGES[notation.name]()
        made[f"{notation.name}.tmLanguage.json"] = _grammar(notation, language)
        made[f"{notation.name}.language-configuration.json"] = language.configuration
    for style in lcpn.STYLES[1:]:
        made[f"lcpn-{style}.language-configuration.json"] = lcpn.configurations()[style]
    made[f"{markdown.NAME}.tmLanguage.json"] = markdown.grammar(REGISTRY)
    return made


def _grammar(notation: Notation, language: Language) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": notation.title,
        "scopeName": f"source.{notation.name}",
        "fileTypes": [ending.removeprefix(".") for ending in notation.extensions],
        "patterns": list(language.grammar),
    }
    if language.repository:
        made["repository"] = {
            name: {"patterns": list(rules)} for name, rules in language.repository.items()
        }
    return made
