/** Caches the files of the page, so that it works offline after the first load. */

/** The constants of the build: the files of the page, and a version that changes with them. */
declare const FILES: readonly string[];
declare const VERSION: string;

/** The used part of a service worker. */
interface Scope {
  readonly clients: { claim(): Promise<void> };
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

/**
 * What a page and its workers need so that their threads can share memory, as those of the engine
 * do.
 */
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
/**
 * The kinds of requests whose answers need that. Others stay as they are: the browser keeps
 * compiled code with them.
 */
const NEED_ISOLATION: readonly string[] = ["document", "iframe", "worker"];

const PREFIX = "wazir-playground-";
const scope = globalThis as unknown as Scope;

scope.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(PREFIX + VERSION)
      .then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })))),
  );
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(forget().then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
  event.respondWith(answer(event.request));
});

/** Deletes the caches of other versions. */
async function forget(): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION,
  );
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(PREFIX + VERSION);
  const found = (await cache.match(request, { ignoreSearch: true })) ?? (await fetch(request));
  return NEED_ISOLATION.includes(request.destination) ? isolated(found) : found;
}

/** An answer with the headers of isolation. */
function isolated(found: Response): Response {
  if (!found.ok) return found;
  const headers = new Headers([...found.headers, ...Object.entries(ISOLATED)]);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
