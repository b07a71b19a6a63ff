/** The list of all actions with a filter. */
import type { Action } from "../../src/views/answers";
import type { Texts } from "../../src/views/texts";
import { matching } from "./choosing";
import { button, el, filled, onArrows, roving } from "./dom";

const MOST = 120;

interface Heard {
  chosen(action: Action): void;
  /** The pointer or the focus is on an action; undefined when it leaves. */
  hovered(action: Action | undefined): void;
}

export class ActionList {
  readonly element = el("section", { class: "actions" });
  private readonly filter = el("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  private readonly count = el("span", { class: "count", role: "status" });
  private readonly entries = el("ul");
  private readonly more = el("p", { class: "count", hidden: true });
  private open: readonly Action[] = [];
  private all = 0;

  constructor(
    private readonly texts: Texts,
    private readonly heard: Heard,
  ) {
    this.filter.setAttribute("aria-label", texts.filter);
    this.filter.placeholder = texts.filter;
    this.filter.addEventListener("input", () => {
      this.draw();
    });
    this.filter.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      this.entries.querySelector("button")?.focus();
    });
    onArrows(this.entries);
    for (const type of ["pointerleave", "focusout"]) {
      this.entries.addEventListener(type, () => {
        heard.hovered(undefined);
      });
    }
    this.more.textContent = texts.moreActions;
    const title = el("h2", { id: "actions-title" }, [texts.actions]);
    this.entries.setAttribute("aria-labelledby", title.id);
    this.element.append(el("div", { class: "row" }, [title, this.count]), this.filter, this.entries, this.more);
  }

  show(open: readonly Action[], all: number): void {
    this.open = open;
    this.all = all;
    this.draw();
  }

  private draw(): void {
    const found = matching(this.open, this.filter.value);
    this.count.textContent = filled(this.texts.counted, found.length, this.all);
    this.entries.replaceChildren(...found.slice(0, MOST).map((action) => this.entry(action)));
    this.entries.hidden = !found.length;
    this.more.hidden = found.length <= MOST;
    roving(this.entries);
  }

  private entry(action: Action): HTMLElement {
    const made = button("", () => {
      this.heard.chosen(action);
    });
    made.append(el("code", {}, [action.spelled]), el("span", {}, [action.words]));
    for (const type of ["pointerenter", "focus"]) {
      made.addEventListener(type, () => {
        this.heard.hovered(action);
      });
    }
    return el("li", {}, [made]);
  }
}
