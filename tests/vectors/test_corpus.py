"""Strings that people have published: every one is read without a crash, and the plain ones without
an error.
"""

from __future__ import annotations

from harness import none_wrong, rows
from long import some
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.hover import HoverOptions, hover
from wazir.notations import by_name
from wazir.notations.notation import Context, Notation

CORPUS = rows("corpus_betza")

NOT_PLAIN = {
    "WW5": "a number behind a doubled letter, which is unlimited already (B4)",
    "ffbsNhhB": "`hh` is a sign that its author made up for this army",
    "fsbbNNffbsNhhQ": "the same",
    "fsbbNhhB": "the same",
    "hhNNhhQ": "the same",
    "hhRA": "the same",
}
"""Strings that are marked `plain` and still have an error in XBetza, with the reason."""


def _betza() -> Notation:
    notation = by_name("betza")
    assert notation
    return notation


def test_plain_strings_have_no_errors_in_xbetza() -> None:
    """Strings marked `plain` are read without an error in XBetza, but for those listed with a
    reason.
    """
    wrong = set()
    for string in CORPUS:
        document = Document.open(_betza(), string["betza"], Context(dialect="xbetza"))
        if string["syntax"] == "plain" and any(
            d.code.severity == Severity.ERROR for d in document.diagnostics()
        ):
            wrong.add(string["betza"])

    assert wrong == set(NOT_PLAIN)


def test_every_string_has_a_hover() -> None:
    """Wherever the cursor stands in a published string, something can be said about it."""
    silent = []
    for string in some(CORPUS, 3):
        document = Document.open(_betza(), string["betza"], Context())
        silent += [
            (string["betza"], offset)
            for offset in (0, len(string["betza"]) - 1)
            if not string["betza"][offset].isspace()
            and hover(document, offset, HoverOptions()) is None
        ]

    none_wrong(silent)
