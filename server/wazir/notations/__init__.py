"""The registry of notations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from wazir.notations.ben39 import BEN39
from wazir.notations.bensahas import BENSAHAS
from wazir.notations.betza import BETZA
from wazir.notations.betza.fairy_stockfish_x import FORK_BETZA
from wazir.notations.embedding import Guest
from wazir.notations.interactive_diagram import InteractiveDiagram
from wazir.notations.lcpn import LCPN
from wazir.notations.notation import Context, Notation
from wazir.notations.reports import has_error
from wazir.notations.variants_ini import VariantsIni
from wazir.notations.xboard_lines import XBoardLines

if TYPE_CHECKING:
    from wazir.notations.results import EngineFile

_GUEST = Guest(BETZA, "xbetza")
_GUEST_OF_FORK = Guest(FORK_BETZA, "")

REGISTRY: tuple[Notation, ...] = (
    BETZA,
    LCPN,
    BENSAHAS,
    BEN39,
    VariantsIni(_GUEST, _GUEST_OF_FORK),
    XBoardLines(_GUEST),
    InteractiveDiagram(_GUEST),
)
"""All notations. The first is the default."""


@cache
def engine_files() -> Mapping[str, EngineFile]:
    """The files of engines that pieces of any notation can be written to, by name."""
    from wazir.notations.betza.engines import ENGINE_FILES

    return ENGINE_FILES


SEARCHED = tuple(ending for one in REGISTRY if one.is_searched for ending in one.shared_extensions)
"""The extensions of files in folders whose notation is detected from their text."""

MARKDOWN = (".md", ".markdown")
"""The extensions of Markdown files."""


def by_name(name: str) -> Notation:
    """The notation with a name.

    Raises:
        KeyError: No notation has the name.
    """
    return {notation.name: notation for notation in REGISTRY}[name]


def is_markdown(path: str | PurePath) -> bool:
    """Whether a file name is that of a Markdown file, which may contain blocks of any notation."""
    return PurePath(path).suffix.lower() in MARKDOWN


def for_file(path: str | PurePath, text: str | None = None) -> Notation | None:
    """The notation of a file by its name; by its text too if other programs share the extension.
    None if unknown.
    """
    name = PurePath(path).name.lower()
    named = next((notation for notation in REGISTRY if name.endswith(notation.extensions)), None)
    if named or text is None:
        return named
    shared = (notation for notation in REGISTRY if name.endswith(notation.shared_extensions))
    return next((notation for notation in shared if notation.evidence(text[:SAMPLE])), None)


def recognized(text: str, among: Sequence[Notation]) -> Notation | None:
    """The notation with the most evidence in a text; None without any evidence."""
    likely = _likely(text, among)
    return _first_reader(text, likely) if likely else None


def guessed(text: str, among: Sequence[Notation]) -> Notation:
    """Like *recognized*; without any evidence the first notation that reads the text, or simply the
    first.
    """
    return _first_reader(text, _likely(text, among) or among)


def _likely(text: str, among: Sequence[Notation]) -> Sequence[Notation]:
    """The notations with the most evidence."""
    counts = [notation.evidence(text[:SAMPLE]) for notation in among]
    most = max(counts)
    return [
        notation for notation, count in zip(among, counts, strict=True) if count == most and most
    ]


def _first_reader(text: str, among: Sequence[Notation]) -> Notation:
    """The first notation that reads a text without an error, or simply the first."""
    return next((notation for notation in among if _reads(notation, text)), among[0])


def _reads(notation: Notation, text: str) -> bool:
    if notation.embedded or len(text) > LONGEST_TRIED:
        return False
    return not has_error(notation.read(text, notation.file_context(Context(), text)).diagnostics)


LONGEST_TRIED = 1_000
"""The maximum length of a text that is read in several notations to find its own."""
SAMPLE = 20_000
"""The number of characters at the start of a text that determine its notation."""
