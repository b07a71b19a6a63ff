"""From a chunk to all that is known of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import NamedTuple

from wazir.diagnostics import Diagnostic, Fix, Related, Severity
from wazir.notations.base import NO_NAMES, Analysis, Context, Definition, Scope
from wazir.notations.betza import rules
from wazir.notations.betza.checks import (
    FAIRY_STOCKFISH,
    SPELLINGS,
    instead_of_letters,
    missing_equals,
    moves_alone,
    report_engine,
    report_remarks,
    words_in,
)
from wazir.notations.betza.dialects import DIALECTS, EXTENDED, ORIGINAL, XBETZA
from wazir.notations.betza.meaning import lower
from wazir.notations.betza.mistakes import report_missing_moves, report_mistakes
from wazir.notations.betza.syntax import GRAMMAR
from wazir.notations.foreign import foreign, instead_of
from wazir.notations.report import Report
from wazir.piece.board import LARGEST, LARGEST_SIDE, parse_board
from wazir.piece.model import Piece
from wazir.syntax import Node, Token, Tree, Trouble
from wazir.text import Edit, Span


def analyse(text: str, context: Context, _scope: Scope = NO_NAMES) -> Analysis:
    """Tree, piece and diagnostics of a chunk. Never raises: what makes no sense is left out and reported."""
    read = _read(text, context)
    found = _reworded(read, context)
    definition = _definition(read, found)
    return Analysis(read.tree, (definition,) if definition else (), found)


class _Read(NamedTuple):
    """What a chunk says by its signs."""

    tree: Tree
    definition: Node | None
    dialect: str
    why: str
    context: Context
    piece: Piece | None
    found: tuple[Diagnostic, ...]

    @property
    def is_broken(self) -> bool:
        """Whether it has an error."""
        return any(one.code.severity is Severity.ERROR for one in self.found)

    @property
    def name(self) -> Token | None:
        """The name of the definition."""
        return next((child for child in self._parts if isinstance(child, Token) and child.kind == "NAME"), None)

    @property
    def moves(self) -> Node | None:
        """The moves of the definition."""
        return next((child for child in self._parts if isinstance(child, Node) and child.kind == "moves"), None)

    @property
    def _parts(self) -> tuple[Node | Token, ...]:
        return self.definition.children if self.definition else ()


def _read(text: str, context: Context) -> _Read:
    """Tree, piece and diagnostics of a chunk, sign by sign."""
    tree = GRAMMAR.parse(text)
    report = Report()
    inner = context_after(text, context)
    dialect, why = judged(tree, inner)
    report_mistakes(tree, dialect, report)
    parts = {child.kind: child for child in tree.root.children if isinstance(child, Node)}
    if "directive" in parts:
        check_directive(parts["directive"], report)
    read = _Read(tree, parts.get("definition"), dialect, why, inner, None, ())
    if read.moves is not None:
        pinned = inner.dialect is not None
        read = read._replace(piece=lower(read.moves, dialect, pinned, report))
        report_remarks(tree, dialect, pinned, report)
        if inner.profile == FAIRY_STOCKFISH:
            report_engine(tree, report)
    elif read.definition and read.name and not report.broken:
        report_missing_moves(read.name, read.definition, report)
    return read._replace(found=report.diagnostics())


def _reworded(read: _Read, context: Context) -> tuple[Diagnostic, ...]:
    """The diagnostics of a chunk; what is written in words or as elsewhere has one, and not one for each sign."""
    if any(problem.trouble not in (Trouble.FOUND, Trouble.MISSING) for problem in read.tree.problems):
        return read.found  # what is not read to its end
    words = words_in(read.tree, read.is_broken)
    if read.is_broken or words:
        missing = missing_equals(read.tree, lambda moves: not _read(moves, context).is_broken)
        if missing:
            return (missing,)
        found = instead_of(read.found, foreign(moves_alone(read.tree), SPELLINGS))
        return instead_of_letters(found, words)
    return read.found


def _definition(read: _Read, found: tuple[Diagnostic, ...]) -> Definition | None:
    if read.definition is None:
        return None
    name, moves = read.name, read.moves
    trimmed = name.text.rstrip() if name else None
    return Definition(
        name=trimmed,
        name_span=Span(name.start, name.start + len(trimmed)) if name and trimmed else None,
        span=read.definition.span,
        moves=moves.span if moves else Span(read.definition.end, read.definition.end),
        dialect=read.dialect,
        why=read.why,
        piece=read.piece,
        broken=moves is None or any(one.code.severity is Severity.ERROR for one in found),
        board=read.context.board,
    )


def judged(tree: Tree, context: Context) -> tuple[str, str]:
    """The dialect of a definition, and why, as the end of a sentence (B1)."""
    if context.dialect is not None:
        return context.dialect, "because that dialect is set"
    depth = 0
    for token in tree.tokens:
        depth += (token.kind == "LSQB") - (token.kind == "RSQB")
        if token.kind == "HYPHEN" and depth <= 0:
            return EXTENDED, "because it has a `-` outside `[ ]`"
        if token.kind == "LPAR":
            return EXTENDED, "because it has a group `( )`"
    return XBETZA, "because it has no chain with `-` and no group, and that is what engines read"


def duplicate_name(name: str, here: Span, first: Span, another: str) -> Diagnostic:
    """The diagnostic for a name that an earlier definition has."""
    return Diagnostic(
        rules.DUPLICATE_NAME,
        here,
        f"`{name}` is defined twice. Rename or remove one of the two.",
        fixes=(Fix(f"Write `{another}`", (Edit(here, another),), safe=False),) if another else (),
        related=(Related(first, f"`{name}` is first defined here."),),
    )


# Directives: lines that begin with `%`, and what they set for the definitions behind them (B1)

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
