// The packaged extension lives in a real VS Code: WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the package.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { command, open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/betza/", import.meta.url));
const shots = process.env.WAZIR_SHOTS;
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
  await shot("squiggle");
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
  await shot("saved");
});

test("a server that is killed comes back, and nothing is lost", async () => {
  const { page, root } = editor;
  const [before_] = servers(root);
  process.kill(before_, "SIGKILL");
  await until(() => servers(root).some((one) => one !== before_));
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nWrong = fwN");
  await page.locator(".squiggly-error").first().waitFor();
  await shot("after the kill");
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
  await shot("debug information");
});

test("no request leaves the machine", () => {
  const elsewhere = editor.asked.filter((url) => /^(?:http|ws)/.test(url) && new URL(url).hostname !== "127.0.0.1");
  assert.deepEqual(elsewhere, []);
});

test("no server is left behind", async () => {
  const { root, close } = editor;
  assert.equal(servers(root).length, 1);
  await close();
  await until(() => servers(root).length === 0);
});

/** The processes of servers that were started by the editor in a folder. */
function servers(root) {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(`${root}/extensions`) && / lsp$/.test(line)).map((line) => Number.parseInt(line, 10));
}

async function until(holds) {
  for (let end = Date.now() + 20_000; Date.now() < end; ) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`not within 20 seconds: ${holds}`);
}

async function shot(name) {
  if (!shots) return;
  await mkdir(shots, { recursive: true });
  await editor.page.screenshot({ path: join(shots, `${name}.png`) });
}
