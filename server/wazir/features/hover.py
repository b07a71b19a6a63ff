"""Hover: the meaning of a part of the text, in words and as a drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wazir.budget import affordable, is_cut
from wazir.diagnostics import Diagnostic, Severity
from wazir.document import Document, Placed
from wazir.features.definitions import board_of, moves_of
from wazir.features.game.position import UNNAMED, PositionSubject
from wazir.features.known import also_known
from wazir.features.markup import Block, Bullets, CodeBlock, Heading, Link, Paragraph, Picture
from wazir.features.subject import (
    HEIGHT_OF_PART,
    HEIGHT_OF_PIECE,
    Subject,
    played_instead,
    sentence_of,
    subject_of,
)
from wazir.notations.results import Definition, Game, HoverText, TokenType
from wazir.notations.wording import shortened
from wazir.piece.board import PlayingBoard
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.drawing.svg import Theme, of_diagram
from wazir.piece.figures import figures, value
from wazir.piece.mobility import move_count
from wazir.piece.model import EN_PASSANT, Piece, Square, has_separate_paths
from wazir.text import Span

INCOMPLETE = "This piece is too complex to be described completely."
LONGEST_MOVES = 40
"""The maximum length of moves that are repeated beside the name."""
MOST_LABELS = 10


@dataclass(frozen=True, slots=True)
class HoverOptions:
    """The options of a hover."""

    pictures: bool = False
    """The client can show pictures."""
    theme: str = "auto"
    """`light`, `dark` or `auto`."""
    style: str = "auto"
    """The drawings: `auto` for pictures if the client shows them, `text` for text diagrams, `none`
    for none.
    """
    evaluation: Callable[[Any], str | None] = lambda _: None
    """The evaluation of a position in a few words, if there is one."""
    diagnostics: bool = True
    """Include the diagnostics at the offset; False if the client shows them itself."""
    page: Callable[[str], str | None] = lambda _: None
    """The address of the page of a code, if the client can open it."""
    site: str = ""
    """The address of the site whose pages explain words; empty if the client shows no links."""
    figures: bool = False
    """Include moves, attacks, mobility and the estimated value of pieces."""


@dataclass(frozen=True, slots=True)
class Hover:
    """The hover at an offset."""

    span: Span
    """The part of the text that it describes."""
    blocks: tuple[Block, ...]


def hover(document: Document, offset: int, options: HoverOptions | None = None) -> Hover | None:
    """The hover at an offset: a word in its context or the whole definition, and the diagnostics
    there.
    """
    options = options or HoverOptions()
    placed = document.chunk_at(offset)
    local = offset - placed.start
    touching = document.diagnostics(Span(offset, offset + 1))
    problems = [
        each for each in touching if each.span.contains(offset) or each.span == Span(offset, offset)
    ]
    errors = [
        error.span.moved(-placed.start)
        for error in problems
        if error.code.severity is Severity.ERROR
    ]
    analysis = document.analysis(placed)
    token = next(
        (token for token in analysis.tree.tokens if token.start <= local < token.end), None
    )
    in_comment = token is not None and document.notation.token_type(token) is TokenType.COMMENT
    around = (
        definition
        for definition in analysis.definitions
        if definition.span.contains_inclusive(local)
    )
    definition = next(around, None)
    on_name = definition and definition.name_span and definition.name_span.contains(local)
    hover_text = analysis.hover(local)
    blocks, span = list[Block](), None
    if hover_text:
        if not any(map(hover_text.span.contains_range, errors)):
            span = hover_text.span
            blocks += affordable(_part(document, placed, hover_text, definition, options))
            section = token and document.notation.section(token)
            if options.site and section:
                link = Link(
                    "reference", "The section that explains it.", f"{options.site}/{section}"
                )
                blocks.append(Paragraph("More in the", link))
    elif definition and (on_name or not errors) and not in_comment:
        if isinstance(subject := subject_of(definition), PositionSubject):
            blocks += _position(subject, definition, options)
        else:
            blocks += affordable(_piece(document, placed, definition, options))
        span = definition.name_span if on_name else definition.span
    if is_cut():
        blocks.append(Paragraph(INCOMPLETE))
    if options.diagnostics:
        blocks += (_problem(problem, options) for problem in problems)
    shortest = min(
        (problem.span for problem in problems), key=lambda span: span.end - span.start, default=None
    )
    place = span.moved(placed.start) if span else shortest
    return Hover(place, tuple(blocks)) if place and blocks else None


# The blocks


def _part(
    document: Document,
    placed: Placed,
    hover_text: HoverText,
    definition: Definition | None,
    options: HoverOptions,
) -> Iterator[Block]:
    """The meaning of a word, what its part of the piece does, and the piece if it has no name."""
    piece = hover_text.piece
    unnamed = (
        definition if definition and definition.name is None and hover_text.piece_text else None
    )
    yield Heading(hover_text.title, link=_dialect(document, unnamed, options) if unnamed else None)
    if hover_text.text:
        yield Paragraph(hover_text.text)
    if piece:
        yield Paragraph(f"`{shortened(hover_text.piece_text)}`: {sentence_of(piece)}")
    has_pictures = options.pictures and options.style == "auto"
    position, subject = hover_text.position, subject_of(hover_text, height=HEIGHT_OF_PART)
    if position and position.arrivals and has_pictures:
        subject = None  # the moves of the piece are in the picture of the position
    if subject:
        yield from drawing(
            subject, shortened(hover_text.piece_text if piece else hover_text.title), options
        )
    if position and has_pictures:
        if subject is None:  # the moves of a piece are one picture, which is enough
            title = hover_text.title.replace("`", "")
            description = sentence_of(piece) if piece else ""
            picture = picture_of(position, title, _theme(options), description)
            yield Picture(picture, f"{title}: {hover_text.text}")
    elif hover_text.drawing and options.style != "none":
        yield CodeBlock(hover_text.drawing)
    if hover_text.notes:
        yield Bullets(hover_text.notes)
    yield from _evaluation(hover_text.game, options)
    if unnamed and moves_of(document, placed, unnamed).replace(" ", "") != hover_text.piece_text:
        yield from _sentence(unnamed)
        yield from _facts(unnamed, options)
    if unnamed and unnamed.played and (subject := subject_of(unnamed)):
        yield from _compared(unnamed)
        yield from drawing(subject, shortened(moves_of(document, placed, unnamed)), options)


def _piece(
    document: Document, placed: Placed, definition: Definition, options: HoverOptions
) -> Iterator[Block]:
    """The sections about a piece."""
    moves = moves_of(document, placed, definition)
    title = shortened(definition.name or moves)
    shown = (
        moves if definition.name and not definition.broken and len(moves) <= LONGEST_MOVES else ""
    )
    yield Heading(title, shown, _dialect(document, definition, options))
    yield from _sentence(definition)
    yield from _compared(definition)
    if subject := subject_of(definition, title):
        yield from drawing(subject, title, options)
    yield from _facts(definition, options)
    if definition.broken:
        has_moves = definition.piece is not None and definition.piece.moves
        yield Paragraph(
            "The definition has an error. Moves may be missing."
            if has_moves
            else "It has an error."
        )


def _position(
    subject: PositionSubject, definition: Definition, options: HoverOptions
) -> Iterator[Block]:
    """The sections about the last position of a record."""
    title = shortened(definition.name or UNNAMED)
    first, *others = definition.notes or subject.notes
    yield Heading(title)
    yield Paragraph(first)
    yield from drawing(subject, title, options)
    if others:
        yield Bullets(tuple(others))
    yield from _evaluation(definition.game, options)
    if definition.broken:
        yield Paragraph("The record has an error. The position may not be what is meant.")


def _sentence(definition: Definition) -> Iterator[Block]:
    """The moves of a piece in words; nothing if an error leaves no moves."""
    if (piece := definition.piece) and (piece.moves or not definition.broken):
        yield Paragraph(sentence_of(piece, definition.name or ""))


def _compared(definition: Definition) -> Iterator[Block]:
    """What an engine plays instead of the piece."""
    if definition.played:
        yield Paragraph(played_instead(definition.played))


def _facts(definition: Definition, options: HoverOptions) -> Iterator[Block]:
    """The other names of a piece, then its figures and notes."""
    piece = None if definition.broken else definition.piece
    if piece and (names := also_known(piece, definition.name)):
        yield Paragraph(names)
    facts = counted(definition)
    if (
        piece and options.figures and piece.moves and has_separate_paths(piece)
    ):  # it takes less than seconds
        facts += (estimate(piece, board_of(definition)),)
    if facts + definition.notes:
        yield Bullets(facts + definition.notes)


@lru_cache(256)
def estimate(piece: Piece, board: PlayingBoard) -> str:
    """The value of a piece with the figures that it comes from (Q13)."""
    numbers = figures(piece, board)
    worth = value(piece, numbers)
    is_known = worth.pawns is not None
    shown = (
        f"about {worth.pawns:.1f} pawns ({worth.least:.1f} to {worth.most:.1f})"
        if is_known
        else worth.left_out[0]
    )
    attacks = f" {numbers.attacks.mean:.2f} attacks," if numbers.attacks != numbers.moves else ""
    counts = (
        f"{numbers.moves.mean:.2f} moves on average,{attacks} mobility {numbers.mobility.mean:.2f}"
    )
    return f"Value: {shown}{'.' if is_known else ''} On {board.describe()}: {counts}."


def _dialect(document: Document, definition: Definition, options: HoverOptions) -> Link | None:
    """The dialect of a definition, with the reason why it is read in that dialect; None without
    one.

    It is a link where the client renders more than text: others would show two lines of address
    above the moves.
    """
    if not definition.dialect:
        return None
    page = options.page(document.notation.dialect_code) if options.pictures else None
    return Link(
        definition.dialect,
        _reading(document, definition),
        page or "",
    )


def _reading(document: Document, definition: Definition) -> str:
    return (
        f"Read in the {document.notation.dialect_word} {definition.dialect}, "
        f"{definition.dialect_reason}."
    )


def remarks(
    document: Document,
    definition: Definition,
    square: Square | None = None,
    *,
    white: bool = True,
) -> tuple[str, ...]:
    """Remarks about a piece: its number of moves, its dialect, and what is left out.

    Args:
        document: The document.
        definition: The definition of the piece.
        square: The square from which its moves are counted; None for the middle of the board.
        white: Whether it is White's.
    """
    facts = counted(definition, square, white=white)
    read = (
        (_reading(document, definition),)
        if definition.dialect and document.notation.dialects
        else ()
    )
    return (*facts[:1], *read, *facts[1:], *definition.notes)


def counted(
    definition: Definition, square: Square | None = None, *, white: bool = True
) -> tuple[str, ...]:
    """The number of moves, and what it does not include.

    Args:
        definition: The definition of the piece.
        square: The square from which its moves are counted; None for the middle of the board.
        white: Whether it is White's.
    """
    if not (piece := definition.piece) or not piece.moves:
        return ()
    moves = move_count(piece, board_of(definition), square, white=white)
    facts = [str(moves)]
    if labels := sorted({label for move in piece.moves for label in move.labels} - {EN_PASSANT}):
        facts.append(
            f"Conditions that are not evaluated: {', '.join(map(shortened, labels[:MOST_LABELS]))}."
        )
    if moves.incomplete:
        facts.append("It has too many moves; some are left out.")
    return tuple(facts)


def _problem(problem: Diagnostic, options: HoverOptions) -> Paragraph:
    """A diagnostic, with a link to the page of its code."""
    code = problem.code
    link = Link(code.id, code.summary, page) if (page := options.page(code.id)) else None
    return Paragraph(f"{code.severity.name.capitalize()}: {problem.message}", link)


def drawing(subject: Subject, title: str, options: HoverOptions) -> Iterator[Picture | CodeBlock]:
    """A subject as a picture or as a text diagram, as the options say."""
    if options.style == "none":
        return
    if options.pictures and options.style == "auto":
        yield Picture(subject.picture(title, _theme(options)), f"{title}: {subject.sentence}")
    else:
        yield CodeBlock(subject.diagram())


def picture_of(position: Diagram, title: str, theme: Theme, description: str = "") -> str:
    """A whole position as SVG."""
    return of_diagram(
        position,
        title=title,
        description=description,
        theme=theme,
        height=HEIGHT_OF_PIECE,
    )


def _evaluation(game: Game | None, options: HoverOptions) -> Iterator[Paragraph]:
    """The evaluation of a position, if there is one."""
    if game and (words := options.evaluation(game.state)):
        yield Paragraph(f"Evaluation: {words}")


def _theme(options: HoverOptions) -> Theme:
    return Theme(options.theme) if options.theme in {theme.value for theme in Theme} else Theme.AUTO
