"""First moves of pawns and other pieces, captures en passant, and passing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts.regions import is_everywhere, opponent, sides
from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.engine_files.variants_ini.phrases import nouns
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.variant import ResolvedPiece

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def _has_double_stepper(view: View) -> bool:
    """Whether a piece has moves from the squares of double steps."""
    return view.has("pawn") or _has_own_first_moves(view)


def _first_movers(view: View) -> str:
    """The pieces whose moves say which ones are first moves, at the start of a sentence."""
    movers = filter(_has_first_moves, view.pieces_in_play)
    names = [view.noun(mover.letter) for mover in movers]
    return nouns(names, "A or", view.colour) if names else ""


def _opponent_steps_past(view: View) -> bool:
    """Whether the opponent makes moves that can be captured en passant."""
    enemy = opponent(view)
    is_long = enemy.squares("doubleStepRegion") or enemy.squares("tripleStepRegion")
    return bool((enemy.has("pawn") and is_long) or _has_own_first_moves(enemy))


def _triple_steps(view: View) -> bool:
    """Whether the region of triple steps has a square from which one stays on the board."""
    return any(side.squares("tripleStepRegion") for side in sides(view))


def _has_own_first_moves(view: View) -> bool:
    """Whether a piece in play has first moves of its own."""
    return any(map(_has_first_moves, view.pieces_in_play))


def _has_first_moves(piece: ResolvedPiece) -> bool:
    """Whether the moves of a piece say which ones are first moves."""
    return "i" in (piece.betza or "")


def _squares_passed(view: View) -> Iterator[tuple[int, int]]:
    """The squares that pawns of a side pass in double and triple steps."""
    forward = -1 if view.side == "Black" else 1
    for steps, key in ((2, "doubleStepRegion"), (3, "tripleStepRegion")):
        for file, rank in view.squares(key):
            if 0 <= rank + steps * forward < view.variant.ranks:
                yield from ((file, rank + step * forward) for step in range(1, steps))


def _passed_squares(view: View) -> bool:
    """Whether a square that the opponent passes is one for captures en passant."""
    for side in sides(view):
        enemy = opponent(side)
        region = view.of(side.side).squares("enPassantRegion")
        if region and (
            _has_own_first_moves(enemy) or not region.isdisjoint(_squares_passed(enemy))
        ):
            return True
    return False


def _captures_en_passant(view: View) -> bool:
    """Whether a piece captures en passant."""
    return bool(
        view.pieces("enPassantTypes") and _passed_squares(view) and _opponent_steps_past(view)
    )


def _passed_square(view: View) -> str:
    """Where the square has to be that a pawn passed, unless anywhere."""
    if is_everywhere(view, "enPassantRegion"):
        return ""
    return f", which has to be on {view.word('enPassantRegion', '')}"


def may_pass(view: View) -> bool:
    """Whether a side that has no other move passes."""
    rules = view.variant.rules
    return any(rules[f"{key}{side}"].value for key in ("pass", "passOnStalemate") for side in BOTH)


_LEAP_OF_KING = (
    "With its first move, a king that is not in check may leap as a knight to the second rank, "
    "without capturing. It loses this leap when an enemy rook comes to its rank or file."
)
_LEAP_OF_FERZ = (
    "With its first move, a ferz may go two squares straight forward, without capturing."
)


def _has_cambodian_leapers(view: View) -> bool:
    """Whether there are pieces that make the first moves of cambodian chess."""
    return view.has("king", "fers")


def _cambodian_leaps(view: View) -> str:
    """The first moves of cambodian chess of the pieces that there are."""
    leaps = {"king": _LEAP_OF_KING, "fers": _LEAP_OF_FERZ}
    return " ".join([leap for piece, leap in leaps.items() if view.has(piece)])


FACTS = named(
    _cambodian_leaps,
    _captures_en_passant,
    _first_movers,
    _has_cambodian_leapers,
    _has_double_stepper,
    _opponent_steps_past,
    _passed_square,
    _passed_squares,
    _triple_steps,
    may_pass,
)
