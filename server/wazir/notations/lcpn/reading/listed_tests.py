"""Conditions in the Lisp styles (L16)."""

from __future__ import annotations

from collections.abc import Callable

from wazir.notations.lcpn.expressions import Compare, Expression, Logic, Nothing
from wazir.notations.lcpn.reading.common import Item, Room, call
from wazir.syntax import Node, Token

COMPARES = frozenset({"=", "<", ">", "<=", ">=", "!="})
_LOGIC = frozenset({"and", "or", "not"})


class Tests:
    """Reads the tests of clauses."""

    def __init__(self, room: Room, argument: Callable[[Item], Expression]) -> None:
        self.room = room
        self.argument = argument

    def test(self, item: Item) -> Expression:
        """What a word or a list means where a test is wanted."""
        if isinstance(item, Token):
            return self._word(item)
        parts = item.children[1:-1]
        head = parts[0] if parts else None
        if head is None:
            return self.room.missing(item.span, "There is no condition in this list.")
        if len(parts) == 1 and (isinstance(head, Node) or head.kind == "STRING"):
            return self.test(head)
        if isinstance(head, Node) or head.kind not in ("NAME", "SIGN"):
            return self.room.bad_test(
                item.span,
                "This is no condition. Conditions are strings, `(= (rank) 2)`, `(moved)`, `(not (moved))`.",
            )
        if head.kind == "SIGN":
            return self._comparison(item, head)
        if head.text.lower() in _LOGIC:
            return self._logic(item, head)
        return self._asked(item, head)

    def _word(self, token: Token) -> Expression:
        if token.kind == "STRING":
            return self.room.string(token)
        if token.kind == "NAME":
            better = f"({token.text})"
            return self.room.bad_test(token.span, f"A condition stands in a list of its own: `{better}`.", better)
        return self.room.bad_test(token.span, f"`{token.text}` is no condition, as `(= (rank) 2)` is.")

    def _asked(self, node: Node, head: Token) -> Expression:
        arguments = [self.argument(item) for item in node.children[2:-1]]
        return call(self.room.name(head), arguments, node.span)

    def _logic(self, node: Node, head: Token) -> Expression:
        parts = [self.test(item) for item in node.children[2:-1]]
        word = head.text.lower()
        if not parts:
            return self.room.missing(node.span, f"`{word}` is given no condition.")
        if word == "not":
            if len(parts) > 1:
                extra = node.children[3]
                self.room.unexpected(extra.span, "`not` is of one condition.")
            return Logic("not", (parts[0],), node.span)
        return Logic(word, tuple(parts), node.span) if len(parts) > 1 else parts[0]

    def _comparison(self, node: Node, sign: Token) -> Expression:
        if sign.text not in COMPARES:
            return self.room.bad_test(
                node.span, f"`{sign.text}` joins pieces and is no condition, as `(= (rank) 2)` is."
            )
        given = node.children[2:-1]
        sides = [self._side(item) for item in given]
        if len(sides) < 2:
            self.room.missing(node.span, f"`{sign.text}` compares two numbers, as in `({sign.text} (rank) 2)`.")
            sides += [Nothing(node.span)] * (2 - len(sides))
        for extra in given[2:]:
            self.room.unexpected(extra.span, f"`{sign.text}` compares two numbers; this is one more.")
        return Compare(sign.text, sides[0], sides[1], node.span)

    def _side(self, item: Item) -> Expression:
        """A number, or what gives one."""
        if isinstance(item, Token):
            if item.kind == "NUMBER":
                return self.room.number(item)
            better = f"({item.text})" if item.kind == "NAME" else ""
            way = f" What gives a number is asked for in a list: `{better}`." if better else ""
            return self.room.bad_test(item.span, f"`{item.text}` is no number.{way}", better)
        parts = item.children[1:-1]
        head = parts[0] if parts else None
        if isinstance(head, Token) and head.kind == "NAME":
            return self._asked(item, head)
        if len(parts) == 1 and head is not None:
            return self._side(head)
        return self.room.bad_test(item.span, "This is no number; what gives one is, for example, `(rank)`.")
