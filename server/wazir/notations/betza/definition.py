"""The analysed chunk, and the directives that it may have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.lazy import lazy
from wazir.notations.betza import codes
from wazir.notations.betza.checks import (
    BETZAC,
    SPELLINGS,
    bare_name,
    indented_definitions,
    missing_equals,
    moves_alone,
    outer_hyphens,
    report_remarks,
    words_in,
)
from wazir.notations.betza.engines import PROFILES, report_differences
from wazir.notations.betza.meaning import ReadLeg, lower
from wazir.notations.betza.spelling import find_parts
from wazir.notations.betza.syntax import GRAMMAR, report_missing_moves, report_mistakes
from wazir.notations.betza.vocabulary import DIALECTS, EXTENDED, ORIGINAL, XBETZA
from wazir.notations.fixes import fix
from wazir.notations.notation import Analysis, Context
from wazir.notations.reports import Report, has_error
from wazir.notations.results import Definition, OutlineEntry, Played
from wazir.notations.spellings import Misspelling, foreign, instead_of
from wazir.notations.wording import shortened
from wazir.piece.board import MAX_BOARD_SIDE, MAX_HEXAGON_SIDE, parse_board
from wazir.piece.model import Piece
from wazir.syntax import Node, ProblemKind, Token, Tree
from wazir.text import Edit, Span

_ASIDE = frozenset({"COMMENT", "DIRECTIVE", "ARGUMENTS"})
"""The kinds of tokens that are not part of a definition."""
_OF_WHOLE_LINES = (codes.PIECE_NAME, codes.INDENTED_DEFINITION)
"""The codes of spellings in which no word is looked for."""


@dataclass(frozen=True)
class _Meaning:
    """What a definition means, and what is wrong with it, sign by sign."""

    piece: Piece | None
    diagnostics: tuple[Diagnostic, ...]
    played: Played | None
    """What the engine of the profile plays instead."""


class _Dialect(NamedTuple):
    """The dialect of a definition."""

    name: str
    reason: str
    """Why it is this one, as the end of a sentence."""


@dataclass(frozen=True, eq=False)
class BetzaDefinition(Analysis):
    """An analysed chunk. What makes no sense in it is left out and reported."""

    @lazy
    def tree(self) -> Tree:
        """The parsed text."""
        return GRAMMAR.parse(self.text)

    @lazy
    def next_context(self) -> Context:
        """The context of its definition and of those below, after its directive; an invalid one
        does not change it.
        """
        directive = self.tree.root.first("directive") if "%" in self.text else None
        key, value = _key_and_value(directive) if directive else ("", "")
        value = " ".join(value.split())
        if key in self.context.fixed or _complaint(key, value) is not None:
            return self.context
        if key == "dialect":
            return replace(self.context, dialect=value)
        return replace(self.context, board=value)

    @property
    def pinned(self) -> bool:
        """Whether the file sets the dialect."""
        return self.next_context.dialect is not None

    @property
    def dialect(self) -> str:
        """The dialect of its definition."""
        return self._dialect.name

    @lazy
    def name(self) -> Token | None:
        """The name of its definition, if it has one."""
        return next((token for token in self.tokens if token.kind == "NAME"), None)

    @property
    def names(self) -> tuple[tuple[str, Span], ...]:
        """The name that it defines, if it has one."""
        return ((self.name.text, self.name.span),) if self.name else ()

    @property
    def outline(self) -> tuple[OutlineEntry, ...]:
        """Its definition, if there is one."""
        tokens = [token for token in self.tokens if token.kind not in _ASIDE]
        if not tokens:
            return ()
        span, name = Span(tokens[0].start, tokens[-1].end), self.name
        if name is None:
            return (OutlineEntry(_shown(tokens), "", span, selection=span),)
        return (OutlineEntry(name.text, _shown(tokens[2:]), span, selection=name.span),)

    @lazy
    def definition(self) -> Node | None:
        """The definition: a name, moves, or both."""
        return self.tree.root.first("definition")

    @lazy
    def moves(self) -> Node | None:
        """The moves of its definition, if it has some."""
        return self.definition.first("moves") if self.definition else None

    @lazy
    def parts(self) -> tuple[ReadLeg, ...]:
        """The legs of the definition with their roles. One with an `a` in XBetza is several: the
        parts of that leg.
        """
        return find_parts(self.moves, self.dialect) if self.moves else ()

    @property
    def piece(self) -> Piece | None:
        """The piece that its definition means, as far as it can be read."""
        return self._meaning.piece

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """The piece that it defines, if it defines one."""
        node, moves = self.definition, self.moves
        if node is None:
            return ()
        definition = Definition(
            name=self.name.text if self.name else None,
            name_span=self.name.span if self.name else None,
            span=node.span,
            moves=moves.span if moves else Span(node.end, node.end),
            dialect=self._dialect.name,
            dialect_reason=self._dialect.reason,
            piece=None if self._has_words else self.piece,
            broken=moves is None or self._is_broken,
            board=self.next_context.board,
            played=self._meaning.played,
        )
        return (definition,)

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place; what is written in words or as elsewhere has one, and not one
        for each sign.
        """
        diagnostics = self._meaning.diagnostics
        is_unread = any(
            problem.kind not in (ProblemKind.UNEXPECTED, ProblemKind.MISSING)
            for problem in self.tree.problems
        )
        if is_unread:
            return diagnostics
        is_broken = has_error(diagnostics)
        words = words_in(self.tree, is_broken, self.context.has_headers)
        if not is_broken and not words:
            return diagnostics
        if whole := self._mistake_of_whole(words):
            return (whole,)
        return self._with_misspellings(diagnostics, words)

    def _mistake_of_whole(self, words: Sequence[Misspelling]) -> Diagnostic | None:
        """The one diagnostic of a text that as a whole is something else, or None."""
        if betzac := BETZAC.match(self.text):
            message = "This is the language of the compiler betzac, not Betza notation."
            return Diagnostic(codes.OTHER_LANGUAGE, Span(*betzac.span("code")), message)
        if missing := missing_equals(self.tree, self._is_valid):
            return missing
        if any(word.is_certain for word in words):
            return None
        return bare_name(self.tree, self.context.has_headers)

    def _with_misspellings(
        self, diagnostics: tuple[Diagnostic, ...], words: Sequence[Misspelling]
    ) -> tuple[Diagnostic, ...]:
        """Diagnostics of signs, with those of words and of other spellings in their places."""
        spellings = (
            *indented_definitions(self.tree),
            *foreign(moves_alone(self.tree), SPELLINGS),
        )
        covered = [each.span for each in spellings if each.diagnostic.code in _OF_WHOLE_LINES]
        other_words = [
            word for word in words if not any(span.overlaps(word.span) for span in covered)
        ]
        diagnostics = instead_of(instead_of(diagnostics, spellings), other_words)
        if any(word.diagnostic in diagnostics for word in other_words):
            # Hints about moves do not matter then.
            return tuple(diagnostic for diagnostic in diagnostics if has_error((diagnostic,)))
        return diagnostics

    def _is_valid(self, moves: str) -> bool:
        """Whether other moves in its place have no error."""
        return not has_error(self.of_other_text(moves)._meaning.diagnostics)

    @property
    def _is_broken(self) -> bool:
        """Whether it has an error, or is a name that may be only begun."""
        diagnostics = self.diagnostics
        return has_error(diagnostics) or any(
            diagnostic.code is codes.BARE_NAME for diagnostic in diagnostics
        )

    @property
    def _has_words(self) -> bool:
        """Whether a word is in the place of moves, whose letters mean nothing."""
        return any(diagnostic.code is codes.PIECE_NAME for diagnostic in self.diagnostics)

    @lazy
    def _dialect(self) -> _Dialect:
        """The dialect of the definition (B1)."""
        if self.next_context.dialect is not None:
            return _Dialect(self.next_context.dialect, "as the file or a setting says")
        groups = [token for token in self.tokens if token.kind == "LPAR"]
        first = min(
            (*outer_hyphens(self.tree), *groups), key=lambda token: token.start, default=None
        )
        if first is None:
            return _Dialect(XBETZA, "the default")
        sign = "a group `( )`" if first in groups else "a `-` outside `[ ]`"
        return _Dialect(EXTENDED, f"because it has {sign}")

    @lazy
    def _meaning(self) -> _Meaning:
        report = Report()
        piece: Piece | None = None
        played: Played | None = None
        report_mistakes(self.tree, self.dialect, report)
        if directive := self.tree.root.first("directive"):
            _check_directive(directive, report)
        if self.moves is not None:
            piece = lower(self.moves, self.dialect, self.pinned, report=report)
            report_remarks(self.tree, self.dialect, self.pinned, report=report)
            profile, board = self.next_context.profile, self.next_context.board
            if profile in PROFILES and not report.broken:
                played = report_differences(
                    self.moves, self.dialect, profile, board=board, report=report
                )
        elif self.definition and not report.broken:
            report_missing_moves(self.definition, report)
        return _Meaning(piece, report.diagnostics(), played)


