"""The lines of a drawing: which ranks they are, and in which columns the files are (G23)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from wazir.diagnostics import Diagnostic, Fix
from wazir.notations.ben39 import rules
from wazir.notations.ben39.records import Row
from wazir.notations.kit import fix
from wazir.syntax import Token
from wazir.text import Edit, Span, line_start

RANKS = 15
WIDTH = 28
"""File `o` is so many columns right of file `a`."""
FILES = "abcdefghijklmno"
USUAL_COLUMN = 4
"""Where file `a` is in the drawings of the inventor."""
MOST_ROWS = 2 * RANKS
"""So many lines of a drawing are looked at, that of the files among them."""

_ROW = re.compile(r"\s*+(?:(?P<rank>[0-9]{1,2})(?!\d))?\s*+")
_FILES = re.compile(r"\s*+[^\W\d_](?:\s+[^\W\d_])+")
_WORDS = re.compile(r"[^\W\d_]{2}")
_BARS = re.compile(r"[|+#:*]")
_MARKS = {0: re.compile(r"\|"), 1: re.compile(r"\+")}
"""What stands on the columns of the intersections, in lines of squares and in lines of intersections."""


@dataclass(frozen=True, slots=True)
class Files:
    """The line with the letters of the files."""

    span: Span
    column: int
    """Where file `a` is, or would be, by these letters."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a drawing."""

    rows: tuple[Row, ...]
    files: Files | None
    found: tuple[Diagnostic, ...]


def lines(words: Sequence[Token], text: str, key: Span) -> Lines:
    """The lines of a drawing, each with its rank."""
    rows: list[Row] = []
    files: Files | None = None
    found: list[Diagnostic] = []
    for word in words[:MOST_ROWS]:
        start = line_start(text, word.start)
        line = text[start : word.end]
        if start <= key.start:
            found.append(Diagnostic(rules.UNEXPECTED_CHARACTER, word.span, "The drawing starts on the next line."))
        elif _FILES.fullmatch(line):
            letters, are_even = _files(line, start)
            if not are_even:
                found.append(_uneven(word))
            elif files is not None:
                found.append(Diagnostic(rules.MISALIGNED_COLUMNS, word.span, "Repeated file letters."))
            files = files or letters
        elif _WORDS.search(line) and not _BARS.search(line):
            found.append(Diagnostic(rules.UNEXPECTED_CHARACTER, word.span, "Not a line of a drawing."))
        else:
            rows.append(_row(line, start))
    if len(words) > MOST_ROWS:
        rest = Span(words[MOST_ROWS].start, words[MOST_ROWS].end)
        message = f"Too many lines: a drawing has at most {RANKS} ranks."
        found.append(Diagnostic(rules.RANK_OUT_OF_ORDER, rest, message))
    ranked, unranked = _ranked(rows, key)
    return Lines(tuple(ranked), files, (*found, *unranked))


def _files(line: str, start: int) -> tuple[Files | None, bool]:
    """Where the files are by most of their letters, and whether all are such letters and in line with each other."""
    letters = [(column, letter) for column, letter in enumerate(line) if not letter.isspace()]
    columns = Counter(column - 2 * FILES.index(letter) for column, letter in letters if letter in FILES)
    if not columns:
        return None, False
    column, count = columns.most_common(1)[0]
    return Files(Span(start + letters[0][0], start + letters[-1][0] + 1), column), count == len(letters)


def _uneven(word: Token) -> Diagnostic:
    right = " ".join(FILES)
    message = f"Invalid file letters. Write `{right}`."
    fixes = (fix("Write the file letters", Edit(word.span, right)),) if word.text[0] in "aA" else ()
    return Diagnostic(rules.MISALIGNED_COLUMNS, word.span, message, fixes)


def _row(line: str, start: int) -> Row:
    match = _ROW.match(line)
    number = match.span("rank") if match and match["rank"] else None
    rank = int(line[number[0] : number[1]]) if number else None
    place = Span(start + number[0], start + number[1]) if number else None
    return Row(start, line, rank, place, match.end() if match else 0)


# Ranks


