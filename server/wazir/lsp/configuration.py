"""The settings of a client and its projects, for each file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from wazir import notations
from wazir.document.markdown import Languages
from wazir.lsp.schema import SECTION, read_settings
from wazir.lsp.workspace import file_path, normal_uri
from wazir.notations.notation import Context, Notation
from wazir.settings import FileSettings
from wazir.settings.files import nearest, problems_of

if TYPE_CHECKING:
    from concurrent.futures import Future

    from wazir.lsp.session import Session

SECONDS_TO_ANSWER = 0.3
"""Seconds for which the first diagnostics wait for settings that were requested."""


class Configuration:
    """The settings of the workspace and of each folder."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._by_folder: dict[str, FileSettings] = {"": FileSettings()}
        self._reported = set[str]()
        self.is_awaited = False
        """The first settings have been requested and may arrive soon."""

    def of_client(self, uri: str) -> FileSettings:
        """The settings of the client for a document: those of the innermost folder that contains
        it.
        """
        by_folder = self._by_folder  # other threads replace it
        place = f"{normal_uri(uri)}/"
        inside = [
            folder
            for folder in by_folder
            if not folder or place.startswith(normal_uri(folder).rstrip("/") + "/")
        ]
        return by_folder[max(inside, key=lambda folder: len(normal_uri(folder)))]

    def at(self, uri: str) -> FileSettings:
        """The settings for a document: those of its project go before those of the client."""
        client = self.of_client(uri)
        if not (path := file_path(uri)) or not (project := nearest(path)):
            return client
        for problem in problems_of(project):
            self._warn(problem)
        return project.at(path, client)

    def context(self, uri: str, notation: Notation) -> Context:
        """The context at the top of a document."""
        return self.at(uri).context(notation)

    def languages(self, uri: str) -> Languages:
        """The notations of blocks in a Markdown file."""
        return {
            notation.name: (notation, self.context(uri, notation))
            for notation in notations.REGISTRY
        }

    def begin(self) -> None:
        """Takes the settings in the initialization options, which hold where the client sends no
        others.
        """
        self._take({"": None})

    def follow(self) -> None:
        """Requests the settings from a client that supports that."""
        if self._session.client.configuration:
            self.is_awaited = True
            asyncio.get_running_loop().call_later(SECONDS_TO_ANSWER, self._stop_waiting)
            self._ask()

    def did_change(self, data: object) -> None:
        """Requests changed settings, or takes those in the notification if the client does not
        support requests.
        """
        if self._session.client.configuration:
            self._ask()
        else:
            self._take({"": data})

    def _ask(self) -> None:
        scopes = ("", *self._session.folders)
        params = types.ConfigurationParams(
            [types.ConfigurationItem(scope or None, SECTION) for scope in scopes]
        )

        def take(answer: Future[Any]) -> None:
            values = None if answer.cancelled() or answer.exception() else answer.result()
            if not isinstance(values, list) or len(values) != len(scopes):
                values = [None] * len(scopes)
            self._take(dict(zip(scopes, values, strict=True)))
            self._stop_waiting()

        self._session.server.workspace_configuration(params).add_done_callback(take)

    def _stop_waiting(self) -> None:
        if self.is_awaited:
            self.is_awaited = False
            for file in self._session.files.values():
                self._session.publisher.schedule(file)

    def _take(self, data: Mapping[str, object]) -> None:
        folders = (*self._by_folder, *data)
        by_folder = dict[str, FileSettings]()
        options = self._session.options
        fallback = options.get("settings", options) if isinstance(options, dict) else None
        for folder, values in data.items():
            by_folder[folder], problems = read_settings(fallback if values is None else values)
            for problem in problems:
                self._warn(problem)
        before = list(map(self.of_client, folders))
        self._by_folder = by_folder
        if before != list(map(self.of_client, folders)):
            self._session.apply_settings()

    def _warn(self, problem: str) -> None:
        """Notify the user of an invalid setting, once for each value."""
        if problem not in self._reported:
            self._reported.add(problem)
            self._session.server.warn(f"A setting is ignored. {problem}")
