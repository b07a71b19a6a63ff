"""Requests of ours: what each is for, and what may be asked. The table that the README shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pygls.exceptions import JsonRpcInvalidParams

from wazir.features.game.view import Line
from wazir.features.views.copying import FORMS
from wazir.piece.drawing.svg import Theme

LONGEST = 10_000
"""Characters of a text, and members of a list, that a request may have."""
MOST_CARDS = 100
"""Pieces of a gallery that a request may ask for."""


# The table


class Kind(NamedTuple):
    """What a field may hold."""

    words: str
    """For people: `a text`."""
    fits: Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= LONGEST and all(map(_is_text, value))


def one_of(*choices: str) -> Kind:
    """One of some words."""
    return Kind(f"one of {', '.join(f'`{choice}`' for choice in choices)}", lambda value: value in choices)


TEXT = Kind("a text", _is_text)
TEXTS = Kind("a list of texts", _is_list)
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
COUNT = Kind("a whole number from 1", lambda value: _is_number(value) and value > 0)
SECONDS = Kind(
    "a number above 0",
    lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf,
)
TOKEN = Kind("a token, as everywhere in the protocol", lambda value: isinstance(value, int | str))
NUMBER = Kind("a whole number from 0", _is_number)
DOCUMENT = Kind("an object with the `uri` of an open document", lambda value: _is_text(getattr(value, "uri", None)))
PLACE = Kind(
    "an object with `line` and `character`",
    lambda value: _is_number(getattr(value, "line", None)) and _is_number(getattr(value, "character", None)),
)
PLACES = Kind(
    f"a list of at most {MOST_CARDS} objects with `line` and `character`",
    lambda value: isinstance(value, list) and len(value) <= MOST_CARDS and all(map(PLACE.fits, value)),
)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the parameters of a request."""

    name: str
    kind: Kind
    meaning: str
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Ours:
    """A request of ours."""

    method: str
    meaning: str
    """What it is for, and what it answers."""
    fields: tuple[Field, ...]


_DOCUMENT = Field("textDocument", DOCUMENT, "as everywhere in the protocol", needed=True)
_PLACE = Field("position", PLACE, "the cursor; in Markdown it chooses the fenced block", needed=True)
_THEME = Field("theme", one_of(*(theme.value for theme in Theme)), "of the picture; else that of the client")
_PICTURE = Field("picture", FLAG, "`false` leaves `svg` empty, for who draws the board from the data")
_LINE = (
    Field("at", NUMBER, "after so many actions of the record, whatever the cursor says"),
    Field("played", TEXTS, "actions played from there, spelled as `actions` of an answer spells them"),
)
_BOARD = (
    Field("board", TEXT, "`10x8`, `cylinder 8x8`, `hex5`; else the board of the file, else the usual one"),
    Field("square", TEXT, "where the piece stands, as `d4`; else in the middle"),
    Field("friends", TEXTS, "squares with pieces of its side"),
    Field("foes", TEXTS, "squares with pieces of the other side"),
    Field("side", one_of("white", "black"), "whose piece it is; black moves down the board"),
    Field("moved", FLAG, "it has moved before, so that first moves are over"),
)
_FORM = (
    "the moves in a notation, a picture, a picture with words and the definition, a drawing in signs, a position on "
    "one line or as the lines of a record"
)

