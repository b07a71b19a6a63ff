"""Trees of any text: what they hold, where they break off, and that they never fail nor take
long.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest
from corpus import Case, answer, cases
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, UnexpectedInput
from lark import Tree as LarkTree

from long import examples
from wazir import parsing
from wazir.notations import by_name
from wazir.notations.betza.syntax import GRAMMAR
from wazir.syntax import Node, ProblemKind, Token, Tree

HERE = Path(__file__).parent
GRAMMARS = HERE.parents[1] / "grammars"
TEXTS = st.lists(
    st.sampled_from(
        [
            "W",
            "F",
            "NN",
            "f",
            "m",
            "i",
            "X",
            "3",
            "02",
            "(",
            ")",
            "[",
            "]",
            "-",
            "?",
            "(1,2)",
            "(1,",
            " ",
        ]
    )
    | st.sampled_from(
        [
            "\n ",
            "\r\n ",
            "# c",
            "; d\n ",
            "n = ",
            "x:",
            "%board",
            "!",
            "\u2028",
            "\0",
            "\ud83d",
            "😀",
            "\xa0",
        ]
    )
    | st.characters(),
    max_size=20,
).map("".join)


@pytest.mark.parametrize("case", cases(HERE / "betza.txt"), ids=lambda case: case.title)
def test_corpus(case: Case) -> None:
    """A text has the tree and the problems that the corpus says."""
    assert answer(GRAMMAR.parse(case.text)) == case.answer


def leaves(tree: Tree) -> list[Token]:
    """The words of the tree from left to right, those put in too."""
    tokens: list[Token] = []
    waiting: list[Node | Token] = [tree.root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Token):
            tokens.append(part)
        else:
            waiting += reversed(part.children)
    return tokens


@examples(400)
@given(TEXTS)
def test_nothing_of_a_text_is_lost(text: str) -> None:
    """The tokens are the text but for blanks, in order; each is in the tree, or dropped by a
    problem, or a comment.
    """
    tree = GRAMMAR.parse(text)
    at = 0
    for token in tree.tokens:
        assert text[at : token.start].strip(" \t\r\n\f\v\xa0\ufeff") == ""
        assert text[token.start : token.end] == token.text != ""
        at = token.end
    assert text[at:].strip(" \t\r\n\f\v\xa0\ufeff") == ""

    dropped = [problem.found for problem in tree.problems if problem.kind is ProblemKind.UNEXPECTED]
    assert [token for token in leaves(tree) if token.text] == [
        token for token in tree.tokens if token not in dropped and token.kind != "COMMENT"
    ]


@examples(400)
@given(TEXTS)
def test_nodes_and_problems_know_their_places(text: str) -> None:
    """A node goes from its first word to its last; problems stand in order; each names what was
    dropped or put in.
    """
    tree = GRAMMAR.parse(text)
    for node in tree.nodes():
        if node.children:
            assert node.span == (node.children[0].start, node.children[-1].end)
    empty = [(token.kind, token.start) for token in leaves(tree) if not token.text]
    assert [
        (problem.missing, problem.span.start) for problem in tree.problems if problem.missing
    ] == empty
    for problem in tree.problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert problem.before is None or problem.before in leaves(tree)
        assert problem.missing is None or problem.missing in problem.expected
        assert problem.opening is None or GRAMMAR.brackets[problem.opening.kind] == problem.missing


def plain(part: object) -> object:
    """A tree of either kind as nested lists."""
    if isinstance(part, Node):
        return [part.kind, *map(plain, part.children)]
    if isinstance(part, LarkTree):
        return [str(part.data), *map(plain, part.children)]
    return part.text if isinstance(part, Token) else str(part)


@pytest.fixture(scope="module")
def lark() -> Lark:
    grammar = (GRAMMARS / "betza.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=False)


@examples(600)
@given(TEXTS)
def test_the_language_is_that_of_the_grammar(lark: Lark, text: str) -> None:
    """A text has no problem if and only if Lark itself can read it with the grammar, and then the
    same tree.
    """
    tree = GRAMMAR.parse(text)
    try:
        expected = plain(lark.parse(text))
    except UnexpectedInput:
        assert tree.problems
    else:
        assert (plain(tree.root), tree.problems) == (expected, ())


@given(TEXTS)
def test_a_word_that_is_expected_is_no_problem(text: str) -> None:
    """What `expected` offers behind a text can be written there without a new problem at its
    start.
    """
    samples = {
        "ATOM": "W",
        "MODIFIER": "f",
        "HYPHEN": "-",
        "LPAR": "(",
        "RPAR": ")",
        "LSQB": "[",
        "RSQB": "]",
    }
    for kind in GRAMMAR.expected(text, len(text)) & samples.keys():
        tree = GRAMMAR.parse(text + samples[kind])

        assert not [
            problem
            for problem in tree.problems
            if problem.found and problem.found.start == len(text)
        ], kind


@pytest.mark.parametrize(
    ("text", "some", "others"),
    [
        ("", {"NAME", "ATOM", "MODIFIER", "DIRECTIVE"}, {"RANGE", "RPAR", "HYPHEN"}),
        ("x = f", {"ATOM", "MODIFIER", "VECTOR"}, {"NAME", "RANGE", "LPAR"}),
        ("W", {"RANGE", "HYPHEN", "SUFFIX", "ATOM"}, {"RPAR", "RSQB", "QUESTION"}),
        ("[W", {"RANGE", "HYPHEN", "QUESTION", "RSQB"}, {"LPAR", "ATOM"}),
        ("(W", {"RPAR", "HYPHEN"}, {"RSQB"}),
        ("W!", {"RANGE", "ATOM"}, {"RPAR"}),
        ("W # and", set(), {"ATOM"}),
        ("W # and\n ", {"ATOM"}, set()),
    ],
)
def test_expected(text: str, some: set[str], others: set[str]) -> None:
    """What may come behind a text is known, also behind a mistake; within a comment it is
    nothing.
    """
    expected = GRAMMAR.expected(text + "(rest", len(text))

    assert some <= expected
    assert not others & expected


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("(" * 700, ProblemKind.TOO_DEEP),
        ("(W-" * 240, ProblemKind.TOO_DEEP),
        ("x=" + "[" * 70, ProblemKind.TOO_DEEP),
        ("W" * 1_000_000, ProblemKind.TOO_LONG),
        ("W" * (parsing.MAX_LENGTH + 1), ProblemKind.TOO_LONG),
        ("!" * 1_000_000, ProblemKind.TOO_LONG),
        ("!" * 700, ProblemKind.TOO_MANY),
        ("W]" * 350, ProblemKind.TOO_MANY),
        ("-" * 700, ProblemKind.TOO_MANY),
        ("(1," * 240, ProblemKind.TOO_MANY),
    ],
)
def test_too_much_is_one_problem(text: str, trouble: ProblemKind) -> None:
    """A text too long or too deep is not read, and behind a hundred problems no more are told;
    nothing is lost.
    """
    tree = GRAMMAR.parse(text)

    assert [problem.kind for problem in tree.problems].count(trouble) == 1
    assert len(tree.problems) <= parsing.MAX_PROBLEMS + 2
    assert "".join(token.text for token in tree.tokens) == text


@pytest.mark.parametrize(
    "text",
    [
        "W" + " " * 1_000_000 + "F",
        "W # " + "x" * 1_000_000,
        "W\n" + "# a comment = b\n" * 50_000,
        "-".join(["fW"] * 200),
        "W-(" * 60 + "W" + ")" * 60,
        "fWmF" * 190,
    ],
)
def test_much_that_is_right_has_no_problem(text: str) -> None:
    """Long comments, long chains and many brackets are fine."""
    assert GRAMMAR.parse(text).problems == ()


@pytest.mark.parametrize(
    "sign",
    ["(", "(W-", "[", "!", "!W", "(1,", "( ", "a ", "a=", "a =", "1 ", "W ", "\n", "\ud800", "%"],
)
def test_time_is_bounded(sign: str) -> None:
    """No text takes long, however often a sign is repeated in it: two seconds for a million
    characters.
    """
    text = sign * (1_000_000 // len(sign))
    start = time.process_time()
    GRAMMAR.parse(text)
    GRAMMAR.parse(text[: GRAMMAR.length])
    GRAMMAR.expected(text[: GRAMMAR.length], GRAMMAR.length)

    assert time.process_time() - start < 2


def test_a_grammar_is_read_when_it_is_needed() -> None:
    """Naming a grammar reads nothing, for that is part of the start."""
    named = parsing.Grammar("no such grammar")

    with pytest.raises(FileNotFoundError, match="no such grammar"):
        named.parse("W")


def test_threads_share_one_parser() -> None:
    """Threads that need a grammar at the same time read texts by the same tables, whose numbers
    differ otherwise.
    """
    text = "A = W[F]) fm(]N"
    expected = GRAMMAR.parse(text)
    for _ in range(3):
        grammar, begin = replace(GRAMMAR), Barrier(4)

        def parse(_number: int, grammar: parsing.Grammar = grammar, begin: Barrier = begin) -> Tree:
            begin.wait()
            return grammar.parse(text)

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(parse, range(4))) == [expected] * 4


@pytest.mark.parametrize("line", ["", " ", "\t", "\u00a0W", "# c", "; c", " W"])
def test_b1_lines_that_go_on(line: str) -> None:
    """B1: blank, indented and comment lines belong to the definition before."""
    assert not by_name("betza").starts_chunk(line)


@pytest.mark.parametrize("line", ["W", "x = W", "%board", "!", "=", "\u2028", "\0", "(W"])
def test_b1_lines_that_start(line: str) -> None:
    """B1: any other line starts a definition or a directive of its own, whatever it says."""
    assert by_name("betza").starts_chunk(line)
