"""The registry of notations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from wazir.notations.base import Notation
from wazir.notations.ben39 import BEN39
from wazir.notations.bensahas import BENSAHAS
from wazir.notations.betza import BETZA
from wazir.notations.interactive_diagram import interactive_diagram
from wazir.notations.lcpn import LCPN
from wazir.notations.variants_ini import variants_ini
from wazir.notations.xboard_lines import xboard_lines

if TYPE_CHECKING:
    from wazir.notations.readers import EngineFile

REGISTRY: tuple[Notation, ...] = (
    BETZA,
    LCPN,
    BENSAHAS,
    BEN39,
    variants_ini(BETZA),
    xboard_lines(BETZA),
    interactive_diagram(BETZA),
)
"""All notations. The first is the default."""


@cache
def engine_files() -> Mapping[str, EngineFile]:
    """The files of engines that pieces of any notation can be written to, by name."""
    from wazir.notations.betza.engines.files import ENGINE_FILES

    return ENGINE_FILES


SEARCHED = tuple(ending for one in REGISTRY if one.is_searched for ending in one.shared_extensions)
"""The extensions of files in folders whose text tells whether they are in a notation."""

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


def for_file(path: str | PurePath, text: str | None = None) -> Notation | None:
    """The notation of files with such a name, or of a text in a file whose name several programs share."""
    name = PurePath(path).name.lower()
    found = next((notation for notation in REGISTRY if name.endswith(notation.extensions)), None)
    if found or text is None:
        return found
    shared = (notation for notation in REGISTRY if name.endswith(notation.shared_extensions))
    return next((notation for notation in shared if notation.analyser.evidence(text[:SAMPLE])), None)


def recognized(text: str, among: Sequence[Notation]) -> Notation | None:
    """The notation with the most evidence in a text, the first of equals; None without any evidence."""
    counts = [notation.analyser.evidence(text[:SAMPLE]) for notation in among]
    most = max(counts)
    return among[counts.index(most)] if most else None


SAMPLE = 20_000
"""The number of characters at the start of a text that determine its notation."""
