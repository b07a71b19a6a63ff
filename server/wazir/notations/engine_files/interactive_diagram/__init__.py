"""The block of the Interactive Diagram in HTML, with pieces in XBetza (docs/notations/engines.md,
D1 to F25).

An element of class `idiagram` has settings and pieces, separated by blanks or line ends. Here are
the parts of its text, the codes, each with a page in `docs`, the analysis, hover and completion,
and the notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import resources
from itertools import product

from wazir.budget import spend
from wazir.diagnostics import Code, Diagnostic, Severity
from wazir.lazy import lazy
from wazir.notations.engine_files.embedding import (
    EmbeddedText,
    HostAnalysis,
    HostNotation,
    definition,
    host_tree,
    token_in,
)
from wazir.notations.files import INTERACTIVE_DIAGRAM_FILES
from wazir.notations.fixes import write
from wazir.notations.known_names import LETTERS, word_end
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Analysis
from wazir.notations.reports import Report, duplicate, has_error
from wazir.notations.results import (
    CompletionItem,
    Completions,
    Definition,
    HoverText,
    OutlineEntry,
    ReadGame,
    ReadPiece,
    TokenType,
)
from wazir.notations.wording import shortened
from wazir.piece.board import SquareBoard
from wazir.piece.known import texts
from wazir.piece.model import Square
from wazir.syntax import Token, Tree
from wazir.text import Span

COLOURS: Mapping[str, TokenType] = {
    "key": TokenType.DIRECTIVE,
    "value": TokenType.ARGUMENT,
    "name": TokenType.NAME,
    "id": TokenType.ATOM,
    "image": TokenType.STRING,
    "squares": TokenType.RANGE,
    "hand": TokenType.RANGE,
    "sign": TokenType.OPERATOR,
}
"""The colours of tokens, by their kinds."""

PARTS = ("name", "id", "moves", "image", "squares", "hand")
"""The parts of a piece, in order."""


@dataclass(frozen=True, slots=True)
class DiagramSetting:
    """A key with its value."""

    key: Span
    value: Span


@dataclass(frozen=True, slots=True)
class PieceLine:
    """A piece: its parts, which are empty at its end where they are left out."""

    span: Span
    name: Span
    id: Span
    moves: Span
    image: Span
    squares: Span
    hand: Span


@dataclass(frozen=True)
class DiagramBlock:
    """The text of the element."""

    text: str
    settings: tuple[DiagramSetting, ...]
    pieces: tuple[PieceLine, ...]

    @lazy
    def values(self) -> Mapping[str, DiagramSetting]:
        """The settings by their keys, of equal keys the last one."""
        return {self.text[slice(*setting.key)]: setting for setting in self.settings}

    def value(self, key: str) -> str:
        """The setting of a key; empty if absent."""
        return self.text[slice(*self.values[key].value)] if key in self.values else ""

    @lazy
    def board(self) -> tuple[int, int]:
        """Files and ranks; eight if absent or invalid."""
        written = self.value("files"), self.value("ranks")
        files, ranks = (int(side) if re.fullmatch(r"[1-9][0-9]?", side) else 8 for side in written)
        return files, ranks

    @lazy
    def has_black_squares(self) -> bool:
        """Whether it lists the squares of Black."""
        has_symmetry = self.value("symmetry") in _SYMMETRIES
        return not has_symmetry and any(
            _OF_BLACK in self.text[slice(*piece.squares)] for piece in self.pieces
        )


OPENING = re.compile(
    r"<[A-Za-z][^<>\r\n]{0,400}?\bclass\s{0,9}=\s{0,9}"
    r"(?:[\"'](?:[^<>\"'\r\n]{0,200}\s)?idiagram[\s\"']|idiagram(?=[\s>]))[^<>]{0,400}>",
    re.IGNORECASE,
)
"""The tag that begins the element."""
_ELEMENT = re.compile(rf"(?:{OPENING.pattern})(?P<body>[^<]*)", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_SETTING = re.compile(r"([A-Za-z]\w*)=(\S*)")


def parsed(text: str) -> DiagramBlock:
    """The element that begins in a chunk, as far as chunks are read. All other text is left
    alone.
    """
    text = text[:MAX_LETTERS_OF_CHUNK]
    settings, pieces = list[DiagramSetting](), list[PieceLine]()
    element = _ELEMENT.search(text)
    words = _WORD.finditer(text, *element.span("body")) if element else ()
    for word in words:
        if setting := _SETTING.fullmatch(text, *word.span()):
            settings.append(DiagramSetting(Span(*setting.span(1)), Span(*setting.span(2))))
        elif ":" in word[0]:
            pieces.append(_piece_line(word))
    return DiagramBlock(text, tuple(settings), tuple(pieces))


def _piece_line(word: re.Match[str]) -> PieceLine:
    """A piece, whose parts colons separate. Those that are missing are empty."""
    spans, start = list[Span](), word.start()
    for part in word[0].split(":", len(PARTS) - 1):
        spans.append(Span(start, start + len(part)))
        start += len(part) + 1
    spans += [Span(word.end(), word.end())] * (len(PARTS) - len(spans))
    return PieceLine(Span(*word.span()), *spans)


# Squares


FILES = "abcdefghijklmnopqrstuvwxyz"
_SQUARES = re.compile(
    r"(?P<file>[a-z])(?P<rank>[0-9]{1,2})(?:-(?P<to_file>[a-z])(?P<to_rank>[0-9]{1,2}))?"
)


def squares(text: str, span: Span) -> Iterator[tuple[Span, range, range]]:
    """The squares of a piece and its ranges of squares: files from 0, and ranks from the number of
    the first one.

    Other text is left out.
    """
    for match in re.finditer("[^,]+", text[slice(*span)]):
        if square := _SQUARES.fullmatch(match[0]):
            files = sorted(
                FILES.index(file) for file in (square["file"], square["to_file"] or square["file"])
            )
            ranks = sorted(
                int(rank) for rank in (square["rank"], square["to_rank"] or square["rank"])
            )
            place = Span(*match.span()).moved(span.start)
            yield place, range(files[0], files[1] + 1), range(ranks[0], ranks[1] + 1)


_TYPICAL = re.compile(
    r"(?<!\S)(?:[A-Za-z][\w-]*:[A-Za-z]'?:[a-z]*[A-Z\[(][^\s:]*:[\w-]*(?=[\s:])"
    r"|(?:files|ranks|royal|promo[A-Z][a-z]+|symmetry|graphics[DT][a-z]+|squareSize|firstRank)"
    r"=[\w/.]+(?=\s))"
)


# Keys that the public pages of the Interactive Diagram show (F24)


_ROWS = (resources.files(__package__) / "keys.tsv").read_text("utf-8").splitlines()[1:]
KEYS: Mapping[str, str] = {key: text for key, _, text in (row.partition("\t") for row in _ROWS)}
"""All known keys, each with a sentence if it is documented. There may be others."""


# Codes, and the analysed element


DUPLICATE_ID = Code("duplicate-id", Severity.ERROR, "An ID that an earlier piece has.")
DUPLICATE_SQUARE = Code(
    "duplicate-square", Severity.ERROR, "A square that an earlier piece stands on."
)
SQUARE_OFF_BOARD = Code(
    "square-off-board", Severity.ERROR, "A square that the board does not have."
)
BAD_ROYAL = Code("bad-royal", Severity.ERROR, "A royal piece beyond the last one.")
MISSPELLED_KEY = Code("misspelled-key", Severity.WARNING, "A key that is nearly a known one.")
PIECE_NOWHERE = Code("piece-nowhere", Severity.WARNING, "A piece that cannot come into play.")
OTHER_PIECE = Code(
    "other-piece", Severity.WARNING, "Moves that differ from the piece of that name."
)
UNKNOWN_KEY = Code("unknown-key", Severity.HINT, "A key that is not known.")
ONLY_BY_PROMOTION = Code(
    "only-by-promotion", Severity.HINT, "A piece that can come only by promotion."
)
OTHER_PROGRAM = Code("other-program", Severity.HINT, "Moves that XBoard plays differently.")

CODES = tuple(value for value in vars().copy().values() if isinstance(value, Code))
"""All codes."""

XBOARD = "xboard"
MAX_PIECES_OF_DIAGRAM = 26
"""The longest side of a board that moves are counted on."""
NEAR = 0.75
"""The least similarity of a misspelled key, from 0 to 1."""
_OF_XBOARD = str.maketrans("JL", "CZ")
"""The leaps as XBetza writes them that XBoard means by other letters (D1)."""


@dataclass(frozen=True, eq=False)
class DiagramAnalysis(HostAnalysis):
    """An analysed element."""

    @lazy
    def block(self) -> DiagramBlock:
        """Its parts."""
        return parsed(self.text)

    @lazy
    def pieces(self) -> tuple[tuple[PieceLine, EmbeddedText], ...]:
        """Its pieces with their moves, which may be empty."""
        return tuple((piece, self.moves(piece.moves)) for piece in self.block.pieces)

    @property
    def embedded(self) -> Iterable[EmbeddedText]:
        """The moves of its pieces."""
        return (moves for _, moves in self.pieces)

    @lazy
    def board(self) -> str:
        """The board that moves are counted on."""
        files, ranks = (min(side, MAX_PIECES_OF_DIAGRAM) for side in self.block.board)
        return f"{files}x{ranks}"

    def moves(self, span: Span, profile: str | None = None) -> EmbeddedText:
        """The moves of a piece, as an embedded text."""
        return self.language.embedded(self.text, span, self.board, profile)

    def named(self, piece: PieceLine) -> str:
        """The name of a piece."""
        return self.text[slice(*piece.name)]

    @lazy
    def tokens(self) -> tuple[Token, ...]:
        """All tokens, with comments."""
        text, tokens = self.block.text, list[Token]()
        for setting in self.block.settings:
            sign = Span(setting.key.end, setting.value.start)
            tokens += [
                *token_in(text, "key", setting.key),
                *token_in(text, "sign", sign),
                *token_in(text, "value", setting.value),
            ]
        for piece in self.block.pieces:
            for part in PARTS:
                span: Span = getattr(piece, part)
                tokens += (
                    self.language.tokens(text, span)
                    if part == "moves"
                    else token_in(text, part, span)
                )
                tokens += token_in(text, "sign", Span(span.end, min(span.end + 1, piece.span.end)))
        return tuple(sorted(tokens, key=lambda token: token.start))

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """Its pieces."""
        shown = ((piece, shortened(self.text[slice(*piece.moves)])) for piece in self.block.pieces)
        return tuple(
            OutlineEntry(self.named(piece) or "?", moves, piece.span, piece.name)
            for piece, moves in shown
        )

    @property
    def settings(self) -> Iterator[tuple[Span, str]]:
        """The settings, pieces without moves, and other fields of pieces."""
        for setting in self.block.settings:
            yield (span := Span(setting.key.start, setting.value.end)), self.text[slice(*span)]
        for piece in self.block.pieces:
            if piece.moves.start == piece.moves.end:
                yield piece.span, self.text[slice(*piece.span)]
            else:
                more = (
                    self.text[slice(*part)]
                    for part in (piece.id, piece.image, piece.squares, piece.hand)
                )
                yield Span(piece.moves.end, piece.span.end), ", ".join(filter(None, more))

    @lazy
    def tree(self) -> Tree:
        """Its settings and pieces, each piece with its moves."""
        return host_tree("block", self.text, self.tokens, (moves for _, moves in self.pieces))

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """Its pieces."""
        named = (
            (piece, moves, piece.name if self.named(piece) else piece.id)
            for piece, moves in self.pieces
        )
        definitions = (
            definition(
                self,
                moves=moves,
                name=self.text[slice(*span)],
                name_span=span,
                start=piece.span.start,
            )
            for piece, moves, span in named
        )
        return tuple(filter(None, definitions))

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""
        report = Report()
        self._report_keys(report)
        ids, taken = dict[str, Span](), dict[tuple[int, int], Span]()
        for piece in self.block.pieces:
            written = self.text[slice(*piece.id)]
            if written and written in ids:
                report.again(
                    DUPLICATE_ID,
                    piece.id,
                    f"`{written}` is the ID of an earlier piece.",
                    ids[written],
                )
            ids.setdefault(written, piece.id)
            self._report_squares(piece, taken, report)
            if piece.squares.start == piece.squares.end and piece.hand.start == piece.hand.end:
                # It is on no square and in no hand (F25).
                place = piece.name if self.named(piece) else piece.span
                if written and written in self.block.value("promoChoice"):
                    message = (
                        "The piece is on no square and in no hand. It can come only by promotion."
                    )
                    report(ONLY_BY_PROMOTION, place, message)
                else:
                    message = "The piece is on no square, in no hand, and no choice of a promotion."
                    report(PIECE_NOWHERE, place, message)
        for piece, moves in self.pieces:
            report.keep(*moves.diagnostics)
            if has_error(moves.diagnostics):
                continue
            if meant := self._meant(piece, moves):
                name = self.named(piece).lower()
                message = (
                    f"A {name} is `{meant}` in XBetza. XBoard alone means it by `{moves.text}`."
                )
                report(OTHER_PIECE, moves.span, message, write(moves.span, meant))
            else:
                report.keep(*self.moves(moves.span, XBOARD).differences(OTHER_PROGRAM))
        return report.diagnostics()

    def _report_keys(self, report: Report) -> None:
        for setting in self.block.settings:
            key = self.text[slice(*setting.key)]
            if key in KEYS:
                continue
            if meant := "".join(get_close_matches(key, KEYS, 1, NEAR)):
                fixes = write(setting.key, meant)
                report(
                    MISSPELLED_KEY, setting.key, f"Unknown key `{key}`. `{meant}` is known.", fixes
                )
            else:
                report(
                    UNKNOWN_KEY, setting.key, f"`{key}` is not among the known keys of the Diagram."
                )
        royal, last = self.block.value("royal"), len(self.block.pieces)
        if re.fullmatch("[0-9]+", royal) and not 1 <= int(royal[:9]) <= last:
            message = f"Unknown piece {royal[:9]}: the pieces are numbered from 1 to {last}."
            report(BAD_ROYAL, self.block.values["royal"].value, message)

    def _report_squares(
        self, piece: PieceLine, taken: dict[tuple[int, int], Span], report: Report
    ) -> None:
        lowest = 0 if self.block.value("firstRank") == "0" else 1
        width, height = self.block.board
        for span, files, ranks in squares(self.text, piece.squares):
            if files[-1] >= width or not lowest <= ranks[0] <= ranks[-1] < lowest + height:
                message = (
                    f"`{self.text[slice(*span)]}` is not on the board of {width}x{height} squares."
                )
                report(SQUARE_OFF_BOARD, span, message)
                continue
            for file, rank in product(files, ranks):
                if (file, rank) in taken:
                    message = f"`{FILES[file]}{rank}` has a piece already."
                    report.again(DUPLICATE_SQUARE, span, message, taken[file, rank])
                    break  # each step takes a square or ends a range, which bounds the work
                taken[file, rank] = span

    def _meant(self, piece: PieceLine, moves: EmbeddedText) -> str | None:
        """The moves in XBetza, if only XBoard reads their letters as the piece of that name
        (D1).
        """
        known = texts("betza").get(self.named(piece).lower())
        meant = moves.text.translate(_OF_XBOARD)
        if known is None:
            return None
        pieces = (self.language.piece(text, self.board) for text in (moves.text, known.text, meant))
        own, of_name, of_xboard = (piece and piece.moves for piece in pieces)
        return meant if own != of_name == of_xboard else None

    def hover(self, offset: int, /) -> HoverText | None:
        """The hover at an offset; None on the name of a piece, which has the hover of the piece."""
        for setting in self.block.settings:
            if setting.key.contains(offset):
                key = self.text[slice(*setting.key)]
                return HoverText(
                    setting.key,
                    f"`{key}`",
                    KEYS.get(key) or "A setting of the Interactive Diagram.",
                )
        return self.moves_hover(offset)

    def complete(self, offset: int, /) -> Completions:
        """Betza's notation in the moves of a piece, keys where a word begins."""
        for piece in self.block.pieces:
            if piece.id.end < piece.moves.start and piece.moves.contains_inclusive(offset):
                return self.moves(piece.moves).complete(offset)
        begin = OPENING.search(self.text)
        body = begin and _BEGUN_KEY.fullmatch(self.text, begin.end() - 1, offset)
        if not body:
            return Span(offset, offset), ()
        free = (
            (key, text or "a setting") for key, text in KEYS.items() if key not in self.block.values
        )
        items = (CompletionItem(f"{key}=", text, TokenType.DIRECTIVE) for key, text in free)
        end = word_end(LETTERS, self.text, offset) if body["key"] else offset
        return Span(body.start("key"), end), tuple(items)


