"""The score sheet of a game, its actions as written and in words: as plain text, and as a page to print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wazir.ben39.actions import Game, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.fen import write
from wazir.ben39.position import OPENING, Side, State, turn
from wazir.ben39.rules import in_check
from wazir.ben39.words import describe, standing, title
from wazir.features.sheet import LONGEST_TITLE, STYLE, head
from wazir.piece.drawing.svg import escaped


class _Entry(NamedTuple):
    """An action on a score sheet."""

    number: int
    """The number of the action among those of both sides."""
    side: Side
    spelled: str
    words: str


def _entries(game: Game) -> list[_Entry]:
    first = int(turn(game.start))
    return [
        _Entry((at + first) // 2 + 1, turn(before), spell(action), describe(before, action) + _check(after))
        for at, (action, before, after) in enumerate(zip(game.actions, game.states, game.states[1:], strict=False))
    ]


def _check(state: State) -> str:
    return " Check." if in_check(state, turn(state)) else ""


def _start(game: Game) -> str:
    return "" if game.start == OPENING else f"From {write(game.start)}"


def _end(game: Game, result: str) -> str:
    return result or standing(facts(game.state))


def score_sheet(name: str, game: Game, result: str = "") -> str:
    """The score sheet as lines of plain text.

    Args:
        name: The name of the game.
        game: The game.
        result: The end of the game as a sentence, if it did not end on the board.
    """
    start = [_start(game), ""] if _start(game) else []
    return "\n".join((name, "", *start, *_lines(game), "", _end(game, result))) + "\n"


def _lines(game: Game) -> Iterator[str]:
    """A line for each action, with a number for each two of White and Black."""
    entries = _entries(game)
    room = max((len(entry.spelled) for entry in entries), default=0)
    for at, entry in enumerate(entries):
        shown = "" if at and entry.side is Side.BLACK else f"{entry.number}."
        yield f"{shown:>4} {title(entry.side)}  {entry.spelled:{room}}  {entry.words}"


# The page

_LONGEST = 400
_PRINT = """\
"use strict";
const button = document.querySelector("button");
button.hidden = false;
button.onclick = () => { print(); };
"""
_STYLE = """\
body { max-width: 56rem; }
button { padding: .4rem 1.2rem; font: inherit; }
.players { display: flex; gap: 1.5rem; margin: 1.5rem 0; }
.players span { flex: 1; border-bottom: 1px solid; }
table { width: 100%; border-collapse: collapse; }
th, td { width: 50%; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--edge); }
th, td { text-align: left; vertical-align: top; }
th:first-child { width: auto; font-variant-numeric: tabular-nums; }
tr { break-inside: avoid; }
td .soft { display: block; }
@media print {
  button { display: none; }
  body { padding: 0; font-size: 10pt; }
}
"""


def score_page(name: str, game: Game, result: str = "") -> str:
    """The score sheet as a page in HTML, with room for the names of the players and a button that prints it.

    Args:
        name: The name of the game.
        game: The game.
        result: The end of the game as a sentence, if it did not end on the board.
    """
    return "".join(_parts(name, game, result))


def _parts(name: str, game: Game, result: str) -> Iterator[str]:
    yield head(f"Score sheet: {name}", STYLE + _STYLE, script=_PRINT)
    yield f'<h1>{escaped(name, LONGEST_TITLE)}</h1>\n<p><button type="button" hidden>Print</button></p>\n'
    yield '<p class="players"><span>White:</span> <span>Black:</span> <span>Date:</span></p>\n'
    yield f"<p><code>{escaped(start, _LONGEST)}</code></p>\n" if (start := _start(game)) else ""
    yield '<table>\n<thead><tr><th scope="col">No.</th>'
    yield from (f'<th scope="col">{title(side)}</th>' for side in Side)
    yield "</tr></thead>\n<tbody>\n"
    entries = _entries(game)
    cells = {(entry.number, entry.side): entry for entry in entries}
    for number in dict.fromkeys(entry.number for entry in entries):
        yield f'<tr><th scope="row">{number}.</th>'
        yield from (_cell(cells.get((number, side))) for side in Side)
        yield "</tr>\n"
    yield f"</tbody>\n</table>\n<p>{escaped(_end(game, result), _LONGEST)}</p>\n"
    yield f"<script>{_PRINT}</script>\n</body>\n</html>\n"


def _cell(entry: _Entry | None) -> str:
    if entry is None:
        return "<td></td>"
    return (
        f'<td><code>{escaped(entry.spelled, 80)}</code> <span class="soft">{escaped(entry.words, _LONGEST)}</span></td>'
    )
