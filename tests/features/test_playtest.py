"""What is measured over games that a variant plays by itself (T2 to T10)."""

from __future__ import annotations

import json
import random
import tracemalloc
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import pytest

import wazir
from wazir.document import Document
from wazir.features.game.playtest import measures
from wazir.features.game.playtest.chess import chess_figures
from wazir.features.game.playtest.comparison import compared
from wazir.features.game.playtest.endings import ending, goals
from wazir.features.game.playtest.game import Game
from wazir.features.game.playtest.intervals import Estimate, contrasts, holm, mean, share
from wazir.features.game.playtest.page import page
from wazir.features.game.playtest.pgn import pgn
from wazir.features.game.playtest.plots import heat_map
from wazir.features.game.playtest.positions import positions
from wazir.features.game.playtest.report import report_on
from wazir.features.game.playtest.setup import Terms, static_values
from wazir.features.game.playtest.subject import Board
from wazir.features.game.playtest.values import piece_values
from wazir.features.game.playtest.variant_steps import stepped_game
from wazir.features.game.playtest.variants import board_of, kinds_of
from wazir.features.game.playtest.words import unknown_values, verdicts
from wazir.features.variants import DefinedVariant, built_in, variants
from wazir.notations import for_file
from wazir.placement import PiecePlacement

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
TERMS = Terms(players=("random", "random"), seed=1, opening=4, plies=400)


def game(moves: str = "", final: str = START, **fields: Any) -> Game:
    """A game of moves such as `e2e4=e4`, with the position at its end."""
    pairs = [move.split("=", 1) for move in moves.split()]
    data = {
        "index": 0,
        "players": ["random", "random"],
        "moves": [uci for uci, _ in pairs],
        "sans": [san for _, san in pairs],
        "legal": [20] * len(pairs),
        "fens": [(0, START), (len(pairs), final)] if pairs else [(0, final)],
        "end": "moves",
        "result": 0,
        "is_immediate": False,
        "is_check": False,
        "repeats": 0,
        "scores": [],
    }
    return Game.of(data | fields)


def results(white: int, draws: int, black: int, cut: int = 0) -> list[Game]:
    """Games with these results."""
    counts = {1: white, 0: draws, -1: black, None: cut}
    return [
        game(result=result, end="moves" if result is not None else "cut")
        for result, count in counts.items()
        for _ in range(count)
    ]


# Ends


@pytest.mark.parametrize(
    ("variant", "final", "fields", "rule"),
    [
        ("chess", START, {"is_check": True, "result": 1}, "checkmate"),
        ("chess", START, {}, "stalemate"),
        ("chess", START, {"end": "cut", "result": None}, "cut"),
        ("chess", "8/8/8/k7/8/8/8/K7 w - - 0 9", {"end": "material"}, "material"),
        ("chess", "7r/8/8/k7/8/8/8/K7 w - - 100 90", {"end": "claim"}, "moves"),
        ("chess", "7r/8/8/k7/8/8/8/K7 w - - 9 90", {"end": "claim", "repeats": 2}, "repetition"),
        ("chess", "7r/8/8/k7/8/8/8/K7 w - - 9 90", {"end": "claim", "repeats": 1}, "unknown"),
        ("kingofthehill", "k7/8/8/8/4K3/8/8/8 b - - 3 9", {"result": 1}, "flag"),
        ("kingofthehill", "k7/8/8/8/8/4K3/8/8 b - - 3 9", {"result": 1}, "unknown"),
        ("kingofthehill", "k7/8/8/8/4K3/8/8/8 b - - 3 9", {"result": -1}, "unknown"),
        ("antichess", "8/8/8/8/4k3/8/8/8 w - - 3 9", {"result": 1}, "extinction"),
        ("horde", "4k3/8/8/8/8/8/8/8 w - - 3 9", {"result": -1}, "extinction"),
        ("3check", "4k3/8/8/8/8/8/8/4K3 b - - 0+3 3 9", {"result": 1}, "checks"),
        ("3check", "4k3/8/8/8/8/8/8/4K3 b - - 1+3 3 9", {"result": 1}, "unknown"),
    ],
)
def test_t2_the_rule_that_ended_a_game_follows_from_rules_and_position(
    variant: str, final: str, fields: dict[str, Any], rule: str
) -> None:
    """It is never guessed: `unknown` where the position does not explain the end (T2)."""
    is_immediate = rule in ("flag", "extinction", "checks") or (
        rule == "unknown" and fields.get("end") is None
    )
    ended = game(final=final, is_immediate=is_immediate, **fields)

    assert ending(ended, wazir.variant(variant)) == rule


