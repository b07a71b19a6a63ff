"""What a request sees: the client, and the files that were open when the request arrived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from wazir import notations
from wazir.document import Document
from wazir.lsp import convert
from wazir.lsp.documents import OpenFile
from wazir.lsp.schema import Client
from wazir.lsp.workspace import file_path, library, normal_uri
from wazir.notations.notation import Notation
from wazir.text import Span

if TYPE_CHECKING:
    from pathlib import Path

    from wazir.lsp.session import Session


class NotOpenError(LookupError):
    """There is no open document in a notation at a place. The answer to a request about it is
    null.
    """


@dataclass(frozen=True)
class Snapshot:
    """What a request sees of its session. Later messages do not change it."""

    session: Session
    """What does not belong to a moment: settings, searches, and messages to the client."""
    client: Client
    folders: tuple[str, ...]
    """The URIs of the workspace folders."""
    files: Mapping[str, OpenFile[Any]]
    """The open files by URI."""

    # The place of a request

    def opened(self, identifier: types.TextDocumentIdentifier) -> OpenFile[Any]:
        """The open file with a URI.

        Raises:
            NotOpenError: It is not open.
        """
        if not (file := self.files.get(identifier.uri)):
            raise NotOpenError
        return file

    def file(
        self, identifier: types.TextDocumentIdentifier, position: types.Position | None = None
    ) -> OpenFile[Document]:
        """The open file with a URI; of a Markdown file the block at a position.

        Raises:
            NotOpenError: It is not open, or no block is at the position.
        """
        file = self.files.get(identifier.uri)
        if not (block := file and file.block(position.line if position else -1)):
            raise NotOpenError
        return block

    def place(self, params: Any) -> tuple[OpenFile[Document], int]:
        """The file at the position of a request, and the offset of the position.

        Raises:
            NotOpenError: It is not open, or no block is at the position.
        """
        file = self.file(params.text_document, params.position)
        return file, self.offset(file.document, params.position)

    def offset(self, document: Document, position: types.Position) -> int:
        """The offset of a position. One beyond a line or the text is moved to its end."""
        return document.region.offset_in(position.line, position.character, self.client.encoding)

    def span(self, document: Document, where: types.Range) -> Span:
        """The span of a range."""
        start = self.offset(document, where.start)
        return Span(start, max(start, self.offset(document, where.end)))

    def columns(self, document: Document) -> convert.Columns:
        """The places of a document, in columns of the client."""
        return convert.Columns(document, self.client.encoding)

    def file_at(self, uri: str) -> OpenFile[Document] | None:
        """The open file or the library with a URI."""
        if (file := self.files.get(uri)) and not file.is_markdown:
            return file
        libraries = map(self.library, notations.REGISTRY)
        wanted = normal_uri(uri)
        return next(
            (known for known in libraries if known and normal_uri(known.uri) == wanted), None
        )

    def library(self, notation: Notation) -> OpenFile[Document] | None:
        """The library of a notation, if the client can open it; its text in the editor if it is
        open there.
        """
        home = self.session.home
        known = library(notation, home) if home else None
        if known is None:
            return None
        wanted = normal_uri(known.uri)
        opened = (file for uri, file in self.files.items() if normal_uri(uri) == wanted)
        return next(opened, known)

    # The workspace

    async def documents(self) -> dict[str, OpenFile[Document]]:
        """All documents of the workspace by URI, open or not, without Markdown files."""
        closed = await self.session.closed_documents(self.files)
        opened = {uri: file for uri, file in self.files.items() if not file.is_markdown}
        return {uri: OpenFile(uri, None, document) for uri, document in closed.items()} | opened

    def paths(self) -> list[Path]:
        """The paths of the open folders on this machine."""
        return [path for folder in self.folders if (path := file_path(folder))]
