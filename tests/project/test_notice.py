"""NOTICE lists all that the packages hold of others."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path

from wazir_dev import notice

ROOT = Path(__file__).parents[2]
BUNDLED = json.loads(notice.BUNDLED.read_text("utf-8"))
FONT = "Noto Sans Symbols 2"
LOCK = (ROOT / "vscode-extension" / "requirements.lock").read_text("utf-8")


def test_notice_is_what_is_written_now() -> None:
    """`python -m wazir_dev notice` would change nothing."""
    assert notice.NOTICE.read_text("utf-8") == notice.text()


def test_every_bundled_package_of_python_is_listed() -> None:
    """The extension, the package for npm and the playground hold the packages of the lock."""
    locked = re.findall(r"^([\w-]+)==", LOCK, re.MULTILINE)

    assert locked
    assert all(BUNDLED[part]["python"] == locked for part in ("extension", "npm", "playground"))


def test_the_wheel_holds_the_notice_and_no_package() -> None:
    """The wheel has our package only, beside the licence and the notice. Of others it has the
    outlines of figurines.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]

    assert project["project"]["license-files"] == ["LICENSE", "NOTICE"]
    assert wheel["packages"] == ["server/wazir"]
    assert {path.partition("/")[0] for path in wheel["force-include"]} <= {"grammars", "docs"}
    assert BUNDLED["wheel"] == {"npm": [], "python": [], "other": [FONT]}


def test_every_package_lists_the_outlines_of_figurines() -> None:
    """All packages but the board of pages hold the server, and so its figurines."""
    parts = [part for name, part in BUNDLED.items() if name != "play"]
    assert all(FONT in part["other"] for part in parts)


def test_the_licence_of_the_outlines_is_packed_beside_them() -> None:
    """The licence is in the folder of the outlines, and whole in the notice."""
    folder = files("wazir.piece.drawing")
    licence = (folder / "figurines.OFL.txt").read_text("utf-8")

    assert (folder / "figurines.json").is_file()
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Copyright 2022 The Noto Project Authors" in licence
    assert licence in notice.NOTICE.read_text("utf-8")


def test_every_work_has_a_licence_and_an_address() -> None:
    """No line of the notice lacks either."""
    works = [work for part in BUNDLED.values() for work in notice.works(part)]

    assert len(works) > 40
    assert [work for work in works if not (work.licence and work.address)] == []
