"""How long a hover waits while something large goes on: `PYTHONPATH=tests python -m tests.benchmarks.waiting [WORDS]`.

Opens texts below a megabyte one after the other, ordinary ones and those of `adversarial`, asks for everything that the
server offers, and meanwhile hovers over another, small document again and again. A wait is the time for which the
server's main thread works from the hover to its answer, so that other programs do not count; it has a bar. WORDS choose
the texts whose names contain one of them, and `--requests` those requests. The exit status is 1 if the bar is missed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.benchmarks import adversarial
from tests.benchmarks.files import FILES
from tests.benchmarks.timing import PATIENCE, Message, Timer
from tests.lsp.client import ALL, ROOT

from asked import requests

BAR = 100
"""Milliseconds."""
SIZE = 950_000
"""Characters of an ordinary text."""
PAUSE = 0.002
"""Seconds between hovers."""
SMALL = "file:///small.betza"
HOVER: Message = {"textDocument": {"uri": SMALL}, "position": {"line": 0, "character": 8}}
ORDINARY = {
    "betza": ("betza", "samples/betza/fairy.betza"),
    "extended betza": ("betza", "samples/betza/bent-riders-extended.betza"),
    "bensahas": ("bensahas", "samples/bensahas/pieces.bensahas"),
    "ben39": ("ben39", "samples/ben39/games.ben39"),
    "puzzles": ("ben39", "samples/ben39/puzzles.ben39"),
    "lcpn": ("lcpn", "samples/lcpn/lisp.lcpn"),
}
"""Samples that are repeated, and their languages."""

Texts = dict[str, tuple[str, Callable[[], str]]]


def texts() -> Texts:
    """The language of each text, and what makes it, by its name."""
    found: Texts = {}
    for name, (language, path) in ORDINARY.items():
        sample = (ROOT / path).read_text("utf-8")
        found[f"ordinary {name}"] = language, partial(str.__mul__, sample, SIZE // len(sample))
    for name, file in FILES.items():
        if file.language != "python":
            found[f"ordinary {name} names"] = file.language, partial(file.make, 10_000)
    for language, group in adversarial.TEXTS.items():
        for name, text in group().items():
            found[f"{language} {name}"] = language, partial(str, text)
    return found


@dataclass
class Watched:
    """What a hover waited at most while one thing went on."""

    what: str
    waited: list[float] = field(default_factory=list)
    took: float = 0.0
    result: Any = None
    end: str = ""
    """How it ended, if not with a result."""

    @property
    def longest(self) -> float:
        """Milliseconds."""
        return 1_000 * max(self.waited, default=0)


class Session:
    """A server that is asked for something large, and for hovers meanwhile."""

    def __init__(self, language: str, limit: float) -> None:
        self._timer = Timer([sys.executable, "-m", "wazir", "lsp", "--log-level", "error"], None, ALL)
        self._uri = f"file:///large.{'md' if language == 'markdown' else language}"
        self._language, self._limit, self._version = language, limit, 1
        self._timer.open(SMALL, "betza", "Probe = WfF\n")
        for _ in range(3):
            self._timer.request("textDocument/hover", HOVER)

    def watch(self, what: str, data: bytes, is_end: Callable[[Message], bool], cancel: bytes = b"") -> Watched:
        """Sends a message, and hovers until another one comes."""
        timer, watched, begun = self._timer, Watched(what), time.perf_counter()
        end = timer.worked() + self._limit
        is_over = False

        def heard(message: Message, hover: int) -> bool:
            nonlocal is_over
            if is_end(message):
                is_over = True
                watched.result = message.get("result")
                watched.end = (message.get("error") or {}).get("message", "")
                watched.took = time.perf_counter() - begun
            return message.get("id") == hover

        timer.send(data)
        while not is_over:
            before = timer.worked()
            hover, _ = timer.post("textDocument/hover", HOVER)
            timer.until(partial(heard, hover=hover))
            watched.waited.append(timer.worked() - before)
            if (timer.worked() > end or time.perf_counter() - begun > PATIENCE) and not is_over:
                if not cancel:
                    watched.took, watched.end = time.perf_counter() - begun, "not at its end"
                    break
                timer.send(cancel)
                cancel = b""
            time.sleep(PAUSE)
        return watched

    def open(self, text: str) -> Watched:
        """Opens the large document."""
        item = {"uri": self._uri, "languageId": self._language, "version": 1, "text": text}
        data = self._timer.message("textDocument/didOpen", {"textDocument": item})
        return self.watch("open", data, self._is_diagnosed)

    def change(self, line: int, character: int, text: str, what: str) -> Watched:
        """Types something into it."""
        self._version += 1
        place = {"line": line, "character": character}
        change = {"range": {"start": place, "end": place}, "text": text}
        item = {"uri": self._uri, "version": self._version}
        data = self._timer.message("textDocument/didChange", {"textDocument": item, "contentChanges": [change]})
        return self.watch(what, data, self._is_diagnosed)

    def _is_diagnosed(self, message: Message) -> bool:
        params = message.get("params") or {}
        about = message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == self._uri
        return about and params.get("version", 0) >= self._version

    def ask(self, what: str, method: str, params: Mapping[str, Any]) -> Watched:
        """Asks for something in it."""
        identity = f"large {what}"
        asked = {"textDocument": {"uri": self._uri}, **params}
        data = self._timer.message(method, asked, id=identity)
        cancel = self._timer.message("$/cancelRequest", {"id": identity})
        return self.watch(what, data, lambda message: message.get("id") == identity, cancel)

    def all_of(self, text: str, wanted: Callable[[str], bool]) -> Iterator[Watched]:
        """Everything that can be done with a text."""
        yield self.open(text)
        starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]
        line = len(starts) // 2
        column = 1 if len(starts) > 1 else len(text) // 2
        if self._language == "markdown":
            line += next((more for more, start in enumerate(starts[line:]) if text[start : start + 3] == "```"), -1) + 1
        place = {"line": line, "character": column}
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(starts), "character": 0}}
        results: dict[str, Any] = {}
        for what, method, params in requests(place, whole):
            if wanted(what):
                watched = self.ask(what, method, {"position": place, **params})
                results[what] = watched.result
                yield watched
        for what, method, asked in following(results):
            if wanted(what):
                yield self.ask(what, method, asked)
        for sign, what in (("(", "key"), ("\n", "line")):
            if wanted(what):
                yield self.change(line, column, sign, what)
        if wanted("key at the top"):
            yield self.change(0, 0, "(", "key at the top")

    def close(self) -> None:
        """Ends the server."""
        self._timer.close()


def following(results: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """What is asked for after these answers."""
    for item in results.get("prepareCallHierarchy") or ():
        yield "incoming calls", "callHierarchy/incomingCalls", {"item": item}
        yield "outgoing calls", "callHierarchy/outgoingCalls", {"item": item}
    for action in results.get("actions here") or ():
        if "data" in action:
            yield f"resolve {action['title'][:20]}", "codeAction/resolve", action
    for item in ((results.get("completion") or {}).get("items") or ())[:3]:
        yield "resolve completion", "completionItem/resolve", item
    for form in (results.get("forms") or {}).get("forms", ()):
        yield f"convert to {form['name']}", "wazir/convert", {"form": form["name"]}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", nargs="*", help="parts of names of texts")
    parser.add_argument("--requests", nargs="*", default=(), help="parts of names of requests")
    parser.add_argument("--limit", type=float, default=10, help="seconds of work after which a request is cancelled")
    parser.add_argument("--all", action="store_true", help="print every request")
    options = parser.parse_args()
    worst = 0.0

    def tell(name: str, what: str, one: Watched) -> None:
        sys.stdout.write(f"{name:28} {what:24} {one.longest:7.0f} ms {one.took:7.2f} s {one.end[:60]}\n")
        sys.stdout.flush()

    def is_wanted(what: str) -> bool:
        return not options.requests or any(word in what for word in options.requests)

    for name, (language, make) in texts().items():
        if options.words and not any(word in name for word in options.words):
            continue
        session = Session(language, options.limit)
        watched: list[Watched] = []
        try:
            for one in session.all_of(make(), is_wanted):
                watched.append(one)
                if options.all or one.longest > BAR:
                    tell(name, one.what, one)
        except (EOFError, TimeoutError) as problem:
            before = watched[-1].what if watched else "the start"
            watched.append(Watched(f"after {before}", [PATIENCE], end=type(problem).__name__))
        finally:
            session.close()
        longest = max(watched, key=lambda one: one.longest)
        tell(name, f"= {longest.what}", longest)
        worst = max(worst, longest.longest)
    sys.stdout.write(f"\nThe longest wait: {worst:.0f} ms; bar: {BAR} ms\n")
    return 1 if worst > BAR else 0


if __name__ == "__main__":
    sys.exit(main())
