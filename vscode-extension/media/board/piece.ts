/** The view of a piece: a board with other pieces, and the reason why each square can or cannot be reached. */
import type { PieceAnswer, PieceSquare, Span } from "../../src/views/answers";
import type { Choices, BoardCommand } from "../../src/views/messages";
import type { Texts } from "../../src/views/texts";
import { button, el, filled, list, prose, sign, theme, unquoted } from "./dom";
import { Figures, type AskFigures } from "./figures";
import { Readings, type AskReadings } from "./readings";
import { Grid } from "./grid";
import { asked, cleared, cycled, EMPTY, isCleared, moved, removed, type Setting } from "./placing";
import { Steps } from "./steps";
import { Tools } from "./tools";

/** The environment of a view. */
export interface Around {
  readonly texts: Texts;
  /** The choices have changed: they are stored and requested. */
  chosen(): void;
  light(spans: readonly Span[]): void;
  /** Goes to a part of the text. */
  open(span: Span): void;
  tell(kind: BoardCommand): void;
}

const LONGEST_LIST = 6;

export class PieceView {
  readonly element = el("section", { class: "view" });
  setting: Setting = EMPTY;
  private answer: PieceAnswer | undefined;
  private at: string | undefined;
  private readonly title = el("h1");
  private readonly sentence = el("p", { class: "sentence" });
  private readonly played = el("p", { class: "played" });
  private readonly play: HTMLElement;
  private readonly remark = el("p", { class: "remark", role: "status" });
  private readonly hands = { black: el("p", { class: "stores" }), white: el("p", { class: "stores" }) };
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
  private readonly rules = el("section", { class: "rules" });
  private readonly keys = el("p", { class: "keys", id: "piece-keys" });

  constructor(
    private readonly around: Around,
    ask: AskFigures,
    askReadings: AskReadings,
    findPiece: () => void,
    playVariant: () => void,
  ) {
    const { texts } = around;
    const open = (): void => {
      if (this.answer) around.open(this.answer.span);
    };
    this.grid = new Grid("piece-board", {
      used: (name) => {
        if (this.answer?.men[name]) this.choose({ ...this.setting, square: name });
        else if (name !== this.answer?.square && !this.isPosition) this.choose(cycled(this.setting, name));
      },
      pointed: (name) => { this.point(name); },
      key: (name, key) => this.key(name, key),
      draggable: (name) => (name === this.answer?.square ? `${this.answer.side === "white" ? "w" : "b"}o` : this.answer?.men[name] && ""),
      dragged: (from, to) => {
        if (this.answer?.men[from]) this.choose({ ...this.setting, square: to, put: [...(this.setting.put ?? []), `${from}-${to}`] });
        else this.choose(moved(this.setting, to));
      },
      opened: (name) => {
        if (name === this.answer?.square) open();
      },
    });
    this.tools = new Tools(texts, {
      changed: (setting) => { this.choose({ ...this.setting, ...setting }); },
      cleared: () => { this.choose(cleared(this.setting)); },
      copied: () => { around.tell("copy"); },
      found: findPiece,
    });
    this.figures = new Figures(texts, ask);
    this.readings = new Readings(texts, askReadings);
    this.steps = new Steps(texts, (step) => {
      this.grid.trace(step ? [step.path] : []);
      around.light(step?.span ? [step.span] : this.spans());
    });
    this.play = el("div", {}, [button(texts.playVariant, playVariant, { title: texts.playVariantHint })]);
    this.grid.element.setAttribute("aria-describedby", this.keys.id);
    const header = el("header", {}, [this.title, this.sentence, this.played, this.problems]);
    header.addEventListener("dblclick", open);
    this.element.append(
      header,
      el("div", { class: "pair" }, [
        el("div", { class: "frame" }, [this.hands.black, this.grid.element, this.hands.white, this.tools.element, this.play, this.remark]),
        el("div", { class: "beside" }, [
          el("div", { class: "why", "aria-live": "polite", "aria-atomic": "true" }, [this.where, this.why]),
          this.ways,
          this.steps.element,
          this.legend,
          this.notes,
          this.rules,
          this.keys,
        ]),
      ]),
      this.readings.element,
      this.figures.element,
    );
  }

