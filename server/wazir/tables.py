"""Parse tables, which are generated from the grammar files, and their terminals as regular expressions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple, TypeAlias, cast

from wazir.syntax import Node, Token


@cache
def table(grammar: str) -> Mapping[str, Any]:
    """The generated parse table of a grammar, packaged in a wheel or beside the source in a checkout."""
    here, loader = Path(__file__).parent, cast(Any, __spec__).loader  # which reads archives too, unlike `Path`
    for folder in (here / "grammars", here.parents[1] / "grammars"):
        with suppress(OSError):
            found: Mapping[str, Any] = json.loads(loader.get_data(str(folder / f"{grammar}.table.json")))
            return found
    raise FileNotFoundError(f"{grammar}.table.json")


def terminals(grammar: str) -> Mapping[str, str]:
    """The terminals of a grammar as regular expressions, by priority."""
    found: Mapping[str, str] = table(grammar)["terminals"]
    return found


END = "$END"
"""The kind of the token at the end of a text."""
ERROR = "ERROR"
"""The kind of a character that no terminal matches."""
COMMENT = "COMMENT"
"""The kind of comments, which the grammar ignores and the tokens of a tree include."""
OPEN_COMMENT = "OPEN_COMMENT"
"""The kind of an unclosed comment, which extends to the end of the text."""

Value: TypeAlias = "Node | Token | list[Node | Token]"
"""The value of a token or a rule. A list replaces a rule without a node of its own, such as a repetition."""


class Reduction(NamedTuple):
    """What the parser does at the end of a rule."""

    length: int
    """The number of tokens and rules that it is made of."""
    rule: str
    """The kind by which the next state is found."""
    kind: str
    """The kind of its node."""
    is_inlined: bool
    """Its children replace it."""
    is_inlined_if_single: bool
    """An only child replaces it."""
    has_inlined: bool
    """The children of some of its parts replace them."""

    def value(self, parts: list[Value], before: Token | None) -> Value:
        """The value of the rule, from those of its parts. A rule without parts is placed after a token."""
        children: list[Node | Token] = parts  # type: ignore[assignment]
        if self.has_inlined and parts:  # a repetition grows in one list
            children = parts[0] if isinstance(parts[0], list) else [parts[0]]
            for part in parts[1:]:
                if isinstance(part, list):
                    children += part
                else:
                    children.append(part)
        if self.is_inlined:
            return children
        if self.is_inlined_if_single and len(children) == 1:
            return children[0]
        if children:
            return Node(self.kind, tuple(children), children[0].start, children[-1].end)
        place = before.end if before else 0
        return Node(self.kind, (), place, place)


class Scanner(NamedTuple):
    """Finds the next token where some kinds are valid."""

    match: Callable[[str, int], re.Match[str] | None]
    keywords: Mapping[str, Mapping[str, str]]
    """By kind the words that are tokens of another kind."""


class Tables:
    """A generated parse table, with the scanners of its states."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        reductions = [Reduction(*map(_interned, one)) for one in table["reductions"]]
        self.start: int = table["start"]
        self.end: int = table["end"]
        """The state in which the end of the text is valid."""
        self.stray: int = table["stray"]
        """The state in which all stray tokens are valid and no others, for the scanner."""
        self.actions: Sequence[Mapping[str, int | Reduction]] = [
            {intern(kind): onward if onward >= 0 else reductions[-1 - onward] for kind, onward in actions.items()}
            for actions in table["actions"]
        ]
        """For each parser state, the action of each kind of token or rule: the next state, or the end of a rule."""
        self.ignored = frozenset(table["ignored"])
        self._terminals: Mapping[str, str] = table["terminals"]
        self._order: Sequence[str] = table["order"]
        self._keywords: Mapping[str, Mapping[str, str]] = table["keywords"]
        self._scanners: dict[int, Scanner] = {}
        self._scanners_by_kinds: dict[frozenset[str], Scanner] = {}

    @cached_property
    def fillers(self) -> re.Pattern[str]:
        """The ignored terminals, which do not count as length, and the unclosed comment, which does."""
        ignored = [self._terminals[name] for name in sorted(self.ignored)]
        return re.compile("|".join([*ignored, f"(?P<{OPEN_COMMENT}>{self._terminals.get(OPEN_COMMENT, '(?!)')})"]))

    @cached_property
    def many_fillers(self) -> re.Pattern[str]:
        """Some ignored terminals: more at once would take much memory."""
        return re.compile("(?:" + "|".join(self._terminals[name] for name in sorted(self.ignored)) + "){1,1000}")

    def scanner(self, state: int) -> Scanner:
        """The scanner for the kinds that are valid in a parser state."""
        found = self._scanners.get(state)
        if found is None:
            kinds = self.ignored.union(self.actions[state])
            found = self._scanners_by_kinds.get(kinds) or self._scanner(kinds)
            self._scanners[state] = self._scanners_by_kinds[kinds] = found
        return found

    def _scanner(self, kinds: Container[str]) -> Scanner:
        keywords = {
            kind: {word: known for word, known in words.items() if known in kinds}
            for kind, words in self._keywords.items()
            if kind in kinds
        }
        known = {kind for words in keywords.values() for kind in words.values()}
        patterns = [f"(?P<{one}>{self._terminals[one]})" for one in self._order if one in kinds and one not in known]
        return Scanner(re.compile("|".join(patterns)).match, {kind: words for kind, words in keywords.items() if words})


def _interned(value: Any) -> Any:
    return intern(value) if isinstance(value, str) else value
