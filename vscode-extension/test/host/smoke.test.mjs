// The packaged extension lives in a real VS Code: WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the package.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { elsewhere, servers, shot, until } from "./asking.mjs";
import { command, open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/betza/", import.meta.url));
let editor;

before(async () => {
  editor = await open({ tree: process.env.WAZIR_EDITORS, vsix: process.env.WAZIR_VSIX, workspace: samples });
});
after(() => editor?.close());

test("a mistake in a sample is underlined", async () => {
  const { page } = editor;
  const start = Date.now();
  await openFile(page, "misprints.betza");
  await page.locator(".squiggly-error").first().waitFor();
  console.log(`from opening the first file to the first finding: ${Date.now() - start} ms`);
  await shot(editor, "squiggle");
});

test("the status item says what the server runs in", async () => {
  const item = editor.page.locator(".statusbar-item", { hasText: "Wazir" });
  assert.match(await item.innerText(), /Python 3\.\d+/);
});

test("saving lays the file out", async () => {
  const { page, folder } = editor;
  await openFile(page, "orthodox.betza");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nHorse=nN   # lame");
  await page.locator(".tab.active.dirty").waitFor();
  await page.keyboard.press("Control+S");
  await page.locator(".tab.active:not(.dirty)").waitFor();
  const text = await readFile(join(folder, "orthodox.betza"), "utf8");
  assert.match(text, /^Horse += nN +# lame$/m);
  await shot(editor, "saved");
});

test("a server that is killed comes back, and nothing is lost", async () => {
  const { page, root } = editor;
  const [before_] = servers(root);
  process.kill(before_, "SIGKILL");
  await until(() => servers(root).some((one) => one !== before_));
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nWrong = fwN");
  await page.locator(".squiggly-error").first().waitFor();
  await shot(editor, "after the kill");
});

test("the server is restarted by a command", async () => {
  const { page, root } = editor;
  const [before_] = servers(root);
  await command(page, "Wazir: Restart Server");
  await until(() => servers(root).length === 1 && servers(root)[0] !== before_);
});

test("debug information says which server runs", async () => {
  const { page } = editor;
  await command(page, "Wazir: Collect Debug Information");
  await page.locator(".view-line", { hasText: "Nothing of this was sent anywhere" }).waitFor();
  await shot(editor, "debug information");
});

test("no request leaves the machine", () => {
  assert.deepEqual(elsewhere(editor), []);
});

test("no server is left behind", async () => {
  const { root, close } = editor;
  assert.equal(servers(root).length, 1);
  await close();
  await until(() => servers(root).length === 0);
});
