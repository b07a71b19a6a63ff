"""Writes trees in each style, with their comments (L3, L13, L18, L19): as lists, or with
operators.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from sys import maxsize

from wazir.notations.lcpn import printer, tree
from wazir.notations.lcpn.notes import NONE, Commented, Notes, NotesByPart
from wazir.notations.lcpn.printer import (
    HARD,
    SETTLED,
    SPACE,
    Doc,
    Hung,
    Remark,
    align,
    cat,
    group,
    joined,
    nest,
)
from wazir.notations.lcpn.tree import STYLES, canonical, is_like_gerund, written

_BRACKET = re.compile(r"[(\[{]")
_ELSE = re.compile(r"[(\[{]\s*else(?![\w-])", re.IGNORECASE)

EITHER, CHAIN, LINK, PRIMARY, FUNCTION = range(5)
"""The precedence of operators, loosest first."""
_RANKS: dict[type, int] = {
    tree.Either: EITHER,
    tree.Chain: CHAIN,
    tree.Restricted: LINK,
    tree.Cond: LINK,
    tree.Name: FUNCTION,
    tree.Text: FUNCTION,
}
_OR, _AND, _NOT, _COMPARISON, _VALUE = range(5)
"""The precedence of operators in tests."""
_TEST_RANKS = {"or": _OR, "and": _AND, "not": _NOT}


def spelled(of: tree.Expression, style: str) -> str:
    """An expression on one line; line ends in strings are kept."""
    return printer.render(writer(style, {}).expression(of), width=maxsize)


def writer(
    style: str, notes: NotesByPart, source: str = "", guarded: bool = False
) -> _Lists | _Infix:
    """The writer of a style.

    Args:
        style: The style.
        notes: Comments by what they belong to.
        source: The text that was read, if it was in the same family of styles: gerunds and `else`
            stay as they are written there.
        guarded: Whether every name in `-ing` gets a `$`, because something might follow it.
    """
    return (_Lists if STYLES[style].is_lispy else _Infix)(style, notes, source, guarded)


class _Writer:
    """What the layouts of all styles share: leaves and comments."""

    def __init__(self, style: str, notes: NotesByPart, source: str, guarded: bool) -> None:
        self.style = style
        self.signs = STYLES[style].signs
        self.notes = notes
        self.source = source
        self.guarded = guarded

    def leaf(self, of: tree.Expression) -> Doc:
        """A leaf; empty for missing expressions."""
        if not isinstance(of, tree.Name | tree.Array | tree.Text | tree.Number | tree.Property):
            return ""
        return written(
            of, self.style, self.guarded and isinstance(of, tree.Name) and is_like_gerund(of.key)
        )

    # Comments

    def of(self, part: Commented) -> Notes:
        """The comments of a part."""
        return self.notes.get(id(part), NONE)

    def before(self, part: Commented) -> tuple[list[str], list[str]]:
        """The comments on lines of their own before a part, and those on its line.

        Those after its first sign precede the part in a style that has no such sign.
        """
        notes = self.of(part)
        if notes.head and not STYLES[self.style].is_lispy:
            return [*notes.before, *notes.within, *notes.head], []
        return notes.before, notes.within

    def noted(self, part: Commented, doc: Doc) -> Doc:
        """A part with its comments."""
        if self.of(part) is NONE:
            return doc
        before, within = self.before(part)
        docs: list[Doc] = []
        for comment in before:
            docs += (printer.FRESH, comment, HARD)
        for comment in within:
            docs += (SETTLED, f"{comment} ")
        return cat(*docs, doc, *self.of(part).after)


class _Lists(_Writer):
    """Lays out expressions as lists: operands aligned, two spaces under `def` and `cond`."""

    def defined(self, item: tree.Defined) -> Doc:
        """A definition, or a bare expression, with its comments."""
        if item.name is None:
            # Brackets around a single word stay, for they may be all that tells the style (L1).
            is_word = isinstance(item.body, tree.Name | tree.Text | tree.Property)
            is_listed = not self.source or _BRACKET.match(self.source, item.span.start)
            if is_word and is_listed:
                return group(align("(", self.part(item.body), ")"))
            return self.part(item.body)
        first = cat("(def ", written(item.name, self.style), *self.of(item.name).after)
        return group(first, nest(2, self._gap(item.body, item.name), self.part(item.body)), ")")

    def part(self, part: tree.Expression | tree.Clause) -> Doc:
        """An expression with its comments."""
        return self.noted(part, self.expression(part))

    def _gap(self, part: Commented, before: Commented | None = None) -> Doc:
        """The break before a part; mandatory before comments on their own lines."""
        return HARD if self.before(part)[0] or (before and self.of(before).after) else SPACE

    def expression(self, of: tree.Expression | tree.Clause) -> Doc:
        """An expression without its comments."""
        match of:
            case tree.Restricted(inner, words):
                doc = self.expression(inner)
                if isinstance(inner, tree.Array) and self.style == "lisp":
                    doc = " ".join(map(str, inner.numbers))
                return group(
                    align(
                        "(",
                        doc,
                        nest(1, *(cat(SPACE, written(word, self.style)) for word in words)),
                        ")",
                    )
                )
            case tree.Either() | tree.Chain() | tree.Together() | tree.Logic():
                sign = _sign(of)
                remarks = [Remark(comment, alone=False) for comment in self.of(of).head]
                return self._list(
                    cat(sign, *remarks) if remarks else sign, of.parts, by=len(sign) + 2
                )
            case tree.Call(function, ()):
                return cat("(", self.part(function), ")")
            case tree.Call(function, arguments):
                return self._list(self.part(function), arguments, by=1)
            case tree.Compare(sign, left, right):
                return cat("(", sign, " ", self.expression(left), " ", self.expression(right), ")")
            case tree.Cond(clauses):
                remarks = [Remark(comment, alone=False) for comment in self.of(of).head]
                docs = [cat(SPACE, self.part(clause)) for clause in clauses]
                return group(align("(cond", *remarks, nest(2, *docs), ")"))
            case tree.Clause(test, then):
                default = "else" if _ELSE.match(self.source, of.span.start) else "t"
                first = default if test is None else self.part(test)
                return group(align("(", first, nest(1, self._gap(then), self.part(then)), ")"))
        return self.leaf(of)

    def _list(self, head: Doc, parts: Sequence[tree.Expression], by: int) -> Doc:
        """A list whose operands are aligned after its head if that is one word, or below it."""
        body, gap = joined(map(self.part, parts), SPACE), self._gap(parts[0])
        if isinstance(head, str) and gap is SPACE:
            return group(align("(", head, Hung(body, by), ")"))
        return group(align("(", head, nest(by, gap, body), ")"))


class _Infix(_Writer):
    """Lays out expressions with operators, and with brackets only where the tree needs them."""

    def defined(self, item: tree.Defined) -> Doc:
        """A definition, or a bare expression, with its comments."""
        if item.name is None:
            return self.part(item.body)
        first = cat(
            f"{written(item.name, self.style)} {self.signs['def']}", *self.of(item.name).after
        )
        body = self.part(item.body)
        if self.of(item.name).after or self.before(item.body)[0]:
            return cat(first, nest(2, HARD, body))
        if self.style == "sql" and isinstance(item.body, tree.Cond):
            return group(first, nest(2, SPACE, body))
        return cat(first, " ", body)

    def part(self, of: tree.Expression, least: int = EITHER) -> Doc:
        """An expression with its comments, in brackets if its precedence is too low."""
        return self.noted(of, self._held(of, least))

    def _held(self, of: tree.Expression, least: int) -> Doc:
        if isinstance(of, tree.Call) and self._is_gerund(of):
            rank = LINK
        else:
            rank = _RANKS.get(type(of), PRIMARY)
        return self.expression(of) if rank >= least else _bracketed(self.expression(of))

    def expression(self, of: tree.Expression) -> Doc:
        """An expression without its comments."""
        match of:
            case tree.Restricted(inner, words):
                return cat(
                    self._held(inner, PRIMARY), *(written(word, self.style) for word in words)
                )
            case tree.Either():
                return self._either(of)
            case tree.Chain(_, (first, *between, last)):
                # Only the last part may be a chain with the other sign without brackets.
                sign = _sign(of)
                least = CHAIN if isinstance(last, tree.Chain) and last.jumps != of.jumps else LINK
                rest = [(part, LINK) for part in between]
                return self._operands(
                    self.part(first, LINK), self.signs[sign], [*rest, (last, least)]
                )
            case tree.Together(parts):
                return joined(map(self._function, parts), f" {self.signs['&']} ")
            case tree.Call(function):
                if self._is_gerund(of):
                    return self._gerund(of)
                if isinstance(function, tree.Together):
                    name = self.part(function)
                else:
                    name = self._function(function)
                return cat(name, self._arguments(of))
            case tree.Cond():
                return self._cond(of)
        return self.leaf(of)

    def _either(self, of: tree.Either) -> Doc:
        """Alternatives, with the properties first."""
        properties = [
            written(part, self.style) for part in of.parts if isinstance(part, tree.Property)
        ]
        parts = [part for part in of.parts if not isinstance(part, tree.Property)]
        if not parts:
            return " ".join(properties)
        first, *rest = parts
        doc = self.part(first, CHAIN)
        front = cat(
            *(f"{word} " for word in properties),
            nest(2, doc) if isinstance(first, tree.Chain) else doc,
        )
        return self._operands(front, self.signs["/"], [(part, CHAIN) for part in rest])

    def _operands(self, first: Doc, sign: str, rest: Sequence[tuple[tree.Expression, int]]) -> Doc:
        docs: list[Doc] = []
        for part, least in rest:
            before, within = self.before(part)
            inner = cat(SETTLED, *(f"{comment} " for comment in within), self._held(part, least))
            for comment in before:
                docs += (HARD, comment)
            docs += (SPACE, cat(f"{sign} ", align(inner), *self.of(part).after))
        return group(first, nest(2, *docs))

    def _arguments(self, of: tree.Call) -> Doc:
        arguments = joined(map(self.part, of.arguments), cat(",", SPACE))
        if of.arguments:
            return group("(", nest(2, printer.NOTHING, arguments), printer.NOTHING, ")")
        return "()"

    def _function(self, of: tree.Expression) -> Doc:
        """A function before its arguments: not a gerund, unless it is written as one."""
        if isinstance(of, tree.Name):
            return self.noted(
                of, written(of, self.style, self.style == "sql" and is_like_gerund(of.key))
            )
        return self.part(of, FUNCTION)

    # Gerunds

    def _is_gerund(self, of: tree.Call) -> bool:
        """Whether a call is written as a gerund."""
        if not of.gerund or not self.source:
            return False
        last = of.function.parts[-1] if isinstance(of.function, tree.Together) else of.function
        return isinstance(last, tree.Name) and is_like_gerund(canonical(self._written(last)))

    def _written(self, of: tree.Name) -> str:
        return self.source[of.span.start : of.span.end]

    def _gerund(self, of: tree.Call) -> Doc:
        parts = of.function.parts if isinstance(of.function, tree.Together) else (of.function,)
        doing = joined(map(self._doing, parts), f" {self.signs['&']} ")
        if len(of.arguments) != 1:
            return cat(doing, self._arguments(of))
        operand = of.arguments[0]
        is_plain = isinstance(
            operand,
            tree.Name | tree.Text | tree.Array | tree.Call | tree.Together | tree.Restricted,
        )
        return cat(doing, " ", self.part(operand, EITHER if is_plain else FUNCTION))

    def _doing(self, of: tree.Expression) -> Doc:
        if not isinstance(of, tree.Name):
            return self._function(of)
        plain = tree.Name(canonical(self._written(of)), of.span)
        return self.noted(of, written(plain, self.style, self._written(of).startswith("$")))

    # Conditions

    def _cond(self, of: tree.Cond) -> Doc:
        write = self._braces if self.style == "c" else self._branch
        docs: list[Doc] = []
        for place, clause in enumerate(of.clauses):
            if place:
                between = SPACE if self.style == "sql" else printer.SETTLED_SPACE
                docs.append(HARD if self.before(clause)[0] else between)
            docs.append(self.noted(clause, write(clause, place > 0)))
        return group(*docs, *((SPACE, "END") if self.style == "sql" else ()))

    def _braces(self, of: tree.Clause, is_later: bool) -> Doc:
        test = cat() if of.test is None else cat("if (", align(self.test(of.test, _OR)), ") ")
        return cat(
            "else " if is_later else "", test, "{", nest(2, SPACE, self.part(of.then)), SPACE, "}"
        )

    def _branch(self, of: tree.Clause, is_later: bool) -> Doc:
        words = (["ELSE"] if is_later else []) + (["IF "] if of.test is not None else [])
        test = cat() if of.test is None else cat(align(self.test(of.test, _OR)), " THEN")
        then = self.expression(of.then)
        if of.test is None and _begins_with_if(of.then):
            then = _bracketed(then)
        return cat(" ".join(words), test, nest(2, SPACE, self.noted(of.then, then)))

    def test(self, of: tree.Expression, least: int) -> Doc:
        """A test with its comments, in brackets if its precedence is too low."""
        rank = _VALUE
        match of:
            case tree.Logic("not", (only,)):
                rank, doc = _NOT, cat(f"{self.signs['not']} ", self.test(only, _NOT))
            case tree.Logic(word, (first, *rest)):
                rank, sign = _TEST_RANKS[word], self.signs[word]
                others = (cat(SPACE, f"{sign} ", align(self.test(part, rank + 1))) for part in rest)
                doc = group(self.test(first, rank + 1), *others)
            case tree.Compare(sign, left, right):
                rank = _COMPARISON
                doc = cat(self.test(left, _VALUE), f" {sign} ", self.test(right, _VALUE))
            case _:
                return self.noted(of, self.expression(of))
        return self.noted(of, doc if rank >= least else _bracketed(doc))


def _sign(of: tree.Either | tree.Chain | tree.Together | tree.Logic) -> str:
    """The sign of an operator in the Lisp styles."""
    if isinstance(of, tree.Chain):
        return "->" if of.jumps else "=>"
    if isinstance(of, tree.Logic):
        return of.word
    if isinstance(of, tree.Either):
        return "/"
    return "&"


def _bracketed(doc: Doc) -> Doc:
    return cat("(", align(doc), ")")


def _begins_with_if(of: tree.Expression) -> bool:
    """Whether an expression begins with `IF`, which would continue an `ELSE` before it."""
    of = of.parts[0] if isinstance(of, tree.Either) else of
    while isinstance(of, tree.Chain):
        of = of.parts[0]
    return isinstance(of, tree.Cond)
