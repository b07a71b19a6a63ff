"""Completion: what the grammar allows, the dialect has, and changes the piece."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, takewhile

from wazir.notations.betza.definition import BetzaAnalysis, context_after, starts_chunk
from wazir.notations.betza.dialects import DIALECTS, EXTENDED, ORIGINAL, XBETZA
from wazir.notations.betza.directions import DIRECTION_LETTERS, OLD_SIDEWAYS, SIGNS, Shape, read_signs
from wazir.notations.betza.parts import Part
from wazir.notations.betza.phrases import turns, ways
from wazir.notations.betza.place import Place
from wazir.notations.betza.vocabulary import COLOUR_OF_KIND, Kind, Word, word, words
from wazir.notations.kit import BEGUN_NAME, capitalized, known_pieces
from wazir.notations.results import CompletionItem, TokenType
from wazir.piece.known import texts
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
        fresh = Place(BetzaAnalysis("", context_after(text[:start], chunk.context)), 0)
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
    """Words that may come here, the likeliest kinds first."""
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
    aside = re.search(r"O\s*$", place.before)
    numbers = {"2": "at most two steps", "3": "at most three steps", "0": "any number of steps"}
    if aside:
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
