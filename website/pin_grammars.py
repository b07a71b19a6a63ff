"""Writes the commit of a tag into the extension for Zed: `python website/pin_grammars.py v0.2.0`.

Zed fetches the grammars at a commit. It cannot check out a tag, and a commit cannot contain its own
name.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def pin(tag: str, root: Path = ROOT) -> None:
    """Let each grammar of the extension come from the commit of the tag."""
    command = ["git", "rev-parse", "--verify", f"{tag}^{{commit}}"]
    ran = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    manifest = root / "zed-extension" / "extension.toml"
    text = manifest.read_text("utf-8")
    manifest.write_text(re.sub('(?m)^rev = ".*"$', f'rev = "{ran.stdout.strip()}"', text), "utf-8")


if __name__ == "__main__":
    pin(sys.argv[1])
