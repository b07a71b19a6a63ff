"""The layout of a file (S9, S13, S15): a header, one statement a line, later legs below the first.

Comments stay where they are.
"""

from __future__ import annotations

from wazir.notations.bensahas import syntax
from wazir.notations.bensahas.reading import BensahasReading, read
from wazir.notations.notation import Context
from wazir.syntax import Token
from wazir.text import LINE_END

STEP = 4
"""The indent of statements; later legs have twice as much."""

ROUNDS = 3
"""The rounds of inserting what is missing: a bracket may make another token missing."""

_BEFORE = {"COMMA", "SEMICOLON", "COLON", "RPAR", "RSQB", "BANG", "SLASH", "LESS"}
"""No blank stands before these."""
_AFTER = {"LPAR", "LSQB", "SLASH", "LESS"}
"""No blank stands after these."""
_JOINED = {("NAME", "LPAR"), ("FLIP", "LPAR"), ("RSQB", "LSQB")}
_ALIKE = {"FIRST": "NAME", "START": "LPAR"}


def format_chunk(text: str, _context: Context) -> str:
    """The canonical layout of a chunk, without blanks around it; a text with errors stays as it
    is.
    """
    reading = read(text)
    if reading.outside or any(problem.missing != "RPAR" for problem in reading.tree.problems):
        return text
    if any(flip.strays for body in reading.bodies for flip in body.flips):
        return text
    for _ in range(ROUNDS):
        if not _is_complete(reading):
            reading = read(completed(reading))
    if not _is_complete(reading):
        return text
    return _laid_out(reading)


def _is_complete(reading: BensahasReading) -> bool:
    """Whether nothing is missing in a text without other errors."""
    return not reading.tree.problems and not any(body.missing for body in reading.bodies)


def completed(reading: BensahasReading) -> str:
    """The text with its missing brackets and signs inserted."""
    text = reading.tree.text
    for missing in reversed([missing for body in reading.bodies for missing in body.missing]):
        text = text[: missing.before.end] + missing.sign + text[missing.before.end :]
    return text


def _indents(bodies: tuple[syntax.Body, ...]) -> dict[int, int]:
    """The offsets before which a line begins, with its indent."""
    indents: dict[int, int] = {}
    for body in bodies:
        indent = STEP if body.header else 0
        if body.header:
            indents[body.header.span.start] = 0
        for flip in body.flips:
            indents[flip.span.start] = indent
        for statement in body.statements:
            for number, term in enumerate(statement.terms):
                indents[term.span.start] = indent + (STEP if number else 0)
    return indents


def _laid_out(reading: BensahasReading) -> str:
    """The tokens of a text with canonical blanks and line breaks between; a blank line of the
    source is kept.
    """
    text, indents = reading.tree.text, _indents(reading.bodies)
    parts: list[str] = []
    # is_open: the line takes further words.
    inner = 0
    before = Token("LBRACE", "", 0)
    is_open = False
    for token in reading.tree.tokens:
        kind = _ALIKE.get(token.kind, token.kind)
        breaks = len(LINE_END.findall(text, before.end, token.start))
        indent = 0 if kind == "RBRACE" else indents.get(token.start)
        if kind == "COMMENT":
            goes_on, indent = is_open and not breaks, inner
        else:
            goes_on = is_open and indent is None
            indent = inner + 2 * STEP if indent is None else indent
        if goes_on:
            parts.append(" " if kind == "COMMENT" else _gap(before, kind))
        else:
            is_apart = breaks > 1 and before.kind != "LBRACE" and kind != "RBRACE"
            parts.append("\n" * (1 + is_apart) + " " * indent)
        parts.append(_written(token))
        if kind in ("LBRACE", "RBRACE"):
            inner = STEP if kind == "LBRACE" else 0
        before, is_open = token, kind != "COMMENT"
    return "".join(parts)[1:]


def _written(token: Token) -> str:
    """The canonical spelling of a token."""
    if token.kind == "HEADER":
        header = syntax.header_of(token)
        game, piece = (name.text if name else "" for name in (header.game, header.piece))
        return f"{game}:{piece}" if header.has_colon else piece
    if token.kind == "COMMENT":
        return token.text.rstrip()
    return "".join(token.text.split()) if token.kind == "TURN" else " ".join(token.text.split())


def _gap(before: Token, kind: str) -> str:
    """The text between two words of one line."""
    kind_before = _ALIKE.get(before.kind, before.kind)
    if kind in _BEFORE or kind_before in _AFTER or (kind_before, kind) in _JOINED:
        return ""
    return " "


def indent_after(text: str, _context: Context, offset: int) -> str | None:
    """The blanks before a new line at an offset: those of a statement or of a later leg; None
    outside of pieces.
    """
    reading = read(text[:offset])
    if not reading.bodies:
        return None
    body = reading.bodies[-1]
    missing = {missing.sign for missing in body.missing}
    if body.header and "}" not in missing:
        return None
    return " " * (STEP * bool(body.header) + STEP * bool(missing - {"}"}))
