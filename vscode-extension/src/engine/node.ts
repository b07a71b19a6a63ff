/** The engine where processes can be started. */
import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { CancellationToken } from "vscode-languageclient";
import type { GameQuestion } from "./playing";
import { Program } from "./program";
import type { PositionQuestion, Engine, Search } from "./serve";

/** Milliseconds for a position. */
const PATIENCE = 20_000;
/** Milliseconds for a search, which the commands limit to less. */
const PATIENCE_OF_SEARCH = 40_000;

/** Milliseconds for a game without searches. */
const PATIENCE_OF_GAME = 120_000;
/** What even a slow machine searches. */
const NODES_PER_MILLISECOND = 10;
/** Milliseconds after which a program ends that is asked for no other game. */
const BETWEEN_GAMES = 5_000;
/** Programs that play games at the same time. */
const MAX_PLAYERS = 8;

/** The programs in the folder of the package that has them. They end when they are not used. */
export class Programs implements Engine {
  private readonly rules: Program;
  private readonly opponent: Program;
  private readonly players: readonly Program[];
  /** The players without a game. */
  private readonly free: Program[];

  constructor(folder: string) {
    this.rules = new Program(join(folder, "rules.cjs"));
    this.opponent = new Program(join(folder, "opponent.cjs"), load);
    const count = Math.min(availableParallelism(), MAX_PLAYERS);
    this.players = Array.from(
      { length: count },
      () => new Program(join(folder, "games.cjs"), undefined, BETWEEN_GAMES),
    );
    this.free = [...this.players];
  }

  get games(): number {
    return this.players.length;
  }

  async position(asked: PositionQuestion): Promise<unknown> {
    const input = `${JSON.stringify(asked)}\n`;
    const lines = await this.rules.ask({
      config: asked.config,
      input,
      isLast: (line) => line.startsWith("{"),
      patience: PATIENCE,
    });
    return JSON.parse(lines.at(-1) ?? "");
  }

  search({ config, commands }: Search): Promise<readonly string[]> {
    const input = commands.map((line) => `${line.replaceAll(/[\r\n]+/g, " ")}\n`).join("");
    return this.opponent.ask({
      config,
      input,
      isLast: (line) => line.startsWith("bestmove "),
      patience: PATIENCE_OF_SEARCH,
    });
  }

  async game(asked: GameQuestion, token: CancellationToken): Promise<unknown> {
    const player = this.free.pop();
    if (!player) throw new Error("The engine plays other games.");
    const cancelled = token.onCancellationRequested(() => {
      player.dispose();
    });
    try {
      const lines = await player.ask({
        config: asked.config,
        input: `${JSON.stringify(asked)}\n`,
        isLast: (line) => line.startsWith("{"),
        patience: PATIENCE_OF_GAME + (asked.nodes * asked.plies) / NODES_PER_MILLISECOND,
      });
      return JSON.parse(lines.at(-1) ?? "");
    } finally {
      cancelled.dispose();
      this.free.push(player);
    }
  }

  dispose(): void {
    for (const program of [this.rules, this.opponent, ...this.players]) program.dispose();
  }
}

/**
 * The command that loads a text. Its last line cannot be in the text, which could give commands of
 * its own.
 */
function load(config: string): string {
  const end = randomUUID();
  return `load <<${end}\n${config}\n${end}\n`;
}
