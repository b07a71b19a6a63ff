"""The names of a file: sections, and the letters of their pieces."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from functools import lru_cache
from string import ascii_lowercase

from wazir.notations.kit import shortened
from wazir.notations.notation import Scope
from wazir.notations.results import OutlineEntry
from wazir.notations.variants_ini import fen
from wazir.notations.variants_ini.meaning import Variant, inherited, variant
from wazir.notations.variants_ini.syntax import Setting, is_letter, parsed
from wazir.notations.variants_ini.vocabulary import key_of
from wazir.text import Span

SEPARATOR = "\n"
"""Between the name of a section and the letter of one of its pieces, which no name has."""


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The section of a chunk, and the letters of the pieces that it sets, each once."""
    section = parsed(text)
    if not (section.name and section.header):
        return ()
    letters = {found.letter: found.letter_span for found in section.pieces if found.letter}
    own = [(qualified(section.name, letter), span) for letter, span in letters.items()]
    return ((section.name, section.header.name_span), *sorted(own, key=lambda one: one[1]))


def qualified(section: str, letter: str) -> str:
    """The name of a piece in the file: its section and its letter."""
    return f"{section}{SEPARATOR}{letter}"


def outline(text: str) -> tuple[OutlineEntry, ...]:
    """The section of a chunk, and the pieces that it sets."""
    section = parsed(text)
    header = section.header
    if header is None:
        return ()
    end = max([header.span.end, *(one.value_span.end for one in section.settings)])
    detail = f"from {header.parent}" if header.parent else ""
    title = shortened(header.name) or "[ ]"
    found = [OutlineEntry(title, shortened(detail), Span(header.span.start, end), header.name_span)]
    for one in section.pieces:
        if one.letter:
            span = Span(one.setting.key_span.start, one.setting.value_span.end)
            moves = text[slice(*one.moves)] or (key.moves if (key := key_of(one.setting.key)) else "")
            entry = OutlineEntry(f"{one.letter.upper()}: {one.setting.key}", shortened(moves), span, one.letter_span)
            found.append(entry)
    return tuple(found)


# References


@lru_cache(maxsize=256)
def references(text: str) -> tuple[tuple[str, Span], ...]:
    """The parent of a section, and the letters of pieces in its values.

    A letter that the section does not set is one of its parent.
    """
    section = parsed(text)
    header = section.header
    if header is None:
        return ()
    own = {found.letter for found in section.pieces}
    parent = [(header.parent, header.parent_span)] if header.parent else []
    keys = {
        letter: qualified(section.name if letter in own else header.parent or "", letter) for letter in ascii_lowercase
    }
    letters = [(keys[letter.lower()], span) for setting in section.settings for letter, span in letters_in(setting)]
    return (*parent, *letters)


_ITEM = re.compile(r"(\S)\S?(\S*)")


def letters_in(setting: Setting) -> Iterator[tuple[str, Span]]:
    """The letters of pieces in a value, as they are written."""
    start = setting.value_span.start
    return ((letter, span.moved(start)) for letter, span in _letters(setting.key, setting.value))


@lru_cache(maxsize=4096)
def _letters(name: str, value: str) -> tuple[tuple[str, Span], ...]:
    key = key_of(name)
    if key is None:
        return ()
    if key.name == "startFen":
        return fen.parsed(value).letters
    if key.type == "pieces" or key.name == "pieceToCharTable":
        return tuple((sign, Span(at, at + 1)) for at, sign in enumerate(value) if is_letter(sign))
    if key.type not in ("numbers", "promotions"):
        return ()
    groups = (1, 2) if key.type == "promotions" else (1,)
    found = ((item[group], Span(*item.span(group))) for item in _ITEM.finditer(value) for group in groups)
    return tuple((letter, span) for letter, span in found if len(letter) == 1 and is_letter(letter))


def origin(name: str, scope: Scope) -> str:
    """The letter in the section that sets it, which others inherit from."""
    section, separator, letter = name.partition(SEPARATOR)
    made = scope.facts(section) if separator else None
    piece = made.by_letter.get(letter) if isinstance(made, Variant) else None
    return qualified(piece.section, letter) if piece else name


def needs(text: str, name: str) -> tuple[str, ...]:
    """The section that a section inherits from."""
    section = parsed(text)
    parent = section.header.parent if section.header and name == section.name else None
    return (parent,) if parent else ()


def facts(text: str, name: str, scope: Scope, circular: bool) -> Hashable:
    """The variant of a section; of a letter that there is one."""
    section = parsed(text)
    if name != section.name:
        return True
    return variant(section, None if circular else inherited(section, scope))[0]


def renamed(name: str, old: str, new: str) -> str:
    """The key of a name after renaming; that of a letter includes its section."""
    section, separator, letter = name.partition(SEPARATOR)
    if name == old:
        return qualified(section, new.lower()) if separator else new
    return qualified(new, letter) if separator and section == old else name


def respelled(new: str, old: str, name: str) -> str:
    """A letter as White's or Black's, as the old one is; the name of a section as it is."""
    if SEPARATOR not in name:
        return new
    return new.upper() if old.isupper() else new.lower()
