"""The messages of the engine's `check` at their lines: it goes by sections and names keys, but has no line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.notations.variants_ini.definition import VariantsAnalysis
from wazir.notations.variants_ini.rules import ENGINE_MESSAGE
from wazir.notations.variants_ini.syntax import Section
from wazir.text import Span


class PlacedMessage(NamedTuple):
    """A message of the engine."""

    span: Span
    kind: str
    """What it is about; empty if that is not known."""
    text: str


OF_SECTION = {"table", "position", "name", "parent", "conflict", ""}
"""The kinds of messages about a section as a whole."""
_KINDS = [
    (r"Invalid option: (.*)", "option"),
    (r"Invalid syntax: '(.*)'\.", "line"),
    (r"(\w+) - Deprecated option .*", "deprecated"),
    (r"(pieceToCharTable) - .*", "table"),
    (r"(startFen) - Invalid starting position: .*", "position"),
    (r"(\w+) - Invalid piece type: .*", "letter"),
    (r"(\w+) - Invalid (?:value|letter|piece value|piece count)\b.*", "value"),
    (r"(\w+) - Missing Betza move notation", "value"),
    (r"Variant ('.*') already exists\.", "name"),
    (r"Variant template ('.*') does not exist\.", "parent"),
    (r"(checkCounting=true requires) .*", "conflict"),
    (r"(Inconsistent settings: \w+) > .*", "conflict"),
    (r"(pieceDrops and any walling) are incompatible\.", "conflict"),
    (r"(Can not use .*)", "conflict"),
]
_BEGINS = "Parsing variant: "


def placed_messages(chunks: Iterable[tuple[int, Section]], messages: Iterable[str]) -> Iterator[PlacedMessage]:
    """The messages of the engine at the places of a file that they are about.

    That `customPiece1 = -` lacks moves is none: there is no other way to remove that piece (F6).

    Args:
        chunks: The sections, each with its offset in the file.
        messages: What the engine prints of the file, line by line.
    """
    sections = [(start, section) for start, section in chunks if section.header]
    pending, current = 0, -1
    for text in messages:
        if text.startswith(_BEGINS):
            current, pending = pending, pending + 1
            continue
        found = ((match[1], kind) for pattern, kind in _KINDS if (match := re.fullmatch(pattern, text)))
        what, kind = next(found, ("", ""))
        at = pending if kind in ("line", "name", "parent") or current < 0 else current
        pending += kind in ("name", "parent")
        if at >= len(sections):
            continue
        start, section = sections[at]
        if not (text.endswith("Missing Betza move notation") and section.last[what].read == "-"):
            yield from (PlacedMessage(span.moved(start), kind, text) for span in _spans(section, what, kind))


def _spans(section: Section, what: str, kind: str) -> list[Span]:
    if kind == "line":
        return [span for span in section.strays if section.text[slice(*span)] == what.strip(" \t")]
    if kind == "option":
        return [setting.key_span for setting in section.settings if setting.key == what]
    if kind not in OF_SECTION and what in section.last:
        return [section.last[what].key_span]
    return [section.header.span] if section.header else []


def engine_diagnostics(chunks: Sequence[tuple[int, VariantsAnalysis]], messages: Iterable[str]) -> Iterator[Diagnostic]:
    """The messages of the engine as diagnostics, in the order of the text."""
    sections = [(start, chunk.section) for start, chunk in chunks]
    placed = sorted(placed_messages(sections, messages), key=lambda message: message.span)
    return (Diagnostic(ENGINE_MESSAGE, span, f"Fairy-Stockfish: {text}") for span, _, text in placed)
