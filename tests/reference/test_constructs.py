"""The reference is whole: its examples have every production of each grammar and every word of each
vocabulary.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from reference.pages import texts
from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.ben39 import vocabulary as ben39
from wazir.notations.bensahas import vocabulary as bensahas
from wazir.notations.betza import vocabulary as betza
from wazir.notations.lcpn import vocabulary as lcpn
from wazir.notations.notation import NO_NAMES
from wazir.parsing import Choice, Grammar
from wazir.syntax import Token, Tree

GRAMMARS = {
    "betza": ["betza"],
    "lcpn": ["lcpn_lisp", "lcpn_c", "lcpn_sql"],
    "bensahas": ["bensahas"],
    "ben39": ["ben39"],
}
"""The grammars of each page."""
WORDS = {
    "betza": {"VECTOR" if word.spelling == "(a,b)" else word.spelling for word in betza.WORDS},
    "lcpn": {
        *(f":{key}" for key in lcpn.RESTRICTIONS),
        *lcpn.FUNCTIONS,
        *lcpn.OPERATORS,
        *(lcpn.CONDITION.spelling, lcpn.DEFAULT.spelling, lcpn.DEFINITION.spelling),
        *(*lcpn.TESTS, *lcpn.LOGIC, *lcpn.COMPARISONS),
        *(f"::{key}" for key in lcpn.PROPERTIES),
    },
    "bensahas": {
        word.spelling for word in (*bensahas.WORDS.values(), *bensahas.PARAMETERS.values())
    },
    "ben39": {ben39.RECORD.spelling, *ben39.KEYS, *ben39.RULES, *ben39.EXPECTATIONS},
}
"""The words of each vocabulary, as `_words` spells them."""
each_page = pytest.mark.parametrize("page", sorted(WORDS))


def _documents(page: str) -> Iterator[Document]:
    """The texts of a page, read again."""
    return (
        Document.open(by_name(notation), text)
        for name, notation, text in texts()
        if name == f"{page}.md" == f"{notation}.md"
    )


@pytest.fixture
def productions(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[object]]:
    """The productions that were used since the start of the test, by grammar."""
    used = defaultdict[str, set[object]](set)
    parse = Grammar.parse
    recorded = set[str]()

    def record(grammar: Grammar) -> None:
        callbacks = grammar.lark.parse_interactive("", "start").parser_state.parse_conf.callbacks
        for rule, callback in list(callbacks.items()):

            def called(
                children: list[object], rule: object = rule, callback: object = callback
            ) -> object:
                used[grammar.name].add(rule)
                return callback(children)  # type: ignore[operator]

            monkeypatch.setitem(callbacks, rule, called)

    def parse_recorded(grammar: Grammar, text: str, choice: Choice | None = None) -> Tree:
        if grammar.name not in recorded:
            recorded.add(grammar.name)
            record(grammar)
        return parse(grammar, text, choice)

    monkeypatch.setattr(Grammar, "parse", parse_recorded)
    return used


@each_page
def test_every_production_is_in_an_example(page: str, productions: dict[str, set[object]]) -> None:
    """Of the language; that of stray tokens is none of it. A grammar reads a definition, or a whole
    file.
    """
    for document in _documents(page):
        for placed in document.chunks():
            analysis = document.analysis(placed)
            assert analysis.tree
            assert document.notation.read(document.text, analysis.context, NO_NAMES).tree
    missing = [
        f"{name}: {rule}"
        for name in GRAMMARS[page]
        for rule in Grammar(name).lark.rules
        if rule.origin.name != "stray" and rule not in productions[name]
    ]

    assert missing == []


def _words(token: Token) -> Iterator[str]:
    """What a token may be in `WORDS`: its text, also in lower case with one kind of joints, its
    first word, its kind.

    The colon after a key is not part of the word.
    """
    text = token.text.lower().replace("_", "-").replace(" ", "")
    yield from (token.text, text, token.kind, token.text.removesuffix(":"), *token.text.split()[:1])


@each_page
def test_every_word_is_in_an_example(page: str) -> None:
    """Words and signs of the vocabulary, from which hovers and completion are made."""
    shown = {
        word
        for document in _documents(page)
        for placed in document.chunks()
        for token in document.analysis(placed).tree.tokens
        for word in _words(token)
    }

    assert sorted(WORDS[page] - shown) == []
