/** The evaluation of the shown position, and lines of play to step through. */
import type { Report } from "../../src/views/answers";
import type { Texts } from "../../src/views/texts";
import type { Asked } from "./bridge";
import { button, el, filled, mark, onArrows, roving } from "./dom";
import { along, doneOf, type Line, type Start } from "./line";

/** Requests an evaluation. Reports arrive as partial results. */
export type Look = (found: (report: Report) => void) => Asked<Report>;

export class Evaluation {
  readonly element = el("section", { class: "evaluation" });
  private readonly run: HTMLButtonElement;
  private readonly progress = el("progress", { hidden: true });
  private readonly summaryLine = el("p", { class: "count" });
  private readonly lines = el("tbody");
  private readonly table: HTMLTableElement;
  private readonly ended = el("p", { class: "unseen", role: "status" });
  private going: Asked<Report> | undefined;
  private report: Report | null = null;
  /** The position of the report. */
  private from: Start = { at: 0, played: [] };
  private here: Start = this.from;

  constructor(
    private readonly texts: Texts,
    private readonly look: Look,
    private readonly stepped: (line: Line) => void,
  ) {
    this.run = button(texts.evaluate, () => {
      if (this.going) this.stop();
      else void this.start();
    });
    this.progress.setAttribute("aria-label", texts.searching);
    const head = [texts.score, texts.line].map((one) => el("th", { scope: "col" }, [one]));
    this.table = el("table", { hidden: true }, [el("thead", {}, [el("tr", {}, head)]), this.lines]);
    onArrows(this.lines);
    const title = el("h2", {}, [texts.evaluation]);
    this.element.append(el("div", { class: "row" }, [title, this.run, this.progress]), this.summaryLine, this.table, this.ended);
  }

  /** Shows the report of a position, unless it is being evaluated or is part of the line that is stepped through. */
  show(report: Report | null, here: Start, hasActions: boolean): void {
    this.here = here;
    if (this.going) return;
    this.run.disabled = !hasActions;
    if (this.report?.lines.some(({ pv }) => doneOf(this.from, pv, here))) this.mark();
    else this.draw(report);
  }

  stop(): void {
    this.going?.cancel();
    this.finish();
  }

  private async start(): Promise<void> {
    const going = this.look((report) => {
      if (this.going === going) this.draw(report);
    });
    this.going = going;
    this.run.textContent = this.texts.stop;
    this.progress.hidden = false;
    this.ended.textContent = "";
    try {
      const report = await going.answer;
      if (this.going !== going) return;
      this.draw(report);
    } catch (problem) {
      if (this.going !== going) return;
      this.summaryLine.textContent = String(problem instanceof Error ? problem.message : problem);
    }
    this.ended.textContent = this.element.querySelector("tbody tr")?.textContent ?? "";
    this.finish();
  }

  private finish(): void {
    this.going = undefined;
    this.run.textContent = this.texts.evaluate;
    this.progress.hidden = true;
  }

  private draw(report: Report | null): void {
    this.report = report;
    this.from = this.here;
    this.table.hidden = !report?.lines.length;
    const looked = report && filled(this.texts.looked, report.depth, report.nodes.toLocaleString("en"), report.seconds.toFixed(1));
    this.summaryLine.textContent = [looked, report?.note].filter(Boolean).join(" ");
    const rows = (report?.lines ?? []).map((line) => {
      const steps = line.pv.map((spelled, number) =>
        button(spelled, () => { this.stepped(along(this.from, line.pv, number + 1)); }, { class: "step", title: this.texts.stepTo }),
      );
      return el("tr", {}, [el("th", { scope: "row" }, [line.words]), el("td", {}, steps)]);
    });
    this.lines.replaceChildren(...rows);
    roving(this.lines);
  }

  /** Marks the action of each line that leads to the shown position. */
  private mark(): void {
    for (const [number, row] of [...this.lines.rows].entries()) {
      const done = doneOf(this.from, this.report?.lines[number]?.pv ?? [], this.here) ?? 0;
      for (const [at, step] of row.querySelectorAll("button").entries()) mark(step, "aria-current", at === done - 1 && "step");
    }
  }
}
