// Runs inside of the extension host, where the editor's own interface tells what the packaged
// extension gives it. What it finds is written as JSON into the file that WAZIR_REPORT names: for
// each case its name, and what is wrong if something is.
const assert = require("node:assert/strict");
const { writeFile } = require("node:fs/promises");
const { setTimeout: sleep } = require("node:timers/promises");
const process = require("node:process");
const { TextEncoder } = require("node:util");
const vscode = require("vscode");
const asks = require("./asks.cjs");
const LANGUAGES = require("./cases.cjs");

/**
 * How long an answer may take to be the expected one, in milliseconds: the editor drops what it
 * cannot use at once.
 */
const PATIENCE = 20_000;

exports.run = async function run() {
  const report = [];
  for (const [name, { text, asked }] of Object.entries(LANGUAGES)) {
    const document = await opened(name, text);
    for (const [ask, ...expected] of asked) {
      const problem = await tried(() => asks[ask](document, ...expected));
      report.push({ name: `${name}: ${ask} ${expected.map(shown).join(" ")}`, problem });
    }
  }
  await writeFile(process.env.WAZIR_REPORT, JSON.stringify(report));
  assert.deepEqual(
    report.filter(({ problem }) => problem),
    [],
  );
};

/** Opens a file with a text and waits for its diagnostics. */
async function opened(name, text) {
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  await tried(() => assert.ok(vscode.languages.getDiagnostics(uri).length));
  return document;
}

function shown(one) {
  return one instanceof RegExp ? String(one) : JSON.stringify(one);
}

/**
 * Asks until the answer is the expected one. Returns what is wrong with the last answer; empty if
 * nothing is.
 */
async function tried(look) {
  for (const end = Date.now() + PATIENCE; ; await sleep(20)) {
    try {
      await look();
      return "";
    } catch (problem) {
      if (Date.now() > end) return problem.message;
    }
  }
}
