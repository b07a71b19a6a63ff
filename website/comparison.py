"""The page that compares the notations: well-known pieces written in each, as conversion writes and
proves them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from wazir.features.definitions import piece_in
from wazir.features.written import CannotConvert, written
from wazir.notations import by_name
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.model import Piece

NOTATIONS = {
    "Betza's own": ("betza", "original"),
    "Extended Betza": ("betza", "extended"),
    "XBetza": ("betza", "xbetza"),
    "LCPN, Lisp": ("lcpn", "lisp"),
    "LCPN, C": ("lcpn", "c"),
    "LCPN, SQL": ("lcpn", "sql"),
    "Bensaħas": ("bensahas", ""),
}
"""Each notation by its title: its name, and its dialect or style."""
_CHAMELEON = """\
m(n, 255)!
c/cannon(n, 15; n, FE, 1, -1, screen: @T = Pincer Pawn)
    (1, /4)
+ n, 255; n, E, n, n, screen: @T = Long Leaper)!
c/near(n, 255; 1, /4, n: @T = Withdrawer)!
igui(@P = [pos_x(self), pos_y(F<King)][pos_x(F<King), pos_y(self)], @T = Coordinator)!
immobilize(1, 255: @T = Immobilizer)!
c(1, 255: @T = King)!"""
PIECES: Mapping[str, Mapping[str, str]] = {
    "Pawn": {"XBetza": "fmWfcFifmnD"},
    "Wazir": {"XBetza": "W"},
    "Ferz": {"XBetza": "F"},
    "Knight": {"XBetza": "N"},
    "King": {"XBetza": "K"},
    "Rook": {"XBetza": "R"},
    "Queen": {"XBetza": "Q"},
    "Gold general": {"XBetza": "WfF"},
    "Silver general": {"XBetza": "FfW"},
    "Lance": {"XBetza": "fR"},
    "Giraffe": {"XBetza": "(1,4)"},
    "Squirrel": {"XBetza": "NAD"},
    "Archbishop": {"XBetza": "BN"},
    "Short rook": {"XBetza": "W4"},
    "Nightrider": {"XBetza": "N0"},
    "Horse of xiangqi": {"XBetza": "nN"},
    "Elephant of xiangqi": {"XBetza": "nA"},
    "Cannon": {"XBetza": "mRcpR"},
    "Grasshopper": {"XBetza": "gQ"},
    "Griffon": {"Extended Betza": "F(F-R)"},
    "Manticore": {"Extended Betza": "W(W-B)"},
    "Hook mover": {"Extended Betza": "R(R-sR)"},
    "Rose": {"XBetza": "qN"},
    "Crooked bishop": {"XBetza": "zB"},
    "Ski rook": {"XBetza": "jR"},
    "King of checkers": {"Extended Betza": "mF(cF-mF)"},
    "Rifle king": {"Extended Betza": "cK-bK"},
    "Lion of chu shogi": {
        "Extended Betza": "KNAD(cK-aK)(mcK-bK)",
        "XBetza": "KNADcaKmcabK",
    },
    "Bomb": {"Extended Betza": "K-xxacK"},
    "Castling king": {"Extended Betza": "irdW03-bW-uW-bW"},
    "Withdrawer": {
        "Bensaħas": "m(n, 255)!\nc/near(n, 255; 1, /4, n)!",
        "Extended Betza": "mQ(cK-bK-mQ)",
        "XBetza": "mQ[cK-bK-mQ]",
    },
    "Chameleon": {"Bensaħas": _CHAMELEON},
}
"""The pieces, each with the texts that are given: the first defines it, and conversion does not
find the others.
"""


_INTRODUCTION = """\
# Comparison

Well-known pieces in every notation, from the pawn to the chameleon of Ultima. Each has a text that
defines it. The others are the same piece ([Q1](moves.md#q1)); nearly all are written by conversion,
which proves it on 8x8 and on 16x16 ([Q14](moves.md#q14)). Where a notation has no text, the reason
is told.

"""


class Row(NamedTuple):
    """A piece in a notation."""

    notation: str
    """The title of the notation."""
    text: str | None
    """None if the notation cannot say it."""
    reason: str = ""
    """Why not, as a sentence."""


def rows(name: str) -> Iterator[Row]:
    """A piece in every notation: the texts that are given, and what conversion writes and proves on
    8x8 and 16x16.
    """
    texts = PIECES[name]
    piece = read(*next(iter(texts.items())))
    for title, (notation, dialect) in NOTATIONS.items():
        if title in texts:
            yield Row(title, texts[title])
            continue
        try:
            yield Row(title, written(piece, by_name(notation), dialect, parse_board(DEFAULT)))
        except CannotConvert as cannot:
            yield Row(title, None, str(cannot))


def read(title: str, text: str) -> Piece:
    """The piece of a text in a notation."""
    notation, dialect = NOTATIONS[title]
    piece = piece_in(by_name(notation), text, dialect)
    assert piece, text
    return piece


def one_line(text: str) -> str:
    """A text as it is shown in a table."""
    return " ".join(text.split())


def page() -> str:
    """The page as Markdown."""
    return "".join(_parts())


def _parts() -> Iterator[str]:
    compared = {name: tuple(rows(name)) for name in PIECES}
    yield _INTRODUCTION
    yield f"| piece | {' | '.join(NOTATIONS)} |\n|{' --- |' * (len(NOTATIONS) + 1)}\n"
    for name, texts in compared.items():
        anchor = name.lower().replace(" ", "-")
        yield (
            f"| [{name}](#{anchor}) | {' | '.join('yes' if row.text else 'no' for row in texts)} "
            "|\n"
        )
    for name, texts in compared.items():
        title, source = next(iter(PIECES[name].items()))
        notation, dialect = NOTATIONS[title]
        heading = f"%dialect {dialect}\n" if dialect else ""
        yield (
            f"\n## {name}\n\n```{notation}\n{heading}{source}\n```\n\n| notation | text |\n| --- "
            "| --- |\n"
        )
        for row in texts:
            text = f"`` {one_line(row.text)} ``" if row.text else row.reason
            text = "as above" if row.text == source else text
            yield f"| {row.notation} | {text} |\n"
