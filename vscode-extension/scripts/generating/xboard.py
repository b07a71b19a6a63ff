"""Lines of XBoard: moves have the colours of Betza's notation."""

from __future__ import annotations

from generating.textmate import Language, Rule, Rules, configuration
from wazir.notations import by_name
from wazir.notations.engine_files.xboard import COLOURS

_XBOARD = by_name("xboard")
_MOVES: Rule = {"include": "source.betza"}
_SENT = r"^(?:.{0,80}?\b(?:first|second) ?: )?"


def language() -> Language:
    """What editors need to know of it."""
    rules = Rules(_XBOARD.name)
    position = [
        rules.match(COLOURS["white"], "[A-Z]+"),
        rules.match(COLOURS["black"], "[a-z]+"),
        rules.match(COLOURS["size"], "[0-9]+"),
        rules.match(COLOURS["sign"], r"\S"),
    ]
    men = [rules.parts(r"\s*([^:;\s]+)\s*:?([^\s;]*)[^;]*", COLOURS["letter"], [_MOVES])]
    grammar: list[Rule] = [
        rules.parts(
            rf"{_SENT}(piece)[ \t]+([^\s:]\S*)(?:[ \t]+(\S+))?",
            COLOURS["command"],
            COLOURS["letter"],
            [_MOVES],
        ),
        rules.parts(
            rf"{_SENT}(setup)[ \t]+(?:\(([^)]*)\)[ \t]*)?"
            r"(?:([0-9]{1,2}x[0-9]{1,2}\+[0-9]+\S*)[ \t]+)?(\S*/\S*)?",
            *(COLOURS[kind] for kind in ("command", "table", "size")),
            position,
        ),
        rules.parts(r'^.{0,80}?([-/]men|\[VariantMen)\b[ \t=]*"([^"]*)', COLOURS["command"], men),
        rules.match(COLOURS["comment"], "^#.*"),
    ]
    return Language(grammar, configuration("#", (("(", ")"),), r"[\p{L}\p{N}]+"), {})
