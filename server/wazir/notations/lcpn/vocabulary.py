"""The words of the notation, each with its title and a paragraph.

Hovers, completions and signatures read these tables; what the words do is in `meaning`. The texts are for a person;
backticks mark what is notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from wazir.notations.lcpn.restrictions import choice, shortest
from wazir.notations.lcpn.tree import canonical
from wazir.notations.results import TokenType
from wazir.piece.model import Lattice
from wazir.syntax import Token

Parameters: TypeAlias = tuple[tuple[str, str], ...]
"""The labels of arguments, each with a sentence."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A word of the notation."""

    key: str
    """Its canonical form: lower case, with hyphens, without colons and quotes."""
    colour: TokenType
    title: str
    """A short title."""
    text: str
    """A paragraph about it."""
    parameters: Parameters = ()
    """Its arguments in a list or in brackets."""


def _table(
    colour: TokenType, words: Mapping[str, tuple[str, str]], parameters: Mapping[str, Parameters] | None = None
) -> Mapping[str, Meaning]:
    arguments = parameters or {}
    return MappingProxyType(
        {key: Meaning(key, colour, title, text, arguments.get(key, ())) for key, (title, text) in words.items()}
    )


# Restrictions

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

_SHAPES = {
    "diagonal": ("along the diagonals", "Keeps the steps that go as far aside as forward or backward."),
    "orthogonal": ("along files and ranks", "Keeps the steps along a file or a rank."),
    "narrow": ("longer forward or back than aside", "Keeps the steps that are longer forward or backward than aside."),
    "wide": ("longer aside than forward or back", "Keeps the steps that are longer aside than forward or backward."),
}


def _directions() -> Mapping[str, Meaning]:
    words = {key: (way, f"Keeps every step that goes {way}.") for key, way in _WAYS.items()}
    words |= _SHAPES
    for key, way in _WAYS.items():
        for ending, title, far in (("most", "farthest", "farthest"), ("shallow", "least", "least far")):
            text = f"Of the steps of each array that go {way}, keeps those that go {far} that way."
            words[f"{key}-{ending}"] = f"{title} {way}", text
    known = (word for word in words if any(choice(word, lattice) for lattice in Lattice))
    return _table(TokenType.DIRECTION, {word: words[word] for word in known})


DIRECTIONS = _directions()
"""The direction words of all boards, in their shortest spelling."""

RADIALS = _table(
    TokenType.DIRECTION,
    {
        "outward": (
            "outward",
            "Keeps the steps that lead away from where the move began. It is implied in the later parts of a chain. Of "
            "a ride the first step counts.",
        ),
        "inward": (
            "inward",
            "Keeps the steps that lead back towards where the move began. Of a ride the first step counts.",
        ),
        "any": (
            "any way",
            "Keeps all steps, also those back towards where the move began. In the later parts of a chain it replaces "
            "the implied `:outward`.",
        ),
    },
)
"""Restrictions relative to the start of the move."""

LITERALS = _table(
    TokenType.DIRECTION,
    {
        "only": (
            "the literal step",
            "Makes the steps of the arrays inside it as written: squares to the right, then squares forward, without "
            "rotations and mirror images.",
        )
    },
)

RANGES = _table(
    TokenType.RANGE,
    {
        "rider": (
            "any number of steps",
            "Makes any number of steps in a straight line, as long as the squares between them are empty.",
        ),
        "*": ("without a limit", "Any number of steps, as the largest number of a range."),
    },
)
"""Ranges other than numbers."""

RESTRICTIONS: Mapping[str, Meaning] = MappingProxyType({**DIRECTIONS, **RADIALS, **LITERALS, **RANGES})

MEANT: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("up", "north", "front", "f"), "forward"),
        **dict.fromkeys(("down", "south", "back", "b"), "backward"),
        **dict.fromkeys(("east", "r"), "right"),
        **dict.fromkeys(("west", "l"), "left"),
        **dict.fromkeys(("side", "horizontal", "s"), "sideways"),
        **dict.fromkeys(("slide", "slider", "slides", "n", "inf", "infinite", "unlimited", "infinity"), "rider"),
    }
)
"""The restrictions for words of other languages."""

