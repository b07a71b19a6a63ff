"""Random texts of Lispy Chess Piece Notation: mostly sensible, in any style, with every kind of
mess.
"""

from __future__ import annotations

from hypothesis import strategies as st

from harness import rows
from wazir.notations.lcpn.tree import NameKinds

ROWS: tuple[dict[str, str], ...] = tuple(rows("lcpn_styles_dev"))
"""The same definitions in all four styles."""

PIECES = frozenset(
    {"king", "queen", "rook", "bishop", "knight", "wazir", "ferz", "dabbabah", "viking"}
)
FUNCTIONS = frozenset(
    {"move", "capture", "destroy", "no-jump", "cannon", "grasshopper", "igui", "initial"}
)


KNOWN = NameKinds(PIECES, FUNCTIONS)
STYLES = ("lisp", "elisp", "c", "sql")
_WORDS = (
    *(
        "(def",
        "a",
        "wazir)",
        "b",
        "c-d",
        "e_f",
        "$or",
        "x3",
        "moving",
        "viking",
        "rank()",
        "(rank)",
        "cond",
        "(t",
        "(not",
    ),
    *(
        "[1",
        "2]",
        "[1,",
        "-2]",
        "5",
        ":rider",
        ":4",
        "::royal",
        "/",
        "=>",
        "->",
        "&",
        ":=",
        "=",
        "<=",
    ),
    *(
        "IS",
        "OR",
        "AND",
        "AND_THEN",
        "THEN",
        "IF",
        "ELSE",
        "END",
        "NOT",
        "if",
        "else",
        "and",
        "or",
        "not",
    ),
    *(
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ",",
        '"s"',
        '"',
        "/*",
        "*/",
        "//",
        "#",
        ";",
        "--",
        "%",
        ":",
        "é",
        "\0",
        "\ud800",
    ),
)
_BLANKS = st.sampled_from([" ", " ", " ", "", "\n", "\n ", "\r\n", "\t", "\xa0", "\ufeff"])
_SAID = st.lists(st.tuples(st.sampled_from(_WORDS), _BLANKS), max_size=25).map(
    lambda parts: "".join(word + blank for word, blank in parts)
)


def _edited(text: str, start: int, length: int, word: str) -> str:
    start %= len(text) + 1
    return text[:start] + word + text[start + length :]


_EDITED = st.builds(
    _edited,
    st.sampled_from([text for row in ROWS for text in row.values()]),
    st.integers(0, 200),
    st.integers(0, 4),
    st.sampled_from(["", *_WORDS]),
)
texts = st.one_of(_SAID, _EDITED, st.tuples(_EDITED, _EDITED).map("\n".join))
"""Texts that are something like definitions."""
