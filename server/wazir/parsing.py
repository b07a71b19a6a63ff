"""A grammar of the folder `grammars` as a parser that never raises.

Lark reads the grammar and makes its tables (LALR); the loop that follows the tables is ours. So a text is read in one
pass that makes our own trees, and recovery can read on in the light of what it has put in: each word is looked for
among those that may come at its place (a contextual lexer), and where none of them stands there, every repair is tried
on the words that follow, and the one that reads farthest is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from wazir.syntax import Node, Problem, Token, Tree, Trouble
from wazir.tables import BLANK, END, ERROR, Rule, Tables, load
from wazir.text import Span

MAX_LENGTH = 20_000
"""A longer text, blanks and comments not counted, is not read."""
MAX_DEPTH = 64
"""A text with more open brackets is not read."""
MAX_PROBLEMS = 100
"""After as many problems the rest of a text is not read."""
LOOKAHEAD = 8
"""As many words are read on trial to judge a repair."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A word that may be put in where it is missing, and the kinds of words before which that is natural."""

    missing: str
    before: frozenset[str] | None = None
    """None is before anything; `$END` is the end of the text."""


class Grammar:
    """The grammar in a file of the folder `grammars`, read when it is first needed.

    Its terminals behave as with Lark's contextual lexer, except that a word in quotes which a regular expression
    matches as well (a keyword among names) needs a higher priority than that. `BLANK` is what is no word at all. Every
    word stays in the tree. A rule that names itself should do so by a repetition, so that trees do not become deep.
    """

    def __init__(
        self,
        name: str,
        *,
        repairs: Iterable[Repair] = (),
        brackets: Mapping[str, str] | None = None,
        wide: Iterable[str] = (),
    ) -> None:
        """Names a grammar, and says how its texts may be mended.

        Args:
            name: The name of the file, without its ending.
            repairs: What may be put in, the most natural first.
            brackets: The kinds of words that open something, each with the kind that closes it.
            wide: The kinds of words that fit almost anything, and so are not looked for where they may not stand.
        """
        self.name = name
        self.repairs = tuple(repairs)
        self.brackets = dict(brackets or {})
        self.wide = frozenset(wide)

    @cached_property
    def tables(self) -> Tables:
        """The tables of the parser, made when they are first needed."""
        return load(self.name, self.wide)

    def parse(self, text: str) -> Tree:
        """The tree of any text whatever; what is wrong with it is in its problems."""
        if self._is_too_long(text):
            return _unread(text)
        reader = _Reader(self, text)
        try:
            reader.read_words()
            reader.read_end()
        except _TooDeep:
            reader.give_up()
        return reader.tree()

    def expected(self, text: str, offset: int) -> frozenset[str]:
        """The kinds of words that may come next after the part of a text before an offset; none within a comment."""
        text = text[:offset]
        if self._is_too_long(text):
            return frozenset()
        reader = _Reader(self, text)
        try:
            reader.read_words()
        except _TooDeep:
            return frozenset()
        last = reader.tokens[-1] if reader.tokens else None
        in_comment = last is not None and last.kind in self.tables.ignored and last.end == len(text)
        return frozenset() if in_comment else reader.expected()

    def _is_too_long(self, text: str) -> bool:
        return len(text) > MAX_LENGTH and len(self.tables.fillers.sub("", text)) > MAX_LENGTH


Part: TypeAlias = "Node | Token | list[Node | Token]"


class _TooDeep(Exception):  # noqa: N818
    """More brackets are open than a text may have."""


