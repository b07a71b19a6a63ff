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
class _Table:
    """A game in progress."""

    engine: Any
    setup: GameSetup
    start: str
    moves: list[str] = field(default_factory=list)
    legal_counts: list[int] = field(default_factory=list)
    fens: dict[int, str] = field(default_factory=dict)
    """The positions that were asked for, by ply."""
    occupied: set[str] = field(default_factory=set)
    """The squares that seem to have pieces."""
    met: dict[tuple[str, ...], list[int]] = field(default_factory=dict)
    """The plies at which the same moves were legal."""
    scores: list[int | None] = field(default_factory=list)
    alive: Callable[[], object] = lambda: None
    """Is called now and then."""

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
        is_event = target in self.occupied or bool(suffix and not suffix.startswith(","))
        self.occupied = (self.occupied - {origin}) | {target}
        return is_event or self.setup.changes_sides


# Players


Player = Callable[[_Table, list[str], random.Random], str]
"""Chooses one of the legal moves."""


def play_random(_table: _Table, legal: list[str], chance: random.Random) -> str:
    """Each legal move alike (T1)."""
    return chance.choice(legal)


def play_greedily(table: _Table, legal: list[str], chance: random.Random) -> str:
    """A winning move; else the capture of the dearest piece that no dearer loss answers, or any
    move (T1).
    """
    engine, (name, start, moves) = table.engine, table.place
    board, values = PiecePlacement.of(engine.get_fen(*table.place)).board, table.setup.values
    is_white = table.is_white_to_move
    replies = dict[str, list[str]]()
    for move in legal:
        table.alive()
        replies[move] = engine.legal_moves(name, start, [*moves, move])
    for move, answers in replies.items():
        table.alive()
        if not answers and engine.game_result(name, start, [*moves, move]) < 0:
            return move
    gains = {
        move: _value(board.get(_target(move), ""), values)
        for move in legal
        if _is_of(board.get(_target(move), ""), is_white=not is_white)
    }
    for gain in sorted({*gains.values()}, reverse=True):
        for move in _shuffled([move for move in gains if gains[move] == gain], chance):
            table.alive()
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
    alive: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """A game as plain data: the fields of *features.game.playtest.game.Game*.

    Args:
        engine: The module pyffish.
        setup: What is played.
        index: The number of the game, which with the seed decides all chances.
        players: The players by name.
        alive: Is called after each ply, and after each call of a player to the engine.
    """
    names = setup.players_of(index)
    opening, chance = map(random.Random, setup.seeds_of(index))
    table = _Table(engine, setup, engine.start_fen(setup.name), alive=alive)
    table.fen()
    claims = _Claims(table, next_clock=setup.clock)
    is_event = False
    while True:
        legal = table.legal()
        table.legal_counts.append(len(legal))
        end = _end(table, legal, claims, is_event=is_event)
        if end:
            return _record(table, index, names, end=end)
        ply = len(table.moves)
        if ply < setup.opening:
            move = opening.choice(legal)
        else:
            player = players[names[0 if table.is_white_to_move else 1]]
            move = player(table, legal, chance)
        table.scores += [None] * (ply + 1 - len(table.scores))
        is_event = table.play(move)
        alive()


@dataclass
class _Claims:
    """When a side may claim that a game ends: by repetition, the move rule, or counting."""

    table: _Table
    next_clock: int
    """The ply at which the clock of the move rule is read next."""

    def are_possible(self, legal: Sequence[str]) -> bool:
        """Whether the engine is asked for a claim. It is called once a ply."""
        setup, ply = self.table.setup, len(self.table.moves)
        met = self.table.met.setdefault(tuple(legal), [])
        met.append(ply)
        is_possible = setup.is_claimed or 0 < setup.folds <= len(met)
        if not setup.clock or ply < self.next_clock:
            return is_possible
        clock = _clock(self.table.fen())
        self.next_clock = ply + max(1, setup.clock - clock)
        return is_possible or clock >= setup.clock


def _end(table: _Table, legal: Sequence[str], claims: _Claims, *, is_event: bool) -> str:
    """How a game ends before the next move; empty if it goes on.

    *is_event* is true if pieces may have come or gone by the last move.
    """
    if not legal:
        return "moves"
    if is_event:
        table.fen()
        if all(table.engine.has_insufficient_material(*table.place)):
            return "material"
    if claims.are_possible(legal) and table.engine.is_optional_game_end(*table.place)[0]:
        return "claim"
    return "cut" if len(table.moves) >= table.setup.plies else ""


