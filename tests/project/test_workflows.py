"""The workflows: what they run, on which systems, with which permissions, and what is published
when.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / ".github" / "workflows").glob("*.yml")), ROOT / "action.yml"]
CHECK, RELEASE = (
    yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text("utf-8"))
    for name in ("check.yml", "release.yml")
)
SWITCHES = {
    "publish-pypi": "PUBLISH_PYPI",
    "publish-marketplace": "PUBLISH_MARKETPLACE",
    "publish-open-vsx": "PUBLISH_OPEN_VSX",
    "publish-npm": "PUBLISH_NPM",
    "publish-site": "PUBLISH_SITE",
    "publish-github": "PUBLISH_GITHUB",
}
"""The jobs that publish, each with the variable of the repository that switches it on."""


def triggers(workflow: dict[Any, Any]) -> dict[str, Any]:
    """The events that start a workflow. YAML 1.1 reads `on` as true."""
    started: dict[str, Any] = workflow[True]
    return started


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_actions_are_pinned(path: Path) -> None:
    """Each action is named by a commit, with its version in a comment."""
    used = re.findall(r"uses: (.*)$", path.read_text("utf-8"), flags=re.MULTILINE)

    assert used
    assert [
        use for use in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)
    ] == []


def test_one_version_of_each_action_is_used() -> None:
    """All workflows use the same."""
    text = "\n".join(path.read_text("utf-8") for path in FILES)
    used = set(re.findall(r"uses: (\S+)", text))

    assert len({use.partition("@")[0] for use in used}) == len(used)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_targets_of_make_exist(path: Path) -> None:
    """The workflows run only what is there."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"\bmake ([\w-]+)", path.read_text("utf-8"))

    assert [target for target in targets if f"\n{target}:" not in makefile] == []


def test_every_change_is_checked_on_three_systems() -> None:
    """With each version of Python that the package names, on pushes and pull requests."""
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "classifiers"
    ]
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(classifiers))
    matrix = CHECK["jobs"]["quick"]["strategy"]["matrix"]

    assert set(triggers(CHECK)) == {"push", "pull_request"}
    assert [system.partition("-")[0] for system in matrix["os"]] == ["ubuntu", "windows", "macos"]
    assert matrix["python"] == versions


def test_the_editors_are_installed_where_everything_is_tested() -> None:
    """The packages are those of `make editors`."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    packages = re.search(r"^EDITOR_PACKAGES := (.*)$", makefile, re.MULTILINE)
    steps = [step.get("run", "") for step in CHECK["jobs"]["everything"]["steps"]]

    assert packages
    assert [step for step in steps if step.endswith(f" {packages[1]} elpa-eglot")]


def test_jobs_may_only_read_unless_they_publish() -> None:
    """A pull request never gets a permission to write."""
    assert CHECK["permissions"] == RELEASE["permissions"] == {"contents": "read"}
    assert [job for job in CHECK["jobs"].values() if "permissions" in job] == []
    assert {name for name, job in RELEASE["jobs"].items() if "permissions" in job} <= set(SWITCHES)


def test_each_publishing_job_is_off_until_it_is_switched_on() -> None:
    """On tags only, by a variable of the repository that the page about releasing names."""
    page = (ROOT / "docs" / "development" / "releasing.md").read_text("utf-8")
    conditions = {
        name: f"github.ref_type == 'tag' && vars.{switch} == 'true'"
        for name, switch in SWITCHES.items()
    }

    assert {name: job["if"] for name, job in RELEASE["jobs"].items() if "if" in job} == conditions
    assert [switch for switch in SWITCHES.values() if f"`{switch}`" not in page] == []
    assert triggers(RELEASE)["push"] == {"tags": ["v*"]}


def test_nothing_is_published_before_every_part_is_built() -> None:
    """The source, the wheel, the extension, the site and the npm package."""
    for name in SWITCHES:
        assert {"python", "extension", "web"} <= set(RELEASE["jobs"][name]["needs"])


def test_secrets_go_only_to_the_step_that_needs_them() -> None:
    """A job that publishes gets its own secret, and no other job gets one."""
    secrets = {
        name: set(re.findall(r"secrets\.(\w+)", json.dumps(job)))
        for name, job in RELEASE["jobs"].items()
    }

    assert {name: names for name, names in secrets.items() if names} == {
        "publish-marketplace": {"VSCE_PAT"},
        "publish-open-vsx": {"OVSX_PAT"},
        "publish-npm": {"NPM_TOKEN"},
    }


def test_the_extension_is_scanned_for_secrets() -> None:
    """No option of vsce turns its scan off."""
    manifest = json.loads((ROOT / "vscode-extension" / "package.json").read_text("utf-8"))

    assert "allow-package-all-secrets" not in json.dumps(manifest["scripts"])
