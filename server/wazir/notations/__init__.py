"""The notations: one line for each."""

from __future__ import annotations

from pathlib import PurePath

from wazir.notations.base import Notation
from wazir.notations.ben39 import BEN39
from wazir.notations.bensahas import BENSAHAS
from wazir.notations.betza import BETZA
from wazir.notations.lcpn import LCPN

REGISTRY: tuple[Notation, ...] = (BETZA, LCPN, BENSAHAS, BEN39)
"""All notations; the first is the one that is meant where nothing says which."""

MARKDOWN = (".md", ".markdown")
"""How the names of Markdown files end."""


def by_name(name: str) -> Notation:
    """The notation of that name.

    Raises:
        KeyError: There is none.
    """
    return {notation.name: notation for notation in REGISTRY}[name]


def is_markdown(path: str | PurePath) -> bool:
    """Whether files with such a name are Markdown, which may hold blocks of any notation."""
    return PurePath(path).suffix.lower() in MARKDOWN


def for_file(path: str | PurePath) -> Notation | None:
    """The notation of files with such a name; None if it is of no notation."""
    ending = PurePath(path).suffix.lower()
    return next((notation for notation in REGISTRY if ending in notation.extensions), None)
