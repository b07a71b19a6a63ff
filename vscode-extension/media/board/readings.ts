/** The moves of a piece in every dialect and engine, below its board. */
import type { ReadingsAnswer } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import type { Texts } from "../../src/views/texts";
import type { Asked } from "./bridge";
import { drawn, el, filled, prose, theme } from "./dom";

export type AskReadings = (choices: Choices) => Asked<ReadingsAnswer>;

export class Readings {
  readonly element: HTMLDetailsElement;
  private readonly status = el("p", { role: "status" });
  private readonly cards = el("div", { class: "maps" });
  private asked: Asked<ReadingsAnswer> | undefined;
  private isWanted = false;

  constructor(
    private readonly texts: Texts,
    private readonly ask: AskReadings,
  ) {
    this.element = el("details", { class: "more readings" }, [el("summary", {}, [texts.readings]), this.status, this.cards]);
    this.element.addEventListener("toggle", () => {
      this.renew();
    });
  }

  /** Opens them and scrolls to them. */
  open(): void {
    this.isWanted = true;
    if (this.element.open) this.renew();
    this.element.open = true;
  }

  /** Another piece or board is shown. */
  renew(): void {
    this.asked?.cancel();
    if (this.element.open) void this.load();
  }

  private async load(): Promise<void> {
    const { texts } = this;
    const asked = this.ask({ theme: theme() });
    this.asked = asked;
    this.status.textContent = texts.waiting;
    try {
      const found = await asked.answer;
      if (this.asked !== asked) return;
      this.status.textContent = found ? "" : texts.oneReading;
      this.cards.replaceChildren(...(found?.readings ?? []).map((one) => card(texts, one)));
      if (this.isWanted) this.element.scrollIntoView();
      this.isWanted = false;
    } catch (problem) {
      if (this.asked === asked) this.status.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }
}

function card(texts: Texts, { names, isOfFile, sentence, svg }: ReadingsAnswer["readings"][number]): HTMLElement {
  const title = names.join(", ");
  const heading = el("h2", {}, [isOfFile ? filled(texts.ofFile, title) : title]);
  return el("section", {}, [heading, ...(svg ? [drawn(svg, `${title}: ${sentence}`)] : []), el("p", {}, prose(sentence))]);
}
