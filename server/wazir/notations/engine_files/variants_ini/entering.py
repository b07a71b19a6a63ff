"""The squares of a position that something may enter from beside the board: pieces in hand, by a
drop or behind a piece at a gate, and walls.

What depends on check, or on the choices of a player, is not considered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_letters

from wazir.budget import MAX_SQUARES_OF_VIEW
from wazir.notations.engine_files.embedding import EmbeddedLanguage
from wazir.notations.engine_files.variants_ini.board_moves import piece_of
from wazir.notations.engine_files.variants_ini.meaning import Options, Variant, VariantPiece
from wazir.notations.engine_files.variants_ini.reading import Squares
from wazir.notations.engine_files.variants_ini.resolve import played
from wazir.notations.engine_files.variants_ini.syntax import Fen
from wazir.notations.wording import capitalized
from wazir.piece.board import parse_board
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.model import Square
from wazir.piece.motion.results import Position, results

_ASIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
_AROUND = (*_ASIDE, (1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True)
class _Side:
    """A side in a position of a variant."""

    variant: Variant
    position: Diagram
    is_white: bool

    @property
    def options(self) -> Options:
        """The rules of the variant."""
        return self.variant.options

    @property
    def suffix(self) -> str:
        """The end of the keys of the side."""
        return "White" if self.is_white else "Black"

    @property
    def board(self) -> Squares:
        """All squares that are no walls."""
        files, ranks = self.variant.files, self.variant.ranks
        every = ((file, rank) for file in range(files) for rank in range(ranks))
        return frozenset(every) - self.position.walls

    @property
    def empty(self) -> Squares:
        """The empty squares."""
        return self.board - self.position.men.keys()

    def rank(self, number: int) -> int:
        """A rank that is counted from the side, as the board has it."""
        return number if self.is_white else self.variant.ranks - 1 - number

    def men(self, *, own: bool) -> Squares:
        """The squares of its own pieces, or of those of the other side."""
        men = self.position.men.items()
        return frozenset(at for at, man in men if (man.white == self.is_white) == own)

    def count_on_file(self, file: int, key: str) -> int:
        """The number of its own pieces of a key on a file."""
        men = (self.position.men[at] for at in self.men(own=True) if at[0] == file)
        pieces = (piece_of(self.variant, man.letter) for man in men)
        return sum(piece is not None and piece.key == key for piece in pieces)


def drop_squares(
    variant: Variant,
    language: EmbeddedLanguage,
    position: Diagram,
    piece: VariantPiece,
    *,
    white: bool,
) -> Squares:
    """The squares where a side may drop a piece that it has in hand."""
    if not variant.options["pieceDrops"]:
        return frozenset()
    side = _Side(variant, position, white)
    squares = _enclosing(side, side.empty & _allowed(side, piece))
    if not variant.options["immobilityIllegal"]:
        return squares
    forms = [piece, *_promoted_forms(variant, piece)]
    return frozenset(
        at for at in squares if any(_moves_from(side, language, form, at) for form in forms)
    )


def gate_squares(
    variant: Variant, fen: Fen, text: str, position: Diagram, piece: VariantPiece, *, white: bool
) -> Squares:
    """The squares where a piece in hand may enter behind a piece of its side that has not moved.

    Args:
        variant: The variant.
        fen: The position.
        text: The text of the position.
        position: The same position, drawn.
        piece: The piece in hand.
        white: Whether it is White's.
    """
    if not (variant.options["seirawanGating"] and variant.options["gating"]):
        return frozenset()
    side = _Side(variant, position, white)
    field = text[slice(*fen.words[2])] if len(fen.words) > 2 else ""
    return frozenset(_gates(side, field)) & side.men(own=True) & _allowed(side, piece)


def wall_squares(variant: Variant, position: Diagram, *, white: bool) -> Squares:
    """The empty squares where a side may put a wall after a move. None if they depend on the piece
    that moved.
    """
    side = _Side(variant, position, white)
    region: Squares = side.empty & side.options[f"wallingRegion{side.suffix}"]
    match side.options["wallingRule"]:
        case "static" | "duck":
            return region
        case "edge":
            last_file, last_rank = variant.files - 1, variant.ranks - 1
            edge = (at for at in region if at[0] in (0, last_file) or at[1] in (0, last_rank))
            return frozenset(edge) | (region & _beside(position.walls, _ASIDE))
    return frozenset()


# Where the rules allow a piece


def _allowed(side: _Side, piece: VariantPiece) -> Squares:
    """The squares that the rules of drops allow to a piece, empty or not."""
    options, key, suffix = side.options, piece.key, side.suffix
    region = options.get(f"mobilityRegion{suffix}{capitalized(key)}")
    squares: Squares = side.board & options[f"dropRegion{suffix}"]
    if region is not None:
        squares &= region
    first = side.rank(0)
    if key == "pawn" and not options["promotionZonePawnDrops"]:
        squares -= options[f"promotionRegion{suffix}"]
    if key == "pawn" and not options["firstRankPawnDrops"]:
        squares = frozenset(at for at in squares if at[1] != first)
    if key == "rook" and options["sittuyinRookDrop"]:
        squares = frozenset(at for at in squares if at[1] == first)
    if key in options["dropNoDoubled"]:
        most = options["dropNoDoubledCount"]
        squares = frozenset(at for at in squares if side.count_on_file(at[0], key) < most)
    return squares


def _promoted_forms(variant: Variant, piece: VariantPiece) -> Iterator[VariantPiece]:
    """The piece as which another one may be dropped too."""
    if variant.options["dropPromoted"]:
        promoted = dict(variant.options["promotedPieceType"]).get(piece.key)
        yield from (other for other in variant.pieces if other.key == promoted)


def _moves_from(
    side: _Side, language: EmbeddedLanguage, piece: VariantPiece, square: Square
) -> bool:
    """Whether a piece could move from a square of the empty board."""
    own = played(language, piece.moves, piece.comment, side.variant.board)
    if own is None or side.variant.board is None:
        return False
    empty = Position(parse_board(side.variant.board), white=side.is_white, virgin=False)
    found = results(own.piece, empty, square, MAX_SQUARES_OF_VIEW)
    return found.incomplete or any(result.to is not None for result in found.all)


def _gates(side: _Side, field: str) -> Iterator[Square]:
    """The squares of the gates of a side, by the field for castling of a position."""
    options = side.options
    rank = side.rank(options["castlingRank"] - 1)
    for letter in field:
        if letter in ascii_letters and letter.isupper() == side.is_white:
            if letter.upper() not in "KQ":
                yield ord(letter.upper()) - ord("A"), rank
                continue
            yield options["castlingKingFile"] - 1, rank
            wing = "Kingside" if letter.upper() == "K" else "Queenside"
            file = options[f"castlingRook{wing}File"]
            yield min(file, side.variant.files) - 1, rank


# Drops that have to enclose or to touch something


def _enclosing(side: _Side, squares: Squares) -> Squares:
    """The squares among some where a drop encloses or touches what it has to."""
    rule: str = side.options["enclosingDrop"]
    start: Squares = side.options["enclosingDropStart"]
    if rule == "none":
        return squares
    if start & side.empty:
        return squares & start
    match rule:
        case "reversi":
            return frozenset(at for at in squares if _encloses(side, at))
        case "ataxx" | "quadwrangle":
            return squares & _beside(side.men(own=True), _AROUND)
        case "snort":
            return squares - _beside(side.men(own=False), _ASIDE)
        case "top":
            filled = side.position.men.keys() | side.position.walls
            return frozenset(at for at in squares if at[1] == 0 or (at[0], at[1] - 1) in filled)
        case "anyside":
            return frozenset(_pushed_in(side))
    return squares


def _beside(squares: Squares, steps: tuple[tuple[int, int], ...]) -> Squares:
    """The squares one of some steps away from others."""
    return frozenset((file + x, rank + y) for file, rank in squares for x, y in steps)


def _encloses(side: _Side, square: Square) -> bool:
    """Whether there are enemy pieces in a line between a square and a piece of the side."""
    foes, own = side.men(own=False), side.men(own=True)
    for x, y in _AROUND:
        file, rank = square[0] + x, square[1] + y
        has_foes = (file, rank) in foes
        while (file, rank) in foes:
            file, rank = file + x, rank + y
        if has_foes and (file, rank) in own:
            return True
    return False


def _pushed_in(side: _Side) -> Iterator[Square]:
    """The squares where pieces stop that are pushed in from the edges."""
    empty, files, ranks = side.empty, range(side.variant.files), range(side.variant.ranks)
    lines = [
        *([(file, rank) for file in way] for rank in ranks for way in (files, files[::-1])),
        *([(file, rank) for rank in way] for file in files for way in (ranks, ranks[::-1])),
    ]
    for line in lines:
        free = next((number for number, at in enumerate(line) if at not in empty), len(line))
        if free:
            yield line[free - 1]
