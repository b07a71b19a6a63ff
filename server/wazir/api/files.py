"""Files with pieces and positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from wazir.api.piece import OF_PIECES, Piece, Problem, context_of, problems_in
from wazir.api.position import Position
from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.features import definitions
from wazir.features.game.position import game_of
from wazir.features.requests import read_notation
from wazir.notations import REGISTRY, for_file, is_markdown
from wazir.notations.notation import Context
from wazir.system import MARK, decode, read_named

LARGEST = 200_000_000
"""The maximum size of a file, in bytes."""


@dataclass(frozen=True, slots=True)
class File:
    """What a file defines."""

    pieces: tuple[Piece, ...]
    positions: tuple[Position, ...]
    """The last positions of its records of Ben39."""
    problems: tuple[Problem, ...]

    def __getitem__(self, name: str) -> Piece:
        """The piece with a name. Raises KeyError."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise KeyError(name)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __len__(self) -> int:
        return len(self.pieces)


def read(
    path: str | PathLike[str],
    *,
    notation: str | None = None,
    dialect: str | None = None,
    style: str | None = None,
    board: str | None = None,
) -> File:
    """Read a file of any notation, or the fenced blocks of a Markdown file.

    Args:
        path: Its path.
        notation: Its notation; None knows it by the name of the file.
        dialect: A dialect where the file names none.
        style: The same, in the word of LCPN.
        board: A board where the file names none.

    Raises:
        OSError: It cannot be read, or is not UTF-8.
        ValueError: Its notation is unknown, or an argument is invalid.
    """
    text = decode(read_named(Path(path), LARGEST)).removeprefix(MARK)
    if notation is None and is_markdown(str(path)):
        settings = {one.name: (one, Context(board=board)) for one in REGISTRY}
        documents = list(Markdown.open(settings, text).documents())
    else:
        known = read_notation({"notation": notation}) if notation else for_file(str(path), text)
        if known is None:
            raise ValueError(f"The notation of `{path}` is unknown; name it.")
        documents = [Document.open(known, text, context_of(known, dialect or style, board))]
    found = [(document, *each) for document in documents for each in definitions.every(document)]
    return File(
        tuple(Piece.of(*one) for one in found if one[0].notation in OF_PIECES),
        tuple(Position.of(one.name, game) for *_, one in found if (game := game_of(one))),
        tuple(problem for document in documents for problem in problems_in(document)),
    )
