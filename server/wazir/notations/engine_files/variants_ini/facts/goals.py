"""The goals of a variant, and what ends it at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts import royals
from wazir.notations.engine_files.variants_ini.facts.regions import sides
from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.engine_files.variants_ini.phrases import plural, with_article
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.wording import join_words
from wazir.piece.words import number_word, ordinal

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def _has_flag_piece(view: View) -> bool:
    """Whether a piece can win by reaching a square."""
    return bool(view.pieces("flagPiece"))


def _has_flag_goal(view: View) -> bool:
    """Whether there are squares to reach, and a piece for it."""
    return bool(view.value("flagRegion") and view.pieces("flagPiece"))


def _flag_pieces(view: View) -> str:
    """What a side has to bring to the squares."""
    count = int(view.value("flagPieceCount"))
    letters = view.pieces("flagPiece")
    name = "piece" if "*" in letters else view.noun(letters[0])
    if count > 1:
        return f"{number_word(count)} {plural(name)}"
    if name == "piece":
        return "any piece"
    is_king = letters[0] != "*" and view.by_letter[letters[0]].royal
    return f"the {name}" if is_king else with_article(name)


def _counts_occupied_flags(view: View) -> str:
    """That squares with a piece count too, if they do."""
    return ", where full squares count too" if view.value("flagPieceBlockedWin") else ""


def _flag_answer(view: View) -> str:
    """What the opponent may do after a goal is reached."""
    kings = all(
        letter != "*" and view.by_letter[letter].key == "king"
        for side in BOTH
        for letter in view.of(side).pieces("flagPiece")
    )
    if view.value("flagPieceSafe"):
        return (
            "A piece that is attacked at its goal wins only if it is still there "
            "after the opponent's next move."
        )
    if kings:
        return (
            "If White arrives first, Black has one more move to do the same, "
            "and then the game is drawn."
        )
    return (
        "The piece has to be still there after the opponent's next move; "
        "the player who arrives first wins."
    )


_CHECKS = re.compile(r"(\d)\+(\d)")


def _check_count_sentence(view: View) -> str:
    """The sentence about the number of checks that wins."""
    match = _CHECKS.search(view.variant.start_fen)
    counts = match.groups() if match else ("3", "3")
    white, black = (f"for the {ordinal(int(count))} time" for count in counts)
    giving = "wins by giving check"
    if white == black:
        return f"A player {giving} {white}."
    return f"White {giving} {white}, Black {black}."


def _connects_lines(view: View) -> bool:
    """Whether directions matter for rows and chains."""
    has_chain = any(
        side.value("connectRegion1") and side.value("connectRegion2") for side in sides(view)
    )
    return bool(view.value("connectN") or view.value("collinearN") or has_chain)


FLIPS = ("reversi", "ataxx", "quadwrangle")
"""The values of `flipEnclosedPieces` with which pieces change sides; the engine ignores others."""


def _fills_square(view: View) -> bool:
    """Whether a side can have as many pieces as a square of them needs."""
    needed = view.value("connectNxN") ** 2
    signs = view.fen.letters
    white = sum(sign.isupper() for sign, _ in signs)
    most = max(white, len(signs) - white)
    grows = view.value("pieceDrops") or view.value("flipEnclosedPieces") in FLIPS
    return bool(grows or most >= needed or not signs)


def _may_connect(view: View) -> bool:
    """Whether a side can win by connecting pieces."""
    return _connects_lines(view) or bool(view.value("connectNxN") and _fills_square(view))


def _connected_pieces(view: View) -> str:
    """The pieces that are connected, in the plural."""
    letters = view.pieces("connectPieceTypes")
    names = ["piece"] if view.in_play <= {*letters} else [view.noun(letter) for letter in letters]
    return join_words(map(plural, names), "or")


_DIRECTIONS = {
    "connectHorizontal": "along a rank",
    "connectVertical": "along a file",
    "connectDiagonal": "diagonally",
}


def _connection_directions(view: View) -> str:
    """The directions in which they are connected, unless all."""
    ways = [words for key, words in _DIRECTIONS.items() if view.value(key)]
    return "" if len(ways) == len(_DIRECTIONS) else f" {join_words(ways, 'or')}"


def _stalemate_condition(view: View) -> str:
    """What distinguishes stalemate from checkmate, if there is a royal piece."""
    return " and is not in check" if royals.has_royal(view) else ""


def _stalemate_decides(view: View) -> bool:
    """Whether stalemate is won or lost."""
    return view.value("stalemateValue") in ("win", "loss")


def _stalemate_winner(view: View) -> str:
    """Whether the side with more or with fewer pieces wins."""
    return "more" if view.value("stalemateValue") == "loss" else "fewer"


FACTS = named(
    _check_count_sentence,
    _connected_pieces,
    _connection_directions,
    _connects_lines,
    _counts_occupied_flags,
    _fills_square,
    _flag_answer,
    _flag_pieces,
    _has_flag_goal,
    _has_flag_piece,
    _may_connect,
    _stalemate_condition,
    _stalemate_decides,
    _stalemate_winner,
)
