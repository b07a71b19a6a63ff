"""A short run of random messages; `fuzz.py` runs as many as one likes."""

from __future__ import annotations

import logging

import pytest

from lsp.fuzz import fuzz, fuzz_process
from wazir import system


@pytest.mark.parametrize("seed", [1, 2])
def test_random_messages(
    seed: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever comes before it, a sound request is answered."""
    monkeypatch.setattr(system, "HAS_PROCESSES", False)
    caplog.set_level(logging.CRITICAL)

    assert [*fuzz(1_000, seed)] == [1_000]


def test_random_messages_over_stdio() -> None:
    """So it is by a server in a process of its own."""
    assert [*fuzz_process(500, 3)][-1] == 500
