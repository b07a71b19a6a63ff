"""Pieces written in other notations: what can be said is written, and read again it is the same
(M17, Q14 to Q17).
"""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from test_questions import asked

from harness import none_wrong, rows
from long import examples, some
from texts import CORPUS

ROWS = rows("questions_write_dev")
TARGETS = sorted({(row["to"], row.get("to_style", "")) for row in ROWS})


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: "-".join(filter(None, target)))
def test_what_can_be_said_is_written(target: tuple[str, str]) -> None:
    """M17, Q14: a text for every piece that the second implementation found one for."""
    asked_for = some([row for row in ROWS if (row["to"], row.get("to_style", "")) == target], 12)
    answers = [(row, asked(row)) for row in asked_for if row["expect"]["express"] == "yes"]

    assert answers
    none_wrong(
        f"{row['source']}: {answered} for {row['expect'].get('witness')}"
        for row, answered in answers
        if "source" not in answered
    )


@pytest.mark.parametrize(
    ("source", "to", "style", "text"),
    [
        ("R", "lcpn", "lisp", "rook"),
        ("K", "lcpn", "c", "king"),
        ("mR", "lcpn", "sql", "move(rook)"),
        ("fmWfcF", "lcpn", "lisp", "(/ (move (wazir :forward)) (capture (ferz :forward)))"),
        ("R4", "lcpn", "elisp", "(wazir :4)"),
        ("N", "bensahas", "", "(1, 255; 1, 2)!"),
        ("fmWfcF", "bensahas", "", "m(1, 1)!\nc(1, 144)!"),
        ("Q", "bensahas", "", "(n, 255)!"),
        ("mRcpR", "betza", "original", "mRcpR"),
        ("D", "bensahas", "", "(1, 15; 0, 2)!"),
        ("pafR", "betza", "original", "pR"),
        ("pafR", "lcpn", "lisp", "(cannon rook)"),
        ("pafR", "bensahas", "", "cannon(n, 15; 0, FE, 1, n, landing)!"),
        ("gR", "betza", "extended", "pR-W"),
        ("gW3", "betza", "extended", "pW2-W"),
        ("pR", "betza", "extended", "pR-R"),
        ("macpR", "betza", "extended", "R-fspR-cR"),
        ("GIL", "lcpn", "sql", "::imitator tripper OR camel"),
        ("nN", "lcpn", "lisp", "(=> wazir ferz)"),
        ("nC", "lcpn", "lisp", "(=> wazir wazir ferz)"),
        ("[fW-fF]", "lcpn", "c", "wazir:forward => ferz"),
        ("FyafsF", "lcpn", "lisp", "(/ ferz (=> ferz rook))"),
        ("cabW", "lcpn", "lisp", "(igui wazir)"),
        ("cabW", "bensahas", "", "igui(1, 15)!"),
        ("[cK-bK]", "lcpn", "c", "igui(king)"),
        ("jD", "lcpn", "lisp", "(grasshopper (wazir :2))"),
        ("jG", "lcpn", "lisp", "(cannon (ferz :3 :3))"),
        ("jD", "bensahas", "", "cannon(0, 15; 0, FE, 1, 1, landing)!"),
        ("WanA", "betza", "extended", "W(A-fsnA)"),
        ("[W-(1,4)]", "betza", "extended", "W-(1,4)"),
        ("gafW", "betza", "extended", "pW-R"),
        ("[aicF-W]", "betza", "extended", "aicF-W"),
        ("[ificF-W]", "betza", "extended", "ificF-W"),
        ("[iaicF-tcpW-icdR]", "betza", "extended", "iicF-cptW-icdR"),
        ("[fcptW-dW][W-cdR]", "betza", "extended", "(fcptW-dW)(W-cdR)"),
        ("cR4N[fW-fsF]", "betza", "extended", "cW4N(fW-F)"),
        ("vsicR(1,4)", "betza", "extended", "aicR(1,4)"),
        ("[pW-W2][pW02-W]", "lcpn", "lisp", "(cannon (wazir :3))"),
        ("[W-cW-bW]", "lcpn", "lisp", "(=> wazir (igui wazir))"),
        ("[W-cW-bW]", "bensahas", "", "m(1, 15) igui(1, /0)!"),
        ("F[mcpF-R]", "lcpn", "c", "ferz -> rook"),
        ("jR", "lcpn", "c", "dabbabah / dabbabah => rook"),
        ("mpsyasW", "lcpn", "lisp", "(/ ferz (=> ferz (rook :vertical)))"),
        ("mpsyasW", "bensahas", "", "(1, 240)!\nm(1, 80) (n, /7)!\nm(1, 160) (n, /1)!"),
        ("[W-sW]", "bensahas", "", "m(1, 15) (1, /2)!\nm(1, 15) (1, /6)!"),
        ("[fW-fsW]", "bensahas", "", "m(1, 1) (1, 11)!"),
        ("jB", "bensahas", "", "m(1, 240) (n, /0)!\ncannon(0, 240; 0, FE, 1, n, landing)!"),
        (
            "fijW3",
            "bensahas",
            "",
            "(1, 1; 0, 2: @M = moved, 1)!\nm(1, 1; 0, 2: @M = moved, 1) (1, 1)!",
        ),
        ("dgR", "bensahas", "", "c/cannon(n, 15; 0, FE, 1, 1, landing: @T = F<n)!"),
        ("gR3", "bensahas", "", "cannon(1, 15; 0, FE, 1, 1, landing)!"),
        ("ivR", "bensahas", "", "(n, 5: @M = moved, 1)!"),
        ("mdW", "lcpn", "lisp", "(/ (move wazir) (destroy wazir))"),
        ("mcdK", "lcpn", "lisp", "(/ king (destroy king))"),
        ("imdW", "lcpn", "lisp", "(/ ((& initial move) wazir) ((& destroy initial) wazir))"),
        ("ndN", "lcpn", "lisp", "(=> wazir (destroy ferz))"),
        ("inD", "lcpn", "lisp", "((& initial no-jump) dabbabah)"),
        ("ipR", "lcpn", "lisp", "((& initial cannon) rook)"),
        ("fRfB", "lcpn", "lisp", "(/ (rook :forward) (bishop :forward))"),
        ("fKbQ", "lcpn", "lisp", "(/ (wazir :forward) (rook :backward))"),
        ("WF3", "lcpn", "lisp", "(/ wazir (ferz :3))"),
        ("W2F2", "lcpn", "lisp", "(king :2)"),
        ("lvN", "lcpn", "lisp", "(/ (-1 -2 :only) (-1 2 :only))"),
        ("ffNbsN", "lcpn", "lisp", "(knight :forward-most :backward-shallow)"),
        ("fmnD", "lcpn", "lisp", "((& move no-jump) (dabbabah :forward))"),
        ("(0,4)", "lcpn", "lisp", "fourleaper"),
        ("[R-bR]", "lcpn", "lisp", "(=> rook (rook :inward))"),
        (
            "[fR-fW-fW]",
            "lcpn",
            "lisp",
            "(=> (rook :forward) (wazir :forward :any) (wazir :forward :any))",
        ),
        ("[fW2-fF]", "lcpn", "lisp", "(=> (wazir :forward :2) ferz)"),
        ("[frF-W]", "lcpn", "lisp", "(=> (ferz :forward-right) wazir)"),
        ("gW4", "lcpn", "lisp", "(grasshopper (wazir :4))"),
        ("[W-W2]", "lcpn", "lisp", "(=> wazir (wazir :2))"),
        ("cavsW", "lcpn", "lisp", "(=> (capture wazir) (wazir :any))"),
        (
            "[W-cdW]",
            "lcpn",
            "lisp",
            "(/ ((& capture no-jump) dabbabah) ((& destroy no-jump) dabbabah))",
        ),
        ("[cW-dW]", "lcpn", "lisp", "(=> (capture wazir) (destroy wazir))"),
        ("[nD-W]", "lcpn", "lisp", "(=> (no-jump dabbabah) wazir)"),
        ("[W?cW]", "lcpn", "lisp", "(/ wazir ((& capture no-jump) dabbabah))"),
    ],
)
def test_texts_are_idiomatic(source: str, to: str, style: str, text: str) -> None:
    """Q15: well-known names, the shortest text of the notation's own way, directions together."""
    request = {"ask": "write", "notation": "betza", "source": source, "dialect": "xbetza", "to": to}
    assert asked(request | ({"to_style": style} if style else {})) == {"source": text}


