"""Diagnostics of the initial position (F11)."""

from __future__ import annotations

import re

from wazir.notations.kit import Report, fix, listed, visible
from wazir.notations.variants_ini import fen, rules
from wazir.notations.variants_ini.fen import Fen
from wazir.notations.variants_ini.meaning import Variant
from wazir.notations.variants_ini.syntax import Section
from wazir.text import Edit, Span

_CHECKS = re.compile(r"\+?\d+\+\d+")
"""Checks that are counted, which are a word more."""


def report_position(section: Section, made: Variant, parent: Variant | None, report: Report) -> None:
    """Say where the position of a section does not fit its board and its pieces."""
    setting = section.last.get("startFen")
    if setting is None:
        _report_inherited(section, made, parent, report)
        return
    found, by = fen.parsed(setting.value), setting.value_span.start
    _report_letters(found, made, by, report)
    for row in found.rows[: made.ranks]:
        width = len(row.squares)
        if width != made.files:
            message = f"This rank has {_counted(width, 'square')}; the board has {_counted(made.files, 'file')}."
            shown = row.span if row.span.start < row.span.end else Span(row.span.start, row.span.start + 1)
            report(rules.FEN_ROW_WIDTH, shown.moved(by), message)
    if not has_all_ranks(found, made):
        message = f"The position has {_counted(len(found.rows), 'rank')}; the board has {made.ranks}."
        board = Span(found.words[0].start, found.words[0].end) if found.words else Span(0, 0)
        report(rules.FEN_ROWS, board.moved(by), message)
    _report_words(found, setting.value, by, report)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def has_all_ranks(found: Fen, made: Variant) -> bool:
    """Whether a position has as many ranks as the board; pieces in hand may stand behind a further `/`."""
    return len(found.rows) == made.ranks or (made.drops and len(found.rows) == made.ranks + 1)


def fits(text: str, made: Variant) -> bool:
    """Whether a position has the shape of the board, and only letters of pieces."""
    found = fen.parsed(text)
    letters = made.letters + made.synonyms
    return (
        has_all_ranks(found, made)
        and all(len(row.squares) == made.files for row in found.rows[: made.ranks])
        and all(letter.lower() in letters for letter, _ in found.letters)
    )


def _report_letters(found: Fen, made: Variant, by: int, report: Report) -> None:
    told, letters = set[str](), made.letters + made.synonyms
    for letter, span in found.letters:
        if letter.lower() not in letters and letter.lower() not in told:
            told.add(letter.lower())
            report(
                rules.FEN_LETTER_WITHOUT_PIECE, span.moved(by), f"No piece of the variant has the letter `{letter}`."
            )
    for span in found.odd:
        report(rules.FEN_LETTER_WITHOUT_PIECE, span.moved(by), "This sign is not part of a position.")


def _report_words(found: Fen, text: str, by: int, report: Report) -> None:
    if len(found.words) > 1:
        side = text[slice(*found.words[1])]
        if side[0] not in "wb":
            message = f"The side to move is `w` or `b`, not `{visible(side[0])}`."
            report(rules.FEN_WORDS, found.words[1].moved(by), message)
    most = fen.MOST_WORDS + any(_CHECKS.fullmatch(text, *word) for word in found.words)
    if len(found.words) > most:
        span = Span(found.words[most].start, found.words[-1].end)
        fixes = (fix("Remove them", Edit(Span(found.words[most - 1].end, span.end).moved(by), "")),)
        message = f"A position has up to {most} words."
        report(rules.FEN_WORDS, span.moved(by), message, *fixes)


def _report_inherited(section: Section, made: Variant, parent: Variant | None, report: Report) -> None:
    """A position of the parent, on another board or without some of its pieces."""
    header = section.header
    base = parent or Variant()
    if header is None or fits(made.start_fen, made) or not (parent is None or fits(base.start_fen, base)):
        return
    found = fen.parsed(made.start_fen)
    missing = dict.fromkeys(
        letter.lower() for letter, _ in found.letters if letter.lower() not in made.letters + made.synonyms
    )
    said = [f"has no piece for {listed(f'`{one}`' for one in missing)}"] if missing else []
    if (made.files, made.ranks) != (base.files, base.ranks):
        said.append(f"is {made.files}x{made.ranks}, not {base.files}x{base.ranks}")
    whose = "inherited" if parent else "default"
    message = f"The {whose} `startFen` does not fit: this variant {listed(said)}. Set `startFen`."
    report(rules.INHERITED_FEN, header.span, message)
