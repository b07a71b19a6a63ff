"""The parameters of custom requests. `docs/protocol.md` shows their docstrings and fields as
tables.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from wazir.ben39.clocks import time_control
from wazir.features.game.position import LineOfPlay
from wazir.features.views.copying import forms
from wazir.features.views.piece import Choices
from wazir.lsp.schema import read
from wazir.piece.drawing.svg import Theme
from wazir.settings import BOOLEAN, STRING, ValueType, one_of, spec

MAX_STRINGS = 10_000
"""Elements of most lists."""
MAX_CARDS = 100
"""Positions in a request for cards."""


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_time(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


def _list_of(kind: ValueType, words: str, most: int = MAX_STRINGS) -> ValueType:
    """The type of lists of values of a type."""
    return ValueType(
        words,
        lambda value: (
            isinstance(value, list) and len(value) <= most and all(map(kind.accepts, value))
        ),
        lambda value: tuple(map(kind.convert, value)),
    )


STRINGS = _list_of(STRING, "a list of strings")
NUMBER = ValueType("an integer from 0", _is_number)
COUNT = ValueType("an integer from 1", lambda value: _is_number(value) and value > 0)
SECONDS = ValueType("a number above 0", lambda value: _is_time(value) and value > 0)
TIME = ValueType("a number of seconds", _is_time)
TIMES = _list_of(TIME, "a list of numbers of seconds")
CLOCK = ValueType(
    "minutes, or minutes and seconds, as `10+5`",
    lambda value: isinstance(value, str) and bool(time_control(value)),
)
PLAYER = one_of("random", "greedy", "engine")
TOKEN = ValueType("a progress token", lambda value: isinstance(value, int | str))
DOCUMENT = ValueType(
    "an object with the `uri` of an open document",
    lambda value: isinstance(value, dict) and STRING.accepts(value.get("uri")),
    lambda value: types.TextDocumentIdentifier(value["uri"]),
)
POSITION = ValueType(
    "an object with `line` and `character`",
    lambda value: (
        isinstance(value, dict)
        and all(_is_number(value.get(name)) for name in ("line", "character"))
    ),
    lambda value: types.Position(value["line"], value["character"]),
)
POSITIONS = _list_of(
    POSITION, f"a list of at most {MAX_CARDS} objects with `line` and `character`", MAX_CARDS
)
THEME = one_of(*(theme.value for theme in Theme))


# Fields of several requests


class Params:
    """The parameters of a custom request."""


@dataclass(frozen=True, kw_only=True)
class _Document(Params):
    text_document: types.TextDocumentIdentifier = spec(DOCUMENT, "as everywhere in the protocol")


@dataclass(frozen=True, kw_only=True)
class _Position(_Document):
    position: types.Position = spec(POSITION, "the cursor; in Markdown it chooses the fenced block")


@dataclass(frozen=True, kw_only=True)
class _Picture(Params):
    theme: str | None = spec(
        THEME, "the background of the picture; default: that of the client", None
    )


@dataclass(frozen=True, kw_only=True)
class _View(_Picture):
    picture: bool = spec(BOOLEAN, "`false` leaves `svg` empty", default=True)
    whole: bool = spec(
        BOOLEAN,
        "`svg` is the whole board alone, for views that lay places over it by `frame`",
        default=False,
    )


@dataclass(frozen=True, kw_only=True)
class _Board(Params):
    board: str | None = spec(
        STRING, "`10x8`, `cylinder 8x8`, `hex5`; default: the board of the file", None
    )


@dataclass(frozen=True, kw_only=True)
class _Piece(_Board, _Picture):
    square: str | None = spec(
        STRING,
        "where the piece stands, as `d4`, or a piece in hand, as `N@`; default: the centre",
        None,
    )
    friends: tuple[str, ...] = spec(STRINGS, "squares with pieces of its side", ())
    foes: tuple[str, ...] = spec(STRINGS, "squares with pieces of the other side", ())
    side: str = spec(
        one_of("white", "black"), "the side of the piece; black moves down the board", "white"
    )
    moved: bool = spec(
        BOOLEAN, "the piece has moved before, so first moves are over", default=False
    )

    put: tuple[str, ...] = spec(
        STRINGS, "pieces of a variant's position that are put elsewhere, as `e2-e4`", ()
    )

    def choices(self, theme: str, picture: bool = True, whole: bool = False) -> Choices:
        """The choices of a board view. *theme* is the default."""
        placed = self.board, self.square, self.friends, self.foes, self.side, self.moved
        return Choices(*placed, self.theme or theme, picture, whole, self.put)


@dataclass(frozen=True, kw_only=True)
class _Played(Params):
    at: int | None = spec(
        NUMBER, "number of actions of the record; default: those before the cursor", None
    )
    played: tuple[str, ...] = spec(
        STRINGS, "further actions, spelled as in `actions` of an answer", ()
    )
    undone: tuple[str, ...] = spec(
        STRINGS, "actions after `played` that were taken back; an analysis covers them", ()
    )

    @property
    def line(self) -> LineOfPlay:
        """The actions that lead to the position."""
        return LineOfPlay(self.at, self.played, undone=self.undone)


@dataclass(frozen=True, kw_only=True)
class _Line(_Played):
    fen: str | None = spec(
        STRING, "a position that is set up instead; empty: the one reached, to begin with", None
    )
    change: tuple[str, ...] = spec(
        STRINGS,
        "what is put elsewhere in it, an origin and a target: a place (`h2`), a piece beside the "
        "board (`@white P`; `@white` as a target), a new piece (`+black R`), a movable square "
        "(`#l2`; `#` is a new one), or nowhere (empty); a castle on its place changes its next "
        "step; `turn` alone changes the side to move",
        (),
    )
    clock: str | None = spec(
        CLOCK, "clocks: minutes for each side, and seconds for each action, as `10+5`", None
    )
    spent: tuple[float, ...] = spec(TIMES, "the seconds of each action of `played`", ())
    thinking: float = spec(TIME, "the seconds since the last one", 0.0)

    @property
    def line(self) -> LineOfPlay:
        """The actions that lead to the position."""
        control = time_control(self.clock) if self.clock else None
        return LineOfPlay(
            at=self.at,
            played=self.played,
            fen=self.fen,
            change=self.change,
            control=control,
            spent=self.spent,
            thinking=self.thinking,
            undone=self.undone,
        )


_COPIED = (
    "the moves in a notation, a picture, a picture with words and the definition, a text "
    "drawing, a position on one line or as the lines of a record, a score sheet in words, as "
    "text or as a page to print, the file of an engine"
)


# Requests


@dataclass(frozen=True, kw_only=True)
class PieceParams(_Piece, _View, _Position):
    """The piece at a position, on a board: what it does on every square, and why not on the
    others.
    """


@dataclass(frozen=True, kw_only=True)
class PositionParams(_Line, _View, _Position):
    """The game position at a cursor position: the board, the pieces, all legal actions, and the
    record for stepping.
    """


@dataclass(frozen=True, kw_only=True)
class ViewParams(PieceParams, PositionParams):
    """What is at a position: a piece, in the form of `wazir/piece`, or else a game position, as of
    `wazir/position`.
    """


@dataclass(frozen=True, kw_only=True)
class _Start(Params):
    start: str = spec(
        STRING, "the position of a variant in FEN at the start; empty: that of its section", ""
    )


@dataclass(frozen=True, kw_only=True)
class PlayParams(_Start, _Played, _View, _Position):
    """
    The position at the start of a variant of `variants.ini`, or after moves `played` from there, in
    the notation of UCI or in algebraic notation, with all legal moves as Fairy-Stockfish plays
    them, in the form of `wazir/position`.
    """


@dataclass(frozen=True, kw_only=True)
class WriteParams(_Line, _Position):
    """
    The actions played from a position of a record, or a position that is set up, written into the
    record: `edits`, and the number of actions `lost`.
    """


@dataclass(frozen=True, kw_only=True)
class EvaluateParams(_Line, _Position):
    """
    Evaluates a game position: the last report of the search, as `wazir ben39 eval --format
    json-lines` writes it, with a `note` if the known analysis disagrees.
    """

    depth: int | None = spec(COUNT, "maximal number of actions ahead", None)
    nodes: int | None = spec(COUNT, "maximal number of positions", None)
    seconds: float | None = spec(
        SECONDS, "maximal time; without any of these limits ten seconds", None
    )
    lines: int = spec(COUNT, "number of best actions to report", 1)
    work_done_token: int | str | None = spec(TOKEN, "for progress and cancellation", None)
    partial_result_token: int | str | None = spec(TOKEN, "for every report as it comes", None)


@dataclass(frozen=True, kw_only=True)
class ReplyParams(_Start, _Line, _Position):
    """
    The action that the program plays in a game position, or in that of a variant: `action`, `words`
    about it, and a `summary` of its search; null if there is no legal one.
    """

    level: int = spec(
        COUNT, "its strength: the number of one of the `levels` of a position, from 1"
    )


@dataclass(frozen=True, kw_only=True)
class AnalyseParams(_Played, _Picture, _Position):
    """
    Analyses the game of a record, or a line of play from a position of it: its `actions` as `wazir
    ben39 analyse --format json-lines` writes them, with their `scoreText`, the `words` of their
    marks and all in a `sentence`, the number of `missing` ones, a `summary` in sentences, and the
    curve of the chances as `svg`. A progress that is cancelled ends it with what is done.
    """

    nodes: int | None = spec(COUNT, "maximal number of positions for each action", None)
    seconds: float | None = spec(
        SECONDS, "maximal time for each action; without a limit one second", None
    )
    work_done_token: int | str | None = spec(TOKEN, "for progress and cancellation", None)
    partial_result_token: int | str | None = spec(TOKEN, "for every action as it comes", None)


@dataclass(frozen=True, kw_only=True)
class PlaytestParams(_Played, _Position):
    """
    Plays the variant at a position by itself, or Ben39 from a position of a record: the numbers of
    games `played` and of all `games`, the `report` as `wazir playtest --format json` prints it and
    as a page of `html`, and the `problem` that ended the games early, or an empty string. The first
    partial result has the `players` that can play and the `others`, variants of the same text. A
    request that is cancelled sends its last report as a partial result.
    """

    player: str = spec(PLAYER, "who plays", "random")
    against: str | None = spec(PLAYER, "the other player; default: the same", None)
    nodes: int = spec(COUNT, "the nodes that an `engine` searches for a move", 1000)
    other: str | None = spec(STRING, "a variant of the same text to compare with", None)
    games: int = spec(COUNT, "the number of games of a variant, at most 20,000", 200)
    seed: int = spec(NUMBER, "another one gives other games", 1)
    partial_result_token: int | str | None = spec(
        TOKEN, "for the numbers after each game, and for reports now and then", None
    )


@dataclass(frozen=True, kw_only=True)
class WinsParams(_Position):
    """
    The wins in one and two moves from the start of the variant at a position, as if each side were
    to move: `sentences`, which say if a search was too long. It takes about ten seconds.
    """


@dataclass(frozen=True, kw_only=True)
class FiguresParams(_Board, _Picture, _Position):
    """
    Figures of the piece at a position: `figures` as `wazir ask` answers them, the same as `lines`
    of text, `maps` with a `title` and an `svg`, and `hasTable`, whether mates can be computed.
    """

    mate: bool = spec(
        BOOLEAN, "also whether king and piece beat a bare king, which takes seconds", default=False
    )
    partial_result_token: int | str | None = spec(
        TOKEN, "for the number of `moves` up to which all mates are known so far", None
    )


@dataclass(frozen=True, kw_only=True)
class ReadingsParams(_Board, _Picture, _Position):
    """
    The moves of the piece at a position in every dialect and as every engine reads them:
    `readings`, equal ones as one, with `names`, `isOfFile`, `sentence` and `svg`.
    """


@dataclass(frozen=True, kw_only=True)
class FindParams(_Picture):
    """
    Texts that reach exactly some squares, in every notation, those of one piece together: `found`
    with `notation`, `dialect` or `style`, a `title` for both, `source`, `names`, the best `known`
    ones, a `sentence`, and a `definition` with a `name`.
    """

    square: str = spec(STRING, "where the piece stands")
    board: str | None = spec(STRING, "a rectangle, as `10x8`; default: 8x8", None)
    quiet: tuple[str, ...] = spec(STRINGS, "squares to which it only moves", ())
    capture: tuple[str, ...] = spec(STRINGS, "squares on which it only captures", ())
    both: tuple[str, ...] = spec(STRINGS, "squares on which it does either", ())
    on: tuple[str, ...] | None = spec(
        STRINGS, "squares at the edge where rides go on; without it they may go on or not", None
    )
    whole: bool = spec(
        BOOLEAN,
        "also the `board` with the ticked squares: `squares`, `svg` and `frame`",
        default=False,
    )


@dataclass(frozen=True, kw_only=True)
class GalleryParams(_Document):
    """
    All pieces of a document, or its games: `html` or `svg`, `title`, and a `note` about what is
    left out; or the `kind`, `pieces` or `games`, and a list: `sections`, each with a `title` and
    its `pieces` (`name`, `text`, `position`).
    """

    form: str = spec(
        one_of("html", "svg", "list"), "a page, a sheet, or a list; default: a page", "html"
    )


@dataclass(frozen=True, kw_only=True)
class CardsParams(_Picture, _Document):
    """
    Pieces for a gallery: `cards` with `name`, `text`, `notation`, `sentence`, `figures`, `broken`,
    `svg`; `null` for a position without a piece.
    """

    positions: tuple[types.Position, ...] = spec(POSITIONS, "the positions of the pieces")


@dataclass(frozen=True, kw_only=True)
class CopyParams(_Line, _Piece, _Position):
    """The piece or game position at a position as text to copy: `text`, or the `reason` for a
    refusal; or without a form `copies` in all that it has, each with a `label`, a `text`, and a
    `description`, the text if it is short.
    """

    form: str | None = spec(cache(lambda: one_of(*forms())), _COPIED, None)


@dataclass(frozen=True, kw_only=True)
class FormsParams(_Document):
    """What a document can be converted to: `forms` (`name`, `title`, `language`, `isOwn`,
    `isOfEngine`); `word`.
    """

    position: types.Position | None = spec(POSITION, "chooses a fenced block of Markdown", None)


@dataclass(frozen=True, kw_only=True)
class FenceParams(_Picture):
    """A fenced block of a page: `code`, its text with colours, and `pictures` of its pieces or
    games, as HTML.
    """

    language: str = spec(STRING, "the word after the fence")
    info: str = spec(STRING, "all words after the fence, with the options of a `fen` block", "")
    text: str = spec(STRING, "the lines of the block")
    uri: str = spec(
        STRING, "the URI of the page, whose settings apply and whose variants are known", ""
    )


@dataclass(frozen=True, kw_only=True)
class ConvertParams(_Document):
    """A document in another form or notation, with its comments: `text`; and a `reason` if
    something is missing.
    """

    form: str = spec(STRING, "the name of one of its forms")


CUSTOM_REQUESTS: dict[str, type[Params]] = {
    f"wazir/{request.__name__.removesuffix('Params').lower()}": request
    for request in (
        PieceParams,
        PositionParams,
        ViewParams,
        PlayParams,
        WriteParams,
        EvaluateParams,
        ReplyParams,
        AnalyseParams,
        PlaytestParams,
        WinsParams,
        FiguresParams,
        ReadingsParams,
        FindParams,
        GalleryParams,
        CardsParams,
        CopyParams,
        FormsParams,
        FenceParams,
        ConvertParams,
    )
}
"""The parameters of each custom request, by method."""


def structured(method: str, data: object) -> Params:
    """The parameters of a custom request.

    Raises:
        JsonRpcInvalidParams: A field is missing or invalid.
    """
    schema = CUSTOM_REQUESTS[method]
    values, problems = read(schema, data if isinstance(data, dict) else {})
    if problems:
        raise JsonRpcInvalidParams(f"`{method}`: {problems[0]}")
    return schema(**values)
