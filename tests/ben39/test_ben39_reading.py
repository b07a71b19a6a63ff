"""How actions are read (G21), and why some are refused (G25)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ben39 import line_form, sampling
from ben39.by_names import state_of
from harness import DATA, rows
from long import LONG, examples
from wazir.ben39.actions import after, spell
from wazir.ben39.board import INTERSECTION_OF, INTERSECTIONS, SQUARE_OF, SQUARES
from wazir.ben39.intents import MAX_LETTERS, Reason, ReasonKind, understand
from wazir.ben39.position import TURN, State
from wazir.ben39.reading import NEAREST, nearest, read
from wazir.ben39.reasons import why, why_not
from wazir.ben39.rules import actions
from wazir.ben39.words import describe

POSITIONS = {row["name"]: row for row in rows("ben39_perft_dev")}


class Line(NamedTuple):
    """A line of the data: what is read where, and what is expected of it."""

    number: int
    form: str
    texts: list[str]
    spelling: str
    warnings: int
    kind: str
    sentence: str
    """Of the reason; of what a legal action does."""
    way_out: str
    """The sentence behind the reason."""


_LEGAL = re.compile(r"(?P<texts>.+) -> (?P<spelling>\S+) \((?P<warnings>\d)\)")
_DOES = re.compile(r"(?P<texts>.+) == (?P<sentence>.+)")
_REFUSED = re.compile(
    r"(?P<texts>.+?) !! (?P<kind>[^:]+?) : (?P<sentence>.+?)(?: \| (?P<way_out>.+))?"
)


def lines() -> Iterator[Line]:
    form = ""
    for number, line in enumerate((DATA / "ben39_reading.txt").read_text("utf-8").splitlines(), 1):
        if line.startswith("@ "):
            form = line[2:]
        elif line and not line.startswith(";"):
            match = _LEGAL.fullmatch(line) or _DOES.fullmatch(line) or _REFUSED.fullmatch(line)
            assert match, line
            fields = match.groupdict()
            yield Line(
                number,
                form,
                fields["texts"].split(),
                fields.get("spelling") or "",
                int(fields.get("warnings") or 0),
                fields.get("kind") or "",
                fields.get("sentence") or "",
                fields.get("way_out") or "",
            )


LINES = list(lines())


def before_last(line: Line) -> State:
    state = state_of(line.form)
    for text in line.texts[:-1]:
        action = read(state, text).action
        assert action, text
        state = after(state, action)
    return state


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.number}-{'-'.join(line.texts)}")
def test_line_of_the_data(line: Line) -> None:
    reading = read(before_last(line), line.texts[-1])

    if line.kind:
        assert reading.action is None
        assert reading.reason is not None
        assert (reading.reason.kind, reading.spelling, reading.warnings) == (line.kind, "", ())
        assert (line.sentence, line.way_out) == (reading.reason.text, reading.reason.way_out)
    elif line.sentence:
        assert reading.action is not None
        assert describe(before_last(line), reading.action) == line.sentence
    else:
        assert reading.reason is None
        assert reading.action is not None
        assert (reading.spelling, len(reading.warnings)) == (line.spelling, line.warnings)
        assert all(f"`{line.spelling}`" in warning for warning in reading.warnings)


def test_every_reason_is_met() -> None:
    assert {line.kind for line in LINES if line.kind} == set(ReasonKind)


@pytest.mark.parametrize("name", POSITIONS)
def test_legal_actions_read_back_to_themselves(name: str) -> None:
    """Each is spelled in exactly one way (G21), and says so without a warning."""
    state = state_of(POSITIONS[name]["fen"])
    legal = actions(state)

    assert sorted(map(spell, legal)) == sorted(POSITIONS[name]["actions"])
    for action in legal:
        reading = read(state, spell(action))
        assert (reading.action, reading.spelling, reading.warnings) == (action, spell(action), ())


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("C@g3", "`C+@` orthogonal"),
        ("C?@g3", "`C+@` orthogonal"),
        ("@d8", "what is dropped"),
        ("C+k5-k7", "Only a drop"),
        ("l2-n4(k3)", "begins with `#`"),
        ("#l2-n4()", "In the brackets"),
        ("Rh4", "where the piece goes"),
        ("Rh4h6", "Put `-` between"),
        ("rh4-h6", "are capitals"),
        ("RH4-H6", "Files are small"),
        ("Rh4-h6+", "Check, mate"),
        ("pass", "There is no pass"),
        ("O-O", "There is no pass"),
        ("hello", "Actions are written like"),
        ("", "Actions are written like"),
        ("Rh4-h6 ", "Actions are written like"),
        ("Rh4-h6\n", "Actions are written like"),
        ("K@d8", "A king is never in hand"),
        ("Q@d8", "is a pawn"),
        ("Rh4-b14", "corners of the board"),
    ],
)
def test_what_cannot_be_read_anywhere_says_how_it_is_written(text: str, hint: str) -> None:
    reason = understand(text)

    assert isinstance(reason, Reason)
    assert hint in reason.way_out


# Tolerance


def loosely(spelling: str) -> Iterator[tuple[str, int]]:
    """How an action may be written, by the letter of G21, each with the number of its warnings."""
    exact = spelling.removesuffix("=Q")
    signs = [(exact, 0)]
    between = re.search("(?<=[0-9])[-x](?=[a-o])", exact)
    if between and "@" not in exact:
        other = "x" if between[0] == "-" else "-"
        signs.append((exact[: between.start()] + other + exact[between.end() :], 1))
    for text, warnings in signs:
        written = [(text, warnings)]
        if "@" not in text and not text.startswith("#"):
            written.append((text[1:], warnings + 1))
        for form, count in written:
            yield form, count
            if exact != spelling:
                yield f"{form}=Q", count


@cache
def accepted(form: str) -> dict[str, tuple[str, int]]:
    """All texts that are read in a position, with their spelling and the number of warnings."""
    spellings: dict[str, tuple[str, int]] = {}
    for action in actions(state_of(form)):
        for text, warnings in loosely(spell(action)):
            assert text not in spellings
            spellings[text] = (spell(action), warnings)
    return spellings


FORMS = sorted({line.form for line in LINES} | {item["fen"] for item in POSITIONS.values()})
_PLACES = st.sampled_from([*SQUARE_OF, *INTERSECTIONS, "h9", "p2", "b2"])
_LETTERS = st.sampled_from([*"KRBNGSPQXIWZC", "C+", "Cx", "", "#", "A"])
_SIGNS = st.sampled_from(["-", "x", "@", "/", "*", ":", ">", "<", "", "=Q", "(", ")", ","])
_LIKE_ACTIONS = st.lists(st.one_of(_PLACES, _LETTERS, _SIGNS), max_size=9).map("".join)


@given(st.sampled_from(FORMS), st.one_of(st.text(), _LIKE_ACTIONS))
@examples(600)
def test_any_text_is_read_if_it_may_be_and_never_raises(form: str, text: str) -> None:
    reading = read(state_of(form), text)

    assert (reading.action is not None) == (text in accepted(form)) == (reading.reason is None)


@pytest.mark.parametrize("form", FORMS)
def test_all_that_may_be_written_is_read(form: str) -> None:
    """And nothing that differs from it by one sign (G21)."""
    state, known = state_of(form), accepted(form)
    for text, (spelling, warnings) in known.items():
        reading = read(state, text)
        assert (reading.spelling, len(reading.warnings)) == (spelling, warnings)
    for text in list(known)[:: 1 + len(known) // (12 if LONG else 5)]:
        for other in mutations(text):
            assert (read(state, other).action is not None) == (other in known), other


def mutations(text: str) -> Iterator[str]:
    for number in range(len(text) + 1):
        yield text[:number] + text[number + 1 :]
        yield text[:number] + " " + text[number:]
        yield text[:number] + "x" + text[number + 1 :]
        yield text[:number] + "1" + text[number + 1 :]
        yield text[:number].lower() + text[number:].upper()


# Reasons


def intents(state: State) -> Iterator[str]:
    """Texts of every shape, with places where something stands, or a few others."""
    places = [*SQUARE_OF, *INTERSECTION_OF]
    yield from (f"{origin}-{target}" for origin, target in product(places, places))
    yield from (f"{letter}@{place}" for letter in [*"RBNGSPXIWZ", "C+", "Cx"] for place in places)
    wizards = [spell(action)[1:] for action in actions(state) if spell(action)[0] == "W"]
    around = sorted({text.split(":")[0] for text in wizards if ":" in text})
    for wizard, origin, target in product(around, SQUARE_OF, SQUARE_OF):
        yield from (f"W{wizard}:{origin}{sign}{target}" for sign in "-/")
    yield from (f"W{wizard}:{origin}*" for wizard, origin in product(around, SQUARE_OF))
    yield from (f"Z{place}{way}" for place in INTERSECTION_OF for way in "<>")
    for origin, target in product(("d14", "l14", "n12", "n4", "l2", "d2", "b4", "b12"), repeat=2):
        square = SQUARE_OF[origin]
        corners = [
            f"{chr(ord(origin[0]) + x)}{int(origin[1:]) + y}" for x in (-1, 1) for y in (-1, 1)
        ]
        assert SQUARES[square] == origin
        for chosen in range(16):
            along = ",".join(
                sorted(corner for number, corner in enumerate(corners) if chosen >> number & 1)
            )
            yield f"#{origin}-{target}" + (f"({along})" if along else "")


SAMPLE = [
    line_form.write(position)
    for position in islice(sampling.positions(seed=39), 0, 60, 5)
    if not position.ended
]


@pytest.mark.parametrize("form", SAMPLE)
def test_a_reason_is_found_for_all_that_is_not_legal_and_for_nothing_else(form: str) -> None:
    """What reasons know of the rules is what the rules are (G6 to G19)."""
    state, known = state_of(form), accepted(form)
    for text in intents(state):
        intent = understand(text)
        reason = intent if isinstance(intent, Reason) else why(state, intent)
        assert (reason is None) == (text in known), (text, reason)


@pytest.mark.parametrize("form", SAMPLE[:6])
def test_why_a_piece_does_not_go_somewhere(form: str) -> None:
    """Asked of the other side's pieces, it answers as if it were their turn."""
    state = state_of(form)
    turned = State(state ^ 1 << TURN)
    spelled = map(spell, actions(state) + actions(turned))
    known = {
        text[1:].replace("x", "-").removesuffix("=Q")
        for text in spelled
        if text[0] != "#" and "@" not in text
    }
    for names in (SQUARE_OF, INTERSECTION_OF):
        for origin, target in product(names, names):
            assert (why_not(state, origin, target) is None) == (f"{origin}-{target}" in known)


