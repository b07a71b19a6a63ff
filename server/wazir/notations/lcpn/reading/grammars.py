"""How a text in each of the styles is read, and how it is mended where it breaks off (L1)."""

from __future__ import annotations

import re
from collections.abc import Callable

from wazir.parsing import END, Choice, Grammar, Repair
from wazir.syntax import Token

_BEHIND = {"SLASH", "JUMP", "AFTER", "AMP", "CLOSE", "COMMA", "OR", "AND", "AND_THEN", "THEN", "COMPARE"}

MAX_DEPTH = 32
"""A text with more brackets inside each other is not read: each may hold operators of every rank."""

LISP = Grammar("lcpn_lisp", repairs=(Repair("CLOSE"),), brackets={"OPEN": "CLOSE"}, depth=MAX_DEPTH)

C = Grammar(
    "lcpn_c",
    repairs=(
        Repair("CLOSE"),
        Repair("COMMA", frozenset({"NUMBER"})),
        Repair("NAME", frozenset(_BEHIND | {"ELSE", "LBRACE", "WORD", "DEFNAME", END})),
        Repair("NUMBER", frozenset({"CLOSE", "COMMA", END})),
        Repair("LBRACE"),
    ),
    brackets={"LPAR": "CLOSE", "START": "CLOSE", "LSQB": "CLOSE", "LBRACE": "CLOSE"},
    asked=("LPAR",),
    depth=MAX_DEPTH,
)

SQL = Grammar(
    "lcpn_sql",
    repairs=(
        Repair("CLOSE"),
        Repair("END"),
        Repair("COMMA", frozenset({"NUMBER"})),
        Repair("NAME", frozenset(_BEHIND | {"ELSE", "ELIF", "END", "WORD", "DEFNAME", END})),
        Repair("NUMBER", frozenset({"CLOSE", "COMMA", END})),
        Repair("THEN"),
    ),
    brackets={"LPAR": "CLOSE", "START": "CLOSE", "LSQB": "CLOSE", "IF": "END"},
    asked=("LPAR", "GERUND"),
    depth=MAX_DEPTH,
)

GRAMMARS = {"lisp": LISP, "elisp": LISP, "c": C, "sql": SQL}
"""The grammar of each style."""

_LINE_START = re.compile(r"[\r\n][\s\ufeff]*\Z")
_FAR = 200


def choice(text: str, is_piece: Callable[[str], bool] = lambda _: False) -> Choice:
    """Tells brackets that start a line, and names in `-ing` that are those of pieces (L2, L14)."""

    def kind(token: Token) -> str:
        if token.kind == "LPAR":
            return "START" if _LINE_START.search(text, max(0, token.start - _FAR), token.start) else "LPAR"
        return "NAME" if is_piece(token.text) else token.kind

    return kind
