"""Questions about pieces, each a function from a request to its answer
(docs/notations/moves.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from wazir.budget import STEPS_OF_FIGURES, Budget, OverBudget, check, spending
from wazir.document import Document
from wazir.features.definitions import Json, piece_in
from wazir.features.known import Relation, compounds, namings
from wazir.features.requests import (
    Request,
    RequestError,
    flag,
    named_board,
    optional,
    read_board,
    read_notation,
    read_piece,
    read_square,
    read_squares,
    result_as_json,
    text,
)
from wazir.features.subject import sentence_of
from wazir.features.written import CannotConvert, written
from wazir.notations import REGISTRY
from wazir.notations.notation import Context, Notation
from wazir.piece.board import DEFAULT, PlayingBoard, Square, SquareBoard, square_name
from wazir.piece.drawing.diagram import Diagram, Mark
from wazir.piece.drawing.shapes import CELL, MARGIN, Frame, layout_of
from wazir.piece.drawing.svg import Theme, of_diagram
from wazir.piece.equivalence import Verdict, same
from wazir.piece.equivalence.differences import Difference
from wazir.piece.figures import Figures, Spread, Value, figures, value
from wazir.piece.lookup import Wanted, reaches_exactly
from wazir.piece.mate import MAX_SIDE_OF_TABLE, Mate, has_table, mate
from wazir.piece.model import Piece
from wazir.piece.motion.results import Position

# figures: moves, attacks, mobility, reach, classes, value, mate (Q8 to Q13)

DIGITS = 6
"""The number of decimal places."""
NO_TABLE = (
    "Mate is a question on rectangular boards of up to "
    f"{MAX_SIDE_OF_TABLE}x{MAX_SIDE_OF_TABLE} squares."
)


def answer_figures(request: Request) -> Json:
    """The figures of a piece on a board."""
    piece, chosen = read_piece(request)
    return measured(
        piece, read_board(request, chosen), mates=flag(request, "mate", default=False)
    ).as_json()


def measured(
    piece: Piece,
    board: PlayingBoard,
    *,
    mates: bool,
    steps: float = STEPS_OF_FIGURES,
    progress: Callable[[int], object] = lambda _: None,
) -> Measured:
    """The figures of a piece on a board.

    Args:
        piece: The piece.
        board: The board.
        mates: Whether to add the table of mates.
        steps: The steps that the figures may take, without that table.
        progress: Called with the number of moves within which all mates are known so far.

    Raises:
        RequestError: The board has no table of mates, or the piece is too complex.
    """
    try:
        with spending(Budget(steps=steps)):
            numbers = figures(piece, board)
    except OverBudget:
        raise RequestError("The piece is too complex for figures.") from None
    table = mate(piece, board, progress) if mates and has_table(board) else None
    if mates and table is None:
        raise RequestError(NO_TABLE)
    return Measured(numbers, value(piece, numbers), table)


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of a piece, and its value."""

    figures: Figures
    value: Value
    mate: Mate | None = None
    """The table of mates, if it is wanted."""

    def as_json(self) -> Json:
        """The figures as plain data."""
        figures, worth = self.figures, self.value
        data: Json = {
            "moves": _spread(figures.moves),
            "attacks": _spread(figures.attacks),
            "mobility": {
                "mean": round(figures.mobility.mean, DIGITS),
                "error": round(figures.mobility.error, DIGITS),
            },
            "reach": figures.reach,
            "squares": figures.squares,
            "returns": figures.returns.value,
            "corners": figures.corners,
            "classes": list(figures.classes),
            "value": {
                "pawns": _rounded(worth.pawns),
                "least": _rounded(worth.least),
                "most": _rounded(worth.most),
                "work": list(worth.work),
                "left_out": list(worth.left_out),
            },
        }
        data |= {"incomplete": True} if figures.incomplete else {}
        return data | ({"mate": _mate(self.mate)} if self.mate else {})


def _mate(table: Mate) -> Json:
    data: Json = {
        "wins": round(table.wins, DIGITS),
        "loses": round(table.loses, DIGITS),
        "longest": table.longest,
        "counts": [table.won, table.white, table.lost, table.black],
    }
    return data | ({"incomplete": True} if table.incomplete else {})


def _spread(spread: Spread) -> Json:
    return {"mean": round(spread.mean, DIGITS), "least": spread.least, "most": spread.most}


def _rounded(pawns: float | None) -> float | None:
    return None if pawns is None else round(pawns, 2)


# find: texts that reach just the squares that are ticked (Q18)

KINDS = {"quiet": "m", "capture": "c", "both": "mc"}
"""The ways in which a square is reached, by their names in requests."""


