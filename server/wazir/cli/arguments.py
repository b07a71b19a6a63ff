"""The arguments of commands: how texts are read, and the pieces that a command is about."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wazir.cli.command import Status, UsageError, add_choice, similar
from wazir.cli.console import complain, plural
from wazir.cli.files import (
    STDIN,
    MarkdownOrigin,
    Origin,
    blocks,
    check_exists,
    chosen,
    find_with_pages,
    is_folder,
    part_of_file,
    read,
)
from wazir.cli.output import Checked, Look, with_frame
from wazir.diagnostics import Severity
from wazir.document import Document, Placed
from wazir.features import definitions
from wazir.features.requests import named_board
from wazir.features.trials import with_working_fixes
from wazir.notations import REGISTRY, by_name, for_file, is_markdown
from wazir.notations.notation import Context, Notation
from wazir.notations.results import Definition, TokenType
from wazir.notations.wording import shortened
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board
from wazir.piece.model import Piece
from wazir.settings.files import Project, nearest, problems_of
from wazir.text import Span

# How texts are read


def add_reading(parser: ArgumentParser) -> None:
    """Add the arguments that determine how a text is read."""
    dialects = sorted(
        {dialect for notation in REGISTRY if notation.pins_dialect for dialect in notation.dialects}
    )
    about = "the dialect or style, overrides directives in the text"
    add_choice(parser, "--dialect", "--style", choices=dialects, about=about)
    parser.add_argument(
        "--board",
        type=board,
        metavar="SIZE",
        help="the board, such as 10x8, 'cylinder 8x8' or hex5",
    )
    add_notation(parser)


def add_notation(parser: ArgumentParser, among: Sequence[Notation] = REGISTRY) -> None:
    """Add the argument that names a notation."""
    about = "the notation of files and standard input; limits folders to its files"
    add_choice(parser, "--notation", choices=(notation.name for notation in among), about=about)


def board(text: str) -> str:
    """Validate the name of a board."""
    try:
        parse_board(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None
    return text


def context(options: Namespace, notation: Notation, path: Path | None = None) -> Context:
    """The context of a text in a notation: from the arguments of *add_reading*, and from the
    settings of the project.

    Directives do not change arguments. Those that do not apply to the notation are ignored.

    Args:
        options: The arguments.
        notation: The notation.
        path: The file of the text; the current folder by default.

    Raises:
        UsageError: The settings of the project are invalid.
    """
    project = project_of(path or Path())
    settings = project.at(path or Path()).context(notation) if project else Context()
    arguments: dict[str, Any] = {
        field: value
        for field, value in _arguments(options).items()
        if field != "square"
        and _APPLIES[field](notation, value)  # a square is not a field of `Context`
    }
    return replace(settings, **arguments, fixed=frozenset(arguments))


def project_of(path: Path) -> Project | None:
    """The settings that apply to a file or folder, or None.

    Raises:
        UsageError: They are invalid.
    """
    project = nearest(path)
    if project and (problems := [*problems_of(project)]):
        more = f" ({len(problems) - 1} more)" if problems[1:] else ""
        raise UsageError(problems[0] + more)
    return project


_APPLIES: Mapping[str, Callable[[Notation, str], bool]] = {
    "dialect": lambda notation, value: notation.pins_dialect and value in notation.dialects,
    "board": lambda notation, _: not notation.games,
    "square": lambda notation, _: not notation.games,
    "profile": lambda notation, value: any(
        value in of.profiles for of in (notation, notation.embedded) if of
    ),
    "engine": lambda notation, value: value in notation.engines,
}
"""Whether an argument with a value applies to a notation, by the name of the argument."""


def _arguments(options: Namespace) -> dict[str, str]:
    """The arguments that determine how a text is read, with their values."""
    values = {field: getattr(options, field, None) for field in _APPLIES}
    return {field: value for field, value in values.items() if value is not None}


def fitting(options: Namespace) -> tuple[Notation, ...]:
    """The candidate notations of a text without a file name: the one given, or those that all
    arguments apply to.
    """
    if options.notation:
        return (by_name(options.notation),)
    arguments = _arguments(options).items()
    matching = tuple(
        notation
        for notation in REGISTRY
        if all(_APPLIES[field](notation, value) for field, value in arguments)
    )
    return matching or tuple(REGISTRY)


def check_fit(options: Namespace, notations: Iterable[Notation]) -> None:
    """Check that each argument applies to at least one of the notations.

    Raises:
        UsageError: An argument applies to none of them.
    """
    arguments = _arguments(options)
    if not arguments:
        return  # before *notations* is iterated over, which may read files
    distinct = tuple({notation.name: notation for notation in notations}.values())
    for field, value in arguments.items():
        if distinct and not any(_APPLIES[field](notation, value) for notation in distinct):
            first, *others = (notation.title for notation in distinct)
            if others:
                have = f"{', '.join((first, *others[:-1]))} and {others[-1]} have"
            else:
                have = f"{first} has"
            raise UsageError(f"{have} no {_missing(field, value, distinct)}.")


def _missing(field: str, value: str, notations: Sequence[Notation]) -> str:
    """The argument as the end of the sentence; for a dialect also the dialects that the notations
    have.
    """
    if field != "dialect":
        return f"{field} `{value}`"
    words = dict.fromkeys(n.dialect_word if n.pins_dialect else "dialect" for n in notations)
    dialects = [
        name for notation in notations if notation.pins_dialect for name in notation.dialects
    ]
    return f"{' or '.join(words)} `{value}`" + (f" ({', '.join(dialects)})" if dialects else "")


# Targets: a text, a file or a folder

_MAX_LETTERS_OF_TITLE = 200
MAX_ERRORS, MAX_NAMES = 5, 10
"""The maximum numbers of errors and names that are listed."""


@dataclass(frozen=True, slots=True)
class Target:
    """A definition to show."""

    definition: Definition
    title: str
    """The text of the definition, on one line."""
    start: int = 0
    """The offset of its chunk."""
    letters: bool = False
    """Pictures show letters in the place of figurines."""

    @property
    def piece(self) -> Piece | None:
        """The piece; None for a game, and for a definition with an error."""
        return None if self.definition.broken else self.definition.piece

    @property
    def moving(self) -> Piece:
        """The piece, as far as it is valid; one without moves for a game."""
        return self.definition.piece or Piece(())


def add_target(parser: ArgumentParser, *, nargs: str | None = None) -> None:
    """Add the arguments that name pieces; several targets are `targets`."""
    name = "targets" if nargs == "+" else "target"
    about = (
        "the text of a piece, a file (known by its extension), a folder, or - for standard input"
    )
    parser.add_argument(name, nargs=nargs, metavar="TEXT|FILE", help=about)
    parser.add_argument("--name", metavar="PIECE", help="the piece of this name")
    add_reading(parser)


def add_reader(parser: ArgumentParser) -> None:
    """Add the argument that names a program whose reading is asked for."""
    about = "take TEXT as this program reads it, faults included"
    add_choice(parser, "--reader", choices=sorted(_READERS), metavar="PROGRAM", about=about)


_READERS = {name: reader for notation in REGISTRY for name, reader in notation.readers.items()}


def played(text: str, options: Namespace) -> Target:
    """What the program that `--reader` names plays for a text.

    Raises:
        UsageError: The text is a file or has a name, or the program does not terminate or does not
            have the board.
    """
    program = _READERS[options.reader]
    if options.name is not None or is_place(text):
        raise UsageError("With --reader, give the text of a piece, not a file or a name.")
    try:
        program.check_board(parse_board(options.board or DEFAULT))
        piece = program.read(text)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return target_of(piece, text, program.title)


def target_of(piece: Piece, title: str, dialect: str = "") -> Target:
    """A piece to show that no file defines."""
    nowhere = Span(0, 0)
    return Target(
        Definition(
            name=None,
            name_span=None,
            span=nowhere,
            moves=nowhere,
            dialect=dialect,
            dialect_reason="",
            piece=piece,
            broken=False,
            board=None,
        ),
        title,
    )


def documents(target: str, options: Namespace) -> Iterator[tuple[str, Document]]:
    """The documents of a target, with their names. A text is a document without a name.

    Prints a message for each file of a folder that cannot be read.

    Raises:
        OSError: A file that the user named cannot be read.
    """
    notations = fitting(options)
    if not is_place(target):
        check_exists(target)
        if file := part_of_file(target):
            name = target.removeprefix(f"{file}:")
            raise UsageError(f"Choose a piece of a file by its name: {file} --name {name}")
        notation = chosen(target, notations, "the text")
        check_fit(options, [notation])
        yield "", Document.open(notation, target, context(options, notation))
        return
    origins = find_with_pages([target], notations, options.notation)
    check_fit(options, (notation for origin in origins for notation in notations_of(origin)))
    for origin in origins:
        try:
            for document in documents_of(origin, options):
                yield origin.name, document
        except OSError as error:
            if origin.is_named:
                raise
            complain(f"{origin.name}: {error.strerror}")


def opened(origin: Origin, options: Namespace) -> Document:
    """The document of a source. Raises OSError."""
    return Document.open(
        origin.notation, read(origin).text, context(options, origin.notation, origin.path)
    )


def documents_of(origin: Origin | MarkdownOrigin, options: Namespace) -> list[Document]:
    """The document of a source, or those of the fenced blocks of Markdown.

    Raises:
        UsageError: Markdown has no block in a notation, or in that of the arguments.
        OSError: The source cannot be read.
    """
    if isinstance(origin, Origin):
        return [opened(origin, options)]

    def context_of(notation: Notation) -> Context:
        return context(options, notation, origin.path)

    name = getattr(options, "notation", None)
    fenced = list(blocks(read(origin).text, context_of, name))
    if not fenced:
        which = by_name(name).title if name else "a known notation"
        raise UsageError(f"`{origin.name}` has no fenced block in {which}.")
    return fenced


def notations_of(origin: Origin | MarkdownOrigin) -> Iterator[Notation]:
    """The notations of a source. Those of a file that cannot be read are unknown."""
    if isinstance(origin, Origin):
        yield origin.notation
        return
    with suppress(OSError):  # reported when the file is used
        for block in blocks(read(origin).text):
            yield block.notation


def found(
    items: Iterable[tuple[str, Document]], name: str | None, what: str
) -> tuple[list[Target], Status]:
    """The definitions, all or those with a name, and the exit status. Their errors are printed.

    Raises:
        UsageError: There is no such definition, and no error.
    """
    items = list(items)
    matches = list[Target]()
    names = dict[str, None]()
    errors = list[str]()
    for file, document in items:
        placed_definitions = (
            definitions.every(document) if name is None else definitions.named(document, name)
        )
        for placed, definition in placed_definitions:
            title = _title(document, placed, definition)
            if definition.broken:
                start = placed.start
                why = (
                    definition.reason or f"`{definition.name or title}` uses a piece with an error."
                )
                unknown = f"{file or title}: {why}"
                errors += _errors(
                    file, document, Span(start, start + len(placed.chunk.text) - 1)
                ) or [unknown]
            letters = document.context.letters
            matches.append(Target(definition, title, placed.start, letters=letters))
        names |= dict.fromkeys(
            definition.name for _, definition in definitions.every(document) if definition.name
        )
    if name is None and not matches:
        errors += [error for file, document in items for error in _errors(file, document, None)]
    if not matches and not errors:
        only = items[0][0] if len(items) == 1 else ""
        has_file = only not in ("", STDIN)
        none = f"`{only}` has no {what}s." if has_file else f"No {what} found."
        raise UsageError(none if name is None else _unknown(name, what, [*names]))
    shown = [error.rstrip() for error in dict.fromkeys(errors)]
    if shown[MAX_ERRORS:]:
        shown[MAX_ERRORS:] = [
            f"{plural(len(shown) - MAX_ERRORS, 'more error')}; `wazir check` lists all."
        ]
    if shown:
        sys.stdout.flush()
        print("\n\n".join(shown), end="\n\n", file=sys.stderr)
    return matches, Status.PROBLEMS if errors else Status.CLEAN


def _errors(file: str, document: Document, span: Span | None) -> list[str]:
    """The errors in a part of a document as text, with their fixes."""
    look, checked = Look.of(sys.stderr), Checked(file, document, ())
    diagnostics = with_working_fixes(document, document.diagnostics(span))
    return [
        with_frame(checked, found, look)
        for found in diagnostics
        if found.code.severity is Severity.ERROR
    ]


def _unknown(name: str, what: str, names: Sequence[str]) -> str:
    """The message about a name that no definition has."""
    if match := similar(name, names):
        return f"No {what} named `{name}`. Did you mean `{match}`?"
    advice = ""
    if names:
        more = ", …" if names[MAX_NAMES:] else ""
        advice = f" The names are {', '.join(names[:MAX_NAMES])}{more}."
    return f"No {what} named `{name}`.{advice}"


def pieces(options: Namespace) -> tuple[list[tuple[Target, Piece]], Status]:
    """The chosen pieces, and the exit status. The errors of others are printed.

    Raises:
        UsageError: No piece was found.
    """
    return pieces_in(documents(options.target, options), options.name)


def pieces_in(
    items: Iterable[tuple[str, Document]], name: str | None
) -> tuple[list[tuple[Target, Piece]], Status]:
    """The pieces of documents, all or those with a name, and the exit status. The errors of others
    are printed.

    Raises:
        UsageError: No piece was found.
    """
    matches, status = found(items, name, "piece")
    pieces = [(match, match.piece) for match in matches]
    valid = [(match, piece) for match, piece in pieces if piece is not None]
    if not valid and not status:
        raise UsageError("A game has no pieces to show. `wazir ben39` has the commands for games.")
    return valid, status


def is_place(target: str) -> bool:
    """Whether a target is a path, not a text: it has a known extension, or is a folder or a file
    with an extension.
    """
    if target == STDIN or for_file(target) or is_markdown(target):
        return True
    with suppress(OSError, ValueError):  # of a text that cannot be a path
        path = Path(target)
        return bool(target) and (is_folder(target) or (bool(path.suffix) and path.is_file()))
    return False


def _title(document: Document, placed: Placed, definition: Definition) -> str:
    """The text of a definition on one line, with its error tokens, without its comments, cut if it
    is very long.
    """
    analysis = document.analysis(placed)
    whole = definitions.spans_with_errors(document, placed)[definition.span]
    text, at = "", whole.start
    for token in analysis.tree.tokens:
        if token.start >= at and document.notation.token_type(token) is TokenType.COMMENT:
            text += analysis.text[at : min(token.start, whole.end)]
            at = token.end
    return shortened(text + analysis.text[at : whole.end], _MAX_LETTERS_OF_TITLE)


def board_of(options: Namespace, definition: Definition) -> PlayingBoard:
    """The board of the arguments, of the file, or the default. Raises RequestError."""
    return named_board(options.board or definition.board or DEFAULT)
