"""The rules of a variant in sentences, made of the resolved variant by the table of clauses (V6 to
V8).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from wazir.notations.engine_files.variants_ini import effects, phrases
from wazir.notations.engine_files.variants_ini.definition import VariantDefinition
from wazir.notations.engine_files.variants_ini.facts import wings
from wazir.notations.engine_files.variants_ini.figurines import with_figurines
from wazir.notations.engine_files.variants_ini.meaning import diagram_of, library
from wazir.notations.engine_files.variants_ini.reading import BOTH
from wazir.notations.engine_files.variants_ini.resolve import describe_variant, parent_of, played
from wazir.notations.engine_files.variants_ini.start_facts import start_facts
from wazir.notations.engine_files.variants_ini.syntax import draw_fen, read_fen
from wazir.notations.engine_files.variants_ini.view import View, of_side, table
from wazir.notations.engine_files.variants_ini.vocabulary import key_of
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
from wazir.piece.model import Piece
from wazir.piece.words import number_word
from wazir.piece.words.sentence import sentence


class Clause(NamedTuple):
    """A row of the table, as `clauses.toml` explains it."""

    part: str
    keys: tuple[str, ...]
    when: tuple[str, ...] = ()
    text: str = ""
    off: str = ""
    special: str = ""
    off_when: tuple[str, ...] = ()
    off_always: bool = False
    both: bool = False


class Sentence(NamedTuple):
    """A sentence about a variant."""

    part: str
    keys: tuple[str, ...]
    """The keys that it tells, the main one first. Those of both sides are without `White` and
    `Black`.
    """
    text: str
    special: str = ""


@cache
def clauses() -> tuple[Clause, ...]:
    """All rows of the table."""
    return tuple(
        Clause(**{key: _frozen(value) for key, value in row.items()}) for row in table()["clause"]
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


_FIELD = re.compile(r"\{([^:}]*):?([^}]*)\}")


def _filled(text: str, view: View) -> str:
    """A text of the table with the values of a view."""
    return _FIELD.sub(lambda field: view.word(field[1], field[2]), text)


# Sentences


def sentences(view: View) -> tuple[Sentence, ...]:
    """The sentences about the rules of a variant, in the order of the table."""
    told = [sentence for clause in clauses() for sentence in _told(clause, view)]
    return (*_regions(view), *told)


def _told(clause: Clause, both: View) -> Iterator[Sentence]:
    """The sentence of a clause, or one for each side if they differ."""
    told = [view for view in _views(clause, both) if all(map(view.holds, clause.when))]
    for view in told:
        special = _filled(clause.special, view) if view is told[0] else ""
        yield Sentence(clause.part, clause.keys, _filled(clause.text, view), special)


_OF_SIDE = re.compile(r"\{(?:Player|player|colour|@castler|@first_movers)\}|\{\w+:(?:\+|[A-Z])")
"""What names the side in a text of the table."""


def _views(clause: Clause, both: View) -> tuple[View, ...]:
    """Both sides as one if they meet the same, counted from the player or not; else each side."""
    white, black = (both.of(side) for side in BOTH)
    has_sides = any(of_side(key, "White") in both.variant.rules for key in clause.keys)
    names_side = _OF_SIDE.search(clause.text) is not None
    if clause.both or not (has_sides or names_side):
        return (both,)
    holders = [view for view in (white, black) if all(map(view.holds, clause.when))]
    if names_side and len(holders) == 1:
        return (holders[0],)
    if _has_lines(clause, both) and _same(clause, both, relative=True):
        return (both.of("", relative=True),)
    if _same(clause, both, relative=False):
        return (both.of("", relative=False),)
    return (white, black)


def _same(clause: Clause, both: View, *, relative: bool) -> bool:
    """Whether both sides see the same of the keys of a clause."""
    white, black = (both.of(side, relative=relative) for side in BOTH)
    return all(_seen(white, key) == _seen(black, key) for key in clause.keys)


def _has_lines(clause: Clause, both: View) -> bool:
    """Whether the squares of a clause are whole lines, which have names from the player's side."""
    variant, white = both.variant, both.of("White")
    regions = [white.squares(key) for key in clause.keys if _is_region(key)]
    return all(phrases.is_of_lines(each, variant.files, variant.ranks) for each in regions)


def _is_region(key: str) -> bool:
    known = key_of(of_side(key, "White"))
    return known is not None and known.type == "squares"


def _seen(view: View, key: str) -> object:
    """What a side sees of a key: its squares, the wings to which it castles, or its value."""
    if key == "castling":
        return wings(view)
    if of_side(key, "White") not in view.variant.rules:
        return None
    if _is_region(key):
        return view.squares(key)
    value = view.value(key)
    return value, isinstance(value, tuple) and bool(view.pieces(key))


