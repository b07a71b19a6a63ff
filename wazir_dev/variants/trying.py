"""Tries documented rules in the program: whether it plays differently without each of their settings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import pyffish

from wazir_dev.variants.asking import kept
from wazir_dev.variants.deriving import Settings
from wazir_dev.variants.writing import rules, settings_of

GAMES, PLIES = 3, 24
"""The number of random games of a variant, and the length of the longest: a call takes milliseconds."""


def documented() -> Iterator[tuple[str, str]]:
    """The variants and keys that documented rules set, in alphabetical order."""
    yield from sorted(
        {(name, key) for rule in rules() for name in rule.variants for key in rule.settings}
    )


def tried() -> Iterator[tuple[str, str, str]]:
    """Each documented setting, with what the program does differently without it; `-` if nothing was seen."""
    answers = kept()
    texts = [section(f"all-{name}", settings_of(answer)) for name, answer in answers.items()]
    for name, key in documented():
        settings = settings_of(answers[name])
        del settings[key]
        texts.append(section(_without(name, key), settings))
    pyffish.load_variant_config("\n".join(texts))
    for name, pairs in groupby(documented(), key=itemgetter(0)):
        played = [play(f"all-{name}", moves) for moves in random_games(f"all-{name}")]
        for _, key in pairs:
            yield name, key, first_difference(_without(name, key), played)


def _without(name: str, key: str) -> str:
    return f"{name}-without-{key.lower()}"


def section(name: str, settings: Settings) -> str:
    """A section of a configuration."""
    return f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in settings.items())


def random_games(variant: str) -> Iterator[list[str]]:
    """Games that often capture, and some that go back and forth."""
    rng = random.Random(variant)
    for number in range(GAMES):
        fen = pyffish.start_fen(variant)
        moves: list[str] = []
        while len(moves) < PLIES and not pyffish.is_immediate_game_end(variant, fen, [])[0]:
            legal = pyffish.legal_moves(variant, fen, [])
            if not legal:
                break
            drawn = rng.sample(legal, min(4, len(legal)))
            captures = [move for move in drawn if pyffish.is_capture(variant, fen, [], move)]
            back = _back(moves)
            goes_back = number == 0 and back in legal
            moves.append(back if goes_back else (captures or drawn)[0])
            fen = pyffish.get_fen(variant, fen, moves[-1:])
        yield moves


def _back(moves: Sequence[str]) -> str:
    """The move that takes back the last own one; empty if there is none."""
    last = moves[-2] if len(moves) > 1 else ""
    middle = 3 if last[2:3].isdigit() else 2
    return last[middle:] + last[:middle] if last.isalnum() else ""


@dataclass(frozen=True)
class Seen:
    """What the program says of a position in a game."""

    fen: str
    moves: tuple[str, ...]
    end: tuple[bool, int]
    result: int
    """For a position without moves; zero for others."""


def play(variant: str, moves: Sequence[str]) -> list[Seen]:
    """What the program says of the positions of a game, and of the repetition at its end."""
    fen = pyffish.start_fen(variant)
    seen: list[Seen] = []
    for move in (*moves, ""):
        legal = tuple(sorted(pyffish.legal_moves(variant, fen, [])))
        end = pyffish.is_immediate_game_end(variant, fen, [])
        result = 0 if legal else pyffish.game_result(variant, fen, [])
        seen.append(Seen(fen, legal, end, result))
        if move not in legal:
            break
        fen = pyffish.get_fen(variant, fen, [move])
    start = pyffish.start_fen(variant)
    history = list(moves[: len(seen) - 1])
    claimed = pyffish.is_optional_game_end(variant, start, history)
    forced = pyffish.is_immediate_game_end(variant, start, history)
    seen.append(Seen(" ".join(history), (), claimed, int(forced[0]) * forced[1]))
    return seen


def first_difference(variant: str, played: Sequence[Sequence[Seen]]) -> str:
    """What a variant plays differently in known games; `-` if nothing is different."""
    for game in played:
        for own, other in zip(play(variant, game[-1].fen.split()), game, strict=False):
            if own != other:
                return _described(own, other)
    return "-"


def _described(own: Seen, other: Seen) -> str:
    if own.fen != other.fen:
        return f"position: {own.fen}, not {other.fen}"
    if own.moves != other.moves:
        return f"moves of {own.fen}"
    return f"end of {own.fen}"


def main() -> None:
    """Prints what was tried."""
    for row in tried():
        print("\t".join(row), flush=True)
