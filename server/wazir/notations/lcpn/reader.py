"""The base of the readers of both grammars: leaves of the tree, tests, and syntax errors (L1 to L3,
L16, L17).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeGuard

from wazir.diagnostics import Code, Fix
from wazir.notations.fixes import fix, insertion, remove, write
from wazir.notations.lcpn import codes, tree
from wazir.notations.lcpn.syntax import MAX_DEPTH, OPERATORS, Item, is_unclosed
from wazir.notations.lcpn.tree import STYLES, NameKinds, canonical, roman
from wazir.notations.lcpn.vocabulary import joining
from wazir.notations.reports import Report, unread
from wazir.notations.wording import beginning, shortened, visible
from wazir.piece.board import read_number
from wazir.syntax import Node, Problem, ProblemKind, Token, Tree
from wazir.text import Edit, Span

_ESCAPE = re.compile(r"\\([\s\S]?)")
_DIGITS = re.compile(r"\d+")


class Reader(ABC):
    """Reads a parsed text and reports its errors."""

    call_syntax_hint: str
    """The form of a function without arguments, in words."""
    example: str
    """An example of a condition."""

    def __init__(self, text: str, style: str, kinds: NameKinds, diagnostics: Report) -> None:
        self.text = text
        self.style = style
        self.test_form = STYLES[style].test
        self.kinds = kinds
        self.diagnostics = diagnostics

    @abstractmethod
    def items(self, root: Node) -> list[tree.Defined]:
        """The definitions and bare expressions of a text."""

    @abstractmethod
    def tested_call(self, item: Node) -> tree.Expression | None:
        """The call that a part is in a test."""

    @abstractmethod
    def content(self, item: Node) -> Item | None:
        """The content of the brackets that a part is in a test."""

    # What is wrong

    def report(self, code: Code, span: Span, message: str, *fixes: Fix) -> tree.Nothing:
        """Report an error in place of an expression."""
        self.diagnostics(code, span, message, *fixes)
        return tree.Nothing(span)

    def unexpected(self, span: Span, message: str, *fixes: Fix) -> tree.Nothing:
        """Report an unexpected part, which can be removed."""
        removed = (remove(span, "it"),) if span.start < span.end else ()
        return self.report(codes.UNEXPECTED_TOKEN, span, message, *(fixes or removed))

    def missing(self, span: Span, message: str) -> tree.Nothing:
        """Report missing operands."""
        return self.report(codes.MISSING_OPERAND, span, message)

    def bad_test(self, span: Span, message: str, better: str = "") -> tree.Nothing:
        """Report an invalid condition."""
        return self.report(
            codes.BAD_CONDITION, span, message, *([write(span, better)] if better else ())
        )

    def is_too_deep(self, count: int, span: Span) -> bool:
        """Whether a depth is too large; reported if so."""
        if count <= MAX_DEPTH:
            return False
        self.report(
            codes.TOO_LONG, beginning(span), "This is nested too deeply. Give names to parts of it."
        )
        return True

    # Leaves

    def name(self, token: Token) -> tree.Name:
        """A name."""
        written = token.text
        if _DIGITS.search(written):
            better = _DIGITS.sub(lambda digits: roman(digits[0]), written)
            fixes = () if _DIGITS.search(better) else (write(token.span, better),)
            way = f"Write Roman numerals: `{better}`." if fixes else "Write it in letters."
            self.report(codes.DIGIT_IN_NAME, token.span, f"Names have no digits. {way}", *fixes)
        if "-" in written and not STYLES[self.style].is_lispy:
            better = written.replace("-", "_")
            message = f"Names are written with `_` in this style: `{better}`."
            self.report(
                codes.HYPHEN_IN_NAME, token.span, message, write(token.span, better, safe=True)
            )
        return tree.Name(canonical(written), token.span)

    def string(self, token: Token) -> tree.Text:
        """A string without its quotes and escapes."""
        words = token.text[1:-1]
        if is_unclosed(token):
            words = token.text[1:]
            end = token.start + len(token.text.rstrip())
            message = 'Unclosed string: missing `"`. It extends to the end of the definition.'
            way = fix('Insert `"` at the end', insertion(end, '"'))
            self.report(codes.UNCLOSED_STRING, Span(token.start, end), message, way)
        return tree.Text(_ESCAPE.sub(r"\1", words), token.span)

    def stray_number(self, token: Token) -> tree.Nothing:
        """Report a number in the place of a piece."""
        way = (
            f"A range follows a colon, as in `:{token.text.lstrip('-')}`; a step is an array of "
            "two numbers."
        )
        return self.unexpected(token.span, f"The number `{token.text}` is not a piece. {way}")

    def can_take_arguments(self, function: tree.Expression, arguments: Span) -> bool:
        """Whether an expression has the form of a function; reported if not."""
        if isinstance(function, tree.Name | tree.Text | tree.Together | tree.Either | tree.Nothing):
            return True
        self.unexpected(arguments, "Only functions take arguments. Join pieces with `/`.")
        return False

    # Conditions

    def add_clause(self, clause: tree.Clause, clauses: list[tree.Clause]) -> None:
        """Add a reachable clause; report an unreachable one."""
        if clauses and clauses[-1].test is None:
            message = "Unreachable clause: the one before it is the default. Swap them."
            self.report(
                codes.UNREACHABLE_CLAUSE, clause.span, message, remove(clause.span, "the clause")
            )
        else:
            clauses.append(clause)

    def check_default_clause(self, clauses: Sequence[tree.Clause], word: Span) -> None:
        """Report a missing default clause."""
        if clauses[-1].test is not None:
            way = STYLES[self.style].default
            message = (
                f"No moves where none of the conditions is true. If this is meant, write {way}."
            )
            self.report(codes.MISSING_DEFAULT_CLAUSE, word, message)

    def test_word(self, token: Token) -> tree.Expression:
        """A token in the place of a condition."""
        if token.kind == "STRING":
            return self.string(token)
        if not token.text:
            return tree.Nothing(token.span)
        better = self.test_form.format(token.text) if token.kind == "NAME" else ""
        message = f"`{token.text}` is not a condition. Write one such as `{self.example}`."
        if better:
            message = f"A condition is written {self.call_syntax_hint}: `{better}`."
        return self.bad_test(token.span, message, better)

    def side(self, item: Item) -> tree.Expression:
        """A number in a comparison, or a function of one."""
        if isinstance(item, Token):
            if not item.text:
                return tree.Nothing(item.span)
            if item.kind == "NUMBER":
                return tree.Number(read_number(item.text), item.span)
            better = self.test_form.format(item.text) if item.kind == "NAME" else ""
            way = f" Write it {self.call_syntax_hint}: `{better}`." if better else ""
            return self.bad_test(item.span, f"`{item.text}` is not a number.{way}", better)
        if call := self.tested_call(item):
            return call
        if inner := self.content(item):
            return self.side(inner)
        example = self.test_form.format("rank")
        return self.bad_test(item.span, f"Not a number. Write a number, or `{example}`.")


def is_token(item: Item | None, kind: str) -> TypeGuard[Token]:
    """Whether a part is a token of a kind."""
    return isinstance(item, Token) and item.kind == kind


def restricted(inner: tree.Expression, words: Sequence[Token], span: Span) -> tree.Expression:
    """An expression with its restrictions, if it has any."""
    restrictions = tuple(tree.Word(canonical(word.text[1:].strip()), word.span) for word in words)
    return tree.Restricted(inner, restrictions, span) if restrictions else inner


PAIRS = {"(": ")", "[": "]", "{": "}"}
_INSTEAD = {"c": {";": "#"}, "sql": {"/": "OR", "&": "AND", ";": "#"}}
_LOST = {
    "LBRACE": ("{", codes.MISSING_BRACE, "Missing `{` before the branch of `if`."),
    "THEN": ("THEN", codes.MISSING_THEN, "Missing `THEN` after the condition."),
}


def report_mistakes(tree: Tree, reader: Reader) -> None:
    """Report the syntax errors of a text, each once."""
    for problem in tree.problems:
        match problem:
            case Problem(ProblemKind.UNEXPECTED, found=Token() as token):
                _report_unexpected(problem, token, reader)
            case Problem(ProblemKind.MISSING):
                _report_missing(problem, reader)
            case _:
                reader.diagnostics.keep(
                    unread(problem, "definition", codes.TOO_LONG, too_many=codes.TOO_MANY_PROBLEMS)
                )
    for node in tree.nodes():
        close = node.children[-1] if node.children else None
        if is_token(close, "CLOSE") and close.text:
            _check_brackets(node, close, reader)


def _check_brackets(node: Node, close: Token, reader: Reader) -> None:
    """Report brackets that do not match, or are of the wrong kind (L1)."""
    opening = node.leaves()[0]
    if not opening.text:
        return
    is_array = {part.kind for part in node.children[1:-1]} == {"NUMBER"}
    wanted = "[" if is_array else "("
    better = PAIRS[opening.text]
    if better != close.text:
        message = f"Mismatched `{close.text}` after `{opening.text}`. Write `{better}`."
        reader.report(
            codes.MISMATCHED_BRACKET, close.span, message, write(close.span, better, safe=True)
        )
    elif reader.style == "elisp" and opening.text != wanted:
        if is_array:
            what = "An array is written in `[]`"
        else:
            what = "A list is written in `()`, only an array in `[]`"
        edits = Edit(opening.span, wanted), Edit(close.span, PAIRS[wanted])
        way = fix(f"Write `{wanted}{PAIRS[wanted]}`", *edits, safe=True)
        reader.report(codes.WRONG_BRACKET, node.span, f"{what} in the Emacs Lisp style.", way)


def _report_unexpected(problem: Problem, token: Token, reader: Reader) -> None:
    if token.kind == "OPEN_COMMENT":
        end = token.start + len(token.text.rstrip())
        way = fix("Put `*/` at the end", insertion(end, " */"))
        message = "Unclosed comment: missing `*/`. It extends to the next definition."
        reader.report(codes.UNCLOSED_COMMENT, Span(token.start, end), message, way)
    elif token.kind == "CLOSE":
        way = remove(token.span, f"`{token.text}`", safe=True)
        reader.report(codes.UNEXPECTED_CLOSE, token.span, f"Unmatched `{token.text}`.", way)
    elif problem.follows:
        return
    elif token.kind == "ERROR":
        sign, span = visible(token.text), Span(token.start, token.start + 1)
        instead = _INSTEAD.get(reader.style, {}).get(token.text, "")
        hint = "A comment begins with" if token.text == ";" else "This style writes"
        message = f"`{sign}` is not part of this style." + (
            f" {hint} `{instead}`." if instead else ""
        )
        fixes = [write(token.span, instead)] if instead else []
        reader.report(codes.UNEXPECTED_CHARACTER, span, message, *fixes, remove(span, f"`{sign}`"))
    elif token.kind == "DEFINE":
        reader.report(codes.BAD_DEFINITION, token.span, f"Missing name before `{token.text}`.")
    else:
        _unexpected_word(problem, token, reader)


def _unexpected_word(problem: Problem, token: Token, reader: Reader) -> None:
    before = problem.before.text if problem.before else ""
    place = f"after `{shortened(before, 30)}`" if before else "here"
    message = f"Unexpected `{shortened(token.text, 30)}` {place}."
    if token.kind in OPERATORS and not before:
        message = f"Missing piece before `{token.text}`."
    meant = joining(token.text, before)
    instead, fixes = STYLES[reader.style].signs.get(meant, token.text), []
    if instead != token.text:
        message = f"{message} Between pieces this style writes `{instead}`."
        fixes = [write(token.span, instead)]
    reader.unexpected(token.span, message, *fixes, remove(token.span, "it"))


def _report_missing(problem: Problem, reader: Reader) -> None:
    found, before, opening = problem.found, problem.before, problem.opening
    near = (found or before or problem).span
    kind = problem.missing or ""
    if kind in ("NAME", "NUMBER"):
        if is_unclosed(before):
            return
        if before and before.kind in OPERATORS:
            reader.missing(
                before.span, f"Missing piece after `{before.text}`. Write a piece, or remove it."
            )
        elif found:
            reader.missing(found.span, f"Missing operand before `{shortened(found.text, 30)}`.")
        else:
            reader.missing(near, "Missing operand after this.")
    elif kind == "COMMA":
        message = "Missing comma between the numbers of an array: `[1, 2]`."
        reader.unexpected(near, message, fix("Insert a comma before it", Edit(problem.span, ",")))
    elif kind == "END":
        way = fix("Insert `END`", Edit(problem.span, " END"), safe=True)
        message = "Unclosed `IF`: missing `END`."
        reader.report(codes.MISSING_END, (opening or problem).span, message, way)
    elif kind in _LOST:
        word, code, message = _LOST[kind]
        reader.report(code, near, message, fix(f"Insert `{word}`", _put(word, problem)))
    elif opening is not None and opening.text and not is_unclosed(before):
        _missing_close(problem, opening, reader)


def _put(word: str, problem: Problem) -> Edit:
    """The edit that inserts a missing word, with a space beside it."""
    found = problem.found
    return insertion(found.start, f"{word} ") if found else Edit(problem.span, f" {word}")


def _missing_close(problem: Problem, opening: Token, reader: Reader) -> None:
    close = PAIRS[opening.text]
    message = f"Unclosed `{opening.text}`: missing `{close}`."
    if opening.text == "{" and not STYLES[reader.style].is_lispy:
        span = problem.found.span if problem.found else opening.span
        message = "Unclosed branch before this: missing `}`." if problem.found else message
        reader.report(
            codes.MISSING_BRACE, span, message, fix("Insert `}`", _put("}", problem), safe=True)
        )
    else:
        way = fix(f"Insert `{close}` at the end", Edit(problem.span, close), safe=True)
        reader.report(codes.UNCLOSED_BRACKET, opening.span, message, way)
