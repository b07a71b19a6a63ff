"""Programs that the server runs: who may name one, and how each ends."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engines import uci
from engines.fakes import FAKES, Fake, fake
from generating.settings import table
from lsp.client import ALL, ROOT, Client, Message, Refused, merged, serving
from wazir.lsp.custom_requests import CUSTOM_REQUESTS

pytest.importorskip("pyffish", reason="pyffish is not installed")

IMPATIENT = (str(Path(__file__).with_name("impatient_server.py")),)
"""A server that waits a second for a program, which may not have started by then."""
URI = "file:///v/variants.ini"
PATIENCE = 60.0
"""Seconds for the end of a server, which is ended by force after that."""


# Who may name a program

TEXT = "[mine:chess]\n"
NAMES = (
    "engineProgram",
    "engine-program",
    "engine_program",
    "interpreter",
    "program",
    "command",
    "path",
    "server",
    *(row.name.removeprefix("wazir.") for row in table() if row.type == "string"),
)
"""Settings that name a program, that might, and all others that are strings."""
NO_REQUESTS = merged(ALL, {"workspace": {"configuration": None}})
"""The capabilities of a client whose settings cannot be requested."""
HINT = "`wazir lsp --engine PATH`"


class OfFolder(Client):
    """A client that takes all settings from files of a folder."""

    def _reply(self, method: str, params: Any) -> object:
        return (
            [self.settings for _ in params["items"]]
            if method == "workspace/configuration"
            else None
        )


def hostile(path: Path) -> Message:
    """Settings each of which names a program."""
    return {name: str(path) for name in NAMES}


def by_configuration(path: Path) -> Client:
    """A client that answers requests for settings."""
    client = OfFolder.forked(settings=hostile(path))
    client.start(workspaceFolders=[{"uri": path.parent.as_uri(), "name": "v"}])
    return client


def by_notification(path: Path) -> Client:
    """A client that sends settings."""
    client = Client.forked()
    client.start(NO_REQUESTS, workspaceFolders=[{"uri": path.parent.as_uri(), "name": "v"}])
    client.notify("workspace/didChangeConfiguration", {"settings": {"wazir": hostile(path)}})
    return client


def by_options(path: Path) -> Client:
    """A client that sends settings as initialization options."""
    client = Client.forked()
    client.start(NO_REQUESTS, hostile(path))
    return client


def by_nested_options(path: Path) -> Client:
    """The same, one level deeper."""
    client = Client.forked()
    client.start(NO_REQUESTS, {"settings": {"wazir": hostile(path)}, "variants": False})
    return client


def by_project(path: Path) -> Client:
    """A client in whose folder is a file of settings."""
    lines = [f'"{name}" = "{path}"\n' for name in hostile(path)]
    (path.parent / "wazir.toml").write_text("".join(lines), "utf-8")
    client = Client.forked()
    client.start(NO_REQUESTS, workspaceFolders=[{"uri": path.parent.as_uri(), "name": "v"}])
    return client


CHANNELS: Mapping[str, Callable[[Path], Client]] = {
    "a request for settings": by_configuration,
    "a notification": by_notification,
    "initialization options": by_options,
    "settings in initialization options": by_nested_options,
    "a file of the project": by_project,
}


@pytest.mark.parametrize("channel", CHANNELS)
def test_no_setting_names_a_program(tmp_path: Path, channel: str) -> None:
    """Whatever it is called and however it comes; a message says who names it. No request and no
    command names one.
    """
    path = uci.program(tmp_path)
    client = CHANNELS[channel](path)
    try:
        uri = client.open(TEXT, (tmp_path / "variants.ini").as_uri(), "fairy-variants")
        client.diagnostics(uri)
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}
        for method in CUSTOM_REQUESTS:
            with suppress(Refused):
                asked = {**hostile(path), **place, "played": [], "level": 1, "games": 1}
                client.request(method, asked)
        for command in ("wazir.checkWithEngine", "wazir.evaluate", str(path)):
            with suppress(Refused):
                client.request("workspace/executeCommand", {"command": command, "arguments": [uri]})
        shown = [
            each["params"]["message"] for each in client.heard if "showMessage" in each["method"]
        ]

        assert not path.with_suffix(".heard").exists()
        assert client.request("wazir/play", place)["levels"] == []
        assert any("ngine" in message and HINT in message for message in shown), shown
    finally:
        client.close()


def test_the_documentation_names_all_that_names_a_program() -> None:
    """Of the settings of VS Code and the options of the commands; no folder can have such a
    setting.
    """
    page = (ROOT / "docs" / "settings.md").read_text("utf-8").split("## Programs")[1]
    manifest = json.loads((ROOT / "vscode-extension" / "package.json").read_text("utf-8"))
    properties = manifest["contributes"]["configuration"]["properties"]
    known = {row.name for row in table()}
    own = {name: about for name, about in properties.items() if name not in known}

    assert {name for name in own if name not in page} == {"wazir.trace.server"}
    assert {name for name, about in own.items() if about["scope"] == "machine"} == {
        name for name, about in own.items() if "enum" not in about
    }
    assert all(f"`{words}`" in page for words in ("wazir lsp --engine PATH", "WAZIR_ENGINE"))
    assert "`wazir check --program PATH`" in page


def spellings(path: Path, outside: Path) -> Mapping[str, Path]:
    """Paths that lead into the folder of a program, which is the current one."""
    to_file, to_folder, through = (outside / name for name in ("file", "folder", "through"))
    to_file.symlink_to(path)
    to_folder.symlink_to(path.parent, target_is_directory=True)
    (path.parent / "out").symlink_to("/bin/sh")
    through.symlink_to(path.parent / "out")
    return {
        "as it is": path,
        "by the process": Path(f"/proc/{os.getpid()}/cwd") / path.name,
        "by a link": to_file,
        "by a link to the folder": to_folder / path.name,
        "by a link that leads out again": through,
        "by a way back": path.parent / ".." / path.parent.name / path.name,
    }


def test_a_program_in_an_open_folder_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever names it, and however the path leads there."""
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    monkeypatch.chdir(folder)
    path = uci.program(folder)
    for words, named in spellings(path, outside).items():
        assert named.is_file(), words
        with serving(
            arguments=["--engine", str(named)],
            workspaceFolders=[{"uri": folder.as_uri(), "name": "v"}],
        ) as client:
            uri = client.open(TEXT, (folder / "variants.ini").as_uri(), "fairy-variants")
            place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}
            with pytest.raises(Refused, match="open folder"):
                client.request("wazir/reply", {**place, "played": [], "level": 1})
            command = {"command": "wazir.checkWithEngine", "arguments": [uri]}
            client.request("workspace/executeCommand", command)

            assert "open folder" in client.next("window/showMessage")["message"], words
            played = client.request("wazir/playtest", {**place, "player": "engine", "games": 1})

            assert "open folder" in played["problem"], words
    assert not path.with_suffix(".heard").exists()


