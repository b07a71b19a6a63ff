/** The view of a position of a game: moves, record, evaluation and analysis. */
import type { Action, Held, PositionAnswer, Side } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import { Analysis, type Analyse } from "./analysis";
import { chain, heldName, meant, narrowed, pointedAt, shapeOf } from "./choosing";
import { button, el, filled, list, prose, sign, theme } from "./dom";
import { Evaluation, type Look } from "./evaluation";
import { Grid, type Place } from "./grid";
import { along, AS_IN_TEXT, back, isAtEnd, on, play, to, whole, type Line } from "./line";
import { ActionList } from "./list";
import { Opponent, type AskReply } from "./opponent";
import type { Around } from "./piece";
import { Recorded } from "./recorded";
import { Setup } from "./setup";
import { Table } from "./table";

const SIDES: readonly Side[] = ["black", "white"];

export class PositionView {
  readonly element = el("section", { class: "view" });
  line: Line = AS_IN_TEXT;
  private answer: PositionAnswer | undefined;
  private pointed: readonly string[] = [];
  private readonly title = el("h1");
  private readonly sentence = el("p", { class: "sentence", role: "status" });
  private readonly refusal = el("p", { class: "remark", role: "status" });
  private readonly grid: Grid;
  private readonly stores: Readonly<Record<Side, HTMLElement>> = {
    white: el("div", { class: "stores", role: "group" }),
    black: el("div", { class: "stores", role: "group" }),
  };
  private readonly here = el("div", { class: "here", "aria-live": "polite" });
  private readonly recorded: Recorded;
  private readonly actions: ActionList;
  private readonly evaluation: Evaluation;
  private readonly analysis: Analysis;
  private readonly facts = el("ul", { class: "notes" });
  /** Aids for choosing a move. */
  private readonly hints: readonly HTMLElement[];
  private readonly keys: HTMLElement;
  private readonly setup: Setup;
  private readonly table: Table;
  readonly opponent: Opponent;
  private readonly menu: HTMLDetailsElement;
  /** Ends the play of a variant. */
  private readonly close: HTMLButtonElement;
  /** A variant is played, not Ben39. */
  private isVariant = false;

