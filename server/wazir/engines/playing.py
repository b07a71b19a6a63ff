"""Games that a variant plays by itself, by the rules of pyffish: what each process runs (T1, T2).

`games.py` starts it. A call of the library takes two milliseconds whatever it does, so a ply costs
one call, the legal moves; positions are asked for only where pieces may have come or gone.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from wazir import system
from wazir.engines import EngineError
from wazir.engines.library import MEMORY
from wazir.engines.program import Search, searching
from wazir.game_setup import GameSetup
from wazir.placement import PiecePlacement

_ALIVE = 1.0
"""Seconds between two signs of life."""
_MOVE = re.compile(r"([a-z]\d+)([a-z]\d+)(.*)")


@dataclass
class _OngoingGame:
    """A game that is being played."""

    engine: Any
    setup: GameSetup
    start: str
    moves: list[str] = field(default_factory=list)
    legal_counts: list[int] = field(default_factory=list)
    fens: dict[int, str] = field(default_factory=dict)
    """The positions that were asked for, by ply."""
    occupied: set[str] = field(default_factory=set)
    """The squares that seem to have pieces."""
    plies_by_legal_moves: dict[tuple[str, ...], list[int]] = field(default_factory=dict)
    """The plies at which the same moves were legal: a position can have occurred only there."""
    scores: list[int | None] = field(default_factory=list)
    on_step: Callable[[], object] = lambda: None
    """Is called after each ply, and after each call of a player to the engine."""

    @property
    def place(self) -> tuple[str, str, list[str]]:
        """The arguments of the library for the position."""
        return self.setup.name, self.start, self.moves

    @property
    def is_white_to_move(self) -> bool:
        """Whether White is to move."""
        is_white_first = self.start.split()[1] == "w"
        return is_white_first == (len(self.moves) % 2 == 0)

    def legal(self) -> list[str]:
        """The legal moves, in alphabetical order; none at the end of the game."""
        return sorted({*self.engine.legal_moves(*self.place)})

    def fen(self) -> str:
        """The position, which is asked for once."""
        ply = len(self.moves)
        if ply not in self.fens:
            self.fens[ply] = self.engine.get_fen(*self.place)
            self.occupied = {*PiecePlacement.of(self.fens[ply]).board}
        return self.fens[ply]

    def play(self, move: str) -> bool:
        """Plays a move, and returns whether pieces may have come or gone."""
        self.moves.append(move)
        match = _MOVE.fullmatch(move)
        if match is None:
            return True
        origin, target, suffix = match.groups()
        is_capture = target in self.occupied
        is_change = suffix and not suffix.startswith(",")
        self.occupied = (self.occupied - {origin}) | {target}
        return is_capture or bool(is_change) or self.setup.changes_sides


# Players


Player = Callable[[_OngoingGame, list[str], random.Random], str]
"""Chooses one of the legal moves."""


def play_random(_game: _OngoingGame, legal: list[str], chance: random.Random) -> str:
    """Each legal move alike (T1)."""
    return chance.choice(legal)


def play_greedily(game: _OngoingGame, legal: list[str], chance: random.Random) -> str:
    """A winning move; else the capture of the dearest piece that no dearer loss answers, or any
    move (T1).
    """
    engine, (name, start, moves) = game.engine, game.place
    board = PiecePlacement.of(engine.get_fen(*game.place)).board
    values = game.setup.values
    is_white = game.is_white_to_move
    replies = dict[str, list[str]]()
    for move in legal:
        game.on_step()
        replies[move] = engine.legal_moves(name, start, [*moves, move])
    for move, answers in replies.items():
        game.on_step()
        if not answers and engine.game_result(name, start, [*moves, move]) < 0:
            return move
    gains = {
        move: _value(board.get(_target(move), ""), values)
        for move in legal
        if _is_of(board.get(_target(move), ""), is_white=not is_white)
    }
    for gain in sorted({*gains.values()}, reverse=True):
        for move in _shuffled([move for move in gains if gains[move] == gain], chance):
            game.on_step()
            after = PiecePlacement.of(engine.get_fen(name, start, [*moves, move])).board
            targets = (after.get(_target(answer), "") for answer in replies[move])
            losses = (_value(sign, values) for sign in targets if _is_of(sign, is_white=is_white))
            if max(losses, default=0) <= gain:
                return move
    return chance.choice(legal)


def _target(move: str) -> str:
    match = _MOVE.match(move)
    return match[2] if match else ""


def _is_of(sign: str, *, is_white: bool) -> bool:
    """Whether there is a piece, and it is of a side."""
    return bool(sign) and sign[-1].isupper() == is_white


def _value(sign: str, values: Mapping[str, float]) -> float:
    """The value of a piece; one without an estimate counts as a pawn."""
    return values.get(sign.lower(), values.get(sign[-1:].lower(), 1.0))


def _shuffled(moves: Sequence[str], chance: random.Random) -> list[str]:
    return chance.sample(moves, len(moves))


# A game


def play_game(
    engine: Any,
    setup: GameSetup,
    index: int,
    players: Mapping[str, Player],
    on_step: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """A game as plain data: the fields of *features.game.playtest.game.Game*.

    Args:
        engine: The module pyffish.
        setup: What is played.
        index: The number of the game, which with the seed decides all chances.
        players: The players by name.
        on_step: Is called after each ply, and after each call of a player to the engine.
    """
    names = setup.players_of(index)
    opening, chance = map(random.Random, setup.seeds_of(index))
    game = _OngoingGame(engine, setup, engine.start_fen(setup.name), on_step=on_step)
    game.fen()
    claims = _Claims(game, next_clock=setup.clock)
    has_changed_pieces = False
    while True:
        legal = game.legal()
        game.legal_counts.append(len(legal))
        end = _end(game, legal, claims, has_changed_pieces=has_changed_pieces)
        if end:
            return _record(game, index, names, end=end)
        ply = len(game.moves)
        if ply < setup.opening:
            move = opening.choice(legal)
        else:
            player = players[names[0 if game.is_white_to_move else 1]]
            move = player(game, legal, chance)
        game.scores += [None] * (ply + 1 - len(game.scores))
        has_changed_pieces = game.play(move)
        on_step()


@dataclass
class _Claims:
    """When a side may claim that a game ends: by repetition, the move rule, or counting."""

    game: _OngoingGame
    next_clock: int
    """The ply at which the clock of the move rule is read next."""

    def are_possible(self, legal: Sequence[str]) -> bool:
        """Whether the engine is asked for a claim. It is called once a ply."""
        setup, ply = self.game.setup, len(self.game.moves)
        plies = self.game.plies_by_legal_moves.setdefault(tuple(legal), [])
        plies.append(ply)
        is_possible = setup.is_claimed or 0 < setup.folds <= len(plies)
        if not setup.clock or ply < self.next_clock:
            return is_possible
        clock = _clock(self.game.fen())
        self.next_clock = ply + max(1, setup.clock - clock)
        return is_possible or clock >= setup.clock


def _end(
    game: _OngoingGame, legal: Sequence[str], claims: _Claims, *, has_changed_pieces: bool
) -> str:
    """How a game ends before the next move; empty if it goes on.

    *has_changed_pieces* is true if pieces may have come or gone by the last move.
    """
    if not legal:
        return "moves"
    if has_changed_pieces:
        game.fen()
        if all(game.engine.has_insufficient_material(*game.place)):
            return "material"
    if claims.are_possible(legal) and game.engine.is_optional_game_end(*game.place)[0]:
        return "claim"
    return "cut" if len(game.moves) >= game.setup.plies else ""


def _clock(fen: str) -> int:
    """The plies since the last move that the move rule begins with."""
    number = fen.split()[-2]
    return int(number) if number.isdigit() else 0


def _record(game: _OngoingGame, index: int, names: Sequence[str], end: str) -> dict[str, Any]:
    """A game that has ended, with the positions after all captures."""
    engine = game.engine
    sans = _sans(game, game.moves)
    for ply, san in enumerate(sans, 1):
        if "x" in san and ply not in game.fens:
            moves = game.moves[:ply]
            game.fens[ply] = engine.get_fen(game.setup.name, game.start, moves)
            # a capture on an empty square, which no sign announced, may have decided the game
            if all(engine.has_insufficient_material(game.setup.name, game.start, moves)):
                game.moves, sans, end = moves, sans[:ply], "material"
                break
    plies = len(game.moves)
    fens = {ply: fen for ply, fen in game.fens.items() if ply <= plies}
    fens[plies] = fens.get(plies) or engine.get_fen(*game.place)
    is_immediate = end == "moves" and bool(engine.is_immediate_game_end(*game.place)[0])
    return {
        "index": index,
        "players": list(names),
        "moves": game.moves,
        "sans": sans,
        "legal": game.legal_counts[:plies],
        "fens": sorted(fens.items()),
        "end": end,
        "result": _result(game, end),
        "is_immediate": is_immediate,
        "is_check": bool(engine.gives_check(*game.place)),
        "repeats": _repeats(game) if end == "claim" else 0,
        "scores": game.scores[:plies],
    }


def _repeats(game: _OngoingGame) -> int:
    """How often the position has occurred before: only where the same moves were legal."""
    name, start, moves = game.place
    *plies_before, _ = next(
        plies for plies in game.plies_by_legal_moves.values() if plies[-1] == len(moves)
    )
    last = _without_clocks(game.fen())
    fens = (game.engine.get_fen(name, start, moves[:ply]) for ply in plies_before)
    return sum(_without_clocks(fen) == last for fen in fens)


def _without_clocks(fen: str) -> list[str]:
    return fen.split()[:-2]


def _sans(game: _OngoingGame, moves: list[str]) -> list[str]:
    """The moves in algebraic notation."""
    name, engine = game.setup.name, game.engine
    if not moves:
        return []
    is_chess960 = False
    return list(engine.get_san_moves(name, game.start, moves, is_chess960, engine.NOTATION_SAN))


def _result(game: _OngoingGame, end: str) -> int | None:
    """1 if White has won, -1 if Black has won, 0 for a draw, None for a game that was cut off."""
    if end in ("cut", "material"):
        return None if end == "cut" else 0
    if end == "claim":
        value = int(game.engine.is_optional_game_end(*game.place)[1])
    else:
        value = int(game.engine.game_result(*game.place))
    sign = (value > 0) - (value < 0)
    return sign if game.is_white_to_move else -sign


# The process


def main() -> None:
    """Reads what is played, then the numbers of games, a line each, and writes each game on a
    line.
    """
    fields = json.loads(sys.stdin.readline())
    setup = GameSetup(**{**fields, "players": tuple(fields["players"])})
    try:
        with _players(setup) as players:
            _play_all(setup, players)
    except EngineError as problem:
        _write(f"failed {problem}")


def _play_all(setup: GameSetup, players: Mapping[str, Player]) -> None:
    import pyffish

    pyffish.load_variant_config(setup.config)
    if setup.name not in pyffish.variants():
        _write("unknown")
        return
    _write("ready")
    for line in sys.stdin:
        game = play_game(pyffish, setup, int(line), players=players, on_step=_sign_of_life())
        _write(json.dumps(game))


@contextmanager
def _players(setup: GameSetup) -> Iterator[Mapping[str, Player]]:
    """The players that need no program, and the program if it plays. It is not subject to the limit
    of memory.
    """
    players: dict[str, Player] = {"random": play_random, "greedy": play_greedily}
    with ExitStack() as stack:
        if "engine" in setup.players:
            variant = (setup.config, setup.name)
            search = stack.enter_context(searching(setup.program, variant, setup.nodes))
            players["engine"] = _searching_player(search)
        system.limit_memory(MEMORY)
        yield players


def _searching_player(search: Search) -> Player:
    """The player that plays the moves of a program, and keeps its scores from White's side."""

    def play(game: _OngoingGame, legal: list[str], _chance: random.Random) -> str:
        if len(game.moves) <= game.setup.opening + 1:
            search.reset()
        move, score = search.best_move(game.moves)
        if move not in legal:
            raise EngineError(f"The program plays `{move}`, which pyffish calls illegal.")
        game.scores += [None] * (len(game.moves) - len(game.scores))
        game.scores.append(score if score is None or game.is_white_to_move else -score)
        return move

    return play


def _sign_of_life() -> Callable[[], None]:
    """A function that writes an empty line now and then."""
    last = time.monotonic()

    def write_sometimes() -> None:
        nonlocal last
        if time.monotonic() - last > _ALIVE:
            last = time.monotonic()
            _write("")

    return write_sometimes


def _write(line: str) -> None:
    # the library may have written a part of a line
    sys.stdout.write(f"\n{line}\n")
    sys.stdout.flush()
