"""A piece to play with: what it does on every square of a board, and why not on the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from wazir.budget import MAX_SQUARES_OF_VIEW
from wazir.document import Document, Placed
from wazir.features.definitions import board_of, moves_of
from wazir.features.hover import remarks
from wazir.features.requests import RequestError, named_board, read_position, read_square
from wazir.features.subject import diagram_of, figurine_of, played_instead, sentence_of
from wazir.features.variants import rules_at
from wazir.features.views.held import HELD, squares_of_held
from wazir.features.views.scene import Legend, PieceInPosition, SquareView, parts_by_move
from wazir.features.views.ways import RuleScope
from wazir.notations.results import Definition, HoverText
from wazir.notations.wording import shortened
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.drawing import svg
from wazir.piece.drawing.diagram import (
    Diagram,
    of_board,
    of_entering,
    of_results,
    with_deviations,
)
from wazir.piece.drawing.shapes import CELL, MARGIN, Frame, entries_of, layout_of
from wazir.piece.drawing.svg import Theme
from wazir.piece.drawing.text_diagram import drawing
from wazir.piece.model import Lattice, Piece, Square
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, traced
from wazir.text import Span

MAX_SQUARES_NAMED = 1_000
HEIGHT = 300
"""Of a picture, in pixels."""
MAX_LETTERS_OF_TITLE = 200


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of the user."""

    board: str | None = None
    """The name of a board; None for the board of the file, or the default."""
    square: str | None = None
    """The square of the piece, or the letter of a piece in hand of a variant and `@`, White's in
    capitals; None for the middle.
    """
    friends: tuple[str, ...] = ()
    foes: tuple[str, ...] = ()
    side: str = "white"
    moved: bool = False
    """The piece has moved before."""
    theme: str = "auto"
    picture: bool = True
    """Include the picture."""
    whole: bool = False
    """It is a picture of the whole board without its legend."""
    put: tuple[str, ...] = ()
    """The pieces of a position that were put elsewhere, as `e2-e4`."""


