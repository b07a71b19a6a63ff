"""The pages of documentation of all codes. Notations may have codes of the same name, each with its own page."""

from __future__ import annotations

from wazir.diagnostics import Code
from wazir.notations import REGISTRY
from wazir.notations.base import Notation


def codes() -> tuple[Code, ...]:
    """Every code of every notation in the order of their tables; of those with the same id the first."""
    return tuple({code.id: code for notation in reversed(REGISTRY) for code in reversed(notation.codes)}.values())[::-1]


def pages(code: str) -> tuple[tuple[Notation, str], ...]:
    """The pages of the codes with that id, as Markdown, each with its notation."""
    found = ((notation, notation.page(code)) for notation in REGISTRY)
    return tuple((notation, text) for notation, text in found if text is not None)


def page(code: str) -> str | None:
    """All that is said of the codes with that id, as Markdown; None if there is no such code."""
    found = pages(code)
    if len(found) < 2:
        return found[0][1] if found else None
    return "\n".join(_under(notation.title, text) for notation, text in found)


def _under(title: str, text: str) -> str:
    """A page that says in its heading of which notation it is."""
    heading, _, rest = text.partition("\n")
    return f"{heading} ({title})\n{rest}"
