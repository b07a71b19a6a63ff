"""A page that steps through games in a browser; it needs no other file and no network.

The page holds each element of a picture once, and for each step the elements that appear and disappear. Without scripts
it shows the start and the end of each game, and its moves in words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from wazir.ben39.actions import Action, Game, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.position import State, turn
from wazir.ben39.words import describe, standing
from wazir.ben39.words import title as name_of
from wazir.features.game.picture import Item, ground, items, layers, panel
from wazir.features.game.position import sentence
from wazir.features.game.shapes import HEIGHT, WIDTH, definitions
from wazir.features.page_head import STYLE, head
from wazir.piece.drawing.shapes import VARIABLES
from wazir.piece.drawing.svg import FONT, escaped

MOST_GAMES, MOST_ACTIONS = 300, 10_000
"""Of a page. Further games are only counted, and of further actions the page says how many are left out."""
_LONGEST_NAME = 120


@dataclass
class _Atlas:
    """The elements of all pictures of a page, each with its number."""

    numbers: dict[Item, int] = field(default_factory=dict)

    def of(self, shown: Iterable[Item]) -> frozenset[int]:
        """The numbers of the elements of a picture."""
        return frozenset(self.numbers.setdefault(item, len(self.numbers)) for item in shown)


def page(games: Iterable[tuple[str, Game]], title: str = "Games") -> str:
    """The page of some games, each with its name, as HTML."""
    return "".join(parts(games, title))


def parts(games: Iterable[tuple[str, Game]], title: str = "Games") -> Iterator[str]:
    """The parts of that page, for who has other things to do meanwhile; an empty one for each step of the work."""
    given = list(games)
    kept, left = [], MOST_ACTIONS
    for name, game in given[:MOST_GAMES]:
        kept.append((name, Game(game.start, game.actions[:left]), len(game.actions)))
        left -= min(left, len(game.actions))
    atlas = _Atlas()
    yield head(title, _STYLE, script=_SCRIPT)
    yield f"<header><h1>{_safe(title)}</h1>{_count(given)}</header>"
    yield (
        f'<svg class="shapes" aria-hidden="true"><defs>{definitions(VARIABLES)}'
        f'<g id="ground">{panel(VARIABLES)}{ground(VARIABLES)}</g></defs></svg>'
    )
    yield _contents(kept) if len(kept) > 1 else ""
    yield "<main>"
    for number, one in enumerate(kept):
        yield from _section(number, *one)
    yield "</main>\n"
    steps: list[list[list[int]]] = []
    for _, game, _ in kept:
        steps.append([])
        for step in _steps(game, atlas):
            steps[-1].append(step)
            yield ""
    shown = [[item.layer, item.svg.format_map(VARIABLES)] for item in atlas.numbers]
    data = {"items": shown, "games": steps}
    yield f'<script type="application/json" id="data">{_json(data)}</script>\n<script>{_SCRIPT}</script>\n'
    yield "</body>\n</html>\n"


_BUTTONS = (("First Position", "«"), ("Previous Move", "‹"), ("Next Move", "›"), ("Last Position", "»"))


def _json(data: object) -> str:
    """Data inside of a script element, which no text in it can end."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _steps(game: Game, atlas: _Atlas) -> Iterator[list[int]]:
    """The elements of the picture at the start, and those that come or go with each action."""
    shown: frozenset[int] = frozenset()
    for state, action in zip(game.states, (None, *game.actions), strict=True):
        then = atlas.of(items(state, action))
        yield sorted(shown ^ then)
        shown = then


def _count(given: list[tuple[str, Game]]) -> str:
    actions = sum(len(game.actions) for _, game in given)
    games = f"{len(given):,} game{'s' * (len(given) != 1)} with {actions:,} move{'s' * (actions != 1)}."
    hidden = len(given) - MOST_GAMES
    more = f" {hidden:,} games are left out to keep this page small." if hidden > 0 else ""
    keys = "Click a move to see the position after it. Keys: ← → Home End." if actions else ""
    return f'<p>{games}{more}</p><p class="soft">{keys}</p>'