class _Reader:
    """One reading of one text: a stack of states, with the parts of the tree that they stand for."""

    def __init__(self, grammar: Grammar, text: str) -> None:
        self.grammar = grammar
        self.tables = grammar.tables
        self.text = text
        self.offset = 0
        self.states = [self.tables.first]
        self.values: list[Part] = []
        self.tokens: list[Token] = []
        self.problems: list[Problem] = []
        self.before: Token | None = None
        """The last word read."""
        self.troubled: Token | None = None
        """The last word read before the last problem."""
        self.grown: list[tuple[list[Node | Token], int]] = []
        """The lists that grew since the last word, with how long they were."""

    def read_words(self) -> None:
        """Reads to the end of the text, dropping words and putting in others."""
        while (found := self._read()) is not None:
            if len(self.problems) >= MAX_PROBLEMS:
                self._note(Trouble.TOO_MANY, Span(found.start, len(self.text.rstrip())))
                self._keep_rest()
            elif not self._put_in(found):
                self._note(Trouble.FOUND, found.span, found=found)
                self.tokens.append(found)
                self.offset = found.end

    def read_end(self) -> None:
        """Puts in what is missing at the end."""
        for _ in range(2 * MAX_DEPTH):
            if self._reduce(END) is not None or not self._put_in(None):
                return

    def give_up(self) -> None:
        """Leaves the text unread, because it is too deep."""
        self.values.clear()
        start = next(token.start for token in self.tokens if token.kind not in self.tables.ignored)
        self._note(Trouble.TOO_DEEP, Span(start, len(self.text.rstrip())))
        self._keep_rest()

    def tree(self) -> Tree:
        """What was read; no more than its words where it came to no end."""
        root = self.values[0] if len(self.values) == 1 else None
        if not isinstance(root, Node) or root.kind != "start":
            root = Node("start", (), 0, 0)
        return Tree(self.text, root, tuple(self.tokens), tuple(self.problems))

    def expected(self) -> frozenset[str]:
        """The kinds of words that may come next; the end of the text is none."""
        kinds = self.tables.actions[self.states[-1]].keys() & self.tables.terminals
        return frozenset(kind for kind in kinds if _follow(self.tables, self.states.copy(), kind))

    def _read(self) -> Token | None:
        """Reads words until one may not come, which it gives, or until the end."""
        text, offset, states = self.text, self.offset, self.states
        actions, words, ignored = self.tables.actions, self.tables.words, self.tables.ignored
        while offset < len(text):
            match = words[states[-1]](text, offset)
            if match is None:
                self.offset = offset
                return _word(self.tables.stray(text, offset), offset)
            word = _word(match, offset)
            offset = match.end()
            if word.kind in ignored:
                if word.kind != BLANK:
                    self.tokens.append(word)
                continue
            action = actions[states[-1]].get(word.kind)
            if isinstance(action, Rule):
                action = self._reduce(word.kind)
            if action is None:
                self.offset = word.start
                return word
            self.offset = offset
            self._shift(word, action)
        self.offset = offset
        return None

    def _shift(self, word: Token, state: int) -> None:
        self.states.append(state)
        self.values.append(word)
        self.tokens.append(word)
        self.before = word
        if word.kind in self.grammar.brackets and len(self._open()) > MAX_DEPTH:
            raise _TooDeep

    def _reduce(self, kind: str) -> int | None:
        """Ends all rules that end before a word of a kind, and gives the state behind that word.

        None if it may not come; then no rule is ended, for the word may be dropped, and another go on with them. (The
        tables tell that late: their states stand for several places, and words that may come at one end rules at all.)
        """
        actions, gotos, states, values = self.tables.actions, self.tables.gotos, self.states, self.values
        action = actions[states[-1]].get(kind)
        if not isinstance(action, Rule):
            return action
        before = states.copy(), values.copy()
        grown = self.grown = []
        while isinstance(action, Rule):
            symbol, _, size, _, _, is_transparent = action
            if size == 0:
                values.append(self._made(action, []))
            elif size == 1 and is_transparent:
                del states[-1]
            else:
                parts = values[-size:]
                del values[-size:], states[-size:]
                values.append(self._made(action, parts))
            states.append(gotos[states[-1]][symbol])
            action = actions[states[-1]].get(kind)
        if action is None:
            states[:], values[:] = before
            for several, length in reversed(grown):
                del several[length:]
        return action

    def _made(self, rule: Rule, parts: list[Part]) -> Part:
        """The node, or the list, that a rule makes of its parts."""
        _, kind, _, is_spliced, is_list, is_transparent = rule
        children: list[Node | Token] = self._spliced(parts, is_list) if is_spliced else parts  # type: ignore[assignment]
        if is_list:
            return children
        if not children:
            place = self.before.end if self.before else 0
            return Node(kind, (), place, place)
        if is_transparent and len(children) == 1:
            return children[0]
        return Node(kind, tuple(children), children[0].start, children[-1].end)

    def _spliced(self, parts: list[Part], is_list: bool) -> list[Node | Token]:
        """Parts with the members of lists in the place of the lists; a list that only grows is not made anew."""
        made: list[Node | Token] = []
        if is_list and isinstance(parts[0], list):
            made = parts[0]
            self.grown.append((made, len(made)))
            parts = parts[1:]
        for part in parts:
            if isinstance(part, list):
                made.extend(part)
            else:
                made.append(part)
        return made

    def _put_in(self, found: Token | None) -> bool:
        """Puts in the word that lets most be read of what follows, if that is more than without the word found."""
        start = len(self.text) if found is None else found.start
        best = (start if found is None else self._reach(self.states.copy(), found.end, LOOKAHEAD - 1)) - 1
        missing = None
        for repair in self.grammar.repairs:
            if repair.before is not None and (found.kind if found else END) not in repair.before:
                continue
            states = self.states.copy()
            if not _follow(self.tables, states, repair.missing):
                continue
            reach = self._reach(states, start, LOOKAHEAD)
            if reach > best:
                best, missing = reach, repair.missing
        return missing is not None and self._insert(missing, found)

    def _insert(self, missing: str, found: Token | None) -> bool:
        place = self.before.end if self.before else found.start if found else len(self.text.rstrip())
        opening = next((word for word in reversed(self._open()) if self.grammar.brackets[word.kind] == missing), None)
        self._note(Trouble.MISSING, Span(place, place), found=found, missing=missing, opening=opening)
        state = self._reduce(missing)
        if state is None:
            return False
        self.states.append(state)
        self.values.append(Token(missing, "", place))
        return True

    def _note(
        self,
        trouble: Trouble,
        span: Span,
        found: Token | None = None,
        missing: str | None = None,
        opening: Token | None = None,
    ) -> None:
        follows = bool(self.problems) and self.troubled is self.before
        self.troubled = self.before
        self.problems.append(
            Problem(trouble, span, found, missing, self.expected(), self.before, opening, follows),
        )

    def _keep_rest(self) -> None:
        """Takes the rest of the text for a single word that is dropped."""
        if self.offset < len(self.text):
            self.tokens.append(Token(ERROR, self.text[self.offset :], self.offset))
        self.offset = len(self.text)

    def _open(self) -> list[Token]:
        """The open brackets, outermost first."""
        brackets = self.grammar.brackets
        found: list[Token] = []
        for part in self.values:
            if not isinstance(part, Token):
                continue
            if part.kind in brackets:
                found.append(part)
            elif found and part.kind == brackets[found[-1].kind]:
                found.pop()
        return found

    def _reach(self, states: list[int], offset: int, words: int) -> int:
        """How far so many words can be read from an offset, before one that may not come."""
        tables, text = self.tables, self.text
        while offset < len(text):
            match = tables.words[states[-1]](text, offset)
            if match is None:
                return offset
            kind = match.lastgroup or ERROR
            if kind not in tables.ignored:
                if words == 0 or not _follow(tables, states, kind):
                    return offset
                words -= 1
            offset = match.end()
        return offset


def _follow(tables: Tables, states: list[int], kind: str) -> bool:
    """Reads a word of a kind without making a tree; false, with the states in disorder, if it may not come."""
    while True:
        action = tables.actions[states[-1]].get(kind)
        if not isinstance(action, Rule):
            break
        if action.size:
            del states[-action.size :]
        states.append(tables.gotos[states[-1]][action.symbol])
    if action is not None:
        states.append(action)
    return action is not None


def _word(match: re.Match[str] | None, offset: int) -> Token:
    if match is None:
        raise AssertionError("some word stands everywhere")
    return Token(match.lastgroup or ERROR, match.group(), offset)


def _unread(text: str) -> Tree:
    """The tree of a text that is too long to be read."""
    span = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    problem = Problem(Trouble.TOO_LONG, span, None, None, frozenset(), None)
    return Tree(text, Node("start", (), 0, 0), (Token(ERROR, text, 0),), (problem,))
