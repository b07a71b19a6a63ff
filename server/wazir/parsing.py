"""Parsers that never raise, from the grammars in the folder `grammars`.

LALR by tables that Lark makes ahead, with a scanner for each parser state. At a syntax error, each repair is tried on a
copy of the states with the following tokens, without a tree. The repair after which the parser gets farthest is
applied; if none helps, the unexpected token is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from wazir.lazy import lazy
from wazir.syntax import Node, Problem, ProblemKind, Token, Tree
from wazir.tables import COMMENT, END, ERROR, OPEN_COMMENT, Tables, Value, table
from wazir.text import Span

MAX_LENGTH = 3_000
"""The maximum length of a text without blanks and comments; the default of a grammar.

Parsing and checking a text of this length takes less than a step of long work may.
"""
MAX_FILLERS = 5_000
"""The maximum number of comments and of blanks between them in a long text; further comments are one token."""
MAX_DEPTH = 64
"""The maximum number of open brackets; the default of a grammar."""
MAX_PROBLEMS = 100
"""The maximum number of problems in a text; the rest is not parsed."""
LOOKAHEAD = 8
"""The number of tokens that are parsed on trial to judge a repair."""
MAX_TRIED = 2_000
"""The maximum number of tokens parsed on trial in a text; the rest is not parsed."""


Choice: TypeAlias = "Callable[[Token], str]"
"""Returns the kind of a token that the grammar cannot decide."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A token that may be inserted where it is missing, and the kinds of tokens before which it is inserted."""

    missing: str
    before: frozenset[str] | None = None
    """None is any token; `$END` is the end of the text."""


class Grammar:
    """The grammar in a file of the folder `grammars`, loaded on first use.

    Its start rule is `start`. Its rule `stray` is not part of the language: it lists the kinds of tokens that are
    recognized where they are not valid, including `ERROR`, which is any character. Every token is in the tree. A
    recursive rule should use a repetition, so that trees stay shallow.
    """

    def __init__(
        self,
        name: str,
        *,
        repairs: Iterable[Repair] = (),
        brackets: Mapping[str, str] | None = None,
        asked: Iterable[str] = (),
        depth: int = MAX_DEPTH,
        length: int = MAX_LENGTH,
    ) -> None:
        """Define a grammar and its error recovery.

        Args:
            name: The name of the file, without its extension.
            repairs: The tokens that may be inserted, the most likely first.
            brackets: The kinds of opening tokens, each with the kind that closes it.
            asked: The kinds of tokens that a *Choice* may give another kind, which must be valid wherever they are.
            depth: The maximum number of open brackets.
            length: The maximum number of characters without blanks and comments.
        """
        self.name = name
        self.repairs = tuple(repairs)
        self.brackets = dict(brackets or {})
        self.asked = tuple(asked)
        self.depth = depth
        self.length = length

    def parse(self, text: str, choice: Choice | None = None, start: int = 0) -> Tree:
        """The tree of any text, from an offset on. Syntax errors are in its problems."""
        end = self._end(text, start)
        if end is None:
            return _unread(text, start)
        tree = _Reader(self, text[:end], choice, start).read()
        return tree if end == len(text) else replace(tree, text=text, tokens=(*tree.tokens, _comments(text, end)))

    def expected(self, text: str, offset: int, choice: Choice | None = None, start: int = 0) -> frozenset[str]:
        """The kinds of tokens that are valid after the part of a text between two offsets; empty within a comment."""
        text = text[:offset]
        is_read = self._end(text, start) == len(text)
        return _Reader(self, text, choice, start).expected() if is_read else frozenset()

    def words(self, text: str, choice: Choice | None = None) -> tuple[Token, ...]:
        """All tokens of a text with comments, as in its tree except for kinds that depend on context."""
        end = self._end(text)
        if end is None:
            return _unread(text).tokens
        words = _Reader(self, text[:end], choice).words()
        return words if end == len(text) else (*words, _comments(text, end))

    @lazy
    def tables(self) -> Tables:
        """Its tables, loaded on first use."""
        return Tables(table(self.name))

    def _end(self, text: str, start: int = 0) -> int | None:
        """The end of what is parsed, after which are only comments; None if the text is too long."""
        kept, at = 0, start
        for _ in range(MAX_FILLERS):
            if len(text) - at + kept <= self.length:
                return len(text)
            end = at + self.length - kept + 1
            filler = self.tables.fillers.search(text, at, end)
            if filler and filler.end() == end:  # it may go on
                filler = self.tables.fillers.match(text, filler.start())
            if not filler or filler.lastgroup == OPEN_COMMENT:
                return None
            kept, at = kept + filler.start() - at, filler.end()
        end = at
        while fillers := self.tables.many_fillers.match(text, end):
            end = fillers.end()
        return at if end == len(text) else None


class _TooDeep(Exception):  # noqa: N818
    """Too many brackets are open."""


