"""Atoms with their ranges: which leaps a leg makes, and how often (B3, B4)."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.diagnostics import Fix
from wazir.notations.betza import rules
from wazir.notations.betza.dialects import EXTENDED, LETTERS, ORIGINAL, others_with
from wazir.notations.betza.meaning.geometry import Shape, shape_of
from wazir.notations.report import Report
from wazir.piece.model import Vector
from wazir.syntax import Node, Token
from wazir.text import Edit, Span

LEAPS: dict[str, tuple[Vector, ...]] = {
    "W": ((0, 1),),
    "F": ((1, 1),),
    "D": ((0, 2),),
    "N": ((1, 2),),
    "A": ((2, 2),),
    "H": ((0, 3),),
    "G": ((3, 3),),
    "L": ((1, 3),),
    "C": ((1, 3),),
    "J": ((2, 3),),
    "Z": ((2, 3),),
    "K": ((0, 1), (1, 1)),
    "R": ((0, 1),),
    "B": ((1, 1),),
    "Q": ((0, 1), (1, 1)),
    "U": (),
    "O": ((0, 1),),
    "I": (),
}
"""The leaps of each letter: one of each shape it has."""

RIDERS = frozenset("RBQ")
"""The letters that ride without a number."""

LONGEST_NUMBER = 6
"""Digits of a range or a leap that count; no board needs more."""


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
    """It has a range, or is a rider by itself."""
    number: int | None = None
    """The number behind it, as castling needs it."""

    @property
    def letter(self) -> str:
        """Its first letter, or `(`."""
        return self.text[0]

    @property
    def one_step(self) -> bool:
        """Its leaps pass no square."""
        return all(max(leap) <= 1 for leap in self.leaps)

    def shape(self) -> Shape:
        """The places it has, as a first leg sees them."""
        return shape_of(self.leaps)


def read_atom(leg: Node, dialect: str, pinned: bool, report: Report) -> Atom | None:
    """The atom of a leg; None, with a diagnostic, if it cannot be read."""
    node = next((child for child in leg.children if isinstance(child, Node) and child.kind == "atom"), None)
    first = node.children[0] if node and node.children else None
    if node is None or not isinstance(first, Token) or not first.text:
        return None
    numbers = [child for child in leg.children if isinstance(child, Token) and child.kind == "RANGE"]
    text = "".join(child.text for child in node.children if isinstance(child, Token))
    text = "".join(text.split())
    span = Span(node.start, leg.end)
    leaps = _vector(node, text, dialect, report) if first.kind in _VECTORS else _letters(node, text, dialect, report)
    if leaps is None:
        return None
    doubled = first.kind == "DOUBLE"
    if doubled and not numbers:
        _obsolete_double(node, text, dialect, pinned, report)
    rides = doubled or text[0] in RIDERS
    if not numbers:
        return Atom(text, span, leaps, 1, None if rides else 1, rides)
    bounds = _range(numbers[0], doubled, text, report)
    if bounds is None:
        return None
    if text == "R" and dialect == ORIGINAL:
        report(
            rules.OBSOLETE_SPELLING,
            span,
            f"`R{numbers[0].text}` is better written `W{numbers[0].text}`: a rook with a range is a ranged wazir.",
            fixes=(Fix(f"Write `W{numbers[0].text}`", (Edit(node.span, "W"),)),),
        )
    return Atom(text, span, leaps, *bounds, ranged=True, number=int(_digits(numbers[0])[:LONGEST_NUMBER]))


_VECTORS = ("VECTOR", "OPEN_VECTOR")


def _digits(number: Token) -> str:
    return "".join(number.text.split())


def _range(number: Token, doubled: bool, text: str, report: Report) -> tuple[int, int | None] | None:
    """The least and the most steps that a number stands for (B4)."""
    digits = _digits(number)
    remove = Fix("Remove the number", (Edit(number.span, ""),), safe=False)
    if doubled:
        report(
            rules.BAD_RANGE,
            number.span,
            f"`{text}` is unlimited already, so no number can follow it: write `{text[0]}{digits}` for a range, or "
            f"`{text}`.",
            fixes=(remove,),
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
            f"`{digits}` asks for exactly no steps: write `0` for any number of steps, or `03` for exactly three.",
            fixes=(Fix("Write `0`, any number of steps", (Edit(number.span, "0"),), safe=False), remove),
        )
        return None
    return (count, count) if exact else (1, count)


def _vector(node: Node, text: str, dialect: str, report: Report) -> tuple[Vector, ...] | None:
    numbers = text.strip("()").split(",")
    if len(numbers) != 2 or not all(numbers):
        found = sum(1 for n in numbers if n)
        message = f"A leap is two numbers, as in `(1,4)`; here {'is one' if found == 1 else f'are {found}'}."
        report(rules.BAD_LEAP, node.span, message)
        return None
    if not LETTERS[dialect].vectors:
        report(
            rules.WRONG_DIALECT,
            node.span,
            f"The {dialect} dialect has no leaps in numbers; extended and xbetza have. `%dialect extended` on a line "
            "before "
            "it reads it.",
        )
        return None
    near, far = sorted(int(n[:LONGEST_NUMBER]) for n in numbers)
    if far == 0:
        report(rules.BAD_LEAP, node.span, "`(0,0)` goes nowhere: one of the two numbers must be larger than 0.")
        return None
    return ((near, far),)


def _letters(node: Node, text: str, dialect: str, report: Report) -> tuple[Vector, ...] | None:
    """The leaps of a letter with its suffixes (B3)."""
    for child in node.children:
        if isinstance(child, Token) and not _known(child, dialect):
            others = " and ".join(others_with(child.text[0], dialect))
            report(
                rules.WRONG_DIALECT,
                child.span,
                f"`{child.text}` is not in the {dialect} dialect; {others} has it. Write `%dialect "
                f"{others.split()[-1]}` on a "
                "line before it, or say it in another way.",
            )
            return None
    letter, suffixes = text[0], text[1:] if node.children[0] and len(node.children) > 1 else ""
    leaps = LEAPS[letter]
    if not suffixes:
        return leaps
    if len(leaps) != 1 or letter in RIDERS or letter == "O":
        report(
            rules.MISPLACED_MODIFIER,
            Span(node.start + 1, node.end),
            f"`{suffixes[0]}` lengthens a leap such as `F` or `N`; `{letter}` is not one leap.",
        )
        return None
    near, far = leaps[0]
    for suffix in suffixes:
        near, far = (near, far + 3) if suffix == "X" else (near + 2, far + 2)
    return ((near, far),)


def _known(sign: Token, dialect: str) -> bool:
    letters = LETTERS[dialect]
    return letters.suffixes if sign.kind == "SUFFIX" else sign.text[0] in letters.atoms


_MODERN = {"WW": "R", "FF": "B", "KK": "Q", "RR": "R", "BB": "B", "QQ": "Q"}


def modern_double(text: str) -> str:
    """The newer spelling of a doubled letter: `R` for `WW`, `N0` for `NN`."""
    return _MODERN.get(text, text[0] + "0")


def _obsolete_double(node: Node, text: str, dialect: str, pinned: bool, report: Report) -> None:
    if pinned and dialect == ORIGINAL:
        return
    modern = modern_double(text)
    why = "which every dialect reads" if dialect != EXTENDED else "as Extended Betza calls doubled letters obsolete"
    report(
        rules.OBSOLETE_SPELLING,
        node.span,
        f"`{text}` is an old way to write `{modern}`, {why}.",
        fixes=(Fix(f"Write `{modern}`", (Edit(node.span, modern),)),),
    )
