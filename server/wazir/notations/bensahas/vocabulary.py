"""Every word of the notation: spelling, colour, title, and what it means.

Hover, completion and colours read this table. The texts are for a person; backticks mark what is notation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from types import MappingProxyType

from wazir.notations.base import TokenType
from wazir.syntax import Token


class Use(Enum):
    """Where a word may stand."""

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
    """What is inserted, with tab stops, where it is more than the word."""
    example: str = ""
    """A whole text that shows it."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A place in the brackets of an action or a function."""

    name: str
    text: str
    rule: str = ""
    """What it may be, as the end of a diagnostic."""
    least: int | None = None
    """The least number; None if no number fits."""
    words: tuple[str, ...] = ()
    """What fits besides numbers; `/` is any turn."""
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
    _mode("m", "Move only", "It moves to an empty square, and takes nothing.", f"m({_RANGE})!", "m(1, 1)!"),
    _mode(
        "c",
        "Capture only",
        "It takes an enemy where it ends; with `@T`, the piece that this names.",
        f"c({_RANGE})!",
        "c(1, 144)!",
    ),
    _mode(
        "igui",
        "Take without moving",
        "It takes one piece in range, the first that it meets in a direction, and stays where it is. The heading is "
        "then the direction in which it took.",
        f"igui({_RANGE})!",
        "igui(1, 255)!",
    ),
    _action(
        "cannon",
        "Over screens",
        "It goes over empty squares to a screen, over that and further ones, and lands beyond the last. With `c` it "
        "takes something, with `m` nothing; alone it does either.",
        "cannon(${1:n}, ${2:15}; ${3:n}, ${4:FE}, ${5:1}, ${6:n}, ${7:landing})!",
        "c/cannon(n, 15; n, FE, 1, n, landing)!",
    ),
    _action(
        "near",
        "Move, and take what is left behind",
        "It moves to an empty square and takes the piece that stood a given number of squares away, in a direction "
        "turned from that of the move, when the leg began. Without such a piece there is no move.",
        "near(${1:n}, ${2:255}; ${3:1}, ${4:/4}, ${1:n})!",
        "c/near(n, 255; 1, /4, n)!",
    ),
    _action(
        "immobilize",
        "Pieces in range cannot move",
        "It is no move: enemies in range, or the pieces of `@T`, cannot move.",
        "immobilize(${1:1}, ${2:255})!",
        "immobilize(1, 255)!",
    ),
    _action(
        "flip",
        "Promotion",
        "After a move that makes the condition true, the piece becomes one of the pieces named.",
        "flip(condition = ${1:[n, 8]}, promotes_to = ${2:(n, 255)!})",
        "m(1, 1)!\nflip(condition = [n, 8], promotes_to = (n, 255)!)",
    ),
    Word(Use.VALUE, TokenType.RANGE, "n", "Any", "Any number, any file or rank, or any name, as its place wants it."),
    _side("E", "An enemy", "Pieces of the other side."),
    _side("F", "A friend", "Pieces of the mover's side."),
    _side("FE", "Either side", "Pieces of both sides."),
    _value(
        "screen",
        "The screens are taken",
        "Every screen is taken; the square where it lands must be empty, unless it is that of the last screen.",
    ),
    _value(
        "landing",
        "What stands where it lands is taken",
        "The screens are left alone, and an enemy must stand where it lands. This is so where nothing is said.",
    ),
    _value(
        "moved", "By the moves of the piece", "`@M = moved, 1`: it is the first move of the piece.", "moved, ${1:1}"
    ),
    _value(
        "relative",
        "By the moves of the game",
        "`@M = relative, -1`, in `exist(...)` only: as it was one move ago.",
        "relative, ${1:-1}",
    ),
    _logic("and", "All of these", "True if all that stands in its bracket is true.", "and($1)"),
    _logic("or", "One of these", "True if anything that stands in its bracket is true.", "or($1)"),
    _logic(
        "not",
        "Not this",
        "True if what stands in its bracket is false. `not/exist(...)` means `not(exist(...))`.",
        "not($1)",
    ),
    Word(
        Use.CONDITION,
        TokenType.ATOM,
        "exist",
        "A piece stands in range",
        "True if such a piece stands in range, with nothing between.",
        f"exist({_RANGE}$3)",
    ),
    _coordinate(
        "pos_x",
        "The file of a piece",
        "The number of the file of the mover (`self`), or of the piece named.",
        "pos_x(${1:self})",
    ),
    _coordinate(
        "pos_y",
        "The rank of a piece",
        "The number of the rank of the mover (`self`), or of the piece named.",
        "pos_y(${1:self})",
    ),
    _value("self", "The piece itself", "The mover, where it stands before this leg."),
    _key(
        "condition",
        "When it promotes",
        "What must be true where a move ends, whatever held before.",
        "condition = ${1:[n, 8]}",
    ),
    _key(
        "promotes_to",
        "What it becomes",
        "The pieces that it may become: statements, each one a piece, or parted by `~` if a piece has several; or the "
        "names of pieces of the file.",
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
            "`@M = moved, 1`: only as the first move of the piece. In `exist(...)`, `@M = relative, -1`: one move ago, "
            "which no position tells, so that it stays a condition.",
            "@M = moved, ${1:1}",
        ),
        "T": _key(
            "@T",
            "The target",
            "What it takes must be this piece: an enemy, or by `F<` a friend, by `FE<` either. There is no move "
            "without it.",
            "@T = ${1:E<n}",
        ),
        "B": _key("@B", "A condition", "It must hold where this leg begins, with the mover there.", "@B = $1"),
        "P": _key(
            "@P",
            "Squares",
            "It ends on one of these squares, or takes what stands there. They are counted from the mover's own "
            "left-hand corner.",
            "@P = [${1:n}, ${2:8}]",
        ),
    }
)
"""The parameters, by their letters."""

