"""The pages of the codes: there is one for each, they are built alike, and their examples do what they say (B7)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness import annotated, check
from wazir.diagnostics import Code
from wazir.document import Document
from wazir.features.explain import codes, page
from wazir.notations import REGISTRY, by_name
from wazir.notations.base import Context

HEADINGS = ["What it does", "Why is this bad?", "Example", "Use instead"]
FENCE = re.compile(r"^```(\w+)(?: profile=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

BUILT = {
    "too-long": "Snake = " + "K" * 200_000,
    "too-many-problems": "Noise = " + "@" * 5_000,
    "too-many-paths": "%dialect extended\nMaze = " + "-".join(["(WFNAD)"] * 12),
}
"""The texts of those pages whose examples would fill a book."""


def sections(code: str) -> dict[str, str]:
    """The parts of a page by their headings."""
    text = page(code) or ""
    parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def examples(part: str) -> list[tuple[str, Context, str]]:
    """The texts of a part of a page in known notations: notation, context, text with its carets."""
    return [
        (language, Context(profile=profile or None), text)
        for language, profile, text in FENCE.findall(part)
        if language != "text"
    ]


def found(notation: str, context: Context, text: str) -> set[str]:
    plain, _ = annotated(text)
    known = by_name(notation)
    assert known
    return {diagnostic.code.id for diagnostic in Document.open(known, plain, context).diagnostics()}


every_code = pytest.mark.parametrize("code", codes(), ids=lambda code: code.id)


@every_code
def test_a_page_has_its_headings(code: Code) -> None:
    """A page starts with its code and has the four headings, each with something below it."""
    text = page(code.id)
    assert text is not None, f"no page for {code.id}"

    assert text.startswith(f"# {code.id}\n")
    assert list(sections(code.id)) == HEADINGS
    assert all(part.strip() for part in sections(code.id).values())


@every_code
def test_a_page_can_be_read_on_a_terminal(code: Code) -> None:
    """No line of a page is longer than 120 characters."""
    assert [line for line in (page(code.id) or "").splitlines() if len(line) > 120] == []


@every_code
def test_the_example_reports_its_code(code: Code) -> None:
    """Each text under *Example* has just the findings under its carets, and its own code is among them."""
    shown = examples(sections(code.id)["Example"])
    if code.id in BUILT:
        shown = [("betza", Context(), BUILT[code.id])]
    else:
        for notation, context, text in shown:
            check(notation, text, context)

    assert shown
    assert all(code.id in found(*example) for example in shown)


@every_code
def test_what_to_use_instead_does_not(code: Code) -> None:
    """No text under *Use instead* has a finding of any kind but hints about dialects."""
    shown = examples(sections(code.id)["Use instead"])

    assert shown
    assert [found(*example) - {"other-dialect"} for example in shown] == [set()] * len(shown)


def test_every_page_belongs_to_a_code() -> None:
    """No page is left from a code that is gone."""
    folder = Path(__file__).parents[2] / "server" / "wazir" / "notations"
    pages = {path.stem for path in folder.glob("*/docs/*.md")}

    assert pages == {code.id for notation in REGISTRY for code in notation.codes}
