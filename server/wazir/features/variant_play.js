/** The service worker beside the page, which gives the engine the headers that it needs. */
const SERVICE = "wazir-play.js";
/** Keeps which variant is played while the page is loaded again. */
const PLAYED = "wazir-play";

for (const part of document.querySelectorAll(".wazir-play")) {
  const [button, status, frame] = part.children;
  const name = part.closest("section").id;

  const open = () => {
    button.hidden = true;
    frame.hidden = false;
    frame.src = frame.dataset.src;
  };

  if (location.protocol === "file:") {
    status.textContent = "To play, open this page from a web server.";
    continue;
  }
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    if (await mustLoadAgain(name)) location.reload();
    else open();
  });
  if (isToBePlayed(name)) {
    open();
    frame.focus();
  }
}

/**
 * Starts the service worker. Returns whether the page gets its headers by being loaded again. Where
 * there are no service workers, the engine does not search: visitors play both sides.
 */
async function mustLoadAgain(name) {
  try {
    await Promise.all([serve(location.pathname), serve("wazir-play/")]);
    const isPlaying = document.querySelector(".wazir-play iframe[src]");
    if (window.crossOriginIsolated || isPlaying) return false;
    sessionStorage.setItem(PLAYED, name);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the service worker serves addresses that begin with a scope. */
async function serve(scope) {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(SERVICE, { scope });
  if (registration.active) return;
  const worker = registration.installing ?? registration.waiting;
  await new Promise((done, failed) => {
    worker.addEventListener("statechange", () => {
      if (registration.active) done();
      else if (worker.state === "redundant") failed();
    });
  });
}

/** Whether the page was loaded again to play a variant. */
function isToBePlayed(name) {
  try {
    if (sessionStorage.getItem(PLAYED) !== name) return false;
    sessionStorage.removeItem(PLAYED);
    return true;
  } catch {
    return false;
  }
}
