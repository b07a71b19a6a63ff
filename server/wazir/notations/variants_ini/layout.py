"""Layout: one blank on each side of `=`, and none at the end of comments. Values stay as they are."""

from __future__ import annotations

import re

_SETTING = re.compile(r"(?P<key>[^\s=#;\[][^=\t]*?) *= *(?![ \t])(?P<value>[^\r\n]*)")


def format_lines(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a block. A tab, and blanks before a key or behind a value, mean something (F3)."""
    return tuple(map(_formatted, lines))


def _formatted(line: str) -> str:
    if line[:1] in ("#", ";") or not line.strip():
        return line.rstrip(" \t")
    found = _SETTING.fullmatch(line)
    if found is None:
        return line
    return f"{found['key']} = {found['value']}" if found["value"] else f"{found['key']} ="
