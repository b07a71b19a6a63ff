"""Addresses of documents."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pygls.uris import to_fs_path

import wazir
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


HOME = Path(wazir.__file__).parent.as_uri()
"""The address of the package, for a client that can open files of this machine."""


@lru_cache(maxsize=256)
def page_uri(home: str, notation: str, code: str) -> str | None:
    """The address of the page about a code, if there is one, for a client that finds the package at *home*."""
    page = files(notations) / notation / "docs" / f"{code}.md"
    return f"{home}/notations/{notation}/docs/{code}.md" if page.is_file() else None
