/** What stands on the board of a piece. */

export interface Setting {
  /** Null is the board of the file. */
  readonly board: string | null;
  /** Where the mover stands; null is the middle. */
  readonly square: string | null;
  readonly friends: readonly string[];
  readonly foes: readonly string[];
  readonly side: "white" | "black";
  readonly moved: boolean;
}

export const EMPTY: Setting = { board: null, square: null, friends: [], foes: [], side: "white", moved: false };

/** Places a friend where nothing stands, a foe instead of a friend, and nothing instead of a foe. */
export function cycled(setting: Setting, square: string): Setting {
  const friends = setting.friends.filter((one) => one !== square);
  const foes = setting.foes.filter((one) => one !== square);
  if (friends.length < setting.friends.length) foes.push(square);
  else if (foes.length === setting.foes.length) friends.push(square);
  return { ...setting, friends, foes };
}

/** Takes away what was placed on a square. */
export function removed(setting: Setting, square: string): Setting {
  const others = (some: readonly string[]): string[] => some.filter((one) => one !== square);
  return { ...setting, friends: others(setting.friends), foes: others(setting.foes) };
}

/** Puts the mover on a square; whatever stood there is gone. */
export function moved(setting: Setting, square: string): Setting {
  return { ...removed(setting, square), square };
}

/** Takes away all that was placed. */
export function cleared(setting: Setting): Setting {
  return { ...setting, square: null, friends: [], foes: [] };
}

export function isCleared({ square, friends, foes }: Setting): boolean {
  return square === null && !friends.length && !foes.length;
}

/** What is asked of the server. */
export function asked({ board, square, friends, foes, side, moved: hasMoved }: Setting): Record<string, unknown> {
  return { board, square, friends, foes, side, moved: hasMoved, picture: false };
}