def test_why_not_of_places_that_do_not_go_together() -> None:
    for origin, target in (("h2", "g3"), ("g3", "h2"), ("zz", "h2"), ("h2", "h9")):
        reason = why_not(state_of(FORMS[0]), origin, target)
        assert reason is not None
        assert reason.kind == ReasonKind.UNKNOWN_PLACE


# The nearest


def near(form: str, text: str) -> list[str]:
    return [spell(action) for action in nearest(state_of(form), text)]


OPENING = str(POSITIONS["opening"]["fen"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rj4-j8", ["Rj4-l4"]),
        ("Bf4-d8", ["Bf4-b8", "Bf4-d4", "Bf4-d6"]),
        ("pf6-f8", ["Pf6-f8"]),
        ("X@e6", ["X@e1", "X@e3", "X@e5"]),
        ("C@g3", ["C+@g3", "Cx@g3", "I@g3"]),
    ],
)
def test_nearest_legal_actions(text: str, expected: list[str]) -> None:
    assert near(OPENING, text)[: len(expected)] == expected


@given(st.sampled_from(FORMS), st.one_of(st.text(), _LIKE_ACTIONS))
@examples(100)
def test_nearest_are_few_legal_and_always_the_same(form: str, text: str) -> None:
    suggestions = near(form, text)

    assert suggestions == near(form, text)
    assert len(suggestions) == min(NEAREST, len(actions(state_of(form))))
    assert set(suggestions) <= set(map(spell, actions(state_of(form))))


