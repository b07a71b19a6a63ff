"""Draws the moves of pieces, with a sentence and a legend. For a record of a game, draws the
position after its moves; the page steps through them.

examples:
  wazir show fmWfcF                             a piece as text
  wazir show WF FAD                             several pieces
  wazir show W03 --reader fairy-stockfish       as a program reads it
  wazir show pieces.betza --name Cannon --board 9x10
  wazir show pieces.betza --format svg --output pieces.svg
  wazir show pieces.betza --format html --output pieces.html
  wazir show BN --format png --output archbishop.png
  wazir show games.ben39 --record second        a position of a game
  wazir show games.ben39 --record second --format gif --output game.gif
  wazir show games.ben39 --format html --output games.html
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import zip_longest
from pathlib import Path

from wazir.ben39.actions import Game, spell
from wazir.cli.arguments import (
    Target,
    add_reader,
    add_target,
    board_of,
    documents,
    found,
    is_place,
    played,
)
from wazir.cli.ben39.records import add_record
from wazir.cli.command import Status, UsageError, add_format, add_output, optional, wrapped
from wazir.cli.console import Paint, Progress, columns, complain, paint_for, plain, plural, safe
from wazir.cli.files import STDIN, put_form
from wazir.document import Document
from wazir.features import definitions
from wazir.features.gallery import gallery
from wazir.features.game.page import page
from wazir.features.game.position import PositionSubject, figure, game_of, named_games
from wazir.features.requests import read_square
from wazir.features.sheet import Figure, sheet
from wazir.features.subject import figurine_of
from wazir.notations.results import Definition
from wazir.piece.drawing.diagram import Diagram, of_board, of_reach
from wazir.piece.drawing.svg import FONT, Theme, of_diagram
from wazir.piece.drawing.text_diagram import Drawing, drawing
from wazir.piece.motion.reach import reach
from wazir.piece.words.sentence import sentence
from wazir.text import whole

_UNNAMED = "Unnamed record"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_target(parser, nargs="+")
    add_record(parser)
    add_reader(parser)
    parser.add_argument(
        "--square", metavar="SQUARE", help="draw the whole board, with the piece on this square"
    )
    more = "; png and gif need 'wazir[png]', gif shows each position of a game"
    add_format(parser, ("text", "svg", "png", "gif", "html"), more)
    themes = [theme.value for theme in Theme]
    parser.add_argument(
        "--theme", choices=themes, default="auto", help="the colours of pictures (default: auto)"
    )
    add_output(parser)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if re.fullmatch(r"[a-z]\d+", square := options.targets[-1]):
        raise UsageError(f"`{square}` is a square, not a piece. Did you mean --square {square}?")
    if options.format == "html":
        put_form(whole(_page(options)), options.output, "html")
        return Status.CLEAN
    matches, status, is_of_games = _matches(options)
    if not matches:
        return status
    if options.format == "text":
        content: str | bytes = whole(_text(options, matches))
    elif options.format == "gif":
        content = _animation(options, matches)
    else:
        picture = whole(_picture(options, matches, is_of_games=is_of_games))
        content = png(picture) if options.format == "png" else picture
    put_form(content, options.output, options.format)
    return status


def _matches(options: Namespace) -> tuple[list[Target], Status, bool]:
    """The chosen pieces and records, the exit status, and whether all are records. Errors are
    printed.

    Raises:
        UsageError: No piece and no record was found.
    """
    if options.reader:
        return [played(text, options) for text in options.targets], Status.CLEAN, False
    opened = [item for target in options.targets for item in documents(target, options)]
    is_of_games = opened != [] and all(document.notation.games for _, document in opened)
    if options.format != "text" or options.record is not None:
        opened, is_of_games = _of_one_kind(options, opened)
    name = options.name if options.record is None else options.record
    matches, status = found(opened, name, "record" if is_of_games else "piece")
    # A game with an error ends before the error.
    return [match for match in matches if match.piece or match.definition.game], status, is_of_games


def _text(options: Namespace, matches: list[Target]) -> str:
    """The drawings of pieces and positions as text."""
    paint = plain if options.output else paint_for(sys.stdout)
    room, progress, parts = columns(sys.stdout), Progress(), list[str]()
    for number, target in enumerate(matches, 1):
        if game := game_of(target.definition):
            lines = _drawn_game(target.definition, game, paint, room=room)
        else:
            lines = drawn(target, _diagram(options, target), paint, room=room)
        parts.append("\n".join(lines))
        progress.step(number, "pieces drawn")
    progress.hide()
    return "\n\n".join(parts) + "\n"


def _diagram(options: Namespace, target: Target) -> Diagram:
    """The diagram of a piece, on the whole board if the arguments name one."""
    piece = target.moving
    if options.board is None and options.square is None:
        return of_reach(reach(piece))
    playing_board = board_of(options, target.definition)
    square = read_square(options.square, playing_board) if options.square else None
    return of_board(reach(piece, horizon=playing_board.longest), playing_board, square)


def drawn(target: Target, diagram: Diagram, paint: Paint, room: int) -> Iterator[str]:
    """The lines of a piece: its title, a sentence and a diagram with its legend."""
    definition = target.definition
    more = definition.dialect and f"  ({definition.dialect})"
    yield paint("heading", safe(target.title)) + paint("code", more)
    yield from wrapped(safe(sentence(target.moving, definition.name or "")), room)
    for note in definition.notes:
        yield from wrapped(safe(note), room)
    picture = drawing(diagram)
    yield from ["", *with_legend(picture, room)]
    yield from wrapped(safe(picture.note), room, "  ", others="  ")


def with_legend(picture: Drawing, room: int) -> Iterator[str]:
    """The rows of a text diagram, with the legend beside them."""
    longest = max(map(len, picture.rows))
    most = max(room - longest - 6, 20)
    legend = (
        line
        for sign, words in picture.legend
        for line in wrapped(f"{sign} {safe(words)}", most, "", others="  ")
    )
    for row, words in zip_longest(picture.rows, legend, fillvalue=""):
        yield f"  {row:{longest}}    {words}".rstrip()


def _drawn_game(definition: Definition, game: Game, paint: Paint, room: int) -> Iterator[str]:
    """The lines of a record: its last position as a text diagram, and the facts of that
    position.
    """
    if game.last:
        after = f"  (after {plural(len(game.actions), 'action')}, the last {spell(game.last)})"
    else:
        after = ""
    yield paint("heading", safe(definition.name or _UNNAMED)) + paint("code", after)
    subject = PositionSubject(game)
    yield from ["", *subject.diagram().splitlines(), ""]
    for note in subject.notes:
        yield from wrapped(note, room)


def _picture(options: Namespace, matches: list[Target], *, is_of_games: bool) -> str:
    """The picture of a piece or of a position; a sheet of pictures if there are several."""
    theme = Theme(options.theme)
    if is_of_games:
        figures = (figure(name, game, theme) for name, game in _games(matches))
    else:
        figures = (_figure(options, target, theme) for target in matches)
    if len(matches) > 1:
        return sheet(figures, "Pieces" if options.reader else _title(options, is_of_games), theme)
    return next(figures).svg


def _animation(options: Namespace, matches: list[Target]) -> bytes:
    """The positions of a game, one after the other.

    Raises:
        UsageError: It is not one game.
    """
    games = [*_games(matches)]
    if len(games) != 1:
        raise UsageError(
            "A GIF shows one game. Name a file of records, and one of them with --record NAME."
        )
    [(name, game)] = games
    positions = (Game(game.start, game.actions[:count]) for count in range(len(game.actions) + 1))
    return gif(whole(figure(name, position, Theme(options.theme)).svg) for position in positions)


def _figure(options: Namespace, target: Target, theme: Theme) -> Figure:
    name = target.definition.name or ""
    diagram = _diagram(options, target)
    words = sentence(target.moving, target.definition.name or "")
    svg = of_diagram(
        diagram,
        title=name or target.title,
        description=words,
        letter=target.definition.letter or name,
        figurine=figurine_of(target.moving, name, letters=target.letters),
        theme=theme,
    )
    return Figure(name, target.title, svg)


def _page(options: Namespace) -> str:
    """The page of all pieces, or of the games if there are no pieces."""
    if options.reader:
        raise UsageError("--reader cannot be combined with --format html, which shows files.")
    for option in ("name", "board", "square"):
        if getattr(options, option) is not None:
            raise UsageError(
                f"--{option} cannot be combined with --format html, which shows all pieces."
            )
    every = [item for target in options.targets for item in documents(target, options)]
    opened, is_of_games = _of_one_kind(options, every)
    title = _title(options, is_of_games)
    if is_of_games:
        return page(_games(found(opened, options.record, "record")[0]), title)
    headings = _headings([name for name, _ in opened])
    return gallery(
        ((_label(headings[name], document) or title, document) for name, document in opened), title
    )


def _headings(paths: Iterable[str]) -> dict[str, str]:
    """The names of some files by their paths, and the paths of those that share a name."""
    distinct = dict.fromkeys(paths)
    shared = Counter(Path(path).name for path in distinct)
    names = {path: path if shared[Path(path).name] > 1 else Path(path).name for path in distinct}
    return names | {STDIN: "Standard input"}


def _label(name: str, document: Document) -> str:
    """The name of a document of a file; of a block of Markdown with its line."""
    return f"{name}:{document.region.first_line}" if document.region.first_line else name


def _games(matches: Iterable[Target]) -> Iterator[tuple[str, Game]]:
    """The games of some records, each with its name."""
    return named_games((target.definition for target in matches), _UNNAMED)


def _title(options: Namespace, is_of_games: bool) -> str:
    is_named = options.targets[1:] == [] and options.targets != [STDIN]
    if is_named:
        target = options.targets[0]
        name = Path(target).name if is_place(target) else ""
        return safe(name or target)
    if is_of_games:
        return "Games"
    return "Pieces"


def _of_one_kind(
    options: Namespace, opened: list[tuple[str, Document]]
) -> tuple[list[tuple[str, Document]], bool]:
    """The documents that define pieces; or those with games and `True`, if there are no pieces or
    --record is given.
    """
    if options.name is not None:
        opened = [
            item for item in opened if any(definitions.named(item[1], options.name))
        ] or opened
    records = list[tuple[str, Document]]()
    pieces = list[tuple[str, Document]]()
    for name, document in opened:
        _, first = next(iter(definitions.every(document)), (None, None))
        (records if first and game_of(first) else pieces).append((name, document))
    if options.record is not None or (records and not pieces):
        return records, True
    if records:
        name = records[0][0]
        is_of_both = any(name == of_pieces for of_pieces, _ in pieces)
        how = "give --record NAME" if is_of_both else f"name only their files, such as {name}"
        complain(f"Showing pieces only. For the games, {how}.")
    return pieces, False


# Pictures as PNG and GIF, by the optional packages resvg-py and Pillow

SCALE = 2
"""The pixels of a length of one."""
MILLISECONDS = 1_000
"""How long a GIF shows a picture; the last one three times as long."""
_FONTS = "Arial,Helvetica,Liberation Sans,DejaVu Sans,Noto Sans,sans-serif"
"""In place of the font of the system, which resvg does not know."""


def png(svg: str) -> bytes:
    """A picture as PNG.

    Raises:
        UsageError: resvg-py is not installed.
    """
    resvg = optional("resvg_py", "PNG and GIF need the package resvg-py", "png")
    return bytes(resvg.svg_to_bytes(svg_string=svg.replace(FONT, _FONTS), zoom=SCALE))


def gif(pictures: Iterable[str]) -> bytes:
    """Pictures of one size, one after the other and again from the start.

    Raises:
        UsageError: resvg-py or Pillow is not installed.
    """
    first, *others = map(png, pictures)
    image = optional("PIL.Image", "GIF needs the package pillow", "png")
    frames = [
        image.open(BytesIO(data)).convert("P", palette=image.Palette.ADAPTIVE)
        for data in (first, *others)
    ]
    durations = [*[MILLISECONDS] * len(others), 3 * MILLISECONDS]
    out = BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return out.getvalue()
