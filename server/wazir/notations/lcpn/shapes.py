"""Definitions that differ only in the names that they use are read once.

What is wrong with a definition depends on its text and on the facts of its names. How they are spelled matters only if
they are words of the notation, so the results for the first definition of a shape hold for all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from wazir.notations.base import Context, Scope
from wazir.notations.lcpn import vocabulary
from wazir.notations.lcpn.names import FUNCTIONS, library, style_in
from wazir.notations.lcpn.spelling import is_like_gerund
from wazir.notations.lcpn.styles import STYLES

LONGEST = 400
"""The most characters of a text with a shape."""
KEPT = 4_096
"""Results that are kept."""

_NAME = r"[a-z]++(?:{}[a-z]++)*"
_TEXT = (
    r"(?:{}(?![\w-])|-?[0-9]++(?![\w-])|(?:IS|OR|AND_THEN|THEN|AND|NOT)(?![\w-])|:=|[=-]>|[ \t\r\n()\[\]{{}}/&:*,])+"
)
_NAMES: Mapping[str, re.Pattern[str]] = {sign: re.compile(f"({_NAME.format(sign)})") for sign in "-_"}
_TEXTS: Mapping[str, re.Pattern[str]] = {sign: re.compile(_TEXT.format(_NAME.format(sign))) for sign in "-_"}
"""Texts of names in small letters, joined by a sign, without comments and strings."""


class Shape(NamedTuple):
    """A text with numbers for its names."""

    text: str
    names: tuple[str, ...]
    """The keys of the names, by number."""
    words: tuple[str, ...]
    """The words of the notation in it, which are kept in the text, as keys."""


@lru_cache(512)
def shape_of(text: str, style: str) -> Shape | None:
    """The shape of a text; None if the spelling of its names may matter."""
    sign = "-" if STYLES[style].is_lispy else "_"
    if len(text) > LONGEST or not _TEXTS[sign].fullmatch(text):
        return None
    parts, own, numbers, words = _NAMES[sign].split(text), _own_words(), dict[str, str](), list[str]()
    for place in range(1, len(parts), 2):
        key = parts[place].replace("_", "-")
        if key in own or is_like_gerund(key):
            words.append(key)
        elif parts[place - 1].endswith(":"):
            return None
        else:
            parts[place] = numbers.setdefault(key, f"\0{len(numbers)}")
    return Shape("".join(parts), tuple(numbers), tuple(words))


@cache
def _own_words() -> frozenset[str]:
    """The keys of all words that mean something by themselves."""
    tables = (*vars(vocabulary).values(), *[style.reserved for style in STYLES.values()], library().bodies, FUNCTIONS)
    return frozenset(key for table in tables if isinstance(table, Mapping | frozenset) for key in table) | {"either"}


# Results by shape

Kind: TypeAlias = Hashable
"""What a result depends on but for names; None if it depends on their spelling too."""
_Result = TypeVar("_Result")
_known: dict[Kind, Any] = {}


def known(kind: Kind, find: Callable[[], _Result], is_for_all: Callable[[_Result], bool] = lambda _: True) -> _Result:
    """A result that is found once for each kind, if it is for all texts of the kind."""
    if kind in _known:
        result: _Result = _known[kind]
        return result
    found = find()
    if kind is not None and is_for_all(found):
        if len(_known) >= KEPT:
            _known.clear()
        _known[kind] = found
    return found


def with_facts(text: str, context: Context, scope: Scope) -> Kind:
    """The kind of the absence of diagnostics. All names of the text must be defined."""
    style = style_in(context)
    if (shape := shape_of(text, style)) is None:
        return None
    keys = (*shape.names, *shape.words)
    facts = [*map(scope.facts, keys)]
    if None in facts[: len(shape.names)]:
        return None
    return shape.text, style, context.board, *facts, *map(scope.is_used, keys)


def of_facts(text: str, context: Context, key: str, scope: Scope, is_circular: bool) -> Kind:
    """The kind of the facts of a definition."""
    style = style_in(context)
    if (shape := shape_of(text, style)) is None or key not in shape.names:
        return None
    return shape.text, style, shape.names.index(key), is_circular, *map(scope.facts, (*shape.names, *shape.words))


def needs(text: str, context: Context, key: str, find: Callable[[], Iterable[str]]) -> tuple[str, ...]:
    """The names that a definition requires; *find* finds those of the first one of a shape."""
    style = style_in(context)
    if (shape := shape_of(text, style)) is None or key not in shape.names:
        return tuple(find())
    names = shape.names
    kind = shape.text, style, names.index(key)
    found = known(kind, lambda: [names.index(one) if one in names else one for one in find()])
    return tuple([names[one] if isinstance(one, int) else one for one in found])
