"""The table of well-known pieces, and what pieces are called (Q5, Q6)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generating.known import PAGES, SIZE
from harness import none_wrong, rows
from wazir.document import Document
from wazir.features.known import Relation, also_known, compounds, namings, piece_of
from wazir.features.questions import ask
from wazir.features.requests import RequestError, answer, read_piece
from wazir.notations import by_name
from wazir.notations.notation import Context
from wazir.piece.equivalence import same
from wazir.piece.equivalence.normal import normal_form
from wazir.piece.known import Known, fingerprint, fingerprints, size, table
from wazir.piece.model import Piece
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results

DATA = Path(__file__).parents[1] / "data"
PRELUDE = Path(__file__).parents[2] / "server/wazir/notations/lcpn/prelude.lcpn"
VECTORS = rows("questions_names_dev")
MAX_UNREAD = 11
"""What could not be read may only become less."""


def squeezed(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


DIALECTS = ("original", "extended", "xbetza")


def read(text: str, dialect: str = "xbetza") -> Piece:
    notation = {"notation": "betza", "dialect": dialect}
    if dialect == "lisp":
        notation = {"notation": "lcpn", "style": dialect}
    return read_piece({**notation, "source": text})[0]


class Reading(NamedTuple):
    """The moves of a known piece as they stand elsewhere."""

    name: str
    own: str
    """The text of the table."""
    dialect: str
    text: str
    source: str


@cache
def readings() -> dict[tuple[str, str], Reading]:
    """What was read of the known pieces, by name and text."""
    lines = (DATA / "names_second.txt").read_text("utf-8").splitlines()
    found = [Reading(*line.split(" | ")) for line in lines if not line.startswith("#")]
    by_piece = {(reading.name, reading.own): reading for reading in found}
    assert len(by_piece) == len(found)
    return by_piece


def test_q5_a_piece_is_checked_or_unread() -> None:
    """The moves of each piece were read elsewhere or again in its source, or it is unread."""
    unread = {(known.name, known.text) for known in table() if known.unread}

    assert unread.isdisjoint(readings())
    assert unread | set(readings()) == {(known.name, known.text) for known in table()}
    assert len(unread) <= MAX_UNREAD


def test_q5_most_pieces_have_a_second_source() -> None:
    """Another one than that of the table."""
    second = [
        known
        for known in table()
        if not known.unread and readings()[known.name, known.text].source != known.source
    ]

    assert len(second) > 350


def test_q5_pieces_move_as_was_read() -> None:
    """Each moves exactly as in the source that was read."""
    wrong = []
    for known in table():
        if known.unread:
            continue
        reading = readings()[known.name, known.text]
        piece, other = piece_of(known), read(reading.text, reading.dialect)
        if normal_form(piece) != normal_form(other) and not same(piece, other).same:
            wrong.append(reading)

    none_wrong(wrong)


def test_q5_names_of_the_prelude_are_told_apart() -> None:
    """A piece of LCPN has its name, or a longer one if another piece has it."""
    wrong = []
    for name in re.findall(r"(?m)^\(def ([\w-]+)", PRELUDE.read_text("utf-8")):
        same_pieces = [
            naming.known
            for naming in namings(read(name, "lisp"))
            if naming.relation in (Relation.SAME, Relation.ROYALTY)
        ]
        named = [known for known in table() if squeezed(name) in map(squeezed, known.names)]
        if named and not any(
            squeezed(other).startswith(squeezed(name))
            for known in same_pieces
            for other in known.names
        ):
            wrong.append(name)

    none_wrong(wrong)


def test_q5_all_pages_state_one_number() -> None:
    """The table has as many pieces and names as each page says."""
    root = Path(__file__).parents[2]
    texts = [(root / page).read_text("utf-8") for page in PAGES]
    others = [
        *root.glob("docs/*.md"),
        root / "pyproject.toml",
        root / "vscode-extension/package.nls.json",
    ]

    assert all(SIZE.findall(text) == [size()] for text in texts)
    assert [path for path in others if set(SIZE.findall(path.read_text("utf-8"))) - {size()}] == []
    assert not any(re.search(r"(hundred|\d{3}) (well-)?known", text) for text in texts)


CORRECTED = [
    (
        "Lion of Chu Shogi",
        "KNADcaKcabKmabK",
        "takes beside it and stays; passes beside an empty square",
    ),
    ("Horned Falcon", "BbsRfWfDfcafWfcabWfmabW", "a lion's two steps ahead"),
    ("Soaring Eagle", "RbBfFfAfcafFfcabFfmabF", "a lion's two steps ahead aslant"),
    ("Hia", "Q2", "Wikipedia: Hiashatar"),
    ("Empire Soldier", "fsW", "chessvariants.com: Empire Chess"),
    ("Rhinoceros of Cazaux", "W[W-B]", "Jocly"),
    ("Picket", "[F-B]", "blocked on its first square"),
    ("High Priestess", "FAN", "chessvariants.com: Grand Shatranj"),
    ("Kneen", "mNcQ", "divergent pieces"),
    ("Savage Tiger", "fFvW2", "HaChu, Games::Shogi"),
    ("Prancing Stag", "FfWsW2", "HaChu, Games::Shogi"),
    ("Rushing Bird", "BfsR", "HaChu, Games::Shogi"),
    ("Chinese Cock", "fFsbW", "HaChu, Games::Shogi"),
    ("Blind Bear", "FbR", "HaChu, Games::Shogi"),
    ("Yari Silver", "fWfFbR", "Fairy-Stockfish"),
    ("Yari Pawn", "fW", "Fairy-Stockfish"),
]


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
    *CORRECTED,
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
