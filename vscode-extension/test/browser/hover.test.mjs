// Hovers as VS Code lays them out at 1400 x 880: how much of the words is seen without scrolling,
// for every piece of the corpus.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { browse } from "./page.mjs";
import { start } from "./rpc.mjs";

const corpus = new URL("../../../tests/data/corpus_betza.jsonl", import.meta.url);
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MARKDOWN = { textDocument: { hover: { contentFormat: ["markdown"] } } };
/** The size and the style of hovers in VS Code 1.139. */
const ROOM = { width: 750, height: 250 };
const STYLE = `
  body { margin: 0; font: 13px/1.5em system-ui, "DejaVu Sans", sans-serif; color: #3b3b3b; background: #f8f8f8; }
  main { max-width: ${ROOM.width}px; padding: 4px 8px; box-sizing: border-box; }
  p { margin: 8px 0; }
  p:first-child { margin-top: 0; }
`;
const LEAST = 0.95;
let browser, server, page;

before(async () => {
  [browser, server] = await Promise.all([
    browse(),
    start(MARKDOWN, { pictures: true, html: true, theme: "light" }),
  ]);
  page = await browser.newPage({ viewport: { width: 1400, height: 880 } });
  await page.setContent(
    `<!DOCTYPE html><html lang="en"><title>Hover</title><style>${STYLE}</style><main></main></html>`,
  );
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The hovers over the names of some definitions. */
async function hovers(text, count) {
  const uri = "file:///corpus.betza";
  server.tell("textDocument/didOpen", {
    textDocument: { uri, version: 1, languageId: "betza", text },
  });
  const found = [];
  for (let line = 0; line < count; line++) {
    const position = { line, character: 0 };
    const answer = await server.ask("textDocument/hover", { textDocument: { uri }, position })
      .answer;
    if (answer?.contents.value.startsWith("<table>")) found.push(answer.contents.value);
  }
  return found;
}

test("the words of nearly all pieces of the corpus are read without scrolling", async (context) => {
  const pieces = (await readFile(corpus, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).betza);
  const text = pieces.map((moves, number) => `Piece-${number} = ${moves}\n`).join("");
  const shown = await hovers(text, pieces.length);
  const heights = await page.evaluate((values) => {
    const main = globalThis.document.querySelector("main");
    return values.map((value) => {
      main.innerHTML = value;
      return Math.max(
        ...[...main.querySelectorAll("p")].map((part) => part.getBoundingClientRect().bottom),
      );
    });
  }, shown);
  const share = heights.filter((height) => height <= ROOM.height).length / heights.length;
  context.diagnostic(
    `${(100 * share).toFixed(1)} % of ${heights.length} pieces fit; the longest needs ${Math.max(...heights).toFixed(0)} pixels`,
  );
  assert.ok(shown.length > pieces.length / 2);
  assert.ok(share >= LEAST);
});

test("hovers are accessible", async () => {
  const [value] = await hovers("Cannon = mRcpR\n", 1);
  await page.evaluate((html) => {
    globalThis.document.querySelector("main").innerHTML = html;
  }, value);
  await page.addScriptTag({ content: axe });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(
    serious.map(({ id, nodes }) => [id, nodes[0]?.html]),
    [],
  );
});
