"""Writes files of LCPN (Q14, Q16)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wazir.notations.capabilities import Writer
from wazir.notations.lcpn import tree
from wazir.notations.lcpn.from_piece import moves
from wazir.notations.lcpn.lookup import lookup
from wazir.piece.lookup import Wanted
from wazir.piece.model import Piece


class LcpnWriter(Writer):
    """Writes pieces in Lispy Chess Piece Notation."""

    default_dialect = "lisp"

    def moves(self, piece: Piece, dialect: str, taken: frozenset[str], /) -> str:
        """The moves of a piece without a name. *taken* are names that mean other pieces."""
        return moves(piece, dialect, taken)

    def name(self, name: str, /) -> str:
        """Letters and hyphens, with Roman numerals for numbers (L3)."""
        letters = re.sub("[0-9]+", lambda digits: f"-{tree.roman(digits[0])}-", name)
        return tree.canonical(re.sub(r"[\W_]+", "-", letters).strip("-")) or "piece"

    def definition(self, name: str, text: str, style: str, /) -> str:
        """A definition in a style."""
        return tree.STYLES[style].definition.format(tree.spelled(name, style), text)

    def heading(self, style: str, board: str | None, /) -> str:
        """The comments that set the style, and the board if it is given."""
        sign = self.comment(style)
        return f"{sign}style: {style}\n" + (f"{sign}board: {board}\n" if board else "")

    def comment(self, style: str, /) -> str:
        """The prefix of a comment line in a style."""
        return f"{tree.STYLES[style].comment} "

    def lookup(self, wanted: Wanted, /) -> Iterable[tuple[str | None, str]]:
        """Texts of pieces that may reach exactly the wanted squares, each with its dialect."""
        return lookup(wanted)
