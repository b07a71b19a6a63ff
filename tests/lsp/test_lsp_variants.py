"""Variants played from end to end: legal moves of pyffish, and the replies of a program that the
start names.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines import uci
from lsp.client import ALL, Client, Message, Refused, merged, serving

pytest.importorskip("pyffish", reason="pyffish is not installed")

CANCELLED = -32800
TEXT = """\
[mine:crazyhouse]
knight = -
customPiece1 = n:NW

[wall:duck]

[broken:nothing]
"""


NO_REQUESTS = merged(ALL, {"workspace": {"configuration": None}})
"""The capabilities of a client whose settings cannot be requested."""


@pytest.fixture
def client() -> Iterator[Client]:
    with serving(NO_REQUESTS) as client:
        yield client


def opened(client: Client, text: str = TEXT) -> str:
    uri = client.open(text, "file:///v/variants.ini", "fairy-variants")
    client.diagnostics(uri)
    return uri


def ask(
    client: Client, line: int, *played: str, method: str = "wazir/play", **more: object
) -> Message:
    uri = "file:///v/variants.ini"
    place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 1}}
    answer: Message = client.request(method, {**place, "played": played, **more})
    return answer


def actions(view: Message) -> dict[str, Message]:
    return {action["spelled"]: action for action in view["actions"]}


def test_a_variant_has_the_legal_moves_of_the_engine(client: Client) -> None:
    """With names of pieces, drops from the hand, and the side to move."""
    opened(client)
    start, later = ask(client, 2), ask(client, 0, "e2e4", "d7d5", "e4d5", "a7a6", "d5d6", "e7d6")
    drop, walk = actions(later)["P@e4"], actions(later)["b1c3"]

    assert (start["name"], start["turn"], len(start["actions"]), start["levels"]) == (
        "mine",
        "white",
        20,
        [],
    )
    assert start["program"] == "Fairy-Stockfish"
    assert start["facts"][0].startswith("To play against Fairy-Stockfish, name its program: ")
    assert (start["pgn"], later["pgn"].splitlines()[-1]) == ("", "1. e4 d5 2. exd5 a6 3. d6 exd6 *")
    assert later["pgn"].startswith('[Variant "mine"]\n[SetUp "1"]\n[FEN "rnbqkbnr/')
    pawns = {"letter": "P", "name": "pawn", "count": 1, "shape": "white-pawn"}
    assert later["hands"]["white"] == [pawns]
    assert '<g id="white-pawn">' in later["svg"]
    assert (drop["kind"], drop["words"], drop["origin"], drop["target"]) == (
        "drop",
        "pawn is placed on e4",
        None,
        "e4",
    )
    assert walk["words"] == "marquis from b1 to c3"
    assert [(move["words"], move["side"]) for move in later["played"]][-2:] == [
        ("d6", "white"),
        ("exd6", "black"),
    ]
    assert "d6" not in {man["place"] for man in later["pieces"] if man["side"] == "white"}


def test_a_move_with_a_wall_has_three_places(client: Client) -> None:
    """They are chosen one after another."""
    opened(client)
    move = actions(ask(client, 4))["e2e4,e4e3"]

    assert (move["by"], move["origin"], move["target"]) == ("e2", "e4", "e3")
    assert move["words"] == "pawn from e2 to e4, wall on e3"


def test_moves_that_are_no_longer_legal_are_left_out(client: Client) -> None:
    opened(client)
    answer = ask(client, 0, "e2e4", "e7e4", "d2d4")

    assert [move["spelled"] for move in answer["played"]] == ["e2e4"]
    assert answer["refused"]["text"] == "e7e4"


def test_a_game_that_black_begins_is_written_so(client: Client) -> None:
    opened(
        client,
        "[mine:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n",
    )

    assert ask(client, 0, "e7e5", "e2e4", "g8f6")["pgn"].endswith("\n1... e5 2. e4 Nf6 *\n")


def test_the_end_of_a_game_is_told(client: Client) -> None:
    opened(client, "[mine:chess]\n")
    check, mate = (
        ask(client, 0, "e2e4", "f7f6", "d1h5"),
        ask(client, 0, "f2f3", "e7e5", "g2g4", "d8h4"),
    )

    assert (check["status"], check["checked"], check["sentence"]) == (
        "check",
        ["black"],
        "Black to move. Black is in check.",
    )
    assert (mate["status"], mate["winner"], mate["sentence"], mate["actions"]) == (
        "ended",
        "black",
        "Black wins. A player who is checkmated loses.",
        [],
    )
    assert mate["pgn"].endswith('[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')


def test_what_the_engine_does_not_load_is_refused(client: Client) -> None:
    """With its own message. Elsewhere there is nothing to play."""
    opened(client)
    client.open("W = W\n", "file:///w.betza", "betza")
    with pytest.raises(Refused) as refused:
        ask(client, 6)
    place = {"textDocument": {"uri": "file:///w.betza"}, "position": {"line": 0, "character": 0}}

    assert refused.value.message == (
        "The engine does not load `broken`. Variant template 'nothing' does not exist."
    )
    assert client.request("wazir/play", place) is None
    with pytest.raises(Refused, match="whole path"):
        ask(client, 0, method="wazir/reply", level=1)


def test_the_program_of_the_start_plays(tmp_path: Path) -> None:
    """By UCI, at a strength; its move is one of the legal ones."""
    path = uci.program(tmp_path)
    with serving(NO_REQUESTS, arguments=["--engine", str(path)]) as client:
        opened(client)
        view = ask(client, 0, "e2e4")
        reply = ask(client, 0, "e2e4", method="wazir/reply", level=4)
        wrong = ask(client, 0, "e2e4", "a7a6", method="wazir/reply", level=1)
        with pytest.raises(Refused):
            ask(client, 0, "e2e4\nquit", method="wazir/reply", level=1)

    assert (len(view["levels"]), view["facts"]) == (5, [])
    assert reply == {"action": "e7e5", "words": "e5", "summary": "Depth 7, +0.35."}
    assert wrong is None
    assert "position startpos moves e2e4" in uci.heard(path)


def test_the_program_checks_a_file(client: Client, tmp_path: Path) -> None:
    """On demand, by an action on the line of a section; its messages stand at their lines until the
    file changes.
    """
    said = "Parsing variant: mine\nInvalid option: foo\n"
    text, uri = "[mine:chess]\nfoo = 1\n", "file:///v/variants.ini"
    here = {"line": 0, "character": 2}
    asked = {
        "textDocument": {"uri": uri},
        "range": {"start": here, "end": here},
        "context": {"diagnostics": []},
    }
    opened(client, text)
    without = client.request("textDocument/codeAction", asked)
    path = uci.program(tmp_path, messages=said)
    with serving(NO_REQUESTS, arguments=["--engine", str(path)]) as other:
        opened(other, text)
        command = next(
            action["command"]
            for action in other.request("textDocument/codeAction", asked)
            if action["title"] == "Check with Fairy-Stockfish"
        )
        other.request(
            "workspace/executeCommand",
            {"command": command["command"], "arguments": command["arguments"]},
        )
        shown = other.diagnostics(uri)
        other.change(uri, 2, {"text": "[mine:chess]\nfoo = 2\n"})
        later = other.diagnostics(uri)

    assert not any("Fairy-Stockfish" in action["title"] for action in without)
    assert [
        (diagnostic["code"], diagnostic["message"], diagnostic["range"]["start"]["line"])
        for diagnostic in shown
    ][1:] == [("engine-message", "Fairy-Stockfish: Invalid option: foo", 1)]
    assert [diagnostic["code"] for diagnostic in later] == ["unknown-key"]


def test_a_program_that_fails_is_told(tmp_path: Path) -> None:
    with serving(NO_REQUESTS, arguments=["--engine", str(tmp_path / "no")]) as client:
        uri = opened(client, "[mine:chess]\n")
        client.request(
            "workspace/executeCommand", {"command": "wazir.checkWithEngine", "arguments": [uri]}
        )
        message = client.next("window/showMessage")["message"]

    assert "is not the whole path of a program" in message


def test_a_client_may_have_the_engine(tmp_path: Path) -> None:
    """Where the server has no processes, as in a browser; what is wrong is told in its words."""
    asked = list[Message]()

    class WithEngine(Client):
        def _reply(self, method: str, params: Any) -> object:
            asked.append(params)
            fen, legal = "k7/8/8/8/8/8/8/7K w - - 0 1", [["h1h2", "Kh2", False]]
            state = {
                "fen": fen,
                "played": [],
                "legal": legal,
                "isCheck": False,
                "result": None,
                "canClaim": False,
            }
            return {"problem": "The engine has no answer."} if params["name"] == "wall" else state

    client = WithEngine.forked()
    try:
        client.start({}, {"variants": True})
        opened(client)
        view = ask(client, 0)
        with pytest.raises(Refused, match="The engine has no answer"):
            ask(client, 4)

        assert not any(message["method"] == "window/showMessage" for message in client.heard)
        assert asked[0] == {"config": TEXT, "name": "mine", "moves": [], "start": ""}
        assert [action["words"] for action in view["actions"]] == ["king from h1 to h2"]
    finally:
        client.close()


def test_the_engine_of_a_client_may_search() -> None:
    """It gets the commands of UCI, and its last lines are read; the program of the user comes
    before it.
    """
    asked = list[Message]()

    class WithOpponent(Client):
        def _reply(self, method: str, params: Any) -> object:
            if method == "wazir/opponent":
                asked.append(params)
                return {
                    "lines": ["info depth 6 seldepth 7 score cp -20", "bestmove h1h2 ponder a8a7"]
                }
            fen, legal = "k7/8/8/8/8/8/8/7K w - - 0 1", [["h1h2", "Kh2", False]]
            state = {"fen": fen, "played": [], "legal": legal, "isCheck": False, "result": None}
            return {**state, "canClaim": False}

    client = WithOpponent.forked()
    try:
        client.start({}, {"variants": True, "opponent": True})
        uri = opened(client)
        view = ask(client, 0)
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}
        reply = client.request("wazir/reply", {**place, "level": 2})

        assert (len(view["levels"]), view["facts"]) == (5, [])
        assert reply == {"action": "h1h2", "words": "Kh2", "summary": "Depth 6, -0.20."}
        assert asked == [
            {
                "config": TEXT,
                "name": "mine",
                "commands": [
                    "setoption name UCI_Variant value mine",
                    "setoption name Skill Level value -5",
                    "position startpos",
                    "go nodes 10000 movetime 10000",
                ],
            }
        ]
    finally:
        client.close()


MATES = """\
[mates:chess]
startFen = 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1

