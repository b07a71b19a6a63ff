"""Completion: what the grammar allows, the dialect has, and changes the piece."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, takewhile
from typing import NamedTuple

from wazir.budget import MAX_LEGS_TRIED
from wazir.diagnostics import Severity
from wazir.lazy import lazy
from wazir.notations.betza.definition import BetzaDefinition
from wazir.notations.betza.directions import DIRECTION_LETTERS, SIGNS, Shape, read_signs
from wazir.notations.betza.engines import READERS, is_misread
from wazir.notations.betza.hover import phrase_of
from wazir.notations.betza.legs import unspaced
from wazir.notations.betza.meaning import ReadLeg, lower
from wazir.notations.betza.syntax import GRAMMAR
from wazir.notations.betza.vocabulary import (
    COLOUR_OF_KIND,
    DIALECTS,
    EXTENDED,
    ORIGINAL,
    TABLES,
    TURNS,
    WAYS,
    WORD_OF,
    XBETZA,
    Word,
    WordKind,
    words,
)
from wazir.notations.known_names import LETTERS, begun_name, known_pieces, word_end
from wazir.notations.reports import Report
from wazir.notations.results import CompletionItem, TokenType
from wazir.notations.wording import capitalized
from wazir.piece.equivalence.normal import normal_form
from wazir.piece.known import texts
from wazir.piece.model import Piece
from wazir.syntax import Node, ProblemKind, Token
from wazir.text import Span, line_start

MAX_MODIFIERS = 3
"""The number of letters up to which the beginning of a name may be meant as moves: `gri`, `man`."""
BOARDS = ("8x8", "10x8", "9x10", "10x10", "12x8", "12x12", "cylinder 8x8")

SNIPPETS: Mapping[str, tuple[str, Mapping[str, str]]] = TABLES["snippets"]
"""Pieces that a new definition may begin with: a line about each, and its moves by dialect."""

_NOTHING_MORE = re.compile(r"[ \t]*(?:[#;\r\n]|\Z)")
_REST_OF_VALUE = re.compile(r"[^\s#;]*")
_DIRECTIVE = re.compile(r"[ \t]*(?P<sign>%\w*)(?:[ \t]+(?P<value>[^#;]*))?")


def complete(chunk: BetzaDefinition, offset: int) -> tuple[Span, Iterable[CompletionItem]]:
    """The completion items at an offset, and the span that they replace."""
    text = chunk.text
    start = line_start(text, offset)
    before = text[start:offset]
    if directive := _DIRECTIVE.fullmatch(before):
        part = "sign" if directive["value"] is None else "value"
        end = word_end(_REST_OF_VALUE, text, offset) if directive[part] else offset
        span = Span(start + directive.start(part), end)
        if part == "sign":
            return span, _directives()
        boards = dict.fromkeys(BOARDS, "files and ranks")
        values = {"%dialect": DIALECTS, "%board": boards}.get(directive["sign"], {})
        return span, _ranked(
            CompletionItem(name, line, TokenType.ARGUMENT) for name, line in values.items()
        )
    if not before and _NOTHING_MORE.match(text, offset):
        fresh = Place(
            BetzaDefinition("", BetzaDefinition(text[:start], chunk.context).next_context), 0
        )
        offered = _ranked(_definitions(fresh, ""), _directives(), words_at(fresh))
        return Span(offset, offset), offered
    place = Place(chunk, offset)
    span, named = _named(place, start)
    if not named:
        return Span(offset, offset), _ranked(() if place.follows_unknown else words_at(place))
    typed = text[span.start : span.end]
    if span.end > offset or len(typed) > MAX_MODIFIERS or place.follows_unknown:
        return span, _ranked(named)
    return span, _ranked(named, _after(typed, words_at(place)))


def _named(place: Place, start: int) -> tuple[Span, tuple[CompletionItem, ...]]:
    """What is named by the word at a place, and the span of the word; *start* is that of the line.

    At the start of a line, where a new name may be, these are whole definitions.
    """
    text, offset = place.chunk.text, place.offset
    if text[start:offset].isalpha():
        is_sound = any(not definition.broken for definition in place.chunk.definitions)
        is_whole = word_end(LETTERS, text, offset) == offset
        begun = text[start:offset]
        definitions = _definitions(place, begun) if is_whole and not is_sound else ()
        return Span(start, offset), tuple(definitions)
    named = texts("betza")
    span = begun_name(named, text, offset)
    if span.start in (start, span.end):
        return Span(offset, offset), ()
    return span, tuple(known_pieces(named, text[span.start : span.end]))


def _after(typed: str, items: Iterable[CompletionItem]) -> Iterator[CompletionItem]:
    """Words that come after a typed one, together with it."""
    for item in items:
        yield replace(item, label=typed + item.label, text=typed + (item.text or item.label))


def _directives() -> Iterator[CompletionItem]:
    for directive in words(WordKind.DIRECTIVE, ORIGINAL):
        detail = f"sets the {directive.title} of what follows"
        yield replace(_item(directive, ORIGINAL), detail=detail, example="")


def _definitions(place: Place, begun: str) -> Iterator[CompletionItem]:
    """Whole definitions, where one starts; *begun* is what is written of it already."""
    dialect = place.pinned or XBETZA
    if not begun:
        snippet = "${1:name} = ${2:K}"
        label, line = "name = moves", "a new definition"
        yield CompletionItem(label, line, TokenType.NAME, snippet=snippet, is_template=True)
    for name, (line, moves) in SNIPPETS.items():
        if dialect in moves and name.startswith(begun.lower()):
            spelled, example = begun + name[len(begun) :], moves[dialect]
            yield CompletionItem(
                spelled,
                line,
                TokenType.NAME,
                documentation=f"{spelled} = {example}",
                snippet=f"${{1:{spelled}}} = {example}",
                example=example,
                is_template=True,
            )


def words_at(place: Place) -> Iterator[CompletionItem]:
    """Words that may come here, the likeliest kinds first; none in a name or before a directive."""
    if any(
        token.kind in ("EQUALS", "DIRECTIVE") and place.offset <= token.start
        for token in place.chunk.tokens
    ):
        return
    if "RANGE" in place.expected and not place.after[:1].isdigit():
        yield from place.useful(_ranges(place), "RANGE", place.leg_before)
    if "SUFFIX" in place.expected:
        suffixes = words(WordKind.SUFFIX, place.dialect)
        yield from place.useful(
            (_item(entry, place.dialect) for entry in suffixes), "SUFFIX", place.leg_before
        )
    if "MODIFIER" in place.expected and place.part:
        yield from place.useful(_modifiers(place), "MODIFIER", place.part.syntax.node)
    if "ATOM" in place.expected and not (place.part and place.part.syntax.is_bracketed):
        # Beside the same letter one makes a doubled letter, which only the original dialect has.
        if place.dialect == ORIGINAL:
            doubled = ""
        else:
            doubled = place.before.rstrip()[-1:] + place.after.lstrip()[:1]
        atoms = words(WordKind.ATOM, place.dialect)
        items = (
            _item(atom, place.dialect) for atom in atoms if atom.spelling not in ("(a,b)", *doubled)
        )
        yield from place.useful(items, "ATOM", place.leg_begun)
    if "MODIFIER" in place.expected and not place.part and not place.after.lstrip()[:1].isupper():
        yield from _modifiers(place)
    for kind, sign, dialect in _OPERATORS:
        within = sign == "-" and "QUESTION" in place.expected
        if kind in place.expected and (within or not place.pinned or place.pinned == dialect):
            yield replace(_item(WORD_OF[sign], dialect), label=sign)


def _ranges(place: Place) -> list[CompletionItem]:
    numbers = {"2": "at most two steps", "3": "at most three steps", "0": "any number of steps"}
    if place.tokens[-1].text == "O":
        numbers = {"2": "two squares aside", "3": "three squares aside"}
    return [
        CompletionItem(digits, line, TokenType.RANGE, documentation=f"{line.capitalize()}.")
        for digits, line in numbers.items()
    ]


def _modifiers(place: Place) -> Iterator[CompletionItem]:
    """Directions, modes and other modifiers."""
    part = place.part
    dialect, inner = (part.dialect, part.goes_on) if part else (place.dialect, False)
    if part and part.shapes:
        yield from _directions(place, part)
    else:
        yield from (
            _item(entry, dialect)
            for entry in words(WordKind.DIRECTION, dialect)
            if place.has_room_for(entry)
        )
    for entry in (*words(WordKind.MODE, place.dialect), *words(WordKind.MODIFIER, place.dialect)):
        if place.has_room_for(entry):
            yield _item(entry, dialect, inner)


def _directions(place: Place, part: ReadLeg) -> Iterator[CompletionItem]:
    """Directions and pairs of them, in the words of their atom; of those that say the same, the
    first.
    """
    shape, is_xbetza = part.shapes[0], place.dialect == XBETZA
    splits = is_xbetza and not part.is_chained
    if splits:
        yield _item(WORD_OF["a"], XBETZA)
    before = "".join(takewhile(DIRECTION_LETTERS.__contains__, reversed(place.own)))[::-1]
    after = "".join(takewhile(DIRECTION_LETTERS.__contains__, place.after))
    items: dict[frozenset[int], CompletionItem] = {}
    for sign in sorted(SIGNS[shape], key=len):
        places = _read(before, sign, after, shape=shape, chiral=is_xbetza)
        if places is not None and places not in items and not (sign == "a" and splits):
            text = phrase_of(places, WAYS if part.is_first else TURNS)
            items[places] = CompletionItem(
                sign, text, TokenType.DIRECTION, documentation=f"{capitalized(text)}."
            )
    yield from items.values()


_OPERATORS = (
    ("HYPHEN", "-", EXTENDED),
    ("QUESTION", "?", XBETZA),
    ("LSQB", "[", XBETZA),
    ("RSQB", "]", XBETZA),
    ("LPAR", "(", EXTENDED),
    ("RPAR", ")", EXTENDED),
)


def _item(entry: Word, dialect: str, inner: bool = False) -> CompletionItem:
    """The completion item of a word in a dialect."""
    size = f" ({entry.leap[0]},{entry.leap[1]})" if entry.leap else ""
    title = f"{entry.title_in(dialect)}{size}"
    text = entry.text(dialect, inner)
    return CompletionItem(
        entry.spelling, title, COLOUR_OF_KIND[entry.kind], documentation=text, example=entry.example
    )


def _read(before: str, sign: str, after: str, shape: Shape, chiral: bool) -> frozenset[int] | None:
    """The selection of a sign at its place; None if it is not read as one, or changes how others
    are read.
    """
    start, end = len(before), len(before) + len(sign)
    signs = read_signs(before + sign + after, shape, chiral)
    touching = [read for read in signs if read.start < end and read.start + len(read.text) > start]
    if len(touching) != 1:
        return None
    whole = touching[0].start == start and touching[0].text == sign
    pair = len(sign) == 1 and touching[0].start == start - 1
    return touching[0].places if whole or pair else None


def _ranked(*completions: Iterable[CompletionItem]) -> Iterator[CompletionItem]:
    """Completions in the order in which they come."""
    return (replace(item, rank=rank) for rank, item in enumerate(chain(*completions)))


# Where completion is asked for


@dataclass(frozen=True)
class Place:
    """A place in a definition."""

    chunk: BetzaDefinition
    """The definition before the insertion."""
    offset: int

    @property
    def before(self) -> str:
        """The text before it."""
        return self.chunk.text[: self.offset]

    @property
    def after(self) -> str:
        """The text after it."""
        return self.chunk.text[self.offset :]

    @property
    def follows_unknown(self) -> bool:
        """Whether the letters right before it are a word, because one of them has no meaning."""
        letters = takewhile(str.isalpha, reversed(self.before))
        start = self.offset - sum(1 for _ in letters)
        return any(
            problem.found and start <= problem.found.start < self.offset
            for problem in self.chunk.tree.problems
            if problem.kind is ProblemKind.UNEXPECTED
        )

    @property
    def dialect(self) -> str:
        """The dialect of the definition before the insertion."""
        return self.chunk.dialect

    @property
    def pinned(self) -> str | None:
        """The dialect that is set here."""
        return self.chunk.next_context.dialect

    @lazy
    def part(self) -> ReadLeg | None:
        """The leg among whose modifiers the place is, if it has an atom."""
        after = len(self.chunk.text) - len(self.after.lstrip())
        parts = (
            part
            for part in self.chunk.parts
            if part.span.start == after or _holds(part, self.offset)
        )
        return next(parts, None)

    @property
    def _legs(self) -> Iterator[Node]:
        """The legs of the definition, with and without an atom."""
        return (node for node in self.chunk.tree.nodes() if node.kind == "leg")

    @property
    def leg_before(self) -> Node | None:
        """The leg whose atom is the last before it."""
        *_, last = (None, *(leg for leg in self._legs if _atom(leg).start < self.offset))
        return last

    @property
    def leg_begun(self) -> Node | None:
        """The leg that has modifiers before it, or lacks an atom here."""
        for leg in self._legs:
            atom = _atom(leg)
            if leg.start <= self.offset <= atom.start and (
                leg.start < self.offset or atom.start == atom.end
            ):
                return leg
        return None

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

    def has_room_for(self, modifier: Word) -> bool:
        """Whether the leg lacks a modifier; `h` follows another direction."""
        fits = modifier.spelling != "h" or self.own[-1:] in ("f", "b", "l", "r")
        return fits and modifier.spelling not in self.own

    @lazy
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that start before it."""
        return tuple([token for token in self.chunk.tokens if token.start < self.offset])

    def useful(
        self, items: Iterable[CompletionItem], kind: str, leg: Node | None
    ) -> Iterator[CompletionItem]:
        """The words of a kind that cause no error in a leg, or as a leg without one, and change the
        moves.
        """
        chains = self.chunk.moves.inner() if self.chunk.moves else ()
        around = [chain for chain in chains if leg is None or chain.span.contains_range(leg.span)]
        whole = self._trial(*chains)
        before = self._trial(*around) if len(around) < len(chains) else whole
        known = () if leg else before.piece.moves
        form = _form(Piece(()) if leg and kind == "ATOM" else before.piece)
        is_large = sum(len(move.legs) for move in whole.piece.moves) > MAX_LEGS_TRIED
        if is_large:
            yield from items
            return
        can_misread = not self._is_misread(whole)
        for item in items:
            changed = _leg_with(leg, kind, item.label, offset=self.offset)
            if leg:
                chain = _replaced(around[0], leg, changed)
            else:
                chain = Node("chain", (changed,), *changed.span)
            after = self._trial(chain)
            moves = (*known, *after.piece.moves)
            is_useful = (
                after.errors <= before.errors and _form(replace(after.piece, moves=moves)) != form
            )
            if is_useful and not (can_misread and self._is_misread(after)):
                yield item

    def _trial(self, *chains: Node) -> _Trial:
        """What some chains mean here."""
        report = Report()
        end = chains[-1].end if chains else 0
        piece = lower(
            Node("moves", chains, start=0, end=end),
            self.dialect,
            self.pinned is not None,
            report=report,
        )
        errors = Counter(
            (diagnostic.code.id, diagnostic.message)
            for diagnostic in report.diagnostics()
            if diagnostic.code.severity <= Severity.WARNING or diagnostic.code.tags
        )
        return _Trial(unspaced(*chains), piece, errors)

    def _is_misread(self, trial: _Trial) -> bool:
        """Whether the engine of the profile plays something else, as far as that is seen
        quickly.
        """
        profile = self.chunk.next_context.profile
        board = self.chunk.next_context.board
        return profile in READERS and is_misread(
            trial.text, trial.piece, self.dialect, profile=profile, board=board
        )


