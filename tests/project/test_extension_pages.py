"""What the extension of VS Code tells people about itself: its README and its walkthrough."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "vscode-extension"
README = (EXTENSION / "README.md").read_text("utf-8")
TEXTS: dict[str, str] = json.loads((EXTENSION / "package.nls.json").read_text("utf-8"))
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text("utf-8"))
CONTRIBUTES = MANIFEST["contributes"]
SETTINGS: dict[str, dict[str, Any]] = CONTRIBUTES["configuration"]["properties"]
COMMANDS = {
    command["command"]: TEXTS[command["title"].strip("%")] for command in CONTRIBUTES["commands"]
}
STEPS: list[dict[str, Any]] = [
    step for walkthrough in CONTRIBUTES["walkthroughs"] for step in walkthrough["steps"]
]
MAX_BYTES_OF_PICTURES = 300_000
EVERY_PLACE = "".join(path.read_text("utf-8") for path in sorted((EXTENSION / "src").rglob("*.ts")))
WHENS = [
    entry["when"]
    for entries in CONTRIBUTES["menus"].values()
    for entry in entries
    if "when" in entry
]
WHENS += [command["enablement"] for command in CONTRIBUTES["commands"] if "enablement" in command]
OF_THE_EDITOR = {"resourceLangId", "editorLangId", "activeWebviewPanelId", "in"}
"""Words of conditions that the editor itself knows."""


def row(name: str) -> str:
    """The line of the README's table about a setting."""
    setting = SETTINGS[name]
    default = json.dumps(setting["default"]) if setting["type"] != "string" else setting["default"]
    choices = ", ".join(f"`{choice}`" for choice in setting.get("enum", ()) if choice)
    meaning = TEXTS[setting["markdownDescription"].strip("%")] + (
        f" One of {choices}." if choices else ""
    )
    return f"| `{name}` | {f'`{default}`' if default else 'empty'} | {meaning} |"


# The README


def test_the_readme_lists_the_settings() -> None:
    """All of them, in the order of the manifest, each with its default and its meaning, and no
    others.
    """
    listed = re.findall(r"^\| `wazir\..*$", README, flags=re.MULTILINE)

    assert listed == [row(name) for name in SETTINGS]


def test_the_readme_lists_the_commands() -> None:
    """All that the palette offers, and no others."""
    listed = re.findall(r"^\| \*\*Wazir: ([^*]+)\*\* \|", README, flags=re.MULTILINE)

    assert sorted(listed) == sorted(COMMANDS.values())


def test_the_readme_shows_pictures_that_are_there() -> None:
    """Each is a file of the package with words in its place, no file is idle, and together they are
    small.
    """
    shown = re.findall(r"!\[([^\]]+)\]\((media/readme/[^)]+)\)", README)
    files = sorted((EXTENSION / "media" / "readme").iterdir())

    assert len(shown) == README.count("![")
    assert sorted(path for _, path in shown) == [
        file.relative_to(EXTENSION).as_posix() for file in files
    ]
    assert sum(file.stat().st_size for file in files) < MAX_BYTES_OF_PICTURES


# The walkthrough


def test_the_walkthrough_has_six_steps() -> None:
    """Each by a name of its own."""
    assert len({step["id"] for step in STEPS}) == len(STEPS) == 6


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step["id"])
def test_a_step_leads_to_what_is_there(step: dict[str, Any]) -> None:
    """Its picture or page, the commands of its buttons and of its end, and the samples that they
    open.
    """
    media = step["media"]
    links = re.findall(
        r"\]\(command:([\w.]+)(?:\?([^)]*))?\)", TEXTS[step["description"].strip("%")]
    )
    ends = [event.removeprefix("onCommand:") for event in step.get("completionEvents", ())]

    shown = [media["markdown"]] if "markdown" in media else media["image"].values()
    assert all((EXTENSION / path).is_file() for path in shown)
    assert ("altText" in media) == ("image" in media)
    assert links
    assert {*ends, *(name for name, _ in links)} <= COMMANDS.keys()
    for _, arguments in links:
        for sample in json.loads(unquote(arguments or "[]")):
            assert (ROOT / "samples" / sample).is_file()


# Commands


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_does_something(command: str) -> None:
    """The extension registers it."""
    assert f'"{command}"' in EVERY_PLACE


def test_menus_offer_commands_that_are_there() -> None:
    """And under conditions that somebody sets."""
    offered = {entry["command"] for entries in CONTRIBUTES["menus"].values() for entry in entries}
    words = {
        word
        for when in WHENS
        for word in re.findall(r"[A-Za-z][\w.]*", re.sub(r"'[^']*'", "", when))
    }
    views = {
        view for when in WHENS for view in re.findall(r"activeWebviewPanelId == '([^']*)'", when)
    }

    assert offered <= COMMANDS.keys()
    assert {
        word for word in words - OF_THE_EDITOR if f'"setContext", "{word}"' not in EVERY_PLACE
    } == set()
    assert {view for view in views if f'"{view}"' not in EVERY_PLACE} == set()
