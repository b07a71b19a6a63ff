"""Rules other than the usual ones, where the inventor's text is silent: `rules:` in a record
(G22).
"""

from __future__ import annotations

from typing import Any

import pytest

from ben39 import line_form, oracle
from ben39.agree import compare, numbered, spelled
from harness import none_wrong, rows
from long import LONG
from wazir.ben39.actions import Kind, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.intents import ReasonKind
from wazir.ben39.position import Rule, State, pack, unpack
from wazir.ben39.reading import read
from wazir.ben39.rules import actions, perft
from wazir.ben39.search import Limits, search
from wazir.ben39.words import describe
from wazir.document import Document
from wazir.notations import by_name

VECTORS = rows("ben39_rules")
EACH = pytest.mark.parametrize(
    "vector", VECTORS, ids=lambda vector: f"{'+'.join(vector['rules'])} {vector['fen']}"
)
NAMES = [str(rule) for rule in Rule]
POSITIONS = 2_000 if LONG else 24


def position_of(vector: dict[str, Any], *, usual: bool = False) -> oracle.Position:
    position = line_form.read(vector["fen"])
    position.rules = () if usual else tuple(vector["rules"])
    return position


def state_of(vector: dict[str, Any]) -> State:
    return numbered(position_of(vector))


def test_there_are_vectors_of_each_rule() -> None:
    assert {name for vector in VECTORS for name in vector["rules"]} == set(NAMES)


@EACH
def test_the_engine_plays_by_the_rule(vector: dict[str, Any]) -> None:
    """G7, G11, G13, G18, G20: the legal actions, lines of play, and how the game stands."""
    state = state_of(vector)

    assert spelled(actions(state)) == vector["actions"]
    assert {str(depth): perft(state, depth) for depth in (1, 2)} == vector["perft"]
    assert str(facts(state).status) == vector["status"]
    assert pack(unpack(state)) == state != numbered(position_of(vector, usual=True))


@EACH
def test_the_second_player_agrees(vector: dict[str, Any]) -> None:
    """Also about what the rule forbids and permits."""
    position = position_of(vector)
    usual = {action.text for action in oracle.actions(position_of(vector, usual=True))}
    allowed = {action.text for action in oracle.actions(position)}

    assert sorted(allowed) == vector["actions"]
    assert (sorted(usual - allowed), sorted(allowed - usual)) == (
        vector["illegal"],
        vector["legal"],
    )
    assert {str(depth): oracle.perft(position, depth) for depth in (1, 2)} == vector["perft"]


@pytest.mark.parametrize("rules", [*([name] for name in NAMES), NAMES], ids="+".join)
def test_both_agree_on_random_positions(rules: list[str]) -> None:
    """Actions, the positions after them, checks, mates and all else, under each rule and under
    all.
    """
    met, wrong = compare(POSITIONS, seed=NAMES.index(rules[-1]) + len(rules), rules=tuple(rules))

    none_wrong(wrong)
    assert met["positions"] == POSITIONS


KINDS = {
    "answer-check": ReasonKind.LEAVES_KING,
    "firm-hold": ReasonKind.IMMOBILIZED,
    "must-change": ReasonKind.CHANGES_NOTHING,
}


@EACH
def test_what_a_rule_forbids_is_explained(vector: dict[str, Any]) -> None:
    """The reason names the rule; what it permits is read and described."""
    state = state_of(vector)
    for text in vector["illegal"]:
        reason = read(state, text).reason
        assert reason
        assert reason.kind in KINDS.values()
        assert any(f"rule `{name}`" in reason.text for name in vector["rules"])
        if vector["rules"][1:] == []:
            assert reason.kind is KINDS[vector["rules"][0]]
    for action in actions(state):
        assert read(state, spell(action)).action == action
        assert ("becomes" in describe(state, action)) is action.promotes


def test_g7_a_pawn_that_others_promote_stays_a_pawn() -> None:
    """Its own move promotes it as usual."""
    vectors = [vector for vector in VECTORS if vector["rules"] == ["own-promotion"]]
    usual, ruled = (
        [
            {
                action.kind
                for action in actions(state)
                if "becomes a queen" in describe(state, action)
            }
            for state in (numbered(position_of(vector, usual=usual)) for vector in vectors)
        ]
        for usual in (True, False)
    )

    assert set().union(*usual) > {Kind.MOVE} >= set().union(*ruled)
    assert all(usual)


@pytest.mark.parametrize(("status", "score"), [("stalemate", {0}), ("mate", {2 - 1_000_000})])
def test_g26_the_search_knows_that_a_check_must_be_answered(status: str, score: set[int]) -> None:
    """It finds no action, and what that means."""
    states = [
        state_of(vector)
        for vector in VECTORS
        if vector["status"] == status and vector["rules"] == ["answer-check"]
    ]
    last = [list(search(state, Limits(depth=2)))[-1].lines[0] for state in states]

    assert states
    assert {line.score for line in last} == score
    assert {line.actions for line in last} == {()}


def found_in(text: str) -> list[str]:
    return [
        diagnostic.code.id for diagnostic in Document.open(by_name("ben39"), text).diagnostics()
    ]


@EACH
def test_g22_a_record_sets_rules(vector: dict[str, Any]) -> None:
    """Beside `fen:`, before or behind it; a position reached by moves keeps them."""
    text = (
        f"fen: {vector['fen']}\nrules: {' '.join(vector['rules'])}\nexpect: perft 2 = "
        f"{vector['perft']['2']}\n"
    )

    assert "failed-expectation" not in found_in(text)
    assert "failed-expectation" in found_in(text.replace("rules:", "; rules:")) or vector["perft"][
        "2"
    ] in (oracle.perft(position_of(vector, usual=True), 2),)
    for action in vector["illegal"][:1]:
        assert "illegal-action" in found_in(f"{text.partition('expect')[0]}moves: {action}\n")


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("rules:", []),
        ("rules: must-change", []),
        ("rules: must-change must-change", []),
        ("rules: Must-Change", ["unknown-rule"]),
        ("rules: must-change, pass-over", ["unknown-rule"]),
        ("rules: must-change\nrules: pass-over", ["duplicate-key"]),
        ("rule: must-change", ["unknown-key"]),
    ],
)
def test_g25_the_line_is_checked(line: str, codes: list[str]) -> None:
    """A rule that is not known is an error, with the similar one as its fix."""
    assert found_in(f"{line}\nmoves: X@e5\n") == codes
