"""The bars for the size and simplicity of the server that are cheap to measure."""

from __future__ import annotations

import pytest

from bars import Row, cheap_rows


@pytest.mark.parametrize("row", list(cheap_rows()), ids=lambda row: row.measure)
def test_a_measure_is_within_its_limit(row: Row) -> None:
    """The limits are in `tests/bars.py`."""
    assert row.is_within_limit, f"{row.measure}: {row.value:,}, the limit is {row.limit:,}"
