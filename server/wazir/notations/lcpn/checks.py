"""Diagnostics of the meaning of definitions (L4 to L17). The reader reports those of their
syntax.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from wazir.diagnostics import Code, Fix
from wazir.notations.fixes import fix, insertion, write
from wazir.notations.lcpn import codes, tree, vocabulary
from wazir.notations.lcpn.names import Names, is_chain, is_function, jumps_into_ride, library
from wazir.notations.lcpn.tree import STYLES, gerund, operand, spaced, spelled, written
from wazir.notations.lcpn.write import spelled as in_style
from wazir.notations.reports import Report
from wazir.notations.suggestions import alike, is_slip, suggestions
from wazir.piece.known import texts
from wazir.piece.model import Lattice
from wazir.piece.words import join_phrases
from wazir.text import Edit, Span

_BETWEEN = re.compile(r"([1-9]\d{0,3})-+([1-9]\d{0,3})")
"""A restriction such as `:1-3`."""
_DEEPEST = 30
"""The maximum depth of expressions whose steps are looked for."""
_Ways: TypeAlias = tuple[frozenset[str], ...]
"""Sets of direction words: a step must be one of each set."""


def check(defined: tree.Defined, names: Names, lattice: Lattice) -> Report:
    """The diagnostics of a definition."""
    checker = _Checker(names, lattice, Report(), whole=defined.body)
    if name := defined.name:
        checker.defined(name, defined.body)
    if name and is_function(defined.body, names):
        checker.function(defined.body)
    else:
        checker.piece(defined.body)
    return checker.diagnostics


@dataclass(frozen=True, slots=True)
class _Checker:
    """Checks the expressions of a definition."""

    names: Names
    lattice: Lattice
    diagnostics: Report
    whole: tree.Expression

    @property
    def is_lispy(self) -> bool:
        return STYLES[self.names.style].is_lispy

    def report(self, code: Code, span: Span, message: str, *fixes: Fix, better: str = "") -> None:
        """Report a diagnostic, with fixes or with a better text."""
        self.diagnostics(code, span, message, *((write(span, better),) if better else fixes))

    def defined(self, name: tree.Name, body: tree.Expression) -> None:
        """Check the name of a definition."""
        facts, shown = self.names.facts(name.key), self.spelled(name.key)
        if facts and facts.is_circular:
            message = f"`{shown}` is recursive and has no moves. Remove it from its own definition."
            self.report(codes.RECURSIVE_DEFINITION, name.span, message)
        if (library().body(name.key) or body) != body:
            message = (
                f"`{shown}` is a well-known piece; in this file the name means this definition."
            )
            self.report(codes.REDEFINES_PRELUDE, name.span, message)
        if is_function(body, self.names) and not self.names.scope.is_used(name.key):
            self.report(
                codes.UNUSED_FUNCTION,
                name.span,
                f"Nothing in this file uses the function `{shown}`.",
            )

    def piece(self, body: tree.Expression, ends_chain: bool = False) -> None:
        """Check an expression in the place of a piece, which may be the last part of a chain."""
        match body:
            case tree.Name():
                self._piece_name(body)
            case tree.Array((number,), span):
                message = "An array has two numbers: squares along the files, and along the ranks."
                better = written(tree.Array((0, number), span), self.names.style)
                self.report(codes.BAD_ARRAY, span, message, better=better)
            case tree.Array(axes, span) if len(axes) != 2:
                message = f"An array of {len(axes)} numbers is not drawn: boards have two axes."
                self.report(codes.ARRAY_NOT_DRAWN, span, message)
            case tree.Restricted():
                self._restrictions(body)
            case tree.Chain():
                self._chain(body)
            case tree.Call():
                self._call(body, ends_chain)
            case tree.Cond(clauses):
                for clause in clauses:
                    self._test(clause.test)
            case tree.Together():
                self.function(body)
        if isinstance(body, tree.Either | tree.Restricted | tree.Cond):
            for part in tree.alternatives(body):
                self.piece(part)

    # Names

    def _piece_name(self, name: tree.Name) -> None:
        if self.names.is_piece(name.key):
            return
        shown, fixes = self.spelled(name.key), []
        if self.names.is_function(name.key):
            example = STYLES[self.names.style].call.format(shown, self.spelled("rook"))
            message = (
                f"`{shown}` is a function, not a piece. Write a piece as its argument: `{example}`."
            )
            fixes = [write(name.span, example)]
        elif vocabulary.choice(name.key, self.lattice) or name.key in vocabulary.RANGES:
            message = f"`{shown}` is a restriction, not a piece. Write `:{shown}`."
            fixes = [write(name.span, f":{shown}")]
        else:
            known = texts("lcpn", self.names.style).get(spaced(name.key))
            if known:
                meant_by = [
                    known.text if name is self.whole else operand(known.text, self.names.style)
                ]
            elif name.key in vocabulary.LETTERS:
                meant_by = [self.spelled(vocabulary.LETTERS[name.key])]
            else:
                scope, predefined = self.names.scope, [*library().defined_names()]
                own, count = scope.defined_names(), self.diagnostics.count
                near = suggestions(
                    name.key, own, scope.analysis, others=predefined, count=3, diagnosed=count
                )
                meant_by = [self.spelled(key) for key in near]
            fixes = [write(name.span, text) for text in meant_by]
            meant = join_phrases(f"`{text}`" for text in meant_by)
            if known:
                way = f"Write {meant}."
            elif meant_by:
                way = f"Did you mean {meant}?"
            else:
                way = "Define it."
            message = f"No piece is named `{shown}`. {way}"
        self.report(codes.UNKNOWN_PIECE, name.span, message, *fixes)

    def spelled(self, key: str) -> str:
        return spelled(key, self.names.style)

    # Restrictions

    def _restrictions(self, body: tree.Restricted) -> None:
        counted = vocabulary.numbers(body.words)
        if vocabulary.refused(body.words):
            message = (
                "A range is one number, the most steps, or two, the least and the most: "
                "1 or more each, or a last `*`."
            )
            values = sorted(
                int(word.key) for word in counted if re.fullmatch("[0-9]{1,4}", word.key)
            )
            better = ":*" if values == [0] else ""
            if len(values) == 2 and values[0] > 0:
                better = f":{values[0]} :{values[1]}"
            self.report(codes.BAD_RANGE, _around(counted), message, better=better)
        ranged = [word for word in body.words if word in counted or word.key == "rider"]
        if ranged and is_chain(body.inner, self.names):
            message = "A chain has no range. Write it on the part that rides."
            self.report(codes.RANGE_ON_CHAIN, _around(ranged), message)
        if any(word.key == vocabulary.ONLY for word in body.words) and not _is_of_arrays(
            body.inner
        ):
            message = (
                "`:only` applies to arrays only, such as `[0 1]`, not to names, chains or "
                "conditions."
            )
            self.report(codes.ONLY_WITHOUT_ARRAY, body.span, message)
        for word in body.words:
            if vocabulary.is_label(word, self.lattice):
                self._label(word)
        ways = [word for word in body.words if vocabulary.choice(word.key, self.lattice)]
        if ways and not self._keeps_a_step(body):
            message = "This part never moves: no step of the piece goes that way."
            self.report(codes.NO_EFFECT, _around(ways), message)

    def _keeps_a_step(
        self,
        body: tree.Expression,
        ways: _Ways = (),
        depth: int = _DEEPEST,
        is_literal: bool = False,
    ) -> bool:
        """Whether the directions of an expression leave some step; True if that depends on other
        definitions.

        Names that the file defines are not looked into, for what is wrong with a definition depends
        on no other's body.
        """
        names, lattice, predefined = self.names, self.lattice, library()
        match body:
            case _ if not depth:
                return True
            case tree.Array((_, _) as array):
                return bool(
                    vocabulary.taken(vocabulary.steps(array, lattice, is_literal), ways, lattice)
                )
            case tree.Name(key) if names is predefined.names or names.scope.facts(key) is None:
                known = predefined.body(key)
                return known is None or replace(self, names=predefined.names)._keeps_a_step(
                    known, ways, depth - 1
                )
            case tree.Restricted(inner, words):
                directions = frozenset(
                    word.key for word in words if vocabulary.choice(word.key, lattice)
                )
                is_literal = is_literal or any(word.key == vocabulary.ONLY for word in words)
                ways = (*ways, directions) if directions else ways
                return self._keeps_a_step(inner, ways, depth - 1, is_literal=is_literal)
            case tree.Either() | tree.Call() | tree.Cond():
                parts = tree.alternatives(body)
                return not parts or any(
                    self._keeps_a_step(part, ways, depth - 1, is_literal=is_literal)
                    for part in parts
                )
        return True

    def _label(self, word: tree.Word) -> None:
        shown, known = written(word, self.names.style), ""
        if word.key in vocabulary.PROPERTIES:
            self._property_as_restriction(word, shown)
            return
        if match := _BETWEEN.fullmatch(word.key):
            meant = f":{match[1]} :{match[2]}"
        else:
            others = [meaning.spelling for meaning in vocabulary.restrictions(self.lattice)]
            known = alike(vocabulary.shortest(word.key), others) or vocabulary.MEANT.get(
                word.key, ""
            )
            meant = f":{self.spelled(known)}" if known else ""
        way = f'It is kept as the condition "{spaced(word.key)}".'
        if meant:
            way = f"Did you mean `{meant}`?"
        elif self.names.is_function(word.key):
            way = "This is a function. Write it before its argument."
        code = codes.MISSPELLED_WORD if is_slip(word.key, known) else codes.UNKNOWN_RESTRICTION
        self.report(code, word.span, f"Unknown restriction `{shown}`. {way}", better=meant)

    def _property_as_restriction(self, word: tree.Word, shown: str) -> None:
        """Report a property with one colon."""
        start, end = self.whole.span
        opening, closing = ("(/ ", ")") if self.is_lispy else ("", "")
        edits = [
            insertion(start, f"{opening}:{shown} "),
            Edit(word.span, ""),
            insertion(end, closing),
        ]
        match self.whole:
            case tree.Restricted(inner, (only,)) if only is word:
                before, after = Span(start, inner.span.start), Span(inner.span.end, end)
                edits = [Edit(before, f"{opening}:{shown} "), Edit(after, closing)]
        way = fix(f"Write `:{shown}` first", *edits)
        self.report(
            codes.MISSPELLED_WORD,
            word.span,
            f"Unknown restriction `{shown}`. Did you mean `:{shown}`?",
            way,
        )

    # Chains and functions

    def _chain(self, body: tree.Chain) -> None:
        if jumps_into_ride(body, self.names):
            message = (
                "`->` continues over a piece, so the ride after it is not blocked on its first "
                "square. To block it, write `=>`, and `/` for the first step alone."
            )
            self.report(codes.JUMPS_BEFORE_RIDE, body.operator, message)
        for part in body.parts:
            self.piece(part, ends_chain=part is body.parts[-1])

    def _call(self, body: tree.Call, ends_chain: bool) -> None:
        function, known = body.function, self._has_meaning(body.function)
        if isinstance(function, tree.Name) and not known and self.names.is_piece(function.key):
            self._piece_as_function(body, function)
        else:
            self.function(function)
        if (
            isinstance(function, tree.Name)
            and function.key == vocabulary.PROMOTE
            and not ends_chain
        ):
            message = "A promotion is the last part of a chain. Write a move and `=>` before it."
            self.report(codes.PROMOTION_OUTSIDE_CHAIN, body.span, message)
        for argument in body.arguments:
            if isinstance(argument, tree.Number) and known:
                name = in_style(function, self.names.style)
                message = (
                    f"`{name}` takes pieces, not numbers. A distance follows the piece: "
                    f"`:{argument.value}`."
                )
                self.report(codes.NUMBER_IN_FUNCTION, argument.span, message)
            elif not isinstance(argument, tree.Number | tree.Text):
                self.piece(argument)

    def _piece_as_function(self, body: tree.Call, piece: tree.Name) -> None:
        """Report a piece with arguments."""
        name = self.spelled(piece.key)
        fixes: list[Fix] = []
        match body.arguments:
            case (tree.Number(value),) if value > 0:
                written = f" :{value}" if self.is_lispy else f":{value}"
                meant = f"A range follows a colon: `{name}{written}`."
                place = (
                    body.arguments[0].span if self.is_lispy else Span(piece.span.end, body.span.end)
                )
                fixes = [write(place, f":{value}")]
            case (tree.Name(key),) if (
                vocabulary.choice(key, self.lattice) or key in vocabulary.RANGES
            ):
                return  # the argument is reported: its colon is missing
            case _ if self.is_lispy:
                meant = f"Join pieces by `/`: `(/ {name} ...)`."
                fixes = [fix("Insert `/` before it", insertion(piece.span.start, "/ "))]
            case _:
                meant = f"Join pieces by `{STYLES[self.names.style].signs['/']}`."
        self.report(
            codes.PIECE_AS_FUNCTION,
            piece.span,
            f"`{name}` is a piece, not a function. {meant}",
            *fixes,
        )

    def _has_meaning(self, function: tree.Expression) -> bool:
        match function:
            case tree.Name(key):
                return self.names.is_function(key)
            case tree.Together(parts) | tree.Either(parts):
                return any(map(self._has_meaning, parts))
        return False

    def function(self, body: tree.Expression) -> None:
        """Check an expression in the place of a function."""
        match body:
            case tree.Name(key, span) if not self.names.is_function(key):
                sign = vocabulary.joining(key, "") if self.is_lispy else ""
                known = alike(key, vocabulary.FUNCTIONS)
                form = gerund if span.end - span.start > len(key) + 1 else str
                meant = sign or (known and form(self.spelled(known)))
                if meant:
                    way = f"Did you mean `{meant}`?"
                else:
                    way = f'It is kept as the condition "{spaced(key)}".'
                code = (
                    codes.MISSPELLED_WORD if sign or is_slip(key, known) else codes.UNKNOWN_FUNCTION
                )
                self.report(
                    code, span, f"Unknown function `{form(self.spelled(key))}`. {way}", better=meant
                )
            case tree.Together(parts) if all(map(self._is_only_piece, parts)):
                either = in_style(tree.Either(parts, body.span), self.names.style)
                message = (
                    f"`{STYLES[self.names.style].signs['&']}` joins functions. Did you mean "
                    f"`{either}`?"
                )
                self.report(codes.PIECE_AS_FUNCTION, body.span, message, better=either)
            case tree.Together(parts) | tree.Either(parts):
                for part in parts:
                    self.function(part)

    def _is_only_piece(self, part: tree.Expression) -> bool:
        return (
            isinstance(part, tree.Name)
            and self.names.is_piece(part.key)
            and not self._has_meaning(part)
        )

    # Conditions

    def _test(self, test: tree.Expression | None) -> None:
        match test:
            case tree.Logic(_, parts):
                for part in parts:
                    self._test(part)
            case tree.Compare(_, left, right):
                self._test(left)
                self._test(right)
            case tree.Call(function, arguments) if not vocabulary.is_known_test(test):
                in_words = vocabulary.label(test)
                key = function.key if isinstance(function, tree.Name) else ""
                meant = "" if arguments else alike(key, (*vocabulary.COORDINATES, vocabulary.MOVED))
                better = STYLES[self.names.style].test.format(meant) if meant else ""
                match arguments:
                    case (tree.Number(value),) if key in vocabulary.COORDINATES:
                        better = f"(= ({key}) {value})" if self.is_lispy else f"{key}() = {value}"
                if better:
                    way = f"Did you mean `{better}`?"
                else:
                    way = f'It is kept as the condition "{in_words}".'
                is_meant = is_slip(key, meant) or key in vocabulary.COORDINATES
                code = codes.MISSPELLED_WORD if is_meant else codes.UNKNOWN_CONDITION
                message = f"Unknown condition `{self.spelled(key) or in_words}`. {way}"
                self.report(code, test.span, message, better=better)


def _around(words: Sequence[tree.Word]) -> Span:
    return Span(words[0].span.start, words[-1].span.end)


def _is_of_arrays(body: tree.Expression) -> bool:
    """Whether all steps of an expression are from arrays in it, at least one (L6)."""
    match body:
        case tree.Array():
            return True
        case tree.Either() | tree.Call() | tree.Restricted():
            words = tree.Text | tree.Number | tree.Property
            moving = [part for part in tree.alternatives(body) if not isinstance(part, words)]
            return bool(moving) and all(map(_is_of_arrays, moving))
    return False
