"""The rules of variants in words: complete, without contradictions, and read back (V6 to V8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from harness import none_wrong
from wazir.document import Document
from wazir.features.variants import built_in, rules_of, variants
from wazir.notations import by_name
from wazir.notations.engine_files.variants_ini.effects import OFF, is_rule, rule_of, state
from wazir.notations.engine_files.variants_ini.facts import FACTS
from wazir.notations.engine_files.variants_ini.meaning import Variant, built_in_names
from wazir.notations.engine_files.variants_ini.prose import Sentence, clauses, sentences
from wazir.notations.engine_files.variants_ini.reading import ALL_SQUARES, BOTH, defaults
from wazir.notations.engine_files.variants_ini.resolve import plain
from wazir.notations.engine_files.variants_ini.variant_rules import full_rules
from wazir.notations.engine_files.variants_ini.view import View, of_side, table
from wazir.notations.engine_files.variants_ini.vocabulary import key_of, keys, pieces
from wazir.notations.variant import ResolvedVariant, VariantRules

HERE, DATA = Path(__file__).parent, Path(__file__).parents[2] / "data" / "engine_files"
VARIANTS = by_name("fairy-variants")
EXAMPLES = (HERE / "prose.txt").read_text("utf-8").split("\n\n")
FILES = [
    (HERE / "readings.ini").read_text("utf-8"),
    (DATA / "garden_variants.ini").read_text("utf-8"),
]


@cache
def all_variants() -> tuple[ResolvedVariant, ...]:
    """The built-in variants, and those of the tests."""
    resolved = [each.variant for name in built_in_names() if (each := built_in(name))]
    texts = [*FILES, *(example.partition("\n->")[0] + "\n" for example in EXAMPLES)]
    for text in texts:
        resolved += (each.variant for each in variants(Document.open(VARIANTS, text)))
    return tuple(resolved)


def rules_in_words(text: str) -> VariantRules:
    """The rules of the last variant of a text."""
    return list(rules_of(Document.open(VARIANTS, text)))[-1]


# The table


UNTOLD = {
    # For programs.
    *(
        "variantTemplate",
        "pieceToCharTable",
        "pocketSize",
        "pieceValueMg",
        "pieceValueEg",
    ),
    # The first sentence, and the picture
    "maxRank",
    "maxFile",
    "startFen",
}
"""Keys that no clause tells."""


def test_v7_each_key_and_each_value_has_a_clause() -> None:
    """V7: and no clause names a key that does not exist."""
    told = {key for clause in clauses() for key in clause.keys}
    known = {key.name for key in keys().values() if key.type != "piece" and not key.instead}
    short = {
        "castlingRookPiece",
        "pawnTypes",
        *(of_side(key, side) for key in told for side in ("White", "Black")),
    }
    words = {
        f"{key.name}={value}"
        for key in keys().values()
        for value in key.values
        if key.type == "enum"
        and value not in ("none", "top", "snort", "anyside", "reversi", "ataxx", "quadwrangle")
    }
    conditions = {condition for clause in clauses() for condition in clause.when}

    assert known - told - short - UNTOLD == set()
    assert {key for key in told if key not in known and of_side(key, "White") not in known} == set()
    assert {word for word in words if word not in conditions} == {
        # One clause names the rules
        "countingRule=makruk",
        "countingRule=asean",
    }
    assert {clause.part for clause in clauses()} == table()["parts"].keys()


JARGON = re.compile(
    r"`|\btrue\b|\bfalse\b|\*\d|[a-z][A-Z]|\bFEN\b|\{|\}|\b(\w+) \1\b|  | [.,]|\ba [aeiou]|\(\)"
)


def test_v7_sentences_are_about_the_game() -> None:
    """V7: full sentences without names of keys, words of the engine or gaps."""
    wrong = list[str]()
    for variant in all_variants():
        for sentence in sentences(View(variant)):
            text = sentence.text
            if JARGON.search(text) or not re.fullmatch(r"[A-Z].*\.", text):
                wrong.append(f"{variant.name}: {text}")

    none_wrong(wrong)


# Complete


def _default(key: str, variant: ResolvedVariant) -> object:
    known = key_of(key)
    assert known
    held = Variant(files=variant.files, ranks=variant.ranks)
    value = defaults()[key].value if key in defaults() else ALL_SQUARES
    letters = {piece.key: piece.letter for piece in variant.pieces}
    if key == "connectPieceTypes":
        return tuple(letters.values())
    if known.type == "pieces":
        return tuple(
            letters.get(piece, piece) for piece in value if piece == "*" or piece in letters
        )
    return plain(known.type, value, held, held.letter_of)


def untold(variant: ResolvedVariant) -> Iterator[str]:
    """The rules that a game can meet, that are not the engine's defaults, and that no sentence
    tells.
    """
    view = View(variant)
    told = {key for sentence in sentences(view) for key in sentence.keys}
    for key, rule in variant.rules.items():
        main = rule_of(key)
        side = next((side for side in BOTH if of_side(main, side) == key), "")
        is_met = is_rule(key) and state(main, view.of(side)) != OFF
        if is_met and main not in told and rule.value != _default(key, variant):
            yield f"{variant.name}: {key} = {rule.value}"


def test_v7_no_clause_is_missing() -> None:
    """V7: each key that is not as the engine's default is told, or has no effect."""
    assert len(all_variants()) > 150
    none_wrong([key for variant in all_variants() for key in untold(variant)])


