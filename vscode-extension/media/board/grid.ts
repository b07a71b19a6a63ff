/** A picture of a board by the server, with a transparent grid of places over it for pointer, keyboard and screen readers. */
import type { Frame } from "../../src/views/answers";
import { el, inline, mark, sign, svg } from "./dom";
import { rows, walked, type Spot } from "./walking";

export interface Place extends Spot {
  /** `square`, `hexagon`, or `crossing` for an intersection. */
  readonly shape: "square" | "hexagon" | "crossing";
}

/** The events of places. */
export interface Heard {
  /** It was clicked, or chosen with Enter or Space. */
  used(name: string): void;
  /** The pointer or the focus is on it. */
  pointed(name: string): void;
  /** Another key was pressed on it. Returns whether the key was handled. */
  key(name: string, key: string): boolean;
  /** The shape of what can be dragged from it, by its name in the picture. */
  draggable(name: string): string | undefined;
  dragged(from: string, to: string): void;
  /** It was clicked twice. */
  opened?(name: string): void;
}

/** The minimum distance of a drag in pixels. */
const FAR = 6;
/** Milliseconds that the pointer rests on a place before it counts. */
const REST = 90;
/** The width of an intersection in widths of a square. */
const CROSSING = 0.46;
const HEXAGON = 2 / Math.sqrt(3);

export class Grid {
  readonly element = el("div", { class: "board", role: "grid" });
  private readonly overlay = svg("svg", { class: "overlay", "aria-hidden": "true" });
  private readonly picture = el("div", { class: "picture", "aria-hidden": "true" });
  private readonly cells = new Map<string, HTMLElement>();
  private spots: readonly Place[] = [];
  private lines: Place[][] = [];
  private current: string | undefined;
  private column = 0;
  private laid = "";
  private drag: { from: string; x: number; y: number; ghost?: SVGElement } | undefined;
  private wasDragged = false;

  constructor(
    id: string,
    private readonly heard: Heard,
  ) {
    this.element.id = id;
    this.element.addEventListener("keydown", (event) => { this.pressed(event); });
    this.element.addEventListener("focusin", ({ target }) => {
      const name = nameOf(target);
      if (name === undefined) return;
      this.focus(name, false);
      heard.pointed(name);
    });
    this.element.addEventListener("click", ({ target }) => {
      const name = nameOf(target);
      if (name !== undefined && !this.wasDragged) heard.used(name);
    });
    this.element.addEventListener("dblclick", ({ target }) => {
      const name = nameOf(target);
      if (name !== undefined) heard.opened?.(name);
    });
    this.listenToPointer();
  }

  /** Shows a picture, and lays the places out unless they are unchanged. */
  show(label: string, picture: string, places: readonly Place[], frame: Frame): void {
    this.element.setAttribute("aria-label", label);
    if (picture) this.picture.replaceChildren(inline(picture));
    const { width, height } = this.picture.querySelector("svg")?.viewBox.baseVal ?? { width: 1, height: 1 };
    const laid = JSON.stringify([places, frame, width, height]);
    if (laid === this.laid) return;
    this.laid = laid;
    const had = this.element.contains(document.activeElement);
    this.spots = places;
    this.lines = rows(places);
    this.cells.clear();
    const made = this.lines.map((row) => el("div", { role: "row" }, row.map((place) => this.cell(place, frame, width, height))));
    mark(this.overlay, "viewBox", [-frame.left / frame.square, -frame.top / frame.square, width / frame.square, height / frame.square].join(" "));
    this.element.replaceChildren(this.picture, ...made, this.overlay);
    this.element.style.aspectRatio = `${width} / ${height}`;
    this.element.style.setProperty("--across", String(width / frame.square));
    (this.element.parentElement ?? this.element).style.setProperty("--shape", String(width / height));
    const start = this.current !== undefined && this.cells.has(this.current) ? this.current : this.lines[0]?.[0]?.name;
    if (start !== undefined) this.focus(start, had);
  }

