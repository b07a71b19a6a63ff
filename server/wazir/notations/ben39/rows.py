"""Determines the ranks and columns of the lines of a diagram (G23)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from wazir.ben39.position import Side
from wazir.diagnostics import Diagnostic, Fix
from wazir.notations.ben39 import codes
from wazir.notations.fixes import fix
from wazir.notations.wording import plural_count
from wazir.syntax import Token
from wazir.text import Edit, Span, line_start

RANKS = 15
WIDTH = 28
"""The columns between file `a` and file `o`."""
CROSSINGS = range(0, WIDTH + 1, 4)
"""The columns of the intersections, from file `a` on."""
FILES = "abcdefghijklmno"
_LETTERS = " ".join(FILES)
USUAL_COLUMN = 4
"""The default column of file `a`."""
MAX_ROWS = 2 * RANKS
"""The maximum number of lines of a diagram, including that of the files."""

_ROW = re.compile(r"\s*+(?:(?P<rank>[0-9]{1,2})(?!\d))?\s*+")
_FILES = re.compile(r"\s*+[^\W\d_](?:\s+[^\W\d_])+")
_WORDS = re.compile(r"[^\W\d_]{2}")
_BARS = re.compile(r"[|+#:*]")
_MARKS = {0: re.compile(r"\|"), 1: re.compile(r"\+")}
"""The characters in the columns of intersections, in lines of squares and of intersections."""


@dataclass(frozen=True, slots=True)
class Sign:
    """The content of a place of the board."""

    place: str
    """`h2`, `g3`."""
    span: Span
    """The three characters of a square without the bars, or a piece on an intersection with its
    asterisk.
    """
    piece: Span
    """The letter of the piece, on an intersection with its asterisk; all of it if it is empty."""
    side: Side | None = None
    """The owner of the piece; None if it is empty."""
    letter: str = ""
    """The letter of the piece."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a diagram, except that of the files."""

    start: int
    """The offset of column 0."""
    text: str
    """The line from column 0, without trailing characters."""
    rank: int | None
    """Its rank; None if it is unknown."""
    rank_span: Span | None
    """The span of the rank number."""
    first: int
    """The column of the first character of the board."""
    shift: int = 0
    """The number of columns that it is too far to the right."""
    signs: tuple[Sign, ...] = ()

    @property
    def span(self) -> Span:
        """From the rank number or the first character to the last one."""
        first = self.rank_span.start if self.rank_span else self.start + self.first
        return Span(first, self.start + len(self.text))

    @property
    def is_renumbered(self) -> bool:
        """Whether its rank differs from its number."""
        return self.rank_span is not None and int(self.text[: self.first].strip()) != self.rank

    @property
    def is_as_written(self) -> bool:
        """Whether its rank and columns are as written; else its places are a guess."""
        return not self.shift and not self.is_renumbered

    @property
    def board(self) -> Span:
        """The span of the board part."""
        return Span(self.start + self.first, self.start + len(self.text))


@dataclass(frozen=True, slots=True)
class Files:
    """The line of the files."""

    span: Span
    column: int
    """The column of file `a` by these letters."""


def ranked_lines(
    words: Sequence[Token], text: str, key: Span
) -> tuple[list[Row], Files | None, list[Diagnostic]]:
    """The lines of a diagram with their ranks, the line of the files, and their diagnostics."""
    rows: list[Row] = []
    files: Files | None = None
    diagnostics: list[Diagnostic] = []
    for word in words[:MAX_ROWS]:
        start = line_start(text, word.start)
        line = text[start : word.end]
        if start <= key.start:
            message = "The drawing starts on the next line."
            diagnostics.append(Diagnostic(codes.UNEXPECTED_CHARACTER, word.span, message))
        elif _FILES.fullmatch(line):
            letters, are_even = _files(line, start)
            if not are_even:
                change = fix("Write the file letters", Edit(word.span, _LETTERS))
                fixes = (change,) if word.text[0] in "aA" else ()
                message = f"Invalid file letters. Write `{_LETTERS}`."
                diagnostics.append(
                    Diagnostic(codes.MISALIGNED_COLUMNS, word.span, message, fixes=fixes)
                )
            elif files is not None:
                diagnostics.append(
                    Diagnostic(codes.MISALIGNED_COLUMNS, word.span, "Repeated file letters.")
                )
            files = files or letters
        elif _WORDS.search(line) and not _BARS.search(line):
            diagnostics.append(
                Diagnostic(codes.UNEXPECTED_CHARACTER, word.span, "Not a line of a drawing.")
            )
        else:
            rows.append(_row(line, start))
    if len(words) > MAX_ROWS:
        rest = Span(words[MAX_ROWS].start, words[MAX_ROWS].end)
        message = f"Too many lines: a drawing has at most {RANKS} ranks."
        diagnostics.append(Diagnostic(codes.RANK_OUT_OF_ORDER, rest, message))
    ranked, unranked = _ranked(rows, key)
    return ranked, files, [*diagnostics, *unranked]


