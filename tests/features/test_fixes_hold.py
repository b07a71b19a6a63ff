"""Every fix that is offered holds, in all texts of all notations and in what small slips make of
them.

A fix holds if the text can be read after it, the finding is gone, and no finding as bad has come,
unless its code hides others. A safe fix besides leaves every definition without an error as it was:
its name, and its results in random positions. After all safe fixes, no safe fix remains.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from harness import none_wrong, opened, rows
from long import LONG
from wazir.diagnostics import Diagnostic, Fix
from wazir.document import Document
from wazir.features.actions import fix_all
from wazir.features.trials import with_working_fixes
from wazir.notations.results import Definition
from wazir.piece.board import HexBoard, PlayingBoard, SquareBoard
from wazir.piece.model import Lattice, Piece, Square
from wazir.piece.motion.results import Position, results
from wazir.text import apply

TESTS = Path(__file__).parents[1]
TEXTS = 100 if LONG else 30
"""As many texts of each notation are changed and tried."""

Text = tuple[str, str | None]
"""A text, and its dialect or style if that is set."""

FURTHER = {
    "betza": ("fblrvshamcdpgtuoinjzqexy", "WFDNAHGLCJZKRBQUOIXY", "0123-?()[],"),
    "lcpn": (
        "()[]{}",
        ":/=>-&,;",
        "0123",
        "\n",
        '"',
        "cond",
        "IF",
        "THEN",
        "END",
        ":only",
        ":rider",
        "=>",
        " OR ",
    ),
    "bensahas": (
        "()[]{}",
        ":;,!@=~",
        "n0123",
        "/+<TMBPEmc",
        "\n",
        "flip(",
        "promotes_to = ",
        "igui",
        "exist(",
    ),
    "ben39": ("abcx", "PKQ@.:-#", "0123", "\n ", "()|"),
}
"""Signs and words that slips put in, by notation: one letter of an entry, or a whole word."""


def texts(notation: str) -> Iterator[Text]:
    """The vectors, the lists of findings and the cases of a notation."""
    match notation:
        case "betza":
            yield from ((row["betza"], None) for row in rows("corpus_betza"))
        case "lcpn":
            yield from ((row[style], style) for row in rows("lcpn_styles_dev") for style in row)
            for head, text in re.findall(
                r"^L\d+ (\S+) \| (.*?) \|", _file("notations/lcpn/cases.txt"), re.M
            ):
                yield text.replace("\\n", "\n"), None if head == "file" else head
        case "bensahas":
            blocks = re.findall(
                r"^== .*\n((?:(?!--).*\n)*)--", _file("notations/bensahas/positions.txt"), re.M
            )
            yield from ((text, None) for text in blocks)
        case "ben39":
            yield from ((row["text"], None) for row in rows("ben39_bad_dev"))
            return
    for file in (f"{notation}_dev", f"{notation}_errors_dev"):
        yield from ((row["source"], row.get("dialect") or row.get("style")) for row in rows(file))


def _file(name: str) -> str:
    return (TESTS / name).read_text("utf-8")


def slipped(text: str, notation: str, rng: random.Random) -> str:
    """A text with a few letters more, less, twice or swapped."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        text = text or " "
        brackets = [at for at, sign in enumerate(text) if sign in "()[]{}!"]
        at = rng.choice(brackets) if brackets and rng.random() < 0.2 else rng.randrange(len(text))
        entry = rng.choice(FURTHER[notation])
        word = (
            entry
            if entry.strip(" =(:").isalpha() and len(entry) > 2 and entry[0] != "f"
            else rng.choice(entry)
        )
        kind = rng.choice(("more", "less", "less", "twice", "swapped"))
        character, next_one = text[at], text[at + 1 : at + 2]
        after = {
            "more": word + character,
            "less": "",
            "twice": character * 2,
            "swapped": next_one + character,
        }[kind]
        text = text[:at] + after + text[at + (2 if kind == "swapped" else 1) :]
    return text


def definitions(document: Document) -> list[Definition]:
    return [
        definition
        for placed in document.chunks()
        for definition in document.analysis(placed).definitions
    ]


def kinds(document: Document, worst: int = 4) -> Counter[str]:
    """How many findings there are of each kind that is so bad, those that are not shown by
    themselves too.
    """
    diagnostics = (
        diagnostic
        for placed in document.chunks()
        for diagnostic in document.analysis(placed).diagnostics
    )
    return Counter(
        diagnostic.code.id for diagnostic in diagnostics if diagnostic.code.severity <= worst
    )


@cache
def positions(lattice: Lattice) -> tuple[tuple[Position, Square], ...]:
    rng = random.Random(10)
    return tuple(_position(lattice, rng) for _ in range(8))


def _position(lattice: Lattice, rng: random.Random) -> tuple[Position, Square]:
    board: PlayingBoard = (
        HexBoard(4)
        if lattice is Lattice.HEX
        else rng.choice((SquareBoard(8, 8), SquareBoard(6, 7)))
    )
    squares = list(board.squares())
    mover, share = rng.choice(squares), rng.choice((0.0, 0.15, 0.3, 0.5))
    placed = [square for square in squares if square != mover and rng.random() < share]
    friends = frozenset(square for square in placed if rng.random() < 0.4)
    moved = frozenset(square for square in placed if rng.random() < 0.5)
    return Position(
        board, friends, frozenset(placed) - friends, moved, rng.random() < 0.5, rng.random() < 0.6
    ), mover


