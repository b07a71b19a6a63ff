"""The words of the notation: spelling, colour, title and meaning.

Hover, completion and colours read this table. Backticks in texts mark notation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from types import MappingProxyType

from wazir.notations.results import TokenType
from wazir.syntax import Token


class Use(Enum):
    """The use of a word."""

    ACTION = auto()
    VALUE = auto()
    SIDE = auto()
    CONDITION = auto()
    COORDINATE = auto()
    KEY = auto()


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the notation."""

    use: Use
    token_type: TokenType
    spelling: str
    title: str
    text: str
    snippet: str | None = None
    """The text to insert, with tab stops, if not the word alone."""
    example: str = ""
    """A whole text as an example."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A place in the brackets of an action or a function."""

    name: str
    text: str
    rule: str = ""
    """The allowed values, as the last sentence of a diagnostic."""
    least: int | None = None
    """The least number; None if no number fits."""
    words: tuple[str, ...] = ()
    """The values besides numbers; `/` is any turn."""
    optional: bool = False


_mode = partial(Word, Use.ACTION, TokenType.MODE)
_action = partial(Word, Use.ACTION, TokenType.ATOM)
_side = partial(Word, Use.SIDE, TokenType.ARGUMENT)
_value = partial(Word, Use.VALUE, TokenType.ARGUMENT)
_logic = partial(Word, Use.CONDITION, TokenType.OPERATOR)
_coordinate = partial(Word, Use.COORDINATE, TokenType.ATOM)
_key = partial(Word, Use.KEY, TokenType.MODIFIER)

_RANGE = "${1:n}, ${2:255}"

_ALL = (
    _mode("m", "Move only", "Moves to an empty square without capturing.", f"m({_RANGE})!", "m(1, 1)!"),
    _mode(
        "c",
        "Capture only",
        "Captures an enemy on the square where it ends; with `@T`, the piece named there.",
        f"c({_RANGE})!",
        "c(1, 144)!",
    ),
    _mode(
        "igui",
        "Capture without moving",
        "Captures one piece in range, the first in its direction, and stays on its square. The heading is then the "
        "direction of the capture.",
        f"igui({_RANGE})!",
        "igui(1, 255)!",
    ),
    _action(
        "cannon",
        "Over screens",
        "Slides to a screen, jumps it and any further screens, and lands beyond the last one. With `c` it only "
        "captures, with `m` it only moves; without either it does both.",
        "cannon(${1:n}, ${2:15}; ${3:n}, ${4:FE}, ${5:1}, ${6:n}, ${7:landing})!",
        "c/cannon(n, 15; n, FE, 1, n, landing)!",
    ),
    _action(
        "near",
        "Move, and capture from a distance",
        "Moves to an empty square and captures the piece at a given distance from the start of the leg, in a direction "
        "relative to the move. Without such a piece there is no move.",
        "near(${1:n}, ${2:255}; ${3:1}, ${4:/4}, ${1:n})!",
        "c/near(n, 255; 1, /4, n)!",
    ),
    _action(
        "immobilize",
        "Pieces in range cannot move",
        "Not a move: enemies in range, or the pieces of `@T`, cannot move.",
        "immobilize(${1:1}, ${2:255})!",
        "immobilize(1, 255)!",
    ),
    _action(
        "flip",
        "Promotion",
        "After a move that makes the condition true, the piece becomes one of the listed pieces.",
        "flip(condition = ${1:[n, 8]}, promotes_to = ${2:(n, 255)!})",
        "m(1, 1)!\nflip(condition = [n, 8], promotes_to = (n, 255)!)",
    ),
    Word(Use.VALUE, TokenType.RANGE, "n", "Any", "Any number, any file or rank, or any name, depending on its place."),
    _side("E", "An enemy", "Pieces of the other side."),
    _side("F", "A friend", "Pieces of the mover's side."),
    _side("FE", "Either side", "Pieces of both sides."),
    _value(
        "screen",
        "Capture the screens",
        "Captures every screen. The landing square must be empty, unless it is the square of the last screen.",
    ),
    _value(
        "landing",
        "Capture on the landing square",
        "Captures the enemy on the landing square and leaves the screens. This is the default.",
    ),
    _value("moved", "By the moves of the piece", "`@M = moved, 1`: the first move of the piece.", "moved, ${1:1}"),
    _value(
        "relative",
        "By the moves of the game",
        "`@M = relative, -1`, in `exist(...)` only: one move ago.",
        "relative, ${1:-1}",
    ),
    _logic("and", "All of these", "True if all its conditions are true.", "and($1)"),
    _logic("or", "One of these", "True if any of its conditions is true.", "or($1)"),
    _logic(
        "not",
        "Not this",
        "True if its condition is false. `not/exist(...)` means `not(exist(...))`.",
        "not($1)",
    ),
    Word(
        Use.CONDITION,
        TokenType.ATOM,
        "exist",
        "A piece is in range",
        "True if such a piece is in range, with nothing between.",
        f"exist({_RANGE}$3)",
    ),
    _coordinate(
        "pos_x",
        "The file of a piece",
        "The number of the file of the mover (`self`) or of the named piece.",
        "pos_x(${1:self})",
    ),
    _coordinate(
        "pos_y",
        "The rank of a piece",
        "The number of the rank of the mover (`self`) or of the named piece.",
        "pos_y(${1:self})",
    ),
    _value("self", "The piece itself", "The mover, on its square before this leg."),
    _key(
        "condition",
        "When it promotes",
        "The condition that must hold where a move ends, whether or not it held before.",
        "condition = ${1:[n, 8]}",
    ),
    _key(
        "promotes_to",
        "What it becomes",
        "The pieces that it may become: names of pieces of the file, or statements. Each statement is one piece, "
        "unless `~` separates pieces of several statements.",
        "promotes_to = $1",
    ),
)