def _clock(fen: str) -> int:
    """The plies since the last move that the move rule begins with."""
    number = fen.split()[-2]
    return int(number) if number.isdigit() else 0


def _record(table: _Table, index: int, names: Sequence[str], end: str) -> dict[str, Any]:
    """A game that has ended, with the positions after all captures."""
    engine = table.engine
    sans = _sans(table, table.moves)
    for ply, san in enumerate(sans, 1):
        if "x" in san and ply not in table.fens:
            moves = table.moves[:ply]
            table.fens[ply] = engine.get_fen(table.setup.name, table.start, moves)
            # a capture on an empty square, which no sign announced, may have decided the game
            if all(engine.has_insufficient_material(table.setup.name, table.start, moves)):
                table.moves, sans, end = moves, sans[:ply], "material"
                break
    plies = len(table.moves)
    fens = {ply: fen for ply, fen in table.fens.items() if ply <= plies}
    fens[plies] = fens.get(plies) or engine.get_fen(*table.place)
    is_immediate = end == "moves" and bool(engine.is_immediate_game_end(*table.place)[0])
    return {
        "index": index,
        "players": list(names),
        "moves": table.moves,
        "sans": sans,
        "legal": table.legal_counts[:plies],
        "fens": sorted(fens.items()),
        "end": end,
        "result": _result(table, end),
        "is_immediate": is_immediate,
        "is_check": bool(engine.gives_check(*table.place)),
        "repeats": _repeats(table) if end == "claim" else 0,
        "scores": table.scores[:plies],
    }


def _repeats(table: _Table) -> int:
    """How often the position has occurred before: only where the same moves were legal."""
    name, start, moves = table.place
    met = next(plies for plies in table.met.values() if plies[-1] == len(moves))
    here = _without_clocks(table.fen())
    fens = (table.engine.get_fen(name, start, moves[:ply]) for ply in met[:-1])
    return sum(_without_clocks(fen) == here for fen in fens)


def _without_clocks(fen: str) -> list[str]:
    return fen.split()[:-2]


def _sans(table: _Table, moves: list[str]) -> list[str]:
    """The moves in algebraic notation."""
    name, engine = table.setup.name, table.engine
    if not moves:
        return []
    is_chess960 = False
    return list(engine.get_san_moves(name, table.start, moves, is_chess960, engine.NOTATION_SAN))


def _result(table: _Table, end: str) -> int | None:
    """1 if White has won, -1 if Black has won, 0 for a draw, None for a game that was cut off."""
    if end in ("cut", "material"):
        return None if end == "cut" else 0
    if end == "claim":
        value = int(table.engine.is_optional_game_end(*table.place)[1])
    else:
        value = int(table.engine.game_result(*table.place))
    sign = (value > 0) - (value < 0)
    return sign if table.is_white_to_move else -sign


# The process


def main() -> None:
    """Reads what is played, then the numbers of games, a line each, and writes each game on a
    line.
    """
    asked = json.loads(sys.stdin.readline())
    setup = GameSetup(**{**asked, "players": tuple(asked["players"])})
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
        game = play_game(pyffish, setup, int(line), players=players, alive=_sign_of_life())
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

    def play(table: _Table, legal: list[str], _chance: random.Random) -> str:
        if len(table.moves) <= table.setup.opening + 1:
            search.reset()
        move, score = search.best_move(table.moves)
        if move not in legal:
            raise EngineError(f"The program plays `{move}`, which pyffish calls illegal.")
        table.scores += [None] * (len(table.moves) - len(table.scores))
        table.scores.append(score if score is None or table.is_white_to_move else -score)
        return move

    return play


def _sign_of_life() -> Callable[[], None]:
    """A function that writes an empty line now and then."""
    last = time.monotonic()

    def alive() -> None:
        nonlocal last
        if time.monotonic() - last > _ALIVE:
            last = time.monotonic()
            _write("")

    return alive


def _write(line: str) -> None:
    # the library may have written a part of a line
    sys.stdout.write(f"\n{line}\n")
    sys.stdout.flush()