def _files(line: str, start: int) -> tuple[Files | None, bool]:
    """The column of the files by most letters, and whether all letters are valid and aligned."""
    letters = [(column, letter) for column, letter in enumerate(line) if not letter.isspace()]
    columns = Counter(
        column - 2 * FILES.index(letter) for column, letter in letters if letter in FILES
    )
    if not columns:
        return None, False
    column, count = columns.most_common(1)[0]
    return Files(Span(start + letters[0][0], start + letters[-1][0] + 1), column), count == len(
        letters
    )


def _row(line: str, start: int) -> Row:
    """The line at an offset, with its written rank."""
    match = _ROW.match(line)
    assert match is not None  # all of its parts may be empty
    if match["rank"] is None:
        return Row(start, line, rank=None, rank_span=None, first=match.end())
    return Row(
        start,
        line,
        int(match["rank"]),
        rank_span=Span(*match.span("rank")).moved(start),
        first=match.end(),
    )


# Ranks


def _ranked(rows: list[Row], key: Span) -> tuple[list[Row], list[Diagnostic]]:
    """The lines with their ranks: by number, or counted if all ranks are drawn."""
    if any(row.rank_span for row in rows):
        in_order = _falling(rows)
        ranks = _filled([row.rank if place in in_order else None for place, row in enumerate(rows)])
    elif len(rows) in (0, RANKS):
        in_order, ranks = set(), list(range(len(rows), 0, -1))
    else:
        message = (
            f"Unknown ranks: {plural_count(len(rows), 'line')} without numbers, and a full drawing "
            f"has {RANKS}."
        )
        return rows, [
            Diagnostic(codes.UNKNOWN_RANKS, key, f"{message} Write the rank before each line.")
        ]
    ranked: list[Row] = []
    diagnostics: list[Diagnostic] = []
    for place, (row, rank) in enumerate(zip(rows, ranks, strict=True)):
        can_be = rank is not None and _can_be(row, rank)
        if row.rank_span and place not in in_order:
            diagnostics.append(_out_of_order(row, row.rank_span, rank if can_be else None))
        elif not row.rank_span and not _is_told(place, in_order, ranks, count=len(rows)):
            fixes = (_numbered(row, rank),) if rank and can_be else ()
            diagnostics.append(
                Diagnostic(codes.UNKNOWN_RANKS, row.board, "Missing rank number.", fixes=fixes)
            )
        elif rank and not can_be:
            diagnostics.append(
                Diagnostic(codes.RANK_OUT_OF_ORDER, row.board, _of_other_kind(row, rank))
            )
        ranked.append(replace(row, rank=rank if can_be else None))
    return ranked, diagnostics


def _can_be(row: Row, rank: int) -> bool:
    """Whether there is such a rank, with squares or intersections as in the line."""
    return 1 <= rank <= RANKS and _parity(row) in (None, rank % 2)


def _parity(row: Row) -> int | None:
    """0 for a line of squares, 1 for one of intersections, None if unknown."""
    drawn = row.text[row.first :]
    if "|" in drawn:
        return 0
    return 1 if "+" in drawn or "--" in drawn else None


def _falling(rows: Sequence[Row]) -> set[int]:
    """A longest sequence of lines with falling numbers; the first one of several."""
    best: dict[int, tuple[int, ...]] = {}
    for place in reversed(range(len(rows))):
        rank = rows[place].rank
        if rank is not None and _can_be(rows[place], rank):
            after = [chain for other, chain in best.items() if (rows[other].rank or 0) < rank]
            best[place] = (place, *_longest(after))
    return set(_longest(best.values()))


