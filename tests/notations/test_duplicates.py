"""A name that is defined twice: the fix gives the second one a name that is free (B1, L4, S1,
G22).
"""

from __future__ import annotations

import pytest

from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.notation import Context
from wazir.text import Edit, Span, apply

TEXTS = [
    ("betza", None, "a = W\na = F\n", "a = W\na 2 = F\n"),
    ("betza", None, "a = W\na 2 = N\na = F\n", "a = W\na 2 = N\na 3 = F\n"),
    (
        "lcpn",
        "lisp",
        "(def guard king)\n(def guard man)\n",
        "(def guard king)\n(def guard-ii man)\n",
    ),
    ("lcpn", "c", "guard := king\ngUARD := man\n", "guard := king\nguard_ii := man\n"),
    (
        "lcpn",
        "sql",
        "a_b IS king\na_b IS man\na_b_ii IS rook\n",
        "a_b IS king\na_b_iii IS man\na_b_ii IS rook\n",
    ),
    (
        "bensahas",
        None,
        ":R {\n(n, 15)!\n}\n:R {\n(4, 15)!\n}\n",
        ":R {\n(n, 15)!\n}\n:R 2 {\n(4, 15)!\n}\n",
    ),
    (
        "ben39",
        None,
        "position a\nturn: black\nposition a\n",
        "position a\nturn: black\nposition a 2\n",
    ),
]


@pytest.mark.parametrize(("notation", "dialect", "text", "fixed"), TEXTS)
def test_the_fix_renames_the_second(
    notation: str, dialect: str | None, text: str, fixed: str
) -> None:
    """As the style writes names; afterwards nothing is wrong."""
    context = Context(dialect=dialect, fixed=frozenset({"dialect"} if dialect else ()))
    (diagnostic,) = (
        candidate
        for candidate in Document.open(by_name(notation), text, context).diagnostics()
        if candidate.code.severity == 1
    )
    (fix,) = diagnostic.fixes

    assert apply(text, fix.edits) == fixed
    assert fix.title == f"Write `{fix.edits[0].text}`"
    assert not any(
        diagnostic.code.severity == 1
        for diagnostic in Document.open(by_name(notation), fixed, context).diagnostics()
    )


def test_the_free_name_follows_edits() -> None:
    """A name that is taken in the meantime is not offered any more."""
    document = Document.open(by_name("betza"), "a = W\na = F\n")
    assert [fix.title for diagnostic in document.diagnostics() for fix in diagnostic.fixes] == [
        "Write `a 2`"
    ]

    document = document.apply(Edit(Span(0, 0), "a 2 = N\n"))
    assert [fix.title for diagnostic in document.diagnostics() for fix in diagnostic.fixes] == [
        "Write `a 3`"
    ]
