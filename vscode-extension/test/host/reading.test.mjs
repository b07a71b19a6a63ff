// Reading in a real VS Code: WAZIR_EDITORS names the folder with code-server, WAZIR_VSIX the
// package.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { elsewhere, hovered, loaded, ready, servers, shot, until, word } from "./asking.mjs";
import { open, openFile } from "./editor.mjs";

const BETZA = "Knight = N   # of old\nHorse  = nN\nWrong  = fwN\n";
const LCPN = "; style: lisp\n(def horse (=> wazir ferz))\n";
const NOTES = "# Notes\n\n```betza\nCamel = C\n```\n";
const WRONG = "# Wrong\n\n```betza\nWrong = fwN\n```\n";
/** The background of pictures. */
const PANELS = { light: "#FFFFFF", dark: "#1E2023" };
const THEMES = { light: "Default Light Modern", dark: "Default Dark Modern" };
let editor, scratch;

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), "wazir-reading-"));
  await writeFile(join(scratch, "reading.betza"), BETZA);
  await writeFile(join(scratch, "notes.md"), NOTES);
  await writeFile(join(scratch, "reading.lcpn"), LCPN);
  editor = await open({
    tree: process.env.WAZIR_EDITORS,
    vsix: process.env.WAZIR_VSIX,
    workspace: scratch,
  });
});
after(async () => {
  await editor?.close();
  await rm(scratch, { recursive: true });
});
afterEach((context) => shot(editor, context.name));

function colour(text) {
  return word(editor.page, text).evaluate((one) => getComputedStyle(one).color);
}

/** Waits until a word has a colour, or no longer has it. */
async function coloured(text, wanted, isSo = true) {
  await until(async () => ((await colour(text)) === wanted) === isSo);
}

test("a hover over a move shows a picture and a description", async () => {
  const { page } = editor;
  await openFile(page, "reading.betza");
  await ready(editor);
  const box = await hovered(page, word(page, "N"), "Leaps (1,2) like a knight");
  await loaded(box.locator("img").first());
  assert.match(await box.innerText(), /Knight|Leaps/);
});

test("a hover over a mistake shows the diagnostic with a link to its page", async () => {
  const { page } = editor;
  const squiggle = page.locator(".squiggly-error").first();
  await squiggle.waitFor();
  const box = await hovered(page, squiggle, "is not part of the xbetza dialect");
  await box.locator("a", { hasText: "unknown-letter" }).waitFor();
});

test("a piece in a block of a Markdown file is drawn, too", async () => {
  const { page } = editor;
  await openFile(page, "notes.md");
  const box = await hovered(page, word(page, "C"), "Leaps (1,3)");
  await loaded(box.locator("img").first());
});

test("the problems are listed with their codes, and a code links to its page", async () => {
  const { page } = editor;
  await openFile(page, "reading.betza");
  await page.keyboard.press("Control+Shift+M");
  const row = page.locator(".markers-panel .monaco-list-row", {
    hasText: "is not part of the xbetza dialect",
  });
  await row.waitFor();
  assert.match(await row.innerText(), /wazir\s*\(?unknown-letter/);
  await shot(editor, "the problems");
  await row.locator("a", { hasText: "unknown-letter" }).click();
  await page.locator(".tab.active", { hasText: "unknown-letter.md" }).waitFor();
  const preview = page.frameLocator("iframe.webview.ready").last().frameLocator("#active-frame");
  await preview.getByRole("heading", { level: 1, name: "unknown-letter" }).waitFor();
  await shot(editor, "the page of a code");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "reading.betza" }).waitFor();
  assert.equal(
    await page.locator(".markers-panel .monaco-list-row").count(),
    2,
    "the examples of the page are no problems",
  );
});

test("the diagnostics of a Markdown file are listed until it is closed", async () => {
  const { page, folder } = editor;
  await writeFile(join(folder, "wrong.md"), WRONG);
  const row = page.locator(".markers-panel .monaco-list-row", { hasText: "wrong.md" });
  await openFile(page, "wrong.md");
  await row.waitFor();
  // which closes it
  await page.locator('.tab[data-resource-name="wrong.md"]').click({ button: "middle" });
  await page.locator('.tab[data-resource-name="wrong.md"]').waitFor({ state: "detached" });
  await row.waitFor({ state: "detached" });
});

test("the definition of a well-known piece is shown read-only", async () => {
  const { page } = editor;
  await openFile(page, "reading.lcpn");
  await word(page, "wazir").click();
  await until(async () => {
    await page.keyboard.press("F12"); // which nobody answers before the server has read the file
    return page
      .locator('.tab.active[data-resource-name="prelude.lcpn"]')
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
  });
  await page.locator(".view-line", { hasText: "(def wazir (1 0))" }).waitFor();
  await page.keyboard.type("x");
  await page.locator(".monaco-editor-overlaymessage", { hasText: "read-only" }).waitFor();
  await page.locator(".tab.active:not(.dirty)").waitFor();
});

test("the running server draws pictures for another theme", async () => {
  const { page, root, settings } = editor;
  await openFile(page, "reading.betza");
  const running = servers(root);
  assert.equal(running.length, 1);
  for (const [name, theme] of Object.entries(THEMES)) {
    await settings({ "workbench.colorTheme": theme });
    await page
      .locator(name === "dark" ? ".monaco-workbench.vs-dark" : ".monaco-workbench.vs")
      .waitFor();
    await until(async () => {
      const picture = (await hovered(page, word(page, "N"), "Leaps (1,2)")).locator("img").first();
      const drawn = Buffer.from(
        (await picture.getAttribute("src")).split("base64,")[1],
        "base64",
      ).toString();
      return drawn.includes(`fill="${PANELS[name]}"`);
    });
  }
  assert.deepEqual(servers(root), running);
});

for (const [name, theme] of Object.entries(THEMES)) {
  test(`kinds of words differ in colour in a ${name} theme, and have those that somebody chose for them`, async () => {
    const { page, settings } = editor;
    await settings({ "workbench.colorTheme": theme, "editor.semanticHighlighting.enabled": false });
    await openFile(page, "reading.betza");
    await page
      .locator(name === "dark" ? ".monaco-workbench.vs-dark" : ".monaco-workbench.vs")
      .waitFor();
    const plain = await colour("N");
    const all = { "workbench.colorTheme": theme, "editor.semanticHighlighting.enabled": true };
    await settings(all);
    await ready(editor);
    const colours = [
      await colour("Knight"),
      await colour("N"),
      await colour("# of old"),
      await colour("="),
    ];
    assert.equal(new Set(colours).size, colours.length, String(colours));
    const chosen = { enabled: true, rules: { "class:betza": "#ff00ff" } };
    await settings({ ...all, "editor.semanticTokenColorCustomizations": chosen });
    await coloured("N", "rgb(255, 0, 255)");
    assert.notEqual(await colour("Knight"), "rgb(255, 0, 255)");
    await settings({
      "workbench.colorTheme": theme,
      "editor.semanticHighlighting.enabled": false,
      "editor.semanticTokenColorCustomizations": chosen,
    });
    await coloured("N", plain);
  });
}

test("no request leaves the machine", () => {
  assert.deepEqual(elsewhere(editor), []);
});
