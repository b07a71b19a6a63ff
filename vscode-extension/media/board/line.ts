/** Stepping through a record and the actions played from one of its positions. */

/** The parameters of requests about the record. */
export interface Line {
  /** The number of actions of the record; null for the position at the cursor. */
  readonly at: number | null;
  readonly played: readonly string[];
  /** The undone actions, the last first. */
  readonly undone: readonly string[];
}

export const AS_IN_TEXT: Line = { at: null, played: [], undone: [] };

/** The number of actions of the record before the position, and of all its actions. */
export interface Stand {
  readonly at: number;
  readonly length: number;
}

/** A position: the number of actions of the record before it, and the actions played from there. */
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

/** The position after the first actions of a line of play. The others can be redone. */
export function along(from: Start, path: readonly string[], done: number): Line {
  return { at: from.at, played: [...from.played, ...path.slice(0, done)], undone: path.slice(done) };
}

/** The number of actions of a line of play before a position; undefined if it is not on the line. */
export function doneOf(from: Start, path: readonly string[], here: Start): number | undefined {
  const done = here.played.length - from.played.length;
  const whole = [...from.played, ...path];
  return here.at === from.at && done >= 0 && here.played.every((one, number) => one === whole[number]) ? done : undefined;
}

/** The actions of a line of play with the undone ones. */
export function whole(line: Line): readonly string[] {
  return [...line.played, ...line.undone];
}

/** The position after a number of actions of the record. */
export function to(at: number): Line {
  return { at, played: [], undone: [] };
}

export function isAtEnd(line: Line, stand: Stand): boolean {
  return on(line, stand) === line;
}
