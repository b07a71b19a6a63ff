"""Facts about the position at the start of a variant: what a designer asks of it first (V17).

They are computed from the resolved rules and the own moves of the pieces. That a move may not
expose the king is not considered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from wazir.budget import check
from wazir.notations.engine_files.embedding import EmbeddedLanguage
from wazir.notations.engine_files.variants_ini import phrases
from wazir.notations.engine_files.variants_ini.board_moves import piece_of, piece_on_board
from wazir.notations.engine_files.variants_ini.meaning import (
    Variant,
    VariantPiece,
    diagram_of,
    is_royal,
    pawn_types,
)
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.engine_files.variants_ini.resolve import played
from wazir.notations.engine_files.variants_ini.syntax import read_fen
from wazir.notations.wording import capitalized, join_words
from wazir.piece.board import PlayingBoard, Square
from wazir.piece.drawing.diagram import Diagram, Man
from wazir.piece.model import Piece
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results
from wazir.piece.words import number_word

MAX_PIECES = 100
"""Facts about captures are left out in positions with more pieces."""
MAX_NAMED = 6
"""More squares are counted."""
_KNOWN_EVERYWHERE = ("pawn", "knight", "bishop", "rook", "queen", "king")
"""The pieces whose bounds everybody knows."""


def start_facts(
    variant: Variant,
    language: EmbeddedLanguage,
    noun: Callable[[str], str],
    *,
    is_shuffled: bool = False,
) -> tuple[str, ...]:
    """Sentences about the position at the start; none if it cannot be drawn.

    Args:
        variant: The variant.
        language: The notation of its pieces.
        noun: The name of the piece with a letter.
        is_shuffled: The pieces may start in another order than that of the position.
    """
    position = diagram_of(read_fen(variant.start_fen), variant)
    if position is None or position.board is None or not position.men:
        return ()
    start = _Start(
        variant,
        language,
        noun,
        position=position,
        board=position.board,
        is_shuffled=is_shuffled,
    )
    facts = list[str]()
    if len(position.men) <= MAX_PIECES:
        facts += [*_checks(start), *_captures(start), *_unprotected(start), *_without_move(start)]
    return (*facts, *_first_moves(start), *_bounds(start), *_promotions(start), *_goals(start))


@dataclass(frozen=True)
class _Start:
    """The position at the start of a variant."""

    variant: Variant
    language: EmbeddedLanguage
    noun_of: Callable[[str], str]
    position: Diagram
    board: PlayingBoard
    is_shuffled: bool
    """The pieces may start in another order too."""

    @property
    def when(self) -> str:
        """When a fact about the order of the pieces applies."""
        return "in the position shown" if self.is_shuffled else "at the start"

    @cached_property
    def pieces(self) -> Mapping[Square, VariantPiece]:
        """The pieces of the variant by their squares."""
        found = {at: piece_of(self.variant, man.letter) for at, man in self.position.men.items()}
        return {at: piece for at, piece in found.items() if piece}

    @cached_property
    def models(self) -> Mapping[Square, Piece]:
        """The moves of the pieces by their squares, as far as they are known."""
        models = dict[Square, Piece]()
        for square in self.pieces:
            model = piece_on_board(
                self.variant, self.language, self.position, square=square, has_moved=False
            )
            if model:
                models[square] = model
        return models

    def squares_of(self, side: str) -> list[Square]:
        """The squares of the pieces of a side, rank by rank."""
        men = self.position.men.items()
        own = [square for square, man in men if man.white is (side == "White")]
        return sorted(own, key=lambda square: (square[1], square[0]))

    def attacks(self, square: Square, *, of_friends: bool = False) -> frozenset[Square]:
        """The foes that a piece can take; *of_friends*, as if its friends were foes too."""
        model = self.models.get(square)
        if model is None:
            return frozenset()
        found = results(model, self.around(square, of_friends=of_friends), square).all
        return frozenset(taken for result in found if not result.when for taken in result.takes)

    def around(self, square: Square, *, of_friends: bool = False) -> Position:
        """The position as a piece sees it."""
        man, men = self.position.men[square], self.position.men
        own = frozenset(at for at, other in men.items() if other.white == man.white)
        walls = self.position.walls
        friends = walls if of_friends else own | walls
        foes = frozenset(men) - (frozenset() if of_friends else own)
        return Position(
            self.board,
            friends - {square},
            foes - {square},
            white=man.white,
            walls=walls,
        )

    def noun(self, square: Square) -> str:
        """The name of the piece on a square."""
        return self.name_of(self.pieces[square])

    def name_of(self, piece: VariantPiece) -> str:
        """The name of a piece, as sentences have it."""
        return self.noun_of(piece.letter)

    def named(self, squares: Iterable[Square]) -> str:
        """Pieces with their squares: `the pawn on e5 and the rooks on a1 and h1`."""
        by_noun = dict[str, list[str]]()
        for square in squares:
            by_noun.setdefault(self.noun(square), []).append(phrases.square_name(square))
        parts = list[str]()
        for noun, names in by_noun.items():
            if len(names) > MAX_NAMED:
                parts.append(f"{number_word(len(names))} {phrases.plural(noun)}")
                continue
            shown = noun if len(names) == 1 else phrases.plural(noun)
            parts.append(f"the {shown} on {join_words(names)}")
        return join_words(parts)

    @cached_property
    def taken(self) -> Mapping[str, list[Square]]:
        """The pieces that each side can take at once."""
        found = dict[str, list[Square]]()
        for side in BOTH:
            check()
            targets = {target for at in self.squares_of(side) for target in self.attacks(at)}
            other = BOTH[1 - BOTH.index(side)]
            found[side] = [square for square in self.squares_of(other) if square in targets]
        return found

    def is_royal(self, square: Square) -> bool:
        """Whether the piece on a square must not be lost."""
        piece = self.pieces.get(square)
        return piece is not None and is_royal(piece, self.variant)


# On the board


def _checks(start: _Start) -> Iterator[str]:
    """The sides that are in check."""
    for side in BOTH:
        if any(map(start.is_royal, start.taken[side])):
            other = BOTH[1 - BOTH.index(side)]
            yield f"{other} is in check {start.when}."


def _captures(start: _Start) -> Iterator[str]:
    """The pieces that can be captured at once, where no rule forbids it."""
    options = start.variant.options
    if options["mustDrop"] or not options["checking"]:
        return
    where = f" {start.when}" if start.is_shuffled else ""
    for side in BOTH:
        squares = [square for square in start.taken[side] if not start.is_royal(square)]
        if squares:
            yield f"{side} can capture {start.named(squares)} at once{where}."


def _unprotected(start: _Start) -> Iterator[str]:
    """The pieces that no other piece protects, where protection means something."""
    options = start.variant.options
    if options["mustCapture"] or options["blastOnCapture"]:
        return
    found = list[Square]()
    for side in BOTH:
        check()
        own = start.squares_of(side)
        protected = {target for at in own for target in start.attacks(at, of_friends=True)}
        found += [at for at in own if at not in protected and not start.is_royal(at)]
    known = [square for square in found if square in start.pieces]
    others = [square for square in start.pieces if not start.is_royal(square)]
    if 0 < len(known) < len(others):
        yield f"Nothing protects {start.named(known)} {start.when}."


def _without_move(start: _Start) -> Iterator[str]:
    """The sides, or the pieces of any square, that have no move."""
    for side in BOTH:
        own = start.squares_of(side)
        models = [start.models[square] for square in own if square in start.models]
        if len(models) < len(own) or start.variant.options["pieceDrops"]:
            continue
        if not any(results(start.models[at], start.around(at), at).all for at in own):
            yield f"{side} cannot move a piece {start.when}."
    still = {
        start.name_of(piece): None
        for piece, _, squares in _kinds(start)
        if not any(reach(start.models[square]).arrivals for square in squares)
    }
    if still:
        verb = "moves" if len(still) == 1 else "move"
        yield f"{phrases.nouns(list(still), 'A and')} never {verb}."


# On all squares


def _reached(start: _Start, piece: VariantPiece, man: Man, origins: list[Square]) -> set[Square]:
    """The squares that a piece comes to from some squares, on a board where it may take
    anything.
    """
    own = played(start.language, piece.moves, piece.comment, start.variant.board)
    model = own.piece if own else start.models[origins[0]]
    side = "White" if man.white else "Black"
    region = start.variant.options.get(f"mobilityRegion{side}{capitalized(piece.key)}")
    forward = 1 if man.white else -1
    steps = {each.square for each in reach(model).arrivals}
    found, front = set(origins), list(origins)
    while front:
        file, rank = front.pop()
        for right, up in steps:
            target = (file + right * forward, rank + up * forward)
            is_free = target not in found and target not in start.position.walls
            is_allowed = region is None or target in region
            if is_free and is_allowed and target in start.board:
                found.add(target)
                front.append(target)
    return found


def _kinds(start: _Start) -> Iterator[tuple[VariantPiece, Man, list[Square]]]:
    """Each kind of piece of a side with its squares."""
    for side in BOTH:
        own = [square for square in start.squares_of(side) if square in start.models]
        for piece in dict.fromkeys(start.pieces[square] for square in own):
            squares = [square for square in own if start.pieces[square] == piece]
            yield piece, start.position.men[squares[0]], squares


def _bounds(start: _Start) -> Iterator[str]:
    """The pieces that keep to one colour, or never come to half of the board."""
    options = start.variant.options
    if options["pieceDrops"]:
        return
    changing = {key for side in BOTH for key in pawn_types(options, side)}
    changing |= dict(options["promotedPieceType"]).keys()
    facts = dict[str, None]()
    for piece, man, squares in _kinds(start):
        if piece.key in changing or piece.key in _KNOWN_EVERYWHERE:
            continue
        if not reach(start.models[squares[0]]).arrivals:
            continue
        reached = [_reached(start, piece, man, origins=[square]) for square in squares]
        if bound := _bound(start, reached):
            noun = phrases.with_article(start.name_of(piece))
            facts[f"{capitalized(noun)} {bound}."] = None
    yield from facts


def _bound(start: _Start, reached: list[set[Square]]) -> str:
    """What bounds the squares that each piece of a kind reaches; empty if nothing does."""
    whole = start.variant.files * start.variant.ranks - len(start.position.walls)
    most = max(map(len, reached))
    if most * 2 < whole:
        return f"comes to {most} of the {whole} squares at most"
    if all(len({(file + rank) % 2 for file, rank in squares}) == 1 for squares in reached):
        return "keeps to the squares of one colour"
    return ""


def _first_moves(start: _Start) -> Iterator[str]:
    """The pieces with first moves that start outside the squares of first moves (E13)."""
    if start.variant.options["pieceDrops"] or not start.variant.options["doubleStep"]:
        return
    facts = dict[str, None]()
    for piece, man, squares in _kinds(start):
        region = start.variant.options[f"doubleStepRegion{'White' if man.white else 'Black'}"]
        if "i" in piece.moves and not set(squares) & set(region):
            facts[f"No {start.name_of(piece)} starts where it makes its first moves."] = None
    yield from facts


def _promotions(start: _Start) -> Iterator[str]:
    """The sides whose pawns never come to where they promote."""
    options = start.variant.options
    for side in BOTH:
        region = options[f"promotionRegion{side}"]
        kinds = pawn_types(options, side)
        if options["pieceDrops"] or not options[f"promotionPieceTypes{side}"]:
            continue
        for piece, man, squares in _kinds(start):
            is_pawn = piece.key in kinds and man.white is (side == "White")
            if is_pawn and not _reached(start, piece, man, origins=squares) & set(region):
                plural = phrases.plural(start.name_of(piece))
                yield f"{side}'s {plural} can never promote."


def _promotes_to(start: _Start, side: str, keys: Collection[str]) -> bool:
    """Whether a side has a piece at the start that may become one of some pieces."""
    options = start.variant.options
    own = {start.pieces[square].key for square in start.squares_of(side)}
    becoming = dict(options["promotedPieceType"])
    promotions = {becoming[key] for key in own & becoming.keys()}
    if not own.isdisjoint(pawn_types(options, side)):
        promotions.update(options[f"promotionPieceTypes{side}"])
    return bool(promotions) and ("*" in keys or not promotions.isdisjoint(keys))


def _goals(start: _Start) -> Iterator[str]:
    """The sides whose pieces never come to their goal."""
    options = start.variant.options
    for side in BOTH:
        region, keys = options[f"flagRegion{side}"], options[f"flagPiece{side}"]
        goal = {square for square in region if square in start.board}
        if not keys or not region or options["pieceDrops"] or _promotes_to(start, side, keys):
            continue
        runners = [
            (piece, man, squares)
            for piece, man, squares in _kinds(start)
            if man.white is (side == "White") and (piece.key in keys or "*" in keys)
        ]
        if not any(_reached(start, *runner) & goal for runner in runners):
            yield f"{side} can never reach the goal."
