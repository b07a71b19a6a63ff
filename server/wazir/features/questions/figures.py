"""The question `figures`: moves, attacks, mobility, reach, classes, value, mate (Q8 to Q13)."""

from __future__ import annotations

from wazir.features.findings import Json
from wazir.features.requests import Request, RequestError, flag, read_board, read_piece
from wazir.piece.figures.mate import LARGEST, Mate, has_table, mate
from wazir.piece.figures.summary import Figures, Spread, figures
from wazir.piece.figures.value import Value, value

DIGITS = 6
"""So many digits behind the point."""
NO_TABLE = f"Mate is a question on rectangular boards of up to {LARGEST}x{LARGEST} squares."


def answer(request: Request) -> Json:
    """The figures of a piece on a board."""
    piece, chosen = read_piece(request)
    board = read_board(request, chosen)
    found = figures(piece, board)
    data = as_json(found, value(piece, found))
    if not flag(request, "mate", default=False):
        return data
    if not has_table(board):
        raise RequestError(NO_TABLE)
    return data | {"mate": mate_as_json(mate(piece, board))}


def as_json(found: Figures, worth: Value) -> Json:
    """Figures as plain data."""
    data: Json = {
        "moves": _spread(found.moves),
        "attacks": _spread(found.attacks),
        "mobility": {"mean": round(found.mobility.mean, DIGITS), "error": round(found.mobility.error, DIGITS)},
        "reach": found.reach,
        "squares": found.squares,
        "returns": found.returns.value,
        "corners": found.corners,
        "classes": list(found.classes),
        "value": {
            "pawns": _rounded(worth.pawns),
            "least": _rounded(worth.least),
            "most": _rounded(worth.most),
            "work": list(worth.work),
            "left_out": list(worth.left_out),
        },
    }
    return data | ({"incomplete": True} if found.incomplete else {})


def mate_as_json(table: Mate) -> Json:
    """What the table of mates says, as plain data."""
    data: Json = {
        "wins": round(table.wins, DIGITS),
        "loses": round(table.loses, DIGITS),
        "longest": table.longest,
        "counts": [table.won, table.white, table.lost, table.black],
    }
    return data | ({"incomplete": True} if table.incomplete else {})


def _spread(spread: Spread) -> Json:
    return {"mean": round(spread.mean, DIGITS), "least": spread.least, "most": spread.most}


def _rounded(pawns: float | None) -> float | None:
    return None if pawns is None else round(pawns, 2)
