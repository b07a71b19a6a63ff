"""The report on a variant, or on two side by side, as one self-contained page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from wazir.features.game.playtest import plots, words
from wazir.features.game.playtest.comparison import Comparison
from wazir.features.game.playtest.endings import ENDINGS
from wazir.features.game.playtest.intervals import MIN_GAMES, share
from wazir.features.game.playtest.positions import GamePosition
from wazir.features.game.playtest.report import Report
from wazir.features.game.stepping import STEPS_SCRIPT, STEPS_STYLE, template
from wazir.features.sheet import STYLE, head, themed_images
from wazir.piece.drawing.svg import allowed, data_uri

_STYLE = STYLE + (files(__package__) / "page.css").read_text("utf-8") + STEPS_STYLE
_SCRIPT = f"{STEPS_SCRIPT}openGames(document);\n"
_NARROW = 2
"""The number of columns of a table that fits in any page."""
MARK = (
    "The interval of the difference excludes zero after Holm's correction over all figures; "
    f"figures of fewer than {MIN_GAMES} games have no mark."
)


def page(report: Report) -> str:
    """The page of a report."""
    title = f"Playtest of {report.name}"
    parts = [*_parts(report, level=2), *_limits_and_sources(level=2)]
    return _page(title, [f"<h1>{_text(title)}</h1>", *parts])


def comparison_page(comparison: Comparison, rules: Mapping[str, Any]) -> str:
    """The page of two variants side by side, with the rules in which they differ.

    Args:
        comparison: The comparison.
        rules: The pieces and rules that differ, as `compared_as_json` returns them.
    """
    a, b = comparison.a.name, comparison.b.name
    title = f"Playtest of {a} and {b}"
    both = "".join(
        f"<section>{_heading(report.name, 2)}{''.join(_parts(report, 3, prefix))}</section>"
        for prefix, report in (("a", comparison.a), ("b", comparison.b))
    )
    return _page(
        title,
        [
            f"<h1>{_text(title)}</h1>",
            "<h2>What differs in the rules</h2>",
            _rules(rules, a, b),
            "<h2>What differs in the games</h2>",
            _differences(comparison),
            f'<div class="both">{both}</div>',
            *_limits_and_sources(level=2),
        ],
    )


def _page(title: str, parts: Iterable[str]) -> str:
    return (
        f"{head(title, _STYLE, script=_SCRIPT, pictures=True)}<main>\n{''.join(parts)}</main>\n"
        f'<script type="module">{_SCRIPT}</script>\n</body>\n</html>\n'
    )


def _parts(report: Report, level: int, prefix: str = "a") -> Iterator[str]:
    """The parts of a report, with headings of a level. *prefix* begins identifiers."""

    def heading(text: str) -> str:
        return _heading(text, level)

    yield f'<p class="soft">{_text(words.title(report))}</p>'
    yield heading("Who wins")
    results = report.results
    names = {"white": "White", "draws": "draws", "black": "Black", "cut": "cut off"}
    found = [(name, results.shares[key]) for key, name in names.items()]
    yield plots.bars([(name, each) for name, each in found if each], "Results")
    yield f"<p>White's share: {_text(words.percent(results.white_share))}</p>"
    if report.first_player:
        first = report.terms.players[0]
        yield f"<p>Share of {_text(first)}: {_text(words.percent(report.first_player))}</p>"
    yield _list(words.verdicts(report))
    yield heading("How games end")
    ends = [(name, share(count, len(report.games))) for name, count in report.endings.items()]
    yield plots.bars([(ENDINGS[name], each) for name, each in ends if each], "How games end")
    yield heading("Length and choice")
    yield _table(("", ""), _figures(report))
    yield "<p>Legal moves by ply: the mean and the middle half of the games.</p>"
    yield plots.choice_by_ply(report.choice.by_ply, "Legal moves by ply")
    yield heading("Pieces")
    yield _table(words.PIECE_HEADS, words.piece_rows(report))
    yield from _values(report)
    for board in report.subject.boards:
        yield heading(board.title)
        what = f"Entries of each {board.title.lower()[:-1]}"
        yield f"<p>{what}: a stronger colour is more.</p>"
        yield plots.heat_map(report.squares.entries, board, what)
    yield from _section("What never happened", words.never(report), level)
    yield heading("Games worth seeing")
    for reason, game in report.notable:
        identifier = f"{prefix}{game.index}"
        yield f'<details class="game-of-report" data-game="{identifier}"><summary>'
        yield f"Game {game.index + 1}<span>: {_text(reason)}</span>, {game.plies} plies</summary>"
        yield _pictures(report.subject.positions(game))
        if stepped := report.subject.steps(game):
            yield template(stepped, f"{identifier}-")
        record = _text(report.subject.record(game, reason))
        yield f'<pre tabindex="0">{record}</pre></details>'


def _pictures(positions: Iterable[GamePosition]) -> str:
    """Pictures of positions with their captions."""
    figures = "".join(
        f"<figure>{themed_images(position.picture, position.caption, data_uri)}"
        f"<figcaption>{_text(position.caption)}</figcaption></figure>"
        for position in positions
    )
    return f'<div class="positions">{figures}</div>'


def _figures(report: Report) -> Iterator[Sequence[str]]:
    yield ("plies of finished games", words.spread(report.length))
    choice = report.choice
    yield ("legal moves a ply", words.number(choice.legal))
    yield ("plies with one legal move", words.percent(choice.forced))
    for name in ("captures", "checks", "promotions", "drops"):
        yield (f"{name} a game", words.number(getattr(choice, name)))
    if report.drama:
        yield ("lead changes a game", words.number(report.drama.lead_changes))
        yield ("decided after this part of the game", words.percent(report.drama.decided))
        yield ("decisive games with a comeback", words.percent(report.drama.comebacks))
    if report.chess:
        chess = report.chess
        yield ("in chess: plies, median", f"{chess.plies:g}")
        yield ("in chess: legal moves a ply", f"{chess.legal:.2f}")


def _values(report: Report) -> Iterator[str]:
    if report.values is None:
        return
    unit = report.values.unit_name
    if report.values.values:
        yield _table(
            ("piece", f"value by results, in {unit}s", "by its moves"), words.value_rows(report)
        )
    for sentence in words.unknown_values(report):
        yield f"<p>{_text(sentence)}</p>"


def _differences(comparison: Comparison) -> str:
    heads = ("", comparison.a.name, comparison.b.name, "difference", "")
    rows = list(words.difference_rows(comparison))
    return f"{_table(heads, rows)}<p>* {_text(MARK)}</p>"


def _rules(rules: Mapping[str, Any], a: str, b: str) -> str:
    rows = [
        (str(row["key"]), _value_of(row, "a"), _value_of(row, "b"))
        for row in (*rules["pieces"], *rules["rules"])
    ]
    return _table(("", a, b), rows) if rows else "<p>They have the same pieces and rules.</p>"


def _value_of(row: Mapping[str, Any], side: str) -> str:
    """What a side has of a piece or a rule, with the name of the piece."""
    name = row["names"][side] if "names" in row else None
    value = _value(row[side])
    return f"{value} ({name.lower()})" if name else value


def _value(value: object) -> str:
    match value:
        case None:
            return "-"
        case list():
            return " ".join(map(str, value)) or "-"
        case dict():
            return " ".join(f"{letter}:{other}" for letter, other in value.items()) or "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _limits_and_sources(level: int) -> Iterator[str]:
    """What the figures cannot say, and where the measures come from."""
    yield from _section("What this does not say", words.LIMITS, level)
    yield from _section("Sources of the measures", words.SOURCES, level)


def _section(title: str, sentences: Iterable[str], level: int) -> Iterator[str]:
    texts = list(sentences)
    if texts:
        yield _heading(title, level) + _list(texts)


def _heading(text: str, level: int) -> str:
    return f"<h{level}>{_text(text)}</h{level}>"


def _list(texts: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{_text(text)}</li>' for text in texts)}</ul>\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    named = "".join(f"<th>{_text(text)}</th>" if text else "<td></td>" for text in heads)
    top = f"<tr>{named}</tr>\n" if any(heads) else ""
    body = "".join(
        f"<tr>{''.join(f'<td>{_text(text)}</td>' for text in row)}</tr>\n" for row in rows
    )
    # the keyboard can scroll a wide table on a narrow page
    focus = ' tabindex="0"' if len(heads) > _NARROW else ""
    return f"<table{focus}>\n{top}{body}</table>\n"


def _text(text: str) -> str:
    """A text as HTML."""
    return escape(allowed(text))
