// What the tests in a real VS Code have in common besides the editor itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = 60_000;

/** Waits until something holds. */
export async function until(holds) {
  for (let end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
    if (await holds()) return;
  }
  assert.fail(`not within ${PATIENCE / 1000} seconds: ${holds}`);
}

/** The processes of servers that were started by the editor in a folder. */
export function servers(root) {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(`${root}/extensions`) && / lsp$/.test(line)).map((line) => Number.parseInt(line, 10));
}

/** Keeps a picture of the screen, if WAZIR_SHOTS names a folder for them. */
export async function shot({ page }, name) {
  if (!shots()) return;
  await mkdir(shots(), { recursive: true });
  await page.screenshot({ path: join(shots(), `${name}.png`) });
}

/** The folder for pictures of the screen, if there is one. */
export function shots() {
  return process.env.WAZIR_SHOTS;
}

/** The addresses outside of this machine that were asked for. Webviews live under names that the editor answers itself. */
export function elsewhere({ asked }) {
  const names = asked.filter((url) => /^(?:http|ws)/.test(url)).map((url) => new URL(url).hostname);
  return names.filter((name) => name !== "127.0.0.1" && !name.endsWith(".vscode-resource.vscode-cdn.net"));
}

/** Waits until the server of an editor answers. */
export async function ready({ page }) {
  await page.locator(".statusbar-item", { hasText: /Wazir: (?:Python|Pyodide)/ }).waitFor();
}

/** A word of the text that has a colour of its own. */
export function word(page, text) {
  return page.locator(".editor-group-container.active .view-line span > span").getByText(text, { exact: true }).first();
}

/** Waits until a picture has loaded. */
export async function loaded(picture) {
  await picture.waitFor();
  await until(() => picture.evaluate((one) => one.complete && one.naturalWidth > 0));
}

/** What is shown of something on which the mouse rests, when it says what is expected. */
export async function hovered(page, place, says) {
  const found = page.locator(".monaco-hover:visible", { hasText: says });
  await until(async () => {
    const box = await place.boundingBox();
    if (!box) return false; // it is being drawn anew
    const { x, y, width, height } = box;
    await page.mouse.move(0, 0);
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    return found.first().waitFor({ timeout: 2_000 }).then(() => true, () => false);
  });
  return found.first();
}
