"""What the `check` of Fairy-Stockfish prints of a `variants.ini`, and what is found here, by line and kind (F18)."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wazir.document import Document
from wazir.notations.variants_ini.syntax import Section, parsed


class Complaint(NamedTuple):
    """A line of the text, counted from one, and what is wrong in it."""

    line: int
    kind: str


OF_SECTION = {"table", "position", "name", "parent", "conflict"}
"""Kinds that belong to a section as a whole, and to the line of its header."""

_PRINTED = [
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
"""The lines of `check` that are complaints; others say more about the position."""

_FOUND = {
    "unknown-key": "option",
    "piece-number": "option",
    "indented-key": "option",
    "colon-for-equals": "line",
    "missing-equals": "line",
    "deprecated-key": "deprecated",
    "inherited-char-table": "table",
    "inherited-fen": "position",
    "fen-letter-without-piece": "position",
    "fen-row-width": "position",
    "fen-rows": "position",
    "fen-words": "position",
    "fen-kings": "position",
    "fen-castling": "position",
    "unknown-piece-letter": "letter",
    "bad-value": "value",
    "capital-bool": "value",
    "board-too-large": "value",
    "off-board": "value",
    "missing-moves": "value",
    "name-in-use": "name",
    "unknown-parent": "parent",
    "conflicting-settings": "conflict",
}
"""The codes for what `check` prints; on the others, as a key that is set twice, it has no word."""


def run(engine: str, text: str) -> tuple[list[str], bool]:
    """The lines that the `check` of an engine prints of a text, and whether it ends well."""
    commands = f"check <<end-of-variants\n{text}\nend-of-variants\nquit\n"
    ran = subprocess.run([engine], input=commands, capture_output=True, text=True, timeout=60, check=False)
    return ran.stderr.splitlines(), ran.returncode == 0


def printed(text: str, lines: Sequence[str]) -> set[Complaint]:
    """The complaints that `check` prints of a text: it has no line numbers, but goes by sections, and names keys."""
    sections = list(_sections(text))
    found, pending, current = set[Complaint](), 0, -1
    for said in lines:
        if said.startswith("Parsing variant: "):
            current, pending = pending, pending + 1
            continue
        match = next(((one[1], kind) for pattern, kind in _PRINTED if (one := re.fullmatch(pattern, said))), None)
        if match is None:
            continue
        what, kind = match
        line, section = sections[pending if kind in ("line", "name", "parent") else current]
        pending += kind in ("name", "parent")
        if kind in OF_SECTION:
            found.add(Complaint(line, kind))
        else:
            found |= {Complaint(line + at, kind) for at in _lines(section, what, kind)}
    return found


def _sections(text: str) -> Iterator[tuple[int, Section]]:
    """The number of the line of each header, and its section."""
    for start in re.finditer(r"^\[", text, re.MULTILINE):
        end = text.find("\n[", start.start())
        yield text.count("\n", 0, start.start()) + 1, parsed(text[start.start() : end if end >= 0 else None])


def _lines(section: Section, what: str, kind: str) -> Iterator[int]:
    """The lines of a section that a complaint is about, counted from its header: those of a key, or with a text."""
    for number, line in enumerate(section.text.split("\n")):
        if what == {"line": line, "option": line.partition("=")[0].rstrip(" ")}.get(kind):
            yield number
    if kind not in ("line", "option"):
        yield section.text.count("\n", 0, section.last[what].key_span.start)


def found_here(document: Document) -> set[Complaint]:
    """What is found here, in the same terms."""
    text, found = document.text, set[Complaint]()
    headers = [line for line, _ in _sections(text)]
    for one in document.diagnostics():
        kind = _FOUND.get(one.code.id)
        line = document.position(one.span.start).line + 1
        if kind is None or line < headers[0]:
            continue
        header = max(start for start in headers if start <= line)
        found.add(Complaint(header if kind in OF_SECTION else line, kind))
    return found
