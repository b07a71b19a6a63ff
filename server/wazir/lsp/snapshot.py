"""What a request sees: the client, and the files that were open when the request arrived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from wazir import notations
from wazir.document import Document
from wazir.lsp import convert
from wazir.lsp.capabilities import Client
from wazir.lsp.documents import AnyFile, OpenFile
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
    files: Mapping[str, AnyFile]
    """The open files by URI."""

    # The place of a request

    def opened(self, identifier: types.TextDocumentIdentifier) -> AnyFile:
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
        opened = self.opened(identifier)
        if not (block := opened.block(position.line if position else -1)):
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
        if (file := self.files.get(uri)) and (opened := file.in_notation()):
            return opened
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
        return next(filter(None, (file.in_notation() for file in opened)), known)

    # The workspace

    async def documents(self) -> dict[str, OpenFile[Document]]:
        """All documents of the workspace by URI, open or not, without Markdown files."""
        closed = await self.session.closed_documents(self.files)
        every = {uri: OpenFile(uri, None, document) for uri, document in closed.items()}
        for uri, file in self.files.items():
            if opened := file.in_notation():
                every[uri] = opened
        return every

    def paths(self) -> list[Path]:
        """The paths of the open folders on this machine."""
        paths = map(file_path, self.folders)
        return [path for path in paths if path is not None]
