"""Which pieces a side may not lose, and what their loss is called (V15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.engine_files.variants_ini.phrases import at_most, plural
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.wording import join_words
from wazir.piece.words import number_word

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def has_royal(view: View) -> bool:
    """Whether a side has a royal piece."""
    return any(piece.royal for piece in view.pieces_in_play)


def _has_pseudo_royal(view: View) -> bool:
    """Whether pieces are made royal."""
    return bool(view.value("extinctionPseudoRoyal") and view.pieces("extinctionPieceTypes"))


def _last_of_several(view: View) -> str:
    """`last `; empty if a side never has more than one royal piece."""
    letters = view.pieces("extinctionPieceTypes")
    counts = [
        sum(sign in (letter, letter.upper()) for sign, _ in view.fen.letters) for letter in letters
    ]
    promotions = [sign for side in BOTH for sign in view.of(side).value("promotionPieceTypes")]
    promotions += view.value("promotedPieceType").values()
    is_only = len(letters) == 1 and counts[0] <= 2 and letters[0] not in promotions
    return "" if is_only else "last "


def _of_a_side(view: View) -> str:
    """` of a side` behind `last`; empty without it."""
    return " of a side" if _last_of_several(view) else ""


def _most_royals(view: View) -> str:
    """The largest number of pieces that are royal."""
    return number_word(int(view.value("extinctionPieceCount")) + 1)


def _forbidden_attack(view: View) -> str:
    """What is forbidden of a royal piece."""
    if not view.value("blastOnCapture"):
        return "it may not be left attacked"
    return (
        "it may not be left attacked or blown up, but an attack does not count while it touches "
        "an enemy royal piece, nor when the move blows one up"
    )


def _counts_extinction(view: View) -> bool:
    """Whether royal pieces can be lost, so that their number is counted."""
    return not view.value("extinctionPseudoRoyal") or bool(view.value("blastOnCapture"))


def _watches_pieces(view: View) -> bool:
    """Whether the number of pieces ends the game or makes one royal."""
    return bool(view.value("extinctionPseudoRoyal")) or view.value("extinctionValue") != "none"


def ends_by_extinction(view: View) -> bool:
    """Whether the loss of pieces ends the game."""
    return bool(
        view.value("extinctionValue") != "none"
        and view.pieces("extinctionPieceTypes")
        and _counts_extinction(view)
    )


def _pieces_left_to_loser(view: View) -> str:
    """What is left to a player who has lost the pieces that count."""
    letters = view.pieces("extinctionPieceTypes")
    count = int(view.value("extinctionPieceCount"))
    names = ["piece"] if "*" in letters else [view.noun(letter) for letter in letters]
    if len(names) == 1:
        return f"no {names[0]} left" if count == 0 else f"at most {at_most(count, names[0])} left"
    few = "lost all pieces" if count == 0 else f"at most {at_most(count, 'piece')} left"
    return f"{few} of one kind ({join_words(map(plural, names), 'or')})"


def _opponent_needs(view: View) -> str:
    """What the opponent must have for that, if anything."""
    count = int(view.value("extinctionOpponentPieceCount"))
    return f", while the opponent has at least {number_word(count)}," if count else ""


def _preventable_next_move(view: View) -> str:
    """What the next move may prevent, if anything."""
    if not (view.value("extinctionClaim") and view.value("extinctionOpponentPieceCount")):
        return ""
    return " unless the next move brings the opponent down to the same"


def _spared_by_explosions(view: View) -> str:
    """The pieces that explosions leave; only the engine's own pawns are spared."""
    return ", but no pawns except those that took part" if view.has("pawn") else ""


FACTS = named(
    _counts_extinction,
    _forbidden_attack,
    _has_pseudo_royal,
    _last_of_several,
    _most_royals,
    _of_a_side,
    _opponent_needs,
    _pieces_left_to_loser,
    _preventable_next_move,
    _spared_by_explosions,
    _watches_pieces,
    ends_by_extinction,
    has_royal,
)
