"""Diagnostics of the value of a key, by its type (F9, F14 to F16)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches

from wazir.notations.kit import Report, listed, remove, visible, write
from wazir.notations.variants_ini import rules
from wazir.notations.variants_ini.syntax import Setting, is_letter
from wazir.notations.variants_ini.vocabulary import MOST_FILES, MOST_RANKS, TYPES, Key
from wazir.text import Span

TAKEN_THOUGH_REPORTED = ("cambodian",)
"""Words that `check` reports although the engine understands them."""
LARGEST = {"rank": MOST_RANKS, "file": MOST_FILES}
_SIZES = ("maxRank", "maxFile")


def report_value(key: Key, setting: Setting, letters: str | None, report: Report) -> None:
    """Report an invalid value.

    Args:
        key: The key.
        setting: Its value, which is not empty.
        letters: The letters of all pieces of the section; None if they are not known.
        report: Takes the diagnostics.
    """
    if check := _CHECKS.get(key.type):
        check(key, setting, letters, report)


def _word(key: Key, setting: Setting, _letters: str | None, report: Report) -> None:
    value, span = setting.value, setting.value_span
    has_blanks = not setting.comment and setting.read != value
    if value in key.values and has_blanks:
        blanks = Span(span.end, span.start + len(setting.read))
        message = f"Blanks after `{value}` are part of the value. Fairy-Stockfish reads {_otherwise(key)}."
        report(rules.BAD_VALUE, blanks, message, write(Span(span.start, blanks.end), value))
    elif value not in (*key.values, *TAKEN_THOUGH_REPORTED):
        lower = value.lower()
        if key.type == "bool" and lower in key.values:
            fixes = (write(span, lower),)
            report(rules.CAPITAL_BOOL, span, "Write it in lower case. Fairy-Stockfish reads `false`.", *fixes)
            return
        meant = {"yes": "true", "on": "true", "1": "true", "no": "false", "off": "false", "0": "false"}
        near = [meant[lower]] if key.type == "bool" and lower in meant else get_close_matches(lower, key.values, n=1)
        words = listed((f"`{word}`" for word in key.values), "or")
        message = f"`{setting.key}` is {words}. Fairy-Stockfish reads {_otherwise(key)}."
        report(rules.BAD_VALUE, span, message, *tuple(write(span, word) for word in near))


def _otherwise(key: Key) -> str:
    return "`false`" if key.type == "bool" else "`none`"


_INT = re.compile(r"[+-]?\d+")


def _int(_key: Key, setting: Setting, _letters: str | None, report: Report) -> None:
    found = _INT.match(setting.value)
    if found is None:
        report(rules.BAD_VALUE, setting.value_span, f"`{setting.key}` is a number.")
    else:
        _report_rest(setting, found.end(), report)


def _size(key: Key, setting: Setting, _letters: str | None, report: Report) -> None:
    value, span, largest = setting.value, setting.value_span, LARGEST[key.type]
    is_size = key.name in _SIZES
    number = re.match(r"\d+", value)
    if number is None and key.type == "file" and value[0].isascii() and value[0].islower():
        count, end = ord(value[0]) - ord("a") + 1, 1
    else:
        count, end = (int(number[0][:4]), number.end()) if number else (0, 0)
    if 1 <= count <= largest:
        _report_rest(setting, end, report)
    elif count and is_size:
        what = "files" if key.type == "file" else "ranks"
        message = f"Fairy-Stockfish has boards of up to {largest} {what}. It does not load this variant."
        report(rules.BOARD_TOO_LARGE, span, message, write(span, str(largest)))
    else:
        crash = " The `check` of Fairy-Stockfish crashes on it." if is_size and not count else ""
        lower = value.lower()
        fixes = (write(span, lower),) if key.type == "file" and "a" <= lower <= "l" and len(value) == 1 else ()
        report(rules.BAD_VALUE, span, f"`{setting.key}` is {TYPES[key.type]}.{crash}", *fixes)


def _report_rest(setting: Setting, end: int, report: Report) -> None:
    """The text after the number that is read."""
    if rest := setting.value[end:]:
        span = Span(setting.value_span.start + end, setting.value_span.end)
        message = f"Fairy-Stockfish reads `{setting.value[:end]}` and drops `{_short(rest)}`."
        report(rules.BAD_VALUE, span, message, write(setting.value_span, setting.value[:end]))


_SQUARE = re.compile(r"(?P<file>[A-Za-z])(?:\*|(?P<rank>\d+)(?P<rest>.*))|\*(?P<only>\d+)(?P<end>.*)")


def _squares(_key: Key, setting: Setting, _letters: str | None, report: Report) -> None:
    for word in re.finditer(r"\S+", setting.value):
        if word[0] == "-":
            return
        span = Span(*word.span()).moved(setting.value_span.start)
        found = _SQUARE.fullmatch(word[0])
        if found is None:
            crashes = len(word[0]) > 1 and word[0][-1] != "*" and (word[0][0] == "*" or is_letter(word[0][0]))
            crash = " Fairy-Stockfish crashes on it." if crashes else ""
            message = f"`{_short(word[0])}` is not a square, a rank (`*3`) or a file (`d*`).{crash}"
            report(rules.BAD_VALUE, span, message)
            continue
        rank = int((found["rank"] or found["only"] or "1")[:4])
        file = ord(found["file"].lower()) - ord("a") + 1 if found["file"] else 1
        if not (1 <= rank <= MOST_RANKS and file <= MOST_FILES):
            message = f"`{_short(word[0])}` is beyond the largest board, {MOST_FILES}x{MOST_RANKS}."
            report(rules.OFF_BOARD, span, message)
        elif rest := found["rest"] or found["end"]:
            kept = word[0][: -len(rest)]
            message = f"Fairy-Stockfish reads `{kept}` and drops `{_short(rest)}`."
            report(rules.BAD_VALUE, span, message, write(span, kept))


def _pieces(_key: Key, setting: Setting, letters: str | None, report: Report) -> None:
    value = setting.value
    for at, sign in enumerate(value):
        if sign == "-":
            return
        if sign in " \t*" or (letters is None and is_letter(sign)) or (letters and sign.lower() in letters):
            continue
        _report_letter(setting, at, value[at + 1 :], report)
        return


def _report_letter(setting: Setting, at: int, rest: str, report: Report) -> None:
    span = Span(at, at + 1).moved(setting.value_span.start)
    sign = visible(setting.value[at])
    lost = f" and loses `{_short(rest.strip())}`" if rest.strip() else ""
    message = f"`{sign}` is not the letter of a piece. Fairy-Stockfish stops reading here{lost}."
    fixes = () if is_letter(setting.value[at]) else (remove(span, f"`{sign}`"),)
    report(rules.UNKNOWN_PIECE_LETTER, span, message, *fixes)


_NUMBER_ITEM = re.compile(r"\s*(?P<letter>\S)\s*(?:\S\s*(?P<number>[+-]?\d+)?)?")
_PROMOTION_ITEM = re.compile(r"\s*(?P<letter>\S)\s*(?:\S\s*(?P<other>\S)?)?")


def _numbers(key: Key, setting: Setting, letters: str | None, report: Report) -> None:
    at = 0
    while found := _NUMBER_ITEM.match(setting.value, at):
        if letters is not None and found["letter"].lower() not in letters:
            _report_letter(setting, found.start("letter"), setting.value[found.end("letter") :], report)
            return
        if found["number"] is None:
            span = Span(found.start("letter"), len(setting.value)).moved(setting.value_span.start)
            report(rules.BAD_VALUE, span, f"`{key.name}` is {TYPES[key.type]}. Fairy-Stockfish stops reading here.")
            return
        at = found.end()


def _promotions(key: Key, setting: Setting, letters: str | None, report: Report) -> None:
    at = 0
    while found := _PROMOTION_ITEM.match(setting.value, at):
        for group in ("letter", "other"):
            letter = found[group]
            if letter is None:
                span = Span(found.start("letter"), len(setting.value)).moved(setting.value_span.start)
                report(rules.BAD_VALUE, span, f"`{key.name}` is {TYPES[key.type]}. Fairy-Stockfish stops reading here.")
                return
            is_none = group == "other" and letter == "-"
            if letters is not None and not is_none and letter.lower() not in letters:
                _report_letter(setting, found.start(group), setting.value[found.end(group) :], report)
                return
        at = found.end()


def _castling(_key: Key, setting: Setting, _letters: str | None, report: Report) -> None:
    value = setting.value.partition("-")[0]
    if wrong := re.search(r"[^KQkq\s]", value):
        span = Span(*wrong.span()).moved(setting.value_span.start)
        report(rules.BAD_VALUE, span, f"`{setting.key}` is {TYPES['castling']}.")


def _short(text: str) -> str:
    shown = text if len(text) <= 20 else f"{text[:19]}…"
    return "".join(map(visible, shown))


_CHECKS: Mapping[str, Callable[[Key, Setting, str | None, Report], None]] = {
    "bool": _word,
    "enum": _word,
    "result": _word,
    "int": _int,
    "rank": _size,
    "file": _size,
    "squares": _squares,
    "pieces": _pieces,
    "numbers": _numbers,
    "promotions": _promotions,
    "castling": _castling,
}
