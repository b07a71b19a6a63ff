"""The registry of notations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, overload

from wazir.notations import files
from wazir.notations.files import NotationFiles
from wazir.notations.notation import Context, Notation
from wazir.notations.reports import has_error

if TYPE_CHECKING:
    from wazir.notations.engine_files.embedding import EmbeddedLanguage
    from wazir.notations.results import EngineFile


def _betza() -> Notation:
    from wazir.notations.betza import BETZA

    return BETZA


def _lcpn() -> Notation:
    from wazir.notations.lcpn import LCPN

    return LCPN


def _bensahas() -> Notation:
    from wazir.notations.bensahas import BENSAHAS

    return BENSAHAS


def _ben39() -> Notation:
    from wazir.notations.ben39 import BEN39

    return BEN39


@cache
def _xbetza() -> EmbeddedLanguage:
    """The notation of pieces in the files of engines."""
    from wazir.notations.engine_files.embedding import EmbeddedLanguage

    return EmbeddedLanguage(_betza(), "xbetza")


@cache
def _variants_ini() -> Notation:
    from wazir.notations.betza.fairy_stockfish_x import FORK_BETZA
    from wazir.notations.engine_files.embedding import EmbeddedLanguage
    from wazir.notations.engine_files.variants_ini import VariantsIni

    return VariantsIni(_xbetza(), EmbeddedLanguage(FORK_BETZA, ""))


@cache
def _xboard_lines() -> Notation:
    from wazir.notations.engine_files.xboard import XBoardLines

    return XBoardLines(_xbetza())


@cache
def _interactive_diagram() -> Notation:
    from wazir.notations.engine_files.interactive_diagram import InteractiveDiagram

    return InteractiveDiagram(_xbetza())


@dataclass(frozen=True, slots=True)
class RegistryEntry:
    """A notation that may not be imported yet."""

    files: NotationFiles
    load: Callable[[], Notation]
    """Imports the notation, and returns it. The same one is returned each time."""


class Registry(Sequence[Notation]):
    """The notations in order. Each is imported when it is first read."""

    def __init__(self, entries: tuple[RegistryEntry, ...]) -> None:
        self.entries = entries

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, index: int) -> Notation: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Notation]: ...
    def __getitem__(self, index: int | slice) -> Notation | Sequence[Notation]:
        """A notation, or several."""
        if isinstance(index, slice):
            return Registry(self.entries[index])
        return self.entries[index].load()

    def load(self) -> None:
        """Imports all notations."""
        for entry in self.entries:
            entry.load()


REGISTRY = Registry(
    (
        RegistryEntry(files.BETZA_FILES, _betza),
        RegistryEntry(files.LCPN_FILES, _lcpn),
        RegistryEntry(files.BENSAHAS_FILES, _bensahas),
        RegistryEntry(files.BEN39_FILES, _ben39),
        RegistryEntry(files.VARIANTS_INI_FILES, _variants_ini),
        RegistryEntry(files.XBOARD_LINES_FILES, _xboard_lines),
        RegistryEntry(files.INTERACTIVE_DIAGRAM_FILES, _interactive_diagram),
    )
)
"""All notations. The first is the default."""


@cache
def writable_files() -> Mapping[str, EngineFile]:
    """The files of engines that pieces of any notation can be written to, by name."""
    from wazir.notations.betza.program_files import ENGINE_FILES

    return ENGINE_FILES


SEARCHED = tuple(
    ending
    for entry in REGISTRY.entries
    if entry.files.is_searched
    for ending in entry.files.shared_extensions
)
"""The extensions of files in folders whose notation is detected from their text."""

MARKDOWN = (".md", ".markdown")
"""The extensions of Markdown files."""


def by_name(name: str) -> Notation:
    """The notation with a name.

    Raises:
        KeyError: No notation has the name.
    """
    return {entry.files.name: entry for entry in REGISTRY.entries}[name].load()


def is_markdown(path: str | PurePath) -> bool:
    """Whether a file name is that of a Markdown file, which may contain blocks of any notation."""
    return PurePath(path).suffix.lower() in MARKDOWN


def for_file(path: str | PurePath, text: str | None = None) -> Notation | None:
    """The notation of a file by its name; by its text too if other programs share the extension.
    None if unknown.
    """
    name = PurePath(path).name.lower()
    for entry in REGISTRY.entries:
        if name.endswith(entry.files.extensions):
            return entry.load()
    if text is None:
        return None
    for entry in REGISTRY.entries:
        if not name.endswith(entry.files.shared_extensions):
            continue
        notation = entry.load()
        if notation.evidence(text):
            return notation
    return None


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
    if notation.embedded or len(text) > MAX_LETTERS_TRIED:
        return False
    return not has_error(notation.read(text, notation.file_context(Context(), text)).diagnostics)


MAX_LETTERS_TRIED = 1_000
"""The maximum length of a text that is read in several notations to find its own."""
SAMPLE = 20_000
"""The number of characters at the start of a text without a name that determine its notation."""
