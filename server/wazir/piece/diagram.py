"""Diagrams of pieces: what stands on which square, and its form as text (M11, M12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from wazir.piece.board import SquareBoard
from wazir.piece.marks import HERE, Mark, marks_of
from wazir.piece.model import Arrival, Content, Kind, Reach, Result, Results, Square
from wazir.piece.results import Position

__all__ = [
    "Diagram", "Drawing", "Mark", "Window", "board_text", "drawing", "marks", "of_board", "of_reach", "of_results",
    "size", "text",
]  # fmt: skip

SMALLEST, SMALLEST_WITH_RIDE, LARGEST = 2, 3, 7
"""Half-widths: 5x5, 7x7 and 15x15 squares (M12)."""

EMPTY_SIGN, PIECE_SIGN, OTHER_SIGN = ".", "!", ":"
_LABELS_SHOWN = 4
_LABEL_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the plane that a diagram shows, as the mover sees it."""

    left: int
    bottom: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The last file shown."""
        return self.left + self.width - 1

    @property
    def top(self) -> int:
        """The last rank shown."""
        return self.bottom + self.height - 1

    def __contains__(self, square: Square) -> bool:
        x, y = square
        return self.left <= x < self.left + self.width and self.bottom <= y < self.bottom + self.height

    def rows(self) -> Iterator[tuple[Square, ...]]:
        """The squares, row by row from the top."""
        for y in range(self.top, self.bottom - 1, -1):
            yield tuple((x, y) for x in range(self.left, self.right + 1))


@dataclass(frozen=True, slots=True)
class Diagram:
    """All that a drawing shows, for text and picture alike."""

    window: Window
    marks: Mapping[Square, Mark]
    """On the squares of the window alone."""
    arrivals: tuple[Arrival, ...]
    """For the lines of a picture; they may end outside the window."""
    pieces: Mapping[Square, Content] = field(default_factory=dict)
    """The other pieces on a board, or those that a move needs on its way."""
    here: Square = HERE
    """Where the mover stands."""
    stays: bool = False
    """It may end where it stood."""
    labels: tuple[str, ...] = ()
    """Conditions and properties of the piece, in words."""
    warnings: tuple[str, ...] = ()
    """Sentences about what is missing."""
    board: SquareBoard | None = None
    """The board of a concrete position; then squares count from its corner, and have names."""

    @property
    def used(self) -> tuple[Mark, ...]:
        """The marks that occur, in the order of the list."""
        found = set(self.marks.values())
        return tuple(mark for mark in Mark if mark in found)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A diagram as text."""

    rows: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]
    """Each sign that occurs, with its meaning."""
    note: str = ""
    """Sentences about what the signs cannot say; empty if they say it all."""

    def lines(self) -> tuple[str, ...]:
        """The rows, and below them the legend and the note."""
        below = [f"{sign} {words}" for sign, words in self.legend]
        if self.note:
            below.append(self.note)
        return (*self.rows, "", *below) if below else self.rows

    def __str__(self) -> str:
        return "\n".join(self.lines())


def marks(reach: Reach) -> Mapping[Square, Mark]:
    """The mark of each square that a piece can reach, seen from the mover; its own square is left out."""
    return {square: mark for square, mark in marks_of(reach.arrivals, reach.crosses_edge).items() if square != HERE}


def size(reach: Reach) -> int:
    """How many squares a diagram shows on each side of the piece (M12)."""
    least = SMALLEST_WITH_RIDE if reach.rides else SMALLEST
    return min(max(reach.leap, least), LARGEST)


def of_reach(reach: Reach, window: Window | None = None) -> Diagram:
    """The diagram of a piece by itself.

    Args:
        reach: Where it can go.
        window: What to show; by default the square of M12 around the piece.
    """
    if window is None:
        half = size(reach)
        window = Window(-half, -half, 2 * half + 1, 2 * half + 1)
    warnings = ("Some moves lead beyond this diagram.",) if reach.leap > LARGEST >= window.right else ()
    return _diagram(reach, reach.arrivals, reach.crosses_edge, window, HERE, warnings)


