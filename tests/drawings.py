"""What tests of pictures and pages share: attributes that pictures may have, contrasts, the parts
of a page.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
_GEOMETRY = {"x", "y", "width", "height", "rx", "r", "d", "cx", "cy", "viewBox", "transform"}
_PAINT = {
    "fill",
    "fill-rule",
    "paint-order",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linejoin",
    "font-family",
    "font-size",
    "font-weight",
    "text-anchor",
}
_OTHERS = {"id", "href", "role", "data-layer"}


def styled(root: Element) -> set[str]:
    """What in a picture needs a style sheet: attributes that are not drawn by themselves, and
    styles.
    """
    names = {name for element in root.iter() for name in element.attrib}
    return (names - _GEOMETRY - _PAINT - _OTHERS) | {
        element.tag for element in root.iter(f"{SVG}style")
    }


def unpainted(root: Element) -> list[str]:
    """The shapes without any colour, which are drawn black."""
    attributes: list[str] = []

    def look(element: Element, is_painted: bool) -> None:
        painted = is_painted or "fill" in element.attrib or "stroke" in element.attrib
        if not painted and element.tag.removeprefix(SVG) in ("path", "circle", "rect", "text"):
            attributes.append(str(element.attrib))
        for child in element:
            look(child, painted)

    look(root, False)
    return attributes


_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Z": 0, "A": 7, "Q": 4}
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"[ ,]*(-?(?:\d+\.?\d*|\.\d+))")


def misdrawn(root: Element) -> list[str]:
    """The paths in which a command has too few numbers, or a sign that is none."""
    drawn = [path.get("d", "") for path in root.iter(f"{SVG}path")]
    return [
        path for path in drawn if not all(_is_whole(*command) for command in _COMMAND.findall(path))
    ]


def _is_whole(command: str, arguments: str) -> bool:
    count, wanted = len(_NUMBER.findall(arguments)), _ARGUMENTS[command.upper()]
    return not _NUMBER.sub("", arguments).strip() and (
        count % wanted == 0 and count > 0 if wanted else count == 0
    )


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    darker, lighter = sorted((luminance(first), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


_VOID = {"meta", "source", "img", "link", "br", "hr", "input"}


class Page(HTMLParser):
    """A page taken apart; its tags are known to be closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a kind."""
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self) -> str:
        """All words of the page."""
        return " ".join(" ".join(self.words).split())
