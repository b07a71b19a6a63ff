"""Finds the legal action that a text means (G21)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from wazir.ben39.actions import Action, Game, Kind, after, spell
from wazir.ben39.intents import MAX_LETTERS, Intent, Reason, ReasonKind, matching, understand
from wazir.ben39.position import State
from wazir.ben39.reasons import why
from wazir.ben39.rules import actions, permitted
from wazir.ben39.side_view import side_view

NEAREST = 3
"""The number of legal actions suggested for an illegal one."""


@dataclass(frozen=True)
class Reading:
    """The meaning of a text in a position."""

    action: Action | None
    """The legal action, or None."""
    spelling: str = ""
    """The spelling of the action, or an empty string."""
    warnings: tuple[str, ...] = ()
    """Sentences about nonstandard spelling."""
    reason: Reason | None = None
    """The reason why it is not legal."""
    meant: Action | None = None
    """The only legal action that a text with another spelling can mean, such as `x@e5` or
    `Bf4-b8!`.
    """
    nearest: tuple[Action, ...] = ()
    """The most similar legal actions, best first."""


def read(state: State, text: str) -> Reading:
    """The meaning of a text in a position. Never raises."""
    intent = understand(text)
    if isinstance(intent, Reason):
        return _refused(state, text, intent)
    action = _legal(state, intent)
    if action is None:
        return _refused(state, text, why(state, intent))
    spelling = spell(action)
    warnings: list[str] = []
    if not intent.letter:
        warnings.append(f"The letter of the piece is missing: `{spelling}`.")
    if intent.sign == ("-" if action.taken else "x") and action.kind is not Kind.ROTATE:
        right = "This is a capture" if action.taken else "Nothing is captured"
        warnings.append(f"{right}: `{spelling}`.")
    return Reading(action, spelling, tuple(warnings))


def play(game: Game, texts: Iterable[str]) -> tuple[Game, Reading | None]:
    """The game after some more actions, up to the first illegal one, whose reading is the second
    value; else None.
    """
    state, actions = game.state, list(game.actions)
    for text in texts:
        reading = read(state, text)
        if reading.action is None:
            return Game(game.start, tuple(actions)), reading
        actions.append(reading.action)
        state = after(state, reading.action)
    return Game(game.start, tuple(actions)), None


def _legal(state: State, intent: Intent) -> Action | None:
    action = matching(state, intent)
    return action if action and permitted(state, side_view(state), [action]) else None


def _refused(state: State, text: str, reason: Reason | None) -> Reading:
    reason = reason or Reason(
        ReasonKind.UNREADABLE, f"`{text[:MAX_LETTERS]}` is not a legal action."
    )
    return Reading(None, reason=reason, meant=_meant(state, text), nearest=nearest(state, text))


# Other spellings

_PUNCTUATION = re.compile(r"(?<=.)[,;.!?+#]+\Z")
_LETTER = re.compile(r"\A[a-z](?=[a-oA-O]\d|[+xX]?@)")
_FILE = re.compile(r"[A-O](?=\d)")
_BETWEEN = re.compile(r"\A([A-Z]?[a-o]\d{1,2})(?:[-=]*>|[:/_~–—−×]|to|)([a-o]\d{1,2})(?=\Z|=)")
_BECOMES = re.compile(r"=[a-z]\Z")
_TARGET = re.compile(r"(?P<letter>[A-Z]?)(?P<step>[+x:-]?)(?P<target>[a-o]\d{1,2})")


def _meant(state: State, text: str) -> Action | None:
    """The legal action that a text means with another case or other signs, or with only the target
    of a piece.
    """
    if len(text) > MAX_LETTERS:
        return None
    text = _LETTER.sub(lambda match: match[0].upper(), _PUNCTUATION.sub("", text))
    text = text[:1] + _FILE.sub(lambda match: match[0].lower(), text[1:])
    text = _BECOMES.sub(lambda match: match[0].upper(), _BETWEEN.sub(r"\1-\2", text))
    meant = {_spelled(state, text)}
    if short := _TARGET.fullmatch(text):
        letter = short["letter"] or "P"
        step = short["step"].strip(":-")
        target = short["target"]
        moves = (action for action in actions(state) if action.kind in (Kind.MOVE, Kind.LINE))
        arrivals = (action for action in moves if action.kind.names[action.target] == target)
        meant |= {action for action in arrivals if action.piece.letter == letter}
        meant.add(_spelled(state, f"{letter}{step}@{target}"))
    meant.discard(None)
    return meant.pop() if len(meant) == 1 else None


def _spelled(state: State, text: str) -> Action | None:
    intent = understand(text)
    return None if isinstance(intent, Reason) else _legal(state, intent)


# Suggestions


_PLACE = re.compile("[a-o][0-9]{1,2}")


def nearest(state: State, text: str) -> tuple[Action, ...]:
    """The legal actions most similar to a text, best first.

    Equal pieces, origins and targets count first, then similar spellings.
    """
    text = text[:MAX_LETTERS]
    wanted = _features(text)
    by_text = {spell(action): action for action in actions(state)}
    shared = {
        spelled: sum(weight for feature, weight in _features(spelled).items() if feature in wanted)
        for spelled in by_text
    }
    least = min(sorted(shared.values(), reverse=True)[:NEAREST], default=0)
    matcher = SequenceMatcher(None, "", text, autojunk=False)

    def unlike(spelled: str) -> tuple[int, float, str]:
        matcher.set_seq1(spelled)
        return -shared[spelled], -matcher.ratio(), spelled

    close = sorted((spelled for spelled in by_text if shared[spelled] >= least), key=unlike)
    return tuple(by_text[spelled] for spelled in close[:NEAREST])


def _features(text: str) -> dict[str, int]:
    """The weighted features of an action for comparison: its letters, and its places by role."""
    places = _PLACE.findall(text)
    weights = {f"{text[:1]} in front": 2}
    if places:
        weights[f"from {places[0]}"] = 2
        weights[f"to {places[-1]}"] = 2
    return weights | dict.fromkeys(places, 1)
