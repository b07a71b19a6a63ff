/** The analysis of the shown game: a curve with a place for each action, and the marks of mistakes. */
import type { Analysis as Found, PositionAnswer, Verdict } from "../../src/views/answers";
import type { Texts } from "../../src/views/texts";
import type { Asked } from "./bridge";
import { button, el, list, mark, onArrows, prose, roving, svg } from "./dom";
import shapes from "./shapes.json";

/** Requests the analysis. Verdicts arrive as partial results. */
export type Analyse = (found: (verdict: Verdict) => void) => Asked<Found>;

/** The size of the curve and its padding for marks. */
const [WIDE, TALL, EDGE] = [320, 96, 7];
const NOTHING: Found = { actions: [], missing: 0, summary: [] };

interface Heard {
  /** Selects the position after a number of actions. */
  reached(at: number): void;
  ended(): void;
}

export class Analysis {
  readonly element = el("section", { class: "analysis" });
  private readonly run: HTMLButtonElement;
  private readonly progress = el("progress", { hidden: true });
  private readonly drawing = svg("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, "aria-hidden": "true" });
  private readonly curve = el("div", { class: "curve", role: "slider", tabindex: 0, "aria-valuemin": 0 }, [this.drawing]);
  private readonly summaryLine = el("p", { class: "count" });
  private readonly marks = el("ul", { class: "marks" });
  private readonly summary = el("ul", { class: "notes" });
  private found = NOTHING;
  /** The number of actions before the shown position. */
  private at = 0;
  /** The shown game, and the last one that was requested. */
  private shown = "";
  private asked = "";
  private going: Asked<Found> | undefined;
  /** Played actions are analysed, too. */
  private follows = false;

  constructor(
    private readonly texts: Texts,
    private readonly analyse: Analyse,
    private readonly heard: Heard,
  ) {
    this.run = button(texts.analyse, () => {
      this.follows = !this.going;
      if (this.going) this.going.cancel();
      else void this.start();
    }, { title: texts.analyseHint });
    this.progress.setAttribute("aria-label", texts.analysis);
    this.curve.setAttribute("aria-label", texts.curve);
    this.curve.addEventListener("click", (event) => { heard.reached(this.pointed(event)); });
    this.curve.addEventListener("pointermove", (event) => { this.say(this.pointed(event)); });
    this.curve.addEventListener("pointerleave", () => { this.say(this.at); });
    this.curve.addEventListener("keydown", (event) => {
      const at = this.walked(event.key);
      if (at === undefined) return;
      event.preventDefault();
      if (at !== this.at) heard.reached(at);
    });
    onArrows(this.marks);
    const title = el("h2", {}, [texts.analysis]);
    this.element.append(el("div", { class: "row" }, [title, this.run, this.progress]), this.curve, this.summaryLine, this.marks, this.summary);
  }

  /** Shows the analysis of a game so far. *path* contains the played actions, with those that were undone. */
  show(answer: PositionAnswer, path: readonly string[]): void {
    const { uri, version, name, at, length, played, analysis } = answer;
    this.found = analysis;
    this.at = at + played.length;
    this.shown = JSON.stringify([uri, version, name, length, path.length ? [at, path] : []]);
    this.draw();
    if (this.follows && !this.going && path.length && analysis.missing && this.shown !== this.asked) void this.start();
  }

  private get total(): number {
    return this.found.actions.length + this.found.missing;
  }

  private async start(): Promise<void> {
    const { shown } = this;
    const going = this.analyse((verdict) => {
      if (this.going !== going || this.shown !== shown) return;
      const { actions, missing, summary } = this.found;
      const others = actions.filter(({ ply }) => ply !== verdict.ply);
      this.found = { actions: [...others, verdict], missing: missing - 1 + actions.length - others.length, summary };
      this.draw();
    });
    this.going = going;
    this.asked = shown;
    this.draw();
    try {
      await going.answer;
    } catch {
      // The verdicts before it was stopped are kept and shown below.
    }
    this.going = undefined;
    this.heard.ended();
  }

  private draw(): void {
    const { actions, missing, summary } = this.found;
    this.run.textContent = this.going ? this.texts.stop : this.texts.analyse;
    this.run.disabled = !this.going && !missing;
    this.progress.hidden = !this.going;
    this.progress.max = Math.max(this.total, 1);
    this.progress.value = actions.length;
    this.curve.hidden = this.summaryLine.hidden = !actions.length;
    this.drawing.replaceChildren(...(actions.length ? this.drawn() : []));
    this.say(this.at);
    for (const [name, value] of [["valuemax", this.total], ["valuenow", this.at], ["valuetext", this.words(this.at)]] as const) {
      mark(this.curve, `aria-${name}`, value);
    }
    this.drawMarks();
    list(this.summary, missing ? [] : summary);
  }

  private drawn(): SVGElement[] {
    const { actions } = this.found;
    const x = (at: number): number => EDGE + ((WIDE - 2 * EDGE) * at) / Math.max(this.total, 1);
    const points = actions.map(({ ply, chance }) => [x(ply + 1), height(chance)] as const);
    const [first] = actions;
    const before = first ? [[x(first.ply), height(first.chance + (first.side === "white" ? first.loss : -first.loss))] as const] : [];
    const line = [...before, ...points].map(([left, top]) => `${left} ${top}`).join(" ");
    const floor = TALL - EDGE;
    const here = actions.find(({ ply }) => ply === this.at - 1);
    return [
      svg("rect", { class: "black", x: EDGE, y: EDGE, width: WIDE - 2 * EDGE, height: TALL - 2 * EDGE }),
      svg("path", { class: "white", d: `M${line}L${points.at(-1)?.[0] ?? EDGE} ${floor}H${before[0]?.[0] ?? EDGE}z` }),
      svg("path", { class: "level", d: `M${EDGE} ${TALL / 2}H${WIDE - EDGE}` }),
      svg("path", { class: "edge", d: `M${line}` }),
      svg("path", { class: "now", d: `M${x(this.at)} ${EDGE / 2}V${TALL - EDGE / 2}` }),
      ...(here ? [svg("circle", { class: "now", cx: x(this.at), cy: height(here.chance), r: 3 })] : []),
      ...actions.flatMap(({ ply, chance, mark }) => (mark ? drawnMark(mark, x(ply + 1), height(chance)) : [])),
    ];
  }

  /** The marked actions as buttons. The focus is kept. */
  private drawMarks(): void {
    const had = [...this.marks.querySelectorAll("button")].findIndex((one) => one === document.activeElement);
    const entries = this.marked().map((one) => {
      const made = button("", () => { this.heard.reached(one.ply + 1); }, { "aria-current": one.ply === this.at - 1 && "step" });
      made.append(el("code", {}, [`${one.number} ${signed(one)}`]), el("span", {}, [one.words]));
      return el("li", {}, [made]);
    });
    this.marks.replaceChildren(...entries);
    this.marks.hidden = !entries.length;
    roving(this.marks);
    this.marks.querySelectorAll("button")[had]?.focus();
  }

  private marked(): readonly Verdict[] {
    return this.found.actions.filter(({ mark }) => mark);
  }

  private say(at: number): void {
    this.summaryLine.replaceChildren(...prose(this.words(at)));
  }

  /** The verdict about the action that leads to a position. */
  private words(at: number): string {
    if (!at) return this.texts.start;
    const one = this.found.actions.find(({ ply }) => ply === at - 1);
    if (!one) return this.texts.notAnalysed;
    return `${one.number} ${signed(one)} ${[one.scoreText, one.words].filter(Boolean).join(", ")}`;
  }

  /** The number of actions before the place under the pointer. */
  private pointed({ clientX }: MouseEvent): number {
    const { left, width } = this.drawing.getBoundingClientRect();
    const share = ((clientX - left) / width * WIDE - EDGE) / (WIDE - 2 * EDGE);
    return Math.round(Math.min(Math.max(share, 0), 1) * this.total);
  }

  /** The target of a key: the next position, the next mark, or an end. */
  private walked(key: string): number | undefined {
    const marks = this.marked().map(({ ply }) => ply + 1);
    switch (key) {
      case "ArrowLeft":
      case "ArrowDown":
        return Math.max(this.at - 1, 0);
      case "ArrowRight":
      case "ArrowUp":
        return Math.min(this.at + 1, this.total);
      case "PageDown":
        return marks.findLast((one) => one < this.at) ?? this.at;
      case "PageUp":
        return marks.find((one) => one > this.at) ?? this.at;
      case "Home":
        return 0;
      case "End":
        return this.total;
      default:
        return undefined;
    }
  }
}

function height(chance: number): number {
  return EDGE + (TALL - 2 * EDGE) * (1 - chance / 100);
}

function signed({ action, mark }: Verdict): string {
  return `${action}${mark ? shapes.curve[mark].sign : ""}`;
}

/** A mark with a border. */
function drawnMark(name: keyof typeof shapes.curve, x: number, y: number): SVGElement[] {
  const { colour, path } = shapes.curve[name];
  const d = `M${x} ${y}${path}`;
  return [svg("path", { class: "around", d }), svg("path", { class: "mark", d, stroke: colour })];
}
