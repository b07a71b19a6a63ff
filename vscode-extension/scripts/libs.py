"""Lays the server and what it needs into `bundled/libs`, from where every Python of version 3.11 or
later can run it.

The packages are those of `requirements.lock`, by version and hash; their licences stay in their
`.dist-info`. `--lock` writes that file anew, with the newest versions that the project allows.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "vscode-extension"
LOCK = EXTENSION / "requirements.lock"
LIBS = EXTENSION / "bundled" / "libs"
STAMP = EXTENSION / "bundled" / "locked"
"""The lock that the packages which are there were taken from."""
HEAD = """\
# What the bundled server needs, pure Python all of it: versions and the hashes of their wheels.
# `scripts/libs.py --lock` writes this file anew.
"""
PURE = (
    "--only-binary=:all:",
    "--platform=any",
    "--implementation=py",
    "--abi=none",
    "--python-version=3.11",
)
NEEDLESS = ("bin",)
"""What only those need who build programs with the packages."""


def main(arguments: list[str]) -> int:
    """Fills the folder, or writes the lock."""
    if "--lock" in arguments:
        lock()
        return 0
    if not STAMP.is_file() or STAMP.read_text("utf-8") != LOCK.read_text("utf-8"):
        packages()
    server()
    return 0


def packages() -> None:
    """The packages of the lock, in an empty folder."""
    shutil.rmtree(LIBS.parent, ignore_errors=True)
    options = ("--no-deps", "--no-compile", "--require-hashes", "--target", str(LIBS), *PURE)
    pip("install", *options, "--requirement", str(LOCK))
    impure = [
        wheel
        for wheel in LIBS.glob("*.dist-info/WHEEL")
        if "Root-Is-Purelib: true" not in wheel.read_text("utf-8")
    ]
    if impure:
        sys.exit(f"Not pure Python: {', '.join(wheel.parent.name for wheel in impure)}")
    for name in NEEDLESS:
        shutil.rmtree(LIBS / name, ignore_errors=True)
    STAMP.write_text(LOCK.read_text("utf-8"), "utf-8")


def server() -> None:
    """The server as it is now, with its grammars, without compiled modules."""
    shutil.rmtree(LIBS / "wazir", ignore_errors=True)
    shutil.copytree(
        ROOT / "server" / "wazir",
        LIBS / "wazir",
        ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"),
    )
    (LIBS / "wazir" / "grammars").mkdir()
    for grammar in (ROOT / "grammars").glob("*.lark"):
        shutil.copy(grammar, LIBS / "wazir" / "grammars")


def lock() -> None:
    """The newest versions, with the hash of the wheel of each."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    with tempfile.TemporaryDirectory() as folder:
        pip("download", *PURE, "--dest", folder, *wanted)
        lines = []
        for wheel in sorted(Path(folder).glob("*.whl")):
            name, version, *_ = wheel.name.split("-")
            digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
            lines.append(f"{re.sub('[_.]+', '-', name)}=={version} --hash=sha256:{digest}\n")
    LOCK.write_text(HEAD + "".join(lines), "utf-8")


def pip(*arguments: str) -> None:
    """Runs pip, which says what is wrong if anything is."""
    subprocess.run(
        [sys.executable, "-m", "pip", *arguments, "--quiet", "--disable-pip-version-check"],
        check=True,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
