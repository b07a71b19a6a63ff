"""Addresses of documents."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pygls.uris import to_fs_path

from wazir import notations
from wazir.notations.base import Notation


def notation_of(uri: str, language: object = None) -> Notation | None:
    """The notation of a document: by the language that the client says it is in, else by the end of its name."""
    named = next((notation for notation in notations.REGISTRY if notation.name == language), None)
    return named or notations.for_file(path_in(uri))


def is_markdown(uri: str, language: object = None) -> bool:
    """Whether a document is Markdown."""
    return language == "markdown" or notations.is_markdown(path_in(uri))


def file_path(uri: str) -> Path | None:
    """The path of a file of this machine; None if the URI is of something else."""
    if not uri.startswith("file:"):
        return None
    path = to_fs_path(uri)
    return Path(path) if path else None


def path_in(uri: str) -> str:
    """The path in a URI, whatever it is a path of."""
    try:
        return unquote(urlsplit(uri).path)
    except ValueError:
        return uri


@lru_cache(maxsize=256)
def page_uri(notation: str, code: str) -> str | None:
    """The address of the page about a code, if it is a file here that an editor can open."""
    page = Path(notations.__file__).parent / notation / "docs" / f"{code}.md"
    return page.as_uri() if page.is_file() else None
