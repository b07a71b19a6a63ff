"""Variants in the files of other programs: what is said is read back, what is not is listed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from wazir.budget import STEPS_OF_REQUEST, Budget, OverBudget, spending
from wazir.document import Document
from wazir.features.conversion import converted, every_target
from wazir.features.definitions import every
from wazir.features.variants import built_in, differing_rules, variants
from wazir.features.written import Translation
from wazir.notations import by_name

ROOT = Path(__file__).parents[2]
VARIANTS, DIAGRAM, XBOARD = "fairy-variants", "interactive-diagram", "xboard"
COURT = """\
[court:chess]
maxFile = 10
archbishop = a
promotionPieceTypes = qrnb
castling = false
doubleStepRegionWhite = *2
doubleStepRegionBlack = *7
startFen = rnabqkbanr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBANR w - - 0 1
"""


def translation(text: str, target: str) -> Translation:
    """Sections in the file of a program."""
    return converted(Document.open(by_name(VARIANTS), text), every_target()[target])


def test_sections_without_time_are_left_out() -> None:
    """The answer says which, and why."""
    document = Document.open(by_name(VARIANTS), "".join(f"[v{n}:chess]\n" for n in range(3)))

    with spending(Budget(seconds=0)) as budget:
        part = converted(document, every_target()[XBOARD])

    assert budget.is_cut
    assert part.text == ""
    assert [(left.name, left.line) for left in part.left] == [("v0", 0), ("v1", 1), ("v2", 2)]
    assert {left.reason for left in part.left} == {
        "There was no time left for it: select fewer sections."
    }


def left(text: str, target: str = DIAGRAM) -> dict[str, int]:
    """What is left out, with the number of its line, from 0."""
    return {left.name: left.line for left in translation(text, target).left}


def lines(text: str) -> set[str]:
    """The lines of a diagram; names and images of pieces are left out, and each piece is compared
    by its letter, moves and squares.
    """
    kept = set[str]()
    for line in text.splitlines():
        parts = line.split(":")
        if "=" in line and not line.startswith("<"):
            key, _, value = line.partition("=")
            kept.add(f"{key}={''.join(sorted(value)) if key == 'promoChoice' else value}")
        elif len(parts) > 4:
            kept.add(f"{parts[1]}:{parts[2]}:{_squares(parts[4])}")
    return {line for line in kept if not line.startswith("royal=")}


def _squares(text: str) -> str:
    """Squares in order, with ranges written out."""
    squares = list[str]()
    for part in text.split(","):
        first, _, last = part.partition("-")
        files = range(ord(first[0]), ord((last or first)[0]) + 1)
        squares += [f"{chr(file)}{first[1:]}" for file in files]
    return ",".join(sorted(squares))


def test_q16_a_variant_is_the_diagram_that_a_person_wrote() -> None:
    """The set-up, moves and promotion of court chess are those of the sample."""
    sample = (ROOT / "samples/interactive-diagram/court.idiagram.html").read_text("utf-8")
    made = translation(COURT, DIAGRAM)

    assert lines(made.text) == lines(sample)
    assert re.search(r"royal=(\d+)", made.text)
    assert not made.left


@pytest.mark.parametrize(
    "name", ["chess", "shatranj", "capablanca", "makruk", "grand", "spartan", "xiangqi", "shogi"]
)
@pytest.mark.parametrize("target", [DIAGRAM, XBOARD])
def test_q16_files_of_programs_are_read_without_errors(name: str, target: str) -> None:
    """What is written has no error, and each piece has moves."""
    source = built_in(name)
    assert source
    made = converted(source.document, every_target()[target])
    document = Document.open(by_name(target), made.text)

    assert [each.message for each in document.diagnostics() if each.code.severity.value < 3] == []
    assert all(each.piece and each.piece.moves for _, each in every(document))


def test_rules_that_a_diagram_lacks_are_listed_with_their_lines() -> None:
    """Each rule that differs from chess and that the file does not say is named."""
    text = "[a:chess]\ncheckCounting = true\nstalemateValue = win\nnMoveRule = 40\n"

    assert left(text) == {
        "`checkCounting` of a": 1,
        "`stalemateValue` of a": 2,
        "`nMoveRule` of a": 3,
    }


def test_sections_stay_apart() -> None:
    """Each section is an element of its own, with its name."""
    text = translation("[a:chess]\n\n[b:chess]\nmaxRank = 8\n", DIAGRAM).text

    assert re.findall(r"<!-- (.*) -->", text) == ["a", "b"]
    assert text.count('class="idiagram"') == 2


def test_castling_is_said_where_the_position_allows_it() -> None:
    """King and rooks have their squares and rights, and both wings the same step."""
    without = "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n"
    one_wing = without.replace(" - - ", " KQk - ")

    assert ":KisO2:" in translation("[a:chess]\n", DIAGRAM).text
    assert left("[a:chess]\n") == {}
    assert ":K:" in translation(without, DIAGRAM).text
    assert left(without) == {}
    assert left(one_wing) == {"`castling` of a": 0}


def test_a_position_without_symmetry_is_left_out() -> None:
    """A diagram has White's squares only."""
    turned = "[a:chess]\nstartFen = rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n"
    uneven = "[a:chess]\nstartFen = 1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n"

    assert "symmetry=rotate" in translation(turned, DIAGRAM).text
    assert left(turned) == {}
    assert left(uneven) == {"`startFen` of a": 1}


