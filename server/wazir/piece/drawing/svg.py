"""Pictures of diagrams as self-contained and deterministic SVG (M13, Q8, Q10)."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from math import hypot

from wazir.piece.drawing import figurines, shapes
from wazir.piece.drawing.diagram import Diagram, Man, Mark
from wazir.piece.drawing.lines import Edge, Lines, lines_of
from wazir.piece.drawing.shapes import CELL, GOALS, Colours, Layout, Point, Shape, Theme, number
from wazir.piece.model import Square

# Documents


__all__ = [
    "FONT",
    "HIGHLIGHT",
    "LIMIT",
    "SPACE",
    "WALL",
    "Theme",
    "allowed",
    "board_with_shapes",
    "data_uri",
    "escaped",
    "of_diagram",
    "shape_of_man",
    "size_of",
]

LIMIT = 44_000
"""The maximum size in bytes, so that a data URI stays below 60,000 characters."""

FONT = "system-ui,sans-serif"
_MAX_LETTERS_OF_TITLE, _MAX_LETTERS_OF_DESCRIPTION = 200, 1_000
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LEFT_OUT = "Lines are left out to keep this small."


def of_diagram(
    diagram: Diagram,
    *,
    title: str,
    description: str,
    letter: str = "",
    figurine: str = "",
    letters: bool = False,
    theme: Theme = Theme.LIGHT,
    height: int = 200,
    legend: bool = True,
    more_men: Iterable[Man] = (),
    limit: int = LIMIT,
) -> str:
    """The picture of a diagram, as SVG.

    Args:
        diagram: The diagram.
        title: The title for screen readers.
        description: A sentence for screen readers.
        letter: The letter on the mover: the first letter or digit of this text, in upper case.
        figurine: The figurine of the mover in the place of the letter, if it has one.
        letters: Whether to draw letters in the place of all figurines.
        theme: The colours.
        height: The total height in pixels; a long legend adds to it.
        legend: Whether to explain the marks below the board.
        more_men: Pieces whose figurines are defined for a page that shows them beside the board.
        limit: The maximum size in bytes. A larger picture omits lines, with a note.
    """
    ink = sum(shapes.MARKS[mark].ink for mark in diagram.marks.values()) / (
        CELL * shapes.LINE_WIDTH
    )
    contents, colours = _shapes(diagram), theme.colours
    men = _men(diagram, letter, figurine)
    if letters:
        men = {square: man._replace(figurine="") for square, man in men.items()}
    figures = {_figure(man) for man in (*men.values(), *more_men) if man.figurine}
    radii = {square: shape.radius for square, shape in contents}
    radii[diagram.start] = shapes.mover_shape(diagram.white).radius

    def drawn(lines: Lines, notes: tuple[str, ...]) -> str:
        layout = shapes.layout_of(
            diagram.window, shapes.entries_of(diagram, notes) if legend else [], height
        )
        used = {shape.id: shape for (shape, _), _, _ in layout.entries if shape}
        used |= {shape.id: shape for _, shape in contents}
        used |= {shape.id: shape for shape in sorted(figures)}
        used |= {GOALS[goal].id: GOALS[goal] for goal in diagram.goals.values()}
        groups = "".join(f'<g id="{key}">{shape.svg(colours)}</g>' for key, shape in used.items())
        pieces = "".join(
            (*_squares_of_men(diagram, layout, colours), *_drawn_men(men, layout, colours))
        )
        marks = "".join(
            _use(shape, *layout.middle(square), in_corner=square in diagram.men)
            for square, shape in contents
        )
        body = (
            _strokes(lines, radii, layout, colour=colours["line"]),
            *((pieces, marks) if diagram.men else (marks, pieces)),
            shapes.coordinates(diagram.board, layout, colours),
            _legend(layout, colours["text"]),
        )
        return document(
            layout=layout,
            colours=colours,
            title=title,
            description=description,
            definitions=f"<defs>{groups}</defs>",
            body="".join(body),
        )

    whole = drawn(lines_of(diagram, ink), diagram.warnings)
    return whole if len(whole.encode()) <= limit else drawn(Lines(), (*diagram.warnings, _LEFT_OUT))


def board_with_shapes(position: Diagram, men: Iterable[Man], *, title: str, height: int) -> str:
    """The picture of the board of a position without its pieces, as SVG in the colours of
    `style_sheet`. It defines the shapes of pieces, named by `shape_of_man`, and *WALL* and
    *HIGHLIGHT*, which a script places.

    Args:
        position: The position.
        men: The pieces.
        title: The title for screen readers.
        height: The height in pixels.
    """
    layout = shapes.layout_of(position.window, [], height)
    colours = shapes.VARIABLES
    goals = (GOALS[goal] for goal in position.goals.values())
    defined = {shape.id: shape.svg(colours) for shape in goals}
    defined |= {WALL: _wall((0, 0), colours), HIGHLIGHT: _highlight((0, 0), colours)}
    for man in men:
        shape = _figure(man).svg(colours) if man.figurine else _disc(man, colours)
        defined[shape_of_man(man)] = shape
    groups = "".join(f'<g id="{escape(name)}">{shape}</g>' for name, shape in defined.items())
    return document(
        layout=layout,
        colours=colours,
        title=title,
        description="",
        definitions=f"<defs>{groups}</defs>",
        body=_zones(position, layout, colours)
        + shapes.coordinates(position.board, layout, colours),
    )


WALL, HIGHLIGHT = "wall", "highlight"
"""The shapes of a wall and of the highlighted square in the picture of an empty board."""


def shape_of_man(man: Man) -> str:
    """The name of the shape of a piece."""
    if man.figurine:
        return _figure(man).id
    return f"{'white' if man.white else 'black'}-{man.letter}"


SPACE = "http://www.w3.org/2000/svg"
_SIZE = re.compile(r'<svg[^>]*? width="(\d+)" height="(\d+)"')


def size_of(svg: str) -> tuple[int, int]:
    """The width and the height of a picture in pixels; 0 for a picture without a size."""
    match = _SIZE.match(svg)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def data_uri(svg: str) -> str:
    """A picture as a data URI."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode("ascii")


