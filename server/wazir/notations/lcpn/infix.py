"""Reads the C and SQL styles: operators, calls and conditions (L2 to L8, L13 to L17)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wazir.notations.fixes import fix, insertion, write
from wazir.notations.lcpn import codes, tree
from wazir.notations.lcpn.reader import Reader, is_token, restricted
from wazir.notations.lcpn.syntax import Item
from wazir.notations.lcpn.tree import STYLES, canonical, resolved
from wazir.notations.lcpn.vocabulary import joining
from wazir.piece.board import read_number
from wazir.syntax import Node, Token
from wazir.text import Edit, Span, line_breaks

_KEYWORDS = frozenset({"END", "IF", "ELSE", "ELIF", "AGAIN", "THEN"})
_MISSING_ARGUMENT = "Missing argument. Write a piece in the brackets."


@dataclass(slots=True)
class _Properties:
    """The properties in an expression."""

    start: int
    """The start of the expression."""
    is_front: bool = True
    """Only properties were read so far, so that further ones are valid."""
    properties: tuple[tree.Property, ...] = ()


class Infix(Reader):
    """Reads operators."""

    call_syntax_hint = "with brackets"
    example = "rank() = 2"
    properties: _Properties
    """The properties of the current expression."""

    def items(self, root: Node) -> list[tree.Defined]:
        """The definitions and bare expressions of a text."""
        self.properties = _Properties(root.start)
        items: list[tree.Defined] = []
        before: Item | None = None
        is_joined = True
        for item in root.children:
            if isinstance(item, Node) and item.kind == "definition":
                items.append(self._definition(item))
                is_joined = True
            elif before is None or line_breaks(self.text[before.end : item.start]):
                items.append(tree.Defined(None, self.whole(item), item.span))
                is_joined = True
            elif is_joined:
                self._report_unjoined(items[-1].body.span.start, before, item)
                self.whole(item)
                is_joined = False
            before = item
        return items

    def _report_unjoined(self, start: int, before: Item, item: Item) -> None:
        """Report an expression after another one on the same line."""
        first = item.children[0] if isinstance(item, Node) and item.kind == "link" else item
        if is_token(first, "PROPERTY"):
            self._report_misplaced_property(first, start)
        elif not self.text[before.end : item.start].strip():
            word = self.text[item.start : item.end].split(maxsplit=1)[0]
            span = Span(item.start, item.start + len(word))
            signs = STYLES[self.style].signs
            if meant := joining(word, self.text[before.start : before.end]):
                sign = signs["->" if word == "then" and self.style == "sql" else meant]
                message = f"Between pieces this style writes `{sign}`."
                self.unexpected(span, message, write(span, sign))
            else:
                message = (
                    f"Missing operator before this. Write `{signs['/']}` between alternatives, or "
                    "begin another expression on its own line."
                )
                put = fix(
                    f"Insert `{signs['/']}` before it", insertion(item.start, f"{signs['/']} ")
                )
                self.unexpected(span, message, put)

    def _definition(self, node: Node) -> tree.Defined:
        (name,) = node.leaves("DEFNAME")
        (sign,) = node.leaves("DEFINE")
        body = node.children[2:]
        sides = {
            sign.start: self.text[sign.start - 1 : sign.start],
            sign.end: self.text[sign.end : sign.end + 1],
        }
        edits = [
            insertion(place, " ")
            for place, letter in sides.items()
            if letter and not letter.isspace()
        ]
        if edits:
            way = fix("Insert spaces around it", *edits, safe=True)
            self.report(
                codes.SPACES_AROUND_DEFINE, sign.span, f"Missing spaces around `{sign.text}`.", way
            )
        key = self.name(name)
        if not body:
            self.report(codes.BAD_DEFINITION, node.span, "Missing expression in the definition.")
            return tree.Defined(key, tree.Nothing(Span(node.end, node.end)), node.span)
        return tree.Defined(key, self.whole(body[0]), node.span)

    def whole(self, item: Item) -> tree.Expression:
        """A whole expression, with the properties in it first (L15)."""
        outer, own = self.properties, _Properties(item.start)
        self.properties = own
        children = item.children if isinstance(item, Node) and item.kind == "either" else (item,)
        parts = [
            part
            for part in map(self.expression, children[::2])
            if not isinstance(part, tree.Property)
        ]
        self.properties = outer
        if not own.properties and len(parts) == 1:
            return parts[0]
        return tree.Either((*own.properties, *parts), item.span)

    def expression(self, item: Item) -> tree.Expression:
        """The expression of a token or a node; of only properties the last one."""
        expression = _READERS[item.kind](self, item) if isinstance(item, Node) else self._word(item)
        self.properties.is_front = self.properties.is_front and isinstance(
            expression, tree.Property
        )
        return expression

    def _word(self, token: Token) -> tree.Expression:
        if token.kind == "STRING":
            return self.string(token)
        if not token.text:
            return tree.Nothing(token.span)
        return self.stray_number(token) if token.kind == "NUMBER" else self.name(token)

    def link(self, node: Node) -> tree.Expression:
        """An expression after properties, or only properties."""
        last: tree.Expression = tree.Nothing(node.span)
        own = self.properties
        for child in node.children:
            if not is_token(child, "PROPERTY"):
                return self.expression(child)
            last = tree.Property(canonical(child.text[2:]), child.span)
            own.properties += (last,)
            if not own.is_front:
                self._report_misplaced_property(child, own.start)
        return last

    def _report_misplaced_property(self, token: Token, start: int) -> None:
        gap = int(self.text[token.end : token.end + 1] == " ")
        edits = insertion(start, f"{token.text} "), Edit(Span(token.start, token.end + gap), "")
        message = f"Misplaced property. Write `{token.text}` first."
        self.report(
            codes.PROPERTY_NOT_FIRST,
            token.span,
            message,
            fix(f"Move `{token.text}` to the front", *edits),
        )

    def chain(self, node: Node) -> tree.Expression:
        """Parts with `=>` and `->` between them, which group to the right."""
        parts: list[tree.Expression] = []
        for child in node.children[::2]:
            part = self.expression(child)
            parts.append(tree.Nothing(part.span) if isinstance(part, tree.Property) else part)
            self.properties.is_front = False
        signs = [child for child in node.children[1::2] if isinstance(child, Token)]
        if self.is_too_deep(sum(a.text != b.text for a, b in pairwise(signs)), node.span):
            return tree.Nothing(node.span)
        chain = [parts.pop()]
        for place in range(len(signs) - 1, -1, -1):
            sign = signs[place]
            chain.insert(0, parts.pop())
            if place == 0 or signs[place - 1].text != sign.text:
                span = Span(node.children[2 * place].start, node.end)
                chain = [
                    tree.Chain(
                        sign.text == STYLES[self.style].signs["->"],
                        tuple(chain),
                        span,
                        operator=sign.span,
                    )
                ]
        return chain[0]

    def restricted(self, node: Node) -> tree.Expression:
        """An expression with its restrictions."""
        return restricted(self.expression(node.children[0]), node.leaves("WORD"), node.span)

    def together(self, node: Node) -> tree.Expression:
        """Functions with `&` between them."""
        return self._composed(node.children, self.expression, node.span)

    def _composed(
        self, items: Sequence[Item], read: Callable[[Item], tree.Expression], span: Span
    ) -> tree.Expression:
        parts = tuple(map(read, items[::2]))
        return parts[0] if len(parts) == 1 else tree.Together(parts, span)

    def call(self, node: Node, *, may_be_empty: bool = False) -> tree.Expression:
        """A function with its arguments."""
        functions, group = node.children[:-1], node.inner("group")[-1]
        function = self._composed(functions, self.expression, Span(node.start, functions[-1].end))
        arguments = self.arguments(group)
        if not arguments and not may_be_empty:
            self.missing(group.children[-1].span, _MISSING_ARGUMENT)
        if not self.can_take_arguments(function, group.children[0].span):
            return function
        return tree.Call(function, arguments, node.span)

    def arguments(self, group: Node) -> tree.Expressions:
        """The arguments in brackets, including numbers."""
        return tuple(
            tree.Number(read_number(item.text), item.span)
            if is_token(item, "NUMBER") and item.text
            else self.whole(item)
            for item in group.children[1:-1:2]
        )

    def group(self, node: Node) -> tree.Expression:
        """An expression in brackets."""
        inside = node.children[1:-1]
        if not inside:
            return self.missing(node.span, "Empty brackets.")
        parts = [self.whole(item) for item in inside[::2]]
        if len(parts) > 1:
            self.unexpected(
                inside[1].span, "Unexpected comma: there is no function before the bracket."
            )
        return parts[0]

    def array(self, node: Node) -> tree.Expression:
        """An array."""
        numbers = node.leaves("NUMBER")
        is_whole = all(number.text for number in numbers)
        if is_whole:
            return tree.Array(tuple(read_number(number.text) for number in numbers), node.span)
        return tree.Nothing(node.span)

    # Gerunds (L14)

    def gerund(self, node: Node) -> tree.Expression:
        """One or more gerunds, each with the next expression as its argument."""
        gerunds, restrictions = node.inner("doing"), node.leaves("WORD")
        if self.is_too_deep(len(gerunds), node.span):
            return tree.Nothing(node.span)
        operand = node.children[len(gerunds)]
        has_arguments = (
            isinstance(operand, Node) and operand.kind == "group" and len(operand.children) != 3
        )
        if isinstance(operand, Node) and has_arguments:
            arguments = self.arguments(operand)
            if not arguments:
                self.missing(operand.children[-1].span, _MISSING_ARGUMENT)
        else:
            span = Span(operand.start, node.end)
            arguments = (restricted(self.expression(operand), restrictions, span),)
        for functions in reversed(gerunds):
            function = self._composed(functions.children, self._doing, functions.span)
            arguments = (
                tree.Call(function, arguments, Span(functions.start, node.end), gerund=True),
            )
        # Restrictions of several arguments are those of the whole.
        return restricted(arguments[0], restrictions if has_arguments else (), node.span)

    def _doing(self, item: Item) -> tree.Expression:
        expression = self.expression(item)
        if (
            not isinstance(expression, tree.Name)
            or not isinstance(item, Token)
            or self.kinds.is_piece(expression.key)
        ):
            return expression
        key = resolved(expression.key, self.kinds.is_function)
        if expression.key == f"{key}ing" and key.endswith("e") and not key.endswith("ee"):
            better = item.text[:-4] + item.text[-3:]
            message = f"Misspelled gerund, read as `{better}`."
            self.report(
                codes.MISSPELLED_GERUND, item.span, message, write(item.span, better, safe=True)
            )
        return tree.Name(key, expression.span)

    # Conditions (L16)

    def condition(self, node: Node) -> tree.Expression:
        """The clauses of `if`."""
        clauses: list[tree.Clause] = []
        first = tuple(child for child in node.children if child.kind != "clause")
        for parts in (first, *(other.children for other in node.inner("clause"))):
            *test, body = (part for part in parts if part.kind not in _KEYWORDS)
            test_expression = self.test(test[0]) if test else None
            self.add_clause(
                tree.Clause(test_expression, self._branch(body), Span(parts[0].start, body.end)),
                clauses,
            )
        self.check_default_clause(clauses, node.children[0].span)
        return tree.Cond(tuple(clauses), node.span)

    def _branch(self, item: Item) -> tree.Expression:
        if not isinstance(item, Node) or item.kind != "block":
            return self.whole(item)
        inside = item.children[1:-1]
        if not inside:
            return self.missing(item.span, "Empty branch. Write a piece in the braces.")
        return self.whole(inside[0])

    def test(self, item: Item) -> tree.Expression:
        """The test of a token or a node."""
        if isinstance(item, Token):
            return self.test_word(item)
        if item.kind == "comparison":
            left, _, right, *rest = item.children
            operator = item.leaves("COMPARE")[0]
            if rest:
                example = f"1 < rank() {STYLES[self.style].signs['and']} rank() < 4"
                self.unexpected(rest[0].span, f"A comparison has two numbers. Write `{example}`.")
            return tree.Compare(operator.text, self.side(left), self.side(right), span=item.span)
        if item.kind == "negation":
            *signs, inner = item.children
            if self.is_too_deep(len(signs), item.span):
                return tree.Nothing(item.span)
            test = self.test(inner)
            for sign in reversed(signs):
                test = tree.Logic("not", (test,), Span(sign.start, item.end))
            return test
        if call := self.tested_call(item):
            return call
        if content := self.content(item):
            return self.test(content)
        word = "or" if item.kind == "disjunction" else "and"
        return tree.Logic(word, tuple(map(self.test, item.children[::2])), item.span)

    def tested_call(self, item: Node) -> tree.Expression | None:
        """The call that a node is in a test."""
        return self.call(item, may_be_empty=True) if item.kind == "call" else None

    def content(self, item: Node) -> Item | None:
        """The content of brackets."""
        return item.children[1] if item.kind == "condition" else None


_READERS: dict[str, Callable[[Infix, Node], tree.Expression]] = {
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
