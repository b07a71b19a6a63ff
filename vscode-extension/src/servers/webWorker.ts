import { workspace, Uri } from "vscode";
import type { Worker as Ours } from "./pyodide";
import { LIBRARY, SERVER, WASM, type Begin } from "./said";

/**
 * A worker of a browser. It is given its script and its files, read as the editor reads those of an extension: whatever
 * it could fetch itself would have to be allowed.
 */
export async function webWorker(script: Uri, folder: Uri, home: string | undefined): Promise<Ours> {
  const names = [WASM, LIBRARY, SERVER];
  const [code, ...contents] = await Promise.all([
    read(script),
    ...names.map((name) => read(Uri.joinPath(folder, name))),
  ]);
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const made = new Worker(address, { name: "wazir" });
  const begin: Begin = { files: contents.map((file, at) => [names[at] ?? "", file]), home };
  made.postMessage(begin, contents);
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

/** A file of the extension: from where the editor itself loads it, which is much faster than as a file of the workspace. */
async function read(uri: Uri): Promise<ArrayBuffer> {
  try {
    const answer = await fetch(uri.toString(true));
    if (answer.ok) return await answer.arrayBuffer();
  } catch {
    // Not every address of an extension can be asked so.
  }
  return (await workspace.fs.readFile(uri)).slice().buffer;
}
