"""The page of variants: the set-up of each, its pieces and rules in words, and its notation for
engines.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import groupby, takewhile

from wazir.diagnostics import Severity
from wazir.document import Document, Placed
from wazir.features.gallery import coloured
from wazir.features.game.playable import PlayableBoard, playable_board
from wazir.features.hover import estimate
from wazir.features.sheet import resource, themed_images
from wazir.features.subject import PieceSubject
from wazir.features.variants import diagnostics_of, rules_at
from wazir.notations.variant import RulesPart, ToldPiece, VariantRules, with_start_facts
from wazir.notations.wording import capitalized
from wazir.piece.board import DEFAULT, PlayingBoard, SquareBoard, parse_board, square_name
from wazir.piece.drawing.diagram import Diagram, Goal
from wazir.piece.drawing.svg import Theme, data_uri, escaped, of_diagram
from wazir.piece.model import Square

STYLE = resource("variant_page.css")
"""The style sheet of variants."""
SCRIPT = resource("variant_page.js")
"""The script of the buttons that copy, which are hidden without it."""
PLAY_SCRIPT = resource("variant_play.js")
"""The script of the buttons that open a board to play on."""
PLAY_FOLDER = "wazir-play"
"""The folder beside a page that holds the board and the engine."""
PLAY_SERVICE = "wazir-play.js"
"""The service worker beside a page. Browsers let it serve the page only from there."""
ABOUT_FIGURES = (
    "The value of a piece is an estimate in pawns of chess, with the range in which it lies; what "
    "it may become is left out. Moves and attacks are averages over all squares of the empty "
    "board, where a piece that captures by jumping attacks nothing. Mobility is the average number "
    "of moves on a board with other pieces on it."
)
"""What the figures of pieces mean."""

_HEIGHT_OF_SET_UP, _HEIGHT_OF_PIECE, _HEIGHT_OF_KNOWN = 640, 210, 120
"""The heights of pictures, in pixels."""
_MAX_LETTERS_OF_NAME, _MAX_LETTERS_OF_TEXT = 120, 5_000


@dataclass(frozen=True, slots=True)
class VariantSection:
    """A section that defines a variant, on a page."""

    document: Document
    placed: Placed
    rules: VariantRules
    full_rules: tuple[RulesPart, ...]
    """Its rules as if it inherited from none."""
    army: RulesPart
    """The part of these about the pieces, with all that come to the board."""
    anchor: str
    piece_anchors: dict[str, str]
    """The anchors of its pieces, by their letters."""
    is_built_in: bool = False
    """The engine knows it without a text."""
    board: PlayableBoard | None = None
    """The board on which visitors play it, by the engine beside the page."""

    @property
    def name(self) -> str:
        """The name of the variant, with a capital."""
        return capitalized(self.rules.variant.name)

    @property
    def has_error(self) -> bool:
        """Whether it has an error, so that the engine may not load or play it."""
        if self.is_built_in:
            return False
        diagnostics = diagnostics_of(self.document, self.placed)
        return any(diagnostic.code.severity is Severity.ERROR for diagnostic in diagnostics)

    def with_facts(self, facts: tuple[str, ...]) -> VariantSection:
        """The section with more sentences about its start."""
        parts = with_start_facts(self.rules.parts, facts)
        return replace(self, rules=replace(self.rules, parts=parts))

    def html(self, level: int, *, figures: bool = False, is_titled: bool = True) -> str:
        """The section as HTML.

        Args:
            level: The level of its heading, or of the headings of its parts if it has none.
            figures: Whether to add the estimated value, mobility and attacks of pieces.
            is_titled: Whether it begins with the name of the variant as a heading.
        """
        name = escaped(self.name, _MAX_LETTERS_OF_NAME)
        attributes = f'class="wazir-variant" id="{escape(self.anchor)}" aria-label="{name}"'
        heading = f"<h{level}>{name}</h{level}>\n" if is_titled else ""
        parts = "".join(self._parts(min(level + is_titled, 6), figures=figures))
        return f"<section {attributes}>\n{heading}{parts}</section>\n"

    def _parts(self, level: int, *, figures: bool) -> Iterator[str]:
        """What the variant is, its set-up, its pieces, its rules, and its notation."""
        (*before, lead), others = self._divided()
        for part in before:
            yield _paragraph(" ".join(part.sentences))
        yield _paragraph(" ".join(lead.sentences), "lead")
        if self.has_error:
            yield "<p>It has an error; <code>wazir check</code> shows it.</p>\n"
        if position := self.rules.position:
            yield self._set_up(position)
        army = next((part for part in others if part.title == self.army.title), self.army)
        yield _heading(army.title, level)
        yield _sentences(army.sentences)
        yield self._pieces(army, figures=figures)
        for part in others:
            if part is not army:
                yield _heading(part.title, level) if part.title else ""
                yield _sentences(part.sentences)
        if self.rules.variant.parent:
            yield self._in_full(level)
        yield self._for_engines()

    def _divided(self) -> tuple[Sequence[RulesPart], Sequence[RulesPart]]:
        """The parts at the beginning that say what the variant is, without titles, and the others.
        The last of the former is the lead.
        """
        parts = self.rules.parts
        untitled = len([*takewhile(lambda part: not part.title, parts)])
        count = max(1, min(untitled, len(parts) - 1))
        return parts[:count], parts[count:]

    def _in_full(self, level: int) -> str:
        """All rules, also those of the variant that it inherits from, folded."""
        parts = [part for part in self.full_rules if part.title]
        all_rules = "".join(
            _heading(part.title, level) + _sentences(part.sentences) for part in parts
        )
        return f'<details class="wazir-rules"><summary>All rules</summary>\n{all_rules}</details>\n'

    def _set_up(self, position: Diagram) -> str:
        """The position at the start as a large picture, and the squares of the pieces."""
        letters = self.document.context.letters
        draw = partial(_position_picture, position, letters=letters)
        images = themed_images(draw, f"the set-up of {self.name}", data_uri)
        names = {piece.letter: piece.name.lower() for piece in self.army.pieces}
        squares = "".join(
            f"<p><strong>{side}:</strong> {escaped(text, _MAX_LETTERS_OF_TEXT)}</p>"
            for side, text in (*set_up(position, names), *goals(position))
        )
        if position.palace:
            squares += _paragraph("The kings stay inside the borders on the board.")
        below = f"{self._play()}<figcaption>{squares}</figcaption>"
        return f'<figure class="set-up">{images}{below}</figure>\n'

    def _play(self) -> str:
        """The button that opens a board to play on, which a script shows; empty if there is
        none.
        """
        if self.board is None:
            return ""
        name = escaped(self.name, _MAX_LETTERS_OF_NAME)
        data = escape(json.dumps(self.board.as_json(self._source()), separators=(",", ":")))
        return (
            '<div class="wazir-play"><button type="button" hidden>Play</button>'
            f'<span role="status"></span><iframe title="Play {name}" '
            f'data-src="{PLAY_FOLDER}/board.html" data-board="{data}" hidden></iframe></div>'
        )

    def _pieces(self, army: RulesPart, *, figures: bool) -> str:
        """The new pieces with large pictures, then the others."""
        new = {piece.letter for piece in army.pieces} if army is not self.army else set()
        cards = [self._card(piece, figures=figures) for piece in army.pieces if piece.letter in new]
        rows = [
            self._row(piece, figures=figures)
            for piece in self.army.pieces
            if piece.letter not in new
        ]
        drawn = f'<div class="wazir-pieces">\n{"".join(cards)}</div>\n' if cards else ""
        known = f'<ul class="wazir-known" role="list">\n{"".join(rows)}</ul>\n' if rows else ""
        return drawn + known + (_paragraph(ABOUT_FIGURES, "soft") if figures else "")

    def _card(self, piece: ToldPiece, *, figures: bool) -> str:
        """A piece with a large picture and its legend."""
        image = self._image(piece, _HEIGHT_OF_PIECE)
        words = self._words(piece, figures=figures)
        return f"<figure{self._place(piece)}>{image}<figcaption>{words}</figcaption></figure>\n"

    def _row(self, piece: ToldPiece, *, figures: bool) -> str:
        """A piece with a small picture beside its words."""
        image = self._image(piece, _HEIGHT_OF_KNOWN, legend=False)
        words = self._words(piece, figures=figures)
        return f"<li{self._place(piece)}>{image}<div>{words}</div></li>\n"

    def _place(self, piece: ToldPiece) -> str:
        anchor = self.piece_anchors.get(piece.letter)
        return f' id="{escape(anchor)}"' if anchor else ""

    def _image(self, piece: ToldPiece, height: int, *, legend: bool = True) -> str:
        if piece.piece is None:
            return ""
        subject = PieceSubject(
            piece.piece,
            piece.letter,
            height,
            has_legend=legend,
            figurine=self._figurines.get(piece.letter),
            name=piece.name,
            letters=self.document.context.letters,
        )
        return themed_images(subject.picture, piece.name, data_uri)

    @property
    def _figurines(self) -> dict[str, str]:
        """The figurines of the pieces of the position at the start, by their letters."""
        position = self.rules.position
        men = position.men.values() if position else ()
        return {man.letter: man.figurine for man in men}

    def _words(self, piece: ToldPiece, *, figures: bool) -> str:
        """The name, the letter and the moves of a piece, with its figures."""
        name = (
            f"<strong>{escaped(piece.name, _MAX_LETTERS_OF_NAME)}</strong> ({escape(piece.letter)})"
        )
        about = _paragraph(piece.sentence)
        if figures and piece.piece and piece.piece.moves:
            about += _paragraph(estimate(piece.piece, self._board), "soft")
        return name + about

    @property
    def _board(self) -> PlayingBoard:
        position = self.rules.position
        return (position and position.board) or parse_board(DEFAULT)

    def _for_engines(self) -> str:
        """The position in FEN and the text of the section, folded, with buttons that copy them."""
        texts = _copied("Position (FEN)", escape(self.rules.variant.start_fen))
        if text := self._source():
            source = Document.open(self.document.notation, text, self.document.context)
            texts += _copied(self.document.notation.title, "".join(coloured(source)))
        return f'<details class="wazir-engines"><summary>For engines</summary>\n{texts}</details>\n'

    def _source(self) -> str:
        """The text of the section, after those of the file that it inherits from; empty for a
        built-in variant.
        """
        if self.is_built_in:
            return ""
        chunks = [self.placed.chunk.text]
        for name in self.rules.variant.lineage[1:]:
            span = next(self.document.definitions_named(name), None)
            if span is None:
                break
            chunks.insert(0, self.document.chunk_at(span.start).chunk.text)
        return "\n\n".join(map(self._without_last_comments, chunks)) + "\n"

    def _without_last_comments(self, text: str) -> str:
        """A section without the comments at its end, which are about the next one."""
        lines = text.splitlines()
        comment = self.document.notation.line_comments
        while lines and (not lines[-1].strip() or lines[-1].startswith(comment)):
            lines.pop()
        return "\n".join(lines)


def variant_sections(
    document: Document,
    take: Callable[[str], str],
    *,
    is_playable: bool = False,
    is_built_in: bool = False,
) -> list[VariantSection]:
    """The sections of a document that define variants, in order.

    Args:
        document: The document.
        take: Returns a free anchor for a text.
        is_playable: Whether visitors can play them.
        is_built_in: Whether the engine knows them without the document.
    """
    capability = document.notation.variants
    sections = list[VariantSection]()
    if capability is None:
        return sections
    for placed in document.chunks():
        rules = rules_at(document, placed)
        if rules is None:
            continue
        full = capability.full_rules(document.analysis(placed))
        army = next((part for part in full if part.pieces), None)
        if army is None:
            continue
        anchor = take(rules.variant.name)
        pieces = {piece.letter: take(f"piece {piece.name}") for piece in army.pieces}
        section = VariantSection(
            document=document,
            placed=placed,
            rules=rules,
            full_rules=full,
            army=army,
            anchor=anchor,
            piece_anchors=pieces,
            is_built_in=is_built_in,
        )
        if is_playable and not section.has_error:
            section = replace(section, board=playable_board(document, placed))
        sections.append(section)
    return sections


# The squares of a set-up


def set_up(position: Diagram, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The pieces of each side with their squares, in words.

    Args:
        position: The position.
        names: The names of pieces by their letters.
    """
    board = position.board
    if not isinstance(board, SquareBoard):
        return
    for side, white in (("White", True), ("Black", False)):
        squares = dict[str, list[Square]]()
        for square, man in sorted(position.men.items()):
            if man.white == white:
                squares.setdefault(man.letter, []).append(square)
        unnamed = [letter for letter in squares if letter not in names]
        phrases = [
            f"{names.get(letter, letter)}: {_listed(squares[letter], board)}"
            for letter in (*names, *unnamed)
            if letter in squares
        ]
        if phrases:
            yield side, "; ".join(phrases) + "."


