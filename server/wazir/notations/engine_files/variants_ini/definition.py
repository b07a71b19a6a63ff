"""The analysed chunk: its tokens, pieces and diagnostics."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter, itemgetter

from wazir.diagnostics import Diagnostic
from wazir.lazy import lazy, of_text
from wazir.notations.engine_files.embedding import (
    DIFFERS,
    EmbeddedLanguage,
    EmbeddedText,
    HostAnalysis,
    definition,
    stripped,
    token_in,
    with_trees,
)
from wazir.notations.engine_files.variants_ini import codes
from wazir.notations.engine_files.variants_ini.checks import name_and_moves, report_section
from wazir.notations.engine_files.variants_ini.line_checks import report_lines
from wazir.notations.engine_files.variants_ini.meaning import (
    SectionReading,
    Variant,
    inherited,
    read_section,
)
from wazir.notations.engine_files.variants_ini.programs import PROFILE as PYCHESS
from wazir.notations.engine_files.variants_ini.programs import (
    engine_of,
    report_comment,
    report_engine,
    report_pychess,
)
from wazir.notations.engine_files.variants_ini.syntax import (
    SEPARATOR,
    IniSetting,
    PieceSetting,
    Section,
    letters_in,
    parsed,
    piece_setting,
    qualified,
)
from wazir.notations.engine_files.variants_ini.vocabulary import key_of, keys
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Scope
from wazir.notations.reports import Report, has_error
from wazir.notations.results import Definition, OutlineEntry
from wazir.notations.wording import shortened
from wazir.syntax import Node, Token, Tree
from wazir.text import Span

ENGINE = "fairy-stockfish"
STYLE = ("obsolete-spelling", "misplaced-first-move")
"""Hints on spellings that the engine reads as well as others (E3, E5)."""


_LINE = re.compile(r"(?<=[\r\n])[^#;\s]")
"""The beginning of a line that is no comment."""


@dataclass(frozen=True, eq=False)
class VariantDefinition(HostAnalysis):
    """An analysed section, with what it inherits."""

    @of_text
    def section(self) -> Section:
        """Its lines."""
        return parsed(self.text)

    @lazy
    def reading(self) -> SectionReading:
        """The section with what it inherits."""
        return read_section(self.section, self.scope, inherited(self.section, self.scope))

    @property
    def variant(self) -> Variant:
        """The variant that it defines."""
        return self.reading.variant

    @lazy
    def pieces(self) -> tuple[tuple[PieceSetting, EmbeddedText], ...]:
        """The settings of pieces with moves, also those that do not count."""
        settings = (
            piece_setting(setting) for setting in self.section.settings if _is_piece(setting)
        )
        return tuple(
            (piece, self.moves(piece.moves))
            for piece in settings
            if piece.moves.start < piece.moves.end
        )

    @property
    def embedded(self) -> Iterable[EmbeddedText]:
        """The moves of its pieces."""
        return (moves for _, moves in self.pieces)

    def moves(self, span: Span) -> EmbeddedText:
        """The moves of a piece, as an embedded text."""
        return self.language.embedded(self.text, span, self.variant.board, engine=ENGINE)

    @lazy
    def tokens(self) -> tuple[Token, ...]:
        """All tokens, with comments."""
        section, text = self.section, self.text
        tokens = [Token("comment", text[slice(*span)], span.start) for span in section.comments]
        if header := section.header:
            parts = [
                ("bracket", Span(header.span.start, header.name_span.start)),
                ("section", header.name_span),
            ]
            colon = Span(header.name_span.end, header.parent_span.start)
            parts += [("bracket", colon), ("parent", header.parent_span)]
            parts.append(("bracket", Span(header.parent_span.end, header.span.end)))
            tokens += (token for kind, span in parts for token in token_in(text, kind, span))
        for setting in section.settings:
            tokens += _of_setting(self.language, text, setting)
        return tuple(sorted(tokens, key=attrgetter("start")))

    @lazy
    def names(self) -> tuple[tuple[str, Span], ...]:
        """Its section, and the letters of the pieces that it sets, each once."""
        section, header = self.section, self.section.header
        if header is None or not header.name:
            return ()
        letters = {piece.letter: piece.letter_span for piece in section.pieces if piece.letter}
        own = [(qualified(section.name, letter), span) for letter, span in letters.items()]
        return ((header.name, header.name_span), *sorted(own, key=itemgetter(1)))

    @lazy
    def uses(self) -> tuple[tuple[str, Span], ...]:
        """The parent of its section, and the letters of pieces in its values.

        A letter that the section does not set is one of its parent.
        """
        section, header = self.section, self.section.header
        if header is None:
            return ()
        own = {piece.letter for piece in section.pieces}

        def key(letter: str) -> str:
            return qualified(section.name if letter in own else header.parent, letter)

        parent = [(header.parent, header.parent_span)] if header.parent else []
        letters = (letter for setting in section.settings for letter in letters_in(setting))
        return (*parent, *((key(letter.lower()), span) for letter, span in letters))

    def needs(self, _name: str) -> tuple[str, ...]:
        """The section that its section inherits from."""
        return (self.section.parent,)

    def facts(self, name: str, is_circular: bool) -> Hashable:
        """The variant of its section; True for a letter."""
        if name != self.section.name:
            return True
        return read_section(
            self.section, self.scope, None if is_circular else inherited(self.section, self.scope)
        ).variant

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """A section and the pieces that it sets."""
        section, text, header = self.section, self.text, self.section.header
        if header is None:
            return ()
        end = max([header.span.end, *(setting.value_span.end for setting in section.settings)])
        detail = f"from {header.parent}" if header.parent else ""
        title = shortened(header.name) or "[ ]"
        entries = [
            OutlineEntry(
                title, shortened(detail), Span(header.span.start, end), selection=header.name_span
            )
        ]
        for piece in section.pieces:
            if piece.letter:
                setting = piece.setting
                moves = text[slice(*piece.moves)] or keys()[setting.key].moves
                name = section.name_of(piece) or setting.key
                title = f"{piece.letter.upper()}: {name}"
                entries.append(
                    OutlineEntry(
                        title, shortened(moves), setting.meant_span, selection=piece.letter_span
                    )
                )
        return tuple(entries)

    @lazy
    def settings(self) -> tuple[tuple[Span, str], ...]:
        """The lines that are neither pieces nor comments, without the comments after them."""
        section = self.section
        pieces = {definition.name_span for definition in self.definitions}
        others = [
            each for each in section.settings if piece_setting(each).letter_span not in pieces
        ]
        lines = [section.header.span] if section.header else []
        lines += [setting.meant_span for setting in others]
        spans = sorted([*lines, *section.strays, *section.unread])
        return tuple((span, self.text[slice(*span)].rstrip()) for span in spans)

    @lazy
    def tree(self) -> Tree:
        """Its settings, each with its parts."""
        nodes = list[Node]()
        if self.section.header is not None:
            nodes.append(_node(self.section.header.span, self.tokens, {}))
        trees = {moves.span.start: moves.node() for _, moves in self.pieces}
        nodes += (
            _node(setting.meant_span, self.tokens, trees) for setting in self.section.settings
        )
        start, end = (nodes[0].start, nodes[-1].end) if nodes else (0, 0)
        return Tree(
            self.text, Node("section", tuple(nodes), start=start, end=end), self.tokens, problems=()
        )

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """Its pieces, with those that the engine knows."""
        written = (
            self._definition(piece, moves, piece.letter_span.start) for piece, moves in self.pieces
        )
        known = (self._known(piece) for piece in self.section.pieces if piece.letter)
        return tuple(sorted(filter(None, (*written, *known)), key=attrgetter("span")))

    def _definition(
        self, piece: PieceSetting, moves: EmbeddedText, start: int
    ) -> Definition | None:
        letter = piece.letter.upper()
        name = self.section.name_of(piece) or f"{letter} of {self.section.name}"
        key = qualified(self.section.name, piece.letter)
        known = definition(
            self, moves=moves, name=name, name_span=piece.letter_span, start=start, key=key
        )
        return known and replace(known, letter=letter)

    def _known(self, piece: PieceSetting) -> Definition | None:
        """A piece that the engine knows, of which the file has only the letter; None for another
        one.
        """
        key = keys()[piece.setting.key]
        if piece.moves.start < piece.moves.end:
            return None
        end = Span(piece.letter_span.end, piece.letter_span.end)
        moves = replace(self.language.detached(key.moves, self.variant.board, ENGINE), span=end)
        known = self._definition(piece, moves, piece.setting.key_span.start)
        return known and replace(known, moves=end, played=None)

    @lazy
    def line_diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of its lines, pieces and position, by place; none about the whole
        rules.
        """
        report, engine = Report(), engine_of(self.context)
        if self.section.header and (unread := _LINE.search(self.text, MAX_LETTERS_OF_CHUNK)):
            message = (
                f"Wazir reads only the first {MAX_LETTERS_OF_CHUNK:,} characters of a section."
            )
            report(codes.TOO_LONG, Span(*unread.span()), message)
        report_comment(self.text, report)
        report_lines(self.section, self.context, report)
        report_section(self.reading, self.context, report)
        report_engine(self.reading, engine, self.language.notation.readers[ENGINE], report=report)
        if self.context.profile == PYCHESS:
            report_pychess(self.reading, report)
        last = self.section.last
        for piece, moves in self.pieces:
            is_in_force = last.get(piece.setting.key) is piece.setting
            if is_in_force and not name_and_moves(piece.setting.value):
                report.keep(*self._of_moves(piece, moves))
        ignored = codes.NOT_OF_FORK if engine.is_fork else ()
        return tuple(
            diagnostic for diagnostic in report.diagnostics() if diagnostic.code not in ignored
        )

    def _of_moves(self, piece: PieceSetting, moves: EmbeddedText) -> Iterator[Diagnostic]:
        """The diagnostics of moves by themselves, and as the engine plays them (F12, E17)."""
        ignored = (*STYLE, "engine-first-move") if self.variant.moves_double_steps else STYLE
        if any(diagnostic.code.id == DIFFERS for diagnostic in moves.diagnostics):
            as_original = original(self.language).detached(moves.text, self.variant.board, ENGINE)
            ignored = (*ignored, DIFFERS) if plays_as_meant(as_original) else ignored  # as in `fK`
        diagnostics = moves.diagnostics_in(ENGINE, piece.letter, codes.NO_MOVES)
        return (diagnostic for diagnostic in diagnostics if diagnostic.code.id not in ignored)


