"""The rules of PyChess for variants of users (V9 to V12)."""

from __future__ import annotations

import pytest

from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.notation import Context

VARIANTS = by_name("fairy-variants")
LEGAL = "[mine:chess]\n"
REFUSED = {
    # V9
    "[Mine:chess]\n": "A name in PyChess has",
    "[my:chess]\n": "A name in PyChess has",
    "[9lives:chess]\n": "A name in PyChess has",
    f"[m{'i' * 32}:chess]\n": "A name in PyChess has",
    "[jieqi:xiangqi]\n": "PyChess has a variant `jieqi`",
    "[orda:chess]\n": "PyChess has a variant `orda`",
    f"{LEGAL}[other:mine]\n": "here are 2",
    LEGAL + "# long\n" * 10_000: "64 KiB",
    LEGAL.ljust(65_537, "\n"): "64 KiB; this has 65537 bytes",
    # V10
    f"{LEGAL}startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n": "the side to move",
    # V11
    f"{LEGAL}twoBoards = true\n": "two boards",
    f"{LEGAL}cambodianMoves = ON\n": "the first moves of Ouk",
    f"{LEGAL}gating = true\n": "gating without `seirawanGating`",
    f"{LEGAL}gating = true\nseirawanGating = false\n": "gating without `seirawanGating`",
    f"{LEGAL}wallingRule = arrow\n": "walls",
    f"{LEGAL}CountingRule = makruk # counts\n": "counting rules",
    f"{LEGAL}chasingRule = axf\n": "chasing rules",
    f"{LEGAL}nFoldRule = 3\nnFoldRule = 4\n": "reads the first line with `nFoldRule`",
    # V12
    f"# pychessPieces = k,q,ro\n{LEGAL}": "one letter",
    f"{LEGAL}; PYCHESSPIECES = k ++p\n": "one letter",
}
TAKEN = [
    LEGAL,
    f"# pychessPieces = k,q,+p  # a note\n{LEGAL}",
    "[a-b_9:chess]\n",
    LEGAL.ljust(65_536, "\n"),
    f"{LEGAL}customPiece1 = a:N\nstartFen = 4k3/8/8/8/8/8/8/A3K3 w - - 0 1\n",
    f"{LEGAL}gating = true\nseirawanGating = true\n",
    f"{LEGAL}wallingRule = none\ncountingRule = -\nchasingRule = 0\ntwoBoards = false\n",
    f"{LEGAL}nFoldRule = 3 # three\nnFoldRule = 3\n",
]


def refusals(text: str, profile: str | None = "pychess") -> list[str]:
    """The messages of the rule."""
    document = Document.open(VARIANTS, text, Context(profile=profile))
    return [
        diagnostic.message
        for diagnostic in document.diagnostics()
        if diagnostic.code.id == "pychess-refuses"
    ]


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:60])
def test_what_pychess_refuses_is_reported_with_its_reason(text: str) -> None:
    """V9 to V12: only for PyChess."""
    messages = refusals(text)

    assert messages
    assert all(REFUSED[text] in message for message in messages), messages
    assert refusals(text, None) == []


@pytest.mark.parametrize("text", TAKEN)
def test_what_pychess_takes_is_not_reported(text: str) -> None:
    """V9 to V12."""
    assert refusals(text) == []
