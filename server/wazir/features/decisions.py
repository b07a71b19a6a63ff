"""The decisions about notations as texts: paragraphs of the pages in `docs`, which are packaged."""

from __future__ import annotations

import re
from importlib.resources import files

from wazir.diagnostics import DECISIONS

_START = re.compile(r'^(?:- )?<a id="([a-z]\d+)"></a>', re.MULTILINE)
_END = re.compile(r"^#{1,6} ", re.MULTILINE)


def decision(name: str) -> str | None:
    """The text of a decision such as `B12`, as Markdown: up to the next one, or the next heading;
    None if unknown.
    """
    if name not in DECISIONS:
        return None
    page = _page(DECISIONS[name])
    starts = {start[1]: start for start in _START.finditer(page)}
    own = starts[name.lower()]
    rest = page[own.end() :]
    ends = [end.start() for end in (_START.search(rest), _END.search(rest)) if end]
    return rest[: min(ends, default=len(rest))].strip() + "\n"


def _page(name: str) -> str:
    """The text of a page, which is packaged in a wheel, and beside the source in a checkout."""
    file = files("wazir").joinpath("docs", f"{name}.md")
    if not file.is_file():
        file = files("wazir").joinpath("../../docs", f"{name}.md")
    return file.read_text("utf-8")
