"""What a `.ben39` text says: its records, each with the places of all its words (G22, G23)."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.ben39.position import Side
from wazir.syntax import Token, Tree
from wazir.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A key of a record with what stands behind it; as good a key of a cache as its place in memory."""

    key: str
    """The key that is meant: `white hand`; as it is written where none is near."""
    written: str
    """As it is written, without its colon and needless blanks."""
    key_span: Span
    """The key without its colon."""
    value_start: int
    """Behind the colon."""
    span: Span
    """From the key to the last word."""
    words: tuple[Token, ...]
    """What stands behind the colon: on its line where no more may be said, else up to the next key."""
    stray: tuple[Span, ...] = ()
    """Further lines, where no more may be said."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What is drawn at one place of the board."""

    place: str
    """`h2`, `g3`."""
    span: Span
    """All of it: the three signs of a square without the bars, a piece on an intersection with its asterisk."""
    side: Side | None = None
    """Whose piece it is; None where none stands."""
    letter: str = ""
    """The letter of the piece, whatever it is."""
    piece: Span | None = None
    """The letter of a piece; on an intersection with its asterisk. None where none stands."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a drawing, but that of the files."""

    start: int
    """The offset of its column 0."""
    text: str
    """From column 0 on, without what stands behind the last sign."""
    rank: int | None
    """The rank that it is read as; None if it is not read."""
    rank_span: Span | None
    """Where the number of its rank stands."""
    first: int
    """The column of the first sign of the board."""
    shift: int = 0
    """So many columns it stands too far to the right."""
    signs: tuple[Sign, ...] = ()

    @property
    def span(self) -> Span:
        """From the first sign, or the number of the rank, to the last sign."""
        first = self.rank_span.start if self.rank_span else self.start + self.first
        return Span(first, self.start + len(self.text))

    @property
    def is_renumbered(self) -> bool:
        """Whether it is read as another rank than its number says."""
        return self.rank_span is not None and int(self.text[: self.first].strip()) != self.rank

    @property
    def is_as_written(self) -> bool:
        """Whether its rank and its columns are those that are written; else its places are a guess."""
        return not self.shift and not self.is_renumbered

    @property
    def board(self) -> Span:
        """What is drawn of the board."""
        return Span(self.start + self.first, self.start + len(self.text))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A diagram (G23)."""

    rows: tuple[Row, ...]
    """In the order of the text."""
    files: Span | None
    """The line of the files, from its first letter to its last."""
    column: int
    """Where file `a` stands."""
    is_certain: bool
    """Whether it is known which ranks and files are drawn."""
    is_whole: bool
    """Whether all of it could be read."""
    movable: tuple[Sign, ...]
    """The squares that are drawn at places of the ring, in the order of the text."""

    @property
    def signs(self) -> tuple[Sign, ...]:
        """All that is drawn, line by line."""
        return tuple(sign for row in self.rows for sign in row.signs)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that are drawn, highest first."""
        return tuple(sorted({row.rank for row in self.rows if row.rank is not None}, reverse=True))

    @property
    def is_full(self) -> bool:
        """Whether all ranks are drawn."""
        return len(self.ranks) == 15


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A position with what is said of it; as good a key of a cache as its place in memory."""

    name: Token | None
    header: Span | None
    """The line with `position`, without its end."""
    span: Span
    """From its first word to its last."""
    entries: tuple[Entry, ...]
    """In the order of the text."""
    stray: tuple[Span, ...] = ()
    """Lines before the first key."""

    def entry(self, key: str) -> Entry | None:
        """The first with a key: that counts. One whose key is only nearly that counts where there is no other."""
        found = [entry for entry in self.entries if entry.key == key]
        return min(found, key=lambda entry: entry.written != key, default=None)


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says, with its tree."""

    tree: Tree
    """The words of drawings, of which the grammar knows the lines only, are words of the tree too."""
    records: tuple[Record, ...]
    outside: tuple[Span, ...] = ()
    """Lines that stand in no record."""
