"""Definitions on indented lines, and spellings of other styles and languages, which replace
errors (L2).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from wazir.diagnostics import Diagnostic
from wazir.notations.fixes import fix
from wazir.notations.lcpn import codes, vocabulary
from wazir.notations.lcpn.syntax import is_on_new_line
from wazir.notations.lcpn.tree import canonical, gerund
from wazir.notations.spellings import Misspelling, spellings
from wazir.notations.suggestions import alike, is_slip
from wazir.notations.vocabulary import packaged
from wazir.parsing import COMMENT
from wazir.syntax import Token, Tree
from wazir.text import Edit, Span, line_start

# Definitions on indented lines (L2)

_BETWEEN_PIECES = frozenset({"OR", "SLASH", "JUMP", "AFTER", "AND_THEN", "THEN"})
"""The kinds of the operators between pieces."""


def indented_definitions(parsed: Tree) -> list[Misspelling]:
    """The definitions on indented lines below an operator, which joins them to the one above."""
    tokens = [token for token in parsed.tokens if token.kind != COMMENT]
    unexpected = {problem.found for problem in parsed.problems}
    has_conditions = any(token.kind == "IF" for token in tokens)
    operators = _BETWEEN_PIECES - {"THEN"} if has_conditions else _BETWEEN_PIECES
    return [
        _indented_definition(parsed.text, operator, name, sign=sign)
        for operator, name, sign in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if sign.kind == "DEFINE"
        and sign in unexpected
        and name.kind == "NAME"
        and is_on_new_line(parsed.text, name.start)
        and operator.kind in operators
    ]


def _indented_definition(text: str, operator: Token, name: Token, sign: Token) -> Misspelling:
    """The mistake of an indented name and its sign, given the operator above."""
    way = f"Remove `{operator.text}` and the blanks"
    message = (
        f"`{name.text}` is indented after `{operator.text}`, so it goes on with the definition "
        f"above. {way}."
    )
    blanks = Span(line_start(text, name.start), name.start)
    before_operator = len(text[: operator.start].rstrip())
    edits = Edit(Span(before_operator, operator.end), ""), Edit(blanks, "")
    diagnostic = Diagnostic(
        codes.INDENTED_DEFINITION, name.span, message, fixes=(fix(way, *edits),)
    )
    return Misspelling(Span(name.start, sign.end), diagnostic)


# Spellings of other styles and languages

_CALLED = ("move", "capture", "destroy", "igui", "initial", "cannon", "grasshopper", "no_jump")


def _meant(match: re.Match[str]) -> str | None:
    """The function whose name is misspelled; None if the name is not similar to any."""
    known = alike(match["function"], _CALLED)
    return known if is_slip(match["function"], known) else None


def _separated(match: re.Match[str]) -> str | None:
    """Words with a colon each; None if one of them is not a restriction."""
    words = re.findall(r"[\w-]+", match["words"])
    if not all(vocabulary.shortest(canonical(word)) in vocabulary.RESTRICTIONS for word in words):
        return None
    return ("" if match["list"] is None else " ").join(f":{word}" for word in words)


def _clauses(match: re.Match[str]) -> str:
    """The `cond` for an `if` of other languages."""
    test = re.sub(
        r"\((rank|file)[ \t]*([<>!=]=|[<>=])[ \t]*(\d+)\)", r"(\2 (\1) \3)", match["test"]
    )
    return f"(cond ({test} {match['then']})" + (
        f" (else {match['other']}))" if match["other"] else ")"
    )


_WRITERS: Mapping[str, Callable[[re.Match[str]], str | None]] = {
    "array": lambda match: f"[{match['a'] or match['c']}, {match['b'] or match['d']}]",
    "separated": _separated,
    "clauses": _clauses,
    "listed": lambda match: " ".join(("/", *re.split(r"[ \t]*,[ \t]*", match[0]))),
    "called": lambda match: (function := _meant(match)) and f"{function}({match['argument']})",
    "gerund": lambda match: gerund(match["function"]),
    "meant_gerund": lambda match: (function := _meant(match)) and gerund(function),
}
_TABLE = packaged(__package__, "mistakes")
_FRAGMENTS = {**_TABLE["fragments"], "CALLED": "|".join(_CALLED)}
SPELLINGS = {
    style: spellings(
        (row for row in _TABLE["mistake"] if style in row["styles"]),
        _FRAGMENTS | own,
        codes.CODES,
        writers=_WRITERS,
    )
    for style, own in _TABLE["styles"].items()
}
"""The spellings of each style, which replace errors."""