def can_the_same(piece: Piece, other: Piece) -> bool:
    """Whether two pieces have the same results in some positions; nothing is said of searches that
    were cut short.
    """
    if piece == other:
        return True
    for position, square in positions(piece.lattice):
        first, second = (
            results(piece, position, square, 2_000),
            results(other, position, square, 2_000),
        )
        if not (first.incomplete or second.incomplete) and first.all != second.all:
            return False
    return piece.properties == other.properties


def stands(before: Document, after: Document) -> bool:
    """Whether what had no error is what it was."""
    had, has = definitions(before), definitions(after)
    if all(definition.broken for definition in had):
        return True
    if len(had) != len(has):
        return False
    for definition, other in zip(had, has, strict=True):
        if definition.broken:
            continue
        if (
            other.broken
            or (definition.key or definition.name) != (other.key or other.name)
            or definition.game != other.game
        ):
            return False
        if definition.piece and other.piece and not can_the_same(definition.piece, other.piece):
            return False
    return True


def wrong_with(
    notation: str, text: str, dialect: str | None, finding: Diagnostic, fix: Fix
) -> list[str]:
    """What a fix does that it should not."""
    before, after = (
        opened(notation, text, dialect),
        opened(notation, apply(text, fix.edits), dialect),
    )
    faults = []
    if kinds(after)[finding.code.id] >= kinds(before)[finding.code.id]:
        faults.append("the finding stays")
    if not finding.code.hides and kinds(after, finding.code.severity) - kinds(before):
        faults.append("a finding comes")
    if fix.safe and not stands(before, after):
        faults.append("another meaning")
    return faults


NOT_OF_ITS_LINE = {"directive", "duplicate-name", "duplicate-definition"}
"""Findings whose fixes change what other lines mean, and so what is wrong with them."""


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("notation", FURTHER)
def test_fixes_hold(notation: str, seed: int) -> None:
    """No fix raises, leaves its finding, adds another, or, if it is safe, changes what stands (S2,
    L2, B7).
    """
    rng = random.Random(f"{notation} {seed}")
    corpus = list(texts(notation))
    wrong, tried = [], 0
    for _ in range(TEXTS):
        text, dialect = rng.choice(corpus)
        text = slipped(text, notation, rng)
        document = opened(notation, text, dialect)
        for finding in with_working_fixes(document, document.diagnostics()):
            for fix in finding.fixes if finding.code.id not in NOT_OF_ITS_LINE else ():
                tried += 1
                faults = wrong_with(notation, text, dialect, finding, fix)
                wrong += [(text, dialect, fix.title, what) for what in faults]
        settled = apply(text, fix_all(document))
        after = opened(notation, settled, dialect)
        if fix_all(after):
            wrong.append((text, dialect, "all", "more is left"))
        if not stands(document, after):
            wrong.append((text, dialect, "all", "another meaning"))

    none_wrong(wrong)
    assert tried > TEXTS // 8


SLIPS: tuple[tuple[str, str, str | None], ...] = (
    ("betza", "t[FR]", "xbetza"),
    ("betza", "t[FR", "xbetza"),
    ("betza", "rybN", "xbetza"),
    ("betza", "iAmiDiimN", None),
    ("betza", "cdoQQQ", "extended"),
    ("betza", "FFX", None),
    ("betza", "gNN", None),
    ("betza", "birFFW", None),
    ("betza", "(W F)-brlW", "extended"),
    ("betza", "K\n] W", None),
    ("lcpn", "a IS IF rank() >= ' TH{!", "sql"),
    ("lcpn", "[ [ [", "c"),
    ("lcpn", "(def a {b", "elisp"),
    ("lcpn", "a := [1 2 (]", "c"),
    ("lcpn", "(((\t", "lisp"),
    ("bensahas", "m(1, 1: @B = [n, 5!", None),
    ("bensahas", "m(1, 15\n(1, /4)!", None),
)
"""Texts of which some fix did not hold, or that are mixed up."""


@pytest.mark.parametrize(("notation", "text", "dialect"), SLIPS)
def test_fixes_of_mixed_up_texts_hold(notation: str, text: str, dialect: str | None) -> None:
    document = opened(notation, text, dialect)
    offered = [
        (finding, fix)
        for finding in with_working_fixes(document, document.diagnostics())
        for fix in finding.fixes
    ]
    after = opened(notation, apply(text, fix_all(document)), dialect)

    assert [
        wrong
        for finding, fix in offered
        for wrong in wrong_with(notation, text, dialect, finding, fix)
    ] == []
    assert fix_all(after) == ()
    assert stands(document, after)


def test_no_fix_of_dropped_brackets_drops_one_of_them() -> None:
    """B7: `[` and `]` that stand where they cannot are one mistake, which removing one of them does
    not fix.
    """
    document = opened("betza", "t[FR]", "xbetza")

    assert len(list(document.diagnostics())) == 1
    assert fix_all(document) == ()
