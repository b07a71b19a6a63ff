"""What Lark makes of a grammar of the folder `grammars`: the tables by which a text is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from lark.grammar import Rule as LarkRule
    from lark.lexer import TerminalDef

END = "$END"
"""The kind of the word that stands at the end of a text."""
ERROR = "ERROR"
"""The kind of a letter that no word of the grammar has."""
BLANK = "BLANK"
"""The kind of what lies between words and is none."""

Match: TypeAlias = "Callable[[str, int], re.Match[str] | None]"


class Rule(NamedTuple):
    """A rule of a grammar as the parser needs it."""

    symbol: str
    """What it makes, in the tables."""
    kind: str
    """What it makes, in the tree."""
    size: int
    """Of how many parts."""
    is_spliced: bool
    """Some part is a list, whose members take its place."""
    is_list: bool
    """It is a helper (`_rule`, or what Lark makes for a repetition): a list instead of a node."""
    is_transparent: bool
    """With a single part, it is that part (`?rule`)."""


class Tables(NamedTuple):
    """What Lark makes of a grammar."""

    actions: tuple[dict[str, int | Rule], ...]
    """For each state what a word leads to: the next state, or a rule that ends before the word."""
    gotos: tuple[dict[str, int], ...]
    """For each state what a part that a rule made leads to."""
    words: tuple[Match, ...]
    """For each state how to find a word that may come there."""
    stray: Match
    """How to find some word where none stands that may."""
    terminals: frozenset[str]
    """The kinds of all words; the end of the text is none."""
    ignored: frozenset[str]
    """The kinds of words that may stand anywhere, such as comments."""
    fillers: re.Pattern[str]
    """The same as a regular expression."""
    first: int
    """The state before the first word."""


def load(name: str, wide: frozenset[str]) -> Tables:
    """Has Lark read a grammar.

    Args:
        name: The name of its file, without the ending.
        wide: The kinds of words that *stray* is not to find.
    """
    from lark import Lark  # late, because it takes as long as all the rest of starting

    made = Lark(_source(name), parser="lalr", lexer="contextual", maybe_placeholders=False)
    table = made.parse_interactive("").parser_state.parse_conf.parse_table
    ignored = frozenset(made.ignore_tokens)
    terminals = frozenset(terminal.name for terminal in made.terminals)
    rules = {rule: _rule(rule) for rule in made.rules}
    actions: list[dict[str, int | Rule]] = []
    gotos: list[dict[str, int]] = []
    for state in range(len(table.states)):
        steps = {str(symbol): rules.get(target, target) for symbol, (_, target) in table.states[state].items()}
        actions.append({symbol: target for symbol, target in steps.items() if symbol in terminals or symbol == END})
        gotos.append({symbol: target for symbol, target in steps.items() if symbol not in actions[-1]})
    actions[table.end_states["start"]][END] = table.end_states["start"]
    return Tables(
        actions=tuple(actions),
        gotos=tuple(gotos),
        words=tuple(_finder(made.terminals, ignored | step.keys()) for step in actions),
        stray=_finder(made.terminals, terminals - wide, rf"|(?P<{ERROR}>[\s\S])"),
        terminals=terminals - ignored,
        ignored=ignored,
        fillers=_pattern(made.terminals, ignored),
        first=table.start_states["start"],
    )


def _source(name: str) -> str:
    """The text of a grammar: packaged in a wheel, beside the source in a checkout."""
    packaged = files("wazir") / "grammars" / f"{name}.lark"
    if packaged.is_file():
        return packaged.read_text("utf-8")
    return (Path(__file__).parents[2] / "grammars" / f"{name}.lark").read_text("utf-8")


def _rule(rule: LarkRule) -> Rule:
    name = str(rule.origin.name)
    spliced = any(part.name.startswith("_") and not part.is_term for part in rule.expansion)
    return Rule(
        name, rule.alias or name, len(rule.expansion), spliced, name.startswith("_"), bool(rule.options.expand1)
    )


def _pattern(terminals: Iterable[TerminalDef], kinds: Collection[str], rest: str = "") -> re.Pattern[str]:
    """A regular expression that has the words of some kinds as named groups, in the order in which Lark tries them."""
    ordered = sorted(
        (terminal for terminal in terminals if terminal.name in kinds),
        key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name),
    )
    return re.compile("|".join(f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in ordered) + rest or r"(?!)")


def _finder(terminals: Iterable[TerminalDef], kinds: Collection[str], rest: str = "") -> Match:
    return _pattern(terminals, kinds, rest).match
