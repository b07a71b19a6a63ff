import { sep } from "node:path";
import { Worker as Thread } from "node:worker_threads";
import type { Uri } from "vscode";
import type { Worker } from "./pyodide";
import type { Begin } from "./said";

/** A worker that is a thread of Node, which reads its files itself. */
export function thread(script: Uri, files: Uri, home: string | undefined): Promise<Worker> {
  const made = new Thread(script.fsPath, { env: {}, execArgv: [] });
  const begin: Begin = { folder: files.fsPath + sep, home };
  made.postMessage(begin);
  return Promise.resolve({
    post: (message) => {
      made.postMessage(message);
    },
    onMessage: (take) => {
      made.on("message", take);
    },
    onEnd: (tell) => {
      made.on("error", (problem: Error) => {
        tell(problem.message);
      });
      made.on("exit", (status) => {
        tell(status ? `status ${status}` : "");
      });
    },
    terminate: () => {
      void made.terminate();
    },
  });
}
