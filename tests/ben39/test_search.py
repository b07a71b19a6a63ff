"""The search (G26): its scores, its lines, and how it keeps to its limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest

from ben39 import sampling
from ben39.agree import numbered
from ben39.by_names import standing, state_of
from ben39.prover import Entry, entries
from harness import rows
from wazir.ben39 import fen
from wazir.ben39.actions import after, spell
from wazir.ben39.position import OPENING, Side, State, is_ended
from wazir.ben39.rules import Status, actions, in_check, is_safe, status, takes_king
from wazir.ben39.search import INFINITE, Limits, Line, Report, Tree, search
from wazir.ben39.side_view import opposite, side_view
from wazir.ben39.wins import Budget, Memory, Prover, answers, has_tempo, threats

T = TypeVar("T")

DATA = Path(__file__).parents[1] / "data"
VECTORS = rows("ben39_perft_dev")
WINS = [entry for entry in entries() if entry.outcome in {"#1", "#2"}]
MIDDLE = (
    "1s2/p1k2/3pp2/7/2P4/1G1Rp/1K2 Zw3/Wz1cx2/Cx2wzcx2/8/8/3W4/2CxiI1/3Z1 d14,l2 w BNrbngsp "
    "XXXXXxxxxx"
)
CAPTURES = (
    "R1k1/2s2/2gp3/7/2P1S2/G1K2/3r 5/1i2X1/3I4/4X3/8/8/2Cx1C+1/5 d14,l2 b BNNPPPbp "
    "XXXWWZZxxxxxwwzzcc"
)
FORMS = (MIDDLE, CAPTURES, fen.write(OPENING))


def last(
    state: State,
    limits: Limits,
    played: Iterable[State] = (),
    clock: Callable[[], float] = lambda: 0.0,
) -> Report:
    (*_, report) = search(state, limits, played, clock)
    return report


def shown(line: Line) -> str:
    return " ".join([line.score_text, *map(spell, line.actions)])


def ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by so many seconds whenever it is read."""
    return (reading * step for reading in count()).__next__


def run(steps: Generator[None, None, T]) -> T:
    """What a search comes to that pauses."""
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            return stop.value


def replayed(state: State, line: Line) -> State:
    """The position after a line, each action of which is legal."""
    for action in line.actions:
        assert action in actions(state)
        state = after(state, action)
    return state


# Scores


@pytest.mark.parametrize(
    ("pieces", "standing_as", "score"),
    [("Kl4 *Kd12", Status.STALEMATE, "+0.00"), ("Kl4 *Kd12 *Rl8", Status.MATE, "#-1")],
)
def test_g11_without_an_action(pieces: str, standing_as: Status, score: str) -> None:
    """It is worth nothing, and lost in check; a king without a castle cannot move."""
    state = standing(pieces)

    assert (actions(state), status(state)) == ([], standing_as)
    assert list(map(shown, last(state, Limits(nodes=100)).lines)) == [score]


def test_g26_a_win_where_the_loser_has_no_action() -> None:
    """It counts the capture that would follow (G26), though the line ends before it."""
    state = standing("Kl4 *Kd12 Rf8 Xa5")
    line = last(state, Limits(nodes=5_000)).lines[0]

    assert line.mate == 2
    assert status(replayed(state, line)) is Status.MATE
    assert not actions(replayed(state, line))


def test_g26_the_one_who_could_be_left_without_an_action_is_not_lost_without_a_check() -> None:
    """A stalemate is worth nothing, to the one with everything too: the search does not go for
    it.
    """
    state = standing("Kl4 *Kd12 Rf8 Xa5", Side.BLACK)

    assert list(map(shown, last(state, Limits(nodes=100)).lines)) == ["+0.00"]


def test_g26_no_search_of_an_ended_game() -> None:
    state = standing("Kl4 *Kd12 *Rl8", Side.BLACK)
    (taking,) = last(state, Limits()).lines
    report = last(replayed(state, taking), Limits(nodes=100))

    assert shown(taking) == "#1 Rl8xl4"
    assert (report.lines, report.nodes, report.done) == ((), 0, True)


