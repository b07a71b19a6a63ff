"""What the reader does for any grammar, shown with a small one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from corpus import outline

from wazir import parsing
from wazir.notations.betza.syntax import GRAMMAR
from wazir.parsing import Grammar, Repair
from wazir.syntax import ProblemKind, Token

SMALL = r"""
start: line*
line: "let" NAME "=" values ";"
values: value*
?value: NUMBER | list
list: "[" values "]"
stray: "let" | NAME | "=" | ";" | NUMBER | "[" | "]" | ERROR
NAME: /[a-z]+/
NUMBER: /\d+/
COMMENT: /#.*/
BLANK: /\s+/
ERROR.-10: /[\s\S]/
%ignore COMMENT
%ignore BLANK
"""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Grammar:
    monkeypatch.setattr(parsing, "_source", lambda _: SMALL)
    return Grammar(
        "small", repairs=(Repair("RSQB"), Repair("SEMICOLON")), brackets={"LSQB": "RSQB"}
    )


def test_words_without_a_name_stay_in_the_tree(small: Grammar) -> None:
    """A word that the grammar gives in quotes is a leaf like others."""
    tree = small.parse("let a = 1;")

    assert outline(tree.root) == '(start (line "let" "a" "=" (values "1") ";"))'


def test_words_are_looked_for_by_what_may_come(small: Grammar) -> None:
    """Where only a name may stand a keyword is one; where nothing like it may stand, it is dropped
    as a keyword.
    """
    tree = small.parse("let let let lets = 1;")

    assert [token.kind for token in tree.tokens[:4]] == ["LET", "NAME", "LET", "NAME"]
    assert [problem.found for problem in tree.problems] == list(tree.tokens[2:4])
    assert {problem.kind for problem in tree.problems} == {ProblemKind.UNEXPECTED}


def test_an_empty_node_stands_behind_the_last_word(small: Grammar) -> None:
    """What is made of no words has the place where the word before it ends, whatever blanks and
    comments follow.
    """
    tree = small.parse("let a =  # nothing\n  ;")
    places = {node.kind: node.span for node in tree.nodes()}

    assert places["values"] == (7, 7)
    assert places["line"] == (0, len(tree.text))


def test_kinds_are_plain_strings(small: Grammar) -> None:
    """Kinds of nodes and words are compared everywhere, so they are strings and nothing slower."""
    tree = small.parse("let a = [1 2];")

    assert {
        type(kind)
        for kind in (*(node.kind for node in tree.nodes()), *(token.kind for token in tree.tokens))
    } == {str}


def test_a_reading_knows_nothing_of_the_one_before(small: Grammar) -> None:
    """The same text has the same tree whatever was read before it, asked or given up."""
    text = "let a = [1 [2;"
    first = small.parse(text)
    for other in ("let", "[" * 100, "let a = 1 # c", "!" * 200):
        small.parse(other)
        small.expected(other, len(other))

    assert small.parse(text) == first


def test_threads_share_a_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that read at the same time, also the first texts, get the trees of one thread."""
    monkeypatch.setattr(parsing, "_source", lambda _: SMALL)
    texts = [
        f"let a = [{number} [2; let {'let ' * (number % 5)} b = {'[' * (number % 7)};"
        for number in range(300)
    ]
    grammars = [
        Grammar(f"small {number}", repairs=(Repair("RSQB"),), brackets={"LSQB": "RSQB"})
        for number in range(2)
    ]
    with ThreadPoolExecutor(8) as threads:
        trees = list(threads.map(grammars[0].parse, texts))

    assert trees == [grammars[1].parse(text) for text in texts]


def test_lists_are_not_mended_twice(small: Grammar) -> None:
    """What trials read, and what was read too soon, is in the tree once, and so are comments."""
    tree = small.parse("let a = [1 2 # one\n 3 = 4 # two\n 5;")

    assert outline(tree.root) == (
        '(start (line "let" "a" "=" (values (list "[" (values "1" "2" "3" "4" "5") RSQB)) ";"))'
    )
    assert [token.text for token in tree.tokens if token.kind == "COMMENT"] == ["# one", "# two"]


def test_what_might_stand_at_the_end_goes_on_with_the_last_word() -> None:
    """A problem at the end of a text tells all that may come there, not only what is left when the
    last part ends.
    """
    (problem,) = GRAMMAR.parse("(W").problems

    assert problem.missing == "RPAR"
    assert {"RPAR", "RANGE", "SUFFIX", "HYPHEN", "ATOM"} <= problem.expected


def test_whoever_reads_may_tell_words_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of words of a kind that is asked about, the caller says which are of another, wherever they
    stand.
    """
    source = SMALL.replace("?value: NUMBER | list", "?value: NUMBER | ZERO | list")
    source = source.replace("stray: ", "stray: ZERO | ") + "ZERO: /(?!)0/\n"
    monkeypatch.setattr(parsing, "_source", lambda _: source)
    grammar = Grammar(
        "small with zero",
        repairs=(Repair("SEMICOLON"),),
        brackets={"LSQB": "RSQB"},
        asked=("NUMBER",),
    )
    text = "let a = 0 [0 1]"

    def choice(token: Token) -> str:
        return "ZERO" if token.text == "0" else token.kind

    asked = grammar.parse(text, choice)
    assert [token.kind for token in asked.tokens if token.text in "01"] == [
        "ZERO",
        "ZERO",
        "NUMBER",
    ]
    assert {token.kind for token in grammar.parse(text).tokens if token.text in "01"} == {"NUMBER"}


def test_a_grammar_may_be_less_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grammar says how many brackets may be open."""
    monkeypatch.setattr(parsing, "_source", lambda _: SMALL)
    grammar = Grammar("small", brackets={"LSQB": "RSQB"}, depth=3)

    assert grammar.parse("let a = [[[1] [1]] [[1]]];").problems == ()
    assert [problem.kind for problem in grammar.parse("let a = [[[1] [[1]]]];").problems] == [
        ProblemKind.TOO_DEEP
    ]
