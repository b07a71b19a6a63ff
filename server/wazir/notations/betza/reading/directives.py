"""Lines that begin with `%`, and what they set for the definitions behind them (B1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches

from wazir.diagnostics import Fix
from wazir.notations.base import Context
from wazir.notations.betza import rules
from wazir.notations.betza.dialects import DIALECTS, ORIGINAL, XBETZA
from wazir.notations.report import Report
from wazir.piece.board import LARGEST, LARGEST_SIDE, parse_board
from wazir.syntax import Node, Token
from wazir.text import Edit, Span

NOT_A_START = " \t\r\n\f\v\u00a0\ufeff#;"
"""A line that begins with one of these goes on with what stands before it, or is a comment."""

_DIRECTIVE = re.compile(r"(?:[ \t\r\n\f\v\u00a0\ufeff]++|[#;][^\r\n]*+)*%(\w+)[ \t]+([^#;\r\n]*)")


def starts_chunk(line: str) -> bool:
    """Whether a line begins a definition or is a directive, by its first sign."""
    return line[:1] not in NOT_A_START


def context_after(text: str, context: Context) -> Context:
    """What holds behind a chunk; a directive that makes no sense changes nothing."""
    found = _DIRECTIVE.match(text) if "%" in text else None
    if found is None:
        return context
    key, value = found[1], " ".join(found[2].split())
    if key in context.fixed or _complaint(key, value) is not None:
        return context
    return replace(context, dialect=value) if key == "dialect" else replace(context, board=value)


def check_directive(node: Node, report: Report) -> None:
    """Say what is wrong with a directive."""
    sign, *rest = (child for child in node.children if isinstance(child, Token))
    key, value = sign.text[1:], rest[0].text.strip() if rest else ""
    complaint = _complaint(key, " ".join(value.split()))
    if complaint is None:
        return
    start = rest[0].end - len(rest[0].text.lstrip()) if rest else sign.start
    is_known = key in _KEYS
    span = Span(start, start + len(value)) if value and is_known else sign.span
    likely = _NEAR[key](value.lower()) if is_known else [f"%{near}" for near in _near(key.lower(), _KEYS, _MEANT_KEYS)]
    before = f"{sign.text} " if is_known and not value else ""
    fixes = [Fix(f"Write `{text}`", (Edit(span, before + text),), safe=False) for text in dict.fromkeys(likely)]
    report(rules.DIRECTIVE, span, complaint, fixes=tuple(fixes))


_KEYS = ("dialect", "board")
_MEANT_KEYS = {"notation": "dialect", "style": "dialect", "size": "board"}
_MEANT_DIALECTS = {"betza": ORIGINAL, "classic": ORIGINAL, "fairy-stockfish": XBETZA, "xboard": XBETZA}


def _complaint(key: str, value: str) -> str | None:
    """What is wrong with a directive, as a sentence; None if nothing is."""
    if key not in _KEYS:
        return f"Unknown directive `%{key}`. There are `%dialect` and `%board`."
    if key == "dialect":
        if value in DIALECTS:
            return None
        said = f"`{value}` is not a dialect" if value else "`%dialect` needs the name of a dialect"
        return f"{said}. There are `{'`, `'.join(DIALECTS)}`."
    if not value:
        return "`%board` needs a size, as in `%board 10x8` or `%board cylinder 8x8`."
    try:
        parse_board(value)
    except ValueError as error:
        return str(error)
    return None


def _near(text: str, names: Iterable[str], meant: Mapping[str, str]) -> list[str]:
    """The names that a text may be meant for, the likeliest first; *meant* gives those of other words."""
    begun = [name for name in names if text and name.startswith(text)]
    return begun or [meant.get(name, name) for name in get_close_matches(text.strip("= "), (*names, *meant), n=1)]


def _near_boards(text: str) -> list[str]:
    """The boards that a text may be meant for."""
    numbers = [min(int(digits[:3]), LARGEST) for digits in re.findall(r"\d+", text)[:2]]
    if "hex" in text:
        return [f"hex{min(*numbers, LARGEST_SIDE) if numbers else 5}"]
    joined = "cylinder " if "cyl" in text else ""
    if not numbers:
        return [f"{joined}8x8"] if joined else []
    files, ranks = numbers[0], numbers[-1]
    sizes = [(files, ranks)] if len(numbers) > 1 else [(files, files), (files, 8)]
    return [f"{joined}{files}x{ranks}" for files, ranks in sizes if files and ranks]


_NEAR: Mapping[str, Callable[[str], list[str]]] = {
    "dialect": lambda text: _near(text, DIALECTS, _MEANT_DIALECTS),
    "board": _near_boards,
}
