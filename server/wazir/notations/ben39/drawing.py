"""The pieces of a diagram, by its lines and columns (G23)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from wazir.ben39.board import RING_NAMES, SQUARE_OF
from wazir.ben39.position import Side
from wazir.diagnostics import Diagnostic, Fix
from wazir.notations.ben39 import codes
from wazir.notations.ben39.rows import (
    CROSSINGS,
    FILES,
    WIDTH,
    Row,
    Sign,
    column_of_a,
    marks,
    ranked_lines,
)
from wazir.notations.ben39.syntax import Entry
from wazir.notations.fixes import fix, write
from wazir.notations.wording import plural_count
from wazir.text import BLANKS, Edit, Span

STARTS = (("d14", 14), ("l2", 2))
"""The initial locations of the movable squares, with their ranks."""
UNCERTAIN = (codes.UNKNOWN_FILES, codes.UNKNOWN_RANKS)
BROKEN = (*UNCERTAIN, codes.RANK_OUT_OF_ORDER, codes.MISALIGNED_COLUMNS, codes.UNEXPECTED_CHARACTER)
"""The errors after which parts of the diagram may be missing."""
MAX_FAULTS = 8
"""The maximum number of diagnostics of a line."""

_SIGN = re.compile(r"(?P<sign>\+|\*?[^\W\d_])|(?P<other>\*|[^\s*+-]+?(?=[^\W\d_]|[\s*+-]|\Z))")
"""The tokens of a line of intersections, without blanks and dashes."""
_EMPTY = (":::", "###", "   ")
_HOW_TO_CROSS = "Write `+`, the letter of a white piece, or `*` and the letter of a black one."


@dataclass(frozen=True, slots=True)
class Drawing:
    """A diagram (G23)."""

    entry: Entry
    """Its key."""
    rows: tuple[Row, ...]
    """In the order of the text."""
    files: Span | None
    """The line of the files, from its first letter to its last."""
    is_certain: bool
    """Whether the ranks and files are certain."""
    is_whole: bool
    """Whether all lines were parsed."""
    diagnostics: tuple[Diagnostic, ...]

    @property
    def signs(self) -> tuple[Sign, ...]:
        """The contents of all lines."""
        return tuple(sign for row in self.rows for sign in row.signs)

    @property
    def movable(self) -> tuple[Sign, ...]:
        """The contents of the ring locations that are drawn, in the order of the text."""
        return tuple(sign for sign in self.signs if sign.place in RING_NAMES)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that are drawn, from the top."""
        return tuple(sorted({row.rank for row in self.rows if row.rank is not None}, reverse=True))

    @property
    def is_full(self) -> bool:
        """Whether all ranks are drawn."""
        return len(self.ranks) == 15


def read_drawing(entry: Entry, text: str) -> Drawing:
    """The diagram of a key `board`."""
    ranked, files, diagnostics = ranked_lines(entry.words, text, entry.key_span)
    column, faults = column_of_a(ranked, files, entry.key_span)
    diagnostics += faults
    rows: list[Row] = []
    for line in ranked:
        row, faults = _read_row(line, column)
        rows.append(row)
        diagnostics += faults
    codes = {diagnostic.code for diagnostic in diagnostics}
    is_certain = codes.isdisjoint(UNCERTAIN)
    is_whole = codes.isdisjoint(BROKEN)
    return Drawing(
        entry=entry,
        rows=tuple(rows),
        files=files.span if files else None,
        is_certain=is_certain,
        is_whole=is_whole,
        diagnostics=tuple(diagnostics),
    )


def _read_row(row: Row, column: int) -> tuple[Row, list[Diagnostic]]:
    """The pieces of a line, as far as they can be parsed. A wrong rank number was already
    reported.
    """
    if row.rank is None:
        return row, []
    shift, faults = _shift(row, column)
    read = _crossings if row.rank % 2 else _squares
    parts = [*read(row, column + shift), *_wrong_signs(row, column + shift)]
    signs = tuple(part for part in parts if isinstance(part, Sign))
    faults = faults or [part for part in parts if isinstance(part, Diagnostic)]
    return replace(row, shift=shift, signs=signs), [] if row.is_renumbered else faults[:MAX_FAULTS]


def _shift(row: Row, column: int) -> tuple[int, list[Diagnostic]]:
    """The number of columns that a line is too far to the right, and the diagnostic if its columns
    are wrong.
    """
    wrong = [mark for mark in marks(row) if (mark - column) % 4]
    if not wrong:
        return 0, []
    ways = {(mark - column + 1) % 4 - 1 for mark in marks(row)}
    if len(ways) > 1:
        place = Span(row.start + wrong[0], row.start + wrong[0] + 1)
        message = f"`{row.text[wrong[0]]}` is not in the column of an intersection."
        return 0, [Diagnostic(codes.MISALIGNED_COLUMNS, place, message)]
    shift = ways.pop()
    side = "right" if shift > 0 else "left"
    message = f"Rank {row.rank} is {plural_count(abs(shift), 'column')} too far to the {side}."
    if "\t" in row.text:
        message += " A tab counts as one column: use spaces."
    return shift, [
        Diagnostic(codes.MISALIGNED_COLUMNS, row.board, message, fixes=_back(row, shift))
    ]


def _back(row: Row, shift: int) -> tuple[Fix, ...]:
    """The fix that moves a line to its columns; none if there is no room."""
    start, margin = row.board.start, row.text[: row.first]
    if len(margin) - len(margin.rstrip(BLANKS)) < shift:
        return ()
    edit = Edit(Span(start - max(shift, 0), start), " " * -shift)
    return (
        fix("Align the line with its columns", edit, safe=abs(shift) == 1 and "\t" not in row.text),
    )


