"""Requests of scripts as JSON lines, which `wazir ask` and `wazir moves` answer."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable

from wazir.features.definitions import Json
from wazir.features.requests import Request, answer_line


def add_json_lines(parser: ArgumentParser) -> None:
    """Add the argument for requests of scripts."""
    parser.add_argument(
        "--json-lines",
        action="store_true",
        help=(
            "read requests from standard input, one JSON object per line, and answer each on one "
            "line"
        ),
    )


def answer_requests(answer: Callable[[Request], Json]) -> None:
    """Answer requests in order, each as soon as it is read."""
    for line in iter(sys.stdin.buffer.readline, b""):
        if line.strip():
            print(answer_line(line.decode("utf-8", "replace"), answer), flush=True)
