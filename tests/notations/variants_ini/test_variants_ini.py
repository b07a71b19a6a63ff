"""`variants.ini`: what stands in it, and what can be done with it."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from time import process_time

import pyffish
import pytest

from harness import none_wrong
from long import some
from wazir.document import Document
from wazir.features import formatting, names, structure
from wazir.features.completion import complete
from wazir.features.definitions import board_of, every
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import Picture, plain
from wazir.features.variants import rules_of
from wazir.notations import by_name, for_file
from wazir.notations.engine_files.variants_ini.meaning import LIBRARY_FILE, built_in, built_in_names
from wazir.notations.engine_files.variants_ini.reading import as_text
from wazir.text import apply

VARIANTS = by_name("fairy-variants")
SAMPLE = (Path(__file__).parents[3] / "samples" / "fairy-variants" / "variants.ini").read_text(
    "utf-8"
)


def at(text: str, what: str, within: str = "") -> int:
    return text.index(what, text.index(within))


def hover_text(text: str, offset: int) -> str:
    answer = hover(Document.open(VARIANTS, text), offset, HoverOptions(style="text"))
    assert answer
    return plain(answer.blocks)


def test_f8_a_key_tells_what_it_is() -> None:
    """F8: what it means, what its value is, and the default."""
    text = hover_text(SAMPLE, at(SAMPLE, "maxFile"))

    assert "files" in text
    assert "The default is `h`." in text
    assert "The default: rnbqkbnr" in hover_text(SAMPLE, at(SAMPLE, "startFen"))
    assert "default" not in hover_text(SAMPLE, at(SAMPLE, "customPiece1"))


def test_f9_positions_are_pictures() -> None:
    """F9: of a section and of `startFen` the position, and of a letter in it the piece."""
    text = (
        "[duke:chess]\ncustomPiece1 = a:BN\nstartFen = rnbakbnr/8/8/3*4/2+a5/8/8/RNBAKBNR w KQkq "
        "- 0 1\n"
    )
    document = Document.open(VARIANTS, text)

    def pictures(offset: int) -> list[str]:
        answer = hover(document, offset, HoverOptions(pictures=True))
        return (
            [block.svg for block in answer.blocks if isinstance(block, Picture)] if answer else []
        )

    (section,), (fen,), (piece,) = map(pictures, (1, at(text, "startFen"), at(text, "A", "RNBAK")))
    for picture in (section, fen):
        assert picture.count('<use href="#white-') + picture.count('<use href="#black-') == 16
        assert picture.count("<text") == 1 + 16  # the promoted piece and coordinates
    assert ">+A<" in fen
    assert "<title>A: White&#x27;s customPiece1</title>" in piece
    assert "<desc>Slides any distance diagonally like a bishop" in piece


def test_f7_a_built_in_piece_has_its_moves() -> None:
    """F7: `wazir = w` is drawn, with its Betza."""
    assert "one step orthogonally" in hover_text(SAMPLE, at(SAMPLE, "w\n", "wazir = ")).lower()


def test_f6_the_moves_of_a_piece_are_explained() -> None:
    """F6: behind the `:` all is as in a file of Betza's notation, and the letter is the piece."""
    assert "knight" in hover_text(SAMPLE, at(SAMPLE, "N", "a:BN")).lower()
    assert "Archbishop" in hover_text(SAMPLE, at(SAMPLE, "a:BN"))


def test_f11_a_position_is_drawn() -> None:
    """F11: the board with its letters, and the piece of the letter."""
    text = hover_text(SAMPLE, at(SAMPLE, "rnabq"))

    assert "8 r n a b q k b c n r" in text
    assert "Black's `rook`" in text
    assert "8 r n a b q k b c n r" in hover_text(SAMPLE, at(SAMPLE, "startFen"))


@pytest.mark.parametrize(
    ("files", "ranks", "position", "drawn"),
    [(1, 3, "k/1/K", "3 k\n2 .\n1 K\n  a"), (3, 1, "k1K", "1 k . K\n  a b c")],
)
def test_e15_a_board_may_have_a_single_file_or_rank(
    files: int, ranks: int, position: str, drawn: str
) -> None:
    """E15: from one file and rank on, boards are drawn, and pieces have them."""
    lines = [
        f"maxFile = {files}",
        f"maxRank = {ranks}",
        f"startFen = {position} w - - 0 1",
        "customPiece1 = a:W",
    ]
    text = "\n".join(["[narrow:chess]", *lines, ""])

    assert drawn in hover_text(text, at(text, "startFen"))
    assert {
        str(board_of(definition)) for _, definition in every(Document.open(VARIANTS, text))
    } == {f"{files}x{ranks}"}


