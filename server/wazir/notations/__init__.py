"""The registry of notations."""

from __future__ import annotations

from pathlib import PurePath

from wazir.notations.base import Notation
from wazir.notations.ben39 import BEN39
from wazir.notations.bensahas import BENSAHAS
from wazir.notations.betza import BETZA
from wazir.notations.lcpn import LCPN

REGISTRY: tuple[Notation, ...] = (BETZA, LCPN, BENSAHAS, BEN39)
"""All notations. The first is the default."""

MARKDOWN = (".md", ".markdown")
"""The extensions of Markdown files."""


def by_name(name: str) -> Notation:
    """The notation with a name.

    Raises:
        KeyError: There is none.
    """
    return {notation.name: notation for notation in REGISTRY}[name]


def is_markdown(path: str | PurePath) -> bool:
    """Whether a file name is that of a Markdown file, which may contain blocks of any notation."""
    return PurePath(path).suffix.lower() in MARKDOWN


def for_file(path: str | PurePath) -> Notation | None:
    """The notation of a file name; None if no notation has its extension."""
    ending = PurePath(path).suffix.lower()
    return next((notation for notation in REGISTRY if ending in notation.extensions), None)
