"""What is wrong with what definitions say (L4 to L17); how they are written is the reader's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wazir.diagnostics import Fix, Severity
from wazir.notations.foreign import alike, is_slip
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.checking.near import near
from wazir.notations.lcpn.checking.steps import keeps_a_step
from wazir.notations.lcpn.expressions import (
    Array,
    Call,
    Chain,
    Compare,
    Cond,
    Defined,
    Either,
    Expression,
    Logic,
    Name,
    Number,
    Property,
    Restricted,
    Text,
    Together,
    Word,
)
from wazir.notations.lcpn.meaning.conditions import COORDINATES, MOVED, PROMOTE, is_known_test, label, spaced
from wazir.notations.lcpn.meaning.directions import DIRECTIONS, choice, shortest
from wazir.notations.lcpn.meaning.ranges import numbers, refused
from wazir.notations.lcpn.meaning.words import ONLY, is_label, spelled
from wazir.notations.lcpn.names import FUNCTIONS, Names, is_chain, is_function, jumps_into_ride, library
from wazir.notations.lcpn.renaming import gerund
from wazir.notations.lcpn.vocabulary import LETTERS, MEANT, RANGES, RESTRICTIONS
from wazir.notations.lcpn.writing.spelling import LISPY
from wazir.notations.report import Report
from wazir.piece.model import Lattice
from wazir.text import Edit, Span

_SIGNS = {"or": "/", "either": "/", "then": "=>", "and-then": "=>"}
"""What the words of SQL are in the Lisp styles."""
_BETWEEN = re.compile(r"([1-9]\d{0,3})-+([1-9]\d{0,3})")
"""A restriction such as `:1-3`."""


def is_broken(defined: Defined, names: Names, lattice: Lattice) -> bool:
    """Whether a definition has an error by itself, so that nothing that needs it can be moved."""
    if defined.broken:
        return True
    report = Report()
    check(defined, names, lattice, report)
    return any(found.code.severity is Severity.ERROR for found in report.diagnostics())


def check(defined: Defined, names: Names, lattice: Lattice, report: Report) -> None:
    """Reports what is wrong with a definition."""
    checker = _Checker(names, lattice, report)
    if defined.name:
        name = spelled(defined.name.key, names.style)
        facts = names.facts(defined.name.key)
        if facts and facts.is_circular:
            report(
                rules.NEEDS_ITSELF,
                defined.name.span,
                f"`{name}` needs itself, so that it means nothing. Take it out of what it is made of.",
            )
        if _redefines(defined.name.key, defined.body):
            report(
                rules.REDEFINES_PRELUDE,
                defined.name.span,
                f"`{name}` is a well-known piece; in this file the name means this definition.",
            )
    if defined.name and is_function(defined.body, names):
        if not names.scope.is_used(defined.name.key):
            report(
                rules.UNUSED_FUNCTION,
                defined.name.span,
                f"Nothing in this file uses the function `{name}`.",
            )
        checker.function(defined.body)
    else:
        checker.piece(defined.body, _Around())


def _redefines(key: str, body: Expression) -> bool:
    """Whether a definition is of a well-known piece, and not what everybody means by it."""
    return library().facts(key) is not None and library().bodies[key] != body


@dataclass(frozen=True, slots=True)
class _Around:
    """Where an expression stands."""

    ends_chain: bool = False
    """It is the last part of a chain."""


@dataclass(frozen=True, slots=True)
class _Checker:
    """Goes through the expressions of a definition."""

    names: Names
    lattice: Lattice
    report: Report

    def piece(self, body: Expression, around: _Around) -> None:
        """An expression where a piece is meant."""
        inside = _Around()
        match body:
            case Name():
                self._piece_name(body)
            case Array(found, span) if len(found) != 2:
                self.report(
                    rules.ARRAY_NOT_DRAWN,
                    span,
                    f"An array of {len(found)} numbers is kept but not drawn, for boards have two axes here.",
                )
            case Either(parts):
                for part in parts:
                    self.piece(part, inside)
            case Restricted(inner):
                self._restrictions(body)
                self.piece(inner, inside)
            case Chain(_, parts):
                self._chain(body)
                for number, part in enumerate(parts):
                    self.piece(part, _Around(ends_chain=number == len(parts) - 1))
            case Call():
                self._call(body, around)
            case Cond():
                self._cond(body)
            case Together():
                self.function(body)

    # Names

    def _piece_name(self, name: Name) -> None:
        if self.names.is_piece(name.key):
            return
        if self.names.is_function(name.key):
            self.report(
                rules.UNKNOWN_PIECE,
                name.span,
                f"`{self._spelled(name.key)}` is a function, and no piece has that name. Give it a piece to work on.",
            )
            return
        if choice(name.key, self.lattice) or name.key in RANGES:
            word = f":{self._spelled(name.key)}"
            message = f"`{self._spelled(name.key)}` is a restriction, not a piece. Write `{word}`."
            self.report(rules.UNKNOWN_PIECE, name.span, message, _written(name.span, word))
            return
        meant_by = [LETTERS[name.key]] if name.key in LETTERS else near(name.key, self.names.scope)
        written = [self._spelled(one) for one in meant_by]
        meant = f"Did you mean {_listed(written)}?" if written else "Define it."
        fixes = tuple(fix for one in written for fix in _written(name.span, one))
        message = f"No piece is named `{self._spelled(name.key)}`. {meant}"
        self.report(rules.UNKNOWN_PIECE, name.span, message, fixes)

    def _spelled(self, key: str) -> str:
        return spelled(key, self.names.style)

    # Restrictions

    def _restrictions(self, body: Restricted) -> None:
        counted = numbers(body.words)
        if refused(body.words):
            self.report(
                rules.BAD_RANGE,
                Span(counted[0].span.start, counted[-1].span.end),
                "A range is one number, the most steps, or two, the least and the most: 1 or more each, or a last `*`.",
                _ranged(counted),
            )
        ranged = [word for word in body.words if word in counted or word.key == "rider"]
        if ranged and is_chain(body.inner, self.names):
            self.report(
                rules.RANGE_ON_CHAIN,
                Span(ranged[0].span.start, ranged[-1].span.end),
                "A chain has no range. Give it to the part that is to ride.",
            )
        if any(word.key == ONLY for word in body.words) and not _is_of_arrays(body.inner):
            self.report(
                rules.ONLY_WITHOUT_ARRAY,
                body.span,
                "`:only` takes arrays as they are written, such as `[0 1]`: no names, chains or conditions.",
            )
        for word in body.words:
            if is_label(word, self.lattice):
                self._label(word)
        ways = [word for word in body.words if choice(word.key, self.lattice)]
        if ways and not keeps_a_step(body, self.names, self.lattice):
            self.report(
                rules.NO_EFFECT,
                Span(ways[0].span.start, ways[-1].span.end),
                "No step of the piece goes that way, so that nothing is left of it.",
            )

    def _label(self, word: Word) -> None:
        known = ""
        if found := _BETWEEN.fullmatch(word.key):
            meant = f":{found[1]} :{found[2]}"
        else:
            known = alike(shortest(word.key), (*DIRECTIONS, *RESTRICTIONS)) or MEANT.get(word.key, "")
            meant = f":{self._spelled(known)}" if known else ""
        way = f'It is kept as the condition "{spaced(word.key)}".'
        if meant:
            way = f"Did you mean `{meant}`?"
        elif self.names.is_function(word.key):
            way = "This is a function: write it before what it is given."
        self.report(
            rules.MISSPELLED_WORD if is_slip(word.key, known) else rules.UNKNOWN_RESTRICTION,
            word.span,
            f"Unknown restriction `:{self._spelled(word.key)}`. {way}",
            _written(word.span, meant) if meant else (),
        )

    # Chains and functions

    def _chain(self, body: Chain) -> None:
        if jumps_into_ride(body, self.names):
            self.report(
                rules.JUMPS_BEFORE_RIDE,
                body.operator,
                "`->` goes on whatever stands there, so that the ride behind it jumps over a piece. Where the piece is"
                " to be stopped by others, use `=>`, and `/` for the first step alone.",
            )

    def _call(self, body: Call, around: _Around) -> None:
        known = self._has_meaning(body.function)
        if isinstance(body.function, Name) and not known and self.names.is_piece(body.function.key):
            self._given(body, body.function)
        else:
            self.function(body.function)
        if isinstance(body.function, Name) and body.function.key == PROMOTE and not around.ends_chain:
            self.report(
                rules.PROMOTION_OUTSIDE_CHAIN,
                body.span,
                "A promotion is the last part of a chain: put the move and `=>` before it.",
            )
        for one in body.arguments:
            if isinstance(one, Number) and known:
                self.report(
                    rules.NUMBER_IN_FUNCTION,
                    one.span,
                    f"`{self._called(body.function)}` takes pieces, no numbers."
                    f" A distance follows the piece: `:{one.value}`.",
                )
            elif not isinstance(one, Number | Text):
                self.piece(one, _Around())

    def _given(self, body: Call, piece: Name) -> None:
        """A piece that is given something, as only a function can be."""
        name, is_lispy = self._spelled(piece.key), self.names.style in LISPY
        fixes: tuple[Fix, ...] = ()
        match body.arguments:
            case (Number(value),) if value > 0:
                written = f" :{value}" if is_lispy else f":{value}"
                meant = f"A range follows a colon: `{name}{written}`."
                place = body.arguments[0].span if is_lispy else Span(piece.span.end, body.span.end)
                fixes = _written(place, f":{value}")
            case (Name(key),) if choice(key, self.lattice) or key in RANGES:
                return  # it is told there that its colon is missing
            case _ if is_lispy:
                meant = f"Join pieces by `/`: `(/ {name} ...)`."
                place = Span(piece.span.start, piece.span.start)
                fixes = (Fix("Put `/` before it", (Edit(place, "/ "),), safe=False),)
            case _:
                meant = f"Join pieces by `{'OR' if self.names.style == 'sql' else '/'}`."
        self.report(rules.PIECE_AS_FUNCTION, piece.span, f"`{name}` is a piece, not a function. {meant}", fixes)

    def _called(self, function: Expression) -> str:
        return self._spelled(function.key) if isinstance(function, Name) else label(function)

    def _has_meaning(self, function: Expression) -> bool:
        match function:
            case Name(key):
                return self.names.is_function(key)
            case Together(parts) | Either(parts):
                return any(map(self._has_meaning, parts))
        return False

    def function(self, body: Expression) -> None:
        """An expression where a function is meant."""
        match body:
            case Name(key, span) if not self.names.is_function(key):
                sign = _SIGNS.get(key, "") if self.names.style in LISPY else ""
                known = alike(key, FUNCTIONS)
                meant = sign or self._spelled(known)
                way = f"Did you mean `{meant}`?" if meant else f'It is kept as the condition "{spaced(key)}".'
                code = rules.MISSPELLED_WORD if sign or is_slip(key, known) else rules.UNKNOWN_FUNCTION
                message = f"Unknown function `{self._spelled(key)}`. {way}"
                self.report(code, span, message, _instead(span, key, meant) if meant else ())
            case Together(parts) | Either(parts):
                for part in parts:
                    self.function(part)

    # Conditions

    def _cond(self, body: Cond) -> None:
        for clause in body.clauses:
            if clause.test is not None:
                self._test(clause.test)
            self.piece(clause.then, _Around())

    def _test(self, test: Expression) -> None:
        match test:
            case Logic(_, parts):
                for part in parts:
                    self._test(part)
            case Compare(_, left, right):
                self._test(left)
                self._test(right)
            case Call(function, arguments, span) if not is_known_test(test):
                self._unknown_test(function, arguments, span, label(test))

    def _unknown_test(self, function: Expression, arguments: Sequence[Expression], span: Span, kept: str) -> None:
        key = function.key if isinstance(function, Name) else ""
        is_lispy, name = self.names.style in LISPY, self._spelled(key)
        meant = "" if arguments else alike(key, (*COORDINATES, MOVED))
        written = (f"({meant})" if is_lispy else f"{meant}()") if meant else ""
        match arguments:
            case (Number(value),) if key in COORDINATES:
                written = f"(= ({name}) {value})" if is_lispy else f"{name}() = {value}"
        way = f"Did you mean `{written}`?" if written else f'It is kept as the condition "{kept}".'
        code = rules.MISSPELLED_WORD if is_slip(key, meant) or key in COORDINATES else rules.UNKNOWN_TEST
        fixes = _written(span, written) if written else ()
        self.report(code, span, f"Unknown condition `{name or kept}`. {way}", fixes)


def _is_of_arrays(body: Expression) -> bool:
    """Whether an expression is made of arrays written in it, at least one, and of nothing else that moves (L6)."""
    match body:
        case Array():
            return True
        case Either(parts) | Call(_, parts):
            moving = [part for part in parts if not isinstance(part, Text | Number | Property)]
            return bool(moving) and all(map(_is_of_arrays, moving))
        case Restricted(inner):
            return _is_of_arrays(inner)
    return False


def _ranged(counted: Sequence[Word]) -> tuple[Fix, ...]:
    """The fix for a range: `:*` for a zero, the smaller number first of two."""
    span = Span(counted[0].span.start, counted[-1].span.end)
    values = [int(word.key) for word in counted if word.key.isascii() and word.key.isdigit() and len(word.key) < 5]
    if values == [0]:
        return _written(span, ":*")
    return _written(span, f":{min(values)} :{max(values)}") if len(values) == 2 and min(values) > 0 else ()


def _instead(span: Span, key: str, meant: str) -> tuple[Fix, ...]:
    """The fix that writes another function; as a gerund where the word is longer than the function that it means."""
    return _written(span, gerund(meant) if span.end - span.start > len(key) + 1 else meant)


def _written(span: Span, text: str) -> tuple[Fix, ...]:
    return (Fix(f"Write `{text}`", (Edit(span, text),), safe=False),)


def _listed(names: Iterable[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return " or ".join((", ".join(quoted[:-1]), quoted[-1])) if len(quoted) > 1 else "".join(quoted)
