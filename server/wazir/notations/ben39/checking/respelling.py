"""The action that is meant by a text that is nearly spelled as one (G21)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wazir.ben39.position import State
from wazir.ben39.reading import read

LONGEST = 20
"""No action is longer but for the pieces that travel with a square."""

_BEHIND = re.compile(r"(?<=.)[,;.!?+#]+\Z")
_LETTER = re.compile(r"\A[a-z](?=[a-oA-O]\d|[+xX]?@)")
_PLACE = re.compile(r"[A-O](?=\d)")
_BETWEEN = re.compile(r"\A([A-Z]?[a-o]\d{1,2})(?:[-=]*>|[:/_~–—−×]|to|)([a-o]\d{1,2})(?=\Z|=)")
_ENTERS = re.compile(r"\A([A-Z][+x]?)([a-o]\d{1,2})\Z")
_NAMED = re.compile(r"[a-o]\d{1,2}")
_BECOMES = re.compile(r"=[a-z]\Z")


def meant(state: State, text: str) -> str:
    """The legal action that a text means, as it is spelled, or an empty text."""
    readings = (read(state, one) for one in _respelled(text) if one != text)
    return next((one.spelling for one in readings if one.action is not None), "")


def _respelled(text: str) -> Iterator[str]:
    """A text with its letters in their cases and the usual signs; then also with a sign that may be missing."""
    if len(text) > LONGEST:
        return
    text = _LETTER.sub(lambda found: found[0].upper(), _BEHIND.sub("", text))
    text = text[:1] + _PLACE.sub(lambda found: found[0].lower(), text[1:])
    text = _BECOMES.sub(lambda found: found[0].upper(), _BETWEEN.sub(r"\1-\2", text))
    yield text
    yield _ENTERS.sub(r"\1@\2", text)


def is_near(text: str, action: str) -> bool:
    """Whether a text names the piece of an action, and one of its squares or intersections."""
    is_same_piece = text[:1].upper() == action[:1]
    return is_same_piece and not set(_NAMED.findall(text.lower())).isdisjoint(_NAMED.findall(action))
