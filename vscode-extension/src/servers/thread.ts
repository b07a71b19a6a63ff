import { sep } from "node:path";
import { Worker as Thread } from "node:worker_threads";
import type { Uri } from "vscode";
import type { WorkerOptions } from "./messages";
import type { Worker } from "./pyodide";

/** A worker thread of Node, which reads its files from disk. */
export function thread(script: Uri, files: Uri, home: string | undefined): Promise<Worker> {
  const made = new Thread(script.fsPath, { env: {}, execArgv: [] });
  made.postMessage({ folder: files.fsPath + sep, home } satisfies WorkerOptions);
  return Promise.resolve({
    post: (message) => {
      made.postMessage(message);
    },
    onMessage: (take) => {
      made.on("message", take);
    },
    onEnd: (report) => {
      made.on("error", ({ message }: Error) => {
        report(message);
      });
      made.on("exit", (status) => {
        report(status ? `status ${status}` : "");
      });
    },
    terminate: () => void made.terminate(),
  });
}
