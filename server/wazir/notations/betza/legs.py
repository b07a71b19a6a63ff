"""Legs as written: the paths that they form, their atoms and their modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, islice, product
from typing import NamedTuple

from wazir.notations.betza import rules
from wazir.notations.betza.directions import DIRECTION_LETTERS
from wazir.notations.betza.vocabulary import (
    EXTENDED,
    IN_BRACKETS,
    MODIFIERS,
    ORIGINAL,
    WORDS,
    XBETZA,
    dialects_with,
)
from wazir.notations.kit import Report, fix, insertion, remove, write
from wazir.piece.model import Vector
from wazir.syntax import Node, Token
from wazir.text import Edit, Span

MOST_PATHS = 4096
"""The number of paths of a definition that are followed."""


class Written(NamedTuple):
    """A leg in a path."""

    node: Node
    modifiers: tuple[Token, ...]
    bracketed: bool = False
    """It is inside `[ ]`."""

    @property
    def text(self) -> str:
        """All of its letters, without blanks."""
        return unspaced(self.node)


class Path(NamedTuple):
    """Legs that are walked one after the other."""

    legs: tuple[Written, ...]
    chained: bool
    """Its legs are joined by `-` or `?`, or are of the extended dialect: B12 to B14 hold. Else B20 and B22 do."""


def unspaced(*parts: Node | Token) -> str:
    """Parts of a definition without blanks, which mean nothing (B1)."""
    return "".join(unspaced(*part.children) if isinstance(part, Node) else "".join(part.text.split()) for part in parts)


def paths(moves: Node, dialect: str) -> list[Path]:
    """All paths of a definition, at most one more than MOST_PATHS."""
    return list(islice(_of_moves(moves, dialect), MOST_PATHS + 1))


def _of_moves(moves: Node, dialect: str) -> Iterator[Path]:
    """The paths of all chains."""
    for chain in moves.children:
        if isinstance(chain, Node):
            yield from _of_chain(chain, dialect)


def _of_chain(chain: Node, dialect: str) -> Iterator[Path]:
    """The paths of units joined by `-`, every way of one with every way of the next."""
    units = chain.inner()
    if len(units) == 1 and units[0].kind == "leg" and dialect == XBETZA:
        yield Path(_by_a(units[0]), chained=False)
    elif len(units) == 1 and units[0].kind == "bracket":
        yield from _of_bracket(units[0])
    else:
        alternatives = [list(islice(_of_unit(unit), MOST_PATHS + 1)) for unit in units]
        for sequence in product(*alternatives):
            yield Path(tuple(leg for legs in sequence for leg in legs), chained=dialect != ORIGINAL)


def _of_unit(unit: Node) -> Iterator[tuple[Written, ...]]:
    """The ways through a leg, a group or brackets."""
    if unit.kind == "leg":
        yield (Written(unit, unit.leaves("MODIFIER")),)
    elif unit.kind == "group":
        for child in unit.inner():
            yield from (path.legs for path in _of_moves(child, EXTENDED))
    else:
        yield from (path.legs for path in _of_bracket(unit))


def _of_bracket(bracket: Node) -> Iterator[Path]:
    """`[X-Y]` is one path; before each `?` the path may also end (B21)."""
    legs: list[Written] = []
    for child in bracket.children:
        if isinstance(child, Token) and child.kind == "QUESTION" and legs:
            yield Path(tuple(legs), chained=True)
        elif isinstance(child, Node) and child.kind == "leg":
            legs.append(Written(child, child.leaves("MODIFIER"), bracketed=True))
    if legs:
        yield Path(tuple(legs), chained=True)


def _by_a(leg: Node) -> tuple[Written, ...]:
    """The legs of an xbetza atom, which are separated by `a` (B20)."""
    parts: list[list[Token]] = [[]]
    for token in leg.leaves("MODIFIER"):
        if token.text == "a":
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(Written(leg, tuple(part)) for part in parts)


# Atoms with their ranges (B3, B4)

KING = ((0, 1), (1, 1))
LEAPS: dict[str, tuple[Vector, ...]] = {
    **{atom.spelling: (atom.leap,) for atom in WORDS if atom.leap},
    **{"K": KING, "R": KING[:1], "B": KING[1:], "Q": KING, "U": (), "O": KING[:1], "I": ()},
}
"""The leaps of each letter: one of each shape it has."""
COMMON_LETTERS = {leaps: letter for letter, leaps in LEAPS.items() if letter in "WFDNAHCZGK"}
"""The letter of each kind of leaps that all programs read."""
LEAP_LETTERS: dict[tuple[Vector, ...], str] = {(atom.leap,): atom.spelling for atom in reversed(WORDS) if atom.leap}
"""The letter of a leap that has one."""
STEPS = {"R": "W", "B": "F", "Q": "K"}
"""The atom of one step of each letter that rides without a number."""
RIDERS = {step: rider for rider, step in STEPS.items()}
"""The letter that rides without a number, by its atom of one step."""

LONGEST_NUMBER = 6
"""The digits of a range or a leap that are read; no board needs more."""


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
    node = leg.first("atom")
    first = node.children[0] if node else None
    if node is None or not isinstance(first, Token) or not first.text:
        return None
    numbers = leg.leaves("RANGE")
    text = unspaced(node)
    span = Span(node.start, leg.end)
    leaps = _vector(node, text, dialect, report) if first.kind in _VECTORS else _letters(node, text, dialect, report)
    if leaps is None:
        return None
    doubled = first.kind == "DOUBLE"
    if doubled and not numbers:
        _obsolete_double(node, text, dialect, pinned, report)
    rides = doubled or text[0] in STEPS
    if not numbers:
        return Atom(text, span, leaps, 1, None if rides else 1, rides)
    bounds = _range(numbers[0], doubled, text, report)
    if bounds is None:
        return None
    if text == "R" and dialect == ORIGINAL:
        report(
            rules.OBSOLETE_SPELLING,
            span,
            f"Imperfect spelling `R{numbers[0].text}`. A ranged rook is a ranged wazir: write `W{numbers[0].text}`.",
            fix(f"Write `W{numbers[0].text}`", Edit(node.span, "W"), safe=True),
        )
    return Atom(text, span, leaps, *bounds, ranged=True, number=int(unspaced(numbers[0])[:LONGEST_NUMBER]))


_VECTORS = ("VECTOR", "OPEN_VECTOR")


def _range(number: Token, doubled: bool, text: str, report: Report) -> tuple[int, int | None] | None:
    """The least and the most steps that a number stands for (B4)."""
    digits = unspaced(number)
    removal = remove(number.span, "the number")
    if doubled:
        report(
            rules.BAD_RANGE,
            number.span,
            f"`{text}` is already unlimited and takes no range. Write `{text[0]}{digits}` or `{text}`.",
            removal,
        )
        return None
    if digits == "0":
        return 1, None
    exact = digits.startswith("0")
    count = int(digits[: LONGEST_NUMBER + 1]) if digits.strip("0") else 0
    if count == 0:
        report(
            rules.BAD_RANGE,
            number.span,
            f"Impossible range `{digits}`: exactly zero steps. Write `0` for any number, or `03` for exactly three.",
            fix("Write `0`", Edit(number.span, "0")),
            removal,
        )
        return None
    return (count, count) if exact else (1, count)


def _vector(node: Node, text: str, dialect: str, report: Report) -> tuple[Vector, ...] | None:
    """The leap of two numbers; None, with a diagnostic, if it is not a leap."""
    numbers = text.strip("()").split(",")
    if len(numbers) != 2 or not all(numbers):
        report(rules.BAD_LEAP, node.span, "A leap is two numbers, as in `(1,4)`.")
        return None
    if dialect == ORIGINAL:
        report(
            rules.WRONG_DIALECT,
            node.span,
            f"Leaps in numbers are not part of the {dialect} dialect. Write `%dialect extended` on a line before.",
        )
        return None
    near, far = sorted(int(n[:LONGEST_NUMBER]) for n in numbers)
    if far == 0:
        report(rules.BAD_LEAP, node.span, "The leap `(0,0)` does not move. One of the numbers must be larger than 0.")
        return None
    return ((near, far),)


def _letters(node: Node, text: str, dialect: str, report: Report) -> tuple[Vector, ...] | None:
    """The leaps of a letter with its suffixes (B3)."""
    for sign in node.leaves():
        dialects = dialects_with(sign.text[0])
        if dialect not in dialects:
            report(
                rules.WRONG_DIALECT,
                sign.span,
                f"`{sign.text}` is not part of the {dialect} dialect, but of {' and '.join(dialects)}. Write `%dialect "
                f"{dialects[-1]}` on a line before.",
            )
            return None
    letter, suffixes = text[0], text[1:] if len(node.children) > 1 else ""
    leaps = LEAPS[letter]
    if not suffixes:
        return leaps
    if len(leaps) != 1 or letter in STEPS or letter == "O":
        report(
            rules.MISPLACED_MODIFIER,
            Span(node.start + 1, node.end),
            f"`{suffixes[0]}` follows a single leap such as `F` or `N`, and `{letter}` is not one.",
        )
        return None
    near, far = leaps[0]
    for suffix in suffixes:
        near, far = (near, far + 3) if suffix == "X" else (near + 2, far + 2)
    return ((near, far),)


def with_range(base: str, least: int, most: int | None) -> str:
    """An atom of one step with the range that makes it ride."""
    if most is None:
        return RIDERS.get(base) or f"{base}0"
    return base if most == 1 else f"{base}{most}" if least == 1 else f"{base}0{most}"


def _obsolete_double(node: Node, text: str, dialect: str, pinned: bool, report: Report) -> None:
    if pinned and dialect == ORIGINAL:
        return
    modern = with_range(STEPS.get(text[0], text[0]), 1, None)
    why = "which every dialect reads" if dialect != EXTENDED else "since Extended Betza calls doubled letters obsolete"
    report(
        rules.OBSOLETE_SPELLING,
        node.span,
        f"Obsolete spelling `{text}`. Write `{modern}`, {why}.",
        write(node.span, modern, safe=True),
    )


# Modifiers (B5, B6)

Run = tuple[Token, ...]
"""Direction letters that stand together, so that two of them may be a pair."""


@dataclass(frozen=True)
class Words:
    """The modifiers of one leg."""

    runs: tuple[Run, ...] = ()
    letters: tuple[Token, ...] = ()
    """All but directions and `i`, in the order in which they stand."""
    mover_virgin: bool = False
    virgin_victims: frozenset[str] = frozenset()
    """The modes among `c` and `d` that capture only unmoved pieces."""

    @property
    def directions(self) -> tuple[str, ...]:
        """The runs of direction letters."""
        return tuple("".join(token.text for token in run) for run in self.runs)

    def __contains__(self, letter: str) -> bool:
        return any(token.text == letter for token in self.letters)

    def modes(self, among: str) -> str:
        """The letters of *among* that are there, in that order."""
        return "".join([letter for letter in among if letter in self])

    def count(self, letter: str) -> int:
        """The number of occurrences of a letter."""
        return sum(token.text == letter for token in self.letters)

    def span_of(self, letters: str) -> Span:
        """The offset of the first of some letters."""
        return next(token.span for token in self.letters if token.text in letters)


def read_words(leg: Written, first_leg: bool, dialect: str, report: Report) -> Words:
    """The modifiers of a leg; invalid ones are reported and left out."""
    tokens = [token for token in leg.modifiers if token.text]
    if leg.bracketed and dialect == EXTENDED:
        known = [token for token in tokens if token.text in IN_BRACKETS]
        _out_of_brackets(tokens, report)
    else:
        known = [token for token in tokens if _of_dialect(token, dialect, report)]
    runs: list[list[Token]] = []
    letters: list[Token] = []
    mover_virgin, victims, previous = False, frozenset[str](), None
    for number, token in enumerate(known):
        if token.text in DIRECTION_LETTERS:
            if previous is None or previous.text not in DIRECTION_LETTERS:
                runs.append([])
            runs[-1].append(token)
        elif token.text == "i":
            taken = "".join(after.text for after in known[number + 1 : number + 3])
            if first_leg and number == 0:
                mover_virgin = True
            elif taken[:1] in ("c", "d"):
                victims |= frozenset(taken if taken in ("cd", "dc") else taken[:1])
            else:
                mover_virgin |= _stray_i(token, known[0], first_leg, dialect, report)
        elif _once(token, letters, report):
            letters.append(token)
        previous = token
    return Words(tuple(map(tuple, runs)), tuple(letters), mover_virgin, victims)


def _of_dialect(token: Token, dialect: str, report: Report) -> bool:
    """Whether a dialect has a modifier; if not, it is reported."""
    dialects = dialects_with(token.text)
    if dialect in dialects:
        return True
    report(
        rules.WRONG_DIALECT,
        token.span,
        f"The modifier `{token.text}` is not part of the {dialect} dialect. Remove it, or write "
        f"`%dialect {dialects[-1]}` on a line before.",
        remove(token.span, f"`{token.text}`"),
    )
    return False


def _out_of_brackets(tokens: Iterable[Token], report: Report) -> None:
    """Report the letters that have no meaning inside `[ ]`; `xx` is one of them (B21)."""
    for letter, run in groupby(tokens, key=lambda token: token.text):
        if letter in IN_BRACKETS:
            continue
        same = list(run)
        span, written = Span(same[0].start, same[-1].end), letter * len(same)
        way = "Remove it"
        if letter in MODIFIERS[EXTENDED]:
            way = "Write `%dialect extended` on a line before, and the chain without `[ ]`"
        report(
            rules.WRONG_DIALECT, span, f"`{written}` is not allowed inside `[ ]`. {way}.", remove(span, f"`{written}`")
        )


def _stray_i(token: Token, first: Token, first_leg: bool, dialect: str, report: Report) -> bool:
    """Whether an `i` that is neither first nor before `c` or `d` still means the mover (B6)."""
    if first_leg:
        to_front = fix("Move `i` to the front", insertion(first.start, "i"), Edit(token.span, ""), safe=True)
        if dialect == XBETZA:
            report(
                rules.MISPLACED_FIRST_MOVE,
                token.span,
                "Misplaced `i`, read as the first move of the mover. Write it before the other modifiers.",
                to_front,
            )
            return True
        report(
            rules.MISPLACED_MODIFIER,
            token.span,
            "Misplaced `i`. Write it before the other modifiers (for the mover), or directly before `c` or `d` "
            "(for the victim).",
            replace(to_front, safe=False),
        )
        return False
    report(
        rules.MISPLACED_MODIFIER,
        token.span,
        "Misplaced `i`. On a later leg write it directly before `c` or `d` (for the victim), or on the first leg (for "
        "the mover).",
        remove(token.span, "`i`"),
    )
    return False


def _once(token: Token, before: list[Token], report: Report) -> bool:
    """Whether a letter is new; `x` may stand there twice."""
    times = sum(other.text == token.text for other in before)
    if times < (2 if token.text == "x" else 1):
        return True
    report(
        rules.REPEATED_MODIFIER,
        token.span,
        f"Repeated modifier `{token.text}`. The second one has no effect.",
        remove(token.span, f"the second `{token.text}`", safe=True),
    )
    return False
