/** The figures of a piece below its board, requested when they are opened. */
import type { FiguresAnswer } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import type { Texts } from "../../src/views/texts";
import type { Asked } from "./bridge";
import { button, drawn, el, filled, list, theme } from "./dom";

/** Requests figures. The number of moves computed so far arrives while the mates are computed. */
export type AskFigures = (choices: Choices, progress: (found: { moves: number }) => void) => Asked<FiguresAnswer>;

export class Figures {
  readonly element: HTMLDetailsElement;
  private readonly status = el("p", { role: "status" });
  private readonly lines = el("ul");
  private readonly maps = el("div", { class: "maps" });
  private readonly mates: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private asked: Asked<FiguresAnswer> | undefined;

  constructor(
    private readonly texts: Texts,
    private readonly ask: AskFigures,
  ) {
    this.mates = button(texts.mates, () => void this.load(true));
    this.stop = button(texts.cancel, () => {
      this.asked?.cancel();
    });
    const tools = el("div", { class: "tools" }, [this.mates, this.stop]);
    this.element = el("details", { class: "more figures" }, [el("summary", {}, [texts.figures]), this.status, this.lines, tools, this.maps]);
    this.element.addEventListener("toggle", () => {
      if (this.element.open) void this.load(false);
      else this.asked?.cancel();
    });
  }

  /** Another piece or board is shown. */
  renew(): void {
    this.asked?.cancel();
    if (this.element.open) void this.load(false);
  }

  private async load(mate: boolean): Promise<void> {
    const { texts } = this;
    this.asked?.cancel();
    this.status.textContent = mate ? texts.computingMates : texts.computing;
    const asked = this.ask({ mate, theme: theme() }, ({ moves }) => {
      if (this.asked === asked) this.status.textContent = filled(texts.matesSoFar, moves);
    });
    this.asked = asked;
    this.show(true, false);
    try {
      const found = await asked.answer;
      if (this.asked !== asked) return;
      this.status.textContent = found ? "" : texts.nothing;
      list(this.lines, found?.lines ?? []);
      this.maps.replaceChildren(...(found?.maps ?? []).map(map));
      this.show(false, !mate && (found?.hasTable ?? false));
    } catch (problem) {
      if (this.asked !== asked) return;
      this.status.textContent = problem instanceof Error ? problem.message : String(problem);
      this.show(false, mate);
    }
  }

  private show(isComputing: boolean, offersMates: boolean): void {
    this.stop.hidden = !isComputing;
    this.mates.hidden = !offersMates;
  }
}

function map({ title, svg }: { title: string; svg: string }): HTMLElement {
  return el("figure", {}, [drawn(svg, title), el("figcaption", {}, [title])]);
}
