"""From the tree of a text to what it says."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from wazir.notations.bensahas.statements import (
    Body,
    Call,
    Flip,
    Misnamed,
    Missing,
    Name,
    Outcome,
    Statement,
    Value,
    Words,
    call_of,
    name_of,
    value_of,
)
from wazir.notations.bensahas.syntax import header_of, parse
from wazir.syntax import Node, ProblemKind, Token, Tree
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says, with its tree."""

    tree: Tree
    bodies: tuple[Body, ...]
    outside: tuple[Span, ...] = ()
    """Text outside of all braces, in a text with headers."""


def read(text: str) -> Reading:
    """What a text says; never raises."""
    tree = parse(text)
    if any(problem.kind in (ProblemKind.TOO_LONG, ProblemKind.TOO_DEEP) for problem in tree.problems):
        return Reading(tree, ())
    words = Words(tree)
    pieces = tree.root.inner("piece")
    if not pieces:
        return Reading(tree, _nameless(tree, words))
    stops = [*(piece.start for piece in pieces[1:]), len(text)]
    spans = [_whole(piece, stop, words) for piece, stop in zip(pieces, stops, strict=True)]
    bodies = tuple(_body(piece.children, span, words) for piece, span in zip(pieces, spans, strict=True))
    return Reading(tree, bodies, _outside(tree, [body.span for body in bodies]))


def _whole(piece: Node, stop: int, words: Words) -> Span:
    """From the header of a piece to its brace; without one to the next header, what was dropped there too."""
    if piece.children[-1].kind == "RBRACE":
        return piece.span
    return Span(piece.start, max(words.last_before(stop).end, piece.end))


def _nameless(tree: Tree, words: Words) -> tuple[Body, ...]:
    """The piece of a text without any header; none if there is but blanks and comments."""
    found = [token for token in tree.tokens if token.kind != "COMMENT"]
    if not found:
        return ()
    return (_body(tree.root.children, Span(found[0].start, found[-1].end), words),)


def _outside(tree: Tree, pieces: Sequence[Span]) -> tuple[Span, ...]:
    """The words between the pieces, as far as they stand together."""
    found: dict[int, Span] = {}
    ends = [span.end for span in pieces]
    for token in tree.tokens:
        number = bisect_left(ends, token.end)
        if token.kind == "COMMENT" or (number < len(pieces) and pieces[number].start <= token.start):
            continue
        found[number] = Span(found[number].start if number in found else token.start, token.end)
    return tuple(found[number] for number in sorted(found))


@dataclass
class _Chain:
    """Puts the terms of a piece together, one after another."""

    words: Words
    statements: list[Statement] = field(default_factory=list)
    flips: list[Flip] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    lone: list[Token] = field(default_factory=list)
    chained: list[Span] = field(default_factory=list)
    stray_more: list[Span] = field(default_factory=list)
    terms: list[Call] = field(default_factory=list)
    action: tuple[Name, ...] | None = None
    """The names before the bracket of the last statement."""
    may_end: bool = False
    """A `!` may follow, which ends a `flip`."""

    def add(self, item: Node | Token) -> None:
        if isinstance(item, Token):
            self._bang(item)
            return
        self.may_end = item.kind == "flip"
        if item.kind == "flip":
            if self.terms:
                self.chained.append(Span(item.start, item.start + len("flip")))
                self.end(None)
            self._flip(flip_of(item, self.words))
        elif item.kind == "more":
            self._more(item)
        else:
            self.terms.append(call_of(item, self.words))

    def _flip(self, flip: Flip) -> None:
        self.flips.append(flip)
        for statement in flip.statements:
            if not statement.is_ended:
                self.missing.append(Missing("!", self.words.last_before(statement.span.end)))

    def _bang(self, bang: Token) -> None:
        if self.terms:
            self.end(bang)
        elif not self.may_end:
            self.lone.append(bang)
        self.may_end = False

    def _more(self, item: Node) -> None:
        self.end(None)
        if self.action is None:
            self.stray_more.append(Span(item.start, item.start + 1))
        self.terms.append(replace(call_of(item, self.words), path=self.action or (), is_more=True))

    def end(self, bang: Token | None) -> None:
        if not self.terms:
            return
        span = Span(self.terms[0].span.start, bang.end if bang else self.terms[-1].span.end)
        self.statements.append(Statement(span, tuple(self.terms), bang is not None))
        self.action = self.terms[0].path
        self.terms.clear()

    def finish(self) -> None:
        if self.terms:
            self.missing.append(Missing("!", self.words.last_before(self.terms[-1].span.end)))
            self.end(None)


def _body(children: Iterable[Node | Token], span: Span, words: Words) -> Body:
    chain = _Chain(words)
    header, is_open = None, False
    for child in children:
        kind = child.kind
        if kind == "HEADER" and isinstance(child, Token):
            header = header_of(child)
        elif kind == "LBRACE":
            is_open = True
        elif kind == "RBRACE":
            is_open = False
        else:
            chain.add(child)
    chain.finish()
    missing = [*_brackets(words.tree, span), *chain.missing]
    if is_open:
        missing.append(Missing("}", words.last_before(span.end)))
    return Body(
        span=span,
        header=header,
        statements=tuple(chain.statements),
        flips=tuple(chain.flips),
        missing=tuple(sorted(missing, key=lambda one: one.before.end)),
        lone=tuple(chain.lone),
        chained=tuple(chain.chained),
        stray_more=tuple(chain.stray_more),
    )


