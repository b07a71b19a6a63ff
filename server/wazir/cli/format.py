"""Formats files: aligns names, `=` and comments, and removes trailing spaces. The meaning of a text never
changes. With - the new text goes to standard output.

examples:
  wazir format pieces.betza     format a file
  wazir format --check .        exit with status 1 if a file would change
  wazir format --diff .         show the changes
  wazir format - < in > out     format standard input
"""

from __future__ import annotations

import difflib
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from wazir.cli.arguments import add_reading, check_fit, context, fitting
from wazir.cli.command import Status
from wazir.cli.console import Paint, Progress, complain, paint_for, plural, safe, say
from wazir.cli.files import Origin, SourceText, find, read, write
from wazir.document import Document
from wazir.features.formatting import format as edits_of_format
from wazir.system import encode
from wazir.text import apply, lines


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="files, folders, or - for standard input (default: the current folder)"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="list the files that would change, without writing them")
    how.add_argument("--diff", action="store_true", help="show the changes, without writing them")
    add_reading(parser)
    parser.add_argument("--stdin-filename", metavar="NAME", help="the file name of standard input")


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    only_looking = options.check or options.diff
    progress = Progress()
    changed = same = failed = 0
    origins = find(options.files or ["."], fitting(options), options.notation, options.stdin_filename)
    check_fit(options, (origin.notation for origin in origins))
    for origin in origins:
        try:
            source = read(origin)
            after = formatted(source.text, origin, options)
            progress.hide()
            if options.diff:
                _show_difference(source, after)
            elif options.check and after != source.text:
                print(safe(origin.name))
            elif not only_looking and (after != source.text or origin.path is None):
                write(source, after)
            changed, same = (changed + 1, same) if after != source.text else (changed, same + 1)
        except OSError as error:
            failed += 1
            complain(f"{origin.name}: {error.strerror}")
        progress.step(changed + same + failed, "files read")
    progress.hide()
    would = "would be formatted" if only_looking else "formatted"
    say(f"{plural(changed, 'file')} {would}, {same:,} unchanged{f', {failed:,} failed' if failed else ''}.")
    if failed:
        return Status.USAGE_ERROR
    return Status.PROBLEMS if only_looking and changed else Status.CLEAN


def formatted(text: str, origin: Origin, options: Namespace) -> str:
    """The formatted text."""
    file_context = context(options, origin.notation, origin.path)
    return apply(text, edits_of_format(Document.open(origin.notation, text, file_context)))


def _show_difference(source: SourceText, after: str) -> None:
    """Print a unified diff: coloured to a terminal, with the bytes of the file to anything else."""
    paint = paint_for(sys.stdout)
    for line in difference(source, after):
        if sys.stdout.isatty():
            sys.stdout.write(_coloured(line, paint) + "\n")
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(encode(line))
    sys.stdout.flush()


def difference(source: SourceText, after: str) -> Iterator[str]:
    """The lines of a unified diff, each with its line end."""
    for line in difflib.unified_diff(_lines(source.text), _lines(after), source.name, source.name):
        yield line if line.endswith(("\n", "\r")) else line + "\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    return [line for line in lines(text) if line]


_KINDS = {"+": "added", "-": "removed", "@": "hunk"}


def _coloured(line: str, paint: Paint) -> str:
    kind = "heading" if line.startswith(("+++", "---")) else _KINDS.get(line[:1], "")
    return paint(kind, safe(line.rstrip("\r\n")))
