// The views in a real VS Code: WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the
// package.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { start } from "../browser/rpc.mjs";
import { elsewhere, shot, until } from "./asking.mjs";
import { clickLine, command, keeps, open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/", import.meta.url));
/** The number of timed clicks, a multiple of three, after which the square is unchanged. */
const CLICKS = 15;
let editor;

before(async () => {
  const settings = { "window.restoreWindows": "all" };
  editor = await open({
    tree: process.env.WAZIR_EDITORS,
    vsix: process.env.WAZIR_VSIX,
    workspace: samples,
    settings,
  });
});
after(() => editor?.close());

/** The frame of the shown view. */
function view() {
  return editor.page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
}

test("the piece at the cursor is shown beside the text, and follows the cursor", async () => {
  const { page } = editor;
  await openFile(page, "orthodox.betza");
  await page.locator(".statusbar-item", { hasText: /Wazir: (?:Python|Pyodide)/ }).waitFor();
  await clickLine(page, "Knight");
  await command(page, "Wazir: Show Piece");
  await view().getByRole("heading", { level: 1, name: "Knight" }).waitFor();
  await clickLine(page, "Rook");
  await view().getByRole("heading", { level: 1, name: "Rook" }).waitFor();
  await shot(editor, "piece");
});

test("a file that is opened while the board has the focus does not cover it", async () => {
  const { page } = editor;
  await view().getByRole("heading", { level: 1, name: "Rook" }).click();
  await openFile(page, "hoppers.betza");
  assert.equal(await page.locator(".editor-group-container.locked .tab").count(), 1);
  await page.locator(".tab.active", { hasText: "Wazir: Board" }).waitFor();
  await shot(editor, "locked");
  await page.locator(".tab", { hasText: "orthodox.betza" }).first().click();
  await clickLine(page, "Rook");
  await view().getByRole("heading", { level: 1, name: "Rook" }).waitFor();
});

test("a click places a piece, and the text that leads to a square is highlighted", async () => {
  const square = (name) => view().locator(`[data-name="${name}"]:visible`);
  await square("d6").click();
  await until(async () => /friend/.test((await square("d6").getAttribute("aria-label")) ?? ""));
  await square("d7").hover();
  await until(async () => /d6/.test(await view().locator(".why p").innerText()));
  await editor.page.locator(".view-overlays .cdr[class*='ced-']").first().waitFor();
  await shot(editor, "why not");
});

test("a click is answered", async (context) => {
  const square = view().locator('[data-name="d7"]:visible');
  await square.waitFor();
  const shown = middle(await square.evaluate(clicks, CLICKS));
  const server = await start();
  const uri = "file:///orthodox.betza";
  const text = await readFile(join(samples, "betza", "orthodox.betza"), "utf8");
  server.tell("textDocument/didOpen", {
    textDocument: { uri, languageId: "betza", version: 1, text },
  });
  const line = text.split("\n").findIndex((one) => one.startsWith("Rook"));
  const params = {
    textDocument: { uri },
    position: { line, character: 0 },
    friends: ["d6", "d7"],
    picture: false,
  };
  const taken = [];
  for (let count = 0; count <= CLICKS; count++) {
    const begin = performance.now();
    await server.ask("wazir/piece", params).answer;
    taken.push(performance.now() - begin);
  }
  await server.close();
  const own = middle(taken.slice(1));
  context.diagnostic(
    `a click is shown after ${shown.toFixed(0)} ms, of which the server's own time is ${own.toFixed(0)} ms`,
  );
});

/** Milliseconds from each of some clicks on a square until the board shows it. Runs in the page. */
async function clicks(square, count) {
  const said = () => square.getAttribute("aria-label");
  const taken = [];
  for (; taken.length < count;) {
    const before = said();
    const begin = performance.now();
    await new Promise((resolve) => {
      const look = (_, observer) => {
        if (said() === before) return;
        observer.disconnect();
        resolve();
      };
      new globalThis.MutationObserver(look).observe(square, { attributeFilter: ["aria-label"] });
      square.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    taken.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return taken;
}

function middle(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

test("placed pieces are restored when the window is reloaded", async () => {
  const { page } = editor;
  await clickLine(page, "Rook");
  await until(() => keeps(page, '"d6"'));
  await page.reload();
  const square = view().locator('[data-name="d6"]:visible');
  await square.waitFor();
  await until(async () => /friend/.test((await square.getAttribute("aria-label")) ?? ""));
});

test("moves of a position are played in the same view", async () => {
  const { page } = editor;
  await page.locator(".tab", { hasText: "orthodox.betza" }).first().click();
  await openFile(page, "puzzles.ben39");
  await clickLine(page, "position");
  await view().getByRole("heading", { level: 1, name: "wizards-2" }).waitFor();
  const square = (name) => view().locator(`[data-name="${name}"]:visible`);
  await square("h2").click();
  await square("h4").click();
  await view().getByText("1 move played").waitFor();
  await view().getByRole("button", { name: "Evaluate" }).click();
  await view().locator("tbody tr").first().waitFor();
  await shot(editor, "position");
});

test("played moves have a score sheet and are written into the file when asked", async () => {
  const { page } = editor;
  await view().locator(".menu:visible summary").click();
  await view().getByRole("button", { name: "Score Sheet" }).click();
  await page
    .locator(".view-line", { hasText: /1\.\s+White\s+Kh2-h4\s+The\s+king\s+goes/ })
    .first()
    .waitFor();
  await shot(editor, "score sheet");
  await page.locator(".tab", { hasText: "puzzles.ben39" }).first().click();
  await view().locator(".menu:visible summary").click();
  await view().getByRole("button", { name: "Write These Moves" }).click();
  await page
    .locator(".view-line", { hasText: /^1\.\s+Kh2-h4$/ })
    .first()
    .waitFor();
  await view().getByText("Move 1 of 1").waitFor();
  await shot(editor, "moves written");
});

test("the gallery of a file is shown under its name, and its pictures have loaded", async () => {
  const { page } = editor;
  await page.locator(".tab", { hasText: "puzzles.ben39" }).first().click();
  await openFile(page, "orthodox.betza");
  await command(page, "Wazir: Show Gallery");
  await page.locator(".tab", { hasText: "Gallery: orthodox.betza" }).waitFor();
  const pictures = page
    .frameLocator("iframe.webview.ready")
    .last()
    .frameLocator("#active-frame")
    .locator("img");
  await pictures.first().waitFor();
  await until(() => pictures.evaluateAll((all) => all.every((one) => one.naturalWidth > 0)));
  await shot(editor, "gallery");
});

test("a piece is looked for in the place of the board, also when a gallery covers it", async () => {
  await command(editor.page, "Wazir: Find Piece");
  await view().getByRole("heading", { level: 1, name: "Find Piece" }).waitFor();
});

test("a file is converted to another dialect", async () => {
  const { page } = editor;
  await openFile(page, "puzzles.ben39");
  await command(page, "Wazir: Convert To");
  await page
    .locator(".quick-input-list .monaco-list-row", { hasText: /one-line form/ })
    .first()
    .click();
  await page.locator(".view-line", { hasText: "2k1/1rp1s" }).first().waitFor();
});

test("a file of pieces is converted to another notation beside it", async () => {
  const { page } = editor;
  await openFile(page, "hoppers.betza");
  await command(page, "Wazir: Convert To");
  await page
    .locator(".quick-input-list .monaco-list-row", { hasText: /Lispy.*\(C\)/ })
    .first()
    .click();
  await page.locator(".view-line", { hasText: "korean_cannon" }).first().waitFor();
  await page.locator(".tab", { hasText: "hoppers.betza" }).first().waitFor();
});

test("no request leaves the machine, and no policy is broken", async () => {
  assert.deepEqual(elsewhere(editor), []);
  assert.deepEqual(
    editor.said.filter(
      (one) => /Content Security Policy/.test(one) && /wazir|board\.(?:js|css)/.test(one),
    ),
    [],
  );
  assert.ok((await readFile(join(editor.folder, "betza", "orthodox.betza"), "utf8")).length > 0);
});
