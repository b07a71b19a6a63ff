"""What programs read of a section: the versions of Fairy-Stockfish and its fork, its messages, and
PyChess.

The dates of versions are those of the commits to `parser.cpp`, `piece.cpp` and `variant.cpp` of
Fairy-Stockfish (V13, V14). PyChess reads variants of users by itself, and refuses some without a
reason (V9 to V12).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.notations.engine_files.variants_ini import codes
from wazir.notations.engine_files.variants_ini.meaning import SectionReading
from wazir.notations.engine_files.variants_ini.syntax import (
    SEPARATOR,
    IniSetting,
    Section,
    SectionHeader,
    piece_setting,
)
from wazir.notations.engine_files.variants_ini.vocabulary import MAX_FILES, MAX_RANKS
from wazir.notations.fixes import write
from wazir.notations.notation import Context
from wazir.notations.reports import Report
from wazir.notations.results import Reader
from wazir.notations.vocabulary import packaged
from wazir.notations.wording import plural_count, shortened
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.words.sentence import sentence
from wazir.text import Span

if TYPE_CHECKING:
    from wazir.notations.engine_files.variants_ini.definition import VariantDefinition

RELEASES: Mapping[str, str] = {
    "10.4": "2019-11-19",
    "11": "2020-01-31",
    "11.1": "2020-05-24",
    "11.2": "2020-09-23",
    "13": "2021-03-13",
    "13.1": "2021-05-13",
    "14": "2021-09-10",
    "14.0.1": "2021-11-19",
}
"""The releases since there are files of variants, each with its date."""
_NEWEST = "9999"
_KING_WITH_MOVES, _FIRST_MOVE = "2021-11-06", "2023-03-24"
"""When the engine learned to read moves of `king`, and `i` in Betza's notation."""


class Engine(NamedTuple):
    """A version or a build of the engine, or its fork."""

    title: str
    date: str
    """What came later is not known to it."""
    files: int = MAX_FILES
    ranks: int = MAX_RANKS
    is_fork: bool = False

    @property
    def summary(self) -> str:
        """A line about it."""
        if self.date in RELEASES.values() or self.is_fork:
            version = self.title
        else:
            version = "The newest Fairy-Stockfish"
        return f"{version}, for boards of up to {self.files}x{self.ranks}."

    def reads(self, kind: str, name: str) -> bool:
        """Whether it knows a `key`, a `variant`, or a `value` (the key, a blank and the value)."""
        return lives().get((kind, name), Life("", "")).since <= self.date and not self.has_lost(
            kind, name
        )

    def has_lost(self, kind: str, name: str) -> bool:
        """Whether it does not know a name any more."""
        return (life := lives().get((kind, name))) is not None and "" < life.until <= self.date


def _engines() -> Iterator[tuple[str, Engine]]:
    dates = {"": _NEWEST, **{f" {version}": date for version, date in RELEASES.items()}}
    for version, date in dates.items():
        engine = Engine(f"Fairy-Stockfish{version}", date)
        yield f"fairy-stockfish{version}", engine
        yield f"fairy-stockfish{version} 8x8", engine._replace(files=8, ranks=8)
    yield "fairy-stockfish-x", Engine("Fairy-Stockfish-X", _NEWEST, is_fork=True)


ENGINES: Mapping[str, Engine] = dict(_engines())
"""By the names that settings and comments use."""
NEWEST = ENGINES["fairy-stockfish"]


class Life(NamedTuple):
    """The dates between which the engine knows a name; *until* is empty if it still does."""

    since: str
    until: str


@cache
def lives() -> Mapping[tuple[str, str], Life]:
    """The names that came after the first release in *RELEASES*, or have gone, by kind and name."""
    rows = (files(__package__) / "versions.tsv").read_text("utf-8").splitlines()[1:]
    return {
        (kind, name): Life(since, until)
        for kind, name, since, until in (row.split("\t") for row in rows)
    }


def since_phrase(since: str) -> str:
    """The release with which something came: "with version 14", or "after version 14.0.1"."""
    release = next((version for version, date in RELEASES.items() if since <= date), None)
    return f"with version {release}" if release else f"after version {list(RELEASES)[-1]}"


# The engine that a file is written for

_COMMENT = re.compile(r"(?m)^[#;].*?\bwazir:[ \t]*engine[ \t]+(?P<name>[^\r\n]*)")
"""The comment before the first section. Blanks may follow the name."""
MAX_LETTERS_OF_NAME = 100
"""The maximum number of characters of a name that is compared with the known ones."""


def engine_of(context: Context) -> Engine:
    """The engine of a context; the newest version if it names none."""
    return ENGINES.get(context.engine or "", NEWEST)


def file_context(context: Context, text: str) -> Context:
    """The context of a file, whose first comment may name the engine."""
    named = None if "engine" in context.fixed else _named_engine(text.partition("[")[0])
    if named and named[0] in ENGINES:
        return replace(context, engine=named[0])
    return context


