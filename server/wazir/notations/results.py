"""The values that notations return: token types, definitions, the answers to editors, and readings
of engines.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.model import Piece, Square
from wazir.piece.patterns import CannotExpress
from wazir.text import Edit, Span

if TYPE_CHECKING:
    from wazir.piece.drawing.diagram import Diagram


class TokenType(Enum):
    """The token types of a text. The values are those of the Language Server Protocol."""

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    ATOM = "class"
    DIRECTION = "property"
    MODE = "keyword"
    MODIFIER = "modifier"
    RANGE = "number"
    OPERATOR = "operator"
    NAME = "function"
    DIRECTIVE = "macro"
    ARGUMENT = "enumMember"
    COMMENT = "comment"
    STRING = "string"
    WHITE = "variable"
    """A piece or a word of White."""
    BLACK = "parameter"
    """A piece or a word of Black."""
    MOVABLE = "struct"
    """A movable part of the board."""


class Game(Protocol):
    """A game that a record describes. It can be compared; only *wazir.features.game* looks into
    it.
    """

    @property
    def state(self) -> Hashable:
        """The position after its last move."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A piece or game that a chunk defines. Spans count from the start of the chunk."""

    name: str | None
    name_span: Span | None
    span: Span
    """From the name, or from the start of the moves, to the end."""
    moves: Span
    """The moves alone; empty without moves."""
    dialect: str
    dialect_reason: str
    """Why the dialect was chosen, as the end of a sentence: "as the file or a setting says"."""
    piece: Piece | None
    """The piece; None if an error prevents it."""
    broken: bool
    """It has an error, so requests for its moves fail."""
    board: str | None
    key: str | None = None
    """The key of the name, if it differs from its spelling."""
    notes: tuple[str, ...] = ()
    """Sentences about what the moves do not show."""
    reason: str = ""
    """Why it has no moves, as a sentence, if no diagnostic says so."""
    game: Game | None = None
    """The game of a game record, which is not a piece."""
    plays: tuple[Span, ...] = ()
    """The span of each action of the game."""
    played: Played | None = None
    """What the engine of the profile plays, if that differs."""
    letter: str = ""
    """The letter that stands for the piece in positions, if it has one."""


@dataclass(frozen=True, slots=True)
class HoverText:
    """The hover of a part of a text."""

    span: Span
    title: str
    text: str
    piece: Piece | None = None
    """The piece that the part describes, if it can be drawn."""
    piece_text: str = ""
    """The text of that piece."""
    notes: tuple[str, ...] = ()
    """Further sentences."""
    game: Game | None = None
    """The game whose last position to draw, if there is one."""
    piece_span: Span | None = None
    """The span of the piece's text, if it is in the same chunk."""
    leg_spans: tuple[Span, ...] = ()
    """The spans of the legs of the piece, in order. One span may stand for several legs."""
    drawing: str = ""
    """A board drawn in characters, below the text."""
    position: Diagram | None = None
    """The same board for a picture."""
    letters: Mapping[Square, Span] = field(default_factory=dict)
    """The letters of the pieces in that position, if it is in the same chunk."""
    hands: Mapping[str, str] = field(default_factory=dict)
    """The letters of the pieces in hand in that position by side, if there are hands."""


@dataclass(frozen=True, slots=True)
class CompletionItem:
    """A completion. Its label begins with the text of the span that it replaces."""

    label: str
    detail: str
    """One line: its meaning here."""
    token_type: TokenType
    documentation: str = ""
    piece: Piece | None = None
    """The piece to draw, if the item names one. Else the definition that contains the item is
    drawn.
    """
    rank: int = 0
    """The sort order; lower is first."""
    text: str = ""
    """The text to insert, if it differs from the label."""
    snippet: str | None = None
    """The text to insert with tab stops, if it has some."""
    example: str = ""
    """A definition that shows the item, where nothing can be drawn yet."""
    is_template: bool = False
    """A whole definition, offered only at the start of an empty line."""


Completions: TypeAlias = tuple[Span, Iterable[CompletionItem]]
"""Completion items with the span that they replace."""


class HintKind(Enum):
    """The kinds of inlay hints, each with a setting."""

    SHORTHAND = "shorthand"
    """The long form of a shorthand."""
    IMPLIED = "implied"
    """An implied part."""


@dataclass(frozen=True, slots=True)
class InlayHint:
    """An inlay hint."""

    offset: int
    label: str
    tooltip: str
    kind: HintKind = HintKind.SHORTHAND


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A definition in the outline of a file. Spans count from the start of the chunk."""

    name: str
    """Its name, or its text if it has none."""
    detail: str
    span: Span
    selection: Span
    """The span to go to."""


@dataclass(frozen=True, slots=True)
class Refactoring:
    """A refactoring at the cursor. It is offered only where the meaning is proved to be kept."""

    title: str
    edits: tuple[Edit, ...]
    changes_meaning: bool = False
    """Its title says that it makes another piece."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The signature of a function, shown while its arguments are typed."""

    label: str
    """The whole call."""
    documentation: str
    parameters: tuple[tuple[str, str], ...]
    """The arguments, spelled as in the label and in its order, each with one line about it."""
    active: int
    """The index of the current argument."""


