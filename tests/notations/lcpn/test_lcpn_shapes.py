"""Definitions of one shape have the diagnostics, needs and facts that each has when it is read by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir import notations
from wazir.document import Document
from wazir.notations.lcpn import shapes

LCPN = notations.by_name("lcpn")
NAMES = ("gnu", "bird", "great-gnu", "runner", "wazir", "king", "move", "taking", "forward", "or", "then", "n", "cond")
"""Plain names, and words of the notation that may be defined too."""
BODIES = {
    "lisp": (
        *("{}", "(/ {} {})", "(=> {} ({} :outward))", "(-> {} {})", "({} :forward)", "({} :{})", "({} {})", "({} :2)"),
        *("(& {} {})", "(& move capture)", "(/ (move {}) (capture {}))", "(1 2)", "({} :1 :3)", "({} 2)", "(or {} {})"),
        *("(/ {} {}", "(promote-to {})", "(=> {} (promote-to {}))", "({} ::{})", '(if "x" {} {})'),
    ),
    "c": (
        *("{}", "{} / {}", "{} => {}:outward", "{} -> {}", "{}:forward", "{}:{}", "{}({})", "{}:2", "{} & {}"),
        *("move & capture", "move({}) / {}", "[1, 2]", "{}:1:3", "{}(2)", "{} {}", "{} => promote_to({})", "{} /"),
    ),
    "sql": (
        *("{}", "{} OR {}", "{} AND_THEN {}:outward", "{} THEN {}", "{}:forward", "{}:{}", "{} {}", "{}({})", "{}:2"),
        *("move AND capture", "moving {} OR capturing {}", "[1, 2]", "{} OR", "{} or {}", "{} AND_THEN promote_to({})"),
    ),
}
LINES = {"lisp": "(def {} {})\n", "c": "{} := {}\n", "sql": "{} IS {}\n"}


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Definitions with few bodies and few names, so that many are alike."""
    style = draw(st.sampled_from(sorted(BODIES)))
    name = st.sampled_from([name.replace("-", "-" if style == "lisp" else "_") for name in NAMES])
    few = draw(st.lists(st.sampled_from(BODIES[style]), min_size=1, max_size=4))
    lines = []
    for _ in range(draw(st.integers(2, 12))):
        body = draw(st.sampled_from(few))
        lines.append(LINES[style].format(draw(name), body.format(draw(name), draw(name))))
    return "".join(lines)


def results(text: str) -> list[object]:
    """The diagnostics of a text, and the needs and facts of its names."""
    document = Document.open(LCPN, text)
    scope = document.scope
    return [*document.diagnostics(), *[(name, scope.needs(name), scope.facts(name)) for name in document.names()]]


@given(texts())
def test_shapes_give_the_results_of_reading(text: str) -> None:
    """Also where words of the notation are defined."""
    found = results(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shapes, "shape_of", lambda _text, _style: None)
        read = results(text)

    assert found == read
