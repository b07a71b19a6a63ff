/**
 * Variants that play themselves as a program for Node: `node games.cjs`. Each line of its input is
 * what is played in JSON, and each line of its output a game, or a problem. All games are of the
 * file of the first one.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import load from "./stockfish.js";
import type { FairyStockfish } from "./fairyStockfish";
import { played, type GameQuestion } from "./playing";
import { library } from "./position";
import { ENGINE, Searcher } from "./searcher";

const FILE = "ffish.wasm";

void main();

async function main(): Promise<void> {
  let rules: ReturnType<typeof library> | undefined;
  let searcher: Promise<Searcher> | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line) as GameQuestion;
    rules ??= library(question.config, { wasmBinary: readFileSync(join(__dirname, FILE)) });
    const hasEngine = question.players.includes(ENGINE);
    if (hasEngine) searcher ??= loaded(question.config);
    const game = await played(await rules, question, hasEngine ? await searcher : undefined).catch(
      (problem: unknown) => ({
        problem: problem instanceof Error ? problem.message : String(problem),
      }),
    );
    process.stdout.write(`${JSON.stringify(game)}\n`);
  }
  process.exit(); // The threads of the engine would go on.
}

async function loaded(config: string): Promise<Searcher> {
  // The engine takes the path of its file for an address if there is `fetch`.
  Object.assign(globalThis, { fetch: undefined });
  return Searcher.of((await load()) as FairyStockfish, config);
}
