"""Ben39 plays itself, and the measures are those of its games (T1 to T9)."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from wazir.ben39 import fen
from wazir.ben39.position import OPENING, Side, State, is_ended, turn
from wazir.ben39.rules import actions
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.game.playtest.ben39 import (
    Ben39Game,
    Ben39Subject,
    placement_of,
    play_game,
    program_of,
    written_games,
)
from wazir.features.game.playtest.page import page
from wazir.features.game.playtest.report import report_of
from wazir.features.game.playtest.setup import Terms
from wazir.features.game.playtest.words import verdicts
from wazir.notations import by_name

TERMS = Terms(players=("random", "random"), seed=1, opening=4, plies=300)
SUBJECT = Ben39Subject("Ben39")
LINES = "5/6/8/8/8/8/6/5 d14,l2 w - -"
TAKES_KING = f"4/2q2/7/2R2k1/7/5/1K2 {LINES}"
PROTECTED = f"4/p4/2g4/2R4/7/1p3/1K2 {LINES}"
STALEMATE = f"4/5/7/7/7/5/1K2 {LINES}"
MATE = f"4/5/7/3r3/7/5/1K2 {LINES}"


def played(terms: Terms = TERMS, index: int = 0, start: State = OPENING) -> Ben39Game:
    """A game, as a process tells it."""
    lines = [program_of(start, terms, "Ben39").played, f"{index}\n"]
    ready, *others = written_games(lines)
    assert ready == "ready"
    return Ben39Game.of(json.loads(next(line for line in others if line)))


@pytest.fixture(scope="module")
def games() -> list[Ben39Game]:
    return [played(index=index) for index in range(24)]


def test_t1_a_seed_gives_the_same_games() -> None:
    """Another one gives others (T1)."""
    assert played(index=3) == played(index=3)
    assert played(index=3) != played(index=4)
    assert played() != played(replace(TERMS, seed=2))


def test_t1_two_players_change_colours_and_play_each_opening_twice() -> None:
    """The search is one of them (T1)."""
    terms = replace(TERMS, players=("engine", "greedy"), nodes=50, plies=8)
    first, second = (played(terms, index) for index in (0, 1))
    texts = [[move.text for move in game.moves[: terms.opening]] for game in (first, second)]

    assert (first.players, second.players) == (("engine", "greedy"), ("greedy", "engine"))
    assert texts[0] == texts[1]
    assert [score is not None for score in first.scores] == [*[False] * 4, *[True, False] * 2]


def state(text: str) -> State:
    found = fen.read(text).state
    assert found is not None
    return found


def first_move(text: str, player: str) -> str:
    terms = replace(TERMS, players=(player, player), opening=0, plies=1, nodes=400)
    return played(terms, start=state(text)).moves[0].text


@pytest.mark.parametrize("player", ["greedy", "engine"])
def test_t1_a_king_that_can_be_taken_is_taken(player: str) -> None:
    """By the rook, though it could take a queen (T1)."""
    assert first_move(TAKES_KING, player) == "Rf8xl8"


def test_t1_the_greedy_player_takes_what_no_dearer_loss_answers() -> None:
    """Not the gold general that a pawn protects, but the pawn that nothing does (T1)."""
    assert first_move(PROTECTED, "greedy") == "Rf8xf4"


def test_t2_games_are_legal_and_end_by_the_rules(games: list[Ben39Game]) -> None:
    """Each action is legal by its text; the side that takes the king wins (T2, G11)."""
    for game in games:
        replayed = game.actions
        last = replayed.state

        assert len(replayed.actions) == game.plies
        assert replayed.state == game.states[-1][1]
        assert game.legal == tuple(len(actions(each)) for each in replayed.states[: game.plies])
        if game.end == "cut":
            assert (game.plies, game.result) == (300, None)
        else:
            assert (game.end, is_ended(last)) == ("king", True)
            assert game.result == (1 if turn(last) is Side.BLACK else -1)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (STALEMATE, ("stalemate", 0)),
        (MATE, ("checkmate", -1)),
    ],
)
def test_t2_a_side_without_an_action_is_mated_or_stalemated(
    text: str, end: tuple[str, int]
) -> None:
    """A king without a castle never moves (T2, G10, G11)."""
    game = played(start=state(text))

    assert (game.end, game.result, game.plies) == (*end, 0)


def test_t7_pieces_come_and_go_only_at_the_known_positions(games: list[Ben39Game]) -> None:
    """Those between have the same pieces on the board (T7)."""
    for game in games:
        states = game.actions.states
        for (first, before), (last, _) in pairwise(game.states):
            counts = {
                tuple(sorted(placement_of(each).counts.items()))
                for each in (before, *states[first:last])
            }
            assert len(counts) == 1


def test_t7_each_kind_has_its_moves_and_captures(games: list[Ben39Game]) -> None:
    """A piece in the reserve takes part; captures are those of the texts and of rotations (T7)."""
    report = report_of(SUBJECT, TERMS, games)
    used = {use.letter: use for use in report.pieces}

    assert [used[letter].start for letter in "pkqxc"] == [6, 2, 0, 0, 0]
    assert {letter: used[letter].games for letter in "pkxi"} == dict.fromkeys("pkxi", 24)
    captures = sum(move.is_capture for game in games for move in game.moves)
    assert sum(use.captures for use in used.values()) == pytest.approx(captures / 24)
    assert "#" not in used


def test_t8_squares_and_intersections_are_counted_apart(games: list[Ben39Game]) -> None:
    """Each divided by the mean of its own board; places that do not exist are left out (T8)."""
    found = report_of(SUBJECT, TERMS, games).squares.entries
    squares, lines = ([found[name] for name in board.places] for board in SUBJECT.boards)

    assert (len(squares), len(lines)) == (45, 60)
    assert sum(squares) == pytest.approx(45)
    assert sum(lines) == pytest.approx(60)
    assert not {"b2", "n14", "a1", "o15"} & found.keys()


def test_a_report_leaves_out_what_does_not_fit(games: list[Ben39Game]) -> None:
    """There is nothing of chess, and no sentence that says so."""
    report = report_of(SUBJECT, TERMS, games)
    html = page(report)

    assert report.chess is None
    assert "chess" not in html.replace("checkmate", "").lower()
    assert not any("Draws" in each or "rawish" in each for each in verdicts(report))
    for part in ("Intersections", "the king is taken", "immobilizer", "<svg", "on-dark"):
        assert part in html


def test_a_game_is_written_as_a_record_without_problems(games: list[Ben39Game]) -> None:
    """Also one from another position."""
    terms = replace(TERMS, plies=6)
    odd = played(terms, start=state(f"4/2q2/7/2R4/7/5/1K2 {LINES}"))
    for game in (games[0], odd):
        document = Document.open(by_name("ben39"), SUBJECT.record(game, "the longest game"))
        (definition,) = document.analysis(document.chunk_at(0)).definitions

        assert [
            each.message for each in document.diagnostics() if each.code.severity is Severity.ERROR
        ] == []
        assert len(definition.plays) == game.plies


def test_nothing_of_a_record_reaches_a_page_unescaped(games: list[Ben39Game]) -> None:
    assert "<b>" not in page(report_of(Ben39Subject("<b>"), TERMS, games[:1]))


def test_a_game_pauses_after_each_ply() -> None:
    """So that a server without processes stays awake, and a process shows that it runs."""
    steps: Any = play_game(OPENING, replace(TERMS, plies=7), 0)

    assert len([*steps]) == 7
