"""A grammar of the folder `grammars` as a parser that never raises.

Lark reads both the grammar and the texts (LALR, with its contextual lexer). Where a text is not of the grammar, its
interactive parser stops, and every repair is tried with its states and the words that follow, without a tree: the one
with which it reads farthest is taken, or the word that may not come is dropped.
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

MAX_LENGTH = 20_000
"""A longer text, blanks and comments not counted, is not read, unless a grammar says another number."""
MAX_DEPTH = 64
"""A text with more open brackets is not read, unless a grammar says another number."""
MAX_PROBLEMS = 100
"""After as many problems the rest of a text is not read."""
LOOKAHEAD = 8
"""As many words are read on trial to judge a repair."""
MAX_TRIED = 2_000
"""After as many words read on trial the rest of a text with a problem is not read."""
END = "$END"
"""The kind of the word that stands at the end of a text."""
ERROR = "ERROR"
"""The kind of a letter that no word of the grammar has."""
COMMENT = "COMMENT"
"""The kind of what the grammar ignores, but the tokens of a tree tell of."""


Choice: TypeAlias = "Callable[[Token], str]"
"""Says of what kind a word is, where the grammar cannot tell."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A word that may be put in where it is missing, and the kinds of words before which that is natural."""

    missing: str
    before: frozenset[str] | None = None
    """None is before anything; `$END` is the end of the text."""


