"""The form of requests and answers for scripts (json-lines.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wazir.features.questions import ask
from wazir.features.requests import answer, answer_line

ASK = {"notation": "betza", "source": "fmWfcF", "square": "d4"}


def ends(request: dict[str, object]) -> list[object]:
    results = answer(ASK | request)["results"]
    assert isinstance(results, list)
    return [result["to"] for result in results]


def test_an_answer_has_its_id_and_its_results() -> None:
    """`id` first, whatever it is, then the results with `to` and `takes`; what is empty is left
    out.
    """
    line = answer_line(json.dumps({"id": [1, "x"], **ASK, "foes": ["e5"]}))

    assert (
        line
        == '{"id": [1, "x"], "results": [{"to": "d5", "takes": []}, {"to": "e5", "takes": ["e5"]}]}'
    )


def test_a_request_without_id_gets_an_answer_without() -> None:
    """`id` is absent where it was absent, and null where it was null."""
    assert list(answer(ASK)) == ["results"]
    assert answer({**ASK, "id": None})["id"] is None


def test_m2_squares_of_hexagons_are_named_by_row_and_place() -> None:
    """Rank by rank from the bottom; right and forward-right are the steps of a wazir."""
    assert ends({"source": "W", "board": "hex5", "square": "a1"}) == ["b1", "b2"]
    assert ends({"source": "W", "board": "hex5", "square": "e5", "foes": ["d5"]}) == [
        "d4",
        "d5",
        "e6",
        "f5",
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"square": "j4"}, "There is no square `j4` on the board 8x8."),
        ({"square": "d44"}, "There is no square `d44`"),
        ({"square": None}, "`square` is missing."),
        ({"square": 4}, "`square` is a text."),
        ({"source": "fmP"}, "The piece has an error."),
        ({"source": "bad = fmP", "name": "bad"}, "The piece `bad` has an error."),
        ({"name": "Rook"}, "There is no piece `Rook`."),
        (
            {"notation": "ben39", "source": "turn: white"},
            "This is a position of a game, not a piece.",
        ),
        ({"source": ""}, "There is no piece in the source."),
        ({"source": None}, "`source` is missing."),
        ({"source": 7}, "`source` is a text."),
        ({"notation": "fen"}, "There is no notation `fen`."),
        ({"notation": None}, "`notation` is missing."),
        ({"dialect": "klingon"}, "There is no dialect `klingon`"),
        ({"board": "30x8"}, "A board has from 1 to 26 files"),
        ({"board": "hex14"}, "The side of a hexagonal board has from 1 to 13 squares, not 14."),
        ({"board": "hex3", "square": "d1"}, "There is no square `d1` on the board hex3."),
        ({"board": "big"}, "A board is written as"),
        ({"side": "red"}, "`side` is `white` or `black`."),
        ({"virgin": "yes"}, "`virgin` is true or false."),
        ({"friends": "d5"}, "`friends` is a list of squares"),
        ({"friends": ["z9"]}, "There is no square `z9`"),
        ({"foes": [["d5"]]}, "A square is a text"),
        ({"friends": ["a1"], "foes": ["a1"]}, "`a1` is among the friends and the foes."),
        ({"moved": 1}, "`moved` is a list of squares"),
        ({"dialect": "x"}, "There is no dialect `x`; there are original, extended, xbetza."),
        ({"notation": "bensahas", "dialect": "x"}, "There is no dialect `x`."),
        (
            {"reader": "x"},
            "There is no reader `x` of Betza notation; there are fairy-stockfish, xboard.",
        ),
        (
            {"notation": "lcpn", "reader": "xboard"},
            "There is no reader `xboard` of Lispy Chess Piece Notation.",
        ),
        (
            {"reader": "fairy-stockfish", "board": "13x8"},
            "Fairy-Stockfish has boards up to 12x10, not 13x8.",
        ),
        (
            {"friends": ["a1", "b1", "a2"], "foes": ["b1", "a2"]},
            "`a2` is among the friends and the foes.",
        ),
    ],
)
def test_what_cannot_be_answered_is_an_error(change: dict[str, object], message: str) -> None:
    """A request that makes no sense is answered by a sentence, under its id."""
    answered = answer({"id": 5, **ASK, **change})

    assert [key for key in answered if key != "diagnostics"] == ["id", "error"]
    assert str(answered["error"]).startswith(message)


W, F = ({"notation": "betza", "source": moves} for moves in "WF")


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ({"ask": "x"}, "There is no question `x`; there are figures, find, names, same, write."),
        ({"ask": "same", "a": W, "b": 1}, "`b` is an object with `notation` and `source`."),
        ({"ask": "write", **W, "to": "ben39"}, "`to` is a notation of pieces, not `ben39`."),
        (
            {"ask": "write", **W, "to": "lcpn", "to_style": "x"},
            "Lispy Chess Piece Notation has no style `x`.",
        ),
        (
            {"ask": "find", "square": "d4"},
            "`squares` is an object from squares to `quiet`, `capture` or `both`.",
        ),
        (
            {"ask": "find", "square": "d4", "squares": {}},
            "`squares` is an object from squares to `quiet`, `capture` or `both`.",
        ),
        (
            {"ask": "find", "square": "d4", "squares": {"d5": 1}},
            "A square is reached by `quiet`, `capture` or `both`.",
        ),
        (
            {"ask": "find", "square": "d4", "squares": {"d4": "both"}},
            "The piece stands on one of the squares.",
        ),
        (
            {"ask": "find", "square": "d4", "squares": {"d5": "both"}, "on": ["d6"]},
            "`on` has squares that are not among `squares`.",
        ),
        (
            {"ask": "figures", **W, "mate": True, "board": "hex3"},
            "Mate is a question on rectangular boards of up to 12x12 squares.",
        ),
    ],
)
def test_a_question_that_cannot_be_answered_has_a_reason(
    question: dict[str, object], error: str
) -> None:
    assert answer(question, ask) == {"error": error}


@pytest.mark.parametrize(
    ("question", "source"),
    [
        ({"source": " WW ", "to": "betza"}, " WW "),
        ({"source": " WW ", "to": "betza", "to_style": "original"}, "R"),
        ({"notation": "lcpn", "source": "wazir", "to": "lcpn", "to_style": "c"}, "wazir"),
        ({"source": "fW", "to": "bensahas"}, "(1, 1)!"),
    ],
)
def test_q15_text_of_the_same_style_is_given_back(question: dict[str, object], source: str) -> None:
    assert answer({"ask": "write", "notation": "betza", **question}, ask) == {"source": source}


def test_q4_the_board_is_that_of_the_request_or_of_the_first_file_with_one() -> None:
    """Q4: both pieces are compared on it, and on one twice as large."""
    small, large = (
        {"notation": "betza", "source": f"%board {board}\nR4"} for board in ("5x5", "6x6")
    )
    rook = {"notation": "betza", "source": "R"}

    def same(a: dict[str, str], b: dict[str, str], **board: str) -> tuple[object, object]:
        verdict: dict[str, Any] = answer({"ask": "same", "a": a, "b": b, **board}, ask)
        return verdict["same"], verdict["larger"]["board"] if "larger" in verdict else verdict[
            "position"
        ]["square"]

    assert same(small, rook) == same(rook, small) == (True, "10x10")
    assert same(rook, large) == same(large, rook) == (False, "a3")
    assert same(large, rook, board="3x4") == (True, "6x8")
    assert same(rook, {"notation": "betza", "source": "R7"}) == (True, "16x16")


def test_an_error_of_the_source_comes_with_its_diagnostics() -> None:
    """`diagnostics` holds the findings of the piece, as `check --format json` writes them but for
    `file`.
    """
    source = "Good = K\nBad = fwN ; here\nWorse = x"
    answered: dict[str, Any] = answer({**ASK, "source": source, "name": "Bad"})
    (diagnostic,) = answered["diagnostics"]

    assert answered["error"] == "The piece `Bad` has an error."
    assert (diagnostic["code"], diagnostic["severity"]) == ("unknown-letter", "error")
    assert diagnostic["range"] == {
        "start": {"line": 1, "character": 7},
        "end": {"line": 1, "character": 8},
    }
    assert diagnostic["fixes"][0]["title"] == "Write `W`"
    assert set(diagnostic) == {"code", "severity", "message", "range", "related", "fixes"}


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"notation": "lcpn", "source": "a := rook:"}, "unexpected-character"),
        ({"notation": "bensahas", "source": "m(1 2)!"}, "unexpected-token"),
        ({"notation": "betza", "source": "CCV"}, "unknown-letter"),
    ],
)
def test_every_notation_tells_its_diagnostics(request_: dict[str, object], code: str) -> None:
    """What stands behind the part that could be read is told too."""
    answered: dict[str, Any] = answer({**ASK, **request_})

    assert code in {diagnostic["code"] for diagnostic in answered["diagnostics"]}


def test_a_request_that_is_wrong_by_itself_has_no_diagnostics() -> None:
    """Nothing is wrong in the source then."""
    assert "diagnostics" not in answer({**ASK, "square": "z9"})


@pytest.mark.parametrize(
    "line", ["", "{", "[1]", "null", '"x"', "[" * 100_000, "\ud800", "1" * 5_000, '{"id": ']
)
def test_what_is_no_request_is_an_error(line: str) -> None:
    """Any line gets a line for an answer."""
    answered = json.loads(answer_line(line))

    assert list(answered) == ["error"]


def test_friends_may_have_names() -> None:
    """Friends and foes are a list, or an object from squares to names."""
    assert ends({"foes": {"e5": "Rook", "d5": "Pawn"}}) == ["e5"]


def test_the_mover_is_left_out_of_its_friends() -> None:
    """Its own square counts as empty, whether it is listed or not."""
    assert ends({"source": "W", "friends": ["d4", "d5"], "foes": []}) == ["c4", "d3", "e4"]


def test_without_a_name_the_last_piece_is_meant() -> None:
    """`name` chooses; by default the last one."""
    source = "one = fW\ntwo = bW\n# end"

    assert ends({"source": source}) == ["d3"]
    assert ends({"source": source, "name": "one"}) == ["d5"]


def test_of_two_of_one_name_the_first_is_meant() -> None:
    """The second is the one in error (B1)."""
    assert ends({"source": "one = fW\none = bW", "name": "one"}) == ["d5"]


def test_the_request_goes_before_directives() -> None:
    """Dialect and board of the request hold, whatever the source says; without them the source's
    do.
    """
    source = "%dialect original\n%board 3x3\nfK"

    assert ends({"source": source, "square": "b2"}) == ["a3", "b3", "c3"]
    assert ends({"source": source, "square": "b2", "dialect": "xbetza"}) == ["b3"]
    assert ends({"source": "%board 3x3\nfR", "square": "d4", "board": "4x6"}) == ["d5", "d6"]
    assert "error" in answer(ASK | {"source": source})


def test_black_moves_down() -> None:
    """M1: Black's forward is down the ranks."""
    assert ends({"side": "black"}) == ["d3"]


