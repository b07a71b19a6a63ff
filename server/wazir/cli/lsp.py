"""Runs the language server. Configure your editor to start `wazir lsp` for files of the notations.
The documentation has configurations for several editors.

examples:
  wazir lsp
  wazir lsp --engine /usr/local/bin/fairy-stockfish
  wazir lsp --tcp --port 7777 --log-level debug
"""

from __future__ import annotations

import logging
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from wazir.cli.command import Status
from wazir.cli.console import complain

ENGINE = "WAZIR_ENGINE"
"""The environment variable that names the program of the engine."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "--engine",
        metavar="PATH",
        help="a Fairy-Stockfish program, which plays variants and checks their files (default: "
        f"that of the variable {ENGINE})",
    )
    parser.add_argument(
        "--tcp", action="store_true", help="listen on a TCP port instead of stdin and stdout"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--port", type=_port, default=0, help="the port to listen on (default: any free port)"
    )
    levels = ("debug", "info", "warning", "error")
    about = "the lowest level to log (default: warning)"
    parser.add_argument("--log-level", choices=levels, default="warning", help=about)
    parser.add_argument("--stdio", action="store_true", help="use stdin and stdout (the default)")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise ArgumentTypeError(f"a port is a number up to 65535, not `{text}`")
    return int(text)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    from wazir.lsp.connection import LogHandler, serve_stdio, serve_tcp

    form = "%(levelname)s %(name)s: %(message)s"
    logging.captureWarnings(capture=True)
    logging.basicConfig(level=options.log_level.upper(), format=form, handlers=[LogHandler()])
    engine = os.environ.get(ENGINE, "") if options.engine is None else options.engine
    if sys.stdin.isatty() and not options.tcp:
        complain("This is the language server, which editors start. Press Ctrl-C to stop it.")
    try:
        if options.tcp:
            return serve_tcp(options.host, options.port, engine)
        return serve_stdio(engine)
    except OSError as error:
        complain(f"Cannot listen on {options.host}:{options.port}: {error.strerror or error}")
        return Status.USAGE_ERROR
