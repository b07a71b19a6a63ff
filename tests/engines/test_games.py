"""Games that variants play by themselves, by pyffish in processes of their own (T1, T2)."""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

import wazir
from engines import uci
from wazir.engines import EngineError, games
from wazir.engines.games import play
from wazir.engines.playing import play_game, play_greedily
from wazir.engines.process import Program
from wazir.features.game.playtest.endings import ending
from wazir.features.game.playtest.game import Game
from wazir.game_setup import GameSetup
from wazir.placement import PiecePlacement

pytest.importorskip("pyffish", reason="pyffish is not installed")

SETUP = GameSetup(
    config="",
    name="antichess",
    players=("random", "random"),
    seed=7,
    opening=4,
    plies=400,
    values={"p": 1.0, "n": 3.0, "b": 3.0, "r": 5.0, "q": 9.0},
    clock=100,
    folds=3,
    is_claimed=False,
    changes_sides=False,
)
MINE = "[mine:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"


def played(setup: GameSetup, games: int, jobs: int = 1) -> list[dict[str, Any]]:
    """Games in the order of their numbers."""
    found: list[dict[str, Any]] = []
    play(setup, games, found.append, jobs)
    return sorted(found, key=lambda game: game["index"])


def test_t1_a_seed_gives_the_same_games_by_any_number_of_processes() -> None:
    alone, together = played(SETUP, 4), played(SETUP, 4, jobs=2)

    assert alone == together
    assert len({tuple(game["moves"]) for game in alone}) == 4
    assert played(replace(SETUP, seed=8), 1) != alone[:1]


def test_t1_different_players_play_each_opening_twice() -> None:
    """With colours changed, and after the opening each in its own way (T1)."""
    setup = replace(SETUP, players=("random", "greedy"), plies=6)
    first, second, third, _ = played(setup, 4)

    assert first["moves"][:4] == second["moves"][:4] != third["moves"][:4]
    assert first["players"] == ["random", "greedy"]
    assert second["players"] == ["greedy", "random"]


def test_t1_a_greedy_player_wins_takes_and_does_not_lose_more() -> None:
    """It mates in one; it takes a rook, not a pawn; it leaves a pawn that costs a queen (T1)."""
    config = """
[mates:chess]
startFen = 7k/5ppp/8/8/8/8/K7/4R2r w - - 0 1
[takes:chess]
startFen = 7k/8/8/2r1p3/3Q4/8/8/K7 w - - 0 1
[leaves:chess]
startFen = 7k/8/3p4/2p5/3Q4/8/8/K7 w - - 0 1
"""
    setup = replace(SETUP, config=config, players=("greedy", "greedy"), opening=0, plies=1)
    moves = {
        name: [game["moves"][0] for game in played(replace(setup, name=name), 3)]
        for name in ("mates", "takes", "leaves")
    }

    assert moves["mates"] == ["e1e8"] * 3
    assert moves["takes"] == ["d4c5"] * 3
    assert "d4c5" not in moves["leaves"]


def test_t2_a_game_without_an_end_is_cut_off() -> None:
    """It has no result; at the last ply, mate still counts (T2)."""
    game = played(replace(SETUP, name="chess", plies=5), 1)[0]

    assert (game["end"], game["result"], len(game["moves"])) == ("cut", None, 5)


def test_t2_a_game_ends_when_neither_side_can_win() -> None:
    """As soon as the last rook is gone: the king has to take it (T2)."""
    config = "[mine:chess]\nmustCapture = true\nstartFen = k7/8/8/8/8/8/6r1/7K w - - 0 1\n"
    game = played(replace(SETUP, config=config, name="mine"), 1)[0]

    assert (game["moves"], game["end"], game["result"]) == (["h1g2"], "material", 0)


def test_t2_a_game_ends_by_the_move_rule() -> None:
    """At the ply at which the engine says so: 2 moves of each side without a capture (T2)."""
    config = f"{MINE}nMoveRule = 2\n"
    game = played(replace(SETUP, config=config, name="mine", clock=4), 1)[0]

    assert (game["end"], game["result"], len(game["moves"])) == ("claim", 0, 4)


CASTLES = "[castles:chess]\nstartFen = r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n"


@pytest.mark.parametrize("name", ["castles", "capablanca", "seirawan", "shogi", "xiangqi"])
def test_t7_the_kind_of_each_move_is_that_of_the_engines_position(name: str) -> None:
    """Positions are known at captures only: between them, moves and castlings are followed (T7)."""
    engine = importlib.import_module("pyffish")
    engine.load_variant_config(CASTLES)
    setup = replace(SETUP, config=CASTLES, name=name, plies=60)
    followed, expected = [], []
    for data in played(setup, 8):
        game = Game.of(data)
        followed += [*game.moved()]
        for ply, move in enumerate(game.moves):
            position = PiecePlacement.of(engine.get_fen(name, game.start, data["moves"][:ply]))
            expected.append((position.board.get(move.origin, "") or move.dropped).lower())

    assert followed == expected


def test_the_positions_after_all_captures_are_kept() -> None:
    """Pieces only move between them."""
    for game in played(SETUP, 3):
        known = dict(game["fens"])
        captures = [ply for ply, san in enumerate(game["sans"], 1) if "x" in san]
        assert captures
        assert {*captures, 0, len(game["moves"])} <= known.keys()


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            "[mine:nothing]\n",
            "The engine does not load `mine`. Variant template 'nothing' does not exist.",
        ),
        ("[mine:chess]\nflagRegion = aa *x\n", "The engine crashes on `mine`. what(): stoi"),
    ],
)
def test_what_the_engine_refuses_is_told_in_its_words(config: str, message: str) -> None:
    with pytest.raises(EngineError) as wrong:
        played(replace(SETUP, config=config, name="mine"), 2)

    assert str(wrong.value) == message


