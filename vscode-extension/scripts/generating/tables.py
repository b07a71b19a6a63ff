"""The parse tables of the grammars, which Lark makes: what `wazir.tables` reads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

GRAMMARS = Path(__file__).parents[3] / "grammars"

_TERMINAL = re.compile(r"^([A-Z_]+)(?:\.(-?\d+))?: (.+(?:\n +\|.+)*)$", re.MULTILINE)
_TERMINAL_PART = re.compile(r'"([^"]+)"|/((?:\\.|[^/\\])+)/|([A-Z_]+)|([|?])')


def files() -> dict[Path, str]:
    """The table of each grammar as JSON, an element of a member a line."""
    sources = {path: path.read_text("utf-8") for path in GRAMMARS.glob("*.lark")}
    return {path.with_suffix(".table.json"): _json(compiled(text), _rows) for path, text in sources.items()}


def _json(value: Any, of_part: Callable[[Any], str]) -> str:
    """A value whose parts are written by a function, one a line."""
    if isinstance(value, dict):
        lines, ends = [f"{json.dumps(name)}: {of_part(part)}" for name, part in value.items()], "{}"
    elif isinstance(value, list):
        lines, ends = [of_part(part) for part in value], "[]"
    else:
        return json.dumps(value)
    return ends[0] + "\n" + ",\n".join(lines) + "\n" + ends[1]


def _rows(value: Any) -> str:
    return _json(value, json.dumps)


def compiled(source: str) -> dict[str, Any]:
    """The table of a grammar in plain values."""
    lark = Lark(
        source,
        start=["start", "stray"],
        parser="lalr",
        lexer="basic",
        keep_all_tokens=True,
        maybe_placeholders=False,
    )
    table, stray = (lark.parse_interactive("", start=start).parser_state.parse_conf for start in ("start", "stray"))
    states, actions, reductions = [table.start_state, stray.start_state], [], dict[tuple[Any, ...], int]()
    for state in states:  # numbered as they are found, because Lark numbers them differently each time
        row: dict[str, int] = {}
        for kind, (_, onward) in sorted(table.states[state].items()):
            if isinstance(onward, Rule):
                row[str(kind)] = -1 - reductions.setdefault(_reduction(onward), len(reductions))
            else:
                if onward not in states:
                    states.append(onward)
                row[str(kind)] = states.index(onward)
        actions.append(row)
    # The first terminal that matches counts, but words of a fixed spelling precede patterns. The order is Lark's.
    ordered = sorted(
        lark.terminals, key=lambda one: (-one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name)
    )
    own = _terminals(source)
    return {
        "terminals": own | {one.name: own.get(one.name, one.pattern.to_regexp()) for one in ordered},
        "order": [one.name for one in ordered],
        "keywords": _keywords(ordered),
        "ignored": sorted(lark.ignore_tokens),
        "start": 0,
        "stray": 1,
        "end": states.index(table.end_state),
        "reductions": list(reductions),
        "actions": actions,
    }


def _terminals(source: str) -> dict[str, str]:
    """The terminals of a grammar as regular expressions, by priority, including those that are only parts of others."""
    lines = [(name, int(priority or 0), parts) for name, priority, parts in _TERMINAL.findall(source)]
    written = {name: parts for name, _, parts in lines}

    def expression(parts: str) -> str:
        found = _TERMINAL_PART.findall(parts)
        whole = "".join(
            re.escape(letters) or regex or sign or f"(?:{expression(written[name])})"
            for letters, regex, name, sign in found
        )
        return f"(?:{whole})" if any(sign == "|" for *_, sign in found) else whole

    return {name: expression(written[name]) for name, *_ in sorted(lines, key=lambda line: -line[1])}


def _keywords(ordered: list[TerminalDef]) -> dict[str, dict[str, str]]:
    """For each pattern the words of a fixed spelling that it matches, with their kinds."""
    words = [one for one in ordered if one.pattern.type == "str"]
    found = {
        one.name: {
            word.pattern.value: word.name
            for word in words
            if word.priority == one.priority and re.fullmatch(one.pattern.to_regexp(), word.pattern.value)
        }
        for one in ordered
        if one.pattern.type == "re"
    }
    return {name: same for name, same in found.items() if same}


def _reduction(rule: Rule) -> tuple[Any, ...]:
    """The fields of `wazir.tables.Reduction`."""
    name = str(rule.origin.name)
    kind = str(rule.alias or name)
    has_inlined = any(not part.is_term and part.name[0] == "_" for part in rule.expansion)
    is_single = rule.options.expand1 and not rule.alias
    return len(rule.expansion), name, kind, kind[0] == "_", is_single, has_inlined