@pytest.mark.parametrize("size", ["maxFile = 13", "maxRank = 11"])
def test_e15_a_piece_of_a_board_that_is_too_large_has_no_board(size: str) -> None:
    """E15: its moves are counted on the board of chess."""
    document = Document.open(VARIANTS, f"[large:chess]\n{size}\ncustomPiece1 = a:W\n")

    assert [str(board_of(definition)) for _, definition in every(document)] == ["8x8"]


def test_f15_a_letter_of_a_list_is_of_both_sides() -> None:
    """F15: the piece, with its moves once."""
    text = hover_text(SAMPLE, at(SAMPLE, "acqrbn"))

    assert "`a`: `customPiece1`" in text
    assert text.count("BN") == 1


def test_f10_a_section_tells_what_it_inherits() -> None:
    """F10: all pieces, with the section that each comes from."""
    text = hover_text(SAMPLE, at(SAMPLE, "leapgame"))

    assert "commoner" in text
    assert "stepgame" in text
    assert "fers" not in text


def test_the_outline_is_by_section() -> None:
    """Sections, and the pieces that they set."""
    outline = [symbol.name for symbol in structure.symbols(Document.open(VARIANTS, SAMPLE))]

    assert outline[:3] == ["courtchess", "A: customPiece1", "C: customPiece2"]
    assert "leapgame" in outline


def test_f10_a_letter_is_renamed_wherever_it_stands() -> None:
    """F10: in the position of both sides and in lists, but not the letters of another section."""
    document = Document.open(VARIANTS, SAMPLE)
    after = apply(SAMPLE, names.rename(document, at(SAMPLE, "a:BN"), "h"))

    assert "customPiece1 = h:BN" in after
    assert "promotionPieceTypes = hcqrbn" in after
    assert "rnhbqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNHBQKBCNR w KQkq" in after
    assert after.partition("# A small game")[2] == SAMPLE.partition("# A small game")[2]
    with pytest.raises(names.CannotRename, match="already"):
        names.rename(document, at(SAMPLE, "a:BN"), "c")
    with pytest.raises(names.CannotRename):
        names.rename(document, at(SAMPLE, "a:BN"), "n")


def test_f10_a_letter_leads_to_its_piece() -> None:
    """F10: from the position to the setting and back, over sections too."""
    document = Document.open(VARIANTS, SAMPLE)
    target = names.definition(document, at(SAMPLE, "W", "WFKKFW"))

    assert target
    assert target.span
    assert document.slice(target.span) == "w"
    assert document.text[target.span.start - 8 : target.span.start] == "wazir = "
    assert len(names.references(document, target.span.start)) > 4


INHERITED = """\
[first]
customPiece1 = a:N
startFen = 7a/8/8/8/8/8/8/7A w - - 0 1
[second:first]
maxRank = 8
[third:second]
startFen = 6aa/8/8/8/8/8/8/6AA w - - 0 1
[fourth:third]
promotionPieceTypes = a
[fifth:second]
customPiece1 = b:W
customPiece2 = a:F
startFen = 6ab/8/8/8/8/8/8/6AB w - - 0 1
"""


def test_f10_a_letter_is_inherited_over_sections() -> None:
    """F10: it leads to its setting, and is renamed wherever it is inherited, but not where a
    section sets it anew.
    """
    document = Document.open(VARIANTS, INHERITED)
    use = at(INHERITED, "aa/8")
    target = names.definition(document, use)

    assert target
    assert target.span
    assert document.text[target.span.start :].startswith("a:N")
    assert len(names.references(document, use)) == 8
    assert names.references(document, use) == names.references(document, INHERITED.index("a:N"))
    after = apply(INHERITED, names.rename(document, use, "c"))
    changed = [
        at
        for at, (before, other) in enumerate(zip(INHERITED, after, strict=True))
        if before != other
    ]
    assert changed == [span.start for span in names.references(document, use)]


def test_a_renamed_section_is_renamed_where_it_is_inherited() -> None:
    """F2: the parent too."""
    after = apply(
        SAMPLE, names.rename(Document.open(VARIANTS, SAMPLE), at(SAMPLE, "stepgame"), "smallgame")
    )

    assert "[leapgame:smallgame]" in after
    assert "[smallgame]" in after


