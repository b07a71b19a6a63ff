"""Writes files of Bensahas notation (Q14, Q16)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wazir.notations.bensahas.from_piece import moves
from wazir.notations.bensahas.lookup import lookup
from wazir.notations.capabilities import Writer
from wazir.parsing import terminals
from wazir.piece.lookup import Wanted
from wazir.piece.model import Piece

_SEPARATORS = re.compile(r"[\ufeff:{}!@=;,<>~\[\]#]|//")
"""Characters that cannot be part of a name."""
_BRACKETS = re.compile(r"[()/+]")
"""Characters that can be part of a name at some places only."""
MAX_WORDS, MAX_LETTERS = 16, 80
"""The maximum number of words of a name, and of letters of a word."""


class BensahasWriter(Writer):
    """Writes pieces in Bensahas notation."""

    def moves(self, piece: Piece, _dialect: str, _taken: frozenset[str], /) -> str:
        """The statements of a piece without a name."""
        return moves(piece)

    def name(self, name: str, /) -> str:
        """A name without the characters that names cannot have."""
        fitted = " ".join(_SEPARATORS.sub(" ", name).split())
        if not re.fullmatch(terminals("bensahas")["_TITLE"], fitted):
            words = _BRACKETS.sub(" ", fitted).split()[:MAX_WORDS]
            fitted = " ".join(word[:MAX_LETTERS] for word in words)
        return fitted or "Piece"

    def definition(self, name: str, text: str, _dialect: str, /) -> str:
        """A piece of no game with its statements."""
        lines = "".join(f"    {line}\n" for line in text.splitlines())
        return f":{name} {{\n{lines}}}"

    def lookup(self, wanted: Wanted, /) -> Iterable[tuple[str | None, str]]:
        """Texts of pieces that may reach exactly the wanted squares, each with its dialect."""
        return lookup(wanted)
