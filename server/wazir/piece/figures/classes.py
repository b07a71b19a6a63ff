"""The classes of a piece (Q11)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from wazir.piece.conditions import Moved, No, Test
from wazir.piece.figures.mobility import Chances, TooManyError, least
from wazir.piece.model import CLEARS, JUMPS, Act, Count, Lattice, Leg, Move, Over, Piece, Vector
from wazir.piece.motion.options import Needs, Option, Options
from wazir.piece.squares import length

_HURDLE = Act.HOP | Act.PASS_FRIEND | Act.PASS_FOE


def classes(piece: Piece, options: Options, *, diverges: bool, is_one_way: bool) -> tuple[str, ...]:
    """All classes of a piece that has moved, in the order of Q11.

    Args:
        piece: The piece.
        options: Its options on the board.
        diverges: Whether it moves and captures differently.
        is_one_way: Whether it can never return.
    """
    moves = [move for move in piece.moves if not move.is_first]
    told = {
        **{name: any(test(move, piece.lattice) for move in moves) for name, test in _OF_A_MOVE.items()},
        **{
            name: any(test(start, option) for start, found in enumerate(options.each) for option in found)
            for name, test in _OF_AN_OPTION.items()
        },
        "divergent": diverges,
        "one-way": is_one_way,
        "asymmetric": not _is_symmetric(options),
        "first-move": any(move.is_first or any(_asks_moved(test) for test in _tests(move)) for move in piece.moves),
        "conditional": any(_is_conditional(move) for move in moves),
    }
    return tuple(name for name, holds in told.items() if holds)


def _is_leaper(move: Move, _lattice: Lattice) -> bool:
    return len(move.legs) == 1 and _is_step(move.legs[0]) and move.legs[0].over is Over.ANYTHING


def _is_slider(move: Move, lattice: Lattice) -> bool:
    return any(length(lattice, step) == 1 for leg in move.legs if _is_ride(leg) for step in _steps(leg))


def _is_rider(move: Move, lattice: Lattice) -> bool:
    return any(length(lattice, step) > 1 for leg in move.legs if _is_ride(leg) for step in _steps(leg))


def _is_hopper(move: Move, _lattice: Lattice) -> bool:
    """Whether a hurdle is needed."""
    return any(leg.over in JUMPS or not leg.acts & ~_HURDLE for leg in move.legs)


def _is_lame(move: Move, _lattice: Lattice) -> bool:
    """Whether it can be blocked on a square that it only passes."""
    if any(leg.over in CLEARS for leg in move.legs):
        return True
    *before, last = move.legs or (None,)
    return bool(before and last) and all(map(_is_step, move.legs)) and all(leg.acts is Act.STOP for leg in before)


def _is_bent(move: Move, _lattice: Lattice) -> bool:
    """Whether a leg or a ride changes direction."""
    if any(len(set(map(_direction, way))) > 1 for leg in move.legs for _, ways in leg.ways for way in ways):
        return True
    for before, after in pairwise(leg for leg in move.legs if not leg.stays):
        table = dict(after.ways)
        for heading in _steps(before):
            ways = table[heading] if heading in table else table.get(None, ())
            if any(_direction(way[0]) != _direction(heading) for way in ways):
                return True
    return False


_OF_A_MOVE: Mapping[str, Callable[[Move, Lattice], bool]] = {
    "leaper": _is_leaper,
    "slider": _is_slider,
    "rider": _is_rider,
    "hopper": _is_hopper,
    "lame": _is_lame,
    "bent": _is_bent,
}
_OF_AN_OPTION: Mapping[str, Callable[[int, Option], bool]] = {
    "locust": lambda start, option: option.to not in (None, start) and any(at != option.to for at in option.takes),
    "rifle": lambda start, option: option.to == start and bool(option.takes),
}


def _is_step(leg: Leg) -> bool:
    """Whether it is a single step."""
    return leg.most == 1 and not leg.again and leg.counts is Count.OWN


def _is_ride(leg: Leg) -> bool:
    """Whether it may have several steps other than to a hurdle."""
    return (leg.most != 1 or leg.again) and bool(leg.acts & ~_HURDLE)


def _steps(leg: Leg) -> set[Vector]:
    return {step for _, ways in leg.ways for way in ways for step in way}


def _direction(step: Vector) -> Vector:
    """The shortest step in the same direction."""
    longest = max(abs(step[0]), abs(step[1])) or 1
    shared = next(n for n in range(longest, 0, -1) if step[0] % n == 0 == step[1] % n)
    return step[0] // shared, step[1] // shared


def _tests(move: Move) -> Iterator[Test]:
    """The conditions of its guards."""
    yield from (guard.test for guard in move.guards)
    for leg in move.legs:
        yield from (guard.test for guard in leg.guards)
        if leg.squares:
            yield leg.squares.test


def _asks_moved(test: Test) -> bool:
    return isinstance(test, Moved) or (isinstance(test, No) and _asks_moved(test.test))


def _is_conditional(move: Move) -> bool:
    named = any(leg.victim and leg.victim.who.name is not None for leg in move.legs)
    return bool(move.labels) or named or any(not _asks_moved(test) for test in _tests(move))


def _is_symmetric(options: Options) -> bool:
    """Whether the piece is symmetric under reflection."""
    mirrored = _mirror(options)
    ways = [_by_result(found) for found in options.each]
    turned = [_by_result(_turned(option, mirrored) for option in options.each[at]) for at in mirrored]
    return all(map(_are_alike, ways, turned))


def _mirror(options: Options) -> list[int]:
    """The reflected number of each square."""
    rows: defaultdict[int, list[int]] = defaultdict(list)
    for number, square in enumerate(options.squares):
        rows[options.board.place(square)[1]].append(number)
    across = {at: other for row in rows.values() for at, other in zip(row, reversed(row), strict=True)}
    return [across[number] for number in range(len(options.squares))]


def _turned(option: Option, mirrored: list[int]) -> Option:
    return option._replace(
        to=None if option.to is None else mirrored[option.to],
        takes=tuple(mirrored[at] for at in option.takes),
        needs=tuple((mirrored[at], content) for at, content in option.needs),
    )


Ways = dict[tuple[object, ...], set[Needs]]


def _by_result(found: Iterator[Option] | tuple[Option, ...]) -> Ways:
    ways: Ways = {}
    for to, takes, puts, labels, needs in found:
        ways.setdefault((to, tuple(sorted(takes)), puts, labels), set()).add(tuple(sorted(needs)))
    return ways


def _are_alike(ways: Ways, others: Ways) -> bool:
    """Whether results are equal as multisets, with equal or equivalent needs."""
    if ways == others:
        return True
    return ways.keys() == others.keys() and all(_are_equal(needs, others[result]) for result, needs in ways.items())


def _are_equal(needs: set[Needs], others: set[Needs]) -> bool:
    """Whether needs are equivalent."""
    chances = Chances()
    try:
        both = chances.of(least(needs | others))
        return chances.of(least(needs)) == both == chances.of(least(others))
    except TooManyError:
        return False
