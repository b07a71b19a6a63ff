// The packaged extension where there is no Python for it, in a real VS Code: WAZIR_EDITORS names
// the folder with code-server, WAZIR_VSIX the package. Once on a machine, in a thread of Node; and
// once in the browser, in a worker.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/betza/", import.meta.url));
const { publisher, name } = JSON.parse(
  await readFile(new URL("../../package.json", import.meta.url), "utf8"),
);
const HOSTS = {
  "on a machine without Python": { "wazir.server": "pyodide" },
  "in a browser": { "remote.extensionKind": { [`${publisher}.${name}`]: ["ui"] } },
};

for (const [place, settings] of Object.entries(HOSTS)) {
  test(`the server runs ${place}`, async () => {
    const editor = await open({
      tree: process.env.WAZIR_EDITORS,
      vsix: process.env.WAZIR_VSIX,
      workspace: samples,
      settings,
    });
    try {
      const { page, asked } = editor;
      const start = Date.now();
      await openFile(page, "misprints.betza");
      await page.locator(".squiggly-error").first().waitFor({ timeout: 60_000 });
      console.log(
        `${place}, from opening the first file to the first diagnostic: ${Date.now() - start} ms`,
      );
      assert.match(
        await page.locator(".statusbar-item", { hasText: "Wazir" }).innerText(),
        /Pyodide/,
      );
      assert.equal(
        asked.some((address) => address.includes("web.js")),
        place === "in a browser",
      );
      assert.deepEqual(
        asked.filter(
          (address) => /^https?:/.test(address) && !address.startsWith("http://127.0.0.1:"),
        ),
        [],
      );
      await page.keyboard.press("Control+T");
      await page.locator(".quick-input-widget input").first().fill("#Xiangqi horse");
      await page
        .locator(".quick-input-list .monaco-list-row", { hasText: "Xiangqi horse" })
        .first()
        .waitFor();
    } finally {
      await editor.close();
    }
  });
}
