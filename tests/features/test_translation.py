"""Whole files in other notations (Q16)."""

from __future__ import annotations

from copy import copy
from pathlib import Path

import pytest

from harness import none_wrong, opened
from long import some
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.conversion import converted, every_target, exported, targets, translated
from wazir.features.definitions import every
from wazir.features.written import in_file
from wazir.notations import REGISTRY, by_name, writable_files
from wazir.notations.notation import Notation
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.equivalence import compared
from wazir.piece.model import Leg, Move, Piece

SAMPLES = sorted(
    path
    for notation in REGISTRY
    for path in (Path(__file__).parents[2] / "samples" / notation.name).glob("*")
    if not notation.games and path.stem != "hexagons"
)
TARGETS = [
    (notation, dialect)
    for notation in REGISTRY
    if notation.writer
    for dialect in (notation.dialects or {notation.writer.default_dialect: ""})
]

PAIRS = [(path, *target) for path in SAMPLES for target in TARGETS]


def label(part: Path | Notation | str) -> str:
    return part if isinstance(part, str) else part.name


def test_games_become_no_pieces_and_pieces_no_games() -> None:
    """A file of games can be written with drawings or with lines, one of pieces in any notation of
    pieces.
    """
    forms = {"board", "fen"}

    assert set(targets(opened("ben39", "turn: black\n"))) == forms
    assert set(targets(opened("lcpn", "(def a wazir)\n"))) == set(every_target()) - forms


@pytest.mark.parametrize(("path", "notation", "dialect"), some(PAIRS, 7), ids=label)
def test_every_definition_is_the_same_or_left_out(
    path: Path, notation: Notation, dialect: str
) -> None:
    """Q16, Q17: read again in its file, each piece is the same."""
    source = next(candidate for candidate in REGISTRY if path.name.endswith(candidate.extensions))
    document = Document.open(source, path.read_text("utf-8"))

    made = translated(document, notation, dialect)

    if made.text == document.text:
        assert source is notation
        return
    again = Document.open(notation, made.text)
    left = {omission.line for omission in made.left}
    places = [
        (document.position(placed.start + definition.span.start)[0], definition)
        for placed, definition in every(document)
    ]
    kept = [definition for line, definition in places if line not in left]
    after = [definition for _, definition in every(again)]
    assert len(after) == len(kept)
    for definition, other in zip(
        (in_file(document, unplaced) for unplaced in kept), after, strict=True
    ):
        assert definition.piece is not None
        assert other.piece is not None
        assert not other.broken, (definition.name, made.text)
        board = parse_board(definition.board or DEFAULT)
        assert compared(definition.piece, other.piece, board).same, (definition.name, made.text)


def test_q16_a_function_stays_as_a_comment() -> None:
    """What is no piece is not lost in silence: it is told, and pieces that use it have its
    moves.
    """
    lcpn = next(notation for notation in REGISTRY if notation.name == "lcpn")
    betza = next(notation for notation in REGISTRY if notation.name == "betza")
    text = "(def hop (& capture cannon)) ; over one\n(def gun (/ (move rook) (hop rook)))\n"

    made = translated(Document.open(lcpn, text), betza, "xbetza")

    assert [(omission.name, omission.line) for omission in made.left] == [("hop", 0)]
    assert made.text.splitlines()[1:] == [
        "# hop is left out: It is a function, not a piece. Its uses are written out.",
        "# (def hop (& capture cannon))",
        "# over one",
        "gun = mRcpR",
    ]


def test_q16_what_is_left_out_stays_as_it_was_written() -> None:
    """With the signs that are errors, also where some moves can be read."""
    made = translated(
        Document.open(by_name("betza"), "= W\nbad = XX # seen\nhalf = W(\n"),
        by_name("lcpn"),
        "lisp",
    )

    assert made.text.splitlines()[1:] == [
        ";; Piece 1 is left out: It has an error.",
        ";; = W",
        ";; bad is left out: It has an error.",
        ";; bad = XX",
        ";; seen",
        ";; half is left out: It has an error.",
        ";; half = W(",
    ]


@pytest.mark.parametrize(
    ("dialect", "lines"),
    [("xbetza", ["# king is royal.", "king = K"]), ("c", ["king := ::royal ferz / wazir"])],
)
def test_q16_that_a_piece_is_royal_is_not_lost(dialect: str, lines: list[str]) -> None:
    """It stays as a comment in a notation that has moves only."""
    document = Document.open(by_name("lcpn"), "(def king (/ ::royal ferz wazir))\n")

    made = converted(document, every_target()[dialect])

    assert made.left == ()
    assert made.text.splitlines()[-len(lines) :] == lines


BOARDS = "%board 10x8\r\nA = R\r\n%board 9x9\r\nB = F\r\n"


@pytest.mark.parametrize(
    ("name", "dialect", "text"),
    [
        ("betza", "original", "%dialect original\n%board 10x8\nA = R\n\n%board 9x9\nB = F\n"),
        (
            "lcpn",
            "lisp",
            ";; style: lisp\n;; board: 10x8\n(def a rook)\n\n;; board: 9x9\n(def b ferz)\n",
        ),
        (
            "bensahas",
            "",
            "# board: 10x8\n:A {\n    (n, 15)!\n}\n\n# board: 9x9\n:B {\n    (1, 240)!\n}\n",
        ),
    ],
)
def test_q16_boards_and_line_ends_are_kept(name: str, dialect: str, text: str) -> None:
    """A board that a notation cannot set stays as a comment."""
    made = translated(Document.open(by_name("betza"), BOARDS), by_name(name), dialect)

    assert made.text == text.replace("\n", "\r\n")


