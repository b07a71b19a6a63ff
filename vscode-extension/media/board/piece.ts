/** The view of a piece: a board with other pieces, and the reason why each square can or cannot be reached. */
import type { PieceAnswer, PieceSquare, Span } from "../../src/views/answers";
import type { Choices, BoardCommand } from "../../src/views/messages";
import type { Texts } from "../../src/views/texts";
import { button, el, filled, list, prose, unquoted } from "./dom";
import { Figures, type AskFigures } from "./figures";
import { Readings, type AskReadings } from "./readings";
import { Grid } from "./grid";
import { asked, cleared, cycled, EMPTY, isCleared, moved, removed, type Setting } from "./placing";
import { ofDeviation, ofHolding, ofMark, ofSquare, ofStaying, signOf } from "./signs";
import { Steps } from "./steps";
import { Tools } from "./tools";

/** The environment of a view. */
export interface Around {
  readonly texts: Texts;
  /** The choices have changed: they are stored and requested. */
  chosen(): void;
  light(spans: readonly Span[]): void;
  tell(kind: BoardCommand): void;
}

const LONGEST_LIST = 6;
const HOLDING = ["mover", "friend", "foe"] as const;
/** The sign of the legend for everything that is pale. */
const PALE = "X";

export class PieceView {
  readonly element = el("section", { class: "view" });
  setting: Setting = EMPTY;
  private answer: PieceAnswer | undefined;
  private at: string | undefined;
  private readonly title = el("h1");
  private readonly sentence = el("p", { class: "sentence" });
  private readonly played = el("p", { class: "played" });
  private readonly remark = el("p", { class: "remark", role: "status" });
  private readonly grid: Grid;
  private readonly tools: Tools;
  private readonly figures: Figures;
  private readonly readings: Readings;
  private readonly where = el("h2");
  private readonly why = el("p");
  private readonly ways = el("ul", { class: "ways" });
  private readonly steps: Steps;
  private readonly legend = el("ul", { class: "legend" });
  private readonly problems = el("ul", { class: "problems" });
  private readonly notes = el("ul", { class: "notes" });

  constructor(
    private readonly around: Around,
    ask: AskFigures,
    askReadings: AskReadings,
  ) {
    const { texts } = around;
    this.grid = new Grid("piece-board", {
      used: (name) => {
        if (name !== this.answer?.square) this.choose(cycled(this.setting, name));
      },
      pointed: (name) => {
        this.point(name);
      },
      key: (name, key) => this.key(name, key),
      dragged: (_, to) => {
        this.choose(moved(this.setting, to));
      },
      isDraggable: (name) => name === this.answer?.square,
    });
    this.tools = new Tools(texts, {
      changed: (setting) => {
        this.choose({ ...this.setting, ...setting });
      },
      cleared: () => {
        this.choose(cleared(this.setting));
      },
      copied: () => {
        around.tell("copy");
      },
    });
    this.figures = new Figures(texts, ask);
    this.readings = new Readings(texts, askReadings);
    this.steps = new Steps(texts, (step) => {
      this.grid.trace(step ? [step.path] : []);
      around.light(step?.span ? [step.span] : this.spans());
    });
    const keys = el("p", { class: "keys", id: "piece-keys" }, [texts.boardKeys]);
    this.grid.element.setAttribute("aria-describedby", keys.id);
    this.element.append(
      el("header", {}, [this.title, this.sentence, this.played, this.problems]),
      this.tools.element,
      this.remark,
      el("div", { class: "pair" }, [
        el("div", { class: "frame" }, [this.grid.element, keys]),
        el("div", { class: "beside" }, [
          el("div", { class: "why", "aria-live": "polite", "aria-atomic": "true" }, [this.where, this.why]),
          this.ways,
          this.steps.element,
          el("h2", {}, [texts.legend]),
          this.legend,
          this.notes,
        ]),
      ]),
      this.readings.element,
      this.figures.element,
    );
  }

  openReadings(): void {
    this.readings.open();
  }

  asked(): Choices {
    return asked(this.setting);
  }

  /** The choices without those that were refused; undefined if there are none. */
  withoutPlaced(): boolean {
    if (isCleared(this.setting)) return false;
    this.setting = cleared(this.setting);
    this.remark.textContent = this.around.texts.outside;
    return true;
  }

  refused(reason: string): void {
    this.remark.replaceChildren(...prose(reason));
    this.tools.show(this.setting, this.answer?.board, true);
  }

  show(answer: PieceAnswer): void {
    const { texts } = this.around;
    const isOther = this.answer?.title !== answer.title || this.answer.board !== answer.board;
    const isEdited = this.answer?.uri !== answer.uri || this.answer.version !== answer.version;
    this.answer = answer;
    this.title.textContent = answer.title;
    this.sentence.replaceChildren(...prose(answer.sentence));
    this.played.replaceChildren(...prose(answer.played));
    this.played.hidden = !answer.played;
    this.tools.show(this.setting, answer.board, false);
    list(this.problems, answer.problems.filter(({ severity }) => severity !== "hint").map(({ message }) => message));
    list(this.notes, answer.broken ? [texts.broken, ...answer.notes] : answer.notes);
    if (isOther) this.steps.close();
    if (isOther || isEdited) {
      this.figures.renew();
      this.readings.renew();
    }
    const shape = answer.lattice === "hex" ? "hexagon" : "square";
    const places = answer.squares.map(({ name, x, y, shade }) => ({ name, x, y, shade, shape }) as const);
    this.grid.lay(filled(texts.boardOfPiece, answer.title, answer.boardWords), places, answer.width, answer.height);
    this.grid.prefer(answer.square);
    this.drawLegend(answer);
    if (!this.at || !answer.squares.some(({ name }) => name === this.at)) this.at = undefined;
    this.draw();
    this.tell();
    if (this.at && !this.steps.isOpen) this.around.light(this.spans());
  }

