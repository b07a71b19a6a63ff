"""Hover and signature help: names, steps, restrictions, operators, functions, conditions, properties and strings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from wazir.notations.kit import capitalized, shortened
from wazir.notations.lcpn import glossary, tree, vocabulary
from wazir.notations.lcpn.definition import LcpnAnalysis
from wazir.notations.lcpn.glossary import function_of, hover_text
from wazir.notations.lcpn.names import is_function, is_still, is_whole, jumps_into_ride
from wazir.notations.lcpn.refactor import LONGEST_TITLE
from wazir.notations.lcpn.restrictions import ONLY, PROMOTE, is_known_test, label
from wazir.notations.lcpn.syntax import Bracket, open_brackets, setting
from wazir.notations.lcpn.tree import STYLES, Name, canonical, resolved
from wazir.notations.lcpn.vocabulary import COMPARISONS, CONDITION, DEFINITION, LOGIC, OPERATORS, TESTS
from wazir.notations.results import HoverText, Signature
from wazir.parsing import COMMENT
from wazir.piece.board import parse_board
from wazir.syntax import Token, token_at

_Part = TypeVar("_Part", bound=tree.Part)


@dataclass(frozen=True, slots=True)
class HoverContext:
    """A token with the parts of the tree around it, outermost first."""

    chunk: LcpnAnalysis
    token: Token
    path: tuple[tree.Part, ...]

    @property
    def part(self) -> tree.Part | None:
        """The innermost part."""
        return self.path[-1] if self.path else None

    @property
    def holder(self) -> tree.Part | None:
        """The part around the innermost one."""
        return self.path[-2] if len(self.path) > 1 else None

    def around(self, kind: type[_Part]) -> _Part | None:
        """The innermost part of a kind around the token."""
        return next((part for part in reversed(self.path) if isinstance(part, kind)), None)

    def hover_text(self, what: str, text: str, part: tree.Expression | None = None, *notes: str) -> HoverText:
        """The hover of the token, with the piece of a part of the tree."""
        return hover_text(self.chunk, self.token.span, f"{self.token.text}: {what}", text, part, notes=notes)

    def word(self, word: vocabulary.Meaning, part: tree.Expression | None = None, *notes: str) -> HoverText:
        """The entry of the token in the vocabulary."""
        return self.hover_text(word.title, word.text, part, *notes)


def hover(chunk: LcpnAnalysis, offset: int) -> HoverText | None:
    """The hover at an offset; None on blanks, most comments, and the name of a definition."""
    token = token_at(chunk.reading.tree.tokens, offset)
    handler = HANDLERS.get(token.kind) if token else None
    return handler(HoverContext(chunk, token, chunk.path(token.span))) if token and handler else None


# Names


def _name(at: HoverContext) -> HoverText | None:
    part, holder = at.part, at.holder
    if not isinstance(part, tree.Name):
        word = at.token.text.lower()  # in the Lisp styles words of conditions are names elsewhere
        if isinstance(part, tree.Logic) and word in vocabulary.LOGIC:
            return at.word(vocabulary.LOGIC[word])
        return _default(at) if isinstance(part, tree.Clause) and word in ("t", "else") else None
    if isinstance(holder, tree.Defined) and holder.name is part:
        return glossary.function_of(at.chunk, part) if is_function(holder.body, at.chunk.known) else None
    if call := _call_of(at.path):
        return _function(at, part, call)
    if isinstance(holder, tree.Together):
        return glossary.function_of(at.chunk, part)
    return glossary.named(at.chunk, part, at.token.text)


def _call_of(path: Sequence[tree.Part]) -> tree.Call | None:
    """The call whose function, or a part of it, is the last of a path."""
    part = path[-1]
    for holder in reversed(path[:-1]):
        if isinstance(holder, tree.Call):
            return holder if holder.function is part else None
        if not isinstance(holder, tree.Together | tree.Either):
            return None
        part = holder
    return None


def _function(at: HoverContext, name: tree.Name, call: tree.Call) -> HoverText:
    if is_known_test(call) and (test := vocabulary.TESTS.get(name.key)):
        return at.word(test)
    if at.around(tree.Clause) and not call.arguments:
        return at.hover_text("a condition in words", _open(label(call)))
    chain = at.around(tree.Chain) if name.key == PROMOTE else None
    return glossary.function_of(at.chunk, name, chain or call)


def _open(words: str) -> str:
    return f"No position answers this. It is kept as the condition “{words}” of what depends on it."


# Steps and restrictions


def _number(at: HoverContext) -> HoverText | None:
    if isinstance(at.part, tree.Number) and at.around(tree.Call) and not at.around(tree.Compare):
        text = "A number that the function is given. It is kept as a part of its condition."
        return hover_text(at.chunk, at.token.span, at.token.text, text)
    return _array(at)


def _array(at: HoverContext) -> HoverText | None:
    words = (word for part in at.path if isinstance(part, tree.Restricted) for word in part.words)
    is_literal = any(word.key == ONLY for word in words)
    return glossary.array(at.chunk, at.part, is_literal) if isinstance(at.part, tree.Array) else None


def _restriction(at: HoverContext) -> HoverText | None:
    if isinstance(at.part, tree.Word) and isinstance(at.holder, tree.Restricted):
        return glossary.restriction(at.chunk, at.part, at.holder, at.path)
    return None


# Operators


def _sign(at: HoverContext) -> HoverText | None:
    """An operator; in SQL it may be a word of a condition."""
    match at.part:
        case tree.Either() if _call_of(at.path):
            return at.hover_text("each", "Applies each of the functions, and takes what any of them gives.")
        case tree.Either() as either:
            return at.word(vocabulary.OPERATORS["/"], either)
        case tree.Chain() as chain:
            return _chain(at, chain)
        case tree.Together():
            return at.word(vocabulary.OPERATORS["&"], _call_of(at.path))
        case tree.Compare(sign):
            return at.word(vocabulary.COMPARISONS[sign]) if sign in vocabulary.COMPARISONS else None
        case tree.Logic(word):
            return at.word(vocabulary.LOGIC[word])
        case tree.Cond() | tree.Clause():
            return _condition(at)
    return at.word(vocabulary.OPERATORS[at.token.text]) if at.token.text in vocabulary.OPERATORS else None


def _chain(at: HoverContext, chain: tree.Chain) -> HoverText:
    first, *_, last = chain.parts
    meaning = vocabulary.OPERATORS["->" if chain.jumps else "=>"]
    text, notes = meaning.text, []
    if is_still(last) and len(chain.parts) == 2:
        shown = at.chunk.spelled(last)
        text = f"The part after it does not move: the piece does what the part before it says, with `{shown}`."
    elif is_whole(first):
        begun = f"First `{at.chunk.spelled(first)}`, all of it, and then on from there with the part after it"
        text = f"{begun}{', optionally' if chain.jumps else '; it may not stop between'}."
    elif jumps_into_ride(chain, at.chunk.known):
        notes = ["The ride after it goes on even over a piece."]
    return at.hover_text(meaning.title, text, chain, *notes)


# Conditions and definitions


def _condition(at: HoverContext) -> HoverText | None:
    if at.token.kind == "ELSE":
        return _default(at)
    cond = at.around(tree.Cond)
    is_open = cond is not None and cond.clauses[-1].test is not None
    notes = ("It has no default clause: in all other cases the piece has no moves.",) if is_open else ()
    return at.word(vocabulary.CONDITION, cond, *notes)


def _default(at: HoverContext) -> HoverText | None:
    return at.word(vocabulary.DEFAULT, at.part.then if isinstance(at.part, tree.Clause) else None)


def _bracket(at: HoverContext) -> HoverText | None:
    """A bracket."""
    match at.part:
        case tree.Restricted() | tree.Chain() | tree.Either() | tree.Call() | tree.Cond() as part if (
            at.chunk.piece(part) is not None
        ):
            title = shortened(at.chunk.written(part), LONGEST_TITLE)
            return hover_text(at.chunk, part.span, title, "What this bracket belongs to.", part)
    return _array(at)


# Properties, strings, comments


def _property(at: HoverContext) -> HoverText | None:
    part = at.part
    key = part.key if isinstance(part, tree.Property) else at.token.text.strip(":").lower()
    known = vocabulary.PROPERTIES.get(key)
    text = known.text if known else "A property of the piece that does not change its moves."
    return at.hover_text("a property", text)


def _string(at: HoverContext) -> HoverText | None:
    part, holder, chain = at.part, at.holder, at.around(tree.Chain)
    if not isinstance(part, tree.Text):
        return None
    words = tree.folded(part.words)
    title = shortened(f'"{words}"', LONGEST_TITLE)
    what, text, whole = "a move in words", "A move that only a person can read: it has no squares here.", None
    if words in tree.INCOMPLETE:
        what, text = "not complete", "Says that the definition does not tell all that the piece can do."
    elif (isinstance(holder, tree.Clause) and holder.test is part) or isinstance(holder, tree.Logic | tree.Compare):
        what, text = "a condition", _open(shortened(words, LONGEST_TITLE))
        whole = holder.then if isinstance(holder, tree.Clause) else None
    elif isinstance(holder, tree.Call) and not all(isinstance(argument, tree.Text) for argument in holder.arguments):
        text = "Given to a function with a piece, or in the place of one: kept as a condition of its moves."
        what, whole = "in words", holder
    elif chain and chain.parts[-1] in (part, holder) and is_still(chain.parts[-1]):
        text = "The last part of a chain, in words. It does not move: the part before it keeps it as a label."
        what, whole = "in words", chain
    return hover_text(at.chunk, at.token.span, f"{title}: {what}", text, whole)


def _comment(at: HoverContext) -> HoverText | None:
    """The style or the board that a comment at the top of the file sets."""
    token, span = at.token, at.token.span
    if any(before.kind != COMMENT and before.start < token.start for before in at.chunk.reading.tree.tokens):
        return None
    if (name := setting(token.text, "style")) in STYLES:
        text = f"The style of the whole file. {STYLES[name].summary}"
        return hover_text(at.chunk, span, f"{name}: style", text)
    if name := setting(token.text, "board"):
        with suppress(ValueError):
            described = parse_board(name).describe()
            return hover_text(at.chunk, span, f"{name}: board", f"{capitalized(described)}.")
    return None


HANDLERS: Mapping[str, Callable[[HoverContext], HoverText | None]] = {
    "NAME": _name,
    "GERUND": _name,
    "NUMBER": _number,
    "WORD": _restriction,
    "PROPERTY": _property,
    "STRING": _string,
    "COMMENT": _comment,
    **dict.fromkeys(("DEF", "DEFINE"), lambda at: at.word(vocabulary.DEFINITION)),
    **dict.fromkeys(("SIGN", "SLASH", "JUMP", "AFTER", "AMP", "COMPARE"), _sign),
    **dict.fromkeys(("OR", "AND", "AND_THEN", "THEN", "NOT"), _sign),
    **dict.fromkeys(("COND", "IF", "ELSE", "ELIF", "AGAIN", "END"), _condition),
    **dict.fromkeys(("OPEN", "CLOSE", "LPAR", "START", "LSQB", "LBRACE", "COMMA"), _bracket),
}


# Signature help


_Parameters = tuple[tuple[str, str], ...]

_PIECES: _Parameters = (("piece", "The piece whose moves it chooses from."), ("...", "More pieces, each by itself."))
_NUMBERS: _Parameters = (("first", "A number, or what gives one."), ("second", "What it is compared with."))
_STEPS: _Parameters = (("first", "What it does first."), ("then", "How it goes on."), ("...", "And so on."))
_CONDITIONS: _Parameters = (("condition", "A condition."), ("...", "More conditions."))
_CLAUSES: _Parameters = (
    ("(condition piece)", "A condition, and the piece where it holds."),
    ("...", "More of them; the last may begin with `else`."),
)
_PARAMETERS: Mapping[str, _Parameters] = {
    "promote-to": (("piece", "What it may become."), ("...", "What else it may become.")),
    "def": (("name", "The new name."), ("expression", "What it stands for.")),
    "cond": _CLAUSES,
    "/": (("piece", "One piece."), ("...", "Others.")),
    **dict.fromkeys(("=>", "->"), _STEPS),
    "&": (("function", "One function."), ("...", "Others that hold too.")),
    **dict.fromkeys(COMPARISONS, _NUMBERS),
    **dict.fromkeys(("and", "or"), _CONDITIONS),
    "not": _CONDITIONS[:1],
}
_HEADS = {**OPERATORS, **COMPARISONS, **LOGIC, "def": DEFINITION, "cond": CONDITION}
"""The words other than functions that begin a list."""


def signature(chunk: LcpnAnalysis, offset: int) -> Signature | None:
    """The signature of the function around an offset, with the current argument."""
    opened = open_brackets(chunk.text, chunk.style, offset)
    if chunk.style == "sql" and (gerund := _gerund(opened[-1], chunk, offset)):
        return gerund
    signatures = (
        _of_list(bracket, chunk, offset) if chunk.is_lispy else _of_call(bracket, chunk)
        for bracket in reversed(opened[1:])
    )
    return next((bracket for bracket in signatures if bracket), None)


def _of_list(bracket: Bracket, chunk: LcpnAnalysis, offset: int) -> Signature | None:
    """A list of the Lisp styles."""
    head = bracket.head
    if head is None or offset <= head.end:
        return None
    place = len(bracket.items) - 1 - (bracket.items[-1].end == offset)
    key = head.text.lower()
    if key in _HEADS:
        return _signature(head.text, _PARAMETERS[key], _HEADS[key].text, place, chunk)
    if head.kind == "NAME" and _may_be_function(canonical(head.text), chunk):
        return _of_functions([head], chunk, place)
    return None


def _of_call(bracket: Bracket, chunk: LcpnAnalysis) -> Signature | None:
    """The bracket after a function or a composition."""
    if bracket.opening is None or bracket.opening.kind != "LPAR":
        return None
    functions: list[Token] = []
    for number, item in enumerate(reversed(bracket.before)):
        if not isinstance(item, Token) or item.kind not in (("AMP", "AND") if number % 2 else ("NAME", "GERUND")):
            break
        functions[:0] = [item] if number % 2 == 0 else []
    commas = sum(isinstance(item, Token) and item.kind == "COMMA" for item in bracket.items)
    return _of_functions(functions, chunk, commas) if functions else None


def _gerund(bracket: Bracket, chunk: LcpnAnalysis, offset: int) -> Signature | None:
    """The gerund before an offset, or before the word at the offset."""
    items = [item for item in bracket.items if item.end != offset]
    last = items[-1] if items else None
    if not isinstance(last, Token) or last.kind not in ("GERUND", "NAME"):
        return None
    key = canonical(last.text)
    function = resolved(key, chunk.known.is_function)
    if function == key or chunk.known.is_piece(key) or not chunk.known.is_function(function):
        return None
    signature = function_of(chunk, Name(function, last.span))
    return Signature(f"{last.text} piece", signature.text, _PIECES[:1], 0)


def _may_be_function(key: str, chunk: LcpnAnalysis) -> bool:
    return chunk.known.is_function(key) or key in TESTS or not chunk.known.is_piece(key)


def _of_functions(functions: Sequence[Token], chunk: LcpnAnalysis, place: int) -> Signature | None:
    keys = [resolved(canonical(token.text), chunk.known.is_function) for token in functions]
    if len(keys) == 1 and keys[0] in TESTS:
        return _signature(functions[0].text, (), TESTS[keys[0]].text, place, chunk)
    if not any(_may_be_function(key, chunk) for key in keys):
        return None
    texts = [function_of(chunk, Name(key, token.span)).text for key, token in zip(keys, functions, strict=True)]
    written = f" {chunk.sign('&')} ".join(token.text for token in functions)
    return _signature(written, _PARAMETERS.get(keys[-1], _PIECES), " ".join(texts), place, chunk)


def _signature(written: str, parameters: _Parameters, text: str, place: int, chunk: LcpnAnalysis) -> Signature:
    labels = [label for label, _ in parameters]
    label = f"({' '.join((written, *labels))})" if chunk.is_lispy else f"{written}({', '.join(labels)})"
    return Signature(label, text, parameters, max(0, min(place, len(parameters) - 1)))
