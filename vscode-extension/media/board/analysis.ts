/** The analysis of the shown game: the server's curve, in which positions are chosen, and the marks of mistakes. */
import type { Analysis as Found, PositionAnswer, Verdict } from "../../src/views/answers";
import type { Texts } from "../../src/views/texts";
import type { Asked } from "./bridge";
import { button, el, inline, list, mark, onArrows, prose, roving } from "./dom";

/** Requests the analysis. Verdicts arrive as partial results. */
export type Analyse = (found: (verdict: Verdict) => void) => Asked<Found>;

const NOTHING: Found = { actions: [], missing: 0, summary: [], svg: "" };

interface Heard {
  /** Selects the position after a number of actions. */
  reached(at: number): void;
  /** There is another verdict. */
  judged(): void;
}

export class Analysis {
  readonly element = el("section", { class: "analysis" });
  private readonly run: HTMLButtonElement;
  private readonly progress = el("progress", { hidden: true });
  private readonly curve = el("div", { class: "curve", role: "slider", tabindex: 0, "aria-valuemin": 0 });
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
    this.curve.addEventListener("click", ({ target }) => {
      const at = pointed(target);
      if (at !== undefined) heard.reached(at);
    });
    this.curve.addEventListener("pointermove", ({ target }) => { this.say(pointed(target) ?? this.at); });
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

  async start(): Promise<void> {
    if (this.going) return;
    this.going = this.analyse(() => { this.heard.judged(); });
    this.asked = this.shown;
    this.draw();
    try {
      await this.going.answer;
    } catch {
      // The verdicts before it was stopped are kept.
    }
    this.going = undefined;
    this.heard.judged();
  }

  private draw(): void {
    const { actions, missing, summary, svg } = this.found;
    this.run.textContent = this.going ? this.texts.stop : this.texts.analyse;
    this.run.disabled = !this.going && !missing;
    this.progress.hidden = !this.going;
    this.progress.max = Math.max(this.total, 1);
    this.progress.value = actions.length;
    this.curve.hidden = this.summaryLine.hidden = !actions.length;
    this.curve.replaceChildren(...(svg ? [inline(svg)] : []));
    this.curve.querySelector(`[data-at="${this.at}"]`)?.classList.add("now");
    this.say(this.at);
    for (const [name, value] of [["valuemax", this.total], ["valuenow", this.at], ["valuetext", this.words(this.at)]] as const) {
      mark(this.curve, `aria-${name}`, value);
    }
    this.drawMarks();
    list(this.summary, missing ? [] : summary);
  }

  /** The marked actions as buttons. The focus is kept. */
  private drawMarks(): void {
    const had = [...this.marks.querySelectorAll("button")].findIndex((one) => one === document.activeElement);
    const entries = this.marked().map((one) => {
      const made = button("", () => { this.heard.reached(one.ply + 1); }, { "aria-current": one.ply === this.at - 1 && "step" });
      made.append(el("code", {}, [`${one.number} ${one.action}${one.sign}`]), el("span", {}, [one.words]));
      return el("li", {}, [made]);
    });
    this.marks.replaceChildren(...entries);
    this.marks.hidden = !entries.length;
    roving(this.marks);
    this.marks.querySelectorAll("button")[had]?.focus();
  }

  private marked(): readonly Verdict[] {
    return this.found.actions.filter(({ sign }) => sign);
  }

  private say(at: number): void {
    this.summaryLine.replaceChildren(...prose(this.words(at)));
  }

  /** The verdict about the action that leads to a position. */
  private words(at: number): string {
    if (!at) return this.texts.start;
    return this.found.actions.find(({ ply }) => ply === at - 1)?.sentence ?? this.texts.notAnalysed;
  }

  /** The target of a key: the next position, the next mark, or an end. */
  private walked(key: string): number | undefined {
    const marks = this.marked().map(({ ply }) => ply + 1);
    const targets: Readonly<Record<string, number | undefined>> = {
      ArrowLeft: Math.max(this.at - 1, 0),
      ArrowDown: Math.max(this.at - 1, 0),
      ArrowRight: Math.min(this.at + 1, this.total),
      ArrowUp: Math.min(this.at + 1, this.total),
      PageDown: marks.findLast((one) => one < this.at) ?? this.at,
      PageUp: marks.find((one) => one > this.at) ?? this.at,
      Home: 0,
      End: this.total,
    };
    return targets[key];
  }
}

/** The number of actions before the place of the curve under the pointer. */
function pointed(target: EventTarget | null): number | undefined {
  const at = target instanceof Element ? target.closest("[data-at]")?.getAttribute("data-at") : undefined;
  return at ? Number(at) : undefined;
}