def _shown(tokens: Sequence[Token]) -> str:
    """Tokens on one line."""
    text = ""
    end = tokens[0].start if tokens else 0
    for token in tokens:
        text += " " * (end < token.start) + token.text
        end = token.end
    return shortened(text)


# Directives: lines that begin with `%`, and what they set for the definitions after them (B1)


def _key_and_value(node: Node) -> tuple[str, str]:
    sign, *arguments = node.leaves()
    return sign.text[1:], arguments[0].text.strip() if arguments else ""


def _check_directive(node: Node, report: Report) -> None:
    """Report an invalid directive."""
    sign, *rest = node.leaves()
    key, value = _key_and_value(node)
    complaint = _complaint(key, " ".join(value.split()))
    if complaint is None:
        return
    start = rest[0].end - len(rest[0].text.lstrip()) if rest else sign.start
    is_known = key in _KEYS
    span = Span(start, start + len(value)) if value and is_known else sign.span
    if is_known:
        likely = _SIMILAR_VALUES[key](value.lower())
    else:
        likely = [f"%{near}" for near in _near(key.lower(), _KEYS, _MEANT_KEYS)]
    before = f"{sign.text} " if is_known and not value else ""
    fixes = [fix(f"Write `{text}`", Edit(span, before + text)) for text in dict.fromkeys(likely)]
    report(codes.DIRECTIVE, span, complaint, *fixes)


