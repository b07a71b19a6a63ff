"""Variants that play themselves."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from wazir.api.file import MAX_BYTES
from wazir.document import Document
from wazir.engines.games import MAX_GAMES, play
from wazir.features.game.playtest.game import Game
from wazir.features.game.playtest.report import Report, report_on
from wazir.features.game.playtest.setup import Terms, setup_of, static_values
from wazir.features.variants import DefinedVariant, built_in, variants
from wazir.notations import for_file
from wazir.system import MARK, decode, read_named


def playtest(
    variant: str,
    file: str | PathLike[str] | None = None,
    *,
    games: int = 200,
    players: tuple[str, str] = ("random", "random"),
    seed: int = 1,
    opening: int = 4,
    plies: int = 400,
    program: str | PathLike[str] = "",
    nodes: int = 1000,
    jobs: int | None = None,
) -> Report:
    """Plays a variant by itself, and measures it. Needs pyffish.

    Args:
        variant: The name of a section of the file, or of a built-in variant.
        file: The file of variants; None for a built-in variant.
        games: The number of games, at most 20,000, because memory keeps them all.
        players: `random`, `greedy` or `engine`; if they differ, each opening is played twice.
        seed: Another one gives other games.
        opening: The number of random plies at the start.
        plies: A longer game is cut off.
        program: The path of the program of the player `engine`.
        nodes: The nodes that it searches for a move.
        jobs: The number of processes, which changes no game; None for one a processor.

    Raises:
        KeyError: There is no such variant.
        wazir.engines.EngineError: pyffish or the program is missing, or fails.
        OSError: The file cannot be read.
        ValueError: It is not a file of variants, or there are too many games.
    """
    if games > MAX_GAMES:
        raise ValueError(f"At most {MAX_GAMES:,} games are played: memory keeps them all.")
    defined, config = _defined(variant, file)
    has_engine = "engine" in players
    terms = Terms(players, seed, opening, plies=plies, nodes=nodes if has_engine else 0)
    found = list[Game]()
    path = str(Path(program).resolve()) if has_engine else ""
    setup = setup_of(defined, terms, config, program=path)
    play(setup, games, lambda data: found.append(Game.of(data)), jobs)
    return report_on(defined, terms, found, static=static_values(defined))


def _defined(variant: str, file: str | PathLike[str] | None) -> tuple[DefinedVariant, str]:
    """A variant, and the text that defines it for the engine.

    Raises:
        KeyError: There is none.
        OSError: The file cannot be read.
        ValueError: It is not a file of variants.
    """
    if file is None:
        known = built_in(variant)
        if known is None:
            raise KeyError(f"There is no built-in variant `{variant}`.")
        return known, ""
    text = decode(read_named(Path(file), MAX_BYTES)).removeprefix(MARK)
    notation = for_file(fspath(file), text)
    if notation is None or notation.variants is None:
        raise ValueError(f"`{file}` is not a file of variants.")
    document = Document.open(notation, text)
    for found in variants(document):
        if found.variant.name == variant:
            return found, text
    raise KeyError(f"`{file}` has no variant `{variant}`.")