def plays_as_meant(moves: EmbeddedText) -> bool:
    """Whether the engine plays what a text means in its dialect."""
    diagnostics = moves.diagnostics
    return not has_error(diagnostics) and all(
        diagnostic.code.id != DIFFERS for diagnostic in diagnostics
    )


@cache
def original(language: EmbeddedLanguage) -> EmbeddedLanguage:
    """A language whose texts are read in Betza's own dialect, with the analyses that it keeps."""
    return replace(language, dialect="original")


def _is_piece(setting: IniSetting) -> bool:
    key = key_of(setting.key)
    return key is not None and key.type == "piece" and setting.value != ""


# Tokens


def _of_setting(language: EmbeddedLanguage, text: str, setting: IniSetting) -> Iterator[Token]:
    key, is_piece = key_of(setting.key), _is_piece(setting)
    sign = Span(setting.equals, setting.equals + 1)
    yield from token_in(
        text, "piece key" if key and key.type == "piece" else "key", setting.key_span
    )
    yield from token_in(text, "sign", sign)
    if is_piece:
        piece = piece_setting(setting)
        yield from token_in(text, "letter", piece.letter_span)
        if piece.moves.start < piece.moves.end:
            yield from token_in(
                text, "sign", stripped(text, Span(piece.letter_span.end, piece.moves.start))
            )
            yield from language.tokens(text, piece.moves)
    else:
        yield from _of_value(text, setting, key.type if key else "text")
    if setting.comment:
        yield from token_in(text, "comment", setting.comment)


