"""Refactorings, inlay hints for the implied `:outward` in chains (L9), and signature help.

Conversions to other styles are offered besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wazir.notations.fixes import insertion
from wazir.notations.lcpn import tree
from wazir.notations.lcpn.definition import LcpnDefinition
from wazir.notations.lcpn.hover import MAX_LETTERS_OF_TITLE, function_of
from wazir.notations.lcpn.names import Names, is_function, is_whole, jumps_into_ride
from wazir.notations.lcpn.syntax import Bracket, open_brackets
from wazir.notations.lcpn.tree import STYLES
from wazir.notations.lcpn.vocabulary import FUNCTIONS, HEADS, PIECES, PROMOTE, TESTS, TOWARDS
from wazir.notations.reports import Arguments
from wazir.notations.results import HintKind, InlayHint, Refactoring, Signature
from wazir.notations.wording import shortened
from wazir.syntax import Token
from wazir.text import Edit, Span

MAX_SIZE_REFACTORED = 300
"""The maximum size of a definition with refactorings."""
MAX_SIZE_HINTED = 500
"""The maximum size of a definition with hints."""
MAX_NAMES = 60
"""The maximum number of names that are followed."""
NEW = "new-piece"
"""The name of an extracted piece."""
_OUTWARD = (
    "In the later parts of a chain the steps lead away from the start of the move, "
    "unless `:any` or `:inward` is there."
)
_JUMPS = "The piece continues whatever is there, or stops. With `=>` a piece there blocks it."

# Where `:outward` goes without saying


def implied(
    body: tree.Expression, names: Names, is_right: bool = False
) -> Iterator[tree.Expression]:
    """The outermost parts of an expression or of a later part of a chain for which outward is
    implied.
    """
    if not _moves(body):
        return
    if is_right and not _mentions(body, names, set()):
        yield body
    elif isinstance(body, tree.Chain):
        for number, part in enumerate(body.parts):
            yield from implied(part, names, is_right or number > 0)
    elif not _is_radial(body):
        for part in tree.alternatives(body):
            yield from implied(part, names, is_right)


def _moves(part: tree.Expression) -> bool:
    """Whether an expression has steps: not only a promotion or a text."""
    match part:
        case tree.Array() | tree.Name():
            return True
        case tree.Call(function=tree.Name(key=key)) if key == PROMOTE:
            return False
        case tree.Chain():
            return any(map(_moves, part.parts))
        case _:
            return any(map(_moves, tree.alternatives(part)))


def _is_radial(part: tree.Part) -> bool:
    return isinstance(part, tree.Restricted) and any(word.key in TOWARDS for word in part.words)


def _mentions(body: tree.Expression, names: Names, seen: set[tuple[int, str]]) -> bool:
    """Whether an expression, including its names, restricts its steps relative to the start."""
    for part in tree.descendants(body):
        if _is_radial(part):
            return True
        if not isinstance(part, tree.Name) or (id(names), part.key) in seen:
            continue
        seen.add((id(names), part.key))
        if len(seen) >= MAX_NAMES:
            continue
        definition = names.defined(part.key)
        if definition and _mentions(definition[0].body, definition[1], seen):
            return True
    return False


def inlay_hints(chunk: LcpnDefinition) -> tuple[InlayHint, ...]:
    """The hints in a chunk, in order."""
    hints: dict[int, InlayHint] = {}
    for defined in chunk.reading.defined:
        if tree.size(defined) > MAX_SIZE_HINTED:
            continue
        jumps = [
            part
            for part in tree.descendants(defined.body)
            if isinstance(part, tree.Chain) and part.jumps
        ]
        places = [
            (part.span.end, ":outward", _OUTWARD) for part in implied(defined.body, chunk.known)
        ]
        places += [
            (part.operator.end, "jumps", _JUMPS) for part in jumps if not is_whole(part.parts[0])
        ]
        hints |= {
            place: InlayHint(place, label, tooltip, kind=HintKind.IMPLIED)
            for place, label, tooltip in places
        }
    return tuple(hints[place] for place in sorted(hints))


# What may be changed


def refactorings(chunk: LcpnDefinition, span: Span) -> tuple[Refactoring, ...]:
    """The refactorings for a selection."""
    defined = next((each for each in chunk.reading.defined if each.span.touches(span)), None)
    if defined is None or defined.broken or tree.size(defined) > MAX_SIZE_REFACTORED:
        return ()
    changes = (
        *_expanded(defined, chunk, span),
        *_outward(defined, chunk, span),
        *_stopped(defined, chunk, span),
    )
    if defined.name:
        return changes
    names = (NEW, *(f"{NEW}-{letter}" for letter in "bcdefghijklmnopqrstuvwxyz"))
    key = next((name for name in names if chunk.known.facts(name) is None), names[-1])
    start, end = STYLES[chunk.style].definition.format(chunk.name(key), "\0").split("\0")
    edits = insertion(defined.span.start, start), insertion(defined.span.end, end)
    return (*changes, Refactoring("Give it a name", tuple(edit for edit in edits if edit.text)))


def _expanded(defined: tree.Defined, chunk: LcpnDefinition, span: Span) -> Iterator[Refactoring]:
    """Replace a name by its definition."""
    parts = [*tree.descendants(defined.body)]
    for part in parts:
        if not isinstance(part, tree.Name) or not part.span.touches(span):
            continue
        definition = chunk.known.defined(part.key)
        if definition is None or is_function(definition[0].body, chunk.known):
            continue
        body = _without_properties(definition[0].body)
        new = chunk.spelled(body)
        if new in ("", "…"):
            continue
        is_restricted = any(
            isinstance(around, tree.Restricted) and around.inner is part for around in parts
        )
        if chunk.style == "lisp" and isinstance(body, tree.Array) and is_restricted:
            new = new[1:-1]
        elif not chunk.is_lispy and not isinstance(body, tree.Name | tree.Array | tree.Call):
            new = f"({new})"
        title = f"Expand to `{shortened(new, MAX_LETTERS_OF_TITLE)}`"
        yield Refactoring(title, (Edit(part.span, new),))


def _without_properties(body: tree.Expression) -> tree.Expression:
    """The moves of a definition. Only a whole piece has properties."""
    if not isinstance(body, tree.Either):
        return body
    moves = [part for part in body.parts if not isinstance(part, tree.Property)]
    match moves:
        case []:
            return tree.Nothing(body.span)
        case [single]:
            return single
        case _:
            return replace(body, parts=tuple(moves))


def _outward(defined: tree.Defined, chunk: LcpnDefinition, span: Span) -> Iterator[Refactoring]:
    """Write the implied `:outward` in the chains of a selection."""
    selected = [
        part
        for part in tree.descendants(defined.body)
        if isinstance(part, tree.Chain) and part.span.touches(span)
    ]
    inside = {id(part) for chain in selected for part in tree.descendants(chain)}
    edits = []
    for part in implied(defined.body, chunk.known):
        if id(part) not in inside:
            continue
        inner, words = (part.inner, part.words) if isinstance(part, tree.Restricted) else (part, ())
        outward = tree.Word("outward", part.span)
        whole = tree.Restricted(inner, (*words, outward), part.span)
        edits.append(Edit(part.span, chunk.spelled(whole)))
    if edits:
        yield Refactoring("Write the implied `:outward`", tuple(edits))


def _stopped(defined: tree.Defined, chunk: LcpnDefinition, span: Span) -> Iterator[Refactoring]:
    """Make a chain that jumps before a ride one that can be blocked: another piece, likely the
    intended one.
    """
    for part in tree.descendants(defined.body):
        if not isinstance(part, tree.Chain) or not part.span.touches(span):
            continue
        if not jumps_into_ride(part, chunk.known):
            continue
        ways = (
            tree.Chain(jumps=False, parts=part.parts[:end], span=part.span, operator=part.operator)
            for end in range(2, len(part.parts) + 1)
        )
        new = chunk.spelled(tree.Either((part.parts[0], *ways), part.span))
        if not chunk.is_lispy and part is not defined.body:
            new = f"({new})"
        title = f"Let other pieces stop it: `{shortened(new, MAX_LETTERS_OF_TITLE)}`"
        yield Refactoring(title, (Edit(part.span, new),), changes_meaning=True)


# Signature help


def signature(chunk: LcpnDefinition, offset: int) -> Signature | None:
    """The signature of the function around an offset, with the current argument."""
    opened = open_brackets(chunk.text, chunk.style, offset)
    if chunk.style == "sql" and (gerund := _gerund(opened[-1], chunk, offset)):
        return gerund
    signatures = (
        _of_list(bracket, chunk, offset) if chunk.is_lispy else _of_call(bracket, chunk)
        for bracket in reversed(opened[1:])
    )
    return next(filter(None, signatures), None)


def _of_list(bracket: Bracket, chunk: LcpnDefinition, offset: int) -> Signature | None:
    """The signature of a list of the Lisp styles; None before its arguments."""
    head = bracket.head
    if not head.text or offset <= head.end:
        return None
    place = len(bracket.items) - 1 - (bracket.items[-1].end == offset)
    if word := HEADS.get(head.text.lower()):
        return _signature(head.text, word.arguments, word.text, place=place, chunk=chunk)
    return _of_functions([head], chunk, place) if head.kind == "NAME" else None


def _of_call(bracket: Bracket, chunk: LcpnDefinition) -> Signature | None:
    """The signature of a function or a composition before a bracket."""
    if bracket.opening is None or bracket.opening.kind != "LPAR":
        return None
    functions: list[Token] = []
    for number, item in enumerate(reversed(bracket.before)):
        is_function = number % 2 == 0
        kinds = ("NAME", "GERUND") if is_function else ("AMP", "AND")
        if not isinstance(item, Token) or item.kind not in kinds:
            break
        if is_function:
            functions.insert(0, item)
    commas = sum(isinstance(item, Token) and item.kind == "COMMA" for item in bracket.items)
    return _of_functions(functions, chunk, commas) if functions else None


def _gerund(bracket: Bracket, chunk: LcpnDefinition, offset: int) -> Signature | None:
    """The signature of the gerund before an offset, or before the word at the offset."""
    items = [item for item in bracket.items if item.end != offset]
    last = items[-1] if items else None
    if not isinstance(last, Token):
        return None
    function = chunk.known.of_gerund(tree.canonical(last.text))
    if not function:
        return None
    text = function_of(chunk, tree.Name(function, last.span)).text
    return Signature(f"{last.text} piece", text, PIECES[:1], active=0)


def _of_functions(
    functions: Sequence[Token], chunk: LcpnDefinition, place: int
) -> Signature | None:
    keys = [
        tree.resolved(tree.canonical(token.text), chunk.known.is_function) for token in functions
    ]
    if len(keys) == 1 and keys[0] in TESTS:
        return _signature(
            functions[0].text, parameters=(), text=TESTS[keys[0]].text, place=place, chunk=chunk
        )
    if all(chunk.known.is_piece(key) and not chunk.known.is_function(key) for key in keys):
        return None
    known = FUNCTIONS.get(keys[-1])
    names = (tree.Name(key, token.span) for key, token in zip(keys, functions, strict=True))
    text = " ".join(function_of(chunk, name).text for name in names)
    written = f" {chunk.sign('&')} ".join(token.text for token in functions)
    return _signature(
        written,
        parameters=known.arguments if known else PIECES,
        text=text,
        place=place,
        chunk=chunk,
    )


def _signature(
    written: str, parameters: Arguments, text: str, place: int, chunk: LcpnDefinition
) -> Signature:
    labels = [label for label, _ in parameters]
    label = (
        f"({' '.join((written, *labels))})" if chunk.is_lispy else f"{written}({', '.join(labels)})"
    )
    return Signature(label, text, parameters, active=max(0, min(place, len(parameters) - 1)))