def _named_engine(text: str) -> tuple[str, Span] | None:
    """The engine that the first comment of a text names, and where; None without one."""
    comment = _COMMENT.search(text)
    if comment is None:
        return None
    name = comment["name"].rstrip(" \t")
    start = comment.start("name")
    return name, Span(start, start + len(name))


def report_comment(text: str, report: Report) -> None:
    """Report a comment that names an unknown engine."""
    named = _named_engine(text)
    if named and named[0] not in ENGINES:
        name, span = named
        near = get_close_matches(name[:MAX_LETTERS_OF_NAME].lower(), ENGINES, n=1, cutoff=0.7)
        meant = (
            f" Did you mean `{near[0]}`?" if near else " Write `fairy-stockfish 14`, for example."
        )
        report(
            codes.UNKNOWN_ENGINE,
            span,
            f"Unknown engine.{meant}",
            *(write(span, known) for known in near),
        )


# What it does not read


def report_engine(reading: SectionReading, engine: Engine, reader: Reader, report: Report) -> None:
    """Report what an engine ignores, because it is newer, and a variant that does not fit its
    boards.
    """
    header, section = reading.section.header, reading.section
    if header is None or engine == NEWEST:
        return
    variant = reading.variant
    _report_size(reading, header, engine, report=report)
    if not engine.reads("variant", header.parent) and reading.scope.analysis(header.parent) is None:
        _report(
            engine,
            kind="variant",
            name=header.parent,
            span=header.parent_span,
            verb="drops this section. It does not know",
            report=report,
        )
    for setting in section.last.values():
        value = f"{setting.key} {setting.value}"
        moves = piece_setting(setting).moves
        if not engine.reads("key", setting.key):
            _report(
                engine,
                kind="key",
                name=setting.key,
                span=setting.key_span,
                verb="ignores",
                report=report,
            )
        elif not engine.reads("value", value):
            _report(
                engine,
                kind="value",
                name=value,
                span=setting.value_span,
                verb="does not know",
                report=report,
            )
        elif moves.start < moves.end:
            _report_moves(
                setting,
                moves=moves,
                engine=engine,
                reader=reader,
                board=variant.board,
                report=report,
            )


def _report_size(
    reading: SectionReading, header: SectionHeader, engine: Engine, report: Report
) -> None:
    """Report a board that is too large for an engine."""
    variant, last = reading.variant, reading.section.last
    if variant.files <= engine.files and variant.ranks <= engine.ranks:
        return
    key = "maxFile" if variant.files > engine.files else "maxRank"
    span = last[key].value_span if key in last else header.name_span
    drops = f"The 8x8 build of {engine.title} drops this section without a message"
    size = "{}x{}".format(*variant.size)
    report(codes.BOARD_TOO_LARGE, span, f"{drops}: its board is {size}.")


def _report(engine: Engine, *, kind: str, name: str, span: Span, verb: str, report: Report) -> None:
    since = lives()[kind, name].since
    if engine.date < since:
        shown = name.rpartition(" ")[2]
        message = f"{engine.title} {verb} `{shown}`, which came {since_phrase(since)}."
        report(codes.NEWER_THAN_ENGINE, span, message)


def _report_moves(
    setting: IniSetting,
    *,
    moves: Span,
    engine: Engine,
    reader: Reader,
    board: str | None,
    report: Report,
) -> None:
    text = setting.value[moves.start - setting.value_span.start :]
    if setting.key == "king" and engine.date < _KING_WITH_MOVES:
        since = since_phrase(_KING_WITH_MOVES)
        message = f"{engine.title} ignores moves of `king`, which came {since}."
        report(codes.NEWER_THAN_ENGINE, moves, message)
    elif "i" in text and engine.date < _FIRST_MOVE:
        at = moves.start + text.index("i")
        message = (
            f"{engine.title} skips `i`, so that the move is not only a first one. It came "
            f"{since_phrase(_FIRST_MOVE)}."
        )
        report(codes.NEWER_THAN_ENGINE, Span(at, at + 1), message)
    elif engine.date < _FIRST_MOVE and reader.read_early:
        early = reader.read_early(text)
        if not equal_normal_forms(early, reader.read(text), parse_board(board or DEFAULT)):
            words = sentence(early).rstrip(".")
            difference = shortened(f"it {words[:1].lower()}{words[1:]}")
            message = (
                f"{engine.title} plays `{text}` differently from later versions: {difference}."
            )
            report(codes.NEWER_THAN_ENGINE, moves, message)


# What PyChess refuses

