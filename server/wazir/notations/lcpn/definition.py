"""The analysed chunk: tree, pieces, diagnostics and facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wazir.diagnostics import Diagnostic, Severity
from wazir.lazy import lazy, of_text
from wazir.notations.fixes import fix
from wazir.notations.lcpn import codes, tree
from wazir.notations.lcpn.checks import check
from wazir.notations.lcpn.layout import convert_definition
from wazir.notations.lcpn.meaning import Lowering, Setting, TooMuch
from wazir.notations.lcpn.names import Facts, Names, Reading, facts_of, is_function, read
from wazir.notations.lcpn.spellings import SPELLINGS, indented_definitions
from wazir.notations.lcpn.syntax import OPENING, family, style_in, used_names
from wazir.notations.lcpn.tree import Defined, Expression, NameKinds, Part
from wazir.notations.lcpn.vocabulary import FUNCTIONS, PROMOTE
from wazir.notations.lcpn.write import spelled as spelled_tree
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Analysis, Context
from wazir.notations.reports import Report, has_error
from wazir.notations.results import Definition, OutlineEntry
from wazir.notations.spellings import foreign, instead_of
from wazir.notations.wording import blanked, shortened
from wazir.parsing import COMMENT
from wazir.piece.model import Lattice, Piece
from wazir.syntax import Token, Tree
from wazir.text import Edit, Span

TOO_MUCH = "It has too many paths to be followed. Split it into several pieces."
"""The reason why a piece that is too large has no moves."""
MAX_SIZE_OF_PART = 2_000
"""The maximum size of an expression that is converted by a fix."""


@dataclass(frozen=True, eq=False)
class LcpnDefinition(Analysis):
    """An analysed chunk. Invalid parts are reported and left out."""

    @lazy
    def known(self) -> Names:
        """The names that it can use."""
        return Names(self.scope, self.style)

    @of_text
    def draft(self) -> Reading:
        """The text, read without the kinds of its names (L14)."""
        return read(self.text, self.style)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens, with comments."""
        return self.draft.tree.tokens

    @lazy
    def names(self) -> tuple[tuple[str, Span], ...]:
        """The names that it defines in any style."""
        return tuple(
            (defined.name.key, defined.name.span) for defined in self.draft.defined if defined.name
        )

    @lazy
    def uses(self) -> tuple[tuple[str, Span], ...]:
        """The names that it uses; for a gerund also all functions that it may mean."""
        used = ((tree.canonical(name.text), name.span) for name in used_names(self.tokens))
        return tuple((key, span) for name, span in used for key in (name, *tree.candidates(name)))

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """Its definitions and bare expressions."""
        return tuple(self._outline_entry(defined) for defined in self.draft.defined)

    def _outline_entry(self, defined: Defined) -> OutlineEntry:
        start, end = defined.body.span if defined.name else defined.span
        moves = shortened(self.text[start:end])
        if not defined.name:
            return OutlineEntry(moves, "", defined.span, selection=defined.span)
        start, end = span = defined.name.span
        return OutlineEntry(self.text[start:end], moves, defined.span, selection=span)

    def refers(self, name: str, span: Span) -> bool:
        """Whether a use means a definition: in the place of a function a word does, where the file
        defines one (L4).
        """
        if name not in FUNCTIONS or span not in self._functions:
            return True
        facts = self.scope.facts(name)
        return isinstance(facts, Facts) and facts.is_function

    @lazy
    def _functions(self) -> frozenset[Span]:
        """The spans of names in the places of functions."""
        parts = [
            part for defined in self.reading.defined for part in tree.descendants(defined.body)
        ]
        called = [part.function for part in parts if isinstance(part, tree.Call)]
        joined = [each for part in parts if isinstance(part, tree.Together) for each in part.parts]
        named = (
            name
            for each in (*called, *joined)
            for name in tree.descendants(each)
            if isinstance(name, tree.Name)
        )
        return frozenset(name.span for name in named)

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
        return (
            Lattice.HEX if (self.context.board or "").strip().startswith("hex") else Lattice.SQUARE
        )

    @property
    def tree(self) -> Tree:
        """The parsed text."""
        return self.reading.tree

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """The pieces that it defines."""
        defined = self.reading.defined
        return tuple(
            self._definition(each)
            for each in defined
            if not each.name or not is_function(each.body, self.known)
        )

    def _definition(self, defined: Defined) -> Definition:
        name = defined.name
        piece, is_broken = self.lowered(defined)
        labels = {label for move in piece.moves for label in move.labels} if piece else ()
        notes = tree.in_words(defined.body, labels)
        return Definition(
            name=self.text[slice(*name.span)].removeprefix("$") if name else None,
            name_span=name.span if name else None,
            span=defined.span,
            moves=defined.body.span,
            dialect=self.style,
            dialect_reason="as the file is written"
            if self.context.dialect
            else "because nothing in it says which",
            piece=piece,
            broken=is_broken,
            board=self.context.board,
            key=name.key if name else None,
            notes=notes if piece else (TOO_MUCH, *notes),
            reason="" if piece else TOO_MUCH,
        )

    @lazy
    def style(self) -> str:
        """Its style."""
        return style_in(self.context, self.text)

    @property
    def is_lispy(self) -> bool:
        """Whether its style has lists."""
        return tree.STYLES[self.style].is_lispy

    def sign(self, key: str) -> str:
        """An operator or a word in this style."""
        return tree.STYLES[self.style].signs[key]

    @lazy
    def reading(self) -> Reading:
        """Its definitions with the tree."""
        return self.reading_with(self.known)

    @lazy
    def _readings(self) -> dict[NameKinds, Reading]:
        return {tree.NO_KINDS: self.draft}

    def kinds(self, names: Names) -> NameKinds:
        """The kinds of its names, if its tree depends on them."""
        is_ambiguous = any(token.kind == "GERUND" for token in self.tokens)
        return names.kinds(key for key, _ in self.uses) if is_ambiguous else tree.NO_KINDS

    def reading_with(self, names: Names) -> Reading:
        """Its definitions with the tree, given the look-up of names."""
        kinds = self.kinds(names)
        if kinds not in self._readings:
            self._readings[kinds] = read(self.text, self.style, kinds)
        return self._readings[kinds]

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics; no warnings in definitions with syntax errors, whose meaning is
        uncertain.
        """
        checked = Report()
        for defined in self.reading.defined:
            for diagnostic in check(defined, self.known, self.lattice).diagnostics():
                if not defined.broken or diagnostic.code.severity in (
                    Severity.ERROR,
                    Severity.HINT,
                ):
                    checked.keep(diagnostic)
        syntactic = map(self._with_conversion, self.reading.diagnostics)
        diagnostics = sorted(
            (*syntactic, *checked.diagnostics()), key=lambda diagnostic: diagnostic.span
        )
        if not has_error(diagnostics) or len(self.text) > MAX_LETTERS_OF_CHUNK:
            return tuple(diagnostics)
        hidden = (token.span for token in self.tree.tokens if token.kind in (COMMENT, "STRING"))
        misspellings = (
            *indented_definitions(self.tree),
            *foreign(blanked(self.text, hidden), SPELLINGS[self.style]),
        )
        return instead_of(diagnostics, misspellings)

    def _with_conversion(self, diagnostic: Diagnostic) -> Diagnostic:
        """A diagnostic, with the fix that converts a definition to the style of its file."""
        if diagnostic.code is not codes.OTHER_STYLE:
            return diagnostic
        start, end = span = diagnostic.span
        definition = self.text[start:end]
        converted = convert_definition(definition, family(definition), self.style)
        title = f"Convert it to the {tree.STYLES[self.style].title} style"
        if converted:
            return replace(diagnostic, fixes=(fix(title, Edit(span, converted)),))
        return diagnostic

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
        """A part of the text on one line, without comments; a list without the restrictions at its
        end is closed.
        """
        tokens = [token for token in self.tree.tokens if part.span.contains_range(token.span)]
        hidden = (token.span for token in tokens if token.kind == COMMENT)
        text = " ".join(blanked(self.text, hidden)[part.span.start : part.span.end].split())
        return text + ")" * sum(
            (token.kind in OPENING) - (token.kind == "CLOSE") for token in tokens
        )

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
        """The piece that a definition means, None if it is too large; and whether it or one that it
        needs has an error.

        Its names are looked up in the file, unless it is from somewhere else.
        """
        names = home or self.known
        lowering = Lowering(names.style)
        try:
            paths = lowering.paths(defined.body, Setting(names, self.lattice))
        except TooMuch:
            return None, True
        moves = tuple(path.move() for path in paths)
        is_broken = (
            defined.broken or lowering.is_broken or check(defined, names, self.lattice).broken
        )
        return Piece(moves, properties_of(defined.body), lattice=self.lattice), is_broken

    def spelled(self, part: Expression) -> str:
        """An expression in this style, on one line."""
        if tree.has_gap(part):
            return ""
        if tree.size(part) > MAX_SIZE_OF_PART:
            return "…"
        return " ".join(spelled_tree(part, self.style).split())

    def name(self, key: str) -> str:
        """A name in this style."""
        return tree.spelled(key, self.style)


def properties_of(body: tree.Expression) -> tuple[str, ...]:
    """The properties of a piece (L15)."""
    own = body.parts if isinstance(body, tree.Either) else (body,)
    return tuple(tree.spaced(part.key) for part in own if isinstance(part, tree.Property))


def another_name(name: str, number: int, context: Context) -> tuple[str, str]:
    """A name with a Roman numeral added: its key and its spelling in the style (L3)."""
    key = f"{name}-{tree.roman(str(number))}"
    return key, tree.spelled(key, style_in(context, ""))


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
