"""`wazir explain`: the pages of the codes on a terminal."""

from __future__ import annotations

from cli.running import wazir
from wazir.addresses import SITE
from wazir.diagnostics import public_page
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


def test_a_decision_has_its_address() -> None:
    """Of the page that explains it, in either case of letters."""
    assert wazir("explain", "b12").out == f"{SITE}/notations/betza.html#b12\n"
    assert "Unknown code `B99`" in wazir("explain", "B99").err


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