  /** Describes a place. */
  fill(name: string, label: string, classes: readonly string[], isSelected?: boolean): void {
    const cell = this.cells.get(name);
    if (!cell) return;
    mark(cell, "aria-label", label);
    mark(cell, "aria-selected", isSelected === undefined ? undefined : String(isSelected));
    cell.className = ["place", cell.dataset.shape ?? "", ...classes].join(" ");
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

  private focus(name: string, isWanted = true): void {
    const cell = this.cells.get(name);
    if (!cell) return;
    const before = this.current === undefined ? undefined : this.cells.get(this.current);
    if (before) before.tabIndex = -1;
    cell.tabIndex = 0;
    if (name !== this.current) this.column = this.spots.find((one) => one.name === name)?.x ?? this.column;
    this.current = name;
    if (isWanted) cell.focus();
  }

  private cell({ name, x, y, shape }: Place, { left, top, square }: Frame, width: number, height: number): HTMLElement {
    const wide = shape === "crossing" ? CROSSING : 1;
    const high = shape === "hexagon" ? HEXAGON : wide;
    const cell = el("div", { role: "gridcell", tabindex: -1, "data-name": name, "data-shape": shape });
    cell.style.left = percent((left + (x - wide / 2) * square) / width);
    cell.style.top = percent((top + (y - high / 2) * square) / height);
    cell.style.width = percent((wide * square) / width);
    cell.style.height = percent((high * square) / height);
    this.cells.set(name, cell);
    return cell;
  }

  private pressed(event: KeyboardEvent): void {
    const name = nameOf(event.target);
    const from = this.spots.find((one) => one.name === name);
    if (!from || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.heard.used(from.name);
    else {
      const { column } = this;
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
    element.addEventListener("pointerleave", () => { clearTimeout(rest); });
    element.addEventListener("pointerdown", ({ target, button, clientX: x, clientY: y }) => {
      const from = nameOf(target);
      this.wasDragged = false;
      if (from !== undefined && button === 0 && heard.draggable(from) !== undefined) this.drag = { from, x, y };
    });
    element.addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
      const { drag } = this;
      if (!drag || (!drag.ghost && Math.hypot(x - drag.x, y - drag.y) <= FAR)) return;
      if (!drag.ghost) {
        drag.ghost = sign(heard.draggable(drag.from) ?? "", "ghost");
        this.cells.get(drag.from)?.append(drag.ghost);
        element.classList.add("dragging");
      }
      drag.ghost.style.transform = `translate(${x - drag.x}px, ${y - drag.y}px)`;
    });
    const ended = ({ clientX, clientY, type }: PointerEvent): void => {
      const { drag } = this;
      this.drag = undefined;
      if (!drag) return;
      element.classList.remove("dragging");
      drag.ghost?.remove();
      const to = nameOf(document.elementFromPoint(clientX, clientY));
      this.wasDragged = drag.ghost !== undefined;
      if (type === "pointerup" && drag.ghost && to !== undefined && to !== drag.from) heard.dragged(drag.from, to);
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

/** An arrow through places, drawn over a wider line in the colour of the page for contrast. It starts beside the piece. */
function arrow(path: readonly Place[]): SVGElement[] {
  const [first, second] = path;
  const last = path.at(-1);
  const before = path.at(-2);
  if (!first || !second || !last || !before) return [];
  const part = Math.min(0.42 / Math.hypot(second.x - first.x, second.y - first.y), 0.6);
  const start = { x: first.x + (second.x - first.x) * part, y: first.y + (second.y - first.y) * part };
  const [dx, dy] = [last.x - before.x, last.y - before.y];
  const long = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(dx / long) * 0.2, (dy / long) * 0.2];
  const points = [start, ...path.slice(1)].map(({ x, y }) => `${x},${y}`).join(" ");
  const head = `M${last.x} ${last.y}L${last.x - ux * 1.6 - uy} ${last.y - uy * 1.6 + ux}L${last.x - ux * 1.6 + uy} ${last.y - uy * 1.6 - ux}Z`;
  return [svg("polyline", { points, class: "under" }), svg("polyline", { points, class: "over" }), svg("path", { d: head, class: "head" })];
}
