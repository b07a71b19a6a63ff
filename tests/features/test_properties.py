"""What holds for every text: features never raise, formatting and renaming never change a piece."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from long import examples, some
from texts import CORPUS, files
from wazir.document import Document
from wazir.features import actions, completion, formatting, names, structure
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import markdown, plain
from wazir.notations import REGISTRY, by_name
from wazir.notations.notation import NO_NAMES, Context
from wazir.piece.board import SquareBoard
from wazir.piece.figures import figures
from wazir.piece.mobility import move_count
from wazir.text import Edit, Span

BETZA = REGISTRY[0]
BENSAHAS = REGISTRY[2]
BLANKS = " \t\r\n"


def opened(text: str) -> Document:
    return Document.open(BETZA, text)


def formatted(document: Document) -> str:
    return actions.apply(document.text, formatting.format(document))


def meaning(document: Document) -> list[tuple[object, ...]]:
    """What the definitions of a document are, wherever they stand."""
    return [
        (definition.name, definition.dialect, definition.board, definition.broken, definition.piece)
        for placed in document.chunks()
        for definition in document.analysis(placed).definitions
    ]


def without_names(document: Document) -> list[tuple[object, ...]]:
    """What the definitions of a document are, but for their names."""
    return [definition[1:] for definition in meaning(document)]


@examples(300)
@given(files)
def test_b24_formatting_twice_is_formatting_once(text: str) -> None:
    """A formatted text is left as it is."""
    once = formatted(opened(text))

    assert formatting.format(opened(once)) == ()


@examples(300)
@given(files)
def test_b24_formatting_changes_blanks_alone_and_no_meaning(text: str) -> None:
    """All signs stay, and every piece does what it did."""
    document = opened(text)
    after = formatted(document)

    assert [sign for sign in after if sign not in BLANKS] == [
        sign for sign in text if sign not in BLANKS
    ]
    assert meaning(opened(after)) == meaning(document)


@examples(200)
@given(files, st.integers(0, 200))
def test_b24_a_block_is_formatted_by_itself(text: str, place: int) -> None:
    """Formatting a range makes just those edits of the whole that lie in its blocks."""
    document = opened(f"{text}\nend")
    offset = min(place, document.length)
    edits = formatting.format(document, Span(offset, offset))

    assert set(edits) <= set(formatting.format(document))
    assert set(formatting.format_on_type(document, offset)) <= set(formatting.format(document))


def test_b24_line_ends_are_kept() -> None:
    """CRLF stays CRLF, a lone CR a lone CR; the end of a file is the first kind that there is."""
    assert formatted(opened("a=W\r\nbb=F\rc=D")) == "a  = W\r\nbb = F\rc  = D\r\n"
    assert (
        formatted(Document.open(BENSAHAS, "A { m(1, 15)! }\r\n")) == "A {\r\n    m(1, 15)!\r\n}\r\n"
    )


def test_b24_trailing_blanks_and_blank_lines() -> None:
    """Blanks at the end of lines go, in comments and between blocks too; so do blank lines at the
    end.
    """
    assert formatted(opened("a = W  \n \t\nb = F # x \t\n \n\n  ")) == "a = W\n\nb = F  # x\n"
    assert formatted(opened("\ufeff\n \n")) == "\ufeff"
    assert formatted(opened("")) == ""
    assert formatted(opened("\ufeffa=W")) == "\ufeffa = W\n"


def test_a_line_at_the_end_of_a_text_is_indented() -> None:
    """The one that has just been begun in an open bracket."""
    document = Document.open(by_name("lcpn"), "(def a\n")

    assert formatting.format_on_type(document, document.length) == (Edit(Span(7, 7), "  "),)


def test_a_line_that_is_indented_already_is_left_alone() -> None:
    """An edit that changes nothing would move the cursor of some editors."""
    document = Document.open(by_name("lcpn"), "(def a\n  ")

    assert formatting.format_on_type(document, document.length) == ()


def test_b24_edits_are_small() -> None:
    """What is in order already is not touched."""
    edits = formatting.format(opened("a  = W\nlong=F\n"))

    assert edits == (Edit(Span(1, 3), "    "), Edit(Span(11, 11), " "), Edit(Span(12, 12), " "))


@examples(200)
@given(
    files,
    st.integers(0, 200),
    st.sampled_from(["new", "x y", "名前", "", "a=b", "#", "%p", "(1,2)", "\n"]),
)
def test_renaming_and_back_gives_the_same_text(text: str, place: int, new: str) -> None:
    """A new name is refused with a sentence, or the piece keeps all but its name."""
    document = opened(text)
    offset = min(place, document.length)
    name = names.name_at(document, offset)
    try:
        edits = names.rename(document, offset, new)
    except names.CannotRename as cannot:
        refusal = str(cannot)
    else:
        refusal = ""
    if refusal:
        assert refusal.endswith(".")
        return

    assert name
    after = opened(actions.apply(text, edits))
    assert without_names(after) == without_names(document)
    back = names.rename(after, edits[0].span.start if edits else offset, name.name)
    assert actions.apply(after.text, back) == text


@examples(150)
@given(files, st.integers(0, 300))
def test_no_text_makes_a_feature_raise(text: str, place: int) -> None:
    """Every feature has an answer for every text and place, and its places lie within the text."""
    document = opened(text)
    offset = min(place, document.length)
    whole = Span(0, document.length)
    answer = hover(document, offset, HoverOptions(pictures=True))
    if answer:
        assert markdown(answer.blocks)
        assert plain(answer.blocks)
        assert 0 <= answer.span.start <= answer.span.end <= document.length
    for item in completion.complete(document, offset, snippets=True)[:3]:
        assert whole.start <= item.span.start <= item.span.end <= whole.end
        completion.resolve(document, item)
    for action in actions.fixes(document, Span(offset, offset)):
        assert actions.apply(text, action.edits) != text
    names.highlights(document, offset)
    structure.inlay(document, whole)
    spans = structure.selection(document, offset)
    assert all(
        outer.start <= inner.start and inner.end <= outer.end for inner, outer in pairwise(spans)
    )
    assert all(
        fold.start_line < fold.end_line < document.line_count for fold in structure.folds(document)
    )
    assert all(symbol.name for symbol in structure.symbols(document))


@examples(200)
@given(files)
def test_colours_are_in_order_and_on_one_line(text: str) -> None:
    """Coloured words follow each other, and none goes over a line end."""
    document = opened(text)
    end = 0
    for colour in structure.tokens(document):
        word = text[colour.start : colour.start + colour.length]

        assert colour.start >= end
        assert word.strip() == word != ""
        assert not {"\r", "\n"} & set(word)
        end = colour.start + colour.length


@examples(100)
@given(files)
def test_fixing_all_leaves_nothing_to_fix(text: str) -> None:
    """After all safe fixes there is no safe fix left, and no piece has changed that was whole."""
    document = opened(text)
    after = opened(actions.apply(text, actions.fix_all(document)))

    assert actions.fix_all(after) == ()


@pytest.mark.parametrize("moves", CORPUS[::9])
def test_the_mean_number_of_moves_is_exact(moves: str) -> None:
    """The short way to the mean over all squares gives what counting on each square gives."""
    board = SquareBoard(7, 5)
    for definition in BETZA.read(moves, Context(), NO_NAMES).definitions:
        if definition.piece is None or definition.broken:
            continue
        counted = move_count(definition.piece, board)
        if counted.mean is not None:
            assert counted.mean == pytest.approx(figures(definition.piece, board).moves.mean)


@pytest.mark.parametrize("moves", some(CORPUS, 4))
def test_every_string_of_the_corpus_gives_a_hover(moves: str) -> None:
    """There is something to say at the first sign of everything that people have written."""
    answer = hover(opened(moves), 0, HoverOptions(pictures=True))

    assert answer
    assert len(markdown(answer.blocks)) <= 60_000