class _Trial(NamedTuple):
    """What some chains mean."""

    text: str
    piece: Piece
    errors: Counter[tuple[str, str]]
    """The codes and messages of what rules out an item that brings it."""


def _form(piece: Piece) -> tuple[object, ...]:
    """What a piece does, as far as equal forms prove it."""
    return piece.properties, normal_form(piece)


def _leg_with(leg: Node | None, kind: str, text: str, offset: int) -> Node:
    """A leg with a word, as a node: the grammar allows it, so that it need not be parsed."""
    tokens = [Token(kind, letter, offset) for letter in text]
    if leg is None or kind == "ATOM":
        begun = [token for token in leg.leaves() if token.start < offset] if leg else []
        return Node(
            "leg",
            (*begun, Node("atom", tuple(tokens), start=offset, end=offset + 1)),
            start=offset,
            end=offset + 1,
        )
    if kind == "SUFFIX":
        atom = leg.inner()[0]
        return _replaced(leg, atom, atom._replace(children=(*atom.children, *tokens)))
    at = sum(child.start < offset for child in leg.children)
    return leg._replace(children=(*leg.children[:at], *tokens, *leg.children[at:]))


def _replaced(node: Node, old: Node, new: Node) -> Node:
    """A node with another one in place of one inside it."""
    if node is old:
        return new
    children = [
        _replaced(child, old, new) if isinstance(child, Node) else child for child in node.children
    ]
    return node._replace(children=tuple(children))


def _atom(leg: Node) -> Node:
    """The node of the atom of a leg."""
    return leg.inner()[0]


def _holds(part: ReadLeg, offset: int) -> bool:
    """Whether a place is among the modifiers of a leg, or right before its atom."""
    own = part.syntax.modifiers
    if own and own[0].start <= offset <= own[-1].end:
        return True
    start = own[-1].end if own else part.span.start
    return (part.is_last or part.is_chained) and start <= offset <= _atom(part.syntax.node).start
