// How the extension runs the programs that play variants: one process for a text, within bounds.
import assert from "node:assert/strict";
import { build } from "esbuild";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/**
 * A program that echoes lines with its process, and ends, is silent or talks without end when it is
 * told so.
 */
const SCRIPT = `
const { createInterface } = require("node:readline");
const talk = () => process.stdout.write("x".repeat(1_000_000), talk);
createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "crash") process.exit(7);
  else if (line === "talk") talk();
  else if (line !== "silence") console.log(process.pid + " " + line);
});`;
const PATIENCE = 60_000;

let folder, program;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "wazir-program-"));
  await writeFile(join(folder, "script.cjs"), SCRIPT);
  const outfile = join(folder, "program.cjs");
  const entry = fileURLToPath(new URL("../../src/engine/program.ts", import.meta.url));
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs" });
  const { Program } = createRequire(import.meta.url)(outfile);
  program = new Program(join(folder, "script.cjs"), (config) => `load ${config}\n`);
});
after(async () => {
  program.dispose();
  await rm(folder, { recursive: true });
});

/** The lines of an answer without the process, and the process. */
async function ask(input, { config = "one", patience = PATIENCE } = {}) {
  const lines = await program.ask({
    config,
    input: `${input}\n`,
    isLast: (line) => line.endsWith(input),
    patience,
  });
  const [[pid]] = lines.map((line) => line.split(" "));
  return { pid: Number(pid), lines: lines.map((line) => line.slice(line.indexOf(" ") + 1)) };
}

/** Waits until a process has ended. */
async function ended(pid) {
  for (const late = Date.now() + PATIENCE; Date.now() < late; await sleep(20)) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
  }
  assert.fail(`${pid} still runs`);
}

test("questions about a text are answered in turn by one process, and another text has its own", async () => {
  const [first, second] = await Promise.all([ask("a"), ask("b")]);
  assert.deepEqual([first.lines, second.lines], [["load one", "a"], ["b"]]);
  assert.equal(first.pid, second.pid);
  const other = await ask("c", { config: "two" });
  assert.deepEqual(other.lines, ["load two", "c"]);
  await ended(first.pid);
});

test("a program that crashes, is silent or writes too much is ended with a sentence, and started again", async () => {
  for (const [input, patience, reason] of [
    ["crash", PATIENCE, /^The engine crashes on this variant\.$/],
    ["silence", 500, /^The engine has no answer after 0\.5 seconds\.$/],
    ["talk", PATIENCE, /^The engine writes too much\.$/],
  ]) {
    const { pid } = await ask("a");
    await assert.rejects(ask(input, { patience }), ({ message }) => reason.test(message));
    await ended(pid);
  }
  assert.deepEqual((await ask("again")).lines, ["load one", "again"]);
});

test("it ends with the extension", async () => {
  const { pid } = await ask("a");
  const waiting = assert.rejects(ask("silence"), /The engine has stopped\./);
  await sleep(100);
  program.dispose();
  await waiting;
  await ended(pid);
});
