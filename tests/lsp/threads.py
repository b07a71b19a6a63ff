"""Requests of all kinds while edits stream in: nothing fails, and in the end all answers are those
of a fresh server.

    PYTHONPATH=server:tests python tests/lsp/threads.py --rounds 100 --seed 7

talks to one server a round; with `--hasty` threads of the server switch as often as they can.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "document"))

from soak_notations import SHARES, random_edit

from lsp.client import ALL, Client, Message, Refused, merged

HASTY = (
    "from wazir.lsp import connection; connection._SWITCH = 1e-6; "
    "from wazir.cli import main; raise SystemExit(main())"
)
"""A program whose server switches between threads after a microsecond."""
PULL = merged(ALL, {"textDocument": {"diagnostic": {}}})
ALLOWED = {-32800, -32801, -32802}
"""Errors: the request is cancelled, the content is modified, the server cancelled."""
REFUSED = {-32602, -32803}
"""Errors of requests that make no sense at their place, such as a new name that is taken."""
PLACED = (
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "completion",
    "signatureHelp",
    "prepareRename",
)
MORE: dict[str, Message] = {"references": {"context": {"includeDeclaration": True}}}
WHOLE = (
    "documentSymbol",
    "foldingRange",
    "codeLens",
    "documentLink",
    "semanticTokens/full",
    "diagnostic",
)
"""Requests about a whole document; the last one is of a client that requests diagnostics."""
FORMAT = {"tabSize": 2, "insertSpaces": True}
NUMBERS = {"version", "resultId", "data"}
LAST: Message = {"start": {"line": 0, "character": 0}, "end": {"line": 9_999, "character": 0}}


class Typist:
    """Sends random edits and requests to a server, and remembers the texts."""

    def __init__(self, client: Client, rng: random.Random, pulls: bool) -> None:
        self.client, self.rng, self.pulls = client, rng, pulls
        self.texts = {
            f"file:///{kind}.{'md' if kind == 'markdown' else kind}": "" for kind in SHARES
        }
        self.kinds = dict(zip(self.texts, SHARES, strict=True))
        self.posted: dict[int, str] = {}
        """The methods of the requests that are not answered yet."""
        self.tokens: dict[str, str] = {}
        """The last ids of semantic tokens."""
        self.items: list[Message] = []
        """Completions that can be resolved."""
        self.version = 0

    def edit(self, uri: str) -> None:
        """Opens a document, or changes or closes it."""
        self.version += 1
        text, kind = self.texts[uri], self.kinds[uri]
        if not text or self.rng.random() < 0.02:
            if text:
                self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
            edit = random_edit(self.rng, kind, "")
            self.texts[uri] = text = (edit.text or "x") * self.rng.choice((1, 5, 40))
            language = kind if kind == "markdown" else ""
            item = {"uri": uri, "languageId": language, "version": self.version, "text": text}
            self.client.notify("textDocument/didOpen", {"textDocument": item})
            return
        changes = []
        for _ in range(self.rng.choice((1, 1, 3))):
            edit = random_edit(self.rng, kind, text)
            start, end = _outside(text, edit.span.start), _outside(text, edit.span.end)
            changes.append(
                {"range": {"start": place(text, start), "end": place(text, end)}, "text": edit.text}
            )
            text = text[:start] + edit.text + text[end:]
        self.texts[uri] = text or "x"
        if not text:
            changes.append({"text": "x"})
        self.client.change(uri, self.version, *changes)

    def request(self, uri: str) -> None:
        """Sends a request of any kind."""
        rng, kind = self.rng, self.rng.random()
        where = {
            "textDocument": {"uri": uri},
            "position": {"line": rng.randrange(12), "character": rng.randrange(30)},
        }
        document = {"textDocument": {"uri": uri}}
        if kind < 0.35:
            feature = rng.choice(PLACED)
            self._post(f"textDocument/{feature}", {**where, **MORE.get(feature, {})})
        elif kind < 0.6:
            self._post(f"textDocument/{rng.choice(WHOLE if self.pulls else WHOLE[:-1])}", document)
        elif kind < 0.67:
            self._post("workspace/symbol", {"query": rng.choice(("", "a", "kn"))})
        elif kind < 0.72:
            self._post("textDocument/rename", {**where, "newName": f"New{rng.randrange(99)}"})
        elif kind < 0.78:
            self._post("textDocument/formatting", {**document, "options": FORMAT})
        elif kind < 0.83 and self.items:
            self._post("completionItem/resolve", rng.choice(self.items))
        elif kind < 0.9:
            before = self.tokens.get(uri, "0")
            self._post(
                "textDocument/semanticTokens/full/delta", {**document, "previousResultId": before}
            )
        elif kind < 0.95:
            self._post(
                "textDocument/codeAction",
                {**document, "range": LAST, "context": {"diagnostics": []}},
            )
        else:
            self._post("textDocument/inlayHint", {**document, "range": LAST})

    def _post(self, method: str, params: Message) -> None:
        identity = self.client.post(method, params)
        self.posted[identity] = method
        if self.rng.random() < 0.1:
            self.client.notify("$/cancelRequest", {"id": identity})

    def take(self) -> None:
        """Waits for an answer; fails if it is an error that nobody caused."""
        identity = next(iter(self.posted))
        method = self.posted.pop(identity)
        try:
            answer = self.client.answer(identity)
        except Refused as error:
            if error.code not in ALLOWED | REFUSED:
                raise
            return
        if method == "textDocument/completion" and answer and answer["items"]:
            self.items = answer["items"][:3]

    def settle(self) -> None:
        """Waits for all answers."""
        while self.posted:
            self.take()


def _outside(text: str, offset: int) -> int:
    """An offset, moved before a line end of two characters that it would cut."""
    return offset - (offset > 0 and text[offset - 1 : offset + 1] == "\r\n")


def place(text: str, offset: int) -> Message:
    """An offset as a position in UTF-16."""
    lines = text[:offset].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}


def unnumbered(answer: Any) -> Any:
    """An answer without versions, and without the numbers of results and lists, which differ
    between servers.
    """
    if isinstance(answer, dict):
        return {name: unnumbered(value) for name, value in answer.items() if name not in NUMBERS}
    return [unnumbered(value) for value in answer] if isinstance(answer, list) else answer


def answers(client: Client, texts: dict[str, str], pulls: bool) -> Iterator[tuple[str, Any]]:
    """What a server says of texts."""
    for uri, text in texts.items():
        document = {"textDocument": {"uri": uri}}
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for method in WHOLE if pulls else WHOLE[:-1]:
            yield f"{uri} {method}", client.request(f"textDocument/{method}", document)
        for line in range(0, len(lines), max(len(lines) // 4, 1)):
            where = {"line": line, "character": len(lines[line]) // 2}
            for method in ("hover", "definition", "references", "completion"):
                params = {**document, "position": where, **MORE.get(method, {})}
                yield f"{uri} {method} {where}", client.request(f"textDocument/{method}", params)
        yield (
            f"{uri} format",
            client.request("textDocument/formatting", {**document, "options": FORMAT}),
        )
        action = {**document, "range": LAST, "context": {"diagnostics": []}}
        yield f"{uri} actions", client.request("textDocument/codeAction", action)
    yield "symbols", sorted(map(repr, client.request("workspace/symbol", {"query": "a"})))


@contextmanager
def started(capabilities: Message, hasty: bool) -> Iterator[Client]:
    """A client of a server of its own."""
    client = Client("--log-level", "error", program=("-c", HASTY) if hasty else ("-m", "wazir"))
    errors: list[bytes] = []
    assert client.process.stderr
    reader = threading.Thread(target=errors.extend, args=[client.process.stderr], daemon=True)
    reader.start()
    try:
        client.start(capabilities)
        yield client
        assert client.stop() == 0
        reader.join()
        assert not errors
    finally:
        time.sleep(0.2)
        sys.stderr.write(f"{b''.join(errors).decode()}status {client.process.poll()}\n")
        client.close()


def play(seed: int, steps: int = 300, hasty: bool = False) -> int:
    """Edits and asks at random, then compares with a fresh server; says how many requests there
    were.
    """
    rng = random.Random(seed)
    pulls = seed % 2 == 1
    capabilities = PULL if pulls else ALL
    with started(capabilities, hasty) as client, started(capabilities, hasty=False) as fresh:
        typist = Typist(client, rng, pulls)
        for _ in range(steps):
            uri = rng.choice(list(typist.texts))
            for _ in range(rng.choice((0, 1, 1, 2))):
                typist.edit(uri)
            for _ in range(rng.choice((0, 1, 2, 6))):
                typist.request(rng.choice((uri, rng.choice(list(typist.texts)))))
            while len(typist.posted) > 30:
                typist.take()
        typist.settle()
        time.sleep(1)  # pieces are compared after half a second without a change
        opened = {uri: text for uri, text in typist.texts.items() if text}
        for uri, text in opened.items():
            fresh.open(text, uri, "markdown" if uri.endswith("md") else "")
        time.sleep(1)
        pairs = zip(answers(client, opened, pulls), answers(fresh, opened, pulls), strict=True)
        for (about, answer), (_, expected) in pairs:
            assert unnumbered(answer) == unnumbered(expected), (
                seed,
                about,
                answer,
                expected,
                opened,
            )
        assert not [
            shown
            for shown in client.heard
            if shown["method"] in ("window/logMessage", "window/showMessage")
        ]
        return client._id


def main() -> None:
    """Plays as many rounds as are wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--hasty", action="store_true", help="threads switch after a microsecond")
    options = parser.parse_args()
    asked = 0
    for number in range(options.rounds):
        asked += play(options.seed + number, hasty=options.hasty)
        sys.stdout.write(f"{number + 1} rounds, {asked:,} requests\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
