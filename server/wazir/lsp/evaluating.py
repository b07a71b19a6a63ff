"""Looking ahead in a position: one search at a time, whose best line so far is kept beside the position."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import aclosing
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wazir.ben39.position import State
    from wazir.ben39.search import Limits
    from wazir.features.game.evaluation import Said

MOST_KEPT = 200
"""Positions whose evaluation is remembered."""
_BETWEEN_NEWS = 0.5
"""Seconds between looks of the client at what is new; longer each time that it does not look."""


class Evaluations:
    """What is known of positions by looking ahead, and the search that is going on."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """*changed* is called when there is news, but not too often."""
        self._changed = changed
        self._known: OrderedDict[State, Said] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._last_news = 0.0
        self._wait = _BETWEEN_NEWS
        self.state: State | None = None
        """The position that is being evaluated."""
        self.source = ("", "")
        """The document that it is in, and the text of its record."""

    def report(self, state: State) -> Said | None:
        """All that is known of a position."""
        return self._known.get(state)

    def said(self, state: State) -> str | None:
        """What is known of a position, in a few words; None if nobody has looked."""
        report = self.report(state)
        if not report:
            return None
        from wazir.features.game.evaluation import summary  # the start need not wait for it

        return summary(report)

    async def evaluate(
        self, source: tuple[str, str], state: State, limits: Limits, tell: Callable[[Said], None]
    ) -> Said | None:
        """Looks ahead until a limit is reached or somebody calls *stop*; gives the last report.

        Args:
            source: The document that it is in, and the text of its record.
            state: The position.
            limits: How far to look.
            tell: Is called with every report.
        """
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        self.source, self.state = source, state
        task = self._task = asyncio.get_running_loop().create_task(self._look(state, limits, tell))
        self.seen()
        self._tell_of_news()
        try:
            await asyncio.wait([task])
        finally:  # whoever asked may have changed his mind
            task.cancel()
            await asyncio.wait([task])
            if self._task is task:
                self._task = self.state = None
                self._changed()
        if not task.cancelled() and (problem := task.exception()):
            raise problem
        return self._known.get(state)

    def stop(self) -> None:
        """Ends the search at once; what it has found is kept."""
        if self._task:
            self._task.cancel()

    def seen(self) -> None:
        """The client has looked at what is new, and may be told when there is more."""
        self._wait = _BETWEEN_NEWS

    def _tell_of_news(self) -> None:
        # A client that waits for quiet before it looks would never do so if it were told again and again. VS Code may
        # also forget to look, when the focus leaves the text as a lens is clicked: so it is told again, but later.
        self._last_news = monotonic()
        self._wait *= 2
        self._changed()

    async def _look(self, state: State, limits: Limits, tell: Callable[[Said], None]) -> None:
        from wazir.lsp.looking import reports  # the start need not wait for it

        async with aclosing(reports(state, limits)) as found:
            async for report in found:
                self._keep(state, report)
                tell(report)

    def _keep(self, state: State, report: Said) -> None:
        self._known[state] = report
        self._known.move_to_end(state)
        if len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        if monotonic() - self._last_news > self._wait:
            self._tell_of_news()
