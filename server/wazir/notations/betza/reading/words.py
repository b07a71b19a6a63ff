"""The words of a chunk by the shortest way.

Most lines are a name and a few legs. To cut such a line into words by a regular expression costs a twentieth of reading
it; a test holds the words to those of the reader.
"""

from __future__ import annotations

import re

from wazir.notations.betza.reading.grammar import GRAMMAR
from wazir.parsing import MAX_LENGTH
from wazir.syntax import Token

_ATOMS = "WFDNAHGLCJZKRBQ"
_SIGNS = rf"[a-jl-vx-z\-{_ATOMS}0-9 \t\r\n]"
_PLAIN = re.compile(
    rf"""
    (?: (?P<name> [^\s=:\#;%] (?: [^=:\#;\r\n]* [^\s=:\#;] )? ) [ \t]* (?P<sign> [=:] ) )?
    (?P<moves> [ \t]*+ {_SIGNS}*+ )
    (?P<rest> (?: [\#;] [^\r\n]*+ [\r\n \t]*+ )* )
    """,
    re.VERBOSE,
)
_LEG = rf"(?:[a-jl-vx-z]\s*+)*[{_ATOMS}](?:\s*+[0-9])*\s*+"
_CHAINS = re.compile(rf"\s*+{_LEG}(?:-?\s*+{_LEG})*", re.ASCII)
_WORD = re.compile(
    rf"(?P<MODIFIER>[a-z])|(?P<DOUBLE>([{_ATOMS}])[ \t\r\n]*+\3)|(?P<ATOM>[A-Z])|(?P<RANGE>[0-9](?:[ \t\r\n]*+[0-9])*)"
    r"|(?P<HYPHEN>-)"
)
_COMMENT = re.compile(r"[#;][^\r\n]*+")


def words(text: str) -> tuple[Token, ...]:
    """All words of a chunk in order, comments too: the same as those of its tree."""
    plain = _PLAIN.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if plain is None or _CHAINS.fullmatch(text, *plain.span("moves")) is None:
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
