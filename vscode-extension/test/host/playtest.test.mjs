// Variants play themselves with the packaged extension alone, in a real VS Code: WAZIR_EDITORS
// names the folder with code-server, WAZIR_VSIX the package. The server has no pyffish: once it
// runs without Python, and once in a Python that has no packages.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { elsewhere, ready, shot } from "./asking.mjs";
import { open, openFile } from "./editor.mjs";

const TEXT = `[broad:chess]
maxFile = 10
customPiece1 = a:NW
startFen = rnbaqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBAQKABNR w - - 0 1
castling = false

[small:chess]
`;

let root;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "wazir-playtest-"));
  execFileSync(process.env.WAZIR_PYTHON ?? "python3", [
    "-m",
    "venv",
    "--without-pip",
    join(root, "python"),
  ]);
});
after(() => rm(root, { recursive: true, force: true }));

const SERVERS = {
  "without Python": () => ({ "wazir.server": "pyodide" }),
  "in a Python without packages": () => ({
    "wazir.interpreter": join(root, "python", "bin", "python3"),
  }),
};

for (const [place, settings] of Object.entries(SERVERS)) {
  test(`the lens above a section plays 200 games, which can be stopped, ${place}`, async () => {
    const workspace = await mkdtemp(join(root, "workspace-"));
    await writeFile(join(workspace, "variants.ini"), TEXT);
    const editor = await open({
      tree: process.env.WAZIR_EDITORS,
      vsix: process.env.WAZIR_VSIX,
      workspace,
      settings: settings(),
    });
    try {
      const { page } = editor;
      await openFile(page, "variants.ini");
      await ready(editor);
      const lens = page.locator(".codelens-decoration a", { hasText: "Playtest" });
      await lens.nth(1).click();
      const view = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
      const status = view.getByRole("status");
      const start = Date.now();
      await status.filter({ hasText: /^200 games$/ }).waitFor({ timeout: 300_000 });
      console.log(`${place}: 200 games of chess in ${Date.now() - start} ms`);
      await view.getByText("small: 200 games, random, seed 1").waitFor();
      await shot(editor, `a playtest ${place}`);
      await lens.nth(0).click();
      await status.filter({ hasText: /^[1-9]\d* of 200 games$/ }).waitFor({ timeout: 60_000 });
      await view.getByRole("button", { name: "Stop" }).click();
      await view.getByRole("button", { name: "Start" }).waitFor();
      await view.getByText(/broad: \d+ games, random/).waitFor();
      assert.deepEqual(elsewhere(editor), []);
    } finally {
      await editor.close();
    }
  });
}
