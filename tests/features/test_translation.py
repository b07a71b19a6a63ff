"""Whole files in other notations (Q16)."""

from __future__ import annotations

from pathlib import Path

import pytest

from long import some
from wazir.document import Document
from wazir.features.conversion import translated
from wazir.features.definitions import every
from wazir.notations import REGISTRY
from wazir.notations.base import Notation
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.equivalence.same import compared

SAMPLES = sorted(
    path
    for notation in REGISTRY
    for path in (Path(__file__).parents[2] / "samples" / notation.name).glob("*")
    if not notation.has_games and path.stem != "hexagons"
)
TARGETS = [
    (notation, dialect)
    for notation in REGISTRY
    if notation.editor.writer
    for dialect in (notation.dialects or {notation.editor.writer.default_dialect: ""})
]

PAIRS = [(path, *target) for path in SAMPLES for target in TARGETS]


def label(part: Path | Notation | str) -> str:
    return part if isinstance(part, str) else part.name


@pytest.mark.parametrize(("path", "notation", "dialect"), some(PAIRS, 3), ids=label)
def test_every_definition_is_the_same_or_left_out(path: Path, notation: Notation, dialect: str) -> None:
    """Q16, Q17: read again in its file, each piece is the same."""
    source = next(one for one in REGISTRY if path.name.endswith(one.extensions))
    document = Document.open(source, path.read_text("utf-8"))

    made = translated(document, notation, dialect)

    if made.text == document.text:
        assert source is notation
        return
    again = Document.open(notation, made.text)
    left = {one.line for one in made.left}
    places = [(document.position(placed.start + one.span.start)[0], one) for placed, one in every(document)]
    kept = [one for line, one in places if line not in left]
    after = [definition for _, definition in every(again)]
    assert len(after) == len(kept)
    for one, other in zip(kept, after, strict=True):
        assert one.piece is not None
        assert other.piece is not None
        assert not other.broken, (one.name, made.text)
        board = parse_board(one.board or DEFAULT)
        assert compared(one.piece, other.piece, board).same, (one.name, made.text)


def test_q16_a_function_stays_as_a_comment() -> None:
    """What is no piece is not lost in silence: it is told, and pieces that use it have its moves."""
    lcpn = next(one for one in REGISTRY if one.name == "lcpn")
    betza = next(one for one in REGISTRY if one.name == "betza")
    text = "(def hop (& capture cannon)) ; over one\n(def gun (/ (move rook) (hop rook)))\n"

    made = translated(Document.open(lcpn, text), betza, "xbetza")

    assert [(one.name, one.line) for one in made.left] == [("hop", 0)]
    assert made.text.splitlines()[1:] == [
        "# hop is left out: It is a function, not a piece. Its uses are written out.",
        "# (def hop (& capture cannon))",
        "# over one",
        "gun = mRcpR",
    ]
