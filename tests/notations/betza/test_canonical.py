"""The canonical form (B25) and other refactorings: how it looks, and that it means the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from long import examples, some
from texts import CORPUS
from texts import moves as random_moves
from wazir.notations.betza.definition import BetzaDefinition
from wazir.notations.betza.refactor import canonical, refactorings
from wazir.notations.betza.syntax import GRAMMAR
from wazir.notations.notation import Context
from wazir.piece.equivalence import same
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.model import Piece
from wazir.piece.motion.results import Position, results
from wazir.text import Span

SHOWN = """
    cmnlfN     lfnN       modifiers in order: directions, modes, the rest
    pcmR       pR
    mfW        fmW
    imfW2      ifmW2      the mover's first move stays first (B6)
    dficmF     fmdicF
    fbW        vW         the shortest directions that select the same
    flfrF      fF
    frlbW      W
    frlbN      frlbN
    lfrfN      fN
    frlflD     fsD
    RBNA       NAQ        atoms in order
    GHLDC      DHLG
    N(1,4)GK   KNG(1,4)
    W3D2WW     D2R
    WW         R          newer spellings
    FF         B
    NN         N0
    KK         Q
    R4         W4
    W0         R
    (2,1)      N
    mWcW       W          equal groups are merged
    WFmF       K
    fWbWsW     W
    mRcR       R
    WF         K
    RB         Q
    fWfF       fWfF
    KQ         Q          parts that others include are dropped
    N0N        N0
    RW3        R
    gRgW3      gR
    gW2gW3     gW3
    mRgW3      gW3mR
    W2W03      W03W2      ranges that do not include each other stay
    N0nN       N0
    imfW2R     R
    cFmafFmF   FafF       chains keep the order of their legs
    [mF-mcF]   [F-F]
    W02W       W02W       letters never come together to a doubled one
    [F-R][F?R] [F?R]      parts that others say together are dropped
    F[F?R]     [F?R]
    RmR[W-fW]  R[W-W]
    hlNhrN     N          turns to one side and to the other are all
    flNlhN     lhN
    isO2KO3    KisO2O3
    LC         L          and one of two that are written otherwise
    zW1zW      zW
    qWqF       qWqF       the circle of a king is another one
    zWzF       zK
    iWiF       iK
    W2F        W2F
    FW3F3W     K3
    tRmRcR     RtR
    dicmF      mdicF
    DXDY(2,4)  DXDY
    (1,2)W     WN
    W2fW2      W2
    NvsicN     N
    fcNvsicN   fcNvsicN   an `i` for the victim does not hold for the others
    ficWbicW   bicWficW
    icWicF     icK
    imicW      imicW
    fmW2ifmW2  fmW2
    feFbeF     beFfeF     what `e` and `t` mean beside modes is kept
    mceF       mceF
    eFmcF      FeF
    mctR       mctR
    dmctR      mcdtR
    UN         NU
    IW         WI
    N03N3      N3
    nAnDnN     nDnNnA
    RjR        RjR
    zN2N2      N2zN2
    W2F2K      K2
    mdW2mdF2   mdK2
    cWmFmWcF   K
    W0F0N      NQ
    W1F0       WB
    WXW        WmcWX
