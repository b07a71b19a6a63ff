/** Helpers for elements. Text is never parsed as HTML. */

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Children = readonly (Node | string)[];

/** An element with attributes. True becomes an empty attribute; false, null and undefined are left out. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  children: Children = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) mark(made, name, value);
  made.append(...children);
  return made;
}

/** An element of a drawing. */
export function svg(tag: string, attributes: Attributes = {}, children: Children = []): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) mark(made, name, value);
  made.append(...children);
  return made;
}

/** Sets or removes an attribute. */
export function mark(element: Element, name: string, value: Attributes[string]): void {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** A button with an action. */
export function button(text: string, run: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = el("button", { type: "button", ...attributes }, [text]);
  made.addEventListener("click", run);
  return made;
}

/** A text with its placeholders `{0}`, `{1}` replaced. */
export function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (all, number: string) => String(values[Number(number)] ?? all));
}

/** A text of the server with code between backquotes. */
export function prose(text: string): (Node | string)[] {
  return text.split(/`([^`]+)`/).map((part, number) => (number % 2 ? el("code", {}, [part]) : part));
}

/** The same as plain text, for attributes. */
export function unquoted(text: string): string {
  return text.replace(/`([^`]+)`/g, "$1");
}

/** Shows a list of sentences, or hides it if there are none. */
export function list(element: HTMLElement, sentences: readonly string[]): void {
  element.replaceChildren(...sentences.map((one) => el("li", {}, prose(one))));
  element.hidden = sentences.length === 0;
}

/** Lets arrow keys move between the buttons of an element, which is one Tab stop. */
export function roving(element: HTMLElement): void {
  const first = element.querySelector("button");
  for (const one of element.querySelectorAll("button")) one.tabIndex = one === first ? 0 : -1;
}

/** The keys of an element with a roving focus. */
export function onArrows(element: HTMLElement): void {
  element.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const buttons = [...element.querySelectorAll("button")];
    const at = buttons.findIndex((one) => one === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)];
    for (const one of buttons) one.tabIndex = one === next ? 0 : -1;
    next?.focus();
  });
}

/** A picture of the server as a part of the page, whose policy forbids scripts in it. */
export function inline(picture: string): SVGElement {
  const { documentElement } = new DOMParser().parseFromString(picture, "image/svg+xml");
  for (const one of documentElement.querySelectorAll(":scope > title, :scope > desc")) one.remove();
  documentElement.removeAttribute("role"); // The element around it has the role and the label.
  return document.importNode(documentElement, true) as unknown as SVGElement;
}

/** A shape of an inline picture by itself. */
export function sign(shape: string, className = "sign"): SVGElement {
  return svg("svg", { class: className, viewBox: "-16 -16 32 32", "aria-hidden": "true" }, [svg("use", { href: `#${shape}` })]);
}

/** A picture of the server as an image. */
export function drawn(picture: string, alt: string): HTMLImageElement {
  return el("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt, decoding: "async" });
}

/** The background for which pictures are drawn. */
export function theme(): "light" | "dark" {
  const { classList } = document.body;
  return classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light") ? "light" : "dark";
}
