/** Positions of variants as ffish, the library of Fairy-Stockfish, plays them. */
import load, { type FairyStockfish } from "ffish-es6";

export interface Question {
  /** The text of the file of the variant. */
  readonly config: string;
  readonly name: string;
  /** In the notation of UCI or in algebraic notation. */
  readonly moves: readonly string[];
  /** The position in FEN at the start; empty for that of the variant. */
  readonly start?: string;
}

/** What the library answers about a position without a mistake. */
const IS_VALID = 1;

/** What the library writes as it reads a file. */
let last = "";

/** Where the library finds its WebAssembly. */
type Source = { readonly locateFile: () => string } | { readonly wasmBinary: Uint8Array };

/** The library with the variants of a file. */
export async function library(config: string, source: Source): Promise<FairyStockfish> {
  last = "";
  const found = await load({
    ...source,
    printErr: (line: string) => {
      last = line;
    },
  });
  found.loadVariantConfig(config);
  return found;
}

/** What the library says of a variant that it does not load; undefined if it does. */
export function unknown(
  library: FairyStockfish,
  name: string,
): { readonly problem: string } | undefined {
  if (library.variants().split(" ").includes(name)) return undefined;
  return { problem: `The engine does not load \`${name}\`. ${last}`.trimEnd() };
}

/** The position after the moves, in the form of `wazir/engine`. */
export function position(library: FairyStockfish, { name, moves, start = "" }: Question): object {
  const problem = unknown(library, name);
  if (problem) return problem;
  if (start && library.validateFen(start, name) !== IS_VALID) {
    return { problem: "This is not a position of the variant in FEN." };
  }
  const board = start ? new library.Board(name, start) : new library.Board(name);
  const legal = (): string[] => board.legalMoves().split(" ").filter(Boolean);
  const played: string[][] = [];
  for (const move of moves) {
    const all = legal();
    const found = all.includes(move)
      ? move
      : all.find((one) => bare(board.sanMove(one)) === bare(move));
    if (found === undefined) break;
    played.push([found, board.sanMove(found)]);
    board.push(found);
  }
  const isOver = board.isGameOver();
  const score = { "1-0": 1, "0-1": -1 }[board.result()] ?? 0;
  const found = {
    fen: board.fen(),
    played,
    // Hundreds of moves with walls would take seconds.
    legal: isOver
      ? []
      : legal().map((move) =>
          move.includes(",")
            ? [move, "", false]
            : [move, board.sanMove(move), board.isCapture(move)],
        ),
    isCheck: board.isCheck(),
    result: isOver ? score * (board.turn() ? 1 : -1) : null,
    isInsufficient: board.isInsufficientMaterial(),
    canClaim: board.isGameOver(true),
  };
  board.delete();
  return found;
}

/** A move in algebraic notation without the signs of check and of comments. */
function bare(move: string): string {
  return move.replace(/[+#!?]+$/, "");
}