def _regions(both: View) -> Iterator[Sentence]:
    """The squares that pieces do not leave."""
    variant = both.variant
    for piece in variant.pieces:
        key = f"mobilityRegion{piece.key[0].upper()}{piece.key[1:]}"
        if of_side(key, "White") not in variant.rules:
            continue
        for view in _views(Clause("army", (key,), text="{colour}"), both):
            is_whole = len(view.squares(key)) == variant.files * variant.ranks
            if is_whole or piece.letter not in view.in_play:
                continue
            noun = capitalized(phrases.with_article(f"{view.colour}{view.noun(piece.letter)}"))
            yield Sentence("army", (key,), f"{noun} never leaves {view.word(key, '')}.")


# What differs


class Comparison(NamedTuple):
    """The sentences about a variant that inherits from another one."""

    new: tuple[Sentence, ...]
    """Those that tell a rule in another state, or with other words."""
    ended: tuple[Sentence, ...]
    """Those about rules that hold no more."""
    untold: tuple[str, ...]
    """The rules that differ and that no sentence tells."""


def compared(view: View, before: View) -> Comparison:
    """The rules that differ from those of a parent, in sentences (V15)."""
    told = sentences(view)
    known = {each.text for each in sentences(before)}
    new = tuple(each for each in told if each.text not in known)
    covered = {key for each in new for key in each.keys}
    mentioned = {key for each in told for key in each.keys}
    ended, untold = list[Sentence](), list[str]()
    for rule in effects.differences(view, before):
        if rule in covered:
            continue
        if rule in mentioned:
            lost = _lost_by_a_side(rule, view, before)
            if lost:
                ended += [lost] if lost not in ended else []
            elif view.variant.size == before.variant.size:
                untold.append(rule)  # on another board the same words mean other squares
            continue
        row = _end_of(rule, view)
        is_due = row is not None and row.off_always and row.keys[0] == rule
        if not is_due and _is_void(rule, view):
            continue  # what it needs is gone, and that is told
        if rule.startswith("mobilityRegion"):
            ended += _ended_region(rule, view)
        elif row is None:
            untold.append(rule)
        elif all(each.text != row.off for each in ended):
            ended.append(Sentence(row.part, row.keys, row.off))
    return Comparison(new, tuple(ended), tuple(untold))


def _lost_by_a_side(rule: str, view: View, before: View) -> Sentence | None:
    """The sentence on a rule that holds no more for one side, while the other side keeps it."""
    states = zip(effects.states(rule, view), effects.states(rule, before), strict=True)
    losers = [number for number, (now, then) in enumerate(states) if now == effects.OFF != then]
    if len(effects.states(rule, view)) < 2 or len(losers) != 1:
        return None
    side = BOTH[losers[0]]
    row = _end_of(rule, view.of(side))
    if row is None:
        return None
    return Sentence(row.part, row.keys, f"For {side}, {row.off[:1].lower()}{row.off[1:]}")


def _ended_region(rule: str, view: View) -> Iterator[Sentence]:
    """The sentence on a piece that may go anywhere again."""
    name = rule.removeprefix("mobilityRegion")
    key = name[0].lower() + name[1:]
    noun = next(view.noun(piece.letter) for piece in view.variant.pieces if piece.key == key)
    article = capitalized(phrases.with_article(noun))
    yield Sentence("army", (rule,), f"{article} is not bound to a part of the board.")


def _end_of(rule: str, view: View) -> Clause | None:
    """The row that tells the end of a rule."""
    rows = (row for row in clauses() if row.off and rule in row.keys)
    return next((row for row in rows if all(map(view.holds, row.off_when))), None)


def _is_void(rule: str, view: View) -> bool:
    """Whether a condition of a rule does not hold for any side."""
    return all(effects.lacking(rule, view.of(side)) for side in BOTH)


# Pages


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
    view, before = View(variant), View(parent) if parent else None
    comparison = compared(view, before) if before else Comparison(sentences(view), (), ())
    told = (*comparison.new, *comparison.ended)
    texts = {part: [each.text for each in told if each.part == part] for part in table()["parts"]}
    texts["army"] = [*_army(view, before), *_absent(view, before), *texts["army"]]
    inherited = [*_start(before, None)] if before else []
    start = [text for text in _start(view, before) if text not in inherited]
    texts["start"] = [*start, *texts["start"]]
    pieces = tuple(_told_pieces(view, before, piece_of, still))
    specials = [each.special for each in comparison.new if each.special]
    parts = [RulesPart("", (_introduction(variant, parent, specials),))]
    for part, title in table()["parts"].items():
        own = pieces if part == "army" else ()
        if texts[part] or own:
            parts.append(RulesPart(title, tuple(texts[part]), own))
    if parent and not comparison.untold:
        parts.append(RulesPart("", (f"All else is as in {parent.name}.",)))
    return tuple(parts)


