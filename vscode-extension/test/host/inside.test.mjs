// What the editor's own interface says of the packaged extension, from inside of its extension
// host: the cases are in the folder
// `inside`. WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the package.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { open } from "./editor.mjs";

const PATIENCE = 150_000;
const tests = fileURLToPath(new URL("inside/index.cjs", import.meta.url));

test("inside of the editor", async (context) => {
  const scratch = await mkdtemp(join(tmpdir(), "wazir-inside-"));
  const into = join(scratch, "report.json");
  const options = {
    tree: process.env.WAZIR_EDITORS,
    vsix: process.env.WAZIR_VSIX,
    workspace: scratch,
  };
  const editor = await open({ ...options, tests, environment: { WAZIR_REPORT: into } });
  try {
    const status = await Promise.race([editor.done, sleep(PATIENCE, undefined, { ref: false })]);
    const report = await readFile(into, "utf8").catch(() => assert.fail(editor.said.join("\n")));
    const cases = JSON.parse(report);
    for (const { name, problem } of cases) {
      await context.test(name, () => assert.ok(!problem, problem));
    }
    assert.equal(status, 0, cases.map(({ problem }) => problem).join("\n"));
  } finally {
    await editor.close();
    await rm(scratch, { recursive: true });
  }
});
