"""The three dialects (B1), and the words of the notation: spelling, kind, title, and meaning in each dialect.

The parser of legs, hover, completion, colouring and the messages about letters all read this table. The texts are for
a person; backticks mark what is notation. What a direction selects depends on the atom after it: see `directions.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from types import MappingProxyType

from wazir.notations.results import TokenType
from wazir.piece.known import texts
from wazir.piece.model import Vector
from wazir.syntax import Token

ORIGINAL, EXTENDED, XBETZA = "original", "extended", "xbetza"

DIALECTS = {
    ORIGINAL: "Betza's own notation: atoms, directions, ranges, and the modifiers c g i j m n o p z",
    EXTENDED: "Extended Betza: chains with `-`, groups with `( )`, and modes that test and change squares on the way",
    XBETZA: "the Betza of XBoard, the Interactive Diagrams and Fairy-Stockfish: `a` between legs, `[ ]`, `O`, `y`",
}


class WordKind(Enum):
    """The kind of a word."""

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    ATOM = auto()
    SUFFIX = auto()
    DIRECTION = auto()
    MODE = auto()
    MODIFIER = auto()
    OPERATOR = auto()
    DIRECTIVE = auto()


Texts = Mapping[str, str]
"""A text by dialect; a missing dialect lacks the word or has no text of its own."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the notation."""

    spelling: str
    kind: WordKind
    titles: Texts
    """A few words for each dialect: what it is called, or what it does."""
    texts: Texts
    """A paragraph for each dialect that has the word: its meaning on the mover's last leg."""
    example: str
    """A definition as an example, in each dialect that has it."""
    inner: Texts
    """Its meaning on a leg that another one follows, in the dialects where that is something else."""
    leap: Vector | None = None
    """The leap of an atom that is one leap."""

    @property
    def dialects(self) -> tuple[str, ...]:
        """The dialects that have it."""
        return tuple(dialect for dialect in DIALECTS if dialect in self.texts)

    @property
    def title(self) -> str:
        """Its title in all dialects."""
        return next(iter(self.titles.values()))

    def title_in(self, dialect: str) -> str:
        """Its title in a dialect."""
        return self.titles.get(dialect, self.title)

    def text(self, dialect: str, inner: bool = False) -> str:
        """Its paragraph in a dialect, which is empty if that dialect lacks the word."""
        own = self.inner.get(dialect) if inner else None
        return own or self.texts.get(dialect, "")


def _in(everywhere: str = "", **own: str) -> Texts:
    """A text for each dialect: its own, else that for everywhere. A dialect with an empty text is left out."""
    texts = {dialect: own.get(dialect, everywhere) for dialect in DIALECTS}
    return MappingProxyType({dialect: text for dialect, text in texts.items() if text})


def _word(
    kind: WordKind,
    spelling: str,
    title: str | Texts,
    text: str = "",
    example: str = "",
    inner: str | Texts = "",
    **own: str,
) -> Word:
    """A word with its text, and the *own* texts of single dialects. Original Betza has no inner legs."""
    titles = _in(title) if isinstance(title, str) else title
    inner = _in(inner, original="") if isinstance(inner, str) else inner
    return Word(spelling, kind, titles, _in(text, **own), example or spelling, inner)


def _leaper(spelling: str, leap: Vector, title: str, text: str) -> Word:
    return Word(spelling, WordKind.ATOM, _in(title), _in(text), spelling, _in(), leap)


_atom = partial(_word, WordKind.ATOM)
_suffix = partial(_word, WordKind.SUFFIX)
_direction = partial(_word, WordKind.DIRECTION)
_mode = partial(_word, WordKind.MODE)
_modifier = partial(_word, WordKind.MODIFIER)
_operator = partial(_word, WordKind.OPERATOR)
_directive = partial(_word, WordKind.DIRECTIVE)

