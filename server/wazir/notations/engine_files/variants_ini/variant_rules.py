"""The rules of the variant of a section, part by part: its army, its start, and sentences (V6 to
V8, V17).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace

from wazir.notations.engine_files.variants_ini import phrases
from wazir.notations.engine_files.variants_ini.definition import VariantDefinition
from wazir.notations.engine_files.variants_ini.facts import castling
from wazir.notations.engine_files.variants_ini.figurines import with_figurines
from wazir.notations.engine_files.variants_ini.meaning import built_in, diagram_of, library
from wazir.notations.engine_files.variants_ini.prose import (
    Comparison,
    Sentence,
    absences,
    compared,
    sentences,
)
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.engine_files.variants_ini.resolve import describe_variant, parent_of, played
from wazir.notations.engine_files.variants_ini.start_facts import start_facts
from wazir.notations.engine_files.variants_ini.syntax import draw_fen, read_fen
from wazir.notations.engine_files.variants_ini.view import View, table
from wazir.notations.variant import (
    NO_WIN,
    ResolvedPiece,
    ResolvedVariant,
    RulesPart,
    ToldPiece,
    VariantRules,
    with_start_facts,
)
from wazir.notations.wording import capitalized, join_words
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.model import EN_PASSANT, Piece
from wazir.piece.words import number_word
from wazir.piece.words.sentence import sentence


def rules_text(
    variant: ResolvedVariant,
    parent: ResolvedVariant | None,
    piece_of: Callable[[str], Piece | None],
    still: Set[str] = frozenset(),
) -> tuple[RulesPart, ...]:
    """The rules of a variant, part by part: what differs from its parent, or everything.

    Args:
        variant: The variant.
        parent: The variant that it inherits from.
        piece_of: The piece of a text in XBetza.
        still: The letters of the pieces that never move.
    """
    view = View(variant)
    before = View(parent) if parent else None
    if before:
        comparison = compared(view, before)
    else:
        comparison = Comparison(sentences(view), tuple(absences(view)), ())
    changes = (*comparison.new, *comparison.ended)
    texts = {
        part: [each.text for each in changes if each.part == part] for part in table()["parts"]
    }
    texts["army"] = [*_army(view, before), *_absent(view, before), *texts["army"]]
    inherited = [*_start(before, None)] if before else []
    start = [text for text in _start(view, before) if text not in inherited]
    texts["start"] = [*start, *texts["start"]]
    pieces = tuple(_told_pieces(view, before, piece_of, still=still))
    parts = [RulesPart("", tuple(_introduction(view, before, _specials(comparison.new))))]
    for part, title in table()["parts"].items():
        own = pieces if part == "army" else ()
        if texts[part] or own:
            parts.append(RulesPart(title, tuple(texts[part]), own))
    if parent and not comparison.untold:
        parts.append(RulesPart("", (f"All else is as in {parent.name}.",)))
    return tuple(parts)


def _introduction(view: View, before: View | None, own: Sequence[str]) -> Iterator[str]:
    """What a variant is: its parent, its board, what is special about it (*own*), and what is
    special about the parent and still applies.
    """
    variant = view.variant
    files, ranks = map(number_word, variant.size)
    is_same_board = before and before.variant.size == variant.size
    what = f"a variant of {before.variant.name}" if before else "a game"
    where = "" if is_same_board else f" on a board of {files} by {ranks} squares"
    special = f" in which {join_words(own)}" if own else ""
    yield f"{capitalized(variant.name)} is {what}{where}{special}."
    inherited = [each for each in _specials(sentences(view)) if each not in own]
    if before and inherited:
        yield f"As there, {join_words(inherited)}."


def _specials(told: Iterable[Sentence]) -> tuple[str, ...]:
    """What is special about a variant by some of its sentences, each once."""
    return tuple(dict.fromkeys(each.special for each in told if each.special))


def _army(view: View, before: View | None) -> Iterator[str]:
    """The pieces of both sides at the start, and those of the parent that are gone."""
    if before is None or _armies(view) != _armies(before):
        white, black = (
            join_words(phrases.with_number(count, noun) for noun, count in army)
            for army in _armies(view)
        )
        if white == black:
            yield f"Each side has {white}." if white else "The board is empty at the start."
        else:
            yield from [f"White has {white or 'no piece'}.", f"Black has {black or 'no piece'}."]
    if before:
        kept = {view.nouns[letter] for letter in view.in_play}
        lost = [
            before.nouns[letter]
            for letter in before.in_play
            if before.nouns[letter] not in (*kept, "piece")
        ]
        if lost:
            yield f"There are no {join_words(map(phrases.plural, sorted(lost)), 'or')}."


Army = tuple[tuple[str, int], ...]


def _armies(view: View) -> tuple[Army, ...]:
    """The pieces of White and Black on the board and in hand, each with its number, the mightiest
    first.
    """
    pieces = sorted(view.variant.pieces, key=lambda piece: _rank_of(view.by_letter[piece.letter]))
    return tuple(_side_army(view, pieces, is_own) for is_own in (str.isupper, str.islower))


def _side_army(view: View, pieces: Sequence[ResolvedPiece], is_own: Callable[[str], bool]) -> Army:
    """The pieces of one side, those that start promoted on their own."""
    signs = [sign for sign, _ in view.fen.letters if is_own(sign)]
    letters = [view.by_letter[sign].letter for sign in signs if sign in view.by_letter]
    squares = [square for row in view.fen.rows for square in row.squares]
    turned = [square[1:] for square in squares if square.startswith("+") and is_own(square)]
    promoted = [view.by_letter[sign].letter for sign in turned if sign in view.by_letter]
    army = list[tuple[str, int]]()
    for piece in pieces:
        noun, count = view.noun(piece.letter), promoted.count(piece.letter)
        army += [(noun, letters.count(piece.letter) - count), (f"promoted {noun}", count)]
    return tuple((noun, count) for noun, count in army if count)


_STANDARD = ("pawn", "knight", "bishop", "rook", "queen", "king")
"""The pieces that everybody knows."""


def _rank_of(piece: ResolvedPiece) -> tuple[bool, bool, int]:
    """The place of a piece in a list: royal ones first, pawns last, the others from the mightiest
    on.
    """
    standard = _STANDARD.index(piece.key) if piece.key in _STANDARD else 0
    return piece.letter == "p", not (piece.royal or piece.letter == "k"), -standard


def _start(view: View, before: View | None) -> Iterator[str]:
    """Who begins, and what stands where."""
    words = view.variant.start_fen.split(" ")
    if (begins := _begins(view)) != (_begins(before) if before else "White"):
        yield f"{begins} moves first."
    held = [
        [view.noun(sign) for sign in hand.split()]
        for hand in view.fen.hands(view.variant.ranks).values()
    ]
    if any(held):
        counts = [
            join_words(
                phrases.with_number(names.count(noun), noun) for noun in dict.fromkeys(names)
            )
            for names in held
        ]
        whose = zip(("Each side",) if counts[0] == counts[1] else BOTH, counts, strict=False)
        yield from (
            f"{side} has {pieces} in hand at the start." for side, pieces in whose if pieces
        )
    if before and _board(view) != _board(before) and _armies(view) == _armies(before):
        yield "The pieces start on other squares."
    if "*" in words[0]:
        yield "The blocked squares are not part of the board."


def _begins(view: View) -> str:
    return "Black" if view.variant.start_fen.split(" ")[1:2] == ["b"] else "White"


def _board(view: View) -> list[tuple[str, ...]]:
    return [row.squares for row in view.fen.rows]


def _absent(view: View, before: View | None) -> Iterator[str]:
    """The sentence on new pieces that neither stand at the start nor come to the board by the rules
    of the engine: a program around it may place them.
    """
    known = _known(before)
    absent = [
        phrases.with_article(view.noun(piece.letter))
        for piece in view.variant.pieces
        if piece.letter not in view.in_play and (piece.letter, piece.betza) not in known
    ]
    if before and absent:
        verb = "is" if len(absent) == 1 else "are"
        yield f"{capitalized(join_words(absent))} {verb} not in the position at the start."


def _known(before: View | None) -> Set[tuple[str, str | None]]:
    """The letters and the moves of the pieces of the parent."""
    return {(piece.letter, piece.betza) for piece in before.variant.pieces} if before else set()


def _told_pieces(
    view: View,
    before: View | None,
    piece_of: Callable[[str], Piece | None],
    still: Set[str],
) -> Iterator[ToldPiece]:
    """The pieces that not everybody knows, or that the parent has not; without a parent only those
    that may come to the board.
    """
    known = _known(before)
    for piece in view.variant.pieces:
        is_standard = (piece.key, piece.betza) in _STANDARD_MOVES
        is_absent = before is None and piece.letter not in view.in_play
        noun = view.noun(piece.letter)
        nouns = (piece.key, before.nouns.get(piece.letter) if before else None)
        is_renamed = piece.is_named and noun not in nouns
        is_known = is_standard or (piece.letter, piece.betza) in known
        if is_absent or (is_known and not is_renamed):
            continue
        yield _told_piece(view, piece, piece_of, is_still=piece.letter in still)


def _told_piece(
    view: View,
    piece: ResolvedPiece,
    piece_of: Callable[[str], Piece | None],
    *,
    is_still: bool,
) -> ToldPiece:
    """A piece with its moves in words; the picture of a pawn has its double step."""
    noun = view.noun(piece.letter)
    model = _possible(view, piece_of(piece.betza)) if piece.betza else None
    drawn = model
    if model and _steps_twice(view, piece):
        step = "fmnD" if _steps_anywhere(view) else "ifmnD"
        drawn = _possible(view, piece_of(f"{piece.betza}{step}"))
    told = drawn if _steps_anywhere(view) or _steps_first(view, piece) else model
    text = table()["pieces"].get(piece.key, "") if told is None else sentence(told, noun)
    if is_still:
        text = "Never moves."
    name = capitalized(noun)
    return ToldPiece(piece.letter.upper(), name, text or "Its moves cannot be told.", drawn)


def _possible(view: View, model: Piece | None) -> Piece | None:
    """A piece without captures en passant in a variant that has none."""
    if model is None or any(view.of(side).holds("@captures_en_passant") for side in BOTH):
        return model
    moves = tuple(move for move in model.moves if EN_PASSANT not in move.labels)
    return replace(model, moves=moves) if moves else model


def _steps_twice(view: View, piece: ResolvedPiece) -> bool:
    """Whether a piece is a pawn that may move two squares from where it stands at the start."""
    if piece.key != "pawn" or piece.letter not in view.in_play:
        return False
    return any(view.of(side).value("doubleStepRegion") for side in BOTH)


def _steps_anywhere(view: View) -> bool:
    """Whether pawns move two squares from each square of the board."""
    board = view.variant.files * view.variant.ranks
    return all(len(view.of(side).value("doubleStepRegion")) == board for side in BOTH)


def _steps_first(view: View, piece: ResolvedPiece) -> bool:
    """Whether a pawn moves two squares with its first move only, whatever its side: from one rank,
    which no pawn that has moved comes to.
    """
    sides = [view.of(side, relative=True) for side in BOTH]
    starts = [_first_rank(side, piece) for side in sides]
    regions = [{rank for _, rank in side.squares("doubleStepRegion")} for side in sides]
    own = [
        (start, ranks) for start, ranks in zip(starts, regions, strict=True) if start is not None
    ]
    return bool(own) and all(len(ranks) == 1 and start >= min(ranks) for start, ranks in own)


def _first_rank(view: View, piece: ResolvedPiece) -> int | None:
    """The first rank, as a side counts it, on which its pieces of a kind start; None for none."""
    sign = piece.letter.upper() if view.side == "White" else piece.letter
    rows = view.fen.rows[: view.variant.ranks]
    if view.side == "White":
        rows = rows[::-1]
    return next((rank for rank, row in enumerate(rows) if sign in row.squares), None)


_STANDARD_MOVES = tuple(zip(_STANDARD, ("fmWfceF", "N", "B", "R", "Q", "K"), strict=True))


def variant_rules(chunk: VariantDefinition) -> VariantRules | None:
    """The rules of the variant of a section; None for a text without a section."""
    variant = describe_variant(chunk, _no_line)
    if variant is None:
        return None
    above = parent_of(chunk)
    parent = describe_variant(above, _no_line) if above else None
    drawn = draw_fen(read_fen(variant.start_fen), variant.files, variant.ranks)
    parts = rules_text(variant, parent, chunk.language.piece, still=_still(chunk))
    parts = with_start_facts(parts, _facts(chunk, variant, above, parent=parent))
    dropped = _dropped(chunk)
    if dropped:
        parts = (RulesPart("", (dropped,)), *parts)
    return VariantRules(variant, parts, start_position(chunk), drawing=drawn)


def start_position(chunk: VariantDefinition) -> Diagram | None:
    """The position at the start of the variant of a section; None if it cannot be drawn."""
    # the engine drops a section of the same name
    variant = built_in(chunk.section.name) or chunk.variant
    drawn = diagram_of(read_fen(variant.options["startFen"]), chunk.variant)
    return with_figurines(drawn, chunk.variant, chunk.language)


def full_rules(chunk: VariantDefinition) -> tuple[RulesPart, ...]:
    """The rules of the variant of a section as if it inherited from none, with all pieces that come
    to the board; empty for a text without a section.
    """
    variant = describe_variant(chunk, _no_line)
    if variant is None:
        return ()
    view = View(variant)
    still = _still(chunk)
    piece_of = chunk.language.piece
    pieces = tuple(
        _told_piece(view, piece, piece_of, is_still=piece.letter in still)
        for piece in sorted(view.pieces_in_play, key=_rank_of)
    )
    army = table()["parts"]["army"]
    return tuple(
        replace(part, pieces=pieces) if part.title == army else part
        for part in rules_text(variant, parent=None, piece_of=piece_of, still=still)
    )


def _still(chunk: VariantDefinition) -> frozenset[str]:
    """The letters of the pieces of a section that never move."""
    return frozenset(
        piece.letter
        for piece in chunk.variant.pieces
        if played(chunk.language, piece.moves, piece.comment, chunk.variant.board) is None
    )


def rule_sentences(chunk: VariantDefinition, key: str) -> tuple[str, ...]:
    """The sentences about the rules of a section in which a key comes first."""
    variant = describe_variant(chunk, _no_line)
    every = sentences(View(variant)) if variant else ()
    return tuple(each.text for each in every if each.keys[0] == key)


def _dropped(chunk: VariantDefinition) -> str:
    """Why the engine drops a section, as a sentence; empty if it plays it."""
    section, name = chunk.section, chunk.section.name
    source = library(name)
    changes = bool(section.parent or section.settings)
    if source and changes and source.text.strip() != section.text.strip():
        return f"Fairy-Stockfish drops this section and plays its built-in {capitalized(name)}."
    if not chunk.reading.variant.is_loaded:
        return "Fairy-Stockfish drops this section."
    return ""


def _facts(
    chunk: VariantDefinition,
    variant: ResolvedVariant,
    above: VariantDefinition | None,
    parent: ResolvedVariant | None,
) -> tuple[str, ...]:
    """The facts about the start of a variant that its parent has not (V17)."""
    view = View(variant)
    is_shuffled = castling.shuffles_pieces(view)
    facts = [
        *start_facts(chunk.variant, chunk.language, view.noun, is_shuffled=is_shuffled),
        *_no_goal(view),
    ]
    if above and parent:
        before = View(parent)
        known = start_facts(above.variant, above.language, before.noun, is_shuffled=is_shuffled)
        facts = [fact for fact in facts if fact not in (*known, *_no_goal(before))]
    return tuple(facts)


def _no_goal(view: View) -> Iterator[str]:
    """The sentence on a variant that nobody can win."""
    decides = re.compile(r"\b(?:wins?|loses?)\b")
    counts = ("stalematePieceCount", "adjudicateFullBoard", "materialCounting")
    if not any(_armies(view)) or any(
        view.value(key) not in (None, False, "none", "-") for key in counts
    ):
        return
    if not any(decides.search(each.text) for each in sentences(view)):
        yield NO_WIN


def _no_line(_name: str, _offset: int) -> int:
    """The rules in words have no lines."""
    return 0
