"""The analysed chunk: tree, pieces, diagnostics and facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from wazir.diagnostics import Diagnostic, Severity
from wazir.lazy import lazy
from wazir.notations.kit import Report, blanked, duplicate, fix, foreign, has_error, instead_of, shortened
from wazir.notations.lcpn import rules, tree
from wazir.notations.lcpn.checks import check
from wazir.notations.lcpn.inference import style_in
from wazir.notations.lcpn.layout import convert_definition
from wazir.notations.lcpn.meaning import Lowering, Setting, TooMuch
from wazir.notations.lcpn.mistakes import SPELLINGS
from wazir.notations.lcpn.names import Facts, Names, facts_of, is_function, kinds_in, reading_of
from wazir.notations.lcpn.reading import Reading
from wazir.notations.lcpn.restrictions import PROMOTE
from wazir.notations.lcpn.spelling import NameKinds, candidates, canonical, roman, spaced, spelled
from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.syntax import OPENING, defined_names, family, tokens, used_names
from wazir.notations.lcpn.tree import Defined, Expression, Part
from wazir.notations.lcpn.write import spelled as spelled_tree
from wazir.notations.notation import LONGEST_READ, Analysis, Context
from wazir.notations.results import Definition, OutlineEntry
from wazir.parsing import COMMENT, END
from wazir.piece.model import Lattice, Piece
from wazir.syntax import Token, Tree
from wazir.text import Edit, Span

TOO_MUCH = "It has too many paths to be followed. Split it into several pieces."
"""The reason why a piece has no moves that is too large."""
LARGEST = 2_000
"""The maximum size of an expression that is converted by a fix."""


@dataclass(frozen=True, eq=False)
class LcpnAnalysis(Analysis):
    """An analysed chunk. Invalid parts are reported and left out."""

    @lazy
    def known(self) -> Names:
        """The names that it can use."""
        return Names(self.scope, self.style)

    @lazy
    def tokens(self) -> tuple[Token, ...]:
        """All tokens, with comments."""
        return tokens(self.text, self.style)

    @lazy
    def words(self) -> tuple[Token, ...]:
        """All tokens without comments."""
        return tuple(token for token in self.tokens if token.kind != COMMENT)

    @lazy
    def names(self) -> tuple[tuple[str, Span], ...]:
        """The names that it defines in any style."""
        return tuple((canonical(name.text), name.span) for _, name in defined_names(self.words))

    @lazy
    def uses(self) -> tuple[tuple[str, Span], ...]:
        """The names that it uses; for a gerund also all functions that it may mean."""
        used = ((canonical(name.text), name.span) for name in used_names(self.words))
        return tuple((key, span) for name, span in used for key in (name, *candidates(name)))

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """Its definitions and bare expressions."""
        return outline(self.text, self.words)

    def needs(self, name: str) -> tuple[str, ...]:
        """The names that a definition requires, without those that it promotes to (L4)."""
        defined = self.reading.definition(name)
        return tuple(dict.fromkeys(_needed(defined.body))) if defined else ()

    def facts(self, name: str, is_circular: bool) -> Facts:
        """What other chunks depend on in a definition."""
        defined = self.reading.definition(name)
        return facts_of(defined.body, self.known, is_circular) if defined else Facts()

    @lazy
    def lattice(self) -> Lattice:
        """The lattice of its board."""
        return Lattice.HEX if (self.context.board or "").strip().startswith("hex") else Lattice.SQUARE

    @property
    def tree(self) -> Tree:
        """The parsed text."""
        return self.reading.tree

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """The pieces that it defines."""
        return tuple(_definitions(self))

    @lazy
    def style(self) -> str:
        """Its style."""
        return style_in(self.context, self.text)

    @property
    def is_lispy(self) -> bool:
        """Whether its style has lists."""
        return STYLES[self.style].is_lispy

    def sign(self, key: str) -> str:
        """An operator or a word in this style."""
        return STYLES[self.style].signs[key]

    @lazy
    def kinds(self) -> NameKinds:
        """The kinds of its names, as far as the tree depends on them."""
        return kinds_in(self.text, self.style, self.known)

    @lazy
    def reading(self) -> Reading:
        """Its definitions with the tree."""
        return reading_of(self.text, self.style, self.known)

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics; no warnings in definitions with syntax errors, whose meaning is uncertain."""
        checked = Report()
        for defined in self.reading.defined:
            for diagnostic in check(defined, self.known, self.lattice).diagnostics():
                if not defined.broken or diagnostic.code.severity in (Severity.ERROR, Severity.HINT):
                    checked.keep(diagnostic)
        syntactic = map(self._with_conversion, self.reading.diagnostics)
        diagnostics = sorted((*syntactic, *checked.diagnostics()), key=lambda diagnostic: diagnostic.span)
        if not has_error(diagnostics) or len(self.text) > LONGEST_READ:
            return tuple(diagnostics)
        hidden = (token.span for token in self.tree.tokens if token.kind in (COMMENT, "STRING"))
        return instead_of(diagnostics, foreign(blanked(self.text, hidden), SPELLINGS[self.style]))

    def _with_conversion(self, diagnostic: Diagnostic) -> Diagnostic:
        """A diagnostic, with the fix that converts a definition to the style of its file."""
        if diagnostic.code is not rules.OTHER_STYLE:
            return diagnostic
        start, end = span = diagnostic.span
        converted = convert_definition(self.text[start:end], family(self.text, start), self.style)
        title = f"Convert it to the {STYLES[self.style].title} style"
        return replace(diagnostic, fixes=(fix(title, Edit(span, converted)),)) if converted else diagnostic

    # Places

    def path(self, span: Span) -> tuple[Part, ...]:
        """The parts around an offset, outermost first."""
        path: list[Part] = []
        children: tuple[Part, ...] = self.reading.defined
        while part := next((child for child in children if child.span.contains_range(span)), None):
            path.append(part)
            children = tree.parts(part)
        return tuple(path)

    def written(self, part: Part) -> str:
        """A part of the text on one line, without comments."""
        hidden = (token.span for token in self.tree.tokens if token.kind == COMMENT)
        return " ".join(blanked(self.text, hidden)[part.span.start : part.span.end].split())

    # Expressions

    def piece(self, part: Expression) -> Piece | None:
        """The piece of an expression by itself; None if it has none."""
        if tree.has_gap(part):
            return None
        if isinstance(part, tree.Name) and (definition := self.known.defined(part.key)):
            defined, home = definition
            return self.lowered(tree.Defined(None, defined.body, defined.span), home)[0]
        piece, _ = self.lowered(tree.Defined(None, part, part.span))
        return piece if piece and (piece.moves or properties_of(part)) else None

    def lowered(self, defined: Defined, home: Names | None = None) -> tuple[Piece | None, bool]:
        """The piece that a definition means, None if it is too large; and whether it or one that it needs has an error.

        Its names are looked up in the file, unless it is from somewhere else.
        """
        names = home or self.known
        lowering = Lowering(names.style)
        try:
            paths = lowering.paths(defined.body, Setting(names, self.lattice))
        except TooMuch:
            return None, True
        moves = tuple(path.move() for path in paths if path.legs)
        is_broken = defined.broken or lowering.is_broken or check(defined, names, self.lattice).broken
        return Piece(moves, properties_of(defined.body), lattice=self.lattice), is_broken

    def spelled(self, part: Expression) -> str:
        """An expression in this style, on one line."""
        if tree.has_gap(part):
            return ""
        return " ".join(spelled_tree(part, self.style).split()) if tree.size(part) <= LARGEST else "…"

    def name(self, key: str) -> str:
        """A name in this style."""
        return spelled(key, self.style)


