"""Sentences about the rules of a variant by the table of clauses, and those in which two variants
differ (V6 to V8).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from wazir.notations.engine_files.variants_ini import effects, phrases
from wazir.notations.engine_files.variants_ini.facts.castling import wings
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.engine_files.variants_ini.view import ALSO_PAWNS, View, of_side, table
from wazir.notations.engine_files.variants_ini.vocabulary import key_of
from wazir.notations.wording import capitalized


class Clause(NamedTuple):
    """A row of the table, as `clauses.toml` explains it."""

    part: str
    keys: tuple[str, ...]
    when: tuple[str, ...] = ()
    text: str = ""
    off: str = ""
    special: str = ""
    off_when: tuple[str, ...] = ()
    off_always: bool = False
    both: bool = False


class Sentence(NamedTuple):
    """A sentence about a variant."""

    part: str
    keys: tuple[str, ...]
    """The keys that it tells, the main one first. Those of both sides are without `White` and
    `Black`.
    """
    text: str
    special: str = ""


@cache
def clauses() -> tuple[Clause, ...]:
    """All rows of the table."""
    return tuple(
        Clause(**{key: _frozen(value) for key, value in row.items()}) for row in table()["clause"]
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


_FIELD = re.compile(r"\{([^:}]*):?([^}]*)\}")


def _filled(text: str, view: View) -> str:
    """A text of the table with the values of a view."""
    return _FIELD.sub(lambda field: view.word(field[1], field[2]), text)


# Sentences


def sentences(view: View) -> tuple[Sentence, ...]:
    """The sentences about the rules of a variant, in the order of the table."""
    of_clauses = (sentence for clause in clauses() for sentence in _of_clause(clause, view))
    return (*_regions(view), *of_clauses)


def _of_clause(clause: Clause, both: View) -> Iterator[Sentence]:
    """The sentence of a clause, or one for each side if they differ."""
    views = [view for view in _views(clause, both) if all(map(view.holds, clause.when))]
    for view in views:
        special = _filled(clause.special, view) if view is views[0] else ""
        yield Sentence(clause.part, clause.keys, _filled(clause.text, view), special=special)


_OF_SIDE = re.compile(
    r"\{(?:Player|player|colour|@barred|@castler|@first_movers)\}|\{\w+:(?:\+|[A-Z])"
)
"""What names the side in a text of the table."""


def _views(clause: Clause, both: View) -> tuple[View, ...]:
    """Both sides as one if they meet the same, counted from the player or not; else each side."""
    white, black = (both.of(side) for side in BOTH)
    has_sides = any(of_side(key, "White") in both.variant.rules for key in clause.keys)
    names_side = _OF_SIDE.search(clause.text) is not None
    if clause.both or not (has_sides or names_side):
        return (both,)
    holders = [view for view in (white, black) if all(map(view.holds, clause.when))]
    if names_side and len(holders) == 1:
        return (holders[0],)
    if _has_lines(clause, both) and _same(clause, both, relative=True):
        return (both.of("", relative=True),)
    if _same(clause, both, relative=False):
        return (both.of("", relative=False),)
    return (white, black)


def _same(clause: Clause, both: View, *, relative: bool) -> bool:
    """Whether both sides see the same of the keys of a clause."""
    white, black = (both.of(side, relative=relative) for side in BOTH)
    return all(_seen(white, key) == _seen(black, key) for key in clause.keys)


def _has_lines(clause: Clause, both: View) -> bool:
    """Whether the squares of a clause are whole lines, which have names from the player's side."""
    variant, white = both.variant, both.of("White")
    regions = [white.squares(key) for key in clause.keys if _is_region(key)]
    return all(phrases.is_of_lines(each, variant.files, variant.ranks) for each in regions)


def _is_region(key: str) -> bool:
    known = key_of(of_side(key, "White"))
    return known is not None and known.type == "squares"


def _seen(view: View, key: str) -> object:
    """What a side sees of a key: its squares, the wings to which it castles, or its value."""
    if key == "castling":
        return wings(view)
    if of_side(key, "White") not in view.variant.rules:
        return None
    if _is_region(key):
        return view.squares(key)
    value = view.value(key)
    if key in ALSO_PAWNS:
        value = tuple(sorted({*value, *view.pieces(key)}))
    return value, isinstance(value, tuple) and bool(view.pieces(key))


