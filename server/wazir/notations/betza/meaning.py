"""The piece of a definition, from its tree, and its errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate, pairwise
from typing import NamedTuple

from wazir.budget import MAX_LEGS, MAX_LEGS_OF_BETZA_PATH, MAX_MOVES, MAX_PATHS_OF_BETZA
from wazir.diagnostics import Code
from wazir.notations.betza import codes
from wazir.notations.betza.directions import Shape, first_steps, headings_of, later_steps
from wazir.notations.betza.legs import (
    Atom,
    LegModifiers,
    LegSyntax,
    Path,
    paths,
    read_atom,
    read_modifiers,
    unspaced,
)
from wazir.notations.betza.lowering import (
    base_leg,
    bent,
    castling_moves,
    inner_leg,
    last_chained_leg,
    last_plain_leg,
    report_directions,
)
from wazir.notations.betza.turns import cycle, lame_leap
from wazir.notations.betza.vocabulary import EXTENDED, ORIGINAL, XBETZA
from wazir.notations.fixes import fix, remove
from wazir.notations.reports import Report
from wazir.piece.board import HEADINGS
from wazir.piece.model import Count, Leg, Move, Over, Piece, Vector, Ways
from wazir.syntax import Node, Token
from wazir.text import Edit, Span


@dataclass(frozen=True, slots=True)
class ReadLeg:
    """A leg, read but for its directions, with its role in a path, or in all paths of a
    definition.
    """

    syntax: LegSyntax
    modifiers: LegModifiers
    atom: Atom
    is_first: bool
    """Some path begins with it."""
    goes_on: bool
    """In some path another leg follows it."""
    is_last: bool
    """In some path the mover, or a fragment, ends with it."""
    is_chained: bool
    """It is in a chain of `-` or `?`, or in the extended dialect: B12 to B14 hold."""
    dialect: str
    """The dialect whose meaning its modifiers have: within brackets that of Extended Betza."""
    shapes: tuple[Shape, ...] = ()
    """The shapes from which its directions select."""
    is_toggled: bool = False
    """It steps where the atom slides, or slides where it steps (`y`, B20)."""

    @property
    def span(self) -> Span:
        """All of it, modifiers and range too."""
        return self.syntax.node.span


def lower(moves: Node, dialect: str, pinned: bool, report: Report) -> Piece:
    """The piece that a definition describes. Paths with an error are left out and reported."""
    lowering = Lowering(dialect, pinned, report)
    followed = _followed_paths(moves, dialect, report)
    moves_of_piece = _merged_by_explosion(followed, lowering)
    return Piece(moves_of_piece, ("imitator",) if lowering.imitates else ())


def _followed_paths(moves: Node, dialect: str, report: Report) -> list[Path]:
    """The paths of a definition within all limits; that there are others is reported."""
    every = paths(moves, dialect)
    short = [path for path in every if len(path.legs) <= MAX_LEGS_OF_BETZA_PATH]
    if len(short) < len(every):
        limit = f"A chain of more than {MAX_LEGS_OF_BETZA_PATH} legs is not followed."
        message = f"{limit} Write a shorter one."
        report(codes.TOO_LONG, moves.span, message)
    legs_so_far = accumulate(len(path.legs) for path in short)
    followed = [
        path
        for path, legs in zip(short[:MAX_PATHS_OF_BETZA], legs_so_far, strict=False)
        if legs <= MAX_LEGS
    ]
    if len(followed) < len(short):
        message = f"Too many paths: only the first {len(followed):,} are followed."
        report(
            codes.TOO_MANY_PATHS, moves.span, f"{message} Write fewer alternatives in one chain."
        )
    return followed


def _merged_by_explosion(followed: Sequence[Path], lowering: Lowering) -> tuple[Move, ...]:
    """The moves of some paths, each once; paths that fork after one explosion are one move, with
    the fragments of all of them (B17).
    """
    fragments: dict[FollowedMove, list[tuple[Leg, ...]]] = {}
    for path in followed:
        for move, explosion in lowering.moves(path):
            start_of_move = FollowedMove(replace(move, fragments=()), explosion)
            fragments.setdefault(start_of_move, []).extend(move.fragments)
        if len(fragments) > MAX_MOVES:
            break
    merged = (
        replace(move, fragments=tuple(dict.fromkeys(fragments_of_move)))
        for (move, _), fragments_of_move in fragments.items()
    )
    return tuple(dict.fromkeys(merged))


class FollowedMove(NamedTuple):
    """A move of a path."""

    move: Move
    explosion: int | None = None
    """The offset of the leg that explodes. Paths that fork after it explode together (B17)."""


class Lowering:
    """Legs of a tree as legs of the model; each is read once for each role that it has in paths."""

    def __init__(self, dialect: str, pinned: bool, report: Report) -> None:
        self.dialect = dialect
        self.report = report
        self.imitates = False
        self._modifiers = cache(partial(read_modifiers, report=report))
        self._atom = cache(partial(read_atom, dialect=dialect, pinned=pinned, report=report))
        self._alternatives = cache(partial(_alternatives, dialect=dialect, report=report))

    def moves(self, path: Path) -> list[FollowedMove]:
        """The moves of a path; none if a leg of it cannot be read."""
        if path.stops:
            return self._repeated(path, path.stops)
        legs = self.read(path)
        if len(legs) < len(path.legs):
            return []
        _check_places(legs, path, self.report)
        if imitator := next((leg for leg in legs if leg.atom.letter == "I"), None):
            self.imitates = True
            self.report(codes.NOT_EVALUATED, imitator.atom.span, _IMITATES)
            return []
        if len(legs) == 1 and legs[0].atom.letter == "O":
            castlings = castling_moves(legs[0].modifiers, legs[0].atom, self.report)
            return [FollowedMove(move) for move in castlings]
        exploding = [number for number, leg in enumerate(legs) if "x" in leg.modifiers.letters]
        if path.is_chained and exploding:
            return self._exploding(legs, exploding[0])
        moves = self._joined(legs, ())
        labels = _unclear(legs) if path.is_chained else self._labels(legs)
        return [FollowedMove(Move(move.legs, labels=(*move.labels, *labels))) for move in moves]

    def _exploding(self, legs: Sequence[ReadLeg], number: int) -> list[FollowedMove]:
        """The moves of legs that end at the one with a *number*, where the mover explodes."""
        exploding = legs[number]
        moves = []
        for until in self._joined(legs[:number], ()):
            fragments = self._joined(legs[number:], until.legs[-1].ways if until.legs else ())
            move = Move(
                until.legs,
                fragments=tuple(fragment.legs for fragment in fragments),
                vanishes=exploding.modifiers.letters.count("x") > 1,
            )
            moves.append(FollowedMove(move, exploding.atom.span.start))
        return moves

    def _repeated(self, path: Path, stops: range) -> list[FollowedMove]:
        """The moves of a path that may end after several of its legs: a ride, or each by itself
        (D5).
        """
        if ride := self._ride(path, stops):
            own = LegSyntax(path.legs[0].node, path.modes)
            modifiers = self._modifiers_of(own, self.dialect)
            atom = self._atom(own.node)
            if atom:
                moves = last_plain_leg(modifiers, ride, self.report, atom=atom)
                return [FollowedMove(move) for move in moves]
        return [
            move for count in stops for ended in path.ended(count) for move in self.moves(ended)
        ]

    def _ride(self, path: Path, stops: range) -> Leg | None:
        """The legs of a path as one ride; None if they are none."""
        atom = self._atom(path.legs[0].node)
        if atom is None or atom.ranged or atom.letter in "UOI":
            return None
        modifiers = self._modifiers_of(path.legs[0], self.dialect, is_first=True)
        if modifiers.modes("zq"):
            return None
        steps = first_steps(modifiers.directions, atom.leaps, sums=False, chiral=True)
        report_directions(steps, modifiers, atom, dialect=self.dialect, report=self.report)
        starts = headings_of(steps.ways)
        rides = [self._steps(legs, atom, start) for legs in path.forks for start in starts]
        return _circular_ride(rides, stops) if stops.step == 1 else _lame_ride(rides, stops)

    def _steps(self, legs: Sequence[LegSyntax], atom: Atom, start: Vector) -> list[Vector]:
        """The steps of legs after a first one, as long as there is one way to go on."""
        steps = [start]
        for leg in legs[1:]:
            modifiers = self._modifiers_of(leg, self.dialect)
            heading = (steps[-1],)
            further = later_steps(
                modifiers.directions, atom.leaps, heading, is_chained=False, chiral=True
            )
            ways = headings_of(further.ways)
            if len(ways) != 1:
                return steps
            steps.append(ways[0])
        return steps

    def _joined(self, legs: Sequence[ReadLeg], before: Ways) -> list[Move]:
        """Every way to read the legs one after the other, after a leg with some ways, if any."""
        ways = [Move(())]
        for leg in legs:
            ways = [
                Move(start.legs + further.legs, labels=start.labels + further.labels)
                for start in ways
                for further in self._alternatives(
                    leg, start.legs[-1].ways if start.legs else before
                )
            ][:MAX_MOVES]
        return ways

    def read(self, path: Path) -> list[ReadLeg]:
        """The legs of a path; one whose atom has an error is left out."""
        dialect = EXTENDED if path.is_chained else self.dialect
        is_chained = path.is_chained
        modifiers = [
            self._modifiers_of(leg, dialect, is_first=number == 0)
            for number, leg in enumerate(path.legs)
        ]
        atoms = [self._atom(leg.node) for leg in path.legs]
        exploding = [number for number, own in enumerate(modifiers) if "x" in own.letters]
        last_numbers = {len(modifiers) - 1}
        if is_chained and exploding:
            last_numbers.add(exploding[0] - 1)
        parts: list[ReadLeg] = []
        is_toggled = False
        for number, (leg, own, atom) in enumerate(zip(path.legs, modifiers, atoms, strict=True)):
            is_last = number in last_numbers
            if atom:
                part = ReadLeg(
                    syntax=leg,
                    modifiers=own,
                    atom=atom,
                    is_first=number == 0,
                    goes_on=not is_last,
                    is_last=is_last,
                    is_chained=is_chained,
                    dialect=dialect,
                    is_toggled=is_toggled,
                )
                parts.append(part)
            if not is_chained and own.modes("yg"):
                is_toggled = not is_toggled
        return parts

    def _modifiers_of(
        self, leg: LegSyntax, dialect: str, *, is_first: bool = False
    ) -> LegModifiers:
        """The modifiers of a leg, read as those of a first one or of a later one."""
        return self._modifiers(leg, is_first, dialect)

    def _labels(self, legs: list[ReadLeg]) -> tuple[str, ...]:
        """Letters of xbetza that have no meaning of the model (B22)."""
        tokens = [
            token
            for leg in legs
            for token in leg.modifiers.tokens
            if token.text == "x" or (token.text == "e" and not leg.is_last)
        ]
        for token in tokens:
            message = f"`{token.text}` is not evaluated in XBetza."
            condition = f"The move is shown with the condition `{token.text}`."
            self.report(codes.NOT_EVALUATED, token.span, f"{message} {condition}")
        return tuple(dict.fromkeys([token.text for token in tokens]))


def _circular_ride(rides: Sequence[Sequence[Vector]], stops: range) -> Leg | None:
    """A ride that may end after each of its steps; None if one of the rides has no cycle."""
    ways = [way for way in map(cycle, rides) if way]
    if not ways or len(ways) < len(rides):
        return None
    return Leg(((None, tuple(ways)),), least=stops.start, most=None)


def _lame_ride(rides: Sequence[Sequence[Vector]], stops: range) -> Leg | None:
    """A ride of leaps that each take several steps; None if one of the rides has no such leap."""
    period = stops.step
    if stops.start != period:
        return None
    leaps = [lame_leap(ride[:period]) for ride in rides if len(cycle(ride) or ride) == period]
    ways = tuple((leap,) for leap in leaps if leap)
    if not ways or len(ways) < len(rides):
        return None
    return Leg(((None, ways),), most=None, over=Over.CLEAR_STRAIGHT_FIRST)


def _unclear(legs: Sequence[ReadLeg]) -> tuple[str, ...]:
    """The letters of legs in brackets that have no known meaning, as conditions (D3)."""
    return tuple(dict.fromkeys([letter for leg in legs for letter in leg.modifiers.labels]))


def _alternatives(part: ReadLeg, before: Ways, dialect: str, report: Report) -> list[Move]:
    """Every way to read a leg after one with some ways."""
    modifiers, atom = part.modifiers, part.atom
    ways = _ways(part, before, dialect, report=report)
    leg = base_leg(
        modifiers, atom=atom, ways=ways, dialect=dialect, is_toggled=part.is_toggled, report=report
    )
    if part.is_last or not part.is_chained:
        leg = leg._replace(wraps="o" in modifiers.letters)
    if part.is_chained and "e" in modifiers.letters:
        leg = leg._replace(counts=Count.AS_LONG)
    if not part.is_last:
        return inner_leg(modifiers, leg, part.is_chained)
    if part.is_chained:
        return last_chained_leg(modifiers, leg)
    return last_plain_leg(modifiers, leg, report, atom=atom)


def _ways(part: ReadLeg, before: Ways, dialect: str, *, report: Report) -> Ways:
    """The ways of a leg after one with some ways; none for one that goes to every square."""
    modifiers, atom = part.modifiers, part.atom
    if atom.letter == "U":
        if modifiers.runs:
            span = Span(modifiers.runs[0][0].start, modifiers.runs[-1][-1].end)
            message = f"`{atom.text}` goes to every square and takes no directions. Remove them."
            report(codes.NO_DIRECTION, span, message)
        return ()
    chiral = dialect == XBETZA
    if part.is_first:
        steps = first_steps(
            modifiers.directions, atom.leaps, sums=dialect == ORIGINAL, chiral=chiral
        )
    else:
        steps = later_steps(
            modifiers.directions,
            atom.leaps,
            headings_of(before) or HEADINGS,
            is_chained=part.is_chained,
            chiral=chiral,
        )
    report_directions(steps, modifiers, atom, dialect=dialect, report=report)
    return bent(modifiers, steps, atom) if modifiers.modes("zq") else steps.ways


_UNLOADS = (
    "Misplaced `u` on the last leg: it unloads a piece where the mover ends. Add a leg with "
    "`{}`, or remove `u`."
)
_IMITATES = (
    "`I` moves like the piece that moved last, which is not evaluated. The move has the label "
    "`imitator`."
)
_LAST: Mapping[tuple[str, bool], tuple[Code, str]] = {
    ("t", True): (
        codes.MISPLACED_MODIFIER,
        (
            "Misplaced `t` on the last leg: it passes over a friend. Add a leg with `-`, or remove "
            "`t`."
        ),
    ),
    ("u", True): (codes.MISPLACED_MODIFIER, _UNLOADS.format("-")),
    ("u", False): (codes.MISPLACED_MODIFIER, _UNLOADS.format("a")),
    ("y", False): (
        codes.USELESS_MODIFIER,
        "`y` on the last leg has no effect: it changes the legs after it.",
    ),
}
"""The modifiers that a last leg cannot have, in a chain or not (B7, B13 to B17, B20, B22)."""


def _check_places(legs: Sequence[ReadLeg], path: Path, report: Report) -> None:
    """Report the modifiers that are not allowed in their places of a path."""
    if path.is_chained:
        _report_implied_steps(legs, report)
    has_range = has_exploded = False
    for leg in legs:
        has_exploded = has_exploded or (path.is_chained and "x" in leg.modifiers.letters)
        for token in leg.modifiers.tokens:
            if token.text == "u" and has_exploded:
                continue
            if mistake := _misplaced(token, leg, path, has_range=has_range):
                code, message = mistake
                removal = remove(token.span, f"`{token.text}`", safe=token.text == "y")
                report(code, token.span, message, removal)
        has_range = has_range or leg.atom.ranged


def _misplaced(
    token: Token, leg: ReadLeg, path: Path, *, has_range: bool
) -> tuple[Code, str] | None:
    """The code and the message about a modifier of a leg, if it is not allowed there.

    Args:
        token: The modifier.
        leg: The leg.
        path: The path of the leg.
        has_range: Whether a leg before it has a range.
    """
    if path.is_chained and token.text == "e" and not has_range:
        text = "-".join([unspaced(each.node) for each in path.legs])
        way = "Give an earlier leg a range, as in `R-esR`, or remove `e`."
        return (
            codes.E_WITHOUT_RANGE,
            f"`e` needs a ranged leg before it, and `{text}` has none. {way}",
        )
    return _LAST.get((token.text, path.is_chained)) if leg.is_last else None


def _report_implied_steps(legs: Sequence[ReadLeg], report: Report) -> None:
    """Report a step after `g`, which makes that step itself: in `gQ-K` it is one more (B13,
    B14).
    """
    for hop, leg in pairwise(legs):
        goes_straight_on = leg.modifiers.directions in ((), ("f",))
        is_same_step = leg.atom.leaps == hop.atom.leaps and leg.atom.most == 1
        if "g" in hop.modifiers.letters and leg.is_last and goes_straight_on and is_same_step:
            text, step = unspaced(hop.syntax.node), unspaced(leg.syntax.node)
            message = (
                f"`{text}` implies `{text}-{step}`: it makes this step already, and here another "
                "one."
            )
            removal = fix(f"Write `{text}`", Edit(Span(hop.span.end, leg.span.end), ""))
            report(codes.IMPLIED_STEP, leg.span, f"{message} Write `{text}`.", removal)
