"""What is made of the parser: scripts of shells, and the manual page."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import wazir
from wazir.cli import COMMANDS
from wazir.cli.complete import SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_has_every_command(shell: str) -> None:
    """Each shell has a script with the commands and their options."""
    ran = wazir("complete", shell)

    assert ran.status == 0
    assert [name for name in COMMANDS if name.split()[-1] not in ran.out] == []
    assert "--stdin-filename" in ran.out or shell == "tcsh"


def test_bash_completes(tmp_path: Path) -> None:
    """Bash completes a command, an option of it, and a value of the option."""
    bash = shutil.which("bash")
    assert bash
    script = tmp_path / "wazir.bash"
    script.write_text(wazir("complete", "bash").out, "utf-8")

    def completed(*words: str) -> list[str]:
        line = " ".join(words)
        run = f"source {script}; COMP_WORDS=({line}) COMP_CWORD={len(words) - 1}; "
        run += '"$(complete -p wazir | sed "s/.*-F \\([^ ]*\\).*/\\1/")"; echo "${COMPREPLY[@]}"'
        ran = subprocess.run(
            [bash, "-c", run], capture_output=True, text=True, check=False, timeout=60
        )
        return ran.stdout.split()

    assert completed("wazir", "expl") == ["explain"]
    assert completed("wazir", "check", "--stat") == ["--statistics"]
    assert completed("wazir", "ben39", "pe") == ["perft"]
    assert completed("wazir", "ben39", "perft", "--div") == ["--divide"]
    assert completed("wazir", "check", "--format", "sar") == ["sarif"]


def test_the_manual_page_has_every_command() -> None:
    """Each command with its options; the page depends on nothing but the parser."""
    page = wazir("man").out

    assert page.startswith('.TH WAZIR "1" " " "wazir" "Wazir"\n')
    assert [name for name in COMMANDS if f"wazir {name}" not in page] == []
    assert "\\-\\-stdin\\-filename" in page


@pytest.mark.parametrize(
    ("command", "package"), [("complete bash", "shtab"), ("man", "argparse_manpage.manpage")]
)
def test_a_missing_package_is_named(
    command: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has to be installed is told in a line."""
    monkeypatch.setitem(sys.modules, package, None)
    ran = wazir(*command.split())

    assert ran.status == 2
    assert ran.err.endswith("pip install 'wazir[terminal]'.\n")
