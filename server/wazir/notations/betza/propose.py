"""What may be written at a place: what the grammar allows there, the dialect has, and the piece would be changed by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from wazir.diagnostics import Severity
from wazir.notations.base import Analysis, Context, Proposal, TokenType
from wazir.notations.betza.colours import COLOUR_OF_KIND
from wazir.notations.betza.compass import turns, ways
from wazir.notations.betza.definition import analyse, judged
from wazir.notations.betza.dialects import DIALECTS, EXTENDED, ORIGINAL, XBETZA
from wazir.notations.betza.directives import starts_chunk
from wazir.notations.betza.geometry import CHIRAL, SIGNS
from wazir.notations.betza.grammar import GRAMMAR
from wazir.notations.betza.places import Part, find_parts
from wazir.notations.betza.vocabulary import Kind, Word, word, words
from wazir.piece.reach import reach
from wazir.syntax import Node
from wazir.text import Span

LONGEST_TRIED = 400
"""In a longer definition it is not tried what each proposal would change."""
HORIZON = 6
"""As far, in king steps, moves are compared."""

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

_DIRECTIVE = re.compile(r"[ \t]*(?P<sign>%\w*)(?:[ \t]+(?P<value>[^#;]*))?")


def propose(text: str, context: Context, offset: int) -> tuple[Span, tuple[Proposal, ...]]:
    """What may be written at an offset, and the span that it replaces."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    before = text[start:offset]
    directive = _DIRECTIVE.fullmatch(before)
    if directive:
        return _of_directive(directive, start)
    here = Span(offset, offset)
    if not before and (start == 0 or not text[start : start + 1].strip()):
        place = Place("", "", context)
        return here, (*_definitions(place, ""), *_directives(), *_ranked(place.words()))
    place = Place(text[:offset], text[offset:], context)
    starts = before.isalpha() and starts_chunk(before)
    return here, (*_ranked(place.words()), *(_definitions(place, before) if starts else ()))


def _of_directive(found: re.Match[str], start: int) -> tuple[Span, tuple[Proposal, ...]]:
    if found["value"] is None:
        return Span(start + found.start("sign"), start + found.end("sign")), tuple(_directives())
    span = Span(start + found.start("value"), start + found.end("value"))
    if found["sign"] == "%dialect":
        return span, tuple(
            Proposal(name, f"{line}", TokenType.ARGUMENT, line, rank=rank)
            for rank, (name, line) in enumerate(DIALECTS.items())
        )
    if found["sign"] == "%board":
        return span, tuple(
            Proposal(name, "files and ranks", TokenType.ARGUMENT, rank=rank) for rank, name in enumerate(BOARDS)
        )
    return span, ()


def _directives() -> Iterator[Proposal]:
    for rank, found in enumerate(words(Kind.DIRECTIVE, ORIGINAL)):
        yield Proposal(
            found.spelling,
            f"sets the {found.title} of what follows",
            TokenType.DIRECTIVE,
            found.text(ORIGINAL),
            rank=300 + rank,
            snippet=None,
        )


def _definitions(place: Place, started: str) -> Iterator[Proposal]:
    """Whole definitions, where one starts; *started* is what is written of it already."""
    dialect = place.context.dialect or XBETZA
    if not started:
        yield Proposal("name = moves", "a new definition", TokenType.NAME, rank=200, snippet="${1:name} = ${2:K}")
    for rank, (name, (line, moves)) in enumerate(SNIPPETS.items()):
        if dialect in moves and name.startswith(started.lower()):
            said = moves[dialect]
            snippet = f"${{1:{name}}} = {said}"
            yield Proposal(
                name, line, TokenType.NAME, f"{name} = {said}", None, 201 + rank, snippet, said, typed=len(started)
            )


