"""`wazir show`: draws pieces and positions as text, pictures or pages; and `wazir readings`."""

from __future__ import annotations

import json
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from itertools import compress, islice, zip_longest
from operator import not_

from wazir.ben39.actions import Game, spell
from wazir.cli.command import Command, Status, UsageError
from wazir.cli.console import Paint, Progress, columns, complain, paint_for, plain, plural, safe
from wazir.cli.files import STDIN, put
from wazir.cli.reading import add_reading, board
from wazir.cli.records import add_record
from wazir.cli.target import (
    Target,
    add_reader,
    add_target,
    board_of,
    documents,
    nothing,
    played,
    square_of,
    target_of,
    targets,
)
from wazir.document import Document
from wazir.features import definitions
from wazir.features.gallery import gallery
from wazir.features.game.page import page
from wazir.features.game.position import PositionSubject, figure, game_of, named_games
from wazir.features.sheet import Figure, sheet
from wazir.features.views.readings import as_json, readings
from wazir.notations import REGISTRY
from wazir.notations.results import Definition
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.drawing.diagram import Diagram, Drawing, drawing, of_board, of_reach
from wazir.piece.drawing.svg import Theme, of_diagram
from wazir.piece.motion.reach import reach
from wazir.piece.words.sentence import sentence
from wazir.text import whole

MOST_NAMED = 5
"""The maximum number of files that a message lists."""
_UNNAMED = "Unnamed record"
WIDEST = 100
"""The maximum width of a sentence, in columns."""


def _show_arguments(parser: ArgumentParser) -> None:
    add_target(parser, nargs="+")
    add_record(parser)
    add_reading(parser)
    add_reader(parser)
    parser.add_argument("--square", metavar="SQUARE", help="draw the whole board, with the piece on this square")
    parser.add_argument(
        "--as", dest="form", choices=("text", "svg", "html"), default="text",
        help="text, a picture (a sheet for several pieces), or a page of all pieces or games (default: text)",
    )  # fmt: skip
    themes = [theme.value for theme in Theme]
    parser.add_argument("--theme", choices=themes, default="auto", help="the colours of pictures (default: auto)")
    parser.add_argument("--output-file", metavar="FILE", help="write to this file")


def _show(options: Namespace) -> int:
    if options.reader:
        return _show_played(options)
    if options.form == "html":
        return _write(options, _page(options))
    if options.form == "svg":
        return _write(options, _picture(options))
    return _print(options, _found(options, _opened(options)))


def _show_played(options: Namespace) -> int:
    """Draw what a program plays for a string."""
    if options.form == "html":
        raise UsageError("--reader cannot be combined with --as html, which shows files.")
    found = [played(one) for one in _each(options)]
    if options.form == "svg":
        return _write(options, _sheet(options, found, "Pieces"))
    return _print(options, found)


def _each(options: Namespace) -> Iterator[Namespace]:
    """The arguments for each text or file."""
    return (Namespace(**vars(options), target=target) for target in options.targets)


def _opened(options: Namespace) -> Iterator[tuple[str, Document]]:
    """The documents of all texts and files."""
    return (one for each in _each(options) for one in documents(each))


def _found(options: Namespace, opened: Iterable[tuple[str, Document]]) -> list[Target]:
    """The chosen pieces and records.

    Raises:
        UsageError: There are none.
    """
    if options.record is not None:
        found = [target for target in targets(opened, options.record) if target.definition.game is not None]
        missing = f"No record named `{options.record}`."
    else:
        opened = list(opened)
        found = list(targets(opened, options.name))
        what = "record" if opened and all(document.notation.has_games for _, document in opened) else "piece"
        missing = nothing(opened, what, options.name)
    if not found:
        raise UsageError(missing)
    return found


def _print(options: Namespace, found: list[Target]) -> int:
    paint = plain if options.output_file else paint_for(sys.stdout)
    room = columns(sys.stdout, WIDEST)
    progress = Progress()
    parts = []
    for number, target in enumerate(found, 1):
        if game := game_of(target.definition):
            lines = _drawn_game(target.definition, game, paint, room)
        else:
            lines = drawn(target, _diagram(options, target), paint, room)
        parts.append("\n".join(lines))
        progress.step(number, "pieces drawn")
    progress.hide()
    return _write(options, "\n\n".join(parts) + "\n")


