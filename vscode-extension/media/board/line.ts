/** Stepping through a record and what was played from one of its places. */

/** What is asked of the record. */
export interface Line {
  /** After so many actions of the record; null is where the cursor says. */
  readonly at: number | null;
  readonly played: readonly string[];
  /** What was taken back, the last first. */
  readonly undone: readonly string[];
}

export const AS_IN_TEXT: Line = { at: null, played: [], undone: [] };

/** Where the record stands: how many of its actions are done, and how many it has. */
export interface Stand {
  readonly at: number;
  readonly length: number;
}

/** A position: the number of actions of the record before it, and those that were played from there. */
export interface Start {
  readonly at: number;
  readonly played: readonly string[];
}

export function play(line: Line, stand: Stand, spelled: string): Line {
  return { at: stand.at, played: [...line.played, spelled], undone: [] };
}

export function back(line: Line, stand: Stand): Line {
  const last = line.played.at(-1);
  if (last !== undefined) return { at: stand.at, played: line.played.slice(0, -1), undone: [last, ...line.undone] };
  return stand.at > 0 ? { at: stand.at - 1, played: [], undone: [] } : line;
}

export function on(line: Line, stand: Stand): Line {
  const [next, ...undone] = line.undone;
  if (next !== undefined) return { at: stand.at, played: [...line.played, next], undone };
  return !line.played.length && stand.at < stand.length ? { at: stand.at + 1, played: [], undone: [] } : line;
}

/** After the first actions of a line of play from somewhere; the others follow. */
export function along(from: Start, path: readonly string[], done: number): Line {
  return { at: from.at, played: [...from.played, ...path.slice(0, done)], undone: path.slice(done) };
}

/** How many actions of a line of play from somewhere lead to a position; undefined if they do not. */
export function doneOf(from: Start, path: readonly string[], here: Start): number | undefined {
  const done = here.played.length - from.played.length;
  const whole = [...from.played, ...path];
  return here.at === from.at && done >= 0 && here.played.every((one, number) => one === whole[number]) ? done : undefined;
}

/** The actions of a line of play, with those that were taken back. */
export function whole(line: Line): readonly string[] {
  return [...line.played, ...line.undone];
}

/** After so many actions of the record. */
export function to(at: number): Line {
  return { at, played: [], undone: [] };
}

export function isAtStart(line: Line, stand: Stand): boolean {
  return !line.played.length && stand.at === 0;
}

export function isAtEnd(line: Line, stand: Stand): boolean {
  return !line.undone.length && (line.played.length > 0 || stand.at === stand.length);
}
