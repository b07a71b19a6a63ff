"""The interface of commands. It imports nothing that takes long, for `wazir --help` and `wazir lsp`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum


class Status(IntEnum):
    """Exit statuses. The last two follow the convention of shells."""

    CLEAN = 0
    PROBLEMS = 1
    USAGE_ERROR = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class UsageError(Exception):
    """A usage error. The message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand."""

    description: str
    examples: tuple[str, ...]
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    """Runs the command and returns the exit status."""
