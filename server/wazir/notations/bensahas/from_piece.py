"""A piece as statements of Bensahas notation (Q14, Q15)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from operator import or_

from wazir.notations.bensahas.ranges import NUMBERS, step
from wazir.notations.limits import cannot_say, refuse_more_than_moves
from wazir.notations.notation import Writer
from wazir.piece.lookup import Leaps, Term, Wanted, choices
from wazir.piece.model import Act, Count, Leg, Move, Over, Piece, Vector
from wazir.piece.patterns import ENDS, Bend, Hop, Part, Pattern, chains, patterns, taken_apart

MOST_STATEMENTS = 128
"""The number of statements of a piece at most."""

_TITLE = "Bensaħas notation"
_SEPARATORS = re.compile(r"[{}:#!]|//")
"""Characters that cannot be part of a name."""
_ACTIONS = {Act.STOP | Act.CAPTURE: "", Act.STOP: "m", Act.CAPTURE: "c"}
_CIRCLE = tuple(map(step, range(8)))
"""The neighbours clockwise from north."""


def moves(piece: Piece, _dialect: str = "", _avoid: frozenset[str] = frozenset()) -> str:
    """The statements of a piece, one on a line.

    Raises:
        ValueError: Bensahas notation cannot say them; the message says which, and why.
    """
    refuse_more_than_moves(piece, _TITLE)
    statements: dict[str, None] = {}
    for part in _merged(patterns(piece)):
        texts = _statements(part) if isinstance(part, Pattern) else None
        if texts is None:
            apart = taken_apart(part) if isinstance(part, Pattern) else (part,)
            if apart is None or part.labels:
                raise cannot_say(_TITLE, part)
            texts = list(_chains(apart))
        statements.update(dict.fromkeys(texts))
    if not statements:
        raise ValueError(f"{_TITLE} has no way to say a piece that never moves.")
    if len(statements) > MOST_STATEMENTS:
        raise ValueError(f"The piece takes more than {MOST_STATEMENTS} statements of {_TITLE}.")
    return "\n".join(statements)


def _merged(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts; patterns of steps to neighbours that differ only in their directions are merged."""
    merged: dict[Part, set[Vector]] = {}
    for part in parts:
        if isinstance(part, Pattern):
            leap = (0, 1) if part.is_step else part.leap
            merged.setdefault(replace(part, leap=leap, steps=frozenset()), set()).update(part.steps)
        else:
            merged.setdefault(part, set())
    for key, steps in merged.items():
        yield replace(key, steps=frozenset(steps)) if isinstance(key, Pattern) else key


def _statements(pattern: Pattern) -> list[str] | None:
    """The statements of a pattern; None if single terms cannot say it."""
    is_odd = pattern.wraps or pattern.skips or pattern.labels or pattern.bend is not Bend.STRAIGHT
    if is_odd or pattern.over is not Over.ANYTHING or pattern.victim_virgin:
        return None
    actions = [_ACTIONS[acts]] if (acts := pattern.acts & ~Act.DESTROY) else []
    target = dict.fromkeys(actions, "")
    if Act.DESTROY in pattern.acts:
        actions = [*actions, "destroy"]
        target["destroy"] = "@T = F<n"
    directions = _directions(pattern.steps)
    if directions is None:
        return None
    moved = "@M = moved, 1" if pattern.mover_virgin else ""
    texts: list[str] = []
    for action in actions:
        setting = ", ".join(filter(None, (moved, target[action])))
        name = "c" if action == "destroy" else action
        if pattern.hop is not Hop.NONE:
            if not pattern.is_step or moved:
                return None
            texts += _cannons(pattern, name, directions, setting)
            continue
        for distances in _distances(pattern):
            if distances[1:] and not pattern.is_step:
                return None
            texts.append(_ridden(name, distances, directions, setting))
    return texts


def _ridden(action: str, distances: tuple[str, ...], directions: str, setting: str) -> str:
    """A ride as one term, or straight on in several of which the first ones end on empty squares."""
    if len(distances) == 1:
        return f"{_term(action, distances[0], directions, setting)}!"
    first = _term("m", distances[0], directions, setting if setting.startswith("@M") else "")
    inner = "".join(f" m({distance}, /0)" for distance in distances[1:-1])
    return f"{first}{inner} {action}({distances[-1]}, /0)!"


def _term(action: str, distance: str, directions: str, setting: str) -> str:
    return f"{action}({distance}, {directions}{': ' if setting else ''}{setting})"


def _distances(pattern: Pattern) -> list[tuple[str, ...]]:
    """The distances of the terms of each statement."""
    least, most = pattern.least, pattern.most
    if least <= 1:
        return [("n" if most is None else str(most),)]
    first = ("1",) * (least - 1)
    return [(*first, "n" if most is None else str(most - least + 1))]