def test_a_long_text_is_cut_in_what_is_said_of_it() -> None:
    reading = read(state_of(OPENING), "Rh4-h6" * 100_000)

    assert reading.reason is not None
    assert len(reading.reason.text) < 2 * MAX_LETTERS


# What is meant


def misspelled(spelling: str) -> Iterator[str]:
    """How people write an action that is spelled otherwise: with marks, in another case, with other
    signs.
    """
    yield from (spelling + mark for mark in ("!", "?!", "+", "#", "??", ","))
    if not spelling.startswith("#"):
        yield spelling[0].lower() + spelling[1:]
        yield spelling[0] + re.sub("[a-o](?=[0-9])", lambda match: match[0].upper(), spelling[1:])
    if re.fullmatch("[A-Z][a-o][0-9]+[-x][a-o][0-9]+", spelling):
        yield from (re.sub("[-x]", sign, spelling) for sign in (":", "->", "–", ""))


@pytest.mark.parametrize("form", FORMS)
def test_g21_a_misspelled_action_is_not_read_but_meant(form: str) -> None:
    """It is an error, and says which legal action it means."""
    state = state_of(form)
    for action in actions(state)[::7]:
        for text in misspelled(spell(action)):
            reading = read(state, text)
            assert (reading.action, reading.meant) == (None, action), text


@pytest.mark.parametrize("form", FORMS)
def test_g21_a_target_alone_means_the_only_piece_that_gets_there(form: str) -> None:
    state = state_of(form)
    arriving: dict[str, set[str]] = {}
    for spelled in map(spell, actions(state)):
        if match := re.fullmatch(
            r"(?P<letter>[A-Z])(?:[a-o][0-9]+[-x]|@)(?P<target>[a-o][0-9]+)(?:=Q)?", spelled
        ):
            arriving.setdefault(match["letter"] + match["target"], set()).add(spelled)

    for text, spelled in arriving.items():
        meant = read(state, text).meant
        assert (spell(meant) if meant else None) == (min(spelled) if len(spelled) == 1 else None), (
            text
        )
