"""Habits that every file of the project keeps."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import NEED_POSIX
from long import LONG

ROOT = Path(__file__).parents[2]
SYSTEMS = ("win32", "darwin") if LONG else ("win32",)
"""Each has its own cache, which mypy would make anew. Windows lacks what macOS lacks, and more."""
LEFT_OUT = {
    ".git",
    ".venv",
    "out",
    "dist",
    "__pycache__",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
    "node_modules",
    "bundled",
}


def files(*endings: str) -> list[Path]:
    paths = (path for path in ROOT.rglob("*") if not LEFT_OUT & set(path.relative_to(ROOT).parts))
    return sorted(
        path for path in paths if path.is_file() and (not endings or path.suffix in endings)
    )


def test_no_regular_expression_repeats_a_group_possessively() -> None:
    """Python before 3.11.5 goes wrong where it gives a repeated group no second try; single signs
    are fine.
    """
    wrong = {
        f"{path.relative_to(ROOT)}: {match}"
        for path in files(".py", ".lark")
        if ROOT / "tests" not in path.parents
        for match in re.findall(r".{0,20}(?:\)[*+?]|\}\})\+.{0,5}", path.read_text("utf-8"))
    }

    assert wrong == set()


def test_no_path_of_a_machine_is_written_down() -> None:
    """Nothing in the project knows where it is checked out, or whose home it is in."""
    needles = {
        f"{place}/".encode() for place in (ROOT, ROOT.parent, Path.home()) if len(place.parts) > 1
    }
    needles.discard(b"/tmp/")
    wrong = {
        str(path.relative_to(ROOT))
        for path in files()
        if any(needle in path.read_bytes() for needle in needles)
    }

    assert wrong == set()


def test_every_package_is_one() -> None:
    """Every folder of code below the package has an `__init__.py` with a docstring."""
    folders = {path.parent for path in (ROOT / "server" / "wazir").rglob("*.py")}

    assert folders
    assert all((folder / "__init__.py").read_text("utf-8").startswith('"""') for folder in folders)


COMMANDS = [
    "ruff check .",
    "mypy",
    "mypy --config-file tests/mypy.ini",
    *(f"mypy --platform {name} --cache-dir .mypy_cache/{name}" for name in SYSTEMS),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_code_is_clean(command: str) -> None:
    """Ruff finds nothing, and mypy in its strict mode finds nothing either, whatever the operating
    system lacks.
    """
    ran = subprocess.run(
        [sys.executable, "-m", *command.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )

    assert ran.returncode == 0, ran.stdout + ran.stderr


POSIX_MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
"""Modules of Python that Windows does not have."""
_IMPORT = re.compile(r"^(?:from|import) ([\w.]+)", re.MULTILINE)


def test_windows_can_import_the_tests_that_it_collects() -> None:
    """Tests that import modules of other systems, also through others, are listed: `make check`
    runs on Windows.
    """
    tests = ROOT / "tests"
    imports = {
        path.relative_to(tests).as_posix(): set(_IMPORT.findall(path.read_text("utf-8")))
        for path in tests.rglob("*.py")
    }
    needing: set[str] = set()
    modules = POSIX_MODULES
    while modules:
        new = {name for name, used in imports.items() if used & modules} - needing
        needing |= new
        modules = {name.removesuffix(".py").replace("/", ".") for name in new}

    collected = {name for name in needing if Path(name).name.startswith("test_")}
    assert collected
    assert collected <= set(NEED_POSIX)
