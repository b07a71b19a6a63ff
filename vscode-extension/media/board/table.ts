/** The menu of the view, and the clocks of a game between two people. */
import type { Clock, PositionAnswer, Side } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import type { Texts } from "../../src/views/texts";
import { button, el, filled } from "./dom";

/** Minutes for each side, and seconds added for each move. */
const CONTROLS = ["3+2", "5+0", "10+5", "15+10", "60+30"];
/** Milliseconds between updates of the clocks. */
const TICK = 200;

interface Heard {
  /** Other clocks were chosen. */
  changed(): void;
  /** The flag of a side has fallen. */
  fell(): void;
  write(): void;
  sheet(): void;
  print(): void;
  copy(): void;
  setUp(): void;
}

export class Table {
  readonly element = el("div", { class: "tools" });
  readonly clocks: Readonly<Record<Side, HTMLElement>> = { white: timer(), black: timer() };
  /** Chooses the clocks. */
  readonly label: HTMLElement;
  private readonly control = el("select");
  private readonly write: HTMLButtonElement;
  private spent: readonly number[] = [];
  private since = performance.now();
  /** Seconds that the side to move had used when its flag fell. */
  private thinking = 0;
  private answer: PositionAnswer | undefined;

  constructor(
    private readonly texts: Texts,
    private readonly heard: Heard,
  ) {
    this.control.append(...[["", texts.noClocks], ...CONTROLS.map((one) => [one, one])].map(([value, text]) => el("option", { value }, [text ?? ""])));
    this.label = el("label", {}, [texts.clocks, this.control]);
    this.write = button(texts.writeMoves, () => { heard.write(); }, { title: texts.writeMovesHint });
    this.control.addEventListener("change", () => {
      this.restart();
      heard.changed();
    });
    this.element.append(
      this.write,
      button(texts.sheet, () => { heard.sheet(); }, { title: texts.sheetHint }),
      button(texts.print, () => { heard.print(); }, { title: texts.printHint }),
      button(texts.copy, () => { heard.copy(); }),
      button(texts.setUp, () => { heard.setUp(); }, { title: texts.setUpHint }),
    );
    setInterval(() => { this.tick(); }, TICK);
  }

  /** The clocks as parameters of requests. */
  asking(played: number): Choices {
    if (!this.control.value) return {};
    return { clock: this.control.value, spent: this.spent.slice(0, played), thinking: this.thinking };
  }

  /** A move was played after a number of others. */
  played(before: number): void {
    this.spent = [...this.spent.slice(0, before), this.elapsed()];
  }

  /** The position has changed: the clock of the side to move starts. */
  turned(): void {
    this.since = performance.now();
    this.thinking = 0;
  }

  /** A new game starts. */
  restart(): void {
    this.spent = [];
    this.turned();
  }

  show(answer: PositionAnswer, isOfTwo: boolean): void {
    this.answer = answer;
    this.write.disabled = !answer.played.length;
    this.label.hidden = !isOfTwo;
    if (!isOfTwo) this.control.value = "";
    this.tick();
  }

  private elapsed(): number {
    return (performance.now() - this.since) / 1000;
  }

  private tick(): void {
    const { answer } = this;
    const clock = this.control.value ? answer?.clock : undefined;
    for (const one of [this.clocks.white, this.clocks.black]) one.hidden = !clock;
    if (!answer || !clock) return;
    const isRunning = !clock.fallen && answer.actions.length > 0;
    const left = timesLeft(clock, isRunning ? answer.turn : undefined, this.elapsed());
    for (const side of ["white", "black"] as const) {
      this.clocks[side].textContent = onClock(left[side]);
      this.clocks[side].setAttribute("aria-label", filled(this.texts.clockOf, this.texts[side]));
    }
    if (!isRunning || left[answer.turn] > 0 || this.thinking) return;
    this.thinking = this.elapsed();
    this.heard.fell();
  }
}

function timer(): HTMLElement {
  return el("span", { class: "clock", role: "timer", hidden: true });
}

/** The clocks of both sides, of which one may be running. */
export function timesLeft(clock: Clock, running: Side | undefined, elapsed: number): Record<Side, number> {
  const left = { white: clock.white, black: clock.black };
  if (running) left[running] = Math.max(left[running] - elapsed, 0);
  return left;
}

/** A time in minutes and seconds, rounded up. */
export function onClock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
