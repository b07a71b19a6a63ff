"""Well-known pieces by name, in Betza notation."""

from __future__ import annotations

from collections.abc import Mapping

from wazir.notations.betza.vocabulary import WORDS, Kind
from wazir.piece.known import texts

PIECES: Mapping[str, str] = {
    **{
        word.title.lower(): word.spelling
        for word in WORDS
        if word.kind is Kind.ATOM and (word.leap or word.spelling in "KRBQ")
    },
    "pawn": "fmWfcFifmnD",
    "horse": "N",
    "cannon": "mRcpR",
    "grasshopper": "gQ",
    "nightrider": "N0",
    "man": "K",
    "guard": "K",
    "archbishop": "BN",
    "princess": "BN",
    "cardinal": "BN",
    "chancellor": "RN",
    "empress": "RN",
    "marshal": "RN",
    "amazon": "QN",
    "centaur": "KN",
    "gold": "WfF",
    "silver": "FfW",
    "alibaba": "AD",
    "squirrel": "NAD",
    "vizier": "W",
    "dabbabah": "D",
    "fers": "F",
    "minister": "F",
    "giraffe": "(1,4)",
}
"""Well-known pieces by name, in lower case, in a spelling that every dialect with its signs reads alike."""


def moves_named(name: str) -> str | None:
    """The moves of a well-known piece, whatever the case of its name."""
    own = PIECES.get(name.lower())
    if own:
        return own
    known = texts("betza").get(name.lower())
    return known.text if known else None
