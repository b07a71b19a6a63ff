"""The grammar, the scanner of headers and names, and the fast path for pieces without diagnostics.

A regular expression proves most pieces clean at a hundredth of the cost of reading. A piece that it does not match is
read; a test compares both.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from wazir.notations.bensahas.statements import Header, Name
from wazir.notations.kit import shortened
from wazir.notations.results import OutlineEntry
from wazir.parsing import Choice, Grammar, Repair
from wazir.syntax import Token, Tree
from wazir.tables import END, terminals
from wazir.text import Span

_T = terminals("bensahas")
_NEVER_IN_BRACKETS = frozenset({"BANG", "RBRACE", "HEADER", "START", "FIRST", "PLUS", "FLIP", END})

_GRAMMAR = Grammar(
    "bensahas",
    repairs=(Repair("RPAR", _NEVER_IN_BRACKETS), Repair("RSQB", _NEVER_IN_BRACKETS | {"RPAR", "COLON", "PARAMETER"})),
    brackets={"LPAR": "RPAR", "START": "RPAR", "PLUS": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"},
    asked=("NAME", "LPAR", "PLUS"),
    length=1_500,
)


def parse(text: str) -> Tree:
    """The tree of any text, with its problems."""
    return _GRAMMAR.parse(text, choice(text))


# Lines: a term or a `+` that starts a line ends what is not closed before it (S2)
#
# But within `flip( )` it does not, for the pieces may stand on several lines; and where that is not closed, it ends
# with the first line on which a statement does.

_LINE_START = re.compile(r"(?:\A|[\r\n])[\s\ufeff]*\Z")
_FAR = 200
_SIGN = re.compile(
    rf"(?P<skip>{_T['COMMENT']}+)|(?P<flip>\bflip\s*+\()|(?P<key>promotes_to\s*+=)|(?P<end>\}})|(?P<sign>[()!\r\n])"
    r"|(?P<word>[^\s()!#{}])"
)
_TERM_START = re.compile(rf"(?:[\s\ufeff]|{_T['COMMENT']}+)*(?:\+|[^\s,:;=~<>\[\]{{}}!@()#+-]*+\()")
_KEY = re.compile(r"\w++\s*+=")


def choice(text: str) -> Choice:
    """Distinguishes tokens at the start of a line from others."""

    @cache
    def places() -> tuple[list[int], list[tuple[int, int]]]:
        spans = flips(text)
        return [start for start, _ in spans], spans

    def kind(token: Token) -> str:
        if not _LINE_START.search(text, max(0, token.start - _FAR), token.start):
            return "ERROR" if token.kind == "PLUS" else token.kind
        starts, spans = places()
        number = bisect_right(starts, token.start) - 1
        if number >= 0 and token.start < spans[number][1]:
            return "ERROR" if token.kind == "PLUS" else token.kind
        if token.kind == "NAME" and _KEY.match(text, token.start):
            return "NAME"
        return {"NAME": "FIRST", "LPAR": "START"}.get(token.kind, token.kind)

    return kind


def flips(text: str) -> list[tuple[int, int]]:
    """The spans in which the words of each `flip` may take several lines, in order."""
    found = []
    start = 0
    while opened := next((sign for sign in _SIGN.finditer(text, start) if sign["flip"]), None):
        inner = opened.end()
        start = _inside(text, inner)
        found.append((inner, start))
    return found


def _inside(text: str, start: int) -> int:
    """The end of a `flip` whose bracket opens before an offset, closed or not."""
    depth, pieces, place, line_ends, last = 1, False, None, False, ""
    for sign in _SIGN.finditer(text, start):
        what = sign.lastgroup
        if what == "skip":
            continue
        if what in ("flip", "end"):
            break
        if what == "key":
            pieces, last = True, "="
        elif what == "word":
            last = sign[0]
        elif sign[0] in "\r\n":
            ends = line_ends or (last not in ",~=()" and _TERM_START.match(text, sign.end()))
            place = sign.start() if place is None and ends else place
            continue
        elif sign[0] == "(":
            depth, last = depth + 1, "("
        elif sign[0] == ")":
            depth, last = depth - 1, ")"
            if depth == 0:
                return sign.start()
        elif not pieces:
            break
        else:
            depth, line_ends, last = 1, True, "!"
    return start if place is None else place


# Names

_TITLE = _T["_TITLE"]
_PARTS = re.compile(r"(?P<game>[^:]*?)\s*(?P<colon>:)\s*(?P<piece>.*)|(?P<alone>.*)", re.DOTALL)
_NAMED = rf"(?:{_TITLE})?[ \t]*+:[ \t]*+(?:{_TITLE})?|{_TITLE}"
_HEADER = re.compile(_NAMED)
_START = re.compile(
    rf"[\s\ufeff]*(?:(?:{_NAMED})\s*\{{|(?:{_TITLE})?[ \t]*+:[ \t]*+{_TITLE}[ \t]*+(?:\#|//|$))", re.DOTALL
)
_BRACED = re.compile(r"(?P<text>[^{]++)(?P<brace>\{?+)")
_BEFORE_BRACE = re.compile(r"[^\r\n{}!@=;,<>~\[\]]*+\Z")
_WORD = re.compile(r"(?:(?<=[\s)\ufeff])|\A)[^\s\ufeff]")
LONGEST_HEADER = 400
"""The longest header."""
_COMMENT = re.compile(_T["COMMENT"])
_USED = re.compile(
    r"(?:promotes_to\s*+=|[<(,~=])\s*+"
    r"(?P<name>[^\W\d][^\s\ufeff:{}!@=;,<>~\[\]()#/]*+(?:[ \t]++[^\s\ufeff:{}!@=;,<>~\[\]()#/]++)*)"
)
_BEFORE_NAMES = ("promotes_to", "@T", "exist", "pos_", "<")
"""A text without any of these names no other piece."""
_WORDS = frozenset({"n", "moved", "relative", "self", "screen", "landing", "F", "E", "FE", "and", "or", "not", "exist"})


def starts_chunk(line: str) -> bool:
    """Whether a line is a header: with its brace, or with its colon and nothing after the name."""
    return ("{" in line or ":" in line) and _START.match(line) is not None


def outline(text: str) -> tuple[OutlineEntry, ...]:
    """The pieces of a chunk; spans count from its start."""
    blank = _blanked(text)
    headers = list(_headers(text, blank))
    if not headers:
        start, end = len(blank) - len(blank.lstrip()), len(blank.rstrip())
        return (OutlineEntry(shortened(blank), "", Span(start, end), Span(start, end)),) if start < end else ()
    found = []
    for number, header in enumerate(headers):
        stop = headers[number + 1].span.start if number + 1 < len(headers) else len(text)
        close = blank.find("}", header.span.end, stop)
        end = close + 1 if close >= 0 else len(blank[:stop].rstrip())
        name = header.piece.text if header.piece else header.key
        selection = header.piece.span if header.piece else header.span
        inside = blank[blank.find("{", header.span.end) + 1 : end].rstrip("}")
        game = f"{header.game.text}: " if header.game else ""
        found.append(OutlineEntry(name, shortened(f"{game}{inside}"), Span(header.span.start, end), selection))
    return tuple(found)


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The keys of the pieces that a chunk defines, each with the place of the name of the piece."""
    if "{" not in text:
        return ()
    return tuple((header.key, header.piece.span) for header in _headers(text, _blanked(text)) if header.piece)


