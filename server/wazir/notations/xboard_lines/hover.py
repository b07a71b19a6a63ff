"""Hover and completion in lines of engines."""

from __future__ import annotations

from wazir.notations import embedding
from wazir.notations.base import CompletionItem, HoverText
from wazir.notations.xboard_lines.definition import Chunk
from wazir.text import Span

COMMANDS = {
    "piece": "An engine tells how a piece moves, behind `variant`: its letter, and its moves in Betza's notation.",
    "setup": "An engine tells the pieces of a variant, the size of its board, and the position at the start.",
    "-men": "The pieces of a variant: letters with `:` and moves, parted by `;`. A capital holds for both players.",
}
"""The purpose of each command."""


def hover(chunk: Chunk, offset: int) -> HoverText | None:
    """The hover at an offset; None on the letter of a piece, which has the hover of the piece."""
    command = chunk.line.command
    if command and command.contains(offset):
        written = chunk.text[slice(*command)]
        return HoverText(command, f"`{written}`", COMMANDS.get(written, COMMANDS["-men"]))
    return embedding.hover(chunk, offset)


def complete(chunk: Chunk, offset: int) -> tuple[Span, tuple[CompletionItem, ...]]:
    """Betza's notation, behind the letter of a piece."""
    found = next((moves for _, moves in chunk.pieces if moves.span.start <= offset <= moves.span.end), None)
    return found.complete(offset) if found else (Span(offset, offset), ())
