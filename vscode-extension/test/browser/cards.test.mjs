// The gallery of pieces in a browser, with the real server behind it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, open, until } from "./page.mjs";
import { start } from "./rpc.mjs";

let browser, server;
before(async () => ([browser, server] = await Promise.all([browse(), start()])));
after(async () => {
  await browser?.close();
  await server?.close();
});

const MOVES = ["K", "fmWfcF", "mRcpR", "NN", "B3", "[F?R]", "gQ", "fWfFbW", "nNnA", "KisO2"];
const many = (count) =>
  Array.from(
    { length: count },
    (_, number) => `Piece ${number} = ${MOVES[number % MOVES.length]}\n`,
  ).join("");

/** Runs a test with the gallery of a text and checks that it did not violate its policy. */
async function gallery(options, run) {
  const view = await open(browser, server, {
    view: "gallery",
    sample: "betza/orthodox.betza",
    ...options,
  });
  try {
    await run({
      ...view,
      cards: view.page.locator(".piece"),
      pictures: view.page.locator(".picture img"),
    });
    assert.deepEqual(view.wrong, []);
    assert.deepEqual(
      view.asked.filter((url) => !view.isOfThePage(url)),
      [],
    );
  } finally {
    await view.close();
  }
}

const loaded = (image) => image.evaluate(async (one) => (await one.decode(), one.naturalWidth));

test("every piece is listed with its name, its moves and its picture", () =>
  gallery({}, async ({ page, cards, pictures }) => {
    await cards.filter({ hasText: "Queen" }).locator("img").waitFor();
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "orthodox.betza");
    assert.deepEqual(await cards.locator("h3").allInnerTexts(), [
      "Pawn",
      "Knight",
      "Bishop",
      "Rook",
      "Queen",
      "King",
    ]);
    await pictures.nth(5).waitFor();
    for (const image of await pictures.all()) assert.ok((await loaded(image)) > 0);
    assert.match(await cards.nth(1).innerText(), /knight[\s\S]*8 moves/);
  }));

test("pictures of pieces out of sight are requested when they are scrolled to", () =>
  gallery({ text: many(600) }, async ({ page, cards, pictures }) => {
    await pictures.first().waitFor();
    await cards.nth(599).waitFor({ state: "attached" });
    await page.waitForTimeout(500);
    assert.ok((await pictures.count()) < 150, `${await pictures.count()} pictures`);
    await cards.nth(599).scrollIntoViewIfNeeded();
    await cards.nth(599).locator("img").waitFor();
    assert.ok((await pictures.count()) < 300);
  }));

test("it has the theme of the editor and follows its changes", () =>
  gallery({}, async ({ page, pictures }) => {
    const panel = () =>
      pictures.first().evaluate((one) => /fill="(#\w+)"/.exec(decodeURIComponent(one.src))[1]);
    await pictures.first().waitFor();
    assert.equal(await panel(), "#FFFFFF");
    await page.evaluate(() => (document.body.className = "vscode-dark"));
    await until(async () => (await panel()) === "#1E2023", "a dark picture");
  }));

test("it follows the text and keeps unchanged pieces", () =>
  gallery({}, async ({ cards, move, pictures, text }) => {
    await pictures.nth(5).waitFor();
    await cards.first().evaluate((one) => (one.id = "kept"));
    await move({ line: 0, character: 0 }, text.replace("Knight ", "Horse  "));
    await cards.filter({ hasText: "Horse" }).locator("img").waitFor();
    assert.equal(await cards.count(), 6);
    assert.equal(await cards.first().getAttribute("id"), "kept");
    await move({ line: 0, character: 0 }, "# nothing\n");
    await cards.first().waitFor({ state: "detached" });
  }));

for (const theme of ["light", "dark", "contrast"]) {
  for (const [name, size] of [
    ["wide", { width: 1000, height: 760 }],
    ["narrow", { width: 400, height: 600 }],
  ]) {
    test(`a ${name} gallery is accessible in ${theme} colours`, () =>
      gallery(
        { sample: "betza/misprints.betza", theme, size },
        async ({ page, pictures, barriers, shot }) => {
          await pictures.nth(2).waitFor();
          assert.deepEqual(await barriers(), []);
          assert.equal(
            await page.evaluate(
              () => document.documentElement.scrollWidth <= globalThis.innerWidth,
            ),
            true,
            "nothing is cut off",
          );
          await shot(`gallery ${name} ${theme}`);
        },
      ));
  }
}
