/** What goes between the extension and the worker besides the messages of the protocol, which are strings of JSON. */

/** The files that Python runs from. */
export const LIBRARY = "python_stdlib.zip";
export const SERVER = "server.zip";
export const NEEDED = ["pyodide.asm.wasm", LIBRARY, SERVER] as const;

/** The first word to the worker: the folder with those files, or they themselves with their names. */
export type Begin = ({ readonly folder: string } | { readonly files: readonly (readonly [string, ArrayBuffer])[] }) & {
  /** The address at which the editor opens the files of the server's package, if it can. */
  readonly home: string | undefined;
};

/** What the worker says of itself. */
export type Said =
  | { readonly kind: "ready" }
  | { readonly kind: "log"; readonly line: string }
  /** The conversation is over, in order or for a reason. */
  | { readonly kind: "ended"; readonly reason?: string };
