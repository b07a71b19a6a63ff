"""The layout of the C and SQL styles (L19), with brackets only where the same tree needs them (L13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
from wazir.notations.lcpn.reading import canonical
from wazir.notations.lcpn.writing import spelling
from wazir.notations.lcpn.writing.algebra import (
    HARD,
    NOTHING,
    SETTLED,
    SETTLED_SPACE,
    SPACE,
    Doc,
    align,
    cat,
    group,
    joined,
    nest,
    text,
)
from wazir.notations.lcpn.writing.notes import NONE, Noted, begins_on_new_line, lines_before, noted, remarks

EITHER, CHAIN, LINK, PRIMARY, FUNCTION = range(5)
"""How tightly things hold together, the loosest first."""
_OR, _AND, _NOT, _COMPARISON, _VALUE = range(5)
"""The same in tests."""


@dataclass(frozen=True, slots=True)
class _Signs:
    """The words of a style."""

    define: str
    either: str
    then: str
    jump: str
    together: str
    logic: dict[str, str]


_STYLES = {
    "c": _Signs(":=", "/", "=>", "->", "&", {"and": "and", "or": "or", "not": "not"}),
    "sql": _Signs("IS", "OR", "AND_THEN", "THEN", "AND", {"and": "AND", "or": "OR", "not": "NOT"}),
}
_RANKS: dict[type, int] = {Either: EITHER, Chain: CHAIN, Restricted: LINK, Cond: LINK, Name: FUNCTION, Text: FUNCTION}
_TEST_RANKS = {"or": _OR, "and": _AND, "not": _NOT}


class Infix:
    """Lays out expressions with operators."""

    def __init__(self, style: str, notes: Noted, source: str = "", guarded: bool = False) -> None:
        self.style = style
        self.signs = _STYLES[style]
        self.notes = notes
        self.source = source
        """The text that was read, if it was in this style too: gerunds stay as they are written there."""
        self.guarded = guarded
        """Whether every name in `-ing` gets a `$`, because something might follow it."""

    def defined(self, item: Defined) -> Doc:
        """A definition, or a bare expression."""
        if item.name is None:
            return self.part(item.body)
        notes = self.notes.get(id(item.name), NONE)
        sign = f"{spelling.name(item.name, self.style)} {self.signs.define}"
        first = cat(sign, *remarks(notes))
        body = self.part(item.body)
        if notes.behind or self._begins_on_new_line(item.body):
            return cat(first, nest(2, HARD, body))
        if self.style == "sql" and isinstance(item.body, Cond):
            return group(first, nest(2, SPACE, body))
        return cat(first, " ", body)

    def part(self, of: Expression, least: int = EITHER) -> Doc:
        """An expression with its comments, in brackets if it does not hold together so tightly."""
        return noted(self.notes.get(id(of), NONE), self.held(of, least))

    def held(self, of: Expression, least: int) -> Doc:
        """An expression without its comments, in brackets if it does not hold together so tightly."""
        doc = self.expression(of)
        return doc if self._rank(of) >= least else _bracketed(doc)

    def expression(self, of: Expression) -> Doc:
        """An expression without its comments."""
        return _WRITERS[type(of)](self, of)

    def _rank(self, of: Expression) -> int:
        if isinstance(of, Call) and self._is_gerund(of):
            return LINK
        return _RANKS.get(type(of), PRIMARY)

    def _begins_on_new_line(self, part: Expression | Clause) -> bool:
        return begins_on_new_line(self.notes.get(id(part), NONE))

    def word(self, of: Name | Array | Text | Number | Property) -> Doc:
        """A single word, or a step."""
        if isinstance(of, Name):
            return text(spelling.name(of, self.style, self.guarded and spelling.is_like_gerund(of.key)))
        if isinstance(of, Array):
            return text(spelling.array(of, self.style))
        if isinstance(of, Text):
            return text(spelling.string(of))
        return text(str(of.value) if isinstance(of, Number) else spelling.label(of, self.style))

    def either(self, of: Either) -> Doc:
        """Alternatives, with the properties first."""
        properties = [spelling.label(part, self.style) for part in of.parts if isinstance(part, Property)]
        parts = [part for part in of.parts if not isinstance(part, Property)]
        if not parts:
            return text(" ".join(properties))
        first, *rest = parts
        doc = self.part(first, CHAIN)
        front = cat(*(f"{one} " for one in properties), nest(2, doc) if isinstance(first, Chain) else doc)
        return self._operands(front, [(self.signs.either, part, CHAIN) for part in rest])

    def chain(self, of: Chain) -> Doc:
        """Parts that follow each other; only the last may be a chain with the other sign without brackets."""
        sign = self.signs.jump if of.jumps else self.signs.then
        *between, last = of.parts[1:]
        is_plain = isinstance(last, Chain) and last.jumps != of.jumps
        found = [(sign, part, LINK) for part in between]
        return self._operands(self.part(of.parts[0], LINK), [*found, (sign, last, CHAIN if is_plain else LINK)])

    def _operands(self, first: Doc, rest: list[tuple[str, Expression, int]]) -> Doc:
        docs: list[Doc] = []
        for sign, part, least in rest:
            notes = self.notes.get(id(part), NONE)
            before, within = lines_before(notes)
            inner = cat(SETTLED, *(f"{comment} " for comment in within), self.held(part, least))
            for comment in before:
                docs += (HARD, text(comment))
            docs += (SPACE, cat(f"{sign} ", align(inner), *remarks(notes)))
        return group(first, nest(2, *docs))

    def together(self, of: Together) -> Doc:
        """Functions that are composed."""
        sign = f" {self.signs.together} "
        return joined([self._function(part) for part in of.parts], text(sign))

    def _function(self, of: Expression) -> Doc:
        """A function where something follows it: no gerund, unless it is written as one."""
        if isinstance(of, Name):
            guarded = self.style == "sql" and spelling.is_like_gerund(of.key)
            return noted(self.notes.get(id(of), NONE), text(spelling.name(of, self.style, guarded)))
        return self.part(of, FUNCTION)

    def nothing(self, _: Nothing) -> Doc:
        """What is missing, or could not be read."""
        return text("")

    def restricted(self, of: Restricted) -> Doc:
        """An expression with the restrictions behind it."""
        return cat(self.held(of.inner, PRIMARY), *(spelling.word(word, self.style) for word in of.words))

    def call(self, of: Call) -> Doc:
        """A function with what it is given."""
        if self._is_gerund(of):
            return self._gerund(of)
        is_together = isinstance(of.function, Together)
        function = self.part(of.function) if is_together else self._function(of.function)
        return cat(function, self._arguments(of))

    def _arguments(self, of: Call) -> Doc:
        if not of.arguments:
            return text("()")
        given = joined(map(self.part, of.arguments), cat(",", SPACE))
        return group("(", nest(2, NOTHING, given), NOTHING, ")")

    def _is_gerund(self, of: Call) -> bool:
        """Whether a call is written as a gerund, and stays one."""
        if not of.gerund or self.style != "sql" or not self.source:
            return False
        last = of.function.parts[-1] if isinstance(of.function, Together) else of.function
        return isinstance(last, Name) and spelling.is_like_gerund(canonical(self._written(last)))

    def _written(self, of: Name) -> str:
        return self.source[of.span.start : of.span.end]

    def _gerund(self, of: Call) -> Doc:
        parts = of.function.parts if isinstance(of.function, Together) else (of.function,)
        doing = joined(map(self._doing, parts), text(f" {self.signs.together} "))
        if len(of.arguments) != 1:
            return cat(doing, self._arguments(of))
        given = of.arguments[0]
        is_plain = isinstance(given, Name | Text | Array | Call | Together | Restricted)
        return cat(doing, " ", self.part(given, EITHER if is_plain else FUNCTION))

    def _doing(self, of: Expression) -> Doc:
        if not isinstance(of, Name):
            return self._function(of)
        written = self._written(of)
        plain = Name(canonical(written), of.span)
        name = spelling.name(plain, self.style, written.startswith("$"))
        return noted(self.notes.get(id(of), NONE), text(name))

    def cond(self, of: Cond) -> Doc:
        """Tests with what holds where they do."""
        write = self._braces if self.style == "c" else self._branch
        docs: list[Doc] = []
        for place, clause in enumerate(of.clauses):
            if place and self._begins_on_new_line(clause):
                docs.append(HARD)
            elif place:
                docs.append(SPACE if self.style == "sql" else SETTLED_SPACE)
            docs.append(noted(self.notes.get(id(clause), NONE), write(clause, place > 0)))
        end: tuple[Doc | str, ...] = (SPACE, "END") if self.style == "sql" else ()
        return group(*docs, *end)

    def _braces(self, of: Clause, is_later: bool) -> Doc:
        first = "else " if is_later else ""
        test = cat() if of.test is None else cat("if (", align(self.test(of.test, _OR)), ") ")
        return cat(first, test, "{", nest(2, SPACE, self.part(of.then)), SPACE, "}")

    def _branch(self, of: Clause, is_later: bool) -> Doc:
        first = "ELSE" if is_later else ""
        if of.test is not None:
            first = f"{first} IF ".lstrip()
        test = cat() if of.test is None else cat(align(self.test(of.test, _OR)), " THEN")
        notes = self.notes.get(id(of.then), NONE)
        then = self.expression(of.then)
        if of.test is None and _begins_with_if(of.then):
            then = _bracketed(then)
        return cat(first, test, nest(2, SPACE, noted(notes, then)))

    def test(self, of: Expression, least: int) -> Doc:
        """A test with its comments, in brackets if it does not hold together so tightly."""
        rank = _TEST_RANKS[of.word] if isinstance(of, Logic) else _COMPARISON if isinstance(of, Compare) else _VALUE
        doc = self._logic(of, rank) if isinstance(of, Logic) else self._value(of)
        return noted(self.notes.get(id(of), NONE), doc if rank >= least else _bracketed(doc))

    def _logic(self, of: Logic, rank: int) -> Doc:
        sign = self.signs.logic[of.word]
        if of.word == "not":
            return cat(f"{sign} ", self.test(of.parts[0], _NOT))
        first, *rest = of.parts
        return group(
            self.test(first, rank + 1), *(cat(SPACE, f"{sign} ", align(self.test(one, rank + 1))) for one in rest)
        )

    def _value(self, of: Expression) -> Doc:
        if isinstance(of, Compare):
            return cat(self.test(of.left, _VALUE), f" {of.sign} ", self.test(of.right, _VALUE))
        return self.expression(of)


def _bracketed(doc: Doc) -> Doc:
    return cat("(", align(doc), ")")


def _begins_with_if(of: Expression) -> bool:
    """Whether an expression is written with `IF` as its first word, which would go on with an `ELSE` before it."""
    while isinstance(of, Either | Chain):
        of = of.parts[0]
        if isinstance(of, Either):
            return False
    return isinstance(of, Cond)


_WRITERS: dict[type, Callable[..., Doc]] = {
    Name: Infix.word,
    Array: Infix.word,
    Text: Infix.word,
    Number: Infix.word,
    Property: Infix.word,
    Restricted: Infix.restricted,
    Either: Infix.either,
    Chain: Infix.chain,
    Together: Infix.together,
    Call: Infix.call,
    Cond: Infix.cond,
    Nothing: Infix.nothing,
}
