"""The addresses of the project, and those of a stranger who publishes it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from generating import addresses
from project.tracked import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
URLS = PROJECT["urls"]
OTHERS = {
    "Documentation": "https://somebody.test/pieces",
    "Repository": "https://code.test/somebody/pieces",
    "Issues": "https://code.test/somebody/pieces/issues",
    "Changelog": "https://somebody.test/pieces/changelog.html",
    "Marketplace": "https://market.test/items?itemName=somebody.wazir",
}
"""The addresses of a stranger."""


def old_addresses() -> set[str]:
    """What names the addresses of today."""
    publisher = addresses.publisher(PROJECT)
    return {*URLS.values(), addresses.repository_name(PROJECT), f"{publisher}.wazir"}


def with_other_addresses(copy: Path) -> Path:
    """The copy of the project, after a stranger wrote other addresses into `pyproject.toml`."""
    project = copy / "pyproject.toml"
    text = project.read_text("utf-8")
    for name, address in OTHERS.items():
        text = text.replace(f'{name} = "{URLS[name]}"', f'{name} = "{address}"')
    project.write_text(text, "utf-8")
    return copy
