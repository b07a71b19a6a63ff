"""The piece of a definition, from its tree, and its errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate, pairwise

from wazir.budget import MAX_LEGS, MAX_MOVES, MAX_PATHS_OF_BETZA
from wazir.diagnostics import Code
from wazir.notations.betza import rules
from wazir.notations.betza.directions import Shape, first_steps, headings_of, later_steps
from wazir.notations.betza.legs import (
    Atom,
    Path,
    Words,
    Written,
    paths,
    read_atom,
    read_words,
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
from wazir.syntax import Node
from wazir.text import Edit, Span

LONGEST_PATH = 256
"""The maximum number of legs of a path."""


@dataclass(frozen=True, slots=True)
class Part:
    """A leg, read but for its directions, with its role in a path, or in all paths of a
    definition.
    """

    written: Written
    words: Words
    atom: Atom
    first: bool
    """Some path begins with it."""
    inner: bool
    """In some path another leg follows it."""
    last: bool
    """In some path the mover, or a fragment, ends with it."""
    chained: bool
    """It is in a chain of `-` or `?`, or in the extended dialect: B12 to B14 hold."""
    dialect: str
    """The dialect whose meaning its modifiers have: within brackets that of Extended Betza."""
    shapes: tuple[Shape, ...] = ()
    """The shapes from which its directions select."""
    toggled: bool = False
    """It steps where the atom slides, or slides where it steps (`y`, B20)."""

    @property
    def span(self) -> Span:
        """All of it, modifiers and range too."""
        return self.written.node.span


def lower(moves: Node, dialect: str, pinned: bool, report: Report) -> Piece:
    """The piece that a definition describes. Paths with an error are left out and reported."""
    every = paths(moves, dialect)
    short = [path for path in every if len(path.legs) <= LONGEST_PATH]
    if len(short) < len(every):
        message = f"A chain of more than {LONGEST_PATH} legs is not followed. Write a shorter one."
        report(rules.TOO_LONG, moves.span, message)
    legs = accumulate(len(path.legs) for path in short)
    followed = [
        path
        for path, count in zip(short[:MAX_PATHS_OF_BETZA], legs, strict=False)
        if count <= MAX_LEGS
    ]
    if len(followed) < len(short):
        message = f"Too many paths: only the first {len(followed):,} are followed."
        report(
            rules.TOO_MANY_PATHS, moves.span, f"{message} Write fewer alternatives in one chain."
        )
    lowering = Lowering(dialect, pinned, report)
    fragments: dict[tuple[Move, int], list[tuple[Leg, ...]]] = {}
    for path in followed:
        for move, explosion in lowering.moves(path):
            fragments.setdefault((replace(move, fragments=()), explosion), []).extend(
                move.fragments
            )
        if len(fragments) > MAX_MOVES:
            break
    made = (
        replace(move, fragments=tuple(dict.fromkeys(tails)))
        for (move, _), tails in fragments.items()
    )
    return Piece(tuple(dict.fromkeys(made)), ("imitator",) if lowering.imitates else ())


_FIRST, _LATER = True, False
"""Whether the words of a leg are read as those of a first one. By position, because they are
cached.
"""


class Lowering:
    """Legs of a tree as legs of the model; each is read once for each role that it has in paths."""

    def __init__(self, dialect: str, pinned: bool, report: Report) -> None:
        self.dialect = dialect
        self.report = report
        self.imitates = False
        self._words = cache(partial(read_words, report=report))
        self._atom = cache(partial(read_atom, dialect=dialect, pinned=pinned, report=report))
        self._alternatives = cache(partial(_alternatives, dialect=dialect, report=report))

    def moves(self, path: Path) -> list[tuple[Move, int]]:
        """The moves of a path; none if a leg of it cannot be read.

        With each goes the offset of the leg that burns, or -1: paths that fork after that leg burn
        together (B17).
        """
        if path.stops:
            return self._repeated(path, path.stops)
        legs = self.read(path)
        if len(legs) < len(path.legs):
            return []
        _check_places(legs, path, self.report)
        if imitator := next((leg for leg in legs if leg.atom.letter == "I"), None):
            self.imitates = True
            self.report(rules.NOT_EVALUATED, imitator.atom.span, _IMITATES)
            return []
        if len(legs) == 1 and legs[0].atom.letter == "O":
            return [(move, -1) for move in castling_moves(legs[0].words, legs[0].atom, self.report)]
        exploding = (
            number for number, leg in enumerate(legs) if "x" in leg.words.letters and path.chained
        )
        burns = next(exploding, len(legs))
        made = self._joined(legs[:burns], ())
        if burns == len(legs):
            more = _unclear(legs) if path.chained else self._labels(legs)
            return [(Move(whole.legs, labels=(*whole.labels, *more)), -1) for whole in made]
        vanishes, explosion = legs[burns].words.letters.count("x") > 1, legs[burns].atom.span.start
        moves = []
        for whole in made:
            tails = self._joined(legs[burns:], whole.legs[-1].ways if whole.legs else ())
            moves.append(
                (Move(whole.legs, tuple(tail.legs for tail in tails), vanishes), explosion)
            )
        return moves

    def _repeated(self, path: Path, stops: range) -> list[tuple[Move, int]]:
        """The moves of a path that may end after several of its legs: a ride, or each by itself
        (D5).
        """
        if ride := self._ride(path, stops):
            own = Written(path.legs[0].node, path.modes)
            words = self._words(own, _LATER, self.dialect)
            atom = self._atom(own.node)
            if atom:
                return [(move, -1) for move in last_plain_leg(words, ride, self.report, atom)]
        return [
            move for count in stops for ended in path.ended(count) for move in self.moves(ended)
        ]

    def _ride(self, path: Path, stops: range) -> Leg | None:
        """The legs of a path as one ride; None if they are none."""
        atom = self._atom(path.legs[0].node)
        if atom is None or atom.ranged or atom.letter in "UOI":
            return None
        first = self._words(path.legs[0], _FIRST, self.dialect)
        if first.modes("zq"):
            return None
        steps = first_steps(first.directions, atom.leaps, sums=False, chiral=True)
        report_directions(steps, first, atom, self.dialect, self.report)
        starts = headings_of(steps.ways)
        rides = [self._steps(legs, atom, start) for legs in path.forks for start in starts]
        if stops.step == 1:
            cycles = [cycle(ride) for ride in rides]
            ways = tuple([way for way in cycles if way])
            leg = Leg(((None, ways),), least=stops.start, most=None)
        else:
            period = stops.step
            leaps = [
                lame_leap(ride[:period]) if len(cycle(ride) or ride) == period else None
                for ride in rides
            ]
            ways = tuple([(leap,) for leap in leaps if leap])
            leg = Leg(((None, ways),), most=None, over=Over.CLEAR_STRAIGHT_FIRST)
            if stops.start != period:
                return None
        return leg if ways and len(ways) == len(rides) else None

    def _steps(self, legs: Sequence[Written], atom: Atom, start: Vector) -> list[Vector]:
        """The steps of legs after a first one, as long as there is one way to go on."""
        steps = [start]
        for leg in legs[1:]:
            words = self._words(leg, _LATER, self.dialect)
            heading = (steps[-1],)
            further = later_steps(words.directions, atom.leaps, heading, chained=False, chiral=True)
            ways = headings_of(further.ways)
            if len(ways) != 1:
                return steps
            steps.append(ways[0])
        return steps

    def _joined(self, legs: Sequence[Part], before: Ways) -> list[Move]:
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

    def read(self, path: Path) -> list[Part]:
        """The legs of a path; one whose atom has an error is left out."""
        dialect, chained = EXTENDED if path.chained else self.dialect, path.chained
        words = [self._words(leg, not number, dialect) for number, leg in enumerate(path.legs)]
        atoms = [self._atom(leg.node) for leg in path.legs]
        burns = next((n for n, own in enumerate(words) if chained and "x" in own.letters), 0)
        parts: list[Part] = []
        toggled = False
        for n, (leg, own, atom) in enumerate(zip(path.legs, words, atoms, strict=True)):
            is_last = n in (burns - 1, len(words) - 1)
            if atom:
                part = Part(
                    written=leg,
                    words=own,
                    atom=atom,
                    first=n == 0,
                    inner=not is_last,
                    last=is_last,
                    chained=chained,
                    dialect=dialect,
                    toggled=toggled,
                )
                parts.append(part)
            if not chained and own.modes("yg"):
                toggled = not toggled
        return parts

    def _labels(self, legs: list[Part]) -> tuple[str, ...]:
        """Letters of xbetza that have no meaning of the model (B22)."""
        pairs = [(leg.last, token) for leg in legs for token in leg.words.tokens]
        tokens = [
            token for last, token in pairs if token.text == "x" or (token.text == "e" and not last)
        ]
        for token in tokens:
            message = f"`{token.text}` is not evaluated in XBetza."
            condition = f"The move is shown with the condition `{token.text}`."
            self.report(rules.NOT_EVALUATED, token.span, f"{message} {condition}")
        return tuple(dict.fromkeys([token.text for token in tokens]))


def _unclear(legs: Sequence[Part]) -> tuple[str, ...]:
    """The letters of legs in brackets that have no known meaning, as conditions (D3)."""
    return tuple(dict.fromkeys([letter for leg in legs for letter in leg.words.labels]))


def _alternatives(part: Part, before: Ways, dialect: str, report: Report) -> list[Move]:
    """Every way to read a leg after one with some ways."""
    words, atom, chiral = part.words, part.atom, dialect == XBETZA
    ways: Ways = ()
    if atom.letter != "U":
        if part.first:
            steps = first_steps(words.directions, atom.leaps, dialect == ORIGINAL, chiral)
        else:
            headings = headings_of(before) or HEADINGS
            steps = later_steps(words.directions, atom.leaps, headings, part.chained, chiral)
        report_directions(steps, words, atom, dialect, report)
        ways = bent(words, steps, atom) if words.modes("zq") else steps.ways
    elif words.runs:
        span = Span(words.runs[0][0].start, words.runs[-1][-1].end)
        message = f"`{atom.text}` goes to every square and takes no directions. Remove them."
        report(rules.NO_DIRECTION, span, message)
    leg = base_leg(
        words, atom=atom, ways=ways, dialect=dialect, toggled=part.toggled, report=report
    )
    if part.last or not part.chained:
        leg = leg._replace(wraps="o" in words.letters)
    if part.chained and "e" in words.letters:
        leg = leg._replace(counts=Count.AS_LONG)
    if not part.last:
        return inner_leg(words, leg, part.chained)
    return (
        last_chained_leg(words, leg) if part.chained else last_plain_leg(words, leg, report, atom)
    )


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
        rules.MISPLACED_MODIFIER,
        (
            "Misplaced `t` on the last leg: it passes over a friend. Add a leg with `-`, or remove "
            "`t`."
        ),
    ),
    ("u", True): (rules.MISPLACED_MODIFIER, _UNLOADS.format("-")),
    ("u", False): (rules.MISPLACED_MODIFIER, _UNLOADS.format("a")),
    ("y", False): (
        rules.USELESS_MODIFIER,
        "`y` on the last leg has no effect: it changes the legs after it.",
    ),
}
"""The modifiers that a last leg cannot have, in a chain or not (B7, B13 to B17, B20, B22)."""


def _check_places(legs: list[Part], path: Path, report: Report) -> None:
    """Report the modifiers that are not allowed in their places of a path."""
    chained, ranged, burning = path.chained, False, False
    for hop, leg in pairwise(legs if chained else ()):
        is_straight_on = leg.words.directions in ((), ("f",)) and (
            leg.atom.leaps,
            leg.atom.most,
        ) == (hop.atom.leaps, 1)
        if "g" in hop.words.letters and leg.last and is_straight_on:
            # In `gQ-K`, `g` makes the step itself, and this is one more (B13, B14).
            text, step = unspaced(hop.written.node), unspaced(leg.written.node)
            message = (
                f"`{text}` implies `{text}-{step}`: it makes this step already, and here another "
                "one."
            )
            removal = fix(f"Write `{text}`", Edit(Span(hop.span.end, leg.span.end), ""))
            report(rules.IMPLIED_STEP, leg.span, f"{message} Write `{text}`.", removal)
    for leg in legs:
        burning = burning or (chained and "x" in leg.words.letters)
        for token in leg.words.tokens:
            code, message = _LAST.get((token.text, chained), (None, "")) if leg.last else (None, "")
            if chained and token.text == "e" and not ranged:
                text = "-".join([unspaced(each.node) for each in path.legs])
                code = rules.E_WITHOUT_RANGE
                way = "Give an earlier leg a range, as in `R-esR`, or remove `e`."
                message = f"`e` needs a ranged leg before it, and `{text}` has none. {way}"
            if code and not (burning and token.text == "u"):
                report(
                    code,
                    token.span,
                    message,
                    remove(token.span, f"`{token.text}`", safe=token.text == "y"),
                )
        ranged = ranged or leg.atom.ranged
