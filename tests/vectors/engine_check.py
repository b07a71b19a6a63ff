"""What the `check` of Fairy-Stockfish prints of a `variants.ini`, and what is found here, by line
and kind (F18).

    python tests/vectors/engine_check.py ENGINE SOURCE

writes `tests/data/engine_files/checked.jsonl` anew: sections made by chance, with what the engine
prints of each. The engine has large boards and all variants, as pyffish; its name and that of its
source are the first line of the file.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.notations.engine_files.variants_ini.meaning import built_in
from wazir.notations.engine_files.variants_ini.programs import OF_SECTION, placed_messages
from wazir.notations.engine_files.variants_ini.syntax import parsed
from wazir.notations.engine_files.variants_ini.vocabulary import VariantKey, keys

CHECKED = Path(__file__).parents[1] / "data" / "engine_files" / "checked.jsonl"
SECTIONS = 150


class Complaint(NamedTuple):
    """A line of the text, counted from one, and what is wrong in it."""

    line: int
    kind: str


_FOUND = {
    "unknown-key": "option",
    "piece-number": "option",
    "indented-key": "option",
    "colon-for-equals": "line",
    "missing-equals": "line",
    "deprecated-key": "deprecated",
    "inherited-char-table": "table",
    "inherited-fen": "position",
    "fen-letter-without-piece": "position",
    "fen-row-width": "position",
    "fen-rows": "position",
    "fen-words": "position",
    "fen-kings": "position",
    "fen-castling": "position",
    "unknown-piece-letter": "letter",
    "bad-value": "value",
    "capital-bool": "value",
    "board-too-large": "value",
    "off-board": "value",
    "missing-moves": "value",
    "name-in-use": "name",
    "unknown-parent": "parent",
    "conflicting-settings": "conflict",
}
"""The codes for what `check` prints; on the others, as a key that is set twice, it has no word."""


def run(engine: str, text: str) -> tuple[list[str], bool]:
    """The lines that the `check` of an engine prints of a text, and whether it ends well."""
    commands = f"check <<end-of-variants\n{text}\nend-of-variants\nquit\n"
    ran = subprocess.run(
        [engine], input=commands, capture_output=True, text=True, timeout=60, check=False
    )
    return ran.stderr.splitlines(), ran.returncode == 0


def printed(document: Document, lines: Sequence[str]) -> set[Complaint]:
    """The complaints that `check` prints of a text."""
    chunks = [(placed.start, parsed(placed.chunk.text)) for placed in document.chunks()]
    return {
        Complaint(document.position(span.start).line + 1, kind)
        for span, kind, _ in placed_messages(chunks, lines)
        if kind
    }


def _headers(document: Document) -> list[int]:
    """The numbers of the lines of headers."""
    return [
        number for number, line in enumerate(document.text.split("\n"), 1) if line.startswith("[")
    ]


def found_here(document: Document) -> tuple[set[Complaint], set[Complaint]]:
    """What is found here, in the same terms; and those of them on which `check` may have no
    word.
    """
    text, complaints, silent = document.text, set[Complaint](), set[Complaint]()
    headers = _headers(document)
    for diagnostic in document.diagnostics():
        kind = _FOUND.get(diagnostic.code.id)
        line = document.position(diagnostic.span.start).line + 1
        if kind and line >= headers[0]:
            header = max(start for start in headers if start <= line)
            into = silent if _is_silent(diagnostic, text) else complaints
            into.add(Complaint(header if kind in OF_SECTION else line, kind))
    return complaints, silent - complaints


def _is_silent(diagnostic: Diagnostic, text: str) -> bool:
    """Whether the engine reads something else than was meant, and its `check` may say nothing.

    So it is with signs behind a number, a letter without its number, the last rank of a position,
    which may have any width, a second letter where one is read, and a square or a castling right
    beyond the board.
    """
    shown, rest = text[slice(*diagnostic.span)], text[diagnostic.span.start :].split()[0]
    is_last_rank = diagnostic.code.id == "fen-row-width" and "/" not in rest
    is_letter_alone = "stops reading" in diagnostic.message and re.fullmatch(r"\w\s*\S?", shown)
    return (
        is_last_rank
        or bool(is_letter_alone)
        or "drops" in diagnostic.message
        or "-file of rank" in diagnostic.message
        or "is beyond the board" in diagnostic.message
        or "reads the last one" in diagnostic.message
    )


# Sections made by chance

PARENTS = (
    "chess",
    "crazyhouse",
    "shogi",
    "xiangqi",
    "atomic",
    "grand",
    "makruk",
    "3check",
    "seirawan",
    "fairy",
    "ataxx",
)
VALUES = {
    "bool": ["true", "false", "True", "yes"],
    "int": ["5", "0", "-1", "5x", "many"],
    "rank": ["1", "2", "8", "10", "11", "x", "3rd"],
    "file": ["a", "c", "g", "h", "8", "10", "m", "E", "13", "j"],
    "squares": ["*3", "d*", "e4 d5", "-", "m1", "*2,", "*11", "e", "*", "a1 k10", "*x", "b*c"],
    "result": ["win", "loss", "draw", "none", "lost"],
    "castling": ["KQkq", "Kk", "-", "KX", "K q"],
    "numbers": ["q:1 n:2", "p:100", "z:1", "n:x", "n", "k=3 r 5"],
    "promotions": ["p:q", "p:-", "n:z", "z:q", "p:q n:r"],
    "pieces": ["q", "qrbn", "r n", "-", "*", "qz", "k,", "a"],
}
WRONG_LINES = (
    "maxrank = 8",
    "castling: false",
    " castling = false",
    "nothing",
    "# words",
    "flagMoves = true",
    "pass\t= true",
)
FEN_SIGNS = "rnbqkpRNBQKPwcaz12345678/*+~[]- "


def made(rng: random.Random) -> str:
    """A section with a built-in parent, or with none, and settings of all types."""
    parent = rng.choice(("", *PARENTS, *PARENTS))
    lines = [f"[section:{parent}]" if parent else "[section]"]
    every = list(keys().values())
    for key in rng.choices(every, k=rng.randrange(8)):
        lines.append(f"{key.name} = {_value(key, rng)}")
    if rng.random() < 0.7:
        lines.append(f"startFen = {_position(parent, rng)}")
    for line in rng.choices(WRONG_LINES, k=rng.choice((0, 0, 1))):
        lines.insert(rng.randrange(1, len(lines) + 1), line)
    return "\n".join(lines) + "\n"


def _value(key: VariantKey, rng: random.Random) -> str:
    if key.type == "piece":
        letter = rng.choice("qrnbkpacwxyz-7")
        return (
            f"{letter}:{rng.choice('WFDNAK')}" if key.is_custom and rng.random() < 0.8 else letter
        )
    if key.values and key.type == "enum":
        return rng.choice((*key.values, "nonsense"))
    return rng.choice(VALUES.get(key.type, ("-",)))


def _position(parent: str, rng: random.Random) -> str:
    """The position of a variant, changed a little."""
    variant = built_in(parent or "chess")
    signs = list(variant.start_fen) if variant else []
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        at = rng.randrange(len(signs))
        signs[at : at + rng.randrange(2)] = rng.choice(FEN_SIGNS) * rng.randrange(2)
    return "".join(signs).strip()


def main(engine: str, source: str) -> None:
    """Write what the engine of a source prints."""
    name = subprocess.run(
        [engine], input="quit\n", capture_output=True, text=True, check=True
    ).stdout.splitlines()[0]
    rng, written = random.Random(18), [{"engine": name, "source": source}]
    for _ in range(SECTIONS):
        text = made(rng)
        says, is_well = run(engine, text)
        written.append({"text": text, "says": says, "ends": "well" if is_well else "crashes"})
    CHECKED.write_text("".join(json.dumps(row) + "\n" for row in written), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
