"""The statements of a text from its tree."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from wazir.diagnostics import Diagnostic
from wazir.notations.bensahas import codes, syntax
from wazir.notations.bensahas.parse import parse
from wazir.notations.bensahas.vocabulary import KEYS
from wazir.notations.fixes import fix, insertion, remove, write
from wazir.notations.reports import Report
from wazir.piece.board import read_number
from wazir.syntax import Node, ProblemKind, Token, Tree
from wazir.text import Span

# Readings

_CLOSING = {"RPAR": ")", "RSQB": "]"}


@dataclass(frozen=True, slots=True)
class BensahasReading:
    """The pieces of a text, with its tree."""

    tree: Tree
    bodies: tuple[syntax.Body, ...]
    outside: tuple[Span, ...] = ()
    """The text outside of pieces, in a text with headers."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """The misplaced words in its pieces."""


def read(text: str) -> BensahasReading:
    """Read any text; never raises. A text that is too long or nested too deeply has no pieces."""
    tree = parse(text)
    if any(
        problem.kind in (ProblemKind.TOO_LONG, ProblemKind.TOO_DEEP) for problem in tree.problems
    ):
        return BensahasReading(tree, ())
    index = _TokenIndex(tree)
    pieces, tokens = tree.root.inner("piece"), index.tokens
    if not pieces:
        if tokens:
            body = _body(tree.root.children, Span(tokens[0].start, tokens[-1].end), index)
        else:
            body = None
        return BensahasReading(
            tree, (body,) if body else (), diagnostics=index.report.diagnostics()
        )
    stops = [*(piece.start for piece in pieces[1:]), len(text)]
    spans = [index.whole(piece, stop) for piece, stop in zip(pieces, stops, strict=True)]
    bodies = tuple(
        _body(piece.children, span, index) for piece, span in zip(pieces, spans, strict=True)
    )
    return BensahasReading(
        tree, bodies, _outside(tokens, spans), diagnostics=index.report.diagnostics()
    )


class _TokenIndex:
    """The tokens of a tree, without comments, by their offsets, and the report about them."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.tokens = [token for token in tree.tokens if token.kind != "COMMENT"]
        self._ends = [token.end for token in self.tokens]
        self.report = Report(by_message=True)

    def before(self, offset: int) -> Token:
        """The last token that ends at an offset or before it, or else the first."""
        return self.tokens[max(bisect_left(self._ends, offset + 1) - 1, 0)]

    def after(self, offset: int) -> Span:
        """The span of the first token that ends after an offset, or else of the last."""
        return self.tokens[min(bisect_left(self._ends, offset + 1), len(self.tokens) - 1)].span

    def end_before(self, offset: int) -> int:
        """The end of the text before an offset, without trailing blanks."""
        return len(self.tree.text[:offset].rstrip())

    def is_dropped(self, bang: Token) -> bool:
        """Whether a `!` ends what the parser dropped."""
        end = self.end_before(bang.start)
        return any(problem.span.end == end for problem in self.tree.problems if not problem.missing)

    def whole(self, piece: Node, stop: int) -> Span:
        """From the header of a piece to its brace, or to the next header if the brace is
        missing.
        """
        if piece.children[-1].kind == "RBRACE":
            return piece.span
        return Span(piece.start, self.before(stop).end)


def _outside(tokens: Sequence[Token], pieces: Sequence[Span]) -> tuple[Span, ...]:
    """The runs of tokens between the pieces."""
    runs: dict[int, Span] = {}
    starts = [span.start for span in pieces]
    for token in tokens:
        number = bisect_right(starts, token.start)
        if number == 0 or token.start >= pieces[number - 1].end:
            runs[number] = Span(runs[number].start if number in runs else token.start, token.end)
    return tuple(runs.values())


# Statements (S1, S2)


