"""What clauses ask of a variant beyond single values: who castles, who is royal (V7, V15)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from wazir.notations.engine_files.variants_ini.meaning import WITHOUT_HAND
from wazir.notations.engine_files.variants_ini.phrases import (
    at_most,
    nouns,
    plural,
    with_article,
)
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.variant import ResolvedPiece
from wazir.notations.wording import capitalized, join_words
from wazir.piece.words import number_word, ordinal

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.view import View


def sides(view: View) -> list[View]:
    """The view of each side that a view is about."""
    return [view] if view.side else [view.of(side) for side in BOTH]


def opponent(view: View) -> View:
    """The view of the other side; the same view for both sides."""
    other = {"White": "Black", "Black": "White"}.get(view.side, "")
    return view.of(other)


def is_everywhere(view: View, key: str) -> bool:
    """Whether a region is the whole board."""
    return len(view.squares(key)) == view.variant.files * view.variant.ranks


# Hands and drops


def is_free(view: View) -> bool:
    """Whether pieces are dropped from nowhere, which no key says."""
    return bool(view.value("pieceDrops")) and not set(WITHOUT_HAND).isdisjoint(view.variant.lineage)


def _fills_hand(view: View) -> bool:
    """Whether there are pieces in a hand, at the start or later."""
    return bool(view.in_hand)


def _in_hand(view: View) -> bool:
    """Whether pieces are dropped from a hand."""
    return bool(view.value("pieceDrops") and not is_free(view) and _fills_hand(view))


def _drops(view: View) -> bool:
    return _in_hand(view) or is_free(view)


def _gates_in(view: View) -> bool:
    """Whether pieces enter behind those that move first."""
    return bool(view.value("seirawanGating") and view.value("gating") and _fills_hand(view))


def _enters(view: View) -> bool:
    """Whether pieces come to the board from a hand."""
    return _drops(view) or _gates_in(view)


def _uses_hand(view: View) -> bool:
    """Whether pieces leave a hand, or count there."""
    return bool(_drops(view) or view.value("pieceDrops") or _gates_in(view) or _extinct(view))


def _limited_on_files(view: View) -> bool:
    """Whether a piece that is limited to a number on a file is dropped."""
    return not view.in_hand.isdisjoint(view.value("dropNoDoubled"))


def _drops_beyond_first_rank(view: View) -> bool:
    """Whether drops are allowed on another rank than the first."""
    return any(
        rank != (view.variant.ranks - 1 if side.side == "Black" else 0)
        for side in sides(view)
        for _, rank in view.of(side.side).squares("dropRegion")
    )


def _drop_region(view: View) -> bool:
    return not is_everywhere(view, "dropRegion")


def _gaters(view: View) -> str:
    """What lets a piece enter behind it: pawns have no gates."""
    has_pawns = "P" in view.variant.start_fen.split(" ")[0].upper() and view.has("pawn")
    return "a piece other than a pawn" if has_pawns else "a piece"


# Promotion


def _pawns(view: View) -> bool:
    """Whether there are pieces that promote as pawns."""
    return bool(
        view.pieces("promotionPawnTypes")
        and view.pieces("promotionPieceTypes")
        and view.value("promotionRegion")
    )


def _pawn_types(view: View) -> bool:
    return bool(view.pieces("promotionPawnTypes"))


def _pawn_promotions(view: View) -> bool:
    return bool(view.pieces("promotionPieceTypes"))


def _barred_letters(view: View) -> list[str]:
    """The letters of the pieces that may not enter the squares of promotion: they have to promote
    there, and there is no piece for that.
    """
    return _unpromotable(view) if view.value("mandatoryPawnPromotion") else []


def _unpromotable(view: View) -> list[str]:
    """The letters of the pieces that promote as pawns, if there is no piece for that."""
    promotions = view.pieces("promotionPieceTypes") or "*" in view.value("promotionPieceTypes")
    if promotions or not view.value("promotionRegion"):
        return []
    others = [
        piece.letter
        for piece in view.variant.pieces
        if piece.key == "pawn" and (view.value("sittuyinPromotion") or piece.promoted)
    ]
    return [letter for letter in view.pieces("promotionPawnTypes") if letter not in others]


def _barred(view: View) -> str:
    """Those pieces, at the start of a sentence; empty if there are none."""
    letters = _barred_letters(view)
    return nouns([view.noun(letter) for letter in letters], "A or", view.colour) if letters else ""


def _pawn_zone(view: View) -> bool:
    """Whether the squares of promotion matter to pawns, which promote there or may not enter."""
    return _pawn_promotions(view) or bool(_barred_letters(view))


def _promotes(view: View) -> bool:
    """Whether there are pieces that promote as in shogi."""
    promoting = view.value("promotedPieceType").keys() & view.in_play
    return bool(promoting) and bool(view.value("promotionRegion"))


def _pawn_turns(view: View) -> bool:
    """Whether a pawn has a promoted form, as in shogi."""
    pawns = [piece for piece in view.variant.pieces if piece.key == "pawn"]
    turning = any(pawn.promoted and pawn.letter in view.in_play for pawn in pawns)
    return turning and bool(view.value("promotionRegion"))


def _promoting_pawns(view: View) -> bool:
    """Whether a pawn promotes in either way, or comes to where it would have to."""
    return _pawns(view) or _pawn_turns(view) or bool(_unpromotable(view))


def _promotes_on_arrival(view: View) -> bool:
    """Whether a piece promotes where it arrives: not the standard pawn of sittuyin."""
    others = {piece.letter for piece in view.variant.pieces if piece.key != "pawn"}
    types = view.pieces("promotionPawnTypes")
    return not view.value("sittuyinPromotion") or not others.isdisjoint(types)


def _promoted_forms(view: View) -> bool:
    """Whether a piece has a promoted form."""
    return bool(view.value("promotedPieceType").keys() & view.in_play)


def _shows_promoted(view: View) -> bool:
    """Whether promoted forms come to the board: by a move, a drop, or at the start."""
    drops = view.value("dropPromoted") and _drops(view)
    return bool(view.value("promotionRegion") or drops or "+" in view.variant.start_fen)


def _promotion(view: View) -> bool:
    return _pawns(view) or _promotes(view)


def _becomes(view: View) -> bool:
    """Whether a piece promotes once there are squares for it."""
    promotes = _pawn_promotions(view) or view.value("mandatoryPawnPromotion")
    as_pawn = view.pieces("promotionPawnTypes") and promotes
    return bool(as_pawn or view.value("promotedPieceType").keys() & view.in_play)


def _zone(view: View) -> str:
    where = view.word("promotionRegion", "")
    return "" if where == "any square" else f" into, within or out of {where}"


def _capture_zone(view: View) -> str:
    return f" with a move{_zone(view)}" if _zone(view) else ""


# Marked diagonals


def _diagonal_movers(view: View) -> str:
    """The pieces that also move along marked diagonals; empty if there are no such moves."""
    squares = view.squares("diagonalLines")
    is_near = any((file + 1, rank + way) in squares for file, rank in squares for way in (1, -1))
    is_long = len({file + rank for file, rank in squares}) < len(squares) or len(
        {file - rank for file, rank in squares}
    ) < len(squares)
    names = [
        plural(view.noun(piece.letter))
        for piece in view.variant.pieces
        if piece.letter in view.in_play
        and (
            (is_near and (piece.key in ("wazir", "soldier") or _is_orthogonal_king(piece)))
            or (is_long and piece.key in ("rook", "janggiCannon"))
        )
    ]
    return join_words(names)


def _is_orthogonal_king(piece: ResolvedPiece) -> bool:
    """Whether a king moves like a wazir."""
    return piece.key == "king" and piece.betza == "W"


# Captures, and positions that come up again

_PART = re.compile(r"([a-z]*)[A-Z]\d*")
_PARTS = re.compile(r"(?:[a-z]*[A-Z]\d*)+")


def _modifiers(piece: ResolvedPiece) -> list[str]:
    """The modifiers of each part of the moves of a piece; none if they are not plain Betza."""
    text = piece.betza or ""
    return _PART.findall(text) if _PARTS.fullmatch(text) else []


def _captures(view: View) -> bool:
    """Whether a piece in play captures others."""
    return any(map(_may_capture, _in_play(view)))


def _in_play(view: View) -> list[ResolvedPiece]:
    return [piece for piece in view.variant.pieces if piece.letter in view.in_play]


def _may_capture(piece: ResolvedPiece) -> bool:
    modifiers = _modifiers(piece)
    return not modifiers or any("m" not in each or "c" in each for each in modifiers)


def _repeats(view: View) -> bool:
    """Whether a position can come up again: not if each move adds a wall, or if all pieces only
    move forward.
    """
    enters = _drops(view) or view.value("flipEnclosedPieces") in FLIPS or _passes(view)
    return not _adds_walls(view) and bool(enters or not all(map(_only_advances, _in_play(view))))


def _adds_walls(view: View) -> bool:
    """Whether each move adds a wall."""
    return view.value("wallingRule") not in ("none", "duck") and not view.value("wallOrMove")


def _lasts(view: View) -> bool:
    """Whether a game can last as long as the rule of moves without progress counts."""
    size = view.variant.files * view.variant.ranks
    return not _adds_walls(view) or size - len(view.fen.letters) >= 2 * view.value("nMoveRule")


def _only_advances(piece: ResolvedPiece) -> bool:
    """Whether each part of the moves of a piece has `f`, and no sign of another direction."""
    modifiers = _modifiers(piece)
    return bool(modifiers) and all("f" in each and not {*"bvs"} & {*each} for each in modifiers)


def _has_walls(view: View) -> bool:
    """Whether squares are or become blocked."""
    petrifies = view.value("petrifyOnCaptureTypes") or view.value("petrifyBlastPieces")
    return view.value("wallingRule") != "none" or bool(petrifies) or "*" in view.variant.start_fen


def _fills_board(view: View) -> bool:
    """Whether the board can be full: by walls, by pieces that are dropped from nowhere or come from
    another board, or by all pieces that there are.
    """
    squares = view.variant.files * view.variant.ranks
    adds_walls = view.value("wallingRule") not in ("none", "duck")
    pieces = len(view.fen.letters) + view.variant.start_fen.split(" ")[0].count("*")
    return bool(adds_walls or is_free(view) or view.value("twoBoards") or pieces >= squares)


def _leaves_out(view: View) -> bool:
    """Whether `wallOrMove` lets a side do something else than move."""
    return view.value("wallingRule") != "none" or not view.value("passOnStalemate")


def progress_pieces(view: View) -> list[ResolvedPiece]:
    """The pieces whose moves start the count of moves again: only those that have moves which they
    cannot take back.
    """
    letters = view.pieces("nMoveRuleTypes")
    every = {piece.letter: piece for piece in view.variant.pieces}
    return [every[letter] for letter in letters if letter in every and not _returns(every[letter])]


def _returns(piece: ResolvedPiece) -> bool:
    """Whether a piece can take back each of its moves."""
    modifiers = _modifiers(piece)
    return bool(modifiers) and not any({*"fblr"} & {*each} for each in modifiers)


# Steps of pawns


def _stepper(view: View) -> bool:
    """Whether a piece has moves from the squares of double steps."""
    firsts = (
        "i" in (piece.betza or "") for piece in view.variant.pieces if piece.letter in view.in_play
    )
    return view.has("pawn") or any(firsts)


def _first_movers(view: View) -> str:
    """The pieces whose moves say which ones are first moves, at the start of a sentence."""
    names = [
        view.noun(piece.letter)
        for piece in view.variant.pieces
        if piece.letter in view.in_play and "i" in (piece.betza or "")
    ]
    return nouns(names, "A or", view.colour) if names else ""


def _steps(view: View) -> bool:
    """Whether the opponent makes moves that can be captured en passant."""
    enemy = opponent(view)
    is_long = enemy.squares("doubleStepRegion") or enemy.squares("tripleStepRegion")
    return bool((enemy.has("pawn") and is_long) or _leaps_first(enemy))


def _triple_steps(view: View) -> bool:
    """Whether the region of triple steps has a square from which one stays on the board."""
    return any(side.squares("tripleStepRegion") for side in sides(view))


def _leaps_first(view: View) -> bool:
    """Whether a piece has first moves of its own."""
    return any(
        "i" in (piece.betza or "") for piece in view.variant.pieces if piece.letter in view.in_play
    )


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
        if region and (_leaps_first(enemy) or not region.isdisjoint(_squares_passed(enemy))):
            return True
    return False


def _passing(view: View) -> bool:
    """Whether a piece captures en passant."""
    return bool(view.pieces("enPassantTypes") and _passed_squares(view) and _steps(view))


def _passed(view: View) -> str:
    if is_everywhere(view, "enPassantRegion"):
        return ""
    return f", which has to be on {view.word('enPassantRegion', '')}"


def _passes(view: View) -> bool:
    """Whether a side that has no other move passes."""
    rules = view.variant.rules
    return any(rules[f"{key}{side}"].value for key in ("pass", "passOnStalemate") for side in BOTH)


# Castling


KINGSIDE, QUEENSIDE = "kingside", "queenside"
_GOAL_OF_KING = {KINGSIDE: "castlingKingsideFile", QUEENSIDE: "castlingQueensideFile"}


def wings(view: View) -> frozenset[str]:
    """The wings to which a side has the right to castle, or gets it by dropping its pieces."""
    if view.value("castlingDroppedPiece") and _drops(view):
        return frozenset((KINGSIDE, QUEENSIDE))
    return frozenset(wing for side in sides(view) for wing in _rights(side))


def _rights(view: View) -> Iterator[str]:
    """The wings of the rights of one side in the position at the start."""
    signs = "".join(view.variant.start_fen.split(" ")[2:3])
    own = [sign for sign in signs if sign.isalpha() and sign.isupper() == (view.side == "White")]
    is_gate = view.value("gating")
    for sign in map(str.upper, own):
        if sign == "K":
            yield KINGSIDE
        elif sign == "Q":
            yield QUEENSIDE
        elif not is_gate:  # the file of a rook
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
    """Whether a side may castle if there is castling."""
    kings, rooks = view.pieces("castlingKingPiece"), view.pieces("castlingRookPieces")
    return bool(_goals_of_king(view) and kings and rooks)


def _castles(view: View) -> bool:
    return bool(view.value("castling")) and _castlers_with_rights(view)


def _castles_kingside(view: View) -> bool:
    return _castles(view) and KINGSIDE in wings(view)


def _castles_queenside(view: View) -> bool:
    return _castles(view) and QUEENSIDE in wings(view)


def _castler(view: View) -> str:
    """The piece that castles, at the start of a sentence."""
    king = join_words(map(view.noun, view.pieces("castlingKingPiece")), "or")
    if view.side and not _castles(opponent(view)):
        return f"Only a {view.colour}{king}"
    return capitalized(with_article(f"{view.colour}{king}"))


def _castling_rank(view: View) -> str:
    if view.value("castlingRank") == 1:
        return ""
    return f" on the {view.word('castlingRank', 'th')} rank"


def _castling_files(view: View) -> str:
    """The files that the king goes to."""
    return f"{'- or the '.join(_goals_of_king(view))}-file"


def _kings(view: View) -> bool:
    """Whether a side has several pieces that could castle as a king, or drops it."""
    letters = [letter.upper() for letter in view.pieces("castlingKingPiece")]
    counts = [sum(sign == letter for sign, _ in view.fen.letters) for letter in letters]
    return any(count > 1 for count in counts) or bool(
        view.value("castlingDroppedPiece") and _drops(view)
    )


def _rook_files(view: View) -> list[str]:
    files = []
    if QUEENSIDE in wings(view):
        files.append(f"the {view.value('castlingRookQueensideFile') or 'a'}-file")
    if KINGSIDE in wings(view):
        last = chr(ord("a") + view.variant.files - 1)
        files.append(f"the {view.value('castlingRookKingsideFile') or last}-file")
    return files


def _castling_rooks(view: View) -> str:
    return join_words(_rook_files(view))


def _rooks(view: View) -> bool:
    """Whether the rooks that castle are not in the corners."""
    last = chr(ord("a") + view.variant.files - 1)
    king, queen = view.value("castlingRookKingsideFile"), view.value("castlingRookQueensideFile")
    is_inner = KINGSIDE in wings(view) and king is not None and king < last
    return is_inner or (QUEENSIDE in wings(view) and queen not in (None, "a"))


def _castling_goals(rights: str) -> Iterator[str]:
    for side, signs in (("White", "KQ"), ("Black", "kq")):
        ways = [
            wing for sign, wing in zip(signs, (KINGSIDE, QUEENSIDE), strict=True) if sign in rights
        ]
        if ways:
            yield (
                f"{side} wins by castling {join_words(ways, 'or')}, "
                "and loses when this is not possible any more."
            )


def _castlers(view: View) -> str:
    return " ".join(_castling_goals(view.value("castlingWins")))


# Walls

_BUT = "any square but "


def _walls(view: View) -> str:
    """Where walls may be placed, unless everywhere."""
    if is_everywhere(view, "wallingRegion"):
        return ""
    where = view.word("wallingRegion", "")
    if where.startswith(_BUT):
        return f", but not on {where.removeprefix(_BUT)}"
    return f", but only on {where}"


def _wall_only(view: View) -> str:
    if view.value("wallingRule") == "edge":
        return "a square on the edge of the board or beside a blocked one"
    return "an empty square"


# Royal pieces


def _royal(view: View) -> bool:
    return any(piece.royal and piece.letter in view.in_play for piece in view.variant.pieces)


def _pseudo(view: View) -> bool:
    """Whether pieces are made royal."""
    return bool(view.value("extinctionPseudoRoyal") and view.pieces("extinctionPieceTypes"))


def _last(view: View) -> str:
    """`last `; empty if a side never has more than one royal piece."""
    letters = view.pieces("extinctionPieceTypes")
    counts = [
        sum(sign in (letter, letter.upper()) for sign, _ in view.fen.letters) for letter in letters
    ]
    promotions = [
        sign
        for side in BOTH
        for sign in view.variant.rules[f"promotionPieceTypes{side}"].value  # type: ignore[union-attr]
    ]
    promotions += view.value("promotedPieceType").values()
    is_only = len(letters) == 1 and counts[0] <= 2 and letters[0] not in promotions
    return "" if is_only else "last "


def _of_a_side(view: View) -> str:
    return " of a side" if _last(view) else ""


def _royals(view: View) -> str:
    return number_word(int(view.value("extinctionPieceCount")) + 1)


def _attacked(view: View) -> str:
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


def _extinct(view: View) -> bool:
    """Whether the loss of pieces ends the game."""
    return bool(
        view.value("extinctionValue") != "none"
        and view.pieces("extinctionPieceTypes")
        and _counts_extinction(view)
    )


def _fewer(view: View) -> str:
    letters, count = view.pieces("extinctionPieceTypes"), int(view.value("extinctionPieceCount"))
    names = ["piece"] if "*" in letters else [view.noun(letter) for letter in letters]
    if len(names) == 1:
        return f"no {names[0]} left" if count == 0 else f"at most {at_most(count, names[0])} left"
    few = "lost all pieces" if count == 0 else f"at most {at_most(count, 'piece')} left"
    return f"{few} of one kind ({join_words(map(plural, names), 'or')})"


def _against(view: View) -> str:
    count = int(view.value("extinctionOpponentPieceCount"))
    return f", while the opponent has at least {number_word(count)}," if count else ""


def _claim(view: View) -> str:
    if not (view.value("extinctionClaim") and view.value("extinctionOpponentPieceCount")):
        return ""
    return " unless the next move brings the opponent down to the same"


def _spared(view: View) -> str:
    """The pieces that explosions leave; only the engine's own pawns are spared."""
    return ", but no pawns except those that took part" if view.has("pawn") else ""


