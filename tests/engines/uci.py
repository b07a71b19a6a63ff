"""A small program that speaks UCI as Fairy-Stockfish does, for tests: its moves are given, not
searched.
"""

from __future__ import annotations

import stat
import sys
from pathlib import Path

_PROGRAM = """#!{python}
import sys, time
from pathlib import Path
heard = Path(__file__).with_suffix(".heard")
for line in sys.stdin:
    with heard.open("a") as file:
        file.write(line)
    words = line.split()
    if words[:1] == ["quit"]:
        break
    if words[:1] in (["load"], ["check"]):
        end = words[1][2:]
        config = "".join(iter(sys.stdin.readline, end + "\\n"))
        if words[0] == "check":
            sys.stderr.write({messages!r})
    if words[:1] == ["go"]:
        {go}
"""
_ANSWER = (
    'print("info depth 7 seldepth 9 score cp 35 pv e7e5"); print("bestmove {move} ponder e2e4", '
    "flush=True)"
)


def program(folder: Path, move: str = "e7e5", *, go: str = "", messages: str = "") -> Path:
    """Writes a program that plays a move, or runs the statements *go* instead, and prints messages
    about files.
    """
    path = folder / "engine"
    path.write_text(
        _PROGRAM.format(
            python=sys.executable, go=go or _ANSWER.format(move=move), messages=messages
        )
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def heard(path: Path) -> list[str]:
    """The lines that a program has read, but those of files."""
    return path.with_suffix(".heard").read_text().splitlines()
