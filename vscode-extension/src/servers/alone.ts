/** What holds before anything else in the worker is loaded: it fetches nothing, and gets by without what classic workers load with. */

/** Where files that were handed over have their address. */
export const FILES = "wazir:/files/";

/** Files that were handed over, by name. */
export const files = new Map<string, ArrayBuffer>();

const TYPES: Readonly<Record<string, string>> = { wasm: "application/wasm", zip: "application/zip" };

interface Surroundings {
  importScripts: unknown;
  fetch: unknown;
  XMLHttpRequest: unknown;
  WebSocket: unknown;
  /** The address of this script, for what was a module before it was bundled. */
  wazirScript: string;
}

function local(asked: string | URL | Request): Promise<Response> {
  const address = asked instanceof Request ? asked.url : String(asked);
  const name = address.startsWith(FILES) ? address.slice(FILES.length) : "";
  const file = files.get(name);
  if (!file) return Promise.reject(new Error(`Nothing is fetched here: ${address}`));
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  return Promise.resolve(new Response(file, { headers: { "content-type": type } }));
}

const here = globalThis as unknown as Surroundings;
here.fetch = local;
here.XMLHttpRequest = here.WebSocket = undefined;
here.importScripts = undefined; // Pyodide takes a worker that has it for one in which it cannot run
here.wazirScript =
  typeof __filename === "string" ? `file://${encodeURI(__filename.replace(/^\/?/, "/").replaceAll("\\", "/"))}` : `${FILES}worker.js`;
