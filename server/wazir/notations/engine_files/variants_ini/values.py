"""Diagnostics of the values of keys, by type (F9, F14 to F16)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches

from wazir.diagnostics import Severity
from wazir.notations.engine_files.variants_ini import codes
from wazir.notations.engine_files.variants_ini.reading import (
    SIZES,
    UNLISTED,
    file_number,
    number,
)
from wazir.notations.engine_files.variants_ini.syntax import IniSetting, is_letter
from wazir.notations.engine_files.variants_ini.vocabulary import (
    MAX_FILES,
    MAX_RANKS,
    TYPES,
    VariantKey,
)
from wazir.notations.fixes import remove, write
from wazir.notations.reports import Report
from wazir.notations.wording import join_words, shortened, visible
from wazir.text import Span

MAX_OF_KEY = {"rank": MAX_RANKS, "file": MAX_FILES}


def report_value(key: VariantKey, setting: IniSetting, letters: str, report: Report) -> None:
    """Report an invalid value.

    Args:
        key: The key.
        setting: Its value, which is not empty.
        letters: The letters of all pieces of the section; all letters if its pieces are not known.
        report: Takes the diagnostics.
    """
    if check := _CHECKS.get(key.type):
        check(key, setting, letters, report)


def _word(key: VariantKey, setting: IniSetting, _letters: str, report: Report) -> None:
    value, span = setting.value, setting.value_span
    if value in key.values and not setting.comment and setting.read != value:
        blanks = Span(span.end, setting.span.end)
        message = f"Blanks after `{value}` are part of the value.{_otherwise(key)}"
        report(codes.BAD_VALUE, blanks, message, write(Span(span.start, blanks.end), value))
    elif value not in (*key.values, *UNLISTED.get(key.name, ())):
        lower = value.lower()
        if key.type == "bool" and lower in key.values:
            message = "Write it in lower case. Fairy-Stockfish reads `false`."
            report(codes.CAPITAL_BOOL, span, message, write(span, lower))
            return
        meant = {
            **dict.fromkeys(("1", "on", "t", "y", "yes"), "true"),
            **dict.fromkeys(("0", "f", "n", "no", "off"), "false"),
        }
        if key.type == "bool" and lower in meant:
            near = [meant[lower]]
        else:
            near = get_close_matches(lower, key.values, n=1)
        words = join_words((f"`{word}`" for word in key.values), "or")
        message = f"`{setting.key}` is {words}.{_otherwise(key)}"
        report(codes.BAD_VALUE, span, message, *(write(span, word) for word in near))


def _otherwise(key: VariantKey) -> str:
    """What the engine reads in place of an unknown word, as a sentence after a blank."""
    default = "false" if key.type == "bool" else "none"
    return f" Fairy-Stockfish reads `{default}`." if default in key.values else ""


_INT = re.compile(r"[+-]?\d+")


def _int(_key: VariantKey, setting: IniSetting, _letters: str, report: Report) -> None:
    if match := _INT.match(setting.value):
        _report_rest(setting, match.end(), report)
    else:
        report(codes.BAD_VALUE, setting.value_span, f"`{setting.key}` is a number.")


def _size(key: VariantKey, setting: IniSetting, _letters: str, report: Report) -> None:
    value = setting.value
    span = setting.value_span
    largest = MAX_OF_KEY[key.type]
    is_size = key.name in SIZES
    match = re.match(r"[a-z]|\d+" if key.type == "file" else r"\d+", value, re.ASCII)
    read = match[0] if match else ""
    count = file_number(read)
    if count > largest and len(read) < len(value):
        message = f"`{setting.key}` is {TYPES[key.type]}. Fairy-Stockfish reads `{read}`."
        report(codes.BAD_VALUE, span, message)
    elif 1 <= count <= largest:
        _report_rest(setting, len(read), report)
    elif count and is_size:
        what = "files" if key.type == "file" else "ranks"
        message = (
            f"Fairy-Stockfish has boards of up to {largest} {what}. It does not load this variant."
        )
        report(codes.BOARD_TOO_LARGE, span, message, write(span, str(largest)))
    else:
        crash = " The `check` of Fairy-Stockfish crashes on it." if is_size else ""
        fixes = (write(span, value.lower()),) if re.fullmatch("[A-L]", value) else ()
        report(codes.BAD_VALUE, span, f"`{setting.key}` is {TYPES[key.type]}.{crash}", *fixes)


def _report_rest(setting: IniSetting, end: int, report: Report) -> None:
    """Report the text after the number that is read."""
    if rest := setting.value[end:]:
        span = Span(setting.value_span.start + end, setting.value_span.end)
        message = f"Fairy-Stockfish reads `{setting.value[:end]}` and drops `{_short(rest)}`."
        report(codes.BAD_VALUE, span, message, write(setting.value_span, setting.value[:end]))


_SQUARE = re.compile(
    r"(?P<file>[A-Za-z])(?:\*|(?P<rank>\d+)(?P<rest>.*))|\*(?P<only>\d+)(?P<end>.*)"
)


def _squares(_key: VariantKey, setting: IniSetting, _letters: str, report: Report) -> None:
    for word in re.finditer(r"\S+", setting.value):
        if word[0] == "-":
            return
        span = Span(*word.span()).moved(setting.value_span.start)
        match = _SQUARE.fullmatch(word[0])
        if match is None:
            crashes = (
                len(word[0]) > 1
                and word[0][-1] != "*"
                and (word[0][0] == "*" or is_letter(word[0][0]))
            )
            crash = " Fairy-Stockfish crashes on it." if crashes else ""
            message = f"`{_short(word[0])}` is not a square, a rank (`*3`) or a file (`d*`).{crash}"
            report(codes.BAD_VALUE, span, message)
            continue
        file, rank = _file_and_rank(match)
        if not (1 <= rank <= MAX_RANKS and file <= MAX_FILES):
            message = f"`{_short(word[0])}` is beyond the largest board, {MAX_FILES}x{MAX_RANKS}."
            report(codes.OFF_BOARD, span, message)
        elif rest := match["rest"] or match["end"]:
            kept = word[0][: -len(rest)]
            message = f"Fairy-Stockfish reads `{kept}` and drops `{_short(rest)}`."
            report(codes.BAD_VALUE, span, message, write(span, kept))


def report_off_board(setting: IniSetting, size: tuple[int, int], report: Report) -> None:
    """Report the squares, ranks and files of a value that the largest board has, and that of the
    variant does not have. The engine leaves them out.
    """
    files, ranks = size
    code = replace(codes.OFF_BOARD, severity=Severity.WARNING)
    for word in re.finditer(r"\S+", setting.value.partition("-")[0]):
        match = _SQUARE.fullmatch(word[0])
        if match is None:
            continue
        file, rank = _file_and_rank(match)
        is_on_largest = 1 <= rank <= MAX_RANKS and file <= MAX_FILES
        if is_on_largest and (rank > ranks or file > files):
            span = Span(*word.span()).moved(setting.value_span.start)
            report(code, span, f"`{word[0]}` is beyond the board, {files}x{ranks}.")


def _file_and_rank(match: re.Match[str]) -> tuple[int, int]:
    """The numbers of the file and the rank of a square; 1 in place of one that it leaves open."""
    rank = number(match["rank"] or match["only"] or "1")
    return file_number((match["file"] or "a").lower()), rank


def _pieces(key: VariantKey, setting: IniSetting, letters: str, report: Report) -> None:
    value = setting.value
    for at, sign in enumerate(value):
        if sign == "-":
            return
        if sign not in " \t*" and sign.lower() not in letters:
            _report_letter(setting, at, value[at + 1 :], report=report)
            return
    chosen = "".join(value.split()).lower()
    if key.is_one_piece and len(set(chosen)) > 1:
        message = f"`{key.name}` is one piece. Fairy-Stockfish reads the last one, `{chosen[-1]}`."
        report(codes.BAD_VALUE, setting.value_span, message, write(setting.value_span, chosen[-1]))


def _report_letter(setting: IniSetting, at: int, rest: str, report: Report) -> None:
    span = Span(at, at + 1).moved(setting.value_span.start)
    sign = visible(setting.value[at])
    lost = f" and loses `{_short(rest.strip())}`" if rest.strip() else ""
    message = f"`{sign}` is not the letter of a piece. Fairy-Stockfish stops reading here{lost}."
    fixes = () if is_letter(setting.value[at]) else (remove(span, f"`{sign}`"),)
    report(codes.UNKNOWN_PIECE_LETTER, span, message, *fixes)


_ITEMS = {
    "numbers": re.compile(r"\s*(?P<letter>\S)\s*(?:\S\s*(?P<number>[+-]?\d+)?)?"),
    "promotions": re.compile(r"\s*(?P<letter>\S)\s*(?:\S\s*(?P<other>\S)?)?"),
}
"""An item of a list, by the type of the key."""


def _list(key: VariantKey, setting: IniSetting, letters: str, report: Report) -> None:
    """Report mistakes in a list of letters, each with a number or with another letter, or `-` for
    none.
    """
    value, at = setting.value, 0
    while match := _ITEMS[key.type].match(value, at):
        for group, part in match.groupdict().items():
            if part is None:
                span = Span(match.start("letter"), len(value)).moved(setting.value_span.start)
                report(
                    codes.BAD_VALUE,
                    span,
                    f"`{key.name}` is {TYPES[key.type]}. Fairy-Stockfish stops reading here.",
                )
                return
            is_piece = group == "letter" or (group == "other" and part != "-")
            if is_piece and part.lower() not in letters:
                _report_letter(
                    setting, match.start(group), value[match.end(group) :], report=report
                )
                return
        at = match.end()


def _castling(_key: VariantKey, setting: IniSetting, _letters: str, report: Report) -> None:
    value = setting.value.partition("-")[0]
    if wrong := re.search(r"[^KQkq\s]", value):
        span = Span(*wrong.span()).moved(setting.value_span.start)
        report(codes.BAD_VALUE, span, f"`{setting.key}` is {TYPES['castling']}.")


def _short(text: str) -> str:
    return "".join(map(visible, shortened(text, 20)))


_CHECKS: Mapping[str, Callable[[VariantKey, IniSetting, str, Report], None]] = {
    "bool": _word,
    "enum": _word,
    "result": _word,
    "rank": _size,
    "file": _size,
    "numbers": _list,
    "promotions": _list,
    "int": _int,
    "squares": _squares,
    "pieces": _pieces,
    "castling": _castling,
}
