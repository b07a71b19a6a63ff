/** The script of the page that finds pieces by squares: a board of buttons, and the results. */
import type { FoundText, FromLookup, ToLookup } from "../src/views/lookup";
import type { LookupTexts } from "../src/views/texts";
import { button, el } from "./board/dom";

declare function acquireVsCodeApi(): { postMessage(message: FromLookup): void };

const editor = acquireVsCodeApi();
const main = document.getElementById("view") ?? document.body;
const texts = JSON.parse(main.dataset.texts ?? "{}") as LookupTexts;

type Kind = keyof LookupTexts["kinds"];
const NEXT: Readonly<Record<Kind | "", Kind | "">> = { "": "both", both: "quiet", quiet: "capture", capture: "" };
const SIGNS: Readonly<Record<Kind | "", string>> = { "": "", both: "●", quiet: "○", capture: "×" };
const SIDE = 9;
const MIDDLE = "e5";

const ticked = new Map<string, Kind>();
let asked = 0;

const squares = new Map<string, HTMLButtonElement>();
const board = el("div", { class: "board", role: "group" });
for (let rank = SIDE; rank >= 1; rank--) {
  for (let file = 0; file < SIDE; file++) {
    const name = `${String.fromCharCode(97 + file)}${rank}`;
    const shade = (file + rank) % 2 ? "other" : "square";
    const square = button(name === MIDDLE ? "◆" : "", () => { tick(name); }, { class: shade, "aria-label": name, disabled: name === MIDDLE });
    squares.set(name, square);
    board.append(square);
  }
}
const found = el("ul", { class: "found" });
const none = el("p", { class: "soft", role: "status", hidden: true }, [texts.none]);
const goesOn = el("input", { type: "checkbox", id: "goes-on" });
goesOn.addEventListener("change", find);
const choice = el("label", { for: "goes-on", class: "choice" }, [goesOn, texts.goOn]);
main.append(el("p", { class: "soft" }, [texts.how]), board, choice, button(texts.clear, clear), none, found);

function tick(name: string): void {
  const next = NEXT[ticked.get(name) ?? ""];
  if (next) ticked.set(name, next);
  else ticked.delete(name);
  draw(name);
  find();
}

function clear(): void {
  const names = [...ticked.keys()];
  ticked.clear();
  names.forEach(draw);
  find();
}

function draw(name: string): void {
  const square = squares.get(name);
  if (!square) return;
  const kind = ticked.get(name);
  square.textContent = SIGNS[kind ?? ""];
  square.setAttribute("aria-label", kind ? `${name}: ${texts.kinds[kind]}` : name);
}

function find(): void {
  asked += 1;
  if (!ticked.size) {
    show([]);
    none.hidden = true;
    return;
  }
  const of = (kind: Kind): string[] => [...ticked].filter(([, one]) => one === kind).map(([name]) => name);
  const on = goesOn.checked ? { on: [...ticked.keys()].filter(isAtEdge) } : {};
  editor.postMessage({ kind: "find", id: asked, squares: { both: of("both"), quiet: of("quiet"), capture: of("capture"), ...on } });
}

function isAtEdge(name: string): boolean {
  return /^[ai]|[19]$/.test(name);
}

function show(all: readonly FoundText[]): void {
  none.hidden = all.length > 0;
  found.replaceChildren(
    ...all.map((text) => {
      const name = text.names.find(({ relation }) => relation === "same")?.name ?? "";
      const words = [text.title ?? text.notation, text.dialect ?? text.style ?? "", name].filter(Boolean).join(", ");
      const write = button(texts.write, () => {
        editor.postMessage({ kind: "write", text });
      });
      return el("li", {}, [el("code", {}, [text.source]), el("span", { class: "soft" }, [words]), write]);
    }),
  );
}

window.addEventListener("message", ({ data }: MessageEvent<ToLookup>) => {
  if (data.id === asked) show(data.found);
});
