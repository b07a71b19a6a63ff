"""The command line: arguments, files and printing around the features; `main` is the console script.

Each command is a constant with its name in a module of this package, imported on first use, so that `wazir lsp` starts
without the others.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from typing import cast

from wazir import __version__
from wazir.cli.command import Command, Status, UsageError
from wazir.cli.console import complain, prepare_streams

COMMANDS = {
    "check": "check files and fix them",
    "format": "format files",
    "convert": "convert a file to another style or form",
    "show": "draw pieces and positions",
    "page": "make the rules page of a variant from Markdown",
    "moves": "list the moves of a piece in a position",
    "figures": "compute the mobility, reach and value of pieces",
    "find": "find texts for the squares that a piece reaches",
    "readings": "read a piece in every dialect, and as programs read it",
    "compare": "compare two pieces, or the pieces of two files",
    "name": "tell what a piece is called",
    "ask": "answer questions about pieces, for scripts",
    "explain": "explain a diagnostic",
    "config": "show the settings that hold for a file",
    "complete": "print a script that completes command lines",
    "man": "print the manual page",
    "eval": "evaluate positions of Ben39",
    "analyse": "find the mistakes in a game of Ben39",
    "actions": "list the legal actions in a position of Ben39",
    "perft": "count the lines of play from a position of Ben39",
    "play": "play Ben39 against the program",
    "engine": "search positions of Ben39 for another program",
    "lsp": "run the language server",
}

_MODULES = {
    "actions": "games",
    "man": "complete",
    "eval": "games",
    "perft": "games",
    "ask": "moves",
    "name": "find",
    "readings": "show",
}
"""The modules of commands that differ from their names."""
_LONGEST_NAME = 200
"""The maximum length of a file name in a message, in characters."""

_EXAMPLES = """\
examples:
  wazir check pieces.betza        check a file
  wazir show fmWfcF               draw a piece
  wazir moves RmN --square d4     list its moves
  wazir explain unknown-letter    explain a diagnostic

Exit status: 0 no errors or warnings, 1 errors or warnings, 2 usage error.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0 success, 1 errors or warnings, 2 usage error."""
    prepare_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except UsageError as wrong:
        complain(str(wrong))
        return Status.USAGE_ERROR
    except KeyboardInterrupt:
        return Status.INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return Status.BROKEN_PIPE
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _discard_output()
        name = str(error.filename or "Standard output")
        complain(f"{name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + '…'}: {error.strerror or error}")
        return Status.USAGE_ERROR
    return status


def _discard_output() -> None:
    """Redirect standard output to the null device: Python flushes once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str]) -> int:
    parser = make_parser([a for a in arguments if a in COMMANDS][:1])
    try:
        options = parser.parse_args(arguments)
    except SystemExit as ended:
        return Status.USAGE_ERROR if ended.code else Status.CLEAN
    if options.version:
        return _version(as_json=options.as_json)
    if options.as_json or options.command is None:
        parser.print_help(sys.stderr)
        return Status.USAGE_ERROR
    return load(options.command).run(options)


def load(name: str) -> Command:
    """The command of that name."""
    return cast(Command, getattr(import_module(f"wazir.cli.{_MODULES.get(name, name)}"), name.upper()))


def make_parser(wanted: Sequence[str]) -> ArgumentParser:
    """The parser of the command line, with the arguments of some commands."""
    parser = ArgumentParser(
        prog="wazir",
        description="Reads, checks, formats, draws and explains the notations of chess variants.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="show the version")
    parser.add_argument("--json", dest="as_json", action="store_true", help="with --version: print a JSON object")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        if name in wanted:
            declare(
                load(name),
                commands.add_parser(
                    name,
                    help=summary,
                    formatter_class=RawDescriptionHelpFormatter,
                    allow_abbrev=False,
                ),
            )
        else:
            commands.add_parser(name, help=summary)
    return parser


def declare(command: Command, parser: ArgumentParser) -> None:
    """Add the help texts and the arguments of a command to its parser."""
    parser.description = command.description
    parser.epilog = "examples:\n" + "\n".join(f"  {example}" for example in command.examples)
    command.arguments(parser)


def _build() -> str:
    """Whether the rules of the game are a C extension or Python."""
    from importlib.machinery import EXTENSION_SUFFIXES
    from importlib.util import find_spec

    rules = find_spec("wazir.ben39.rules")
    return "compiled" if rules and str(rules.origin).endswith(tuple(EXTENSION_SUFFIXES)) else "pure"


def _version(*, as_json: bool) -> int:
    if as_json:
        import json
        import platform

        about = {
            "wazir": __version__,
            "build": _build(),
            "python": platform.python_version(),
            "platform": sys.platform,
        }
        print(json.dumps(about))
    else:
        print(f"wazir {__version__}")
    return Status.CLEAN
