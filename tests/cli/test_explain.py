"""`wazir explain`: the pages of the codes on a terminal."""

from __future__ import annotations

import re
import tomllib

import pytest

from cli.running import ROOT, wazir
from wazir.diagnostics import DECISIONS, public_page
from wazir.features.definitions import codes


def test_a_code_has_its_page() -> None:
    """The page without the marks of Markdown; examples are indented."""
    ran = wazir("explain", "chain-side")

    assert ran.status == 0
    assert ran.out.startswith("chain-side\n\nWhat it does\n")
    assert "    Bent rook = F-\n" in ran.out
    assert "```" not in ran.out
    assert "#" not in ran.out
    assert ran.out.endswith(f"\n\n{public_page('chain-side')}\n")


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_is_printed(decision: str) -> None:
    """The text of its page, in either case of letters, without the marks of Markdown and without
    its neighbours.
    """
    ran = wazir("explain", decision.lower())
    first, *others = re.findall(r"\b[A-Z]\d+ \([\w, ]+\)", ran.out)

    assert ran.status == 0
    assert ran.out.startswith(first)
    assert first.startswith(f"{decision} (")
    assert others == []
    assert not re.search(r"\]\(|<a |```|\*\*|example\.org", ran.out)


def test_an_unknown_decision_is_wrong_use() -> None:
    """It is an unknown code."""
    assert "Unknown code `B99`" in wazir("explain", "B99").err


def test_a_table_of_a_decision_stays_a_table() -> None:
    """Its rows are lines."""
    assert "\nwritten | extended | xbetza\ngiraffe | " in wazir("explain", "B3").out


def test_the_pages_of_decisions_are_in_the_wheel() -> None:
    """Those of a folder with the folder."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    pages = {f"docs/{page}.md" for page in DECISIONS.values()}

    assert {page for page in pages if not {page, page.rpartition("/")[0]} & {*included}} == set()
    assert [to for source, to in included.items() if source.startswith("docs/")] == [
        f"wazir/{source}" for source in included if source.startswith("docs/")
    ]


def test_the_list_names_every_code() -> None:
    """`--list`, or nothing at all, lists each code with its severity and a sentence."""
    ran = wazir("explain", "--list")

    assert [code.id for code in codes() if f"  {code.id} " not in ran.out] == []
    assert wazir("explain").out == ran.out


def test_an_unknown_code_is_wrong_use() -> None:
    """The nearest one is named."""
    ran = wazir("explain", "unknown-leter")

    assert ran.status == 2
    assert ran.err == "wazir: Unknown code `unknown-leter`. Did you mean `unknown-letter`?\n"
    assert "`wazir explain` lists all codes" in wazir("explain", "????").err


def test_a_key_of_variants_is_explained() -> None:
    """In either case of letters: its meaning, its values and its default."""
    ran = wazir("explain", "flagpiece")

    assert ran.status == 0
    assert ran.out == (
        "flagPiece\n\nPiece that wins by reaching the flag region.\n\n"
        "Its value is the letter of one piece; `*` for every piece. The default is `*`.\n"
    )


def test_all_keys_of_variants_are_listed() -> None:
    """One a line, with the keys that replace deprecated ones."""
    lines = dict(line.split(maxsplit=1) for line in wazir("explain", "--keys").out.splitlines())

    assert lines["extinctionPieceTypes"].startswith("Kinds of pieces whose loss ends the game")
    assert lines["whiteFlag"].endswith("Deprecated: `flagRegionWhite` replaces it.")
    assert "customPiece1" in lines
    assert "customPiece2" not in lines


def test_a_misspelt_key_is_suggested() -> None:
    """As a code is."""
    assert "Did you mean `extinctionValue`?" in wazir("explain", "extinctionvalu").err
