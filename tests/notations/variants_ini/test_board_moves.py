"""The squares that are shown for a piece of a section contain the legal moves of Fairy-Stockfish,
by `pyffish`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from wazir.document import Document
from wazir.notations import by_name
from wazir.piece.board import square_name
from wazir.piece.motion.results import Position, results

pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed")

NOTATION = by_name("fairy-variants")
CAPABILITY = NOTATION.variants
assert CAPABILITY
MOVE = re.compile(r"([a-z]\d+)([a-z]\d+)(\w?)")
PLIES = 60
POSITIONS = 2
# what each has: castling, gates, palaces, soldiers, first moves, promotion in place, promoted
# pieces, long steps
VARIANTS = [
    *("berolina", "cambodian", "capablanca", "chess", "grand", "janggi"),
    *("knightmate", "kyotoshogi", "makruk", "pawnback", "petrified", "seirawan", "shako"),
    *("shogi", "sittuyin", "torpedo", "wolf", "xiangqi"),
]


def positions(variant: str) -> Iterator[str]:
    """Positions of a random game, which is always the same."""
    rng = random.Random(variant)
    fens = [pyffish.start_fen(variant)]
    for _ in range(PLIES):
        legal = pyffish.legal_moves(variant, fens[-1], [])
        if not legal:
            break
        fens.append(pyffish.get_fen(variant, fens[-1], [rng.choice(legal)]))
    yield from rng.sample(fens, min(POSITIONS, len(fens)))


def legal_targets(variant: str, fen: str) -> dict[str, set[str]]:
    """The targets of legal moves by their origins; a rook that castles behind a gate is the king's
    move.
    """
    targets: dict[str, set[str]] = {}
    legal = pyffish.legal_moves(variant, fen, [])
    for move in legal:
        match = MOVE.match(move.partition(",")[0])
        if match is None or match[1] == match[2]:
            continue
        is_gate_of_rook = variant == "seirawan" and match[2] in ("e1", "e8") and match[3]
        if is_gate_of_rook and f"{match[1]}{match[2]}" not in legal:
            continue
        targets.setdefault(match[1], set()).add(match[2])
    return targets


def shown_targets(variant: str, fen: str) -> dict[str, set[str]]:
    """The squares that are shown for each piece of a position, by its square."""
    text = f"[test:{variant}]\nstartFen = {fen}\n"
    document = Document.open(NOTATION, text)
    chunk = document.analysis(document.chunk_at(0))
    shown = CAPABILITY.position_of_fen(chunk, fen)
    assert shown
    diagram = shown.position
    assert diagram
    assert diagram.board
    targets = dict[str, set[str]]()
    for square, man in diagram.men.items():
        own = frozenset(at for at, other in diagram.men.items() if other.white == man.white)
        position = Position(
            board=diagram.board,
            friends=(own | diagram.walls) - {square},
            foes=frozenset(diagram.men) - own,
            white=man.white,
            walls=diagram.walls,
        )
        piece = CAPABILITY.piece_on_board(chunk, diagram, square, has_moved=False)
        found = results(piece, position, square).all if piece else ()
        ends = {square_name(result.to, diagram.board) for result in found if result.to is not None}
        targets[square_name(square, diagram.board)] = ends
    return targets


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_shown_squares_contain_the_legal_moves(variant: str) -> None:
    """No legal move leads to a square that is not shown for its piece."""
    for fen in positions(variant):
        shown = shown_targets(variant, fen)
        missing = {
            origin: left
            for origin, targets in legal_targets(variant, fen).items()
            if (left := targets - shown[origin])
        }
        assert missing == {}, fen


@pytest.mark.parametrize(
    ("variant", "fen", "square", "ends"),
    [
        ("chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", {"a3", "a4"}),
        ("chess", "4k3/p7/8/8/8/8/8/4K3 w - - 0 1", "a7", {"a6", "a5"}),
        ("chess", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3", {"a4"}),
        ("torpedo", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3", {"a4", "a5", "b4"}),
        # the pawn may capture en passant on the rank that a foe passes, and on no other
        ("chess", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", "d5", {"d6", "c6", "e6"}),
        ("chess", "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6", {"d7"}),
        # castling follows the rights of the position
        (
            "chess",
            "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
            "e1",
            {"d1", "d2", "e2", "f2", "f1", "g1"},
        ),
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1", {"d1", "d2", "e2", "f2", "f1"}),
        ("xiangqi", "4k4/9/9/9/9/4P4/9/9/9/4K4 w - - 0 1", "e5", {"e6"}),
        ("xiangqi", "4k4/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1", "e7", {"e8", "d7", "f7"}),
    ],
)
def test_rules_add_what_is_shown(variant: str, fen: str, square: str, ends: set[str]) -> None:
    """The squares are those of the rules of chess, torpedo chess and xiangqi, for both sides."""
    assert shown_targets(variant, fen)[square] == ends
