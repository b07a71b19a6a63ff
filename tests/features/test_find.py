"""Texts that reach just the squares that are ticked (Q18)."""

from __future__ import annotations

from copy import copy
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from long import examples
from wazir.document import Document
from wazir.features import definitions, questions
from wazir.features.questions import ask, find
from wazir.features.requests import RequestError, answer
from wazir.notations import REGISTRY, by_name
from wazir.notations.notation import Context
from wazir.piece.board import SquareBoard
from wazir.piece.drawing.shapes import Theme, number
from wazir.piece.lookup import Term, Wanted, cheapest
from wazir.piece.motion.reach import Kind, reach

ROOM = SquareBoard(7, 7)
MIDDLE = (3, 3)
SQUARES = st.sampled_from([at for at in ROOM.squares() if at != MIDDLE])


def asked(**request: object) -> dict[str, object]:
    return answer({"ask": "find", "square": "d4", **request}, ask)


def texts(notation: str, **request: object) -> list[str]:
    answers = asked(**request)["found"]
    assert isinstance(answers, list)
    return [entry["source"] for entry in answers if entry["notation"] == notation]


def reached(
    notation: str, dialect: str | None, source: str
) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The squares of the board that a text reaches quietly and by taking, by `reach`, which the
    search does not use.
    """
    context = Context(dialect, fixed=frozenset({"dialect"} if dialect else ()))
    placed = definitions.last(Document.open(by_name(notation), source, context))
    assert placed
    piece = placed[1].piece
    assert piece
    ends = [
        ((x + 3, y + 3), kind)
        for (x, y), kind in ((arrival.square, arrival.kind) for arrival in reach(piece).arrivals)
    ]
    there = [(at, kind) for at, kind in ends if at in ROOM]
    return {at for at, kind in there if Kind.QUIET in kind}, {
        at for at, kind in there if Kind.CAPTURE in kind
    }


@examples(100)
@given(st.frozensets(SQUARES, max_size=12), st.frozensets(SQUARES, max_size=12))
def test_q18_any_squares_can_be_said_in_every_notation_with_pieces(
    quiet: frozenset[tuple[int, int]], capture: frozenset[tuple[int, int]]
) -> None:
    """What is found reaches just the squares, told by another way."""
    if not quiet | capture:
        return
    answers = list(find(Wanted(ROOM, MIDDLE, quiet, capture)))

    assert {entry.notation.name for entry in answers} == {
        notation.name for notation in REGISTRY if notation.writer
    }
    assert {entry.dialect for entry in answers} >= set(by_name("lcpn").dialects)
    for entry in answers:
        assert reached(entry.notation.name, entry.dialect, entry.source) == (quiet, capture), (
            entry.source
        )


def test_q18_rides_go_on_only_where_the_asker_says_so() -> None:
    """Without `on` both are found; with it just the one or the other."""
    squares = dict.fromkeys(("d5", "d6", "d7", "d8"), "both")

    assert texts("betza", squares=squares)[:2] == ["fR", "fW4"]
    assert texts("betza", squares=squares, on=["d8"]) == ["fR"]
    assert "fR" not in texts("betza", squares=squares, on=[])
    assert texts("bensahas", squares=squares, on=["d8"]) == ["(n, 1)!"]


def test_q18_leaps_are_found_beside_rides() -> None:
    """A king of two steps may be meant to leap, or not to."""
    squares = {f"{file}{rank}": "both" for file in "bdf" for rank in "246"} | {
        f"{file}{rank}": "both" for file in "cde" for rank in "345"
    }
    del squares["d4"]

    assert texts("betza", squares=squares) == ["K2", "ADK"]


def test_q18_what_is_found_has_its_names() -> None:
    """As the question `names` tells them."""
    answers = asked(
        squares=dict.fromkeys(("b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"), "both")
    )["found"]
    assert isinstance(answers, list)

    assert {entry["names"][0]["name"] for entry in answers} == {"Knight"}


LETTERS = st.text("ab", min_size=1, max_size=3)
TERMS = st.lists(st.builds(Term, LETTERS, st.integers(1, 63)), max_size=8)


@given(TERMS)
def test_the_cheapest_terms_are_chosen(terms: list[Term]) -> None:
    """Compared with every choice of terms."""
    best: int | None = None
    for chosen in range(1 << len(terms)):
        some = [term for number, term in enumerate(terms) if chosen >> number & 1]
        covers = 0
        for term in some:
            covers |= term.covers
        if covers == 63:
            length = sum(len(term.text) for term in some)
            best = length if best is None else min(best, length)
    cheapest_terms = cheapest(63, terms)

    assert (
        None if cheapest_terms is None else sum(len(term.text) for term in cheapest_terms)
    ) == best


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({}, "`squares` is an object"),
        ({"squares": {}}, "`squares` is an object"),
        ({"squares": {"d5": "always"}}, "`quiet`, `capture` or `both`"),
        ({"squares": {"d5": ["both"]}}, "`quiet`, `capture` or `both`"),
        ({"squares": {"d9": "both"}}, "There is no square `d9`"),
        ({"squares": {"d4": "both"}}, "stands on one of the squares"),
        ({"squares": {"d5": "both"}, "on": ["d8"]}, "not among `squares`"),
        ({"squares": {"d5": "both"}, "board": "hex5"}, "rectangular boards"),
        ({"squares": {"d5": "both"}, "board": "cylinder 8x8"}, "rectangular boards"),
        ({"squares": {"d5": "both"}, "square": "z99"}, "There is no square `z99`"),
    ],
)
def test_what_makes_no_sense_is_an_error(request_: dict[str, object], message: str) -> None:
    """In words, of what is wrong."""
    assert message in str(asked(**request_)["error"])


def test_what_a_notation_proposes_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that reaches other squares, too, is not an answer, and one that is none either."""
    betza = copy(by_name("betza"))
    betza.writer = copy(betza.writer)
    proposed = [("xbetza", "W"), ("xbetza", "K"), ("xbetza", "fW"), ("xbetza", "??")]
    betza.writer.lookup = lambda _: proposed
    monkeypatch.setattr(questions, "REGISTRY", (betza,))

    assert texts("betza", squares=dict.fromkeys(("d5", "e4", "d3", "c4"), "both")) == ["W"]


