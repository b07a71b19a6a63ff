"""Conditions in the C and SQL styles (L16)."""

from __future__ import annotations

from typing import Protocol

from wazir.notations.lcpn.expressions import Compare, Expression, Logic, Nothing
from wazir.notations.lcpn.reading.common import Item, Room, is_too_deep
from wazir.syntax import Node, Token

_WORDS = {"disjunction": "or", "conjunction": "and"}


class _Calls(Protocol):
    def __call__(self, node: Node, *, may_be_empty: bool = False) -> Expression: ...


class Tests:
    """Reads the tests of clauses."""

    def __init__(self, room: Room, call: _Calls) -> None:
        self.room = room
        self.call = call

    def test(self, item: Item) -> Expression:
        """What a word or a node means where a test is wanted."""
        if isinstance(item, Token):
            return self._word(item)
        if item.kind == "call":
            return self.call(item, may_be_empty=True)
        if item.kind == "condition":
            return self.test(item.children[1])
        if item.kind == "comparison":
            return self._comparison(item)
        if item.kind == "negation":
            return self._negation(item)
        return Logic(_WORDS[item.kind], tuple(map(self.test, item.children[::2])), item.span)

    def _word(self, token: Token) -> Expression:
        if token.kind == "STRING":
            return self.room.string(token)
        if not token.text:
            return Nothing(token.span)
        if token.kind == "NUMBER":
            return self.room.bad_test(token.span, "A number is no condition; compare it, as in `rank() = 2`.")
        better = f"{token.text}()"
        return self.room.bad_test(token.span, f"A condition is asked for with brackets: `{better}`.", better)

    def _negation(self, node: Node) -> Expression:
        *signs, inner = node.children
        if is_too_deep(len(signs)):
            return self.room.too_deep(node.span)
        made = self.test(inner)
        for sign in reversed(signs):
            made = Logic("not", (made,), type(node.span)(sign.start, node.end))
        return made

    def _comparison(self, node: Node) -> Expression:
        left, sign, right, *rest = node.children
        if rest:
            self.room.unexpected(
                rest[0].span,
                "Two numbers are compared at a time: `1 < rank() and rank() < 4`.",
            )
        text = sign.text if isinstance(sign, Token) else "="
        return Compare(text, self._side(left), self._side(right), node.span)

    def _side(self, item: Item) -> Expression:
        """A number, or what gives one."""
        if isinstance(item, Token):
            if not item.text:
                return Nothing(item.span)
            if item.kind == "NUMBER":
                return self.room.number(item)
            better = f"{item.text}()" if item.kind == "NAME" else ""
            way = f" What gives a number is asked for with brackets: `{better}`." if better else ""
            return self.room.bad_test(item.span, f"`{item.text}` is no number.{way}", better)
        if item.kind == "call":
            return self.call(item, may_be_empty=True)
        if item.kind == "condition":
            return self._side(item.children[1])
        return self.room.bad_test(item.span, "This is no number; what gives one is, for example, `rank()`.")