def _has_gates(view: View) -> bool:
    """Whether pieces on the first rank have gates, which end where nothing can enter there."""
    ends = view.value("seirawanGating") and not _fills_hand(view)
    return view.value("castlingRank") == 1 and not ends


def _leapers(view: View) -> bool:
    return view.has("king", "fers")


# Goals


def _flag_piece(view: View) -> bool:
    return bool(view.pieces("flagPiece"))


def _flag(view: View) -> bool:
    return bool(view.value("flagRegion") and view.pieces("flagPiece"))


def _flagged(view: View) -> str:
    count, letters = int(view.value("flagPieceCount")), view.pieces("flagPiece")
    name = "piece" if "*" in letters else view.noun(letters[0])
    if count > 1:
        return f"{number_word(count)} {plural(name)}"
    if name == "piece":
        return "any piece"
    is_king = letters[0] != "*" and view.by_letter[letters[0]].royal
    return f"the {name}" if is_king else with_article(name)


def _blocked(view: View) -> str:
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


def _checks(view: View) -> str:
    match = _CHECKS.search(view.variant.start_fen)
    white, black = (
        f"for the {ordinal(int(count))} time" for count in (match.groups() if match else ("3", "3"))
    )
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


def _connects(view: View) -> bool:
    return _connects_lines(view) or bool(view.value("connectNxN") and _fills_square(view))


