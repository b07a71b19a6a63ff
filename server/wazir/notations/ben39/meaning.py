"""The records of a text, and their meaning: the position, the actions, and the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from wazir.ben39 import fen
from wazir.ben39.actions import Action, Game, after
from wazir.ben39.board import INTERSECTIONS, SQUARE_OF, crossings, places, squares_with
from wazir.ben39.position import (
    ARMY,
    OPENING,
    PIECE_OF,
    Owned,
    Piece,
    Position,
    Side,
    State,
    countable,
    pack,
    unpack,
)
from wazir.ben39.reading import Reading
from wazir.ben39.reading import read as read_action
from wazir.lazy import lazy
from wazir.notations.ben39 import syntax
from wazir.notations.ben39.drawing import Drawing, movable, read_drawing
from wazir.notations.ben39.syntax import Castle, Entry
from wazir.syntax import Node, Token, Tree
from wazir.text import Span, line_end

MAX_ACTIONS = 2_000
"""The maximum number of actions of a record that are checked."""
MAX_OF_LETTER: Mapping[str, int] = {"K": 1, "P": 6, "Q": 6, **dict.fromkeys("RBNGS", 2), **ARMY}
"""The number of pieces of a letter: for each side of `K` and of intersection pieces, else for both
sides together.
"""


@dataclass(frozen=True, slots=True)
class WrittenPiece:
    """A piece of the position with its span."""

    side: Side
    piece: Piece
    place: str | None
    """Its place; None in a hand or a reserve."""
    span: Span
    """Empty for an initial piece that is not written."""
    is_unknown: bool = False
    """A castle with an unknown next step."""

    @property
    def letter(self) -> str:
        """Its letter, without the next step of a castle."""
        return self.piece.letter


@dataclass(frozen=True, slots=True)
class Setup:
    """The initial position of a record."""

    position: Position
    """The position, as far as it is valid."""
    pieces: tuple[WrittenPiece, ...]
    """The pieces on the board, then in the hands, then in the reserves, as far as they are
    written.
    """
    drawing: Drawing | None = None
    form: fen.Result | None = None
    castles: tuple[Castle, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """An action of the moves."""

    span: Span
    text: str
    before: State
    """The position before it."""
    reading: Reading

    @property
    def action(self) -> Action | None:
        """The action that is played; None for a text that means none, after which nothing is."""
        return self.reading.action or self.reading.meant


@dataclass(frozen=True, eq=False)
class Record:
    """A position with its keys. Its meaning is computed when it is first read; invalid parts are
    skipped.
    """

    text: str
    """The text of the chunk."""
    name: Token | None
    header: Span | None
    """The `position` line, without its line end."""
    span: Span
    """From the first token to the last."""
    entries: tuple[Entry, ...]
    """In the order of the text."""
    stray: tuple[Span, ...] = ()
    """Lines before the first key."""

    def entry(self, key: str) -> Entry | None:
        """The first entry with a key, or None. An entry with a misspelled key counts only if there
        is no other.
        """
        entries = [entry for entry in self.entries if entry.key == key]
        return min(entries, key=lambda entry: entry.written != key, default=None)

    def words(self, key: str) -> tuple[Token, ...]:
        """The tokens of the value of a key; none without the key."""
        entry = self.entry(key)
        return entry.words if entry else ()

    @lazy
    def drawing(self) -> Drawing | None:
        """The diagram of its key `board`."""
        board = self.entry("board")
        return read_drawing(board, self.text) if board else None

    @lazy
    def setup(self) -> Setup:
        """The initial position, as far as it is valid: from the one-line form, the diagram, or the
        opening.
        """
        rules = syntax.rules_in(self.entry("rules"))[0]
        if entry := self.entry("fen"):
            form = fen.read(self.text[slice(*entry.value_span)])
            return Setup(
                replace(form.position, rules=rules), _formed(form, entry, self.text), form=form
            )
        named = syntax.castles(self.entry("castles"))[0]
        if self.drawing:
            where = movable(self.drawing)[0]
            pieces = _drawn_pieces(self.drawing, named)
        else:
            start = unpack(OPENING)
            where = start.movable
            pieces = [
                WrittenPiece(owned.side, owned.piece, place, span=Span(0, 0))
                for place, owned in start.pieces.items()
            ]
        standing = {piece.place: Owned(piece.side, piece.piece) for piece in pieces if piece.place}
        entries = {key: self.entry(key) for key in syntax.LETTERS}
        stores = {key: syntax.stored(entry)[0] for key, entry in entries.items() if entry}
        hands, reserves = (
            (
                _stored(stores, standing, Side.WHITE, store=store),
                _stored(stores, standing, Side.BLACK, store=store),
            )
            for store in ("hand", "reserve")
        )
        pieces += [
            WrittenPiece(
                Side(key.startswith("black")), PIECE_OF[word.text], place=None, span=word.span
            )
            for key, words in stores.items()
            for word in words
        ]
        position = Position(
            standing,
            where,
            syntax.turn_of(self.entry("turn"))[0],
            hands=hands,
            reserves=reserves,
            rules=rules,
        )
        return Setup(position, tuple(pieces), self.drawing, castles=named)

    @lazy
    def start(self) -> State:
        """The initial position."""
        return pack(self.setup.position)

    @lazy
    def plays(self) -> tuple[Played, ...]:
        """The actions up to and including the first that means no legal one."""
        plays: list[Played] = []
        state = self.start
        for token in self._action_tokens[:MAX_ACTIONS]:
            play = Played(token.span, token.text, state, reading=read_action(state, token.text))
            plays.append(play)
            if play.action is None:
                break
            state = after(state, play.action)
        return tuple(plays)

    @property
    def is_shown(self) -> bool:
        """Whether all written pieces are part of the initial position, and that can be written."""
        form, drawing = self.setup.form, self.setup.drawing
        if form and form.faults:
            return False
        drawn = [sign for sign in drawing.signs if sign.side is not None] if drawing else []
        is_whole = drawing is None or len(drawn) == sum(
            1 for piece in self.setup.pieces if piece.place
        )
        return is_whole and not fen.read(fen.write(self.start)).faults

    @property
    def unplayed(self) -> tuple[Token, ...]:
        """The actions after those that are played."""
        return self._action_tokens[len(self.plays) :]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions."""
        return tuple(play.action for play in self.plays if play.action is not None)

    @lazy
    def game(self) -> Game:
        """The position with the legal actions."""
        return Game(self.start, self.actions)

    @property
    def is_legal(self) -> bool:
        """Whether all actions are legal."""
        return not self.unplayed and all(play.action is not None for play in self.plays)

    @property
    def _action_tokens(self) -> tuple[Token, ...]:
        return tuple(token for token in self.words("moves") if token.kind == "ACTION")


