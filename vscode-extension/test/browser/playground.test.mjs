// The playground in a browser: the page as it is built for the site, with the server in its worker.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { barriers, beyond, contextOf, load } from "./page.mjs";
import { read, serve, visit, write } from "./playground.mjs";

const script = fileURLToPath(new URL("../../scripts/playground.mjs", import.meta.url));
const { written } = await load("playground/link.ts");
const linkTo = async (language, text) => `#${await written({ language, text })}`;
const HOSTILE = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>';
let folder, site, visitor, page;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "wazir-playground-"));
  await promisify(execFile)(process.execPath, [script, folder]);
  site = await serve(folder);
  visitor = await visit(site.home);
  ({ page } = visitor);
  await visitor.open();
});
after(async () => {
  await visitor?.close();
  site?.close();
  await rm(folder, { recursive: true, force: true });
});

const board = () => page.frameLocator('iframe[title="Board"]');
const pieces = () => page.frameLocator('iframe[title="Pieces"]');
const problem = () => page.locator("#problem");
const diagnostics = (count) =>
  page.locator("#status", { hasText: new RegExp(`^${count} diagnostic`) }).waitFor();
const shownText = () => page.locator(".cm-line").allTextContents();

test("a text has diagnostics, highlighting and hovers", async () => {
  await write(page, "Wazir = W\nOdd = fmM\n");
  await diagnostics(1);
  await page.locator(".cm-lintRange-error").waitFor();
  await page.locator(".token-class", { hasText: "W" }).first().hover();
  const hover = page.locator(".cm-lsp-hover-tooltip");
  await hover.locator("img").waitFor();
  assert.ok(await hover.locator("img").evaluate((image) => image.naturalWidth > 0));
  assert.match(await hover.innerText(), /one step orthogonally/i);
  assert.equal(await hover.getByRole("link").first().getAttribute("target"), "_blank");
  await page.mouse.move(0, 0);
  await hover.waitFor({ state: "hidden" }); // It covers the next line.
  await page.locator(".cm-lintRange-error").hover();
  const tooltip = page.locator(".cm-tooltip-lint");
  await tooltip.locator("code", { hasText: /^M$/ }).waitFor();
  await tooltip.getByRole("button").first().waitFor();
  assert.doesNotMatch(await tooltip.innerText(), /`/);
});

test("a diagnostic is fixed", async () => {
  await write(page, "Odd = W&\n");
  await diagnostics(1);
  await page.keyboard.press("Control+Shift+KeyM");
  const rule = page.locator(".cm-panel-lint").getByRole("link", { name: "unknown-letter" });
  assert.match(await rule.getAttribute("href"), /diagnostics\/unknown-letter\.html$/);
  await page.locator(".cm-panel-lint .cm-diagnosticAction").first().click();
  await diagnostics("No");
  assert.deepEqual(await shownText(), ["Odd = W", ""]);
});

test("a hover covers nothing of the views", async () => {
  await write(page, "A very long cannon = mRcpR\n");
  const edge = await page
    .locator("#editor")
    .evaluate((editor) => editor.getBoundingClientRect().right);
  const hover = page.locator(".cm-lsp-hover-tooltip");
  const right = () => hover.evaluate((tooltip) => tooltip.getBoundingClientRect().right);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+k");
  await hover.locator("img").waitFor();
  assert.ok((await right()) <= edge, `${await right()} > ${edge}`);
  await page.keyboard.press("Escape");
  await page.locator(".token-class").last().hover();
  await hover.locator("img").waitFor();
  assert.ok((await right()) <= edge, `${await right()} > ${edge}`);
});

test("completion items have documentation", async () => {
  await write(page, "Piece = m");
  await page.keyboard.press("Control+Space");
  const list = page.getByRole("listbox");
  await list.getByRole("option").first().waitFor();
  await page.locator(".cm-completionInfo", { hasText: /\w/ }).waitFor();
  await page.keyboard.press("Escape");
});

/** What a person types in each notation, and how fast, in milliseconds for a key. */
const TYPED = {
  betza: ["Duke = N", "Earl = F", "ferz = W"],
  lcpn: ["(def duke ferz)", "(def earl wazir)"],
  bensahas: ["Test:Duke {", "(n, 15)"],
  ben39: ["position start", "moves: X@e5"],
  "fairy-variants": ["[duke:chess]", "customPiece1 = a:BN", "castling = false"],
  xboard: ["A& chess", "N& N", "// B"],
  "interactive-diagram": ["<applet>", "files=8", "ranks=8"],
};
const KEY = 110;

test("Enter starts a line and accepts nothing, at the speed of a person, in every notation", async () => {
  const known = await page
    .locator("#notation option")
    .evaluateAll((options) => options.map(({ value }) => value));
  for (const language of known) {
    await visitor.open(await linkTo(language, "# \n"));
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    for (const line of TYPED[language]) {
      await page.keyboard.type(line, { delay: KEY });
      await page.keyboard.press("Enter");
      await page.waitForTimeout(KEY);
    }
    const lines = (await shownText()).map((line) => line.trim()).filter(Boolean);
    // A bracket may be closed below.
    assert.deepEqual(lines.slice(0, TYPED[language].length), TYPED[language], language);
  }
});

test("after a finished piece, and in a new name, nothing is offered unasked; a known name is accepted by Tab", async () => {
  await visitor.open(await linkTo("betza", "# \n"));
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  const list = page.getByRole("listbox");
  await page.keyboard.type("Knight = fmK", { delay: KEY });
  await list.waitFor({ state: "hidden" });
  await page.waitForTimeout(5 * KEY);
  assert.equal(await list.isVisible(), false);
  await page.keyboard.type(" knigh", { delay: KEY });
  await list.getByRole("option", { name: "knight" }).first().waitFor();
  // CodeMirror accepts nothing in the first 75 ms of a list, which nobody has read.
  await page.waitForTimeout(KEY);
  await page.keyboard.press("Tab");
  assert.equal((await shownText()).at(-1), "Knight = fmK N");
});

test("the board shows the piece at the cursor, and the gallery all of them", async () => {
  await write(page, "Cannon = mRcpR\nKirin = FD\n");
  await page.locator(".cm-line", { hasText: "Kirin" }).click();
  await board().getByRole("heading", { name: "Kirin" }).waitFor();
  await page.getByRole("tab", { name: "Gallery" }).click();
  await pieces().locator(".picture img").nth(1).waitFor();
  assert.deepEqual(await pieces().locator("h3").allInnerTexts(), ["Cannon", "Kirin"]);
  await page.getByRole("tab", { name: "Board" }).click();
});

test("the gallery has the title of the sample, or none of a file", async () => {
  await visitor.open(await linkTo("betza", "Kirin = FD\n"));
  const title = pieces().getByRole("heading", { level: 1 });
  await page.getByRole("tab", { name: "Gallery" }).click();
  await title.filter({ hasText: /^Your text$/ }).waitFor();
  await page.locator("#samples").selectOption({ label: "Hoppers" });
  await title.filter({ hasText: /^Hoppers$/ }).waitFor();
  await page.getByRole("tab", { name: "Board" }).click();
});

test("a found piece is added as the last line, selected and shown", async () => {
  await visitor.open(await linkTo("betza", "Cannon = mRcpR\n"));
  await board().getByRole("heading", { name: "Cannon" }).waitFor();
  await board().getByRole("button", { name: "Find Piece" }).click();
  for (const name of ["e7", "e3", "c5", "g5"]) {
    await board().locator(`#lookup-board [data-name="${name}"]`).click();
  }
  await board().getByRole("button", { name: "Insert: D", exact: true }).click();
  await board().getByRole("heading", { name: "Dabbaba" }).waitFor();
  assert.deepEqual(await shownText(), ["Cannon = mRcpR", "Dabbaba = D", ""]);
  assert.equal(await page.evaluate(() => document.activeElement.id), "editor");
  await page.keyboard.type("Jumper");
  assert.deepEqual(await shownText(), ["Cannon = mRcpR", "Jumper = D", ""]);
});

