"""Random texts in Betza's notation: mostly sensible, with every kind of mess that a file can
hold.
"""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"
CORPUS = tuple(
    dict.fromkeys(
        json.loads(line)["betza"]
        for line in (DATA / "corpus_betza.jsonl").read_text("utf-8").splitlines()
        if line
    )
)
"""The strings that people have written."""

LETTERS = "fblrvshmcdpgtuoinjzqexya" * 2 + "WFDNAHGLCJZKRBQUOIXY" * 2 + "0123456789-?()[],"
MESS = LETTERS + " \t=:#;%\"'<&`*!éß名😀\u0301\u00a0\ufeff\u2028\x0b\x0c\x00\ud800"

moves = st.one_of(
    st.sampled_from(CORPUS),
    st.lists(
        st.builds(
            "{}{}{}".format,
            st.text("fblrvshmcpginja", max_size=3),
            st.sampled_from("WFDNAHGLCJZKRBQ"),
            st.sampled_from(["", "", "", "2", "3", "0", "02", "-fW", "-K", "-mcR"]),
        ),
        min_size=1,
        max_size=4,
    ).map("".join),
    st.text(LETTERS, max_size=12),
)
"""The moves of a piece."""

names = st.sampled_from(
    ["a", "king", "white pawn", "名", "x-y", "naïve 😀", "b2", "long long long name"]
)
_blanks = st.sampled_from(["", " ", "  ", "\t", " \t "])
_comments = st.sampled_from(["", "", "# note", ";two = 2", "#", "# %board 8x8"])

lines = st.one_of(
    st.builds(
        "{}{}{}{}{}{}{}".format,
        names,
        _blanks,
        st.sampled_from("=:"),
        _blanks,
        moves,
        _blanks,
        _comments,
    ),
    st.builds("{}{}{}".format, moves, _blanks, _comments),
    st.builds(
        "{}{}{}{}".format, st.sampled_from([" ", "  ", "\t", "      "]), moves, _blanks, _comments
    ),
    st.builds("{}{}".format, _blanks, _comments),
    st.sampled_from(
        [
            "%dialect original",
            "%dialect  extended ",
            "%dialect xbetza # x",
            "%board 10x8",
            "%board 0x0",
            "%x",
        ]
    ),
    st.text(MESS, max_size=10),
)
"""The lines of a file."""

files = st.builds(
    lambda parts, end: "".join(parts) + end,
    st.lists(
        st.builds("{}{}".format, lines, st.sampled_from(["\n", "\n", "\n", "\n\n", "\r\n", "\r"])),
        max_size=8,
    ),
    lines,
)
"""Whole files, with line ends of every kind."""
