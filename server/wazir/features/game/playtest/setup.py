"""The terms under which a variant plays itself, and what engines must know for that."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.budget import OverBudget
from wazir.features.variants import DefinedVariant
from wazir.game_setup import GameSetup, Schedule
from wazir.piece.board import parse_board
from wazir.piece.figures import figures, value


@dataclass(frozen=True)
class Terms(Schedule):
    """How games are played. Figures of games under the same terms can be compared."""

    @property
    def key(self) -> str:
        """All but the seed, as a key of recorded figures."""
        players = " ".join(self.players)
        return f"{players}, {self.plies} plies, opening {self.opening}, {self.nodes} nodes"

    @property
    def words(self) -> str:
        """The players in words."""
        names = [
            f"engine ({self.nodes:,} nodes a move)" if name == "engine" else name
            for name in dict.fromkeys(self.players)
        ]
        return " against ".join(names)


def setup_of(defined: DefinedVariant, terms: Terms, config: str, program: str = "") -> GameSetup:
    """What engines must know to play a variant under some terms.

    Args:
        defined: The variant.
        terms: The terms.
        config: The text of the file that defines it; empty if it is built in.
        program: The program of the player `engine`.
    """
    rules = defined.variant.rules
    moves, folds = rules["nMoveRule"].value, rules["nFoldRule"].value
    return GameSetup(
        config=config,
        name=defined.variant.name,
        players=terms.players,
        seed=terms.seed,
        opening=terms.opening,
        plies=terms.plies,
        values=static_values(defined) if "greedy" in terms.players else {},
        clock=2 * moves if isinstance(moves, int) else 0,
        folds=folds if isinstance(folds, int) else 0,
        is_claimed=rules["countingRule"].value != "none",
        changes_sides=rules["flipEnclosedPieces"].value != "none",
        nodes=terms.nodes,
        program=program,
    )


def static_values(defined: DefinedVariant) -> dict[str, float]:
    """The static estimates of the values of the pieces of a variant in pawns, by letter; without
    those that have none.
    """
    variant, document = defined.variant, defined.document
    capability = document.notation.variants
    found = dict[str, float]()
    if capability is None:
        return found
    section = document.analysis(defined.placed)
    board = parse_board(f"{variant.files}x{variant.ranks}")
    for piece in variant.pieces:
        definition = capability.definition_of_letter(section, piece.letter)
        if definition is None or definition.piece is None or not definition.piece.moves:
            continue
        try:
            pawns = value(definition.piece, figures(definition.piece, board)).pawns
        except (OverBudget, ValueError):
            continue
        if pawns is not None:
            found[piece.letter] = pawns
    for piece in variant.pieces:
        if piece.promoted in found:
            found[f"+{piece.letter}"] = found[piece.promoted]
    return found
