// What tests in a real VS Code share besides the editor.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = 60_000;

/** Waits until a condition holds. */
export async function until(holds) {
  for (let end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
    if (await holds()) return;
  }
  assert.fail(`not within ${PATIENCE / 1000} seconds: ${holds}`);
}

/** The server processes of an editor. */
export function servers(root) {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines
    .filter((line) => line.includes(`${root}/extensions`) && / lsp$/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

/** Saves a screenshot, if WAZIR_SHOTS names a folder. */
export async function shot({ page }, name) {
  if (!shots()) return;
  await mkdir(shots(), { recursive: true });
  await page.screenshot({ path: join(shots(), `${name}.png`) });
}

/** The folder for pictures of the screen, if there is one. */
export function shots() {
  return process.env.WAZIR_SHOTS;
}

/**
 * The requested addresses outside of this machine, without those of webviews, which the editor
 * serves itself.
 */
export function elsewhere({ asked }) {
  const names = asked.filter((url) => /^(?:http|ws)/.test(url)).map((url) => new URL(url).hostname);
  return names.filter(
    (name) => name !== "127.0.0.1" && !name.endsWith(".vscode-resource.vscode-cdn.net"),
  );
}

/** Waits until the server of an editor answers. */
export async function ready({ page }) {
  await page.locator(".statusbar-item", { hasText: /Wazir: (?:Python|Pyodide)/ }).waitFor();
}

/** A highlighted word of the text. */
export function word(page, text) {
  return page
    .locator(".editor-group-container.active .view-line span > span")
    .getByText(text, { exact: true })
    .first();
}

/** Waits until a picture has loaded. */
export async function loaded(picture) {
  await picture.waitFor();
  await until(() => picture.evaluate((one) => one.complete && one.naturalWidth > 0));
}

/** The hover over an element, as soon as it contains the expected text. */
export async function hovered(page, place, says) {
  const found = page.locator(".monaco-hover:visible", { hasText: says });
  await until(async () => {
    const box = await place.boundingBox();
    if (!box) return false; // it is being drawn anew
    const { x, y, width, height } = box;
    await page.mouse.move(0, 0);
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    return found
      .first()
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
  });
  return found.first();
}
