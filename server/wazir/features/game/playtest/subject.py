"""What plays itself, a variant or Ben39, as measures and reports need it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from wazir.features.game.playtest.game import PlayedGame
from wazir.features.game.playtest.positions import GamePosition
from wazir.features.game.stepping import SteppedGame

GameT = TypeVar("GameT", bound=PlayedGame)


class Board(NamedTuple):
    """The places of a board, in files and ranks."""

    title: str
    """What the places are, in the plural."""
    files: tuple[str, ...]
    ranks: tuple[int, ...]
    missing: frozenset[str] = frozenset()
    """Places that do not exist."""

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the places, rank by rank."""
        names = (f"{file}{rank}" for rank in self.ranks for file in self.files)
        return tuple(name for name in names if name not in self.missing)


@dataclass(frozen=True)
class Kinds:
    """The kinds of pieces by the signs of positions."""

    names: Mapping[str, str]
    """The names by letter, in the order of reports. A promoted kind begins with `+`."""
    royal: frozenset[str]
    """The letters of kinds that are royal."""
    units: tuple[str, ...]
    """The letters of kinds in which values can be measured, the best one first."""

    def rank(self, kind: str) -> tuple[int, str]:
        """The place of a kind in the order of reports; promoted pieces follow."""
        letter = kind.lstrip("+")
        order = [name for name in self.names if not name.startswith("+")]
        return (order.index(letter) if letter in order else len(order)), kind

    def name(self, kind: str) -> str:
        """The name of a kind, or its letter."""
        return self.names.get(kind) or self.names.get(kind.lstrip("+")) or kind.upper()


class Subject(ABC, Generic[GameT]):
    """What plays itself."""

    name: str
    kinds: Kinds
    boards: tuple[Board, ...]
    goals: tuple[str, ...]
    """The endings by which its rules let a player win."""
    facts: tuple[str, ...] = ()
    """Sentences of its rules that matter for the result."""
    static: Mapping[str, float]
    """The static values of its pieces in pawns, by letter."""
    is_like_chess: bool
    """Its figures can be compared with those of chess."""

    @abstractmethod
    def ending(self, game: GameT) -> str:
        """The rule that ended a game: a key of *ENDINGS*."""

    @abstractmethod
    def record(self, game: GameT, reason: str = "") -> str:
        """A game as text, with the reason why it is worth seeing."""

    @abstractmethod
    def positions(self, game: GameT) -> Iterator[GamePosition]:
        """Some positions of a game, the last of which is its end."""

    @abstractmethod
    def steps(self, game: GameT) -> SteppedGame | None:
        """A game to step through on its board; None if it is not drawn."""