_DISTANCE = Argument("DISTANCE", "The most steps, or `n` for any number; the squares between must be empty.")
_DIRECTIONS = Argument(
    "DIRECTIONS", "A sum of N 1, E 2, S 4, W 8, NE 16, SE 32, SW 64, NW 128; or a turn such as `/4`."
)

PLAIN = (
    (_DISTANCE, _DIRECTIONS),
    (Argument("SHORT", "One part of an oblique step; both may change places."), Argument("LONG", "The other part.")),
)
ARGUMENTS: Mapping[str, tuple[tuple[Argument, ...], ...]] = MappingProxyType(
    {
        "cannon": (
            (Argument("DIST", "The most empty squares before the first screen; may be 0."), _DIRECTIONS),
            (
                Argument(
                    "GAP",
                    "The most empty squares between two screens; may be 0.",
                    "a number of empty squares, or `n`",
                    0,
                    ("n",),
                ),
                Argument(
                    "SCREEN",
                    "What the screens are: `F` friends, `E` enemies, `FE` either.",
                    "`F`, `E` or `FE`: a friend, an enemy, or either",
                    words=("F", "E", "FE"),
                ),
                Argument("COUNT", "How many screens; `n` is one or more.", "a positive number, or `n`", 1, ("n",)),
                Argument(
                    "LANDING",
                    "Which square beyond the last screen; `n` is any, `-1` the last screen itself.",
                    "a positive number, `n`, or `-1` for the last screen itself",
                    1,
                    ("n", "-1"),
                ),
                Argument(
                    "TAKEN",
                    "`screen`: every screen is taken; `landing`: what stands where it lands.",
                    "`screen` or `landing`",
                    words=("screen", "landing"),
                    optional=True,
                ),
            ),
        ),
        "near": (
            (_DISTANCE, _DIRECTIONS),
            (
                Argument("AWAY", "How many squares away the victim stood when the leg began.", "a positive number", 1),
                Argument(
                    "/TURN",
                    "In which direction, turned from that of the move: `/4` is straight behind.",
                    "a turn, such as `/4` for straight back",
                    words=("/",),
                ),
                Argument("AGAIN", "The distance again.", "a positive number, or `n`", 1, ("n",)),
            ),
        ),
        "exist": ((_DISTANCE, _DIRECTIONS, Argument("WHAT", "The piece; `@T` is the target, nothing any piece.")),),
        "and": ((Argument("CONDITION", "A condition."), Argument("CONDITION", "A condition.")),),
        "or": ((Argument("CONDITION", "A condition."), Argument("CONDITION", "A condition.")),),
        "not": ((Argument("CONDITION", "A condition."),),),
        "pos_x": ((Argument("PIECE", "`self`, or a piece such as `F<King`."),),),
        "pos_y": ((Argument("PIECE", "`self`, or a piece such as `F<King`."),),),
        "flip": (
            (
                Argument("condition = C", "What must be true where a move ends."),
                Argument("promotes_to = PIECES", "What the piece may become then."),
            ),
        ),
    }
)
"""The arguments of the actions and functions that are not plain, group by group."""


def arguments(path: Sequence[str]) -> tuple[tuple[Argument, ...], ...]:
    """The arguments in the brackets behind some names, group by group."""
    return next((ARGUMENTS[name] for name in reversed(path) if name in ARGUMENTS), PLAIN)


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
