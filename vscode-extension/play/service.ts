/**
 * A service worker beside a page on which a variant is played. The engine needs shared memory, for
 * which browsers want headers that static web servers do not send.
 */
import { isolated, needsIsolation, scope } from "../playground/isolation";

const PAGE = new URL(scope.registration.scope).pathname;
const FOLDER = new URL("wazir-play/", location.href).pathname;

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  // With these headers other pages could not show what they take from other servers.
  const isOfGame = pathname === PAGE || pathname.startsWith(FOLDER);
  if (isOfGame && needsIsolation(request)) event.respondWith(fetch(request).then(isolated));
});
