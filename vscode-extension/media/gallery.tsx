/** The script of the gallery: lists the pieces of a file and requests their pictures when they come into view. */
import { render } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { Card, CardsAnswer, ListAnswer, ListedPiece } from "../src/views/answers";
import { filled, theme, unquoted } from "./board/dom";
import { editor, listen, main, page, Request, texts } from "./board/page";
import { Drawn, Prose } from "./board/parts";

interface Shown {
  readonly piece: ListedPiece;
  card: Card | null;
  /** The text and the theme of its card; empty without one. */
  drawn: string;
}

/** A part of the list on the page. */
interface Block {
  readonly pieces: readonly Shown[];
  readonly redraw: () => void;
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

const [head, sections] = [document.createElement("header"), document.createElement("div")];
main.append(head, sections);
showHead("", texts.waiting);

/** The listed pieces by their names and texts. */
let known = new Map<string, Shown>();
let changes: ReturnType<typeof setTimeout> | undefined;
const lists = new Request<ListAnswer>();
const cards = new Request<CardsAnswer>();
const blocks = new Map<Element, Block>();
const near = new Set<Element>();
const watched = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) near.add(target);
      else near.delete(target);
    }
    void draw();
  },
  { rootMargin: AHEAD },
);

listen((message) => {
  if (message.kind !== "cursor") return;
  const isFirst = !page.cursor;
  page.cursor = message.cursor;
  clearTimeout(changes);
  changes = setTimeout(() => void list(), isFirst ? 0 : REST);
});
new ResizeObserver(measure).observe(main);
new MutationObserver(() => void draw()).observe(document.body, { attributeFilter: ["class"] });

function showHead(title: string, count: string): void {
  render(<><h1>{title}</h1><p class="count" role="status">{count}</p></>, head);
}

function BlockView({ pieces }: Pick<Block, "pieces">) {
  const element = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    blocks.set(current, { pieces, redraw: () => { redraw(undefined); } });
    watched.observe(current);
    return () => {
      watched.unobserve(current);
      near.delete(current);
      blocks.delete(current);
    };
  }, [pieces]);
  return <div ref={element} class="block" role="none">{pieces.map((one) => <Piece key={key(one.piece)} {...one} />)}</div>;
}

function Piece({ piece: { name, text, position }, card, drawn }: Shown) {
  const goToText = (): void => {
    if (page.cursor) editor.postMessage({ kind: "open", uri: page.cursor.uri, span: { start: position, end: position } });
  };
  return (
    <div class="piece" role="listitem" hidden={drawn !== "" && !card} onDblClick={goToText}>
      <h3>{name}</h3>
      <div class="picture">{card?.svg && <Drawn svg={card.svg} alt={filled(texts.diagram, unquoted(card.name))} />}</div>
      <div class="words">
        {card && [card.broken ? texts.broken : "", card.sentence].filter(Boolean).map((one) => <p><Prose text={one} /></p>)}
        {card && [card.figures, card.notation].filter(Boolean).map((one) => <p class="soft">{one}</p>)}
      </div>
      <code>{text}</code>
    </div>
  );
}

/** Lists the pieces of the file. Those that are listed already keep their cards. */
async function list(): Promise<void> {
  const answer = await lists.send("wazir/gallery", { form: "list" });
  if (lists.problem) showHead(head.querySelector("h1")?.textContent ?? "", filled(texts.failed, lists.problem));
  if (!answer) return;
  const shown = answer.sections.map(({ title, pieces }) => {
    return { title, pieces: pieces.map((piece): Shown => ({ card: null, drawn: "", ...known.get(key(piece)), piece })) };
  });
  const all = shown.flatMap(({ pieces }) => pieces);
  known = new Map(all.map((one) => [key(one.piece), one]));
  showHead(answer.title, !all.length ? texts.noPieces : all.length === 1 ? texts.onePiece : filled(texts.pieces, all.length.toLocaleString("en")));
  const parts = shown.map(({ title, pieces }) => (
    <>
      <h2 class={shown.length > 1 ? "" : "unseen"}>{title}</h2>
      <div role="list" aria-label={title}>{inBlocks(pieces).map((block) => <BlockView pieces={block} />)}</div>
    </>
  ));
  render(<>{parts}</>, sections);
}

function inBlocks(pieces: readonly Shown[]): Shown[][] {
  return Array.from({ length: Math.ceil(pieces.length / BLOCK) }, (_, number) => pieces.slice(number * BLOCK, (number + 1) * BLOCK));
}

function key({ name, text }: ListedPiece): string {
  return `${name}\n${text}`;
}

/** Estimates the height of blocks that are not rendered yet. */
function measure(): void {
  const columns = Math.max(Math.floor(main.clientWidth / COLUMN), 1);
  main.style.setProperty("--height", `${Math.ceil(BLOCK / columns) * ROW}px`);
}

/** Requests the pictures of pieces in blocks near the window in portions, from the middle of the window. */
async function draw(): Promise<void> {
  if (cards.isGoing || !page.cursor) return;
  const { version } = page.cursor;
  const drawn = `${version} ${theme()}`;
  const found = [...blocks].filter(([element]) => near.has(element)).flatMap(([element, { pieces, redraw }]) =>
    pieces.map((shown, number) => ({ shown, redraw, far: away(element.children[number]) })),
  );
  const wanted = found.filter(({ shown }) => shown.drawn !== drawn).sort((a, b) => a.far - b.far).slice(0, ASKED);
  if (!wanted.length) return;
  const answer = await cards.send("wazir/cards", { positions: wanted.map(({ shown }) => shown.piece.position), theme: theme() });
  // Without an answer, the server is restarting, and the list is requested afterwards.
  if (!answer) return;
  if (answer.version === version) wanted.forEach(({ shown, redraw }, number) => {
    [shown.card, shown.drawn] = [answer.cards[number] ?? null, drawn];
    redraw();
  });
  void draw();
}

/** The distance of a piece from the middle of the window. */
function away(element: Element | undefined): number {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return Math.abs((top + bottom) / 2 - innerHeight / 2);
}
