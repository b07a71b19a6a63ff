"""What is measured over games: results, lengths, choices, drama, pieces, squares (T3 to T8).

Sources: C. Browne, *Automatic Generation and Evaluation of Recombination Games* (2008), and the
measures of Ludii.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from wazir.features.game.playtest.game import PlayedGame
from wazir.features.game.playtest.intervals import (
    MIN_GAMES,
    Estimate,
    Quartiles,
    mean,
    mean_points,
    quartiles,
    share,
)
from wazir.features.game.playtest.subject import Board, Kinds
from wazir.placement import WHITE, PiecePlacement, side_of

FAIR = (0.45, 0.55)
"""A variant is one-sided if the interval of White's share lies outside (T3)."""
MAX_SHARE_CUT_OFF = 0.05
"""A variant is unfinished if the interval of cut-off games lies above (T3)."""
MIN_SHARE_MOVED = 0.1
"""Kinds that move in a smaller share of the games in which they take part are named (T7)."""
_CLIP, _AHEAD, _DECIDED = 1000, 100, 200
"""Bounds of scores in hundredths of a pawn (T6)."""


@dataclass(frozen=True)
class Results:
    """Who wins (T3)."""

    white: int
    draws: int
    black: int
    cut: int
    white_share: Estimate | None
    """Of finished games; a draw is half a win."""
    shares: dict[str, Estimate | None]
    """Those of `white`, `draws`, `black` and `cut` among all games."""

    @property
    def is_one_sided(self) -> bool:
        """Whether the interval of White's share lies outside 0.45 to 0.55."""
        found = self.white_share
        if found is None or found.size < MIN_GAMES:
            return False
        return found.low > FAIR[1] or found.high < FAIR[0]

    @property
    def is_unfinished(self) -> bool:
        """Whether the interval of cut-off games lies above 0.05."""
        cut = self.shares["cut"]
        return cut is not None and cut.size >= MIN_GAMES and cut.low > MAX_SHARE_CUT_OFF

    def is_drawish(self, chess_draws: float | None) -> bool | None:
        """Whether the interval of draws lies above the figure of chess; None without it, and of too
        few games.
        """
        draws = self.shares["draws"]
        if chess_draws is None or draws is None or draws.size < MIN_GAMES:
            return None
        return draws.low > chess_draws


def results(games: Sequence[PlayedGame]) -> Results:
    """Who wins (T3)."""
    points = [(game.result + 1) / 2 for game in games if game.result is not None]
    counts = Counter(game.result for game in games)
    by_name = {"white": counts[1], "draws": counts[0], "black": counts[-1], "cut": counts[None]}
    shares = {name: share(count, len(games)) for name, count in by_name.items()}
    return Results(**by_name, white_share=mean_points(points), shares=shares)


def length(games: Sequence[PlayedGame]) -> Quartiles | None:
    """The plies of finished games (T4)."""
    return quartiles([game.plies for game in games if game.result is not None])


# Choice


class ChoiceAtPly(NamedTuple):
    """The legal moves after a number of plies."""

    ply: int
    mean: float
    spread: Quartiles


@dataclass(frozen=True)
class Choice:
    """What there is to choose from (T5)."""

    legal: Estimate | None
    """The legal moves at a ply, with the interval over games."""
    spread: Quartiles | None
    by_ply: tuple[ChoiceAtPly, ...]
    forced: Estimate | None
    """The share of plies with one legal move."""
    captures: Estimate | None
    checks: Estimate | None
    promotions: Estimate | None
    drops: Estimate | None


