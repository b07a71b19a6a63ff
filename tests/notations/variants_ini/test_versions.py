"""The versions of the engine: what each knows, by the sources of its releases (V13), and its fork
(V14).
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.meaning import built_in_names
from wazir.notations.engine_files.variants_ini.programs import ENGINES, RELEASES, lives
from wazir.notations.engine_files.variants_ini.reading import REMOVED
from wazir.notations.engine_files.variants_ini.vocabulary import keys
from wazir.notations.notation import Context
from wazir.settings.files import read

VARIANTS = by_name("fairy-variants")
ROWS = (Path(__file__).parent / "releases.jsonl").read_text("utf-8").splitlines()
"""The names that are not in the sources of a release, although those of another version have
them.
"""


@pytest.mark.parametrize("row", [*map(json.loads, ROWS)], ids=lambda row: row["version"])
def test_each_release_reads_what_its_sources_have(row: dict[str, Any]) -> None:
    """V13: all keys, those that are gone, and the built-in variants."""
    engine = ENGINES[f"fairy-stockfish {row['version']}"]
    known = [key for key in (*keys(), *REMOVED) if not key.startswith("customPiece")]

    assert sorted(key for key in known if not engine.reads("key", key)) == row["unknown keys"]
    assert (
        sorted(name for name in built_in_names() if not engine.reads("variant", name))
        == row["unknown variants"]
    )


def test_names_with_dates_exist() -> None:
    """V13: each name is a key, a value of one, or a built-in variant, and each removed key has its
    last day.
    """
    known = {("key", key) for key in (*keys(), *REMOVED)} | {
        ("variant", name) for name in built_in_names()
    }
    known |= {("value", f"{key.name} {value}") for key in keys().values() for value in key.values}
    known.add(("value", "countingRule cambodian"))

    assert set(lives()) <= known
    assert {name for (_, name), life in lives().items() if life.until} == set(REMOVED)
    assert [row["version"] for row in map(json.loads, ROWS)] == list(RELEASES)


def codes(text: str, **context: Any) -> list[str]:
    """The codes of the diagnostics of a text, without hints about what is not used."""
    document = Document.open(VARIANTS, text, replace(Context(), **context))
    return [
        diagnostic.code.id
        for diagnostic in document.diagnostics()
        if diagnostic.code.id != "unused-piece"
    ]


def test_the_comment_goes_before_the_setting_and_after_an_option() -> None:
    """V13: the engine of the command line, of the file and of the project, in this order."""
    text = "[mine:chess]\nwallingRule = static\n"
    old = f"# wazir: engine fairy-stockfish 14\n{text}"
    new = f"# wazir: engine fairy-stockfish\n{text}"

    assert codes(text) == codes(new, engine="fairy-stockfish 14") == []
    assert codes(old) == codes(text, engine="fairy-stockfish 14") == ["newer-than-engine"]
    assert codes(old, engine="fairy-stockfish", fixed=frozenset({"engine"})) == []
    assert codes(f"# wazir: engine stockfish 14\n{text}", engine="fairy-stockfish 14") == [
        *("unknown-engine", "newer-than-engine"),
    ]


def test_other_keys_are_silenced_by_name() -> None:
    """V14: `extra-keys` of the project, in the table of some files too."""
    text = "[mine:chess]\ncastlingLimit = 3\ncastlingLimits = 3\nkingType = k\n"
    settings = read('extra-keys = ["castlingLimit", "kingType"]\n').settings

    assert settings.extra_keys == ("castlingLimit", "kingType")
    assert codes(text, extra_keys=settings.extra_keys) == ["unknown-key"]
    assert codes(text) == ["unknown-key"] * 3


def test_completion_offers_what_the_engine_reads() -> None:
    """V13: keys that came later are not offered."""

    def offered(engine: str) -> set[str]:
        text = f"# wazir: engine {engine}\n[mine:chess]\n\n"
        document = Document.open(VARIANTS, text)
        chunk = [*document.chunks()][-1]
        return {
            item.label for item in document.analysis(chunk).complete(len(chunk.chunk.text) - 1)[1]
        }

    new, old = offered("fairy-stockfish"), offered("fairy-stockfish 13")

    assert {"wallingRule", "customPiece1", "enclosingDrop"} <= new
    assert old < new
    assert {"wallingRule", "customPiece1", "enclosingDrop"} & old == {"enclosingDrop"}
