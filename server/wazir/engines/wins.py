"""Wins in one and two moves from the start of a variant, found with pyffish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

MAX_QUESTIONS = 5000
"""The most questions to pyffish for a side, of about 2 ms each."""
MAX_MOVES = 2


class _TooManyQuestionsError(Exception):
    """The search has asked enough."""


@dataclass
class _Search:
    """A search from a position."""

    engine: Any
    variant: str
    fen: str
    left: int

    def _ask(self, question: str, line: Sequence[str]) -> Any:
        if self.left == 0:
            raise _TooManyQuestionsError
        self.left -= 1
        return getattr(self.engine, question)(self.variant, self.fen, list(line))

    def legal(self, line: Sequence[str]) -> list[str]:
        """The legal moves after a line."""
        moves: list[str] = self._ask("legal_moves", line)
        return moves

    def result(self, line: Sequence[str]) -> int | None:
        """The result after a line: positive if the side to move has won, negative if it has lost;
        None while the game goes on.
        """
        is_over, result = self._ask("is_immediate_game_end", line)
        if is_over:
            return int(result)
        return None if self.legal(line) else int(self._ask("game_result", line))

    def wins_in(self, count: int, line: Sequence[str] = ()) -> Iterator[str]:
        """The moves after a line that win in a number of moves, whatever the opponent plays."""
        for move in self.legal(line):
            played = [*line, move]
            result = self.result(played)
            goes_on = result is None and count > 1
            is_lost = result is not None and result < 0
            if is_lost or (goes_on and self._loses(count - 1, played)):
                yield move

    def _loses(self, count: int, line: Sequence[str]) -> bool:
        """Whether the side to move loses in a number of the opponent's moves."""
        return all(self._wins_within(count, [*line, reply]) for reply in self.legal(line))

    def _wins_within(self, count: int, line: Sequence[str]) -> bool:
        """Whether the side to move wins after a line, at once or in a number of moves."""
        result = self.result(line)
        return result > 0 if result is not None else any(self.wins_in(count, line))


def wins(engine: Any, name: str) -> dict[str, dict[str, object]]:
    """The shortest wins of both sides from the start of a variant, as if each were to move.

    A side that cannot be to move, because the other one is in check, is left out.

    Returns:
        By side, `searched`, the number of moves that was searched to the end, and `wins`, the first
        moves that win in that number, in algebraic notation.
    """
    start = engine.start_fen(name)
    board, side, *rest = start.split(" ")
    found = {_SIDES[side]: _wins(engine, name, start)}
    if not engine.gives_check(name, start, []):
        other = "b" if side == "w" else "w"
        found[_SIDES[other]] = _wins(engine, name, " ".join([board, other, *rest]))
    return found


_SIDES = {"w": "White", "b": "Black"}


def _wins(engine: Any, name: str, fen: str) -> dict[str, object]:
    search = _Search(engine, name, fen, left=MAX_QUESTIONS)
    searched = 0
    winning = list[str]()
    try:
        while searched < MAX_MOVES and not winning:
            winning = list(search.wins_in(searched + 1))
            searched += 1
    except _TooManyQuestionsError:
        pass
    return {"searched": searched, "wins": [engine.get_san(name, fen, move) for move in winning]}