PROFILE = "pychess"
MAX_BYTES_OF_FILE = 64 * 1024
"""The most bytes of a file."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{2,31}")
_FACTS: Mapping[str, Any] = packaged(__package__, "pychess")
_IS_ON = frozenset({"true", "yes", "1", "on"})
_IS_OFF = frozenset({"", "-", "0", "false", "no", "off", "none"})
_PIECES = re.compile(r"(?im)^[ \t]*[#;][ \t]*pychessPieces[ \t]*=(?P<roles>[^#;\r\n]*)")
_ROLE = re.compile(r"[^\s,]+")
_ROLE_IN_WORDS = "A role in `pychessPieces` is one letter, with `+` before it for a promoted piece."
_NAME_IN_WORDS = (
    "A name in PyChess has 3 to 32 characters, `a` to `z`, `0` to `9`, `-` and `_`, a letter first."
)


def report_pychess(reading: SectionReading, report: Report) -> None:
    """Report why PyChess refuses a section as the variant of a user."""
    section, header = reading.section, reading.section.header
    _report_roles(section.text, report)
    if header is None:
        return
    others = [
        name
        for name in set(reading.scope.defined_names())
        if SEPARATOR not in name and name != section.name
    ]
    if others:
        message = f"PyChess takes a file with one section; here are {len(others) + 1}."
        report(codes.PYCHESS, header.span, message)
    size = len(section.text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES_OF_FILE:
        message = f"PyChess takes files of up to 64 KiB; this has {plural_count(size, 'byte')}."
        report(codes.PYCHESS, header.span, message)
    name = header.name.strip()
    if not _NAME.fullmatch(name):
        report(codes.PYCHESS, header.name_span, _NAME_IN_WORDS)
    elif any(name in names for names in _FACTS["taken"].values()):
        message = f"PyChess has a variant `{name}` of its own."
        report(codes.PYCHESS, header.name_span, message)
    position = section.last.get("startFen")
    if position and len(position.value.split()) == 1:
        report(codes.PYCHESS, position.value_span, "PyChess needs the side to move in `startFen`.")
    _report_settings(section.settings, report)


def _report_roles(text: str, report: Report) -> None:
    """Report what is no role in the comments of a section that list the pieces for PyChess."""
    for comment in _PIECES.finditer(text):
        for role in _ROLE.finditer(comment["roles"]):
            if not re.fullmatch(r"\+?[A-Za-z]", role[0]):
                span = Span(*role.span()).moved(comment.start("roles"))
                report(codes.PYCHESS, span, _ROLE_IN_WORDS)


def _report_settings(settings: tuple[IniSetting, ...], report: Report) -> None:
    """Report refused settings. PyChess reads the first line with a key, in any case, up to a
    `#`.
    """
    first = dict[str, IniSetting]()
    for setting in settings:
        earlier = first.setdefault(setting.key.strip().lower(), setting)
        if _value(earlier) != _value(setting):
            message = f"PyChess reads the first line with `{earlier.key}`, the engine the last one."
            report(codes.PYCHESS, earlier.meant_span, message)
    gates = "seirawangating" in first and _value(first["seirawangating"]) in _IS_ON
    for key, setting in first.items():
        refused = dict[str, str]() if _value(setting) in _IS_OFF else _FACTS["refused_values"]
        if _value(setting) in _IS_ON:
            refused = (
                refused
                | _FACTS["refused"]
                | ({} if gates else {"gating": "gating without `seirawanGating`"})
            )
        if what := refused.get(key):
            report(
                codes.PYCHESS,
                setting.meant_span,
                f"PyChess does not support {what} in variants of users.",
            )


def _value(setting: IniSetting) -> str:
    return setting.read.partition("#")[0].strip().lower()


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


def _subject_of(message: str) -> tuple[str, str]:
    """The name in a message of the engine, and its kind; empty if no pattern fits."""
    for pattern, kind in _KINDS:
        if match := re.fullmatch(pattern, message):
            return match[1], kind
    return "", ""


def placed_messages(
    chunks: Iterable[tuple[int, Section]], messages: Iterable[str]
) -> Iterator[PlacedMessage]:
    """The messages of the engine at the places of a file that they are about.

    A message that `customPiece1 = -` lacks moves is left out, because nothing else removes that
    piece (F6).

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
        what, kind = _subject_of(text)
        at = pending if kind in ("line", "name", "parent") or current < 0 else current
        pending += kind in ("name", "parent")
        if at >= len(sections):
            continue
        start, section = sections[at]
        if not (text.endswith("Missing Betza move notation") and section.last[what].read == "-"):
            yield from (
                PlacedMessage(span.moved(start), kind, text) for span in _spans(section, what, kind)
            )


def _spans(section: Section, what: str, kind: str) -> list[Span]:
    if kind == "line":
        return [span for span in section.strays if section.text[slice(*span)] == what.strip(" \t")]
    if kind == "option":
        return [setting.key_span for setting in section.settings if setting.key == what]
    if kind not in OF_SECTION and what in section.last:
        return [section.last[what].key_span]
    return [section.header.span] if section.header else []


def engine_diagnostics(
    chunks: Sequence[tuple[int, VariantDefinition]], messages: Iterable[str]
) -> Iterator[Diagnostic]:
    """The messages of the engine as diagnostics, in the order of the text."""
    sections = [(start, chunk.section) for start, chunk in chunks]
    placed = sorted(placed_messages(sections, messages), key=lambda message: message.span)
    return (
        Diagnostic(codes.ENGINE_MESSAGE, span, f"Fairy-Stockfish: {text}")
        for span, _, text in placed
    )
