"""The analysed element: its pieces, diagnostics, hover and completion (D1 to F25)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import resources
from itertools import product

from wazir.diagnostics import Diagnostic
from wazir.lazy import lazy
from wazir.notations.engine_files.embedding import (
    EmbeddedText,
    HostAnalysis,
    definition,
    host_tree,
    token_in,
)
from wazir.notations.engine_files.interactive_diagram.codes import (
    BAD_ROYAL,
    DUPLICATE_ID,
    DUPLICATE_SQUARE,
    MISSPELLED_KEY,
    ONLY_BY_PROMOTION,
    OTHER_PIECE,
    OTHER_PROGRAM,
    PIECE_NOWHERE,
    SQUARE_OFF_BOARD,
    UNKNOWN_KEY,
)
from wazir.notations.engine_files.interactive_diagram.syntax import (
    FILES,
    OPENING,
    PARTS,
    DiagramBlock,
    PieceLine,
    parsed,
    squares,
)
from wazir.notations.fixes import write
from wazir.notations.known_names import LETTERS, word_end
from wazir.notations.reports import Report, has_error
from wazir.notations.results import (
    CompletionItem,
    Completions,
    Definition,
    HoverText,
    OutlineEntry,
    TokenType,
)
from wazir.notations.wording import shortened
from wazir.piece.known import texts
from wazir.syntax import Token, Tree
from wazir.text import Span

# Keys that the public pages of the Interactive Diagram show (F24)


_ROWS = (resources.files(__package__) / "keys.tsv").read_text("utf-8").splitlines()[1:]
KEYS: Mapping[str, str] = {key: text for key, _, text in (row.partition("\t") for row in _ROWS)}
"""All known keys, each with a sentence if it is documented. There may be others."""


XBOARD = "xboard"
_BEGUN_KEY = re.compile(r">(?:[^<]*\s)?(?P<key>[A-Za-z]*)")
"""The body of an element up to the cursor, from the `>` before it."""
MAX_PIECES_OF_DIAGRAM = 26
"""The longest side of a board that moves are counted on."""
MIN_SIMILARITY = 0.75
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
        return self.language.embedded(self.text, span, self.board, engine=profile)

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
            OutlineEntry(self.named(piece) or "?", moves, piece.span, selection=piece.name)
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
        return host_tree(
            "block", self.text, self.tokens, embedded=(moves for _, moves in self.pieces)
        )

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
                    first=ids[written],
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
            if meant := "".join(get_close_matches(key, KEYS, n=1, cutoff=MIN_SIMILARITY)):
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
                    report.again(DUPLICATE_SQUARE, span, message, first=taken[file, rank])
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
