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
