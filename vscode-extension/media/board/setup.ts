/** Setting up a position: pieces are placed from a box, moved and removed. The server reports what is wrong. */
import type { PositionAnswer, Side } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import type { Texts } from "../../src/views/texts";
import { shapeOf } from "./choosing";
import { button, el, filled, list, sign } from "./dom";

const LETTERS = ["K", "R", "B", "N", "G", "S", "P", "Q", "X", "I", "W", "Z", "C"];
const SIDES: readonly Side[] = ["black", "white"];
/** The eraser, which removes pieces. */
const OFF = "";
const SQUARE = "#";
const LEAST = 6;

interface Heard {
  /** The position must be requested again. */
  changed(): void;
  /** The held piece has changed. */
  picked(): void;
  write(): void;
  closed(): void;
}

export class Setup {
  readonly element = el("section", { class: "setup", hidden: true });
  /** The held piece as parameters of requests. */
  picked: string | undefined;
  private readonly problems = el("ul", { class: "problems", "aria-live": "polite" });
  private readonly turn: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly chips = new Map<string, HTMLButtonElement>();
  private positions: readonly string[] = [];
  private at = -1;
  private change: readonly string[] = [];
  private answer: PositionAnswer | undefined;
  private drag: { readonly from: string; readonly x: number; readonly y: number } | undefined;

  constructor(
    private readonly texts: Texts,
    private readonly heard: Heard,
  ) {
    const title = el("h2", { id: "setup-title" }, [texts.setUp]);
    this.element.setAttribute("aria-labelledby", title.id);
    const boxes = SIDES.map((side) => {
      const chips = LETTERS.map((letter) => this.chip(`+${side} ${letter}`, `${texts[side]} ${letter}`, shapeOf(side, letter)));
      return el("div", { class: "box", role: "group", "aria-label": filled(texts.box, texts[side]) }, chips);
    });
    const others = [this.chip(SQUARE, texts.movableSquare, "tile"), this.chip(OFF, texts.remove)];
    this.turn = button("", () => { this.ask(["turn"]); });
    this.undo = button("‹", () => { this.go(this.at - 1); }, { "aria-label": texts.undo, title: texts.undo });
    this.redo = button("›", () => { this.go(this.at + 1); }, { "aria-label": texts.redo, title: texts.redo });
    const write = button(texts.writePosition, () => { heard.write(); }, { title: texts.writePositionHint });
    const close = button(texts.cancel, () => { this.close(); heard.closed(); });
    this.element.append(
      title,
      ...boxes,
      el("div", { class: "tools" }, [...others, this.turn, this.undo, this.redo]),
      el("p", { class: "keys" }, [texts.setUpKeys]),
      this.problems,
      el("div", { class: "tools" }, [write, close]),
    );
    window.addEventListener("pointerup", ({ clientX: x, clientY: y }) => { this.dropped(x, y); });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Starts with the shown position. */
  open(): void {
    this.element.hidden = false;
    this.heard.changed();
  }

  close(): void {
    this.element.hidden = true;
    [this.positions, this.at, this.change, this.picked] = [[], -1, [], undefined];
  }

  asking(): Choices {
    return { fen: this.positions[this.at] ?? "", change: this.change };
  }

  refused(): void {
    this.change = [];
  }

  show(answer: PositionAnswer): void {
    const { texts } = this;
    this.answer = answer;
    if (this.positions[this.at] !== answer.fen) {
      this.positions = [...this.positions.slice(0, this.at + 1), answer.fen];
      this.at = this.positions.length - 1;
    }
    this.change = [];
    const found = answer.problems.map(({ message }) => message);
    list(this.problems, found.length ? found : [texts.noProblems]);
    this.problems.classList.toggle("none", !found.length);
    this.turn.textContent = filled(texts.toMove, texts[answer.turn]);
    this.undo.disabled = this.at <= 0;
    this.redo.disabled = this.at >= this.positions.length - 1;
    this.mark();
  }

  /** The piece on a place, or else its movable square. */
  on(name: string): string | undefined {
    if (this.answer?.pieces.some(({ place }) => place === name)) return name;
    return this.answer?.movable.includes(name) ? SQUARE + name : undefined;
  }

  /** A place was chosen: puts the held piece there, or picks up what is there. */
  point(name: string): void {
    const { picked } = this;
    if (picked === undefined) this.pick(this.on(name));
    else if (picked === OFF) this.remove(name);
    else if (picked === SQUARE && this.answer?.movable.includes(name)) this.ask([SQUARE + name, ""]);
    else this.put(picked, name);
  }

  /** Puts a piece on a place. A piece of the box stays held. */
  put(origin: string, name: string): void {
    if (!/^(?:\+|#$)/.test(origin)) this.picked = undefined;
    if (origin === SQUARE + name) this.pick(undefined);
    else this.ask([origin, origin.startsWith(SQUARE) ? SQUARE + name : name]);
  }

  remove(name: string): void {
    const there = this.on(name);
    if (there) this.ask([there, ""]);
  }

  pick(what: string | undefined): void {
    this.picked = this.picked === what ? undefined : what;
    this.mark();
    this.heard.picked();
  }

  /** Puts the held piece into the hand or the reserve of a side. */
  hold(side: Side): void {
    const { picked } = this;
    if (picked && !picked.startsWith(SQUARE)) this.put(picked, `@${side}`);
  }

  private ask(change: readonly string[]): void {
    this.change = change;
    this.heard.changed();
  }

  private go(at: number): void {
    this.at = at;
    this.ask([]);
  }

  private chip(what: string, words: string, shape?: string): HTMLButtonElement {
    const made = button(shape ? "" : words, () => { this.pick(what); }, { class: "chip", "aria-label": words, title: words, "aria-pressed": "false" });
    if (shape) made.append(sign(shape));
    made.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => { this.drag = { from: what, x, y }; });
    this.chips.set(what, made);
    return made;
  }

  private dropped(x: number, y: number): void {
    const { drag } = this;
    this.drag = undefined;
    if (!drag || Math.hypot(x - drag.x, y - drag.y) < LEAST) return;
    const name = document.elementFromPoint(x, y)?.closest<HTMLElement>(".place")?.dataset.name;
    if (name === undefined) return;
    if (drag.from === OFF) this.remove(name);
    else this.put(drag.from, name);
  }

  private mark(): void {
    for (const [what, chip] of this.chips) chip.setAttribute("aria-pressed", String(what === this.picked));
  }
}
