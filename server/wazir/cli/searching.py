"""The search of `eval` and `play`: its limits and its progress."""

from __future__ import annotations

import math
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator

from wazir.ben39.position import State
from wazir.ben39.search import Limits
from wazir.cli.console import Progress, columns
from wazir.cli.records import whole_number
from wazir.features.game.evaluation import Said, evaluate, summary

DEEPEST, MOST_NODES = 99, 10**15
LONGEST = 10.0**9
"""Seconds."""
WIDEST = 100


def add_limits(parser: ArgumentParser, seconds: float) -> None:
    """Add the arguments that limit a search. Without any of them it ends after *seconds*."""
    parser.add_argument("--depth", type=whole_number(1, DEEPEST), metavar="N", help="search N actions deep")
    parser.add_argument(
        "--nodes",
        type=whole_number(1, MOST_NODES),
        metavar="N",
        help="search N positions, with a reproducible result",
    )
    parser.add_argument(
        "--time",
        type=_seconds,
        metavar="SECONDS",
        help=f"search for this time (default: {seconds:g} seconds, if no other limit is given)",
    )


def limits(options: Namespace, seconds: float, lines: int = 1) -> Limits:
    """The limits of the arguments."""
    if options.depth is None and options.nodes is None and options.time is None:
        return Limits(seconds=seconds, lines=lines)
    return Limits(depth=options.depth, nodes=options.nodes, seconds=options.time, lines=lines)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 < found <= LONGEST:
        raise ArgumentTypeError(f"{text[:40]!r} is not a number of seconds")
    return found


def followed(state: State, limits: Limits, progress: Progress) -> Iterator[Said]:
    """The reports of a search as they arrive, also shown as progress."""
    try:
        for said in evaluate(state, limits):
            room = columns(sys.stderr, WIDEST) - len(f"{said['nodes']:,} nodes:  ...")
            progress.step(said["nodes"], f"nodes: {summary(said)[:room]}")
            yield said
    finally:
        progress.hide()
