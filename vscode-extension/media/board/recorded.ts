/** The buttons for stepping through a record. */
import type { PositionAnswer } from "../../src/views/answers";
import type { Texts } from "../../src/views/texts";
import { button, el, filled, prose } from "./dom";
import { isAtEnd, isAtStart, type Line } from "./line";

interface Heard {
  readonly back: () => void;
  readonly on: () => void;
  readonly to: (at: number) => void;
  readonly reset: () => void;
}

export class Recorded {
  readonly element = el("div", { class: "record", role: "group" });
  private readonly start: HTMLButtonElement;
  private readonly back: HTMLButtonElement;
  private readonly on: HTMLButtonElement;
  private readonly end: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;
  private readonly slider = el("input", { type: "range", min: 0, step: 1 });
  private readonly summaryLine = el("span", { class: "count" });
  private readonly last = el("p", { class: "last", role: "status" });
  private length = 0;

  constructor(
    private readonly texts: Texts,
    heard: Heard,
  ) {
    const sign = (text: string, words: string, run: () => void): HTMLButtonElement =>
      button(text, run, { "aria-label": words, title: words });
    this.start = sign("«", texts.start, () => { heard.to(0); });
    this.back = sign("‹", texts.back, heard.back);
    this.on = sign("›", texts.on, heard.on);
    this.end = sign("»", texts.end, () => { heard.to(this.length); });
    this.reset = button(texts.reset, heard.reset);
    this.slider.setAttribute("aria-label", texts.record);
    this.slider.addEventListener("input", () => {
      heard.to(Number(this.slider.value));
    });
    this.element.setAttribute("aria-label", texts.record);
    const row = [this.start, this.back, this.on, this.end, this.slider, this.reset];
    this.element.append(el("div", { class: "row" }, row), this.summaryLine, this.last);
  }

  show(answer: PositionAnswer, line: Line): void {
    const { at, length, played, record } = answer;
    const { texts } = this;
    this.length = length;
    const isStart = isAtStart(line, answer);
    disable(this.start, isStart && at === 0);
    disable(this.back, isStart);
    disable(this.on, isAtEnd(line, answer));
    disable(this.end, at === length && !played.length);
    disable(this.reset, line.at === null && !line.played.length);
    this.slider.max = String(length);
    this.slider.value = String(at);
    this.slider.hidden = length === 0;
    const further = filled(played.length === 1 ? texts.furtherOne : texts.further, played.length);
    this.summaryLine.textContent = [length ? filled(texts.reached, at, length) : "", played.length ? further : ""].filter(Boolean).join(", ");
    this.slider.setAttribute("aria-valuetext", this.summaryLine.textContent);
    const last = played.at(-1) ?? record.find(({ number }) => number === at - 1);
    this.last.replaceChildren(...prose(last ? filled(texts.last, `\`${last.spelled}\` ${last.words}`) : ""));
  }
}

/** A disabled button keeps the focus for the keyboard. */
function disable(one: HTMLButtonElement, isDisabled: boolean): void {
  if (one === document.activeElement) one.setAttribute("aria-disabled", String(isDisabled));
  else {
    one.removeAttribute("aria-disabled");
    one.disabled = isDisabled;
  }
}
