"""Names: of the file, of the prelude, and of the functions of the notation (L4, L12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from wazir.cancelling import check
from wazir.notations.lcpn import tree
from wazir.notations.lcpn.paths import CHOICES
from wazir.notations.lcpn.reading import Reading, read
from wazir.notations.lcpn.restrictions import PROMOTE, Range, steps_of
from wazir.notations.lcpn.scanner import references
from wazir.notations.lcpn.spelling import KnownNames, NameKinds, candidates
from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.syntax import family, sections
from wazir.notations.notation import LONGEST_READ, Context, Scope, Source

PRELUDE_FILE = files(__package__) / "prelude.lcpn"
PRELUDE = PRELUDE_FILE.read_text("utf-8")
"""The definitions of the well-known pieces."""
LISP = "lisp"
FUNCTIONS = frozenset((*CHOICES, PROMOTE))
"""The functions of the notation."""


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


@dataclass(frozen=True)
class Names:
    """Looks up the names of a text: in its file, then in the prelude."""

    scope: Scope
    style: str

    def facts(self, key: str) -> Facts | None:
        """The facts of a name of the file, or else of the prelude."""
        found = self.scope.facts(key)
        return found if isinstance(found, Facts) else library().facts(key)

    def is_piece(self, key: str) -> bool:
        """Whether a piece has the name."""
        facts = self.facts(key)
        return facts is not None and not facts.is_function

    def is_function(self, key: str) -> bool:
        """Whether a function of the file or of the notation has the name."""
        facts = self.facts(key)
        return key in FUNCTIONS or (facts is not None and facts.is_function)

    def defined(self, key: str) -> tuple[tree.Defined, Names] | None:
        """The definition of a name, with the scope of the names in it."""
        source, home = self.scope.source(key), self
        if source is None:
            home = library().names
            source = home.scope.source(key)
        if source is None:
            return None
        reading = reading_of(source.text, self.style if home is self else LISP, home)
        found = next((one for one in reading.defined if one.name and one.name.key == key), None)
        return (found, home) if found else None


def style_in(context: Context) -> str:
    """The style of a context; C if it has none."""
    return context.dialect if context.dialect and context.dialect in STYLES else "c"


def reading_of(text: str, style: str, names: Names) -> Reading:
    """A text, read; in SQL this depends on its names (L14)."""
    kinds = _NONE_KNOWN
    if style == "sql":
        keys = {name for key, _ in references(text[:LONGEST_READ]) for name in (key, *candidates(key))}
        kinds = KnownNames(frozenset(filter(names.is_piece, keys)), frozenset(filter(names.is_function, keys)))
    return _read(text, style, kinds)


_NONE_KNOWN = KnownNames()
_read = lru_cache(maxsize=512)(read)


def facts_of(body: tree.Expression, names: Names, is_circular: bool) -> Facts:
    """The facts of a definition."""
    return Facts(
        is_function=is_function(body, names),
        is_chain=is_chain(body, names),
        rides=rides(body, names),
        is_circular=is_circular,
    )


def is_function(body: tree.Expression, names: NameKinds) -> bool:
    """Whether a body defines a function: functions joined by `&`, or by `/` if none is a piece (L4)."""
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
    """Whether a last part of a chain does not move: `promote-to`, a string, a function of strings only (L17)."""
    match body:
        case tree.Text():
            return True
        case tree.Call(tree.Name(key)) if key == PROMOTE:
            return True
        case tree.Call(_, arguments):
            return bool(arguments) and all(isinstance(one, tree.Text) for one in arguments)
    return False


def jumps_into_ride(chain: tree.Chain, names: Names) -> bool:
    """Whether a chain continues with a ride over an occupied square."""
    return chain.jumps and any(rides(right, names) and not is_whole(left) for left, right in pairwise(chain.parts))


class Library:
    """The prelude as a scope, in which names are its own (L4)."""

    def __init__(self) -> None:
        self.names = Names(self, LISP)
        found = read(PRELUDE, LISP, KnownNames()).defined
        self.bodies = {one.name.key: one.body for one in found if one.name}
        self._facts: dict[str, Facts] = {}

    def facts(self, name: str) -> Facts | None:
        """The facts of a name of the prelude, which has no recursion."""
        if name in self.bodies and name not in self._facts:
            self._facts[name] = facts_of(self.bodies[name], self.names, is_circular=False)
        return self._facts.get(name)

    def source(self, name: str) -> Source | None:
        """The whole prelude, if it defines the name."""
        return Source(PRELUDE, Context(dialect=LISP)) if name in self.bodies else None

    def is_used(self, _name: str) -> bool:
        """Files use it."""
        return True

    def defined_names(self) -> Iterable[str]:
        """All names that it defines."""
        return self.bodies

    def precedes(self, _name: str, _other: str) -> bool:
        """The order does not matter."""
        return True


@cache
def library() -> Library:
    """The prelude, read on first use."""
    return Library()


# Files that are converted

MOST_LINKS = 50
"""The maximum depth of definitions of functions by each other."""


def file_names(text: str, style: str) -> KnownNames:
    """The names of a file and of the notation."""
    common = library().names
    pieces = frozenset(filter(common.is_piece, library().bodies))
    functions = FUNCTIONS | frozenset(filter(common.is_function, library().bodies))
    bodies = dict[str, tree.Expression]()
    for start, end in sections(text):
        check()
        found = read(text[start:end], family(text, start) or style, common).defined
        bodies |= {one.name.key: one.body for one in found if one.name}
    known = KnownNames(pieces | bodies.keys(), functions)
    for _ in range(MOST_LINKS):
        own = frozenset(key for key, body in bodies.items() if is_function(body, known))
        before, known = known, KnownNames((pieces | bodies.keys()) - own, functions | own)
        if known == before:
            break
    return known
