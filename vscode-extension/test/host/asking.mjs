// What the tests in a real VS Code have in common besides the editor itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = 20_000;

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
  const shots = process.env.WAZIR_SHOTS;
  if (!shots) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** The addresses outside of this machine that were asked for. Webviews live under names that the editor answers itself. */
export function elsewhere({ asked }) {
  const names = asked.filter((url) => /^(?:http|ws)/.test(url)).map((url) => new URL(url).hostname);
  return names.filter((name) => name !== "127.0.0.1" && !name.endsWith(".vscode-resource.vscode-cdn.net"));
}
