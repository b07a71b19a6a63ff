"""Makes the pictures of the walkthrough. They are committed, so this is run only when they
change.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
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
    for path, drawn in pictures():
        path.write_text(drawn, "utf-8")


def pictures() -> Iterator[tuple[Path, str]]:
    """Each picture with where it is, for light themes and for dark ones."""
    for name, (sample, *arguments) in STEPS.items():
        for theme in ("light", "dark"):
            command = [
                sys.executable,
                "-m",
                "wazir",
                "show",
                str(ROOT / "samples" / sample),
                *arguments,
            ]
            command += ["--format", "svg", "--theme", theme]
            drawn = subprocess.run(
                command, check=True, capture_output=True, text=True, cwd=ROOT / "server"
            ).stdout
            yield MEDIA / "walkthrough" / f"{name}-{theme}.svg", drawn


if __name__ == "__main__":
    steps()
