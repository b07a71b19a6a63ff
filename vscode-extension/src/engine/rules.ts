/**
 * The rules of variants as a program for Node: `node rules.cjs`. Each line of its input is a
 * question of `wazir/engine` in JSON, and each line of its output an answer. All questions are
 * about the file of the first one.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { library, position, type Question } from "./position";

const FILE = "ffish.wasm";

void main();

async function main(): Promise<void> {
  let loaded: ReturnType<typeof library> | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line) as Question;
    loaded ??= library(question.config, { wasmBinary: readFileSync(join(__dirname, FILE)) });
    process.stdout.write(`${JSON.stringify(position(await loaded, question))}\n`);
  }
}