def test_t2_what_a_position_does_not_show_is_known_if_nothing_else_can_be() -> None:
    """A row of pieces, in a variant whose other rules do not explain the end; of two such rules,
    none is (T2).
    """
    notation = for_file("variants.ini")
    assert notation is not None
    text = "[row:chess]\nconnectN = 4\n[both:row]\nbikjangRule = true\n"
    row, both = (each.variant for each in variants(Document.open(notation, text)))
    ended = game(final="8/8/8/k7/PPPP4/8/8/K7 b - - 3 9", is_immediate=True, result=1)

    assert (ending(ended, row), ending(ended, both)) == ("connection", "unknown")


def test_t2_an_end_that_two_rules_explain_is_unknown() -> None:
    """The move rule and a repetition on the same ply (T2)."""
    ended = game(final="7r/8/8/k7/8/8/8/K7 w - - 100 90", end="claim", repeats=2)

    assert ending(ended, wazir.variant("chess")) == "unknown"


def test_t2_a_variant_without_repetition_does_not_end_by_it() -> None:
    """A position that has occurred before explains no end then (T2)."""
    notation = for_file("variants.ini")
    assert notation is not None
    text = "[endless:chess]\nnFoldRule = 0\n"
    (endless,) = (each.variant for each in variants(Document.open(notation, text)))
    ended = game(final="7r/8/8/k7/8/8/8/K7 w - - 9 90", end="claim", repeats=2)

    assert ending(ended, endless) == "unknown"


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("chess", ["checkmate"]),
        ("kingofthehill", ["checkmate", "flag"]),
        ("3check", ["checkmate", "checks"]),
        ("antichess", ["stalemate", "extinction"]),
        ("xiangqi", ["checkmate", "stalemate"]),
        ("coregal", ["checkmate"]),
        ("atomic", ["checkmate", "extinction"]),
    ],
)
def test_the_goals_of_a_variant_are_those_of_its_rules(variant: str, expected: list[str]) -> None:
    assert [*goals(wazir.variant(variant))] == expected


# Statistics


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_t3_shares_have_wilsons_interval(hits: int, count: int, low: float, high: float) -> None:
    """The figures of R. G. Newcombe, *Two-sided confidence intervals for the single proportion*,
    Statistics in Medicine 17 (1998), table I, method 3 (T3).
    """
    found = share(hits, count)

    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_t3_whites_share_counts_a_draw_as_half_a_win_and_leaves_out_cut_games() -> None:
    """Its interval is that of the variance of single results (T3)."""
    found = measures.results(results(white=30, draws=40, black=30, cut=100)).white_share

    assert found is not None
    assert (found.value, found.size) == (0.5, 100)
    # the variance of 30 times 1/4, 40 times 0 and 30 times 1/4, over 99, gives the error
    assert round(found.high - found.value, 4) == round(1.959964 * (15 / 99 / 100) ** 0.5, 4)


@pytest.mark.parametrize(
    ("games", "is_one_sided", "is_unfinished"),
    [
        (results(white=70, draws=0, black=30), True, False),
        (results(white=56, draws=0, black=44), False, False),
        (results(white=20, draws=60, black=20), False, False),
        (results(white=46, draws=0, black=46, cut=8), False, False),
        (results(white=40, draws=0, black=40, cut=20), False, True),
    ],
)
def test_t3_a_verdict_needs_its_whole_interval(
    games: list[Game], is_one_sided: bool, is_unfinished: bool
) -> None:
    found = measures.results(games)

    assert (found.is_one_sided, found.is_unfinished) == (is_one_sided, is_unfinished)


