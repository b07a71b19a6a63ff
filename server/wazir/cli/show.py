"""Draws the moves of pieces, with a sentence and a legend. For a record of a game, draws the position after
its moves; the page steps through them.

examples:
  wazir show fmWfcF                             a piece as text
  wazir show WF FAD                             several pieces
  wazir show W03 --reader fairy-stockfish       as a program reads it
  wazir show pieces.betza --name Cannon --board 9x10
  wazir show pieces.betza --as svg --output-file pieces.svg
  wazir show pieces.betza --as html --output-file pieces.html
  wazir show games.ben39 --record second        a position of a game
  wazir show games.ben39 --as html --output-file games.html
"""

from __future__ import annotations

import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from wazir.ben39.actions import Game, spell
from wazir.cli.arguments import (
    Target,
    add_reader,
    add_target,
    board_of,
    documents,
    nothing,
    played,
    square_of,
    targets,
)
from wazir.cli.ben39.records import add_record
from wazir.cli.command import Status, UsageError
from wazir.cli.console import Paint, Progress, columns, complain, paint_for, plain, plural, safe
from wazir.cli.files import STDIN, put
from wazir.document import Document
from wazir.features import definitions
from wazir.features.gallery import gallery
from wazir.features.game.page import page
from wazir.features.game.position import PositionSubject, figure, game_of, named_games
from wazir.features.sheet import Figure, sheet
from wazir.notations.results import Definition
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


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_target(parser, nargs="+")
    add_record(parser)
    add_reader(parser)
    parser.add_argument("--square", metavar="SQUARE", help="draw the whole board, with the piece on this square")
    parser.add_argument(
        "--as", dest="form", choices=("text", "svg", "html"), default="text",
        help="text, a picture (a sheet for several pieces), or a page of all pieces or games (default: text)",
    )  # fmt: skip
    themes = [theme.value for theme in Theme]
    parser.add_argument("--theme", choices=themes, default="auto", help="the colours of pictures (default: auto)")
    parser.add_argument("--output-file", metavar="FILE", help="write to this file")


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if options.form == "html":
        text = _page(options)
    elif options.form == "svg":
        text = _picture(options)
    elif options.reader:
        text = _text(options, [played(text, options) for text in options.targets])
    else:
        text = _text(options, _matches(options, list(_opened(options))))
    if options.output_file is None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
    else:
        put(whole(text).encode(), options.output_file)
    return Status.CLEAN


def _opened(options: Namespace) -> Iterator[tuple[str, Document]]:
    """The documents of all texts and files."""
    return (document for target in options.targets for document in documents(target, options))


def _matches(options: Namespace, opened: list[tuple[str, Document]]) -> list[Target]:
    """The chosen pieces and records.

    Raises:
        UsageError: There are none.
    """
    if options.record is not None:
        matches = [target for target in targets(opened, options.record) if target.definition.game is not None]
        missing = f"No record named `{options.record}`."
    else:
        matches = list(targets(opened, options.name))
        what = "record" if opened and all(document.notation.has_games for _, document in opened) else "piece"
        missing = nothing(opened, what, options.name)
    if not matches:
        raise UsageError(missing)
    return matches


def _text(options: Namespace, matches: list[Target]) -> str:
    """The drawings of pieces and positions as text."""
    paint = plain if options.output_file else paint_for(sys.stdout)
    room = columns(sys.stdout, WIDEST)
    progress = Progress()
    parts = []
    for number, target in enumerate(matches, 1):
        if game := game_of(target.definition):
            lines = _drawn_game(target.definition, game, paint, room)
        else:
            lines = drawn(target, _diagram(options, target), paint, room)
        parts.append("\n".join(lines))
        progress.step(number, "pieces drawn")
    progress.hide()
    return "\n\n".join(parts) + "\n"


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
    picture = drawing(diagram)
    yield from with_legend(picture)
    if picture.note:
        yield from textwrap.wrap(safe(picture.note), room, initial_indent="  ", subsequent_indent="  ")


def with_legend(picture: Drawing) -> Iterator[str]:
    """The rows of a text diagram, with the legend beside them."""
    longest = max(map(len, picture.rows))
    legend = (f"{sign} {safe(words)}" for sign, words in picture.legend)
    for row, words in zip_longest(picture.rows, legend, fillvalue=""):
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
    if definition.broken and (definition.game or (definition.piece and definition.piece.moves)):
        yield paint("error", "The definition has an error (see `wazir check`); this is the part that could be read.")


def _picture(options: Namespace) -> str:
    """The picture of a piece or of a position; a sheet of pictures if there are several."""
    theme = Theme(options.theme)
    if options.reader:
        title, is_of_games = "Pieces", False
        matches = [played(text, options) for text in options.targets]
    else:
        opened, is_of_games = _of_one_kind(options)
        title, matches = _title(options, is_of_games), _matches(options, opened)
    if is_of_games:
        figures = (figure(name, game, theme) for name, game in _games(matches))
    else:
        figures = (_figure(options, target, theme) for target in matches)
    if len(matches) > 1:
        return sheet(figures, title, theme)
    if not (svg := next(figures).svg):
        raise UsageError("The piece has an error (see `wazir check`) and cannot be drawn.")
    return svg


def _figure(options: Namespace, target: Target, theme: Theme) -> Figure:
    definition, diagram = target.definition, _diagram(options, target)
    if diagram is None or definition.piece is None:
        return Figure(definition.name or "", target.title, "")
    name, words = definition.name or target.title, sentence(definition.piece, broken=definition.broken)
    svg = of_diagram(diagram, title=name, description=words, letter=definition.name or "", theme=theme)
    return Figure(definition.name or "", target.title, svg)


def _page(options: Namespace) -> str:
    """The page of all pieces, or of the games if there are no pieces."""
    if options.reader:
        raise UsageError("--reader cannot be combined with --as html, which shows files.")
    for option in ("name", "board", "square"):
        if getattr(options, option) is not None:
            raise UsageError(f"--{option} cannot be combined with --as html, which shows all pieces.")
    opened, is_of_games = _of_one_kind(options)
    title = _title(options, is_of_games)
    if is_of_games:
        return page(_games(_matches(options, opened)), title)
    return gallery(((name or title, document) for name, document in opened), title)


def _games(matches: Iterable[Target]) -> Iterator[tuple[str, Game]]:
    """The games of some records, each with its name."""
    return named_games((target.definition for target in matches), _UNNAMED)


def _title(options: Namespace, is_of_games: bool) -> str:
    is_named = options.targets[1:] == [] and options.targets != [STDIN]
    return safe(options.targets[0]) if is_named else "Games" if is_of_games else "Pieces"


def _of_one_kind(options: Namespace) -> tuple[list[tuple[str, Document]], bool]:
    """The documents that define pieces; or those with games and `True`, if there are no pieces or --record is given."""
    opened = list(_opened(options))
    if options.name is not None:
        opened = [item for item in opened if any(definitions.named(item[1], options.name))] or opened
    records: list[tuple[str, Document]] = []
    pieces: list[tuple[str, Document]] = []
    for name, document in opened:
        _, first = next(iter(definitions.every(document)), (None, None))
        (records if first and game_of(first) else pieces).append((name, document))
    if options.record is not None or (records and not pieces):
        return records, True
    if records:
        names = ", ".join(safe(name) for name, _ in records[:MOST_NAMED])
        more = f" and {len(records) - MOST_NAMED:,} more" if len(records) > MOST_NAMED else ""
        complain(f"Showing pieces only. For the games of {names}{more}, name only those files.")
    return pieces, False