def test_v8_no_clause_is_told_twice_or_contradicted() -> None:
    """V8: a rule has one sentence in a part of the page, or one for each side."""
    wrong = list[str]()
    for variant in all_variants():
        by_rule = dict[tuple[str, str], list[str]]()
        for sentence in sentences(View(variant)):
            by_rule.setdefault((sentence.part, sentence.keys[0]), []).append(sentence.text)
        for texts in by_rule.values():
            sided = [text for text in texts if re.search(r"White|Black|white|black", text)]
            if len(set(texts)) < len(texts) or len(texts) > 1 != len(texts) - len(sided) + 1:
                wrong.append(f"{variant.name}: {' '.join(texts)}")

    none_wrong(wrong)


# Read back

NUMBERS_IN_WORDS = "no one two three four five six seven eight nine ten eleven twelve"
PLACES_IN_WORDS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
)
COUNTS, PLACES = (
    {word: number for number, word in enumerate(re.findall(r"\w+", words))}
    for words in (NUMBERS_IN_WORDS, PLACES_IN_WORDS)
)


def squares_of(phrase: str, variant: ResolvedVariant, *, black: bool) -> set[str]:
    """The squares that a phrase means to a player."""
    files, ranks = (
        [chr(ord("a") + file) for file in range(variant.files)],
        range(1, variant.ranks + 1),
    )
    squares = set[str]()

    def add(chosen: range) -> None:
        own = [variant.ranks + 1 - rank for rank in chosen] if black else [*chosen]
        squares.update(f"{file}{rank}" for file in files for rank in own)

    if phrase == "any square":
        add(range(1, variant.ranks + 1))
        return squares
    if phrase.startswith(("any square but ", "but not on ")):
        missing = re.findall(r"[a-l]\d+", phrase)
        return {f"{file}{rank}" for file in files for rank in ranks} - set(missing)
    for match in re.finditer(r"the last (\w+) ranks|the last rank|the first (\w+) ranks", phrase):
        count = COUNTS[match[1] or match[2] or "one"]
        add(
            range(1, count + 1) if match[2] else range(variant.ranks + 1 - count, variant.ranks + 1)
        )
    for match in re.finditer(r"the (\w+)(?: (?:and|to) (\w+))? ranks?", phrase):
        if match[1] in PLACES:
            add(range(PLACES[match[1]], PLACES[match[2] or match[1]] + 1))
    for match in re.finditer(r"\branks? (\d+)(?: (?:and|to) (\d+))?", phrase):
        black, before = False, black
        add(range(int(match[1]), int(match[2] or match[1]) + 1))
        black = before
    for match in re.finditer(r"from ([a-l])(\d+) to ([a-l])(\d+)", phrase):
        squares |= {
            f"{chr(file)}{rank}"
            for file in range(ord(match[1]), ord(match[3]) + 1)
            for rank in range(int(match[2]), int(match[4]) + 1)
        }
    squares |= {f"{name}{rank}" for name in re.findall(r"\b([a-l])-file", phrase) for rank in ranks}
    squares |= set(re.findall(r"\b[a-l]\d+\b", re.sub(r"from \w+ to \w+", "", phrase)))
    return squares