test("the colours are switched, and stay when the page is opened again", async () => {
  const background = () =>
    page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  const shades = [await background()];
  await page.getByRole("button", { name: "Light or dark" }).click();
  await board().locator("body.vscode-dark").waitFor();
  shades.push(await background());
  assert.notEqual(...shades);
  await visitor.open();
  await board().locator("body.vscode-dark").waitFor();
  assert.equal(await background(), shades[1]);
  await page.getByRole("button", { name: "Light or dark" }).click();
  await board().locator("body.vscode-light").waitFor();
  await page.evaluate(() => window.localStorage.removeItem("wazir.theme"));
  await visitor.open(await linkTo("betza", "Kirin = FD\n"));
  await board().getByRole("heading", { name: "Kirin" }).waitFor();
});

test("a piece is copied in another notation", async () => {
  await board().getByRole("button", { name: "Copy As..." }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Lispy/ }).click();
  await page.locator("#status", { hasText: "Copied" }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /ferz/);
});

test("an action at the cursor is chosen from a list", async () => {
  await write(page, "Man = WF\n");
  await page.keyboard.press("Control+Home");
  await diagnostics("No");
  await page.keyboard.press("Control+.");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button").first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test("a game is played, and all games are in the gallery", async () => {
  await visitor.open(await linkTo("ben39", "position start\nmoves: 1. X@e5 X@e11\n"));
  await board().getByRole("heading", { name: "start" }).waitFor();
  await board().locator(".actions li button").first().click();
  await board().locator(".record", { hasText: "1 move played" }).waitFor();
  await page.getByRole("tab", { name: "Gallery" }).click();
  const games = page.frameLocator('iframe[title="Games"]');
  await games.getByRole("button", { name: "Next Move" }).click();
  await games.locator("figcaption", { hasText: /^1 of/ }).waitFor();
  await page.getByRole("tab", { name: "Board" }).click();
});

