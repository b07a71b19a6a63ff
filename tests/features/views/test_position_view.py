"""Positions of games as one plays with them, and what is copied."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import Case, Question, ask, cases, rewrite
from long import examples
from wazir.ben39 import fen
from wazir.ben39.actions import Game, after, spell
from wazir.ben39.board import INTERSECTION_OF, SQUARE_OF
from wazir.ben39.clocks import TimeControl
from wazir.ben39.position import State, is_ended
from wazir.ben39.reading import read
from wazir.ben39.rules import actions
from wazir.document import Document
from wazir.features import definitions
from wazir.features.game.analysis import verdicts
from wazir.features.game.position import LineOfPlay, reached, state_at
from wazir.features.game.view import MAX_LISTED, PositionView, position
from wazir.features.requests import RequestError
from wazir.features.views.copying import copied, forms
from wazir.features.views.piece import Choices
from wazir.lsp.schema import plain
from wazir.notations import by_name


def ask_position(case: Case) -> str:
    """All that is told of a position after some moves, with one legal action of each kind and
    effect.
    """
    at, *played = case.argument.split()
    line = LineOfPlay(int(at), tuple(played))
    shown = position(Document.open(by_name("ben39"), case.text), 0, line, theme="light")
    assert shown
    told = plain(shown, tuple)
    squares = told["board"]["squares"]
    told["board"] = {
        name: (len(places), places[0], places[-1]) for name, places in told["board"].items()
    }
    told["ring"] = [square["name"] for square in squares if square["movable"] and square["exists"]]
    told["svg"] = told["svg"][: told["svg"].index("<defs>")]
    legal = dict[object, str]()
    for action in told.pop("actions"):
        legal.setdefault(
            (action["kind"], action["turns"], *map(bool, action.values())), json.dumps(action)
        )
    return "\n".join(
        [*(f"{name}: {json.dumps(value)}" for name, value in told.items()), *legal.values()]
    )


HERE = Path(__file__).parent
QUESTIONS: dict[str, Question] = {"position": ask_position}


@pytest.mark.parametrize("case", list(cases(HERE / "positions.md")), ids=str)
def test_case(case: Case) -> None:
    """The answer of the program is the one in the file."""
    assert ask(case, QUESTIONS) == case.answer


SAMPLES = Path(__file__).parents[3] / "samples" / "ben39"
RECORD = """\
; A game.
position start
moves: 1. X@e5 X@e11 2. Ph6-h8 Zz
"""


def opened(text: str = RECORD) -> Document:
    return Document.open(by_name("ben39"), text)


def view(place: str, line: LineOfPlay | None = None, text: str = RECORD) -> PositionView:
    """The position where a part of a text begins."""
    shown = position(opened(text), text.index(place), line, has_picture=False)
    assert shown
    return shown


def state_of(shown: PositionView) -> State:
    reading = fen.read(shown.fen).state
    assert reading is not None
    return reading


@pytest.mark.parametrize(
    ("place", "at"),
    [
        ("X@e5", 1),
        ("X@e11", 2),
        ("Ph6-h8", 3),
        ("Zz", 3),
        ("start", 3),
        ("moves", 3),
        ("position", 3),
    ],
)
def test_the_place_chooses_the_action(place: str, at: int) -> None:
    """G22: the position after the action under the cursor, else the last; the same that is
    evaluated there.
    """
    shown = view(place)

    assert (shown.at, shown.length) == (at, 3)
    assert state_of(shown) == state_at(opened(), RECORD.index(place))


def test_a_drawing_is_the_start() -> None:
    """On the key of a drawing it is the position that is drawn."""
    text = (SAMPLES / "puzzles.ben39").read_text("utf-8")
    document = opened(text)
    drawn = 0
    for placed, definition in definitions.every(document):
        key = document.slice(definition.span.moved(placed.start)).find("board:")
        step = reached(document, placed.start + definition.span.start + max(key, 0))
        assert step
        assert isinstance(definition.game, Game)
        assert key < 0 or step.game.state == definition.game.start
        drawn += key >= 0
    assert drawn


def test_the_actions_of_a_record_know_where_they_stand() -> None:
    """Each with its text, for stepping; the sides take turns."""
    shown = view("start")

    assert [RECORD[slice(*step.span)] for step in shown.record if step.span] == [
        "X@e5",
        "X@e11",
        "Ph6-h8",
    ]
    assert [step.spelled for step in shown.record] == ["X@e5", "X@e11", "Ph6-h8"]
    assert [step.side for step in shown.record] == ["white", "black", "white"]
    assert [step.number for step in shown.record] == [0, 1, 2]


def test_what_is_played_goes_on_from_a_step() -> None:
    """A click sends what was played before it and the next; what is not legal is told with its
    reason.
    """
    shown = view("start", LineOfPlay(1, ("Nh12-f8", "Nh4-j8", "Nh4-j8")))

    assert shown.at == 1
    assert [(step.spelled, step.number, step.span) for step in shown.played] == [
        ("Nh12-f8", 1, None),
        ("Nh4-j8", 2, None),
    ]
    assert shown.refused
    assert (shown.refused.number, shown.refused.text) == (2, "Nh4-j8")
    assert shown.refused.reason
    assert shown.refused.nearest
    assert shown.turn == "black"
    assert [(held.letter, held.count) for held in shown.reserves.white][:2] == [("X", 4), ("I", 1)]


def test_steps_beyond_a_record_are_its_ends() -> None:
    assert view("start", LineOfPlay(99)).at == 3
    assert view("start", LineOfPlay(0)).at == 0


@pytest.mark.parametrize(
    ("line", "length"),
    [
        (LineOfPlay(), 3),
        (LineOfPlay(1), 3),
        (LineOfPlay(1, ("Nh12-f8",)), 2),
        (LineOfPlay(1, ("Nh12-f8",), undone=("Nh4-j8", "Nf8-h12")), 4),
        (LineOfPlay(1, (), undone=("Nh12-f8",)), 2),
        (LineOfPlay(1, ("Nh12-f8", "Nh12-f8"), undone=("Nh4-j8",)), 3),
    ],
)
def test_an_analysis_covers_what_was_taken_back(line: LineOfPlay, length: int) -> None:
    """The moves of the record after the position, unless others were played there."""
    assert view("start", line).analysis["missing"] == length


def test_each_record_of_a_text_has_its_position() -> None:
    """Also where its last line ends; comments between records belong to one of them."""
    text = f"{RECORD}\n; between\nposition other\nturn: black\nmoves: X@e11\n"
    places = ("start", "1. X@e5", "other", "turn", "X@e11\n")

    assert [view(place, text=text).name for place in places] == [
        "start",
        "start",
        "other",
        "other",
        "other",
    ]
    assert [view(place, text=text).length for place in places] == [3, 3, 1, 1, 1]
    assert [
        state_at(opened(text), text.index(place)) == state_of(view(place, text=text))
        for place in places
    ] == [True] * 5


@pytest.mark.parametrize(
    ("spent", "thinking", "left", "fallen"),
    [
        ((3.0,), 4.0, (9.0, 6.0), None),
        ((3.0, 9.0), 2.0, (7.0, 3.0), None),
        ((3.0,), 11.0, (9.0, 0.0), "black"),
    ],
)
def test_no_action_is_legal_when_a_flag_has_fallen(
    spent: tuple[float, ...], thinking: float, left: tuple[float, float], fallen: str | None
) -> None:
    """White has ten seconds and two for each action, and so has Black. What is played beyond is not
    counted.
    """
    played = ("Nh4-j8", "X@e11")[: len(spent)]
    shown = view(
        "start",
        LineOfPlay(0, played, control=TimeControl(10, 2), spent=(*spent, 9.0), thinking=thinking),
    )

    assert shown.clock
    assert (shown.clock.white, shown.clock.black, shown.clock.fallen) == (*left, fallen)
    assert bool(shown.actions) is (fallen is None)
    assert shown.clock.result == ("Black's flag has fallen. White wins on time." if fallen else "")
    assert view("start", LineOfPlay(0)).clock is None


def test_a_position_that_is_set_up_has_no_moves() -> None:
    """Neither legal ones nor those of its record."""
    shown = view("start", LineOfPlay(1, fen=""))

    assert (shown.actions, shown.record, shown.at, shown.length) == ((), (), 0, 3)


def test_a_view_has_what_is_known_and_the_pictures_that_are_wanted() -> None:
    """The evaluation of the position, the verdicts with their curve beside a whole board, and no
    picture else.
    """
    report = {"depth": 4, "lines": [{"score": {"cp": 90}, "pv": ["X@a7"]}]}

    def shown(*, whole: bool, has_picture: bool = True) -> PositionView:
        found = position(
            opened(),
            RECORD.index("start"),
            LineOfPlay(3),
            whole=whole,
            has_picture=has_picture,
            known=lambda _: report,
            judged=lambda game: list(verdicts(game, [report] * 4)),
        )
        assert found
        return found

    board, small = shown(whole=True), shown(whole=False, has_picture=False)
    assert board.evaluation == {**report, "record": "start", "note": ""}
    assert [action["action"] for action in board.analysis["actions"]] == ["X@e5", "X@e11", "Ph6-h8"]
    assert (board.analysis["missing"], small.analysis["svg"], small.svg) == (0, "", "")
    assert "<title>start</title>" in board.analysis["svg"]
    assert 'data-layer="aside"></g>' in board.svg


def test_too_much_is_not_played() -> None:
    with pytest.raises(RequestError):
        view("start", LineOfPlay(0, ("X@e5",) * 1_001))


def test_a_long_record_tells_what_is_around() -> None:
    """Of a long record a part is told; all can be stepped to."""
    text = "moves: " + "Nh4-j8 Nh12-f8 Nj8-h4 Nf8-h12 " * 400
    start, end = (view("moves", LineOfPlay(at), text) for at in (0, 1_600))

    assert (start.length, end.at) == (1_600, 1_600)
    assert [step.number for step in start.record] == list(range(MAX_LISTED))
    assert [step.number for step in end.record] == list(range(1_600 - MAX_LISTED, 1_600))


def test_no_record_is_no_position() -> None:
    assert position(opened("; nothing\n"), 3) is None
    assert position(Document.open(by_name("betza"), "W"), 0) is None


@examples(25)
@given(st.lists(st.integers(0, 10_000), max_size=12))
def test_the_actions_are_those_of_the_rules(choices: list[int]) -> None:
    """G6 to G20: whatever is played, all that is legal is there, spelled as it is read, with places
    of the board.
    """
    state = state_of(view("start", LineOfPlay(0)))
    line: tuple[str, ...] = ()
    for number in choices:
        legal = actions(state)
        if legal:
            chosen = legal[number % len(legal)]
            line, state = (*line, spell(chosen)), after(state, chosen)
    shown = view("start", LineOfPlay(0, line))

    assert shown.fen == fen.write(state)
    assert (shown.status == "ended") is is_ended(state)
    assert shown.refused is None
    assert [action.spelled for action in shown.actions] == [
        spell(action) for action in actions(state)
    ]
    places = {place.name for place in (*shown.board.squares, *shown.board.intersections)}
    standing = {piece.place: piece.side for piece in shown.pieces}
    for shown_move in shown.actions:
        assert read(state, shown_move.spelled).spelling == shown_move.spelled
        assert {
            shown_move.by,
            shown_move.origin,
            shown_move.target,
            *shown_move.takes,
            *shown_move.carries,
        } - {None} <= places
        assert {standing.get(place) for place in shown_move.takes} <= {
            "black" if shown.turn == "white" else "white"
        }
        assert shown_move.by is None or standing[shown_move.by] == shown.turn
        assert shown_move.kind in ("rotate", "drop", "enter") or shown_move.origin
    assert set(shown.immobilized) == {piece.place for piece in shown.pieces if piece.immobilized}


def test_what_is_set_up_has_no_actions() -> None:
    """Until it is played from, it has neither actions nor a record."""
    shown = view("start", LineOfPlay(0))
    set_up = view("start", LineOfPlay(0, fen=shown.fen))

    assert (set_up.fen, set_up.actions, set_up.record) == (shown.fen, (), ())
    assert shown.actions


def test_the_board_is_where_its_places_are_named() -> None:
    """Squares are a width apart, intersections at their corners; movable squares come and go."""
    board = view("start", LineOfPlay(0)).board
    at = {place.name: (place.x, place.y) for place in (*board.squares, *board.intersections)}

    assert at["h8"] == (3.5, 3.5)
    assert at["d2"] == (1.5, 6.5)
    assert at["g9"] == (3.0, 3.0)
    assert {square.name for square in board.squares} == set(SQUARE_OF)
    assert {crossing.name for crossing in board.intersections} <= set(INTERSECTION_OF)
    assert {square.name for square in board.squares if square.movable} == {
        "d14",
        "l14",
        "n12",
        "n4",
        "l2",
        "d2",
        "b4",
        "b12",
    }
    assert {square.name for square in board.squares if square.movable and square.exists} == {
        "d14",
        "l2",
    }


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*")), ids=lambda path: path.name)
def test_samples_are_shown(path: Path) -> None:
    """Every record of the samples, as data that is JSON."""
    document = opened(path.read_text("utf-8"))
    for placed, definition in definitions.every(document):
        shown = position(document, placed.start + definition.span.start)
        assert shown
        assert shown.svg.startswith("<svg ")
        assert json.loads(json.dumps(plain(shown, list)))["fen"] == shown.fen


# What is copied


PIECE = Document.open(by_name("betza"), "Pawn = fmWfcF # walks\n")
SPOKEN = Document.open(by_name("lcpn"), "(def step wazir)\n")


def text_of(document: Document, form: str) -> str:
    made = copied(document, 10, Choices(), LineOfPlay(), form)
    assert made.text is not None, made.reason
    return made.text


def reason_of(document: Document, form: str) -> str:
    made = copied(document, 10, Choices(), LineOfPlay(), form)
    assert made.text is None
    assert made.reason
    return made.reason


def test_a_piece_is_copied() -> None:
    """Its moves, a picture, signs, and all of it as Markdown, whose fence means the same piece."""
    assert text_of(PIECE, "betza") == "fmWfcF"
    assert text_of(PIECE, "svg").startswith("<svg ")
    assert text_of(PIECE, "text").startswith(". . . . .\n")
    page = text_of(PIECE, "markdown")
    assert page.startswith("![Pawn: Moves one step")
    assert "data:image/svg+xml;base64," in page
    assert "```betza\nPawn = fmWfcF\n```\n" in page
    assert "```lcpn\n(def step wazir)\n```\n" in text_of(SPOKEN, "markdown")


def test_a_piece_of_an_engine_is_copied_as_the_engine_plays_it() -> None:
    """Its own text if the engine plays what it means: Fairy-Stockfish's first moves do not capture
    (E13).
    """
    for moves, plays in (("N", "N"), ("iW", "imW")):
        section = Document.open(by_name("fairy-variants"), f"[x]\ncustomPiece1 = a:{moves}\n")
        assert copied(section, 20, Choices(), LineOfPlay(), "betza").text == plays


def test_a_position_is_copied() -> None:
    """On one line, as a record that means the same, as a picture, and all of it as Markdown."""
    state = fen.read(text_of(opened(), "fen")).state
    document = opened(text_of(opened(), "board"))
    ((_, definition),) = definitions.every(document)

    assert definition.game
    assert definition.game.state == state
    assert text_of(opened(), "svg").startswith("<svg ")
    assert text_of(opened(), "text").splitlines()[0].startswith("15")
    assert "```ben39\nposition start\nturn: black\n" in text_of(opened(), "markdown")


@pytest.mark.parametrize("form", forms())
def test_where_there_is_no_form_a_sentence_says_so(form: str) -> None:
    """Whatever is asked of whatever, there is a text or a reason."""
    for document in (PIECE, SPOKEN, opened(), opened(""), Document.open(by_name("betza"), "x = $")):
        made = copied(document, 10, Choices(), LineOfPlay(), form)
        assert (made.text is None) is (made.reason is not None)
        assert made.reason is None or made.reason.endswith(".")


def test_pieces_are_copied_in_other_notations() -> None:
    """Q14: the moves, or why they cannot be said; positions are not pieces."""
    crooked = Document.open(by_name("betza"), "Crooked bishop = zB")

    assert text_of(SPOKEN, "betza") == "W"
    assert text_of(SPOKEN, "bensahas") == "(1, 15)!"
    assert reason_of(crooked, "lcpn") == "LCPN has no way to say a ride that bends."
    assert reason_of(opened(), "betza") == "A position cannot be converted to Betza notation."
    assert text_of(SPOKEN, "xboard") == "# step\npiece S& W\n"
    assert (
        reason_of(crooked, "variants.ini")
        == "No text was found that Fairy-Stockfish plays as this piece."
    )
    assert reason_of(PIECE, "fen") == "This form is for positions."


if __name__ == "__main__":
    rewrite(HERE / "positions.md", QUESTIONS)
