"""Rulings: each has a page with its sources and an example, and each refused action leads to
one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import ben39, wazir
from wazir.ben39.intents import ReasonKind
from wazir.ben39.position import Rule
from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.ben39.codes import RULING_OF, advice
from wazir.notations.ben39.vocabulary import RULES

BEN39 = by_name("ben39")
PAGES = {name: BEN39.page(name) or "" for name in BEN39.rulings}
EACH = pytest.mark.parametrize("name", PAGES)
FENCE = re.compile(r"^```ben39\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_there_is_a_page_for_each() -> None:
    """And no other one."""
    folder = Path(__import__(BEN39.package, fromlist=["docs"]).__file__).parent / "docs" / "rulings"

    assert {path.stem for path in folder.iterdir()} == set(PAGES)
    assert set(PAGES).isdisjoint(code.id for code in BEN39.codes)


@EACH
def test_a_page_is_built_like_the_others(name: str) -> None:
    """What the inventor says, what is assumed, and an example without findings."""
    text = PAGES[name]
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)

    assert text.startswith(f"# {name}\n")
    if name != "rules":
        assert headings[:2] == ["What the inventor says", "What is assumed"]
    assert headings[-1] == "Example"
    examples = FENCE.findall(text)
    assert examples
    assert [
        diagnostic.code.id
        for example in examples
        for diagnostic in Document.open(BEN39, example).diagnostics()
    ] == []
    assert wazir("explain", name).out.startswith(f"{name}\n")


@pytest.mark.parametrize("rule", list(Rule))
def test_each_rule_is_on_a_page(rule: Rule) -> None:
    """On the list and on that of its ruling, with an example in which it holds."""
    (page,) = (
        text for name, text in PAGES.items() if name != "rules" and f"`rules: {rule}`" in text
    )

    assert f"`{rule}`" in PAGES["rules"]
    assert "## Another rule\n" in page
    assert f"\nrules: {rule}\n" in page
    assert rule in RULES


@pytest.mark.parametrize("kind", list(ReasonKind))
def test_g25_each_reason_leads_to_a_page(kind: ReasonKind) -> None:
    assert RULING_OF[kind] in PAGES
    assert f"`wazir explain {RULING_OF[kind]}`" in advice(kind)


def test_a_refused_action_leads_there() -> None:
    """In the editor, and in a game at the terminal."""
    document = Document.open(BEN39, "moves: Kh2-h4\n")
    (placed,) = document.chunks()
    hover = document.analysis(placed).hover(9)

    assert hover
    assert hover.notes == ("`wazir explain king-rule` explains what is assumed.",)
    assert "`wazir explain king-rule` explains" in ben39("play", stdin="why Kh2-h4\n").out


def test_rulings_are_listed_and_suggested() -> None:
    assert re.search(
        "^  king-rule +ruling +Where a king may go", wazir("explain", "--list").out, re.MULTILINE
    )
    assert "Did you mean `king-rule`?" in wazir("explain", "king-rules").err
