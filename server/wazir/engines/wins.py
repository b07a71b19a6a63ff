"""Wins in one and two moves from the start of a variant, by the rules of an engine.

The search asks for positions and is sent what the engine knows of them, so it works with pyffish
and with the engine of a client.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

MAX_POSITIONS = 2500
"""The most positions of a search for a side, of about 4 ms each."""
MAX_MOVES = 2

Line: TypeAlias = tuple[str, ...]
"""Moves from the start, in the notation of UCI."""


@dataclass(frozen=True)
class EnginePosition:
    """What an engine knows of a position."""

    legal: Sequence[str]
    """The legal moves, in the notation of UCI."""
    result: int | None
    """Positive if the side to move has won, negative if it has lost, 0 for a draw; None while the
    game goes on.
    """


@dataclass(frozen=True)
class FoundWins:
    """The shortest wins of a side that is to move."""

    searched: int
    """The number of moves that was searched to the end."""
    moves: Sequence[str]
    """The first moves that win in that number, in the notation of UCI."""


class _TooManyPositionsError(Exception):
    """The search has asked enough."""


@dataclass
class _Search:
    """A search from a position. Its generators yield lines, and are sent their positions."""

    left: int
    """The number of positions that it may still ask for."""

    def _ask(self, line: Line) -> Generator[Line, EnginePosition, EnginePosition]:
        if self.left == 0:
            raise _TooManyPositionsError
        self.left -= 1
        return (yield line)

    def wins_in(self, count: int) -> Generator[Line, EnginePosition, list[str]]:
        """The moves that win in a number of moves, whatever the opponent plays."""
        start = yield from self._ask(())
        winning = list[str]()
        for move in start.legal:
            if (yield from self._loses_within(count, (move,))):
                winning.append(move)
        return winning

    def _loses_within(self, count: int, line: Line) -> Generator[Line, EnginePosition, bool]:
        """Whether the side to move has lost after a line that has *count* moves of its opponent at
        the most, the last of the line among them.
        """
        position = yield from self._ask(line)
        if position.result is not None:
            return position.result < 0
        if count == 1:
            return False
        for reply in position.legal:
            if not (yield from self._wins_within(count - 1, (*line, reply))):
                return False
        return True

    def _wins_within(self, count: int, line: Line) -> Generator[Line, EnginePosition, bool]:
        """Whether the side to move wins after a line, at once or in a number of moves."""
        position = yield from self._ask(line)
        if position.result is not None:
            return position.result > 0
        for move in position.legal:
            if (yield from self._loses_within(count, (*line, move))):
                return True
        return False


def shortest_wins() -> Generator[Line, EnginePosition, FoundWins]:
    """Searches the shortest wins of the side to move, in at most `MAX_MOVES` moves.

    It yields a line, and is sent the position after it.
    """
    search = _Search(left=MAX_POSITIONS)
    searched = 0
    winning = list[str]()
    try:
        while searched < MAX_MOVES and not winning:
            winning = yield from search.wins_in(searched + 1)
            searched += 1
    except _TooManyPositionsError:
        pass
    return FoundWins(searched, winning)


def starts(fen: str, *, is_check: bool) -> Mapping[str, str]:
    """A position in FEN by the side to move, the one of the FEN first.

    A side that cannot be to move, because the other one is in check, is left out.
    """
    board, side, *rest = fen.split(" ")
    found = {_SIDES[side]: fen}
    if not is_check:
        other = "b" if side == "w" else "w"
        found[_SIDES[other]] = " ".join([board, other, *rest])
    return found


_SIDES = {"w": "White", "b": "Black"}


# With pyffish


def wins(engine: Any, name: str) -> dict[str, dict[str, object]]:
    """The shortest wins of both sides from the start of a variant, as if each were to move.

    Args:
        engine: The module pyffish.
        name: The variant.

    Returns:
        By side, `searched`, the number of moves that was searched to the end, and `wins`, the first
        moves that win in that number, in algebraic notation.
    """
    start = engine.start_fen(name)
    is_check = engine.gives_check(name, start, [])
    return {
        side: _wins(engine, name, fen) for side, fen in starts(start, is_check=is_check).items()
    }


def _wins(engine: Any, name: str, fen: str) -> dict[str, object]:
    search = shortest_wins()
    try:
        line = next(search)
        while True:
            line = search.send(_position(engine, name, fen, line=line))
    except StopIteration as end:
        found: FoundWins = end.value
    sans = [engine.get_san(name, fen, move) for move in found.moves]
    return {"searched": found.searched, "wins": sans}


def _position(engine: Any, name: str, fen: str, line: Line) -> EnginePosition:
    moves = list(line)
    is_over, result = engine.is_immediate_game_end(name, fen, moves)
    if is_over:
        return EnginePosition((), int(result))
    legal = engine.legal_moves(name, fen, moves)
    return EnginePosition(legal, None if legal else int(engine.game_result(name, fen, moves)))
