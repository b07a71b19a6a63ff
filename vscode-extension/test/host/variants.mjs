// Tests of variants in servers that have no pyffish: one runs without Python, one in a Python that has
// no packages. WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the package.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { elsewhere, ready } from "./asking.mjs";
import { open, openFile } from "./editor.mjs";

/** A variant that only an engine for large boards plays. */
export const BROAD = `[broad:chess]
maxFile = 10
customPiece1 = a:NW
startFen = rnbaqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBAQKABNR w - - 0 1
castling = false
`;

let root;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "wazir-variants-"));
  execFileSync(process.env.WAZIR_PYTHON ?? "python3", [
    "-m",
    "venv",
    "--without-pip",
    join(root, "python"),
  ]);
  assert.throws(() => execFileSync(python(), ["-c", "import pyffish"], { stdio: "ignore" }));
});
after(() => rm(root, { recursive: true, force: true }));

/** The program of the Python without packages. */
function python() {
  return join(root, "python", "bin", "python3");
}

/** The settings that choose a server, and what the status bar shows of it. */
const SERVERS = {
  "without Python": () => ({ settings: { "wazir.server": "pyodide" }, status: /Pyodide/ }),
  "in a Python without packages": () => ({
    settings: { "wazir.interpreter": python() },
    status: /Python/,
  }),
};

/** What a frame of a view of Wazir contains. */
export function viewOf(page) {
  return page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
}

/** A test for each server: `run` gets an editor with a file of variants, and the name of the place. */
export function testWithoutPyffish(title, text, run) {
  for (const [place, choose] of Object.entries(SERVERS)) {
    test(`${title}, ${place}`, async () => {
      const { settings, status } = choose();
      const workspace = await mkdtemp(join(root, "workspace-"));
      await writeFile(join(workspace, "variants.ini"), text);
      const editor = await open({
        tree: process.env.WAZIR_EDITORS,
        vsix: process.env.WAZIR_VSIX,
        workspace,
        settings,
      });
      try {
        const { page } = editor;
        await openFile(page, "variants.ini");
        await ready(editor);
        const bar = page.locator(".statusbar-item", { hasText: "Wazir" });
        assert.match(await bar.innerText(), status);
        await run(editor, place);
        assert.deepEqual(elsewhere(editor), []);
      } finally {
        await editor.close();
      }
    });
  }
}
