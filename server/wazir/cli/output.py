"""Output formats for diagnostics: for people, for other programs, and for the reports of
servers.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from pathlib import Path, PurePath
from typing import TextIO
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from wazir import __version__
from wazir.addresses import SITE
from wazir.cli.command import wrapped
from wazir.cli.console import Paint, columns, paint_for, plain, safe, width
from wazir.diagnostics import Code, Diagnostic, Fix, Severity, public_page
from wazir.document import Document
from wazir.features.definitions import Json, codes, diagnostic_as_json, page
from wazir.piece.drawing.svg import allowed
from wazir.text import Span, whole

WIDEST = 120
"""The maximum width of a line of text, in columns."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A document with its diagnostics."""

    name: str
    """The name of the file. The blocks of a Markdown file share one."""
    document: Document
    diagnostics: Iterable[Diagnostic]
    """In order of position. Can be iterated over only once."""


@dataclass(frozen=True, slots=True)
class Look:
    """Options of the text format."""

    hints: bool = False
    """Include hints."""
    paint: Paint = plain
    columns: int = 100
    """The maximum width of a line of the text."""
    wraps: bool = False
    """Messages too are at most as wide."""

    @classmethod
    def of(cls, stream: TextIO, *, hints: bool = False) -> Look:
        """The options for a stream."""
        return cls(hints, paint_for(stream), columns(stream, WIDEST), wraps=stream.isatty())

    def shows(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is shown to people."""
        return self.hints or diagnostic.code.severity != Severity.HINT


Output = Callable[[Iterable[Checked], Look], Iterator[str]]


def _each(
    files: Iterable[Checked], look: Look | None = None
) -> Iterator[tuple[Checked, Diagnostic]]:
    """Each diagnostic with its file; only those that are shown to people if a *look* is given."""
    for file in files:
        for diagnostic in file.diagnostics:
            if look is None or look.shows(diagnostic):
                yield file, diagnostic


# Text


def as_text(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """Diagnostics as compilers print them."""
    for file, diagnostic in _each(checked, look):
        yield with_frame(file, diagnostic, look)


def with_frame(file: Checked, diagnostic: Diagnostic, look: Look) -> str:
    """A diagnostic with its place, if the file has a name, with its lines, and with its fixes."""
    place = [("place", f"{_place(file, diagnostic.span)}:")] if file.name else []
    lines = [_fitted([*place, *_parts(diagnostic)], look)]
    lines += frame(
        file.document,
        diagnostic.span,
        look.columns,
        paint=look.paint,
        kind=diagnostic.code.severity.name.lower(),
    )
    for related in diagnostic.related:
        where = f"{_place(file, related.span)}: " if file.name else ""
        lines.append(_fitted([("", f"  {where}{safe(related.message)}")], look))
        lines += frame(
            file.document, related.span, look.columns, paint=look.paint, kind="information"
        )
    for fix in diagnostic.fixes:
        lines.append(_fitted([("heading", "  fix:"), ("", safe(fix.title))], look))
    return "\n".join(lines) + "\n\n"


def _fitted(parts: Sequence[tuple[str, str]], look: Look) -> str:
    """A line of texts of some kinds; on a terminal lines of its width."""
    line = " ".join(text for _, text in parts)
    indent = " " * (len(line) - len(line.lstrip()))
    if look.wraps:
        lines = "\n".join(wrapped(line.strip(), look.columns, indent, others=indent + "    "))
    else:
        lines = line
    for kind, text in parts:
        lines = lines.replace(text, look.paint(kind, text), 1)
    return lines


def _place(file: Checked, span: Span) -> str:
    start = file.document.region.position(span.start)
    return f"{safe(file.name)}:{start.line + 1}:{start.column + 1}"


def as_concise(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """A line for each diagnostic, as editors and other programs find places in it."""
    for file, diagnostic in _each(checked, look):
        words = " ".join(look.paint(kind, text) for kind, text in _parts(diagnostic))
        yield f"{look.paint('place', _place(file, diagnostic.span))}: {words}\n"


def as_grouped(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """A heading for each file with diagnostics, and below it a line for each."""
    for name, pairs in groupby(_each(checked, look), lambda pair: pair[0].name):
        yield look.paint("heading", safe(name)) + "\n"
        for file, diagnostic in pairs:
            start = file.document.region.position(diagnostic.span.start)
            yield (
                _fitted([("", f"  {start.line + 1}:{start.column + 1}"), *_parts(diagnostic)], look)
                + "\n"
            )
        yield "\n"


def _parts(diagnostic: Diagnostic) -> Iterator[tuple[str, str]]:
    """The severity, the message and the code, each with its kind of text."""
    word = diagnostic.code.severity.name.lower()
    yield word, f"{word}:"
    yield "", safe(diagnostic.message)
    yield "code", f"[{diagnostic.code.id}]"


def as_statistics(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """The number of diagnostics of each code, the most frequent first."""
    counts = Counter(diagnostic.code for _, diagnostic in _each(checked, look))
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0].id)):
        word = code.severity.name.lower()
        yield f"{count:7,}  {look.paint(word, code.id)}  {look.paint('code', code.summary)}\n"


# JSON


def as_json(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """A list of objects, each on a line. Lines and columns count from 0, columns in characters."""
    before = "[\n"
    for line in as_json_lines(checked, look):
        yield before + line.rstrip("\n")
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def as_json_lines(checked: Iterable[Checked], _look: Look) -> Iterator[str]:
    """An object on each line, as in the list of *as_json*."""
    for file, diagnostic in _each(checked):
        yield (
            json.dumps(diagnostic_as_json(file.document, diagnostic, {"file": whole(file.name)}))
            + "\n"
        )


# GitHub

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}
_GITHUB = {
    "line": "startLine",
    "col": "startColumn",
    "endLine": "endLine",
    "endColumn": "endColumn",
}
"""The names of places, each with that of SARIF."""


def as_github(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """Workflow commands that GitHub Actions turns into annotations."""
    for file, diagnostic in _each(checked, look):
        region = _region(file.document, diagnostic.span)
        properties = {
            "file": file.name,
            **{name: region[key] for name, key in _GITHUB.items()},
            "title": f"wazir: {diagnostic.code.id}",
        }
        level = _LEVELS.get(diagnostic.code.severity, "notice")
        where = ",".join(
            f"{key}={_escaped(str(value), property_=True)}" for key, value in properties.items()
        )
        yield f"::{level} {where}::{_escaped(diagnostic.message)}\n"


def _escaped(text: str, *, property_: bool = False) -> str:
    """A text in a workflow command, which has no escapes for other control characters."""
    text = safe(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))
    return text.replace(":", "%3A").replace(",", "%2C") if property_ else text


# GitLab and JUnit

_GITLAB = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def as_gitlab(checked: Iterable[Checked], _look: Look) -> Iterator[str]:
    """A Code Quality report of GitLab. Moving a line does not change the fingerprint of its
    diagnostic.
    """
    report = []
    counts = Counter[tuple[str, ...]]()
    for file, diagnostic in _each(checked):
        span = diagnostic.span
        path = whole(file.name)
        message = whole(diagnostic.message)
        key = (path, diagnostic.code.id, message, whole(file.document.slice(span)))
        counts[key] += 1
        report.append(
            {
                "description": message,
                "check_name": diagnostic.code.id,
                "fingerprint": sha256(repr((key, counts[key])).encode()).hexdigest(),
                "severity": _GITLAB.get(diagnostic.code.severity, "info"),
                "location": {
                    "path": path,
                    "lines": {"begin": file.document.region.position(span.start).line + 1},
                },
            }
        )
    yield json.dumps(report, indent=1) + "\n"


def as_junit(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """A report of tests: each file is a test, which fails by its errors and warnings."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="wazir">\n'
    for name, files in groupby(checked, lambda file: file.name):
        failures = [
            (f"{_place(file, diagnostic.span)}: {safe(diagnostic.message)}", diagnostic.code)
            for file, diagnostic in _each(files, look)
        ]
        yield (
            f'<testsuite name={_attribute(name)} tests="{max(len(failures), 1)}" '
            f'failures="{len(failures)}">\n'
        )
        for message, code in failures:
            failure = (
                f"<failure type={_attribute(code.severity.name.lower())} "
                f"message={_attribute(message)}/>"
            )
            yield (
                f"<testcase classname={_attribute(name)} "
                f"name={_attribute(code.id)}>{failure}</testcase>\n"
            )
        if not failures:
            yield f'<testcase classname={_attribute(name)} name="check"/>\n'
        yield "</testsuite>\n"
    yield "</testsuites>\n"


def _attribute(text: str) -> str:
    return quoteattr(allowed(safe(text)))


# SARIF


def as_sarif(checked: Iterable[Checked], _look: Look) -> Iterator[str]:
    """A log in the Static Analysis Results Interchange Format, version 2.1.0, with all
    diagnostics.
    """
    index = {code.id: number for number, code in enumerate(codes())}
    rules = [_rule(code) for code in codes()]
    driver = {
        "name": "wazir",
        "semanticVersion": __version__,
        "informationUri": SITE,
        "rules": rules,
    }
    head = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0"}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"}
    yield f'{json.dumps(head)[:-1]}, "runs": [{json.dumps(run)[:-1]}, "results": ['
    before = "\n"
    for file, diagnostic in _each(checked):
        yield before + json.dumps(_result(file, diagnostic, index))
        before = ",\n"
    yield "\n]}]}\n"


