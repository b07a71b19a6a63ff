"""What the readers of all styles share: leaves of the tree of expressions, and findings about them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wazir.diagnostics import Fix
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.expressions import (
    Call,
    Either,
    Expression,
    Name,
    Nothing,
    Number,
    Restricted,
    Text,
    Together,
    Word,
)
from wazir.notations.lcpn.reading.grammars import MAX_DEPTH
from wazir.notations.lcpn.reading.names import Known, canonical, name
from wazir.notations.report import Report
from wazir.syntax import Node, Token
from wazir.text import Edit, Span

Item = Node | Token
GREATEST = 10**9
"""Numbers are not greater: nobody can tell them apart."""
_ESCAPE = re.compile(r"\\([\s\S]?)")


@dataclass(frozen=True, slots=True)
class Room:
    """All that a reader needs to know and to say."""

    text: str
    style: str
    known: Known
    report: Report

    def name(self, token: Token) -> Expression:
        """A name; one that was put in is nothing."""
        return name(token, self.style, self.report) if token.text else Nothing(token.span)

    def string(self, token: Token) -> Text:
        """A string without its quotes and escapes."""
        written = token.text
        if is_unclosed(token):
            end = token.start + len(token.text.rstrip())
            self.report(
                rules.UNCLOSED_STRING,
                Span(token.start, end),
                'This string is not closed: a `"` is missing. It goes on to where the definition ends.',
                fixes=(Fix('Put `"` at the end', (Edit(Span(end, end), '"'),), safe=False),),
            )
            return Text(_ESCAPE.sub(r"\1", written[1:]), token.span)
        return Text(_ESCAPE.sub(r"\1", written[1:-1]), token.span)

    def number(self, token: Token) -> Number:
        """A number outside arrays."""
        return Number(value(token), token.span)

    def unexpected(self, span: Span, message: str, *edits: Edit, title: str = "") -> Nothing:
        """What cannot stand where it does."""
        if edits:
            fixes: tuple[Fix, ...] = (Fix(title, edits, safe=False),)
        else:
            fixes = (Fix("Remove it", (Edit(span, ""),), safe=False),) if span.start < span.end else ()
        self.report(rules.UNEXPECTED_TOKEN, span, message, fixes=fixes)
        return Nothing(span)

    def stray_number(self, token: Token) -> Nothing:
        """A number where a piece is wanted."""
        return self.unexpected(
            token.span,
            f"The number `{token.text}` is no piece. A range follows a colon, as in `:{token.text.lstrip('-')}`; "
            "a step is an array of two numbers.",
        )

    def missing(self, span: Span, message: str) -> Nothing:
        """Something to which too little is given."""
        self.report(rules.MISSING_OPERAND, span, message)
        return Nothing(span)

    def too_deep(self, span: Span) -> Nothing:
        """Something with too much inside each other."""
        self.report(rules.TOO_LONG, shown(span), "This goes too deep to be read. Give names to parts of it.")
        return Nothing(span)

    def no_last_clause(self, word: Span, way: str) -> None:
        """A condition that says nothing about all other cases."""
        self.report(
            rules.NO_LAST_CLAUSE,
            word,
            f"Where none of the conditions holds there are no moves here. Say so with {way}.",
        )

    def after_default(self, span: Span) -> None:
        """A clause that is never looked at."""
        self.report(
            rules.CLAUSE_AFTER_DEFAULT,
            span,
            "The clause before this one holds in all other cases, so this one is never looked at. Swap them.",
            fixes=(Fix("Remove the clause", (Edit(span, ""),), safe=False),),
        )

    def bad_test(self, span: Span, message: str, better: str = "") -> Nothing:
        """A condition that is none."""
        fixes = (Fix(f"Write `{better}`", (Edit(span, better),), safe=False),) if better else ()
        self.report(rules.BAD_TEST, span, message, fixes=fixes)
        return Nothing(span)

    def can_be_given(self, function: Expression, given: Span) -> bool:
        """Whether something is a function, by its form."""
        if isinstance(function, Name | Text | Together | Either | Nothing):
            return True
        self.unexpected(given, "What stands before this is no function, so it is given nothing. Join pieces by `/`.")
        return False


def is_unclosed(token: Token | None) -> bool:
    """Whether a word is a string without its end."""
    if token is None or token.kind != "STRING":
        return False
    body = token.text[1:]
    return not body.endswith('"') or (len(body) - len(body[:-1].rstrip("\\"))) % 2 == 0


def value(token: Token) -> int:
    """A number, however many digits it has."""
    if len(token.text) <= len(str(GREATEST)):
        return int(token.text)
    return -GREATEST if token.text[0] == "-" else GREATEST


def word(token: Token) -> Word:
    """A restriction."""
    return Word(canonical(token.text[1:].strip()), token.span)


def restricted(inner: Expression, words: Sequence[Token], span: Span) -> Expression:
    """An expression with the restrictions behind it, if there are any."""
    return Restricted(inner, tuple(map(word, words)), span) if words else inner


def call(function: Expression, arguments: Sequence[Expression], span: Span, gerund: bool = False) -> Call:
    """A function with what it is given."""
    return Call(function, tuple(arguments), span, gerund)


def shown(span: Span) -> Span:
    """The part of a long span that is worth pointing at."""
    return Span(span.start, min(span.end, span.start + 80))


def is_too_deep(count: int) -> bool:
    """Whether so many things inside each other are too many."""
    return count > MAX_DEPTH
