"""Variants that play themselves: by the engine of the client or by pyffish, with a report that
grows.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from wazir.engines import EngineError, library
from wazir.engines.games import (
    MAX_GAMES,
    default_jobs,
    play_in_processes,
    program_of,
    together,
)
from wazir.features import RequestError
from wazir.features.game.playtest.game import Game
from wazir.features.game.playtest.page import page
from wazir.features.game.playtest.report import report_on
from wazir.features.game.playtest.setup import Terms, setup_of, static_values
from wazir.features.game.variant import variant_at
from wazir.features.variants import DefinedVariant
from wazir.game_setup import GameSetup
from wazir.lsp.custom_requests import PlaytestParams
from wazir.lsp.handlers.games import ask_client
from wazir.lsp.snapshot import Snapshot

GAME = "wazir/game"
"""The request to clients that play variants by themselves."""
OPENING, MAX_PLIES = 4, 400
"""The defaults of `wazir playtest`."""
_BETWEEN_PAGES = 1.0
"""The shortest pause after a page in seconds. It lasts four times as long as writing the page."""


async def playtest(snapshot: Snapshot, params: PlaytestParams) -> dict[str, Any] | None:
    """Plays a variant by itself; null if the position is in no variant. A request that is cancelled
    still sends the report on its games as a partial result.
    """
    file, offset = snapshot.place(params)
    if (found := variant_at(file.document, offset)) is None:
        return None
    if params.games > MAX_GAMES:
        raise RequestError(f"At most {MAX_GAMES:,} games are played: memory keeps them all.")
    defined = DefinedVariant(found.document, found.placed, found.variant)
    terms = Terms((params.player, params.player), params.seed, OPENING, plies=MAX_PLIES)
    in_thread = snapshot.session.server.in_thread
    setup = await in_thread(lambda: setup_of(defined, terms, found.document.text))
    run = _Run(snapshot, defined, terms, params=params)
    writing = asyncio.get_running_loop().create_task(run.show_pages())
    problem = ""
    try:
        await _play(snapshot, setup, params.games, keep=run.keep)
    except EngineError as error:
        problem = str(error)
    except asyncio.CancelledError:
        writing.cancel()
        snapshot.session.server.partial_result(params.partial_result_token, await run.answer())
        raise
    finally:
        writing.cancel()
    return await run.answer() | {"problem": problem}


class _Run:
    """The games of a request so far, and what the client is shown of them."""

    def __init__(
        self, snapshot: Snapshot, defined: DefinedVariant, terms: Terms, params: PlaytestParams
    ) -> None:
        self._server = snapshot.session.server
        self._defined, self._terms = defined, terms
        self._token, self._wanted = params.partial_result_token, params.games
        self._games = list[Game]()
        self._is_new = asyncio.Event()

    def keep(self, game: Game) -> None:
        """Keeps a game, and shows their number."""
        self._games.append(game)
        self._is_new.set()
        self._server.partial_result(self._token, self._numbers())

    async def show_pages(self) -> None:
        """Shows the report on more and more games."""
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            start = monotonic()
            answer = await self.answer()
            self._server.partial_result(self._token, answer)
            await asyncio.sleep(max(_BETWEEN_PAGES, 4 * (monotonic() - start)))

    async def answer(self) -> dict[str, Any]:
        """The report on the games so far."""
        games = tuple(self._games)
        html = await self._server.in_thread(lambda: self._page(games))
        return {**self._numbers(), "html": html}

    def _page(self, games: tuple[Game, ...]) -> str:
        static = static_values(self._defined)
        return page(report_on(self._defined, self._terms, games, static=static))

    def _numbers(self) -> dict[str, Any]:
        return {"played": len(self._games), "games": self._wanted}


async def _play(
    snapshot: Snapshot, setup: GameSetup, games: int, keep: Callable[[Game], object]
) -> None:
    """Plays games in the client if it can play them, and by pyffish if not.

    Raises:
        EngineError: Neither can play them, or a game fails.
    """
    if not (jobs := snapshot.client.games):
        library.require()
        jobs = min(default_jobs(), games)
        await play_in_processes(program_of(setup), games, lambda data: keep(Game.of(data)), jobs)
        return
    numbers = iter(range(games))

    async def play_some() -> None:
        for number in numbers:
            question = _question(setup, number)
            answer = await ask_client(snapshot, GAME, question, field="moves")
            keep(_game(setup, number, answer))

    await together(min(jobs, games), play_some)


# Games of the client


def _question(setup: GameSetup, number: int) -> dict[str, Any]:
    """What a client is asked to play."""
    return {
        "config": setup.config,
        "name": setup.name,
        "players": setup.players_of(number),
        "seeds": [*map(seed_words, setup.seeds_of(number))],
        "opening": setup.opening,
        "plies": setup.plies,
        "values": setup.values,
        "clock": setup.clock,
        "folds": setup.folds,
        "isClaimed": setup.is_claimed,
        "changesSides": setup.changes_sides,
    }


def seed_words(seed: str) -> list[int]:
    """The integer that `random.Random` makes of a seed, in words of 32 bits, the lowest first."""
    text = seed.encode()
    number = text + hashlib.sha512(text).digest()
    padded = number.rjust(-(-len(number) // 4) * 4, b"\0")
    words = [int.from_bytes(padded[at : at + 4], "big") for at in range(0, len(padded), 4)]
    return words[::-1]


def _game(setup: GameSetup, number: int, answer: Mapping[str, Any]) -> Game:
    """The game that a client has played.

    Raises:
        EngineError: The answer is not a game.
    """
    try:
        return Game.of(
            {
                "index": number,
                "players": setup.players_of(number),
                "moves": answer["moves"],
                "sans": answer["sans"],
                "legal": answer["legal"],
                "fens": answer["fens"],
                "end": answer["end"],
                "result": answer["result"],
                "is_immediate": None,
                "is_check": answer["isCheck"],
                "repeats": answer["repeats"],
                "scores": [],
            }
        )
    except (AttributeError, LookupError, TypeError, ValueError):
        raise EngineError("The engine has no answer.") from None
