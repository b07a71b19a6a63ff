"""The words of the notation: how `words.toml` explains them, the steps that restrictions take, and
tests (L5 to L16).

Hovers, completions and signatures read these tables. What functions and chains do is in `meaning`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from wazir.notations.lcpn import tree
from wazir.notations.lcpn.tree import Expression, canonical, folded, spaced
from wazir.notations.results import TokenType
from wazir.notations.vocabulary import VocabularyWord, packaged, words
from wazir.piece import conditions
from wazir.piece.board import inner, read_number
from wazir.piece.conditions import All, Axis, Coordinate, Moved, No, Open, Some, Test
from wazir.piece.model import Lattice, Towards, Vector
from wazir.syntax import Token

ONLY = "only"
RIDER = "rider"
UNLIMITED = "*"

Steps = tuple[Vector, ...]
Choice = Callable[[Steps], frozenset[Vector]]
"""Selects steps of an array."""
Part = Callable[[Vector], int]
"""The length of a step in some direction."""


@lru_cache(maxsize=4096)
def steps(numbers: tuple[int, ...], lattice: Lattice, literal: bool) -> Steps:
    """The steps of an array of two numbers: with all signs and both orders, or on hexagons all
    turns and mirrorings.
    """
    m, n = numbers
    if literal:
        return ((m, n),)
    if lattice is Lattice.SQUARE:
        signs = (1, -1)
        return tuple(
            sorted({(a * x, b * y) for x, y in ((m, n), (n, m)) for a, b in product(signs, signs)})
        )
    turned = set()
    for x, y in ((m, n), (n, m)):
        for _ in range(6):
            turned.add((x, y))
            x, y = -y, x + y
    return tuple(sorted(turned))


def choice(word: str, lattice: Lattice) -> Choice | None:
    """The steps that a direction word selects on a lattice; None if it is not one."""
    return choices(lattice).get(shortest(word))


_SPELLINGS = re.compile(r"(forward|backward)s|(left|right)wards?")


def shortest(word: str) -> str:
    """One spelling of each word: `leftwards-most` is `left-most`."""
    return _SPELLINGS.sub(lambda match: match[1] or match[2], word)


def _where(part: Part) -> Choice:
    return lambda all_steps: frozenset(step for step in all_steps if part(step) > 0)


def _extreme(part: Part, pick: Callable[..., int]) -> Choice:
    """The steps with the largest or the smallest positive length in a direction."""

    def chosen(all_steps: Steps) -> frozenset[Vector]:
        parts = {step: part(step) for step in all_steps if part(step) > 0}
        wanted = pick(parts.values(), default=0)
        return frozenset(step for step, size in parts.items() if size == wanted)

    return chosen


def _of_parts(pick: Callable[..., int], *parts: Part) -> Part:
    """The largest or the smallest of the lengths of a step in some directions."""
    return lambda step: pick(part(step) for part in parts)


_NEIGHBOURS: Mapping[str, Vector] = {
    "right": (1, 0),
    "forward-right": (0, 1),
    "forward-left": (-1, 1),
    "left": (-1, 0),
    "backward-left": (0, -1),
    "backward-right": (1, -1),
}


def _within_thirty_degrees(direction: Vector, step: Vector) -> int:
    """The length of a step in the direction of a neighbour, if that is its nearest direction."""
    doubled = inner(Lattice.HEX, step, direction)
    length = step[0] ** 2 + step[1] ** 2 + step[0] * step[1]
    return doubled if doubled > 0 and doubled**2 >= 3 * length else 0


@lru_cache(maxsize=2)
def choices(lattice: Lattice) -> Mapping[str, Choice]:
    """The steps that each direction word of a lattice selects, by its shortest spelling."""
    if lattice is Lattice.SQUARE:
        plain: dict[str, Part] = {
            "forward": lambda step: step[1],
            "backward": lambda step: -step[1],
        }
        plain |= {"left": lambda step: -step[0], "right": lambda step: step[0]}
        pairs = product(("forward", "backward"), ("left", "right"))
        corners = {f"{a}-{b}": _of_parts(min, plain[a], plain[b]) for a, b in pairs}
        shapes: dict[str, Choice] = {
            "diagonal": _where(lambda step: int(abs(step[0]) == abs(step[1]))),
            "orthogonal": _where(lambda step: int(0 in step)),
            "narrow": _where(lambda step: abs(step[1]) - abs(step[0])),
            "wide": _where(lambda step: abs(step[0]) - abs(step[1])),
        }
    else:
        sides: dict[str, Part] = {
            name: partial(_within_thirty_degrees, way) for name, way in _NEIGHBOURS.items()
        }
        plain = {"forward": lambda step: step[1], "backward": lambda step: -step[1]}
        plain |= {name: sides.pop(name) for name in ("left", "right")}
        corners, shapes = sides, {}
    plain["sideways"] = _of_parts(max, plain["left"], plain["right"])
    plain["vertical"] = _of_parts(max, plain["forward"], plain["backward"])
    known = {name: _where(part) for name, part in (plain | corners).items()} | shapes
    known |= {f"{name}-most": _extreme(part, max) for name, part in plain.items()}
    known |= {f"{name}-shallow": _extreme(part, min) for name, part in plain.items()}
    return known


def taken(
    all_steps: Steps, directions: Iterable[Iterable[str]], lattice: Lattice
) -> frozenset[Vector]:
    """The steps in the intersection of sets of direction words."""
    left = frozenset(all_steps)
    for together in directions:
        chosen = [choices(lattice)[shortest(word)](all_steps) for word in together]
        left &= frozenset[Vector]().union(*chosen)
    return left


# Ranges


@dataclass(frozen=True, slots=True)
class Range:
    """From the least to the most steps; None is any number."""

    least: int = 1
    most: int | None = None
    is_counted: bool = True
    """It is given by numbers, which take precedence over `:rider`."""


def is_range(word: tree.Word) -> bool:
    """Whether a restriction is a range."""
    return word.key in (RIDER, UNLIMITED) or word.key.isdecimal()


def numbers(words: Sequence[tree.Word]) -> tuple[tree.Word, ...]:
    """The numbers of steps, including `*`."""
    return tuple(word for word in words if word.key == UNLIMITED or word.key.isdecimal())


def refused(words: Sequence[tree.Word]) -> bool:
    """Whether a range is invalid: three numbers, a zero, a larger number first, or a first `*` of
    two.
    """
    counted = [word.key for word in numbers(words)]
    if len(counted) > 2 or any(key != UNLIMITED and int(key) == 0 for key in counted):
        return True
    if len(counted) < 2:
        return False
    return counted[0] == UNLIMITED or (
        counted[1] != UNLIMITED and int(counted[0]) > int(counted[1])
    )


def steps_of(words: Sequence[tree.Word], held: Range | None = None) -> Range | None:
    """The range within some restrictions and an outer range, which takes precedence; None without a
    range.
    """
    if held is not None and held.is_counted:
        return held
    counted = [word.key for word in numbers(words)]
    if counted and not refused(words):
        least = read_number(counted[0]) if len(counted) == 2 else 1
        return Range(least, None if counted[-1] == UNLIMITED else read_number(counted[-1]))
    if any(word.key == RIDER for word in words):
        return Range(is_counted=False)
    return held


# All restrictions

TOWARDS = {
    "outward": Towards.OUTWARD,
    "inward": Towards.INWARD,
    "any": Towards.OUTWARD | Towards.INWARD | Towards.ASIDE,
}
"""The sides to which a step may lead, by restriction; at the start of a move any (L9)."""


def is_label(word: tree.Word, lattice: Lattice) -> bool:
    """Whether a restriction is only a label (L11)."""
    return not (
        is_range(word) or word.key in TOWARDS or word.key == ONLY or choice(word.key, lattice)
    )


# Tests of `cond` and `if` (L16)


COORDINATES = {"rank": Coordinate(Axis.RANK), "file": Coordinate(Axis.FILE)}
MOVED = "moved"
_SIGNS = {str(sign): sign for sign in conditions.SIGNS}
PROMOTE = "promote-to"


def is_known_test(call: tree.Call) -> bool:
    """Whether a function without arguments can be evaluated in a position."""
    return (
        isinstance(call.function, tree.Name)
        and not call.arguments
        and call.function.key in (*COORDINATES, MOVED)
    )


def lowered(test: Expression) -> Test:
    """The test of an expression; unknown parts stay open under their labels."""
    match test:
        case tree.Logic("not", (only,)):
            return No(lowered(only))
        case tree.Logic("and", parts):
            return All(tuple(map(lowered, parts)))
        case tree.Logic("or", parts):
            return Some(tuple(map(lowered, parts)))
        case tree.Compare(sign, left, right):
            a, b = _number(left), _number(right)
            if a is None or b is None:
                return Open(label(test))
            return conditions.Compare(a, _SIGNS[sign], b)
        case tree.Call(tree.Name("moved"), ()):
            return Moved()
    return Open(label(test))


def _number(part: Expression) -> conditions.Number | None:
    match part:
        case tree.Number(value):
            return value
        case tree.Call(tree.Name(key), ()):
            return COORDINATES.get(key)
    return None


def label(part: Expression) -> str:
    """The label of an unknown test."""
    match part:
        case tree.Text(words):
            return folded(words)
        case tree.Number(value):
            return str(value)
        case tree.Name(key):
            return spaced(key)
        case tree.Call(function, arguments):
            return " ".join((label(function), *map(label, arguments)))
        case tree.Compare(sign, left, right):
            return f"{label(left)} {sign} {label(right)}"
    return "?"


# How they are explained

_FILE = packaged(__package__, "words")

_WAYS = {
    "forward": "forward",
    "backward": "backward",
    "left": "to the left",
    "right": "to the right",
    "sideways": "to either side",
    "vertical": "forward or backward",
    "forward-left": "forward and to the left",
    "forward-right": "forward and to the right",
    "backward-left": "backward and to the left",
    "backward-right": "backward and to the right",
}
"""The directions that a step can have a component in."""


def _directions() -> Mapping[str, VocabularyWord]:
    titles = {key: (way, f"Keeps every step that goes {way}.") for key, way in _WAYS.items()}
    for key, way in _WAYS.items():
        for ending, title, far in (
            ("most", "farthest", "farthest"),
            ("shallow", "least", "least far"),
        ):
            text = f"Of the steps of each array that go {way}, keeps those that go {far} that way."
            titles[f"{key}-{ending}"] = f"{title} {way}", text
    shapes = words(_FILE["shapes"])
    explained = {
        key: VocabularyWord(key, TokenType.DIRECTION, title, text=text)
        for key, (title, text) in titles.items()
    }
    in_order = (*_WAYS, *shapes, *titles)
    return {
        key: (explained | shapes)[key]
        for key in in_order
        if any(choice(key, lattice) for lattice in Lattice)
    }


DIRECTIONS = _directions()
"""The direction words of all boards, in their shortest spelling."""
RADIALS = words(_FILE["radials"])
"""Restrictions relative to the start of the move."""
RANGES = words(_FILE["ranges"])
"""Ranges other than numbers."""
RESTRICTIONS: Mapping[str, VocabularyWord] = {
    **DIRECTIONS,
    **RADIALS,
    **words(_FILE["literals"]),
    **RANGES,
}
FUNCTIONS = words(_FILE["functions"])
"""The functions of the notation."""
PIECES = FUNCTIONS["move"].arguments
"""The arguments of most functions."""
OPERATORS = words(_FILE["operators"])
"""Operators, by their signs in the Lisp and C styles."""
TESTS = words(_FILE["tests"])
"""The functions of conditions."""
LOGIC = words(_FILE["logic"])
COMPARISONS = words(_FILE["comparisons"])
_DIRECTIVES = words(_FILE["directives"])
CONDITION = _DIRECTIVES["cond"]
DEFAULT = _DIRECTIVES["else"]
DEFINITION = _DIRECTIVES["def"]
"""`cond`, `if` and `IF`; `else`; and `def`."""
HEADS: Mapping[str, VocabularyWord] = {
    **OPERATORS,
    **COMPARISONS,
    **LOGIC,
    "def": DEFINITION,
    "cond": CONDITION,
}
"""The words other than functions that begin a list."""
PROPERTIES = words(_FILE["properties"])
STRINGS = words(_FILE["strings"])


def restrictions(lattice: Lattice) -> Iterable[VocabularyWord]:
    """The restrictions that are known on a lattice."""
    return (
        word for key, word in RESTRICTIONS.items() if key not in DIRECTIONS or choice(key, lattice)
    )


# Words of other languages

MEANT: Mapping[str, str] = {
    word: meant for meant, others in _FILE["meant"].items() for word in others
}
"""The restrictions for words of other languages."""
LETTERS: Mapping[str, str] = _FILE["letters"]
"""The pieces for letters of Betza's notation."""
JOINS: Mapping[str, str] = {
    word: sign for sign, others in _FILE["joins"].items() for word in (sign, *others)
}
"""The operators for words of other languages, by their signs in the Lisp styles."""


