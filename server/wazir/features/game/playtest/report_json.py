"""Reports and comparisons as plain data, which `docs/playtest.schema.json` describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from wazir.features.game.playtest.chess import ChessFigures
from wazir.features.game.playtest.intervals import Estimate, Quartiles
from wazir.features.game.playtest.measures import ChoiceAtPly, PieceUse
from wazir.features.game.playtest.values import PieceValues

if TYPE_CHECKING:
    from wazir.features.game.playtest.comparison import Comparison
    from wazir.features.game.playtest.report import Report

SCHEMA = 1
"""The version of the JSON form."""


def as_json(report: Report) -> dict[str, Any]:
    """A report as plain data."""
    results, choice = report.results, report.choice
    return {
        "schema": SCHEMA,
        "variant": report.name,
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
                "moves": [move.text for move in game.moves],
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
        "differences": [_difference(comparison, name) for name in comparison.figures],
    }


def _difference(comparison: Comparison, name: str) -> dict[str, Any]:
    a, b = comparison.figures[name]
    contrast = comparison.differences[name]
    return {
        "figure": name,
        "a": _estimate(a),
        "b": _estimate(b),
        "difference": _number(contrast.difference),
        "low": _number(contrast.low),
        "high": _number(contrast.high),
        "probability": contrast.probability,
        "marked": contrast.is_marked,
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


def _at_ply(choice: ChoiceAtPly) -> dict[str, float]:
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


def _piece(use: PieceUse) -> dict[str, Any]:
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
