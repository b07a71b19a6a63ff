"""All keys, letters and signs: spelling, token type, title and text, from `words.toml`. Hover and
completion use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wazir.ben39.position import Piece
from wazir.notations.results import TokenType
from wazir.notations.vocabulary import VocabularyWord, packaged

TABLES: Mapping[str, Any] = packaged(__package__, "words")
"""The tables of `words.toml`."""


def _words(table: str, token_type: TokenType) -> Mapping[str, VocabularyWord]:
    """The words of a table by their spelling."""
    words = dict[str, VocabularyWord]()
    for spelling, about in TABLES[table].items():
        for side in ("white", "black") if "{side}" in spelling else ("",):
            parts = [part.format(side=side, Side=side.capitalize()) for part in (spelling, *about)]
            words[parts[0]] = VocabularyWord(parts[0], token_type, *parts[1:])
    return words


def _about(piece: Piece) -> str:
    """What a piece does."""
    name = piece.name.lower()
    texts = TABLES["pieces"]
    additions = TABLES["additions"]
    parts = (
        texts.get(name, texts["castle"]),
        "" if piece.on_squares else additions["line"],
        additions.get(name, ""),
    )
    return " ".join(filter(None, parts))


RECORD = _words("record", TokenType.MODE)["position"]
KEYS = _words("keys", TokenType.MODE)
"""The keys, in the order of completion."""
TURNS = _words("turns", TokenType.ARGUMENT)
RULES = _words("rules", TokenType.ARGUMENT)
"""The rules that a record may set."""
EXPECTATIONS = _words("expectations", TokenType.ARGUMENT)
STATES = _words("states", TokenType.OPERATOR)
"""The signs after the place of a castle."""
PIECES: Mapping[Piece, str] = {piece: _about(piece) for piece in Piece}
"""What each piece does."""
PLACES: Mapping[str, str] = TABLES["places"]
"""Places, and the parts of a drawing."""
FEN_PARTS: tuple[tuple[str, str], ...] = tuple(TABLES["fen"].items())
"""The parts of the one-line form, in order."""