_ATOMS = (
    _leaper("W", (0, 1), "Wazir", "One square orthogonally. With a range it slides: `W3`, `W0` is the Rook."),
    _leaper("F", (1, 1), "Ferz", "One square diagonally. With a range it slides: `F3`, `F0` is the Bishop."),
    _leaper("D", (0, 2), "Dabbaba", "A leap two squares orthogonally, over any pieces between."),
    _leaper("N", (1, 2), "Knight", "A leap two squares one way and one square aside; the Knight of chess."),
    _leaper("A", (2, 2), "Alfil", "A leap two squares diagonally, over any pieces between."),
    _leaper("H", (0, 3), "Threeleaper", "A leap three squares orthogonally, over any pieces between."),
    _leaper("L", (1, 3), "Camel", "A leap three squares one way and one square aside; the long Knight. Also `C`."),
    _leaper("C", (1, 3), "Camel", "A leap three squares one way and one square aside; the long Knight. Also `L`."),
    _leaper("J", (2, 3), "Zebra", "A leap three squares one way and two squares aside. Also `Z`."),
    _leaper("Z", (2, 3), "Zebra", "A leap three squares one way and two squares aside. Also `J`."),
    _leaper("G", (3, 3), "Tripper", "A leap three squares diagonally, over any pieces between."),
    _atom(
        "K",
        "King",
        "One square in any of the eight directions: `W` and `F` together. Directions choose among all eight.",
        original="One square in any of the eight directions: short for `WF`. Directions are those of `W` and of `F`, "
        "so `fK` is `fWfF`.",
    ),
    _atom("R", "Rook", "Slides any number of squares orthogonally: short for `W0`."),
    _atom("B", "Bishop", "Slides any number of squares diagonally: short for `F0`."),
    _atom(
        "Q",
        "Queen",
        "Slides any number of squares in any of the eight directions: `R` and `B` together. Directions choose among "
        "all eight.",
        original="Slides any number of squares in any of the eight directions: short for `RB`. Directions are those of "
        "`R` and of `B`, so `fQ` is `fRfB`.",
    ),
    _atom("U", "Universal leaper", "", "mU", xbetza="A leap to any other square of the board."),
    _atom(
        "O",
        "Castling",
        "",
        "isO2",
        xbetza="Castles with the first piece on its rank, if that is an unmoved friend on the edge file. The number is "
        "how many squares the mover goes aside; its partner goes to the square that the mover crossed last.",
    ),
    _atom("I", "Imitator", "", xbetza="Moves like the piece that moved last, which is not evaluated."),
    _atom(
        "(a,b)",
        "Leaper",
        "",
        "(1,4)",
        extended="A leap of a squares one way and b squares aside, in all its directions.",
        xbetza="A leap of a squares one way and b squares aside, in all its directions.",
    ),
)

_SUFFIXES = (
    _suffix(
        "X",
        "Three further",
        "",
        "FX",
        xbetza="The leap of the atom with three squares more on its longer part: `FX` is (1,4).",
    ),
    _suffix(
        "Y",
        "Two further, both ways",
        "",
        "DY",
        xbetza="The leap of the atom with two squares more on both of its parts: `DY` is (2,4).",
    ),
)

_DIRECTIONS = (
    _direction("f", "forward", "Forward. On a later leg: straight on.", "fN"),
    _direction("b", "backward", "Backward. On a later leg: straight back.", "bN"),
    _direction("l", "to the left", "To the mover's left. On a later leg: a turn to the left.", "lN"),
    _direction("r", "to the right", "To the mover's right. On a later leg: a turn to the right.", "rN"),
    _direction("v", "vertical", "Forward and backward: `f` and `b` together.", "vN"),
    _direction("s", "sideways", "To both sides: `l` and `r` together.", "sN"),
    _direction("h", "half", "In a pair: the whole half of the directions on that side, as in `fhN`.", "fhN"),
    _direction(
        "a",
        _in("all", xbetza="and again"),
        "",
        "aW",
        original="All directions of the atom, which is the default.",
        extended="All directions of the atom, also straight back. After `-` the default is straight on.",
        xbetza="Ends one leg and begins the next, with the same atom. The next leg goes every way but straight back, "
        "unless it names its directions.",
    ),
)

_MODES = (
    _mode(
        "m",
        "move only",
        "Moves without capturing: the square must be empty.",
        "mW",
        inner="The square must be empty, and the path goes on from there. This is the default before another leg.",
    ),
    _mode(
        "c",
        "capture only",
        "Captures only: a foe must stand there.",
        "cW",
        inner="Takes the foe that must stand there, and the path goes on: hit and run.",
    ),
    _mode(
        "d",
        "destroy a friend",
        "Captures a friend that must stand there.",
        "dW",
        inner="Takes the friend that must stand there, and the path goes on.",
        original="",
    ),
    _mode(
        "p",
        "cannon",
        "Rides, jumps exactly one piece of either side, and may stop on any square behind it, with capture or without. "
        "The range counts every step.",
        "pR",
        inner="Hops: a piece of either side must stand there. It is left alone, and the path goes on.",
        extended="`pX` is `pX-cX`: hops over the first piece it meets, of either side, and captures what it meets next "
        "in the same direction.",
    ),
    _mode(
        "g",
        "grasshopper",
        "Rides to a piece of either side, jumps it, and lands right behind it, with capture or without. The range "
        "counts every step, the landing too.",
        "gQ",
        inner=_in(
            xbetza="Hops as `p` does, and changes between step and slide: after a sliding leg the next ones step, "
            "after a step they slide."
        ),
        extended="`gX` is `pX` and then one step of the same kind: hops over the first piece it meets, of either side, "
        "and lands right behind it, with capture or without.",
    ),
    _mode(
        "t",
        "friend",
        "",
        "tR",
        inner="A friend must stand there. It is left alone, and the path goes on.",
        extended="Tests for a friend, which is left alone. It needs another leg after it.",
        xbetza="A capture with it is marked as not royal: it gives no check. The mark is a condition that is not "
        "evaluated.",
    ),
    _mode(
        "u",
        "unload",
        "Puts down the piece taken last. The mover cannot end on such a leg: another one must follow.",
        "cW-uW-bW",
        inner="Puts the piece taken last on the square. One that stands there is taken instead. With nothing in hand "
        "the path is blocked.",
        original="",
    ),
)

