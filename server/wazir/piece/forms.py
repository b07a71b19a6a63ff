"""The forms of moves that have words of their own."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from wazir.piece.chains import TAKES, Walk, goes_back, goes_straight_on, is_return
from wazir.piece.gaits import Bend, Gait, gait_of
from wazir.piece.model import Act, Count, Leg, Over, Vector


class Form(Enum):
    """What kind of a move it is, as far as words have one of their own."""

    PLAIN = auto()
    OVER_ONE = auto()
    """A ride over exactly one piece."""
    BEHIND_ONE = auto()
    """A ride to a piece, which ends right behind it."""
    JUMP_CAPTURE = auto()
    """Over a piece, which is taken, to the square behind it."""
    RIFLE = auto()
    """It takes something and is back where it was."""
    CASTLING = auto()
    STAYS = auto()
    """It does not move."""
    CHAIN = auto()


SCREENS = {Act.HOP: "piece", Act.PASS_FRIEND: "friend", Act.PASS_FOE: "foe"}
_ODD = ("back", "stays", "keeps_heading", "again", "on_edge_file", "squares", "guards", "anywhere", "victim_virgin")


def form_of(walk: Walk, gait: Gait, headings: frozenset[Vector]) -> tuple[Form, Gait]:
    """The form of a move, and how far it goes in all."""
    legs, first = walk.legs, walk.legs[0]
    kills = not first.acts & ~TAKES
    if kills and len(legs) == 1 and first.stays:
        return Form.RIFLE, gait
    if kills and len(legs) == 2 and is_return(legs[1]) and not first.squares:
        return Form.RIFLE, gait
    if len(legs) == 1:
        return (Form.CHAIN if first.acts & ~(Act.STOP | TAKES) or first.stays else Form.PLAIN), gait
    if _castles(legs):
        return Form.CASTLING, gait
    if len(legs) != 2 or first.stays or first.squares or gait.bend is not Bend.STRAIGHT or gait.anywhere:
        return Form.CHAIN, gait
    then = legs[1]
    if any(getattr(then, name) for name in _ODD) or (then.wraps, then.skips_first) != (first.wraps, first.skips_first):
        return Form.CHAIN, gait
    if goes_straight_on(walk, headings) and _same_over(walk):
        return _straight_form(gait, first, then)
    if goes_back(walk, headings) and _comes_back(gait, first, then) and kills:
        return Form.RIFLE, gait
    return Form.CHAIN, gait


def _same_over(walk: Walk) -> bool:
    """Whether both legs of a move ask the same of the squares that a step passes."""
    gaits = {gait_of(leg, way, walk.lattice) for leg in walk.legs for _, ways in leg.ways for way in ways}
    return len({gait.over for gait in gaits if gait}) == 1


def _straight_form(gait: Gait, first: Leg, then: Leg) -> tuple[Form, Gait]:
    """The form of a move that goes straight on over a piece."""
    ends = not then.acts & ~(Act.STOP | TAKES)
    over = first.acts in SCREENS and ends and not first.skips_first
    if over and (then.least, then.most) == (1, 1) and then.counts is Count.OWN:
        return Form.BEHIND_ONE, gait
    shared = then.counts is Count.SHARED
    unlimited = then.counts is Count.OWN and (first.most, then.most, then.least) == (None, None, 1)
    if over and first.least <= 1 and unlimited:
        return Form.OVER_ONE, gait
    to_last = first.most is None or (then.most is not None and then.most - first.most <= 1)
    if over and first.least <= 1 and shared and to_last:
        return Form.OVER_ONE, replace(gait, least=then.least if then.least > 2 else 1, most=then.most)
    jumps = not first.acts & ~TAKES and (gait.least, gait.most) == (1, 1) and then.counts is Count.OWN
    if jumps and (then.least, then.most, then.acts) == (1, 1, Act.STOP):
        return Form.JUMP_CAPTURE, gait
    return Form.CHAIN, gait


def _comes_back(gait: Gait, first: Leg, then: Leg) -> bool:
    """Whether a leg that goes back by the step before it always comes to where the move began."""
    as_far = then.counts is Count.AS_LONG and first.ranged and then.most is None and then.least <= 1
    one = then.counts is Count.OWN and (gait.least, gait.most) == (then.least, then.most) == (1, 1)
    free = then.over is Over.ANYTHING or (gait.most == 1 and then.over is gait.over is Over.CLEAR)
    return (as_far or one) and free and Act.STOP in then.acts and not then.acts & ~(Act.STOP | TAKES)


def _castles(legs: tuple[Leg, ...]) -> bool:
    """Whether a move is castling as `O` has it."""
    if (
        len(legs) != 3
        or not legs[0].on_edge_file
        or any(len(leg.ways) != 1 or len(leg.ways[0][1]) != 1 for leg in legs)
    ):
        return False
    (side, ahead), _, (end, level) = (leg.ways[0][1][0][0] for leg in legs)
    towards = Leg(legs[0].ways, 1, None, Act.DESTROY, on_edge_file=True, victim_virgin=True)
    put = Leg(((None, (((end - side, 0),),)),), acts=Act.UNLOAD, back=1)
    go = Leg(((None, (((end, 0),),)),), acts=Act.STOP, back=2)
    plain = legs[0]._replace(mover_virgin=False, ranged=False)
    return (ahead, level) == (0, 0) and abs(side) == 1 and end * side > 0 and (plain, *legs[1:]) == (towards, put, go)
