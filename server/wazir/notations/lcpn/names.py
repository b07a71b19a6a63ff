"""The definitions of a text in any style, and its names: of the file, the prelude and the notation
(L4, L12).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Protocol, runtime_checkable

from wazir.budget import check
from wazir.diagnostics import Diagnostic, Severity
from wazir.notations.lcpn import codes, syntax, tree
from wazir.notations.lcpn.infix import Infix
from wazir.notations.lcpn.lists import Lists
from wazir.notations.lcpn.reader import Reader, report_mistakes
from wazir.notations.lcpn.syntax import family, sections
from wazir.notations.lcpn.tree import NO_KINDS, STYLES, Defined, NameKinds, Nothing
from wazir.notations.lcpn.vocabulary import FUNCTIONS, PROMOTE, Range, steps_of
from wazir.notations.notation import NoNames, Scope
from wazir.notations.reports import Report
from wazir.parsing import COMMENT
from wazir.syntax import Node, Tree
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, read in a style."""

    tree: Tree
    """The trees of its sections, joined."""
    defined: tuple[Defined, ...]
    """Definitions and bare expressions in order. One in another style has only a name."""
    diagnostics: tuple[Diagnostic, ...]
    """The syntax errors in the order of the text."""
    style: str

    def definition(self, key: str) -> Defined | None:
        """The first definition of a name."""
        return next((each for each in self.defined if each.name and each.name.key == key), None)


def read(text: str, style: str, kinds: NameKinds = NO_KINDS) -> Reading:
    """Read a chunk in a style.

    A definition in another style is an error, and is read only for its name (L1, L2); what follows
    it is in the style of the file.
    """
    report, rest = Report(), text
    trees, defined = list[Tree](), list[Defined]()
    family = syntax.family(text.lstrip())
    if family and family != STYLES[style].family:
        parsed, other = _read_other(text, family, style, report=report)
        trees.append(parsed)
        defined.append(other)
        end = max(other.span.end, parsed.tokens[-1].end)
        rest = " " * end + text[end:]
    if not trees or rest.strip():
        parsed = syntax.parse(rest, STYLES[style].family, kinds)
        reader = _reader(text, style, kinds, report=report)
        report_mistakes(parsed, reader)
        trees.append(parsed)
        defined += reader.items(parsed.root)
    diagnostics = report.diagnostics()
    starts = [each.span.start for each in defined]
    for diagnostic in diagnostics if defined else ():
        if diagnostic.code.severity is Severity.ERROR and diagnostic.code not in codes.REPAIRED:
            place = max(bisect_right(starts, diagnostic.span.start) - 1, 0)
            defined[place] = replace(defined[place], broken=True)
    return Reading(_joined(text, trees), tuple(defined), diagnostics, style=style)


def _reader(text: str, style: str, kinds: NameKinds, report: Report) -> Reader:
    return (Lists if STYLES[style].is_lispy else Infix)(text, style, kinds, report)


def _read_other(text: str, family: str, style: str, report: Report) -> tuple[Tree, Defined]:
    """Read a definition in another style than its file, up to its end."""
    first = len(text) - len(text.lstrip())
    parsed = syntax.parse(text, family, NO_KINDS)
    items = _reader(text, family, NO_KINDS, report=Report()).items(parsed.root)
    last = items[0].span.end if items and items[0].span.start == first else len(text)
    span = Span(first, max(first + len(text[first:last].rstrip()), first + 1))
    if any(token.start >= span.end and token.kind != COMMENT for token in parsed.tokens):
        parsed = syntax.parse(text[: span.end], family, NO_KINDS)
    own, other = STYLES[style].title, STYLES[family].title
    message = f"This definition is in the {other} style, but its file is in the {own} style."
    report(codes.OTHER_STYLE, span, message)
    return parsed, Defined(items[0].name if items else None, Nothing(span), span, broken=True)


