"""`wazir variant`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cli.running import ROOT, wazir
from harness import none_wrong

SCHEMA = json.loads((ROOT / "docs" / "variant.schema.json").read_text("utf-8"))
FILES = [
    ROOT / "server" / "wazir" / "notations" / "engine_files" / "variants_ini" / "built_in.ini",
    ROOT / "tests" / "notations" / "variants_ini" / "readings.ini",
    ROOT / "tests" / "data" / "engine_files" / "garden_variants.ini",
]
FILE = "[first:chess]\ncastling = false\n\n[second:first]\nknight = h\nqueen = x\n"


@pytest.fixture
def variants(tmp_path: Path) -> Path:
    """A file of two variants."""
    path = tmp_path / "variants.ini"
    path.write_text(FILE, "utf-8")
    return path


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_v1_the_schema_fits(path: Path) -> None:
    """V1: an array of the variants of a file; unknown names are refused."""
    Draft202012Validator.check_schema(SCHEMA)
    printed = json.loads(wazir("variant", path, "--json").out)

    assert len(printed) > 2
    none_wrong([error.message for error in Draft202012Validator(SCHEMA).iter_errors(printed)])
    broken = [{**printed[0], "more": 1}]
    assert not Draft202012Validator(SCHEMA).is_valid(broken)


def test_v1_one_variant_is_an_object_with_its_diagnostics(variants: Path) -> None:
    """V1, V4: the diagnostics are those of the section."""
    ran = wazir("variant", variants, "second", "--json")
    printed = json.loads(ran.out)

    assert (printed["name"], printed["parent"], printed["lineage"]) == (
        "second",
        "first",
        ["second", "first", "chess"],
    )
    assert {diagnostic["code"] for diagnostic in printed["diagnostics"]} >= {"inherited-fen"}
    assert ran.out == wazir("variant", variants, "second", "--format", "json").out
    assert ran.out == wazir("variant", f"{variants}:second", "--json").out
    assert (ran.status, wazir("variant", variants, "first").status) == (0, 0)


def test_a_variant_with_an_error_has_the_status_of_an_error() -> None:
    """As for all commands."""
    ran = wazir("variant", "-", "--json", stdin="[mine:chess]\ncastle = true\n")

    assert ran.status == 1
    assert [diagnostic["code"] for diagnostic in json.loads(ran.out)["diagnostics"]] == [
        "unknown-key"
    ]


def test_built_in_variants_have_names(variants: Path) -> None:
    """Alone, and beside a file."""
    alone, beside = (
        wazir("variant", "atomic", "--json"),
        wazir("variant", variants, "atomic", "--json"),
    )

    assert alone.out == beside.out
    assert json.loads(alone.out)["rules"]["blastOnCapture"]["value"] is True
    assert json.loads(alone.out)["diagnostics"] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("atomik",),
            "wazir: There is no file and no built-in variant `atomik`. Did you mean `atomic`?\n",
        ),
        (("VARIANTS", "frist"), "has no variant `frist`. Did you mean `first`?\n"),
        (
            ("samples/betza/orthodox.betza",),
            "wazir: `samples/betza/orthodox.betza` has no variants.\n",
        ),
        (("nowhere.ini",), "wazir: No such file or folder: `nowhere.ini`.\n"),
    ],
)
def test_what_does_not_exist_is_told(
    variants: Path, arguments: tuple[str, ...], message: str
) -> None:
    """With the name that may be meant."""
    ran = wazir("variant", *(str(variants) if word == "VARIANTS" else word for word in arguments))

    assert ran.status == 2
    assert ran.err.endswith(message)


def test_v5_two_variants_are_compared_by_pieces_and_rules(variants: Path) -> None:
    """V5: two of a file, and a built-in one; the engine counts what follows from them."""
    variants.write_text(
        "[first:chess]\nknight = -\ncustomPiece1 = n:NW\n\n[second:first]\ncastling = false\n",
        "utf-8",
    )
    ran, two = (
        wazir("compare", "chess", f"{variants}:first"),
        wazir("compare", f"{variants}:first", f"{variants}:second"),
    )

    assert ran.out == (
        "                     chess       first\n"
        "n                    N (knight)  NW (marquis)\n"
        "promotionPieceTypes  nbrq        brq\n"
        "Lines of 2 moves from the start: 400 in both.\n"
    )
    assert (ran.status, two.status) == (1, 1)
    assert two.out.splitlines()[1:2] == ["castling  true   false"]


def test_v5_perft_tells_what_a_table_does_not(
    variants: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V5: the numbers are those of the engine: 20 x 20 of chess; null without pyffish, which is
    never needed.
    """
    variants.write_text(
        "[mine:chess]\ncastling = true\n[wide:chess]\nrook = -\ncustomPiece1 = r:J\n", "utf-8"
    )
    same = json.loads(wazir("compare", "chess", f"{variants}:mine", "--format", "json").out)
    wide = json.loads(wazir("compare", f"{variants}:wide", "chess", "--format", "json").out)
    monkeypatch.setattr("wazir.engines.library.find_spec", lambda _name: None)
    without = json.loads(wazir("compare", "chess", f"{variants}:mine", "--format", "json").out)

    assert same == {
        "a": "chess",
        "b": "mine",
        "same": True,
        "pieces": [],
        "rules": [],
        "perft": {"depth": 2, "a": 400, "b": 400},
    }
    assert wide["perft"]["a"] > wide["perft"]["b"] == 400
    assert [each["key"] for each in wide["pieces"]] == ["r"]
    assert (without["perft"], without["same"]) == (None, True)


