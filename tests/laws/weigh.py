"""Measures the work of requests: processor time, memory and internal errors, each text in a process
of its own.

    PYTHONPATH=server:tests python tests/laws/weigh.py < cases

reads a case a line as JSON and writes what it weighs. A case is answered by a server in a process
that is forked from one that has imported the program, so no cache of another text helps it, and its
end is that of one case.
"""

from __future__ import annotations

import asyncio
import atexit
import faulthandler
import gc
import json
import logging
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from lsp.client import ALL, Message
from wazir import system
from wazir.features.views.copying import forms
from wazir.lsp import connection
from wazir.lsp.server import FEATURES

SECONDS = 2.0
"""Seconds of processor time that a request may take, on a machine that takes `REFERENCE` for the
work of reference.
"""
REFERENCE = 0.03
MEGABYTES = 300
"""Memory that a server may have in use, also what it has at its start."""
TIMES = 3
"""How often a request is weighed that takes too much. The time of the same work differs on a
machine that does other work.
"""
KILLED_AFTER = 12.0
"""Seconds of processor time after which a process is ended, so that a law fails soon."""
KILLED_BEYOND = 600
"""Megabytes of data that a process can have."""
INTERNAL = -32603
WARNING = 2
"""The type of a logged warning; an error is below it."""
ENDINGS = {
    "betza": "betza",
    "lcpn": "lcpn",
    "bensahas": "bensahas",
    "ben39": "ben39",
    "fairy-variants": "variants.ini",
    "xboard": "xboard.debug",
    "interactive-diagram": "idiagram.html",
    "markdown": "md",
}


@dataclass(frozen=True)
class Case:
    """A text, the places where requests are made, and what the requests say."""

    notation: str
    text: str
    offsets: tuple[int, ...] = ()
    more: Message = field(default_factory=dict)
    """Fields of the parameters of custom requests."""
    requests: tuple[str, ...] = ()
    """The methods of the requests that are made; all if there are none."""
    name: str = ""


@dataclass(frozen=True)
class Weight:
    """What a request took."""

    method: str
    at: str
    seconds: float
    megabytes: int
    problem: str = ""
    """An internal error, or where the process was when it was ended."""

    @property
    def is_too_much(self) -> bool:
        """Whether the law does not hold."""
        return bool(self.problem) or self.seconds > SECONDS or self.megabytes > MEGABYTES


# In the process of one case


