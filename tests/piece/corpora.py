"""The texts of all corpora in `tests/data`, and what they define."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from harness import rows
from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.notation import Context
from wazir.piece.model import Leg, Move, Piece

DATA = Path(__file__).parents[1] / "data"
SAMPLES = Path(__file__).parents[2] / "samples"
STYLES = ("lisp", "elisp", "c", "sql")


class Exhibit(NamedTuple):
    """A piece with the text that defines it."""

    corpus: str
    notation: str
    style: str
    """The dialect or style in which it is read; nothing where each definition is judged by
    itself.
    """
    text: str
    piece: Piece
    broken: bool


def _agreement() -> Iterator[tuple[str, str, str]]:
    """Notation, style and text of each line of `agreement.txt`."""
    for line in re.findall(
        r"^\w.*(?:\n .*)*", (DATA / "agreement.txt").read_text("utf-8").partition("\n== ")[2], re.M
    ):
        language, _, text = line.partition(" ")
        dialect, moves = re.fullmatch(r"(?:(original|extended|xbetza) )?([\s\S]*)", text).groups()  # type: ignore[union-attr]
        if language in STYLES:
            yield "lcpn", language, text
        elif language in ("betza", "bensahas"):
            yield language, dialect or "", moves


def _texts() -> Iterator[tuple[str, str, str, str]]:
    """Corpus, notation, style and text."""
    for row in rows("corpus_betza"):
        yield f"corpus {row['syntax']}", "betza", "", row["betza"]
    for row in rows("betza_dev"):
        yield "betza", "betza", row.get("dialect") or "", row["source"]
    for notation in ("lcpn", "bensahas"):
        for row in rows(f"{notation}_dev"):
            yield notation, notation, row.get("style") or "", row["source"]
    for notation, style, text in _agreement():
        yield "agreement", notation, style, text
    for path in sorted(SAMPLES.glob("*/*")):
        if path.suffix in (".betza", ".lcpn", ".bensahas"):
            yield "samples", path.suffix[1:], "", path.read_text("utf-8")


@cache
def exhibits() -> tuple[Exhibit, ...]:
    """All pieces of the corpora; a text that several of them have comes once."""
    by_text: dict[tuple[str, str, str], Exhibit] = {}
    for corpus, notation, style, text in _texts():
        document = Document.open(by_name(notation), text, Context(dialect=style or None))
        for placed in document.chunks():
            for definition in document.analysis(placed).definitions:
                if definition.piece is not None:
                    own = placed.chunk.text.strip()
                    exhibit = Exhibit(
                        corpus, notation, style, own, definition.piece, definition.broken
                    )
                    by_text.setdefault((notation, style, own), exhibit)
    return tuple(by_text.values())


@cache
def properties() -> dict[str, list[Any]]:
    """The values that each property of a leg has in the corpora, or could have. Counts fit the legs
    before only.
    """
    legs = [leg for exhibit in exhibits() for move in exhibit.piece.moves for leg in move.all_legs]
    values_by_name = {
        name: {getattr(leg, name) for leg in legs}
        for name in Leg._fields
        if name not in ("ways", "counts")
    }
    values_by_name |= {
        name: {True, False} for name, values in values_by_name.items() if values <= {True, False}
    }
    return {name: sorted(values, key=repr) for name, values in values_by_name.items()}


def mixed(move: Move, rng: random.Random) -> Move:
    """A move in which each leg has some property of another leg, which no notation may be able to
    say.
    """
    chosen = (rng.choice([*properties()]) for _ in move.legs)
    mixed = (
        leg._replace(**{name: rng.choice(properties()[name])})
        for leg, name in zip(move.legs, chosen, strict=True)
    )
    return replace(move, legs=tuple(mixed))
