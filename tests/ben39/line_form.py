"""The one-line form of a position (G24), for the second player: it reads what has no mistake, and
writes.
"""

from __future__ import annotations

from . import oracle

RESERVE = "XIWZC"


def _rows(files: str, ranks: range, rooms: set[str]) -> list[list[str]]:
    return [[f"{file}{rank}" for file in files if f"{file}{rank}" in rooms] for rank in ranks]


def _write_rows(rows: list[list[str]], standing: dict[str, str]) -> str:
    words = []
    for row in rows:
        word, empty = "", 0
        for place in row:
            if place in standing:
                word += (str(empty) if empty else "") + standing[place]
                empty = 0
            else:
                empty += 1
        words.append(word + (str(empty) if empty else ""))
    return "/".join(words)


def write(position: oracle.Position) -> str:
    """The one-line form of a position; that the game has ended is not in it."""
    stores = (
        "".join(sorted(store[oracle.WHITE], key=order.index))
        + "".join(sorted(store[oracle.BLACK], key=order.index)).lower()
        or "-"
        for store, order in ((position.hands, oracle.HAND), (position.reserves, RESERVE))
    )
    squares = _write_rows(
        _rows("bdfhjln", range(14, 0, -2), oracle.board(position)), position.squares
    )
    lines = _write_rows(
        _rows("acegikmo", range(15, 0, -2), oracle.crossings(position)), position.crossings
    )
    return " ".join([squares, lines, ",".join(position.movable) or "-", position.turn, *stores])


def _read_rows(rows: list[list[str]], text: str) -> dict[str, str]:
    standing: dict[str, str] = {}
    for row, word in zip(rows, text.split("/"), strict=True):
        places, rest = list(row), word
        while rest:
            if rest[0].isdigit():
                del places[: int(rest[0])]
                rest = rest[1:]
                continue
            length = 2 if rest[0] in "Cc" else 1
            standing[places.pop(0)] = rest[:length]
            rest = rest[length:]
    return standing


def read(text: str) -> oracle.Position:
    """The position of a one-line form that has no mistake."""
    squares, lines, movable, turn, hands, reserves = text.split(" ")
    position = oracle.Position(movable=[] if movable == "-" else movable.split(","), turn=turn)
    position.squares = _read_rows(
        _rows("bdfhjln", range(14, 0, -2), oracle.board(position)), squares
    )
    position.crossings = _read_rows(
        _rows("acegikmo", range(15, 0, -2), oracle.crossings(position)), lines
    )
    for store, word in ((position.hands, hands), (position.reserves, reserves)):
        for letter in word.replace("-", ""):
            store[oracle.owner(letter)] += letter.upper()
    return position
