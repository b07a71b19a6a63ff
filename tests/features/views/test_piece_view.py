"""Pieces on boards as one plays with them, by cases; and what holds for all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import Case, Question, ask, cases, rewrite, with_cursor
from long import examples
from texts import CORPUS, MESS
from wazir.document import Document
from wazir.features.game.position import LineOfPlay
from wazir.features.requests import RequestError, answer
from wazir.features.views.copying import every_copy
from wazir.features.views.figures import numbers, subject_at
from wazir.features.views.piece import Choices, PieceView, piece
from wazir.features.views.readings import readings_at
from wazir.lsp.schema import plain
from wazir.notations import by_name, for_file
from wazir.notations.notation import Context
from wazir.piece.drawing.shapes import Theme
from wazir.text import Span

HERE = Path(__file__).parent
SAMPLES = HERE.parents[2] / "samples"
NAMES = ("friends", "foes")


def chosen(words: list[str]) -> Choices:
    """The choices that the words of a question make."""
    settings: dict[str, Any] = {"picture": False}
    for word in words:
        name, _, value = word.partition("=")
        settings[name] = (
            tuple(value.split(",")) if name in NAMES else value.replace("_", " ") if value else True
        )
    return Choices(**settings)


def marked(text: str, spans: tuple[Span, ...]) -> str:
    for span in sorted(spans, reverse=True):
        text = f"{text[: span.start]}«{text[span.start : span.end]}»{text[span.end :]}"
    return " ".join(text.split())


def viewed(case: Case, words: list[str]) -> tuple[str, PieceView]:
    """The text of a case without its cursor, and the view of the piece there."""
    text, offset = with_cursor(case.text)
    profile = words.pop() if words and words[-1] in ("fairy-stockfish", "xboard") else None
    view = piece(
        Document.open(by_name(case.notation), text, Context(profile=profile)), offset, chosen(words)
    )
    assert view
    return text, view


def ask_why(case: Case) -> str:
    name, *words = case.argument.split()
    text, view = viewed(case, words)
    square = next(candidate for candidate in view.squares if candidate.name == name)
    blocked = f" [{', '.join(square.blockers)}]" if square.blockers else ""
    first = f"{square.mark or '.'}{square.deviation} {' '.join(square.does) or 'nothing'}"
    steps = [step for way in square.ways[:1] for step in way.steps]
    lines = [
        f"{number}. {step.words} {marked(text, (step.span,)) if step.span else ''}"
        for number, step in enumerate(steps, 1)
    ]
    return "\n".join(
        line.rstrip() for line in (first, square.why + blocked, marked(text, square.spans), *lines)
    )


def ask_view(case: Case) -> str:
    """What is told of a piece, and of its squares: each different answer once, with the first
    square that has it.
    """
    text, view = viewed(case, case.argument.split())
    size = (
        f"{view.lattice} lattice, {view.width} x {view.height}, from {view.square} as {view.side}"
    )
    on = f"{view.results} results on {view.board_words} ({size})"
    lines = [view.title, view.sentence, *view.notes, view.played, on]
    places = dict[str, str]()
    for square in view.squares:
        blocked = f" [{', '.join(square.blockers)}]" if square.blockers else ""
        ways = [" ".join(step.words for step in way.steps) for way in square.ways]
        more = [f"and {square.more_ways} more"] if square.more_ways else []
        parts = (
            f"{square.mark or '.'}{square.deviation} {' '.join(square.does) or 'nothing'}",
            square.why + blocked,
            marked(text, square.spans),
            *ways,
            *more,
        )
        places.setdefault(" | ".join(parts).replace(square.name, "*"), square.name)
    return "\n".join(
        [*filter(None, lines), *(f"{name} {answer}" for answer, name in places.items())]
    )


def asked(case: Case) -> tuple[Document, int, str | None]:
    """The document of a case, the place of its cursor, and the board of the question."""
    text, offset = with_cursor(case.text)
    board = case.argument.removeprefix("mate").strip().replace("_", " ")
    return Document.open(by_name(case.notation), text), offset, board or None


def ask_figures(case: Case) -> str:
    """The figures of a piece in sentences, on a board and perhaps with its table of mates, and what
    its maps say.
    """
    try:
        subject = subject_at(*asked(case), theme="light", mate=case.argument.startswith("mate"))
    except RequestError as refused:
        return str(refused)
    if subject is None:
        return "nothing"
    told: dict[str, Any] = numbers(subject, lambda _: None)
    maps = [
        f"{found['title']}: {re.findall('<desc>(.*?)</desc>', found['svg'])[0]}"
        for found in told["maps"]
    ]
    table = "a" if told["hasTable"] else "no"
    return "\n".join(
        [f"{told['title']} on {told['board']}, with {table} table of mates", *told["lines"], *maps]
    )


def ask_readings(case: Case) -> str:
    """The readings of the piece on a board; that of the file is marked, and those with a
    picture.
    """
    view = readings_at(*asked(case), theme=Theme.LIGHT)
    if view is None:
        return "nothing"
    told = [
        (
            f"{', '.join(card.names)}{' (of the file)' * card.is_of_file}: "
            f"{card.sentence}{' (picture)' * bool(card.svg)}"
        )
        for card in view.readings
    ]
    return "\n".join([f"{view.title} on {view.board} in {asked(case)[0].slice(view.span)}", *told])


def ask_copies(case: Case) -> str:
    """All copies of a piece or a position with their labels; pictures without their data."""
    document, offset, _ = asked(case)
    rows = every_copy(document, offset, Choices(), LineOfPlay())["copies"]
    told = (f"{row['label']} ({row['description']}):\n{row['text']}" for row in rows)
    return re.sub(r"<svg.*?</svg>|data:[^)]*", "data", "\n".join(told), flags=re.DOTALL)


QUESTIONS: dict[str, Question] = {
    "why": ask_why,
    "view": ask_view,
    "figures": ask_figures,
    "readings": ask_readings,
    "copies": ask_copies,
}
CASES = [*cases(HERE / "pieces.md"), *cases(HERE / "figures.md")]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    """The answer of the program is the one in the file."""
    assert ask(case, QUESTIONS) == case.answer


# What holds for all


def done(at: str, results: list[Any], view: PieceView) -> Iterator[str]:
    """What the results do on a square; they do not tell of hops."""
    touching = [result for result in results if at in (result["to"], *result["takes"])]
    for result in touching:
        put_down = set(result.get("puts", {}).values())
        captured = at in result["takes"] and at not in put_down
        if at in put_down:
            yield "carries"
        if captured and result["to"] != at:
            yield "takesFromAfar"
        elif captured:
            yield "takes" if at in view.foes else "takesFriend"
        elif result["to"] == at:
            yield "stays" if at == view.square else "moves"
    if touching and all(result.get("when") for result in touching):
        yield "onCondition"


def checked(notation: str, source: str, choices: Choices) -> PieceView | None:
    """The view of a piece, which agrees with its results, and whose marks in the text lie in its
    definition.
    """
    document = Document.open(by_name(notation), source)
    view = next(
        (shown for at in range(document.length + 1) if (shown := piece(document, at, choices))),
        None,
    )
    if view is None:
        return None
    reached = {square.name for square in view.squares if square.reached}
    spans = {span for square in view.squares for span in square.spans}
    spans |= {
        step.span
        for square in view.squares
        for way in square.ways
        for step in way.steps
        if step.span
    }
    assert all(view.span.start <= span.start <= span.end <= view.span.end for span in spans)
    assert all(square.why for square in view.squares)
    assert all(square.ways or square.more_ways == 0 for square in view.squares)
    asked = {
        "notation": notation,
        "source": source,
        "board": view.board,
        "square": view.square,
        "side": view.side,
    }
    asked |= {"friends": list(view.friends), "foes": list(view.foes), "virgin": not view.moved}
    answered = answer(asked)
    results = answered.get("results")
    if isinstance(results, list) and not view.incomplete:
        assert reached == {
            at for result in results for at in (result["to"], *result["takes"]) if at
        }
        assert view.results == len(results)
        for square in view.squares:
            assert {*square.does} - {"hops"} == set(done(square.name, results, view))
    plain(view, tuple)
    return view


SIDES = st.sampled_from(["white", "black"])
SQUARES = st.sampled_from([f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)])


@st.composite
def choices_(draw: st.DrawFn) -> Choices:
    """A piece somewhere among others."""
    others = draw(st.lists(SQUARES, max_size=10, unique=True))
    cut = draw(st.integers(0, len(others)))
    square, side, moved = draw(SQUARES), draw(SIDES), draw(st.booleans())
    return Choices(
        "8x8", square, tuple(others[:cut]), tuple(others[cut:]), side, moved, picture=False
    )


@examples(150)
@given(st.sampled_from(CORPUS), choices_())
def test_what_is_reached_is_what_the_results_say(moves: str, choices: Choices) -> None:
    """M8: every square that is reached is in the results, and the reverse; highlights lie within
    the definition.
    """
    checked("betza", f"x = {moves}", choices)


@pytest.mark.parametrize(
    "path", sorted(filter(for_file, SAMPLES.glob("*/*"))), ids=lambda path: path.name
)
def test_samples_agree_with_their_results(path: Path) -> None:
    """Each definition of the samples, on its own board."""
    notation = for_file(path)
    assert notation
    document = Document.open(notation, path.read_text("utf-8"))
    for placed in document.chunks():
        for definition in document.analysis(placed).definitions:
            view = piece(document, placed.start + definition.span.start, Choices(picture=False))
            assert (view is None) is (definition.game is not None)
            if view and view.squares:
                spans = [span for square in view.squares for span in square.spans]
                assert all(
                    view.span.start <= span.start and span.end <= view.span.end for span in spans
                )
                assert {square.name for square in view.squares if not square.why} == set()


@examples(100)
@given(st.text(MESS, max_size=40), st.integers(0, 40))
def test_any_text_will_do(text: str, at: int) -> None:
    """No text makes it raise."""
    document = Document.open(by_name("betza"), text)
    view = piece(document, min(at, document.length))

    assert view is None or view.span.end <= document.length


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        (Choices(board="8by8"), "A board is written as"),
        (Choices(board="99x99"), "from 1 to 26 files"),
        (Choices(square="z9"), "There is no square `z9`"),
        (Choices(friends=("i1",)), "There is no square `i1`"),
        (Choices(friends=("e5",), foes=("e5",)), "`e5` is among the friends and the foes."),
        (Choices(friends=("a1",) * 2_000), "no more than 1,000 squares"),
    ],
)
def test_what_is_no_board_is_refused_in_words(choices: Choices, words: str) -> None:
    """A board or a square that is none is told."""
    with pytest.raises(RequestError, match=words.replace("(", r"\(")):
        piece(Document.open(by_name("betza"), "W"), 0, choices)


def test_the_picture_is_of_what_is_chosen() -> None:
    """The piece by itself, on a board with names of squares, or among other pieces."""
    document = Document.open(by_name("betza"), "Rooks = RF\n")
    alone, board, among = (
        piece(document, 8, choices)
        for choices in (Choices(), Choices(square="a1"), Choices(foes=("d6",)))
    )

    assert alone
    assert board
    assert among
    assert ">R<" in alone.svg
    assert ">h<" not in alone.svg
    assert ">h<" in board.svg
    assert among.text.splitlines()[2].startswith("6 . . . c")
    assert piece(document, 8, Choices(picture=False)) != alone


def test_a_broken_piece_shows_what_is_left() -> None:
    """An error is told with its code; what could be read is shown."""
    document = Document.open(by_name("betza"), "x = W$\ny = $\n")
    half, nothing = piece(document, 4), piece(document, 11)

    assert half
    assert half.broken
    assert [problem.severity for problem in half.problems] == ["error"]
    assert nothing
    assert nothing.squares == ()
    assert nothing.svg == ""
    without = piece(Document.open(by_name("bensahas"), ":X { m(1, 999)! }"), 0)
    assert without
    assert (without.broken, without.sentence) == (True, "")


def test_the_legend_has_the_marks_that_occur() -> None:
    """And no others, in the order of M11."""
    view = piece(Document.open(by_name("betza"), "a = mRcB"), 4, Choices(picture=False))

    assert view
    assert [mark.sign for mark in view.legend] == ["m", "c"]


def test_the_place_chooses_the_piece() -> None:
    """The definition at the place, or on its line; on other lines there is none."""
    document = Document.open(by_name("betza"), "# pieces\na = W # a step\n\nb = F\n")

    views = [
        piece(document, document.text.index(place))
        for place in ("pieces", "a =", "step", "\nb", "F")
    ]
    assert [shown.name if shown else None for shown in views] == [None, "a", "a", None, "b"]


CASTLING = "It goes to g1 only if: castling is allowed."
CASTLES = "Ends on g1 and moves the friend on h1 to f1; only if: castling is allowed."
UNKNOWN = (
    "No known move leads there. "
    "Double steps, en passant and castling are drawn where the rules have them."
)


@pytest.mark.parametrize(
    ("rank", "square", "label", "why"),
    [
        ("4KBNR w K", "g1", "White N", f"The friends on f1 and g1 are in the way. {CASTLING}"),
        ("4KB1R w K", "g1", "no known move", f"The friend on f1 is in the way. {CASTLING}"),
        ("4K2R w K", "g1", "moves there", CASTLES),
        ("4K2R w K", "h1", "moves the piece there elsewhere", CASTLES),
        ("4K3 w K", "h1", "no known move", "It needs a friend on h1, and nothing stands there."),
        ("4K3 w -", "g1", "no known move", UNKNOWN),
    ],
)
def test_the_reason_for_castling_is_that_of_a_player(
    rank: str, square: str, label: str, why: str
) -> None:
    """Pieces in the way are told with the condition; the rook is moved and not taken; nothing else
    is counted.
    """
    text = f"[t:chess]\nstartFen = 4k3/8/8/8/8/8/8/{rank} - 0 1\n"
    document = Document.open(by_name("fairy-variants"), text)
    view = piece(document, 1, Choices(square="e1", picture=False))

    assert view
    shown = next(candidate for candidate in view.squares if candidate.name == square)
    assert shown.why == why
    assert label in shown.label
    assert view.notes == ()


if __name__ == "__main__":
    for name in ("pieces.md", "figures.md"):
        rewrite(HERE / name, QUESTIONS)


VARIANT = """[duke:chess]
customPiece1 = a:BN
customPiece2 = z
startFen = rnbqkbnr/pppp1ppp/8/3*4/2+a1p3/8/PPPPPPPP/RNBAKBNZ w KQkq - 0 1
"""


def of_variant(letter: str, choices: Choices | None = None) -> PieceView:
    view = piece(
        Document.open(by_name("fairy-variants"), VARIANT), VARIANT.index(letter, 50), choices
    )
    assert view
    return view


def test_a_letter_of_a_position_is_a_piece_among_the_others() -> None:
    """F9: it moves over the pieces of the position. Those without a figurine have their letters,
    here a promoted one and one that is unknown.
    """
    view = of_variant("NBAK", Choices(whole=True))

    assert (view.title, view.square, view.men["b1"], view.men["c4"]) == (
        "N: knight",
        "b1",
        "White N",
        "Black +A",
    )
    assert {square.name for square in view.squares if square.reached} == {"a3", "c3"}
    figurines = view.svg.count('<use href="#white-') + view.svg.count('<use href="#black-')
    assert view.svg.count("<text") == len(view.men) - figurines + 16
    assert {">+A<", ">Z<"} <= {*re.findall(r">[+\w]+<", view.svg)}
    assert not any("dialect" in note for note in view.notes)  # the file has none


def test_pieces_of_a_position_are_chosen_and_put_elsewhere() -> None:
    view = of_variant("NBAK", Choices(square="d3", put=("d1-d3",)))

    black = of_variant("NBAK", Choices(square="a8", put=("d1-d3",)))

    assert (view.title, view.men.get("d1"), view.men["d3"]) == ("A: customPiece1", None, "White A")
    assert (view.side, view.moved, black.side, black.moved) == ("white", True, "black", False)
    assert {"c4", "e4"} <= {square.name for square in view.squares if square.reached}


def test_a_piece_without_moves_and_a_square_beyond_the_board_are_refused() -> None:
    with pytest.raises(RequestError, match="moves of `Z`"):
        of_variant("NBAK", Choices(square="h1"))
    with pytest.raises(RequestError):
        of_variant("NBAK", Choices(put=("a1-z9",)))


WALLED = """\
[walled:chess]
cannon = c
pocketSize = 2
startFen = k7/8/3p4/3*4/8/8/3C4/K2*1R2[Qpp] w - - 0 1
"""


def walled(square: str, *put: str) -> PieceView:
    """A piece in that position."""
    view = piece(
        Document.open(by_name("fairy-variants"), WALLED),
        WALLED.index("k7"),
        Choices(square=square, put=put),
    )
    assert view
    return view


def test_walls_block_and_are_hopped_over() -> None:
    """F11: the moves of the cannon and of the rook are those that Fairy-Stockfish plays there, by
    `pyffish`.
    """
    cannon, rook = ({at.name for at in walled(name).squares if at.reached} for name in ("d2", "f1"))
    why = {at.name: at.why for at in walled("f1").squares}

    assert cannon == {"a2", "b2", "c2", "d3", "d4", "d6", "e2", "f2", "g2", "h2"}
    assert rook == {"e1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "g1", "h1"}
    assert why["d1"] == "There is a wall on d1."
    assert why["c1"] == "The wall on d1 is in the way."
    labels = {at.name: at.label for at in walled("f1").squares}
    assert labels["d1"] == "d1, wall, not reached"
    assert {at.name for at in walled("d2").squares if at.holds == "wall"} == {"d1", "d5"}


def test_hands_and_letters_of_a_position() -> None:
    """Each piece leads to its letter in the text, also after it was put elsewhere."""

    def letters(view: PieceView) -> dict[str, str]:
        return {at.name: WALLED[slice(*at.spans[0])] for at in view.squares if at.spans}

    assert walled("d2").hands == {"white": "Q", "black": "P P"}
    assert letters(walled("d2")) == {"a8": "k", "d6": "p", "d2": "C", "a1": "K", "f1": "R"}
    assert letters(walled("d6", "d2-d6", "a1-b1")) == {"a8": "k", "d6": "C", "b1": "K", "f1": "R"}


def test_the_rules_of_a_variant_are_told_beside_its_position() -> None:
    """By parts with their pieces; a piece by itself has none."""
    text = "[mine:chess]\nknight = -\ncustomPiece1 = n:NW\n"
    document = Document.open(by_name("fairy-variants"), text)
    variant, alone = piece(document, 2), piece(document, len(text) - 2)

    assert variant is not None
    assert alone is not None
    assert variant.rules[0].sentences[0].startswith("Mine is a variant of chess")
    assert any(
        pieces.startswith("Marquis (N): ") for part in variant.rules for pieces in part.pieces
    )
    assert alone.rules == ()


def test_nothing_false_is_said_of_squares_that_rules_of_a_section_may_reach() -> None:
    """For a square that is not reached, the reason names the moves that are drawn, and claims no
    more.
    """
    view = piece(Document.open(by_name("fairy-variants"), "[t:chess]\n"), 2, Choices(square="e2"))

    assert view
    why = {at.name: at.why for at in view.squares}
    assert {at.name for at in view.squares if at.reached} == {"e3", "e4"}
    assert "Double steps, en passant and castling" in why["e5"]
    assert not any("No move leads there" in at.why for at in view.squares)
    assert not any("not reached" in at.label for at in view.squares)


def test_the_number_of_moves_is_that_of_the_shown_square() -> None:
    """A knight has 8 moves in the middle, 2 in the corner, and more on a board that is a
    cylinder.
    """
    document = Document.open(by_name("betza"), "Knight = N")

    def first_note(choices: Choices) -> str:
        view = piece(document, 0, choices)
        assert view
        return view.notes[0]

    assert first_note(Choices()).startswith("8 moves from d4 on the empty 8x8 board")
    assert first_note(Choices(square="a1")).startswith("2 moves from a1 on the empty 8x8 board")
    on_cylinder = first_note(Choices(square="a1", board="cylinder 8x8"))
    assert on_cylinder.startswith("4 moves from a1 on the empty cylinder 8x8 board")
