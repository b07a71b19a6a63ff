"""Variants in the files of other programs: set-up, moves, castling, promotion, royal pieces and
hands (Q16). What such a file does not say is listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeGuard

from wazir.budget import in_time
from wazir.document import Document, Placed
from wazir.features.variants import built_in, differing_rules, variant_of
from wazir.features.written import CannotConvert, Left, Translation, joined
from wazir.lazy import lazy
from wazir.notations.results import (
    EngineFile,
    ListedPiece,
    ListedVariant,
    StandingPiece,
    WrittenVariant,
)
from wazir.notations.variant import ResolvedPiece, ResolvedVariant, RuleValue
from wazir.piece.board import Square, SquareBoard
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.patterns import CannotExpress
from wazir.text import Span

_TOO_LONG = "There was no time left for it: select fewer sections."
"""Why a section is left out that other sections have left no time for."""
_OF_ENGINE = re.compile(
    r"variantTemplate|pieceToCharTable|pocketSize|nnueAlias|chess960|pieceValue(Mg|Eg)"
)
"""Keys that change no rule of the game."""
_OF_SET_UP = re.compile(r"maxFile|maxRank|startFen")
_OF_PROMOTION = re.compile(r"promotionRegion\w*|promotionPieceTypes\w*")
_OF_DROPS = re.compile(r"pieceDrops|capturesToHand|dropRegion\w*|(first|promotion)\w+PawnDrops")
_OF_DOUBLE_STEP = re.compile(r"doubleStep\w*")
_OF_CASTLING = re.compile(r"castling(?!Wins|DroppedPiece)\w*")


def exported_variants(document: Document, form: EngineFile, span: Span | None) -> Translation:
    """The variants of the sections of a document, or of those that *span* touches, in the file of a
    program.

    Raises:
        CannotConvert: There is no section.
    """
    chunks = list(document.chunks(span))
    if form.language == document.notation.name:
        return Translation("".join(placed.chunk.text for placed in chunks))
    return joined(_translated(document, chunks, form), "section")


def _translated(
    document: Document, chunks: Sequence[Placed], form: EngineFile
) -> Iterator[Translation]:
    """The variants of chunks in another form, as many as there is time for; the others are left
    out.
    """
    done = 0
    for placed in in_time(chunks):
        done += 1
        if variant := variant_of(document, placed):
            yield _SectionExport(document, placed, variant, form=form).translated()
    for placed in chunks[done:]:
        if placed.chunk.names:
            line = document.position(placed.start).line
            yield Translation("", (Left(placed.chunk.names[0], line, _TOO_LONG),))


@dataclass(frozen=True)
class _SectionExport:
    """A section that is written in another form."""

    document: Document
    placed: Placed
    variant: ResolvedVariant
    form: EngineFile

    def translated(self) -> Translation:
        """The text of the variant, with the pieces and the rules that it leaves out."""
        write, board = self.form.write_variant, self.position
        if board is None:
            reason = f"{self.form.title}: there is no board of its size."
            return Translation("", (Left(self.variant.name, self.line, reason),))
        pieces, left = self.pieces(board)
        result = write(
            ListedVariant(
                name=self.variant.name,
                board=SquareBoard(self.variant.files, self.variant.ranks),
                pieces=pieces,
                fen=self.variant.start_fen,
                promotion_ranks=self.promotion_ranks,
                promotes_to=self.letters("promotionPieceTypesWhite"),
                drops=self.drops,
            )
        )
        rules = [
            Left(f"`{key}` of {self.variant.name}", *why) for key, why in self.lost_rules(result)
        ]
        return Translation(result.text, (*left, *rules))

    @lazy
    def line(self) -> int:
        """The number of the line of the header, from 0."""
        return self.document.position(self.placed.start).line

    @lazy
    def position(self) -> Diagram | None:
        """The position at the start; None without a board."""
        capability = self.document.notation.variants
        analysis = self.document.analysis(self.placed)
        return capability.start_position(analysis) if capability else None

    # Pieces

    def pieces(self, board: Diagram) -> tuple[list[StandingPiece], list[Left]]:
        """The pieces that the form can express, the one that promotes first, and the others."""
        pieces, left = list[StandingPiece](), list[Left]()
        for piece in sorted(self.variant.pieces, key=lambda each: not each.promotes_to):
            if not self._comes_into_play(piece, board):
                continue
            try:
                pieces.append(self._standing(piece, board))
            except (CannotConvert, CannotExpress) as refusal:
                name = f"{piece.name or piece.letter.upper()} of {self.variant.name}"
                left.append(Left(name, self._line_of(piece), str(refusal)))
        return pieces, left

    def _standing(self, piece: ResolvedPiece, board: Diagram) -> StandingPiece:
        sides = {True: set[Square](), False: set[Square]()}
        for square, man in board.men.items():
            if man.letter == piece.letter.upper():
                sides[man.white].add(square)
        name = piece.name or f"piece {piece.letter.upper()}"
        return StandingPiece(
            ListedPiece(name, piece.letter, self._moves(piece)),
            piece.royal,
            frozenset(sides[True]),
            black=frozenset(sides[False]),
            hands=(self.hand.count(piece.letter.upper()), self.hand.count(piece.letter)),
        )

    def _comes_into_play(self, piece: ResolvedPiece, board: Diagram) -> bool:
        """Whether a piece stands on the board, is in hand, or is a choice of a promotion. Another
        one needs a rule that is left out.
        """
        letter = piece.letter.upper()
        is_choice = self.promotion_ranks and piece.letter in self.letters("promotionPieceTypes")
        stands = any(man.letter == letter for man in board.men.values())
        return bool(stands or is_choice or letter in self.hand.upper())

    def _moves(self, piece: ResolvedPiece) -> str:
        """The moves of a piece with those that rules add to it.

        Raises:
            CannotConvert: No text says its moves.
            CannotExpress: The form has no text for them.
        """
        capability = self.document.notation.variants
        analysis = self.document.analysis(self.placed)
        found = capability.definition_of_letter(analysis, piece.letter) if capability else None
        if found is None:
            raise CannotConvert("It is not a piece of this section, which Fairy-Stockfish drops.")
        if found.piece is None or not piece.betza:
            raise CannotConvert("No text in Betza's notation says its moves.")
        if not found.piece.moves:
            raise CannotConvert("It has no moves.")
        board = SquareBoard(self.variant.files, self.variant.ranks)
        moves = self.form.moves(found.piece, piece.betza, board)
        if piece.key == "pawn" and self.has_double_step:
            moves += "ifmnD"
        if piece.letter in self.letters("castlingKingPiece") and self.castling:
            moves += self.castling
        return moves

    def _line_of(self, piece: ResolvedPiece) -> int:
        origin = piece.origin
        own = origin and origin.section == self.variant.name and origin.line
        return own - 1 if own else self.line

    @lazy
    def hand(self) -> str:
        """The letters in the hands of both sides."""
        board = self.variant.start_fen.split(" ")[0]
        return board.partition("[")[2].removesuffix("]")

    # Rules

    def value(self, key: str) -> RuleValue:
        """The value of a rule."""
        return self.variant.rules[key].value

    def letters(self, key: str) -> tuple[str, ...]:
        """The letters of the pieces of a rule, or the squares of a region."""
        value = self.value(key)
        return value if isinstance(value, tuple) else ()

    @lazy
    def drops(self) -> bool:
        """Whether captured pieces are dropped."""
        return self.value("pieceDrops") is True and self.value("capturesToHand") is True

    @lazy
    def promotion_ranks(self) -> int | None:
        """The number of last ranks that are the regions of promotion; None for other regions."""
        files, ranks = self.variant.files, self.variant.ranks
        count, rest = divmod(len(self.letters("promotionRegionWhite")), files)
        if rest or self.letters("promotionPieceTypesWhite") != self.letters(
            "promotionPieceTypesBlack"
        ):
            return None
        white = _squares(files, range(ranks - count + 1, ranks + 1))
        black = _squares(files, range(1, count + 1))
        regions = (self.letters(f"promotionRegion{side}") for side in ("White", "Black"))
        is_last = [{*region} for region in regions] == [white, black]
        return count if is_last else None

    @lazy
    def has_double_step(self) -> bool:
        """Whether a first move of pawns that stand as at the start may be a double step, and no
        other move.
        """
        board = self.position
        if board is None or self.value("doubleStep") is not True:
            return False
        for side, is_white in (("White", True), ("Black", False)):
            ranks = {
                square[1] + 1
                for square, man in board.men.items()
                if man.letter == self.letter_of("pawn") and man.white is is_white
            }
            region = {*self.letters(f"doubleStepRegion{side}")}
            if ranks and region != _squares(self.variant.files, ranks):
                return False
        return True

    def letter_of(self, key: str) -> str:
        """The letter of a piece in capitals; empty without that piece."""
        letters = (piece.letter for piece in self.variant.pieces if piece.key == key)
        return next(letters, "").upper()

    @lazy
    def castling(self) -> str | None:
        """The moves by which a king castles; empty if nobody may castle, and None if no text says
        it.
        """
        words = self.variant.start_fen.split(" ")
        rights = words[2] if len(words) > 2 else "-"
        if self.value("castling") is not True or rights == "-" or self.position is None:
            return ""
        files = [self.value(f"castling{key}File") for key in ("Kingside", "King", "Queenside")]
        if sorted(rights) != ["K", "Q", "k", "q"] or not _are_names(files):
            return None
        right, king, left = (ord(file) - ord("a") for file in files)
        rank = self.value("castlingRank")
        ranks = (rank - 1, self.variant.ranks - rank) if isinstance(rank, int) else ()
        is_usual = right - king == king - left > 1 and self._stand(king, ranks)
        return f"isO{right - king}" if is_usual else None

    def _stand(self, king: int, ranks: Iterable[int]) -> bool:
        """Whether the pieces that castle stand on a file and in the corners of some ranks."""
        men = self.position.men if self.position else {}
        kings = {letter.upper() for letter in self.letters("castlingKingPiece")}
        rooks = {letter.upper() for letter in self.letters("castlingRookPieces")}
        for rank in ranks:
            held = [men.get((file, rank)) for file in (king, 0, self.variant.files - 1)]
            own = [man.letter if man else "" for man in held]
            if own[0] not in kings or not rooks.issuperset(own[1:]):
                return False
        return True

    # What is left out

    def lost_rules(self, written: WrittenVariant) -> Iterator[tuple[str, tuple[int, str]]]:
        """The keys of the rules that the text leaves out, each with its line and the reason."""
        chess = _chess()
        reason = f"{self.form.title} cannot express it."
        keys = differing_rules(chess, self.variant) if chess else ()
        for key in dict.fromkeys((*written.left, *keys, *self._impossible())):
            if key in written.left or not self._is_expressed(key, written):
                yield key, (self._line_of_rule(key), reason)

    def _impossible(self) -> Iterator[str]:
        """Keys of chess that hold in the variant too, and that cannot be said there."""
        if self.castling is None:
            yield "castling"
        if self.promotion_ranks is None:
            yield "promotionRegion"
        if self.value("doubleStep") is True and self.letter_of("pawn") and not self.has_double_step:
            yield "doubleStep"

    def _is_expressed(self, key: str, written: WrittenVariant) -> bool:
        """Whether the text has what a key sets, or the key sets no rule."""
        if _OF_PROMOTION.fullmatch(key):
            return self.promotion_ranks is not None
        if _OF_DROPS.fullmatch(key):
            return self.drops and "capturesToHand" not in written.left
        if _OF_DOUBLE_STEP.fullmatch(key):
            return self.has_double_step or self.value("doubleStep") is not True
        if _OF_CASTLING.fullmatch(key):
            return self.castling is not None
        return any(pattern.fullmatch(key) for pattern in (_OF_ENGINE, _OF_SET_UP))

    def _line_of_rule(self, key: str) -> int:
        rule = self.variant.rules.get(key)
        origin = rule.origin if rule else None
        own = origin and origin.section == self.variant.name and origin.line
        return own - 1 if own else self.line


@cache
def _chess() -> ResolvedVariant | None:
    """Chess, whose rules the files of all programs have."""
    found = built_in("chess")
    return found.variant if found else None


def _are_names(values: list[RuleValue]) -> TypeGuard[list[str]]:
    """Whether all are names of files."""
    return all(isinstance(value, str) and len(value) == 1 for value in values)


def _squares(files: int, ranks: Iterable[int]) -> set[str]:
    """The names of the squares of whole ranks, which count from 1."""
    return {f"{chr(ord('a') + file)}{rank}" for rank in ranks for file in range(files)}
