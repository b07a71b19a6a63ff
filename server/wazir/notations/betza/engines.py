"""Engines that read Betza notation: where one plays another piece than the meant one (B23, E17),
and files.

The pieces are compared, not the letters: what is played as it is meant gets no diagnostic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import accumulate, islice
from typing import NamedTuple

from wazir.budget import MAX_MOVES_OF_ENGINE, MAX_SQUARES_OF_ENGINE
from wazir.notations.betza import codes, fairy_stockfish, xboard
from wazir.notations.betza.fairy_stockfish import REGION
from wazir.notations.betza.from_piece import moves
from wazir.notations.betza.legs import RIDERS, unspaced
from wazir.notations.betza.lowering import NOT_ROYAL
from wazir.notations.betza.meaning import lower
from wazir.notations.betza.syntax import GRAMMAR, report_mistakes
from wazir.notations.betza.vocabulary import ORIGINAL, XBETZA
from wazir.notations.fixes import write
from wazir.notations.reports import Report
from wazir.notations.results import Played, Reader
from wazir.notations.wording import shortened
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board
from wazir.piece.equivalence import differs_by_side, for_side
from wazir.piece.equivalence.demands import UndecidedError, separated
from wazir.piece.equivalence.differences import by_nearness
from wazir.piece.equivalence.normal import normal_form
from wazir.piece.equivalence.search import Search
from wazir.piece.model import Move, Piece, asks_own_virginity
from wazir.piece.motion.context import SquareCount
from wazir.piece.motion.results import Position, context_of, results_in
from wazir.piece.patterns import CannotExpress
from wazir.piece.words.sentence import sentence
from wazir.syntax import Node, Token
from wazir.text import Span

FAIRY_STOCKFISH, XBOARD = "fairy-stockfish", "xboard"
PROFILES = {
    FAIRY_STOCKFISH: "Warns where Fairy-Stockfish plays another piece.",
    XBOARD: "Warns where XBoard plays another piece.",
}
READERS = {
    FAIRY_STOCKFISH: Reader(
        "Fairy-Stockfish",
        fairy_stockfish.read,
        (12, 10),
        read_early=partial(fairy_stockfish.read, is_early=True),
    ),
    XBOARD: Reader("XBoard", xboard.read),
}

MAX_PARTS, MAX_TRIED = 24, 16
"""The maximum number of parts of a definition that are examined, and of letters that are left
out.
"""
MAX_SHOWN = 8
"""The maximum number of parts of a definition that are reported."""
KEPT = 4096
MAX_LETTERS_OF_SENTENCE = 160


class _Comparison(NamedTuple):
    """In what dialect texts are meant, and which engine plays them on which board."""

    dialect: str
    profile: str
    board: PlayingBoard

    @property
    def engine(self) -> Reader:
        """The engine."""
        return READERS[self.profile]

    @property
    def ties_first_moves(self) -> bool:
        """First moves are moves from the double-step region (E13)."""
        return self.profile == FAIRY_STOCKFISH

    def known(self, piece: Piece) -> Piece:
        """A piece as far as the engine knows such pieces."""
        return in_region(piece) if self.ties_first_moves else sparing(piece)


class _WholeMove(NamedTuple):
    """A part of a definition that is a complete move."""

    tokens: tuple[Token, ...]

    @property
    def text(self) -> str:
        """Without blanks, which mean nothing (B1)."""
        return unspaced(*self.tokens)

    @property
    def span(self) -> Span:
        """From its first token to its last."""
        return Span(self.tokens[0].start, self.tokens[-1].end)


def report_differences(
    moves: Node, dialect: str, profile: str, board: str | None, report: Report
) -> Played | None:
    """Report where the engine of a profile plays another piece than the one that a definition
    means.

    Returns that piece; None if it is the same, or if the engine does not read the text.
    """
    parts = [_WholeMove(tuple(_tokens(node))) for node in moves.inner()]
    whole = _WholeMove(tuple(token for part in parts for token in part.tokens))
    meant = intended(whole.text, dialect)
    if meant is None:
        return None
    try:
        comparison = _Comparison(dialect, profile, parse_board(board or DEFAULT))
        comparison.engine.check_board(comparison.board)
    except ValueError as wrong:
        report(codes.ENGINE_DIFFERS, moves.span, str(wrong))
        return None
    if comparison.ties_first_moves and any(move.is_first for move in meant.moves):
        message = "Fairy-Stockfish allows this move on rank 2 only (Black: rank 7), moved or not."
        for token in whole.tokens:
            if token.kind == "MODIFIER" and token.text == "i":
                report(codes.ENGINE_FIRST_MOVE, token.span, message)
    if not _differs(whole.text, comparison):
        return None
    culprits, together = _culprits(parts, whole, comparison)
    for part in culprits:
        _report_part(part, together, whole, comparison=comparison, report=report)
    played = _played(whole.text, profile)
    if isinstance(played, str):
        return None
    # The piece that is played and the meant one, in the same terms.
    pieces = (_as_first(played), meant) if comparison.ties_first_moves else (played, sparing(meant))
    return Played(comparison.engine.title, *pieces)


def _tokens(node: Node) -> Iterator[Token]:
    """All tokens of a node, without comments."""
    for child in node.children:
        yield from _tokens(child) if isinstance(child, Node) else (child,)


def _culprits(
    parts: Sequence[_WholeMove], whole: _WholeMove, comparison: _Comparison
) -> tuple[list[_WholeMove], bool]:
    """The parts that are played otherwise, and whether it is one that is so only together with
    those before it.
    """
    examined = parts[:MAX_PARTS]
    if culprits := list(
        islice((part for part in examined if _differs(part.text, comparison)), MAX_SHOWN)
    ):
        return culprits, False
    texts = accumulate(part.text for part in examined)
    for part, text in islice(zip(examined, texts, strict=True), 1, None):
        if _differs(text, comparison):
            return [part], True
    return [whole], False


def _report_part(
    part: _WholeMove, together: bool, whole: _WholeMove, comparison: _Comparison, report: Report
) -> None:
    """Report how the engine plays a part, and what to write instead."""
    title = comparison.engine.title
    shown = whole if together else part
    span = part.span
    for letters, text in islice(() if together else _shortened(part), MAX_TRIED):
        if intended(text, comparison.dialect) is not None and not _differs(text, comparison):
            span = letters  # without them the part is played as it is meant
            break
    played = _played(shown.text, comparison.profile)
    if isinstance(played, str):
        report(codes.ENGINE_DIFFERS, span, played)
        return
    addition = ", together with what stands before it" if together else ""
    message = f"{title} plays `{part.text}` differently{addition}: it {_words(played)}."
    other = _replacement(shown, whole, comparison)
    is_beyond = comparison.profile == FAIRY_STOCKFISH and not other.is_possible and not together
    meant = intended(part.text, comparison.dialect) if is_beyond else None
    if meant is not None:
        message += f" It has nothing that {_words(meant)}."
    fixes = (write(shown.span, other.text),) if other.text else ()
    report(codes.ENGINE_DIFFERS, span, message, *fixes)


def _words(piece: Piece) -> str:
    """The moves of a piece, as the end of a sentence without its full stop."""
    text = shortened(sentence(piece).rstrip("."), MAX_LETTERS_OF_SENTENCE)
    return text[:1].lower() + text[1:]


def _shortened(part: _WholeMove) -> Iterator[tuple[Span, str]]:
    """A part without some of its letters, and where these stand: single ones from the right, then
    neighbours.
    """
    tokens = part.tokens
    for number, token in reversed([*enumerate(tokens)]):
        kept = token.text[:1] if token.kind == "DOUBLE" else ""
        yield token.span, unspaced(*tokens[:number]) + kept + unspaced(*tokens[number + 1 :])
    for length in range(2, len(tokens)):
        for start in range(len(tokens) - length + 1):
            some = tokens[start : start + length]
            if all(token.kind == "MODIFIER" for token in some):
                yield _WholeMove(some).span, unspaced(*tokens[:start], *tokens[start + length :])


class _Replacement(NamedTuple):
    """Another text for a part of a definition."""

    text: str | None
    """None if none is known."""
    is_possible: bool
    """Letters may say what is meant."""


def _replacement(part: _WholeMove, whole: _WholeMove, comparison: _Comparison) -> _Replacement:
    """A text for a part with which the engine plays the whole as it is meant."""
    dialect, board = comparison.dialect, comparison.board
    meant = intended(part.text, dialect)
    known = intended(whole.text, dialect)
    if meant is None or known is None:
        return _Replacement(None, is_possible=False)
    texts = list(spellings(meant, board))
    before = unspaced(*(token for token in whole.tokens if token.end <= part.tokens[0].start))
    after = unspaced(*(token for token in whole.tokens if token.start >= part.tokens[-1].end))
    for text in dict.fromkeys(texts):
        for candidate in dict.fromkeys((before + text + after, text)):
            alone = intended(candidate, dialect)
            if alone and _are_same(alone, known, board) and not _differs(candidate, comparison):
                return _Replacement(text, is_possible=True)
    return _Replacement(None, is_possible=not all(map(_BEYOND_LETTERS.search, texts)))


# Texts of pieces


_BENT = re.compile(r"\[([fblrsv]*)([WF])-([mc]?)[RB]\]")
"""A step and a ride that goes on outwards, as `[F-R]`; without brackets it is `yafsF` (X10)."""
_COMMON = str.maketrans("LJ", "CZ")
"""Letters of leaps, and those that all programs read alike."""


_RANGED = re.compile(r"([A-Z])([1-9]\d*)")
_BEYOND_LETTERS = re.compile(r"[][(,adjoqyzXYUOI-]|0\d")
"""Signs of texts that are more than atoms with directions, a mode and a number."""


def spellings(piece: Piece, board: PlayingBoard) -> Iterator[str]:
    """Texts that programs may read as a piece: without signs of XBetza, with them, and with `y` for
    bent riders.
    """

    def bounded(match: re.Match[str]) -> str:
        """An atom with its range; none if the board has no longer ride."""
        return (
            match[0] if int(match[2]) < board.longest - 1 else RIDERS.get(match[1], f"{match[1]}0")
        )

    for dialect in (ORIGINAL, XBETZA):
        try:
            text = _RANGED.sub(bounded, moves(piece, dialect).translate(_COMMON))
        except CannotExpress:
            continue
        yield text
        yield _BENT.sub(r"\1yafs\3\2", text)


@lru_cache(KEPT)
def intended(text: str, dialect: str) -> Piece | None:
    """The piece that a text means in a dialect; None if the text has an error."""
    tree, report = GRAMMAR.parse(text), Report()
    report_mistakes(tree, dialect, report)
    definition = tree.root.first("definition")
    moves = definition.first("moves") if definition else None
    piece = lower(moves, dialect, pinned=True, report=report) if moves else None
    return None if report.broken else piece


def in_region(piece: Piece) -> Piece:
    """The piece whose first moves are moves from the double-step region (E13)."""

    def changed(move: Move) -> Move:
        legs = tuple(leg._replace(mover_virgin=False) for leg in move.legs)
        return replace(move, guards=(*move.guards, REGION), legs=legs) if move.is_first else move

    return replace(piece, moves=tuple(map(changed, piece.moves)))


def _as_first(piece: Piece) -> Piece:
    """The piece whose moves from the double-step region are first moves."""

    def changed(move: Move) -> Move:
        legs = (move.legs[0]._replace(mover_virgin=True), *move.legs[1:])
        return replace(move, guards=(), legs=legs) if REGION in move.guards else move

    return replace(piece, moves=tuple(map(changed, piece.moves)))


def sparing(piece: Piece) -> Piece:
    """The piece without the label for captures that spare a king: XBoard knows kings (X17)."""

    def changed(move: Move) -> Move:
        return replace(move, labels=tuple(label for label in move.labels if label != NOT_ROYAL))

    return replace(piece, moves=tuple(map(changed, piece.moves)))


def is_misread(text: str, meant: Piece, dialect: str, profile: str, board: str | None) -> bool:
    """Whether an engine plays a text otherwise on an empty board. Quick; the other differences are
    not looked for.
    """
    comparison = _Comparison(dialect, profile, parse_board(board or DEFAULT))
    played = _played(text, profile)
    if isinstance(played, str):
        return True
    known = comparison.known(meant)
    is_alike = normal_form(known) == normal_form(played)
    return not is_alike and _are_same_alone(known, played, comparison.board) is False


@lru_cache(KEPT)
def _played(text: str, profile: str) -> Piece | str:
    """The piece that an engine plays; a sentence if it comes to no end."""
    try:
        return READERS[profile].read(text)
    except ValueError as wrong:
        return str(wrong)


@lru_cache(KEPT)
def _differs(text: str, comparison: _Comparison) -> bool:
    """Whether it is known that a text is played otherwise than it is meant."""
    meant = intended(text, comparison.dialect)
    played = _played(text, comparison.profile)
    if meant is None:
        return False
    return isinstance(played, str) or not _are_same(
        comparison.known(meant), played, comparison.board
    )


def _are_same(a: Piece, b: Piece, board: PlayingBoard) -> bool:
    """Whether no difference is known; differences that only a long search finds are ignored."""
    if normal_form(a, board) == normal_form(b, board):
        return True
    is_large = len(a.moves) + len(b.moves) > MAX_MOVES_OF_ENGINE
    if not is_large and any(map(differs_by_side, (a, b))):
        return _are_same_by_region(a, b, board) or all(
            _are_same(for_side(a, white, board), for_side(b, white, board), board)
            for white in (True, False)
        )
    alone = _are_same_alone(a, b, board)
    if alone is not True or is_large:
        return alone is not False
    try:
        return separated(a, b, board, is_fewest=False, limit=MAX_SQUARES_OF_ENGINE) is None
    except UndecidedError:
        # Positions made by chance seldom allow castling.
        castles = [
            any(leg.on_edge_file for move in piece.moves for leg in move.legs) for piece in (a, b)
        ]
        return castles[0] == castles[1] and Search(a, b, board).at_random() is None


def _are_same_alone(a: Piece, b: Piece, board: PlayingBoard) -> bool | None:
    """Whether pieces have the same moves in the middle of an empty board; None if the search was
    cut off.
    """
    square = by_nearness(board)[0]
    world = context_of(Position(board), square)
    budgets = (SquareCount(MAX_SQUARES_OF_ENGINE), SquareCount(MAX_SQUARES_OF_ENGINE))
    first, second = (
        frozenset(results_in(world, piece, square, budget=budget).all)
        for piece, budget in zip((a, b), budgets, strict=True)
    )
    if (first - second and not budgets[1].spent) or (second - first and not budgets[0].spent):
        return False
    return None if any(budget.spent for budget in budgets) else True


def _are_same_by_region(a: Piece, b: Piece, board: PlayingBoard) -> bool:
    """Whether pieces are the same wherever their moves from the double-step region are allowed, and
    where they are not.

    Pieces may be the same though this is False. To compare the moves of each side takes four times
    as long.
    """
    first, second = _as_first(a), _as_first(b)
    is_other = any(map(asks_own_virginity, (a, b))) or any(map(differs_by_side, (first, second)))
    return not is_other and _are_same(first, second, board)
