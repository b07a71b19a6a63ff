"""The words of a chunk by the shortest way: without a tree."""

from __future__ import annotations

from itertools import pairwise

from wazir.notations.lcpn.reading import styles
from wazir.notations.lcpn.reading.grammars import GRAMMARS, choice
from wazir.syntax import Token

_HEADS = {"def": "DEF", "cond": "COND"}


def words(text: str, style: str) -> tuple[Token, ...]:
    """All words of a chunk in order, comments too: those of its tree, up to their kinds where the text has errors."""
    found: list[Token] = []
    cuts = [0, *(start for start in styles.starts(text) if start), len(text)]
    for start, end in pairwise(cuts):
        family = styles.family(text, start)
        of = family if family and family != styles.family_of_style(style) else style
        part = " " * start + text[start:end]
        found += _in_context(GRAMMARS[of].words(part, choice(text)), of)
    return tuple(found)


def _in_context(tokens: tuple[Token, ...], style: str) -> list[Token]:
    """Words with the kinds that they have behind the words before them."""
    found: list[Token] = []
    before = ""
    for token in tokens:
        kind = token.kind
        if kind == "NAME" and before == "OPEN" and style in ("lisp", "elisp"):
            kind = _HEADS.get(token.text.lower(), kind)
        elif kind == "IF" and before == "ELIF":
            kind = "AGAIN"
        if kind != "COMMENT":
            before = kind
        found.append(token if kind == token.kind else Token(kind, token.text, token.start))
    return found