# Engines that read texts of a notation in their own way


@dataclass(frozen=True, slots=True)
class Reader:
    """An engine that reads texts of a notation in its own way, including its bugs."""

    title: str
    read: Callable[[str], Piece]
    """Returns the piece that the engine plays.

    Raises ValueError with a sentence if the engine does not finish reading.
    """
    largest: tuple[int, int] | None = None
    """The maximum number of files and ranks of its boards."""
    read_early: Callable[[str], Piece] | None = None
    """The same by its early versions."""

    def check_board(self, board: PlayingBoard) -> None:
        """Check that the engine supports a board.

        Raises:
            CannotExpress: It does not; the message is a sentence.
        """
        if not isinstance(board, SquareBoard):
            raise CannotExpress(f"{self.title} has no board {board}.")
        if self.largest and (board.files > self.largest[0] or board.ranks > self.largest[1]):
            raise CannotExpress(
                f"{self.title} has boards up to {self.largest[0]}x{self.largest[1]}, not {board}."
            )


@dataclass(frozen=True, slots=True)
class Played:
    """The piece that an engine plays instead of the one that is meant."""

    engine: str
    """The title of the engine."""
    piece: Piece
    meant: Piece
    """The piece that is meant, in the terms of the engine."""


class ListedPiece(NamedTuple):
    """A piece in a file of an engine."""

    name: str
    letter: str
    """Its letter in positions, in lower case."""
    moves: str


class StandingPiece(NamedTuple):
    """A piece of a variant in a file of an engine, with the squares that it stands on."""

    listed: ListedPiece
    is_royal: bool
    white: frozenset[Square]
    """White's squares at the start."""
    black: frozenset[Square]
    hands: tuple[int, int]
    """The number in White's hand and in Black's."""


class ListedVariant(NamedTuple):
    """A variant in a file of an engine."""

    name: str
    board: SquareBoard
    pieces: Sequence[StandingPiece]
    """The piece that promotes first."""
    fen: str
    """The position at the start, in FEN with the letters of the pieces."""
    promotion_ranks: int | None
    """The number of ranks in which pieces promote; None if it is not a number of last ranks."""
    promotes_to: Sequence[str]
    """The letters of the pieces that the first piece may become."""
    drops: bool
    """Captured pieces are dropped."""
    castling_step: int = 0
    """The squares that the king goes when it castles, which its moves do not say; 0 without
    castling.
    """


class WrittenVariant(NamedTuple):
    """The text of a variant in a file of an engine."""

    text: str
    left: tuple[str, ...] = ()
    """The keys of `variants.ini` that it does not say, of those of a *ListedVariant*."""


class ReadPiece(NamedTuple):
    """A piece of a game that a file of an engine holds."""

    name: str
    id: str
    """Its sign in the file; empty without one."""
    span: Span
    definition: Definition | None
    """None without moves."""
    without_castling: tuple[str, Piece] | None
    """The text and the piece without its castling; None if it does not castle."""
    castling_step: int
    """The squares that it goes when it castles; 0 without castling."""
    is_royal: bool
    white: frozenset[Square]
    """White's squares at the start."""
    black: frozenset[Square]
    """Black's squares at the start."""
    hand: int
    """The number in the hand of each side."""


class ReadGame(NamedTuple):
    """A game that a file of an engine holds."""

    board: SquareBoard
    pieces: tuple[ReadPiece, ...]
    promotion_ranks: int | None
    """The number of last ranks in which the first piece promotes; None if it is not said."""
    promotes_to: tuple[str, ...]
    """The signs of the pieces that it may become."""
    left: tuple[tuple[str, Span, str], ...]
    """The settings that are not here, each with its span and the reason as a sentence."""


LETTERS = "abcdefghijlmnopqrstuvwxyz"
"""The letters of pieces in files of engines; `k` is the king."""


@dataclass(frozen=True, slots=True)
class EngineFile:
    """A form in which an engine reads pieces."""

    title: str
    language: str
    """The language in editors."""
    moves: Callable[[Piece, str, PlayingBoard], str]
    """The moves of a piece on a board, as text that the engine plays as meant.

    The second argument is the text of the piece in the notation of the engine, or empty. Raises
    ValueError with a sentence if the engine cannot play the piece.
    """
    write: Callable[[Sequence[ListedPiece], SquareBoard], str]
    """A whole file."""
    write_variant: Callable[[ListedVariant], WrittenVariant]
    """A variant."""
    moves_castle: bool = True
    """The moves of a piece say how it castles; otherwise settings do."""
