/** The pieces on the board of a piece. */
import type { PieceAnswer } from "../../src/views/answers";

export interface Setting {
  /** Null for the board of the file. */
  readonly board: string | null;
  /** The square of the mover; null for the middle. */
  readonly square: string | null;
  readonly friends: readonly string[];
  readonly foes: readonly string[];
  readonly side: "white" | "black";
  readonly moved: boolean;
  /** The pieces of a position that were dragged, as `e2-e4`. */
  readonly put: readonly string[];
}

export const EMPTY: Setting = {
  board: null,
  square: null,
  friends: [],
  foes: [],
  side: "white",
  moved: false,
  put: [],
};

/** Cycles a square from empty to friend to foe. */
export function cycled(setting: Setting, square: string): Setting {
  const friends = setting.friends.filter((one) => one !== square);
  const foes = setting.foes.filter((one) => one !== square);
  if (friends.length < setting.friends.length) foes.push(square);
  else if (foes.length === setting.foes.length) friends.push(square);
  return { ...setting, friends, foes };
}

/** Removes the piece on a square. */
export function removed(setting: Setting, square: string): Setting {
  const others = (some: readonly string[]): string[] => some.filter((one) => one !== square);
  return { ...setting, friends: others(setting.friends), foes: others(setting.foes) };
}

/** Moves the mover to a square and removes the piece there. */
export function moved(setting: Setting, square: string): Setting {
  return { ...removed(setting, square), square };
}

/** Removes all placed pieces. */
export function cleared(setting: Setting): Setting {
  return { ...setting, square: null, friends: [], foes: [], put: [] };
}

export function isCleared({ square, friends, foes, put }: Setting): boolean {
  return square === null && !friends.length && !foes.length && !put.length;
}

/** The position of a variant is shown. */
export function isOfPosition({ men }: PieceAnswer): boolean {
  return Object.keys(men).length > 0;
}
