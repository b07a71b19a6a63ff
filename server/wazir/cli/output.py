"""Output formats for diagnostics: for people, for other programs, and for the reports of servers."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from wazir import __version__
from wazir.addresses import SITE, public_page
from wazir.cli.console import Paint, plain, plural, safe, width
from wazir.diagnostics import Code, Diagnostic, Fix, Severity
from wazir.document import Document
from wazir.features.definitions import Json, codes, diagnostic_as_json, page
from wazir.piece.drawing.svg import allowed
from wazir.text import Edit, Span, whole

NOUNS = {severity: severity.name.lower() for severity in Severity} | {Severity.INFORMATION: "remark"}


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
    quiet: bool = False
    """Leave out the summary."""
    paint: Paint = plain
    columns: int = 100
    """The maximum width of a line."""
    failed: Callable[[], bool] = lambda: False
    """Some file could not be read, so that not all checks passed."""

    def shows(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is shown to people."""
        return self.hints or diagnostic.code.severity != Severity.HINT


Output = Callable[[Iterable[Checked], Look], Iterator[str]]


# Text


def as_text(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """Diagnostics as compilers print them, and a summary line."""
    counts: Counter[Severity] = Counter()
    fixable = 0
    names: set[str] = set()
    with_findings: set[str] = set()
    for one in checked:
        names.add(one.name)
        for diagnostic in one.diagnostics:
            counts[diagnostic.code.severity] += 1
            fixable += any(fix.safe for fix in diagnostic.fixes)
            if look.shows(diagnostic):
                with_findings.add(one.name)
                yield _finding(one, diagnostic, look)
    some = f"{len(with_findings):,} of " if 0 < len(with_findings) < len(names) else ""
    if not names and not look.failed():
        yield from () if look.quiet else ["No files were checked.\n"]
    elif not look.quiet and (counts or not look.failed()):
        yield _summary(some + plural(len(names), "file"), counts, fixable, look)


def _finding(one: Checked, diagnostic: Diagnostic, look: Look) -> str:
    word = diagnostic.code.severity.name.lower()
    place = look.paint("place", f"{_place(one, diagnostic.span)}:")
    head = f"{place} {look.paint(word, f'{word}:')} {safe(diagnostic.message)}"
    lines = [f"{head} {look.paint('code', f'[{diagnostic.code.id}]')}"]
    lines += frame(one.document, diagnostic.span, look.columns, look.paint, word)
    for related in diagnostic.related:
        lines.append(f"  {_place(one, related.span)}: {safe(related.message)}")
        lines += frame(one.document, related.span, look.columns, look.paint, "information")
    for fix in diagnostic.fixes:
        lines.append(f"  {look.paint('heading', 'fix:')} {safe(fix.title)}")
    return "\n".join(lines) + "\n\n"


def _place(one: Checked, span: Span) -> str:
    start = one.document.place(span.start)
    return f"{safe(one.name)}:{start.line + 1}:{start.column + 1}"


def _summary(where: str, counts: Mapping[Severity, int], fixable: int, look: Look) -> str:
    shown = [s for s in Severity if counts[s] and (look.hints or s != Severity.HINT)]
    more = []
    if counts[Severity.HINT] and not look.hints:
        more.append(f"{plural(counts[Severity.HINT], 'hint')} with --hints")
    if fixable:
        more.append(f"{fixable:,} fixable with --fix")
    if shown:
        head = f"{', '.join(plural(counts[s], NOUNS[s]) for s in shown)} in {where}"
    else:
        head, more = "All checks passed", [where, *more]
    return look.paint("heading", head + (f" ({', '.join(more)})" if more else "") + ".") + "\n"


def as_concise(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """A line for each diagnostic, as editors and other programs find places in it."""
    for one in checked:
        for diagnostic in filter(look.shows, one.diagnostics):
            yield f"{look.paint('place', _place(one, diagnostic.span))}: {_line(diagnostic, look)}"


def as_grouped(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """A heading for each file with diagnostics, and below it a line for each."""
    for name, documents in groupby(checked, lambda one: one.name):
        heading = look.paint("heading", safe(name)) + "\n"
        for one in documents:
            for diagnostic in filter(look.shows, one.diagnostics):
                start = one.document.place(diagnostic.span.start)
                yield f"{heading}  {start.line + 1}:{start.column + 1} {_line(diagnostic, look)}"
                heading = ""
        if not heading:
            yield "\n"


def _line(diagnostic: Diagnostic, look: Look) -> str:
    word = diagnostic.code.severity.name.lower()
    code = look.paint("code", f"[{diagnostic.code.id}]")
    return f"{look.paint(word, f'{word}:')} {safe(diagnostic.message)} {code}\n"


def as_statistics(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """The number of diagnostics of each code, the most frequent first."""
    found = Counter(diagnostic.code for one in checked for diagnostic in filter(look.shows, one.diagnostics))
    for code, count in sorted(found.items(), key=lambda each: (-each[1], each[0].id)):
        word = code.severity.name.lower()
        yield f"{count:7,}  {look.paint(word, code.id)}  {look.paint('code', code.summary)}\n"


# JSON


def as_json(checked: Iterable[Checked], _look: Look) -> Iterator[str]:
    """A list of objects, one per line. Lines and columns count from 0, columns in characters."""
    first = True
    for one in checked:
        for diagnostic in one.diagnostics:
            yield ("[\n" if first else ",\n") + json.dumps(finding(one, diagnostic))
            first = False
    yield "[]\n" if first else "\n]\n"


def as_json_lines(checked: Iterable[Checked], _look: Look) -> Iterator[str]:
    """An object on each line, as in the list of *as_json*."""
    for one in checked:
        for diagnostic in one.diagnostics:
            yield json.dumps(finding(one, diagnostic)) + "\n"


def finding(one: Checked, diagnostic: Diagnostic) -> Json:
    """A diagnostic as plain data."""
    return diagnostic_as_json(one.document, diagnostic, {"file": whole(one.name)})


# GitHub

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def as_github(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """Workflow commands that GitHub Actions turns into annotations."""
    for one in checked:
        for diagnostic in one.diagnostics:
            if look.shows(diagnostic):
                yield _annotation(one, diagnostic)


def _annotation(one: Checked, diagnostic: Diagnostic) -> str:
    start, end = one.document.place(diagnostic.span.start), one.document.place(diagnostic.span.end)
    properties = {
        "file": one.name,
        "line": start.line + 1,
        "col": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
        "title": f"wazir: {diagnostic.code.id}",
    }
    level = _LEVELS.get(diagnostic.code.severity, "notice")
    where = ",".join(f"{key}={_escaped(str(value), property_=True)}" for key, value in properties.items())
    return f"::{level} {where}::{_escaped(diagnostic.message)}\n"


def _escaped(text: str, *, property_: bool = False) -> str:
    text = whole(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if property_ else text


# GitLab and JUnit

_GITLAB = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def as_gitlab(checked: Iterable[Checked], _look: Look) -> Iterator[str]:
    """A Code Quality report of GitLab. Moving a line does not change the fingerprint of its diagnostic."""
    found = []
    same = Counter[tuple[str, ...]]()
    for one in checked:
        for diagnostic in one.diagnostics:
            span, message = diagnostic.span, whole(diagnostic.message)
            key = (whole(one.name), diagnostic.code.id, message, whole(one.document.slice(span)))
            same[key] += 1
            found.append(
                {
                    "description": message,
                    "check_name": diagnostic.code.id,
                    "fingerprint": sha256(repr((key, same[key])).encode()).hexdigest(),
                    "severity": _GITLAB.get(diagnostic.code.severity, "info"),
                    "location": {"path": key[0], "lines": {"begin": one.document.place(span.start).line + 1}},
                }
            )
    yield json.dumps(found, indent=1) + "\n"


def as_junit(checked: Iterable[Checked], look: Look) -> Iterator[str]:
    """A report of tests: each file is one, which fails by its errors and warnings."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="wazir">\n'
    for name, documents in groupby(checked, lambda one: one.name):
        failures = [
            (f"{_place(one, diagnostic.span)}: {safe(diagnostic.message)}", diagnostic.code)
            for one in documents
            for diagnostic in one.diagnostics
            if look.shows(diagnostic)
        ]
        yield f'<testsuite name={_attribute(name)} tests="{max(len(failures), 1)}" failures="{len(failures)}">\n'
        for message, code in failures:
            failure = f"<failure type={_attribute(code.severity.name.lower())} message={_attribute(message)}/>"
            yield f"<testcase classname={_attribute(name)} name={_attribute(code.id)}>{failure}</testcase>\n"
        if not failures:
            yield f'<testcase classname={_attribute(name)} name="check"/>\n'
        yield "</testsuite>\n"
    yield "</testsuites>\n"


def _attribute(text: str) -> str:
    return quoteattr(allowed(whole(text)))


# SARIF


def as_sarif(checked: Iterable[Checked], _look: Look) -> Iterator[str]:
    """A log in the Static Analysis Results Interchange Format, version 2.1.0, with all diagnostics."""
    index = {code.id: number for number, code in enumerate(codes())}
    rules = [_rule(code) for code in codes()]
    driver = {"name": "wazir", "semanticVersion": __version__, "informationUri": SITE, "rules": rules}
    head = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0"}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"}
    yield f'{json.dumps(head)[:-1]}, "runs": [{json.dumps(run)[:-1]}, "results": ['
    first = True
    for one in checked:
        for diagnostic in one.diagnostics:
            yield ("\n" if first else ",\n") + json.dumps(_result(one, diagnostic, index))
            first = False
    yield "\n]}]}\n"


def _rule(code: Code) -> Json:
    text = page(code.id) or code.summary
    return {
        "id": code.id,
        "shortDescription": {"text": code.summary},
        "help": {"text": text, "markdown": text},
        "helpUri": public_page(code.id),
        "defaultConfiguration": {"level": _sarif_level(code)},
    }


def _sarif_level(code: Code) -> str:
    return _LEVELS.get(code.severity, "note")


def _result(one: Checked, diagnostic: Diagnostic, index: Mapping[str, int]) -> Json:
    result: Json = {
        "ruleId": diagnostic.code.id,
        "ruleIndex": index[diagnostic.code.id],
        "level": _sarif_level(diagnostic.code),
        "message": {"text": whole(diagnostic.message)},
        "locations": [{"physicalLocation": _location(one, diagnostic.span)}],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": whole(other.message)}, "physicalLocation": _location(one, other.span)}
            for number, other in enumerate(diagnostic.related, 1)
        ]
    if diagnostic.fixes:
        result["fixes"] = [_sarif_fix(one, fix) for fix in diagnostic.fixes]
    return result


def _location(one: Checked, span: Span) -> Json:
    return {"artifactLocation": {"uri": uri(one.name)}, "region": _region(one.document, span)}


def uri(name: str) -> str:
    """A file name as a URI reference for SARIF, relative if the name is."""
    path = Path(name)
    if path.is_absolute():
        return "file://" + ("" if path.as_posix().startswith("/") else "/") + quote(os.fsencode(path.as_posix()))
    return quote(os.fsencode(path.as_posix()))


def _region(document: Document, span: Span) -> Json:
    start, end = document.place(span.start), document.place(span.end)
    return {
        "startLine": start.line + 1,
        "startColumn": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
    }


def _written(one: Checked, edit: Edit) -> str:
    return whole(one.document.origin.written(edit.text))


def _sarif_fix(one: Checked, fix: Fix) -> Json:
    replacements = [
        {"deletedRegion": _region(one.document, edit.span), "insertedContent": {"text": _written(one, edit)}}
        for edit in fix.edits
    ]
    return {
        "description": {"text": whole(fix.title)},
        "artifactChanges": [{"artifactLocation": {"uri": uri(one.name)}, "replacements": replacements}],
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


_TAB = "    "
_CUT = "…"


def frame(document: Document, span: Span, columns: int, paint: Paint, kind: str) -> list[str]:
    """Two lines: the line of the file in which *span* starts, and carets under the part of the span in that line."""
    start, end = document.place(span.start), document.place(span.end)
    line = document.file_line(start.line).rstrip("\r\n")
    last = min(end.column, len(line)) if end.line == start.line else len(line)
    number = f"{start.line + 1:5} |"
    shown, carets = underlined(line, start.column, last, max(columns - len(number) - 1, 20))
    margin = " " * (len(number) - 1) + "|"
    return [f"{paint('margin', number)} {shown}".rstrip(), f"{paint('margin', margin)} {paint(kind, carets)}"]


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
    return safe(text.replace("\t", _TAB))
