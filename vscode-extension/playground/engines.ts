/** The engine of the page, which loads when a variant is played. */

/** Milliseconds for an answer. */
const PATIENCE = 20_000;

/** Asks the engine in a worker, which ends with its answer: some texts crash it. */
export async function engine(question: unknown): Promise<unknown> {
  const worker = new Worker("engine.js");
  const answer = new Promise((done) => {
    const fail = (problem: string): void => { done({ problem }); };
    worker.onmessage = ({ data }) => { done(data); };
    worker.onerror = () => { fail("The engine crashes on this variant."); };
    setTimeout(fail, PATIENCE, "The engine has no answer after 20 seconds.");
    worker.postMessage(question);
  });
  return answer.finally(() => { worker.terminate(); });
}