LETTERS: Mapping[str, str] = MappingProxyType(
    {
        **{"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "w": "wazir", "f": "ferz"},
        **{"d": "dabbabah", "a": "alfil", "h": "threeleaper", "l": "camel", "c": "camel", "j": "zebra", "z": "zebra"},
        **{"g": "tripper", "nn": "nightrider", "ww": "rook", "ff": "bishop"},
    }
)
"""The pieces for letters of Betza's notation."""

# Functions and operators

JOINS: Mapping[str, str] = MappingProxyType(
    {
        **{sign: sign for sign in ("/", "=>", "->", "&")},
        **dict.fromkeys(("or", "either"), "/"),
        **dict.fromkeys(("then", "and-then"), "=>"),
        "and": "&",
    }
)
"""The operators for words of other languages, by their signs in the Lisp styles."""


def joining(word: str, before: str) -> str:
    """The operator for a word between two parts, given the word before it; empty for other words.

    Pieces are alternatives where an author says *and*. `$and` is the name of a piece.
    """
    sign = "" if word.startswith("$") else JOINS.get(canonical(word), "")
    return "/" if sign == "&" and canonical(before) not in FUNCTIONS else sign


PIECES: Parameters = (("piece", "The piece whose moves it chooses from."), ("...", "More pieces, each by itself."))

FUNCTIONS = _table(
    TokenType.MODE,
    {
        "move": ("moves only", "The moves of the piece inside that take nothing."),
        "capture": (
            "captures only",
            "The moves of the piece inside that take a foe, on any square.",
        ),
        "destroy": (
            "takes a friend",
            "The moves of the piece inside, whose last part takes a friend.",
        ),
        "no-jump": (
            "does not leap",
            "Each leap of the piece inside needs a free way of single steps to where it ends: diagonal and straight "
            "ones in any order, all towards the end. So `no-jump` makes the elephant of xiangqi out of `[2 2]`.",
        ),
        "cannon": (
            "over one piece",
            "The moves of the piece inside that pass over exactly one piece, which stays. The range counts the square "
            "of that piece too.",
        ),
        "grasshopper": (
            "right behind one piece",
            "The moves of the piece inside that pass over exactly one piece and end right behind it.",
        ),
        "igui": (
            "takes without moving",
            "Takes what the piece inside could take, and stays where it was.",
        ),
        "initial": ("first move only", "The moves of the piece inside, only as the first move of the piece."),
        "promote-to": (
            "becomes another piece",
            "The last part of a chain: the piece ends where the part before it does, and becomes one of these.",
        ),
    },
    {
        **dict.fromkeys(("move", "capture", "destroy", "no-jump", "cannon", "grasshopper", "igui", "initial"), PIECES),
        "promote-to": (("piece", "What it may become."), ("...", "What else it may become.")),
    },
)
"""The functions of the notation."""

OPERATORS = _table(
    TokenType.OPERATOR,
    {
        "/": ("either", "The moves of any of the parts."),
        "=>": (
            "and then",
            "First the part before it, then the part after it. The piece may not stop between: the square there must "
            "be empty, so that a piece on it blocks the way.",
        ),
        "->": (
            "and then, optionally",
            "First the part before it, then optionally the part after it. The first step is never blocked: the piece "
            "may stop there, go on over an empty square, jump a piece there, or take a foe on the way.",
        ),
        "&": ("both", "Joins functions: both hold."),
    },
    {
        "/": (("piece", "One piece."), ("...", "Others.")),
        **dict.fromkeys(
            ("=>", "->"), (("first", "What it does first."), ("then", "How it goes on."), ("...", "And so on."))
        ),
        "&": (("function", "One function."), ("...", "Others that hold too.")),
    },
)
"""Operators, by their signs in the Lisp and C styles."""

# Conditions

TESTS = _table(
    TokenType.MODE,
    {
        "rank": (
            "the rank it stands on",
            "The number of the rank where the piece stands before the move, counted from its own side: 1 is the first.",
        ),
        "file": (
            "the file it stands on",
            "The number of the file where the piece stands before the move: 1 is the a-file.",
        ),
        "moved": ("whether it has moved", "Holds if the piece has moved before."),
    },
)
"""The functions of conditions."""

LOGIC = _table(
    TokenType.OPERATOR,
    {
        "not": ("the opposite", "Holds where the condition after it does not."),
        "and": ("both conditions", "Holds where all of its conditions do."),
        "or": ("either condition", "Holds where one of its conditions does."),
    },
    {
        **dict.fromkeys(("and", "or"), (("condition", "A condition."), ("...", "More conditions."))),
        "not": (("condition", "A condition."),),
    },
)

COMPARISONS = _table(
    TokenType.OPERATOR,
    {
        "=": ("equal", "Holds where both numbers are the same."),
        "!=": ("not equal", "Holds where the numbers differ."),
        "<": ("less", "Holds where the first number is smaller than the second."),
        ">": ("greater", "Holds where the first number is larger than the second."),
        "<=": ("at most", "Holds where the first number is not larger than the second."),
        ">=": ("at least", "Holds where the first number is not smaller than the second."),
    },
    dict.fromkeys(
        ("=", "!=", "<", ">", "<=", ">="),
        (("first", "A number, or what gives one."), ("second", "What it is compared with.")),
    ),
)

CONDITION = Meaning(
    "cond",
    TokenType.DIRECTIVE,
    "by conditions",
    "The piece of the first condition that holds. A condition that cannot be evaluated is kept as a label of its "
    "piece.",
    (
        ("(condition piece)", "A condition, and the piece where it holds."),
        ("...", "More of them; the last may begin with `else`."),
    ),
)
"""`cond`, `if` and `IF`."""

DEFAULT = Meaning(
    "else",
    TokenType.DIRECTIVE,
    "in all other cases",
    "Holds where none of the conditions before it does.",
)

DEFINITION = Meaning(
    "def",
    TokenType.DIRECTIVE,
    "a definition",
    "Names a piece, or a function made of functions. The name may be used before its definition.",
    (("name", "The new name."), ("expression", "What it stands for.")),
)

HEADS: Mapping[str, Meaning] = MappingProxyType(
    {**OPERATORS, **COMPARISONS, **LOGIC, "def": DEFINITION, "cond": CONDITION}
)
"""The words other than functions that begin a list."""

# Properties and strings

PROPERTIES = _table(
    TokenType.MODIFIER,
    {"royal": ("royal", "The piece must not be captured.")},
)

STRINGS = _table(
    TokenType.STRING,
    {
        "more": ("not complete", "Says that the piece can do more than is written here."),
        "see text": ("not complete", "Says that the text around the definition tells the rest."),
    },
)


def restrictions(lattice: Lattice) -> Iterable[Meaning]:
    """The restrictions that are known on a lattice."""
    return (word for word in RESTRICTIONS.values() if word.key not in DIRECTIONS or choice(word.key, lattice))


# Colours

_TOKENS: Mapping[str, TokenType] = MappingProxyType(
    {
        **dict.fromkeys(("COMMENT", "OPEN_COMMENT"), TokenType.COMMENT),
        "STRING": TokenType.STRING,
        "NUMBER": TokenType.RANGE,
        "PROPERTY": TokenType.MODIFIER,
        "GERUND": TokenType.MODE,
        "DEFNAME": TokenType.NAME,
        **dict.fromkeys(("DEF", "COND", "IF", "ELSE", "ELIF", "AGAIN", "END", "DEFINE"), TokenType.DIRECTIVE),
        **dict.fromkeys(("SIGN", "SLASH", "JUMP", "AFTER", "AMP", "COMPARE", "NOT"), TokenType.OPERATOR),
        **dict.fromkeys(("OR", "AND", "AND_THEN", "THEN"), TokenType.OPERATOR),
    }
)
_NAMES: Mapping[str, Meaning] = MappingProxyType({**FUNCTIONS, **TESTS, **LOGIC, DEFAULT.key: DEFAULT})
"""Names with a special meaning, some of them only in the Lisp styles."""


def token_type(token: Token) -> TokenType | None:
    """The colour of a token; None for brackets, commas and errors."""
    if token.kind == "NAME":
        known = _NAMES.get(token.text.lower().replace("_", "-"))
        return known.colour if known else TokenType.ATOM
    if token.kind == "WORD":
        key = canonical(token.text[1:].strip())
        known = RESTRICTIONS.get(shortest(key))
        return TokenType.RANGE if key.isdecimal() else known.colour if known else TokenType.ARGUMENT
    return _TOKENS.get(token.kind)