def choice(games: Sequence[PlayedGame]) -> Choice:
    """What there is to choose from (T5)."""
    played = [game for game in games if game.legal]
    all_legal = [count for game in played for count in game.legal]

    def per_game(attribute: str) -> Estimate | None:
        return mean([sum(getattr(move, attribute) for move in game.moves) for game in games])

    return Choice(
        legal=mean([sum(game.legal) / len(game.legal) for game in played]),
        spread=quartiles(all_legal),
        by_ply=tuple(_by_ply(played)),
        forced=mean(
            [sum(count == 1 for count in game.legal) / len(game.legal) for game in played], most=1
        ),
        captures=per_game("is_capture"),
        checks=per_game("is_check"),
        promotions=per_game("is_promotion"),
        drops=per_game("is_drop"),
    )


_MIN_GAMES_OF_PLY = 5
"""Plies that fewer games reach are left out of plots."""


def _by_ply(games: Sequence[PlayedGame]) -> Iterator[ChoiceAtPly]:
    for ply in range(max((len(game.legal) for game in games), default=0)):
        counts = [game.legal[ply] for game in games if ply < len(game.legal)]
        found = quartiles(counts)
        if found is None or len(counts) < min(_MIN_GAMES_OF_PLY, len(games)):
            return
        yield ChoiceAtPly(ply, fmean(counts), found)


# Drama


@dataclass(frozen=True)
class Drama:
    """How a game goes, by the scores of a program (T6)."""

    lead_changes: Estimate | None
    decided: Estimate | None
    """The part of the game after which the winner stays ahead by two pawns."""
    comebacks: Estimate | None
    """The share of decisive games whose winner was behind by two pawns."""


def drama(games: Sequence[PlayedGame]) -> Drama | None:
    """How games go; None if no program has told scores (T6)."""
    scored = [game for game in games if any(score is not None for score in game.scores)]
    if not scored:
        return None
    decisive = [game for game in scored if game.winner]
    behind = sum(min(_winner_scores(game), default=0) <= -_DECIDED for game in decisive)
    return Drama(
        lead_changes=mean([lead_changes(game) for game in scored]),
        decided=mean([decided(game) for game in decisive], most=1),
        comebacks=share(behind, len(decisive)),
    )


def lead_changes(game: PlayedGame) -> int:
    """How often the sign changes between scores beyond one pawn."""
    leads = [score > 0 for score in _scores(game) if abs(score) > _AHEAD]
    return sum(a != b for a, b in pairwise(leads))


def decided(game: PlayedGame) -> float:
    """The first ply after which the score stays beyond two pawns for the winner, divided by the
    length; 1 if it never does.
    """
    sign = 1 if game.winner == WHITE else -1
    first = None
    for ply, score in enumerate(game.scores, 1):
        if score is None:
            continue
        if score * sign <= _DECIDED:
            first = None
        elif first is None:
            first = ply
    return 1.0 if first is None else first / game.plies


def _scores(game: PlayedGame) -> Iterator[int]:
    """The scores from White's side, clipped to ten pawns."""
    known = (score for score in game.scores if score is not None)
    return (max(-_CLIP, min(_CLIP, score)) for score in known)


def _winner_scores(game: PlayedGame) -> list[int]:
    return [score if game.winner == WHITE else -score for score in _scores(game)]


# Pieces


@dataclass(frozen=True)
class PieceUse:
    """What a kind of piece does (T7)."""

    letter: str
    name: str
    moves: Estimate | None
    """Moves for each ply of a side that has the piece on the board: the mean over games."""
    captures: float
    """Captures that it makes, a game."""
    captured: float
    """How often it is captured, a game."""
    start: float
    """The number at the start."""
    end: float
    """The number at the end, on the board."""
    games: int
    """The games in which it is on the board or in hand."""
    moved_games: int
    """Those in which it moves or is dropped."""

    @property
    def is_idle(self) -> bool:
        """Whether it moves in less than a tenth of its games."""
        return self.games > 0 and self.moved_games / self.games < MIN_SHARE_MOVED


@dataclass
class _Tally:
    """The counts of a kind of piece."""

    rates: list[float] = field(default_factory=list)
    """Moves for each ply of a side that has the piece, by game."""
    captures: int = 0
    captured: int = 0
    start: int = 0
    end: int = 0
    games: int = 0
    moved_games: int = 0