def _joined(text: str, trees: list[Tree]) -> Tree:
    """Several trees as one."""
    children = tuple(child for part in trees for child in part.root.children)
    if children:
        root = Node("start", children, start=children[0].start, end=children[-1].end)
    else:
        root = Node("start", children=(), start=0, end=0)
    tokens = tuple(token for part in trees for token in part.tokens)
    return Tree(
        text, root, tokens, problems=tuple(problem for part in trees for problem in part.problems)
    )


PRELUDE_FILE = files(__package__) / "prelude.lcpn"
PRELUDE = PRELUDE_FILE.read_text("utf-8")
"""The definitions of the well-known pieces."""
LISP = "lisp"


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a definition that other chunks depend on."""

    is_function: bool = False
    is_chain: bool = False
    """It takes no range."""
    rides: bool = False
    """It begins with a ride."""
    is_circular: bool = False
    """It is recursive."""


@runtime_checkable
class ReadWithNames(Protocol):
    """A chunk whose reading depends on names."""

    def reading_with(self, names: Names) -> Reading:
        """Its definitions with the tree, given the look-up of names."""


@dataclass(frozen=True)
class Names:
    """Looks up the names of a text: in its file, then in the prelude."""

    scope: Scope
    style: str

    def facts(self, key: str) -> Facts | None:
        """The facts of a name of the file, or else of the prelude."""
        facts = self.scope.facts(key)
        return facts if isinstance(facts, Facts) else library().facts(key)

    def is_piece(self, key: str) -> bool:
        """Whether a piece has the name."""
        facts = self.facts(key)
        return facts is not None and not facts.is_function

    def is_function(self, key: str) -> bool:
        """Whether a function of the file or of the notation has the name."""
        facts = self.facts(key)
        return key in FUNCTIONS or (facts is not None and facts.is_function)

    def of_gerund(self, key: str) -> str:
        """The function of a gerund; empty for any other name."""
        function = tree.resolved(key, self.is_function)
        if function != key and self.is_function(function) and not self.is_piece(key):
            return function
        return ""

    def defined(self, key: str) -> tuple[tree.Defined, Names] | None:
        """The definition of a name, with the look-up of the names in it; None without one."""
        analysis = self.scope.analysis(key)
        if isinstance(analysis, ReadWithNames):
            defined = analysis.reading_with(self).definition(key)
            return (defined, self) if defined else None
        predefined = library().definitions.get(key)
        return (predefined, library().names) if predefined else None

    def kinds(self, keys: Iterable[str]) -> NameKinds:
        """The kinds of some names."""
        keys = frozenset(keys)
        return NameKinds(
            frozenset(filter(self.is_piece, keys)), frozenset(filter(self.is_function, keys))
        )


def facts_of(body: tree.Expression, names: Names, is_circular: bool) -> Facts:
    """The facts of a definition."""
    return Facts(
        is_function(body, names), is_chain(body, names), rides(body, names), is_circular=is_circular
    )


def is_function(body: tree.Expression, names: Names | NameKinds) -> bool:
    """Whether a body defines a function: functions joined by `&`, or by `/` if none is a piece
    (L4).
    """
    if not isinstance(body, tree.Either):
        return isinstance(body, tree.Together)
    return all(
        names.is_function(part.key) and not names.is_piece(part.key)
        if isinstance(part, tree.Name)
        else is_function(part, names)
        for part in body.parts
    )


def is_chain(body: tree.Expression, names: Names) -> bool:
    """Whether a range of an expression would apply to a chain (L7)."""
    match body:
        case tree.Chain():
            return True
        case tree.Name(key):
            facts = names.facts(key)
            return facts is not None and facts.is_chain
    return any(is_chain(part, names) for part in tree.alternatives(body))


def rides(body: tree.Expression, names: Names, held: Range | None = None) -> bool:
    """Whether the first step of an expression, or of a choice in it, is a ride."""
    match body:
        case tree.Array():
            return held is not None and held.most != 1
        case tree.Name(key):
            facts = names.facts(key)
            return facts is not None and (facts.rides if held is None else held.most != 1)
        case tree.Restricted(inner, words):
            return rides(inner, names, steps_of(words, held))
        case tree.Chain(_, parts):
            return rides(parts[0], names, held)
    return any(rides(part, names, held) for part in tree.alternatives(body))


WHOLE = frozenset({"move", "capture", "destroy", "igui"})
"""Functions whose results are whole moves, from which a chain goes on (L8)."""


def is_whole(body: tree.Expression) -> bool:
    """Whether a left part of a chain is a whole move, so that its last square is not jumped."""
    match body:
        case tree.Call(tree.Name(key)):
            return key in WHOLE
        case tree.Call(tree.Together(parts)):
            return any(isinstance(part, tree.Name) and part.key in WHOLE for part in parts)
        case tree.Restricted(inner):
            return is_whole(inner)
        case tree.Either(parts):
            return all(map(is_whole, parts))
    return False


def is_still(body: tree.Expression) -> bool:
    """Whether a last part of a chain does not move: `promote-to`, a string, a function of strings
    only (L17).
    """
    match body:
        case tree.Text():
            return True
        case tree.Call(tree.Name(key)) if key == PROMOTE:
            return True
        case tree.Call(_, arguments):
            return bool(arguments) and all(
                isinstance(argument, tree.Text) for argument in arguments
            )
    return False


def jumps_into_ride(chain: tree.Chain, names: Names) -> bool:
    """Whether a chain continues with a ride over an occupied square."""
    return chain.jumps and any(
        rides(right, names) and not is_whole(left) for left, right in pairwise(chain.parts)
    )


class Library(NoNames):
    """The prelude as a scope, in which names are its own (L4)."""

    def __init__(self) -> None:
        self.names = Names(self, LISP)
        """The look-up of names in the prelude."""
        defined = [
            each
            for start, end in sections(PRELUDE)
            for each in read(PRELUDE[start:end], LISP).defined
        ]
        self.definitions = {each.name.key: each for each in defined if each.name}
        self._facts: dict[str, Facts] = {}

    def facts(self, name: str) -> Facts | None:
        """The facts of a name of the prelude, which has no recursion; None for another name."""
        if name in self.definitions and name not in self._facts:
            self._facts[name] = facts_of(self.definitions[name].body, self.names, is_circular=False)
        return self._facts.get(name)

    def body(self, name: str) -> tree.Expression | None:
        """The expression of a name; None if the prelude does not define it."""
        defined = self.definitions.get(name)
        return defined.body if defined else None

    def synonyms(self, name: str) -> tuple[str, ...]:
        """The other names for the same piece."""
        return tuple(
            key
            for key in self.definitions
            if key != name and self._origin(key) == self._origin(name)
        )

    def _origin(self, name: str) -> str:
        """The name that an alias stands for, or the name itself."""
        while isinstance(body := self.body(name), tree.Name):
            name = body.key
        return name

    def defined_names(self) -> tuple[str, ...]:
        """All names that it defines."""
        return tuple(self.definitions)


@cache
def library() -> Library:
    """The prelude, read on first use."""
    return Library()


# Files that are converted

MAX_LINKS = 50
"""The maximum depth of definitions of functions by each other."""


@cache
def predefined() -> NameKinds:
    """The kinds of the names of the prelude and of the notation."""
    return library().names.kinds((*library().definitions, *FUNCTIONS))


def file_kinds(text: str, style: str) -> NameKinds:
    """The kinds of the names of a file, of the prelude and of the notation."""
    common = predefined()
    bodies = dict[str, tree.Expression]()
    for start, end in sections(text):
        check()
        reading = read(text[start:end], family(text, start) or style, common)
        bodies |= {defined.name.key: defined.body for defined in reading.defined if defined.name}
    pieces = common.pieces | bodies.keys()
    kinds = NameKinds(pieces, common.functions)
    for _ in range(MAX_LINKS):
        own = frozenset(key for key, body in bodies.items() if is_function(body, kinds))
        before, kinds = kinds, NameKinds(pieces - own, common.functions | own)
        if kinds == before:
            break
    return kinds
