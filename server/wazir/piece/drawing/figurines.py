"""The figurines of pieces, which pictures show in the place of letters.

The table `figurines.toml` says which pieces have one. Its outlines are in `figurines.json`, and
under the SIL Open Font License, which is in `figurines.OFL.txt`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Container, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from wazir.piece.drawing.shapes import Shape
from wazir.piece.known import of_same_moves
from wazir.piece.model import Piece

RADIUS, INK = 9.5, 0
"""The room that lines leave, and the ink that limits them, as of a disc with a letter."""
_TEMPLATE = (
    '<g transform="scale(.1)"><path d="{body}" fill="{fill}" stroke="{edge}" '
    'stroke-width="{width}" stroke-linejoin="round" paint-order="stroke"/>'
    '<path d="{details}" fill="{light}" fill-rule="evenodd"/></g>'
)
"""The body is dark, with a line around it. The details in it are light: White's fill it up to its
outline, and Black's are lines.
"""
_PENS = {
    True: {"fill": "{on white}", "edge": "{white edge}", "width": 7, "light": "{white}"},
    False: {"fill": "{black}", "edge": "{on black}", "width": 14, "light": "{on black}"},
}


@cache
def _rows() -> Mapping[str, Mapping[str, Any]]:
    """The rows of the table, by figurine."""
    return tomllib.loads((files(__package__) / "figurines.toml").read_text("utf-8"))


@cache
def _outlines() -> Mapping[str, Mapping[str, str]]:
    outlines: Mapping[str, Mapping[str, str]] = json.loads(
        (files(__package__) / "figurines.json").read_text("utf-8")
    )
    return outlines


@lru_cache(maxsize=256)
def shape(figurine: str, *, white: bool) -> Shape:
    """The shape of a figurine in the colours of a side."""
    paths = _outlines()[figurine]
    details = paths["white" if white else "black"]
    template = _TEMPLATE.format(body=paths["body"], details=details, **_PENS[white])
    return Shape(f"{'white' if white else 'black'}-{figurine}", template, RADIUS, ink=INK)


@cache
def _by(column: str) -> Mapping[str, str]:
    """The figurines by the values of a column of the table."""
    return {value: figurine for figurine, row in _rows().items() for value in row.get(column, ())}


def of_piece(piece: Piece, name: str = "") -> str:
    """The figurine of the known piece with the moves of a piece; empty without one.

    Args:
        piece: The piece.
        name: The name that its author gives it. Without one, or under the name of the known piece,
            it need not have its properties: a `King` is drawn as one even if nothing makes it
            royal.
    """
    for known in of_same_moves(piece):
        is_meant = known.properties == piece.properties or not name or known.is_named(name)
        if is_meant and known.name in _by("known"):
            return _by("known")[known.name]
    return ""


def of_key(key: str, army: Container[str]) -> str:
    """The figurine of a piece of `variants.ini`; empty without one.

    Args:
        key: Its key, such as `knight`.
        army: The keys of all pieces of the variant.
    """
    is_of_xiangqi = "soldier" in army and "pawn" not in army
    columns = [
        *(["xiangqi"] if is_of_xiangqi else []),
        *(["kingless"] if "king" not in army else []),
        "keys",
    ]
    return next((_by(column)[key] for column in columns if key in _by(column)), "")