def test_q16_a_comment_that_sets_the_board_is_said_once() -> None:
    """As that of the style; another one stays."""
    text = ";; style: lisp\n;; board: 10x8\n;; board: by hand\n(def a rook)\n"
    made = translated(Document.open(by_name("lcpn"), text), by_name("betza"), "xbetza")

    assert made.text == "%dialect xbetza\n%board 10x8\n# board: by hand\na = R\n"


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        (
            "betza",
            "A = R\nXX # why\n",
            ["# `XX` is left out: `X` has no atom before it. Write it after an atom, as in `FX`."],
        ),
        (
            "betza",
            "A = R\n%bord 8\n",
            [
                (
                    "# `%bord 8` is left out: Unknown directive `%bord`. The directives are "
                    "`%dialect` and `%board`."
                )
            ],
        ),
        ("lcpn", "(def a rook)\n]]\n", ["# `]]` is left out: Unmatched `]`."]),
    ],
)
def test_q16_an_error_outside_all_pieces_is_not_lost(
    name: str, text: str, lines: list[str]
) -> None:
    """It stays as a comment with its message."""
    made = translated(Document.open(by_name(name), text), by_name("bensahas"), "")

    assert [line for line in made.text.splitlines() if "left out" in line] == lines
    assert made.text.count("why") == text.count("why")
    assert [omission.line for omission in made.left] == [1]


def test_q16_names_that_repeat_get_numbers_without_counting_again() -> None:
    """A name that is taken goes on from the last number: a long file of equal names is not tried
    again and again.
    """
    asked = list[str]()
    lcpn = by_name("lcpn")
    writer = lcpn.writer
    assert writer

    def name(text: str) -> str:
        asked.append(text)
        return writer.name(text)

    counting = copy(lcpn)
    counting.writer = copy(writer)
    counting.writer.name = name
    count = 200
    made = translated(Document.open(by_name("betza"), "Duke = W\n" * count), counting, "lisp")

    names = [definition.name for _, definition in every(Document.open(lcpn, made.text))]
    assert len(set(names)) == count
    assert names[:3] == ["duke", "duke-ii", "duke-iii"]
    assert len(asked) < 3 * count


EXPORTS = [(path, form) for path in SAMPLES if path.suffix == ".betza" for form in writable_files()]


@pytest.mark.parametrize(
    ("path", "form"), some(EXPORTS, 4), ids=lambda part: getattr(part, "stem", part)
)
def test_q17_from_betza_to_an_engine_and_back(path: Path, form: str) -> None:
    """Q17, E13, X3: what an engine is given comes back as the piece that was meant; a section has a
    king, too.
    """
    document = Document.open(by_name("betza"), path.read_text("utf-8"))
    target = every_target()[form]

    made = exported(document, target)
    (notation,) = (
        candidate for candidate in REGISTRY if form in (candidate.name, *candidate.extensions)
    )
    file = Document.open(notation, made.text)
    back = translated(file, by_name("betza"), "xbetza")

    left = {omission.line for omission in made.left}
    meant = [
        definition
        for placed, definition in every(document)
        if document.position(placed.start + definition.span.start)[0] not in left
    ]
    added = ["K of pieces"] if form == "variants.ini" else []
    after = [
        definition
        for _, definition in every(Document.open(by_name("betza"), back.text))
        if definition.name not in added
    ]
    assert back.left == ()
    assert len(after) == len(meant)
    for definition, other in zip(meant, after, strict=True):
        assert definition.piece is not None
        assert other.piece is not None
        assert compared(
            definition.piece, other.piece, parse_board(definition.board or DEFAULT)
        ).same, (
            definition.name,
            back.text,
        )


NAMES = (
    "King, the sum",
    "A @ B = C; D",
    "50% <off> ~ [b]",
    "a) b (c",
    "Rook (Tower)",
    "(c) d",
    "+plus",
    "/slash // more",
    "n",
    "flip (x)",
    "1",
    "-",
    "W" * 200,
    "word " * 30,
)


@pytest.mark.parametrize(("notation", "dialect"), TARGETS, ids=label)
def test_q16_every_name_is_fitted_to_the_notation(notation: Notation, dialect: str) -> None:
    """A definition with a fitted name reads back without an error, under this name."""
    writer = notation.writer
    assert writer
    moves = writer.moves(Piece((Move((Leg(((None, (((0, 1),),)),)),)),)), dialect, frozenset())
    wrong = []
    for name in NAMES:
        fitted = writer.name(name)
        text = writer.heading(dialect, None) + writer.definition(fitted, moves, dialect)
        document = Document.open(notation, text)
        errors = [each for each in document.diagnostics() if each.code.severity is Severity.ERROR]
        read = [writer.name(definition.name or "") for _, definition in every(document)]
        if errors or read != [fitted]:
            wrong.append((name, text, read))

    none_wrong(wrong)