def test_g26_a_position_repeated_in_the_line_is_worth_nothing() -> None:
    """However much better one side is: here it comes back two plies below the root."""
    state = state_of(MIDDLE)

    assert (
        run(Tree(state, (), Budget(), Prover(Budget())).visit(state, -INFINITE, INFINITE, 3, 2))
        == 0
    )
    assert abs(last(state, Limits(depth=1)).lines[0].score) > 100


def test_g26_a_position_that_has_occurred_is_worth_nothing() -> None:
    """The better side no longer plays what leads to one, unless all does."""
    state = standing("Kh2 Sh4 Sl8 *Kh14 *Pf10")
    best = last(state, Limits(depth=2)).lines[0]
    other = last(state, Limits(depth=2), [after(state, best.actions[0])]).lines[0]
    drawn = last(state, Limits(depth=2), [after(state, action) for action in actions(state)]).lines[
        0
    ]

    assert best.score > 100
    assert other.score > 100
    assert other.actions[0] != best.actions[0]
    assert drawn.score == 0


@pytest.mark.parametrize(
    "vector", [vector for vector in VECTORS if vector["forced"]], ids=lambda vector: vector["name"]
)
def test_g26_what_the_vectors_say_is_forced(vector: dict[str, Any]) -> None:
    line = last(state_of(vector["fen"]), Limits(nodes=2_000)).lines[0]

    assert line.score_text == vector["forced"]


@pytest.mark.parametrize(
    ("form", "depth", "nodes"), [(MIDDLE, 4, 3818), (CAPTURES, 4, 8440)], ids=["middle", "captures"]
)
def test_the_tree_is_the_one_that_was_measured(form: str, depth: int, nodes: int) -> None:
    """A change of the tree needs a match (docs/development/search.md), and then new numbers
    here.
    """
    assert last(state_of(form), Limits(depth=depth)).nodes == nodes


# Lines


@pytest.mark.parametrize("entry", WINS, ids=str)
def test_as_many_wins_are_found_as_there_are(entry: Entry) -> None:
    """With lines for all actions that win soonest, and one more, which wins later or not at all."""
    state = state_of(entry.form)
    own = int(entry.outcome.removeprefix("#"))
    winning = {action.change for action in actions(state) if spell(action) in entry.first}
    *best, other = last(state, Limits(depth=2, lines=len(winning) + 1)).lines

    assert {line.actions[0].change for line in best} == winning
    assert {line.mate for line in best} == {own}
    assert other.mate is None or not 0 < other.mate <= own


@pytest.mark.parametrize("entry", [entry for entry in entries() if entry.looked < 500], ids=str)
def test_a_forced_line_is_legal_to_its_end(entry: Entry) -> None:
    """It has as many actions as its score says, and the last takes the king, or leaves no action in
    check.
    """
    state = state_of(entry.form)
    line = last(state, Limits(nodes=20_000)).lines[0]
    end = replayed(state, line)
    plies = 2 * line.mate - 1 if line.mate > 0 else -2 * line.mate

    if is_ended(end):
        assert len(line.actions) == plies
    else:
        assert (status(end), actions(end), len(line.actions)) == (Status.MATE, [], plies - 2)


def test_lines_are_the_best_of_all() -> None:
    """Three lines are the first three of lines for every action, each with the score that it has
    there.
    """
    state = state_of(MIDDLE)
    few, all_of_them = (last(state, Limits(depth=1, lines=lines)).lines for lines in (3, 1_000))
    scores = [line.score for line in all_of_them]

    assert len(all_of_them) == len({action.change for action in actions(state)})
    assert scores == sorted(scores, reverse=True)
    assert list(map(shown, few)) == list(map(shown, all_of_them[:3]))


def test_lines_of_every_report_are_sorted() -> None:
    """Also while deeper results replace those of the iteration before."""
    for report in search(state_of(MIDDLE), Limits(depth=3, lines=3)):
        scores = [line.score for line in report.lines]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_line_has_an_action_for_each_ply_of_the_search(depth: int) -> None:
    """If no end of the game is in sight; captures beyond the depth are in no line."""
    report = last(state_of(MIDDLE), Limits(depth=depth, lines=3))

    assert report.depth == depth
    assert [len(line.actions) for line in report.lines] == [depth] * 3