  private choose(setting: Setting): void {
    this.setting = setting;
    this.remark.textContent = "";
    this.steps.close();
    this.around.chosen();
  }

  private key(name: string, key: string): boolean {
    if (key.toLowerCase() === "m") this.choose(moved(this.setting, name));
    else if (key === "Delete" || key === "Backspace") this.choose(removed(this.setting, name));
    else if (key.toLowerCase() === "p") this.ways.querySelector("button")?.click();
    else return false;
    return true;
  }

  private point(name: string): void {
    if (this.at === name) return;
    this.at = name;
    this.steps.close();
    this.draw();
    this.tell();
    this.around.light(this.spans());
  }

  private square(): PieceSquare | undefined {
    return this.answer?.squares.find(({ name }) => name === this.at);
  }

  private spans() {
    return this.square()?.spans ?? [];
  }

  private draw(): void {
    const { answer } = this;
    if (!answer) return;
    const blockers = this.square()?.blockers ?? [];
    const letter = this.letter();
    for (const one of answer.squares) {
      const isBlocking = blockers.includes(one.name);
      const isHome = one.name === answer.square;
      const classes = [one.reached ? "reached" : isHome ? "" : "pale", isHome ? "home" : "", isBlocking ? "blocked" : "", one.deviation ? "deviates" : "", one.holds ? "held" : ""];
      this.grid.fill(one.name, this.label(one, isBlocking), classes.filter(Boolean), [ofSquare(one, answer.side, letter)]);
    }
  }

  private letter(): string {
    return (/[\p{L}\p{N}]/u.exec(this.answer?.name ?? "")?.[0] ?? "").toUpperCase();
  }

  private label({ name, holds, does, mark, deviation }: PieceSquare, isBlocking: boolean): string {
    const { texts } = this.around;
    const sign = this.answer?.legend.find((one) => one.sign === mark);
    const otherwise = this.answer?.deviations.find((one) => one.sign === deviation);
    const reached = does.length ? does.map((one) => told(texts, one)) : holds === "mover" ? [] : [texts.notReached];
    const words = [holds ? texts[holds] : "", ...reached, sign?.words ?? "", otherwise?.words ?? "", isBlocking ? texts.blocked : ""];
    return [name, ...words].filter(Boolean).join(", ");
  }

  /** Explains why the square under the pointer can or cannot be reached. */
  private tell(): void {
    const { texts } = this.around;
    const square = this.square();
    this.where.textContent = square?.name ?? "";
    this.where.hidden = !square;
    this.why.replaceChildren(...prose(square?.why ?? texts.point));
    const ways = square?.ways.filter(({ steps }) => steps.length) ?? [];
    const shown = ways.map((way) => {
      const show = button(texts.show, () => {
        this.steps.open(way);
      });
      show.setAttribute("aria-label", `${texts.show}: ${unquoted(way.words)}`);
      return el("li", {}, ways.length > 1 ? [el("span", {}, prose(way.words)), show] : [show]);
    });
    const more = square?.moreWays ? [el("li", {}, [filled(texts.moreWays, square.moreWays)])] : [];
    this.ways.replaceChildren(...shown, ...more);
    this.ways.hidden = !shown.length;
    this.ways.setAttribute("aria-label", filled(texts.ways, square?.name ?? ""));
    if (!this.steps.isOpen) this.grid.trace(ways.slice(0, LONGEST_LIST).map(({ path }) => path));
  }

  /** The signs on the board in the order of the server's legend. */
  private drawLegend({ legend, deviations, squares, side }: PieceAnswer): void {
    const { texts } = this.around;
    const holding = HOLDING.filter((one) => squares.some(({ holds }) => holds === one));
    const signs = legend.filter(({ sign }) => squares.some((one) => signOf(one) === sign));
    const stays = squares.some(({ does }) => does.includes("stays"));
    const isPale = squares.some((one) => signOf(one) && !one.reached && !one.deviation);
    this.legend.replaceChildren(
      ...holding.map((one) => el("li", {}, [ofHolding(one, side, this.letter()), texts[one]])),
      ...signs.map(({ sign, words }) => el("li", {}, [ofMark(sign), words])),
      ...deviations.map(({ sign, words }) => el("li", {}, [ofDeviation(sign), words])),
      ...(stays ? [el("li", {}, [ofStaying(), texts.does.stays])] : []),
      ...(isPale ? [el("li", { class: "pale" }, [ofMark(PALE), texts.pale])] : []),
    );
  }
}

function told({ does }: Texts, one: string): string {
  return (does as Readonly<Record<string, string>>)[one] ?? one;
}
