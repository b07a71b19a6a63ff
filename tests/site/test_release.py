"""What is ready to be published: addresses from one place, what indexes show, and what is
packed.
"""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest

from index_readme import index_readme
from project.tracked import ROOT, copy_project, run_python, tracked_files
from release import missing, untracked
from wazir.addresses import SITE
from wazir.diagnostics import public_page

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
URLS = PROJECT["urls"]


def test_the_addresses_of_the_program_are_those_of_the_project() -> None:
    """The package, the extension and the citation have those of `pyproject.toml`."""
    manifest = json.loads((ROOT / "vscode-extension" / "package.json").read_text("utf-8"))

    assert URLS["Documentation"] == SITE == manifest["homepage"]
    assert public_page("unknown-letter") == f"{SITE}/diagnostics/unknown-letter.html"
    assert manifest["repository"]["url"] == URLS["Repository"]
    assert manifest["bugs"]["url"] == URLS["Issues"]
    assert f"itemName={manifest['publisher']}.{manifest['name']}" in URLS["Marketplace"]
    assert manifest["author"] in PROJECT["authors"]
    assert not manifest.get("private")


def test_an_index_shows_the_readme_with_its_pictures() -> None:
    """Every link and picture is absolute, and no picture is an SVG."""
    text = index_readme((ROOT / "README.md").read_text("utf-8"), URLS)
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)]*)\)", text)

    assert [address for _, address in links if not address.startswith("https://")] == []
    assert [address for sign, address in links if sign and not address.endswith(".png")] == []


@pytest.mark.parametrize("readme", ["README.md", "vscode-extension/README.md"])
def test_pictures_of_readmes_are_on_the_site(readme: str) -> None:
    """The site has the pictures of the extension at the same paths as the extension."""
    shown = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", (ROOT / readme).read_text("utf-8"))

    assert shown
    assert {path.removeprefix("vscode-extension/").rpartition("/")[0] for path in shown} == {
        "media/readme"
    }


def test_the_source_distribution_has_what_git_tracks(tmp_path: Path) -> None:
    """Neither more nor less, beside its metadata; what is built in the folder stays out."""
    copy = copy_project(tmp_path / "copy")
    for built in ("out/gallery.html", ".venv/pyvenv.cfg", "vscode-extension/node_modules/a.js"):
        (copy / built).parent.mkdir(parents=True, exist_ok=True)
        (copy / built).write_text("built", "utf-8")

    run_python(["-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path / "dist")], copy)

    (archive,) = (tmp_path / "dist").iterdir()
    with tarfile.open(archive) as packed:
        names = {member.name.partition("/")[2] for member in packed if member.isfile()}
    assert names - {"PKG-INFO"} == set(tracked_files())


def test_a_tag_that_is_not_ready_is_refused() -> None:
    """Each version, heading and address that is missing has a sentence."""
    sentences = missing("v99.0")

    assert any(sentence.startswith("`__version__`") for sentence in sentences)
    assert any(sentence.startswith("The version in vscode-extension") for sentence in sentences)
    assert any(sentence.startswith("CHANGELOG.md has no heading") for sentence in sentences)


@pytest.mark.parametrize(
    ("address", "sentences"),
    [
        ("https://wazir.test", []),
        ("https://example.org/pieces", ["The addresses in pyproject.toml are placeholders."]),
    ],
)
def test_a_tag_is_ready_with_versions_a_heading_and_addresses(
    address: str, sentences: list[str], tmp_path: Path
) -> None:
    """The version is in three places; placeholders are refused."""
    texts = {
        "server/wazir/__init__.py": '__version__ = "1.2.0"\n',
        "vscode-extension/package.json": '{"version": "1.2.0"}',
        "CHANGELOG.md": "# Changes\n\n## Unreleased\n\n## 1.2.0 (2027-01-31)\n",
        "pyproject.toml": f'[project.urls]\nRepository = "{address}"\n',
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    assert missing("v1.2.0", tmp_path) == sentences
    assert missing("v1.2", tmp_path) != []


def test_a_file_that_git_does_not_track_is_refused(tmp_path: Path) -> None:
    """It would be packed into the source distribution."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "notes.txt").write_text("mine", "utf-8")

    assert untracked(tmp_path) == ["notes.txt"]


def test_the_changelog_has_releases() -> None:
    """Its parts are those of releases with their dates, the newest first, below what is not
    released yet.
    """
    headings = re.findall(
        r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE
    )

    assert headings[0] == "Unreleased"
    assert [
        heading
        for heading in headings[1:]
        if not re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", heading)
    ] == []


def test_the_page_sets_every_variable_of_its_commands() -> None:
    """A reader who follows the page knows what each stands for."""
    page = (ROOT / "docs" / "development" / "releasing.md").read_text("utf-8")
    commands = "\n".join(re.findall(r"^ *```sh\n(.*?)^ *```$", page, re.M | re.S))
    used = set(re.findall(r"\$\{?([A-Z_]+)", commands))

    assert used
    assert [name for name in used if f"`{name}=" not in page] == []
