"""The question `names`: what a piece is called (Q6)."""

from __future__ import annotations

from wazir.features.findings import Json
from wazir.features.known import Relation, compounds, namings
from wazir.features.requests import Request, read_piece


def answer(request: Request) -> Json:
    """Every name of a piece, and of those that it is related to, the best-known first."""
    piece, _ = read_piece(request)
    found = namings(piece)
    rows = list(
        {
            (name, naming.relation): {
                "name": name,
                "relation": naming.relation.value,
                "known_from": naming.known.known_from,
            }
            for naming in reversed(found)
            for name in reversed(naming.known.names)
        }.values()
    )[::-1]
    if not any(naming.relation is Relation.SAME for naming in found):
        rows += [
            {
                "name": " + ".join(known.name for known in parts),
                "relation": Relation.COMPOUND.value,
                "known_from": ", ".join(dict.fromkeys(known.known_from for known in parts)),
            }
            for parts in compounds(piece)
        ]
    return {"names": rows}