# The game


_APPEARANCE = {
    "graphicsDir",
    "graphicsType",
    "whitePrefix",
    "blackPrefix",
    "squareSize",
    "useMarkers",
    "borders",
    "rimColor",
    "coordColor",
    "lightShade",
    "darkShade",
    "newClick",
    "enableAI",
}
"""Keys that change no rule of the game."""
_OF_GAME = {"files", "ranks", "firstRank", "symmetry", "royal", "promoZone", "promoChoice"}
"""Keys whose values a game has."""
_CASTLING = re.compile(r"isO([2-9])")
_SYMMETRIES = ("mirror", "rotate")


class DiagramGames:
    """The games of elements (Q16)."""

    def game(self, chunk: Analysis, /) -> ReadGame | None:
        """The game of an element; None for a text without one."""
        if not isinstance(chunk, DiagramAnalysis) or not chunk.block.pieces:
            return None
        block = chunk.block
        zone = block.value("promoZone")
        files, ranks = block.board
        definitions = {definition.span.start: definition for definition in chunk.definitions}
        return ReadGame(
            board=SquareBoard(files, ranks),
            pieces=tuple(
                _read_piece(chunk, number, piece, definition=definitions.get(piece.span.start))
                for number, piece in enumerate(block.pieces, 1)
            ),
            promotion_ranks=int(zone) if re.fullmatch("[0-9]{1,2}", zone) else None,
            promotes_to=tuple(re.findall("[A-Za-z]'?", block.value("promoChoice"))),
            left=tuple(_left(block)),
        )


