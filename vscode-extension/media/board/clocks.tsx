/** The clocks of a game between two people. */
import type { Side } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import { filled } from "./dom";
import { refresh, texts } from "./page";
import { Choice } from "./parts";
import type { Position } from "./position";

/** Minutes for each side, and seconds added for each move. */
const CONTROLS = ["3+2", "5+0", "10+5", "15+10", "60+30"];
/** Milliseconds between updates of the clocks. */
const TICK = 200;

export class Clocks {
  control = "";
  private spent: readonly number[] = [];
  private since = performance.now();
  /** Seconds that the side to move had used when its flag fell. */
  private thinking = 0;

  constructor(private readonly position: Position) {
    setInterval(() => {
      this.tick();
    }, TICK);
  }

  /** The clocks as parameters of requests. */
  asking(played: number): Choices {
    if (!this.control) return {};
    return { clock: this.control, spent: this.spent.slice(0, played), thinking: this.thinking };
  }

  choose(control: string): void {
    this.control = control;
    this.start([]);
    this.position.chosen();
  }

  /** A move was played after a number of others. */
  played(before: number): void {
    this.spent = [...this.spent.slice(0, before), this.elapsed];
  }

  /** The clock of the side to move starts after some moves. */
  start(spent = this.spent): void {
    this.spent = spent;
    this.since = performance.now();
    this.thinking = 0;
  }

  /** The seconds that a side has left; undefined without clocks. */
  left(side: Side): number | undefined {
    const { answer } = this.position;
    const clock = this.control && answer?.clock;
    if (!clock) return undefined;
    const isRunning = !clock.fallen && answer.actions.length > 0 && answer.turn === side;
    return Math.max(clock[side] - (isRunning ? this.elapsed : 0), 0);
  }

  private get elapsed(): number {
    return (performance.now() - this.since) / 1000;
  }

  private tick(): void {
    const { answer } = this.position;
    const left = answer && this.left(answer.turn);
    if (left === undefined) return;
    refresh();
    if (left > 0 || this.thinking) return;
    this.thinking = this.elapsed;
    this.position.chosen();
  }
}

/** The clock of a side. */
export function Timer({ clocks, side }: { readonly clocks: Clocks; readonly side: Side }) {
  const left = clocks.left(side);
  return (
    <span
      class="clock"
      role="timer"
      hidden={left === undefined}
      aria-label={filled(texts.clockOf, texts[side])}
    >
      {onClock(left ?? 0)}
    </span>
  );
}

/** The choice of clocks. */
export function Controls({ position: { clocks } }: { readonly position: Position }) {
  const controls = CONTROLS.map((one) => [one, one] as const);
  return (
    <Choice
      label={texts.clocks}
      value={clocks.control}
      of={[["", texts.noClocks], ...controls]}
      choose={(control) => {
        clocks.choose(control);
      }}
    />
  );
}

/** A time in minutes and seconds, rounded up. */
function onClock(seconds: number): string {
  const [time = ""] = /..:..:../.exec(new Date(Math.ceil(seconds) * 1000).toISOString()) ?? [];
  return time.replace(/^(?:00:)?0?/, "");
}
