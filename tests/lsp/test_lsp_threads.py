"""A short run of requests while edits stream in; `threads.py` runs as many as one likes."""

from __future__ import annotations

import pytest

from long import LONG
from lsp.threads import play

STEPS = 60 if LONG else 25
"""Times that a document is edited or something is requested."""


@pytest.mark.parametrize(("seed", "hasty"), [(1, False), (2, True)])
def test_requests_while_edits_stream_in(seed: int, hasty: bool) -> None:
    """No request fails, and in the end the server answers as one that has opened the texts."""
    assert play(seed, steps=STEPS, hasty=hasty) > STEPS
