"""`wazir convert`: a text in another dialect of its notation."""

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
    converting = [notation for notation in REGISTRY if notation.convert]
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
        help=f"the style of the text, where it does not tell: {', '.join(read)}",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--in-place", action="store_true", help="write the new text to the file it came from")
    where.add_argument("--output", metavar="FILE", help="write the new text to this file")
    add_notation(parser, converting)
    parser.add_argument("--stdin-filename", metavar="NAME", help="the name that standard input goes by")


def _run(options: Namespace) -> int:
    if options.in_place and options.file == STDIN:
        raise UsageError("Standard input has no place to write to; leave out --in-place.")
    if Path(options.file).is_dir():
        raise UsageError(f"`{options.file}` is a folder; files are converted one by one.")
    among = [notation for notation in REGISTRY if notation.convert and options.style in notation.dialects]
    (origin,) = find([options.file], among, options.notation, options.stdin_filename)
    try:
        source = read(origin)
        return _convert(source, origin.notation, options)
    except OSError as error:
        raise UsageError(f"{origin.name}: {error.strerror or error}") from None


def _convert(source: Source, notation: Notation, options: Namespace) -> int:
    if notation.convert is None:
        raise UsageError(f"{notation.title} is not converted by this command.")
    if options.style not in notation.dialects:
        raise UsageError(f"{notation.title} has no {notation.dialect_word} `{options.style}`.")
    if options.origin and not (notation.pins_dialect and options.origin in notation.dialects):
        raise UsageError(f"--from {options.origin}: {notation.title} is not read in such a {notation.dialect_word}.")
    progress = Progress()
    progress.step(1, f"file is being converted: {source.name}")
    fixed = frozenset({"dialect"} if options.origin else ())
    document = Document.open(notation, source.text, Context(options.origin, fixed=fixed))
    try:
        after = converted(document, options.style)
    except CannotConvert as refusal:
        progress.hide()
        complain(f"{source.name}: {refusal}")
        return Status.FINDINGS
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
            say(f"{options.output} is {source.name} in {style}.")
        else:
            say(f"{source.name} {'is now' if after != source.text else 'was already'} in {style}.")
    return Status.CLEAN


COMMAND = Command(
    description="Writes a text in another style or form of its notation, with its comments. No piece and no\n"
    "position becomes another by that.",
    examples=(
        "wazir convert pieces.lcpn --style c               print it in C style",
        "wazir convert pieces.lcpn --style sql --in-place  change the file",
        "wazir convert - --style lisp < in > out           a text",
        "wazir convert games.ben39 --to fen                positions of Ben39, a line for each board",
    ),
    arguments=_arguments,
    run=_run,
)