_MODIFIERS = (
    _modifier(
        "i",
        "first move",
        "First in the modifiers of the first leg: the mover must not have moved yet. Straight before `c` or `d` "
        "elsewhere: the piece that is taken must not have moved yet.",
        "ifmW2",
    ),
    _modifier(
        "n",
        "no leap",
        "Lame: some shortest way to the square must be free of pieces.",
        "nN",
        xbetza="Lame: the squares on the way must be free, straight first, then diagonally. So `nN` is the horse of "
        "xiangqi.",
    ),
    _modifier(
        "j",
        "must leap",
        "Must leap: some shortest way to the square has exactly one piece on it.",
        "jD",
        xbetza="Must leap: exactly one piece stands on the way, straight first, then diagonally. On a ride of single "
        "steps it skips the first square, whatever stands there, and counts it: `jR` is the ski rook.",
    ),
    _modifier(
        "o",
        "edge",
        "Cylindrical: the left and the right edge of the board are joined for this move.",
        "oR",
        inner=_in(
            extended="Crosses the edge: the leg must end off the board, and the path goes on from there. So `oW-bW` "
            "asks for an edge and comes back."
        ),
        xbetza="Cylindrical: the left and the right edge of the board are joined for this leg.",
    ),
    _modifier(
        "z",
        "crooked",
        "",
        "zF7",
        original="Crooked: the steps of the ride turn to one side and the other of the general direction, in turn. The "
        "directions choose the first step. Without a range it makes one step.",
        xbetza="Crooked: the steps of the ride turn to one side and the other of the general direction, in turn. The "
        "directions choose the first step. Without a range it is unlimited.",
    ),
    _modifier(
        "q",
        "circular",
        "",
        "qN",
        xbetza="Circular: each step of the ride turns on to the same side, so that the ride goes round. `qN` is the "
        "Rose. Without a range it is unlimited.",
    ),
    _modifier(
        "e",
        _in(extended="as long", xbetza="en passant"),
        "",
        "R-eB",
        extended="As long: the leg covers as many king steps as the last leg before it that has a range.",
        xbetza="En passant: also takes a piece that has just passed over this square. The move to the empty square is "
        "a condition that is not evaluated.",
    ),
    _modifier(
        "y",
        "step or slide",
        "",
        "FyafsF",
        xbetza="Changes between step and slide from the next leg on: a step is followed by slides, a slide by steps. "
        "`FyafsF` is the griffon.",
    ),
    _modifier(
        "x",
        _in(extended="eruption", xbetza="a label"),
        "",
        "xacK",
        extended="Eruption: the leg before it is the mover's last. The rest of the chain goes out along all its ways "
        "at once, each taking what it meets. `xx` is an explosion: the mover is removed too.",
        xbetza="A property that is kept as a label and not evaluated.",
    ),
)

_OPERATORS = (
    _operator(
        "-",
        "and then",
        "",
        "W-F",
        extended="Continues with the next leg from where the last one ended.",
        xbetza="Inside `[ ]`: continues with the next leg from where the last one ended.",
    ),
    _operator("?", "and then, perhaps", "", "[F?R]", xbetza="May stop here, or go on with the next leg."),
    _operator(
        "(",
        "group",
        "",
        "W-(FR)",
        extended="A group. On either side of a `-` its parts are alternatives; elsewhere it has no effect.",
    ),
    _operator("[", "chain", "", "[F-R]", xbetza="A chain of legs, joined with `-` or `?`."),
    _operator("=", "definition", "Defines the moves of the piece with this name.", "king = K"),
    _operator(":", "definition", "Defines the moves of the piece with this name.", "king: K"),
)

