"""A section with all that it inherits: board, pieces with their letters, position at the start."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from wazir.lazy import lazy
from wazir.notations.notation import Context, Scope, Source
from wazir.notations.variants_ini import fen
from wazir.notations.variants_ini.options import DEFAULTS, Conflict, Options, conflicts, options
from wazir.notations.variants_ini.syntax import Section, parsed, starts_chunk
from wazir.notations.variants_ini.vocabulary import MOST_FILES, MOST_RANKS, keys, pieces
from wazir.text import line_starts

LIBRARY_FILE = files(__package__) / "built_in.ini"
"""The built-in variants."""
SYNONYMS: Mapping[str, str] = dict.fromkeys(
    ("janggi", "janggicasual", "janggimodern", "janggitraditional", "manchu", "minixiangqi", "supply", "xiangqi"), "he"
)
"""Further letters of horses and elephants in the positions of built-in variants."""
WITHOUT_HAND = ("ataxx",)
"""Built-in variants whose pieces are dropped from nowhere, which no key can set."""


@dataclass(frozen=True, slots=True)
class PieceOf:
    """A piece of a variant."""

    key: str
    """The key that sets it, as `knight` or `customPiece1`."""
    letter: str
    moves: str
    """In Betza's notation."""
    section: str
    """The section that sets it."""


@dataclass(frozen=True)
class Variant:
    """The variant of a section with all that it inherits; without a section, chess without pieces (F2)."""

    files: int = 8
    ranks: int = 8
    pieces: tuple[PieceOf, ...] = ()
    """In the order in which the engine adds them (F10)."""
    start_fen: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    table: str = "-"
    rules: tuple[tuple[str, str], ...] = tuple(DEFAULTS.items())
    """The settings that are checked together."""
    synonyms: str = ""
    has_hand: bool = True
    """Pieces that are dropped come from a hand."""
    is_loaded: bool = True
    """The engine knows the variant: its board is not too large, and its parent is loaded too (F2, F9)."""
    moves_double_steps: bool = False
    """It sets squares for double steps, which are those of `i` moves too (F16)."""

    @lazy
    def options(self) -> Options:
        """The settings that are checked together, by key."""
        return dict(self.rules)

    @lazy
    def conflicts(self) -> tuple[Conflict, ...]:
        """The settings that exclude each other."""
        return conflicts(self.options, any(piece.key == "king" for piece in self.pieces), self.ranks)

    @lazy
    def letters(self) -> str:
        """The letters of its pieces, in lower case."""
        return "".join(piece.letter for piece in self.pieces)

    @lazy
    def by_letter(self) -> Mapping[str, PieceOf]:
        """Its pieces by their letters."""
        return {piece.letter: piece for piece in self.pieces}

    @property
    def board(self) -> str | None:
        """The board of M2; None if the engine has none of that size (E15)."""
        fits = 1 <= self.files <= MOST_FILES and 1 <= self.ranks <= MOST_RANKS
        return f"{self.files}x{self.ranks}" if fits else None


@dataclass(frozen=True, slots=True)
class Taken:
    """A piece whose letter another piece of its section takes (F10)."""

    key: str
    letter: str
    by: str
    """The key of that piece."""
    is_inherited: bool


