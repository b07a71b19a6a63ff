// The packaged extension in a real VS Code: WAZIR_EDITORS names the folder with code-server,
// WAZIR_VSIX the package.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { elsewhere, hovered, loaded, ready, servers, shot, until, word } from "./asking.mjs";
import { command, open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/betza/", import.meta.url));
let editor;

before(async () => {
  editor = await open({
    tree: process.env.WAZIR_EDITORS,
    vsix: process.env.WAZIR_VSIX,
    workspace: samples,
  });
  await writeFile(join(editor.folder, "first.betza"), "");
});
after(() => editor?.close());

test("a newcomer has the first diagram after three actions, without a setting and without a dialog", async () => {
  const { page } = editor;
  const isAsked = async () =>
    (await page.locator(".monaco-dialog-box:visible, .notification-toast:visible").count()) > 0;
  const actions = [
    () => openFile(page, "first.betza"),
    () => page.keyboard.type("Knight = N"),
    async () => (await ready(editor), hovered(page, word(page, "N"), "Leaps (1,2) like a knight")),
  ];
  const start = Date.now();
  let hover;
  for (const act of actions) {
    hover = await act();
    assert.equal(await isAsked(), false);
  }
  const picture = hover.locator("img").first();
  await loaded(picture);
  console.log(
    `from opening an empty file to the first diagram: ${actions.length} actions, ${Date.now() - start} ms`,
  );
  const drawn = Buffer.from(
    (await picture.getAttribute("src")).split("base64,")[1],
    "base64",
  ).toString();
  const body = drawn.slice(drawn.indexOf("</defs>"));
  assert.equal(body.match(/<use href="#X" x=/g)?.length, 8);
  await shot(editor, "first diagram");
});

test("a mistake in a sample is underlined", async () => {
  const { page } = editor;
  const start = Date.now();
  await openFile(page, "misprints.betza");
  await page.locator(".squiggly-error").first().waitFor();
  console.log(`from opening the first file to the first diagnostic: ${Date.now() - start} ms`);
  await shot(editor, "squiggle");
});

test("the status item shows the runtime of the server", async () => {
  const item = editor.page.locator(".statusbar-item", { hasText: "Wazir" });
  assert.match(await item.innerText(), /Python 3\.\d+/);
});

test("saving formats the file", async () => {
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

test("a killed server is restarted, and nothing is lost", async () => {
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

test("debug information contains the server", async () => {
  const { page } = editor;
  await command(page, "Wazir: Collect Debug Information");
  await page.locator(".view-line", { hasText: "This information was not sent anywhere" }).waitFor();
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
