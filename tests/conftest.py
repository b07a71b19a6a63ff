"""The collector of garbage passes over the tests themselves and all that they import, which stay to the end.

A server that is made in a test lets it look at everything once, which takes a second here. It comes more seldom than
usual, which takes an eighth from the time of all tests.
"""

from __future__ import annotations

import gc

import pytest

gc.disable()
gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.unfreeze = lambda: None
    gc.enable()
