"""What is open before a place, by the tokens alone: a text that is being written seldom has a tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from wazir.notations.lcpn.syntax import tokens
from wazir.parsing import COMMENT
from wazir.syntax import Token

_OPENING = frozenset({"OPEN", "LPAR", "START", "LSQB", "LBRACE"})

Item: TypeAlias = "Token | Frame"


@dataclass(slots=True)
class Frame:
    """A bracket with the tokens and brackets in it, or the top of a text."""

    opening: Token | None
    items: list[Item] = field(default_factory=list)
    before: tuple[Item, ...] = ()
    """What stands before it in the bracket around it."""
    end: int = 0
    """Where it ends; 0 while it is open."""

    @property
    def head(self) -> Token | None:
        """Its first word."""
        first = self.items[0] if self.items else None
        return first if isinstance(first, Token) else None

    @property
    def last(self) -> Item | None:
        """What stands last in it."""
        return self.items[-1] if self.items else None


def frames(text: str, style: str, offset: int) -> tuple[Frame, ...]:
    """What is open before a place, the top of the text first."""
    opened = [Frame(None)]
    for token in before(text, style, offset):
        if token.kind in _OPENING:
            opened.append(Frame(token, before=tuple(opened[-1].items)))
        elif token.kind != "CLOSE":
            opened[-1].items.append(token)
        elif len(opened) > 1:
            closed = opened.pop()
            closed.end = token.end
            opened[-1].items.append(closed)
    return tuple(opened)


def before(text: str, style: str, offset: int) -> Sequence[Token]:
    """The tokens before a place, without comments."""
    return [token for token in tokens(text[:offset], style) if token.kind != COMMENT]


def head_of(items: Sequence[Item]) -> list[Token]:
    """The functions that a bracket behind some tokens is given to: `a & b` or `a`."""
    found: list[Token] = []
    for item in reversed(items):
        wanted = ("NAME", "GERUND") if len(found) % 2 == 0 else ("AMP", "AND")
        if not isinstance(item, Token) or item.kind not in wanted:
            break
        found.append(item)
    return [token for token in reversed(found) if token.kind in ("NAME", "GERUND")]
