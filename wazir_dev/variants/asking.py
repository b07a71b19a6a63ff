"""What Fairy-Stockfish answers about its built-in variants, asked as any interface of chess asks.

Only the protocols are used: `info string variant ...` of UCI, and `setup` and `piece` of XBoard.
The program is built from the source distribution of pyffish, so that it is of the version that
the tests use. Its answers are kept in `answers.jsonl`.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pyffish

ANSWERS = Path(__file__).parent / "answers.jsonl"
PATIENCE = 120
"""The maximum time for an answer, in seconds."""

PAWN, KING = "Y", "Z"
"""Letters of pieces that are added to every variant, which none has."""
_INFO = re.compile(
    r"info string variant plain-(?P<name>\S+) files (?P<files>\d+) ranks (?P<ranks>\d+)"
    r" pocket (?P<pocket>\d+) template (?P<template>\S+) startpos (?P<start>.*)"
)
_SETUP = re.compile(r"setup \((?P<table>[^)]*)\)")
_PIECE = re.compile(r"piece (?P<piece>\S+)& (?P<moves>\S*)")


@dataclass(frozen=True)
class Answer:
    """What the program says about a variant."""

    name: str
    files: int
    ranks: int
    pocket: int
    template: str
    start: str
    """The start position."""
    table: str
    """The letters in the order of the pictures of XBoard; empty if the program names none."""
    pieces: Mapping[str, str]
    """The moves of the pieces by their letters, with `+` before that of a promoted piece."""
    added: Mapping[str, str]
    """The same if all may be dropped, with a pawn `Y` and a king `Z`."""
    captures_to_hand: bool
    two_boards: bool


def ask(program: str) -> Iterator[Answer]:
    """The answers of a program about all its variants, in alphabetical order.

    It says nothing about variants that interfaces know, so it is asked about children of all
    variants.
    """
    listed = next(line for line in _lines(program, ["uci"]) if "UCI_Variant" in line)
    names = sorted(re.findall(r" var (\S+)", listed))
    with tempfile.TemporaryDirectory() as folder:
        children = Path(folder) / "variants.ini"
        children.write_text("".join(map(_children, names)), "utf-8")
        path = f"VariantPath value {children}"
        commands = (f"setoption name UCI_Variant value plain-{name}" for name in names)
        infos = _lines(program, ["uci", f"setoption name {path}", *commands])
        path = f"VariantPath={children}"
        commands = (f"variant {kind}-{name}" for name in names for kind in ("drawn", "added"))
        drawn = _lines(program, ["xboard", "protover 2", f"option {path}", *commands])
    matches = [match for match in map(_INFO.match, infos) if match]
    starts = [at for at, line in enumerate(drawn) if _SETUP.match(line)]
    blocks = [drawn[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    for name, info, block, added in zip(names, matches, blocks[::2], blocks[1::2], strict=True):
        setup = _SETUP.match(block[0])
        yield Answer(
            name=name,
            files=int(info["files"]),
            ranks=int(info["ranks"]),
            pocket=int(info["pocket"]),
            template=info["template"],
            start=info["start"].strip(),
            table=setup["table"] if setup else "",
            pieces=_pieces(block),
            added=_pieces(added),
            captures_to_hand=pyffish.captures_to_hand(name),
            two_boards=pyffish.two_boards(name),
        )


def _pieces(lines: Sequence[str]) -> dict[str, str]:
    found = filter(None, map(_PIECE.match, lines))
    return {match["piece"]: match["moves"] for match in found}


def _children(name: str) -> str:
    """Three children of a variant: one that plays like it, one whose pieces the program draws, one
    with more pieces.
    """
    drawn = "variantTemplate = fairy\n"
    added = f"{drawn}pieceDrops = true\npawn = {PAWN.lower()}\nking = {KING.lower()}\n"
    return f"[plain-{name}:{name}]\n[drawn-{name}:{name}]\n{drawn}[added-{name}:{name}]\n{added}"


def _lines(program: str, commands: Sequence[str]) -> list[str]:
    """What a program writes to standard output after commands."""
    text = "\n".join([*commands, "quit", ""])
    ran = subprocess.run(
        [program], input=text, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return ran.stdout.splitlines()


def write(answers: Iterator[Answer]) -> None:
    """Keeps answers."""
    lines = [json.dumps(asdict(answer)) + "\n" for answer in answers]
    ANSWERS.write_text("".join(lines), "utf-8")


def kept() -> Mapping[str, Answer]:
    """The answers that are kept, by the names of the variants."""
    rows = map(json.loads, ANSWERS.read_text("utf-8").splitlines())
    return {row["name"]: Answer(**row) for row in rows}
