"""Random texts in Bensahas notation: mostly sensible, with every kind of mess that a file can
hold.
"""

from __future__ import annotations

from hypothesis import strategies as st

_distances = st.sampled_from(["1", "2", "n", "3", "0", "x", "", "12345678901234567890"])
_sums = st.sampled_from(["1", "15", "144", "255", "/4", "/2", "300", "/9", "n", ""])
_conditions = st.recursive(
    st.sampled_from(
        [
            "[n, 5]",
            "[1, 1][2, 2]",
            "exist(1, 16, @T: @M = relative, -1)",
            "foggy",
            "5",
            "[pos_x(self), n]",
        ]
    ),
    lambda inner: st.one_of(
        st.builds("not({})".format, inner),
        st.builds("not/{}".format, inner),
        st.builds("and({}, {})".format, inner, inner),
        st.builds("or({}, {}".format, inner, inner),
    ),
    max_leaves=4,
)
_settings = st.one_of(
    st.sampled_from(
        [
            "",
            "",
            ": @M = moved, 1",
            ": @M = moved, 2",
            ": @T = E<Pawn",
            ": @T = Long Leaper",
            ": @P = [n, 8]",
        ]
    ),
    st.builds(": @B = {}".format, _conditions),
    st.sampled_from(
        [
            ": @Q = 1",
            ": @M",
            "@T = King",
            ": @T = King, @M = moved, 1",
            ", @T = X",
            ": ",
            "; 1, 2",
            "; 2, 2",
        ]
    ),
)
_plain = st.builds(
    "{}({}, {}{})".format,
    st.sampled_from(["", "m", "c", "igui", "m/c", "foo", "immobilize"]),
    _distances,
    _sums,
    _settings,
)
_named = st.sampled_from(
    [
        "c/cannon(n, 15; n, FE, 1, -1, screen)",
        "cannon(n, 255; 0, E, n, n)",
        "m/cannon(0, 1; 1, F, 2, 1, landing)",
        "c/near(n, 255; 1, /4, n: @T = Withdrawer)",
        "igui(@P = [pos_x(self), pos_y(F<King)], @T = Coordinator)",
        "+ n, 2)",
        "flip(condition = [n, 8], promotes_to = (n, 255)! (n, 15)! ~ Q",
        "flip(condition = exist(1, 2, King), promotes_to = Queen, Rook)",
        "hello world",
    ]
)
_ends = st.sampled_from(
    ["!", "!", "!\n", "\n", "! # note\n", "", "!!\n", " // (\n    ", ")!\n", "\r\n", "!\n\n\n"]
)
statements = st.lists(st.builds("{}{}".format, st.one_of(_plain, _named), _ends), max_size=5).map(
    "".join
)
"""Statements, most of them sensible."""

pieces = st.builds(
    "{}{}{}".format,
    st.sampled_from(
        [
            "Chess:Rook {\n",
            ":A {",
            "Long  Leaper\n{\n",
            "# top\n:B { // x\n",
            "",
            "Chess:\n{",
            "Chess:Rook",
        ]
    ),
    statements,
    st.sampled_from(["}\n", "}", "", "\n\n", "} x\n", "}\n# end\n"]),
)
MESS = "mcn(){}[]!@#/=;:,+~< \t\n\r129é名😀\u00a0\ufeff\x00\ud800'\"flip"
texts = st.one_of(st.lists(pieces, max_size=3).map("".join), st.text(MESS, max_size=60))
"""Whole files."""
