// Which documents start the server: those in the extension's languages, and those of shared
// languages by their text.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const entry = fileURLToPath(new URL("../../src/supported.ts", import.meta.url));
const { outputFiles } = await build({
  entryPoints: [entry],
  bundle: true,
  format: "esm",
  write: false,
});
const { SHARED_LANGUAGES, isSupported } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
);
const manifest = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));

const DIAGRAM = '<div class="idiagram">\nrook::::a1\n</div>\n';
const WANTED = [
  ["betza", ""],
  ["ini", "# mine\n[mine:chess]\nmaxRank = 8\n"],
  ["html", DIAGRAM],
  ["html", "<p class='wide idiagram x'>\n"],
  ["log", "12 <first : piece A& BN\n"],
  ["log", "piece A& BN\n"],
  ["log", "setup (PNBRQKpnbrqk) 8x8+0_fairy 8/8/8/8/8/8/8/8 w - - 0 1\n"],
  ["markdown", "# Mine\n\n```betza\nA = W\n```\n"],
  ["markdown", "> ~~~ {.betza}\n"],
  ["markdown", `# Mine\n\n${DIAGRAM}`],
];
const OTHERS = [
  ["ini", "maxRank = 8\n"],
  ["html", "<p>idiagram</p>\n"],
  ["log", "12:00 one piece of advice\n"],
  ["log", "a piece A& BN\n"],
  ["markdown", "```json\n{}\n```\n"],
  ["plaintext", "piece A& BN\n"],
];

for (const [cases, expected] of [
  [WANTED, true],
  [OTHERS, false],
]) {
  for (const [languageId, text] of cases) {
    test(`${languageId} ${JSON.stringify(text)} ${expected ? "starts the server" : "is ignored"}`, () => {
      assert.equal(isSupported({ languageId, getText: () => text }, ["betza"]), expected);
    });
  }
}

test("each shared language activates the extension", () => {
  const activated = manifest.activationEvents.filter((one) => one.startsWith("onLanguage:"));
  assert.deepEqual(
    activated.sort(),
    Object.keys(SHARED_LANGUAGES)
      .map((one) => `onLanguage:${one}`)
      .sort(),
  );
});
