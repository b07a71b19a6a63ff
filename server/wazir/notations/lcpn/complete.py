"""Completion, by the open brackets before an offset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from wazir.budget import MAX_EXPRESSIONS_TRIED
from wazir.notations.known_names import BEGUN_NAME, known_pieces, word_end
from wazir.notations.lcpn import codes, tree, vocabulary
from wazir.notations.lcpn.checks import check
from wazir.notations.lcpn.definition import LcpnDefinition
from wazir.notations.lcpn.hover import short
from wazir.notations.lcpn.names import is_function, library
from wazir.notations.lcpn.syntax import Bracket, expected, is_unclosed, open_brackets
from wazir.notations.notation import Context
from wazir.notations.results import CompletionItem, TokenType
from wazir.notations.vocabulary import VocabularyWord
from wazir.parsing import COMMENT, OPEN_COMMENT
from wazir.piece.known import texts
from wazir.piece.model import Lattice, Piece
from wazir.syntax import Token
from wazir.text import Span, line_start

BOARDS = ("8x8", "10x8", "9x10", "10x10", "hex4", "hex5", "hex6")
PROBE = "probe-of-completion"

_BEGUN_WORD = re.compile(r"(?::{1,2}[ \t]*)?(?:\$?[^\W][\w\u0300-\u036f\u0900-\u0dff-]*)?\Z")
_REST = re.compile(r"(?:[\w\u0300-\u036f\u0900-\u0dff]|-(?=\w))*")
_COLONS = re.compile(r":{1,2}[ \t]+")
_BEGUN_SETTING = re.compile(
    r"(?:;+|\#+|//+|--+|/\*+)[ \t]*(?P<key>style|board)[ \t]*:[ \t]*(?P<value>[\w ]*)\Z"
)


def complete(chunk: LcpnDefinition, offset: int) -> tuple[Span, Iterable[CompletionItem]]:
    """The completion items at an offset, and the span that they replace."""
    if inside := _in_comment_or_string(chunk, offset):
        span, items = inside
    else:
        start = next(
            _BEGUN_WORD.finditer(chunk.text, line_start(chunk.text, offset), offset)
        ).start()
        typed = chunk.text[start:offset]
        is_begun = typed.strip(":$ \t") != ""
        span = Span(start, word_end(_REST, chunk.text, offset) if is_begun else offset)
        items = _words(chunk, start, offset)
        if colons := _COLONS.match(typed):
            items = (_with_colons(item, colons[0]) for item in items)
    distinct = dict[tuple[object, ...], CompletionItem]()
    for item in items:
        distinct.setdefault((item.label, item.token_type, item.snippet is None), item)
    return span, (replace(item, rank=rank) for rank, item in enumerate(distinct.values()))


def _in_comment_or_string(
    chunk: LcpnDefinition, offset: int
) -> tuple[Span, Iterable[CompletionItem]] | None:
    """The span and the items within a comment or a string; None elsewhere."""
    before = [token for token in chunk.tokens if token.start < offset]
    last = before[-1] if before else None
    if last is None or offset > last.end:
        return None
    if last.kind in (COMMENT, OPEN_COMMENT) and (offset < last.end or not last.text.endswith("*/")):
        setting = _BEGUN_SETTING.match(chunk.text, last.start, offset)
        if not setting or any(token.kind != COMMENT for token in before[:-1]):
            return Span(offset, offset), ()
        values = {name: (style.summary, style.summary) for name, style in tree.STYLES.items()}
        if setting["key"] == "board":
            values = dict.fromkeys(BOARDS, ("a board", ""))
        items = (
            CompletionItem(name, detail, TokenType.ARGUMENT, documentation=text)
            for name, (detail, text) in values.items()
        )
        return Span(setting.start("value"), offset), items
    if last.kind == "STRING" and (offset < last.end or is_unclosed(last)):
        return Span(last.start + 1, offset), _words_of(vocabulary.STRINGS)
    return None


def _words(chunk: LcpnDefinition, start: int, offset: int) -> Iterator[CompletionItem]:
    """The items at an offset, the likeliest first."""
    text, typed = chunk.text, chunk.text[start:offset]
    if typed.startswith("::"):
        return _words_of(vocabulary.PROPERTIES, "::{}")
    if typed.startswith(":"):
        after = text[word_end(_REST, text, offset) :]
        probed = f"{text[:start]}:{PROBE}{after}"
        return _restricting(chunk, probed, Span(start, start + len(PROBE) + 1))
    opened = open_brackets(text, chunk.style, start)
    return (_in_lists if chunk.is_lispy else _between_operators)(chunk, opened, start, typed=typed)


def _with_colons(item: CompletionItem, colons: str) -> CompletionItem:
    """A completion whose colons are written as they are typed, with blanks."""
    return replace(item, label=colons + item.label.lstrip(":"), text=item.text or item.label)


def _is_on_new_line(chunk: LcpnDefinition, start: int) -> bool:
    """Whether only blanks precede an offset on its line."""
    return not chunk.text[line_start(chunk.text, start) : start].strip(" \t\ufeff")


def _keyword(label: str, title: str, snippet: str | None = None) -> CompletionItem:
    return CompletionItem(label, title, TokenType.DIRECTIVE, snippet=snippet)


def _condition(word: str, snippet: str) -> Iterator[CompletionItem]:
    """The word of a condition, alone and with its clauses."""
    return (_keyword(word, vocabulary.CONDITION.title, text) for text in (None, snippet))


def _pieces(chunk: LcpnDefinition, start: int, typed: str) -> Iterator[CompletionItem]:
    """The pieces other than the one that is being defined, those of the file first, and texts of
    well-known pieces.
    """
    last = next(
        (defined for defined in reversed(chunk.reading.defined) if defined.span.start <= start),
        None,
    )
    is_inside = last is not None and (start <= last.span.end or not _is_on_new_line(chunk, start))
    own = last.name.key if last and last.name and is_inside else ""
    of_file = [key for key in _of_file(chunk, typed) if key != own and chunk.known.is_piece(key)]
    for key in of_file:
        definition = chunk.known.defined(key) if len(of_file) <= MAX_SHOWN else None
        if definition:
            detail = f"a piece of this file: {short(chunk, definition[0].body)}"
        else:
            detail = "a piece of this file"
        piece = chunk.piece(tree.Name(key, Span(0, 0))) if definition else None
        yield CompletionItem(chunk.name(key), detail, TokenType.ATOM, piece=piece)
    for key in library().definitions:
        if chunk.known.scope.facts(key) is None:
            yield _well_known(chunk.style, chunk.lattice, key)
    if BEGUN_NAME.fullmatch(typed):
        named, is_defined = texts("lcpn", chunk.style), chunk.known.is_piece
        known = {
            name: piece for name, piece in named.items() if not is_defined(name.replace(" ", "-"))
        }
        before = chunk.text[:start].rstrip(" \t\r\n\ufeff")
        is_whole = not before or before.endswith(chunk.sign("def"))
        for item in known_pieces(known, typed):
            moves = item.text if is_whole else tree.operand(item.text, chunk.style)
            spelled = chunk.name(item.label.replace(" ", "-"))
            yield replace(item, label=typed + spelled[len(typed) :], text=moves)


def _definitions(chunk: LcpnDefinition, start: int) -> Iterator[CompletionItem]:
    """A new definition; at the top of a file the comment that sets its style."""
    snippet = tree.STYLES[chunk.style].definition.format("${1:name}", "${2:piece}")
    yield CompletionItem(
        "definition", "a new definition", TokenType.DIRECTIVE, snippet=snippet, is_template=True
    )
    if not chunk.text[:start].strip():
        sign = ";" if chunk.is_lispy else "#"
        yield CompletionItem(
            f"{sign} style: {chunk.style}", "sets the style of the file", TokenType.COMMENT
        )


# The Lisp styles


def _in_lists(
    chunk: LcpnDefinition, opened: Sequence[Bracket], start: int, typed: str
) -> Iterator[CompletionItem]:
    """The items in the innermost list."""
    innermost = opened[-1]
    if len(opened) == 1:
        if _is_on_new_line(chunk, start):
            yield from _definitions(chunk, start)
            yield from _pieces(chunk, start, typed)
        return
    tests = (
        clause
        for around, clause in pairwise(opened)
        if around.head.kind == "COND" and not clause.items
    )
    if clause := next(tests, None):
        yield from _list_tests(chunk, opened, is_clause=clause is innermost)
    elif not innermost.items:
        yield from _heads(chunk, opened, start, typed=typed)
    else:
        yield from _operands_of_list(chunk, innermost, start, typed=typed)


def _list_tests(
    chunk: LcpnDefinition, opened: Sequence[Bracket], *, is_clause: bool
) -> Iterator[CompletionItem]:
    """The items in a condition."""
    is_head = not is_clause and not opened[-1].items
    if is_clause:
        yield vocabulary.DEFAULT.item()
    yield from _words_of(vocabulary.TESTS, "{}" if is_head else tree.STYLES[chunk.style].test)
    if is_clause:
        snippet = "(= (${1:rank}) ${2:2})"
        yield CompletionItem(
            "(= (rank) 2)", "compares two numbers", TokenType.OPERATOR, snippet=snippet
        )
    if is_head and opened[-2].head.kind != "SIGN":
        yield from _words_of(vocabulary.COMPARISONS)
        yield from _logic(chunk)


def _heads(
    chunk: LcpnDefinition, opened: Sequence[Bracket], start: int, typed: str
) -> Iterator[CompletionItem]:
    """The items at the start of a list."""
    if len(opened) == 2 and _is_on_new_line(chunk, opened[-1].start):
        yield _keyword("def", "a definition", snippet="def ${1:name} ${2:piece}")
        yield _keyword("def", "a definition")
    if opened[-2].head.text == "&":
        return
    yield from _operators(chunk, ("/", "=>", "->", "&"))
    yield from _functions(chunk, typed)
    yield from _condition("cond", tree.STYLES[chunk.style].condition)
    yield from _pieces(chunk, start, typed)


def _operands_of_list(
    chunk: LcpnDefinition, bracket: Bracket, start: int, typed: str
) -> Iterator[CompletionItem]:
    kind, text, _ = bracket.head
    key = tree.canonical(text)
    is_only_piece = (
        kind == "NAME" and chunk.known.is_piece(key) and not chunk.known.is_function(key)
    )
    if kind in ("NUMBER", "WORD") or (kind == "DEF" and len(bracket.items) != 2) or is_only_piece:
        return
    if kind == "COND":
        yield _keyword("((= (rank) 2) ...)", "a clause", snippet="((${1:= (rank) 2}) ${2:piece})")
        yield _keyword("(else ...)", vocabulary.DEFAULT.title, snippet="(else ${1:piece})")
    elif text == "&":
        yield from _functions(chunk, typed)
    else:
        yield from _pieces(chunk, start, typed)
        for function, meaning in vocabulary.FUNCTIONS.items():
            example = f"({function} rook)"
            yield meaning.item(
                f"({function} ...)", snippet=f"({function} ${{1:rook}})", example=example
            )
        if text == "/" and len(bracket.items) == 1:
            yield from _words_of(vocabulary.PROPERTIES, "::{}")


# The C and SQL styles

_JOINS = {"/": {"SLASH", "OR"}, "=>": {"AFTER", "AND_THEN"}, "->": {"JUMP", "THEN"}}
"""The kinds of tokens of operators between pieces."""
_AFTER_OPERAND = frozenset({"WORD", "COMPARE", "COMMA", "DEFINE"})
"""Kinds of tokens that are valid only after an operand, a number of an array or the name of a
definition.
"""
_AFTER_AMP = ("AMP", "AND")


def _between_operators(
    chunk: LcpnDefinition, opened: Sequence[Bracket], start: int, typed: str
) -> Iterator[CompletionItem]:
    """The items that are valid after the tokens before an offset."""
    innermost = opened[-1]
    called = innermost.before[-1] if innermost.before else None
    if isinstance(called, Token) and tree.canonical(called.text) in vocabulary.TESTS:
        return  # they take no arguments
    last = innermost.last
    kinds = expected(chunk.text, chunk.style, start, kinds=chunk.kinds(chunk.known))
    follows_operand = bool(kinds & _AFTER_OPERAND)
    if last.kind == "COMPARE" or kinds & {"COMPARE", "NOT"}:
        yield from _tests(chunk, follows_operand)
        return
    begins = len(opened) == 1 and (
        not innermost.items or (follows_operand and _is_on_new_line(chunk, start))
    )
    if begins:
        yield from _definitions(chunk, start)
    if follows_operand:
        yield from _operators(chunk, (key for key, tokens in _JOINS.items() if tokens & kinds))
        if chunk.known.is_function(tree.canonical(last.text)):
            yield from _operators(chunk, ("&",))
        if "DEFINE" in kinds:
            yield vocabulary.DEFINITION.item(chunk.sign("def"))
    if "END" in kinds:
        yield _keyword("ELSE", vocabulary.DEFAULT.title)
        yield _keyword("END", "ends the condition")
    follows_gerund = chunk.style == "sql" and chunk.known.of_gerund(tree.canonical(last.text))
    if begins or not follows_operand or follows_gerund:
        yield from _operands(chunk, opened, last, start=start, typed=typed)


def _tests(chunk: LcpnDefinition, follows_operand: bool) -> Iterator[CompletionItem]:
    """The items within a condition."""
    if follows_operand:
        yield from _words_of(vocabulary.COMPARISONS)
        yield from _logic(chunk, ("and", "or"))
        if chunk.style == "sql":
            yield _keyword("THEN", "and where it is true")
    else:
        yield from _words_of(vocabulary.TESTS, tree.STYLES[chunk.style].test)
        yield from _logic(chunk, ("not",))


def _operands(
    chunk: LcpnDefinition, opened: Sequence[Bracket], last: Token, start: int, typed: str
) -> Iterator[CompletionItem]:
    """Pieces, functions and conditions."""
    opening = opened[-1].opening
    if opening is not None and opening.kind == "LSQB":
        return
    if last.kind in _AFTER_AMP:
        yield from _functions(chunk, typed)
        return
    yield from _pieces(chunk, start, typed)
    yield from _functions(chunk, typed)
    yield from _condition(chunk.sign("cond"), tree.STYLES[chunk.style].condition)
    if last.kind == "DEFINE":
        yield from _words_of(vocabulary.PROPERTIES, "::{}")


# What is offered

MAX_NAMES_OF_FILE = 300
"""The maximum number of names of a file that are offered."""
MAX_SHOWN = 40
"""The maximum number of names that are described."""
DISTANCES = ("2", "3", "4")
_EXAMPLES = {"/": ("rook", "knight"), "=>": ("ferz", "rook"), "->": ("man", "man")}


def _words_of(table: Mapping[str, VocabularyWord], form: str = "{}") -> Iterator[CompletionItem]:
    """The words of a table of the vocabulary, in a form."""
    return (word.item(form.format(key)) for key, word in table.items())


# Names


def _of_file(chunk: LcpnDefinition, typed: str) -> list[str]:
    """The names of the file; of many only some with the typed prefix."""
    names = sorted(chunk.known.scope.defined_names())
    if len(names) <= MAX_NAMES_OF_FILE:
        return names
    key = tree.canonical(typed)
    return [name for name in names if name.startswith(key)][:MAX_NAMES_OF_FILE]


@lru_cache(maxsize=1024)
def _well_known(style: str, lattice: Lattice, key: str) -> CompletionItem:
    chunk = LcpnDefinition("", Context(style, "hex5" if lattice is Lattice.HEX else None))
    others = [chunk.name(other) for other in library().synonyms(key)]
    note = f"Also called {', '.join(others)}." if others else ""
    detail = f"a well-known piece: {short(chunk, library().definitions[key].body)}"
    return CompletionItem(
        chunk.name(key),
        detail,
        TokenType.ATOM,
        documentation=note,
        piece=chunk.piece(tree.Name(key, Span(0, 0))),
    )


def _functions(chunk: LcpnDefinition, typed: str) -> Iterator[CompletionItem]:
    """The functions of the file and of the notation; in SQL as gerunds too."""
    for key in _of_file(chunk, typed):
        definition = chunk.known.defined(key)
        if definition and is_function(definition[0].body, chunk.known):
            detail = f"a function of this file: {short(chunk, definition[0].body)}"
            yield CompletionItem(chunk.name(key), detail, TokenType.MODE)
    for key, meaning in vocabulary.FUNCTIONS.items():
        label = chunk.name(key)
        example = tree.STYLES[chunk.style].call.format(label, "rook")
        if key == vocabulary.PROMOTE:
            example = _joined(chunk, "=>", ("wazir", example))
        yield meaning.item(label, example=example)
    for key, meaning in vocabulary.FUNCTIONS.items():
        if chunk.style == "sql" and key != vocabulary.PROMOTE:
            label = chunk.name(tree.gerund(key))
            yield meaning.item(label, example=f"{label} rook")


# Restrictions


def _restricting(chunk: LcpnDefinition, text: str, span: Span) -> Iterator[CompletionItem]:
    """The restrictions, those with an effect at the place first.

    Args:
        chunk: The chunk as it is.
        text: Its text with a probe in it, a word that nobody uses.
        span: Where the probe is.
    """
    tried = chunk.of_other_text(text)
    path = tried.path(span)
    holder = next((part for part in reversed(path) if isinstance(part, tree.Restricted)), None)
    others = tuple(word for word in holder.words if word.key != PROBE) if holder else ()
    inner = holder.inner if holder else None
    before = _tried(tried, inner, others)
    is_right = any(
        isinstance(part, tree.Chain) and span.start > part.parts[0].span.end for part in path
    )
    useless: list[CompletionItem] = []
    for meaning in _restrictions(chunk.lattice):
        words = (*others, tree.Word(meaning.spelling, span))
        if len(words) > len({word.key for word in words}) or (
            inner is not None and _has_errors(tried, inner, words)
        ):
            continue
        piece = _tried(tried, inner, words)
        item = meaning.item(f":{chunk.name(meaning.spelling)}", piece=piece)
        changes = before is None or (piece is not None and set(piece.moves) != set(before.moves))
        if changes and (meaning.spelling not in vocabulary.TOWARDS or is_right):
            yield item
        else:
            useless.append(item)
    yield from useless


def _restrictions(lattice: Lattice) -> Iterator[VocabularyWord]:
    """All restrictions, the most common first."""
    known = [
        meaning
        for meaning in vocabulary.restrictions(lattice)
        if meaning.spelling != vocabulary.UNLIMITED
    ]
    for digits in DISTANCES:
        text = f"At most {digits} steps in a straight line."
        known.append(VocabularyWord(digits, TokenType.RANGE, f"at most {digits} steps", text=text))
    yield from sorted(known, key=lambda meaning: meaning.spelling.endswith(("-most", "-shallow")))
    yield vocabulary.RANGES[vocabulary.UNLIMITED]


def _has_errors(
    chunk: LcpnDefinition, inner: tree.Expression, words: tuple[tree.Word, ...]
) -> bool:
    """Whether restrictions cause an error: a range on a chain, `:only` without an array, three
    numbers.
    """
    whole = tree.Restricted(inner, words, Span(-1, -1))
    diagnostics = check(
        tree.Defined(None, whole, whole.span), chunk.known, chunk.lattice
    ).diagnostics()
    errors = {codes.BAD_RANGE, codes.RANGE_ON_CHAIN, codes.ONLY_WITHOUT_ARRAY}
    return any(diagnostic.code in errors for diagnostic in diagnostics)


def _tried(
    chunk: LcpnDefinition, inner: tree.Expression | None, words: tuple[tree.Word, ...]
) -> Piece | None:
    """The piece of an expression with more restrictions; None without moves, or if it is not
    tried.
    """
    if inner is None or tree.size(inner) > MAX_EXPRESSIONS_TRIED:
        return None
    return chunk.piece(tree.Restricted(inner, words, inner.span))


# Operators


def _operators(chunk: LcpnDefinition, keys: Iterable[str]) -> Iterator[CompletionItem]:
    """The operators in the current style."""
    for key in keys:
        example = _joined(chunk, key, _EXAMPLES[key]) if key in _EXAMPLES else ""
        yield vocabulary.OPERATORS[key].item(chunk.sign(key), example=example)


def _joined(chunk: LcpnDefinition, key: str, parts: Sequence[str]) -> str:
    """Parts joined by an operator in the current style."""
    sign = chunk.sign(key)
    return f"({' '.join((sign, *parts))})" if chunk.is_lispy else f" {sign} ".join(parts)


def _logic(
    chunk: LcpnDefinition, keys: Iterable[str] = vocabulary.LOGIC
) -> Iterator[CompletionItem]:
    """`and`, `or` and `not`."""
    for key in keys:
        yield vocabulary.LOGIC[key].item(chunk.sign(key))
