"""The published schema of json-lines fits what is asked and answered, and refuses what the program
refuses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from harness import rows
from wazir.features.questions import QUESTIONS, ask
from wazir.features.requests import Json, Request, answer, moves

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "json-lines.schema.json").read_text("utf-8")
)
FEW = 12
VECTORS = {
    "betza_dev": moves,
    "lcpn_dev": moves,
    "bensahas_dev": moves,
    "engines_xboard_dev": moves,
    "betza_errors_dev": moves,
    "questions_figures_dev": ask,
    "questions_find_dev": ask,
    "questions_names_dev": ask,
    "questions_same_dev": ask,
    "questions_write_dev": ask,
}
MOVES = {"notation": "betza", "source": "fmWfcF", "square": "d4"}
BOTH = {"a": {"notation": "betza", "source": "R"}, "b": {"notation": "betza", "source": "R4"}}


def problems(kind: str, value: object) -> list[str]:
    """Why a value is not of a kind of the schema."""
    part = Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{kind}"}]})
    return [error.message for error in part.iter_errors(value)]


def kinds(function: Callable[[Request], Json]) -> tuple[str, str]:
    """The kinds of its requests and answers."""
    return ("movesRequest", "movesAnswer") if function is moves else ("question", "answer")


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    asked = [
        question["properties"]["ask"]["const"] for question in SCHEMA["$defs"]["question"]["oneOf"]
    ]

    assert sorted(asked) == sorted(QUESTIONS)


@pytest.mark.parametrize("name", VECTORS)
def test_vectors_are_of_the_schema(name: str) -> None:
    """Requests as they are, and what is answered to them."""
    function = VECTORS[name]
    of_request, of_answer = kinds(function)
    chosen = rows(name)
    for row in chosen[:: max(len(chosen) // FEW, 1)]:
        request = {
            "notation": "betza",
            "square": "d4",
            **{key: row[key] for key in row if key != "expect"},
        }
        assert problems(of_request, request) == []
        assert problems(of_answer, json.loads(json.dumps(answer(request, function)))) == []


@pytest.mark.parametrize(
    ("function", "request_"),
    [
        (moves, {**MOVES, "square": 4}),
        (moves, {**MOVES, "square": None}),
        (moves, {**MOVES, "side": "red"}),
        (moves, {**MOVES, "virgin": "yes"}),
        (moves, {**MOVES, "friends": 7}),
        (moves, {"notation": "betza", "square": "d4"}),
        (moves, {**MOVES, "reader": "nobody"}),
        (ask, {"ask": "nothing"}),
        (ask, {"ask": "same", "a": MOVES}),
        (ask, {"ask": "find", "square": "d4", "squares": {"d5": "gladly"}}),
        (ask, {"ask": "find", "square": "d4", "squares": {}}),
        (ask, {"ask": "write", **MOVES}),
    ],
)
def test_what_is_refused_is_not_of_the_schema(
    function: Callable[[Request], Json], request_: Mapping[str, Any]
) -> None:
    """A request with a wrong field gets an error, which is of the schema."""
    of_request, of_answer = kinds(function)
    answered = answer(request_, function)

    assert "error" in answered
    assert problems(of_request, request_)
    assert problems(of_answer, answered) == []


def test_differences_and_tables_are_of_the_schema() -> None:
    """Answers that few vectors have: positions in which pieces differ, mates, texts that cannot be
    written.
    """
    for request in (
        {"ask": "same", **BOTH, "board": "4x4"},
        {"ask": "same", **BOTH},
        {"ask": "figures", "notation": "betza", "source": "R", "board": "4x4", "mate": True},
        {"ask": "write", "notation": "lcpn", "source": "(lion-of-nobody)", "to": "betza"},
        {
            "ask": "write",
            "notation": "betza",
            "source": "yafsF",
            "dialect": "xbetza",
            "to": "betza",
            "to_style": "original",
        },
    ):
        assert problems("question", request) == []
        assert problems("answer", json.loads(json.dumps(answer(request, ask)))) == []
