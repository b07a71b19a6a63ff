"""The dictionary of pieces: every known piece has a page, and what a page tells of relatives
holds.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from wazir.features.definitions import piece_in
from wazir.notations import by_name
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.equivalence import same
from wazir.piece.known import size, table

WEBSITE = str(Path(__file__).parents[2] / "website")
NOTATIONS = {"Betza": "betza", "XBetza": "betza", "LCPN, Lisp": "lcpn", "Bensaħas": "bensahas"}
DIALECTS = {"XBetza": "xbetza", "LCPN, Lisp": "lisp"}
ARMIES = {
    "Archbishop": ("Bishop", "Knight"),
    "Chancellor": ("Rook", "Knight"),
    "Amazon": ("Queen", "Knight"),
    "Gnu": ("Knight", "Camel"),
    "Dragon Horse": ("Bishop", "Wazir"),
}
"""Pieces and what they are made of, as Wikipedia's list of fairy chess pieces tells."""


@pytest.fixture(scope="module")
def dictionary() -> Any:
    """The module of the site."""
    sys.path.insert(0, WEBSITE)
    import dictionary

    yield dictionary
    sys.path.remove(WEBSITE)


@cache
def pages(dictionary: Any) -> dict[str, str]:
    """All pages."""
    return {Path(path).stem: text for path, text in dictionary.pages().items()}


def test_every_known_piece_has_one_page(dictionary: Any) -> None:
    """With all its names, also those of other pieces that move alike, and its address once."""
    entries = dictionary.entries()
    known = [known for entry in entries for known in entry.known]

    assert sorted(known, key=repr) == sorted(table(), key=repr)
    assert len({entry.slug for entry in entries}) == len(entries)
    assert set(pages(dictionary)) == {entry.slug for entry in entries} | {"index"}
    assert all(
        name in pages(dictionary)[entry.slug]
        for entry in entries
        for name in (entry.name, *entry.others)
    )


def test_compounds_are_made_of_known_pieces(dictionary: Any) -> None:
    """By a list from elsewhere; the page of a part leads back."""
    made = pages(dictionary)

    for name, parts in ARMIES.items():
        slug = name.lower().replace(" ", "-")
        links = ", ".join(f"[{part}]({part.lower()}.md)" for part in parts)
        assert f"- Moves as one of: {links}.\n" in made[slug]
        wholes = re.search(r"(?<=A part of: ).*", made[parts[1].lower()])
        assert wholes
        assert f"[{name}]({slug}.md)" in wholes[0], name


def test_a_knight_that_cannot_jump_is_a_near_relative(dictionary: Any) -> None:
    """The horse of xiangqi goes where a knight goes, and both say so."""
    made = pages(dictionary)

    assert re.search(r"to the same squares, in another way: .*\[Mao\]\(mao\.md\)", made["knight"])
    assert re.search(
        r"to the same squares, in another way: .*\[Knight\]\(knight\.md\)", made["mao"]
    )


@pytest.mark.parametrize(
    "slug", ["knight", "cannon", "archbishop", "griffon", "nightrider", "gold-general"]
)
def test_the_texts_of_a_page_are_one_piece(dictionary: Any, slug: str) -> None:
    """Q1: the same moves in all notations."""
    rows = re.findall(r"^\| (\S.*?) \| `` (.*) `` \|$", pages(dictionary)[slug], re.MULTILINE)
    pieces = [
        piece_in(by_name(NOTATIONS[title]), text, DIALECTS.get(title, ""))
        for title, text in rows
        if title in NOTATIONS
    ]

    assert len(pieces) >= 2
    assert all(
        piece and pieces[0] and same(pieces[0], piece, parse_board(DEFAULT)).same
        for piece in pieces
    )


def test_the_list_knows_where_pieces_go(dictionary: Any) -> None:
    """The squares that a reader ticks, from the piece: those of the knight are its eight leaps."""
    index = pages(dictionary)["index"]
    row = re.search(
        r'<li data-squares="([^"]*)"><a href="knight.html">Knight</a> <code>N</code>', index
    )
    leaps = {
        f"{file},{rank}"
        for file in (-2, -1, 1, 2)
        for rank in (-2, -1, 1, 2)
        if abs(file) != abs(rank)
    }

    assert row
    assert size() in index
    assert set(row[1].split()) == leaps
    assert index.count("<li ") == len(dictionary.entries())


def test_pages_list_what_could_not_be_read(dictionary: Any) -> None:
    """A piece of which no source could be read is listed, and marked on its page."""
    made = pages(dictionary)
    unread = [known for known in table() if known.unread]
    index = " ".join(made["index"].split())
    _, _, listed = index.partition("No source could be read for these: ")

    assert listed.partition(". ")[0].replace(" and ", ", ").split(", ") == [
        known.name for known in unread
    ]
    for entry in dictionary.entries():
        is_marked = "(not read)" in made[entry.slug]
        assert is_marked == any(known.unread for known in entry.known), entry.slug


def test_a_page_has_the_notes_of_its_pieces(dictionary: Any) -> None:
    """What distinguishes a piece from another one of its name."""
    made = pages(dictionary)
    notes = {known.note for entry in dictionary.entries() for known in entry.known} - {""}

    assert notes
    for entry in dictionary.entries():
        assert all(known.note in made[entry.slug] for known in entry.known)
