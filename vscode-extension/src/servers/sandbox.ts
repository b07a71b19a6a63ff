/**
 * The sandbox of the worker, set up before any other module: no network access and no
 * `importScripts`.
 */
import { RUNTIME, type WorkerFile } from "./messages";

/** The prefix of the addresses of transferred files. */
export const FILES = "wazir:/files/";

/** The transferred files by name. */
export const files = new Map<string, WorkerFile[1]>();

const TYPES: Readonly<Record<string, string>> = {
  wasm: "application/wasm",
  zip: "application/zip",
};

function local(asked: string | URL | Request): Promise<Response> {
  const address = asked instanceof Request ? asked.url : String(asked);
  const name = address.startsWith(FILES) ? address.slice(FILES.length) : "";
  const file = files.get(name);
  if (!file) return Promise.reject(new Error(`Nothing is fetched here: ${address}`));
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return Promise.resolve(
    new Response(file instanceof ArrayBuffer ? file : null, { headers: { "content-type": type } }),
  );
}

/** Instantiates the runtime, which Pyodide fetches and which may be compiled already. */
async function instantiateStreaming(
  source: Response | PromiseLike<Response>,
  imports?: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const module = files.get(RUNTIME);
  if (module instanceof WebAssembly.Module) {
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  }
  return WebAssembly.instantiate(await (await source).arrayBuffer(), imports);
}

Object.assign(WebAssembly, { instantiateStreaming });
Object.assign(globalThis, {
  fetch: local,
  XMLHttpRequest: undefined,
  WebSocket: undefined,
  importScripts: undefined, // Pyodide refuses to run in a worker with `importScripts`.
  /** The address of this script, which bundled modules use as `import.meta.url`. */
  wazirScript:
    typeof __filename === "string"
      ? `file://${encodeURI(__filename.replace(/^\/?/, "/").replaceAll("\\", "/"))}`
      : `${FILES}worker.js`,
});