@lru_cache(maxsize=256)
def variant(section: Section, parent: Variant | None) -> tuple[Variant, tuple[Taken, ...]]:
    """A section on top of the variant that it inherits from, and the pieces that lose their letters."""
    base, last, order = parent or Variant(), section.last, pieces()
    alive, taken, removed = {piece.key: piece for piece in base.pieces}, list[Taken](), set[str]()
    own = {found.setting.key: found.letter for found in section.pieces}
    for found in section.pieces:
        key = found.setting.key
        before = alive.pop(key, None)
        if before and found.letter in ("", before.letter):  # the engine removes the piece that has the letter: itself
            removed.add(key)
        if not found.letter:
            continue
        for other in [one for one in alive.values() if one.letter == found.letter]:
            if own.get(other.key, other.letter) == other.letter:
                taken.append(Taken(other.key, other.letter, key, other.key not in own))
            del alive[other.key]
            removed.add(other.key)
        moves = found.setting.value[found.moves.start - found.setting.value_span.start :] if found.moves else ""
        is_custom = keys()[key].is_custom
        inherited = before.moves if before and is_custom and len(found.setting.value) == 1 else ""
        alive[key] = PieceOf(key, found.letter, moves or inherited or keys()[key].moves, section.name)
    value = {key: setting.value for key, setting in last.items()}
    is_orphan = bool(section.header and section.header.parent) and not (parent and parent.is_loaded)
    made = replace(
        base,
        files=_files(value.get("maxFile", ""), base.files),
        ranks=_number(value.get("maxRank", ""), base.ranks),
        pieces=tuple(sorted(alive.values(), key=lambda piece: order[piece.key])),
        start_fen=value.get("startFen", base.start_fen),
        table=value.get("pieceToCharTable", base.table),
        rules=tuple(
            options(
                {key: setting.read for key, setting in last.items()},
                base.options,
                {piece.letter: piece.key for piece in alive.values()},
                removed,
            ).items()
        ),
        moves_double_steps=base.moves_double_steps or any(key.startswith("doubleStep") for key in value),
    )
    is_loaded = made.files <= MOST_FILES and made.ranks <= MOST_RANKS and not is_orphan
    return replace(made, is_loaded=is_loaded), tuple(taken)


_LEADING = re.compile(r"\s*(\d{1,3})")


def _number(value: str, otherwise: int) -> int:
    found = _LEADING.match(value)
    return (int(found[1]) or otherwise) if found else otherwise


def _files(value: str, otherwise: int) -> int:
    """The number of files, as a number or as the letter of the last one (F9)."""
    if value[:1].isascii() and value[:1].islower():
        return ord(value[0]) - ord("a") + 1
    return _number(value, otherwise)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A section with its scope, the variant that it inherits from, and the variant that the engine makes of it."""

    section: Section
    scope: Scope
    parent: Variant | None
    """None if the section has no parent, or an unknown one."""
    made: Variant
    taken: tuple[Taken, ...]
    """The pieces that lose their letters."""


def resolved(section: Section, scope: Scope) -> Resolved:
    """A section of a file."""
    parent = inherited(section, scope)
    return Resolved(section, scope, parent, *variant(section, parent))


def letters_of(text: str) -> frozenset[str]:
    """The letters of a position, in lower case."""
    return frozenset(letter.lower() for letter, _ in fen.parsed(text).letters)


# Built-in variants


@cache
def _sections() -> Mapping[str, str]:
    """The texts of the built-in variants, by name."""
    text = LIBRARY_FILE.read_text("utf-8")
    starts = [start for start in line_starts(text) if starts_chunk(text[start : start + 1])]
    chunks = [text[start:end] for start, end in pairwise((*starts, len(text)))]
    return {parsed(chunk).name: chunk for chunk in chunks}


def built_in_names() -> tuple[str, ...]:
    """The names of the built-in variants."""
    return tuple(_sections())


def library(name: str) -> Source | None:
    """The section of a built-in variant, as every file knows it."""
    text = _sections().get(name)
    return Source(text, Context()) if text is not None else None


@lru_cache(maxsize=256)
def built_in(name: str) -> Variant | None:
    """The built-in variant of a name, or None."""
    text = _sections().get(name)
    if text is None:
        return None
    return replace(variant(parsed(text), None)[0], synonyms=SYNONYMS.get(name, ""), has_hand=name not in WITHOUT_HAND)


def inherited(section: Section, scope: Scope) -> Variant | None:
    """The variant that a section inherits from; None if it has no parent, or one that is unknown."""
    parent = section.header.parent if section.header else None
    if not parent:
        return None
    found = built_in(parent) or scope.facts(parent)
    return found if isinstance(found, Variant) else None
