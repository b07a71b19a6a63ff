"""The grammar (G22), keys with their entries and values, token types, and the detection of the
notation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache

from wazir.ben39.board import INTERSECTION_OF
from wazir.ben39.fen import held_king
from wazir.ben39.position import HAND, RESERVE, Rule, Side
from wazir.diagnostics import Diagnostic
from wazir.notations.ben39 import codes, vocabulary
from wazir.notations.fixes import write
from wazir.notations.notation import Context
from wazir.notations.results import TokenType
from wazir.parsing import Grammar, terminals, unparsed
from wazir.syntax import Token, Tree
from wazir.text import Span

KEYS: Mapping[str, str] = {key: key.upper().replace(" ", "_") for key in vocabulary.KEYS}
"""The keys of a record, each with its terminal in the grammar."""
_SYNONYMS = dict.fromkeys(("player", "side", "to move", "side to move"), "turn") | {
    "diagram": "board",
    "game": "moves",
}
"""Synonyms of keys."""
MIN_SIMILARITY = 0.7
"""The minimum similarity of a misspelled word."""
MAX_LETTERS_OF_KEY = 40
MAX_LETTERS_READ = 200_000
"""The maximum length of a record, including blanks and comments. A longer one is not even scanned
for comments.
"""

MANY_LINES = frozenset({"board", "moves", "expect"})
"""The keys whose values have several lines."""

_GRAMMAR = Grammar("ben39", asked=("KEY",), length=16_000)


@cache
def _beginning(*names: str) -> re.Pattern[str]:
    """The first lines of records, as terminals of the grammar. Compiled on first use, as all that
    needs the grammar.
    """
    return re.compile("|".join(terminals("ben39")[name] for name in names))


def starts_chunk(line: str) -> bool:
    """Whether a line starts a record."""
    return "position" in line and _beginning("POSITION", "NAMELESS").match(line) is not None


def file_context(context: Context, text: str) -> Context:
    """The context of a file. If positions have names, each needs one (G22)."""
    return replace(
        context, has_headers="position" in text and _beginning("POSITION").search(text) is not None
    )


def name_key(name: str) -> str:
    """The key of a name; all blanks are equal."""
    return " ".join(name.split())


def parse(text: str) -> Tree:
    """The tree of any text. Each line of a diagram is a token."""
    return _GRAMMAR.parse(text, _kind) if len(text) <= MAX_LETTERS_READ else unparsed(text)


def _kind(token: Token) -> str:
    """The kind of a key. A misspelled key gets the kind of the correct one, so that its value can
    be parsed.
    """
    nearest = nearest_key(key_of(token.text))
    return KEYS[nearest] if nearest else token.kind


def key_of(written: str) -> str:
    """A key without its colon and extra blanks."""
    return " ".join(written.rstrip(":").replace("\ufeff", " ").split())


def nearest_key(key: str) -> str | None:
    """The key that is written or meant; None if none is similar."""
    if key in KEYS:
        return key
    written = key.lower()[:MAX_LETTERS_OF_KEY]
    turned = " ".join(reversed(written.split()))
    if written in _SYNONYMS or turned in KEYS:
        return _SYNONYMS.get(written, turned)
    return "".join(get_close_matches(written, KEYS, n=1, cutoff=MIN_SIMILARITY)) or None


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A key of a record with its value."""

    key: str
    """The canonical key: `white hand`; as written if none is similar."""
    written: str
    """The key as written, without its colon and extra blanks."""
    key_span: Span
    """The span of the key without its colon."""
    value_start: int
    """The offset after the colon."""
    span: Span
    """From the key to the last token."""
    words: tuple[Token, ...]
    """The tokens of the value: those of its line, or up to the next key."""
    stray: tuple[Span, ...] = ()
    """Further lines after a one-line value."""

    @property
    def value_end(self) -> int:
        """The end of its value, where more may be written."""
        return self.words[-1].end if self.words else self.value_start

    @property
    def value_span(self) -> Span:
        """The span of its value; empty after the key without one."""
        if self.words:
            return Span(self.words[0].start, self.words[-1].end)
        return Span(self.span.end, self.span.end)


# Token types

_KINDS: Mapping[str, TokenType] = {
    **{name: TokenType[name] for name in ("NAME", "COMMENT", "WHITE", "BLACK", "MOVABLE")},
    **dict.fromkeys((*KEYS.values(), "POSITION", "NAMELESS"), TokenType.MODE),
    **dict.fromkeys(("RANK", "NUMBER", "RESULT"), TokenType.RANGE),
    **dict.fromkeys(("WORD", "EXPECTED"), TokenType.ARGUMENT),
    "FILES": TokenType.DIRECTION,
    "ACTION": TokenType.ATOM,
}


def token_type(token: Token) -> TokenType | None:
    """The token type of a token; None for plain text."""
    return _KINDS.get(token.kind)


# Detection

_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+(?i:position(?:[ \t]++[^\s;:=][^;:=\r\n]*+)?[ \t]*+(?=[;\r\n]|\Z)"
    rf"|(?:{'|'.join(KEYS)})[ \t]*+:)"
    r"|\+---[+A-Z*]|\|:::\||\|###\|"
    r"|\b[A-Z][+x?]?(?:@|[a-o]\d{1,2}[-x])[a-o]\d{1,2}\b|\b[A-Z][a-o]\d{1,2}[<>]"
)
"""A header, a key, a part of a diagram, or an action."""


