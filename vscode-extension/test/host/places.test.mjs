// Other circumstances of a real VS Code: no Python, and a folder that is not trusted. How long the
// first diagnostic takes is told beside what VS Code's own extension for JSON takes.
import assert from "node:assert/strict";
import { access, chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { elsewhere, servers, shot } from "./asking.mjs";
import { open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/betza/", import.meta.url));
const tree = process.env.WAZIR_EDITORS;
const vsix = process.env.WAZIR_VSIX;
/** An empty path. An editor that is started from a terminal does not ask the shell for the path. */
const WITHOUT_PYTHON = { PATH: "/nowhere", VSCODE_CLI: "1" };
let workspace;

before(async () => {
  workspace = await mkdtemp(join(tmpdir(), "wazir-places-"));
  await cp(samples, workspace, { recursive: true });
  await writeFile(join(workspace, "wrong.json"), '{"a": }\n');
  await writeFile(join(workspace, "wrong.css"), "a { color }\n");
});
after(() => rm(workspace, { recursive: true, force: true }));

/** Opens an editor on the folder, runs a check, and closes it. */
async function within(options, look) {
  const editor = await open({ tree, vsix, workspace, ...options });
  try {
    await look(editor).catch(async (problem) => {
      await shot(editor, "went wrong");
      throw problem;
    });
    assert.deepEqual(elsewhere(editor), []);
  } finally {
    await editor.close();
  }
}

/** Milliseconds from opening a file to its first diagnostic. */
async function firstDiagnostic({ page }, name) {
  const start = Date.now();
  await openFile(page, name);
  await page.locator(".squiggly-error").first().waitFor();
  return Date.now() - start;
}

/**
 * The time to the first diagnostic compared with that of VS Code's JSON extension, after the
 * extension host has started.
 */
async function compared(editor, title) {
  const host = await firstDiagnostic(editor, "wrong.css");
  const json = await firstDiagnostic(editor, "wrong.json");
  const ours = await firstDiagnostic(editor, "misprints.betza");
  await runsIn(editor, title);
  return `first diagnostic in ${title} after ${ours} ms, of JSON after ${json} ms (the host's own start: ${host} ms)`;
}

async function runsIn({ page }, title) {
  await page.locator(".statusbar-item", { hasText: `Wazir: ${title}` }).waitFor();
}

test("with Python", async (context) => {
  await within({}, async (editor) => {
    context.diagnostic(await compared(editor, "Python"));
  });
});

test("the server runs in Pyodide if no Python is found", async (context) => {
  await within({ environment: WITHOUT_PYTHON }, async (editor) => {
    context.diagnostic(await compared(editor, "Pyodide"));
    assert.deepEqual(servers(editor.root), []);
    await shot(editor, "pyodide");
  });
});

test("a folder cannot name the interpreter or the engine, trusted or not", async () => {
  await mkdir(join(workspace, ".vscode"));
  const program = join(workspace, "program.sh");
  const proof = join(workspace, "it-was-run");
  await writeFile(program, `#!/bin/sh\ntouch '${proof}'\n`);
  await chmod(program, 0o755);
  await writeFile(
    join(workspace, ".vscode", "settings.json"),
    JSON.stringify({ "wazir.interpreter": program, "wazir.engineProgram": program }),
  );
  await within({ isTrusted: false }, async (editor) => {
    await editor.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
    await firstDiagnostic(editor, "misprints.betza");
    await runsIn(editor, "Python");
    await shot(editor, "not trusted");
    await assert.rejects(access(proof));
  });
  await within({}, async (editor) => {
    await firstDiagnostic(editor, "misprints.betza");
    await runsIn(editor, "Python");
    await assert.rejects(access(proof));
  });
});
