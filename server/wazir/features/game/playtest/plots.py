"""Plots of a report as SVG inside a page, whose style sheet `page.css` colours them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wazir.features.game.playtest.intervals import Estimate
from wazir.features.game.playtest.measures import ChoiceAtPly
from wazir.features.game.playtest.subject import Board
from wazir.piece.drawing.shapes import number
from wazir.piece.drawing.svg import escaped

# Small widths, so that the text is legible on a phone, which shrinks a plot to its screen.
_ROW, _BAR, _ROOM, _PERCENT, _LETTER = 24, 14, 220, 70, 7.2
_WIDE, _TALL, _LEFT, _TOP = 386, 150, 44, 10
_CELL, _EDGE = 34, 22
_MAX_LETTERS = 120


def _svg(width: float, height: float, title: str, parts: Iterator[str]) -> str:
    return (
        f'<svg class="plot" xmlns="http://www.w3.org/2000/svg" width="{number(width)}" '
        f'height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}" role="img">'
        f"<title>{escaped(title, _MAX_LETTERS)}</title>{''.join(parts)}</svg>"
    )


def bars(rows: Sequence[tuple[str, Estimate]], title: str) -> str:
    """Shares as bars with their intervals."""
    label = 16 + _LETTER * max((len(name) for name, _ in rows), default=0)
    return _svg(
        label + _ROOM + _PERCENT, len(rows) * _ROW + 4, title, parts=_bars(rows, label=label)
    )


def _bars(rows: Sequence[tuple[str, Estimate]], label: float) -> Iterator[str]:
    """The rows of a plot whose bars begin at *label*."""
    for at, (name, share) in enumerate(rows):
        top, middle = at * _ROW + 4, at * _ROW + 4 + _BAR / 2
        left, length = number(label), number(_ROOM * share.value)
        yield _text(label - 8, middle + 4, name, anchor="end")
        yield f'<rect class="bar" x="{left}" y="{top}" width="{length}" height="{_BAR}"/>'
        low, high = (number(label + _ROOM * part) for part in (share.low, share.high))
        yield f'<path class="whisker" d="M{low} {number(middle)}H{high}"/>'
        yield _text(label + _ROOM + 8, middle + 4, f"{100 * share.value:.1f} %", anchor="start")


def choice_by_ply(by_ply: Sequence[ChoiceAtPly], title: str) -> str:
    """The legal moves by ply: the mean, and the middle half of the games."""
    return _svg(_LEFT + _WIDE + 10, _TOP + _TALL + 26, title, parts=_choice(by_ply))


def _choice(by_ply: Sequence[ChoiceAtPly]) -> Iterator[str]:
    most = max((max(each.mean, each.spread.upper) for each in by_ply), default=1) or 1
    last = max(by_ply[-1].ply, 1) if by_ply else 1

    def point(ply: int, value: float) -> str:
        x, y = _LEFT + _WIDE * ply / last, _TOP + _TALL * (1 - value / most)
        return f"{number(x)} {number(y)}"

    for part in (0, 0.5, 1):
        y = _TOP + _TALL * (1 - part)
        yield f'<path class="grid" d="M{_LEFT} {number(y)}h{_WIDE}"/>'
        yield _text(_LEFT - 6, y + 4, f"{most * part:.3g}", anchor="end")
    if by_ply:
        upper = " ".join(point(each.ply, each.spread.upper) for each in by_ply)
        lower = " ".join(point(each.ply, each.spread.lower) for each in reversed(by_ply))
        mean = " ".join(point(each.ply, each.mean) for each in by_ply)
        yield f'<path class="half" d="M{upper}L{lower}z"/>'
        yield f'<path class="line" d="M{mean}"/>'
    yield _text(_LEFT, _TOP + _TALL + 18, "0", anchor="middle")
    yield _text(_LEFT + _WIDE, _TOP + _TALL + 18, f"ply {last}", anchor="end")


def heat_map(entries: Mapping[str, float], board: Board, title: str) -> str:
    """The places of a board, darker where more pieces arrive."""
    width, height = _EDGE + len(board.files) * _CELL + 4, len(board.ranks) * _CELL + _EDGE
    return _svg(width, height, title, parts=_places(entries, board))


def _places(entries: Mapping[str, float], board: Board) -> Iterator[str]:
    most = max((entries.get(name, 0) for name in board.places), default=0) or 1
    for row, rank in enumerate(reversed(board.ranks)):
        y = row * _CELL
        yield _text(_EDGE - 6, y + _CELL / 2 + 4, str(rank), anchor="end")
        for column, file in enumerate(board.files):
            name = f"{file}{rank}"
            if name in board.missing:
                continue
            value, x = entries.get(name, 0.0), _EDGE + column * _CELL
            yield (
                f'<rect class="square" x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>'
                f'<rect class="heat" x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" '
                f'fill-opacity="{value / most:.3f}"><title>{name}: {value:.2f}</title></rect>'
            )
    below = len(board.ranks) * _CELL + 15
    for column, file in enumerate(board.files):
        yield _text(_EDGE + column * _CELL + _CELL / 2, below, file, anchor="middle")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}">'
        f"{escaped(text, _MAX_LETTERS)}</text>"
    )