_GOALS = {
    Goal.WHITE: "White’s goal (⚐)",
    Goal.BLACK: "Black’s goal (⚑)",
    Goal.BOTH: "The goal of both sides (⚐⚑)",
}


def goals(position: Diagram) -> Iterator[tuple[str, str]]:
    """The goals of each side, in words.

    Args:
        position: The position.
    """
    board = position.board
    if not isinstance(board, SquareBoard):
        return
    for goal, title in _GOALS.items():
        squares = [square for square, of in position.goals.items() if of is goal]
        if squares:
            yield title, f"{_listed(squares, board)}."


def _listed(squares: list[Square], board: PlayingBoard) -> str:
    """Squares in words; of three or more neighbours on a rank only the ends."""
    in_rows = sorted(squares, key=lambda square: (square[1], square[0]))

    def run_of(numbered: tuple[int, Square]) -> tuple[int, int]:
        """The same for squares that follow each other on a rank."""
        number, (file, rank) = numbered
        return rank, file - number

    words = list[str]()
    for _, run in groupby(enumerate(in_rows), run_of):
        names = [square_name(square, board) for _, square in run]
        words += [f"{names[0]} to {names[-1]}"] if len(names) > 2 else names
    return ", ".join(words)


def _position_picture(position: Diagram, title: str, theme: Theme, *, letters: bool) -> str:
    return of_diagram(
        position,
        title=title,
        description="",
        letters=letters,
        theme=theme,
        height=_HEIGHT_OF_SET_UP,
        legend=False,
    )


# HTML


def _heading(title: str, level: int) -> str:
    return f"<h{level}>{escaped(title, _MAX_LETTERS_OF_NAME)}</h{level}>\n"


def _paragraph(text: str, name: str = "") -> str:
    shown = f' class="{name}"' if name else ""
    return f"<p{shown}>{escaped(text, _MAX_LETTERS_OF_TEXT)}</p>\n"


def _sentences(sentences: tuple[str, ...]) -> str:
    """One sentence as a paragraph, several as a list."""
    if len(sentences) < 2:
        return "".join(map(_paragraph, sentences))
    items = "".join(f"<li>{escaped(sentence, _MAX_LETTERS_OF_TEXT)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>\n"


def _copied(title: str, code: str) -> str:
    """A text with a button that copies it, which a script shows."""
    return (
        f'<p>{escape(title)}</p>\n<pre class="wazir-code" tabindex="0"><code>{code}</code></pre>'
        f'<button type="button" hidden>Copy</button><span role="status"></span>\n'
    )