def _longest(chains: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The longest sequence; the first one of several."""
    return max(chains, key=lambda chain: (len(chain), [-place for place in chain]), default=())


def _filled(ranks: Sequence[int | None]) -> list[int | None]:
    """The ranks of all lines, inferred from their neighbours."""
    first, top = next(
        ((place, rank) for place, rank in enumerate(ranks) if rank is not None), (0, 0)
    )
    filled = [
        *(rank if rank <= RANKS else None for rank in range(top + first, top, -1)),
        *ranks[first:],
    ]
    for place in range(first, len(filled)):
        before = filled[place - 1]
        if filled[place] is None and before is not None:
            after = next((rank for rank in filled[place:] if rank is not None), 0)
            filled[place] = before - 1 if before - 1 > after else None
    return filled


def _is_told(place: int, in_order: set[int], ranks: Sequence[int | None], count: int) -> bool:
    """Whether the neighbouring numbers leave only one for a line."""
    if count == RANKS:
        return True
    before = max((other for other in in_order if other < place), default=None)
    after = min((other for other in in_order if other > place), default=None)
    if before is None or after is None:
        return False
    high, low = ranks[before], ranks[after]
    return high is not None and low is not None and high - low == after - before


def _out_of_order(row: Row, span: Span, inferred: int | None) -> Diagnostic:
    """The diagnostic of a rank number that is wrong; the inferred one is the fix."""
    if row.rank is None or not 1 <= row.rank <= RANKS:
        message = f"No rank {row.rank}. Ranks are numbered from {RANKS} down to 1."
    elif not _can_be(row, row.rank):
        message = _of_other_kind(row, row.rank)
    else:
        message = f"Rank {row.rank} is out of order: ranks go down."
    if inferred is None:
        return Diagnostic(codes.RANK_OUT_OF_ORDER, span, message)
    fixes = [_numbered(row, inferred)]
    if len(str(row.rank)) != len(str(inferred)):  # the line may be moved by a digit
        fixes.append(fix(f"Write `{inferred}`", Edit(span, str(inferred))))
    return Diagnostic(
        codes.RANK_OUT_OF_ORDER,
        span,
        f"{message} Did you mean rank {inferred}?",
        fixes=tuple(fixes),
    )


def _of_other_kind(row: Row, rank: int) -> str:
    """The message for a line of squares on a rank of intersections, or the reverse."""
    shows, has = ("intersections", "squares") if _parity(row) else ("squares", "intersections")
    return f"The line shows {shows}, but rank {rank} has {has}."


def _numbered(row: Row, rank: int) -> Fix:
    """The fix that writes the number of a rank, and keeps the columns if there is room."""
    title = f"Write `{rank}`"
    if row.rank_span:
        start, end = row.rank_span
        room = end - start + len(row.text[end - row.start : row.first])
        number = str(rank).ljust(min(room, end - start + 1)) if len(str(rank)) < room else str(rank)
        return fix(title, Edit(Span(start, start + max(len(number), end - start)), number))
    room = min(row.first, len(str(rank)))
    return fix(title, Edit(Span(row.start, row.start + room), str(rank)))


# Columns


def column_of_a(
    rows: Iterable[Row], files: Files | None, key: Span
) -> tuple[int, list[Diagnostic]]:
    """The column of file `a`: the one for which most characters are on the board (G23).

    Of several, it is that of the letters of the files, or else the one where most of the ranks 5 to
    11 start, which start at file `a`.
    """
    drawn = [row for row in rows if row.rank is not None]
    marked = Counter(column for row in drawn for column in marks(row))
    wide = [row for row in drawn if row.rank in range(5, 12)]
    firsts = Counter(row.first for row in wide)
    # The mark of a black piece is one column before its square.
    firsts.update(row.first + 1 for row in wide if row.text.startswith("*", row.first))
    preferred = files.column if files else USUAL_COLUMN

    def fit(column: int) -> tuple[int, ...]:
        on_board = sum(marked[column + mark] for mark in CROSSINGS)
        distance = abs(column - preferred)
        return on_board, bool(files) and distance <= 1, firsts[column], -distance, column

    column = max(range(min(0, preferred) - WIDTH, max((preferred, *marked)) + 1), key=fit)
    if files is None and drawn and not firsts:
        message = "Unknown files: no file letters, and none of the ranks 5 to 11."
        return column, [
            Diagnostic(codes.UNKNOWN_FILES, key, f"{message} Write `{_LETTERS}` below the drawing.")
        ]
    by = column - files.column if files else 0
    if files is None or abs(by) <= 1:
        return column, []
    start = files.span.start
    edit = Edit(Span(start + min(by, 0), start), " " * by)
    change = fix("Align the file letters", edit, safe=True)
    message = (
        f"The file letters are {abs(by)} columns too far to the {'left' if by > 0 else 'right'}."
    )
    return column, [Diagnostic(codes.MISALIGNED_COLUMNS, files.span, message, fixes=(change,))]


def marks(row: Row) -> list[int]:
    """The columns of the characters of a rank that mark intersections."""
    assert row.rank is not None  # callers leave out lines without a rank
    return [mark.start() for mark in _MARKS[row.rank % 2].finditer(row.text, row.first)]