@pytest.mark.parametrize("games", [results(1, 0, 0), results(0, 0, 0, cut=1), results(9, 1, 9)])
def test_t3_few_games_give_no_verdict(games: list[Game]) -> None:
    """Whatever their results (T3)."""
    defined = built_in("kingofthehill")
    assert defined is not None
    found = measures.results(games)

    assert (found.is_one_sided, found.is_unfinished) == (False, False)
    assert found.is_drawish(0.0) is None
    assert next(verdicts(report_on(defined, TERMS, games, {}))) == (
        "Fewer than 20 games give no verdict."
    )


def test_t3_equal_results_have_an_interval() -> None:
    """Wilson's, as their variance is nought: of White's share, and of the first player's (T3)."""
    defined = built_in("chess")
    assert defined is not None
    terms = replace(TERMS, players=("greedy", "random"))
    games = [replace(each, players=terms.players) for each in results(25, 0, 0)]
    report = report_on(defined, terms, games, {})

    assert report.results.white_share == report.first_player == share(25, 25)
    assert report.results.is_one_sided


def test_t3_drawish_is_judged_by_chess_of_the_same_players() -> None:
    """Not at all where no figures of chess are recorded (T3)."""
    found = measures.results(results(white=10, draws=80, black=10))

    assert [found.is_drawish(draws) for draws in (0.5, 0.75, None)] == [True, False, None]
    assert chess_figures(Terms(("greedy", "random"), 1, 4, 77)) is None
    assert chess_figures(Terms(("greedy", "greedy"), 1, 4, 77)) is None
    assert chess_figures(Terms(("greedy", "greedy"), 9, 4, 400)) is not None
    assert chess_figures(replace(TERMS, opening=300)) is None
    assert chess_figures(replace(TERMS, nodes=1)) is None


def test_t4_lengths_are_those_of_finished_games() -> None:
    """A game that was cut off has no length (T4)."""
    moves = ["e2e4=e4 " * plies for plies in (1, 2, 3, 4, 5)]
    games = [*(game(each) for each in moves), game("e2e4=e4 " * 99, result=None, end="cut")]
    found = measures.length(games)

    assert found == (1, 2, 3, 4, 5)


def test_t5_choices_and_kinds_of_moves_are_counted() -> None:
    """Castling is no capture, a check may be mate, a promotion may capture and check (T5)."""
    played = "e1g1=O-O a7b8q=axb8=Q+ P@e4=P@e4 e4d5=exd5# e2e4h=e4/H"
    found = measures.choice([game(played, legal=[20, 1, 3, 1, 5])])

    assert found.legal is not None
    assert found.forced is not None
    assert (found.legal.value, found.forced.value) == (6.0, 0.4)
    figures = (found.captures, found.checks, found.promotions, found.drops)
    assert [figure and figure.value for figure in figures] == [2, 2, 1, 1]
    assert [each.ply for each in found.by_ply] == [0, 1, 2, 3, 4]


def test_t5_the_legal_moves_of_a_ply_have_mean_and_quartiles() -> None:
    """In the report as data, too (T5)."""
    defined = built_in("chess")
    assert defined is not None
    games = [game("e2e4=e4", legal=[count]) for count in (1, 2, 3, 4, 90)]
    report = report_on(defined, TERMS, games, {})

    assert report.choice.by_ply == ((0, 20.0, (1, 2, 3, 4, 90)),)
    assert report.as_json()["choice"]["byPly"][0]["mean"] == 20


def test_t6_drama_is_read_off_the_scores_of_a_program() -> None:
    """Scores within a pawn change no lead; one that is not known is skipped (T6)."""
    moves = "e2e4=e4 " * 8
    scores = [None, 150, 50, -150, -250, 120, 300, 5000]
    won = game(moves, result=1, scores=scores)
    drawn = game(moves, result=0, scores=[0] * 8)
    found = measures.drama([won, drawn])

    assert measures.lead_changes(won) == 2
    assert measures.decided(won) == 7 / 8
    assert found is not None
    assert found.comebacks is not None
    assert (found.comebacks.value, found.comebacks.size) == (1.0, 1)
    assert measures.drama([game(moves)]) is None