def letters_of(phrase: str, view: View) -> set[str]:
    """The letters of the pieces that a phrase names."""
    by_name = {noun: letter for letter, noun in view.nouns.items()}
    return {
        by_name[word]
        for word in re.sub(r"\b(an?|white|black) ", "", phrase).replace(" or ", ", ").split(", ")
    }


REGIONS = {
    "doubleStepRegion": r"pawn on (.*) may move two squares",
    "tripleStepRegion": r"pawn on (.*) may move three squares",
    "dropRegion": r"drops pieces only on (.*)\.",
    "flagRegion": r"wins by bringing .*? to (.*?)(?:, where full squares count too)?\.",
    "promotionRegion": r"(?:that reaches|into, within or out of) (.*?) (?:may promote|promotes)",
    "mobilityRegion": r"never leaves (.*)\.",
    "wallingRegion": r", (but (?:not|only) on .*?); nothing",
}
"""Where sentences name the squares of a rule."""


def sides(sentence: Sentence) -> tuple[str, ...]:
    """The sides that a sentence is about."""
    match = re.match(r"(?:A )?(white|black)\b", sentence.text, re.IGNORECASE)
    return (match[1].capitalize(),) if match else ("White", "Black")


def test_v8_squares_are_those_of_the_rules() -> None:
    """V8: regions of promotions, double steps, drops, goals and pieces."""
    wrong, asked = list[str](), 0
    for variant in all_variants():
        for sentence in sentences(View(variant)):
            for key in sentence.keys:
                stem = "mobilityRegion" if key.startswith("mobilityRegion") else key
                match = re.search(REGIONS[stem], sentence.text) if stem in REGIONS else None
                for side in sides(sentence) if match else ():
                    phrase = next(filter(None, match.groups()))  # type: ignore[union-attr]
                    asked += 1
                    if squares_of(phrase, variant, black=side == "Black") != set(
                        variant.rules[of_side(key, side)].value
                    ):  # type: ignore[arg-type]
                        wrong.append(f"{variant.name}, {side}: {sentence.text}")

    assert asked > 300
    none_wrong(wrong)


def test_v8_promotions_are_those_of_the_rules() -> None:
    """V8: what promotes, and to what."""
    wrong, asked = list[str](), 0
    for variant in all_variants():
        for sentence in sentences(View(variant)):
            match = re.fullmatch(
                r"(An? .*?) that reaches .*? (?:may promote|promotes) to (.*)\.", sentence.text
            )
            for side in sides(sentence) if match else ():
                view, asked = View(variant, side), asked + 1
                pawns, pieces = (
                    letters_of(phrase[:1].lower() + phrase[1:], View(variant))
                    for phrase in match.groups()
                )  # type: ignore[union-attr]
                if pawns != set(view.pieces("promotionPawnTypes")) or pieces != set(
                    view.pieces("promotionPieceTypes")
                ):
                    wrong.append(f"{variant.name}, {side}: {sentence.text}")

    assert asked > 150
    none_wrong(wrong)


RESULTS = {
    "checkmateValue": {"is checkmated loses": "loss", "is checkmated wins": "win"},
    "stalemateValue": {" loses": "loss", " wins": "win", "is drawn": "draw"},
    "extinctionValue": {" loses": "loss", " wins": "win", "is drawn": "draw"},
}
NUMBERS = {
    "nMoveRule": r"drawn after (\w+) moves?",
    "nFoldRule": r"for the (\w+) time",
    "connectN": r"has (\w+) \w+ in an unbroken row",
    "collinearN": r"has (\w+) \w+ on one line",
    "soldierPromotionRank": r"from the (\w+) rank on",
}


