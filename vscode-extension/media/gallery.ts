/** The script of the gallery: lists the pieces of a file and requests their pictures when they come into view. */
import type { Card, CardsAnswer, ListAnswer, ListedPiece } from "../src/views/answers";
import type { Cursor } from "../src/views/messages";
import type { GalleryTexts } from "../src/views/texts";
import { Bridge, type Editor } from "./board/bridge";
import { el, filled, prose, unquoted } from "./board/dom";

declare function acquireVsCodeApi(): Editor;

interface Shown {
  readonly piece: ListedPiece;
  readonly element: HTMLElement;
  /** The text and the theme of its picture; empty if it has none yet. */
  drawn: string;
}

/** The number of pieces in a request. */
const ASKED = 8;
/** The number of pieces in a block, which fills the rows of two to six columns. */
const BLOCK = 60;
/** The minimum width of a column with its gap, and the approximate height of a row, in pixels. */
const [COLUMN, ROW] = [242, 400];
/** The distance from the window within which pictures are requested ahead of scrolling. */
const AHEAD = "100% 0px";
/** Milliseconds without an edit after which the list is updated. */
const REST = 250;

const main = document.getElementById("view") ?? document.body;
const texts = JSON.parse(main.dataset.texts ?? "{}") as GalleryTexts;
const title = el("h1");
const count = el("p", { class: "count", role: "status" }, [texts.waiting]);
const sections = el("div");
main.append(el("header", {}, [title, count]), sections);

let cursor: Cursor | undefined;
let changes: ReturnType<typeof setTimeout> | undefined;
let isAsking = false;
const shown = new Map<Element, Shown>();
const near = new Set<Element>();
const watched = new IntersectionObserver(seen, { rootMargin: AHEAD });
/** Observes blocks, and pieces only in blocks near the window, so that long lists scroll as fast as short ones. */
const blocks = new IntersectionObserver(seenBlocks, { rootMargin: AHEAD });
const bridge = new Bridge(acquireVsCodeApi(), (next) => {
  const isFirst = !cursor;
  cursor = next;
  clearTimeout(changes);
  changes = setTimeout(() => void list(), isFirst ? 0 : REST);
});
new ResizeObserver(measure).observe(sections);
new MutationObserver(draw).observe(document.body, { attributeFilter: ["class"] });
bridge.post({ kind: "ready" });

function theme(): "light" | "dark" {
  return document.body.matches(".vscode-light, .vscode-high-contrast-light") ? "light" : "dark";
}

/** The current text and theme of a piece's picture. */
function now(): string {
  return `${cursor?.version ?? ""} ${theme()}`;
}

/** Lists the pieces of the file in portions, so that the window is never blocked. */
async function list(): Promise<void> {
  const of = cursor;
  if (!of) return;
  try {
    const answer = await bridge.ask<ListAnswer>("wazir/gallery", of, { form: "list" }).answer;
    if (!answer || of !== cursor) return;
    const total = answer.sections.reduce((sum, { pieces }) => sum + pieces.length, 0);
    title.textContent = answer.title;
    count.textContent = !total ? texts.none : total === 1 ? texts.one : filled(texts.many, total.toLocaleString("en"));
    await lay(answer, of);
    draw();
  } catch (problem) {
    count.textContent = filled(texts.failed, problem instanceof Error ? problem.message : String(problem));
  }
}