class _Trial:
    """A parser without a tree, only with its stack of states."""

    __slots__ = ("_tables", "states")

    def __init__(self, tables: Tables, states: Sequence[int]) -> None:
        self._tables = tables
        self.states = list(states)

    def feed(self, kind: str) -> bool:
        """Shift a token of a kind. Returns whether it is valid."""
        actions, states = self._tables.actions, self.states
        while (found := actions[states[-1]].get(kind)) is not None:
            if isinstance(found, int):
                states.append(found)
                return True
            if found.length:
                del states[-found.length :]
            onward = actions[states[-1]][found.rule]
            assert isinstance(onward, int)
            states.append(onward)
            if kind == END and onward == self._tables.end:
                return True
        return False


class _Reader:
    """Parses a text, and recovers from errors."""

    def __init__(self, grammar: Grammar, text: str, choice: Choice | None, start: int = 0) -> None:
        self.grammar = grammar
        self.tables = grammar.tables
        self.text = text
        self.choice = choice
        self._begin(start)

    def _begin(self, start: int) -> None:
        self.start = self.at = start
        """Where the text begins, and the end of the last token."""
        self.states = [self.tables.start]
        self.values: list[Value] = []
        self.tokens: list[Token] = []
        self.problems: list[Problem] = []
        self.before: Token | None = None
        """The last parsed token."""
        self.troubled: Token | None = None
        """The last token that was parsed before the last problem."""
        self.left = MAX_TRIED
        """The number of tokens that may still be parsed on trial."""

    def read(self) -> Tree:
        """The tree of the text."""
        try:
            root = self._read()
        except _TooDeep:
            root = None
            self._give_up()
        return Tree(self.text, root or Node("start", (), 0, 0), tuple(self.tokens), tuple(self.problems))

    def expected(self) -> frozenset[str]:
        """The kinds of tokens that are valid after the text; empty within a comment."""
        try:
            self._read_words()
        except _TooDeep:
            return frozenset()
        last = self.tokens[-1] if self.tokens else None
        is_in_comment = last is not None and last.kind == COMMENT and last.end == len(self.text)
        return frozenset() if is_in_comment else self._expected()

    def words(self) -> tuple[Token, ...]:
        """The tokens of the text, without parsing."""
        while token := self._next(self.tables.stray):
            self.tokens.append(token)
        return tuple(self.tokens)

    # Tokens and rules

    def _next(self, state: int) -> Token | None:
        """The next token that is valid in a state, with what the caller makes of it, or None.

        Comments before it are kept.
        """
        text, at, (match, keywords) = self.text, self.at, self.tables.scanner(state)
        ignored, asked = self.tables.ignored, self.grammar.asked if self.choice else ()
        while found := match(text, at):
            kind, word = found.lastgroup or "", found[0]
            if kind in ignored:
                if kind == COMMENT:
                    self.tokens.append(Token(COMMENT, word, at))
                at = found.end()
                continue
            if keywords and kind in keywords:
                kind = keywords[kind].get(word, kind)
            token = Token(kind, word, at)
            if self.choice and kind in asked:
                token = Token(self.choice(token), word, at)
            self.at = found.end()
            return token
        self.at = at
        return None

    def _feed(self, kind: str, token: Token | None = None) -> bool:
        """Parse a token, or the end of the text. Returns whether it is valid; else rules may have ended before it."""
        actions, states, values = self.tables.actions, self.states, self.values
        while (found := actions[states[-1]].get(kind)) is not None:
            if isinstance(found, int):
                if token is not None:
                    states.append(found)
                    self._take(token)
                return True
            length = found.length
            parts = values[-length:] if length else []
            if length:
                del states[-length:], values[-length:]
            values.append(found.value(parts, self.before))
            onward = actions[states[-1]][found.rule]
            assert isinstance(onward, int)
            states.append(onward)
            if token is None and onward == self.tables.end:
                return True
        return False

    def _take(self, token: Token) -> None:
        """Add a leaf of the tree. An inserted token has no text, and is not among the tokens of the text."""
        self.values.append(token)
        if token.text:
            self.tokens.append(token)
            self.before = token
        if token.kind in self.grammar.brackets and len(self._open_brackets()) > self.grammar.depth:
            raise _TooDeep

    # Parsing and recovery

    def _read(self) -> Node | None:
        """Parse the text: fast if it is valid, else with recovery. None if it cannot be completed."""
        while token := self._next(self.states[-1]):
            if not self._feed(token.kind, token):
                break
        else:
            if self.at == len(self.text) and self._feed(END):
                return self._root
        self._begin(self.start)
        self._read_words()
        return self._read_end()

    @property
    def _root(self) -> Node:
        (root,) = self.values
        assert isinstance(root, Node)
        return root

    def _read_words(self) -> None:
        """Parse to the end of the text, skipping and inserting tokens."""
        while (token := self._next(self.states[-1])) or self.at < len(self.text):
            if token and self._trial().feed(token.kind):
                self._feed(token.kind, token)
            else:
                self._mend(token.start if token else self.at)

    def _read_end(self) -> Node | None:
        """Insert the tokens that are missing at the end."""
        for _ in range(2 * MAX_DEPTH):
            if self._trial().feed(END):
                self._feed(END)
                return self._root
            if not self._put_in(None):
                break
        return None

    def _mend(self, start: int) -> None:
        """Recover from an invalid token."""
        if len(self.problems) >= MAX_PROBLEMS or self.left <= 0:
            self._note(ProblemKind.TOO_MANY, Span(start, len(self.text.rstrip())))
            self._keep_rest(start)
            return
        self.at = start
        found = self._next(self.tables.stray)
        assert found
        if not self._put_in(found):
            self._note(ProblemKind.UNEXPECTED, found.span, found)
            self.tokens.append(found)

    def _put_in(self, found: Token | None) -> bool:
        """Insert the token after which most can be parsed, if that is more than without *found*."""
        start = len(self.text) if found is None else found.start
        kind = END if found is None else found.kind
        best = (start if found is None else self._reach(found.end, LOOKAHEAD - 1)) - 1
        missing = None
        possible = [one.missing for one in self.grammar.repairs if one.before is None or kind in one.before]
        for one in possible:
            reach = self._reach_after(start, one, possible)
            if reach > best:
                best, missing = reach, one
        if missing is None:
            return False
        self._insert(missing, found)
        self.at = start
        return True

    def _insert(self, missing: str, found: Token | None) -> None:
        place = self.before.end if self.before else found.start if found else len(self.text.rstrip())
        closes = self.grammar.brackets
        opening = next((word for word in reversed(self._open_brackets()) if closes[word.kind] == missing), None)
        self._note(ProblemKind.MISSING, Span(place, place), found, missing, opening)
        self._feed(missing, Token(missing, "", place))

    def _reach_after(self, offset: int, missing: str, possible: Sequence[str]) -> int:
        """The offset up to which the text can be parsed with a token inserted; -1 if it is not valid.

        After a closing bracket, more of the *possible* ones are inserted if needed.
        """
        closing = self.grammar.brackets.values()
        kinds = [missing, *(kind for kind in possible if kind != missing and kind in closing)]
        trial = self._trial()
        if not trial.feed(missing):
            return -1
        reach = self._reach(offset, LOOKAHEAD, trial.states)
        for _ in range(MAX_DEPTH if missing in closing else 0):
            if reach > offset or offset == len(self.text):
                break
            trials = (self._trial(trial.states) for _ in kinds)
            following = next((one for kind, one in zip(kinds, trials, strict=True) if one.feed(kind)), None)
            if following is None:
                break
            trial = following
            reach = max(reach, self._reach(offset, LOOKAHEAD, trial.states))
        return reach

    def _reach(self, offset: int, words: int, states: Sequence[int] | None = None) -> int:
        """The offset up to which a number of tokens can be parsed, from some parser states or from the current ones."""
        trial, known, at = self._trial(states), len(self.tokens), self.at
        self.at = offset
        while word := self._next(trial.states[-1]):
            self.left -= 1
            if not words or not trial.feed(word.kind):
                self.at = word.start
                break
            words -= 1
        del self.tokens[known:]
        reach, self.at = self.at, at
        return reach

    def _trial(self, states: Sequence[int] | None = None) -> _Trial:
        return _Trial(self.tables, self.states if states is None else states)

    def _expected(self) -> frozenset[str]:
        """The kinds of tokens that are valid next, without the end of the text."""
        kinds = self.tables.actions[self.states[-1]].keys() - {END}
        return frozenset(kind for kind in kinds if kind.isupper() and self._trial().feed(kind))

    def _open_brackets(self) -> list[Token]:
        """The open brackets, outermost first."""
        closes = self.grammar.brackets
        found: list[Token] = []
        for part in self.values:
            if isinstance(part, Token):
                if part.kind in closes:
                    found.append(part)
                elif found and part.kind == closes[found[-1].kind]:
                    found.pop()
        return found

    def _note(
        self,
        kind: ProblemKind,
        span: Span,
        found: Token | None = None,
        missing: str | None = None,
        opening: Token | None = None,
    ) -> None:
        follows = bool(self.problems) and self.troubled is self.before
        self.troubled = self.before
        self.problems.append(
            Problem(kind, span, found, missing, self._expected(), self.before, opening, follows),
        )

    def _give_up(self) -> None:
        """Skip the text, because it is nested too deeply."""
        start = next(token.start for token in self.tokens if token.kind != COMMENT)
        self._note(ProblemKind.TOO_DEEP, Span(start, len(self.text.rstrip())))
        self._keep_rest(self.before.end if self.before else start)

    def _keep_rest(self, start: int) -> None:
        """Make the rest of the text one skipped token."""
        if start < len(self.text):
            self.tokens.append(Token(ERROR, self.text[start:], start))
        self.at = len(self.text)


def _comments(text: str, start: int) -> Token:
    """The comments after what is parsed, as one token."""
    return Token(COMMENT, text[start:], start)


def _unread(text: str, start: int = 0) -> Tree:
    """The tree of a text that is too long to parse."""
    span = Span(len(text) - len(text[start:].lstrip()), len(text.rstrip()))
    problem = Problem(ProblemKind.TOO_LONG, span, None, None, frozenset(), None)
    return Tree(text, Node("start", (), start, start), (Token(ERROR, text[start:], start),), (problem,))