WORDS: Mapping[str, Word] = MappingProxyType({word.spelling: word for word in _ALL})
"""The words, by how they are written."""

PARAMETERS: Mapping[str, Word] = MappingProxyType(
    {
        "M": _key(
            "@M",
            "When",
            "`@M = moved, 1`: only as the first move of the piece. In `exist(...)`, `@M = relative, -1`: one move ago. "
            "A position does not tell this, so it stays a condition.",
            "@M = moved, ${1:1}",
        ),
        "T": _key(
            "@T",
            "The target",
            "The captured piece must be this one: an enemy, with `F<` a friend, with `FE<` either. Without it there is "
            "no move.",
            "@T = ${1:E<n}",
        ),
        "B": _key("@B", "A condition", "It must hold where this leg begins, with the mover on its square.", "@B = $1"),
        "P": _key(
            "@P",
            "Squares",
            "The leg must end or capture on one of these squares. They are counted from the mover's own left-hand "
            "corner.",
            "@P = [${1:n}, ${2:8}]",
        ),
    }
)
"""The parameters, by their letters."""

_DISTANCE = Argument(
    "DISTANCE", "The largest number of steps, or `n` for any number; the squares between must be empty."
)
_DIRECTIONS = Argument(
    "DIRECTIONS", "A sum of N 1, E 2, S 4, W 8, NE 16, SE 32, SW 64, NW 128; or a turn such as `/4`."
)

