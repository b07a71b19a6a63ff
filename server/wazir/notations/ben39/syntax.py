"""The grammar, a scanner of lines (G22), and records: their lines and keys."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType

from wazir.ben39.board import INTERSECTION_OF
from wazir.ben39.fen import held_king
from wazir.ben39.position import HAND, Rule, Side
from wazir.diagnostics import Diagnostic, Fix
from wazir.notations.ben39 import rules
from wazir.notations.kit import write
from wazir.notations.notation import Context
from wazir.notations.results import OutlineEntry, TokenType
from wazir.notations.suggestions import similar
from wazir.parsing import Grammar
from wazir.syntax import Node, Problem, ProblemKind, Token, Tree
from wazir.tables import terminals
from wazir.text import Span, line_end

KEYS = MappingProxyType(
    {
        "turn": "TURN",
        "white hand": "WHITE_HAND",
        "black hand": "BLACK_HAND",
        "white reserve": "WHITE_RESERVE",
        "black reserve": "BLACK_RESERVE",
        "castles": "CASTLES",
        "rules": "RULES",
        "board": "BOARD",
        "fen": "FEN",
        "moves": "MOVES",
        "expect": "EXPECT",
    }
)
"""The keys of a record, each with its terminal in the grammar."""
_MEANT = dict.fromkeys(("player", "side", "to move", "side to move"), "turn") | {"diagram": "board", "game": "moves"}
"""Synonyms of keys."""
KEY_KINDS = frozenset(KEYS.values())
NEAR = 0.7
"""The minimum similarity of a misspelled key."""
LONGEST_KEY = 40
LONGEST = 200_000
"""The maximum length of a record, including blanks and comments."""

_GRAMMAR = Grammar("ben39", asked=("KEY",), length=16_000)
_START = re.compile(r"[ \t\ufeff]*position(?:[ \t]+[^\s;:]|[ \t]*(?:;|$))")


def starts_chunk(line: str) -> bool:
    """Whether a line starts a record."""
    return "position" in line and _START.match(line) is not None


def parse(text: str) -> Tree:
    """The tree of any text. Each line of a diagram is a token."""
    return _GRAMMAR.parse(text, _kind) if len(text) <= LONGEST else _unread(text)


def _unread(text: str) -> Tree:
    """The tree of a text that is too long to scan for comments."""
    span = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    problem = Problem(ProblemKind.TOO_LONG, span, None, None, frozenset(), None)
    return Tree(text, Node("start", (), 0, 0), (Token("ERROR", text, 0),), (problem,))


def key_of(written: str) -> str:
    """A key without its colon and extra blanks."""
    return " ".join(written.rstrip(":").replace("\ufeff", " ").split())


@lru_cache(maxsize=4_096)  # asked several times for each key, and dear for one that is misspelled
def nearest_key(key: str) -> str | None:
    """The key that is written or meant; None if none is similar."""
    if key in KEYS:
        return key
    written = key.lower()[:LONGEST_KEY]
    turned = " ".join(reversed(written.split()))
    if written in _MEANT or turned in KEYS:
        return _MEANT.get(written, turned)
    return "".join(similar(written, KEYS, 1, NEAR)) or None


def _kind(token: Token) -> str:
    """The kind of a key. A misspelled key gets the kind of the correct one, so that its value can be parsed."""
    nearest = nearest_key(key_of(token.text))
    return KEYS[nearest] if nearest else token.kind


# Token types

_KINDS: Mapping[str, TokenType] = {
    **dict.fromkeys((*KEY_KINDS, "POSITION", "NAMELESS"), TokenType.MODE),
    "NAME": TokenType.NAME,
    "COMMENT": TokenType.COMMENT,
    "WHITE": TokenType.WHITE,
    "BLACK": TokenType.BLACK,
    "MOVABLE": TokenType.MOVABLE,
    "RANK": TokenType.RANGE,
    "FILES": TokenType.DIRECTION,
    "NUMBER": TokenType.RANGE,
    "ACTION": TokenType.ATOM,
    "RESULT": TokenType.RANGE,
    "WORD": TokenType.ARGUMENT,
    "EXPECTED": TokenType.ARGUMENT,
}


def token_type(token: Token) -> TokenType | None:
    """The token type of a token; None for plain text."""
    return _KINDS.get(token.kind)


# Names

_HEADER = re.compile(r"(?<![^\r\n])[ \t\ufeff]*(?P<key>position)[ \t]+(?P<name>[^\s;:](?:[^;\r\n]*[^\s;])?)")
_KEY = re.compile(terminals("ben39")["KEY"])


def name_key(name: str) -> str:
    """The key of a name; all blanks are equal."""
    return " ".join(name.split())


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The names of the positions of a chunk, with their spans."""
    if "position" not in text:
        return ()
    return tuple((name_key(match["name"]), Span(*match.span("name"))) for match in _HEADER.finditer(text))