test("the engine answers in the page, gives a hint, and a move is taken back", async () => {
  await visitor.open(await linkTo("ben39", "position start\nmoves: 1. X@e5 X@e11\n"));
  await board().getByLabel("Play Against").selectOption({ label: "Wazir 1: one move ahead" });
  await board().locator('.place[data-name="f4"]').click({ delay: KEY });
  await board().locator('.place[data-name="d4"]').click({ delay: KEY });
  await board().locator(".record", { hasText: "2 moves played" }).waitFor();
  await board().getByRole("button", { name: "Hint" }).click();
  await board()
    .locator(".opponent p", { hasText: / at depth \d/ })
    .waitFor();
  await board().getByRole("button", { name: "Take Back" }).click();
  await board()
    .locator(".record", { hasText: /^(?!.*played)/ })
    .waitFor();
  assert.deepEqual(await barriers(page), []);
});

test("the board shows another text though a game against the engine was played", async () => {
  await page.locator("#samples").selectOption({ label: "Hoppers" });
  await board().getByRole("heading", { name: "Grasshopper" }).waitFor();
});

test("every notation has samples, and Back restores the previous text", async () => {
  await visitor.open(await linkTo("betza", "Mine = WD\n"));
  const notation = page.locator("#notation");
  const known = await notation
    .locator("option")
    .evaluateAll((options) => options.map(({ value }) => value));
  const groups = await page
    .locator("#samples optgroup")
    .evaluateAll((all) => all.map((group) => group.children.length));
  assert.equal(groups.length, known.length);
  assert.ok(groups.every((count) => count > 0));
  await page.locator("#samples").selectOption({ label: "Misprints" });
  await diagnostics("\\d+");
  await notation.selectOption("bensahas");
  await page.locator(".cm-line", { hasText: "Well-known pieces" }).first().waitFor();
  await page.goBack();
  await page.locator(".cm-line", { hasText: "Short rook" }).waitFor();
  await page.goBack();
  await page.locator(".cm-line", { hasText: "Mine = WD" }).waitFor();
});

test("a text is converted to another notation, or the reason is shown and nothing changes", async () => {
  const notation = page.locator("#notation");
  await visitor.open(await linkTo("betza", "Best = BN # of all\n"));
  await diagnostics("No");
  await notation.selectOption("bensahas");
  await page.locator(".cm-line", { hasText: ":Best {" }).waitFor();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  await page.locator(".cm-line", { hasText: "Best = BN" }).waitFor();
  assert.equal(await notation.inputValue(), "betza");
  await write(page, "Foo = N\nMy piece = BT\n");
  for (const language of ["lcpn", "xboard", "fairy-variants"]) {
    await notation.selectOption(language);
    await problem().filter({ hasText: "My piece" }).waitFor();
    await page.locator(`#notation:has(option[value="betza"]:checked)`).waitFor();
    assert.deepEqual(await shownText(), ["Foo = N", "My piece = BT", ""]);
  }
  await page.getByRole("button", { name: /^Read it as/ }).click();
  await page.locator("#notation:not(:has(option[value='betza']:checked))").waitFor();
  assert.deepEqual(await shownText(), ["Foo = N", "My piece = BT", ""]);
});

