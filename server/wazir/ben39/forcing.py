"""Which actions can give a check or lift one: few of the hundreds that are legal, found without trying all."""

from __future__ import annotations

from wazir.ben39.actions import Action
from wazir.ben39.board import around, crossings
from wazir.ben39.position import ARMY, CASTLES, HAND, STORE, Piece, count
from wazir.ben39.rules import drops, entries, on_squares, slides
from wazir.ben39.scene import Scene

_ROOM = 9
"""Empty intersections of which no one action can fill or take away all: a square has four, and one can be entered."""
_TAKES_NO_ROOM = "XWZC"
"""What enters from reserve without ever opening the own king to the enemy."""


def answers(seen: Scene) -> list[Action]:
    """The legal actions that can lift a check.

    The others leave the enemy's pieces on squares, and whatever could stop or hold them, as they are: of the pieces on
    intersections only an immobilizer does that, and it may not be dropped where it does (G13).
    """
    found: list[Action] = []
    on_squares(seen, found)
    drops(seen, found)
    slides(seen, found, (Piece.IMMOBILIZER,))
    return found


def threats(seen: Scene) -> list[Action]:
    """The legal actions after which a side can take the king, if it cannot now.

    Beside those of pieces on squares: a spider that comes to the enemy king, wizards of which one is there then, and
    castles where the own king may be the one that takes.
    """
    found: list[Action] = []
    on_squares(seen, found)
    drops(seen, found)
    king = seen.theirs[Piece.KING]
    corners = crossings(king)
    found += _arriving(seen, (Piece.SPIDER,), corners)
    wizards = seen.mine[Piece.WIZARD]
    if wizards.bit_count() + bool(count(seen.mine[STORE], "W")) >= ARMY["W"]:
        found += _arriving(seen, (Piece.WIZARD,), -1 if wizards & corners else corners)
    near = around(corners) | around(seen.mine[Piece.SPIDER] | wizards)
    if seen.mine[Piece.KING] & near:
        found += _arriving(seen, CASTLES, -1)
    return found


def _arriving(seen: Scene, pieces: tuple[Piece, ...], goals: int) -> list[Action]:
    """The moves and drops of pieces on intersections to some of these."""
    found: list[Action] = []
    slides(seen, found, pieces)
    entries(seen, found, pieces[0].letter)
    return [action for action in found if goals >> action.target & 1]


def has_tempo(seen: Scene) -> bool:
    """Whether a side that is not in check surely has an action, now and after one of the enemy, that changes little.

    That is a drop: it cannot open the own king to the enemy. False means that one has to look.
    """
    store = seen.mine[STORE]
    if any(count(store, letter) for letter in _TAKES_NO_ROOM):
        return (seen.ground.crossings & ~seen.line_blocked).bit_count() >= _ROOM
    if any(count(store, letter) for letter in HAND if letter != "P"):
        return (seen.ground.squares & ~seen.blocked).bit_count() > 1
    return False
