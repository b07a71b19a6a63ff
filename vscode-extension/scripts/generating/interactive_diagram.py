"""Blocks of the Interactive Diagram: moves have the colours of Betza's notation; the rest of the
page has none.
"""

from __future__ import annotations

from generating.textmate import Language, Rule, Rules, configuration
from wazir.notations import by_name
from wazir.notations.engine_files.interactive_diagram import COLOURS

_DIAGRAM = by_name("interactive-diagram")
_MOVES: Rule = {"include": "source.betza"}


def language() -> Language:
    """What editors need to know of it."""
    rules = Rules(_DIAGRAM.name)
    word = r"(?<![^\s>])"
    part, kinds = (
        "(?:(:)([^:\\s<]*))?",
        ("sign", "id", "sign", "moves", "sign", "image", "sign", "squares", "sign", "hand"),
    )
    inside: list[Rule] = [
        rules.parts(
            rf"{word}([A-Za-z]\w*)(=)([^\s<]*)",
            *(COLOURS[kind] for kind in ("key", "sign", "value")),
        ),
        rules.parts(
            rf"{word}([^:=\s<>]*)(?=:){5 * part}",
            COLOURS["name"],
            *([_MOVES] if kind == "moves" else COLOURS[kind] for kind in kinds),
        ),
    ]
    begin = r"<[A-Za-z][^<>]*\bclass\s*=\s*[\"']?(?:[^<>\"']*\s)?idiagram(?=[\s\"'>])[^<>]*>"
    return Language(
        [{"begin": begin, "end": "(?=<)", "patterns": inside}],
        configuration("<!--", (("[", "]"),), r"[\p{L}\p{N}]+"),
        {},
    )
