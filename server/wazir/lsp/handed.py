"""The files of a workspace that only the client can read: those of a server in a browser, or of a folder far away."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Container, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from pygls.exceptions import JsonRpcException

from wazir import notations
from wazir.document import Document
from wazir.lsp.slices import sliced
from wazir.lsp.uris import path_in
from wazir.lsp.workspace import LARGEST, MOST_FILES
from wazir.notations.base import Context, Notation
from wazir.steps import Steps

log = logging.getLogger(__name__)

FILES = "wazir/files"
"""Asks for the files whose names end in one of `endings`, `most` at most: a list of `uri`, `changed`, `size`."""
TEXTS = "wazir/texts"
"""Asks for the texts of `uris`: a list of them, with null for each that cannot be read."""
_BATCH = 50
"""So many texts are asked for at once."""


class _Known(NamedTuple):
    state: tuple[object, object]
    """When it was changed, and how long it is."""
    document: Document


class Handed:
    """Documents whose texts the client hands over, each asked for anew only when its file has changed."""

    def __init__(self, ask: Callable[[str, object], Awaitable[Any]]) -> None:
        """*ask* sends a request to the client, by its method and its parameters."""
        self._ask = ask
        self._known: dict[str, _Known] = {}
        self._listing: list[tuple[str, tuple[object, object]]] | None = None
        self._changes = 0
        self.is_followed = False
        """The client tells when files change, so that they need not be listed each time: far away that takes long."""

    def changed(self) -> None:
        """There are other files, or some of them are not what they were."""
        self._listing = None
        self._changes += 1

    async def documents(
        self, opened: Container[str], context_of: Callable[[str, Notation], Context]
    ) -> dict[str, Document]:
        """The documents of the workspace by URI, without the open ones; files that cannot be read are left out."""
        found: dict[str, _Known] = {}
        asked: list[tuple[str, tuple[object, object]]] = []
        for uri, state in await self._listed():
            known = self._known.get(uri)
            if known and known.state == state:
                found[uri] = known
            elif uri not in opened:
                asked.append((uri, state))
        for start in range(0, len(asked), _BATCH):
            batch = asked[start : start + _BATCH]
            texts = await self._answer(TEXTS, {"uris": [uri for uri, _ in batch]}) or ()
            for (uri, state), text in zip(batch, texts, strict=False):
                notation = notations.for_file(path_in(uri))
                if notation and isinstance(text, str) and len(text) <= LARGEST:
                    opening = Document.opening(notation, text, context_of(uri, notation))
                    found[uri] = _Known(state, await sliced(opening))
        self._known = {uri: await sliced(_in_context(found[uri], uri, context_of)) for uri in sorted(found)}
        return {uri: known.document for uri, known in self._known.items() if uri not in opened}

    async def _listed(self) -> list[tuple[str, tuple[object, object]]]:
        """The files that there are, with what tells whether they are the same as before."""
        if self.is_followed and self._listing is not None:
            return self._listing
        endings = [ending for notation in notations.REGISTRY for ending in notation.extensions]
        changes = self._changes
        answer = await self._answer(FILES, {"endings": endings, "most": MOST_FILES})
        listing = list(islice(_read(answer or []), MOST_FILES))
        if answer is not None and changes == self._changes:  # else there may be others by now
            self._listing = listing
        return listing

    async def _answer(self, method: str, params: object) -> list[Any] | None:
        """What the client answers; None if it does not, or not as it should."""
        try:
            answer = await self._ask(method, params)
        except JsonRpcException as refused:
            log.info("The client refuses `%s`: %s", method, refused)
            return None
        return answer if isinstance(answer, list) else None


def _read(answer: list[Any]) -> Iterator[tuple[str, tuple[object, object]]]:
    """What an answer lists, as far as it can be understood and is not too large."""
    for one in answer:
        if isinstance(one, Mapping) and isinstance(uri := one.get("uri"), str) and notations.for_file(path_in(uri)):
            size = one.get("size")
            if not isinstance(size, int) or size <= LARGEST:
                yield uri, (one.get("changed"), size)


def _in_context(known: _Known, uri: str, context_of: Callable[[str, Notation], Context]) -> Steps[_Known]:
    """The same text in the context that holds now."""
    document, context = known.document, context_of(uri, known.document.notation)
    if document.context == context:
        return known
    return known._replace(document=(yield from Document.opening(document.notation, document.text, context)))
