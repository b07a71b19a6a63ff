/** Replaces VS Code in the frame of a view: passes messages to the page and applies its theme. */
import { onTheme, theme } from "./theme";

const root = window.parent.document.documentElement;
const colour = (): void => {
  document.documentElement.className = theme(root);
  document.body.className = `vscode-${theme(root)}`;
};
onTheme(colour, root);
colour();

window.addEventListener("message", (event) => {
  if (event.source !== window.parent || event.origin !== location.origin) {
    event.stopImmediatePropagation();
  }
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
