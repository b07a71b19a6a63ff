"""The pages of the codes: there is one for each, they are built alike, and their examples do what
they say (B7).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness import annotated, check
from wazir.diagnostics import Code
from wazir.document import Document
from wazir.features.definitions import page as pages
from wazir.features.known import duplicates, hints
from wazir.notations import REGISTRY, by_name
from wazir.notations.notation import Context, Notation

HEADINGS = ["What it does", "Why is this bad?", "Example", "Use instead"]
FENCE = re.compile(r"^```([\w-]+)(?: profile=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

HARMLESS = {"ambiguous-dialect", "duplicate-piece", "no-effect"}
BUILT = {
    ("betza", "too-long"): "Snake = " + "K" * 200_000,
    ("betza", "too-many-problems"): "Noise = " + "@" * 700,
    ("betza", "too-many-paths"): "%dialect extended\nMaze = " + "-".join(["(WFNAD)"] * 12),
    ("bensahas", "too-long"): ":Snake {\n    " + "(1, 1)m" * 20_000 + "(1, 1)!\n}",
    ("bensahas", "too-many-paths"): "(1, 255; 1, 1)(1, /1; 1, 1)" * 22 + "!",
    ("bensahas", "too-many-problems"): ":Noise {\n(1, 1)! " + "] " * 1_000 + "\n}",
    ("ben39", "too-long"): "moves: " + "X@e5 " * 10_000,
    ("ben39", "too-many-actions"): "moves: " + "Nh4-j8 Nh12-f8 Nj8-h4 Nf8-h12 " * 501,
    ("fairy-variants", "too-long"): "[mine:chess]\n" + "# a long story\n" * 3_000 + "maxRank = 8\n",
    ("lcpn", "too-long"): f"(def deep {'(' * 100}wazir{')' * 100})",
    ("lcpn", "too-many-problems"): f"(def noise {'% ' * 2_500})",
}
"""The texts of those pages whose examples would fill a book."""
BY_PROGRAMS = {"engine-message"}
"""The codes that only programs of others report."""


def sections(notation: Notation, code: str) -> dict[str, str]:
    """The parts of a page by their headings."""
    text = notation.page(code) or ""
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
    document = Document.open(known, plain, context)
    return {
        diagnostic.code.id
        for diagnostic in (*document.diagnostics(), *hints(document, duplicates(document)))
    }


every_code = pytest.mark.parametrize(
    ("notation", "code"),
    [
        pytest.param(notation, code, id=f"{notation.name}-{code.id}")
        for notation in REGISTRY
        for code in notation.codes
    ],
)


@every_code
def test_a_page_has_its_headings(notation: Notation, code: Code) -> None:
    """A page starts with its code and has the four headings, each with something below it."""
    text = notation.page(code.id)
    assert text is not None, f"no page for {code.id}"

    assert text.startswith(f"# {code.id}\n")
    assert list(sections(notation, code.id)) == HEADINGS
    assert all(part.strip() for part in sections(notation, code.id).values())


@every_code
def test_a_page_can_be_read_on_a_terminal(notation: Notation, code: Code) -> None:
    """No line of a page is longer than 120 characters."""
    assert [line for line in (notation.page(code.id) or "").splitlines() if len(line) > 120] == []


@every_code
def test_the_example_reports_its_code(notation: Notation, code: Code) -> None:
    """Each text under *Example* has just the findings under its carets, and its own code is among
    them.
    """
    shown = examples(sections(notation, code.id)["Example"])
    if built := BUILT.get((notation.name, code.id)):
        shown = [(notation.name, Context(), built)]
    else:
        for language, context, text in shown:
            check(language, text, context)

    assert shown
    assert all(code.id in {*found(*example), *BY_PROGRAMS} for example in shown)


@every_code
def test_what_to_use_instead_does_not(notation: Notation, code: Code) -> None:
    """No text under *Use instead* has a finding of any kind but hints about dialects and equal
    pieces.
    """
    shown = examples(sections(notation, code.id)["Use instead"])

    assert shown
    assert [found(*example) - (HARMLESS - {code.id}) for example in shown] == [set()] * len(shown)


def test_every_page_belongs_to_a_code() -> None:
    """No page is left from a code that is gone."""
    folder = Path(__file__).parents[2] / "server" / "wazir" / "notations"
    packages = {notation.package.rpartition(".")[2]: notation.name for notation in REGISTRY}
    written = {(packages[path.parts[-3]], path.stem) for path in folder.glob("**/docs/*.md")}

    assert written == {(notation.name, code.id) for notation in REGISTRY for code in notation.codes}


@every_code
def test_a_code_of_several_notations_has_all_its_pages(notation: Notation, code: Code) -> None:
    """Who asks for a code is shown what it means in each notation."""
    _, _, text = (notation.page(code.id) or "").partition("\n")

    assert text.strip() in (pages(code.id) or "")
