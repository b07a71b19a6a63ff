"""Counts the lines of play of variants by pyffish, if it is installed, in a process of its own: files can crash it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

PATIENCE = 60
"""The maximum time for a count, in seconds."""
_COUNT = """
import json, sys
import pyffish
config, names, depth = json.load(sys.stdin)
pyffish.load_variant_config(config)
def count(name, fen, depth, moves=()):
    legal = pyffish.legal_moves(name, fen, [*moves])
    return len(legal) if depth == 1 else sum(count(name, fen, depth - 1, (*moves, move)) for move in legal)
print("\\n" + json.dumps([count(name, pyffish.start_fen(name), depth) for name in names]))
"""


def perft(files: Sequence[tuple[str, str]], depth: int) -> tuple[int, ...] | None:
    """The numbers of lines of a length from the start of variants; None if no engine is at hand, or it fails.

    Args:
        files: The text of the file of each variant, empty for a built-in one, and the name of the variant.
        depth: The length of the lines.
    """
    if find_spec("pyffish") is None:
        return None
    renamed = [_renamed(text, name, f"file{number}-") for number, (text, name) in enumerate(files)]
    asked = json.dumps(["\n".join(text for text, _ in renamed), [name for _, name in renamed], depth])
    command = [sys.executable, "-c", _COUNT]
    try:
        ran = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=PATIENCE)
        counts: list[int] = json.loads(ran.stdout.splitlines()[-1])
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return None
    return tuple(counts)


_HEADER = re.compile(r"(?m)^\[([^\]:\r\n]*)(?::([^\]\r\n]*))?\]")


def _renamed(text: str, name: str, prefix: str) -> tuple[str, str]:
    """A file whose sections have other names, so that those of two files do not meet, and the new name of one."""
    own = {match[1] for match in _HEADER.finditer(text)}
    if name not in own:
        return "", name

    def header(match: re.Match[str]) -> str:
        parent = "" if match[2] is None else f":{prefix if match[2] in own else ''}{match[2]}"
        return f"[{prefix}{match[1]}{parent}]"

    return _HEADER.sub(header, text), prefix + name
