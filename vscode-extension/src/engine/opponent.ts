/**
 * Fairy-Stockfish as a program for Node that speaks UCI: `node opponent.cjs`. The files of the
 * engine are beside this script. Files of variants are read from the disk: `setoption name
 * VariantPath value FILE`, `load FILE` and `check FILE`. The latter two also take `<<END` and the
 * lines up to `END`.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import load from "./stockfish.js";
import { listen, VARIANTS, type FairyStockfish } from "./fairyStockfish";

/** A command that names a file of variants. */
const NAMES_FILE = /^\s*(setoption\s+name\s+VariantPath\s+value|load|check)\s+(.*\S)\s*$/i;
/** A command with a file in the lines below it. */
const HAS_LINES = /^\s*(load|check)\s+<<\s*(\S+)\s*$/;
/** Milliseconds for the engine to end. */
const PATIENCE = 10_000;

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
void main();

async function main(): Promise<void> {
  process.stdout.on("error", () => process.exit()); // Nobody reads it.
  // The engine takes the path of its file for an address if there is `fetch`.
  Object.assign(globalThis, { fetch: undefined });
  const engine = (await load()) as FairyStockfish;
  engine.onExit = (status) => process.exit(status);
  await listen(engine, (line) => {
    process.stdout.write(`${line}\n`);
  });
  for (let line = await next(); line !== undefined && line.trim() !== "quit"; line = await next()) {
    engine.postMessage(await withFile(engine, line));
  }
  engine.postMessage("quit");
  setTimeout(() => process.exit(), PATIENCE);
}

async function next(): Promise<string | undefined> {
  const result = await lines.next();
  return result.done ? undefined : result.value;
}

/** A command. The file that it names is written into the file system of the engine. */
async function withFile(engine: FairyStockfish, line: string): Promise<string> {
  const [, withLines, end] = HAS_LINES.exec(line) ?? [];
  const [, named, path = ""] = NAMES_FILE.exec(line) ?? [];
  const command = withLines ?? named;
  const text = withLines === undefined ? readIfThere(path) : await linesTo(end);
  // The engine reports a file that is not there.
  if (command === undefined || text === undefined) return line;
  engine.FS.writeFile(VARIANTS, text);
  return `${command} ${VARIANTS}`;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

async function linesTo(end: string | undefined): Promise<string> {
  const found: string[] = [];
  for (let line = await next(); line !== undefined && line !== end; line = await next()) {
    found.push(line);
  }
  return found.join("\n");
}
