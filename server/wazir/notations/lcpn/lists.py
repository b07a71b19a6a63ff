"""Reads the Lisp styles: lists (L1 to L7, L13 to L17)."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.diagnostics import Fix
from wazir.notations.fixes import fix, insertion, write
from wazir.notations.lcpn import codes, tree
from wazir.notations.lcpn.reader import Reader, is_token, restricted
from wazir.notations.lcpn.syntax import Item
from wazir.notations.lcpn.tree import canonical
from wazir.notations.lcpn.vocabulary import PROPERTIES, joining
from wazir.piece.board import read_number
from wazir.syntax import Node, Token
from wazir.text import Edit, Span

COMPARES = frozenset({"=", "<", ">", "<=", ">=", "!="})
_MAX_LETTERS_SHOWN = 40
"""The maximum length of a text in a title."""


class Lists(Reader):
    """Reads lists."""

    call_syntax_hint = "as a list"
    example = "(= (rank) 2)"
    body = Span(0, 0)
    """The current expression, before which fixes insert text."""

    def items(self, root: Node) -> list[tree.Defined]:
        """The definitions and bare expressions of a text."""
        items = []
        for item in root.children:
            self.body = item.span
            if isinstance(item, Node) and item.children[1].kind == "DEF":
                items.append(self._definition(item))
            elif not isinstance(body := self.expression(item), tree.Nothing) or isinstance(
                item, Node
            ):
                items.append(tree.Defined(None, body, item.span))
        return items

    def _definition(self, node: Node) -> tree.Defined:
        name, *parts = node.children[2:-1] or (None,)
        if not is_token(name, "NAME"):
            where = node.span if name is None else name.span
            message = "Missing name. Write a name and an expression: `(def short-rook (rook :4))`."
            self._report_nested_errors(node.children[2:-1])
            return tree.Defined(None, self.report(codes.BAD_DEFINITION, where, message), node.span)
        key = self.name(name)
        if not parts:
            message = f"Missing expression in the definition of `{name.text}`."
            return tree.Defined(
                key, self.report(codes.BAD_DEFINITION, node.span, message), node.span
            )
        if len(parts) > 1:
            opening = "(" if all(part.kind == "WORD" for part in parts[1:]) else "(/ "
            message = f"The definition of `{name.text}` ends before this. Write one expression."
            way = fix(f"Move it into `{opening}...)`", *_around(parts[0], parts[-1], opening))
            self.report(codes.BAD_DEFINITION, Span(parts[1].start, parts[-1].end), message, way)
        self.body = parts[0].span
        return tree.Defined(key, self.expression(parts[0]), node.span)

    def _report_nested_errors(self, parts: Sequence[Item]) -> None:
        """Report the errors inside misplaced lists."""
        for part in parts:
            if isinstance(part, Node):
                self.expression(part)

    def expression(self, item: Item) -> tree.Expression:
        """The expression of a token or a list."""
        if isinstance(item, Node):
            return self._list(item)
        match item.kind:
            case "NAME":
                return self.name(item)
            case "STRING":
                return self.string(item)
            case "NUMBER":
                return self.stray_number(item)
            case "PROPERTY":
                return self._misplaced(item)
            case "WORD":
                message = (
                    f"The restriction `{item.text}` has no piece. Write it after a piece, in its "
                    "list."
                )
                return self.unexpected(item.span, message)
        message = f"Misplaced `{item.text}`. Write it at the start of a list: `({item.text} ...)`."
        return self.unexpected(item.span, message)

    def argument(self, item: Item) -> tree.Expression:
        """An argument, which may be a number."""
        if is_token(item, "NUMBER"):
            return tree.Number(read_number(item.text), item.span)
        return self.expression(item)

    def _list(self, node: Node) -> tree.Expression:
        head, *rest = node.children[1:-1] or (None,)
        if head is None:
            return self.missing(node.span, "Empty list.")
        if isinstance(head, Token):
            match head.kind:
                case "DEF":
                    self._report_nested_errors(rest)
                    message = "A definition cannot be inside another expression."
                    return self.report(codes.BAD_DEFINITION, node.span, message)
                case "WORD":
                    self._report_nested_errors(rest)
                    return self._leading_restriction(head, rest)
                case "COND":
                    return self._cond(node, head, rest)
                case "NUMBER":
                    return self._array(node)
                case "SIGN":
                    return self._joined(node, head, rest)
                case "PROPERTY":
                    place = Span(head.start, head.start)
                    self._report_misplaced_property(
                        head, fix("Insert `/` before it", Edit(place, "/ "))
                    )
                    return self._joined(node, Token("SIGN", "/", head.start), [head, *rest])
        return self._headed(node, head, rest)

    def _leading_restriction(self, head: Token, rest: Sequence[Item]) -> tree.Nothing:
        """Report a restriction at the start of a list."""
        if canonical(head.text[1:]) in PROPERTIES:
            message = (
                "A property has two colons, in a list that starts with `/`. Write `/ "
                f":{head.text}`."
            )
            return self.unexpected(head.span, message, write(head.span, f"/ :{head.text}"))
        message = (
            f"The restriction `{head.text}` has no piece. Write it after a piece, in its list."
        )
        if len(rest) != 1:
            return self.unexpected(head.span, message)
        end = rest[0].end
        moved = Edit(Span(head.start, end), f"{self.text[rest[0].start : end]} {head.text}")
        return self.unexpected(head.span, message, fix(f"Move `{head.text}` behind it", moved))

    def _headed(self, node: Node, head: Item, rest: Sequence[Item]) -> tree.Expression:
        """A name, a string or a list with its arguments or restrictions."""
        if sign := _sign_between(head, rest):
            parts = (head, *rest[1::2])
            written = " ".join((sign, *(self.text[part.start : part.end] for part in parts)))
            is_short = len(written) < _MAX_LETTERS_SHOWN and "\n" not in written
            title = f"Write `({written})`" if is_short else f"Move `{sign}` to the front"
            message = f"`{sign}` comes first in a list, before the parts that it joins."
            self.unexpected(
                rest[0].span, message, fix(title, Edit(Span(head.start, parts[-1].end), written))
            )
            return self._joined(node, Token("SIGN", sign, rest[0].start), parts)
        operands, words = self._split(rest)
        function = self.expression(head)
        operands = self._without_properties(operands)
        arguments = tuple(map(self.argument, operands))
        if operands and self.can_take_arguments(function, operands[0].span):
            function = tree.Call(function, arguments, _without(node, words))
        return restricted(function, words, node.span)

    def _joined(self, node: Node, sign: Token, rest: Sequence[Item]) -> tree.Expression:
        """A list that begins with an operator."""
        operands, words = self._split(rest)
        text = sign.text
        if text not in ("/", "&", "=>", "->"):
            self._report_nested_errors(rest)
            return self.unexpected(
                node.span, f"`{text}` compares numbers in the conditions of `cond`."
            )
        if text == "/":
            return restricted(self._either(operands, node), words, node.span)
        parts = tuple(map(self.expression, self._without_properties(operands)))
        if len(parts) < 2:
            what = "functions" if text == "&" else "parts"
            count = "one" if parts else "none"
            nothing = self.missing(node.span, f"`{text}` joins two or more {what}, found {count}.")
            return parts[0] if parts else nothing
        span = _without(node, words)
        joined = (
            tree.Together(parts, span)
            if text == "&"
            else tree.Chain(text == "->", parts, span, operator=sign.span)
        )
        return restricted(joined, words, node.span)

    def _either(self, operands: Sequence[Item], node: Node) -> tree.Expression:
        tokens = [item for item in operands if is_token(item, "PROPERTY")]
        properties = tuple(tree.Property(canonical(token.text[2:]), token.span) for token in tokens)
        parts = tuple(self.expression(item) for item in operands if item.kind != "PROPERTY")
        if not properties and not parts:
            return self.missing(node.span, "Missing pieces after `/`.")
        if not properties and len(parts) == 1:
            return parts[0]
        return tree.Either((*properties, *parts), node.span)

    def _array(self, node: Node) -> tree.Expression:
        parts = node.children[1:-1]
        count = next(
            (place for place, item in enumerate(parts) if item.kind != "NUMBER"), len(parts)
        )
        numbers = tuple(read_number(item.text) for item in parts[:count] if isinstance(item, Token))
        extra, words = self._split(parts[count:])
        for item in self._without_properties(extra):
            message = "Only restrictions follow the numbers of a step: `(1 1 :forward)`."
            if item.kind == "NAME":
                fixes = [fix("Insert `:` before it", insertion(item.start, ":"))]
            else:
                fixes = []
            self.unexpected(item.span, message, *fixes)
        span = Span(parts[0].start, parts[count - 1].end) if len(parts) > count else node.span
        return restricted(tree.Array(numbers, span), words, node.span)

    def _split(self, items: Sequence[Item]) -> tuple[list[Item], list[Token]]:
        """The operands, and the restrictions after them."""
        end, ends = len(items), ("WORD", "PROPERTY")
        while end and items[end - 1].kind in ends:
            end -= 1
        for before, item in zip((None, *items), items[:end], strict=False):
            if item.kind == "WORD":
                written = self.text[item.start : item.end]
                message = (
                    f"Misplaced restriction `{written}`. Write it last in the list of what it "
                    "restricts."
                )
                if before and before.kind not in ends:
                    way = [fix("Give it a list", *_around(before, item))]
                else:
                    way = []
                self.unexpected(item.span, message, *way)
        words = [item for item in items[end:] if is_token(item, "WORD")]
        return [item for item in items if item.kind != "WORD"], words

    # Properties

    def _without_properties(self, items: Sequence[Item]) -> list[Item]:
        """The parts without properties, which are misplaced there."""
        for item in items:
            if is_token(item, "PROPERTY"):
                self._misplaced(item)
        return [item for item in items if item.kind != "PROPERTY"]

    def _misplaced(self, token: Token) -> tree.Nothing:
        """Report a property outside of alternatives."""
        start, end = self.body
        if self.body == token.span:
            edits: tuple[Edit, ...] = (Edit(token.span, f"(/ {token.text})"),)
        else:
            gap = int(self.text[token.start - 1 : token.start] == " ")
            removed = Edit(Span(token.start - gap, token.end), "")
            edits = (insertion(start, f"(/ {token.text} "), removed, insertion(end, ")"))
        return self._report_misplaced_property(
            token, fix(f"Move `{token.text}` to the front", *edits)
        )

    def _report_misplaced_property(self, token: Token, *fixes: Fix) -> tree.Nothing:
        message = (
            f"Misplaced property. Write it in a list that starts with `/`: `(/ {token.text} ...)`."
        )
        return self.report(codes.PROPERTY_NOT_FIRST, token.span, message, *fixes)

    # Conditions

    def _cond(self, node: Node, head: Token, rest: Sequence[Item]) -> tree.Expression:
        items, words = self._split(rest)
        clauses: list[tree.Clause] = []
        if len(items) == 2 and _is_comparison(items[0]) and not _is_comparison(items[1]):
            test, then = items
            span = Span(test.start, then.end)
            message = "A clause is a list of a condition and a piece: `((= (rank) 2) rook)`."
            self.unexpected(span, message, fix("Move them into a list", *_around(test, then)))
            clauses = [tree.Clause(self.test(test), self.expression(then), span)]
            self.check_default_clause(clauses, head.span)
            return tree.Cond(tuple(clauses), node.span)
        for item in items:
            if clauses and clauses[-1].test is None:
                self.add_clause(tree.Clause(None, tree.Nothing(item.span), item.span), clauses)
                self._report_nested_errors([item])
            elif clause := self._clause(item):
                clauses.append(clause)
        if not clauses:
            if not items:
                self.missing(
                    node.span, "`cond` needs clauses: `(cond ((moved) wazir) (else ferz))`."
                )
            return tree.Nothing(node.span)
        self.check_default_clause(clauses, head.span)
        return restricted(tree.Cond(tuple(clauses), _without(node, words)), words, node.span)

    def _clause(self, item: Item) -> tree.Clause | None:
        if isinstance(item, Node) and item.children[1].kind not in ("COND", "DEF"):
            parts = item.children[1:-1]
        else:
            parts = None
        test, *then = parts or (None,)
        if not then:
            message = "A clause of `cond` is a list of a condition and a piece."
            self.unexpected(item.span, message) if parts is None else self.missing(
                item.span, message
            )
        for extra in then[1:]:
            message = "A clause of `cond` has one piece after its condition. Write one list."
            self.unexpected(
                extra.span, message, fix("Move it into one list", *_around(then[0], then[-1]))
            )
        if test is None:
            return None
        is_default = is_token(test, "NAME") and test.text.lower() in ("t", "else")
        tested = None if is_default else self.test(test)
        return tree.Clause(
            tested, self.expression(then[0]) if then else tree.Nothing(item.span), item.span
        )

    def test(self, item: Item) -> tree.Expression:
        """The test of a token or a list."""
        if isinstance(item, Token):
            return self.test_word(item)
        head, *arguments = item.children[1:-1] or (None,)
        if head is None:
            return self.missing(item.span, "Missing condition in this list.")
        if not arguments and (isinstance(head, Node) or head.kind == "STRING"):
            return self.test(head)
        if is_token(head, "SIGN"):
            return self._comparison(item, head.text, arguments)
        if is_token(head, "NAME") and (word := head.text.lower()) in ("and", "or", "not"):
            parts = tuple(map(self.test, arguments))
            if not parts:
                return self.missing(item.span, f"Missing condition after `{word}`.")
            if word == "not" and len(parts) > 1:
                self.unexpected(arguments[1].span, "`not` takes one condition.")
                parts = parts[:1]
            return (
                tree.Logic(word, parts, item.span) if len(parts) > 1 or word == "not" else parts[0]
            )
        message = "Not a condition. Write a string, `(= (rank) 2)`, `(moved)` or `(not (moved))`."
        return self.tested_call(item) or self.bad_test(item.span, message)

    def tested_call(self, item: Node) -> tree.Expression | None:
        """The call that a list is in a test."""
        head, *arguments = item.children[1:-1] or (None,)
        if not is_token(head, "NAME"):
            return None
        return tree.Call(self.name(head), tuple(map(self.argument, arguments)), item.span)

    def content(self, item: Node) -> Item | None:
        """The only element of a list."""
        inside = item.children[1:-1]
        return inside[0] if len(inside) == 1 else None

    def _comparison(self, node: Node, sign: str, operands: Sequence[Item]) -> tree.Expression:
        if sign not in COMPARES:
            return self.bad_test(
                node.span, f"`{sign}` joins pieces. Write a condition such as `{self.example}`."
            )
        sides = list(map(self.side, operands))
        if len(sides) < 2:
            self.missing(node.span, f"`{sign}` compares two numbers, as in `({sign} (rank) 2)`.")
        for extra in operands[2:]:
            self.unexpected(extra.span, f"`{sign}` compares two numbers. Remove this one.")
        left, right, *_ = (*sides, tree.Nothing(node.span), tree.Nothing(node.span))
        return tree.Compare(sign, left, right, span=node.span)


def _around(first: Item, last: Item, opening: str = "(") -> tuple[Edit, Edit]:
    """The edits that enclose some parts in brackets."""
    return insertion(first.start, opening), insertion(last.end, ")")


def _sign_between(head: Item, rest: Sequence[Item]) -> str:
    """The operator between the parts of a list instead of before them; empty if absent."""
    parts = (head, *rest[1::2])
    signs = set()
    for part, sign in zip(parts, rest[::2], strict=False):
        before = part.text if isinstance(part, Token) else ""
        signs.add(joining(sign.text, before) if isinstance(sign, Token) else "")
    is_part = all(isinstance(item, Node) or item.kind == "NAME" for item in parts)
    return signs.pop() if is_part and len(rest) % 2 == 0 and len(signs) == 1 else ""


def _is_comparison(item: Item) -> bool:
    """Whether a list is a comparison."""
    head = item.children[1] if isinstance(item, Node) else None
    return is_token(head, "SIGN") and head.text in COMPARES


def _without(node: Node, words: Sequence[Token]) -> Span:
    """The span of a list without the restrictions at its end."""
    return node.span if not words else Span(node.start, words[0].start)
