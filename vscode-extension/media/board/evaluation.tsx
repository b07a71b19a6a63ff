/** The evaluation of the shown position, and lines of play to step through. */
import type { Report } from "../../src/views/answers";
import { filled } from "./dom";
import { along, doneOf, type Start } from "./line";
import { refresh, Request, texts } from "./page";
import { useRoving } from "./parts";
import type { Position, Shown } from "./position";

/** The number of best lines. */
const LINES = 3;

export class Evaluation {
  report: Report | null = null;
  /** The position of the report. */
  from: Start = { at: 0, played: [] };
  /** What a screen reader reads at the end. */
  ended = "";
  readonly request = new Request<Report>();

  constructor(private readonly position: Position) {}

  /** The number of actions of a line before the shown position; undefined if it is not on the line. */
  done(pv: readonly string[]): number | undefined {
    return doneOf(this.from, pv, this.position.here);
  }

  /** Takes the report of a position, unless it is being evaluated or is part of the line that is stepped through. */
  take(report: Report | null): void {
    const isOnLine = this.report?.lines.some(({ pv }) => this.done(pv) !== undefined);
    if (!this.request.isGoing && !isOnLine) this.set(report);
  }

  async start(): Promise<void> {
    this.ended = "";
    const choices = { ...this.position.asking(), lines: LINES };
    const report = await this.request.send("wazir/evaluate", choices, (found: Report) => { this.set(found); });
    if (report !== undefined) this.set(report);
    else if (!this.request.problem) return; // It was stopped.
    const [best] = this.report?.lines ?? [];
    this.ended = best ? [best.words, ...best.pv].join("") : "";
    refresh();
  }

  private set(report: Report | null): void {
    this.request.problem = "";
    this.report = report;
    this.from = this.position.here;
    refresh();
  }
}

export function EvaluationView({ position, answer }: Shown) {
  const { evaluation } = position;
  const { report, from, request } = evaluation;
  const rows = useRoving<HTMLTableSectionElement>();
  const searched = report && filled(texts.looked, report.depth, report.nodes.toLocaleString("en"), report.seconds.toFixed(1));
  const run = (): void => {
    if (request.isGoing) request.drop();
    else void evaluation.start();
  };
  return (
    <section class="evaluation">
      <div class="row">
        <h2>{texts.evaluation}</h2>
        <button disabled={!request.isGoing && !answer.actions.length} onClick={run}>{request.isGoing ? texts.stop : texts.evaluate}</button>
        <progress hidden={!request.isGoing} aria-label={texts.searching} />
      </div>
      <p class="count">{request.problem || [searched, report?.note].filter(Boolean).join(" ")}</p>
      <table hidden={!report?.lines.length}>
        <thead><tr><th scope="col">{texts.score}</th><th scope="col">{texts.line}</th></tr></thead>
        <tbody ref={rows}>
          {report?.lines.map(({ words, pv }) => (
            <tr>
              <th scope="row">{words}</th>
              <td>
                {pv.map((spelled, number) => {
                  const current = evaluation.done(pv) === number + 1 ? "step" : undefined;
                  const step = (): void => { position.go(along(from, pv, number + 1)); };
                  return <button class="step" title={texts.stepTo} aria-current={current} onClick={step}>{spelled}</button>;
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="unseen" role="status">{evaluation.ended}</p>
    </section>
  );
}
