"""What is wrong with texts: against a list made elsewhere, on the seed's pieces, and on the pages
of the codes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from harness import check, rows
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.actions import apply, fix_all
from wazir.features.definitions import last
from wazir.notations import by_name
from wazir.notations.bensahas.codes import CODES
from wazir.notations.bensahas.reading import read

ROOT = Path(__file__).parents[3]
BENSAHAS = by_name("bensahas")
VECTORS = rows("bensahas_errors_dev")
MISPRINTS = (ROOT / "samples/bensahas/seed.bensahas").read_text("utf-8")
PIECES = (ROOT / "samples/bensahas/pieces.bensahas").read_text("utf-8")
FENCE = re.compile(r"^```bensahas\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def found_in(text: str) -> list[tuple[str, str, list[int]]]:
    document = Document.open(BENSAHAS, text)
    listed = []
    for diagnostic in document.diagnostics():
        start, end = (
            document.position(diagnostic.span.start),
            document.position(diagnostic.span.end),
        )
        listed.append((diagnostic.code.id, diagnostic.code.severity.name.lower(), [*start, *end]))
    return listed


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["kind"])
def test_s2_the_finding_is_there(vector: dict[str, Any]) -> None:
    """A finding of the severity overlaps the range; that of a missing bracket has just this
    range.
    """
    wanted = vector["range"]

    def fits(place: list[int]) -> bool:
        if vector["kind"].startswith("missing "):
            return place == wanted
        return place[:2] < wanted[2:] and wanted[:2] < place[2:]

    listed = found_in(vector["source"])

    assert any(severity == vector["severity"] and fits(place) for _, severity, place in listed), (
        listed
    )


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["kind"])
def test_one_mistake_is_one_error(vector: dict[str, Any]) -> None:
    """A text with one mistake has one error, or none if the mistake is less than an error."""
    errors = [diagnostic for diagnostic in found_in(vector["source"]) if diagnostic[1] == "error"]

    assert len(errors) == (vector["severity"] == "error"), errors


def test_s2_the_seed_lacks_its_brackets_and_nothing_else() -> None:
    """The three pieces as they stand: a warning for each bracket, and the two hints of S6 and
    S14.
    """
    codes = [code for code, _, _ in found_in(MISPRINTS)]

    assert sorted(codes) == [
        "condition-on-other-side",
        *["missing-bracket"] * 6,
        "nightrider-for-knight",
    ]


def test_s2_the_fixes_make_the_file_clean() -> None:
    """The safe fixes put all brackets in; the hints' own fixes leave nothing."""
    document = Document.open(BENSAHAS, MISPRINTS)
    fixed = apply(MISPRINTS, fix_all(document))
    assert {code for code, _, _ in found_in(fixed)} == {
        "nightrider-for-knight",
        "condition-on-other-side",
    }

    while hints := list(Document.open(BENSAHAS, fixed).diagnostics()):
        fixed = apply(fixed, hints[0].fixes[0].edits)
    assert "exist(1, 128," in fixed
    assert "(1, 255; 1, 2)!" in fixed


def test_the_other_sample_is_clean() -> None:
    """The file of well-known pieces has no finding of any kind."""
    assert found_in(PIECES) == []


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_the_examples_of_a_page_do_what_they_say(code: Any) -> None:
    """What is shown has just the findings under its carets, what to use instead has none."""
    page = BENSAHAS.page(code.id)
    assert page is not None
    bad, good = page.split("## Example")[1].split("## Use instead")

    for text in FENCE.findall(bad):
        assert code.id in text
        check("bensahas", text)
    assert FENCE.findall(good)
    for text in FENCE.findall(good):
        check("bensahas", text)


BUILT = {
    "too-long": ":Long {\n" + "    m(1, 1)!\n" * 5_000 + "}\n",
    "too-many-problems": "] ! " * 700,
}


PROMOTES = (
    "Chess:Queen {\n(n, 255)!\n}\n:P {\nflip(condition = [n, 8], promotes_to = Queen)!\nm(1, "
    "1)!\n}\n"
)


@pytest.mark.parametrize(("more", "code"), [(298, "other-game"), (299, "unknown-piece")])
def test_other_games_are_searched_in_files_of_at_most_300_pieces(more: int, code: str) -> None:
    many = "".join(f":N{number} {{\n(1, 1)!\n}}\n" for number in range(more))

    assert [kind for kind, _, _ in found_in(PROMOTES + many)] == [code]


