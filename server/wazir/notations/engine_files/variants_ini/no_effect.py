"""The diagnostic of settings that change nothing: what they lack, or what they repeat (V16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wazir.diagnostics import Fix, Severity
from wazir.notations.engine_files.variants_ini import codes, effects
from wazir.notations.engine_files.variants_ini.definition import VariantDefinition
from wazir.notations.engine_files.variants_ini.meaning import (
    SectionReading,
    Variant,
    VariantPiece,
    read_section,
)
from wazir.notations.engine_files.variants_ini.programs import engine_of
from wazir.notations.engine_files.variants_ini.reading import BOTH, aliases
from wazir.notations.engine_files.variants_ini.resolve import describe_variant
from wazir.notations.engine_files.variants_ini.syntax import IniSetting, Section, parsed
from wazir.notations.engine_files.variants_ini.view import View, of_side
from wazir.notations.engine_files.variants_ini.vocabulary import key_of
from wazir.notations.fixes import fix, insertion, remove
from wazir.notations.reports import Report
from wazir.notations.wording import capitalized, join_words, shortened
from wazir.text import Edit, Span, line_end, newline


def report_no_effect(chunk: VariantDefinition, report: Report) -> None:
    """Report the settings of a section that repeat what is inherited, or whose conditions do not
    hold.

    Nothing is missing in a section from which others inherit, because they may set it. None inherit
    from a section without a name.
    """
    section, reading = chunk.section, chunk.reading
    is_whole = reading.variant.is_loaded and not engine_of(chunk.context).is_fork
    if section.header is None or not is_whole:
        return
    faulty = [diagnostic.span for diagnostic in chunk.line_diagnostics]
    repeated = {key for key, setting in section.last.items() if _repeats(setting, reading)}
    for setting in section.last.values():
        others = {*_other_sides(setting.key)} & section.last.keys()
        is_faulty = any(setting.span.contains_range(span) for span in faulty)
        if setting.key in repeated and others <= repeated and not is_faulty:
            _report_repetition(section, setting, report)
    if section.name and chunk.scope.is_used(section.name):
        return
    changed = [setting for setting in section.last.values() if _changes(setting, reading)]
    variant = describe_variant(chunk, lambda _name, _offset: 0) if changed else None
    if variant is None:
        return
    view = View(variant)
    for setting in changed:
        condition = _missing(setting.key, view)
        if condition:
            _report(section, setting, condition, report=report)


# What repeats

_OF_PROGRAMS = effects.NOT_RULES - {"maxFile", "maxRank", "startFen"}
"""Keys for programs around the engine, which are never reported."""


def _repeats(setting: IniSetting, reading: SectionReading) -> bool:
    """Whether a setting has the inherited value, and without it the variant is the same: some
    settings change others.
    """
    key = key_of(setting.key)
    if key is None or key.instead or not setting.value or setting.key in _OF_PROGRAMS:
        return False
    base = reading.parent or Variant()
    if key.type == "piece":
        before, after = (
            next((piece for piece in variant.pieces if piece.key == key.name), None)
            for variant in (base, reading.variant)
        )
        is_same = before is not None and after is not None and _meaning(before) == _meaning(after)
    else:
        own = reading.variant.options
        is_same = all(own.get(name) == base.options.get(name) for name in _targets(setting.key))
    return is_same and _rest(setting, reading) == _whole(reading.variant)


def _other_sides(key: str) -> Iterator[str]:
    """The key of the other side: one that repeats is told to a reader beside one that does not."""
    for side, other in (BOTH, BOTH[::-1]):
        if side in key:
            yield key.replace(side, other)


def _meaning(piece: VariantPiece) -> tuple[str, str, str, str]:
    """A piece without the section that sets it."""
    return piece.key, piece.letter, piece.moves, piece.comment


def _whole(variant: Variant) -> tuple[object, ...]:
    """All that the engine reads of a variant, without the sections that set it."""
    pieces = tuple(map(_meaning, variant.pieces))
    return variant.options, pieces, variant.start_fen, variant.table, variant.size


def _rest(setting: IniSetting, reading: SectionReading) -> tuple[object, ...]:
    """The variant without all lines of a key."""
    section = reading.section
    text = section.text
    for line in reversed([each for each in section.settings if each.key == setting.key]):
        text = text[: line.span.start] + text[line_end(text, line.span.end) :]
    return _whole(read_section(parsed(text), reading.scope, reading.parent).variant)


def _report_repetition(section: Section, setting: IniSetting, report: Report) -> None:
    parent = section.parent
    whence = f"is inherited from `{shortened(parent)}`" if parent else "is the default"
    line = Span(setting.span.start, line_end(section.text, setting.span.end))
    code = replace(codes.NO_EFFECT, severity=Severity.HINT)
    message = f"`{shortened(setting.key)} = {shortened(setting.value)}` {whence}."
    report(code, setting.key_span, message, remove(line, "this line"))


# What lacks something


def _targets(key: str) -> tuple[str, ...]:
    """The rules of sides, or of both, that a key sets."""
    return aliases().get(key, (key,))


def _changes(setting: IniSetting, reading: SectionReading) -> bool:
    """Whether a setting turns a rule on or gives it another value, which then may have no
    effect.
    """
    key = key_of(setting.key)
    if key is None or key.type == "piece" or key.instead or not setting.value:
        return False
    if setting.key in effects.NOT_RULES:
        return False
    base = (reading.parent or Variant()).options
    own = reading.variant.options
    targets = [target for target in _targets(setting.key) if target in own]
    if _is_about_pawns(setting.key, reading):
        return True
    is_on = any(
        not (own[target] == frozenset() or effects.is_off(effects.rule_of(target), own[target]))
        for target in targets
    )
    return is_on and any(own[target] != base.get(target) for target in targets)


_OF_PAWNS = {"promotionPawnTypes": "@pawn_promotes", "enPassantTypes": "@pawn_captures"}
"""What is missing where these rules have no piece: the engine's pawn needs none of them."""


