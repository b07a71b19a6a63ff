"""The pieces of a position in FEN, as far as its board and its hands say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

_SIGN = re.compile(r"\d+|\*|(?P<piece>\+?[A-Za-z])")
"""The contents of a rank: a number of empty squares, a wall, or a piece."""
WHITE, BLACK = "white", "black"


@dataclass(frozen=True)
class PiecePlacement:
    """The pieces of a position, as its FEN says."""

    board: Mapping[str, str]
    """The signs of pieces, by square."""
    hand: Mapping[str, int]
    """The numbers of pieces in hand, by sign."""
    empty: int
    """The number of empty squares."""
    walls: frozenset[str] = frozenset()
    """The squares that are walls."""

    @classmethod
    def of(cls, fen: str) -> PiecePlacement:
        """The placement of a FEN."""
        placement, _, hand = fen.split()[0].partition("[")
        rows = placement.split("/")
        board, walls, empty = dict[str, str](), set[str](), 0
        for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
            file = 0
            for sign in _SIGN.finditer(row):
                square = f"{chr(ord('a') + file)}{rank}"
                if sign["piece"]:
                    board[square] = sign["piece"]
                    file += 1
                elif sign[0] == "*":
                    walls.add(square)
                    file += 1
                else:
                    empty += int(sign[0])
                    file += int(sign[0])
        in_hand = Counter(sign for sign in hand if sign.isalpha())
        return cls(board, in_hand, empty, walls=frozenset(walls))

    @cached_property
    def counts(self) -> Counter[str]:
        """The numbers of pieces on the board by sign."""
        return Counter(self.board.values())

    def count(self, side: str, letters: Sequence[str] = ("*",), *, hand: bool = True) -> int:
        """The number of pieces of a side; of all kinds if a letter is `*`."""
        counts = self.counts + Counter(self.hand) if hand else self.counts
        return sum(
            number
            for sign, number in counts.items()
            if side_of(sign) == side and ("*" in letters or sign.lower() in letters)
        )


def side_of(sign: str) -> str:
    """The side of a piece by its sign in a FEN."""
    return WHITE if sign[-1].isupper() else BLACK