@dataclass
class _Chains:
    """Collects terms into statements."""

    statements: list[syntax.Statement] = field(default_factory=list)
    terms: list[syntax.Call] = field(default_factory=list)

    def end(self, bang: Token | None = None) -> bool:
        """End the statement; False if it has no terms."""
        if not self.terms:
            return False
        span = Span(self.terms[0].span.start, bang.end if bang else self.terms[-1].span.end)
        self.statements.append(syntax.Statement(span, tuple(self.terms), bang is not None))
        self.terms = []
        return True


def _body(children: Sequence[Node | Token], span: Span, index: _TokenIndex) -> syntax.Body:
    """A piece, from its parts and its span."""
    outer = [child for child in children if isinstance(child, Token) and child.kind != "BANG"]
    header = syntax.header_of(outer[0]) if outer else None
    chains, flips = _Chains(), list[syntax.Flip]()
    before = ""
    for child in children:
        if isinstance(child, Token):
            if (
                child.kind == "BANG"
                and not chains.end(child)
                and before != "flip"
                and not index.is_dropped(child)
            ):
                message = "Unexpected `!` without a statement before it."
                way = remove(child.span, "`!`", safe=True)
                index.report(codes.EXTRA_EXCLAMATION_MARK, child.span, message, way)
        elif child.kind == "flip":
            if chains.end():
                message = "`flip` cannot be a leg of a chain. End the statement before it with `!`."
                way = fix("Insert `!` before it", insertion(index.end_before(child.start), "!"))
                index.report(
                    codes.MISPLACED_ACTION,
                    Span(child.start, child.start + len("flip")),
                    message,
                    way,
                )
            flips.append(_flip(child, index))
        elif child.kind == "more":
            chains.end()
            if not chains.statements:
                plus = Span(child.start, child.start + 1)
                message = "`+` repeats the action of the statement before it, which has none."
                index.report(codes.UNEXPECTED_TOKEN, plus, message, remove(plus, "`+`"))
            path = chains.statements[-1].terms[0].path if chains.statements else ()
            chains.terms.append(replace(_call(child, index), path=path, is_more=True))
        else:
            chains.terms.append(_call(child, index))
        before = child.kind
    unended = [
        statement for flip in flips for statement in flip.statements if not statement.is_ended
    ]
    unended += chains.statements[-1:] if chains.end() else []
    missing = [
        syntax.Missing(_CLOSING[problem.missing], problem.before)
        for problem in index.tree.problems
        if problem.missing in _CLOSING and problem.before and span.contains(problem.before.start)
    ]
    missing += [syntax.Missing("!", index.before(statement.span.end)) for statement in unended]
    missing += (
        [syntax.Missing("}", index.before(span.end))]
        if outer and outer[-1].kind == "LBRACE"
        else []
    )
    missing.sort(key=lambda sign: sign.before.end)
    return syntax.Body(
        span, header, tuple(chains.statements), flips=tuple(flips), missing=tuple(missing)
    )


# `flip( )`: its condition and its outcomes (S13)


def _flip(node: Node, index: _TokenIndex) -> syntax.Flip:
    """The condition and the outcomes of a `flip`."""
    condition: syntax.Value | None = None
    outcomes: tuple[syntax.Outcome, ...] | None = None
    strays: list[Span] = []
    for key, values, name in _flip_entries(node):
        if key == "condition" and condition is None:
            first = next((value for value in values if isinstance(value, Node)), None)
            condition = _value(first, index) if first else None
            strays += [value.span for value in values if value is not first]
        elif key == "promotes_to" and outcomes is None:
            outcomes, wrong = _outcomes(values, index)
            strays += wrong
        elif values:
            strays.append(Span(values[0].start, values[-1].end))
        elif name:
            strays.append(name.span)
        if name and key != name.text:
            message = f"Unknown key `{name.text}` of `flip`. Did you mean `{key}`?"
            index.report(codes.INCOMPLETE_FLIP, name.span, message, write(name.span, key))
    if condition is not None and outcomes:
        for stray in strays:
            message = "`flip` takes only `condition = ...` and `promotes_to = ...`."
            index.report(codes.UNEXPECTED_TOKEN, stray, message)
    else:
        which = "`condition = ...`" if condition is None else "`promotes_to = ...` with a piece"
        index.report(codes.INCOMPLETE_FLIP, node.span, f"Incomplete `flip`: missing {which}.")
    return syntax.Flip(node.span, condition, outcomes, strays=tuple(strays))