def _is_about_pawns(key: str, reading: SectionReading) -> bool:
    """Whether a setting takes a rule from pawns that they keep, and from no other piece."""
    base = (reading.parent or Variant()).options
    own = reading.variant.options
    targets = _targets(key)
    return {effects.rule_of(target) for target in targets} <= _OF_PAWNS.keys() and all(
        own[target] == () and base.get(target) == ("pawn",) for target in targets
    )


def _missing(key: str, view: View) -> str | None:
    """The condition that the rules of a key lack; None if a side meets one of them."""
    conditions = list[str]()
    for target in _targets(key):
        rule = effects.rule_of(target)
        if rule in _OF_PAWNS and not view.value(target):
            return _OF_PAWNS[rule] if view.has("pawn") else None
        if not effects.needs(rule):
            return None
        sides = [side for side in BOTH if of_side(rule, side) == target] or [*BOTH]
        for side in sides:
            condition = effects.lacking(rule, view.of(side))
            if condition is None:
                return None
            conditions.append(condition)
    return conditions[0]


def _report(section: Section, setting: IniSetting, condition: str, report: Report) -> None:
    lack = effects.lack(condition)
    ways = [join_words((f"`{line}`" for line in lines), "and") for lines in lack.get("set", ())]
    remedies = [f"set {way}" for way in ways]
    if "or" in lack:
        remedies.append(lack["or"])
    message = f"`{setting.key} = {setting.value}` has no effect: {lack['why']}."
    if remedies:
        message += f" {capitalized(', or '.join(remedies))}."
    line = Span(setting.span.start, line_end(section.text, setting.span.end))
    fixes = [*_additions(section, setting, lack.get("set", ())), remove(line, "this line")]
    report(codes.NO_EFFECT, setting.key_span, message, *fixes)


def _additions(section: Section, setting: IniSetting, ways: list[list[str]]) -> Iterator[Fix]:
    """Fixes that add what is missing, one for each way."""
    for lines in ways:
        edits, added = list[Edit](), list[str]()
        for line in lines:
            key, _, value = line.partition(" = ")
            own = section.last.get(key)
            if own is None:
                added.append(line)
            elif own.value != value:
                edits.append(Edit(own.value_span, value))
        if added:
            text = "".join(f"{newline(section.text)}{line}" for line in added)
            edits.append(insertion(setting.span.end, text))
        if edits:
            title = f"Write {join_words((f'`{line}`' for line in lines), 'and')}"
            yield fix(title, *edits)