def _rule(code: Code) -> Json:
    text = page(code.id) or code.summary
    return {
        "id": code.id,
        "shortDescription": {"text": code.summary},
        "help": {"text": text, "markdown": text},
        "helpUri": public_page(code.id),
        "defaultConfiguration": {"level": _LEVELS.get(code.severity, "note")},
    }


def _result(file: Checked, diagnostic: Diagnostic, index: Mapping[str, int]) -> Json:
    result: Json = {
        "ruleId": diagnostic.code.id,
        "ruleIndex": index[diagnostic.code.id],
        "level": _LEVELS.get(diagnostic.code.severity, "note"),
        "message": {"text": whole(diagnostic.message)},
        "locations": [{"physicalLocation": _location(file, diagnostic.span)}],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": whole(other.message)},
                "physicalLocation": _location(file, other.span),
            }
            for number, other in enumerate(diagnostic.related, 1)
        ]
    if diagnostic.fixes:
        result["fixes"] = [_sarif_fix(file, fix) for fix in diagnostic.fixes]
    return result


def _location(file: Checked, span: Span) -> Json:
    return {"artifactLocation": {"uri": uri(file.name)}, "region": _region(file.document, span)}


def uri(name: str) -> str:
    """A file name as a URI reference for SARIF, relative if the name is."""
    return reference(Path(name))


