"""Makes the rules page of a variant from Markdown: one HTML file that needs no other, with the
prose, and each fenced block with its pieces or positions drawn and described. It follows the light
or dark theme of the reader, and can be printed. The name of a piece in code in the text (`Cannon`)
links to its picture. HTML in the Markdown is shown as text. Images in the folder of the file are
included, others become links.

From a file of variants, or a block of them in Markdown, it makes the set-up of each variant with
its pieces and rules in words. The text for engines is folded.

examples:
  wazir page RULES.md --output rules.html
  wazir page RULES.md --figures > rules.html    with values and mobility
  wazir page - <RULES.md >rules.html
  wazir page variants.ini --output rules.html
"""

from __future__ import annotations

import base64
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

from wazir.cli.arguments import context, opened
from wazir.cli.command import Status, UsageError, add_output
from wazir.cli.console import complain, plural
from wazir.cli.files import STDIN, MarkdownOrigin, Origin, notation_of, put_form, read
from wazir.features.rules_page import RulesPage, rules_page, variants_page
from wazir.notations import is_markdown
from wazir.system import read_regular

MAX_BYTES_OF_IMAGE = 10_000_000
"""The maximum size of an image that becomes part of a page, in bytes."""
_IMAGES = {
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument(
        "file", metavar="FILE", help="a Markdown file, a file of variants, or - for standard input"
    )
    parser.add_argument(
        "--figures", action="store_true", help="add estimated values, mobility and attacks"
    )
    add_output(parser)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    path = None if options.file == STDIN else Path(options.file)
    if path and path.is_dir():
        raise UsageError(f"`{options.file}` is a folder. Give a Markdown file.")
    notation = notation_of(options.file) if path and not is_markdown(options.file) else None
    if path and notation and notation.variants:
        document = opened(Origin(name=options.file, path=path, notation=notation), options)
        return _put(variants_page(document, path.stem, figures=options.figures), options, "variant")
    if notation:
        raise UsageError(
            f"`{path}` is not Markdown. `wazir show {path} --format html` makes a page of its "
            "pieces."
        )
    source = read(MarkdownOrigin(name=options.file, path=path))
    page = rules_page(
        source.text,
        path.stem if path else "Rules",
        lambda notation: context(options, notation, path),
        figures=options.figures,
        image=lambda address: _image(address, (path or Path("-")).parent),
    )
    return _put(page, options, "definition")


def _put(page: RulesPage, options: Namespace, what: str) -> int:
    """Write a page and return the exit status; *what* is that which may have errors."""
    put_form(page.html, options.output, "html")
    if page.broken:
        complain(f"{plural(page.broken, what)} with errors; `wazir check` shows them.")
    return Status.PROBLEMS if page.broken else Status.CLEAN


def _image(address: str, folder: Path) -> str | None:
    """The data URI of an image in the folder of the page or below; None for any other address."""
    kind = _IMAGES.get(Path(address).suffix.lower())
    with suppress(OSError, ValueError):
        path = (folder / unquote(address)).resolve()
        if kind and path.is_relative_to(folder.resolve()):
            image = base64.b64encode(read_regular(path, MAX_BYTES_OF_IMAGE)).decode("ascii")
            return f"data:{kind};base64,{image}"
    return None
