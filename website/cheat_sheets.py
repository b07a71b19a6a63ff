"""Cheat sheets: a printed page for each notation, from its vocabulary and from the tables of its
page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from markdown import markdown

from generated import KINDS, LCPN, USES, table
from wazir.features.sheet import STYLE, head
from wazir.notations import by_name
from wazir.notations.ben39 import vocabulary as ben39
from wazir.notations.bensahas import vocabulary as bensahas
from wazir.notations.betza import vocabulary as betza
from wazir.notations.lcpn import vocabulary as lcpn

DOCS = Path(__file__).parents[1] / "docs" / "notations"

_STYLE = f"""{STYLE}
body {{ font-size: .9rem; line-height: 1.3; }}
code {{ font-size: 1em; }}
h1 {{ margin: 0 0 .5rem; font-size: 1.6em; }}
main {{ columns: 24rem; column-gap: 1.5rem; }}
section {{ margin: 0 0 .9rem; break-inside: avoid; }}
h2 {{ margin: 0 0 .2rem; font-size: 1.1em; break-after: avoid; }}
pre {{ margin: 0; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{
  padding: .08rem .3rem;
  border: 1px solid var(--edge);
  text-align: left;
  vertical-align: baseline;
}}
td:first-child code {{ white-space: nowrap; }}
@page {{ size: A4; margin: 9mm; }}
@media print {{
  body {{ max-width: none; padding: 0; background: none; font-size: 7.2pt; line-height: 1.2; }}
  main {{ columns: 2; column-gap: 4mm; }}
  section {{ margin-bottom: 2mm; }}
  th, td {{ padding: .2mm 1mm; }}
}}
"""

Parts = Iterator[tuple[str, str]]
"""The parts of a sheet: a heading, and Markdown."""


def _of_page(notation: str, **heads: str) -> Parts:
    """Tables of the page of a notation: headings, each with the first heads of its table."""
    text = (DOCS / f"{notation}.md").read_text("utf-8")
    for heading, first in heads.items():
        match = re.search(rf"^\| {re.escape(first)} \|.*\n(?:\|.*\n)+", text, re.MULTILINE)
        assert match, f"{notation}.md has no table of {first!r}"
        yield heading.replace("_", " "), re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", match[0])


def _example(notation: str, word: str) -> str:
    """The first example of the page of a notation that has a word."""
    text = (DOCS / f"{notation}.md").read_text("utf-8")
    fences = re.findall(rf"^```{notation}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return f"```\n{next(fence for fence in fences if word in fence)}```\n"


def _words(*rows: Iterable[str]) -> str:
    """A table of words and their meanings, without heads."""
    return table(["" for _ in rows[0]], rows)


def _betza() -> Parts:
    yield from _of_page("betza", Dialects="dialect", Leaps="atom")
    for kind, title in KINDS.items():
        words = [word for word in betza.WORDS if word.kind is kind]
        yield (
            title,
            _words(
                *(
                    (f"`{word.spelling}`", word.title, f"`{word.example}`", _only(word))
                    for word in words
                )
            ),
        )


def _only(word: betza.Word) -> str:
    """The dialects that have a word, if not all do."""
    return "" if len(word.dialects) == len(betza.DIALECTS) else ", ".join(word.dialects)


def _lcpn() -> Parts:
    yield from _of_page("lcpn", Four_styles="piece", Files="style", Functions="function")
    for title, words, sign in LCPN:
        if title != "Functions":
            signs = {
                key: "::" if key in lcpn.PROPERTIES else sign for key in words if _is_short(key)
            }
            yield (
                title,
                _words(*((f"`{sign}{key}`", words[key].title) for key, sign in signs.items())),
            )
    yield (
        "Of the steps of a direction",
        _words(("`:forward-most`", "the farthest"), ("`:forward-shallow`", "the least far")),
    )
    yield "An example", _example("lcpn", "(def pawn")
    library = by_name("lcpn").library_file
    assert library
    yield (
        "Predefined pieces",
        ", ".join(re.findall(r"^\(def ([\w-]+)", library.read_text("utf-8"), flags=re.MULTILINE)),
    )


def _is_short(key: str) -> bool:
    """Whether a word has no suffix that all directions may have."""
    return not key.endswith(("-most", "-shallow"))


def _bensahas() -> Parts:
    yield from _of_page("bensahas", Directions="direction", Oblique_steps="number", Turns="`/0`")
    for title, words in USES.items():
        yield title, _words(*((f"`{word.spelling}`", word.text) for word in words))
    for action in ("cannon", "near"):
        arguments = (argument for group in bensahas.ARGUMENTS[action] for argument in group)
        yield (
            f"The values of {action}",
            _words(*((f"`{argument.name}`", argument.text) for argument in arguments)),
        )
    yield "An example", _example("bensahas", "Orthodox Chess:Pawn")


def _ben39() -> Parts:
    letters = {
        "Pieces_on_squares": "letter | piece | moves",
        "Pieces_on_lines": "letter | piece | number",
    }
    yield from _of_page("ben39", **letters, Actions="action")
    yield "The opening", _example("ben39", "position opening")
    yield "Movable squares", ben39.PLACES["ring"]
    for title, words in {
        "Keys": ben39.KEYS,
        "Rules": ben39.RULES,
        "Expectations": ben39.EXPECTATIONS,
    }.items():
        yield title, _words(*((f"`{word.spelling}`", word.title) for word in words.values()))
    yield "The one-line form", _words(*ben39.FEN_PARTS)


SHEETS: Mapping[str, Callable[[], Parts]] = {
    "betza": _betza,
    "lcpn": _lcpn,
    "bensahas": _bensahas,
    "ben39": _ben39,
}
"""The parts of each sheet, by its notation."""


def _page(notation: str, parts: Parts) -> str:
    """The sheet of a notation, as a page of HTML that needs no other file."""
    title = f"{by_name(notation).title}: cheat sheet"
    body = "".join(
        f"<section><h2>{escape(heading)}</h2>\n{_html(text)}\n</section>\n"
        for heading, text in parts
    )
    header = f"<header><h1>{escape(title)}</h1></header>"
    return f"{head(title, _STYLE)}{header}\n<main>\n{body}</main>\n</body>\n</html>\n"


def _html(text: str) -> str:
    """Markdown as HTML, without heads of tables that are empty."""
    return re.sub(
        r"<thead>\s*<tr>\s*(?:<th></th>\s*)+</tr>\s*</thead>",
        "",
        markdown(text, extensions=["tables", "fenced_code"]),
    )


def link(page: str) -> str:
    """The link to the sheet from the page of its notation, by the path of that; empty for other
    pages.
    """
    name = Path(page).stem
    return (
        f"[A cheat sheet](cheat-{name}.html) has it on one printed page.\n\n"
        if name in SHEETS
        else ""
    )


def pages() -> dict[str, str]:
    """The sheets, by their paths."""
    return {
        f"notations/cheat-{notation}.html": _page(notation, parts())
        for notation, parts in SHEETS.items()
    }
