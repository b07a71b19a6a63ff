"""The moves of an expression, part by part (L8, L12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from itertools import chain
from operator import or_
from typing import Any

from wazir.budget import (
    MAX_EXPRESSIONS,
    MAX_LEGS_OF_LCPN_PATH,
    MAX_PATHS_MADE,
    MAX_PATHS_OF_LCPN,
    spend,
)
from wazir.notations.lcpn import tree, vocabulary
from wazir.notations.lcpn.checks import check
from wazir.notations.lcpn.names import Names, is_function, is_still
from wazir.notations.lcpn.paths import (
    CHOICES,
    Path,
    Paths,
    chained,
    labelled,
    merged,
    passed,
    ridden,
)
from wazir.notations.lcpn.tree import spaced, spelled
from wazir.notations.lcpn.write import spelled as written
from wazir.piece.conditions import Guard, No
from wazir.piece.model import Act, Lattice, Leg, Towards

DEEPEST = 120
"""The maximum depth of expressions, including those of names."""
_STEPS_OF_PART = 4
"""The steps of the budget that an expression takes."""

_DEEDS = {"capture": "captures {}", "destroy": "takes {}", "igui": "captures {} without moving"}
"""What functions of words do at the end of a chain, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The context of an expression."""

    names: Names
    lattice: Lattice
    directions: tuple[frozenset[str], ...] = ()
    """Sets of direction words: a step must be one of each set."""
    radial: Towards | None = None
    is_right: bool = False
    """It is a later part of a chain, where outward is implied."""
    is_literal: bool = False
    range: vocabulary.Range | None = None
    destroys: bool = False
    """Its last part takes a friend."""
    counted: bool = False
    """It is inside `cannon` or `grasshopper`."""
    last_square: bool = False
    """It is inside `grasshopper`."""


_Operand = Callable[[Setting], Paths]
"""The paths of what a function is applied to in a context. They are evaluated once, also for
functions with alternatives: a composition of these would double the work with each function.
"""


class TooMuch(Exception):  # noqa: N818
    """A piece is too large."""


@dataclass(slots=True)
class Lowering:
    """The state of an evaluation: definitions in progress, and the work done."""

    style: str
    known: dict[tuple[str, Setting], Paths] = field(default_factory=dict)
    open: set[tuple[str, int]] = field(default_factory=set)
    """The names in progress with the identities of their look-ups, so that recursion ends."""
    left: int = MAX_EXPRESSIONS
    left_paths: int = MAX_PATHS_MADE
    depth: int = 0
    is_broken: bool = False
    """A required definition has an error."""

    def paths(self, body: tree.Expression, setting: Setting) -> Paths:
        """The paths of an expression."""
        return self._evaluated(lambda: self._of(body, setting))

    def _evaluated(self, evaluate: Callable[[], Iterable[Path]]) -> Paths:
        """The paths of an evaluation, merged, within the limits of depth and of work."""
        self.left -= 1
        spend(_STEPS_OF_PART)
        if self.left < 0 or self.depth >= DEEPEST:
            raise TooMuch
        self.depth += 1
        paths = merged(self._counted(evaluate()))
        self.depth -= 1
        if len(paths) > MAX_PATHS_OF_LCPN:
            raise TooMuch
        return paths

    def _counted(self, paths: Iterable[Path]) -> Iterator[Path]:
        """Paths, as many as may be made for a piece."""
        for path in paths:
            self.left_paths -= 1
            if self.left_paths < 0:
                raise TooMuch
            yield path

    def _of(self, body: tree.Expression, setting: Setting) -> Iterable[Path]:
        match body:
            case tree.Name(key):
                return self._named(key, setting)
            case tree.Array():
                return _stepping(body, setting)
            case tree.Either(parts):
                return chain.from_iterable(self.paths(part, setting) for part in parts)
            case tree.Restricted(inner, words):
                labels = (
                    spaced(word.key) for word in words if vocabulary.is_label(word, setting.lattice)
                )
                return labelled(self.paths(inner, _restricted(setting, words)), labels)
            case tree.Chain(jumps, parts):
                return self._chain(parts, jumps, setting)
            case tree.Call(function, arguments):
                numbers = [argument for argument in arguments if isinstance(argument, tree.Number)]
                pieces = tuple(
                    argument
                    for argument in arguments
                    if not isinstance(argument, tree.Text | tree.Number)
                )
                operand = self._operand(pieces)
                return labelled(
                    self._applied(function, operand, numbers, setting=setting), _strings(arguments)
                )
            case tree.Cond():
                return self._chosen(body, setting)
        return ()

    def _named(self, key: str, setting: Setting) -> Paths:
        setting = replace(setting, is_literal=False)
        if (key, setting) not in self.known:
            definition = setting.names.defined(key)
            if definition is None or (key, id(definition[1])) in self.open:
                self.is_broken = True
                return ()
            defined, home = definition
            self.is_broken |= defined.broken or check(defined, home, setting.lattice).broken
            self.open.add((key, id(home)))
            self.known[key, setting] = self.paths(defined.body, replace(setting, names=home))
            self.open.discard((key, id(home)))
        return self.known[key, setting]

    # Chains

    def _chain(
        self,
        parts: tree.Expressions,
        jumps: bool,
        setting: Setting,
        most: int = MAX_LEGS_OF_LCPN_PATH,
    ) -> Iterator[Path]:
        """The paths of a chain; those of more than *most* legs may be missing."""
        setting = replace(setting, is_literal=False, range=None)
        left, rest = parts[0], parts[1:]
        if not rest:
            yield from self.paths(left, setting)
            return
        if len(rest) == 1 and (still := self._still(rest[0], setting)):
            for path in self.paths(left, setting):
                labels, deeds = path.labels | still.labels, path.deeds | still.deeds
                yield replace(
                    path, becomes=still.becomes or path.becomes, labels=labels, deeds=deeds
                )
            return
        paths = self.paths(left, replace(setting, destroys=False))
        if jumps:
            # Once where both are the same: nested chains would double the work with each level.
            yield from self.paths(left, setting) if setting.destroys else paths
        most -= min((len(path.legs) for path in paths), default=0)
        following = (
            self._chain(rest, jumps, replace(setting, is_right=True), most=most) if most > 0 else ()
        )
        onward = [after for after in self._counted(following) if len(after.legs) <= most]
        for path in paths:
            for before in passed(path, jumps=jumps, counted=setting.counted):
                yield from filter(None, (chained(before, after) for after in onward))

    def _still(self, part: tree.Expression, setting: Setting) -> Path | None:
        """The effect of a last part without moves: `promote-to`, a string, a function of strings
        (L17); or None.
        """
        match part:
            case tree.Text(words):
                label = tree.folded(words)
                return Path((), labels=frozenset((label,)), deeds=frozenset(((label, "{}"),)))
            case tree.Call(function, arguments) if is_still(part):
                labels = frozenset(_strings(arguments))
                if isinstance(function, tree.Name) and function.key == vocabulary.PROMOTE:
                    return Path((), becomes=_become(arguments, self.style), labels=labels)
                has_meaning = isinstance(function, tree.Name) and setting.names.is_function(
                    function.key
                )
                if not has_meaning and not is_function(function, setting.names):
                    labels |= {vocabulary.label(function)}
                phrase = _DEEDS.get(function.key, "{}") if isinstance(function, tree.Name) else "{}"
                return Path((), labels=labels, deeds=frozenset((label, phrase) for label in labels))
        return None

    # Functions

    def _operand(self, pieces: tree.Expressions) -> _Operand:
        """The paths of pieces that a function is applied to."""

        @cache
        def paths(setting: Setting) -> Paths:
            return tuple(chain.from_iterable(self.paths(piece, setting) for piece in pieces))

        return paths

    def _composed(self, function: tree.Expression, operand: _Operand) -> _Operand:
        """The paths of a function, to which another one is applied."""

        @cache
        def paths(setting: Setting) -> Paths:
            return self._evaluated(
                lambda: self._applied(function, operand, numbers=[], setting=setting)
            )

        return paths

    def _applied(
        self,
        function: tree.Expression,
        operand: _Operand,
        numbers: list[tree.Number],
        setting: Setting,
    ) -> Iterable[Path]:
        """The paths of a function of pieces, each by itself."""
        match function:
            case tree.Together((first, *others)):
                if others:
                    rest = tree.Together(tuple(others), function.span)
                    operand = self._composed(rest, operand)
                return self._applied(first, operand, numbers, setting=setting)
            case tree.Either(parts):
                return chain.from_iterable(
                    self._applied(part, operand, numbers, setting=setting) for part in parts
                )
            case tree.Name(key) if (facts := setting.names.facts(key)) and facts.is_function:
                definition = setting.names.defined(key)
                if definition is None or facts.is_circular:
                    self.is_broken = True
                    return ()
                self.is_broken |= definition[0].broken or check(*definition, setting.lattice).broken
                body = definition[0].body
                return self._evaluated(
                    lambda: self._applied(body, operand, numbers, setting=setting)
                )
            case tree.Name(key) if key in CHOICES:
                inside = replace(setting, **_INSIDE.get(key, {}))
                chosen = chain.from_iterable(CHOICES[key](path) for path in operand(inside))
                if not setting.counted:
                    return (replace(path, jumps=0, jumps_last=False) for path in chosen)
                return chosen
        return labelled(operand(setting), (" ".join(map(vocabulary.label, (function, *numbers))),))

    # Conditions

    def _chosen(self, body: tree.Cond, setting: Setting) -> Iterator[Path]:
        setting = replace(setting, is_literal=False)
        before: tuple[Guard, ...] = ()
        for clause in body.clauses:
            test = vocabulary.lowered(clause.test) if clause.test is not None else None
            guards = before if test is None else (*before, Guard(test))
            for path in self.paths(clause.then, setting):
                yield replace(path, guards=path.guards + guards)
            if test is None:
                return
            before = (*before, Guard(No(test)))


def _strings(arguments: Iterable[tree.Expression]) -> list[str]:
    """The strings among the arguments of a function, which label its moves (L17)."""
    return [
        tree.folded(argument.words) for argument in arguments if isinstance(argument, tree.Text)
    ]


def _become(pieces: Iterable[tree.Expression], style: str) -> tuple[str, ...]:
    """The pieces of a promotion, each once; one without a name as the style writes it."""
    names = set[str]()
    for piece in pieces:
        match piece:
            case tree.Name(key):
                names.add(spelled(key, style))
            case tree.Either(parts):
                names |= set(_become(parts, style))
            case _ if not isinstance(piece, tree.Text | tree.Number):
                names.add(written(piece, style))
    return tuple(sorted(names))


_INSIDE: dict[str, dict[str, Any]] = {
    "destroy": {"destroys": True},
    "cannon": {"counted": True},
    "grasshopper": {"counted": True, "last_square": True},
}
"""The context within some functions."""


# Arrays and their restrictions


def _restricted(setting: Setting, words: tuple[tree.Word, ...]) -> Setting:
    """The context within some restrictions."""
    if directions := frozenset(
        word.key for word in words if vocabulary.choice(word.key, setting.lattice)
    ):
        setting = replace(setting, directions=(*setting.directions, directions))
    if radial := [vocabulary.TOWARDS[word.key] for word in words if word.key in vocabulary.TOWARDS]:
        around = vocabulary.TOWARDS["any"] if setting.radial is None else setting.radial
        setting = replace(setting, radial=reduce(or_, radial) & around)
    is_literal = setting.is_literal or any(word.key == vocabulary.ONLY for word in words)
    return replace(setting, is_literal=is_literal, range=vocabulary.steps_of(words, setting.range))


def _stepping(array: tree.Array, setting: Setting) -> Iterator[Path]:
    """An array as a step or a ride."""
    if len(array.numbers) != 2 or array.numbers == (0, 0):
        return
    all_steps = vocabulary.steps(array.numbers, setting.lattice, setting.is_literal)
    left = vocabulary.taken(all_steps, setting.directions, setting.lattice)
    if setting.radial is not None or not setting.is_right:
        radial = setting.radial
    else:
        radial = vocabulary.TOWARDS["outward"]
    if not left:
        return
    held = setting.range or vocabulary.Range(1, 1)
    ways = ((None, tuple((step,) for step in all_steps if step in left)),)
    acts = Act.DESTROY if setting.destroys else Act.STOP | Act.CAPTURE
    towards = None if radial == vocabulary.TOWARDS["any"] else radial
    leg = Leg(ways, held.least, held.most, acts=acts, towards=towards)
    if setting.counted:
        yield from ridden(leg, last_square=setting.last_square)
    else:
        yield Path((leg,))