def _diagram(options: Namespace, target: Target) -> Diagram | None:
    """The diagram of a piece, on the whole board if the arguments name one; None if there is nothing to draw."""
    piece = target.definition.piece
    if piece is None:
        return None
    if options.board is None and options.square is None:
        return of_reach(reach(piece))
    board = board_of(options, target.definition)
    square = square_of(options.square, board) if options.square else None
    return of_board(reach(piece, horizon=board.longest), board, square)


def drawn(target: Target, diagram: Diagram | None, paint: Paint, room: int) -> Iterator[str]:
    """The lines of a piece: its title, a sentence and a diagram with its legend."""
    definition = target.definition
    yield from _heading(definition, target.title, definition.dialect and f"  ({definition.dialect})", paint)
    if diagram is None or definition.piece is None:
        return
    yield from textwrap.wrap(safe(sentence(definition.piece, broken=definition.broken)), room)
    for note in definition.notes:
        yield from textwrap.wrap(safe(note), room)
    yield ""
    drawn = drawing(diagram)
    yield from with_legend(drawn)
    if drawn.note:
        yield from textwrap.wrap(safe(drawn.note), room, initial_indent="  ", subsequent_indent="  ")


def with_legend(drawn: Drawing) -> Iterator[str]:
    """The rows of a text diagram, with the legend beside them."""
    longest = max(map(len, drawn.rows))
    legend = (f"{sign} {safe(words)}" for sign, words in drawn.legend)
    for row, words in zip_longest(drawn.rows, legend, fillvalue=""):
        yield f"  {row:{longest}}    {words}".rstrip()


def _drawn_game(definition: Definition, game: Game, paint: Paint, room: int) -> Iterator[str]:
    """The lines of a record: its last position as a text diagram, and the facts of that position."""
    count = len(game.actions)
    after = f"  (after {plural(count, 'action')}, the last {spell(game.last)})" if game.last else ""
    yield from _heading(definition, definition.name or _UNNAMED, after, paint)
    yield ""
    subject = PositionSubject(game)
    yield from subject.diagram().splitlines()
    yield ""
    for note in subject.notes:
        yield from textwrap.wrap(note, room, break_on_hyphens=False)


def _heading(definition: Definition, title: str, more: str, paint: Paint) -> Iterator[str]:
    yield paint("heading", safe(title)) + paint("code", more)
    if definition.broken:
        yield paint("error", "The definition has an error (see `wazir check`); this is the part that could be read.")


def _picture(options: Namespace) -> str:
    """The picture of a piece or of a position; a sheet of pictures where there are several."""
    chosen, of_games = _of_one_kind(options)
    found, theme = _found(options, chosen), Theme(options.theme)
    if not of_games:
        return _sheet(options, found, _title(options, of_games))
    figures = (figure(name, game, theme) for name, game in _games(found))
    return sheet(figures, _title(options, of_games), theme) if len(found) > 1 else next(figures).svg


def _sheet(options: Namespace, found: list[Target], title: str) -> str:
    """The picture of a piece; a sheet of pictures where there are several."""
    theme = Theme(options.theme)
    figures = (_figure(options, target, theme) for target in found)
    if len(found) > 1:
        return sheet(figures, title, theme)
    if not (svg := next(figures).svg):
        raise UsageError("The piece has an error (see `wazir check`) and cannot be drawn.")
    return svg


def _figure(options: Namespace, target: Target, theme: Theme) -> Figure:
    definition, diagram = target.definition, _diagram(options, target)
    if diagram is None or definition.piece is None:
        return Figure(definition.name or "", target.title, "")
    name, words = definition.name or target.title, sentence(definition.piece, broken=definition.broken)
    drawn = of_diagram(diagram, title=name, description=words, letter=definition.name or "", theme=theme)
    return Figure(definition.name or "", target.title, drawn)


