// The views in a real VS Code: each is compared with the last accepted picture.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { barriers } from "../browser/page.mjs";
import { hovered, loaded, ready, until, word } from "./asking.mjs";
import { clickLine, command, open, openFile, openStep } from "./editor.mjs";
import { compare } from "./screens.mjs";

const samples = fileURLToPath(new URL("../../../samples/", import.meta.url));
const SIZE = { width: 1400, height: 880 };
const THEMES = {
  light: "Default Light Modern",
  dark: "Default Dark Modern",
  "high contrast": "Default High Contrast",
};
/** The class of the editor in each theme. */
const MARKS = { light: ".vs", dark: ".vs-dark", "high contrast": ".hc-black" };
const SCREEN = `Knight   = N
Panther  = fFmfamfFafFfamFmfaqFfaqmFsRbB
Cannon   = mRcpR
Wrong    = fwN
Nothing  =
`;
const NOTES = `# Two pieces

A cannon and a horse, by \`Betza\`:

\`\`\`betza
Cannon = mRcpR
Horse = nN
\`\`\`

And a position:

\`\`\`ben39
position start
moves: 1. X@e5
\`\`\`
`;
/** The background of pictures. */
const PANELS = { light: "#FFFFFF", dark: "#1E2023" };
let editor, page, scratch;

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), "wazir-screens-"));
  await writeFile(join(scratch, "screen.betza"), SCREEN);
  await writeFile(join(scratch, "notes.md"), NOTES);
  const settings = {
    "workbench.colorTheme": THEMES.light,
    "editor.cursorBlinking": "solid",
    "window.title": "Wazir",
  };
  const where = {
    tree: process.env.WAZIR_EDITORS,
    vsix: process.env.WAZIR_VSIX,
    workspace: samples,
    size: SIZE,
    settings,
  };
  editor = await open(where);
  ({ page } = editor);
  for (const [name, text] of [
    ["screen.betza", SCREEN],
    ["notes.md", NOTES],
  ]) {
    await writeFile(join(editor.folder, name), text);
  }
});
after(async () => {
  await editor?.close();
  await rm(scratch, { recursive: true });
});

/** The bounding box of some elements with a margin. */
async function around(margin, ...parts) {
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - margin);
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - margin);
  const right = Math.min(SIZE.width, Math.max(...boxes.map(({ x, width }) => x + width)) + margin);
  const bottom = Math.min(
    SIZE.height,
    Math.max(...boxes.map(({ y, height }) => y + height)) + margin,
  );
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The board view, or another page that is shown. */
function view() {
  return page.frameLocator("iframe.webview.ready").last().frameLocator("#active-frame");
}

async function settled() {
  await page.waitForTimeout(600);
}

/** Selects the theme of the editor. */
async function dressed(name) {
  await editor.settings({ "workbench.colorTheme": THEMES[name] });
  await page.locator(`.monaco-workbench${MARKS[name]}`).waitFor();
  await settled();
}

const HOVERS = {
  "hover of a piece": ["screen.betza", () => word(page, "Knight"), "Leaps (1,2)"],
  "hover of a long sentence": ["screen.betza", () => word(page, "Panther"), "xbetza"],
  "hover of an error": [
    "screen.betza",
    () => page.locator(".squiggly-error").first(),
    "unknown-letter",
  ],
  "hover of a position": ["puzzles.ben39", () => word(page, "wizards-2"), "White to move"],
};
for (const [name, [file, place, says]] of Object.entries(HOVERS)) {
  for (const colours of ["light", "dark"]) {
    test(`${name}, ${colours}`, async () => {
      await dressed(colours);
      await openFile(page, file);
      await ready(editor);
      const box = await hovered(page, place(), says);
      const picture = box.locator("img").first();
      if (await picture.count()) await loaded(picture);
      await settled();
      await compare(
        page,
        `${name}, ${colours}`,
        await around(12, page.locator(".monaco-hover:visible").last()),
      );
      await page.keyboard.press("Escape");
    });
  }
}

