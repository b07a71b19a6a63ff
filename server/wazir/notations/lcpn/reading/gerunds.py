"""Functions that are written as gerunds: `moving rook` (L14)."""

from __future__ import annotations

from collections.abc import Callable

from wazir.diagnostics import Fix
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.expressions import Expression, Name, Together
from wazir.notations.lcpn.reading.common import Item, Room, call, is_too_deep, restricted
from wazir.notations.lcpn.reading.names import resolved
from wazir.syntax import Node, Token
from wazir.text import Edit, Span


class Gerunds:
    """Reads gerunds with what they are given."""

    def __init__(
        self, room: Room, expression: Callable[[Item], Expression], arguments: Callable[[Node], list[Expression]]
    ) -> None:
        self.room = room
        self.expression = expression
        self.arguments = arguments

    def read(self, node: Node) -> Expression:
        """One gerund or several, each of which is given what follows."""
        doing = [child for child in node.children if isinstance(child, Node) and child.kind == "doing"]
        if is_too_deep(len(doing)):
            return self.room.too_deep(node.span)
        operand = node.children[len(doing)]
        words = [child for child in node.children[len(doing) + 1 :] if isinstance(child, Token)]
        given, whole = self._operand(operand, words, node)
        for one in reversed(doing):
            given = [call(self._function(one), given, Span(one.start, node.end), gerund=True)]
        return restricted(given[0], whole, node.span)

    def _operand(self, item: Item, words: list[Token], node: Node) -> tuple[list[Expression], list[Token]]:
        """What is given, and the restrictions that are of the whole because several things are given."""
        if isinstance(item, Node) and item.kind == "group" and len(item.children) != 3:
            given = self.arguments(item)
            if not given:
                self.room.missing(
                    item.children[-1].span, "This function is given nothing. Write a piece in the brackets."
                )
            return given, words
        inner = self.expression(item)
        return [restricted(inner, words, Span(item.start, node.end))], []

    def _function(self, node: Node) -> Expression:
        parts = [self._part(child) for child in node.children[::2]]
        return parts[0] if len(parts) == 1 else Together(tuple(parts), node.span)

    def _part(self, item: Item) -> Expression:
        made = self.expression(item)
        if not isinstance(made, Name) or not isinstance(item, Token) or self.room.known.is_piece(made.key):
            return made
        key = resolved(made.key, self.room.known)
        if key != made.key and key.endswith("e") and made.key == f"{key}ing" and not key.endswith("ee"):
            self._report_moveing(item)
        return Name(key, made.span)

    def _report_moveing(self, token: Token) -> None:
        better = token.text[:-4] + token.text[-3:]
        self.room.report(
            rules.MOVEING,
            token.span,
            f"Read as `{better}`, which is how it is spelt.",
            fixes=(Fix(f"Write `{better}`", (Edit(token.span, better),)),),
        )
