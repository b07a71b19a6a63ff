"""A piece as an expression of LCPN in one of its styles (Q14, Q15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from wazir.budget import MAX_CHAINS
from wazir.notations.lcpn import tree
from wazir.notations.lcpn.arrays import NOWHERE, array_expressions, compounds, either
from wazir.notations.lcpn.chains import MODES, Ride, cannon_call, chain_expressions, without_stops
from wazir.notations.lcpn.write import spelled
from wazir.notations.limits import cannot_say, first_said, refuse_more_than_moves, with_leaps_past
from wazir.piece.model import Act, Move, Over, Piece
from wazir.piece.patterns import (
    Bend,
    CannotExpress,
    Hop,
    Part,
    Pattern,
    patterns,
)


def moves(piece: Piece, style: str, avoid: frozenset[str] = frozenset()) -> str:
    """The expression of a piece, on one line.

    Raises:
        CannotExpress: LCPN cannot say it; the message says what, and why.
    """
    refuse_more_than_moves(replace(piece, properties=()), "LCPN")
    shown: dict[_Manner, list[tree.Expression]] = {}
    parts = patterns(piece)
    stops = frozenset(
        (step, part.least, part.most)
        for part in parts
        if isinstance(part, Pattern)
        and part == Pattern(part.leap, part.steps, least=part.least, most=part.most)
        for step in part.steps
    ) | frozenset(part for part in parts if isinstance(part, Move))
    jumping, others = _split_by_cannon(parts, avoid)
    for manner, cannon in jumping:
        shown.setdefault(manner, []).append(cannon)
    for part in others:
        manner, expressions = first_said(part, partial(_expressions, avoid=avoid, stops=stops))
        if expressions:  # a move without a path has none
            shown.setdefault(manner, []).extend(expressions)
        if sum(map(len, shown.values())) > MAX_CHAINS:
            raise CannotExpress(f"The piece takes more than {MAX_CHAINS} chains of LCPN.")
    whole: list[tree.Expression] = [
        tree.Property(name.replace(" ", "-"), NOWHERE) for name in piece.properties
    ]
    whole += [
        manner.around(either(without_stops(compounds(said, avoid))))
        for manner, said in shown.items()
    ]
    if not shown:
        whole.append(
            tree.Call(tree.Name("cannon", NOWHERE), (tree.Name("wazir", NOWHERE),), NOWHERE)
        )
    return spelled(either(whole), style or "lisp")


@dataclass(frozen=True, slots=True)
class _Manner:
    """The functions around expressions, outermost first, and the condition in words."""

    functions: tuple[str, ...] = ()
    destroys: bool = False
    """It may also take friends."""
    labels: tuple[str, ...] = ()

    def around(self, inner: tree.Expression) -> tree.Expression:
        """An expression with these functions around it."""
        if self.destroys:
            others = tuple(name for name in self.functions if name not in ("move", "capture"))
            taking = _Manner(("destroy", *others), labels=self.labels).around(inner)
            return either([replace(self, destroys=False).around(inner), taking])
        for label in reversed(self.labels):
            inner = tree.Call(tree.Text(label, NOWHERE), (inner,), NOWHERE)
        if not self.functions:
            return inner
        names = tuple(tree.Name(name, NOWHERE) for name in self.functions)
        function = names[0] if len(names) == 1 else tree.Together(names, NOWHERE)
        arguments = inner.parts if isinstance(inner, tree.Either) else (inner,)
        return tree.Call(function, arguments, NOWHERE)


def _expressions(
    parts: tuple[Pattern | Move, ...], avoid: frozenset[str], stops: frozenset[Ride | Move]
) -> tuple[_Manner, list[tree.Expression]]:
    """The expressions of a pattern, or of some moves.

    Args:
        parts: A pattern or moves.
        avoid: The names that mean other pieces.
        stops: The leaps and rides that the piece makes too, moving or capturing, and its moves of
            several legs.
    """
    first = parts[0]
    if isinstance(first, Pattern):
        return _manner(first), array_expressions(first, avoid)
    moves = with_leaps_past(parts)
    manner, *others = {_manner_of(move) for move in moves}
    if others:
        raise cannot_say("LCPN", first)
    if cannon := cannon_call(moves, avoid):
        return manner, [cannon]
    return manner, list(chain_expressions(moves, avoid, stops))


def _manner_of(move: Move) -> _Manner:
    """The functions around a move of several legs."""
    return _Manner(("initial",) if move.is_first else (), labels=tuple(sorted(move.labels)))


def _manner(pattern: Pattern) -> _Manner:
    """The functions of a pattern."""
    is_plain = pattern.bend is Bend.STRAIGHT and pattern.over in (Over.ANYTHING, Over.CLEAR)
    if not is_plain or pattern.wraps or pattern.skips or pattern.victim_virgin:
        raise cannot_say("LCPN", pattern)
    functions = ["initial"] if pattern.mover_virgin else []
    functions += ["igui"] if pattern.stays else []
    mode = "" if pattern.stays else MODES.get(pattern.acts & ~Act.DESTROY)
    destroys = Act.DESTROY in pattern.acts
    if destroys and not pattern.acts & ~Act.DESTROY:
        mode, destroys = "destroy", False
    functions += [mode] if mode else []
    functions += ["no-jump"] if pattern.over is Over.CLEAR else []
    functions += {Hop.NONE: [], Hop.OVER: ["cannon"], Hop.BEHIND: ["grasshopper"]}[pattern.hop]
    return _Manner(tuple(functions), destroys, pattern.labels)


# Chains over exactly one piece


def _split_by_cannon(
    parts: Sequence[Part], avoid: frozenset[str]
) -> tuple[list[tuple[_Manner, tree.Call]], list[Part]]:
    """The calls of `cannon` that write several moves at once, each with the functions around it,
    and the parts that they leave.
    """
    by_manner: dict[_Manner, list[Move]] = {}
    for part in parts:
        if isinstance(part, Move) and any(leg.acts is Act.HOP for leg in part.legs):
            by_manner.setdefault(_manner_of(part), []).append(part)
    calls = [(manner, cannon_call(moves, avoid), moves) for manner, moves in by_manner.items()]
    jumping = [(manner, cannon) for manner, cannon, _ in calls if cannon]
    written = [move for _, cannon, moves in calls if cannon for move in moves]
    return jumping, [part for part in parts if part not in written]
