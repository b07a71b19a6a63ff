// The programs of the extension that play variants, each in a Node of its own.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../../scripts/bundling.mjs";

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
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "wazir engine "));
});
after(() => rm(folder, { recursive: true }));

/** A program that runs while it is used. Its input is closed at the end, and it must end. */
async function running(script, use) {
  const child = spawn(process.execPath, [join(ENGINE, script)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((done) => {
    child.on("exit", done);
  });
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
  await running("rules.cjs", (rules) =>
    running("opponent.cjs", async ({ write, until }) => {
      write(
        "uci",
        `setoption name VariantPath value ${file}`,
        "setoption name UCI_Variant value mine",
      );
      await until(/^uciok$/);
      await until(/^info string variant mine files 10 ranks 8 /);
      const moves = [];
      const pieces = new Set();
      for (let ply = 0; ply < PLIES; ply++) {
        const { legal: expected, fen } = await legal(rules, moves);
        write(`position startpos moves ${moves.join(" ")}`, "go perft 1");
        const counted = await until(/^Nodes searched/);
        assert.deepEqual(
          counted.flatMap((line) => /^(\S+): 1$/.exec(line)?.[1] ?? []).sort(),
          expected.map(([move]) => move).sort(),
          fen,
        );
        write(`position startpos moves ${moves.join(" ")}`, "go nodes 500");
        const move = (await until(/^bestmove /)).at(-1).split(" ")[1];
        assert.ok(
          expected.some(([one]) => one === move),
          `${move} is not legal in ${fen}`,
        );
        pieces.add(expected.find(([one]) => one === move)[1][0]);
        moves.push(move);
      }
      assert.ok(pieces.size > 2, "pieces are moved, not pawns alone");
    }),
  );
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
  await running("opponent.cjs", ({ write, until }) =>
    until(/Fairy-Stockfish/).then(() => write("quit")),
  );
});

test("a text that crashes the engine ends both programs with a status", async () => {
  const config = "[mine:chess]\nflagRegion = aa *x\n";
  for (const [script, input] of [
    ["opponent.cjs", `load <<END\n${config}END\n`],
    ["rules.cjs", `${JSON.stringify({ config, name: "mine", moves: [] })}\n`],
  ]) {
    const child = spawn(process.execPath, [join(ENGINE, script)], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.stdin.write(input);
    const late = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
    const [status, signal] = await new Promise((done) => {
      child.on("exit", (...how) => done(how));
    });
    clearTimeout(late);
    assert.ok(status > 0 && signal === null, `${script}: ${status} ${signal}`);
  }
});

test("the rules are those of the file: moves in algebraic notation, check, and the end of the game", () =>
  running("rules.cjs", async ({ write, until }) => {
    const ask = async (moves, name = "quick", start = "") => {
      write(
        JSON.stringify({
          config:
            "[quick:chess]\ncheckCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+1 0 1\n",
          name,
          moves,
          start,
        }),
      );
      return JSON.parse((await until(/^\{/)).at(-1));
    };
    const opened = await ask(["e2e4", "f7f6", "e4e9"]);
    assert.deepEqual(opened.played, [
      ["e2e4", "e4"],
      ["f7f6", "f6"],
    ]);
    assert.equal(opened.result, null);
    const ended = await ask(["e2e4", "f7f6", "d1h5"]);
    assert.deepEqual([ended.result, ended.legal, ended.played.at(-1)[0]], [-1, [], "d1h5"]);
    assert.equal(ended.isInsufficient, false);
    const spelled = await ask(["e4", "f6", "Qh5#"]);
    assert.deepEqual(
      spelled.played.map(([move]) => move),
      ["e2e4", "f7f6", "d1h5"],
    );
    const later = await ask(["Kd7"], "quick", "4k3/8/8/8/8/8/4P3/4K3 b - - 1+1 0 1");
    assert.deepEqual(later.played, [["e8d7", "Kd7"]]);
    assert.equal(
      (await ask([], "quick", "nonsense/ b")).problem,
      "This is not a position of the variant in FEN.",
    );
    assert.match((await ask([], "other")).problem, /^The engine does not load `other`\./);
  }));

/** The integer that Python's `random` makes of a seed, in words of 32 bits, the lowest first. */
function words(seed) {
  let rest = BigInt(
    `0x${Buffer.from(seed).toString("hex")}${createHash("sha512").update(seed).digest("hex")}`,
  );
  const found = [];
  for (; rest; rest >>= 32n) found.push(Number(rest & 0xffff_ffffn));
  return found;
}

/** What is played of chess, but for the seeds. */
const CHESS = {
  config: "",
  name: "chess",
  players: ["random", "random"],
  opening: 4,
  plies: 400,
  values: {},
  clock: 100,
  folds: 3,
  isClaimed: false,
  changesSides: false,
  nodes: 0,
};

test("a seed gives the games that pyffish plays, which python-chess has replayed", async () => {
  const { games } = JSON.parse(
    await readFile(
      new URL("../../../tests/data/playtest/python_chess.json", import.meta.url),
      "utf8",
    ),
  );
  await running("games.cjs", async ({ write, until }) => {
    for (const [index, expected] of games.entries()) {
      write(
        JSON.stringify({
          ...CHESS,
          seeds: [words(`1 opening ${index}`), words(`1 game ${index}`)],
        }),
      );
      const game = JSON.parse((await until(/^\{/)).at(-1));
      assert.equal(game.moves.join(" "), expected.moves);
      assert.deepEqual(game.legal, expected.legal);
      assert.deepEqual(
        game.sans.flatMap((san, at) => (san.includes("x") ? [at + 1] : [])),
        expected.captures,
      );
      assert.equal(game.fens.at(-1)[1].split(" ")[0], expected.board);
    }
  });
});

test("greedy players choose as those of pyffish", async () => {
  const { values, clock, folds, games } = JSON.parse(
    await readFile(new URL("../../../tests/data/playtest/greedy.json", import.meta.url), "utf8"),
  );
  await running("games.cjs", async ({ write, until }) => {
    for (const { index, ...expected } of games) {
      const seeds = [words(`1 opening ${index}`), words(`1 game ${index}`)];
      write(
        JSON.stringify({
          ...CHESS,
          name: "antichess",
          players: ["greedy", "greedy"],
          values,
          clock,
          folds,
          seeds,
        }),
      );
      const game = JSON.parse((await until(/^\{/)).at(-1));
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((name) => [name, game[name]])),
        expected,
      );
    }
  });
});

test("a greedy player wins, takes what pays, and leaves what costs more", async () => {
  const config = `[mates:chess]
startFen = 7k/5ppp/8/8/8/8/K7/4R2r w - - 0 1
[takes:chess]
startFen = 7k/8/8/2r1p3/3Q4/8/8/K7 w - - 0 1
[leaves:chess]
startFen = 7k/8/3p4/2p5/3Q4/8/8/K7 w - - 0 1
`;
  const values = { p: 1, n: 3, b: 3, r: 5, q: 9 };
  await running("games.cjs", async ({ write, until }) => {
    const first = async (name, index) => {
      const seeds = [words(`7 opening ${index}`), words(`7 game ${index}`)];
      write(
        JSON.stringify({
          ...CHESS,
          config,
          name,
          values,
          players: ["greedy", "greedy"],
          opening: 0,
          plies: 1,
          seeds,
        }),
      );
      const { moves, end, result } = JSON.parse((await until(/^\{/)).at(-1));
      return [moves[0], end, result];
    };
    for (const index of [0, 1, 2]) {
      assert.deepEqual(await first("mates", index), ["e1e8", "moves", 1]);
      assert.deepEqual(await first("takes", index), ["d4c5", "cut", null]);
      assert.notEqual((await first("leaves", index))[0], "d4c5");
    }
    write(JSON.stringify({ ...CHESS, config, name: "none", seeds: [[1], [1]] }));
    assert.match(
      JSON.parse((await until(/^\{/)).at(-1)).problem,
      /^The engine does not load `none`\./,
    );
  });
});

test("the engine plays at a number of nodes, with its scores from White's side", async () => {
  const config = `[mates:chess]
startFen = 7k/5ppp/8/8/8/8/K7/4R2r w - - 0 1
[suffers:chess]
startFen = 4r2R/k7/8/8/8/8/5PPP/7K b - - 0 1
`;
  await running("games.cjs", async ({ write, until }) => {
    const game = async (name, players, more = {}) => {
      const seeds = [words("7 opening 0"), words("7 game 0")];
      const asked = { ...CHESS, config, name, players, opening: 0, nodes: 2000, seeds, ...more };
      write(JSON.stringify(asked));
      return JSON.parse((await until(/^\{/)).at(-1));
    };
    const white = await game("mates", ["engine", "random"]);
    assert.deepEqual([white.moves, white.end, white.result], [["e1e8"], "moves", 1]);
    assert.deepEqual(white.scores, [99_999]);
    const black = await game("suffers", ["random", "engine"]);
    assert.deepEqual([black.moves, black.end, black.result], [["e8e1"], "moves", -1]);
    assert.deepEqual(black.scores, [-99_999]);
    const long = { plies: 24, opening: 4 };
    const first = await game("chess", ["engine", "random"], long);
    const again = await game("chess", ["engine", "random"], long);
    assert.deepEqual(again, first, "what was searched in other games is forgotten");
    const known = first.scores.map((score) => score !== null);
    assert.deepEqual(
      known,
      known.map((_, ply) => ply >= 4 && ply % 2 === 0),
    );
    assert.ok(first.scores.at(-2) > 100, "the engine is better than a random player");
  });
});

test("the opponent of a page is asked and read as by the server", async () => {
  const { bestMove, searchCommands } = await load("src/engine/reply.ts");
  const program = `import json, sys
from wazir.engines.program import found_move, search_commands
moves, start, lines = json.load(sys.stdin)
commands = search_commands("mine", moves, -15, seconds=10, nodes=1000, start=start)
print(json.dumps([commands, list(found_move(lines))]))`;
  const server = fileURLToPath(new URL("../../../server/", import.meta.url));
  const python = process.env.WAZIR_PYTHON ?? "python3";
  const env = { ...process.env, PYTHONPATH: server };
  const level = { words: "beginner", skill: -15, nodes: 1000 };
  const games = [
    [[], "", ["info depth 3 seldepth 4 score cp -7 nodes 9 pv e2e4", "bestmove e2e4 ponder d7d5"]],
    [["e2e4"], "", ["info depth 2 score cp 120", "info depth 9 score mate -2 pv", "bestmove d7d5"]],
    [["P@e4"], " 4k3/8/4K3[P]  w - - 0 1\n", ["bestmove e4e5"]],
  ];
  for (const [moves, start, lines] of games) {
    const input = JSON.stringify([moves, start, lines]);
    const answered = execFileSync(python, ["-c", program], { env, input, encoding: "utf8" });
    const { move, summary } = bestMove(lines);
    const ours = [searchCommands({ name: "mine", start, moves }, level, 10), [move, summary]];
    assert.deepEqual(ours, JSON.parse(answered));
  }
  assert.throws(() => bestMove(["info string"]), /without a move/);
});
