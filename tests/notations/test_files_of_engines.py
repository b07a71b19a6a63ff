"""Notations of the files of programs (F1 to F25): their findings, the files that are theirs, and
any text at all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import DATA
from long import examples
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.completion import complete
from wazir.features.hover import HoverOptions, hover
from wazir.notations import by_name, for_file

FLAGGED = [
    json.loads(line)
    for line in (DATA / "engine_files" / "expected.jsonl").read_text("utf-8").splitlines()
]


@dataclass(frozen=True)
class Program:
    """A notation of a program's files."""

    notation: str
    file: str
    """In `data/engine_files`: some of its lines are flagged."""
    beginning: tuple[str, ...]
    """Lines before those of chance."""
    signs: str
    """What the lines of chance are made of."""
    odd: tuple[str, ...] = ()
    """Lines beside those of the file."""
    elsewhere: tuple[Severity, ...] = (Severity.WARNING, Severity.INFORMATION, Severity.HINT)
    """What may be found in a line without a flag."""

    @cached_property
    def text(self) -> str:
        return (DATA / "engine_files" / self.file).read_text("utf-8")

    def __str__(self) -> str:
        return self.notation


VARIANTS = Program(
    "fairy-variants",
    "garden_variants.ini",
    (),
    "[]:=#; \t*-aB9/é",
    (
        "[",
        "]",
        "[:",
        "=",
        "#",
        ";",
        "\ufeff[x]",
        "a:b=c",
        "startFen=///",
        "maxFile=\u00e9",
        "customPiece1==",
        "",
        "\t",
    ),
)
XBOARD = Program(
    "xboard", "garden_engine.txt", ('-men "A:W;B"', "piece A& onR"), 'piecestuA&+:;()/"- x8WN[]é\t'
)
DIAGRAM = Program(
    "interactive-diagram",
    "garden_diagram.html",
    ('<p class="idiagram">', "files=99999 royal=0 royal=", "a:A:(az)N:::b1-a9,zz"),
    "<>/:=,-a1N[]é\t royalfiles\"'",
    elsewhere=(Severity.HINT,),
)
PROGRAMS = (VARIANTS, XBOARD, DIAGRAM)


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
def test_every_flag_is_found(program: Program) -> None:
    """F19, F20, F25: there is a finding in every line that the program misreads, and nothing worse
    elsewhere.
    """
    document = Document.open(by_name(program.notation), program.text)
    flagged = {row["line"] for row in FLAGGED if row["file"] == program.file}
    flags = [
        (document.position(diagnostic.span.start).line + 1, diagnostic.code.severity)
        for diagnostic in document.diagnostics()
    ]

    assert flagged <= {line for line, _ in flags}
    assert {line for line, severity in flags if severity not in program.elsewhere} <= flagged


@pytest.mark.parametrize(
    ("program", "name", "text", "is_ours"),
    [
        (VARIANTS, "variants.ini", "", True),
        (VARIANTS, "My-Variants.INI", "[x]\n", True),
        (VARIANTS, "pieces.ini", "[mine:chess]\nking = k\n", True),
        (VARIANTS, "pieces.ini", "[mine]\nmaxRank = 8\n", True),
        (VARIANTS, "settings.ini", "[window]\nwidth = 8\npass = true\n", False),
        (VARIANTS, "settings.ini", "[a:b]\nhorse = 8\n", False),
        (XBOARD, "xboard.debug", "", True),
        (XBOARD, "engine.log", XBOARD.text, True),
        (XBOARD, "notes.txt", "12 <first : piece A& BN\n", True),
        (XBOARD, "notes.txt", "A piece of cake.\npiece a b\n", False),
        (DIAGRAM, "my.idiagram.html", "", True),
        (DIAGRAM, "page.html", f"<html>\n<body>\n{DIAGRAM.text}</body>", True),
        (DIAGRAM, "page.htm", "<pre class='a idiagram b'>", True),
        (DIAGRAM, "page.html", '<div class="idiagrams">idiagram</div>', False),
        (DIAGRAM, "page.html", "<p>An idiagram of class idiagram</p>", False),
        (DIAGRAM, "notes.txt", DIAGRAM.text, False),
    ],
)
def test_a_file_is_known_by_its_name_or_its_text(
    program: Program, name: str, text: str, is_ours: bool
) -> None:
    """F2, F20, F24: any other file is left alone."""
    assert (for_file(name, text) is by_name(program.notation)) == is_ours


@pytest.mark.parametrize("program", PROGRAMS, ids=str)
@examples(100)
@given(data=st.data())
def test_no_text_makes_anything_raise(program: Program, data: st.DataObject) -> None:
    """F2, F20, F25: every text has diagnostics within it, tokens that stand in it, hovers and
    completions.

    Completion tries all that it offers, and is asked at one place.
    """
    line = st.sampled_from([*program.text.splitlines(), *program.odd]) | st.text(
        program.signs, max_size=14
    )
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    text = end.join([*program.beginning, *data.draw(st.lists(line, max_size=10))])
    document = Document.open(by_name(program.notation), text)
    for diagnostic in document.diagnostics():
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
    for placed in document.chunks():
        for token in document.analysis(placed).tree.tokens:
            assert placed.chunk.text[token.start : token.end] == token.text
    for offset in range(0, len(text), 5):
        hover(document, offset, HoverOptions(style="none"))
    complete(document, data.draw(st.integers(0, len(text))))
