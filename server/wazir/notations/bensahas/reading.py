"""The statements of a text, from the tree of the grammar."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import NamedTuple

from wazir.notations.bensahas.statements import (
    Body,
    Call,
    Flip,
    Group,
    Misnamed,
    Missing,
    Name,
    Nothing,
    Number,
    Outcome,
    Parameter,
    Place,
    Places,
    Setting,
    Slip,
    Statement,
    Turn,
    Value,
    Whom,
)
from wazir.notations.bensahas.syntax import header_of, parse
from wazir.syntax import Node, ProblemKind, Token, Tree
from wazir.text import Span

LARGEST = 10**6
"""Larger numbers are read as this one."""
KEYS = ("condition", "promotes_to")
"""The keys of `flip`."""

_CLOSING = {"RPAR": ")", "RSQB": "]"}


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
    words = _Words(tree)
    pieces = tree.root.inner("piece")
    if not pieces:
        found = words.found
        span = Span(found[0].start, found[-1].end) if found else None
        return Reading(tree, (_body(tree.root.children, span, words),) if span else ())
    stops = [*(piece.start for piece in pieces[1:]), len(text)]
    bodies = tuple(_body(one.children, words.whole(one, stop), words) for one, stop in zip(pieces, stops, strict=True))
    return Reading(tree, bodies, _outside(words.found, [body.span for body in bodies]))


class _Words:
    """The tokens of a tree by their offsets."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.found = [token for token in tree.tokens if token.kind != "COMMENT"]
        self._ends = [token.end for token in self.found]

    def before(self, offset: int) -> Token:
        """The last token that ends at an offset or before it, or else the first."""
        return self.found[max(bisect_left(self._ends, offset + 1) - 1, 0)]

    def after(self, offset: int) -> Span:
        """The span of the first token that ends after an offset, or else of the last."""
        return self.found[min(bisect_left(self._ends, offset + 1), len(self.found) - 1)].span

    def whole(self, piece: Node, stop: int) -> Span:
        """From the header of a piece to its brace, or to the next header if the brace is missing."""
        if piece.children[-1].kind == "RBRACE":
            return piece.span
        return Span(piece.start, max(self.before(stop).end, piece.end))


def _outside(tokens: Sequence[Token], pieces: Sequence[Span]) -> tuple[Span, ...]:
    """The runs of tokens between the pieces."""
    found: dict[int, Span] = {}
    ends = [span.end for span in pieces]
    for token in tokens:
        number = bisect_left(ends, token.end)
        if number == len(pieces) or token.start < pieces[number].start:
            found[number] = Span(found[number].start if number in found else token.start, token.end)
    return tuple(found[number] for number in sorted(found))


# Statements (S1, S2)


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


def _body(children: Sequence[Node | Token], span: Span, words: _Words) -> Body:
    outer = [child for child in children if isinstance(child, Token) and child.kind != "BANG"]
    header = next((header_of(token) for token in outer if token.kind == "HEADER"), None)
    is_open = bool(outer) and outer[-1].kind == "LBRACE"
    chains, flips, slips = _Chains(), list[Flip](), list[tuple[Slip, Span]]()
    before = ""
    for child in children:
        if isinstance(child, Token):
            if child.kind == "BANG" and not chains.end(child) and before != "flip":
                slips.append((Slip.EXTRA_BANG, child.span))
        elif child.kind == "flip":
            if chains.end():
                slips.append((Slip.CHAINED_FLIP, Span(child.start, child.start + len("flip"))))
            flips.append(_flip(child, words))
        elif child.kind == "more":
            chains.end()
            if not chains.statements:
                slips.append((Slip.STRAY_PLUS, Span(child.start, child.start + 1)))
            path = chains.statements[-1].terms[0].path if chains.statements else ()
            chains.terms.append(replace(_call(child, words), path=path, is_more=True))
        else:
            chains.terms.append(_call(child, words))
        before = child.kind
    unended = [one for flip in flips for one in flip.statements if not one.is_ended]
    unended += chains.statements[-1:] if chains.end() else []
    missing = _missing(span, unended, is_open, words)
    return Body(span, header, tuple(chains.statements), tuple(flips), missing, tuple(slips))


