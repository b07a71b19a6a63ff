"""Pictures as PNG and GIF, by the optional packages resvg-py and Pillow."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from wazir.cli.command import UsageError
from wazir.piece.drawing.svg import FONT

SCALE = 2
"""The pixels of a length of one."""
MILLISECONDS = 1_000
"""How long a GIF shows a picture; the last one three times as long."""
_FONTS = "Arial,Helvetica,Liberation Sans,DejaVu Sans,Noto Sans,sans-serif"
"""In place of the font of the system, which resvg does not know."""


def png(svg: str) -> bytes:
    """A picture as PNG.

    Raises:
        UsageError: resvg-py is not installed.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise UsageError("PNG and GIF need the package resvg-py: pip install 'wazir[png]'.") from None
    return bytes(svg_to_bytes(svg_string=svg.replace(FONT, _FONTS), zoom=SCALE))


def gif(pictures: Iterable[str]) -> bytes:
    """Pictures of one size, one after the other and again from the start.

    Raises:
        UsageError: resvg-py or Pillow is not installed.
    """
    first, *others = map(png, pictures)
    try:
        from PIL import Image
    except ImportError:
        raise UsageError("GIF needs the package pillow: pip install 'wazir[png]'.") from None
    frames = [Image.open(BytesIO(data)).convert("P", palette=Image.Palette.ADAPTIVE) for data in (first, *others)]
    durations = [*[MILLISECONDS] * len(others), 3 * MILLISECONDS]
    out = BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return out.getvalue()
