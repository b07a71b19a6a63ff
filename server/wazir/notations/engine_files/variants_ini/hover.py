"""Hover: keys, values, letters, sections, positions, and words of Betza's notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from wazir.budget import MAX_SQUARES_OF_VIEW
from wazir.notations.engine_files.variants_ini import phrases
from wazir.notations.engine_files.variants_ini.board_moves import piece_of, piece_on_board
from wazir.notations.engine_files.variants_ini.definition import ENGINE, VariantDefinition
from wazir.notations.engine_files.variants_ini.entering import (
    drop_squares,
    gate_squares,
    wall_squares,
)
from wazir.notations.engine_files.variants_ini.figurines import presumed, with_figurines
from wazir.notations.engine_files.variants_ini.meaning import (
    Variant,
    VariantPiece,
    diagram_of,
    letters_of,
    squares_of,
)
from wazir.notations.engine_files.variants_ini.programs import lives, since_phrase
from wazir.notations.engine_files.variants_ini.reading import Squares
from wazir.notations.engine_files.variants_ini.resolve import parent_of
from wazir.notations.engine_files.variants_ini.syntax import (
    Fen,
    IniSetting,
    SectionHeader,
    draw_fen,
    letters_in,
    piece_setting,
    read_fen,
)
from wazir.notations.engine_files.variants_ini.variant_rules import variant_rules
from wazir.notations.engine_files.variants_ini.vocabulary import VariantKey, key_of, keys
from wazir.notations.results import Definition, HoverText
from wazir.notations.wording import join_words, plural_count, shortened
from wazir.piece.drawing.diagram import Diagram, of_entering, of_results
from wazir.piece.motion.results import Position, results
from wazir.text import Span


def hover(chunk: VariantDefinition, offset: int) -> HoverText | None:
    """The hover at an offset; None on the letter of a piece with moves, which has the hover of the
    piece.
    """
    header = chunk.section.header
    if header and header.span.contains(offset):
        return _section(header, chunk, offset)
    setting = next(
        (setting for setting in chunk.section.settings if setting.span.contains(offset)), None
    )
    if setting is None or (setting.comment and setting.comment.contains(offset)):
        return None
    key = key_of(setting.key)
    if key is None:
        return None
    if setting.key_span.contains(offset):
        if key.name == "startFen":
            start = setting.value_span.start
            text = replace(key_text(key), span=setting.key_span)
            return _with_board(text, read_fen(setting.value), chunk, start=start)
        return replace(key_text(key), span=setting.key_span)
    if key.type == "piece" and setting.value:
        moves = piece_setting(setting).moves
        is_alone = moves.start == moves.end
        return _built_in(chunk, setting, key) if is_alone else chunk.moves_hover(offset)
    return (
        _value(chunk, setting, key, offset=offset) if setting.value_span.contains(offset) else None
    )


def _with_moves(position: Diagram | None, chunk: VariantDefinition, fen: str) -> Diagram | None:
    """A position, also given in FEN, with the squares that its highlighted piece reaches by the
    rules of a section.
    """
    if position is None or position.board is None or position.highlighted is None:
        return position
    square, men, walls = position.highlighted, position.men, position.walls
    variant = replace(chunk.variant, start_fen=fen)  # which has the castling rights
    piece = piece_on_board(variant, chunk.language, position, square=square, has_moved=False)
    if piece is None:
        return position
    is_white = men[square].white
    own = frozenset(at for at, man in men.items() if man.white == is_white)
    among = Position(
        board=position.board,
        friends=(own | walls) - {square},
        foes=frozenset(men) - own,
        white=is_white,
        walls=walls,
    )
    found = results(piece, among, square, limit=MAX_SQUARES_OF_VIEW)
    drawn = of_results(found, among, square)
    return replace(
        drawn,
        men=men,
        walls=walls,
        goals=position.goals,
        palace=position.palace,
        highlighted=square,
        pieces={},
    )


def _in_hand(
    text: HoverText, chunk: VariantDefinition, fen: str, piece: VariantPiece, *, white: bool
) -> HoverText:
    """The hover of a piece in hand, with the squares where it may enter in a position."""
    position = text.position
    if position is None:
        return text
    drops = drop_squares(chunk.variant, chunk.language, position, piece=piece, white=white)
    gates = gate_squares(
        chunk.variant, read_fen(fen), fen, position=position, piece=piece, white=white
    )
    notes = []
    if drops:
        notes.append(f"It may be dropped on {_counted(drops)} of this position.")
    if gates:
        names = join_words(map(phrases.square_name, sorted(gates)), "or")
        notes.append(f"It may enter behind the piece that leaves {names}.")
    shown = of_entering(position, drops | gates)
    return replace(text, position=shown, notes=(*text.notes, *notes))


def entering(chunk: VariantDefinition, position: Diagram, letter: str) -> Squares:
    """The squares of a position where a piece in hand may be dropped, or enter behind a piece that
    leaves; White's letter is in capitals.
    """
    piece = chunk.variant.by_letter.get(letter.lower())
    if piece is None:
        return frozenset()
    fen, white = chunk.variant.start_fen, letter.isupper()
    drops = drop_squares(chunk.variant, chunk.language, position, piece=piece, white=white)
    return drops | gate_squares(
        chunk.variant, read_fen(fen), fen, position=position, piece=piece, white=white
    )


def _walls(setting: IniSetting, key: VariantKey, chunk: VariantDefinition) -> HoverText | None:
    """The hover of a rule of walls, with the squares of the first wall."""
    fen = chunk.variant.start_fen
    shown = _with_board(key_text(key), read_fen(fen), chunk, start=None)
    if shown.position is None:
        return None
    is_white = fen.split(" ")[1:2] != ["b"]
    squares = wall_squares(chunk.variant, chunk.language, shown.position, white=is_white)
    if not squares:
        return None
    note = f"After the first move a wall may be put on {_counted(squares)} of this position."
    position = of_entering(shown.position, squares)
    return replace(shown, span=setting.value_span, position=position, notes=(note,))


def _counted(squares: Squares) -> str:
    return plural_count(len(squares), "square")


def key_text(key: VariantKey) -> HoverText:
    """What a key means. Its span means nothing."""
    words = "`, `".join(key.values)
    notes = [f"One of `{words}`." if words else f"Its value is {key.values_in_words}."]
    if key.default:
        notes.append(
            f"The default is `{key.default}`."
            if " " not in key.default
            else f"The default: {key.default}."
        )
    if life := lives().get(("key", key.name)):
        notes.append(f"It came {since_phrase(life.since)} of the engine.")
    deprecated = f" Deprecated: `{key.instead}` replaces it." if key.instead else ""
    return HoverText(Span(0, 0), f"`{key.name}`", f"{key.text}{deprecated}", notes=tuple(notes))


def key_texts() -> Mapping[str, HoverText]:
    """What each key means, by its name; the first of the custom pieces stands for all."""
    return {
        name: key_text(key)
        for name, key in keys().items()
        if not key.is_custom or name == "customPiece1"
    }


def _value(
    chunk: VariantDefinition, setting: IniSetting, key: VariantKey, offset: int
) -> HoverText | None:
    variant, is_position = chunk.variant, key.name == "startFen"
    position, start = read_fen(setting.value), setting.value_span.start
    for letter, span in letters_in(setting):
        if span.contains(offset) and (piece := variant.by_letter.get(letter.lower())):
            if not is_position:
                return _letter(chunk, span, letter, name=_name_of(piece), piece=piece)
            side = "White" if letter.isupper() else "Black"
            name = f"{side}'s {_name_of(piece)}"
            text = _letter(chunk, span, letter, name=name, piece=piece)
            shown = _with_board(text, position, chunk, start=start, letter_span=span.moved(-start))
            hand = position.hands_start(variant.ranks)
            if hand is not None and span.start - start >= hand:
                return _in_hand(shown, chunk, setting.value, piece=piece, white=letter.isupper())
            return replace(shown, position=_with_moves(shown.position, chunk, setting.value))
    if key.name == "wallingRule":
        return _walls(setting, key, chunk)
    if not is_position:
        return None
    letters = letters_of(setting.value)
    notes = tuple(note for note in _listed(variant, "") if note[1] in letters)
    text = HoverText(setting.value_span, "`startFen`", "The position at the start.", notes=notes)
    return _with_board(text, position, chunk, start=start)


def definition_of_letter(chunk: VariantDefinition, letter: str) -> Definition | None:
    """The piece of a letter in the position of a section; None for an unknown letter."""
    piece = piece_of(chunk.variant, letter)
    if piece is None:
        return None
    text = chunk.language.detached(piece.moves, chunk.variant.board, ENGINE)
    definition = text.definition()
    return definition and replace(definition, name=f"{letter.upper()}: {piece.name or piece.key}")


def fen_hover(chunk: VariantDefinition | None, fen: str, moves: str = "") -> HoverText | None:
    """A position in FEN of a section, or without one of a board with ranks of equal width.

    Args:
        chunk: The section.
        fen: The position.
        moves: The square of a piece, or the letter of one in hand and `@`, whose squares are
            marked in the position of a section.
    """
    position = read_fen(fen)
    widths = {len(row.squares) for row in position.rows}
    if chunk:
        text = _with_board(HoverText(Span(0, 0), "", ""), position, chunk, start=None)
        return _marked(text, chunk, fen, moves=moves) if moves else text
    if len(widths) != 1 or len(position.rows) < 2:
        return None
    return _without_variant(position, size=(widths.pop(), len(position.rows)))


def _marked(text: HoverText, chunk: VariantDefinition, fen: str, moves: str) -> HoverText:
    """A position with the squares that a piece on one of its squares, or in hand, reaches."""
    if moves.endswith("@"):
        piece = chunk.variant.by_letter.get(moves[0].lower())
        return _in_hand(text, chunk, fen, piece=piece, white=moves[0].isupper()) if piece else text
    square = ord(moves[0]) - ord("a"), int(moves[1:]) - 1
    if text.position is None or square not in text.position.men:
        return text
    pointed = replace(text.position, highlighted=square)
    return replace(text, position=_with_moves(pointed, chunk, fen))


def _without_variant(position: Fen, size: tuple[int, int]) -> HoverText:
    """A position on a board of some files and ranks."""
    files, ranks = size
    diagram = diagram_of(position, Variant(files, ranks))
    variant = presumed(diagram, size) if diagram else None
    return HoverText(
        Span(0, 0),
        "",
        "",
        drawing=draw_fen(position, files, ranks),
        position=with_figurines(diagram, variant) if variant else diagram,
        hands=position.hands(ranks),
    )


def _letter(
    chunk: VariantDefinition, span: Span, letter: str, name: str, piece: VariantPiece
) -> HoverText:
    notes = () if piece.section == chunk.section.name else (f"From `{piece.section}`.",)
    key, moves = keys()[piece.key], piece.moves
    text = key.text if moves == key.moves else ""
    return HoverText(
        span,
        f"`{letter}`: {name}",
        text,
        piece=chunk.language.piece(moves),
        piece_text=moves,
        notes=notes,
    )


def _built_in(chunk: VariantDefinition, setting: IniSetting, key: VariantKey) -> HoverText:
    span = Span(setting.value_span.start, setting.value_span.start + 1)
    if setting.value == "-":
        return HoverText(span, "`-`", f"The variant has no `{key.name}`.")
    moves = f"`{key.moves}` in Betza's notation." if key.moves else "It has no moves."
    name = chunk.section.name_of(piece_setting(setting)) or f"`{key.name}`"
    title = f"`{setting.value[0]}`: {name}"
    piece = chunk.language.piece(key.moves)
    return HoverText(span, title, f"{key.text} {moves}", piece=piece, piece_text=key.moves)


# Sections and positions


MAX_SENTENCES = 12
"""More sentences about a variant are left to its page."""


def _section(header: SectionHeader, chunk: VariantDefinition, offset: int) -> HoverText | None:
    if not header.parent_span.contains(offset):
        own = chunk.section.last.get("startFen")
        return _described(header.span, chunk, own.value_span.start if own else None)
    above = parent_of(chunk)
    return _described(header.parent_span, above, None) if above else None


def _described(span: Span, chunk: VariantDefinition, start: int | None) -> HoverText | None:
    """The rules of a variant in words, with its position, which starts at an offset of the chunk,
    and its pieces; None for a text without a section.
    """
    name = chunk.section.name
    variant = chunk.variant
    rules = variant_rules(chunk)
    if rules is None:
        return None
    facts = [fact for part in rules.parts if part.is_about_start for fact in part.sentences]
    others = [part for part in rules.parts if not part.is_about_start]
    sentences = [sentence for part in others for sentence in part.sentences]
    more = ["`wazir variant` describes all rules."] if len(sentences) > MAX_SENTENCES else []
    notes = (*sentences[1:MAX_SENTENCES], *more, *facts, *_listed(variant, name))
    described = HoverText(span, f"`{shortened(name)}`", sentences[0], notes=notes)
    return _with_board(described, read_fen(variant.start_fen), chunk, start=start)


def _with_board(
    text: HoverText,
    position: Fen,
    chunk: VariantDefinition,
    start: int | None,
    letter_span: Span | None = None,
) -> HoverText:
    """A hover with a position, which starts at an offset of the chunk, if any. *letter_span* is
    that of a letter in it.
    """
    variant = chunk.variant
    spans = {
        square: Span(at, at + 1)
        for square, held, at in squares_of(position, variant)
        if held != "*"
    }
    letters = {} if start is None else {square: span.moved(start) for square, span in spans.items()}
    drawing = draw_fen(position, variant.files, variant.ranks)
    drawn = diagram_of(position, variant, letter_span)
    diagram = with_figurines(drawn, variant, chunk.language)
    hands = position.hands(variant.ranks)
    return replace(text, drawing=drawing, position=diagram, letters=letters, hands=hands)


def _listed(variant: Variant, name: str) -> Iterator[str]:
    for piece in variant.pieces:
        source = "" if piece.section == name else f", from `{piece.section}`"
        moves = f" `{shortened(piece.moves)}`" if piece.moves else ""
        yield f"`{piece.letter}` {piece.name or piece.key}{moves}{source}"


def _name_of(piece: VariantPiece) -> str:
    """The name that an author gives to a piece, or its key."""
    return piece.name or f"`{piece.key}`"
