/**
 * The script of the gallery: lists the pieces of a file and requests their pictures when they come
 * into view.
 */
import { render } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { Card, CardsAnswer, ListAnswer, ListedPiece } from "../src/views/answers";
import { filled, theme, unquoted } from "./board/dom";
import { editor, listen, main, page, Request, texts } from "./board/page";
import { Drawn, Prose } from "./board/parts";

/** A listed piece. */
interface Shown {
  readonly piece: ListedPiece;
  card: Card | null;
  /** The text and the theme of its card; empty without one. */
  drawn: string;
}

/** The number of pieces in a request. */
const ASKED = 8;
/** The number of pieces in a block, which fills the rows of two to six columns. */
const BLOCK = 60;
/** The minimum width of a column with its gap, and the approximate height of a row, in pixels. */
const COLUMN = 242;
const ROW = 400;
/** The distance from the window within which pictures are requested ahead of scrolling. */
const AHEAD = "100% 0px";
/** Milliseconds without an edit after which the list is updated. */
const REST = 250;

const head = document.createElement("header");
const sections = document.createElement("div");
main.append(head, sections);
showHead("", texts.waiting);

/** The listed pieces by their names and texts. */
let known = new Map<string, Shown>();
let changes: ReturnType<typeof setTimeout> | undefined;
const lists = new Request<ListAnswer>();

listen((message) => {
  if (message.kind !== "cursor") return;
  const isFirst = !page.cursor;
  page.cursor = message.cursor;
  clearTimeout(changes);
  changes = setTimeout(() => void list(), isFirst ? 0 : REST);
});
new ResizeObserver(measure).observe(main);

function showHead(title: string, count: string): void {
  render(
    <>
      <h1>{title}</h1>
      <p class="count" role="status">
        {count}
      </p>
    </>,
    head,
  );
}

/**
 * A part of the list, which requests its cards in portions while it is near the window, from the
 * middle of the window.
 */
function Block({ pieces }: { readonly pieces: readonly Shown[] }) {
  const element = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
  useLayoutEffect(() => {
    const cards = new Request<CardsAnswer>();
    let isNear = false;
    const draw = async (): Promise<void> => {
      const version = page.cursor?.version;
      const drawn = `${version ?? ""} ${theme()}`;
      const far = (one: Shown): number => away(element.current?.children[pieces.indexOf(one)]);
      const wanted = pieces
        .filter((one) => one.drawn !== drawn)
        .sort((a, b) => far(a) - far(b))
        .slice(0, ASKED);
      if (!isNear || cards.isGoing || !wanted.length) return;
      const answer = await cards.send("wazir/cards", {
        positions: wanted.map(({ piece }) => piece.position),
        theme: theme(),
      });
      // Without an answer, the server is restarting, and the list is requested afterwards.
      if (answer?.version !== version) return;
      wanted.forEach((one, number) => {
        [one.card, one.drawn] = [answer?.cards[number] ?? null, drawn];
      });
      redraw(undefined);
      void draw();
    };
    const watched = new IntersectionObserver(
      (entries) => {
        isNear = entries.at(-1)?.isIntersecting ?? false;
        void draw();
      },
      { rootMargin: AHEAD },
    );
    const colours = new MutationObserver(() => void draw());
    if (element.current) watched.observe(element.current);
    colours.observe(document.body, { attributeFilter: ["class"] });
    return () => {
      watched.disconnect();
      colours.disconnect();
      cards.drop();
    };
  }, [pieces]);
  return (
    <div ref={element} class="block" role="none">
      {pieces.map((one) => (
        <Piece key={key(one.piece)} {...one} />
      ))}
    </div>
  );
}

function Piece({ piece: { name, text, position }, card, drawn }: Shown) {
  const goToText = (): void => {
    if (page.cursor) {
      editor.postMessage({
        kind: "open",
        uri: page.cursor.uri,
        span: { start: position, end: position },
      });
    }
  };
  return (
    <div class="piece" role="listitem" hidden={drawn !== "" && !card} onDblClick={goToText}>
      <h3>{name}</h3>
      <div class="picture">
        {card?.svg && <Drawn svg={card.svg} alt={filled(texts.diagram, unquoted(card.name))} />}
      </div>
      <div class="words">
        {card &&
          [card.broken ? texts.broken : "", card.sentence].filter(Boolean).map((one) => (
            <p>
              <Prose text={one} />
            </p>
          ))}
        {card &&
          [card.figures, card.notation].filter(Boolean).map((one) => <p class="soft">{one}</p>)}
      </div>
      <code>{text}</code>
    </div>
  );
}

/** Lists the pieces of the file. Those that are listed already keep their cards. */
async function list(): Promise<void> {
  const answer = await lists.send("wazir/gallery", { form: "list" });
  if (lists.problem) {
    showHead(head.querySelector("h1")?.textContent ?? "", filled(texts.failed, lists.problem));
  }
  if (!answer) return;
  const shown = answer.sections.map(({ title, pieces }) => {
    return {
      title,
      pieces: pieces.map((piece): Shown => ({
        card: null,
        drawn: "",
        ...known.get(key(piece)),
        piece,
      })),
    };
  });
  const all = shown.flatMap(({ pieces }) => pieces);
  known = new Map(all.map((one) => [key(one.piece), one]));
  showHead(
    answer.title,
    !all.length
      ? texts.noPieces
      : all.length === 1
        ? texts.onePiece
        : filled(texts.pieces, all.length.toLocaleString("en")),
  );
  const parts = shown.map(({ title, pieces }) => (
    <>
      <h2 class={shown.length > 1 ? "" : "unseen"}>{title}</h2>
      <div role="list" aria-label={title}>
        {inBlocks(pieces).map((block) => (
          <Block pieces={block} />
        ))}
      </div>
    </>
  ));
  render(<>{parts}</>, sections);
}

function inBlocks(pieces: readonly Shown[]): Shown[][] {
  return Array.from({ length: Math.ceil(pieces.length / BLOCK) }, (_, number) =>
    pieces.slice(number * BLOCK, (number + 1) * BLOCK),
  );
}

function key({ name, text }: ListedPiece): string {
  return `${name}\n${text}`;
}

/** Estimates the height of blocks that are not rendered yet. */
function measure(): void {
  const columns = Math.max(Math.floor(main.clientWidth / COLUMN), 1);
  main.style.setProperty("--height", `${Math.ceil(BLOCK / columns) * ROW}px`);
}

/** The distance of a piece from the middle of the window. */
function away(element: Element | undefined): number {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return Math.abs((top + bottom) / 2 - innerHeight / 2);
}