OURS = (
    Ours(
        "wazir/piece",
        "The piece at a place, on a board: what it does on every square, and why not on the others.",
        (_DOCUMENT, _PLACE, *_BOARD, _THEME, _PICTURE),
    ),
    Ours(
        "wazir/position",
        "The position of a game at a place: the board, the pieces, all that is legal, and the record for stepping.",
        (_DOCUMENT, _PLACE, *_LINE, _THEME, _PICTURE),
    ),
    Ours(
        "wazir/evaluate",
        "Looks ahead in a position: the last report of the search, as `wazir eval --json-lines` writes it.",
        (
            _DOCUMENT, _PLACE, *_LINE,
            Field("depth", COUNT, "so many actions ahead at most"),
            Field("nodes", COUNT, "so many positions at most"),
            Field("seconds", SECONDS, "so long at most; without any of these limits ten seconds"),
            Field("lines", COUNT, "so many of the best actions"),
            Field("workDoneToken", TOKEN, "for progress, and for stopping it"),
            Field("partialResultToken", TOKEN, "for every report as it comes"),
        ),
    ),
    Ours(
        "wazir/figures",
        "What the piece at a place comes to on a board: `figures` as `wazir ask` answers them, the same as `lines` of "
        "text, `maps` with a `title` and an `svg`, and whether the board `hasTable` of mates.",
        (
            _DOCUMENT, _PLACE,
            Field("board", TEXT, "`10x8`, `cylinder 8x8`, `hex5`; else the board of the file, else the usual one"),
            Field("mate", FLAG, "also whether king and piece beat a bare king, which takes seconds"),
            _THEME,
            Field("partialResultToken", TOKEN, "for the number of `moves` in which all mates are known so far"),
        ),
    ),
    Ours(
        "wazir/find",
        "Texts that reach just some squares, in every notation: `found` with `notation`, `dialect` or `style`, "
        "`source` and `names`.",
        (
            Field("square", TEXT, "where the piece stands", needed=True),
            Field("board", TEXT, "a rectangle, as `10x8`; else 8x8"),
            Field("quiet", TEXTS, "squares that it only moves to"),
            Field("capture", TEXTS, "squares on which it only takes"),
            Field("both", TEXTS, "squares on which it does either"),
            Field("on", TEXTS, "squares at the edge where rides go on; without it they may go on or not"),
        ),
    ),
    Ours(
        "wazir/gallery",
        "All pieces of a document, or its games: `html` or `svg`, `title`, and a `note` about what is left out; or the "
        "`kind`, `pieces` or `games`, and a list: `sections`, each with a `title` and its `pieces` (`name`, `text`, "
        "`position`).",
        (_DOCUMENT, Field("form", one_of("html", "svg", "list"), "a page, a sheet, or a list; else a page")),
    ),
    Ours(
        "wazir/cards",
        "What a gallery shows of some pieces: `cards` with `name`, `text`, `notation`, `sentence`, `figures`, "
        "`broken`, `svg`; `null` for a place without a piece.",
        (_DOCUMENT, Field("positions", PLACES, "the places of the pieces", needed=True), _THEME),
    ),
    Ours(
        "wazir/copy",
        "The piece or position at a place to be put elsewhere: `text`, or the `reason` why there is none.",
        (
            _DOCUMENT, _PLACE,
            Field("form", one_of(*FORMS), _FORM, needed=True),
            *_BOARD, *_LINE, _THEME,
        ),
    ),
    Ours(
        "wazir/forms",
        "What a document can be converted to: `forms` (`name`, `title`, `language`, `isOwn`); `word`, `hasGames`.",
        (_DOCUMENT, Field("position", PLACE, "chooses a fenced block of Markdown")),
    ),
    Ours(
        "wazir/fence",
        "A fenced block of a page: `code`, its text with colours, and `pictures` of what is in it, as HTML.",
        (
            Field("language", TEXT, "the word behind the fence", needed=True),
            Field("text", TEXT, "the lines of the block", needed=True),
            Field("uri", TEXT, "the address of the page, whose settings hold"),
            _THEME,
        ),
    ),
    Ours(
        "wazir/convert",
        "A whole document in another form or notation, with its comments: `text`; and a `reason` for what is missing.",
        (_DOCUMENT, Field("form", TEXT, "the name of one of its forms", needed=True)),
    ),
)  # fmt: skip

_FIELDS: Mapping[str, tuple[Field, ...]] = {one.method: one.fields for one in OURS}


def asked(method: str, params: Any) -> dict[str, Any]:
    """The fields of a request; those that are null or not there are left out.

    Raises:
        JsonRpcInvalidParams: A field is missing, or does not hold what it should.
    """
    found: dict[str, Any] = {}
    for field in _FIELDS[method]:
        value = getattr(params, field.name, None)
        if value is None:
            if field.needed:
                raise JsonRpcInvalidParams(f"`{field.name}` is missing in `{method}`: {field.kind.words}.")
            continue
        if not field.kind.fits(value):
            raise JsonRpcInvalidParams(f"`{field.name}` in `{method}` is {field.kind.words}.")
        found[field.name] = value
    return found


def line_of(said: Mapping[str, Any]) -> Line:
    """What is done from a place of a record."""
    return Line(said.get("at"), tuple(said.get("played", ())))
