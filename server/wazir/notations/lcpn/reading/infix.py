"""What the operators of the C and SQL styles say (L2 to L8, L13 to L17)."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

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
from wazir.notations.lcpn.reading.common import Item, Room, call, is_too_deep, restricted, value
from wazir.notations.lcpn.reading.gerunds import Gerunds
from wazir.notations.lcpn.reading.infix_tests import Tests
from wazir.notations.lcpn.reading.names import canonical
from wazir.syntax import Node, Token
from wazir.text import Edit, Span

_JUMPS = ("->", "THEN")
_KEYWORDS = frozenset({"END", "IF", "ELSE", "ELIF", "AGAIN", "THEN"})
_JOINING = frozenset({"OR", "AND", "THEN", "AND_THEN"})
_LINE_END = re.compile(r"[\r\n]")


class Infix:
    """Reads the trees of both styles. Whatever is wrong is reported, and read on."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.tests = Tests(room, self.call)
        self.gerunds = Gerunds(room, self.expression, self.arguments)
        self.properties: list[Property] = []
        """Those of the expression that is read."""
        self.start = 0
        """Where that begins."""
        self.front = 0
        """Where a property may stand in it: all before that are properties."""

    def items(self, root: Node) -> list[Defined]:
        """The definitions and bare expressions of a text."""
        found: list[Defined] = []
        before: Item | None = None
        is_joined = True
        for item in root.children:
            if isinstance(item, Node) and item.kind == "definition":
                found.append(self._definition(item))
                is_joined = True
            elif before is None or self._is_on_new_line(before.end, item.start):
                found.append(Defined(None, self.whole(item), item.span))
                is_joined = True
            elif is_joined:
                self._report_unjoined(found[-1] if found else None, before, item)
                is_joined = False
            before = item
        return found

    def _is_on_new_line(self, end: int, start: int) -> bool:
        return _LINE_END.search(self.room.text, end, start) is not None

    def _report_unjoined(self, last: Defined | None, before: Item, item: Item) -> None:
        """Something that follows an expression on the same line."""
        properties = item.children if isinstance(item, Node) and item.kind == "link" else ()
        if properties and last is not None and isinstance(properties[0], Token):
            self._report_property(properties[0], last.body.span.start)
        elif not self.room.text[before.end : item.start].strip():
            word = self.room.text[item.start : item.end].split(maxsplit=1)[0]
            span = Span(item.start, item.start + len(word))
            joins = word.upper()
            if self.room.style == "sql" and joins in _JOINING:
                message = f"The words of this style are in capitals: `{joins}`."
                self.room.unexpected(span, message, Edit(span, joins), title=f"Write `{joins}`")
            else:
                operator = "/" if self.room.style == "c" else "OR"
                self.room.unexpected(
                    span,
                    "Nothing joins this to what stands before it. Either of two pieces is written with "
                    f"`{operator}`; another expression begins on a line of its own.",
                    Edit(Span(item.start, item.start), f"{operator} "),
                    title=f"Put `{operator}` before it",
                )
        self.whole(item)

    def _definition(self, node: Node) -> Defined:
        name, sign, *body = node.children
        made = self.room.name(name) if isinstance(name, Token) else None
        if isinstance(sign, Token):
            self._look_at_sign(sign)
        key = made if isinstance(made, Name) else None
        if not body:
            self.room.report(
                rules.BAD_DEF, node.span, "This definition lacks an expression that says how the piece moves."
            )
            return Defined(key, Nothing(Span(node.end, node.end)), node.span)
        return Defined(key, self.whole(body[0]), node.span)

    def _look_at_sign(self, sign: Token) -> None:
        """Whether there are blanks around a `:=`."""
        text = self.room.text
        edits = []
        if sign.start and not text[sign.start - 1].isspace():
            edits.append(Edit(Span(sign.start, sign.start), " "))
        if sign.end < len(text) and not text[sign.end].isspace():
            edits.append(Edit(Span(sign.end, sign.end), " "))
        if edits:
            self.room.report(
                rules.SPACES_AROUND_DEFINE,
                sign.span,
                f"`{sign.text}` is written with blanks around it.",
                fixes=(Fix("Put blanks around it", tuple(edits)),),
            )

    def whole(self, item: Item) -> Expression:
        """A whole expression, with the properties in it first (L15)."""
        outer = self.properties, self.start, self.front
        self.properties, self.start, self.front = [], item.start, item.start
        is_either = isinstance(item, Node) and item.kind == "either"
        alternatives = item.children if is_either and isinstance(item, Node) else (item,)
        parts = []
        operator = Span(item.start, item.start)
        for place, child in enumerate(alternatives):
            if place % 2:
                operator = child.span if place == 1 else operator
                continue
            is_first = self.front == child.start
            part = self.expression(child)
            if not isinstance(part, Property):
                parts.append(part)
            elif is_first and place + 2 < len(alternatives):
                self.front = alternatives[place + 2].start
        properties = self.properties
        self.properties, self.start, self.front = outer
        if not properties and len(parts) == 1:
            return parts[0]
        return Either((*properties, *parts), item.span, operator)

    def expression(self, item: Item) -> Expression:
        """What a word or a node means; properties alone are the last of them."""
        if isinstance(item, Node):
            return _READERS[item.kind](self, item)
        if item.kind == "STRING":
            return self.room.string(item)
        if item.kind == "NUMBER":
            return self.room.stray_number(item) if item.text else Nothing(item.span)
        return self.room.name(item)

    def link(self, node: Node) -> Expression:
        """An expression behind properties, or properties alone."""
        last: Expression = Nothing(node.span)
        for place, child in enumerate(node.children):
            if not isinstance(child, Token) or child.kind != "PROPERTY":
                return self.expression(child)
            last = Property(canonical(child.text[2:]), child.span)
            self.properties.append(last)
            if child.start != self.front:
                self._report_property(child, self.start)
            elif place + 1 < len(node.children):
                self.front = node.children[place + 1].start
        return last

    def _report_property(self, token: Token, start: int) -> None:
        gap = 1 if self.room.text[token.end : token.end + 1] == " " else 0
        edits = (Edit(Span(start, start), f"{token.text} "), Edit(Span(token.start, token.end + gap), ""))
        self.room.report(
            rules.PROPERTY_NOT_FIRST,
            token.span,
            f"Properties come before all else: write `{token.text}` first.",
            fixes=(Fix(f"Put `{token.text}` first", edits, safe=False),),
        )

    def chain(self, node: Node) -> Expression:
        """Parts with `=>` and `->` between them, which group to the right."""
        parts = [self._part(child) for child in node.children[::2]]
        signs = [child for child in node.children[1::2] if isinstance(child, Token)]
        if is_too_deep(sum(a.text != b.text for a, b in pairwise(signs))):
            return self.room.too_deep(node.span)
        made = [parts.pop()]
        for place in range(len(signs) - 1, -1, -1):
            sign = signs[place]
            made.insert(0, parts.pop())
            if place == 0 or signs[place - 1].text != sign.text:
                span = Span(node.children[2 * place].start, node.end)
                made = [Chain(sign.text in _JUMPS, tuple(made), span, sign.span)]
        return made[0]

    def _part(self, item: Item) -> Expression:
        part = self.expression(item)
        if isinstance(part, Property):
            return Nothing(part.span)
        return part

    def restricted(self, node: Node) -> Expression:
        """An expression with the restrictions behind it."""
        inner, *words = node.children
        return restricted(self.expression(inner), [word for word in words if isinstance(word, Token)], node.span)

    def together(self, node: Node) -> Expression:
        """Functions with `&` between them."""
        return Together(tuple(map(self.expression, node.children[::2])), node.span)

    def call(self, node: Node, *, may_be_empty: bool = False) -> Expression:
        """A function with what it is given."""
        *functions, given = node.children
        if not isinstance(given, Node):
            return Nothing(node.span)
        parts = list(map(self.expression, functions[::2]))
        arguments = self.arguments(given)
        function = parts[0] if len(parts) == 1 else Together(tuple(parts), Span(node.start, functions[-1].end))
        if not arguments and not may_be_empty:
            self.room.missing(given.children[-1].span, "This function is given nothing. Write a piece in the brackets.")
        if not self.room.can_be_given(function, given.children[0].span):
            return function
        return call(function, arguments, node.span)

    def arguments(self, group: Node) -> list[Expression]:
        """What stands in brackets, with commas between it: numbers too."""
        found = []
        for item in group.children[1:-1:2]:
            is_number = isinstance(item, Token) and item.kind == "NUMBER" and item.text
            found.append(self.room.number(item) if is_number and isinstance(item, Token) else self.whole(item))
        return found

    def group(self, node: Node) -> Expression:
        """An expression in brackets."""
        inside = node.children[1:-1]
        if not inside:
            return self.room.missing(node.span, "There is nothing in these brackets.")
        parts = [self.whole(item) for item in inside[::2]]
        if len(parts) > 1:
            self.room.unexpected(
                inside[1].span, "A comma stands between what a function is given, and there is none before the bracket."
            )
        return parts[0]

    def array(self, node: Node) -> Expression:
        """Numbers in brackets."""
        numbers = [child for child in node.children if isinstance(child, Token) and child.kind == "NUMBER"]
        if any(not number.text for number in numbers):
            return Nothing(node.span)
        return Array(tuple(map(value, numbers)), node.span)

    def condition(self, node: Node) -> Expression:
        """The clauses of `if`."""
        clauses: list[Clause] = []
        others = [child for child in node.children if isinstance(child, Node) and child.kind == "clause"]
        first = node.children[: next((i for i, child in enumerate(node.children) if child.kind == "clause"), None)]
        for parts in (first, *(other.children for other in others)):
            *test, body = (part for part in parts if part.kind not in _KEYWORDS)
            span = Span(parts[0].start, body.end)
            made = Clause(self.tests.test(test[0]) if test else None, self._branch(body), span)
            if clauses and clauses[-1].test is None:
                self.room.after_default(span)
            else:
                clauses.append(made)
        word = node.children[0].span
        if clauses and clauses[-1].test is not None:
            self.room.no_last_clause(word, "`else { ... }`" if self.room.style == "c" else "`ELSE ...` before `END`")
        return Cond(tuple(clauses), node.span, word)

    def _branch(self, item: Item) -> Expression:
        if not isinstance(item, Node) or item.kind != "block":
            return self.whole(item)
        inside = item.children[1:-1]
        if not inside:
            return self.room.missing(item.span, "There is nothing in this branch. Write a piece in the braces.")
        return self.whole(inside[0])

    def gerund(self, node: Node) -> Expression:
        """A function that is written as a gerund."""
        return self.gerunds.read(node)


_READERS: dict[str, Callable[[Infix, Node], Expression]] = {
    "either": Infix.whole,
    "chain": Infix.chain,
    "link": Infix.link,
    "restricted": Infix.restricted,
    "together": Infix.together,
    "call": Infix.call,
    "group": Infix.group,
    "array": Infix.array,
    "if": Infix.condition,
    "gerund": Infix.gerund,
}
