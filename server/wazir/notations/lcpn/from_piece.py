"""A piece as an expression of LCPN in one of its styles (Q14, Q15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import combinations, product
from typing import TypeAlias

from wazir.budget import MAX_CHAINS, MAX_PATHS_OF_LEAP
from wazir.notations.lcpn import tree, vocabulary
from wazir.notations.lcpn.meaning import Lowering, Setting, TooMuch
from wazir.notations.lcpn.names import library
from wazir.notations.lcpn.vocabulary import Steps
from wazir.notations.lcpn.write import spelled
from wazir.notations.limits import cannot_say, first_said, refuse_more_than_moves, with_leaps_past
from wazir.piece.board import Lattice, inner
from wazir.piece.chains import chains
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.hops import HOPS, hops_inside, is_one_sided, is_single, with_single_hops
from wazir.piece.model import Act, Count, Leg, Move, Over, Piece, Towards, Vector
from wazir.piece.motion.walk import leads
from wazir.piece.patterns import (
    ENDS,
    Bend,
    CannotExpress,
    Hop,
    Part,
    Pattern,
    first_steps,
    is_back,
    leads_on,
    patterns,
    takes,
    total,
    with_own_counts,
)
from wazir.text import Span

Ride: TypeAlias = tuple[Vector, int, int | None]
"""A step, and the least and the largest number of such steps; None if it is unlimited."""

NOWHERE = Span(0, 0)
"""The span of expressions without a text."""

RIDERS: Mapping[str, str] = {"wazir": "rook", "ferz": "bishop", "knight": "nightrider"}
_BOTH: Mapping[frozenset[str], str] = {
    frozenset({"wazir", "ferz"}): "king",
    frozenset({"rook", "bishop"}): "queen",
}
"""The pieces of the prelude that are two others."""
_WORDS = (
    "forward",
    "backward",
    "left",
    "right",
    "sideways",
    "vertical",
    "forward-left",
    "forward-right",
    "backward-left",
    "backward-right",
    "narrow",
    "wide",
    "forward-most",
    "backward-most",
    "left-most",
    "right-most",
    "forward-shallow",
    "backward-shallow",
)
"""Direction words in the order of preference."""
_DIRECTIONS = tuple(words for number in (0, 1, 2) for words in combinations(_WORDS, number))
"""Up to two direction words, the fewest first."""
SOUGHT = tuple(words for words in _DIRECTIONS if set(words) <= set(_WORDS[:12]))
"""The direction words that a lookup tries."""
FUNCTIONS = {"mc": "{}", "m": "(move {})", "c": "(capture {})"}
"""The functions of the modes of a lookup."""


@cache
def names_of_leaps() -> Mapping[Vector, str]:
    """The pieces of the prelude with one leap."""
    arrays = ((each.body, name) for name, each in library().definitions.items())
    return {
        (min(array.numbers), max(array.numbers)): name
        for array, name in arrays
        if isinstance(array, tree.Array)
    }


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
        manner.around(_either(_without_stops(_compounds(said, avoid))))
        for manner, said in shown.items()
    ]
    if not shown:
        whole.append(
            tree.Call(tree.Name("cannon", NOWHERE), (tree.Name("wazir", NOWHERE),), NOWHERE)
        )
    return spelled(_either(whole), style or "lisp")


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
            return _either([replace(self, destroys=False).around(inner), taking])
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
        return _manner(first), _arrays(first, avoid)
    moves = with_leaps_past(parts)
    manner, *others = {_manner_of(move) for move in moves}
    if others:
        raise cannot_say("LCPN", first)
    if cannon := _cannon(moves, avoid):
        return manner, [cannon]
    return manner, list(_chains(moves, avoid, stops))


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
    mode = "" if pattern.stays else _MODES.get(pattern.acts & ~Act.DESTROY)
    destroys = Act.DESTROY in pattern.acts
    if destroys and not pattern.acts & ~Act.DESTROY:
        mode, destroys = "destroy", False
    functions += [mode] if mode else []
    functions += ["no-jump"] if pattern.over is Over.CLEAR else []
    functions += {Hop.NONE: [], Hop.OVER: ["cannon"], Hop.BEHIND: ["grasshopper"]}[pattern.hop]
    return _Manner(tuple(functions), destroys, pattern.labels)


_INNER = {Act.STOP: "", Act.CAPTURE: "capture", Act.DESTROY: "destroy"}
_MODES = {Act.STOP: "move", Act.CAPTURE: "capture", Act.STOP | Act.CAPTURE: ""}


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
    calls = [(manner, _cannon(moves, avoid), moves) for manner, moves in by_manner.items()]
    jumping = [(manner, cannon) for manner, cannon, _ in calls if cannon]
    written = [move for _, cannon, moves in calls if cannon for move in moves]
    return jumping, [part for part in parts if part not in written]


def _cannon(moves: Sequence[Move], avoid: frozenset[str]) -> tree.Call | None:
    """`cannon` around the paths of moves over one piece; None if it means other moves (L12)."""
    free = [_without_hop(move) for move in moves]
    some = dict.fromkeys(path for path in free if path is not None)
    if not some or None in free or any(map(_has_no_chain, some)):
        return None
    try:
        linked = list(_linked(some, avoid))
    except CannotExpress:
        return None
    arguments = tuple(chain if chain.parts[1:] else chain.parts[0] for chain in linked)
    call = tree.Call(tree.Name("cannon", NOWHERE), arguments, NOWHERE)
    setting = Setting(names=library().names, lattice=Lattice.SQUARE)
    try:
        paths = Lowering("lisp").paths(call, setting)
    except TooMuch:
        return None
    read = Piece(tuple(with_own_counts(path.move()) for path in paths))
    meant = Piece(tuple(map(_unconditional, moves)))
    return call if equal_normal_forms(read, meant) else None


def _without_hop(move: Move) -> Move | None:
    """The move that `cannon` makes a given move of: over no piece instead of exactly one.

    Returns:
        None for a move over no piece or over several ones.
    """
    hops = [number for number, leg in enumerate(move.legs) if leg.acts is Act.HOP]
    if len(hops) != 1:
        return None
    (number,) = hops
    move = _unconditional(move)
    *before, hop, landing = move.legs[: number + 2]
    if _rides_on(hop, landing):
        legs = [hop._replace(most=landing.most, acts=landing.acts)]
    else:
        legs = [hop._replace(acts=Act.STOP), landing]
    return replace(move, legs=(*before, *legs, *move.legs[number + 2 :]))


def _rides_on(hop: Leg, landing: Leg) -> bool:
    """Whether a hop and the leg after it are one ride that passes a piece."""
    is_straight = all(heading and ways == ((heading,),) for heading, ways in landing.ways)
    is_endless = hop.most is None and landing.most is None
    return is_straight and (landing.counts is Count.SHARED or is_endless)


def _unconditional(move: Move) -> Move:
    """A move without the conditions that functions around it express."""
    legs = tuple(leg._replace(mover_virgin=False) for leg in move.legs)
    return replace(move, legs=legs, labels=())


def _has_no_chain(move: Move) -> bool:
    """Whether LCPN has no chain for a move."""
    legs = [leg._replace(stays=False) for leg in move.legs]
    acts = [leg.acts for leg in legs if leg.acts & ~(ENDS | HOPS) or is_one_sided(leg)]
    return not move.is_path or not legs or bool(acts) or not all(map(_is_plain, legs))


# Arrays


def _arrays(
    pattern: Pattern, avoid: frozenset[str], radial: tuple[str, ...] = ()
) -> list[tree.Expression]:
    """The expressions of the steps of a pattern with its range; one if direction words select them.

    Args:
        pattern: The pattern.
        avoid: The names that mean other pieces.
        radial: Restrictions relative to the start of the move.
    """
    name = names_of_leaps().get(pattern.leap)
    rider = RIDERS.get(name or "")
    name, rider = (None if each in avoid else each for each in (name, rider))
    whole: tree.Expression = tree.Name(name, NOWHERE) if name else tree.Array(pattern.leap, NOWHERE)
    words = _selecting(pattern.leap, pattern.steps)
    if words is not None:
        rides = pattern.most is None and (pattern.least == 1 or pattern.hop is Hop.OVER)
        if rides and rider:
            return [_restricted(tree.Name(rider, NOWHERE), (*words, *radial))]
        return [_restricted(whole, (*words, *radial, *_range(pattern)))]
    only = ("only", *radial, *_range(pattern))
    return [_restricted(tree.Array(step, NOWHERE), only) for step in sorted(pattern.steps)]


def _range(pattern: Pattern) -> tuple[str, ...]:
    least, most = pattern.least, pattern.most
    if most is None:
        return ("rider",) if least <= 1 else (str(least), "*")
    if most == least == 1:
        return ()
    if least <= 1:
        return (str(most),)
    return (str(least), str(most))


def _restricted(inner: tree.Expression, words: Iterable[str]) -> tree.Expression:
    restrictions = tuple(tree.Word(word, NOWHERE) for word in words)
    return tree.Restricted(inner, restrictions, NOWHERE) if restrictions else inner


@lru_cache(maxsize=512)
def _selecting(leap: Vector, wanted: frozenset[Vector]) -> tuple[str, ...] | None:
    """The fewest direction words that select steps; None if none do."""
    every = vocabulary.steps(leap, Lattice.SQUARE, literal=False)
    return next((words for words in _DIRECTIONS if selected(every, words) == wanted), None)


def selected(every: Steps, words: tuple[str, ...]) -> frozenset[Vector]:
    """The steps that direction words select, which add up; all steps without a word."""
    return vocabulary.taken(every, [words] if words else [], Lattice.SQUARE)


def _compounds(parts: list[tree.Expression], avoid: frozenset[str]) -> list[tree.Expression]:
    """The parts with king for wazir and ferz, and queen for rook and bishop."""
    for names, both in _BOTH.items():
        if both in avoid:
            continue
        halves = [part for part in parts if _plain_name(part) in names]
        are_complete = {_plain_name(part) for part in halves} == names
        ranges = {_words(part) for part in halves}
        if are_complete and len(ranges) == 1:
            first, *others = halves
            merged = _restricted(tree.Name(both, NOWHERE), _words(first))
            parts = [merged if part is first else part for part in parts if part not in others]
    return list(dict.fromkeys(parts))


def _plain_name(of: tree.Expression) -> str | None:
    """The name of a piece with a range and no other restrictions."""
    if isinstance(of, tree.Restricted) and all(
        word.isdecimal() or word == "rider" for word in _words(of)
    ):
        of = of.inner
    return of.key if isinstance(of, tree.Name) else None


def _words(of: tree.Expression) -> tuple[str, ...]:
    return tuple(word.key for word in of.words) if isinstance(of, tree.Restricted) else ()


def _either(parts: list[tree.Expression]) -> tree.Expression:
    flat = [
        each
        for part in parts
        for each in (part.parts if isinstance(part, tree.Either) else (part,))
    ]
    return flat[0] if len(flat) == 1 else tree.Either(tuple(dict.fromkeys(flat)), NOWHERE)


# Chains


def _chains(
    moves: Sequence[Move], avoid: frozenset[str], stops: frozenset[Ride | Move]
) -> Iterator[tree.Expression]:
    """Moves of several legs.

    Where the piece may also stop after the first of two, `->` joins them (L8). Inside `cannon` the
    first may end on the piece that is jumped (L12).
    """
    shots = [shot for move in moves if (shot := _without_return(move))]
    if shots:
        chains_there = list(_chains(shots, avoid, frozenset()))
        yield from (_called("igui", there) for there in chains_there)
        moves = [move for move in moves if not _without_return(move)]
    for move in moves:
        if _has_no_chain(move):
            raise cannot_say("LCPN", move)
    optional = [move for move in moves if _may_stop(move, stops)]
    ended = [
        replace(
            move,
            legs=(*(leg._replace(acts=Act.STOP) for leg in move.legs[:-1]), move.legs[-1]),
        )
        for move in optional
    ]
    yield from (replace(chain, jumps=True) for chain in _linked(ended, avoid))
    hopping = [move for move in moves if move not in optional and _hops_within(move)]
    yield from _hopping(hopping, avoid)
    others = [move for move in moves if move not in optional and move not in hopping]
    plain = [stays for stays in (_with(move, jumps=False) for move in others) if stays]
    hops = [jumps for jumps in (_with(move, jumps=True) for move in others) if jumps]
    yield from (chain if chain.parts[1:] else chain.parts[0] for chain in _linked(plain, avoid))
    yield from (
        tree.Call(tree.Name("cannon", NOWHERE), (chain,), NOWHERE) for chain in _linked(hops, avoid)
    )


def _without_return(move: Move) -> Move | None:
    """A move that captures and goes back to its start, without the way back; None for others."""
    if not move.legs:
        return None
    *legs, last = move.legs
    is_shot = any(map(takes, legs)) and is_back(last, len(legs))
    return replace(move, legs=tuple(legs)) if is_shot else None


def _may_stop(move: Move, stops: frozenset[Ride | Move]) -> bool:
    """Whether the piece may stop where each leg but the last ends, and whatever is there may go
    on.
    """
    *before, _ = move.legs
    goes_on = before and all(
        leg.acts == Act.STOP | Act.CAPTURE | Act.HOP and leg.over is Over.ANYTHING for leg in before
    )
    if not goes_on or move.is_first or move.labels:
        return False
    *earlier, last = before
    if earlier:
        stop = replace(move, legs=(*earlier, last._replace(acts=Act.STOP | Act.CAPTURE)))
        return stop in stops and _may_stop(stop, stops)
    rides = ((step, max(last.least, 1), last.most) for step in first_steps(last, None))
    return stops.issuperset(rides)


def _without_stops(parts: list[tree.Expression]) -> list[tree.Expression]:
    """The parts without those that are the beginning of a chain that may stop after them."""
    stops = list[tree.Expression]()
    for part in parts:
        if isinstance(part, tree.Chain) and part.jumps:
            ends = range(2, len(part.parts))
            stops += [part.parts[0], *(replace(part, parts=part.parts[:end]) for end in ends)]
    return [part for part in parts if part not in stops]


def _linked(moves: Iterable[Move], avoid: frozenset[str]) -> Iterator[tree.Chain]:
    """Moves of several legs as chains: of whole pieces where the directions of later legs follow
    from the earlier.
    """

    def leg_after(
        leg: Leg, steps: set[Vector], heading: object, *, last: bool
    ) -> tuple[tree.Expression]:
        return (_leg(leg, steps, radial=("any",) if heading else (), avoid=avoid, last=last),)

    alike: dict[Move, list[Move]] = {}
    for move in moves:
        bare = replace(move, legs=tuple(leg._replace(ways=(), towards=None) for leg in move.legs))
        alike.setdefault(bare, []).append(move)
    others: list[Move] = []
    for bare, some in alike.items():
        paths = frozenset(path for move in some for path in _paths(move))
        ends = range(1, min(map(len, paths), default=0) + 1)
        steps = [_onward({path[:end] for path in paths}) for end in ends]
        if not paths or None in steps:
            others += some
            continue
        legs = [
            _leg(leg, own, words, avoid=avoid, last=leg is bare.legs[-1])
            for leg, (own, words) in zip(bare.legs, filter(None, steps), strict=True)
        ]
        yield _chain(tuple(legs))
    yield from map(_chain, chains(others, leg_after))


def _paths(move: Move) -> Sequence[tuple[Vector, ...]]:
    """The first steps of the legs on each path; empty for many paths, and where a ride decides what
    follows.
    """
    first, *legs = move.legs
    if any(leg.stays for leg in move.legs[:-1]):
        return ()
    if any(leg.most != 1 for leg in move.legs[: -1 if legs[1:] else 0]):
        return ()
    paths: list[tuple[Vector, ...]] = [(step,) for step in first_steps(first, None)]
    for leg in legs:
        paths = [
            (*path, step)
            for path in paths
            for step in first_steps(leg, path[-1])
            if leads_on(leg, total(path), step)
        ]
        if len(paths) > MAX_PATHS_OF_LEAP:
            return ()
    return paths


def _onward(after: set[tuple[Vector, ...]]) -> tuple[set[Vector], tuple[str, ...]] | None:
    """The steps of the last leg of some paths, and the restrictions relative to the start that it
    needs (L9).

    They are in all directions if a restriction excludes the others; None if no restriction does.
    """
    before = {path[:-1] for path in after}
    own = {path[-1] for path in after}
    every = {
        turned for step in own for turned in vocabulary.steps(step, Lattice.SQUARE, literal=False)
    }
    for steps, (word, towards) in product((every, own), vocabulary.TOWARDS.items()):
        if after == {
            (*path, step) for path in before for step in steps if _leads(towards, total(path), step)
        }:
            return steps, () if word == "outward" else (word,)
    return None


def _leads(towards: Towards, made: Vector, step: Vector) -> bool:
    return made == (0, 0) or leads(towards, inner(Lattice.SQUARE, made, step))


def _with(move: Move, *, jumps: bool) -> Move | None:
    """The part of a move whose first leg of two jumps a piece or not; None without such a part."""
    first = move.legs[0]
    if not first.acts & HOPS:
        return None if jumps else move
    acts = Act.STOP if jumps else first.acts & ~HOPS
    return replace(move, legs=(first._replace(acts=acts), move.legs[1])) if acts else None


# Chains with hops inside


@dataclass(frozen=True, slots=True)
class _Link:
    """A leg of a chain with hops."""

    arrays: tree.Expression
    ends: tuple[tuple[str, ...], ...]
    """The functions of each of its ends, outermost first."""
    hops: bool
    """It ends on the piece that is jumped."""
    hop: str = ""
    """The function of a ride over a piece that this leg ends."""


def _hops_within(move: Move) -> bool:
    """Whether a move hops and is more than a step to a piece and a step on, all of which `cannon`
    says: in it a ride may jump too.
    """
    return hops_inside(move) and (len(move.legs) > 2 or not all(map(is_single, move.legs)))


def _hopping(moves: Sequence[Move], avoid: frozenset[str]) -> Iterator[tree.Expression]:
    """Moves that hop, with `cannon` around each hop: around a whole ride, or around a step to the
    piece and a step on (L12).
    """

    def link(leg: Leg, steps: set[Vector], heading: object, *, last: bool) -> tuple[_Link]:
        hops = bool(leg.acts & HOPS)
        return (
            _Link(
                arrays=tree.Name("", NOWHERE)
                if leg.continues
                else _arrays_of_leg(leg, steps, radial=("any",) if heading else (), avoid=avoid),
                ends=() if hops else _ends(leg, last=last),
                hops=hops,
                hop=("grasshopper" if leg.most == 1 else "cannon") if leg.continues else "",
            ),
        )

    single = (split for move in moves for split in with_single_hops(move, _is_ride_over))
    yield from map(_with_cannons, chains(single, link))


def _is_ride_over(hop: Leg, then: Leg) -> bool:
    """Whether `cannon` or `grasshopper` says a ride to a piece and a ride straight on."""
    is_endless = (hop.least, hop.most) == (1, None) and then.least <= 1
    return is_endless and then.most in (1, None) and not then.stays and hop.over is then.over


def _with_cannons(links: tuple[_Link, ...]) -> tree.Expression:
    """A chain in which each leg to a piece and the leg after it are one part."""
    parts = list[tree.Expression]()
    rest = iter(links)
    for link in rest:
        onward, inner = link, link.arrays
        if link.hops:
            onward = next(rest)
            if onward.hops:
                raise CannotExpress("LCPN has no way to say a hop over two pieces in a row.")
            both = _chain((link.arrays, onward.arrays))
            inner = _called(onward.hop or "cannon", link.arrays if onward.hop else both)
        parts.append(_either([_around(functions, inner) for functions in onward.ends]))
    return _chain(tuple(parts)) if parts[1:] else parts[0]


def _is_plain(leg: Leg) -> bool:
    passes = leg.over in (Over.ANYTHING, Over.CLEAR)
    return leg.is_ordinary and not leg.victim_virgin and leg.counts is Count.OWN and passes


def _leg(
    leg: Leg,
    steps: set[Vector],
    radial: tuple[str, ...],
    avoid: frozenset[str],
    *,
    last: bool = False,
) -> tree.Expression:
    """A leg with some first steps, in the functions of its ends."""
    arrays = _arrays_of_leg(leg, steps, radial=radial, avoid=avoid)
    return _either([_around(functions, arrays) for functions in _ends(leg, last=last)])


def _arrays_of_leg(
    leg: Leg, steps: set[Vector], radial: tuple[str, ...], avoid: frozenset[str]
) -> tree.Expression:
    """The steps of a leg with its range."""
    by_leap: dict[Vector, set[Vector]] = {}
    for step in steps:
        near, far = sorted(map(abs, step))
        by_leap.setdefault((near, far), set()).add(step)
    alike = (
        Pattern(leap, frozenset(own), least=max(leg.least, 1), most=leg.most)
        for leap, own in sorted(by_leap.items())
    )
    parts = [array for pattern in alike for array in _arrays(pattern, avoid, radial)]
    return _called("no-jump" if leg.over is Over.CLEAR else "", _either(_compounds(parts, avoid)))


def _ends(leg: Leg, *, last: bool) -> tuple[tuple[str, ...], ...]:
    """The functions of each end of a leg, outermost first."""
    if not last:
        if leg.acts & HOPS:
            raise CannotExpress("LCPN has no way to say what this move passes.")
        ends = [_INNER[act] for act in leg.acts]
        return _shots(ends) if leg.stays else tuple((end,) for end in ends)
    if leg.acts & ~ENDS:
        raise CannotExpress("LCPN has no way to say how this move ends.")
    ends = [_MODES[mode]] if (mode := leg.acts & ~Act.DESTROY) else []
    ends += ["destroy"] if Act.DESTROY in leg.acts else []
    return _shots(ends) if leg.stays else tuple((end,) for end in ends)


def _shots(ends: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The functions of captures without moving."""
    return tuple(("igui", end.removeprefix("capture")) for end in ends)


def _around(functions: tuple[str, ...], inner: tree.Expression) -> tree.Expression:
    """An expression in functions, outermost first."""
    for function in reversed(functions):
        inner = _called(function, inner)
    return inner


def _called(function: str, inner: tree.Expression) -> tree.Expression:
    return tree.Call(tree.Name(function, NOWHERE), (inner,), NOWHERE) if function else inner


def _chain(legs: tree.Expressions) -> tree.Chain:
    return tree.Chain(jumps=False, parts=legs, span=NOWHERE, operator=NOWHERE)