_KEYS = ("dialect", "board")
_MEANT_KEYS = {"notation": "dialect", "style": "dialect", "size": "board"}
_MEANT_DIALECTS = {
    "betza": ORIGINAL,
    "classic": ORIGINAL,
    "fairy-stockfish": XBETZA,
    "xboard": XBETZA,
}


def _complaint(key: str, value: str) -> str | None:
    """The error of a directive as a sentence, or None."""
    if key not in _KEYS:
        return f"Unknown directive `%{key}`. The directives are `%dialect` and `%board`."
    if key == "dialect":
        if value in DIALECTS:
            return None
        problem = f"Unknown dialect `{value}`" if value else "Missing dialect"
        return f"{problem}. The dialects are `{'`, `'.join(DIALECTS)}`."
    if not value:
        return "Missing size. Write a size, as in `%board 10x8` or `%board cylinder 8x8`."
    try:
        parse_board(value)
    except ValueError as error:
        return str(error)
    return None


def _near(text: str, names: Iterable[str], meant: Mapping[str, str]) -> list[str]:
    """The names that a text may be meant for, the likeliest first; *meant* gives those of other
    words.
    """
    begun = [name for name in names if text and name.startswith(text)]
    return begun or [
        meant.get(name, name) for name in get_close_matches(text.strip("= "), (*names, *meant), n=1)
    ]


def _near_boards(text: str) -> list[str]:
    """The boards that a text may be meant for."""
    numbers = [min(int(digits[:3]), MAX_BOARD_SIDE) for digits in re.findall(r"\d+", text)[:2]]
    if "hex" in text:
        return [f"hex{min(*numbers, MAX_HEXAGON_SIDE) if numbers else 5}"]
    joined = "cylinder " if "cyl" in text else ""
    if not numbers:
        return [f"{joined}8x8"] if joined else []
    files, ranks = numbers[0], numbers[-1]
    sizes = [(files, ranks)] if len(numbers) > 1 else [(files, files), (files, 8)]
    return [f"{joined}{files}x{ranks}" for files, ranks in sizes if files and ranks]


_SIMILAR_VALUES: Mapping[str, Callable[[str], list[str]]] = {
    "dialect": lambda text: _near(text, DIALECTS, _MEANT_DIALECTS),
    "board": _near_boards,
}
