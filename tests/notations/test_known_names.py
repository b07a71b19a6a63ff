"""Names of well-known pieces in every notation of pieces: a fix where moves are meant, and
completion.
"""

from __future__ import annotations

import pytest

from harness import none_wrong
from wazir.document import Document
from wazir.features.completion import complete
from wazir.features.known import piece_of
from wazir.notations import by_name
from wazir.piece.known import Known, fingerprint, table, texts
from wazir.text import apply

DUKES = {
    ("betza", ""): "Duke = {}\n",
    ("lcpn", "lisp"): ";; style: lisp\n(def duke {})\n",
    ("lcpn", "c"): "// style: c\nduke := {}\n",
    ("lcpn", "sql"): "-- style: sql\nduke IS {}\n",
    ("bensahas", ""): ":Duke {{ {}! }}\n",
}
"""A piece that is defined by a name, in each notation."""
SEPARATORS = {"betza": " ", "lcpn": "_", "bensahas": " "}


def plain(notation: str, dialect: str) -> dict[str, Known]:
    """The names of the table that are words and have moves in a dialect."""
    known = texts(notation, dialect).items()
    return {
        name: piece
        for name, piece in known
        if name.replace(" ", "").isalpha() and name.isascii() and len(name) > 2
    }


@pytest.mark.parametrize(("notation", "dialect"), DUKES, ids=" ".join)
def test_every_name_of_the_table_has_moves(notation: str, dialect: str) -> None:
    """`Duke = dragon king` is answered by the moves to write, unless the notation knows the name
    itself.
    """
    wrong, fixed = [], 0
    names = plain(notation, dialect)
    for number, (name, known) in enumerate(names.items()):
        text = DUKES[notation, dialect].format(name.replace(" ", SEPARATORS[notation]))
        fixes = [
            fix
            for diagnostic in Document.open(by_name(notation), text).diagnostics()
            for fix in diagnostic.fixes
        ]
        written = [fix for fix in fixes if fix.title.startswith("Write `")]
        fixed += bool(written)
        if notation != "lcpn" and not written:
            wrong.append(name)
        if written and not number % 8:
            after = Document.open(by_name(notation), apply(text, written[0].edits))
            (definition,) = (
                candidate
                for placed in after.chunks()
                for candidate in after.analysis(placed).definitions
            )
            meant = piece_of(next(entry for entry in table() if entry.name == known.name))
            if definition.piece is None or fingerprint(definition.piece) != fingerprint(meant):
                wrong.append(name)

    none_wrong(wrong)
    assert fixed > 250


@pytest.mark.parametrize(
    ("text", "moves"),
    [("knight", "N"), ("Dragon King", "RF"), ("gryphon", "F[F-R]"), ("wildebeest", "NC")],
)
def test_a_name_is_answered_by_its_moves(text: str, moves: str) -> None:
    """One fix for the whole name."""
    (diagnostic,) = Document.open(by_name("betza"), f"Duke = {text}\n").diagnostics()

    assert [fix.title for fix in diagnostic.fixes] == [f"Write `{moves}`"]


@pytest.mark.parametrize(
    ("notation", "text", "typed", "moves"),
    [
        ("betza", "x = archb", "archb", "BN"),
        ("betza", "archb", "", None),
        ("betza", "WF archb", "archb", "BN"),
        ("betza", "x = dragon k", "dragon k", "RF"),
        ("betza", "x = ar", "", None),
        ("lcpn", "(def x archb", "archb", "archbishop"),
        ("lcpn", "(def x wildeb", "wildeb", "(/ knight camel)"),
        ("lcpn", "x := wildeb", "wildeb", "knight / camel"),
        ("lcpn", "x := wazir / wildeb", "wildeb", "(knight / camel)"),
        ("lcpn", "x IS wildeb", "wildeb", "knight OR camel"),
        ("bensahas", ":Duke {\n    archb", "archb", "(n, 240)! (1, 255; 1, 2)!"),
        ("bensahas", ":Duke {\n    (1, 15)! dragon k", "dragon k", "(n, 15)! (1, 240)!"),
        ("bensahas", ":archb", "", None),
        ("bensahas", ":Duke {\n    m(archb", "", None),
    ],
)
def test_names_complete_to_moves(notation: str, text: str, typed: str, moves: str | None) -> None:
    """What is typed of a name is replaced by its moves, or by the name where the notation has
    it.
    """
    named = {"archbishop", "dragon king", "wildebeest"}
    offered = [
        item
        for item in complete(Document.open(by_name(notation), text), len(text), True)
        if item.filter in named
    ]
    offered = [item for item in offered if item.filter.startswith(typed or "ar")]

    assert [item.insert for item in offered] == ([moves] if moves else [])
    assert all(text[item.span.start : item.span.end] == typed for item in offered)


def test_every_notation_of_pieces_has_texts() -> None:
    """As many as it can say: what is left out bends, promotes, or takes more than a line."""
    assert {where: len(texts(*where)) > len(table()) for where in DUKES} == dict.fromkeys(
        DUKES, True
    )