def file_context(context: Context, text: str) -> Context:
    """The context of a file. If positions have names, each needs one (G22)."""
    return replace(context, has_headers=bool(names(text)))


def positions(text: str) -> tuple[OutlineEntry, ...]:
    """The outline of a chunk without details."""
    headers = list(_HEADER.finditer(text))
    first = headers[0].start("key") if headers else len(text)
    found: list[OutlineEntry] = []
    if key := _KEY.search(text, 0, first):
        start = key.end() - len(key[0].lstrip())
        found.append(_outlined("", text, Span(start, first), Span(start, key.end())))
    ends = (*(match.start("key") for match in headers[1:]), len(text))
    for match, end in zip(headers, ends, strict=False):
        found.append(_outlined(name_key(match["name"]), text, Span(match.start("key"), end), Span(*match.span("name"))))
    return tuple(found)


def _outlined(name: str, text: str, span: Span, selection: Span) -> OutlineEntry:
    inside = text[span.start : span.end].rstrip()
    return OutlineEntry(name or "position", "", Span(span.start, span.start + len(inside)), selection)


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


# Records


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A key of a record with its value. Hashed by identity."""

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


@dataclass(frozen=True, slots=True)
class Sign:
    """The content of a place of the board."""

    place: str
    """`h2`, `g3`."""
    span: Span
    """The three characters of a square without the bars, or a piece on an intersection with its asterisk."""
    side: Side | None = None
    """The owner of the piece; None if it is empty."""
    letter: str = ""
    """The letter of the piece."""
    piece: Span | None = None
    """The letter of the piece, on an intersection with its asterisk; None if it is empty."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a diagram, except that of the files."""

    start: int
    """The offset of column 0."""
    text: str
    """The line from column 0, without trailing characters."""
    rank: int | None
    """Its rank; None if it is unknown."""
    rank_span: Span | None
    """The span of the rank number."""
    first: int
    """The column of the first character of the board."""
    shift: int = 0
    """The number of columns that it is too far to the right."""
    signs: tuple[Sign, ...] = ()

    @property
    def span(self) -> Span:
        """From the rank number or the first character to the last one."""
        first = self.rank_span.start if self.rank_span else self.start + self.first
        return Span(first, self.start + len(self.text))

    @property
    def is_renumbered(self) -> bool:
        """Whether its rank differs from its number."""
        return self.rank_span is not None and int(self.text[: self.first].strip()) != self.rank

    @property
    def is_as_written(self) -> bool:
        """Whether its rank and columns are as written; else its places are a guess."""
        return not self.shift and not self.is_renumbered

    @property
    def board(self) -> Span:
        """The span of the board part."""
        return Span(self.start + self.first, self.start + len(self.text))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A diagram (G23)."""

    rows: tuple[Row, ...]
    """In the order of the text."""
    files: Span | None
    """The line of the files, from its first letter to its last."""
    column: int
    """The column of file `a`."""
    is_certain: bool
    """Whether the ranks and files are certain."""
    is_whole: bool
    """Whether all lines were parsed."""
    movable: tuple[Sign, ...]
    """The contents of the ring locations that are drawn, in the order of the text."""

    @property
    def signs(self) -> tuple[Sign, ...]:
        """The contents of all lines."""
        return tuple(sign for row in self.rows for sign in row.signs)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that are drawn, from the top."""
        return tuple(sorted({row.rank for row in self.rows if row.rank is not None}, reverse=True))

    @property
    def is_full(self) -> bool:
        """Whether all ranks are drawn."""
        return len(self.ranks) == 15


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A position with its keys. Hashed by identity."""

    name: Token | None
    header: Span | None
    """The `position` line, without its line end."""
    span: Span
    """From the first token to the last."""
    entries: tuple[Entry, ...]
    """In the order of the text."""
    stray: tuple[Span, ...] = ()
    """Lines before the first key."""

    def entry(self, key: str) -> Entry | None:
        """The first entry with a key. An entry with a misspelled key counts only if there is no other."""
        found = [entry for entry in self.entries if entry.key == key]
        return min(found, key=lambda entry: entry.written != key, default=None)


@dataclass(frozen=True, slots=True)
class Parsed:
    """The records of a text, with its tree."""

    tree: Tree
    """Includes the tokens of diagrams, of which the grammar knows only the lines."""
    records: tuple[Record, ...]
    outside: tuple[Span, ...] = ()
    """Lines outside of records."""


# From the tree of a text to its records (G22)

MANY_LINES = frozenset({"board", "moves", "expect"})
"""The keys whose values have several lines."""


@lru_cache(maxsize=64)
def read(text: str) -> Parsed:
    """The records of a text; none if it is too long. Never raises."""
    tree = parse(text)
    records = tree.root.inner("record")
    before = [child for child in tree.root.children if not (isinstance(child, Node) and child.kind == "record")]
    found = [_record(record.children, text) for record in records]
    if any(isinstance(child, Node) for child in before):
        return Parsed(tree, (_record(before, text), *found))
    return Parsed(tree, tuple(found), tuple(child.span for child in before))


def _record(parts: Iterable[Node | Token], text: str) -> Record:
    parts = tuple(parts)
    entries = tuple(_entry(part, text) for part in parts if isinstance(part, Node) and part.kind != "header")
    header = next((part for part in parts if isinstance(part, Node) and part.kind == "header"), None)
    name, place = None, None
    if header:
        name = next((word for word in header.children if isinstance(word, Token) and word.kind == "NAME"), None)
        place = Span(_skipped(text, header.start), header.end)
    start = place.start if place else _skipped(text, parts[0].start)
    stray = tuple(part.span for part in parts if isinstance(part, Token))
    return Record(name, place, Span(start, parts[-1].end), entries, stray)


def _skipped(text: str, start: int) -> int:
    """The offset after the blanks at the start of a token."""
    while text[start] in " \t\ufeff":
        start += 1
    return start


def _entry(node: Node, text: str) -> Entry:
    word, *words = node.leaves()
    written = key_of(word.text)
    key = (nearest_key(written) or written) if word.kind in KEY_KINDS else written
    start = _skipped(text, word.start)
    stray: tuple[Span, ...] = ()
    if key in KEYS and key not in MANY_LINES:
        stop = line_end(text, word.end)
        inside = [one for one in words if one.start < stop]
        stray = tuple(_lines(words[len(inside) :], text))
        words = inside
    return Entry(key, written, Span(start, _key_end(word)), word.end, Span(start, node.end), tuple(words), stray)


def _key_end(word: Token) -> int:
    return word.start + len(word.text.rstrip(":").rstrip())


def _lines(words: Iterable[Token], text: str) -> Iterable[Span]:
    """The lines of some tokens."""
    for _, some in groupby(words, key=lambda word: line_end(text, word.start)):
        inside = tuple(some)
        yield Span(inside[0].start, inside[-1].end)


# One-line values: turn, hands, reserves, and the next steps of castles (G22)

TURNS = {"white": Side.WHITE, "black": Side.BLACK}

ALIKE = 0.7
"""The minimum similarity of a misspelled side."""

_CASTLE = re.compile(r"(?P<place>[a-o][0-9]{1,2})(?P<step>[+x])?(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Held:
    """A piece in a hand or a reserve."""

    letter: str
    span: Span


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
    near = [side for word in words for name, side in TURNS.items() if _is_near(word.text.lower(), name)]
    span = Span(words[0].start, words[-1].end) if words else entry.key_span
    fixes = tuple(write(span, str(side)) for side in near[:1])
    message = "A turn is `white` or `black`."
    return near[0] if near else Side.WHITE, [Diagnostic(rules.BAD_TURN, span, message, fixes)]


def _is_near(word: str, name: str) -> bool:
    return name.startswith(word) or bool(similar(word, [name], 1, ALIKE))


def held(entry: Entry | None, letters: str) -> tuple[tuple[Held, ...], list[Diagnostic]]:
    """The pieces in a hand or a reserve, one for each letter."""
    words = entry.words if entry else ()
    if len(words) == 1 and words[0].text == "-":
        return (), []
    pieces: list[Held] = []
    found: list[Diagnostic] = []
    for word in words:
        if word.text in letters:
            pieces.append(Held(word.text, word.span))
        else:
            found.append(_not_held(word.text, word.span, letters))
    return tuple(pieces), found


def _not_held(letter: str, span: Span, letters: str) -> Diagnostic:
    if letter in ("K", "Q") and letters == HAND:
        fixes = (write(span, "P"),) if letter == "Q" else ()
        return Diagnostic(rules.KING_IN_HAND, span, held_king(letter), fixes)
    where = "a hand" if letters == HAND else "a reserve"
    shown = f"`{letter}`" if letter.isprintable() and letter != "`" else "This"
    message = f"{shown} cannot be in {where}. The letters are {', '.join(letters)}, or `-` for none."
    upper = letter.upper()
    fixes = (write(span, upper),) if upper in letters else ()
    return Diagnostic(rules.UNKNOWN_LETTER, span, message, fixes)


def castles(entry: Entry | None) -> tuple[tuple[Castle, ...], list[Diagnostic]]:
    """The next steps of castles, the first for each place."""
    known: dict[str, Castle] = {}
    found: list[Diagnostic] = []
    for word in entry.words if entry else ():
        match = _CASTLE.fullmatch(word.text)
        if match is None or match["rest"] or not match["step"]:
            message = (
                "Invalid castle. Write its intersection and next step, as in `g3+` (orthogonal) or `g3x` (diagonal)."
            )
            found.append(Diagnostic(rules.BAD_CASTLE, word.span, message, _steps(match, word.span)))
        elif match["place"] not in INTERSECTION_OF:
            message = f"No intersection {match['place']}. Intersections have odd files and ranks, such as g3."
            found.append(Diagnostic(rules.BAD_CASTLE, word.span, message))
        elif match["place"] in known:
            message = f"Repeated castle on {match['place']}. The first entry applies."
            found.append(Diagnostic(rules.BAD_CASTLE, word.span, message))
        else:
            known[match["place"]] = Castle(match["place"], match["step"], word.span)
    return tuple(known.values()), found


def rules_in(entry: Entry | None) -> tuple[frozenset[Rule], list[Diagnostic]]:
    """The rules that a record sets."""
    names, words = [str(rule) for rule in Rule], entry.words if entry else ()
    message = f"Unknown rule. The rules are {', '.join(f'`{name}`' for name in names)}."
    found = [
        Diagnostic(rules.UNKNOWN_RULE, word.span, message, tuple(write(word.span, one) for one in near))
        for word in words
        if word.text not in names
        for near in [similar(word.text.lower()[:LONGEST_KEY], names, 1, ALIKE)]
    ]
    return frozenset(Rule(word.text) for word in words if word.text in names), found


def _steps(match: re.Match[str] | None, span: Span) -> tuple[Fix, ...]:
    """The next steps that a token allows; both if it names none."""
    if match is None or match["place"] not in INTERSECTION_OF:
        return ()
    return tuple(write(span, f"{match['place']}{step}") for step in "+x")


def form_span(entry: Entry) -> Span:
    """The span of a one-line form, after its key."""
    if not entry.words:
        return Span(entry.span.end, entry.span.end)
    return Span(entry.words[0].start, entry.words[-1].end)
