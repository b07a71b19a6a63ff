"""Variants that play themselves in an editor: by pyffish, or by the engine of the client."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import wazir
from lsp.client import Client, Message, Refused, serving
from wazir.engines.games import play
from wazir.features.game.playtest.page import page
from wazir.game_setup import GameSetup
from wazir.lsp.handlers.client_games import seed_words

pytest.importorskip("pyffish", reason="pyffish is not installed")

URI = "file:///v/variants.ini"
TEXT = """\
# comment
[mine:antichess]

[broken:nothing]
"""
CANCELLED = -32800


def playtest(line: int, **more: object) -> Message:
    place = {"textDocument": {"uri": URI}, "position": {"line": line, "character": 1}}
    return place | {"partialResultToken": "part"} | more


def parts(client: Client) -> list[Message]:
    """The partial results so far."""
    return [
        message["params"]["value"]
        for message in client.heard
        if message["method"] == "$/progress" and message["params"]["token"] == "part"
    ]


def test_the_report_grows_while_pyffish_plays() -> None:
    """It is the page of the command line."""
    with serving({}) as client:
        client.open(TEXT, URI, "fairy-variants")
        answer = client.request("wazir/playtest", playtest(1, games=6, seed=7))
        numbers = [part["played"] for part in parts(client)]

    assert sorted({*numbers}) == [0, 1, 2, 3, 4, 5, 6]
    assert any("html" in part for part in parts(client))
    report = wazir.playtest("antichess", games=6, seed=7)
    expected = page(report).replace("antichess", "mine")
    assert (answer["played"], answer["games"], answer["problem"]) == (6, 6, "")
    assert answer["html"].replace("antichess", "mine") == expected


def test_an_engine_that_refuses_a_variant_is_told_in_its_words() -> None:
    with serving({}) as client:
        client.open(TEXT, URI, "fairy-variants")
        answer = client.request("wazir/playtest", playtest(3, games=2))

    assert answer["played"] == 0
    assert answer["problem"].startswith("The engine does not load `broken`. Variant template")
    assert "No game has ended." in answer["html"]


def number(words: list[int]) -> int:
    """An integer by its words of 32 bits, the lowest first."""
    return sum(word << 32 * at for at, word in enumerate(words))


@pytest.mark.parametrize("seed", ["1 opening 0", "1 game 199", "", "77777 game 1"])
def test_the_words_of_a_seed_are_the_integer_that_python_makes_of_it(seed: str) -> None:
    expected = random.Random(seed).getstate()

    assert random.Random(number(seed_words(seed))).getstate() == expected


class WithGames(Client):
    """A client that plays by itself, as pyffish has played before."""

    known: list[Message]
    """The games, in the order of the questions."""
    asked: list[Message]

    def _reply(self, method: str, params: Any) -> object:
        if method != "wazir/game":
            return super()._reply(method, params)
        self.asked.append(params)
        if len(self.asked) > len(self.known):
            return {"problem": "The engine crashes on this variant."}
        return self.known[len(self.asked) - 1]


@pytest.fixture
def client() -> Iterator[WithGames]:
    played = list[Message]()
    setup = GameSetup(
        config="",
        name="antichess",
        players=("random", "random"),
        seed=1,
        opening=4,
        plies=400,
        values={},
        clock=100,
        folds=3,
        is_claimed=False,
        changes_sides=False,
    )
    play(setup, 3, played.append, 1)
    client = WithGames.forked()
    client.known = [{**game, "isCheck": game["is_check"]} for game in played]
    client.asked = []
    try:
        client.start({}, {"variants": True, "games": 1, "playtests": True})
        client.open(TEXT, URI, "fairy-variants")
        yield client
    finally:
        client.close()


def test_a_client_that_plays_is_asked_for_each_game(client: WithGames) -> None:
    """The measures are those of pyffish's games, though it does not say which rule ended them."""
    answer = client.request("wazir/playtest", playtest(1, games=3))

    expected = page(wazir.playtest("antichess", games=3))
    assert answer["html"] == expected.replace("antichess", "mine")
    assert client.asked[2] == {
        "config": TEXT,
        "name": "mine",
        "players": ["random", "random"],
        "seeds": [seed_words("1 opening 2"), seed_words("1 game 2")],
        "opening": 4,
        "plies": 400,
        "values": {},
        "clock": 100,
        "folds": 3,
        "isClaimed": False,
        "changesSides": False,
        "nodes": 0,
    }


