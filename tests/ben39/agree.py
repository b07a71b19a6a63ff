"""The engine beside the second player, on random positions: `python -m tests.ben39.agree 10000`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

from wazir.ben39 import position as engine
from wazir.ben39.actions import Action, after, before, spell
from wazir.ben39.board import SQUARE_OF
from wazir.ben39.evaluation import facts
from wazir.ben39.position import LETTERS, PIECE_OF, Side, State, pack, unpack
from wazir.ben39.rules import actions, captures, escapes, in_check, status

from . import line_form, oracle, sampling

SIDES = {oracle.WHITE: Side.WHITE, oracle.BLACK: Side.BLACK, None: None}
NAMES = {side: name for name, side in SIDES.items()}


@cache
def _owned(piece: str) -> engine.Owned:
    return engine.Owned(SIDES[oracle.owner(piece)], PIECE_OF[piece[0].upper() + piece[1:]])


def numbered(position: oracle.Position) -> State:
    """A position of the second player, for the engine."""
    pieces = {
        place: _owned(piece) for place, piece in (position.squares | position.crossings).items()
    }
    hands, reserves = (
        (store[oracle.WHITE], store[oracle.BLACK]) for store in (position.hands, position.reserves)
    )
    rules = frozenset(map(engine.Rule, position.rules))
    movable, turn = tuple(position.movable), SIDES[position.turn]
    return pack(engine.Position(pieces, movable, turn, hands, reserves, position.ended, rules))


def named(state: State) -> oracle.Position:
    """A position of the engine, for the second player."""
    position = unpack(state)
    pieces = {
        place: oracle.owned(NAMES[side], LETTERS[piece])
        for place, (side, piece) in position.pieces.items()
    }
    squares = {place: piece for place, piece in pieces.items() if place in SQUARE_OF}
    crossings = {place: piece for place, piece in pieces.items() if place not in SQUARE_OF}
    hands, reserves = (
        dict(zip("wb", store, strict=True)) for store in (position.hands, position.reserves)
    )
    return oracle.Position(
        squares,
        crossings,
        list(position.movable),
        NAMES[position.turn],
        hands,
        reserves,
        position.ended,
        tuple(map(str, position.rules)),
    )


def spelled(listed: list[Action]) -> list[str]:
    return sorted(spell(action) for action in listed)


def texts(listed: list[oracle.Action]) -> list[str]:
    return sorted(action.text for action in listed)


def disagreements(position: oracle.Position, mine: list[oracle.Action]) -> Iterator[str]:
    """What the two say differently of a position."""
    state, side = numbered(position), position.turn
    theirs = {spell(action): action for action in actions(state)}
    if spelled(actions(state)) != texts(mine):
        yield (
            f"engine only {set(theirs) - set(texts(mine))}, oracle only "
            f"{set(texts(mine)) - set(theirs)}, or twice"
        )
    for action in mine:
        if action.text in theirs:
            yield from _different_actions(state, action, theirs[action.text])
    pairs = (
        [("statuses", *_statuses(state, position))] if oracle.in_check(position) or not mine else []
    )
    summary = facts(state)
    takers = {by: texts(oracle.king_takers(position, by)) for by in (oracle.WHITE, oracle.BLACK)}
    pairs += [
        ("position", line_form.write(named(state)), line_form.write(position)),
        ("takers of the king", spelled(list(summary.takers)), takers[oracle.other(side)]),
        ("threats", spelled(list(summary.threats)), takers[side]),
        ("white in check", in_check(state, Side.WHITE), bool(takers[oracle.BLACK])),
        ("black in check", in_check(state, Side.BLACK), bool(takers[oracle.WHITE])),
        ("captures", spelled(captures(state)), texts([action for action in mine if action.taken])),
        ("immobilized", sorted(summary.immobilized), sorted(oracle.immobilized(position))),
        (
            "kinds",
            {str(kind): count for kind, count in summary.kinds.items() if count},
            Counter(a.kind for a in mine),
        ),
        (
            "control",
            {place: (NAMES[by.side], *by.counts) for place, by in summary.control.items()},
            oracle.control(position),
        ),
    ]
    for name, engine_says, oracle_says in pairs:
        if engine_says != oracle_says:
            yield f"{name}: engine {engine_says}, oracle {oracle_says}"


def _statuses(state: State, position: oracle.Position) -> tuple[object, object]:
    """How the game stands, and by what a check is answered."""
    if not oracle.in_check(position):
        return str(facts(state).status), oracle.status(position)
    safe = sorted(oracle.escapes(position))
    return (str(facts(state).status), spelled(escapes(state))), ("check" if safe else "mate", safe)


def _different_actions(state: State, mine: oracle.Action, theirs: Action) -> Iterator[str]:
    if after(state, theirs) != numbered(mine.after):
        yield f"after {mine.text}: engine {line_form.write(named(after(state, theirs)))}"
        yield f"after {mine.text}: oracle {line_form.write(mine.after)}, ended {mine.after.ended}"
    if before(after(state, theirs), theirs) != state:
        yield f"{mine.text} is not undone"
    taken = sorted(piece.letter for piece in theirs.taken)
    if (theirs.kind, taken) != (mine.kind, sorted(map(oracle.kind, mine.taken))):
        yield f"{mine.text} is {theirs.kind} and takes {taken}"


def compare(count: int, seed: int, rules: tuple[str, ...] = ()) -> tuple[Counter[str], list[str]]:
    """What was met in so many positions, and every disagreement with its position before it."""
    met: Counter[str] = Counter()
    wrong: list[str] = []
    for position in islice(sampling.positions(seed), count):
        position.rules = rules
        mine = oracle.actions(position)
        wrong += [
            f"{line_form.write(position)}\n  {disagreement}"
            for disagreement in disagreements(position, mine)
        ]
        met.update(_met(position))
        for action in mine:
            met.update(_done(position, action))
    return met, wrong


def _met(position: oracle.Position) -> Iterator[str]:
    yield "positions"
    yield str(status(numbered(position)))
    yield f"{len(position.movable)} movable squares"
    yield f"{sum(piece in 'Kk' for piece in position.squares.values())} kings"
    if any(piece[1:] == "?" for piece in position.crossings.values()):
        yield "castle of unknown state"
    if any(place in position.movable for place in oracle.immobilized(position)):
        yield "immobilized on a movable square"
    for by, white, black in oracle.control(position).values():
        yield f"control {by} {white}:{black}"


def _done(position: oracle.Position, action: oracle.Action) -> Iterator[str]:
    yield action.kind
    before, after = list(position.squares.values()), list(action.after.squares.values())
    for sign in "/*(":
        if sign in action.text:
            yield f"{action.kind} with {sign}"
    if action.taken:
        yield f"{action.kind} takes {len(action.taken)}"
    if action.after.ended:
        yield f"{action.kind} takes a king"
    if any(after.count(queen) > before.count(queen) for queen in "qQ"):
        yield f"{action.kind} promotes"
    if any(
        position.squares.get(place) != king
        for place, king in action.after.squares.items()
        if king in "kK"
    ):
        yield f"{action.kind} moves a king"


def main(count: int, seed: int) -> int:
    started = time.monotonic()
    met, wrong = compare(count, seed)
    counts = [f"{number:>9} {name}" for name, number in sorted(met.items())]
    summary = f"{len(wrong)} disagreements, {time.monotonic() - started:.0f} s"
    sys.stdout.write("\n".join([*counts, *wrong[:40], summary, ""]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 39))
