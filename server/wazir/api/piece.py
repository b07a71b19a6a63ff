"""Pieces: what they do, how they look, what they are called and worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from html import escape

from wazir.document import Document, Placed
from wazir.features import definitions
from wazir.features.known import Relation, namings
from wazir.features.requests import (
    check_dialect,
    named_board,
    read_notation,
    read_position,
    read_square,
)
from wazir.features.subject import figurine_of, reach_of
from wazir.features.trials import with_working_fixes
from wazir.features.written import in_file, written
from wazir.notations import REGISTRY, guessed
from wazir.notations.notation import Context, Notation
from wazir.notations.results import Definition
from wazir.piece.board import DEFAULT, PlayingBoard, square_name
from wazir.piece.drawing.diagram import Diagram, of_board, of_reach
from wazir.piece.drawing.shapes import Theme
from wazir.piece.drawing.svg import of_diagram
from wazir.piece.drawing.text_diagram import drawing
from wazir.piece.equivalence import same
from wazir.piece.figures import Figures, Value, figures, value
from wazir.piece.model import Piece as Model
from wazir.piece.model import Result
from wazir.piece.motion.results import results
from wazir.piece.words.sentence import sentence
from wazir.text import Span

OF_PIECES = tuple(notation for notation in REGISTRY if not notation.games)
"""The notations whose definitions are pieces."""
_Text = str | None


@dataclass(frozen=True, slots=True)
class Problem:
    """A diagnostic of a text."""

    code: str
    """Its code, such as `unknown-letter`; `wazir explain` has a page about it."""
    severity: str
    """`error`, `warning`, `information` or `hint`."""
    message: str
    line: int
    """Counted from 1."""
    column: int
    """In characters, counted from 1."""
    fixes: tuple[str, ...] = ()
    """What each of its fixes does."""

    def __str__(self) -> str:
        fix = f" Fix: {self.fixes[0]}." if self.fixes else ""
        return f"{self.line}:{self.column}: {self.severity}: {self.message}{fix}"


class PieceError(ValueError):
    """A text has an error. The message has all diagnostics, a line each."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)) or "The text has an error.")
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Move:
    """What a move of a piece does. Squares are names such as `d4`."""

    origin: str
    """Where the piece was."""
    to: str | None
    """Where the piece ends; its own square if it stays, None if it is removed."""
    takes: tuple[str, ...] = ()
    """The squares of captured pieces."""
    puts: tuple[tuple[str, str], ...] = ()
    """(target, origin) of each other piece that is moved."""
    becomes: tuple[str, ...] = ()
    """The pieces that it can promote to."""
    when: tuple[str, ...] = ()
    """Conditions that a board alone cannot decide."""

    def __str__(self) -> str:
        if self.takes == (self.to,):
            return f"{self.origin}x{self.to}"
        return "".join(
            [f"{self.origin}-{self.to or '(gone)'}", *(f"x{square}" for square in self.takes)]
        )


class Moves(tuple[Move, ...]):
    """The moves of a piece, in the order of the squares."""

    is_complete: bool = True
    """False if the search for moves was cut off."""


