"""Grammar files: their terminals as regular expressions, and the tables that Lark makes of them, to parse texts by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from wazir.syntax import Node, Token

if TYPE_CHECKING:
    from lark.grammar import Rule
    from lark.lexer import TerminalDef


_TERMINAL = re.compile(r"^([A-Z_]+)(?:\.(-?\d+))?: (.+(?:\n +\|.+)*)$", re.MULTILINE)
_TERMINAL_PART = re.compile(r'"([^"]+)"|/((?:\\.|[^/\\])+)/|([A-Z_]+)|([|?])')


@cache
def terminals(grammar: str) -> Mapping[str, str]:
    """The terminals of a grammar as regular expressions, by priority.

    This does without Lark, which is slow to import and to tokenize.
    """
    lines = [(name, int(priority or 0), parts) for name, priority, parts in _TERMINAL.findall(source(grammar))]
    written = {name: parts for name, _, parts in lines}

    def expression(parts: str) -> str:
        found = _TERMINAL_PART.findall(parts)
        whole = "".join(
            re.escape(letters) or regex or sign or f"(?:{expression(written[name])})"
            for letters, regex, name, sign in found
        )
        return f"(?:{whole})" if any(sign == "|" for *_, sign in found) else whole

    return {name: expression(written[name]) for name, *_ in sorted(lines, key=lambda line: -line[1])}


def source(name: str) -> str:
    """The text of a grammar, packaged in a wheel or beside the source in a checkout."""
    packaged = files("wazir") / "grammars" / f"{name}.lark"
    if packaged.is_file():
        return packaged.read_text("utf-8")
    return (Path(__file__).parents[2] / "grammars" / f"{name}.lark").read_text("utf-8")


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
        """The value of the rule, from those of its parts. Without any part it stands behind a token."""
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
    """The parse table of a grammar, with plain values: those of Lark compare slowly."""

    def __init__(self, grammar: str) -> None:
        """Load the grammar of a name."""
        from lark import Lark  # late: importing Lark takes as long as the rest of the start

        lark = Lark(
            source(grammar),
            start=["start", "stray"],
            parser="lalr",
            lexer="basic",
            keep_all_tokens=True,
            maybe_placeholders=False,
        )
        table = lark.parse_interactive("", start="start").parser_state.parse_conf
        self.start = table.start_state
        self.end = table.end_state
        """The state in which the end of the text is valid."""
        self.stray = lark.parse_interactive("", start="stray").parser_state.parse_conf.start_state
        """The state in which all stray tokens are valid and no others, for the scanner."""
        self.actions: Mapping[int, Mapping[str, int | Reduction]] = {
            state: {
                intern(str(kind)): onward if isinstance(onward, int) else _reduction(onward)
                for kind, (_, onward) in actions.items()
            }
            for state, actions in table.states.items()
        }
        """For each parser state, the action of each kind of token or rule: the next state, or the end of a rule."""
        self.ignored = frozenset(map(str, lark.ignore_tokens))
        self._lark = lark
        self._scanners: dict[int, Scanner] = {}
        self._scanners_by_kinds: dict[frozenset[str], Scanner] = {}

    @cached_property
    def fillers(self) -> re.Pattern[str]:
        """The ignored terminals, which do not count as length, and the unclosed comment, which does."""
        ignored = [one.pattern.to_regexp() for one in self._lark.terminals if one.name in self.ignored]
        unclosed = [one.pattern.to_regexp() for one in self._lark.terminals if one.name == OPEN_COMMENT]
        return re.compile("|".join([*ignored, f"(?P<{OPEN_COMMENT}>{'|'.join(unclosed) or '(?!)'})"]))

    def scanner(self, state: int) -> Scanner:
        """The scanner for the kinds that are valid in a parser state."""
        found = self._scanners.get(state)
        if found is None:
            kinds = self.ignored.union(self.actions[state])
            if kinds not in self._scanners_by_kinds:
                self._scanners_by_kinds[kinds] = _scanner(one for one in self._lark.terminals if one.name in kinds)
            found = self._scanners[state] = self._scanners_by_kinds[kinds]
        return found


def _reduction(rule: Rule) -> Reduction:
    name = str(rule.origin.name)
    kind = intern(str(rule.alias or name))
    has_inlined = any(not part.is_term and part.name[0] == "_" for part in rule.expansion)
    is_single = rule.options.expand1 and not rule.alias
    return Reduction(len(rule.expansion), intern(name), kind, kind[0] == "_", is_single, has_inlined)


def _scanner(terminals: Iterable[TerminalDef]) -> Scanner:
    """A scanner for some terminals: the first that matches counts, but words of a fixed spelling precede patterns.

    The order is Lark's.
    """
    ordered = sorted(
        terminals, key=lambda one: (-one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name)
    )
    words = [one for one in ordered if one.pattern.type == "str"]
    keywords = {
        one.name: {
            word.pattern.value: word.name
            for word in words
            if word.priority == one.priority and re.compile(one.pattern.to_regexp()).fullmatch(word.pattern.value)
        }
        for one in ordered
        if one.pattern.type == "re"
    }
    known = {kind for found in keywords.values() for kind in found.values()}
    patterns = [f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in ordered if one.name not in known]
    return Scanner(re.compile("|".join(patterns)).match, {kind: found for kind, found in keywords.items() if found})
