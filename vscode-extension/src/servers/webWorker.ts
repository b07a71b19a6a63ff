import { workspace, Uri } from "vscode";
import type { Worker as Ours } from "./pyodide";
import { LIBRARY, SERVER, WASM, type Begin } from "./said";

/**
 * A worker of a browser. It is given its script and its files, read as the editor reads those of an extension: whatever
 * it could fetch itself would have to be allowed.
 */
export async function webWorker(script: Uri, folder: Uri, home: string | undefined): Promise<Ours> {
  const read = (uri: Uri): Thenable<Uint8Array> => workspace.fs.readFile(uri);
  const names = [WASM, LIBRARY, SERVER];
  const [code, ...contents] = await Promise.all([
    read(script),
    ...names.map((name) => read(Uri.joinPath(folder, name))),
  ]);
  const address = URL.createObjectURL(new Blob([code as Uint8Array<ArrayBuffer>], { type: "text/javascript" }));
  const made = new Worker(address, { name: "wazir" });
  const buffers = contents.map((content) => content.slice().buffer);
  const begin: Begin = { files: buffers.map((file, at) => [names[at] ?? "", file]), home };
  made.postMessage(begin, buffers);
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
