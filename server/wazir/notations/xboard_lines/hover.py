"""What stands at a place of a line, and what may be written there."""

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
"""What each command is for."""


def hover(chunk: Chunk, offset: int) -> HoverText | None:
    """What stands at an offset; nothing on the letter of a piece, which is that piece."""
    command = chunk.line.command
    if command and command.contains(offset):
        written = chunk.text[slice(*command)]
        return HoverText(command, f"`{written}`", COMMANDS.get(written, COMMANDS["-men"]))
    return embedding.hover(chunk, offset)


def complete(chunk: Chunk, offset: int) -> tuple[Span, tuple[CompletionItem, ...]]:
    """Betza's notation, behind the letter of a piece."""
    found = next((moves for _, moves in chunk.pieces if moves.span.start <= offset <= moves.span.end), None)
    return found.complete(offset) if found else (Span(offset, offset), ())
