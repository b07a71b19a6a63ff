// The server in a worker of a browser, begun as VS Code's host of web extensions has it begun: from
// a worker under the host's policy, which lets scripts come from blobs alone here, and makes every
// worker a classic one.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { performance } from "node:perf_hooks";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { Talk } from "../unit/talk.mjs";

const extension = fileURLToPath(new URL("../../", import.meta.url));
const POLICY =
  "default-src 'none'; child-src blob:; worker-src blob:; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; connect-src 'self'";
const EDITOR = `
  export class Uri {
    constructor(path) { this.path = path; }
    toString() { return this.path; }
    static joinPath(uri, name) { return new Uri(uri.path + "/" + name); }
  }
  export const workspace = { fs: { readFile: async (uri) => new Uint8Array(await (await fetch(uri.path)).arrayBuffer()) } };
`;
const HOST = `
  import { Uri } from "vscode";
  import { webWorker } from "./src/servers/webWorker";
  const Plain = Worker;
  Worker = function (url, options) {
    const wrapped = new Blob(["((load, url) => { self.importScripts = load; load(url); })(importScripts.bind(self), '" + url + "')"]);
    return new Plain(URL.createObjectURL(wrapped), options);
  };
  const origin = self.name;
  webWorker(new Uri(origin + "/dist/worker.js"), new Uri(origin + "/bundled/pyodide")).then((worker) => {
    worker.onMessage((message) => postMessage(message));
    worker.onEnd((reason) => postMessage({ kind: "error", reason }));
    onmessage = ({ data }) => worker.post(data);
  }, (problem) => postMessage({ kind: "error", reason: String(problem) }));
`;

const asked = [];
const wrong = [];
let server;
let browser;
let talk;

async function host() {
  const editor = {
    name: "editor",
    setup: (made) => {
      made.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "editor" }));
      made.onLoad({ filter: /.*/, namespace: "editor" }, () => ({ contents: EDITOR }));
    },
  };
  const stdin = { contents: HOST, resolveDir: extension, loader: "ts" };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    format: "iife",
    write: false,
    plugins: [editor],
  });
  return outputFiles[0].text;
}

function serve() {
  const made = createServer((request, response) => {
    if (request.url === "/") {
      response
        .writeHead(200, { "content-type": "text/html", "content-security-policy": POLICY })
        .end("<!doctype html>");
      return;
    }
    readFile(extension + request.url).then(
      (file) => response.writeHead(200).end(file),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => {
    made.listen(0, "127.0.0.1", () => resolve(made));
  });
}

before(async () => {
  server = await serve();
  const origin = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage();
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (problem) => wrong.push(String(problem)));
  page.context().on("request", (request) => asked.push(request.url()));
  await page.exposeFunction("hear", (message) => talk.hear(message));
  await page.goto(origin);
  const begun = performance.now();
  talk = new Talk((message) =>
    page.evaluate((said) => globalThis.extensionHost.postMessage(said), message),
  );
  await page.evaluate(
    ([code, name]) => {
      const { Blob, Worker } = globalThis;
      const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      globalThis.extensionHost = new Worker(address, { name, type: "module" });
      globalThis.extensionHost.onmessage = ({ data }) => globalThis.hear(data);
      globalThis.extensionHost.onerror = ({ message }) =>
        globalThis.hear({ kind: "error", reason: message });
    },
    [await host(), origin],
  );
  await talk.own("ready");
  console.log(`ready after ${Math.round(performance.now() - begun)} ms`);
});

after(async () => {
  await browser?.close();
  server?.close();
});

test("it starts, and a document has diagnostics and a picture", async () => {
  const uri = "vscode-vfs://github/some/first.betza";
  const told = await talk.initialize();
  assert.equal(told.serverInfo.name, "wazir");
  talk.open(uri, "betza", "Wazir = W\nOdd = fmM\n");
  assert.equal((await talk.diagnostics(uri)).length, 1);
  const { contents } = await talk.ask("textDocument/hover", {
    textDocument: { uri },
    position: { line: 0, character: 8 },
  });
  assert.match(contents.value, /data:image\/svg\+xml/);
});

test("a search runs until it is stopped", async () => {
  const uri = "vscode-vfs://github/some/game.ben39";
  talk.open(uri, "ben39", "position start\nmoves: 1. X@e5 X@e11\n");
  const place = { textDocument: { uri }, position: { line: 0, character: 0 } };
  const found = talk.ask("wazir/evaluate", { ...place, seconds: 600, workDoneToken: "long" });
  await talk.next(
    "a line",
    ({ method, params }) =>
      method === "$/progress" && / at depth /.test(params.value.message ?? ""),
  );
  await talk.ask("textDocument/hover", place);
  talk.notify("window/workDoneProgress/cancel", { token: "long" });
  assert.ok((await found).lines.length);
});

test("it requests only the extension's own files, once each", () => {
  const names = asked
    .filter((address) => !address.startsWith("blob:"))
    .map((address) => new URL(address).pathname);
  assert.ok(
    asked.every((address) => /^(?:blob:)?http:\/\/127\.0\.0\.1:/.test(address)),
    asked.join(" "),
  );
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(wrong, []);
});

test("it stops", async () => {
  await talk.ask("shutdown", null);
  talk.notify("exit", undefined);
  assert.deepEqual((await talk.own("ended")).own, { kind: "ended" });
});
