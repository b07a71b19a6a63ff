/** The search for a piece by the squares that it reaches: they are ticked on a board, and what is found is listed. */
import type { FindAnswer, FoundText } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import type { Texts } from "../../src/views/texts";
import type { Asked } from "./bridge";
import { button, el, prose, theme } from "./dom";
import { Grid } from "./grid";

/** Requests the pieces that reach some squares. */
export type Find = (choices: Choices) => Asked<FindAnswer>;

interface Heard {
  closed(): void;
  insert(text: FoundText): void;
}

type Kind = "both" | "quiet" | "capture";
const NEXT: Readonly<Record<Kind | "", Kind | "">> = { "": "both", both: "quiet", quiet: "capture", capture: "" };
/** The board, with room for leaps of four squares, and its middle. */
const [BOARD, MIDDLE] = ["9x9", "e5"];

export class Lookup {
  readonly element = el("section", { class: "view", hidden: true });
  private readonly grid: Grid;
  private readonly goesOn = el("input", { type: "checkbox" });
  private readonly status = el("p", { role: "status" });
  private readonly found = el("ul", { class: "found" });
  private readonly ticked = new Map<string, Kind>();
  private asked: Asked<FindAnswer> | undefined;

  constructor(
    private readonly texts: Texts,
    private readonly find: Find,
    private readonly heard: Heard,
  ) {
    this.grid = new Grid("lookup-board", {
      used: (name) => { this.tick(name); },
      pointed: () => undefined,
      key: () => false,
      draggable: () => undefined,
      dragged: () => undefined,
    });
    this.goesOn.addEventListener("change", () => void this.ask());
    const tools = el("div", { class: "tools" }, [
      el("label", {}, [this.goesOn, texts.goOn]),
      button(texts.clearTicks, () => {
        this.ticked.clear();
        void this.ask();
      }),
    ]);
    this.element.append(
      el("header", { class: "bar" }, [el("h1", {}, [texts.findPiece]), button(texts.backToBoard, () => { heard.closed(); })]),
      el("p", {}, [texts.how]),
      el("div", { class: "pair" }, [
        el("div", { class: "frame" }, [this.grid.element, tools]),
        el("div", { class: "beside" }, [this.status, this.found]),
      ]),
    );
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  open(): void {
    this.element.hidden = false;
    void this.ask();
  }

  close(): void {
    this.asked?.cancel();
    this.element.hidden = true;
  }

  private tick(name: string): void {
    const next = NEXT[this.ticked.get(name) ?? ""];
    if (name === MIDDLE) return;
    if (next) this.ticked.set(name, next);
    else this.ticked.delete(name);
    void this.ask();
  }

  /** Draws the board, and finds what reaches the squares. */
  private async ask(): Promise<void> {
    this.asked?.cancel();
    const of = (kind: Kind): string[] => [...this.ticked].filter(([, one]) => one === kind).map(([name]) => name);
    const on = this.goesOn.checked ? { on: [...this.ticked.keys()].filter((name) => /^[ai]|[19]$/.test(name)) } : {};
    const asked = this.find({ square: MIDDLE, board: BOARD, both: of("both"), quiet: of("quiet"), capture: of("capture"), ...on, whole: true, theme: theme() });
    this.asked = asked;
    try {
      const answer = await asked.answer;
      if (answer && this.asked === asked) this.show(answer);
    } catch (problem) {
      if (this.asked === asked) this.status.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }

  private show({ found, board: { squares, svg, frame } }: FindAnswer): void {
    const { texts } = this;
    this.grid.show(texts.findPiece, svg, squares.map((one) => ({ ...one, shape: "square" })), frame);
    for (const { name } of squares) {
      const kind = this.ticked.get(name);
      this.grid.fill(name, name === MIDDLE ? `${name}, ${texts.mover}` : kind ? `${name}, ${texts.ticks[kind]}` : name, []);
    }
    this.status.textContent = found.length || !this.ticked.size ? "" : texts.nothingFound;
    let last = "";
    const entries = found.flatMap((text) => {
      const heading = text.sentence === last ? [] : [el("li", {}, [el("strong", {}, [text.known]), " ", ...prose(text.sentence)])];
      last = text.sentence;
      const insert = button(texts.insert, () => { this.heard.insert(text); }, { "aria-label": `${texts.insert}: ${text.source}` });
      return [...heading, el("li", { class: "row" }, [el("code", {}, [text.source]), el("span", { class: "count" }, [text.title]), insert])];
    });
    this.found.replaceChildren(...entries);
  }
}