def _connected(view: View) -> str:
    letters = view.pieces("connectPieceTypes")
    names = ["piece"] if view.in_play <= {*letters} else [view.noun(letter) for letter in letters]
    return join_words(map(plural, names), "or")


_DIRECTIONS = {
    "connectHorizontal": "along a rank",
    "connectVertical": "along a file",
    "connectDiagonal": "diagonally",
}


def _directions(view: View) -> str:
    ways = [words for key, words in _DIRECTIONS.items() if view.value(key)]
    return "" if len(ways) == len(_DIRECTIONS) else f" {join_words(ways, 'or')}"


def _stalemate(view: View) -> str:
    return " and is not in check" if _royal(view) else ""


def _stalemate_decides(view: View) -> bool:
    return view.value("stalemateValue") in ("win", "loss")


def _stalemate_pieces(view: View) -> str:
    return "more" if view.value("stalemateValue") == "loss" else "fewer"


# Draws


def _drawn(view: View) -> str:
    """How a game ends that nobody wins, unless the pieces left decide."""
    return "The game is drawn" if view.value("materialCounting") == "none" else "The game ends"


def _fold_decides(view: View) -> bool:
    return view.value("nFoldValue") in ("win", "loss")


def _repetition(view: View) -> str:
    count, value = int(view.value("nFoldRule")), view.value("nFoldValue")
    event = f"a position comes up for the {ordinal(count)} time"
    if value == "draw":
        return f"{_drawn(view)} when {event}."
    if value == "none":
        return f"The game ends without a result when {event}."
    if view.value("nFoldValueAbsolute"):
        return f"{'White' if value == 'win' else 'Black'} wins when {event}."
    return f"When {event}, the player to move {'wins' if value == 'win' else 'loses'}."


