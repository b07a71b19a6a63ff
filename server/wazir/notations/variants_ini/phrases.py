"""Pieces, squares and numbers in words, and what clauses ask for that is no single value (V7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, product
from typing import TYPE_CHECKING

from wazir.notations.kit import capitalized, listed
from wazir.notations.variants_ini.meaning import WITHOUT_HAND
from wazir.notations.variants_ini.reading import BOTH

if TYPE_CHECKING:
    from wazir.notations.variants_ini.prose import View

_NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_ORDINALS = (
    *("zeroth", "first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


def number(count: int) -> str:
    """A number, in a word up to twelve."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def ordinal(count: int) -> str:
    """`third`, `20th`."""
    if 0 <= count < len(_ORDINALS):
        return _ORDINALS[count]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th") if count // 10 % 10 != 1 else "th"
    return f"{count}{ending}"


_JOINTS = (" without ", " of ", " with ")


def plural(noun: str) -> str:
    """The plural of the name of a piece."""
    head, joint, rest = next(
        (parts for parts in map(noun.partition, _JOINTS) if parts[1]), (noun, "", "")
    )
    if joint:
        return f"{plural(head)}{joint}{rest}"
    if noun.startswith("piece "):
        return noun.replace("piece", "pieces", 1)
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return (
        noun
        if noun == "bers"
        else noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")
    )


def with_article(noun: str) -> str:
    """`a rook`, `an amazon`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def counted(count: int, noun: str) -> str:
    """`a king`, `two rooks`."""
    return with_article(noun) if count == 1 else f"{number(count)} {plural(noun)}"


def at_most(count: int, noun: str) -> str:
    """`one king`, `two rooks`."""
    return f"{number(count)} {noun if count == 1 else plural(noun)}"


_ARTICLES: Mapping[str, Callable[[str], str]] = {
    "": str,
    "a": with_article,
    "the": "the {}".format,
    "s": plural,
}
"""The forms of a name, by the first word of the form of a phrase."""


def nouns(names: Sequence[str], form: str, colour: str = "") -> str:
    """The names of pieces as a phrase.

    Args:
        names: The names.
        form: `a or`, `the or`, `s and` for plurals, `or` alone; with a capital it begins a sentence.
        colour: `white ` or `black `, before each name.
    """
    article, _, word = form.rpartition(" ")
    phrase = listed((_ARTICLES[article.lower()](f"{colour}{name}") for name in names), word)
    return capitalized(phrase) if article[:1].isupper() else phrase


MOST_MISSING = 4
"""A region that lacks no more squares is told by these."""
Region = Collection[tuple[int, int]]
"""Squares as file and rank, from 0."""


def is_of_lines(squares: Region, files: int, ranks: int) -> bool:
    """Whether squares are whole ranks or whole files, whose names do not depend on the side."""
    held = set(squares)
    lines = [{(file, rank) for file in range(files)} for rank in range(ranks)]
    columns = [{(file, rank) for rank in range(ranks)} for file in range(files)]
    return any(
        held == set().union(*(line for line in among if line <= held)) for among in (lines, columns)
    )


def region(squares: Region, files: int, ranks: int, *, relative: bool, word: str = "or") -> str:
    """Squares as a phrase after "on" or "to".

    Args:
        squares: The squares.
        files: The number of files of the board.
        ranks: Its number of ranks.
        relative: Ranks are counted from the player, in words; else they have their numbers.
        word: The word before the last part.
    """
    whole = [rank for rank in range(ranks) if all((file, rank) in squares for file in range(files))]
    rest = [square for square in squares if square[1] not in whole]
    if len(whole) == ranks:
        return "any square"
    columns = [
        file for file in range(files) if all((file, rank) in squares for rank in range(ranks))
    ]
    missing = [square for square in product(range(files), range(ranks)) if square not in squares]
    if len(missing) <= MOST_MISSING < len(squares) // 4:
        return f"any square but {listed(map(square_name, missing))}"
    if columns and len(columns) * ranks == len(squares):
        names = [f"{square_name((file, 0))[0]}-file" for file in columns]
        return f"the {listed(names, word)}"
    runs = groupby(enumerate(whole), lambda pair: pair[1] - pair[0])  # the ranks without gaps
    parts = [_ranks([rank for _, rank in run], ranks, relative=relative) for _, run in runs]
    if rest:
        parts.append(_squares(rest, word))
    return listed(parts, word) if parts else "no square"


def _ranks(run: Sequence[int], ranks: int, *, relative: bool) -> str:
    """A run of ranks."""
    first, end, count = run[0] + 1, run[-1] + 1, len(run)
    joint = "and" if count == 2 else "to"
    if not relative:
        return f"rank {first}" if count == 1 else f"ranks {first} {joint} {end}"
    if end == ranks:
        return "the last rank" if count == 1 else f"the last {number(count)} ranks"
    if first == 1 and count > 1:
        return f"the first {number(count)} ranks"
    return (
        f"the {ordinal(first)} rank"
        if count == 1
        else f"the {ordinal(first)} {joint} {ordinal(end)} ranks"
    )


def _squares(squares: Region, word: str) -> str:
    """Squares one by one, or as a rectangle."""
    files, ranks = ({square[axis] for square in squares} for axis in (0, 1))
    is_full = (
        len(squares)
        == len(files) * len(ranks)
        == (max(files) - min(files) + 1) * (max(ranks) - min(ranks) + 1)
    )
    if is_full and len(squares) > 3:
        return f"the squares from {square_name(min(squares))} to {square_name(max(squares))}"
    return listed(map(square_name, sorted(squares)), word)


def square_name(square: tuple[int, int]) -> str:
    """`e4`."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


