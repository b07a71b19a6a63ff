"""Lines that begin with `%`, and what they set for the definitions behind them (B1)."""

from __future__ import annotations

import re
from dataclasses import replace

from wazir.diagnostics import Fix
from wazir.notations.base import Context
from wazir.notations.betza import rules
from wazir.notations.betza.dialects import DIALECTS
from wazir.notations.report import Report
from wazir.piece.board import parse_board
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
    value = rest[0].text.strip() if rest else ""
    complaint = _complaint(sign.text[1:], " ".join(value.split()))
    if complaint is None:
        return
    start = rest[0].end - len(rest[0].text.lstrip()) if rest else sign.start
    span = Span(start, start + len(value)) if value and sign.text[1:] in _KEYS else sign.span
    likely = [name for name in DIALECTS if value and name.startswith(value[0].lower())]
    fixes: tuple[Fix, ...] = ()
    if sign.text == "%dialect" and likely:
        fixes = (Fix(f"Write `{likely[0]}`", (Edit(span, likely[0]),), safe=False),)
    report(rules.DIRECTIVE, span, complaint, fixes=fixes)


_KEYS = ("dialect", "board")


def _complaint(key: str, value: str) -> str | None:
    """What is wrong with a directive, as a sentence; None if nothing is."""
    if key not in _KEYS:
        return f"There is no directive `%{key}`; there are `%dialect` and `%board`."
    if key == "dialect":
        if value in DIALECTS:
            return None
        said = f"`{value}` is no dialect" if value else "`%dialect` needs the name of a dialect"
        return f"{said}: write `%dialect {'`, `%dialect '.join(DIALECTS)}`."
    if not value:
        return "`%board` needs a size: write `%board 10x8`, or `%board cylinder 8x8`."
    try:
        parse_board(value)
    except ValueError as error:
        return str(error)
    return None
