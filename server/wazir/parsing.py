"""Parsers that never raise, from the grammars in the folder `grammars`.

Lark reads the grammars and the texts (LALR with its contextual lexer). At a syntax error, its interactive parser stops.
Each repair is tried on a copy of the parser states with the following tokens, without a tree. The repair after which
the parser gets farthest is applied; if none helps, the unexpected token is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from sys import intern
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeAlias

from wazir.syntax import Node, Problem, ProblemKind, Token, Tree
from wazir.terminals import source
from wazir.text import Span

if TYPE_CHECKING:
    from lark import Token as Word
    from lark.lexer import LexerThread, TerminalDef
    from lark.parsers.lalr_parser_state import ParserState

MAX_LENGTH = 3_000
"""The maximum length of a text without blanks and comments; the default of a grammar.

Parsing and checking a text of this length takes less than a step of long work may.
"""
MAX_DEPTH = 64
"""The maximum number of open brackets; the default of a grammar."""
MAX_PROBLEMS = 100
"""The maximum number of problems in a text; the rest is not parsed."""
LOOKAHEAD = 8
"""The number of tokens that are parsed on trial to judge a repair."""
MAX_TRIED = 2_000
"""The maximum number of tokens parsed on trial in a text; the rest is not parsed."""
END = "$END"
"""The kind of the token at the end of a text."""
ERROR = "ERROR"
"""The kind of a character that no terminal matches."""
COMMENT = "COMMENT"
"""The kind of comments, which the grammar ignores and the tokens of a tree include."""
OPEN_COMMENT = "OPEN_COMMENT"
"""The kind of an unclosed comment, which extends to the end of the text."""


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

    A grammar parses one text at a time and is not thread-safe.
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
        return _unread(text, start) if self._is_too_long(text, start) else self._reader.read(text, choice, start)

    def expected(self, text: str, offset: int, choice: Choice | None = None, start: int = 0) -> frozenset[str]:
        """The kinds of tokens that are valid after the part of a text between two offsets; empty within a comment."""
        text = text[:offset]
        return frozenset() if self._is_too_long(text, start) else self._reader.expected_after(text, choice, start)

    def words(self, text: str, choice: Choice | None = None) -> tuple[Token, ...]:
        """All tokens of a text with comments, as in its tree except for kinds that depend on context."""
        return _unread(text).tokens if self._is_too_long(text) else self._reader.words(text, choice)

    @cached_property
    def _reader(self) -> _Reader:
        return _Reader(self)

    def _is_too_long(self, text: str, start: int = 0) -> bool:
        kept, at = 0, start
        while len(text) - at + kept > self.length:
            end = at + self.length - kept + 1
            filler = self._reader.fillers.search(text, at, end)
            if filler and filler.end() == end:  # it may go on
                filler = self._reader.fillers.match(text, filler.start())
            if not filler or filler.lastgroup == OPEN_COMMENT:
                return True
            kept, at = kept + filler.start() - at, filler.end()
        return False


class _TooDeep(Exception):  # noqa: N818
    """Too many brackets are open."""


class _Several:
    """The children of a repetition, which Lark makes a rule of its own. They replace it in the tree.

    Lark appends to the same list from one repetition to the next. Each instance stores its length, so that later tokens
    can be undone.
    """

    __slots__ = ("children", "length")

    def __init__(self, children: list[Node | Token]) -> None:
        self.children = children
        self.length = len(children)


_Actions: TypeAlias = "Mapping[int, Mapping[str, int | tuple[int, str]]]"
"""For each parser state, the action of each kind of token or rule: the next state, or the length and the kind of the
rule to reduce.
"""


class _Trial:
    """A parser without a tree, only with its stack of states. Lark's lexer reads its *position*."""

    __slots__ = ("_actions", "states")

    def __init__(self, actions: _Actions, states: Sequence[int]) -> None:
        self._actions = actions
        self.states = list(states)

    @property
    def position(self) -> int:
        """The current state, which decides the valid tokens."""
        return self.states[-1]

    def feed(self, kind: str) -> bool:
        """Shift a token of a kind, other than the end of the text. Returns whether it is valid."""
        actions, states = self._actions, self.states
        while (found := actions[states[-1]].get(kind)) is not None:
            if isinstance(found, int):
                states.append(found)
                return True
            length, rule = found
            if length:
                del states[-length:]
            onward = actions[states[-1]][rule]
            assert isinstance(onward, int)
            states.append(onward)
        return False


