/** The opponent of a game in the view: nobody, the engine at a strength, or another person. */
import type { PositionAnswer, Reply, Side } from "../../src/views/answers";
import type { Texts } from "../../src/views/texts";
import type { Asked } from "./bridge";
import { button, el, filled, prose } from "./dom";

/** Requests what the engine plays. */
export type AskReply = (level: number) => Asked<Reply>;

export interface Game {
  /** The level of the engine, or a person; empty if nobody plays. */
  readonly opponent: string;
  /** The user's side. */
  readonly side: Side;
}

const NOBODY: Game = { opponent: "", side: "white" };
const PERSON = "person";
/** The level that gives hints. */
const HINTS = 4;

interface Heard {
  /** Another opponent or side was chosen. */
  changed(): void;
  plays(action: string): void;
  hint(action: string): void;
  takeBack(): void;
}

export class Opponent {
  readonly element = el("div", { class: "opponent" });
  game: Game = NOBODY;
  private readonly chosen = el("select");
  private readonly side: HTMLSelectElement;
  private readonly sideLabel: HTMLElement;
  private readonly takeBack: HTMLButtonElement;
  private readonly hint: HTMLButtonElement;
  private readonly status = el("p", { role: "status", class: "count" });
  private going: Asked<Reply> | undefined;
  /** The position in which the engine was asked last. */
  private at = "";
  private turn: Side = "white";
  private program = "";

  constructor(
    private readonly texts: Texts,
    private readonly ask: AskReply,
    private readonly heard: Heard,
    clocks: HTMLElement,
  ) {
    this.side = el("select", {}, (["white", "black"] as const).map((value) => el("option", { value }, [texts[value]])));
    this.sideLabel = el("label", {}, [texts.playAs, this.side]);
    this.takeBack = button(texts.takeBack, () => { heard.takeBack(); });
    this.hint = button(texts.hint, () => void this.request(HINTS, ({ action, words, summary }) => {
      this.tell(`\`${action}\` ${words} ${summary}`);
      heard.hint(action);
    }));
    this.chosen.addEventListener("change", () => { this.choose({ opponent: this.chosen.value, side: this.turn }); });
    this.side.addEventListener("change", () => { this.choose({ ...this.game, side: this.side.value as Side }); });
    const row = [el("label", {}, [texts.opponent, this.chosen]), this.sideLabel, clocks, this.takeBack, this.hint];
    this.element.append(el("div", { class: "tools" }, row), this.status);
  }

  /** Ends the game. */
  end(): void {
    this.stop();
    this.game = NOBODY;
    this.program = this.at = "";
  }

  get isPlaying(): boolean {
    return this.game.opponent !== "";
  }

  get isPerson(): boolean {
    return this.game.opponent === PERSON;
  }

  /** The side whose moves are taken back; undefined for both. */
  get own(): Side | undefined {
    return this.isPerson ? undefined : this.game.side;
  }

  /** Shows the game, and asks the engine if it is its turn. At an earlier move it waits. */
  show(answer: PositionAnswer, isLast: boolean, isVariant: boolean): void {
    const { texts } = this;
    const { opponent, side } = this.game;
    this.turn = answer.turn;
    if (this.program !== answer.program) {
      this.program = answer.program;
      const levels = answer.levels.map((words, number) => [String(number + 1), filled(texts.level, answer.program, number + 1, words)]);
      const all = [["", texts.nobody], ...levels, ...(isVariant ? [] : [[PERSON, texts.person]])];
      this.chosen.replaceChildren(...all.map(([value, words = ""]) => el("option", { value }, [words])));
    }
    this.chosen.value = opponent;
    this.side.value = side;
    this.sideLabel.hidden = this.hint.hidden = !this.isPlaying || this.isPerson;
    this.takeBack.hidden = !this.isPlaying;
    const isFree = answer.actions.length > 0;
    this.hint.disabled = !isFree || answer.turn !== side;
    const at = `${answer.fen} ${answer.played.length} ${answer.at}`;
    if (at === this.at) return;
    const isChosen = this.at === "";
    this.stop();
    this.at = at;
    if (this.isPlaying && !this.isPerson && isFree && answer.turn !== side && (isLast || isChosen)) {
      void this.request(Number(opponent), ({ action }) => { this.heard.plays(action); });
    }
  }

  /** Ends a search. */
  stop(): void {
    this.going?.cancel();
    this.going = undefined;
    this.tell("");
  }

  private choose(game: Game): void {
    this.stop();
    this.at = "";
    this.game = game;
    this.heard.changed();
  }

  private async request(level: number, found: (reply: Reply) => void): Promise<void> {
    this.going?.cancel();
    const going = (this.going = this.ask(level));
    this.tell(filled(this.texts.thinking, this.program));
    try {
      const reply = await going.answer;
      if (this.going !== going) return;
      this.tell("");
      if (reply) found(reply);
    } catch (problem) {
      if (this.going === going) this.tell(problem instanceof Error ? problem.message : String(problem));
    }
  }

  private tell(words: string): void {
    this.status.replaceChildren(...prose(words));
  }
}