def _flip_entries(node: Node) -> list[tuple[str, list[Node | Token], syntax.Name | None]]:
    """The keys of a `flip`, each with its values and as it is written.

    The intended key is empty without one. Values after a comma belong to `promotes_to` if that is
    before them.
    """
    entries: list[tuple[str, list[Node | Token], syntax.Name | None]] = []
    (arguments,) = node.inner()
    for part in arguments.children:
        continued = entries[-1][1] if entries and entries[-1][0] == "promotes_to" else None
        if isinstance(part, Node) and part.kind == "entry":
            name = _name(part.children[0])
            values = [value for bits in part.inner() for value in bits.children]
            entries.append((_intended_key(name.text), values, name))
        elif continued is not None:
            continued += [part] if isinstance(part, Token) else part.children
        elif isinstance(part, Node):
            entries.append(("", list(part.children), None))
    return entries


def _intended_key(written: str) -> str:
    """The key that a word is, or nearly is."""
    begun = [key for key in KEYS if len(written) > 2 and key.startswith(written.lower())]
    return "".join(begun or get_close_matches(written.lower(), KEYS, n=1) or [written])


def _outcomes(
    values: list[Node | Token], index: _TokenIndex
) -> tuple[tuple[syntax.Outcome, ...], list[Span]]:
    """The pieces, and the invalid parts among them."""
    by_tilde = any(value.kind == "TILDE" for value in values)
    chains = _Chains()
    outcomes = list[syntax.Outcome]()
    strays = list[Span]()

    def end_piece() -> None:
        chains.end()
        if chains.statements:
            span = Span(chains.statements[0].span.start, chains.statements[-1].span.end)
            outcomes.append(syntax.Outcome(span, None, tuple(chains.statements)))
            chains.statements.clear()

    follows_name = False
    for part in values:
        fits = not follows_name
        if isinstance(part, Node):
            value = _value(part, index)
            follows_name = isinstance(value, syntax.Name)
            if isinstance(value, syntax.Name):
                end_piece()
                outcomes.append(syntax.Outcome(value.span, value))
            elif isinstance(value, syntax.Call) and value.has_bracket:
                chains.terms.append(value)
            else:
                fits = False
        elif part.kind == "BANG":
            fits = chains.end(part)
            if not by_tilde:
                end_piece()
        else:
            end_piece()
            follows_name, fits = False, True
        if not fits:
            strays.append(part.span)
    end_piece()
    return tuple(outcomes), strays


# Terms and values (S3, S8)


def _call(node: Node, index: _TokenIndex) -> syntax.Call:
    """A term, or a line that begins with `+`."""
    path, arguments = node.first("path"), node.first("args")
    groups, settings = _arguments(arguments, index) if arguments else ([], [])
    closing = node.leaves("RPAR")
    names = _names(path) if path else ()
    close = closing[0].span if closing else node.span
    return syntax.Call(
        node.span,
        path=names,
        groups=tuple(groups),
        settings=tuple(settings),
        close=close,
        has_bracket=bool(closing),
    )


def _names(node: Node) -> tuple[syntax.Name, ...]:
    """The names of a path or a selector."""
    return tuple(map(_name, node.leaves("NAME", "FIRST")))


def _name(token: Node | Token) -> syntax.Name:
    return syntax.Name(token.span, " ".join(token.text.split()) if isinstance(token, Token) else "")