test("completion", async () => {
  await openFile(page, "screen.betza");
  await clickLine(page, "Nothing");
  await page.keyboard.press("End");
  await page.keyboard.type(" ");
  await page.keyboard.press("Control+Space");
  await page.locator(".suggest-widget:visible .monaco-list-row.focused").waitFor();
  const details = page.locator(".suggest-details:visible");
  await until(async () => {
    await page.keyboard.press("Control+Space");
    return details.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  });
  await loaded(details.locator("img").first());
  await settled();
  await compare(
    page,
    "completion",
    await around(12, page.locator(".suggest-widget:visible"), details),
  );
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Z");
  await page.locator(".tab.active:not(.dirty)").waitFor();
});

for (const colours of Object.keys(THEMES)) {
  test(`board, ${colours}`, async () => {
    await dressed(colours);
    await openFile(page, "screen.betza");
    await clickLine(page, "Cannon");
    await command(page, "Wazir: Show Piece");
    await view().getByRole("heading", { level: 1, name: "Cannon" }).waitFor();
    await settled();
    await compare(
      page,
      `board, ${colours}`,
      await around(0, page.locator("iframe.webview.ready").last()),
    );
  });
}

/** Compares a view in light and dark themes, switched while it is shown. */
async function inBoth(name, place) {
  for (const colours of ["light", "dark"]) {
    await dressed(colours);
    await until(() =>
      view()
        .locator("img")
        .evaluateAll(areDrawnOn, PANELS[colours])
        .catch(() => true),
    );
    await settled();
    await compare(page, `${name}, ${colours}`, await around(0, place));
  }
}

/** Whether the first pictures of the server have a background; VS Code's own pictures are files. */
function areDrawnOn(pictures, panel) {
  return pictures.slice(0, 4).every(({ src }) => {
    const [, kind, data] = /^data:image\/svg\+xml;?(base64)?,(.*)$/.exec(src) ?? [];
    return (
      data === undefined ||
      (kind ? globalThis.atob(data) : decodeURIComponent(data)).includes(`fill="${panel}"`)
    );
  });
}

/** Activates an open file of a column with several. */
async function back(name) {
  await page.locator(".tab", { hasText: name }).first().click();
  await page.mouse.move(0, 0);
}

test("game", async () => {
  await back("screen.betza");
  await openFile(page, "puzzles.ben39");
  await clickLine(page, "position");
  await view().getByRole("heading", { level: 1, name: "wizards-2" }).waitFor();
  await inBoth("game", page.locator("iframe.webview.ready").last());
});

test("gallery", async () => {
  await back("puzzles.ben39");
  await openFile(page, "xiangqi.betza");
  await command(page, "Wazir: Show Gallery");
  await loaded(view().locator("img").nth(3));
  await inBoth("gallery", page.locator("iframe.webview.ready").last());
});

test("Markdown preview", async () => {
  // The group of the board is locked: the preview would be a third column.
  await command(page, "View: Close All Editors");
  await openFile(page, "notes.md");
  await page.keyboard.press("Control+K");
  await page.keyboard.press("V");
  await loaded(view().locator(".wazir-pictures img").nth(2));
  await inBoth("Markdown preview", page.locator("iframe.webview.ready").last());
});

for (const step of ["open", "fix"]) {
  test(`walkthrough, step ${step}`, async () => {
    await command(page, "View: Close All Editors");
    await inBoth(`walkthrough, step ${step}`, await openStep(page, step));
  });
}

for (const step of ["fix", "convert"]) {
  // In a narrow window VS Code hides what stands beside the steps. Its page has no background of
  // its own, which axe-core takes for white.
  test(`step ${step} of the walkthrough is accessible`, async () => {
    await dressed("light");
    await command(page, "View: Close All Editors");
    await openStep(page, step);
    await view().locator("h3").first().waitFor();
    const frame = await (await view().locator("body").elementHandle()).ownerFrame();
    const found = await barriers(frame, "body");
    assert.deepEqual(
      found.filter((barrier) => !barrier.startsWith("region:")),
      [],
    ); // The page around it is VS Code's, without landmarks.
  });
}
