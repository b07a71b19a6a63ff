"""Checks files, prints a diagnostic for each problem, and applies safe fixes with --fix. The exit
status is 1 if there are errors or warnings. Information and hints do not change it.

examples:
  wazir check pieces.betza               one file
  wazir check README.md                  the fenced blocks of a Markdown file
  wazir check --fix samples              a folder, with safe fixes
  wazir check --watch                    again after every change
  wazir check --format concise           a line for each diagnostic
  wazir check --statistics               how often each code occurs
  wazir check --format sarif > log.sarif for code scanning
  echo 'WW' | wazir check --fix -        print a text with safe fixes
"""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stderr, suppress
from dataclasses import dataclass, field
from heapq import merge
from itertools import chain
from operator import attrgetter
from pathlib import Path

from wazir.cli.arguments import add_reading, check_fit, context, fitting, notations_of
from wazir.cli.command import Status, UsageError, add_choice, add_format, optional
from wazir.cli.console import Progress, complain, fitted, plural, say
from wazir.cli.files import (
    STDIN,
    MarkdownOrigin,
    Origin,
    SourceText,
    blocks,
    find_with_pages,
    read,
    write,
)
from wazir.cli.output import OUTPUTS, Checked, Look, as_statistics
from wazir.diagnostics import Diagnostic, Severity
from wazir.document import Document
from wazir.engines.program import check
from wazir.features.actions import fix_all
from wazir.features.known import duplicates, hints
from wazir.features.trials import with_working_fixes
from wazir.features.variants import engine_diagnostics
from wazir.notations import REGISTRY
from wazir.settings.files import nearest
from wazir.text import apply


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    files = (
        "files, folders, or - for standard input (default: the current folder); of a named "
        "Markdown file the fenced blocks are checked; folders are not searched for Markdown"
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help=files)
    parser.add_argument(
        "--fix", action="store_true", help="apply safe fixes; with - the new text is printed"
    )
    parser.add_argument(
        "--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C"
    )
    add_format(parser, OUTPUTS, "; json, json-lines, gitlab and sarif include hints")
    statistics = "print the number of diagnostics of each code instead"
    parser.add_argument("--statistics", action="store_true", help=statistics)
    parser.add_argument("--hints", action="store_true", help="include hints in the other formats")
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="print diagnostics only, without a summary"
    )
    profiles = sorted({profile for notation in REGISTRY for profile in notation.profiles})
    profile = "warn where a program reads a text differently or refuses it"
    add_choice(parser, "--profile", "--for", choices=profiles, metavar="PROGRAM", about=profile)
    engines = [engine for notation in REGISTRY for engine in notation.engines]
    engine = (
        "the version and the build that reads the variants: 'fairy-stockfish 14', "
        "'fairy-stockfish 8x8', fairy-stockfish-x"
    )
    parser.add_argument("--engine", choices=engines, metavar="ENGINE", help=engine)
    program = "also show what this Fairy-Stockfish program says about files of variants"
    parser.add_argument("--program", metavar="PATH", help=program)
    add_reading(parser)
    parser.add_argument("--stdin-filename", metavar="NAME", help="the file name of standard input")


@dataclass(slots=True)
class _Tally:
    """The totals of a run."""

    shown: Counter[Severity] = field(default_factory=Counter)
    """The severities that the text has."""
    hints: int = 0
    """The hints that it leaves out."""
    names: set[str] = field(default_factory=set)
    names_with_diagnostics: set[str] = field(default_factory=set)
    fixable: int = 0
    fixed: int = 0
    files: int = 0
    failed: bool = False

    def counted(
        self, name: str, diagnostics: Iterable[Diagnostic], look: Look
    ) -> Iterator[Diagnostic]:
        """The diagnostics of a file, counted as they pass."""
        self.names.add(name)
        for diagnostic in diagnostics:
            self.fixable += any(fix.safe for fix in diagnostic.fixes)
            if look.shows(diagnostic):
                self.shown[diagnostic.code.severity] += 1
                self.names_with_diagnostics.add(name)
            else:
                self.hints += 1
            yield diagnostic

    @property
    def summary(self) -> str:
        """The counts in words; empty if nothing was read."""
        if self.failed and not self.shown:
            return ""
        if not self.names:
            return "No files were checked."
        where = plural(len(self.names), "file")
        more = [f"{plural(self.hints, 'hint')} with --hints"] if self.hints else []
        more += [f"{self.fixable:,} fixable with --fix"] if self.fixable else []
        if self.shown:
            counts = ", ".join(
                plural(count, severity.name.lower())
                for severity, count in sorted(self.shown.items())
            )
            is_some = len(self.names_with_diagnostics) < len(self.names)
            head = (
                f"{counts} in "
                f"{f'{len(self.names_with_diagnostics):,} of ' if is_some else ''}{where}"
            )
        else:
            head, more = "All checks passed", [where, *more]
        return head + (f" ({', '.join(more)})" if more else "") + "."

    @property
    def status(self) -> Status:
        if self.failed:
            return Status.USAGE_ERROR
        has_problems = self.shown[Severity.ERROR] + self.shown[Severity.WARNING]
        return Status.PROBLEMS if has_problems else Status.CLEAN


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    files = options.files or ["."]
    if not options.watch:
        return _once(options, _origins(options, files))
    if STDIN in files:
        raise UsageError("Standard input cannot be watched.")
    seen: dict[str, tuple[int, int]] | None = None
    status = Status.CLEAN
    origins: Sequence[Origin | MarkdownOrigin] = ()
    with suppress(KeyboardInterrupt):
        for _ in chain([None], changes(files)):
            # The messages about files were printed when the files were first found.
            is_first, errors = seen is None, io.StringIO()
            with (
                suppress(*[] if is_first else [UsageError]),
                redirect_stderr(sys.stderr if is_first else errors),
            ):
                origins = _origins(options, files)
            now = _stamps(origins)
            if now != seen:
                if sys.stdout.isatty() and options.format == "text":
                    sys.stdout.write("\x1b[2J\x1b[H")
                status = _once(options, origins)
                sys.stdout.flush()
                seen = _stamps(origins) if options.fix else now
    return status


