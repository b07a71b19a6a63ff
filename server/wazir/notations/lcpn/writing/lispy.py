"""The layout of the Lisp and Emacs Lisp styles (L19): operands aligned, two blanks under `def` and `cond`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from wazir.notations.lcpn.expressions import (
    Array,
    Call,
    Chain,
    Clause,
    Compare,
    Cond,
    Defined,
    Either,
    Expression,
    Logic,
    Name,
    Nothing,
    Number,
    Property,
    Restricted,
    Text,
    Together,
)
from wazir.notations.lcpn.writing import spelling
from wazir.notations.lcpn.writing.algebra import HARD, SPACE, Doc, Remark, align, cat, group, hang, joined, nest, text
from wazir.notations.lcpn.writing.notes import HAS_HEAD, NONE, Noted, begins_on_new_line, noted, remarks

_BRACKET = re.compile(r"[(\[{]")
_ELSE = re.compile(r"[(\[{]\s*else(?![\w-])", re.IGNORECASE)


class Lispy:
    """Lays out expressions as lists."""

    def __init__(self, style: str, notes: Noted, source: str = "") -> None:
        self.style = style
        self.notes = notes
        self.source = source
        """The text that was read, if it was in this style too."""

    def defined(self, item: Defined) -> Doc:
        """A definition, or a bare expression."""
        if item.name is None:
            return self._bare(item)
        notes = self.notes.get(id(item.name), NONE)
        first = cat("(def ", spelling.name(item.name, self.style), *remarks(notes))
        between = HARD if notes.behind or self._begins_on_new_line(item.body) else SPACE
        return group(first, nest(2, between, self.part(item.body)), ")")

    def _bare(self, item: Defined) -> Doc:
        """A bare expression. Brackets around a single word stay, for they may be all that tells the style (L1)."""
        is_word = isinstance(item.body, Name | Text | Property)
        is_listed = not self.source or _BRACKET.match(self.source, item.span.start)
        return group(align("(", self.part(item.body), ")")) if is_word and is_listed else self.part(item.body)

    def part(self, part: Expression | Clause) -> Doc:
        """An expression with its comments."""
        notes = self.notes.get(id(part), NONE)
        doc = self.clause(part) if isinstance(part, Clause) else self.expression(part)
        return noted(notes, doc, has_head=isinstance(part, HAS_HEAD))

    def expression(self, of: Expression) -> Doc:
        """An expression without its comments."""
        return _WRITERS[type(of)](self, of)

    def _begins_on_new_line(self, part: Expression | Clause) -> bool:
        notes = self.notes.get(id(part), NONE)
        return begins_on_new_line(notes, has_head=isinstance(part, HAS_HEAD))

    def word(self, of: Name | Array | Text | Number | Property) -> Doc:
        """A single word, or a step."""
        if isinstance(of, Name):
            return text(spelling.name(of, self.style))
        if isinstance(of, Array):
            return text(spelling.array(of, self.style))
        if isinstance(of, Text):
            return text(spelling.string(of))
        return text(str(of.value) if isinstance(of, Number) else spelling.label(of, self.style))

    def nothing(self, _: Nothing) -> Doc:
        """What is missing, or could not be read."""
        return text("")

    def restricted(self, of: Restricted) -> Doc:
        """A list of something and its restrictions."""
        words = [cat(SPACE, spelling.word(word, self.style)) for word in of.words]
        inner = self.expression(of.inner)
        if isinstance(of.inner, Array) and self.style == "lisp":
            inner = text(" ".join(map(str, of.inner.numbers)))
        return group(align("(", inner, nest(1, *words), ")"))

    def joined(self, of: Either | Chain | Together | Logic) -> Doc:
        """A list that begins with an operator."""
        if isinstance(of, Chain):
            sign = "->" if of.jumps else "=>"
        else:
            sign = of.word if isinstance(of, Logic) else "/" if isinstance(of, Either) else "&"
        notes = self.notes.get(id(of), NONE)
        head = cat(sign, *(Remark(comment, False) for comment in notes.head))
        return self._list(head, of.parts, below=bool(notes.head), by=len(sign) + 1)

    def call(self, of: Call) -> Doc:
        """A list of a function and what it is given."""
        if not of.arguments:
            return cat("(", self.part(of.function), ")")
        has_remark = bool(self.notes.get(id(of.function), NONE).behind)
        return self._list(self.part(of.function), of.arguments, below=has_remark, by=0)

    def _list(self, head: Doc, parts: Sequence[Expression], below: bool, by: int) -> Doc:
        below = below or self._begins_on_new_line(parts[0])
        body = joined(map(self.part, parts), SPACE)
        return group(align("(", hang(head, body, by, below), ")"))

    def compare(self, of: Compare) -> Doc:
        """A comparison of two numbers."""
        return cat("(", of.sign, " ", self.expression(of.left), " ", self.expression(of.right), ")")

    def cond(self, of: Cond) -> Doc:
        """A list of clauses."""
        notes = self.notes.get(id(of), NONE)
        head = [Remark(comment, False) for comment in notes.head]
        clauses = [cat(SPACE, self.part(clause)) for clause in of.clauses]
        return group(align("(cond", *head, nest(2, *clauses), ")"))

    def clause(self, of: Clause) -> Doc:
        """A list of a test and what holds where it does."""
        test = text(self._default(of)) if of.test is None else self.part(of.test)
        between = HARD if self._begins_on_new_line(of.then) else SPACE
        return group(align("(", test, nest(1, between, self.part(of.then)), ")"))

    def _default(self, of: Clause) -> str:
        return "else" if _ELSE.match(self.source, of.span.start) else "t"


_WRITERS: dict[type, Callable[..., Doc]] = {
    Name: Lispy.word,
    Array: Lispy.word,
    Text: Lispy.word,
    Number: Lispy.word,
    Property: Lispy.word,
    Restricted: Lispy.restricted,
    Either: Lispy.joined,
    Chain: Lispy.joined,
    Together: Lispy.joined,
    Logic: Lispy.joined,
    Call: Lispy.call,
    Compare: Lispy.compare,
    Cond: Lispy.cond,
    Nothing: Lispy.nothing,
}
