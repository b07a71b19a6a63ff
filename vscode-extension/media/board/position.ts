/** The state of the view of a position: what is played, chosen and searched. */
import type { ActionView, PositionAnswer, Report } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import { Analysis } from "./analysis";
import { meant, narrowed, pointedAt, shapeOf } from "./choosing";
import { Clocks } from "./clocks";
import { filled } from "./dom";
import { along, AS_IN_TEXT, to, whole, type Line, type Start } from "./line";
import { Opponent } from "./opponent";
import { pasted } from "./pasted";
import { light, refresh, Request, texts } from "./page";
import { Setup } from "./setup";

/** What the parts of the view show. */
export interface Shown {
  readonly position: Position;
  readonly answer: PositionAnswer;
}

export class Position {
  line = AS_IN_TEXT;
  answer: PositionAnswer | undefined;
  /** The side of Black is below. */
  isFlipped = false;
  /** The start of the line of play that is shown, in FEN. */
  private shownStart = "";
  /** A variant is played, not Ben39. */
  isVariant = false;
  /** The answer is of a position that is set up. */
  isSetUp = false;
  /** Why something was refused. */
  refusal = "";
  /** The places that were chosen of a move. */
  pointed: readonly string[] = [];
  /** The move with an arrow. */
  traced: ActionView | undefined;
  readonly setup = new Setup(this);
  readonly clocks = new Clocks(this);
  readonly opponent = new Opponent(this);
  readonly evaluation = new Request<Report>();
  readonly analysis = new Analysis(this);

  /** *chosen* is called when the position must be requested again. */
  constructor(readonly chosen: () => void) {}

  /** Aids for choosing a move are shown. */
  get isHinting(): boolean {
    return !this.opponent.isPlaying && !this.isSetUp;
  }

  /** The shown position. */
  get here(): Start {
    return {
      at: this.answer?.at ?? 0,
      played: this.answer?.played.map(({ spelled }) => spelled) ?? [],
    };
  }

  /** The number of actions before the chosen position. */
  get ply(): number {
    return this.start + this.line.played.length;
  }

  /** The number of all actions of the line of play. */
  get total(): number {
    const path = whole(this.line);
    return path.length ? this.start + path.length : (this.answer?.length ?? 0);
  }

  /** The number of actions of the record before those that were played. */
  private get start(): number {
    return this.line.at ?? this.answer?.at ?? 0;
  }

  /** The shown position as parameters of requests. */
  asking(): Choices {
    const { at, played, undone, start } = this.line;
    return {
      at,
      played,
      undone,
      start,
      ...this.clocks.asking(played.length),
      ...this.setup.asking(),
    };
  }

  /** The played moves or the position were written into the text. */
  written(): void {
    const line = this.answer && !this.setup.isOpen ? to(this.ply) : AS_IN_TEXT;
    this.begin();
    this.line = line;
    this.chosen();
  }

  /** Starts with the position at another place. */
  begin(): void {
    this.line = AS_IN_TEXT;
    this.setup.close();
    this.clocks.start([]);
  }

  /** The text or the place has changed: searches end. */
  leave(): void {
    this.evaluation.drop();
    this.opponent.stop();
  }

  /** Plays a variant from a position in FEN, or shows a game of it, in PGN or as moves. */
  paste(text: string): void {
    const found = pasted(text);
    if (found) this.go({ at: 0, played: found.moves, undone: [], start: found.start });
    else this.refuse(texts.notPasted);
  }

  /** What was asked for is refused: the shown position stays. */
  refuse(problem: string): void {
    this.refusal = problem;
    if (this.isVariant) {
      this.line = { ...this.line, played: this.here.played, start: this.shownStart };
    }
    refresh();
  }

