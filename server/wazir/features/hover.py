"""Hover: the meaning of a part of the text, in words and as a drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
from wazir.notations.notation import Analysis
from wazir.notations.results import Definition, Game, HoverText, TokenType
from wazir.notations.wording import shortened
from wazir.piece.board import PlayingBoard
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.drawing.svg import Theme, of_diagram
from wazir.piece.figures import figures, value
from wazir.piece.mobility import move_count
from wazir.piece.model import EN_PASSANT, Piece, Square, has_separate_paths
from wazir.syntax import Token
from wazir.text import Span

INCOMPLETE = "This piece is too complex to be described completely."
MAX_LETTERS_OF_MOVES = 40
"""The maximum length of moves that are repeated beside the name."""
MAX_LABELS = 10


@dataclass(frozen=True, slots=True)
class HoverOptions:
    """The options of a hover."""

    pictures: bool = False
    """The client can show pictures."""
    theme: Theme = Theme.AUTO
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
    diagnostics = _diagnostics_at(document, offset)
    span, blocks = _meaning_at(document, offset, diagnostics, options=options)
    if is_cut():
        blocks.append(Paragraph(INCOMPLETE))
    if options.diagnostics:
        blocks += (_diagnostic(diagnostic, options) for diagnostic in diagnostics)
    if span is None and diagnostics:
        spans = [diagnostic.span for diagnostic in diagnostics]
        span = min(spans, key=lambda span: span.end - span.start)
    return Hover(span, tuple(blocks)) if span and blocks else None


def _diagnostics_at(document: Document, offset: int) -> list[Diagnostic]:
    """The diagnostics at an offset, or else those of the word that ends there."""
    here = Span(offset, offset)
    touching = [*document.diagnostics(Span(max(0, offset - 1), offset + 1))]
    at_offset = [each for each in touching if each.span.contains(offset) or each.span == here]
    is_behind_word = not document.text[offset : offset + 1].strip()
    if at_offset or not is_behind_word:
        return at_offset
    return [each for each in touching if each.span.end == offset]


def _meaning_at(
    document: Document, offset: int, diagnostics: Sequence[Diagnostic], *, options: HoverOptions
) -> tuple[Span | None, list[Block]]:
    """The part of the text that is described, and what it means: the word at an offset, or else the
    definition there. Nothing if an error hides it.
    """
    placed = document.chunk_at(offset)
    analysis = document.analysis(placed)
    local = offset - placed.start
    errors = [
        diagnostic.span.moved(-placed.start)
        for diagnostic in diagnostics
        if diagnostic.code.severity is Severity.ERROR
    ]
    definition = _definition_at(analysis, local)
    word = analysis.hover(local)
    if word and any(map(word.span.contains_range, errors)):
        return None, []
    token = _token_at(analysis, local)
    if word:
        blocks = [*affordable(_word(document, placed, word, definition, options=options))]
        if token and (section := document.notation.section(token)):
            blocks += _reference(section, options)
        return word.span.moved(placed.start), blocks
    if definition is None or (token and document.notation.token_type(token) is TokenType.COMMENT):
        return None, []
    name = definition.name_span
    is_on_name = name is not None and name.contains(local)
    if errors and not is_on_name:
        return None, []
    subject = subject_of(definition)
    if isinstance(subject, PositionSubject):
        blocks = [*_position(subject, definition, options)]
    else:
        blocks = [*affordable(_piece(document, placed, definition, options))]
    span = name if name and is_on_name else definition.span
    return span.moved(placed.start), blocks


def _reference(section: str, options: HoverOptions) -> Iterator[Block]:
    """A link to the section of the site that explains a word, if the client shows links."""
    if options.site:
        address = f"{options.site}/{section}"
        link = Link("reference", "The section that explains it.", address)
        yield Paragraph("More in the", link)


def _token_at(analysis: Analysis, offset: int) -> Token | None:
    """The token whose character is at an offset of a chunk."""
    tokens = analysis.tree.tokens
    return next((token for token in tokens if token.start <= offset < token.end), None)


def _definition_at(analysis: Analysis, offset: int) -> Definition | None:
    """The definition at an offset of a chunk, or right before it."""
    around = (each for each in analysis.definitions if each.span.contains_inclusive(offset))
    return next(around, None)


# The blocks


def _word(
    document: Document,
    placed: Placed,
    word: HoverText,
    definition: Definition | None,
    options: HoverOptions,
) -> Iterator[Block]:
    """The meaning of a word, what its part of the piece does, and the piece if it has no name."""
    unnamed = definition if definition and definition.name is None and word.piece_text else None
    yield Heading(word.title, link=_dialect(document, unnamed, options) if unnamed else None)
    if word.text:
        yield Paragraph(word.text)
    if word.piece:
        yield Paragraph(f"`{shortened(word.piece_text)}`: {sentence_of(word.piece)}")
    yield from _drawings_of_word(document, word, options)
    if word.notes:
        yield Bullets(word.notes)
    yield from _evaluation(word.game, options)
    if unnamed:
        yield from _around_word(document, placed, unnamed, word=word, options=options)


def _drawings_of_word(
    document: Document, word: HoverText, options: HoverOptions
) -> Iterator[Block]:
    """The moves of a part of a piece, or a position. A picture of both is enough."""
    position, letters = word.position, document.context.letters
    has_pictures = options.pictures and options.style == "auto"
    subject = None
    if not (has_pictures and position and position.arrivals):
        subject = subject_of(word, height=HEIGHT_OF_PART, letters=letters)
    if subject:
        title = shortened(word.piece_text if word.piece else word.title)
        yield from drawing(subject, title, options)
    if not (position and has_pictures):
        if word.drawing and options.style != "none":
            yield CodeBlock(word.drawing)
    elif subject is None:
        title = word.title.replace("`", "")
        picture = picture_of(
            position,
            title,
            theme=options.theme,
            description=sentence_of(word.piece) if word.piece else "",
            letters=letters,
        )
        yield Picture(picture, f"{title}: {word.text}")


def _around_word(
    document: Document,
    placed: Placed,
    definition: Definition,
    word: HoverText,
    options: HoverOptions,
) -> Iterator[Block]:
    """What a definition without a name adds to the meaning of a word in it."""
    moves = moves_of(document, placed, definition)
    if moves.replace(" ", "") != word.piece_text:
        yield from _sentence(definition)
        yield from _names_and_figures(definition, options)
    if definition.played and (subject := subject_of(definition, letters=document.context.letters)):
        yield from _played_instead(definition)
        yield from drawing(subject, shortened(moves), options)


def _piece(
    document: Document, placed: Placed, definition: Definition, options: HoverOptions
) -> Iterator[Block]:
    """The sections about a piece."""
    moves = moves_of(document, placed, definition)
    title = shortened(definition.name or moves)
    repeats_moves = bool(definition.name) and not definition.broken
    shown = moves if repeats_moves and len(moves) <= MAX_LETTERS_OF_MOVES else ""
    yield Heading(title, shown, _dialect(document, definition, options))
    yield from _sentence(definition)
    yield from _played_instead(definition)
    if subject := subject_of(definition, title, letters=document.context.letters):
        yield from drawing(subject, title, options)
    yield from _names_and_figures(definition, options)
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


def _played_instead(definition: Definition) -> Iterator[Block]:
    """What an engine plays instead of the piece."""
    if definition.played:
        yield Paragraph(played_instead(definition.played))


def _names_and_figures(definition: Definition, options: HoverOptions) -> Iterator[Block]:
    """The other names of a piece, then its figures and notes."""
    piece = None if definition.broken else definition.piece
    if piece and (names := also_known(piece, definition.name)):
        yield Paragraph(names)
    notes = counted(definition)
    # Figures of other pieces take seconds.
    if piece and options.figures and piece.moves and has_separate_paths(piece):
        notes += (estimate(piece, board_of(definition)),)
    notes += definition.notes
    if notes:
        yield Bullets(notes)


@lru_cache(256)
def estimate(piece: Piece, board: PlayingBoard) -> str:
    """The value of a piece with the figures that it comes from (Q13)."""
    numbers = figures(piece, board)
    worth = value(piece, numbers)
    is_known = worth.pawns is not None
    if is_known:
        shown = f"about {worth.pawns:.1f} pawns ({worth.least:.1f} to {worth.most:.1f})"
    else:
        shown = worth.left_out[0]
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
        _why_dialect(document, definition),
        page or "",
    )


def _why_dialect(document: Document, definition: Definition) -> str:
    """The dialect of a definition with the reason for it, as a sentence."""
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
        (_why_dialect(document, definition),)
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
            f"Conditions that are not evaluated: {', '.join(map(shortened, labels[:MAX_LABELS]))}."
        )
    if moves.incomplete:
        facts.append("It has too many moves; some are left out.")
    return tuple(facts)


def _diagnostic(diagnostic: Diagnostic, options: HoverOptions) -> Paragraph:
    """A diagnostic, with a link to the page of its code."""
    code = diagnostic.code
    link = Link(code.id, code.summary, page) if (page := options.page(code.id)) else None
    return Paragraph(f"{code.severity.name.capitalize()}: {diagnostic.message}", link)


def drawing(subject: Subject, title: str, options: HoverOptions) -> Iterator[Picture | CodeBlock]:
    """A subject as a picture or as a text diagram, as the options say."""
    if options.style == "none":
        return
    if options.pictures and options.style == "auto":
        yield Picture(subject.picture(title, options.theme), f"{title}: {subject.sentence}")
    else:
        yield CodeBlock(subject.diagram())


def picture_of(
    position: Diagram,
    title: str,
    *,
    theme: Theme,
    description: str = "",
    letters: bool = False,
) -> str:
    """A whole position as SVG, with letters in the place of figurines if wanted."""
    return of_diagram(
        position,
        title=title,
        description=description,
        letters=letters,
        theme=theme,
        height=HEIGHT_OF_PIECE,
    )


def _evaluation(game: Game | None, options: HoverOptions) -> Iterator[Paragraph]:
    """The evaluation of a position, if there is one."""
    if game and (words := options.evaluation(game.state)):
        yield Paragraph(f"Evaluation: {words}")
