"""What may be written at a place, by what is open before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from wazir.notations.base import NO_NAMES, Context, Proposal, Scope, TokenType
from wazir.notations.lcpn import offers
from wazir.notations.lcpn.analysis import Chunk
from wazir.notations.lcpn.frames import Frame, before, frames
from wazir.notations.lcpn.spelling import canonical
from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.syntax import expected, is_unclosed
from wazir.notations.lcpn.vocabulary import PROPERTIES
from wazir.parsing import COMMENT
from wazir.syntax import Token
from wazir.text import Span, line_start

BOARDS = ("8x8", "10x8", "9x10", "10x10", "hex4", "hex5", "hex6")
PROBE = "probe-of-proposals"

_WORD = re.compile(r"(?::{1,2}[ \t]*)?(?:\$?[^\W][\w\u0300-\u036f\u0900-\u0dff-]*)?\Z")
_REST = re.compile(r"[\w\u0300-\u036f\u0900-\u0dff]*")
_SETTING = re.compile(r"(?:;+|\#+|//+|--+|/\*+)[ \t]*(?P<key>style|board)[ \t]*:[ \t]*(?P<value>[\w ]*)\Z")
_CONDITIONS = {"c": "if (${1:rank() = 2}) { ${2:piece} } else { ${3:piece} }"}
_CONDITIONS["sql"] = "IF ${1:rank() = 2} THEN ${2:piece} ELSE ${3:piece} END"
_DEFINITIONS = {"c": "${1:name} := ${2:piece}", "sql": "${1:name} IS ${2:piece}"}
_COMMENTS = {"lisp": ";", "elisp": ";", "c": "#", "sql": "#"}


def propose(text: str, context: Context, offset: int, scope: Scope = NO_NAMES) -> tuple[Span, tuple[Proposal, ...]]:
    """What may be written at an offset, and the span that it replaces."""
    page = Chunk.of(text, context, scope)
    found = _in_comment_or_string(page, offset)
    if found is not None:
        return found[0], _ranked(found[1])
    typed = _WORD.search(text, line_start(text, offset), offset)
    start = typed.start() if typed else offset
    place = Place(page, start, text[start:offset], offset)
    return Span(start, offset), _ranked(place.words())


def _in_comment_or_string(page: Chunk, offset: int) -> tuple[Span, Iterator[Proposal]] | None:
    """What may stand in the comment or the string that a place is in."""
    text = page.text
    last = next((token for token in reversed(page.reading.tree.tokens) if token.start < offset), None)
    if last is None or offset > last.end:
        return None
    if last.kind == COMMENT and (offset < last.end or not last.text.endswith("*/")):
        found = _SETTING.match(text, last.start, offset)
        if not found or (text[: last.start].strip() and not _is_leading(page, last)):
            return Span(offset, offset), iter(())
        return Span(found.start("value"), offset), _settings(found["key"])
    if last.kind == "STRING" and (offset < last.end or is_unclosed(last)):
        return Span(last.start + 1, offset), offers.strings()
    return None


def _is_leading(page: Chunk, token: Token) -> bool:
    return all(one.kind == COMMENT for one in page.reading.tree.tokens if one.start < token.start)


def _settings(key: str) -> Iterator[Proposal]:
    if key == "style":
        for name, style in STYLES.items():
            yield Proposal(name, style.summary, TokenType.ARGUMENT, style.summary)
    else:
        for board in BOARDS:
            yield Proposal(board, "a board", TokenType.ARGUMENT)


def _ranked(proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """Proposals in the order in which they come, each once."""
    found: dict[tuple[object, ...], Proposal] = {}
    for one in proposals:
        found.setdefault((one.label, one.token_type, one.snippet is None), one)
    return tuple(replace(one, rank=rank) for rank, one in enumerate(found.values()))


@dataclass(frozen=True)
class Place:
    """A place in a chunk."""

    page: Chunk
    start: int
    """Where the word begins that is written there."""
    typed: str
    offset: int

    @cached_property
    def opened(self) -> tuple[Frame, ...]:
        """What is open before it."""
        return frames(self.page.text, self.page.style, self.start)

    @cached_property
    def is_on_new_line(self) -> bool:
        """Whether only blanks stand before it on its line."""
        text = self.page.text
        return not text[line_start(text, self.start) : self.start].strip(" \t\ufeff")

    def words(self) -> Iterator[Proposal]:
        """What may be written there, the likeliest first."""
        if self.typed.startswith("::"):
            for word in PROPERTIES.values():
                yield Proposal(f"::{word.key}", word.title, TokenType.MODIFIER, word.text)
        elif self.typed.startswith(":"):
            yield from self._restrictions()
        elif self.page.is_lispy:
            yield from _Lists(self).words()
        else:
            yield from _Operators(self).words()

    def _restrictions(self) -> Iterator[Proposal]:
        text = self.page.text
        rest = _REST.match(text, self.offset)
        end = rest.end() if rest else self.offset
        probed = f"{text[: self.start]}:{PROBE}{text[end:]}"
        return offers.restricting(self.page, PROBE, probed, self.start, self.start + len(PROBE) + 1)

    def pieces(self) -> Iterator[Proposal]:
        """The pieces that may be used there: not the one that is defined there."""
        here = next((one for one in reversed(self.page.reading.defined) if one.span.start <= self.start), None)
        goes_on = here is not None and (self.start <= here.span.end or not self.is_on_new_line)
        own = here.name.key if here and here.name and goes_on else ""
        return (one for one in offers.pieces(self.page, self.typed) if canonical(one.label) != own)

    def definitions(self) -> Iterator[Proposal]:
        """A new definition; at the top of a file the comment that sets its style."""
        page = self.page
        snippet = _DEFINITIONS.get(page.style, "(def ${1:name} ${2:piece})")
        yield Proposal("definition", "a new definition", TokenType.DIRECTIVE, snippet=snippet, is_template=True)
        if not page.text[: self.start].strip():
            sign = _COMMENTS[page.style]
            yield Proposal(f"{sign} style: {page.style}", "sets the style of the file", TokenType.COMMENT)


# The Lisp styles


@dataclass(frozen=True)
class _Lists:
    """What may come in lists."""

    place: Place

    @property
    def page(self) -> Chunk:
        """The chunk."""
        return self.place.page

    def words(self) -> Iterator[Proposal]:
        """What may come, by the list that is open."""
        opened = self.place.opened
        inmost = opened[-1]
        if len(opened) == 1:
            if self.place.is_on_new_line:
                yield from self.place.definitions()
                yield from self.place.pieces()
            return
        test = self._in_test()
        if test is not None:
            yield from test
        elif not inmost.items:
            yield from self._heads(is_first=len(opened) == 2)
        else:
            yield from self._operands(inmost)

    def _in_test(self) -> Iterator[Proposal] | None:
        """What may come in a condition; None where the place is in none."""
        opened = self.place.opened
        for depth in range(2, len(opened)):
            around, clause = opened[depth - 1], opened[depth]
            if around.head is None or around.head.kind != "COND":
                continue
            if not clause.items:
                return self._tests(clause, is_clause=depth == len(opened) - 1)
        return None

    def _tests(self, clause: Frame, *, is_clause: bool) -> Iterator[Proposal]:
        inmost = self.place.opened[-1]
        if is_clause:
            yield Proposal("else", "in all other cases", TokenType.DIRECTIVE)
            yield from offers.tests(self.page, in_list=False)
            snippet = "(= (${1:rank}) ${2:2})"
            yield Proposal("(= (rank) 2)", "compares two numbers", TokenType.OPERATOR, snippet=snippet)
        elif not inmost.items:
            around = self.place.opened[-2]
            is_compared = around.head is not None and around.head.kind == "SIGN"
            yield from offers.tests(self.page, in_list=True)
            if not is_compared:
                yield from offers.comparisons()
                yield from offers.logic(self.page)
        else:
            yield from offers.tests(self.page, in_list=False)

    def _heads(self, *, is_first: bool) -> Iterator[Proposal]:
        if is_first and self._is_on_top():
            yield Proposal("def", "a definition", TokenType.DIRECTIVE, snippet="def ${1:name} ${2:piece}")
            yield Proposal("def", "a definition", TokenType.DIRECTIVE)
        around = self.place.opened[-2]
        if around.head is not None and around.head.kind == "SIGN" and around.head.text == "&":
            return
        if around.head is not None and around.head.kind == "COND":
            return
        yield from offers.operators(self.page, ("/", "=>", "->", "&"))
        yield from offers.functions(self.page, self.place.typed)
        yield Proposal("cond", "by conditions", TokenType.DIRECTIVE)
        snippet = "cond ((${1:= (rank) 2}) ${2:piece}) (else ${3:piece})"
        yield Proposal("cond", "by conditions", TokenType.DIRECTIVE, snippet=snippet)
        yield from self.place.pieces()

    def _is_on_top(self) -> bool:
        opening = self.place.opened[-1].opening
        text = self.page.text
        return opening is not None and not text[line_start(text, opening.start) : opening.start].strip()

    def _operands(self, inmost: Frame) -> Iterator[Proposal]:
        page, head = self.page, inmost.head
        kind = head.kind if head else ""
        if kind in ("NUMBER", "WORD") or (kind == "DEF" and len(inmost.items) != 2):
            return
        if kind == "COND":
            snippet = "((${1:= (rank) 2}) ${2:piece})"
            yield Proposal("((= (rank) 2) ...)", "a clause", TokenType.DIRECTIVE, snippet=snippet)
            yield Proposal("(else ...)", "in all other cases", TokenType.DIRECTIVE, snippet="(else ${1:piece})")
            return
        if head is not None and kind == "NAME" and self._is_only_piece(head):
            return
        if head is not None and kind == "SIGN" and head.text == "&":
            yield from offers.functions(page, self.place.typed)
            return
        yield from self.place.pieces()
        yield from offers.calls(page)
        if kind == "SIGN" and head is not None and head.text == "/" and len(inmost.items) == 1:
            for word in PROPERTIES.values():
                yield Proposal(f"::{word.key}", word.title, TokenType.MODIFIER, word.text)

    def _is_only_piece(self, head: Token) -> bool:
        """Whether a word can be given nothing."""
        key = canonical(head.text)
        return self.page.names.is_piece(key) and not self.page.names.is_function(key)


# The C and SQL styles


@dataclass(frozen=True)
class _Operators:
    """What may come between operators."""

    place: Place

    @property
    def page(self) -> Chunk:
        """The chunk."""
        return self.place.page

    @cached_property
    def expected(self) -> frozenset[str]:
        """The kinds of words that the grammar allows there."""
        return expected(self.page.text, self.page.style, self.place.start, self.page.names)

    @cached_property
    def last(self) -> Token | None:
        """The word before it."""
        found = before(self.page.text, self.page.style, self.place.start)
        return found[-1] if found else None

    def words(self) -> Iterator[Proposal]:
        """What may come, by what stands before it."""
        place, page = self.place, self.page
        if self._is_in_test():
            yield from self._tests()
            return
        is_behind = self.last is not None and _ends_operand(self.last)
        begins = len(place.opened) == 1 and (self.last is None or (is_behind and place.is_on_new_line))
        if begins:
            yield from place.definitions()
        if is_behind:
            yield from self._joining()
        if begins or not is_behind:
            yield from self._operands()
        if is_behind and not begins and page.style == "sql" and self._is_in_branch():
            yield Proposal("ELSE", "in all other cases", TokenType.DIRECTIVE)
            yield Proposal("END", "ends the condition", TokenType.DIRECTIVE)

    def _is_in_branch(self) -> bool:
        """Whether an `IF` is open."""
        kinds = [token.kind for token in before(self.page.text, self.page.style, self.place.start)]
        return kinds.count("IF") > kinds.count("END")

    def _is_in_test(self) -> bool:
        """Whether the place is between `if` and what follows the condition."""
        ends = {"THEN", "LBRACE"} if self.page.style == "sql" else {"LBRACE", "CLOSE"}
        depth = 0
        for token in reversed(before(self.page.text, self.page.style, self.place.start)):
            if token.kind in ("IF", "AGAIN") and depth >= 0:
                return True
            if token.kind in ends and not (token.kind == "CLOSE" and token.text == ")"):
                return False
            if token.kind in ("DEFINE", "ELSE", "END"):
                return False
        return False

    def _tests(self) -> Iterator[Proposal]:
        if {"COMPARE", "AND", "OR"} & self.expected and self.last is not None and _ends_operand(self.last):
            yield from offers.comparisons()
            yield from (one for one in offers.logic(self.page) if one.label.lower() != "not")
            if self.page.style == "sql":
                yield Proposal("THEN", "and where it holds", TokenType.DIRECTIVE)
            return
        yield from offers.tests(self.page, in_list=False)
        yield from (one for one in offers.logic(self.page) if one.label.lower() == "not")

    def _joining(self) -> Iterator[Proposal]:
        """Operators behind a piece or a function."""
        kinds = (("/", "SLASH", "OR"), ("=>", "AFTER", "AND_THEN"), ("->", "JUMP", "THEN"))
        yield from offers.operators(self.page, (key for key, *kind in kinds if self.expected & set(kind)))
        last = self.last
        is_function = last is not None and last.kind == "NAME" and self.page.names.is_function(canonical(last.text))
        if is_function and {"AMP", "AND"} & self.expected:
            yield from offers.operators(self.page, ("&",))
        if {"DEFINE"} & self.expected:
            yield Proposal(":=" if self.page.style == "c" else "IS", "a definition", TokenType.DIRECTIVE)

    def _operands(self) -> Iterator[Proposal]:
        page, last = self.page, self.last
        if last is not None and last.kind in ("AMP", "AND"):
            yield from offers.functions(page, self.place.typed)
            return
        if last is not None and last.kind in ("LSQB", "COMMA") and self._is_in_array():
            return
        yield from self.place.pieces()
        yield from offers.functions(page, self.place.typed)
        word = "IF" if page.style == "sql" else "if"
        yield Proposal(word, "by conditions", TokenType.DIRECTIVE)
        yield Proposal(word, "by conditions", TokenType.DIRECTIVE, snippet=_CONDITIONS[page.style])
        if last is not None and last.kind == "DEFINE":
            for known in PROPERTIES.values():
                yield Proposal(f"::{known.key}", known.title, TokenType.MODIFIER, known.text)

    def _is_in_array(self) -> bool:
        opening = self.place.opened[-1].opening
        return opening is not None and opening.kind == "LSQB"


def _ends_operand(token: Token) -> bool:
    return token.kind in ("NAME", "GERUND", "CLOSE", "WORD", "STRING", "NUMBER", "END", "DEFNAME")