class Answering:
    """A server in this process, and a client that makes requests one after the other."""

    def __init__(self, case: Case, tell: Callable[[object], None]) -> None:
        self.case = case
        self.tell = tell
        self.uri = f"file:///pieces/case.{ENDINGS.get(case.notation, case.notation)}"
        if case.notation == "wazir-settings":
            self.uri = "file:///pieces/wazir.toml"
        self.answers: dict[Any, Message] = {}
        self.faults: list[str] = []
        self.diagnosed = False
        self.number = 0
        self._take = connection.start_in_worker(self._hear, lambda _: None)

    def _hear(self, body: str) -> None:
        message = json.loads(body)
        method, params = message.get("method"), message.get("params")
        if message.get("error", {}).get("code") == INTERNAL:
            self.faults.append(message["error"]["message"])
        if method == "window/logMessage" and params["type"] <= WARNING:
            self.faults.append(params["message"])
        if method == "textDocument/publishDiagnostics":
            self.diagnosed = True
        if method is None:
            self.answers[message["id"]] = message
        elif "id" in message:
            self.send({"id": message["id"], "result": None})

    def send(self, message: Message) -> None:
        """Passes a message to the server."""
        self._take(json.dumps({"jsonrpc": "2.0", **message}))

    async def request(self, method: str, params: object, at: str = "") -> Any:
        """The result of a request; null for an error."""
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params}
        await self.weighed(method, at, lambda: self.send(message), lambda: number in self.answers)
        return self.answers.pop(number, {}).get("result")

    async def weighed(
        self, method: str, at: str, send: Callable[[], None], is_done: Callable[[], bool]
    ) -> None:
        """Sends a message, waits for what follows, and tells what it took."""
        self.tell([method, at])
        signal.setitimer(signal.ITIMER_PROF, KILLED_AFTER)
        start = time.process_time()
        send()
        while not is_done():
            await asyncio.sleep(0)
        seconds = time.process_time() - start
        signal.setitimer(signal.ITIMER_PROF, 0)
        if seconds > SECONDS:
            seconds /= slowness()
        problem = "; ".join(self.faults)
        self.faults.clear()
        self.tell(asdict(Weight(method, at, seconds, megabytes(), problem)))

    async def run(self) -> None:
        """Opens the text, and makes every request."""
        start = {"processId": None, "rootUri": None, "capabilities": ALL}
        await self.request("initialize", start)
        self.send({"method": "initialized", "params": {}})
        await self.opened()
        places = [self._place(offset) for offset in self.case.offsets]
        whole = {"start": self._place(0), "end": self._place(len(self.case.text))}
        for method in dict.fromkeys(feature.method for feature in FEATURES):
            if self.case.requests and method not in self.case.requests:
                continue
            if method.endswith("/resolve") or method.startswith("callHierarchy/"):
                continue
            if "codeAction" in method:
                await self._actions(whole)
                for place in places:
                    await self._actions({"start": place, "end": place})
            elif method in OF_FILES or method.startswith("wazir/"):
                await self._ask(method, places[len(places) // 2], whole)
            else:
                for place in places:
                    await self._ask(method, place, whole)

    async def opened(self) -> None:
        """Opens the text, and waits for its diagnostics."""
        item = {"uri": self.uri, "languageId": self.case.notation, "version": 1}
        params = {"textDocument": {**item, "text": self.case.text}}
        message = {"method": "textDocument/didOpen", "params": params}
        await self.weighed(
            "diagnostics",
            "",
            lambda: self.send(message),
            lambda: self.diagnosed or bool(self.faults),
        )

    async def _ask(self, method: str, place: Message, whole: Message) -> None:
        """Makes a request, and those that follow from its answer."""
        at = "{line}:{character}".format(**place)
        params: Message = {
            "textDocument": {"uri": self.uri},
            "position": place,
            "positions": [place],
            "range": whole,
            "context": {"diagnostics": [], "includeDeclaration": True},
            "options": {"tabSize": 2, "insertSpaces": True},
            "newName": "other",
            "ch": ")",
            "query": "",
            "previousResultIds": [],
            "square": "d4",
            "language": self.case.notation,
            "text": self.case.text,
            "nodes": 10,
            "games": 1,
            "level": 1,
            **self.case.more,
        }
        if method == "textDocument/completion":
            answer = await self.request(method, params, at)
            items = answer.get("items", []) if isinstance(answer, dict) else answer or []
            for item in items[:3]:
                await self.request("completionItem/resolve", item, at)
        elif method == "textDocument/prepareCallHierarchy":
            for item in await self.request(method, params, at) or []:
                for way in ("incoming", "outgoing"):
                    await self.request(f"callHierarchy/{way}Calls", {"item": item}, at)
        elif method in FORMS_OF:
            for form in await FORMS_OF[method](self):
                await self.request(method, {**params, "form": form}, f"{at} {form}")
        else:
            await self.request(method, params, at)

    async def _actions(self, span: Message) -> None:
        """The code actions of a range, each with its edit."""
        at = "{line}:{character}".format(**span["end"])
        document = {"uri": self.uri}
        params = {"textDocument": document, "range": span, "context": {"diagnostics": []}}
        for action in await self.request("textDocument/codeAction", params, at) or []:
            if "edit" not in action:
                await self.request("codeAction/resolve", action, f"{at} {action['title']}")

    async def _forms(self) -> list[str]:
        """All forms that the text can be converted to."""
        params = {"textDocument": {"uri": self.uri}}
        answer = await self.request("wazir/forms", params) or {}
        return [form["name"] for form in answer.get("forms", ())]

    async def _copies(self) -> list[str]:
        return list(forms())

    async def _galleries(self) -> list[str]:
        return ["html", "svg", "list"]

    def _place(self, offset: int) -> Message:
        """The position of an offset."""
        before = self.case.text[:offset]
        line = before.count("\n")
        last = before.rpartition("\n")[2]
        return {"line": line, "character": len(last.encode("utf-16-le")) // 2}


FORMS_OF: dict[str, Callable[[Answering], Any]] = {
    "wazir/convert": Answering._forms,
    "wazir/copy": Answering._copies,
    "wazir/gallery": Answering._galleries,
}
"""Requests that are made once for each form."""
OF_FILES = frozenset(
    {
        "textDocument/inlayHint",
        "textDocument/formatting",
        "textDocument/rangeFormatting",
        "textDocument/documentSymbol",
        "workspace/symbol",
        "textDocument/foldingRange",
        "textDocument/documentLink",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/full/delta",
        "textDocument/semanticTokens/range",
        "textDocument/codeLens",
        "textDocument/diagnostic",
        "workspace/diagnostic",
        "wazir/gallery",
        "wazir/convert",
        "wazir/forms",
        "wazir/fence",
        "wazir/find",
    }
)
"""Requests that are about a whole text."""


def megabytes() -> int:
    """The most memory that this process has had in use."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1_000


def slowness() -> float:
    """How much longer than the reference this machine takes for the same work now; 1 if it is
    faster.
    """
    return max(1.0, min(_work_of_reference() for _ in range(3)) / REFERENCE)


def _work_of_reference() -> float:
    """The seconds of processor time that some work takes."""
    start = time.process_time()
    words: dict[tuple[int, int], str] = {}
    for number in range(60_000):
        place = number % 251, number % 241
        words[place] = f"{words.get(place, '')[-8:]}{number}"
    return time.process_time() - start


def answer(case: Case, report: int, trace: int) -> None:
    """Answers all requests of a case, and writes what they took."""

    def tell(event: object) -> None:
        os.write(report, json.dumps(event).encode() + b"\n")

    most = KILLED_BEYOND * 1_000_000
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    # Shows where the process is, also within a function of C, and ends it.
    faulthandler.register(signal.SIGPROF, file=trace, chain=True)
    asyncio.run(Answering(case, tell).run())


# In the process that forks


def serve() -> None:
    """Weighs the case of each line of the input."""
    system.HAS_PROCESSES = False
    logging.disable()
    warm_up()
    for line in sys.stdin:
        case = Case(**json.loads(line))
        weights = [asdict(weight) for weight in weigh_apart(case)]
        sys.stdout.write(json.dumps(weights) + "\n")
        sys.stdout.flush()


def warm_up() -> None:
    """Makes what all servers share, once."""
    texts = {"betza": "A = W\n", "lcpn": "(def a wazir)\n", "bensahas": "x: {(1, 0)}\n"}
    for notation, text in texts.items():
        case = Case(notation, text, (len(text) - 1,))
        asyncio.run(Answering(case, lambda _: None).run())
    gc.collect()
    gc.freeze()


def weigh_apart(case: Case) -> list[Weight]:
    """What the requests of a case take, in a process of their own; the last one, if it had to be
    ended.
    """
    with tempfile.TemporaryFile() as trace, tempfile.TemporaryFile() as report:
        process = os.fork()
        if not process:
            status = 1
            try:
                answer(case, report.fileno(), trace.fileno())
                status = 0
            except BaseException as problem:
                os.write(trace.fileno(), repr(problem).encode())
            finally:
                os._exit(status)
        _, status, used = os.wait4(process, 0)
        report.seek(0)
        trace.seek(0)
        events = [json.loads(line) for line in report]
        where = trace.read().decode("utf-8", "replace")
    weights = [Weight(**event) for event in events if isinstance(event, dict)]
    if status:
        method, at = events[-1] if events and isinstance(events[-1], list) else ("", "")
        problem = f"ended with {os.waitstatus_to_exitcode(status)}: {short(where)}"
        seconds, most = used.ru_utime + used.ru_stime, used.ru_maxrss // 1_000
        weights.append(Weight(method, at, seconds, most, problem))
    return weights


def short(trace: str) -> str:
    """The innermost functions of a trace."""
    lines = [line.strip() for line in trace.splitlines() if "File" in line]
    calls = []
    for line in lines:
        path, _, rest = line.removeprefix('File "').partition('", line ')
        number, _, name = rest.partition(" in ")
        calls.append(f"{Path(path).name}:{number} {name}")
    return " < ".join(calls[:12]) or trace[-300:]


# In the tests


def weigh(case: Case) -> list[Weight]:
    """What the requests of a case take."""
    process = _process()
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps(asdict(case)) + "\n")
    process.stdin.flush()
    return [Weight(**weight) for weight in json.loads(process.stdout.readline())]


def too_much(case: Case) -> list[Weight]:
    """The requests of a case that take too much each time they are weighed."""
    heavy = [weight for weight in weigh(case) if weight.is_too_much]
    for _ in range(TIMES - 1):
        if not heavy:
            break
        again = {(each.method, each.at) for each in weigh(case) if each.is_too_much}
        heavy = [each for each in heavy if (each.method, each.at) in again]
    return heavy


@cache
def _process() -> subprocess.Popen[str]:
    """The process that forks, which ends with this one."""
    path = os.pathsep.join(filter(None, sys.path))
    process = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        text=True,
    )
    atexit.register(process.kill)
    return process


if __name__ == "__main__":
    del sys.path[0]
    serve()
