/** Fairy-Stockfish as a player of whole games, at a fixed number of nodes a move. */
import { listen, VARIANTS, type FairyStockfish } from "./fairyStockfish";

/** A move, and its score in hundredths of a pawn from the side that plays it. */
export interface SearchedMove {
  readonly move: string;
  readonly score: number | null;
}

/** The name of the player. */
export const ENGINE = "engine";
const SCORE = /^info .*\bscore (cp|mate) (-?\d+)(?! (?:lower|upper)bound)/;
/** The score of a mate, less the moves that it takes. `wazir/engines/program.py` has it too. */
const MATE = 100_000;

export class Searcher {
  private hear: (line: string) => void = () => undefined;

  private constructor(private readonly engine: FairyStockfish) {}

  /** The player in the variants of a text, once the engine takes commands. */
  static async of(engine: FairyStockfish, config: string): Promise<Searcher> {
    const searcher = new Searcher(engine);
    await listen(engine, (line) => {
      searcher.hear(line);
    });
    engine.FS.writeFile(VARIANTS, config);
    engine.postMessage(`load ${VARIANTS}`);
    engine.postMessage("setoption name Threads value 1");
    return searcher;
  }

  /** Begins a game of a variant: what was searched before is forgotten. */
  begin(name: string): void {
    this.engine.postMessage(`setoption name UCI_Variant value ${name.replaceAll(/\s/g, " ")}`);
    this.engine.postMessage("ucinewgame");
  }

  /** The best move after some moves from the start. */
  bestMove(moves: readonly string[], nodes: number): Promise<SearchedMove> {
    return new Promise((done) => {
      let score: number | null = null;
      this.hear = (line) => {
        const [, kind, value] = SCORE.exec(line) ?? [];
        if (value !== undefined) score = scoreOf(kind, Number(value));
        const [word, move = ""] = line.split(" ");
        if (word === "bestmove") done({ move, score });
      };
      const played = moves.length ? ` moves ${moves.join(" ")}` : "";
      this.engine.postMessage(`position startpos${played}`);
      this.engine.postMessage(`go nodes ${nodes}`);
    });
  }
}

function scoreOf(kind: string | undefined, value: number): number {
  return kind === "cp" ? value : (value > 0 ? MATE : -MATE) - value;
}
