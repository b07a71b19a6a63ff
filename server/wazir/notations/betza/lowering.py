"""From one leg as written to legs of the model: modes, hoppers, bent riders, castling (B6, B8, B13
to B16, B20, B22).

A leg as written may stand for several alternatives, and each alternative for several legs of the
model: `pX` is a hop and a ride on. An alternative is a move of these legs, with its conditions.
"""

from __future__ import annotations

from functools import cache, partial, reduce
from operator import or_

from wazir.notations.betza import codes
from wazir.notations.betza.directions import (
    CHIRAL,
    OLD_SIDEWAYS,
    SIGNS,
    Shape,
    Sign,
    Steps,
    circular,
    crooked,
    first_steps,
    going_on,
    read_signs,
)
from wazir.notations.betza.legs import Atom, LegModifiers, Run
from wazir.notations.betza.vocabulary import XBETZA
from wazir.notations.fixes import remove, write
from wazir.notations.reports import Report
from wazir.piece.model import EN_PASSANT as EN_PASSANT
from wazir.piece.model import NOT_ROYAL as NOT_ROYAL
from wazir.piece.model import Act, Count, Leg, Move, Over, Ways
from wazir.text import Span

ENDS = {"m": Act.STOP, "c": Act.CAPTURE, "d": Act.DESTROY}
INNER = ENDS | {"p": Act.HOP, "t": Act.PASS_FRIEND, "u": Act.UNLOAD, "o": Act.CROSS}
DEFAULT_END = Act.STOP | Act.CAPTURE

_LAME = {
    ("n", False): Over.CLEAR,
    ("n", True): Over.CLEAR_STRAIGHT_FIRST,
    ("j", False): Over.ONE,
    ("j", True): Over.ONE_STRAIGHT_FIRST,
}
"""What a lame leg passes, by its mode and whether straight steps come first, as in xbetza."""


def base_leg(
    modifiers: LegModifiers,
    *,
    atom: Atom,
    ways: Ways,
    dialect: str,
    is_toggled: bool,
    report: Report,
) -> Leg:
    """The leg without what happens at its end; *toggled*, it steps where the atom slides, or slides
    (`y`, B20).
    """
    over, skips = Over.ANYTHING, False
    lame = modifiers.modes("nj")
    least, most = atom.least, atom.most
    if is_toggled:
        least, most = 1, None if atom.most == 1 else 1
    if dialect == XBETZA and modifiers.modes("zq") and not atom.ranged:
        most = None
    if lame and all(max(leap) == 1 for leap in atom.leaps):  # it passes no square
        skips = dialect == XBETZA and "j" in lame and most != 1
        over = Over.ONE if "j" in lame and not skips else Over.ANYTHING
        for token in modifiers.tokens:
            if token.text in ("n" if skips else "nj"):
                is_n = token.text == "n"
                why = "be blocked by." if is_n else "jump: with it the piece never moves."
                message = (
                    f"A step of `{atom.text}` passes no square, so `{token.text}` has nothing to "
                    f"{why}"
                )
                removal = remove(token.span, f"`{token.text}`", safe=is_n)
                report(codes.USELESS_MODIFIER, token.span, message, removal)
    elif lame:
        over = _LAME["j" if "j" in lame else "n", dialect == XBETZA]
    return Leg(
        ways=ways,
        least=least,
        most=most,
        ranged=atom.ranged,
        over=over,
        skips=int(skips),
        anywhere=atom.letter == "U",
        mover_virgin=modifiers.mover_virgin,
    )


def ended(leg: Leg, acts: Act, modifiers: LegModifiers) -> list[Leg]:
    """The leg with its acts, apart where some of them ask for a victim that has not moved (B6)."""
    asked = acts_of("".join(modifiers.virgin_victims), Act(0)) & acts
    if not asked:
        return [leg._replace(acts=acts)]
    both = (leg._replace(acts=asked, victim_virgin=True), leg._replace(acts=acts & ~asked))
    return [leg for leg in both if leg.acts]


@cache
def acts_of(modes: str, default: Act) -> Act:
    """The acts of mode letters."""
    return reduce(or_, (INNER[mode] for mode in modes), Act(0)) or default