[hill:kingofthehill]
startFen = 8/8/4k3/8/8/8/4K3/8 b - - 0 1
"""
WINS = {
    0: ["White can win in one move: Ra8#.", "Black cannot win in one or two moves."],
    3: ["Black can win in one move: Kd5 or Ke5.", "White cannot win in one or two moves."],
}
"""Sections by their lines, and their wins."""


@pytest.mark.parametrize("line", WINS)
def test_v17_wins_from_the_start(client: Client, line: int) -> None:
    """V17: the sentences that `wazir variant --wins` has."""
    opened(client, MATES)

    assert ask(client, line, method="wazir/wins")["sentences"] == WINS[line]


class WithPyffish(Client):
    """A client that has the engine."""

    is_answering = True

    def _reply(self, method: str, params: Any) -> object:
        import pyffish

        if not self.is_answering:
            return {"problem": "The engine has no answer."}
        name, moves = params["name"], params["moves"]
        if name not in pyffish.variants():
            pyffish.load_variant_config(params["config"])
        start = params["start"] or pyffish.start_fen(name)
        is_over, result = pyffish.is_immediate_game_end(name, start, moves)
        legal = [] if is_over else pyffish.legal_moves(name, start, moves)
        if not (is_over or legal):
            is_over, result = True, pyffish.game_result(name, start, moves)
        fen = pyffish.get_fen(name, start, moves)
        return {
            "fen": fen,
            "played": [],
            "legal": [[move, pyffish.get_san(name, fen, move), False] for move in legal],
            "isCheck": pyffish.gives_check(name, start, moves),
            "result": (result > 0) - (result < 0) if is_over else None,
            "canClaim": False,
        }


@pytest.mark.parametrize("line", WINS)
def test_v17_wins_by_the_engine_of_the_client(line: int) -> None:
    """V17: the same ones; a problem of the engine ends the search."""
    client = WithPyffish.forked()
    try:
        client.start({}, {"variants": True})
        opened(client, MATES)

        assert ask(client, line, method="wazir/wins")["sentences"] == WINS[line]

        client.is_answering = False
        with pytest.raises(Refused, match="The engine has no answer"):
            ask(client, line, method="wazir/wins")
    finally:
        client.close()


def test_a_search_for_wins_can_be_cancelled(client: Client) -> None:
    """The server answers other requests meanwhile."""
    uri = opened(client, "[mine:chess]\n")
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}
    identity = client.post("wazir/wins", place)

    assert client.request("wazir/view", place)["title"]

    client.notify("$/cancelRequest", {"id": identity})
    with pytest.raises(Refused) as refused:
        client.answer(identity)

    assert refused.value.code == CANCELLED


def test_there_are_no_wins_without_a_variant(client: Client) -> None:
    uri = client.open("Knight = N\n")

    assert (
        client.request(
            "wazir/wins",
            {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}},
        )
        is None
    )
