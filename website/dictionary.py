"""The dictionary of pieces: a page for each known piece, and a page to search them by name, text or
squares.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import chain, combinations

from wazir.features.hover import estimate
from wazir.features.known import Relation, namings, piece_of
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.known import Known, pieces, size, table, texts
from wazir.piece.model import Move, Piece
from wazir.piece.motion.reach import reach

FOLDER = "pieces/"
RADIUS = 4
"""The squares in each direction of the board that is ticked."""
MOST = 8
"""The number of relatives of a kind."""
_BETZA = "Betza"
TEXTS: Mapping[str, tuple[str, str]] = {
    _BETZA: ("betza", ""),
    "LCPN, Lisp": ("lcpn", "lisp"),
    "LCPN, C": ("lcpn", "c"),
    "LCPN, SQL": ("lcpn", "sql"),
    "Bensaħas": ("bensahas", ""),
}
"""By title the notation of a text, and its style."""

Squares = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Entry:
    """A piece with all entries of the table that move alike, the best-known first."""

    known: tuple[Known, ...]
    slug: str

    @property
    def name(self) -> str:
        """The best-known name."""
        return self.known[0].name

    @property
    def others(self) -> tuple[str, ...]:
        """Its other names, each once."""
        names = dict.fromkeys(name for known in self.known for name in known.names)
        return tuple(name for name in names if name != self.name)

    @cached_property
    def piece(self) -> Piece:
        """Its moves."""
        return piece_of(self.known[0])

    @cached_property
    def moves(self) -> frozenset[Move]:
        """The same as a set."""
        return frozenset(self.piece.moves)

    @cached_property
    def reached(self) -> Squares:
        """Where it goes or captures, from (0, 0), whatever stands where."""
        near = range(-RADIUS, RADIUS + 1)
        arrivals = reach(self.piece, horizon=RADIUS).arrivals
        return frozenset(arrival.square for arrival in arrivals if {*arrival.square} <= {*near})


def entries() -> tuple[Entry, ...]:
    """All known pieces, those that move alike in one entry."""
    taken, made = Counter[str](), []
    for group in pieces():
        slug = re.sub(r"[^a-z0-9]+", "-", group[0].name.lower()).strip("-")
        taken[slug] += 1
        made.append(Entry(group, f"{slug}-{taken[slug]}" if taken[slug] > 1 else slug))
    return tuple(made)


def pages() -> dict[str, str]:
    """The pages by path."""
    every = entries()
    by_known = {known.name: entry for entry in reversed(every) for known in entry.known}
    alike = dict[Squares, list[Entry]]()
    for entry in every:
        alike.setdefault(entry.reached, []).append(entry)
    parts = {entry.name: _parts(entry, every) for entry in every}
    wholes = dict[str, list[Entry]]()
    for entry in every:
        for part in parts[entry.name]:
            wholes.setdefault(part.name, []).append(entry)
    made = {f"{FOLDER}index.md": _index(every)}
    for entry in every:
        turned = [
            (by_known[naming.known.name], naming.relation.value)
            for naming in namings(entry.piece, quickly=True)
            if naming.relation not in (Relation.SAME, Relation.ROYALTY)
        ]
        relatives = {
            "Goes to the same squares, in another way": [
                other for other in alike[entry.reached] if other is not entry
            ],
            "Moves as one of": parts[entry.name],
            "A part of": wholes.get(entry.name, []),
        }
        made[f"{FOLDER}{entry.slug}.md"] = "".join(_page(entry, relatives, turned))
    return made


def _parts(entry: Entry, every: Sequence[Entry]) -> tuple[Entry, ...]:
    """Two or three pieces that have its moves together, the best-known ones; empty if there are
    none.
    """
    smaller = [other for other in every if other.moves < entry.moves]
    unions = chain.from_iterable(combinations(smaller, count) for count in (2, 3))
    return next(
        (
            union
            for union in unions
            if frozenset().union(*(part.moves for part in union)) == entry.moves
        ),
        (),
    )


# The page of a piece


def _page(
    entry: Entry, relatives: Mapping[str, Sequence[Entry]], turned: Sequence[tuple[Entry, str]]
) -> Iterator[str]:
    known = entry.known[0]
    yield f"# {known.name}\n\n"
    if entry.others:
        yield f"Also {_listed(entry.others)}.\n\n"
    yield f"```{known.notation}\n%dialect {known.dialect}\n{_defined(known)}\n```\n\n"
    yield f"{estimate(entry.piece, parse_board(DEFAULT))}\n\n"
    yield "## In every notation\n\n| notation | text |\n| --- | --- |\n"
    for title, text in _texts(known).items():
        yield f"| {title} | {f'`` {text} ``' if text else 'no text is known'} |\n"
    yield "\n## Names\n\n| name | known from | source |\n| --- | --- | --- |\n"
    for same in entry.known:
        source = f"{same.source} (not read)" if same.unread else same.source
        yield f"| {', '.join(same.names)} | {same.known_from} | {source} |\n"
    for noted in entry.known:
        if noted.note:
            yield f"\n{noted.name}: {noted.note}\n"
    lines = [f"- {title}: {_links(others)}.\n" for title, others in relatives.items() if others]
    lines += [
        f"- {_links([other])}, {relation}.\n"
        for other, relation in turned[:MOST]
        if other is not entry
    ]
    if lines:
        yield "\n## Relatives\n\n"
        yield from lines
    yield "\n[All pieces](index.md)\n"


def _texts(known: Known) -> Mapping[str, str]:
    """Its text in each notation, on one line; empty if none is known."""
    written = {title: texts(*where).get(known.name.lower()) for title, where in TEXTS.items()}
    lines = {
        title: " ".join(other.text.split()) if other else "" for title, other in written.items()
    }
    betza = lines.pop(_BETZA)
    first = {_BETZA: betza} if betza else {}
    return {**first, **({} if betza == known.text else {"XBetza": known.text}), **lines}


def _defined(known: Known) -> str:
    """A definition of the piece. Its name as it can stand in a file."""
    name = re.sub(r"[^\w -]", " ", known.name)
    return f"{name} = {known.text}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _links(others: Sequence[Entry]) -> str:
    more = f" and {len(others) - MOST} more" if len(others) > MOST else ""
    return ", ".join(f"[{other.name}]({other.slug}.md)" for other in others[:MOST]) + more


# The page to search


_INTRODUCTION = """\
---
hide: [toc]
---

