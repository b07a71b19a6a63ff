/** A position or a game of a variant that is pasted. */

export interface Pasted {
  /** The position in FEN at the start; empty for that of the variant. */
  readonly start: string;
  /** The moves, in the notation of UCI or in algebraic notation. */
  readonly moves: readonly string[];
}

const FEN = /^\S*\/\S*\s+[wb](?:\s+\S+)*$/;
const TAG = /\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]/g;
const COMMENT = /\{[^}]*\}|;.*|\$\d+/g;
const VARIATION = /\([^()]*\)/;
const NUMBER = /^\d+\.*/;
const RESULT = /^(?:1-0|0-1|1\/2-1\/2|\*)?$/;

/** What a text means: a position in FEN, a game in PGN, or moves. Undefined if it is empty. */
export function pasted(text: string): Pasted | undefined {
  const trimmed = text.trim();
  if (FEN.test(trimmed)) return { start: trimmed.replaceAll(/\s+/g, " "), moves: [] };
  const tags = new Map(
    [...trimmed.matchAll(TAG)].map(([, tag = "", value = ""]) => [
      tag,
      value.replaceAll(/\\(.)/g, "$1"),
    ]),
  );
  const moves = movesOf(trimmed.replaceAll(TAG, " "));
  const start = tags.get("FEN") ?? "";
  return start || moves.length ? { start, moves } : undefined;
}

function movesOf(text: string): readonly string[] {
  let line = text.replaceAll(COMMENT, " ");
  while (VARIATION.test(line)) line = line.replace(VARIATION, " ");
  return line
    .split(/\s+/)
    .map((word) => word.replace(NUMBER, ""))
    .filter((word) => !RESULT.test(word));
}
