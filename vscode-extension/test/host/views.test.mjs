// The views in a real VS Code: WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the package.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { elsewhere, shot, until } from "./asking.mjs";
import { command, keeps, open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/", import.meta.url));
let editor;

before(async () => {
  const settings = { "window.restoreWindows": "all" };
  editor = await open({ tree: process.env.WAZIR_EDITORS, vsix: process.env.WAZIR_VSIX, workspace: samples, settings });
});
after(() => editor?.close());

/** What is inside the view that is shown. */
function view() {
  return editor.page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
}

test("the piece at the cursor is shown beside the text, and follows the cursor", async () => {
  const { page } = editor;
  await openFile(page, "orthodox.betza");
  await page.locator(".statusbar-item", { hasText: /Wazir: (?:Python|Pyodide)/ }).waitFor();
  await page.locator(".view-line", { hasText: "Knight" }).first().click();
  await command(page, "Wazir: Show Piece");
  await view().getByRole("heading", { level: 1, name: "Knight" }).waitFor();
  await page.locator(".view-line", { hasText: "Rook" }).first().click();
  await view().getByRole("heading", { level: 1, name: "Rook" }).waitFor();
  await shot(editor, "piece");
});

test("a click places a piece, and what leads to a square lights up in the text", async () => {
  const square = (name) => view().locator(`[data-name="${name}"]:visible`);
  await square("d6").click();
  await until(async () => /friend/.test((await square("d6").getAttribute("aria-label")) ?? ""));
  await square("d7").hover();
  await until(async () => /d6/.test(await view().locator(".why p").innerText()));
  await editor.page.locator(".view-overlays .cdr[class*='ced-']").first().waitFor();
  await shot(editor, "why not");
});

test("what was placed is there again when the window was loaded anew", async () => {
  const { page } = editor;
  await page.locator(".view-line", { hasText: "Rook" }).first().click();
  await until(() => keeps(page, '"d6"'));
  await page.reload();
  const square = view().locator('[data-name="d6"]:visible');
  await square.waitFor();
  await until(async () => /friend/.test((await square.getAttribute("aria-label")) ?? ""));
});

test("a position is played on in the same view", async () => {
  const { page } = editor;
  await page.locator(".tab", { hasText: "orthodox.betza" }).first().click();
  await openFile(page, "puzzles.ben39");
  await page.locator(".view-line", { hasText: "position" }).first().click();
  await view().getByRole("heading", { level: 1, name: "wizards-2" }).waitFor();
  const square = (name) => view().locator(`[data-name="${name}"]:visible`);
  await square("h2").click();
  await square("h4").click();
  await view().getByText("1 played from there").waitFor();
  await view().getByRole("button", { name: "Evaluate" }).click();
  await view().locator("tbody tr").first().waitFor();
  await shot(editor, "position");
});

test("the gallery of a file is shown, and its pictures have loaded", async () => {
  const { page } = editor;
  await page.locator(".tab", { hasText: "puzzles.ben39" }).first().click();
  await openFile(page, "orthodox.betza");
  await command(page, "Wazir: Show Gallery");
  const picture = page.frameLocator("iframe.webview.ready").last().frameLocator("#active-frame").locator("img").first();
  await picture.waitFor();
  await until(() => picture.evaluate((one) => one.naturalWidth > 0));
  await shot(editor, "gallery");
});

test("a file is converted to another form", async () => {
  const { page } = editor;
  await openFile(page, "puzzles.ben39");
  await command(page, "Wazir: Convert To");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "fen" }).first().click();
  await page.locator(".view-line", { hasText: "2k1/1rp1s" }).first().waitFor();
});

test("no request leaves the machine, and no policy is broken", async () => {
  assert.deepEqual(elsewhere(editor), []);
  assert.deepEqual(editor.said.filter((one) => /Content Security Policy/.test(one) && /wazir|board\.(?:js|css)/.test(one)), []);
  assert.ok((await readFile(join(editor.folder, "betza", "orthodox.betza"), "utf8")).length > 0);
});
