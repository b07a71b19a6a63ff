"""What the clauses of a variant's rules ask for that is no single value: whether there are pawns, who is royal, ..."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from wazir.notations.kit import listed
from wazir.notations.variants_ini import phrases
from wazir.notations.variants_ini.meaning import WITHOUT_HAND
from wazir.notations.variants_ini.reading import BOTH

if TYPE_CHECKING:
    from wazir.notations.variants_ini.prose import View


def _in_hand(view: View) -> bool:
    """Whether there are pieces to drop."""
    board = view.variant.start_fen.split(" ")[0]
    has_some = re.search(r"\[[A-Za-z]", board) or board.count("/") == view.variant.ranks
    gets_some = view.value("capturesToHand") or view.value("twoBoards")
    return bool(view.value("pieceDrops") and not _is_free(view) and (has_some or gets_some))


def _is_free(view: View) -> bool:
    """Whether pieces are dropped from nowhere, which no key says."""
    return bool(view.value("pieceDrops")) and not set(WITHOUT_HAND).isdisjoint(view.variant.lineage)


def _royal(view: View) -> bool:
    return any(piece.royal and piece.letter in view.in_play for piece in view.variant.pieces)


def _pseudo(view: View) -> bool:
    return bool(view.value("extinctionPseudoRoyal") and view.pieces("extinctionPieceTypes"))


def _pawns(view: View) -> bool:
    """Whether there are pieces that promote as pawns."""
    return bool(
        view.pieces("promotionPawnTypes") and view.pieces("promotionPieceTypes") and view.value("promotionRegion")
    )


def _promotes(view: View) -> bool:
    promoting = view.value("promotedPieceType").keys() & view.in_play
    return bool(promoting) and bool(view.value("promotionRegion"))


def _zone(view: View) -> str:
    where = view.word("promotionRegion", "")
    return "" if where == "any square" else f" into, within or out of {where}"


# Moves


def _passing(view: View) -> bool:
    """Whether pawns can be captured en passant."""
    capturing = [view.by_letter[letter] for letter in view.pieces("enPassantTypes") if letter != "*"]
    moves = [piece.betza or "" for piece in view.variant.pieces if piece.letter in view.in_play]
    steps = view.has("pawn") and (view.value("doubleStep") or view.value("tripleStepRegion"))
    leaps = any("i" in text for text in moves)
    return bool(capturing and view.value("enPassantRegion") and (steps or leaps))


def _passed(view: View) -> str:
    squares = view.squares("enPassantRegion")
    if len(squares) == view.variant.files * view.variant.ranks:
        return ""
    return f", which has to be on {view.word('enPassantRegion', '')}"


def _castles(view: View) -> bool:
    words = view.variant.start_fen.split(" ")
    rights = words[2] if len(words) > 2 else ""
    has_rights = any(sign.isalpha() for sign in rights)
    return bool(
        view.value("castling") and has_rights and view.pieces("castlingKingPiece") and view.pieces("castlingRookPieces")
    )


def _castling_rank(view: View) -> str:
    rank = view.value("castlingRank")
    return "" if rank == 1 else f" on the {phrases.ordinal(rank)} rank"


def _castling_files(view: View) -> str:
    queen, king = view.value("castlingQueensideFile"), view.value("castlingKingsideFile")
    return f"{king}- or the {queen}-file"


def _kings(view: View) -> bool:
    """Whether a side has several pieces that could castle as a king."""
    letters = view.pieces("castlingKingPiece")
    return any(sum(sign == letter.upper() for sign, _ in view.fen.letters) > 1 for letter in letters)


def _rooks(view: View) -> bool:
    """Whether the rooks that castle are not in the corners."""
    last = chr(ord("a") + view.variant.files - 1)
    king, queen = view.value("castlingRookKingsideFile"), view.value("castlingRookQueensideFile")
    return bool(queen != "a" or (king is not None and king < last))


def _drop_region(view: View) -> bool:
    return len(view.squares("dropRegion")) < view.variant.files * view.variant.ranks


_BUT = "any square but "


def _walls(view: View) -> str:
    """Where walls may be placed, unless everywhere."""
    squares = view.squares("wallingRegion")
    if len(squares) == view.variant.files * view.variant.ranks:
        return ""
    where = view.word("wallingRegion", "")
    return f", but not on {where.removeprefix(_BUT)}" if where.startswith(_BUT) else f", but only on {where}"


def _wall_only(view: View) -> str:
    beside = "a square on the edge of the board or beside a blocked one"
    return beside if view.value("wallingRule") == "edge" else "an empty square"


# Goals


def _royals(view: View) -> str:
    return phrases.number(int(view.value("extinctionPieceCount")) + 1)


def _last(view: View) -> str:
    """Nothing if a side has never more than one royal piece."""
    letters = view.pieces("extinctionPieceTypes")
    counts = [sum(sign in (letter, letter.upper()) for sign, _ in view.fen.letters) for letter in letters]
    promotions = [sign for side in BOTH for sign in view.variant.rules[f"promotionPieceTypes{side}"].value]  # type: ignore[union-attr]
    is_only = len(letters) == 1 and counts[0] <= 2 and letters[0] not in promotions
    return "" if is_only else "last "


def _of_a_side(view: View) -> str:
    return " of a side" if _last(view) else ""


def _extinct(view: View) -> bool:
    is_off = view.value("extinctionPseudoRoyal") and not view.value("blastOnCapture")
    return bool(view.value("extinctionValue") != "none" and view.pieces("extinctionPieceTypes") and not is_off)


def _fewer(view: View) -> str:
    letters, count = view.pieces("extinctionPieceTypes"), int(view.value("extinctionPieceCount"))
    if "*" in letters:
        return "no piece left" if count == 0 else f"at most {phrases.at_most(count, 'piece')} left"
    names = [view.noun(letter) for letter in letters]
    if count == 0:
        only = f"no {names[0]} left"
        return only if len(names) == 1 else f"lost all pieces of one kind ({listed(map(phrases.plural, names), 'or')})"
    return (
        f"at most {phrases.at_most(count, names[0])} left"
        if len(names) == 1
        else f"at most {phrases.at_most(count, 'piece')} left of one kind ({listed(map(phrases.plural, names), 'or')})"
    )


def _against(view: View) -> str:
    count = int(view.value("extinctionOpponentPieceCount"))
    return f", while the opponent has at least {phrases.number(count)}," if count else ""


def _claim(view: View) -> str:
    claims = view.value("extinctionClaim")
    return " unless the next move brings the opponent down to the same" if claims else ""


def _flag(view: View) -> bool:
    return bool(view.value("flagRegion") and view.pieces("flagPiece"))


def _flagged(view: View) -> str:
    count, letters = int(view.value("flagPieceCount")), view.pieces("flagPiece")
    name = "piece" if "*" in letters else view.noun(letters[0])
    if count == 1:
        is_king = letters[0] != "*" and view.by_letter[letters[0]].royal
        return "any piece" if name == "piece" else f"the {name}" if is_king else phrases.with_article(name)
    return f"{phrases.number(count)} {phrases.plural(name)}"


def _blocked(view: View) -> str:
    return ", where full squares count too" if view.value("flagPieceBlockedWin") else ""


_CHECKS = re.compile(r"(\d)\+(\d)")


def _checks(view: View) -> str:
    match = _CHECKS.search(view.variant.start_fen)
    white, black = (
        f"for the {phrases.ordinal(int(count))} time" for count in (match.groups() if match else ("3", "3"))
    )
    giving = "wins by giving check"
    return f"A player {giving} {white}." if white == black else f"White {giving} {white}, Black {black}."


def _connected(view: View) -> str:
    letters = view.pieces("connectPieceTypes")
    names = ["piece"] if view.in_play <= {*letters} else [view.noun(letter) for letter in letters]
    return listed(map(phrases.plural, names), "or")


_DIRECTIONS = {"connectHorizontal": "along a rank", "connectVertical": "along a file", "connectDiagonal": "diagonally"}


def _directions(view: View) -> str:
    ways = [words for key, words in _DIRECTIONS.items() if view.value(key)]
    return "" if len(ways) == len(_DIRECTIONS) else f" {listed(ways, 'or')}"


def _castlers(view: View) -> str:
    return " ".join(_castling_goals(view.value("castlingWins")))


def _castling_goals(rights: str) -> Iterator[str]:
    for side, signs in (("White", "KQ"), ("Black", "kq")):
        ways = [name for sign, name in zip(signs, ("kingside", "queenside"), strict=True) if sign in rights]
        if ways:
            yield f"{side} wins by castling {listed(ways, 'or')}, and loses when this is not possible any more."


def _stalemate(view: View) -> str:
    return " and is not in check" if _royal(view) else ""


def _stalemate_pieces(view: View) -> str:
    return "more" if view.value("stalemateValue") == "loss" else "fewer"


def _can_stalemate(view: View) -> bool:
    return not _passes(view)


def _passes(view: View) -> bool:
    rules = view.variant.rules
    return any(rules[f"{key}{side}"].value for key in ("pass", "passOnStalemate") for side in BOTH)


# Draws


def _repetition(view: View) -> str:
    count, value = int(view.value("nFoldRule")), view.value("nFoldValue")
    event = f"a position comes up for the {phrases.ordinal(count)} time"
    if value == "draw" or value == "none":
        return f"The game is drawn when {event}."
    if view.value("nFoldValueAbsolute"):
        return f"{'White' if value == 'win' else 'Black'} wins when {event}."
    return f"When {event}, the player to move {'wins' if value == 'win' else 'loses'}."


def _progress(view: View) -> str:
    letters = [letter for side in BOTH for letter in replace(view, side=side).pieces("nMoveRuleTypes")]
    names = dict.fromkeys(view.noun(letter) for letter in letters if letter != "*")
    return f" or a move of {listed(map(phrases.with_article, names), 'or')}" if names else ""


FACTS: Mapping[str, Callable[[View], bool | str]] = {
    "against": _against,
    "blocked": _blocked,
    "canStalemate": _can_stalemate,
    "captureZone": lambda view: f" with a move{_zone(view)}" if _zone(view) else "",
    "castlers": _castlers,
    "castles": _castles,
    "checks": _checks,
    "claim": _claim,
    "connected": _connected,
    "directions": _directions,
    "dropRegion": _drop_region,
    "drops": lambda view: _in_hand(view) or _is_free(view),
    "enclosingBeside": lambda view: view.value("enclosingDrop") in ("ataxx", "quadwrangle"),
    "extinct": _extinct,
    "fewer": _fewer,
    "files": _castling_files,
    "flag": _flag,
    "flagged": _flagged,
    "free": _is_free,
    "hand": _in_hand,
    "kings": _kings,
    "last": _last,
    "ofASide": _of_a_side,
    "limits": lambda view: bool(view.value("promotionLimit")) and (_pawns(view) or _promotes(view)),
    "passEnd": lambda view: "" if view.value("materialCounting") != "none" else " in a draw",
    "passed": _passed,
    "passes": _passes,
    "passing": _passing,
    "pawn": lambda view: view.has("pawn"),
    "pawns": _pawns,
    "progress": _progress,
    "promotes": _promotes,
    "promotion": lambda view: _pawns(view) or _promotes(view),
    "pseudo": _pseudo,
    "rank": _castling_rank,
    "repetition": _repetition,
    "rooks": _rooks,
    "royal": _royal,
    "royals": _royals,
    "shogiPawn": lambda view: view.has("shogiPawn"),
    "soldier": lambda view: view.has("soldier"),
    "stalemate": _stalemate,
    "stalematePieces": _stalemate_pieces,
    "wallOnly": _wall_only,
    "walls": _walls,
    "zone": _zone,
}
"""The names that begin with `@` in the table of clauses."""