  take(answer: PositionAnswer, isVariant: boolean): void {
    if (answer.fen !== this.answer?.fen) this.pointed = [];
    this.answer = answer;
    this.isVariant = isVariant;
    this.shownStart = this.line.start;
    // They may have been in algebraic notation.
    if (isVariant) this.line = { ...this.line, played: this.here.played };
    this.isSetUp = this.setup.isOpen;
    this.traced = undefined;
    // Played actions that are no longer legal after an edit are dropped.
    if (answer.refused) this.line = { ...this.line, played: this.here.played, undone: [] };
    this.refusal = answer.refused
      ? filled(texts.refused, answer.refused.text, answer.refused.reason)
      : "";
    if (this.isHinting) this.analysis.take(answer);
    const span = lastOf(answer)?.span;
    light(answer, span ? [span] : []);
    if (this.isSetUp) this.setup.take(answer);
    // At an earlier move it waits.
    else if (!answer.refused && this.ply === this.total) void this.opponent.move();
  }

  /** Handles a key. Returns whether it has a meaning. */
  press(key: string, name?: string): boolean {
    if (this.setup.isOpen) {
      if (key === "Delete" && name !== undefined) this.setup.remove(name);
      else if (key === "Escape") this.setup.pick(undefined);
      else return false;
    } else if (key === "," || key === "<") {
      this.reach(this.ply - 1);
    } else if (key === "." || key === ">") {
      this.reach(this.ply + 1);
    } else if (key.toLowerCase() === "f") {
      this.flip();
    } else if (key === "Escape" && this.pointed.length) {
      this.choose([]);
    } else {
      return false;
    }
    return true;
  }

  go(line: Line): void {
    this.line = line;
    this.clocks.start();
    this.leave();
    this.chosen();
  }

  /** Shows the position after a number of actions of the line of play. */
  reach(wanted: number): void {
    const { start, ply, total } = this;
    const at = Math.min(Math.max(wanted, 0), total);
    const path = whole(this.line);
    if (at !== ply) {
      this.go(
        path.length && at >= start
          ? along({ ...this.line, at: start, played: [] }, path, at - start)
          : to(at),
      );
    }
  }

  play({ spelled }: Pick<ActionView, "spelled">): void {
    this.clocks.played(this.line.played.length);
    this.analysis.played();
    this.go(along({ ...this.line, at: this.start }, [spelled], 1));
  }

  /** A place was chosen. */
  point(name: string): void {
    if (this.setup.isOpen) this.setup.point(name);
    else this.choose(pointedAt(this.answer?.actions ?? [], this.pointed, name));
  }

  /** Places are chosen: the only action with them is played. */
  choose(pointed: readonly string[]): void {
    this.pointed = pointed;
    this.trace(undefined);
    const action = meant(this.answer?.actions ?? [], pointed);
    if (action) this.play(action);
  }

  /** A piece was dragged: its action is played, or its place chosen if there are several. */
  drag(from: string, target: string): void {
    const there = this.setup.on(from);
    if (!this.setup.isOpen) this.choose(pointedAt(this.answer?.actions ?? [], [from], target));
    else if (there !== undefined) this.setup.put(there, target);
  }

  /** The shape of what can be dragged from a place. */
  draggable(name: string): string | undefined {
    const { isOpen } = this.setup;
    const there = isOpen ? this.setup.on(name) : name;
    const man = this.answer?.pieces.find(({ place }) => place === there);
    if (!man) return isOpen && there !== undefined ? "tile" : undefined;
    if (this.isVariant) return "";
    return isOpen || narrowed(this.answer?.actions ?? [], [name]).open.length
      ? shapeOf(man.side, man.letter)
      : undefined;
  }

  flip(isFlipped = !this.isFlipped): void {
    this.isFlipped = isFlipped;
    refresh();
  }

  /** Draws the arrow of a move. */
  trace(action: ActionView | undefined): void {
    this.traced = action;
    refresh();
  }
}

/** The last action before a position. */
export function lastOf({
  at,
  played,
  record,
}: PositionAnswer): PositionAnswer["played"][number] | undefined {
  return played.at(-1) ?? record.find(({ number }) => number === at - 1);
}
