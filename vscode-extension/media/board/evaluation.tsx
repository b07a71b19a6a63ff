/** The evaluation of the shown position, and lines of play to step through. */
import { useState } from "preact/hooks";
import type { Report } from "../../src/views/answers";
import { filled, onArrows } from "./dom";
import { along, doneOf, type Start } from "./line";
import { texts } from "./page";
import type { Shown } from "./position";

/** The number of best lines. */
const LINES = 3;

export function EvaluationView({ position, answer }: Shown) {
  const { evaluation: request, here } = position;
  /**
   * The report that is shown while one of its lines is stepped through, and the position that it is
   * about.
   */
  const [kept, setKept] = useState<{ readonly report: Report | null; readonly from: Start }>();
  /** What a screen reader reads at the end. */
  const [ended, setEnded] = useState("");
  const isOnLine = kept?.report?.lines.some(({ pv }) => doneOf(kept.from, pv, here) !== undefined);
  const shown =
    kept && (request.isGoing || isOnLine) ? kept : { report: answer.evaluation, from: here };
  const { report, from } = shown;
  const searched =
    report &&
    filled(
      texts.looked,
      report.depth,
      report.nodes.toLocaleString("en"),
      report.seconds.toFixed(1),
    );
  const evaluate = async (): Promise<void> => {
    setEnded("");
    setKept(shown);
    const choices = { ...position.asking(), lines: LINES };
    const last = await request.send("wazir/evaluate", choices, (found: Report) => {
      setKept({ report: found, from: here });
    });
    if (last) setKept({ report: last, from: here });
    const [best] = last?.lines ?? [];
    setEnded(best ? [best.words, ...best.pv].join("") : "");
  };
  const run = (): void => {
    if (request.isGoing) request.drop();
    else void evaluate();
  };
  return (
    <section class="evaluation">
      <div class="row">
        <h2>{texts.evaluation}</h2>
        <button disabled={!request.isGoing && !answer.actions.length} onClick={run}>
          {request.isGoing ? texts.stop : texts.evaluate}
        </button>
        <progress hidden={!request.isGoing} aria-label={texts.searching} />
      </div>
      <p class="count">{request.problem || [searched, report?.note].filter(Boolean).join(" ")}</p>
      <table hidden={!report?.lines.length}>
        <thead>
          <tr>
            <th scope="col">{texts.score}</th>
            <th scope="col">{texts.line}</th>
          </tr>
        </thead>
        <tbody onKeyDown={onArrows}>
          {report?.lines.map(({ words, pv }, place) => (
            <tr>
              <th scope="row">{words}</th>
              <td>
                {pv.map((spelled, number) => {
                  const current = doneOf(from, pv, here) === number + 1 ? "step" : undefined;
                  const step = (): void => {
                    setKept(shown);
                    position.go(along(from, pv, number + 1));
                  };
                  return (
                    <button
                      class="step"
                      tabIndex={place + number ? -1 : 0}
                      title={texts.stepTo}
                      aria-current={current}
                      onClick={step}
                    >
                      {spelled}
                    </button>
                  );
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="unseen" role="status">
        {ended}
      </p>
    </section>
  );
}
