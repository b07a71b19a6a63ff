"""What may be written at a place, by what is open before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from wazir.notations.base import NO_NAMES, Context, Proposal, Scope, TokenType
from wazir.notations.lcpn import offers
from wazir.notations.lcpn.definition import Chunk
from wazir.notations.lcpn.spelling import canonical
from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.syntax import Bracket, expected, is_unclosed, open_brackets
from wazir.notations.lcpn.vocabulary import COMPARISONS, CONDITION, DEFAULT, DEFINITION, PROPERTIES, STRINGS
from wazir.parsing import COMMENT
from wazir.syntax import Token
from wazir.text import Span, line_start

BOARDS = ("8x8", "10x8", "9x10", "10x10", "hex4", "hex5", "hex6")
PROBE = "probe-of-completion"

_WORD = re.compile(r"(?::{1,2}[ \t]*)?(?:\$?[^\W][\w\u0300-\u036f\u0900-\u0dff-]*)?\Z")
_REST = re.compile(r"[\w\u0300-\u036f\u0900-\u0dff]*")
_SETTING = re.compile(r"(?:;+|\#+|//+|--+|/\*+)[ \t]*(?P<key>style|board)[ \t]*:[ \t]*(?P<value>[\w ]*)\Z")
_CONDITIONS = {
    "c": "if (${1:rank() = 2}) { ${2:piece} } else { ${3:piece} }",
    "sql": "IF ${1:rank() = 2} THEN ${2:piece} ELSE ${3:piece} END",
}
_ENDS_OPERAND = frozenset({"NAME", "GERUND", "CLOSE", "WORD", "STRING", "NUMBER", "END", "DEFNAME"})

_Offers = Iterator[Proposal]


def complete(text: str, context: Context, offset: int, scope: Scope = NO_NAMES) -> tuple[Span, tuple[Proposal, ...]]:
    """What may be written at an offset, and the span that it replaces."""
    chunk = Chunk.of(text, context, scope)
    if found := _in_comment_or_string(chunk, offset):
        return found[0], _ranked(found[1])
    typed = _WORD.search(text, line_start(text, offset), offset)
    start = typed.start() if typed else offset
    return Span(start, offset), _ranked(_words(chunk, start, offset))


def _in_comment_or_string(chunk: Chunk, offset: int) -> tuple[Span, Iterable[Proposal]] | None:
    """What may be in the comment or the string that a place is in."""
    tokens = [token for token in chunk.reading.tree.tokens if token.start < offset]
    last = tokens[-1] if tokens else None
    if last is None or offset > last.end:
        return None
    if last.kind == COMMENT and (offset < last.end or not last.text.endswith("*/")):
        found = _SETTING.match(chunk.text, last.start, offset)
        if not found or any(token.kind != COMMENT for token in tokens):
            return Span(offset, offset), ()
        return Span(found.start("value"), offset), _settings(found["key"])
    if last.kind == "STRING" and (offset < last.end or is_unclosed(last)):
        return Span(last.start + 1, offset), (offers.word(key, word) for key, word in STRINGS.items())
    return None


def _settings(key: str) -> _Offers:
    if key == "style":
        for name, style in STYLES.items():
            yield Proposal(name, style.summary, TokenType.ARGUMENT, style.summary)
    else:
        for board in BOARDS:
            yield Proposal(board, "a board", TokenType.ARGUMENT)


def _ranked(found: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """Proposals in the order in which they come, each once."""
    each: dict[tuple[object, ...], Proposal] = {}
    for one in found:
        each.setdefault((one.label, one.token_type, one.snippet is None), one)
    return tuple(replace(one, rank=rank) for rank, one in enumerate(each.values()))


def _words(chunk: Chunk, start: int, offset: int) -> _Offers:
    """What may be written at a place, the likeliest first."""
    text, typed = chunk.text, chunk.text[start:offset]
    if typed.startswith("::"):
        return _properties()
    if typed.startswith(":"):
        rest = _REST.match(text, offset)
        probed = f"{text[:start]}:{PROBE}{text[rest.end() if rest else offset :]}"
        return offers.restricting(chunk, PROBE, probed, Span(start, start + len(PROBE) + 1))
    opened = open_brackets(text, chunk.style, start)
    if chunk.is_lispy:
        return _in_lists(chunk, opened, start, typed)
    return _between_operators(chunk, opened, start, typed)


def _is_on_new_line(chunk: Chunk, start: int) -> bool:
    """Whether only blanks are before a place on its line."""
    return not chunk.text[line_start(chunk.text, start) : start].strip(" \t\ufeff")


def _keyword(label: str, title: str, **more: str) -> Proposal:
    return Proposal(label, title, TokenType.DIRECTIVE, **more)  # type: ignore[arg-type]


def _properties() -> _Offers:
    return (offers.word(f"::{key}", word) for key, word in PROPERTIES.items())


def _pieces(chunk: Chunk, start: int, typed: str) -> _Offers:
    """The pieces that may be used at a place: not the one that is defined there."""
    here = next((one for one in reversed(chunk.reading.defined) if one.span.start <= start), None)
    goes_on = here is not None and (start <= here.span.end or not _is_on_new_line(chunk, start))
    own = here.name.key if here and here.name and goes_on else ""
    return (one for one in offers.pieces(chunk, typed) if canonical(one.label) != own)


def _definitions(chunk: Chunk, start: int) -> _Offers:
    """A new definition; at the top of a file the comment that sets its style."""
    snippet = f"${{1:name}} {chunk.sign('def')} ${{2:piece}}" if not chunk.is_lispy else "(def ${1:name} ${2:piece})"
    yield Proposal("definition", "a new definition", TokenType.DIRECTIVE, snippet=snippet, is_template=True)
    if not chunk.text[:start].strip():
        sign = ";" if chunk.is_lispy else "#"
        yield Proposal(f"{sign} style: {chunk.style}", "sets the style of the file", TokenType.COMMENT)


# The Lisp styles


def _in_lists(chunk: Chunk, opened: Sequence[Bracket], start: int, typed: str) -> _Offers:
    """What may come, by the list that is open."""
    inmost = opened[-1]
    if len(opened) == 1:
        if _is_on_new_line(chunk, start):
            yield from _definitions(chunk, start)
            yield from _pieces(chunk, start, typed)
        return
    tests = (clause for around, clause in pairwise(opened) if around.is_cond and not clause.items)
    clause = next(tests, None)
    if clause is not None:
        yield from _list_tests(chunk, opened, is_clause=clause is inmost)
    elif not inmost.items:
        yield from _heads(chunk, opened, start, typed)
    else:
        yield from _operands_of_list(chunk, inmost, start, typed)


def _list_tests(chunk: Chunk, opened: Sequence[Bracket], *, is_clause: bool) -> _Offers:
    """What may come in a condition."""
    inmost, around = opened[-1], opened[-2]
    if is_clause:
        yield offers.word(DEFAULT.key, DEFAULT)
        yield from offers.facts(chunk)
        snippet = "(= (${1:rank}) ${2:2})"
        yield Proposal("(= (rank) 2)", "compares two numbers", TokenType.OPERATOR, snippet=snippet)
    elif inmost.items:
        yield from offers.facts(chunk)
    else:
        yield from offers.facts(chunk, form="{}")
        if around.head is None or around.head.kind != "SIGN":
            yield from (offers.word(key, word) for key, word in COMPARISONS.items())
            yield from offers.logic(chunk)


def _heads(chunk: Chunk, opened: Sequence[Bracket], start: int, typed: str) -> _Offers:
    """What a list may begin with."""
    around, opening = opened[-2], opened[-1].opening
    if len(opened) == 2 and opening is not None and _is_on_new_line(chunk, opening.start):
        yield _keyword("def", "a definition", snippet="def ${1:name} ${2:piece}")
        yield _keyword("def", "a definition")
    if around.is_cond or (around.head is not None and around.head.text == "&"):
        return
    yield from offers.operators(chunk, ("/", "=>", "->", "&"))
    yield from offers.functions(chunk, typed)
    yield _keyword("cond", CONDITION.title)
    yield _keyword("cond", CONDITION.title, snippet="cond ((${1:= (rank) 2}) ${2:piece}) (else ${3:piece})")
    yield from _pieces(chunk, start, typed)


def _operands_of_list(chunk: Chunk, inmost: Bracket, start: int, typed: str) -> _Offers:
    head = inmost.head
    kind, text = (head.kind, head.text) if head else ("", "")
    key = canonical(text)
    is_only_piece = kind == "NAME" and chunk.names.is_piece(key) and not chunk.names.is_function(key)
    if kind in ("NUMBER", "WORD") or (kind == "DEF" and len(inmost.items) != 2) or is_only_piece:
        return
    if kind == "COND":
        yield _keyword("((= (rank) 2) ...)", "a clause", snippet="((${1:= (rank) 2}) ${2:piece})")
        yield _keyword("(else ...)", DEFAULT.title, snippet="(else ${1:piece})")
    elif text == "&":
        yield from offers.functions(chunk, typed)
    else:
        yield from _pieces(chunk, start, typed)
        yield from offers.calls()
        if text == "/" and len(inmost.items) == 1:
            yield from _properties()


# The C and SQL styles


def _between_operators(chunk: Chunk, opened: Sequence[Bracket], start: int, typed: str) -> _Offers:
    """What may come, by what is before it."""
    is_sql = chunk.style == "sql"
    before = chunk.tokens_before(start)
    last = before[-1] if before else Token("", "", 0)
    is_behind = last.kind in _ENDS_OPERAND
    kinds = expected(chunk.text, chunk.style, start, chunk.names) if is_behind else frozenset()
    if _is_in_test(before, {"THEN", "LBRACE"} if is_sql else {"LBRACE", "CLOSE"}):
        yield from _tests(chunk, kinds)
        return
    begins = len(opened) == 1 and (not before or (is_behind and _is_on_new_line(chunk, start)))
    if begins:
        yield from _definitions(chunk, start)
    if is_behind:
        yield from _joining(chunk, last, kinds)
    if begins or not is_behind:
        yield from _operands(chunk, opened, last, start, typed)
    counts = [token.kind for token in before]
    if is_behind and not begins and is_sql and counts.count("IF") > counts.count("END"):
        yield _keyword("ELSE", DEFAULT.title)
        yield _keyword("END", "ends the condition")


def _is_in_test(before: Sequence[Token], ends: set[str]) -> bool:
    """Whether words end between `if` and what follows the condition."""
    for token in reversed(before):
        if token.kind in ("IF", "AGAIN"):
            return True
        if token.kind in ("DEFINE", "ELSE", "END") or (token.kind in ends and token.text != ")"):
            return False
    return False


def _tests(chunk: Chunk, kinds: frozenset[str]) -> _Offers:
    if {"COMPARE", "AND", "OR"} & kinds:
        yield from (offers.word(key, word) for key, word in COMPARISONS.items())
        yield from offers.logic(chunk, ("and", "or"))
        if chunk.style == "sql":
            yield _keyword("THEN", "and where it holds")
        return
    yield from offers.facts(chunk)
    yield from offers.logic(chunk, ("not",))


def _joining(chunk: Chunk, last: Token, kinds: frozenset[str]) -> _Offers:
    """Operators behind a piece or a function."""
    joining = {"/": {"SLASH", "OR"}, "=>": {"AFTER", "AND_THEN"}, "->": {"JUMP", "THEN"}}
    yield from offers.operators(chunk, (key for key, either in joining.items() if either & kinds))
    if last.kind == "NAME" and chunk.names.is_function(canonical(last.text)) and {"AMP", "AND"} & kinds:
        yield from offers.operators(chunk, ("&",))
    if "DEFINE" in kinds:
        yield offers.word(chunk.sign("def"), DEFINITION)


def _operands(chunk: Chunk, opened: Sequence[Bracket], last: Token, start: int, typed: str) -> _Offers:
    opening = opened[-1].opening
    if last.kind in ("AMP", "AND"):
        yield from offers.functions(chunk, typed)
        return
    if last.kind in ("LSQB", "COMMA") and opening is not None and opening.kind == "LSQB":
        return
    yield from _pieces(chunk, start, typed)
    yield from offers.functions(chunk, typed)
    word = "IF" if chunk.style == "sql" else "if"
    yield _keyword(word, CONDITION.title)
    yield _keyword(word, CONDITION.title, snippet=_CONDITIONS[chunk.style])
    if last.kind == "DEFINE":
        yield from _properties()
