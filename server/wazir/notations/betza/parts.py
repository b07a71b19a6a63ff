"""The legs of a definition, and their roles in its paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from wazir.notations.betza.dialects import EXTENDED, ORIGINAL, XBETZA
from wazir.notations.betza.directions import Shape
from wazir.notations.betza.legs import Atom, Path, Words, Written, paths, read_atom, read_words
from wazir.notations.betza.meaning import lower
from wazir.notations.kit import Report
from wazir.piece.model import Piece
from wazir.syntax import Node, Token
from wazir.text import Span

MOST_PATHS = 256
"""The number of paths that are followed to find the role of each leg."""
MOST_DRAWN = 512
"""The maximum number of paths of a part that is drawn."""


@dataclass(frozen=True, slots=True)
class Part:
    """A leg of a definition, as written, with its role in all paths."""

    written: Written
    atom: Atom | None
    words: Words
    first: bool
    """Some path begins with it."""
    inner: bool
    """In some path another leg follows it."""
    last: bool
    """In some path the mover, or a fragment, ends with it."""
    chained: bool
    """It is in a chain of `-` or `?`, or in the extended dialect: B12 to B14 hold."""
    dialect: str
    """The dialect whose meaning its modifiers have: within brackets that of Extended Betza."""
    shapes: tuple[Shape, ...]
    """The shapes from which its directions select."""

    @property
    def span(self) -> Span:
        """All of it, modifiers and range too."""
        return self.written.node.span


def find_parts(moves: Node, dialect: str) -> tuple[Part, ...]:
    """The legs of a definition in the order of the text; an xbetza leg with an `a` is several."""
    found: dict[tuple[int, int], Part] = {}
    atoms: dict[int, Atom | None] = {}
    for path in islice(paths(moves, dialect), MOST_PATHS):
        for number, written in enumerate(path.legs):
            if written.node.start not in atoms:
                atoms[written.node.start] = read_atom(written.node, dialect, True, Report())
            key = (written.node.start, 0 if path.chained else number)
            part = _part(path, number, dialect, atoms)
            found[key] = _merged(found[key], part) if key in found else part
    return tuple(sorted(found.values(), key=lambda part: part.span))


def _part(path: Path, number: int, dialect: str, atoms: dict[int, Atom | None]) -> Part:
    written = path.legs[number]
    meant = EXTENDED if path.chained else dialect
    words = read_words(written, number == 0, meant, Report())
    before = atoms[path.legs[number - 1].node.start] if number else None
    after = path.legs[number + 1].modifiers if number + 1 < len(path.legs) else None
    erupts = path.chained and after is not None and any(token.text == "x" for token in after)
    atom = atoms[written.node.start]
    return Part(
        written,
        atom,
        words,
        first=number == 0,
        inner=after is not None and not erupts,
        last=after is None or erupts,
        chained=path.chained,
        dialect=meant,
        shapes=tuple(_shapes(atom, before, number == 0, path.chained, dialect)) if atom else (),
    )


def _shapes(atom: Atom, before: Atom | None, first: bool, chained: bool, dialect: str) -> Iterator[Shape]:
    """The shapes that the places of an atom have from where they are counted (B5, B12, B20)."""
    if first and dialect == ORIGINAL:
        yield from (replace(atom, leaps=(leap,)).shape() for leap in atom.leaps)
    elif first and atom.leaps:
        yield atom.shape()
    elif not first and not chained and dialect == XBETZA:
        yield Shape.EIGHT
    elif before and atom.leaps:
        own = atom.shape()
        traded = {Shape.ORTHOGONAL: Shape.DIAGONAL, Shape.DIAGONAL: Shape.ORTHOGONAL}.get(own, own)
        headings = [replace(before, leaps=(leap,)).shape() for leap in before.leaps]
        yield from dict.fromkeys(
            Shape.EIGHT if heading is own is Shape.OBLIQUE else traded if heading is Shape.DIAGONAL else own
            for heading in headings
        )


def _merged(a: Part, b: Part) -> Part:
    return replace(
        a,
        first=a.first or b.first,
        inner=a.inner or b.inner,
        last=a.last or b.last,
        shapes=tuple(dict.fromkeys((*a.shapes, *b.shapes))),
    )


def part_at(parts: Iterable[Part], token: Token) -> Part | None:
    """The part that a modifier, an atom or a range belongs to; of an xbetza leg with an `a`, the last."""
    holding = [part for part in parts if part.span.start <= token.start and token.end <= part.span.end]
    own = [part for part in holding if token in part.written.modifiers]
    return own[0] if own else holding[-1] if holding else None


def path_to(node: Node, token: Token) -> tuple[Node, ...]:
    """The nodes that hold a token, outermost first."""
    for child in node.children:
        if child is token:
            return (node,)
        if isinstance(child, Node) and child.start <= token.start and token.end <= child.end:
            return (node, *path_to(child, token))
    return (node,)


@lru_cache(maxsize=64)
def piece_of(chain: Node, dialect: str) -> Piece | None:
    """The piece of a single chain; None if it has an error, or forks into too many paths."""
    moves = Node("moves", (chain,), chain.start, chain.end)
    if len(paths(moves, dialect)) > MOST_DRAWN:
        return None
    report = Report()
    piece = lower(moves, dialect, True, report)
    return None if report.broken else piece
