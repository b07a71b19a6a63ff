import { workspace, Uri } from "vscode";
import { blobWorker } from "./blobWorker";
import type { Worker } from "./pyodide";
import { NEEDED } from "./messages";

/**
 * A worker of a browser. It is given its script and its files, read as the editor reads those of an
 * extension: whatever it could fetch itself would have to be allowed.
 */
export async function webWorker(
  script: Uri,
  folder: Uri,
  home: string | undefined,
): Promise<Worker> {
  const files = NEEDED.map(async (name) => [name, await read(Uri.joinPath(folder, name))] as const);
  return blobWorker(await read(script), await Promise.all(files), home);
}

/**
 * A file of the extension. `fetch` is much faster than the file system API, but not always
 * possible.
 */
async function read(uri: Uri): Promise<ArrayBuffer> {
  try {
    const answer = await fetch(uri.toString(true));
    if (answer.ok) return await answer.arrayBuffer();
  } catch {
    // Read below.
  }
  return (await workspace.fs.readFile(uri)).slice().buffer;
}