@dataclass(frozen=True, slots=True)
class Ben39Reading:
    """The records of a text, with its tree."""

    tree: Tree
    records: tuple[Record, ...]
    outside: tuple[Span, ...] = ()
    """Lines outside of records."""


# Records and keys (G22)


def read(text: str) -> Ben39Reading:
    """The records of a text; none if it is too long. Never raises."""
    tree = syntax.parse(text)
    records = [_record(record.children, text) for record in tree.root.inner("record")]
    before = [child for child in tree.root.children if child.kind != "record"]
    if any(isinstance(child, Node) for child in before):
        return Ben39Reading(tree, (_record(before, text), *records))
    return Ben39Reading(tree, tuple(records), tuple(child.span for child in before))


def _record(parts: Sequence[Node | Token], text: str) -> Record:
    """A record, from its parts in the tree."""
    entries = tuple(
        _entry(part, text) for part in parts if isinstance(part, Node) and part.kind != "header"
    )
    header = next(
        (part for part in parts if isinstance(part, Node) and part.kind == "header"), None
    )
    start = _skipped(text, parts[0].start)
    name = next(iter(header.leaves("NAME")), None) if header else None
    line = Span(start, header.end) if header else None
    stray = tuple(part.span for part in parts if isinstance(part, Token))
    return Record(
        text=text,
        name=name,
        header=line,
        span=Span(start, parts[-1].end),
        entries=entries,
        stray=stray,
    )


