"""Legs of XBetza that repeat, and that turn as the leg before did: `(az)N`, `afsafzW` (D3, D5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from wazir.piece.model import Vector, Way
from wazir.syntax import Node, Token

MAX_LEGS_REPEATED = 52
"""The legs to which a group is repeated: two for each file of the largest board."""
MAX_STEPS_OF_CYCLE = 8
"""The steps after which a ride that keeps turning goes on as it began."""

Modifiers = tuple[Token, ...]
"""The modifiers of a leg."""

_OTHER_SIDE = {"l": "r", "r": "l"}


def has_repetition(leg: Node) -> bool:
    """Whether a leg has a group `( )` among its modifiers."""
    return bool(leg.leaves("REPEAT"))


def split(modifiers: Iterable[Token]) -> tuple[Modifiers, ...]:
    """The modifiers of the legs that `a` separates (B20)."""
    legs: list[list[Token]] = [[]]
    for token in modifiers:
        if token.text == "a":
            legs.append([])
        else:
            legs[-1].append(token)
    return tuple(map(tuple, legs))


# Groups


@dataclass(frozen=True, slots=True)
class Repetition:
    """The only group of a leg: the legs before it, one period of it, and the modes behind it."""

    before: Modifiers
    group: Modifiers
    modes: Modifiers

    @property
    def stops(self) -> range:
        """The numbers of legs after which the piece may end."""
        first = _count_of_a(self.before) + 1
        return range(first, MAX_LEGS_REPEATED + 1, _count_of_a(self.group))

    def legs(self, count: int) -> tuple[Modifiers, ...]:
        """The first legs of the longest path, without the modes."""
        times = 1 + count // _count_of_a(self.group)
        return split((*self.before, *self.group * times))[:count]


def repetition(leg: Node) -> Repetition | None:
    """The group of a leg; None if it has several, or if legs or directions follow the group."""
    segments = list(_segments(leg))
    groups = [number for number, (_, is_group) in enumerate(segments) if is_group]
    if len(groups) != 1:
        return None
    before = tuple(token for tokens, _ in segments[: groups[0]] for token in tokens)
    after = tuple(token for tokens, _ in segments[groups[0] + 1 :] for token in tokens)
    group = segments[groups[0]][0]
    begins_leg = group[0].text == "a"
    if not begins_leg or any(token.text not in "mcd" for token in after):
        return None
    return Repetition(before, group, after)


def expansions(leg: Node) -> Iterator[Modifiers]:
    """The modifiers of a leg with each group left out, and written once, twice and so on."""
    segments = list(_segments(leg))
    groups = sum(is_group for _, is_group in segments)
    longest = MAX_LEGS_REPEATED // max(groups, 1) ** 2  # their repetitions are combined
    counts = [
        range(1 + longest // _count_of_a(tokens)) if is_group else (1,)
        for tokens, is_group in segments
    ]
    for times in product(*counts):
        written = tuple(
            token
            for (tokens, _), count in zip(segments, times, strict=True)
            for token in tokens * count
        )
        if not groups or _count_of_a(written) < longest:
            yield written


def _segments(leg: Node) -> Iterator[tuple[Modifiers, bool]]:
    """The modifiers between, and inside, the groups of a leg; with each whether it is a group."""
    own: list[Token] = []
    for child in leg.children:
        if isinstance(child, Node):
            break
        if child.kind == "MODIFIER":
            own.append(child)
        else:
            yield tuple(own), child.kind == "RPAR"
            own = []
    yield tuple(own), False


def _count_of_a(modifiers: Modifiers) -> int:
    return sum(token.text == "a" for token in modifiers)


# Turns


def turned(legs: Sequence[Modifiers], is_side_free: bool = True) -> Iterator[tuple[Modifiers, ...]]:
    """The legs with `l` or `r` for each `z` and `q` of a later leg (D3).

    `z` is the other side than the last `l` or `r`, and `q` the same. An `s` before it is `l`, and
    `r`. Without one before it, it is both sides if *is_side_free*; else it is left.
    """
    last = max((n for n, leg in enumerate(legs) if n and _turns(leg)), default=0)
    return _turned(tuple(legs), start=0, last=last, side="", is_side_free=is_side_free)


def _turned(
    legs: tuple[Modifiers, ...], start: int, last: int, side: str, is_side_free: bool
) -> Iterator[tuple[Modifiers, ...]]:
    """The legs, of which those from *start* to *last* may depend on the side of a turn."""
    for number in range(start, last + 1):
        leg = legs[number]
        turns = number and _turns(leg)
        if not side and turns and is_side_free:
            for first in "lr":
                yield from _turned(
                    legs,
                    number,
                    last,
                    side=first if turns == "q" else _OTHER_SIDE[first],
                    is_side_free=True,
                )
            return
        forks = [token.text for token in leg].count("s")
        if forks and number < last:
            for either in "lr":
                forked = _replaced(leg, {"s": either})
                yield from _turned(
                    (*legs[:number], forked, *legs[number + 1 :]),
                    number,
                    last,
                    side=side,
                    is_side_free=is_side_free,
                )
            return
        if turns and side:
            leg = _replaced(leg, {"q": side, "z": _OTHER_SIDE[side]})
            legs = (*legs[:number], leg, *legs[number + 1 :])
        side = next((token.text for token in reversed(leg) if token.text in _OTHER_SIDE), side)
    yield legs


def _turns(leg: Modifiers) -> str:
    """The first of `z` and `q` in a leg; empty without one."""
    return next((token.text for token in leg if token.text in "zq"), "")


def _replaced(leg: Modifiers, letters: dict[str, str]) -> Modifiers:
    return tuple(token._replace(text=letters.get(token.text, token.text)) for token in leg)


# Rides


def cycle(steps: Sequence[Vector]) -> Way | None:
    """The steps that are repeated from the first one on; None if there are none, or if they go back
    and forth.
    """
    first, *further = steps
    if further and further[0] == (-first[0], -first[1]):
        return None
    for length in range(1, MAX_STEPS_OF_CYCLE + 1):
        if all(step == steps[number % length] for number, step in enumerate(steps)):
            return tuple(steps[:length])
    return None


def lame_leap(steps: Sequence[Vector]) -> Vector | None:
    """The leap of straight steps and then diagonal ones, as `n` passes it (B22); None if they are
    something else.
    """
    straight = [step for step in steps if 0 in step]
    diagonal = [step for step in steps if 0 not in step]
    if list(steps) != straight + diagonal or len(set(straight)) != 1 or len(set(diagonal)) != 1:
        return None
    if any(max(map(abs, step)) != 1 for step in steps):
        return None
    inner = straight[0][0] * diagonal[0][0] + straight[0][1] * diagonal[0][1]
    return (sum(x for x, _ in steps), sum(y for _, y in steps)) if inner > 0 else None
