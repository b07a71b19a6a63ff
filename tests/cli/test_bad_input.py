"""Texts that nobody would write: every command answers in time, and nothing of the text is lost
(M10).
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.running import ROOT, wazir
from long import LONG

DEFINITIONS = 40_000 if LONG else 10_000
MANY = "\n".join(
    f"Piece {number} = fmWfcF{'ABDGHNRK'[number % 8]}" for number in range(DEFINITIONS)
)
MEMORY = DEFINITIONS * 26_843
"""Bytes, also of the program itself."""
TIME = 90 if LONG else 45
"""Seconds of CPU."""

LONGEST = 1_000_000 if LONG else 200_000
LINES = 20_000 if LONG else 2_500
"""Far more than anything reads to the end, and than what takes a square of them has time for."""

TEXTS = {
    "a line of very many characters": "K" * LONGEST,
    "a name of very many characters": "N" * LONGEST + " = K",
    "a comment of very many characters": "K # " + "x" * LONGEST,
    "very many unknown signs": "@" * LONGEST,
    "very many opening brackets": "(" * LONGEST,
    "ten thousand nested brackets": "(" * 10_000 + "W" + ")" * 10_000,
    "ten thousand nested square brackets": "[" * 10_000 + "W" + "]" * 10_000,
    "a chain of two hundred kings": "-".join(["K"] * 200),
    "a chain of forking groups": "-".join(["(WFNADHG)"] * 200),
    "legs by a hundred letters a": "ma" * 100 + "K",
    "a range with thousands of digits": "W" + "9" * 10_000,
    "a leap with thousands of digits": f"({'9' * 10_000},1)",
    "a leap far beyond any board": "(999999999,1)0",
    "a definition of very many lines": "K\n" + " W\n" * 20_000,
    "very many blank lines": "\n" * LINES,
    "very many equal names": "K=W\n" * LINES,
    "very many directives": "%board 8x8\n%dialect extended\n" * (LINES // 2),
    "NUL": "\0K = \0W\n\0",
    "lone surrogates": "\ud800 = K\n\udfffW\n",
    "lone carriage returns": "A = W\rB = fwN\r\r",
    "separators that are no line ends": "A = W\u2028B = F\u2029\x0b\x0c\x85K",
    "tabs": "\tA\t=\tW\t#\tone\n\tF\n",
    "emoji": "👩‍👩‍👧 = wF\n🏳️‍🌈: K\n",
    "right to left": "\u202eabc\u202c = fwN\n",
    "a byte order mark in the middle": "A = W\n\ufeffB = F\n",
    "only a percent sign": "%\n%%\n% \n",
    "only signs between": "=\n:\n==\n= =\n-\n?\n[]\n()\n",
}
SECONDS = 20
"""Of CPU: far above what any of these takes, and far below what a search without a bound would."""

every_text = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)


@every_text
def test_check_answers_in_time(text: str) -> None:
    """There are findings or none, told in time, with their places inside the text."""
    began = time.process_time()
    ran = wazir("check", "--format", "json", "-", stdin=text.encode("utf-8", "surrogatepass"))

    assert time.process_time() - began < SECONDS
    assert ran.status in (0, 1)
    assert ran.err == ""
    ends = [tuple(diagnostic["range"]["end"].values()) for diagnostic in json.loads(ran.out)]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert all(line < len(lines) for line, _ in ends)


@every_text
def test_check_shows_it_to_a_person(text: str) -> None:
    """The text output stays small and safe."""
    ran = wazir("check", "--hints", "-", stdin=text.encode("utf-8", "surrogatepass"))

    assert ran.status in (0, 1)
    assert max(map(len, ran.out.splitlines())) < 10_000


@every_text
def test_fix_loses_nothing(text: str) -> None:
    """Fixing gives a text that needs no more fixing; bytes that are no text are still there."""
    data = text.encode("utf-8", "surrogatepass")
    fixed = wazir("check", "--fix", "-", stdin=data).raw

    assert wazir("check", "--fix", "-", stdin=fixed).raw == fixed
    assert fixed.count(b"\xed") == data.count(b"\xed")
    assert fixed.count(b"\0") == data.count(b"\0")


@every_text
def test_format_loses_nothing(text: str) -> None:
    """Only blanks and the end of the text change, and a second time nothing does."""
    data = text.encode("utf-8", "surrogatepass")
    began = time.process_time()
    after = wazir("format", "-", stdin=data).raw

    assert time.process_time() - began < SECONDS
    assert after.translate(None, b" \t").rstrip(b"\r\n") == data.translate(None, b" \t").rstrip(
        b"\r\n"
    )
    assert wazir("format", "-", stdin=after).raw == after


@pytest.mark.parametrize("command", ["show", "moves"])
@every_text
def test_pieces_are_shown_in_time(command: str, text: str, tmp_path: Path) -> None:
    """`show` and `moves` answer, or say that there is nothing to show."""
    path = tmp_path / "odd.betza"
    path.write_bytes(text.encode("utf-8", "surrogatepass")[: 20_000 if LONG else 6_000])
    began = time.process_time()
    ran = wazir(command, path)

    assert time.process_time() - began < SECONDS
    assert ran.status in (0, 1, 2)
    assert "Traceback" not in ran.err


def test_a_large_file_needs_little_memory(tmp_path: Path) -> None:
    """A file of many definitions is checked in time, with a bounded multiple of its size in
    memory.
    """
    path = tmp_path / "large.betza"
    path.write_text(MANY, "utf-8")
    memory = f"resource.setrlimit(resource.RLIMIT_AS, ({MEMORY},) * 2)"
    limits = f"{memory}; resource.setrlimit(resource.RLIMIT_CPU, ({TIME},) * 2)"
    code = f"import resource, sys; {limits}"
    run = f"{code}; from wazir.cli import main; sys.exit(main(['check', {str(path)!r}]))"
    ran = subprocess.run(
        [sys.executable, "-c", run], capture_output=True, text=True, cwd=ROOT, check=False
    )

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "All checks passed (1 file).\n"
