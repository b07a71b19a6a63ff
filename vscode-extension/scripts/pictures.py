"""Makes the pictures of the walkthrough. They are committed, so this is run only when they change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MEDIA = ROOT / "vscode-extension" / "media"
STEPS = {
    "open": ("betza/orthodox.betza", "--name", "Queen", "--square", "d4"),
    "show": ("betza/hoppers.betza", "--name", "Cannon", "--square", "d4"),
    "play": ("ben39/puzzles.ben39", "--name", "wizards-2"),
}
"""What each step of the walkthrough shows: arguments of `wazir show`."""


def steps() -> None:
    """Draws what the steps of the walkthrough show."""
    for name, (sample, *arguments) in STEPS.items():
        command = [sys.executable, "-m", "wazir", "show", str(ROOT / "samples" / sample), *arguments, "--as", "svg"]
        drawn = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT / "server").stdout
        (MEDIA / "walkthrough" / f"{name}.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    steps()