def test_t6_a_game_whose_winner_is_not_ahead_is_decided_at_its_end() -> None:
    """It is one of the decisive games, and not left out (T6)."""
    moves = "e2e4=e4 " * 4
    early = game(moves, result=1, scores=[0, 300, 300, 300])
    late = game(moves, result=-1, scores=[0, -300, 0, 0])
    found = measures.drama([early, late])

    assert found is not None
    assert found.decided is not None
    assert (found.decided.value, found.decided.size) == (0.75, 2)


def test_t7_each_kind_has_its_moves_captures_losses_and_survivors() -> None:
    """A knight takes a pawn, which is gone, and the black bishop never moves (T7)."""
    middle = "rnbqkbnr/ppp1pppp/8/3p4/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 2"
    final = "rnbqkbnr/ppp1pppp/8/3N4/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 2"
    played = game("b1c3=Nc3 d7d5=d5 c3d5=Nxd5", fens=[(0, START), (2, middle), (3, final)])
    used = {use.letter: use for use in measures.pieces([played], kinds_of(wazir.variant("chess")))}

    assert [use.name for use in used.values()][:2] == ["pawn", "knight"]
    knight, pawn, bishop = used["n"], used["p"], used["b"]
    assert knight.moves is not None
    assert (knight.moves.value, knight.captures, knight.captured) == (2 / 3, 1, 0)
    assert (pawn.start, pawn.end, pawn.captured) == (16, 15, 1)
    assert (knight.is_idle, bishop.is_idle) == (False, True)


def test_t7_a_pawn_that_promotes_is_not_captured() -> None:
    before, after = "1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "1Q5k/8/8/8/8/8/8/K7 b - - 0 1"
    played = game("a7b8q=axb8=Q+", fens=[(0, before), (1, after)])
    used = {use.letter: use for use in measures.pieces([played], kinds_of(wazir.variant("chess")))}

    assert (used["p"].captured, used["r"].captured, used["q"].end) == (0, 1, 1)


def test_t7_a_kind_is_that_of_the_square_that_a_move_leaves() -> None:
    """Not of the move's letter, which in the engine's notation is another one than in the FEN, or
    lacks the sign of promotion (T7). After castling, the rook is beside the king.
    """
    start = "1r5k/8/8/8/8/8/2+P5/3NK2R w K - 0 1"
    final = "7k/8/2+P5/1r6/8/3N4/8/4RK2 b - - 0 1"
    played = game(
        "e1g1=O-O b8b7=Rb7 f1e1=Re1 b7b6=Rb6 c2c6=Tc6 b6b5=Rb5 d1d3=Hd3 h8h7=Kh7 g1f1=Kf1 h7h8=Kh8",
        fens=[(0, start), (10, final)],
    )
    used = {use.letter: use for use in measures.pieces([played], kinds_of(wazir.variant("chess")))}
    moves = {kind: use.moves and use.moves.value for kind, use in used.items()}

    assert moves == {"k": 4 / 10, "r": 4 / 10, "+p": 1 / 5, "n": 1 / 5}


def test_t7_a_drop_takes_part_but_does_not_move() -> None:
    """In a game of drops alone no piece is idle (T7)."""
    final = START.replace("8/8/8/8", "8/8/4P3/8").replace(" w", "[] b")
    played = game("P@e4=P@e4", fens=[(0, START.replace(" w", "[P] w")), (1, final)])
    used = {
        use.letter: use for use in measures.pieces([played], kinds_of(wazir.variant("crazyhouse")))
    }

    assert used["p"].moves is not None
    assert (used["p"].moves.value, used["p"].is_idle) == (0, False)


def test_t7_moves_are_shares_of_games_which_have_the_interval() -> None:
    """The plies of a game are not independent: a long game does not narrow the interval (T7)."""
    start = "7k/8/8/8/8/8/8/K7 w - - 0 1"
    games = [
        game("a1a2=Ka2 h8h7=Kh7 a2a1=Ka1 h7h8=Kh8 " * times, fens=[(0, start), (4 * times, start)])
        for times in (1, 9)
    ]
    king = measures.pieces(games, kinds_of(wazir.variant("chess")))[0]

    assert king.moves == mean([1.0, 1.0], most=1)


