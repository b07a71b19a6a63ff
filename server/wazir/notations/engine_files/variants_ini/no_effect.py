"""The diagnostic of settings that change nothing, with what they lack (V16)."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.diagnostics import Fix
from wazir.notations.engine_files.variants_ini import effects, rules
from wazir.notations.engine_files.variants_ini.definition import VariantDefinition
from wazir.notations.engine_files.variants_ini.meaning import Resolved, Variant
from wazir.notations.engine_files.variants_ini.programs import engine_of
from wazir.notations.engine_files.variants_ini.reading import BOTH, aliases
from wazir.notations.engine_files.variants_ini.resolve import resolve
from wazir.notations.engine_files.variants_ini.syntax import IniSetting, Section
from wazir.notations.engine_files.variants_ini.view import View, of_side
from wazir.notations.engine_files.variants_ini.vocabulary import key_of
from wazir.notations.fixes import fix, insertion, remove
from wazir.notations.reports import Report
from wazir.notations.wording import capitalized, listed
from wazir.text import Edit, Span, line_end, newline


def report_no_effect(chunk: VariantDefinition, report: Report) -> None:
    """Report the settings of a section whose conditions do not hold.

    Sections that inherit from it may set what is missing, so that one with heirs is left alone. A
    section without a name has none.
    """
    section, resolved = chunk.section, chunk.resolved
    is_whole = resolved.variant.is_loaded and not engine_of(chunk.context).is_fork
    has_heirs = bool(section.name) and chunk.scope.is_used(section.name)
    if section.header is None or not is_whole or has_heirs:
        return
    changed = [setting for setting in section.last.values() if _changes(setting, resolved)]
    variant = resolve(chunk, lambda _name, _offset: 0) if changed else None
    if variant is None:
        return
    view = View(variant)
    for setting in changed:
        condition = _missing(setting.key, view)
        if condition:
            _report(section, setting, condition, report)


def _targets(key: str) -> tuple[str, ...]:
    """The rules of sides, or of both, that a key sets."""
    return aliases().get(key, (key,))


def _changes(setting: IniSetting, resolved: Resolved) -> bool:
    """Whether a setting turns a rule on or gives it another value, which then may have no
    effect.
    """
    key = key_of(setting.key)
    if key is None or key.type == "piece" or key.instead or not setting.value:
        return False
    if setting.key in effects.NOT_RULES:
        return False
    base = (resolved.parent or Variant()).options
    own = resolved.variant.options
    targets = [target for target in _targets(setting.key) if target in own]
    is_on = any(own[target] not in (False, 0, "none", "-", (), frozenset()) for target in targets)
    return is_on and any(own[target] != base.get(target) for target in targets)


def _missing(key: str, view: View) -> str | None:
    """The condition that the rules of a key lack; None if a side meets one of them."""
    conditions = list[str]()
    for target in _targets(key):
        rule = effects.rule_of(target)
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
    ways = [listed((f"`{line}`" for line in lines), "and") for lines in lack.get("set", ())]
    remedies = [f"set {way}" for way in ways]
    if "or" in lack:
        remedies.append(lack["or"])
    message = f"`{setting.key} = {setting.value}` has no effect: {lack['why']}."
    if remedies:
        message += f" {capitalized(', or '.join(remedies))}."
    line = Span(setting.span.start, line_end(section.text, setting.span.end))
    fixes = [*_additions(section, setting, lack.get("set", ())), remove(line, "this line")]
    report(rules.NO_EFFECT, setting.key_span, message, *fixes)


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
            title = f"Write {listed((f'`{line}`' for line in lines), 'and')}"
            yield fix(title, *edits)
