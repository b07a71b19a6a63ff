"""Variants and positions of Ben39 that play themselves."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from wazir.api.file import MAX_BYTES
from wazir.api.position import Position
from wazir.document import Document
from wazir.engines.games import MAX_GAMES, play, play_by_program
from wazir.features.game.playtest import ben39
from wazir.features.game.playtest.ben39 import Ben39Game, Ben39Subject
from wazir.features.game.playtest.game import Game
from wazir.features.game.playtest.report import Report, report_of, report_on
from wazir.features.game.playtest.setup import Terms, setup_of, static_values
from wazir.features.variants import DefinedVariant, built_in, variants
from wazir.notations import for_file
from wazir.system import MARK, decode, read_named


def playtest(
    variant: str | Position,
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
    """Plays a variant by itself, or Ben39 from a position, and measures it. A variant needs
    pyffish.

    Args:
        variant: The name of a section of the file, or of a built-in variant; or a position of
            Ben39, whose player `engine` is its own search.
        file: The file of variants; None for a built-in variant and for a position.
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
        ValueError: It is not a file of variants, or there are too many games; or the game of the
            position has ended, or it has a file or a program.
    """
    if games > MAX_GAMES:
        raise ValueError(f"At most {MAX_GAMES:,} games are played: memory keeps them all.")
    has_engine = "engine" in players
    terms = Terms(players, seed, opening, plies=plies, nodes=nodes if has_engine else 0)
    if isinstance(variant, Position):
        if file is not None or program:
            raise ValueError("A position of Ben39 has no file and no program.")
        return _playtest_of_ben39(variant, terms, games, jobs=jobs)
    defined, config = _defined(variant, file)
    found = list[Game]()
    path = str(Path(program).resolve()) if has_engine else ""
    setup = setup_of(defined, terms, config, program=path)
    play(setup, games, lambda data: found.append(Game.of(data)), jobs)
    return report_on(defined, terms, found, static=static_values(defined))


def _playtest_of_ben39(position: Position, terms: Terms, games: int, *, jobs: int | None) -> Report:
    """The report on games of Ben39 from a position.

    Raises:
        ValueError: The game has ended there.
    """
    if position.is_game_over():
        raise ValueError("The game has ended.")
    subject = Ben39Subject(position.name or ben39.TITLE)
    found = list[Ben39Game]()
    program = ben39.program_of(position.state, terms, subject.name)
    play_by_program(program, games, lambda data: found.append(Ben39Game.of(data)), jobs)
    return report_of(subject, terms, found)


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