def _origins(options: Namespace, files: Sequence[str]) -> tuple[Origin | MarkdownOrigin, ...]:
    """The texts to check, after checking that each argument applies to one of them."""
    origins = find_with_pages(
        files, fitting(options), options.notation, stdin_name=options.stdin_filename
    )
    if any(isinstance(origin, MarkdownOrigin) and origin.data is not None for origin in origins):
        say("Reading standard input as Markdown. Use --notation NAME for another notation.")
    check_fit(options, (notation for origin in origins for notation in notations_of(origin)))
    return origins


def _once(options: Namespace, origins: Sequence[Origin | MarkdownOrigin]) -> Status:
    tally = _Tally()
    progress = Progress()
    # The fixed text of standard input goes to standard output.
    stream = sys.stderr if options.fix and any(o.path is None for o in origins) else sys.stdout
    look = Look.of(stream, hints=options.hints)
    output = as_statistics if options.statistics else OUTPUTS[options.format]
    for part in output(_checked(options, origins, tally, progress=progress, look=look), look):
        progress.hide()
        stream.write(part)
    progress.hide()
    if (
        tally.summary
        and options.format in ("text", "grouped")
        and not (options.quiet or options.statistics)
    ):
        stream.write(
            "\n".join(look.paint("heading", line) for line in fitted(tally.summary, stream)) + "\n"
        )
    if tally.fixed and not options.quiet:
        say(f"Fixed {plural(tally.fixed, 'problem')} in {plural(tally.files, 'file')}.")
    return tally.status


def _checked(
    options: Namespace,
    origins: Sequence[Origin | MarkdownOrigin],
    tally: _Tally,
    progress: Progress,
    look: Look,
) -> Iterator[Checked]:
    for number, origin in enumerate(origins, 1):
        try:
            source = read(origin)
            documents = _documents(options, origin, source.text)
            if options.fix:
                documents = _fixed(options, origin, source, documents=documents, tally=tally)
        except OSError as error:
            tally.failed = True
            complain(f"{origin.name}: {error.strerror}")
            continue
        for document in documents:
            if progress.on:
                for count, _ in enumerate(document.diagnostics_by_chunk(), 1):
                    progress.step(count, f"definitions of {origin.name} checked")
            own = with_working_fixes(document, document.diagnostics())
            said = list[Diagnostic]()
            if options.program and document.notation.variants:
                said = engine_diagnostics(
                    document, check(str(Path(options.program).absolute()), document.text)
                )
            listed = merge(own, hints(document, duplicates(document)), said, key=attrgetter("span"))
            yield Checked(origin.name, document, tally.counted(origin.name, listed, look))
        progress.step(number, "files checked")


def _documents(options: Namespace, origin: Origin | MarkdownOrigin, text: str) -> list[Document]:
    """The document of a text, or those of its fenced blocks."""
    path = origin.path or (Path(options.stdin_filename) if options.stdin_filename else None)
    if isinstance(origin, Origin):
        return [Document.open(origin.notation, text, context(options, origin.notation, path))]
    return list(blocks(text, lambda notation: context(options, notation, path), options.notation))


def _fixed(
    options: Namespace,
    origin: Origin | MarkdownOrigin,
    source: SourceText,
    documents: list[Document],
    tally: _Tally,
) -> list[Document]:
    """Apply all safe fixes, write the text back, and return the new documents."""
    edits = [document.region.edit(edit) for document in documents for edit in fix_all(document)]
    text = apply(source.text, edits)
    after = _documents(options, origin, text) if edits else documents
    if edits or source.origin.path is None:
        write(source, text)
    if edits:
        tally.files += 1
        tally.fixed += _count(documents) - _count(after)
    return after


def _count(documents: Iterable[Document]) -> int:
    return sum(1 for document in documents for _ in document.diagnostics())


def changes(files: Sequence[str]) -> Iterable[object]:
    """An item whenever something in the folders of files has changed, and every few seconds.

    Raises:
        UsageError: The package that tells of changes is missing.
    """
    watchfiles = optional("watchfiles", "`--watch` needs the package watchfiles", "terminal")
    folders = {path if path.is_dir() else path.parent for path in map(Path, files)}
    is_deep = any(map(Path.is_dir, map(Path, files)))
    changed: Iterable[object] = watchfiles.watch(*folders, recursive=is_deep, yield_on_timeout=True)
    return changed


def _stamps(origins: Sequence[Origin | MarkdownOrigin]) -> dict[str, tuple[int, int]]:
    """The modification time and the size of each file, and of the settings that apply to it."""
    paths = [origin.path for origin in origins if origin.path is not None]
    settings = {project.path for project in map(nearest, paths) if project}
    stamps = {}
    for path in (*paths, *settings):
        with suppress(OSError):
            about = path.stat()
            stamps[str(path)] = (about.st_mtime_ns, about.st_size)
    return stamps