# What clauses ask for that is no single value: whether there are pawns, who is royal, ...


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


def _pawns(view: View) -> bool:
    """Whether there are pieces that promote as pawns."""
    return bool(
        view.pieces("promotionPawnTypes")
        and view.pieces("promotionPieceTypes")
        and view.value("promotionRegion")
    )


def _promotes(view: View) -> bool:
    promoting = view.value("promotedPieceType").keys() & view.in_play
    return bool(promoting) and bool(view.value("promotionRegion"))


def _promotion(view: View) -> bool:
    return _pawns(view) or _promotes(view)


def _zone(view: View) -> str:
    where = view.word("promotionRegion", "")
    return "" if where == "any square" else f" into, within or out of {where}"


def _is_everywhere(view: View, key: str) -> bool:
    """Whether a region is the whole board."""
    return len(view.squares(key)) == view.variant.files * view.variant.ranks


# Moves


def _passing(view: View) -> bool:
    """Whether pawns can be captured en passant."""
    steps = view.has("pawn") and (view.value("doubleStep") or view.value("tripleStepRegion"))
    leaps = any(
        "i" in (piece.betza or "") for piece in view.variant.pieces if piece.letter in view.in_play
    )
    return bool(
        view.pieces("enPassantTypes") and view.value("enPassantRegion") and (steps or leaps)
    )


def _passed(view: View) -> str:
    if _is_everywhere(view, "enPassantRegion"):
        return ""
    return f", which has to be on {view.word('enPassantRegion', '')}"


def _passes(view: View) -> bool:
    rules = view.variant.rules
    return any(rules[f"{key}{side}"].value for key in ("pass", "passOnStalemate") for side in BOTH)


def _castles(view: View) -> bool:
    rights = "".join(view.variant.start_fen.split(" ")[2:3])
    pieces = view.pieces("castlingKingPiece") and view.pieces("castlingRookPieces")
    return bool(view.value("castling") and any(map(str.isalpha, rights)) and pieces)


def _castling_rank(view: View) -> str:
    return (
        "" if view.value("castlingRank") == 1 else f" on the {view.word('castlingRank', 'th')} rank"
    )


def _castling_files(view: View) -> str:
    return (
        f"{view.value('castlingKingsideFile')}- or the {view.value('castlingQueensideFile')}-file"
    )


def _kings(view: View) -> bool:
    """Whether a side has several pieces that could castle as a king."""
    letters = view.pieces("castlingKingPiece")
    return any(
        sum(sign == letter.upper() for sign, _ in view.fen.letters) > 1 for letter in letters
    )


def _rooks(view: View) -> bool:
    """Whether the rooks that castle are not in the corners."""
    last = chr(ord("a") + view.variant.files - 1)
    king, queen = view.value("castlingRookKingsideFile"), view.value("castlingRookQueensideFile")
    return bool(queen != "a" or (king is not None and king < last))


_BUT = "any square but "


def _walls(view: View) -> str:
    """Where walls may be placed, unless everywhere."""
    if _is_everywhere(view, "wallingRegion"):
        return ""
    where = view.word("wallingRegion", "")
    return (
        f", but not on {where.removeprefix(_BUT)}"
        if where.startswith(_BUT)
        else f", but only on {where}"
    )


# Goals


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
    is_only = len(letters) == 1 and counts[0] <= 2 and letters[0] not in promotions
    return "" if is_only else "last "


def _extinct(view: View) -> bool:
    is_off = view.value("extinctionPseudoRoyal") and not view.value("blastOnCapture")
    return bool(
        view.value("extinctionValue") != "none"
        and view.pieces("extinctionPieceTypes")
        and not is_off
    )


def _fewer(view: View) -> str:
    letters, count = view.pieces("extinctionPieceTypes"), int(view.value("extinctionPieceCount"))
    names = ["piece"] if "*" in letters else [view.noun(letter) for letter in letters]
    if len(names) == 1:
        return f"no {names[0]} left" if count == 0 else f"at most {at_most(count, names[0])} left"
    few = "lost all pieces" if count == 0 else f"at most {at_most(count, 'piece')} left"
    return f"{few} of one kind ({listed(map(plural, names), 'or')})"


def _against(view: View) -> str:
    count = int(view.value("extinctionOpponentPieceCount"))
    return f", while the opponent has at least {number(count)}," if count else ""


