/**
 * The move of Fairy-Stockfish at a strength: what it is told, and what it answers.
 * `wazir/engines/program.py` has both for the server.
 */

/** A strength of the engine as an opponent. */
export interface Level {
  readonly words: string;
  readonly skill: number;
  /** The maximum number of positions that it searches. */
  readonly nodes: number;
}

/** The game in which it moves. */
export interface GameSoFar {
  /** The name of the variant. */
  readonly name: string;
  /** The position in FEN at the start; empty for that of the variant. */
  readonly start: string;
  /** In the notation of UCI. */
  readonly moves: readonly string[];
}

export interface BestMove {
  readonly move: string;
  /** Its depth and its score in words. */
  readonly summary: string;
}

const MOVE = "bestmove ";
const SCORE = /^info .*?depth (\d+) .*?score (cp|mate) (-?\d+)/;

/** The commands of UCI that search for a move within some seconds. */
export function searchCommands(
  { name, start, moves }: GameSoFar,
  { skill, nodes }: Level,
  seconds: number,
): string[] {
  const position = start.trim() ? `fen ${start.trim().split(/\s+/).join(" ")}` : "startpos";
  const played = moves.length ? ` moves ${moves.join(" ")}` : "";
  return [
    `setoption name UCI_Variant value ${name}`,
    `setoption name Skill Level value ${skill}`,
    `position ${position}${played}`,
    `go nodes ${nodes} movetime ${seconds * 1000}`,
  ];
}

/** The move at the end of a search, of which the engine has written some lines. */
export function bestMove(lines: readonly string[]): BestMove {
  const last = lines.at(-1) ?? "";
  if (!last.startsWith(MOVE)) {
    throw new Error("The engine ends without a move: it may crash on this variant.");
  }
  const score = lines.map((line) => SCORE.exec(line)).findLast(Boolean);
  return { move: last.split(" ")[1] ?? "", summary: score ? summary(score) : "" };
}

function summary([, depth, kind, value]: RegExpExecArray): string {
  const pawns = (Number(value) / 100).toFixed(2);
  const signed = pawns.startsWith("-") ? pawns : `+${pawns}`;
  return `Depth ${depth}, ${kind === "cp" ? signed : `mate in ${Math.abs(Number(value))}`}.`;
}