def _ranked(rows: list[Row], key: Span) -> tuple[list[Row], list[Diagnostic]]:
    """The lines with their ranks: as they are numbered, or counted where all are drawn."""
    if not rows:
        return [], []
    numbers = [row.rank for row in rows]
    found: list[Diagnostic] = []
    if not any(row.rank_span for row in rows):
        if len(rows) == RANKS:
            numbers = list(range(RANKS, 0, -1))
        else:
            message = (
                f"Unknown ranks: {len(rows)} lines without numbers, and a full drawing has {RANKS}. Write the "
                "rank before each line."
            )
            found.append(Diagnostic(rules.UNKNOWN_RANKS, key, message))
        return [_with_rank(row, number) for row, number in zip(rows, numbers, strict=True)], found
    kept = _falling(rows)
    ranks = _filled([number if place in kept else None for place, number in enumerate(numbers)])
    for place, (row, rank) in enumerate(zip(rows, ranks, strict=True)):
        if row.rank_span and place not in kept:
            found.append(_out_of_order(row, rank))
        elif not row.rank_span and not _is_told(place, kept, ranks, len(rows)):
            fixes = (_numbered(row, rank),) if rank else ()
            message = "Missing rank number."
            found.append(Diagnostic(rules.UNKNOWN_RANKS, row.board, message, fixes))
    return [_with_rank(row, rank) for row, rank in zip(rows, ranks, strict=True)], found


def _with_rank(row: Row, rank: int | None) -> Row:
    """A line read as a rank, if it can be one."""
    can_be = rank is not None and 1 <= rank <= RANKS and _parity(row) in (None, rank % 2)
    read_as = rank if can_be else None
    return row if row.rank == read_as else replace(row, rank=read_as)


def _parity(row: Row) -> int | None:
    """0 for a line of squares, 1 for one of intersections, None if it does not say."""
    drawn = row.text[row.first :]
    if "|" in drawn:
        return 0
    return 1 if "+" in drawn or "--" in drawn else None


def _falling(rows: Sequence[Row]) -> set[int]:
    """The numbered lines whose numbers can stand together: as many as can be, the first ones rather than others."""
    good = [row.rank is not None and 1 <= row.rank <= RANKS and _parity(row) in (None, row.rank % 2) for row in rows]
    if all(good) and all((above.rank or 0) > (below.rank or 0) for above, below in pairwise(rows)):
        return set(range(len(rows)))
    best: dict[int, tuple[int, ...]] = {}
    for place in reversed(range(len(rows))):
        rank = rows[place].rank
        if rank is None or not good[place]:
            continue
        behind = [chain for other, chain in best.items() if (below := rows[other].rank) is not None and below < rank]
        best[place] = (place, *_longest(behind))
    return set(_longest(best.values()))