def _introduction(
    variant: ResolvedVariant, parent: ResolvedVariant | None, specials: Sequence[str]
) -> str:
    files, ranks = map(number_word, variant.size)
    board = f"a board of {files} by {ranks} squares"
    is_same_board = parent and parent.size == variant.size
    what = f"a variant of {parent.name}" if parent else "a game"
    where = "" if is_same_board else f" on {board}"
    special = f" in which {join_words(dict.fromkeys(specials))}" if specials else ""
    return f"{capitalized(variant.name)} is {what}{where}{special}."


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
    signs = [sign for sign, _ in view.fen.letters if sign in view.by_letter]
    pieces = sorted(view.variant.pieces, key=lambda piece: _rank_of(view.by_letter[piece.letter]))
    armies = list[Army]()
    for is_own in (str.isupper, str.islower):
        letters = [view.by_letter[sign].letter for sign in signs if is_own(sign)]
        counts = [(view.noun(piece.letter), letters.count(piece.letter)) for piece in pieces]
        armies.append(tuple((noun, count) for noun, count in counts if count))
    return tuple(armies)


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
        yield _told_piece(piece, noun, piece_of, is_still=piece.letter in still)


def _told_piece(
    piece: ResolvedPiece, noun: str, piece_of: Callable[[str], Piece | None], *, is_still: bool
) -> ToldPiece:
    """A piece with its moves in words."""
    model = piece_of(piece.betza) if piece.betza else None
    text = table()["pieces"].get(piece.key, "") if model is None else sentence(model, noun)
    if is_still:
        text = "Never moves."
    name = capitalized(noun)
    return ToldPiece(piece.letter.upper(), name, text or "Its moves cannot be told.", model)


_STANDARD_MOVES = tuple(zip(_STANDARD, ("fmWfceF", "N", "B", "R", "Q", "K"), strict=True))


def variant_rules(chunk: VariantDefinition) -> VariantRules | None:
    """The rules of the variant of a section; None for a text without a section."""
    variant = describe_variant(chunk, _no_line)
    if variant is None:
        return None
    above = parent_of(chunk)
    parent = describe_variant(above, _no_line) if above else None
    start = read_fen(variant.start_fen)
    position = with_figurines(diagram_of(start, chunk.variant), chunk.variant, chunk.language)
    drawn = draw_fen(start, variant.files, variant.ranks)
    parts = rules_text(variant, parent, chunk.language.piece, _still(chunk))
    parts = with_start_facts(parts, _facts(chunk, variant, above, parent))
    dropped = _dropped(chunk)
    if dropped:
        parts = (RulesPart("", (dropped,)), *parts)
    return VariantRules(variant, parts, position, drawn)


def full_rules(chunk: VariantDefinition) -> tuple[RulesPart, ...]:
    """The rules of the variant of a section as if it inherited from none, with all pieces that come
    to the board; empty for a text without a section.
    """
    variant = describe_variant(chunk, _no_line)
    if variant is None:
        return ()
    view, still, piece_of = View(variant), _still(chunk), chunk.language.piece
    in_play = [piece for piece in variant.pieces if piece.letter in view.in_play]
    pieces = tuple(
        _told_piece(piece, view.noun(piece.letter), piece_of, is_still=piece.letter in still)
        for piece in sorted(in_play, key=_rank_of)
    )
    army = table()["parts"]["army"]
    return tuple(
        replace(part, pieces=pieces) if part.title == army else part
        for part in rules_text(variant, None, piece_of, still)
    )


def _still(chunk: VariantDefinition) -> frozenset[str]:
    """The letters of the pieces of a section that never move."""
    return frozenset(
        piece.letter
        for piece in chunk.variant.pieces
        if played(chunk.language, piece.moves, piece.comment, chunk.variant.board) is None
    )


def rule_sentences(chunk: VariantDefinition, key: str) -> tuple[str, ...]:
    """The sentences of the rules of a section that tell the value of a key first."""
    variant = describe_variant(chunk, _no_line)
    told = sentences(View(variant)) if variant else ()
    return tuple(each.text for each in told if each.keys[0] == key)


def _dropped(chunk: VariantDefinition) -> str:
    """Why the engine drops a section, as a sentence; empty if it plays it."""
    section, name = chunk.section, chunk.section.name
    built_in, changes = library(name), bool(section.parent or section.settings)
    if built_in and changes and built_in.text.strip() != section.text.strip():
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
    facts = [*start_facts(chunk.variant, chunk.language, view.noun), *_no_goal(view)]
    if above and parent:
        before = View(parent)
        known = start_facts(above.variant, above.language, before.noun)
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
    """The rules in words tell no lines."""
    return 0
