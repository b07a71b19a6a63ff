"""Whether two pieces are the same, how that is known, and where they differ (M14, Q1 to Q4)."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import none_wrong
from long import examples, some
from piece.corpora import Exhibit, exhibits, mixed
from piece.test_results import read_piece
from wazir.features.definitions import piece_in
from wazir.notations import by_name
from wazir.notations.betza import BETZA
from wazir.notations.notation import Context
from wazir.piece.board import Content, HexBoard, PlayingBoard, SquareBoard, parse_board
from wazir.piece.conditions import (
    SIGNS,
    All,
    Axis,
    BySide,
    Compare,
    Coordinate,
    Guard,
    Moved,
    No,
    Situation,
    Some,
    Test,
    Who,
    answered,
)
from wazir.piece.equivalence import Verdict, differs_by_side, for_side, same
from wazir.piece.equivalence.differences import by_nearness
from wazir.piece.equivalence.normal import equal_normal_forms, normal_form, paths
from wazir.piece.equivalence.search import Search
from wazir.piece.model import Count, Lattice, Leg, Move, Piece, Promotion, Square, Towards
from wazir.piece.motion.results import Position, results

ALIKE = [("K", "WF"), ("Q", "RB"), ("mQcQ", "Q"), ("W3W", "W3"), ("mW2W4", "W4"), ("fNbN", "fbN")]
ALIKE_ON_BOARDS = [
    ("W3", "(W)(W-fW)(W-fW-fW)"),
    ("nN", "(W-F)(F-W)"),
    ("nA", "F-fF"),
    ("R-sR", "(R-lR)(R-rR)"),
    ("pQ", "pRpB"),
]
IDENTITIES = [
    ("W3", "(W)(W-fW)(W-fW-fW)"),
    ("N3", "(N)(N-N)(N-N-N)"),
    ("gQ", "pQ-K"),
    ("pR", "pR-cR"),
    ("W-W-W", "W-(W-W)"),
]
DIFFERENT = [
    ("fW", "fmW", 1),
    ("N", "nN", 2),
    ("R", "W3", 0),
    ("W-F", "F-W", 1),
    ("iW", "W", 0),
    ("pW-pW-cW", "pW-pW-cF", 3),
    ("xcW", "xcK", 1),
]


def compare(a: str, b: str, board: str = "8x8") -> Verdict:
    return same(read_piece(a, "extended"), read_piece(b, "extended"), parse_board(board))


@pytest.mark.parametrize(("a", "b"), ALIKE)
def test_q2_equal_normal_forms_are_a_proof(a: str, b: str) -> None:
    """Pieces made of the same ways, acts and ranges are the same, however these are grouped."""
    assert equal_normal_forms(read_piece(a, "extended"), read_piece(b, "extended"))
    assert compare(a, b).proved


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("cannon(queen)", "cannon(rook) / cannon(bishop)"),
        ("cannon(rook:3)", "cannon(rook:2) / cannon(rook:3)"),
        ("cannon(rook:2)", "grasshopper(wazir:2)"),
    ],
)
def test_q2_legs_that_count_the_steps_before_are_split(a: str, b: str) -> None:
    piece, other = (piece_in(by_name("lcpn"), text, "c") for text in (a, b))

    assert piece
    assert other
    assert normal_form(piece, parse_board("8x8")) == normal_form(other, parse_board("8x8"))


@pytest.mark.parametrize(("a", "b"), ALIKE_ON_BOARDS)
def test_q2_paths_are_a_proof(a: str, b: str) -> None:
    """Pieces made of the same single paths are the same, however these are written."""
    assert equal_normal_forms(read_piece(a, "extended"), read_piece(b, "extended"), SquareBoard())
    assert compare(a, b).proved


@pytest.mark.parametrize(
    ("a", "b"), [("jR", "[mpW-R]"), ("jfB3", "[mpfF-F2]"), ("jR2", "[mpW-W]"), ("jcB", "[mpF-cB]")]
)
def test_q2_skipped_squares_are_empty_or_hurdles(a: str, b: str) -> None:
    """A ride that skips its first square has the paths of a hop or a step, and of a ride."""
    assert equal_normal_forms(read_piece(a, "xbetza"), read_piece(b, "xbetza"), SquareBoard())


def test_q2_a_gap_between_ranges_tells_pieces_apart() -> None:
    """One step or exactly three are not up to three, but one or two are up to two."""
    gap, up_to_three, joined, up_to_two = (
        piece_in(by_name("lcpn"), text, "c") or Piece(())
        for text in ("wazir / wazir:3:3", "wazir:3", "wazir / wazir:2:2", "wazir:2")
    )

    assert not equal_normal_forms(gap, up_to_three)
    assert equal_normal_forms(joined, up_to_two)


def test_q2_joined_edges_tell_paths_apart() -> None:
    """On a cylinder a ride of one leg ends where it began; one of two legs may go on."""
    a, b = read_piece("nD", "extended"), read_piece("W-fW", "extended")

    assert equal_normal_forms(a, b, SquareBoard())
    assert not equal_normal_forms(a, b)
    assert compare("nD", "W-fW", "cylinder 2x8").same is False


def test_q2_a_first_leg_that_counts_on_is_not_split() -> None:
    """There is no leg before it whose steps it could count, which the model does not exclude."""
    move = Move((Leg(((None, (((0, 1),),)),), most=3, counts=Count.SHARED),))

    assert paths(move, Lattice.SQUARE, flat=True) == [move.legs]


@cache
def all_moves() -> list[tuple[Move, Lattice]]:
    """The moves of the corpora."""
    return sorted(
        {(move, exhibit.piece.lattice) for exhibit in exhibits() for move in exhibit.piece.moves},
        key=repr,
    )


def ride(*way: tuple[int, int]) -> Leg:
    return Leg(((None, (way,)),), most=None)


@pytest.mark.parametrize(("towards", "ahead"), [(Towards.OUTWARD, 1), (Towards.INWARD, -1)])
def test_q2_after_rides_of_one_direction_outward_and_inward_are_known(
    towards: Towards, ahead: int
) -> None:
    """However far the two rides go, their end is in that direction."""
    diagonal = Leg(((None, tuple(((x, y),) for x in (-1, 1) for y in (-1, 1))),), towards=towards)
    split = paths(Move((ride((0, 1)), ride((0, 1)), diagonal)), Lattice.SQUARE, flat=False)

    assert {way for legs in split for _, ways in legs[-1].ways for way in ways} == {
        ((-1, ahead),),
        ((1, ahead),),
    }


def test_q2_a_leg_that_turns_from_nothing_is_split_after_a_crooked_ride() -> None:
    """The last step of the ride is not known, and need not be."""
    free = Leg(((None, (((1, 0),), ((0, 1),))),))
    split = paths(Move((ride((1, 2), (-1, 2)), free)), Lattice.SQUARE, flat=False)

    assert {legs[-1].ways for legs in split} == {((None, (((1, 0),),)),), ((None, (((0, 1),),)),)}


def test_q2_after_a_crooked_ride_of_a_fixed_length_its_last_step_is_known() -> None:
    """The second of two steps."""
    crooked = ride((1, 2), (-1, 2))._replace(least=2, most=2)
    onward = Leg((((1, 2), (((1, 0),),)), ((-1, 2), (((-1, 0),),))))

    assert {
        legs[-1].ways for legs in paths(Move((crooked, onward)), Lattice.SQUARE, flat=False)
    } == {((None, (((-1, 0),),)),)}


@pytest.mark.parametrize("rides", [(ride((0, 1)), ride((0, -1))), (ride((1, 2), (-1, 2)),)])
def test_q2_after_rides_there_and_back_and_crooked_ones_outward_is_not_known(
    rides: tuple[Leg, ...],
) -> None:
    """The end may be on either side of the start, or on it."""
    aside = Leg(((None, (((1, 0),),)),), towards=Towards.OUTWARD)

    assert paths(Move((*rides, aside)), Lattice.SQUARE, flat=False) == [(*rides, aside)]


@pytest.mark.parametrize("flat", [True, False])
def test_q2_the_paths_of_a_move_have_its_results(*, flat: bool) -> None:
    """In random positions, for all moves of the corpora, and for moves that no notation can say."""
    rng, wrong, tried = random.Random(13), [], 0
    moves = [(move, mixed(move, rng), lattice) for move, lattice in some(all_moves(), 6)]
    for move, lattice in ((variation, lattice) for *both, lattice in moves for variation in both):
        split = paths(move, lattice, flat=flat)
        firsts = (legs[0]._replace(mover_virgin=move.is_first) for legs in split if legs)
        again = [
            replace(move, legs=(first, *legs[1:]))
            for first, legs in zip(firsts, split, strict=False)
        ]
        boards: list[PlayingBoard] = (
            [HexBoard(3), HexBoard(4)] if lattice is Lattice.HEX else BOARDS[flat]
        )
        for board in boards if split != [move.legs] else ():
            position, square = random_position(board, rng)
            first, second = (
                results(Piece(legs_moves, lattice=lattice), position, square)
                for legs_moves in ((move,), tuple(again))
            )
            tried += 1
            if first.all != second.all and not (first.incomplete or second.incomplete):
                wrong.append((move, position, square))

    none_wrong(wrong)
    assert tried > 500


BOARDS: dict[bool, list[PlayingBoard]] = {
    True: [SquareBoard(8, 8), SquareBoard(5, 6), SquareBoard(3, 9)],
    False: [SquareBoard(8, 8), SquareBoard(5, 6, cylinder=True), SquareBoard(2, 5, cylinder=True)],
}
"""Boards by whether they are flat."""


def random_position(board: PlayingBoard, rng: random.Random) -> tuple[Position, Square]:
    """A position with any share of pieces, and the square of the mover."""
    squares = list(board.squares())
    mover, share = rng.choice(squares), rng.choice((0.0, 0.1, 0.2, 0.3, 0.5, 0.7))
    placed = [square for square in squares if square != mover and rng.random() < share]
    friends = frozenset(square for square in placed if rng.random() < 0.4)
    moved = frozenset(square for square in placed if rng.random() < 0.5)
    return Position(
        board, friends, frozenset(placed) - friends, moved, rng.random() < 0.5, rng.random() < 0.7
    ), mover


@pytest.mark.parametrize(("a", "b"), IDENTITIES)
def test_b19_identities_are_proved(a: str, b: str) -> None:
    """The identities of the spec hold for all occupations of the squares that matter."""
    verdict = compare(a, b)

    assert (verdict.same, verdict.proved) == (True, True)


@pytest.mark.parametrize(("a", "b", "pieces"), DIFFERENT)
def test_q3_a_smallest_position_shows_the_difference(a: str, b: str, pieces: int) -> None:
    """The position has as few pieces as can be, and lists what only one of both can do."""
    difference = compare(a, b).difference

    assert difference is not None
    assert difference.pieces == pieces
    _confirmed(compare(a, b), read_piece(a, "extended"), read_piece(b, "extended"))


def _confirmed(verdict: Verdict, a: Piece, b: Piece) -> None:
    """The model finds in the position of a difference what the verdict says."""
    difference = verdict.difference
    assert difference is not None
    first, second = (
        set(results(piece, difference.position, difference.square).all) for piece in (a, b)
    )
    assert (set(difference.only_a), set(difference.only_b)) == (first - second, second - first)
    assert first != second


@pytest.mark.parametrize(("a", "b", "pieces"), [*DIFFERENT, ("iW", "W", 0)])
def test_q3_a_search_ends_with_the_fewest_pieces(a: str, b: str, pieces: int) -> None:
    """The first difference that it comes to has them, and it tries no position after that."""
    search = Search(read_piece(a, "extended"), read_piece(b, "extended"), SquareBoard(5, 5))
    difference = search.fewest_first()

    assert difference is not None
    assert difference.pieces == pieces
    assert not search.is_exhaustive
    assert search.positions < 500


@pytest.mark.parametrize(("a", "b"), [("iW", "W"), ("W", "iW")])
def test_q3_a_search_moves_the_mover_before(a: str, b: str) -> None:
    """The first move of either piece matters to a search that asks for no demands."""
    search = Search(read_piece(a, "extended"), read_piece(b, "extended"), SquareBoard(3, 3))

    assert search.at_once() is None
    assert search.fewest_first() is not None


def test_q3_the_mover_is_as_near_to_the_middle_as_can_be() -> None:
    """The larger distance from the middle counts first, then Euclid's, then the order of the
    board.
    """
    assert by_nearness(SquareBoard(3, 2))[:3] == [(1, 0), (1, 1), (0, 0)]
    assert by_nearness(SquareBoard(8, 8))[:4] == [(3, 3), (3, 4), (4, 3), (4, 4)]
    assert by_nearness(SquareBoard(8, 8))[4:6] == [(2, 3), (2, 4)]


def test_q3_a_difference_that_needs_room_is_found_at_the_edge() -> None:
    """Nothing but a long leap differs, which goes from the edges alone."""
    difference = compare("(1,5)", "(1,5)(1,6)").difference

    assert difference is not None
    assert difference.pieces == 0
    assert difference.square in [
        (x, y) for x in range(8) for y in range(8) if max(abs(2 * x - 7), abs(2 * y - 7)) >= 5
    ]


def test_q4_what_is_the_same_may_differ_on_a_larger_board() -> None:
    """`R` and `R7` are the same on 8x8, but not on 16x16; R and WW are the same everywhere."""
    verdict = compare("R", "W7")

    assert verdict.same
    assert verdict.larger is not None
    assert str(verdict.larger.position.board) == "16x16"
    assert compare("R", "W0").larger is None
    assert compare("R", "W25", "26x26").larger is None


def test_q2_a_search_is_no_proof() -> None:
    """What burns is tried on positions only."""
    verdict = compare("xK", "xcK")

    assert (verdict.same, verdict.proved) == (True, False)
    assert verdict.positions > 100


@pytest.mark.parametrize("board", ["8x8", "26x26"])
def test_m10_what_cannot_be_followed_is_never_the_same(board: str) -> None:
    """Not even as itself, and no other position is tried."""
    endless = "mK" + "-amK" * 30
    verdict = compare(endless, endless, board)

    assert (verdict.same, verdict.positions) == (None, 1)


EXHIBITS = st.deferred(
    lambda: st.sampled_from([exhibit for exhibit in exhibits() if not exhibit.broken])
)


@given(EXHIBITS)
def test_every_piece_is_the_same_as_itself(exhibit: Exhibit) -> None:
    """It is proved by its normal form, if it can be followed to the end."""
    verdict = same(exhibit.piece, exhibit.piece)

    assert verdict.same in (True, None)
    assert verdict.proved == bool(verdict.same)


@given(EXHIBITS, EXHIBITS)
def test_the_order_of_two_pieces_does_not_matter(exhibit: Exhibit, other: Exhibit) -> None:
    """The answer and the position are the same; what only one can do is exchanged."""
    verdict, turned = same(exhibit.piece, other.piece), same(other.piece, exhibit.piece)

    assert (verdict.same, verdict.proved) == (turned.same, turned.proved)
    if verdict.difference:
        assert turned.difference is not None
        assert verdict.difference.pieces == turned.difference.pieces
        assert verdict.difference.square == turned.difference.square
        _confirmed(verdict, exhibit.piece, other.piece)


LETTERS = "WFDNAHLCJZGRBQKmcifblrsvpgnjo"


@given(
    EXHIBITS.filter(lambda exhibit: exhibit.notation == "betza" and exhibit.text.isalnum()),
    st.data(),
)
def test_a_letter_that_makes_a_difference_comes_with_a_position(
    exhibit: Exhibit, data: st.DataObject
) -> None:
    """Where one letter of a text is another, either the pieces are the same or the model confirms
    the position.
    """
    at = data.draw(st.integers(0, len(exhibit.text) - 1))
    text = exhibit.text[:at] + data.draw(st.sampled_from(LETTERS)) + exhibit.text[at + 1 :]
    context = Context(dialect=exhibit.style or None)
    definition = next(iter(BETZA.read(text, context).definitions), None)
    if definition is None or definition.broken or definition.piece is None:
        return
    verdict = same(exhibit.piece, definition.piece)

    if verdict.same is False:
        _confirmed(verdict, exhibit.piece, definition.piece)


CONDITIONS = st.recursive(
    st.builds(
        Compare,
        st.builds(Coordinate, st.sampled_from(Axis)),
        st.sampled_from([*SIGNS]),
        st.integers(1, 6),
    )
    | st.builds(
        Compare,
        st.builds(Coordinate, st.just(Axis.RANK), st.just(Who(sides=Content.FOE))),
        st.just("<"),
        st.just(3),
    )
    | st.just(Moved()),
    lambda inner: (
        st.builds(BySide, inner, inner)
        | st.builds(No, inner)
        | st.builds(All, st.tuples(inner, inner))
        | st.builds(Some, st.tuples(inner, inner))
    ),
    max_leaves=4,
)
"""Conditions on the square of the mover or on the squares of foes."""


@pytest.mark.parametrize("white", [True, False])
@pytest.mark.parametrize("is_second", [True, False])
def test_q3_what_one_side_cannot_do_is_a_difference(*, white: bool, is_second: bool) -> None:
    """Shown in a position of that side, whichever of the two pieces it is."""
    king = read_piece("K", "extended")
    always, never = All(()), Some(())
    held = Guard(BySide(never, always) if white else BySide(always, never))
    other = replace(king, moves=tuple(replace(move, guards=(held,)) for move in king.moves))
    verdict = same(*((king, other) if is_second else (other, king)))

    assert verdict.same is False
    assert verdict.difference
    assert verdict.difference.position.white is white
    _confirmed(verdict, *((king, other) if is_second else (other, king)))


@given(CONDITIONS)
def test_a_condition_that_is_the_same_for_both_sides_depends_on_no_side(test: Test) -> None:
    assert answered(BySide(test, test), Situation()) == answered(test, Situation())


@examples(30)
@given(st.lists(CONDITIONS, min_size=4, max_size=4), st.randoms(use_true_random=False))
def test_the_piece_of_one_side_does_what_the_piece_does(
    conditions: list[Test], rng: random.Random
) -> None:
    """Whatever the conditions are of a move, of a leg and of its last square, of what it burns, and
    of a promotion.
    """
    move, leg, last, promoting = map(Guard, conditions)
    king = read_piece("K", "extended").moves[0]
    step = king.legs[0]._replace(guards=(leg,), squares=last)
    burning = replace(king, legs=(step, step), guards=(move,), fragments=((step,),))
    piece = Piece((burning, king), promotions=(Promotion(promoting, ("Queen",)),))
    board = rng.choice(BOARDS[True])
    for _ in range(4):
        position, square = random_position(board, rng)

        of_side = for_side(piece, position.white, board)
        assert results(of_side, position, square).all == results(piece, position, square).all
        assert not differs_by_side(of_side)
