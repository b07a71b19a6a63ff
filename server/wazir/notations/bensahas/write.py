"""Values, terms and statements in canonical form, and the layout of a file (S9, S13, S15)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wazir.notations.bensahas import syntax
from wazir.notations.bensahas.reading import BensahasReading, read
from wazir.notations.notation import Context
from wazir.syntax import Token
from wazir.text import LINE_END


def of_value(value: syntax.Value) -> str:
    """A value."""
    match value:
        case syntax.Number(_, number):
            return str(number)
        case syntax.Name(_, text):
            return text
        case syntax.Turn(_, eighths):
            return f"/{'' if eighths is None else eighths}"
        case syntax.PieceSelector(_, side, name):
            return f"{side.text}<{name.text if name else ''}"
        case syntax.Parameter(_, letter):
            return f"@{letter}"
        case syntax.Squares(_, squares):
            return "".join(f"[{of_values(square.numbers)}]" for square in squares)
        case syntax.Call():
            return of_call(value)
        case syntax.Nothing():
            return ""


def of_values(values: Iterable[syntax.Value]) -> str:
    """Values with commas between."""
    return ", ".join(map(of_value, values))


def of_setting(setting: syntax.Setting) -> str:
    """A parameter with its value: `@M = moved, 1`."""
    name = f"@{setting.letter}" if setting.parameter else ""
    return f"{name} = {of_values(setting.values)}" if setting.has_sign else name or of_values(setting.values)


def of_call(call: syntax.Call) -> str:
    """A term or a function."""
    if not call.has_bracket:
        return "/".join(call.names)
    path = "+ " if call.is_more else "/".join(call.names) + "("
    groups = "; ".join(of_values(group.values) for group in call.groups)
    settings = ", ".join(map(of_setting, call.settings))
    return f"{path}{groups}{': ' if groups and settings else ''}{settings})"


def of_statement(statement: syntax.Statement) -> str:
    """A chain: its terms with single blanks between, and its `!`."""
    return " ".join(map(of_call, statement.terms)) + "!"


def of_outcome(outcome: syntax.Outcome) -> str:
    """A piece that another promotes to, as results list it."""
    return outcome.name.text if outcome.name else " ".join(map(of_statement, outcome.statements))


def label(setting: syntax.Setting) -> str:
    """The label of a parameter that is not evaluated: `T: King`."""
    return f"{setting.letter}: {of_values(setting.values)}"


# Layout: a header, one statement a line, later legs below the first; comments stay where they are

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
    """The canonical layout of a chunk; a text with errors stays as it is."""
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
    whole = reading.tree.text
    page = _Page(whole, _indents(reading.bodies))
    for token in reading.tree.tokens:
        page.add(token)
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    return mark + page.text() + ("\n" if text.endswith(("\n", "\r")) else "")


def _is_complete(reading: BensahasReading) -> bool:
    """Whether nothing is missing in a text without other errors."""
    return not reading.tree.problems and not any(body.missing for body in reading.bodies)


def completed(reading: BensahasReading) -> str:
    """The text with its missing brackets and signs inserted."""
    text = reading.tree.text
    missing = [(missing.before.end, missing.sign) for body in reading.bodies for missing in body.missing]
    for place, sign in sorted(missing, key=lambda sign: (sign[0], _ORDER.index(sign[1])), reverse=True):
        text = text[:place] + sign + text[place:]
    return text


_ORDER = (")", "!", "}")


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


@dataclass
class _Page:
    """Lays out a text, word by word."""

    source: str
    indents: dict[int, int]
    """The offsets before which a line begins, with its indent."""
    lines: list[str] = field(default_factory=list)
    line: str = ""
    inner: int = 0
    """The current indent of statements."""
    before: Token | None = None
    is_open: bool = False
    """The line takes further words."""

    def add(self, token: Token) -> None:
        kind = _ALIKE.get(token.kind, token.kind)
        if kind == "COMMENT":
            self._comment(token)
        else:
            indent = 0 if kind == "RBRACE" else self.indents.get(token.start)
            if indent is not None or not self.is_open:
                self._break(token, self.inner + 2 * STEP if indent is None else indent)
            else:
                self.line += _gap(self.before, kind)
            self.line += _written(token)
            self.is_open = True
        if kind in ("LBRACE", "RBRACE"):
            self.inner = STEP if kind == "LBRACE" else 0
        self.before = token

    def _comment(self, token: Token) -> None:
        """Add a comment, on the line where it was."""
        if self.is_open and not LINE_END.search(self.source, self._end(), token.start):
            self.line += f" {_written(token)}"
        else:
            self._break(token, self.inner)
            self.line += _written(token)
        self.is_open = False

    def _end(self) -> int:
        """The end of the last token."""
        return self.before.end if self.before else 0

    def _break(self, token: Token, indent: int) -> None:
        """Begin a line; keep a blank line of the source before it."""
        if self.line:
            self.lines.append(self.line.rstrip())
        breaks = len(LINE_END.findall(self.source[self._end() : token.start]))
        opens = self.before is not None and self.before.kind == "LBRACE"
        if breaks > 1 and self.before and not opens and token.kind != "RBRACE":
            self.lines.append("")
        self.line = " " * indent

    def text(self) -> str:
        return "\n".join([*self.lines, self.line.rstrip()])


def _written(token: Token) -> str:
    """The canonical spelling of a token."""
    if token.kind == "HEADER":
        header = syntax.header_of(token)
        game, piece = (name.text if name else "" for name in (header.game, header.piece))
        return f"{game}:{piece}" if header.has_colon else piece
    if token.kind == "COMMENT":
        return token.text.rstrip()
    return "".join(token.text.split()) if token.kind == "TURN" else " ".join(token.text.split())


def _gap(before: Token | None, kind: str) -> str:
    """The text between two words of one line."""
    kind_before = _ALIKE.get(before.kind, before.kind) if before else "LPAR"
    if kind in _BEFORE or kind_before in _AFTER or (kind_before, kind) in _JOINED:
        return ""
    return " "


def indent_after(text: str, _context: Context, offset: int) -> str | None:
    """The blanks before a line that begins at an offset: within braces those of a statement, in a chain of a leg."""
    reading = read(text[:offset])
    if not reading.bodies:
        return None
    body = reading.bodies[-1]
    is_open = body.header is not None and any(missing.sign == "}" for missing in body.missing)
    if body.header is not None and not is_open:
        return None
    indent = STEP if body.header else 0
    more = any(missing.sign != "}" for missing in body.missing)
    return " " * (indent + (STEP if more else 0))