def evidence(text: str) -> int:
    """The number of typical features."""
    return sum(1 for _ in _TYPICAL.finditer(text))


# The values of keys with one line: turn, hands, reserves, castles and rules (G22)

TURNS = {"white": Side.WHITE, "black": Side.BLACK}
LETTERS = {
    "white hand": HAND,
    "black hand": HAND,
    "white reserve": RESERVE,
    "black reserve": RESERVE,
}
"""The letters of the hands and reserves, by their keys."""

_CASTLE = re.compile(r"(?P<place>[a-o][0-9]{1,2})(?P<step>[+x])?(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Castle:
    """The next step of a castle: `g3+`."""

    place: str
    step: str
    span: Span


def turn_of(entry: Entry | None) -> tuple[Side, list[Diagnostic]]:
    """The side to move."""
    if entry is None:
        return Side.WHITE, []
    words = entry.words
    if len(words) == 1 and words[0].text in TURNS:
        return TURNS[words[0].text], []
    near = [
        side for word in words for name, side in TURNS.items() if _is_near(word.text.lower(), name)
    ]
    span = Span(words[0].start, words[-1].end) if words else entry.key_span
    fixes = tuple(write(span, str(side)) for side in near[:1])
    message = "A turn is `white` or `black`."
    return near[0] if near else Side.WHITE, [Diagnostic(codes.BAD_TURN, span, message, fixes=fixes)]


def _is_near(word: str, name: str) -> bool:
    """Whether a word is the beginning of a name, or similar to it."""
    return name.startswith(word) or bool(
        get_close_matches(word, [name], n=1, cutoff=MIN_SIMILARITY)
    )


def stored(entry: Entry) -> tuple[tuple[Token, ...], list[Diagnostic]]:
    """The letters of the pieces in a hand or a reserve."""
    words = () if [word.text for word in entry.words] == ["-"] else entry.words
    letters = LETTERS[entry.key]
    pieces = tuple(word for word in words if word.text in letters)
    return pieces, [
        _not_stored(word.text, word.span, letters) for word in words if word.text not in letters
    ]


def _not_stored(letter: str, span: Span, letters: str) -> Diagnostic:
    """The diagnostic of a letter that is not allowed in a hand or a reserve."""
    is_hand, upper = letters == HAND, letter.upper()
    if is_hand and letter in ("K", "Q"):
        fixes = (write(span, "P"),) if letter == "Q" else ()
        return Diagnostic(codes.KING_IN_HAND, span, held_king(letter), fixes=fixes)
    quoted = f"`{letter}`" if letter.isprintable() and letter != "`" else "This"
    where = "a hand" if is_hand else "a reserve"
    message = (
        f"{quoted} cannot be in {where}. The letters are {', '.join(letters)}, or `-` for none."
    )
    fixes = (write(span, upper),) if upper in letters else ()
    return Diagnostic(codes.UNKNOWN_LETTER, span, message, fixes=fixes)


def castles(entry: Entry | None) -> tuple[tuple[Castle, ...], list[Diagnostic]]:
    """The next steps of castles, the first for each place."""
    known: dict[str, Castle] = {}
    diagnostics: list[Diagnostic] = []
    words = entry.words if entry else ()
    for word in words:
        match = _CASTLE.fullmatch(word.text)
        if match and match["place"] not in INTERSECTION_OF:
            message = (
                f"No intersection {match['place']}. Intersections have odd files and ranks, such "
                "as g3."
            )
            diagnostics.append(Diagnostic(codes.BAD_CASTLE, word.span, message))
        elif match is None or match["rest"] or not match["step"]:
            right = (
                "Write its intersection and next step, as in `g3+` (orthogonal) or `g3x` "
                "(diagonal)."
            )
            fixes = (
                tuple(write(word.span, f"{match['place']}{step}") for step in "+x") if match else ()
            )
            diagnostics.append(
                Diagnostic(codes.BAD_CASTLE, word.span, f"Invalid castle. {right}", fixes=fixes)
            )
        elif match["place"] in known:
            message = f"Repeated castle on {match['place']}. The first entry applies."
            diagnostics.append(Diagnostic(codes.BAD_CASTLE, word.span, message))
        else:
            known[match["place"]] = Castle(match["place"], match["step"], word.span)
    return tuple(known.values()), diagnostics


def rules_in(entry: Entry | None) -> tuple[frozenset[Rule], list[Diagnostic]]:
    """The rules that a record sets."""
    names = [str(rule) for rule in Rule]
    words = entry.words if entry else ()
    message = f"Unknown rule. The rules are {', '.join(f'`{name}`' for name in names)}."
    diagnostics: list[Diagnostic] = []
    for word in [word for word in words if word.text not in names]:
        near = get_close_matches(
            word.text.lower()[:MAX_LETTERS_OF_KEY], names, n=1, cutoff=MIN_SIMILARITY
        )
        fixes = tuple(write(word.span, name) for name in near)
        diagnostics.append(Diagnostic(codes.UNKNOWN_RULE, word.span, message, fixes=fixes))
    return frozenset(Rule(word.text) for word in words if word.text in names), diagnostics
