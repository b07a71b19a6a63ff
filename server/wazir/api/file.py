"""Files: the pieces, positions and variants that a file defines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from wazir.features.variants import variants
from wazir.notations import REGISTRY, for_file, is_markdown
from wazir.notations.notation import Context
from wazir.notations.variant import ResolvedVariant
from wazir.system import MARK, decode, read_named

MAX_BYTES = 200_000_000
"""The maximum size of a file, in bytes."""


@dataclass(frozen=True)
class File(Mapping[str | int, Piece]):
    """What a file defines: a mapping from names to pieces. A piece without a name has its number,
    counted from 0.

    `file[0]` and `file[-1]` are the first and the last piece, whatever their names.
    """

    pieces: tuple[Piece, ...]
    positions: tuple[Position, ...]
    """The last positions of its records of Ben39."""
    problems: tuple[Problem, ...]
    variants: tuple[ResolvedVariant, ...] = ()
    """The variants of a `variants.ini`, with all that they inherit."""

    @property
    def _by_key(self) -> dict[str | int, Piece]:
        return {piece.name or number: piece for number, piece in enumerate(self.pieces)}

    def __getitem__(self, key: str | int) -> Piece:
        """The piece with a name or a number. Raises KeyError."""
        if isinstance(key, int) and -len(self.pieces) <= key < len(self.pieces):
            return self.pieces[key]
        if key not in self._by_key:
            raise KeyError(f"No piece `{key}`; there are {', '.join(map(str, self._by_key))}.")
        return self._by_key[key]

    def __iter__(self) -> Iterator[str | int]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self._by_key)


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
    text = decode(read_named(Path(path), MAX_BYTES)).removeprefix(MARK)
    if notation is None and is_markdown(str(path)):
        settings = {notation.name: (notation, Context(board=board)) for notation in REGISTRY}
        documents = list(Markdown.open(settings, text).documents())
    else:
        known = read_notation({"notation": notation}) if notation else for_file(str(path), text)
        if known is None:
            raise ValueError(f"The notation of `{path}` is unknown; name it.")
        documents = [Document.open(known, text, context_of(known, dialect or style, board))]
    pieces, positions = list[Piece](), list[Position]()
    for document in documents:
        for placed, definition in definitions.every(document):
            if game := game_of(definition):
                positions.append(Position.of(definition.name, game))
            elif document.notation in OF_PIECES:
                pieces.append(Piece.of(document, placed, definition))
    problems = [problem for document in documents for problem in problems_in(document)]
    resolved = [found.variant for document in documents for found in variants(document)]
    return File(tuple(pieces), tuple(positions), tuple(problems), variants=tuple(resolved))
