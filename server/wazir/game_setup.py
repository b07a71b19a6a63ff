"""What engines must know to play games by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Schedule:
    """Who plays the games, and how they begin."""

    players: tuple[str, str]
    """`random`, `greedy` or `engine`; the first one is White in the first game."""
    seed: int
    opening: int
    """The number of random plies at the start."""
    plies: int
    """The number of plies after which a game is cut off."""
    nodes: int = 0
    """The nodes that the player `engine` searches for a move; 0 if it does not play."""

    @property
    def has_two_players(self) -> bool:
        """Whether different players meet, so that each opening is played twice."""
        return self.players[0] != self.players[1]

    def players_of(self, index: int) -> tuple[str, str]:
        """The players of a game, White first. Two different ones change colours."""
        first, second = self.players
        return (second, first) if self.has_two_players and index % 2 == 1 else (first, second)

    def seeds_of(self, index: int) -> tuple[str, str]:
        """The seeds of the opening and of the other moves of a game."""
        opening = index // 2 if self.has_two_players else index
        return f"{self.seed} opening {opening}", f"{self.seed} game {index}"


@dataclass(frozen=True, kw_only=True)
class GameSetup(Schedule):
    """A variant that is played, and by whom."""

    config: str
    """The text of the file of the variant; empty if it is built in."""
    name: str
    values: Mapping[str, float]
    """Values of pieces by letter, in pawns, for the greedy player."""
    clock: int
    """The plies of the move rule; 0 without one."""
    folds: int
    """The number of occurrences of a position with which a game may be ended; 0 for never."""
    is_claimed: bool
    """A rule of counting may end games, so that the engine is asked after each move."""
    changes_sides: bool
    """Pieces may change without a capture."""
    program: str = ""
    """The program of the player `engine`."""


@dataclass(frozen=True)
class GameProgram:
    """A program in Python that plays games. It reads what is played, a line, and then the numbers
    of games. It writes `ready`, and each game on a line of JSON; or `unknown` if it does not know
    what is played; or `failed` with a sentence. Empty lines show that it runs.
    """

    code: str
    packages: tuple[str, ...]
    """The packages that the code imports."""
    played: str
    """What is played, as JSON."""
    name: str
    """The name of what is played."""
    nodes: int
    """The nodes that are searched for a move."""