def escaped(text: str, longest: int) -> str:
    """At most *longest* characters of a text, escaped for XML and HTML."""
    return escape(allowed(text if len(text) <= longest else text[: longest - 1] + "…"))


def allowed(text: str) -> str:
    """A text without characters that are invalid in XML."""
    return _FORBIDDEN.sub("\ufffd", text)


def document(
    layout: Layout, *, colours: Colours, title: str, description: str, definitions: str, body: str
) -> str:
    """A picture on its panel."""
    width, height = number(layout.width), number(layout.height)
    return (
        f'<svg xmlns="{SPACE}" width="{layout.pixels[0]}" height="{layout.pixels[1]}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{FONT}">'
        f"<title>{escaped(title, _MAX_LETTERS_OF_TITLE)}</title>"
        f"<desc>{escaped(description, _MAX_LETTERS_OF_DESCRIPTION)}</desc>"
        f'{definitions}<rect fill="{colours["panel"]}" width="{width}" height="{height}" '
        f'rx="{number(4 * layout.unit)}"/>'
        f"{shapes.background(layout, colours)}{body}</svg>"
    )


def _shapes(diagram: Diagram) -> list[tuple[Square, Shape]]:
    """The contents of squares: pieces below, marks above, deviations over them."""
    pieces = [
        (square, shapes.piece_shape(content, diagram.white))
        for square, content in diagram.pieces.items()
    ]
    stays = [(diagram.start, shapes.STAYS)] if diagram.stays else []
    unmarked = (square for square in diagram.frozen if diagram.marks.get(square) != Mark.FREEZE)
    frozen = [(square, shapes.MARKS[Mark.FREEZE]) for square in unmarked]
    marks = [(square, shapes.MARKS[mark]) for square, mark in diagram.marks.items()]
    deviations = [(square, shapes.DEVIATIONS[how]) for square, how in diagram.deviations.items()]
    return [*pieces, *marks, *frozen, *stays, *deviations]