def _left(block: DiagramBlock) -> Iterator[tuple[str, Span, str]]:
    """The settings that a game does not have."""
    for key, setting in block.values.items():
        if key not in _OF_GAME | _APPEARANCE:
            yield key, setting.key, "What it changes is not documented."
    symmetry = block.value("symmetry")
    if symmetry and symmetry not in _SYMMETRIES:
        yield "symmetry", block.values["symmetry"].key, f"`{symmetry}` is not documented."
    elif not symmetry and not block.has_black_squares:
        yield "symmetry", Span(0, 0), "The file does not say where the pieces of Black stand."


def _read_piece(
    chunk: DiagramAnalysis, number: int, piece: PieceLine, *, definition: Definition | None
) -> ReadPiece:
    block = chunk.block
    text = block.text[slice(*piece.moves)]
    castling = _CASTLING.search(text)
    plain = _CASTLING.sub("", text) if castling else ""
    without = chunk.language.piece(plain, chunk.board)
    hand = block.text[slice(*piece.hand)]
    sign = block.text[slice(*piece.id)]
    of_white, of_black = _parts_of_squares(block, piece)
    white = frozenset(_standing(block, of_white))
    if block.has_black_squares:
        black = frozenset(_standing(block, of_black))
    else:
        black = frozenset(_opposite(block, square) for square in white)
    return ReadPiece(
        name=chunk.named(piece),
        id=sign,
        span=piece.span,
        definition=definition,
        without_castling=(plain, without) if without else None,
        castling_step=int(castling[1]) if castling and without else 0,
        is_royal=block.value("royal") in {str(number), sign} - {""},
        white=white,
        black=black,
        hand=int(hand) if re.fullmatch("[0-9]{1,2}", hand) else 0,
    )


