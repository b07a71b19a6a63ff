"""Prints what a tag lacks to be released: `python website/release.py v0.2.0` exits with 1 and a
line for each.

It checks the versions of the package and of the extension, the heading of the changelog, the
addresses, and that git tracks every file.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACEHOLDER = "https://example.org"


def missing(tag: str, root: Path = ROOT) -> list[str]:
    """What must be done before a tag is released, as sentences."""
    number = tag.removeprefix("v")
    code = (root / "server" / "wazir" / "__init__.py").read_text("utf-8")
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    extension = json.loads((root / "vscode-extension" / "package.json").read_text("utf-8"))
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    heading = rf"^## {re.escape(number)} \(\d{{4}}-\d\d-\d\d\)$"
    sentences = []
    if f'__version__ = "{number}"\n' not in code:
        sentences.append(f"`__version__` in server/wazir/__init__.py is not {number}.")
    if extension["version"] != number:
        sentences.append(
            f"The version in vscode-extension/package.json is not {number}. Run `make generate`."
        )
    if not re.search(heading, changes, re.MULTILINE):
        sentences.append(f"CHANGELOG.md has no heading `## {number} (YEAR-MONTH-DAY)`.")
    if any(address.startswith(PLACEHOLDER) for address in project["urls"].values()):
        sentences.append("The addresses in pyproject.toml are placeholders.")
    return sentences


def untracked(root: Path = ROOT) -> list[str]:
    """The files that git neither tracks nor ignores, which the source distribution would
    contain.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [path for path in listed.split("\0") if path]


if __name__ == "__main__":
    problems = missing(sys.argv[1])
    problems += [f"Git does not track {path}. Add or remove it." for path in untracked()]
    sys.stdout.writelines(f"{problem}\n" for problem in problems)
    sys.exit(1 if problems else 0)
