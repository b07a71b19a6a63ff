"""What is wrong with what definitions say (L4 to L17); how they are written is the reader's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from wazir.diagnostics import Fix, Severity
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.checking.near import ALIKE, near
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
from wazir.notations.lcpn.meaning.conditions import PROMOTE, is_known_test, label, spaced
from wazir.notations.lcpn.meaning.directions import choice
from wazir.notations.lcpn.meaning.ranges import numbers, refused
from wazir.notations.lcpn.meaning.words import ONLY, is_label, spelled
from wazir.notations.lcpn.names import FUNCTIONS, Names, is_chain, is_function, jumps_into_ride, library
from wazir.notations.report import Report
from wazir.piece.model import Lattice
from wazir.text import Edit, Span


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
        meant_by = near(name.key, self.names.scope)
        written = [self._spelled(one) for one in meant_by]
        meant = f"Do you mean {_listed(written)}?" if written else "Define it."
        fixes = tuple(Fix(f"Change it to {one}", (Edit(name.span, one),), safe=False) for one in written)
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
        self.report(
            rules.UNKNOWN_RESTRICTION,
            word.span,
            f"`:{self._spelled(word.key)}` is no direction or distance of this board. It is kept as the condition"
            f' "{spaced(word.key)}".',
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
        self.function(body.function)
        known = self._has_meaning(body.function)
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
                alike = get_close_matches(key, sorted(FUNCTIONS), n=1, cutoff=ALIKE)
                meant = f" Do you mean `{self._spelled(alike[0])}`?" if alike else ""
                self.report(
                    rules.UNKNOWN_FUNCTION,
                    span,
                    f'`{self._spelled(key)}` has no meaning here. It is kept as the condition "{spaced(key)}".{meant}',
                )
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
            case Call() if not is_known_test(test):
                self.report(
                    rules.UNKNOWN_TEST,
                    test.span,
                    f'No position answers this. It is kept as the condition "{label(test)}".',
                )


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


def _listed(names: Iterable[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return " or ".join((", ".join(quoted[:-1]), quoted[-1])) if len(quoted) > 1 else "".join(quoted)