def _strokes(lines: Lines, radii: Mapping[Square, float], layout: Layout, colour: str) -> str:
    """Rides, bent paths and arrows, which keep away from the marks at their ends."""
    turned = {end for _, end in lines.bent}
    straight = [_between(edge, radii, layout) for edge in lines.straight]
    bent = [_between(edge, radii, layout) for edge in lines.bent]
    heads = []
    for arrow in lines.arrows:
        start = layout.middle(arrow[0])
        tip = shapes.to_frame(start, layout.middle(arrow[1]), layout)
        (bent if arrow[0] in turned else straight).append(
            _segment(start, tip, radii.get(arrow[0], 0), keep_b=0)
        )
        heads.append(_head(start, tip))
    pen = f'fill="none" stroke="{colour}" stroke-width="{shapes.LINE_WIDTH}"'
    drawn = {pen: straight, f'{pen} stroke-dasharray="2.4 1.8"': bent, f'fill="{colour}"': heads}
    return "".join(
        f'<path {style} d="{"".join(parts)}"/>' for style, parts in drawn.items() if any(parts)
    )


def _between(edge: Edge, radii: Mapping[Square, float], layout: Layout) -> str:
    start, end = edge
    return _segment(
        layout.middle(start), layout.middle(end), radii.get(start, 0), keep_b=radii.get(end, 0)
    )