def _contents(kept: list[tuple[str, Game, int]]) -> str:
    listed = "".join(
        f'<li><a href="#game{number}">{_safe(name)}</a> <span class="soft">{length}</span></li>'
        for number, (name, _, length) in enumerate(kept)
    )
    return f'<nav aria-label="Contents"><ul>{listed}</ul></nav>'


def _section(number: int, name: str, game: Game, length: int) -> Iterator[str]:
    """A game: its first and its last picture, buttons that wait for the script, and its actions."""
    yield (
        f'\n<section class="game" id="game{number}" aria-labelledby="title{number}"><h2 id="title{number}">'
        f'{_safe(name)}</h2>\n<div class="table"><div>'
    )
    yield _figure(game.start, None, "now", f"At the start: {sentence(game.start)}")
    if game.actions:
        last = f"After {spell(game.actions[-1])}: {sentence(game.state)}"
        yield _buttons() + _figure(game.state, game.actions[-1], "end", last)
    yield "</div><div>"
    if game.actions:
        yield '<ol class="actions" tabindex="-1">\n'
        yield from _lines(game)
        yield "</ol>"
    cut = length - len(game.actions)
    yield f'<p class="soft">{cut:,} more moves are left out to keep this page small.</p>' if cut else ""
    yield "</div></div></section>"


def _figure(state: State, played: Action | None, kind: str, caption: str) -> str:
    said = escaped(caption, 400)
    live = ' aria-live="polite"' if kind == "now" else ""
    board = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{said}" font-family="{FONT}">'
    drawn = layers(list(items(state, played)), VARIABLES)
    below = f"<figcaption{live}>{said}</figcaption>"
    return f'<figure class="{kind}">{board}<use href="#ground"/>{drawn}</svg>{below}</figure>'


def _buttons() -> str:
    buttons = "".join(
        f'<button type="button" aria-label="{label}" title="{label}">{sign}</button>' for label, sign in _BUTTONS
    )
    return (
        f'<div class="buttons" role="group" aria-label="Steps" hidden>{buttons}<span aria-hidden="true"></span></div>'
    )


def _lines(game: Game) -> Iterator[str]:
    """The actions, each as it is written and in words."""
    for number, action in enumerate(game.actions):
        state, told = game.states[number], describe(game.states[number], action)
        words = f"{name_of(turn(state))}: {told[:1].lower()}{told[1:]} {standing(facts(game.states[number + 1]))}"
        yield f"<li><code>{escaped(spell(action), 80)}</code> <span>{escaped(words, 400)}</span></li>\n"


def _safe(text: str) -> str:
    return escaped(text, _LONGEST_NAME)


# How the page looks and moves

_STYLE = (
    STYLE
    + """
.shapes { position: absolute; width: 0; height: 0; }
.game { margin: 0 0 3rem; }
.table { display: grid; grid-template-columns: minmax(0, 44rem) minmax(15rem, 1fr); gap: 1rem 1.5rem; }
@media (max-width: 60rem) { .table { grid-template-columns: minmax(0, 1fr); } }
figure { margin: 0 0 1rem; }
figure svg { display: block; width: 100%; height: auto; border: 1px solid var(--edge); border-radius: .6rem; }
figcaption { margin: .6rem 0; min-height: 2.9em; overflow-wrap: anywhere; }
.buttons { display: flex; gap: .4rem; align-items: center; margin: 0 0 .8rem; }
.buttons[hidden] { display: none; }
.buttons button { min-width: 3rem; min-height: 2.4rem; font-size: 1.1rem; }
.buttons span { margin-left: .6rem; font-variant-numeric: tabular-nums; }
button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--edge); border-radius: .4rem; }
button:disabled { opacity: .45; }
button:focus-visible { outline: 3px solid var(--quiet); outline-offset: 1px; }
.actions { margin: 0; padding: 0 .3rem 0 3.2rem; }
.moving .actions { max-height: 36rem; overflow: auto; position: relative; }
.actions li { margin: .15rem 0; padding: .1rem .3rem; border-left: 4px solid transparent; }
.actions li[aria-current] { border-color: var(--quiet); background: var(--panel); }
.actions code, .actions button { font: 600 .95rem ui-monospace, monospace; }
.actions button { padding: 0 .4rem; text-align: left; }
.actions span { color: var(--soft); font-size: .9rem; }
@media print {
  .buttons, header .soft { display: none; }
  .moving .actions { max-height: none; overflow: visible; }
  .actions { columns: 2; }
  figure[hidden] { display: block; }
  figure, li { break-inside: avoid; }
  .actions button { border: 0; padding: 0; background: none; }
}
"""
)

