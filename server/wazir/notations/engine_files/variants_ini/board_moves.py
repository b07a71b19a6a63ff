"""The moves of a piece in a position of a section, with those that the rules of the section add.

These are the double and triple step, en passant, castling, the first moves of cambodian chess,
promotion in sittuyin, the diagonals of palaces, the limits of soldiers, the regions that pieces do
not leave, and the moves of promoted pieces. Castling rights are those of the position; that a move
may not expose the king is not considered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wazir.notations.engine_files.embedding import EmbeddedLanguage
from wazir.notations.engine_files.variants_ini import phrases
from wazir.notations.engine_files.variants_ini.meaning import Options, Variant, VariantPiece
from wazir.notations.engine_files.variants_ini.reading import Squares
from wazir.notations.engine_files.variants_ini.resolve import played
from wazir.notations.engine_files.variants_ini.syntax import read_fen
from wazir.notations.wording import capitalized
from wazir.piece.conditions import All, Axis, Compare, Coordinate, Guard, Some, Test
from wazir.piece.drawing.diagram import Diagram, Man
from wazir.piece.model import EN_PASSANT, Act, Leg, Move, Piece, Square, Vector

CASTLING = "castling is allowed"
"""The label of castling: the rights and the squares that are attacked are not evaluated."""
_PALACE_STEPPERS = ("king", "wazir", "commoner", "fers")
_FORWARD = {True: 1, False: -1}


def piece_of(variant: Variant, letter: str) -> VariantPiece | None:
    """The piece whose moves a letter of a position has: after `+` that of the promoted piece."""
    piece = variant.by_letter.get(letter[-1].lower())
    if piece is None or not letter.startswith("+"):
        return piece
    promoted = dict(variant.options["promotedPieceType"]).get(piece.key)
    others = (other for other in variant.pieces if other.key == promoted)
    return next(others, piece)


@dataclass(frozen=True, slots=True)
class _Place:
    """A piece on its square."""

    variant: Variant
    position: Diagram
    square: Square
    man: Man
    key: str
    """The key of the piece."""
    rights: str
    """The letters of its side in the field for castling of the position."""

    @property
    def side(self) -> str:
        """The end of the keys of its side."""
        return "White" if self.man.white else "Black"

    @property
    def options(self) -> Options:
        """The rules of the variant."""
        return self.variant.options

    @property
    def forward(self) -> int:
        """The direction in which its side moves forward, in ranks."""
        return _FORWARD[self.man.white]

    def target(self, vector: Vector) -> Square:
        """The square at a vector, which is seen by the side of the piece."""
        right, up = vector
        return self.square[0] + right * self.forward, self.square[1] + up * self.forward

    def vector(self, target: Square) -> Vector:
        """The vector to a square, seen by the side of the piece."""
        right, up = target[0] - self.square[0], target[1] - self.square[1]
        return right * self.forward, up * self.forward

    def is_in(self, region: str) -> bool:
        """Whether it is in a region of its side."""
        return self.square in self.options[f"{region}{self.side}"]


def piece_on_board(
    variant: Variant,
    language: EmbeddedLanguage,
    position: Diagram,
    square: Square,
    *,
    has_moved: bool,
) -> Piece | None:
    """The piece on a square of a position, with the moves that it has there; None if they are not
    known.

    Args:
        variant: The variant.
        language: The notation of its pieces.
        position: The position.
        square: The square of the piece.
        has_moved: The piece has moved since the position of the section, so that it does not
            castle.
    """
    man = position.men[square]
    piece = piece_of(variant, man.letter)
    own = played(language, piece.moves, piece.comment, variant.board) if piece else None
    if piece is None or own is None:
        return None
    rights = "" if has_moved else _rights(variant, white=man.white)
    place = _Place(variant, position, square, man=man, key=piece.key, rights=rights)
    moves = [
        *_own_moves(place, own.piece.moves),
        *_long_steps(place),
        *_first_moves(place),
        *_promotions_in_place(place, language),
        *_diagonals(place),
    ]
    if place.key == CANNON:
        moves = [spared for move in moves for spared in _sparing_cannons(place, move)]
    within = [*_within_region(place, moves), *_castling(place)]
    return replace(own.piece, moves=tuple(dict.fromkeys(within)))


def _rights(variant: Variant, *, white: bool) -> str:
    """The letters of a side in the field for castling of the position at the start, in capitals."""
    text = variant.start_fen
    words = read_fen(text).words
    field = text[words[2].start : words[2].end] if len(words) > 2 else "-"
    own = filter(str.isupper if white else str.islower, field)
    return "".join(own).upper()


# Cannons of janggi

CANNON = "janggiCannon"
"""The key of a piece that neither jumps over its own kind nor captures it."""


def _sparing_cannons(place: _Place, move: Move) -> Iterator[Move]:
    """The moves of a cannon among those of a piece that jumps over any other one, by direction."""
    hop, landing = move.legs
    for way in hop.all_ways:
        hurdle, behind = _men_along(place, way[0])
        if hurdle and _is_cannon(place, hurdle):
            continue
        spares = behind is not None and _is_cannon(place, behind)
        acts = Act.STOP if spares else landing.acts
        one_way = hop._replace(ways=((None, (way,)),))
        yield replace(move, legs=(one_way, landing._replace(acts=acts)))


def _men_along(place: _Place, step: Vector) -> tuple[Man | None, Man | None]:
    """The first two pieces from the piece in a direction, None for those that are missing."""
    longest = max(place.variant.files, place.variant.ranks)
    targets = (place.target((step[0] * number, step[1] * number)) for number in range(1, longest))
    men = filter(None, map(place.position.men.get, targets))
    return next(men, None), next(men, None)


def _is_cannon(place: _Place, man: Man) -> bool:
    piece = piece_of(place.variant, man.letter)
    return piece is not None and piece.key == CANNON


# The region of the piece


def _within_region(place: _Place, moves: Sequence[Move]) -> Iterator[Move]:
    """The moves that end where the piece may go; the engine lets it pass other squares."""
    region = place.options.get(f"mobilityRegion{place.side}{capitalized(place.key)}")
    if region is None:
        yield from moves
        return
    words = phrases.region(region, place.variant.files, place.variant.ranks, relative=False)
    is_inside = Guard(Some(tuple(_is_on_one(place, region))), f"it ends on {words}")
    for move in moves:
        *before, last = move.legs
        yield replace(move, legs=(*before, last._replace(squares=is_inside)))


def _is_on_one(place: _Place, region: Squares) -> Iterator[Test]:
    """A condition for each file of a region: the square is on it, and on one of its ranks."""
    variant, is_white = place.variant, place.man.white
    for file in range(variant.files):
        ranks = [rank for rank in range(variant.ranks) if (file, rank) in region]
        own_file = file + 1 if is_white else variant.files - file
        on_file = Compare(Coordinate(Axis.FILE), "=", own_file)
        on_ranks = (Compare(Coordinate(Axis.BOARD_RANK), "=", rank + 1) for rank in ranks)
        yield All((on_file, Some(tuple(on_ranks))))


# The moves of the piece itself


def _own_moves(place: _Place, moves: Sequence[Move]) -> Iterator[Move]:
    """Its own moves, as far as they can be made from its square."""
    types = place.options[f"enPassantTypes{place.side}"]
    takes_in_passing = place.key == "pawn" or place.key in types
    has_label = any(EN_PASSANT in move.labels for move in moves)
    for move in moves:
        if EN_PASSANT in move.labels:
            yield from _in_passing(place, move)
        elif move.is_first:
            if place.is_in("doubleStepRegion"):  # the engine asks the square, not the piece (F16)
                yield replace(
                    move, legs=tuple(leg._replace(mover_virgin=False) for leg in move.legs)
                )
        elif place.key == "soldier":
            yield from _of_soldier(place, move)
        else:
            yield move
        if takes_in_passing and not has_label and Act.CAPTURE in move.legs[-1].acts:
            last = move.legs[-1]._replace(acts=Act.STOP)
            passing = replace(move, legs=(*move.legs[:-1], last), labels=(EN_PASSANT,))
            yield from _in_passing(place, passing)


def _in_passing(place: _Place, move: Move) -> Iterator[Move]:
    """A capture en passant, to the squares that a foe may pass."""
    if len(move.legs) != 1 or not move.legs[0].is_leap:
        yield move
        return
    allowed = place.options[f"enPassantRegion{place.side}"]
    passed = _passed_squares(place)
    for way in move.legs[0].all_ways:
        target = place.target(way[0])
        if target in allowed and (passed is None or target in passed):
            leg = move.legs[0]._replace(ways=((None, (way,)),))
            yield replace(move, legs=(leg,))


def _passed_squares(place: _Place) -> frozenset[Square] | None:
    """The squares that a foe may pass with a long step; None if pieces with first moves may pass
    others.
    """
    if any("i" in piece.moves for piece in place.variant.pieces):
        return None
    if not any(_is_foe_of_key(place, man, "pawn") for man in place.position.men.values()):
        return frozenset()
    foe = "Black" if place.man.white else "White"
    ahead = -place.forward
    passed = set[Square]()
    for region, squares in (("doubleStepRegion", 1), ("tripleStepRegion", 2)):
        for file, rank in place.options[f"{region}{foe}"]:
            passed |= {(file, rank + ahead * number) for number in range(1, squares + 1)}
    return frozenset(passed)


def _is_foe_of_key(place: _Place, man: Man, key: str) -> bool:
    piece = piece_of(place.variant, man.letter)
    return man.white != place.man.white and piece is not None and piece.key == key


def _of_soldier(place: _Place, move: Move) -> Iterator[Move]:
    """A move of a soldier, which goes straight forward before a rank."""
    rank = place.square[1] if place.man.white else place.variant.ranks - 1 - place.square[1]
    if rank + 1 >= place.options["soldierPromotionRank"]:
        yield move
        return
    leg = move.legs[0]
    ways = tuple(way for way in leg.all_ways if way[0][0] == 0)
    if ways:
        yield replace(move, legs=(leg._replace(ways=((None, ways),)), *move.legs[1:]))


# Moves that rules add


def _leap(vector: Vector, acts: Act = Act.STOP | Act.CAPTURE) -> Leg:
    """A leg of one leap."""
    return Leg(ways=((None, ((vector,),)),), acts=acts)


def _ride(step: Vector, steps: int, acts: Act) -> Leg:
    """A leg of exactly some steps over empty squares."""
    return Leg(ways=((None, ((step,),)),), least=steps, most=steps, acts=acts)


def _long_steps(place: _Place) -> Iterator[Move]:
    """The double and the triple step of a pawn."""
    if place.key != "pawn" or not place.options["doubleStep"]:
        return
    for region, steps in (("doubleStepRegion", 2), ("tripleStepRegion", 3)):
        if place.is_in(region):
            yield Move((_ride((0, 1), steps, Act.STOP),))


def _castling(place: _Place) -> Iterator[Move]:
    """The king goes to its square of a wing, and the rook to the square beside it."""
    options = place.options
    rank = options["castlingRank"] - 1
    rank = rank if place.man.white else place.variant.ranks - 1 - rank
    is_king = place.key in options[f"castlingKingPiece{place.side}"]
    if not (options["castling"] and is_king and place.square[1] == rank):
        return
    for wing, key, direction in (
        ("K", "castlingKingsideFile", 1),
        ("Q", "castlingQueensideFile", -1),
    ):
        if not _has_right(place, wing, direction):
            continue
        king_to = (options[key] - 1, rank)
        rook = _rook(place, direction)
        yield _castled(place, king_to, rook, direction=direction)


def _has_right(place: _Place, wing: str, direction: int) -> bool:
    """Whether the rights have a wing, by its letter or by the file of a rook there."""
    if wing in place.rights:
        return True
    files = (ord(letter) - ord("A") for letter in place.rights if letter not in "KQ")
    return not place.options["gating"] and any(
        (file - place.square[0]) * direction > 0 for file in files
    )


def _rook(place: _Place, direction: int) -> Square:
    """The square of the outermost piece that castles with the king, or else the one at the edge."""
    kinds = place.options[f"castlingRookPieces{place.side}"]
    rank = place.square[1]
    edge = place.variant.files - 1 if direction > 0 else 0
    for file in range(edge, place.square[0], -direction):
        man = place.position.men.get((file, rank))
        piece = piece_of(place.variant, man.letter) if man else None
        if man and piece and man.white == place.man.white and piece.key in kinds:
            return file, rank
    return edge, rank


def _castled(place: _Place, king_to: Square, rook: Square, direction: int) -> Move:
    """Castling as a path: to the rook, back with it to where it ends, and to where the king
    ends.
    """
    to_rook, to_end = place.vector(rook), place.vector(king_to)
    beside = place.vector((king_to[0] - direction, king_to[1]))
    step = (direction * place.forward, 0)
    if beside == (0, 0) or king_to in (place.square, rook):
        # the king, the rook or both cross each other's squares, as in chess960
        return Move((_leap(to_end, Act.STOP | Act.DESTROY),), labels=(CASTLING,))
    legs = (
        _ride(step, abs(to_rook[0]), Act.DESTROY),
        _leap(beside, Act.UNLOAD)._replace(back=1),
        _leap(to_end, Act.STOP)._replace(back=2),
    )
    return Move(legs, labels=(CASTLING,))


def _first_moves(place: _Place) -> Iterator[Move]:
    """The first moves of king and met in cambodian chess, while the position has their gates."""
    file = chr(ord("A") + place.square[0])
    is_at_gate = place.square[1] == (0 if place.man.white else place.variant.ranks - 1)
    if not (place.options["cambodianMoves"] and is_at_gate and file in place.rights):
        return
    vectors: dict[str, tuple[Vector, ...]] = {"king": ((-2, 1), (2, 1)), "fers": ((0, 2),)}
    for vector in vectors.get(place.key, ()):
        yield Move((_leap(vector, Act.STOP)._replace(mover_virgin=True),))


def _promotions_in_place(place: _Place, language: EmbeddedLanguage) -> Iterator[Move]:
    """The move of a pawn of sittuyin that becomes another piece, which goes to an empty square at
    once.
    """
    options = place.options
    if not (options["sittuyinPromotion"] and place.key == "pawn"):
        return
    is_last = _count(place, "pawn") == 1
    if not (is_last or place.is_in("promotionRegion")):
        return
    keys = options[f"promotionPieceTypes{place.side}"]
    limits = dict(options["promotionLimit"])
    for piece in (piece for piece in place.variant.pieces if piece.key in keys):
        if piece.key in limits and _count(place, piece.key) >= limits[piece.key]:
            continue
        own = played(language, piece.moves, piece.comment, place.variant.board)
        for move in own.piece.moves if own else ():
            last = move.legs[-1]
            if Act.STOP in last.acts:
                legs = (*move.legs[:-1], last._replace(acts=Act.STOP))
                yield replace(move, legs=legs, becomes=(piece.letter.upper(),))


def _count(place: _Place, key: str) -> int:
    """The number of pieces of its side with a key."""
    own = (man for man in place.position.men.values() if man.white == place.man.white)
    pieces = (piece_of(place.variant, man.letter) for man in own)
    return sum(piece is not None and piece.key == key for piece in pieces)


def _diagonals(place: _Place) -> Iterator[Move]:
    """The moves along the diagonal lines of palaces."""
    lines = place.options["diagonalLines"]
    if place.square not in lines:
        return
    anything = Act.STOP | Act.CAPTURE
    longest = max(place.variant.files, place.variant.ranks)
    for step in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        near = place.target(step) in lines
        far = place.target((2 * step[0], 2 * step[1])) in lines
        is_forward = step[1] > 0
        if near and (place.key in _PALACE_STEPPERS or (place.key == "soldier" and is_forward)):
            yield Move((_leap(step, anything),))
        if place.key == "rook":
            for number in range(1, longest):
                if place.target((number * step[0], number * step[1])) in lines:
                    yield Move((_ride(step, number, anything),))
        if place.key == CANNON and far:
            yield Move((_leap(step, Act.HOP), _leap(step, anything)))
