import { FILES, files } from "./sandbox";
import { loadPyodide, type PyodideInterface } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import { LIBRARY, SERVER, type WorkerOptions, type WorkerMessage } from "./messages";

/**
 * The entry point of the server: takes a function that sends messages, and returns one that
 * receives them.
 */
interface ServerModule {
  begin(
    send: (message: string) => void,
    end: (status: number) => void,
    home?: string,
  ): (message: string) => void;
}

/** The port to the extension: of a thread of Node, or of a web worker. */
interface Port {
  postMessage(message: string | WorkerMessage): void;
  onmessage: (event: { readonly data: unknown }) => void;
  close(): void;
}

async function port(): Promise<Port> {
  const isNode = typeof process === "object";
  return (isNode
    ? (await import("node:worker_threads")).parentPort
    : globalThis) as unknown as Port;
}

/** Pyodide without its package index. */
async function python(folder: string, log: (line: string) => void): Promise<PyodideInterface> {
  const settings = {
    indexURL: folder,
    stdLibURL: folder + LIBRARY,
    createPyodideModule,
    lockFileContents: { info, packages: {} },
    stdout: log,
    stderr: log,
    env: { HOME: "/", PYTHONHASHSEED: "0" },
  };
  return loadPyodide(settings as unknown as Parameters<typeof loadPyodide>[0]);
}

async function read(folder: string, name: string): Promise<Uint8Array> {
  const handed = files.get(name);
  if (handed instanceof ArrayBuffer) return new Uint8Array(handed);
  const { readFile } = await import("node:fs/promises");
  return new Uint8Array(await readFile(folder + name));
}

async function serve(options: WorkerOptions, to: Port): Promise<(message: string) => void> {
  const folder = "folder" in options ? options.folder : FILES;
  if ("files" in options) for (const [name, file] of options.files) files.set(name, file);
  const log = (line: string): void => {
    to.postMessage({ kind: "log", line });
  };
  const [runtime, server] = await Promise.all([python(folder, log), read(folder, SERVER)]);
  files.clear();
  const at = `/${SERVER}`;
  (runtime.FS as { writeFile(at: string, file: Uint8Array): void }).writeFile(at, server);
  (runtime.pyimport("sys") as { path: { insert(at: number, path: string): void } }).path.insert(
    0,
    at,
  );
  const end = (): void => {
    to.postMessage({ kind: "ended" });
    to.close();
  };
  return (runtime.pyimport("wazir_in_worker") as ServerModule).begin(
    (message) => {
      to.postMessage(message);
    },
    end,
    options.home,
  );
}

async function main(): Promise<void> {
  const to = await port();
  let take: ((message: string) => void) | undefined;
  const fail = (problem: unknown): void => {
    to.postMessage({
      kind: "ended",
      reason: problem instanceof Error ? problem.message : String(problem),
    });
    to.close();
  };
  const begin = async (options: WorkerOptions): Promise<void> => {
    take = await serve(options, to);
    to.postMessage({ kind: "ready" });
  };
  to.onmessage = ({ data }) => {
    try {
      if (typeof data === "string") take?.(data);
      else begin(data as WorkerOptions).catch(fail);
    } catch (problem) {
      fail(problem);
    }
  };
}

void main();
