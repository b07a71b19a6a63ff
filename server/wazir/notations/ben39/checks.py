"""Checks the lines, keys, diagram and pieces of a record (G22, G23, G25)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches

from wazir.ben39.board import SQUARE_OF
from wazir.ben39.fen import draw, fill
from wazir.ben39.position import ARMY, PIECE_OF, RESERVE, Position, Rule, Side, turn
from wazir.ben39.rules import in_check
from wazir.ben39.words import join_words, name, title
from wazir.diagnostics import Code, Diagnostic, Fix, Related
from wazir.notations.ben39 import codes
from wazir.notations.ben39.drawing import Drawing, movable
from wazir.notations.ben39.meaning import (
    MAX_OF_LETTER,
    SQUARE_LETTERS,
    Ben39Reading,
    Record,
    WrittenPiece,
    existing,
)
from wazir.notations.ben39.rows import Sign
from wazir.notations.ben39.syntax import (
    KEYS,
    LETTERS,
    MIN_SIMILARITY,
    Entry,
    castles,
    rules_in,
    stored,
    turn_of,
)
from wazir.notations.fixes import fix, insertion, remove, write
from wazir.notations.wording import beginning, plural_count
from wazir.syntax import ProblemKind
from wazir.text import Edit, Span, line_start, newline

REPLACED = (
    "board",
    "turn",
    "white hand",
    "black hand",
    "white reserve",
    "black reserve",
    "castles",
)
"""The keys that the one-line form replaces."""
MAX_LINES = 20
"""The maximum number of lines without a key that are reported one by one."""

_KEY = re.compile(
    rf"(?P<key>{'|'.join(KEYS).replace(' ', '[ ]+')})(?=[ ]|\Z)(?:[ ]+=)?", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]{4,12}(?=[ \t]|\Z)")


def text_diagnostics(reading: Ben39Reading, has_headers: bool) -> Iterator[Diagnostic]:
    """The diagnostics of a text outside its records. Whether the file has a `position` line is
    given.
    """
    for problem in reading.tree.problems:
        if problem.kind is ProblemKind.TOO_LONG:
            yield Diagnostic(
                codes.TOO_LONG,
                beginning(problem.span),
                "The record is too long to be read. Split it.",
            )
    yield from _unreadable(reading.outside, reading.tree.text)
    first = next(iter(reading.records), None)
    if first and first.header is None and has_headers:
        message = (
            "Missing `position NAME` before this record. In a file of several, each starts with it."
        )
        span = first.entries[0].key_span
        change = fix("Insert `position first` before it", insertion(span.start, "position first\n"))
        yield Diagnostic(codes.MISSING_NAME, span, message, fixes=(change,))


def key_diagnostics(record: Record) -> Iterator[Diagnostic]:
    """The diagnostics of the keys of a record, and of the values of one-line keys."""
    yield from _unreadable(record.stray, record.text)
    if record.header and record.name is None:
        message = "Missing name of the position. Write `position NAME`."
        change = fix("Write a name", insertion(record.header.end, " first"))
        yield Diagnostic(codes.MISSING_NAME, record.header, message, fixes=(change,))
    form = record.entry("fen")
    first: dict[str, Entry] = {}
    for entry in record.entries:
        yield from _unreadable(entry.stray, record.text)
        if entry.written != entry.key or entry.key not in KEYS:
            yield _unknown(entry, record)
            continue
        if entry.key in first:
            message = f"Repeated key `{entry.key}:`. The first one applies."
            yield _needless(
                codes.DUPLICATE_KEY,
                entry,
                message,
                other=first[entry.key],
                here="The first one is here.",
            )
        elif form and entry.key in REPLACED:
            message = (
                f"`{entry.key}:` has no effect beside `fen:`, which contains the whole position."
            )
            yield _needless(
                codes.KEY_BESIDE_FEN, entry, message, other=form, here="`fen:` is here."
            )
        elif entry.key in _READERS:
            yield from _READERS[entry.key](entry)[1]
        first.setdefault(entry.key, entry)


def _unreadable(lines: tuple[Span, ...], text: str) -> Iterator[Diagnostic]:
    """The diagnostics of lines that do not belong to a key; the last one is for all further
    lines.
    """
    for number, span in enumerate(lines):
        if number == MAX_LINES:
            rest = Span(span.start, lines[-1].end)
            message = (
                "These lines do not belong to a key. Write `board:` before a drawing, or `;` "
                "before a comment."
            )
            yield Diagnostic(codes.UNREADABLE_LINE, rest, message)
            return
        message = (
            "This line does not belong to a key. Write `board:` before a drawing, or `;` before "
            "a comment."
        )
        fixes: tuple[Fix, ...] = (fix("Make it a comment", insertion(span.start, "; ")),)
        line, right = text[span.start : span.end], "position"
        if match := _KEY.match(line):
            right = f"{' '.join(match['key'].lower().split())}:"
        elif (match := _WORD.match(line)) and not get_close_matches(
            match[0].lower(), [right], cutoff=MIN_SIMILARITY
        ):
            match = None
        if match:
            message = f"This line does not belong to a key. Did you mean `{right}`?"
            fixes = (write(Span(*match.span()).moved(span.start), right), *fixes)
        yield Diagnostic(codes.UNREADABLE_LINE, span, message, fixes=fixes)


def _unknown(entry: Entry, record: Record) -> Diagnostic:
    """The diagnostic of a key that is misspelled or unknown."""
    if entry.written == "position":
        edit = Edit(Span(entry.key_span.start, entry.value_start), "position")
        message = "Unexpected colon after `position`. Write `position NAME`."
        return Diagnostic(
            codes.UNKNOWN_KEY, entry.key_span, message, fixes=(fix("Remove the colon", edit),)
        )
    known = ", ".join(f"`{key}`" for key in KEYS)
    if entry.key not in KEYS or record.entry(entry.key) is not entry:
        return Diagnostic(
            codes.UNKNOWN_KEY,
            entry.key_span,
            f"Unknown key `{entry.written}`. The keys are {known}.",
        )
    message = f"Unknown key `{entry.written}`, read as `{entry.key}`."
    return Diagnostic(
        codes.UNKNOWN_KEY,
        entry.key_span,
        message,
        fixes=(write(entry.key_span, entry.key, safe=True),),
    )


def _needless(code: Code, entry: Entry, message: str, other: Entry, here: str) -> Diagnostic:
    """The diagnostic of a key without effect because of another one, with the fix that removes
    it.
    """
    removal = remove(entry.span, f"`{entry.key}:`")
    return Diagnostic(
        code, entry.key_span, message, fixes=(removal,), related=(Related(other.key_span, here),)
    )


_READERS: Mapping[str, Callable[[Entry], tuple[object, list[Diagnostic]]]] = {
    "turn": turn_of,
    "castles": castles,
    "rules": rules_in,
    **dict.fromkeys(LETTERS, stored),
}
"""The functions that read the values of one-line keys, with their diagnostics."""


# The pieces of a diagram (G23)

_CODES: Mapping[str, Code] = {code.id: code for code in codes.CODES}


def form_diagnostics(record: Record) -> Iterator[Diagnostic]:
    """The diagnostics of a one-line form."""
    entry, form = record.entry("fen"), record.setup.form
    if entry is None or form is None:
        return
    start = entry.value_span.start
    for fault in form.faults:
        span = Span(fault.start, fault.end).moved(start)
        fixes = (write(span, fault.instead),) if fault.instead else ()
        place = span if span.start < span.end else entry.key_span
        yield Diagnostic(_CODES[fault.kind], place, fault.message, fixes=fixes)
    if not form.faults:
        span = Span(*form.words[2]).moved(start)
        for which in ("A", "The second")[: 2 - len(form.position.movable)]:
            message = f"{which} movable square is not on the board."
            yield Diagnostic(codes.MOVABLE_SQUARE_OFF_BOARD, span, message)


def drawing_diagnostics(record: Record) -> Iterator[Diagnostic]:
    """The diagnostics of a diagram."""
    drawing = record.setup.drawing
    if drawing is None:
        return
    yield from drawing.diagnostics
    if not drawing.is_certain:
        return
    on_board = existing(record.setup.position.movable)
    for row in drawing.rows:
        for sign in row.signs:
            if sign.place in on_board:
                yield from _letter(sign)
            elif row.is_as_written:
                yield _nowhere(sign)
    if drawing.is_whole:
        yield from _movable(drawing, record)


def castle_diagnostics(record: Record) -> list[Diagnostic]:
    """The named castles that do not exist."""
    standing = {piece.place for piece in record.setup.pieces if piece.letter == "C"}
    message = "No castle on {}. Remove it from `castles:`, or draw it."
    missing = [castle for castle in record.setup.castles if castle.place not in standing]
    return [
        Diagnostic(codes.MISSING_CASTLE, castle.span, message.format(castle.place))
        for castle in missing
    ]


def _nowhere(sign: Sign) -> Diagnostic:
    """The diagnostic of an intersection that does not exist."""
    message = f"No intersection {sign.place}: no square of the board touches it."
    if sign.letter:
        return Diagnostic(codes.UNKNOWN_PLACE, sign.span, message)
    removal = fix("Remove it", Edit(sign.span, " "), safe=True)
    return Diagnostic(codes.CROSSING_OFF_BOARD, sign.span, message, fixes=(removal,))


def _letter(sign: Sign) -> Iterator[Diagnostic]:
    """The diagnostic of a letter that is not the letter of a piece, or not allowed in its place."""
    letter, span, code = sign.letter, sign.piece, codes.SQUARE_PIECE_ON_LINE
    allowed, what, home = RESERVE, "an intersection", "squares"
    if sign.place in SQUARE_OF:
        allowed = SQUARE_LETTERS
        what = "a square"
        home = "intersections"
        code = codes.LINE_PIECE_ON_SQUARE
    letters = ", ".join(allowed)
    if letter in allowed:  # an empty letter is in every text
        return
    if letter in SQUARE_LETTERS + RESERVE:
        standing = f"A {name(PIECE_OF[letter])} stands on {home}"
        yield Diagnostic(
            code, span, f"{standing}, and {sign.place} is {what}: the letters here are {letters}."
        )
        return
    upper = letter.upper()
    message = f"`{letter}` is not a piece. The letters on {what} are {letters}."
    fixes = (write(Span(span.end - 1, span.end), upper),) if upper in allowed else ()
    yield Diagnostic(codes.UNKNOWN_LETTER, span, message, fixes=fixes)


# Movable squares


def _movable(drawing: Drawing, record: Record) -> Iterator[Diagnostic]:
    """The diagnostics of the movable squares of a diagram."""
    names, gone = movable(drawing)
    if len(names) > 2:
        message = f"Too many movable squares: {len(names)} instead of two, at {join_words(names)}."
        yield Diagnostic(codes.WRONG_MOVABLE_SQUARES, drawing.movable[2].span, message)
    elif gone and drawing.is_full:
        drawn = "only one of two is" if names else "neither of two is"
        message = f"Missing movable squares: {drawn} drawn. Write `|###|` at a place of the ring."
        fixes = _redrawn(drawing, record.setup.position, gone, text=record.text)
        yield Diagnostic(codes.WRONG_MOVABLE_SQUARES, drawing.entry.key_span, message, fixes=fixes)
    else:
        for name in gone:
            message = f"A movable square is off the board: it is not drawn at {name} or elsewhere."
            yield Diagnostic(codes.MOVABLE_SQUARE_OFF_BOARD, drawing.entry.key_span, message)


def _redrawn(
    drawing: Drawing, position: Position, names: tuple[str, ...], text: str
) -> tuple[Fix, ...]:
    """The fix that draws movable squares at their initial locations; none over comments."""
    span = Span(line_start(text, drawing.entry.words[0].start), drawing.entry.value_end)
    drawn = draw(Position(position.pieces, (*position.movable, *names)))
    redrawing = fix(f"Draw {join_words(names)}", Edit(span, newline(text).join(drawn)))
    return () if ";" in text[span.start : span.end] else (redrawing,)


# The number of pieces, and unusual places (G25)

LAST_RANK = {Side.WHITE: "14", Side.BLACK: "2"}
HOMES = {Side.WHITE: ("h2", " K "), Side.BLACK: ("h14", "*K*")}
"""The initial places of the kings, and how they are drawn."""


def count_diagnostics(record: Record) -> Iterator[Diagnostic]:
    """Surplus and missing pieces."""
    setup = record.setup
    counts: Counter[tuple[Side | None, str]] = Counter()
    for piece in setup.pieces:
        # kings and intersection pieces count for each side, others for both together; a queen is a
        # pawn
        kind = (
            piece.side if piece.letter in {"K", *ARMY} else None,
            "P" if piece.letter == "Q" else piece.letter,
        )
        counts[kind] += 1
        if counts[kind] == MAX_OF_LETTER[piece.letter] + 1:
            yield _too_many(piece, record)
    drawing = setup.drawing
    if drawing is None or not (drawing.is_full and drawing.is_whole):
        return
    # A misspelled letter may be that of a king.
    letters = "".join(sign.letter for sign in drawing.signs)
    if set(letters) <= set(SQUARE_LETTERS + RESERVE) and any(piece.place for piece in setup.pieces):
        for side in Side:
            if not counts[side, "K"]:
                home, drawn = HOMES[side]
                free = [
                    sign.span for sign in drawing.signs if sign.place == home and not sign.letter
                ]
                fixes = tuple(fix(f"Put it on {home}", Edit(span, drawn)) for span in free)
                message = f"{title(side)} has no king on the whole board."
                yield Diagnostic(codes.MISSING_KING, drawing.entry.key_span, message, fixes=fixes)


def _too_many(piece: WrittenPiece, record: Record) -> Diagnostic:
    """The diagnostic of a surplus piece."""
    span, fixes = piece.span, _removed(piece.span, record)
    if piece.letter == "K":
        return Diagnostic(
            codes.EXTRA_KING, span, f"{title(piece.side)} already has a king.", fixes=fixes
        )
    most = MAX_OF_LETTER[piece.letter]
    if piece.letter in ARMY:
        of_side = f"{title(piece.side)} has at most {plural_count(most, name(piece.piece))}"
        message = f"Too many pieces: {of_side}, on the board and in reserve."
    else:
        plural = "pawns and queens" if piece.letter in "PQ" else f"{name(piece.piece)}s"
        message = f"Too many pieces: the game has {most} {plural}, on the board and in both hands."
    return Diagnostic(codes.TOO_MANY_PIECES, span, message, fixes=fixes)


def _removed(span: Span, record: Record) -> tuple[Fix, ...]:
    """The fix that removes a piece from the diagram or from a hand."""
    setup = record.setup
    if setup.form:
        return ()
    if sign := next(
        (sign for sign in (setup.drawing.signs if setup.drawing else ()) if sign.piece == span),
        None,
    ):
        if sign.place in SQUARE_OF:
            empty = 3 * fill(SQUARE_OF[sign.place])
        else:
            empty = "+-"[: span.end - span.start]
        return (fix("Remove the piece from the board", Edit(sign.span, empty)),)
    is_alone = any(entry.value_span == span for entry in record.entries)
    return (fix("Remove the piece", Edit(span, "-" if is_alone else "")),)


# Unusual positions


def unusual_diagnostics(record: Record, is_certain: bool) -> Iterator[Diagnostic]:
    """Castles with an unknown next step, pawns on their last rank, and a king that can be taken."""
    setup, state = record.setup, record.start
    for piece in setup.pieces:
        if piece.is_unknown:
            yield _unknown_step(piece, record)
        is_last = (
            piece.letter == "P"
            and piece.place is not None
            and piece.place[1:] == LAST_RANK[piece.side]
        )
        if is_last and Rule.OWN_PROMOTION not in setup.position.rules:
            message = (
                f"A pawn of {title(piece.side)} becomes a queen on rank {LAST_RANK[piece.side]}."
            )
            letter = "Q" if piece.side is Side.WHITE or not setup.form else "q"
            yield Diagnostic(
                codes.PAWN_ON_LAST_RANK, piece.span, message, fixes=(write(piece.span, letter),)
            )
    side = turn(state).other
    if is_certain and in_check(state, side):
        king = next(piece for piece in setup.pieces if piece.letter == "K" and piece.side is side)
        message = f"{title(side.other)} is to move and can capture the king of {title(side)}."
        yield Diagnostic(codes.KING_CAN_BE_TAKEN, king.span, message)


def _unknown_step(piece: WrittenPiece, record: Record) -> Diagnostic:
    """The diagnostic of a castle with an unknown next step."""
    span = piece.span
    if record.setup.form:
        message = "Unknown next step of this castle, so both are legal. Write `+` or `x`."
        fixes = tuple(write(Span(span.end - 1, span.end), sign) for sign in "+x")
        return Diagnostic(codes.UNKNOWN_CASTLE_STEP, span, message, fixes=fixes)
    message = (
        f"Unknown next step of the castle on {piece.place}, so both are legal. Write `castles: "
        f"{piece.place}+` (orthogonal) or `castles: {piece.place}x` (diagonal)."
    )
    return Diagnostic(codes.UNKNOWN_CASTLE_STEP, span, message)
