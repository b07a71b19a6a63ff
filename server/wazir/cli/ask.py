"""Answers questions about pieces, for scripts. The field `ask` of a request names the question.

examples:
  wazir ask --json-lines < requests.jsonl > answers.jsonl
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from wazir.cli.command import Status, UsageError
from wazir.cli.json_lines import add_json_lines, answer_requests
from wazir.features.questions import ask


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument for requests of scripts."""
    add_json_lines(parser)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if not options.json_lines:
        raise UsageError("Use --json-lines. It reads questions from standard input.")
    answer_requests(ask)
    return Status.CLEAN
