"""Messages speak of names as the file writes them (L3), and only of what is worth saying (L4)."""

from __future__ import annotations

import json

import pytest

from wazir.document import Document
from wazir.features import definitions
from wazir.features.requests import answer_line
from wazir.notations import lcpn
from wazir.notations.lcpn.names import PRELUDE

SAID = [
    (
        "lisp",
        "(def big-one quick-rok)\n(def quick-rook rook)",
        "`quick-rok`. Did you mean `quick-rook`",
    ),
    ("c", "big_one := quick_rok\nquick_rook := rook", "`quick_rok`. Did you mean `quick_rook`"),
    ("sql", "big_one IS quick_rok\nquick_rook IS rook", "`quick_rok`. Did you mean `quick_rook`"),
    ("c", "big_one := (wazir / big_one)", "`big_one` is recursive"),
    ("c", "big_hop := capture & cannon", "the function `big_hop`"),
    ("c", "a := no_jump", "`no_jump` is a function"),
    ("c", "a := wazir:within_fortress", "Unknown restriction `:within_fortress`"),
    ("c", "a := no_jumping(wazir)", "Unknown function `no_jumping`"),
    ("c", "a := no_jumping(wazir)", "Did you mean `no_jump`?"),
    ("sql", "a IS no_jump(wazir, 2)", "`no_jump` takes pieces"),
]


@pytest.mark.parametrize(("style", "text", "part"), SAID)
def test_l3_messages_spell_names_as_their_file(style: str, text: str, part: str) -> None:
    document = Document.open(lcpn.LCPN, text)
    assert next(iter(document.chunks())).context.dialect == style
    assert any(part in diagnostic.message for diagnostic in document.diagnostics())


def test_l3_a_fix_writes_the_name_as_the_file() -> None:
    (diagnostic,) = Document.open(lcpn.LCPN, "a := quick_rok\nquick_rook := rook").diagnostics()
    assert next((fix.title, fix.edits[0].text) for fix in diagnostic.fixes) == (
        "Write `quick_rook`",
        "quick_rook",
    )


def test_l4_the_prelude_itself_has_nothing_to_report() -> None:
    assert list(Document.open(lcpn.LCPN, PRELUDE).diagnostics()) == []


@pytest.mark.parametrize(
    ("text", "codes"), [("rook := ferz:rider", ["redefines-prelude"]), ("rook := wazir:rider", [])]
)
def test_l4_a_definition_that_says_what_everybody_means_redefines_nothing(
    text: str, codes: list[str]
) -> None:
    assert [
        diagnostic.code.id for diagnostic in Document.open(lcpn.LCPN, text).diagnostics()
    ] == codes


def test_l8_a_piece_too_large_to_follow_says_so() -> None:
    """What asks for its moves is told why there are none, since nothing in its text is wrong."""
    text = (
        "a := move(wazir) / capture(ferz) / wazir:rider / ferz:4 / wazir:2\nb := a -> a -> a -> "
        "a -> a -> a -> a"
    )
    pair = definitions.last(Document.open(lcpn.LCPN, text))
    assert pair
    last = pair[1]
    assert (last.broken, last.piece) == (True, None)
    assert last.notes == (last.reason,)
    assert last.reason == "It has too many paths to be followed. Split it into several pieces."
    asked = {"id": 1, "notation": "lcpn", "source": text, "square": "d4"}
    assert "too many paths" in json.dumps(json.loads(answer_line(json.dumps(asked))))
