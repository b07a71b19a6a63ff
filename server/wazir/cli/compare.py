"""Compares two pieces of any notations, or the pieces of two files by their names. A smallest
position is drawn with what only one of them can do there. Exit status: 0 the same, 1 different, 2
usage error.

Variants of a `variants.ini` are compared by their pieces and rules, and by the number of lines of
two moves if pyffish is installed. `FILE:NAME` is a variant of a file; a name alone beside it, and
two names of built-in variants, are built-in variants.

examples:
  wazir compare R W0                        two texts
  wazir compare nN '[W-F]' --board 10x10
  wazir compare old.betza new.lcpn          two files, name by name
  wazir compare old.betza new.betza --name Cannon --format svg
  wazir compare variants.ini:mine variants.ini:yours
  wazir compare chess variants.ini:mine
  wazir compare chess crazyhouse
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping

from wazir.cli.arguments import Target, add_reading, board_of, documents, found, is_place
from wazir.cli.command import Status, UsageError, add_format, add_output
from wazir.cli.console import columns, safe
from wazir.cli.files import put_form
from wazir.cli.show import with_legend
from wazir.cli.variant import compare_variants, is_built_in, is_of_variants
from wazir.features.questions import verdict_as_json
from wazir.notations import REGISTRY
from wazir.piece.board import square_name
from wazir.piece.drawing.diagram import Diagram, of_results
from wazir.piece.drawing.svg import of_diagram
from wazir.piece.drawing.text_diagram import drawing
from wazir.piece.equivalence import Verdict, same
from wazir.piece.equivalence.differences import Difference
from wazir.piece.model import Result, Results


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    what = "the text of a piece, or a file"
    parser.add_argument("a", metavar="A", help=what)
    parser.add_argument("b", metavar="B", help=f"{what}; two files are compared name by name")
    parser.add_argument("--name", metavar="PIECE", help="compare the pieces of this name")
    add_reading(parser)
    add_format(parser, _WRITE, "; svg is a picture of what only A can do")
    add_output(parser)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    targets = options.a, options.b
    if any(map(is_of_variants, targets)) or all(map(is_built_in, targets)):
        return compare_variants(options)
    are_files = is_place(options.a) and is_place(options.b)
    first = _pieces(options, options.a, may_be_empty=are_files)
    second = _pieces(options, options.b, may_be_empty=are_files and bool(first))
    if not (first or second if are_files else first and second):
        return Status.PROBLEMS
    has_one_each = len(first) == len(second) == 1
    if (are_files and not has_one_each) or (len(first) != 1 and len(second) != 1):
        pairs, alone = _paired(first, second)
    else:
        pairs, alone = [(_only(first), _only(second))], []
    if options.format == "svg" and len(pairs) != 1:
        raise UsageError("A picture shows one pair. Choose it with --name.")
    is_same, parts = not alone, list[str]()
    for a, b in pairs:
        if a.piece and b.piece:
            verdict = same(
                a.piece, b.piece, board_of(options, (a if a.definition.board else b).definition)
            )
            is_same &= verdict.same is True
            parts.append(_WRITE[options.format](a, b, verdict))
        else:
            is_same = False
    if options.format == "text":
        parts += (f"{safe(name)}: only {side} defines it.\n" for name, side in alone)
    if parts:
        put_form("".join(parts), options.output, options.format)
    return Status.CLEAN if is_same else Status.PROBLEMS


def _pieces(options: Namespace, target: str, *, may_be_empty: bool) -> dict[str, Target]:
    """The pieces of a text or file by their names, or by their numbers; the last of a name. Errors
    are printed.

    Raises:
        UsageError: There is none, and may not be none.
    """
    everything = list(documents(target, options))
    opened = [item for item in everything if not item[1].notation.games]
    has_only_games = bool(everything) and not opened
    try:
        matches, _ = found(opened, options.name, "piece")
    except UsageError:
        if not may_be_empty or has_only_games or options.name is not None:
            raise
        return {}
    return {
        match.definition.name or f"Piece {number}": match for number, match in enumerate(matches, 1)
    }


def _paired(
    first: Mapping[str, Target], second: Mapping[str, Target]
) -> tuple[list[tuple[Target, Target]], list[tuple[str, str]]]:
    """The pieces with the same name, or with names that some notation spells alike; and those of
    one side alone.
    """
    matched = {name: name for name in first if name in second}
    spelled = {
        form: name
        for name in reversed([*second])
        if name not in matched
        for form in _spellings(name)
    }
    for name in first:
        other = next((spelled[form] for form in _spellings(name) if form in spelled), None)
        if other and name not in matched and other not in matched.values():
            matched[name] = other
    alone = [(name, "A") for name in first if name not in matched]
    alone += [(name, "B") for name in second if name not in matched.values()]
    return [(first[name], second[matched[name]]) for name in first if name in matched], alone


def _spellings(name: str) -> list[str]:
    """A name as each notation writes it."""
    return [notation.writer.name(name) for notation in REGISTRY if notation.writer]


def _only(pieces: dict[str, Target]) -> Target:
    """The piece of a text or file that has one."""
    if len(pieces) > 1:
        raise UsageError("One of the files has several pieces. Choose one with --name.")
    return next(iter(pieces.values()))


def _text(a: Target, b: Target, verdict: Verdict) -> str:
    return "\n".join(_lines(safe(a.title), safe(b.title), verdict)) + "\n"


def _lines(a: str, b: str, verdict: Verdict) -> Iterator[str]:
    if verdict.same is None:
        yield f"{a} and {b} cannot be compared: one has too many moves to follow."
    elif verdict.same and verdict.proved:
        yield f"{a} and {b} are the same (proved)."
    elif verdict.same:
        yield f"{a} and {b} are the same in all {verdict.positions:,} positions tried (not proved)."
    if verdict.difference:
        yield f"{a} and {b} differ on {_where(verdict.difference)}."
        yield from _drawn(a, b, verdict.difference)
    if verdict.larger:
        yield f"They differ on a larger board, {_where(verdict.larger)}."
        yield from _drawn(a, b, verdict.larger)


def _where(difference: Difference) -> str:
    position = difference.position
    moved = "" if position.virgin else ", after it has moved"
    return f"{position.board}, from {square_name(difference.square, position.board)}{moved}"


def _drawn(a: str, b: str, difference: Difference) -> Iterator[str]:
    """What only one of two pieces can do in a position, as diagrams with their legends."""
    for title, only in ((a, difference.only_a), (b, difference.only_b)):
        if only:
            picture = drawing(_diagram(difference, only))
            yield from ["", f"Only {title}:", *with_legend(picture, columns(sys.stdout))]


def _diagram(difference: Difference, only: tuple[Result, ...]) -> Diagram:
    return of_results(Results(only), difference.position, difference.square)


def _picture(a: Target, b: Target, verdict: Verdict) -> str:
    difference = verdict.difference or verdict.larger
    if difference is None:
        raise UsageError("The pieces are the same; there is nothing to draw.")
    title, only = (
        (a.title, difference.only_a) if difference.only_a else (b.title, difference.only_b)
    )
    description = f"What only {title} can do, of {a.title} and {b.title}."
    return of_diagram(_diagram(difference, only), title=title, description=description)


def _json(a: Target, b: Target, verdict: Verdict) -> str:
    names = {"a": a.definition.name or a.title, "b": b.definition.name or b.title}
    return json.dumps({**names, **verdict_as_json(verdict)}) + "\n"


_WRITE = {"text": _text, "svg": _picture, "json": _json}