_WORD = re.compile(r"\S+")
_PLAIN = {
    "bool": "word",
    "enum": "word",
    "result": "word",
    "int": "number",
    "rank": "number",
    "squares": "squares",
}
_SPLIT = re.compile(r"(?P<number>\d+)|(?P<letter>[A-Za-z*-])|(?P<sign>\S)")
_LISTS = {"pieces", "numbers", "promotions", "castling", "file"}
_POSITION = re.compile(
    r"(?P<white>[A-Z]+)|(?P<black>[a-z]+)|(?P<number>\d+)|(?P<sign>[^\sA-Za-z0-9]+)"
)


def _of_value(text: str, setting: IniSetting, type_: str) -> Iterator[Token]:
    """The tokens of a value that is no piece."""
    start, end = setting.value_span
    if setting.key == "startFen":
        board = _WORD.match(text, start, end)
        start = board.end() if board else start
        for word in _POSITION.finditer(text, setting.value_span.start, start):
            yield Token(word.lastgroup or "", word[0], word.start())
    for word in (_SPLIT if type_ in _LISTS else _WORD).finditer(text, start, end):
        yield Token(word.lastgroup or _PLAIN.get(type_, "text"), word[0], word.start())


def _node(span: Span, tokens: Sequence[Token], trees: Mapping[int, Node]) -> Node:
    """The tokens in a span, with an embedded tree in the place of its tokens."""
    first, stop = (bisect_left(tokens, offset, key=lambda token: token.start) for offset in span)
    return Node("setting", with_trees(tokens[first:stop], trees), start=span.start, end=span.end)


# Names


def origin(name: str, scope: Scope) -> str:
    """The letter in the section that sets it, which others inherit from."""
    section, separator, letter = name.partition(SEPARATOR)
    facts = scope.facts(section) if separator else None
    piece = facts.by_letter.get(letter) if isinstance(facts, Variant) else None
    return qualified(piece.section, letter) if piece else name


def renamed(name: str, old: str, new: str) -> str:
    """The key of a name after renaming; that of a letter includes its section."""
    section, separator, letter = name.partition(SEPARATOR)
    if name == old:
        return qualified(section, new.lower()) if separator else new
    return qualified(new, letter) if separator and section == old else name


def respelled(new: str, old: str, name: str) -> str:
    """A letter as White's or Black's, as the old one is; the name of a section as it is."""
    if SEPARATOR not in name:
        return new
    return new.upper() if old.isupper() else new.lower()
