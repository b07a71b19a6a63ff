"""Pages of games in HTML, which need no other file and no network: one that steps through games,
and score sheets.

The page of games holds each element of a picture once, and for each step the elements that appear
and disappear. Its script toggles them without animation. An address that ends in `#game0-12` opens
the first game after its twelfth move. Without scripts it shows the start and the end of each game,
and its moves in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from wazir.ben39 import fen
from wazir.ben39.actions import Action, Game, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.position import OPENING, Side, State, turn
from wazir.ben39.rules import in_check
from wazir.ben39.words import describe, standing
from wazir.ben39.words import title as name_of
from wazir.document import Document
from wazir.features import gallery
from wazir.features.definitions import every
from wazir.features.game.picture import Item, ground, items, layers, panel
from wazir.features.game.position import (
    UNNAMED,
    PositionSubject,
    drawing,
    figure,
    named_games,
    sentence,
)
from wazir.features.game.shapes import HEIGHT, WIDTH, definitions
from wazir.features.game.stepping import BUTTONS, STEPS_SCRIPT, STEPS_STYLE, json_in_page, toggled
from wazir.features.markup import CodeBlock, Heading, Paragraph, Picture, markdown
from wazir.features.sheet import STYLE, contents, head, resource, safe, sheet
from wazir.piece.drawing.shapes import VARIABLES, Theme
from wazir.piece.drawing.svg import FONT, escaped

MAX_GAMES, MAX_ACTIONS = 300, 10_000
"""The maximum numbers of games and actions on a page; further ones are counted."""


# Documents: their pieces, or their games if they have no pieces


def left_out(documents: Iterable[Document]) -> str | None:
    """A note about documents of which nothing is shown; None if all are shown."""
    both = len({document.notation.games for document in documents}) == 2
    return "Its games are left out: pieces and games are never shown together." if both else None


def page_of(documents: Sequence[Document], title: str) -> str:
    """The page of some documents, as HTML."""
    pieces = _with_pieces(documents)
    if documents and not pieces:
        return page(_games_of(documents), title)
    return gallery.gallery([(document.notation.title, document) for document in pieces], title)


def sheet_of(documents: Sequence[Document], title: str) -> str:
    """The sheet of some documents, as SVG."""
    pieces = _with_pieces(documents)
    if documents and not pieces:
        return sheet([figure(name, game) for name, game in _games_of(documents)], title)
    return sheet(chain.from_iterable(map(gallery.figures_of, pieces)), title)


def _with_pieces(documents: Iterable[Document]) -> list[Document]:
    return [document for document in documents if not document.notation.games]


def _games_of(documents: Iterable[Document]) -> Iterator[tuple[str, Game]]:
    return named_games(definition for document in documents for _, definition in every(document))


# Games


def page(games: Iterable[tuple[str, Game]], title: str = "Games") -> str:
    """The page of some games, each with its name, as HTML."""
    return "".join(_parts(list(games), title))


def _parts(games: list[tuple[str, Game]], title: str) -> Iterator[str]:
    sections, left = [], MAX_ACTIONS
    for name, game in games[:MAX_GAMES]:
        sections.append((name, Game(game.start, game.actions[:left]), len(game.actions)))
        left -= min(left, len(game.actions))
    numbers: dict[Item, int] = {}
    script = STEPS_SCRIPT + resource("game/page.js")
    yield head(title, STYLE + resource("game/page.css") + STEPS_STYLE, script=script)
    yield f"<header><h1>{safe(title)}</h1>{_count(games)}</header>"
    yield (
        f'<svg class="shapes" aria-hidden="true"><defs>{definitions(VARIABLES)}'
        f'<g id="ground">{panel(VARIABLES)}{ground(VARIABLES)}</g></defs></svg>'
    )
    if len(sections) > 1:
        yield contents([(name, length) for name, _, length in sections], "game")
    yield "<main>"
    for number, section in enumerate(sections):
        yield from _section(number, *section)
    yield "</main>\n"
    steps = [list(_steps(game, numbers)) for _, game, _ in sections]
    shown = [[item.layer, item.svg.format_map(VARIABLES)] for item in numbers]
    data = json_in_page({"items": shown, "games": steps})
    yield f'<script type="application/json" id="data">{data}</script>\n'
    yield f'<script type="module">{script}</script>\n'
    yield "</body>\n</html>\n"


def _steps(game: Game, numbers: dict[Item, int]) -> Iterator[list[int]]:
    """The elements of the picture at the start, and those that appear or disappear with each
    action.

    New ones get the next numbers.
    """
    states = zip(game.states, (None, *game.actions), strict=True)
    return toggled((items(state, action) for state, action in states), numbers)


def _count(named: list[tuple[str, Game]]) -> str:
    actions = sum(len(game.actions) for _, game in named)
    games = (
        f"{len(named):,} game{'s' * (len(named) != 1)} with {actions:,} move{'s' * (actions != 1)}."
    )
    hidden = len(named) - MAX_GAMES
    more = f" {hidden:,} games are left out to keep this page small." if hidden > 0 else ""
    keys = "Click a move to see the position after it. Keys: ← → Home End." if actions else ""
    return f'<p>{games}{more}</p><p class="soft">{keys}</p>'


def _section(number: int, name: str, game: Game, length: int) -> Iterator[str]:
    """A game: its first and its last picture, buttons for the script, and its actions."""
    yield (
        f'\n<section class="game" id="game{number}" aria-labelledby="title{number}"><h2 '
        f'id="title{number}">{safe(name)}</h2>\n<div class="table"><div>'
    )
    yield _figure(
        game.start, played=None, kind="now", caption=f"At the start: {sentence(game.start)}"
    )
    if game.actions:
        yield BUTTONS
        last = f"After {spell(game.actions[-1])}: {sentence(game.state)}"
        yield _figure(game.state, game.actions[-1], "end", caption=last)
    yield "</div><div>"
    if game.actions:
        yield '<ol class="actions" tabindex="-1">\n'
        for action, state, after in zip(game.actions, game.states, game.states[1:], strict=False):
            description, note = describe(state, action), standing(facts(after))
            words = f"{name_of(turn(state))}: {description[:1].lower()}{description[1:]} {note}"
            yield (
                f"<li><code>{escaped(spell(action), 80)}</code> "
                f"<span>{escaped(words, 400)}</span></li>\n"
            )
        yield "</ol>"
    if cut := length - len(game.actions):
        yield f'<p class="soft">{cut:,} more moves are left out to keep this page small.</p>'
    yield "</div></div></section>"


def _figure(state: State, played: Action | None, kind: str, caption: str) -> str:
    label = escaped(caption, 400)
    live = ' aria-live="polite"' if kind == "now" else ""
    board = (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}" font-family="{FONT}">'
    )
    drawn = layers(list(items(state, played)), VARIABLES)
    below = f"<figcaption{live}>{label}</figcaption>"
    return f'<figure class="{kind}">{board}<use href="#ground"/>{drawn}</svg>{below}</figure>'


# The score sheet of a game: its actions as written and in words


class _ScoreEntry(NamedTuple):
    """An action on a score sheet."""

    number: int
    """The number of the action among those of both sides."""
    side: Side
    spelled: str
    words: str


def _score_entries(game: Game) -> list[_ScoreEntry]:
    entries = list[_ScoreEntry]()
    plays = zip(game.actions, game.states, game.states[1:], strict=False)
    for ply, (action, before, after) in enumerate(plays, turn(game.start)):
        words = describe(before, action) + " Check." * in_check(after)
        entries.append(_ScoreEntry(ply // 2 + 1, turn(before), spell(action), words=words))
    return entries


def _start(game: Game) -> str:
    return "" if game.start == OPENING else f"From {fen.write(game.start)}"


def _end(game: Game, result: str) -> str:
    return result or standing(facts(game.state))


def score_sheet(name: str, game: Game, result: str = "") -> str:
    """The score sheet as lines of plain text.

    Args:
        name: The name of the game.
        game: The game.
        result: The end of the game as a sentence, if it did not end on the board.
    """
    lines = [name, ""]
    if start := _start(game):
        lines += [start, ""]
    entries = _score_entries(game)
    room = max((len(entry.spelled) for entry in entries), default=0)
    for at, entry in enumerate(entries):
        number = "" if at and entry.side is Side.BLACK else f"{entry.number}."
        lines.append(f"{number:>4} {name_of(entry.side)}  {entry.spelled:{room}}  {entry.words}")
    return "\n".join((*lines, "", _end(game, result))) + "\n"


# The page

_MAX_LETTERS = 400


def score_page(name: str, game: Game, result: str = "") -> str:
    """The score sheet as a page in HTML, with room for the names of the players and a button that
    prints it.

    Args:
        name: The name of the game.
        game: The game.
        result: The end of the game as a sentence, if it did not end on the board.
    """
    return "".join(_score_parts(name, game, result))


def _score_parts(name: str, game: Game, result: str) -> Iterator[str]:
    script = resource("game/score.js")
    yield head(f"Score sheet: {name}", STYLE + resource("game/score.css"), script=script)
    yield f'<h1>{safe(name)}</h1>\n<p><button type="button" hidden>Print</button></p>\n'
    yield '<p class="players"><span>White:</span> <span>Black:</span> <span>Date:</span></p>\n'
    yield f"<p><code>{escaped(start, _MAX_LETTERS)}</code></p>\n" if (start := _start(game)) else ""
    yield '<table>\n<thead><tr><th scope="col">No.</th>'
    yield from (f'<th scope="col">{name_of(side)}</th>' for side in Side)
    yield "</tr></thead>\n<tbody>\n"
    entries = _score_entries(game)
    cells = {(entry.number, entry.side): entry for entry in entries}
    for number in dict.fromkeys(entry.number for entry in entries):
        yield f'<tr><th scope="row">{number}.</th>'
        for side in Side:
            entry = cells.get((number, side))
            words = entry and f'<span class="soft">{escaped(entry.words, _MAX_LETTERS)}</span>'
            yield (
                f"<td><code>{escaped(entry.spelled, 80)}</code> {words}</td>"
                if entry
                else "<td></td>"
            )
        yield "</tr>\n"
    yield f"</tbody>\n</table>\n<p>{escaped(_end(game, result), _MAX_LETTERS)}</p>\n"
    yield f"<script>{script}</script>\n</body>\n</html>\n"


# Forms in which a position is copied


def _record_lines(game: Game) -> str:
    """The position as the lines of a record."""
    board, _, lines = drawing(game.state).partition("\n\n")
    return f"{lines}\nboard:\n{board}"


def _position_markdown(
    document: Document, name: str | None, subject: PositionSubject, theme: Theme
) -> str:
    """The picture, its description, and a record of the position in a fenced block."""
    title, sentence = name or UNNAMED, subject.sentence
    record = "\n".join((*([f"position {name}"] if name else []), _record_lines(subject.game)))
    shown = Picture(subject.picture(title, theme), f"{title}: {sentence}")
    blocks = (shown, Heading(title), Paragraph(sentence), CodeBlock(record, document.notation.name))
    return markdown(blocks) + "\n"


COPIES: Mapping[str, Callable[[Document, str | None, PositionSubject, Theme], str]] = {
    "svg": lambda _, name, subject, theme: subject.picture(name or UNNAMED, theme),
    "markdown": _position_markdown,
    "text": lambda _, _name, subject, _theme: subject.diagram() + "\n",
    "sheet": lambda _, name, subject, _theme: score_sheet(
        name or UNNAMED, subject.game, subject.result
    ),
    "page": lambda _, name, subject, _theme: score_page(
        name or UNNAMED, subject.game, subject.result
    ),
    "fen": lambda _, _name, subject, _theme: fen.write(subject.game.state),
    "board": lambda _, _name, subject, _theme: _record_lines(subject.game) + "\n",
}
"""The forms in which a position is copied, by name."""