def inner_leg(modifiers: LegModifiers, leg: Leg, is_chained: bool) -> list[Move]:
    """A leg that is not the last (B13, B20); in a chain, `g` hops and makes one step more (B14),
    else it is `p`.
    """
    modes = modifiers.modes("mcdptuo" if is_chained else "mcdptu")
    if is_chained and "g" in modifiers.letters:
        hop = leg._replace(acts=Act.HOP)
        ends = ended(_single(leg), acts_of(modes, Act.STOP), modifiers)
        return [Move((hop, each)) for each in ends]
    modes += "p" if "g" in modifiers.letters else ""
    return [Move((each,)) for each in ended(leg, acts_of(modes, Act.STOP), modifiers)]


def last_chained_leg(modifiers: LegModifiers, leg: Leg) -> list[Move]:
    """The last leg of a chain in the extended dialect (B14)."""
    modes, ends = modifiers.modes("mcd"), list[Leg]()
    if not modifiers.modes("pg"):
        return [Move((each,)) for each in ended(leg, acts_of(modes, DEFAULT_END), modifiers)]
    if "p" in modifiers.letters:
        onward = leg._replace(ways=_onward(leg), counts=Count.OWN, mover_virgin=False)
        ends += ended(onward, acts_of(modes, Act.CAPTURE), modifiers)
    if "g" in modifiers.letters:
        ends += ended(_single(leg), acts_of(modes, DEFAULT_END), modifiers)
    return [Move((leg._replace(acts=Act.HOP), each)) for each in ends]


def last_plain_leg(modifiers: LegModifiers, leg: Leg, report: Report, atom: Atom) -> list[Move]:
    """The last leg in the original dialect and in xbetza, where hoppers are rides that count every
    step (B8, B22).
    """
    if "e" in modifiers.letters and modifiers.modes("mcd") == "m":
        message = "This part never moves: `m` excludes captures, and `e` captures en passant."
        removals = (remove(modifiers.span_of(letter), f"`{letter}`") for letter in "me")
        report(codes.NO_EFFECT, modifiers.span_of("me"), message, *removals)
        return []
    alternatives, hops = [], modifiers.modes("pg")
    for acts, labels in _plain_ends(modifiers.modes("mcdet")):
        ends = ended(leg, acts, modifiers)
        if not hops:
            alternatives += [Move((each,), labels=labels) for each in ends]
        for hop in hops:
            hopping = over_one if hop == "p" else right_behind
            alternatives += [Move(legs, labels=labels) for each in ends for legs in hopping(each)]
    if hops and leg.most == 1:
        message = f"This part never moves: a hop needs two steps, and `{atom.text}` makes one."
        hop = f"{hops[0]}{atom.text}"
        way = f"Write `{hop}2` to hop over its neighbour, or `{hop}0` for any range."
        report(codes.NO_EFFECT, modifiers.span_of("pg"), f"{message} {way}")
    return alternatives


@cache
def _plain_ends(modes: str) -> list[tuple[Act, tuple[str, ...]]]:
    """What may happen at the end, and under which labels: `e` adds en passant, `t` spares the royal
    (B22).
    """
    passing = Act.STOP if "e" in modes else Act(0)
    acts = acts_of(modes.rstrip("et"), Act(0) if passing else DEFAULT_END)
    takes = acts & (Act.CAPTURE | Act.DESTROY) if "t" in modes else Act(0)
    ends = ((acts & ~takes, ()), (takes, (NOT_ROYAL,)), (passing, (EN_PASSANT,)))
    return [(each, labels) for each, labels in ends if each]


def over_one(leg: Leg) -> list[tuple[Leg, ...]]:
    """A ride over one piece anywhere on the way; the range counts every step (`p`)."""
    landing = leg._replace(counts=Count.SHARED, skips=0, mover_virgin=False)
    return [(hop, landing._replace(ways=_onward(hop))) for hop in _hops(leg, 1)]


def right_behind(leg: Leg) -> list[tuple[Leg, ...]]:
    """A ride to a piece that lands right behind it; the range counts every step (`g`)."""
    landing = leg._replace(least=1, most=1, skips=0, mover_virgin=False, continues=True)
    return [(hop, landing._replace(ways=_onward(hop))) for hop in _hops(leg, max(leg.least - 1, 1))]


def _hops(leg: Leg, least: int) -> list[Leg]:
    """A leg up to the piece that it passes, which is at least some steps away."""
    apart: list[Ways] = [leg.ways]
    if any(len(way) > 1 for _, ways in leg.ways for way in ways):
        # The heading alone does not tell how bent rides go on.
        apart = [((heading, (way,)),) for heading, ways in leg.ways for way in ways]
    most = None if leg.most is None else leg.most - 1
    hop = leg._replace(least=least, most=most, acts=Act.HOP, victim_virgin=False)
    return [hop._replace(ways=ways) for ways in apart]