def test_a_position_has_the_pieces_of_its_fen() -> None:
    """Walls and numbers of two digits are no pieces, promoted ones have their sign."""
    pieces = PiecePlacement.of("10/*+P7k/K9[Pp] w - - 0 1").board

    assert pieces == {"b2": "+P", "j2": "k", "a1": "K"}


def test_processes_that_fail_together_end_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    """The failure of one ends the others, which may be ending."""
    setup = replace(SETUP, config="[mine:chess]\nflagRegion = aa *x\n", name="mine")
    with pytest.raises(EngineError):
        played(setup, 8, jobs=4)

    assert capfd.readouterr().err == ""


def test_an_error_of_who_keeps_the_games_is_no_crash_of_the_engine() -> None:
    """It reaches the caller as it is."""

    def refuse(_game: object) -> None:
        raise ValueError("no room")

    with pytest.raises(ValueError, match="no room"):
        play(SETUP, 2, refuse, 2)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_an_empty_line_is_a_sign_of_life_on_every_system(end: bytes) -> None:
    """Also where lines end in two characters."""

    class Said:
        async def lines(self) -> AsyncIterator[bytes]:
            for line in (b"", b"", b"ready", b"late"):
                yield line + end

    assert asyncio.run(games._answer(cast(Program, Said()), seconds=1)) == "ready"


def test_t1_a_greedy_player_shows_that_it_is_alive() -> None:
    """Before each try of a move: on large boards, a ply takes minutes (T1)."""
    signs: list[int] = []
    setup = replace(SETUP, name="chess", players=("greedy", "greedy"), opening=0, plies=1)
    players = {"greedy": play_greedily}
    play_game(importlib.import_module("pyffish"), setup, 0, players, lambda: signs.append(1))

    assert len(signs) > 20


def test_t1_a_search_of_more_nodes_has_more_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process is silent while the program searches (T1)."""
    monkeypatch.setattr(games, "SECONDS_TO_ANSWER", 0.0)
    path = uci.program(tmp_path, go='time.sleep(1); print("bestmove a1a2", flush=True)')
    config = "[mine:chess]\nstartFen = 7k/7r/8/8/8/8/8/K6R w - - 0 1\n"
    setup = replace(SETUP, config=config, name="mine", players=("engine", "engine"))
    setup = replace(setup, opening=0, plies=1, nodes=200_000, program=str(path))

    assert played(setup, 1)[0]["moves"] == ["a1a2"]


def test_t1_a_program_plays_at_fixed_nodes_and_forgets_between_games(tmp_path: Path) -> None:
    """With one thread; its scores are those of White's side (T1)."""
    path = uci.program(tmp_path, "a1a2")
    config = "[mine:chess]\nstartFen = 7k/7r/8/8/8/8/8/K6R w - - 0 1\n"
    setup = replace(SETUP, config=config, name="mine", players=("engine", "engine"))
    games = played(replace(setup, opening=0, plies=1, nodes=77, program=str(path)), 2)

    assert [(game["moves"], game["scores"]) for game in games] == [(["a1a2"], [35])] * 2
    load, *commands = uci.heard(path)[1:]
    assert load.startswith("load <<")
    assert commands == [
        "setoption name UCI_Variant value mine",
        "setoption name Threads value 1",
        *["ucinewgame", "position startpos", "go nodes 77"] * 2,
    ]


def test_t6_a_bound_is_no_score_and_a_mate_is_beyond_all(tmp_path: Path) -> None:
    """Of Black's, too: scores are those of White's side (T6)."""
    config = "[mine:chess]\nstartFen = 7k/7r/8/8/8/8/8/K6R b - - 0 1\n"
    setup = replace(SETUP, config=config, name="mine", players=("engine", "engine"), plies=1)
    scores = []
    for score in ("cp 250", "mate 3", "mate -2"):
        lines = f"info depth 3 score {score}\ninfo depth 4 score cp 900 upperbound\nbestmove h8g8"
        path = uci.program(tmp_path, go=f"print({lines!r}, flush=True)")
        scores += played(replace(setup, opening=0, program=str(path)), 1)[0]["scores"]

    assert scores == [-250, -99_997, 99_998]


def test_an_illegal_move_of_a_program_is_told(tmp_path: Path) -> None:
    """The first move of White, played by Black."""
    path = str(uci.program(tmp_path, "e2e4"))
    setup = replace(SETUP, name="chess", players=("engine", "engine"), opening=0, program=path)
    with pytest.raises(EngineError, match="The program plays `e2e4`, which pyffish calls illegal"):
        played(setup, 1)
    with pytest.raises(EngineError, match="is not the whole path of a program"):
        played(replace(setup, program="engine"), 1)


PYTHON_CHESS = json.loads(
    (Path(__file__).parents[1] / "data" / "playtest" / "python_chess.json").read_text("utf-8")
)


def test_t5_random_games_of_chess_are_those_of_python_chess() -> None:
    """It has replayed the first games of seed 1: they end at the same ply by the same rule (T5)."""
    expected = PYTHON_CHESS["games"]
    games = played(replace(SETUP, name="chess", seed=1), len(expected), jobs=2)

    for game, known in zip(games, expected, strict=True):
        assert " ".join(game["moves"]) == known["moves"]
        assert game["legal"] == known["legal"]
        captures = [ply for ply, san in enumerate(game["sans"], 1) if "x" in san]
        assert captures == known["captures"]
        assert game["fens"][-1][1].split()[0] == known["board"]
        assert ending(Game.of(game), wazir.variant("chess")) == known["end"]