@dataclass(frozen=True)
class Place:
    """A place in a definition."""

    before: str
    after: str
    context: Context

    @cached_property
    def analysis(self) -> Analysis:
        """What the definition is as it stands."""
        return analyse(self.before + self.after, self.context)

    @cached_property
    def dialect(self) -> str:
        """The dialect of the definition as it stands."""
        return judged(self.analysis.tree, self.context)[0]

    @cached_property
    def part(self) -> Part | None:
        """The leg among whose modifiers the place is, if it has an atom."""
        moves = next((node for node in self.analysis.tree.nodes() if node.kind == "moves"), None)
        parts = [part for part in find_parts(moves, self.dialect) if part.atom] if moves else []
        return next((part for part in parts if _holds(part, len(self.before))), None)

    def words(self) -> Iterator[Proposal]:
        """Words that may come here, the likeliest kinds first."""
        expected = GRAMMAR.expected(self.before, len(self.before))
        behind_atom = "RANGE" in expected or "HYPHEN" in expected
        if "RANGE" in expected:
            yield from self._tried(self._ranges())
        if "SUFFIX" in expected and self.dialect == XBETZA:
            yield from self._tried(_plain(words(Kind.SUFFIX, self.dialect), self.dialect))
        if "ATOM" in expected:
            yield from self._tried(_plain(_atoms(self.dialect), self.dialect))
        if "MODIFIER" in expected:
            own = "" if behind_atom else self._own()
            modifiers = [one for one in self._modifiers(own) if one.label not in own]
            yield from self._tried(modifiers) if self.part else modifiers
        yield from self._operators(expected)

    def _own(self) -> str:
        """The modifiers that the leg has already, to the left."""
        found = re.search(r"[a-z]*$", "".join(self.before.split()))
        letters = found.group() if found else ""
        return letters.rpartition("a")[2] if self.dialect == XBETZA else letters

    def _ranges(self) -> list[Proposal]:
        aside = re.search(r"O\s*$", self.before)
        numbers = {"2": "at most two steps", "3": "at most three steps", "0": "any number of steps"}
        if aside:
            numbers = {"2": "two squares aside", "3": "three squares aside"}
        return [Proposal(digits, line, TokenType.RANGE, f"{line.capitalize()}.") for digits, line in numbers.items()]

    def _modifiers(self, own: str) -> Iterator[Proposal]:
        yield from self._directions_of(self.part) if self.part and self.part.shapes else self._directions(own)
        inner = self.part.inner if self.part else False
        dialect = self.part.dialect if self.part else self.dialect
        for kind in (Kind.MODE, Kind.MODIFIER):
            for found in words(kind, self.dialect):
                text = found.text(dialect, inner)
                title = found.title_in(dialect)
                yield Proposal(found.spelling, title, COLOUR_OF_KIND[kind], text, example=found.example)

    def _directions(self, own: str) -> Iterator[Proposal]:
        """Single directions, for an atom that is not known yet."""
        for found in words(Kind.DIRECTION, self.dialect):
            if found.spelling != "h" or own[-1:] in ("f", "b", "l", "r"):
                title, said = found.title_in(self.dialect), found.text(self.dialect)
                yield Proposal(found.spelling, title, TokenType.DIRECTION, said, example=found.example)

    def _directions_of(self, part: Part) -> Iterator[Proposal]:
        """Directions and pairs of them, in the words of their atom; of those that say the same, the first."""
        seen: set[frozenset[int]] = set()
        signs = SIGNS[part.shapes[0]]
        for sign in sorted(signs, key=len):
            known = signs[sign] in seen or (sign in CHIRAL and self.dialect != XBETZA)
            if known or (sign == "a" and not part.chained and self.dialect == XBETZA):
                continue
            seen.add(signs[sign])
            said = ways(part.shapes[0], signs[sign]) if part.first else turns(signs[sign])
            yield Proposal(sign, said, TokenType.DIRECTION, f"{said[:1].upper()}{said[1:]}.")
        again = word("a")
        if again and not part.chained and self.dialect == XBETZA:
            yield Proposal("a", again.title_in(XBETZA), TokenType.DIRECTION, again.text(XBETZA), example=again.example)

    def _operators(self, expected: frozenset[str]) -> Iterator[Proposal]:
        pinned = self.context.dialect is not None
        within = GRAMMAR.expected(self.before, len(self.before)) & {"QUESTION"}
        for kind, sign, dialect in _OPERATORS:
            if kind not in expected:
                continue
            allowed = self.dialect == dialect or not pinned or (sign == "-" and within)
            found = word(sign)
            if allowed and found:
                said = found.text(dialect) or found.text(EXTENDED)
                yield Proposal(sign, found.title_in(dialect), TokenType.OPERATOR, said, example=found.example)

    def _tried(self, proposals: Iterable[Proposal]) -> Iterator[Proposal]:
        """Those of some proposals that bring no new error and change what the piece does."""
        if len(self.before) + len(self.after) > LONGEST_TRIED:
            yield from proposals
            return
        errors, can = _errors(self.analysis), _can(self.analysis)
        for proposal in proposals:
            after = analyse(self.before + proposal.label + self.after, self.context)
            if _errors(after) <= errors and _can(after) != can:
                yield proposal


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


def _plain(found: Iterable[Word], dialect: str) -> Iterator[Proposal]:
    for one in found:
        size = f" ({one.leap[0]},{one.leap[1]})" if one.leap else ""
        title = f"{one.title}{size}"
        yield Proposal(one.spelling, title, COLOUR_OF_KIND[one.kind], one.text(dialect), example=one.example)


def _holds(part: Part, offset: int) -> bool:
    """Whether a place is among the modifiers of a leg, or right before its atom."""
    own = part.written.modifiers
    atom = next((child.start for child in part.written.node.children if isinstance(child, Node)), part.span.start)
    if own and own[0].start <= offset <= own[-1].end:
        return True
    return part.last and (own[-1].end if own else part.span.start) <= offset <= atom


def _errors(analysis: Analysis) -> set[tuple[str, str]]:
    """What is wrong, or written as nobody would propose it."""
    return {
        (found.code.id, found.message)
        for found in analysis.diagnostics
        if found.code.severity <= Severity.WARNING or found.code.tags
    }


def _can(analysis: Analysis) -> frozenset[object]:
    """What a definition can do, as far as proposals are compared."""
    piece = analysis.definitions[0].piece if analysis.definitions else None
    if piece is None:
        return frozenset()
    found = reach(piece, limit=2_000, horizon=HORIZON)
    return frozenset((one.square, one.kind, one.needs) for one in found.arrivals) | frozenset(found.labels)


def _ranked(proposals: Iterable[Proposal]) -> Iterator[Proposal]:
    """Proposals in the order in which they come."""
    for rank, one in enumerate(proposals):
        yield replace(one, rank=rank)
