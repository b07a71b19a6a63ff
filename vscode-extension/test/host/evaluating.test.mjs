// A position is evaluated in a real VS Code: WAZIR_EDITORS names the folder with code-server,
// WAZIR_VSIX the package.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { elsewhere, ready, shot, until } from "./asking.mjs";
import { command, open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/ben39/", import.meta.url));
/** Milliseconds after which a search, which takes 10 seconds, is seen to be stopped. */
const AT_ONCE = 4_000;
let editor;

before(async () => {
  editor = await open({
    tree: process.env.WAZIR_EDITORS,
    vsix: process.env.WAZIR_VSIX,
    workspace: samples,
  });
});
after(() => editor?.close());
afterEach((context) => shot(editor, context.name));

/** A line above the record that begins with some words. */
function lens(title) {
  return editor.page.locator(".codelens-decoration a", { hasText: title }).first();
}

/** The progress of an evaluation. */
function progress(words = "") {
  return editor.page.locator(".statusbar-item", { hasText: `Evaluating${words}` });
}

/** Starts an evaluation and waits until its lens shows it. */
async function begun() {
  await lens(/^Evaluate$| at depth \d/).click();
  await lens(/^Evaluating: .* at depth \d/).waitFor();
  await lens("stop").waitFor();
  await progress().waitFor();
}

/** Waits until an evaluation has ended. VS Code decides when it requests lenses. */
async function ended() {
  await progress().waitFor({ state: "detached", timeout: AT_ONCE });
  await lens("stop").waitFor({ state: "detached" });
  await lens(/ is better by \d.* at depth \d/).waitFor();
}

test("an evaluation ends by itself", async () => {
  await openFile(editor.page, "opening.ben39");
  await ready(editor);
  await lens("Evaluate").click();
  await progress(": ").waitFor();
  const start = Date.now();
  await progress().waitFor({ state: "detached" });
  assert.ok(Date.now() - start > 2 * AT_ONCE, "it was not stopped by anybody");
  await ended();
});

test("an evaluation shows progress in the status bar and in the lens, which can stop it", async () => {
  await begun();
  await progress(": ").waitFor();
  const first = await lens("Evaluating").innerText();
  await until(async () => (await lens("Evaluating").innerText()) !== first);
  await shot(editor, "an evaluation goes on");
  await lens("stop").click();
  await ended();
});

test("the progress itself can be cancelled", async () => {
  const { page } = editor;
  await begun();
  await progress().click();
  const notification = page.locator(".notifications-center .notification-list-item", {
    hasText: "Evaluating",
  });
  await notification.waitFor();
  await shot(editor, "an evaluation in the list of notifications");
  await notification.getByRole("button", { name: "Cancel" }).click();
  await ended();
});

test("a record is analysed in the board view, with a curve and the marks of mistakes", async () => {
  await openFile(editor.page, "games.ben39");
  await ready(editor);
  await editor.page.getByText("Rf14xh14").first().click();
  await command(editor.page, "Wazir: Analyse Record");
  await editor.page.locator(".statusbar-item", { hasText: "Analysing" }).waitFor();
  const board = editor.page
    .frameLocator("iframe.webview.ready")
    .first()
    .frameLocator("iframe#active-frame");
  await board.locator(".analysis .marks li").first().waitFor({ timeout: 60_000 });
  await board.getByRole("img", { name: "White's chance" }).waitFor();
});

test("no request leaves the machine", () => {
  assert.deepEqual(elsewhere(editor), []);
});
