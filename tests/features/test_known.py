"""The table of well-known pieces, and what pieces are called (Q5, Q6)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import rows
from wazir.document import Document
from wazir.features.known import Relation, also_known, compounds, namings, piece_of
from wazir.features.questions import ask
from wazir.features.requests import RequestError, answer, read_piece
from wazir.notations import by_name
from wazir.notations.notation import Context
from wazir.piece.equivalence import same
from wazir.piece.equivalence.normal import normal_form
from wazir.piece.known import Known, fingerprint, fingerprints, table
from wazir.piece.model import Piece
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results

DATA = Path(__file__).parents[1] / "data"
VECTORS = rows("questions_names_dev")
DIALECTS = ("original", "extended", "xbetza")


def read(text: str, dialect: str = "xbetza") -> Piece:
    return read_piece({"notation": "betza", "source": text, "dialect": dialect})[0]


def squeezed(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


@cache
def others() -> dict[str, list[tuple[str, str, str]]]:
    """By names, what others write that have a list of pieces: who, the dialect and the text."""
    sources: dict[str, list[tuple[str, str, str]]] = {}
    for row in rows("corpus_betza"):
        if row["dialect"] in DIALECTS:
            sources.setdefault(squeezed(row["name"]), []).append(
                (row["source"], row["dialect"], row["betza"])
            )
    for line in (DATA / "names_fairy_stockfish.txt").read_text("utf-8").splitlines():
        name, _, text = line.partition(": ")
        sources.setdefault(squeezed(name), []).append(("Fairy-Stockfish", "xbetza", text))
    return sources


def witnesses(known: Known) -> list[Piece]:
    """The pieces that others than its own source give one of its names."""
    pieces = []
    for name in known.names:
        for source, dialect, text in others().get(squeezed(name), ()):
            if source != known.source:
                try:
                    pieces.append(read(text, dialect))
                except RequestError:
                    continue
        if name.isascii() and re.fullmatch("[A-Za-z -]+", name):
            try:
                lispy = {
                    "notation": "lcpn",
                    "style": "elisp",
                    "source": name.lower().replace(" ", "-"),
                }
                pieces.append(read_piece(lispy)[0])
            except RequestError:
                continue
    return pieces


def compared(known: Known) -> str:
    """Whether a second source has the same moves, or "none"."""
    piece, seconds = piece_of(known), witnesses(known)
    if any(
        normal_form(piece) == normal_form(other) or same(piece, other).same for other in seconds
    ):
        return "same"
    return "other" if seconds else "none"


def test_q5_every_piece_is_compared_with_a_second_source() -> None:
    """Another list, Fairy-Stockfish or the library of LCPN; `names_second.txt` says of which pieces
    there is none.

    It also says of which another list has other moves: the name is that of two pieces.
    """
    sentences = dict(
        line.split(": ", 1)
        for line in (DATA / "names_second.txt").read_text("utf-8").splitlines()
        if line
    )
    verdicts: dict[str, list[str]] = {"none": [], "other": [], "same": []}
    for known in table():
        verdicts[compared(known)].append(f"{known.name} {known.text}")

    assert len(verdicts["same"]) > 150
    assert {key: sentences[key].split("; ") for key in ("none", "other")} == {
        key: verdicts[key] for key in ("none", "other")
    }


@pytest.mark.parametrize("known", table(), ids=lambda known: f"{known.name} {known.text}")
def test_q5_every_part_of_an_entry_moves(known: Known) -> None:
    """No part is one that our own warnings say never moves, every move reaches a square, and the
    source has a place.
    """
    document = Document.open(by_name(known.notation), known.text, Context(known.dialect))

    assert {diagnostic.code.id for diagnostic in document.diagnostics()} <= {"obsolete-spelling"}
    assert all(reach(Piece((move,))).arrivals for move in piece_of(known).moves)
    assert re.search("[:.]", known.source) or known.source == "FIDE Laws of Chess"


PUBLISHED = [
    ("Checkers Man", "mlfF mrfF cafmF", "moves one step, jumps over what it takes, backward too"),
    ("Horse Archer", "mNcB", "[orda] in variants.ini of Fairy-Stockfish"),
    ("Orda Lancer", "mNcR", "[orda] in variants.ini of Fairy-Stockfish"),
    (
        "Ship",
        "F[flF-frR][frF-flR][blF-flR][brF-frR]",
        "one step diagonally, then outward along the file",
    ),
    ("Xiangqi Horse", "[W-F]", "blocked where it starts out"),
]


@pytest.mark.parametrize(("name", "text", "_why"), PUBLISHED)
def test_q5_pieces_are_as_published(name: str, text: str, _why: str) -> None:
    """Every entry of a name moves like that, in other words."""
    named = [piece_of(known) for known in table() if name in known.names]

    assert named
    assert all(same(piece, read(text.replace(" ", ""))).same for piece in named)


@pytest.mark.parametrize(
    ("blocked", "reached"),
    [
        ([(3, 4)], True),
        ([(4, 4)], True),
        ([(3, 5), (4, 4)], True),
        ([(3, 4), (4, 5)], False),
        ([(3, 5), (4, 5)], False),
    ],
)
def test_q5_a_falcon_takes_any_of_three_paths(
    blocked: list[tuple[int, int]], reached: bool
) -> None:
    """To (1,3) it goes one diagonal and two straight steps, in any order (Falcon Chess)."""
    (falcon,) = (piece_of(known) for known in table() if "Falcon of Falcon Chess" in known.names)
    moves = results(falcon, Position(friends=frozenset(blocked)), (3, 3))

    assert ((4, 6) in {result.to for result in moves.all}) is reached


def test_q5_the_table_is_large_and_says_where_it_is_from() -> None:
    """At least 250 pieces with different moves, each with the game or author and a page or book."""
    assert len({normal_form(piece_of(known)) for known in table()}) >= 400
    assert all(known.known_from and known.source for known in table())
    assert len({(known.name, known.text) for known in table()}) == len(table())


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: str(row["id"]))
def test_q6_names(row: dict[str, Any]) -> None:
    """A piece in any notation has one of the names that others give it; what is but related says
    so.
    """
    expected = row["expect"]
    answered: dict[str, Any] = answer(
        {key: row[key] for key in ("ask", "notation", "source", "dialect", "style") if key in row},
        ask,
    )
    are = {name["name"] for name in answered["names"] if name["relation"] == "same"}
    related = {name["name"] for name in answered["names"]} - are

    assert (are if "any_of" in expected else related) & set(
        expected.get("any_of") or expected["related"]
    )


RELATED = [
    ("FbW", "Silver General", Relation.TURNED),
    ("FfW", "Silver General", Relation.SAME),
    ("fRbrBblF", "Right Quail", Relation.MIRRORED),
    ("NimA", "Knight", Relation.FIRST_MOVES),
    ("KisO2", "King", Relation.FIRST_MOVES),
    ("K", "King", Relation.ROYALTY),
    ("K", "Mann", Relation.SAME),
    ("BN", "Archbishop", Relation.SAME),
    ("FAFsN", "Wide Knight", None),
    ("K", "Cylindrical King", None),
]


@pytest.mark.parametrize(("text", "name", "relation"), RELATED)
def test_q6_relations(text: str, name: str, relation: Relation | None) -> None:
    """The relation of a piece to a known one."""
    relations = {naming.known.name: naming.relation for naming in reversed(namings(read(text)))}

    assert relations.get(name) == relation


def test_q6_the_best_known_name_comes_first() -> None:
    """In the order of the table; what is the same comes before what is but related."""
    assert next(naming.known.name for naming in namings(read("FfW"))) == "Silver General"
    assert namings(read("BN"))[0].known.names[:2] == ("Archbishop", "Princess")


@pytest.mark.parametrize(
    ("text", "parts"),
    [("QNAD", ["Queen", "Squirrel"]), ("gRN", ["Knight", "Rookhopper"]), ("[R-fsR]", None)],
)
def test_q6_compounds(text: str, parts: list[str] | None) -> None:
    """Two or three known pieces that do just the same together."""
    names = [[known.name for known in compound] for compound in compounds(read(text))]

    assert names == ([parts] if parts else [])


def test_the_royal_king_of_another_notation_is_the_king() -> None:
    """Where a notation says what is royal, the man is the one that is related."""
    piece, _ = read_piece(
        {"notation": "lcpn", "source": "(/ ::royal wazir ferz)", "style": "elisp"}
    )

    assert [
        naming.relation for naming in namings(piece) if naming.known.name in ("King", "Mann")
    ] == [
        Relation.SAME,
        Relation.ROYALTY,
    ]


@given(st.sampled_from(range(len(table()))))
def test_q7_the_index_is_fresh(number: int) -> None:
    """Every known piece is found by its fingerprint, under its own name."""
    known = table()[number]
    key = fingerprint(piece_of(known))

    assert key is None or [number, "same"] in fingerprints()[key]
    assert key is None or re.fullmatch("[0-9a-f]{16}", key)
    assert key is None or known in [naming.known for naming in namings(piece_of(known))]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("R", "(n, 15)!"),
        ("R", "W0"),
        ("N", "(1, 255; 1, 2)!"),
        ("F[F-R]", "(1, 240)! m(1, 240)(n, /1)! m(1, 240)(n, /7)!"),
    ],
)
def test_q7_fingerprints_are_the_same_in_every_notation(a: str, b: str) -> None:
    """They tell what a piece does, not how it is written."""
    notation = "bensahas" if "(" in b and "," in b else "betza"
    dialect = {} if notation == "bensahas" else {"dialect": "extended"}

    assert fingerprint(read(a)) == fingerprint(
        read_piece({"notation": notation, "source": b, **dialect})[0]
    )


def test_q7_names_are_those_of_the_whole_fingerprint() -> None:
    """A piece is most often found by its first digits and its normal form, which tell the same as
    all positions.
    """
    count = 0
    for row in rows("corpus_betza")[::5]:
        try:
            piece = read(row["betza"], row["dialect"])
        except RequestError:
            continue
        same_digits = fingerprints().get(fingerprint(piece) or "", ())
        wanted = {
            table()[number] for number, relation in same_digits if relation == Relation.SAME.value
        }
        assert {
            naming.known
            for naming in namings(piece, quickly=True)
            if naming.relation is Relation.SAME
        } == wanted, row["betza"]
        count += bool(wanted)

    assert count > 50


def test_q7_fingerprints_do_not_change() -> None:
    """On another machine, with another Python, they are these."""
    assert [fingerprint(read(text)) for text in ("N", "Q")] == [
        "e0bb0696139aafe8",
        "08fca3625bc0e867",
    ]


SENTENCES = [
    ("BN", None, "Also known as Archbishop, Princess, Cardinal (Capablanca Chess)."),
    ("BN", "princess", "Also known as Archbishop, Cardinal, Janus (Capablanca Chess)."),
    ("FbW", "Old monkey", "Also known as Humpback (dai dai shogi)."),
    ("bAfD", None, "Goose (tori shogi), turned round."),
    ("KfsN", None, None),
]


@pytest.mark.parametrize(("text", "name", "sentence"), SENTENCES)
def test_the_sentence_of_a_hover(text: str, name: str | None, sentence: str | None) -> None:
    """Other names than its own, else one that is related."""
    assert also_known(read(text), name) == sentence
