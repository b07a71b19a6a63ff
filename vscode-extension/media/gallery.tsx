/** The script of the gallery: lists the pieces of a file and requests their pictures when they come into view. */
import { render } from "preact";
import type { Card, CardsAnswer, ListAnswer, ListedPiece } from "../src/views/answers";
import type { Cursor } from "../src/views/messages";
import { filled, theme, unquoted } from "./board/dom";
import { editor, listen, main, page, Request, texts } from "./board/page";
import { Drawn, Prose } from "./board/parts";

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

const head = made("header");
const sections = made("div");
main.append(head, sections);
showHead("", texts.waiting);

let changes: ReturnType<typeof setTimeout> | undefined;
const lists = new Request<ListAnswer>();
const cards = new Request<CardsAnswer>();
const shown = new Map<Element, Shown>();
const near = new Set<Element>();
const watched = new IntersectionObserver(seen, { rootMargin: AHEAD });
/** Observes blocks, and pieces only in blocks near the window, so that long lists scroll as fast as short ones. */
const blocks = new IntersectionObserver(seenBlocks, { rootMargin: AHEAD });
listen((message) => {
  if (message.kind !== "cursor") return;
  const isFirst = !page.cursor;
  page.cursor = message.cursor;
  clearTimeout(changes);
  changes = setTimeout(() => void list(), isFirst ? 0 : REST);
});
new ResizeObserver(measure).observe(sections);
new MutationObserver(draw).observe(document.body, { attributeFilter: ["class"] });

function made(tag: string, className = ""): HTMLElement {
  return Object.assign(document.createElement(tag), { className });
}

function showHead(title: string, count: string): void {
  render(<><h1>{title}</h1><p class="count" role="status">{count}</p></>, head);
}

/** The current text and theme of a piece's picture. */
function now(): string {
  return `${page.cursor?.version ?? ""} ${theme()}`;
}

/** Lists the pieces of the file in portions, so that the window is never blocked. */
async function list(): Promise<void> {
  const answer = await lists.send("wazir/gallery", { form: "list" });
  if (answer) {
    const total = answer.sections.reduce((sum, { pieces }) => sum + pieces.length, 0);
    showHead(answer.title, !total ? texts.noPieces : total === 1 ? texts.onePiece : filled(texts.pieces, total.toLocaleString("en")));
    await lay(answer, page.cursor);
    draw();
  } else if (lists.problem) showHead(head.querySelector("h1")?.textContent ?? "", filled(texts.failed, lists.problem));
}

async function lay(answer: ListAnswer, of: Cursor | undefined): Promise<void> {
  const before = new Map([...shown.values()].map((one) => [key(one.piece), one]));
  const kept = new Set<Element>();
  let isFirst = true;
  for (const { title, pieces } of answer.sections) {
    const section = made("div");
    [section.role, section.ariaLabel] = ["list", title];
    for (let start = 0; start < pieces.length; start += BLOCK) {
      const block = made("div", "block");
      block.role = "none";
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
      if (start === 0) {
        const heading = made("h2", answer.sections.length > 1 ? "" : "unseen");
        heading.textContent = title;
        sections.append(heading, section);
      }
      section.append(block);
      blocks.observe(block);
      if (!isFirst) await painted();
      if (of !== page.cursor) return;
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
function skeleton(piece: ListedPiece): HTMLElement {
  const element = made("div", "piece");
  element.role = "listitem";
  element.addEventListener("dblclick", () => {
    const start = shown.get(element)?.piece.position ?? piece.position;
    if (page.cursor) editor.postMessage({ kind: "open", uri: page.cursor.uri, span: { start, end: start } });
  });
  render(<Piece piece={piece} />, element);
  return element;
}

function Piece({ piece: { name, text }, card }: { readonly piece: ListedPiece; readonly card?: Card }) {
  return (
    <>
      <h3>{name}</h3>
      <div class="picture">{card?.svg && <Drawn svg={card.svg} alt={filled(texts.diagram, unquoted(card.name))} />}</div>
      <div class="words">
        {card && [card.broken ? texts.broken : "", card.sentence].filter(Boolean).map((one) => <p><Prose text={one} /></p>)}
        {card && [card.figures, card.notation].filter(Boolean).map((one) => <p class="soft">{one}</p>)}
      </div>
      <code>{text}</code>
    </>
  );
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
  if (cards.isGoing || !page.cursor) return;
  const found = [...near].flatMap((element) => shown.get(element) ?? []);
  const wanted = found.filter(({ drawn }) => drawn !== now()).sort((a, b) => away(a) - away(b)).slice(0, ASKED);
  if (wanted.length) void fill(page.cursor.version, wanted, now());
}

/** The distance of a piece from the middle of the window. */
function away({ element }: Shown): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.abs((top + bottom) / 2 - innerHeight / 2);
}

async function fill(version: number, wanted: readonly Shown[], drawn: string): Promise<void> {
  const positions = wanted.map(({ piece }) => piece.position);
  const answer = await cards.send("wazir/cards", { positions, theme: theme() });
  // Without an answer, the server is restarting, and the list is requested afterwards.
  if (!answer) for (const { element } of wanted) near.delete(element);
  else if (answer.version === version) wanted.forEach((one, number) => { show(one, answer.cards[number], drawn); });
  draw();
}

function show(one: Shown, card: Card | null | undefined, drawn: string): void {
  one.drawn = drawn;
  one.element.hidden = !card; // Such as a piece that the engine does not know.
  if (card) render(<Piece piece={one.piece} card={card} />, one.element);
}
