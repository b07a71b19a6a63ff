"""The moves that Fairy-Stockfish-X reads from tokens of its notation of pieces (V14)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wazir.diagnostics import Code
from wazir.notations.betza import codes
from wazir.notations.betza.directions import circular
from wazir.notations.betza.fairy_stockfish import LONG_WAYS, SIDE_WAYS, chosen_turns, crosses
from wazir.notations.betza.legs import LEAPS, STEPS
from wazir.notations.betza.lowering import DEFAULT_END, EN_PASSANT, acts_of, over_one, right_behind
from wazir.notations.fixes import remove
from wazir.notations.reports import Report
from wazir.notations.vocabulary import packaged
from wazir.piece.lookup import turned
from wazir.piece.model import Act, Count, Leg, Move, Over, Vector
from wazir.syntax import Token

TABLES: Mapping[str, Any] = packaged(__package__, "fairy_stockfish_x")
NAMES: Mapping[str, str] = {
    name: moves for moves, names in TABLES["names"].items() for name in names
}
"""The names that stand for moves, without blanks and in lower case."""
_LABELS = {
    "z": "it goes as far as it can",
    "x": "it goes as many squares as there are pieces on the line",
}
_ATOMS = {letter: leaps for letter, leaps in LEAPS.items() if letter not in "OI"}
BENT = "OM@"
_MAX_STEPS = 255
"""The engine counts no more steps."""
ATOM_LETTERS = "".join(letter for letter in _ATOMS if letter != "U")
_TOKEN = re.compile(
    rf"""(?P<BLANK>\s+)
    |(?P<BLOCK>\{{[^}}]*\}}?)
    |(?P<LEAP>\(\d{{1,4}},\d{{1,4}}\))
    |(?P<GROUP>\([{ATOM_LETTERS}UOM]+\))
    |(?P<RANGE>\d+|\[[^\]]*\]?)
    |(?P<ATOM>[{ATOM_LETTERS}UOM@])
    |(?P<MODIFIER>[mcpgnjzxi^efbrlvsh])
    |(?P<OTHER>\(|.)""",
    re.VERBOSE,
)
_PATHS: Mapping[str, Over | None] = {
    **dict.fromkeys(("default", "mao", "orthfirst", "mid"), Over.CLEAR_STRAIGHT_FIRST),
    **dict.fromkeys(("moa", "diagfirst"), None),
    **dict.fromkeys(("anypath", "either", "both"), Over.CLEAR),
}
"""What lame moves pass, by the parameter `path`; None for diagonal steps first."""
_RANGE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3}|\*)")
_PARAMETERS = {
    **dict.fromkeys(("hurdles", "pre", "post"), _RANGE.pattern),
    "capture": "dest|locust_all|locust_first|locust_last",
    "equi": "hopper|stopper",
    **dict.fromkeys(("hurdle_types", "transparent_types"), r"(?:enemy|friendly|wall|dead|,|\s)*"),
    **dict.fromkeys(("hurdle_piece_types", "transparent_piece_types"), r".+"),
}
"""The parameters of hoppers, with the patterns of their values."""


def tokens_of(text: str) -> Iterator[Token]:
    """The tokens of a text."""
    for part in _TOKEN.finditer(text):
        yield Token(str(part.lastgroup), part[0], part.start())


@dataclass
class _Atom:
    """An atom with what stands before it, as it is read."""

    signs: list[str] = field(default_factory=list)
    modes: str = ""
    block: dict[str, str] = field(default_factory=dict)
    """Its parameters."""

    @property
    def hops(self) -> bool:
        """Whether it hops."""
        return bool({"p", "g"} & set(self.modes)) or (bool(self.block) and "path" not in self.block)


class MoveReader:
    """The moves of tokens, read once from the left."""

    def __init__(self, tokens: tuple[Token, ...], report: Report) -> None:
        self.text = "".join(token.text for token in tokens)
        self.tokens: Sequence[Token] = tokens
        if re.search("[a-z]{3}", self.text):
            named = NAMES.get(re.sub(r"[\W_]", "", self.text).lower())
            if named:
                self.tokens = [token._replace(start=0) for token in tokens_of(named)]
        self.report = report
        self.at = 0

    def moves(self) -> Iterator[Move]:
        """All moves, with en passant where an `e` allows it, and captures at a distance for `^`."""
        moves = list(self._all())
        letters = "".join(token.text for token in self.tokens if token.kind == "MODIFIER")
        for move in moves:
            *before, last = move.legs
            if "^" in letters and last.acts & Act.CAPTURE:
                yield replace(move, legs=(*before, last._replace(acts=Act.CAPTURE, stays=True)))
                last = last._replace(acts=last.acts & ~Act.CAPTURE)
            if last.acts:
                yield replace(move, legs=(*before, last))
            if "e" in letters and last.acts & Act.CAPTURE:
                yield replace(
                    move,
                    legs=(*before, last._replace(acts=Act.STOP)),
                    labels=(*move.labels, EN_PASSANT),
                )

    def _all(self) -> Iterator[Move]:
        atom = _Atom()
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            match token.kind:
                case "MODIFIER":
                    self._modifier(token, atom)
                case "BLOCK":
                    atom.block = self._block(token, "path" if "n" in atom.modes else None)
                case "GROUP":
                    for at, letter in enumerate(token.text[1:-1], 3):
                        yield from self._moves(atom, letter, token, has_range=at == len(token.text))
                    atom = _Atom()
                case "ATOM" | "LEAP":
                    yield from self._moves(atom, token.text, token)
                    atom = _Atom()
                # `-` alone is a piece without moves.
                case "RANGE" | "OTHER" if re.search("[A-Za-z]", self.text):
                    message = f"Fairy-Stockfish-X has no `{token.text}` there."
                    self._problem(codes.UNKNOWN_LETTER, token, message)
        has_atoms = any(token.kind in ("ATOM", "LEAP", "GROUP") for token in self.tokens)
        # `m` alone is a piece without moves.
        if has_atoms and (atom.signs or atom.block or atom.modes.strip("e^")):
            message = f"Missing atom after `{self.tokens[-1].text}`."
            self._problem(codes.MODIFIERS_WITHOUT_ATOM, self.tokens[-1], message)

    def _problem(self, code: Code, token: Token, message: str) -> None:
        self.report(code, token.span, message, remove(token.span, f"`{token.text}`"))

    def _modifier(self, token: Token, atom: _Atom) -> None:
        letter = token.text
        if letter not in LONG_WAYS | SIDE_WAYS:
            atom.modes += letter
            return
        following = self.tokens[self.at].text if self.at < len(self.tokens) else ""
        if following != letter and not crosses(letter, following):
            atom.signs.append(letter if letter == "h" else 2 * letter)
            return
        self.at += 1
        sign = letter + following
        atom.signs.append(sign)
        if "h" in sign and sign not in ("hr", "hl", "fh", "bh", "rh", "lh"):
            message = f"Fairy-Stockfish-X rejects the piece: `{sign}` is not a direction."
            self._problem(codes.NO_DIRECTION, token, message)

    def _block(self, token: Token, only: str | None) -> dict[str, str]:
        """The parameters of a hopper, or of a lame move, which has only one."""
        if not token.text.endswith("}"):
            self._problem(codes.BRACKET, token, "Unclosed brace. Write `}` before the atom.")
            return {}
        inside = token.text[1:-1]
        pairs = [[part.strip() for part in pair.partition(":")] for pair in inside.split(";")]
        known = {"path": "|".join(_PATHS)} if only else _PARAMETERS
        for key, _, value in pairs:
            if key not in known:
                message = f"Unknown parameter `{key}`. The parameters are `{'`, `'.join(known)}`."
                self._problem(codes.BRACKET, token, message)
                continue
            least, most = _limits(value)
            is_empty = least > (most or _MAX_STEPS)
            if is_empty or not re.fullmatch(known[key], value):
                self._problem(codes.BRACKET, token, f"`{key}` has no value `{value}`.")
        return {key: value for key, _, value in pairs}

    def _range(self, letter: str, modes: str) -> tuple[int, int | None] | None:
        """The smallest and largest number of steps of what follows an atom; None without a
        range.
        """
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is None or (token.kind != "RANGE" and token.text != letter):
            return None
        self.at += 1
        if token.kind != "RANGE":
            return 1, None
        numbers = re.fullmatch(r"\[(\d{1,6})-(\d{0,6})\]", token.text)
        plain = min(int(token.text), _MAX_STEPS) if token.text.isdigit() else 0
        least, most = (int(numbers[1]), int(numbers[2] or _MAX_STEPS)) if numbers else (1, plain)
        is_plain = letter in STEPS and set(modes).isdisjoint("pgnjzx")
        if not 0 < least <= most or (token.text.startswith("[") and not is_plain):
            message = "A range is `3`, or behind a plain `R`, `B` or `Q` also `[2-3]` or `[2-]`."
            self._problem(codes.BAD_RANGE, token, message)
        return least, None if most >= _MAX_STEPS else most

    def _moves(
        self, atom: _Atom, letter: str, token: Token, has_range: bool = True
    ) -> Iterator[Move]:
        """The moves of an atom."""
        steps = self._range(letter, atom.modes) if has_range else None
        for message in _rejected(atom, letter):
            whole = f"Fairy-Stockfish-X rejects the piece: {message}."
            self._problem(codes.MISPLACED_MODIFIER, token, whole)
        rides, modes = letter in STEPS or steps is not None, atom.modes
        is_initial = "i" in modes
        least, most = steps or (1, None if rides else 1)
        skips = int("j" in modes and rides and not atom.hops)
        default = Act.STOP if is_initial else DEFAULT_END
        leg = Leg(
            ways=(),
            least=least + skips,
            most=None if skips else most,
            acts=acts_of("".join(mode for mode in modes if mode in "mc"), default),
            skips=skips,
            mover_virgin=is_initial,
        )
        labels = [label for mode, label in _LABELS.items() if mode in modes and rides]
        if letter in BENT:
            paths: Iterable[tuple[Leg, ...]] = _bent(letter, leg)
        elif letter == "U":
            paths = [(leg._replace(anywhere=True),)]
        else:
            leaps = (_numbers(letter),) if letter.startswith("(") else _ATOMS[letter]
            turns = [
                step
                for leap in leaps
                for step in _turned(leap, atom.signs, is_single=len(leaps) == 1)
            ]
            leg = leg._replace(ways=((None, tuple((step,) for step in dict.fromkeys(turns))),))
            paths, condition = _paths(leg, atom, has_range=steps is not None)
            labels += [condition] if condition else []
        yield from (Move(legs, labels=tuple(labels)) for legs in paths)


def _rejected(atom: _Atom, letter: str) -> Iterator[str]:
    """Why the engine rejects an atom with its modifiers."""
    modes, is_leap = atom.modes, letter.startswith("(")
    rides = {"j", "z", "x"} & set(modes)
    bends_with_modifiers = letter in BENT and (modes.strip("mcei^") or atom.signs)
    leaps_with_modifiers = is_leap and (rides or atom.hops)
    if bends_with_modifiers or leaps_with_modifiers:
        yield f"`{letter}` has no such modifiers"
    if "n" in modes and (rides or atom.hops or is_leap):
        yield f"`n` does not go with the other modifiers of `{letter}`"
    if is_leap and not any(_numbers(letter)):
        yield "its leap goes nowhere"
    if "i" in modes and "c" in modes:
        yield "a first move cannot capture"


def _paths(leg: Leg, atom: _Atom, has_range: bool) -> tuple[Iterable[tuple[Leg, ...]], str]:
    """The paths of a leg, and a condition of theirs, or nothing."""
    if atom.hops and atom.block:
        return _hopper(leg, atom.block)
    if atom.hops:
        leg = leg._replace(most=leg.most if has_range else None)
        return (over_one if has_range or "g" not in atom.modes else right_behind)(leg), ""
    if "n" in atom.modes:
        path = atom.block.get("path", "mid")
        is_beyond = _PATHS.get(path) is None and leg.most != 1
        return _lame(leg, _PATHS.get(path)), f"path: {path}" if is_beyond else ""
    return [(leg,)], ""


def _numbers(leap: str) -> Vector:
    """A leap in numbers, of which the first is the way forward of `f`, even if it is the shorter
    one.
    """
    far, near = map(int, leap[1:-1].split(","))
    return near, far


def _turned(leap: Vector, signs: Iterable[str], is_single: bool) -> Iterator[Vector]:
    """The turns of a leap that signs choose, as E7 and E8 tell, but for `h` alone, which is all
    flat turns.
    """
    chosen = set[str]()
    for sign in signs:
        splits = is_single and leap[0] == 0 and len(sign) == 2 and sign not in ("hr", "hl")
        chosen |= {2 * sign[0], 2 * sign[1]} if splits else {sign}
    return chosen_turns(leap, chosen)


def _bent(letter: str, leg: Leg) -> list[tuple[Leg, ...]]:
    """The paths of a griffon, a manticore or a rose."""
    if letter == "@":
        return [(leg._replace(ways=((None, circular(turned((1, 2)), ((1, 2),))),), most=None),)]
    firsts, seconds = (
        (turned((1, 1)), turned((0, 1))) if letter == "O" else (turned((0, 1)), turned((1, 1)))
    )
    step = leg._replace(ways=((None, tuple((first,) for first in firsts)),))
    onward = tuple(
        (x, tuple((way,) for way in seconds if way[0] * x[0] + way[1] * x[1] > 0)) for x in firsts
    )
    return [
        (step,),
        (step._replace(acts=Act.STOP), leg._replace(ways=onward, most=None, mover_virgin=False)),
    ]


def _lame(leg: Leg, over: Over | None) -> Iterator[tuple[Leg, ...]]:
    """Steps that can be blocked: a step of a ferz by two pieces beside it, others by what *over*
    tells.
    """
    for _, ways in leg.ways:
        for ((x, y),) in ways:
            if abs(x) == abs(y) == 1 and leg.most == 1:
                yield from (
                    _bend(leg, first, (x - first[0], y - first[1])) for first in ((x, 0), (0, y))
                )
            elif over is None and leg.most == 1 and 0 < min(abs(x), abs(y)) < max(abs(x), abs(y)):
                near, right, forward = min(abs(x), abs(y)), x // abs(x), y // abs(y)
                yield _bend(
                    leg, (near * right, near * forward), (x - near * right, y - near * forward)
                )
            else:
                yield (leg._replace(ways=((None, (((x, y),),)),), over=over or Over.CLEAR),)


def _bend(leg: Leg, first: Vector, then: Vector) -> tuple[Leg, Leg]:
    """Two straight ways, between which there is an empty square."""
    legs = []
    for x, y in (first, then):
        far = max(abs(x), abs(y))
        legs.append(leg._replace(ways=((None, (((x // far, y // far),),)),), least=far, most=far))
    return legs[0]._replace(acts=Act.STOP), legs[1]._replace(mover_virgin=False)


def _hopper(leg: Leg, block: Mapping[str, str]) -> tuple[list[tuple[Leg, ...]], str]:
    """The paths of a hopper with parameters; what they cannot say is a condition."""
    settings = dict(block)
    hurdles = _limits(settings.pop("hurdles", "1,1"))
    before = _limits(settings.pop("pre", "1,*"))
    behind = _limits(settings.pop("post", "1,1"))
    kinds = {kind.strip() for kind in settings.pop("hurdle_types", "enemy, friendly").split(",")}
    capture = settings.pop("capture", "dest")
    equal = settings.pop("equi", "")
    if hurdles != (1, 1) or settings or equal == "stopper" or kinds - {"enemy", "friendly"}:
        label = "; ".join(f"{key}: {value}" for key, value in block.items())
        return [(leg._replace(least=1, most=None),)], label
    if equal:
        before = behind = (
            max(before[0], behind[0]),
            min(filter(None, (before[1], behind[1])), default=None),
        )
    is_locust = capture != "dest"
    foe = Act.CAPTURE if is_locust else Act.PASS_FOE
    over = (foe if "enemy" in kinds else Act(0)) | (
        Act.PASS_FRIEND if "friendly" in kinds else Act(0)
    )
    over = Act.HOP if over == Act.PASS_FOE | Act.PASS_FRIEND else over
    paths = list[tuple[Leg, ...]]()
    for heading, ways in leg.ways:
        for way in ways:
            own = leg._replace(ways=((heading, (way,)),), ranged=bool(equal))
            hop = own._replace(least=before[0], most=before[1], acts=over)
            acts = Act.STOP if is_locust else leg.acts
            landing = own._replace(
                least=behind[0],
                most=behind[1],
                acts=acts,
                mover_virgin=False,
                continues=True,
            )
            if equal:
                landing = landing._replace(least=1, most=None, counts=Count.AS_LONG, ranged=False)
            paths.append((hop, landing))
    return paths, ""


def _limits(text: str) -> tuple[int, int | None]:
    match = _RANGE.fullmatch(text)
    if not match:
        return 1, None
    return int(match[1]), None if match[2] == "*" else int(match[2])
