"""Makes the rules page of a variant from Markdown: one HTML file that needs no other, with the
prose, and each fenced block with its pieces or positions drawn and described. It follows the light
or dark theme of the reader, and can be printed. The name of a piece in code in the text (`Cannon`)
links to its picture. HTML in the Markdown is shown as text. Images in the folder of the file are
included, others become links.

From a file of variants, or a block of them in Markdown, it makes the set-up of each variant with
its pieces and rules in words. The text for engines is folded.

With --playable visitors can play the variants on the page, for both sides or against
Fairy-Stockfish: it puts the folder `wazir-play` with the board and the engine, and the script
`wazir-play.js`, beside the page. Any web server can have them; no other server is asked. It needs
the package wazir-play: pip install 'wazir[play]'. The engine in it is under the GPL 3 or later; the
folder holds the licence and the addresses of its source.

examples:
  wazir page RULES.md --output rules.html
  wazir page RULES.md --figures > rules.html    with values and mobility
  wazir page - <RULES.md >rules.html
  wazir page variants.ini --output rules.html
  wazir page crazyhouse --output crazyhouse.html
  wazir page variants.ini:mine --playable --output site/mine.html
"""

from __future__ import annotations

import base64
import os
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote

from wazir.cli.arguments import context
from wazir.cli.command import Status, UsageError, add_output, optional
from wazir.cli.console import complain, plural
from wazir.cli.files import (
    STDIN,
    MarkdownOrigin,
    check_exists,
    named_errors,
    not_found,
    notation_of,
    put,
    put_form,
    read,
)
from wazir.cli.variant import is_built_in, may_have_variants, selected, split_target, wins_of
from wazir.features.rules_page import RulesPage, rules_page, variants_page
from wazir.features.variant_page import PLAY_FOLDER, PLAY_SERVICE
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
        "file",
        metavar="FILE",
        help="a Markdown file, a file of variants, FILE:NAME for one of them, a built-in variant, "
        "or - for standard input",
    )
    parser.add_argument(
        "--figures", action="store_true", help="add estimated values, mobility and attacks"
    )
    parser.add_argument(
        "--playable",
        action="store_true",
        help="put a board beside the page on which visitors play the variants; needs --output",
    )
    parser.add_argument(
        "--wins",
        action="store_true",
        help="add the wins in one and two moves from the start of variants, which pyffish searches",
    )
    add_output(parser)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    play_files = _play_files(options) if options.playable else {}
    file, variant = split_target(options.file)
    path = None if file == STDIN else Path(file)
    if path and path.is_dir():
        raise UsageError(f"`{options.file}` is a folder. Name a file.")
    is_known = is_built_in(options.file)
    if path and not is_known and not os.path.lexists(path):
        check_exists(options.file)
        raise not_found(file)
    notation = notation_of(file) if path and not is_markdown(file) else None
    has_variants = variant or is_known or may_have_variants(file)
    if options.wins and not has_variants:
        raise UsageError("`--wins` is for a file of variants, or for one variant.")
    if has_variants:
        page, what = _of_variants(options, variant), "variant"
    elif notation:
        raise UsageError(
            f"`{path}` is not Markdown. `wazir show {path} --format html` makes a page of its "
            "pieces."
        )
    else:
        page, what = _of_markdown(options, path), "definition"
    if options.playable and not page.boards:
        raise UsageError(f"`{options.file}` has no variant to play.")
    put_form(page.html, options.output, "html")
    if options.playable:
        _put_beside(Path(options.output), play_files)
    if page.broken:
        complain(f"{plural(page.broken, what)} with errors; `wazir check` shows them.")
    return Status.PROBLEMS if page.broken else Status.CLEAN


def _of_variants(options: Namespace, variant: str | None) -> RulesPage:
    """The page of the variants of a file, or of one of them."""
    file, _ = split_target(options.file)
    targets = selected(options.file, options)
    target = targets[0]
    wins = {each.variant.name: wins_of(each) for each in targets if options.wins}
    return variants_page(
        target.document,
        Path(file).stem,
        only=variant,
        figures=options.figures,
        is_playable=options.playable,
        is_built_in=target.is_built_in,
        facts=wins,
    )


def _of_markdown(options: Namespace, path: Path | None) -> RulesPage:
    """The page of a Markdown file, or of standard input without a path.

    Raises:
        UsageError: It has no fenced block to draw.
    """
    source = read(MarkdownOrigin(name=options.file, path=path))
    page = rules_page(
        source.text,
        path.stem if path else "Rules",
        lambda notation: context(options, notation, path),
        figures=options.figures,
        is_playable=options.playable,
        image=lambda address: _image(address, (path or Path("-")).parent),
    )
    if not page.blocks:
        raise UsageError(f"`{options.file}` has no fenced block in a known notation.")
    return page


def _play_files(options: Namespace) -> dict[str, bytes]:
    """The files of the board and the engine, by their names.

    Raises:
        UsageError: The package that has them is not installed, or the page is not a file.
    """
    if options.output is None:
        raise UsageError("`--playable` puts files beside the page. Name it: --output FILE.html")
    package = optional(
        "wazir_play", "`--playable` needs wazir-play, which has the board and the engine", "play"
    )
    return {
        file.name: file.read_bytes()
        for file in files(package).iterdir()
        if file.is_file() and not file.name.endswith(".py")
    }


def _put_beside(page: Path, contents: dict[str, bytes]) -> None:
    """Write the service worker beside a page, and the other files into a folder there."""
    folder = page.parent / PLAY_FOLDER
    with named_errors(str(folder)):
        folder.mkdir(exist_ok=True)
    for name, content in contents.items():
        put(content, str((page.parent if name == PLAY_SERVICE else folder) / name))


def _image(address: str, folder: Path) -> str | None:
    """The data URI of an image in the folder of the page or below; None for any other address."""
    kind = _IMAGES.get(Path(address).suffix.lower())
    with suppress(OSError, ValueError):
        path = (folder / unquote(address)).resolve()
        if kind and path.is_relative_to(folder.resolve()):
            image = base64.b64encode(read_regular(path, MAX_BYTES_OF_IMAGE)).decode("ascii")
            return f"data:{kind};base64,{image}"
    return None