def _page(options: Namespace) -> str:
    """The page of all pieces, or of the games where there are no pieces."""
    for given in ("name", "board", "square"):
        if getattr(options, given) is not None:
            raise UsageError(f"--{given} cannot be combined with --as html, which shows all pieces.")
    chosen, of_games = _of_one_kind(options)
    title = _title(options, of_games)
    if of_games:
        return page(_games(_found(options, chosen)), title)
    return gallery(((name or title, document) for name, document in chosen), title)


def _games(found: Iterable[Target]) -> Iterator[tuple[str, Game]]:
    """The games of some records, each with its name."""
    return named_games((target.definition for target in found), _UNNAMED)


def _title(options: Namespace, of_games: bool) -> str:
    is_named = options.targets[1:] == [] and options.targets != [STDIN]
    return safe(options.targets[0]) if is_named else "Games" if of_games else "Pieces"


def _of_one_kind(options: Namespace) -> tuple[list[tuple[str, Document]], bool]:
    """The documents that define pieces; or those with games and `True`, if there are no pieces or --record is given."""
    opened = list(_opened(options))
    if options.name is not None:
        opened = [one for one in opened if any(definitions.named(one[1], options.name))] or opened
    firsts = (islice(definitions.every(document), 1) for _, document in opened)
    of_games = [any(game_of(definition) for _, definition in first) for first in firsts]
    records = list(compress(opened, of_games))
    pieces = list(compress(opened, map(not_, of_games)))
    if options.record is not None or (records and not pieces):
        return records, True
    if records:
        names = ", ".join(safe(name) for name, _ in records[:MOST_NAMED])
        more = f" and {len(records) - MOST_NAMED:,} more" if len(records) > MOST_NAMED else ""
        complain(f"Showing pieces only. For the games of {names}{more}, name only those files.")
    return pieces, False


def _write(options: Namespace, text: str) -> int:
    if options.output_file is None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
    else:
        put(whole(text).encode(), options.output_file)
    return Status.CLEAN


SHOW = Command(
    description="Draws the moves of pieces, with a sentence and a legend.\n"
    "For a record of a game, draws the position after its moves; the page steps through them.",
    examples=(
        "wazir show fmWfcF                                  a piece as text",
        "wazir show WF FAD                                  several pieces",
        "wazir show pieces.betza --name Cannon --board 9x10 on a whole board",
        "wazir show '[F?R]' --as svg --output-file griffon.svg",
        "wazir show W03 --reader fairy-stockfish            as a program reads it",
        "wazir show pieces.betza --as svg --output-file pieces.svg     all pieces on a sheet",
        "wazir show pieces.betza --as html --output-file pieces.html",
        "wazir show games.ben39 --record second             a position of a game as text",
        "wazir show games.ben39 --as html --output-file games.html",
    ),
    arguments=_show_arguments,
    run=_show,
)


def _readings_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("target", metavar="TEXT", help="a piece as text")
    parser.add_argument("--board", type=board, default=DEFAULT, metavar="SIZE", help="the board (default: 8x8)")
    parser.add_argument("--as", dest="form", choices=("text", "json"), default="text", help="(default: text)")


def _readings(options: Namespace) -> int:
    notation = next(one for one in REGISTRY if one.readers)
    found = readings(notation, options.target, parse_board(options.board))
    if options.form == "json":
        json.dump({"source": options.target, "readings": [as_json(one) for one in found]}, sys.stdout, indent=1)
        sys.stdout.write("\n")
        return Status.CLEAN
    paint, room = paint_for(sys.stdout), columns(sys.stdout, WIDEST)
    parts = []
    for one in found:
        title = ", ".join(one.names)
        if one.piece is None:
            parts.append(f"{paint('heading', title)}\n{safe(one.why)}")
            continue
        parts.append("\n".join(drawn(target_of(one.piece, title), of_reach(reach(one.piece)), paint, room)))
    sys.stdout.write("\n\n".join(parts) + "\n")
    return Status.CLEAN


READINGS = Command(
    description="Reads a piece in every dialect of Betza's notation, and as Fairy-Stockfish and XBoard read it.\n"
    "Readings that play alike on the board are shown together.",
    examples=(
        "wazir readings W03",
        "wazir readings fsK --as json",
        "wazir readings R12 --board 12x10",
    ),
    arguments=_readings_arguments,
    run=_readings,
)