def test_all_lines_are_legal() -> None:
    for form in FORMS:
        state = state_of(form)
        for line in last(state, Limits(nodes=1_500, lines=3)).lines:
            replayed(state, line)


# Limits, and time


@pytest.mark.parametrize("nodes", [1, 100, 1_001])
def test_no_more_nodes_are_looked_at(nodes: int) -> None:
    report = last(OPENING, Limits(nodes=nodes))

    assert (report.nodes, report.done) == (nodes, True)


def test_no_deeper_look_than_asked_for() -> None:
    report = last(OPENING, Limits(depth=1))

    assert (report.depth, report.done, len(report.lines)) == (1, True, 1)


def test_a_search_ends_when_its_time_is_over() -> None:
    reports = list(search(OPENING, Limits(seconds=1), clock=ticking(0.01)))

    assert [report.done for report in reports] == [False] * (len(reports) - 1) + [True]
    assert 1 <= reports[-1].seconds <= 1.05


def test_time_changes_nothing_but_the_end() -> None:
    """The same position with the same nodes has the same lines, whatever the clock says, and
    however often.
    """
    runs = [
        last(OPENING, Limits(nodes=1_500, lines=2), clock=clock)
        for clock in (ticking(0), ticking(0.001), ticking(100))
    ]

    assert len({(report.depth, report.nodes, report.lines) for report in runs}) == 1


@pytest.mark.parametrize("form", FORMS)
def test_there_is_news_after_a_few_nodes_wherever_the_search_is(form: str) -> None:
    """So a search can be left soon, in captures after captures and in proofs too."""
    looked = [
        report.nodes for report in search(state_of(form), Limits(nodes=2_000), clock=ticking(1))
    ]

    assert max(later - sooner for sooner, later in pairwise([0, *looked])) <= 16


def test_reports_come_every_few_hundredths_of_a_second() -> None:
    reports = list(search(OPENING, Limits(nodes=2_000), clock=ticking(0.001)))

    assert max(later.seconds - sooner.seconds for sooner, later in pairwise(reports)) < 0.1


def test_a_search_that_is_left_is_over() -> None:
    reports = search(OPENING, Limits(), clock=ticking(1))
    assert isinstance(reports, Generator)
    next(reports)
    reports.close()

    assert list(reports) == []


# What is not tried


def test_only_some_actions_can_give_or_lift_a_check() -> None:
    """Beside the positions of games, pieces strewn over the board; each action is tried that is
    said not to matter.
    """
    met = Counter[str]()
    for position in islice(sampling.positions(seed=31), 150):
        state = numbered(position)
        seen, legal = side_view(state), actions(state)
        if not takes_king(seen):
            giving = {action.change for action in threats(seen)}
            idle = [action for action in legal if action.change not in giving]
            met["no check"] += len(idle)
            assert not any(
                takes_king(side_view(after(state, action), seen.side)) for action in idle
            ), position
        if in_check(state):
            lifting = {action.change for action in answers(seen, opposite(seen))}
            idle = [action for action in legal if action.change not in lifting]
            met["no answer"] += len(idle)
            assert not any(is_safe(state, action) for action in idle), position
    assert min(met["no check"], met["no answer"]) > 1_000


def test_a_side_that_has_time_is_safe() -> None:
    """Who has a harmless action has a safe one, now and after any action of the other side that
    gives no check.
    """
    met = 0
    for position in islice(sampling.positions(seed=32), 40):
        state = numbered(position)
        if has_tempo(opposite(side_view(state))) and not is_ended(state):
            for action in actions(state):
                there = after(state, action)
                if not (is_ended(there) or in_check(there)):
                    met += 1
                    assert any(is_safe(there, answer) for answer in reversed(actions(there))), (
                        position
                    )
    assert met > 1_000


def test_what_is_remembered_is_bounded() -> None:
    memory = Memory[int](100)
    for key in range(1_000):
        memory.put(key, key)
        memory.get(7)

    assert sum(memory.get(key) is not None for key in range(1_000)) <= 100
    assert [memory.get(key) for key in (7, 999, 998)] == [7, 999, 998]
