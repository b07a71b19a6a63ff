/** A board as a grid of places for pointer and keyboard. */
import { el, mark, svg } from "./dom";
import { axes, rows, walked, type Label, type Spot } from "./walking";

export interface Place extends Spot {
  /** `square`, `hexagon`, or `crossing` for an intersection. */
  readonly shape: "square" | "hexagon" | "crossing";
  readonly shade: number;
}

/** The events of places. */
export interface Heard {
  /** It was clicked, or chosen with Enter or Space. */
  used(name: string): void;
  /** The pointer or the focus is on it. */
  pointed(name: string): void;
  /** Another key was pressed on it. Returns whether the key was handled. */
  key(name: string, key: string): boolean;
  /** It was dragged to another place. */
  dragged?(from: string, to: string): void;
  /** Whether it can be dragged. */
  isDraggable?(name: string): boolean;
}

/** The minimum distance of a drag in pixels. */
const FAR = 6;
/** Milliseconds that the pointer rests on a place before it counts. */
const REST = 90;
const HEXAGON = 2 / Math.sqrt(3);
/** The width of an intersection in widths of a square. */
const CROSSING = 0.46;
const ROOM = 0.45;

export class Grid {
  readonly element = el("div", { class: "board", role: "grid" });
  private readonly overlay = svg("svg", { class: "overlay", "aria-hidden": "true" });
  private readonly cells = new Map<string, HTMLElement>();
  private spots: readonly Place[] = [];
  private lines: Place[][] = [];
  private current: string | undefined;
  private column = 0;
  private drawn = "";
  private drag: { from: string; x: number; y: number; isFar: boolean } | undefined;
  private wasDragged = false;

  constructor(
    id: string,
    private readonly heard: Heard,
  ) {
    this.element.id = id;
    this.element.addEventListener("keydown", (event) => {
      this.pressed(event);
    });
    this.element.addEventListener("focusin", ({ target }) => {
      const name = nameOf(target);
      if (name === undefined) return;
      this.focus(name, false);
      this.heard.pointed(name);
    });
    this.element.addEventListener("click", ({ target }) => {
      const name = nameOf(target);
      if (name !== undefined && !this.wasDragged) this.heard.used(name);
    });
    this.listenToPointer();
  }