# Dictionary of pieces

{size}: what each does, its text in every notation, where it is known from, its relatives.
Search by name or by text, or click the squares that a piece goes to.

<form class="wazir-search" hidden>
<label>Name or text
<input type="search" autocomplete="off" spellcheck="false" placeholder="Archbishop, BN"></label>
<fieldset><legend>Squares that it goes to</legend><div class="wazir-ticks">{ticks}</div>
<button type="reset">Clear</button></fieldset>
<output></output>
</form>

<ul class="wazir-list">
{rows}</ul>

The moves of each piece were compared with a second source, or again with its own. No source could
be read for these: {unread}.

<script src="dictionary.js"></script>
"""


def _tick(file: int, rank: int) -> str:
    """The button of a square, of which the middle has none."""
    if (file, rank) == (0, 0):
        return "<span></span>"
    return (
        f'<button type="button" aria-pressed="false" aria-label="{_place(file, rank)}" '
        f'data-square="{file},{rank}"></button>'
    )


def _row(entry: Entry) -> str:
    """The item of a piece in the list."""
    squares = " ".join(f"{file},{rank}" for file, rank in sorted(entry.reached))
    return (
        f'<li data-squares="{squares}"><a href="{entry.slug}.html">{escape(entry.name)}</a> '
        f"<code>{escape(entry.known[0].text)}</code>"
        f"<small>{escape(', '.join(entry.others))}</small></li>\n"
    )


def _index(every: Sequence[Entry]) -> str:
    near = range(-RADIUS, RADIUS + 1)
    ticks = "".join(_tick(file, rank) for rank in reversed(near) for file in near)
    rows = "".join(_row(entry) for entry in sorted(every, key=lambda entry: entry.name))
    unread = _listed([escape(known.name) for known in table() if known.unread])
    return _INTRODUCTION.format(size=size(), ticks=ticks, rows=rows, unread=unread)


def _place(file: int, rank: int) -> str:
    """A square as seen from the piece, in words."""
    ahead = f"{abs(rank)} {'ahead' if rank > 0 else 'back'}" if rank else ""
    aside = f"{abs(file)} to the {'right' if file > 0 else 'left'}" if file else ""
    return ", ".join(filter(None, (ahead, aside)))
