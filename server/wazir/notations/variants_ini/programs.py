"""What programs say of a section: the rules of PyChess, and the messages of the engine's `check`.

PyChess reads variants of users by itself, and refuses some without a reason (V9 to V12). The facts are those of its
`server/catalogued_variants.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.notations.kit import Report, counted, packaged
from wazir.notations.variants_ini import rules
from wazir.notations.variants_ini.meaning import Resolved
from wazir.notations.variants_ini.rules import ENGINE_MESSAGE
from wazir.notations.variants_ini.syntax import SEPARATOR, IniSetting, Section
from wazir.text import Span

if TYPE_CHECKING:
    from wazir.notations.variants_ini.definition import VariantsAnalysis

PROFILE = "pychess"
LARGEST = 64 * 1024
"""The most bytes of a file."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{2,31}")
_FACTS: Mapping[str, Any] = packaged(__package__, "pychess")
_IS_ON, _IS_OFF = frozenset({"true", "yes", "1", "on"}), frozenset({"", "-", "0", "false", "no", "off", "none"})
_PIECES = re.compile(r"[#;][ \t]*pychessPieces[ \t]*=(?P<roles>[^#;\r\n]*)", re.IGNORECASE)
_ROLE = re.compile(r"[^\s,]+")


def report_pychess(resolved: Resolved, report: Report) -> None:
    """Report why PyChess refuses a section as the variant of a user."""
    section, header = resolved.section, resolved.section.header
    for span, message in _roles(section.text):
        report(rules.PYCHESS, span, message)
    if header is None:
        return
    others = [name for name in set(resolved.scope.defined_names()) if SEPARATOR not in name and name != section.name]
    if others:
        message = f"PyChess takes a file with one section; here are {len(others) + 1}."
        report(rules.PYCHESS, header.span, message)
    size = len(section.text.encode("utf-8", "surrogatepass"))
    if size > LARGEST:
        report(rules.PYCHESS, header.span, f"PyChess takes files of up to 64 KiB; this has {counted(size, 'byte')}.")
    if not _NAME.fullmatch(header.name.strip()):
        message = "A name in PyChess has 3 to 32 characters, `a` to `z`, `0` to `9`, `-` and `_`, a letter first."
        report(rules.PYCHESS, header.name_span, message)
    elif header.name.strip() in _FACTS["variants"]:
        report(rules.PYCHESS, header.name_span, f"PyChess has a variant `{header.name.strip()}` of its own.")
    if len(resolved.variant.start_fen.split()) == 1:
        start = section.last.get("startFen")
        report(
            rules.PYCHESS, start.value_span if start else header.span, "PyChess needs the side to move in `startFen`."
        )
    _report_settings(section.settings, report)


def _report_settings(settings: tuple[IniSetting, ...], report: Report) -> None:
    """Report refused settings. PyChess reads the first line with a key, in any case, up to a `#`."""
    first = dict[str, IniSetting]()
    for setting in settings:
        earlier = first.setdefault(setting.key.strip().lower(), setting)
        if earlier is not setting and _value(earlier) != _value(setting):
            message = f"PyChess reads the first line with `{earlier.key}`, the engine the last one."
            report(rules.PYCHESS, _line(earlier), message)
    gates = "seirawangating" in first and _value(first["seirawangating"]) in _IS_ON
    for key, setting in first.items():
        is_on = _value(setting) in _IS_ON
        what = _FACTS["refused"].get(key) if is_on else None
        if _value(setting) not in _IS_OFF:
            what = what or _FACTS["refused_values"].get(key)
        if key == "gating" and is_on and not gates:
            what = "gating without `seirawanGating`"
        if what:
            report(rules.PYCHESS, _line(setting), f"PyChess does not support {what} in variants of users.")


def _line(setting: IniSetting) -> Span:
    return Span(setting.key_span.start, setting.value_span.end)


def _value(setting: IniSetting) -> str:
    return setting.read.partition("#")[0].strip().lower()


def _roles(text: str) -> Iterator[tuple[Span, str]]:
    """The roles in comments that are not one letter, perhaps with `+` before it, each with a message."""
    for comment in re.finditer(rf"(?m)^[ \t]*{_PIECES.pattern}", text, re.IGNORECASE):
        for role in _ROLE.finditer(comment["roles"]):
            if not re.fullmatch(r"\+?[A-Za-z]", role[0]):
                span = Span(*role.span()).moved(comment.start("roles"))
                yield span, "A role in `pychessPieces` is one letter, with `+` before it for a promoted piece."


# The messages of the engine's `check`: it goes by sections and names keys, but has no line numbers


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

    A message that `customPiece1 = -` lacks moves is left out, because nothing else removes that piece (F6).

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