def test_t8_walls_of_the_start_are_no_squares_that_are_never_entered() -> None:
    """They do not lower the mean either (T8)."""
    start = START.replace("8/8/8/8", "8/8/8/*7")
    board = board_of(wazir.variant("chess"))
    found = measures.squares([game("e2e4=e4", fens=[(0, start), (1, start)])], [board])

    assert found.entries["e4"] == 63
    assert "a3" not in {*found.never, *found.entries}
    assert "a3: 0.00" in heat_map(found.entries, board, "Squares")


def test_t8_a_square_that_is_entered_now_and_then_is_no_empty_one() -> None:
    board = Board("Squares", ("a", "b"), (1,))

    assert 'fill-opacity="0.020"' in heat_map({"a1": 1.0, "b1": 0.02}, board, "Squares")


def test_measures_keep_nothing_in_the_games() -> None:
    """There may be thousands of games, whose positions are large."""
    chess = wazir.variant("chess")
    kinds = kinds_of(chess)
    measures.pieces([game("e2e4=e4")], kinds)
    tracemalloc.start()
    try:
        many = game("e2e4=e4 " * 50, fens=[(ply, START) for ply in range(51)])
        before, _ = tracemalloc.get_traced_memory()
        measures.pieces([many], kinds)
        measures.squares([many], [board_of(chess)])
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert after - before < 50_000


def test_t8_entries_of_squares_are_divided_by_their_mean() -> None:
    """Squares never entered are named (T8)."""
    board = board_of(wazir.variant("chess"))
    found = measures.squares([game("e2e4=e4 e7e5=e5 P@e4=P@e4 ")], [board])

    assert (found.entries["e4"], found.entries["e5"]) == (64 * 2 / 3, 64 / 3)
    assert len(found.never) == 62


def test_t9_values_are_found_where_the_games_have_them() -> None:
    """Results drawn by a pawn of 1, a knight of 3 and a rook of 5: each interval has its value. A
    bishop that is worth nothing has no value that is printed (T9).
    """
    chance = random.Random(5)
    worth = {"P": 0.4, "N": 1.2, "R": 2.0, "B": 0.0}
    games = []
    for _ in range(1500):
        extra = [sign.lower() if chance.random() < 0.5 else sign for sign in "PPPNRB"]
        total = sum(worth[sign.upper()] * (1 if sign.isupper() else -1) for sign in extra)
        fen = f"k7/8/8/8/8/{''.join(extra)}2/8/K7 w - - 0 1"
        is_win = chance.random() < 1 / (1 + exp(-total))
        moves = "a1a2=Ka2 " * 12
        games.append(game(moves, fens=[(0, fen), (12, fen)], result=1 if is_win else -1))
    found = piece_values(
        games, kinds_of(wazir.variant("chess")), {"p": 1.0, "n": 3.0, "r": 5.0}, seed=1
    )

    assert found is not None
    values = {each.letter: each for each in found.values}
    assert found.unit == "p"
    assert values.keys() <= {"n", "r"}
    assert values["n"].low < 3 < values["n"].high
    assert values["r"].low < 5 < values["r"].high
    assert values["r"].static == 5.0
    assert "bishop" in found.unknown


def test_t9_values_that_random_games_do_not_show_are_named() -> None:
    """With the reason, which other players do not have (T9)."""
    defined = built_in("chess")
    assert defined is not None
    games = []
    for number in range(40):
        row, result = ("PPPNN3", 1) if number % 2 else ("pppnn3", -1)
        bishop = "b" if number % 4 < 2 else "B"
        fen = f"k7/8/8/8/8/{row}/{bishop}7/K7 w - - 0 1"
        result *= -1 if number % 10 == 0 else 1
        games.append(game("a1a2=Ka2 " * 12, fens=[(0, fen), (12, fen)], result=result))

    def sentences(player: str) -> list[str]:
        terms = replace(TERMS, players=(player, player))
        return [*unknown_values(report_on(defined, terms, games, {}))]

    named = "Values that these games do not show: bishop."
    assert sentences("greedy") == [named]
    assert sentences("random") == [
        named,
        "Random players hardly use a stronger piece: let others play to see values.",
    ]


