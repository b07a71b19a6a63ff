"""Finds the action that an intent is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from wazir.ben39.actions import Action, Kind
from wazir.ben39.carrying import rotations, shifts, teleports
from wazir.ben39.intents import Intent
from wazir.ben39.position import LETTERS, State, is_ended
from wazir.ben39.rules import drops, entries, moves, slides
from wazir.ben39.side_view import SideView, side_view


def matching(state: State, intent: Intent) -> Action | None:
    """The action of an intent, or None. It may leave the king where it can be taken (G11)."""
    return next((action for action in _candidates(state, intent) if _is_meant(action, intent)), None)


def _candidates(state: State, intent: Intent) -> Iterable[Action]:
    """The legal actions that may be meant. The others are not generated, which makes long games fast to read."""
    if is_ended(state):
        return ()
    actions: list[Action] = []
    _MAKERS[intent.kind](side_view(state), actions)
    return actions


_MAKERS: Mapping[Kind, Callable[[SideView, list[Action]], None]] = {
    Kind.MOVE: moves,
    Kind.DROP: drops,
    Kind.LINE: slides,
    Kind.ENTER: entries,
    Kind.TELEPORT: lambda seen, actions: actions.extend(teleports(seen)),
    Kind.ROTATE: lambda seen, actions: actions.extend(rotations(seen)),
    Kind.SQUARE: lambda seen, actions: actions.extend(shifts(seen)),
}


def _is_meant(action: Action, intent: Intent) -> bool:
    return (
        action.target == intent.target
        and action.origin == intent.origin
        and action.kind is intent.kind
        and action.wizard == intent.wizard
        and action.travellers == intent.travellers
        and _has_letter(action, intent)
        and _has_signs(action, intent)
    )


def _has_letter(action: Action, intent: Intent) -> bool:
    if action.kind in (Kind.DROP, Kind.ENTER):
        return LETTERS[action.piece] == intent.letter
    return intent.letter in ("", "#", action.piece.letter)


def _has_signs(action: Action, intent: Intent) -> bool:
    """Whether the signs match. A hyphen may stand for an `x` and vice versa; `=Q` may be omitted."""
    if action.manner != intent.sign and not {action.manner, intent.sign} <= {"-", "x"}:
        return False
    return not intent.promotion or (intent.promotion == "Q" and action.promotes and action.kind is Kind.MOVE)
