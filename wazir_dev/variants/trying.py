"""Tries documented rules in the program: whether it plays differently without each of their
settings.

`tried.tsv` keeps the results. A variant is tried in a process of its own, and only if its rules
changed since.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import pyffish

from wazir_dev.environment import ROOT
from wazir_dev.variants.asking import kept
from wazir_dev.variants.deriving import Settings
from wazir_dev.variants.writing import rules, settings_of

TRIED = Path(__file__).parent / "tried.tsv"
COLUMNS = "variant\tkey\tvalue\tdifference\n"
NOTHING = "-"
"""The difference of a setting without which the program plays the same games."""
UNTRIED = "?"
"""The difference of a setting that was not tried yet."""

GAMES = 3
PLIES = 30
"""The number of random games of a variant, and the length of the longest: a call takes
milliseconds.
"""
CHOICES = 3
"""The number of moves of a random player, who prefers a capture."""
MINUTES = 20
"""The time of all variants together. Those that are left are tried next time."""
MINUTES_OF_A_VARIANT = 3


@dataclass(frozen=True, order=True)
class Setting:
    """A setting of a documented rule."""

    variant: str
    key: str
    value: str

    @property
    def name_without(self) -> str:
        """The name of the variant without the setting."""
        return f"{self.variant}-without-{self.key.lower()}"


@dataclass(frozen=True, order=True)
class Tried:
    """What the program plays differently without a setting."""

    setting: Setting
    difference: str

    @property
    def is_confirmed(self) -> bool:
        """Whether the program plays something differently, so that the setting has an effect."""
        return self.difference not in (NOTHING, UNTRIED)


def documented() -> list[Setting]:
    """All settings of documented rules, in alphabetical order."""
    answers = kept()
    pairs = {(name, key) for rule in rules() for name in rule.variants for key in rule.settings}
    return [
        Setting(variant=name, key=key, value=str(settings_of(answers[name])[key]))
        for name, key in sorted(pairs)
    ]


def results() -> list[Tried]:
    """The kept results of the settings that are documented now, without those that were not
    tried.
    """
    if not TRIED.exists():
        return []
    lines = TRIED.read_text("utf-8").partition(COLUMNS)[2].splitlines()
    known = set(documented())
    return [
        result
        for result in map(_parsed, lines)
        if result.setting in known and result.difference != UNTRIED
    ]


def _parsed(line: str) -> Tried:
    variant, key, value, difference = line.split("\t")
    return Tried(setting=Setting(variant=variant, key=key, value=value), difference=difference)


def text(tried: Iterable[Tried]) -> str:
    """The file of results, with a row for each documented setting and their counts at the top."""
    by_setting = {result.setting: result for result in tried}
    settings = documented()
    confirmed = sum(result.is_confirmed for result in by_setting.values())
    rows = []
    for setting in settings:
        result = by_setting.get(setting)
        difference = result.difference if result else UNTRIED
        rows.append("\t".join((setting.variant, setting.key, setting.value, difference)) + "\n")
    counts = [
        f"{len(settings)} settings",
        f"{confirmed} confirmed",
        f"{len(by_setting) - confirmed} without a difference (-)",
        f"{len(settings) - len(by_setting)} not tried (?)",
    ]
    return f"# {', '.join(counts)}\n{COLUMNS}{''.join(rows)}"


def main(minutes: float = MINUTES) -> None:
    """Tries the variants with settings that were not tried, until the time is over, and keeps the
    results.
    """
    end = time.monotonic() + 60 * minutes
    tried = {result.setting: result for result in results()}
    left = sorted({setting.variant for setting in documented() if setting not in tried})
    for variant in left:
        if time.monotonic() > end:
            break
        for result in _try_in_process(variant):
            tried[result.setting] = result
        TRIED.write_text(text(tried.values()), "utf-8", newline="\n")
    print(text(tried.values()).partition("\n")[0].removeprefix("# "))


def _try_in_process(variant: str) -> list[Tried]:
    """The results of a variant; none if it takes too long."""
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "wazir_dev.variants.trying", variant],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            timeout=60 * MINUTES_OF_A_VARIANT,
            check=True,
        )
    except subprocess.TimeoutExpired:
        print(f"{variant} takes too long.", flush=True)
        return []
    return [_parsed(line) for line in ran.stdout.splitlines()]


def try_variant(variant: str) -> Iterator[Tried]:
    """The results of the settings of a variant."""
    own = [setting for setting in documented() if setting.variant == variant]
    load(own)
    games = list(random_games(whole(variant)))
    for setting in own:
        yield Tried(setting=setting, difference=first_difference(setting.name_without, games))


def load(settings: Iterable[Setting]) -> None:
    """Gives the program the variants of settings, once as they are and once without each
    setting.
    """
    answers = kept()
    sections = []
    for variant, own in groupby(settings, key=attrgetter("variant")):
        rules_of_variant = settings_of(answers[variant])
        sections.append(section(whole(variant), rules_of_variant))
        for setting in own:
            others = {key: value for key, value in rules_of_variant.items() if key != setting.key}
            sections.append(section(setting.name_without, others))
    pyffish.load_variant_config("\n".join(sections))


def whole(variant: str) -> str:
    """The name of a variant with all its settings, as our file has it."""
    return f"all-{variant}"


def section(name: str, settings: Settings) -> str:
    """A section of a configuration."""
    return f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in settings.items())


@dataclass(frozen=True)
class Seen:
    """What the program says of a position in a game."""

    fen: str
    legal: tuple[str, ...]
    result: int
    """For a position without moves; zero for others."""
    move: str
    """The move that is made; empty at the end."""


@dataclass(frozen=True)
class Game:
    """A game, and what the program says of its end."""

    seen: tuple[Seen, ...]
    claim: tuple[bool, int]
    """Whether a player may end the game now, and with which result."""

    @property
    def moves(self) -> list[str]:
        """The moves of the game."""
        return [seen.move for seen in self.seen if seen.move]


def see(variant: str, fen: str, move: str = "") -> Seen:
    """What the program says of a position. A game that is over has no legal moves."""
    legal = tuple(sorted(pyffish.legal_moves(variant, fen, [])))
    result = 0 if legal else pyffish.game_result(variant, fen, [])
    return Seen(fen=fen, legal=legal, result=result, move=move)


def claim(variant: str, moves: list[str]) -> tuple[bool, int]:
    """Whether a player may end a game, and with which result."""
    ends: tuple[bool, int] = pyffish.is_optional_game_end(
        variant, pyffish.start_fen(variant), moves
    )
    return ends


def random_games(variant: str) -> Iterator[Game]:
    """Games that often capture; the first goes back and forth where it can."""
    rng = random.Random(variant)
    for number in range(GAMES):
        fen = pyffish.start_fen(variant)
        seen: list[Seen] = []
        moves: list[str] = []
        for _ in range(PLIES):
            position = see(variant, fen)
            if not position.legal:
                break
            drawn = rng.sample(position.legal, min(CHOICES, len(position.legal)))
            back = _back(moves)
            if number == 0 and back in position.legal:
                drawn = [back]
            move, next_fen = _capture_or_first(variant, fen, drawn)
            seen.append(Seen(fen=fen, legal=position.legal, result=0, move=move))
            moves.append(move)
            fen = next_fen
        seen.append(see(variant, fen))
        yield Game(seen=tuple(seen), claim=claim(variant, moves))


def _capture_or_first(variant: str, fen: str, moves: Sequence[str]) -> tuple[str, str]:
    """The first move that removes a piece from the board, or the first one; and the position after
    it.
    """
    first = pyffish.get_fen(variant, fen, [moves[0]])
    for move in moves:
        after = first if move == moves[0] else pyffish.get_fen(variant, fen, [move])
        if _pieces(after) < _pieces(fen):
            return move, after
    return moves[0], first


def _pieces(fen: str) -> int:
    """The number of pieces on the board."""
    board = fen.split()[0].partition("[")[0]
    return sum(map(str.isalpha, board))


def _back(moves: Sequence[str]) -> str:
    """The move that takes back the last own one; empty if there is none."""
    last = moves[-2] if len(moves) > 1 else ""
    middle = 3 if last[2:3].isdigit() else 2
    return last[middle:] + last[:middle] if last.isalnum() else ""


def first_difference(variant: str, games: Iterable[Game]) -> str:
    """What a variant plays differently in known games; `-` if nothing is different."""
    for game in games:
        fen = pyffish.start_fen(variant)
        for other in game.seen:
            own = see(variant, fen, other.move)
            if own != other:
                return _described(own, other)
            if other.move:
                fen = pyffish.get_fen(variant, fen, [other.move])
        if claim(variant, game.moves) != game.claim:
            return f"claim after {' '.join(game.moves)}"
    return NOTHING


def _described(own: Seen, other: Seen) -> str:
    if own.fen != other.fen:
        return f"position {own.fen}, not {other.fen}"
    if own.legal != other.legal:
        return f"moves of {own.fen}"
    return f"result of {own.fen}"


def print_results(variant: str) -> None:
    """Prints the results of a variant, a line each."""
    for result in try_variant(variant):
        setting = result.setting
        print(setting.variant, setting.key, setting.value, result.difference, sep="\t", flush=True)


if __name__ == "__main__":
    print_results(sys.argv[1])
