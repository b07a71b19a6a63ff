"""The walkthrough of the extension: its pictures are what is drawn now without style sheets, and no
code is cut.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from drawings import styled, unpainted
from pictures import pictures

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "vscode-extension"
FOLDER = EXTENSION / "media" / "walkthrough"
WIDEST = 36
"""Columns of code that fit beside the steps in a window of 1,280 pixels."""


def media() -> list[dict[str, dict[str, str]]]:
    """What is shown beside each step."""
    manifest = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    (walkthrough,) = manifest["contributes"]["walkthroughs"]
    return [step["media"] for step in walkthrough["steps"]]


def test_the_pictures_are_what_is_drawn_now() -> None:
    made = dict(pictures())

    assert {path: path.read_text("utf-8") for path in made} == made
    assert {path for path in FOLDER.iterdir() if path.suffix == ".svg"} == set(made)


def test_every_theme_has_its_picture() -> None:
    shown = [medium["image"] for medium in media() if "image" in medium]

    assert len(shown) == 3
    for themes in shown:
        assert set(themes) == {"light", "dark", "hc", "hcLight"}
        assert all((EXTENSION / path).is_file() for path in themes.values())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.svg")), ids=lambda path: path.stem)
def test_pictures_need_no_style_sheet(path: Path) -> None:
    """VS Code forbids style sheets in the pictures of a walkthrough."""
    root = ElementTree.fromstring(path.read_text("utf-8"))

    assert not styled(root)
    assert not unpainted(root)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.md")), ids=lambda path: path.stem)
def test_code_is_not_cut(path: Path) -> None:
    blocks = re.findall(
        r"^```.*?\n(.*?)^```", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
    )

    assert blocks
    assert max(len(line) for block in blocks for line in block.splitlines()) <= WIDEST
