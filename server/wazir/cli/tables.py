"""Tables as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wazir.cli.console import Paint, width


def aligned(lines: Sequence[Sequence[str]], paint: Paint) -> Iterator[str]:
    """Rows of cells with their columns aligned; the first row holds the headings."""
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    for number, line in enumerate(lines):
        cells = (cell + " " * (room - width(cell)) for cell, room in zip(line, widths, strict=True))
        text = "  ".join(cells).rstrip()
        yield paint("heading", text) if number == 0 else text
