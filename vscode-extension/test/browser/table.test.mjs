// The board view as a board for two people, and as a place to set up positions; the real server is
// behind it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, open } from "./page.mjs";
import { start } from "./rpc.mjs";

let browser, server;
before(async () => ([browser, server] = await Promise.all([browse(), start()])));
after(async () => {
  await browser?.close();
  await server?.close();
});

const IN_MENU = ["Set Up Position", "Score Sheet", "Print Sheet...", "Write These Moves"];
const GAME = "position club\nmoves:\n1. X@e5 X@e11\n";

/** Runs a test with a page and checks that it did not violate its policy. */
async function beside(options, run) {
  const view = await open(browser, server, { sample: "ben39/club.ben39", text: GAME, ...options });
  try {
    const { page } = view;
    const at = (name) => page.locator(`.place[data-name="${name}"]:visible`);
    const more = () =>
      page.locator(".menu").evaluate((menu) => {
        menu.open = true;
      });
    const press = async (name) => {
      if (IN_MENU.includes(name)) await more();
      await page.getByRole("button", { name, exact: true }).click();
    };
    await page.locator(".place:visible").first().waitFor();
    await run({ ...view, at, more, press });
    assert.deepEqual(view.wrong, []);
  } finally {
    await view.close();
  }
}

/** Waits until an element has a text. */
async function hears(place, words) {
  await place.and(place.page().locator(`[aria-label*="${words}"]`)).waitFor();
}

for (const theme of ["light", "dark"]) {
  test(`two people play without hints, with clocks (${theme})`, () =>
    beside({ theme }, async ({ page, at, barriers, shot }) => {
      await page.getByLabel("Play Against").selectOption("person");
      await page.getByLabel("Clocks").selectOption("10+5");
      await page.getByRole("timer").first().waitFor();
      assert.equal(await page.getByRole("button", { name: "Evaluate" }).isVisible(), false);
      await at("f4").click();
      await at("d4").click();
      await hears(at("d4"), "White bishop");
      await page
        .getByRole("timer", { name: "Clock of White" })
        .and(page.getByText(/^10:0/))
        .waitFor();
      await page.getByText("Black to move").first().waitFor();
      await page.keyboard.press(",");
      await hears(at("f4"), "White bishop");
      await page.keyboard.press(".");
      await hears(at("d4"), "White bishop");
      assert.deepEqual(await barriers(), []);
      await shot(`two players ${theme}`);
    }));
}

test("a flag falls, and the server says who has won", () =>
  beside({}, async ({ page }) => {
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      window.later = 0;
      performance.now = () => now() + window.later;
    });
    await page.getByLabel("Play Against").selectOption("person");
    await page.getByLabel("Clocks").selectOption("3+2");
    await page.getByRole("timer").first().waitFor();
    await page.evaluate(() => (window.later = 181_000));
    await page.getByText("White's flag has fallen. Black wins on time.").waitFor();
    assert.equal(await page.locator(".actions .count").first().innerText(), "0 of 0");
    await page.getByRole("timer", { name: "Clock of White" }).and(page.getByText("0:00")).waitFor();
  }));

test("moves are written into the record only when asked, and the score sheet contains them", () =>
  beside({}, async ({ page, at, more, press, told }) => {
    await more();
    assert.equal(await page.getByRole("button", { name: "Write These Moves" }).isDisabled(), true);
    await at("f4").click();
    await at("d4").click();
    await page.getByText("1 move played").waitFor();
    await press("Score Sheet");
    await press("Print Sheet...");
    const kept = told
      .filter(({ kind }) => ["write", "sheet", "print"].includes(kind))
      .map(({ kind, choices }) => [kind, choices.played]);
    assert.deepEqual(kept, [
      ["sheet", ["Bf4-d4"]],
      ["print", ["Bf4-d4"]],
    ]);
    await press("Write These Moves");
    await page.getByText("Move 3 of 3").waitFor();
    await hears(at("d4"), "White bishop");
  }));

for (const theme of ["light", "dark"]) {
  test(`a position is set up by dragging, and illegal positions are reported (${theme})`, () =>
    beside({ theme }, async ({ page, at, press, barriers, shot }) => {
      const problems = page.locator(".setup .problems");
      await press("Set Up Position");
      await problems.getByText("This position is legal.").waitFor();
      await at("h2").dragTo(at("h8"));
      await hears(at("h8"), "White king");
      await page.getByRole("button", { name: "White K", exact: true }).click();
      await at("d8").click();
      await problems.getByText("White already has a king.").waitFor();
      await shot(`set up ${theme}`);
      assert.deepEqual(await barriers(), []);
      await press("Undo");
      await problems.getByText("This position is legal.").waitFor();
      await page.keyboard.press("Escape");
      await at("l2").dragTo(at("n4"));
      await hears(at("n4"), "square n4, movable");
      await at("e5").focus();
      await page.keyboard.press("Delete");
      await hears(at("e5"), "empty");
      await page.getByRole("button", { name: "White R", exact: true }).dragTo(at("e7"));
      await page.getByText("A rook belongs on squares.").waitFor();
      await page.getByRole("button", { name: "White to move" }).click();
      await page.getByRole("button", { name: "Black to move" }).waitFor();
      await press("Write This Position");
      await page.locator(".setup").waitFor({ state: "hidden" });
      await hears(at("h8"), "White king");
      await page.getByText("Black to move").first().waitFor();
      assert.equal(await page.getByRole("slider").isVisible(), false);
    }));
}
