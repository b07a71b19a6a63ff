"""The legs of a definition with their roles in its paths, and their canonical spelling (B25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, permutations

from wazir.budget import MAX_PATHS_DRAWN, MAX_PATHS_OF_ROLES, spend
from wazir.notations.betza.directions import (
    SIGNS,
    Shape,
    Shapes,
    first_steps,
    later_steps,
    select,
    shortest,
    unwritten,
)
from wazir.notations.betza.legs import (
    KING,
    LEAP_LETTERS,
    STEPS,
    Atom,
    LegModifiers,
    paths,
    spell_atom,
)
from wazir.notations.betza.meaning import Lowering, ReadLeg, lower
from wazir.notations.betza.vocabulary import ORIGINAL, XBETZA
from wazir.notations.reports import Report
from wazir.piece.board import place
from wazir.piece.model import Piece, Vector
from wazir.syntax import Node, Token


def find_parts(moves: Node, dialect: str) -> tuple[ReadLeg, ...]:
    """The legs of a definition with an atom, in the order of the text; an xbetza leg with an `a` is
    several.
    """
    parts: dict[tuple[int, int], ReadLeg] = {}
    lowering = Lowering(dialect, pinned=True, report=Report())
    for path in islice(paths(moves, dialect, as_written=True), MAX_PATHS_OF_ROLES):
        before: Atom | None = None
        for number, leg in enumerate(lowering.read(path)):
            shapes = _shapes(leg, before, dialect)
            key = (leg.span.start, 0 if path.is_chained else number)
            known, before = parts.get(key, leg), leg.atom
            parts[key] = replace(
                known,
                is_first=known.is_first or leg.is_first,
                goes_on=known.goes_on or leg.goes_on,
                is_last=known.is_last or leg.is_last,
                shapes=tuple(dict.fromkeys((*known.shapes, *shapes))),
            )
    return tuple(sorted(parts.values(), key=lambda part: part.span))


def _shapes(part: ReadLeg, before: Atom | None, dialect: str) -> Shapes:
    """The shapes that the places of an atom have from where they are counted (B5, B12, B20)."""
    leaps = part.atom.leaps
    if not part.is_first and not part.is_chained and dialect == XBETZA:
        return (Shape.EIGHT,)
    if part.is_first and leaps:
        return first_steps((), leaps, dialect == ORIGINAL, chiral=False).shapes
    if before and leaps:
        return later_steps((), leaps, before.leaps, is_chained=True, chiral=False).shapes
    return ()


def part_at(parts: Iterable[ReadLeg], token: Token) -> ReadLeg | None:
    """The part that a modifier, an atom or a range belongs to; of an xbetza leg with an `a`, the
    last.
    """
    holding = [
        part for part in parts if part.span.start <= token.start and token.end <= part.span.end
    ]
    own = [part for part in holding if token in part.syntax.modifiers]
    if own:
        return own[0]
    if holding:
        return holding[-1]
    return None


def path_to(node: Node, token: Token) -> tuple[Node, ...]:
    """The nodes that hold a token, outermost first."""
    for child in node.children:
        if isinstance(child, Node) and child.span.contains_range(token.span):
            return (node, *path_to(child, token))
    return (node,)


@lru_cache(maxsize=64)
def piece_of(chain: Node, dialect: str) -> Piece | None:
    """The piece of a single chain; None if it has an error, or forks into too many paths."""
    moves = Node("moves", (chain,), start=chain.start, end=chain.end)
    if len(paths(moves, dialect)) > MAX_PATHS_DRAWN:
        return None
    report = Report()
    piece = lower(moves, dialect, pinned=True, report=report)
    return None if report.broken else piece


# The canonical spelling of legs: ordered modifiers, shortest directions, merged legs


AFTER_MODES = "njpgtuozqyxe"
"""The modifiers after the modes, in order."""

_BIG = (Shape.EIGHT, Shape.OBLIQUE)


def spell_leg(part: ReadLeg) -> str | None:
    """A leg without errors in its canonical form; None if its directions cannot be written in one
    run.

    Its atom has a range as in `R` for `WW` and `W0`, and `W4` for `R4`; leaps that have a letter
    are written with it.
    """
    modifiers, atom = spell_modifiers(part), part.atom
    if modifiers is None:
        return None
    if atom.letter in "OUI":
        return modifiers + atom.text + ("" if atom.number is None else str(atom.number))
    if atom.ranged and atom.most == 1:
        return f"{modifiers}{base_of(atom)}1"
    return modifiers + spell_atom(base_of(atom), atom.least, atom.most)


def spell_modifiers(part: ReadLeg) -> str | None:
    """The modifiers of a leg alone; None if its directions cannot be written in one run."""
    directions = _directions(part)
    if directions is None:
        return None
    virgin = "i" if part.modifiers.mover_virgin else ""
    return virgin + directions + _modes(part) + rest_of(part.modifiers)


def rest_of(modifiers: LegModifiers) -> str:
    """The modifiers after the modes, in order."""
    return "".join(letter * modifiers.letters.count(letter) for letter in AFTER_MODES)


def spell_modes(modes: str, virgin_victims: frozenset[str]) -> str:
    """Modes in order, but for an `i` before those that ask it of their victims, which come last."""
    ordered = [mode for mode in "mcdptuo" if mode in modes]
    plain = "".join(mode for mode in ordered if mode not in virgin_victims)
    asked = "".join(mode for mode in ordered if mode in virgin_victims)
    return f"{plain}i{asked}" if asked else plain


def _modes(part: ReadLeg) -> str:
    """The modes of a leg, without the default ones."""
    modifiers = part.modifiers
    modes = modifiers.modes("mcd")
    if not modifiers.virgin_victims:
        if modes == "mc" and not part.goes_on and not modes_are_own(part):
            return ""
        if modes == "m" and not part.is_last and not modifiers.modes("ptuog"):
            return ""
    return spell_modes(modes, modifiers.virgin_victims)


def modes_are_own(part: ReadLeg) -> bool:
    """Whether the modes of a last leg stand against something else than move and capture (B14,
    B22).
    """
    return bool(part.modifiers.modes("e")) or (part.is_chained and bool(part.modifiers.modes("pg")))


def base_of(atom: Atom) -> str:
    """The letter or the leap of an atom, as one step."""
    letter = atom.letter
    if letter in STEPS:
        return STEPS[letter]
    if letter == "(":
        return LEAP_LETTERS.get(atom.leaps) or "({},{})".format(*atom.leaps[0])
    return letter if atom.text == letter * 2 else atom.text


def _directions(part: ReadLeg) -> str | None:
    """The shortest directions of a leg in one run; None if no letters select them."""
    runs = part.modifiers.directions
    if not runs or not part.shapes:
        return "".join(runs)
    chiral = part.dialect == XBETZA
    wanted = tuple(select(runs, shape, chiral) for shape in part.shapes)
    leaps = part.atom.leaps
    first = part.is_first
    is_chained = part.is_chained
    if wanted == tuple(
        unwritten(shape, leaps, first=first, is_chained=is_chained) for shape in part.shapes
    ):
        return ""
    if len(wanted) > 1 and any(shape in _BIG for shape in part.shapes):
        return runs[0] if len(runs) == 1 else None
    return shortest(part.shapes, wanted, not chiral, chiral=chiral)


# Groups: legs that are a move by themselves, by their selection; merged where one can replace two

_ORDER = ("K", "W", "F", "D", "N", "A", "H", "LC", "JZ", "G", "(", "B", "R", "Q")
_RANKS = {letter: rank for rank, letters in enumerate(_ORDER) for letter in letters}


@dataclass(frozen=True, slots=True)
class Group:
    """A leg that is a complete move, by its selection."""

    base: str
    """Its atom, as one step."""
    leaps: tuple[Vector, ...]
    least: int
    most: int | None
    steps: frozenset[Vector]
    modes: frozenset[str]
    own_modes: bool
    """Its modes mean something else than move, capture and destroy; they are kept."""
    rest: str
    """The modifiers after the modes."""
    mover_virgin: bool
    virgin_victims: frozenset[str]
    dialect: str

    def spelled(self) -> str | None:
        """Its spelling; None if its directions have none."""
        is_default = self.modes == {"m", "c"} and not self.own_modes and not self.virgin_victims
        modes = "" if is_default else spell_modes("".join(self.modes), self.virgin_victims)
        directions = self._directions(all_too=modes.startswith("i") and not self.mover_virgin)
        if directions is None:
            return None
        atom = spell_atom(self.base, self.least, self.most)
        return ("i" if self.mover_virgin else "") + directions + modes + self.rest + atom

    def _directions(self, *, all_too: bool) -> str | None:
        """The shortest directions, or None; empty for all directions unless *all_too*."""
        parts = first_steps((), self.leaps, self.dialect == ORIGINAL, chiral=False).shapes
        places = frozenset(map(place, self.steps))
        wanted = tuple(places & SIGNS[shape]["a"] for shape in parts)
        if wanted == tuple(SIGNS[shape]["a"] for shape in parts) and not all_too:
            return ""
        return shortest(parts, wanted, self.dialect != XBETZA, chiral=self.dialect == XBETZA)

    @property
    def unhindered(self) -> str:
        """The modifiers after the modes without those that ask something of the squares that a leap
        passes.
        """
        leaps = all(max(leap) > 1 for leap in self.leaps)
        return self.rest.replace("n", "").replace("j", "") if leaps else self.rest

    def includes(self, other: Group) -> bool:
        """Whether this one can do all that the other can."""
        if self.rest not in (other.rest, other.unhindered) or self.own_modes != other.own_modes:
            return False
        if self.own_modes and self.modes != other.modes:
            return False
        if self.mover_virgin and not other.mover_virgin:
            return False
        is_as_far = self.most is None or (other.most is not None and other.most <= self.most)
        if not is_as_far or self.least > other.least or not self.steps >= other.steps:
            return False
        return self.modes >= other.modes and self.virgin_victims <= other.virgin_victims

    def halves(self) -> tuple[Group, ...]:
        """K as W and F, Q as R and B: those of the two that have a direction left."""
        straight = frozenset(step for step in self.steps if 0 in step)
        both = (("W", KING[:1], straight), ("F", KING[1:], self.steps - straight))
        return tuple(
            replace(self, base=base, leaps=leaps, steps=steps)
            for base, leaps, steps in both
            if steps
        )


def group_of(part: ReadLeg, dialect: str) -> Group | None:
    """A leg that is a complete move, by its selection; None if it is special or alone in `[ ]`."""
    atom, modifiers = part.atom, part.modifiers
    if part.syntax.is_bracketed or atom.letter in "OUI" or modifiers.modes("uxy"):
        return None
    if atom.ranged and atom.most == 1 and modifiers.modes("zq"):
        return None
    own = modes_are_own(part) or bool(modifiers.modes("t"))
    steps = first_steps(
        modifiers.directions, atom.leaps, sums=dialect == ORIGINAL, chiral=dialect == XBETZA
    ).first
    group = Group(
        base=base_of(atom),
        leaps=atom.leaps,
        least=atom.least,
        most=atom.most,
        steps=frozenset(steps),
        modes=frozenset(modifiers.modes("mcd")) or frozenset("" if own else "mc"),
        own_modes=own,
        rest=rest_of(modifiers),
        mover_virgin=modifiers.mover_virgin,
        virgin_victims=modifiers.virgin_victims,
        dialect=dialect,
    )
    return group if group.spelled() else None


def merged(groups: list[Group]) -> list[Group]:
    """The groups, merged as far as possible."""
    groups = list(dict.fromkeys(groups))
    while merger := next(_mergers(groups), None):
        spend(len(groups))
        first, second, both = merger
        groups = [both if group is first else group for group in groups if group is not second]
    return groups


def _mergers(groups: list[Group]) -> Iterator[tuple[Group, Group, Group]]:
    """Two groups, and the one that can replace them."""
    for first, second in permutations(groups, 2):
        if first.includes(second):
            yield first, second, first
    for first, second in permutations(groups, 2):
        if both := _as_one(first, second):
            yield first, second, both


def _as_one(first: Group, second: Group) -> Group | None:
    """One group for two, if it is shorter; else None."""
    if first.own_modes or first.virgin_victims:
        return None
    both = None
    if replace(second, modes=first.modes) == first:
        both = replace(first, modes=first.modes | second.modes)
    elif replace(second, steps=first.steps) == first:
        both = replace(first, steps=first.steps | second.steps)
    elif _are_halves(first, second):
        both = replace(first, base="K", leaps=KING, steps=first.steps | second.steps)
    texts = [group.spelled() for group in (first, second, both) if group]
    lengths = [len(text) for text in texts if text is not None]
    return both if len(lengths) == 3 and lengths[2] < lengths[0] + lengths[1] else None


def _are_halves(first: Group, second: Group) -> bool:
    """Whether they are all of W and all of F, alike in everything else; the circular K goes round
    in another way.
    """
    are_full = all(len(group.steps) == 4 * len(group.leaps) for group in (first, second))
    if (first.base, second.base) != ("W", "F") or "q" in first.rest or not are_full:
        return False
    return replace(second, base=first.base, leaps=first.leaps, steps=first.steps) == first


def order(group: Group, text: str) -> tuple[object, ...]:
    """The place of a group among the others. Of those with one letter, one with just a range goes
    before a bare one.
    """
    atom = spell_atom(group.base, group.least, group.most)
    if text != atom:
        kind = 2
    elif text == group.base:
        kind = 1
    else:
        kind = 0
    rank = _RANKS["(" if len(group.base) > 1 else atom[0]]
    return (rank, group.leaps, kind, group.mover_virgin, group.rest, text)
