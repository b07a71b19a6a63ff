"""Requests on standard input and answers on standard output, one JSON object per line."""

from __future__ import annotations

import sys
from collections.abc import Callable

from wazir.features.findings import Json
from wazir.features.json_lines import answer_line
from wazir.features.requests import Request


def answer_requests(ask: Callable[[Request], Json]) -> None:
    """Answer requests in order, each as soon as it is read."""
    for line in iter(sys.stdin.buffer.readline, b""):
        if line.strip():
            sys.stdout.write(answer_line(line.decode("utf-8", "replace"), ask) + "\n")
            sys.stdout.flush()
