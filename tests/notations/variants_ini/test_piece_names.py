"""Names that authors give to pieces, in comments above their lines (V19)."""

from __future__ import annotations

import pytest

from harness import none_wrong
from wazir.document import Document
from wazir.features.definitions import named
from wazir.features.structure import symbols
from wazir.features.variants import rules_of, variants
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.meaning import built_in, built_in_names
from wazir.notations.engine_files.variants_ini.piece_names import name_in

VARIANTS = by_name("fairy-variants")
NAMES = {
    "# heron": "heron",
    "#Heron": "Heron",
    "; great  heron ": "great heron",
    "## Oran Outan": "Oran Outan",
    "# man-at-arms": "man-at-arms",
    "# cobbler's cat": "cobbler's cat",
    "# Löwe": "Löwe",
    "# 車": "車",
    "# knight": "knight",
}
"""Comments that are names."""
REMARKS = [
    "#",
    "# a heron that leaps",
    "# strange piece",
    "# Standard pieces",
    "# Heron: leaps",
    "# Heron (a leaper)",
    "# Unpromoted pieces.",
    "# Silver/Gold",
    "# pieceDrops = true",
    "# pieceDrops",
    "# castling",
    "# customPiece1 = p:mfR3",
    "# mRcB",
    "# WD",
    "# RN",
    "# N",
    "# wazir: ignore unknown-key",
    "# KINGS",
    "# 2 rooks",
    "# the king of hills",
    "# https://example.org/heron",
    "# not castling",
    "# -----",
    "heron",
]
"""Comments that are no names, and a line that is no comment."""
SECTION = """\
[ponds:chess]
{lines}
"""


def names_of(lines: str) -> dict[str, str | None]:
    """The names in the variant of a section with some lines, by letter, that its author gave."""
    document = Document.open(VARIANTS, SECTION.format(lines=lines))
    *_, defined = variants(document)
    return {piece.letter: piece.name for piece in defined.variant.pieces if piece.is_named}


def test_plain_names() -> None:
    """V19: one to three words are a name; remarks, headings, settings and moves are not."""
    expected = {**NAMES, **dict.fromkeys(REMARKS, "")}
    none_wrong(
        {comment: name_in(comment) for comment in expected if name_in(comment) != expected[comment]}
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("# heron\ncustomPiece1 = h:N", {"h": "heron"}),
        ("# heron\r\ncustomPiece1 = h:N", {"h": "heron"}),
        ("# heron\n\ncustomPiece1 = h:N", {}),
        ("customPiece1 = h:N\n# heron", {}),
        ("# great\n# heron\ncustomPiece1 = h:N", {"h": "heron"}),
        ("# marshal\nrook = r", {"r": "marshal"}),
        ("# heron\nmaxRank = 8", {}),
        ("# heron\ncustomPiece1 =\ncustomPiece1 = h:N", {}),
        ("# birds\ncustomPiece1 = h:N\ncustomPiece2 = o:F", {}),
        ("# birds\ncustomPiece1 = h:N\n\ncustomPiece2 = o:F", {"h": "birds"}),
        (
            "# cobras\ncustomPiece1 = h:N\n# otter\ncustomPiece2 = o:F",
            {"h": "cobras", "o": "otter"},
        ),
        ("# heron\ncustomPiece1 = h:N\ncustomPiece2 = o:F", {"h": "heron"}),
        ("# heron\ncustomPiece1 = h:N\n[other:ponds]\ncustomPiece1 = g", {"g": "heron"}),
        ("# heron\ncustomPiece1 = h:N\n[other:ponds]\ncustomPiece1 = h:F", {}),
        ("# heron\ncustomPiece1 = h:N\n[other:ponds]\nmaxRank = 8", {"h": "heron"}),
    ],
)
def test_where_a_name_stands(lines: str, expected: dict[str, str]) -> None:
    """V19: on the line above the piece that counts; a plural above several pieces is a heading, and
    sections inherit names with the moves.
    """
    assert names_of(lines) == expected


def test_built_in_variants_have_no_names_of_authors() -> None:
    """V19: nothing in the texts of the engine names a piece."""
    none_wrong(
        {
            name: named_pieces
            for name in built_in_names()
            if (variant := built_in(name))
            and (named_pieces := [piece for piece in variant.pieces if piece.name])
        }
    )


def test_rules_outline_and_definitions_use_the_name() -> None:
    """V19: everything that shows the piece calls it by its name."""
    text = SECTION.format(lines="# Heron\ncustomPiece1 = h:NfA\npromotionPieceTypes = hq")
    document = Document.open(VARIANTS, text)
    (rules,) = rules_of(document)
    told = [piece.name for part in rules.parts for piece in part.pieces]
    sentences = " ".join(sentence for part in rules.parts for sentence in part.sentences)
    assert told == ["Heron"]
    assert "promotes to a queen or a heron" in sentences
    assert [symbol.name for symbol in symbols(document)] == ["ponds", "H: Heron"]
    assert [found.letter for _, found in named(document, "Heron")] == ["H"]


def test_an_old_piece_with_a_new_name_is_described() -> None:
    """V19: readers do not know what a marshal is, though its moves are the rook's."""
    (rules,) = rules_of(Document.open(VARIANTS, SECTION.format(lines="# marshal\nrook = r")))
    told = [piece.name for part in rules.parts for piece in part.pieces]
    assert told == ["Marshal"]
