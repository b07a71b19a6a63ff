"""`wazir ask`: answers questions of scripts about pieces."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from wazir.cli.command import Command, Status, UsageError
from wazir.cli.json_lines import answer_requests
from wazir.features.questions import ask


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--json-lines",
        action="store_true",
        help="read requests from standard input, one JSON object a line, and answer each on a line",
    )


def _run(options: Namespace) -> int:
    if not options.json_lines:
        raise UsageError("Questions are read from standard input: `wazir ask --json-lines`.")
    answer_requests(ask)
    return Status.CLEAN


COMMAND = Command(
    description="Answers questions of scripts about pieces: `ask` in each request names the question.",
    examples=("wazir ask --json-lines < requests.jsonl > answers.jsonl",),
    arguments=_arguments,
    run=_run,
)
