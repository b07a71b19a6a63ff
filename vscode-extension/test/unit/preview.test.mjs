// The preview of Markdown: what it shows of a block before and after the server has answered.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const EDITOR = `
  let changed;
  export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };
  export const window = { activeColorTheme: { kind: 1 }, onDidChangeActiveColorTheme: (tell) => ((changed = tell), { dispose() {} }) };
  export const choose = (kind) => { window.activeColorTheme = { kind }; changed(); };
  export const commands = { executeCommand: (name) => { commands.run.push(name); }, run: [] };
`;
const ENTRY = `export { Preview } from "./src/views/preview"; export { choose, commands } from "vscode";`;

async function loaded() {
  const editor = {
    name: "editor",
    setup: (made) => {
      made.onResolve({ filter: /^(?:vscode|vscode-languageclient)$/ }, () => ({
        path: "vscode",
        namespace: "editor",
      }));
      made.onLoad({ filter: /.*/, namespace: "editor" }, () => ({
        contents: `${EDITOR} export const ErrorCodes = {}, ProgressType = {}, ResponseError = {}, RevealOutputChannelOn = {}, State = {}, vsdiag = {};`,
      }));
    },
  };
  const stdin = {
    contents: ENTRY,
    resolveDir: fileURLToPath(new URL("../../", import.meta.url)),
    loader: "ts",
  };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
    logLevel: "error",
    plugins: [editor],
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
  );
}

const { Preview, choose, commands } = await loaded();

/** A preview with a server whose answers are released by the test. */
function opened() {
  const asked = [];
  const sendRequest = (method, params) => new Promise((answer) => asked.push({ params, answer }));
  const views = {
    languages: [{ id: "betza" }],
    server: { client: { isRunning: () => true, sendRequest } },
  };
  const fence = (tokens, index, options) =>
    `<pre>${options.highlight?.() ?? tokens[index].content}</pre>`;
  const md = new Preview(views).extend({ renderer: { rules: { fence } } });
  const html = (content, info = "betza") =>
    md.renderer.rules.fence([{ info, content }], 0, {}, {}, undefined);
  const answer = async (one) => {
    await turn();
    asked.shift().answer(one);
    await turn();
  };
  return { asked, html, answer };
}

const turn = () => new Promise((done) => setTimeout(done));

test("a block is plain until the server has answered, and the page is refreshed then", async () => {
  const { html, answer } = opened();
  assert.equal(html("N"), "<pre>N</pre>");
  const before = commands.run.length;
  await answer({ code: "<b>N</b>", pictures: "<img>" });
  assert.deepEqual(commands.run.slice(before), ["markdown.preview.refresh"]);
  assert.equal(html("N"), "<pre><b>N</b></pre><img>");
});

test("a picture stays until the next one arrives, and disappears if there is none", async () => {
  const { html, answer } = opened();
  html("N");
  await answer({ code: "<b>N</b>", pictures: "<img>" });
  html("N");
  assert.equal(html("NN"), "<pre>NN</pre><img>");
  await answer(null);
  assert.equal(html("NN"), "<pre>NN</pre>");
});

test("a block keeps its highlighting and picture until those of another theme arrive", async () => {
  const { html, answer, asked } = opened();
  html("N");
  await answer({ code: "<b>N</b>", pictures: "<img light>" });
  html("N");
  choose(2);
  assert.equal(html("N"), "<pre><b>N</b></pre><img light>");
  await turn();
  assert.equal(asked[0].params.theme, "dark");
  await answer({ code: "<b>N</b>", pictures: "<img dark>" });
  assert.equal(html("N"), "<pre><b>N</b></pre><img dark>");
  choose(1);
});

test("a page whose refresh was dropped is refreshed again", async (t) => {
  const { html, answer } = opened();
  html("N");
  await answer({ code: "<b>N</b>", pictures: "<img>" });
  html("N");
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const refreshed = (shown) => {
    const before = commands.run.length;
    choose(2);
    if (shown) html("N");
    t.mock.timers.tick(10_000);
    return commands.run.length - before;
  };
  assert.equal(refreshed(false), 2);
  assert.equal(refreshed(true), 1);
  choose(1);
});

test("blocks of other languages are left alone", () => {
  const { html, asked } = opened();
  assert.equal(html("N", "python"), "<pre>N</pre>");
  assert.equal(asked.length, 0);
});
