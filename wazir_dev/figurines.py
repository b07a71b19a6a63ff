"""Writes the outlines of figurines, and the licence that they are under.

They are glyphs of the font Noto Sans Symbols 2, from the package `@fontsource/noto-sans-symbols-2`
of npm, which `npm pack` downloads. `figurines.toml` says which symbols are taken. It needs npm and
`pip install -e .[figurines]`.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from wazir_dev.environment import ROOT

PACKAGE, VERSION = "@fontsource/noto-sans-symbols-2", "5.3.0"
_FONT = "package/files/noto-sans-symbols-2-symbols-400-normal.woff"
_LICENCE = "package/LICENSE"
FOLDER = ROOT / "server" / "wazir" / "piece" / "drawing"
TABLE, OUTLINES, LICENCE = (
    FOLDER / name for name in ("figurines.toml", "figurines.json", "figurines.OFL.txt")
)

SCALE = 0.24
"""The units of an outline, tenths of those of pictures, in one of the font, whose em has 1,000."""
LARGEST = 196
"""The maximum width and height of an outline."""
_FLAT = 0.6
"""Curves that deviate less from a line become one."""

Point = tuple[float, float]


class Segment(NamedTuple):
    """A line, or a quadratic curve with a control point."""

    points: tuple[Point, ...]
    """The end alone, or the control point and the end."""


class Contour(NamedTuple):
    """A closed contour of a glyph, in units of the font."""

    start: Point
    segments: tuple[Segment, ...]

    def polygon(self) -> list[Point]:
        """Its corners, with four on each curve."""
        corners = [self.start]
        for segment in self.segments:
            corners += _on_segment(corners[-1], segment)
        return corners


def _on_segment(start: Point, segment: Segment) -> Iterator[Point]:
    if len(segment.points) == 1:
        yield segment.points[0]
        return
    control, end = segment.points
    for part in (0.25, 0.5, 0.75, 1.0):
        weights = ((1 - part) ** 2, 2 * part * (1 - part), part**2)
        yield (
            sum(w * p[0] for w, p in zip(weights, (start, control, end), strict=True)),
            sum(w * p[1] for w, p in zip(weights, (start, control, end), strict=True)),
        )


def contours_of(font: Any, code_point: int) -> list[Contour]:
    """The contours of a glyph."""
    from fontTools.pens.basePen import decomposeQuadraticSegment
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getBestCmap()[code_point]].draw(pen)
    contours = list[Contour]()
    for operation, points in pen.value:
        if operation == "moveTo":
            contours.append(Contour(points[0], ()))
            continue
        if operation == "lineTo":
            added = [Segment(points)]
        elif operation == "qCurveTo":
            added = [Segment(pair) for pair in decomposeQuadraticSegment(points)]
        else:
            added = []
        contours[-1] = contours[-1]._replace(segments=(*contours[-1].segments, *added))
    return contours


def _is_inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point is in a polygon: a ray to the right crosses its edges an odd number of
    times.
    """
    (x, y), crossings = point, 0
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            crossings += 1
    return crossings % 2 == 1


class Outline(NamedTuple):
    """A glyph as paths of SVG."""

    body: str
    """Its outer contour."""
    details: str
    """The contours in it, to be filled by the rule `evenodd`."""


def outline(contours: Sequence[Contour]) -> Outline:
    """The paths of a glyph, around the origin."""
    polygons = [contour.polygon() for contour in contours]
    corners = [corner for polygon in polygons for corner in polygon]
    (left, right), (bottom, top) = (
        (min(corner[axis] for corner in corners), max(corner[axis] for corner in corners))
        for axis in (0, 1)
    )
    scale = min(SCALE, LARGEST / max(right - left, top - bottom))
    middle = (left + right) / 2, (bottom + top) / 2
    body, details = list[str](), list[str]()
    for contour in contours:
        is_outer = not any(
            _is_inside(contour.start, polygon)
            for other, polygon in zip(contours, polygons, strict=True)
            if other is not contour
        )
        (body if is_outer else details).append(_path(contour, middle, scale))
    return Outline("".join(body), "".join(details))


def _path(contour: Contour, middle: Point, scale: float) -> str:
    """A contour with relative coordinates, rounded to whole units."""

    def placed(point: Point) -> tuple[int, int]:
        return round((point[0] - middle[0]) * scale), round((middle[1] - point[1]) * scale)

    here = placed(contour.start)
    path, last = f"M{_numbers(here)}", "M"
    for segment in contour.segments:
        points = tuple(map(placed, segment.points))
        if points[-1] == here:
            continue
        if len(points) == 2 and _is_flat(here, *points):
            points = points[1:]
        command, numbers = _command(here, points)
        separator = "" if numbers.startswith("-") else " "
        path += command + numbers if command != last else separator + numbers
        here, last = points[-1], command
    return f"{path}z"


def _is_flat(start: Point, control: Point, end: Point) -> bool:
    across, up = end[0] - start[0], end[1] - start[1]
    area = abs((control[0] - start[0]) * up - (control[1] - start[1]) * across)
    return area / (across**2 + up**2) ** 0.5 < _FLAT


def _command(here: tuple[int, int], points: Sequence[tuple[int, int]]) -> tuple[str, str]:
    """The command of a segment, with its relative coordinates."""
    relative = [value - here[axis] for point in points for axis, value in enumerate(point)]
    if len(points) == 2:
        return "q", _numbers(relative)
    across, up = relative
    if across == 0:
        return "v", str(up)
    if up == 0:
        return "h", str(across)
    return "l", _numbers(relative)


def _numbers(values: Sequence[int]) -> str:
    """Numbers with the separators that they need: none before a minus."""
    return " ".join(map(str, values)).replace(" -", "-")


def _downloaded(folder: Path) -> Path:
    """The unpacked package in a folder."""
    pack = ["npm", "pack", "--silent", f"{PACKAGE}@{VERSION}"]
    name = subprocess.run(pack, cwd=folder, check=True, capture_output=True, text=True).stdout
    with tarfile.open(folder / name.strip()) as archive:
        for member in (_FONT, _LICENCE):
            archive.extract(member, folder, filter="data")
    return folder


def main() -> None:
    """Writes the outlines, one figurine a line, and the licence."""
    from fontTools.ttLib import TTFont

    rows = list[str]()
    with TemporaryDirectory() as name:
        folder = _downloaded(Path(name))
        font = TTFont(folder / _FONT)
        for figurine, row in tomllib.loads(TABLE.read_text("utf-8")).items():
            white, black = (
                outline(contours_of(font, int(symbol, 16))) for symbol in row["symbols"]
            )
            paths = {"body": white.body, "white": white.details, "black": black.details}
            rows.append(f"{json.dumps(figurine)}: {json.dumps(paths)}")
        licence = (folder / _LICENCE).read_text("utf-8")
    OUTLINES.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    LICENCE.write_text("\n".join(map(str.rstrip, licence.splitlines())) + "\n", "utf-8")
    print(f"{OUTLINES.name}: {len(rows)} figurines, {OUTLINES.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
