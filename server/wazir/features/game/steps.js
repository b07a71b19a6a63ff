/** Steps through games on their boards, by buttons, keys, and clicks on moves. */
const games = [];
let current = null;

/**
 * Makes a section with a game step through its positions.
 *
 * `items` are elements of the picture, each with its layer. `steps` are the numbers of those at the
 * start, and of those that appear or disappear with each move.
 */
export function begin(section, items, steps) {
  const board = section.querySelector("svg");
  const layers = [...board.querySelectorAll("[data-layer]")];
  const caption = section.querySelector("figcaption");
  const counter = section.querySelector(".buttons span");
  const lines = [...section.querySelectorAll(".actions li")];
  const buttons = [...section.querySelectorAll(".buttons button")];
  const captions = [
    caption.textContent,
    ...lines.map((line) => line.textContent),
  ];
  const last = steps.length - 1;
  const shown = new Set(steps[0]);
  let at = 0;

  function toggle(items) {
    for (const item of items) if (!shown.delete(item)) shown.add(item);
  }

  function draw() {
    const parts = layers.map(() => "");
    for (const item of [...shown].sort((a, b) => a - b))
      parts[items[item][0]] += items[item][1];
    layers.forEach((layer, number) => {
      layer.innerHTML = parts[number];
    });
  }

  function go(to, chosen) {
    to = Math.max(0, Math.min(last, to));
    while (at < to) toggle(steps[++at]);
    while (at > to) toggle(steps[at--]);
    draw();
    caption.textContent = at
      ? at + " of " + last + ": " + captions[at]
      : captions[0];
    board.setAttribute("aria-label", caption.textContent);
    counter.textContent = at + " / " + last;
    lines.forEach((line, number) => {
      if (number === at - 1) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    const ends = [at === 0, at === 0, at === last, at === last];
    const focused = document.activeElement;
    buttons.forEach((button, number) => {
      button.disabled = ends[number];
    });
    if (focused && focused.disabled) buttons[at === 0 ? 2 : 1].focus();
    if (!chosen) reveal(lines[at - 1]);
  }

  function reveal(line) {
    const list = section.querySelector(".actions");
    const top = line ? line.offsetTop : 0,
      below = line ? top + line.offsetHeight - list.clientHeight : 0;
    list.scrollTop = Math.max(below, Math.min(top, list.scrollTop));
  }

  const game = {
    section,
    keys: {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(last),
    },
    go,
  };
  lines.forEach((line, number) => {
    const code = line.querySelector("code"),
      button = document.createElement("button");
    button.type = "button";
    button.textContent = code.textContent;
    button.addEventListener("click", () => {
      current = game;
      go(number + 1, true);
    });
    code.replaceWith(button);
  });
  [() => go(0), () => go(at - 1), () => go(at + 1), () => go(last)].forEach(
    (step, number) => {
      buttons[number].addEventListener("click", () => {
        current = game;
        step();
      });
    },
  );
  section.querySelector(".buttons").hidden = false;
  const end = section.querySelector(".end");
  if (end) end.hidden = true;
  section.classList.add("moving");
  go(0);
  games.push(game);
  return game;
}

/** Shows each game of a report on its board when it is opened. */
export function openGames(root) {
  for (const details of root.querySelectorAll("details.game-of-report")) {
    const open = () => {
      const template = details.querySelector("template");
      if (!details.open || !template) return;
      const data = JSON.parse(
        template.content.querySelector("script").textContent,
      );
      const section = document.importNode(
        template.content.querySelector("section"),
        true,
      );
      details.querySelector(".positions").hidden = true;
      template.replaceWith(section);
      current = begin(section, data.items, data.steps);
    };
    details.addEventListener("toggle", open);
    open();
  }
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const focused = document.activeElement;
  const inside = games.find((game) => game.section.contains(focused));
  const idle =
    !focused ||
    focused === document.body ||
    focused === document.documentElement;
  const game = inside || (idle && isShown(current) ? current : null);
  if (!game || !(event.key in game.keys)) return;
  event.preventDefault();
  current = game;
  game.keys[event.key]();
});

function isShown(game) {
  return game && (game.section.checkVisibility?.() ?? true);
}
