"""The figurines of the pieces in a position of a variant."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from wazir.notations.engine_files.embedding import EmbeddedLanguage
from wazir.notations.engine_files.variants_ini.meaning import Variant, VariantPiece, built_in
from wazir.notations.engine_files.variants_ini.resolve import played
from wazir.notations.engine_files.variants_ini.vocabulary import keys
from wazir.piece.drawing import figurines
from wazir.piece.drawing.diagram import Diagram

PRESUMED = ("chess", "xiangqi", "capablanca")
"""The built-in variants of positions that are written without a variant: the first one with the
board and all letters.
"""


def with_figurines(
    position: Diagram | None, variant: Variant, language: EmbeddedLanguage | None = None
) -> Diagram | None:
    """A position with the figurines of its pieces. Promoted ones keep their letters, such as `+R`,
    which say more.

    Args:
        position: The position.
        variant: The variant.
        language: The notation of the moves of its custom pieces, which else have no figurines.
    """
    if position is None:
        return None
    army = {piece.key for piece in variant.pieces}
    by_letter = {
        piece.letter.upper(): _figurine(piece, army, variant, language=language)
        for piece in variant.pieces
    }
    men = {
        square: man._replace(figurine=by_letter.get(man.letter, ""))
        for square, man in position.men.items()
    }
    return replace(position, men=men)


def _figurine(
    piece: VariantPiece, army: set[str], variant: Variant, language: EmbeddedLanguage | None
) -> str:
    if keys()[piece.key].title or language is None:
        return figurines.of_key(piece.key, army)
    moves = played(language, piece.moves, piece.comment, variant.board)
    return figurines.of_piece(moves.piece, piece.key) if moves else ""


def presumed(position: Diagram, size: tuple[int, int]) -> Variant | None:
    """The built-in variant that a position on a board of some files and ranks seems to be of, or
    None.
    """
    letters = {man.letter for man in position.men.values()}
    return next((each for each in _presumed(size) if letters <= _letters(each)), None)


@lru_cache(maxsize=16)
def _presumed(size: tuple[int, int]) -> tuple[Variant, ...]:
    every = map(built_in, PRESUMED)
    return tuple(each for each in every if each and (each.files, each.ranks) == size)


def _letters(variant: Variant) -> set[str]:
    return {piece.letter.upper() for piece in variant.pieces}
