"""All that a notation has outside of its package. One test lists everything that a new one still
lacks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from leaps import LEAPS_NOTATION
from wazir.notations import REGISTRY
from wazir.notations.notation import Notation

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "vscode-extension"


def text(path: str) -> str:
    """The text of a file of the project."""
    return (ROOT / path).read_text("utf-8")


def has_samples(notation: Notation) -> bool:
    """Whether a file in its folder of samples has one of its endings."""
    return any(
        path.name.endswith(notation.extensions)
        for path in (ROOT / "samples" / notation.name).glob("*")
    )


def has_pages(notation: Notation) -> bool:
    """Whether its package has a page for each of its codes."""
    folder = ROOT / "server" / Path(*notation.package.split(".")) / "docs"
    return all((folder / f"{code.id}.md").is_file() for code in notation.codes)


def is_told_of(notation: Notation) -> bool:
    """Whether a page has its title or one of its endings."""
    pages = [
        path.read_text("utf-8")
        for path in (ROOT / "docs").rglob("*.md")
        if path.name != "editors.md"
    ]
    return any(name in page for page in pages for name in (notation.title, *notation.extensions))


def is_in_manifest(notation: Notation) -> bool:
    """Whether VS Code knows it as a language, and colours it."""
    known = json.loads(text("vscode-extension/package.json"))["contributes"]
    names = [
        {entry.get("id") or entry.get("language") for entry in known[key]}
        for key in ("languages", "grammars")
    ]
    return all(notation.name in each for each in names)


PARTS: Mapping[str, Callable[[Notation], bool]] = {
    "an entry in REGISTRY of notations/__init__.py": lambda notation: notation in REGISTRY,
    "a file in samples/<name>": has_samples,
    "a page for each code in docs of its package": has_pages,
    "an icon in vscode-extension/media/icons": lambda notation: (
        EXTENSION / "media" / "icons" / f"{notation.name}.svg"
    ).is_file(),
    "a line in vscode-extension/scripts/generating/languages.py": lambda notation: (
        f'"{notation.name}":' in text("vscode-extension/scripts/generating/languages.py")
    ),
    "its colours in grammars and vscode-extension/package.json (make generate)": lambda notation: (
        is_in_manifest(notation)
        and (ROOT / "grammars" / f"{notation.name}.tmLanguage.json").is_file()
    ),
    "a page in docs, besides editors.md, that tells of it": is_told_of,
    "its name in docs/editors.md": lambda notation: notation.name in text("docs/editors.md"),
    "its endings in .pre-commit-hooks.yaml": lambda notation: all(
        ending.removeprefix(".").replace(".", "\\.") in text(".pre-commit-hooks.yaml")
        for ending in notation.extensions
    ),
}
"""What a notation needs, and how it is found."""


def lacking(notation: Notation) -> list[str]:
    """All that a notation lacks."""
    return [part for part, has in PARTS.items() if not has(notation)]


@pytest.mark.parametrize("notation", REGISTRY, ids=lambda notation: notation.name)
def test_a_notation_lacks_nothing(notation: Notation) -> None:
    """The message lists everything at once."""
    missing = lacking(notation)

    assert not missing, f"{notation.title} still lacks:\n" + "\n".join(
        f"- {part}" for part in missing
    )


def test_all_that_a_new_notation_lacks_is_listed() -> None:
    """The notation of the recipe is known nowhere."""
    assert lacking(LEAPS_NOTATION) == [*PARTS]


def test_every_sample_has_a_title() -> None:
    """One of its own, by which editors and the playground offer it; its notation stands beside
    it.
    """
    titles = json.loads(text("samples/titles.json"))
    folders = [ROOT / "samples" / notation.name for notation in REGISTRY]
    samples = {f"{folder.name}/{path.name}" for folder in folders for path in folder.iterdir()}

    assert titles.keys() == samples
    assert len(set(titles.values())) == len(titles)
