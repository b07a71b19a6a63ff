/** Helpers for elements. Text is never parsed as HTML. */

/** A text of the server with its code between backquotes as elements. */
export function prose(text: string): (Node | string)[] {
  return text
    .split(/`([^`]+)`/)
    .map((part, number) => (number % 2 ? el("code", {}, [part]) : part));
}

/** An element with attributes. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}
