"""What differs is told, and what does nothing is found (V15, V16)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from children import parent, settings, view_of

from harness import none_wrong
from long import LONG, some
from wazir.notations.engine_files.variants_ini.effects import differences
from wazir.notations.engine_files.variants_ini.meaning import built_in_names
from wazir.notations.engine_files.variants_ini.prose import compared

CHILDREN = 200
"""The children that are tried of all keys, values and parents; ten times as many in a long run."""


def children() -> list[tuple[str, str, str]]:
    """Parents, each with a rule that a child changes, and its value."""
    everything = [(name, *setting) for name in built_in_names() for setting in settings()]
    return random.Random(49).sample(everything, CHILDREN * 10 if LONG else CHILDREN)


def untold(name: str, key: str, value: str) -> str:
    """The rules of a child of a variant that differ and are not told; empty if there are none."""
    view = view_of(f"[child:{name}]\n{key} = {value}\n")
    rules = compared(view, parent(name)).untold
    return f"{name}: {key} = {value}: {', '.join(rules)}" if rules else ""


def test_v15_each_rule_that_differs_is_told() -> None:
    """V15: whatever a child sets in whatever variant, a rule that a game meets in another state has
    a sentence.
    """
    none_wrong(filter(None, (untold(*child) for child in children())))


def test_v15_chess_with_each_setting() -> None:
    """V15: each setting of each rule on top of chess is told, if a game can meet it."""
    tried = some(list(settings()), step=3)

    none_wrong(filter(None, (untold("chess", *setting) for setting in tried)))


TURNED_OFF = (Path(__file__).parent / "turned_off.txt").read_text("utf-8").split("\n\n")
"""A variant with a rule, the line of a child that turns it off, and what is told then."""


@pytest.mark.parametrize("example", TURNED_OFF, ids=lambda example: example.split("\n")[0])
def test_v15_a_rule_that_a_child_turns_off_is_told(example: str) -> None:
    """V15: a sentence says that the rule does not hold any more."""
    first, second, *expected = example.strip().split("\n")
    base, _, lines = first.partition(": ")
    above = f"[p:{base}]\n" + lines.replace("; ", "\n") + "\n"
    told = compared(view_of(f"{above}[q:p]\n{second}\n"), view_of(above))

    assert [each.text for each in (*told.new, *told.ended)] == expected
    assert told.untold == ()


def test_v15_a_rule_that_no_game_meets_makes_no_difference() -> None:
    """V15: rules whose condition does not hold are no differences from chess."""
    text = (
        "[a:chess]\ndropPromoted = true\nextinctionPieceTypes = q\nfirstRankPawnDrops = "
        "true\npieceDrops = true\n"
    )

    assert list(differences(view_of(text), parent("chess"))) == []
