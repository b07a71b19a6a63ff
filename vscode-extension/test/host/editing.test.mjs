// Writing in a real VS Code: WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the
// package.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { elsewhere, hovered, loaded, ready, servers, shot, until, word } from "./asking.mjs";
import { open, openFile } from "./editor.mjs";

const samples = fileURLToPath(new URL("../../../samples/", import.meta.url));
const WRITING = "Knight = N\nWrong = fwN\n";
const NOTES = "# Notes\n\n```betza\nWrong = fwN\n```\n";
let editor;

before(async () => {
  editor = await open({
    tree: process.env.WAZIR_EDITORS,
    vsix: process.env.WAZIR_VSIX,
    workspace: samples,
  });
  await writeFile(join(editor.folder, "notes.md"), NOTES);
  await writeFile(join(editor.folder, "writing.betza"), WRITING);
  await writeFile(join(editor.folder, "naming.betza"), "Y = \nPrincess=BN\n");
  await writeFile(join(editor.folder, "writing.bensahas"), "");
  await writeFile(join(editor.folder, "dialects.betza"), "Crooked = zB\n");
});
after(() => editor?.close());
afterEach((context) => shot(editor, context.name));

test("a mistake in a block of a Markdown file is underlined", async () => {
  const { page } = editor;
  await openFile(page, "notes.md");
  await page.locator(".squiggly-error").first().waitFor();
});

test("a mistake is fixed by its quick fix", async () => {
  const { page } = editor;
  await openFile(page, "writing.betza");
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("F8");
  await page.locator(".marker-widget", { hasText: "is not part of the xbetza dialect" }).waitFor();
  await page.keyboard.press("Escape");
  const menu = page.locator(".action-widget:visible .monaco-list-row", { hasText: "Remove `w`" });
  await until(async () => {
    await page.keyboard.press("Control+."); // which is lost while the message is being closed
    return menu.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  });
  await shot(editor, "what is proposed for a mistake");
  await menu.hover({ force: true }); // the list takes no click before the mouse has moved over it
  await menu.click();
  await page.locator(".view-line", { hasText: /^Wrong.=.fN$/ }).waitFor();
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
});

test("the menu has one entry for conversions, after which one is chosen", async () => {
  const { page } = editor;
  await page.locator(".view-line", { hasText: /^Wrong.=.fN$/ }).click();
  const entry = page.locator(".action-widget:visible .monaco-list-row", {
    hasText: "Convert To...",
  });
  const choice = page
    .locator(".quick-input-list .monaco-list-row:visible", {
      hasText: "Convert this definition to",
    })
    .first();
  const comes = (what) =>
    what.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  await until(async () => {
    await page.keyboard.press("Control+.");
    if (!(await comes(entry))) return false;
    assert.equal(
      await page.locator(".action-widget:visible .monaco-list-row", { hasText: "Convert" }).count(),
      1,
    );
    await entry.hover({ force: true });
    await entry.click({ timeout: 2_000 }).catch(() => {}); // The menu closes when diagnostics come.
    return comes(choice);
  });
  await page.keyboard.press("Escape");
});

test("completion items have a description and a picture, and are inserted", async () => {
  const { page } = editor;
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Small = ");
  await page.keyboard.press("Control+Space");
  const list = page.locator(".suggest-widget:visible");
  await list.locator(".monaco-list-row.focused", { hasText: "Wazir (0,1)" }).waitFor();
  const details = page.locator(".suggest-details:visible");
  await until(async () => {
    if (await details.isVisible()) return true; // The key would hide them again.
    await page.keyboard.press("Control+Space"); // It does nothing if the list has just come.
    return details.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  });
  await details.getByText("Moves one step orthogonally").first().waitFor();
  await loaded(details.locator("img").first());
  await shot(editor, "what may be written");
  await page.keyboard.press("Tab");
  await page.locator(".view-line", { hasText: /^Small.=.W$/ }).waitFor();
  await list.waitFor({ state: "hidden" });
});

