"""The grammar, the scanner of tokens and names, and the fast path for definitions without diagnostics.

Most lines of a large file are a name and a few plain legs. A regular expression cuts such a line into tokens at a
twentieth of the cost of reading, and proves it clean at a hundredth. A line that does not match is read; tests compare
both.
"""

from __future__ import annotations

import re
from functools import lru_cache

from wazir.notations.betza.dialects import EXTENDED, LETTERS, ORIGINAL
from wazir.notations.betza.vocabulary import Kind, words
from wazir.notations.kit import shortened
from wazir.notations.notation import LONGEST_READ, Context
from wazir.notations.results import OutlineEntry
from wazir.parsing import END, Grammar, Repair, terminals
from wazir.syntax import Token
from wazir.text import Span

GRAMMAR = Grammar(
    "betza",
    repairs=(
        Repair("RPAR"),
        Repair("RSQB"),
        # A range or a suffix does not wait for an atom: it stands on nothing.
        Repair("ATOM", frozenset({"HYPHEN", "QUESTION", "LPAR", "LSQB", "RPAR", "RSQB", END})),
    ),
    brackets={"LPAR": "RPAR", "LSQB": "RSQB", "OPEN_VECTOR": "RPAR"},
    length=800,
)


# Tokens

_T = terminals("betza")
_BLANKS = r"[ \t\r\n]*+"
_LEG = rf"(?:{_T['MODIFIER']}{_BLANKS})*{_T['ATOM']}{_BLANKS}(?:{_T['RANGE']}{_BLANKS})?"
_PLAIN = re.compile(
    rf"(?:(?P<name>{_T['NAME']})[ \t]*(?P<sign>{_T['EQUALS']}))?"
    rf"(?P<moves>{_BLANKS}{_LEG}(?:{_T['HYPHEN']}?{_BLANKS}{_LEG})*)"
    rf"(?P<rest>(?:{_T['COMMENT']}{_BLANKS})*)"
)
"""A name, and a chain of plain legs."""
_WORD = re.compile("|".join(f"(?P<{kind}>{_T[kind]})" for kind in ("MODIFIER", "DOUBLE", "ATOM", "RANGE", "HYPHEN")))
_COMMENT = re.compile(_T["COMMENT"])


def tokens(text: str) -> tuple[Token, ...]:
    """All tokens of a chunk in order, with comments: the same as those of its tree."""
    plain = _PLAIN.fullmatch(text) if len(text) <= GRAMMAR.length else None
    if plain is None:
        return GRAMMAR.parse(text).tokens
    found = []
    if plain["name"]:
        found += [
            Token("NAME", plain["name"], plain.start("name")),
            Token("EQUALS", plain["sign"], plain.start("sign")),
        ]
    for match in _WORD.finditer(text, *plain.span("moves")):
        found.append(Token(match.lastgroup or "", match.group(), match.start()))
    for comment in _COMMENT.finditer(text, *plain.span("rest")):
        found.append(Token("COMMENT", comment.group(), comment.start()))
    return tuple(found)


# Names

_DIRECTIVE_LINE = re.compile(r"%[^\r\n]*")
_NAMED = re.compile(rf"\s*(?P<name>{_T['NAME']})[^\S\r\n]*{_T['EQUALS']}")


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The name that a chunk defines, if its definition has one."""
    named = _NAMED.match(_definition(text))
    return ((text[named.start("name") : named.end("name")], Span(*named.span("name"))),) if named else ()


def outline(text: str) -> tuple[OutlineEntry, ...]:
    """The definition of a chunk, if there is one; spans count from the start of the chunk."""
    blank = _definition(text)
    end = len(blank.rstrip())
    start = len(blank) - len(blank.lstrip())
    if start >= end:
        return ()
    if named := _NAMED.match(blank):
        name = Span(*named.span("name"))
        return (
            OutlineEntry(text[name.start : name.end], shortened(blank[named.end() :]), Span(name.start, end), name),
        )
    return (OutlineEntry(shortened(blank), "", Span(start, end), Span(start, end)),)


def _definition(text: str) -> str:
    """The text with blanks for comments and the directive."""
    blank = _COMMENT.sub(_spaces, text) if "#" in text or ";" in text else text
    return _DIRECTIVE_LINE.sub(_spaces, blank, count=1) if blank.lstrip().startswith("%") else blank


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match.group())


# Evidence

_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+(?:%(?:dialect|board)\b|[^\s=:#;%(@{][^=:#;(@{\r\n]*+=[ \t]*+[a-z]*+[A-Z(\[])"
)
"""A directive, or a name with `=` and an atom after it."""


def evidence(text: str) -> int:
    """The number of typical lines in a text."""
    return sum(1 for _ in _TYPICAL.finditer(text))


# The fast path: definitions without diagnostics

LONGEST_PATH = 256
"""The maximum number of legs of a path."""
_FILLER = rf"(?:[ \t\r\n]++|{_T['COMMENT']}+)*"
_NAME = rf"(?:{_T['NAME']}[^\S\r\n]*+{_T['EQUALS']}[ \t]*+)?"
_RANGE = r"(?:0|0?[1-9]\d{0,3})?(?![ \t]*\d)"


def provably_clean(text: str, context: Context) -> bool:
    """Whether a chunk is proved to have no diagnostics; False proves nothing."""
    if context.profile is not None or len(text) > LONGEST_READ:
        return False
    return _pattern(context.dialect).fullmatch(text) is not None


@lru_cache(maxsize=8)
def _pattern(dialect: str | None) -> re.Pattern[str]:
    """The pattern for a pinned dialect, or for none: then only what every dialect reads alike."""
    leg = _leg(dialect)
    later = _leg(dialect, first=False)
    chain = rf"{leg}(?:-{later}){{0,{LONGEST_PATH - 1}}}" if dialect == EXTENDED else leg
    return re.compile(rf"{_FILLER}(?:{_NAME}{chain}(?:[ \t]*+{chain}){{0,200}}{_FILLER})?")


def _leg(dialect: str | None, first: bool = True) -> str:
    """A leg of modes, directions and a range, with no letter twice but directions, which add up."""
    modes = "mc" if dialect in (ORIGINAL, None) else "mcd"
    signs = "fblrvs" + ("a" if dialect in (ORIGINAL, EXTENDED) else "")
    any_signs = rf"[{signs}{modes}]*+"
    once = "".join(rf"(?![a-z]*{mode}[a-z]*{mode})" for mode in modes)
    rook = r"R(?!\s*[R\d])" if dialect == ORIGINAL else _single("R")
    plain = "|".join([rook, *(_single(atom) for atom in sorted(LETTERS[ORIGINAL].atoms - set("KQR")))])
    royal = f"{_single('K')}|{_single('Q')}"
    atoms = [rf"{any_signs}(?:{plain})", rf"{f'[{modes}]*+' if dialect is None else any_signs}(?:{royal})"]
    if dialect is not None:
        leaps = "|".join(_single(atom) for atom in _LONG_LEAPS)
        atoms.append(rf"{any_signs}[nj]{any_signs}(?:{leaps})")
    return rf"{'i?' if first else ''}(?![a-z]*(?:rl|lr)){once}(?:{'|'.join(atoms)}){_RANGE}"


_LONG_LEAPS = sorted(word.spelling for word in words(Kind.ATOM, ORIGINAL) if word.leap and max(word.leap) > 1)


def _single(atom: str) -> str:
    """An atom that is not doubled."""
    return rf"{atom}(?!\s*{atom})"
