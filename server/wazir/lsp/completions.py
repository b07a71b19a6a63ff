"""Completions that were offered, for as long as the client is likely to ask for more about them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wazir.lsp.opened import OpenFile

if TYPE_CHECKING:
    from wazir.features.completion import Completion


class RecentCompletions:
    """The last few lists of completions."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, OpenFile, Sequence[Completion]]] = deque(maxlen=4)
        self._last = 0

    def keep(self, file: OpenFile, found: Sequence[Completion]) -> int:
        """Keeps a list that was offered for a file as it is now, and gives the number of the list."""
        self._last += 1
        self._kept.append((self._last, replace(file), found))
        return self._last

    def find(self, data: object) -> tuple[OpenFile, Completion] | None:
        """What was offered for which file, by the number of the list and the place in it."""
        match data:
            case [int(number), int(place)]:
                lists = {kept: (file, found) for kept, file, found in self._kept}
                file, found = lists.get(number, (None, ()))
                return (file, found[place]) if file and 0 <= place < len(found) else None
        return None