def _progress(view: View) -> str:
    """The moves that start the count of moves again, beside captures."""
    white, black = (
        [side.noun(piece.letter) for piece in progress_pieces(side)] for side in sides(view)
    )
    if set(white) == set(black):
        names = white
    else:
        names = [*(f"white {noun}" for noun in white), *(f"black {noun}" for noun in black)]
    pieces = [piece for side in sides(view) for piece in progress_pieces(side)]
    condition = "" if all(map(_only_advances, pieces)) else " that cannot be taken back"
    return f" or a move of {join_words(map(with_article, names), 'or')}{condition}" if names else ""


def _moves(view: View) -> str:
    return at_most(view.value("nMoveRule"), "move")


def _pass_end(view: View) -> str:
    return "" if view.value("materialCounting") != "none" else " in a draw"


_STEPS_ANYWHERE = re.compile(r"(?<![a-z])m?[WFKRBQ]")
"""A step or slide in all its directions, which some square always allows."""
_LEAPS_ANYWHERE = re.compile(r"(?<![a-z])m?[WFKRBQNAD]")
"""The same with leaps of up to two squares, where no edge is too near."""


def _stuck(view: View) -> bool:
    """Whether a piece can come to a square where it never moves again."""
    return _has_walls(view) or any(
        piece.letter in side.in_play and _gets_stuck(piece, side)
        for side in sides(view)
        for piece in view.variant.pieces
    )


