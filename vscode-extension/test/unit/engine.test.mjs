// The programs of the extension that play variants, each in a Node of its own.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const ENGINE = fileURLToPath(new URL("../../dist/engine/", import.meta.url));
/** A variant on ten files with a piece of its own. */
const TEXT = `[mine:chess]
maxFile = 10
customPiece1 = a:NW
startFen = rnbaqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBAQKABNR w - - 0 1
castling = false
`;
const PLIES = 30;
/** Milliseconds for a program. */
const PATIENCE = 60_000;

let folder;
before(async () => { folder = await mkdtemp(join(tmpdir(), "wazir engine ")); });
after(() => rm(folder, { recursive: true }));

/** A program that runs while it is used. Its input is closed at the end, and it must end. */
async function running(script, use) {
  const child = spawn(process.execPath, [join(ENGINE, script)], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((done) => { child.on("exit", done); });
  const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const write = (...given) => void child.stdin.write(given.map((line) => `${line}\n`).join(""));
  const until = async (pattern) => {
    const found = [];
    for (;;) {
      const { value, done } = await lines.next();
      assert.ok(!done, `it ends before ${pattern}: ${found.join("\n")}`);
      found.push(value);
      if (pattern.test(value)) return found;
    }
  };
  try {
    await use({ write, until });
    child.stdin.end();
    assert.equal(await ended, 0);
  } finally {
    clearTimeout(late);
    child.kill("SIGKILL");
  }
}

/** The legal moves after some, as ffish lists them. */
async function legal(rules, moves) {
  rules.write(JSON.stringify({ config: TEXT, name: "mine", moves }));
  const [answer] = await rules.until(/^\{/);
  return JSON.parse(answer);
}

test("a variant on ten files is played, and each move is legal", async () => {
  const file = join(folder, "variants.ini");
  await writeFile(file, TEXT);
  await running("rules.cjs", (rules) => running("opponent.cjs", async ({ write, until }) => {
    write("uci", `setoption name VariantPath value ${file}`, "setoption name UCI_Variant value mine");
    await until(/^uciok$/);
    await until(/^info string variant mine files 10 ranks 8 /);
    const moves = [];
    const pieces = new Set();
    for (let ply = 0; ply < PLIES; ply++) {
      const { legal: expected, fen } = await legal(rules, moves);
      write(`position startpos moves ${moves.join(" ")}`, "go perft 1");
      const counted = await until(/^Nodes searched/);
      assert.deepEqual(counted.flatMap((line) => /^(\S+): 1$/.exec(line)?.[1] ?? []).sort(), expected.map(([move]) => move).sort(), fen);
      write(`position startpos moves ${moves.join(" ")}`, "go nodes 500");
      const move = (await until(/^bestmove /)).at(-1).split(" ")[1];
      assert.ok(expected.some(([one]) => one === move), `${move} is not legal in ${fen}`);
      pieces.add(expected.find(([one]) => one === move)[1][0]);
      moves.push(move);
    }
    assert.ok(pieces.size > 2, "pieces are moved, not pawns alone");
  }));
});

test("a search is stopped, and a file is read from the lines of the input", () =>
  running("opponent.cjs", async ({ write, until }) => {
    write("load <<END-1", ...TEXT.split("\n"), "END-1", "setoption name UCI_Variant value mine");
    write("position startpos", "go infinite");
    await until(/^info depth 3 /);
    write("stop");
    await until(/^bestmove [a-j][1-8][a-j][1-8]/);
  }));

test("`quit` ends it, and so does the end of its input", async () => {
  await running("opponent.cjs", () => undefined);
  await running("opponent.cjs", ({ write, until }) => until(/Fairy-Stockfish/).then(() => write("quit")));
});

test("a text that crashes the engine ends both programs with a status", async () => {
  const config = "[mine:chess]\nflagRegion = aa *x\n";
  for (const [script, input] of [["opponent.cjs", `load <<END\n${config}END\n`], ["rules.cjs", `${JSON.stringify({ config, name: "mine", moves: [] })}\n`]]) {
    const child = spawn(process.execPath, [join(ENGINE, script)], { stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.write(input);
    const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
    const [status, signal] = await new Promise((done) => { child.on("exit", (...how) => done(how)); });
    clearTimeout(late);
    assert.ok(status > 0 && signal === null, `${script}: ${status} ${signal}`);
  }
});

test("the rules are those of the file: moves in algebraic notation, check, and the end of the game", () =>
  running("rules.cjs", async ({ write, until }) => {
    const ask = async (moves, name = "quick", start = "") => {
      write(JSON.stringify({ config: "[quick:chess]\ncheckCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+1 0 1\n", name, moves, start }));
      return JSON.parse((await until(/^\{/)).at(-1));
    };
    const opened = await ask(["e2e4", "f7f6", "e4e9"]);
    assert.deepEqual(opened.played, [["e2e4", "e4"], ["f7f6", "f6"]]);
    assert.equal(opened.result, null);
    const ended = await ask(["e2e4", "f7f6", "d1h5"]);
    assert.deepEqual([ended.result, ended.legal, ended.played.at(-1)[0]], [-1, [], "d1h5"]);
    assert.equal(ended.isInsufficient, false);
    const spelled = await ask(["e4", "f6", "Qh5#"]);
    assert.deepEqual(spelled.played.map(([move]) => move), ["e2e4", "f7f6", "d1h5"]);
    const later = await ask(["Kd7"], "quick", "4k3/8/8/8/8/8/4P3/4K3 b - - 1+1 0 1");
    assert.deepEqual(later.played, [["e8d7", "Kd7"]]);
    assert.equal((await ask([], "quick", "nonsense/ b")).problem, "This is not a position of the variant in FEN.");
    assert.match((await ask([], "other")).problem, /^The engine does not load `other`\./);
  }));
