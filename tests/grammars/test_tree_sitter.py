"""Tree-sitter grammars: good texts have no errors and the colours of the server, and no text breaks
a parser.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from tree_sitter import Parser, Query

from grammars import parsers
from grammars.parsers import (
    NAMES,
    ROOT,
    TYPES,
    colours,
    errors,
    folder,
    language,
    parse,
    query,
    require_current,
)
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.structure import tokens
from wazir.notations import by_name, for_file
from wazir.notations.notation import Context
from wazir.notations.results import TokenType

DATA = ROOT / "tests" / "data"
SAMPLES = [
    path
    for path in sorted((ROOT / "samples").rglob("*"))
    if (notation := for_file(path)) and notation.name in NAMES
]
VECTORS = (
    "betza_dev",
    "corpus_betza",
    "bensahas_dev",
    "lcpn_dev",
    "questions_write_dev",
    "questions_names_dev",
)
QUERIES = ("highlights", "injections", "locals", "folds")
CHANCE = 300
CASE = re.compile(
    r"^={3,}\n([^\n]+)\n={3,}\n\n(.*?)\n---\n\n(.*?\n)(?=\n={3}|\Z)", re.MULTILINE | re.DOTALL
)
"""A title, a text, and its tree. `tree-sitter test` sees no title between lines of fewer than three
signs.
"""


def document(name: str, text: str, style: str | None = None) -> Document:
    return Document.open(by_name(name), text, Context(dialect=style))


def is_good(opened: Document) -> bool:
    return not any(
        diagnostic.code.severity is Severity.ERROR for diagnostic in opened.diagnostics()
    )


def by_server(opened: Document, text: str) -> list[TokenType | None]:
    """The token type of each character by the server."""
    types: list[TokenType | None] = [None] * len(text)
    for token in tokens(opened):
        types[token.start : token.start + token.length] = [token.type] * token.length
    return types


def differences(name: str, text: str, opened: Document) -> Iterator[str]:
    """Where colours differ, as far as they can be seen."""
    pairs = zip(text, by_server(opened, text), colours(name, text), strict=True)
    at = 0
    for (wanted, got), signs in groupby(pairs, key=lambda pair: pair[1:]):
        part = "".join(sign for sign, *_ in signs)
        if wanted is not got and part.strip():
            yield f"{part!r} at {at} is {got}, not {wanted}"
        at += len(part)


def corpus(name: str) -> Iterator[tuple[str, str | None]]:
    """The texts of the vectors in a notation, each with its style."""
    for file in VECTORS:
        for line in (DATA / f"{file}.jsonl").read_text("utf-8").splitlines():
            entry = json.loads(line) if line else {}
            if entry.get("notation", "betza") == name and (
                text := entry.get("source") or entry.get("betza")
            ):
                yield text, entry.get("style")
    if name == "lcpn":
        for line in (DATA / "lcpn_styles_dev.jsonl").read_text("utf-8").splitlines():
            yield from ((text, style) for style, text in json.loads(line).items())
    if name == "ben39":
        for line in (DATA / "ben39_wins.txt").read_text("utf-8").splitlines():
            if " | " in line and not line.startswith(";"):
                yield f"position one\nfen: {line.split(' | ')[0]}\n", None


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_have_the_colours_of_the_server(path: Path) -> None:
    """Sign by sign; and no node is an error, unless the sample shows errors."""
    text = path.read_text("utf-8")
    name = path.parent.name
    opened = document(name, text)
    require_current(name)

    if is_good(opened):
        assert [str(node) for node in errors(parse(name, text))] == []
        assert list(differences(name, text, opened)) == []
    assert sum(map(bool, colours(name, text))) > len(text) / 4, (
        "too little is coloured to say anything"
    )


@pytest.mark.parametrize("name", NAMES)
def test_good_texts_have_the_colours_of_the_server(name: str) -> None:
    """All texts of the vectors that have no errors."""
    require_current(name)
    texts = [
        (text, opened)
        for text, style in dict.fromkeys(corpus(name))
        if is_good(opened := document(name, text, style))
    ]
    wrong = {
        text: differing
        for text, opened in texts
        if (differing := list(differences(name, text, opened)))
    }
    broken = [text for text, _ in texts if parse(name, text).root_node.has_error]

    assert (wrong, broken) == ({}, [])
    assert len(texts) > 100


@pytest.mark.parametrize("name", NAMES)
def test_no_text_breaks_a_parser(name: str) -> None:
    """Samples with parts taken out, doubled and replaced, and signs by chance: each gives a tree of
    the whole text.
    """
    chance = random.Random(16)
    samples = [path.read_text("utf-8") for path in SAMPLES if path.parent.name == name]
    signs = "".join(samples) + "\x00\r\v\xa0\ufeff\u2028😀é名-%;:={}[]()*+?|#\"'\\/<>@!~"
    for _ in range(CHANCE):
        text = chance.choice(samples)
        for _ in range(chance.randrange(1, 8)):
            start = chance.randrange(len(text) + 1)
            end = chance.randrange(start, min(len(text), start + 40) + 1)
            text = text[:start] + "".join(chance.choices(signs, k=chance.randrange(6))) + text[end:]
        tree = parse(name, text)

        assert tree.root_node.end_byte <= len(text.encode("utf-8"))
        list(errors(tree))


@pytest.mark.parametrize("name", NAMES)
def test_an_edit_gives_the_tree_of_the_new_text(name: str) -> None:
    """A parser that keeps the tree of a good text before an edit finds the same as one that starts
    anew.
    """
    chance = random.Random(17)
    parser = Parser(language(name))
    samples = [path.read_text("utf-8") for path in SAMPLES if path.parent.name == name]
    for text in (text for text in samples if not parse(name, text).root_node.has_error):
        old = text.encode("utf-8")
        lines = old.splitlines(keepends=True)
        for number in chance.sample(range(len(lines)), min(8, len(lines))):
            start = sum(map(len, lines[:number]))
            new = (
                old[:start]
                + b"# added\n; added\n"[8 * (name in ("ben39", "lcpn")) :][:8]
                + old[start:]
            )
            tree = parser.parse(old)
            tree.edit(start, start, start + 8, (number, 0), (number, 0), (number + 1, 0))

            assert str(parser.parse(new, tree).root_node) == str(parser.parse(new).root_node)


@pytest.mark.parametrize("name", NAMES)
def test_texts_have_the_trees_of_the_corpus(name: str) -> None:
    """The cases of `test/corpus`, which `tree-sitter test` runs too."""
    cases = CASE.findall((folder(name) / "test" / "corpus" / "main.txt").read_text("utf-8"))

    for title, text, wanted in cases:
        assert str(parse(name, text).root_node) == re.sub(r"\s+", " ", wanted.strip()), title
    assert len(cases) > 2


@pytest.mark.parametrize("name", NAMES)
def test_every_query_is_one(name: str) -> None:
    """Its nodes exist in the grammar; its captures are those of the table, and the standard
    ones.
    """
    for kind in QUERIES:
        captures = {
            query(name, kind).capture_name(number)
            for number in range(query(name, kind).capture_count)
        }
        standard = {
            "injection.content",
            "local.scope",
            "local.definition",
            "local.reference",
            "fold",
        }
        assert captures <= (set(TYPES) if kind == "highlights" else standard), kind
    for path in (ROOT / "zed-extension" / "languages" / name).glob("*.scm"):
        assert Query(language(name), path.read_text("utf-8")).pattern_count > 0


@pytest.mark.parametrize("name", NAMES)
def test_parsers_are_made_of_their_grammars(name: str) -> None:
    """`parser.c` has the nodes of `grammar.json`, which has the patterns of today's
    vocabularies.
    """
    made = json.loads((folder(name) / "src" / "grammar.json").read_text("utf-8"))
    known = language(name)
    kinds = {known.node_kind_for_id(number) for number in range(known.node_kind_count)}

    assert {rule for rule in made["rules"] if not rule.startswith("_")} <= kinds
    require_current(name)


@pytest.mark.parametrize("program", [None, "/usr/bin/tree-sitter"])
def test_a_word_can_be_added_without_the_program_that_makes_parsers(
    program: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser is older than the word: a notice, and an error for those who have the program."""
    monkeypatch.setattr(parsers, "tokens", lambda _: {"blank": r"[\s\ufeff]+", "mode": "new"})
    monkeypatch.setattr(parsers, "LONG", False)
    monkeypatch.setattr(shutil, "which", lambda _: program)

    with pytest.raises(
        AssertionError if program else pytest.skip.Exception,
        match="lcpn is older than its tokens mode",
    ):
        parsers.require_current("lcpn")