@pytest.mark.parametrize("code", BUILT)
def test_what_is_too_much_is_said_once(code: str) -> None:
    """Texts that would fill a book have the finding of their page."""
    assert [kind for kind, _, _ in found_in(BUILT[code])].count(code) == 1


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (":A {\n(1, 1)!\n}\n:A {\n(1, 2)!\n}\n", "duplicate-name", [3, 1, 3, 2]),
        ("Chess:A {\n(1, 1)!\n}\nShogi:A {\n(1, 2)!\n}\n", None, []),
        (":A {\n(1, 1)!\n}\n(1, 2)!\n", "text-outside-pieces", [3, 0, 3, 7]),
        ("(1, 2)!\n\n:A {\n(1, 1)!\n}\n", "text-outside-pieces", [0, 0, 0, 7]),
        ("# a comment\n:A {\n(1, 1)!\n}\n// another\n", None, []),
        (":A { (1, 1)! } :B { (1, 2)!", "missing-bracket", [0, 26, 0, 27]),
        ("m(1, 1)", "missing-exclamation-mark", [0, 6, 0, 7]),
        ("immobilize(1, 255)!\n+ 1, 15)(1, 1)!\n", "misplaced-action", [1, 0, 1, 1]),
        ("flip/swap(1, 1)!", "misplaced-action", [0, 0, 0, 9]),
        ("m(1, 1)!!", "extra-exclamation-mark", [0, 8, 0, 9]),
        ("c(1, 1: @T = E<Pawn\nm(1, 2)!", "missing-bracket", [0, 15, 0, 19]),
        (
            "m(1, 1)flip(condition = [n, 8], promotes_to = (n, 15)!)",
            "misplaced-action",
            [0, 7, 0, 11],
        ),
        ("flip(con = [n, 8], promotes_to = (n, 15)!)", "incomplete-flip", [0, 5, 0, 8]),
        ("flip(co = [n, 8], promotes_to = (n, 15)!)", "incomplete-flip", [0, 0, 0, 41]),
        ("(1, 1)! + 1, 2)!", "unexpected-token", [0, 8, 0, 9]),
        ("+ 1, 2)!", "unexpected-token", [0, 0, 0, 1]),
        ("m(1, 15, @T = King)!", "bad-parameter", [0, 9, 0, 11]),
        ("m(1, 1: @M = relative, -1)!", "bad-moved", [0, 13, 0, 25]),
        ("igui(@P = [1, 1])m(1, /0)!", "turn-without-heading", [0, 22, 0, 24]),
        ("m(1, 1: @B = exist(1, /4))!", "turn-without-heading", [0, 22, 0, 24]),
        ("m(1, 1: @B = and([n, 5]; [n, 6]))!", "too-many-values", [0, 25, 0, 31]),
        ("m/cannon(n, 15; n, FE, 1, -1)!", "bad-cannon", [0, 26, 0, 28]),
        ("c(1, 15: @T = King)\n    m(1, /4)!", None, []),
        ("igui(1, 2: @B = exist(1, 16))\n    m(1, 16)!", None, []),
        ("Rook\n{\n(n, 15)!\n}", "missing-colon", [0, 0, 0, 4]),
        ("\ufeffm(1, 1)!", None, []),
        ("\ufeffA:B {\nm(1, 1)!\n}", None, []),
    ],
)
def test_s1_s2_places(text: str, code: str | None, place: list[int]) -> None:
    """The one finding of a text, and where it stands."""
    assert [(kind, at) for kind, _, at in found_in(text)] == ([(code, place)] if code else [])


@pytest.mark.parametrize(
    "flip",
    [
        "flip(condition = [n, 8]\n    promotes_to = (n, 255)!",
        "flip(condition = [n, 8],\n    promotes_to = Q",
        "flip(condition = and([n, 8]\n    [8, n]),\n promotes_to = (n, 15)!",
    ],
)
def test_s13_a_flip_without_its_bracket_ends_before_the_next_term(flip: str) -> None:
    """However many lines it takes."""
    first, *_ = read(f"{flip}\nm(1, 1)!\n").bodies

    assert [flip_found.span for flip_found in first.flips] == [(0, len(flip))]
    assert [str(statement) for statement in first.statements] == ["m(1, 1)!"]


def test_s3_what_is_wrong_with_repeated_names_is_told_at_their_sign() -> None:
    placed = [(code, at) for code, _, at in found_in("flip/swap(1, 1)!\n+ 1, 2)!")]

    assert placed == [("misplaced-action", [0, 0, 0, 9]), ("misplaced-action", [1, 0, 1, 1])]


def test_s2_a_missing_bracket_hides_no_second_mark() -> None:
    """S2: each of the two mistakes is told where it is."""
    assert [(kind, at) for kind, _, at in found_in("m(1, 15!!")] == [
        ("missing-bracket", [0, 5, 0, 7]),
        ("extra-exclamation-mark", [0, 8, 0, 9]),
    ]


def test_s2_an_error_spoils_its_statement_only() -> None:
    """The other statements and the other pieces keep their moves."""
    document = Document.open(BENSAHAS, ":A {\n(1, 0)!\n(1, 2)!\n}\n:B {\n(1, 2)!\n}\n")
    first, second = (document.analysis(placed).definitions[0] for placed in document.chunks())

    assert first.broken
    assert first.piece
    assert len(first.piece.moves) == 1
    assert not second.broken


@pytest.mark.parametrize(
    "wrong",
    [
        "m(0, 15)!",
        "m(1, 256)!",
        "m(1, 15, @T = King)!",
        "c(1, 15: @Q = 1)!",
        "m(1, 15: @M = relative, -1)!",
        "m(1, 15: @P = 3)!",
        "igui/near(1, 15; 1, /0, 1)!",
        "m/cannon(n, 15; n, FE, 1, -1)!",
        "c/cannon(n, 15; n, FE, 0, 1)!",
    ],
)
def test_s2_a_statement_with_an_error_has_no_moves(wrong: str) -> None:
    """What the other statement says is all that is left."""
    pairs = [last(Document.open(BENSAHAS, text)) for text in ("m(1, 1)!", f"m(1, 1)! {wrong}")]

    whole, part = (pair[1] for pair in pairs if pair)
    assert (whole.broken, part.broken) == (False, True)
    assert whole.piece == part.piece


def test_severities_are_those_of_the_specification() -> None:
    """Missing signs are warnings, what is only odd is a hint (S2, S3, S6)."""
    known = {code.id: code.severity for code in CODES}

    assert known["missing-bracket"] is known["unknown-piece"] is Severity.WARNING
    assert known["unknown-action"] is Severity.INFORMATION
    assert known["nightrider-for-knight"] is known["condition-on-other-side"] is Severity.HINT


def test_s11_every_invalid_value_of_a_near_is_reported() -> None:
    codes = [
        code for code, _, place in found_in("near(1, 255; 0, 4, x)!") if place[1] in (13, 16, 19)
    ]

    assert codes == ["bad-near"] * 3
