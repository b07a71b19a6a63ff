// A game against the engine in the board view; the real server is behind it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beyond, browse, open } from "./page.mjs";
import { start } from "./rpc.mjs";

let browser, server;
before(async () => ([browser, server] = await Promise.all([browse(), start()])));
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A person plays a move in about a second, and types at 120 ms a key. */
const HUMAN = 120;
const GAME = "position club\nmoves:\n1. X@e5 X@e11\n";

/** Runs a test with a page and checks that it did not violate its policy. */
async function beside(options, run) {
  const view = await open(browser, server, {
    sample: "ben39/played.ben39",
    text: GAME,
    ...options,
  });
  try {
    const { page } = view;
    await page.locator(".place:visible").first().waitFor();
    const opponent = page.getByLabel("Play Against");
    const at = (name) => page.locator(`.place[data-name="${name}"]:visible`);
    const count = (words) => page.locator(".record .count", { hasText: words }).waitFor();
    const move = async (from, to) => {
      await at(from).click({ delay: HUMAN });
      await at(to).click({ delay: HUMAN });
    };
    await run({
      ...view,
      moveCursor: view.move,
      at,
      opponent,
      count,
      move,
      press: (name) => page.getByRole("button", { name, exact: true }).click({ delay: HUMAN }),
    });
    assert.deepEqual(view.wrong, []);
  } finally {
    await view.close();
  }
}

test("the engine answers, a hint is shown, and a move is taken back with its answer", () =>
  beside({}, async ({ page, opponent, count, move, press, told }) => {
    await opponent.selectOption({ label: "Wazir 1: one move ahead" });
    assert.equal(await page.locator(".opponent select").nth(1).inputValue(), "white");
    await page.getByRole("button", { name: "Evaluate" }).waitFor({ state: "hidden" });
    await move("f4", "d4");
    await count("2 moves played");
    assert.match(await page.locator(".record .last").innerText(), /^Last: \S+ \S/);
    await press("Hint");
    await page
      .locator(".opponent p", {
        hasText: /^\S+ .*(?:better by [\d.]+ pawns?|level|wins in \d+) at depth \d/,
      })
      .waitFor();
    assert.equal(
      (await page.locator(".overlay .over").count()) > 0 ||
        /@/.test(await page.locator(".opponent p").innerText()),
      true,
    );
    await press("Take Back");
    await page.getByText("Move 2 of 2").first().waitFor();
    await page.waitForTimeout(10 * HUMAN);
    assert.equal(await page.locator(".record .count").innerText(), "Move 2 of 2");
    assert.deepEqual(
      told.filter(({ method }) => method === "wazir/reply").map(({ choices }) => choices.level),
      [1, 4],
    );
  }));

test("the engine begins if the user takes the other side, and waits at earlier moves", () =>
  beside({}, async ({ page, opponent, count, press }) => {
    await opponent.selectOption("1");
    await page.locator(".opponent select").nth(1).selectOption("black");
    await count("1 move played");
    await page.getByText("Black to move").first().waitFor();
    await press("Previous Move");
    await page.getByText("White to move").first().waitFor();
    await page.waitForTimeout(10 * HUMAN);
    assert.equal(await page.locator(".record .count").innerText(), "Move 2 of 2");
  }));

test("the user's side is below, and the board is flipped by a button and a key", () =>
  beside({}, async ({ page, opponent, at, count, press, barriers, shot }) => {
    const isWhiteBelow = async () =>
      (await at("h4").boundingBox()).y > (await at("h12").boundingBox()).y;
    assert.equal(await isWhiteBelow(), true);
    await press("Flip the Board");
    assert.equal(await isWhiteBelow(), false);
    await at("h4").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.name), "h6");
    await page.keyboard.press("f");
    assert.equal(await isWhiteBelow(), true);
    await opponent.selectOption("1");
    await page.locator(".opponent select").nth(1).selectOption("black");
    await count("1 move played");
    assert.equal(await isWhiteBelow(), false);
    await page.getByText("Black to move").first().waitFor();
    await at("h12").dragTo(at("j8"));
    await count("3 moves played");
    assert.deepEqual(await barriers(), []);
    await shot("playing flipped");
  }));

test("the game goes on while the cursor moves, and after the view was hidden", () =>
  beside(
    {
      state: {
        game: { opponent: "1", side: "white" },
        cursor: {
          uri: "file:///ben39/played.ben39",
          version: 1,
          position: { line: 0, character: 0 },
        },
      },
    },
    async ({ page, opponent, at, count, move, moveCursor }) => {
      await at("f4").click({ delay: HUMAN });
      await moveCursor({ line: 2, character: 5 });
      await at("d4").click({ delay: HUMAN });
      await count("2 moves played");
      await moveCursor({ line: 0, character: 3 });
      await move("h4", "j8");
      await count("4 moves played");
      assert.deepEqual((await page.evaluate(() => window.kept())).game, {
        opponent: "1",
        side: "white",
      });
      await opponent.selectOption("");
      await page.getByRole("button", { name: "Evaluate" }).waitFor();
      await moveCursor({ line: 2, character: 5 });
      await page.getByText("Move 1 of 2").first().waitFor();
    },
  ));

test("Show Piece says that a game is played, until the next move", () =>
  beside({}, async ({ page, opponent, count, move, moveCursor, tell }) => {
    const notice = page.locator(".remark:visible", { hasText: "A game is being played here." });
    await opponent.selectOption({ label: "Wazir 1: one move ahead" });
    await page.getByRole("button", { name: "Hint" }).waitFor();
    await tell({ kind: "part", part: "piece" });
    await notice.waitFor();
    await moveCursor({ line: 2, character: 5 });
    await page.waitForTimeout(10 * HUMAN); // The position is requested again.
    await notice.waitFor();
    await move("f4", "d4");
    await count("2 moves played");
    await notice.waitFor({ state: "hidden" });
  }));

for (const theme of ["light", "dark", "contrast"]) {
  test(`the controls are accessible (${theme})`, () =>
    beside({ theme }, async ({ opponent, count, barriers, move, shot }) => {
      await opponent.selectOption("1");
      await move("f4", "d4");
      await count("2 moves played");
      assert.deepEqual(await barriers(), []);
      await shot(`playing ${theme}`);
    }));
}

test("nothing is reserved for the last move before one is played, and the moves are beside the board", () =>
  beside({ text: "position start\n", size: { width: 360, height: 800 } }, async ({ page }) => {
    const box = (selector) =>
      page.locator(selector).filter({ visible: true }).first().boundingBox();
    const [steps, sentence] = [await box(".record .row"), await box(".sentence")];
    assert.ok(
      sentence.y - steps.y - steps.height < 80,
      `${sentence.y - steps.y - steps.height} pixels`,
    );
    await page.setViewportSize({ width: 2000, height: 900 });
    const [frame, moves] = [await box(".frame"), await box(".beside")];
    assert.ok(moves.x - frame.x - frame.width < 40, `${moves.x - frame.x - frame.width} pixels`);
  }));

for (const width of [360, 640, 2000]) {
  test(`nothing overflows at ${width} pixels`, () =>
    beside({ size: { width, height: 800 } }, async ({ opponent, page, shot }) => {
      await opponent.selectOption("1");
      await page.getByRole("button", { name: "Hint" }).waitFor();
      assert.deepEqual(await page.evaluate(beyond), []);
      await shot(`playing ${width}`);
    }));
}