def _longest(chains: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return max(chains, key=lambda chain: (len(chain), [-place for place in chain]), default=())


def _filled(ranks: Sequence[int | None]) -> list[int | None]:
    """The ranks of all lines, where those before and behind tell them."""
    filled = list(ranks)
    for place in range(1, len(filled)):
        before = filled[place - 1]
        if filled[place] is None and before is not None:
            behind = next((rank for rank in filled[place:] if rank is not None), 0)
            filled[place] = before - 1 if before - 1 > behind else None
    for place in reversed(range(len(filled) - 1)):
        behind = filled[place + 1] or 0
        before = next((rank for rank in reversed(filled[:place]) if rank is not None), RANKS + 1)
        if filled[place] is None and 0 < behind < before - 1:
            filled[place] = behind + 1
    return filled


def _is_told(place: int, kept: set[int], ranks: Sequence[int | None], count: int) -> bool:
    """Whether the numbers before and behind a line leave just one for it."""
    if count == RANKS:
        return True
    before = max((other for other in kept if other < place), default=None)
    behind = min((other for other in kept if other > place), default=None)
    if before is None or behind is None:
        return False
    high, low = ranks[before], ranks[behind]
    return high is not None and low is not None and high - low == behind - before


def _out_of_order(row: Row, rank: int | None) -> Diagnostic:
    span = row.rank_span or row.board
    parity = _parity(row)
    if row.rank is None or not 1 <= row.rank <= RANKS:
        message = f"No rank {row.rank}. Ranks are numbered from {RANKS} down to 1."
    elif parity not in (None, row.rank % 2):
        shows, has = ("squares", "intersections") if parity == 0 else ("intersections", "squares")
        message = f"The line shows {shows}, but rank {row.rank} has {has}."
    else:
        message = f"Rank {row.rank} is out of order: ranks go down."
    if rank is None or parity not in (None, rank % 2):
        return Diagnostic(rules.RANK_OUT_OF_ORDER, span, message)
    return Diagnostic(rules.RANK_OUT_OF_ORDER, span, f"{message} Did you mean rank {rank}?", (_numbered(row, rank),))


def _numbered(row: Row, rank: int) -> Fix:
    """Writes the number of a rank, so that the columns stay as they are where there is room."""
    title = f"Write `{rank}`"
    if row.rank_span:
        start, end = row.rank_span
        room = end - start + len(row.text[end - row.start : row.first])
        number = str(rank).ljust(min(room, end - start + 1)) if len(str(rank)) < room else str(rank)
        return fix(title, Edit(Span(start, start + max(len(number), end - start)), number))
    room = min(row.first, len(str(rank)))
    return fix(title, Edit(Span(row.start, row.start + room), str(rank)))


# Columns


def column_of_a(rows: Iterable[Row], files: Files | None, key: Span) -> tuple[int, list[Diagnostic]]:
    """Where file `a` is: the signs of the lines win over the letters of the files (G23)."""
    drawn = [row for row in rows if row.rank is not None]
    phase = _phase(drawn, files)
    by_signs = _by_signs(drawn, phase)
    if files is None:
        if by_signs is not None or not drawn:
            return USUAL_COLUMN if by_signs is None else by_signs, []
        message = (
            "Unknown files: no file letters, and none of the ranks 5 to 11. Write `a b c d e f g h i j k l m n o` "
            "below the drawing."
        )
        return _nearest(USUAL_COLUMN, phase), [Diagnostic(rules.UNKNOWN_FILES, key, message)]
    column = _nearest(files.column, phase)
    if abs(column - files.column) <= 1 and _holds(column, drawn, phase):
        return column, []
    better = by_signs if by_signs is not None else _holding(column, drawn, phase)
    return better, [_moved(files, better)] if abs(better - files.column) > 1 else []


def marks(row: Row) -> list[int]:
    """The columns of the signs of a line that stand on those of intersections."""
    parity = row.rank % 2 if row.rank is not None else _parity(row) or 0
    return [mark.start() for mark in _MARKS[parity].finditer(row.text, row.first)]


def _phase(rows: Iterable[Row], files: Files | None) -> int:
    """What the columns of most signs leave divided by four; those of the files where it is a tie."""
    counts = Counter(column % 4 for row in rows for column in marks(row))
    preferred = files.column if files else USUAL_COLUMN
    return max(range(4), key=lambda phase: (counts[phase], -abs(_nearest(preferred, phase) - preferred)))


def _nearest(column: int, phase: int) -> int:
    """The nearest column that leaves as much divided by four."""
    return next(column + by for by in (0, 1, -1, 2) if (column + by) % 4 == phase)


def _by_signs(rows: Iterable[Row], phase: int) -> int | None:
    """Where the first sign of the ranks 5 to 11 stands, which are drawn from file `a` on."""
    firsts = Counter(
        column for row in rows if row.rank and 5 <= row.rank <= 11 for column in _first(row) if column % 4 == phase
    )
    return max(firsts, key=lambda column: (firsts[column], -column), default=None)


def _first(row: Row) -> tuple[int, ...]:
    """The columns on which the first intersection of a line may be: either sign of a black piece may stand there."""
    return (row.first, row.first + 1) if row.text[row.first : row.first + 1] == "*" else (row.first,)


def _holds(column: int, rows: Iterable[Row], phase: int) -> bool:
    """Whether all signs are on the board if file `a` is in a column."""
    return all(column <= mark <= column + WIDTH for row in rows for mark in marks(row) if mark % 4 == phase)


def _holding(column: int, rows: Sequence[Row], phase: int) -> int:
    """The nearest column with which all signs are on the board, if there is one."""
    firsts = [mark for row in rows for mark in marks(row) if mark % 4 == phase]
    if not firsts or max(firsts) - min(firsts) > WIDTH:
        return column
    return min(max(column, max(firsts) - WIDTH), min(firsts))


def _moved(files: Files, column: int) -> Diagnostic:
    """The finding that the letters of the files are not below theirs, with the fix that moves them."""
    by = column - files.column
    start = files.span.start
    edit = Edit(Span(start, start), " " * by) if by > 0 else Edit(Span(start + by, start), "")
    message = f"The file letters are {abs(by)} columns too far to the {'left' if by > 0 else 'right'}."
    return Diagnostic(rules.MISALIGNED_COLUMNS, files.span, message, (fix("Align the file letters", edit, safe=True),))