@dataclass(frozen=True, slots=True)
class FoundText:
    """A text that reaches just the wanted squares."""

    notation: Notation
    dialect: str | None
    source: str
    piece: Piece

    def definition(self) -> Json:
        """A `definition` of the piece with a `name`: the one it is known by, if any."""
        if (writer := self.notation.writer) is None:
            return {"name": "", "definition": self.source}
        known = (
            naming.known.names[0]
            for naming in namings(self.piece)
            if naming.relation is Relation.SAME
        )
        name = writer.name(next(known, "New piece"))
        free = writer.name("New piece") if name == self.source else name
        text = writer.definition(free, self.source, self.dialect or "")
        document = Document.open(self.notation, text, Context(self.dialect))
        entry = next(document.chunks()).chunk.analysis.outline[0]
        return {"name": text[slice(*entry.selection)], "definition": text}


def find(wanted: Wanted) -> Iterator[FoundText]:
    """The shortest texts in every notation and dialect that has one, each proved by reading it
    again.
    """
    for notation in REGISTRY:
        texts = dict.fromkeys(notation.writer.lookup(wanted)) if notation.writer else {}
        for dialect, source in sorted(texts, key=lambda each: (each[0] or "", len(each[1]))):
            check()
            if (piece := piece_in(notation, source, dialect)) and reaches_exactly(piece, wanted):
                yield FoundText(notation, dialect, source, piece=piece)


def answer_find(request: Request) -> Json:
    """The texts that reach just the squares of a request."""
    return {"found": [found_as_json(match) for match in find(read_wanted(request))]}


def found_as_json(match: FoundText) -> Json:
    """A text as plain data."""
    dialect = {} if match.dialect is None else {match.notation.dialect_word: match.dialect}
    return {
        "notation": match.notation.name,
        **dialect,
        "source": match.source,
        "names": names_as_json(match.piece),
    }


def read_wanted(request: Request) -> Wanted:
    """The squares of a request.

    Raises:
        RequestError: They are invalid.
    """
    board = named_board(optional(request, "board") or DEFAULT)
    if not isinstance(board, SquareBoard) or board.cylinder:
        raise RequestError("Squares are looked up on rectangular boards.")
    square = read_square(text(request, "square"), board)
    if not isinstance(ticked := request.get("squares"), Mapping) or not ticked:
        raise RequestError("`squares` is an object from squares to `quiet`, `capture` or `both`.")
    if any(not isinstance(kind, str) or kind not in KINDS for kind in ticked.values()):
        raise RequestError("A square is reached by `quiet`, `capture` or `both`.")
    kinds = {read_square(name, board): KINDS[kind] for name, kind in ticked.items()}
    if square in kinds:
        raise RequestError("The piece stands on one of the squares.")
    on = read_squares(request, "on", board) if request.get("on") is not None else None
    if on is not None and not on <= kinds.keys():
        raise RequestError("`on` has squares that are not among `squares`.")
    quiet, captures = (
        frozenset(at for at, kind in kinds.items() if letter in kind) for letter in "mc"
    )
    return Wanted(board, square, quiet, capture=captures, on=on)


# The board on which squares are ticked to find the pieces that reach them

HEIGHT = 300
"""Of the picture, in pixels."""
_MARKS = dict(zip(KINDS, (Mark.MOVE, Mark.CAPTURE, Mark.BOTH), strict=True))
"""The marks of squares by the ways in which they are reached."""
_LABELS = dict(zip(KINDS, (", move only", ", capture only", ", move or capture"), strict=True))


@dataclass(frozen=True, slots=True)
class LookupSquare:
    """A square that can be ticked."""

    name: str
    x: float
    """The middle, counted from the left in widths of a square."""
    y: float
    """The same from the top."""
    label: str
    """Its name, and the way in which it is reached."""


@dataclass(frozen=True, slots=True)
class LookupBoard:
    """The board with the ticked squares."""

    squares: tuple[LookupSquare, ...]
    svg: str
    frame: Frame
    """Where the board is in its picture."""


def ticked(board_name: str, square: str, ticks: Mapping[str, str], theme: Theme) -> LookupBoard:
    """A board with its ticked squares, by the ways in which they are reached.

    Raises:
        RequestError: The board or a square does not exist.
    """
    board = named_board(board_name)
    window = board.window
    marks = {read_square(name, board): _MARKS[kind] for name, kind in ticks.items()}
    diagram = Diagram(window, marks, (), start=read_square(square, board), board=board)
    picture = of_diagram(
        diagram, title="", description="", theme=theme, height=HEIGHT, legend=False
    )
    names = {at: square_name(at, board) for row in window.rows() for at in row}
    labels = {name: _LABELS[kind] for name, kind in ticks.items()} | {square: ", the mover"}
    squares = (
        LookupSquare(name, *window.middle(at), name + labels.get(name, ""))
        for at, name in names.items()
    )
    return LookupBoard(
        tuple(squares), picture, Frame(layout_of(window, [], HEIGHT).left, MARGIN, CELL)
    )


def texts_reaching(request: Request) -> Iterator[Json]:
    """The texts that reach exactly the squares of a request, grouped by piece, with names and
    sentences.
    """
    pieces: dict[str, list[FoundText]] = {}
    for match in find(read_wanted(request)):
        pieces.setdefault(sentence_of(match.piece), []).append(match)
    for sentence, matches in pieces.items():
        for match in matches:
            known = [
                naming.known.name
                for naming in namings(match.piece)
                if naming.relation is Relation.SAME
            ]
            title = match.notation.title_in(match.dialect)
            more = {"title": title, "sentence": sentence, "known": " / ".join(dict.fromkeys(known))}
            yield found_as_json(match) | match.definition() | more


