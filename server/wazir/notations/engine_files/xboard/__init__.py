"""Pieces in the lines between XBoard and its engines, and in its settings
(docs/notations/engines.md, F20 to F23).

Lines that name pieces are `piece`, `setup`, the option `-men`, and the tag `VariantMen`. Here are
the parts of lines, the codes, each with a page in `docs`, the analysis, hover and completion, and
the notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from wazir.diagnostics import Code, Diagnostic, Severity, codes
from wazir.lazy import lazy
from wazir.notations.engine_files.embedding import (
    EmbeddedText,
    HostAnalysis,
    HostNotation,
    definition,
    host_tree,
    stripped,
    token_in,
)
from wazir.notations.files import XBOARD_LINES_FILES
from wazir.notations.fixes import fix, write
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Context
from wazir.notations.reports import Report, duplicate
from wazir.notations.results import Completions, Definition, HoverText, OutlineEntry, TokenType
from wazir.notations.wording import shortened
from wazir.syntax import Token, Tree
from wazir.text import Edit, Span, line_end

COLOURS: Mapping[str, TokenType] = {
    "command": TokenType.DIRECTIVE,
    "letter": TokenType.ATOM,
    "table": TokenType.STRING,
    "size": TokenType.RANGE,
    "white": TokenType.WHITE,
    "black": TokenType.BLACK,
    "sign": TokenType.OPERATOR,
    "comment": TokenType.COMMENT,
}
"""The colours of tokens, by their kinds."""


@dataclass(frozen=True, slots=True)
class XBoardPiece:
    """A piece with its moves."""

    id: Span
    """Its letter, with the signs before and after it (F20)."""
    moves: Span
    """Up to the first blank, where XBoard stops reading."""
    rest: Span
    """The text after it."""


@dataclass(frozen=True, slots=True)
class XBoardSetup:
    """The table, the board and the position of a `setup` line."""

    table: Span
    """Without its brackets; empty if absent."""
    size: Span
    board: tuple[int, int] | None
    position: Span


@dataclass(frozen=True, slots=True)
class XBoardLine:
    """A line that names pieces."""

    command: Span | None = None
    """`piece`, `setup`, `-men` or `VariantMen`; None for any other line."""
    pieces: tuple[XBoardPiece, ...] = ()
    setup: XBoardSetup | None = None


_SENT = r"(?:[^\r\n]{0,80}?\b(?:first|second) ?: )?"
"""The prefix of a line of an engine in the log of XBoard."""
_PIECE = re.compile(
    rf"{_SENT}(?P<command>piece)[ \t]+(?P<id>[^\s:]\S*)[ \t]*(?P<moves>\S*)(?P<rest>[^\r\n]*)"
)
_SETUP = re.compile(
    rf"{_SENT}(?P<command>setup)[ \t]+(?:\((?P<table>[^)\r\n]*)\)[ \t]*)?"
    r"(?:(?P<size>(?P<files>\d{1,2})x(?P<ranks>\d{1,2})\+\d+\S*)[ \t]+)?(?P<position>\S*/\S*)?"
)
_MEN = re.compile(r"[^\r\n]{0,80}?(?P<command>[-/]men|\[VariantMen)\b[ \t=]*\"(?P<men>[^\"\r\n]*)")
_MAN = re.compile(r"(?P<id>[^:;]*):?(?P<moves>[^\s;]*)(?P<rest>[^;]*)(?:;|$)")
_LINES = (_PIECE, _SETUP, _MEN)
_LINE_END = re.compile(r"[\r\n]")
COMMENT = re.compile(r"(?<![^\r\n])#[^\r\n]*")
"""A line that is a comment, unless it is the first of a chunk."""


def parsed(text: str) -> XBoardLine:
    """The first line of a chunk, as far as chunks are read."""
    line = _LINE_END.split(text[:MAX_LETTERS_OF_CHUNK])[0]
    if match := _PIECE.match(line):
        letter, moves, rest = (Span(*match.span(part)) for part in ("id", "moves", "rest"))
        return XBoardLine(
            Span(*match.span("command")), (XBoardPiece(letter, moves, stripped(line, rest)),)
        )
    if match := _SETUP.match(line):
        board = (int(match["files"]), int(match["ranks"])) if match["size"] else None
        table, size, position = (Span(*match.span(part)) for part in ("table", "size", "position"))
        return XBoardLine(
            Span(*match.span("command")), setup=XBoardSetup(table, size, board, position=position)
        )
    if match := _MEN.match(line):
        pieces = list[XBoardPiece]()
        for man in _MAN.finditer(line, *match.span("men")):
            letter, moves, rest = (Span(*man.span(part)) for part in ("id", "moves", "rest"))
            if man[0].strip(" \t;"):
                pieces.append(XBoardPiece(stripped(line, letter), moves, stripped(line, rest)))
        return XBoardLine(Span(*match.span("command")), tuple(pieces))
    return XBoardLine()


_TYPICAL = re.compile(
    rf"(?<![^\r\n]){_SENT}"
    r"(?:piece[ \t]+\+?[A-Za-z]['!]?&?[ \t]+[a-z]*[A-Z\[(]|setup[ \t]+\([A-Za-z.~+^=]+\))"
)


# Codes, and the analysed line


BAD_ID = Code("bad-id", Severity.ERROR, "A piece that is not named by its letter.")
DUPLICATE_ID = Code(
    "duplicate-id", Severity.ERROR, "A letter that an earlier part of the line has."
)
MISSING_MOVES = Code("missing-moves", Severity.ERROR, "A letter without moves.")
BLANK_IN_MOVES = Code(
    "blank-in-moves", Severity.ERROR, "A blank in moves, where XBoard stops reading."
)
BAD_TABLE = Code("bad-table", Severity.ERROR, "A table of characters that XBoard ignores.")
UNEVEN_TABLE = Code(
    "uneven-table", Severity.HINT, "A table of characters that gives Black other pieces than White."
)
NO_MOVES = Code("no-moves", Severity.WARNING, "A piece that cannot move in XBoard.")
OTHER_ENGINE = Code("other-engine", Severity.HINT, "Moves that Fairy-Stockfish plays differently.")

CODES = codes(vars().values())
"""All codes."""

XBOARD, FAIRY_STOCKFISH = "xboard", "fairy-stockfish"
MAX_PIECES_OF_FILE = 26
"""The longest side of a board that moves are compared on."""
MIN_LETTERS_OF_TABLE = 12
"""The length of the shortest table of characters (F23)."""
_POSITION = re.compile(r"(?P<white>[A-Z]+)|(?P<black>[a-z]+)|(?P<size>\d+)|(?P<sign>\S)")
_ID = re.compile(r"\+?[A-Za-z]['!]?&?")


@dataclass(frozen=True, eq=False)
class LineAnalysis(HostAnalysis):
    """An analysed line."""

    @lazy
    def line(self) -> XBoardLine:
        """Its parts."""
        return parsed(self.text)

    @lazy
    def pieces(self) -> tuple[tuple[XBoardPiece, EmbeddedText], ...]:
        """Its pieces with moves."""
        return tuple(
            (piece, self.moves(piece.moves))
            for piece in self.line.pieces
            if piece.moves.start < piece.moves.end
        )

    @property
    def embedded(self) -> Iterable[EmbeddedText]:
        """The moves of its pieces."""
        return (moves for _, moves in self.pieces)

    def moves(self, span: Span, engine: str = XBOARD) -> EmbeddedText:
        """The moves of a piece, as an embedded text."""
        return self.language.embedded(self.text, span, self.context.board, engine=engine)

    @lazy
    def tokens(self) -> tuple[Token, ...]:
        """All tokens, with comments."""
        line, text = self.line, self.text
        tokens = [*token_in(text, "command", line.command)] if line.command else []
        comments = [
            Token("comment", match[0], match.start())
            for match in COMMENT.finditer(text)
            if match.start() or not tokens
        ]
        for piece in line.pieces:
            tokens += [
                *token_in(text, "letter", piece.id),
                *self.language.tokens(text, piece.moves),
            ]
        if setup := line.setup:
            tokens += [*token_in(text, "table", setup.table), *token_in(text, "size", setup.size)]
            for part in _POSITION.finditer(text[slice(*setup.position)]):
                tokens.append(
                    Token(part.lastgroup or "", part[0], setup.position.start + part.start())
                )
        return (*tokens, *comments)

    @lazy
    def next_context(self) -> Context:
        """The context after it: `setup` sets the board."""
        board = self.line.setup.board if self.line.setup else None
        context = self.context
        if (
            board is None
            or "board" in context.fixed
            or not all(0 < side <= MAX_PIECES_OF_FILE for side in board)
        ):
            return context
        return replace(context, board="{}x{}".format(*board))

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """Its pieces."""
        entries = list[OutlineEntry]()
        for piece in self.line.pieces:
            name = self.text[slice(*piece.id)] or "?"
            moves = shortened(self.text[slice(*piece.moves)])
            span = Span(piece.id.start, max(piece.moves.end, piece.id.end))
            entries.append(OutlineEntry(name, moves, span, selection=piece.id))
        return tuple(entries)

    @property
    def settings(self) -> Iterator[tuple[Span, str]]:
        """The line of `setup`, letters without moves, and what XBoard does not read after moves."""
        line, text = self.line, self.text
        if line.command and line.setup:
            span = Span(line.command.start, line_end(text, line.command.start))
            yield span, text[slice(*span)].rstrip()
        for piece in line.pieces:
            span = piece.rest if piece.moves.start < piece.moves.end else piece.id
            if span.start < span.end:
                yield span, text[slice(*span)]

    @lazy
    def tree(self) -> Tree:
        """Its pieces, each with its moves."""
        return host_tree(
            "line", self.text, self.tokens, embedded=(moves for _, moves in self.pieces)
        )

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """Its pieces."""
        definitions = (
            definition(
                self,
                moves=moves,
                name=self.text[slice(*piece.id)],
                name_span=piece.id,
                start=piece.id.start,
            )
            for piece, moves in self.pieces
        )
        return tuple(filter(None, definitions))

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""
        report = Report()
        if self.line.setup:
            self._report_table(self.line.setup, report)
        known = dict[str, Span]()
        for piece in self.line.pieces:
            written = self.text[slice(*piece.id)]
            if not _ID.fullmatch(written):
                report(
                    BAD_ID,
                    piece.id,
                    "A piece is named by a letter, perhaps with `+` before it and `&` after it.",
                )
            elif written in known:
                report.again(
                    DUPLICATE_ID, piece.id, f"`{written}` has moves already.", first=known[written]
                )
            known.setdefault(written, piece.id)
            if piece.moves.start == piece.moves.end:
                report(MISSING_MOVES, piece.id, "Missing moves after the letter.")
            if piece.rest.start < piece.rest.end:
                joined = fix("Remove the blanks", Edit(Span(piece.moves.end, piece.rest.start), ""))
                message = "XBoard reads moves up to the first blank. The rest is lost."
                report(BLANK_IN_MOVES, piece.rest, message, joined)
        for piece, moves in self.pieces:
            diagnostics = moves.diagnostics_in(XBOARD, self.text[slice(*piece.id)], NO_MOVES)
            # What Fairy-Stockfish plays otherwise matters only where XBoard plays what is written.
            report.keep(
                *(diagnostics or self.moves(moves.span, FAIRY_STOCKFISH).differences(OTHER_ENGINE))
            )
        return report.diagnostics()

    def _report_table(self, setup: XBoardSetup, report: Report) -> None:
        """Report a table that XBoard ignores, or whose halves differ (F23)."""
        table = self.text[slice(*setup.table)]
        white, black = table[: len(table) // 2], table[len(table) // 2 :]
        differing = [
            at
            for at, pair in enumerate(zip(white.lower(), black.lower(), strict=False))
            if len({*pair}) > 1
        ]
        if table and (len(table) % 2 or len(table) < MIN_LETTERS_OF_TABLE):
            message = (
                f"XBoard ignores a table of {len(table)} characters: their number is even, and "
                f"{MIN_LETTERS_OF_TABLE} or more."
            )
            report(BAD_TABLE, setup.table, message)
        elif differing:
            at = setup.table.start + len(white) + differing[0]
            message = (
                f"Black's half has `{black[differing[0]]}` where White's has "
                f"`{white[differing[0]]}`."
            )
            report(
                UNEVEN_TABLE, Span(at, at + 1), message, write(setup.table, white + white.lower())
            )

    def hover(self, offset: int, /) -> HoverText | None:
        """The hover at an offset; None on the letter of a piece, which has the hover of the
        piece.
        """
        command = self.line.command
        if command and command.contains(offset):
            written = self.text[slice(*command)]
            return HoverText(command, f"`{written}`", COMMANDS.get(written, COMMANDS["-men"]))
        return self.moves_hover(offset)

    def complete(self, offset: int, /) -> Completions:
        """Betza's notation, after the letter of a piece."""
        moves = next(
            (moves for _, moves in self.pieces if moves.span.contains_inclusive(offset)), None
        )
        return moves.complete(offset) if moves else (Span(offset, offset), ())


# The notation


COMMANDS = {
    "piece": (
        "An engine describes how a piece moves, after `variant`: its letter, and its moves in "
        "Betza's notation."
    ),
    "setup": (
        "An engine lists the pieces of a variant, the size of its board, and the position at the "
        "start."
    ),
    "-men": (
        "The pieces of a variant: letters with `:` and moves, separated by `;`. A capital "
        "applies to both players."
    ),
}
"""The purpose of each command."""


class XBoardLines(HostNotation):
    """Lines of XBoard."""

    files = XBOARD_LINES_FILES
    title = "Engine lines of XBoard"
    line_comments = ("#",)
    codes = CODES
    package = __name__
    colours = COLOURS
    own_section = "notations/engines.html#xboard-piece-lines"

    analysis = LineAnalysis

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of a letter that is defined above."""
        return duplicate(DUPLICATE_ID, name, span, first=first, another=another)

    def starts_chunk(self, line: str, /) -> bool:
        """Whether a line names pieces."""
        return any(pattern.match(line) for pattern in _LINES)

    def evidence(self, text: str, /) -> int:
        """The number of lines that an engine sends to name its pieces."""
        return len(_TYPICAL.findall(text))
