/** The clocks of a game between two people. */
import type { ClockView, Side } from "../../src/views/answers";
import type { Choices } from "../../src/views/messages";
import { filled } from "./dom";
import { refresh, texts } from "./page";
import { Options } from "./parts";
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
    setInterval(() => { this.tick(); }, TICK);
  }

  /** The clocks as parameters of requests. */
  asking(played: number): Choices {
    if (!this.control) return {};
    return { clock: this.control, spent: this.spent.slice(0, played), thinking: this.thinking };
  }

  choose(control: string): void {
    this.control = control;
    this.restart();
    this.position.chosen();
  }

  /** A move was played after a number of others. */
  played(before: number): void {
    this.spent = [...this.spent.slice(0, before), this.elapsed];
  }

  /** The position has changed: the clock of the side to move starts. */
  turned(): void {
    this.since = performance.now();
    this.thinking = 0;
  }

  /** A new game starts. */
  restart(): void {
    this.spent = [];
    this.turned();
  }

  /** Another position is shown. */
  take(): void {
    if (!this.position.opponent.isPerson) this.control = "";
    this.tick();
  }

  /** The seconds that a side has left; undefined without clocks. */
  left(side: Side): number | undefined {
    const { clock } = this;
    return clock && Math.max(clock[side] - (side === this.running ? this.elapsed : 0), 0);
  }

  private get clock(): ClockView | undefined {
    return this.control ? (this.position.answer?.clock ?? undefined) : undefined;
  }

  /** The side whose clock runs. */
  private get running(): Side | undefined {
    const { answer } = this.position;
    return !this.clock?.fallen && answer?.actions.length ? answer.turn : undefined;
  }

  private get elapsed(): number {
    return (performance.now() - this.since) / 1000;
  }

  private tick(): void {
    if (!this.clock) return;
    refresh();
    if (this.thinking || !this.running || this.left(this.running) !== 0) return;
    this.thinking = this.elapsed;
    this.position.chosen();
  }
}

/** The clock of a side. */
export function Timer({ clocks, side }: { readonly clocks: Clocks; readonly side: Side }) {
  const left = clocks.left(side);
  return <span class="clock" role="timer" hidden={left === undefined} aria-label={filled(texts.clockOf, texts[side])}>{onClock(left ?? 0)}</span>;
}

/** The choice of clocks. */
export function Controls({ position: { clocks } }: { readonly position: Position }) {
  return (
    <label>
      {texts.clocks}
      <select value={clocks.control} onChange={({ currentTarget }) => { clocks.choose(currentTarget.value); }}>
        <Options of={[["", texts.noClocks], ...CONTROLS.map((one) => [one, one] as const)]} />
      </select>
    </label>
  );
}

/** A time in minutes and seconds, rounded up. */
function onClock(seconds: number): string {
  const [time = ""] = /..:..:../.exec(new Date(Math.ceil(seconds) * 1000).toISOString()) ?? [];
  return time.replace(/^(?:00:)?0?/, "");
}
