// The server in a worker of the package, in a thread of Node without network.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { performance } from "node:perf_hooks";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { Talk } from "./talk.mjs";

const here = fileURLToPath(new URL("../..", import.meta.url));
const SAMPLES = join(here, "..", "samples");
const GAME = "file:///games/some.ben39";

const started = performance.now();
const since = () => `${Math.round(performance.now() - started)} ms`;
let worker;
let talk;

function thread() {
  // A request or a socket ends the thread.
  const deny = `
    const refuse = (name) => () => { throw new Error("The network was asked for: " + name); };
    require("node:net").Socket.prototype.connect = refuse("net");
    require("node:dns").lookup = refuse("dns");
    require(${JSON.stringify(join(here, "dist", "worker.js"))});`;
  const made = new Worker(deny, { eval: true, env: {} });
  const said = new Talk((message) => made.postMessage(message));
  made.on("message", (message) => said.hear(message));
  made.on("error", (problem) => said.hear({ kind: "error", problem: String(problem) }));
  made.on("exit", (status) => said.hear({ kind: "exit", status }));
  return [made, said];
}

before(async () => {
  [worker, talk] = thread();
  worker.postMessage({ folder: join(here, "bundled", "pyodide") + sep, home: "file:///wazir" });
  await talk.own("ready");
  console.log(`ready after ${since()}`);
});

after(() => worker.terminate());

test("it starts and publishes diagnostics", async () => {
  const told = await talk.initialize();
  assert.equal(told.serverInfo.name, "wazir");
  talk.open("file:///pieces/first.betza", "betza", "Wazir = W\nOdd = fmM\n");
  const found = await talk.diagnostics("file:///pieces/first.betza");
  console.log(`first diagnostics after ${since()}`);
  assert.deepEqual(
    found.map(({ code }) => code),
    ["unknown-letter"],
  );
  assert.equal(
    found[0].codeDescription.href,
    "file:///wazir/notations/betza/docs/unknown-letter.md",
  );
});

test("samples of every notation are read, most without errors", async () => {
  const { contributes } = JSON.parse(await readFile(join(here, "package.json"), "utf8"));
  const languages = contributes.languages.map(({ id }) => id);
  for (const language of (await readdir(SAMPLES)).filter((name) => languages.includes(name))) {
    const names = await readdir(join(SAMPLES, language));
    let sound = 0;
    for (const name of names) {
      const uri = `file:///samples/${name}`;
      talk.open(uri, language, await readFile(join(SAMPLES, language, name), "utf8"));
      const found = await talk.diagnostics(uri);
      sound += found.every(({ severity }) => severity !== 1);
    }
    assert.ok(
      sound > names.length / 2,
      `${sound} of ${names.length} samples of ${language} have no errors`,
    );
  }
});

test("a hover has a picture", async () => {
  const place = {
    textDocument: { uri: "file:///pieces/first.betza" },
    position: { line: 0, character: 8 },
  };
  const { contents } = await talk.ask("textDocument/hover", place);
  console.log(`first hover after ${since()}`);
  assert.match(contents.value, /!\[.*\]\(data:image\/svg\+xml/);
});

test("a search shows progress, typing stays possible, and it can be stopped", async () => {
  talk.open(GAME, "ben39", "position start\nmoves: 1. X@e5 X@e11\n");
  await talk.diagnostics(GAME);
  const place = { textDocument: { uri: GAME }, position: { line: 0, character: 0 } };
  const found = talk.ask("wazir/evaluate", { ...place, seconds: 600, workDoneToken: "long" });
  await talk.progress("long", "begin");
  const line = ({ method, params }) =>
    method === "$/progress" && / at depth /.test(params.value.message ?? "");
  await talk.next("a line", line);

  const other = "file:///pieces/first.betza";
  const times = [];
  for (let version = 2; version < 12; version++) {
    const begun = performance.now();
    talk.notify("textDocument/didChange", {
      textDocument: { uri: other, version },
      contentChanges: [{ text: `Wazir = W\nOdd = ${"fm".repeat(version % 3)}\n` }],
    });
    await talk.diagnostics(other, version);
    times.push(performance.now() - begun);
  }
  console.log(`a change during a search: ${times.map(Math.round).join(", ")} ms`);
  assert.ok(Math.min(...times) < 1_000);

  const stopped = performance.now();
  talk.notify("window/workDoneProgress/cancel", { token: "long" });
  await talk.progress("long", "end");
  const { lines, nps } = await found;
  console.log(
    `stopped within ${Math.round(performance.now() - stopped)} ms, at ${nps} positions a second`,
  );
  assert.ok(lines.length);
});

test("only open files are known", async () => {
  const found = await talk.ask("workspace/symbol", { query: "" });
  assert.ok(found.every(({ location }) => !location.uri.startsWith("file:///lib")));
});

test("it stops", async () => {
  assert.equal(await talk.ask("shutdown", null), null);
  talk.notify("exit", undefined);
  assert.deepEqual((await talk.own("ended")).own, { kind: "ended" });
  assert.equal((await talk.own("exit")).own.status, 0);
});

test("missing files are reported", async () => {
  const [other, said] = thread();
  other.postMessage({ folder: join(here, "nowhere") + sep });
  const { own } = await said.own("ended");
  assert.ok(own.reason);
  await other.terminate();
});
