"""Who castles, with what and to where (V7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.facts import hands
from wazir.notations.engine_files.variants_ini.facts.regions import opponent, sides
from wazir.notations.engine_files.variants_ini.facts.table import named
from wazir.notations.engine_files.variants_ini.phrases import with_article
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.wording import capitalized, join_words

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View

KINGSIDE = "kingside"
QUEENSIDE = "queenside"
_GOAL_OF_KING = {KINGSIDE: "castlingKingsideFile", QUEENSIDE: "castlingQueensideFile"}


def wings(view: View) -> frozenset[str]:
    """The wings to which a side has the right to castle, or gets it by dropping its pieces."""
    if view.value("castlingDroppedPiece") and hands.drops_pieces(view):
        return frozenset((KINGSIDE, QUEENSIDE))
    return frozenset(wing for side in sides(view) for wing in _rights(side))


def _rights(view: View) -> Iterator[str]:
    """The wings of the rights of one side in the position at the start."""
    signs = "".join(view.variant.start_fen.split(" ")[2:3])
    own = [sign for sign in signs if sign.isalpha() and sign.isupper() == (view.side == "White")]
    are_gates = view.value("gating")
    for sign in map(str.upper, own):
        if sign == "K":
            yield KINGSIDE
        elif sign == "Q":
            yield QUEENSIDE
        elif not are_gates:  # the file of a rook
            yield KINGSIDE if sign.lower() > _king_file(view) else QUEENSIDE


def _both_kings(view: View) -> bool:
    """Whether both sides have a king."""
    return all(view.of(side).has("king") for side in BOTH)


def _king_file(view: View) -> str:
    """The file of the piece that castles as the king."""
    letters = view.pieces("castlingKingPiece")
    for row in view.fen.rows[: view.variant.ranks]:
        for file, held in enumerate(row.squares):
            is_own = held.isupper() == (view.side == "White")
            if held.lower() in letters and is_own:
                return chr(ord("a") + file)
    return str(view.value("castlingKingFile"))


def _goals_of_king(view: View) -> list[str]:
    """The files that a king castles to, without those that no board has."""
    files = [view.value(key) for wing, key in _GOAL_OF_KING.items() if wing in wings(view)]
    return [file for file in files if file is not None]


def _castlers_with_rights(view: View) -> bool:
    """Whether a side has what castling needs: rights, a king, a rook, and squares to go to."""
    kings = view.pieces("castlingKingPiece")
    rooks = view.pieces("castlingRookPieces")
    return bool(_goals_of_king(view) and kings and rooks)


def _may_castle(view: View) -> bool:
    """Whether a side may castle."""
    return bool(view.value("castling")) and _castlers_with_rights(view)


def shuffles_pieces(view: View) -> bool:
    """Whether the pieces may start in another order than that of the position at the start."""
    return bool(view.value("chess960")) and _may_castle(view)


def _may_castle_kingside(view: View) -> bool:
    return _may_castle(view) and KINGSIDE in wings(view)


def _may_castle_queenside(view: View) -> bool:
    return _may_castle(view) and QUEENSIDE in wings(view)


def _castling_piece(view: View) -> str:
    """The piece that castles, at the start of a sentence."""
    king = join_words(map(view.noun, view.pieces("castlingKingPiece")), "or")
    if view.side and not _may_castle(opponent(view)):
        return f"Only a {view.colour}{king}"
    return capitalized(with_article(f"{view.colour}{king}"))


def _castling_rank(view: View) -> str:
    """The rank on which a side castles, unless it is the first."""
    if view.value("castlingRank") == 1:
        return ""
    return f" on the {view.word('castlingRank', 'th')} rank"


def _castling_files(view: View) -> str:
    """The files that the king goes to."""
    return f"{'- or the '.join(_goals_of_king(view))}-file"


def _has_several_castlers(view: View) -> bool:
    """Whether a side has several pieces that could castle as a king, or drops it."""
    letters = [letter.upper() for letter in view.pieces("castlingKingPiece")]
    counts = [sum(sign == letter for sign, _ in view.fen.letters) for letter in letters]
    is_dropped = bool(view.value("castlingDroppedPiece")) and hands.drops_pieces(view)
    return is_dropped or any(count > 1 for count in counts)


def _rook_files(view: View) -> list[str]:
    """The files of the rooks that castle, in words."""
    files = []
    if QUEENSIDE in wings(view):
        files.append(f"the {view.value('castlingRookQueensideFile') or 'a'}-file")
    if KINGSIDE in wings(view):
        last = chr(ord("a") + view.variant.files - 1)
        files.append(f"the {view.value('castlingRookKingsideFile') or last}-file")
    return files


def _castling_rooks(view: View) -> str:
    return join_words(_rook_files(view))


def _castling_rooks_off_corners(view: View) -> bool:
    """Whether the rooks that castle are not in the corners."""
    last = chr(ord("a") + view.variant.files - 1)
    king = view.value("castlingRookKingsideFile")
    queen = view.value("castlingRookQueensideFile")
    is_inner = KINGSIDE in wings(view) and king is not None and king < last
    return is_inner or (QUEENSIDE in wings(view) and queen not in (None, "a"))


def _castling_goals(rights: str) -> Iterator[str]:
    """What each side wins by, if it wins by castling."""
    for side, signs in (("White", "KQ"), ("Black", "kq")):
        ways = [
            wing for sign, wing in zip(signs, (KINGSIDE, QUEENSIDE), strict=True) if sign in rights
        ]
        if ways:
            yield (
                f"{side} wins by castling {join_words(ways, 'or')}, "
                "and loses when this is not possible any more."
            )


def _wins_by_castling(view: View) -> str:
    """The sentences about sides that win by castling."""
    return " ".join(_castling_goals(view.value("castlingWins")))


FACTS = named(
    _both_kings,
    _castlers_with_rights,
    _castling_files,
    _castling_piece,
    _castling_rank,
    _castling_rooks,
    _castling_rooks_off_corners,
    _has_several_castlers,
    _may_castle,
    _may_castle_kingside,
    _may_castle_queenside,
    _wins_by_castling,
)
