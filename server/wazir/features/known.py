"""The other names of a piece: among well-known pieces (Q5, Q6), and in its file (Q7).

A well-known piece is looked up by its fingerprint. `make generate` writes the fingerprints of all
known pieces and of their relatives, so that the texts of the table are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from itertools import combinations, islice
from operator import attrgetter
from typing import NamedTuple

from wazir.budget import MAX_COMPOUNDS, MAX_SQUARES_OF_WALK, check
from wazir.diagnostics import DUPLICATE_PIECE, Diagnostic, Related
from wazir.document import Document, Placed
from wazir.features.definitions import board_of
from wazir.notations import by_name
from wazir.notations.notation import Context, Source
from wazir.piece.board import SquareBoard
from wazir.piece.equivalence import (
    BACKWARD,
    CHESSBOARD,
    REFLECTED,
    TURNED,
    compared,
    turned,
    without_promotion,
)
from wazir.piece.equivalence.normal import normal_form, rest
from wazir.piece.known import (
    Known,
    beginnings,
    fingerprint,
    fingerprints,
    positions,
    quick_fingerprint,
    table,
)
from wazir.piece.model import Piece, Result
from wazir.piece.motion.results import results

ROYAL = "royal"
WIDE = SquareBoard(15, 15)
MAX_NAMES = 3
"""The maximum number of names in a sentence."""


class Relation(Enum):
    """The relations between a piece and a known one."""

    SAME = "same"
    ROYALTY = "but for royalty"
    FIRST_MOVES = "but for first moves"
    PROMOTION = "but for promotion"
    TURNED = "turned round"
    MIRRORED = "mirrored"
    BACKWARD = "backward"
    COMPOUND = "compound"


@dataclass(frozen=True, slots=True)
class Naming:
    """A known piece that is equal or related to a piece."""

    known: Known
    relation: Relation


RELATIVES: Mapping[Relation, Callable[[Piece], Piece | None]] = {
    Relation.SAME: lambda piece: piece,
    Relation.FIRST_MOVES: Piece.after_first_move,
    Relation.PROMOTION: without_promotion,
    Relation.TURNED: lambda piece: turned(piece, TURNED),
    Relation.MIRRORED: lambda piece: turned(piece, REFLECTED),
    Relation.BACKWARD: lambda piece: turned(piece, BACKWARD),
}
"""The related pieces of a known one."""


@cache
def piece_of(known: Known) -> Piece:
    """The piece of an entry of the table."""
    piece = by_name(known.notation).read(known.text, Context(known.dialect)).definitions[0].piece
    assert piece is not None  # the table is packaged, and a test reads each entry
    return replace(piece, properties=known.properties)


@lru_cache(maxsize=256)
def namings(piece: Piece, *, quickly: bool = False) -> tuple[Naming, ...]:
    """The known pieces that equal a piece, then those that are related to it, the best-known first.

    Args:
        piece: The piece.
        quickly: Trust fingerprints without a comparison, and skip pieces whose fingerprints take
            long.
    """
    relations: dict[int, Relation] = {}
    for own in (Relation.SAME, Relation.FIRST_MOVES, Relation.PROMOTION):
        relative = RELATIVES[own](piece)
        if relative is None or (own is not Relation.SAME and relative == piece):
            continue
        digits = None
        if quickly:
            digits = quick_fingerprint(relative)
        elif relative.moves:
            digits = fingerprint(relative, MAX_SQUARES_OF_WALK, beginnings())
        for number, related in fingerprints().get(digits, ()) if digits else ():
            known, theirs = table()[number], Relation(related)
            if own is not Relation.SAME and theirs not in (Relation.SAME, own):
                continue
            if quickly or _is_same(relative, RELATIVES[theirs](piece_of(known))):
                is_royalty = (ROYAL in piece.properties) != (ROYAL in known.properties)
                relation = theirs if own is Relation.SAME else own
                relation = (
                    Relation.ROYALTY if relation is Relation.SAME and is_royalty else relation
                )
                relations.setdefault(number, relation)
    order = list(Relation)
    ranked = sorted(relations.items(), key=lambda pair: (order.index(pair[1]), pair[0]))
    return tuple(Naming(table()[number], relation) for number, relation in ranked)


def _is_same(piece: Piece, other: Piece | None) -> bool:
    """Whether two pieces with one fingerprint are the same on both boards of Q6."""
    return other is not None and (
        normal_form(piece, WIDE) == normal_form(other, WIDE)
        or all(compared(piece, other, board).same for board in (CHESSBOARD, WIDE))
    )


def also_known(piece: Piece, name: str | None = None) -> str | None:
    """A sentence with the other names of a piece, or with a related piece, or None.

    `Also known as Archbishop, Princess (Capablanca Chess).` The search is quick.
    """
    known_names = namings(piece, quickly=True) if set(piece.properties) <= {ROYAL} else ()
    by_game: dict[str, list[str]] = {}
    names_seen = {_squeezed(name or "")}
    for naming in known_names:
        for other in naming.known.names if naming.relation is Relation.SAME else ():
            if _squeezed(other) not in names_seen and len(names_seen) <= MAX_NAMES:
                names_seen.add(_squeezed(other))
                by_game.setdefault(naming.known.known_from, []).append(other)
    if by_game:
        listed = "; ".join(f"{', '.join(names)} ({game})" for game, names in by_game.items())
        return f"Also known as {listed}."
    if known_names and known_names[0].relation is not Relation.SAME:
        return (
            f"{known_names[0].known.name} ({known_names[0].known.known_from}), "
            f"{known_names[0].relation.value}."
        )
    return None


def _squeezed(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def compounds(piece: Piece) -> Iterator[tuple[Known, ...]]:
    """Two or three known pieces whose union is the piece, the best-known ones."""
    whole = _shown(piece)
    if whole is None:
        return
    parts: dict[_Shown, Known] = {}
    for number, known in enumerate(table()):
        shown = _shown_by(number)
        if shown and shown != whole and _is_part(shown, whole):
            parts.setdefault(shown, known)
    for count in (2, 3):
        for some in islice(combinations(parts, count), MAX_COMPOUNDS):
            if not _make_up(some, whole):
                continue
            chosen = tuple(parts[part] for part in some)
            moves = tuple(move for known in chosen for move in piece_of(known).moves)
            if compared(piece, replace(piece, moves=moves), CHESSBOARD).same:
                yield chosen
                return


def _is_part(shown: _Shown, whole: _Shown) -> bool:
    """Whether a piece has only results of another one."""
    return all(some <= every for some, every in zip(shown, whole, strict=True))


def _make_up(some: Sequence[_Shown], whole: _Shown) -> bool:
    """Whether some pieces together have all results of another one."""
    return all(
        frozenset().union(*results) == every for *results, every in zip(*some, whole, strict=True)
    )


_Shown = tuple[frozenset[Result], ...]
"""The results in some positions."""


def _shown(piece: Piece) -> _Shown | None:
    some = [results(piece, position, square) for position, square in positions()[::5]]
    if any(result.incomplete for result in some):
        return None
    return tuple(frozenset(result.all) for result in some)


@cache
def _shown_by(number: int) -> _Shown | None:
    return _shown(piece_of(table()[number]))


# Pieces that a file defines twice


MAX_CHUNKS = 2_000
"""The number of chunks of a file up to which its pieces are compared."""
MAX_SOURCES = 500
"""The number of definitions up to which a piece that depends on them is compared."""
MAX_HINTS = 20
MAX_MOVES = 200
"""The number of moves of a piece up to which it is compared."""

Forms = dict[Hashable, tuple[tuple[str, Hashable], ...]]
"""The pieces of chunks: the key of each name, and what equivalent pieces share."""


class Duplicate(NamedTuple):
    """Two names of one piece."""

    name: str
    first: str


def duplicates(document: Document, known: Forms | None = None) -> tuple[Duplicate, ...]:
    """The names of pieces that are defined before under another name, at most *MAX_HINTS*.

    A definition that uses the other name does not repeat it. Pieces are compared by their normal
    forms (Q2).

    Args:
        document: The document.
        known: The forms of unchanged chunks, which is updated.
    """
    if DUPLICATE_PIECE not in document.notation.codes:
        return ()
    forms: Forms = {}
    firsts: dict[Hashable, tuple[str, Placed]] = {}
    repeated: list[Duplicate] = []
    for number, placed in enumerate(document.chunks()):
        if number == MAX_CHUNKS:
            return ()
        chunk = placed.chunk
        if not chunk.names:
            continue
        check()
        if len(sources := _sources(document, chunk.uses)) > MAX_SOURCES:
            continue
        key = chunk.text, placed.context, sources
        forms[key] = (known or {}).get(key) or _forms(document, placed)
        for name, form in forms[key]:
            first, where = firsts.setdefault(form, (name, placed))
            is_used = first in chunk.uses or name in where.chunk.uses
            if name != first and not is_used and len(repeated) < MAX_HINTS:
                repeated.append(Duplicate(name, first))
    if known is not None:
        known.clear()
        known.update(forms)
    return tuple(repeated)


def _sources(document: Document, uses: Iterable[str]) -> frozenset[Source]:
    """The definitions of the file that names depend on, directly or not; of too many the first."""
    waiting, seen, sources = list(uses), set[str](), set[Source]()
    while waiting and len(sources) <= MAX_SOURCES:
        name = waiting.pop()
        if name not in seen and (chunk := document.scope.defining(name)):
            sources.add(Source(chunk.text, chunk.context))
            waiting += chunk.uses
        seen.add(name)
    return frozenset(sources)


def _forms(document: Document, placed: Placed) -> tuple[tuple[str, Hashable], ...]:
    """The names that a chunk defines, with what equal pieces have in common."""
    forms = list[tuple[str, Hashable]]()
    keys = {span: key for key, span in placed.chunk.analysis.names}
    for definition in document.analysis(placed).definitions:
        key = keys.get(definition.name_span) if definition.name_span else None
        piece = definition.piece
        is_written = definition.moves.start < definition.moves.end and not definition.broken
        if (
            key is not None
            and piece is not None
            and 0 < len(piece.moves) <= MAX_MOVES
            and is_written
        ):
            forms.append(
                (key, (normal_form(piece, board_of(definition)), *rest(piece), definition.board))
            )
    return tuple(forms)


def hints(document: Document, repeated: Iterable[Duplicate]) -> list[Diagnostic]:
    """The diagnostics of duplicates whose names are still defined, by place."""
    reports: list[Diagnostic] = []
    for duplicate in repeated:
        span, first = (next(document.definitions_named(name), None) for name in duplicate)
        if span and first:
            shown, other = document.slice(span), document.slice(first)
            related = Related(first, f"`{other}` is defined here.")
            hint = Diagnostic(
                DUPLICATE_PIECE,
                span,
                f"`{shown}` moves exactly as `{other}` does.",
                related=(related,),
            )
            reports += filter(None, [document.with_severity(hint)])
    return sorted(reports, key=attrgetter("span"))
