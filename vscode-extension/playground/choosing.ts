/** A quick pick over the page. */
import { el, prose } from "./dom";

/** Shows a list. Resolves to the chosen item, or undefined. */
export function choose<One extends { readonly label: string; readonly description?: string }>(
  dialog: HTMLDialogElement,
  title: string,
  items: readonly One[],
): Promise<One | undefined> {
  return new Promise((done) => {
    let chosen: One | undefined;
    const rows = items.map((item) => {
      const row = el("button", { type: "button" }, prose(item.label));
      row.addEventListener("click", () => {
        chosen = item;
        dialog.close();
      });
      if (item.description) row.append(el("code", {}, [item.description]));
      return el("li", {}, [row]);
    });
    dialog.querySelector("h2")?.replaceChildren(title);
    dialog.querySelector("ul")?.replaceChildren(...rows);
    dialog.addEventListener(
      "close",
      () => {
        done(chosen);
      },
      { once: true },
    );
    dialog.showModal();
  });
}
