"""Diagnostics of a section: its parent, its keys and its pieces (F1 to F10, F13)."""

from __future__ import annotations

import re
from string import ascii_lowercase

from wazir.notations.engine_files.variants_ini import codes
from wazir.notations.engine_files.variants_ini.line_checks import with_end
from wazir.notations.engine_files.variants_ini.meaning import (
    PROMOTIONS,
    SectionReading,
    Variant,
    built_in,
    built_in_names,
    is_royal,
    letters_of,
    pawn_types,
)
from wazir.notations.engine_files.variants_ini.programs import engine_of
from wazir.notations.engine_files.variants_ini.reading import as_text, replacements
from wazir.notations.engine_files.variants_ini.start_position import report_position
from wazir.notations.engine_files.variants_ini.syntax import (
    SEPARATOR,
    IniSetting,
    PieceSetting,
    SectionHeader,
    is_letter,
    piece_setting,
    qualified,
    read_fen,
)
from wazir.notations.engine_files.variants_ini.values import report_off_board, report_value
from wazir.notations.engine_files.variants_ini.vocabulary import (
    VariantKey,
    fork_key,
    key_of,
    keys,
)
from wazir.notations.fixes import fix, insertion, remove, write
from wazir.notations.notation import Context
from wazir.notations.reports import Report
from wazir.notations.suggestions import suggestions
from wazir.notations.wording import join_words, shortened
from wazir.text import Edit, Span, line_end, newline


def report_section(reading: SectionReading, context: Context, report: Report) -> None:
    """Report the mistakes of a section as a whole: its name, its parent, its pieces, its
    position.
    """
    header = reading.section.header
    if header is None:
        return
    if built_in(header.name) and engine_of(context).reads("variant", header.name):
        message = f"`{header.name}` is a built-in variant. Fairy-Stockfish drops this section."
        report(codes.NAME_IN_USE, header.name_span, message)
    is_known = not header.parent or reading.parent is not None
    _report_keys(reading, header, context, report=report)
    for check in (_report_parent, _report_letters, *(_CHECKS_OF_KNOWN if is_known else ())):
        check(reading, header, report)


def _report_parent(reading: SectionReading, header: SectionHeader, report: Report) -> None:
    """Report a parent that the engine does not know when it reads the section."""
    name, parent, scope = header.parent, reading.parent, reading.scope
    if not name:
        return
    is_below = not built_in(name) and not scope.precedes(name, header.name)
    if parent:
        if is_below or not parent.is_loaded:
            why = "is defined further down" if is_below else "is not loaded"
            message = f"`{shortened(name)}` {why}. Fairy-Stockfish drops this section."
            report(codes.UNKNOWN_PARENT, header.parent_span, message)
        return

    others = (
        other for other in scope.defined_names() if SEPARATOR not in other and other != header.name
    )
    near = suggestions(name, others, scope.analysis, others=built_in_names())
    meant = f" Did you mean `{near[0]}`?" if near else ""
    blanks = " with blanks around it" if name != name.strip() else ""
    message = (
        f"There is no variant `{shortened(name)}`{blanks}. Fairy-Stockfish drops this "
        f"section.{meant}"
    )
    report(
        codes.UNKNOWN_PARENT,
        header.parent_span,
        message,
        *(write(header.parent_span, each) for each in near),
    )


_NOT_OF_FORK = ("enum", "file", "rank", "squares")
"""The types of values of which Fairy-Stockfish-X reads more: its boards are larger, and each piece
may have squares.
"""


def _report_keys(
    reading: SectionReading, header: SectionHeader, context: Context, report: Report
) -> None:
    engine = engine_of(context)
    letters = (
        ascii_lowercase if header.parent and reading.parent is None else reading.variant.letters
    )
    is_inherited = header.name != "" and reading.scope.is_used(header.name)
    for setting in reading.section.last.values():
        own = key_of(setting.key)
        key = own or (fork_key(setting.key) if engine.is_fork else None)
        is_gone = engine.has_lost("key", setting.key) and setting.key not in context.extra_keys
        if is_gone or (key and key.instead and engine.reads("key", key.instead)):
            _report_old(setting, key, reading, report=report)
        if key is None or not setting.value:
            continue
        if key.type == "piece":
            _report_piece(key, setting, reading.section.text, report=report)
        elif not (engine.is_fork and own and own.type in _NOT_OF_FORK):
            report_value(key, setting, letters, report=report)
            if key.type == "squares" and reading.variant.is_loaded and not is_inherited:
                report_off_board(setting, reading.variant.size, report)