def test_v8_goals_are_those_of_the_rules() -> None:
    """V8: results and numbers."""
    wrong, asked = list[str](), 0
    for variant in all_variants():
        for sentence in sentences(View(variant)):
            key = sentence.keys[0]
            for words, value in RESULTS.get(key, {}).items():
                if (
                    words in sentence.text
                    and variant.rules[key].value != value
                    and "equal numbers" not in sentence.text
                ):
                    wrong.append(f"{variant.name}: {sentence.text}")
            if key in NUMBERS and (match := re.search(NUMBERS[key], sentence.text)):
                asked += 1
                digits = re.match(r"\d+", match[1])  # of `50` and `21st`
                number = int(digits[0]) if digits else {**PLACES, **COUNTS}.get(match[1])
                if number != variant.rules[key].value:
                    wrong.append(f"{variant.name}: {sentence.text}")

    assert asked > 200
    none_wrong(wrong)


# Examples


def test_every_condition_of_the_table_is_a_fact_or_a_piece() -> None:
    """A misspelled fact would be taken for a piece that never takes part."""
    written = [
        condition
        for clause in clauses()
        for condition in (*clause.when, *clause.off_when, *re.findall(r"{(@\w+)", clause.text))
    ]
    names = {
        condition.lstrip("!@").removeprefix("droppable_")
        for condition in written
        if condition.lstrip("!").startswith("@")
    }

    assert len(names) > 50
    assert names - FACTS.keys() - pieces().keys() == set()


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda example: example.partition("]")[0].strip("[")
)
def test_v6_v7_a_variant_tells_what_differs_from_its_parent(example: str) -> None:
    """V6, V7: part by part, each with its pieces, then one sentence for all else; all of a built-in
    variant.
    """
    text, *expected = (part.strip() for part in example.split("\n->"))
    told = list[str]()
    for part in rules_in_words(text + "\n").parts:
        told.append(" ".join([*(f"{part.title}:" for _ in part.title[:1]), *part.sentences]))
        told += (f"{piece.letter} {piece.name}: {piece.sentence}" for piece in part.pieces)

    assert told == expected


@pytest.mark.parametrize(
    ("fen", "drop"),
    [
        ("crazyhouse 4k3/8/8/8/8/8/8/4K3[Qq] w - - 30 1", "Q@a5"),
        ("shogi 4k4/9/9/9/9/9/9/9/4K4[Gg] w - 30 1", "G@a5"),
        ("flipersi 8/8/8/8/8/8/8/8[PPpp] w - - 30 1", "P@d4"),
    ],
)
def test_v8_the_count_of_moves_starts_again_with_a_drop(fen: str, drop: str) -> None:
    """V8: the clock of the engine's position is 0 after a drop."""
    pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed")
    variant, _, start = fen.partition(" ")
    after = pyffish.get_fen(variant, start, [drop]).split(" ")

    assert after[-2] == "0"


def test_v6_pieces_are_told_with_what_they_do() -> None:
    """V6: pieces that not everybody knows, and those that differ from the parent."""
    (part,) = (
        part
        for part in rules_in_words("[mine:chess]\nqueen = -\narchbishop = q\n").parts
        if part.pieces
    )

    assert [(piece.letter, piece.name, piece.sentence) for piece in part.pieces] == [
        (
            "Q",
            "Archbishop",
            "Slides any distance diagonally like a bishop or leaps (1,2) like a knight.",
        )
    ]


FIRST = "leaps two squares forward if the way is clear, without capturing, only as its first move."


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("chess", f"also en passant; or {FIRST}"),
        ("shako", f"also en passant; or {FIRST}"),
        # its pawns step twice from any square
        (
            "torpedo",
            "Moves one step forward or leaps two squares forward if the way is clear, without "
            "capturing; or captures one step diagonally forward, also en passant.",
        ),
        # a pawn of the first rank may step twice from the second rank too
        ("horde", "or captures one step diagonally forward, also en passant."),
    ],
)
def test_v6_the_card_of_a_pawn_says_when_it_steps_twice(name: str, ending: str) -> None:
    """V6: only as its first move, where that is so."""
    found = built_in(name)
    assert found
    parts = full_rules(found.document.analysis(found.placed))
    (pawn,) = (piece for part in parts for piece in part.pieces if piece.letter == "P")

    assert pawn.sentence.endswith(ending)
