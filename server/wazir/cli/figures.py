"""`wazir figures`: moves, attacks, mobility, reach, classes, value and mates of pieces, as a table or for scripts."""

from __future__ import annotations

import csv
import io
import json
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wazir.cli.command import Command, Status, UsageError
from wazir.cli.console import Paint, Progress, aligned, columns, complain, paint_for, safe
from wazir.cli.reading import add_reading
from wazir.cli.target import Target, add_target, board_of, documents, nothing, targets, with_errors
from wazir.features.questions import NO_TABLE, figures_as_json, mate_as_json
from wazir.piece.figures.mate import Mate, has_table, mate
from wazir.piece.figures.summary import Figures, Spread, figures
from wazir.piece.figures.value import Value, value

WIDEST = 100
"""The maximum width of a sentence, in columns."""


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of a piece."""

    name: str
    found: Figures
    worth: Value
    table: Mate | None
    """None unless --mate is given."""


def _arguments(parser: ArgumentParser) -> None:
    add_target(parser)
    add_reading(parser)
    parser.add_argument(
        "--mate", action="store_true", help="also compute whether king and piece mate a bare king (seconds per piece)"
    )
    parser.add_argument(
        "--as", dest="form", choices=tuple(_WRITERS), default="table",
        help="the output format (default: table)",
    )  # fmt: skip


def _run(options: Namespace) -> int:
    opened = list(documents(options))
    found = [target for target in targets(opened, options.name) if target.definition.game is None]
    if not found:
        raise UsageError(nothing(opened, "piece", options.name))
    readable = [one for one in found if one.definition.piece is not None and not one.definition.broken]
    progress = Progress()
    rows = [_row(options, target, number, progress) for number, target in enumerate(readable, 1)]
    progress.hide()
    for line in _WRITERS[options.form](rows):
        print(line)
    left = len(found) - len(readable)
    if left:
        complain(with_errors(left))
    return Status.PROBLEMS if left else Status.CLEAN


def _row(options: Namespace, target: Target, number: int, progress: Progress) -> Row:
    definition = target.definition
    assert definition.piece is not None
    board = board_of(options, definition)
    progress.step(number, "pieces counted")
    found = figures(definition.piece, board)
    table = None
    if options.mate:
        if not has_table(board):
            raise UsageError(NO_TABLE)
        table = mate(definition.piece, board, lambda moves: progress.step(moves, f"moves to mate with {target.title}"))
    return Row(definition.name or target.title, found, value(definition.piece, found), table)


def _as_table(rows: Sequence[Row]) -> Iterator[str]:
    """One line per piece; for a single piece also the derivation of its value."""
    if not rows:
        return
    paint = paint_for(sys.stdout)
    cells = {head: [cell(row) for row in rows] for head, cell in _COLUMNS.items()}
    heads = [head for head, column in cells.items() if any(column)]
    yield from aligned([heads, *zip(*(cells[head] for head in heads), strict=True)], paint)
    if len(rows) == 1:
        yield from _work(rows[0].worth, paint)


def _work(worth: Value, paint: Paint) -> Iterator[str]:
    room = columns(sys.stdout, WIDEST)
    for head, sentences in (("How the value comes about", worth.work), ("What it leaves out", worth.left_out)):
        if sentences:
            yield ""
            yield paint("heading", head)
        for sentence in sentences:
            yield from textwrap.wrap(sentence, room, initial_indent="  ", subsequent_indent="  ")


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.2f} ({spread.least} to {spread.most})"


def _mobility(row: Row) -> str:
    mobility = row.found.mobility
    return f"{mobility.mean:.3f}" + (f" ± {mobility.error:.3f}" if mobility.error else "")


def _worth(row: Row) -> str:
    worth = row.worth
    return "" if worth.pawns is None else f"{worth.pawns:.1f} ({worth.least:.1f} to {worth.most:.1f})"


def _mate(row: Row) -> str:
    if row.table is None:
        return ""
    return f"in {row.table.longest} ({row.table.wins:.1%} won)" if row.table.longest else "no"


_COLUMNS: Mapping[str, Callable[[Row], str]] = {
    "piece": lambda row: safe(row.name),
    "moves": lambda row: _spread(row.found.moves),
    "attacks": lambda row: _spread(row.found.attacks) if row.found.attacks != row.found.moves else "",
    "mobility": _mobility,
    "reach": lambda row: f"{row.found.reach}/{row.found.squares}",
    "returns": lambda row: row.found.returns.value,
    "corners": lambda row: "none" if row.found.corners is None else str(row.found.corners),
    "value": _worth,
    "mates": _mate,
    "classes": lambda row: ", ".join(row.found.classes) + (" (incomplete)" if row.found.incomplete else ""),
}
"""The columns of a table; one that is empty in all rows is left out."""


def _as_csv(rows: Sequence[Row]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_CSV)
    for row in rows:
        writer.writerow(cell(row) for cell in _CSV.values())
    yield text.getvalue().removesuffix("\n")


_CSV: Mapping[str, Callable[[Row], object]] = {
    "piece": lambda row: row.name,
    "board": lambda row: str(row.found.board),
    "moves": lambda row: row.found.moves.mean,
    "moves_least": lambda row: row.found.moves.least,
    "moves_most": lambda row: row.found.moves.most,
    "attacks": lambda row: row.found.attacks.mean,
    "attacks_least": lambda row: row.found.attacks.least,
    "attacks_most": lambda row: row.found.attacks.most,
    "mobility": lambda row: row.found.mobility.mean,
    "mobility_error": lambda row: row.found.mobility.error,
    "reach": lambda row: row.found.reach,
    "squares": lambda row: row.found.squares,
    "returns": lambda row: row.found.returns.value,
    "corners": lambda row: row.found.corners,
    "classes": lambda row: " ".join(row.found.classes),
    "value": lambda row: row.worth.pawns,
    "value_least": lambda row: row.worth.least,
    "value_most": lambda row: row.worth.most,
    "value_work": lambda row: " ".join(row.worth.work),
    "value_leaves_out": lambda row: " ".join(row.worth.left_out),
    "mate_wins": lambda row: row.table and row.table.wins,
    "mate_loses": lambda row: row.table and row.table.loses,
    "mate_longest": lambda row: row.table and row.table.longest,
}


def _as_json_lines(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        mates = {} if row.table is None else {"mate": mate_as_json(row.table)}
        yield json.dumps(
            {"piece": row.name, "board": str(row.found.board), **figures_as_json(row.found, row.worth), **mates}
        )


_WRITERS: Mapping[str, Callable[[Sequence[Row]], Iterator[str]]] = {
    "table": _as_table,
    "csv": _as_csv,
    "json-lines": _as_json_lines,
}

FIGURES = Command(
    description="Computes the figures of pieces on a board: moves, attacks, mobility, reach, classes, value.",
    examples=(
        "wazir figures fmWfcF",
        "wazir figures pieces.betza --board 10x8 --mate",
        "wazir figures pieces.betza --as csv > pieces.csv",
    ),
    arguments=_arguments,
    run=_run,
)
