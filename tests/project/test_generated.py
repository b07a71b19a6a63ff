"""What is made of the notations and the settings for editors is what would be made now."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import generate
from generating.settings import table
from long import LONG
from wazir.notations import REGISTRY

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "vscode-extension"
MANIFEST = json.loads((EXTENSION / "package.json").read_text("utf-8"))
TEXTS = json.loads((EXTENSION / "package.nls.json").read_text("utf-8"))
MAX_SETTINGS = 25


def test_nothing_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grammars of colours, language configurations and the made parts of the manifest are fresh.

    The index of well-known pieces is made anew in a long run; tests of these read its fingerprints
    and texts.
    """
    if not LONG:
        monkeypatch.setattr(generate.known, "files", dict)

    assert generate.stale() == []


def test_every_notation_is_a_language() -> None:
    """With its endings, its icon, its colours and its comments."""
    languages = {language["id"]: language for language in MANIFEST["contributes"]["languages"]}
    grammars = {grammar.get("language") for grammar in MANIFEST["contributes"]["grammars"]}

    for notation in REGISTRY:
        assert languages[notation.name]["extensions"] == list(notation.extensions)
        assert notation.name in grammars
        assert (EXTENSION / languages[notation.name]["icon"]["light"]).is_file()


def test_every_setting_is_there_and_described() -> None:
    """All of the server's table, a few of the extension's own, and each with a text."""
    settings = MANIFEST["contributes"]["configuration"]["properties"]

    assert {row.name: row.default for row in table()}.items() <= {
        name: setting["default"] for name, setting in settings.items()
    }.items()
    assert len(settings) < MAX_SETTINGS
    assert [
        name
        for name, setting in settings.items()
        if not setting["markdownDescription"].startswith("%")
    ] == []


def test_every_text_of_the_manifest_is_there_and_used() -> None:
    """A key without a text would be shown as it is."""
    used = set(re.findall(r'"%([^%"]+)%"', json.dumps(MANIFEST)))

    assert used == set(TEXTS)


def test_nothing_is_told_to_anybody() -> None:
    """The extension needs no more than what it talks to its server with."""
    assert set(MANIFEST["dependencies"]) <= {"vscode-languageclient", "pyodide"}


def test_what_travels_in_the_extension_is_all_that_the_server_needs() -> None:
    """The lock has every package that one of them needs, in a version that suits it, and nothing
    else.
    """
    lock = (EXTENSION / "requirements.lock").read_text("utf-8")
    locked = dict(
        re.findall(r"^([\w-]+)==(\S+) --hash=sha256:[0-9a-f]{64}$", lock, flags=re.MULTILINE)
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    reached, left = (
        set[str](),
        [Requirement(requirement) for requirement in project["dependencies"]],
    )
    while left:
        needed = left.pop()
        name = canonicalize_name(needed.name)
        if needed.marker and not needed.marker.evaluate({"extra": ""}):
            continue
        assert needed.specifier.contains(locked[name]), f"{needed}, but {locked[name]} is locked"
        if name not in reached:
            reached.add(name)
            left += [Requirement(requirement) for requirement in metadata.requires(name) or ()]

    assert reached == set(locked)