def joining(word: str, before: str) -> str:
    """The operator for a word between two parts, given the word before it; empty for other words.

    Pieces are alternatives where an author says *and*. `$and` is the name of a piece.
    """
    sign = "" if word.startswith("$") else JOINS.get(canonical(word), "")
    return "/" if sign == "&" and canonical(before) not in FUNCTIONS else sign


# Colours

_TOKENS: Mapping[str, TokenType] = {
    **dict.fromkeys(("COMMENT", "OPEN_COMMENT"), TokenType.COMMENT),
    "STRING": TokenType.STRING,
    "NUMBER": TokenType.RANGE,
    "PROPERTY": TokenType.MODIFIER,
    "GERUND": TokenType.MODE,
    "DEFNAME": TokenType.NAME,
    **dict.fromkeys(
        ("DEF", "COND", "IF", "ELSE", "ELIF", "AGAIN", "END", "DEFINE"), TokenType.DIRECTIVE
    ),
    **dict.fromkeys(
        ("SIGN", "SLASH", "JUMP", "AFTER", "AMP", "COMPARE", "NOT"), TokenType.OPERATOR
    ),
    **dict.fromkeys(("OR", "AND", "AND_THEN", "THEN"), TokenType.OPERATOR),
}
_NAMES: Mapping[str, VocabularyWord] = {**FUNCTIONS, **TESTS, **LOGIC, DEFAULT.spelling: DEFAULT}
"""Names with a special meaning, some of them only in the Lisp styles."""


def token_type(token: Token) -> TokenType | None:
    """The colour of a token; None for brackets, commas and errors."""
    if token.kind == "NAME":
        known = _NAMES.get(token.text.lower().replace("_", "-"))
        return known.token_type if known else TokenType.ATOM
    if token.kind == "WORD":
        key = canonical(token.text[1:].strip())
        known = RESTRICTIONS.get(shortest(key))
        if key.isdecimal():
            return TokenType.RANGE
        if known:
            return known.token_type
        return TokenType.ARGUMENT
    return _TOKENS.get(token.kind)