def test_virgin_by_default() -> None:
    """The mover has not moved unless `virgin` is false; of the others those in `moved` have."""
    castling = {"source": "isO2", "board": "8x8", "square": "e1", "friends": ["a1", "h1"]}

    assert ends(castling) == ["c1", "g1"]
    assert ends({**castling, "moved": ["a1"]}) == ["g1"]
    assert ends({**castling, "virgin": False}) == []


def test_all_keys_of_a_result() -> None:
    """`puts` for castling, `when` for labels, null for a mover that is gone."""
    castled = answer(ASK | {"source": "isO2", "square": "e1", "friends": ["h1"]})["results"]
    passing = answer(ASK | {"source": "feF"})["results"]
    burst = answer(ASK | {"source": "%dialect extended\nfW-xxacK", "foes": ["d6"]})["results"]

    assert castled == [{"to": "g1", "takes": ["h1"], "puts": {"f1": "h1"}}]
    assert passing == [{"to": to, "takes": [], "when": ["en passant"]} for to in ("c5", "e5")]
    assert burst == [{"to": None, "takes": ["d6"]}]


def test_m10_a_search_that_is_cut_off_says_so() -> None:
    """M10: what was found is given, with `incomplete`."""
    answered = answer(
        ASK | {"source": "%dialect extended\n" + "mK" + "-amK" * 30, "board": "26x26"}
    )

    assert answered["incomplete"] is True
    assert answered["results"]


