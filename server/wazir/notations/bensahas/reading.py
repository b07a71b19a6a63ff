"""The statements of a text, from its tree."""

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
    Slip,
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
    """The statements of a text, with its tree."""

    tree: Tree
    bodies: tuple[Body, ...]
    outside: tuple[Span, ...] = ()
    """The text outside of pieces, in a text with headers."""


def read(text: str) -> Reading:
    """Read any text; never raises."""
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
    """From the header of a piece to its brace, or to the next header if the brace is missing."""
    if piece.children[-1].kind == "RBRACE":
        return piece.span
    return Span(piece.start, max(words.last_before(stop).end, piece.end))


def _nameless(tree: Tree, words: Words) -> tuple[Body, ...]:
    """The piece of a text without headers; none for only blanks and comments."""
    found = [token for token in tree.tokens if token.kind != "COMMENT"]
    if not found:
        return ()
    return (_body(tree.root.children, Span(found[0].start, found[-1].end), words),)


def _outside(tree: Tree, pieces: Sequence[Span]) -> tuple[Span, ...]:
    """The runs of words between the pieces."""
    found: dict[int, Span] = {}
    ends = [span.end for span in pieces]
    for token in tree.tokens:
        number = bisect_left(ends, token.end)
        if token.kind == "COMMENT" or (number < len(pieces) and pieces[number].start <= token.start):
            continue
        found[number] = Span(found[number].start if number in found else token.start, token.end)
    return tuple(found[number] for number in sorted(found))


@dataclass
class _Chains:
    """Collects terms into statements."""

    statements: list[Statement] = field(default_factory=list)
    terms: list[Call] = field(default_factory=list)

    def end(self, bang: Token | None = None) -> bool:
        """End the statement; False if it has no terms."""
        if not self.terms:
            return False
        span = Span(self.terms[0].span.start, bang.end if bang else self.terms[-1].span.end)
        self.statements.append(Statement(span, tuple(self.terms), bang is not None))
        self.terms = []
        return True


def _body(children: Iterable[Node | Token], span: Span, words: Words) -> Body:
    chains = _Chains()
    flips: list[Flip] = []
    slips: list[tuple[Slip, Span]] = []
    missing = _brackets(words.tree, span)
    header, is_open, follows_flip = None, False, False
    for child in children:
        if isinstance(child, Token):
            if child.kind != "BANG":
                header = header_of(child) if child.kind == "HEADER" else header
                is_open = child.kind == "LBRACE"
            elif not chains.end(child) and not follows_flip:
                slips.append((Slip.EXTRA_BANG, child.span))
            follows_flip = False
            continue
        follows_flip = child.kind == "flip"
        if follows_flip:
            if chains.end():
                slips.append((Slip.CHAINED_FLIP, Span(child.start, child.start + len("flip"))))
            flips.append(flip_of(child, words))
            missing += [_bang_after(one, words) for one in flips[-1].statements if not one.is_ended]
            continue
        term = call_of(child, words)
        if child.kind == "more":
            chains.end()
            if not chains.statements:
                slips.append((Slip.STRAY_PLUS, Span(child.start, child.start + 1)))
            path = chains.statements[-1].terms[0].path if chains.statements else ()
            term = replace(term, path=path, is_more=True)
        chains.terms.append(term)
    if chains.end():
        missing.append(_bang_after(chains.statements[-1], words))
    if is_open:
        missing.append(Missing("}", words.last_before(span.end)))
    missing.sort(key=lambda one: one.before.end)
    return Body(span, header, tuple(chains.statements), tuple(flips), tuple(missing), tuple(slips))


def _bang_after(statement: Statement, words: Words) -> Missing:
    """The missing `!` of a statement."""
    return Missing("!", words.last_before(statement.span.end))


_CLOSING = {"RPAR": ")", "RSQB": "]"}


def _brackets(tree: Tree, span: Span) -> list[Missing]:
    """The missing brackets within a span."""
    return [
        Missing(_CLOSING[problem.missing], problem.before)
        for problem in tree.problems
        if problem.missing in _CLOSING and problem.before and span.start <= problem.before.start < span.end
    ]


# `flip( )`: its condition and its outcomes (S13)

KEYS = ("condition", "promotes_to")


@dataclass
class _Entry:
    """The values of a key, up to the next key."""

    key: str
    """The intended key."""
    bits: list[Node | Token] = field(default_factory=list)
    name: Name | None = None
    """The key as it is written."""


def flip_of(node: Node, words: Words) -> Flip:
    """The condition and the outcomes of a `flip`."""
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
    """The key that a word is, or nearly is."""
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


def _outcomes(bits: list[Node | Token], words: Words) -> tuple[list[Outcome], list[Span]]:
    """The pieces, and the invalid parts among them."""
    by_tilde = any(isinstance(bit, Token) and bit.kind == "TILDE" for bit in bits)
    chains, found, strays = _Chains(), list[Outcome](), list[Span]()

    def end_piece() -> None:
        chains.end()
        if chains.statements:
            span = Span(chains.statements[0].span.start, chains.statements[-1].span.end)
            found.append(Outcome(span, None, tuple(chains.statements)))
            chains.statements.clear()

    follows_name = False
    for bit in bits:
        fits = not follows_name
        if isinstance(bit, Node):
            value = value_of(bit, words)
            follows_name = isinstance(value, Name)
            if isinstance(value, Name):
                end_piece()
                found.append(Outcome(value.span, value))
            elif isinstance(value, Call) and value.has_bracket:
                chains.terms.append(value)
            else:
                fits = False
        elif bit.kind == "BANG":
            fits = chains.end(bit)
            if not by_tilde:
                end_piece()
        else:
            end_piece()
            follows_name, fits = False, True
        if not fits:
            strays.append(bit.span)
    end_piece()
    return found, strays
