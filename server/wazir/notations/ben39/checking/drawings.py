"""What is wrong with what a drawing shows, place by place (G23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wazir.ben39.board import INTERSECTION_OF, SQUARE_OF
from wazir.ben39.diagram import draw, fill
from wazir.ben39.fen import Kind
from wazir.ben39.position import PIECE_OF, RESERVE, Piece, Position
from wazir.ben39.words import listed
from wazir.ben39.words import name as name_of
from wazir.diagnostics import Code, Diagnostic, Fix
from wazir.notations.ben39 import rules
from wazir.notations.ben39.meaning import SQUARE_LETTERS, Setup, existing
from wazir.notations.ben39.reading.drawing import drawing as drawing_of
from wazir.notations.ben39.reading.drawing import movable
from wazir.notations.ben39.records import Drawing, Entry, Sign
from wazir.text import Edit, Span

OF_FORM: Mapping[Kind, Code] = {
    Kind.PARTS: rules.BAD_FEN,
    Kind.RANKS: rules.BAD_FEN,
    Kind.LENGTH: rules.BAD_FEN,
    Kind.LETTER: rules.UNKNOWN_LETTER,
    Kind.ON_SQUARE: rules.LINE_PIECE_ON_SQUARE,
    Kind.ON_LINE: rules.SQUARE_PIECE_ON_LINE,
    Kind.MOVABLE: rules.BAD_FEN,
    Kind.TOO_MANY_MOVABLE: rules.WRONG_MOVABLE_SQUARES,
    Kind.TURN: rules.BAD_TURN,
    Kind.KING_IN_HAND: rules.KING_IN_HAND,
}
"""The codes of what can be wrong with a one-line form."""


def form_findings(setup: Setup, entry: Entry) -> Iterator[Diagnostic]:
    """What is wrong with a one-line form."""
    form = setup.form
    if form is None:
        return
    for fault in form.faults:
        span = Span(fault.start, fault.end).moved(setup.form_start)
        fixes = (Fix(f"Write `{fault.instead}`", (Edit(span, fault.instead),), safe=False),) if fault.instead else ()
        place = span if span.start < span.end else entry.key_span
        yield Diagnostic(OF_FORM[fault.kind], place, fault.message, fixes)
    if not form.faults:
        span = Span(*form.words[2]).moved(setup.form_start)
        for number in range(2 - len(setup.position.movable)):
            which = "A" if number == 0 else "The second"
            message = f"{which} movable square is not on the board."
            yield Diagnostic(rules.MOVABLE_SQUARE_OFF_BOARD, span, message)


def drawing_findings(entry: Entry, setup: Setup, text: str) -> Iterator[Diagnostic]:
    """What is wrong with a drawing."""
    drawing, found = drawing_of(entry, text)
    yield from found
    if not drawing.is_certain:
        return
    there = existing(setup.position.movable)
    for row in drawing.rows:
        for sign in row.signs:
            if sign.place in there:
                yield from _letter(sign)
            elif row.is_as_written:
                yield _nowhere(sign)
    yield from _movable(entry, drawing, setup.position, text)


def _nowhere(sign: Sign) -> Diagnostic:
    if not sign.letter:
        message = f"No square of the board touches {sign.place}, so that there is no intersection."
        fixes = (Fix("Leave it out", (Edit(sign.span, " "),)),)
        return Diagnostic(rules.CROSSING_OFF_BOARD, sign.span, message, fixes)
    message = f"The board has no intersection {sign.place}: none of its squares touches it."
    return Diagnostic(rules.NO_SUCH_PLACE, sign.span, message)


def _letter(sign: Sign) -> Iterator[Diagnostic]:
    """Whether the letter at a place is one of a piece that can be there."""
    on_square = sign.place in SQUARE_OF
    letter, span = sign.letter, sign.piece or sign.span
    if not letter or letter in (SQUARE_LETTERS if on_square else RESERVE):
        return
    letters = ", ".join(SQUARE_LETTERS if on_square else RESERVE)
    what = "a square" if on_square else "an intersection"
    if letter in SQUARE_LETTERS + RESERVE:
        piece = PIECE_OF.get(letter, Piece.CASTLE_EITHER)
        stands = "intersections" if on_square else "squares"
        message = f"A {name_of(piece)} stands on {stands}, and {sign.place} is {what}: the letters here are {letters}."
        yield Diagnostic(rules.LINE_PIECE_ON_SQUARE if on_square else rules.SQUARE_PIECE_ON_LINE, span, message)
        return
    upper = letter.upper()
    fixes = (_lettered(sign, upper),) if upper in (SQUARE_LETTERS if on_square else RESERVE) else ()
    shown = f"`{letter}`" if letter.isprintable() else "This"
    yield Diagnostic(rules.UNKNOWN_LETTER, span, f"{shown} is no piece. The letters on {what} are {letters}.", fixes)


def _lettered(sign: Sign, letter: str) -> Fix:
    at = (sign.piece or sign.span).end - 1
    return Fix(f"Write `{letter}`", (Edit(Span(at, at + 1), letter),), safe=False)


# Movable squares


def _movable(entry: Entry, drawing: Drawing, position: Position, text: str) -> Iterator[Diagnostic]:
    names, gone = movable(drawing)
    if not drawing.is_whole:
        return
    if len(names) > 2:
        sign = drawing.movable[2] if len(drawing.movable) > 2 else drawing.movable[-1]
        message = f"There are two movable squares, and {len(names)} are drawn at places of the ring: {listed(names)}."
        yield Diagnostic(rules.WRONG_MOVABLE_SQUARES, sign.span, message)
    elif gone and drawing.is_full:
        drawn = "one is" if names else "none is"
        message = f"There are two movable squares, and {drawn} drawn. A `|###|` at a place of the ring is one."
        fixes = _redrawn(drawing, position, gone, text)
        yield Diagnostic(rules.WRONG_MOVABLE_SQUARES, entry.key_span, message, fixes)
    else:
        for name in gone:
            message = f"A movable square is not drawn, neither at {name} nor elsewhere: it is off the board."
            yield Diagnostic(rules.MOVABLE_SQUARE_OFF_BOARD, entry.key_span, message)


def _redrawn(drawing: Drawing, position: Position, names: tuple[str, ...], text: str) -> tuple[Fix, ...]:
    """The fix that draws movable squares where they are at the start; not over comments."""
    last = max(drawing.rows[-1].span.end, drawing.files.end if drawing.files else 0)
    span = Span(drawing.rows[0].start, last)
    if ";" in text[span.start : span.end]:
        return ()
    ends = "\r\n" if "\r\n" in text else "\n"
    drawn = draw(Position(position.squares, position.intersections, (*position.movable, *names)))
    return (Fix(f"Draw {listed(names)}", (Edit(span, ends.join(drawn)),), safe=False),)


def emptied(sign: Sign) -> Edit:
    """The edit that takes a piece off a drawing."""
    if sign.place in INTERSECTION_OF:
        first = sign.span.end - sign.span.start == 1
        return Edit(sign.span, "+" if first else "+-")
    return Edit(sign.span, 3 * fill(SQUARE_OF[sign.place]))
