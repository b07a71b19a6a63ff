"""The question `names`: what a piece is called (Q6)."""

from __future__ import annotations

from wazir.features.findings import Json
from wazir.features.known import Relation, compounds, namings
from wazir.features.requests import Request, read_piece
from wazir.piece.model import Piece


def answer(request: Request) -> Json:
    """Every name of a piece, and of those that it is related to, the best-known first."""
    piece, _ = read_piece(request)
    rows = named(piece)
    if not any(row["relation"] == Relation.SAME.value for row in rows):
        rows += [
            {
                "name": " + ".join(known.name for known in parts),
                "relation": Relation.COMPOUND.value,
                "known_from": ", ".join(dict.fromkeys(known.known_from for known in parts)),
            }
            for parts in compounds(piece)
        ]
    return {"names": rows}


def named(piece: Piece) -> list[Json]:
    """The names as plain data, without compounds."""
    rows: dict[tuple[str, Relation], Json] = {
        (name, naming.relation): {
            "name": name,
            "relation": naming.relation.value,
            "known_from": naming.known.known_from,
        }
        for naming in reversed(namings(piece))
        for name in reversed(naming.known.names)
    }
    return list(rows.values())[::-1]
