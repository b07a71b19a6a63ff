"""Well-known pieces, the names of a piece among them (Q5, Q6), and duplicates in a file (Q7).

A piece is looked up by its fingerprint. `make generate` writes the fingerprints of all known pieces and of their
relatives, so that the texts of the table are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from itertools import combinations, islice
from operator import attrgetter
from typing import NamedTuple

from wazir.diagnostics import Code, Diagnostic, Related
from wazir.document import Document, Placed
from wazir.document.suppressions import judged
from wazir.features.definitions import board_of
from wazir.notations import REGISTRY, by_name
from wazir.notations.base import NO_NAMES, Context, Notation, Source
from wazir.piece.board import SquareBoard
from wazir.piece.equivalence.derived import (
    BACKWARD,
    REFLECTED,
    TURNED,
    turned,
    without_promotion,
)
from wazir.piece.equivalence.fingerprint import BEGINNING, beginning, fingerprint, positions
from wazir.piece.equivalence.normal import are_made_alike, normal_form, rest
from wazir.piece.equivalence.same import CHESSBOARD, compared
from wazir.piece.known import Known, fingerprints, table
from wazir.piece.model import Piece, Result
from wazir.piece.motion.results import results
from wazir.piece.motion.walk import LIMIT
from wazir.steps import Steps, stepwise

ROYAL = "royal"
WIDE = SquareBoard(15, 15)
QUICK = 600
"""The maximum number of squares that a quick fingerprint enters in a position: known pieces enter fewer."""
LONGEST_TEXT = 100
"""Characters of the text of a known piece in a notation."""
MOST_NAMES = 3
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


_RELATIVES: Mapping[Relation, Callable[[Piece], Piece | None]] = {
    Relation.SAME: lambda piece: piece,
    Relation.FIRST_MOVES: Piece.after_first_move,
    Relation.PROMOTION: without_promotion,
    Relation.TURNED: lambda piece: turned(piece, TURNED),
    Relation.MIRRORED: lambda piece: turned(piece, REFLECTED),
    Relation.BACKWARD: lambda piece: turned(piece, BACKWARD),
}
"""The related pieces of a known one."""


def make_index() -> dict[str, object]:
    """The index of the table: the fingerprints, and the texts by notation and dialect."""
    index: dict[str, list[tuple[int, str]]] = {}
    for number, known in enumerate(table()):
        for key, relation in _fingerprints(known.text, known.dialect, known.notation):
            index.setdefault(key, []).append((number, relation.value))
    plain = {number: known.text for number, known in enumerate(table()) if _is_plain(known)}
    own = table()[0].notation
    texts = {one.name: _texts(one) for one in REGISTRY if one.editor.writer and one.name != own} | {own: {"": plain}}
    return {"fingerprints": {key: index[key] for key in sorted(index)}, "texts": texts}


def _is_plain(known: Known) -> bool:
    """Whether all dialects that can read a text agree about it."""
    forms = set()
    for dialect in by_name(known.notation).dialects:
        definition = by_name(known.notation).analyser.analyse(known.text, Context(dialect), NO_NAMES).definitions[0]
        if not definition.broken and definition.piece:
            forms.add(normal_form(definition.piece))
    return len(forms) == 1


def _texts(notation: Notation) -> dict[str, dict[int, str]]:
    """The texts of the known pieces by dialect."""
    return {
        dialect: {number: text for number, known in enumerate(table()) if (text := _text_in(known, notation, dialect))}
        for dialect in notation.dialects or ("",)
    }


def _text_in(known: Known, notation: Notation, dialect: str) -> str:
    """The moves of a known piece in a dialect, on one line; empty if it cannot express them, or not shortly."""
    piece, writer = _read(known.text, known.dialect, known.notation), notation.editor.writer
    assert writer is not None
    try:
        text = " ".join(writer.moves(piece, dialect, frozenset()).split())
    except ValueError:
        return ""
    found = notation.analyser.analyse(text, Context(dialect or None), NO_NAMES).definitions
    if len(text) > LONGEST_TEXT or len(found) != 1 or found[0].broken or found[0].piece is None:
        return ""
    other = found[0].piece
    own = _fingerprints(known.text, known.dialect, known.notation)[0][0]
    return text if are_made_alike(piece, other) or fingerprint(other) == own else ""


@cache
def _fingerprints(text: str, dialect: str, notation: str) -> tuple[tuple[str, Relation], ...]:
    """The fingerprints of a piece and of its relatives, all different."""
    piece, found = _read(text, dialect, notation), dict[str, Relation]()
    known = set[frozenset[object]]()
    for relation, relative in _RELATIVES.items():
        other = relative(piece)
        if other and other.moves and normal_form(other) not in known:
            known.add(normal_form(other))
            key = fingerprint(other)
            if key:
                found.setdefault(key, relation)
    return tuple(found.items())


@cache
def _read(text: str, dialect: str, notation: str) -> Piece:
    piece = by_name(notation).analyser.analyse(text, Context(dialect), NO_NAMES).definitions[0].piece
    assert piece is not None
    return piece


def piece_of(known: Known) -> Piece:
    """The piece of an entry of the table."""
    return replace(_read(known.text, known.dialect, known.notation), properties=known.properties)


@lru_cache(maxsize=256)
def namings(piece: Piece, *, quickly: bool = False) -> tuple[Naming, ...]:
    """The known pieces that equal a piece, then those that are related to it, the best-known first.

    Args:
        piece: The piece.
        quickly: Trust fingerprints without a comparison, and skip pieces whose fingerprints take long.
    """
    found: dict[int, Relation] = {}
    for number, relation in _candidates(piece, quickly):
        found.setdefault(number, relation)
    order = list(Relation)
    ranked = sorted(found.items(), key=lambda one: (order.index(one[1]), one[0]))
    return tuple(Naming(table()[number], relation) for number, relation in ranked)


def _candidates(piece: Piece, quickly: bool) -> Iterator[tuple[int, Relation]]:
    looked_up = {
        Relation.SAME: piece,
        Relation.FIRST_MOVES: piece.after_first_move(),
        Relation.PROMOTION: without_promotion(piece),
    }
    for own, one in looked_up.items():
        if own is not Relation.SAME and one == piece:
            continue
        found = _fingerprint(one, QUICK if quickly else LIMIT) if one.moves else None
        for number, related in fingerprints().get(found, ()) if found else ():
            known, theirs = table()[number], Relation(related)
            if own is not Relation.SAME and theirs not in (Relation.SAME, own):
                continue
            if quickly or _is_same(one, _RELATIVES[theirs](piece_of(known))):
                is_royalty = (ROYAL in piece.properties) != (ROYAL in known.properties)
                relation = theirs if own is Relation.SAME else own
                yield number, Relation.ROYALTY if relation is Relation.SAME and is_royalty else relation


def _fingerprint(piece: Piece, limit: int) -> str | None:
    """The fingerprint of a piece, if it may be that of a known piece or of a relative.

    If their normal forms are equal, so are the fingerprints: then the first position suffices.
    """
    possible = _by_beginning().get(beginning(piece, limit) or "", ())
    for found in possible:
        for number, relation in fingerprints()[found]:
            other = _RELATIVES[Relation(relation)](piece_of(table()[number]))
            if other and normal_form(other) == normal_form(piece):
                return found
    return fingerprint(piece, limit) if possible else None


@cache
def _by_beginning() -> Mapping[str, list[str]]:
    """The fingerprints of known pieces by their first digits."""
    by_beginning: dict[str, list[str]] = {}
    for found in fingerprints():
        by_beginning.setdefault(found[:BEGINNING], []).append(found)
    return by_beginning


def _is_same(piece: Piece, other: Piece | None) -> bool:
    """Whether two pieces with one fingerprint are the same on both boards of Q6."""
    if other is None:
        return False
    if normal_form(piece, WIDE) == normal_form(other, WIDE):
        return True
    return all(compared(piece, other, board).same for board in (CHESSBOARD, WIDE))


def also_known(piece: Piece, name: str | None = None) -> str | None:
    """A sentence with the other names of a piece, or with a related piece, or None.

    `Also known as Archbishop, Princess (Capablanca Chess).` The search is quick.
    """
    found = namings(piece, quickly=True) if set(piece.properties) <= {ROYAL} else ()
    own = _squeezed(name or "")
    by_game: dict[str, list[str]] = {}
    names_seen = {own}
    for naming in found:
        for other in naming.known.names if naming.relation is Relation.SAME else ():
            if _squeezed(other) not in names_seen and len(names_seen) <= MOST_NAMES:
                names_seen.add(_squeezed(other))
                by_game.setdefault(naming.known.known_from, []).append(other)
    if by_game:
        listed = "; ".join(f"{', '.join(names)} ({game})" for game, names in by_game.items())
        return f"Also known as {listed}."
    if found and found[0].relation is not Relation.SAME:
        return f"{found[0].known.name} ({found[0].known.known_from}), {found[0].relation.value}."
    return None


def _squeezed(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def compounds(piece: Piece) -> Iterator[tuple[Known, ...]]:
    """Two or three known pieces whose union is the piece, the best-known ones."""
    whole = _shown(piece)
    if whole is None:
        return
    parts: dict[_Shown, Known] = {}
    for number, known in enumerate(table()):
        shown = _shown_by(number)
        if shown and shown != whole and all(some <= every for some, every in zip(shown, whole, strict=True)):
            parts.setdefault(shown, known)
    for count in (2, 3):
        for some in islice(combinations(parts, count), MOST_COMPOUNDS):
            if all(frozenset().union(*one) == every for *one, every in zip(*some, whole, strict=True)):
                chosen = tuple(parts[one] for one in some)
                union = replace(piece, moves=tuple(move for known in chosen for move in piece_of(known).moves))
                if compared(piece, union, CHESSBOARD).same:
                    yield chosen
                    return


MOST_COMPOUNDS = 20_000
"""The maximum number of compounds that are tried."""

_Shown = tuple[frozenset[Result], ...]
"""The results in some positions."""


def _shown(piece: Piece) -> _Shown | None:
    some = [results(piece, position, square) for position, square in positions()[::5]]
    return None if any(one.incomplete for one in some) else tuple(frozenset(one.found) for one in some)


@cache
def _shown_by(number: int) -> _Shown | None:
    return _shown(piece_of(table()[number]))


# Duplicates in a file (Q7)


MOST_CHUNKS = 2_000
"""The number of chunks of a file up to which its pieces are compared."""
MOST_SOURCES = 500
"""The number of definitions up to which a piece is compared that depends on them."""
MOST_HINTS = 20
MOST_MOVES = 200
"""The number of moves of a piece up to which it is compared."""

Forms = dict[Hashable, tuple[tuple[str, Hashable], ...]]
"""The pieces of chunks: the key of each name, and what equivalent pieces share."""


class Duplicate(NamedTuple):
    """Two names of one piece."""

    name: str
    first: str


@stepwise
def duplicates(document: Document, known: Forms | None = None) -> Steps[tuple[Duplicate, ...]]:
    """The names of pieces that are defined before under another name, at most *MOST_HINTS*.

    A definition that uses the other name does not repeat it. Equivalent are pieces with equal normal forms (Q2).

    Args:
        document: The document.
        known: The forms of unchanged chunks, which is updated.
    """
    if _code(document.notation) is None:
        return ()
    kept: Forms = {}
    firsts: dict[Hashable, tuple[str, Placed]] = {}
    found: list[Duplicate] = []
    for number, placed in enumerate(document.chunks()):
        if number == MOST_CHUNKS:
            return ()
        chunk = placed.chunk
        if not chunk.names:
            continue
        yield
        sources = yield from _sources(document, chunk.uses)
        if len(sources) > MOST_SOURCES:
            continue
        key = chunk.text, placed.context, sources
        kept[key] = (known or {}).get(key) or (yield from _forms(document, placed))
        for name, form in kept[key]:
            first, where = firsts.setdefault(form, (name, placed))
            if name != first and first not in chunk.uses and name not in where.chunk.uses and len(found) < MOST_HINTS:
                found.append(Duplicate(name, first))
    if known is not None:
        known.clear()
        known.update(kept)
    return tuple(found)


def _sources(document: Document, uses: Iterable[str]) -> Steps[frozenset[Source]]:
    """The definitions of the file that names depend on, directly or not; of too many the first."""
    resolver, waiting, seen, found = document.notation.resolver, list(uses), set[str](), set[Source]()
    while waiting and len(found) <= MOST_SOURCES:
        name = waiting.pop()
        if name not in seen and (source := document.scope.source(name)):
            found.add(source)
            waiting += [other for other, _ in resolver.references(source.text)] if resolver else ()
        seen.add(name)
        yield
    return frozenset(found)


def _forms(document: Document, placed: Placed) -> Steps[tuple[tuple[str, Hashable], ...]]:
    """The names that a chunk defines, with what equal pieces have in common."""
    analyser, found = document.notation.analyser, list[tuple[str, Hashable]]()
    keys = {span: key for key, span in analyser.names(placed.chunk.text)}
    for one in analyser.analyse(placed.chunk.text, placed.context, document.scope).definitions:
        key, piece = keys.get(one.name_span) if one.name_span else None, one.piece
        is_written = one.moves.start < one.moves.end and not one.broken
        if key is not None and piece is not None and 0 < len(piece.moves) <= MOST_MOVES and is_written:
            form = yield from normal_form.steps(piece, board_of(one))
            found.append((key, (form, *rest(piece), one.board)))
    return tuple(found)


def hints(document: Document, found: Iterable[Duplicate]) -> list[Diagnostic]:
    """The diagnostics of duplicates whose names are still defined, by place."""
    code, hints_found = _code(document.notation), []
    for one in found if code else ():
        here, first = (next(document.definitions_named(name), None) for name in one)
        if code and here and first:
            shown, other = document.slice(here), document.slice(first)
            related = Related(first, f"`{other}` is defined here.")
            hint = Diagnostic(code, here, f"`{shown}` moves exactly as `{other}` does.", related=(related,))
            placed = document.chunk_at(here.start)
            local = judged(hint.moved(-placed.start), placed.chunk.text, placed.chunk.ignores, placed.context)
            hints_found += [local.moved(placed.start)] if local else []
    return sorted(hints_found, key=attrgetter("span"))


def _code(notation: Notation) -> Code | None:
    """The code of the hints; None if the notation has none."""
    return next((code for code in notation.codes if code.id == "duplicate-piece"), None)
