"""Counts the lines of play of a given length from the start of variants, by pyffish, the library of
Fairy-Stockfish: pip install 'wazir[engine]'. Of one variant the count is on the last line of the
output.

examples:
  wazir perft variants.ini 2                all variants of a file
  wazir perft variants.ini:mine 3 --divide
  wazir perft chess 3                       a built-in variant
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from functools import partial

from wazir.cli.command import Status, add_number
from wazir.cli.console import Progress, complain, paint_for, safe
from wazir.cli.variant import VariantTarget, selected
from wazir.engines import EngineError
from wazir.engines.library import divide, require

DEEPEST = 20
"""The maximum length of the lines that are counted."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "file", metavar="FILE", help="a file of variants, FILE:NAME, or a built-in variant"
    )
    add_number(
        parser, name="depth", least=1, most=DEEPEST, about="the length of the lines, in moves"
    )
    parser.add_argument(
        "--divide", action="store_true", help="also print the count for each first move"
    )


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    require()
    targets = selected(options.file, options)
    status = Status.CLEAN
    paint = paint_for(sys.stdout)
    for number, target in enumerate(targets):
        name = target.variant.name
        if len(targets) > 1:
            sys.stdout.write("\n" * (number > 0) + paint("heading", safe(name)) + "\n")
        try:
            counts = _counted(target, options.depth)
        except EngineError as problem:
            complain(target.why_not_played(problem))
            status = Status.PROBLEMS
            continue
        if options.divide:
            sys.stdout.writelines(f"{move} {count}\n" for move, count in counts.items())
        print(sum(counts.values()))
    return status


def _counted(target: VariantTarget, depth: int) -> Mapping[str, int]:
    """The number of lines of a variant by their first moves. Shows the progress. Raises
    EngineError.
    """
    name, progress = target.variant.name, Progress()
    tell = partial(progress.step, what=f"lines of {name} counted")
    try:
        return divide(target.config, name, depth, progress=tell)
    finally:
        progress.hide()