def test_hands_are_said() -> None:
    """The number of pieces in hand is that of the position."""
    text = (
        "[a:chess]\npieceDrops = true\n"
        "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NNnn] w - - 0 1\n"
    )

    assert "Knight:N:N::b1,g1:2" in translation(text, DIAGRAM).text


def test_a_line_of_xboard_says_the_board_and_the_position() -> None:
    """The table has the pieces in XBoard's order, the king last."""
    text = translation(COURT, XBOARD).text

    assert (
        "setup (PNBRQAKpnbrqak) 10x8+0_fairy "
        "rnabqkbanr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBANR w - - 0 1" in text
    )


def test_checks_that_are_counted_are_no_promoted_pieces() -> None:
    """The numbers of checks stand behind the position, as `3+3`."""
    assert left("[a:3check]\n") == {"`checkCounting` of a": 0}


@pytest.mark.parametrize(("name", "size"), [("crazyhouse", "8x8+5"), ("shogi", "9x9+7")])
def test_a_line_of_xboard_has_room_for_each_kind_in_hand(name: str, size: str) -> None:
    """The sizes are those of XBoard's own variants; the king is never in hand."""
    text = f"[a:{name}]\n"

    assert f" {size}_crazyhouse " in translation(text, XBOARD).text


def test_sections_are_kept_as_they_are_for_fairy_stockfish() -> None:
    """A file of variants is that form already: no rule is lost."""
    text = f"# Court chess\n{COURT}checkCounting = true\n"

    assert translation(text, "variants.ini") == Translation(text)


SAME_MOVES = ["chess", "almost", "knightmate", "berolina", "losalamos", "gardner"]
"""Built-in variants that a diagram says whole."""
PLIES = 60


@pytest.mark.parametrize("name", SAME_MOVES)
def test_q16_a_diagram_keeps_its_game(name: str) -> None:
    """The engine has the same moves in the section that is made of the diagram of a variant, along
    a game at random: set-up, castling, promotion and the royal piece.
    """
    pyffish = pytest.importorskip("pyffish")
    source = built_in(name)
    assert source
    diagram = converted(source.document, every_target()[DIAGRAM])
    back = converted(Document.open(by_name(DIAGRAM), diagram.text), every_target()["variants.ini"])
    own = f"diagram-of-{name}"
    pyffish.load_variant_config(back.text.replace("[diagram:", f"[{own}:"))
    chance, moves = random.Random(name), list[str]()

    assert (diagram.left, back.left) == ((), ())
    for _ in range(PLIES):
        legal = pyffish.legal_moves(name, pyffish.start_fen(name), moves)
        assert legal == pyffish.legal_moves(own, pyffish.start_fen(own), moves), moves
        if not legal:
            break
        moves.append(chance.choice(sorted(legal)))


def diagram(*lines: str) -> Translation:
    """The section that is made of a diagram."""
    text = "\n".join(('<div class="idiagram">', *lines, "</div>"))
    return converted(Document.open(by_name(DIAGRAM), text), every_target()["variants.ini"])


