"""Games of files, such as an Interactive Diagram, in the files of other programs (Q16)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wazir.budget import check
from wazir.document import Document, Placed
from wazir.features.definitions import moves_of
from wazir.features.written import CannotConvert, Left, Translation, joined
from wazir.lazy import lazy
from wazir.notations.results import (
    LETTERS,
    EngineFile,
    ListedPiece,
    ListedVariant,
    ReadGame,
    ReadPiece,
    StandingPiece,
)
from wazir.piece.board import Square
from wazir.piece.patterns import CannotExpress
from wazir.text import Span


def exported_games(document: Document, form: EngineFile) -> Translation:
    """The games of a document in the file of a program.

    Raises:
        CannotConvert: There is no game, or its board has no name there.
    """
    games = list[_GameExport]()
    for placed in document.chunks():
        set_ups = document.notation.set_ups
        game = set_ups.game(document.analysis(placed)) if set_ups else None
        if game:
            name = f"diagram{len(games) + 1}" if games else "diagram"
            games.append(_GameExport(document, placed, game, form=form, name=name))
    return joined(_translated(games), "game")


def _translated(games: Iterable[_GameExport]) -> Iterator[Translation]:
    """Games in another form."""
    for game in games:
        check()
        yield game.translated()


@dataclass(frozen=True)
class _GameExport:
    """A game of a file that is written in another form."""

    document: Document
    placed: Placed
    game: ReadGame
    form: EngineFile
    name: str

    def translated(self) -> Translation:
        """The text of the game, with the pieces and settings that it leaves out."""
        pieces, refused, castling_step = self.pieces()
        left = (*self.unwritten_settings(), *refused)
        if not pieces:
            return Translation("", left)
        result = self.form.write_variant(
            ListedVariant(
                name=self.name,
                board=self.game.board,
                pieces=pieces,
                fen=self.fen(pieces),
                promotion_ranks=self.game.promotion_ranks,
                promotes_to=self.promotes_to(pieces),
                drops=False,
                castling_step=castling_step,
            )
        )
        return Translation(result.text, (*left, *self.lost_rules(result.left)))

    def unwritten_settings(self) -> Iterator[Left]:
        """The settings that no file of a program has, and those that the game lacks."""
        for key, span, why in self.game.left:
            yield Left(f"`{key}`", self.line_of(span), why)
        if self.game.promotion_ranks is None:
            why = "The file does not say where pieces promote."
            yield Left("`promoZone`", self.line, why)
        if not self.royal:
            why = "The file does not say which piece is royal."
            yield Left("`royal`", self.line, why)

    def lost_rules(self, keys: Iterable[str]) -> Iterator[Left]:
        """The rules that the form cannot express, without those that the game lacks."""
        reported = set[str]()
        if not self.royal:
            reported.add("king")
        if self.game.promotion_ranks is None:
            reported.add("promotionRegion")
        for key in keys:
            if key not in reported:
                yield Left(f"`{key}`", self.line, f"{self.form.title} cannot express it.")

    def pieces(self) -> tuple[list[StandingPiece], list[Left], int]:
        """The pieces that the form can express, the others, and the step of castling."""
        pieces, left = list[StandingPiece](), list[Left]()
        castling_step = 0
        for piece in self.game.pieces:
            try:
                moves, step = self.moves(piece)
            except (CannotConvert, CannotExpress) as refusal:
                left.append(Left(self.name_of(piece), self.line_of(piece.span), str(refusal)))
                continue
            castling_step = castling_step or step
            pieces.append(self.standing(piece, moves))
        return pieces, left, castling_step

    def promotes_to(self, pieces: Iterable[StandingPiece]) -> list[str]:
        """The letters of the pieces that others promote to, as far as they are written."""
        written = {each.listed.letter for each in pieces}
        choices = (self.letters.get(sign) for sign in self.game.promotes_to)
        return [letter for letter in choices if letter in written]

    @property
    def royal(self) -> list[ReadPiece]:
        """Its royal pieces."""
        return [piece for piece in self.game.pieces if piece.is_royal]

    @lazy
    def line(self) -> int:
        """The number of its first line, from 0."""
        return self.document.position(self.placed.start).line

    def line_of(self, span: Span) -> int:
        """The number of the line of a span in the chunk, from 0."""
        return self.document.position(self.placed.start + span.start).line

    @lazy
    def letters(self) -> dict[str, str]:
        """The letters of pieces in lower case, by their signs: the same letter if it is free."""
        letters, free = dict[str, str](), list(f"{LETTERS}k")
        for piece in sorted(self.game.pieces, key=lambda each: len(each.id)):
            wanted = f"{piece.id}{piece.name}".lower()
            letter = next((each for each in wanted if each in free), free[0] if free else "")
            if letter:
                free.remove(letter)
                letters.setdefault(piece.id or piece.name, letter)
        return letters

    def name_of(self, piece: ReadPiece) -> str:
        """The name of a piece, or its sign."""
        return piece.name or piece.id or "A piece without a name"

    def moves(self, piece: ReadPiece) -> tuple[str, int]:
        """The moves of a piece as the form has them, and the step of its castling if they do not
        say it.

        Raises:
            CannotConvert: It has no moves, or an error.
            CannotExpress: The form has no text for them.
        """
        definition = piece.definition
        if (piece.id or piece.name) not in self.letters:
            raise CannotConvert(f"There are letters for {len(LETTERS) + 1} pieces.")
        if definition is None or definition.piece is None:
            raise CannotConvert("Its moves are not written.")
        if not definition.piece.moves:
            raise CannotConvert("It has no moves.")
        if definition.broken:
            raise CannotConvert("It has an error.")
        board = self.game.board
        if piece.without_castling and not self.form.moves_castle:
            plain, without = piece.without_castling
            return self.form.moves(without, plain, board), piece.castling_step
        text = moves_of(self.document, self.placed, definition).replace(" ", "")
        return self.form.moves(definition.piece, text, board), 0

    def standing(self, piece: ReadPiece, moves: str) -> StandingPiece:
        """A piece with its squares."""
        return StandingPiece(
            ListedPiece(self.name_of(piece), self.letters[piece.id or piece.name], moves),
            piece.is_royal,
            piece.white,
            black=piece.black,
            hands=(piece.hand, piece.hand),
        )

    def fen(self, pieces: Iterable[StandingPiece]) -> str:
        """The position at the start in FEN."""
        held, hands = dict[Square, str](), ""
        for each in pieces:
            letter = each.listed.letter
            held |= dict.fromkeys(each.white, letter.upper()) | dict.fromkeys(each.black, letter)
            hands += letter.upper() * each.hands[0] + letter * each.hands[1]
        files, ranks = self.game.board.files, self.game.board.ranks
        rows = list[str]()
        for rank in reversed(range(ranks)):
            row = "".join(held.get((file, rank), " ") for file in range(files))
            rows.append(re.sub(" +", lambda gap: str(len(gap[0])), row))
        rights = "KQkq" if any(piece.castling_step for piece in self.royal) else "-"
        in_hand = f"[{hands}]" if hands else ""
        return f"{'/'.join(rows)}{in_hand} w {rights} - 0 1"