PLAIN = (
    (_DISTANCE, _DIRECTIONS),
    (
        Argument("SHORT", "One length of an oblique step; the order does not matter."),
        Argument("LONG", "The other length."),
    ),
)
ARGUMENTS: Mapping[str, tuple[tuple[Argument, ...], ...]] = MappingProxyType(
    {
        "cannon": (
            (Argument("DIST", "The largest number of empty squares before the first screen; may be 0."), _DIRECTIONS),
            (
                Argument(
                    "GAP",
                    "The largest number of empty squares between two screens; may be 0.",
                    "The gap between screens is a number of empty squares, or `n`",
                    0,
                    ("n",),
                ),
                Argument(
                    "SCREEN",
                    "The side of the screens: `F` friends, `E` enemies, `FE` either.",
                    "The screens are `F`, `E` or `FE`: friends, enemies, or either",
                    words=("F", "E", "FE"),
                ),
                Argument(
                    "COUNT",
                    "The number of screens; `n` is one or more.",
                    "The number of screens is 1 or more, or `n`",
                    1,
                    ("n",),
                ),
                Argument(
                    "LANDING",
                    "The square beyond the last screen; `n` is any, `-1` the last screen itself.",
                    "The landing square is 1 or more, `n`, or `-1` for the last screen itself",
                    1,
                    ("n", "-1"),
                ),
                Argument(
                    "TAKEN",
                    "`screen`: captures every screen; `landing`: captures on the landing square.",
                    "What is captured is `screen` or `landing`",
                    words=("screen", "landing"),
                    optional=True,
                ),
            ),
        ),
        "near": (
            (_DISTANCE, _DIRECTIONS),
            (
                Argument(
                    "AWAY",
                    "The distance of the victim from the start of the leg.",
                    "The distance of the victim is 1 or more",
                    1,
                ),
                Argument(
                    "/TURN",
                    "The direction of the victim, relative to the move: `/4` is straight behind.",
                    "The direction of the victim is a turn, such as `/4` for straight back",
                    words=("/",),
                ),
                Argument(
                    "AGAIN",
                    "The distance again.",
                    "The last value repeats the distance: 1 or more, or `n`",
                    1,
                    ("n",),
                ),
            ),
        ),
        "exist": ((_DISTANCE, _DIRECTIONS, Argument("WHAT", "The piece; `@T` is the target. Without it, any piece.")),),
        "and": ((Argument("CONDITION", "A condition."), Argument("CONDITION", "A condition.")),),
        "or": ((Argument("CONDITION", "A condition."), Argument("CONDITION", "A condition.")),),
        "not": ((Argument("CONDITION", "A condition."),),),
        "pos_x": ((Argument("PIECE", "`self`, or a piece such as `F<King`."),),),
        "pos_y": ((Argument("PIECE", "`self`, or a piece such as `F<King`."),),),
        "flip": (
            (
                Argument("condition = C", "The condition that must hold where a move ends."),
                Argument("promotes_to = PIECES", "The pieces that it may become."),
            ),
        ),
    }
)
"""The arguments of the actions and functions that are not plain, group by group."""


def arguments(path: Sequence[str]) -> tuple[tuple[Argument, ...], ...]:
    """The arguments in the brackets after some names, group by group."""
    return next((ARGUMENTS[name] for name in reversed(path) if name in ARGUMENTS), PLAIN)


VALUES = frozenset(word.spelling for word in _ALL if word.use in (Use.VALUE, Use.SIDE, Use.CONDITION))
"""The words that are values, and so no names of pieces."""


# Colours

_SIGNS: Mapping[str, TokenType] = {
    "COMMENT": TokenType.COMMENT,
    "HEADER": TokenType.NAME,
    "FLIP": TokenType.ATOM,
    "NUMBER": TokenType.RANGE,
    "TURN": TokenType.DIRECTION,
    "PARAMETER": TokenType.MODIFIER,
    "BANG": TokenType.OPERATOR,
    "PLUS": TokenType.OPERATOR,
    "TILDE": TokenType.OPERATOR,
    "SLASH": TokenType.OPERATOR,
    "LESS": TokenType.OPERATOR,
}


def token_type(token: Token) -> TokenType | None:
    """The colour of a word; None is that of the text."""
    if token.kind in ("NAME", "FIRST"):
        word = WORDS.get(token.text)
        return word.token_type if word else TokenType.ARGUMENT
    return _SIGNS.get(token.kind)