_SCRIPT = """
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  let current = null;

  function begin(section, steps) {
    const board = section.querySelector("svg");
    const layers = [...board.querySelectorAll("[data-layer]")];
    const caption = section.querySelector("figcaption");
    const counter = section.querySelector(".buttons span");
    const lines = [...section.querySelectorAll(".actions li")];
    const buttons = [...section.querySelectorAll(".buttons button")];
    const captions = [caption.textContent, ...lines.map((line) => line.textContent)];
    const last = steps.length - 1;
    const shown = new Set(steps[0]);
    let at = 0;

    function toggle(items) {
      for (const item of items) if (!shown.delete(item)) shown.add(item);
    }

    function draw() {
      const parts = layers.map(() => "");
      for (const item of [...shown].sort((a, b) => a - b)) parts[data.items[item][0]] += data.items[item][1];
      layers.forEach((layer, number) => { layer.innerHTML = parts[number]; });
    }

    function go(to, chosen) {
      to = Math.max(0, Math.min(last, to));
      while (at < to) toggle(steps[++at]);
      while (at > to) toggle(steps[at--]);
      draw();
      caption.textContent = at ? at + " of " + last + ": " + captions[at] : captions[0];
      board.setAttribute("aria-label", caption.textContent);
      counter.textContent = at + " / " + last;
      lines.forEach((line, number) => {
        if (number === at - 1) line.setAttribute("aria-current", "step");
        else line.removeAttribute("aria-current");
      });
      const ends = [at === 0, at === 0, at === last, at === last];
      const focused = document.activeElement;
      buttons.forEach((button, number) => { button.disabled = ends[number]; });
      if (focused && focused.disabled) buttons[at === 0 ? 2 : 1].focus();
      if (!chosen) reveal(lines[at - 1]);
    }

    function reveal(line) {
      const list = section.querySelector(".actions");
      const top = line ? line.offsetTop : 0, below = line ? top + line.offsetHeight - list.clientHeight : 0;
      list.scrollTop = Math.max(below, Math.min(top, list.scrollTop));
    }

    const game = {
      section,
      keys: {
        ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(last),
      },
      go,
    };
    lines.forEach((line, number) => {
      const code = line.querySelector("code"), button = document.createElement("button");
      button.type = "button";
      button.textContent = code.textContent;
      button.addEventListener("click", () => { current = game; go(number + 1, true); });
      code.replaceWith(button);
    });
    [() => go(0), () => go(at - 1), () => go(at + 1), () => go(last)].forEach((step, number) => {
      buttons[number].addEventListener("click", () => { current = game; step(); });
    });
    section.querySelector(".buttons").hidden = false;
    section.querySelector(".end").hidden = true;
    section.classList.add("moving");
    go(0);
    return game;
  }

  const games = [];
  data.games.forEach((steps, number) => {
    if (steps.length > 1) games.push(begin(document.getElementById("game" + number), steps));
  });
  current = games[0];

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const focused = document.activeElement;
    const inside = games.find((game) => game.section.contains(focused));
    const idle = !focused || focused === document.body || focused === document.documentElement;
    const game = inside || (idle ? current : null);
    if (!game || !(event.key in game.keys)) return;
    event.preventDefault();
    current = game;
    game.keys[event.key]();
  });

  function address() {
    const found = /^#game(\\d+)-(\\d+)$/.exec(location.hash);
    const game = found && games.find((one) => one.section.id === "game" + found[1]);
    if (!game) return;
    current = game;
    game.go(Number(found[2]));
    game.section.scrollIntoView();
  }
  window.addEventListener("hashchange", address);
  address();
})();
"""
"""The script toggles elements of the picture. There is no animation, so that there is no motion to reduce.

An address that ends in `#game0-12` opens the first game after its twelfth move.
"""
