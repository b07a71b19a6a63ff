"""The features, by the cases in the Markdown files beside this one: a text, a question, and the
right answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from harness import CURSOR, NOTATIONS, Case, Question, ask, cases, rewrite, with_cursor
from wazir.document import Document
from wazir.features import actions, completion, conversion, formatting, names, structure, written
from wazir.features.actions import ignoring
from wazir.features.definitions import every
from wazir.features.game import analysis
from wazir.features.game.position import game_of
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import markdown, plain
from wazir.features.subject import subject_of
from wazir.features.written import CannotConvert
from wazir.notations.notation import Context
from wazir.notations.results import HintKind
from wazir.piece.drawing.shapes import Theme
from wazir.text import Edit, Span

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.md"))


def opened(case: Case, profile: str | None = None) -> tuple[Document, int]:
    """The document of a case, and the place of its cursor; the start, if it has none."""
    text, offset = with_cursor(case.text) if CURSOR in case.text else (case.text, 0)
    return Document.open(NOTATIONS[case.notation], text, Context(profile=profile)), offset


def edited(document: Document, edits: tuple[Edit, ...]) -> str:
    return actions.apply(document.text, edits)


def marked(document: Document, spans: tuple[Span, ...]) -> str:
    """The text with signs around some places in it."""
    marks = [Edit(Span(span.start, span.start), "«") for span in spans]
    marks += [Edit(Span(span.end, span.end), "»") for span in spans]
    text = document.text
    for mark in sorted(marks, key=lambda edit: (edit.span.start, edit.text), reverse=True):
        text = text[: mark.span.start] + mark.text + text[mark.span.start :]
    return text


def ask_hover(case: Case) -> str:
    """The hover; `words` leaves the drawing out, and other arguments are profiles."""
    words = case.argument == "words"
    document, offset = opened(case, profile=None if words else case.argument or None)
    answer = hover(document, offset, HoverOptions(style="none" if words else "auto"))
    if answer is None:
        return "nothing"
    return f"«{document.slice(answer.span)}»\n\n{plain(answer.blocks)}"


def ask_hover_with_all(case: Case) -> str:
    """The hover as Markdown where a client shows all that there is; pictures without their data."""
    document, offset = opened(case)
    answer = hover(document, offset, ALL_OPTIONS)
    if answer is None:
        return "nothing"
    return f"«{document.slice(answer.span)}»\n\n" + re.sub(
        r"data:[^)\"]*", "data", markdown(answer.blocks)
    )


ALL_OPTIONS = HoverOptions(
    pictures=True,
    evaluation=lambda _: "level",
    page=lambda code: f"https://wazir.test/{code}",
    site="https://wazir.test",
    figures=True,
)


def everywhere(document: Document) -> Iterable[int]:
    """The offsets of the words, characters and tokens of a text."""
    words = (word.start() for word in re.finditer(r"\w+|[^\w\s]", document.text))
    return sorted({*words, *(colour.start for colour in structure.tokens(document))})


def ask_hovers(case: Case) -> str:
    """The different hovers in a text, each in one line, without drawings."""
    document, _ = opened(case)
    hovers = (
        hover(document, offset, HoverOptions(style="none")) for offset in everywhere(document)
    )
    each = (
        f"«{document.slice(hovered.span)}»\n{plain(hovered.blocks)}"
        for hovered in hovers
        if hovered
    )
    return "\n".join(dict.fromkeys(re.sub(r"\n+", " ⏎ ", text) for text in each))


def ask_completions(case: Case) -> str:
    """The different lists of what is offered in a text, each behind the line up to the first place
    that has it.
    """
    document, _ = opened(case)
    offers = dict[str, str]()
    ends = (word.end() for word in re.finditer(r"\w+", document.text))
    for offset in sorted({*everywhere(document), *ends, document.length}):
        labels = " ".join(
            item.label for item in completion.complete(document, offset, snippets=True)
        )
        offers.setdefault(labels, document.text[:offset].rpartition("\n")[2])
    return "\n".join(f"{before}│ {labels}" for labels, before in offers.items() if labels)


def ask_rewrites(case: Case) -> str:
    """The different fixes and rewrites in a text, each with the lines that are new."""
    document, _ = opened(case)
    lines, titles = document.text.splitlines(), dict[str, None]()
    for offset in everywhere(document):
        for action in actions.fixes(document, Span(offset, offset)):
            new = (
                line for line in edited(document, action.edits).splitlines() if line not in lines
            )
            titles[" ⏎ ".join([f"{action.title}:", *new])] = None
    return "\n".join(titles)


def ask_pictures(case: Case) -> str:
    """The elements of the picture of each definition that no picture before it has."""
    document, _ = opened(case)
    tags = dict[str, None]()
    for _, definition in every(document):
        subject = subject_of(definition)
        assert subject
        tags |= dict.fromkeys(
            subject.picture(definition.name or "", Theme.LIGHT).replace("><", ">\n<").split("\n")
        )
    return "\n".join(tags)


def ask_analysis(case: Case) -> str:
    """What is told of the actions of a record, given `score/depth/best line` of each position."""
    document, _ = opened(case)
    ((placed, record),) = every(document)
    game = game_of(record)
    assert game
    known = list(analysis.verdicts(game, [reported(word) for word in case.argument.split()]))
    hints = analysis.marks(document, Span(0, document.length), lambda _: known)
    plays = [play.moved(placed.start) for play in record.plays]
    data = list(map(analysis.as_json, known))
    assert list(map(analysis.as_json, map(analysis.from_json, data))) == data
    drawn = analysis.curve(known, title="", description="", theme=Theme.LIGHT).replace("><", ">\n<")
    return "\n".join(
        [
            *map(json.dumps, data),
            *(verdict.sentence for verdict in known),
            *analysis.summary(known),
            *(
                f"{lines(document, (Span(hint.offset, hint.offset),))} {hint.label} {hint.tooltip}"
                for hint in hints
            ),
            edited(document, tuple(analysis.comments(document.text, plays, known, ";"))),
            *dict.fromkeys(drawn.split("\n")),
        ]
    )


def reported(word: str) -> dict[str, Any]:
    """The report of a search, as `20/4/X@a7,X@g5`; `#2` is a forced win."""
    score, depth, line = word.split("/")
    kind = {"mate": int(score[1:])} if score.startswith("#") else {"cp": int(score)}
    return {"depth": int(depth), "lines": [{"score": kind, "pv": line.split(",")}]}


def ask_completion(case: Case) -> str:
    """What is offered; `labels` alone, the `preselected` one, or just those that are named, with a
    line about each.
    """
    document, offset = opened(case)
    items = completion.complete(document, offset, snippets="snippets" in case.argument)
    if case.argument.startswith("labels"):
        return " ".join(item.label for item in items)
    if case.argument == "preselected":
        return next(
            (f"{item.filter}: {item.insert}" for item in items if item.preselect), "nothing"
        )
    wanted = case.argument.split()
    return "\n".join(
        f"{choice.label}: {choice.item.detail}"
        for choice in items
        if not wanted or choice.label in wanted
    )


def ask_resolve(case: Case) -> str:
    document, offset = opened(case)
    item = next(
        candidate
        for candidate in completion.complete(document, offset, True)
        if candidate.label == case.argument
    )
    return plain(completion.resolve(document, item))


def ask_format(case: Case) -> str:
    document, offset = opened(case)
    return edited(
        document, formatting.format(document, Span(offset, offset) if CURSOR in case.text else None)
    )


def ask_format_on_type(case: Case) -> str:
    document, offset = opened(case)
    return edited(document, formatting.format_on_type(document, offset, case.argument or "\n"))


def ask_highlights(case: Case) -> str:
    document, offset = opened(case)
    return marked(
        document, tuple(highlight.span for highlight in names.highlights(document, offset))
    )


def ask_definition(case: Case) -> str:
    document, offset = opened(case)
    target = names.definition(document, offset)
    if target is None:
        return "nothing"
    return marked(document, (target.span,)) if target.span else f"{target.name} in the library"


def ask_references(case: Case) -> str:
    """All places; with `used` those of the definition are left out."""
    document, offset = opened(case)
    return marked(document, names.references(document, offset, case.argument != "used"))


def ask_built_from(case: Case) -> str:
    document, _ = opened(case)
    return "\n".join(
        (
            f"{call.key}{' of the library' if not document.scope.defines(call.key) else ''}: "
            f"{lines(document, call.places)}"
        )
        for call in structure.callees(document, case.argument)
    )


def ask_used_in(case: Case) -> str:
    document, _ = opened(case)
    return "\n".join(
        f"{user.symbol.name} ({user.symbol.detail}): {lines(document, user.places)}"
        for user in structure.callers(document, case.argument)
    )


def lines(document: Document, spans: tuple[Span, ...]) -> str:
    """Where some places are, by line and column from 1."""
    places = (document.position(span.start) for span in spans)
    return ", ".join(f"{place.line + 1}:{place.column + 1}" for place in places)


def ask_signature(case: Case) -> str:
    document, offset = opened(case)
    signature = completion.signature(document, offset)
    return f"{signature.label}: {signature.active}" if signature else "nothing"


def ask_signatures(case: Case) -> str:
    """The different signatures in a text, each behind the line up to the first place that has
    it.
    """
    document, _ = opened(case)
    shown = dict[str, str]()
    for offset in sorted({*everywhere(document), document.length}):
        if signature := completion.signature(document, offset):
            before = document.text[:offset].rpartition("\n")[2]
            shown.setdefault(
                f"{signature.label}: {signature.active} ⏎ {signature.documentation}", before
            )
    return "\n".join(f"{before}│ {told}" for told, before in shown.items())


def ask_links(case: Case) -> str:
    document, _ = opened(case)
    return marked(document, tuple(link.span for link in names.links(document)))


def ask_convert(case: Case) -> str:
    """The whole document in another dialect; at the cursor, if there is one."""
    document, offset = opened(case)
    span = Span(offset, offset) if CURSOR in case.text else None
    try:
        return edited(document, written.convert(document, case.argument, span))
    except CannotConvert as refusal:
        return str(refusal)


def ask_conversions(case: Case) -> str:
    """The document in each dialect and notation that it can be converted to, and what is left out
    of it.

    With a cursor, only the definition there; an argument is a profile.
    """
    document, offset = opened(case, case.argument or None)
    span = Span(offset, offset) if CURSOR in case.text else None
    parts = list[str]()
    for name, target in conversion.targets(document).items():
        try:
            translation = conversion.converted(document, target, span)
        except CannotConvert as refusal:
            parts += [f"--- {name}", str(refusal)]
        else:
            told = (
                (omission, f"{omission.name or omission.line + 1}: {omission.reason}")
                for omission in translation.left
            )
            left = [line for omission, line in told if omission.reason not in translation.text]
            parts += [f"--- {name}", translation.text.strip("\n"), *left]
    return "\n".join(parts)


def ask_new_files(case: Case) -> str:
    """What the document is written as in a new file; what is usual of another notation is
    marked.
    """
    document, _ = opened(case)
    usual = conversion.usual(document)
    return "\n".join(
        f"{name} ({target.language}): {target.title}{', usual' * (name in usual)}"
        for name, target in conversion.new_files(document).items()
    )


def ask_rename(case: Case) -> str:
    document, offset = opened(case)
    try:
        return edited(document, names.rename(document, offset, case.argument))
    except names.CannotRename as cannot:
        return str(cannot)


def ask_folds(case: Case) -> str:
    document, _ = opened(case)
    return "\n".join(
        f"{fold.start_line + 1} to {fold.end_line + 1} {fold.kind.name.lower()}"
        for fold in structure.folds(document)
    )


def ask_selection(case: Case) -> str:
    document, offset = opened(case)
    return "\n".join(
        document.slice(span).replace("\n", "⏎") for span in structure.selection(document, offset)
    )


def ask_colours(case: Case) -> str:
    document, _ = opened(case)
    return "\n".join(
        f"{document.text[colour.start : colour.start + colour.length]} {colour.type.name.lower()}"
        for colour in structure.tokens(document)
    )


def ask_actions(case: Case) -> str:
    document, offset = opened(case)
    cursor = Span(offset, offset)
    return offered(
        document, (*actions.fixes(document, cursor), *actions.in_dialects(document, cursor))
    )


def ask_ignoring(case: Case) -> str:
    document, offset = opened(case)
    return offered(document, ignoring(document, Span(offset, offset)))


def offered(document: Document, listed: Iterable[actions.Action]) -> str:
    return "\n".join(
        f"{action.kind}{' (preferred)' if action.preferred else ''}: {action.title}\n    "
        + edited(document, action.edits).rstrip("\n").replace("\n", "\n    ")
        for action in listed
    )


def ask_fix_all(case: Case) -> str:
    document, _ = opened(case)
    return edited(document, actions.fix_all(document))


def ask_inlay(case: Case) -> str:
    document, _ = opened(case)
    kinds = [HintKind(kind) for kind in case.argument.split()] or list(HintKind)
    hints = structure.inlay(document, Span(0, document.length), kinds)
    return edited(
        document, tuple(Edit(Span(hint.offset, hint.offset), f"⟨{hint.label}⟩") for hint in hints)
    )


def ask_symbols(case: Case) -> str:
    document, _ = opened(case)
    return "\n".join(
        f"{symbol.name} | {symbol.detail} | {document.slice(symbol.selection)} in "
        + document.slice(symbol.span).replace("\n", "⏎")
        for symbol in structure.symbols(document)
    )


def ask_matching(case: Case) -> str:
    document, _ = opened(case)
    return "\n".join(symbol.name for _, symbol in structure.matching([document], case.argument))


QUESTIONS: dict[str, Question] = {
    "hover": ask_hover,
    "hovers": ask_hovers,
    "hover-with-all": ask_hover_with_all,
    "completions": ask_completions,
    "rewrites": ask_rewrites,
    "pictures": ask_pictures,
    "analysis": ask_analysis,
    "completion": ask_completion,
    "resolve": ask_resolve,
    "format": ask_format,
    "format-on-type": ask_format_on_type,
    "highlights": ask_highlights,
    "rename": ask_rename,
    "definition": ask_definition,
    "references": ask_references,
    "built-from": ask_built_from,
    "used-in": ask_used_in,
    "signature": ask_signature,
    "signatures": ask_signatures,
    "links": ask_links,
    "convert": ask_convert,
    "conversions": ask_conversions,
    "new-files": ask_new_files,
    "folds": ask_folds,
    "selection": ask_selection,
    "colours": ask_colours,
    "actions": ask_actions,
    "ignoring": ask_ignoring,
    "fix-all": ask_fix_all,
    "inlay": ask_inlay,
    "symbols": ask_symbols,
    "matching": ask_matching,
}

CASES = [case for path in FILES for case in cases(path)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    """The answer of the program is the one in the file."""
    assert ask(case, QUESTIONS) == case.answer


def test_every_question_is_asked() -> None:
    """No question is left without a case."""
    assert {case.question for case in CASES} == set(QUESTIONS)


if __name__ == "__main__":
    for path in FILES:
        rewrite(path, QUESTIONS)
