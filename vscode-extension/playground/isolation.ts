/** What a service worker adds to answers, so that the threads of the engine can share memory. */

/** The used part of a service worker. */
interface Scope {
  readonly clients: { claim(): Promise<void> };
  /** The pages that it serves: those whose addresses begin with a scope. */
  readonly registration: { readonly scope: string };
  addEventListener(
    kind: "install" | "activate",
    run: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    kind: "fetch",
    run: (event: {
      readonly request: Request;
      respondWith(answer: Response | Promise<Response>): void;
    }) => void,
  ): void;
}

/** What a page and its workers need for that. */
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
/**
 * The kinds of requests whose answers need them. Others stay as they are: the browser keeps
 * compiled code with them.
 */
const NEED_HEADERS: readonly string[] = ["document", "iframe", "worker"];

export const scope = globalThis as unknown as Scope;

export function needsIsolation(request: Request): boolean {
  return NEED_HEADERS.includes(request.destination);
}

/** An answer with the headers of isolation. */
export function isolated(found: Response): Response {
  if (!found.ok) return found;
  const headers = new Headers([...found.headers, ...Object.entries(HEADERS)]);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
