"""`wazir convert`: converts a text to another style or form of its notation."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from wazir.cli import writing
from wazir.cli.command import Command, Status, UsageError, add_notation
from wazir.cli.console import Progress, complain, say
from wazir.cli.files import STDIN, Source, encoded, find, read, write
from wazir.document import Document
from wazir.features.conversion import CannotConvert, converted
from wazir.notations import REGISTRY
from wazir.notations.base import Context, Notation


def _arguments(parser: ArgumentParser) -> None:
    converting = [notation for notation in REGISTRY if notation.editor.convert]
    styles = list(dict.fromkeys(name for notation in converting for name in notation.dialects))
    parser.add_argument("file", nargs="?", default=STDIN, metavar="FILE", help="a file, or - for standard input")
    parser.add_argument(
        "--style", "--to", choices=styles, required=True, metavar="STYLE", help=f"one of {', '.join(styles)}"
    )
    read = [name for notation in converting if notation.pins_dialect for name in notation.dialects]
    parser.add_argument(
        "--from",
        dest="origin",
        choices=read,
        metavar="STYLE",
        help=f"the style of the text, if the text does not set it: {', '.join(read)}",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--in-place", action="store_true", help="overwrite the file")
    where.add_argument("--output", metavar="FILE", help="write to this file")
    add_notation(parser, converting)
    parser.add_argument("--stdin-filename", metavar="NAME", help="the file name of standard input")


def _run(options: Namespace) -> int:
    if options.in_place and options.file == STDIN:
        raise UsageError("--in-place needs a file; standard input has none.")
    if Path(options.file).is_dir():
        raise UsageError(f"`{options.file}` is a folder. Name a file.")
    among = [notation for notation in REGISTRY if notation.editor.convert and options.style in notation.dialects]
    (origin,) = find([options.file], among, options.notation, options.stdin_filename)
    try:
        source = read(origin)
        return _convert(source, origin.notation, options)
    except OSError as error:
        raise UsageError(f"{origin.name}: {error.strerror or error}") from None


def _convert(source: Source, notation: Notation, options: Namespace) -> int:
    if notation.editor.convert is None:
        raise UsageError(f"{notation.title} cannot be converted.")
    if options.style not in notation.dialects:
        raise UsageError(f"{notation.title} has no {notation.dialect_word} `{options.style}`.")
    if options.origin and not (notation.pins_dialect and options.origin in notation.dialects):
        raise UsageError(f"--from {options.origin}: {notation.title} has no such {notation.dialect_word} to read.")
    progress = Progress()
    progress.step(1, f"file: converting {source.name}")
    fixed = frozenset({"dialect"} if options.origin else ())
    document = Document.open(notation, source.text, Context(options.origin, fixed=fixed))
    try:
        after = converted(document, options.style)
    except CannotConvert as refusal:
        progress.hide()
        complain(f"{source.name}: {refusal}")
        return Status.PROBLEMS
    progress.hide()
    if options.output:
        try:
            writing.write(Path(options.output), encoded(source, after))
        except OSError as error:
            raise UsageError(f"{options.output}: {error.strerror or error}") from None
    elif options.in_place:
        if after != source.text:
            write(source, after)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(encoded(source, after))
        sys.stdout.buffer.flush()
    if options.output or options.in_place:
        style = f"{notation.dialect_word} {options.style}"
        if options.output:
            say(f"Wrote {source.name} to {options.output} in {style}.")
        elif after != source.text:
            say(f"Converted {source.name} to {style}.")
        else:
            say(f"{source.name} is already in {style}.")
    return Status.CLEAN


COMMAND = Command(
    description="Converts a text to another style or form of its notation. Pieces, positions and comments\n"
    "stay the same.",
    examples=(
        "wazir convert pieces.lcpn --style c               print a file in the C style",
        "wazir convert pieces.lcpn --style sql --in-place  change a file",
        "wazir convert - --style lisp < in > out           convert standard input",
        "wazir convert games.ben39 --to fen                print positions of Ben39 on one line each",
    ),
    arguments=_arguments,
    run=_run,
)
