"""The virtual environment of the project: where its programs are, and what is installed in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import TypeVar

AnyPath = TypeVar("AnyPath", bound=PurePath)

ROOT = Path(__file__).resolve().parents[1]
OLDEST = (3, 11)
"""The oldest Python that Wazir runs in."""

PURPOSES: Mapping[str, tuple[str, str]] = {
    "run": ("", ".ready"),
    "tests": ("dev", ".ready-for-tests"),
    "site": ("docs", ".ready-for-site"),
    "benchmarks": ("bench", ".ready-for-benchmarks"),
    "figurines": ("figurines", ".ready-for-figurines"),
}
"""What an environment is for: the extra of `pyproject.toml`, and the file that says when it was
installed.
"""
_COMPILERS = ("cc", "gcc", "clang", "cl")

_NO_VENV = """\
{python} cannot make a virtual environment here.
Mostly a package is missing:
  apt-get install python3-venv
  or {python} -m pip install --user virtualenv"""


class SetUpError(Exception):
    """The environment cannot be made. The message is for the developer."""


def venv() -> Path:
    """The folder of the environment: that of the variable VENV, or `.venv`."""
    return ROOT / os.environ.get("VENV", ".venv")


def python() -> Path:
    """The Python of the environment."""
    return python_in(venv(), is_windows=os.name == "nt")


def python_in(folder: AnyPath, *, is_windows: bool) -> AnyPath:
    """The Python of the environment in a folder, which is elsewhere on Windows."""
    return folder / "Scripts" / "python.exe" if is_windows else folder / "bin" / "python"


def variables() -> dict[str, str]:
    """The environment variables of all commands.

    Compiled modules are kept: the tests start Python hundreds of times.
    """
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return own | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "NO_MKDOCS_2_WARNING": "1"}


def set_up(purpose: str) -> None:
    """Makes the environment, and installs what a purpose needs if `pyproject.toml` changed since.

    Raises:
        SetUpError: It cannot be made.
    """
    if sys.version_info < OLDEST:
        raise SetUpError("Python 3.11 or newer is needed.")
    if not python().exists():
        _make()
    extra, name = PURPOSES[purpose]
    stamp = venv() / name
    if stamp.exists() and stamp.stat().st_mtime >= _changed():
        return
    print(f"Setting up for {purpose} in {venv().name} ...", flush=True)
    install("--editable", f".[{extra}]" if extra else ".")
    if purpose == "tests" and not any(map(shutil.which, _COMPILERS)):
        install("ziglang")  # the tests compile the parsers of Tree-sitter
    stamp.touch()
    (venv() / PURPOSES["run"][1]).touch()


def _changed() -> float:
    return (ROOT / "pyproject.toml").stat().st_mtime


def _make() -> None:
    for module in ("venv", "virtualenv"):
        ran = subprocess.run(
            [sys.executable, "-m", module, str(venv())],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if ran.returncode == 0:
            return
        shutil.rmtree(venv(), ignore_errors=True)
    raise SetUpError(_NO_VENV.format(python=sys.executable))


def install(*arguments: str) -> None:
    """Installs packages in the environment.

    Raises:
        SetUpError: pip failed; it has said why.
    """
    if run(["-m", "pip", "install", "--quiet", *arguments]) != 0:
        raise SetUpError("pip could not install what is needed.")


def run(arguments: Sequence[str], *, hide_errors: bool = False) -> int:
    """Runs the Python of the environment in the folder of the project, and returns its status."""
    ran = subprocess.run(
        [str(python()), *arguments],
        cwd=ROOT,
        env=variables(),
        stderr=subprocess.DEVNULL if hide_errors else None,
        check=False,
    )
    return ran.returncode