def _missing(span: Span, unended: Iterable[Statement], is_open: bool, words: _Words) -> tuple[Missing, ...]:
    """The brackets, `!` and brace that are missing in a body, by place."""
    missing = [
        Missing(_CLOSING[problem.missing], problem.before)
        for problem in words.tree.problems
        if problem.missing in _CLOSING and problem.before and span.contains(problem.before.start)
    ]
    missing += [Missing("!", words.before(one.span.end)) for one in unended]
    missing += [Missing("}", words.before(span.end))] if is_open else []
    return tuple(sorted(missing, key=lambda one: one.before.end))


# `flip( )`: its condition and its outcomes (S13)


class _Entry(NamedTuple):
    """The values of a key, up to the next key."""

    key: str
    """The intended key; empty without one."""
    bits: list[Node | Token]
    name: Name | None = None
    """The key as it is written."""


def _flip(node: Node, words: _Words) -> Flip:
    """The condition and the outcomes of a `flip`."""
    condition: Value | None = None
    outcomes: tuple[Outcome, ...] | None = None
    strays: list[Span] = []
    entries = _entries(node)
    for key, bits, _ in entries:
        if key == "condition" and condition is None:
            nodes = [bit for bit in bits if isinstance(bit, Node)]
            condition = _value(nodes[0], words) if nodes else None
            strays += [bit.span for bit in bits if not nodes or bit is not nodes[0]]
        elif key == "promotes_to" and outcomes is None:
            outcomes, wrong = _outcomes(bits, words)
            strays += wrong
        elif bits:
            strays.append(Span(bits[0].start, bits[-1].end))
    misnamed = tuple(Misnamed(one.name, one.key) for one in entries if one.name and one.key != one.name.text)
    return Flip(node.span, condition, outcomes, tuple(strays), misnamed)


def _entries(node: Node) -> list[_Entry]:
    found: list[_Entry] = []
    arguments = node.first()
    for part in arguments.children if arguments else ():
        continued = found[-1].bits if found and found[-1].key == "promotes_to" else None
        if isinstance(part, Node) and part.kind == "entry":
            name = _name(part.children[0])
            found.append(_Entry(_meant(name.text), [bit for bits in part.inner() for bit in bits.children], name))
        elif continued is not None:
            continued += [part] if isinstance(part, Token) else part.children
        elif isinstance(part, Node):
            found.append(_Entry("", list(part.children)))
    return found


def _meant(written: str) -> str:
    """The key that a word is, or nearly is."""
    begun = [key for key in KEYS if len(written) > 2 and key.startswith(written.lower())]
    return "".join(begun or get_close_matches(written.lower(), KEYS, n=1) or [written])


def _outcomes(bits: list[Node | Token], words: _Words) -> tuple[tuple[Outcome, ...], list[Span]]:
    """The pieces, and the invalid parts among them."""
    by_tilde = any(bit.kind == "TILDE" for bit in bits)
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
            value = _value(bit, words)
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
    return tuple(found), strays


# Terms and values (S3, S8)


def _call(node: Node, words: _Words) -> Call:
    """A term, or a line that begins with `+`."""
    path: tuple[Name, ...] = ()
    groups, settings = list[Group](), list[Setting]()
    close: Span | None = None
    for child in node.children:
        if isinstance(child, Token):
            close = child.span if child.kind == "RPAR" else close
        elif child.kind == "path":
            path = _names(child)
        else:
            groups, settings = _arguments(child, words)
    return Call(node.span, path, tuple(groups), tuple(settings), close is not None, close=close)


def _names(node: Node) -> tuple[Name, ...]:
    return tuple(map(_name, node.leaves("NAME", "FIRST")))


