"""What the lists of the Lisp styles say (L1 to L7, L13 to L17)."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.diagnostics import Fix
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.expressions import (
    Array,
    Chain,
    Clause,
    Cond,
    Defined,
    Either,
    Expression,
    Name,
    Nothing,
    Property,
    Together,
)
from wazir.notations.lcpn.reading.common import Item, Room, call, restricted, value
from wazir.notations.lcpn.reading.listed_tests import COMPARES, Tests
from wazir.notations.lcpn.reading.names import canonical
from wazir.syntax import Node, Token
from wazir.text import Edit, Span

_CHAINS = ("=>", "->")
DEFAULTS = ("t", "else")
LONGEST_SHOWN = 40
"""A longer text is not repeated in a title."""
_BETWEEN = {"/": "/", "->": "->", "=>": "=>", "&": "&", "or": "/", "then": "=>"}
"""What joins parts where authors of other styles put it."""


class Lists:
    """Reads lists. Whatever is wrong is reported, and read on."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.tests = Tests(room, self.argument)
        self.body = Span(0, 0)
        """The expression that is read, for what must be put before it."""

    def items(self, root: Node) -> list[Defined]:
        """The definitions and bare expressions of a text."""
        found = []
        for item in root.children:
            self.body = item.span
            if isinstance(item, Node) and item.children[1].kind == "DEF":
                found.append(self._definition(item))
            else:
                body = self.expression(item)
                if not isinstance(body, Nothing) or isinstance(item, Node):
                    found.append(Defined(None, body, item.span))
        return found

    def _definition(self, node: Node) -> Defined:
        parts = node.children[2:-1]
        name = parts[0] if parts else None
        if not isinstance(name, Token) or name.kind != "NAME":
            where = node.span if name is None else name.span
            self.room.report(
                rules.BAD_DEF, where, "A definition needs a name and an expression: `(def short-rook (rook :4))`."
            )
            self._look_into(parts)
            return Defined(None, Nothing(node.span), node.span)
        made = self.room.name(name)
        if len(parts) == 1:
            self.room.report(
                rules.BAD_DEF, node.span, f"The definition of `{name.text}` lacks an expression that says how it moves."
            )
            return Defined(_as_name(made), Nothing(node.span), node.span)
        if len(parts) > 2:
            self._report_extra(name, parts[1:])
        self.body = parts[1].span
        return Defined(_as_name(made), self.expression(parts[1]), node.span)

    def _report_extra(self, name: Token, parts: Sequence[Item]) -> None:
        has_words = all(part.kind == "WORD" for part in parts[1:])
        opening = "(" if has_words else "(/ "
        edits = (Edit(Span(parts[0].start, parts[0].start), opening), Edit(Span(parts[-1].end, parts[-1].end), ")"))
        self.room.report(
            rules.BAD_DEF,
            Span(parts[1].start, parts[-1].end),
            f"The definition of `{name.text}` is over before this. Put all that belongs to it into one list.",
            fixes=(Fix(f"Put it into `{opening}...)`", edits, safe=False),),
        )

    def _look_into(self, parts: Sequence[Item]) -> None:
        """Have what is wrong inside lists reported where they mean nothing."""
        for part in parts:
            if isinstance(part, Node):
                self.expression(part)

    def expression(self, item: Item) -> Expression:
        """What a word or a list means where a piece is wanted."""
        if isinstance(item, Node):
            return self._list(item)
        if item.kind == "NAME":
            return self.room.name(item)
        if item.kind == "STRING":
            return self.room.string(item)
        if item.kind == "NUMBER":
            return self.room.stray_number(item)
        if item.kind == "PROPERTY":
            return self._misplaced(item)
        if item.kind == "WORD":
            return self.room.unexpected(
                item.span,
                f"The restriction `{item.text}` restricts nothing: write it behind a piece, in its list.",
            )
        return self.room.unexpected(item.span, f"`{item.text}` joins what follows it in a list of its own.")

    def argument(self, item: Item) -> Expression:
        """What a function is given: numbers too."""
        if isinstance(item, Token) and item.kind == "NUMBER":
            return self.room.number(item)
        return self.expression(item)

    def _list(self, node: Node) -> Expression:
        head, *rest = node.children[1:-1] or (None,)
        if head is None:
            return self.room.missing(node.span, "There is nothing in this list.")
        if isinstance(head, Node):
            return self._headed(node, head, rest)
        if head.kind == "DEF":
            self.room.report(rules.BAD_DEF, node.span, "A definition stands on its own, not inside something else.")
            self._look_into(rest)
            return Nothing(node.span)
        if head.kind == "COND":
            return self._cond(node, head, rest)
        if head.kind == "NUMBER":
            return self._array(node)
        if head.kind == "SIGN":
            return self._joined(node, head, rest)
        if head.kind == "PROPERTY":
            return self._unjoined(node, head)
        if head.kind == "WORD":
            self.expression(head)
            self._look_into(rest)
            return Nothing(node.span)
        return self._headed(node, head, rest)

    def _headed(self, node: Node, head: Item, rest: Sequence[Item]) -> Expression:
        """A name, a string or a list with what it is given, or what restricts it."""
        if sign := self._sign_between(head, rest):
            return self._between(node, head, rest, sign)
        given, words = self._split(rest)
        function = self.expression(head)
        given = [item for item in given if not self._is_property(item)]
        arguments = [self.argument(item) for item in given]
        if not given or not self.room.can_be_given(function, given[0].span):
            return restricted(function, words, node.span)
        return restricted(call(function, arguments, _without(node, words)), words, node.span)

    def _sign_between(self, head: Item, rest: Sequence[Item]) -> str:
        """The operator that stands between the parts of a list, and not before them; empty if there is none."""
        signs = {_BETWEEN.get(item.text.lower(), "") if isinstance(item, Token) else "" for item in rest[::2]}
        is_part = all(isinstance(item, Node) or item.kind == "NAME" for item in (head, *rest[1::2]))
        return signs.pop() if is_part and len(rest) % 2 == 0 and len(signs) == 1 else ""

    def _between(self, node: Node, head: Item, rest: Sequence[Item], sign: str) -> Expression:
        """A list with its operator between the parts."""
        first = Span(rest[0].start, rest[0].end)
        parts = [head, *rest[1::2]]
        written = " ".join((sign, *(self.room.text[part.start : part.end] for part in parts)))
        is_short = len(written) < LONGEST_SHOWN and "\n" not in written
        title = f"Write `({written})`" if is_short else f"Put `{sign}` first"
        self.room.report(
            rules.UNEXPECTED_TOKEN,
            first,
            f"`{sign}` comes first in a list, before the parts that it joins.",
            fixes=(Fix(title, (Edit(Span(head.start, parts[-1].end), written),), safe=False),),
        )
        token = Token("SIGN", sign, first.start)
        return self._joined(node, token, parts)

    def _joined(self, node: Node, sign: Token, rest: Sequence[Item]) -> Expression:
        """A list that begins with an operator."""
        given, words = self._split(rest)
        if sign.text not in ("/", "&", *_CHAINS):
            self._look_into(rest)
            return self.room.unexpected(node.span, f"`{sign.text}` compares numbers in the conditions of `cond`.")
        if sign.text == "/":
            return restricted(self._either(given, sign.span, node), words, node.span)
        parts = [self.expression(item) for item in given if not self._is_property(item)]
        if len(parts) < 2:
            what = "functions" if sign.text == "&" else "parts"
            self.room.missing(
                node.span, f"`{sign.text}` joins two {what} or more; here {'is one' if parts else 'are none'}."
            )
            return parts[0] if parts else Nothing(node.span)
        span = _without(node, words)
        if sign.text == "&":
            return restricted(Together(tuple(parts), span), words, node.span)
        return restricted(Chain(sign.text == "->", tuple(parts), span, sign.span), words, node.span)

    def _either(self, given: Sequence[Item], operator: Span, node: Node) -> Expression:
        properties = [
            Property(canonical(item.text[2:]), item.span)
            for item in given
            if isinstance(item, Token) and item.kind == "PROPERTY"
        ]
        parts = [self.expression(item) for item in given if item.kind != "PROPERTY"]
        if not properties and not parts:
            return self.room.missing(node.span, "`/` joins pieces; here is none.")
        if not properties and len(parts) == 1:
            return parts[0]
        return Either((*properties, *parts), node.span, operator)

    def _unjoined(self, node: Node, head: Token) -> Expression:
        """A list of properties and pieces that lacks its `/`."""
        place = Span(head.start, head.start)
        self.room.report(
            rules.PROPERTY_NOT_FIRST,
            head.span,
            f"A property stands in a list that begins with `/`: `(/ {head.text} ...)`.",
            fixes=(Fix("Put `/` before it", (Edit(place, "/ "),), safe=False),),
        )
        given, words = self._split(node.children[1:-1])
        return restricted(self._either(given, place, node), words, node.span)

    def _array(self, node: Node) -> Expression:
        parts = node.children[1:-1]
        numbers: list[Token] = []
        for item in parts:
            if not isinstance(item, Token) or item.kind != "NUMBER":
                break
            numbers.append(item)
        given, words = self._split(parts[len(numbers) :])
        for item in given:
            if not self._is_property(item):
                message = "Only restrictions follow the numbers of a step: `(1 1 :forward)`."
                is_name = isinstance(item, Token) and item.kind == "NAME"
                edits = (Edit(Span(item.start, item.start), ":"),) if is_name else ()
                self.room.unexpected(item.span, message, *edits, title="Put `:` before it")
        span = Span(numbers[0].start, numbers[-1].end) if len(parts) > len(numbers) else node.span
        return restricted(Array(tuple(map(value, numbers)), span), words, node.span)

    def _split(self, items: Sequence[Item]) -> tuple[list[Item], list[Token]]:
        """What is given, and the restrictions behind it."""
        end = len(items)
        while end and items[end - 1].kind in ("WORD", "PROPERTY"):
            end -= 1
        given: list[Item] = []
        for place, item in enumerate(items[:end]):
            if item.kind != "WORD":
                given.append(item)
                continue
            message = (
                f"`{self.room.text[item.start : item.end]}` comes last in a list. A part is restricted in its own."
            )
            before = items[place - 1] if place else None
            if before is None or before.kind in ("WORD", "PROPERTY"):
                self.room.unexpected(item.span, message)
            else:
                edits = Edit(Span(before.start, before.start), "("), Edit(Span(item.end, item.end), ")")
                self.room.unexpected(item.span, message, *edits, title="Give it a list")
        words = [item for item in items[end:] if isinstance(item, Token) and item.kind == "WORD"]
        return [*given, *(item for item in items[end:] if item.kind != "WORD")], words

    def _is_property(self, item: Item) -> bool:
        if isinstance(item, Token) and item.kind == "PROPERTY":
            self._misplaced(item)
            return True
        return False

    def _misplaced(self, token: Token) -> Nothing:
        """A property that stands in no list of alternatives."""
        start, end = self.body
        if (start, end) == token.span:
            edits: tuple[Edit, ...] = (Edit(token.span, f"(/ {token.text})"),)
        else:
            gap = 1 if self.room.text[token.start - 1 : token.start] == " " else 0
            edits = (
                Edit(Span(start, start), f"(/ {token.text} "),
                Edit(Span(token.start - gap, token.end), ""),
                Edit(Span(end, end), ")"),
            )
        self.room.report(
            rules.PROPERTY_NOT_FIRST,
            token.span,
            f"A property stands in a list that begins with `/`: `(/ {token.text} ...)`.",
            fixes=(Fix(f"Put `{token.text}` first", edits, safe=False),),
        )
        return Nothing(token.span)

    def _cond(self, node: Node, head: Token, rest: Sequence[Item]) -> Expression:
        given, words = self._split(rest)
        clauses: list[Clause] = []
        if len(given) == 2 and _is_comparison(given[0]) and not _is_comparison(given[1]):
            return self._unclaused(node, given[0], given[1], head)
        for item in given:
            if clauses and clauses[-1].test is None:
                self.room.after_default(item.span)
                self._look_into([item])
            elif clause := self._clause(item):
                clauses.append(clause)
        if not clauses:
            if not given:
                self.room.missing(node.span, "`cond` needs clauses: `(cond ((moved) wazir) (else ferz))`.")
            return Nothing(node.span)
        if clauses[-1].test is not None:
            self.room.no_last_clause(head.span, "a last clause `(else ...)`")
        return restricted(Cond(tuple(clauses), _without(node, words), head.span), words, node.span)

    def _unclaused(self, node: Node, test: Item, then: Item, head: Token) -> Expression:
        """A condition and a piece that should be a clause."""
        edits = Edit(Span(test.start, test.start), "("), Edit(Span(then.end, then.end), ")")
        message = "A condition and its piece stand in a list of their own: `((= (rank) 2) rook)`."
        self.room.unexpected(Span(test.start, then.end), message, *edits, title="Put them into a list")
        self.room.no_last_clause(head.span, "a last clause `(else ...)`")
        clause = Clause(self.tests.test(test), self.expression(then), Span(test.start, then.end))
        return Cond((clause,), node.span, head.span)

    def _clause(self, item: Item) -> Clause | None:
        if not isinstance(item, Node) or item.children[1].kind in ("COND", "DEF"):
            self.room.unexpected(item.span, "A clause of `cond` is a list of a condition and a piece.")
            return None
        parts = item.children[1:-1]
        if len(parts) < 2:
            self.room.missing(item.span, "A clause of `cond` is a list of a condition and a piece.")
        for extra in parts[2:]:
            edits = Edit(Span(parts[1].start, parts[1].start), "("), Edit(Span(parts[-1].end, parts[-1].end), ")")
            message = "A clause of `cond` has one piece behind its condition. Put all that belongs to it into one list."
            self.room.unexpected(extra.span, message, *edits, title="Put it into one list")
        if not parts:
            return None
        test = None if self._is_default(parts[0]) else self.tests.test(parts[0])
        then = self.expression(parts[1]) if len(parts) > 1 else Nothing(item.span)
        return Clause(test, then, item.span)

    def _is_default(self, item: Item) -> bool:
        return isinstance(item, Token) and item.kind == "NAME" and item.text.lower() in DEFAULTS


def _is_comparison(item: Item) -> bool:
    """Whether a list begins with a sign that compares numbers."""
    head = item.children[1] if isinstance(item, Node) and len(item.children) > 2 else None
    return isinstance(head, Token) and head.kind == "SIGN" and head.text in COMPARES


def _without(node: Node, words: Sequence[Token]) -> Span:
    """A list but for the restrictions at its end; all of it if there are none."""
    return node.span if not words else Span(node.start, words[0].start)


def _as_name(made: Expression) -> Name | None:
    return made if isinstance(made, Name) else None
