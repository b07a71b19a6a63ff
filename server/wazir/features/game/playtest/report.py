"""The report on a variant that has played itself: all measures, and how two variants compare."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from wazir.budget import OverBudget
from wazir.features.game.playtest import measures
from wazir.features.game.playtest.endings import ENDINGS, ending, never_met
from wazir.features.game.playtest.game import Game
from wazir.features.game.playtest.intervals import (
    Contrast,
    Estimate,
    Quartiles,
    contrasts,
    mean,
    mean_points,
    share,
)
from wazir.features.game.playtest.values import PieceValues, piece_values
from wazir.features.variants import DefinedVariant, rules_at
from wazir.game_setup import GameSetup
from wazir.notations.variant import NO_WIN, ResolvedVariant
from wazir.piece.board import parse_board
from wazir.piece.figures import figures, value

SCHEMA = 1
"""The version of the JSON form."""
LIMITS = (
    "Engines are not people: random and greedy players never plan, and a program at a few nodes "
    "sees a few moves ahead.",
    "A variant that is fair or lively between them may be neither between people, and the other "
    "way round.",
    "An interval says how much chance is in a figure, and nothing about better players.",
)
"""What the figures cannot say."""
SOURCES = (
    "C. Browne, Automatic Generation and Evaluation of Recombination Games, PhD thesis, "
    "Queensland University of Technology, 2008",
    "M. Stephenson, D. J. N. J. Soemers, E. Piette, C. Browne, General Game Heuristic Prediction "
    "Based on Ludeme Descriptions, IEEE Conference on Games, 2021, and the metrics of Ludii",
    "E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal "
    "of the American Statistical Association 22, 1927",
    "S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of "
    "Statistics 6, 1979",
)
"""Where the measures come from."""


@dataclass(frozen=True)
class Terms:
    """Under which terms games were played: what they share with others that compare to them."""

    players: tuple[str, str]
    seed: int
    opening: int
    plies: int
    nodes: int = 0
    """Of the player `engine`; 0 if it does not play."""

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


@dataclass(frozen=True)
class Report:
    """What is learned of a variant over games."""

    defined: DefinedVariant
    terms: Terms
    games: tuple[Game, ...]
    """In the order of their numbers."""
    endings: Mapping[str, int]
    """How many games ended in which way; the most frequent one first."""
    never_met: tuple[str, ...]
    """Goals of the rules by which no game ended."""
    facts: tuple[str, ...]
    """Sentences of the rules page that matter for the result."""
    results: measures.Results
    first_player: Estimate | None
    """The share of the first of two different players."""
    length: Quartiles | None
    choice: measures.Choice
    drama: measures.Drama | None
    pieces: tuple[measures.PieceUse, ...]
    squares: measures.Squares
    values: PieceValues | None
    chess: ChessFigures | None
    """The same figures of chess; None for chess, and for players without recorded ones."""

    def as_json(self) -> dict[str, Any]:
        """The report as plain data, as `wazir playtest --format json` prints it."""
        return as_json(self)

    @property
    def variant(self) -> ResolvedVariant:
        """The variant."""
        return self.defined.variant

    @property
    def notable(self) -> tuple[tuple[str, Game], ...]:
        """Games worth seeing, each with the reason."""
        return tuple(_notable(self.games))


def report_on(
    defined: DefinedVariant,
    terms: Terms,
    games: Sequence[Game],
    static: Mapping[str, float],
) -> Report:
    """The report on games of a variant.

    Args:
        defined: The variant.
        terms: How the games were played.
        games: The games, in any order.
        static: The static values of its pieces.
    """
    variant = defined.variant
    games = tuple(sorted(games, key=lambda game: game.index))
    endings = Counter(ending(game, variant) for game in games)
    rules = rules_at(defined.document, defined.placed)
    sentences = [each for part in rules.parts for each in part.sentences] if rules else []
    return Report(
        defined=defined,
        terms=terms,
        games=games,
        endings=dict(endings.most_common()),
        never_met=tuple(never_met(variant, endings)),
        facts=tuple(each for each in sentences if each == NO_WIN),
        results=measures.results(games),
        first_player=_first_player(games, terms),
        length=measures.length(games),
        choice=measures.choice(games),
        drama=measures.drama(games),
        pieces=measures.pieces(games, variant),
        squares=measures.squares(games, variant),
        values=piece_values(games, variant, static, terms.seed),
        chess=None if variant.name == CHESS else chess_figures(terms),
    )


def _first_player(games: Sequence[Game], terms: Terms) -> Estimate | None:
    first, second = terms.players
    if first == second:
        return None
    finished = [game for game in games if game.result is not None]
    signs = [(game.result or 0) * (1 if game.players[0] == first else -1) for game in finished]
    return mean_points([(sign + 1) / 2 for sign in signs])


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


def _notable(games: Sequence[Game]) -> Iterator[tuple[str, Game]]:
    finished = [game for game in games if game.result is not None]
    seen = set[int]()
    decisive = [game for game in finished if game.winner]

    def captures(game: Game) -> int:
        return sum(move.is_capture for move in game.moves)

    candidates = [
        ("the shortest win", min(decisive, key=lambda game: game.plies, default=None)),
        ("the longest game", max(finished, key=lambda game: game.plies, default=None)),
        ("the most captures", max(games, key=captures, default=None)),
    ]
    scored = [game for game in games if any(score is not None for score in game.scores)]
    if scored:
        candidates.append(("the most lead changes", max(scored, key=measures.lead_changes)))
    for reason, game in candidates:
        if game is not None and game.index not in seen:
            seen.add(game.index)
            yield reason, game


# Chess


CHESS = "chess"


@dataclass(frozen=True)
class ChessFigures:
    """Figures of chess, to compare with."""

    games: int
    seed: int
    draws: float
    """The share of draws among all games."""
    white_share: float
    plies: float
    """The median of finished games."""
    legal: float
    """The mean number of legal moves."""


def chess_figures(terms: Terms) -> ChessFigures | None:
    """The recorded figures of chess under the same terms but the seed; None if none are recorded.

    They were played once by this program: `chess.json` says how.
    """
    recorded = _recorded().get(terms.key)
    return ChessFigures(**recorded) if recorded else None


@cache
def _recorded() -> dict[str, Any]:
    text = (files(__package__) / "chess.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


# Comparison


def estimates(report: Report, endings: Sequence[str] = ()) -> dict[str, Estimate]:
    """The figures of a report that have an interval, by their names."""
    choice, results, count = report.choice, report.results, len(report.games)
    finished = [game.plies for game in report.games if game.result is not None]
    found = {
        "White's share": results.white_share,
        "wins of White": results.shares["white"],
        "draws": results.shares["draws"],
        "wins of Black": results.shares["black"],
        "cut off": results.shares["cut"],
        **{
            f"ends by {ENDINGS[name]}": share(report.endings.get(name, 0), count)
            for name in endings
            if name != "cut"
        },
        "plies of finished games": mean(finished),
        "legal moves a ply": choice.legal,
        "plies with one legal move": choice.forced,
        "captures a game": choice.captures,
        "checks a game": choice.checks,
        "promotions a game": choice.promotions,
        "drops a game": choice.drops,
    }
    if report.drama:
        found |= {
            "lead changes": report.drama.lead_changes,
            "decided after": report.drama.decided,
            "comebacks": report.drama.comebacks,
        }
    return {name: estimate for name, estimate in found.items() if estimate}


@dataclass(frozen=True)
class Comparison:
    """Two variants side by side (T10)."""

    a: Report
    b: Report
    figures: Mapping[str, tuple[Estimate, Estimate]]
    differences: Mapping[str, Contrast]


def compared(a: Report, b: Report) -> Comparison:
    """Two variants that were played under the same terms, side by side (T10)."""
    endings = list(dict.fromkeys((*a.endings, *b.endings)))
    first, second = estimates(a, endings), estimates(b, endings)
    both = {name: (first[name], second[name]) for name in first if name in second}
    return Comparison(a, b, both, contrasts(both))


# JSON


def as_json(report: Report) -> dict[str, Any]:
    """A report as plain data; playtest.schema.json describes it."""
    results, choice = report.results, report.choice
    return {
        "schema": SCHEMA,
        "variant": report.variant.name,
        "players": list(report.terms.players),
        "seed": report.terms.seed,
        "opening": report.terms.opening,
        "plies": report.terms.plies,
        "nodes": report.terms.nodes or None,
        "games": len(report.games),
        "results": {
            "white": results.white,
            "draws": results.draws,
            "black": results.black,
            "cut": results.cut,
            "whiteShare": _estimate(results.white_share),
            "shares": {name: _estimate(each) for name, each in results.shares.items()},
            "oneSided": results.is_one_sided,
            "drawish": results.is_drawish(report.chess.draws if report.chess else None),
            "unfinished": results.is_unfinished,
        },
        "firstPlayer": _estimate(report.first_player),
        "endings": dict(report.endings),
        "neverMet": list(report.never_met),
        "facts": list(report.facts),
        "length": _quartiles(report.length),
        "choice": {
            "legal": _estimate(choice.legal),
            "spread": _quartiles(choice.spread),
            "byPly": [_at_ply(each) for each in choice.by_ply],
            "forced": _estimate(choice.forced),
            "captures": _estimate(choice.captures),
            "checks": _estimate(choice.checks),
            "promotions": _estimate(choice.promotions),
            "drops": _estimate(choice.drops),
        },
        "drama": report.drama
        and {
            "leadChanges": _estimate(report.drama.lead_changes),
            "decided": _estimate(report.drama.decided),
            "comebacks": _estimate(report.drama.comebacks),
        },
        "pieces": [_piece(each) for each in report.pieces],
        "squares": {
            "entries": {name: _number(each) for name, each in report.squares.entries.items()},
            "never": list(report.squares.never),
        },
        "values": report.values and _values(report.values),
        "chess": report.chess and _chess(report.chess),
        "notable": [
            {
                "reason": reason,
                "game": game.index + 1,
                "plies": game.plies,
                "moves": [move.uci for move in game.moves],
            }
            for reason, game in report.notable
        ],
    }


def comparison_as_json(comparison: Comparison, rules: Mapping[str, Any]) -> dict[str, Any]:
    """A comparison as plain data, with what `wazir compare` says of the rules."""
    return {
        "schema": SCHEMA,
        "a": as_json(comparison.a),
        "b": as_json(comparison.b),
        "rules": dict(rules),
        "differences": [
            {
                "figure": name,
                "a": _estimate(a),
                "b": _estimate(b),
                "difference": _number(contrast.difference),
                "low": _number(contrast.low),
                "high": _number(contrast.high),
                "probability": contrast.probability,
                "marked": contrast.is_marked,
            }
            for name, (a, b) in comparison.figures.items()
            for contrast in [comparison.differences[name]]
        ],
    }


def _number(number: float) -> float:
    return round(number, 4)


def _estimate(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {
        "value": _number(estimate.value),
        "low": _number(estimate.low),
        "high": _number(estimate.high),
        "count": estimate.size,
    }


def _spread(spread: Quartiles) -> dict[str, float]:
    return {name: _number(number) for name, number in spread._asdict().items()}


def _at_ply(choice: measures.ChoiceAtPly) -> dict[str, float]:
    return {"ply": choice.ply, "mean": _number(choice.mean), **_spread(choice.spread)}


def _quartiles(spread: Quartiles | None) -> dict[str, float] | None:
    return spread and _spread(spread)


def _chess(figures: ChessFigures) -> dict[str, Any]:
    return {
        "games": figures.games,
        "seed": figures.seed,
        "draws": figures.draws,
        "whiteShare": figures.white_share,
        "plies": figures.plies,
        "legal": figures.legal,
    }


def _piece(use: measures.PieceUse) -> dict[str, Any]:
    return {
        "letter": use.letter,
        "name": use.name,
        "moves": _estimate(use.moves),
        "captures": _number(use.captures),
        "captured": _number(use.captured),
        "start": _number(use.start),
        "end": _number(use.end),
        "games": use.games,
        "movedGames": use.moved_games,
        "idle": use.is_idle,
    }


def _values(values: PieceValues) -> dict[str, Any]:
    return {
        "unit": values.unit,
        "values": [
            {
                "letter": each.letter,
                "name": each.name,
                "value": _number(each.value),
                "low": _number(each.low),
                "high": _number(each.high),
                "static": each.static and _number(each.static),
            }
            for each in values.values
        ],
        "unknown": list(values.unknown),
    }