  /** Lays the places out, unless they are unchanged. */
  lay(label: string, places: readonly Place[], width: number, height: number): void {
    this.element.setAttribute("aria-label", label);
    const drawn = JSON.stringify([places, width, height]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const had = this.element.contains(document.activeElement);
    this.spots = places;
    this.lines = rows(places);
    this.cells.clear();
    const { files, ranks } = axes(places);
    const left = ranks.length ? ROOM : 0;
    const below = files.length ? ROOM : 0;
    const frame = { left, width: left + width, height: height + below };
    const made = this.lines.map((row) => el("div", { role: "row" }, row.map((place) => this.cell(place, frame))));
    mark(this.overlay, "viewBox", `${-left} 0 ${frame.width} ${frame.height}`);
    const names = el("div", { class: "names", "aria-hidden": "true" });
    for (const one of files) names.append(name(one, (one.at + left) / frame.width, (height + below / 2) / frame.height));
    for (const one of ranks) names.append(name(one, left / 2 / frame.width, one.at / frame.height));
    this.element.replaceChildren(...made, names, this.overlay);
    this.element.style.aspectRatio = `${frame.width} / ${frame.height}`;
    this.element.style.setProperty("--across", String(frame.width));
    (this.element.parentElement ?? this.element).style.setProperty("--shape", String(frame.width / frame.height));
    const start = this.current !== undefined && this.cells.has(this.current) ? this.current : this.lines[0]?.[0]?.name;
    if (start !== undefined) this.focus(start, had);
  }

  /** Redraws a place. */
  fill(name: string, label: string, classes: readonly string[], content: readonly Node[], isSelected?: boolean): void {
    const cell = this.cells.get(name);
    if (!cell) return;
    mark(cell, "aria-label", label);
    mark(cell, "aria-selected", isSelected === undefined ? undefined : String(isSelected));
    cell.className = ["place", cell.dataset.shape ?? "", `shade${cell.dataset.shade ?? ""}`, ...classes].join(" ").trim();
    cell.replaceChildren(...content);
  }

  /** Draws paths over the board, each given by its places. */
  trace(paths: readonly (readonly string[])[]): void {
    const found = paths.map((path) => path.flatMap((one) => this.spots.find(({ name }) => name === one) ?? []));
    this.overlay.replaceChildren(...found.filter(({ length }) => length > 1).flatMap(arrow));
  }

  /** Makes a place the Tab stop, unless the user has chosen another. */
  prefer(name: string): void {
    if (!this.element.contains(document.activeElement)) this.focus(name, false);
  }

  focus(name: string, isWanted = true): void {
    const cell = this.cells.get(name);
    if (!cell) return;
    const before = this.current === undefined ? undefined : this.cells.get(this.current);
    if (before) before.tabIndex = -1;
    cell.tabIndex = 0;
    if (name !== this.current) this.column = this.spots.find((one) => one.name === name)?.x ?? this.column;
    this.current = name;
    if (isWanted) cell.focus();
  }

  private cell({ name, x, y, shape, shade }: Place, frame: { left: number; width: number; height: number }): HTMLElement {
    const wide = shape === "crossing" ? CROSSING : 1;
    const high = shape === "hexagon" ? HEXAGON : wide;
    const cell = el("div", { role: "gridcell", tabindex: -1, "data-name": name, "data-shape": shape, "data-shade": shade });
    cell.style.left = percent((x + frame.left - wide / 2) / frame.width);
    cell.style.top = percent((y - high / 2) / frame.height);
    cell.style.width = percent(wide / frame.width);
    cell.style.height = percent(high / frame.height);
    this.cells.set(name, cell);
    return cell;
  }

  private pressed(event: KeyboardEvent): void {
    const name = nameOf(event.target);
    const from = this.spots.find((one) => one.name === name);
    if (!from || event.ctrlKey || event.altKey || event.metaKey) return;
    const isUse = event.key === "Enter" || event.key === " ";
    if (isUse) this.heard.used(from.name);
    else {
      const column = this.column;
      const next = walked(this.lines, from, event.key, column);
      if (next) {
        this.focus(next.name);
        if (/Up|Down/.test(event.key)) this.column = column;
      } else if (!/^(?:Arrow|Home|End|Page)/.test(event.key) && !this.heard.key(from.name, event.key)) return;
    }
    event.preventDefault();
  }

  private listenToPointer(): void {
    const { element, heard } = this;
    let rest: ReturnType<typeof setTimeout> | undefined;
    element.addEventListener("pointerover", ({ target }) => {
      clearTimeout(rest);
      const name = nameOf(target);
      if (name !== undefined) rest = setTimeout(() => { heard.pointed(name); }, REST);
    });
    element.addEventListener("pointerleave", () => {
      clearTimeout(rest);
    });
    element.addEventListener("pointerdown", ({ target, button, clientX: x, clientY: y }) => {
      const from = nameOf(target);
      this.wasDragged = false;
      if (from !== undefined && button === 0 && heard.isDraggable?.(from)) this.drag = { from, x, y, isFar: false };
    });
    element.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
      const { drag } = this;
      if (!drag) return;
      drag.isFar ||= Math.hypot(x - drag.x, y - drag.y) > FAR;
      element.classList.toggle("dragging", drag.isFar);
      const content = this.cells.get(drag.from)?.lastElementChild;
      if (drag.isFar && content instanceof SVGElement) {
        content.style.transform = `translate(${x - drag.x}px, ${y - drag.y}px)`;
      }
    });
    const ended = ({ clientX, clientY, type }: PointerEvent): void => {
      const { drag } = this;
      this.drag = undefined;
      if (!drag) return;
      element.classList.remove("dragging");
      const content = this.cells.get(drag.from)?.lastElementChild;
      if (content instanceof SVGElement) content.style.transform = "";
      const to = nameOf(document.elementFromPoint(clientX, clientY));
      this.wasDragged = drag.isFar;
      if (type === "pointerup" && drag.isFar && to !== undefined && to !== drag.from) heard.dragged?.(drag.from, to);
    };
    window.addEventListener("pointerup", ended);
    window.addEventListener("pointercancel", ended);
  }
}

function nameOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-name]")?.dataset.name : undefined;
}

function percent(part: number): string {
  return `${part * 100}%`;
}

function name({ text }: Label, x: number, y: number): HTMLElement {
  const made = el("span", {}, [text]);
  made.style.left = percent(x);
  made.style.top = percent(y);
  return made;
}

/** The start of a line outside of its first place, so that the piece there stays visible. */
function beside([first, second]: readonly Place[]): { readonly x: number; readonly y: number } {
  if (!first || !second) return { x: 0, y: 0 };
  const part = Math.min(0.42 / Math.hypot(second.x - first.x, second.y - first.y), 0.6);
  return { x: first.x + (second.x - first.x) * part, y: first.y + (second.y - first.y) * part };
}

/** An arrow through places, drawn over a wider line in the colour of the board for contrast. */
function arrow(path: readonly Place[]): SVGElement[] {
  const last = path.at(-1);
  const before = path.at(-2);
  if (!last || !before) return [];
  const [dx, dy] = [last.x - before.x, last.y - before.y];
  const long = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(dx / long) * 0.2, (dy / long) * 0.2];
  const points = [beside(path), ...path.slice(1)].map(({ x, y }) => `${x},${y}`).join(" ");
  const head = `M${last.x} ${last.y}L${last.x - ux * 1.6 - uy} ${last.y - uy * 1.6 + ux}L${last.x - ux * 1.6 + uy} ${last.y - uy * 1.6 - ux}Z`;
  return [
    svg("polyline", { points, class: "under" }),
    svg("polyline", { points, class: "over" }),
    svg("path", { d: head, class: "head" }),
  ];
}
