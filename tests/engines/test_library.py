"""pyffish in a process of its own: positions, counts, and what it does not survive."""

from __future__ import annotations

import pytest

from wazir.engines import EngineError, library
from wazir.engines.library import divide, state, wins
from wazir.engines.wins import wins as shortest_wins

pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed")

MINE = "[mine:chess]\nknight = -\ncustomPiece1 = n:NW\n"


def test_a_position_is_that_of_the_engine() -> None:
    """The moves before it in algebraic notation, and the legal ones, with their captures."""
    answer = state(MINE, "mine", ["b1b2"])
    reached = state(MINE, "mine", ["e2e4", "d7d5"])

    assert (answer["fen"], answer["played"]) == (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        [],
    )
    assert reached["fen"].startswith("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w")
    assert reached["played"] == [["e2e4", "e4"], ["d7d5", "d5"]]
    assert ["e4d5", "exd5", True] in reached["legal"]
    assert len(state(MINE, "mine")["legal"]) == 20
    assert (reached["is_check"], reached["result"], reached["can_claim"]) == (False, None, False)


@pytest.mark.parametrize(
    ("name", "moves", "result"),
    [
        ("chess", "f2f3 e7e5 g2g4 d8h4", -1),
        ("kingofthehill", "e2e4 a7a6 e1e2 a6a5 e2e3 a5a4 e3d4", -1),
        ("chess", "e2e4 e7e5", None),
    ],
)
def test_a_game_ends_as_the_engine_says(name: str, moves: str, result: int | None) -> None:
    """By mate or at once. The side to move has won or lost."""
    answer = state("", name, moves.split())

    assert (answer["result"], bool(answer["legal"])) == (result, result is None)


def test_a_repetition_can_be_claimed() -> None:
    assert state("", "chess", ["b1c3", "b8c6", "c3b1", "c6b8"] * 2)["can_claim"]


def test_counts_are_those_of_the_engine() -> None:
    """By first moves; at depth 1 one each."""
    counts = divide("", "chess", 3)

    assert (len(counts), sum(counts.values()), counts["e2e4"]) == (20, 8902, 600)
    assert set(divide(MINE, "mine", 1).values()) == {1}


@pytest.mark.parametrize(
    ("rules", "white", "black"),
    [
        (  # the rook mates on the last rank
            "[mine:chess]\nstartFen = 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n",
            {"searched": 1, "wins": ["Ra8#"]},
            {"searched": 2, "wins": []},
        ),
        (  # 1. Kf7 Kh7 2. Rh1#
            "[mine:chess]\nstartFen = 7k/8/5K2/8/8/8/8/6R1 w - - 0 1\n",
            {"searched": 2, "wins": ["Kf7"]},
            {"searched": 2, "wins": []},
        ),
        (  # Black's king comes to the centre first, even if White begins
            "[mine:kingofthehill]\nstartFen = 8/8/4k3/8/8/8/4K3/8 b - - 0 1\n",
            {"searched": 2, "wins": []},
            {"searched": 1, "wins": ["Kd5", "Ke5"]},
        ),
        (  # Black is in check, so that White cannot be to move
            "[mine:chess]\nstartFen = k7/8/8/8/8/8/8/R5K1 b - - 0 1\n",
            None,
            {"searched": 2, "wins": []},
        ),
    ],
)
def test_v17_wins_of_both_sides_in_one_and_two_moves(
    rules: str, white: dict[str, object] | None, black: dict[str, object]
) -> None:
    """V17: the shortest wins from the start, as if each side were to move."""
    found = wins(rules, "mine")

    assert (found.get("White"), found["Black"]) == (white, black)


def test_v17_a_long_search_for_wins_ends() -> None:
    """V17: a side whose wins were not searched to the end has fewer moves searched."""
    assert _searched("chess", 100) == [1, 1]
    assert _searched("chess", 10) == [0, 0]


def _searched(variant: str, positions: int) -> list[object]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wazir.engines.wins.MAX_POSITIONS", positions)
        return [found["searched"] for found in shortest_wins(pyffish, variant).values()]


@pytest.mark.parametrize(
    ("config", "name", "message"),
    [
        (
            "[mine:nothing]\n",
            "mine",
            "The engine does not load `mine`. Variant template 'nothing' does not exist.",
        ),
        (MINE, "yours", "The engine does not load `yours`."),
        ("[mine:chess]\nflagRegion = aa *x\n", "mine", "The engine crashes on `mine`."),
    ],
)
def test_what_fails_is_told(config: str, name: str, message: str) -> None:
    """A crash ends the process of the library, not this one."""
    with pytest.raises(EngineError) as wrong:
        state(config, name)

    assert str(wrong.value) == message


def test_limits_are_of_time_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wazir.engines.library.MEMORY", 1 << 20)
    with pytest.raises(EngineError, match=r"has no answer after 0 seconds"):
        divide("", "chess", 9, patience=0.2)
    monkeypatch.setattr(
        library,
        "_PROGRAM",
        "from wazir.engines import library; library.MEMORY = 1 << 20; library.main()",
    )
    with pytest.raises(EngineError, match="crashes"):
        state("", "chess")


def test_without_the_library_it_is_told_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wazir.engines.library.find_spec", lambda _name: None)
    with pytest.raises(
        EngineError, match=r"This needs pyffish\. Install it with `.* -m pip install pyffish`\."
    ):
        state("", "chess")
    monkeypatch.setattr("wazir.system.HAS_PROCESSES", False)
    with pytest.raises(EngineError, match="not in the browser"):
        state("", "chess")


def test_a_position_and_moves_in_algebraic_notation_are_played() -> None:
    """As they are pasted; the moves are answered in the notation of UCI."""
    start = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
    reached = state("", "chess", ["Kd7", "e2e4", "Kc6!", "Ke9"], start)

    assert [move for move, _ in reached["played"]] == ["e8d7", "e2e4", "d7c6"]
    assert reached["start"] == start
    with pytest.raises(EngineError, match="not a position of the variant"):
        state("", "chess", [], "nonsense/ b")
