/** Replaces VS Code in the frame of a view: passes messages to the page and applies its theme. */
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const colour = (): void => {
  document.body.className = dark.matches ? "vscode-dark" : "vscode-light";
};
dark.addEventListener("change", colour);
colour();

window.addEventListener("message", (event) => {
  if (event.source !== window.parent || event.origin !== location.origin) event.stopImmediatePropagation();
});

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => {
      window.parent.postMessage(message, location.origin);
    },
    getState: () => undefined,
    setState: () => undefined,
  }),
});
