"""The text of `startFen`: rows, letters, and the words after them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Row:
    """A rank of the board."""

    span: Span
    squares: tuple[str, ...]
    """A letter with `+` or `~`, `*` for a wall, or nothing for an empty square."""


@dataclass(frozen=True, slots=True)
class Fen:
    """A position, as far as its letters and its shape go. Spans count from its start."""

    rows: tuple[Row, ...]
    letters: tuple[tuple[str, Span], ...]
    """The letters on the board and in hand, as they are written."""
    signs: tuple[tuple[str, Span], ...]
    """The signs on the board and in hand that are no letter, digit, `/` or `*`."""
    words: tuple[Span, ...]
    """All words, separated by single blanks; the first is the board."""


_WORD = re.compile(r"(?:(?<= )|^)[^ ]*")
_SIGN = re.compile(r"(?P<gap>\d+)|(?P<letter>[A-Za-z])|(?P<wall>\*)|(?P<mark>[^/])")


def parsed(text: str) -> Fen:
    """The parts of a FEN. Never raises."""
    words = tuple(Span(*word.span()) for word in _WORD.finditer(text))
    if not text:
        return Fen((), (), (), ())
    board, start = text[: words[0].end], words[0].start
    rows, letters, signs = list[Row](), list[tuple[str, Span]](), list[tuple[str, Span]]()
    hand = board.find("[") if "[" in board else len(board)
    while start <= hand:
        stop = board.find("/", start, hand)
        stop = hand if stop < 0 else stop
        rows.append(_row(board, Span(start, stop), letters, signs))
        start = stop + 1
    _row(board, Span(hand, len(board)), letters, signs)
    return Fen(tuple(rows), tuple(letters), tuple(signs), words)


def _row(text: str, span: Span, letters: list[tuple[str, Span]], signs: list[tuple[str, Span]]) -> Row:
    squares, mark = list[str](), ""
    for sign in _SIGN.finditer(text, *span):
        if sign.lastgroup == "mark":
            signs.append((sign[0], Span(*sign.span())))
        match sign.lastgroup:
            case "gap":
                squares += [""] * min(int(sign[0][:3]), 99)
            case "letter":
                letters.append((sign[0], Span(*sign.span())))
                squares.append(mark + sign[0])
            case "wall":
                squares.append("*")
            case _ if sign[0] == "~" and squares:
                squares[-1] += "~"
        mark = "+" if sign[0] == "+" else ""
    return Row(span, tuple(squares))


def drawing(fen: Fen, files: int) -> str:
    """The board drawn in characters, with its ranks and files."""
    width = max(len(str(len(fen.rows))), 1)
    cell = max((len(square) for row in fen.rows for square in row.squares), default=1)
    lines = []
    for number, row in enumerate(fen.rows):
        squares = " ".join((square or ".").rjust(cell) for square in row.squares)
        lines.append(f"{len(fen.rows) - number:>{width}} {squares}")
    names = " ".join(chr(ord("a") + file).rjust(cell) for file in range(min(files, 26)))
    return "\n".join([*lines, f"{'':>{width}} {names}"])
