"""Diagnostics of the lines of a section: its header, settings and comments, and other text."""

from __future__ import annotations

import re
from difflib import get_close_matches

from wazir.notations.engine_files.variants_ini import codes
from wazir.notations.engine_files.variants_ini.programs import engine_of
from wazir.notations.engine_files.variants_ini.reading import REMOVED
from wazir.notations.engine_files.variants_ini.syntax import IniSetting, Section, SectionHeader
from wazir.notations.engine_files.variants_ini.vocabulary import (
    CUSTOM_PIECES,
    fork_key,
    key_of,
    keys,
)
from wazir.notations.fixes import fix, insertion, remove, write
from wazir.notations.notation import Context
from wazir.notations.reports import Report
from wazir.notations.wording import shortened
from wazir.text import Edit, Span, line_end, line_start, newline


def report_lines(section: Section, context: Context, report: Report) -> None:
    """Report the lines that the engine does not read as they are meant."""
    engine = engine_of(context)
    for span in section.unread:
        report(codes.UNREAD_LINE, span, "Fairy-Stockfish reads nothing before the first section.")
    if section.header:
        _report_header(section.header, report)
    for span in section.strays:
        _report_stray(section.text, span, report)
    for setting in section.settings:
        if setting.key not in context.extra_keys and not (engine.is_fork and fork_key(setting.key)):
            _report_setting(section, setting, report)


def _report_header(header: SectionHeader, report: Report) -> None:
    if not header.is_closed:
        message = "Missing `]`. Fairy-Stockfish reads on to the next one."
        report(
            codes.BAD_HEADER,
            header.span,
            message,
            fix("Write `]`", insertion(header.span.end, "]")),
        )
    elif not header.name.strip():
        report(codes.BAD_HEADER, header.span, "A section needs a name.")
    elif header.name != header.name.strip() or header.parent != header.parent.strip():
        message = "Blanks are part of a name."
        parent = f":{header.parent.strip()}" if header.parent else ""
        report(
            codes.BAD_HEADER,
            header.span,
            message,
            write(header.span, f"[{header.name.strip()}{parent}]"),
        )


_COLON = re.compile(r"(?P<key>\w+)[ \t]*:[ \t]*(?P<value>.*)")


def _report_stray(text: str, span: Span, report: Report) -> None:
    line = text[slice(*span)]
    indent = _indent(text, span.start)
    if line[0] in "[#;":
        _report_indented(
            line[0],
            span,
            indent,
            effect="The `check` of Fairy-Stockfish reports this line.",
            report=report,
        )
    elif (match := _COLON.fullmatch(line)) and (key_of(match["key"]) or _near_keys(match["key"])):
        message = "Fairy-Stockfish does not read this line. Write `=` after the key."
        sign = Span(match.end("key"), match.start("value")).moved(span.start)
        report(codes.COLON_FOR_EQUALS, span, message, fix("Write `=`", Edit(sign, " = ")))
    else:
        message = "This line is not a setting. Write `key = value`, or `#` before a comment."
        report(
            codes.MISSING_EQUALS,
            span,
            message,
            fix("Make it a comment", insertion(indent.start, "# ")),
        )


def _report_indented(sign: str, span: Span, indent: Span, effect: str, report: Report) -> None:
    """Report a section or a comment with blanks before it."""
    if sign == "[":
        report(
            codes.INDENTED_HEADER,
            span,
            "A section begins in the first column.",
            remove(indent, "the blanks"),
        )
    else:
        message = f"A comment begins in the first column. {effect}"
        report(codes.INDENTED_COMMENT, span, message, remove(indent, "the blanks", safe=True))


def _indent(text: str, start: int) -> Span:
    """The blanks before a place, from the start of its line."""
    return Span(line_start(text, start), start)


# Settings