def _report_old(
    setting: IniSetting, key: VariantKey | None, reading: SectionReading, report: Report
) -> None:
    """Report a deprecated key, or one that is not known any more, with the settings that replace
    it.
    """
    text, line = reading.section.text, setting.span
    settings = replacements(setting, reading)
    fixes = [] if settings is None else [remove(with_end(text, line), "this line", safe=True)]
    if settings:
        lines = [f"{name} = {value}" for name, value in settings.items()]
        title = f"Write {join_words(f'`{line}`' for line in lines)}"
        fixes = [fix(title, Edit(line, newline(text).join(lines)), safe=key is not None)]
    if key:
        message = f"`{key.name}` is deprecated. `{key.instead}` replaces it."
        report(codes.DEPRECATED_KEY, setting.key_span, message, *fixes)
    else:
        verb = "replaces" if len(settings or ()) == 1 else "replace"
        instead = f" {join_words(f'`{name}`' for name in settings)} {verb} it." if settings else ""
        message = f"Fairy-Stockfish does not know `{setting.key}` any more.{instead}"
        report(codes.UNKNOWN_KEY, setting.key_span, message, *fixes)


# Pieces


def _report_piece(key: VariantKey, setting: IniSetting, text: str, report: Report) -> None:
    value, span = setting.value, setting.value_span
    rest = Span(span.start + 1, span.end)
    shown = f"`{shortened(value[1:])}`"
    if not is_letter(value[0]):
        if value[0] == "-" != value:
            message = f"`-` removes the piece. Fairy-Stockfish drops {shown}."
            report(codes.BETZA_ON_BUILTIN, rest, message, remove(rest, shown, safe=True))
        elif value != "-":
            report(
                codes.BAD_VALUE, span, "A piece has one of the letters `a` to `z`; `-` removes it."
            )
    elif key.is_custom and len(value) == 1:
        message = "Missing moves. Write `:` and the moves in Betza's notation after the letter."
        report(codes.MISSING_MOVES, span, message)
    elif key.is_custom or (key.name == "king" and len(value) > 1):
        _report_colon(setting, text, report)
    elif len(value) > 1:
        message = f"Fairy-Stockfish reads one letter for `{key.name}` and drops {shown}."
        report(codes.BETZA_ON_BUILTIN, rest, message, remove(rest, shown, safe=True))


_NAME_AND_MOVES = re.compile(
    r"(?P<letter>[A-Za-z])(?P<more>[\w' -]{2,}|[ \t]+):[ \t]*(?P<moves>.+)"
)


def name_and_moves(value: str) -> tuple[str, str] | None:
    """The name and the moves of a piece whose `:` is not behind its letter, so that the engine
    misreads its moves; None otherwise.
    """
    match = _NAME_AND_MOVES.fullmatch(value)
    return (f"{match['letter']}{match['more']}".strip(), match["moves"]) if match else None


def _report_colon(setting: IniSetting, text: str, report: Report) -> None:
    """Report a second character that is not the `:` before the moves."""
    value, span = setting.value, setting.value_span
    if misread := name_and_moves(value):
        name, moves = misread
        piece = f"{value[0]}:{moves}"
        rest = f"`{shortened(value[2:])}`"
        message = (
            "`:` stands right after the letter of a piece. "
            f"Fairy-Stockfish reads {rest} as its moves."
        )
        way = write(span, piece)
        if len(name) > 1:
            comment = insertion(setting.span.start, f"# {name}{newline(text)}")
            way = fix(f"Write `{piece}` below `# {name}`", comment, Edit(span, piece))
        report(codes.MISSING_COLON, span, message, way)
    elif is_letter(value[1]) or value[1].isdigit():
        moves = value[1:].replace(":", "")
        message = f"Missing `:` after the letter. Fairy-Stockfish skips `{value[1]}`."
        report(codes.MISSING_COLON, span, message, write(span, f"{value[0]}:{moves}"))


