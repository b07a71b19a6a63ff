"""Completion: what the grammar allows, the dialect has, and changes the piece."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, takewhile

from wazir.diagnostics import Diagnostic, Severity
from wazir.lazy import lazy
from wazir.notations.betza.definition import BetzaAnalysis
from wazir.notations.betza.dialects import DIALECTS, EXTENDED, ORIGINAL, XBETZA
from wazir.notations.betza.directions import DIRECTION_LETTERS, OLD_SIDEWAYS, SIGNS, Shape, read_signs
from wazir.notations.betza.engines import READERS
from wazir.notations.betza.engines.comparison import is_misread
from wazir.notations.betza.parts import Part
from wazir.notations.betza.phrases import turns, ways
from wazir.notations.betza.syntax import GRAMMAR, starts_chunk
from wazir.notations.betza.vocabulary import COLOUR_OF_KIND, Kind, Word, word, words
from wazir.notations.kit import BEGUN_NAME, capitalized, known_pieces
from wazir.notations.results import CompletionItem, TokenType
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.known import texts
from wazir.piece.model import Piece
from wazir.syntax import Token
from wazir.text import Span, line_start

BOARDS = ("8x8", "10x8", "9x10", "10x10", "12x8", "12x12", "cylinder 8x8")

SNIPPETS = {
    "pawn": ("a pawn", {ORIGINAL: "fmWfcF", EXTENDED: "fmWfcFifmW2", XBETZA: "fmWfceFifmnD"}),
    "cannon": ("the cannon of xiangqi", {ORIGINAL: "mRcpR", EXTENDED: "mRpR", XBETZA: "mRcpR"}),
    "horse": ("the horse of xiangqi", {ORIGINAL: "nN", EXTENDED: "W-F", XBETZA: "nN"}),
    "grasshopper": ("hops over one piece, to the square behind it", dict.fromkeys(DIALECTS, "gQ")),
    "griffon": ("one square diagonally, then on as a rook", {EXTENDED: "F(F-R)", XBETZA: "[F?R]"}),
    "king": ("a king that castles", {ORIGINAL: "K", EXTENDED: "K", XBETZA: "KisO2"}),
}
"""Pieces that a new definition may begin with: a line about each, and its moves by dialect."""

_NOTHING_MORE = re.compile(r"[ \t]*(?:[#;\r\n]|\Z)")
_DIRECTIVE = re.compile(r"[ \t]*(?P<sign>%\w*)(?:[ \t]+(?P<value>[^#;]*))?")


def complete(chunk: BetzaAnalysis, offset: int) -> tuple[Span, Iterable[CompletionItem]]:
    """The completion items at an offset, and the span that they replace."""
    text = chunk.text
    start = line_start(text, offset)
    before = text[start:offset]
    directive = _DIRECTIVE.fullmatch(before)
    if directive:
        return _of_directive(directive, start)
    here = Span(offset, offset)
    if not before and _NOTHING_MORE.match(text, offset):
        fresh = Place(BetzaAnalysis("", BetzaAnalysis(text[:start], chunk.context).next_context), 0)
        return here, _ranked(_definitions(fresh, ""), _directives(), words_at(fresh))
    place = Place(chunk.alone, offset, chunk.next_context.profile)
    begins, name = before.isalpha() and starts_chunk(before), BEGUN_NAME.search(before)
    known = known_pieces(texts("betza"), name[0]) if name else ()
    return here, _ranked(words_at(place), _definitions(place, before) if begins else (), known)


def _of_directive(found: re.Match[str], start: int) -> tuple[Span, Iterable[CompletionItem]]:
    if found["value"] is None:
        return Span(start + found.start("sign"), start + found.end("sign")), _directives()
    span = Span(start + found.start("value"), start + found.end("value"))
    values = {"%dialect": DIALECTS, "%board": dict.fromkeys(BOARDS, "files and ranks")}.get(found["sign"], {})
    return span, _ranked(CompletionItem(name, line, TokenType.ARGUMENT) for name, line in values.items())


def _directives() -> Iterator[CompletionItem]:
    for found in words(Kind.DIRECTIVE, ORIGINAL):
        line = f"sets the {found.title} of what follows"
        yield CompletionItem(found.spelling, line, TokenType.DIRECTIVE, found.text(ORIGINAL))


def _definitions(place: Place, begun: str) -> Iterator[CompletionItem]:
    """Whole definitions, where one starts; *begun* is what is written of it already."""
    dialect = place.pinned or XBETZA
    if not begun:
        yield CompletionItem(
            "name = moves", "a new definition", TokenType.NAME, snippet="${1:name} = ${2:K}", is_template=True
        )
    for name, (line, moves) in SNIPPETS.items():
        if dialect in moves and name.startswith(begun.lower()):
            example = moves[dialect]
            yield CompletionItem(
                name,
                line,
                TokenType.NAME,
                f"{name} = {example}",
                snippet=f"${{1:{name}}} = {example}",
                example=example,
                overlap=len(begun),
                is_template=True,
            )


def words_at(place: Place) -> Iterator[CompletionItem]:
    """Words that may come here, the likeliest kinds first; none in a name."""
    if any(token.kind == "EQUALS" and place.offset <= token.start for token in place.chunk.tokens):
        return
    if "RANGE" in place.expected:
        yield from place.useful(_ranges(place))
    if "SUFFIX" in place.expected and place.dialect == XBETZA:
        yield from place.useful(_plain(words(Kind.SUFFIX, place.dialect), place.dialect))
    before_atom = place.after.lstrip()[:1].isupper()
    if "MODIFIER" in place.expected and (place.part or before_atom):
        yield from place.useful(_modifiers(place))
    if "ATOM" in place.expected:
        yield from place.useful(_plain(_atoms(place.dialect), place.dialect))
    if "MODIFIER" in place.expected and not (place.part or before_atom):
        yield from _modifiers(place)
    yield from _operators(place)


def _ranges(place: Place) -> list[CompletionItem]:
    numbers = {"2": "at most two steps", "3": "at most three steps", "0": "any number of steps"}
    if place.tokens and place.tokens[-1].text == "O":
        numbers = {"2": "two squares aside", "3": "three squares aside"}
    return [CompletionItem(digits, line, TokenType.RANGE, f"{line.capitalize()}.") for digits, line in numbers.items()]


def _modifiers(place: Place) -> Iterator[CompletionItem]:
    yield from _directions_of(place, place.part) if place.part and place.part.shapes else _directions(place)
    inner = place.part.inner if place.part else False
    dialect = place.part.dialect if place.part else place.dialect
    for found in (*words(Kind.MODE, place.dialect), *words(Kind.MODIFIER, place.dialect)):
        if found.spelling not in place.own:
            title, text = found.title_in(dialect), found.text(dialect, inner)
            yield CompletionItem(found.spelling, title, COLOUR_OF_KIND[found.kind], text, example=found.example)


def _directions(place: Place) -> Iterator[CompletionItem]:
    """Single directions, for an atom that is not known yet."""
    for found in words(Kind.DIRECTION, place.dialect):
        fits = found.spelling != "h" or place.own[-1:] in ("f", "b", "l", "r")
        if fits and found.spelling not in place.own:
            title, text = found.title_in(place.dialect), found.text(place.dialect)
            yield CompletionItem(found.spelling, title, TokenType.DIRECTION, text, example=found.example)


def _directions_of(place: Place, part: Part) -> Iterator[CompletionItem]:
    """Directions and pairs of them, in the words of their atom; of those that say the same, the first."""
    shape, chiral = part.shapes[0], place.dialect == XBETZA
    again = word("a")
    if again and chiral and not part.chained:
        yield CompletionItem(
            "a", again.title_in(XBETZA), TokenType.DIRECTION, again.text(XBETZA), example=again.example
        )
    before = "".join(takewhile(DIRECTION_LETTERS.__contains__, reversed(place.own)))[::-1]
    after = "".join(takewhile(DIRECTION_LETTERS.__contains__, place.after))
    yield from _directions_between(before, after, shape, chiral, chiral and not part.chained, part.first)


@lru_cache(256)
def _directions_between(
    before: str, after: str, shape: Shape, chiral: bool, splits: bool, is_first: bool
) -> tuple[CompletionItem, ...]:
    """The directions that may stand between some letters; *splits* is whether `a` is not one of them."""
    found: dict[frozenset[int], CompletionItem] = {}
    for sign in sorted((sign for sign in SIGNS[shape] if sign not in OLD_SIDEWAYS), key=len):
        read = _read(before, sign, after, shape, chiral)
        if read is not None and read not in found and not (sign == "a" and splits):
            text = ways(shape, read) if is_first else turns(read)
            found[read] = CompletionItem(sign, text, TokenType.DIRECTION, f"{capitalized(text)}.")
    return tuple(found.values())


def _operators(place: Place) -> Iterator[CompletionItem]:
    for kind, sign, dialect in _OPERATORS:
        within = sign == "-" and "QUESTION" in place.expected
        found = word(sign)
        if kind in place.expected and found and (within or not place.pinned or place.pinned == dialect):
            text = found.text(dialect)
            yield CompletionItem(sign, found.title_in(dialect), TokenType.OPERATOR, text, example=found.example)


_OPERATORS = (
    ("HYPHEN", "-", EXTENDED),
    ("QUESTION", "?", XBETZA),
    ("LSQB", "[", XBETZA),
    ("RSQB", "]", XBETZA),
    ("LPAR", "(", EXTENDED),
    ("RPAR", ")", EXTENDED),
)


def _atoms(dialect: str) -> tuple[Word, ...]:
    return tuple(found for found in words(Kind.ATOM, dialect) if found.leap or found.spelling != "(a,b)")


def _plain(found: Iterable[Word], dialect: str) -> Iterator[CompletionItem]:
    for one in found:
        size = f" ({one.leap[0]},{one.leap[1]})" if one.leap else ""
        title = f"{one.title}{size}"
        yield CompletionItem(one.spelling, title, COLOUR_OF_KIND[one.kind], one.text(dialect), example=one.example)


def _read(before: str, sign: str, after: str, shape: Shape, chiral: bool) -> frozenset[int] | None:
    """The selection of a sign at its place; None if it is not read as one, or changes how others are read."""
    signs = read_signs(before + sign + after, shape, chiral)
    here = [one for one in signs if one.start < len(before) + len(sign) and one.start + len(one.text) > len(before)]
    if len(here) != 1 or len(here[0].text) > 2:
        return None
    whole = here[0].start == len(before) and here[0].text == sign
    pair = len(sign) == 1 and here[0].start == len(before) - 1
    return here[0].places if whole or pair else None


def _ranked(*completions: Iterable[CompletionItem]) -> Iterator[CompletionItem]:
    """Completions in the order in which they come."""
    return (replace(item, rank=rank) for rank, item in enumerate(chain(*completions)))


# Where completion is asked for

LONGEST_TRIED = 200
"""The longest definition in which items are tried."""
MOST_LEGS_TRIED = 30
"""The most legs of a definition in which items are tried."""


@dataclass(frozen=True)
class Place:
    """A place in a definition."""

    chunk: BetzaAnalysis
    """The definition before the insertion. It has no profile: to compare each item with the engine takes too long."""
    offset: int
    profile: str | None = None

    @property
    def before(self) -> str:
        """The text before it."""
        return self.chunk.text[: self.offset]

    @property
    def after(self) -> str:
        """The text after it."""
        return self.chunk.text[self.offset :]

    @property
    def dialect(self) -> str:
        """The dialect of the definition before the insertion."""
        return self.chunk.dialect

    @property
    def pinned(self) -> str | None:
        """The dialect that is set here."""
        return self.chunk.next_context.dialect

    @lazy
    def part(self) -> Part | None:
        """The leg among whose modifiers the place is, if it has an atom."""
        after = len(self.chunk.text) - len(self.after.lstrip())
        parts = (part for part in self.chunk.parts if part.span.start == after or _holds(part, self.offset))
        return next((part for part in parts if part.atom), None)

    @lazy
    def expected(self) -> frozenset[str]:
        """The kinds of tokens that the grammar allows here."""
        return GRAMMAR.expected(self.before, self.offset)

    @lazy
    def own(self) -> str:
        """The modifiers that the leg has already, to the left."""
        own = takewhile(lambda token: token.kind == "MODIFIER", reversed(self.tokens))
        letters = "".join([token.text for token in own])[::-1]
        return letters.rpartition("a")[2] if self.dialect == XBETZA else letters

    @lazy
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that start before it."""
        return tuple([token for token in self.chunk.tokens if token.start < self.offset])

    @lazy
    def is_small(self) -> bool:
        """Whether items are tried."""
        if len(self.chunk.text) > LONGEST_TRIED:
            return False
        pieces = [definition.piece for definition in self.chunk.definitions if definition.piece]
        return sum(len(move.legs) for piece in pieces for move in piece.moves) <= MOST_LEGS_TRIED

    def useful(self, completions: Iterable[CompletionItem]) -> Iterator[CompletionItem]:
        """The items that cause no new error and change the piece."""
        is_read_well = self.profile in READERS and not _is_misread(self.chunk, self.profile)
        for item in completions:
            if not self.is_small:
                yield item
                continue
            changed = replace(self.chunk, text=self.before + item.label + self.after)
            if self._is_useful(changed) and not (is_read_well and _is_misread(changed, self.profile)):
                yield item

    @lazy
    def _errors(self) -> Counter[tuple[str, str]]:
        return _errors(self.chunk.diagnostics)

    def _is_useful(self, changed: BetzaAnalysis) -> bool:
        if not _errors(changed.diagnostics) <= self._errors:
            return False
        return not equal_normal_forms(changed.piece or Piece(()), self.chunk.piece or Piece(()))


def _errors(diagnostics: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    """The diagnostics that rule out an item which brings them."""
    return Counter(
        (each.code.id, each.message) for each in diagnostics if each.code.severity <= Severity.WARNING or each.code.tags
    )


def _holds(part: Part, offset: int) -> bool:
    """Whether a place is among the modifiers of a leg, or right before its atom."""
    own = part.written.modifiers
    atom = next((child.start for child in part.written.node.inner()), part.span.start)
    if own and own[0].start <= offset <= own[-1].end:
        return True
    return (part.last or part.chained) and (own[-1].end if own else part.span.start) <= offset <= atom


def _is_misread(chunk: BetzaAnalysis, profile: str | None) -> bool:
    """Whether the engine of a profile plays other moves than those of a definition, as far as that is seen quickly."""
    if profile not in READERS or chunk.moves is None or chunk.piece is None:
        return False
    text = "".join(chunk.text[chunk.moves.start : chunk.moves.end].split())
    return is_misread(text, chunk.piece, chunk.dialect, profile, chunk.next_context.board)