def _report_setting(section: Section, setting: IniSetting, report: Report) -> None:
    text, name = section.text, section.text[slice(*setting.key_span)]
    indent = _indent(text, setting.key_span.start)
    if name.startswith(("#", ";", "[")):
        effect = "Fairy-Stockfish reads this line as an unknown key."
        _report_indented(name[:1], setting.key_span, indent, effect=effect, report=report)
        return
    if indent.start < indent.end and key_of(name):
        message = f"Fairy-Stockfish does not know `{name}` with blanks before it."
        report(codes.INDENTED_KEY, setting.key_span, message, remove(indent, "the blanks"))
        return
    if setting.key != name or key_of(name) is None:
        if setting.key not in REMOVED:
            _report_unknown(setting, name, report)
        return
    if setting.comment:
        _report_comment(setting, setting.comment, indent.start, text=text, report=report)
    if not setting.read:
        report(
            codes.MISSING_VALUE, setting.key_span, f"`{name}` has no value, so that nothing is set."
        )
    elif section.last[name] is not setting:
        is_same = section.last[name].read == setting.read
        code = codes.REPEATED_KEY if is_same else codes.DUPLICATE_KEY
        more = " to the same value" if is_same else ", and that counts"
        removed = remove(with_end(text, setting.span), "this line", safe=is_same)
        report(code, setting.key_span, f"`{name}` is set again further down{more}.", removed)


def with_end(text: str, line: Span) -> Span:
    """A line with the line break at its end."""
    return Span(line.start, line_end(text, line.end))


_CUSTOM = re.compile(r"customPiece\d+")


def _report_unknown(setting: IniSetting, name: str, report: Report) -> None:
    span = setting.key_span
    if _CUSTOM.fullmatch(name):
        message = f"Custom pieces have numbers from 1 to {CUSTOM_PIECES}."
        plain = f"customPiece{name.removeprefix('customPiece').lstrip('0')}"
        report(codes.PIECE_NUMBER, span, message, *([write(span, plain)] if key_of(plain) else ()))
    elif not name:
        report(
            codes.UNKNOWN_KEY,
            Span(setting.equals, setting.equals + 1),
            "A key is missing before `=`.",
        )
    elif key_of(name):
        blanks = Span(span.end, setting.equals)
        message = f"The tab is part of the key. Fairy-Stockfish does not know `{name}` with a tab."
        report(codes.UNKNOWN_KEY, span, message, fix("Write a blank", Edit(blanks, " ")))
    elif fork_key(name):
        report(
            codes.UNKNOWN_KEY,
            span,
            f"Fairy-Stockfish does not know `{name}`, a key of its fork Fairy-Stockfish-X.",
        )
    else:
        near = _near_keys(name)
        meant = f" Did you mean `{near[0]}`?" if near else ""
        message = f"Unknown key `{shortened(name)}`.{meant}"
        report(codes.UNKNOWN_KEY, span, message, *(write(span, key) for key in near))


def _near_keys(name: str) -> tuple[str, ...]:
    """The keys that a word may be meant for, the likeliest first."""
    by_lower = {key.lower(): key for key in keys()}
    exact = by_lower.get(name.lower())
    if re.fullmatch(r"(?i)c\w{3,5}mp\w{3,5}\d+", name):
        number = re.sub(r"\D", "", name)
        if key_of(f"customPiece{number}"):
            return (f"customPiece{number}",)
    if exact:
        near = [exact]
    else:
        near = [
            by_lower[key] for key in get_close_matches(name.lower(), by_lower, n=2, cutoff=0.75)
        ]
    return tuple(dict.fromkeys(keys()[key].instead or key for key in near))


def _report_comment(setting: IniSetting, span: Span, line: int, text: str, report: Report) -> None:
    """Report a comment after a value. The fix moves it to a line of its own."""
    as_what = "its letters are moves" if setting.may_have_moves else "it is part of the value"
    above = insertion(line, text[slice(*span)] + newline(text))
    removed = Edit(Span(setting.value_span.end, setting.span.end), "")
    moved = fix("Move the comment to a line of its own", above, removed)
    message = f"A comment needs its own line. To Fairy-Stockfish {as_what}."
    report(codes.COMMENT_IN_VALUE, span, message, moved)