BASE = ("symmetry=mirror", "ranks=8", "promoZone=0", "royal=2", "rook:R:R::a1,h1", "king:K:K::e1")


def test_the_section_of_a_sample_is_the_one_that_a_person_wrote() -> None:
    """The set-up, the pieces and the promotion of court chess."""
    sample = (ROOT / "samples/interactive-diagram/court.idiagram.html").read_text("utf-8")
    made = converted(Document.open(by_name(DIAGRAM), sample), every_target()["variants.ini"])
    document = Document.open(by_name(VARIANTS), f"{COURT}\n{made.text}")
    a, b = (each.variant for each in variants(document))

    assert made.left == ()
    assert [each.message for each in document.diagnostics() if each.code.severity.value < 3] == []
    assert a.start_fen == b.start_fen
    assert sorted(differing_rules(a, b)) == []


def test_settings_that_a_section_lacks_are_listed() -> None:
    """What is not documented, or not said, is not guessed. Colours and images are no rules."""
    made = diagram("spell=x", "rimColor=red", "symmetry=none", "rook:R:R::a1,h1", "king:K:K::e1")

    assert [(each.name, each.line) for each in made.left] == [
        ("`spell`", 1),
        ("`symmetry`", 3),
        ("`promoZone`", 0),
        ("`royal`", 0),
    ]


def test_pieces_that_the_engine_does_not_play_are_listed() -> None:
    """The others stay on their squares."""
    made = diagram(*BASE, "exchanger:X:cW-uuW::d1", "nothing:O:::c1")

    assert [(each.name, each.line) for each in made.left] == [("exchanger", 7), ("nothing", 8)]
    assert "startFen = r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1\n" in made.text


def test_castling_of_a_diagram_needs_pieces_in_the_corners() -> None:
    """The king goes as far as its moves say."""
    king = "king:K:KisO3::e1"
    settings = ("symmetry=mirror", "promoZone=0", "royal=2")
    with_rooks = diagram(*settings, "rook:R:R::a1,h1", king)
    without = diagram(*settings, "rook:R:R::b1,g1", king)

    assert "castlingKingsideFile = h\ncastlingQueensideFile = b\n" in with_rooks.text
    assert with_rooks.left == ()
    assert "castling = false\n" in without.text
    assert [each.name for each in without.left] == ["`castling`"]


def test_hands_royal_pieces_and_turned_sides_of_a_diagram_are_said() -> None:
    """A royal piece may move in any way; `rotate` turns the side of Black."""
    made = diagram("symmetry=rotate", "promoZone=0", "royal=1", "prince:P:KN::d1", "rook:R:R:::2")

    assert "# prince\nking = p:KN\n" in made.text
    assert "startFen = 4p3/8/8/8/8/8/8/3P4[RRrr] w - - 0 1\n" in made.text
    assert "pieceDrops = true\n" in made.text


def test_squares_of_black_and_the_sign_of_the_royal_piece_are_read() -> None:
    """A diagram without symmetry lists the squares of both sides, as authors write them."""
    pawn = "pawn:P:fmWfcF::a2,b2,,g7,h7"
    made = diagram(
        "promoZone=1", "promoChoice=R", "royal=K", pawn, "king:K:K::e1,,d8", "rook:R:R:::"
    )

    assert made.left == ()
    assert "startFen = 3k4/6pp/8/8/8/8/PP6/4K3 w - - 0 1\n" in made.text
    assert "promotionPieceTypes = r\n" in made.text


def test_what_a_diagram_leaves_to_its_program_is_listed() -> None:
    """The moves of known names, and where Black stands, are not guessed."""
    made = diagram("promoZone=0", "royal=1", "king:K:K::e1", "Bishop::::c1")

    assert [(each.name, each.reason) for each in made.left] == [
        ("`symmetry`", "The file does not say where the pieces of Black stand."),
        ("Bishop", "Its moves are not written."),
    ]


def test_a_diagram_has_so_many_squares_with_pieces_and_no_more() -> None:
    """A short text may list millions of squares."""
    lines = ["a:b:W::a0-z99"] * 100

    with spending(Budget(steps=STEPS_OF_REQUEST)), pytest.raises(OverBudget):
        diagram("files=99", "ranks=99", *lines)