def _report_letters(reading: SectionReading, _header: SectionHeader, report: Report) -> None:
    last = reading.section.last
    for taken in reading.taken:
        winner, letter = piece_setting(last[taken.by]), taken.letter
        if taken.is_inherited:
            message = (
                f"`{taken.key}`, which is inherited, loses `{letter}` to this piece and is gone."
            )
            if taken.key == "king" and not _has_goal(reading.variant):
                _report_lost_king(reading.variant, winner, report)
            else:
                report(codes.REPLACED_PIECE, winner.letter_span, message)
        else:
            message = (
                f"`{taken.by}` takes the letter `{letter}`. Fairy-Stockfish removes this piece."
            )
            loser = piece_setting(last[taken.key])
            free = [letter for letter in ascii_lowercase if letter not in reading.variant.letters]
            fixes = (write(loser.letter_span, letter) for letter in free[:1])
            report(codes.DUPLICATE_LETTER, loser.letter_span, message, *fixes)


def _has_goal(variant: Variant) -> bool:
    """Whether a piece is royal, or the loss of pieces ends the game."""
    is_lost = variant.options["extinctionValue"] != "none"
    return is_lost or any(is_royal(piece, variant) for piece in variant.pieces)


def _report_lost_king(variant: Variant, winner: PieceSetting, report: Report) -> None:
    """Report a piece that takes the letter of the inherited king, so that no piece is royal."""
    letter, key = winner.letter, winner.setting.key
    piece = next((piece for piece in variant.pieces if piece.key == key), None)
    if key.startswith("customPiece") and not (piece and piece.moves):
        return  # its moves are missing, which is reported
    king = f"king = {letter}:{piece.moves}" if piece else ""
    message = f"The inherited king loses `{letter}` to `{key}`, and no piece is royal."
    fixes = (write(winner.setting.span, king),) if king else ()
    report(codes.LOST_KING, winner.letter_span, message, *fixes)


def _report_promotions(reading: SectionReading, _header: SectionHeader, report: Report) -> None:
    """Report pieces that are set again, which removes them from the inherited promotions (F10)."""
    section = reading.section
    variant = reading.variant
    parent = reading.parent
    if parent is None:
        return
    letters = variant.letter_of
    placed = letters_of(variant.start_fen)
    lost = dict[str, str]()
    for pieces, pawns in PROMOTIONS.items():
        is_set = not {pieces, "promotionPieceTypes"}.isdisjoint(section.last)
        has_pawns = any(letters.get(pawn) in placed for pawn in variant.options[pawns])
        if is_set or not has_pawns:
            continue
        for piece_key in parent.options[pieces]:
            if piece_key in letters and piece_key not in variant.options[pieces]:
                lost[piece_key] = pieces
    for piece in [piece for piece in section.pieces if piece.setting.key in lost]:
        key, whole = piece.setting.key, piece.setting.span
        message = f"Set again, `{key}` is no longer among the inherited promotions."
        before = parent.by_letter.get(piece.letter)
        if before is not None and before.key == key and not keys()[key].is_custom:
            way = remove(with_end(section.text, whole), "this line")
        else:
            all_of = "".join(
                letters[piece] for piece in parent.options[lost[key]] if piece in letters
            )
            line = f"{newline(section.text)}promotionPieceTypes = {all_of}"
            way = fix("Set the promotions again", insertion(whole.end, line))
        report(codes.LOST_PROMOTION, piece.letter_span, message, way)


def _report_conflicts(reading: SectionReading, _header: SectionHeader, report: Report) -> None:
    """Report settings that exclude each other, where one of them is set."""
    last = reading.section.last
    for conflict in reading.variant.conflicts:
        own = [last[key].key_span for key in conflict.keys if key in last]
        for span in own[:1]:
            report(codes.CONFLICTING_SETTINGS, span, conflict.message)


_REGIONS = {"promotionRegion": "Black", "doubleStepRegion": "White"}
"""Regions of both sides, each with the side whose ranks are counted from the first one."""
_OLD_REGIONS = {
    "promotionRegion": ("promotionRank",),
    "doubleStepRegion": ("doubleStepRank", "doubleStepRankMin"),
}
_WHOLE_RANKS = re.compile(r"\*\d+(?: +\*\d+)*")


