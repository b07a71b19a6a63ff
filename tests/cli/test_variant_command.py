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
    ROOT / "server" / "wazir" / "notations" / "variants_ini" / "built_in.ini",
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
    found = json.loads(wazir("variant", path, "--json").out)

    assert len(found) > 2
    none_wrong([error.message for error in Draft202012Validator(SCHEMA).iter_errors(found)])
    broken = [{**found[0], "more": 1}]
    assert not Draft202012Validator(SCHEMA).is_valid(broken)


def test_v1_one_variant_is_an_object_with_its_diagnostics(variants: Path) -> None:
    """V1, V4: the diagnostics are those of the section."""
    ran = wazir("variant", variants, "second", "--json")
    found = json.loads(ran.out)

    assert (found["name"], found["parent"], found["lineage"]) == ("second", "first", ["second", "first", "chess"])
    assert {diagnostic["code"] for diagnostic in found["diagnostics"]} >= {"inherited-fen"}
    assert ran.out == wazir("variant", variants, "second", "--format", "json").out
    assert (ran.status, wazir("variant", variants, "first").status) == (0, 0)


def test_a_variant_with_an_error_has_the_status_of_an_error() -> None:
    """As for all commands."""
    ran = wazir("variant", "-", "--json", stdin="[mine:chess]\ncastle = true\n")

    assert ran.status == 1
    assert [diagnostic["code"] for diagnostic in json.loads(ran.out)["diagnostics"]] == ["unknown-key"]


def test_built_in_variants_have_names(variants: Path) -> None:
    """Alone, and beside a file."""
    alone, beside = wazir("variant", "atomic", "--json"), wazir("variant", variants, "atomic", "--json")

    assert alone.out == beside.out
    assert json.loads(alone.out)["rules"]["blastOnCapture"]["value"] is True
    assert json.loads(alone.out)["diagnostics"] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("atomik",), "wazir: There is no file and no built-in variant `atomik`. Did you mean `atomic`?\n"),
        (("VARIANTS", "frist"), "has no variant `frist`. Did you mean `first`?\n"),
        (("samples/betza/orthodox.betza",), "wazir: `samples/betza/orthodox.betza` has no variants.\n"),
        (("nowhere.ini",), "wazir: No such file or folder: `nowhere.ini`.\n"),
    ],
)
def test_what_does_not_exist_is_told(variants: Path, arguments: tuple[str, ...], message: str) -> None:
    """With the name that may be meant."""
    ran = wazir("variant", *(str(variants) if word == "VARIANTS" else word for word in arguments))

    assert ran.status == 2
    assert ran.err.endswith(message)