test("a name that is typed is replaced by its moves, and nothing else is", async () => {
  const { page, folder } = editor;
  await openFile(page, "naming.betza");
  await ready(editor);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type("Chancel", { delay: 100 });
  await page
    .locator(".suggest-widget:visible .monaco-list-row.focused", { hasText: "Chancellor" })
    .waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+S");
  await page.locator(".tab.active:not(.dirty)").waitFor();
  assert.equal(
    await readFile(join(folder, "naming.betza"), "utf8"),
    "Y        = RN\nPrincess = BN\n",
  );
});

test("nothing opens after a finished piece and in a name, of which no letter is an error", async () => {
  const { page } = editor;
  await page.keyboard.press("Control+End");
  await page.keyboard.type("A = RN", { delay: 100 });
  await page.waitForTimeout(1_000);
  assert.equal(await page.locator(".suggest-widget:visible").count(), 0);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Cha", { delay: 100 });
  await page.waitForTimeout(1_000);
  assert.equal(await page.locator(".suggest-widget:visible").count(), 0);
  assert.equal(await page.locator(".editor-group-container.active .squiggly-error").count(), 0);
});

test("Enter inserts a line break whatever is suggested, and a header is never replaced", async () => {
  const { page, folder } = editor;
  await openFile(page, "writing.bensahas");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Mine:Duke {", { delay: 100 });
  await page.keyboard.press("Enter");
  await page.keyboard.type("m(n, 15)!", { delay: 100 });
  await page.keyboard.press("Control+S");
  await page.locator(".tab.active:not(.dirty)").waitFor();
  assert.match(
    await readFile(join(folder, "writing.bensahas"), "utf8"),
    /^Mine:Duke \{\n\s+m\(n, 15\)!\n\}\s*$/,
  );
});

const LAID_OUT = {
  "hexagons.lcpn": ["\n(def stag (/   alfil\n camel))", /^\(def stag \(\/ alfil camel\)\)$/m],
  "opening.ben39": ["moves: 1. X@e5    X@e11", /^moves: 1\. X@e5 X@e11$/m],
};
for (const [name, [typed, line]] of Object.entries(LAID_OUT)) {
  test(`saving formats ${name}`, async () => {
    const { page, folder } = editor;
    await openFile(page, name);
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(typed);
    await page.locator(".tab.active.dirty").waitFor();
    await until(async () => {
      await page.keyboard.press("Control+S"); // again, if VS Code did not wait for the formatter
      return page
        .locator(".tab.active:not(.dirty)")
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false,
        );
    });
    assert.match(await readFile(join(folder, name.split(".").at(-1), name), "utf8"), line);
  });
}

test("a name is changed everywhere", async () => {
  const { page } = editor;
  await openFile(page, "lisp.lcpn");
  await ready(editor);
  await page
    .locator(".view-line span", { hasText: /^horse$/ })
    .first()
    .click();
  await page.keyboard.press("F2");
  const input = page.locator("input.rename-input");
  await input.waitFor();
  await input.fill("mare");
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: "def mare" }).waitFor();
  await page.locator(".view-line", { hasText: "wazir mare" }).waitFor();
});

test("a setting takes effect in the running server", async () => {
  const { page, root, settings } = editor;
  await openFile(page, "orthodox.betza");
  const lines = page.locator(".editor-group-container.active .view-lines");
  await page.locator(".view-line", { hasText: "Knight" }).waitFor();
  const [running] = servers(root);
  const plain = await lines.innerText();
  await settings({ "wazir.inlayHints.enabled": true });
  await until(async () => (await lines.innerText()).length > plain.length);
  assert.deepEqual(servers(root), [running]);
});

test("a file is read in another dialect as soon as a setting says so", async () => {
  const { page, settings } = editor;
  await openFile(page, "dialects.betza");
  await hovered(page, word(page, "B"), "zB");
  const squiggle = page.locator(".editor-group-container.active .squiggly-error").first();
  assert.equal(await squiggle.count(), 0);
  await settings({ "wazir.dialect": "extended" });
  await squiggle.waitFor();
  await settings({});
  await squiggle.waitFor({ state: "detached" });
});

test("no request leaves the machine", () => {
  assert.deepEqual(elsewhere(editor), []);
});