def _skipped(text: str, start: int) -> int:
    """The offset after the blanks at the start of a token."""
    while text[start] in " \t\ufeff":
        start += 1
    return start


def _entry(node: Node, text: str) -> Entry:
    """A key with its value, from its node."""
    word, *words = node.leaves()
    written = syntax.key_of(word.text)
    key = syntax.nearest_key(written) or written
    start = _skipped(text, word.start)
    stray: tuple[Span, ...] = ()
    if key in syntax.KEYS and key not in syntax.MANY_LINES:
        stop = line_end(text, word.end)
        further = [token for token in words if token.start >= stop]
        lines = [
            tuple(line) for _, line in groupby(further, lambda token: line_end(text, token.start))
        ]
        stray = tuple(Span(line[0].start, line[-1].end) for line in lines)
        words = words[: len(words) - len(further)]
    key_span = Span(start, word.start + len(word.text.rstrip(":").rstrip()))
    return Entry(
        key=key,
        written=written,
        key_span=key_span,
        value_start=word.end,
        span=Span(start, node.end),
        words=tuple(words),
        stray=stray,
    )


# Positions


def _formed(form: fen.Result, entry: Entry, text: str) -> tuple[WrittenPiece, ...]:
    """The pieces of a one-line form, by the text of the chunk."""
    pieces: list[WrittenPiece] = []
    for piece in form.pieces:
        span = Span(piece.start, piece.end).moved(entry.value_span.start)
        pieces.append(
            WrittenPiece(
                piece.side,
                piece.piece,
                piece.place,
                span=span,
                is_unknown=text[span.end - 1] == "?",
            )
        )
    return tuple(pieces)


def _drawn_pieces(drawing: Drawing, named: tuple[Castle, ...]) -> list[WrittenPiece]:
    """The valid pieces of a diagram; castles that are not *named* have an unknown next step."""
    pieces: list[WrittenPiece] = []
    steps = {castle.place: castle.step for castle in named}
    on_board = existing(movable(drawing)[0])
    for sign in drawing.signs:
        if sign.side is not None and sign.letter in PIECE_OF and sign.place in on_board:
            piece = PIECE_OF[
                sign.letter + (steps.get(sign.place, "") if sign.letter == "C" else "")
            ]
            if sign.place in piece.names:
                pieces.append(
                    WrittenPiece(
                        sign.side,
                        piece,
                        sign.place,
                        span=sign.piece,
                        is_unknown=piece is Piece.CASTLE_EITHER,
                    )
                )
    return pieces


def _stored(
    stores: Mapping[str, tuple[Token, ...]], standing: Mapping[str, Owned], side: Side, store: str
) -> str:
    """The letters of a hand or a reserve; a reserve without a key has what is not on the board."""
    words = stores.get(f"{side} {store}")
    if words is None and store == "reserve":
        return left_of_army([piece.letter for owner, piece in standing.values() if owner is side])
    return countable("".join(word.text for word in words or ()))


SQUARE_LETTERS = "KRBNGSPQ"
"""The letters of square pieces."""


def existing(where: tuple[str, ...]) -> frozenset[str]:
    """The names of all squares, and of the intersections that exist with given movable squares.

    Every square that is drawn exists.
    """
    return frozenset(
        (*SQUARE_OF, *(INTERSECTIONS[place] for place in places(crossings(squares_with(where)))))
    )


def left_of_army(drawn: Sequence[str]) -> str:
    """The letters of an army in the order of a reserve, without those on the board."""
    return "".join(letter * max(number - drawn.count(letter), 0) for letter, number in ARMY.items())
