/** Looking ahead in the position that is shown, with what is found so far and a way to stop. */
import type { Report } from "../../src/views/answers";
import type { Texts } from "../../src/views/texts";
import type { Asked } from "./bridge";
import { score } from "./choosing";
import { button, el, filled } from "./dom";

/** Asks to look ahead; reports come as they are found. */
export type Look = (found: (report: Report) => void) => Asked<Report>;

export class Evaluation {
  readonly element = el("section", { class: "evaluation" });
  private readonly run: HTMLButtonElement;
  private readonly progress = el("progress", { hidden: true });
  private readonly said = el("p", { class: "count" });
  private readonly lines = el("tbody");
  private readonly table: HTMLTableElement;
  private readonly ended = el("p", { class: "unseen", role: "status" });
  private going: Asked<Report> | undefined;

  constructor(
    private readonly texts: Texts,
    private readonly look: Look,
  ) {
    this.run = button(texts.evaluate, () => {
      if (this.going) this.stop();
      else void this.start();
    });
    this.progress.setAttribute("aria-label", texts.searching);
    const head = [texts.score, texts.line].map((one) => el("th", { scope: "col" }, [one]));
    this.table = el("table", { hidden: true }, [el("thead", {}, [el("tr", {}, head)]), this.lines]);
    const title = el("h2", {}, [texts.evaluation]);
    this.element.append(el("div", { class: "row" }, [title, this.run, this.progress]), this.said, this.table, this.ended);
  }

  /** Shows what is known of a position, unless it is being looked at. */
  show(report: Report | null, hasActions: boolean): void {
    if (this.going) return;
    this.run.disabled = !hasActions;
    this.draw(report);
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
      this.said.textContent = String(problem instanceof Error ? problem.message : problem);
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
    this.table.hidden = !report?.lines.length;
    this.said.textContent = report
      ? filled(this.texts.looked, report.depth, report.nodes.toLocaleString("en"), report.seconds.toFixed(1))
      : "";
    const rows = (report?.lines ?? []).map((line) => {
      const words = el("td", {}, [line.pv.join("  ")]);
      return el("tr", {}, [el("th", { scope: "row" }, [score(line.score)]), words]);
    });
    this.lines.replaceChildren(...rows);
  }
}
