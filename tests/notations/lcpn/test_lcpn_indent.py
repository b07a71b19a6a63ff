"""New lines are indented as the layout would have them (L19)."""

from __future__ import annotations

import pytest

from wazir.notations.lcpn.layout import formatted, indent_after
from wazir.notations.notation import Context

LINES = [
    ("lisp", "(def a\n", "  "),
    ("lisp", "(def a\n  (cond\n", "    "),
    ("lisp", "(def a\n  (cond\n    ((moved)\n", "     "),
    ("lisp", "(def a (/\n", "          "),
    ("lisp", "(def a (=> wazir\n", "           "),
    ("elisp", "(def a (capture rook\n", "                "),
    ("lisp", "(def a rook)\n", None),
    ("lisp", '(def a (/ "one\n', ""),
    ("lisp", "(def a (1 2\n", "        "),
    ("lisp", "(def a (move\n", "        "),
    ("lisp", "(def a (&\n", "          "),
    ("lisp", "(def a\n  ((wazir :forward)\n", "   "),
    ("lisp", "(def a (cond ((= (rank)\n", "                 "),
    ("lisp", "a := rook =>\n", None),
    ("c", "a := rook /\n", "  "),
    ("c", "  a := if (moved()) {\n", "    "),
    ("c", "a := if (moved()) {\n  rook /\n", "  "),
    ("c", "a := move(\n", "  "),
    ("c", "a := move(rook,\n", "          "),
    ("c", "a := [1,\n", "      "),
    ("c", "a := if (moved()) {\n", "  "),
    ("c", "a := rook\n", None),
    ("sql", "a IS IF moved() THEN\n", "  "),
]


@pytest.mark.parametrize(("style", "text", "blanks"), LINES)
def test_l19_a_new_line_is_indented(style: str, text: str, blanks: str | None) -> None:
    """Two blanks under `def` and `cond`, operands below each other; nothing where a new expression
    begins.
    """
    assert indent_after(text, Context(dialect=style), len(text)) == blanks


@pytest.mark.parametrize(
    "text",
    [
        "(def a\n  (/ ; one\n     rook\n     knight))",
        "(def a\n  (=> ; one\n      wazir\n      ferz))",
        "(def a\n  (cond ((moved) ; one\n         wazir)\n        (else ferz)))",
    ],
)
def test_l19_lines_stay_where_they_are_begun(text: str) -> None:
    """The layout moves no line that was indented when it was begun."""
    laid_out = formatted(text, "lisp")
    for end in (place for place, sign in enumerate(laid_out) if sign == "\n"):
        following = laid_out[end + 1 :].partition("\n")[0]
        blanks = following[: len(following) - len(following.lstrip())]
        assert indent_after(laid_out, Context(dialect="lisp"), end + 1) == blanks
