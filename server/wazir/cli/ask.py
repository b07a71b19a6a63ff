"""Answers questions about pieces, for scripts. The field `ask` of a request names the question.

examples:
  wazir ask --json-lines < requests.jsonl > answers.jsonl
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from wazir.cli.command import Status, UsageError
from wazir.features.definitions import Json
from wazir.features.questions import ask
from wazir.features.requests import Request, answer_line


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument for requests of scripts."""
    parser.add_argument(
        "--json-lines",
        action="store_true",
        help="read requests from standard input, one JSON object per line, and answer each on one line",
    )


def answer_requests(answer: Callable[[Request], Json]) -> None:
    """Answer requests in order, each as soon as it is read."""
    for line in iter(sys.stdin.buffer.readline, b""):
        if line.strip():
            print(answer_line(line.decode("utf-8", "replace"), answer), flush=True)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if not options.json_lines:
        raise UsageError("Use --json-lines: questions are read from standard input.")
    answer_requests(ask)
    return Status.CLEAN
