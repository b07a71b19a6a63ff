"""Legs as written: the paths that they form, their atoms and their modifiers.

A leg has four forms, one for each stage of reading. The `Node` of the tree is the text. Its
`LegSyntax` is the leg in one path: which of the modifiers belong to it there. `ReadLeg` (in
`meaning.py`) has its `Atom` and its `LegModifiers`, which are valid, and its role in the path.
`model.Leg` is the move: its directions, and what happens on the way and at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby, islice, product
from typing import NamedTuple

from wazir.budget import MAX_PATHS_OF_BETZA
from wazir.notations.betza import codes
from wazir.notations.betza.directions import DIRECTION_LETTERS
from wazir.notations.betza.turns import (
    MAX_LEGS_REPEATED,
    Modifiers,
    expansions,
    has_repetition,
    repetition,
    split,
    turned,
)
from wazir.notations.betza.vocabulary import (
    DIALECTS_WITH,
    EXTENDED,
    IN_BRACKETS,
    MODIFIERS,
    ORIGINAL,
    UNCLEAR_IN_BRACKETS,
    WORDS,
    XBETZA,
)
from wazir.notations.fixes import fix, insertion, remove, write
from wazir.notations.reports import Report
from wazir.piece.board import MAX_NUMBER, read_number
from wazir.piece.model import Vector
from wazir.syntax import Node, Token
from wazir.text import Edit, Span


class LegSyntax(NamedTuple):
    """A leg in a path, not yet read."""

    node: Node
    modifiers: tuple[Token, ...]
    is_bracketed: bool = False
    """It is inside `[ ]`."""


class Path(NamedTuple):
    """Legs that are walked one after the other."""

    legs: tuple[LegSyntax, ...]
    is_chained: bool
    """Its legs are joined by `-` or `?`, or are of the extended dialect: B12 to B14 hold. Else B20
    and B22 do.
    """
    stops: range | None = None
    """The numbers of legs after which the piece may end; None is all legs."""
    modes: Modifiers = ()
    """The modes of the last leg, whichever it is."""
    forks: tuple[tuple[LegSyntax, ...], ...] = ()
    """All ways to turn, where the piece may end after several legs; *legs* is the first of them."""

    def ended(self, count: int) -> Iterator[Path]:
        """The paths of the first legs of each way to turn."""
        for legs in self.forks:
            last = legs[count - 1]
            last = last._replace(modifiers=last.modifiers + self.modes)
            yield Path((*legs[: count - 1], last), self.is_chained)


def unspaced(*parts: Node | Token) -> str:
    """Parts of a definition without blanks, which mean nothing (B1)."""
    return "".join(
        unspaced(*part.children) if isinstance(part, Node) else "".join(part.text.split())
        for part in parts
    )


def paths(moves: Node, dialect: str, as_written: bool = False) -> list[Path]:
    """All paths of a definition, at most one more than MAX_PATHS_OF_BETZA.

    Args:
        moves: The definition.
        dialect: The dialect that it is read in.
        as_written: Groups of modifiers are not repeated, and `z` and `q` are no turns.
    """
    return list(islice(_of_moves(moves, dialect, as_written), MAX_PATHS_OF_BETZA + 1))


def _of_moves(moves: Node, dialect: str, as_written: bool) -> Iterator[Path]:
    """The paths of all chains: of units joined by `-`, every way of one with every way of the
    next.
    """
    for chain in moves.inner():
        units = chain.inner()
        if len(units) == 1 and units[0].kind == "leg" and dialect == XBETZA:
            yield from _by_a(units[0], as_written)
        else:
            alternatives = [
                list(islice(_of_unit(unit, as_written), MAX_PATHS_OF_BETZA + 1)) for unit in units
            ]
            for sequence in product(*alternatives):
                yield Path(
                    tuple(leg for legs in sequence for leg in legs), is_chained=dialect != ORIGINAL
                )


def _of_unit(unit: Node, as_written: bool) -> Iterator[tuple[LegSyntax, ...]]:
    """The ways through a leg, a group or brackets."""
    if unit.kind == "leg":
        yield (LegSyntax(unit, unit.leaves("MODIFIER")),)
    elif unit.kind == "group":
        for child in unit.inner():
            yield from (path.legs for path in _of_moves(child, EXTENDED, as_written))
    else:
        yield from (path.legs for path in _of_bracket(unit, as_written))


def _of_bracket(bracket: Node, as_written: bool) -> Iterator[Path]:
    """`[X-Y]` is one path; before each `?` the path may also end (B21)."""
    legs: list[LegSyntax] = []
    for child in bracket.children:
        if child.kind == "QUESTION" and legs:
            yield from _bracketed(legs, as_written)
        elif isinstance(child, Node) and child.kind == "leg":
            legs.append(LegSyntax(child, child.leaves("MODIFIER"), is_bracketed=True))
    if legs:
        yield from _bracketed(legs, as_written)


def _bracketed(legs: Sequence[LegSyntax], as_written: bool) -> Iterator[Path]:
    """The paths of legs in brackets, of which each `z` and `q` behind a turn is one."""
    own = tuple(leg.modifiers for leg in legs)
    for modifiers in (own,) if as_written else turned(own, is_side_free=False):
        replaced = zip(legs, modifiers, strict=True)
        yield Path(tuple(leg._replace(modifiers=each) for leg, each in replaced), is_chained=True)


def _by_a(leg: Node, as_written: bool) -> Iterator[Path]:
    """The paths of an xbetza atom, whose legs are separated by `a` (B20), and repeated in groups
    (D5).
    """
    if as_written:
        yield _plain(leg, split(leg.leaves("MODIFIER")))
        return
    group = repetition(leg) if has_repetition(leg) else None
    if group and _KEEPS_GOING.issuperset(token.text for token in (*group.before, *group.group)):
        ways = turned(group.legs(MAX_LEGS_REPEATED))
        forks = tuple(_plain(leg, legs).legs for legs in islice(ways, MAX_FORKS))
        yield Path(forks[0], is_chained=False, stops=group.stops, modes=group.modes, forks=forks)
        return
    for modifiers in expansions(leg):
        for legs in turned(split(modifiers)):
            yield _plain(leg, legs)


def _plain(leg: Node, modifiers: Iterable[Modifiers]) -> Path:
    return Path(tuple(LegSyntax(leg, each) for each in modifiers), is_chained=False)


MAX_FORKS = 64
"""The ways to turn of a path that repeats legs."""

_KEEPS_GOING = frozenset("amqz") | DIRECTION_LETTERS
"""The modifiers of legs that go on over empty squares."""


# Atoms with their ranges (B3, B4)

KING = ((0, 1), (1, 1))
LEAPS: dict[str, tuple[Vector, ...]] = {
    **{atom.spelling: (atom.leap,) for atom in WORDS if atom.leap},
    **{"K": KING, "R": KING[:1], "B": KING[1:], "Q": KING, "U": (), "O": KING[:1], "I": ()},
}
"""The leaps of each letter: one of each shape it has."""
COMMON_LETTERS = {leaps: letter for letter, leaps in LEAPS.items() if letter in "WFDNAHCZGK"}
"""The letter of each kind of leaps that all programs read."""
LEAP_LETTERS: dict[tuple[Vector, ...], str] = {
    (atom.leap,): atom.spelling for atom in reversed(WORDS) if atom.leap
}
"""The letter of a leap that has one."""
STEPS = {"R": "W", "B": "F", "Q": "K"}
"""The atom of one step of each letter that rides without a number."""
RIDERS = {step: rider for rider, step in STEPS.items()}
"""The letter that rides without a number, by its atom of one step."""


@dataclass(frozen=True, slots=True)
class Atom:
    """An atom with its range."""

    text: str
    """The letters alone: `W`, `NN`, `FX`, `(1,4)`."""
    span: Span
    """With the range."""
    leaps: tuple[Vector, ...]
    least: int
    most: int | None
    ranged: bool
    """It has a range, or is a rider."""
    number: int | None = None
    """The number after it, for castling."""

    @property
    def letter(self) -> str:
        """Its first letter, or `(`."""
        return self.text[0]


def read_atom(leg: Node, dialect: str, pinned: bool, report: Report) -> Atom | None:
    """The atom of a leg; None, with a diagnostic, if it cannot be read."""
    node, numbers = leg.inner()[0], leg.leaves("RANGE")
    first = node.leaves()[0]
    text = unspaced(node)
    span = Span(node.start, leg.end)
    if not first.text:  # it was inserted
        return None
    read_leaps = _vector if first.kind in ("VECTOR", "OPEN_VECTOR") else _letters
    leaps = read_leaps(node, text, dialect, report=report)
    if leaps is None:
        return None
    doubled = first.kind == "DOUBLE"
    if not numbers:
        if doubled and not (pinned and dialect == ORIGINAL):
            modern = spell_atom(STEPS.get(text[0], text[0]), 1, None)
            why = "which every dialect reads"
            if dialect == EXTENDED:
                why = "since Extended Betza calls doubled letters obsolete"
            message = f"Obsolete spelling `{text}`. Write `{modern}`, {why}."
            report(codes.OBSOLETE_SPELLING, node.span, message, write(node.span, modern, safe=True))
        rides = doubled or text[0] in STEPS
        return Atom(
            text=text, span=span, leaps=leaps, least=1, most=None if rides else 1, ranged=rides
        )
    bounds = _range(numbers[0], doubled, text, report=report)
    if bounds is None:
        return None
    if text == "R" and dialect == ORIGINAL:
        old, new = f"R{numbers[0].text}", f"W{numbers[0].text}"
        message = f"Imperfect spelling `{old}`. A ranged rook is a ranged wazir: write `{new}`."
        report(
            codes.OBSOLETE_SPELLING,
            span,
            message,
            fix(f"Write `{new}`", Edit(node.span, "W"), safe=True),
        )
    return Atom(text, span, leaps, *bounds, ranged=True, number=read_number(unspaced(numbers[0])))


def _range(
    number: Token, doubled: bool, text: str, report: Report
) -> tuple[int, int | None] | None:
    """The least and the most steps that a number stands for (B4)."""
    digits = unspaced(number)
    if doubled:
        message = (
            f"`{text}` is already unlimited and takes no range. Write `{text[0]}{digits}` or "
            f"`{text}`."
        )
        report(codes.BAD_RANGE, number.span, message, remove(number.span, "the number"))
        return None
    if digits == "0":
        return 1, None
    count = read_number(digits)
    if count == 0:
        way = "Write `0` for any number, or `03` for exactly three."
        message = f"Impossible range `{digits}`: exactly zero steps. {way}"
        fixes = (write(number.span, "0"), remove(number.span, "the number"))
        report(codes.BAD_RANGE, number.span, message, *fixes)
        return None
    return count if digits.startswith("0") else 1, count


def _vector(node: Node, text: str, dialect: str, report: Report) -> tuple[Vector, ...] | None:
    """The leap of two numbers; None, with a diagnostic, if it is not a leap."""
    numbers = text.strip("()").split(",")
    if len(numbers) != 2 or not all(numbers):
        report(codes.BAD_LEAP, node.span, "A leap is two numbers, as in `(1,4)`.")
        return None
    if dialect == ORIGINAL:
        way = "Write `%dialect extended` on a line before."
        message = f"Leaps in numbers are not part of the {dialect} dialect. {way}"
        report(codes.WRONG_DIALECT, node.span, message)
        return None
    near, far = sorted(map(read_number, numbers))
    if far == 0:
        report(
            codes.BAD_LEAP,
            node.span,
            "The leap `(0,0)` does not move. One of the numbers must be larger than 0.",
        )
        return None
    return ((near, far),)


def _letters(node: Node, text: str, dialect: str, report: Report) -> tuple[Vector, ...] | None:
    """The leaps of a letter with its suffixes (B3)."""
    for sign in node.leaves():
        dialects = DIALECTS_WITH[sign.text[0]]
        if dialect not in dialects:
            way = f"Write `%dialect {dialects[-1]}` on a line before."
            others = " and ".join(dialects)
            message = f"`{sign.text}` is not part of the {dialect} dialect, but of {others}. {way}"
            report(codes.WRONG_DIALECT, sign.span, message)
            return None
    letter, leaps = text[0], LEAPS[text[0]]
    if len(node.children) == 1:
        return leaps
    suffixes = text[1:]
    if len(leaps) != 1 or letter in STEPS or letter == "O":
        message = (
            f"`{suffixes[0]}` follows a single leap such as `F` or `N`, and `{letter}` is not one."
        )
        report(codes.MISPLACED_MODIFIER, Span(node.start + 1, node.end), message)
        return None
    near, far = leaps[0]
    for suffix in suffixes:
        near, far = (near, far + 3) if suffix == "X" else (near + 2, far + 2)
    return ((min(near, MAX_NUMBER), min(far, MAX_NUMBER)),)


def spell_atom(base: str, least: int, most: int | None) -> str:
    """An atom of one step with the range that makes it ride."""
    if most is None:
        return RIDERS.get(base) or f"{base}0"
    if most == 1:
        return base
    if least == 1:
        return f"{base}{most}"
    return f"{base}0{most}"


# Modifiers (B5, B6)

Run = tuple[Token, ...]
"""Direction letters that stand together, so that two of them may be a pair."""


class LegModifiers(NamedTuple):
    """The modifiers of one leg."""

    runs: tuple[Run, ...]
    directions: tuple[str, ...]
    """The letters of each run."""
    tokens: tuple[Token, ...]
    """All but directions and `i`, in the order in which they stand."""
    letters: str
    """The letters of these tokens."""
    mover_virgin: bool
    virgin_victims: frozenset[str]
    """The modes among `c` and `d` that capture only unmoved pieces."""
    labels: tuple[str, ...] = ()
    """The letters without a known meaning, which are conditions of the move (D3)."""

    def modes(self, among: str) -> str:
        """The letters of *among* that are there, in that order."""
        return "".join([letter for letter in among if letter in self.letters])

    def span_of(self, letters: str) -> Span:
        """The offset of the first of some letters."""
        return next(token.span for token in self.tokens if token.text in letters)


def read_modifiers(
    leg: LegSyntax, is_first_leg: bool, dialect: str, report: Report
) -> LegModifiers:
    """The modifiers of a leg; invalid ones are reported and left out."""
    allowed = IN_BRACKETS if leg.is_bracketed else MODIFIERS[dialect]
    unclear = UNCLEAR_IN_BRACKETS if leg.is_bracketed and not is_first_leg else frozenset[str]()
    labels = [token for token in leg.modifiers if token.text in unclear]
    known = [token for token in leg.modifiers if token.text in allowed]
    _report_unclear(labels, report)
    _report_foreign(leg, allowed | unclear, dialect, report=report)
    runs: list[list[Token]] = []
    tokens: list[Token] = []
    letters = ""
    mover_virgin = False
    victims = frozenset[str]()
    previous = ""
    for number, token in enumerate(known):
        letter = token.text
        if letter in DIRECTION_LETTERS:
            if previous not in DIRECTION_LETTERS:
                runs.append([])
            runs[-1].append(token)
        elif letter == "i":
            taken = _captures_after(known[number + 1 :])
            if is_first_leg and number == 0:
                mover_virgin = True
            elif taken:
                victims |= taken
            else:
                mover_virgin |= _stray_i(
                    token, known[0], is_first_leg, dialect=dialect, report=report
                )
        elif letters.count(letter) < (2 if letter == "x" else 1):
            tokens.append(token)
            letters += letter
        else:
            removal = remove(token.span, f"the second `{letter}`", safe=True)
            message = f"Repeated modifier `{letter}`. The second one has no effect."
            report(codes.REPEATED_MODIFIER, token.span, message, removal)
        previous = letter
    directions = tuple(["".join([token.text for token in run]) for run in runs])
    return LegModifiers(
        runs=tuple(map(tuple, runs)),
        directions=directions,
        tokens=tuple(tokens),
        letters=letters,
        mover_virgin=mover_virgin,
        virgin_victims=victims,
        labels=tuple([token.text for token in labels]),
    )


def _captures_after(tokens: Sequence[Token]) -> frozenset[str]:
    """The modes among `c` and `d` that an `i` before some tokens is about; none of other tokens."""
    first_two = "".join(token.text for token in tokens[:2])
    if first_two in ("cd", "dc"):
        return frozenset(first_two)
    return frozenset(first_two[:1]) & {"c", "d"}


def _report_unclear(tokens: Iterable[Token], report: Report) -> None:
    """Report letters of a later leg in brackets that only the Interactive Diagram reads (D3)."""
    for token in tokens:
        letter = token.text
        message = f"`{letter}` on a later leg in `[ ]` is not evaluated."
        condition = f"The move is shown with the condition `{letter}`."
        report(codes.NOT_EVALUATED, token.span, f"{message} {condition}")


def _report_foreign(leg: LegSyntax, allowed: Set[str], dialect: str, report: Report) -> None:
    """Report the modifiers that a dialect does not have, or that have no meaning inside `[ ]`: `xx`
    is one (B21).
    """
    for letter, run in groupby(leg.modifiers, key=lambda token: token.text):
        if letter in allowed:
            continue
        same = list(run)
        if leg.is_bracketed:
            span = Span(same[0].start, same[-1].end)
            written = letter * len(same)
            way = "Remove it"
            if letter in MODIFIERS[EXTENDED]:
                way = "Write `%dialect extended` on a line before, and the chain without `[ ]`"
            message = f"`{written}` is not allowed inside `[ ]`. {way}."
            report(codes.WRONG_DIALECT, span, message, remove(span, f"`{written}`"))
        else:
            way = f"Remove it, or write `%dialect {DIALECTS_WITH[letter][-1]}` on a line before."
            message = f"The modifier `{letter}` is not part of the {dialect} dialect. {way}"
            for token in same:
                report(codes.WRONG_DIALECT, token.span, message, remove(token.span, f"`{letter}`"))


def _stray_i(token: Token, first: Token, is_first_leg: bool, dialect: str, report: Report) -> bool:
    """Whether an `i` that is neither first nor before `c` or `d` still means the mover (B6)."""
    if not is_first_leg:
        ways = "directly before `c` or `d` (for the victim), or on the first leg (for the mover)"
        message = f"Misplaced `i`. On a later leg write it {ways}."
        report(codes.MISPLACED_MODIFIER, token.span, message, remove(token.span, "`i`"))
        return False
    is_of_mover = dialect == XBETZA
    edits = insertion(first.start, "i"), Edit(token.span, "")
    to_front = fix("Move `i` to the front", *edits, safe=is_of_mover)
    if is_of_mover:
        message = (
            "Misplaced `i`, read as the first move of the mover. Write it before the other "
            "modifiers."
        )
        report(codes.MISPLACED_FIRST_MOVE, token.span, message, to_front)
    else:
        ways = (
            "before the other modifiers (for the mover), or directly before `c` or `d` (for the "
            "victim)"
        )
        report(codes.MISPLACED_MODIFIER, token.span, f"Misplaced `i`. Write it {ways}.", to_front)
    return is_of_mover
