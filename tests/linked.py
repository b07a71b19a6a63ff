"""A notation whose definitions use each other, made to be awkward: what is said of one depends on
all that it needs.

    king = man crown @queen     # two that it needs, one that it only names
    !dialect loud               # holds for what follows
    (unknown)                   # a line of moves without a name

Names are one in any case, with `-` or `_`. `@` names what is not needed; `?` is an error that
others feel; `$` anywhere in a file marks its board. Every file knows the names of the library.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from wazir.diagnostics import Code, Diagnostic, Fix, Related, Severity, Tag
from wazir.lazy import lazy
from wazir.notations.files import NotationFiles
from wazir.notations.notation import NO_NAMES, Analysis, Context, Notation, Scope, Source
from wazir.notations.results import (
    CompletionItem,
    Completions,
    Definition,
    HoverText,
    OutlineEntry,
    Signature,
    TokenType,
)
from wazir.piece.model import Piece
from wazir.syntax import Node, Token, Tree
from wazir.text import Edit, Span

UNKNOWN = Code("unknown-name", Severity.ERROR, "It is not defined.", suggests=True)
CIRCLE = Code("circle", Severity.ERROR, "It needs itself.")
SPOILT = Code("spoilt", Severity.WARNING, "What it needs has an error.")
BAD = Code("bad", Severity.ERROR, "A question is no answer.")
DEPTH = Code("depth", Severity.INFORMATION, "How deep it stands.")
UNUSED = Code("unused", Severity.HINT, "Nothing uses it.", (Tag.UNNECESSARY,))
DUPLICATE = Code("duplicate", Severity.ERROR, "It is defined before.")

LIBRARY_FILE = Path(__file__).parent / "library.linked"
_WORD = re.compile(r"@?[^\W\d][\w-]*")
_TOKEN = re.compile(r"(?P<COMMENT>#[^\r\n]*)|(?P<NAME>@?[^\W\d][\w-]*)|(?P<SIGN>[=()\[\],?$!])")
DEEPEST = 9


def key(name: str) -> str:
    return name.lower().replace("_", "-")


def starts_chunk(line: str) -> bool:
    return line.strip() != "" and line[0] not in " \t#)"


def context_after(text: str, context: Context) -> Context:
    match = re.match(r"!dialect(?: +(\w+))?", text)
    return replace(context, dialect=match[1]) if match else context


def _code(text: str) -> str:
    """The text with blanks for its comments."""
    return re.sub(r"#[^\r\n]*", lambda match: " " * len(match[0]), text)


def _halves(text: str) -> tuple[str, int]:
    """What stands before `=` on the first line, and where the rest begins."""
    line = re.split(r"[\r\n]", text, maxsplit=1)[0]
    head, sign, _ = line.partition("=")
    return (head, len(head) + 1) if sign else ("", 0)


def names(text: str) -> tuple[tuple[str, Span], ...]:
    head, _ = _halves(_code(text))
    return tuple(
        (key(word[0]), Span(*word.span())) for word in _WORD.finditer(head) if word[0][0] != "@"
    )


def _words(text: str) -> Iterator[tuple[str, Span, bool]]:
    """The words of the body: key, place, and whether it is needed."""
    if text.startswith("!"):
        return
    code = _code(text)
    for word in _WORD.finditer(code, _halves(code)[1]):
        loose = word[0][0] == "@"
        yield key(word[0].lstrip("@")), Span(word.start() + loose, word.end()), not loose


def references(text: str) -> tuple[tuple[str, Span], ...]:
    return tuple((name, span) for name, span, _ in _words(text))


def needs(text: str, _context: Context, _name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name, _, needed in _words(text) if needed))


@cache
def _library() -> dict[str, Source]:
    lines = LIBRARY_FILE.read_text("utf-8").splitlines()
    return {key(line.split()[0]): Source(line, Context()) for line in lines if "=" in line}


def library(name: str) -> Source | None:
    return _library().get(name)


def facts(text: str, context: Context, name: str, scope: Scope, circular: bool) -> Hashable:
    """Whether it is whole, how deep it stands, and in a loud dialect that."""
    if circular:
        return "circle"
    known = [
        scope.facts(need) or (("whole", 0, None) if library(need) else "spoilt")
        for need in needs(text, context, name)
    ]
    whole = [fact for fact in known if isinstance(fact, tuple)]
    if "?" in _code(text) or len(whole) < len(known):
        return "spoilt"
    return (
        "whole",
        min(1 + max((depth for _, depth, _ in whole), default=0), DEEPEST),
        context.dialect,
    )


def diagnose(text: str, context: Context, scope: Scope = NO_NAMES) -> tuple[Diagnostic, ...]:
    problems = [
        Diagnostic(BAD, Span(at, at + 1), f"{context.board}")
        for at, sign in enumerate(_code(text))
        if sign == "?"
    ]
    for name, span, needed in _words(text):
        fact = scope.facts(name)
        if fact is None and library(name):
            continue
        if fact is None:
            near = sorted(other for other in scope.defined_names() if other[0] == name[0])
            problems.append(
                Diagnostic(
                    UNKNOWN, span, f"There is no {name}; there are {', '.join(near) or 'none'}."
                )
            )
        elif isinstance(fact, str):
            problems.append(
                Diagnostic(
                    CIRCLE if fact == "circle" and needed else SPOILT, span, f"{name} is {fact}."
                )
            )
        else:
            problems.append(Diagnostic(DEPTH, span, f"{name} is {fact}."))
    problems += [
        Diagnostic(UNUSED, span, f"{name} is not used.")
        for name, span in names(text)
        if not scope.is_used(name)
    ]
    return tuple(problems)


def duplicate_name(name: str, span: Span, first: Span, another: str) -> Diagnostic:
    fix = Fix(another, (Edit(span, another),), safe=True)
    return Diagnostic(DUPLICATE, span, f"{name} again", (fix,), (Related(first, "first"),))


def words(text: str, _context: Context) -> tuple[Token, ...]:
    return tuple(
        Token(match.lastgroup or "", match[0], match.start()) for match in _TOKEN.finditer(text)
    )


def parse(text: str, context: Context) -> Tree:
    """A node for each pair of brackets, one within the other."""
    tokens = words(text, context)
    stack: list[tuple[int, list[Node | Token]]] = [(0, [])]
    for token in tokens:
        if token.kind == "COMMENT":
            continue
        if token.text in "([":
            stack.append((token.start, []))
        stack[-1][1].append(token)
        if token.text in ")]" and len(stack) > 1:
            start, children = stack.pop()
            stack[-1][1].append(Node("pair", tuple(children), start, token.end))
    while len(stack) > 1:
        start, children = stack.pop()
        stack[-1][1].append(Node("pair", tuple(children), start, children[-1].end))
    children = stack[0][1]
    ends = (children[0].start, children[-1].end) if children else (0, 0)
    return Tree(text, Node("start", tuple(children), *ends), tokens, ())


def outline(text: str) -> tuple[OutlineEntry, ...]:
    code = _code(text)
    span = Span(0, len(code.rstrip()))
    if text.startswith("!") or not span.end or text[0] == "#":
        return ()
    named = names(text)
    body = " ".join(code[_halves(code)[1] :].split())
    if not named:
        return (OutlineEntry(body or text[: span.end], "", span, span),)
    return tuple(
        OutlineEntry(text[place.start : place.end], body, span, place) for _, place in named
    )


class LinkedAnalysis(Analysis):
    @lazy
    def tree(self) -> Tree:
        return parse(self.text, self.context)

    @lazy
    def names(self) -> tuple[tuple[str, Span], ...]:
        return names(self.text)

    @lazy
    def uses(self) -> tuple[tuple[str, Span], ...]:
        return references(self.text)

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        return outline(self.text)

    @lazy
    def next_context(self) -> Context:
        return context_after(self.text, self.context)

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return diagnose(self.text, self.context, self.scope)

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        return definitions(self.text, self.context, self.scope)

    def needs(self, name: str) -> tuple[str, ...]:
        return needs(self.text, self.context, name)

    def facts(self, name: str, is_circular: bool) -> Hashable:
        return facts(self.text, self.context, name, self.scope, is_circular)

    def hover(self, offset: int, /) -> HoverText | None:
        return explain(self, offset)

    def complete(self, offset: int, /) -> Completions:
        return propose(self, offset)

    def signature(self, offset: int, /) -> Signature | None:
        return signature(self, offset)

    def formatted(self) -> str:
        return format_chunk(self.text)

    def indent_after(self, offset: int, /) -> str | None:
        return indent_after(self.text, offset)


def definitions(text: str, context: Context, scope: Scope) -> tuple[Definition, ...]:
    made = []
    for entry in outline(text):
        named = entry.selection != entry.span
        start = _halves(text)[1]
        start += len(text[start:]) - len(text[start:].lstrip())
        fact = (
            facts(text, context, key(entry.name), scope, False) if not text.startswith("!") else ""
        )
        made.append(
            Definition(
                name=entry.name if named else None,
                name_span=entry.selection if named else None,
                span=entry.span,
                moves=Span(min(start, entry.span.end), entry.span.end),
                dialect=context.dialect or "plain",
                dialect_reason="because this is a test",
                piece=Piece(()),
                broken=isinstance(fact, str),
                board=None,
                key=key(entry.name) if named else None,
            )
        )
    return tuple(made)


def respelled(new: str, old: str, _key: str) -> str:
    """In capitals if the old one is, and with its hyphens."""
    hyphen = "_" if "_" in old else "-"
    cased = new.upper() if old.isupper() and len(old) > 1 else new
    return re.sub("[-_]", hyphen, cased)


def explain(chunk: Analysis, offset: int) -> HoverText | None:
    for name, span, _ in _words(chunk.text):
        if span.start <= offset < span.end:
            where = "the library" if chunk.scope.analysis(name) is None else "this file"
            return HoverText(
                span, name, f"It stands in {where}.", notes=("One thing.", "And *another*.")
            )
    return None


def propose(chunk: Analysis, offset: int) -> tuple[Span, tuple[CompletionItem, ...]]:
    return Span(offset, offset), tuple(
        CompletionItem(name, "a piece", TokenType.NAME)
        for name in sorted(chunk.scope.defined_names())
    )


def signature(chunk: Analysis, offset: int) -> Signature | None:
    text = chunk.text
    opening = text.rfind("(", 0, offset)
    if opening < 0 or ")" in text[opening:offset]:
        return None
    active = min(text.count(",", opening, offset), 1)
    return Signature(
        "both(one, one)", "Two of a kind.", (("one", "The first."), ("one", "The second.")), active
    )


def format_chunk(text: str) -> str:
    """One blank between words, lines are indented by two for each bracket that is open, or if they
    were indented.
    """
    lines, depth = [], 0
    for line in text.splitlines():
        closing = re.match(r"[ \t]*([)\]]*)", line)
        inner = max(depth - len(closing[1] if closing else ""), line[:1] in (" ", "\t"))
        lines.append("  " * inner + " ".join(line.split()))
        code = _code(line)
        depth += sum(code.count(sign) for sign in "([") - sum(code.count(sign) for sign in ")]")
    return "\n".join(line.rstrip() for line in lines)


def indent_after(text: str, offset: int) -> str | None:
    before = _code(text)[:offset]
    depth = sum(before.count(sign) for sign in "([") - sum(before.count(sign) for sign in ")]")
    return "  " * depth if depth > 0 else None


def convert(text: str, _dialect: str, other: str) -> str:
    """From plain to loud and back: capitals, comments as they are."""
    if "?" in _code(text):
        raise ValueError("A question cannot be converted.")
    change = str.upper if other == "loud" else str.lower
    return "".join(
        part if part.startswith("#") else change(part) for part in re.split(r"(#[^\r\n]*)", text)
    )


def token_type(token: Token) -> TokenType | None:
    return {"COMMENT": TokenType.COMMENT, "NAME": TokenType.NAME}.get(
        token.kind, TokenType.OPERATOR
    )


class LinkedConverter:
    def convert(self, text: str, dialect: str, other: str, /) -> str:
        return convert(text, dialect, other)


class Linked(Notation):
    files = NotationFiles(name="linked", extensions=(".linked",))
    title = "Linked"
    line_comments = ("#",)
    dialects = {"plain": "As it is.", "loud": "In capitals."}
    dialect_titles = {"loud": "Loud"}
    package = "linked"
    codes = (UNKNOWN, CIRCLE, SPOILT, BAD, DEPTH, UNUSED, DUPLICATE)
    is_linked = True
    library_file = LIBRARY_FILE

    converter = LinkedConverter()

    def starts_chunk(self, line: str, /) -> bool:
        return starts_chunk(line)

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> LinkedAnalysis:
        return LinkedAnalysis(text, context, scope)

    def token_type(self, token: Token, /) -> TokenType | None:
        return token_type(token)

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        return duplicate_name(name, span, first, another)

    def key(self, name: str, /) -> str:
        return key(name)

    def respelled(self, new: str, old: str, key: str, /) -> str:
        return respelled(new, old, key)

    def library(self, name: str, /) -> Source | None:
        return library(name)

    def file_context(self, context: Context, text: str, /) -> Context:
        return replace(context, board="marked") if "$" in text else context

    def evidence(self, _text: str, /) -> int:
        return 0


LINKED = Linked()
