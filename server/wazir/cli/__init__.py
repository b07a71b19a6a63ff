"""Reads, checks, formats, draws and explains the notations of chess variants.

The exit status is 0 if there are no errors or warnings, 1 if there are, and 2 for a usage error.

examples:
  wazir check pieces.betza        check a file
  wazir show fmWfcF               draw a piece
  wazir moves RmN --square d4     list its moves
  wazir explain unknown-letter    explain a diagnostic
  wazir ben39 play                play Ben39
"""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Sequence
from importlib import import_module
from typing import cast

from wazir import __version__
from wazir.budget import STEPS_OF_COMMAND, Budget, OverBudget, spending
from wazir.cli import ben39
from wazir.cli.command import (
    Command,
    Headings,
    OutputName,
    Parser,
    Status,
    UsageError,
    cut,
    similar,
)
from wazir.cli.console import complain, prepare_streams, safe
from wazir.engines import EngineError
from wazir.features import RequestError

HEADINGS: Headings = {
    "check and fix": {
        "check": "check files and fix them",
        "format": "format files",
        "explain": "explain a diagnostic",
    },
    "show and compare pieces": {
        "show": "draw pieces and positions",
        "moves": "list the moves of a piece in a position",
        "figures": "compute the mobility, reach and value of pieces",
        "readings": "read a piece in every dialect, and as programs read it",
        "compare": "compare two pieces, or the pieces of two files",
        "name": "find the names of a piece",
        "find": "find texts for the squares that a piece reaches",
        "variant": "describe the rules of a variant",
        "perft": "count the lines of play of a variant",
        "playtest": "play a variant by itself and measure it",
    },
    "convert and publish": {
        "convert": "convert a file to another notation, style or form",
        "page": "make a page of a variant, or of rules in Markdown",
    },
    "the game Ben39": {"ben39": "evaluate positions, analyse games, and play"},
    "editors, shells and scripts": {
        "lsp": "run the language server",
        "config": "show the settings that apply to a file",
        "ask": "answer questions about pieces, for scripts",
        "complete": "print a script that completes command lines",
        "man": "print the manual page",
    },
}
"""The commands by task. Each is a module of this package, imported on first use, whose docstring is
its help.
"""
COMMANDS = (
    *(name for commands in HEADINGS.values() for name in commands if name != "ben39"),
    *(f"ben39 {name}" for commands in ben39.HEADINGS.values() for name in commands),
)
"""The full names of the commands."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0 success, 1 errors or warnings, 2 usage error."""
    prepare_streams()
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except SystemExit as parser_exit:
        return Status.USAGE_ERROR if parser_exit.code else Status.CLEAN
    except (UsageError, RequestError, EngineError) as error:
        complain(str(error))
        return Status.USAGE_ERROR
    except OverBudget:
        complain("A piece is too complex. Write it as several pieces.")
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
        complain(f"{cut(str(error.filename or 'Standard output'))}: {error.strerror or error}")
        return Status.USAGE_ERROR
    return status


def _discard_output() -> None:
    """Redirect standard output to the null device: Python flushes once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str]) -> int:
    words = [argument for argument in arguments if not argument.startswith("-")]
    if words[:1] in (["help"], ["version"]):
        first, *words = words
        arguments = [*(argument for argument in arguments if argument is not first), f"--{first}"]
    name = " ".join(words[: 2 if words[:1] == ["ben39"] else 1])
    parser = make_parser({name})
    if name not in ("", "ben39", *COMMANDS):
        full_names = {known.split()[-1]: known for known in COMMANDS} | _SYNONYMS
        word = safe(cut(name))
        meant = full_names.get(similar(name.split()[-1], full_names))
        others = f"'wazir --help' lists the commands; 'wazir show {word}' draws a piece."
        advice = f"Did you mean '{meant}'?" if meant else others
        parser.error(f"unknown command '{word}'. {advice}")
    options, unexpected = parser.parse_known_args(arguments)
    if unexpected:
        options.parser.unexpected(unexpected)
    if options.version:
        print(_version_as_json() if options.as_json else f"wazir {__version__}")
        return Status.CLEAN
    if options.as_json or name not in COMMANDS:
        options.parser.print_help(sys.stderr)
        return Status.USAGE_ERROR
    command = load(name)
    if any(isinstance(value, OutputName) for value in vars(options).values()):
        from wazir.cli.files import keep_inputs

        keep_inputs(options)
    if name == "lsp":  # which gives each request its own
        return command.run(options)
    with spending(Budget(steps=STEPS_OF_COMMAND)):
        return command.run(options)


_SYNONYMS = {
    "diff": "compare",
    "draw": "show",
    "export": "convert",
    "fix": "check --fix",
    "fmt": "format",
    "help": "help",
    "lint": "check",
    "render": "show",
    "rules": "variant",
    "serve": "lsp",
    "server": "lsp",
    "translate": "convert",
    "validate": "check",
    "value": "figures",
    "version": "version",
    "view": "show",
}
"""Other words for commands: those for options, and the names of commands elsewhere."""


def load(name: str) -> Command:
    """The module of a command."""
    return cast(Command, import_module(f"wazir.cli.{name.replace(' ', '.')}"))


def make_parser(wanted: Container[str] = COMMANDS) -> Parser:
    """The parser of the command line, with the arguments of the wanted commands."""
    parser = Parser(__doc__, HEADINGS, prog="wazir")
    parser.add_argument("-V", "--version", action="store_true", help="show the version")
    parser.add_argument(
        "--json", dest="as_json", action="store_true", help="with --version: print a JSON object"
    )
    _add_commands(parser, HEADINGS, "", wanted=wanted)
    return parser


def _add_commands(parser: Parser, headings: Headings, prefix: str, wanted: Container[str]) -> None:
    """Add the commands of a group to its parser."""
    subparsers = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, summary in (item for commands in headings.values() for item in commands.items()):
        if name == "ben39":
            group = subparsers.add_parser(
                name, help=summary, doc=ben39.__doc__, headings=ben39.HEADINGS
            )
            _add_commands(group, ben39.HEADINGS, "ben39 ", wanted=wanted)
        elif prefix + name in wanted:
            command = load(prefix + name)
            command.add_arguments(subparsers.add_parser(name, help=summary, doc=command.__doc__))
        else:
            subparsers.add_parser(name, help=summary)


def _version_as_json() -> str:
    """The versions of Wazir and of Python, and the system."""
    import json
    import platform

    about = {
        "wazir": __version__,
        "python": platform.python_version(),
        "platform": sys.platform,
    }
    return json.dumps(about)
