"""Sentences about pieces: made from the model, plain, and never long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import rows
from long import examples
from piece.test_results import read_piece
from wazir.document import Document
from wazir.features.definitions import every
from wazir.notations import by_name
from wazir.notations.betza import BETZA
from wazir.notations.notation import NO_NAMES, Context
from wazir.piece.conditions import SIGNS, TRUE, Axis, Compare, Coordinate, Guard, Moved
from wazir.piece.model import Act, Count, Lattice, Leg, Move, Over, Piece, Towards
from wazir.piece.words import named, quoted
from wazir.piece.words.conditions import place
from wazir.piece.words.sentence import MAX_LETTERS_OF_ALL, sentence

HERE = Path(__file__).parent
CASES = re.findall(r"^(\S+) (\w+)\n    (.+)$", (HERE / "sentences.txt").read_text("utf-8"), re.M)
CORPUS = rows("corpus_betza")
SAMPLES = HERE.parents[1] / "samples"


@pytest.mark.parametrize(
    ("moves", "dialect", "expected"),
    CASES,
    ids=[f"{moves} {dialect}" for moves, dialect, _ in CASES],
)
def test_sentences(moves: str, dialect: str, expected: str) -> None:
    """The sentences of `sentences.txt`."""
    assert sentence(read_piece(moves, dialect)) == expected


def test_legs_whose_length_depends_on_the_heading_are_told_by_direction() -> None:
    """No notation writes them, and the model has them."""
    heads = ((0, 1), (1, 0), (0, -1), (-1, 0))
    first = Leg(((None, tuple((step,) for step in heads)),), acts=Act.STOP)
    then = Leg(tuple(((x, y), (((x, y) if x else (0, 2 * y),),)) for x, y in heads))

    assert sentence(Piece((Move((first, then)),))) == (
        "Goes one step forward or backward to an empty square, then a leap of two squares "
        "straight on; or goes one step sideways to an empty square, then one step straight on."
    )


def test_steps_outward_of_several_lengths_are_told_once_each() -> None:
    """A leg that may not turn inward has one phrase for each length of its steps."""
    leaps = [
        (x, y) for x in range(-3, 4) for y in range(-3, 4) if {abs(x), abs(y)} in ({1, 2}, {1, 3})
    ]
    first = Leg(((None, (((0, 1),), ((1, 0),), ((0, -1),), ((-1, 0),))),), acts=Act.STOP)
    outward = Leg(((None, tuple((leap,) for leap in leaps)),), towards=Towards.OUTWARD)
    assert sentence(Piece((Move((first, outward)),))) == (
        "Goes one step orthogonally to an empty square, then a (1,3) leap outward or a (1,2) "
        "leap outward."
    )


def test_a_condition_names_a_place_or_none() -> None:
    """What has no short words names none either."""
    rank = Compare(Coordinate(Axis.RANK, None, False), "=", 7)

    assert place(rank) == "on rank 7"
    assert place(Moved()) is None
    assert place(TRUE) is None


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("K", "King", "Moves one step in any direction."),
        ("K", "Mann", "Moves one step in any direction like a king."),
        ("NN", "Nightrider", "Makes any number of (1,2) leaps in a line."),
        ("NN", "Night", "Makes any number of (1,2) leaps in a line like a nightrider."),
        ("CC", "Camel", "Makes any number of (1,3) leaps in a line like a camel-rider."),
    ],
)
def test_a_piece_is_not_compared_with_itself(text: str, name: str, expected: str) -> None:
    """A piece named King does not move like a king; another one with its moves does."""
    assert sentence(read_piece(text, "xbetza"), name) == expected


READ_BY_EYE = re.findall(
    r"^(\w+) ?(\w*)\n    (.+)\n    (.+)$", (HERE / "read_by_eye.txt").read_text("utf-8"), re.M
)


@pytest.mark.parametrize(
    ("notation", "style", "text", "expected"), READ_BY_EYE, ids=[row[2] for row in READ_BY_EYE]
)
def test_sentences_that_were_read_by_eye(
    notation: str, style: str, text: str, expected: str
) -> None:
    """The sentences of `read_by_eye.txt`, from all corpora."""
    document = Document.open(by_name(notation), text, Context(dialect=style or None))
    pieces = [
        definition.piece
        for placed in document.chunks()
        for definition in document.analysis(placed).definitions
        if definition.piece
    ]

    assert [sentence(piece) for piece in pieces] == [expected]


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("K", "WF"),
        ("Q", "RB"),
        ("Q", "WWFF"),
        ("fmWfcF", "fcFfmW"),
        ("W3", "vW3sW3"),
        ("mWcW", "W"),
    ],
)
def test_one_piece_has_one_sentence_however_it_is_written(first: str, other: str) -> None:
    """Parts that share everything but directions are said together."""
    sentences = [
        set(re.split(r"[;,.]? or |[;,.] ?", sentence(read_piece(text, "xbetza")).lower()))
        for text in (first, other)
    ]

    assert sentences[0] == sentences[1]


def test_every_string_of_the_corpus_has_a_sentence() -> None:
    """It starts with a capital, ends with a full stop, and says nothing twice."""
    for row in CORPUS:
        for definition in BETZA.read(row["betza"], Context(), NO_NAMES).definitions:
            if definition.piece is None:
                continue
            text = sentence(definition.piece)
            clauses = text.rstrip(".").split("; ")

            assert re.fullmatch(r"[A-Z].*\.", text), row
            assert len(text) <= 700, row
            assert len(set(clauses)) == len(clauses), row
            assert "  " not in text, row


def test_conditions_and_properties_are_the_words_of_the_document_on_a_line() -> None:
    step = Leg(((None, (((0, 1),),)),))
    piece = Piece(
        (Move((step,), labels=("within\n  fortress",), becomes=("queen", "rook")),), ("royal",)
    )

    assert sentence(piece) == (
        "Moves one step forward, under the condition “within fortress”, and becomes queen or "
        "rook. Properties: royal."
    )


def test_long_labels_and_many_are_cut() -> None:
    step = Leg(((None, (((0, 1),),)),))
    many = tuple(f"{number} {'x' * 300}" for number in range(50))

    assert len(sentence(Piece((Move((step,), labels=many),), many))) <= 800


def test_a_piece_without_moves_never_moves() -> None:
    assert sentence(Piece(())) == "Never moves."


def test_the_largest_kinds_of_moves_are_told() -> None:
    """A rook is never among those that are only counted."""
    steps = "".join(
        f"[mW-mrW-mlW-{turn}{mode}F]"
        for mode in ("m", "c", "d", "mc")
        for turn in ("fl", "fr", "bl", "br")
    )
    text = sentence(read_piece(f"{steps}cR", "xbetza"))

    assert "captures by sliding any distance orthogonally like a rook" in text
    assert re.search(r"has \w+ more kinds of moves \(see the diagram\)\.$", text)


def test_a_short_last_kind_of_moves_is_told_rather_than_counted() -> None:
    """The Chameleon of Ultima has five long kinds of moves and a short one."""
    document = Document.open(
        by_name("bensahas"), (SAMPLES / "bensahas" / "pieces.bensahas").read_text("utf-8")
    )
    chameleon = next(
        definition
        for _, definition in every(document)
        if definition.name and definition.name.endswith("Chameleon")
    )

    assert chameleon.piece
    assert "one step in any direction like a king, but only pieces named “King”" in sentence(
        chameleon.piece
    )


def test_very_many_kinds_of_moves_are_counted() -> None:
    moves = tuple(
        Move(
            (
                Leg(((None, (((0, 1),),)),)),
                Leg(((None, (((1, 0),),)),), least=number, most=number + 1),
            )
        )
        for number in range(1, 500)
    )
    text = sentence(Piece(moves))

    assert re.search(r"or has \d+ more kinds of moves \(see the diagram\)\.$", text)
    assert len(text) < 900


vectors = st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(any)
ways = st.lists(st.lists(vectors, min_size=1, max_size=3).map(tuple), max_size=9).map(tuple)
tables = st.one_of(
    ways.map(lambda always: ((None, always),)),
    st.dictionaries(vectors, ways, max_size=4).map(lambda table: tuple(table.items())),
)
coordinates = st.sampled_from([Coordinate(axis) for axis in Axis])
guards = st.builds(
    Guard,
    st.one_of(
        st.just(Moved()), st.builds(Compare, coordinates, st.sampled_from(list(SIGNS)), st.just(2))
    ),
    st.one_of(st.none(), st.text(max_size=20)),
)
legs = st.builds(
    Leg,
    ways=tables,
    least=st.integers(0, 3),
    most=st.one_of(st.none(), st.integers(0, 12)),
    acts=st.integers(0, 127).map(Act),
    counts=st.sampled_from(Count),
    over=st.sampled_from(Over),
    skips=st.integers(0, 2),
    wraps=st.booleans(),
    anywhere=st.booleans(),
    back=st.just(0),
    on_edge_file=st.booleans(),
    mover_virgin=st.booleans(),
    victim_virgin=st.booleans(),
    guards=st.lists(guards, max_size=2).map(tuple),
    squares=st.one_of(st.none(), guards),
    towards=st.sampled_from([None, *Towards, Towards.OUTWARD | Towards.INWARD]),
)
paths = st.lists(legs, max_size=4).map(tuple)
moves = st.builds(
    Move,
    paths,
    st.lists(paths.filter(bool), max_size=2).map(tuple),
    st.booleans(),
    st.lists(st.text(max_size=20), max_size=2).map(tuple),
    st.lists(st.text(max_size=20), max_size=2).map(tuple),
)


@pytest.mark.parametrize(("count", "each"), [(1, 240), (2, 120), (3, 80), (9, 80)])
def test_quoted_texts_share_the_room(count: int, each: int) -> None:
    """One has all of it; of many the first three are shown."""
    whole, cut = quoted(["x" * each] * count), quoted(["x" * (each + 1)] * count)

    assert whole.count("x") == each * min(count, 3)
    assert cut.count("x" * (each - 1) + "…”") == min(count, 3)


def test_eight_names_are_told() -> None:
    """The others are counted."""
    assert named("abcdefgh") == "a, b, c, d, e, f, g or h"
    assert named("abcdefghij") == "a, b, c, d, e, f, g, h or 2 more"


@examples(100)
@given(st.lists(moves, max_size=6), st.sampled_from(Lattice))
def test_any_piece_has_a_sentence_of_bounded_length(listed: list[Move], lattice: Lattice) -> None:
    text = sentence(Piece(tuple(listed), lattice=lattice))

    assert 0 < len(text) <= MAX_LETTERS_OF_ALL
    assert "\n" not in text


@pytest.mark.parametrize("moves", ["W999", "W1000", "W1000000000000", "[W-W5000]", "F5000"])
def test_a_number_beyond_all_boards_is_not_told_as_another(moves: str) -> None:
    """Numbers are clamped where they are read; a sentence does not give the clamp as the range."""
    text = sentence(read_piece(moves, "xbetza"))

    assert "any distance" in text or "or more steps" in text
    assert not re.search(r"\d{3}", text)
