"""A position of a variant to play with, as an engine plays it, in the form of a position of a
game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import NamedTuple

from wazir.document import Document, Placed
from wazir.features.game.ending import ending_sentence
from wazir.features.game.playtest.game import Game, PlayedMove
from wazir.features.game.position import NotPlayed
from wazir.features.game.view import (
    ActionView,
    BoardSquareView,
    BoardView,
    Held,
    PieceOnBoard,
    PlayedAction,
    PositionView,
    Stores,
)
from wazir.features.requests import RequestError
from wazir.features.variants import variant_of
from wazir.features.views.piece import HEIGHT
from wazir.notations.variant import ResolvedVariant
from wazir.piece.board import PlayingBoard, parse_square, square_name
from wazir.piece.drawing import svg
from wazir.piece.drawing.diagram import Diagram, Man
from wazir.piece.drawing.shapes import CELL, MARGIN, Frame, layout_of
from wazir.piece.drawing.svg import Theme
from wazir.text import Span


class EngineState(NamedTuple):
    """A position as an engine reports it."""

    fen: str
    played: Sequence[tuple[str, str]]
    """The moves from the start, in the notation of UCI and in algebraic notation."""
    legal: Sequence[tuple[str, str, bool]]
    """The legal moves in both notations, and whether they capture; none at the end of the game.

    Of moves that place walls the last two are empty and False.
    """
    is_check: bool
    result: int | None
    """1 if the side to move has won, -1 if it has lost, 0 for a draw; None while the game goes
    on.
    """
    can_claim: bool
    """The game may be ended, as by a third repetition."""
    start: str = ""
    """The position in FEN from which the moves were played; empty for that of the variant."""
    is_immediate: bool | None = None
    """A rule other than the lack of legal moves has ended the game; None if it is not known."""
    is_insufficient: bool = False
    """Neither side has the pieces to win."""


class Level(NamedTuple):
    """A strength of the engine as an opponent."""

    words: str
    skill: int
    nodes: int
    """The maximum number of positions that it searches."""


LEVELS = (
    Level("beginner", -15, 1_000),
    Level("casual player", -5, 10_000),
    Level("club player", 8, 50_000),
    Level("full strength, 200,000 positions", 20, 200_000),
    Level("full strength, 1,000,000 positions", 20, 1_000_000),
)
"""The weakest first; as many as those of Ben39."""
MAX_SECONDS = 10.0
"""The maximum time for a move, on a slow machine."""
PROGRAM = "Fairy-Stockfish"
_NO_PROGRAM = (
    "To play against Fairy-Stockfish, name its program: `wazir.engineProgram` in VS Code, `wazir "
    "lsp --engine PATH` in other editors."
)
_CLAIM = (
    "The game may be ended now, as a repetition or by the move rule. It goes on until a player "
    "claims that."
)
_NOT_LEGAL = "There is no such move."
_SIDES = ("white", "black")


@dataclass(frozen=True)
class PlayedVariant:
    """The variant of a section."""

    document: Document
    placed: Placed
    variant: ResolvedVariant

    def name_of(self, letter: str) -> str:
        """The best-known name of a piece, or its letter."""
        own = letter[-1].lower()
        name = next((piece.name for piece in self.variant.pieces if piece.letter == own), None)
        return f"{'promoted ' * letter.startswith('+')}{name.lower() if name else letter[-1]}"

    def position(self, fen: str) -> Diagram | None:
        """A position in FEN, or None if it cannot be drawn."""
        capability = self.document.notation.variants
        shown = capability and capability.fen_hover(self.document.analysis(self.placed), fen)
        return shown.position if shown else None

    def man(self, letter: str) -> Man | None:
        """The piece of a letter in FEN as a position shows it, or None if it shows none."""
        files, ranks = self.variant.files, self.variant.ranks
        first = f"{letter}{files - 1}" if files > 1 else letter
        position = self.position("/".join([first, *[str(files)] * (ranks - 1)]))
        man = next(iter(position.men.values()), None) if position else None
        if man and self.document.context.letters:
            return man._replace(figurine="")
        return man


def variant_at(document: Document, offset: int) -> PlayedVariant | None:
    """The variant whose section is at an offset, or None."""
    placed = document.chunk_at(offset)
    variant = variant_of(document, placed)
    return PlayedVariant(document, placed, variant) if variant else None


def position(
    played: PlayedVariant,
    state: EngineState,
    moves: Sequence[str],
    *,
    can_reply: bool,
    theme: str,
    has_picture: bool,
) -> PositionView:
    """A position of a variant with its legal moves.

    Args:
        played: The variant.
        state: The position.
        moves: The moves that the user has played, which need not be legal.
        can_reply: The engine plays too.
        theme: The theme of the picture: `light`, `dark` or `auto`.
        has_picture: Include the picture.

    Raises:
        RequestError: The position cannot be drawn.
    """
    capability = played.document.notation.variants
    name = played.variant.name
    if capability is None:
        raise RequestError("The position cannot be drawn.")
    shown = capability.fen_hover(played.document.analysis(played.placed), state.fen)
    if shown is None or (diagram := shown.position) is None or diagram.board is None:
        raise RequestError("The position cannot be drawn.")
    board, side = diagram.board, int(state.fen.split()[1] == "b")
    men = {square_name(at, board): man for at, man in diagram.men.items()}
    letters = {name: man.letter for name, man in men.items()}
    first = (side + len(state.played)) % 2
    winner = {None: None, 0: None, 1: _SIDES[side], -1: _SIDES[1 - side]}[state.result]
    sentence = _sentence(state, _SIDES[side], winner)
    refused = len(state.played)
    if state.result is not None:
        sentence = f"{sentence} {_ending(played, state, winner)}".rstrip()
    # the square of the piece that moved last is lit, unless the piece is gone
    last = _MOVE.fullmatch(state.played[-1][0]) if state.played else None
    highlighted = parse_square(last["target"], board) if last else None
    hands = {side: _hand(played, shown.hands.get(side, ""), side) for side in _SIDES}
    not_played = None
    if refused < len(moves):
        not_played = NotPlayed(refused, moves[refused], _NOT_LEGAL, nearest=())
    picture = ""
    if has_picture:
        picture = svg.of_diagram(
            replace(diagram, highlighted=highlighted if highlighted in diagram.men else None),
            title=f"Position of {name}",
            description=sentence,
            letters=played.document.context.letters,
            theme=Theme(theme),
            height=HEIGHT,
            legend=False,
            more_men=[man for hand in hands.values() for man, _ in hand if man],
        )
    return PositionView(
        name=name,
        span=Span(0, len(played.placed.chunk.text)).moved(played.placed.start),
        broken=False,
        played=tuple(
            PlayedAction(move, san, _SIDES[(first + number) % 2], number=number, span=None)
            for number, (move, san) in enumerate(state.played)
        ),
        refused=not_played,
        turn=_SIDES[side],
        status=_status(state),
        winner=winner,
        checked=(_SIDES[side],) if state.is_check else (),
        board=BoardView(tuple(board_squares(board)), ()),
        pieces=tuple(_pieces_on_board(played, men)),
        hands=Stores(*(tuple(held for _, held in hand) for hand in hands.values())),
        actions=tuple(_action(played, letters, *move) for move in state.legal),
        facts=() if can_reply else (_NO_PROGRAM,),
        sentence=sentence,
        program=PROGRAM,
        levels=tuple(level.words for level in LEVELS) if can_reply else (),
        analysis={"actions": [], "missing": 0, "summary": [], "svg": ""},
        fen=state.fen,
        text=shown.drawing,
        svg=picture,
        frame=Frame(layout_of(board.window, [], HEIGHT).left, MARGIN, CELL),
        pgn=_pgn(played.variant, state, winner),
    )


def _pieces_on_board(played: PlayedVariant, men: Mapping[str, Man]) -> Iterator[PieceOnBoard]:
    for at, man in men.items():
        yield PieceOnBoard(
            at,
            _SIDES[not man.white],
            man.letter,
            name=played.name_of(man.letter),
            immobilized=False,
        )


def _status(state: EngineState) -> str:
    """The status of a position, in the words of the protocol."""
    if state.result is not None:
        return "ended"
    return "check" if state.is_check else "none"


def _pgn(variant: ResolvedVariant, state: EngineState, winner: str | None) -> str:
    """The moves from the start of a variant in PGN; empty before the first one."""
    if not state.played:
        return ""
    start = state.start or variant.start_fen
    result = (
        "*" if state.result is None else {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[winner]
    )
    tags = {"Variant": variant.name, "SetUp": "1", "FEN": start, "Result": result}
    shown = {tag: value.replace("\\", "\\\\").replace('"', '\\"') for tag, value in tags.items()}
    lines = [f'[{tag} "{value}"]' for tag, value in shown.items()]
    is_black = start.split()[1:2] == ["b"]
    moves = list[str]()
    for number, (move, san) in enumerate(state.played, is_black):
        if number % 2 == 0:
            moves += [f"{number // 2 + 1}."]
        elif number == is_black:
            moves += ["1..."]
        moves.append(san or move)
    return "\n".join([*lines, "", " ".join([*moves, result])]) + "\n"


def board_squares(board: PlayingBoard) -> Iterator[BoardSquareView]:
    """The squares of the board of a variant, row by row from the top."""
    for row in board.window.rows():
        for at in row:
            x, y = board.window.middle(at)
            yield BoardSquareView(
                square_name(at, board), round(x, 4), round(y, 4), movable=False, exists=True
            )


def _hand(played: PlayedVariant, letters: str, side: str) -> tuple[tuple[Man | None, Held], ...]:
    """The pieces in a hand, each as a position shows it."""
    counted = Counter(letters.split())
    men = {letter: played.man(letter if side == "white" else letter.lower()) for letter in counted}
    return tuple(
        (
            man,
            Held(
                letter=letter,
                name=played.name_of(letter),
                count=counted[letter],
                shape=svg.shape_of_man(man) if man and man.figurine else "",
            ),
        )
        for letter, man in men.items()
    )


def _ending(played: PlayedVariant, state: EngineState, winner: str | None) -> str:
    """The rule that ended the game, as a sentence; empty if it is not known."""
    capability = played.document.notation.variants
    section = played.document.analysis(played.placed)
    start = state.start or played.variant.start_fen
    sides = cycle(_SIDES[::-1] if start.split()[1:2] == ["b"] else _SIDES)
    moves = zip(state.played, sides, strict=False)
    game = Game(
        index=0,
        players=("", ""),
        moves=tuple(PlayedMove(move, san, side) for (move, san), side in moves),
        legal=(),
        fens=((0, start), (len(state.played), state.fen)),
        end="material" if state.is_insufficient and not winner else "moves",
        result={"white": 1, "black": -1}.get(winner or "", 0),
        is_immediate=state.is_immediate,
        is_check=state.is_check,
    )
    return ending_sentence(
        game,
        played.variant,
        lambda key: capability.rule_sentences(section, key) if capability else (),
    )


def _sentence(state: EngineState, turn: str, winner: str | None) -> str:
    if state.result is not None:
        return f"{winner.capitalize()} wins." if winner else "The game is a draw."
    check = f" {turn.capitalize()} is in check." if state.is_check else ""
    claim = f" {_CLAIM}" if state.can_claim else ""
    return f"{turn.capitalize()} to move.{check}{claim}"


# Moves


_MOVE = re.compile(
    r"(?:(?P<drop>\+?[A-Z])@|(?P<origin>[a-z]\d+))(?P<target>[a-z]\d+)(?P<more>[^,]*)"
    r"(?:,[a-z]\d+(?P<wall>[a-z]\d+))?"
)
"""A move of UCI with the letter of a promotion or of a gated piece, and with the square of a
wall.
"""


_PROMOTIONS = {"+": ", promotes", "-": ", is demoted"}


def _action(
    played: PlayedVariant, men: Mapping[str, str], move: str, san: str, captures: bool
) -> ActionView:
    """A legal move. The squares of one that places a wall are chosen in turn: origin, target,
    wall.
    """
    if (match := _MOVE.fullmatch(move)) is None:
        return ActionView("move", move, "passes")
    origin, target, wall = match["origin"], match["target"], match["wall"]
    letter = match["drop"] or men.get(origin, "")
    captures = captures or bool(wall and target in men)
    name = played.name_of(letter)
    taken = men.get(target)
    more = match["more"]
    words = "castles" if san.startswith("O-O") else f"{name} from {origin} to {target}"
    words = "passes" if origin == target else words
    if captures:
        victim = played.name_of(taken) if taken else "a piece"
        words += f", takes {victim}"
    if more in _PROMOTIONS:
        words += _PROMOTIONS[more]
    elif more:
        words += f", {'becomes' if '=' in san else 'brings in'} {played.name_of(more)}"
    words += f", wall on {wall}" if wall else ""
    return ActionView(
        kind="drop" if match["drop"] else "move",
        spelled=move,
        words=f"{name} is placed on {target}" if match["drop"] else words,
        piece=letter,
        by=origin if wall else None,
        origin=target if wall else origin,
        target=wall or target,
        takes=(target,) if captures else (),
    )
