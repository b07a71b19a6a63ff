"""The three dialects: which letters each has, and which one a definition is in (B1, B3 to B6)."""

from __future__ import annotations

from dataclasses import dataclass

ORIGINAL, EXTENDED, XBETZA = "original", "extended", "xbetza"

DIALECTS = {
    ORIGINAL: "Betza's own notation: atoms, directions, ranges, and the modifiers c g i j m n o p z",
    EXTENDED: "Extended Betza: chains with `-`, groups with `( )`, and modes that test and change squares on the way",
    XBETZA: "the Betza of XBoard, the Interactive Diagrams and Fairy-Stockfish: `a` between legs, `[ ]`, `O`, `y`",
}

FAIRY_STOCKFISH, XBOARD = "fairy-stockfish", "xboard"
PROFILES = {
    FAIRY_STOCKFISH: "warns where Fairy-Stockfish plays another piece",
    XBOARD: "warns where XBoard plays another piece",
}


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters of a dialect."""

    modifiers: frozenset[str]
    atoms: frozenset[str]
    vectors: bool
    suffixes: bool


_ATOMS = frozenset("WFDNAHGLCJZKRBQ")
_DIRECTIONS = frozenset("fblrvsha")

LETTERS = {
    ORIGINAL: Letters(_DIRECTIONS | set("cgijmnopz"), _ATOMS, vectors=False, suffixes=False),
    EXTENDED: Letters(_DIRECTIONS | set("cdegijmnoptux"), _ATOMS, vectors=True, suffixes=False),
    XBETZA: Letters(_DIRECTIONS | set("cdegijmnopqtuxyz"), _ATOMS | set("UOI"), vectors=True, suffixes=True),
}

IN_BRACKETS = LETTERS[EXTENDED].modifiers - set("ex")
"""The modifiers of the legs inside `[ ]` (B21)."""


def others_with(letter: str, dialect: str) -> list[str]:
    """The other dialects that have a letter."""
    return [
        name
        for name, letters in LETTERS.items()
        if name != dialect
        and (letter in letters.modifiers or letter in letters.atoms or (letter in "XY" and letters.suffixes))
    ]
