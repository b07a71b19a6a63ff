"""The built-in variants are written from the answers of the program and from documented rules."""

from __future__ import annotations

import tomllib

import pyffish

from wazir_dev.variants import pychess
from wazir_dev.variants.asking import kept
from wazir_dev.variants.writing import BUILT_IN, rules, sources, text


def test_the_file_is_what_is_written_now() -> None:
    """`python -m wazir_dev variants` would change nothing."""
    assert BUILT_IN.read_text("utf-8") == text()


def test_what_pychess_refuses_is_what_is_written_now() -> None:
    """`python -m wazir_dev variants` would change nothing, and each fact names its source."""
    sources = tomllib.loads(pychess.SOURCES.read_text("utf-8"))

    assert pychess.PYCHESS.read_text("utf-8") == pychess.text()
    assert all(row["source"] and row["names"] for row in sources["variants"])
    assert {row["when"] for row in sources["refused"]} == {"on", "not off"}


def test_the_answers_are_those_of_the_engine() -> None:
    """The kept answers have the start, the hands and the boards that pyffish tells now."""
    answers = kept()

    assert set(answers) <= set(pyffish.variants())
    assert [
        name
        for name, answer in answers.items()
        if (answer.start, answer.captures_to_hand, answer.two_boards)
        != (
            pyffish.start_fen(name),
            pyffish.captures_to_hand(name),
            pyffish.two_boards(name),
        )
    ] == []


def test_every_variant_has_a_source() -> None:
    """An address describes each variant, and each rule is one of known variants."""
    named = {name for rule in rules() for name in rule.variants}

    assert set(sources()) == set(kept())
    assert named <= set(kept())
    assert all(address.startswith("https://") for address in sources().values())
