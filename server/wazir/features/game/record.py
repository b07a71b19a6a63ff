"""Records of Ben39, written as text."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.ben39 import fen
from wazir.ben39.position import OPENING, State, turn, unpack


def record_text(name: str, start: State, actions: Sequence[str], note: str = "") -> str:
    """A game as a record of its own, with a note as a comment at its end.

    Args:
        name: The name of the record.
        start: The position at the start.
        actions: The actions as written.
        note: A sentence; empty for none.
    """
    lines = [f"position {name}"]
    if start != OPENING:
        lines.append(f"fen: {fen.write(start)}")
        if rules := unpack(start).rules:
            lines.append(f"rules: {' '.join(sorted(rules))}")
    if actions:
        rows = [
            " ".join(actions[max(at, 0) : at + 2]) for at in range(-turn(start), len(actions), 2)
        ]
        lines += ["moves:", f"1. {rows[0]}", *rows[1:]]
    if note:
        lines.append(f"; {note}")
    return "\n".join(lines) + "\n"