def _single(leg: Leg) -> Leg:
    """One more step straight on; it has no range (B14, B16)."""
    onward = _onward(leg)
    return leg._replace(
        ways=onward, least=1, most=1, counts=Count.OWN, ranged=False, skips=0, mover_virgin=False
    )


def _onward(leg: Leg) -> Ways:
    """The ways straight on from this leg."""
    return going_on(way for _, ways in leg.ways for way in ways)


def bent(modifiers: LegModifiers, steps: Steps, atom: Atom) -> Ways:
    """The rides that begin with the steps, with the bend that `z` or `q` asks for."""
    firsts = [(heading, [way[0] for way in ways]) for heading, ways in steps.ways]
    bend = crooked if "z" in modifiers.letters else partial(circular, leaps=atom.leaps)
    return tuple([(heading, bend(first)) for heading, first in firsts])


# Directions that an atom does not have (B5)


def report_directions(
    steps: Steps, modifiers: LegModifiers, atom: Atom, dialect: str, report: Report
) -> None:
    """Report the directions of a leg that its atom does not have, and those of an older
    spelling.
    """
    for run, letters in zip(modifiers.runs, modifiers.directions, strict=True):
        signs = {
            shape: read_signs(letters, shape, dialect == XBETZA)
            for shape in (*steps.shapes, *steps.possible)
        }
        for shape in steps.shapes:
            for sign in signs[shape]:
                if sign.places is None:
                    span = _span(run, sign)
                    message = (
                        f"`{sign.text}` is not a direction of `{atom.text}`, which has "
                        f"{shape.value}: "
                    )
                    fix = remove(span, f"`{sign.text}`")
                    report(codes.NO_DIRECTION, span, f"{message}{_allowed(shape, dialect)}.", fix)
        old = [
            {sign[:2] for sign in signs[shape] if sign.text in OLD_SIDEWAYS}
            for shape in steps.possible
        ]
        for sign in signs[steps.possible[0]]:
            if all(sign[:2] in others for others in old):
                span = _span(run, sign)
                message = f"Obsolete spelling `{sign.text}`. Write `s`, sideways."
                report(codes.OBSOLETE_SPELLING, span, message, write(span, "s", safe=True))


def _span(run: Run, sign: Sign) -> Span:
    return Span(run[sign.start].start, run[sign.start + len(sign.text) - 1].end)


def _allowed(shape: Shape, dialect: str) -> str:
    """The signs of a shape, as a list."""
    signs = [
        sign
        for sign in SIGNS[shape].keys() - OLD_SIDEWAYS
        if dialect == XBETZA or sign not in CHIRAL
    ]
    return " ".join(f"`{sign}`" for sign in sorted(signs, key=lambda sign: (len(sign), sign)))


# Castling, `O` (B22)


def castling_moves(modifiers: LegModifiers, atom: Atom, report: Report) -> list[Move]:
    """The king to each side: to the first piece, back to the crossed square with it, and on by
    one.
    """
    squares = atom.number
    if not squares or atom.least != 1:
        message = (
            "Missing number of squares that the king moves. Write `O2` on a board of eight files."
        )
        report(codes.BAD_RANGE, atom.span, message)
        return []
    steps = first_steps(modifiers.directions, atom.leaps, sums=False, chiral=True)
    report_directions(steps, modifiers, atom, dialect=XBETZA, report=report)
    moves = [
        castling(side * squares, modifiers.mover_virgin) for side, ahead in steps.first if not ahead
    ]
    if steps.first and not moves:
        report(
            codes.NO_EFFECT,
            atom.span,
            "This part never moves: castling is to the left or to the right.",
        )
    return moves


def castling(squares: int, mover_virgin: bool) -> Move:
    """The king goes some squares to the right, or to the left if negative; the edge piece goes
    where it crossed.
    """
    side = 1 if squares > 0 else -1
    to_friend = Leg(((None, (((side, 0),),)),), most=None, acts=Act.DESTROY, victim_virgin=True)
    to_crossed = Leg(((None, (((squares - side, 0),),)),), acts=Act.UNLOAD, back=1)
    to_end = Leg(((None, (((squares, 0),),)),), acts=Act.STOP, back=2)
    to_friend = to_friend._replace(on_edge_file=True, mover_virgin=mover_virgin)
    return Move((to_friend, to_crossed, to_end))
