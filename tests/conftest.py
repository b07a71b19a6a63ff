"""The collector of garbage passes over the tests themselves and all that they import, which stay to the end.

A server that is made in a test lets it look at everything once, which takes a second here.
"""

from __future__ import annotations

import gc

import pytest

gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.unfreeze = lambda: None
    gc.enable()
