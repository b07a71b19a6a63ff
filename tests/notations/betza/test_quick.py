"""The pattern that proves definitions good is held to the answers of the reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from long import examples
from texts import CORPUS
from wazir.notations.base import Context
from wazir.notations.betza.definition import Chunk
from wazir.notations.betza.dialects import DIALECTS
from wazir.notations.betza.syntax import LONGEST_PATH, provably_clean

DATA = Path(__file__).parents[2] / "data"
CONTEXTS = st.sampled_from([Context(dialect=dialect) for dialect in (None, *DIALECTS)])
MODIFIERS = st.text(st.sampled_from("fblrvsmcfblrvsmchadinjpgxeut"), max_size=4)
ATOMS = st.sampled_from("WFDNAHGLCJZKRBQ") | st.sampled_from(["WW", "NN", "FX", "U", "(1,2)", "W W"])
RANGES = st.sampled_from(["", "", "", "3", "0", "03", "00", "12", " 3", "3 0", "99999"])
JOINTS = st.sampled_from(["", "", "-", " ", "\n  ", " # note\n  ", "?", "\r"])
LEGS = st.builds(lambda *parts: "".join(parts), MODIFIERS, ATOMS, RANGES, JOINTS)
NAMES = st.sampled_from(["", "", "name = ", "a b: ", "# head\n", "%board 8x8\n", "  "])
TEXTS = st.builds(lambda name, legs: name + "".join(legs), NAMES, st.lists(LEGS, min_size=1, max_size=4))


@examples(1500)
@given(TEXTS, CONTEXTS)
def test_what_is_proved_has_no_findings(text: str, context: Context) -> None:
    """A definition that the pattern matches has no diagnostics when it is read."""
    if provably_clean(text, context):
        assert Chunk(text, context).diagnostics == ()


@pytest.mark.parametrize("dialect", [None, "xbetza"])
def test_most_good_strings_are_proved(dialect: str | None) -> None:
    """Of the strings of the corpus without findings at least three quarters are proved so: else it is not worth it."""
    context = Context(dialect=dialect)
    good = [text for text in CORPUS if not Chunk(text, context).diagnostics]

    proved = [text for text in good if provably_clean(text, context)]

    assert len(proved) >= 0.75 * len(good) > 0


def test_a_long_chain_is_told() -> None:
    """A chain has a maximum number of legs (M10), also on the fast path."""
    context = Context(dialect="extended")
    longest = "-".join("W" * LONGEST_PATH)

    assert provably_clean(longest, context)
    assert not Chunk(longest, context).diagnostics
    assert not provably_clean(f"{longest}-W", context)
    assert [one.code.id for one in Chunk(f"{longest}-W", context).diagnostics] == ["too-long"]


def test_a_profile_is_never_proved() -> None:
    """What an engine reads otherwise is not known to the pattern (B23)."""
    assert not provably_clean("W", Context(profile="fairy-stockfish"))
    assert provably_clean("W", Context())
