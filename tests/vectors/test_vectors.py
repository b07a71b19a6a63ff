"""Exact moves against answers that were made elsewhere (M8): by another reading of the specification, and an engine.

`betza_dev.jsonl` names the decision that each of its vectors tries; the `engine_*` files come from Fairy-Stockfish.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wazir.features.json_lines import answer

DATA = Path(__file__).parents[1] / "data"
FILES = ("betza_dev.jsonl", "engine_vectors.jsonl", "engine_vectors_large.jsonl")
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


def test_answers_come_in_the_order_of_the_specification() -> None:
    """Results are ordered by `to`, then `takes`, then the rest; the interpreter's vectors are ordered likewise."""
    vectors = read("betza_dev.jsonl")
    wrong = [v["id"] for v in vectors if json.dumps(answer(v) | {"id": 0}) != json.dumps(_expected(v) | {"id": 0})]

    assert wrong == []


def _expected(vector: dict[str, object]) -> dict[str, object]:
    expected = vector["expect"]
    assert isinstance(expected, dict)
    if "error" in expected:
        expected = expected | {"error": answer(vector).get("error")}
    return expected
