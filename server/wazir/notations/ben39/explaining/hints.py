"""Remarks in the text: behind a position what is to be known of it at a glance."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.ben39.evaluation import Facts, facts
from wazir.ben39.position import Side, State
from wazir.ben39.words import pawns, standing, title
from wazir.notations.base import NO_NAMES, Context, HintKind, InlayHint, Scope
from wazir.notations.ben39.explaining.explain import position_notes
from wazir.notations.ben39.meaning import meaning
from wazir.notations.ben39.reading.build import read


def hints(text: str, _context: Context, _scope: Scope = NO_NAMES) -> tuple[InlayHint, ...]:
    """The remarks about a chunk, in order: one behind each drawing and each one-line form."""
    found: list[InlayHint] = []
    for record in read(text).records:
        entry = record.entry("fen") or record.entry("board")
        if entry and entry.words:
            state = meaning(record, text).start
            found.append(
                InlayHint(entry.words[-1].end, _label(state), " ".join(position_notes(state)), HintKind.IMPLIED)
            )
    return tuple(found)


def _label(state: State) -> str:
    return " " + " · ".join(_parts(facts(state)))


def _parts(found: Facts) -> Iterator[str]:
    yield standing(found).removesuffix(".")
    for place, control in found.control.items():
        side = "nobody" if control.side is None else title(control.side)
        yield f"{place} {side} {control.counts[0]}:{control.counts[1]}"
    white, black = found.material
    yield "level" if white == black else f"{title(Side(white < black))} +{pawns(abs(white - black))}"
