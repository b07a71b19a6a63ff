"""Variants that play themselves, as measures and reports need them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wazir.features.game.playtest.chess import CHESS
from wazir.features.game.playtest.endings import ending, goals
from wazir.features.game.playtest.game import Game
from wazir.features.game.playtest.pgn import pgn
from wazir.features.game.playtest.positions import GamePosition, positions
from wazir.features.game.playtest.subject import Board, Kinds, Subject
from wazir.features.game.playtest.variant_steps import stepped_game
from wazir.features.game.stepping import SteppedGame
from wazir.features.variants import DefinedVariant, rules_at
from wazir.notations.variant import NO_WIN, ResolvedVariant

_UNITS = ("pawn", "shogiPawn", "soldier", "knight", "shogiKnight", "horse")
"""The pieces in which values can be measured, by their keys."""


class VariantSubject(Subject[Game]):
    """A variant that plays itself."""

    def __init__(self, defined: DefinedVariant, static: Mapping[str, float]) -> None:
        variant = defined.variant
        rules = rules_at(defined.document, defined.placed)
        sentences = [each for part in rules.parts for each in part.sentences] if rules else []
        self._defined = defined
        self.name = variant.name
        self.kinds = kinds_of(variant)
        self.boards = (board_of(variant),)
        self.goals = goals(variant)
        self.facts = tuple(each for each in sentences if each == NO_WIN)
        self.static = static
        self.is_like_chess = variant.name != CHESS

    def ending(self, game: Game) -> str:
        """The rule that ended a game."""
        return ending(game, self._defined.variant)

    def record(self, game: Game, reason: str = "") -> str:
        """A game in PGN."""
        return pgn(game, self._defined.variant, reason)

    def positions(self, game: Game) -> Iterator[GamePosition]:
        """Some positions of a game; none where the board is not drawn."""
        return positions(game, self._defined)

    def steps(self, game: Game) -> SteppedGame | None:
        """A game to step through; None if the board is not drawn."""
        return stepped_game(game, self._defined)


def kinds_of(variant: ResolvedVariant) -> Kinds:
    """The kinds of pieces of a variant."""
    pieces = {piece.letter: piece for piece in variant.pieces}
    names = {letter: (piece.name or letter).lower() for letter, piece in pieces.items()}
    for letter, piece in pieces.items():
        if piece.promoted in pieces:
            names[f"+{letter}"] = (pieces[piece.promoted].name or f"+{letter}").lower()
    units = (piece.letter for key in _UNITS for piece in variant.pieces if piece.key == key)
    royal = frozenset(letter for letter, piece in pieces.items() if piece.royal)
    return Kinds(names, royal, tuple(units))


def board_of(variant: ResolvedVariant) -> Board:
    """The board of a variant."""
    files = tuple(chr(ord("a") + file) for file in range(variant.files))
    return Board("Squares", files, tuple(range(1, variant.ranks + 1)))
