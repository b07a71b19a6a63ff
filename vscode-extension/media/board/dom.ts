/** Helpers for texts, pictures and keys. */

/** A text with its placeholders `{0}`, `{1}` replaced. */
export function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (all, number: string) => String(values[Number(number)] ?? all));
}

/** A text of the server without the backquotes around its code, for attributes. */
export function unquoted(text: string): string {
  return text.replace(/`([^`]+)`/g, "$1");
}

/** Lets arrow keys move between the buttons of an element, of which the first is a Tab stop. */
export function onArrows(
  event: KeyboardEvent & { readonly currentTarget: EventTarget | null },
): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const buttons =
    event.currentTarget instanceof Element
      ? [...event.currentTarget.querySelectorAll("button")]
      : [];
  const at = buttons.findIndex((one) => one === document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus();
}

/** A picture of the server as a part of the page, whose policy forbids scripts in it. */
export function inline(picture: string): SVGSVGElement {
  const { documentElement } = new DOMParser().parseFromString(picture, "image/svg+xml");
  for (const one of documentElement.querySelectorAll(":scope > title, :scope > desc")) one.remove();
  documentElement.removeAttribute("role"); // The element around it has the role and the label.
  return document.importNode(documentElement, true) as unknown as SVGSVGElement;
}

/** The background for which pictures are drawn. */
export function theme(): "light" | "dark" {
  return document.body.matches(".vscode-light, .vscode-high-contrast-light") ? "light" : "dark";
}
