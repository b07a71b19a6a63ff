"""The lines of a section as the engine reads them, their layout, the position in them, and the
letters of pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from wazir.lazy import lazy
from wazir.notations.engine_files.embedding import stripped
from wazir.notations.engine_files.variants_ini.piece_names import names_above
from wazir.notations.engine_files.variants_ini.vocabulary import key_of, pieces
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class SectionHeader:
    """The line that begins a section."""

    span: Span
    """From `[` to `]`."""
    name: str
    name_span: Span
    parent: str
    """The name after `:`, if there is one."""
    parent_span: Span
    is_closed: bool
    """It has a `]` on its line."""


class IniSetting(NamedTuple):
    """A line with `=`."""

    key: str
    """As the engine knows it: blanks after it are dropped, those before it are not (F3)."""
    key_span: Span
    """Without the blanks around it."""
    equals: int
    value: str
    """The intended value: without trailing blanks and comment."""
    value_span: Span
    read: str
    """The value that the engine reads: all to the end of the line."""
    comment: Span | None
    """The text from `#` or `;` on after the value (F4)."""

    @property
    def may_have_moves(self) -> bool:
        """Whether it is the setting of a piece whose value may have moves after the letter."""
        return self.key == "king" or self.key.startswith("customPiece")

    @property
    def meant_span(self) -> Span:
        """From the key to the end of the intended value."""
        return Span(self.key_span.start, self.value_span.end)

    @property
    def span(self) -> Span:
        """From the key to the end of what the engine reads."""
        return Span(self.key_span.start, self.value_span.start + len(self.read))


@dataclass(frozen=True, eq=False)
class Section:
    """A chunk: a section, with the text before it if it is the first. It is kept as long as its
    text.
    """

    text: str
    header: SectionHeader | None
    settings: tuple[IniSetting, ...]
    strays: tuple[Span, ...]
    """Lines that are no setting, without the blanks around them."""
    comments: tuple[Span, ...]
    unread: tuple[Span, ...]
    """Lines before the first section, which the engine skips, comments not among them (F1)."""

    @lazy
    def last(self) -> dict[str, IniSetting]:
        """The settings that count, by their keys: of a key that is set again the last one with a
        value (F5).
        """
        return {setting.key: setting for setting in self.settings if setting.read}

    @lazy
    def pieces(self) -> tuple[PieceSetting, ...]:
        """The settings of pieces that count, in the order in which the engine takes them (F10)."""
        order, last = pieces(), self.last
        return tuple(
            piece_setting(last[key])
            for key in sorted(order.keys() & last.keys(), key=order.__getitem__)
        )

    @lazy
    def piece_names(self) -> Mapping[int, str]:
        """The names that comments give to pieces, by the offsets of their keys (V19)."""
        return names_above(self.text, self.comments, self.settings)

    def name_of(self, piece: PieceSetting) -> str:
        """The name that a comment gives to a piece; empty without one."""
        return self.piece_names.get(piece.setting.key_span.start, "")

    @property
    def name(self) -> str:
        """Its name; empty without a header."""
        return self.header.name if self.header else ""

    @property
    def parent(self) -> str:
        """The name of its parent; empty without one."""
        return self.header.parent if self.header else ""


_BLANKS = " \t\ufeff"
_LINE = re.compile(r"[^\r\n]+")
_HEADER = re.compile(r"\[([^\]:\r\n]*)(?::([^\]\r\n]*))?(\]?)")
_SETTING = re.compile(r"(?P<key>[^=\r\n]*)=[ \t\f\v]*(?P<value>[^\r\n]*)")
_COMMENT = re.compile(r"(?<![ \t])[ \t]*+[#;](?![^{}]*\})")
"""The start of a comment, which `;` between braces of Fairy-Stockfish-X is not."""


def starts_chunk(line: str) -> bool:
    """Whether a line begins a section: `[` is in its first column (F2)."""
    return line.startswith("[")


def parsed(text: str) -> Section:
    """A chunk, as far as chunks are read."""
    header: SectionHeader | None = None
    settings, strays, comments, unread = [], [], [], []
    for line in _LINE.finditer(text[:MAX_LETTERS_OF_CHUNK]):
        if line[0][0] in "#;":
            comments.append(Span(*line.span()))
        elif begun := _HEADER.match(line[0]):
            header = _header(begun, line.start())
        elif not line[0].strip(_BLANKS):
            continue
        elif header is None:
            unread.append(stripped(text, Span(*line.span()), _BLANKS))
        elif setting := _setting(line):
            settings.append(setting)
        else:
            strays.append(stripped(text, Span(*line.span()), _BLANKS))
    return Section(
        text,
        header,
        tuple(settings),
        strays=tuple(strays),
        comments=tuple(comments),
        unread=tuple(unread),
    )


def _header(match: re.Match[str], start: int) -> SectionHeader:
    """The header of a line that begins at an offset."""
    parent = Span(*match.span(2)) if match[2] is not None else Span(match.end(1), match.end(1))
    return SectionHeader(
        Span(*match.span()).moved(start),
        match[1],
        Span(*match.span(1)).moved(start),
        parent=match[2] or "",
        parent_span=parent.moved(start),
        is_closed=bool(match[3]),
    )


def _setting(line: re.Match[str]) -> IniSetting | None:
    """A line with `=`; None for others."""
    match = _SETTING.fullmatch(line.string, *line.span())
    if match is None:
        return None
    key, read, begin = match["key"], match["value"], match.start("value")
    inner = key.strip()
    at = match.start("key") + key.find(inner)
    comment = _COMMENT.search(read)
    value = read[: comment.start()] if comment else read.rstrip()
    return IniSetting(
        key.rstrip(" "),
        Span(at, at + len(inner)),
        match.end("key"),
        value=value,
        value_span=Span(begin, begin + len(value)),
        read=read,
        comment=Span(begin + comment.end() - 1, begin + len(read.rstrip())) if comment else None,
    )


# Pieces and their letters


@dataclass(frozen=True, slots=True)
class PieceSetting:
    """The setting of a piece."""

    setting: IniSetting
    letter: str
    """In lower case; empty where the piece is removed (F6)."""
    moves: Span
    """The Betza of a custom piece or of the king; empty if absent."""

    @property
    def letter_span(self) -> Span:
        """The span of its letter."""
        start = self.setting.value_span.start
        return Span(start, start + 1)


def is_letter(sign: str) -> bool:
    """Whether a character can stand for a piece."""
    return sign.isascii() and sign.isalpha()


def piece_setting(setting: IniSetting) -> PieceSetting:
    """The letter and the moves of a piece (F6, F7)."""
    value, span = setting.value, setting.value_span
    letter = value[:1].lower() if is_letter(value[:1]) else ""
    moves = value[2:].lstrip(" \t") if letter and setting.may_have_moves else ""
    return PieceSetting(setting, letter, Span(span.end - len(moves), span.end))


# Layout (F3)


_SPACED = re.compile(r"(?P<key>[^\s=#;\[](?>(?: *+[^=\t ])*)) *+= *+(?!\t)(?P<value>[^\r\n]*)")


def format_line(line: str) -> str:
    """The layout of a line. A tab, and blanks before a key or after a value, mean something
    (F3).
    """
    if line[:1] in ("#", ";"):
        return line.rstrip(" \t")
    match = _SPACED.fullmatch(line)
    if match is None:
        return line
    return f"{match['key']} = {match['value']}" if match["value"] else f"{match['key']} ="


# Positions in FEN


@dataclass(frozen=True, slots=True)
class FenRow:
    """A rank of the board."""

    span: Span
    squares: tuple[str, ...]
    """A letter with `+` or `~`, `*` for a wall, or nothing for an empty square."""
    letters: tuple[int, ...]
    """The offset of the letter on each square, or of its rank."""


@dataclass(frozen=True, slots=True)
class Fen:
    """A position, as far as its letters and its shape go. Spans count from its start."""

    rows: tuple[FenRow, ...]
    bracket: int | None
    """The offset of the bracket before the pieces in hand, if there is one."""
    letters: tuple[tuple[str, Span], ...]
    """The letters on the board and in hand, as they are written."""
    signs: tuple[tuple[str, Span], ...]
    """The signs on the board and in hand that are no letter, digit, `/` or `*`."""
    words: tuple[Span, ...]
    """All words, separated by single blanks; the first is the board."""

    def hands_start(self, ranks: int) -> int | None:
        """The offset of the pieces in hand, which follow the ranks; None without hands."""
        return self.rows[ranks].span.start if len(self.rows) > ranks else self.bracket

    def hands(self, ranks: int) -> dict[str, str]:
        """The letters in hand by side, in capitals with blanks; none without hands. They follow the
        ranks.
        """
        start = self.hands_start(ranks)
        if start is None:
            return {}
        held = [letter for letter, span in self.letters if span.start >= start]
        white, black = (
            [letter for letter in held if letter.isupper() is side] for side in (True, False)
        )
        return {"white": " ".join(white), "black": " ".join(black).upper()}


_FEN_WORD = re.compile(r"(?:(?<= )|^)[^ ]*")
_FEN_SIGN = re.compile(r"(?P<gap>\d\d?)|(?P<letter>[A-Za-z])|(?P<wall>\*)|(?P<mark>[^/])")


def read_fen(text: str) -> Fen:
    """The parts of a FEN. Never raises."""
    words = tuple(Span(*word.span()) for word in _FEN_WORD.finditer(text))
    if not text:
        return Fen(rows=(), bracket=None, letters=(), signs=(), words=())
    board, start = text[: words[0].end], words[0].start
    rows = list[FenRow]()
    hand = board.find("[") if "[" in board else len(board)
    while start <= hand:
        stop = board.find("/", start, hand)
        stop = hand if stop < 0 else stop
        rows.append(_row(board, Span(start, stop)))
        start = stop + 1
    return Fen(
        tuple(rows),
        bracket=hand if hand < len(board) else None,
        letters=_signs(board, "letter"),
        signs=_signs(board, "mark"),
        words=words,
    )


def _signs(board: str, kind: str) -> tuple[tuple[str, Span], ...]:
    """The signs of a kind on the board and in hand, with their spans."""
    return tuple(
        (sign[0], Span(*sign.span()))
        for sign in _FEN_SIGN.finditer(board)
        if sign.lastgroup == kind
    )


def _row(text: str, span: Span) -> FenRow:
    """A rank of a board, whatever its signs."""
    squares, letters, mark = list[str](), list[int](), ""
    for sign in _FEN_SIGN.finditer(text, *span):
        match sign.lastgroup:
            case "gap":
                squares += [""] * int(sign[0])
            case "letter":
                squares.append(mark + sign[0])
            case "wall":
                squares.append("*")
            case _ if sign[0] == "~" and squares:
                squares[-1] += "~"
        letters += [sign.start()] * (len(squares) - len(letters))
        mark = "+" if sign[0] == "+" else ""
    return FenRow(span, tuple(squares), tuple(letters))


def draw_fen(fen: Fen, files: int, ranks: int) -> str:
    """The board drawn in characters, with its ranks and files; rows beyond its ranks are the pieces
    in hand.
    """
    board = [row.squares for row in fen.rows[:ranks]]
    width = len(str(len(board)))
    cell = max((len(square) for row in board for square in row), default=1)
    rows = [" ".join((square or ".").rjust(cell) for square in row) for row in board]
    lines = [f"{len(rows) - number:>{width}} {squares}" for number, squares in enumerate(rows)]
    names = " ".join(chr(ord("a") + file).rjust(cell) for file in range(min(files, 26)))
    return "\n".join([*lines, f"{'':>{width}} {names}"])


# Names of letters


SEPARATOR = "\n"
"""Between the name of a section and the letter of one of its pieces, which no name has."""


def qualified(section: str, letter: str) -> str:
    """The name of a piece in the file: its section and its letter."""
    return f"{section}{SEPARATOR}{letter}"


_ITEM = re.compile(r"(\S)\S?(\S?)\S*")


def letters_in(setting: IniSetting) -> Iterator[tuple[str, Span]]:
    """The letters of pieces in a value, as they are written."""
    key = key_of(setting.key)
    value = setting.value
    start = setting.value_span.start
    spans: Iterable[Span] = ()
    if key and key.name == "startFen":
        spans = [span for _, span in read_fen(value).letters]
    elif key and (key.type == "pieces" or key.name == "pieceToCharTable"):
        spans = [Span(offset, offset + 1) for offset in range(len(value))]
    elif key and key.type in ("numbers", "promotions"):
        spans = [Span(*item.span(group)) for item in _ITEM.finditer(value) for group in (1, 2)]
    for span in spans:
        letter = value[slice(*span)]
        if is_letter(letter):
            yield letter, span.moved(start)
