"""Random positions by names: from games that are played at random, and from pieces that are strewn
over the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from . import line_form, oracle
from .line_form import RESERVE
from .oracle import BLACK, WHITE, Position, owned

OPENING = "1skg/1rnb1/2ppp2/7/2PPP2/1BNR1/GKS1 5/6/8/8/8/8/6/5 d14,l2 w - XXXXXIWWZZCCxxxxxiwwzzcc"
MAX_PLIES = 160
ARMY = "XXXXXIWWZZCC"
FIGHTERS = "RRBBNNGGSSPPPPPP"


def positions(seed: int) -> Iterator[Position]:
    """Positions without end: as many of games as strewn ones, always the same for a seed."""
    rng = Random(seed)
    while True:
        for position in game(rng):
            yield position
            yield strewn(rng)


def game(rng: Random) -> Iterator[Position]:
    """Some of the positions of one game. All kinds of actions are as likely, and captures likelier
    than others.
    """
    position = line_form.read(OPENING)
    every = rng.randint(1, 6)
    for turn in range(rng.randint(1, MAX_PLIES)):
        kinds = [
            kind for kind in oracle.KINDS if kind != "enter" or turn < 30 or rng.random() < 0.3
        ]
        rng.shuffle(kinds)
        choices = next(filter(None, (oracle.actions(position, (kind,)) for kind in kinds)), [])
        if not choices:
            break
        choices.sort(key=lambda action: action.text)
        if rng.random() < 0.9:
            choices = [action for action in choices if not action.after.ended] or choices
        position = rng.choice([action for action in choices if action.taken] or choices).after
        if turn % every == 0 or position.ended:
            yield position


def strewn(rng: Random) -> Position:
    """Any pieces anywhere, but no more than there are (G25); what is worth a try is likelier."""
    position = Position(movable=_movable(rng), turn=rng.choice([WHITE, BLACK]))
    density = rng.choice([0, 0.1, 0.3, 0.6, 0.9])
    crowd = rng.choice(oracle.FIXED) if rng.random() < 0.4 else None
    for side in (WHITE, BLACK):
        if rng.random() < 0.9:
            beside = next(iter(position.squares), None) if rng.random() < 0.25 else None
            square = _square(rng, position, [2, 4] if side == WHITE else [12, 14], beside)
            position.squares[square] = owned(side, "K")
    for letter in FIGHTERS:
        side = rng.choice([WHITE, BLACK])
        if rng.random() < density:
            promoted = letter == "P" and rng.random() < 0.25
            ranks = [10, 12, 12, 14] if side == WHITE else [6, 4, 4, 2]
            square = _square(rng, position, ranks if letter == "P" else [], crowd)
            position.squares[square] = owned(side, "Q" if promoted else letter)
        elif rng.random() < density:
            oracle.to_hand(position, side, letter)
    _strew_lines(rng, position)
    return position


def _movable(rng: Random) -> list[str]:
    count = rng.choice([0, 1, 1, 2, 2, 2, 2, 2, 2, 2])
    first = rng.randrange(8)
    second = (first + rng.choice([1, 7, 1, 7, 2, 3, 4, 5, 6])) % 8
    return [place for place in oracle.RING if oracle.RING.index(place) in (first, second)[:count]]


def _square(rng: Random, position: Position, ranks: list[int], crowd: str | None = None) -> str:
    free = sorted(oracle.board(position) - set(position.squares))
    wanted = [square for square in free if int(square[1:]) in ranks]
    movable = [square for square in free if square in position.movable]
    close = [
        square
        for square in free
        if crowd and square in {oracle.shift(crowd, *step) for step in oracle.ALL}
    ]
    pools = [
        pool
        for pool, likely in ((close, 0.8), (wanted, 0.3), (movable, 0.3))
        if rng.random() < likely
    ]
    return rng.choice(next(filter(None, pools), free))


def _strew_lines(rng: Random, position: Position) -> None:
    density, helpful = rng.choice([(0.2, 0.8), (0.5, 0.8), (0.9, 0.9), (0.0, 0.1)])
    army = [owned(side, letter) for side in (WHITE, BLACK) for letter in ARMY]
    rng.shuffle(army)
    for piece in army:
        side = oracle.owner(piece)
        if rng.random() < (helpful if oracle.kind(piece) in "CIWZ" else density):
            crossing = _crossing(rng, position, piece)
            position.crossings[crossing] = piece + (
                rng.choice("+x?") if oracle.kind(piece) == "C" else ""
            )
        elif rng.random() < helpful - 0.2:
            held = position.reserves[side] + oracle.kind(piece)
            position.reserves[side] = "".join(sorted(held, key=RESERVE.index))


def _crossing(rng: Random, position: Position, piece: str) -> str:
    """Castles like to be beside their king, other pieces beside many pieces, a movable square or
    the edge.
    """
    side = oracle.owner(piece)
    near = list(position.squares)
    if oracle.kind(piece) == "C":
        near = [square for square in near if position.squares[square] == owned(side, "K")] or near
    edge = [
        crossing
        for crossing in oracle.crossings(position)
        if any(square not in oracle.board(position) for square in oracle.squares_around(crossing))
    ]
    busy = [
        crossing
        for crossing in oracle.crossings(position)
        if sum(square in position.squares for square in oracle.squares_around(crossing)) > 2
    ]
    last = [
        crossing
        for crossing in oracle.crossings(position)
        if crossing[1:] in {"1", "3", "13", "15"}
    ]
    pools = [
        busy,
        last,
        [corner for square in near for corner in oracle.corners(square)],
        [corner for square in position.movable for corner in oracle.corners(square)],
        edge,
        list(oracle.crossings(position)),
    ]
    (pool,) = rng.choices(pools, [0 if oracle.kind(piece) in "CX" else 3, 2, 4, 2, 2, 2])
    free = sorted(set(pool) - set(position.crossings)) or sorted(
        oracle.crossings(position) - set(position.crossings)
    )
    return rng.choice(free)