class Piece:
    """A piece. Two pieces are equal if they have the same moves on their board, however they are
    written.

    >>> Piece("fmWfcF").sentence
    'Moves one step forward without capturing, or captures one step diagonally forward.'
    >>> Piece("BN") == Piece("(/ bishop knight)") == Piece("B") + Piece("N")
    True
    >>> print(Piece("fmWfcF"))
    . . . . .
    . c m c .
    . . ! . .
    . . . . .
    . . . . .
    <BLANKLINE>
    ! the piece
    m moves without capturing
    c only captures
    """

    def __init__(
        self,
        text: str,
        *,
        notation: str | None = None,
        dialect: str | None = None,
        style: str | None = None,
        board: str | None = None,
    ) -> None:
        """The last piece that a text defines.

        Args:
            text: A definition, or several; the last may use the others.
            notation: `betza`, `lcpn` or `bensahas`; None recognises it.
            dialect: A dialect of the notation, such as `xbetza`; None recognises it.
            style: The same, in the word of LCPN.
            board: The board, such as `10x8`, where the text names none.

        Raises:
            PieceError: The text has an error.
            ValueError: The text defines no piece, or an argument is invalid.
        """
        self._set(*_last(text, notation, dialect, style=style, board=board))
        if self._definition.broken:
            raise PieceError(self.problems)

    @classmethod
    def parse(cls, text: str, *, strict: bool = True, **settings: str | None) -> Piece:
        """The last piece that a text defines. Without *strict*, its errors are *problems*, which
        only its moves raise.

        >>> [str(problem) for problem in Piece.parse("W]", strict=False).problems]
        ['1:2: error: Unmatched `]`. Fix: Remove `]`.']
        """
        return cls(text, **settings) if strict else cls.of(*_last(text, **settings))

    def _set(self, document: Document, placed: Placed, definition: Definition) -> None:
        self._document = document
        self._placed = placed
        self._definition = in_file(document, definition)

    @classmethod
    def of(cls, document: Document, placed: Placed, definition: Definition) -> Piece:
        """The piece of a definition."""
        piece = cls.__new__(cls)
        piece._set(document, placed, definition)
        return piece

    # The text

    @property
    def text(self) -> str:
        """The text of its moves, on one line."""
        return definitions.moves_of(self._document, self._placed, self._definition)

    @property
    def name(self) -> str | None:
        """Its name in the text."""
        return self._definition.name

    @property
    def notation(self) -> str:
        """The notation of the text."""
        return self._document.notation.name

    @property
    def dialect(self) -> str:
        """The dialect or style of the text; empty if the notation has none."""
        return self._definition.dialect

    @property
    def board(self) -> str:
        """The board that the text or the caller names, else `8x8`."""
        return self._definition.board or DEFAULT

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The diagnostics of its definition."""
        start = self._placed.start
        return problems_in(self._document, Span(start, start + len(self._placed.chunk.text) - 1))

    # What it does

    def moves(
        self,
        square: str = "d4",
        *,
        board: str | None = None,
        friends: str | Iterable[str] | Mapping[str, str] = (),
        foes: str | Iterable[str] | Mapping[str, str] = (),
        side: str = "white",
        moved: str | Iterable[str] = (),
    ) -> Moves:
        """Its moves in a position.

        >>> [str(move) for move in Piece("fmWfcF").moves("e4", foes="d5 f5")]
        ['e4xd5', 'e4-e5', 'e4xf5']

        Args:
            square: The square on which it stands.
            board: The board; by default its own.
            friends: The squares of the other pieces of its side, as names or as a text, perhaps
                with the names of those pieces.
            foes: The same of the opponent.
            side: `white` or `black`.
            moved: The squares of pieces that have moved, its own perhaps among them.

        Raises:
            ValueError: The piece has an error, or an argument is invalid.
        """
        on_board = named_board(board or self.board)
        moved_squares = list(_squares(moved))
        request = {
            "square": square,
            "friends": _squares(friends),
            "foes": _squares(foes),
            "side": side,
            "moved": moved_squares,
            "virgin": square not in moved_squares,
        }
        reached = results(self._model, *read_position(request, on_board))
        moves = Moves(_move(square, result, on_board) for result in reached.all)
        moves.is_complete = not reached.incomplete
        return moves

    @property
    def sentence(self) -> str:
        """Its moves in words."""
        return sentence(self._model)

    @property
    def names(self) -> tuple[str, ...]:
        """What well-known variants call this piece, the best-known name first."""
        same_pieces = [
            naming.known for naming in namings(self._model) if naming.relation is Relation.SAME
        ]
        return tuple(dict.fromkeys(name for known in same_pieces for name in known.names))

    @property
    def figures(self) -> Figures:
        """Its moves, attacks, mobility, reach and classes on its board."""
        return figures(self._model, named_board(self.board))

    @property
    def value(self) -> Value:
        """An estimate of its value in pawns, with the work shown."""
        return value(self._model, self.figures)

    def to(self, notation: str, dialect: str | None = None, *, style: str | None = None) -> str:
        """Its moves in another notation, dialect or style, proved to be the same.

        >>> Piece("R4").to("lcpn", style="lisp")
        '(wazir :4)'

        Raises:
            ValueError: The notation cannot express the piece, or there is no such notation or
                dialect.
        """
        chosen = read_notation({"notation": notation})
        if chosen.writer is None:
            raise ValueError(f"{chosen.title} is not a notation to write pieces in.")
        wanted = dialect or style or chosen.writer.default_dialect
        context_of(chosen, wanted or None, None)
        if (chosen.name, wanted) == (self.notation, self.dialect):
            return self.text
        return written(self._model, chosen, wanted, board=named_board(self.board))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Piece):
            return NotImplemented
        if self._definition.broken or other._definition.broken or self.board != other.board:
            return self is other
        return same(self._model, other._model, named_board(self.board)).same is True

    def __hash__(self) -> int:
        """Equal pieces have the same moves from the middle of their board."""
        if self._definition.broken:
            return id(self)
        board = named_board(self.board)
        return hash((self.board, frozenset(map(str, self.moves(square_name(board.middle, board))))))

    def __add__(self, other: Piece) -> Piece:
        """The compound: it moves as either piece.

        Raises:
            ValueError: They have different boards, or the notation of the first cannot express it.
        """
        if not isinstance(other, Piece):
            return NotImplemented
        if self.board != other.board:
            raise ValueError(f"The pieces have different boards, {self.board} and {other.board}.")
        one, two = self._model, other._model
        properties = tuple(dict.fromkeys((*one.properties, *two.properties)))
        both = replace(one, moves=(*one.moves, *two.moves), properties=properties)
        own = self._document.notation
        pairs = ((notation, notation.writer) for notation in (own, *REGISTRY))
        chosen, writer = next((notation, writer) for notation, writer in pairs if writer)
        dialect = self.dialect if chosen is own else writer.default_dialect
        text = written(both, chosen, dialect, board=named_board(self.board))
        return Piece(text, notation=chosen.name, dialect=dialect, board=self.board)

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        name = f"{self.name} = " if self.name else ""
        return f"<Piece {name}{self.text} ({self.dialect or self.notation})>"

    # Pictures

    def diagram(self, square: str | None = None) -> str:
        """Its moves as text: around it, or on its board with the piece on a square."""
        return str(drawing(self._drawn(square)))

    def svg(self, square: str | None = None, *, theme: str = "auto") -> str:
        """Its moves as a picture. *theme* is `auto`, `light`, `dark` or another that `wazir show
        --theme` has.
        """
        title = self.name or self.text
        return of_diagram(
            self._drawn(square),
            title=title,
            description=self.sentence,
            letter=self.name or "",
            figurine=figurine_of(self._model, self.name or ""),
            theme=Theme(theme),
        )

    def _drawn(self, square: str | None) -> Diagram:
        if square is None:
            return of_reach(reach_of(self._model))
        board = named_board(self.board)
        return of_board(reach_of(self._model), board, read_square(square, board))

    def _repr_svg_(self) -> str | None:
        return None if self._definition.broken else self.svg()

    def _repr_html_(self) -> str:
        if self._definition.broken:
            return "<br>".join(escape(str(problem)) for problem in self.problems)
        return f"<figure>{self.svg()}<figcaption>{escape(self.sentence)}</figcaption></figure>"

    @property
    def _model(self) -> Model:
        """Its moves.

        Raises:
            ValueError: The text has an error.
        """
        if self._definition.broken or self._definition.piece is None:
            raise PieceError(self.problems)
        return self._definition.piece


def _last(
    text: str,
    notation: _Text = None,
    dialect: _Text = None,
    style: _Text = None,
    board: _Text = None,
) -> tuple[Document, Placed, Definition]:
    """The last definition of a text.

    Raises:
        PieceError: The text defines no piece, and has an error.
        ValueError: The text defines no piece, or an argument is invalid.
    """
    chosen = read_notation({"notation": notation}) if notation else guessed(text, OF_PIECES)
    document = Document.open(chosen, text, context_of(chosen, dialect or style, board))
    if last := definitions.last(document):
        return document, *last
    if problems := problems_in(document):
        raise PieceError(problems)
    raise ValueError("The text defines no piece.")


def _squares(names: str | Iterable[str] | Mapping[str, str]) -> Iterable[str] | Mapping[str, str]:
    """The names of squares, which a text separates by blanks or commas."""
    if isinstance(names, Mapping):
        return names
    return names.replace(",", " ").split() if isinstance(names, str) else list(names)


def _move(origin: str, result: Result, board: PlayingBoard) -> Move:
    return Move(
        origin=origin,
        to=None if result.to is None else square_name(result.to, board),
        takes=tuple(square_name(square, board) for square in result.takes),
        puts=tuple(
            (square_name(to, board), square_name(origin, board)) for to, origin in result.puts
        ),
        becomes=result.becomes,
        when=result.when,
    )


def context_of(notation: Notation, dialect: str | None, board: str | None) -> Context:
    """The settings of a text.

    Raises:
        ValueError: There is no such dialect or board.
    """
    check_dialect(notation, dialect)
    if board is not None:
        named_board(board)
    return Context(dialect, board, fixed=frozenset({"dialect"} if dialect else ()))


def problems_in(document: Document, span: Span | None = None) -> tuple[Problem, ...]:
    """The diagnostics of a document, or of a part."""
    problems = list[Problem]()
    for diagnostic in with_working_fixes(document, document.diagnostics(span)):
        line, column = document.region.position(diagnostic.span.start)
        code = diagnostic.code
        fixes = tuple(fix.title for fix in diagnostic.fixes)
        problems.append(
            Problem(
                code=code.id,
                severity=code.severity.name.lower(),
                message=diagnostic.message,
                line=line + 1,
                column=column + 1,
                fixes=fixes,
            )
        )
    return tuple(problems)