  constructor(
    private readonly around: Around,
    look: Look,
    analyse: Analyse,
    reply: AskReply,
    closed: () => void,
  ) {
    const { texts } = around;
    this.grid = new Grid("position-board", {
      used: (name) => {
        this.point(name);
      },
      pointed: (name) => {
        this.hover(name);
      },
      key: (name, key) => this.key(key, name),
      draggable: (name) => this.draggable(name),
      dragged: (from, to) => {
        const there = this.setup.on(from);
        if (!this.setup.isOpen) this.drag(from, to);
        else if (there !== undefined) this.setup.put(there, to);
      },
      opened: () => { this.open(); },
    });
    this.setup = new Setup(texts, {
      changed: () => { around.chosen(); },
      picked: () => { this.draw(); },
      write: () => { around.tell("write"); },
      closed: () => { this.go(AS_IN_TEXT); },
    });
    this.table = new Table(texts, {
      changed: () => { around.chosen(); },
      fell: () => { around.chosen(); },
      write: () => { around.tell("write"); },
      sheet: () => { around.tell("sheet"); },
      print: () => { around.tell("print"); },
      copy: () => { around.tell("copy"); },
      setUp: () => {
        this.leave();
        this.setup.open();
      },
    });
    this.opponent = new Opponent(texts, reply, {
      changed: () => {
        this.leave();
        around.chosen();
      },
      plays: (spelled) => { this.plays(spelled); },
      hint: (spelled) => { this.grid.trace(this.answer?.actions.filter((action) => action.spelled === spelled).map(places) ?? []); },
      takeBack: () => { this.takeBack(); },
    }, this.table.label);
    this.recorded = new Recorded(texts, {
      back: () => { this.step(back); },
      on: () => { this.step(on); },
      to: (at) => { this.go(to(at)); },
      reset: () => { this.go(AS_IN_TEXT); },
    });
    this.actions = new ActionList(texts, {
      chosen: (action) => {
        this.plays(action.spelled);
      },
      hovered: (action) => {
        this.grid.trace(action ? [places(action)] : []);
      },
    });
    this.evaluation = new Evaluation(texts, look, (line) => { this.go(line); });
    this.analysis = new Analysis(texts, analyse, {
      reached: (at) => { this.reach(at); },
      judged: () => { around.chosen(); },
    });
    this.keys = el("p", { class: "keys", id: "position-keys" }, [texts.positionKeys]);
    this.grid.element.setAttribute("aria-describedby", this.keys.id);
    const facts = el("section", {}, [el("h2", {}, [texts.facts]), this.facts]);
    this.hints = [this.evaluation.element, this.analysis.element, facts];
    this.menu = el("details", { class: "menu" }, [el("summary", { "aria-label": texts.more, title: texts.more }, ["⋯"]), this.table.element]);
    this.menu.addEventListener("click", ({ target }) => {
      if (target instanceof HTMLButtonElement) this.menu.open = false;
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!this.menu.contains(target as Node)) this.menu.open = false;
    });
    this.close = button(texts.backToBoard, closed);
    const header = el("header", { class: "bar" }, [this.title, this.close, this.menu]);
    this.title.addEventListener("dblclick", () => { this.open(); });
    this.element.append(
      header,
      el("div", { class: "pair" }, [
        el("div", { class: "frame" }, [this.stores.black, this.grid.element, this.stores.white, this.recorded.element, this.here]),
        el("div", { class: "beside" }, [
          el("div", {}, [this.sentence, this.refusal]),
          this.setup.element,
          this.opponent.element,
          this.evaluation.element,
          this.analysis.element,
          this.actions.element,
          facts,
          this.keys,
        ]),
      ]),
    );
    this.element.addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof HTMLInputElement && event.key !== "Escape";
      if (!event.defaultPrevented && !isTyping && this.key(event.key)) event.preventDefault();
    });
  }

  asked(): Choices {
    return { ...this.asking(), whole: true, theme: theme() };
  }

  /** The shown position as parameters of requests. */
  asking(): Choices {
    const { at, played, undone } = this.line;
    return { at, played, undone, ...this.table.asking(played.length), ...(this.setup.isOpen ? this.setup.asking() : {}) };
  }

  /** Analyses the record. */
  analyse(): void {
    void this.analysis.start();
  }

  /** The played moves or the position were written into the text. */
  written(): void {
    if (this.answer) this.line = this.setup.isOpen ? AS_IN_TEXT : to(this.answer.at + this.line.played.length);
    this.setup.close();
    this.table.restart();
    this.around.chosen();
  }

  /** Starts with the position at another place. */
  begin(): void {
    this.line = AS_IN_TEXT;
    this.setup.close();
    this.table.restart();
  }

  /** The text or the place has changed: searches end. */
  leave(): void {
    this.evaluation.stop();
    this.opponent.stop();
  }

  refused(reason: string): void {
    this.setup.refused();
    this.refusal.replaceChildren(...prose(reason));
  }

  show(answer: PositionAnswer, isVariant: boolean): void {
    const { texts } = this.around;
    const played = answer.played.map(({ spelled }) => spelled);
    if (answer.fen !== this.answer?.fen) this.pointed = [];
    this.answer = answer;
    this.isVariant = isVariant;
    // Played actions that are no longer legal after an edit are dropped.
    if (answer.refused) this.line = { ...this.line, played, undone: [] };
    this.refusal.replaceChildren(...prose(answer.refused ? filled(texts.refused, answer.refused.text, answer.refused.reason) : ""));
    this.title.textContent = answer.name ?? texts.untitled;
    this.sentence.replaceChildren(...prose([answer.clock?.result, answer.sentence].find(Boolean) ?? ""));
    const facts = answer.facts.filter((one) => !answer.sentence.includes(one));
    list(this.facts, answer.broken ? [texts.broken, ...facts] : facts);
    this.recorded.show(answer, this.line);
    this.table.show(answer, this.opponent.isPerson);
    if (this.setup.isOpen) this.setup.show(answer);
    this.keys.hidden = this.setup.isOpen;
    const isHinting = !this.opponent.isPlaying && !this.setup.isOpen;
    for (const one of this.hints) one.hidden = !isHinting;
    if (isHinting) this.analysis.show(answer, whole(this.line));
    for (const one of [this.recorded.element, this.menu, this.actions.element, this.opponent.element]) one.hidden = this.setup.isOpen;
    this.close.hidden = !isVariant;
    if (isVariant) for (const one of [this.evaluation.element, this.analysis.element, this.menu]) one.hidden = true;
    if (this.facts.hidden) this.hints.at(-1)?.setAttribute("hidden", "");
    if (!answer.levels.length) this.opponent.element.hidden = true;
    this.evaluation.show(answer.evaluation, { at: answer.at, played }, answer.actions.length > 0);
    const { squares, intersections } = answer.board;
    const places: Place[] = [
      ...squares.map(({ name, x, y }) => ({ name, x, y, shape: "square" }) as const),
      ...intersections.map(({ name, x, y }) => ({ name, x, y, shape: "crossing" }) as const),
    ];
    this.grid.show(this.title.textContent, answer.svg, places, answer.frame);
    const last = answer.played.at(-1) ?? answer.record.find(({ number }) => number === answer.at - 1);
    this.around.light(last?.span ? [last.span] : []);
    this.draw();
    if (!this.setup.isOpen) this.opponent.show(answer, isAtEnd(this.line, answer), isVariant);
  }

  private key(key: string, name?: string): boolean {
    if (this.setup.isOpen) {
      if (key === "Delete" && name !== undefined) this.setup.remove(name);
      else if (key === "Escape") this.setup.pick(undefined);
      else return false;
    } else if (key === "," || key === "<") this.step(back);
    else if (key === "." || key === ">") this.step(on);
    else if (key === "Escape" && this.pointed.length) {
      this.pointed = [];
      this.draw();
    } else return false;
    return true;
  }

  private step(how: typeof back): void {
    if (this.answer) this.go(how(this.line, this.answer));
  }

  private go(line: Line): void {
    this.line = line;
    this.table.turned();
    this.leave();
    this.around.chosen();
  }

  /** Shows the position after a number of actions of the line of play. */
  private reach(at: number): void {
    const { answer } = this;
    const path = whole(this.line);
    if (answer) this.go(path.length && at >= answer.at ? along({ at: answer.at, played: [] }, path, at - answer.at) : to(at));
  }

  private plays(spelled: string): void {
    this.table.played(this.line.played.length);
    if (this.answer) this.go(play(this.line, this.answer, spelled));
  }

  /** Shows the position before the user's last move. */
  private takeBack(): void {
    const { answer, opponent: { own } } = this;
    const before = answer ? [...answer.record.filter(({ number }) => number < answer.at), ...answer.played] : [];
    const last = before.findLast(({ side }) => !own || side === own);
    if (last) this.reach(last.number);
  }

  private point(name: string): void {
    if (!this.answer) return;
    if (this.setup.isOpen) {
      this.setup.point(name);
      return;
    }
    this.pointed = pointedAt(this.answer.actions, this.pointed, name);
    const action = meant(this.answer.actions, this.pointed);
    if (action) this.plays(action.spelled);
    else this.draw();
  }

  /** The shape of what can be dragged from a place. */
  private draggable(name: string): string | undefined {
    const there = this.setup.isOpen ? this.setup.on(name) : name;
    const man = this.answer?.pieces.find(({ place }) => place === there);
    if (man && this.isVariant) return "";
    if (man) return this.setup.isOpen || narrowed(this.answer?.actions ?? [], [name]).open.length ? shapeOf(man.side, man.letter) : undefined;
    return this.setup.isOpen && there !== undefined ? "tile" : undefined;
  }

  /** A piece was dragged: its action is played, or its place chosen if there are several. */
  private drag(from: string, to: string): void {
    this.pointed = [from];
    this.point(to);
  }

  private open(): void {
    const { answer } = this;
    const span = answer?.record.find(({ number }) => number === answer.at - 1)?.span ?? answer?.span;
    if (span) this.around.open(span);
  }

  private hover(name: string): void {
    if (!this.answer) return;
    const { complete } = narrowed(this.answer.actions, [...this.pointed, name]);
    this.grid.trace(complete.slice(0, 1).map(places));
  }

  private draw(): void {
    const { answer, pointed } = this;
    if (!answer) return;
    const { open, complete, next } = narrowed(answer.actions, pointed);
    const isOpen = (name: string): boolean => pointed.length > 0 && next.has(name);
    const taken = new Set(pointed.length ? open.flatMap(({ takes }) => takes) : []);
    for (const { name } of [...answer.board.squares, ...answer.board.intersections]) this.fill(name, isOpen(name), taken.has(name));
    for (const side of SIDES) this.drawStores(side, next);
    this.drawHere(complete);
    this.actions.show(open, answer.actions.length);
    this.grid.trace([]);
  }

  private fill(name: string, isOpen: boolean, isTaken: boolean): void {
    const { answer, pointed } = this;
    const { texts } = this.around;
    const square = answer?.board.squares.find((one) => one.name === name);
    const man = answer?.pieces.find(({ place }) => place === name);
    const isHere = this.setup.isOpen ? this.setup.on(name) : undefined;
    const isChosen = pointed.includes(name) || (isHere !== undefined && isHere === this.setup.picked);
    const words = [
      filled(square ? texts.square : texts.crossing, name),
      square && !square.exists ? texts.noSquare : "",
      square?.movable ? texts.movable : "",
      man ? `${texts[man.side]} ${man.name}` : texts.empty,
      man && man.letter.length > 1 ? man.letter : "",
      man?.immobilized ? texts.stuck : "",
      answer?.control.find((one) => one.square === name)?.words ?? "",
      isChosen ? texts.chosen : isOpen ? texts.possible : "",
    ];
    const classes = [isOpen ? "open" : "", isOpen && (isTaken || man) ? (isTaken ? "taken" : "on") : "", isChosen ? "chosen" : "", isHere ? "home" : ""];
    this.grid.fill(name, words.filter(Boolean).join(", "), classes, isChosen);
  }

  private drawStores(side: Side, next: ReadonlySet<string>): void {
    const { answer } = this;
    const { texts } = this.around;
    if (!answer) return;
    const groups = [
      [texts.hand, answer.hands[side]],
      [texts.reserve, answer.reserves[side]],
    ] as const;
    const had = this.stores[side].contains(document.activeElement) ? document.activeElement?.getAttribute("data-held") : undefined;
    this.stores[side].replaceChildren(
      ...groups.filter(([, held]) => held.length > 0 || !this.isVariant).map(([title, held]) => {
        const chips = held.map((one) => this.chip(side, one, next));
        return el("span", { class: "store" }, [el("span", {}, [filled(title, texts[side])]), ...(chips.length ? chips : [texts.none])]);
      }),
    );
    if (this.setup.isOpen) {
      const here = filled(texts.putHere, texts[side]);
      this.stores[side].append(button("+", () => { this.setup.hold(side); }, { "aria-label": here, title: here }));
    }
    this.stores[side].append(this.table.clocks[side]);
    this.stores[side].setAttribute("aria-label", texts[side]);
    this.stores[side].classList.toggle("turn", side === answer.turn);
    if (had) this.stores[side].querySelector<HTMLElement>(`[data-held="${CSS.escape(had)}"]`)?.focus();
  }

  /** A piece beside the board. */
  private chip(side: Side, { letter, name, count }: Held, next: ReadonlySet<string>): HTMLButtonElement {
    const { answer, setup } = this;
    const [held, what] = [heldName(letter), `@${side} ${letter}`];
    const isOfTurn = side === answer?.turn;
    const isChosen = setup.isOpen ? setup.picked === what : isOfTurn && this.pointed[0] === held;
    const made = button("", () => {
      if (setup.isOpen) setup.pick(what);
      else this.point(held);
    }, {
      "aria-label": filled(this.around.texts.held, name, count),
      "aria-pressed": String(isChosen),
      "data-held": held,
      class: "chip",
      title: name,
    });
    made.append(this.isVariant ? letter : sign(shapeOf(side, letter)), el("span", { "data-count": count }));
    made.disabled = !setup.isOpen && !(isOfTurn && (next.has(held) || narrowed(answer.actions, [held]).open.length > 0));
    return made;
  }

  /** Complete actions, if there are several or if others continue. */
  private drawHere(complete: readonly Action[]): void {
    const { texts } = this.around;
    const buttons = complete.map((action) => button(action.words, () => { this.plays(action.spelled); }));
    const again = this.pointed.length ? [button(texts.again, () => { this.key("Escape"); })] : [];
    this.here.replaceChildren(...(buttons.length ? [el("span", {}, [texts.hereToo]), ...buttons] : []), ...again);
  }
}

/** The places of an action for its arrow. */
function places(action: Action): readonly string[] {
  const [first, ...others] = chain(action).filter((one) => !one.startsWith("@"));
  return action.by !== null && others.length > 1 ? others : [first, ...others].filter((one) => one !== undefined);
}
