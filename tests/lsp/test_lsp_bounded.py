"""Requests about texts that are short and mean much work: each row of `bounded.jsonl` in a process
with limits.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lsp.client import ROOT, environment

DATA = Path(__file__).with_name("bounded.jsonl")
ROWS = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
REQUESTS = [(row, request) for row in ROWS for request in row["requests"]]
MEGABYTES = 300
"""The memory of a request, with that of the imported program."""


@contextmanager
def measuring() -> Iterator[subprocess.Popen[str]]:
    """The process that answers rows."""
    program = [sys.executable, str(ROOT / "tests" / "lsp" / "bounded.py")]
    path = f"{ROOT / 'tests'}"
    known = environment()
    known["PYTHONPATH"] += f":{path}"
    pipe = subprocess.PIPE
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, env=known, text=True) as process:
        yield process


@pytest.fixture(scope="module")
def process() -> Iterator[subprocess.Popen[str]]:
    with measuring() as running:
        yield running


@pytest.mark.parametrize(
    ("row", "asked"),
    REQUESTS,
    ids=[f"{row['title']}: {request}" for row, request in REQUESTS],
)
def test_a_short_text_is_answered_within_bounds(
    process: subprocess.Popen[str], row: dict[str, Any], asked: str
) -> None:
    """The answer, or an error that says why there is none, comes within the limits of the
    process.
    """
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps({**row, "request": asked}) + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())

    problems = [message["error"] for message in answer["messages"] if "error" in message]
    assert answer["status"] == 0, answer
    assert answer["megabytes"] < MEGABYTES, answer["megabytes"]
    assert not [error for error in problems if "Internal" in error["message"]]