COMPLETED = [
    ("[mine:che$0]", "chess"),
    ("[mine:chess]\n[other:$0]", "mine"),
    ("[mine:chess]\n$0", "maxRank"),
    ("[mine:chess]\ncustomPiece1 = a:W\ncus$0", "customPiece2"),
    ("[mine:chess]\ncastling = $0", "false"),
    ("[mine:chess]\nstalemateValue = l$0", "loss"),
    ("[mine:chess]\npromotionPieceTypes = q$0", "n"),
    ("[mine:chess]\ncustomPiece1 = $0", "a:"),
    ("[mine:chess]\ncustomPiece1 = a:$0", "N"),
    ("[mine:chess]\ncustomPiece1 = a:f$0", "F"),
]


@pytest.mark.parametrize(("text", "label"), COMPLETED)
def test_completion(text: str, label: str) -> None:
    """F8, F9: keys, values, parents, letters, and Betza's notation behind the letter."""
    document = Document.open(VARIANTS, text.replace("$0", ""))

    assert label in [item.label for item in complete(document, text.index("$0"))]


def test_f3_layout_changes_no_value() -> None:
    """F3: blanks around `=` alone; a key with blanks before it stays unknown."""
    text = "[mine:chess]\nmaxRank=8\nmaxFile   =  8\n  castling=false\nchecking = true \n"
    after = apply(text, formatting.format(Document.open(VARIANTS, text)))

    assert after == "[mine:chess]\nmaxRank = 8\nmaxFile = 8\n  castling=false\nchecking = true \n"


def test_completion_of_moves_offers_no_directives() -> None:
    """A line of the section cannot have one; details are plain words."""
    moves, keys = (
        Document.open(VARIANTS, text)
        for text in ("[mine:chess]\ncustomPiece1 = a:", "[mine:chess]\n")
    )

    assert not [item.label for item in complete(moves, moves.length) if item.label.startswith("%")]
    assert not [item.label for item in complete(keys, keys.length) if "`" in item.item.detail]


def test_f11_words_behind_the_board_of_a_position_have_no_colour_of_a_side() -> None:
    """F11: `w` is the side to move, and `KQkq` no pieces."""
    document = Document.open(VARIANTS, "[mine:chess]\nstartFen = 8/8/8/8/8/8/8/Kk6 w KQkq - 0 1\n")
    tokens = [
        token
        for token in document.analysis(document.chunk_at(0)).tree.tokens
        if token.kind in ("white", "black", "text")
    ]

    assert [(token.kind, token.text) for token in tokens] == [
        *(("white", "K"), ("black", "k")),
        *(("text", word) for word in ("w", "KQkq", "-", "0", "1")),
    ]


BOARDS = {
    "chess": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "3check": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "makruk": "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR",
}


@pytest.mark.parametrize("variant", BOARDS)
def test_f11_the_words_of_a_position_are_judged_as_by_the_engine(variant: str) -> None:
    """Up to five behind the side, in any order. A right to castle from a file beyond the board is
    wrong to us alone.
    """
    few, fewer = ("-", "0", "x", "3+3", "e3"), ("-", "0", "x")
    tails = [tail for count in range(4) for tail in product(few, repeat=count)]
    tails += [tail for count in (4, 5) for tail in product(fewer, repeat=count)]
    wrong = []
    for tail in (tail_words for tail_words in tails if tail_words[:1] != ("x",)):
        fen = " ".join([BOARDS[variant], "w", *tail])
        document = Document.open(VARIANTS, f"[mine:{variant}]\nstartFen = {fen}\n")
        if any(document.diagnostics()) is (pyffish.validate_fen(fen, variant) == pyffish.FEN_OK):
            wrong.append(fen)

    none_wrong(wrong)


@pytest.mark.parametrize(
    "text", ["[chess960:fischerandom]\n", "[mine:kinglet]\ncastling = false\n"]
)
def test_f2_a_section_below_any_built_in_variant_identifies_a_file(text: str) -> None:
    """F2: also where it sets nothing."""
    assert for_file("mine.ini", text) is VARIANTS


def promoting(name: str, files: int, ranks: int, letters: str, *, white: bool) -> set[str]:
    """The ranks on which a pawn alone with kings promotes when it goes there from the rank before,
    in the engine.
    """
    pawn, kings = ("P" if white else "p"), [sign for sign in "Kk" if sign.lower() in letters]
    squares = set[str]()
    for rank in range(2, ranks + 1):
        target = rank if white else ranks + 1 - rank
        start = target - 1 if white else target + 1
        rows = [[""] * files for _ in range(ranks)]
        rows[start - 1][0] = pawn
        for sign, row in zip(kings, (rows[start - 1], rows[0 if white else -1]), strict=False):
            row[-1 if not row[-1] else -3] = sign
        board = "/".join("".join(sign or "1" for sign in row) for row in reversed(rows))
        moves = pyffish.legal_moves(name, f"{board} {'w' if white else 'b'} - - 0 1", [])
        if any(
            move.startswith(f"a{start}a{target}") and move[len(f"a{start}a{target}") :].isalpha()
            for move in moves
        ):
            squares.add(f"*{target}")
    return squares