_DIRECTIVES = (
    _directive(
        "%dialect",
        "dialect",
        "The dialect of all definitions up to the next `%dialect`. Without it each definition is judged by itself.",
        "%dialect xbetza",
    ),
    _directive(
        "%board",
        "board",
        "The board on which moves are shown and counted, up to the next `%board`.",
        "%board 10x8",
    ),
)

WORDS: tuple[Word, ...] = (*_ATOMS, *_SUFFIXES, *_DIRECTIONS, *_MODES, *_MODIFIERS, *_OPERATORS, *_DIRECTIVES)
"""All words but numbers and pairs of directions, in the order in which they are best read."""

_BY_SPELLING: Mapping[str, Word] = {word.spelling: word for word in WORDS}


def word(spelling: str) -> Word | None:
    """The word of that spelling; any leap written as `(a,b)` is one word."""
    if spelling.startswith("(") and len(spelling) > 1:
        return _BY_SPELLING["(a,b)"]
    return _BY_SPELLING.get({")": "(", "]": "["}.get(spelling, spelling))


def words(kind: WordKind, dialect: str) -> tuple[Word, ...]:
    """The words of a kind that a dialect has."""
    return tuple(word for word in WORDS if word.kind is kind and dialect in word.texts)


def dialects_with(letter: str) -> tuple[str, ...]:
    """The dialects that have a letter."""
    return _BY_SPELLING[letter].dialects


def _letters(*kinds: WordKind) -> Mapping[str, frozenset[str]]:
    """The letters of some kinds, by dialect."""
    letters = [word for word in WORDS if word.kind in kinds and len(word.spelling) == 1]
    return {dialect: frozenset(word.spelling for word in letters if dialect in word.texts) for dialect in DIALECTS}


ATOMS = _letters(WordKind.ATOM)
MODIFIERS = _letters(WordKind.DIRECTION, WordKind.MODE, WordKind.MODIFIER)
IN_BRACKETS = MODIFIERS[EXTENDED] - set("ex")
"""The modifiers of the legs inside `[ ]` (B21)."""


# Colours

COLOUR_OF_KIND: Mapping[WordKind, TokenType] = {
    kind: TokenType.ATOM if kind is WordKind.SUFFIX else TokenType[kind.name] for kind in WordKind
}
"""The colour of each kind of words."""

_COLOUR_OF_TERMINAL: Mapping[str, TokenType] = {
    **dict.fromkeys(("ATOM", "SUFFIX", "DOUBLE", "VECTOR"), TokenType.ATOM),
    **dict.fromkeys(("HYPHEN", "QUESTION", "LPAR", "RPAR", "LSQB", "RSQB", "EQUALS"), TokenType.OPERATOR),
    "RANGE": TokenType.RANGE,
    "NAME": TokenType.NAME,
    "DIRECTIVE": TokenType.DIRECTIVE,
    "ARGUMENTS": TokenType.ARGUMENT,
    "COMMENT": TokenType.COMMENT,
}

_COLOUR_OF_MODIFIER: Mapping[str, TokenType] = {
    word.spelling: COLOUR_OF_KIND[word.kind] for word in WORDS if word.spelling.islower()
}


def token_type(token: Token) -> TokenType | None:
    """The colour of a token; None for what is no word."""
    if token.kind == "MODIFIER":
        return _COLOUR_OF_MODIFIER.get(token.text, TokenType.MODIFIER)
    return _COLOUR_OF_TERMINAL.get(token.kind)


# Well-known pieces


PIECES: Mapping[str, str] = {
    **{
        word.title.lower(): word.spelling
        for word in WORDS
        if word.kind is WordKind.ATOM and (word.leap or word.spelling in "KRBQ")
    },
    "pawn": "fmWfcFifmnD",
    "horse": "N",
    "cannon": "mRcpR",
    "grasshopper": "gQ",
    "nightrider": "N0",
    "man": "K",
    "guard": "K",
    "archbishop": "BN",
    "princess": "BN",
    "cardinal": "BN",
    "chancellor": "RN",
    "empress": "RN",
    "marshal": "RN",
    "amazon": "QN",
    "centaur": "KN",
    "gold": "WfF",
    "silver": "FfW",
    "alibaba": "AD",
    "squirrel": "NAD",
    "vizier": "W",
    "dabbabah": "D",
    "fers": "F",
    "minister": "F",
    "giraffe": "(1,4)",
}
"""Well-known pieces by name, in lower case, in a spelling that every dialect with its signs reads alike."""


def moves_named(name: str) -> str | None:
    """The moves of a well-known piece, by its name in any case."""
    own = PIECES.get(name.lower())
    if own:
        return own
    known = texts("betza").get(name.lower())
    return known.text if known else None
