"""Searches among spans give what a look at each of them gives."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wazir.features.definitions import SpanSet, touches
from wazir.text import Span

spans = st.builds(
    lambda start, length: Span(start, start + length), st.integers(0, 12), st.integers(0, 5)
)


@given(st.lists(spans, max_size=6), spans)
def test_a_set_of_spans_is_searched_as_each_of_them(each: list[Span], span: Span) -> None:
    """Spans overlap, border on each other, and may be empty."""
    known = SpanSet(each)
    assert known.contain(span) == any(other.contains_range(span) for other in each)
    assert known.touch(span) == any(touches(span, other) for other in each)
    around = [other for other in each if other.start < span.start < other.end]
    first = known.first_around(span.start)
    assert (first and first.start) == min((other.start for other in around), default=None)
