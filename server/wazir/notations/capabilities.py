"""What only some notations offer: pieces, dialects, variants of games, and records of games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from wazir.ben39.position import State
from wazir.diagnostics import Diagnostic
from wazir.notations.notation import Analysis
from wazir.notations.results import Definition, HoverText, ReadGame
from wazir.notations.variant import Line, ResolvedVariant, RulesPart, VariantRules
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.lookup import Wanted
from wazir.piece.model import Piece, Square
from wazir.text import Edit


class Writer:
    """Writes pieces of other notations (Q14 to Q16)."""

    default_dialect = ""
    """The dialect to write by default."""

    def moves(self, _piece: Piece, _dialect: str, _taken: frozenset[str], /) -> str:
        """The moves of a piece without a name. *taken* are names that mean other pieces.

        Raises:
            CannotExpress: The notation cannot express the piece; the message is a sentence.
        """
        raise NotImplementedError

    def name(self, _name: str, /) -> str:
        """The name of a piece, adapted to this notation. Different names may become equal."""
        raise NotImplementedError

    def definition(self, _name: str, _moves: str, _dialect: str, /) -> str:
        """A definition, from its name, its moves and the dialect."""
        raise NotImplementedError

    def heading(self, _dialect: str, _board: str | None, /) -> str:
        """The first lines of a file, from its dialect and its board."""
        return ""

    def comment(self, _dialect: str, /) -> str:
        """The prefix of a comment line in a dialect."""
        return "# "

    def board(self, _board: str, /) -> str:
        """The line that sets the board of the definitions below it; empty if a file has one
        board.
        """
        return ""

    def lookup(self, _wanted: Wanted, /) -> Iterable[tuple[str | None, str]]:
        """Texts of pieces that may reach exactly the wanted squares, each with its dialect."""
        return ()


class DialectConverter(Protocol):
    """Writes texts in other dialects of their notation."""

    def convert(self, text: str, dialect: str, other: str, /) -> str:
        """A text in another dialect, with its comments.

        Raises:
            ValueError: It cannot be converted; the message is the reason.
        """


class Variants(Protocol):
    """A notation whose chunks are sections that define variants of games. A section is its
    analysis.
    """

    def resolve(self, section: Analysis, line: Line, /) -> ResolvedVariant | None:
        """The variant that a section defines; None for a text without a section."""

    def rules(self, section: Analysis, /) -> VariantRules | None:
        """The rules of the variant in words; None for a text without a section."""

    def start_position(self, section: Analysis, /) -> Diagram | None:
        """The position at the start of the variant; None if it cannot be drawn."""

    def full_rules(self, section: Analysis, /) -> tuple[RulesPart, ...]:
        """The rules of the variant as if it inherited from none, with all pieces that come to the
        board; empty for a text without a section.
        """

    def rule_sentences(self, section: Analysis, key: str, /) -> Sequence[str]:
        """The sentences of the rules of the variant that tell the value of a key first."""

    def definition_of_letter(self, section: Analysis, letter: str, /) -> Definition | None:
        """The piece that a letter means in the positions of a section, or None. Its spans mean
        nothing.
        """

    def piece_on_board(
        self, section: Analysis, position: Diagram, square: Square, /, *, has_moved: bool
    ) -> Piece | None:
        """The piece on a square of a position, with the moves that rules add there, or None.

        Args:
            section: The section.
            position: The position.
            square: The square of the piece.
            has_moved: The piece has moved since the position of the section.
        """

    def entering(self, section: Analysis, position: Diagram, letter: str, /) -> frozenset[Square]:
        """The squares of a position where a piece in hand may be dropped, or enter behind a piece
        that leaves.

        Args:
            section: The section.
            position: The position.
            letter: The letter of the piece, White's in capitals.
        """

    def fen_hover(self, section: Analysis | None, fen: str, moves: str = "", /) -> HoverText | None:
        """A position in FEN of the variant of a section, or of no section. Its span means nothing.

        Args:
            section: The section.
            fen: The position.
            moves: The square of a piece of the position, or the letter of one in hand followed by
                `@`: the squares that it reaches are marked.
        """

    def key_texts(self) -> Mapping[str, HoverText]:
        """What each key of a section means, by its name. The spans mean nothing."""

    def engine_diagnostics(
        self, sections: Sequence[tuple[int, Analysis]], messages: Iterable[str], /
    ) -> Iterable[Diagnostic]:
        """The messages of an engine that has checked a file.

        Args:
            sections: The sections of the file, each with its offset, from which the spans count.
            messages: What the engine has printed.
        """


class SetUps(Protocol):
    """A notation whose chunks hold games: pieces with their squares, and settings."""

    def game(self, chunk: Analysis, /) -> ReadGame | None:
        """The game of a chunk; None for a text without one."""


class Games(Protocol):
    """A notation whose definitions are game records."""

    def write_moves(
        self, records: Analysis, number: int, at: int, actions: Sequence[str], /
    ) -> Edit:
        """The edit that writes actions into a record after some of its own; they replace those that
        follow.

        Args:
            records: The chunk.
            number: The number of the record in the chunk, from 0.
            at: The number of actions of the record that stay.
            actions: The actions as written.
        """

    def write_position(self, records: Analysis, number: int, state: State, /) -> str:
        """The text of a chunk in which a record starts from another position, without moves."""