def _name(token: Node | Token) -> Name:
    return Name(token.span, " ".join(token.text.split()) if isinstance(token, Token) else "")


def _arguments(node: Node, words: _Words) -> tuple[list[Group], list[Setting]]:
    """The groups of values in a bracket, and the parameters after them, with a colon between or without."""
    groups, settings = list[Group](), list[Setting]()
    in_settings = False
    for child in node.children:
        if isinstance(child, Token):
            in_settings = in_settings or child.kind == "COLON"
            continue
        found = _listed(child, words)
        in_settings = in_settings or isinstance(next(iter(found), None), Setting)
        values = () if in_settings else _leading(found)
        rest = found[len(values) :]
        if in_settings or rest:
            settings += (replace(one, is_parted=in_settings) for one in _settings(rest, child.end, words))
        if not in_settings:
            end = values[-1].span.end if values and rest else child.end
            groups.append(Group(Span(child.start, end), values, words.after(child.end)))
    if len(groups) == 1 and not groups[0].values:
        groups = [] if settings else [replace(groups[0], values=(Nothing(words.after(groups[0].span.end)),))]
    return groups, settings


def _listed(node: Node, words: _Words) -> list[Value | Setting]:
    """The values between the commas, with the missing ones unless all are missing."""
    found: list[Value | Setting] = []
    waits = False
    for child in node.children:
        if isinstance(child, Node):
            found.append(_setting(child, words) if child.kind == "setting" else _value(child, words))
        elif waits or not found:
            found.append(Nothing(child.span))
        waits = isinstance(child, Token)
    return [*found, Nothing(words.after(node.end))] if waits else found


def _leading(found: Iterable[Value | Setting]) -> tuple[Value, ...]:
    """The values before the first parameter."""
    values: list[Value] = []
    for one in found:
        if isinstance(one, Setting):
            break
        values.append(one)
    return tuple(values)


def _setting(node: Node, words: _Words) -> Setting:
    values = tuple(_value(child, words) for child in node.inner())
    return Setting(node.span, _parameter(node), True, values or (Nothing(words.after(node.end)),))


def _settings(listed: Iterable[Value | Setting], end: int, words: _Words) -> list[Setting]:
    """The parameters of a group; a value after a comma belongs to the one before it."""
    found: list[Setting] = []
    for one in listed or (Nothing(words.after(end)),):
        if isinstance(one, Setting):
            found.append(one)
        elif isinstance(one, Parameter):
            found.append(Setting(one.span, one, False, ()))
        elif found:
            last = found[-1]
            stop = last.span.end if isinstance(one, Nothing) else max(last.span.end, one.span.end)
            found[-1] = replace(last, span=Span(last.span.start, stop), values=(*last.values, one))
        else:
            found.append(Setting(one.span, None, False, (one,)))
    return found


def _value(node: Node, words: _Words) -> Value:
    """A value in a bracket."""
    first = node.children[0]
    match node.kind, first:
        case "number", Token(_, text):
            return Number(node.span, number(text))
        case "turn", Token(kind, text):
            return Turn(node.span, number(text[1:].strip()) if kind == "TURN" else None)
        case "parameter", _:
            return _parameter(node)
        case "whom", _:
            side, *names = _names(node)
            return Whom(node.span, side, names[0] if names else None)
        case "places", _:
            return Places(node.span, tuple(_place(square, words) for square in node.inner()))
    call = _call(node, words)
    return call if call.has_bracket or len(call.path) != 1 else call.path[0]


def _parameter(node: Node) -> Parameter:
    """The parameter that a node begins with."""
    token = node.leaves("PARAMETER")[0]
    return Parameter(token.span, token.text[1:])


def _place(node: Node, words: _Words) -> Place:
    group = node.first()
    return Place(node.span, _leading(_listed(group, words)) if group else ())


def number(text: str) -> int:
    """The number of some digits, limited to LARGEST."""
    return max(min(int(text), LARGEST), -LARGEST)
