"""A notation made to be awkward for documents: directives, several names in a chunk, findings of
every severity.
"""

from __future__ import annotations

import re
from dataclasses import replace

from wazir.diagnostics import Code, Diagnostic, Fix, Related, Severity
from wazir.lazy import lazy
from wazir.notations.files import NotationFiles
from wazir.notations.notation import NO_NAMES, Analysis, Context, Notation, Scope
from wazir.notations.results import TokenType
from wazir.syntax import Node, Token, Tree
from wazir.text import Edit, Span

SIGNS = {"?": Severity.ERROR, "~": Severity.WARNING, "^": Severity.INFORMATION, "`": Severity.HINT}
CODES = {sign: Code(severity.name.lower(), severity, "") for sign, severity in SIGNS.items()}
DUPLICATE = Code("duplicate", Severity.ERROR, "")


def starts_chunk(line: str) -> bool:
    return line.strip() != "" and line[0] not in " \t#"


def context_after(text: str, context: Context) -> Context:
    """`!dialect x` and `!board x` at the start of a chunk pin something, with nothing behind them
    they free it.
    """
    match = re.match(r"!(dialect|board)(?: +(\w+))?", text)
    return replace(context, **{match[1]: match[2]}) if match else context


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The words before `=` on the first line."""
    head, sign, _ = re.split(r"[\r\n]", text, maxsplit=1)[0].partition("=")
    return (
        tuple((word[0], Span(*word.span())) for word in re.finditer(r"[^\s=]+", head))
        if sign
        else ()
    )


def diagnose(text: str, context: Context) -> tuple[Diagnostic, ...]:
    """A finding for each sign of `SIGNS`, whose message names the context; in a strict dialect for
    `x` as well.
    """
    return tuple(
        Diagnostic(
            CODES.get(text[at], CODES["?"]),
            Span(at, at + 1),
            f"{context.dialect} {context.board}",
            (Fix("fix", (Edit(Span(at, at + 1), "!"),), safe=True),),
            (Related(Span(0, at), "before"),),
        )
        for at in reversed(range(len(text)))
        if text[at] in SIGNS or (text[at] == "x" and context.dialect == "strict")
    )


def duplicate_name(name: str, span: Span, first: Span, another: str) -> Diagnostic:
    fix = Fix(another, (Edit(span, another),), safe=True)
    return Diagnostic(DUPLICATE, span, f"{name} again", (fix,), (Related(first, "first"),))


def comments(text: str) -> tuple[Token, ...]:
    return tuple(
        Token("comment", match[0], match.start()) for match in re.finditer(r"#[^\r\n]*", text)
    )


class ToyAnalysis(Analysis):
    @lazy
    def tree(self) -> Tree:
        return Tree(self.text, Node("start", (), 0, 0), comments(self.text), ())

    @lazy
    def names(self) -> tuple[tuple[str, Span], ...]:
        return names(self.text)

    @lazy
    def next_context(self) -> Context:
        return context_after(self.text, self.context)

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return diagnose(self.text, self.context)


class Toy(Notation):
    files = NotationFiles(name="toy", extensions=(".toy",))
    title = "Toy"
    line_comments = ("#",)
    codes = (*CODES.values(), DUPLICATE)
    package = __name__
    has_lines = True

    def starts_chunk(self, line: str, /) -> bool:
        return starts_chunk(line)

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> ToyAnalysis:
        return ToyAnalysis(text, context, scope)

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        return duplicate_name(name, span, first, another)

    def token_type(self, _token: Token, /) -> TokenType:
        return TokenType.COMMENT

    def evidence(self, _text: str, /) -> int:
        return 0


TOY = Toy()
