"""Variants that play themselves, by the engine of the client or by pyffish, and Ben39 by its own
search, with a report that grows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from wazir import system
from wazir.ben39.position import State
from wazir.ben39.rules import actions
from wazir.document import Document
from wazir.engines import EngineError, library
from wazir.engines.games import (
    MAX_GAMES,
    default_jobs,
    play_in_processes,
    program_of,
    together,
)
from wazir.engines.program import located
from wazir.features import RequestError, variants
from wazir.features.game.playtest import ben39
from wazir.features.game.playtest.ben39 import Ben39Game, Ben39Subject
from wazir.features.game.playtest.comparison import compared
from wazir.features.game.playtest.game import Game, PlayedGame
from wazir.features.game.playtest.page import comparison_page, page
from wazir.features.game.playtest.report import report_of
from wazir.features.game.playtest.report_json import comparison_as_json
from wazir.features.game.playtest.setup import Terms, setup_of, static_values
from wazir.features.game.playtest.subject import Subject
from wazir.features.game.playtest.variants import VariantSubject
from wazir.features.game.position import reached
from wazir.features.game.variant import PlayedVariant, variant_at
from wazir.features.variants import DefinedVariant
from wazir.game_setup import GameSetup
from wazir.lsp.custom_requests import PlaytestParams
from wazir.lsp.handlers.client_games import played_by_client
from wazir.lsp.snapshot import Snapshot
from wazir.notations.variant import ResolvedVariant

OPENING, MAX_PLIES = 4, 400
"""The defaults of `wazir playtest`."""
MAX_OTHERS = 500
"""The largest number of variants of a text that are named."""
_BETWEEN_PAGES = 1.0
"""The shortest pause after a page in seconds. It lasts four times as long as writing the page."""
_NO_ENGINE = (
    "The player `engine` needs a program: `wazir.engineProgram` in VS Code, `wazir lsp --engine "
    "PATH` in other editors."
)

_Keep = Callable[[PlayedGame], object]


@dataclass(frozen=True)
class _Side:
    """What plays itself, and its games so far."""

    subject: Subject[Any]
    play: Callable[[int, _Keep], Awaitable[None]]
    """Plays a number of games, and tells each."""
    variant: ResolvedVariant | None = None
    """None for Ben39."""
    games: list[PlayedGame] = field(default_factory=list)


async def playtest(snapshot: Snapshot, params: PlaytestParams) -> dict[str, Any] | None:
    """Plays a variant, or Ben39, by itself; null if the position is in neither. A request that is
    cancelled still sends the report on its games as a partial result.
    """
    if params.games > MAX_GAMES:
        raise RequestError(f"At most {MAX_GAMES:,} games are played: memory keeps them all.")
    terms = Terms(
        players=(params.player, params.against or params.player),
        seed=params.seed,
        opening=OPENING,
        plies=MAX_PLIES,
        nodes=params.nodes if "engine" in (params.player, params.against) else 0,
    )
    file, offset = snapshot.place(params)
    if (found := variant_at(file.document, offset)) is not None:
        chosen = [found, *_other(file.document, params.other)]
        in_thread = snapshot.session.server.in_thread
        sides = await in_thread(lambda: [_variant(snapshot, each, terms) for each in chosen])
    elif (side := _position(file.document, offset, params, terms)) is not None:
        sides = [side]
    else:
        return None
    run = _Run(snapshot, sides, terms, params)
    others = [name for name in _names(file.document) if name != sides[0].subject.name]
    run.tell_choices(_players(snapshot, sides), others)
    return await run.play()


class _Run:
    """The games of a request, and what the client is shown of them."""

    def __init__(
        self, snapshot: Snapshot, sides: list[_Side], terms: Terms, params: PlaytestParams
    ) -> None:
        self._server = snapshot.session.server
        self._sides, self._terms = sides, terms
        self._token, self._wanted = params.partial_result_token, params.games
        self._is_new = asyncio.Event()

    def tell_choices(self, players: list[str], others: list[str]) -> None:
        """Tells the client who can play, and with which variants it can be compared."""
        self._tell({**self._numbers(), "players": players, "others": others})

    async def play(self) -> dict[str, Any]:
        """Plays the games, and returns the report on them."""
        writing = asyncio.get_running_loop().create_task(self._show_pages())
        problem = ""
        try:
            try:
                for side in self._sides:
                    await side.play(self._wanted, self._keeping(side))
            except EngineError as error:
                problem = str(error)
            return await self._answer() | {"problem": problem}
        except asyncio.CancelledError:
            writing.cancel()
            self._tell(await self._answer())
            raise
        finally:
            writing.cancel()

    def _keeping(self, side: _Side) -> _Keep:
        """A function that keeps a game of a side, and shows their number."""

        def keep(game: PlayedGame) -> None:
            side.games.append(game)
            self._is_new.set()
            self._tell(self._numbers())

        return keep

    async def _show_pages(self) -> None:
        """Shows the report on more and more games."""
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            start = monotonic()
            self._tell(await self._answer())
            await asyncio.sleep(max(_BETWEEN_PAGES, 4 * (monotonic() - start)))

    async def _answer(self) -> dict[str, Any]:
        """The report on the games so far."""
        games = [tuple(side.games) for side in self._sides]
        return self._numbers() | await self._server.in_thread(lambda: self._written(games))

    def _written(self, games: list[tuple[PlayedGame, ...]]) -> dict[str, Any]:
        """The report in both forms; of two variants once both have games."""
        reports = [
            report_of(side.subject, self._terms, played)
            for side, played in zip(self._sides, games, strict=True)
            if played or side is self._sides[0]
        ]
        if len(reports) == 1:
            return {"html": page(reports[0]), "report": reports[0].as_json()}
        both = [side.variant for side in self._sides if side.variant]
        rules = variants.compared_as_json(both[0], both[1], None)
        comparison = compared(*reports)
        report = comparison_as_json(comparison, rules)
        return {"html": comparison_page(comparison, rules), "report": report}

    def _numbers(self) -> dict[str, Any]:
        played = sum(len(side.games) for side in self._sides)
        return {"played": played, "games": self._wanted * len(self._sides)}

    def _tell(self, part: dict[str, Any]) -> None:
        self._server.partial_result(self._token, part)


# What plays itself


def _names(document: Document) -> Iterator[str]:
    """The names of the variants of a text."""
    if document.notation.variants is None:
        return
    names = (
        entry.name for placed in document.chunks() for entry in placed.chunk.analysis.outline[:1]
    )
    for name, _ in zip(dict.fromkeys(names), range(MAX_OTHERS), strict=False):
        yield name


def _other(document: Document, name: str | None) -> Iterator[PlayedVariant]:
    """The variant with which another one is compared; nothing without a name.

    Raises:
        RequestError: The text has no variant of that name.
    """
    if not name:
        return
    for placed in document.chunks():
        if name in [entry.name for entry in placed.chunk.analysis.outline[:1]]:
            found = variant_at(document, placed.start)
            if found is not None:
                yield found
                return
    raise RequestError(f"There is no variant `{name[:40]}` in the text.")


def _players(snapshot: Snapshot, sides: list[_Side]) -> list[str]:
    """Who can play."""
    has_engine = sides[0].variant is None or _has_engine(snapshot)
    return ["random", "greedy", *(["engine"] if has_engine else [])]


def _has_engine(snapshot: Snapshot) -> bool:
    """Whether a program searches for moves in variants."""
    if snapshot.client.games:
        return snapshot.client.has_opponent
    return bool(snapshot.session.engine)


def _variant(snapshot: Snapshot, found: PlayedVariant, terms: Terms) -> _Side:
    """A variant that plays itself.

    Raises:
        RequestError: There is no program for the player `engine`.
    """
    if terms.nodes and not _has_engine(snapshot):
        raise RequestError(_NO_ENGINE)
    defined = DefinedVariant(found.document, found.placed, found.variant)
    program = snapshot.session.engine if terms.nodes else ""
    setup = setup_of(defined, terms, found.document.text, program=program)

    async def play(games: int, keep: _Keep) -> None:
        if snapshot.client.games:
            await _play_in_client(snapshot, setup, games, keep)
        else:
            await _play_by_library(snapshot, setup, games, keep=keep)

    return _Side(VariantSubject(defined, static_values(defined)), play, found.variant)


async def _play_by_library(
    snapshot: Snapshot, setup: GameSetup, games: int, *, keep: _Keep
) -> None:
    """Plays games by pyffish.

    Raises:
        EngineError: It is missing, a game fails, or the program leads into an open folder.
    """
    library.require()
    if setup.program:
        located(setup.program, snapshot.paths())
    jobs = min(default_jobs(), games)
    await play_in_processes(program_of(setup), games, lambda data: keep(Game.of(data)), jobs=jobs)


async def _play_in_client(snapshot: Snapshot, setup: GameSetup, games: int, keep: _Keep) -> None:
    """Plays games by the engine of the client.

    Raises:
        EngineError: A game fails.
    """
    numbers = iter(range(games))

    async def play_some() -> None:
        for number in numbers:
            keep(await played_by_client(snapshot, setup, number))

    await together(min(snapshot.client.games, games), play_some)


def _position(
    document: Document, offset: int, params: PlaytestParams, terms: Terms
) -> _Side | None:
    """Ben39 from a position of a record; None without a record.

    Raises:
        RequestError: The game has ended there.
    """
    if (place := reached(document, offset, params.line)) is None:
        return None
    start, name = place.game.state, place.definition.name or ben39.TITLE
    if not actions(start):
        raise RequestError("The game has ended.")

    async def play(games: int, keep: _Keep) -> None:
        await play_ben39(start, terms, games, keep)

    return _Side(Ben39Subject(name), play)


async def play_ben39(start: State, terms: Terms, games: int, keep: _Keep) -> None:
    """Plays games of Ben39: in processes, or in slices where there are none."""
    if system.HAS_PROCESSES:
        program = ben39.program_of(start, terms, ben39.TITLE)
        jobs = min(default_jobs(), games)
        await play_in_processes(program, games, lambda data: keep(Ben39Game.of(data)), jobs=jobs)
        return
    for number in range(games):
        keep(Ben39Game.of(await _in_slices(ben39.play_game(start, terms, number))))


async def _in_slices(game: Generator[str, None, dict[str, Any]]) -> dict[str, Any]:
    """A game, between whose plies others may work."""
    while True:
        try:
            next(game)
        except StopIteration as ended:
            data: dict[str, Any] = ended.value
            return data
        await asyncio.sleep(0)
