"""The names that are suggested for a misspelled one: a bounded number of them is compared."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice, permutations
from pathlib import Path
from string import ascii_lowercase

import pytest

from findings import FILES, cases
from harness import opened, rows
from long import LONG
from wazir.document import Document
from wazir.features.trials import with_working_fixes
from wazir.notations import REGISTRY, by_name
from wazir.notations.suggestions import MAX_COMPARISONS, MAX_NAMES_COMPARED, alike

ALIKE_NAMES = [
    "".join(letters).capitalize() for letters in islice(permutations("abcdefgh"), 0, 8_000, 7)
]
"""Names of the same letters: only a full comparison tells how similar two of them are."""


@pytest.mark.parametrize(
    ("notation", "text", "message"),
    [
        ("betza", "rabbaba", "`rabbaba` is a name, not a move. Did you mean `D`, the dabbaba?"),
        (
            "lcpn",
            "x := rook:diagonall",
            "Unknown restriction `:diagonall`. Did you mean `:diagonal`?",
        ),
        (
            "lcpn",
            "x := rook // wazir: ignore unclosed-bracke",
            "Unknown code `unclosed-bracke`. Did you mean `unclosed-bracket`?",
        ),
    ],
)
def test_of_two_similar_words_the_more_similar_is_suggested(
    notation: str, text: str, message: str
) -> None:
    """Also `dabbabah`, a word that begins like the first, and `unclosed-comment` are similar."""
    assert [
        diagnostic.message for diagnostic in Document.open(by_name(notation), text).diagnostics()
    ] == [message]


def test_of_two_words_with_one_beginning_the_first_is_meant() -> None:
    assert alike("forw", ["forwards", "forward"]) == "forward"


TEXTS = {
    "bensahas": (
        ":{} {{ m(1, 1)! }}\n",
        ":Last {{ m(1, 1) flip(condition = [n, 8], promotes_to = {})! }}",
        ", ",
    ),
    "lcpn": ("{} := rook\n", "last := {}", " / "),
}
"""For each notation a definition, one that uses several names, and what is between them."""


def suggested(notation: str, defined: int, used: list[str]) -> list[str]:
    """The messages for unknown names that suggest a name, in a file with a number of
    definitions.
    """
    definition, last, sign = TEXTS[notation]
    text = "".join(map(definition.format, ALIKE_NAMES[:defined])) + last.format(sign.join(used))
    unknown = [
        diagnostic
        for diagnostic in Document.open(by_name(notation), text).diagnostics()
        if diagnostic.code.id == "unknown-piece"
    ]
    assert len(unknown) == len(used)
    return [diagnostic.message for diagnostic in unknown if "Did you mean" in diagnostic.message]


@pytest.mark.parametrize("notation", TEXTS)
def test_few_of_many_unknown_names_have_suggestions(notation: str) -> None:
    """A definition with many unknown names in a file with many names does not compare all of
    them.
    """
    defined = MAX_NAMES_COMPARED - 100
    messages = suggested(notation, defined, ALIKE_NAMES[defined : defined + 100])

    assert 0 < len(messages) <= MAX_COMPARISONS // defined + 1


@pytest.mark.parametrize("notation", TEXTS)
def test_names_of_a_large_file_are_suggested_for_one_slip(notation: str) -> None:
    """In a file with many names, a name with one slip has a suggestion, and one with two wrong
    letters has none.
    """
    first = ALIKE_NAMES[0]
    slips = [
        f"{first[:-1]}z",
        f"{first[:3]}{first[4]}{first[3]}{first[5:]}",
        f"{first[:2]}{first[3:]}",
        f"{first[:2]}z{first[2:]}",
    ]

    for slip in slips:
        assert len(suggested(notation, MAX_NAMES_COMPARED + 50, [slip])) == 1, slip
    assert suggested(notation, MAX_NAMES_COMPARED + 50, [f"{first[:-2]}zz"]) == []


SAMPLES = Path(__file__).parents[2] / "samples"
SUGGESTION = re.compile(r"Did you mean [^`?]*`([^`]+)`")
BROKEN = [(case.notation, case.plain, case.dialect) for path in FILES for case in cases(path)]
BROKEN += [
    (notation, row["source"], row.get("dialect"))
    for notation in ("bensahas", "betza", "lcpn")
    for row in rows(f"{notation}_errors_dev")
]


def typos(count: int) -> Iterator[tuple[str, str, None]]:
    """Definitions of the samples of each notation, each with a letter of a word twice, left out or
    another one.
    """
    rng = random.Random(39)
    for notation in REGISTRY:
        texts = [path.read_text("utf-8") for path in sorted((SAMPLES / notation.name).glob("*"))]
        chunks = [
            placed.chunk.text for text in texts for placed in Document.open(notation, text).chunks()
        ]
        words = [
            (chunk, match.start())
            for chunk in chunks
            for match in re.finditer(r"\B[a-z](?=[a-z])", chunk)
        ]
        for chunk, place in rng.choices(words, k=count if words else 0):
            letters = rng.choice(["", chunk[place] * 2, rng.choice(ascii_lowercase)])
            yield notation.name, f"{chunk[:place]}{letters}{chunk[place + 1 :]}", None


def test_b7_what_is_suggested_is_a_fix() -> None:
    """A message that asks "Did you mean X?" has a fix that writes X, in every notation."""
    notations = set()
    for notation, text, dialect in [*BROKEN, *typos(150 if LONG else 50)]:
        document = opened(notation, text, dialect)
        asking = [
            diagnostic
            for diagnostic in document.diagnostics()
            if SUGGESTION.search(diagnostic.message)
        ]
        for diagnostic in with_working_fixes(document, asking):
            notations.add(notation)
            written = [edit.text for fix in diagnostic.fixes for edit in fix.edits]
            for meant in SUGGESTION.findall(diagnostic.message):
                assert any(meant in text for text in written), f"{text}: {diagnostic.message}"
    assert notations >= {"ben39", "bensahas", "betza", "fairy-variants", "lcpn"}
