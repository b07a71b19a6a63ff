"""The site: it builds without a warning, no link in it is broken, and no page asks another host for
anything.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import wazir
from wazir.addresses import SITE
from wazir.cli import COMMANDS
from wazir.diagnostics import DECISIONS, decision_page
from wazir.notations import REGISTRY
from wazir.notations.engine_files.embedding import HostNotation
from wazir.settings.notation import SETTINGS

ROOT = Path(__file__).parents[2]
LOADED = {"src", "srcset", "data", "poster", "action", "formaction", "background"}
"""Attributes whose addresses a browser opens by itself."""
MAX_BYTES_OF_PAGE = 300_000
"""The number of bytes of the largest page."""


class Page(HTMLParser):
    """The addresses and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.anchors = {"", "__top"}
        self.links = set[str]()
        self.loaded = set[str]()
        self.images = 0
        self.eager = set[str]()
        """Pictures of pieces that are loaded at once, or whose size is not known before."""
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.anchors |= {attributes[name] for name in ("id", "name") if name in attributes}
        self.images += tag == "img"
        is_picture = tag == "img" and "pictures/" in attributes["src"]
        self.eager |= (
            {attributes["src"]}
            if is_picture and not attributes.keys() >= {"loading", "width", "height"}
            else set()
        )
        self.links |= {attributes["href"]} if "href" in attributes else set()
        opened = {value for name, value in attributes.items() if name in LOADED}
        is_sheet = tag == "link" and attributes.get("rel") not in {"canonical", "next", "prev"}
        self.loaded |= opened | ({attributes["href"]} if is_sheet else set())
        self.links |= opened


def broken(pages: dict[Path, Page]) -> list[str]:
    """The links within the site that lead to no file, or to no anchor of a page."""
    links = []
    for path, page in pages.items():
        for link in page.links:
            address, anchor = urldefrag(link)
            # Built by `make playground`.
            if urlsplit(address).scheme or address == "playground/index.html":
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file() or (
                target in pages and unquote(anchor) not in pages[target].anchors
            ):
                links.append(f"{path.name}: {link}")
    return links


def test_the_site(tmp_path: Path) -> None:
    """It is built once, as `make site` does, and looked at from all sides."""
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--quiet",
        "-f",
        "website/mkdocs.yml",
        "-d",
        str(tmp_path),
    ]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (built.returncode, built.stderr) == (0, "")

    # The page of addresses that do not exist has links from the root of the host.
    pages = {path: Page(path) for path in tmp_path.rglob("*.html") if path.name != "404.html"}
    assert len(pages) > 100
    assert broken(pages) == []

    # Nothing is asked of other hosts; links that a reader may follow are no requests. The theme
    # would fetch Mermaid.
    assert {
        address for page in pages.values() for address in page.loaded if urlsplit(address).netloc
    } == set()
    assert not [path for path in pages if "mermaid" in path.read_text("utf-8")]
    for sheet in tmp_path.rglob("*.css"):
        assert (
            re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", sheet.read_text("utf-8")) == []
        )

    # Every code and ruling has the page that diagnostics lead to, every command and every public
    # name a part of a page,
    # as every decision has, and every section that hovers lead to.
    explained = {code.id for notation in (*REGISTRY, SETTINGS) for code in notation.codes}
    explained |= {ruling for notation in REGISTRY for ruling in notation.rulings}
    assert {path.stem for path in (tmp_path / "diagnostics").glob("*.html")} == explained | {
        "index"
    }
    assert {f"{name}.html" for name in explained} <= pages[
        tmp_path / "diagnostics" / "index.html"
    ].links
    assert {f"wazir-{name}".replace(" ", "-") for name in COMMANDS} <= pages[
        tmp_path / "commands.html"
    ].anchors
    sections = {
        f"notations/{notation.name}.html#{anchor}"
        for notation in REGISTRY
        for anchor in notation.sections.values()
    }
    sections |= {
        notation.own_section for notation in REGISTRY if isinstance(notation, HostNotation)
    }
    sections |= {decision_page(decision).removeprefix(f"{SITE}/") for decision in DECISIONS}
    addresses = {section: urldefrag(section) for section in sections}
    assert [
        link
        for link, (page, part) in addresses.items()
        if part not in pages[tmp_path / page].anchors
    ] == []
    names = {f"wazir.{name}" for name in wazir.__all__ if not name.startswith("_")}
    assert names <= pages[tmp_path / "api.html"].anchors

    # A page is small, and loads its pictures when they are seen, without a jump.
    sizes = {path.name: path.stat().st_size for path in pages}
    assert {name: size for name, size in sizes.items() if size > MAX_BYTES_OF_PAGE} == {}
    assert {path.name: page.eager for path, page in pages.items() if page.eager} == {}

    # Words of notations are drawn for both themes.
    least = {"betza": 60, "lcpn": 70, "bensahas": 30, "lcpn-library": 200, "ben39": 2}
    drawn = {name: pages[tmp_path / "notations" / f"{name}.html"].images for name in least}
    assert {name: count for name, count in drawn.items() if count < least[name]} == {}
