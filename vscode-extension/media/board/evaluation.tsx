/** The evaluation of the shown position, and lines of play to step through. */
import type { PositionAnswer, Report } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import { filled } from "./dom";
import { along, doneOf, type Line, type Start } from "./line";
import { refresh, Request, texts } from "./page";
import { useRoving } from "./parts";

/** The number of best lines. */
const LINES = 3;

export class Evaluation {
  report: Report | null = null;
  /** The position of the report. */
  from: Start = { at: 0, played: [] };
  here: Start = this.from;
  /** What a screen reader reads at the end. */
  ended = "";
  readonly request = new Request<Report>(refresh);

  /** Takes the report of a position, unless it is being evaluated or is part of the line that is stepped through. */
  take({ evaluation, at, played }: PositionAnswer): void {
    this.here = { at, played: played.map(({ spelled }) => spelled) };
    const isOnLine = this.report?.lines.some(({ pv }) => doneOf(this.from, pv, this.here) !== undefined);
    if (!this.request.isGoing && !isOnLine) this.set(evaluation);
  }

  async start(choices: Choices): Promise<void> {
    this.ended = "";
    const report = await this.request.send("wazir/evaluate", { ...choices, lines: LINES }, (found: Report) => { this.set(found); });
    if (report !== undefined) this.set(report);
    else if (!this.request.problem) return; // It was stopped.
    const [best] = this.report?.lines ?? [];
    this.ended = best ? [best.words, ...best.pv].join("") : "";
    refresh();
  }

  private set(report: Report | null): void {
    this.request.problem = "";
    this.report = report;
    this.from = this.here;
    refresh();
  }
}

interface Props {
  readonly evaluation: Evaluation;
  readonly answer: PositionAnswer;
  readonly isHidden: boolean;
  readonly start: () => void;
  readonly go: (line: Line) => void;
}

export function EvaluationView({ evaluation, answer, isHidden, start, go }: Props) {
  const { report, from, here, request, ended } = evaluation;
  const rows = useRoving<HTMLTableSectionElement>();
  const searched = report && filled(texts.looked, report.depth, report.nodes.toLocaleString("en"), report.seconds.toFixed(1));
  const run = (): void => {
    if (request.isGoing) request.drop();
    else start();
  };
  return (
    <section class="evaluation" hidden={isHidden}>
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
                  const isHere = doneOf(from, pv, here) === number + 1;
                  const step = (): void => { go(along(from, pv, number + 1)); };
                  return <button class="step" title={texts.stepTo} aria-current={isHere ? "step" : undefined} onClick={step}>{spelled}</button>;
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="unseen" role="status">{ended}</p>
    </section>
  );
}