def _cannons(pattern: Pattern, action: str, directions: str, setting: str) -> Iterator[str]:
    """A hop: the most empty squares before the piece, and where it lands behind (S10)."""
    name = f"{action}/cannon" if action else "cannon"
    suffix = ": " + setting if setting else ""
    if pattern.most is None:
        landings = [("n", "1" if pattern.hop is Hop.BEHIND else "n")]
    elif pattern.hop is Hop.BEHIND:
        landings = [(str(pattern.most - 2), "1")]
    else:
        landings = [(str(pattern.most - 1 - landing), str(landing)) for landing in range(1, pattern.most)]
    for distance, landing in landings:
        yield f"{name}({distance}, {directions}; 0, FE, 1, {landing}, landing{suffix})!"


def _directions(steps: Iterable[Vector]) -> str | None:
    """Directions as a sum, with the leap if it is longer than a step; None for leaps of several lengths."""
    steps = frozenset(steps)
    leaps = {(min(abs(x), abs(y)), max(abs(x), abs(y))) for x, y in steps}
    if leaps <= {(0, 1), (1, 1)}:
        return str(sum(map(number_of, steps)))
    if len(leaps) > 1:
        return None
    ((near, far),) = leaps
    return f"{sum(map(number_of, steps))}; {near}, {far}"


def number_of(leap: Vector) -> int:
    """The number of the direction of a leap; that of an oblique one is turned by half an eighth (S4, S6)."""
    near, far = sorted(map(abs, leap))
    if near in (0, far):
        return NUMBERS[_CIRCLE.index((leap[0] // far, leap[1] // far))]
    return next(number for direction, number in enumerate(NUMBERS) if step(direction, (near, far)) == leap)


# Chains


def _chains(moves: Iterable[Move]) -> Iterator[str]:
    """Moves of several legs; directions of steps to neighbours are turns from the leg before where that is shorter."""
    for move in moves:
        odd = move.fragments or move.vanishes or move.becomes or move.guards or move.labels
        if odd or not move.legs or not all(map(_is_plain, move.legs)):
            raise cannot_say(_TITLE, move)
    for terms in chains(moves, _terms):
        yield f"{' '.join(terms)}!"


def _terms(leg: Leg, steps: set[Vector], heading: Vector | None, *, last: bool) -> Iterator[str]:
    """A leg as terms. Between legs `m` is written too, since a leg without an action may capture."""
    distance = "n" if leg.most is None else str(leg.most)
    setting = "@M = moved, 1" if leg.mover_virgin and heading is None else ""
    directions = [_directions(group) or "" for group in _by_leap(steps)] if heading is None else _turns(heading, steps)
    for towards in directions:
        yield _term(_ACTIONS[leg.acts], distance, towards, setting)


def _is_plain(leg: Leg) -> bool:
    """Whether one term can say a leg."""
    single = leg.over is Over.ANYTHING and leg.counts is Count.OWN and leg.acts and not leg.acts & ~ENDS
    return leg.is_ordinary and not leg.victim_virgin and leg.least <= 1 and bool(single) and Act.DESTROY not in leg.acts


def _turns(heading: Vector, steps: set[Vector]) -> Iterator[str]:
    """Directions after a heading: a turn for each step if all go to neighbours, else sums."""
    if heading in _CIRCLE and all(step in _CIRCLE for step in steps):
        turns = sorted((_CIRCLE.index(step) - _CIRCLE.index(heading)) % 8 for step in steps)
        if len(turns) <= 2:
            for turn in turns:
                yield f"/{turn}"
            return
    for group in _by_leap(steps):
        yield _directions(group) or ""


def _by_leap(steps: Iterable[Vector]) -> list[list[Vector]]:
    """Steps by the length of their leaps, all those to neighbours together."""
    groups: dict[Vector, list[Vector]] = {}
    for x, y in sorted(steps):
        near, far = sorted((abs(x), abs(y)))
        groups.setdefault((0, 1) if far == 1 else (near, far), []).append((x, y))
    return list(groups.values())


# From squares to the shortest text that reaches them (Q18)


def lookup(wanted: Wanted) -> Iterator[tuple[None, str]]:
    """The shortest texts; they have no dialects."""
    for terms in choices(wanted, _reaching):
        yield None, "\n".join(term.text for term in terms)


def _reaching(steps: Leaps) -> Iterator[Term]:
    """All of the steps in one statement: any directions can be added up (S4)."""
    numbers = [number_of(step) for step in steps.fit if steps.fit[step]]
    action = "" if steps.modes == "mc" else steps.modes
    distance = "n" if steps.most is None else steps.most
    leap = "" if max(steps.leaps[0]) == 1 else "; {}, {}".format(*steps.leaps[0])
    text = f"{action}({distance}, {sum(numbers)}{leap})!"
    yield Term(text, reduce(or_, steps.fit.values()))


# Files


def _name(name: str) -> str:
    """A name without the characters that names cannot have."""
    return " ".join(_SEPARATORS.sub(" ", name).split()) or "Piece"


def _definition(name: str, text: str, _dialect: str) -> str:
    """A piece of no game with its statements."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return f":{name} {{\n{lines}}}"


class BensahasWriter(Writer):
    """Writes pieces in Bensahas notation."""

    moves = staticmethod(moves)
    name = staticmethod(_name)
    definition = staticmethod(_definition)