def _regions(both: View) -> Iterator[Sentence]:
    """The squares that pieces do not leave."""
    variant = both.variant
    for piece in variant.pieces:
        key = f"mobilityRegion{piece.key[0].upper()}{piece.key[1:]}"
        if of_side(key, "White") not in variant.rules:
            continue
        for view in _views(Clause("army", (key,), text="{colour}"), both):
            is_whole = len(view.squares(key)) == variant.files * variant.ranks
            if is_whole or piece.letter not in view.in_play:
                continue
            noun = capitalized(phrases.with_article(f"{view.colour}{view.noun(piece.letter)}"))
            yield Sentence("army", (key,), f"{noun} never leaves {view.word(key, '')}.")


_EXPECTED = {
    "doubleStep": ("pawn",),
    "enPassantTypes": ("pawn",),
    "castling": ("king", "rook", "pawn"),
}
"""The pieces from whose presence a player of chess expects a rule."""


def absences(view: View) -> Iterator[Sentence]:
    """The sentences on rules of chess that the pieces of a variant do not have."""
    told = {key for each in sentences(view) for key in each.keys}
    for rule, pieces in _EXPECTED.items():
        if rule in told or not all(map(view.has, pieces)):
            continue
        row = _end_of(rule, view)
        needs_steps = rule == "enPassantTypes" and "doubleStep" not in told
        if row and not needs_steps:
            yield Sentence(row.part, row.keys, row.off)


# What differs


class Comparison(NamedTuple):
    """The sentences about a variant that inherits from another one."""

    new: tuple[Sentence, ...]
    """Those that tell a rule in another state, or with other words."""
    ended: tuple[Sentence, ...]
    """Those about rules that hold no more."""
    untold: tuple[str, ...]
    """The rules that differ and that no sentence tells."""


def compared(view: View, before: View) -> Comparison:
    """The rules that differ from those of a parent, in sentences (V15)."""
    current = sentences(view)
    known = {each.text for each in sentences(before)}
    new = tuple(each for each in current if each.text not in known)
    covered = {key for each in new for key in each.keys}
    mentioned = {key for each in current for key in each.keys}
    ended, untold = list[Sentence](), list[str]()
    for rule in effects.differences(view, before):
        if rule in covered:
            continue
        if rule in mentioned:
            lost = _lost_by_a_side(rule, view, before)
            if lost:
                ended += [lost] if lost not in ended else []
            elif view.variant.size == before.variant.size:
                untold.append(rule)  # on another board the same words mean other squares
            continue
        row = _end_of(rule, view)
        is_due = row is not None and row.off_always and row.keys[0] == rule
        if not is_due and _is_void(rule, view):
            continue  # what it needs is gone, and that is told
        if rule.startswith("mobilityRegion"):
            ended += _ended_region(rule, view)
        elif row is None:
            untold.append(rule)
        elif all(each.text != row.off for each in ended):
            ended.append(Sentence(row.part, row.keys, row.off))
    return Comparison(new, tuple(ended), tuple(untold))


def _lost_by_a_side(rule: str, view: View, before: View) -> Sentence | None:
    """The sentence on a rule that holds no more for one side, while the other side keeps it."""
    states = zip(effects.states(rule, view), effects.states(rule, before), strict=True)
    losers = [number for number, (now, then) in enumerate(states) if now == effects.OFF != then]
    if len(effects.states(rule, view)) < 2 or len(losers) != 1:
        return None
    side = BOTH[losers[0]]
    row = _end_of(rule, view.of(side))
    if row is None:
        return None
    return Sentence(row.part, row.keys, f"For {side}, {row.off[:1].lower()}{row.off[1:]}")


def _ended_region(rule: str, view: View) -> Iterator[Sentence]:
    """The sentence on a piece that may go anywhere again."""
    name = rule.removeprefix("mobilityRegion")
    key = name[0].lower() + name[1:]
    noun = next(view.noun(piece.letter) for piece in view.variant.pieces if piece.key == key)
    article = capitalized(phrases.with_article(noun))
    yield Sentence("army", (rule,), f"{article} is not bound to a part of the board.")


def _end_of(rule: str, view: View) -> Clause | None:
    """The row that tells the end of a rule."""
    rows = (row for row in clauses() if row.off and rule in row.keys)
    return next((row for row in rows if all(map(view.holds, row.off_when))), None)


def _is_void(rule: str, view: View) -> bool:
    """Whether a condition of a rule does not hold for any side."""
    return all(effects.lacking(rule, view.of(side)) for side in BOTH)
