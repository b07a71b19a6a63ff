/** Messages between the extension and the worker. Messages of the protocol are strings of JSON. */

/** The files of Pyodide and of the server. */
export const LIBRARY = "python_stdlib.zip";
export const SERVER = "server.zip";
export const RUNTIME = "pyodide.asm.wasm";
export const NEEDED = [RUNTIME, LIBRARY, SERVER] as const;

/** A file by its name: its content, or the runtime compiled. */
export type WorkerFile = readonly [string, ArrayBuffer | WebAssembly.Module];

/** The first message to the worker: the folder of its files, or the files themselves. */
export type WorkerOptions = (
  { readonly folder: string } | { readonly files: readonly WorkerFile[] }
) & {
  /** The address at which the editor opens the server's package, if it can. */
  readonly home: string | undefined;
};

/** A message from the worker about its state. */
export type WorkerMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "log"; readonly line: string }
  /** The server has stopped. An error has a reason. */
  | { readonly kind: "ended"; readonly reason?: string };
