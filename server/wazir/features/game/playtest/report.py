"""The report on a variant that has played itself: all measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wazir.features.game.playtest import measures
from wazir.features.game.playtest.chess import ChessFigures, chess_figures
from wazir.features.game.playtest.game import Game, PlayedGame
from wazir.features.game.playtest.intervals import Estimate, Quartiles, mean_points
from wazir.features.game.playtest.report_json import as_json
from wazir.features.game.playtest.setup import Terms
from wazir.features.game.playtest.subject import GameT, Subject
from wazir.features.game.playtest.values import PieceValues, piece_values
from wazir.features.game.playtest.variants import VariantSubject
from wazir.features.variants import DefinedVariant


@dataclass(frozen=True)
class Report:
    """The measures of the games of a variant, or of Ben39."""

    subject: Subject[Any]
    """What was played."""
    terms: Terms
    games: tuple[PlayedGame, ...]
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
    def name(self) -> str:
        """The name of what was played."""
        return self.subject.name

    @property
    def notable(self) -> tuple[tuple[str, PlayedGame], ...]:
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
    return report_of(VariantSubject(defined, static), terms, games)


def report_of(subject: Subject[GameT], terms: Terms, games: Sequence[GameT]) -> Report:
    """The report on games in any order."""
    games = tuple(sorted(games, key=lambda game: game.index))
    endings = Counter(map(subject.ending, games))
    kinds = subject.kinds
    return Report(
        subject=subject,
        terms=terms,
        games=games,
        endings=dict(endings.most_common()),
        never_met=tuple(name for name in subject.goals if not endings[name]),
        facts=subject.facts,
        results=measures.results(games),
        first_player=_first_player(games, terms),
        length=measures.length(games),
        choice=measures.choice(games),
        drama=measures.drama(games),
        pieces=measures.pieces(games, kinds),
        squares=measures.squares(games, subject.boards),
        values=piece_values(games, kinds, subject.static, seed=terms.seed),
        chess=chess_figures(terms) if subject.is_like_chess else None,
    )


def _first_player(games: Sequence[PlayedGame], terms: Terms) -> Estimate | None:
    first, second = terms.players
    if first == second:
        return None
    finished = [game for game in games if game.result is not None]
    signs = [(game.result or 0) * (1 if game.players[0] == first else -1) for game in finished]
    return mean_points([(sign + 1) / 2 for sign in signs])


def _notable(games: Sequence[PlayedGame]) -> Iterator[tuple[str, PlayedGame]]:
    finished = [game for game in games if game.result is not None]
    seen = set[int]()
    decisive = [game for game in finished if game.winner]

    def captures(game: PlayedGame) -> int:
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
