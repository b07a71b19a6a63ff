import type { Worker as Ours } from "./pyodide";
import type { Begin } from "./said";

/** A worker of a browser, of its script and the files that it runs from, each with its name. */
export function blobWorker(code: ArrayBuffer, files: readonly (readonly [string, ArrayBuffer])[], home: string | undefined): Ours {
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const made = new Worker(address, { name: "wazir" });
  const begin: Begin = { files, home };
  made.postMessage(begin, files.map(([, file]) => file));
  return {
    post: (message) => {
      made.postMessage(message);
    },
    onMessage: (take) => {
      made.onmessage = ({ data }: MessageEvent): void => {
        take(data);
      };
    },
    onEnd: (tell) => {
      made.onerror = (event): void => {
        tell(event.message || "The worker has failed.");
      };
    },
    terminate: () => {
      made.terminate();
      URL.revokeObjectURL(address);
    },
  };
}
