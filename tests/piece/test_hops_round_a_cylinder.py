"""A leg never ends where it began (M7), and a move may (M6): hops round a ring, against a walk of
its squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from harness import opened
from wazir.features import definitions
from wazir.piece.board import parse_board
from wazir.piece.model import Piece
from wazir.piece.motion.results import Position, results

FILES = 6
Ring = dict[int, str]
"""The squares of the only rank with `F` for a friend and `E` for a foe; the mover's own is
empty.
"""
Outcome = tuple[int, tuple[int, ...]]
"""Where the mover ends, and the squares of the pieces that it takes."""

LEFT, RIGHT, BOTH, ON = (-1,), (1,), (-1, 1), ()
"""The directions of a leg; a leg that goes on keeps the direction of the one before."""

CASES = {
    "xbetza pR": [(BOTH, "over")],
    "xbetza gR": [(BOTH, "behind")],
    "xbetza pafR": [(BOTH, "hurdle"), (ON, "ride")],
    "xbetza lcafR": [(LEFT, "take"), (ON, "ride")],
    "xbetza lcafpR": [(LEFT, "take"), (ON, "over")],
    "xbetza rcafgR": [(RIGHT, "take"), (ON, "behind")],
    "original pR": [(BOTH, "over")],
    "original gR": [(BOTH, "behind")],
    "extended pR-R": [(BOTH, "hurdle"), (ON, "ride")],
    "extended gR": [(BOTH, "hurdle"), (ON, "step")],
    "extended lcR-mcpR": [(LEFT, "take"), (ON, "hurdle"), (ON, "ride")],
    "lisp (cannon rook)": [(BOTH, "over")],
    "lisp (grasshopper rook)": [(BOTH, "behind")],
    "lisp (=> (capture (rook :left)) (cannon (rook :left)))": [(LEFT, "take"), (ON, "over")],
    "bensahas cannon(n, 255; n, FE, 1, n, landing)!": [(BOTH, "over")],
    "bensahas cannon(n, 255; n, FE, 1, 1, landing)!": [(BOTH, "behind")],
}


def ends(ring: Ring, begin: int, way: int, kind: str) -> Iterator[tuple[int, bool]]:
    """Each square where a leg ends, and whether it takes what stands there."""
    for count in range(1, 2 if kind == "step" else FILES):
        end = (begin + way * count) % FILES
        passed = [ring.get((begin + way * step) % FILES) for step in range(1, count)]
        hurdles = [bool(piece) for piece in passed]
        may_pass = {
            "over": sum(hurdles) == 1,
            "behind": sum(hurdles) == 1 and hurdles[-1],
        }
        if not may_pass.get(kind, not any(hurdles)):
            continue
        piece = ring.get(end)
        if kind == "hurdle":
            if piece:
                yield end, False
        elif piece == "E" or (piece is None and kind != "take"):
            yield end, piece == "E"


def walked(
    ring: Ring, begin: int, legs: list[tuple[tuple[int, ...], str]], way: int = 0
) -> Iterator[Outcome]:
    """Every way along the legs."""
    if not legs:
        yield begin, ()
        return
    (ways, kind), *further = legs
    for turned in ways or (way,):
        for end, takes in ends(ring, begin, turned, kind):
            after = {at: piece for at, piece in ring.items() if not (takes and at == end)}
            for last, others in walked(after, end, further, turned):
                yield last, (end, *others) if takes else others


def piece_of(case: str) -> Piece:
    """The piece of a dialect, a style or a notation, and a text."""
    kind, text = case.split(" ", 1)
    notation = {"lisp": "lcpn", "bensahas": "bensahas"}.get(kind, "betza")
    dialect = None if notation == "bensahas" else kind
    found = definitions.last(opened(notation, text, dialect))
    assert found
    assert found[1].piece
    return found[1].piece


@pytest.mark.parametrize("case", CASES)
def test_m7_hops_round_a_ring(case: str) -> None:
    """Every text has the results of a walk round the ring, for all that can stand there."""
    board, piece = parse_board(f"cylinder {FILES}x1"), piece_of(case)
    for contents in product((None, "F", "E"), repeat=FILES - 1):
        ring = {at: held for at, held in enumerate(contents, 1) if held}
        friends = frozenset((at, 0) for at in ring if ring[at] == "F")
        foes = frozenset((at, 0) for at in ring if ring[at] == "E")

        found = results(piece, Position(board, friends, foes), (0, 0)).all

        ours = {(each.to and each.to[0], tuple(sorted(x for x, _ in each.takes))) for each in found}
        theirs = {(end, tuple(sorted(takes))) for end, takes in walked(ring, 0, CASES[case])}
        assert ours == theirs, (case, ring)


@pytest.mark.parametrize(
    ("dialect", "text", "ends_where_it_began"),
    [
        ("extended", "gQ", True),
        ("extended", "pQ-K", True),
        ("xbetza", "gQ", False),
    ],
)
def test_m6_a_hop_of_two_legs_may_end_where_it_began(
    dialect: str, text: str, ends_where_it_began: bool
) -> None:
    """A queen runs left from h2 up to a2, and the step behind it leads over the edge to h2."""
    piece = piece_of(f"{dialect} {text}")
    position = Position(parse_board("cylinder 8x8"), foes=frozenset({(0, 1)}))

    found = results(piece, position, (7, 1)).all

    assert any(each.to == (7, 1) for each in found) is ends_where_it_began