def _report_regions(reading: SectionReading, header: SectionHeader, report: Report) -> None:
    """Report inherited regions that are not mirror images of each other on a board of another
    height.
    """
    variant = reading.variant
    section = reading.section
    base = reading.parent or Variant()
    if variant.ranks == base.ranks or not _has_pawns(variant):
        return
    height, lines = section.last["maxRank"], dict[str, str]()
    for key, kept in _REGIONS.items():
        moved = "White" if kept == "Black" else "Black"
        mine, theirs = (as_text(variant.options[key + side], {}) for side in (kept, moved))
        has_effect = key == "promotionRegion" or _has_steps(variant)
        is_set = {key + kept, key + moved, *_OLD_REGIONS[key]} & section.last.keys()
        are_ranks = _WHOLE_RANKS.fullmatch(mine) and _WHOLE_RANKS.fullmatch(theirs)
        if has_effect and not is_set and are_ranks:
            mirrored = " ".join(f"*{variant.ranks + 1 - int(rank[1:])}" for rank in mine.split())
            if set(mirrored.split()) != set(theirs.split()):
                lines[f"`{key}{moved} = {theirs}`"] = f"{key}{moved} = {mirrored}"
    if lines:
        verb = "is" if len(lines) == 1 else "are"
        message = (
            f"The board has {variant.size[1]} ranks, but {join_words(lines)} {verb} inherited."
        )
        edit = insertion(
            height.span.end, "".join(f"{newline(section.text)}{line}" for line in lines.values())
        )
        title = f"Write {join_words(f'`{line}`' for line in lines.values())}"
        report(codes.INHERITED_REGION, height.key_span, message, fix(title, edit))


def _has_steps(variant: Variant) -> bool:
    """Whether a piece at the start has moves from the region of double steps."""
    placed = letters_of(variant.start_fen)
    return any(
        piece.letter in placed and (piece.key == "pawn" or "i" in piece.moves)
        for piece in variant.pieces
    )


def _has_pawns(variant: Variant) -> bool:
    """Whether both sides have pieces at the start that promote as pawns."""
    placed = {letter for letter, _ in read_fen(variant.start_fen).letters}
    letters = variant.letter_of
    white, black = (
        {letters.get(key, "") for key in pawn_types(variant.options, side)}
        for side in ("White", "Black")
    )
    return not placed.isdisjoint(map(str.upper, white)) and not placed.isdisjoint(black)


def _table_faults(variant: Variant) -> tuple[str, str]:
    """The letters that the table of characters lacks, and those in it that no piece has (F13)."""
    if variant.table == "-":
        return "", ""
    table = variant.table.lower()
    letters = variant.letters
    placed = letters_of(variant.start_fen)
    missing = "".join(letter for letter in letters if letter in placed and letter not in table)
    return missing, "".join(sorted(set(filter(is_letter, table)) - set(letters)))


def _report_table(reading: SectionReading, header: SectionHeader, report: Report) -> None:
    """Report a table of characters that lacks letters or has too many, unless the table of the
    parent does so too.
    """
    section, own = reading.section, reading.section.last.get("pieceToCharTable")
    missing, gone = faults = _table_faults(reading.variant)
    if not (missing or gone) or faults == _table_faults(reading.parent or Variant()):
        return
    differences = [f"lacks `{missing}`"] if missing else []
    differences += [f"has `{gone}`, which no piece has"] if gone else []
    whose = "The table of characters" if own else "The inherited `pieceToCharTable`"
    after_header = insertion(
        line_end(section.text, header.span.end), f"pieceToCharTable = -{newline(section.text)}"
    )
    way = fix("Write `pieceToCharTable = -`", Edit(own.value_span, "-") if own else after_header)
    span = own.value_span if own else header.name_span
    report(
        codes.INHERITED_CHAR_TABLE,
        span,
        f"{whose} {' and '.join(differences)}. `-` leaves it out.",
        way,
    )


def _report_unused(reading: SectionReading, _header: SectionHeader, report: Report) -> None:
    """Report pieces of a section that nothing uses. Sections that inherit from it may use them, and
    programs around the engine place pieces in hands.
    """
    section = reading.section
    scope = reading.scope
    variant = reading.variant
    has_hand = variant.options["pieceDrops"] or variant.options["seirawanGating"]
    if not section.name or scope.is_used(section.name) or has_hand:
        return
    placed = letters_of(variant.start_fen)
    alive = {piece.key for piece in variant.pieces}
    for piece in section.pieces:
        is_own = piece.setting.key in alive
        if (
            is_own
            and piece.letter not in placed
            and not scope.is_used(qualified(section.name, piece.letter))
        ):
            message = f"Nothing uses `{piece.letter}`: no position, no promotion."
            report(codes.UNUSED_PIECE, piece.letter_span, message)


_CHECKS_OF_KNOWN = (
    report_position,
    _report_regions,
    _report_conflicts,
    _report_promotions,
    _report_table,
    _report_unused,
)
"""The checks of a section whose parent is known."""
