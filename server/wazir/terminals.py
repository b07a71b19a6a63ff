"""The grammar files and their terminals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

_TERMINAL = re.compile(r"^([A-Z_]+)(?:\.(-?\d+))?: (.+(?:\n +\|.+)*)$", re.MULTILINE)
_TERMINAL_PART = re.compile(r'"([^"]+)"|/((?:\\.|[^/\\])+)/|([A-Z_]+)|([|?])')


@cache
def terminals(grammar: str) -> Mapping[str, str]:
    """The terminals of a grammar as regular expressions, by priority.

    This does without Lark, which is slow to import and to tokenize.
    """
    lines = [(name, int(priority or 0), parts) for name, priority, parts in _TERMINAL.findall(source(grammar))]
    written = {name: parts for name, _, parts in lines}

    def expression(parts: str) -> str:
        found = _TERMINAL_PART.findall(parts)
        whole = "".join(
            re.escape(letters) or regex or sign or f"(?:{expression(written[name])})"
            for letters, regex, name, sign in found
        )
        return f"(?:{whole})" if any(sign == "|" for *_, sign in found) else whole

    return {name: expression(written[name]) for name, *_ in sorted(lines, key=lambda line: -line[1])}


def source(name: str) -> str:
    """The text of a grammar, packaged in a wheel or beside the source in a checkout."""
    packaged = files("wazir") / "grammars" / f"{name}.lark"
    if packaged.is_file():
        return packaged.read_text("utf-8")
    return (Path(__file__).parents[2] / "grammars" / f"{name}.lark").read_text("utf-8")
