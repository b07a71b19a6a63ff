"""Parsers that never raise, from the grammars in the folder `grammars`, which Lark reads.

Lark parses valid texts. At a syntax error, each repair is tried with the following tokens on a copy
of Lark's parser. The repair after which the parser gets farthest is applied; if none helps, the
unexpected token is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, partial
from importlib.resources import files
from sys import intern
from typing import TypeAlias

import lark
from lark.exceptions import UnexpectedInput
from lark.load_grammar import Grammar as LarkGrammar
from lark.load_grammar import load_grammar
from lark.parsers.lalr_parser_state import ParseConf, ParserState

from wazir.lazy import lazy
from wazir.syntax import Node, Problem, ProblemKind, Token, Tree
from wazir.text import Span

MAX_LENGTH = 3_000
"""The maximum length of a text without blanks and comments; the default of a grammar."""
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
    """A token that may be inserted where it is missing, and the kinds of tokens before which it is
    inserted.
    """

    missing: str
    before: frozenset[str] | None = None
    """None is any token; `$END` is the end of the text."""


@cache
def terminals(grammar: str) -> Mapping[str, str]:
    """The terminals of a grammar as regular expressions, by priority."""
    definitions, _, _ = _definitions(grammar).compile([], "*")
    return {
        each.name: each.pattern.to_regexp()
        for each in sorted(definitions, key=lambda each: -each.priority)
    }


@cache
def _definitions(grammar: str) -> LarkGrammar:
    loaded: LarkGrammar = load_grammar(_source(grammar), grammar, [], global_keep_all_tokens=True)[
        0
    ]
    return loaded


def _source(grammar: str) -> str:
    """The text of a grammar file, which is packaged in a wheel, and beside the source in a
    checkout.
    """
    file = files("wazir").joinpath("grammars", f"{grammar}.lark")
    if not file.is_file():
        file = files("wazir").joinpath("../../grammars", f"{grammar}.lark")
    return file.read_text("utf-8")


@dataclass(frozen=True, eq=False)
class Grammar:
    """The grammar in a file of the folder `grammars`, loaded on first use. Threads may share it.

    Its start rule is `start`. Its rule `stray` is not part of the language: it lists the kinds of
    tokens that are recognized where they are not valid, including `ERROR`, which is any character.
    Every token is in the tree. A recursive rule should use a repetition, so that trees stay
    shallow.
    """

    name: str
    """The name of the file, without its extension."""
    _: KW_ONLY
    repairs: tuple[Repair, ...] = ()
    """The tokens that may be inserted, the most likely first."""
    brackets: Mapping[str, str] = field(default_factory=dict)
    """The kinds of opening tokens, each with the kind that closes it."""
    asked: tuple[str, ...] = ()
    """The kinds of tokens that a *Choice* may give another kind, which must be valid wherever they
    are.
    """
    depth: int = MAX_DEPTH
    """The maximum number of open brackets."""
    length: int = MAX_LENGTH
    """The maximum number of characters without blanks and comments."""

    def parse(self, text: str, choice: Choice | None = None) -> Tree:
        """The tree of any text. Syntax errors are in its problems."""
        return unparsed(text) if self._is_too_long(text) else _Reader(self, text, choice).read()

    def expected(self, text: str, offset: int, choice: Choice | None = None) -> frozenset[str]:
        """The kinds of tokens that are valid at an offset of a text; empty within a comment."""
        text = text[:offset]
        return frozenset() if self._is_too_long(text) else _Reader(self, text, choice).expected()

    @lazy
    def lark(self) -> lark.Lark:
        """Its parser."""
        starts = ["start", "stray"]
        return lark.Lark(
            _definitions(self.name), start=starts, parser="lalr", maybe_placeholders=False
        )

    @lazy
    def stray(self) -> ParserState[int]:
        """The state in which all stray tokens are valid and no others."""
        return self.lark.parse_interactive("", "stray").parser_state

    @lazy
    def trial(self) -> ParseConf[int]:
        """Its parser, which makes no tree."""
        trial = copy(self.lark.parse_interactive("", "start").parser_state.parse_conf)
        trial.callbacks = {}
        return trial

    @lazy
    def ignored(self) -> re.Pattern[str]:
        """The terminals that the grammar ignores, and the unclosed comment."""
        known = terminals(self.name)
        kinds = [
            *sorted(self.lark.ignore_tokens),
            *([OPEN_COMMENT] if OPEN_COMMENT in known else []),
        ]
        return re.compile("|".join(f"(?P<{kind}>{known[kind]})" for kind in kinds))

    def after(self, state: ParserState[int], kind: str) -> ParserState[int] | None:
        """The state after a token of a kind, which makes no tree; None if the token is not
        valid.
        """
        trial = state.copy(deepcopy_values=False)
        trial.parse_conf = self.trial
        try:
            trial.feed_token(lark.Token(kind, ""), is_end=kind == END)
        except UnexpectedInput:
            return None
        return trial

    def valid_next(self, state: ParserState[int]) -> frozenset[str]:
        """The kinds of tokens that are valid in a state, without the end of the text."""
        kinds = state.parse_conf.states[state.position].keys() - {END}
        return frozenset(kind for kind in kinds if kind.isupper() and self.after(state, kind))

    def _is_too_long(self, text: str) -> bool:
        left = len(text) - self.length
        return left > 0 and left > sum(len(ignored[0]) for ignored in self.ignored.finditer(text))


def unparsed(text: str) -> Tree:
    """The tree of a text that is too long to be parsed."""
    span = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    problem = Problem(
        kind=ProblemKind.TOO_LONG,
        span=span,
        found=None,
        missing=None,
        expects=frozenset,
        before=None,
    )
    return Tree(
        text,
        Node("start", children=(), start=0, end=0),
        (Token(ERROR, text, 0),),
        problems=(problem,),
    )


class _TooDeep(Exception):  # noqa: N818
    """Too many brackets are open."""


class _Reader:
    """Parses a text, and recovers from errors."""

    def __init__(self, grammar: Grammar, text: str, choice: Choice | None) -> None:
        self.grammar = grammar
        self.text = text
        self.choice = choice
        self._begin()

    def _begin(self) -> None:
        parser = self.grammar.lark.parse_interactive(self.text, "start")
        self.state = parser.parser_state
        """The states and values of Lark's parser."""
        self.lexer = parser.lexer_thread
        assert self.lexer.state is not None  # there is one for each text, also for an empty one
        self.counter = self.lexer.state.line_ctr
        """Lark's counter of characters, which is its place in the text."""
        self.tokens: list[Token] = []
        """The tokens so far, without comments."""
        self.problems: list[Problem] = []
        self.last: Token | None = None
        """The last parsed token."""
        self.last_at_problem: Token | None = None
        """The last token that was parsed before the last problem."""
        self.depth = 0
        """The number of open brackets."""
        self.trials_left = MAX_TRIED
        """The number of tokens that may still be parsed on trial."""

    @property
    def offset(self) -> int:
        """The offset from which the next token is read: the end of the last one."""
        return self.counter.char_pos

    @offset.setter
    def offset(self, offset: int) -> None:
        self.counter.char_pos = offset

    def read(self) -> Tree:
        """The tree of the text."""
        root: lark.Tree[lark.Token] | None = None
        try:
            try:
                for token in self.lexer.lex(self.state):
                    self._feed(self._token(token))
                root = self.state.feed_token(lark.Token(END, ""), is_end=True)
            except UnexpectedInput:
                root = self._read_invalid()
        except _TooDeep:
            self._add_problem(
                ProblemKind.TOO_DEEP, Span(self.tokens[0].start, len(self.text.rstrip()))
            )
            self._keep_rest(self.tokens[-1].end)
        node = _node(root, 0) if root else Node("start", children=(), start=0, end=0)
        return Tree(self.text, node, tuple(self._with_comments()), problems=tuple(self.problems))

    def expected(self) -> frozenset[str]:
        """The kinds of tokens that are valid after the text; empty within a comment."""
        try:
            self._read_tokens()
        except _TooDeep:
            return frozenset()
        tokens = [*self._with_comments()]
        if tokens and tokens[-1].kind == COMMENT and tokens[-1].end == len(self.text):
            return frozenset()
        return self.grammar.valid_next(self.state)

    def _with_comments(self) -> Iterator[Token]:
        """The tokens, and the comments between them."""
        end = 0
        for token in (*self.tokens, None):
            start = token.start if token else len(self.text)
            if end < start:
                for ignored in self.grammar.ignored.finditer(self.text, end, start):
                    if ignored.lastgroup == COMMENT:
                        yield Token(COMMENT, ignored[0], ignored.start())
            if token:
                yield token
                end = token.end

    # Tokens

    def _next(self, state: ParserState[int]) -> Token | None:
        """The next token that may be valid in a state. None is the end of the text or an unknown
        character.
        """
        try:
            token = next(self.lexer.lex(state), None)
        except UnexpectedInput as error:
            self.offset = error.pos_in_stream or 0
            return None
        return self._token(token) if token else None

    def _token(self, token: lark.Token) -> Token:
        """A token, with the kind that the caller chooses."""
        result = Token(token.type, token.value, token.start_pos or 0)
        if self.choice and token.type in self.grammar.asked:
            return result._replace(kind=self.choice(result))
        return result

    def _feed(self, token: Token) -> None:
        """Parse a valid token. An inserted one has no text, and is not among the tokens of the
        text.
        """
        self.state.feed_token(lark.Token(token.kind, token))
        if token.text:
            self.tokens.append(token)
            self.last = token
        self.depth += (token.kind in self.grammar.brackets) - (
            token.kind in self.grammar.brackets.values()
        )
        if self.depth > self.grammar.depth:
            raise _TooDeep

    # Recovery

    def _read_invalid(self) -> lark.Tree[lark.Token] | None:
        """Parse the text with repairs. None if it cannot be completed."""
        self._begin()
        self._read_tokens()
        root: lark.Tree[lark.Token] | None = None
        for _ in range(2 * MAX_DEPTH):
            if self.grammar.after(self.state, END):
                root = self.state.feed_token(lark.Token(END, ""), is_end=True)
            if root or not self._insert_best(None):
                break
        return root

    def _read_tokens(self) -> None:
        """Parse to the end of the text, skipping and inserting tokens."""
        while (token := self._next(self.state)) or self.offset < len(self.text):
            if token and self.grammar.after(self.state, token.kind):
                self._feed(token)
            else:
                self._recover(token.start if token else self.offset)

    def _recover(self, start: int) -> None:
        """Recover from an invalid token."""
        if len(self.problems) >= MAX_PROBLEMS or self.trials_left <= 0:
            self._add_problem(ProblemKind.TOO_MANY, Span(start, len(self.text.rstrip())))
            self._keep_rest(start)
            return
        self.offset = start
        skipped = self._next(self.grammar.stray)
        # The offset is before the end, and `stray` includes `ERROR`, which is any character.
        assert skipped is not None
        if not self._insert_best(skipped):
            self._add_problem(ProblemKind.UNEXPECTED, skipped.span, skipped)
            self.tokens.append(skipped)
            self.offset = skipped.end

    def _insert_best(self, token: Token | None) -> bool:
        """Insert the best missing token before an unexpected one, and return whether there is one.

        None is the end of the text.
        """
        start, kind = (token.start, token.kind) if token else (len(self.text), END)
        possible = [
            repair.missing
            for repair in self.grammar.repairs
            if repair.before is None or kind in repair.before
        ]
        missing = self._best_of(possible, token)
        if missing is not None:
            place = self._place_to_insert(token)
            opening = self._opening_of(missing)
            self._add_problem(
                ProblemKind.MISSING, Span(place, place), token, missing=missing, opening=opening
            )
            self._feed(Token(missing, "", place))
        self.offset = start
        return missing is not None

    def _best_of(self, possible: Sequence[str], token: Token | None) -> str | None:
        """The kind of token after which most can be parsed. None if less can be parsed after each
        than if an unexpected token is skipped.
        """
        start = token.start if token else len(self.text)
        least = self._reach(self.state, token.end, LOOKAHEAD - 1) if token else start
        best: str | None = None
        for missing in possible:
            reach = self._reach_after(start, missing, possible)
            if reach > least or (best is None and reach == least):
                least, best = reach, missing
        return best

    def _place_to_insert(self, token: Token | None) -> int:
        """The offset of a token that is missing before another one, or before the end of the text.
        It is after the last one.
        """
        if self.last:
            return self.last.end
        return token.start if token else len(self.text.rstrip())

    def _opening_of(self, kind: str) -> Token | None:
        """The innermost open bracket that a kind of token closes."""
        closes = self.grammar.brackets
        opened = reversed(self._open_brackets())
        return next((bracket for bracket in opened if closes[bracket.kind] == kind), None)

    def _reach_after(self, offset: int, missing: str, possible: Sequence[str]) -> int:
        """The offset up to which the text can be parsed with a token inserted; -1 if it is not
        valid.

        After a closing bracket, more of the *possible* ones are inserted if needed.
        """
        closing = self.grammar.brackets.values()
        kinds = [missing, *(kind for kind in possible if kind in closing)]
        state = self.grammar.after(self.state, missing)
        reach = self._reach(state, offset, LOOKAHEAD) if state else -1
        for _ in range(MAX_DEPTH if missing in closing else 0):
            if state is None or reach > offset or offset == len(self.text):
                break
            state = next(filter(None, [self.grammar.after(state, kind) for kind in kinds]), None)
            reach = max(reach, self._reach(state, offset, LOOKAHEAD)) if state else reach
        return reach

    def _reach(self, state: ParserState[int], offset: int, count: int) -> int:
        """The offset up to which a number of tokens from an offset on can be parsed."""
        self.offset = offset
        while token := self._next(state):
            self.trials_left -= 1 + (token.start - offset) // 100  # comments take time too
            following = self.grammar.after(state, token.kind) if count else None
            if following is None:
                return token.start
            state, offset, count = following, token.end, count - 1
        return self.offset

    def _open_brackets(self) -> list[Token]:
        """The open brackets, outermost first."""
        closes = self.grammar.brackets
        opened: list[Token] = []
        for part in self.state.value_stack:
            if isinstance(part, lark.Token):
                if part.type in closes:
                    opened.append(part.value)
                elif opened and part.type == closes[opened[-1].kind]:
                    opened.pop()
        return opened

    def _add_problem(
        self,
        kind: ProblemKind,
        span: Span,
        token: Token | None = None,
        missing: str | None = None,
        opening: Token | None = None,
    ) -> None:
        state = self.state.copy(deepcopy_values=False)
        follows = bool(self.problems) and self.last_at_problem is self.last
        self.last_at_problem = self.last
        self.problems.append(
            Problem(
                kind=kind,
                span=span,
                found=token,
                missing=missing,
                expects=partial(self.grammar.valid_next, state),
                before=self.last,
                opening=opening,
                follows=follows,
            )
        )

    def _keep_rest(self, start: int) -> None:
        """Make the rest of the text one skipped token."""
        if start < len(self.text):
            self.tokens.append(Token(ERROR, self.text[start:], start))
        self.offset = len(self.text)


def _node(tree: lark.Tree[lark.Token], place: int) -> Node:
    """The node of Lark's tree; a node without children is at a place."""
    children: list[Node | Token] = []
    for child in tree.children:
        part = child.value if isinstance(child, lark.Token) else _node(child, place)
        children.append(part)
        place = part.end
    kind = intern(str(tree.data))
    return Node(kind, tuple(children), start=children[0].start if children else place, end=place)
