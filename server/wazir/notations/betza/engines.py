"""Engines that read Betza notation: where one plays another piece than the one that is meant (B23, E17).

The pieces are compared, not the letters: whatever is played as it was meant gets nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice
from typing import NamedTuple

from wazir.diagnostics import Fix
from wazir.notations.betza import fairy_stockfish, rules, xboard
from wazir.notations.betza.directions import SIGNS, shape_of, shortest
from wazir.notations.betza.fairy_stockfish import REGION
from wazir.notations.betza.legs import COMMON_LETTERS, unspaced, with_range
from wazir.notations.betza.lowering import EN_PASSANT, NOT_ROYAL
from wazir.notations.betza.meaning import lower
from wazir.notations.betza.syntax import GRAMMAR, report_mistakes
from wazir.notations.kit import Report, shortened, write
from wazir.notations.results import Played, Reader
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board, place
from wazir.piece.equivalence.differences import Search, UndecidedError, by_nearness, separated
from wazir.piece.equivalence.normal import normal_form
from wazir.piece.equivalence.same import differs_by_side, for_side
from wazir.piece.model import CLEARS, Act, Count, Leg, Move, Over, Piece, Vector, asks_own_virginity
from wazir.piece.motion.context import Budget
from wazir.piece.motion.results import Position, context_of, results_in
from wazir.piece.words.sentence import sentence
from wazir.syntax import Node, Token, Tree
from wazir.text import Span

FAIRY_STOCKFISH, XBOARD = "fairy-stockfish", "xboard"
PROFILES = {
    FAIRY_STOCKFISH: "warns where Fairy-Stockfish plays another piece",
    XBOARD: "warns where XBoard plays another piece",
}
READERS = {
    FAIRY_STOCKFISH: Reader(
        "Fairy-Stockfish", fairy_stockfish.read, (12, 10), partial(fairy_stockfish.read, is_early=True)
    ),
    XBOARD: Reader("XBoard", xboard.read),
}

MOST_PARTS, MOST_TRIED = 24, 16
"""The maximum number of parts of a definition that are examined, and of letters that are left out."""
MOST_ENTERED = 2_000
"""Pieces that enter more squares are compared on an empty board at most."""
MOST_MOVES = 400
"""Pieces with more moves are compared on an empty board only."""
MOST_SHOWN = 8
"""No more parts of a definition are reported."""
KEPT = 4096
LONGEST_SENTENCE = 160


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

    def meant(self, text: str) -> Piece | None:
        """The piece that a text means; None if it has an error."""
        return intended(text, self.dialect)

    def played(self, text: str) -> Piece | str:
        """The piece that the engine plays; a sentence if it comes to no end."""
        return _played(text, self.profile)

    def known(self, piece: Piece) -> Piece:
        """A piece as far as the engine knows such pieces."""
        return in_region(piece) if self.ties_first_moves else sparing(piece)

    def differs(self, text: str) -> bool:
        """Whether it is known that a text is played otherwise than it is meant."""
        return _differs(text, self)


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
    tree: Tree, moves: Node, dialect: str, profile: str, board: str | None, report: Report
) -> Played | None:
    """Report where the engine of a profile plays another piece than the one that a definition means.

    Returns that piece; None if it is the same, or if the engine does not read the text.
    """
    tokens = [
        token for token in tree.tokens if moves.start <= token.start and token.end <= moves.end and token.text.strip()
    ]
    starts = [token.start for token in tokens]
    within = ((bisect_left(starts, node.start), bisect_left(starts, node.end)) for node in moves.inner())
    parts = [_WholeMove(tuple(tokens[start:end])) for start, end in within]
    parts = [part for part in parts if part.tokens]
    whole = _WholeMove(tuple(token for part in parts for token in part.tokens))
    meant = intended(whole.text, dialect) if parts else None
    if meant is None:
        return None
    try:
        comparison = _Comparison(dialect, profile, parse_board(board or DEFAULT))
        comparison.engine.check_board(comparison.board)
    except ValueError as wrong:
        report(rules.ENGINE_DIFFERS, moves.span, str(wrong))
        return None
    if comparison.ties_first_moves and any(move.is_first for move in meant.moves):
        _report_first_moves(tokens, report)
    if not comparison.differs(whole.text):
        return None
    culprits, together = _culprits(parts, comparison)
    for part in culprits:
        _report_part(part, together, whole, comparison, report)
    return _in_place_of(meant, comparison.played(whole.text), comparison)


def _in_place_of(meant: Piece, played: Piece | str, comparison: _Comparison) -> Played | None:
    """The piece that is played, with moves from the double-step region as first moves."""
    if isinstance(played, str):
        return None
    if comparison.ties_first_moves:
        return Played(comparison.engine.title, _as_first(played), meant)
    return Played(comparison.engine.title, played, sparing(meant))


def _report_first_moves(tokens: Sequence[Token], report: Report) -> None:
    for token in tokens:
        if token.kind == "MODIFIER" and token.text == "i":
            report(
                rules.ENGINE_FIRST_MOVE,
                token.span,
                "Fairy-Stockfish allows this move on rank 2 only (Black: rank 7), moved or not.",
            )


def _culprits(parts: Sequence[_WholeMove], comparison: _Comparison) -> tuple[list[_WholeMove], bool]:
    """The parts that are played otherwise; if none is so alone, the one that is so together with those before it."""
    culprits = list[_WholeMove]()
    for part in parts[:MOST_PARTS]:
        if len(culprits) < MOST_SHOWN and comparison.differs(part.text):
            culprits.append(part)
    if culprits:
        return culprits, False
    for number in range(2, min(len(parts), MOST_PARTS) + 1):
        if comparison.differs("".join(part.text for part in parts[:number])):
            return [parts[number - 1]], True
    return [_WholeMove(tuple(token for part in parts for token in part.tokens))], False


def _report_part(part: _WholeMove, together: bool, whole: _WholeMove, comparison: _Comparison, report: Report) -> None:
    """Report how the engine plays a part, and what to write instead."""
    title, shown = comparison.engine.title, whole if together else part
    span = part.span if together else _blamed(part, comparison)
    played = comparison.played(shown.text)
    if isinstance(played, str):
        report(rules.ENGINE_DIFFERS, span, played)
        return
    addition = ", together with what stands before it" if together else ""
    message = f"{title} plays `{part.text}` otherwise{addition}: it {_words(played)}."
    better, is_possible = _better(shown, whole, comparison)
    if comparison.profile == FAIRY_STOCKFISH and not is_possible and not together:
        meant = comparison.meant(part.text)
        message += f" It has nothing that {_words(meant)}." if meant else ""
    fixes: tuple[Fix, ...] = (write(shown.span, better),) if better else ()
    report(rules.ENGINE_DIFFERS, span, message, *fixes)


def _words(piece: Piece) -> str:
    """The moves of a piece, as the end of a sentence without its full stop."""
    text = shortened(sentence(piece).rstrip("."), LONGEST_SENTENCE)
    return text[:1].lower() + text[1:]


def _blamed(part: _WholeMove, comparison: _Comparison) -> Span:
    """The letters without which a part is played as it is meant; all of it if there are no such letters."""
    for span, text in islice(_shortened(part), MOST_TRIED):
        if text and comparison.meant(text) is not None and not comparison.differs(text):
            return span
    return part.span


def _shortened(part: _WholeMove) -> Iterator[tuple[Span, str]]:
    """A part without some of its letters, and where these stand: single ones from the right, then neighbours."""
    tokens = part.tokens
    for number in reversed(range(len(tokens))):
        token = tokens[number]
        kept = token.text[:1] if token.kind == "DOUBLE" else ""
        yield token.span, unspaced(*tokens[:number]) + kept + unspaced(*tokens[number + 1 :])
    for length in range(2, len(tokens)):
        for start in range(len(tokens) - length + 1):
            some = tokens[start : start + length]
            if all(token.kind == "MODIFIER" for token in some):
                rest = unspaced(*tokens[:start], *tokens[start + length :])
                yield Span(some[0].start, some[-1].end), rest


def _better(part: _WholeMove, whole: _WholeMove, comparison: _Comparison) -> tuple[str | None, bool]:
    """What may stand for a part so that the whole is meant and played as before; and whether letters can say it."""
    meant, board = comparison.meant(part.text), comparison.board
    text = spell(meant, board.longest - 1) if meant else None
    if not text:
        return None, text is not None
    before = unspaced(*(token for token in whole.tokens if token.end <= part.tokens[0].start))
    after = unspaced(*(token for token in whole.tokens if token.start >= part.tokens[-1].end))
    for candidate in dict.fromkeys((before + text + after, text)):
        alone, known = comparison.meant(candidate), comparison.meant(whole.text)
        if alone and known and _are_same(alone, known, board) and not comparison.differs(candidate):
            return text, True
    return None, True


@lru_cache(KEPT)
def intended(text: str, dialect: str) -> Piece | None:
    """The piece that a text means in a dialect; None if the text has an error."""
    tree, report = GRAMMAR.parse(text), Report()
    report_mistakes(tree, dialect, report)
    definition = tree.root.first("definition")
    moves = definition.first("moves") if definition else None
    piece = lower(moves, dialect, True, report) if moves else None
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
    """Whether an engine plays a text otherwise on an empty board. Quick; the other differences are not looked for."""
    comparison = _Comparison(dialect, profile, parse_board(board or DEFAULT))
    played = comparison.played(text)
    if isinstance(played, str):
        return True
    known = comparison.known(meant)
    is_alike = differs_by_side(known) or differs_by_side(played) or normal_form(known) == normal_form(played)
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
    meant, played = comparison.meant(text), comparison.played(text)
    if meant is None:
        return False
    return isinstance(played, str) or not _are_same(comparison.known(meant), played, comparison.board)


def _are_same(a: Piece, b: Piece, board: PlayingBoard) -> bool:
    """Whether no difference is known; differences that only a long search finds are ignored."""
    if normal_form(a, board) == normal_form(b, board):
        return True
    is_large = len(a.moves) + len(b.moves) > MOST_MOVES
    if not is_large and (differs_by_side(a) or differs_by_side(b)):
        return _are_same_by_region(a, b, board) or all(
            _are_same(for_side(a, white, board), for_side(b, white, board), board) for white in (True, False)
        )
    alone = _are_same_alone(a, b, board)
    if alone is not True or is_large:
        return alone is not False
    try:
        return separated(a, b, board, is_fewest=False, limit=MOST_ENTERED) is None
    except UndecidedError:
        return _castles(a) == _castles(b) and Search(a, b, board).at_random() is None


def _are_same_alone(a: Piece, b: Piece, board: PlayingBoard) -> bool | None:
    """Whether pieces have the same moves in the middle of an empty board; None if the search was cut off."""
    square = by_nearness(board)[0]
    world, budgets = context_of(Position(board), square), (Budget(MOST_ENTERED), Budget(MOST_ENTERED))
    first, second = (
        frozenset(results_in(world, piece, square, budget).all) for piece, budget in zip((a, b), budgets, strict=True)
    )
    if (first - second and not budgets[1].spent) or (second - first and not budgets[0].spent):
        return False
    return None if any(budget.spent for budget in budgets) else True


def _castles(piece: Piece) -> bool:
    """Whether a piece castles: positions made by chance seldom allow it."""
    return any(leg.on_edge_file for move in piece.moves for leg in move.legs)


def _are_same_by_region(a: Piece, b: Piece, board: PlayingBoard) -> bool:
    """Whether pieces are the same wherever their moves from the double-step region are allowed, and where they are not.

    Pieces may be the same though this is False.
    """
    first, second = _as_first(a), _as_first(b)
    is_other = any(asks_own_virginity(piece) for piece in (a, b)) or any(map(differs_by_side, (first, second)))
    return not is_other and _are_same(first, second, board)


# A piece in the letters that all programs read alike


_MODES = {Act.STOP | Act.CAPTURE: "", Act.STOP: "m", Act.CAPTURE: "c"}


def spell(piece: Piece, longest: int) -> str | None:
    """The piece in atoms with directions, a mode and a number; None if they cannot say it.

    Args:
        piece: The piece.
        longest: No ride is longer on the board.
    """
    steps: dict[tuple[str, str, str], dict[Vector, None]] = {}
    passing = ""
    for move in piece.moves:
        spelled = _spelled(move, longest)
        if spelled is None:
            return None
        if move.labels:
            passing = "e"
            continue
        start, number, vectors = spelled
        for vector in vectors:
            near, far = sorted(map(abs, vector))
            letter = COMMON_LETTERS.get(((near, far),))
            if letter is None:
                return None
            steps.setdefault((start, letter, number), {})[vector] = None
    groups = [_group(*key, tuple(vectors)) for key, vectors in steps.items()]
    return None if None in groups else "".join(filter(None, groups)) + passing


def _spelled(move: Move, longest: int) -> tuple[str, str, tuple[Vector, ...]] | None:
    """The modifiers besides directions, the number, and the steps of a move."""
    first, *then = move.legs or (Leg(()),)
    if move.fragments or move.vanishes or move.becomes or set(move.labels) - {EN_PASSANT} or len(then) > 1:
        return None
    vectors = tuple(way[0] for _, ways in first.ways for way in ways if len(way) == 1)
    last = then[0] if then else first
    plain = first._replace(
        ways=(), least=1, most=1, acts=Act.STOP, ranged=False, over=Over.ANYTHING, mover_virgin=False
    )
    acts, bare = _MODES.get(last.acts), Leg((), acts=Act.STOP)
    if plain != bare or acts is None or len(vectors) != sum(len(ways) for _, ways in first.ways):
        return None
    if first.over is not Over.ANYTHING and first.over not in CLEARS:
        return None
    virgin = "i" if first.mover_virgin or move.guards == (REGION,) else ""
    if move.guards not in ((), (REGION,)):
        return None
    hop, most = "", first.most
    if then:
        straight_on = all({way[0] for way in ways} == {heading} for heading, ways in last.ways)
        if first.acts is not Act.HOP or not straight_on or first.least != 1:
            return None
        hop, most = ("p", last.most) if last.counts is Count.SHARED else ("g", first.most and first.most + 1)
        if last.counts is Count.OWN and (last.least, last.most) != (1, 1):
            return None
    elif first.acts is not last.acts or first.least != 1:
        return None
    lame = "n" if first.over in CLEARS else ""
    number = "0" if most is None or most >= longest > 1 else "" if most == 1 else str(most)
    return virgin + acts + lame + hop, number, vectors


def _group(start: str, letter: str, number: str, vectors: tuple[Vector, ...]) -> str | None:
    """One atom with its modifiers."""
    virgin, rest = ("i", start[1:]) if start.startswith("i") else ("", start)
    shape = shape_of(((abs(vectors[0][0]), abs(vectors[0][1])),))
    places = frozenset(map(place, vectors))
    signs = "" if places == SIGNS[shape]["a"] else shortest((shape,), (places,), dialect_has_a=False, chiral=False)
    return None if signs is None else virgin + signs + rest + with_range(letter, 1, int(number or 1) or None)
