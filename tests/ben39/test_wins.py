"""Forced wins (G11, G26): those of the file are so, and the search finds them, and claims no
others.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from ben39.by_names import standing, state_of
from ben39.prover import Entry, Prover, entries, proved
from ben39.skirmishes import skirmishes
from wazir.ben39.actions import Kind, spell
from wazir.ben39.position import TURN, State
from wazir.ben39.reading import read
from wazir.ben39.rules import actions
from wazir.ben39.search import Limits, Line, search
from wazir.ben39.side_view import side_view
from wazir.ben39.wins import candidates, threats

ENTRIES = entries()
DAILY = 1_000
"""Entries whose proof looks at more positions are left to `python -m tests.ben39.prover`."""
NODES = 100_000
"""Enough for the search to find any of them."""
SAMPLES = Path(__file__).parents[2] / "samples" / "ben39"
SKIRMISHES = 60
ENOUGH = 4
"""Plies after which a search has seen that all actions lose to a win in two."""


def best(entry: Entry) -> Line:
    """What a search finds; when it claims a win so soon, it need not go on."""
    for report in search(state_of(entry.form), Limits(nodes=NODES)):
        line = report.lines[0] if report.lines else None
        if line and (report.done or (str(line) == entry.outcome and entry.first)):
            return line
    raise AssertionError


def test_the_file_has_variety() -> None:
    """At least thirty wins in three own actions, and a key of every kind of action."""
    longest = [entry for entry in ENTRIES if entry.outcome == "#3"]
    keys = [read(state_of(entry.form), entry.first[0]).action for entry in longest]

    assert len(longest) >= 30
    assert {key.kind for key in keys if key} == set(Kind)
    assert len({entry.form for entry in ENTRIES}) == len(ENTRIES)
    assert {entry.outcome for entry in ENTRIES} == {"#1", "#2", "#3", "#-1", "#-2"}


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.looked <= DAILY], ids=str)
def test_an_entry_is_true(entry: Entry) -> None:
    assert proved(entry.form) == entry


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_the_search_finds_it(entry: Entry) -> None:
    line = best(entry)

    assert str(line) == entry.outcome
    assert entry.first == () or spell(line.actions[0]) in entry.first


def test_a_long_win_may_begin_with_any_action() -> None:
    """A quiet one too; a win in two begins with a threat where the other side has a move to
    spare.
    """
    states = [state_of(entry.form) for entry in ENTRIES]
    firsts = [
        [{action.change for action in candidates(state, side_view(state), own)} for own in (2, 3)]
        for state in states
    ]

    assert [long for _, long in firsts] == [
        {action.change for action in actions(state)} for state in states
    ]
    assert any(short < long for short, long in firsts)


@pytest.mark.parametrize(("name", "most"), [("silver-3", 232), ("quiet-3", 232), ("turn-3", 264)])
def test_a_long_win_takes_few_nodes(name: str, most: int) -> None:
    """Half of what the first version of the search took."""
    text = (SAMPLES / "puzzles.ben39").read_text("utf-8")
    (form,) = re.findall(rf"position {name}-key\nfen: (.*)", text)
    (*_, last) = search(state_of(form), Limits(nodes=most))

    assert last.lines[0].mate == 3


def test_a_king_may_stand_in_the_way_of_a_check() -> None:
    """No castle awaits it on f6, so the spider may not turn what is around it until the king has
    left.
    """
    state = standing("Kf4 Gf6 Zg5 C+e3 *Kh6")

    assert "Kf4-f2" in {spell(action) for action in threats(side_view(state))}


@cache
def few(seed: int, most: int) -> list[str]:
    """Positions in which neither side has many actions, so that all can be tried."""
    small = (
        form
        for form in skirmishes(seed)
        if max(len(actions(state)) for state in both(form)) <= most
    )
    return list(islice(small, SKIRMISHES))


def both(form: str) -> tuple[State, State]:
    """A position, and the same with the other side to move."""
    state = state_of(form)
    return state, State(state ^ 1 << TURN)


@pytest.mark.parametrize("number", range(SKIRMISHES))
def test_the_search_claims_what_is_so(number: int) -> None:
    """Wins and losses in one and two own actions, found at the depth that must show them, and no
    others.
    """
    form = few(seed=39, most=40)[number]
    state, prover = state_of(form), Prover()
    (*_, last) = search(state, Limits(depth=ENOUGH))
    true = next((own for own in (1, 2) if prover.wins(state, own)), None)
    true = true or next((-own for own in (1, 2) if prover.loses(state, own)), None)
    claimed = last.lines[0].mate if last.lines else None

    assert true == (claimed if claimed and abs(claimed) <= 2 else None)
    if true and true > 0:
        assert last.lines[0].actions[0] in prover.winning(state, true)
