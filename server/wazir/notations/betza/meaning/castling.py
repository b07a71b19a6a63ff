"""Castling, `O` (B22)."""

from __future__ import annotations

from wazir.notations.betza import rules
from wazir.notations.betza.dialects import XBETZA
from wazir.notations.betza.meaning.atoms import Atom
from wazir.notations.betza.meaning.modifiers import Words
from wazir.notations.betza.meaning.refused import report_directions
from wazir.notations.betza.meaning.ways import first_steps
from wazir.notations.report import Report
from wazir.piece.model import Act, Leg, Move


def castling_moves(words: Words, atom: Atom, report: Report) -> list[Move]:
    """The king to each side: to the first piece, back to the crossed square with it, and on by one."""
    squares = atom.number
    if not squares or atom.least != 1:
        report(
            rules.BAD_RANGE,
            atom.span,
            "Castling needs the number of squares that the king goes: `O2` on a board of eight files.",
        )
        return []
    steps = first_steps(words.directions, atom.leaps, sums=False, chiral=True)
    report_directions(steps, words, atom, XBETZA, report)
    return [_castling(side * squares, words.mover_virgin) for side, ahead in steps.first if not ahead]


def _castling(squares: int, mover_virgin: bool) -> Move:
    side = 1 if squares > 0 else -1
    to_friend = Leg(
        ways=((None, (((side, 0),),)),),
        most=None,
        acts=Act.DESTROY,
        on_edge_file=True,
        mover_virgin=mover_virgin,
        victim_virgin=True,
    )
    to_crossed = Leg(ways=((None, (((squares - side, 0),),)),), acts=Act.UNLOAD, back=1)
    to_end = Leg(ways=((None, (((squares, 0),),)),), acts=Act.STOP, back=2)
    return Move((to_friend, to_crossed, to_end))