async function lay(answer: ListAnswer, of: Cursor): Promise<void> {
  const before = new Map([...shown.values()].map((one) => [key(one.piece), one]));
  const kept = new Set<Element>();
  let isFirst = true;
  for (const { title: name, pieces } of answer.sections) {
    const cards = el("div", { role: "list", "aria-label": name });
    for (let start = 0; start < pieces.length; start += BLOCK) {
      const block = el("div", { class: "block", role: "none" });
      for (const piece of pieces.slice(start, start + BLOCK)) {
        const had = before.get(key(piece));
        const element = had?.element ?? skeleton(piece);
        before.delete(key(piece));
        shown.set(element, { piece, element, drawn: had?.drawn ?? "" });
        kept.add(element);
        block.append(element);
      }
      // The old list is removed when the first new pieces are ready.
      if (isFirst) sections.replaceChildren();
      if (start === 0) sections.append(el("h2", { class: answer.sections.length > 1 ? "" : "unseen" }, [name]), cards);
      cards.append(block);
      blocks.observe(block);
      if (!isFirst) await painted();
      if (of !== cursor) return;
      isFirst = false;
    }
  }
  if (isFirst) sections.replaceChildren();
  for (const [element] of shown) if (!kept.has(element)) shown.delete(element);
}

function key({ name, text }: ListedPiece): string {
  return `${name}\n${text}`;
}

async function painted(): Promise<void> {
  await new Promise((done) => setTimeout(done));
}

/** A piece without its picture. */
function skeleton({ name, text, position }: ListedPiece): HTMLElement {
  const parts = [el("h3", {}, [name]), el("div", { class: "picture" }), el("div", { class: "words" }), el("code", {}, [text])];
  const made = el("div", { class: "piece", role: "listitem" }, parts);
  made.addEventListener("dblclick", () => {
    if (cursor) bridge.post({ kind: "open", uri: cursor.uri, span: { start: position, end: position } });
  });
  return made;
}

/** Estimates the height of blocks that are not rendered yet. */
function measure(): void {
  const columns = Math.max(Math.floor(sections.clientWidth / COLUMN), 1);
  sections.style.setProperty("--height", `${Math.ceil(BLOCK / columns) * ROW}px`);
}

function seenBlocks(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    for (const element of target.children) {
      if (isIntersecting) watched.observe(element);
      else unseen(element);
    }
  }
}

function unseen(element: Element): void {
  watched.unobserve(element);
  near.delete(element);
}

function seen(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) near.add(target);
    else near.delete(target);
  }
  draw();
}

/** Requests the pictures of pieces near the window in portions. */
function draw(): void {
  if (isAsking || !cursor) return;
  const found = [...near].flatMap((element) => shown.get(element) ?? []);
  const wanted = found.filter(({ drawn }) => drawn !== now()).sort((a, b) => away(a) - away(b)).slice(0, ASKED);
  if (wanted.length) void ask(cursor, wanted, now());
}

/** The distance of a piece from the middle of the window. */
function away({ element }: Shown): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.abs((top + bottom) / 2 - innerHeight / 2);
}

async function ask(of: Cursor, wanted: readonly Shown[], drawn: string): Promise<void> {
  isAsking = true;
  const positions = wanted.map(({ piece }) => piece.position);
  try {
    const answer = await bridge.ask<CardsAnswer>("wazir/cards", of, { positions, theme: theme() }).answer;
    if (answer?.version === of.version) wanted.forEach((one, number) => { fill(one, answer.cards[number], drawn); });
  } catch {
    // The server is restarting, and the list is requested afterwards.
    for (const { element } of wanted) near.delete(element);
  }
  isAsking = false;
  draw();
}

function fill(one: Shown, card: Card | null | undefined, drawn: string): void {
  one.drawn = drawn;
  one.element.hidden = !card; // Such as a piece that the engine does not know.
  if (!card) return;
  const [, picture, words] = one.element.children;
  const alt = filled(texts.diagram, unquoted(card.name));
  const image = el("img", { src: `data:image/svg+xml,${encodeURIComponent(card.svg)}`, alt, decoding: "async" });
  picture?.replaceChildren(...(card.svg ? [image] : []));
  const said = [card.broken ? texts.broken : "", card.sentence].filter(Boolean).map((text) => el("p", {}, prose(text)));
  const more = [card.figures, card.notation].filter(Boolean).map((text) => el("p", { class: "soft" }, [text]));
  words?.replaceChildren(...said, ...more);
}
