/** Caches the files of the page, so that it works offline after the first load. */
import { isolated, needsIsolation, scope } from "./isolation";

/** The constants of the build: the files of the page, and a version that changes with them. */
declare const FILES: readonly string[];
declare const VERSION: string;

const PREFIX = "wazir-playground-";

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
  return needsIsolation(request) ? isolated(found) : found;
}
