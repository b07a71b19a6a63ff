import type { WorkerFile, WorkerOptions } from "./messages";
import type { Worker as Ours } from "./pyodide";

/** A web worker, from its script and its files. */
export function blobWorker(
  code: ArrayBuffer,
  files: readonly WorkerFile[],
  home: string | undefined,
): Ours {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const made = new Worker(address, { name: "wazir" });
  made.postMessage(
    { files, home } satisfies WorkerOptions,
    files.flatMap(([, file]) => (file instanceof ArrayBuffer ? [file] : [])),
  );
  return {
    post: (message) => {
      made.postMessage(message);
    },
    onMessage: (take) => {
      made.onmessage = ({ data }: MessageEvent): void => {
        take(data);
      };
    },
    onEnd: (report) => {
      made.onerror = ({ message }): void => {
        report(message || "The worker has failed.");
      };
    },
    terminate: () => {
      made.terminate();
      URL.revokeObjectURL(address);
    },
  };
}
