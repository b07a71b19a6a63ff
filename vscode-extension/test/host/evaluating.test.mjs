// A position is evaluated in a real VS Code: WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the package.
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
  editor = await open({ tree: process.env.WAZIR_EDITORS, vsix: process.env.WAZIR_VSIX, workspace: samples });
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
  const notification = page.locator(".notifications-center .notification-list-item", { hasText: "Evaluating" });
  await notification.waitFor();
  await shot(editor, "an evaluation in the list of notifications");
  await notification.getByRole("button", { name: "Cancel" }).click();
  await ended();
});

test("a record is analysed, with a curve and a line for each action", async () => {
  await openFile(editor.page, "games.ben39");
  await ready(editor);
  await editor.page.getByText("Rf14xh14").first().click();
  await command(editor.page, "Wazir: Analyse Record");
  await editor.page.locator(".statusbar-item", { hasText: "Analysing" }).waitFor();
  const preview = editor.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  await preview.locator("td", { hasText: "Rf14xh14" }).first().waitFor({ timeout: 60_000 });
  assert.equal(await preview.locator("tbody tr").count(), 7);
  await until(async () => preview.locator("img").evaluate((image) => image.naturalWidth > 0));
});

test("an open board shows the analysis of the command", async () => {
  const { page } = editor;
  await page.locator(".tab.active", { hasText: "miniature" }).click({ button: "middle" });
  await page.getByText("Zg13>").first().click();
  await command(page, "Wazir: Show Piece");
  const board = page.frameLocator("iframe.webview.ready").first().frameLocator("iframe#active-frame");
  const marks = board.locator(".analysis li");
  await board.getByRole("heading", { name: "Analysis" }).waitFor();
  assert.equal(await marks.count(), 0);
  for (const words of ["Focus Right Editor Group", "Lock Editor Group", "Focus Left Editor Group"]) await command(page, `View: ${words}`);
  await command(page, "Wazir: Analyse Record");
  await marks.first().waitFor();
});

test("no request leaves the machine", () => {
  assert.deepEqual(elsewhere(editor), []);
});