"""


def pairs() -> list[tuple[str, str]]:
    return [(line.split()[0], line.split()[1]) for line in SHOWN.splitlines() if line.strip()]


def written(text: str, dialect: str = "xbetza", pinned: bool = True) -> str | None:
    return canonical(GRAMMAR.parse(text), dialect, pinned)


@pytest.mark.parametrize(("moves", "expected"), pairs())
def test_b25_by_example(moves: str, expected: str) -> None:
    """The table above: what is written, and its canonical form."""
    assert written(moves) == expected


def test_b25_b10_groups_that_mean_nothing_go_where_the_dialect_stays_clear() -> None:
    """`(pR)` without a pinned dialect is Extended Betza because of its group; `(W)` is the same in
    every dialect.
    """
    assert written("(W)", "extended", pinned=False) == "W"
    assert written("(pR)", "extended", pinned=False) == "(pR)"
    assert written("(pR)", "extended") == "pR"
    assert written("(W-(F)(R))", "extended") == "RW-F"
    assert written("W-((F-R))", "extended") == "W-(F-R)"
    assert written("W-((F))", "extended") == "W-F"
    assert written("mcpR", "extended", pinned=False) == "(mcpR)"


def test_b5_b25_directions_before_legs_of_several_shapes_stay() -> None:
    """After `W` and after `N` the places of `N` differ; a leg that always has one shape has the
    shortest.
    """
    assert written("(WN)-frlN", "extended") == "(WN)-frlN"
    assert written("(WN)-lcfN", "extended") == "(WN)-lcfN"
    assert written("(WF)-fmcrW", "extended") == "(WF)-ffrW"
    assert written("(WN)-frlF", "extended") == "(WN)-fflF"
    assert written("W-frlrN", "extended") == "W-sN"


def test_b5_b25_the_original_king_has_directions_of_its_own() -> None:
    """`fK` is three ways there, and stays as it is."""
    assert written("fK", "original") == "fK"
    assert written("vsK", "original") == "K"
    assert written("frflK-fK", "original") == "fsK-fK"


@pytest.mark.parametrize(
    ("moves", "proposed"), [("K N", []), ("KN", []), ("N K", ["KN"]), ("F W", ["K"])]
)
def test_b25_blanks_alone_are_no_other_form(moves: str, proposed: list[str]) -> None:
    chunk = BetzaDefinition(moves, Context(dialect="xbetza"))

    assert [
        action.edits[0].text
        for action in refactorings(chunk, Span(0, 0))
        if "canonical" in action.title
    ] == proposed


def test_b25_nothing_is_proposed_for_what_has_errors() -> None:
    """A definition that cannot be read has no canonical form."""
    assert written("fmM") is None
    assert written("WW3") is None
    assert written("") is None


def piece(moves: str, context: Context) -> Piece | None:
    defined = BetzaDefinition(moves, context).definitions
    return defined[0].piece if defined and not defined[0].broken else None


def positions(seed: str, count: int) -> list[tuple[Position, tuple[int, int]]]:
    """Random positions, the same for the same seed."""
    chance = random.Random(seed)
    placed = []
    for _ in range(count):
        mover, *others = chance.sample(
            [(x, y) for x in range(8) for y in range(8)], chance.choice([5, 12, 25, 40])
        )
        half = chance.randrange(len(others))
        moved = frozenset(square for square in others if chance.random() < 0.5)
        friends, foes = frozenset(others[:half]), frozenset(others[half:])
        position = Position(
            friends=friends,
            foes=foes,
            moved=moved,
            virgin=chance.random() < 0.5,
            white=chance.random() < 0.5,
        )
        placed.append((position, mover))
    return placed


def assert_same(before: str, after: str, context: Context) -> None:
    first, second = piece(before, context), piece(after, context)

    assert first is not None
    assert second is not None, f"{after!r} is broken"
    alike = equal_normal_forms(first, second)
    for position, mover in positions(before, 2 if alike else 8):
        assert results(first, position, mover) == results(second, position, mover), (before, after)
    assert alike or same(first, second).same, (before, after)


@pytest.mark.parametrize(
    ("number", "dialect"), list(enumerate([None, "original", "extended", "xbetza"]))
)
def test_b25_canonical_is_the_same_piece_and_stays_as_it_is(
    number: int, dialect: str | None
) -> None:
    """Over all strings of the corpus: the same results (M14), and the canonical form of it is
    itself.

    The dialects share them out, each in a long run has all.
    """
    context = Context(dialect=dialect)
    corpus = some(CORPUS, 4, number)
    compared = 0
    for moves in corpus:
        definitions = BetzaDefinition(moves, context).definitions
        whole = definitions and not definitions[0].broken
        text = written(moves, definitions[0].dialect, dialect is not None) if whole else None
        if text is None:
            continue
        compared += 1
        assert written(text, definitions[0].dialect, dialect is not None) == text
        if text != moves:
            assert_same(moves, text, context)

    assert compared > len(corpus) * 0.7


@examples(400)
@given(random_moves)
def test_b25_canonical_of_anything_is_the_same_piece(moves: str) -> None:
    """The same for random moves."""
    definitions = BetzaDefinition(moves, Context()).definitions
    whole = definitions and not definitions[0].broken
    text = written(moves, definitions[0].dialect, pinned=False) if whole else None
    if text is not None:
        assert (
            written(text, BetzaDefinition(text, Context()).definitions[0].dialect, pinned=False)
            == text
        )
        assert_same(moves, text, Context())
