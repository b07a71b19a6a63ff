"""Positions of variants as one plays with them, by cases, with the legal moves of pyffish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness import Case, Question, ask, cases, rewrite
from wazir.document import Document
from wazir.engines import library
from wazir.features.game.variant import EngineState, position, variant_at
from wazir.features.game.view import ActionView, Held, PositionView
from wazir.notations import by_name

pytest.importorskip("pyffish", reason="pyffish is not installed")

HERE = Path(__file__).parent


def view_of(case: Case) -> PositionView:
    """The position after the moves of a case; `engine` says that an engine replies."""
    moves = [word for word in case.argument.split() if word != "engine"]
    variant = variant_at(Document.open(by_name(case.notation), case.text), 0)
    assert variant
    state = EngineState(**library.state(case.text, variant.variant.name, moves))
    can_reply = "engine" in case.argument
    return position(variant, state, moves, can_reply=can_reply, theme="light", has_picture=True)


def held(pieces: tuple[Held, ...]) -> str:
    return ", ".join(f"{piece.count} {piece.name} {piece.letter}" for piece in pieces) or "none"


def told(action: ActionView) -> str:
    by = f" by {action.by}" if action.by else ""
    takes = f" takes {' '.join(action.takes)}" if action.takes else ""
    return (
        f"{action.spelled}: {action.kind} {action.piece}{by} {action.origin} "
        f"{action.target}{takes}: {action.words}"
    )


def lit(view: PositionView) -> list[str]:
    """The squares that are framed in the picture."""
    frame = view.frame
    places = [
        map(float, place)
        for place in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" [^>]*fill="none"', view.svg)
    ]
    middles = [
        ((x - 1 - frame.left) / frame.square + 0.5, (y - 1 - frame.top) / frame.square + 0.5)
        for x, y in places
    ]
    return [at.name for at in view.board.squares if (at.x, at.y) in middles]


def ask_play(case: Case) -> str:
    """The position, the moves of each kind with the first place that has it, and the moves in
    PGN.
    """
    view = view_of(case)
    state = (
        f"{view.turn}, {view.status}, won by {view.winner}, in check: "
        f"{' '.join(view.checked) or 'nobody'}"
    )
    refused = (
        [f"refused {view.refused.number} {view.refused.text}: {view.refused.reason}"]
        if view.refused
        else []
    )
    played = [f"{move.number} {move.side} {move.spelled} {move.words}" for move in view.played]
    pieces = [f"{man.place} {man.side} {man.letter} {man.name}" for man in view.pieces]
    ends = [f"{at.name} {at.x} {at.y}" for at in (view.board.squares[0], view.board.squares[-1])]
    ends += [f"span {view.span.start} to {view.span.end}"]
    lines = [
        state,
        view.sentence,
        *view.facts,
        *view.levels,
        *refused,
        *played,
        "; ".join(pieces),
        "; ".join(ends),
    ]
    hands = [
        (
            f"in hand: {held(view.hands.white)} and {held(view.hands.black)}; lit: "
            f"{' '.join(lit(view)) or 'none'}"
        )
    ]
    actions = dict[str, str]()
    for action in view.actions:
        actions.setdefault(re.sub(r"\b[a-z]\d+\b", "", action.words), told(action))
    return "\n".join([*lines, *hands, *actions.values(), view.pgn])


QUESTIONS: dict[str, Question] = {"play": ask_play}
CASES = list(cases(HERE / "variants.md"))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    """The answer of the program is the one in the file."""
    assert ask(case, QUESTIONS) == case.answer


TEXT = "[mine:chess]\n"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def drawn(fen: str, *, has_picture: bool) -> PositionView:
    """A position at the end of a game."""
    variant = variant_at(Document.open(by_name("fairy-variants"), TEXT), 0)
    assert variant
    state = EngineState(fen, (), (), False, 0, False)
    return position(variant, state, (), can_reply=False, theme="dark", has_picture=has_picture)


def test_a_position_is_drawn_if_a_picture_is_wanted() -> None:
    """It has no analysis, which is that of games of Ben39."""
    assert drawn(START, has_picture=False).svg == ""
    assert "<title>Position of mine</title>" in drawn(START, has_picture=True).svg
    assert drawn(START, has_picture=False).analysis == {
        "actions": [],
        "missing": 0,
        "summary": [],
        "svg": "",
    }


MATE, CHECK = "f2f3 e7e5 g2g4 d8h4", "e2e4 f7f6 d1h5"
ENDS = {
    "chess": (MATE, "Black wins. A player who is checkmated loses."),
    "3check\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+1 0 1": (
        CHECK,
        "White wins. A player wins by giving check for the first time.",
    ),
    "kingofthehill\nstartFen = k7/8/8/8/8/3K4/8/R7 w - - 0 1": (
        "d3d4",
        "White wins. A player wins by bringing the king to the squares from d4 to e5.",
    ),
    "antichess\nstartFen = 8/8/8/8/8/1p6/P7/8 w - - 0 1": (
        "a2b3",
        "Black wins. A player who has no piece left wins.",
    ),
    "chess\nstalemateValue = win\nstartFen = k7/8/8/1Q6/8/8/8/K7 w - - 0 1": (
        "b5b6",
        "Black wins. A player who has no legal move and is not in check wins.",
    ),
    "chess\nstartFen = k7/8/8/1Q6/8/8/8/K7 w - - 0 1": (
        "b5b6",
        "The game is a draw. The game is drawn when a player has no legal move and is not in "
        "check.",
    ),
}
"""What a section inherits and sets, moves, and how the game ends then."""


@pytest.mark.parametrize("section", ENDS)
@pytest.mark.parametrize("is_said", [True, False], ids=["pyffish", "ffish"])
def test_a_game_ends_by_a_rule(section: str, *, is_said: bool) -> None:
    """In the words of the rules, also where the engine does not say that the end is immediate."""
    moves, sentence = ENDS[section]
    text = f"[mine:{section}\n".replace("\n", "]\n", 1)
    variant = variant_at(Document.open(by_name("fairy-variants"), text), 0)
    assert variant
    state = EngineState(**library.state(text, "mine", moves.split()))
    state = state if is_said else state._replace(is_immediate=None)
    view = position(variant, state, (), can_reply=False, theme="dark", has_picture=False)
    assert view.sentence == sentence


def test_a_game_that_nobody_can_win_ends() -> None:
    """As ffish says; whether two pieces could win is not asked of us."""
    variant = variant_at(Document.open(by_name("fairy-variants"), TEXT), 0)
    assert variant
    state = EngineState(
        "k7/8/8/8/8/8/8/KB6 w - - 0 1", (), (), False, 0, True, is_insufficient=True
    )
    view = position(variant, state, (), can_reply=False, theme="dark", has_picture=False)
    assert view.sentence == "The game is a draw. Neither side has the pieces to win."


def test_a_place_without_a_variant_is_not_played() -> None:
    assert variant_at(Document.open(by_name("betza"), "W"), 0) is None


if __name__ == "__main__":
    rewrite(HERE / "variants.md", QUESTIONS)
