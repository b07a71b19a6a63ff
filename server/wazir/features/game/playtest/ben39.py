"""Ben39, which plays itself by its own search: players (T1), games, and what reports need of it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from typing import Any, NamedTuple

from wazir.ben39.actions import Action, Kind, after, spell
from wazir.ben39.actions import Game as Actions
from wazir.ben39.board import (
    FIXED,
    INTERSECTIONS,
    LINE_FILES,
    RING_MASK,
    SQUARE_FILES,
    SQUARES,
    crossings,
)
from wazir.ben39.evaluation import WORTH
from wazir.ben39.position import Piece, Side, State, is_ended, turn, unpack
from wazir.ben39.reading import play as play_texts
from wazir.ben39.rules import actions, captures, in_check
from wazir.ben39.search import Limits, search
from wazir.ben39.words import describe
from wazir.ben39.words import name as name_of
from wazir.features.game.picture import Layer, ground, items, panel, picture
from wazir.features.game.playtest.endings import ENDINGS
from wazir.features.game.playtest.game import PlayedGame
from wazir.features.game.playtest.positions import HEIGHT, MAX_POSITIONS, GamePosition
from wazir.features.game.playtest.setup import Terms
from wazir.features.game.playtest.subject import Board, Kinds, Subject
from wazir.features.game.position import sentence
from wazir.features.game.record import record_text
from wazir.features.game.shapes import HEIGHT as HEIGHT_OF_BOARD
from wazir.features.game.shapes import WIDTH, definitions
from wazir.features.game.stepping import MAX_STEPS, StepItem, StepMove, SteppedGame
from wazir.game_setup import GameProgram
from wazir.piece.drawing.shapes import VARIABLES, Theme
from wazir.piece.drawing.svg import FONT
from wazir.placement import BLACK, WHITE, PiecePlacement

TITLE = "Ben39"
"""The name of the game."""
_PROGRAM = (
    "from wazir.features.game.playtest.ben39 import written_games\n"
    "for line in written_games(sys.stdin):\n"
    "    print(line, flush=True)\n"
)
_ORDER = (
    Piece.PAWN,
    Piece.SILVER,
    Piece.GOLD,
    Piece.NIGHTRIDER,
    Piece.BISHOP,
    Piece.ROOK,
    Piece.QUEEN,
    Piece.KING,
    Piece.CHAD_ROOK,
    Piece.CASTLE_EITHER,
    Piece.WIZARD,
    Piece.SPIDER,
    Piece.IMMOBILIZER,
)
_DROPS = (Kind.DROP, Kind.ENTER)
_QUIET = (Kind.MOVE, Kind.LINE)
"""The actions by which, without a capture or a promotion, pieces only move."""
_SIDES = {Side.WHITE: WHITE, Side.BLACK: BLACK}


# Players


_Player = Callable[[Actions, Sequence[Action], random.Random], tuple[Action, int | None]]
"""Chooses one of the legal actions, and tells its score from its own side."""


def _play_randomly(
    _game: Actions, legal: Sequence[Action], chance: random.Random
) -> tuple[Action, None]:
    """Each legal action alike (T1)."""
    return chance.choice(legal), None


def _play_greedily(
    game: Actions, legal: Sequence[Action], chance: random.Random
) -> tuple[Action, None]:
    """The capture of the king; else the dearest capture that no dearer loss answers, or any action
    (T1).
    """
    by_gain = dict[float, list[Action]]()
    for action in legal:
        if action.taken:
            by_gain.setdefault(_worth(action), []).append(action)
    for gain in sorted(by_gain, reverse=True):
        for action in chance.sample(by_gain[gain], len(by_gain[gain])):
            state = after(game.state, action)
            if max(map(_worth, captures(state)), default=0) <= gain:
                return action, None
    return chance.choice(legal), None


def _worth(action: Action) -> float:
    """The value of what an action takes, in hundredths of a pawn."""
    return sum(inf if piece is Piece.KING else WORTH[piece] for piece in action.taken)


def _play_best(
    game: Actions, legal: Sequence[Action], _chance: random.Random, nodes: int
) -> tuple[Action, int | None]:
    """The best action that the search finds within some nodes; the first one if it finds none."""
    *_, report = search(game.state, Limits(nodes=nodes), game.states[:-1])
    best = report.lines[0] if report.lines else None
    if best is None or not best.actions:
        return legal[0], None
    return best.actions[0], best.score


# Games


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """An action, with what the measures need of it."""

    text: str
    side: str
    kind: str
    """The letter of its piece in lower case; empty for the move of a square."""
    target: str
    """The place that a piece reaches; empty if no piece or several pieces move."""
    is_capture: bool
    is_check: bool
    is_drop: bool
    is_promotion: bool
    is_pass: bool = False


@dataclass(frozen=True)
class Ben39Game(PlayedGame):
    """A game of Ben39 that has ended, or was cut off."""

    index: int
    players: tuple[str, str]
    moves: tuple[PlayedAction, ...]
    legal: tuple[int, ...]
    states: tuple[tuple[int, State], ...]
    """The positions at the start, after each action by which pieces come or go, and at the end,
    each with its ply.
    """
    end: str
    """The rule that ended it: a key of *ENDINGS*."""
    result: int | None
    scores: tuple[int | None, ...]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Ben39Game:
        """The game as *play_game* tells it."""
        return cls(
            index=data["index"],
            players=tuple(data["players"]),
            moves=tuple(PlayedAction(**move) for move in data["moves"]),
            legal=tuple(data["legal"]),
            states=tuple((ply, State(state)) for ply, state in data["states"]),
            end=data["end"],
            result=data["result"],
            scores=tuple(data["scores"]),
        )

    @property
    def placements(self) -> tuple[tuple[int, PiecePlacement], ...]:
        """The positions that are known; pieces in reserve count as in hand."""
        return tuple((ply, placement_of(state)) for ply, state in self.states)

    def moved(self) -> Iterator[str]:
        """For each action the kind of its piece: a wizard or a spider also if it moves others."""
        return (move.kind for move in self.moves)

    @property
    def actions(self) -> Actions:
        """The position at the start and the actions."""
        start = Actions(self.states[0][1])
        return play_texts(start, (move.text for move in self.moves))[0]


def placement_of(state: State) -> PiecePlacement:
    """The pieces of a position; those in reserve count as in hand."""
    position, hand = unpack(state), Counter[str]()
    board = {place: _sign(side, piece) for place, (side, piece) in position.pieces.items()}
    for letters in (position.hands, position.reserves):
        hand.update(letters[Side.WHITE])
        hand.update(letters[Side.BLACK].lower())
    return PiecePlacement(board, hand, empty=0)


def _sign(side: Side, piece: Piece) -> str:
    return piece.letter if side is Side.WHITE else piece.letter.lower()


def play_game(start: State, terms: Terms, index: int) -> Generator[str, None, dict[str, Any]]:
    """Plays a game and returns it as plain data: the fields of *Ben39Game*. It yields an empty line
    after each ply.

    Args:
        start: The position at the start.
        terms: How it is played.
        index: The number of the game, which with the seed decides all chances.
    """
    names = terms.players_of(index)
    opening, chance = map(random.Random, terms.seeds_of(index))
    players: Mapping[str, _Player] = {
        "random": _play_randomly,
        "greedy": _play_greedily,
        "engine": partial(_play_best, nodes=terms.nodes),
    }
    game, legal_counts = Actions(start), list[int]()
    moves, scores = list[PlayedAction](), list[int | None]()
    states = {0: start}
    while (legal := actions(game.state)) and len(moves) < terms.plies:
        side = turn(game.state)
        if len(moves) < terms.opening:
            action, score = opening.choice(legal), None
        else:
            action, score = players[names[side]](game, legal, chance)
        game = Actions(start, (*game.actions, action))
        legal_counts.append(len(legal))
        moves.append(_played(game.state, side, action))
        scores.append(score if score is None or side is Side.WHITE else -score)
        if action.taken or action.promotes or action.kind not in _QUIET:
            states[len(moves)] = game.state
        yield ""
    states[len(moves)] = game.state
    end, result = _end(game.state, is_over=not legal)
    return {
        "index": index,
        "players": names,
        "moves": [asdict(move) for move in moves],
        "legal": legal_counts,
        "states": [*states.items()],
        "end": end,
        "result": result,
        "scores": scores,
    }


def _played(state: State, side: Side, action: Action) -> PlayedAction:
    """An action that has led to a position."""
    has_target = action.kind not in (Kind.ROTATE, Kind.SQUARE) and action.target >= 0
    return PlayedAction(
        text=spell(action),
        side=_SIDES[side],
        kind="" if action.kind is Kind.SQUARE else action.piece.letter.lower(),
        target=action.kind.names[action.target] if has_target else "",
        is_capture=bool(action.taken),
        is_check=not is_ended(state) and in_check(state),
        is_drop=action.kind in _DROPS,
        is_promotion=action.promotes,
    )


def _end(state: State, *, is_over: bool) -> tuple[str, int | None]:
    """The rule that ended a game, and its result (G11)."""
    if not is_over:
        return "cut", None
    won = 1 if turn(state) is Side.BLACK else -1
    if is_ended(state):
        return "king", won
    return ("checkmate", won) if in_check(state) else ("stalemate", 0)


# The process


def program_of(start: State, terms: Terms, name: str) -> GameProgram:
    """The program that plays games from a position."""
    played = json.dumps({"start": start, "terms": asdict(terms)})
    code = f"import sys\n{_PROGRAM}"
    return GameProgram(code=code, packages=("wazir",), played=played, name=name, nodes=terms.nodes)


def written_games(lines: Iterable[str]) -> Iterator[str]:
    """What the program of *program_of* writes, given what it reads."""
    lines = iter(lines)
    played = json.loads(next(lines))
    terms = Terms(**{**played["terms"], "players": tuple(played["terms"]["players"])})
    yield "ready"
    for line in lines:
        game = yield from play_game(State(played["start"]), terms, int(line))
        yield json.dumps(game)


# What reports need


class _BoardPosition(NamedTuple):
    """A position after an action."""

    caption: str
    state: State
    action: Action | None

    def picture(self, title: str, theme: Theme) -> str:
        """The picture in a theme, as SVG."""
        return picture(
            self.state,
            title=title,
            description=sentence(self.state),
            played=self.action,
            theme=theme,
            height=HEIGHT,
        )


_ALL_SQUARES = FIXED | RING_MASK
"""The squares that exist, and those of the ring, where movable ones may come."""


def _board(title: str, files: str, *, first: int, there: int, names: Sequence[str]) -> Board:
    """A board whose ranks have every other number.

    Args:
        title: What its places are.
        files: The letters of its files.
        first: The number of the first rank.
        there: The set of the places that exist.
        names: The names of all places, by number.
    """
    missing = frozenset(name for number, name in enumerate(names) if not there >> number & 1)
    ranks = tuple(range(first, first + 2 * len(files), 2))
    return Board(title, tuple(files), ranks, missing)


class Ben39Subject(Subject[Ben39Game]):
    """Ben39, which plays itself from a position."""

    kinds = Kinds(
        names={piece.letter.lower(): name_of(piece) for piece in _ORDER},
        royal=frozenset({"k"}),
        units=("p",),
    )
    boards = (
        _board("Squares", SQUARE_FILES, first=2, there=_ALL_SQUARES, names=SQUARES),
        _board(
            "Intersections",
            LINE_FILES,
            first=1,
            there=crossings(_ALL_SQUARES),
            names=INTERSECTIONS,
        ),
    )
    goals = ("king",)
    static: Mapping[str, float] = {
        piece.letter.lower(): worth / WORTH[Piece.PAWN] for piece, worth in WORTH.items()
    }
    is_like_chess = False

    def __init__(self, name: str) -> None:
        self.name = name

    def ending(self, game: Ben39Game) -> str:
        """The rule that ended a game."""
        return game.end

    def record(self, game: Ben39Game, reason: str = "") -> str:
        """A game as a record of its own."""
        white, black = game.players
        notes = [reason, f"{white} against {black}", ENDINGS[game.end]]
        texts = [move.text for move in game.moves]
        return record_text(
            f"game {game.index + 1}", game.states[0][1], texts, "; ".join(filter(None, notes))
        )

    def positions(self, game: Ben39Game) -> Iterator[GamePosition]:
        """Some positions of a game, evenly spread, the last of which is its end."""
        played = game.actions
        count = min(MAX_POSITIONS, len(game.states))
        for number in range(1, count + 1):
            ply, state = game.states[number * len(game.states) // count - 1]
            action = played.actions[ply - 1] if ply else None
            yield _BoardPosition(_caption(ply, played), state, action)

    def steps(self, game: Ben39Game) -> SteppedGame | None:
        """A game to step through; None of a very long one."""
        played = game.actions
        if len(played.actions) > MAX_STEPS:
            return None
        states = zip(played.states, (None, *played.actions), strict=True)
        return SteppedGame(
            board=(
                f'<svg viewBox="0 0 {WIDTH} {HEIGHT_OF_BOARD}" role="img" font-family="{FONT}">'
                f"<defs>{definitions(VARIABLES)}</defs>{panel(VARIABLES)}{ground(VARIABLES)}</svg>"
            ),
            layers=len(Layer),
            positions=[
                [
                    StepItem(item.layer, item.svg.format_map(VARIABLES))
                    for item in items(state, action)
                ]
                for state, action in states
            ],
            start=f"At the start. {sentence(played.start)}",
            moves=[
                StepMove(spell(action), describe(state, action))
                for state, action in zip(played.states, played.actions, strict=False)
            ],
        )


def _caption(ply: int, game: Actions) -> str:
    """The action after which a position is."""
    if not ply:
        return "at the start"
    side = turn(game.states[ply - 1])
    number = (ply - 1 + turn(game.start)) // 2 + 1
    return f"after {number}{'...' if side is Side.BLACK else '.'} {spell(game.actions[ply - 1])}"