_OF_BLACK = ",,"
"""What separates White's squares from Black's in a diagram without symmetry."""


def _parts_of_squares(block: DiagramBlock, piece: PieceLine) -> tuple[Span, Span]:
    """The spans of White's and of Black's squares."""
    start, end = piece.squares
    middle = block.text.find(_OF_BLACK, start, end)
    if middle < 0:
        return piece.squares, Span(end, end)
    return Span(start, middle), Span(middle + len(_OF_BLACK), end)


def _standing(block: DiagramBlock, span: Span) -> Iterator[Square]:
    """The squares of a span that are on the board."""
    lowest = 0 if block.value("firstRank") == "0" else 1
    width, height = block.board
    for _, files, ranks in squares(block.text, span):
        spend(len(files) * len(ranks))
        for file, rank in product(files, ranks):
            if file < width and 0 <= rank - lowest < height:
                yield file, rank - lowest


def _opposite(block: DiagramBlock, square: Square) -> Square:
    """Black's square that follows from one of White."""
    files, ranks = block.board
    file = files - 1 - square[0] if block.value("symmetry") == "rotate" else square[0]
    return file, ranks - 1 - square[1]


# The notation


_BEGUN_KEY = re.compile(r">(?:[^<]*\s)?(?P<key>[A-Za-z]*)")
"""The body of an element up to the cursor, from the `>` before it."""


class InteractiveDiagram(HostNotation):
    """Elements of the Interactive Diagram."""

    files = INTERACTIVE_DIAGRAM_FILES
    title = "Interactive Diagram"
    line_comments = ("<!--",)
    codes = CODES
    package = __name__
    colours = COLOURS
    own_section = "notations/engines.html#the-interactive-diagram-blocks"

    analysis = DiagramAnalysis
    set_ups = DiagramGames()

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of an ID that is defined above."""
        return duplicate(DUPLICATE_ID, name, span, first, another)

    def starts_chunk(self, line: str, /) -> bool:
        """Whether the element begins in a line."""
        return OPENING.search(line[:MAX_LETTERS_OF_CHUNK]) is not None

    def evidence(self, text: str, /) -> int:
        """The number of such elements, of pieces with moves, and of settings that only diagrams
        have.
        """
        return sum(len(pattern.findall(text)) for pattern in (OPENING, _TYPICAL))