@dataclass(frozen=True, slots=True)
class PieceProblem:
    """A diagnostic."""

    severity: str
    """`error`, `warning`, `information` or `hint`."""
    code: str
    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class RulesView:
    """A part of the rules of a variant in words."""

    title: str
    """Empty for the first sentences and the last one."""
    sentences: tuple[str, ...]
    pieces: tuple[str, ...]
    """The pieces that it describes, each with its name, letter and moves."""


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece on a board."""

    name: str | None
    title: str
    """Its name, or its moves."""
    notation: str
    dialect: str
    span: Span
    """The whole definition."""
    moves: Span
    """The moves alone."""
    broken: bool
    """It has an error; moves may be missing."""
    problems: tuple[PieceProblem, ...]
    sentence: str
    """Its moves in words; empty if nothing is known."""
    notes: tuple[str, ...]
    """Further sentences: its dialect, its number of moves, what was left out."""
    board: str
    board_words: str
    lattice: str
    """`square` or `hex`."""
    width: float
    """The width of the board, in widths of a square."""
    height: float
    square: str
    """The square of the piece."""
    side: str
    moved: bool
    friends: tuple[str, ...]
    foes: tuple[str, ...]
    men: Mapping[str, str]
    """All pieces of the position of a variant, by their squares; none for a piece by itself."""
    hands: Mapping[str, str]
    """The letters of the pieces in hand there by side, if the variant has hands."""
    rules: tuple[RulesView, ...]
    """The rules of the variant in words; none for a piece by itself."""
    squares: tuple[SquareView, ...]
    """The squares of the board, row by row from the top; none if nothing is known of the moves."""
    legend: tuple[Legend, ...]
    """The shapes that occur, by their names in the picture."""
    frame: Frame
    """Where the board is in its picture."""
    played: str
    """The piece that the engine of the profile plays, as a sentence; empty if it plays the piece as
    meant.
    """
    results: int
    """The number of results in this position."""
    incomplete: bool
    """Some moves are left out."""
    text: str
    """The diagram as text."""
    svg: str
    """The diagram as SVG: of the piece by itself, unless a board or squares are chosen, or it is
    whole.
    """


def piece_at(document: Document, offset: int) -> tuple[Placed, Definition] | None:
    """The definition of a piece at an offset, or one that starts or ends on the line of the
    offset.
    """
    placed = document.chunk_at(offset)
    local = offset - placed.start
    pieces = [
        definition
        for definition in document.analysis(placed).definitions
        if definition.game is None
    ]
    line = document.position(offset).line
    around = (piece for piece in pieces if piece.span.contains_inclusive(local))
    near = (
        piece
        for piece in pieces
        if line in [document.position(placed.start + at).line for at in piece.span]
    )
    definition = next(chain(around, near), None)
    return (placed, definition) if definition else None


def piece(document: Document, offset: int, choices: Choices | None = None) -> PieceView | None:
    """The piece at an offset on a board, or None.

    Raises:
        RequestError: A board or a square does not exist.
    """
    choices = choices or Choices()
    if pair := piece_at(document, offset):
        placed, definition = pair
        position, square = position_of(choices, definition)
        return _view(
            document,
            placed=placed,
            definition=definition,
            choices=choices,
            position=position,
            square=square,
        )
    placed = document.chunk_at(offset)
    text = document.analysis(placed).hover(offset - placed.start)
    if text and (start := text.position) and start.men and start.board:
        return _in_position(
            document=document,
            placed=placed,
            text=text,
            start=start,
            board=start.board,
            choices=choices,
        )
    return None


def _in_position(
    document: Document,
    *,
    placed: Placed,
    text: HoverText,
    start: Diagram,
    board: PlayingBoard,
    choices: Choices,
) -> PieceView:
    """A piece in the position of a variant on a board.

    Raises:
        RequestError: A square does not exist, or the moves of the piece are not known.
    """
    position = _after(start, board, choices.put)
    if choices.square and HELD.fullmatch(choices.square):
        return _in_hand(document, placed, text, position=position, board=board, choices=choices)
    square = _chosen(position, read_square(choices.square, board) if choices.square else None)
    man, name = position.men[square], square_name(square, board)
    capability = document.notation.variants
    if capability:
        defined = capability.definition_of_letter(document.analysis(placed), man.letter)
    else:
        defined = None
    if defined is None:
        raise RequestError(f"The moves of `{man.letter}` are not known.")
    definition = replace(defined, name_span=None, span=text.span, moves=text.span, board=str(board))
    own = frozenset(at for at, other in position.men.items() if other.white == man.white)
    has_moved = any(move.endswith(f"-{name}") for move in choices.put)
    friends = (own | position.walls) - {square}
    foes = frozenset(position.men) - own
    among = Position(
        board, friends, foes, white=man.white, virgin=not has_moved, walls=position.walls
    )
    choices = replace(choices, square=name, side="white" if man.white else "black", moved=has_moved)
    if capability:
        on_board = capability.piece_on_board(
            document.analysis(placed), position, square, has_moved=has_moved
        )
    else:
        on_board = None
    whole = _Whole(position, on_board)
    view = _view(
        document=document,
        placed=placed,
        definition=definition,
        choices=choices,
        position=among,
        square=square,
        whole=whole,
    )
    letters = _letters(text, board, choices.put).items()
    spans = {name: (span.moved(placed.start),) for name, span in letters}
    squares = tuple(replace(at, spans=spans.get(at.name, ())) for at in view.squares)
    return replace(view, squares=squares, hands=text.hands, rules=_rules(document, placed))


def _in_hand(
    document: Document,
    placed: Placed,
    text: HoverText,
    *,
    position: Diagram,
    board: PlayingBoard,
    choices: Choices,
) -> PieceView:
    """A piece in hand in the position of a variant, with the squares where it may enter.

    Raises:
        RequestError: There is no such piece in hand.
    """
    capability, letter = document.notation.variants, str(choices.square)[0]
    side = "white" if letter.isupper() else "black"
    if capability is None or letter.upper() not in text.hands.get(side, "").split():
        raise RequestError(f"There is no `{letter}` in hand.")
    section = document.analysis(placed)
    squares = capability.entering(section, position, letter)
    defined = capability.definition_of_letter(section, letter) or _without_moves(letter)
    whole = _Whole(replace(of_entering(position, squares), highlighted=None), None)
    definition = replace(defined, name_span=None, span=text.span, moves=text.span, board=str(board))
    view = _view(
        document=document,
        placed=placed,
        definition=replace(definition, piece=None, played=None),
        choices=replace(choices, square=None, side=side),
        position=Position(board, white=letter.isupper()),
        square=board.middle,
        whole=whole,
    )
    own = squares_of_held(whole.position, board, view.men, white=letter.isupper())
    title = title_of(document, placed, definition)
    picture_of_whole = picture(
        definition,
        whole.position,
        title=title,
        choices=choices,
        letters=document.context.letters,
    )
    return replace(
        view,
        square=f"{letter}@",
        sentence=sentence_of(definition.piece, definition.name or "") if definition.piece else "",
        squares=tuple(own),
        text=str(drawing(whole.position)),
        svg=picture_of_whole if choices.picture else "",
        legend=tuple(
            Legend(shape.id, words) for shape, words in entries_of(whole.position, ()) if shape
        ),
        hands=text.hands,
        rules=_rules(document, placed),
    )


def _without_moves(letter: str) -> Definition:
    """A piece of a letter that never moves. Its spans mean nothing."""
    return Definition(
        name=letter.upper(),
        name_span=None,
        span=Span(0, 0),
        moves=Span(0, 0),
        dialect="",
        dialect_reason="",
        piece=None,
        broken=False,
        board=None,
    )


def position_of(choices: Choices, definition: Definition) -> tuple[Position, Square]:
    """The chosen position, and the square of the piece.

    Raises:
        RequestError: A board or a square does not exist.
    """
    if len(choices.friends) + len(choices.foes) > MAX_SQUARES_NAMED:
        raise RequestError(f"There are no more than {MAX_SQUARES_NAMED:,} squares.")
    board = named_board(choices.board) if choices.board is not None else board_of(definition)
    square = square_name(board.middle, board) if choices.square is None else choices.square
    request = {
        "square": square,
        "friends": choices.friends,
        "foes": choices.foes,
        "side": choices.side,
    }
    return read_position(request | {"virgin": not choices.moved}, board)


def picture(
    definition: Definition, diagram: Diagram, *, title: str, choices: Choices, letters: bool
) -> str:
    """A diagram as a picture, with letters in the place of figurines if wanted."""
    return svg.of_diagram(
        diagram,
        title=title,
        description=sentence_of(definition.piece, definition.name or "")
        if definition.piece
        else "",
        letter=definition.letter or definition.name or "",
        figurine=figurine_of(definition.piece, definition.name or "", letters=letters),
        letters=letters,
        theme=Theme(choices.theme),
        height=HEIGHT,
        legend=not choices.whole,
    )


def title_of(document: Document, placed: Placed, definition: Definition) -> str:
    """The name of a piece, or its moves."""
    title = definition.name or moves_of(document, placed, definition)
    return shortened(title, MAX_LETTERS_OF_TITLE)


@dataclass(frozen=True, slots=True)
class _Whole:
    """A position of a variant in which a piece is shown."""

    position: Diagram
    piece: Piece | None
    """The piece with the moves that rules add there, if it is known."""


def _scope_of_rules(document: Document, whole: _Whole | None) -> RuleScope:
    """The rules that are considered for a piece of a document."""
    if document.notation.variants is None:
        return RuleScope.NONE
    return RuleScope.DRAWN if whole and whole.piece else RuleScope.UNKNOWN


def _view(
    document: Document,
    *,
    placed: Placed,
    definition: Definition,
    choices: Choices,
    position: Position,
    square: Square,
    whole: _Whole | None = None,
) -> PieceView:
    """A piece on a square of a position with the choices of the user, or in a *whole* position."""
    board, start = position.board, placed.start
    men = _names_of_men(whole, board)
    piece = (whole and whole.piece) or definition.piece or Piece(())
    scene = PieceInPosition(
        piece=piece,
        position=position,
        square=square,
        parts_by_move=parts_by_move(document, placed, definition),
        start=start,
        played=definition.played,
        traces=traced(piece, position, square, limit=MAX_SQUARES_OF_VIEW),
        men=men,
        rules=_scope_of_rules(document, whole),
    )
    shown = scene.is_shown
    diagram = _diagram(scene, choices) if shown else None
    if whole:
        diagram = replace(
            diagram or whole.position,
            men=whole.position.men,
            walls=whole.position.walls,
            highlighted=square,
            pieces={},
        )
    title = title_of(document, placed, definition)
    width, height = board.window.size
    notes = [*_notes(document, definition, position, square=square, whole=whole)]
    notes += diagram.warnings if diagram else ()
    if scene.is_incomplete:
        notes.append("It has too many moves; some are left out.")
    sentence = svg = ""
    if definition.piece and (shown or not definition.broken):
        sentence = sentence_of(definition.piece, definition.name or "")
    if diagram and choices.picture:
        letters = document.context.letters
        svg = picture(definition, diagram, title=title, choices=choices, letters=letters)
    legend = entries_of(diagram, ()) if diagram else ()
    return PieceView(
        name=definition.name,
        title=title,
        notation=document.notation.name,
        dialect=definition.dialect,
        span=definition.span.moved(start),
        moves=definition.moves.moved(start),
        broken=definition.broken,
        problems=_problems(document, definition.span.moved(start)),
        sentence=sentence,
        notes=tuple(notes),
        board=str(board),
        board_words=board.describe(),
        lattice="hex" if board.lattice is Lattice.HEX else "square",
        width=round(width, 4),
        height=round(height, 4),
        square=square_name(square, board),
        side=choices.side,
        moved=choices.moved,
        friends=_names(position.friends - position.walls, board),
        foes=_names(position.foes, board),
        men=men,
        hands={},
        rules=(),
        squares=tuple(scene.squares()) if shown or whole else (),
        legend=tuple(Legend(shape.id, words) for shape, words in legend if shape),
        frame=Frame(layout_of(board.window, [], HEIGHT).left, MARGIN, CELL),
        played=played_instead(definition.played) if shown else "",
        results=len(scene.results.all) if shown else 0,
        incomplete=scene.is_incomplete,
        text=str(drawing(diagram)) if diagram else "",
        svg=svg,
    )


def _problems(document: Document, span: Span) -> tuple[PieceProblem, ...]:
    """The diagnostics in a span."""
    return tuple(
        PieceProblem(
            problem.code.severity.name.lower(), problem.code.id, problem.message, span=problem.span
        )
        for problem in document.diagnostics(span)
    )


def _names(squares: Iterable[Square], board: PlayingBoard) -> tuple[str, ...]:
    """The names of squares, in the order of the board."""
    return tuple(square_name(at, board) for at in sorted(squares, key=board.place))


def _names_of_men(whole: _Whole | None, board: PlayingBoard) -> dict[str, str]:
    """The side and the letter of each piece of a whole position, by the name of its square."""
    men = whole.position.men.items() if whole else ()
    return {
        square_name(at, board): f"{'White' if man.white else 'Black'} {man.letter}"
        for at, man in men
    }


def _notes(
    document: Document,
    definition: Definition,
    position: Position,
    square: Square,
    whole: _Whole | None,
) -> tuple[str, ...]:
    """Remarks about a piece. Among the pieces of a whole position its moves on an empty board are
    not counted.
    """
    if whole:
        return definition.notes
    on_board = replace(definition, board=str(position.board))
    return remarks(document, on_board, square, white=position.white)


def _diagram(scene: PieceInPosition, choices: Choices) -> Diagram:
    """The diagram of the piece: by itself, on a board, or among other pieces."""
    piece, position = scene.piece, scene.position
    if position.friends or position.foes:
        return of_results(scene.results, position, scene.square)
    if choices.board is None and choices.square is None and not choices.whole:
        return diagram_of(piece, scene.played, position.board, white=position.white)
    drawn, *others = (
        of_board(
            reach(drawn_piece, MAX_SQUARES_OF_VIEW, position.board.longest),
            position.board,
            scene.square,
            white=position.white,
        )
        for drawn_piece in (piece, *((scene.played.piece,) if scene.played else ()))
    )
    if scene.played is None:
        return drawn
    return with_deviations(drawn, others[0], scene.deviations, engine=scene.played.engine)


# The position of a variant: the moves of each of its pieces among the others


def _rules(document: Document, placed: Placed) -> tuple[RulesView, ...]:
    """The rules of the variant of a section in words."""
    rules = rules_at(document, placed)
    return tuple(
        RulesView(
            part.title,
            part.sentences,
            tuple(f"{p.name} ({p.letter}): {p.sentence}" for p in part.pieces),
        )
        for part in (rules.parts if rules else ())
    )


def _after(position: Diagram, board: PlayingBoard, moves: tuple[str, ...]) -> Diagram:
    """A position after some of its pieces were put elsewhere, as `e2-e4`.

    Raises:
        RequestError: A square does not exist.
    """
    men, highlighted = dict(position.men), position.highlighted
    for move in moves:
        start, end = (
            read_square(name, board)
            for name in (move.split("-") if move.count("-") == 1 else (move, move))
        )
        if start in men and start != end:
            men[end] = men.pop(start)
            highlighted = end
    return replace(position, men=men, highlighted=highlighted)


def _chosen(position: Diagram, square: Square | None) -> Square:
    """The square of the piece whose moves are shown: the chosen one, the one pointed at, or else
    White's first.
    """
    chosen = [at for at in (square, position.highlighted) if at is not None and at in position.men]
    if chosen:
        return chosen[0]
    return min(position.men, key=lambda at: (not position.men[at].white, -at[1], at[0]))


def _letters(text: HoverText, board: PlayingBoard, moves: tuple[str, ...]) -> dict[str, Span]:
    """The letters of the pieces by the names of their squares, after some pieces were put
    elsewhere.
    """
    spans = {square_name(at, board): span for at, span in text.letters.items()}
    for start, _, end in (move.partition("-") for move in moves):
        if start in spans:
            spans[end] = spans.pop(start)
        else:
            spans.pop(end, None)
    return spans
