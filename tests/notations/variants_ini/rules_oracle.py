"""Plays children of variants, each with one setting, against their parents in Fairy-Stockfish.

If legal moves, results or positions ever differ, the page of the child must tell a rule. `python
tests/notations/variants_ini/rules_oracle.py` tries each setting of each rule on forty parents;
`--spoken` lists the children whose page tells a rule and that never played differently. With files
as arguments it plays their sections without each line that is reported as without an effect.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import pyffish
from board_oracle import Section, sections_of
from children import PARENTS, parent, settings, view_of

from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.prose import compared
from wazir.text import Span, line_end

GAMES = 3
"""The games of a child that are tried: the first is random, the second prefers captures, the third
moves back and forth.
"""
PLIES = 40
SECONDS = 60
"""The longest time for a child."""
NAME = "child"


@dataclass(frozen=True)
class Child:
    """A variant with one setting on top of its parent."""

    parent: str
    key: str
    value: str

    @property
    def text(self) -> str:
        """The section."""
        return f"[{NAME}:{self.parent}]\n{self.key} = {self.value}\n"

    def __str__(self) -> str:
        return f"[:{self.parent}] {self.key} = {self.value}"


# Games


def played_differently(names: Sequence[str], games: int, plies: int) -> str:
    """The first difference between games of two variants, or an empty string."""
    starts = [pyffish.start_fen(name) for name in names]
    if starts[0] != starts[1]:
        return "other start"
    for game in range(games):
        rng, moves = random.Random(f"{game}{names[0]}"), list[str]()
        fen = starts[0]
        for _ in range(plies):
            legal, other = (pyffish.legal_moves(name, fen, []) for name in names)
            if set(legal) != set(other):
                changed = sorted(set(legal) ^ set(other))[:3]
                return f"moves {' '.join(changed)} in {fen}"
            history = (starts[0], moves) if game % GAMES == 2 else (fen, [])
            ends = [_end(name, fen, legal, history) for name in names]
            if ends[0] != ends[1]:
                return f"ends {ends[0]} and {ends[1]} in {fen} after {' '.join(moves[-6:])}"
            if not legal or ends[0][0] is not None:
                break
            move = _chosen(rng, game, names[0], fen, legal, moves)
            fen, fen_of_other = (pyffish.get_fen(name, fen, [move]) for name in names)
            if fen.replace("[]", "") != fen_of_other.replace("[]", ""):
                return f"positions {fen} and {fen_of_other} after {move}"
            moves.append(move)
    return ""


def _end(
    name: str, fen: str, legal: Sequence[str], game: tuple[str, list[str]]
) -> tuple[int | None, ...]:
    """How a game ends at once, by the choice of a player, and without a legal move."""
    at_once = _result(*pyffish.is_immediate_game_end(name, fen, []))
    chosen = _result(*pyffish.is_optional_game_end(name, *game)) if game[1] else None
    return at_once, chosen, None if legal else pyffish.game_result(name, *game)


def _result(is_end: bool, result: int) -> int | None:
    """A result, which is random if the game goes on."""
    return result if is_end else None


def _chosen(
    rng: random.Random, game: int, name: str, fen: str, legal: Sequence[str], moves: list[str]
) -> str:
    """The next move of a game."""
    if game % GAMES == 1:
        some = rng.sample(legal, min(8, len(legal)))
        captures = [move for move in some if pyffish.is_capture(name, fen, [], move)]
        return rng.choice(captures or some)
    if game % GAMES == 2 and len(moves) > 1 and len(moves) % 16 > 3:
        back = f"{moves[-2][2:4]}{moves[-2][:2]}"
        if back in legal:
            return back
    return rng.choice(legal)


# Children


def _is_silent(child: Child) -> bool | None:
    """Whether the page of a child tells no rule; None if it is as its parent."""
    view, above = view_of(child.text), parent(child.parent)
    values, before = (
        {key: rule.value for key, rule in each.variant.rules.items()} for each in (view, above)
    )
    if values == before:
        return None
    told = compared(view, above)
    return not (told.new or told.ended)


def _tell(text: str, names: Sequence[str], games: int, plies: int, pipe: Connection) -> None:
    pyffish.load_variant_config(text)
    is_loaded = set(names) <= set(pyffish.variants())
    found = played_differently(names, games, plies) if is_loaded else ""
    pipe.send(found)


def difference(text: str, names: Sequence[str], games: int, plies: int) -> str:
    """How two variants of a text play differently, found in a process of its own; empty for
    nothing, for a crash and for one that takes too long.
    """
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_tell, args=(text, names, games, plies, there))
    process.start()
    there.close()
    try:
        found = here.recv() if here.poll(SECONDS) else ""
    except EOFError:
        found = ""
    process.kill()
    process.join()
    return str(found)


def children(parents: Sequence[str], keys: Sequence[str]) -> Iterator[Child]:
    """The children of parents, in a random order that is always the same."""
    every = [
        Child(name, *setting)
        for name in parents
        for setting in settings()
        if not keys or setting[0] in keys
    ]
    yield from random.Random(49).sample(every, len(every))


# Lines without an effect


def false_alarms(section: Section, games: int, plies: int) -> Iterator[str]:
    """The lines of a section that are reported as without an effect, and have one."""
    start = section.text.rindex(f"[{section.name}")
    own = section.text[start:]
    document = Document.open(by_name("fairy-variants"), section.text)
    for each in document.diagnostics(Span(start, len(section.text))):
        if each.code.id != "no-effect":
            continue
        line = Span(each.span.start, line_end(section.text, each.span.end))
        without = section.text[: line.start] + section.text[line.end :]
        renamed = without[start:].replace(f"[{section.name}", f"[{NAME}", 1)
        text = f"{section.text[:start]}{own}\n{renamed}"
        found = difference(text, (section.name, NAME), games, plies)
        if found:
            yield f"{section.name}: {section.text[slice(*line)].strip()}: {found}"


def judge(paths: Sequence[Path], games: int, plies: int) -> int:
    """The number of false alarms in files, each of which is printed."""
    every = {section.text: section for path in paths for section in sections_of(path)}
    count = 0
    for section in every.values():
        for alarm in false_alarms(section, games, plies):
            count += 1
            sys.stdout.write(f"{alarm}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(every)} sections, {count} false alarms\n")
    return count


def main() -> int:
    """The number of children whose page is wrong, each of which is printed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--parents", nargs="*", default=PARENTS)
    parser.add_argument("--keys", nargs="*", default=())
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--spoken", action="store_true")
    arguments = parser.parse_args()
    if arguments.files:
        return min(judge(arguments.files, arguments.games, arguments.plies), 255)
    until = time.monotonic() + 60 * arguments.minutes
    tried, wrong = 0, 0
    for child in children(arguments.parents, arguments.keys):
        if time.monotonic() > until:
            break
        is_silent = _is_silent(child)
        if is_silent is None or is_silent is arguments.spoken:
            continue
        tried += 1
        names = (child.parent, NAME)
        found = difference(child.text, names, arguments.games, arguments.plies)
        if is_silent is bool(found):
            wrong += 1
            sys.stdout.write(f"{child}: {found or 'never differs'}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{tried} children, {wrong} wrong\n")
    return min(wrong, 255)


if __name__ == "__main__":
    sys.exit(main())
