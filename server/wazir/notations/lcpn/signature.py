"""What a function, or a list of the Lisp styles, is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wazir.notations.base import Signature
from wazir.notations.lcpn.definition import Chunk
from wazir.notations.lcpn.glossary import function_of
from wazir.notations.lcpn.spelling import canonical, resolved
from wazir.notations.lcpn.syntax import Bracket, open_brackets
from wazir.notations.lcpn.tree import Name
from wazir.notations.lcpn.vocabulary import COMPARISONS, CONDITION, DEFINITION, LOGIC, OPERATORS, TESTS
from wazir.syntax import Token

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
"""What a list may begin with besides functions."""


def signature(chunk: Chunk, offset: int) -> Signature | None:
    """The function around an offset, and which of its arguments is there."""
    opened = open_brackets(chunk.text, chunk.style, offset)
    if chunk.style == "sql" and (gerund := _gerund(opened[-1], chunk, offset)):
        return gerund
    found = (_of_list(one, chunk, offset) if chunk.is_lispy else _of_call(one, chunk) for one in reversed(opened[1:]))
    return next((one for one in found if one), None)


def _of_list(bracket: Bracket, chunk: Chunk, offset: int) -> Signature | None:
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


def _of_call(bracket: Bracket, chunk: Chunk) -> Signature | None:
    """A bracket behind a function, or behind several that are composed."""
    if bracket.opening is None or bracket.opening.kind != "LPAR":
        return None
    functions: list[Token] = []
    for number, item in enumerate(reversed(bracket.before)):
        if not isinstance(item, Token) or item.kind not in (("AMP", "AND") if number % 2 else ("NAME", "GERUND")):
            break
        functions[:0] = [item] if number % 2 == 0 else []
    commas = sum(isinstance(item, Token) and item.kind == "COMMA" for item in bracket.items)
    return _of_functions(functions, chunk, commas) if functions else None


def _gerund(bracket: Bracket, chunk: Chunk, offset: int) -> Signature | None:
    """A gerund right before a place, or before the word that is written there."""
    items = [item for item in bracket.items if item.end != offset]
    last = items[-1] if items else None
    if not isinstance(last, Token) or last.kind not in ("GERUND", "NAME"):
        return None
    key = canonical(last.text)
    function = resolved(key, chunk.names)
    if function == key or chunk.names.is_piece(key) or not chunk.names.is_function(function):
        return None
    said = function_of(chunk, Name(function, last.span))
    return Signature(f"{last.text} piece", said.text, _PIECES[:1], 0)


def _may_be_function(key: str, chunk: Chunk) -> bool:
    return chunk.names.is_function(key) or key in TESTS or not chunk.names.is_piece(key)


def _of_functions(functions: Sequence[Token], chunk: Chunk, place: int) -> Signature | None:
    keys = [resolved(canonical(token.text), chunk.names) for token in functions]
    if len(keys) == 1 and keys[0] in TESTS:
        return _signature(functions[0].text, (), TESTS[keys[0]].text, place, chunk)
    if not any(_may_be_function(key, chunk) for key in keys):
        return None
    said = [function_of(chunk, Name(key, token.span)).text for key, token in zip(keys, functions, strict=True)]
    written = f" {chunk.sign('&')} ".join(token.text for token in functions)
    return _signature(written, _PARAMETERS.get(keys[-1], _PIECES), " ".join(said), place, chunk)


def _signature(written: str, parameters: _Parameters, text: str, place: int, chunk: Chunk) -> Signature:
    labels = [label for label, _ in parameters]
    label = f"({' '.join((written, *labels))})" if chunk.is_lispy else f"{written}({', '.join(labels)})"
    return Signature(label, text, parameters, max(0, min(place, len(parameters) - 1)))
