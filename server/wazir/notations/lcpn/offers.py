"""What there is to propose: pieces, functions, restrictions and the other words, each with what it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from wazir.notations.base import NO_NAMES, Proposal, TokenType
from wazir.notations.kit import Report
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.analysis import Chunk
from wazir.notations.lcpn.checks import check
from wazir.notations.lcpn.names import Names, library
from wazir.notations.lcpn.naming import same_as, short
from wazir.notations.lcpn.restrictions import RADIAL
from wazir.notations.lcpn.spelling import canonical, gerund
from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.tree import Chain, Defined, Expression, Name, Restricted, Word, has_gap, size
from wazir.notations.lcpn.vocabulary import (
    COMPARISONS,
    FUNCTIONS,
    LOGIC,
    OPERATORS,
    RANGES,
    STRINGS,
    TESTS,
    Kind,
    restrictions,
)
from wazir.notations.lcpn.vocabulary import Word as Meaning
from wazir.piece.model import Lattice, Move, Piece
from wazir.text import Span

MOST_OF_FILE = 300
"""So many names of a file are proposed, and no more."""
MOST_SHOWN = 40
"""Of more than so many it is not said what they stand for."""
LARGEST_TRIED = 60
"""In a larger expression it is not tried what each restriction would change."""
DISTANCES = ("2", "3", "4")

_COLOURS = {Kind.RANGE: TokenType.RANGE}


# Names


def pieces(page: Chunk, typed: str) -> Iterator[Proposal]:
    """All pieces that have names, those of the file first; of many only those that begin as what is typed."""
    own = [name for name in _of_file(page, typed) if page.names.is_piece(name)]
    for name in own:
        yield _own_piece(name, page, len(own) <= MOST_SHOWN)
    taken = frozenset(own)
    for proposal in _well_known(page.style, page.lattice):
        if canonical(proposal.label) not in taken and page.names.scope.facts(canonical(proposal.label)) is None:
            yield proposal


def _of_file(page: Chunk, typed: str) -> list[str]:
    """The names of the file; of many those that begin as what is typed, and not all of them."""
    names = sorted(page.names.scope.defined_names())
    if len(names) <= MOST_OF_FILE:
        return names
    key = canonical(typed)
    return [name for name in names if name.startswith(key)][:MOST_OF_FILE]


def _own_piece(key: str, page: Chunk, is_shown: bool) -> Proposal:
    label = page.name(key)
    found = page.names.defined(key) if is_shown else None
    if found is None:
        return Proposal(label, "a piece of this file", TokenType.ATOM)
    return Proposal(
        label,
        f"a piece of this file: {short(page, found[0].body)}",
        TokenType.ATOM,
        piece=page.piece(Name(key, Span(0, 0))),
    )


@lru_cache(maxsize=8)
def _well_known(style: str, lattice: Lattice) -> tuple[Proposal, ...]:
    page = Chunk("", Names(NO_NAMES, style), lattice)
    found = []
    for key, body in library().bodies.items():
        others = [page.name(other) for other in same_as(key)]
        said = f"Also called {', '.join(others)}." if others else ""
        piece = page.piece(Name(key, Span(0, 0)))
        detail = f"a well-known piece: {short(page, body)}"
        found.append(Proposal(page.name(key), detail, TokenType.ATOM, said, piece))
    return tuple(found)


def functions(page: Chunk, typed: str = "") -> Iterator[Proposal]:
    """The functions of the file, and those that have a meaning anyway; in SQL as gerunds too."""
    for key in _of_file(page, typed):
        facts = page.names.facts(key)
        if facts is not None and facts.is_function and (found := page.names.defined(key)):
            detail = f"a function of this file: {short(page, found[0].body)}"
            yield Proposal(page.name(key), detail, TokenType.MODE)
    for key, word in FUNCTIONS.items():
        yield _function(page.name(key), page, word.title, word.text, key)
    if page.style == "sql":
        for key, word in FUNCTIONS.items():
            if key != "promote-to":
                written = page.name(gerund(key))
                yield Proposal(written, word.title, TokenType.MODE, word.text, example=f"{written} rook")


def _function(label: str, page: Chunk, title: str, text: str, key: str) -> Proposal:
    example = f"({label} rook)" if page.is_lispy else f"{label}(rook)"
    if key == "promote-to":
        sign = STYLES[page.style].signs["=>"]
        example = f"(=> wazir {example})" if page.is_lispy else f"wazir {sign} {example}"
    return Proposal(label, title, TokenType.MODE, text, example=example)


def calls(page: Chunk) -> Iterator[Proposal]:
    """Lists of functions, where a piece is wanted in the Lisp styles."""
    for key, word in FUNCTIONS.items():
        snippet = f"({key} ${{1:rook}})"
        yield Proposal(f"({key} ...)", word.title, TokenType.MODE, word.text, snippet=snippet, example=f"({key} rook)")


# Restrictions


def restricting(page: Chunk, probe: str, text: str, start: int, end: int) -> Iterator[Proposal]:
    """The restrictions for a place, those that change something there first.

    Args:
        page: The chunk as it stands.
        probe: A word that nobody uses, which is tried at the place.
        text: The chunk with the probe in it.
        start: Where the probe begins.
        end: Where it ends.
    """
    tried = Chunk(text, page.names, page.lattice)
    path = tried.path(Span(start, end))
    holder = next((part for part in reversed(path) if isinstance(part, Restricted)), None)
    others = tuple(word for word in holder.words if word.key != probe) if holder else ()
    inner = holder.inner if holder else None
    before = _moves(tried, inner, others)
    is_right = any(isinstance(part, Chain) and not _is_first(part, start) for part in path)
    useless: list[Proposal] = []
    for key, title, said, colour in _restrictions(page):
        words = (*others, Word(key, Span(start, end)))
        if len(words) > len({word.key for word in words}) or (inner is not None and _errors(tried, inner, words)):
            continue
        after = _moves(tried, inner, words) if before is not None else None
        piece = after if after is not None and after.moves else None
        proposal = Proposal(f":{page.name(key)}", title, colour, said, piece)
        changes = after is None or (bool(after.moves) and _of(after) != _of(before))
        if changes and (key not in RADIAL or is_right):
            yield proposal
        else:
            useless.append(proposal)
    yield from useless


def _is_first(chain: Chain, offset: int) -> bool:
    """Whether a place in a chain is in its first part, where nothing is outward yet."""
    return offset <= chain.parts[0].span.end


def _restrictions(page: Chunk) -> Iterator[tuple[str, str, str, TokenType]]:
    """All restrictions, the commonest first."""
    known = [(word.key, word.title, word.text, _colour(word)) for word in restrictions(page.lattice)]
    for digits in DISTANCES:
        text = f"At most {digits} steps in a straight line."
        known.append((digits, f"at most {digits} steps", text, TokenType.RANGE))
    yield from sorted((one for one in known if one[0] != "*"), key=lambda one: one[0].endswith(("-most", "-shallow")))
    yield "*", RANGES["*"].title, RANGES["*"].text, TokenType.RANGE


def _colour(word: Meaning) -> TokenType:
    return _COLOURS.get(word.kind, TokenType.DIRECTION)


def _errors(page: Chunk, inner: Expression, words: tuple[Word, ...]) -> bool:
    """Whether restrictions bring an error: a range on a chain, an `:only` without an array, three numbers."""
    report = Report()
    whole = Restricted(inner, words, Span(-1, -1))
    check(Defined(None, whole, whole.span), page.names, page.lattice, report)
    found = {one.code for one in report.diagnostics()}
    return bool(found & {rules.BAD_RANGE, rules.RANGE_ON_CHAIN, rules.ONLY_WITHOUT_ARRAY})


def _moves(page: Chunk, inner: Expression | None, words: tuple[Word, ...]) -> Piece | None:
    """What an expression does with some restrictions; None where that is not tried."""
    if inner is None or has_gap(inner) or size(inner) > LARGEST_TRIED:
        return None
    whole = Restricted(inner, words, inner.span) if words else inner
    return page.piece(whole) or Piece((), lattice=page.lattice)


def _of(piece: Piece | None) -> frozenset[Move]:
    return frozenset(piece.moves) if piece else frozenset()


# Other words


def operators(page: Chunk, keys: Iterable[str]) -> Iterator[Proposal]:
    """Operators, as the style writes them."""
    examples = {"/": ("rook", "knight"), "=>": ("ferz", "rook"), "->": ("man", "man"), "&": ()}
    for key in keys:
        word, sign, given = OPERATORS[key], STYLES[page.style].signs[key], examples[key]
        example = f"({' '.join((sign, *given))})" if page.is_lispy else f" {sign} ".join(given)
        yield Proposal(sign, word.title, TokenType.OPERATOR, word.text, example=example if given else "")


def comparisons() -> Iterator[Proposal]:
    """The signs that compare numbers."""
    for key, word in COMPARISONS.items():
        yield Proposal(key, word.title, TokenType.OPERATOR, word.text)


def logic(page: Chunk) -> Iterator[Proposal]:
    """`and`, `or` and `not`."""
    for key, word in LOGIC.items():
        label = key.upper() if page.style == "sql" else key
        yield Proposal(label, word.title, TokenType.OPERATOR, word.text)


def tests(page: Chunk, *, in_list: bool) -> Iterator[Proposal]:
    """What a position answers, with its brackets; without them where a list is open already."""
    for key, word in TESTS.items():
        label = key if in_list else f"({key})" if page.is_lispy else f"{key}()"
        yield Proposal(label, word.title, TokenType.MODE, word.text)


def strings() -> Iterator[Proposal]:
    """The strings that mean something."""
    for key, word in STRINGS.items():
        yield Proposal(key, word.title, TokenType.STRING, word.text)
