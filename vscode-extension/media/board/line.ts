/** Stepping through a record and the actions played from one of its positions. */

/** The parameters of requests about the record. */
export interface Line {
  /** The number of actions of the record; null for the position at the cursor. */
  readonly at: number | null;
  readonly played: readonly string[];
  /** The undone actions, the last first. */
  readonly undone: readonly string[];
  /** The position of a variant in FEN at the start; empty for that of its section. */
  readonly start: string;
}

export const AS_IN_TEXT: Line = { at: null, played: [], undone: [], start: "" };

/** A position: the number of actions of the record before it, and the actions played from there. */
export interface Start {
  readonly at: number;
  readonly played: readonly string[];
  readonly start?: string;
}

/** The position after the first actions of a line of play. The others can be redone. */
export function along(from: Start, path: readonly string[], done: number): Line {
  return {
    at: from.at,
    played: [...from.played, ...path.slice(0, done)],
    undone: path.slice(done),
    start: from.start ?? "",
  };
}

/**
 * The number of actions of a line of play before a position; undefined if it is not on the line.
 */
export function doneOf(from: Start, path: readonly string[], here: Start): number | undefined {
  const done = here.played.length - from.played.length;
  const whole = [...from.played, ...path];
  return here.at === from.at &&
    done >= 0 &&
    here.played.every((one, number) => one === whole[number])
    ? done
    : undefined;
}

/** The actions of a line of play with the undone ones. */
export function whole(line: Line): readonly string[] {
  return [...line.played, ...line.undone];
}

/** The position after a number of actions of the record. */
export function to(at: number): Line {
  return { ...AS_IN_TEXT, at };
}