def test_the_environment_names_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless an option does."""
    (tmp_path / "other").mkdir()
    path, other = uci.program(tmp_path), uci.program(tmp_path / "other", move="d7d5")
    monkeypatch.setenv("WAZIR_ENGINE", str(path))
    answers = []
    for arguments in ([], ["--engine", str(other)]):
        with closing(Client(*arguments)) as client:
            client.start()
            client.open(TEXT, URI, "fairy-variants")
            place = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 1}}
            asked = {**place, "played": ["e2e4"], "level": 1}
            answers.append(client.request("wazir/reply", asked)["action"])

    assert answers == ["e7e5", "d7d5"]


# Programs that misbehave


@dataclass(frozen=True)
class Asked:
    """A question that a server has put to a program."""

    client: Client
    engine: Fake
    identity: int


def ask_for_a_reply(client: Client) -> int:
    """Posts a request for a move."""
    place = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 1}}
    return client.post("wazir/reply", {**place, "played": [], "level": 1})


def ask_for_a_check(client: Client) -> int:
    """Posts a command that checks the file."""
    command = {"command": "wazir.checkWithEngine", "arguments": [URI]}
    return client.post("workspace/executeCommand", command)


QUESTIONS: Mapping[str, Callable[[Client], int]] = {
    "a reply": ask_for_a_reply,
    "a check": ask_for_a_check,
}


@contextmanager
def every_fake(
    folder: Path, question: str, program: Sequence[str] = ("-m", "wazir")
) -> Iterator[Mapping[str, Asked]]:
    """A server for each of the programs, with a question that was put to the program."""
    with ExitStack() as stack:
        asked = dict[str, Asked]()
        for name in FAKES:
            own = folder / name
            own.mkdir()
            engine = stack.enter_context(fake(own, name))
            arguments = ["--engine", str(engine.path)]
            client = stack.enter_context(serving(program=program, arguments=arguments))
            client.open("[mine:chess]\n", URI, "fairy-variants")
            asked[name] = Asked(client, engine, QUESTIONS[question](client))
        yield asked


@contextmanager
def every_started_fake(folder: Path, question: str) -> Iterator[Mapping[str, Asked]]:
    """A server for each of the programs, which have all started."""
    with every_fake(folder, question) as asked:
        for each in asked.values():
            each.engine.wait_for_start()
        yield asked


def remaining(asked: Mapping[str, Asked]) -> list[str]:
    """The programs of which a process still runs."""
    return [name for name, each in asked.items() if not each.engine.is_gone()]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_always_answered(tmp_path: Path, question: str) -> None:
    """With an error for a move, and without one for a check, whose problem is shown."""
    with every_fake(tmp_path, question, IMPATIENT) as asked:
        for each in asked.values():
            if question == "a reply":
                with pytest.raises(Refused, match=r"within its time|not an engine|without a move"):
                    each.client.answer(each.identity)
            else:
                assert each.client.answer(each.identity) is None

        assert remaining(asked) == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_cancelled_question_ends_its_program(tmp_path: Path, question: str) -> None:
    """It is answered, with an error unless the program was faster."""
    with every_started_fake(tmp_path, question) as asked:
        for each in asked.values():
            each.client.notify("$/cancelRequest", {"id": each.identity})
        for each in asked.values():
            with suppress(Refused):
                each.client.answer(each.identity)

        assert remaining(asked) == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_shutdown_ends_the_programs(tmp_path: Path, question: str) -> None:
    """The question is answered, and the server ends."""
    with every_started_fake(tmp_path, question) as asked:
        for each in asked.values():
            stopping = each.client.post("shutdown", None)
            with suppress(Refused):
                each.client.answer(each.identity)
            each.client.answer(stopping)
        assert remaining(asked) == []
        for each in asked.values():
            each.client.notify("exit", None)
            assert each.client.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_exit_right_after_the_shutdown_ends_the_programs(tmp_path: Path, question: str) -> None:
    with every_started_fake(tmp_path, question) as asked:
        for each in asked.values():
            each.client.send({"id": 99, "method": "shutdown"}, {"method": "exit"})
        for each in asked.values():
            assert each.client.process.wait(PATIENCE) == 0

        assert remaining(asked) == []
        assert "".join(each.client.errors() for each in asked.values()) == ""


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_end_of_the_input_ends_the_programs(tmp_path: Path, question: str) -> None:
    """And the server."""
    with every_started_fake(tmp_path, question) as asked:
        for each in asked.values():
            assert each.client.process.stdin
            each.client.process.stdin.close()
        for each in asked.values():
            assert each.client.process.wait(PATIENCE) == 1

        assert remaining(asked) == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_death_of_the_server_ends_the_programs(tmp_path: Path, question: str) -> None:
    with every_started_fake(tmp_path, question) as asked:
        for each in asked.values():
            each.client.process.kill()

        assert remaining(asked) == []
