"""A piece as Betza's text in one of the dialects (Q14, Q15), and in the files of programs (F2, F6,
F20, F25).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial, reduce
from itertools import chain
from operator import or_

from wazir.budget import MAX_EXACT_LENGTHS
from wazir.notations.betza.directions import SIGNS, seen_from, selections, shape_of, unwritten
from wazir.notations.betza.legs import COMMON_LETTERS, KING, LEAP_LETTERS, spell_atom
from wazir.notations.betza.lowering import EN_PASSANT, ENDS, INNER
from wazir.notations.betza.spelling import Group, merged, spell_modes
from wazir.notations.betza.vocabulary import EXTENDED, ORIGINAL, XBETZA
from wazir.notations.capabilities import Writer
from wazir.notations.limits import cannot_say, first_said, refuse_more_than_moves
from wazir.piece.board import place
from wazir.piece.chains import chains
from wazir.piece.lookup import Leaps, Term, Wanted, choices
from wazir.piece.model import Act, Count, Leg, Move, Over, Piece, Vector
from wazir.piece.patterns import Bend, Hop, Part, Pattern, patterns

_OVER = {Over.ANYTHING: "", Over.CLEAR: "n", Over.ONE: "j"}
_STRAIGHT_FIRST = {Over.ANYTHING: "", Over.CLEAR_STRAIGHT_FIRST: "n", Over.ONE_STRAIGHT_FIRST: "j"}
_HOPS = {Hop.NONE: "", Hop.OVER: "p", Hop.BEHIND: "g"}
_BENDS = {
    ORIGINAL: {Bend.STRAIGHT: "", Bend.CROOKED: "z"},
    EXTENDED: {Bend.STRAIGHT: ""},
    XBETZA: {Bend.STRAIGHT: "", Bend.CROOKED: "z", Bend.CIRCULAR: "q"},
}
_MODES = {act: letter for letter, act in ENDS.items()}
_INNER = {act: letter for letter, act in INNER.items()}
_LAST_ACTS, _INNER_ACTS = reduce(or_, _MODES), reduce(or_, _INNER)
_IMMOBILE = {ORIGINAL: "gW", EXTENDED: "jW", XBETZA: "gW"}
"""A piece that never moves: there is no square between neighbours, and a hop has no room in one
step.
"""
_SEPARATORS = re.compile(r"[=:#;%]")
"""Characters that cannot be part of a name."""
IMITATOR = "imitator"
"""The property of a piece with `I`."""


def moves(piece: Piece, dialect: str, _avoid: frozenset[str] = frozenset()) -> str:
    """The moves of a piece in a dialect.

    Raises:
        CannotExpress: The dialect cannot say them; the message says which, and why.
    """
    imitates = dialect == XBETZA and piece.properties == (IMITATOR,)
    refuse_more_than_moves(replace(piece, properties=()) if imitates else piece, _title(dialect))
    groups: list[Group] = []
    chained: list[str] = []
    for part in patterns(piece):
        letters, links = first_said(part, partial(_said, dialect=dialect))
        groups += letters
        chained += links
    if not (groups or chained or imitates):
        return _IMMOBILE[dialect]
    texts = list(dict.fromkeys(group.spelled() or "" for group in merged(groups)))
    joined = list(dict.fromkeys(chained))
    if dialect == XBETZA:
        texts += [f"[{text}]" for text in joined]
    else:  # a chain that does not stand alone is in brackets
        texts += [f"({text})" if texts or len(joined) > 1 else text for text in joined]
    return "".join(texts) + "I" * imitates


def _said(parts: tuple[Part, ...], dialect: str) -> tuple[list[Group], list[str]]:
    """The groups of letters of a pattern, or the chains of some moves."""
    first = parts[0]
    if isinstance(first, Pattern):
        if groups := _groups(first, dialect):
            return groups, []
    elif dialect != ORIGINAL:
        moves = [part for part in parts if isinstance(part, Move)]
        leaps = tuple(move for move in moves if len(move.legs) == 1)
        steps = [_groups_of(part, dialect) for part in patterns(Piece(leaps))]
        if all(steps):
            chained = [move for move in moves if move not in leaps]
            return [*chain.from_iterable(steps)], _chains(chained, dialect)
    raise cannot_say(_title(dialect), first)


def _groups_of(part: Part, dialect: str) -> list[Group]:
    """The groups of letters for a part; empty if the dialect has none, and for chains."""
    return _groups(part, dialect) if isinstance(part, Pattern) else []


def _title(dialect: str) -> str:
    return f"The {dialect} dialect of Betza notation"


_KNOWN = frozenset(leaps[0] for leaps in LEAP_LETTERS)


# Patterns


def _groups(pattern: Pattern, dialect: str) -> list[Group]:
    """The groups of letters for a pattern; empty if the dialect has none."""
    rest = _rest(pattern, dialect)
    if rest is None or (dialect == ORIGINAL and pattern.leap not in _KNOWN):
        return []
    passing = pattern.labels == (EN_PASSANT,)
    base = LEAP_LETTERS.get((pattern.leap,)) or "({},{})".format(*pattern.leap)
    modes = frozenset(letter for act, letter in _MODES.items() if act in pattern.acts)
    return [
        Group(
            base=base,
            leaps=(pattern.leap,),
            least=least,
            most=most,
            steps=pattern.steps,
            modes=frozenset() if passing else modes,
            own_modes=passing,
            rest=rest,
            mover_virgin=pattern.mover_virgin,
            virgin_victims=frozenset(modes - {"m"}) if pattern.victim_virgin else frozenset(),
            dialect=dialect,
        )
        for least, most in _ranges(pattern)
    ]


def _rest(pattern: Pattern, dialect: str) -> str | None:
    """The modifiers after the modes; None if the dialect cannot say one of them."""
    if pattern.stays:
        return None
    if pattern.hop is not Hop.NONE and dialect == EXTENDED:
        return None
    if Act.DESTROY in pattern.acts and dialect == ORIGINAL:
        return None
    over = _over_letter(pattern.over, pattern.leap, dialect)
    passing = pattern.labels == (EN_PASSANT,) and pattern.acts == Act.STOP
    bend = _BENDS[dialect].get(pattern.bend)
    if over is None or bend is None:
        return None
    if pattern.labels and not (passing and dialect == XBETZA):
        return None
    if pattern.skips:
        if dialect != XBETZA or pattern.skips > 1 or not pattern.is_step or over:
            return None
        over = "j"
    return over + _HOPS[pattern.hop] + "o" * pattern.wraps + bend + "e" * passing


def _ranges(pattern: Pattern) -> list[tuple[int, int | None]]:
    """Ranges that a number can say, which together are the range of a pattern."""
    least, most = pattern.least, pattern.most
    if least == 1 or least == most:
        return [(least, most)]
    if most is None or most - least >= MAX_EXACT_LENGTHS:
        return []
    return [(exact, exact) for exact in range(least, most + 1)]


# Chains


def _chains(moves: Iterable[Move], dialect: str) -> list[str]:
    """Moves of several legs, joined by hyphens (B11, B21)."""
    for move in moves:
        if not _is_plain(move, dialect):
            raise cannot_say(_title(dialect), move)
    return ["-".join(links) for links in chains(moves, partial(_legs, dialect=dialect))]


def _over_letter(over: Over, leap: Vector, dialect: str) -> str | None:
    """The letter for what a leap passes; None if the dialect has none."""
    near, far = sorted(map(abs, leap))
    is_oblique = 0 < near < far
    return (_STRAIGHT_FIRST if dialect == XBETZA and is_oblique else _OVER).get(over)


def _is_plain(move: Move, dialect: str) -> bool:
    """Whether a dialect can write a move as a chain, apart from its steps."""
    if not move.is_path or move.labels or len(move.legs) < 2:
        return False
    *inner, last = move.legs
    if last.acts not in _LAST_ACTS or any(leg.acts not in _INNER_ACTS for leg in inner):
        return False
    legs = (*inner, last._replace(wraps=False))
    return all(_is_plain_leg(leg, dialect) for leg in legs)


def _is_plain_leg(leg: Leg, dialect: str) -> bool:
    """Whether a dialect can write a leg of a chain, apart from its acts and steps."""
    counts = (Count.OWN, Count.AS_LONG) if dialect == EXTENDED else (Count.OWN,)
    if leg.counts not in counts or not leg.is_ordinary or leg.continues:
        return False
    if leg.least not in (1, leg.most):
        return False
    steps = chain.from_iterable(leg.all_ways)
    return all(_over_letter(leg.over, step, dialect) is not None for step in steps)


def _legs(
    leg: Leg, steps: set[Vector], heading: Vector | None, *, last: bool, dialect: str
) -> Iterator[str]:
    """A leg with some first steps, as few texts as can be: one for each atom, W and F as K."""
    by_leap: dict[Vector, set[Vector]] = {}
    for x, y in sorted(steps):
        near, far = sorted((abs(x), abs(y)))
        by_leap.setdefault((near, far), set()).add((x, y))
    if by_leap.keys() == set(KING):
        yield _leg(leg, KING, frozenset(steps), heading, last=last, dialect=dialect)
        return
    for leap, some in by_leap.items():
        yield _leg(leg, (leap,), frozenset(some), heading, last=last, dialect=dialect)


@lru_cache(maxsize=4096)
def _leg(
    leg: Leg,
    leaps: tuple[Vector, ...],
    steps: frozenset[Vector],
    heading: Vector | None,
    *,
    last: bool,
    dialect: str,
) -> str:
    """A leg of one atom."""
    letter = LEAP_LETTERS.get(leaps) or ("K" if leaps == KING else "({},{})".format(*leaps[0]))
    shape, at = (shape_of(leaps), 0) if heading is None else seen_from(heading, leaps)
    wanted = frozenset((place(step) - at) % 16 for step in steps)
    default = unwritten(shape, leaps, first=heading is None, is_chained=True)
    directions = (
        "" if wanted == default else selections(shape, dialect_has_a=True, chiral=False)[wanted]
    )
    letters = _MODES if last else _INNER
    modes = "".join(letter for act, letter in letters.items() if act in leg.acts)
    modes = spell_modes(modes, frozenset("cd") if leg.victim_virgin else frozenset())
    usual = "mc" if last else "m"
    if modes == usual:
        modes = ""
    first = "i" if leg.mover_virgin and heading is None else ""
    if heading is None and modes.startswith("i") and not first:
        directions = directions or "a"  # an `i` in front is the mover's
    as_long = "e" if leg.counts is Count.AS_LONG else ""
    return (
        first
        + directions
        + modes
        + as_long
        + (_over_letter(leg.over, leaps[0], dialect) or "")
        + "o" * leg.wraps
        + spell_atom(letter, leg.least, leg.most)
    )


# From squares to the shortest text that reaches them (Q18)


def lookup(wanted: Wanted) -> Iterator[tuple[str, str]]:
    """The shortest texts with their dialect."""
    for terms in choices(wanted, _reaching):
        yield XBETZA, "".join(term.text for term in sorted(terms, key=_order))


def _reaching(steps: Leaps) -> Iterator[Term]:
    """Every choice of the steps that has directions, with what it reaches."""
    leaps = steps.leaps
    base = COMMON_LETTERS.get(leaps) or "({},{})".format(*leaps[0])
    modes = "" if steps.modes == "mc" else steps.modes
    atom = modes + spell_atom(base, 1, steps.most)
    shape = shape_of(leaps)
    by_place = {place(step): bits for step, bits in steps.fit.items()}
    if by_place.keys() == SIGNS[shape]["a"]:
        yield Term(atom, reduce(or_, by_place.values()))
    for places, letters in selections(shape).items():
        if places <= by_place.keys():
            yield Term(letters + atom, reduce(or_, (by_place[at] for at in places)))


def _order(term: Term) -> tuple[bool, int, str]:
    """Terms without modifiers come first, so that no letter is doubled, and captures last."""
    modes = [number for number, mode in enumerate("mc", 1) if mode in term.text]
    return term.text[0].islower(), modes[0] if modes else 0, term.text


# Files


class BetzaWriter(Writer):
    """Writes pieces in Betza's notation."""

    default_dialect = XBETZA

    def moves(self, piece: Piece, dialect: str, taken: frozenset[str], /) -> str:
        """The moves of a piece without a name. *taken* are names that mean other pieces."""
        return moves(piece, dialect, taken)

    def name(self, name: str, /) -> str:
        """A name without the characters that end one."""
        return " ".join(_SEPARATORS.sub(" ", name).split()) or "Piece"

    def definition(self, name: str, moves: str, _dialect: str, /) -> str:
        """A name and moves on one line."""
        return f"{name} = {moves}"

    def heading(self, dialect: str, board: str | None, /) -> str:
        """The directives of a file."""
        return f"%dialect {dialect}\n" + (f"{self.board(board)}\n" if board else "")

    def board(self, board: str, /) -> str:
        """The directive of a board."""
        return f"%board {board}"

    def lookup(self, wanted: Wanted, /) -> Iterable[tuple[str | None, str]]:
        """Texts of pieces that may reach exactly the wanted squares, each with its dialect."""
        return lookup(wanted)