def of_board(reach: Reach, board: SquareBoard, square: Square | None = None) -> Diagram:
    """The diagram of a piece on a whole board, with coordinates.

    Args:
        reach: Where it can go, followed at least as far as the board is long.
        board: The board; on a cylinder moves go on round the sides.
        square: Where it stands; by default in the middle.
    """
    file, rank = here = square or ((board.files - 1) // 2, (board.ranks - 1) // 2)
    window = Window(0, 0, board.files, board.ranks)

    def moved(at: Square) -> Square:
        return at[0] + file, at[1] + rank

    def landed(at: Square) -> Square:
        return board.joined(moved(at), wraps=False)

    arrivals = []
    for arrival in reach.arrivals:
        round_and_back = arrival.square != HERE and landed(arrival.square) == here
        if not round_and_back and all(landed(at) in window for at in arrival.path if at not in reach.crosses_edge):
            path, needs = tuple(map(moved, arrival.path)), tuple((landed(at), held) for at, held in arrival.needs)
            arrivals.append(Arrival(landed(arrival.square), arrival.kind, path, needs))
    return replace(_diagram(reach, arrivals, (), window, here, ()), board=board)


def of_results(results: Results, position: Position, square: Square) -> Diagram:
    """The diagram of what a piece can do in a position, with coordinates.

    Args:
        results: What it can do there.
        position: Where the other pieces stand.
        square: Where it stands.
    """
    files, ranks = map(max, zip(*position.board.squares(), strict=True))
    board = SquareBoard(files + 1, ranks + 1)
    arrivals = [arrival for result in results.found for arrival in _done(result, position, square)]
    reach = Reach(tuple(arrivals), incomplete=results.incomplete, labels=tuple(sorted(_conditions(results))))
    window = Window(0, 0, board.files, board.ranks)
    pieces = dict.fromkeys(position.friends, Content.FRIEND) | dict.fromkeys(position.foes, Content.FOE)
    pieces.pop(square, None)
    diagram = _diagram(reach, arrivals, (), window, square, ())
    return replace(diagram, pieces=dict(sorted(pieces.items())), board=board)


def _conditions(results: Results) -> set[str]:
    return {label for result in results.found for label in result.when}


def _done(result: Result, position: Position, square: Square) -> Iterator[Arrival]:
    """The squares that a result touches: where the mover ends, and where it takes something."""
    how = Kind.CONDITION if result.when else Kind(0)
    if result.to is not None and (result.to != square or not result.takes):
        taken = Kind.CAPTURE if result.to in position.foes else Kind.DESTROY
        yield Arrival(result.to, how | (taken if result.to in result.takes else Kind.QUIET), result.path)
    for victim in result.takes:
        if victim != result.to:
            yield Arrival(victim, how | Kind.RIFLE, result.path)


def _diagram(
    reach: Reach,
    arrivals: Iterable[Arrival],
    over_edge: Iterable[Square],
    window: Window,
    here: Square,
    warnings: tuple[str, ...],
) -> Diagram:
    shown = tuple(arrivals)
    seen = {square: mark for square, mark in marks_of(shown, over_edge).items() if square in window and square != here}
    stays = any(arrival.square == here and arrival.kind & Kind.QUIET for arrival in shown)
    if reach.incomplete:
        warnings = (*warnings, "Incomplete: there are more moves than could be looked at.")
    needed = _needed(shown, window, {here, *seen})
    return Diagram(window, seen, shown, needed, here, stays, reach.labels, warnings)


def _needed(arrivals: Iterable[Arrival], window: Window, taken: set[Square]) -> dict[Square, Content]:
    """The pieces that moves to squares of the window need on squares without anything else."""
    found: dict[Square, Content] = {}
    for arrival in arrivals:
        if not arrival.needs or arrival.square not in window:
            continue
        for square, content in arrival.needs:
            if square in window and square not in taken and content and not content & Content.EMPTY:
                found[square] = found.get(square, content) | content
    return dict(sorted(found.items()))


def _listed(labels: tuple[str, ...]) -> str:
    """The first of some labels, each folded to one short line."""
    short = [" ".join(label.split()) for label in labels[:_LABELS_SHOWN]]
    cut = [label if len(label) <= _LABEL_LENGTH else label[: _LABEL_LENGTH - 1] + "…" for label in short]
    more = len(labels) - len(cut)
    return "; ".join(cut) + (f"; and {more} more" if more else "")


def text(reach: Reach, letter: str = PIECE_SIGN, window: Window | None = None) -> Drawing:
    """The diagram of a piece as text; *letter* is one character that stands for the piece."""
    return drawing(of_reach(reach, window), letter)


def board_text(results: Results, position: Position, square: Square) -> Drawing:
    """What a piece can do in a position as text, with coordinates."""
    return drawing(of_results(results, position, square))


def drawing(diagram: Diagram, letter: str = PIECE_SIGN) -> Drawing:
    """A diagram as text."""
    sign = letter if len(letter) == 1 and letter.isprintable() and not letter.isspace() else PIECE_SIGN
    signs = {square: mark.sign for square, mark in diagram.marks.items()}
    legend = [(sign, "the piece")]
    if diagram.board is not None:
        signs = {**dict.fromkeys(diagram.pieces, OTHER_SIGN), **signs}
        if OTHER_SIGN in signs.values():
            legend.append((OTHER_SIGN, "another piece"))
    signs[diagram.here] = sign
    legend += [(mark.sign, mark.words) for mark in diagram.used]
    rows = [" ".join(signs.get(square, EMPTY_SIGN) for square in row) for row in diagram.window.rows()]
    if diagram.board is not None:
        rows = _with_coordinates(rows, diagram.board)
    notes = ["It may also end where it stood."] if diagram.stays else []
    if diagram.labels:
        notes.append(f"Conditions and properties: {_listed(diagram.labels)}.")
    return Drawing(tuple(rows), tuple(legend), " ".join((*notes, *diagram.warnings)))


def _with_coordinates(rows: list[str], board: SquareBoard) -> list[str]:
    """The rows of a board with the names of its ranks before and of its files below them."""
    width = len(str(board.ranks))
    named = [f"{rank:>{width}} {row}" for rank, row in zip(range(board.ranks, 0, -1), rows, strict=True)]
    files = " ".join(chr(ord("a") + file) for file in range(board.files))
    return [*named, f"{'':>{width}} {files}"]
