"""How many pieces there are, and what is odd about where they stand (G25)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wazir.ben39.position import ARMY, PIECE_OF, RESERVE, Piece, Side, State, turn
from wazir.ben39.rules import in_check
from wazir.ben39.words import name, title
from wazir.diagnostics import Diagnostic, Fix
from wazir.notations.ben39 import rules
from wazir.notations.ben39.checking.drawings import emptied
from wazir.notations.ben39.meaning import MOST_OF_A_LETTER, SQUARE_LETTERS, Setup, Shown
from wazir.notations.ben39.records import Drawing, Entry
from wazir.text import Edit, Span

LAST_RANK = {Side.WHITE: "14", Side.BLACK: "2"}
HOMES = {Side.WHITE: ("h2", " K "), Side.BLACK: ("h14", "*K*")}
"""Where the kings stand at the start, and how they are drawn."""


def count_findings(setup: Setup, board: Entry | None) -> Iterator[Diagnostic]:
    """Pieces that are too many or missing."""
    counts: Counter[tuple[Side | None, str]] = Counter()
    named: set[tuple[Side | None, str]] = set()
    for shown in setup.pieces:
        kind = _kind(shown)
        counts[kind] += 1
        if counts[kind] > MOST_OF_A_LETTER[shown.letter] and kind not in named and shown.span:
            named.add(kind)
            yield _too_many(shown, shown.span, setup)
    if board and setup.drawing and _shows_kings(setup.drawing, setup):
        yield from (_no_king(side, board, setup) for side in Side if not counts[side, "K"])


def _shows_kings(drawing: Drawing, setup: Setup) -> bool:
    """Whether a king that is not drawn is missing, and not only misspelled."""
    letters = {sign.letter for sign in drawing.signs if sign.letter}
    return (
        drawing.is_full
        and drawing.is_whole
        and any(shown.place for shown in setup.pieces)
        and letters <= set(SQUARE_LETTERS + RESERVE)
    )


def _kind(shown: Shown) -> tuple[Side | None, str]:
    """What is counted together."""
    if shown.letter == "K" or shown.letter in ARMY:
        return shown.side, shown.letter
    return None, "P" if shown.letter == "Q" else shown.letter


def _too_many(shown: Shown, span: Span, setup: Setup) -> Diagnostic:
    fixes = _removed(shown, span, setup)
    if shown.letter == "K":
        return Diagnostic(rules.SECOND_KING, span, f"{title(shown.side)} has a king already.", fixes)
    most = MOST_OF_A_LETTER[shown.letter]
    if shown.letter in ARMY:
        what = name(PIECE_OF.get(shown.letter, Piece.CASTLE_EITHER))
        message = f"{title(shown.side)} has at most {_many(most, what)}, on the board and in reserve together."
    else:
        what = "pawn or queen" if shown.letter in "PQ" else name(PIECE_OF[shown.letter])
        plural = "pawns and queens" if shown.letter in "PQ" else f"{what}s"
        message = f"There are {most} {plural}, on the board and in both hands together, and this is one more."
    return Diagnostic(rules.TOO_MANY_PIECES, span, message, fixes)


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _removed(shown: Shown, span: Span, setup: Setup) -> tuple[Fix, ...]:
    """The fix that takes a piece away, where it is drawn or written in a hand or a reserve."""
    if setup.form:
        return ()
    sign = next((sign for sign in setup.drawing.signs if sign.piece == span), None) if setup.drawing else None
    if shown.place and sign is None:
        return ()
    if sign:
        return (Fix("Take this piece off the board", (emptied(sign),), safe=False),)
    others = [one for one in setup.pieces if one.place is None and one.span and one.span != span]
    edit = Edit(span, "" if others else "-")
    return (Fix("Take this piece out", (edit,), safe=False),)


def _no_king(side: Side, board: Entry, setup: Setup) -> Diagnostic:
    home, drawn = HOMES[side]
    fixes: tuple[Fix, ...] = ()
    sign = next((sign for sign in setup.drawing.signs if sign.place == home), None) if setup.drawing else None
    if sign and not sign.letter:
        fixes = (Fix(f"Put it on {home}", (Edit(sign.span, drawn),), safe=False),)
    message = f"{title(side)} has no king, though the whole board is drawn with pieces on it."
    return Diagnostic(rules.KING_MISSING, board.key_span, message, fixes)


# What is odd


def odd_findings(setup: Setup, state: State, board: Entry | None, is_sound: bool) -> Iterator[Diagnostic]:
    """Castles whose next step is not known, pawns on their last rank, and a king that can be taken."""
    for shown in setup.pieces:
        if shown.span and shown.is_unknown:
            yield _unknown_step(shown, shown.span, setup)
        if shown.span and shown.place and shown.letter == "P" and shown.place[1:] == LAST_RANK[shown.side]:
            message = f"A pawn of {title(shown.side)} becomes a queen on rank {shown.place[1:]}: it cannot stand here."
            letter = "Q" if shown.side is Side.WHITE or not setup.form else "q"
            fixes = (Fix(f"Write `{letter}`", (Edit(shown.span, letter),), safe=False),)
            yield Diagnostic(rules.PAWN_ON_LAST_RANK, shown.span, message, fixes)
    side = turn(state).other
    if is_sound and in_check(state, side):
        king = next((one.span for one in setup.pieces if one.letter == "K" and one.side is side and one.span), None)
        span = king or (board.key_span if board else None)
        if span:
            message = f"It is the turn of {title(side.other)}, who can take the king of {title(side)} at once."
            yield Diagnostic(rules.KING_CAN_BE_TAKEN, span, message)


def _unknown_step(shown: Shown, span: Span, setup: Setup) -> Diagnostic:
    if setup.form:
        message = "The next step of this castle is not known, so that it may go either way once: `+` or `x` says which."
        fixes = tuple(Fix(f"Write `{sign}`", (Edit(Span(span.end - 1, span.end), sign),), safe=False) for sign in "+x")
        return Diagnostic(rules.CASTLE_STEP_UNKNOWN, span, message, fixes)
    message = (
        f"`castles:` does not say which step of the castle on {shown.place} comes next, so that it may go either way "
        f"once. `castles: {shown.place}+` says orthogonal, `castles: {shown.place}x` diagonal."
    )
    return Diagnostic(rules.CASTLE_STEP_UNKNOWN, span, message)
