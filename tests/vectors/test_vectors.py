"""Exact moves against answers that were made elsewhere (M8): by another reading of the specification, and an engine.

The `*_dev.jsonl` files name the decision that each of their vectors tries; the `engine_*` files come from
Fairy-Stockfish, and the answers in the `engines_*` files are what programs play for strings that they misread (E1 to
E16, X1 to X18).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import wazir
from wazir.features.json_lines import answer

DATA = Path(__file__).parents[1] / "data"
OURS = ("betza_dev.jsonl", "lcpn_dev.jsonl", "bensahas_dev.jsonl")
"""The files whose results come in the order of the specification."""
PROGRAMS = ("engines_fsf_dev.jsonl", "engines_xboard_dev.jsonl")
"""The files of strings as programs read them; their results come in the same order."""
FILES = (*OURS, "engine_vectors.jsonl", "engine_vectors_large.jsonl")
PART = 500
"""How many vectors a test takes, so that tests can be shared out among processes."""


def read(file: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / file).read_text("utf-8").splitlines()]


def parts() -> list[tuple[str, int]]:
    return [(file, start) for file in FILES for start in range(0, len(read(file)), PART)]


def as_set(answered: dict[str, object]) -> object:
    """The answer with its results in any order, for engines order them in their own way."""
    if "results" not in answered:
        return {"error": True}
    results = answered["results"]
    assert isinstance(results, list)
    return answered | {"results": sorted(results, key=json.dumps)}


@pytest.mark.parametrize(("file", "start"), parts())
def test_m8_every_answer_is_the_same(file: str, start: int) -> None:
    """Each request gets the results that others found, no more and no fewer."""
    wrong = []
    for request in read(file)[start : start + PART]:
        expected = request.pop("expect")
        assert isinstance(expected, dict)
        if "id" in request:
            expected = {"id": request["id"]} | expected
        given = answer(request)
        if as_set(given) != as_set(expected):
            wrong.append({"request": request, "given": given, "expected": expected})

    assert wrong == []


@pytest.mark.parametrize("file", OURS)
def test_answers_come_in_the_order_of_the_specification(file: str) -> None:
    """Results are ordered by `to`, then `takes`, then the rest; the interpreter's vectors are ordered likewise."""
    wrong = [v["id"] for v in read(file) if json.dumps(answer(v)) != json.dumps(_expected(v, answer(v)))]

    assert wrong == []


@pytest.mark.parametrize("file", [*OURS, *PROGRAMS])
def test_the_command_line_answers_the_same(file: str) -> None:
    """`wazir moves --json-lines` gives a line for each, in order."""
    vectors = read(file)
    ran = wazir("moves", "--json-lines", stdin="\n".join(map(json.dumps, vectors)))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    wrong = [v["id"] for v, given in zip(vectors, answers, strict=True) if given != _expected(v, given)]

    assert ran.status == 0
    assert wrong == []


def _expected(vector: dict[str, object], given: dict[str, object]) -> dict[str, object]:
    """The answer that is expected; an error may be put in any words, with the diagnostics that say why."""
    expected = vector["expect"]
    assert isinstance(expected, dict)
    if "error" in expected:
        expected = {"error": "no error"} | {key: given[key] for key in ("error", "diagnostics") if key in given}
    return ({"id": vector["id"]} if "id" in vector else {}) | expected