def pieces(games: Sequence[PlayedGame], kinds: Kinds) -> tuple[PieceUse, ...]:
    """What each kind of piece does, in the order of *kinds* (T7)."""
    tallies = defaultdict[str, _Tally](_Tally)
    for game in games:
        _count(game, tallies)
    ordered = sorted(tallies.items(), key=lambda item: kinds.rank(item[0]))
    total = max(len(games), 1)
    return tuple(
        PieceUse(
            letter=kind,
            name=kinds.name(kind),
            moves=mean(tally.rates, most=1),
            captures=tally.captures / total,
            captured=tally.captured / total,
            start=tally.start / total,
            end=tally.end / total,
            games=tally.games,
            moved_games=tally.moved_games,
        )
        for kind, tally in ordered
        if tally.games
    )


def _count(game: PlayedGame, tallies: defaultdict[str, _Tally]) -> None:
    """Adds a game to the counts."""
    moves, dropped, met = Counter[str](), set[str](), set[str]()
    placements = game.placements
    for move, kind in zip(game.moves, game.moved(), strict=False):
        if move.is_drop:
            dropped.add(kind)
        elif not move.is_pass:
            moves[kind] += 1
        tallies[kind].captures += move.is_capture
    for kind, plies in _alive(game, placements).items():
        tallies[kind].rates.append(moves[kind] / plies)
    for (_, before), (ply, after) in pairwise(placements):
        for kind, count in _lost(before, after, game, ply=ply):
            tallies[kind].captured += count
    for _, placement in placements:
        met.update(sign.lower() for sign in (*placement.counts, *placement.hand))
    for kind in met:
        tallies[kind].games += 1
        tallies[kind].moved_games += kind in dropped or moves[kind] > 0
    first, last = placements[0][1], placements[-1][1]
    for sign, count in first.counts.items():
        tallies[sign.lower()].start += count
    for sign, count in last.counts.items():
        tallies[sign.lower()].end += count


def _alive(game: PlayedGame, placements: Sequence[tuple[int, PiecePlacement]]) -> Counter[str]:
    """The plies of each side that has a kind of piece, by kind. Pieces come and go only at the
    known placements.
    """
    plies = Counter[str]()
    for (first, placement), (end, _) in pairwise(placements):
        turns = Counter(move.side for move in game.moves[first:end])
        for sign in placement.counts:
            plies[sign.lower()] += turns[side_of(sign)]
    return +plies


def _lost(
    before: PiecePlacement, after: PiecePlacement, game: PlayedGame, ply: int
) -> Iterator[tuple[str, int]]:
    """The pieces that a move has removed; one that promotes is not lost."""
    move = game.moves[ply - 1]
    if not move.is_capture:
        return
    for sign, count in (before.counts - after.counts).items():
        is_own = side_of(sign) == move.side
        lost = count - (is_own and move.is_promotion)
        if lost > 0:
            yield sign.lower(), lost


# Squares


@dataclass(frozen=True)
class Squares:
    """Where pieces arrive (T8)."""

    entries: dict[str, float]
    """Entries of each place, divided by the mean of its board; walls of the start position are left
    out.
    """
    never: tuple[str, ...]
    """Places that no piece enters."""


def squares(games: Sequence[PlayedGame], boards: Sequence[Board]) -> Squares:
    """Where pieces arrive (T8)."""
    counts = Counter(move.target for game in games for move in game.moves if not move.is_pass)
    walls = games[0].placements[0][1].walls if games else frozenset[str]()
    entries = dict[str, float]()
    for board in boards:
        names = [name for name in board.places if name not in walls or counts[name]]
        total = sum(counts[name] for name in names)
        average = total / len(names) if total else 1
        entries |= {name: counts[name] / average for name in names}
    return Squares(entries, tuple(name for name in entries if not counts[name]))
