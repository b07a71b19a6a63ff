"""The hooks of MkDocs: pages that follow from the code, fenced blocks as drawn pieces, and pictures
as files.
"""

from __future__ import annotations

import hashlib
import logging
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(Path(__file__).parent)]

import cheat_sheets
import dictionary
from generated import WORDS, pages
from wazir.addresses import SITE
from wazir.document import Document
from wazir.features.rules_page import BLOCK_STYLE, Anchors, RulesBlock
from wazir.notations import REGISTRY
from wazir.notations.notation import Context, Notation

LOG = logging.getLogger("mkdocs.hooks")
PICTURES = "pictures/"
STYLE = Path(__file__).parent / "site.css"
_OUTSIDE = {
    "../../samples/ben39/games.ben39": "ben39-games.html",
    "../../server/wazir/notations/lcpn/prelude.lcpn": "lcpn-library.md",
    "../vscode-extension/README.md": "vscode.md",
    "../website/comparison.py": "notations/comparison.md",
    "../website/dictionary.py": "pieces/index.md",
    "../vscode-extension/media/readme/piece.png#only-light": "media/readme/piece.png#only-light",
}
"""Links out of the folder of pages, and the pages that have their content."""
_ROW = r" *[.!:XMmcdhir?/z](?: [.!:XMmcdhir?/z])+\n"
_FENCE = re.compile(r"^```text\n(.*?)^```\n+", re.MULTILINE | re.DOTALL)
_DRAWING = re.compile(rf"^(?:{_ROW}){{2,}}", re.MULTILINE)
"""A piece drawn in letters, for readers of the text; the site draws the fence before it."""
_NAME = re.compile(r"^(?! *at )[^=≠\n]*\n(?! *at )", re.MULTILINE)
"""The name of a piece that no position follows."""


_NAMED = {
    '<div class="md-search" data-md-component="search" role="dialog"': (
        '<div class="md-search" data-md-component="search" role="dialog" aria-label="Search"'
    ),
    'data-md-toggle="search" type="checkbox"': (
        'data-md-toggle="search" type="checkbox" aria-label="Search"'
    ),
    'data-md-toggle="drawer" type="checkbox"': (
        'data-md-toggle="drawer" type="checkbox" aria-label="Navigation"'
    ),
    "<th></th>": "<td></td>",
}
"""Elements of the theme, and the same with names."""
_SIZE = re.compile(r'width="\d+" height="\d+"')


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the address of the site; blocks in the notations are drawn."""
    config.site_url = f"{SITE}/"
    fences = [
        {
            "name": notation.name,
            "class": notation.name,
            "validator": _any_option,
            "format": partial(_drawn, notation, config),
        }
        for notation in REGISTRY
    ]
    config.mdx_configs["pymdownx.superfences"] = {"custom_fences": fences}
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that follow from the code, the style sheet and the pictures of the extension's
    page.
    """
    folder = Path(__file__).parent
    made = {
        f"{PICTURES}site.css": BLOCK_STYLE + STYLE.read_text("utf-8"),
        **pages(),
        **cheat_sheets.pages(),
    }
    made |= {
        name: (folder / Path(name).name).read_text("utf-8")
        for name in ("site.js", f"{dictionary.FOLDER}dictionary.js")
    }
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    media = ROOT / "vscode-extension" / "media"
    for path in (*(media / "readme").glob("*.png"), media / "icon.svg"):
        files.append(
            File.generated(
                config, path.relative_to(media.parent).as_posix(), abs_src_path=str(path)
            )
        )
    config.extra["files"] = files
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Add the words of a notation and its sheet, leave out drawings in letters, and lead links to
    pages.
    """
    for outside, inside in _OUTSIDE.items():
        markdown = markdown.replace(f"]({outside})", f"]({inside})")
    markdown = _FENCE.sub(_without_drawings, markdown)
    if link := cheat_sheets.link(page.file.src_uri):
        markdown = markdown.replace("\n## ", f"\n{link}## ", 1)
    words = WORDS.get(page.file.src_uri)
    return f"{markdown}\n{words()}" if words else markdown


def _without_drawings(fence: re.Match[str]) -> str:
    """A fence of text without drawings in letters; empty if there is nothing else."""
    text, count = _DRAWING.subn("", fence[1])
    rest = _NAME.sub("", text) if count else text
    return f"```text\n{rest}```\n\n" if rest else ""


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Give pictures their addresses as seen from the page, and their sizes. They are loaded when
    they are seen.
    """
    folder = get_relative_url(PICTURES, page.url)

    def shown(source: re.Match[str]) -> str:
        picture = files.get_file_from_path(f"{PICTURES}{source[1]}")
        size = picture and _SIZE.search(picture.content_string)
        return f'loading="lazy" {size[0] if size else ""} src="{folder}{source[1]}"'

    if page.file.src_uri.startswith(dictionary.FOLDER):
        # What hundreds of pages have is no result of a search.
        html = html.replace("<h2 ", "<h2 data-search-exclude ")
    return re.sub(rf'src="/{PICTURES}([^"]+)"', shown, html)


def on_post_template(output: str, template_name: str, config: MkDocsConfig) -> str:
    """The same for pages of the theme."""
    return named(output)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Name the elements of a page."""
    return named(output)


def named(output: str) -> str:
    """Name for screen readers what the theme leaves without a name; a heading without words is a
    cell.
    """
    for unnamed, element in _NAMED.items():
        output = output.replace(unnamed, element)
    return output


def _any_option(
    _language: str, inputs: dict[str, str], options: dict[str, str], *_more: Any
) -> bool:
    options.update(inputs)
    return True


def _drawn(
    notation: Notation,
    config: MkDocsConfig,
    source: str,
    _language: str,
    _class: str,
    options: dict[str, str],
    md: Any,
    **_more: Any,
) -> str:
    """A fenced block as HTML. Anchors are those of one page, for which there is one parser."""
    anchors = vars(md).setdefault("wazir_anchors", Anchors())
    block = RulesBlock(
        Document.open(notation, source, Context(profile=options.get("profile"))), anchors
    )
    if block.broken:
        LOG.warning("A definition has an error: %s", source)
    return block.html(address=partial(_stored, config))


def _stored(config: MkDocsConfig, svg: str) -> str:
    """The address of a picture, which becomes a file of the site."""
    name = f"{PICTURES}{hashlib.sha256(svg.encode()).hexdigest()[:16]}.svg"
    if name not in config.extra["files"].src_uris:
        config.extra["files"].append(File.generated(config, name, content=svg))
    return f"/{name}"