def _gets_stuck(piece: ResolvedPiece, view: View) -> bool:
    is_wide = min(view.variant.files, view.variant.ranks) > 3
    anywhere = _LEAPS_ANYWHERE if is_wide else _STEPS_ANYWHERE
    return not (anywhere.search(piece.betza or "") or _always_promotes(piece, view))


def _always_promotes(piece: ResolvedPiece, view: View) -> bool:
    """Whether a pawn is another piece before it comes to where it cannot move."""
    last = 0 if view.side == "Black" else view.variant.ranks - 1
    region = view.of(view.side).squares("promotionRegion")
    return bool(
        piece.key == "pawn"
        and piece.letter in view.pieces("promotionPawnTypes")
        and view.pieces("promotionPieceTypes")
        and view.value("mandatoryPawnPromotion")
        and all((file, last) in region for file in range(view.variant.files))
        and not (_drops(view) or view.value("sittuyinPromotion"))
    )


def _counted(view: View) -> bool:
    """Whether a side can have the pieces for which moves are counted."""
    return view.value("countingRule") != "asean" or view.has("rook", "khon", "knight")


_NAMED = (
    _against,
    _attacked,
    _barred,
    _becomes,
    _blocked,
    _both_kings,
    _capture_zone,
    _captures,
    _castler,
    _castlers,
    _castlers_with_rights,
    _castles,
    _castles_kingside,
    _castles_queenside,
    _castling_files,
    _castling_rank,
    _castling_rooks,
    _checks,
    _claim,
    _connected,
    _connects,
    _connects_lines,
    _counted,
    _diagonal_movers,
    _counts_extinction,
    _directions,
    _drawn,
    _drop_region,
    _drops_beyond_first_rank,
    _drops,
    _enters,
    _extinct,
    _fewer,
    _fills_board,
    _fills_hand,
    _fills_square,
    _first_movers,
    _flag,
    _flag_answer,
    _flag_piece,
    _flagged,
    _fold_decides,
    _gaters,
    _gates_in,
    _has_gates,
    _in_hand,
    _kings,
    _last,
    _lasts,
    _leapers,
    _leaves_out,
    _limited_on_files,
    _moves,
    _of_a_side,
    _pass_end,
    _passed,
    _passes,
    _passed_squares,
    _passing,
    _pawn_promotions,
    _pawn_turns,
    _pawn_types,
    _pawn_zone,
    _pawns,
    _progress,
    _promoted_forms,
    _promotes,
    _promotes_on_arrival,
    _promoting_pawns,
    _promotion,
    _pseudo,
    _repeats,
    _repetition,
    _rooks,
    _royal,
    _royals,
    _shows_promoted,
    _spared,
    _stalemate,
    _stalemate_decides,
    _stalemate_pieces,
    _stepper,
    _steps,
    _stuck,
    _triple_steps,
    _uses_hand,
    _wall_only,
    _walls,
    _watches_pieces,
    _zone,
)


def _encloses_beside(view: View) -> bool:
    return view.value("enclosingDrop") in ("ataxx", "quadwrangle")


def _limits(view: View) -> bool:
    return bool(view.value("promotionLimit")) and _promotion(view)


def _gates(view: View) -> bool:
    """Whether a rule uses the gates of pieces that have not moved."""
    return bool(view.value("seirawanGating") or view.value("cambodianMoves"))


FACTS: Mapping[str, Callable[[View], object]] = {
    **{fact.__name__.removeprefix("_"): fact for fact in _NAMED},
    "encloses_beside": _encloses_beside,
    "gates": _gates,
    "is_free": is_free,
    "limits": _limits,
}
"""The facts of the table of clauses, by the names that follow `@` there."""
