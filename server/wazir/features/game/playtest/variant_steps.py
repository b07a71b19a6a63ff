"""Games of variants, to step through on their boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wazir.features.game.playtest.game import Game, PlayedMove
from wazir.features.game.stepping import MAX_STEPS, StepItem, StepMove, SteppedGame
from wazir.features.game.variant import PlayedVariant
from wazir.features.variants import DefinedVariant
from wazir.piece.board import Square, SquareBoard, parse_square
from wazir.piece.drawing.shapes import Layout, layout_of, number
from wazir.piece.drawing.svg import HIGHLIGHT, WALL, board_with_shapes, shape_of_man
from wazir.placement import WHITE, PiecePlacement, side_of

_HEIGHT = 300
_MARKS, _PIECES = 0, 1
"""The layers of the picture."""


def stepped_game(game: Game, defined: DefinedVariant) -> SteppedGame | None:
    """A game to step through; None if its board is not drawn, and of a very long game."""
    played = PlayedVariant(*defined)
    start = played.position(game.start)
    if start is None or not isinstance(start.board, SquareBoard) or game.plies > MAX_STEPS:
        return None
    board, layout = start.board, layout_of(start.board.window, [], _HEIGHT)
    signs = {sign for _, placement in game.placements for sign in placement.board.values()}
    drawn = ((sign, played.man(sign)) for sign in sorted(signs))
    men = {sign: man for sign, man in drawn if man}
    shapes = {sign: shape_of_man(man) for sign, man in men.items()}
    is_duck = defined.variant.rules["wallingRule"].value == "duck"
    known = dict(game.placements)
    positions, moves = list[Sequence[StepItem]](), list[StepMove]()
    walls, placement = frozenset[str](), known[0]
    for ply, pieces in enumerate(game.boards()):
        move = game.moves[ply - 1] if ply else None
        if ply in known:
            placement, walls = known[ply], known[ply].walls
        elif move and move.wall:
            walls = frozenset({move.wall}) if is_duck else walls | {move.wall}
        positions.append([*_items(pieces, walls, shapes, move=move, layout=layout, board=board)])
        if move:
            moves.append(StepMove(move.san or move.uci, _in_hand(placement)))
    picture = board_with_shapes(start, men.values(), title=defined.variant.name, height=_HEIGHT)
    return SteppedGame(
        board=picture,
        layers=2,
        positions=positions,
        start=f"At the start. {_in_hand(known[0])}".rstrip(),
        moves=moves,
    )


def _items(
    pieces: Mapping[str, str],
    walls: frozenset[str],
    shapes: Mapping[str, str],
    *,
    move: PlayedMove | None,
    layout: Layout,
    board: SquareBoard,
) -> Iterator[StepItem]:
    """The elements of a position: walls, the square that was reached last, and pieces."""
    placed = [(_MARKS, WALL, name) for name in sorted(walls)]
    if move and move.target:
        placed.append((_MARKS, HIGHLIGHT, move.target))
    placed += [(_PIECES, shapes[sign], name) for name, sign in pieces.items() if sign in shapes]
    for layer, shape, name in placed:
        square = _square(name, board)
        if square is not None:
            x, y = layout.middle(square)
            yield StepItem(layer, f'<use href="#{shape}" x="{number(x)}" y="{number(y)}"/>')


def _square(name: str, board: SquareBoard) -> Square | None:
    """The square of a name. None if the board has none: a client's games may name any."""
    try:
        return parse_square(name, board)
    except ValueError:
        return None


def _in_hand(placement: PiecePlacement) -> str:
    """The pieces in hand as a sentence; empty without any."""
    sides = {"White": list[str](), "Black": list[str]()}
    for sign, count in placement.hand.items():
        side = "White" if side_of(sign) == WHITE else "Black"
        sides[side].append(f"{sign.upper()}{f' x{count}' if count > 1 else ''}")
    held = [f"{side} {', '.join(signs)}" for side, signs in sides.items() if signs]
    return f"In hand: {'; '.join(held)}." if held else ""