def reference(path: PurePath) -> str:
    """The URI reference of a path, relative if the path is."""
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


def _region(document: Document, span: Span) -> Json:
    (first, start), (last, end) = (
        document.region.position(offset) for offset in (span.start, span.end)
    )
    return {
        "startLine": first + 1,
        "startColumn": start + 1,
        "endLine": last + 1,
        "endColumn": end + 1,
    }


def _sarif_fix(file: Checked, fix: Fix) -> Json:
    replacements = [
        {
            "deletedRegion": _region(file.document, edit.span),
            "insertedContent": {"text": whole(file.document.region.written(edit.text))},
        }
        for edit in fix.edits
    ]
    return {
        "description": {"text": whole(fix.title)},
        "artifactChanges": [
            {"artifactLocation": {"uri": uri(file.name)}, "replacements": replacements}
        ],
    }


OUTPUTS: Mapping[str, Output] = {
    "text": as_text,
    "concise": as_concise,
    "grouped": as_grouped,
    "json": as_json,
    "json-lines": as_json_lines,
    "github": as_github,
    "gitlab": as_gitlab,
    "junit": as_junit,
    "sarif": as_sarif,
}
"""The formats by name."""


_CUT = "…"


def frame(document: Document, span: Span, columns: int, paint: Paint, kind: str) -> list[str]:
    """Two lines: the line of the file in which *span* starts, and carets under the part of the span
    in that line.
    """
    start, end = document.region.position(span.start), document.region.position(span.end)
    line = document.region.host.line_text(start.line).rstrip("\r\n")
    last = min(end.column, len(line)) if end.line == start.line else len(line)
    number = f"{start.line + 1:5} |"
    shown, carets = underlined(line, start.column, last, room=max(columns - len(number) - 1, 20))
    margin = " " * (len(number) - 1) + "|"
    return [
        f"{paint('margin', number)} {shown}".rstrip(),
        f"{paint('margin', margin)} {paint(kind, carets)}",
    ]


def underlined(line: str, start: int, end: int, room: int) -> tuple[str, str]:
    """A line, cut to *room* characters around a range of columns, and carets under that range."""
    if len(line) > room:
        room -= 2 * len(_CUT)
    begin = max(0, min(start - room // 3, len(line) - room))
    finish = min(len(line), begin + room)
    before = (_CUT if begin else "") + _shown(line[begin:start])
    marked = _shown(line[start : min(end, finish)])
    after = _shown(line[max(end, start) : finish]) + (_CUT if finish < len(line) else "")
    return before + marked + after, " " * width(before) + "^" * max(1, width(marked))


def _shown(text: str) -> str:
    return safe(text.replace("\t", "    "))
