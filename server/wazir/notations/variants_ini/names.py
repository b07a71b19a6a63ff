"""The names of a file: sections, and the letters of their pieces."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from operator import itemgetter
from string import ascii_lowercase

from wazir.notations.kit import shortened
from wazir.notations.notation import Scope
from wazir.notations.results import OutlineEntry
from wazir.notations.variants_ini import fen
from wazir.notations.variants_ini.meaning import Variant, inherited, variant
from wazir.notations.variants_ini.syntax import Section, Setting, is_letter
from wazir.notations.variants_ini.vocabulary import key_of
from wazir.text import Span

SEPARATOR = "\n"
"""Between the name of a section and the letter of one of its pieces, which no name has."""


def names(section: Section) -> tuple[tuple[str, Span], ...]:
    """The name of a section, and the letters of the pieces that it sets, each once."""
    if not (section.name and section.header):
        return ()
    letters = {piece.letter: piece.letter_span for piece in section.pieces if piece.letter}
    own = [(qualified(section.name, letter), span) for letter, span in letters.items()]
    return ((section.name, section.header.name_span), *sorted(own, key=itemgetter(1)))


def qualified(section: str, letter: str) -> str:
    """The name of a piece in the file: its section and its letter."""
    return f"{section}{SEPARATOR}{letter}"


def outline(section: Section) -> tuple[OutlineEntry, ...]:
    """A section and the pieces that it sets."""
    text, header = section.text, section.header
    if header is None:
        return ()
    end = max([header.span.end, *(setting.value_span.end for setting in section.settings)])
    detail = f"from {header.parent}" if header.parent else ""
    title = shortened(header.name) or "[ ]"
    entries = [OutlineEntry(title, shortened(detail), Span(header.span.start, end), header.name_span)]
    for piece in section.pieces:
        if piece.letter:
            setting, key = piece.setting, key_of(piece.setting.key)
            moves = text[slice(*piece.moves)] or (key.moves if key else "")
            title = f"{piece.letter.upper()}: {setting.key}"
            span = Span(setting.key_span.start, setting.value_span.end)
            entries.append(OutlineEntry(title, shortened(moves), span, piece.letter_span))
    return tuple(entries)


# References


def references(section: Section) -> tuple[tuple[str, Span], ...]:
    """The parent of a section, and the letters of pieces in its values.

    A letter that the section does not set is one of its parent.
    """
    header = section.header
    if header is None:
        return ()
    own = {piece.letter for piece in section.pieces}
    parent = [(header.parent, header.parent_span)] if header.parent else []
    keys = {
        letter: qualified(section.name if letter in own else header.parent or "", letter) for letter in ascii_lowercase
    }
    letters = [(keys[letter.lower()], span) for setting in section.settings for letter, span in letters_in(setting)]
    return (*parent, *letters)


_ITEM = re.compile(r"(\S)\S?(\S*)")


def letters_in(setting: Setting) -> Iterator[tuple[str, Span]]:
    """The letters of pieces in a value, as they are written."""
    key, value, start = key_of(setting.key), setting.value, setting.value_span.start
    spans: Iterable[Span] = ()
    if key and key.name == "startFen":
        spans = [span for _, span in fen.parsed(value).letters]
    elif key and (key.type == "pieces" or key.name == "pieceToCharTable"):
        spans = [Span(offset, offset + 1) for offset in range(len(value))]
    elif key and key.type in ("numbers", "promotions"):
        groups = (1, 2) if key.type == "promotions" else (1,)
        spans = [Span(*item.span(group)) for item in _ITEM.finditer(value) for group in groups]
    for span in spans:
        letter = value[slice(*span)]
        if len(letter) == 1 and is_letter(letter):
            yield letter, span.moved(start)


def origin(name: str, scope: Scope) -> str:
    """The letter in the section that sets it, which others inherit from."""
    section, separator, letter = name.partition(SEPARATOR)
    facts = scope.facts(section) if separator else None
    piece = facts.by_letter.get(letter) if isinstance(facts, Variant) else None
    return qualified(piece.section, letter) if piece else name


def needs(section: Section, name: str) -> tuple[str, ...]:
    """The section that a section inherits from."""
    parent = section.header.parent if section.header and name == section.name else None
    return (parent,) if parent else ()


def facts(section: Section, name: str, scope: Scope, is_circular: bool) -> Hashable:
    """The variant of a section; of a letter that there is one."""
    if name != section.name:
        return True
    return variant(section, None if is_circular else inherited(section, scope))[0]


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
