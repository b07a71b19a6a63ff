"""Forced wins, proved by trying everything: all actions of both sides, and no cleverness that could
be wrong (G26).

`python -m tests.ben39.prover` proves every entry of `tests/data/ben39_wins.txt` anew, which takes
minutes; the tests prove those that are short enough.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from wazir.ben39.actions import Action, after, spell
from wazir.ben39.position import Piece, State
from wazir.ben39.rules import actions, in_check, takes_king
from wazir.ben39.side_view import side_view

from .by_names import state_of

DEEPEST = 3
"""Own actions of the winner that are looked ahead."""
FILE = Path(__file__).parents[1] / "data" / "ben39_wins.txt"


@dataclass
class Prover:
    """Says which positions are won by force, and remembers what it has said; *looked* counts the
    positions.
    """

    looked: int = 0
    _won: dict[tuple[State, int], bool] = field(default_factory=dict)

    def wins(self, state: State, own: int) -> bool:
        """Whether the side to move takes the king within so many own actions, whatever the other
        does.
        """
        if takes_king(side_view(state)):
            return True
        if own == 1:
            return False
        known = self._won.get((state, own))
        if known is None:
            known = any(self.loses(after(state, action), own - 1) for action in actions(state))
            self._won[state, own] = known
        return known

    def loses(self, state: State, others: int) -> bool:
        """Whether the king of the side to move is taken within so many actions of the other,
        whatever it does.

        So it is also with no action in check; with no action and no check it is not (G11). Those
        actions are tried first that are listed last, moves and drops between the squares: they most
        often leave things as they are.
        """
        self.looked += 1
        if takes_king(side_view(state)):
            return False
        legal = actions(state)
        if not legal:
            return in_check(state)
        return all(self.wins(after(state, action), others) for action in reversed(legal))

    def winning(self, state: State, own: int) -> list[Action]:
        """All actions that win within so many own actions."""
        return [
            action
            for action in actions(state)
            if Piece.KING in action.taken or (own > 1 and self.loses(after(state, action), own - 1))
        ]


class Entry(NamedTuple):
    """A line of the file: a position, `#3` or `#-2`, all first actions that win so soon, and what a
    proof looks at.
    """

    form: str
    outcome: str
    first: tuple[str, ...]
    looked: int

    def __str__(self) -> str:
        return f"{self.form} | {self.outcome} | {' '.join(self.first) or '-'} | {self.looked}"


def entries() -> list[Entry]:
    """What the file has."""
    listed: list[Entry] = []
    for line in FILE.read_text("utf-8").splitlines():
        if line and not line.startswith(";"):
            form, outcome, first, looked = line.split(" | ")
            listed.append(
                Entry(form, outcome, () if first == "-" else tuple(first.split()), int(looked))
            )
    return listed


def proved(form: str) -> Entry | None:
    """What is true of a position; None if nobody wins by force so soon."""
    state = state_of(form)
    prover = Prover()
    for own in range(1, DEEPEST + 1):
        if prover.wins(state, own):
            first = tuple(sorted(map(spell, prover.winning(state, own))))
            return Entry(form, f"#{own}", first, prover.looked)
        if prover.loses(state, own):
            return Entry(form, f"#-{own}", (), prover.looked)
    return None


def main() -> int:
    """Proves all entries."""
    wrong = 0
    for entry in entries():
        started = time.monotonic()
        true = proved(entry.form)
        wrong += true != entry
        sys.stdout.write(
            f"{'ok' if true == entry else 'WRONG'} {time.monotonic() - started:.1f} s  {true}\n"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