def _claim(view: View) -> str:
    return (
        " unless the next move brings the opponent down to the same"
        if view.value("extinctionClaim")
        else ""
    )


def _flagged(view: View) -> str:
    count, letters = int(view.value("flagPieceCount")), view.pieces("flagPiece")
    name = "piece" if "*" in letters else view.noun(letters[0])
    if count == 1:
        is_king = letters[0] != "*" and view.by_letter[letters[0]].royal
        return "any piece" if name == "piece" else f"the {name}" if is_king else with_article(name)
    return f"{number(count)} {plural(name)}"


_CHECKS = re.compile(r"(\d)\+(\d)")


def _checks(view: View) -> str:
    match = _CHECKS.search(view.variant.start_fen)
    white, black = (
        f"for the {ordinal(int(count))} time" for count in (match.groups() if match else ("3", "3"))
    )
    giving = "wins by giving check"
    return (
        f"A player {giving} {white}."
        if white == black
        else f"White {giving} {white}, Black {black}."
    )


def _connected(view: View) -> str:
    letters = view.pieces("connectPieceTypes")
    names = ["piece"] if view.in_play <= {*letters} else [view.noun(letter) for letter in letters]
    return listed(map(plural, names), "or")


_DIRECTIONS = {
    "connectHorizontal": "along a rank",
    "connectVertical": "along a file",
    "connectDiagonal": "diagonally",
}


def _directions(view: View) -> str:
    ways = [words for key, words in _DIRECTIONS.items() if view.value(key)]
    return "" if len(ways) == len(_DIRECTIONS) else f" {listed(ways, 'or')}"


def _castling_goals(rights: str) -> Iterator[str]:
    for side, signs in (("White", "KQ"), ("Black", "kq")):
        ways = [
            name
            for sign, name in zip(signs, ("kingside", "queenside"), strict=True)
            if sign in rights
        ]
        if ways:
            yield f"{side} wins by castling {listed(ways, 'or')}, and loses when this is not possible any more."


# Draws


def _repetition(view: View) -> str:
    count, value = int(view.value("nFoldRule")), view.value("nFoldValue")
    event = f"a position comes up for the {ordinal(count)} time"
    if value in ("draw", "none"):
        return f"The game is drawn when {event}."
    if view.value("nFoldValueAbsolute"):
        return f"{'White' if value == 'win' else 'Black'} wins when {event}."
    return f"When {event}, the player to move {'wins' if value == 'win' else 'loses'}."


def _progress(view: View) -> str:
    letters = [
        letter for side in BOTH for letter in replace(view, side=side).pieces("nMoveRuleTypes")
    ]
    names = dict.fromkeys(map(view.noun, letters))
    return f" or a move of {listed(map(with_article, names), 'or')}" if names else ""


_NAMED = (
    *(
        _against,
        _castles,
        _castling_files,
        _castling_rank,
        _checks,
        _claim,
        _connected,
        _directions,
        _extinct,
        _fewer,
    ),
    *(
        _flagged,
        _in_hand,
        _is_free,
        _kings,
        _last,
        _passed,
        _passes,
        _passing,
        _pawns,
        _progress,
        _promotes,
    ),
    *(_promotion, _repetition, _rooks, _royal, _walls, _zone),
)
_EDGE = "a square on the edge of the board or beside a blocked one"
FACTS: Mapping[str, Callable[[View], object]] = {
    **{fact.__name__.removeprefix("_"): fact for fact in _NAMED},
    "drops": lambda view: _in_hand(view) or _is_free(view),
    "pseudo": lambda view: (
        view.value("extinctionPseudoRoyal") and view.pieces("extinctionPieceTypes")
    ),
    "limits": lambda view: view.value("promotionLimit") and _promotion(view),
    "capture_zone": lambda view: f" with a move{_zone(view)}" if _zone(view) else "",
    "drop_region": lambda view: (
        len(view.squares("dropRegion")) < view.variant.files * view.variant.ranks
    ),
    "encloses_beside": lambda view: view.value("enclosingDrop") in ("ataxx", "quadwrangle"),
    "wall_only": lambda view: _EDGE if view.value("wallingRule") == "edge" else "an empty square",
    "royals": lambda view: number(int(view.value("extinctionPieceCount")) + 1),
    "of_a_side": lambda view: " of a side" if _last(view) else "",
    "flag": lambda view: view.value("flagRegion") and view.pieces("flagPiece"),
    "blocked": lambda view: (
        ", where full squares count too" if view.value("flagPieceBlockedWin") else ""
    ),
    "castlers": lambda view: " ".join(_castling_goals(view.value("castlingWins"))),
    "stalemate": lambda view: " and is not in check" if _royal(view) else "",
    "stalemate_pieces": lambda view: "more" if view.value("stalemateValue") == "loss" else "fewer",
    "moves": lambda view: at_most(view.value("nMoveRule"), "move"),
    "pass_end": lambda view: "" if view.value("materialCounting") != "none" else " in a draw",
}
"""The facts of the table of clauses, by the names that follow `@` there."""
