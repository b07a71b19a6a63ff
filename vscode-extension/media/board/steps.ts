/** A move shown leg by leg, as an animation or step by step. */
import type { Span, Step, Way } from "../../src/views/answers";
import type { Texts } from "../../src/views/texts";
import { button, el, filled, prose } from "./dom";

/** Milliseconds between two steps. */
const PAUSE = 1_200;

/** The progress of the animation. */
export interface Walked {
  readonly path: readonly string[];
  readonly span: Span | null;
}

/** The squares of a step from start to end, without those beyond the edge. */
export function walkedTo(way: Way, number: number): Walked {
  const start = way.path.slice(0, 1);
  const steps = way.steps.slice(0, number + 1);
  const path = steps.filter(({ stays }) => !stays).flatMap(({ squares }) => squares);
  const last = steps.at(-1);
  const afar = last?.stays ? last.squares : [];
  return { path: [...start, ...path, ...afar].filter((one) => one !== "-"), span: last?.span ?? null };
}

export class Steps {
  readonly element = el("div", { class: "steps", role: "group", hidden: true });
  private readonly words = el("p", { role: "status" });
  private readonly number = el("b");
  private readonly play: HTMLButtonElement;
  private readonly back: HTMLButtonElement;
  private readonly next: HTMLButtonElement;
  private way: Way | undefined;
  private at = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly texts: Texts,
    private readonly shown: (step: Walked | undefined) => void,
  ) {
    this.element.setAttribute("aria-label", texts.show);
    this.play = button(texts.play, () => {
      if (this.timer) this.pause();
      else this.run(true);
    });
    this.back = button("‹", () => { this.go(this.at - 1); }, { "aria-label": texts.firstStep, title: texts.firstStep });
    this.next = button("›", () => { this.go(this.at + 1); }, { "aria-label": texts.nextStep, title: texts.nextStep });
    const close = button("×", () => { this.close(); }, { "aria-label": texts.close, title: texts.close });
    this.element.append(el("div", { class: "row" }, [this.number, this.back, this.play, this.next, close]), this.words);
  }

  get isOpen(): boolean {
    return this.way !== undefined;
  }

  /** Shows a move from its first step, animated unless the user prefers reduced motion. */
  open(way: Way): void {
    this.pause();
    this.way = way;
    this.element.hidden = false;
    this.go(0);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.run(false);
    this.next.focus();
  }

  close(): void {
    if (!this.way) return;
    this.pause();
    this.way = undefined;
    this.element.hidden = true;
    this.shown(undefined);
  }

  private go(number: number): void {
    const step: Step | undefined = this.way?.steps[number];
    if (!this.way || !step) return;
    this.at = number;
    const { length } = this.way.steps;
    this.number.textContent = filled(this.texts.stepOf, number + 1, length);
    this.words.replaceChildren(...prose(step.words));
    this.back.disabled = number === 0;
    this.next.disabled = number === length - 1;
    this.play.disabled = length === 1;
    this.shown(walkedTo(this.way, number));
  }

  private run(fromStart: boolean): void {
    const length = this.way?.steps.length ?? 0;
    if (length < 2) return;
    if (fromStart && this.at === length - 1) this.go(0);
    this.play.textContent = this.texts.pause;
    this.timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at < length - 1) this.run(false);
      else this.pause();
    }, PAUSE);
  }

  private pause(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.play.textContent = this.texts.play;
  }
}