def _arguments(node: Node, index: _TokenIndex) -> tuple[list[syntax.Group], list[syntax.Setting]]:
    """The groups of values in a bracket, and the parameters after them, with a colon between or
    without.
    """
    groups, settings = list[syntax.Group](), list[syntax.Setting]()
    in_settings = False
    for child in node.children:
        if isinstance(child, Token):
            in_settings = in_settings or child.kind == "COLON"
            continue
        values, rest = _listed(child, index)
        in_settings = in_settings or bool(rest and not values)
        if in_settings:
            values, rest = [], [*values, *rest]
        if in_settings or rest:
            settings += (
                replace(setting, is_parted=in_settings)
                for setting in _settings(rest, child.end, index)
            )
        if not in_settings:
            end = values[-1].span.end if values and rest else child.end
            groups.append(
                syntax.Group(Span(child.start, end), tuple(values), index.after(child.end))
            )
    if len(groups) == 1 and not groups[0].values:
        if settings:
            groups = []
        else:
            groups = [replace(groups[0], values=(syntax.Nothing(index.after(groups[0].span.end)),))]
    return groups, settings


def _listed(
    node: Node, index: _TokenIndex
) -> tuple[list[syntax.Value], list[syntax.Value | syntax.Setting]]:
    """The values between the commas before the first parameter, and the rest, with missing ones
    unless all are.
    """
    values = list[syntax.Value]()
    rest = list[syntax.Value | syntax.Setting]()
    follows_comma = False
    for child in node.children:
        if isinstance(child, Node) and child.kind == "setting":
            given = tuple(_value(inner, index) for inner in child.inner()) or (
                syntax.Nothing(index.after(child.end)),
            )
            rest.append(syntax.Setting(child.span, _parameter(child), has_sign=True, values=given))
        elif isinstance(child, Node):
            (rest or values).append(_value(child, index))
        elif follows_comma or not (rest or values):
            (rest or values).append(syntax.Nothing(child.span))
        follows_comma = isinstance(child, Token)
    if follows_comma:
        (rest or values).append(syntax.Nothing(index.after(node.end)))
    return values, rest


def _settings(
    items: Iterable[syntax.Value | syntax.Setting], end: int, index: _TokenIndex
) -> list[syntax.Setting]:
    """The parameters of a group; a value after a comma belongs to the one before it."""
    settings: list[syntax.Setting] = []
    for item in items or (syntax.Nothing(index.after(end)),):
        if isinstance(item, syntax.Setting):
            settings.append(item)
        elif isinstance(item, syntax.Parameter):
            settings.append(syntax.Setting(item.span, item, has_sign=False, values=()))
        elif settings:
            last = settings[-1]
            if isinstance(item, syntax.Nothing):
                stop = last.span.end
            else:
                stop = max(last.span.end, item.span.end)
            settings[-1] = replace(
                last, span=Span(last.span.start, stop), values=(*last.values, item)
            )
        else:
            settings.append(syntax.Setting(item.span, None, has_sign=False, values=(item,)))
    return settings


def _value(node: Node, index: _TokenIndex) -> syntax.Value:
    """A value in a bracket."""
    first = node.children[0]
    match node.kind, first:
        case "number", Token(_, text):
            return syntax.Number(node.span, read_number(text))
        case "turn", Token(kind, text):
            return syntax.Turn(node.span, read_number(text[1:].strip()) if kind == "TURN" else None)
        case "parameter", _:
            return _parameter(node)
        case "whom", _:
            side, *names = _names(node)
            return syntax.PieceSelector(node.span, side, names[0] if names else None)
        case "places", _:
            return syntax.Squares(
                node.span, tuple(_square(square, index) for square in node.inner())
            )
    call = _call(node, index)
    return call if call.has_bracket or len(call.path) != 1 else call.path[0]


def _parameter(node: Node) -> syntax.Parameter:
    """The parameter that a node begins with."""
    token = node.leaves("PARAMETER")[0]
    return syntax.Parameter(token.span, token.text[1:])


def _square(node: Node, index: _TokenIndex) -> syntax.Group:
    """A square with its numbers."""
    (group,) = node.inner()
    return syntax.Group(node.span, tuple(_listed(group, index)[0]), index.after(node.end))
