"""The three dialects (B1), and the words of the notation: spelling, kind, title, and meaning in
each dialect.

The parser of legs, hover, completion, colouring and the messages about letters all read the table
in `words.toml`. What a direction selects depends on the atom after it: see `directions.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Any

from wazir.notations.results import TokenType
from wazir.notations.vocabulary import packaged
from wazir.piece.known import texts
from wazir.piece.model import Vector
from wazir.syntax import Token

ORIGINAL, EXTENDED, XBETZA = "original", "extended", "xbetza"

DIALECTS = {
    ORIGINAL: (
        "Betza's own notation: atoms, directions, ranges, and the modifiers c g i j m n o p z"
    ),
    EXTENDED: (
        "Extended Betza: chains with `-`, groups with `( )`, and modes that test and change "
        "squares on the way"
    ),
    XBETZA: (
        "The Betza of XBoard, the Interactive Diagrams and Fairy-Stockfish: `a` between legs, `[ "
        "]`, `O`, `y`"
    ),
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
    """Its meaning on a leg that another one follows, in the dialects where that is something
    else.
    """
    later: Texts
    """Its meaning on a leg that is not the first, in the dialects where that is something else."""
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


TABLES: Mapping[str, Any] = packaged(__package__, "words")
"""The tables of `words.toml`."""


def _by_dialect(text: str | Texts, all_but: str = "") -> Texts:
    """A text for each dialect; a single text is for all but *all_but*. A dialect with an empty text
    is left out.
    """
    own = {"all": text, all_but: ""} if isinstance(text, str) else text
    texts = {dialect: own.get(dialect, own.get("all", "")) for dialect in DIALECTS}
    return MappingProxyType({dialect: text for dialect, text in texts.items() if text})


def _word(kind: WordKind, row: Mapping[str, Any]) -> Word:
    """The word of a row, as `words.toml` explains it."""
    texts = _by_dialect(row.get("text", ""))
    inner = _by_dialect(row.get("inner", ""), all_but=ORIGINAL)
    leap = (row["leap"][0], row["leap"][1]) if "leap" in row else None
    example = row.get("example", row["spelling"])
    later = _by_dialect(row.get("later", ""), all_but=ORIGINAL)
    title = _by_dialect(row["title"])
    return Word(
        row["spelling"],
        kind,
        title,
        texts=texts,
        example=example,
        inner=inner,
        later=later,
        leap=leap,
    )


WORDS = tuple(_word(kind, row) for kind in WordKind for row in TABLES[kind.name.lower()])
"""All words but numbers and pairs of directions, in the order in which they are best read."""

_BY_SPELLING: Mapping[str, Word] = {word.spelling: word for word in WORDS}
WORD_OF: Mapping[str, Word] = {**_BY_SPELLING, ")": _BY_SPELLING["("], "]": _BY_SPELLING["["]}
"""The words by their spelling. Any leap in numbers is `(a,b)`."""
DIALECTS_WITH: Mapping[str, tuple[str, ...]] = {word.spelling: word.dialects for word in WORDS}
"""The dialects that have a word, by its spelling."""


def words(kind: WordKind, dialect: str) -> tuple[Word, ...]:
    """The words of a kind that a dialect has."""
    return tuple(word for word in WORDS if word.kind is kind and dialect in word.texts)


def _letters(*kinds: WordKind) -> Mapping[str, frozenset[str]]:
    """The letters of some kinds, by dialect."""
    letters = [word for word in WORDS if word.kind in kinds and len(word.spelling) == 1]
    return {
        dialect: frozenset(word.spelling for word in letters if dialect in word.texts)
        for dialect in DIALECTS
    }


ATOMS = _letters(WordKind.ATOM)
MODIFIERS = _letters(WordKind.DIRECTION, WordKind.MODE, WordKind.MODIFIER)
IN_BRACKETS = MODIFIERS[EXTENDED] - set("ex")
"""The modifiers of the legs inside `[ ]` (B21)."""
UNCLEAR_IN_BRACKETS = frozenset("qz")
"""The modifiers that published diagrams have on later legs inside `[ ]`, without a known meaning
(D3).
"""


# Colours

COLOUR_OF_KIND: Mapping[WordKind, TokenType] = {
    kind: TokenType.ATOM if kind is WordKind.SUFFIX else TokenType[kind.name] for kind in WordKind
}
"""The colour of each kind of words."""

_COLOUR_OF_TERMINAL: Mapping[str, TokenType] = {
    **dict.fromkeys(("ATOM", "SUFFIX", "DOUBLE", "VECTOR"), TokenType.ATOM),
    **dict.fromkeys(
        ("HYPHEN", "QUESTION", "REPEAT", "LPAR", "RPAR", "LSQB", "RSQB", "EQUALS"),
        TokenType.OPERATOR,
    ),
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
    **TABLES["pieces"],
}
"""Well-known pieces by name, in lower case, in a spelling that every dialect with its signs reads
alike.
"""


def moves_named(name: str) -> str | None:
    """The moves of a well-known piece, by its name in any case; None for another name."""
    own = PIECES.get(name.lower())
    if own:
        return own
    known = texts("betza").get(name.lower())
    return known.text if known else None


# Directions and leapers in words


def _phrases(table: str) -> Mapping[frozenset[int], str]:
    """What directions select in words, by the selected places."""
    return {frozenset(map(int, places.split())): text for places, text in TABLES[table].items()}


WAYS = _phrases("ways")
TURNS = _phrases("turns")
ROUND = _phrases("round")
"""On a first leg, on a later one, and on an oblique leg after an oblique one."""
LEAPERS: Mapping[Vector, str] = {
    **{word.leap: word.title for word in WORDS if word.leap},
    **{(int(leap[0]), int(leap[2])): name for leap, name in TABLES["leapers"].items()},
}
"""The names of leapers, by their leaps."""