class _Reader:
    """Parses texts with Lark, one after another, and recovers from errors."""

    def __init__(self, grammar: Grammar) -> None:
        from lark import Lark, UnexpectedToken  # late: importing Lark takes as long as the rest of the start
        from lark import Token as Word

        self.unexpected = UnexpectedToken
        self.word = Word
        self.grammar = grammar
        self.callbacks = SimpleNamespace()
        self.choice: Choice | None = None
        self.lark = Lark(
            source(grammar.name),
            start=["start", "stray"],
            parser="lalr",
            lexer="contextual",
            keep_all_tokens=True,
            maybe_placeholders=False,
            tree_class=self._made,
            transformer=self.callbacks,
            edit_terminals=self._call_back,
            lexer_callbacks={COMMENT: self._passed, **dict.fromkeys(grammar.asked, self._chosen)},
        )
        self.stray = self.lark.parse_interactive("", start="stray").parser_state
        """The state in which all stray tokens are valid and no others, for the lexer."""
        ignored = [kind.pattern.to_regexp() for kind in self.lark.terminals if kind.name in self.lark.ignore_tokens]
        never_closed = [kind.pattern.to_regexp() for kind in self.lark.terminals if kind.name == OPEN_COMMENT]
        self.fillers = re.compile("|".join([*ignored, f"(?P<{OPEN_COMMENT}>{'|'.join(never_closed) or '(?!)'})"]))
        """The ignored terminals, which do not count as length, and the unclosed comment, which does."""

    @cached_property
    def actions(self) -> _Actions:
        """The parse table with plain strings: Lark's string class compares slowly."""
        return {
            state: {
                str(kind): onward if isinstance(onward, int) else (len(onward.expansion), str(onward.origin.name))
                for kind, (_, onward) in actions.items()
            }
            for state, actions in self.stray.parse_conf.states.items()
        }

    def read(self, text: str, choice: Choice | None = None, start: int = 0) -> Tree:
        """The tree of a text from an offset on."""
        self.choice = choice
        self._begin(text, start)
        try:
            root = self._read()
        except _TooDeep:
            root = None
            self._give_up()
        return Tree(text, root or Node("start", (), 0, 0), tuple(self.tokens), tuple(self.problems))

    def expected_after(self, text: str, choice: Choice | None = None, start: int = 0) -> frozenset[str]:
        """The kinds of tokens that are valid after a text, which is parsed from an offset on."""
        self.choice = choice
        self._begin(text, start)
        try:
            self._read_words()
        except _TooDeep:
            return frozenset()
        last = self.tokens[-1] if self.tokens else None
        is_in_comment = last is not None and last.kind == COMMENT and last.end == len(text)
        return frozenset() if is_in_comment else self._expected()

    def words(self, text: str, choice: Choice | None) -> tuple[Token, ...]:
        """The tokens of a text, without parsing."""
        self.choice = choice
        self._begin(text)
        for word in self.parser.lexer_thread.lex(self.stray):  # type: ignore[no-untyped-call]
            self.tokens.append(Token(word.type, word.value, _start(word)))
        return tuple(self.tokens)

    def _begin(self, text: str, start: int = 0) -> None:
        self.text, self.start = text, start
        self.parser = self.lark.parse_interactive(text, start="start")
        _go_to(self.parser.lexer_thread, start)
        self.tokens: list[Token] = []
        self.problems: list[Problem] = []
        self.before: Token | None = None
        """The last parsed token."""
        self.troubled: Token | None = None
        """The last token that was parsed before the last problem."""
        self.left = MAX_TRIED
        """The number of tokens that may still be parsed on trial."""

    # Callbacks of Lark

    def _call_back(self, terminal: TerminalDef) -> None:
        """Register the callback for the tokens of a kind."""
        is_bracket = terminal.name in self.grammar.brackets
        setattr(self.callbacks, terminal.name, self._opened if is_bracket else self._taken)

    def _passed(self, comment: Word) -> Word:
        self.tokens.append(Token(COMMENT, comment.value, comment.start_pos or 0))
        return comment

    def _chosen(self, word: Word) -> Word:
        """A token whose kind the caller of *parse* decides."""
        if self.choice is None:
            return word
        kind = self.choice(Token(word.type, word.value, _start(word)))
        return word if kind == word.type else self.word.new_borrow_pos(kind, word.value, word)

    def _opened(self, bracket: Word) -> Token:
        token = self._taken(bracket)
        if len(self._open_brackets()) >= self.grammar.depth:
            raise _TooDeep
        return token

    def _taken(self, word: Word) -> Token:
        """The leaf of the tree for a token. An inserted token has no text, and is not among the tokens of the text."""
        token = Token(word.type, word.value, word.start_pos or 0)
        if token.text:
            self.tokens.append(token)
            self.before = token
        return token

    def _made(self, kind: str, children: list[Node | Token]) -> Node | _Several:
        """The node of a rule."""
        if kind[0] == "_":
            return _Several(children)
        kind = intern(str(kind))  # Lark's string class compares slowly
        if children:
            return Node(kind, tuple(children), children[0].start, children[-1].end)
        place = self.before.end if self.before else 0
        return Node(kind, (), place, place)

    # Parsing and recovery

    def _read(self) -> Node | None:
        """Parse the text: fast if it is valid, else with recovery. None if it cannot be completed."""
        with suppress(self.unexpected):
            root: Node = self.parser.resume_parse()  # type: ignore[no-untyped-call]
            return root
        self._begin(self.text, self.start)
        self._read_words()
        return self._read_end()

    def _read_words(self) -> None:
        """Parse to the end of the text, skipping and inserting tokens."""
        while True:
            last = None
            try:
                for word in self.parser.iter_parse():
                    last = word, self.parser.parser_state.copy(deepcopy_values=False)
                return
            except self.unexpected as error:
                if last and error.token is last[0]:
                    self._go_back_to(last[1])
                self._mend(_start(error.token))

    def _read_end(self) -> Node | None:
        """Insert the tokens that are missing at the end."""
        for _ in range(2 * MAX_DEPTH):
            state = self.parser.parser_state.copy(deepcopy_values=False)
            try:
                root: Node = self.parser.feed_token(self.word(END, ""))
                return root
            except self.unexpected:
                self._go_back_to(state)
            if not self._put_in(None):
                break
        return None

    def _go_back_to(self, state: ParserState[int]) -> None:
        """Undo what the parser did for an invalid token.

        An LALR table detects the error late: a token that is valid elsewhere in the same state reduces rules first. The
        token may be skipped, and the next one may continue those rules.
        """
        for part in state.value_stack:
            if isinstance(part, _Several):
                del part.children[part.length :]
        self.parser.parser_state = state

    def _mend(self, start: int) -> None:
        """Recover from an invalid token."""
        if len(self.problems) >= MAX_PROBLEMS or self.left <= 0:
            self._note(ProblemKind.TOO_MANY, Span(start, len(self.text.rstrip())))
            self._keep_rest(start)
            return
        _go_to(self.parser.lexer_thread, start)
        word = next(self.parser.lexer_thread.lex(self.stray))  # type: ignore[no-untyped-call]
        found = Token(word.type, word.value, start)
        if not self._put_in(found):
            self._note(ProblemKind.UNEXPECTED, found.span, found)
            self.tokens.append(found)

    def _put_in(self, found: Token | None) -> bool:
        """Insert the token after which most can be parsed, if that is more than without *found*."""
        start = len(self.text) if found is None else found.start
        kind = END if found is None else found.kind
        best = (start if found is None else self._reach(found.end, LOOKAHEAD - 1)) - 1
        missing = None
        for repair in self.grammar.repairs:
            if repair.before is None or kind in repair.before:
                reach = self._reach_behind(start, repair.missing)
                if reach > best:
                    best, missing = reach, repair.missing
        if missing is None:
            return False
        self._insert(missing, found)
        _go_to(self.parser.lexer_thread, start)
        return True

    def _insert(self, missing: str, found: Token | None) -> None:
        place = self.before.end if self.before else found.start if found else len(self.text.rstrip())
        closes = self.grammar.brackets
        opening = next((word for word in reversed(self._open_brackets()) if closes[word.kind] == missing), None)
        self._note(ProblemKind.MISSING, Span(place, place), found, missing, opening)
        self.parser.feed_token(self.word(missing, "", place))

    def _reach_behind(self, offset: int, missing: str) -> int:
        """The offset up to which the text can be parsed with a token inserted, repeatedly if needed; -1 if it is not
        valid.
        """
        trial = self._trial()
        reach = -1
        for _ in range(MAX_DEPTH if missing in self.grammar.brackets.values() else 1):
            if not trial.feed(missing):
                break
            farther = self._reach(offset, LOOKAHEAD, trial.states)
            reach = max(reach, farther)
            if farther > offset or offset == len(self.text):
                break
        return reach

    def _reach(self, offset: int, words: int, states: Sequence[int] | None = None) -> int:
        """The offset up to which a number of tokens can be parsed, from some parser states or from the current ones."""
        trial = self._trial(states)
        lexer = copy(self.parser.lexer_thread)
        _go_to(lexer, offset)
        known = len(self.tokens)
        try:
            for count, word in enumerate(lexer.lex(trial)):  # type: ignore[no-untyped-call]
                self.left -= 1
                if count == words or not trial.feed(word.type):
                    return _start(word)
        except self.unexpected as error:
            return _start(error.token)
        finally:
            del self.tokens[known:]
        return len(self.text)

    def _trial(self, states: Sequence[int] | None = None) -> _Trial:
        return _Trial(self.actions, self.parser.parser_state.state_stack if states is None else states)

    def _expected(self) -> frozenset[str]:
        """The kinds of tokens that are valid next, without the end of the text."""
        kinds = self.actions[self.parser.parser_state.position].keys() - {END}
        return frozenset(kind for kind in kinds if kind.isupper() and self._trial().feed(kind))

    def _open_brackets(self) -> list[Token]:
        """The open brackets, outermost first."""
        closes = self.grammar.brackets
        found: list[Token] = []
        for part in self.parser.parser_state.value_stack:
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
        _go_to(self.parser.lexer_thread, len(self.text))


def _start(word: Word) -> int:
    return word.start_pos or 0


def _go_to(lexer: LexerThread, offset: int) -> None:
    """Move a lexer to an offset."""
    if state := lexer.state:
        state.line_ctr.char_pos = offset


def _unread(text: str, start: int = 0) -> Tree:
    """The tree of a text that is too long to parse."""
    span = Span(len(text) - len(text[start:].lstrip()), len(text.rstrip()))
    problem = Problem(ProblemKind.TOO_LONG, span, None, None, frozenset(), None)
    return Tree(text, Node("start", (), start, start), (Token(ERROR, text[start:], start),), (problem,))