# Lines of squares


def _squares(row: Row, column: int) -> Iterator[Sign | Diagnostic]:
    """The squares of a line with their pieces, and its errors."""
    text = row.text.ljust(column + WIDTH + 2)
    for number in range(1, len(FILES), 2):
        middle = column + 2 * number
        if middle < 2:
            continue
        cell = text[middle - 1 : middle + 2]
        bars = text[middle - 2] + text[middle + 2]
        if cell.isspace() and bars != "||":
            continue
        span = Span(row.start + middle - 1, row.start + min(middle + 2, len(row.text)))
        yield from _square(f"{FILES[number]}{row.rank}", span, cell, bars=bars)
    left = row.text[row.first : max(column, row.first)].rstrip()
    right = row.text[max(column + WIDTH + 1, 0) :].lstrip()
    start, end = row.board
    if left:
        yield _beyond(Span(start, start + len(left)), "begins at file `a`")
    if right:
        yield _beyond(Span(end - len(right), end))


def _square(place: str, span: Span, cell: str, bars: str) -> Iterator[Sign | Diagnostic]:
    """A square with its piece, and its errors."""
    left, middle, right = tuple(cell)
    if place not in SQUARE_OF:
        whole = Span(span.start - (bars[0] == "|"), span.end + (bars[1] == "|"))
        yield Diagnostic(codes.UNKNOWN_PLACE, whole, f"The board has no square {place}.")
        return
    if left == right and middle.isalpha() and left in "*:# ":
        owner = Side.BLACK if left == "*" else Side.WHITE
        yield Sign(place, span, Span(span.start + 1, span.start + 2), side=owner, letter=middle)
    else:
        yield Sign(place, span, span)
        if cell not in _EMPTY:
            how = "`:::`, `###` or spaces (empty), `:P:` (a white piece) or `*P*` (a black piece)"
            letters = [sign for sign in cell if sign.isalpha()]
            fixes = (write(span, f"*{letters[0]}*"),) if len(letters) == 1 and "*" in cell else ()
            yield Diagnostic(
                codes.UNEXPECTED_CHARACTER, span, f"Invalid square. Write {how}.", fixes=fixes
            )
            return
    if "#" in cell and place not in RING_NAMES:
        message = f"{place} is not a movable square, which `#` marks. Write `:::` or spaces."
        change = write(span, cell.replace("#", ":"), safe=True)
        yield Diagnostic(codes.HASH_OUTSIDE_RING, span, message, fixes=(change,))


def _beyond(span: Span, what: str = "ends at file `o`") -> Diagnostic:
    """The diagnostic of characters outside the board."""
    return Diagnostic(codes.UNKNOWN_PLACE, span, f"The board {what}.")


# Lines of intersections


def _crossings(row: Row, column: int) -> Iterator[Sign | Diagnostic]:
    """The intersections of a line with their pieces, and its errors."""
    for match in _SIGN.finditer(row.text, row.first):
        sign, span = match[0], Span(*match.span()).moved(row.start)
        covered = range(match.start() - column, match.end() - column)
        place = next((f"{FILES[at // 2]}{row.rank}" for at in CROSSINGS if at in covered), None)
        if match.lastgroup == "other":
            quoted = f" `{sign}`" if sign.isprintable() and sign != "`" else ""
            message = f"Invalid intersection{quoted}. {_HOW_TO_CROSS}"
            yield Diagnostic(codes.UNEXPECTED_CHARACTER, span, message)
        elif covered.stop <= 0:
            yield _beyond(span, "begins at file `a`")
        elif covered.start > WIDTH:
            yield _beyond(span)
        elif place is None:
            message = f"`{sign}` is not in the column of an intersection."
            yield Diagnostic(codes.MISALIGNED_COLUMNS, span, message)
        elif sign == "+":
            yield Sign(place, span, span)
        else:
            yield Sign(
                place,
                span,
                span,
                side=Side.BLACK if len(sign) == 2 else Side.WHITE,
                letter=sign[-1],
            )


def _wrong_signs(row: Row, column: int) -> Iterator[Diagnostic]:
    """Characters in the columns of intersections that are neither a bar nor an intersection."""
    assert row.rank is not None  # callers leave out lines without a rank
    for place in (column + at for at in CROSSINGS if row.first <= column + at < len(row.text)):
        sign = row.text[place]
        span = Span(row.start + place, row.start + place + 1)
        if row.rank % 2 and sign == "-":
            message = f"Missing intersection on rank {row.rank}. Write `+` for an empty one."
            yield Diagnostic(
                codes.UNEXPECTED_CHARACTER,
                span,
                message,
                fixes=(fix("Write `+`", Edit(span, "+")),),
            )
        elif not row.rank % 2 and sign not in "| ":
            message = f"Unexpected `{sign}`: this column has `|` or a space."
            yield Diagnostic(codes.MISALIGNED_COLUMNS, span, message)


def movable(drawing: Drawing) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The movable squares of a diagram (G23): the drawn ones, then the initial ones on ranks that
    are not drawn.

    The second result is the initial locations that are unknown, one for each missing square.
    """
    names = [sign.place for sign in drawing.movable]
    ranks = drawing.ranks
    for name, rank in STARTS:
        if len(names) < 2 and rank not in ranks:
            names.append(name)
    gone = [name for name, _ in STARTS if name not in names]
    return tuple(names), tuple(gone[: max(2 - len(names), 0)])