# names: what a piece is called (Q6)


def answer_names(request: Request) -> Json:
    """The names of a piece and of related pieces, the best-known first."""
    piece, _ = read_piece(request)
    rows = names_as_json(piece)
    if not any(row["relation"] == Relation.SAME.value for row in rows):
        for parts in compounds(piece):
            name = " + ".join(known.name for known in parts)
            origins = dict.fromkeys(known.known_from for known in parts)
            rows.append(
                {
                    "name": name,
                    "relation": Relation.COMPOUND.value,
                    "known_from": ", ".join(origins),
                }
            )
    return {"names": rows}


def names_as_json(piece: Piece) -> list[Json]:
    """The names as plain data, without compounds."""
    rows: dict[tuple[str, Relation], Json] = {}
    for naming in reversed(namings(piece)):
        relation, known_from = naming.relation, naming.known.known_from
        for name in reversed(naming.known.names):
            rows[name, relation] = {
                "name": name,
                "relation": relation.value,
                "known_from": known_from,
            }
    return list(rows.values())[::-1]


# same: whether two pieces are the same on a board (Q1 to Q4)


def answer_same(request: Request) -> Json:
    """Whether the pieces `a` and `b` are the same, and a position in which they differ."""
    (a, definition), (b, other) = (read_piece(_side(request, key)) for key in ("a", "b"))
    board = read_board(request, definition if definition.board else other)
    return verdict_as_json(same(a, b, board))


def verdict_as_json(verdict: Verdict) -> Json:
    """The result of a comparison as plain data."""
    data: Json = {"same": verdict.same, "proved": verdict.proved, "positions": verdict.positions}
    data |= {"incomplete": True} if verdict.same is None else {}
    data |= difference_as_json(verdict.difference) if verdict.difference else {}
    if verdict.larger:
        data["larger"] = {
            "board": str(verdict.larger.position.board),
            **difference_as_json(verdict.larger),
        }
    return data


def _side(request: Request, key: str) -> Request:
    if not isinstance(side := request.get(key), Mapping):
        raise RequestError(f"`{key}` is an object with `notation` and `source`.")
    return side if request.get("board") is None else {**side, "board": request["board"]}


def difference_as_json(difference: Difference) -> Json:
    """A position and the results of only one of two pieces there, as plain data."""
    board = difference.position.board
    return {
        "position": position_as_json(difference.position, difference.square),
        "only_a": [result_as_json(result, board) for result in difference.only_a],
        "only_b": [result_as_json(result, board) for result in difference.only_b],
    }


def position_as_json(position: Position, square: Square) -> Json:
    """A position with its mover, in the form of a request."""
    board = position.board
    return {
        "square": square_name(square, board),
        "virgin": position.virgin,
        "friends": _squares(position.friends, position, board),
        "foes": _squares(position.foes, position, board),
        "moved": _squares(position.moved, None, board),
    }


def _squares(squares: Iterable[Square], position: Position | None, board: PlayingBoard) -> object:
    """The names of squares, or an object from squares to the names of their pieces, if a piece has
    a name.
    """
    ordered = sorted(squares, key=board.place)
    if position and any(square in position.names for square in ordered):
        return {square_name(square, board): position.names.get(square) for square in ordered}
    return [square_name(square, board) for square in ordered]


# write: a piece as text of another notation, dialect or style (Q14, Q15)


def answer_write(request: Request) -> Json:
    """The text of a piece in the notation `to` and the dialect or style `to_style`, or the reason
    why it has none.
    """
    piece, definition = read_piece(request)
    notation = read_notation(request, "to")
    if notation.writer is None:
        raise RequestError(f"`to` is a notation of pieces, not `{notation.name}`.")
    if (style := optional(request, "to_style")) is None:
        style = notation.writer.default_dialect
    elif style not in notation.dialects:
        raise RequestError(f"{notation.title} has no {notation.dialect_word} `{style}`.")
    if request["notation"] == notation.name and definition.dialect == style:
        return {"source": text(request, "source")}
    try:
        return {"source": written(piece, notation, style, board=read_board(request, definition))}
    except CannotConvert as refusal:
        return {"refused": str(refusal)}


# The table of questions

QUESTIONS: Mapping[str, Callable[[Request], Json]] = {
    "figures": answer_figures,
    "find": answer_find,
    "names": answer_names,
    "same": answer_same,
    "write": answer_write,
}
"""The questions by the value of `ask`."""


def ask(request: Request) -> Json:
    """The answer to the question `ask`.

    Raises:
        RequestError: There is no such question, or it cannot be answered.
    """
    name = text(request, "ask")
    if name not in QUESTIONS:
        raise RequestError(f"There is no question `{name}`; there are {', '.join(QUESTIONS)}.")
    return QUESTIONS[name](request)
