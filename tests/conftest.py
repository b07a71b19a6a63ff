"""The collector of garbage passes over the tests themselves and all that they import, which stay to the end.

A server that is made in a test lets it look at everything once, which takes a second here. It comes more seldom than
usual, which takes an eighth from the time of all tests.
"""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
SLOW = (
    "editors",
    "site",
    "strength",
    "lsp/test_lsp_fuzz.py",
    "lsp/test_lsp_safety.py",
    "lsp/test_lsp_server.py",
    "document/test_edits_in_server.py",
)
"""Folders and files whose tests `make check` leaves out: they start programs, or take more than a second each.

Single tests are marked with `pytest.mark.slow`.
"""

gc.disable()
gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests."""
    slow = [FOLDER / name for name in SLOW]
    for item in items:
        if any(item.path.is_relative_to(path) for path in slow):
            item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.unfreeze = lambda: None
    gc.enable()
