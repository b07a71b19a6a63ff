"""What completion offers: pieces, functions, restrictions and the other words, each with what it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from wazir.notations.base import NO_NAMES, Proposal, TokenType
from wazir.notations.kit import Report
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.checks import check
from wazir.notations.lcpn.definition import Chunk
from wazir.notations.lcpn.glossary import same_as, short
from wazir.notations.lcpn.names import Names, library
from wazir.notations.lcpn.restrictions import RADIAL, UNLIMITED
from wazir.notations.lcpn.spelling import canonical, gerund
from wazir.notations.lcpn.tree import Chain, Defined, Expression, Name, Restricted, Word, has_gap, size
from wazir.notations.lcpn.vocabulary import COLOURS, FUNCTIONS, LOGIC, OPERATORS, RANGES, TESTS, Kind, restrictions
from wazir.notations.lcpn.vocabulary import Word as Meaning
from wazir.piece.model import Lattice, Piece
from wazir.text import Span

MOST_OF_FILE = 300
"""So many names of a file are offered, and no more."""
MOST_SHOWN = 40
"""Of more than so many it is not said what they stand for."""
LARGEST_TRIED = 60
"""In a larger expression it is not tried what each restriction would change."""
DISTANCES = ("2", "3", "4")
_EXAMPLES = {"/": ("rook", "knight"), "=>": ("ferz", "rook"), "->": ("man", "man")}


def word(label: str, meaning: Meaning, **more: Any) -> Proposal:
    """A word of the vocabulary."""
    return Proposal(label, meaning.title, COLOURS[meaning.kind], meaning.text, **more)


# Names


def pieces(chunk: Chunk, typed: str) -> Iterator[Proposal]:
    """All pieces that have names, those of the file first; of many only those that begin as what is typed."""
    own = [key for key in _of_file(chunk, typed) if chunk.names.is_piece(key)]
    for key in own:
        found = chunk.names.defined(key) if len(own) <= MOST_SHOWN else None
        detail = f"a piece of this file: {short(chunk, found[0].body)}" if found else "a piece of this file"
        piece = chunk.piece(Name(key, Span(0, 0))) if found else None
        yield Proposal(chunk.name(key), detail, TokenType.ATOM, piece=piece)
    for known in _well_known(chunk.style, chunk.lattice):
        if canonical(known.label) not in own and chunk.names.scope.facts(canonical(known.label)) is None:
            yield known


def _of_file(chunk: Chunk, typed: str) -> list[str]:
    """The names of the file; of many those that begin as what is typed, and not all of them."""
    names = sorted(chunk.names.scope.defined_names())
    if len(names) <= MOST_OF_FILE:
        return names
    key = canonical(typed)
    return [name for name in names if name.startswith(key)][:MOST_OF_FILE]


@lru_cache(maxsize=8)
def _well_known(style: str, lattice: Lattice) -> tuple[Proposal, ...]:
    chunk = Chunk("", Names(NO_NAMES, style), lattice)
    found = []
    for key, body in library().bodies.items():
        others = [chunk.name(other) for other in same_as(key)]
        said = f"Also called {', '.join(others)}." if others else ""
        detail = f"a well-known piece: {short(chunk, body)}"
        found.append(Proposal(chunk.name(key), detail, TokenType.ATOM, said, chunk.piece(Name(key, Span(0, 0)))))
    return tuple(found)


def functions(chunk: Chunk, typed: str) -> Iterator[Proposal]:
    """The functions of the file, and those that have a meaning anyway; in SQL as gerunds too."""
    for key in _of_file(chunk, typed):
        facts = chunk.names.facts(key)
        if facts is not None and facts.is_function and (found := chunk.names.defined(key)):
            detail = f"a function of this file: {short(chunk, found[0].body)}"
            yield Proposal(chunk.name(key), detail, TokenType.MODE)
    for key, meaning in FUNCTIONS.items():
        label = chunk.name(key)
        example = f"({label} rook)" if chunk.is_lispy else f"{label}(rook)"
        if key == "promote-to":
            example = f"(=> wazir {example})" if chunk.is_lispy else f"wazir {chunk.sign('=>')} {example}"
        yield word(label, meaning, example=example)
    for key, meaning in FUNCTIONS.items() if chunk.style == "sql" else ():
        if key != "promote-to":
            label = chunk.name(gerund(key))
            yield word(label, meaning, example=f"{label} rook")


def calls() -> Iterator[Proposal]:
    """Lists of functions, where a piece is wanted in the Lisp styles."""
    for key, meaning in FUNCTIONS.items():
        yield word(f"({key} ...)", meaning, snippet=f"({key} ${{1:rook}})", example=f"({key} rook)")


# Restrictions


def restricting(chunk: Chunk, probe: str, text: str, span: Span) -> Iterator[Proposal]:
    """The restrictions for a place, those that change something there first.

    Args:
        chunk: The chunk as it is.
        probe: A word that nobody uses, which is tried at the place.
        text: The text of the chunk with the probe in it.
        span: Where the probe is.
    """
    tried = Chunk(text, chunk.names, chunk.lattice)
    path = tried.path(span)
    holder = next((part for part in reversed(path) if isinstance(part, Restricted)), None)
    others = tuple(one for one in holder.words if one.key != probe) if holder else ()
    inner = holder.inner if holder else None
    before = _tried(tried, inner, others)
    is_right = any(isinstance(part, Chain) and span.start > part.parts[0].span.end for part in path)
    useless: list[Proposal] = []
    for meaning in _restrictions(chunk.lattice):
        words = (*others, Word(meaning.key, span))
        if len(words) > len({one.key for one in words}) or (inner is not None and _has_errors(tried, inner, words)):
            continue
        after = _tried(tried, inner, words) if before else None
        piece = after if after is not None and after.moves else None
        offered = word(f":{chunk.name(meaning.key)}", meaning, piece=piece)
        changes = before is None or (piece is not None and set(piece.moves) != set(before.moves))
        if changes and (meaning.key not in RADIAL or is_right):
            yield offered
        else:
            useless.append(offered)
    yield from useless


def _restrictions(lattice: Lattice) -> Iterator[Meaning]:
    """All restrictions, the commonest first."""
    known = [meaning for meaning in restrictions(lattice) if meaning.key != UNLIMITED]
    for digits in DISTANCES:
        text = f"At most {digits} steps in a straight line."
        known.append(Meaning(digits, Kind.RANGE, f"at most {digits} steps", text))
    yield from sorted(known, key=lambda one: one.key.endswith(("-most", "-shallow")))
    yield RANGES[UNLIMITED]


def _has_errors(chunk: Chunk, inner: Expression, words: tuple[Word, ...]) -> bool:
    """Whether restrictions bring an error: a range on a chain, an `:only` without an array, three numbers."""
    report = Report()
    whole = Restricted(inner, words, Span(-1, -1))
    check(Defined(None, whole, whole.span), chunk.names, chunk.lattice, report)
    found = {one.code for one in report.diagnostics()}
    return bool(found & {rules.BAD_RANGE, rules.RANGE_ON_CHAIN, rules.ONLY_WITHOUT_ARRAY})


def _tried(chunk: Chunk, inner: Expression | None, words: tuple[Word, ...]) -> Piece | None:
    """What an expression does with some restrictions; None where that is not tried."""
    if inner is None or has_gap(inner) or size(inner) > LARGEST_TRIED:
        return None
    whole = Restricted(inner, words, inner.span) if words else inner
    return chunk.piece(whole) or Piece((), lattice=chunk.lattice)


# Operators and conditions


def operators(chunk: Chunk, keys: Iterable[str]) -> Iterator[Proposal]:
    """Operators, as the style writes them."""
    for key in keys:
        sign, given = chunk.sign(key), _EXAMPLES.get(key, ())
        example = f"({' '.join((sign, *given))})" if chunk.is_lispy else f" {sign} ".join(given)
        yield word(sign, OPERATORS[key], example=example if given else "")


def logic(chunk: Chunk, keys: Iterable[str] = LOGIC) -> Iterator[Proposal]:
    """`and`, `or` and `not`."""
    for key in keys:
        yield word(chunk.sign(key), LOGIC[key])


def facts(chunk: Chunk, form: str = "") -> Iterator[Proposal]:
    """What a position answers, with its brackets or in another form."""
    for key, meaning in TESTS.items():
        yield word((form or ("({})" if chunk.is_lispy else "{}()")).format(key), meaning)
