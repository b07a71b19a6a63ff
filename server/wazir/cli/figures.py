"""Computes the figures of pieces on a board: moves, attacks, mobility, reach, classes, value.

examples:
  wazir figures fmWfcF
  wazir figures pieces.betza --board 10x8 --mate
  wazir figures pieces.betza --format csv > pieces.csv
"""

from __future__ import annotations

import csv
import io
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence

from wazir.budget import STEPS_OF_COMMAND
from wazir.cli.arguments import Target, add_target, board_of, documents, pieces_in
from wazir.cli.command import add_format, wrapped
from wazir.cli.console import Progress, aligned, columns, paint_for, safe, say
from wazir.document import Document
from wazir.features.definitions import Json, every
from wazir.features.questions import Measured, measured
from wazir.features.variants import variants
from wazir.notations.wording import join_words
from wazir.piece.figures import Spread
from wazir.piece.model import Piece

FigureRow = tuple[str, Measured]
"""The name of a piece, and its figures."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_target(parser)
    mate = "also compute whether king and piece mate a bare king (seconds per piece)"
    parser.add_argument("--mate", action="store_true", help=mate)
    add_format(parser, _WRITERS)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    items = list(documents(options.target, options))
    if options.name is None:
        for _, document in items:
            _say_left_out(document)
    valid, status = pieces_in(items, options.name)
    progress = Progress()
    rows = []
    for number, (target, piece) in enumerate(valid, 1):
        progress.step(number, "pieces counted")
        rows.append(_row(target, piece, options, progress=progress))
    progress.hide()
    for line in _WRITERS[options.format](rows):
        print(line)
    return status


def _say_left_out(document: Document) -> None:
    """Name the pieces of variants without moves, which have no figures."""
    written = {placed.start + definition.span.start for placed, definition in every(document)}
    lines = {document.region.position(start).line + 1 for start in written}
    for variant in (each.variant for each in variants(document)):
        left = [
            f"{piece.name.lower() if piece.name else piece.key} ({piece.letter})"
            for piece in variant.pieces
            if piece.origin
            and piece.origin.section == variant.name
            and piece.origin.line not in lines
        ]
        if left:
            verb = "has" if len(left) == 1 else "have"
            names = safe(join_words(left, "and"))
            say(f"{safe(variant.name)}: {names} {verb} no moves, and so no figures.")


def _row(target: Target, piece: Piece, options: Namespace, progress: Progress) -> FigureRow:
    def tell(moves: int) -> None:
        progress.step(moves, f"moves to mate with {target.title}")

    numbers = measured(
        piece,
        board_of(options, target.definition),
        mates=options.mate,
        steps=STEPS_OF_COMMAND,
        progress=tell,
    )
    return target.definition.name or target.title, numbers


def _as_table(rows: Sequence[FigureRow]) -> Iterator[str]:
    """One line per piece; for a single piece also the derivation of its value."""
    if not rows:
        return
    paint = paint_for(sys.stdout)
    cells = {"piece": [safe(name) for name, _ in rows]}
    cells |= {head: [cell(numbers) for _, numbers in rows] for head, cell in _COLUMNS.items()}
    heads = [head for head, column in cells.items() if any(column)]
    yield from aligned([heads, *zip(*(cells[head] for head in heads), strict=True)], paint)
    worth = rows[0][1].value
    if len(rows) == 1:
        parts = {"How the value comes about": worth.work, "What it leaves out": worth.left_out}
    else:
        parts = {}
    for head, sentences in parts.items():
        yield from ["", paint("heading", head)] if sentences else []
        for sentence in sentences:
            yield from wrapped(sentence, columns(sys.stdout), "  ", others="  ")


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.2f} ({spread.least} to {spread.most})"


def _mobility(row: Measured) -> str:
    mobility = row.figures.mobility
    return f"{mobility.mean:.3f}" + (f" ± {mobility.error:.3f}" if mobility.error else "")


def _value(row: Measured) -> str:
    worth = row.value
    return (
        "" if worth.pawns is None else f"{worth.pawns:.1f} ({worth.least:.1f} to {worth.most:.1f})"
    )


def _mate(row: Measured) -> str:
    if row.mate is None:
        return ""
    return f"in {row.mate.longest} ({row.mate.wins:.1%} won)" if row.mate.longest else "no"


_COLUMNS: Mapping[str, Callable[[Measured], str]] = {
    "moves": lambda row: _spread(row.figures.moves),
    "attacks": lambda row: (
        _spread(row.figures.attacks) if row.figures.attacks != row.figures.moves else ""
    ),
    "mobility": _mobility,
    "reach": lambda row: f"{row.figures.reach}/{row.figures.squares}",
    "returns": lambda row: row.figures.returns.value,
    "corners": lambda row: "none" if row.figures.corners is None else str(row.figures.corners),
    "value": _value,
    "mates": _mate,
    "classes": lambda row: (
        ", ".join(row.figures.classes) + (" (incomplete)" if row.figures.incomplete else "")
    ),
}
"""The columns of a table after the name; one that is empty in all rows is left out."""


def _as_csv(rows: Sequence[FigureRow]) -> Iterator[str]:
    """The fields of the JSON lines, each in a column; those of an object have its name before
    theirs.
    """
    flat = [dict(_flat("", _as_json(row))) for row in rows]
    text = io.StringIO()
    writer = csv.DictWriter(
        text, [*dict.fromkeys(name for row in flat for name in row)], lineterminator="\n"
    )
    writer.writeheader()
    writer.writerows(flat)
    yield text.getvalue().removesuffix("\n")


def _flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _flat(f"{name}_{key}".lstrip("_"), part)
    else:
        yield name, " ".join(value) if isinstance(value, list) else value


def _as_json(row: FigureRow) -> Json:
    name, numbers = row
    return {"piece": name, "board": str(numbers.figures.board), **numbers.as_json()}


_WRITERS: Mapping[str, Callable[[Sequence[FigureRow]], Iterator[str]]] = {
    "table": _as_table,
    "csv": _as_csv,
    "json-lines": lambda rows: (json.dumps(_as_json(row)) for row in rows),
}
