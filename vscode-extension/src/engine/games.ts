/**
 * Variants that play themselves as a program for Node: `node games.cjs`. Each line of its input is
 * what is played in JSON, and each line of its output a game, or a problem. All games are of the
 * file of the first one.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { played, type GameQuestion } from "./playing";
import { library } from "./position";

const FILE = "ffish.wasm";

void main();

async function main(): Promise<void> {
  let loaded: ReturnType<typeof library> | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line) as GameQuestion;
    loaded ??= library(question.config, { wasmBinary: readFileSync(join(__dirname, FILE)) });
    process.stdout.write(`${JSON.stringify(played(await loaded, question))}\n`);
  }
}
