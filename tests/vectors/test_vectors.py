"""Exact moves against answers that were made elsewhere (M8): by another reading of the
specification, and an engine.

The `*_dev.jsonl` files name the decision that each of their vectors tries; the `engine_*` files
come from Fairy-Stockfish, and the answers in the `engines_*` files are what programs play for
strings that they misread (E1 to E16, X1 to X18).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli.running import wazir
from harness import contrast, none_wrong, rows
from long import some
from wazir.features.requests import answer

OURS = ("betza_dev", "lcpn_dev", "bensahas_dev")
"""The files whose results come in the order of the specification."""
PROGRAMS = ("engines_fsf_dev", "engines_xboard_dev")
"""The files of strings as programs read them; their results come in the same order."""
FILES = (*OURS, "engine_vectors", "engine_vectors_large")
PART = 500
"""How many vectors a test takes, so that tests can be shared out among processes."""


Answer = dict[str, Any]


def parts() -> list[tuple[str, int]]:
    return [(file, start) for file in FILES for start in range(0, len(rows(file)), PART)]


def in_any_order(answered: Answer) -> Answer:
    """The answer with its results in one order, for engines order them in their own way."""
    moves = answered.get("results")
    return answered if moves is None else answered | {"results": sorted(moves, key=json.dumps)}


def expected(vector: Answer, answered: Answer) -> Answer:
    """The answer that is expected; an error may be put in any words, with the diagnostics that say
    why.
    """
    wanted = vector["expect"]
    if "error" in wanted:
        wanted = {"error": "no error"} | {
            key: answered[key] for key in ("error", "diagnostics") if key in answered
        }
    return ({"id": vector["id"]} if "id" in vector else {}) | wanted


def difference(vector: Answer, answered: Answer) -> str:
    """A vector with the results that are missing from its answer, and those that are too many."""
    wanted, request = (
        expected(vector, answered),
        {key: value for key, value in vector.items() if key != "expect"},
    )
    if "results" in wanted and "results" in answered:
        return f"{request}: {contrast(wanted['results'], answered['results'])}"
    return f"{request}: {answered} for {wanted}"


@pytest.mark.parametrize(("file", "start"), parts())
def test_m8_every_answer_is_the_same(file: str, start: int) -> None:
    """Each request gets the results that others found, no more and no fewer.

    They are in the order of the specification, by `to`, then `takes`, then the rest; the engine has
    its own.
    """
    form = json.dumps if file in OURS else in_any_order
    answers = [(vector, answer(vector)) for vector in rows(file)[start : start + PART]]

    none_wrong(difference(*pair) for pair in answers if form(pair[1]) != form(expected(*pair)))


@pytest.mark.parametrize("file", [*OURS, *PROGRAMS])
def test_the_command_line_answers_the_same(file: str) -> None:
    """`wazir moves --json-lines` gives a line for each, in order; of those above a part is asked
    here too.
    """
    vectors = some(rows(file), 10) if file in OURS else rows(file)
    ran = wazir("moves", "--json-lines", stdin="\n".join(map(json.dumps, vectors)))
    answers = list(zip(vectors, map(json.loads, ran.out.splitlines()), strict=True))

    assert ran.status == 0
    none_wrong(difference(*pair) for pair in answers if pair[1] != expected(*pair))