def test_games_that_have_ended_are_kept_when_the_engine_fails(client: WithGames) -> None:
    answer = client.request("wazir/playtest", playtest(1, games=5))

    assert (answer["played"], answer["games"]) == (3, 5)
    assert answer["problem"] == "The engine crashes on this variant."
    assert "mine: 3 games" in answer["html"]


START = "8/8/8/8/8/8/8/8 w - - 0 1"
HUGE = "x" * 100_000


@pytest.mark.parametrize(
    ("name", "at", "value"),
    [
        ("fens", None, []),
        ("fens", 0, [0, ""]),
        ("fens", 0, [0, HUGE]),
        ("fens", 0, [0, f"{'9' * 900}/8 w - - 0 1"]),
        ("fens", 0, [0, "8/8 x - - 0 1"]),
        ("fens", 0, [1, START]),
        ("fens", 0, [-1, START]),
        ("fens", 0, [True, START]),
        ("fens", 0, START),
        ("fens", -1, [10**9, START]),
        ("fens", -1, [None, START]),
        ("moves", None, [1]),
        ("moves", None, "e2e4"),
        ("moves", None, ["e2e4"] * 401),
        ("moves", 0, HUGE),
        ("moves", 0, ["e2e4"]),
        ("moves", 0, "e2 e4"),
        ("sans", None, []),
        ("sans", 0, HUGE),
        ("sans", 0, None),
        ("sans", 0, "e4\n\n"),
        ("legal", None, 5),
        ("legal", 0, -1),
        ("legal", 0, 10**30),
        ("legal", 0, 1.5),
        ("legal", 0, True),
        ("legal", 0, "20"),
        ("end", None, "mate"),
        ("end", None, ["moves"]),
        ("end", None, {}),
        ("end", None, "cut"),
        ("result", None, 2),
        ("result", None, -10),
        ("result", None, "1"),
        ("result", None, None),
        ("isCheck", None, "yes"),
        ("repeats", None, -1),
        ("repeats", None, 10**9),
        ("repeats", None, None),
        ("scores", None, [0]),
        ("scores", None, "many"),
        ("scores", None, ["1"] * 400),
    ],
)
def test_an_answer_of_the_client_that_is_no_game_ends_the_games(
    client: WithGames, name: str, at: int | None, value: object
) -> None:
    """Those before it are in the report."""
    odd = client.known[1]
    if at is None:
        odd[name] = value
    else:
        odd[name] = [*odd[name]]
        odd[name][at] = value
    answer = client.request("wazir/playtest", playtest(1, games=3))

    assert (answer["played"], answer["problem"]) == (1, "The engine has no answer.")


@pytest.mark.parametrize(
    ("name", "at", "value"),
    [
        ("moves", 0, "z99z99!!"),
        ("moves", 5, "@@@@"),
        ("sans", 0, "O-O-O#"),
        ("sans", 4, ""),
        ("sans", 4, "<script>alert(1)</script>"),
        ("fens", 0, [0, "99Q99/[PPPP]/+/~ w"]),
        ("fens", 0, [0, "99Q99/[PPPP]/+/~ w - -"]),
        ("fens", 0, [0, "8/8/8/8/8/8/8/8 b KQkq - x y"]),
        ("legal", 3, 999_999),
    ],
)
def test_odd_moves_and_positions_of_the_client_cause_no_internal_error(
    client: WithGames, name: str, at: int, value: object
) -> None:
    """They are in the report as they are, or no game."""
    client.known[1][name] = [*client.known[1][name]]
    client.known[1][name][at] = value
    answer = client.request("wazir/playtest", playtest(1, games=3))

    assert (answer["played"], answer["problem"]) in [(3, ""), (1, "The engine has no answer.")]
    assert "<script>" not in answer["html"]


def test_a_cancelled_request_sends_the_report_on_its_games_and_ends_that_of_the_client(
    client: WithGames,
) -> None:
    identity = client.post("wazir/playtest", playtest(1, games=10_000))
    client.known *= 10_000
    while len(client.asked) < 3:
        client._take(client.receive())
    client.notify("$/cancelRequest", {"id": identity})
    with pytest.raises(Refused) as refused:
        client.answer(identity)

    last = parts(client)[-1]
    assert refused.value.code == CANCELLED
    assert 2 <= last["played"] < 10_000
    assert f"mine: {last['played']} games" in last["html"]
    assert client.next("$/cancelRequest")["id"]


