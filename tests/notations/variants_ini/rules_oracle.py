"""Plays children of variants, each with one setting, against their parents in Fairy-Stockfish.

If legal moves, results or positions ever differ, the page of the child must tell a rule. `python
tests/notations/variants_ini/rules_oracle.py` tries each setting of each rule on forty parents, or
on a few that a seed draws, one rule after the other. `--spoken` also plays the children whose page
tells a rule, and lists those that never played differently. With files as arguments it plays their
sections without the lines that are reported as without an effect, with ffish of the extension's
packages.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from multiprocessing.connection import Connection
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import pyffish
from board_oracle import Section, sections_of
from children import PARENTS, parent, settings, view_of

from wazir.document import Document
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.programs import Engine
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
            if plain(fen) != plain(fen_of_other):
                return f"positions {fen} and {fen_of_other} after {move}"
            moves.append(move)
    return ""


def plain(fen: str) -> str:
    """A position without the marks that mean nothing where no piece comes into a hand: those of
    promoted pieces, and the files on which pieces may gate.
    """
    board, side, rights, *rest = fen.replace("[]", "").replace("~", "").split(" ")
    return " ".join([board, side, re.sub(r"[^KQkq]", "", rights) or "-", *rest])


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


def children(
    parents: Sequence[str], rules: Sequence[str], seed: int, parents_of_rule: int
) -> Iterator[Child]:
    """The children of a few parents for each rule, rule by rule in turn, in the random order of a
    seed.
    """
    rng = random.Random(seed)
    by_key = dict[str, list[Child]]()
    for key, own_settings in groupby(settings(), key=itemgetter(0)):
        if rules and key not in rules:
            continue
        names = rng.sample(parents, min(parents_of_rule, len(parents)))
        by_key[key] = [Child(name, *setting) for setting in own_settings for name in names]
    shuffled = [rng.sample(each, len(each)) for each in by_key.values()]
    for turn in zip_longest(*shuffled):
        yield from filter(None, turn)


def child_plays(child: Child, games: int, plies: int) -> str:
    """How a child plays differently from its parent, by ffish if it knows its setting."""
    names = (child.parent, NAME)
    setting = f"{child.key} {child.value}"
    if FFISH.reads("key", child.key) and FFISH.reads("value", setting):
        played = played_by_ffish(child.text, names, games * SLOWER, plies)
        if played.games:
            return played.difference
    return difference(child.text, names, games, plies)


# Lines without an effect


@dataclass(frozen=True)
class Line:
    """A line of a section that is reported as without an effect."""

    section: Section
    span: Span
    key: str

    @property
    def text(self) -> str:
        """The line without its end."""
        return self.section.text[slice(*self.span)].strip()


def lines_without_effect(section: Section) -> list[Line]:
    """The lines of a section that are reported as without an effect."""
    start, text = section.text.rindex(f"[{section.name}"), section.text
    document = Document.open(by_name("fairy-variants"), text)
    return [
        Line(section, Span(each.span.start, line_end(text, each.span.end)), text[slice(*each.span)])
        for each in document.diagnostics(Span(start, len(text)))
        if each.code.id == "no-effect"
    ]


def _without(lines: Sequence[Line]) -> str:
    """The section of some lines, and one of the name `child` that has all but these."""
    section, rest = lines[0].section, lines[0].section.text
    start = rest.rindex(f"[{section.name}")
    for line in sorted(lines, key=lambda line: line.span, reverse=True):
        rest = rest[: line.span.start] + rest[line.span.end :]
    return f"{section.text}\n" + rest[start:].replace(f"[{section.name}", f"[{NAME}", 1)


class Played(NamedTuple):
    """Games of two variants."""

    games: int
    difference: str
    """The first difference; empty if there is none."""


def effect(lines: Sequence[Line], games: int, plies: int) -> Played:
    """How a section plays differently without some lines, by ffish if it knows their keys, or by
    pyffish.
    """
    text, names = _without(lines), (lines[0].section.name, NAME)
    if all(FFISH.reads("key", line.key) for line in lines):
        return played_by_ffish(text, names, games, plies)
    games //= SLOWER
    return Played(games, difference(text, names, games, plies))


FFISH = Engine("ffish", "2023-08-26")
"""The engine of `ffish-es6`, by its date."""
LIBRARY = Path(__file__).parents[3] / "vscode-extension" / "node_modules" / "ffish-es6"
SLOWER = 20
"""The number of games that ffish plays while pyffish plays one."""


def played_by_ffish(text: str, names: Sequence[str], games: int, plies: int) -> Played:
    """Games of two variants of a text; none if ffish crashes or takes too long."""
    request = {
        "library": str(LIBRARY),
        "text": text,
        "names": names,
        "games": games,
        "plies": plies,
        "seconds": SECONDS / 5,
    }
    try:
        answer = subprocess.run(
            ["node", Path(__file__).with_name("games.mjs")],
            input=json.dumps(request),
            capture_output=True,
            encoding="utf-8",
            timeout=4 * SECONDS,
            check=True,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return Played(0, "")
    return Played(**json.loads(answer.stdout))


class Judged(NamedTuple):
    """Lines that were taken out of a section."""

    lines: Sequence[Line]
    games: int
    alarms: Sequence[str]
    """Those that have an effect."""


def judged(lines: Sequence[Line], games: int, plies: int) -> Iterator[Judged]:
    """The lines of a section, taken out together, and one by one if that makes a difference."""
    newer = [line for line in lines if not FFISH.reads("key", line.key)]
    for some in (newer, [line for line in lines if line not in newer]):
        if not some:
            continue
        together = effect(some, games, plies)
        alarms = list[str]()
        for line in some if together.difference else ():
            found = effect([line], games, plies).difference
            if found:
                alarms.append(f"{line.section.name}: {line.text}: {found}")
        yield Judged(some, together.games, alarms)


def judge(paths: Sequence[Path], games: int, plies: int, until: float) -> int:
    """The number of false alarms in files, each of which is printed."""
    every = {section.text: section for path in paths for section in sections_of(path)}
    lines = [found for found in map(lines_without_effect, every.values()) if found]
    results = list[Judged]()
    for own in lines:
        if time.monotonic() > until:
            break
        for result in judged(own, games, plies):
            results.append(result)
            sys.stdout.writelines(f"{alarm}\n" for alarm in result.alarms)
            if not result.games:
                sys.stdout.write(f"{own[0].section.name}: no game\n")
            sys.stdout.flush()
    tried = sum(len(result.lines) for result in results if result.games)
    alarms = sum(len(result.alarms) for result in results)
    sys.stdout.write(
        f"{tried} of {sum(map(len, lines))} lines in {len(lines)} sections, "
        f"{sum(result.games for result in results)} games, {alarms} false alarms\n"
    )
    return alarms


def main() -> int:
    """The number of children whose page is wrong, each of which is printed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--parents", nargs="*", default=PARENTS)
    parser.add_argument("--parents-of-rule", type=int, default=len(PARENTS))
    parser.add_argument("--keys", nargs="*", default=())
    parser.add_argument("--seed", type=int, default=49)
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--spoken", action="store_true")
    arguments = parser.parse_args()
    until = time.monotonic() + 60 * arguments.minutes
    if arguments.files:
        return min(judge(arguments.files, arguments.games, arguments.plies, until), 255)
    tried, wrong = Counter[str](), 0
    some = children(arguments.parents, arguments.keys, arguments.seed, arguments.parents_of_rule)
    for child in some:
        if time.monotonic() > until:
            break
        is_silent = _is_silent(child)
        if is_silent is None or not (is_silent or arguments.spoken):
            continue
        tried[child.key] += 1
        found = child_plays(child, arguments.games, arguments.plies)
        if is_silent is bool(found):
            wrong += 1
            sys.stdout.write(f"{child}: {found or 'never differs'}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{tried.total()} children of {len(tried)} rules, {wrong} wrong\n")
    return min(wrong, 255)


if __name__ == "__main__":
    sys.exit(main())
