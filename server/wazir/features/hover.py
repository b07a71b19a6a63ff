"""Hover: what stands under the cursor, in words and as a drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile, takewhile

from wazir.ben39.actions import Action
from wazir.ben39.facts import facts
from wazir.ben39.game import Game
from wazir.ben39.position import State
from wazir.ben39.words import sentences
from wazir.diagnostics import Diagnostic
from wazir.document import Document, Placed
from wazir.features.boards import text
from wazir.features.boards.picture import picture
from wazir.features.figures import figures
from wazir.features.markup import Block, Bullets, Code, Heading, Paragraph, Picture
from wazir.notations.base import Definition, Explanation, TokenType
from wazir.piece import diagram, reach, svg
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board
from wazir.piece.describe import sentence
from wazir.piece.model import Piece, Reach
from wazir.piece.svg import Theme
from wazir.piece.walk import LIMIT
from wazir.text import Span

HEIGHT_OF_PIECE, HEIGHT_OF_PART, HEIGHT_OF_BOARD = 200, 150, 300
"""Of pictures, in pixels."""
LONGEST_TITLE = 80
MOST_LABELS = 10
LONG_PATH = 8
"""With more legs to a path, fewer steps are followed, so that the answer does not wait for them."""


@dataclass(frozen=True, slots=True)
class HoverOptions:
    """How a hover is to look."""

    pictures: bool = False
    """The client can show pictures."""
    theme: str = "auto"
    """`light`, `dark` or `auto`."""
    style: str = "auto"
    """How pieces are drawn: `auto` is a picture where that can be shown, `text` never one, `none` nothing at all."""
    ahead: Callable[[State], str | None] = lambda _: None
    """What is known of a position by looking ahead, in a few words."""


@dataclass(frozen=True, slots=True)
class Hover:
    """What there is to say of a place."""

    span: Span
    """The part of the text that it is about."""
    blocks: tuple[Block, ...]


def hover(document: Document, offset: int, options: HoverOptions | None = None) -> Hover | None:
    """What stands at an offset: a word where it stands, or the whole piece; and what is wrong there."""
    options = options or HoverOptions()
    placed = document.chunk_at(offset)
    local = offset - placed.start
    problems = [found for found in document.diagnostics(Span(offset, offset + 1)) if _holds(found.span, offset)]
    analysis = document.analysis(placed)
    definition = next((one for one in analysis.definitions if one.span.start <= local <= one.span.end), None)
    explanation = document.notation.explain(placed.chunk.text, placed.context, local, document.scope)
    blocks: list[Block] = []
    span = None
    if explanation:
        blocks += _part(explanation, options)
        span = explanation.span
        if (
            definition
            and definition.name is None
            and explanation.shown
            and not _is_all(placed, definition, explanation)
        ):
            blocks += _summary(document, definition)
    elif definition and not _in_comment(document, placed, local):
        blocks += _piece(document, placed, definition, options)
        on_name = definition.name_span and definition.name_span.start <= local < definition.name_span.end
        span = definition.name_span if on_name else definition.span
    for problem in problems:
        blocks += _problem(document, problem)
    if not blocks:
        return None
    place = span.moved(placed.start) if span else min((found.span for found in problems), key=lambda s: s.end - s.start)
    return Hover(place, tuple(blocks))


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset < span.end or span.start == offset == span.end


def _in_comment(document: Document, placed: Placed, local: int) -> bool:
    tokens = document.analysis(placed).tree.tokens
    here = next((token for token in tokens if token.start <= local < token.end), None)
    return here is not None and document.notation.token_type(here) is TokenType.COMMENT


def _is_all(placed: Placed, definition: Definition, explanation: Explanation) -> bool:
    """Whether a part is the whole piece."""
    moves = placed.chunk.text[definition.moves.start : definition.moves.end]
    return "".join(moves.split()) == explanation.shown


# The blocks


def _part(explanation: Explanation, options: HoverOptions) -> Iterator[Block]:
    """What a word means where it stands, and what the part of the piece that it is in does."""
    piece = explanation.piece
    said = sentence_of(piece) if piece else ""
    if piece:
        yield from drawing(piece, _short(explanation.shown), said, "", HEIGHT_OF_PART, options)
    if explanation.state is not None:
        yield from board(explanation.state, explanation.played, _short(explanation.title), options)
    yield Heading(explanation.title)
    yield Paragraph(explanation.text)
    if explanation.notes:
        yield Bullets(explanation.notes)
    if said:
        yield Paragraph(f"`{_short(explanation.shown)}`: {said}")
    if explanation.state is not None:
        yield from _ahead(explanation.state, options)


def _piece(document: Document, placed: Placed, definition: Definition, options: HoverOptions) -> Iterator[Block]:
    """All there is to say of a piece, or of a record of a game."""
    if definition.game is not None:
        yield from _game(definition.game, definition, options)
        return
    moves = placed.chunk.text[definition.moves.start : definition.moves.end]
    title = _short(definition.name or " ".join(moves.split()))
    piece = definition.piece
    if piece and piece.moves:
        yield from drawing(piece, title, sentence_of(piece), title[:1].upper(), HEIGHT_OF_PIECE, options)
    yield Heading(title)
    yield from _summary(document, definition)
    if definition.broken:
        yield Paragraph(
            "It has an error, so that this may not be all of it." if piece and piece.moves else "It has an error."
        )


def _game(game: Game, definition: Definition, options: HoverOptions) -> Iterator[Block]:
    """The position after the last action of a game."""
    title = _short(definition.name or "A position")
    yield from board(game.state, game.actions[-1] if game.actions else None, title, options)
    yield Heading(title)
    yield Bullets(definition.notes or tuple(sentences(facts(game.state))))
    yield from _ahead(game.state, options)
    if definition.broken:
        yield Paragraph("It has an error, so that this may not be what is meant.")


def _summary(document: Document, definition: Definition) -> Iterator[Block]:
    piece = definition.piece
    if piece and (piece.moves or not definition.broken):
        yield Paragraph(sentence_of(piece))
    if facts := remarks(document, definition):
        yield Bullets(facts)


def remarks(document: Document, definition: Definition) -> tuple[str, ...]:
    """What there is to say of a piece besides what it does: how it was read, its figures, what is left out."""
    piece = definition.piece
    facts = []
    if document.notation.dialects and definition.dialect:
        facts.append(f"Read in the {document.notation.dialect_word} {definition.dialect}, {definition.why}.")
    if piece and piece.moves:
        counted = figures(piece, _board(definition))
        facts.insert(0, str(counted))
        labels = sorted({label for move in piece.moves for label in move.labels})
        if labels:
            facts.append(f"Conditions that are not evaluated: {', '.join(map(_short, labels[:MOST_LABELS]))}.")
        if counted.incomplete:
            facts.append("It has more moves than are followed here, so that some are left out.")
    return (*facts, *definition.notes)


def _problem(document: Document, problem: Diagnostic) -> Iterator[Block]:
    """A finding, and the first paragraph of its page."""
    yield Paragraph(f"{problem.code.severity.name.capitalize()}: {problem.message}")
    yield Paragraph(_opening(document.notation.page(problem.code.id) or "") or problem.code.summary)
    yield Paragraph(f"More about it: wazir explain {problem.code.id}")


def _opening(page: str) -> str:
    """The first paragraph of a page."""
    lines = dropwhile(lambda line: not line.strip() or line.startswith("#"), page.splitlines())
    return " ".join(takewhile(str.strip, lines))


def drawing(
    piece: Piece, title: str, said: str, letter: str, height: int, options: HoverOptions
) -> Iterator[Picture | Code]:
    """A piece as a picture, or as signs on a board of text, as the options say."""
    if options.style == "none":
        return
    found = reach_of(piece)
    if options.pictures and options.style == "auto":
        drawn = svg.picture(found, title=title, description=said, letter=letter, theme=_theme(options), height=height)
        yield Picture(drawn, f"{title}: {said}")
    else:
        yield Code(str(diagram.text(found)))


def board(state: State, played: Action | None, title: str, options: HoverOptions) -> Iterator[Picture | Code]:
    """A position as a picture with the last action, or in signs, as the options say."""
    if options.style == "none":
        return
    if options.pictures and options.style == "auto":
        said = text.sentence(state)
        theme = _theme(options)
        drawn = picture(state, title=title, description=said, played=played, theme=theme, height=HEIGHT_OF_BOARD)
        yield Picture(drawn, f"{title}: {said}")
    else:
        yield Code(text.drawing(state))


def _ahead(state: State, options: HoverOptions) -> Iterator[Paragraph]:
    """What was found by looking ahead, if anybody has looked."""
    if found := options.ahead(state):
        yield Paragraph(f"Looking ahead: {found}")


def _theme(options: HoverOptions) -> Theme:
    return Theme(options.theme) if options.theme in {theme.value for theme in Theme} else Theme.AUTO


@lru_cache(maxsize=256)
def sentence_of(piece: Piece) -> str:
    """What a piece does, in a sentence or two; kept for a while."""
    return sentence(piece)


@lru_cache(maxsize=256)
def reach_of(piece: Piece) -> Reach:
    """Where a piece can go, as far as nobody has to wait for it; kept for a while."""
    longest = max((len(move.legs) for move in piece.moves), default=0)
    return reach.reach(piece, limit=min(LIMIT, LIMIT * LONG_PATH // max(longest, 1)))


def _board(definition: Definition) -> PlayingBoard:
    try:
        return parse_board(definition.board or DEFAULT)
    except ValueError:
        return parse_board(DEFAULT)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"
