"""What is ready to be published: addresses in one place, what indexes show, and the workflow that builds all parts."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from release import missing
from wazir.diagnostics import SITE, public_page

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
URLS = PROJECT["project"]["urls"]
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))


def test_there_is_one_place_of_addresses() -> None:
    """All others begin with them: the package, the extension, the README of the index, and the documentation."""
    manifest = json.loads((ROOT / "vscode-extension" / "package.json").read_text("utf-8"))
    substitutions = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"][
        "substitutions"
    ]

    assert URLS["Documentation"] == SITE == manifest["homepage"]
    assert public_page("unknown-letter") == f"{SITE}/diagnostics/unknown-letter.html"
    assert manifest["repository"]["url"] == URLS["Repository"]
    assert manifest["bugs"]["url"] == URLS["Issues"]
    assert manifest["author"] in PROJECT["project"]["authors"]
    assert not manifest.get("private")
    assert all(
        substitution["replacement"].startswith(("](" + SITE, "](" + URLS["Repository"]))
        for substitution in substitutions
    )
    assert f"  - repo: {URLS['Repository']} " in (ROOT / "docs" / "command-line.md").read_text(
        "utf-8"
    )


def test_an_index_shows_the_readme_with_its_pictures() -> None:
    """Every link and picture is absolute, and no picture is an SVG."""
    text = (ROOT / "README.md").read_text("utf-8")
    for substitution in PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"][
        "substitutions"
    ]:
        text = re.sub(substitution["pattern"], substitution["replacement"], text)
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


def test_the_workflow_builds_every_part() -> None:
    """On a tag, with targets that exist, for each version of Python that is supported; nothing is published."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    minor = [
        int(version)
        for version in re.findall(
            r"Python :: 3\.(\d+)", "\n".join(PROJECT["project"]["classifiers"])
        )
    ]
    built = re.search(r"cp3\{([\d,]+)\}", PROJECT["tool"]["cibuildwheel"]["build"])
    manifest = json.loads((ROOT / "vscode-extension" / "package.json").read_text("utf-8"))

    assert WORKFLOW[True]["push"]["tags"] == ["v*"]  # YAML 1.1 reads `on` as true
    assert set(WORKFLOW["jobs"]) == {"ready", "pure", "compiled", "extension", "site"}
    assert all(
        job.get("needs") == "ready" for name, job in WORKFLOW["jobs"].items() if name != "ready"
    )
    assert all(f"\n{target}:" in makefile for target in re.findall(r"make (\w+)", text))
    assert all(
        script in manifest["scripts"] for script in re.findall(r"WAZIR_PACKAGE: \"([^\"]+)", text)
    )
    assert built
    assert set(minor) <= {int(version) for version in built[1].split(",")}
    assert not re.findall(
        r"twine upload|vsce publish|ovsx|gh-pages|pypi-publish|deploy-pages", text
    )


def test_a_tag_that_is_not_ready_is_refused() -> None:
    """Each thing that is missing is told."""
    assert [sentence.split()[0] for sentence in missing("v99.0")] == [
        "`__version__`",
        "The",
        "CHANGELOG.md",
        "The",
    ]


def test_a_tag_that_is_ready_passes(tmp_path: Path) -> None:
    """With the version in three places and addresses of its own."""
    texts = {
        "server/wazir/__init__.py": '__version__ = "1.2.0"\n',
        "vscode-extension/package.json": '{"version": "1.2.0"}',
        "CHANGELOG.md": "# Changes\n\n## Unreleased\n\n## 1.2.0 (2027-01-31)\n",
        "pyproject.toml": '[project.urls]\nRepository = "https://wazir.test"\n',
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    assert missing("v1.2.0", tmp_path) == []
    assert missing("v1.2", tmp_path) != []


def test_the_changelog_has_releases() -> None:
    """Its parts are those of releases with their dates, the newest first, below what is not released yet."""
    headings = re.findall(
        r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE
    )

    assert headings[0] == "Unreleased"
    assert [
        heading
        for heading in headings[1:]
        if not re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", heading)
    ] == []