test("a second choice of a notation waits for the first, and undo goes back over both", async () => {
  await visitor.open(await linkTo("betza", "Foo = N\nBar = B\n"));
  await diagnostics("No");
  await page.locator("#notation").selectOption("lcpn");
  await page.locator("#notation").selectOption("xboard");
  await page.locator(".cm-line", { hasText: "piece F& N" }).waitFor();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  await page.locator(".cm-line", { hasText: "(def foo knight)" }).waitFor();
  await page.keyboard.press("Control+z");
  await page.locator(".cm-line", { hasText: "Bar = B" }).waitFor();
  assert.deepEqual(await shownText(), ["Foo = N", "Bar = B", ""]);
});

test("the board follows a text that is emptied", async () => {
  await visitor.open(await linkTo("betza", "Kirin = FD\n"));
  await board().getByRole("heading", { name: "Kirin" }).waitFor();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await board().locator(".message").waitFor();
  await board().getByRole("heading", { name: "Kirin" }).waitFor({ state: "hidden" });
});

test("where WebAssembly is blocked, the page says what to do", async () => {
  const other = await visitor.context.newPage();
  await other.addInitScript(() => {
    delete globalThis.WebAssembly;
  });
  await other.goto(site.home);
  await other.locator("#problem", { hasText: "Allow WebAssembly" }).waitFor();
  await other.getByRole("button", { name: "Load the page again" }).waitFor();
  await other.getByText("Boards need the server.").first().waitFor();
  await other.close();
});

test("the text has colours, can be changed, and shows the progress while the server is loaded", async () => {
  // A service worker would answer from its cache.
  const context = await contextOf(visitor.context.browser(), { serviceWorkers: "block" });
  const other = await context.newPage();
  let pass;
  const held = new Promise((done) => {
    pass = done;
  });
  await other.route("**/python/server.zip", async (route) => {
    await held;
    await route.continue();
  });
  await other.goto(site.home + (await linkTo("lcpn", "(def duke ferz)\n")));
  await other.locator(".token-class", { hasText: "ferz" }).waitFor();
  await other.locator("#status", { hasText: /of \d+ MB/ }).waitFor();
  assert.ok(await other.locator("#loading").evaluate(({ value, max }) => value > 0 && value < max));
  await other.locator(".cm-content").focus();
  await other.keyboard.press("Control+End");
  await other.keyboard.type("(def earl wazir", { delay: KEY });
  await other.locator(".token-class", { hasText: "wazir" }).waitFor();
  pass();
  await read(other);
  assert.deepEqual(await other.locator(".cm-line").allTextContents(), [
    "(def duke ferz)",
    "(def earl wazir)",
  ]);
  assert.equal(await other.locator("#loading").isVisible(), false);
  await context.close();
});

test("on a phone the documentation of each completion is read below the list, and the typed line stays visible", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visitor.open(await linkTo("betza", "# \n"));
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Duke = f", { delay: KEY });
  await page.keyboard.press("Control+Space");
  const information = page.locator(".cm-completionInfo");
  await information.filter({ hasText: "One square orthogonally" }).waitFor();
  await page.locator(".documentation-button").nth(1).click();
  await information.filter({ hasText: "One square diagonally" }).waitFor();
  await page.waitForTimeout(KEY);
  const box = (place) => place.evaluate((shown) => shown.getBoundingClientRect().toJSON());
  const [line, list, below] = [
    await box(page.locator(".cm-line").last()),
    await box(page.getByRole("listbox")),
    await box(information),
  ];
  const SPACE = 4; // Between lines.
  assert.ok(
    line.bottom <= list.top + SPACE && list.bottom <= below.top + SPACE && below.bottom <= 740,
    JSON.stringify([line, list, below]),
  );
  await page.getByRole("listbox").getByRole("option").nth(1).click();
  assert.equal((await shownText()).at(-1), "Duke = fF");
  await page.setViewportSize({ width: 1200, height: 800 });
});

