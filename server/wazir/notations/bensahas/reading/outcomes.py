"""`flip( )`: its condition, and the pieces that one may turn into (S13)."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches

from wazir.notations.bensahas.reading.values import Words, name_of, value_of
from wazir.notations.bensahas.statements import Call, Flip, Misnamed, Name, Outcome, Statement, Value
from wazir.syntax import Node, Token
from wazir.text import Span

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
    arguments = next((child for child in node.children if isinstance(child, Node)), None)
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
