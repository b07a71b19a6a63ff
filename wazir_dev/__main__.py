"""The commands of developers without make: `python -m wazir_dev run`, `check`, `test` and so on."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence

from wazir_dev import environment
from wazir_dev.environment import ROOT, SetUpError, run, set_up

_SERVER = ("-P", "-m", "wazir")
_NEXT = """
Next:
  open out/gallery.html and out/games.html in a browser: every piece and game of the samples
  {wazir} show fmWfcF    draw a piece of your own
  {wazir} help           list the commands
  make vsix              build the extension of VS Code

docs/tutorial.md is a tour of ten minutes."""
_MADE = (
    "out",
    "dist",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
    *(f"vscode-extension/{name}" for name in ("dist", "bundled", "node_modules")),
)
"""The folders of what is made, beside the environment."""


def show_samples(_: Sequence[str]) -> int:
    """Show a mistake and a piece, and write out/gallery.html."""
    set_up("run")
    (ROOT / "out").mkdir(exist_ok=True)
    print("$ wazir check samples/markdown/typo.md", flush=True)
    if run([*_SERVER, "check", "--quiet", "samples/markdown/typo.md"]) not in (0, 1):
        return 1
    print("$ wazir show samples/betza/hoppers.betza --name Cannon --square d4", flush=True)
    piece = ["samples/betza/hoppers.betza", "--name", "Cannon", "--square", "d4"]
    status = run([*_SERVER, "show", *piece])
    for source, page in (("samples", "gallery"), ("samples/ben39", "games")):
        arguments = ["show", source, "--format", "html", "--output", f"out/{page}.html"]
        status = status or run([*_SERVER, *arguments], hide_errors=True)
    if status == 0:
        wazir = os.path.relpath(environment.python().with_name("wazir"), ROOT)
        print(_NEXT.format(wazir=wazir))
    return status


def prepare(purposes: Sequence[str]) -> int:
    """Install what a purpose needs: run, tests (the default), site or benchmarks."""
    for purpose in purposes or ["tests"]:
        if purpose not in environment.PURPOSES:
            known = ", ".join(environment.PURPOSES)
            raise SetUpError(f"Unknown purpose `{purpose}`. Write one of {known}.")
        set_up(purpose)
    return 0


def check(arguments: Sequence[str]) -> int:
    """Check style and types, and run the quick tests."""
    set_up("tests")
    steps = {
        "style": ["-m", "ruff", "check", "--quiet", "."],
        "format": ["-m", "ruff", "format", "--quiet", "--check", "."],
        "types": ["-m", "mypy"],
        "types of tests": ["-m", "mypy", "--config-file", "tests/mypy.ini"],
        "quick tests": ["-m", "pytest", "-m", "not slow", *arguments],
    }
    failed = [name for name, step in steps.items() if run(step)]
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return bool(failed)


def test(arguments: Sequence[str]) -> int:
    """Run every test, or those that the arguments of pytest name."""
    set_up("tests")
    return run(["-m", "pytest", *arguments])


def generate(arguments: Sequence[str]) -> int:
    """Write what follows from the notations."""
    set_up("run")
    return run(["vscode-extension/scripts/generate.py", *arguments])


def site(_: Sequence[str]) -> int:
    """Build the documentation without the playground, out/site."""
    set_up("site")
    return run(["-m", "mkdocs", "build", "--quiet", "-f", "website/mkdocs.yml"])


def bench(arguments: Sequence[str]) -> int:
    """Measure the speed that users feel."""
    set_up("benchmarks")
    return run(["-m", "tests.benchmarks", *arguments])


def variants(arguments: Sequence[str]) -> int:
    """Write built_in.ini; `--ask PROGRAM` asks Fairy-Stockfish anew, `--try` tries the rules."""
    set_up("tests")
    return run(["-m", "wazir_dev.variants", *arguments])


def notice(_: Sequence[str]) -> int:
    """Write NOTICE, the list of all that is bundled."""
    set_up("run")
    return run(["-m", "wazir_dev.notice"])


def figurines(_: Sequence[str]) -> int:
    """Write the outlines of figurines from a font, which npm downloads."""
    set_up("figurines")
    return run(["-m", "wazir_dev.figurines"])


def clean(_: Sequence[str]) -> int:
    """Remove all that was made."""
    for folder in (environment.venv(), *(ROOT / name for name in _MADE)):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in [*ROOT.rglob("__pycache__")]:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "run": show_samples,
    "setup": prepare,
    "check": check,
    "test": test,
    "generate": generate,
    "site": site,
    "bench": bench,
    "variants": variants,
    "notice": notice,
    "figurines": figurines,
    "clean": clean,
}
"""The functions of the commands. What needs Node or an editor has targets of make only."""


def main(arguments: Sequence[str]) -> int:
    """Runs a command, and returns its status."""
    lines = [f"  {name:9} {function.__doc__}" for name, function in COMMANDS.items()]
    parser = argparse.ArgumentParser(
        prog="python -m wazir_dev",
        description="Commands for developers. They need no make.",
        epilog="\n".join(["commands:", *lines]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="arguments of the command")
    chosen = parser.parse_args(arguments)
    try:
        return COMMANDS[chosen.command](chosen.arguments)
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