def test_t9_few_games_tell_no_values() -> None:
    assert piece_values(results(5, 0, 5), kinds_of(wazir.variant("chess")), {}, seed=1) is None


def test_t10_holms_correction_stops_at_the_first_that_fails() -> None:
    """The smallest is compared with a fourth of the level, the next with a third (T10)."""
    probabilities = {"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}

    assert holm(probabilities) == {"a", "d"}


def test_t10_differences_are_marked_after_the_correction() -> None:
    """Of twenty figures, one that differs by two errors is not marked, one by ten is (T10)."""

    def figure(value: float) -> Estimate:
        return Estimate(value, value - 2, value + 2, 100, 1.0)

    pairs = {f"figure {number}": (figure(10), figure(10)) for number in range(18)}
    pairs |= {"small": (figure(10), figure(13)), "large": (figure(10), figure(20))}
    found = contrasts(pairs)

    assert found["small"].low > 0
    assert [name for name, contrast in found.items() if contrast.is_marked] == ["large"]


def test_t10_figures_of_few_games_have_no_mark() -> None:
    """Neither shares of nought and one, nor means without an error (T10)."""
    a, b = share(0, 4), share(4, 4)
    one, two = mean([1.0]), mean([2.0])
    assert a is not None
    assert b is not None
    assert one is not None
    assert two is not None
    found = contrasts({"shares": (a, b), "means": (one, two)})

    assert not any(each.is_marked for each in found.values())
    assert [each.probability for each in found.values()] == [1.0, 1.0]


def test_t10_figures_of_enough_games_have_one() -> None:
    a, b = share(0, 20), share(20, 20)
    assert a is not None
    assert b is not None

    assert contrasts({"shares": (a, b)})["shares"].is_marked


def test_a_mean_of_equal_values_is_certain() -> None:
    assert mean([3, 3, 3]) == Estimate(3, 3, 3, 3, 0.0)
    assert (mean([]), share(0, 0)) == (None, None)


# Reports


def test_a_variant_that_cannot_be_won_is_told_so() -> None:
    """By its games, with what the interval allows, and by its rules."""
    defined = built_in("chess")
    assert defined is not None
    report = report_on(defined, TERMS, results(0, 100, 0), {})

    assert "No game was won: if games can be won, at most 3.7 % are." in [*verdicts(report)]
    assert report.never_met == ("checkmate",)


def test_two_reports_are_compared_by_the_figures_of_both() -> None:
    """Also by endings that one of them lacks."""
    defined = built_in("chess")
    assert defined is not None
    a = report_on(defined, TERMS, results(100, 0, 0), {})
    b = report_on(defined, TERMS, results(0, 0, 100, cut=1), {})
    found = compared(a, b)

    assert found.differences["White's share"].difference == -1
    assert found.differences["wins of White"].is_marked
    assert not found.differences["cut off"].is_marked


def test_static_values_are_those_of_the_moves() -> None:
    defined = built_in("chess")
    assert defined is not None
    values = static_values(defined)

    assert values["q"] > values["r"] > values["n"] > values["p"] > 0


def test_a_game_is_written_as_pgn() -> None:
    """Also one that Black begins; the name of a variant is escaped."""
    text = pgn(
        game("e7e5=e5 e2e4=e4", fens=[(0, START.replace(" w ", " b ")), (2, START)]),
        wazir.variant("chess"),
    )

    assert '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"]' in text
    assert text.endswith("\n\n1... e5 2. e4 1/2-1/2\n")


def test_a_placement_counts_pieces_hands_and_empty_squares() -> None:
    found = PiecePlacement.of("2+P*7/10k[PPn] w - - 0 1")

    assert found.counts == {"+P": 1, "k": 1}
    assert (found.hand, found.empty) == ({"P": 2, "n": 1}, 19)
    assert found.count("white") == 3
    assert found.count("black", ["n"], hand=False) == 0


def test_the_recorded_figures_of_chess_agree_with_python_chess() -> None:
    """Within the chance of 1,000 games and of the 3,000 that python-chess has played."""
    path = Path(__file__).parents[1] / "data" / "playtest" / "python_chess.json"
    known = json.loads(path.read_text("utf-8"))
    recorded = chess_figures(TERMS)

    assert recorded is not None
    draws, legal = known["results"]["draws"] / known["count"], known["figures"]["legal"]
    both = 1 / recorded.games + 1 / known["count"]
    assert abs(recorded.draws - draws) < 2.6 * (draws * (1 - draws) * both) ** 0.5
    error = legal["error"] * (known["count"] * both) ** 0.5
    assert abs(recorded.legal - legal["mean"]) < 2.6 * error


def test_a_game_worth_seeing_has_pictures_of_its_positions_to_its_end() -> None:
    """Each after a move that is named; the page embeds them and escapes the moves."""
    defined = built_in("chess")
    assert defined is not None
    final = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    moves = "e2e4=e4 d7d5=d5 e4d5=exd5<"
    played = game(moves, final, result=1)
    shown = [*positions(played, defined)]

    assert [position.caption for position in shown] == ["at the start", "after 2. exd5<"]
    assert [len(position.diagram.men) for position in shown] == [32, 31]
    html = page(report_on(defined, TERMS, [played], {}))
    assert html.count("<figure>") == 2
    assert "after 2. exd5&lt;" in html
    assert "exd5<" not in html


# Games to step through


def stepped(defined: DefinedVariant, moves: str, fens: list[tuple[int, str]]) -> list[list[str]]:
    """The elements of each position of a game: their shapes and centres."""
    found = stepped_game(game(moves, fens=fens), defined)
    assert found is not None
    return [[item.svg for item in position] for position in found.positions]


def test_a_game_steps_through_all_its_positions() -> None:
    """Between the known positions pieces are carried, the rook of a castling too."""
    defined = built_in("chess")
    assert defined is not None
    start = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    final = "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"
    shown = stepped(defined, "e1c1=O-O-O e8e7=Ke7 c1b1=Kb1", [(0, start), (3, final)])
    known = stepped(defined, "e1c1=O-O-O", [(0, start), (1, final)])

    assert [len(each) for each in shown] == [3, 4, 4, 4]
    assert sorted(shown[1]) == sorted(known[1])
    assert shown[3][1:] == known[1][1:]


def test_walls_stay_and_a_duck_moves() -> None:
    """Both are in the text of the move, and in no position before the next capture."""
    start = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
    moves = "e1e2,e2c5=Ke2 e8e7,e7d5=Ke7"
    notation = for_file("variants.ini")
    assert notation is not None
    text = "[duck:chess]\nwallingRule = duck\n[stone:chess]\nwallingRule = arrow\n"
    walls = []
    for defined in variants(Document.open(notation, text)):
        shown = stepped(defined, moves, [(0, start), (2, start)])
        walls.append([sum("wall" in item for item in each) for each in shown[:2]])
        found = stepped_game(game(f"{moves} e2e3,e3a7=Ke3", fens=[(0, start), (3, start)]), defined)
        assert found is not None
        walls[-1].append(sum("wall" in item.svg for item in found.positions[2]))

    assert walls == [[0, 1, 1], [0, 1, 2]]


def test_pieces_in_hand_are_named() -> None:
    defined = built_in("crazyhouse")
    assert defined is not None
    start, final = START.replace(" w", "[PPn] w"), START.replace(" w", "[Pn] b")
    found = stepped_game(game("P@e4=P@e4", fens=[(0, start), (1, final)]), defined)

    assert found is not None
    assert found.start == "At the start. In hand: White P x2; Black N."
    assert found.moves == [("P@e4", "In hand: White P; Black N.")]


def test_a_very_long_game_is_not_stepped_through() -> None:
    defined = built_in("chess")
    assert defined is not None

    assert stepped_game(game("e2e4=e4 " * 1001), defined) is None


def test_nothing_of_a_game_ends_the_script_of_its_page() -> None:
    """Neither a move nor the name of a shape."""
    defined = built_in("chess")
    assert defined is not None
    html = page(report_on(defined, TERMS, [game("e2e4=</script><b>", result=1)], static={}))

    assert html.count("</script>") == html.count("<script") == 2
    assert "<b>" not in html