def test_v5_a_file_that_crashes_the_engine_is_compared_without_it(variants: Path) -> None:
    """V5: the engine runs in a process of its own, and not at all on a file with an error."""
    variants.write_text("[mine:chess]\nflagRegion = aa *x\n", "utf-8")

    assert (
        json.loads(wazir("compare", "chess", f"{variants}:mine", "--format", "json").out)["perft"]
        is None
    )


def test_v5_files_are_compared_name_by_name(variants: Path, tmp_path: Path) -> None:
    """V5: what only one file has is told."""
    other = tmp_path / "new" / "variants.ini"
    other.parent.mkdir()
    other.write_text(FILE.replace("false", "true").replace("second", "third"), "utf-8")
    ran = wazir("compare", variants, other)

    assert "castling  false  true\n" in ran.out
    assert ran.out.endswith("second: only A defines it.\n\nthird: only B defines it.\n")
    assert wazir("compare", variants, other, "--name", "third").err.endswith(
        "has no variant `third`.\n"
    )


def test_v6_rules_are_told_in_words(variants: Path) -> None:
    """V6: a variant of the file, or all of them, with the board."""
    variants.write_text(
        "[first:chess]\nbishop = -\narchbishop = b\n\n[second:first]\ncastling = false\n", "utf-8"
    )
    second, both = wazir("variant", variants, "second"), wazir("variant", variants)

    assert second.out.startswith("Second is a variant of first.\n\n8 r n b q k b n r\n")
    assert second.out.endswith("\nMoves\nThere is no castling.\n\nAll else is as in first.\n")
    assert (
        "- Archbishop (B): Slides any distance diagonally like a bishop or leaps (1,2) like a "
        "knight.\n"
    ) in both.out
    assert both.out.endswith(second.out)


def test_v6_a_page_has_the_variants_of_a_file_with_pictures(variants: Path, tmp_path: Path) -> None:
    """V6: the position of each, and its pieces; names are text."""
    variants.write_text(
        "[a<b:chess]\nbishop = -\narchbishop = b\n\n[second:chess]\ncastling = false\n", "utf-8"
    )
    page = tmp_path / "rules.html"
    ran = wazir("page", variants, "--output", page)
    html = page.read_text("utf-8")

    assert ran.status == 0
    assert html.count('class="set-up"') == 2
    assert '<img class="on-light" src="data:image/svg+xml' in html
    assert "A&lt;b is a variant of chess" in html
    assert "<h2" in html
    assert "There is no castling." in html


def test_v17_wins_are_facts_of_the_start(tmp_path: Path) -> None:
    """V17: the wins in one and two moves that pyffish finds, in text only."""
    pytest.importorskip("pyffish", reason="pyffish is not installed")
    path = tmp_path / "variants.ini"
    path.write_text("[mine:chess]\nstartFen = 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n", "utf-8")

    told = " ".join(wazir("variant", path, "--wins").out.split())
    refused = wazir("variant", path, "--wins", "--json")

    assert "White can win in one move: Ra8#. Black cannot win in one or two moves." in told
    assert told.index("At the start") < told.index("White can win") < told.index("All else is")
    assert (refused.status, "for the rules in words" in refused.err) == (2, True)


def test_v17_wins_are_on_the_page_of_a_variant(tmp_path: Path) -> None:
    """V17: beside the other facts, of one variant or of a file, but not of a text in Markdown."""
    pytest.importorskip("pyffish", reason="pyffish is not installed")
    path, text = tmp_path / "variants.ini", tmp_path / "RULES.md"
    path.write_text("[mine:chess]\nstartFen = 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n", "utf-8")
    text.write_text("# Rules\n", "utf-8")

    one, every = (wazir("page", name, "--wins") for name in (f"{path}:mine", path))
    refused = wazir("page", text, "--wins")

    for page in (one.out, every.out):
        assert "<li>White can win in one move: Ra8#.</li>" in page
        assert "<li>Black cannot win in one or two moves.</li>" in page
    assert "White can win" not in wazir("page", path).out
    assert (refused.status, "is for a file of variants" in refused.err) == (2, True)


def test_v17_wins_need_the_engine(tmp_path: Path) -> None:
    """V17: a variant that the engine does not load is a usage error with its reason."""
    pytest.importorskip("pyffish", reason="pyffish is not installed")
    path = tmp_path / "variants.ini"
    path.write_text("[mine:nothing]\n", "utf-8")

    ran = wazir("variant", path, "--wins")

    assert ran.status == 2
    assert "The engine does not load `mine`." in ran.err
