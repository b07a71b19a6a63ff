"""Diagnostics of the initial position (F11)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from wazir.diagnostics import Code
from wazir.notations.kit import Report, counted, fix, listed, shortened, visible
from wazir.notations.variants_ini import fen, rules
from wazir.notations.variants_ini.fen import Fen
from wazir.notations.variants_ini.meaning import Resolved, Variant
from wazir.notations.variants_ini.options import castling_rank
from wazir.notations.variants_ini.syntax import Header
from wazir.text import Edit, Span

MOST_WORDS = 6
"""The words of a FEN; checks that are counted are one more."""


class Fault(NamedTuple):
    """What is wrong at a place of a position."""

    code: Code
    span: Span
    message: str
    removed: Span | None = None
    """What a fix removes."""


def report_position(one: Resolved, header: Header, report: Report) -> None:
    """Report where the position of a section does not fit its board, its pieces and its rules."""
    setting = one.section.last.get("startFen")
    if setting is None:
        _report_inherited(one.made, one.parent, header, report)
        return
    by = setting.value_span.start
    for fault in faults(setting.value, one.made):
        fixes = (fix("Remove them", Edit(fault.removed.moved(by), "")),) if fault.removed else ()
        report(fault.code, fault.span.moved(by), fault.message, *fixes)


def _report_inherited(made: Variant, parent: Variant | None, header: Header, report: Report) -> None:
    """A position of the parent, on another board, without some of its pieces, or against the rules."""
    base, found = parent or Variant(), faults(made.start_fen, made)
    if not found or (parent and faults(base.start_fen, base)):
        return
    letters = dict.fromkeys(letter.lower() for letter, _ in fen.parsed(made.start_fen).letters)
    missing = [f"`{one}`" for one in letters if one not in made.letters + made.synonyms]
    differences = [f"has no piece for {listed(missing)}"] if missing else []
    if (made.files, made.ranks) != (base.files, base.ranks):
        differences.append(f"is {made.files}x{made.ranks}, not {base.files}x{base.ranks}")
    why = f"this variant {listed(differences)}." if differences else found[0].message
    whose = "inherited" if parent else "default"
    report(rules.INHERITED_FEN, header.span, f"The {whose} `startFen` does not fit: {why} Set `startFen`.")


def faults(text: str, made: Variant) -> tuple[Fault, ...]:
    """What is wrong with a position in a variant; kings and rooks have places only on a board that is right."""
    found = fen.parsed(text)
    if not found.words:
        return ()
    board = tuple(fault for check in (_letters, _signs, _shape, _hand) for fault in check(found, text, made))
    places = () if board else tuple(fault for check in (_kings, _castling) for fault in check(found, text, made))
    words = tuple(fault for check in (_side, _counters, _words) for fault in check(found, text, made))
    return board + places + words


def _letters(found: Fen, _text: str, made: Variant) -> Iterator[Fault]:
    reported, letters = set[str](), made.letters + made.synonyms
    for letter, span in found.letters:
        if letter.lower() not in letters and letter.lower() not in reported:
            reported.add(letter.lower())
            yield Fault(rules.FEN_LETTER_WITHOUT_PIECE, span, f"No piece of the variant has the letter `{letter}`.")


def _signs(found: Fen, text: str, made: Variant) -> Iterator[Fault]:
    """Characters that have a meaning in some variants only."""
    options = made.options
    promotes = options["promotionPieceTypesWhite"] or options["promotionPieceTypesBlack"]
    has_hand = made.has_hand and _has_drops(made)
    known = ("+" if options["promotedPieceType"] else "") + ("~" if promotes else "") + ("[-]" if has_hand else "")
    first = dict(reversed(found.signs))
    for sign, span in first.items():
        if sign not in known:
            why = (
                "no pieces in hand" if sign in "[]-" else "no promoted pieces" if sign in "+~" else "no such character"
            )
            yield Fault(rules.FEN_LETTER_WITHOUT_PIECE, span, f"This variant has {why}: `{visible(sign)}`.")
    for letter, span in found.letters:
        piece = made.by_letter.get(letter.lower())
        is_promoted = "+" in known and text[span.start - 1 : span.start] == "+"
        if is_promoted and piece and piece.key not in options["promotedPieceType"].split():
            yield Fault(rules.FEN_LETTER_WITHOUT_PIECE, span, f"`{letter}` does not promote.")


def _has_drops(made: Variant) -> bool:
    return "true" in (made.options["pieceDrops"], made.options["seirawanGating"])


def _hand(found: Fen, text: str, made: Variant) -> Iterator[Fault]:
    """Characters among the pieces in hand, which are in brackets or after one more `/` than the board has."""
    board = text[slice(*found.words[0])]
    if not _has_drops(made):
        return
    if board.count("/") == made.ranks:
        hand = Span(board.rindex("/") + 1, len(board))
    elif board.count("[") == 1:
        hand = Span(board.index("[") + 1, len(board) - 1)
        if board[-1] != "]":
            yield Fault(rules.FEN_WORDS, Span(hand.start - 1, len(board)), "Missing `]` after the pieces in hand.")
    else:
        return
    if wrong := re.search(r"[^A-Za-z-]", board[slice(*hand)]):
        message = f"Only letters are in hand, not `{visible(wrong[0])}`."
        yield Fault(rules.FEN_LETTER_WITHOUT_PIECE, Span(*wrong.span()).moved(hand.start), message)


def _shape(found: Fen, _text: str, made: Variant) -> Iterator[Fault]:
    for row in found.rows[: made.ranks]:
        width = len(row.squares)
        if width != made.files:
            message = f"This rank has {counted(width, 'square')}; the board has {counted(made.files, 'file')}."
            shown = row.span if row.span.start < row.span.end else Span(row.span.start, row.span.start + 1)
            yield Fault(rules.FEN_ROW_WIDTH, shown, message)
    has_hand = made.options["pieceDrops"] == "true" and len(found.rows) == made.ranks + 1
    if len(found.rows) != made.ranks and not has_hand:
        message = f"The position has {counted(len(found.rows), 'rank')}; the board has {made.ranks}."
        yield Fault(rules.FEN_ROWS, found.words[0], message)


def _kings(found: Fen, _text: str, made: Variant) -> Iterator[Fault]:
    """More than one king of a side, and kings that touch."""
    king = next((piece for piece in made.pieces if piece.key == "king"), None)
    if king is None:
        return
    places = [[span for letter, span in found.letters if letter == sign] for sign in (king.letter.upper(), king.letter)]
    for side, spans in zip(("White", "Black"), places, strict=True):
        if len(spans) > 1:
            yield Fault(rules.FEN_KINGS, spans[1], f"{side} has {len(spans)} kings. Fairy-Stockfish plays with one.")
    white, black = (_square(_board(found, made), sign) for sign in (king.letter.upper(), king.letter))
    is_usual = king.moves in ("", "K") and [len(spans) for spans in places] == [1, 1]
    if is_usual and white and black and max(abs(a - b) for a, b in zip(white, black, strict=True)) == 1:
        yield Fault(rules.FEN_KINGS, places[0][0], "The kings touch.")


def _board(found: Fen, made: Variant) -> list[list[str]]:
    """The letters of each rank, from the first one on."""
    return [[square.strip("+~*") for square in row.squares] for row in reversed(found.rows[: made.ranks])]


def _square(board: list[list[str]], sign: str) -> tuple[int, int] | None:
    """The rank and the file of the first piece with a letter."""
    return next(((rank, row.index(sign)) for rank, row in enumerate(board) if sign in row), None)


def _side(found: Fen, text: str, _made: Variant) -> Iterator[Fault]:
    if len(found.words) > 1 and text[found.words[1].start : found.words[1].start + 1] not in ("w", "b"):
        span, sign = found.words[1], text[slice(*found.words[1])][:1]
        what = f", not `{visible(sign)}`" if sign.strip() else "; there are two blanks before it"
        shown = span if sign else Span(span.start - 1, span.start)
        yield Fault(rules.FEN_WORDS, shown, f"The side to move is `w` or `b`{what}.")


def _is_short(found: Fen, text: str) -> bool:
    """Whether a position leaves out the words for castling and en passant, as those of Shogi do."""
    return 4 <= len(found.words) <= 5 and text[found.words[2].start : found.words[2].start + 1].isdigit()


def _castling(found: Fen, text: str, made: Variant) -> Iterator[Fault]:
    """Rights without a king or a rook at its place."""
    options = made.options
    if len(found.words) < 3 or _is_short(found, text) or options["castling"] != "true":
        return
    span = found.words[2]
    rights = text[slice(*span)]
    if wrong := re.search(r"[^A-Za-z-]", rights):
        yield Fault(rules.FEN_CASTLING, span, f"`{visible(wrong[0])}` is not a castling right.")
        return
    for side, is_white in (("White", True), ("Black", False)):
        places = [at for at, sign in enumerate(rights, span.start) if sign.isalpha() and sign.isupper() == is_white]
        rank = castling_rank(options) - 1 if is_white else made.ranks - castling_rank(options)
        if places and (message := _wrong_rights(found, made, side, rank, {text[at].lower() for at in places})):
            yield Fault(rules.FEN_CASTLING, Span(places[0], places[-1] + 1), message)


def _wrong_rights(found: Fen, made: Variant, side: str, rank: int, flags: set[str]) -> str | None:
    """Why a side cannot castle."""
    options, case = made.options, str.upper if side == "White" else str.lower
    letters, board = {piece.key: case(piece.letter) for piece in made.pieces}, _board(found, made)
    royal = "".join(options[f"castlingKingPiece{side}"].split()[-1:])
    king = _square(board, letters.get(royal, ""))
    rooks = {letters[key] for key in options[f"castlingRookPieces{side}"].split() if key in letters}
    row = board[rank] if 0 <= rank < len(board) else []
    if flags & {"k", "q"} and (king is None or king[0] != rank):
        return f"{side} cannot castle: its king is not on rank {rank + 1}."
    for flag in sorted(flags):
        file = ord(flag) - ord("a")
        if flag in "kq" and king:
            where, beside = ("right", row[king[1] + 1 :]) if flag == "k" else ("left", row[: king[1]])
            if rooks.isdisjoint(beside):
                return f"{side} cannot castle to the {where}: there is no rook."
        elif "".join(row[file : file + 1]) == "":
            return f"{side} has no piece on the {flag}-file of rank {rank + 1} to castle or gate with."
    return None


_NUMBER, _PASSED = re.compile(r"-?|\d+", re.ASCII), re.compile(r"-|[A-Za-z]\d", re.ASCII)
_CHECKS, _CHECKS_AT_END = re.compile(r"\d.\d", re.ASCII), re.compile(r".[0-3].[0-3]")


def _counters(found: Fen, text: str, made: Variant) -> Iterator[Fault]:
    """The words after those for castling."""
    options, words = made.options, [text[slice(*span)] for span in found.words]
    is_short, count = _is_short(found, text), len(words)
    if count >= 4 and not is_short:
        has_pawns = options["doubleStep"] == "true" and any(piece.key == "pawn" for piece in made.pieces)
        if has_pawns and not _PASSED.fullmatch(words[3]):
            yield _wrong_word(found, text, 3, "a square for en passant, or `-`")
        elif not has_pawns and options["countingRule"] != "none" and not _NUMBER.fullmatch(words[3]):
            yield _wrong_word(found, text, 3, "a count of moves, or `-`")
    before, after = 0 if is_short else 2, 0
    if count >= 3 + before and options["checkCounting"] == "true" and count % 2:
        if _CHECKS.fullmatch(words[2 + before]):
            before += 1
        elif count >= 5 + before and _CHECKS_AT_END.fullmatch(words[-1]):
            after = 1
        else:
            yield _wrong_word(found, text, 2 + before, "the checks that are left, as in `3+3`")
    for least, place in ((3, 2), (4, 1)):
        at = count - place - after
        if count >= least + before and not _NUMBER.fullmatch(words[at]):
            yield _wrong_word(found, text, at, "a number of moves, or `-`")


def _wrong_word(found: Fen, text: str, at: int, what: str) -> Fault:
    span = found.words[at]
    if span.start == span.end:
        return Fault(rules.FEN_WORDS, Span(span.start - 1, span.start), f"Expected {what} between two blanks.")
    return Fault(rules.FEN_WORDS, span, f"`{shortened(text[slice(*span)])}` is not {what}.")


def _words(found: Fen, _text: str, made: Variant) -> Iterator[Fault]:
    most = MOST_WORDS + (made.options["checkCounting"] == "true")
    if len(found.words) > most:
        span = Span(found.words[most].start, found.words[-1].end)
        removed = Span(found.words[most - 1].end, span.end)
        yield Fault(rules.FEN_WORDS, span, f"A position has up to {most} words.", removed)
