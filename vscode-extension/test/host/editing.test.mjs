// What one does while writing, in a real VS Code: WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the package.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { elsewhere, servers, shot, until } from "./asking.mjs";
import { open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/", import.meta.url));
const NOTES = "# Notes\n\n```betza\nWrong = fwN\n```\n";
let editor;

before(async () => {
  editor = await open({ tree: process.env.WAZIR_EDITORS, vsix: process.env.WAZIR_VSIX, workspace: samples });
  await writeFile(join(editor.folder, "notes.md"), NOTES);
});
after(() => editor?.close());
afterEach((context) => shot(editor, context.name));

function ready() {
  return editor.page.locator(".statusbar-item", { hasText: /Wazir: (?:Python|Pyodide)/ }).waitFor();
}

test("a mistake in a block of a Markdown file is underlined", async () => {
  const { page } = editor;
  await openFile(page, "notes.md");
  await page.locator(".squiggly-error").first().waitFor();
});

test("a name is changed everywhere", async () => {
  const { page } = editor;
  await openFile(page, "lisp.lcpn");
  await ready();
  await page.locator(".view-line span", { hasText: /^horse$/ }).first().click();
  await page.keyboard.press("F2");
  const input = page.locator("input.rename-input");
  await input.waitFor();
  await input.fill("mare");
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: "def mare" }).waitFor();
  await page.locator(".view-line", { hasText: "wazir mare" }).waitFor();
});

test("a setting takes effect in the server that runs", async () => {
  const { page, root, settings } = editor;
  await openFile(page, "orthodox.betza");
  const lines = page.locator(".editor-group-container.active .view-lines");
  await page.locator(".view-line", { hasText: "Knight" }).waitFor();
  const [running] = servers(root);
  const plain = await lines.innerText();
  await settings({ "wazir.inlayHints.enabled": true });
  await until(async () => (await lines.innerText()).length > plain.length);
  assert.deepEqual(servers(root), [running]);
});

test("a position is evaluated from the lens above it, and the evaluation is stopped", async () => {
  const { page } = editor;
  await openFile(page, "opening.ben39");
  const lens = (title) => page.locator(".codelens-decoration a", { hasText: title }).first();
  await lens("Evaluate").click();
  await lens("Stop").waitFor();
  await page.locator(".statusbar-item", { hasText: "Evaluat" }).or(page.locator(".notification-toast")).first().waitFor();
  await lens("Stop").click();
  await lens("Stop").waitFor({ state: "detached" });
});

test("no request leaves the machine", () => {
  assert.deepEqual(elsewhere(editor), []);
});
