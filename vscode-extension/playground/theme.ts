/**
 * The colours of the page: those of the system until the user chooses others, which are the class
 * of its root.
 */
import { store, stored } from "./storage";

const KEPT = "wazir.theme";
const NAMES = ["light", "dark"] as const;
const system = window.matchMedia("(prefers-color-scheme: dark)");

export type Theme = (typeof NAMES)[number];

/** The colours of the page with a root, which its frames share. */
export function theme(root = document.documentElement): Theme {
  return NAMES.find((name) => name === root.className) ?? (system.matches ? "dark" : "light");
}

/** Calls back when the colours change. */
export function onTheme(changed: () => void, root = document.documentElement): void {
  system.addEventListener("change", changed);
  new MutationObserver(changed).observe(root, { attributeFilter: ["class"] });
}

/** Takes the colours that were chosen last, and others with each click of a button. */
export function switchTheme(button: HTMLElement): void {
  const root = document.documentElement;
  root.className = NAMES.find((name) => name === stored(KEPT)) ?? "";
  button.addEventListener("click", () => {
    root.className = theme() === "dark" ? "light" : "dark";
    store(KEPT, root.className);
  });
}
