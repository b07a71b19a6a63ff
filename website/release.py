"""Says what a tag lacks to be released: `python website/release.py v0.2.0` exits with 1 and a line for each.

The version of the package and of the extension, a dated part of the changelog, and addresses that are no placeholders.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACEHOLDER = "https://example.org"


def missing(tag: str, root: Path = ROOT) -> list[str]:
    """What has to be done before a tag is released, as sentences."""
    number = tag.removeprefix("v")
    code = (root / "server" / "wazir" / "__init__.py").read_text("utf-8")
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    extension = json.loads((root / "vscode-extension" / "package.json").read_text("utf-8"))
    addresses = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"][
        "urls"
    ].values()
    wanted = {
        f"`__version__` in server/wazir/__init__.py is not {number}.": f'__version__ = "{number}"\n'
        in code,
        f"The version in vscode-extension/package.json is not {number}.": extension["version"]
        == number,
        f"CHANGELOG.md has no heading `## {number} (YEAR-MONTH-DAY)`.": re.search(
            rf"^## {re.escape(number)} \(\d{{4}}-\d\d-\d\d\)$", changes, re.MULTILINE
        ),
        "The addresses in pyproject.toml are placeholders.": not any(
            address.startswith(PLACEHOLDER) for address in addresses
        ),
    }
    return [sentence for sentence, is_done in wanted.items() if not is_done]


if __name__ == "__main__":
    sentences = missing(sys.argv[1])
    sys.stdout.writelines(f"{sentence}\n" for sentence in sentences)
    sys.exit(1 if sentences else 0)