class Grammar:
    """The grammar in a file of the folder `grammars`, read when it is first needed.

    A text is of its rule `start`. Its rule `stray` is no part of the language: it lists the kinds of words that are
    looked for where none stands that may, among them `ERROR`, which is any letter. Every word stays in the tree. A rule
    that names itself should do so by a repetition, so that trees do not become deep.

    A grammar reads one text at a time: threads must not share it.
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
        """Names a grammar, and says how its texts may be mended.

        Args:
            name: The name of the file, without its ending.
            repairs: What may be put in, the most natural first.
            brackets: The kinds of words that open something, each with the kind that closes it.
            asked: The kinds of words of which whoever has a text read may say that they are of another kind, which must
                be one that may come wherever they may.
            depth: A text with more open brackets is not read.
            length: A text with more characters, blanks and comments not counted, is not read.
        """
        self.name = name
        self.repairs = tuple(repairs)
        self.brackets = dict(brackets or {})
        self.asked = tuple(asked)
        self.depth = depth
        self.length = length

    def parse(self, text: str, choice: Choice | None = None, start: int = 0) -> Tree:
        """The tree of any text whatever, from an offset on; what is wrong with it is in its problems."""
        return _unread(text, start) if self._is_too_long(text, start) else self._reader.read(text, choice, start)

    def expected(self, text: str, offset: int, choice: Choice | None = None, start: int = 0) -> frozenset[str]:
        """The kinds of words that may come next after the part of a text between two offsets; none within a comment."""
        text = text[:offset]
        return frozenset() if self._is_too_long(text, start) else self._reader.expected_after(text, choice, start)

    def words(self, text: str, choice: Choice | None = None) -> tuple[Token, ...]:
        """All words of a text in order, comments too, as its tree has them but for those that depend on their place."""
        return _unread(text).tokens if self._is_too_long(text) else self._reader.words(text, choice)

    @cached_property
    def _reader(self) -> _Reader:
        return _Reader(self)

    def _is_too_long(self, text: str, start: int = 0) -> bool:
        kept, at = 0, start
        while len(text) - at + kept > self.length:
            found = self._reader.fillers.search(text, at, at + self.length - kept + 1)
            filler = found and self._reader.fillers.match(text, found.start())
            if not filler:
                return True
            kept, at = kept + filler.start() - at, filler.end()
        return False


class _TooDeep(Exception):  # noqa: N818
    """More brackets are open than a text may have."""


class _Several:
    """What a repetition makes, which is a rule of its own to Lark; the children take its place in the tree.

    Lark lets the same list grow from one to the next, so each knows how long it was: that undoes what came later.
    """

    __slots__ = ("children", "length")

    def __init__(self, children: list[Node | Token]) -> None:
        self.children = children
        self.length = len(children)


_Actions: TypeAlias = "Mapping[int, Mapping[str, int | tuple[int, str]]]"
"""For each state of a parser what each kind of word or of rule does there: it leads to a state, or it ends a rule, of
which there are a length and a kind.
"""


class _Trial:
    """A parser that makes no tree: its states, and what they become by the words that come. Lark's lexer asks for the
    last of them.
    """

    __slots__ = ("_actions", "states")

    def __init__(self, actions: _Actions, states: Sequence[int]) -> None:
        self._actions = actions
        self.states = list(states)

    @property
    def position(self) -> int:
        """The state that says what may come next."""
        return self.states[-1]

    def feed(self, kind: str) -> bool:
        """Whether a word of a kind may come, other than the end of the text; then it has come."""
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
    """Has Lark read texts, one after another, and mends them on the way."""

    def __init__(self, grammar: Grammar) -> None:
        from lark import Lark, UnexpectedToken  # late, because it takes as long as all the rest of starting
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
        """Where all stray words may come, and no others: so the lexer finds those."""
        ignored = [kind.pattern.to_regexp() for kind in self.lark.terminals if kind.name in self.lark.ignore_tokens]
        self.fillers = re.compile("|".join(ignored) or "(?!)")

    @cached_property
    def actions(self) -> _Actions:
        """What the parser does, with plain strings: Lark's own kind of string compares slowly."""
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
        """The kinds of words that may come behind a text, which is read from an offset on."""
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
        """The words of a text, found without reading it."""
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
        """The last word read."""
        self.troubled: Token | None = None
        """The last word read before the last problem."""
        self.left = MAX_TRIED
        """How many words may still be read on trial."""

    # What Lark calls.

    def _call_back(self, terminal: TerminalDef) -> None:
        """Has Lark call for the words of a kind."""
        is_bracket = terminal.name in self.grammar.brackets
        setattr(self.callbacks, terminal.name, self._opened if is_bracket else self._taken)

    def _passed(self, comment: Word) -> Word:
        self.tokens.append(Token(COMMENT, comment.value, comment.start_pos or 0))
        return comment

    def _chosen(self, word: Word) -> Word:
        """A word whose kind is for others to tell."""
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
        """The leaf of the tree for a word that was read, or put in: that has no text, and is no word of the text."""
        token = Token(word.type, word.value, word.start_pos or 0)
        if token.text:
            self.tokens.append(token)
            self.before = token
        return token

    def _made(self, kind: str, children: list[Node | Token]) -> Node | _Several:
        """What a rule makes of its parts."""
        if kind[0] == "_":
            return _Several(children)
        kind = intern(str(kind))  # Lark's own kind of string compares slowly
        if children:
            return Node(kind, tuple(children), children[0].start, children[-1].end)
        place = self.before.end if self.before else 0
        return Node(kind, (), place, place)

    # How a text is read, and what is done where it is not of the grammar.

    def _read(self) -> Node | None:
        """Reads the text: at once if nothing is wrong with it, or else with care; None where it comes to no end."""
        with suppress(self.unexpected):
            root: Node = self.parser.resume_parse()  # type: ignore[no-untyped-call]
            return root
        self._begin(self.text, self.start)
        self._read_words()
        return self._read_end()

    def _read_words(self) -> None:
        """Reads to the end of the text, dropping words and putting in others."""
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
        """Puts in what is missing at the end."""
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
        """Undoes what was done for a word that may not come.

        The tables of the parser tell that late: a word that may come at other places like this ends rules here too. But
        the word may be dropped, and what follows it may go on with those rules.
        """
        for part in state.value_stack:
            if isinstance(part, _Several):
                del part.children[part.length :]
        self.parser.parser_state = state

    def _mend(self, start: int) -> None:
        """Makes the best of a word that may not come."""
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
        """Puts in the word that lets most be read of what follows, if that is more than without the word found."""
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
        """How far can be read from an offset with a word put in, as often as it takes; -1 if it may not come there."""
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
        """How far so many words can be read from an offset, in some states of the parser or in those it is in."""
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
        """The kinds of words that may come next; the end of the text is none."""
        kinds = self.actions[self.parser.parser_state.position].keys() - {END}
        return frozenset(kind for kind in kinds if kind.isupper() and self._trial().feed(kind))

    def _open_brackets(self) -> list[Token]:
        """Outermost first."""
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
        """Leaves the text unread, because it is too deep."""
        start = next(token.start for token in self.tokens if token.kind != COMMENT)
        self._note(ProblemKind.TOO_DEEP, Span(start, len(self.text.rstrip())))
        self._keep_rest(self.before.end if self.before else start)

    def _keep_rest(self, start: int) -> None:
        """Takes the rest of the text for a single word that is dropped."""
        if start < len(self.text):
            self.tokens.append(Token(ERROR, self.text[start:], start))
        _go_to(self.parser.lexer_thread, len(self.text))


def _start(word: Word) -> int:
    return word.start_pos or 0


def _go_to(lexer: LexerThread, offset: int) -> None:
    """Has a lexer go on at an offset."""
    if state := lexer.state:
        state.line_ctr.char_pos = offset


def _unread(text: str, start: int = 0) -> Tree:
    """The tree of a text that is too long to be read from an offset on."""
    span = Span(len(text) - len(text[start:].lstrip()), len(text.rstrip()))
    problem = Problem(ProblemKind.TOO_LONG, span, None, None, frozenset(), None)
    return Tree(text, Node("start", (), start, start), (Token(ERROR, text[start:], start),), (problem,))
