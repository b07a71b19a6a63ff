"""What the `check` of Fairy-Stockfish prints, and what is found here, are the same (F1 to F18)."""

from __future__ import annotations

from engine_check import found_here, printed

from harness import none_wrong, rows
from wazir.document import Document
from wazir.notations import by_name

VARIANTS = by_name("fairy-variants")
ENGINE, *CHECKED = rows("engine_files/checked")


def test_f18_each_complaint_of_the_engine_is_found_at_its_line_and_no_other() -> None:
    """F18: sections made by chance; where `check` crashes, its complaints so far are found."""
    wrong = []
    for row in CHECKED:
        document = Document.open(VARIANTS, row["text"])
        wanted, (complaints, silent) = printed(document, row["says"]), found_here(document)
        missed, untrue = (
            wanted - complaints - silent,
            complaints - wanted if row["ends"] == "well" else set(),
        )
        if missed or untrue:
            wrong.append(f"missed {sorted(missed)}, not true {sorted(untrue)} in {row}")

    none_wrong(wrong)


def test_f9_f16_what_crashes_the_engine_is_said_to() -> None:
    """F9, F16: `check` crashes on a section if and only if a diagnostic says so."""
    wrong = [row for row in CHECKED if (row["ends"] == "crashes") != _is_said_to_crash(row["text"])]

    none_wrong(wrong)


def _is_said_to_crash(text: str) -> bool:
    return any(
        "crashes" in diagnostic.message
        for diagnostic in Document.open(VARIANTS, text).diagnostics()
    )
