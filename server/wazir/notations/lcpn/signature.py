"""What a function, or a list of the Lisp styles, is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from wazir.notations.base import NO_NAMES, Context, Scope, Signature
from wazir.notations.lcpn.analysis import Chunk
from wazir.notations.lcpn.frames import Frame, frames, head_of
from wazir.notations.lcpn.naming import function_of
from wazir.notations.lcpn.spelling import canonical, resolved
from wazir.notations.lcpn.tree import Name
from wazir.notations.lcpn.vocabulary import COMPARISONS, CONDITION, DEFINITION, LOGIC, OPERATORS, TESTS
from wazir.syntax import Token

Parameters = tuple[tuple[str, str], ...]

_PIECES: Parameters = (
    ("piece", "The piece whose moves it chooses from."),
    ("...", "More pieces, each by itself."),
)
_OF_FUNCTION: Mapping[str, Parameters] = MappingProxyType(
    {
        "promote-to": (("piece", "What it may become."), ("...", "What else it may become.")),
        **dict.fromkeys(TESTS, ()),
    }
)
_NUMBERS: Parameters = (("first", "A number, or what gives one."), ("second", "What it is compared with."))
_STEPS: Parameters = (
    ("first", "What it does first."),
    ("then", "How it goes on."),
    ("...", "And so on."),
)
_TESTS: Parameters = (("condition", "A condition."), ("...", "More conditions."))
_OF_LIST: Mapping[str, tuple[str, Parameters]] = MappingProxyType(
    {
        "def": (DEFINITION.text, (("name", "The new name."), ("expression", "What it stands for."))),
        "cond": (
            CONDITION.text,
            (
                ("(condition piece)", "A condition, and the piece where it holds."),
                ("...", "More of them; the last may begin with `else`."),
            ),
        ),
        "/": (OPERATORS["/"].text, (("piece", "One piece."), ("...", "Others."))),
        "=>": (OPERATORS["=>"].text, _STEPS),
        "->": (OPERATORS["->"].text, _STEPS),
        "&": (OPERATORS["&"].text, (("function", "One function."), ("...", "Others that hold too."))),
        **{sign: (word.text, _NUMBERS) for sign, word in COMPARISONS.items()},
        "and": (LOGIC["and"].text, _TESTS),
        "or": (LOGIC["or"].text, _TESTS),
        "not": (LOGIC["not"].text, _TESTS[:1]),
    }
)


def signature(text: str, context: Context, offset: int, scope: Scope = NO_NAMES) -> Signature | None:
    """The function around an offset, and which of its arguments is there."""
    page = Chunk.of(text, context, scope)
    opened = frames(text, page.style, offset)
    if not page.is_lispy and (gerund := _gerund(opened[-1], page, offset)):
        return gerund
    for frame in reversed(opened[1:]):
        found = _of_list(frame, page, offset) if page.is_lispy else _of_call(frame, page)
        if found:
            return found
    return None


def _of_list(frame: Frame, page: Chunk, offset: int) -> Signature | None:
    """A list of the Lisp styles."""
    head = frame.head
    if head is None or offset <= head.end:
        return None
    place = len(frame.items) - 1 - (frame.items[-1].end == offset)
    key = head.text.lower()
    if head.kind in ("DEF", "COND", "SIGN") or (head.kind == "NAME" and key in LOGIC):
        text, parameters = _OF_LIST.get(key, ("", ()))
        return _signature(head.text, parameters, text, place, page)
    if head.kind == "NAME" and _is_function(canonical(head.text), page):
        return _of_functions([head], page, place)
    return None


def _of_call(frame: Frame, page: Chunk) -> Signature | None:
    """A bracket behind a function."""
    if frame.opening is None or frame.opening.kind != "LPAR":
        return None
    commas = sum(isinstance(item, Token) and item.kind == "COMMA" for item in frame.items)
    functions = head_of(frame.before)
    return _of_functions(functions, page, commas) if functions else None


def _gerund(frame: Frame, page: Chunk, offset: int) -> Signature | None:
    """A gerund right before a place, or before the word that is written there."""
    items = frame.items[:-1] if frame.last is not None and frame.last.end == offset else frame.items
    last = items[-1] if items else None
    if page.style != "sql" or not isinstance(last, Token) or last.kind not in ("GERUND", "NAME"):
        return None
    key = canonical(last.text)
    function = resolved(key, page.names)
    if function == key or page.names.is_piece(key) or not page.names.is_function(function):
        return None
    said = function_of(Name(function, last.span), page)
    return Signature(f"{last.text} piece", said.text, (_PIECES[0],), 0)


def _is_function(key: str, page: Chunk) -> bool:
    return page.names.is_function(key) or key in TESTS or not page.names.is_piece(key)


def _of_functions(functions: Sequence[Token], page: Chunk, place: int) -> Signature | None:
    keys = [resolved(canonical(token.text), page.names) for token in functions]
    if len(keys) == 1 and keys[0] in TESTS:
        return _signature(functions[0].text, (), TESTS[keys[0]].text, place, page)
    if not any(_is_function(key, page) for key in keys):
        return None
    said = [function_of(Name(key, token.span), page) for key, token in zip(keys, functions, strict=True)]
    sign = " AND " if page.style == "sql" else " & "
    written = sign.join(token.text for token in functions)
    parameters = _OF_FUNCTION.get(keys[-1], _PIECES)
    return _signature(written, parameters, " ".join(one.text for one in said), place, page)


def _signature(written: str, parameters: Parameters, text: str, place: int, page: Chunk) -> Signature:
    labels = [label for label, _ in parameters]
    label = f"({' '.join((written, *labels))})" if page.is_lispy else f"{written}({', '.join(labels)})"
    return Signature(label, text, parameters, max(0, min(place, len(parameters) - 1)))
