"""Analyses of games: chances, marks, comments that keep the game, and the curve (G26)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawings import SVG, misdrawn, styled, unpainted
from long import examples
from wazir.ben39.actions import Game, spell
from wazir.ben39.position import Side
from wazir.ben39.rules import actions
from wazir.ben39.search import Report
from wazir.document import Document
from wazir.features import definitions
from wazir.features.game import evaluation as reports
from wazir.features.game.analysis import (
    EVALUATION,
    ActionVerdict,
    agreement,
    chance,
    comments,
    curve,
    for_white,
    marks,
    summary,
    verdicts,
)
from wazir.features.game.evaluation import SHOWN, as_json, lenses
from wazir.notations import by_name
from wazir.piece.drawing.shapes import Theme
from wazir.text import Span, apply

BEN39 = by_name("ben39")


def read(text: str) -> tuple[Game, list[Any]]:
    """The game of a text, and the spans of its actions."""
    ((placed, record),) = definitions.every(Document.open(BEN39, text))
    assert isinstance(record.game, Game)
    return record.game, [play.moved(placed.start) for play in record.plays]


def report(
    cp: int | None = None, mate: int | None = None, best: str = "X@a7", depth: int = 4
) -> dict[str, Any]:
    return {
        "depth": depth,
        "lines": [{"score": {"cp": cp} if mate is None else {"mate": mate}, "pv": [best]}],
    }


# Reports


def test_a_report_of_a_moment_and_lines_of_any_length() -> None:
    """Nothing is divided by a time too short to measure; of a long line the first actions are
    shown.
    """
    game, _ = read("moves: X@e5\n")
    line = {"words": "White is better", "pv": ["X@a7"] * SHOWN}

    assert as_json(Report(0, 7, 0.0, (), done=True), Side.WHITE)["nps"] == 0
    assert (
        reports.summary({"depth": 2, "lines": [line]})
        == f"White is better at depth 2: {' '.join(line['pv'])}"
    )
    assert reports.summary({"depth": 2, "lines": [{**line, "pv": [*line["pv"], "X@a9"]}]}).endswith(
        "X@a7 …"
    )
    first = min(actions(game.state), key=spell)
    assert reports.best(game.state, {"lines": [{"pv": []}]}) == first
    assert reports.best(game.state, {"lines": [{"pv": ["of another position"]}]}) == first


# Chances and marks


@pytest.mark.parametrize(
    ("cp", "expected"), [(0, 50.0), (100, 59.1), (-100, 40.9), (350, 78.4), (1000, 97.5)]
)
def test_chances_are_those_of_lichess(cp: int, expected: float) -> None:
    """The figures of its page on accuracy, and of its source."""
    assert round(chance({"cp": cp}), 1) == expected


@given(st.integers(-(10**7), 10**7), st.integers(-(10**7), 10**7))
def test_a_better_score_is_no_worse_chance(score: int, other: int) -> None:
    """Between the chances of a forced loss and a forced win; what one side has the other lacks."""
    low, high = sorted([score, other])
    assert (
        chance({"mate": -1})
        == 0
        <= chance({"cp": low})
        <= chance({"cp": high})
        <= 100
        == chance({"mate": 3})
    )
    assert chance({"cp": score}) + chance(for_white({"cp": score}, Side.BLACK)) == pytest.approx(
        100
    )


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        ({"cp": 0}, {"cp": 50}, None),
        ({"cp": 0}, {"cp": 60}, "inaccuracy"),
        ({"cp": 0}, {"cp": 120}, "mistake"),
        ({"cp": 0}, {"cp": 200}, "blunder"),
        ({"cp": 1000}, {"cp": -800}, None),
        ({"cp": -700}, {"mate": 2}, "inaccuracy"),
        ({"cp": -1000}, {"mate": 2}, None),
        ({"mate": 2}, {"mate": -5}, None),
        ({"mate": 2}, {"cp": -1000}, None),
        ({"mate": 2}, {"cp": -200}, "blunder"),
        ({"cp": 0}, {"cp": -400}, None),
    ],
)
@pytest.mark.parametrize("turn", ["white", "black"])
def test_g26_a_mark_depends_on_the_chance_that_is_lost(
    before: dict[str, int], after: dict[str, int], mark: str | None, turn: str
) -> None:
    """In a won position a pawn more or less does not count. Scores are from the side to move,
    verdicts from White.
    """
    game, _ = read(f"turn: {turn}\nmoves: X@e5\n")
    (verdict,) = verdicts(game, [report(**before), report(**after)])

    assert (verdict.mark and verdict.mark.name) == mark
    assert verdict.score == (
        {kind: -value for kind, value in after.items()} if turn == "white" else after
    )
    assert bool(verdict.words) is bool(mark)


def test_g15_the_best_action_is_not_marked() -> None:
    """Nor a swap that the search spells from its other wizard."""
    board = "1skg/1rnb1/2ppp2/7/1NPPP2/1B1R1/GKS1 5/6/8/8/8/1W1W4/6/5"
    game, _ = read(f"fen: {board} d14,l2 w - XXXXXIZZCCxxxxxiwwzzcc\nmoves: Wc5:d6/h6\n")
    for best, marked in (("Wc5:d6/h6", False), ("Wg5:h6/d6", False), ("X@e5", True)):
        (verdict,) = verdicts(game, [report(cp=0, best=best), report(cp=500)])
        assert bool(verdict.mark) is marked


def test_verdicts_end_where_nothing_is_known() -> None:
    """And go on from any action; what takes the king needs no report."""
    game, _ = read(
        "fen: 2k1/2R2/7/7/7/5/K3 5/6/8/8/8/8/6/5 d14,l2 w - Xx\nmoves: X@e5 X@g5 Rh12xh14\n"
    )
    reports: list[dict[str, Any] | None] = [
        report(cp=0),
        None,
        report(mate=1, best="Rh12xh14"),
        None,
    ]

    assert list(verdicts(game, reports)) == []
    assert list(verdicts(game, [report(cp=0), {"depth": 0, "lines": []}, None, None])) == []
    assert list(verdicts(game, [{"depth": 0, "lines": []}, report(cp=0), None, None])) == []
    (last,) = verdicts(game, reports, 2)
    assert (last.score, last.score_text, last.number, last.chance, last.mark) == (
        None,
        "1-0",
        "2.",
        100,
        None,
    )


@pytest.mark.parametrize(
    ("evaluation", "expected"),
    [
        (report(cp=-20, depth=9), ""),
        (
            report(cp=-35, depth=6),
            "In the analysis: White is better by 0.2 pawns at depth 4. The evaluation searched",
        ),
        (
            report(cp=50, depth=2),
            "In the analysis: White is better by 0.2 pawns at depth 4. The analysis searched",
        ),
        (
            report(mate=3, depth=4),
            "In the analysis: White is better by 0.2 pawns at depth 4. Each stopped at another",
        ),
        ({"depth": 0, "lines": []}, ""),
    ],
)
def test_a_difference_of_evaluation_and_analysis_is_explained(
    evaluation: dict[str, Any], expected: str
) -> None:
    """Scores are from the side to move, here Black; the sentence names the better side, the unit
    and the depth.
    """
    game, _ = read("moves: X@e5 X@e11 X@g5\n")
    judged = list(verdicts(game, [report(cp=0), report(cp=300), report(cp=0), report(cp=-20)]))

    note = agreement(game, evaluation, judged)
    assert note.startswith(expected)
    assert bool(note) is bool(expected)
    assert agreement(game, evaluation, []) == ""


def test_sides_are_summarized() -> None:
    game, _ = read("moves: X@e5 X@e11 X@g5\n")
    judged = list(verdicts(game, [report(cp=0), report(cp=200), report(cp=200), report(cp=-200)]))

    assert list(summary(judged)) == [
        "White: 0 inaccuracies, 0 mistakes, 1 blunder; mean loss 8.8 points.",
        "Black: 0 inaccuracies, 0 mistakes, 1 blunder; mean loss 35.2 points.",
    ]


def test_marks_are_those_of_a_part_of_the_text() -> None:
    """With the one at its end."""
    text = "moves: X@e5\nX@e11\n"
    game, (first, _) = read(text)
    judged = list(verdicts(game, [report(cp=0), report(cp=300), report(cp=300)]))
    shown = marks(Document.open(BEN39, text), Span(0, first.end), lambda _: judged)

    assert [(hint.offset, hint.label) for hint in shown] == [(first.end, "??")]


# Comments

ACTIONS = ["Bf4-b8", "I@m1", "Bb8xf12", "Sf14xf12", "R@f14", "Bj12-l10", "Rf14xh14"]


@st.composite
def records(draw: st.DrawFn) -> str:
    """The same game in any layout: lines, numbers, and comments, some of which an analysis has
    written.
    """
    text = draw(st.sampled_from(["moves:", "moves: ", "position a\nmoves:\n", "moves: ; game\n  "]))
    for ply, action in enumerate(ACTIONS):
        number = draw(st.sampled_from(["", f"{ply // 2 + 1}{'...' if ply % 2 else '.'} "]))
        between = draw(
            st.sampled_from(
                [" ", "  \t", "\n", "\n\n", " ; x\n", ";[%eval +0.10,1] y\n", " ;z [%eval 1] \n  "]
            )
        )
        text += number + action + between
    ends = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return (text + draw(st.sampled_from(["", "expect: check\n", "\n; end"]))).replace("\n", ends)


def found_in(game: Game, seed: int) -> list[ActionVerdict]:
    rng = Random(seed)
    return list(
        verdicts(
            game, [report(cp=rng.randint(-300, 300), depth=rng.randint(1, 9)) for _ in game.states]
        )
    )


@given(records(), st.integers(0, 99))
@examples(60)
def test_comments_keep_the_game_and_replace_themselves(text: str, seed: int) -> None:
    """Whatever the layout is, and whoever has commented it; only comments are changed, and line
    ends added.
    """
    game, plays = read(text)
    written = apply(text, comments(text, plays, found_in(game, seed), ";"))
    again, spans = read(written)

    assert again == game
    assert len(EVALUATION.findall(written)) == len(game.actions)
    assert re.findall("[xyz]|game|end|expect", EVALUATION.sub("", text)) == re.findall(
        "[xyz]|game|end|expect", EVALUATION.sub("", written)
    )
    assert apply(written, comments(written, spans, found_in(game, seed), ";")) == written
    other = apply(written, comments(written, spans, found_in(game, seed + 1), ";"))
    assert EVALUATION.sub("", other) == EVALUATION.sub("", written)


def test_a_comment_says_what_would_be_better() -> None:
    """Behind what people have written, and only where there is a mark."""
    text = "moves: 1. X@e5 X@e11 ; a plan\n"
    game, plays = read(text)
    judged = list(verdicts(game, [report(cp=0), report(cp=0), report(cp=300, best="Bf4-b8")]))

    assert apply(text, comments(text, plays, judged, ";")) == (
        "moves: 1. X@e5  ; [%eval +0.00,4]\nX@e11 ; a plan [%eval +3.00,4 blunder, better X@a7]\n"
    )


# The curve


def test_the_curve_has_a_point_and_a_cover_for_each_action() -> None:
    """It is valid, draws everything by attributes, and equal analyses give equal bytes."""
    game, _ = read(f"moves: {' '.join(ACTIONS)}\n")
    judged = found_in(game, 5)
    drawn = curve(judged, title="<a & b>", description="x" * 999, theme=Theme.LIGHT)
    root = ElementTree.fromstring(drawn)

    assert root.findtext(f"{SVG}title") == "<a & b>"
    assert (misdrawn(root), unpainted(root), styled(root)) == ([], [], {"data-at"})
    assert [rectangle.get("data-at") for rectangle in root.iter(f"{SVG}rect")][2:] == [
        str(at) for at in range(1, 8)
    ]
    covers = [rectangle for rectangle in root.iter(f"{SVG}rect") if rectangle.get("data-at")]
    starts, widths = ([float(cover.get(name, "")) for cover in covers] for name in ("x", "width"))
    assert list(map(float.__add__, starts, widths))[:-1] == pytest.approx(starts[1:], abs=0.2)
    marked = [verdict for verdict in judged if verdict.mark]
    assert marked
    legend = len({verdict.mark for verdict in marked})
    assert drawn.count('stroke-width="5"') == len(marked) + legend
    assert drawn == curve(
        found_in(game, 5), title="<a & b>", description="x" * 999, theme=Theme.LIGHT
    )
    assert drawn != curve(judged, title="<a & b>", description="x" * 999, theme=Theme.DARK)


@pytest.mark.parametrize(
    ("length", "numbers"), [(1, [1]), (23, range(1, 13)), (28, range(1, 15, 2))]
)
def test_the_curve_has_a_number_for_each_move_or_for_some(
    length: int, numbers: Iterable[int]
) -> None:
    """Never more than twelve, so that they can be read."""
    game, _ = read(f"moves: {'Bf4-b8 Bj12-n8 Bb8-f4 Bn8-j12 ' * 7}\n")
    drawn = curve(found_in(game, 5)[:length], title="", description="")

    assert re.findall(r'text-anchor="middle"[^>]*>(\d+)<', drawn) == list(map(str, numbers))


def test_the_curve_of_no_action_is_empty() -> None:
    """As when nothing is known yet."""
    assert ElementTree.fromstring(curve([], title="", description="")) is not None


@pytest.mark.parametrize("record", ["position start\n", "position start\nmoves: X@e5\n"])
def test_a_lens_at_the_name_counts_the_moves(record: str) -> None:
    """And says nothing else of a position that is in no way out of the ordinary."""
    game, _ = read(record)

    document = Document.open(BEN39, record)
    shown = [(lens.title, document.slice(lens.span)) for lens in lenses(document)]
    assert shown == [(f"{len(actions(game.state))} moves", "start"), ("Evaluate", "start")]


@pytest.mark.parametrize(
    ("form", "titles"),
    [
        ("4/k4/7/5r1/7/4K/4 5/6/8/8/8/8/6/5 d14,l2 w - -", ["Mate"]),
        ("4/k4/7/7/7/4K/4 5/6/8/8/8/8/6/5 d14,l2 w - -", ["Stalemate"]),
        ("4/k4/7/5r1/7/4K/4 5/6/8/8/8/8/6/5 d14,l2 b - -\nmoves: Rl8xl4", ["Black has won"]),
        ("4/k4/7/5r1/7/4K/4 5/6/8/8/8/8/6/5 d14,l2 w - X", ["Mate, 54 moves left", "Evaluate"]),
        ("4/k4/7/5r1/7/4K/4 5/6/8/8/8/5C+2/6/5 d14,l2 w - -", ["Check, 7 moves left", "Evaluate"]),
        ("4/5/7/7/7/1P3/4 5/6/8/8/8/8/6/5 d14,l2 w - -", ["1 move", "Evaluate"]),
    ],
)
def test_lenses_say_how_a_position_stands(form: str, titles: list[str]) -> None:
    """Without a move there is nothing to evaluate; a known evaluation takes the place of the
    command's name.
    """
    document = Document.open(BEN39, f"fen: {form}\n")
    known = [title.replace("Evaluate", "level") for title in titles]

    assert [lens.title for lens in lenses(document)] == titles
    assert [lens.title for lens in lenses(document, lambda _: "level")] == known