def _segment(a: Point, b: Point, keep_a: float, keep_b: float) -> str:
    """A line that keeps away from the marks at its ends; empty if there is no room."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length <= keep_a + keep_b + 0.5:
        return ""
    x, y = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    return (
        f"M{number(a[0] + x * keep_a)} {number(a[1] + y * keep_a)}"
        f"L{number(b[0] - x * keep_b)} {number(b[1] - y * keep_b)}"
    )


def _head(start: Point, tip: Point) -> str:
    """An arrowhead outside the frame, with its base on it."""
    length = hypot(tip[0] - start[0], tip[1] - start[1])
    x, y = (tip[0] - start[0]) / length, (tip[1] - start[1]) / length
    base = (tip[0] + x * 1.6, tip[1] + y * 1.6)
    corners = ((0, -3.6), (5.6, 0), (0, 3.6))  # onward and to a side
    points = (
        (base[0] + x * onward + y * aside, base[1] + y * onward - x * aside)
        for onward, aside in corners
    )
    return "M" + "L".join(f"{number(px)} {number(py)}" for px, py in points) + "z"


def _use(shape: Shape, x: float, y: float, *, in_corner: bool = False) -> str:
    """A shape; small and in the corner of its square beside a piece with a letter."""
    if in_corner:
        return (
            f'<use href="#{shape.id}" transform="translate({number(x + 6.8)} {number(y - 6.8)}) '
            'scale(0.6)"/>'
        )
    return f'<use href="#{shape.id}" x="{number(x)}" y="{number(y)}"/>'


def _men(diagram: Diagram, letter: str, figurine: str) -> Mapping[Square, Man]:
    """All pieces of a whole position, or the mover with the first letter or digit of its name."""
    if diagram.men:
        return diagram.men
    shown = next((character.upper() for character in letter if character.isalnum()), "")
    return {diagram.start: Man(shown, diagram.white, figurine)}


def _figure(man: Man) -> Shape:
    """The shape of a piece that has a figurine."""
    return figurines.shape(man.figurine, white=man.white)


def _squares_of_men(diagram: Diagram, layout: Layout, colours: Colours) -> Iterator[str]:
    """What is below the pieces of a whole position: its walls, its goals, the border of palaces,
    and the highlighted square.
    """
    for square in sorted(diagram.walls):
        yield _wall(layout.middle(square), colours)
    yield _zones(diagram, layout, colours)
    if diagram.highlighted:
        yield _highlight(layout.middle(diagram.highlighted), colours)


def _wall(middle: Point, colours: Colours) -> str:
    x, y = middle
    place = f'x="{number(x - CELL / 2)}" y="{number(y - CELL / 2)}" width="{CELL}" height="{CELL}"'
    return f'<rect {place} fill="{colours["frame"]}"/>'


def _zones(diagram: Diagram, layout: Layout, colours: Colours) -> str:
    """The goals, and the borders of palaces."""
    goals = sorted(diagram.goals.items())
    flags = (_use(GOALS[goal], *layout.middle(square)) for square, goal in goals)
    return "".join((*flags, _border(diagram.palace, layout, colours)))


_SIDES = (((0, 1), "h"), ((0, -1), "h"), ((-1, 0), "v"), ((1, 0), "v"))
"""The steps to the neighbours of a square, with the direction of the edge between them."""


def _border(squares: Collection[Square], layout: Layout, colours: Colours) -> str:
    """The line around squares."""
    edges = list[str]()
    for file, rank in sorted(squares):
        x, y = layout.middle((file, rank))
        for (right, up), direction in _SIDES:
            if (file + right, rank + up) in squares:
                continue
            to_right, down = (max(right, 0) or -1), (max(-up, 0) or -1)
            corner = f"{number(x + to_right * CELL / 2)} {number(y + down * CELL / 2)}"
            edges.append(f"M{corner}{direction}{CELL}")
    if not edges:
        return ""
    pen = f'fill="none" stroke="{colours["condition"]}" stroke-width="1.8" stroke-linecap="square"'
    return f'<path {pen} d="{"".join(edges)}"/>'


def _highlight(middle: Point, colours: Colours) -> str:
    x, y = middle
    place = (
        f'x="{number(x - CELL / 2 + 1)}" y="{number(y - CELL / 2 + 1)}" width="{CELL - 2}" '
        f'height="{CELL - 2}"'
    )
    return f'<rect {place} fill="none" stroke="{colours["quiet"]}" stroke-width="2"/>'


def _drawn_men(men: Mapping[Square, Man], layout: Layout, colours: Colours) -> Iterator[str]:
    """The pieces: their figurines, or discs with their letters."""
    for square, man in sorted(men.items()):
        x, y = layout.middle(square)
        if man.figurine:
            yield _use(_figure(man), x, y)
            continue
        place = f"translate({number(x)} {number(y)})"
        yield f'<g transform="{place}">{_disc(man, colours)}</g>'


def _disc(man: Man, colours: Colours) -> str:
    """A disc with the letter of a piece."""
    fill = colours["on white" if man.white else "on black"]
    ink = f'fill="{fill}" font-size="{12 if len(man.letter) < 2 else 9}"'
    if man.letter:
        text = f'<text y="4.3" {ink} font-weight="700" text-anchor="middle">{man.letter}</text>'
    else:
        text = ""
    return shapes.mover_shape(man.white).svg(colours) + text


def _legend(layout: Layout, colour: str) -> str:
    """The legend below the board."""
    unit, lines = layout.unit, []
    for (shape, words), x, y in layout.entries:
        if shape:
            place = f"translate({number(x + 6 * unit)} {number(y)})"
            scale = f"scale({unit * min(0.72, 6 / shape.radius):.2f})"
            lines.append(f'<use href="#{shape.id}" transform="{place} {scale}"/>')
        start = x + (16 * unit if shape else 0)
        lines.append(
            f'<text x="{number(start)}" y="{number(y + 3.5 * unit)}">{escape(words)}</text>'
        )
    size = number(shapes.TYPE_SIZE * unit)
    return f'<g fill="{colour}" font-size="{size}">{"".join(lines)}</g>' if lines else ""
