"""The well-known pieces of the sample move as everywhere; the seed's three as its text says
(S14).
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from wazir.document import Document
from wazir.features import completion, definitions, requests
from wazir.notations import by_name
from wazir.notations.bensahas.complete import complete, signature
from wazir.notations.bensahas.definition import BensahasDefinition
from wazir.notations.bensahas.hover import hover, inlay_hints
from wazir.notations.bensahas.layout import format_chunk
from wazir.notations.bensahas.refactor import refactorings
from wazir.notations.notation import Context
from wazir.piece.board import SquareBoard
from wazir.piece.model import Piece
from wazir.piece.motion.results import Position, results
from wazir.piece.words.sentence import sentence
from wazir.text import Span

ROOT = Path(__file__).parents[3]
SAMPLE = (ROOT / "samples/bensahas/pieces.bensahas").read_text("utf-8")
SEED = (ROOT / "samples/bensahas/seed.bensahas").read_text("utf-8")

BETZA = {
    "King": "K",
    "Queen": "Q",
    "Rook": "R",
    "Bishop": "B",
    "Knight": "N",
    "Gold": "WfF",
    "Silver": "FfW",
    "Lance": "fR",
    "Cannon": "mRcpR",
    "Horse": "nN",
    "Wazir": "W",
    "Ferz": "F",
    "Short Rook": "R2",
    "Camel": "C",
    "Nightrider": "NN",
    "Griffon": "[F?R]",
    "Grasshopper": "gQ",
}


def piece_of(
    text: str, notation: str, name: str | None = None, dialect: str | None = None
) -> Piece:
    document = Document.open(by_name(notation), text, Context(dialect=dialect))
    pair = next(definitions.named(document, name)) if name else definitions.last(document)
    assert pair
    assert pair[1].piece
    return pair[1].piece


def drawn(chance: random.Random) -> Position:
    squares = [(file, rank) for file in range(8) for rank in range(8)]
    held = {square: chance.random() for square in squares}
    friends = frozenset(square for square, share in held.items() if share < 0.15)
    foes = frozenset(square for square, share in held.items() if 0.15 <= share < 0.3)
    return Position(SquareBoard(), friends, foes, white=chance.random() < 0.7)


@pytest.mark.parametrize("name", BETZA)
def test_the_sample_moves_as_everywhere(name: str) -> None:
    """On random boards a piece does what it does in Betza's notation, but for what it promotes
    to.
    """
    ours, theirs = (
        piece_of(SAMPLE, "bensahas", name),
        piece_of(BETZA[name], "betza", dialect="xbetza"),
    )
    chance = random.Random(7)
    for _ in range(30):
        position, square = drawn(chance), (chance.randrange(8), chance.randrange(8))
        position = Position(
            position.board,
            position.friends - {square},
            position.foes - {square},
            white=position.white,
        )
        mine, other = (
            {(r.to, r.takes) for r in results(piece, position, square).all}
            for piece in (ours, theirs)
        )
        assert mine == other, (name, square, position)


def asked(name: str, square: str, **more: object) -> list[tuple[object, ...]]:
    """The results of a piece of the seed: where it ends, and what it takes."""
    request = {"notation": "bensahas", "source": SEED, "name": name, "square": square, **more}
    moves = requests.answer(request)["results"]
    assert isinstance(moves, list)
    return [(result["to"], *result["takes"]) for result in moves]


def test_s14_the_chameleon_takes_a_pincer_pawn_as_a_rook_runs() -> None:
    """It runs up to it, takes it, and steps back to the square before it."""
    moves = asked("Chameleon", "d1", foes={"d5": "Pincer Pawn", "g4": "Pincer Pawn"})

    assert ("d4", "d5") in moves
    assert not any("g4" in takes for takes in moves)


def test_s14_the_chameleon_leaps_over_long_leapers() -> None:
    """It lands anywhere behind any number of them, and takes all that it passed."""
    moves = asked("Chameleon", "d1", foes={"d3": "Long Leaper", "d5": "Long Leaper"})

    assert [move for move in moves if "d3" in move] == [
        ("d4", "d3"),
        *((f"d{r}", "d3", "d5") for r in (6, 7, 8)),
    ]


def test_s14_the_chameleon_withdraws_coordinates_and_takes_kings() -> None:
    """It takes a withdrawer by leaving, a coordinator on the corners that it makes with its king, a
    king beside it.
    """
    assert ("d6", "d3") in asked("Chameleon", "d4", foes={"d3": "Withdrawer"})
    assert ("d4", "d7") in asked(
        "Chameleon", "d4", friends={"g7": "King"}, foes={"d7": "Coordinator"}
    )
    assert ("d4", "g4") in asked(
        "Chameleon", "d4", friends={"g7": "King"}, foes={"g4": "Coordinator"}
    )
    assert ("e5", "e5") in asked("Chameleon", "d4", foes={"e5": "King"})
    assert ("e5", "e5") not in asked("Chameleon", "d4", foes={"e5": "Queen"})


@pytest.mark.parametrize(
    ("condition", "when"),
    [("[n, 8]", "when it ends on rank 8"), ("full", "under the condition “full”")],
)
def test_s13_a_sentence_says_when_a_piece_becomes_another(condition: str, when: str) -> None:
    """S13: where it ends, or a condition that cannot be judged, in its own words."""
    piece = piece_of(f"m(1, 1)!\nflip(condition = {condition}, promotes_to = Queen)", "bensahas")

    assert sentence(piece).endswith(f"Becomes Queen {when}.")


def test_numbers_are_explained_in_place() -> None:
    """`144` is NE + NW in the hover and as a hint in the text."""
    shown = hover(BensahasDefinition("c(1, 144)!", Context()), 6)

    assert shown
    assert shown.title == "144 = NE 16 + NW 128"
    assert shown.text.startswith("Towards north-east and north-west.")
    assert [hint.label for hint in inlay_hints(BensahasDefinition("c(1, 144)!", Context()))] == [
        " NE + NW"
    ]


@pytest.mark.parametrize(
    ("text", "title", "note"),
    [
        ("m(1, 3)m(1, /$4)!", "/4: Straight back", "After north: south."),
        ("m(1, 1: @$M = moved, 1)!", "@M: When", "Here: the first move of the piece."),
        ("m(1, 1: @$M = moved)!", "@M: When", ""),
        ("m(1, 1: @$M = moved, x)!", "@M: When", ""),
        ("m(1, 1: @$M)!", "@M: When", ""),
        ("m(1, 1: @$B = [n, 5])!", "@B: A condition", "Here: it is on rank 5."),
        ("c(1, 1: @$T = F<King)!", "@T: The target", "Here: a friend King."),
        ("c/can$non(n, 15; n, FE, 1, 1)!", "cannon: Over screens", ""),
        ("c/cannon(n, 15; n, FE, 1, -$1)!", "-1: LANDING", ""),
        ("(1, 255$; 1, 2)!", None, ""),
        ("flip(condition = [n, 8], promotes_to = Que$en)", "Queen", ""),
    ],
)
def test_words_are_explained_where_they_stand(text: str, title: str | None, note: str) -> None:
    """A hover says what a word does there."""
    before, _, after = text.partition("$")
    shown = hover(BensahasDefinition(before + after, Context()), len(before))

    assert (shown and shown.title) == title
    assert not note or (shown and note in shown.notes)


@pytest.mark.parametrize(
    ("text", "title", "meaning"),
    [
        ("c/cannon($0, 15; 0, F, 1, 1)!", "0: DIST", "Here none."),
        ("c/cannon($n, 15; 0, F, 1, 1)!", "n: DIST", "Here any number."),
        ("c/cannon(n, 15; $2, F, n, 1)!", "2: GAP", "Here 2."),
        ("c/cannon(n, 15; 0, $F, 1, 1)!", "F: SCREEN", "Here a friend."),
        ("c/cannon(n, 15; 0, $E, 1, 1)!", "E: SCREEN", "Here an enemy."),
        ("c/cannon(n, 15; 0, $FE, 1, 1)!", "FE: SCREEN", "Here either."),
        ("c/cannon(n, 15; 0, F, $n, 1)!", "n: COUNT", "Here one or more."),
        ("c/cannon(n, 15; 0, F, $2, 1)!", "2: COUNT", "Here exactly 2."),
        ("c/cannon(n, 15; 0, F, 1, $n)!", "n: LANDING", "Here any of them."),
        (
            "c/cannon(n, 15; 0, F, 1, $2)!",
            "2: LANDING",
            "Here number 2, with the squares before it empty.",
        ),
        (
            "c/cannon(n, 15; 0, F, 1, $-1)!",
            "-1: LANDING",
            "Here the last screen itself, which must be captured.",
        ),
    ],
)
def test_s10_what_each_value_of_a_cannon_means(text: str, title: str, meaning: str) -> None:
    """S10: the explanation of a place ends with that of its value."""
    before, _, after = text.partition("$")
    shown = hover(BensahasDefinition(before + after, Context()), len(before))

    assert shown
    assert shown.title == title
    assert shown.text.endswith(f" {meaning}")


@pytest.mark.parametrize(
    ("text", "offered", "not_offered"),
    [
        ("", {"m", "c", "igui", "flip"}, {"@M", "15"}),
        ("m(", {"1", "2", "n"}, {"0", "15"}),
        ("cannon(", {"0", "1", "n"}, {"15"}),
        ("m(1, ", {"15", "240", "255"}, {"/4", "m"}),
        ("m(1, 1)m(1, ", {"15", "/4"}, {"@M"}),
        ("m(1, 1: ", {"@M", "@T", "@B", "@P"}, {"15"}),
        ("m(1, 1: @M = moved, 1, ", {"@T"}, {"@M"}),
        ("m(1, 1: @B = ", {"and", "exist", "[n, 5]"}, {"@T"}),
        ("c/cannon(n, 15; n, ", {"FE", "E", "F"}, {"screen"}),
        ("c/cannon(n, 15; n, FE, 1, 1, ", {"screen", "landing"}, {"FE"}),
        ("m(1, 1) # ", set(), {"m"}),
    ],
)
def test_what_is_offered_depends_on_the_place(
    text: str, offered: set[str], not_offered: set[str]
) -> None:
    """Actions, numbers, parameters and conditions are offered where they may stand."""
    labels = {item.label for item in complete(BensahasDefinition(text, Context()), len(text))[1]}

    assert offered <= labels
    assert labels.isdisjoint(not_offered)


def test_an_action_before_another_is_offered_without_a_bracket() -> None:
    """Behind a slash, where the bracket may be there already."""
    _, items = complete(BensahasDefinition("c/", Context()), 2)

    assert {item.label: item.snippet for item in items}["cannon"] is None


@pytest.mark.parametrize("games", [("Chess", "Ultima"), ("Ultima", "Chess")])
def test_a_name_of_two_games_is_offered_with_the_first_one(games: tuple[str, str]) -> None:
    """Whichever of the two is written first."""
    text = "".join(f"{game}:King {{\n(1, 255)!\n}}\n" for game in games) + ":A {\nc(1, 1: @T = "
    items = completion.complete(Document.open(by_name("bensahas"), text), len(text))

    assert [item.item.detail for item in items if item.label == "King"] == ["A piece of Chess"]


def test_the_arguments_of_an_action_are_shown() -> None:
    """The one that is being written is marked."""
    text = "c/cannon(n, 15; n, FE"
    help_shown = signature(BensahasDefinition(text, Context()), len(text))

    assert help_shown
    assert (
        help_shown.label
        == "c/cannon(DIST, DIRECTIONS; GAP, SCREEN, COUNT, LANDING, TAKEN: @PARAM = ...)"
    )
    assert help_shown.parameters[help_shown.active][0] == "SCREEN"


@pytest.mark.parametrize(
    ("text", "title", "after"),
    [
        ("c(1, 144)!", "Open `144` as 16 / 128", "c(1, 16)!\nc(1, 128)!"),
        (
            ":A {\n    (n, 255)!\n}",
            "Open `255` as orthogonal and diagonal directions",
            ":A {\n    (n, 15)!\n    (n, 240)!\n}",
        ),
        ("(n, 15)!\n(n, 240)!", "Join both statements as `255`", "(n, 255)!"),
        (
            "igui(1, 2: @B = exist(1, 16))\n    m(1, 16)!",
            "Add its mirror image, east for west",
            (
                "igui(1, 2: @B = exist(1, 16))\n    m(1, 16)!\nigui(1, 8: @B = exist(1, 128))\n    "
                "m(1, 128)!"
            ),
        ),
    ],
)
def test_sums_are_opened_joined_and_mirrored(text: str, title: str, after: str) -> None:
    """A refactoring changes the text so, and only its way of being said but for the mirror
    image.
    """
    actions = [
        action
        for at in range(len(text))
        for action in refactorings(BensahasDefinition(text, Context()), Span(at, at))
    ]
    edits = next(action.edits for action in actions if action.title == title)
    changed = text
    for edit in sorted(edits, reverse=True):
        changed = changed[: edit.span.start] + edit.text + changed[edit.span.end :]

    assert changed == after


def test_s15_the_layout() -> None:
    """A header, a statement a line, later legs below, blanks as they should be, brackets closed,
    comments in place.
    """
    before = (
        "# top\nA :  B{ // x\n m(1,1:@M=moved,1)m(2,/ 2)! # y\n+ "
        "1,2)!\nflip(condition=[n,8],promotes_to=Q~R\n"
    )
    after = (
        "# top\nA:B { // x\n    m(1, 1: @M = moved, 1)\n        m(2, /2)! # y\n    + 1, 2)!\n"
        "    flip(condition = [n, 8], promotes_to = Q ~ R)\n}"
    )

    assert format_chunk(before, Context()) == after


def test_q14_a_ride_of_a_least_length_keeps_its_target() -> None:
    """The target is of the last term, after the steps to empty squares."""
    piece = piece_of("(destroy (wazir :2 :4))", "lcpn")
    writer = by_name("bensahas").writer

    assert writer
    assert writer.moves(piece, "", frozenset()) == "m(1, 15) c(3, /0: @T = F<n)!"