def test_a_request_that_is_cancelled_while_its_last_report_is_written_sends_it(
    client: WithGames,
) -> None:
    """All games have ended then."""
    client.known = client.known[:1] * 60
    identity = client.post("wazir/playtest", playtest(1, games=60))
    while not any(part["played"] == 60 for part in parts(client)):
        client._take(client.receive())
    client.notify("$/cancelRequest", {"id": identity})
    with pytest.raises(Refused) as refused:
        client.answer(identity)

    assert refused.value.code == CANCELLED
    assert "mine: 60 games" in parts(client)[-1]["html"]


@pytest.mark.parametrize(("options", "lines"), [({"playtests": True}, [1, 3]), ({}, [])])
def test_a_client_that_has_the_command_gets_it_above_each_section(
    options: Message, lines: list[int]
) -> None:
    client = Client.forked()
    try:
        client.start({}, options)
        client.open(TEXT, URI, "fairy-variants")
        lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    finally:
        client.close()

    assert [lens["range"]["start"]["line"] for lens in lenses] == lines
    for lens in lenses:
        assert lens["command"]["title"] == "Playtest"
        assert lens["command"]["arguments"] == [URI, lens["range"]["start"]]


def test_there_is_no_playtest_without_a_variant_or_of_too_many_games() -> None:
    with serving({}) as client:
        client.open(TEXT, URI, "fairy-variants")

        assert client.request("wazir/playtest", playtest(0)) is None
        with pytest.raises(Refused, match="At most 20,000 games"):
            client.request("wazir/playtest", playtest(1, games=20_001))


def test_two_variants_of_a_text_are_compared(client: WithGames) -> None:
    """Each plays the wanted number of games. The report is that of the command."""
    text = "[mine:antichess]\n\n[yours:antichess]\npromotionPieceTypes = n\n"
    client.change(URI, 2, {"text": text})
    client.known *= 2
    answer = client.request("wazir/playtest", playtest(0, games=3, other="yours"))

    assert (answer["played"], answer["games"], answer["problem"]) == (6, 6, "")
    assert [question["name"] for question in client.asked] == ["mine"] * 3 + ["yours"] * 3
    assert "<h1>Playtest of mine and yours</h1>" in answer["html"]
    assert answer["report"]["a"]["games"] == answer["report"]["b"]["games"] == 3
    assert [row["key"] for row in answer["report"]["rules"]["rules"]] == ["promotionPieceTypes"]
    first = parts(client)[0]
    assert first["others"] == ["yours"]
    assert first["players"] == ["random", "greedy"]
    with pytest.raises(Refused, match="There is no variant `theirs` in the text"):
        client.request("wazir/playtest", playtest(0, other="theirs"))


def test_the_engine_of_the_client_plays_with_its_scores() -> None:
    """A client without one is told what is missing."""
    client = WithGames.forked()
    moves = ["f2f3", "e7e5", "g2g4", "d8h4"]
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    final = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    client.known = [
        {
            "moves": moves,
            "sans": ["f3", "e5", "g4", "Qh4#"],
            "legal": [20, 20, 19, 30],
            "fens": [[0, start], [4, final]],
            "end": "moves",
            "result": -1,
            "isCheck": True,
            "repeats": 0,
            "scores": [None, -80, -99999, -100000],
        }
    ]
    client.asked = []
    try:
        client.start({}, {"variants": True, "opponent": True, "games": 1})
        client.open("[mine:chess]\n", URI, "fairy-variants")
        more = {"player": "engine", "against": "random", "nodes": 77, "games": 1}
        answer = client.request("wazir/playtest", playtest(0, **more))
    finally:
        client.close()

    assert parts(client)[0]["players"] == ["random", "greedy", "engine"]
    assert (client.asked[0]["players"], client.asked[0]["nodes"]) == (["engine", "random"], 77)
    assert answer["report"]["endings"] == {"checkmate": 1}
    assert answer["report"]["drama"]["decided"]["value"] == 0.75
    with serving({}) as other:
        other.open(TEXT, URI, "fairy-variants")
        with pytest.raises(Refused, match="The player `engine` needs a program"):
            other.request("wazir/playtest", playtest(1, player="engine"))
