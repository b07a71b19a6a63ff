"""Figurines in positions of variants, and letters for those who want them."""

from __future__ import annotations

import re

import pytest

from wazir.document import Document
from wazir.features.fen_blocks import fen_block
from wazir.features.gallery import Theme, card_at, fen_fence, fence
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import Picture
from wazir.features.rules_page import rules_page, variants_page
from wazir.features.views.piece import piece
from wazir.notations import by_name
from wazir.notations.notation import Context
from wazir.piece.drawing.diagram import Diagram

VARIANTS = by_name("fairy-variants")
BETZA = by_name("betza")
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
OF_CHESS = {
    "K": "king",
    "Q": "queen",
    "R": "rook",
    "B": "bishop",
    "N": "knight",
    "P": "pawn",
}
OF_XIANGQI = {
    "K": "general",
    "A": "advisor",
    "B": "elephant",
    "N": "horse",
    "R": "chariot",
    "C": "cannon",
    "P": "soldier",
}
OF_CAPABLANCA = OF_CHESS | {"A": "archbishop", "C": "chancellor"}


def start(text: str) -> Diagram:
    """The position of the first section of a text."""
    document = Document.open(VARIANTS, text)
    described = document.analysis(document.chunk_at(1)).hover(1)
    assert described
    assert described.position
    return described.position


def figurines(position: Diagram) -> dict[str, str]:
    """The figurines of a position by letters."""
    return {man.letter: man.figurine for man in position.men.values()}


@pytest.mark.parametrize(
    ("parent", "expected"),
    [
        ("chess", OF_CHESS),
        ("atomic", OF_CHESS),  # whose kings are commoners
        ("capablanca", OF_CAPABLANCA),
        ("xiangqi", OF_XIANGQI),
        ("janggi", OF_XIANGQI),
        ("shako", OF_CHESS | {"C": "cannon", "E": ""}),  # chess with a cannon
        ("shogi", {"K": "king", "R": "rook", "B": "bishop"} | dict.fromkeys("GSNLP", "")),
    ],
)
def test_the_key_of_a_piece_and_its_army_decide(parent: str, expected: dict[str, str]) -> None:
    """An army of xiangqi has its own figurines of kings and rooks."""
    assert figurines(start(f"[x:{parent}]\n")) == expected


def test_custom_pieces_have_the_figurine_of_their_moves() -> None:
    """One that moves as a known piece; but a king that is not royal is no king here."""
    text = (
        "[x:chess]\ncustomPiece1 = g:gQ\ncustomPiece2 = z:NN\ncustomPiece3 = m:K\n"
        "customPiece4 = h:DN\nstartFen = rgzqkmhr/pppppppp/8/8/8/8/PPPPPPPP/RGZQKMHR w - - 0 1\n"
    )
    expected = {"G": "grasshopper", "Z": "nightrider", "M": "", "H": ""}

    assert figurines(start(text)) == expected | {letter: OF_CHESS[letter] for letter in "RQKP"}


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        (CHESS, OF_CHESS),
        (XIANGQI, OF_XIANGQI),
        ("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1", OF_CAPABLANCA),
        ("k6x/8/8/8/8/8/8/K6R w - - 0 1", {"K": "", "X": "", "R": ""}),
        ("k4/5/5/5/4K w - - 0 1", {"K": ""}),
    ],
)
def test_a_position_alone_is_of_a_variant_with_its_board_and_letters(
    fen: str, expected: dict[str, str]
) -> None:
    """With another letter, or on another board, nothing is known of the pieces."""
    [position] = fen_block(fen).boards

    assert figurines(position) == expected


def pictures(letters: bool) -> list[str]:
    """What shows pieces, in the documents of a project that wants letters or not."""
    context = Context(letters=letters)
    variant = Document.open(VARIANTS, f"[x:chess]\nstartFen = {CHESS}\n", context)
    knight = Document.open(BETZA, "Knight = N\n", context)
    options = HoverOptions(pictures=True)
    shown = [hover(variant, 1, options), hover(knight, 1, options)]
    hovers = [
        block.svg for each in shown if each for block in each.blocks if isinstance(block, Picture)
    ]
    cards = [card_at(document, 1, Theme.LIGHT) for document in (variant, knight)]
    views = [piece(knight, 1), piece(variant, variant.text.index(CHESS))]
    return [*hovers, *(each.svg for each in (*cards, *views) if each)]


@pytest.mark.parametrize("letters", [False, True])
def test_pictures_have_figurines_or_letters(letters: bool) -> None:
    """Hovers, cards and boards follow the setting."""
    drawn = pictures(letters)
    pattern = r">[KN]</text>" if letters else r'<use href="#white-(king|knight)"'

    assert len(drawn) == 6
    assert all(re.search(pattern, svg) for svg in drawn)
    assert all(('id="white-' in svg) != letters for svg in drawn)


def test_blocks_and_pages_follow_the_setting() -> None:
    """They differ with the setting, and with letters they are smaller."""
    context = Context(letters=True)
    variant = f"[x:chess]\nstartFen = {CHESS}\n"
    text = f"```fen\n{CHESS}\n```\n\n```betza\nKnight = N\n```\n"

    def made(context: Context) -> list[str]:
        return [
            fen_fence(CHESS, "light", letters=context.letters).pictures,
            fence(Document.open(BETZA, "Knight = N\n", context), "light").pictures,
            rules_page(text, "Rules", lambda _: context).html,
            variants_page(Document.open(VARIANTS, variant, context), "Variants").html,
        ]

    for with_figurines, with_letters in zip(made(Context()), made(context), strict=True):
        assert len(with_letters) < len(with_figurines)