test("a link contains the text and restores it elsewhere", async () => {
  const text = `# ${"Ünïcode 駒 ".repeat(3)}\nKirin = FD\n`;
  await write(page, text);
  await page.getByRole("button", { name: "Copy Link" }).click();
  await page.locator("#status", { hasText: "Copied: The link" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await visitor.context.newPage();
  await other.goto(link);
  await other.locator(".cm-line", { hasText: "Kirin = FD" }).waitFor();
  assert.equal((await other.locator(".cm-line").allTextContents()).join("\n"), text);
  await other.close();
});

test("an invalid link is reported, and the text stays", async () => {
  await write(page, "Mine = NZ\n");
  for (const broken of [
    "#betza=AAAA",
    "#betza=%zz",
    "#nonsense",
    `#klingon=${(await linkTo("betza", "x")).split("=")[1]}`,
  ]) {
    await page.evaluate((link) => {
      location.hash = link;
    }, broken);
    await problem().filter({ hasText: /link/ }).waitFor();
    assert.deepEqual(await shownText(), ["Mine = NZ", ""]);
  }
  await visitor.open("#betza=AAAA");
  await problem()
    .filter({ hasText: /cannot be read/ })
    .waitFor();
});

async function harmless() {
  for (const frame of page.frames()) {
    assert.equal(await frame.evaluate(() => window.hurt), undefined);
    assert.equal(await frame.locator("img[src=x]").count(), 0);
  }
}

test("the text of a link is never parsed as HTML", async () => {
  const texts = {
    betza: `Odd${HOSTILE} = W # ${HOSTILE}\n"${HOSTILE}" = N\n`,
    lcpn: `(def ${HOSTILE} wazir) ; ${HOSTILE}\n`,
    ben39: `position ${HOSTILE}\n`,
  };
  for (const [language, text] of Object.entries(texts)) {
    await visitor.open(await linkTo(language, text));
    await page.locator(".cm-line").first().click();
    await page.keyboard.press("Control+k");
    // Another may be at the pointer.
    if (language === "betza") await page.locator(".cm-lsp-hover-tooltip").first().waitFor();
    await harmless();
    await page.keyboard.press("Escape"); // The hover covers the tabs.
    await page.getByRole("tab", { name: "Gallery" }).click();
    await page.waitForTimeout(600);
    await harmless();
    await page.getByRole("tab", { name: "Board" }).click();
  }
});

for (const [size, viewport] of Object.entries({
  wide: { width: 1200, height: 800 },
  narrow: { width: 360, height: 640 },
})) {
  for (const colorScheme of ["light", "dark"]) {
    test(`a ${size} window is accessible in ${colorScheme} colours`, async () => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await visitor.open(await linkTo("betza", "# Some pieces\nCannon = mRcpR\nOdd = fmM\n"));
      await board().getByRole("heading", { name: "Cannon" }).waitFor();
      for (const tab of ["Gallery", "Board"]) {
        await page.getByRole("tab", { name: tab }).click();
        await page.waitForTimeout(300);
        assert.deepEqual(await barriers(page), [], tab);
        for (const frame of page.frames()) {
          assert.deepEqual(await frame.evaluate(beyond), [], frame.url());
        }
      }
    });
  }
}

test("everything can be done with the keyboard", async () => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await visitor.open(await linkTo("betza", "Cannon = mRcpR\nOdd = fmM\n"));
  const focused = () =>
    page.evaluate(() => document.activeElement.id || document.activeElement.title);
  const reached = [];
  await page.locator("body").press("Tab");
  for (let steps = 0; steps < 40 && !reached.includes("Board"); steps++) {
    reached.push(await focused());
    if (reached.at(-1) === "editor" && reached.at(-2) !== "editor") {
      await page.keyboard.press("Control+k");
      await page.locator(".cm-lsp-hover-tooltip", { hasText: "Cannon" }).waitFor();
      await page.keyboard.press("Control+Shift+KeyM");
      await page.locator(".cm-panel-lint", { hasText: "not an atom" }).waitFor();
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Tab");
  }
  for (const name of [
    "notation",
    "samples",
    "copy-link",
    "actions",
    "editor",
    "board-tab",
    "Board",
  ]) {
    assert.ok(reached.includes(name), `${name}: ${reached}`);
  }
  await page.getByRole("tab", { name: "Board" }).focus();
  await page.keyboard.press("ArrowRight");
  await pieces().locator("h3", { hasText: "Cannon" }).waitFor();
});

test("it works without a network after the first load", async (context) => {
  await visitor.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const own = site.home;
  site.close();
  await visitor.context.setOffline(true);
  const begun = performance.now();
  await page.goto("about:blank");
  await page.goto(own + (await linkTo("betza", "Odd = fmM\n")));
  await read(page);
  context.diagnostic(
    `the first diagnostic comes ${Math.round(performance.now() - begun)} ms after a warm start`,
  );
  await diagnostics(1);
  await page.locator("#samples").selectOption({ label: "Hoppers" });
  await page.getByRole("tab", { name: "Gallery" }).click();
  await pieces().locator(".picture img").first().waitFor();
});

test("it requested only its own files and did not violate its policy", () => {
  const addresses = visitor.asked.filter((address) => /^https?:/.test(address));
  assert.deepEqual(
    addresses.filter((address) => !address.startsWith(site.home)),
    [],
  );
  assert.deepEqual(visitor.wrong, []);
});
