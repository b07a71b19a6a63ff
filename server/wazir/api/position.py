"""Positions of Ben39, with its rules and its search."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.ben39 import fen, rules
from wazir.ben39.actions import Game, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.position import OPENING, Side, State, turn
from wazir.ben39.reading import play
from wazir.ben39.search import Limits, search
from wazir.features.game.position import PositionSubject
from wazir.piece.drawing.shapes import Theme


@dataclass(frozen=True, slots=True)
class Line:
    """A line that a search expects."""

    score: float
    """In pawns, from the side to move."""
    mate: int | None
    """The number of own actions to a forced win, negative for a loss; None if nothing is forced."""
    actions: tuple[str, ...]


class Position:
    """A position of Ben39. Actions are played with *push* and taken back with *pop*.

    >>> position = Position()
    >>> len(position.legal_moves)
    324
    >>> position.push(position.legal_moves[0])
    >>> position.turn, position.is_game_over(), position.result()
    ('black', False, '*')
    """

    def __init__(self, text: str | None = None, *, name: str | None = None) -> None:
        """A position.

        Args:
            text: Its one-line form; None is the initial position.
            name: A name to remember.

        Raises:
            ValueError: The text is not a position.
        """
        reading = fen.read(fen.write(OPENING) if text is None else text)
        if reading.state is None:
            raise ValueError(" ".join(fault.message for fault in reading.faults))
        self.name = name
        self._game = Game(reading.state)

    @classmethod
    def of(cls, name: str | None, game: Game) -> Position:
        """The position after a game."""
        position = cls(name=name)
        position._game = game
        return position

    @property
    def state(self) -> State:
        """The position as a number, which also has the rules under which it is played."""
        return self._game.state

    @property
    def fen(self) -> str:
        """The one-line form."""
        return fen.write(self._game.state)

    @property
    def turn(self) -> str:
        """`white` or `black`."""
        return str(turn(self._game.state))

    @property
    def status(self) -> str:
        """`none`, `check`, `mate`, `stalemate` or `ended`, of the side to move."""
        return rules.status(self._game.state).value

    @property
    def actions(self) -> tuple[str, ...]:
        """The legal actions."""
        return tuple(map(spell, rules.actions(self._game.state)))

    legal_moves = actions

    def is_check(self) -> bool:
        """Whether the side to move is in check, perhaps mate."""
        return self.status in ("check", "mate")

    def is_game_over(self) -> bool:
        """Whether there is no legal action."""
        return self.status in ("mate", "stalemate", "ended")

    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
        ended = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}
        return ended[facts(self._game.state).winner] if self.is_game_over() else "*"

    @property
    def played(self) -> tuple[str, ...]:
        """The actions that *pop* takes back, in order."""
        return tuple(map(spell, self._game.actions))

    move_stack = played

    def push(self, action: str) -> None:
        """Play an action.

        Raises:
            ValueError: It is not legal; the message says why.
        """
        game, refused = play(self._game, [action])
        if refused:
            raise ValueError(str(refused.reason))
        self._game = game

    def pop(self) -> str:
        """Take back the last action and return it.

        Raises:
            IndexError: No action was played.
        """
        if self._game.last is None:
            raise IndexError("No action was played.")
        last = spell(self._game.last)
        self._game = Game(self._game.start, self._game.actions[:-1])
        return last

    def evaluate(
        self,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
    ) -> tuple[Line, ...]:
        """Search for the best actions, for three seconds if there is no limit.

        Returns:
            The best lines, the best one first; none in a finished game.
        """
        limited = seconds if depth or nodes or seconds else 3.0
        *_, last = search(
            self._game.state, Limits(depth, nodes, limited, lines=lines), self._game.states
        )
        return tuple(
            Line(line.score / 100, line.mate, tuple(map(spell, line.actions)))
            for line in last.lines
        )

    def perft(self, depth: int) -> int:
        """The number of lines of *depth* actions."""
        return rules.perft(self._game.state, depth)

    @property
    def sentence(self) -> str:
        """The side to move, check and material, in words."""
        return PositionSubject(self._game).sentence

    def diagram(self) -> str:
        """The position as text."""
        return PositionSubject(self._game).diagram()

    def svg(self, *, theme: str = "auto") -> str:
        """The position as a picture, with the last action."""
        return PositionSubject(self._game).picture(self.name or "A position", Theme(theme))

    def copy(self) -> Position:
        """Another position with the same past."""
        return self.of(self.name, self._game)

    def __eq__(self, other: object) -> bool:
        return (
            self._game.state == other._game.state if isinstance(other, Position) else NotImplemented
        )

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"Position({self.fen!r})"

    def _repr_svg_(self) -> str:
        return self.svg()
