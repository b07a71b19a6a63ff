"""All four styles say the same (L1 to L17)."""

from __future__ import annotations

import time

import pytest
from lcpn_texts import KNOWN, ROWS, STYLES

from wazir.diagnostics import Severity
from wazir.notations.lcpn.names import read
from wazir.notations.lcpn.syntax import is_on_new_line, setting, starts_chunk, style_of
from wazir.notations.lcpn.tree import Call, Chain, Either, Expression, Name


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["c"].replace("\n", " ")[:60])
def test_l1_all_styles_have_one_tree(row: dict[str, str]) -> None:
    """L1: what is written in each of the styles is the same tree, and nothing is wrong with it."""
    readings = {style: read(row[style], style, KNOWN) for style in STYLES}

    assert all(reading.defined == readings["lisp"].defined for reading in readings.values())
    for reading in readings.values():
        assert not [
            diagnostic
            for diagnostic in reading.diagnostics
            if diagnostic.code.severity < Severity.HINT
        ]


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("(def a wazir)", "lisp"),
        ("(def a [1 2])", "elisp"),
        ("(def a wazir) ; [", "lisp"),
        ("a := wazir", "c"),
        ("a:=wazir", "c"),
        ("a IS wazir", "sql"),
        ("; style: elisp\n(def a wazir)", "elisp"),
        ("// a file\n# style: sql\na := wazir", "sql"),
        ("wazir OR ferz", "sql"),
        ("moving rook", "sql"),
        ("rook:4", "c"),
        ("move([1, 2])", "c"),
        ("(/ wazir ferz)", "lisp"),
        ("([1 1] :rider)", "elisp"),
        ("", "c"),
    ],
)
def test_l1_styles_are_found(text: str, style: str) -> None:
    """L1: the style is set by a comment, or found by what is written."""
    assert style_of(text) == style


def test_l1_later_chunks_tell_the_style() -> None:
    """L1: where the first chunk tells nothing, the others do."""
    assert style_of("# a file\na IS wazir\n") == "sql"


@pytest.mark.parametrize(
    ("text", "is_first"),
    [("a\n\ufeff(b)", True), ("a\n  (b)", True), ("a (b)", False), ("(a)", False)],
)
def test_blanks_and_a_byte_order_mark_begin_a_line(text: str, is_first: bool) -> None:
    """L2: a bracket there begins an expression, and calls nothing."""
    assert is_on_new_line(text, text.index("(")) is is_first


def test_boards_are_set_by_leading_comments_alone() -> None:
    """A comment line before anything else sets the board."""
    assert setting("; pieces\n; board: hex5\r\n(def a wazir)\n", "board") == "hex5"
    assert setting("(def a wazir)\n; board: hex5\n", "board") == ""


@pytest.mark.parametrize("sign", [";", "#", "/", "-", "; style: x  ", "style: "])
def test_settings_in_long_comments_are_read_quickly(sign: str) -> None:
    """A comment of many signs is read once, not from each of them."""
    start = time.process_time()

    assert setting(f"; board: 9x9 */ \n-- {sign * (20_000 // len(sign))}x", "board") == "9x9"
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        ("(def a b)", True),
        ("[def a b]", True),
        ("{ def a b}", True),
        ("(DEF", True),
        ("(default)", False),
        (" (def a b)", False),
        ("a := b", True),
        ("a:=b", True),
        ("$if := b", True),
        ("añil-x_y \t IS b", True),
        ("a IST b", False),
        ("a is b", False),
        ("OR IS b", False),
        ("a / b := c", False),
        ("# a := b", False),
        ("", False),
    ],
)
def test_l2_lines_start_definitions(line: str, starts: bool) -> None:
    """L2: whether a line starts a definition is told by that line alone."""
    assert starts_chunk(line) is starts


def body(text: str, style: str) -> Expression:
    return read(text, style, KNOWN).defined[0].body


def test_l2_brackets_of_a_call_stand_on_the_line_of_the_function() -> None:
    """L2: a bracket at the start of a line begins another expression."""
    reading = read("a := rook\n(wazir)\n\n  :4\n/ ferz", "c", KNOWN)

    assert [definition.name is None for definition in reading.defined] == [False, True]
    assert isinstance(reading.defined[1].body, Either)
    assert reading.diagnostics == ()


def test_l8_chains_group_to_the_right() -> None:
    """L8: `=>` and `->` have one rank; where one follows the other, the rest is a chain of its
    own.
    """
    chain = body("a => b -> c -> d => e", "c")

    assert isinstance(chain, Chain)
    assert chain == body("(=> a (-> b c (=> d e)))", "lisp")
    assert chain != body("(=> a (-> b (-> c (=> d e))))", "lisp")


@pytest.mark.parametrize(
    ("gerund", "function"),
    [
        ("moving", "move"),
        ("moveing", "move"),
        ("iguiing", "igui"),
        ("no_jumping", "no-jump"),
        ("hopping", "hopp"),
        ("destroying", "destroy"),
        ("$moving", "moving"),
    ],
)
def test_l14_gerunds_are_functions(gerund: str, function: str) -> None:
    """L14: a gerund is the function that is known, or else its stem."""
    call = body(f"a IS {gerund} (rook)", "sql")

    assert isinstance(call, Call)
    assert call.function == Name(function, call.span)


def test_l14_a_piece_is_no_gerund() -> None:
    """L14: the name of a piece in `-ing` is given nothing, even where something follows on the next
    line.
    """
    reading = read("a IS viking\nrook", "sql", KNOWN)

    assert [definition.body for definition in reading.defined] == [
        Name("viking", definition.span) for definition in reading.defined[:1]
    ] + [Name("rook", definition.span) for definition in reading.defined[1:]]
    assert read("a IS biking\nrook", "sql", KNOWN).defined[0].body == body(
        "(def a (bik rook))", "lisp"
    )


def test_l15_properties_come_first() -> None:
    """L15: properties come first in the tree, however many there are."""
    assert body("a := ::x ::y b / c", "c") == body("(def a (/ b ::x c ::y))", "lisp")


def test_l16_one_end_closes_a_chain_of_else_if() -> None:
    """L16: an `IF` inside a branch needs its own `END`, an `ELSE IF` does not."""
    chained = "IF moved() THEN a ELSE -- c\n IF rank() = 2 THEN IF lost() THEN b END ELSE c END"

    assert (
        read(chained, "sql", KNOWN).defined
        == read(
            "(cond ((moved) a) ((= (rank) 2) (cond ((lost) b))) (else c))", "lisp", KNOWN
        ).defined
    )
