"""Converts a file or a text to another notation, or to another style or form of its own. It reads
each piece again and compares it before it writes the result. A piece that the notation cannot
express stays as a comment with the reason, and the exit status is 1. Of Markdown it converts the
fenced blocks, and their fences then name the new notation.

examples:
  wazir convert fmWfcF --to lcpn                  a piece in another notation
  wazir convert pieces.betza --to lcpn            a file
  wazir convert pieces.lcpn --to original         in Betza's own dialect
  wazir convert pieces.lcpn --to sql --in-place   change the style of a file
  wazir convert - --to lisp < in > out            convert standard input
  wazir convert pieces.betza --to variants.ini    for Fairy-Stockfish
  wazir convert games.ben39 --to fen              positions on one line each
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from functools import cache

from wazir.cli.arguments import add_notation, is_place
from wazir.cli.command import Status, UsageError, add_choice, add_output
from wazir.cli.console import complain, say
from wazir.cli.files import (
    STDIN,
    MarkdownOrigin,
    Origin,
    SourceText,
    check_exists,
    chosen,
    encoded,
    find_with_pages,
    is_folder,
    markdown,
    not_found,
    part_of_file,
    print_text,
    put,
    read,
    write,
)
from wazir.document import Document
from wazir.features.conversion import ConversionTarget, converted, every_target
from wazir.features.markdown_blocks import converted_blocks
from wazir.features.written import CannotConvert
from wazir.notations import REGISTRY, by_name
from wazir.notations.notation import Context, Notation


@cache
def _targets() -> Mapping[str, ConversionTarget]:
    """What a file can be converted to, by name; a notation alone is its usual dialect."""
    by_name = dict(every_target())
    for notation in REGISTRY:
        if writer := notation.writer:
            by_name.setdefault(
                notation.name, ConversionTarget(notation, writer.default_dialect, notation.title)
            )
    return by_name


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    converting = [notation for notation in REGISTRY if notation.converter or notation.writer]
    file = "a text, a file, or - for standard input"
    to = "a notation, dialect, style or form"
    parser.add_argument("file", nargs="?", default=STDIN, metavar="TEXT|FILE", help=file)
    add_choice(parser, "--to", choices=_targets(), required=True, metavar="TARGET", about=to)
    read = [name for notation in converting if notation.pins_dialect for name in notation.dialects]
    style = "the style of the text, if the text does not set it"
    add_choice(parser, "--from", dest="origin", choices=read, metavar="STYLE", about=style)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--in-place", action="store_true", help="overwrite the file")
    add_output(where)
    add_notation(parser, converting)
    parser.add_argument("--stdin-filename", metavar="NAME", help="the file name of standard input")


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if options.in_place and (options.file == STDIN or not is_place(options.file)):
        raise UsageError("--in-place needs a file.")
    if is_folder(options.file):
        raise UsageError(f"`{options.file}` is a folder. Name a file.")
    target = _targets()[options.to].notation
    among = [
        notation
        for notation in REGISTRY
        if notation is target or not (notation.games or target.games)
    ]
    if is_place(options.file):
        (origin,) = find_with_pages(
            [options.file], among, options.notation, stdin_name=options.stdin_filename
        )
        if isinstance(origin, MarkdownOrigin):
            return _convert_blocks(read(origin), _targets()[options.to], options)
    else:
        check_exists(options.file)
        if part_of_file(options.file):
            raise not_found(options.file)
        if options.notation:
            notation = by_name(options.notation)
        else:
            notation = chosen(options.file, among, "the text")
        origin = Origin(
            name="text",
            path=None,
            notation=notation,
            data=options.file.encode("utf-8", "surrogateescape"),
        )
    return _convert(read(origin), origin.notation, _targets()[options.to], options=options)


def _convert(
    source: SourceText, notation: Notation, form: ConversionTarget, options: Namespace
) -> int:
    target = form.notation
    if notation is not target and (notation.games or target.games):
        raise UsageError(f"{notation.title} cannot be converted to {target.title}.")
    if options.in_place and (notation is not target or form.file):
        raise UsageError(
            "--in-place keeps the name of the file, which is that of another notation. Use "
            "--output."
        )
    if options.origin and options.origin not in notation.dialects:
        raise UsageError(
            f"--from {options.origin}: {notation.title} has no such {notation.dialect_word} to "
            "read."
        )
    document = Document.open(notation, source.text, _context(options))
    try:
        conversion = converted(document, form)
    except CannotConvert as refusal:
        complain(f"{source.name}: {refusal}")
        return Status.PROBLEMS
    for piece in conversion.left:
        complain(f"{source.name}:{piece.line + 1}: {piece.name} is left out. {piece.reason}")
    if len(conversion.left) > 1:
        complain(f"{source.name}: {len(conversion.left)} pieces and rules are left out.")
    _put(source, conversion.text, form, options=options)
    return Status.PROBLEMS if conversion.left else Status.CLEAN


def _convert_blocks(source: SourceText, form: ConversionTarget, options: Namespace) -> int:
    """Convert the fenced blocks of Markdown, and return the exit status."""
    text = markdown(source.text, lambda _: _context(options), options.notation)
    conversion = converted_blocks(text, form)
    if not conversion.count:
        what = "games" if form.notation.games else "pieces"
        raise UsageError(f"`{source.name}` has no fenced block with {what}.")
    for problem in conversion.problems:
        complain(f"{source.name}:{problem.line + 1}: {problem.message}")
    _put(source, conversion.text, form, options=options)
    return Status.PROBLEMS if conversion.problems else Status.CLEAN


def _context(options: Namespace) -> Context:
    """The context of a text: the style that `--from` names, if it does."""
    return Context(options.origin, fixed=frozenset({"dialect"} if options.origin else ()))


def _put(source: SourceText, text: str, form: ConversionTarget, options: Namespace) -> None:
    """Write the converted text of a source, and say so."""
    if form.file or not form.dialect:
        style = form.title
    else:
        style = f"{form.notation.dialect_word} {form.dialect}"
    if not options.in_place:
        if options.output:
            put(encoded(source, text), options.output)
            say(f"Wrote {source.name} to {options.output} in {style}.")
        else:
            print_text(source, text)
    elif text != source.text:
        write(source, text)
        say(f"Converted {source.name} to {style}.")
    else:
        say(f"{source.name} is already in {style}.")
