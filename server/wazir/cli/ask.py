"""`wazir ask`: answers questions about pieces, for scripts."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from wazir.cli.command import Command, Status, UsageError
from wazir.features.definitions import Json
from wazir.features.questions import ask
from wazir.features.requests import Request, answer_line


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--json-lines",
        action="store_true",
        help="read requests from standard input, one JSON object per line, and answer each on one line",
    )


def _run(options: Namespace) -> int:
    if not options.json_lines:
        raise UsageError("Use --json-lines: questions are read from standard input.")
    answer_requests(ask)
    return Status.CLEAN


COMMAND = Command(
    description="Answers questions about pieces, for scripts. The field `ask` of a request names the question.",
    examples=("wazir ask --json-lines < requests.jsonl > answers.jsonl",),
    arguments=_arguments,
    run=_run,
)


def answer_requests(ask: Callable[[Request], Json]) -> None:
    """Answer requests in order, each as soon as it is read."""
    for line in iter(sys.stdin.buffer.readline, b""):
        if line.strip():
            sys.stdout.write(answer_line(line.decode("utf-8", "replace"), ask) + "\n")
            sys.stdout.flush()
