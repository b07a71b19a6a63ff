"""Diagnostics of positions at the start: their board, pieces, rights and counters (F11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace

from wazir.diagnostics import Code, Diagnostic, Fix, Severity
from wazir.notations.engine_files.variants_ini import codes
from wazir.notations.engine_files.variants_ini.meaning import SectionReading, Variant, letters_of
from wazir.notations.engine_files.variants_ini.reading import file_name
from wazir.notations.engine_files.variants_ini.syntax import (
    Fen,
    Section,
    SectionHeader,
    read_fen,
)
from wazir.notations.engine_files.variants_ini.vocabulary import MAX_FILES, MAX_RANKS
from wazir.notations.fixes import fix, insertion, write
from wazir.notations.reports import Report
from wazir.notations.suggestions import is_slip
from wazir.notations.wording import join_words, plural_count, shortened, visible
from wazir.text import Edit, Span, line_end, newline

MAX_WORDS = 6
"""The words of a FEN; checks that are counted are one more."""


def report_position(reading: SectionReading, header: SectionHeader, report: Report) -> None:
    """Report where the position of a section does not fit its board, its pieces and its rules."""
    setting = reading.section.last.get("startFen")
    if setting is None:
        _report_inherited(reading.variant, reading.parent, header, report=report)
        return
    by = setting.value_span.start
    inherit = _inherit_from_chess(reading.variant, setting.value, header)
    if inherit:
        message = "Without a parent, a section has only the pieces that it sets."
        report(
            codes.FEN_LETTER_WITHOUT_PIECE, header.name_span, f"{message} {inherit.title}.", inherit
        )
    sizes = _sizes(read_fen(setting.value), reading.section, header)
    for fault in faults(setting.value, reading.variant):
        if not (inherit and fault.code is codes.FEN_LETTER_WITHOUT_PIECE):
            resize = sizes.get(fault.code) if not fault.fixes else None
            moved = fault.moved(by)
            report.keep(replace(moved, fixes=(resize,)) if resize else moved)


def _sizes(position: Fen, section: Section, header: SectionHeader) -> Mapping[Code, Fix]:
    """The fixes that give the board the size of a position, by the codes of what they fix; none
    for a position that no board has.
    """
    widths = _widths(position)
    files, ranks = max(widths, default=0), len(position.rows)
    if len(widths) > 1 or not 1 <= files <= MAX_FILES or ranks > MAX_RANKS:
        return {}
    return {
        codes.FEN_ROW_WIDTH: _set_size("maxFile", files, section, header=header),
        codes.FEN_ROWS: _set_size("maxRank", ranks, section, header=header),
    }


def _set_size(key: str, size: int, section: Section, *, header: SectionHeader) -> Fix:
    """The fix that sets the number of files or ranks of the board."""
    line, own = f"{key} = {size}", section.last.get(key)
    if own:
        return write(own.span, line)
    below = line_end(section.text, header.span.end)
    return fix(f"Write `{line}`", insertion(below, f"{line}{newline(section.text)}"))


def _widths(position: Fen) -> set[int]:
    """The numbers of squares that its ranks have."""
    return {len(row.squares) for row in position.rows}


def _inherit_from_chess(variant: Variant, position: str, header: SectionHeader) -> Fix | None:
    """The fix that makes a section inherit from chess, if chess has the king and the other pieces
    that it lacks.
    """
    missing = letters_of(position) - set(variant.letters)
    is_chess = not header.parent and {"k"} <= missing <= set("kqrbnp")
    return write(header.span, f"[{header.name}:chess]") if is_chess else None


def _report_inherited(
    variant: Variant, parent: Variant | None, header: SectionHeader, report: Report
) -> None:
    """Report an inherited position that does not fit the board, the pieces or the rules of the
    section.
    """
    errors = _errors(variant.start_fen, variant)
    if not errors or (parent and _errors(parent.start_fen, parent)):
        return
    differences = _differences(variant, parent or Variant())
    why = f"this variant {join_words(differences)}." if differences else errors[0].message
    whose = "inherited" if parent else "default"
    problem = f"The {whose} `startFen` does not fit: {why}"
    inherit = None if parent else _inherit_from_chess(variant, variant.start_fen, header)
    if inherit:
        report(codes.INHERITED_FEN, header.span, f"{problem} {inherit.title}.", inherit)
    else:
        report(codes.INHERITED_FEN, header.span, f"{problem} Set `startFen`.")


def _differences(variant: Variant, base: Variant) -> list[str]:
    """How a variant differs from the one whose position it inherits."""
    differences = list[str]()
    known = variant.letters + variant.synonyms
    letters = dict.fromkeys(letter.lower() for letter, _ in read_fen(variant.start_fen).letters)
    missing = [f"`{letter}`" for letter in letters if letter not in known]
    if missing:
        differences.append(f"has no piece for {join_words(missing)}")
    if variant.size != base.size:
        size, base_size = ("{}x{}".format(*each.size) for each in (variant, base))
        differences.append(f"is {size}, not {base_size}")
    return differences


def _errors(text: str, variant: Variant) -> list[Diagnostic]:
    return [fault for fault in faults(text, variant) if fault.code.severity is Severity.ERROR]


def faults(text: str, variant: Variant) -> tuple[Diagnostic, ...]:
    """What is wrong with a position in a variant; kings and rooks have places only on a board that
    is right.
    """
    position = read_fen(text)
    if not position.words:
        return ()

    def reported(
        *checks: Callable[[Fen, str, Variant], Iterator[Diagnostic]],
    ) -> tuple[Diagnostic, ...]:
        return tuple(fault for check in checks for fault in check(position, text, variant))

    board = reported(_letters, _signs, _shape, _hand)
    places = () if board else reported(_kings, _castling_rights)
    return board + places + reported(_side, _counters, _words)


def _letters(position: Fen, _text: str, variant: Variant) -> Iterator[Diagnostic]:
    reported, letters = set[str](), variant.letters + variant.synonyms
    for letter, span in position.letters:
        if letter.lower() not in letters and letter.lower() not in reported:
            reported.add(letter.lower())
            message = f"No piece of the variant has the letter `{letter}`."
            yield Diagnostic(codes.FEN_LETTER_WITHOUT_PIECE, span, message)


_PROMOTED_IS_REJECTED = (
    "The `check` of Fairy-Stockfish rejects `~` in a variant without promotions; it is played."
)
_LACKING = {"+": "no promoted pieces"} | dict.fromkeys("[]-", "no pieces in hand")
"""What a variant lacks in which a character has no meaning."""


def _signs(position: Fen, text: str, variant: Variant) -> Iterator[Diagnostic]:
    """Characters that have a meaning in some variants only."""
    options = variant.options
    promotes = options["promotionPieceTypesWhite"] or options["promotionPieceTypesBlack"]
    has_hand = variant.has_hand and _has_drops(variant)
    known = (
        ("+" if options["promotedPieceType"] else "")
        + ("~" if promotes else "")
        + ("[-]" if has_hand else "")
    )
    first = dict(reversed(position.signs))
    for sign, span in first.items():
        if sign in known:
            continue
        if sign == "~":
            yield Diagnostic(codes.FEN_PROMOTED, span, _PROMOTED_IS_REJECTED)
            continue
        lacking = _LACKING.get(sign, "no such character")
        message = f"This variant has {lacking}: `{visible(sign)}`."
        yield Diagnostic(codes.FEN_LETTER_WITHOUT_PIECE, span, message)
    for letter, span in position.letters:
        piece = variant.by_letter.get(letter.lower())
        is_promoted = "+" in known and text[span.start - 1 : span.start] == "+"
        if is_promoted and piece and piece.key not in dict(options["promotedPieceType"]):
            yield Diagnostic(codes.FEN_LETTER_WITHOUT_PIECE, span, f"`{letter}` does not promote.")


def _has_drops(variant: Variant) -> bool:
    return any(variant.options[key] for key in ("pieceDrops", "seirawanGating"))


def _hand(position: Fen, text: str, variant: Variant) -> Iterator[Diagnostic]:
    """Characters among the pieces in hand, which are in brackets or after one more `/` than the
    board has.
    """
    board = text[slice(*position.words[0])]
    if not _has_drops(variant):
        return
    if board.count("/") == variant.ranks:
        hand = Span(board.rindex("/") + 1, len(board))
    elif board.count("[") == 1:
        hand = Span(board.index("[") + 1, len(board) - 1)
        if board[-1] != "]":
            yield Diagnostic(
                codes.FEN_WORDS,
                Span(hand.start - 1, len(board)),
                "Missing `]` after the pieces in hand.",
            )
    else:
        return
    if wrong := re.search(r"[^A-Za-z-]", board[slice(*hand)]):
        message = f"Only letters are in hand, not `{visible(wrong[0])}`."
        yield Diagnostic(
            codes.FEN_LETTER_WITHOUT_PIECE, Span(*wrong.span()).moved(hand.start), message
        )


def _shape(position: Fen, text: str, variant: Variant) -> Iterator[Diagnostic]:
    rows = position.rows[: variant.ranks]
    widths = _widths(position)
    if len(rows) > 1 and len(widths) == 1 and widths != {variant.files}:
        squares = plural_count(widths.pop(), "square")
        files = plural_count(variant.size[0], "file")
        message = f"The ranks have {squares}; the board has {files}."
        yield Diagnostic(codes.FEN_ROW_WIDTH, position.words[0], message)
        rows = ()
    for row, opposite in zip(rows, reversed(rows), strict=True):
        width = len(row.squares)
        if width != variant.files:
            files = plural_count(variant.size[0], "file")
            message = f"This rank has {plural_count(width, 'square')}; the board has {files}."
            shown = Span(row.span.start, max(row.span.end, row.span.start + 1))
            is_model = len(opposite.squares) == variant.files
            model = text[slice(*opposite.span)].swapcase() if is_model else ""
            widened = _with_width(text[slice(*row.span)], variant.files - width, model)
            fixes = (write(row.span, widened),) if widened else ()
            yield Diagnostic(codes.FEN_ROW_WIDTH, shown, message, fixes=fixes)
    has_hand = variant.options["pieceDrops"] and len(position.rows) == variant.ranks + 1
    if len(position.rows) != variant.ranks and not has_hand:
        message = (
            f"The position has {plural_count(len(position.rows), 'rank')}; the board has "
            f"{variant.size[1]}."
        )
        yield Diagnostic(codes.FEN_ROWS, position.words[0], message)


def _with_width(rank: str, missing: int, model: str) -> str:
    """A rank with more squares, or with fewer if *missing* is negative; empty if several are
    plausible, or none is.

    Its one number of empty squares may be wrong, or the number of the same piece all along it. It
    may also differ by one letter from the rank of the other side, the *model*.
    """
    plausible = set[str]()
    if _ONE_NUMBER.fullmatch(rank):
        empty = int(re.findall(r"\d+", rank)[0]) + missing
        if empty >= 0:
            plausible.add(re.sub(r"\d+", str(empty or ""), rank))
    if _ONE_PIECE.fullmatch(rank):
        plausible.add(rank[0] * (len(rank) + missing))
    if is_slip(rank, model):
        plausible.add(model)
    return plausible.pop() if len(plausible) == 1 else ""


_ONE_NUMBER = re.compile(r"[A-Za-z+~]*\d{1,3}[A-Za-z+~]*")
_ONE_PIECE = re.compile(r"([A-Za-z])\1+")


def _kings(position: Fen, _text: str, variant: Variant) -> Iterator[Diagnostic]:
    """More than one king of a side, and kings that touch."""
    king = next((piece for piece in variant.pieces if piece.key == "king"), None)
    if king is None:
        return
    signs = (king.letter.upper(), king.letter)
    places = [[span for letter, span in position.letters if letter == sign] for sign in signs]
    for side, spans in zip(("White", "Black"), places, strict=True):
        if len(spans) > 1:
            message = f"{side} has {len(spans)} kings. Fairy-Stockfish plays with one."
            yield Diagnostic(codes.FEN_KINGS, spans[1], message)
    white, black = (_square(_board(position, variant), sign) for sign in signs)
    is_usual = king.moves == "K" and [len(spans) for spans in places] == [1, 1]
    if (
        is_usual
        and white
        and black
        and max(abs(a - b) for a, b in zip(white, black, strict=True)) == 1
    ):
        yield Diagnostic(codes.FEN_KINGS, places[0][0], "The kings touch.")


def _board(position: Fen, variant: Variant) -> list[list[str]]:
    """The letters of each rank, from the first one on."""
    return [
        [square.strip("+~*") for square in row.squares]
        for row in reversed(position.rows[: variant.ranks])
    ]


def _square(board: list[list[str]], sign: str) -> tuple[int, int] | None:
    """The rank and the file of the first piece with a letter; None without one."""
    return next(((rank, row.index(sign)) for rank, row in enumerate(board) if sign in row), None)


def _side(position: Fen, text: str, _variant: Variant) -> Iterator[Diagnostic]:
    if len(position.words) == 1:
        end = position.words[0].end
        message = (
            "The side to move is missing. Fairy-Stockfish begins with White; PyChess refuses the "
            "position."
        )
        yield Diagnostic(
            codes.MISSING_SIDE,
            Span(end - 1, end),
            message,
            fixes=(fix("Write `w`", insertion(end, " w")),),
        )
    if len(position.words) > 1 and text[
        position.words[1].start : position.words[1].start + 1
    ] not in ("w", "b"):
        span, sign = position.words[1], text[slice(*position.words[1])][:1]
        what = f", not `{visible(sign)}`" if sign.strip() else "; there are two blanks before it"
        shown = span if sign else Span(span.start - 1, span.start)
        yield Diagnostic(codes.FEN_WORDS, shown, f"The side to move is `w` or `b`{what}.")


def _is_short(position: Fen, text: str) -> bool:
    """Whether a position leaves out the words for castling and en passant, as those of Shogi do."""
    return (
        4 <= len(position.words) <= 5
        and text[position.words[2].start : position.words[2].start + 1].isdigit()
    )


def _castling_rights(position: Fen, text: str, variant: Variant) -> Iterator[Diagnostic]:
    """Rights without a king or a rook at its place."""
    options = variant.options
    if len(position.words) < 3 or _is_short(position, text):
        return
    span = position.words[2]
    rights = text[slice(*span)]
    if not options["castling"]:
        if not set(rights).isdisjoint("KQkq") and not options["seirawanGating"]:
            why = (
                f"`{shortened(rights)}` has no effect with `castling = false`. Some versions of "
                "the engine crash."
            )
            yield Diagnostic(codes.UNUSED_CASTLING, span, why, fixes=(write(span, "-"),))
        return
    if wrong := re.search(r"[^A-Za-z-]", rights):
        yield Diagnostic(
            codes.FEN_CASTLING, span, f"`{visible(wrong[0])}` is not a castling right."
        )
        return
    for side, is_white in (("White", True), ("Black", False)):
        places = [
            at
            for at, sign in enumerate(rights, span.start)
            if sign.isalpha() and sign.isupper() == is_white
        ]
        rank = options["castlingRank"] - 1 if is_white else variant.ranks - options["castlingRank"]
        if message := _wrong_rights(
            position, variant, side, rank=rank, flags={text[at].lower() for at in places}
        ):
            yield Diagnostic(codes.FEN_CASTLING, Span(places[0], places[-1] + 1), message)


def _wrong_rights(
    position: Fen, variant: Variant, side: str, rank: int, flags: set[str]
) -> str | None:
    """Why a side cannot castle; None if it can."""
    options = variant.options
    case = str.upper if side == "White" else str.lower
    letters = {piece.key: case(piece.letter) for piece in variant.pieces}
    board = _board(position, variant)
    royal = "".join(options[f"castlingKingPiece{side}"])
    # The engine takes an empty square for a king that is gone.
    king = _square(board, letters.get(royal, ""))
    rooks = {letters[key] for key in options[f"castlingRookPieces{side}"] if key in letters}
    row = board[rank] if 0 <= rank < len(board) else []
    if flags & {"k", "q"} and (king is None or king[0] != rank):
        return f"{side} cannot castle: its king is not on rank {rank + 1}."
    for flag in sorted(flags):
        file = ord(flag) - ord("a")
        is_right = flag == "k" or (flag != "q" and king is not None and file > king[1])
        if message := _beyond_board(variant, side, is_right=is_right):
            return message
        if flag in "kq" and king:
            where, beside = (
                ("right", row[king[1] + 1 :]) if flag == "k" else ("left", row[: king[1]])
            )
            if rooks.isdisjoint(beside):
                return f"{side} cannot castle to the {where}: there is no rook."
        elif "".join(row[file : file + 1]) == "":
            return (
                f"{side} has no piece on the {flag}-file of rank {rank + 1} to castle or gate with."
            )
    # the engine looks for the second rook of the side, wherever it is
    if "k" in flags and not options["chess960"] and _count(board, rooks) == 1:
        return f"Fairy-Stockfish rejects `{case('k')}`: {side} has one rook, not two."
    return None


def _count(board: list[list[str]], signs: Set[str]) -> int:
    """The number of pieces with one of some letters."""
    return sum(sign in signs for row in board for sign in row)


def _beyond_board(variant: Variant, side: str, *, is_right: bool) -> str | None:
    """The message that a king castles to a file that the board does not have; None if it has."""
    key = "castlingKingsideFile" if is_right else "castlingQueensideFile"
    target = variant.options[key]
    if target <= variant.files:
        return None
    file = file_name(target)
    where = f"the {file}-file, beyond the board" if file else "a file that no board has"
    return f"{side} would castle to {where}. Set `{key}`."


_NUMBER = re.compile(r"-?|\d+", re.ASCII)
_PASSED = re.compile(r"-|[A-Za-z]\d", re.ASCII)
_CHECKS_LEFT = re.compile(r"\d.\d", re.ASCII)
_CHECKS_AT_END = re.compile(r".[0-3].[0-3]")


def _counters(position: Fen, text: str, variant: Variant) -> Iterator[Diagnostic]:
    """The words after those for castling."""
    options = variant.options
    words = [text[slice(*span)] for span in position.words]
    is_short, count = _is_short(position, text), len(words)
    if count >= 4 and not is_short:
        has_pawns = options["doubleStep"] and any(piece.key == "pawn" for piece in variant.pieces)
        if has_pawns and not _PASSED.fullmatch(words[3]):
            yield _wrong_word(position, text, at=3, what="a square for en passant, or `-`")
        elif (
            not has_pawns and options["countingRule"] != "none" and not _NUMBER.fullmatch(words[3])
        ):
            yield _wrong_word(position, text, at=3, what="a count of moves, or `-`")
    before, after = 0 if is_short else 2, 0
    if count >= 3 + before and options["checkCounting"] and count % 2:
        if _CHECKS_LEFT.fullmatch(words[2 + before]):
            before += 1
        elif count >= 5 + before and _CHECKS_AT_END.fullmatch(words[-1]):
            after = 1
        else:
            yield _wrong_word(
                position, text, 2 + before, what="the checks that are left, as in `3+3`"
            )
    for least, place in ((3, 2), (4, 1)):
        at = count - place - after
        if count >= least + before and not _NUMBER.fullmatch(words[at]):
            yield _wrong_word(position, text, at, what="a number of moves, or `-`")


def _wrong_word(position: Fen, text: str, at: int, what: str) -> Diagnostic:
    span = position.words[at]
    if span.start == span.end:
        return Diagnostic(
            codes.FEN_WORDS,
            Span(span.start - 1, span.start),
            f"Expected {what} between two blanks.",
        )
    return Diagnostic(codes.FEN_WORDS, span, f"`{shortened(text[slice(*span)])}` is not {what}.")


def _words(position: Fen, _text: str, variant: Variant) -> Iterator[Diagnostic]:
    most = MAX_WORDS + variant.options["checkCounting"]
    if len(position.words) > most:
        span = Span(position.words[most].start, position.words[-1].end)
        change = fix("Remove them", Edit(Span(position.words[most - 1].end, span.end), ""))
        yield Diagnostic(
            codes.FEN_WORDS, span, f"A position has up to {most} words.", fixes=(change,)
        )
