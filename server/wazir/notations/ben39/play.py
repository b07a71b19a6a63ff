"""Checks the moves (G21) and the expectations (G22)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache

from wazir.ben39.actions import after, spell
from wazir.ben39.board import RING_NAMES, SQUARE_OF
from wazir.ben39.intents import Reason, ReasonKind
from wazir.ben39.position import Side, State, is_ended, turn, unpack
from wazir.ben39.rules import Status, actions, control, status
from wazir.ben39.words import controlled, join_words, occurred
from wazir.diagnostics import Diagnostic, Related
from wazir.notations.ben39 import codes
from wazir.notations.ben39.meaning import MAX_ACTIONS, Played, Record
from wazir.notations.fixes import remove, write
from wazir.syntax import Token

MAX_POSITIONS = 2_000
"""The maximum number of positions visited for a count."""
MAX_LETTERS_EXPECTED = 60
MAX_DIGITS = 9
"""The maximum number of digits of a move number."""
DEEPEST = 8
"""The maximum depth of a count."""

_PLACE = re.compile(r"[a-o]\d{1,2}")
_EXPECTED = re.compile(
    r"(?P<plain>check|mate|stalemate)"
    r"|perft\s+(?P<depth>[0-9]{1,9})\s*=\s*(?P<lines>[0-9]{1,30})"
    rf"|control\s+(?P<place>{'|'.join(RING_NAMES)})\s+(?P<side>white|black|nobody)"
)
_HOLDS = {
    "check": (Status.CHECK, Status.MATE),
    "mate": (Status.MATE,),
    "stalemate": (Status.STALEMATE,),
}
_SAYS = {
    Status.NONE: "the side to move is not in check",
    Status.CHECK: "the side to move is in check",
    Status.MATE: "the side to move is mated",
    Status.STALEMATE: "the side to move has no action, and is not in check",
    Status.ENDED: "the king is taken",
}


# Moves


def move_diagnostics(record: Record) -> Iterator[Diagnostic]:
    """The diagnostics of the moves."""
    for play in record.plays:
        reading = play.reading
        if reading.warnings:
            change = write(play.span, reading.spelling, safe=True)
            yield Diagnostic(
                codes.LOOSE_SPELLING, play.span, " ".join(reading.warnings), fixes=(change,)
            )
        elif reading.reason:
            yield _refused(play, reading.reason)
    first: dict[State, Related | None] = {record.start: None}
    counts = Counter([record.start])
    for play, state in zip(record.plays, record.game.states[1:], strict=False):
        earlier = first.setdefault(state, Related(play.span, "The position occurs here first."))
        if counts[state]:
            message = occurred(counts[state]) + (
                "" if earlier else " It is the first one of the record."
            )
            yield Diagnostic(
                codes.REPEATED_POSITION,
                play.span,
                message,
                fixes=(),
                related=(earlier,) if earlier else (),
            )
        counts[state] += 1
    if record.unplayed and len(record.plays) == MAX_ACTIONS:
        message = f"Actions after the first {MAX_ACTIONS} of a record are not checked."
        yield Diagnostic(codes.TOO_MANY_ACTIONS, record.unplayed[0].span, message)


def _refused(play: Played, reason: Reason) -> Diagnostic:
    """The diagnostic of an action that is not legal or not readable."""
    meant = play.reading.meant
    near = [spell(action) for action in play.reading.nearest]
    if is_ended(play.before):
        return Diagnostic(codes.ACTION_AFTER_END, play.span, str(reason))
    if meant is not None:
        change = write(play.span, spell(meant), safe=True)
        return Diagnostic(
            codes.UNREADABLE_ACTION, play.span, f"{reason.text} {change.title}.", fixes=(change,)
        )
    code = codes.ILLEGAL_ACTION
    way = "" if near else " There are no legal actions."
    # Only actions of the same piece with a place in common.
    if reason.kind is ReasonKind.UNREADABLE:
        code = codes.UNREADABLE_ACTION
        letter = play.text[:1].upper()
        written = _PLACE.findall(play.text.lower())
        near = [
            text
            for text in near
            if text[:1] == letter and {*written}.intersection(_PLACE.findall(text))
        ]
    if near:
        way = f" Similar legal actions: {join_words(f'`{action}`' for action in near)}."
    return Diagnostic(
        code, play.span, f"{reason}{way}", fixes=tuple(write(play.span, action) for action in near)
    )


def number_diagnostics(record: Record) -> Iterator[Diagnostic]:
    """Move numbers that do not follow from the first one or have no dot, and results."""
    ply = int(turn(record.start) is Side.BLACK)
    before: int | None = None
    for word in record.words("moves"):
        if word.kind == "ACTION":
            ply += 1
        elif word.kind == "RESULT":
            message = (
                f"`{word.text}` is no action. Results are not written: they follow from the "
                "position."
            )
            yield Diagnostic(
                codes.UNREADABLE_ACTION,
                word.span,
                message,
                fixes=(remove(word.span, "the result"),),
            )
        else:
            digits = word.text.partition(".")[0]
            written = int(digits[:MAX_DIGITS])
            before = written - ply // 2 if before is None else before
            right = before + ply // 2
            change = write(word.span, f"{right}{'...' if ply % 2 else '.'}")
            if written != right:
                message = f"Wrong move number. {change.title}."
                yield Diagnostic(codes.NUMBER_OUT_OF_ORDER, word.span, message, fixes=(change,))
            elif digits == word.text:
                message = f"Missing dot after the move number. {change.title}."
                yield Diagnostic(codes.UNREADABLE_ACTION, word.span, message, fixes=(change,))


# Expectations


def _expectations(record: Record) -> list[tuple[Token, re.Match[str] | None]]:
    """The expectations of a record with their tokens; None for invalid ones."""
    return [
        (token, _EXPECTED.fullmatch(token.text))
        for token in record.words("expect")
        if token.kind == "EXPECTED"
    ]


def unreadable_expectations(record: Record) -> Iterator[Diagnostic]:
    """Invalid expectations."""
    for token in [token for token, expectation in _expectations(record) if expectation is None]:
        plain = " ".join(token.text[:MAX_LETTERS_EXPECTED].lower().strip(" .!").split())
        matches = [(pattern.fullmatch(plain), written) for pattern, written in _NEARLY]
        candidates = [match.expand(written) for match, written in matches if match]
        candidates += [_MATES.get(plain, plain), *get_close_matches(plain, _HOLDS, cutoff=0.7)]
        near = [candidate for candidate in candidates if _EXPECTED.fullmatch(candidate)][:1]
        way = f"Did you mean `{near[0]}`?" if near else _HOW_TO_EXPECT
        fixes = tuple(write(token.span, expectation) for expectation in near)
        yield Diagnostic(
            codes.UNREADABLE_EXPECTATION, token.span, f"Unknown expectation. {way}", fixes=fixes
        )


_HOW_TO_EXPECT = (
    "Write `check`, `mate`, `stalemate`, `perft 2 = 103184`, or `control l2 white`, where the "
    f"place is one of {', '.join(RING_NAMES)} and the side may be `black` or `nobody`."
)
_MATES = {"checkmate": "mate", "check mate": "mate", "in check": "check"}
_NEARLY = (
    (re.compile(r"perft\s*\(?\s*(\d+)\s*\)?\s*[:=]+\s*(\d+)"), r"perft \1 = \2"),
    (re.compile(r"(white|black|nobody)\s+controls?\s+(\w+)"), r"control \2 \1"),
    (re.compile(r"controls?\s+(\w+)\s*[:=]?\s*(white|black|nobody)"), r"control \1 \2"),
    (re.compile(r"control\s+(\w+)\s+w"), r"control \1 white"),
    (re.compile(r"control\s+(\w+)\s+b"), r"control \1 black"),
)


def failed_expectations(record: Record) -> Iterator[Diagnostic]:
    """Expectations that fail."""
    state = record.game.state
    for token, expectation in _expectations(record):
        if expectation is None:
            continue
        if (written := expectation["depth"]) and lines(state, depth := int(written)) is None:
            advice = f"Run `wazir ben39 perft FILE {depth}`."
            message = f"Not checked: `perft {depth}` takes too long in the editor. {advice}"
            yield Diagnostic(codes.UNCHECKED_EXPECTATION, token.span, message)
        elif failure := _failure(state, expectation):
            message, instead = failure
            fixes = (write(token.span, instead),) if instead else ()
            yield Diagnostic(codes.FAILED_EXPECTATION, token.span, message, fixes=fixes)


@lru_cache(maxsize=64)  # counting takes long, and most edits do not change the position
def lines(state: State, depth: int) -> int | None:
    """The number of lines of a length; None if counting takes too long."""
    if depth > DEEPEST or (depth and lines(state, depth - 1) is None):
        return None
    try:
        return _lines(state, depth, iter(range(MAX_POSITIONS)))
    except StopIteration:
        return None


def _lines(state: State, depth: int, budget: Iterator[int]) -> int:
    """The number of lines of a length. Raises StopIteration if the budget of positions is spent."""
    if depth == 0:
        return 1
    next(budget)
    legal = actions(state)
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:  # a generator would turn StopIteration into another error
        count += _lines(after(state, action), depth - 1, budget)
    return count


def _failure(state: State, expectation: re.Match[str]) -> tuple[str, str] | None:
    """A sentence about why an expectation fails; None if it holds."""
    if expectation["depth"]:
        depth, count = int(expectation["depth"]), int(expectation["lines"])
        actual = lines(state, depth)
        if actual == count:
            return None
        return (f"`perft {depth}` is {actual}, not {count}.", f"perft {depth} = {actual}")
    if expectation["plain"]:
        current = status(state)
        if current in _HOLDS[expectation["plain"]]:
            return None
        return (f"This is not true: {_SAYS[current]}.", "")
    place = expectation["place"]
    if place not in unpack(state).movable:
        return f"No movable square on {place}.", ""
    actual_control = control(state, SQUARE_OF[place])
    side = "nobody" if actual_control.side is None else str(actual_control.side)
    message = f"{controlled(actual_control, place)}."
    return None if side == expectation["side"] else (message, f"control {place} {side}")
