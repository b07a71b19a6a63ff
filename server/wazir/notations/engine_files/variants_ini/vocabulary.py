"""Every key of a section: its type, its default, what it means; and the pieces that the engine
knows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from wazir.notations.results import TokenType

CUSTOM_PIECES = 25
"""The number of custom pieces that a variant may have."""
MAX_FILES, MAX_RANKS = 12, 10
"""The largest board of the engine (E15)."""


class VariantKey(NamedTuple):
    """A key of a section."""

    name: str
    type: str
    """`piece`, `bool`, `int`, `rank`, `file`, `squares`, `pieces`, ...: a key of *TYPES*."""
    text: str
    """One sentence about it."""
    default: str = ""
    moves: str = ""
    """The moves of a built-in piece, in Betza's notation."""
    values: tuple[str, ...] = ()
    """The words that it can be set to."""
    instead: str = ""
    """The key that took its place, if it is deprecated."""
    title: str = ""
    """The name of a built-in piece."""

    @property
    def is_custom(self) -> bool:
        """Whether it is a piece that has no moves of its own."""
        return self.name.startswith("customPiece")

    @property
    def is_one_piece(self) -> bool:
        """Whether it is set to the letter of one piece, the last of its value."""
        return self.type == "pieces" and self.name.startswith(_KEYS_OF_ONE_PIECE)

    @property
    def values_in_words(self) -> str:
        """What it can be set to."""
        if self.is_custom:
            return "a letter, `:`, and moves, as in `a:BN`"
        if not self.is_one_piece:
            return TYPES[self.type]
        return f"the letter of one piece{'; `*` for every piece' if self.default == '*' else ''}"


TYPES: Mapping[str, str] = {
    "piece": "a letter",
    "bool": "`true` or `false`",
    "int": "a number",
    "rank": f"a rank from `1` to `{MAX_RANKS}`",
    "file": f"a file from `a` to `l`, or its number from `1` to `{MAX_FILES}`",
    "squares": (
        "squares such as `e4`, ranks such as `*3`, files such as `d*`, separated by blanks; "
        "`-` for none"
    ),
    "pieces": "letters of pieces without commas; `*` for all, `-` for none",
    "enum": "a word",
    "result": "a result",
    "castling": "castling rights as in FEN, `KQkq`; `-` for none",
    "numbers": "letters with numbers, separated by blanks, as in `q:1 r:2`",
    "promotions": (
        "letters with the letters of promoted pieces, separated by blanks, as in `p:g s:g`"
    ),
    "text": "a text",
}
"""The values of a key, by its type."""

_KEYS_OF_ONE_PIECE = ("castlingKingPiece", "dropNoDoubled", "flagPiece", "mustDropType")

WORDS: Mapping[str, tuple[str, ...]] = {
    "bool": ("true", "false"),
    "result": ("win", "loss", "draw", "none"),
}
"""The words that a key of a type can be set to."""

COLOURS: Mapping[str, TokenType] = {
    "bracket": TokenType.OPERATOR,
    "section": TokenType.NAME,
    "parent": TokenType.ARGUMENT,
    "key": TokenType.DIRECTION,
    "piece key": TokenType.DIRECTIVE,
    "sign": TokenType.OPERATOR,
    "letter": TokenType.ATOM,
    "word": TokenType.MODE,
    "number": TokenType.RANGE,
    "squares": TokenType.ARGUMENT,
    "white": TokenType.WHITE,
    "black": TokenType.BLACK,
    "text": TokenType.STRING,
    "comment": TokenType.COMMENT,
}
"""The colours of the tokens of a section, by their kinds."""


@cache
def keys() -> Mapping[str, VariantKey]:
    """All keys but those of mobility regions, by name, in the order in which the engine adds pieces
    (F10).
    """
    known = list[VariantKey]()
    for row in map(json.loads, (files(__package__) / "keys.jsonl").read_text("utf-8").splitlines()):
        if row["name"] == "king":
            text = "A piece of your own: its letter, `:`, and its moves in Betza's notation."
            known += (
                VariantKey(f"customPiece{number}", "piece", text)
                for number in range(1, CUSTOM_PIECES + 1)
            )
        words = tuple(row.get("values", WORDS.get(row["type"], ())))
        known.append(VariantKey(**{**row, "values": words}))
    return {key.name: key for key in known}


@cache
def pieces() -> Mapping[str, int]:
    """The names of all pieces, with their places in the order in which the engine adds them
    (F10).
    """
    return {name: place for place, (name, key) in enumerate(keys().items()) if key.type == "piece"}


@cache
def _fork_keys() -> Mapping[str, VariantKey]:
    rows = (files(__package__) / "fork_keys.tsv").read_text("utf-8").splitlines()[1:]
    return {
        name: VariantKey(
            name,
            type_,
            "A key of Fairy-Stockfish-X.",
            values=tuple(words.split()) or WORDS.get(type_, ()),
        )
        for name, type_, words in (row.split("\t") for row in rows)
    }


def fork_key(name: str) -> VariantKey | None:
    """The key of Fairy-Stockfish-X, a fork, with a name that Fairy-Stockfish does not know (V14);
    or None.
    """
    return _fork_keys().get("laser_<piece>" if name.startswith("laser_") else name)


_MOBILITY = re.compile(r"mobilityRegion(White|Black)([A-Z]\w*)")


def key_of(name: str) -> VariantKey | None:
    """The key with a name; None if the engine does not know it (F8)."""
    key = keys().get(name)
    if key is None and (parts := _MOBILITY.fullmatch(name)):
        piece = parts[2][0].lower() + parts[2][1:]
        if piece in pieces():
            text = f"Squares that {parts[1]}'s `{piece}` cannot leave."
            return VariantKey(name, "squares", text, default="all squares")
    return key
