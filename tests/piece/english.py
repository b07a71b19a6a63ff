"""What a sentence about a piece says, as a reader understands it: its plain part, turned back into
moves.

The meaning of each phrase is worked out here and in the modules beside it, which do not know how
sentences are made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree, v_args
from lark.exceptions import UnexpectedInput, VisitError

from piece.bearings import Directions
from piece.ground import NUMBERS
from piece.targets import Targets
from piece.told import DEFAULT, ORDINALS, Clause, Noun, Pace, Stage, moves_of, whole
from wazir.piece.conditions import (
    All,
    Axis,
    Compare,
    Coordinate,
    Exists,
    Guard,
    Moved,
    No,
    Open,
    Sign,
    Some,
    Test,
    Who,
)
from wazir.piece.model import Act, Leg, Move, Over, Piece, Promotion, Victim

GRAMMAR = Path(__file__).with_suffix(".lark").read_text("utf-8")
PARSER = Lark(
    GRAMMAR, parser="earley", lexer="dynamic", start=["single", "clause", "place", "test"]
)
RELATIONS: dict[str, Sign] = {
    "on": "=",
    "above": ">",
    "below": "<",
    "left of": "<",
    "right of": ">",
}


def past(tests: Iterable[Exists], moves_ago: int) -> str:
    """A label of a condition of the past, the same for each form of it."""
    stations = {
        (str(vector), str(test.most), str(test.who or Who()))
        for test in tests
        for vector in test.vectors
    }
    return f"{moves_ago} ago: {sorted(stations)}"


class NotPlainError(Exception):
    """The sentence has a part that is not read; the message is its form."""


def read(sentence: str) -> Piece:
    """The piece that a sentence describes.

    Raises:
        NotPlainError: Not all of it is plain.
    """
    quotes: list[str] = []

    def number(match: re.Match[str]) -> str:
        quotes.append(match[1])
        return f"“{len(quotes) - 1}”"

    if reason := not_plain(sentence):
        raise NotPlainError(reason)
    moving = re.sub("(; or |, or |^)[Ii]mitates the piece that moved last", "", sentence)
    plain = re.sub("“([^”]*)”", number, moving if moving != "." else "Never moves.")
    # A number belongs to both: "two aside and one forward or backward".
    plain = re.sub(
        rf"\b({'|'.join(NUMBERS)}|\d+) forward or backward", r"\1 forward-or-backward", plain
    )
    first, *others = re.split(r"(?<=\.) (?=[A-Z])", plain)
    try:
        parts = re.split(r"; or |; ", first[:1].lower() + first[1:].removesuffix("."))
        trees = [parsed(part, "clause" if len(parts) > 1 else "single") for part in parts]
    except UnexpectedInput as error:
        raise AssertionError(f"No reader understands: {sentence}") from error
    meaning = Meaning(quotes)
    try:
        moves = tuple(
            whole(clause for tree in trees for clause in _clauses(meaning.transform(tree)))
        )
    except VisitError as error:
        raise error.orig_exc from None
    for other in others:
        moves = (
            tuple(_starting(moves, other, quotes)) if other.startswith(("From ", "If ")) else moves
        )
    return Piece(
        moves,
        promotions=tuple(promotion for other in others for promotion in _promotion(other, quotes)),
    )


@cache
def parsed(part: str, start: str) -> Tree[Token]:
    """A part of a sentence as a tree."""
    return PARSER.parse(part, start=start)


def _clauses(tree: Clause | list[Clause]) -> list[Clause]:
    return tree if isinstance(tree, list) else [tree]


def not_plain(sentence: str) -> str | None:
    """What keeps a sentence from being read; None if it is plain."""
    unquoted = re.sub("“[^”]*”", "“”", sentence)
    if "…”" in sentence or re.search("“”[^.;]* \\d+ more", unquoted):
        return "quotations that are cut"
    if re.search(r"\. Becomes (?!.* when it ends )", unquoted):
        return "promotions under other conditions"
    return next((form for sign, form in NOT_PLAIN.items() if sign in unquoted), None)


NOT_PLAIN = {
    "burns along": "paths that burn",
    "see the diagram": "kinds of moves that are only counted",
    "as the diagram shows": "directions that are left to the diagram",
    "It has an error": "errors",
    "Immobilizes": "pieces that cannot move",
}
"""What is not read, by the words that tell it."""


def _promotion(other: str, quotes: list[str]) -> Iterator[Promotion]:
    if other.startswith(("Properties: ", "From ", "If ")):
        return
    match = re.fullmatch(r"Becomes (.*) when it ends (.*)\.", other)
    assert match
    names = tuple(
        quotes[int(name[1:-1])] if name[0] == "“" else name
        for name in re.split(", | or ", match[1])
    )
    test = Meaning(quotes).transform(PARSER.parse(match[2], start="place"))
    yield Promotion(Guard(test), names)


def _starting(moves: Iterable[Move], other: str, quotes: list[str]) -> Iterator[Move]:
    """The moves with a promotion by where they begin: "From rank 7 it promotes to queen."."""
    match = re.fullmatch(r"(?:From (.*)|If (.*),) it promotes to (.*)\.", other)
    assert match
    where, start = (f"on {match[1]}", "place") if match[1] else (match[2], "test")
    test = Meaning(quotes).transform(PARSER.parse(where, start=start))
    names = tuple(
        quotes[int(name[1:-1])] if name[0] == "“" else name
        for name in re.split(", | or ", match[3])
    )
    for move in moves:
        yield replace(move, guards=(*move.guards, Guard(No(test))))
        yield replace(move, guards=(*move.guards, Guard(test)), becomes=names)


def passing(move: Move) -> Move:
    """The move to an empty square that captures en passant."""
    legs = (
        *move.legs[:-1],
        move.legs[-1]._replace(acts=Act.STOP, victim=None, victim_virgin=False),
    )
    return replace(move, legs=legs, labels=(*move.labels, "en passant"))


@v_args(inline=True)
class Meaning(Targets):
    """Turns a parsed sentence into clauses."""

    def __init__(self, quotes: list[str]) -> None:
        super().__init__()
        self.quotes = quotes

    # What follows a noun

    def wrap(self) -> dict[str, Any]:
        return {"wraps": True}

    def skip(self) -> dict[str, Any]:
        return {"skips": 1}

    def clear(self) -> dict[str, Any]:
        return {"over": Over.CLEAR}

    def clear_straight_first(self) -> dict[str, Any]:
        return {"over": Over.CLEAR_STRAIGHT_FIRST}

    def over_a_piece(self) -> dict[str, Any]:
        return {"over": Over.ONE}

    def over_straight_first(self) -> dict[str, Any]:
        return {"over": Over.ONE_STRAIGHT_FIRST}

    def condition(self, test: dict[str, Any]) -> dict[str, Any]:
        return test

    # One leg

    def group(self, group: Any) -> Any:
        return group

    def goes(self, nouns: list[Noun], after: dict[str, Any] | None = None) -> Any:
        return DEFAULT, [[Stage(nouns, **(after or {}))]]

    def foe(self) -> Act:
        return Act.CAPTURE

    def friend(self) -> Act:
        return Act.DESTROY

    def friend_or_foe(self) -> Act:
        return Act.CAPTURE | Act.DESTROY

    def takes(self, taker: Act, nouns: list[Noun], after: dict[str, Any] | None = None) -> Any:
        return taker, [[Stage(nouns, **(after or {}))]]

    def takes_too(self, nouns: list[Noun], after: dict[str, Any] | None = None) -> Any:
        return None, [[Stage(nouns, **(after or {}))]]

    def hops(self, paths: list[list[Stage]]) -> Any:
        return DEFAULT, paths

    def hops_taking(self, taker: Act, paths: list[list[Stage]]) -> Any:
        return taker, paths

    def hops_taking_too(self, paths: list[list[Stage]]) -> Any:
        return None, paths

    def hops_list(self, *paths: list[Stage]) -> list[list[Stage]]:
        return list(paths)

    def groups(self, *groups: Any) -> Any:
        staged, acts = [], DEFAULT
        for own, paths in groups:
            acts = acts if own is None else own
            staged += [(acts, path) for path in paths]
        return staged

    def quiet(self) -> Act:
        return Act.STOP

    def friends_only(self) -> Act:
        return Act.STOP | Act.DESTROY

    def anybody(self) -> Act:
        return Act.STOP | Act.CAPTURE | Act.DESTROY

    def quiet_group(self, group: Any) -> Any:
        return self.groups_in_mode(self.groups(group), Act.STOP)

    def groups_alone(self, groups: Any) -> Any:
        for acts, path in groups:
            path[-1].acts = acts
        return Clause([path for _, path in groups])

    def groups_in_mode(self, groups: Any, mode: Act) -> Any:
        return self.groups_alone([(mode, path) for _, path in groups])

    # Several legs

    def stop(self) -> dict[str, Any]:
        return {"acts": Act.STOP}

    def take(self, victim: dict[str, Any]) -> dict[str, Any]:
        return victim

    def victim(self, acts: Act, *more: dict[str, Any]) -> dict[str, Any]:
        return {"acts": acts, **self.after(*more)}

    def named(self, quote: Token) -> dict[str, Any]:
        return {"victim": Who(self.quotes[int(quote[1:-1])])}

    def unmoved(self) -> dict[str, Any]:
        return {"unmoved": True}

    def over(self) -> dict[str, Any]:
        return {"acts": Act.HOP}

    def over_friend(self) -> dict[str, Any]:
        return {"acts": Act.PASS_FRIEND}

    def over_foe(self) -> dict[str, Any]:
        return {"acts": Act.PASS_FOE}

    def put(self) -> dict[str, Any]:
        return {"acts": Act.UNLOAD}

    def off(self) -> dict[str, Any]:
        return {"acts": Act.CROSS}

    def whatever(self) -> dict[str, Any]:
        return {"acts": Act.STOP | Act.HOP}

    def whatever_or_take(self) -> dict[str, Any]:
        return {"acts": Act.STOP | Act.HOP | Act.CAPTURE}

    def happening(self, test: dict[str, Any]) -> dict[str, Any]:
        return test

    def event(self, *events: dict[str, Any]) -> dict[str, Any]:
        acts = Act(0)
        for effect in events:
            acts |= effect["acts"]
        return {**self.after(*events), "acts": acts}

    def counting(self) -> dict[str, Any]:
        return {"counting": True}

    def if_as_far(self, before: Token) -> dict[str, Any]:
        return {"as_far": str(before)}

    def from_start(self) -> dict[str, Any]:
        return {"start": 0}

    def from_leg(self, leg: Token) -> dict[str, Any]:
        return {"start": ORDINALS.index(leg)}

    def further(self, nouns: list[Noun], *effects: dict[str, Any]) -> Stage:
        known = self.after(*effects)
        as_far = known.pop("as_far", None)
        if as_far:
            nouns = [replace(noun, pace=replace(noun.pace, as_far=as_far)) for noun in nouns]
        return Stage(nouns, **known)

    def shooting(self, *targets: tuple[dict[str, Any], list[Noun]]) -> Stage:
        known, _ = targets[0]
        assert all(other == known for other, _ in targets)
        return Stage([noun for _, nouns in targets for noun in nouns], stays=True, **known)

    def shooting_on(self, victim: dict[str, Any], test: Test) -> Stage:
        return Stage([self.anywhere()], stays=True, ending=Guard(test), **victim)

    def shooting_from(
        self, victim: dict[str, Any], nouns: list[Noun], *effects: dict[str, Any]
    ) -> Stage:
        return Stage(nouns, stays=True, **victim, **self.after(*effects))

    def later(self, *parts: Any) -> Stage:
        *guards, stage = parts
        stage.guards += [guard for kind, guard in guards if kind == "guard"]
        if any(kind != "guard" for kind, _ in guards):
            raise NotPlainError("conditions of a later leg in words of the document")
        return stage

    def again(self, stage: Stage) -> Stage:
        stage.again = True
        return stage

    def back_to_start(self) -> Stage:
        return Stage([Noun(Pace((0, 0)))], back=True, start=0)

    def back_to_leg(self, leg: Token) -> Stage:
        return Stage([Noun(Pace((0, 0)))], back=True, start=ORDINALS.index(leg))

    def chain(self, *stages: Stage) -> Clause:
        return Clause([list(stages)])

    def shooting_anywhere(self, victim: dict[str, Any]) -> Stage:
        return Stage([self.anywhere()], stays=True, **victim)

    def shot(self, stage: Stage) -> Clause:
        return Clause([[stage]])

    def ended(self, test: Test) -> dict[str, Any]:
        return {"ending": Guard(test)}

    def bare_groups(self, *groups: Any) -> Clause:
        return self.groups_alone(self.groups(*groups))

    def jump(self, *targets: tuple[dict[str, Any], list[Noun]]) -> Clause:
        paths = []
        for known, nouns in targets:
            after = {
                key: value for key, value in known.items() if key in ("over", "wraps", "skips")
            }
            for noun in nouns:
                onward = Noun(noun.pace, Directions(self.on(), relative=True))
                paths.append([Stage([noun], **known), Stage([onward], Act.STOP, **after)])
        return Clause(paths)

    def sweep(self, nouns: list[Noun], many: Token, acts: Act, known: dict[str, Any]) -> Clause:
        paths = []
        for noun in nouns:
            onward = [Noun(noun.pace, Directions(self.on(), relative=True))]
            first, end = Stage([noun], acts, **known), Stage(onward, Act.STOP)
            paths.append([first, Stage(onward, acts, again=True, **known), end])
            if many == "any number of":
                paths.append([first, end])
        return Clause(paths)

    def castling(self, number: int, side: str) -> Clause:
        moves = []
        for sign in {"right": (1,), "left": (-1,), "either": (1, -1)}[side]:
            to = Leg(
                ((None, (((sign, 0),),)),),
                1,
                None,
                Act.DESTROY,
                on_edge_file=True,
                victim_virgin=True,
            )
            put = Leg(((None, ((((number - 1) * sign, 0),),)),), acts=Act.UNLOAD, back=1)
            end = Leg(((None, (((number * sign, 0),),)),), acts=Act.STOP, back=2)
            moves.append(Move((to, put, end)))
        return Clause([], moves=moves)

    # Terms

    def spot(self, relation: Token, axis: Token, *numbers: int) -> Test:
        place, sign = Coordinate(Axis[axis.upper()]), RELATIONS[relation.removeprefix("not ")]
        test = self.some_of(*(Compare(place, sign, number) for number in numbers))
        return No(test) if relation.startswith("not ") else test

    def spot_from(self, axis: Token, *numbers: int) -> Test:
        return self.spot(Token("RELATION", "on"), axis, *numbers)

    def own_spot(self, axis: Token) -> Test:
        return Compare(
            Coordinate(Axis[axis.upper()]), "=", Coordinate(Axis[axis.upper()], of_mover=True)
        )

    def some_of(self, *tests: Test) -> Test:
        return Some(tests) if len(tests) > 1 else tests[0]

    def all_of(self, *tests: Test) -> Test:
        return All(tests) if len(tests) > 1 else tests[0]

    def has_moved(self) -> Test:
        return Moved()

    def has_not_moved(self) -> Test:
        return No(Moved())

    def open_test(self, quote: Token) -> Test:
        return Open(self.quotes[int(quote[1:-1])])

    def not_open_test(self, quote: Token) -> Test:
        return No(self.open_test(quote))

    def nth_move(self, ordinal: Token) -> Test:
        return All((Moved(), Open(f"move {ORDINALS.index(ordinal) + 1}")))

    def ago(self, moves: int) -> int:
        return moves

    def was_there(self, *parts: Any) -> Test:
        *tests, moves_ago = parts
        return Open(past(tests, moves_ago))

    def was_not_there(self, *parts: Any) -> Test:
        *tests, moves_ago = parts
        return No(Open(past([test.test for test in tests], moves_ago)))

    def if_holds(self, test: Test) -> Any:
        return "guard", Guard(test)

    def unless(self, test: Test) -> Any:
        return "guard", Guard(No(test))

    def quoted_name(self, quote: Token) -> str:
        return self.quotes[int(quote[1:-1])]

    def word_name(self, word: Token) -> str:
        return str(word)

    def labels(self, *quotes: Token) -> Any:
        return "labels", tuple(self.quotes[int(quote[1:-1])] for quote in quotes)

    def proviso_term(self, proviso: Any) -> Callable[[Move], Move]:
        kind, term = proviso
        if kind == "guard":
            return lambda move: replace(move, guards=(*move.guards, term))
        return lambda move: replace(move, labels=(*move.labels, *term))

    def ending_term(self, test: Test) -> Callable[[Move], Move]:
        return lambda move: replace(
            move, legs=(*move.legs[:-1], move.legs[-1]._replace(squares=Guard(test)))
        )

    def first_move(self) -> Callable[[Move], Move]:
        return lambda move: replace(
            move, legs=(move.legs[0]._replace(mover_virgin=True), *move.legs[1:])
        )

    def taking_only(self, *effects: dict[str, Any]) -> Callable[[Move], Move]:
        known = self.after(*effects)

        def change(move: Move) -> Move:
            victim = Victim(known["victim"], "a name") if "victim" in known else None
            number = next((n for n, leg in enumerate(move.legs) if leg.stays), len(move.legs) - 1)
            leg = move.legs[number]._replace(
                victim=victim, victim_virgin=known.get("unmoved", False)
            )
            return replace(move, legs=(*move.legs[:number], leg, *move.legs[number + 1 :]))

        return change

    def may_become(self, *names: str) -> Callable[[Move], list[Move]]:
        return lambda move: [move, replace(move, becomes=names)]

    def also_passing(self) -> Callable[[Move], list[Move]]:
        return lambda move: [move, passing(move)]

    def only_passing(self) -> Callable[[Move], Move]:
        return passing

    def deed(self, quote: Token) -> Token:
        return quote

    def labels_term(self, *quotes: Token) -> Callable[[Move], Move]:
        labels = tuple(self.quotes[int(quote[1:-1])] for quote in quotes)
        return lambda move: replace(move, labels=(*move.labels, *labels))

    def becomes(self, *names: str) -> Callable[[Move], Move]:
        return lambda move: replace(move, becomes=names)

    def every_foe(self, nouns: list[Noun], after: dict[str, Any] | None = None) -> Stage:
        return Stage(nouns, Act.STOP | Act.CAPTURE, **(after or {}))

    def every_friend(self, nouns: list[Noun], after: dict[str, Any] | None = None) -> Stage:
        return Stage(nouns, Act.STOP | Act.DESTROY, **(after or {}))

    def every_piece(self, nouns: list[Noun], after: dict[str, Any] | None = None) -> Stage:
        return Stage(nouns, Act.STOP | Act.CAPTURE | Act.DESTROY, **(after or {}))

    def burns(self, *stages: Stage) -> Callable[[Move], Move]:
        def change(move: Move) -> Move:
            last = move.legs[-1:]
            headings = {
                step for leg in last for _, ways in leg.ways for way in ways for step in way
            }
            legs = [
                leg
                for stage in stages
                for burning in moves_of([stage], headings=headings)
                for leg in burning.legs
            ]
            return replace(move, fragments=tuple((leg,) for leg in legs))

        return change

    def removed(self) -> Callable[[Move], Move]:
        return lambda move: replace(move, vanishes=True)

    # The whole

    def clause(self, clause: Clause, *terms: Callable[[Move], Move]) -> Clause:
        clause.terms += terms
        return clause

    def staying(self, *terms: Callable[[Move], Move]) -> Clause:
        return Clause([], list(terms), moves=[Move(())])

    def continued(self, first: Stage, *rest: Any) -> Clause:
        stages = [first, *(part for part in rest if isinstance(part, Stage))]
        return Clause(
            [stages], [part for part in rest if not isinstance(part, Stage)], continues=True
        )

    def nothing(self) -> list[Clause]:
        return []

    def clauses(self, *clauses: Clause) -> list[Clause]:
        return list(clauses)
