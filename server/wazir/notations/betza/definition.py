"""From a chunk to all that is known of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache

from wazir.diagnostics import Diagnostic
from wazir.notations.base import NO_NAMES, Analysis, Context, Definition, Scope
from wazir.notations.betza import rules
from wazir.notations.betza.checks import (
    SPELLINGS,
    instead_of_letters,
    missing_equals,
    moves_alone,
    report_remarks,
    words_in,
)
from wazir.notations.betza.dialects import DIALECTS, EXTENDED, ORIGINAL, PROFILES, XBETZA
from wazir.notations.betza.meaning import lower
from wazir.notations.betza.mistakes import report_missing_moves, report_mistakes
from wazir.notations.betza.parts import Part, find_parts
from wazir.notations.betza.syntax import GRAMMAR, provably_clean
from wazir.notations.foreign import foreign, instead_of
from wazir.notations.kit import Report, fix, has_error
from wazir.piece.board import LARGEST, LARGEST_SIDE, parse_board
from wazir.piece.model import Piece
from wazir.syntax import Node, ProblemKind, Token, Tree
from wazir.terminals import terminals
from wazir.text import Edit, Span


@dataclass(frozen=True)
class Parsed:
    """A chunk in a context, read once for all who ask."""

    tree: Tree
    context: Context
    """What holds for its definition: the context behind its directive."""
    dialect: str
    why: str
    """Why it is in that dialect, as the end of a sentence (B1)."""

    @property
    def pinned(self) -> bool:
        """Whether the file sets the dialect."""
        return self.context.dialect is not None

    @cached_property
    def definition(self) -> Node | None:
        """The definition: a name, moves, or both."""
        return self.tree.root.first("definition")

    @cached_property
    def name(self) -> Token | None:
        """The name of the definition."""
        return next(iter(self.definition.leaves("NAME")), None) if self.definition else None

    @cached_property
    def moves(self) -> Node | None:
        """The moves of the definition."""
        return self.definition.first("moves") if self.definition else None

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The legs of the definition, with the parts that they play."""
        return find_parts(self.moves, self.dialect) if self.moves else ()


@lru_cache(maxsize=64)
def parsed(text: str, context: Context) -> Parsed:
    """A chunk in a context."""
    tree, inner = GRAMMAR.parse(text), context_after(text, context)
    return Parsed(tree, inner, *_judged(tree, inner))


def _judged(tree: Tree, context: Context) -> tuple[str, str]:
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


def analyse(text: str, context: Context, _scope: Scope = NO_NAMES) -> Analysis:
    """Tree, piece and diagnostics of a chunk. Never raises: what makes no sense is left out and reported."""
    read = parsed(text, context)
    piece, found = _checked(read)
    found = _reworded(read, found, context)
    return Analysis(read.tree, (_definition(read, read.definition, piece, found),) if read.definition else (), found)


def diagnose(text: str, context: Context, _scope: Scope = NO_NAMES) -> tuple[Diagnostic, ...]:
    """The diagnostics of a chunk, by the shortest way."""
    return () if provably_clean(text, context) else analyse(text, context).diagnostics


def _checked(read: Parsed) -> tuple[Piece | None, tuple[Diagnostic, ...]]:
    """Piece and diagnostics of a chunk, sign by sign."""
    report, piece = Report(), None
    report_mistakes(read.tree, read.dialect, report)
    if directive := read.tree.root.first("directive"):
        check_directive(directive, report)
    if read.moves is not None:
        piece = lower(read.moves, read.dialect, read.pinned, report)
        report_remarks(read.tree, read.dialect, read.pinned, report)
        if read.context.profile in PROFILES and not report.broken:
            from wazir.notations.betza.engines.comparison import report_program

            profile, board = read.context.profile or "", read.context.board
            report_program(read.tree, read.moves, read.dialect, profile, board, report)
    elif read.definition and read.name and not report.broken:
        report_missing_moves(read.name, read.definition, report)
    return piece, report.diagnostics()


def _reworded(read: Parsed, found: tuple[Diagnostic, ...], context: Context) -> tuple[Diagnostic, ...]:
    """The diagnostics of a chunk; what is written in words or as elsewhere has one, and not one for each sign."""
    if any(problem.kind not in (ProblemKind.UNEXPECTED, ProblemKind.MISSING) for problem in read.tree.problems):
        return found  # what is not read to its end
    is_broken = has_error(found)
    words = words_in(read.tree, is_broken)
    if is_broken or words:
        missing = missing_equals(read.tree, lambda moves: not has_error(_checked(parsed(moves, context))[1]))
        if missing:
            return (missing,)
        found = instead_of(found, foreign(moves_alone(read.tree), SPELLINGS))
        return instead_of_letters(found, words)
    return found


def _definition(read: Parsed, node: Node, piece: Piece | None, found: tuple[Diagnostic, ...]) -> Definition:
    name, moves = read.name, read.moves
    trimmed = name.text.rstrip() if name else None
    return Definition(
        name=trimmed,
        name_span=Span(name.start, name.start + len(trimmed)) if name and trimmed else None,
        span=node.span,
        moves=moves.span if moves else Span(node.end, node.end),
        dialect=read.dialect,
        dialect_reason=read.why,
        piece=piece,
        broken=moves is None or has_error(found),
        board=read.context.board,
    )


# Directives: lines that begin with `%`, and what they set for the definitions behind them (B1)

NOT_A_START = " \t\r\n\f\v\u00a0\ufeff#;"
"""A line that begins with one of these goes on with what stands before it, or is a comment."""

_T = terminals("betza")
_DIRECTIVE = re.compile(rf"(?:{_T['BLANK']}+|{_T['COMMENT']}+)*%(\w+)[ \t]+([^#;\r\n]*)")


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
    sign, *rest = node.leaves()
    key, value = sign.text[1:], rest[0].text.strip() if rest else ""
    complaint = _complaint(key, " ".join(value.split()))
    if complaint is None:
        return
    start = rest[0].end - len(rest[0].text.lstrip()) if rest else sign.start
    is_known = key in _KEYS
    span = Span(start, start + len(value)) if value and is_known else sign.span
    likely = _NEAR[key](value.lower()) if is_known else [f"%{near}" for near in _near(key.lower(), _KEYS, _MEANT_KEYS)]
    before = f"{sign.text} " if is_known and not value else ""
    fixes = [fix(f"Write `{text}`", Edit(span, before + text)) for text in dict.fromkeys(likely)]
    report(rules.DIRECTIVE, span, complaint, fixes=tuple(fixes))


_KEYS = ("dialect", "board")
_MEANT_KEYS = {"notation": "dialect", "style": "dialect", "size": "board"}
_MEANT_DIALECTS = {"betza": ORIGINAL, "classic": ORIGINAL, "fairy-stockfish": XBETZA, "xboard": XBETZA}


def _complaint(key: str, value: str) -> str | None:
    """What is wrong with a directive, as a sentence; None if nothing is."""
    if key not in _KEYS:
        return f"Unknown directive `%{key}`. The directives are `%dialect` and `%board`."
    if key == "dialect":
        if value in DIALECTS:
            return None
        said = f"Unknown dialect `{value}`" if value else "Missing dialect"
        return f"{said}. The dialects are `{'`, `'.join(DIALECTS)}`."
    if not value:
        return "Missing size. Write a size, as in `%board 10x8` or `%board cylinder 8x8`."
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
