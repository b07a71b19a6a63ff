"""Formats files: aligns names, `=` and comments, and removes trailing spaces. The meaning of a text
never changes. Of Markdown it formats the fenced blocks. With - the new text goes to standard
output.

examples:
  wazir format pieces.betza     format a file
  wazir format --check .        exit with status 1 if a file would change
  wazir format --diff .         show the changes
  wazir format - < in > out     format standard input
"""

from __future__ import annotations

import difflib
import os
import sys
from argparse import ArgumentParser, Namespace

from wazir.cli.arguments import add_reading, check_fit, context, fitting, notations_of
from wazir.cli.command import Status
from wazir.cli.console import Progress, complain, paint_for, plural, safe, say
from wazir.cli.files import (
    MarkdownOrigin,
    Origin,
    SourceText,
    find_with_pages,
    markdown,
    read,
    write,
)
from wazir.document import Document
from wazir.features.formatting import format as edits_of_format
from wazir.features.markdown_blocks import formatted_blocks
from wazir.notations.notation import Context, Notation
from wazir.system import encode
from wazir.text import apply, lines


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    about = "files, folders, or - for standard input (default: the current folder)"
    parser.add_argument("files", nargs="*", metavar="FILE", help=about)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--check",
        action="store_true",
        help="list the files that would change, without writing them",
    )
    how.add_argument("--diff", action="store_true", help="show the changes, without writing them")
    add_reading(parser)
    parser.add_argument("--stdin-filename", metavar="NAME", help="the file name of standard input")


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    only_looking = options.check or options.diff
    progress = Progress()
    changed = same = failed = 0
    origins = find_with_pages(
        options.files or ["."],
        fitting(options),
        options.notation,
        stdin_name=options.stdin_filename,
    )
    check_fit(options, (notation for origin in origins for notation in notations_of(origin)))
    for origin in origins:
        try:
            source = read(origin)
            after = _formatted(origin, source.text, options)
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
    say(
        f"{plural(changed, 'file')} {would}, {same:,} "
        f"unchanged{f', {failed:,} failed' if failed else ''}."
    )
    if failed:
        return Status.USAGE_ERROR
    return Status.PROBLEMS if only_looking and changed else Status.CLEAN


def _formatted(origin: Origin | MarkdownOrigin, text: str, options: Namespace) -> str:
    """The formatted text of a source; of Markdown only its fenced blocks are formatted."""

    def context_of(notation: Notation) -> Context:
        return context(options, notation, origin.path)

    if isinstance(origin, MarkdownOrigin):
        return formatted_blocks(markdown(text, context_of, options.notation))
    document = Document.open(origin.notation, text, context_of(origin.notation))
    return apply(text, edits_of_format(document))


_KINDS = {"+": "added", "-": "removed", "@": "hunk"}


def _show_difference(source: SourceText, after: str) -> None:
    """Print a unified diff: coloured to a terminal, with the bytes of the file to anything else."""
    paint = paint_for(sys.stdout)
    old, new = ([line for line in lines(text) if line] for text in (source.text, after))
    name = _quoted(source.name)
    for line in difflib.unified_diff(old, new, fromfile=name, tofile=name):
        end = "" if line.endswith(("\n", "\r")) else "\n\\ No newline at end of file\n"
        if sys.stdout.isatty():
            kind = "heading" if line.startswith(("+++", "---")) else _KINDS.get(line[:1], "")
            sys.stdout.write(paint(kind, safe(line.rstrip("\r\n"))) + (end or "\n"))
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(encode(line + end))
    sys.stdout.flush()


def _quoted(name: str) -> str:
    """A file name in a difference: with control characters it is quoted as Git and GNU patch do."""
    if name == safe(name):
        return name
    letters = (
        chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else f"\\{byte:03o}"
        for byte in os.fsencode(name)
    )
    return f'"{"".join(letters)}"'