def properties_of(body: tree.Expression) -> tuple[str, ...]:
    """The properties of a piece (L15)."""
    own = body.parts if isinstance(body, tree.Either) else (body,)
    return tuple(spaced(part.key) for part in own if isinstance(part, tree.Property))


def _definitions(chunk: LcpnAnalysis) -> Iterator[Definition]:
    """The pieces that a chunk defines."""
    for defined in chunk.reading.defined:
        name = defined.name
        if name and is_function(defined.body, chunk.known):
            continue
        piece, is_broken = chunk.lowered(defined)
        labels = {label for move in piece.moves for label in move.labels} if piece else ()
        reason = "" if piece else TOO_MUCH
        yield Definition(
            name=chunk.text[name.span.start : name.span.end].removeprefix("$") if name else None,
            name_span=name.span if name else None,
            span=defined.span,
            moves=defined.body.span,
            dialect=chunk.style,
            dialect_reason="as the file is written" if chunk.context.dialect else "because nothing in it says which",
            piece=piece,
            broken=is_broken,
            board=chunk.context.board,
            key=name.key if name else None,
            notes=(*([reason] if reason else []), *tree.in_words(defined.body, labels)),
            reason=reason,
        )


def outline(text: str, words: Sequence[Token]) -> tuple[OutlineEntry, ...]:
    """The definitions and bare expressions of a chunk in order, given its tokens without comments."""
    cuts = [*defined_names(words), (len(words), Token(END, "", len(text)))]
    entries = list(_bare_expressions(text, words[: cuts[0][0]]))
    for (start, name), (limit, _) in pairwise(cuts):
        inside = words[start:limit]
        if name.kind == "NAME":  # in a list
            count = _list_end(inside)
            last = inside[count - 1]
            body = text[name.end : last.start if last.kind == "CLOSE" else last.end]
        else:
            count, last = len(inside), inside[-1]
            body = text[inside[1].end : last.end]
        entries.append(OutlineEntry(name.text, shortened(body), Span(inside[0].start, last.end), name.span))
        entries += _bare_expressions(text, inside[count:])
    return tuple(entries)


def _bare_expressions(text: str, words: Sequence[Token]) -> tuple[OutlineEntry, ...]:
    """The bare expressions between definitions, as one entry."""
    if not words:
        return ()
    span = Span(words[0].start, words[-1].end)
    return (OutlineEntry(shortened(text[span.start : span.end]), "", span, span),)


def _list_end(words: Sequence[Token]) -> int:
    """The number of tokens of the list that the first one begins."""
    depth = 0
    for count, token in enumerate(words, 1):
        depth += (token.kind in OPENING) - (token.kind == "CLOSE")
        if depth == 0:
            return count
    return len(words)


def duplicate_name(name: str, span: Span, first: Span, another: str) -> Diagnostic:
    """The diagnostic for the name of an earlier definition."""
    return duplicate(rules.DUPLICATE_DEFINITION, name, span, first, another)


def another_name(name: str, number: int, context: Context) -> tuple[str, str]:
    """A name with a Roman numeral added: its key and its spelling in the style (L3)."""
    key = f"{name}-{roman(str(number))}"
    return key, spelled(key, style_in(context, ""))


def _needed(body: tree.Expression) -> Iterator[str]:
    match body:
        case tree.Name(key):
            yield key
        case tree.Call(tree.Name(key)) if key == PROMOTE:
            return
        case tree.Chain(_, inside) | tree.Together(inside):
            for part in inside:
                yield from _needed(part)
        case _:  # a function is made of functions, so that no circle goes through it
            for part in tree.alternatives(body):
                yield from _needed(part)