_CLOSING = {"RPAR": ")", "RSQB": "]"}


def _brackets(tree: Tree, span: Span) -> list[Missing]:
    """The brackets that were put in within a span."""
    return [
        Missing(_CLOSING[problem.missing], problem.before)
        for problem in tree.problems
        if problem.missing in _CLOSING and problem.before and span.start <= problem.before.start < span.end
    ]


# `flip( )`: its condition, and the pieces that one may turn into (S13)

KEYS = ("condition", "promotes_to")


@dataclass
class _Entry:
    """What stands behind a key and its `=`, over commas up to the next key."""

    key: str
    """The key that is meant."""
    bits: list[Node | Token] = field(default_factory=list)
    name: Name | None = None
    """The key as it is written."""


def flip_of(node: Node, words: Words) -> Flip:
    """What a `flip` says."""
    condition: Value | None = None
    outcomes: tuple[Outcome, ...] | None = None
    strays: list[Span] = []
    misnamed: list[Misnamed] = []
    for entry in _entries(node):
        if entry.name and entry.key != entry.name.text:
            misnamed.append(Misnamed(entry.name, entry.key))
        if entry.key == "condition" and condition is None:
            nodes = [bit for bit in entry.bits if isinstance(bit, Node)]
            condition = value_of(nodes[0], words) if nodes else None
            strays += [bit.span for bit in entry.bits if not nodes or bit is not nodes[0]]
        elif entry.key == "promotes_to" and outcomes is None:
            found, wrong = _outcomes(entry.bits, words)
            outcomes = tuple(found)
            strays += wrong
        elif entry.bits:
            strays.append(Span(entry.bits[0].start, entry.bits[-1].end))
    return Flip(node.span, condition, outcomes, tuple(strays), tuple(misnamed))


def _meant(written: str) -> str:
    """The key that a word is, or is nearly."""
    begun = [key for key in KEYS if len(written) > 2 and key.startswith(written.lower())]
    return "".join(begun or get_close_matches(written.lower(), KEYS, n=1) or [written])


def _entries(node: Node) -> list[_Entry]:
    found: list[_Entry] = []
    arguments = node.first()
    for part in arguments.children if arguments else ():
        if isinstance(part, Token):
            if found and found[-1].key == "promotes_to":
                found[-1].bits.append(part)
        elif part.kind == "entry":
            key, bits = part.children[0], part.children[2:]
            name = name_of(key)
            found.append(_Entry(_meant(name.text), name=name))
            found[-1].bits += [bit for child in bits if isinstance(child, Node) for bit in child.children]
        elif found and found[-1].key == "promotes_to":
            found[-1].bits += part.children
        else:
            found.append(_Entry("", list(part.children)))
    return found


@dataclass
class _Pieces:
    """Puts together the terms of pieces, one after another."""

    by_tilde: bool
    words: Words
    found: list[Outcome] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    terms: list[Call] = field(default_factory=list)
    is_parted: bool = True
    """No name stands right before."""

    def end_statement(self, bang: Token | None) -> bool:
        if not self.terms:
            return False
        span = Span(self.terms[0].span.start, bang.end if bang else self.terms[-1].span.end)
        self.statements.append(Statement(span, tuple(self.terms), bang is not None))
        self.terms = []
        if not self.by_tilde:
            self.end_piece()
        return True

    def end_piece(self) -> None:
        self.end_statement(None)
        if self.statements:
            span = Span(self.statements[0].span.start, self.statements[-1].span.end)
            self.found.append(Outcome(span, None, tuple(self.statements)))
            self.statements = []

    def add(self, value: Value) -> bool:
        """Take in a name or a term; whether it may stand here."""
        fits = self.is_parted
        self.is_parted = not isinstance(value, Name)
        if isinstance(value, Name):
            self.end_piece()
            self.found.append(Outcome(value.span, value))
        elif isinstance(value, Call) and value.has_bracket:
            self.terms.append(value)
        else:
            return False
        return fits


def _outcomes(bits: list[Node | Token], words: Words) -> tuple[list[Outcome], list[Span]]:
    """The pieces, and what makes no sense among them."""
    by_tilde = any(isinstance(bit, Token) and bit.kind == "TILDE" for bit in bits)
    pieces, strays = _Pieces(by_tilde, words), []
    for bit in bits:
        if isinstance(bit, Node):
            fits = pieces.add(value_of(bit, words))
        elif bit.kind == "BANG":
            fits = pieces.end_statement(bit)
        else:
            pieces.end_piece()
            pieces.is_parted = fits = True
        if not fits:
            strays.append(bit.span)
    pieces.end_piece()
    return pieces.found, strays
