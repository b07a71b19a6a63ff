"""Games that a page steps through on their boards, by a script: the elements of their pictures, and
those that appear and disappear with each move.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from wazir.budget import check
from wazir.features.sheet import resource
from wazir.piece.drawing.svg import escaped

STEPS_STYLE = resource("game/steps.css")
STEPS_SCRIPT = resource("game/steps.js")
"""A module of JavaScript, which a page embeds."""
MAX_STEPS = 1_000
"""Moves of a game in a report; longer ones are not stepped through."""
BUTTONS = (
    '<div class="buttons" role="group" aria-label="Steps" hidden>'
    + "".join(
        f'<button type="button" aria-label="{label}" title="{label}">{sign}</button>'
        for label, sign in (
            ("First Position", "«"),
            ("Previous Move", "‹"),
            ("Next Move", "›"),
            ("Last Position", "»"),
        )
    )
    + '<span aria-hidden="true"></span></div>'
)
"""The buttons, which the script shows."""
_IDENTIFIER = re.compile(r'(\bid="|\bhref="#)')
_MAX_LETTERS = 400

_Item = TypeVar("_Item", bound=Hashable)


def toggled(positions: Iterable[Iterable[_Item]], numbers: dict[_Item, int]) -> Iterator[list[int]]:
    """The numbers of the elements of the first position, and of those that appear or disappear with
    each further one.

    Args:
        positions: The elements of each position.
        numbers: The numbers of known elements. New ones get the next numbers.
    """
    shown: frozenset[int] = frozenset()
    for position in positions:
        check()
        after = frozenset(numbers.setdefault(item, len(numbers)) for item in position)
        yield sorted(shown ^ after)
        shown = after


def json_in_page(data: object) -> str:
    """Data as JSON in which no text can end a script element."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


class StepItem(NamedTuple):
    """An element of a picture, in the colours of a page."""

    layer: int
    svg: str


class StepMove(NamedTuple):
    """A move of a game that is stepped through."""

    text: str
    words: str
    """What it does or leads to; may be empty."""


class SteppedGame(NamedTuple):
    """A game to step through on its board."""

    board: str
    """The empty board as SVG, in the colours of a page."""
    layers: int
    """The number of layers of elements on it."""
    positions: Sequence[Sequence[StepItem]]
    """The elements of the position at the start, and of that after each move."""
    start: str
    """The position at the start in words."""
    moves: Sequence[StepMove]


def template(game: SteppedGame, prefix: str) -> str:
    """The game as an inert part of a page, which the script shows.

    Args:
        game: The game.
        prefix: It begins the identifiers of shapes, to keep those of several boards apart.
    """

    def own(svg: str) -> str:
        return _IDENTIFIER.sub(rf"\g<1>{prefix}", svg)

    numbers = dict[StepItem, int]()
    steps = [*toggled(game.positions, numbers)]
    data = {"items": [[item.layer, own(item.svg)] for item in numbers], "steps": steps}
    layers = "".join(f'<g data-layer="{number}"></g>' for number in range(game.layers))
    board = own(game.board).removesuffix("</svg>") + f"{layers}</svg>"
    moves = "".join(
        f"<li><code>{escaped(move.text, 80)}</code> "
        f"<span>{escaped(move.words, _MAX_LETTERS)}</span></li>"
        for move in game.moves
    )
    return (
        '<template><section class="game"><div class="table"><div>'
        f'<figure class="now">{board}<figcaption aria-live="polite">'
        f"{escaped(game.start, _MAX_LETTERS)}</figcaption></figure>{BUTTONS}</div>"
        f'<div><ol class="actions" tabindex="-1">{moves}</ol></div></div></section>'
        f'<script type="application/json">{json_in_page(data)}</script></template>'
    )
