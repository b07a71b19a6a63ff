/**
 * Setting up a position: pieces are placed from a box, moved and removed. The server reports what
 * is wrong.
 */
import type { PositionAnswer, Side } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import { shapeOf } from "./choosing";
import { filled } from "./dom";
import { AS_IN_TEXT } from "./line";
import { refresh, texts } from "./page";
import { Sentences, Sign } from "./parts";
import type { Position, Shown } from "./position";

const LETTERS = ["K", "R", "B", "N", "G", "S", "P", "Q", "X", "I", "W", "Z", "C"];
/** The eraser, which removes pieces. */
const OFF = "";
const SQUARE = "#";

export class Setup {
  isOpen = false;
  /** The held piece as parameters of requests. */
  picked: string | undefined;
  /** The positions that were set up, and the number of the shown one. */
  positions: readonly string[] = [];
  at = -1;
  private change: readonly string[] = [];

  constructor(private readonly position: Position) {}

  /** Starts with the shown position. */
  open(): void {
    this.position.leave();
    this.isOpen = true;
    this.position.chosen();
  }

  close(): void {
    this.isOpen = false;
    [this.positions, this.at, this.picked] = [[], -1, undefined];
  }

  asking(): Choices {
    return this.isOpen ? { fen: this.positions[this.at] ?? "", change: this.change } : {};
  }

  take({ fen }: PositionAnswer): void {
    if (this.positions[this.at] !== fen) {
      this.positions = [...this.positions.slice(0, this.at + 1), fen];
      this.at = this.positions.length - 1;
    }
  }

  /** The piece on a place, or else its movable square. */
  on(name: string): string | undefined {
    if (this.position.answer?.pieces.some(({ place }) => place === name)) return name;
    return this.isMovable(name) ? SQUARE + name : undefined;
  }

  /** A place was chosen: puts the held piece there, or picks up what is there. */
  point(name: string): void {
    const { picked } = this;
    if (picked === undefined) this.pick(this.on(name));
    else if (picked === SQUARE && this.isMovable(name)) this.ask([SQUARE + name, ""]);
    else this.put(picked, name);
  }

  /** Puts a piece on a place, or erases what is there. A piece of the box stays held. */
  put(origin: string, name: string): void {
    if (!/^(?:\+|#$|$)/.test(origin)) this.picked = undefined;
    if (origin === OFF) this.remove(name);
    else if (origin === SQUARE + name) this.pick(undefined);
    else this.ask([origin, origin.startsWith(SQUARE) ? SQUARE + name : name]);
  }

  remove(name: string): void {
    const there = this.on(name);
    if (there) this.ask([there, ""]);
  }

  pick(what: string | undefined): void {
    this.picked = this.picked === what ? undefined : what;
    refresh();
  }

  /** Puts the held piece into the hand or the reserve of a side. */
  hold(side: Side): void {
    const { picked } = this;
    if (picked && !picked.startsWith(SQUARE)) this.put(picked, `@${side}`);
  }

  private isMovable(name: string): boolean {
    return this.position.answer?.movable.includes(name) ?? false;
  }

  /** Requests the position after a change, if there is one. */
  ask(change: readonly string[]): void {
    this.change = change;
    this.position.chosen();
    this.change = [];
  }
}

export function SetupView({ position, answer, write }: Shown & { readonly write: () => void }) {
  const { setup } = position;
  const cancel = (): void => {
    setup.close();
    position.go(AS_IN_TEXT);
  };
  const drag = (what: string): void => {
    const drop = ({ clientX, clientY }: PointerEvent): void => {
      const name = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(".place")
        ?.dataset.name;
      if (name !== undefined) setup.put(what, name);
    };
    window.addEventListener("pointerup", drop, { once: true });
  };
  /** A button that holds a piece, an eraser, or a movable square. */
  const chip = (what: string, words: string, shape?: string) => (
    <button
      class="chip"
      aria-label={words}
      title={words}
      aria-pressed={what === setup.picked}
      onClick={() => {
        setup.pick(what);
      }}
      onPointerDown={() => {
        drag(what);
      }}
    >
      {shape ? <Sign shape={shape} /> : words}
    </button>
  );
  /** A button that undoes (-1) or redoes (1) a change. */
  const go = (by: -1 | 1, sign: string, words: string) => {
    const step = (): void => {
      setup.at += by;
      setup.ask([]);
    };
    return (
      <button
        disabled={!(setup.at + by in setup.positions)}
        aria-label={words}
        title={words}
        onClick={step}
      >
        {sign}
      </button>
    );
  };
  const problems = answer.problems.map(({ message }) => message);
  return (
    <section class="setup" aria-labelledby="setup-title">
      <h2 id="setup-title">{texts.setUp}</h2>
      {(["black", "white"] as const).map((side) => (
        <div class="box" role="group" aria-label={filled(texts.box, texts[side])}>
          {LETTERS.map((letter) =>
            chip(`+${side} ${letter}`, `${texts[side]} ${letter}`, shapeOf(side, letter)),
          )}
        </div>
      ))}
      <div class="tools">
        {chip(SQUARE, texts.movableSquare, "tile")}
        {chip(OFF, texts.remove)}
        <button
          onClick={() => {
            setup.ask(["turn"]);
          }}
        >
          {filled(texts.toMove, texts[answer.turn])}
        </button>
        <span class="row">
          {go(-1, "‹", texts.undo)}
          {go(1, "›", texts.redo)}
        </span>
      </div>
      <p class="keys">{texts.setUpKeys}</p>
      <Sentences
        class={`problems${problems.length ? "" : " none"}`}
        aria-live="polite"
        of={problems.length ? problems : [texts.noProblems]}
      />
      <div class="tools">
        <button title={texts.writePositionHint} onClick={write}>
          {texts.writePosition}
        </button>
        <button onClick={cancel}>{texts.cancel}</button>
      </div>
    </section>
  );
}