@pytest.mark.parametrize(
    "source", ["igui(1, 15)!", "igui(2, 255)!", "igui(1, 1; 1, 2)!", "igui(1, 15: @T = F<n)!"]
)
@pytest.mark.parametrize(
    "to",
    [
        {"to": "lcpn"},
        {"to": "betza", "to_style": "xbetza"},
        {"to": "betza", "to_style": "extended"},
    ],
)
def test_a_capture_without_moving_has_three_forms(source: str, to: dict[str, str]) -> None:
    """Q14, Q17: each notation says it in its own way, and each way is read as the same piece."""
    there = asked({"ask": "write", "notation": "bensahas", "source": source, **to})
    word = "dialect" if to["to"] == "betza" else "style"
    read = {"notation": to["to"], "source": there["source"]} | (
        {word: to["to_style"]} if "to_style" in to else {}
    )

    assert asked({"ask": "write", **read, "to": "bensahas"})["source"].splitlines() != []
    assert asked({"ask": "same", "a": read, "b": {"notation": "bensahas", "source": source}})[
        "same"
    ]


@pytest.mark.parametrize(
    ("source", "to", "reason"),
    [
        ("zB", {"to": "bensahas"}, "Bensaħas notation has no way to say a ride that bends."),
        (
            "N-xK",
            {"to": "bensahas", "dialect": "extended"},
            "Bensaħas notation has no way to say a move that burns.",
        ),
        ("isO2", {"to": "bensahas"}, "Bensaħas notation has no way to say castling."),
        ("pN3", {"to": "bensahas"}, "Bensaħas notation has no way to say a hop in leaps."),
        ("oN", {"to": "bensahas"}, "Bensaħas notation has no way to say a ride round a cylinder."),
        ("nAA", {"to": "bensahas"}, "Bensaħas notation has no way to say a lame leap."),
        (
            "cicR",
            {"to": "bensahas"},
            "Bensaħas notation has no way to say a capture of a piece that has not moved.",
        ),
        (
            "jNN",
            {"to": "bensahas"},
            "Bensaħas notation has no way to say a leap over exactly one piece.",
        ),
        (
            "dK",
            {"to": "betza", "to_style": "original"},
            "The original dialect of Betza notation has no way to say a capture of a friend.",
        ),
        (
            "N-xK",
            {"to": "lcpn", "dialect": "extended"},
            "LCPN has no way to say a move that burns.",
        ),
        (
            "W-fW-xK",
            {"to": "lcpn", "dialect": "extended"},
            "LCPN has no way to say a move that burns.",
        ),
        ("gzB", {"to": "lcpn"}, "LCPN has no way to say a ride that bends."),
        ("GIL", {"to": "bensahas"}, "Bensaħas notation has no way to say the property “imitator”."),
        ("zB", {"to": "lcpn", "to_style": "lisp"}, "LCPN has no way to say a ride that bends."),
        (
            "zB",
            {"to": "betza", "to_style": "extended"},
            "The extended dialect of Betza notation has no way to say a ride that bends.",
        ),
    ],
)
def test_a_refusal_says_what_cannot_be_said(source: str, to: dict[str, str], reason: str) -> None:
    """Q14."""
    assert asked(
        {"ask": "write", "notation": "betza", "source": source, "dialect": "xbetza", **to}
    ) == {"refused": reason}


@examples(100)
@given(source=st.sampled_from(CORPUS), target=st.sampled_from(TARGETS))
def test_a_round_trip_keeps_the_piece(source: str, target: tuple[str, str]) -> None:
    """Q17: to another notation and back."""
    to, style = target
    first = {"notation": "betza", "source": source, "dialect": "xbetza"}
    assume("error" not in asked({"ask": "same", "a": first, "b": first}))
    there = asked({"ask": "write", **first, "to": to, **({"to_style": style} if style else {})})
    if "source" not in there:
        return
    word = "dialect" if to == "betza" else "style"
    second = {"notation": to, "source": there["source"], **({word: style} if style else {})}
    back = asked({"ask": "write", **second, "to": "betza", "to_style": "xbetza"})
    if "source" in back:
        third = {"notation": "betza", "source": back["source"], "dialect": "xbetza"}
        assert asked({"ask": "same", "a": first, "b": third})["same"]
