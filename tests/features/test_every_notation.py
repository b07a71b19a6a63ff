"""What holds in every notation, for every text: nothing raises, what is done can be undone, layout
settles.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import NOTATIONS
from long import FOUND, examples
from wazir.document import Document
from wazir.features import (
    actions,
    completion,
    definitions,
    formatting,
    names,
    structure,
)
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import Paragraph, plain
from wazir.notations import by_name
from wazir.notations.notation import Notation
from wazir.text import Span, apply

TESTS = Path(__file__).parents[1]
DATA, SAMPLES, SETTINGS = (
    TESTS / "data",
    TESTS.parent / "samples",
    TESTS / "settings" / "invalid.toml",
)
LONGEST = 1_000
"""The characters of a text; properties of longer ones take too long."""
LINES = [
    "king = man crown",
    "Crown = @king",
    "queen = (King,",
    "  big_king)",
    "",
    "# king",
    "big-King = ?",
]
SIGNS = [*"()[]{}:;,=>/&$-_!@+~\"'\n #*012", "\r\n", "man", "base", ":= ", " IS ", "/*", "(def "]
OWN = {
    "linked": ["\n".join(LINES), *LINES],
    "wazir-settings": SETTINGS.read_text("utf-8").split("\n\n"),
}
"""The texts of notations without samples."""
each = pytest.mark.parametrize("notation", NOTATIONS.values(), ids=lambda notation: notation.name)


@cache
def written(notation: Notation) -> list[str]:
    """Texts that people would write: vectors, and the chunks of samples."""
    files = sorted(DATA.glob(f"{notation.name}*_dev.jsonl"))
    vectors = [
        json.loads(line) for file in files for line in file.read_text("utf-8").splitlines() if line
    ]
    texts = [
        vector[key]
        for vector in vectors
        for key in ("source", "text")
        if isinstance(vector.get(key), str)
    ]
    for sample in sorted((SAMPLES / notation.name).glob("*")):
        document = Document.open(notation, sample.read_text("utf-8"))
        texts += [placed.chunk.text for placed in document.chunks()]
    return OWN.get(notation.name) or sorted({text for text in texts if len(text) < LONGEST})


def test_every_notation_has_texts() -> None:
    """So that the laws are about what people write in it."""
    assert {name for name, notation in NOTATIONS.items() if len(written(notation)) < 2} == set()


@st.composite
def texts(draw: st.DrawFn, notation: Notation) -> str:
    """Some of those, with a few signs that come or go."""
    text = "\n".join(draw(st.lists(st.sampled_from(written(notation)), min_size=1, max_size=3)))
    for _ in range(draw(st.integers(0, 4))):
        at, gone = draw(st.integers(0, len(text))), draw(st.integers(0, 5))
        text = (
            text[:at]
            + "".join(draw(st.lists(st.sampled_from(SIGNS), max_size=3)))
            + text[at + gone :]
        )
    return text


@each
@examples(120, FOUND)
@given(data=st.data())
def test_no_text_makes_a_feature_raise(notation: Notation, data: st.DataObject) -> None:
    """Every feature has an answer for every text and place, and its places lie within the text."""
    text = data.draw(texts(notation))
    document = Document.open(notation, text)
    offset = data.draw(st.integers(0, len(text)))
    if answer := hover(document, offset, HoverOptions(style="none")):
        assert plain(answer.blocks)
    for item in completion.complete(document, offset, snippets=True)[:3]:
        assert 0 <= item.span.start <= item.span.end <= len(text)
        completion.resolve(document, item, HoverOptions(style="none"))
    for action in (
        *actions.fixes(document, Span(offset, offset)),
        *actions.in_dialects(document, Span(offset, offset)),
    ):
        assert apply(text, action.edits) != text
    structure.inlay(document, Span(0, len(text)))
    completion.signature(document, offset)
    formatting.format_on_type(document, offset, "\n")
    formatting.format_on_type(document, offset, ")")
    spans = structure.selection(document, offset)
    assert spans[0].contains_inclusive(offset)
    assert all(
        outer.start <= inner.start and inner.end <= outer.end for inner, outer in pairwise(spans)
    )
    assert all(
        fold.start_line < fold.end_line < document.line_count for fold in structure.folds(document)
    )
    assert all(symbol.name for symbol in structure.symbols(document))
    coloured = [
        (colour.start, colour.start + colour.length) for colour in structure.tokens(document)
    ]
    assert all(before[1] <= after[0] for before, after in pairwise(coloured))


@each
@examples(120, FOUND)
@given(data=st.data())
def test_names_agree_with_each_other(notation: Notation, data: st.DataObject) -> None:
    """What is at a place is among the places of its name; what uses a piece is built from it, and
    the other way.
    """
    text = data.draw(texts(notation))
    document = Document.open(notation, text)
    offset = data.draw(st.integers(0, len(text)))
    if name := names.name_at(document, offset):
        assert name in names.occurrences(document, name.name)
        target = names.definition(document, offset)
        assert target
        assert target.span == next(document.definitions_named(name.name), None)
    assert all(notation.library(link.name) for link in names.links(document))
    for key in set(document.names()):
        for caller in structure.callers(document, key):
            if caller.key and caller.symbol == structure.definition(document, caller.key):
                assert caller.places in {
                    callee.places for callee in structure.callees(document, caller.key)
                }
        assert all(
            (definition.key or definition.name) == key
            for _, definition in definitions.named(document, key)
        )


@each
@examples(120, FOUND)
@given(data=st.data())
def test_l3_renaming_and_back_gives_the_same_text(notation: Notation, data: st.DataObject) -> None:
    """L3: a new name is refused with a sentence, or no piece becomes another, and the way back is
    open.
    """
    text = data.draw(texts(notation))
    document = Document.open(notation, text)
    offset = data.draw(st.integers(0, len(text)))
    new, refused = data.draw(st.sampled_from(["new-one", "", "a b", "a=b", "(", "def"])), ""
    try:
        edits = names.rename(document, offset, new)
    except names.CannotRename as refusal:
        refused = str(refusal)
    if refused:
        assert refused.endswith(".")
        return
    name = names.name_at(document, offset)
    assert name
    after = Document.open(notation, apply(text, edits))
    assert [definition.broken for _, definition in definitions.every(after)] == [
        definition.broken for _, definition in definitions.every(document)
    ]
    moved = sum(
        len(edit.text) - (edit.span.end - edit.span.start)
        for edit in edits
        if edit.span < name.span
    )
    back = names.rename(after, name.span.start + moved, name.written)
    if len({occurrence.written for occurrence in names.occurrences(document, name.name)}) == 1:
        assert apply(after.text, back) == text


@each
@examples(120, FOUND)
@given(data=st.data())
def test_l19_formatting_twice_is_formatting_once(notation: Notation, data: st.DataObject) -> None:
    """L19, S15: a formatted text is left as it is, and no piece becomes another."""
    text = data.draw(texts(notation))
    document = Document.open(notation, text)
    once = Document.open(notation, apply(text, formatting.format(document)))

    assert formatting.format(once) == ()
    assert [
        (definition.key, definition.broken, definition.piece)
        for _, definition in definitions.every(once)
    ] == [
        (definition.key, definition.broken, definition.piece)
        for _, definition in definitions.every(document)
    ]


@each
@examples(60, FOUND)
@given(data=st.data())
def test_fixing_all_leaves_nothing_to_fix(notation: Notation, data: st.DataObject) -> None:
    """After all safe fixes there is no safe fix left."""
    text = data.draw(texts(notation))
    after = Document.open(notation, apply(text, actions.fix_all(Document.open(notation, text))))

    assert actions.fix_all(after) == ()


def test_selections_and_folds_of_deep_texts() -> None:
    """Depth is no danger."""
    deep = "king = " + "(" * 3000 + "\n man" + ")" * 3000
    document = Document.open(NOTATIONS["linked"], deep)

    assert len(structure.selection(document, deep.index("man"))) > 3000
    assert structure.folds(document)


def test_a_name_that_is_used_ten_thousand_times() -> None:
    """Each place changes, in the way in which it is written."""
    text = "base = man\n" + "".join(
        f"p{chr(97 + n % 26)}x{'y' * (n // 26)} = Base\n" for n in range(100)
    )
    text += "".join(f"q{letter} = (" + " base BASE @base" * 850 + ")\n" for letter in "abcd")
    document = Document.open(NOTATIONS["linked"], text)

    assert len(names.rename(document, 1, "ground")) == 1 + 100 + 3 * 3400


@pytest.mark.parametrize(
    ("notation", "text", "section"),
    [
        ("betza", "Fers = fm$0F", "betza.html#atoms"),
        ("lcpn", "(def fers ($0move ferz))", "lcpn.html#functions"),
        ("bensahas", "m(1, $0240)!", "bensahas.html#distances-and-directions"),
        ("ben39", "turn: $0white", "ben39.html#keys"),
        (
            "fairy-variants",
            "[a:chess]\n$0castling = false\n",
            "engines.html#fairy-stockfish-variantsini",
        ),
        (
            "fairy-variants",
            "[a:chess]\ncustomPiece1 = f:$0mF\n",
            "betza.html#modes-and-first-moves",
        ),
    ],
)
def test_a_word_leads_to_the_section_that_explains_it(
    notation: str, text: str, section: str
) -> None:
    """For clients that show links; moves in the files of engines lead to the page of Betza
    notation.
    """
    document, offset = Document.open(by_name(notation), text.replace("$0", "")), text.index("$0")
    with_links = hover(document, offset, HoverOptions(site="https://wazir.test"))
    without_links = hover(document, offset)

    assert with_links
    assert without_links
    (link,) = set(with_links.blocks) - set(without_links.blocks)
    assert isinstance(link, Paragraph)
    assert link.link
    assert link.link.address == f"https://wazir.test/notations/{section}"