def test_what_is_found_has_its_name_and_its_sentence() -> None:
    """Texts of one piece are together, so that a reader sees two pieces where a ride may go on
    beyond the edge.
    """
    knight = dict.fromkeys(("b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"), "both")
    ride = dict.fromkeys(("d5", "d6", "d7", "d8"), "both")
    names = {
        text["known"] for text in questions.texts_reaching({"square": "d4", "squares": knight})
    }
    sentences = [
        text["sentence"] for text in questions.texts_reaching({"square": "d4", "squares": ride})
    ]

    assert {name.partition(" / ")[0] for name in map(str, names)} == {"Knight"}
    assert len(set(sentences)) > 1
    assert len(set(sentences)) == 1 + sum(
        sentence != other for sentence, other in pairwise(sentences)
    )


def test_the_board_has_the_signs_of_diagrams() -> None:
    """M11: a disc, a ring and a cross; the squares lie where the picture has them."""
    board = questions.ticked(
        "9x9", "e5", {"d7": "both", "f7": "quiet", "e9": "capture"}, Theme.LIGHT
    )
    at = {square.name: (square.x, square.y) for square in board.squares}

    assert [board.svg.count(f'href="#{shape}"') for shape in "Xmc"] == [1, 1, 1]
    assert (at["a9"], at["i1"], len(at)) == ((0.5, 0.5), (8.5, 8.5), 81)
    for shape, square in (("X", "d7"), ("m", "f7"), ("c", "e9")):
        x, y = (
            number(edge + place * board.frame.square)
            for edge, place in zip((board.frame.left, board.frame.top), at[square], strict=True)
        )
        assert f'href="#{shape}" x="{x}" y="{y}"' in board.svg
    with pytest.raises(RequestError):
        questions.ticked("9x9", "e5", {"z99": "both"}, Theme.LIGHT)
