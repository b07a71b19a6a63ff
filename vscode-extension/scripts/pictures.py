"""Makes the extension's icon (`media/icon.png` of `media/icon.svg`) and the pictures of its walkthrough.

They are committed, so this is run only when they change: `python pictures.py`. For the icon a Chromium is needed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
MEDIA = ROOT / "vscode-extension" / "media"
SIZE = 128
STEPS = {
    "open": ("betza/orthodox.betza", "--name", "Queen", "--square", "d4"),
    "show": ("betza/hoppers.betza", "--name", "Cannon", "--square", "d4"),
    "play": ("ben39/puzzles.ben39", "--name", "wizards-2"),
}
"""What each step of the walkthrough shows: arguments of `wazir show`."""


def icon() -> None:
    """Draws the icon with the browser that is here."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.exit("A Chromium is needed to draw the icon.")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "icon.html")
        style = "html,body{margin:0;background:transparent}svg{display:block}"
        page.write_text(f"<style>{style}</style>{(MEDIA / 'icon.svg').read_text('utf-8')}", "utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/data"]
        picture = [f"--window-size={SIZE},{SIZE}", "--default-background-color=00000000"]
        target = f"--screenshot={MEDIA / 'icon.png'}"
        subprocess.run([browser, *options, *picture, target, page.as_uri()], check=True, capture_output=True)


def steps() -> None:
    """Draws what the steps of the walkthrough show."""
    for name, (sample, *arguments) in STEPS.items():
        command = [sys.executable, "-m", "wazir", "show", str(ROOT / "samples" / sample), *arguments, "--as", "svg"]
        drawn = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT / "server").stdout
        (MEDIA / "walkthrough" / f"{name}.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    steps()
    icon()