def has_header(text: str) -> int:
    """1 if there is a header in a chunk, 0 if not."""
    return int("{" in text and next(_headers(text, _blanked(text)), None) is not None)


def references(text: str) -> tuple[tuple[str, Span], ...]:
    """The keys of the pieces that a chunk may refer to; other words are among them."""
    if not any(word in text for word in _BEFORE_NAMES):
        return ()
    blank = _blanked(text)
    headers = list(_headers(text, blank))
    found = []
    for used in _USED.finditer(blank):
        name = " ".join(used["name"].split())
        if name in _WORDS:
            continue
        before = [header for header in headers if header.span.start <= used.start()]
        game = before[-1].game.text if before and before[-1].game else ""
        found += [(key, Span(*used.span("name"))) for key in keys(game, name)]
    return tuple(found)


def key(name: str) -> str:
    """The key of a piece: of no game, unless its game is named."""
    game, colon, piece = name.rpartition(":")
    return f"{' '.join(game.split())}:{' '.join(piece.split())}" if colon else f":{' '.join(name.split())}"


def respelled(new: str, _written: str, _key: str) -> str:
    """The name of a piece without that of its game."""
    return " ".join(new.rpartition(":")[2].split())


def keys(game: str, name: str) -> tuple[str, ...]:
    """The keys of a name in a piece of some game, its own game first."""
    return tuple(dict.fromkeys((f"{game}:{name}", f":{name}")))


def header_of(token: Token) -> Header:
    """The names in a header."""
    found = _PARTS.fullmatch(token.text)
    if found is None or found["alone"] is not None:
        return Header(token.span, None, False, _name(token, 0, token.text))
    game = _name(token, found.start("game"), found["game"])
    return Header(token.span, game, True, _name(token, found.start("piece"), found["piece"]))


def _name(token: Token, start: int, text: str) -> Name | None:
    bare = text.strip()
    start += token.start + len(text) - len(text.lstrip())
    return Name(Span(start, start + len(bare)), " ".join(bare.split())) if bare else None


def _headers(text: str, blank: str) -> Iterator[Header]:
    """The headers of a text, given with and without its comments: each begins as early as possible before its brace."""
    for before in _BRACED.finditer(blank):
        start = max(before.end("text") - LONGEST_HEADER, before.start())
        line = _BEFORE_BRACE.search(blank[start : before.end("text")].rstrip()) if before["brace"] else None
        words = _WORD.finditer(line[0]) if line else ()
        for word in words:
            if line and (found := _HEADER.fullmatch(line[0], word.start())):
                first, end = (start + line.start() + offset for offset in found.span())
                yield header_of(Token("HEADER", text[first:end], first))
                break


def _blanked(text: str) -> str:
    """A text with blanks for its comments."""
    return _COMMENT.sub(lambda found: " " * len(found[0]), text) if "#" in text or "//" in text else text


# Evidence

_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+[^\s{}()=][^\r\n{}()=]*+\{"
    r"|\)[ \t]*+!"
    r"|\([ \t]*+(?:n|\d++)[ \t]*+,[ \t]*+(?:n|\d++)[ \t]*+[;:]"
    r"|\([ \t]*+n[ \t]*+,"
    r"|@[A-Z][ \t]*+[=:]"
)
"""A header with its brace, the end of a statement, the first values of a leg, and a parameter."""


def evidence(text: str) -> int:
    """The number of typical constructs in a text."""
    return sum(1 for _ in _TYPICAL.finditer(text))