  /** The position of a variant is shown. */
  get isPosition(): boolean {
    return Object.keys(this.answer?.men ?? {}).length > 0;
  }

  openReadings(): void {
    this.readings.open();
  }

  asked(): Choices {
    return { ...asked(this.setting), theme: theme() };
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
    this.element.classList.toggle("of-position", this.isPosition);
    this.play.hidden = !this.isPosition;
    this.keys.textContent = this.isPosition ? texts.variantKeys : texts.boardKeys;
    list(this.problems, answer.problems.filter(({ severity }) => severity !== "hint").map(({ message }) => message));
    list(this.notes, answer.broken ? [texts.broken, ...answer.notes] : answer.notes);
    this.rules.hidden = !answer.rules.length;
    this.rules.replaceChildren(el("h2", {}, [texts.rules]), ...answer.rules.flatMap(ruled));
    if (isOther) this.steps.close();
    if (isOther || isEdited) {
      this.figures.renew();
      this.readings.renew();
    }
    const shape = answer.lattice === "hex" ? "hexagon" : "square";
    const places = answer.squares.map(({ name, x, y }) => ({ name, x, y, shape }) as const);
    this.grid.show(filled(texts.boardOfPiece, answer.title, answer.boardWords), answer.svg, places, answer.frame);
    this.grid.prefer(answer.square);
    for (const side of ["black", "white"] as const) {
      const held = answer.hands[side];
      this.hands[side].hidden = held === undefined;
      this.hands[side].textContent = [filled(texts.hand, texts[side]), ...(held ? [held] : [texts.none])].join(" ");
    }
    this.legend.replaceChildren(...answer.legend.map(({ sign: shown, words }) => el("li", {}, [sign(shown), words])));
    if (!this.at || !answer.squares.some(({ name }) => name === this.at)) this.at = undefined;
    this.describe();
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
    this.describe();
    this.tell();
    this.around.light(this.spans());
  }

  private square(): PieceSquare | undefined {
    return this.answer?.squares.find(({ name }) => name === this.at);
  }

  private spans() {
    return this.square()?.spans ?? [];
  }

  private describe(): void {
    const blockers = this.square()?.blockers ?? [];
    for (const one of this.answer?.squares ?? []) {
      const isBlocking = blockers.includes(one.name);
      const label = isBlocking ? `${one.label}, ${this.around.texts.blocked}` : one.label;
      this.grid.fill(one.name, label, [one.name === this.answer?.square ? "home" : "", isBlocking ? "blocked" : ""]);
    }
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
      const show = button(texts.show, () => { this.steps.open(way); }, { "aria-label": `${texts.show}: ${unquoted(way.words)}` });
      return el("li", {}, ways.length > 1 ? [el("span", {}, prose(way.words)), show] : [show]);
    });
    const more = square?.moreWays ? [el("li", {}, [filled(texts.moreWays, square.moreWays)])] : [];
    this.ways.replaceChildren(...shown, ...more);
    this.ways.hidden = !shown.length;
    this.ways.setAttribute("aria-label", filled(texts.ways, square?.name ?? ""));
    if (!this.steps.isOpen) this.grid.trace(ways.slice(0, LONGEST_LIST).map(({ path }) => path));
  }
}

/** A part of the rules of a variant. */
function ruled({ title, sentences, pieces }: PieceAnswer["rules"][number]): HTMLElement[] {
  const text = el("p", {}, prose(sentences.join(" ")));
  return [...(title ? [el("h3", {}, [title])] : []), text, ...(pieces.length ? [el("ul", {}, pieces.map((one) => el("li", {}, prose(one))))] : [])];
}
