"""Comments are kept, in order, and stay with what they comment (L18, L19)."""

from __future__ import annotations

import re

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from lcpn_generated import Known, expressions
from test_lcpn_writing import defined, definitions, every_style, is_good

from long import examples
from wazir.notations.lcpn.layout import formatted, rewritten
from wazir.notations.lcpn.names import read
from wazir.notations.lcpn.tree import STYLES

KNOWN = Known()
SIGNS = {"lisp": (";", ";;"), "elisp": (";", ";;;"), "c": ("#", "//"), "sql": ("#", "--")}
MARK = re.compile(r"remark \d+")


@st.composite
def commented(draw: st.DrawFn, style: str) -> tuple[str, str]:
    """A definition, and the same with comments between its words."""
    plain = formatted(defined(draw(expressions), style), style, KNOWN)
    places = [token.start for token in read(plain, style, KNOWN).tree.tokens] + [len(plain)]
    chosen = sorted(draw(st.lists(st.sampled_from(places), min_size=1, max_size=4)))
    text, last = "", 0
    for number, place in enumerate(chosen):
        sign = draw(st.sampled_from(SIGNS[style]))
        ways = [f"\n{sign} remark {number}\n", f" {sign} remark {number}\n"]
        if style == "c":
            ways += [f"/* remark {number} */ ", f"\n/* remark {number}\n   goes on */\n"]
        text += plain[last:place] + draw(st.sampled_from(ways))
        last = place
    return plain, text + plain[last:]


@every_style
@settings(examples(80), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_l18_no_comment_is_lost_wherever_it_stands(style: str, data: st.DataObject) -> None:
    plain, text = data.draw(commented(style))
    before = read(text, style, KNOWN)
    assume(is_good(before) and definitions(before) == definitions(read(plain, style, KNOWN)))
    for target in STYLES:
        written = rewritten(text, style, target, KNOWN)
        assert written is not None, target
        assert MARK.findall(written) == MARK.findall(text)
        assert definitions(read(written, target, KNOWN)) == definitions(before)
        assert rewritten(written, target, target, KNOWN) == written