def test_f16_regions_of_promotions_are_those_of_the_engine() -> None:
    """F16: for each built-in variant with pawns that promote on whole ranks, both sides."""
    wrong, asked = list[str](), 0
    for name in built_in_names():
        variant = built_in(name)
        assert variant
        if (
            not variant.board
            or {piece.key: piece.letter for piece in variant.pieces}.get("pawn") != "p"
        ):
            continue
        for white, side in ((True, "White"), (False, "Black")):
            region = as_text(variant.options[f"promotionRegion{side}"], {}).split()
            if variant.options[f"promotionPieceTypes{side}"] and all(
                rank.startswith("*") for rank in region
            ):
                played = promoting(name, variant.files, variant.ranks, variant.letters, white=white)
                asked += bool(played)
                if played and not played <= set(region):
                    wrong.append(f"{name} {side}: {played} are not {region}")

    assert asked > 80
    none_wrong(wrong)


@pytest.mark.parametrize(
    ("moves", "codes"), [("mfWcfF", []), ("mfWcfFifmnD", ["inherited-region"])]
)
def test_f16_a_region_of_double_steps_needs_pieces_that_make_them(
    moves: str, codes: list[str]
) -> None:
    """F16: custom pawns without first moves have no use for it."""
    start = "startFen = 4k3/8/hhhhhhhh/8/8/8/8/HHHHHHHH/8/4K3 w - - 0 1\n"
    text = (
        f"[x:chess]\nmaxRank = 10\npawnTypes = h\ncustomPiece1 = h:{moves}\npromotionRegionWhite "
        f"= *10\n{start}"
    )

    reported = [diagnostic.code.id for diagnostic in Document.open(VARIANTS, text).diagnostics()]
    assert [code for code in reported if code == "inherited-region"] == codes


WITHOUT_SETTINGS = {"ataxx", "janggi", "janggicasual", "janggimodern", "janggitraditional"}
"""Built-in variants with a rule that no setting says: drops from nowhere, and a general on diagonal
lines.
"""


def test_f2_the_settings_of_built_in_variants_are_those_of_the_engine() -> None:
    """F2: each as a section of its own has the start, the legal moves there, and those after
    some of them.
    """
    text = LIBRARY_FILE.read_text("utf-8")
    pyffish.load_variant_config(text.replace("\n[", "\n[settings-"))
    wrong = set[str]()
    for name in built_in_names():
        start, played = pyffish.start_fen(name), list[list[list[str]]]()
        for variant in (name, f"settings-{name}"):
            legal = sorted(pyffish.legal_moves(variant, start, []))
            played.append(
                [
                    legal,
                    *(
                        sorted(pyffish.legal_moves(variant, start, [move]))
                        for move in some(legal[::5], step=5)
                    ),
                ]
            )
        if pyffish.start_fen(f"settings-{name}") != start or played[0] != played[1]:
            wrong.add(name)

    assert wrong == WITHOUT_SETTINGS


@pytest.mark.parametrize("line", [f"king{' ' * 100_000}x\n", f"startFen = 8/8{' ' * 100_000}x\n"])
def test_a_line_of_blanks_is_read_quickly(line: str) -> None:
    """It is read once, not from each of its blanks, when `=` or a comment is looked for."""
    start, document = process_time(), Document.open(VARIANTS, line)

    assert list(document.diagnostics())
    assert formatting.format(document) == ()
    assert process_time() - start < 2


def test_f1_a_file_is_recognised_below_a_long_comment() -> None:
    """F1: the keys of a file of another name may come after any number of comments."""
    comments = "# Comments, as many as an author likes.\n" * 2_000

    assert for_file("mine.ini", f"{comments}[mine:chess]\nmaxRank = 8\n") is VARIANTS


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "[misere:chess]\nmaxRank = 8\n",
            "Fairy-Stockfish drops this section and plays its built-in Misere.",
        ),
        ("[mine:nothing]\nmaxRank = 8\n", "Fairy-Stockfish drops this section."),
        ("[mine:chess]\nmaxRank = 8\n", "Mine is a variant of chess."),
    ],
)
def test_v6_a_section_that_is_dropped_is_told_as_dropped(text: str, first: str) -> None:
    """V6: the rules in words begin with that, because the section is never played."""
    (rules,) = rules_of(Document.open(VARIANTS, text))

    assert rules.parts[0].sentences[0] == first