def test_the_names_of_pieces_reach_the_position() -> None:
    """`friends` and `foes` may be objects from squares to names, for tests that ask who stands
    there.
    """
    ask = {"notation": "bensahas", "source": "c(1, 1: @T = King)!", "square": "d4"}

    assert answer({**ask, "foes": {"d5": "King"}}) == {"results": [{"to": "d5", "takes": ["d5"]}]}
    assert answer({**ask, "foes": {"d5": "Queen"}}) == {"results": []}
    assert answer({**ask, "foes": {"d5": 7}}) == {"error": "The names in `foes` are texts."}


def test_l3_a_name_is_found_however_it_is_written() -> None:
    """L3: hyphens and underlines are the same, and case does not matter."""
    ask = {
        "notation": "lcpn",
        "style": "c",
        "source": "Big_One := rook:1:forward\nother := man",
        "square": "d4",
    }

    assert answer({**ask, "name": "big-one"}) == {"results": [{"to": "d5", "takes": []}]}
    assert answer({**ask, "name": "bigone"}) == {"error": "There is no piece `bigone`."}
    assert (
        answer({**ask, "style": "basic"})["error"]
        == "There is no style `basic`; there are lisp, elisp, c, sql."
    )


def test_a_piece_whose_parts_have_errors_has_one() -> None:
    """What needs a piece with an error cannot be asked for its moves; what does not can."""
    ask = {
        "notation": "lcpn",
        "source": "(def a (/ b rook))\n(def b unheard-of)\n(def c ferz)",
        "square": "a1",
    }

    assert answer({**ask, "name": "a"}) == {"error": "The piece `a` has an error."}
    assert answer({**ask, "name": "c"}) == {"results": [{"to": "b2", "takes": []}]}
