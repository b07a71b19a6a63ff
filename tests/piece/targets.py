"""What sentences tell of hops over pieces, and of captures at a distance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from lark import Token, v_args

from piece.bearings import EVERYWHERE, HALVES, Directions, both
from piece.ground import Ground
from piece.told import Noun, Pace, Stage
from wazir.piece.board import Content
from wazir.piece.conditions import Axis, Compare, Coordinate, Exists, Guard, No, Test, Who
from wazir.piece.model import Act


@v_args(inline=True)
class Targets(Ground):
    """Turns phrases about other pieces into stages."""

    def after(self, *effects: dict[str, Any]) -> dict[str, Any]:
        return {key: value for effect in effects for key, value in effect.items()}

    # Over pieces

    def any_screen(self) -> Act:
        return Act.HOP

    def friend_screen(self) -> Act:
        return Act.PASS_FRIEND

    def foe_screen(self) -> Act:
        return Act.PASS_FOE

    def over_one(self, nouns: list[Noun], *rest: Any) -> list[list[Stage]]:
        *wraps, screen = rest
        after = self.after(*wraps)
        on = Directions(self.on(), relative=True)
        paths = []
        for noun in nouns:
            least, most = noun.pace.least, noun.pace.most
            to = replace(
                noun, pace=replace(noun.pace, least=1, most=None if most is None else most - 1)
            )
            onward = Noun(replace(noun.pace, least=max(least, 2)), on)
            paths.append([Stage([to], screen, **after), Stage([onward], counting=True, **after)])
        return paths

    def _behind(self, screen: Act, noun: Noun, wraps: Iterable[Any]) -> list[Stage]:
        after = self.after(*wraps)
        onward = Noun(Pace(noun.pace.size), Directions(self.on(), relative=True))
        return [Stage([noun], screen, **after), Stage([onward], **after)]

    def behind_first(self, screen: Act, directions: Directions, *wraps: Any) -> list[Stage]:
        return self._behind(screen, Noun(Pace((0, 1), 1, None), directions), wraps)

    def jumped(self, directions: Directions, screen: Act, *wraps: Any) -> list[Stage]:
        return self._behind(screen, Noun(Pace((0, 1)), directions), wraps)

    def behind_leaps(self, screen: Act, pace: Pace, *rest: Any) -> list[Stage]:
        directions, wraps = (
            (rest[0], rest[1:]) if rest and isinstance(rest[0], Directions) else (EVERYWHERE, rest)
        )
        return self._behind(screen, Noun(pace, directions), wraps)

    def behind_far(self, screen: Act, noun: Noun, *wraps: Any) -> list[Stage]:
        return self._behind(screen, noun, wraps)

    def behind_away(
        self, screen: Act, pace: Pace, directions: Directions, *wraps: Any
    ) -> list[Stage]:
        return self._behind(screen, Noun(pace, directions), wraps)

    def over_many(self, nouns: list[Noun], many: Token, screen: Act) -> list[list[Stage]]:
        return [path for noun in nouns for path in self._over_many(noun, many, screen, None)]

    def behind_many(self, directions: Directions, many: Token, screen: Act) -> list[list[Stage]]:
        return self._over_many(Noun(Pace((0, 1), 1, None), directions), many, screen, 1)

    def _over_many(
        self, noun: Noun, many: Token, screen: Act, most: int | None
    ) -> list[list[Stage]]:
        on = Directions(self.on(), relative=True)
        first, again = Stage([noun], screen), Stage([Noun(noun.pace, on)], screen, again=True)
        end = Stage([Noun(replace(noun.pace, most=most), on)])
        return [[first, again, end], *([[first, end]] if many == "any number of" else [])]

    def behind(self, path: list[Stage]) -> list[Stage]:
        return path

    # From afar

    def restricted(self, *more: dict[str, Any]) -> dict[str, Any]:
        return self.after(*more)

    def ahead_of_it(self) -> Directions:
        return Directions(HALVES["forward"])

    def behind_it(self) -> Directions:
        return Directions(HALVES["backward"])

    def along_it(self) -> Directions:
        return Directions(both(HALVES["forward"], HALVES["backward"]))

    def right_of_it(self) -> Directions:
        return Directions(HALVES["to the right"])

    def left_of_it(self) -> Directions:
        return Directions(HALVES["to the left"])

    def beside_it(self) -> Directions:
        return Directions(self.sideways())

    def several_places(self, *places: Any) -> Directions:
        words = {
            "in front of it": "forward",
            "behind it": "backward",
            "to its right": "to the right",
        }
        words |= {"to its left": "to the left"}
        choices = []
        for place in places:
            if isinstance(place, Directions):
                choices.append(place.choose)
            elif place in words:
                choices.append(HALVES[words[place]])
            else:
                choices.append(self._places()[str(place)].choose)
        return Directions(both(*choices))

    def _places(self) -> dict[str, Directions]:
        return {
            "in front of or behind it": self.along_it(),
            "beside it": self.beside_it(),
            "diagonally in front of it": self.corners_ahead(),
            "diagonally behind it": self.corners_behind(),
        }

    def corners_ahead(self) -> Directions:
        return Directions(self.diagonal_half(Token("HALF", "forward")))

    def corners_behind(self) -> Directions:
        return Directions(self.diagonal_half(Token("HALF", "backward")))

    def next_to(self, directions: Directions) -> Directions:
        return directions

    def adjacent(
        self, acts: Act, known: dict[str, Any], directions: Directions = EVERYWHERE
    ) -> Any:
        return {"acts": acts, **known}, [Noun(Pace((0, 1)), directions)]

    def orthogonally_adjacent(self, acts: Act, known: dict[str, Any]) -> Any:
        return self.adjacent(acts, known, Directions(self.orthogonal()))

    def diagonally_adjacent(self, acts: Act, known: dict[str, Any]) -> Any:
        return self.adjacent(acts, known, Directions(self.diagonal()))

    # Conditions about other pieces

    def any_whose(self) -> Content:
        return Content.FRIEND | Content.FOE

    def friend_whose(self) -> Content:
        return Content.FRIEND

    def enemy_whose(self) -> Content:
        return Content.FOE

    def adjacent_there(self, adjacency: Token, sides: Content, *rest: Any) -> Exists:
        directions = {
            "adjacent": EVERYWHERE,
            "orthogonally adjacent": Directions(self.orthogonal()),
            "diagonally adjacent": Directions(self.diagonal()),
        }[adjacency]
        named = [part for part in rest if not isinstance(part, Directions)]
        beside = [part for part in rest if isinstance(part, Directions)]
        return self._there(sides, named, [Noun(Pace((0, 1)), *(beside or [directions]))])

    def far_there(self, sides: Content, *rest: Any) -> Exists:
        *named, nouns = rest
        return self._there(sides, named, nouns)

    def away_there(self, sides: Content, *rest: Any) -> Exists:
        *named, pace, directions = rest
        return self._there(sides, named, [Noun(pace, directions)])

    def _there(self, sides: Content, named: Iterable[Any], nouns: list[Noun]) -> Exists:
        vectors = tuple(step for noun in nouns for (step,) in noun.ways(None))
        (most,) = {noun.pace.most for noun in nouns}
        return Exists(vectors, most, replace(self._who(named), sides=sides))

    def _who(self, named: Iterable[dict[str, Any]]) -> Who:
        who = self.after(*named).get("victim", Who())
        assert isinstance(who, Who)
        return who

    def stationed(self, test: Exists) -> Test:
        return test

    def absent(self, test: Exists) -> Test:
        return No(test)

    def spot_of(self, axis: Token, sides: Content, *named: Any) -> Test:
        whose = Coordinate(Axis[axis.upper()], replace(self._who(named), sides=sides))
        return Compare(Coordinate(Axis[axis.upper()]), "=", whose)

    def the_test(self, test: Test) -> Test:
        return test

    def ended_at(self, test: Test) -> dict[str, Any]:
        return {"ending": Guard(test)}

    def target(self, *parts: Any) -> tuple[dict[str, Any], list[Noun]]:
        victim, nouns = parts[0] if isinstance(parts[0], tuple) else parts[:2]
        return {**victim, **self.after(*parts[1 if isinstance(parts[0], tuple) else 2 :])}, nouns

    def target_away(
        self, victim: dict[str, Any], pace: Pace, directions: Directions, *effects: Any
    ) -> Any:
        return {**victim, **self.after(*effects)}, [Noun(pace, directions)]
